//! A scripted endpoint that speaks the protocol of OpenAI, on loopback: each request gets the next turn of the script.
//!
//! It is a real server, so that what a client does about slow, broken and odd answers is tried on the wire.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::{Value, json};

/// What a request is answered with.
pub enum Turn {
    /// The model says this.
    Say(String),
    /// The model says what follows from the request.
    Answer(Box<dyn Fn(&Value) -> String + Send>),
    /// The model wants to look these up, each with its arguments.
    Call(Vec<(&'static str, Value)>),
    /// The model is cut off after this.
    Cut(String),
    /// The model refuses.
    Refuse,
    /// An HTTP status with these seconds of `Retry-After` and this body.
    Status(u16, Option<u64>, String),
    /// The connection breaks before an answer.
    Drop,
    /// Nothing comes for so long.
    Slow(Duration),
    /// An answer of so many bytes.
    Oversized(usize),
}

struct Shared {
    script: Mutex<VecDeque<Turn>>,
    requests: Mutex<Vec<Received>>,
    is_over: AtomicBool,
}

/// A request that came.
#[derive(Debug, Clone)]
pub struct Received {
    /// Method and path.
    pub line: String,
    /// The header `authorization`, if there was one.
    pub authorization: Option<String>,
    /// The body; null if there was none.
    pub body: Value,
}

/// A server that follows its script; it ends when it is dropped.
pub struct ModelServer {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl ModelServer {
    /// A server with this script. After its last turn it answers 500.
    #[expect(clippy::expect_used, reason = "a machine without loopback cannot run the test")]
    pub fn start(script: impl IntoIterator<Item = Turn>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("loopback has free ports");
        let address = listener.local_addr().expect("a listener has an address");
        let shared = Arc::new(Shared {
            script: Mutex::new(script.into_iter().collect()),
            requests: Mutex::default(),
            is_over: AtomicBool::new(false),
        });
        let serving = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.is_over.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let serving = Arc::clone(&serving);
                // A client that goes away in the middle is no fault of the server.
                thread::spawn(move || drop(serve(&serving, stream)));
            }
        });
        Self { address, shared }
    }

    /// Its address, up to `/v1`.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Adds turns to the script.
    pub fn then(&self, turns: impl IntoIterator<Item = Turn>) {
        self.shared.script.lock().unwrap_or_else(PoisonError::into_inner).extend(turns);
    }

    /// Forgets its script and what came so far.
    pub fn forget(&self) {
        self.shared.script.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The calls of a model that came so far.
    pub fn calls(&self) -> Vec<Received> {
        let requests = self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.iter().filter(|one| one.line.starts_with("POST ")).cloned().collect()
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // The listener notices at its next connection.
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(shared: &Shared, stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let received = read(&mut reader)?;
    let is_call = received.line.starts_with("POST ");
    let body = received.body.clone();
    shared.requests.lock().unwrap_or_else(PoisonError::into_inner).push(received);
    if !is_call {
        let models = json!({ "object": "list", "data": [{ "id": "scripted", "object": "model" }] });
        return write(stream, 200, None, &models.to_string());
    }
    let turn = shared.script.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    match turn {
        None => write(stream, 500, None, "the script is over"),
        Some(Turn::Say(content)) => write(stream, 200, None, &completion(&content, "stop")),
        Some(Turn::Answer(answer)) => write(stream, 200, None, &completion(&answer(&body), "stop")),
        Some(Turn::Call(calls)) => write(stream, 200, None, &wanted(&calls)),
        Some(Turn::Cut(content)) => write(stream, 200, None, &completion(&content, "length")),
        Some(Turn::Refuse) => {
            let message = json!({ "role": "assistant", "content": null, "refusal": "I would rather not." });
            let body = json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] });
            write(stream, 200, None, &body.to_string())
        }
        Some(Turn::Status(status, retry_after, body)) => write(stream, status, retry_after, &body),
        Some(Turn::Drop) => Ok(()),
        Some(Turn::Slow(long)) => {
            thread::sleep(long);
            Ok(())
        }
        Some(Turn::Oversized(bytes)) => write(stream, 200, None, &completion(&"x".repeat(bytes), "stop")),
    }
}

fn read(reader: &mut impl BufRead) -> std::io::Result<Received> {
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let (mut length, mut authorization) = (0, None);
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header.trim().is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').unwrap_or((&header, ""));
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().unwrap_or(0),
            "authorization" => authorization = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Ok(Received { line: line.trim().to_owned(), authorization, body })
}

fn wanted(calls: &[(&str, Value)]) -> String {
    let call = |(at, (name, arguments)): (usize, &(&str, Value))| {
        let function = json!({ "name": name, "arguments": arguments.to_string() });
        json!({ "id": format!("call-{at}"), "type": "function", "function": function })
    };
    let calls: Vec<Value> = calls.iter().enumerate().map(call).collect();
    let message = json!({ "role": "assistant", "content": null, "tool_calls": calls });
    json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "tool_calls" }] }).to_string()
}

fn completion(content: &str, finish_reason: &str) -> String {
    json!({
        "id": "scripted",
        "object": "chat.completion",
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": content },
            "finish_reason": finish_reason,
        }],
        "usage": { "prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18 },
    })
    .to_string()
}

fn write(mut stream: TcpStream, status: u16, retry_after: Option<u64>, body: &str) -> std::io::Result<()> {
    let retry = retry_after.map_or_else(String::new, |seconds| format!("retry-after: {seconds}\r\n"));
    let head = format!(
        "HTTP/1.1 {status} scripted\r\ncontent-type: application/json\r\n{retry}content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.flush()
}
