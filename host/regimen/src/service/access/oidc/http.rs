//! How an identity provider is asked.

use std::{io, pin::Pin, time::Duration};

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};

use crate::outbound::{body, client, failed};

/// So long a provider may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// No answer of a provider is longer.
const MOST_BYTES: usize = 1024 * 1024;

/// A client for one provider.
#[derive(Debug)]
pub(super) struct Http(reqwest::Client);

impl Http {
    pub(super) fn new() -> Result<Self, String> {
        client(PATIENCE)?.build().map(Self).map_err(|error| error.to_string())
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, io::Error> {
        let request = reqwest::Request::try_from(request).map_err(failed)?;
        let mut response = self.0.execute(request).await.map_err(failed)?;
        let mut answer = HttpResponse::new(body(&mut response, MOST_BYTES).await?);
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
