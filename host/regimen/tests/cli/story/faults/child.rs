//! Another process of this test binary: it acts on a store and tells what was acknowledged, until it is killed.
//!
//! What is told is a line on the standard output that begins with a mark; it is written after the commit, never before.

use std::{
    io::{self, BufRead, BufReader, Lines, Write},
    process::{self, ChildStdin, ChildStdout, Command, Stdio},
};

use domain::{
    id::Id,
    person::{Account, Athlete},
    session::{ExercisePerformance, SessionId},
    time::Instant,
};
use regimen::service::{
    app::{App, Caller},
    session::{
        self,
        finish::{self, Ending},
        log::{self, Logged},
    },
};
use serde::{Deserialize, Serialize};
use store::{Place, SessionRow};

use super::{open, person::sets};

/// Where a process finds its task; without one the test below has nothing to do.
const TASK: &str = "REGIMEN_TEST_TASK";

/// What a told line begins with.
const MARK: &str = "@@ ";

/// What another process is to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) place: String,
    pub(super) account: Id<Account>,
    pub(super) athlete: Id<Athlete>,
    pub(super) session: SessionId,
    pub(super) now: Instant,
    /// No two processes may make the same ids.
    pub(super) seed: u64,
    pub(super) act: Act,
}

/// What is done to the session.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) enum Act {
    /// Logs the sets with these numbers; tells each.
    Log(usize, usize),
    /// Tells that it is ready, finishes the session, tells that it did.
    Finish,
    /// Logs sets from this number on until one is refused; tells each, the problem, and the problem of finishing. When
    /// it is told to go on, logs the refused one.
    Fill(usize),
}

impl Task {
    pub(super) fn new(place: &Place, caller: &Caller, row: &SessionRow, now: Instant) -> Self {
        let place = match place {
            Place::Sqlite(file) => file.to_str().unwrap().to_owned(),
            Place::Postgres(url) => url.clone(),
        };
        let Caller { account, athlete } = *caller;
        Self { place, account, athlete, session: row.session.id, now, seed: 1, act: Act::Finish }
    }

    /// The same for the next process.
    pub(super) fn next(&mut self, act: Act) -> &Self {
        self.seed += 1;
        self.act = act;
        self
    }

    async fn run(&self) {
        let place = if self.place.starts_with("postgres://") {
            Place::Postgres(self.place.clone())
        } else {
            Place::Sqlite(self.place.clone().into())
        };
        let app = open(&place, self.now, self.seed).await;
        let caller = Caller { account: self.account, athlete: self.athlete };
        let row = session::show(&app, &caller, self.session).await.unwrap();
        match self.act {
            Act::Log(from, to) => {
                for number in from..to {
                    log::log(&app, &caller, self.session, &[numbered(&row, number)]).await.unwrap();
                    tell(number);
                }
            }
            Act::Finish => {
                tell("ready");
                finish::finish(&app, &caller, self.session, &Ending::default()).await.unwrap();
                tell("finished");
            }
            Act::Fill(from) => fill(&app, &caller, &row, from).await,
        }
    }
}

async fn fill(app: &App, caller: &Caller, row: &SessionRow, from: usize) {
    let mut number = from;
    let problem = loop {
        match log::log(app, caller, row.session.id, &[numbered(row, number)]).await {
            Ok(_) => tell(number),
            Err(problem) => break problem,
        }
        number += 1;
    };
    tell(problem.code.name);
    let refused = finish::finish(app, caller, row.session.id, &Ending::default()).await;
    tell(refused.unwrap_err().code.name);
    io::stdin().read_line(&mut String::new()).unwrap();
    log::log(app, caller, row.session.id, &[numbered(row, number)]).await.unwrap();
    tell(number);
}

/// The set with this number: exercises take turns, and beyond what is meant come more sets of the same kind.
pub(super) fn numbered(row: &SessionRow, number: usize) -> Logged {
    let exercises: &[ExercisePerformance] = &row.session.exercises;
    let exercise = &exercises[number % exercises.len()];
    let (meant, place) = (sets(exercise, 1), number / exercises.len());
    let mut set = meant[place.min(meant.len() - 1)].clone();
    set.id = Id::derive(&["numbered", &row.session.id.to_string(), &number.to_string()]);
    set.index = u32::try_from(place).unwrap();
    set.set_id = set.set_id.filter(|_| place < meant.len());
    Logged { performance_id: exercise.id, set, at: None }
}

fn tell(what: impl std::fmt::Display) {
    let mut out = io::stdout().lock();
    writeln!(out, "\n{MARK}{what}").unwrap();
    out.flush().unwrap();
}

#[test]
fn acts_as_it_is_told() {
    let Ok(task) = std::env::var(TASK) else { return };
    let task: Task = serde_json::from_str(&task).unwrap();
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(task.run());
}

/// A running process, as its parent sees it.
pub(super) struct Child {
    process: process::Child,
    lines: Lines<BufReader<ChildStdout>>,
    stdin: ChildStdin,
}

impl Child {
    pub(super) fn start(task: &Task) -> Self {
        Self::of(Command::new(std::env::current_exe().unwrap()), task)
    }

    /// A process whose files may not grow beyond so many blocks of 512 bytes; a write beyond fails as on a full disk.
    pub(super) fn start_limited(task: &Task, blocks: u64) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; ulimit -S -f \"$0\"; exec \"$@\"", &blocks.to_string()]);
        command.arg(std::env::current_exe().unwrap());
        Self::of(command, task)
    }

    fn of(mut command: Command, task: &Task) -> Self {
        let (_, module) = module_path!().split_once("::").unwrap();
        command.args([
            "--exact",
            &format!("{module}::acts_as_it_is_told"),
            "--nocapture",
            "--test-threads=1",
        ]);
        command.env(TASK, serde_json::to_string(task).unwrap());
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let stdin = process.stdin.take().unwrap();
        Self { process, lines, stdin }
    }

    /// What it tells next; nothing when it is gone.
    pub(super) fn told(&mut self) -> Option<String> {
        self.lines.by_ref().find_map(|line| line.unwrap().strip_prefix(MARK).map(str::to_owned))
    }

    /// Kills it as `kill -9` does; gives what it had told and nobody had read yet.
    pub(super) fn kill(mut self) -> Vec<String> {
        self.process.kill().unwrap();
        let rest = std::iter::from_fn(|| self.told()).collect();
        self.process.wait().unwrap();
        rest
    }

    /// Lets its files grow again, as on a disk that somebody cleaned up, and tells it to go on.
    pub(super) fn make_room(&mut self) {
        let pid = self.process.id().to_string();
        let raised = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited:"]).status().unwrap();
        assert!(raised.success());
        self.stdin.write_all(b"\n").unwrap();
    }

    /// Waits for its end.
    pub(super) fn end(mut self) {
        assert!(self.process.wait().unwrap().success());
    }
}
