//! An identity provider: what it says of itself, where people sign in, and the proof of who they are (AC-10).
//!
//! The protocol is the library's. Ours are what it leaves open: the clock and its skew, the algorithms, the authorized
//! party, keys that were changed, and that no claim is ever said in a problem.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, Utc};
use domain::time::Instant;
use openidconnect::{
    AdditionalClaims, AuthType, AuthenticationFlow, AuthorizationCode, ClaimsVerificationError, Client,
    ClientId, ClientSecret, CsrfToken, DiscoveryError, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, IdToken, IdTokenFields, IdTokenVerifier, IssuerUrl, Nonce,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, SignatureVerificationError,
    StandardErrorResponse, StandardTokenResponse, TokenResponse,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim,
        CoreJsonWebKey, CoreJsonWebKeySet, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
        CoreProviderMetadata, CoreResponseType, CoreRevocableToken, CoreRevocationErrorResponse,
        CoreTokenIntrospectionResponse, CoreTokenType,
    },
};
use serde::{Deserialize, Serialize};
use tokio::sync::{Mutex, watch};

use super::{Settings, http::Http};
use crate::problem::{BAD_SETTING, OIDC_TOKEN_INVALID, OIDC_UNAVAILABLE, Problem};

/// AC-10: how far the clocks may be apart.
const SKEW: i64 = 60;

/// AC-10: how often the provider is asked what it is.
const DAY: Duration = Duration::from_hours(24);

/// Signatures that are believed: by a key that only the provider has.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 5] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// Somebody who proved at the provider who they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The provider.
    pub issuer: String,
    /// What it calls the person, for good.
    pub subject: String,
    /// The name to sign in with there.
    pub username: Option<String>,
    /// What the person is called.
    pub name: Option<String>,
    /// The groups that they are in.
    pub groups: BTreeSet<String>,
}

/// An identity provider.
#[derive(Debug)]
pub struct Provider {
    /// What the server is told of it.
    pub settings: Settings,
    issuer: IssuerUrl,
    http: Http,
    known: Mutex<Option<Arc<CoreProviderMetadata>>>,
    failures: AtomicU64,
}

/// What a token may say of groups: a list, or a single one.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Groups {
    #[serde(default)]
    groups: OneOrMany,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    Many(Vec<String>),
    One(String),
    /// Something that names no group.
    Other(serde_json::Value),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl AdditionalClaims for Groups {}

type Token = IdToken<Groups, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
type Fields = IdTokenFields<
    Groups,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
type Relying = Client<
    Groups,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<Fields, CoreTokenType>,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

