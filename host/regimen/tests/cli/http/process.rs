//! The server as a process: how it starts, what it logs, how it ends.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::SocketAddr,
    process::{Child, ChildStdout, Command, Stdio},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::client::{Client, PASSWORD, Serving};
use crate::Machine;

/// A `regimen serve` of its own, ended when it is dropped.
pub(crate) struct Process {
    child: Child,
    out: BufReader<ChildStdout>,
    pub(crate) started: Value,
    log: Option<JoinHandle<String>>,
    took: Duration,
}

impl Process {
    pub(super) fn start(machine: &Machine) -> Self {
        Self::start_with(machine, &[])
    }

    /// Starts one with these variables.
    pub(crate) fn start_with(machine: &Machine, variables: &[(&str, &str)]) -> Self {
        Self::start_at(machine, "127.0.0.1:0", variables)
    }

    fn start_at(machine: &Machine, listen: &str, variables: &[(&str, &str)]) -> Self {
        let before = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_regimen"))
            .args(["--json", "serve", "--listen", listen])
            .env_clear()
            .env("HOME", machine.home.path())
            .env("REGIMEN_LOG_FORMAT", "json")
            .env("REGIMEN_LOG_LEVEL", "trace")
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Read as it comes, so that the server never waits for who reads its log.
        let mut lines = child.stderr.take().unwrap();
        let log = Some(thread::spawn(move || {
            let mut log = String::new();
            lines.read_to_string(&mut log).unwrap();
            log
        }));
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let started = line(&mut out);
        Self { child, out, started, log, took: before.elapsed() }
    }

    /// What it prints next.
    fn next(&mut self) -> Value {
        line(&mut self.out)
    }

    pub(crate) fn client(&self) -> Client {
        let url = self.started["url"].as_str().unwrap();
        let address: SocketAddr = url.strip_prefix("http://").unwrap().parse().unwrap();
        Serving::browser_at(address)
    }

    /// Asks it to end, and gives its log.
    pub(crate) fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let log = self.log.take().unwrap().join().unwrap();
        assert!(self.child.wait().unwrap().success(), "{log}");
        log
    }
}

