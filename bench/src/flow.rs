//! What planning a session from words and data costs: random requests of every kind that L-2 allows, each planned twice.
//!
//! The requests are those of the property test of the crate; here there are ten thousand of them, in optimized code.

#[path = "../../engine/assistant/tests/assistant/properties/requests.rs"]
#[allow(clippy::unwrap_used, reason = "the requests of a test")]
mod requests;

use std::time::{Duration, Instant};

use assistant::{
    check,
    facts::{Context, Prepared},
    failure::FailureCode,
    input::{Inputs, Knowledge, name::Names},
    rules,
};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use training::{catalog::Catalog, library::Library, tuning::Tuning};

use crate::{Failure, calibration, table::Table};

/// How many requests.
const REQUESTS: usize = 10_000;
/// The most that one plan may take: 99 of 100 of them.
const MOST: Duration = Duration::from_millis(2);

/// All figures of one run.
#[derive(Debug)]
pub(crate) struct Measured {
    calibration: Duration,
    /// How long each plan took, sorted.
    times: Vec<Duration>,
    /// Requests for which there is no safe session, and for those who pause.
    without: usize,
    /// Plans that break a rule, or differ from a second one.
    bad: usize,
}

impl Measured {
    /// Whether every plan is valid and the same twice, and none but a few take longer than they may.
    pub(crate) fn is_kept(&self) -> bool {
        self.bad == 0 && self.at(99) <= MOST
    }

    fn at(&self, percent: usize) -> Duration {
        self.times.get(self.times.len() * percent / 100).copied().unwrap_or_default()
    }
}

/// Plans them all.
pub(crate) fn measure() -> Result<Measured, Failure> {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let names = Names::new(Catalog::embedded());
    let knowledge = Knowledge { library: &library, names: &names };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let requests = requests::requests();
    let mut measured = Measured { calibration: calibration::median(), times: vec![], without: 0, bad: 0 };
    for _ in 0..REQUESTS {
        let tree = requests.new_tree(&mut runner).map_err(|why| std::io::Error::other(why.to_string()))?;
        one(&tree.current(), &knowledge, &mut measured);
    }
    measured.times.sort_unstable();
    Ok(measured)
}

fn one(inputs: &Inputs, knowledge: &Knowledge<'_>, measured: &mut Measured) {
    let begin = Instant::now();
    let planned = rules::plan(inputs, knowledge, |_| false);
    let time = begin.elapsed();
    let outcome = match planned {
        Ok(outcome) => outcome,
        Err(failure) => {
            let expected = matches!(failure.code, FailureCode::NoSafeExercise | FailureCode::TrainingPaused);
            measured.without += usize::from(expected);
            measured.bad += usize::from(!expected);
            return;
        }
    };
    measured.times.push(time);
    let is_same = rules::plan(inputs, knowledge, |_| false).is_ok_and(|again| again.yaml == outcome.yaml);
    let prepared = Prepared::new(inputs, knowledge);
    let context = prepared.as_ref().ok().and_then(|prepared| Context::new(prepared, knowledge.library).ok());
    let is_valid = context.is_some_and(|context| check::plan(&outcome.analyzer, &context).is_empty());
    measured.bad += usize::from(!(is_same && is_valid));
}

/// The figures as a table.
pub(crate) fn table(measured: &Measured) -> String {
    let ms = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1000.0);
    let ratio = |time: Duration| format!("{:.3}", time.as_secs_f64() / measured.calibration.as_secs_f64());
    let mut table = Table::new(["of the plans", "at most ms", "ratio"]);
    for (name, percent) in [("half", 50), ("95 of 100", 95), ("99 of 100", 99)] {
        let time = measured.at(percent);
        table.row([name.to_owned(), ms(time), ratio(time)]);
    }
    let longest = measured.times.last().copied().unwrap_or_default();
    table.row(["all".to_owned(), ms(longest), ratio(longest)]);
    let Measured { times, without, bad, .. } = measured;
    let kept = if measured.is_kept() { "kept" } else { "NOT KEPT" };
    format!(
        "{table}\n{} plans, {without} requests without a safe session, {bad} plans that break a rule or differ from a\n\
         second one. Limit: 2 ms for 99 of 100, and no such plan: {kept}.\n",
        times.len()
    )
}

/// The page that is kept of a run.
pub(crate) fn page(measured: &Measured, machine: &str) -> String {
    format!(
        "# Planning a session from words and data\n\n\
         Made by `cargo run --release -p regimen-bench -- flow --report > bench/reports/flow.md`; nothing here\n\
         is edited by hand.\n\n\
         Ten thousand random requests of every kind that L-2 allows, over the whole catalogue: each is read, planned\n\
         by the rules, rendered to YAML and checked by the validators of L-23, twice. One thread; checking is not in the\n\
         times. Ratios are to a million steps of xorshift64 in the same process.\n\n\
         {}\n{machine}. One run of the calibration loop takes {} µs.\n",
        table(measured),
        measured.calibration.as_micros()
    )
}
