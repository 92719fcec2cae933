//! A scripted identity provider on loopback: it speaks the real protocol, and lies when it is told to.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::map_response,
    response::Response,
    routing::{get, post},
};
use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use ring::{
    digest::{SHA256, digest},
    hmac,
    rand::SystemRandom,
    rsa::PublicKeyComponents,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair},
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::JoinHandle};

/// What the server is called there.
pub(crate) const CLIENT: &str = "regimen-test";

/// By which the provider knows the server.
pub(crate) const SECRET: &str = "between the two of us";

/// A key for RS256 that is good for nothing else: PKCS#8 in base64.
const RSA: &str = "\
    MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCiCpLV+NnrsL5BHBmcbHPC5uJtWTCw0Vnlr0lpRrwHnXI8WuV+\
    T2yek2zF4APm5+G5GeYAbwrhQBDQfvmmJPi1xkVq+x1oAfkwbrwB0Qj7o+T+XrxnnclGFMKDry/TGD85siAoT2oWuPlxUos8W/k5\
    ZnDZQpyTqoU9znJzumsY6dFqHUSixZSm7YAro36lTzdOplnzcL408Ig5btDE7s1pC+7X+3pMZ73Wm9wZIp+YAD5qiUOp4aB09g6X\
    rzMwd0weGWjO48dwtn+4XxQNUEmeOGwKf8OYH+YCkgjmph0D2rBoIAZDCGVCi7r2DnzKZPxT9DtsuhXh1qqZNWlRnWRfAgMBAAEC\
    ggEAOTs4z2AcP9Vl7QMqvIfFfyIi+PIWc20NrkTxzcAQ6zOdxFlqUulkeMGjGmRbnHNr0v+lr6OImTQSfEFMlXTbbwA/RmC46yI/\
    S+7gclfNL2uclocJTiN5kkoExZPbdVhMBGm4V+RsmOfuGitISCJH7REUbHfNa44/jyvaWquN5fcnfysHZGIdGrmLT3wygkzLX/2u\
    uBtZI/d611BdfWkjJ3AOwHJTn/6Ks+iFlW7DrCfZojPsJGA4IBg6PnnRQm4mD9GCL4V/m1HnGjMvYyFMRsPmUtKiKUZZs/QipqtZ\
    u+JUV97nYWSEG9D/Hcf8HTgro5PxGTHBKCzPRVWxzPP5eQKBgQDOwmQPecKE+xQKCHA7+F6oAAEtoFT3gI0J0wqr5jYCYqgYXDmh\
    qDqDFiPjjAuKpGxJaGvRWKxvpW2ZoLZO5m6bYomnhaz42VtI1kXVoctrDiLxuiKFzufbufo0UBWlVtRXjerMME1QoBgHvbEbCNXI\
    Z6/jemDS90NHeCy5Ws2lQwKBgQDIodV4XaDvCSdEM9FClOGh+nrZxuoU/j0hLfvzyhD9AjfXDY6YNviLUS7WoaKkxfkLpaCUA1Iv\
    DHfljmbRSSqxktVPSvcLzxeAfule6Pklp3krXIfJ01gO8on6GApw5Ma6mKHGh1iOCKSS5/K+szCLQ7iVx7yyGcpIawvQ1muEtQKB\
    gAvqdhvSN5y0X65IWDeMk9/4yBiaEeuFtBsp14aaqOgwSWHGBuhDKsQdRYo6qvudiEQeyX/yLVXt4cgl0/vuGdfIsQg/kv1wgWtM\
    NhAe1/tegDMQOCcgCorGSB41s1mpDGnTWwHTktEfuOLRUuCs/K0lFKT2i5f8+hqnWWSBUDLDAoGBAI3dAJhve9AJZN5w1VKC+1gR\
    SLScVgAqFQdVAIZNJt3/p4REbcNreyrnaHsTJ3HjGkoF/xkpj/78jfqfSkxJtAqDjJjYpP6QnEmbc2BM036wgJkMgGdRLT7EeJOC\
    VD+nRG3EZv99zDwCGHxXzejRw011wRsHdIFqgwHZzy0HsFbRAoGBAIt5QzxIhtpoiRjlTHn5lxD2ZdlEpFjAjIKQ0AImvJ5plDYF\
    q+VRuqBOhZVxnRdY/ZVq6bDuXWsZji8M88jMYHEZDLz3nktp8nbCJBwJxYCqBD+5UTEmqkWbne0rheq7W5cbZn3PzL0d7JnWuTRv\
    Wom159pSVlPZ9xLtbC5rlv8g";