impl Provider {
    /// A provider by its settings; nothing is asked of it yet.
    pub fn new(settings: Settings) -> Result<Self, Problem> {
        let bad = || {
            Problem::new(BAD_SETTING)
                .fact("key", "oidc.issuer")
                .fact("value", settings.issuer.as_str())
                .fact("from", "oidc.issuer")
                .fact("kind", "url")
                .fact("allowed", vec!["https://"])
        };
        let issuer = IssuerUrl::new(settings.issuer.clone()).map_err(|_| bad())?;
        let host = issuer.url().host_str().unwrap_or_default().trim_matches(['[', ']']);
        let is_here =
            host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|host| host.is_loopback());
        // The keys that prove who somebody is do not travel in the open, but on this machine itself.
        if issuer.url().scheme() != "https" && !is_here {
            return Err(bad());
        }
        let http = Http::new().map_err(|error| Problem::defect(&error))?;
        Ok(Self { issuer, http, known: Mutex::default(), failures: AtomicU64::new(0), settings })
    }

    /// Asks the provider what it is, now and every day, until the server stops (AC-10).
    pub async fn keep(self: Arc<Self>, mut stopped: watch::Receiver<bool>) {
        loop {
            if let Err(problem) = self.renew().await {
                tracing::warn!(why = problem.why(), "the identity provider does not answer");
            }
            tokio::select! {
                () = tokio::time::sleep(DAY) => {}
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
        }
    }

    /// Asks anew; what is known is good until something newer is.
    async fn renew(&self) -> Result<(), Problem> {
        let is_known = self.known.lock().await.is_some();
        if is_known {
            let newer = self.ask().await?;
            *self.known.lock().await = Some(Arc::new(newer));
            return Ok(());
        }
        self.known().await.map(drop)
    }

    /// Where somebody signs in.
    pub async fn url(
        &self,
        callback: &str,
        state: &str,
        nonce: String,
        verifier: String,
    ) -> Result<String, Problem> {
        let client = self.client(&*self.known().await?);
        let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(verifier));
        let state = CsrfToken::new(state.to_owned());
        let flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
        let (url, _, _) = client
            .authorize_url(flow, || state, || Nonce::new(nonce))
            .add_scopes(self.settings.scopes.iter().cloned().map(Scope::new))
            .set_pkce_challenge(challenge)
            .set_redirect_uri(Cow::Owned(redirect(callback)?))
            .url();
        Ok(url.into())
    }

    /// Who somebody is, by the code that they came back with.
    pub async fn prove(
        &self,
        callback: &str,
        code: &str,
        nonce: String,
        verifier: String,
        now: Instant,
    ) -> Result<Person, Problem> {
        let known = self.known().await?;
        let client = self.client(&known);
        let asked = client.exchange_code(AuthorizationCode::new(code.to_owned()));
        let asked = asked.map_err(|_| unavailable("no token endpoint"))?;
        let answer = asked
            .set_pkce_verifier(PkceCodeVerifier::new(verifier))
            .set_redirect_uri(Cow::Owned(redirect(callback)?))
            .request_async(&self.http)
            .await
            .map_err(refused)?;
        let token = answer.id_token().ok_or_else(|| invalid("no id token"))?;
        let nonce = Nonce::new(nonce);
        match self.read(token, known.jwks(), &nonce, now) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                // The provider may have changed its keys since: they are asked for again, once.
                let keys =
                    CoreJsonWebKeySet::fetch_async(known.jwks_uri(), &self.http).await.map_err(silent)?;
                let newer = CoreProviderMetadata::clone(&known).set_jwks(keys.clone());
                *self.known.lock().await = Some(Arc::new(newer));
                self.read(token, &keys, &nonce, now)
            }
            read => read,
        }
        .map_err(|error| invalid(reason(&error)))
    }

    /// Reads a token that proves everything it should: issuer, audience, signature, times, nonce, authorized party.
    fn read(
        &self,
        token: &Token,
        keys: &CoreJsonWebKeySet,
        nonce: &Nonce,
        now: Instant,
    ) -> Result<Person, ClaimsVerificationError> {
        let id = ClientId::new(self.settings.client_id.clone());
        let verifier = IdTokenVerifier::new_public_client(id.clone(), self.issuer.clone(), keys.clone())
            .set_allowed_algs(ALGORITHMS)
            .set_time_fn(|| moment(now.plus_seconds(-SKEW)))
            .set_issue_time_verifier_fn(|issued| {
                if issued <= moment(now.plus_seconds(SKEW)) {
                    Ok(())
                } else {
                    Err("issued later than now".to_owned())
                }
            });
        let claims = token.claims(&verifier, nonce)?;
        if claims.authorized_party().is_some_and(|party| *party != id) {
            return Err(ClaimsVerificationError::InvalidAudience(String::new()));
        }
        let groups = match &claims.additional_claims().groups {
            OneOrMany::Many(groups) => groups.iter().cloned().collect(),
            OneOrMany::One(group) => BTreeSet::from([group.clone()]),
            OneOrMany::Other(_) => BTreeSet::new(),
        };
        Ok(Person {
            issuer: self.settings.issuer.clone(),
            subject: claims.subject().to_string(),
            username: claims.preferred_username().map(|name| name.to_string()),
            name: claims.name().and_then(|name| name.get(None)).map(|name| name.to_string()),
            groups,
        })
    }

    /// What the provider says of itself; asked for if it is not known yet.
    async fn known(&self) -> Result<Arc<CoreProviderMetadata>, Problem> {
        let failures = self.failures.load(Ordering::SeqCst);
        let mut known = self.known.lock().await;
        if let Some(known) = &*known {
            return Ok(Arc::clone(known));
        }
        // Who waited while somebody else asked in vain need not ask again.
        if self.failures.load(Ordering::SeqCst) != failures {
            return Err(unavailable("no answer"));
        }
        match self.ask().await {
            Ok(found) => Ok(Arc::clone(known.insert(Arc::new(found)))),
            Err(problem) => {
                self.failures.fetch_add(1, Ordering::SeqCst);
                Err(problem)
            }
        }
    }

    async fn ask(&self) -> Result<CoreProviderMetadata, Problem> {
        CoreProviderMetadata::discover_async(self.issuer.clone(), &self.http).await.map_err(silent)
    }

    fn client(&self, known: &CoreProviderMetadata) -> Relying {
        let secret = self.settings.client_secret.as_ref();
        let secret = secret.map(|secret| ClientSecret::new(secret.reveal().to_owned()));
        let id = ClientId::new(self.settings.client_id.clone());
        let client = Relying::from_provider_metadata(known.clone(), id, secret);
        let ways = known.token_endpoint_auth_methods_supported();
        let takes = |way| ways.is_none_or(|ways| ways.contains(&way));
        if takes(CoreClientAuthMethod::ClientSecretBasic) {
            client
        } else {
            client.set_auth_type(AuthType::RequestBody)
        }
    }
}

