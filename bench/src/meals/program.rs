//! Another program that solves: it reads a problem file and prints a result (MB-4).

use std::{
    convert::Infallible,
    fmt,
    io::{self, Read, Write},
    process::{Command, Stdio},
    str::FromStr,
    sync::mpsc,
    thread,
    time::Duration,
};

use nutrition::outcome::Status;
use serde::Deserialize;
use thiserror::Error;

use super::check::Placed;

/// MB-4: a solver has 60 seconds; a program gets some more to start and to read.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);

/// A program and its arguments, separated by blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Program(Vec<String>);

impl FromStr for Program {
    type Err = Infallible;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        Ok(Self(line.split_whitespace().map(str::to_owned).collect()))
    }
}

/// Its words without folders, which say more about a machine than about a solver.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.iter().map(|word| word.rsplit('/').next().unwrap_or(word));
        f.write_str(&words.collect::<Vec<_>>().join(" "))
    }
}

/// What a program must print; further members are ignored.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct Printed {
    pub(crate) status: Status,
    #[serde(default)]
    pub(crate) plan: Vec<Placed>,
}

/// Why a program gave no answer.
#[derive(Debug, Error)]
pub(crate) enum NoAnswer {
    #[error("it could not be run: {0}")]
    NotRun(#[from] io::Error),
    #[error("it gave no answer in {} seconds", .0.as_secs())]
    TooLate(Duration),
    #[error("it printed no result: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl Program {
    /// Lets the program solve a problem file; its exit code does not matter.
    pub(crate) fn solve(&self, problem: &str) -> Result<Printed, NoAnswer> {
        let (name, arguments) =
            self.0.split_first().ok_or(io::ErrorKind::InvalidInput).map_err(io::Error::from)?;
        let printed = feed(Command::new(name).args(arguments), problem, PATIENCE)?;
        Ok(serde_json::from_str(&printed)?)
    }
}

/// Gives `input` to a program and returns what it prints; ends it when it takes longer than `patience`.
pub(crate) fn feed(command: &mut Command, input: &str, patience: Duration) -> Result<String, NoAnswer> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        // A program that stops reading early has its reasons; what it prints tells them.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        scope.spawn(move || {
            let mut text = String::new();
            let read = stdout.map_or(Ok(0), |mut stdout| stdout.read_to_string(&mut text));
            sender.send(read.map(|_| text))
        });
        let printed = receiver.recv_timeout(patience);
        if printed.is_err() {
            // With the program its pipes end, and with them the threads.
            child.kill()?;
        }
        child.wait()?;
        Ok(printed.map_err(|_| NoAnswer::TooLate(patience))??)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(line: &str) -> Result<Printed, NoAnswer> {
        line.parse::<Program>().unwrap().solve(r#"{"days": 1}"#)
    }

    #[test]
    fn mb_4_a_program_prints_status_and_plan() {
        let printed =
            solve(r#"echo {"status":"found","stage":"x","plan":[{"day":1,"slot":0,"recipe_id":"r1"}]}"#);
        let printed = printed.unwrap();
        assert_eq!((printed.status, printed.plan[0].recipe_id.as_str()), (Status::Found, "r1"));
        assert_eq!(solve(r#"echo {"status":"infeasible"}"#).unwrap().plan, []);
    }

    #[test]
    fn mb_4_a_program_without_a_result_is_named_with_its_reason() {
        assert!(matches!(solve("cat"), Err(NoAnswer::Unreadable(_))));
        assert!(matches!(solve("true"), Err(NoAnswer::Unreadable(_))));
        assert!(matches!(solve("/nowhere/solver"), Err(NoAnswer::NotRun(_))));
        assert!(matches!(solve(" "), Err(NoAnswer::NotRun(_))));
    }

    #[test]
    fn a_program_is_named_without_its_folders() {
        let program: Program = "/tmp/venv/bin/python3  bench/solve.py --fast".parse().unwrap();
        assert_eq!(program.to_string(), "python3 solve.py --fast");
    }

    #[test]
    fn a_program_reads_all_of_the_problem() {
        let input = "x".repeat(1 << 20);
        let printed = feed(&mut Command::new("cat"), &input, PATIENCE).unwrap();
        assert!(printed == input);
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let late = feed(Command::new("sleep").arg("60"), "", Duration::from_millis(1));
        assert!(matches!(late, Err(NoAnswer::TooLate(_))));
    }
}
