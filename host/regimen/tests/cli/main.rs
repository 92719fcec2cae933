//! The program as a person meets it: the real binary, an empty environment, a home of its own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::large_futures,
    reason = "what helps a test fails like one, and a story need not be small"
)]

mod activity;
mod catalog;
mod chat;
mod coaching;
mod commands;
mod config;
mod demo;
mod eating;
mod flow;
mod http;
mod jobs;
mod llm;
mod meals;
mod names;
mod people;
mod problems;
mod sessions;
mod story;
mod terminal;
mod train;
mod upkeep;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use regimen::document::documents;
use serde_json::Value;
use tempfile::TempDir;

/// A person's machine: a home folder and nothing in the environment but where it is.
struct Machine {
    home: TempDir,
    variables: Vec<(String, String)>,
}

/// What a command answered.
struct Answer {
    status: i32,
    out: String,
    err: String,
}

impl Machine {
    fn new() -> Self {
        Self { home: TempDir::new().unwrap(), variables: Vec::new() }
    }

    fn set(mut self, name: &str, value: impl AsRef<str>) -> Self {
        self.variables.push((name.to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Writes a file below the home folder and says where it is.
    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regimen"));
        command.args(args).env_clear().env("HOME", self.home.path());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.current_dir(self.home.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Answer {
        let output = self.command(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Answer { status: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Answer {
    /// What a command printed that did what it should.
    #[track_caller]
    fn data(self) -> String {
        assert_eq!((self.status, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The one JSON value a command printed.
    #[track_caller]
    fn json(self) -> Value {
        let data = self.data();
        assert_eq!(data.lines().count(), 1, "{data}");
        serde_json::from_str(&data).unwrap()
    }

    /// The problem of a command that left with 2 and printed no data (GL-4).
    #[track_caller]
    fn refusal(self) -> String {
        assert_eq!((self.status, self.out.as_str()), (2, ""), "{}", self.err);
        self.err
    }

    /// The problem object of such a command that was asked for JSON.
    #[track_caller]
    fn refusal_object(self) -> Value {
        let refusal = self.refusal();
        assert_eq!(refusal.lines().count(), 1, "{refusal}");
        serde_json::from_str(&refusal).unwrap()
    }
}

fn regimen(args: &[&str]) -> Answer {
    Machine::new().run(args)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
