//! From where a request comes: by its connection, or by what a proxy says that is trusted (AC-5, AC-6).

use std::net::IpAddr;

use axum::http::{HeaderMap, header};
use ipnet::IpNet;

/// From where a request comes, and under which name the server was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Who asks.
    pub address: IpAddr,
    /// Under which host the server was asked.
    pub host: String,
    /// Whether nobody on the way can listen.
    pub is_secure: bool,
}

impl Origin {
    /// From the connection and the headers; those of a proxy count only if `peer` is one that is trusted.
    pub fn new(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet], is_public_https: bool) -> Self {
        let peer = peer.to_canonical();
        let is_trusted = peer.is_loopback() || trusted.iter().any(|network| network.contains(&peer));
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        // The last one is what the trusted proxy saw; all before it is what somebody said, be it on lines of its own.
        let last = |name: &str| {
            let line = headers.get_all(name).into_iter().next_back()?.to_str().ok()?;
            line.rsplit(',').next().map(str::trim)
        };
        let forwarded = |name: &str| if is_trusted { last(name) } else { None };
        let address = forwarded("x-forwarded-for").and_then(|text| text.parse().ok()).unwrap_or(peer);
        let host = forwarded("x-forwarded-host").or(text(header::HOST.as_str())).unwrap_or_default();
        let is_secure = is_public_https || forwarded("x-forwarded-proto") == Some("https");
        Self { address: address.to_canonical(), host: host.to_ascii_lowercase(), is_secure }
    }

    /// Whether the person sits at this machine.
    pub fn is_local(&self) -> bool {
        let name = match self.host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => self.host.split(':').next().unwrap_or_default(),
        };
        let is_loopback = name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        self.address.is_loopback() && (name == "localhost" || name.ends_with(".localhost") || is_loopback)
    }

    /// The name of the cookie (AC-5).
    pub const fn cookie(&self) -> &'static str {
        if self.is_secure { "__Host-regimen" } else { "regimen" }
    }

    /// The name of the cookie of somebody who signs in at an identity provider (AC-10).
    pub const fn away_cookie(&self) -> &'static str {
        if self.is_secure { "__Host-regimen-away" } else { "regimen-away" }
    }

    /// AC-5: not for scripts, not for other sites, and only over a secure connection where there is one.
    pub fn set_cookie(&self, name: &str, value: &str, seconds: i64) -> String {
        let secure = if self.is_secure { "; Secure" } else { "" };
        format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
    }

    /// AC-5: the network, not the machine, for the list of sessions.
    pub fn network(&self) -> String {
        match self.address {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                format!("{a}.{b}.{c}.0/24")
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}::/48")
            }
        }
    }

    /// AC-6: whether a request that changes something was made by one of our own pages.
    pub fn is_own(&self, headers: &HeaderMap) -> bool {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        match (text("sec-fetch-site"), text("origin")) {
            (Some(site), _) => site == "same-origin" || site == "none",
            (None, Some(origin)) => {
                let scheme = if self.is_secure { "https" } else { "http" };
                origin.eq_ignore_ascii_case(&format!("{scheme}://{}", self.host))
            }
            (None, None) => false,
        }
    }
}

/// Whether a proxy says that it asks for somebody else.
pub(super) fn is_forwarded(headers: &HeaderMap) -> bool {
    let names = ["forwarded", "via", "x-real-ip"];
    headers.keys().any(|name| names.contains(&name.as_str()) || name.as_str().starts_with("x-forwarded-"))
}

