//! How other servers are asked: over TLS, trusting the certificates of the machine and those that browsers trust, without
//! following redirects, and for no more than they should say.

pub(crate) mod fetch;

use std::{error::Error, sync::Arc, time::Duration};

/// A client for other servers; `patience` bounds a whole request, where the caller does not.
pub(crate) fn client(patience: Option<Duration>) -> Result<reqwest::Client, String> {
    let mut client = builder()?;
    if let Some(patience) = patience {
        client = client.timeout(patience);
    }
    client.build().map_err(|error| error.to_string())
}

/// The same for who has more to say about it.
pub(crate) fn builder() -> Result<reqwest::ClientBuilder, String> {
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
        .user_agent(concat!("regimen/", env!("CARGO_PKG_VERSION")));
    Ok(client)
}

/// Why an answer was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is longer than it may be.
    TooLong,
    /// The line broke.
    Broken(reqwest::Error),
}

impl From<Unread> for String {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::TooLong => "the answer is too long".to_owned(),
            Unread::Broken(error) => cause(&error),
        }
    }
}

/// The body of an answer, if it is not too long.
pub(crate) async fn body(response: &mut reqwest::Response, most: usize) -> Result<Vec<u8>, Unread> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(Unread::Broken)? {
        if most < body.len() + chunk.len() {
            return Err(Unread::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The cause at the bottom: it says most, and names no address.
pub(crate) fn cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
