//! What the solvers reach on each instance, and how long they take.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use nutrition::outcome::{Status, report::Proof};
use serde::Serialize;

use super::{
    cell::{Cell, Filter},
    check::check,
    instance::{HORIZONS, Instance, Level, SIZES},
    memory,
    program::NoAnswer,
    solver::{Answer, Baseline, Solver, Task},
};
use crate::Failure;

/// MB-3: runs of which the median counts.
const RUNS: usize = 5;
/// A run that takes longer is not repeated.
const LONG: Duration = Duration::from_secs(2);

/// The figures of one instance.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    #[serde(flatten)]
    pub(crate) cell: Cell,
    pub(crate) seed: u64,
    /// Reading the problem file, which no other time contains.
    pub(crate) parse_ms: f64,
    /// The most memory that a process which reads and solves it holds; measured where MB-3 limits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) peak_mb: Option<f64>,
    pub(crate) regimen: Run,
    /// In the order in which they ran.
    pub(crate) baselines: Vec<Compared>,
}

/// What a baseline made of the same instance.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Compared {
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) run: Run,
}

/// What one solver made of one instance.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Run {
    pub(crate) status: Status,
    pub(crate) stage: Option<String>,
    pub(crate) proof: Option<Proof>,
    pub(crate) attempts: u64,
    pub(crate) backtracks: u64,
    /// Whether it found a plan that keeps every rule, or, where there is none, said so.
    pub(crate) is_solved: bool,
    /// Which rule its plan breaks, or why there is no answer at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
    pub(crate) median_ms: f64,
    /// Of how many runs.
    pub(crate) runs: usize,
}

/// Runs all instances that the filter lets through, and names each cell on standard error as it begins.
pub(crate) fn measure(filter: &Filter, baselines: &[Baseline]) -> Result<Vec<Row>, Failure> {
    let cells = filter.cells();
    if cells.is_empty() {
        return Err(Failure::NoCell);
    }
    let mut rows = vec![];
    for cell in cells {
        writeln!(io::stderr(), "{cell}")?;
        for seed in filter.seeds() {
            rows.push(row(cell, seed, baselines)?);
        }
    }
    Ok(rows)
}

/// Runs every solver on one instance, one after the other, so that all of them meet the same machine.
fn row(cell: Cell, seed: u64, baselines: &[Baseline]) -> Result<Row, Failure> {
    let instance = Instance::new(cell.recipes, seed, cell.days, cell.level)?;
    let document = instance.document().to_string();
    let (request, parse_ms, _) = timed(|| memory::read(&document));
    let task = Task { document: &document, request: &request? };
    let run = |solver: &Solver| -> Result<Run, Failure> {
        let (answer, median_ms, runs) = timed(|| solver.solve(&task));
        judged(&instance, cell.level, answer, median_ms, runs)
    };
    let regimen = run(&Solver::Regimen)?;
    let baselines = baselines.iter().map(|baseline| {
        let run = run(&Solver::Baseline(baseline.clone()))?;
        Ok(Compared { name: baseline.to_string(), run })
    });
    let baselines = baselines.collect::<Result<_, Failure>>()?;
    let peak_mb = if is_largest(cell) { memory::of_solving(&document)? } else { None };
    Ok(Row { cell, seed, parse_ms, peak_mb, regimen, baselines })
}

/// MB-3: memory is limited for the most recipes over the most days.
fn is_largest(cell: Cell) -> bool {
    SIZES.last() == Some(&cell.recipes) && HORIZONS.last() == Some(&cell.days)
}

