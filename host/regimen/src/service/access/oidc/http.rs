//! How an identity provider is asked: over TLS, patiently, and for no more than it should say.

use std::{error::Error, io, pin::Pin, sync::Arc, time::Duration};

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};

/// So long a provider may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// No answer of a provider is longer.
const MOST_BYTES: usize = 1024 * 1024;

/// A client that trusts the certificates of the machine and those that browsers trust.
#[derive(Debug)]
pub(super) struct Http(reqwest::Client);

impl Http {
    pub(super) fn new() -> Result<Self, String> {
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
            .timeout(PATIENCE)
            .user_agent(concat!("regimen/", env!("CARGO_PKG_VERSION")))
            .build();
        client.map(Self).map_err(|error| error.to_string())
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, io::Error> {
        let request = reqwest::Request::try_from(request).map_err(failed)?;
        let mut response = self.0.execute(request).await.map_err(failed)?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if MOST_BYTES < body.len() + chunk.len() {
                return Err(io::Error::other("the answer is too long"));
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = HttpResponse::new(body);
        *answer.status_mut() = response.status();
        *answer.headers_mut() = response.headers().clone();
        Ok(answer)
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, io::Error>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}

/// The cause at the bottom: it says most, and names no address.
fn failed(error: reqwest::Error) -> io::Error {
    let mut cause: &dyn Error = &error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    io::Error::other(cause.to_string())
}
