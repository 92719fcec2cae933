//! A server of its own, and a client that speaks HTTP and no more.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    sync::{Arc, LazyLock},
};

use domain::time::Instant;
use regimen::{
    api::{
        Options, Server,
        endpoint::Endpoint,
        endpoints, refusal,
        serve::{bind, run},
    },
    service::{
        access::link::{self, SignUp},
        app::App,
    },
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
};

use crate::story::both::Fresh;

/// The password of everybody here.
pub(crate) const PASSWORD: &str = "correct horse battery staple";

/// A server at work; it stops when it is dropped.
pub(crate) struct Serving {
    pub(crate) server: Arc<Server>,
    pub(crate) address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

impl Serving {
    /// A server on an empty database, on a Monday morning.
    pub(crate) async fn new(fresh: &Fresh, options: Options) -> Self {
        let now: Instant = "2026-03-02T07:00:00Z".parse().unwrap();
        Self::of(App::scripted(fresh.store().await, now, 1), options).await
    }

    /// A server of this program.
    pub(crate) async fn of(app: App, options: Options) -> Self {
        let server = Server::new(app, options);
        let listener = bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let stopping = async move {
            let _ = stopped.await;
        };
        tokio::spawn(run(Arc::clone(&server), listener, stopping));
        Self { server, address, _stop: stop }
    }

    /// A server with an account `anna` who administers and trains, and her browser.
    pub(crate) async fn set_up(fresh: &Fresh) -> (Self, Client) {
        Self::set_up_with(fresh, Options::default()).await
    }

    /// The same, with these options.
    pub(crate) async fn set_up_with(fresh: &Fresh, options: Options) -> (Self, Client) {
        let now: Instant = "2026-03-02T07:00:00Z".parse().unwrap();
        Self::set_up_app(App::scripted(fresh.store().await, now, 1), options).await
    }

    /// The same, of this program.
    pub(crate) async fn set_up_app(app: App, options: Options) -> (Self, Client) {
        let serving = Self::of(app, Options { sign_up: SignUp::Invite, ..options }).await;
        let browser = serving.browser();
        let code = link::to_set_up(&serving.server.app).await.unwrap().unwrap().code;
        let zone = json!({ "training_age": "intermediate", "goal": "hypertrophy", "units": "kg", "zone": "Europe/Berlin" });
        let new = json!({ "code": code, "login": "anna", "password": PASSWORD, "profile": zone });
        browser.post("/api/setup", new).await.ok();
        (serving, browser)
    }

    /// A browser that nobody has signed in with.
    pub(crate) fn browser(&self) -> Client {
        Self::browser_at(self.address)
    }

    /// A program with a token.
    pub(crate) fn program(&self, token: &str) -> Client {
        let headers = vec![("authorization".to_owned(), format!("Bearer {token}"))];
        Client { address: self.address, cookies: RefCell::default(), headers }
    }

    /// A browser that asks at this address.
    pub(crate) fn browser_at(address: SocketAddr) -> Client {
        let own = vec![("sec-fetch-site".to_owned(), "same-origin".to_owned())];
        Client { address, cookies: RefCell::default(), headers: own }
    }

    /// Somebody who joins by an invitation of `host`, and their browser.
    pub(crate) async fn join(&self, host: &Client, login: &str, roles: &[&str]) -> Client {
        let invited = host.post("/api/admin/invites", json!({ "roles": roles })).await.made();
        let browser = self.browser();
        let new = json!({ "code": invited["code"], "login": login, "password": PASSWORD });
        browser.post("/api/sign-up", new).await.ok();
        browser
    }
}

/// Somebody who asks.
#[derive(Clone)]
pub(crate) struct Client {
    address: SocketAddr,
    cookies: RefCell<BTreeMap<String, String>>,
    headers: Vec<(String, String)>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) text: String,
    /// How long the body is, before it is read as text.
    pub(crate) bytes: usize,
}

