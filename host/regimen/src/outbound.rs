//! How the program asks others: over TLS, patiently, and for no more than they should say.

use std::{error::Error, io, sync::Arc, time::Duration};

/// A client that trusts the certificates of the machine and those that browsers trust; it follows nobody elsewhere.
pub(crate) fn client(patience: Duration) -> Result<reqwest::ClientBuilder, String> {
    let mut roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let ring = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(ring)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let client = reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(reqwest::redirect::Policy::none())
        .timeout(patience)
        .user_agent(concat!("regimen/", env!("CARGO_PKG_VERSION")));
    Ok(client)
}

/// The body of an answer, if it is no longer than `most` bytes.
pub(crate) async fn body(response: &mut reqwest::Response, most: usize) -> Result<Vec<u8>, io::Error> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if most < body.len() + chunk.len() {
            return Err(io::Error::other("the answer is too long"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The cause at the bottom: it says most, and names no address.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` gives")]
pub(crate) fn failed(error: reqwest::Error) -> io::Error {
    let mut cause: &dyn Error = &error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    io::Error::other(cause.to_string())
}
