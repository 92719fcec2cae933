//! A scripted Strava on loopback: it asks nobody, gives tokens, renews them, lists activities, and forgets (L-37).
//!
//! It is a real server that keeps what it gave: an access token that it does not know any more is refused, a refresh token
//! works once. What shall go wrong is set beforehand.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use serde_json::{Value, json};

/// What the server does.
#[derive(Debug, Clone)]
pub struct Script {
    /// What the athlete allows; nothing at all if absent.
    pub scope: Option<String>,
    /// Until when the next tokens are good, in seconds.
    pub expires_at: i64,
    /// Whether refresh tokens are refused.
    pub refuses_refresh: bool,
    /// Whether every call is answered with 500.
    pub is_down: bool,
    /// After how many pages of activities it has had enough.
    pub pages_left: Option<usize>,
    /// The activities of the athlete, oldest first.
    pub activities: Vec<Value>,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            scope: Some("read,activity:read_all".to_owned()),
            expires_at: 0,
            refuses_refresh: false,
            is_down: false,
            pages_left: None,
            activities: vec![],
        }
    }
}

/// A call that came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Method and path.
    pub what: String,
    /// The fields of the query and of the form.
    pub fields: BTreeMap<String, String>,
}

#[derive(Debug, Default)]
struct State {
    script: Script,
    asked: Vec<Asked>,
    /// Counts the tokens that were given.
    given: usize,
    access: Option<String>,
    refresh: Option<String>,
}

/// A server that follows its script; it ends when it is dropped.
#[derive(Debug)]
pub struct StravaServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    is_over: Arc<AtomicBool>,
}

impl StravaServer {
    /// A server that goes by this script.
    #[expect(clippy::expect_used, reason = "a machine without loopback cannot run the test")]
    pub fn start(script: Script) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("loopback has free ports");
        let address = listener.local_addr().expect("a listener has an address");
        let state = Arc::new(Mutex::new(State { script, ..State::default() }));
        let is_over = Arc::new(AtomicBool::new(false));
        let (serving, over) = (Arc::clone(&state), Arc::clone(&is_over));
        thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let serving = Arc::clone(&serving);
                // A client that goes away in the middle is no fault of the server.
                thread::spawn(move || drop(serve(&serving, stream)));
            }
        });
        Self { address, state, is_over }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Changes the script.
    pub fn change(&self, change: impl FnOnce(&mut Script)) {
        change(&mut lock(&self.state).script);
    }

    /// Forgets the tokens that it gave, as when the athlete ends it there.
    pub fn forget(&self) {
        let mut state = lock(&self.state);
        (state.access, state.refresh) = (None, None);
    }

    /// The calls that came so far, of this method and path.
    pub fn asked(&self, what: &str) -> Vec<Asked> {
        lock(&self.state).asked.iter().filter(|asked| asked.what == what).cloned().collect()
    }

    /// Every token that it has given so far, to look for where none may be.
    pub fn given(&self) -> Vec<String> {
        let given = lock(&self.state).given;
        (1..=given).flat_map(|number| [access(number), refresh(number)]).collect()
    }
}

impl Drop for StravaServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // The listener notices at its next connection.
        let _ = TcpStream::connect(self.address);
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn access(number: usize) -> String {
    format!("access-token-{number}")
}

fn refresh(number: usize) -> String {
    format!("refresh-token-{number}")
}

/// What is answered: a status, a place to go to, a body.
type Reply = (u16, Option<String>, Value);

fn serve(state: &Mutex<State>, stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let (mut length, mut bearer) = (0, None);
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').unwrap_or((&header, ""));
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => bearer = value.trim().strip_prefix("Bearer ").map(str::to_owned),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut fields = pairs(query);
    fields.extend(pairs(&String::from_utf8_lossy(&body)));
    let what = format!("{method} {path}");
    let reply = {
        let mut state = lock(state);
        state.asked.push(Asked { what: what.clone(), fields: fields.clone() });
        state.reply(&what, &fields, bearer.as_deref())
    };
    write(stream, reply)
}

impl State {
    fn reply(&mut self, what: &str, fields: &BTreeMap<String, String>, bearer: Option<&str>) -> Reply {
        let field = |name: &str| fields.get(name).map(String::as_str).unwrap_or_default();
        let is_known = bearer.is_some() && bearer == self.access.as_deref();
        match what {
            _ if self.script.is_down => (500, None, json!({ "message": "down" })),
            "GET /oauth/authorize" => {
                let end = match &self.script.scope {
                    Some(scope) => format!("code=good-code&scope={}", scope.replace(',', "%2C")),
                    None => "error=access_denied".to_owned(),
                };
                let back = format!("{}?state={}&{end}", field("redirect_uri"), field("state"));
                (302, Some(back), Value::Null)
            }
            "POST /oauth/token" => self.tokens(field("grant_type"), field("code"), field("refresh_token")),
            "POST /oauth/deauthorize" if is_known => {
                (self.access, self.refresh) = (None, None);
                (200, None, json!({ "access_token": bearer }))
            }
            "GET /api/v3/athlete/activities" if is_known => {
                self.page(field("after"), field("page"), field("per_page"))
            }
            "POST /oauth/deauthorize" | "GET /api/v3/athlete/activities" => {
                (401, None, json!({ "message": "Authorization Error" }))
            }
            _ => (404, None, json!({ "message": "Record Not Found" })),
        }
    }

    fn tokens(&mut self, grant: &str, code: &str, refresh_token: &str) -> Reply {
        let is_good = match grant {
            "authorization_code" => code == "good-code",
            _ => !self.script.refuses_refresh && self.refresh.as_deref() == Some(refresh_token),
        };
        if !is_good {
            return (400, None, json!({ "message": "Bad Request" }));
        }
        self.given += 1;
        (self.access, self.refresh) = (Some(access(self.given)), Some(refresh(self.given)));
        let body = json!({
            "token_type": "Bearer", "access_token": self.access, "refresh_token": self.refresh,
            "expires_at": self.script.expires_at, "expires_in": 21_600, "athlete": { "id": 1 },
        });
        (200, None, body)
    }

    fn page(&mut self, after: &str, page: &str, per_page: &str) -> Reply {
        if let Some(left) = &mut self.script.pages_left {
            if *left == 0 {
                return (429, None, json!({ "message": "Rate Limit Exceeded" }));
            }
            *left -= 1;
        }
        let number = |text: &str| text.parse::<usize>().unwrap_or(0);
        let (first, count) = (number(per_page) * number(page).saturating_sub(1), number(per_page));
        let after: i64 = after.parse().unwrap_or(0);
        // Each says in `epoch` when it began; the real one knows without.
        let is_later = |one: &&Value| one["epoch"].as_i64().is_none_or(|epoch| epoch > after);
        let found = self.script.activities.iter().filter(is_later).skip(first).take(count);
        (200, None, found.cloned().collect())
    }
}

/// The fields of a query or a form.
fn pairs(text: &str) -> BTreeMap<String, String> {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), decoded(value))).collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next(), rest.next()].map(|digit| char::from(digit.unwrap_or(b'0')));
                u8::from_str_radix(&digits.iter().collect::<String>(), 16).unwrap_or(b'?')
            }
            byte => byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn write(mut stream: TcpStream, (status, location, body): Reply) -> std::io::Result<()> {
    let body = body.to_string();
    let location = location.map_or_else(String::new, |to| format!("location: {to}\r\n"));
    let head = format!(
        "HTTP/1.1 {status} scripted\r\ncontent-type: application/json\r\n{location}content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.flush()
}