impl Client {
    /// The same with one more header.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    /// The same without the header.
    pub(crate) fn without(&self, name: &str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| known != name);
        client
    }

    /// The value of a cookie that it keeps.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().get(name).cloned()
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, Some(body.to_string())).await
    }

    /// The same person with the same cookies at another server.
    pub(crate) fn at(&self, other: &Self) -> Self {
        Self { address: other.address, ..self.clone() }
    }

    /// Where it asks.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The cookies that were set, each with its value.
    pub(crate) fn secrets(&self) -> Vec<String> {
        self.cookies.borrow().values().cloned().collect()
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Reply {
        self.send("PUT", path, Some(body.to_string())).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None).await
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Option<String>) -> Reply {
        let has = |wanted: &str| self.headers.iter().any(|(name, _)| name == wanted);
        let mut head = vec![format!("{method} {path} HTTP/1.1"), "connection: close".to_owned()];
        if !has("host") {
            head.push(format!("host: {}", self.address));
        }
        head.extend(self.headers.iter().map(|(name, value)| format!("{name}: {value}")));
        let cookies: Vec<_> =
            self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            head.push(format!("cookie: {}", cookies.join("; ")));
        }
        if let Some(body) = &body {
            if !has("content-type") {
                head.push("content-type: application/json".to_owned());
            }
            head.push(format!("content-length: {}", body.len()));
        }
        let text = format!("{}\r\n\r\n{}", head.join("\r\n"), body.unwrap_or_default());
        let reply = raw(self.address, text.as_bytes()).await;
        reply.check_described(method, path);
        for (_, set) in reply.headers.iter().filter(|(name, _)| name == "set-cookie") {
            let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
            match value {
                "" => self.cookies.borrow_mut().remove(name),
                value => self.cookies.borrow_mut().insert(name.to_owned(), value.to_owned()),
            };
        }
        reply
    }
}

/// Sends bytes as they are and reads the answer.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> Reply {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that refuses a body may close before all of it was sent.
    let _ = stream.write_all(bytes).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    // Heads have no letter that is longer as text.
    let all = answer.len();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
    let header =
        |line: &str| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
    Reply {
        status: status.unwrap_or(0),
        headers: lines.filter_map(header).collect(),
        text: text.to_owned(),
        bytes: all.saturating_sub(head.len() + 4),
    }
}

/// The statuses that the document names for each call.
static DESCRIBED: LazyLock<Vec<(Endpoint, BTreeSet<u16>)>> = LazyLock::new(|| {
    let described = |endpoint: Endpoint| {
        let mut statuses = refusal::statuses(&endpoint);
        statuses.insert(endpoint.status);
        if endpoint.is_safe() {
            statuses.insert(304);
        }
        (endpoint, statuses)
    };
    endpoints().into_iter().map(described).collect()
});

/// Whether a path is one of this call: what is in braces stands for anything.
fn is_of(endpoint: &Endpoint, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let Some(path) = path.strip_prefix("/api") else { return false };
    let (known, given) = (endpoint.path.split('/'), path.split('/'));
    known.clone().count() == given.clone().count()
        && known.zip(given).all(|(known, given)| known == given || known.starts_with('{'))
}

impl Reply {
    /// GL-4: that the document names the status of every answer that any test gets.
    #[track_caller]
    fn check_described(&self, method: &str, path: &str) {
        let known = DESCRIBED.iter().filter(|(one, _)| one.method.as_str() == method && is_of(one, path));
        // `/sessions/open-slot` is not a session.
        let Some((endpoint, statuses)) = known.min_by_key(|(one, _)| one.path.matches('{').count()) else {
            return;
        };
        let is_told = self.status == 0 || statuses.contains(&self.status);
        assert!(is_told, "{method} {} does not tell of {}: {}", endpoint.path, self.status, self.text);
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The body of a call that went well.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json()
    }

    /// The body of a call that made something.
    #[track_caller]
    pub(crate) fn made(&self) -> Value {
        assert_eq!(self.status, 201, "{}", self.text);
        self.json()
    }

    /// That a call was done and has nothing to say.
    #[track_caller]
    pub(crate) fn done(&self) {
        assert_eq!((self.status, self.text.as_str()), (204, ""));
    }

    /// The status and code of a problem; it is a problem+json that names its request.
    #[track_caller]
    pub(crate) fn refused(&self) -> (u16, String) {
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:?}");
        let object = self.json();
        assert_eq!(object["status"], self.status);
        assert_eq!(object["type"], format!("/errors/{}", object["code"].as_str().unwrap()));
        assert_eq!(object["request_id"].as_str(), self.header("x-request-id"));
        assert!(!object["detail"].as_str().unwrap().is_empty(), "{object}");
        (self.status, object["code"].as_str().unwrap().to_owned())
    }

    /// Where a browser is sent to.
    #[track_caller]
    pub(crate) fn sent_to(&self) -> &str {
        assert_eq!(self.status, 302, "{self:?}");
        self.header("location").unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
