//! Texts that a request names by their address, if the server may ask there (L-38).

use assistant::{
    failure::{Failure, FailureCode, Stage},
    input::{
        history::{HistoryFormat, HistoryInput},
        request::Request,
        text,
    },
};

use crate::{
    outward::fetch::{self, Failed, Page, Terms, is_public},
    problem::Problem,
    service::app::App,
};

/// L-38: no text is longer.
const MOST_BYTES: usize = 65_536;

/// L-38: what is asked, and what is taken.
const fn terms(hosts: &[String]) -> Terms<'_> {
    Terms {
        schemes: &["https"],
        port: Some(443),
        hosts: Some(hosts),
        allowed: is_public,
        redirects: 3,
        most_bytes: MOST_BYTES,
        kinds: &["text/", "application/json"],
    }
}

/// The request with the texts in place of their addresses.
pub(super) async fn resolve(app: &App, request: &Request) -> Result<Request, Problem> {
    let mut request = request.clone();
    let hosts = app.outside.hosts.as_deref();
    if let Some(address) = request.instructions_url.take() {
        let page = read(&address, "instructions_url", request.instructions_text.is_some(), hosts).await?;
        request.instructions_text = Some(text::decode(&page.bytes, "instructions_url")?);
    }
    if let Some(address) = request.history_url.take() {
        let page = read(&address, "history_url", request.history.is_some(), hosts).await?;
        let content = text::decode(&page.bytes, "history_url")?;
        let format = format_of(&page.kind, &address);
        request.history = Some(HistoryInput { format, content, lenient: false });
    }
    Ok(request)
}

/// How a history is written: by its kind, else by the end of its name.
fn format_of(kind: &str, address: &str) -> HistoryFormat {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let end = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match (kind, end.as_str()) {
        ("text/csv", _) => HistoryFormat::Csv,
        ("application/json", _) | (_, "json") => HistoryFormat::Json,
        (_, "csv") => HistoryFormat::Csv,
        _ => HistoryFormat::Markdown,
    }
}

async fn read(
    address: &str,
    field: &'static str,
    is_given: bool,
    hosts: Option<&[String]>,
) -> Result<Page, Failure> {
    let refused = |address: String, why: String| {
        Failure::new(FailureCode::FetchRefused, Stage::Ingest).fact("address", address).fact("why", why)
    };
    if is_given {
        return Err(refused(address.to_owned(), format!("the text itself is given besides {field}")));
    }
    let off = || refused(address.to_owned(), "flow.fetch.enabled is false".to_owned());
    let hosts = hosts.ok_or_else(off)?;
    fetch::page(address, &terms(hosts)).await.map_err(|failed| match failed {
        Failed::Refused(address, why) => refused(address, why),
        Failed::NotThere(address, why) => {
            Failure::new(FailureCode::FetchFailed, Stage::Ingest).fact("address", address).fact("why", why)
        }
        Failed::TooLong(_) => Failure::new(FailureCode::InputTooLarge, Stage::Ingest)
            .fact("field", field)
            .fact("limit", MOST_BYTES)
            .fact("size", format!("> {MOST_BYTES}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(address: &str, hosts: Option<&[String]>) -> (FailureCode, String) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let failure = runtime.block_on(read(address, "instructions_url", false, hosts)).unwrap_err();
        (failure.code, format!("{:?}", failure.facts.get("why")))
    }

    #[test]
    fn l_38_only_known_hosts_of_the_public_network_are_asked_over_tls() {
        let hosts = [
            "127.0.0.1",
            "localhost",
            "10.0.0.1",
            "169.254.169.254",
            "[::1]",
            "[::ffff:10.0.0.1]",
            "0.0.0.0",
        ];
        let hosts = hosts.map(str::to_owned);
        for (address, why) in [
            ("http://127.0.0.1/", "only https"),
            ("file:///etc/passwd", "only https"),
            ("/etc/passwd", "no address"),
            ("gopher://127.0.0.1/", "only https"),
            ("https://127.0.0.1:8443/", "only port 443"),
            ("https://anna@127.0.0.1/", "name or a password"),
            ("https://anna:secret@127.0.0.1/", "name or a password"),
            ("https://example.org/", "example.org is not among"),
            ("https://127.0.0.1.example.org/", "is not among"),
            ("https://127.0.0.1/", "public network"),
            ("https://127.1/", "public network"),
            ("https://localhost/", "public network"),
            ("https://10.0.0.1/", "public network"),
            ("https://169.254.169.254/latest/meta-data", "public network"),
            ("https://[::1]/", "public network"),
            ("https://[::ffff:10.0.0.1]/", ""),
            ("https://0.0.0.0/", "public network"),
        ] {
            let (code, said) = refusal(address, Some(&hosts));
            assert!(code == FailureCode::FetchRefused && said.contains(why), "{address}: {code} {said}");
        }
    }

    #[test]
    fn l_38_nothing_is_asked_unless_it_is_enabled_and_the_host_is_known() {
        let (code, why) = refusal("https://example.org/", None);
        assert!(code == FailureCode::FetchRefused && why.contains("flow.fetch.enabled"), "{why}");
        let (code, why) = refusal("https://example.org/", Some(&[]));
        assert!(code == FailureCode::FetchRefused && why.contains("is not among"), "{why}");
    }

    #[test]
    fn l_38_a_history_is_read_as_what_it_is() {
        use HistoryFormat::{Csv, Json, Markdown};
        for (kind, address, format) in [
            ("application/json", "https://a.example/x", Json),
            ("text/csv", "https://a.example/x.json", Csv),
            ("text/plain", "https://a.example/x.CSV?raw=1", Csv),
            ("text/plain", "https://a.example/x.json", Json),
            ("text/markdown", "https://a.example/x", Markdown),
        ] {
            assert_eq!(format_of(kind, address), format, "{kind} {address}");
        }
    }
}