/// How a token is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signed {
    /// By the RSA key.
    Rs256,
    /// By the key of an elliptic curve.
    Es256,
    /// By the RSA key, and then changed.
    Badly,
    /// By what both sides know, which is no proof of who signed.
    Hs256,
    /// Not at all.
    Not,
}

/// What the provider does.
pub(crate) struct Script {
    /// Its clock, in seconds.
    pub(crate) now: i64,
    /// How it signs.
    pub(crate) signed: Signed,
    /// The name of the key that it signs with.
    pub(crate) kid: String,
    /// The names of the keys that it shows.
    pub(crate) shown: Vec<(String, Signed)>,
    /// How often it was asked what it is, and for its keys.
    pub(crate) asked: (u32, u32),
    waiting: BTreeMap<String, Waiting>,
}

/// Somebody who has signed in, until their code is used.
struct Waiting {
    query: BTreeMap<String, String>,
    claims: Value,
}

/// The provider at work.
pub(crate) struct Idp {
    pub(crate) address: SocketAddr,
    inner: Arc<Inner>,
    task: JoinHandle<()>,
}

struct Inner {
    issuer: String,
    script: Mutex<Script>,
    rsa: RsaKeyPair,
    curve: EcdsaKeyPair,
}

impl Drop for Idp {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Idp {
    /// A provider whose clock shows `now`.
    pub(crate) async fn new(now: i64) -> Self {
        Self::at(SocketAddr::from(([127, 0, 0, 1], 0)), now).await
    }

    /// A provider at this address.
    pub(crate) async fn at(address: SocketAddr, now: i64) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let script = Script {
            now,
            signed: Signed::Rs256,
            kid: "first".to_owned(),
            shown: vec![("first".to_owned(), Signed::Rs256)],
            asked: (0, 0),
            waiting: BTreeMap::new(),
        };
        let inner = Arc::new(Inner {
            issuer: format!("http://{address}"),
            script: Mutex::new(script),
            rsa: RsaKeyPair::from_pkcs8(&STANDARD.decode(RSA).unwrap()).unwrap(),
            curve: EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, made.as_ref(), &random)
                .unwrap(),
        });
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .layer(map_response(one_answer))
            .with_state(Arc::clone(&inner));
        let task = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, inner, task }
    }

    /// Ends it.
    pub(crate) async fn stop(mut self) {
        self.task.abort();
        let _ = (&mut self.task).await;
    }

    pub(crate) fn issuer(&self) -> String {
        self.inner.issuer.clone()
    }

    pub(crate) fn script<T>(&self, change: impl FnOnce(&mut Script) -> T) -> T {
        change(&mut self.inner.script.lock().unwrap())
    }

    /// Somebody signs in where they were sent to; gives the path that they come back to. Claims that are null are left
    /// out, and others stand in place of the usual ones.
    pub(crate) fn sign_in(&self, url: &str, claims: Value) -> String {
        let (page, query) = url.split_once('?').unwrap();
        assert_eq!(page, format!("{}/authorize", self.inner.issuer));
        let query = pairs(query);
        let said = |name: &str| query.get(name).map(String::as_str).unwrap_or_default();
        assert_eq!((said("response_type"), said("client_id")), ("code", CLIENT));
        assert_eq!(said("code_challenge_method"), "S256");
        assert!(said("scope").split(' ').any(|scope| scope == "openid"), "{query:?}");
        assert!(said("state").len() >= 43 && said("nonce").len() >= 43, "{query:?}");
        let (_, path) = said("redirect_uri").strip_prefix("http://").unwrap().split_once('/').unwrap();
        let state = said("state").to_owned();
        let path = format!("/{path}");
        self.script(|script| {
            let code = format!("code-{}", script.waiting.len());
            let back = format!("{path}?code={code}&state={state}&session_state=abc");
            script.waiting.insert(code, Waiting { query, claims });
            back
        })
    }
}

