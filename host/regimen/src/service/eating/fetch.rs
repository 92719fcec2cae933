//! A page that somebody names by its address, as a text (MF-4).
//!
//! The server must not become a way into the network that it stands in: only http and https, and only addresses of the
//! public network. Names are looked up here, and the request goes to the addresses that were checked, so that a name
//! cannot mean something else a moment later. Each redirect is a new request that is checked anew.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use reqwest::Url;

use crate::{
    outward::{body, builder, cause},
    problem::{FETCH_FAILED, FETCH_REFUSED, Problem},
};

/// All redirects together may take so long.
const PATIENCE: Duration = Duration::from_secs(10);
/// No page is longer.
const MOST_BYTES: usize = 5 * 1024 * 1024;
/// So often a page may be somewhere else.
const REDIRECTS: usize = 5;

/// The page at an address of the public network.
pub(super) async fn page(address: &str) -> Result<String, Problem> {
    fetch(address, is_public).await
}

async fn fetch(address: &str, allowed: fn(IpAddr) -> bool) -> Result<String, Problem> {
    let fetched = tokio::time::timeout(PATIENCE, follow(address, allowed)).await;
    fetched.unwrap_or_else(|_| Err(not_there(address, "it took longer than 10 s")))
}

async fn follow(address: &str, allowed: fn(IpAddr) -> bool) -> Result<String, Problem> {
    let mut url = Url::parse(address).map_err(|error| refused(address, error.to_string()))?;
    for _ in 0..=REDIRECTS {
        let mut response = ask(&url, allowed).await?;
        let status = response.status();
        if status.is_redirection() {
            let location = response.headers().get(reqwest::header::LOCATION);
            let location = location.and_then(|text| text.to_str().ok()).unwrap_or_default().to_owned();
            url = url.join(&location).map_err(|error| refused(&location, error.to_string()))?;
            continue;
        }
        if !status.is_success() {
            return Err(not_there(url.as_str(), format!("it answers {}", status.as_u16())));
        }
        let bytes = body(&mut response, MOST_BYTES).await;
        let bytes = bytes.map_err(|unread| not_there(url.as_str(), unread))?;
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    Err(not_there(address, format!("it is elsewhere more than {REDIRECTS} times")))
}

async fn ask(url: &Url, allowed: fn(IpAddr) -> bool) -> Result<reqwest::Response, Problem> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused(url.as_str(), "only http and https are asked"));
    }
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let port = url.port_or_known_default().unwrap_or(443);
    let found = tokio::net::lookup_host((host, port)).await;
    let found: Vec<SocketAddr> = found.map_err(|error| not_there(url.as_str(), error.to_string()))?.collect();
    if found.is_empty() || !found.iter().all(|one| allowed(one.ip())) {
        return Err(refused(url.as_str(), "it is not an address of the public network"));
    }
    let gone = |error: String| not_there(url.as_str(), error);
    let client = builder().map_err(gone)?.resolve_to_addrs(host, &found).no_proxy().build();
    let client = client.map_err(|error| gone(cause(&error)))?;
    client.get(url.clone()).send().await.map_err(|error| gone(cause(&error)))
}

fn refused(address: &str, why: impl Into<String>) -> Problem {
    Problem::new(FETCH_REFUSED).fact("address", address).fact("why", why.into())
}

fn not_there(address: &str, why: impl Into<String>) -> Problem {
    Problem::new(FETCH_FAILED).fact("address", address).fact("why", why.into())
}

/// Whether an address can be that of anybody, and not only of this machine or its network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(four) => is_public_four(four),
        IpAddr::V6(six) => is_public_six(six),
    }
}

fn is_public_four(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocol = (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99);
    let benchmark = a == 198 && (b == 18 || b == 19);
    !(a == 0
        || a >= 224
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_documentation()
        || shared
        || protocol
        || benchmark)
}

/// Only what is given out to the public, without those that carry an older address in them.
fn is_public_six(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let global = first & 0xe000 == 0x2000;
    let documentation = first == 0x2001 && second == 0x0db8;
    let tunnel = first == 0x2002 || (first == 0x2001 && second < 0x0200);
    global && !documentation && !tunnel
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpListener,
    };

    use super::*;

    /// Answers requests one after the other with these texts; gives its address.
    fn answering(answers: Vec<String>) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            for answer in answers {
                let Ok((mut stream, _)) = listener.accept() else { return };
                let _ = stream.read(&mut [0; 4096]);
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        address
    }

    fn elsewhere(location: &str) -> String {
        format!(
            "HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        )
    }

    fn found(text: &str) -> String {
        format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}", text.len())
    }

    fn run(address: &str, allowed: fn(IpAddr) -> bool) -> Result<String, (&'static str, String)> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let fetched = runtime.block_on(fetch(address, allowed));
        fetched.map_err(|problem| (problem.code.name, format!("{:?}", problem.facts.get("why"))))
    }

    const HERE: fn(IpAddr) -> bool = |address| address == IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn mf_4_a_page_is_fetched_where_it_is() {
        let address = answering(vec![elsewhere("/soup"), found("<p>soup</p>")]);
        assert_eq!(run(&address, HERE).unwrap(), "<p>soup</p>");
    }

    #[test]
    fn mf_4_no_redirect_leads_into_a_private_network() {
        let address = answering(vec![elsewhere("http://127.0.0.2:9/admin")]);
        let (code, why) = run(&address, HERE).unwrap_err();
        assert!(code == "fetch_refused" && why.contains("public network"), "{code}: {why}");
        let address = answering(vec![elsewhere("file:///etc/passwd")]);
        assert_eq!(run(&address, HERE).unwrap_err().0, "fetch_refused");
        let endless = answering((0..9).map(|_| elsewhere("/again")).collect());
        let (code, why) = run(&endless, HERE).unwrap_err();
        assert!(code == "fetch_failed" && why.contains("more than 5 times"), "{code}: {why}");
    }

    #[test]
    fn mf_4_only_the_public_network_is_asked() {
        for private in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.5",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001:db8::1",
            "2001::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in
            ["1.1.1.1", "93.184.215.14", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for address in ["http://127.0.0.1:1/", "http://[::1]:1/", "ftp://example.org/soup", "soup"] {
            let refused = run(address, is_public).unwrap_err();
            assert_eq!(refused.0, "fetch_refused", "{address}");
        }
    }

    #[test]
    fn mf_4_a_page_that_is_too_long_or_missing_is_named() {
        let long = answering(vec![found(&"x".repeat(MOST_BYTES + 1))]);
        let (code, why) = run(&long, HERE).unwrap_err();
        assert!(code == "fetch_failed" && why.contains("too long"), "{code}: {why}");
        let missing = answering(vec!["HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_owned()]);
        let (code, why) = run(&missing, HERE).unwrap_err();
        assert!(code == "fetch_failed" && why.contains("404"), "{code}: {why}");
    }
}