/// AC-5: the family of a browser, by what it says of itself.
pub(super) fn agent_family(headers: &HeaderMap) -> String {
    let said = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Every browser names others besides itself; the rarer name decides.
    let families = ["Edg", "OPR", "Firefox", "FxiOS", "CriOS", "Chrome", "Safari", "curl"];
    let names = ["Edge", "Opera", "Firefox", "Firefox", "Chrome", "Chrome", "Safari", "curl"];
    let found = families.iter().zip(names).find(|(family, _)| said.contains(**family));
    found.map_or_else(|| "other".to_owned(), |(_, name)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in all {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn ac_6_what_a_proxy_says_counts_only_if_it_is_trusted() {
        let said = headers(&[
            ("host", "127.0.0.1:8080"),
            ("x-forwarded-host", "coach.example"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-for", "6.6.6.6, 203.0.113.9"),
        ]);
        let proxy: IpAddr = "10.0.0.2".parse().unwrap();
        let behind = Origin::new(proxy, &said, &[proxy.into()], false);
        assert_eq!((behind.host.as_str(), behind.is_secure), ("coach.example", true));
        assert_eq!(behind.address.to_string(), "203.0.113.9");
        let unknown = Origin::new(proxy, &said, &[], false);
        assert_eq!(
            (unknown.host.as_str(), unknown.is_secure, unknown.address),
            ("127.0.0.1:8080", false, proxy)
        );
        assert_eq!((behind.cookie(), unknown.cookie()), ("__Host-regimen", "regimen"));
        assert_eq!(behind.network(), "203.0.113.0/24");
    }

    #[test]
    fn ac_6_a_proxy_is_trusted_by_its_address_or_its_network() {
        let said = headers(&[("x-forwarded-for", "203.0.113.9")]);
        let trusted: Vec<IpNet> =
            ["172.16.0.0/12", "fd00:1::/32", "10.0.0.2/32"].iter().map(|one| one.parse().unwrap()).collect();
        for (peer, is_trusted) in [
            ("172.18.0.2", true),
            ("172.31.255.255", true),
            ("::ffff:172.18.0.2", true),
            ("172.32.0.1", false),
            ("fd00:1::7", true),
            ("fd00:2::7", false),
            ("10.0.0.2", true),
            ("10.0.0.3", false),
        ] {
            let origin = Origin::new(peer.parse().unwrap(), &said, &trusted, false);
            assert_eq!(origin.address.to_string() == "203.0.113.9", is_trusted, "{peer}");
        }
    }

    #[test]
    fn ac_8_of_repeated_headers_the_last_line_is_the_proxys() {
        let proxy: IpAddr = "127.0.0.1".parse().unwrap();
        let said = headers(&[
            ("x-forwarded-for", "6.6.6.6"),
            ("x-forwarded-for", "7.7.7.7, 203.0.113.9"),
            ("x-forwarded-host", "evil.example"),
            ("x-forwarded-host", "coach.example"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-proto", "http"),
        ]);
        let origin = Origin::new(proxy, &said, &[], false);
        assert_eq!(origin.address.to_string(), "203.0.113.9");
        assert_eq!((origin.host.as_str(), origin.is_secure), ("coach.example", false));
        // What a proxy says that is no address is not made up for by what somebody said before.
        let odd = headers(&[("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "unknown")]);
        assert_eq!(Origin::new(proxy, &odd, &[], false).address, proxy);
    }

    #[test]
    fn ac_6_a_change_comes_from_our_own_pages() {
        let own =
            Origin::new("127.0.0.1".parse().unwrap(), &headers(&[("host", "localhost:8080")]), &[], false);
        assert!(own.is_local());
        for (said, expected) in [
            (vec![("sec-fetch-site", "same-origin")], true),
            (vec![("sec-fetch-site", "none")], true),
            (vec![("sec-fetch-site", "same-site")], false),
            (vec![("sec-fetch-site", "cross-site"), ("origin", "http://localhost:8080")], false),
            (vec![("origin", "http://localhost:8080")], true),
            (vec![("origin", "http://localhost:8081")], false),
            (vec![("origin", "https://localhost:8080")], false),
            (vec![("origin", "null")], false),
            (vec![], false),
        ] {
            assert_eq!(own.is_own(&headers(&said)), expected, "{said:?}");
        }
    }

    #[test]
    fn ac_5_only_this_machine_itself_is_local() {
        let local = |address: &str, host: &'static str| {
            Origin::new(address.parse().unwrap(), &headers(&[("host", host)]), &[], false).is_local()
        };
        assert!(local("127.0.0.1", "127.0.0.1:8080") && local("::1", "[::1]:8080"));
        assert!(!local("192.168.1.7", "localhost:8080") && !local("127.0.0.1", "coach.example"));
    }
}