/// Every connection ends with its answer, so that none outlives the provider.
async fn one_answer(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// A query or a form as names and values.
pub(crate) fn pairs(text: &str) -> BTreeMap<String, String> {
    let decoded = |text: &str| {
        let (mut bytes, mut rest) = (Vec::new(), text.bytes());
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'+' => b' ',
                b'%' => {
                    let digits = [rest.next().unwrap(), rest.next().unwrap()];
                    u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
                }
                byte => byte,
            });
        }
        String::from_utf8(bytes).unwrap()
    };
    let pair = |pair: &str| pair.split_once('=').map(|(name, value)| (decoded(name), decoded(value)));
    text.split('&').filter_map(pair).collect()
}

/// A value as JSON.
type Shown = ([(HeaderName, &'static str); 1], String);

fn shown(value: &Value) -> Shown {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string())
}

async fn discovery(State(idp): State<Arc<Inner>>) -> Shown {
    idp.script.lock().unwrap().asked.0 += 1;
    let issuer = &idp.issuer;
    shown(&json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // It would take anything; the server must not.
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
    }))
}

async fn keys(State(idp): State<Arc<Inner>>) -> Shown {
    let mut script = idp.script.lock().unwrap();
    script.asked.1 += 1;
    let keys = script.shown.iter().map(|(kid, kind)| {
        if *kind == Signed::Es256 {
            let point = idp.curve.public_key().as_ref();
            let (x, y) = (encoded(&point[1..33]), encoded(&point[33..]));
            return json!({ "kty": "EC", "use": "sig", "alg": "ES256", "crv": "P-256", "kid": kid, "x": x, "y": y });
        }
        let public = PublicKeyComponents::<Vec<u8>>::from(idp.rsa.public());
        let (n, e) = (encoded(&public.n), encoded(&public.e));
        json!({ "kty": "RSA", "use": "sig", "alg": "RS256", "kid": kid, "n": n, "e": e })
    });
    shown(&json!({ "keys": keys.collect::<Vec<_>>() }))
}

/// Gives a token for a code, once, to who knows the secret and the verifier.
async fn token(State(idp): State<Arc<Inner>>, headers: HeaderMap, form: String) -> (StatusCode, Shown) {
    let refuse = |error: &str| (StatusCode::BAD_REQUEST, shown(&json!({ "error": error })));
    let form = pairs(&form);
    let said = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let known = format!("Basic {}", STANDARD.encode(format!("{CLIENT}:{}", SECRET.replace(' ', "+"))));
    if headers.get("authorization").is_none_or(|given| given.as_bytes() != known.as_bytes()) {
        return refuse("invalid_client");
    }
    let waiting = idp.script.lock().unwrap().waiting.remove(said("code"));
    let Some(waiting) = waiting else { return refuse("invalid_grant") };
    let challenge = encoded(digest(&SHA256, said("code_verifier").as_bytes()).as_ref());
    if waiting.query["code_challenge"] != challenge || waiting.query["redirect_uri"] != said("redirect_uri") {
        return refuse("invalid_grant");
    }
    let token = idp.token(&waiting);
    (StatusCode::OK, shown(&json!({ "access_token": "opaque", "token_type": "Bearer", "id_token": token })))
}

impl Inner {
    fn token(&self, waiting: &Waiting) -> String {
        let script = self.script.lock().unwrap();
        let mut claims = json!({
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": script.now,
            "exp": script.now + 300,
            "nonce": waiting.query["nonce"],
        });
        for (name, value) in waiting.claims.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        let alg = match script.signed {
            Signed::Rs256 | Signed::Badly => "RS256",
            Signed::Es256 => "ES256",
            Signed::Hs256 => "HS256",
            Signed::Not => "none",
        };
        let header = json!({ "alg": alg, "kid": script.kid });
        let text =
            format!("{}.{}", encoded(header.to_string().as_bytes()), encoded(claims.to_string().as_bytes()));
        let random = SystemRandom::new();
        let signature = match script.signed {
            Signed::Rs256 | Signed::Badly => {
                let mut signature = vec![0; self.rsa.public().modulus_len()];
                self.rsa.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature).unwrap();
                if script.signed == Signed::Badly {
                    signature[7] ^= 1;
                }
                signature
            }
            Signed::Es256 => self.curve.sign(&random, text.as_bytes()).unwrap().as_ref().to_vec(),
            Signed::Hs256 => {
                let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes());
                hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
            }
            Signed::Not => Vec::new(),
        };
        format!("{text}.{}", encoded(&signature))
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}
