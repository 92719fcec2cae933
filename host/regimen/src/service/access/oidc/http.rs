//! How an identity provider is asked.

use std::{io, pin::Pin, time::Duration};

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};

use crate::outward;

/// So long a provider may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// No answer of a provider is longer.
const MOST_BYTES: usize = 1024 * 1024;

/// A client for one provider.
#[derive(Debug)]
pub(super) struct Http(reqwest::Client);

impl Http {
    pub(super) fn new() -> Result<Self, String> {
        outward::client(Some(PATIENCE)).map(Self)
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, io::Error> {
        let request = reqwest::Request::try_from(request).map_err(failed)?;
        let mut response = self.0.execute(request).await.map_err(failed)?;
        let body = outward::body(&mut response, MOST_BYTES).await;
        let body = body.map_err(|unread| io::Error::other(String::from(unread)))?;
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

fn failed(error: reqwest::Error) -> io::Error {
    io::Error::other(outward::cause(&error))
}
