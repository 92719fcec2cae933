//! How Strava is asked: tokens for a code, newer tokens, activities, and an end to all of it (L-37).

use std::time::Duration;

use domain::time::Instant;
use reqwest::{RequestBuilder, StatusCode, Url, header};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Settings;
use crate::{
    outward::{self, cause},
    problem::Problem,
};

/// L-37: so long Strava may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// No answer is longer: a page of activities comes with their maps.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// L-37: so many activities are on a page.
pub(super) const PER_PAGE: usize = 100;

/// What stands for an athlete at Strava. What is printed of it by accident is nothing.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Tokens {
    pub(super) access_token: String,
    pub(super) refresh_token: String,
    /// Until when the access token is good, in seconds.
    pub(super) expires_at: i64,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens")
    }
}

impl Tokens {
    /// How many seconds the access token is still good for.
    pub(super) fn seconds_left(&self, now: Instant) -> i64 {
        self.expires_at.saturating_sub(now.millis().div_euclid(1000))
    }
}

/// Why Strava gave nothing.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It does not know the athlete, or this server, any more.
    Unknown,
    /// It wants to be left alone for a while.
    TooMuch,
    /// It does not answer, or not as it should; why.
    Silent(String),
}

/// Strava's side of the line.
#[derive(Debug)]
pub(super) struct Provider {
    settings: Settings,
    base: Url,
    http: reqwest::Client,
}

impl Provider {
    pub(super) fn new(settings: Settings, base: Url) -> Result<Self, Problem> {
        let http = outward::client(Some(PATIENCE));
        let http = http.map_err(|error| Problem::defect(&error))?;
        Ok(Self { settings, base, http })
    }

    fn url(&self, path: &str, query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        url.set_path(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url
    }

    /// Where an athlete allows this server to read.
    pub(super) fn consent(&self, callback: &str, state: &str) -> String {
        let query = [
            ("client_id", self.settings.client_id.as_str()),
            ("response_type", "code"),
            ("redirect_uri", callback),
            ("approval_prompt", "auto"),
            ("scope", &self.settings.scopes),
            ("state", state),
        ];
        self.url("/oauth/authorize", &query).into()
    }

    /// Tokens for the code that an athlete came back with.
    pub(super) async fn exchange(&self, code: &str) -> Result<Tokens, Refusal> {
        self.tokens(&[("grant_type", "authorization_code"), ("code", code)]).await
    }

    /// Newer tokens; the older ones may be worth nothing then.
    pub(super) async fn renew(&self, refresh_token: &str) -> Result<Tokens, Refusal> {
        self.tokens(&[("grant_type", "refresh_token"), ("refresh_token", refresh_token)]).await
    }

    async fn tokens(&self, what: &[(&str, &str)]) -> Result<Tokens, Refusal> {
        let who = [
            ("client_id", self.settings.client_id.as_str()),
            ("client_secret", self.settings.client_secret.reveal()),
        ];
        // A form is written as a query is.
        let form = self.url("", &[&who, what].concat());
        let request = self.http.post(self.url("/oauth/token", &[]));
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        read(request.body(form.query().unwrap_or_default().to_owned())).await
    }

    /// Says that this server reads no more.
    pub(super) async fn revoke(&self, access_token: &str) -> Result<(), Refusal> {
        let request = self.http.post(self.url("/oauth/deauthorize", &[])).bearer_auth(access_token);
        read::<Value>(request).await.map(drop)
    }

    /// A page of activities that began after an instant, oldest first; the first page is 1.
    pub(super) async fn activities(
        &self,
        access_token: &str,
        after: Instant,
        page: usize,
    ) -> Result<Vec<Value>, Refusal> {
        let (after, page, per_page) =
            (after.millis().div_euclid(1000).to_string(), page.to_string(), PER_PAGE.to_string());
        let query = [("after", after.as_str()), ("page", &page), ("per_page", &per_page)];
        let url = self.url("/api/v3/athlete/activities", &query);
        read(self.http.get(url).bearer_auth(access_token)).await
    }
}

/// Asks, and reads an answer; what is said besides the status of a refusal is not read, since it could be passed on.
async fn read<T: for<'de> Deserialize<'de>>(request: RequestBuilder) -> Result<T, Refusal> {
    let mut response = request.send().await.map_err(|error| Refusal::Silent(cause(&error)))?;
    match response.status() {
        status if status.is_success() => {}
        StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            return Err(Refusal::Unknown);
        }
        StatusCode::TOO_MANY_REQUESTS => return Err(Refusal::TooMuch),
        status => return Err(Refusal::Silent(format!("it answers {}", status.as_u16()))),
    }
    let body = outward::body(&mut response, MOST_BYTES).await;
    let body = body.map_err(|unread| Refusal::Silent(unread.into()))?;
    // What stands in the answer is not told: it may be a token.
    serde_json::from_slice(&body).map_err(|_| Refusal::Silent("an answer that is not understood".to_owned()))
}
