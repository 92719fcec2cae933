//! L-35: while somebody looks for a mistake, prompts and answers are written to a file that only its owner can read. What
//! is older than a day is taken out again. It is off unless it is asked for, and said when the server starts.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use assistant::model::conversation::Call;
use domain::time::Instant;
use serde::Deserialize;
use serde_json::json;

use super::Step;

/// L-35: for how long anything is kept.
const KEPT_S: i64 = 86_400;

/// The file below the data folder.
const NAME: &str = "model-debug.jsonl";

/// A file with prompts and answers.
#[derive(Debug)]
pub struct Capture {
    file: PathBuf,
    writing: Mutex<()>,
}

/// As much of a line as tells its age.
#[derive(Deserialize)]
struct Line {
    at: Instant,
}

impl Capture {
    /// The file below this folder; it is there from the first call on.
    pub fn below(folder: &Path) -> Self {
        Self { file: folder.join(NAME), writing: Mutex::default() }
    }

    /// Where it is.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Writes one call down. A file that cannot be written is no reason for a call to fail.
    pub(super) fn write(&self, step: Step, call: &Call, answer: &str, now: Instant) {
        let line = json!({
            "at": now, "step": step, "attempt": call.attempt, "model": call.model, "messages": call.messages,
            "answer": answer,
        });
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let written = prune(&self.file, now).and_then(|()| writeln!(open(&self.file, false)?, "{line}"));
        if let Err(error) = written {
            tracing::warn!(%error, "a call of the model was not written down");
        }
    }

    /// Takes out what is older than a day.
    pub fn prune(&self, now: Instant) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = prune(&self.file, now) {
            tracing::warn!(%error, "old calls of the model were not removed");
        }
    }
}

fn prune(file: &Path, now: Instant) -> io::Result<()> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let is_old = |line: &&str| {
        serde_json::from_str::<Line>(line).map_or(true, |line| now.seconds_since(line.at) >= KEPT_S)
    };
    // Lines are in the order of their time.
    let Some(young) = text.lines().position(|line| !is_old(&line)) else { return fs::remove_file(file) };
    if young == 0 {
        return Ok(());
    }
    let mut left = open(file, true)?;
    text.lines().skip(young).try_for_each(|line| writeln!(left, "{line}"))
}

/// Nobody but the owner may read it.
fn open(file: &Path, afresh: bool) -> io::Result<fs::File> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.create(true);
    if afresh {
        options.write(true).truncate(true)
    } else {
        options.append(true)
    };
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(file)?;
    #[cfg(unix)]
    opened.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(opened)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assistant::{failure::Stage, model::settings::ResponseFormat};

    fn call() -> Call {
        Call {
            stage: Stage::Analyzer,
            attempt: 1,
            model: "m".into(),
            messages: vec![],
            response_format: ResponseFormat::None,
            temperature: 0,
            max_tokens: 256,
            timeout_s: 1,
            seed: 1,
            tools: vec![],
        }
    }

    #[test]
    fn l_35_what_is_written_down_is_its_owners_and_gone_after_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let capture = Capture::below(folder.path());
        let at = |text: &str| text.parse::<Instant>().unwrap();
        capture.write(Step::Notes, &call(), "one", at("2026-03-01T12:00:00Z"));
        capture.write(Step::Suggest, &call(), "two", at("2026-03-02T11:59:59Z"));
        let lines = || fs::read_to_string(capture.file()).unwrap_or_default();
        assert_eq!(lines().lines().count(), 2);
        #[cfg(unix)]
        {
            let mode =
                std::os::unix::fs::PermissionsExt::mode(&fs::metadata(capture.file()).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        capture.prune(at("2026-03-02T12:00:00Z"));
        assert!(lines().contains("two") && !lines().contains("one"), "{}", lines());
        capture.prune(at("2026-03-03T12:00:00Z"));
        assert!(!capture.file().exists());
    }
}
