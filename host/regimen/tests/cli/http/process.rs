//! The server as a process: how it starts, what it logs, how it ends.

use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::client::{Client, PASSWORD, Serving};
use crate::Machine;

/// A `regimen serve` of its own, ended when it is dropped.
pub(crate) struct Process {
    child: Child,
    pub(crate) started: Value,
    log: Option<JoinHandle<String>>,
    took: Duration,
}

impl Process {
    fn start(machine: &Machine) -> Self {
        Self::start_with(machine, &[])
    }

    /// Starts one with these variables.
    pub(crate) fn start_with(machine: &Machine, variables: &[(&str, &str)]) -> Self {
        let before = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_regimen"))
            .args(["--json", "serve", "--listen", "127.0.0.1:0"])
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
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let started = serde_json::from_str(&line).unwrap_or_else(|_| panic!("started with: {line}"));
        Self { child, started, log, took: before.elapsed() }
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

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[tokio::test]
async fn ac_2_a_first_start_prints_a_link_and_the_log_tells_nothing_of_people() {
    let machine = Machine::new();
    let process = Process::start(&machine);
    assert!(process.took < Duration::from_secs(10), "{:?}", process.took);
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