/// An answer with what it is worth.
fn judged(
    instance: &Instance,
    level: Level,
    answer: Result<Answer, NoAnswer>,
    median_ms: f64,
    runs: usize,
) -> Result<Run, Failure> {
    let (answer, fault) = match answer {
        Ok(answer) => {
            let breach =
                (answer.status == Status::Found).then(|| check(instance, &answer.plan).err()).flatten();
            (answer, breach.map(|breach| breach.to_string()))
        }
        Err(NoAnswer::NotRun(error)) => return Err(Failure::Command(error)),
        Err(no_answer) => (Answer::none(), Some(no_answer.to_string())),
    };
    let is_solved = match level {
        Level::T4 => answer.status == Status::Infeasible,
        _ => answer.status == Status::Found && fault.is_none(),
    };
    let Answer { status, stage, proof, attempts, backtracks, .. } = answer;
    Ok(Run { status, stage, proof, attempts, backtracks, is_solved, fault, median_ms, runs })
}

/// What a work returns, its median time in milliseconds, and of how many runs.
fn timed<T>(work: impl Fn() -> T) -> (T, f64, usize) {
    let once = || {
        let begin = Instant::now();
        let value = work();
        (value, begin.elapsed())
    };
    let (value, first) = once();
    let mut times = vec![first];
    if first <= LONG {
        times.extend((1..RUNS).map(|_| once().1));
    }
    times.sort_unstable();
    (value, times[times.len() / 2].as_secs_f64() * 1e3, times.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell as Counter;

    fn instance() -> Instance {
        Instance::new(50, 1, 1, Level::T0).unwrap()
    }

    fn judge(level: Level, status: Status) -> Run {
        let answer = Answer { status, ..Answer::none() };
        judged(&instance(), level, Ok(answer), 1.0, 5).unwrap()
    }

    #[test]
    fn mb_4_a_plan_counts_only_if_it_keeps_every_rule() {
        let found = judge(Level::T0, Status::Found);
        assert!(!found.is_solved);
        assert_eq!(found.fault.as_deref(), Some("it has 0 meals instead of 4"));
        let row = row(Cell { recipes: 50, days: 1, level: Level::T0 }, 1, &[Baseline::Plain]).unwrap();
        assert!(row.regimen.is_solved && row.baselines[0].run.is_solved);
        assert_eq!((row.regimen.fault, row.peak_mb), (None, None));
    }

    #[test]
    fn mb_4_infeasible_solves_only_what_has_no_plan() {
        assert!(judge(Level::T4, Status::Infeasible).is_solved);
        assert!(!judge(Level::T4, Status::Unknown).is_solved);
        assert!(!judge(Level::T3, Status::Infeasible).is_solved);
        assert!(!judge(Level::T4, Status::Found).is_solved);
    }

    #[test]
    fn mb_4_a_program_without_an_answer_has_not_solved() {
        let late = judged(&instance(), Level::T4, Err(NoAnswer::TooLate(LONG)), 1.0, 1).unwrap();
        assert_eq!(late.fault.as_deref(), Some("it gave no answer in 2 seconds"));
        assert!(!late.is_solved);
        let missing = NoAnswer::NotRun(io::ErrorKind::NotFound.into());
        assert!(matches!(judged(&instance(), Level::T0, Err(missing), 1.0, 1), Err(Failure::Command(_))));
    }

    #[test]
    fn mb_3_the_median_of_five_runs_counts() {
        let calls = Counter::new(0);
        let (value, median_ms, runs) = timed(|| calls.replace(calls.get() + 1));
        assert_eq!((value, runs, calls.get()), (0, RUNS, RUNS));
        assert!(median_ms >= 0.0);
    }

    #[test]
    fn mb_3_memory_is_measured_for_the_most_recipes_over_a_week() {
        let is_measured = |recipes, days| is_largest(Cell { recipes, days, level: Level::T3 });
        assert!(is_measured(5000, 7) && !is_measured(5000, 3) && !is_measured(1000, 7));
    }

    #[test]
    fn a_filter_that_leaves_no_cell_is_refused() {
        let none = "D1,T3".parse().unwrap();
        assert!(matches!(measure(&none, &[]), Err(Failure::NoCell)));
    }
}