fn line(out: &mut impl BufRead) -> Value {
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap_or_else(|_| panic!("printed: {line}"))
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[tokio::test]
async fn ac_8_an_unknown_login_takes_a_hash_like_any_other_and_too_many_at_once_are_sent_away() {
    let machine = Machine::new();
    let process = Process::start(&machine);
    let code = process.started["set_up"].as_str().unwrap().split_once("/setup?code=").unwrap().1.to_owned();
    let anna = process.client();
    anna.post("/api/setup", json!({ "code": code, "login": "anna", "password": PASSWORD })).await.ok();
    // The places of AC-8, and some more.
    let places = thread::available_parallelism().unwrap().get() + 64;
    let guesses = (0..places + 20).map(|number| {
        let thief = process.client().with("x-forwarded-proto", "https");
        let thief = thief.with("x-forwarded-for", &format!("198.51.100.{}", number % 200));
        let guess = json!({ "login": format!("nobody-{number}"), "password": "a guess of somebody" });
        async move { thief.post("/api/sign-in", guess).await }
    });
    let told = futures_util::future::join_all(guesses).await;
    let busy = told.iter().filter(|reply| reply.status == 503);
    for reply in busy.clone() {
        assert_eq!(reply.refused().1, "overloaded");
        assert!(reply.header("retry-after").is_some(), "{reply:?}");
    }
    assert!(busy.clone().any(|reply| reply.header("retry-after") == Some("5")), "nobody waited for a hash");
    let wrong = told.iter().filter(|reply| reply.status == 401).count();
    assert_eq!(wrong + busy.count(), told.len());
    assert!(wrong >= 64, "{wrong} had a place");
    // Who comes later has one again.
    anna.post("/api/sign-in", json!({ "login": "anna", "password": PASSWORD })).await.ok();
}

#[tokio::test]
async fn ac_2_a_first_start_prints_a_link_and_the_log_tells_nothing_of_people() {
    let machine = Machine::new();
    let process = Process::start(&machine);
    assert!(process.took < Duration::from_secs(1), "{:?}", process.took);
    let link = process.started["set_up"].as_str().unwrap().to_owned();
    let code = link.split_once("/setup?code=").unwrap().1.to_owned();
    let browser = process.client();
    let new =
        json!({ "code": code, "login": "zebulon", "display_name": "Zebulon Quint", "password": PASSWORD });
    browser.post("/api/setup", new).await.ok();
    browser.post("/api/body-weights", json!({ "grams": 81_237 })).await.made();
    let saved = browser.post("/api/sessions", json!({ "wanted": { "intent": "full_body" } })).await.made();
    let skip = format!("/api/sessions/{}/skip", saved["id"].as_str().unwrap());
    browser.post(&skip, json!({ "reason": "quarrel with a walrus" })).await.ok();
    browser.post("/api/sign-in", json!({ "login": "zebulon", "password": "wrong-pelican" })).await;
    browser.post("/api/sign-in", json!({ "login": "walrus", "password": PASSWORD })).await;
    browser.get("/api/sessions?from=walrus").await;
    browser.send("POST", "/api/body-weights", Some("{\"walrus\": 1}".to_owned())).await;
    let log = process.stop();
    assert!(log.contains("the link to set up with is on standard output"), "{log}");
    let lines = log.lines().filter(|line| line.contains("\"served\"")).count();
    assert!(lines >= 7, "{log}");
    for secret in ["zebulon", "Zebulon", "Quint", "81237", "81_237", "walrus", "pelican", PASSWORD, &code] {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
    // A second start finds an account, and prints no link.
    let process = Process::start(&machine);
    assert_eq!(process.started["set_up"], Value::Null);
    let again = process.client();
    again.post("/api/sign-in", json!({ "login": "zebulon", "password": PASSWORD })).await.ok();
    process.stop();
}

#[tokio::test]
async fn ac_2_a_server_whose_last_account_goes_prints_a_new_link() {
    let machine = Machine::new();
    let mut process = Process::start_at(&machine, "0.0.0.0:0", &[]);
    let code = |printed: &Value| {
        let link = printed["set_up"].as_str().unwrap().to_owned();
        assert!(link.starts_with("http://127.0.0.1:"), "{link}");
        link.split_once("/setup?code=").unwrap().1.to_owned()
    };
    let first = code(&process.started);
    let browser = process.client();
    let new = |code: &str, login: &str| json!({ "code": code, "login": login, "password": PASSWORD });
    let me = browser.post("/api/setup", new(&first, "anna")).await.ok();
    let account = me["account_id"].as_str().unwrap();
    browser.delete(&format!("/api/admin/accounts/{account}?confirm=anna")).await.done();
    assert_eq!(browser.get("/api/me").await.refused(), (503, "not_set_up".to_owned()));
    let second = code(&process.next());
    let late = browser.post("/api/setup", new(&first, "olga")).await;
    assert_eq!(late.refused(), (410, "link_invalid".to_owned()));
    browser.post("/api/setup", new(&second, "olga")).await.ok();
    let log = process.stop();
    assert!(!log.contains(&first) && !log.contains(&second), "{log}");
}

#[tokio::test]
async fn gl_8_what_is_kept_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let machine = Machine::new();
    let process = Process::start(&machine);
    let data = machine.path(".local/share/regimen");
    let rights = |name: &str| std::fs::metadata(data.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(rights(""), 0o700);
    for file in ["regimen.db", "regimen.db-wal", "regimen.db-shm"] {
        assert_eq!(rights(file), 0o600, "{file}");
    }
    process.stop();
}

#[tokio::test]
async fn a_request_that_never_becomes_whole_does_not_hold_the_end_up() {
    let machine = Machine::new();
    let process = Process::start(&machine);
    let url = process.started["url"].as_str().unwrap().strip_prefix("http://").unwrap();
    let mut lines = Vec::new();
    for half in [
        "GET /healthz HTTP/1.1\r\nhost: a\r\nx: ",
        "POST /api/sign-in HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{",
    ] {
        let mut line = std::net::TcpStream::connect(url).unwrap();
        line.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
        let mut answer = [0; 4096];
        let count = line.read(&mut answer).unwrap();
        assert!(answer[..count].starts_with(b"HTTP/1.1 200"));
        line.write_all(half.as_bytes()).unwrap();
        lines.push(line);
    }
    let before = Instant::now();
    let log = process.stop();
    assert!(before.elapsed() < Duration::from_secs(6), "{:?}", before.elapsed());
    assert!(!log.contains("given up"), "{log}");
}

#[test]
fn l_35_a_server_that_writes_calls_down_says_so_at_its_start() {
    let machine = Machine::new();
    let quiet = Process::start(&machine);
    assert_eq!(quiet.started["debug_capture"], Value::Null);
    assert!(!quiet.stop().contains("model-debug"));
    let variables =
        [("REGIMEN_FLOW_DEBUG_CAPTURE", "true"), ("REGIMEN_MODEL_BASE_URL", "http://127.0.0.1:1/v1")];
    let telling = Process::start_with(&machine, &variables);
    assert!(telling.started["debug_capture"].as_str().unwrap().ends_with("/model-debug.jsonl"));
    assert!(telling.stop().contains("written down for a day"));
}

#[tokio::test]
async fn an_address_that_is_taken_is_named() {
    let machine = Machine::new();
    let process = Process::start(&machine);
    let address = process.started["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
    let answer = machine.run(&["serve", "--listen", &address]);
    assert_eq!(answer.status, 1, "{}", answer.err);
    assert!(answer.err.contains(&address) && answer.err.contains("--listen"), "{}", answer.err);
}
