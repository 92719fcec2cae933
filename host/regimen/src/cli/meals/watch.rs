//! Watches a solve: shows progress when it takes long, ends it at a deadline or on Ctrl-C with the best plan so far.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use nutrition::{
    outcome::{MealResult, Status},
    solve::{Progress, Watch},
    warning::{Warning, WarningCode},
};
use signal_hook::{consts::SIGINT, flag};

use crate::{
    cli::Output,
    texts::{Fact, facts, text},
};

/// Nobody waits so short a time for a message.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the message changes.
const PACE: Duration = Duration::from_millis(100);
/// What a process ends with that Ctrl-C ends.
const INTERRUPTED: i32 = 130;

/// Watches for a person at a terminal.
pub(super) struct Watcher<'o, 'w> {
    output: &'o mut Output<'w>,
    started: Instant,
    shown: Option<Instant>,
    limit: Option<Duration>,
    interrupted: Arc<AtomicBool>,
    stopped: Option<Stop>,
}

/// Why a solve was ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// The deadline has passed.
    Time(Duration),
    /// The person wants no more.
    Interrupt,
}

impl<'o, 'w> Watcher<'o, 'w> {
    /// Watches from now on, at most for so many milliseconds.
    ///
    /// The first Ctrl-C ends the solve, a second one the program.
    pub(super) fn new(output: &'o mut Output<'w>, max_millis: Option<u64>) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        // Where signals cannot be caught, Ctrl-C ends the program at once.
        let _ = flag::register_conditional_shutdown(SIGINT, INTERRUPTED, Arc::clone(&interrupted));
        let _ = flag::register(SIGINT, Arc::clone(&interrupted));
        Self {
            output,
            started: Instant::now(),
            shown: None,
            limit: max_millis.map(Duration::from_millis),
            interrupted,
            stopped: None,
        }
    }

    /// Takes the message away and says in the result if it was ended early (MX-2); how long it took.
    pub(super) fn finish(self, result: &mut MealResult) -> Duration {
        if self.shown.is_some() {
            self.output.progress("");
        }
        if let Some(stop) = self.stopped.filter(|_| result.status == Status::Unknown) {
            result.warnings.push(stop.warning());
        }
        self.started.elapsed()
    }

    fn show(&mut self, progress: &Progress) {
        let percent = 100 * u128::from(progress.done) / u128::from(progress.budget.max(1));
        let facts = facts([
            ("stage", Fact::word("stage", progress.stage)),
            ("percent", Fact::from(u32::try_from(percent).unwrap_or(100).min(100))),
            ("broken", progress.broken.map_or_else(|| "none".into(), Fact::from)),
        ]);
        let line = text(self.output.lang, "meals-progress", &facts);
        self.output.progress(&line);
    }
}

impl Stop {
    fn warning(self) -> Warning {
        let warning = Warning::new(WarningCode::StoppedEarly);
        match self {
            Self::Time(limit) => {
                let millis = i64::try_from(limit.as_millis()).unwrap_or(i64::MAX);
                warning.fact("by", "time").fact("millis", millis)
            }
            Self::Interrupt => warning.fact("by", "interrupt"),
        }
    }
}

impl Watch for Watcher<'_, '_> {
    fn go_on(&mut self, progress: &Progress) -> bool {
        let elapsed = self.started.elapsed();
        if self.interrupted.load(Ordering::Relaxed) {
            self.stopped = Some(Stop::Interrupt);
        } else if let Some(limit) = self.limit.filter(|limit| *limit <= elapsed) {
            self.stopped = Some(Stop::Time(limit));
        }
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= PACE);
        if PATIENCE <= elapsed && is_due && self.output.is_watched() {
            self.show(progress);
            self.shown = Some(Instant::now());
        }
        self.stopped.is_none()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io::{self, Write};

    use nutrition::{
        outcome::MealResult,
        problem::{Options, Policy},
    };

    use super::*;
    use crate::{cli::Stream, texts::Locale};

    /// A terminal that remembers.
    struct Terminal<'t>(&'t RefCell<Vec<u8>>);

    impl Write for Terminal<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn output(seen: &RefCell<Vec<u8>>, is_terminal: bool, lang: Locale) -> Output<'_> {
        let problems = Stream::new(Terminal(seen), is_terminal);
        Output { data: Stream::new(io::sink(), false), problems, json: false, lang }
    }

    const PROGRESS: Progress = Progress { stage: "C", done: 4_999, budget: 5_000, broken: Some(12) };

    fn unknown() -> MealResult {
        let result = MealResult::refused(Options::default(), Policy::Default, vec![]);
        MealResult { status: Status::Unknown, ..result }
    }

    /// A watcher that has waited for so long, and what the terminal saw when it was asked.
    fn asked(
        waited: Duration,
        limit: Option<u64>,
        is_terminal: bool,
        lang: Locale,
    ) -> (bool, String, MealResult) {
        let seen = RefCell::new(Vec::new());
        let mut output = output(&seen, is_terminal, lang);
        let mut watcher = Watcher::new(&mut output, limit);
        watcher.started = Instant::now().checked_sub(waited).unwrap();
        let goes_on = watcher.go_on(&PROGRESS);
        assert_eq!(watcher.go_on(&PROGRESS), goes_on, "asked again at once");
        let mut result = unknown();
        watcher.finish(&mut result);
        (goes_on, String::from_utf8(seen.take()).unwrap(), result)
    }

    #[test]
    fn a_solve_that_takes_long_says_how_far_it_is_and_cleans_up() {
        let (goes_on, seen, result) = asked(Duration::from_secs(2), None, true, Locale::En);
        let line = "Searching: exact search 99 %, best plan so far breaks 12 rules (Ctrl-C stops)";
        assert!(goes_on && line.len() < 80);
        assert_eq!(seen, format!("\r\x1b[K{line}\r\x1b[K"));
        assert_eq!(result.warnings, []);
        let (_, russian, _) = asked(Duration::from_secs(2), None, true, Locale::Ru);
        assert!(russian.contains("точный поиск 99 %, нарушений у лучшего плана: 12"), "{russian}");
    }

    #[test]
    fn a_short_solve_and_a_pipe_stay_silent() {
        assert_eq!(asked(Duration::ZERO, None, true, Locale::En).1, "");
        assert_eq!(asked(Duration::from_secs(9), None, false, Locale::En).1, "");
    }

    #[test]
    fn mx_2_a_time_limit_ends_the_solve_and_says_so() {
        let (goes_on, _, result) = asked(Duration::from_millis(300), Some(250), false, Locale::En);
        assert!(!goes_on);
        let stopped = Warning::new(WarningCode::StoppedEarly).fact("by", "time").fact("millis", 250_i64);
        assert_eq!(result.warnings, [stopped]);
        assert!(asked(Duration::from_millis(200), Some(60_000), false, Locale::En).0);
    }

    #[test]
    fn tc_3_ctrl_c_ends_the_solve_with_what_there_is() {
        let seen = RefCell::new(Vec::new());
        let mut output = output(&seen, false, Locale::En);
        let mut watcher = Watcher::new(&mut output, None);
        assert!(watcher.go_on(&PROGRESS));
        signal_hook::low_level::raise(SIGINT).unwrap();
        assert!(!watcher.go_on(&PROGRESS));
        let mut found = MealResult { status: Status::Found, ..unknown() };
        watcher.finish(&mut found);
        assert_eq!(found.warnings, [], "a plan that is found needs no excuse");
    }
}