fn moment(at: Instant) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at.millis()).unwrap_or_default()
}

fn redirect(callback: &str) -> Result<RedirectUrl, Problem> {
    RedirectUrl::new(callback.to_owned()).map_err(|_| unavailable("no address to come back to"))
}

fn unavailable(why: &'static str) -> Problem {
    Problem::new(OIDC_UNAVAILABLE).fact("why", why)
}

fn invalid(why: &'static str) -> Problem {
    Problem::new(OIDC_TOKEN_INVALID).fact("why", why)
}

/// Why the provider could not be asked; never what it said.
fn silent(error: DiscoveryError<io::Error>) -> Problem {
    match error {
        DiscoveryError::Request(error) => Problem::new(OIDC_UNAVAILABLE).fact("why", error.to_string()),
        DiscoveryError::Response(status, ..) => {
            Problem::new(OIDC_UNAVAILABLE).fact("why", format!("status {}", status.as_u16()))
        }
        DiscoveryError::Validation(_) => unavailable("it names another issuer"),
        _ => unavailable("an answer that is not understood"),
    }
}

/// Why there is no token.
fn refused(error: RequestTokenError<io::Error, StandardErrorResponse<CoreErrorResponseType>>) -> Problem {
    use CoreErrorResponseType::{InvalidClient, InvalidGrant, InvalidRequest, UnauthorizedClient};
    match error {
        RequestTokenError::Request(error) => Problem::new(OIDC_UNAVAILABLE).fact("why", error.to_string()),
        RequestTokenError::ServerResponse(said) => invalid(match said.error() {
            InvalidClient => "invalid_client",
            InvalidGrant => "invalid_grant",
            InvalidRequest => "invalid_request",
            UnauthorizedClient => "unauthorized_client",
            _ => "the provider gives no token",
        }),
        _ => invalid("an answer that is not understood"),
    }
}

/// What is wrong with a token, without what is in it.
fn reason(error: &ClaimsVerificationError) -> &'static str {
    use ClaimsVerificationError as Wrong;
    match error {
        Wrong::Expired(_) => "time",
        Wrong::InvalidAudience(_) => "audience",
        Wrong::InvalidIssuer(_) => "issuer",
        Wrong::InvalidNonce(_) => "nonce",
        Wrong::SignatureVerification(SignatureVerificationError::NoMatchingKey) => "key",
        Wrong::SignatureVerification(
            SignatureVerificationError::DisallowedAlg(_)
            | SignatureVerificationError::NoSignature
            | SignatureVerificationError::UnsupportedAlg(_),
        ) => "algorithm",
        Wrong::SignatureVerification(_) => "signature",
        _ => "token",
    }
}
