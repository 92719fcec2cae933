//! A page that somebody names by its address, as a text (MF-4, L-38).
//!
//! The server must not become a way into the network that it stands in: only addresses of the public network are asked.
//! Names are looked up here, and the request goes to the addresses that were checked, so that a name cannot mean something
//! else a moment later. Each redirect is a new request that is checked anew. What else holds is in the [`Terms`] of who
//! asks.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use reqwest::{Response, Url, header};

use super::{Unread, body, builder, cause};

/// All redirects together may take so long.
const PATIENCE: Duration = Duration::from_secs(10);

const NO_ADDRESS: &str = "it is no address";

/// What is asked, and what is taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms<'a> {
    /// The schemes that are asked.
    pub(crate) schemes: &'a [&'a str],
    /// The only port; any if absent.
    pub(crate) port: Option<u16>,
    /// The only hosts; any if absent.
    pub(crate) hosts: Option<&'a [String]>,
    /// Which addresses are asked.
    pub(crate) allowed: fn(IpAddr) -> bool,
    /// So often a page may be somewhere else.
    pub(crate) redirects: usize,
    /// No page is longer.
    pub(crate) most_bytes: usize,
    /// The kinds that are taken, as they begin; any if there are none.
    pub(crate) kinds: &'a [&'a str],
}

/// What was found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    /// Its kind, without parameters, in lower case.
    pub(crate) kind: String,
    /// What it says.
    pub(crate) bytes: Vec<u8>,
}

/// Why a page was not had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failed {
    /// The address is not asked, and why.
    Refused(String, String),
    /// It was asked in vain, and why.
    NotThere(String, String),
    /// It is longer than it may be.
    TooLong(String),
}

/// The page at an address, under these terms.
pub(crate) async fn page(address: &str, terms: &Terms<'_>) -> Result<Page, Failed> {
    let fetched = tokio::time::timeout(PATIENCE, follow(address, terms)).await;
    fetched.unwrap_or_else(|_| Err(not_there(address, "it took longer than 10 s")))
}

async fn follow(address: &str, terms: &Terms<'_>) -> Result<Page, Failed> {
    let mut url = Url::parse(address).map_err(|_| refused(address, NO_ADDRESS))?;
    for _ in 0..=terms.redirects {
        let mut response = ask(&url, terms).await?;
        let status = response.status();
        if status.is_redirection() {
            let location = text(&response, header::LOCATION).to_owned();
            url = url.join(&location).map_err(|_| refused(&location, NO_ADDRESS))?;
            continue;
        }
        if !status.is_success() {
            return Err(not_there(url.as_str(), format!("it answers {}", status.as_u16())));
        }
        let kind = text(&response, header::CONTENT_TYPE).split(';').next().unwrap_or_default();
        let kind = kind.trim().to_ascii_lowercase();
        if !terms.kinds.is_empty() && !terms.kinds.iter().any(|known| kind.starts_with(known)) {
            return Err(not_there(url.as_str(), format!("it is {kind}, not {}", terms.kinds.join(" or "))));
        }
        // None was asked for, so none is undone: what is counted is what is read.
        if !matches!(text(&response, header::CONTENT_ENCODING), "" | "identity") {
            return Err(not_there(url.as_str(), "it is compressed"));
        }
        return match body(&mut response, terms.most_bytes).await {
            Ok(bytes) => Ok(Page { kind, bytes }),
            Err(Unread::TooLong) => Err(Failed::TooLong(url.into())),
            Err(unread) => Err(not_there(url.as_str(), unread)),
        };
    }
    Err(not_there(address, format!("it is elsewhere more than {} times", terms.redirects)))
}

fn text(response: &Response, name: header::HeaderName) -> &str {
    response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Why an address is not asked, whoever is behind it.
fn breach(url: &Url, terms: &Terms<'_>) -> Option<String> {
    if !terms.schemes.contains(&url.scheme()) {
        return Some(format!("only {} is asked", terms.schemes.join("/")));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Some("it holds a name or a password".to_owned());
    }
    if let Some(port) = terms.port
        && url.port_or_known_default() != Some(port)
    {
        return Some(format!("only port {port} is asked"));
    }
    let host = url.host_str().unwrap_or_default();
    let is_known = |hosts: &[String]| hosts.iter().any(|known| known.eq_ignore_ascii_case(host));
    let is_other = terms.hosts.is_some_and(|hosts| !is_known(hosts));
    is_other.then(|| format!("{host} is not among the hosts that are asked"))
}

async fn ask(url: &Url, terms: &Terms<'_>) -> Result<Response, Failed> {
    if let Some(why) = breach(url, terms) {
        return Err(refused(url.as_str(), why));
    }
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let port = url.port_or_known_default().unwrap_or(443);
    let found = tokio::net::lookup_host((host, port)).await;
    let found: Vec<SocketAddr> = found.map_err(|error| not_there(url.as_str(), error.to_string()))?.collect();
    if found.is_empty() || !found.iter().all(|one| (terms.allowed)(one.ip())) {
        return Err(refused(url.as_str(), "it is not an address of the public network"));
    }
    let gone = |error: String| not_there(url.as_str(), error);
    let client = builder().map_err(gone)?.resolve_to_addrs(host, &found).no_proxy().build();
    let client = client.map_err(|error| gone(cause(&error)))?;
    client.get(url.clone()).send().await.map_err(|error| gone(cause(&error)))
}

fn refused(address: &str, why: impl Into<String>) -> Failed {
    Failed::Refused(address.to_owned(), why.into())
}

fn not_there(address: &str, why: impl Into<String>) -> Failed {
    Failed::NotThere(address.to_owned(), why.into())
}

/// Whether an address can be that of anybody, and not only of this machine or its network.
pub(crate) fn is_public(address: IpAddr) -> bool {
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
        format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{text}",
            text.len()
        )
    }

    const MOST_BYTES: usize = 65_536;

    /// Terms that a server without TLS on this machine can meet.
    const LOCAL: Terms<'_> = Terms {
        schemes: &["http", "https"],
        port: None,
        hosts: None,
        allowed: HERE,
        redirects: 5,
        most_bytes: MOST_BYTES,
        kinds: &[],
    };

    fn run(address: &str, allowed: fn(IpAddr) -> bool) -> Result<String, (&'static str, String)> {
        under(address, &Terms { allowed, ..LOCAL })
    }

    fn under(address: &str, terms: &Terms<'_>) -> Result<String, (&'static str, String)> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let fetched = runtime.block_on(page(address, terms));
        fetched.map(|page| String::from_utf8(page.bytes).unwrap()).map_err(|failed| match failed {
            Failed::Refused(_, why) => ("fetch_refused", why),
            Failed::NotThere(_, why) => ("fetch_failed", why),
            Failed::TooLong(_) => ("input_too_large", String::new()),
        })
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
        assert_eq!(run(&long, HERE).unwrap_err().0, "input_too_large");
        let longest = answering(vec![found(&"x".repeat(MOST_BYTES))]);
        assert_eq!(run(&longest, HERE).unwrap().len(), MOST_BYTES);
        let missing = answering(vec!["HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_owned()]);
        let (code, why) = run(&missing, HERE).unwrap_err();
        assert!(code == "fetch_failed" && why.contains("404"), "{code}: {why}");
    }

    #[test]
    fn l_38_the_terms_hold_for_every_redirect() {
        let elsewhere_host = answering(vec![elsewhere("http://localhost:9/page")]);
        let hosts = ["127.0.0.1".to_owned()];
        let terms = Terms { hosts: Some(&hosts), redirects: 3, ..LOCAL };
        let (code, why) = under(&elsewhere_host, &terms).unwrap_err();
        assert!(code == "fetch_refused" && why.contains("localhost is not among"), "{code}: {why}");
        let with_name = answering(vec![elsewhere("http://anna:secret@127.0.0.1:9/")]);
        assert_eq!(under(&with_name, &terms).unwrap_err().0, "fetch_refused");
        let often = answering((0..9).map(|_| elsewhere("/again")).collect());
        let (code, why) = under(&often, &terms).unwrap_err();
        assert!(code == "fetch_failed" && why.contains("more than 3 times"), "{code}: {why}");
    }

    #[test]
    fn l_38_another_kind_and_compressed_bytes_are_not_read() {
        let terms = Terms { kinds: &["text/", "application/json"], ..LOCAL };
        let answer = |head: &str| {
            answering(vec![format!("HTTP/1.1 200 OK\r\n{head}\r\ncontent-length: 2\r\n\r\n{{}}")])
        };
        assert_eq!(under(&answer("content-type: Application/JSON; charset=utf-8"), &terms).unwrap(), "{}");
        for head in
            ["content-type: image/png", "x-none: 1", "content-type: text/plain\r\ncontent-encoding: gzip"]
        {
            assert_eq!(under(&answer(head), &terms).unwrap_err().0, "fetch_failed", "{head}");
        }
    }
}
