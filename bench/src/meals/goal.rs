//! MB-3: the figures to reach, and which of them a run reached.

use nutrition::outcome::report::{Method, ProofStatus};

use super::{
    cell::Cell,
    instance::Level,
    measure::{Row, Run},
};

/// What is demanded of some cells.
#[derive(Debug)]
pub(crate) struct Goal {
    /// Which cells, in words.
    pub(crate) cells: &'static str,
    covers: fn(&Cell) -> bool,
    /// What solved means there, in words.
    pub(crate) wanted: &'static str,
    is_met: fn(&Run) -> bool,
    /// Each instance takes less.
    pub(crate) limit_ms: f64,
}

/// MB-3, but for the catalogue.
pub(crate) const GOALS: &[Goal] = &[
    Goal {
        cells: "T0, D 7, all n",
        covers: |cell| cell.level == Level::T0 && cell.days == 7,
        wanted: "stage A, 28 attempts, 0 backtracks",
        is_met: is_found_at_once,
        limit_ms: 50.0,
    },
    Goal {
        cells: "T1, T2, n ≤ 1000",
        covers: |cell| matches!(cell.level, Level::T1 | Level::T2) && cell.recipes <= 1000,
        wanted: "found",
        is_met: |run| run.is_solved,
        limit_ms: 100.0,
    },
    Goal {
        cells: "T3, n ≤ 1000",
        covers: |cell| cell.level == Level::T3 && cell.recipes <= 1000,
        wanted: "found",
        is_met: |run| run.is_solved,
        limit_ms: 2000.0,
    },
    Goal {
        cells: "T1..T3, n 5000",
        covers: |cell| matches!(cell.level, Level::T1 | Level::T2 | Level::T3) && cell.recipes == 5000,
        wanted: "found",
        is_met: |run| run.is_solved,
        limit_ms: 3000.0,
    },
    Goal {
        cells: "T4, all n",
        covers: |cell| cell.level == Level::T4,
        wanted: "proved, by bounds",
        is_met: is_proved_by_bounds,
        limit_ms: 200.0,
    },
];

/// MB-3: milliseconds in which 5000 recipes are read, and megabytes that solving may take.
pub(crate) const PARSE_LIMIT_MS: f64 = 150.0;
pub(crate) const PEAK_LIMIT_MB: f64 = 200.0;

fn is_found_at_once(run: &Run) -> bool {
    run.is_solved && run.stage.as_deref() == Some("A") && (run.attempts, run.backtracks) == (28, 0)
}

fn is_proved_by_bounds(run: &Run) -> bool {
    // Where a sum of the largest amounts is too little, the search ends before its first attempt (FC-4).
    let methods = [Method::Lp, Method::Exhaustive];
    let proof = run.proof.filter(|proof| proof.status == ProofStatus::Proved);
    run.is_solved && proof.is_some_and(|proof| methods.contains(&proof.method))
}

/// How a run fares against one goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Score {
    pub(crate) solved: usize,
    pub(crate) instances: usize,
    /// The longest median.
    pub(crate) slowest_ms: f64,
}

impl Goal {
    /// What the rows reach of it.
    pub(crate) fn score(&self, rows: &[Row]) -> Score {
        let covered = || rows.iter().filter(|row| (self.covers)(&row.cell)).map(|row| &row.regimen);
        Score {
            solved: covered().filter(|run| (self.is_met)(run)).count(),
            instances: covered().count(),
            slowest_ms: covered().map(|run| run.median_ms).fold(0.0, f64::max),
        }
    }

    /// Whether every instance was fast enough.
    pub(crate) fn is_fast(&self, score: Score) -> bool {
        score.slowest_ms < self.limit_ms
    }
}

impl Score {
    /// Whether no instance is missing.
    pub(crate) const fn is_complete(self) -> bool {
        self.solved == self.instances
    }
}

/// MB-4: whether no solved count is below MB-3.
pub(crate) fn is_solved(rows: &[Row]) -> bool {
    GOALS.iter().all(|goal| goal.score(rows).is_complete())
}

/// One line about all goals.
pub(crate) fn verdict(rows: &[Row]) -> String {
    let scores: Vec<_> = GOALS.iter().map(|goal| (goal, goal.score(rows))).collect();
    let solved: usize = scores.iter().map(|(_, score)| score.solved).sum();
    let instances: usize = scores.iter().map(|(_, score)| score.instances).sum();
    let run: Vec<_> = scores.iter().filter(|(_, score)| score.instances > 0).collect();
    let fast = run.iter().filter(|(goal, score)| goal.is_fast(*score)).count();
    format!(
        "{solved} of {instances} instances solved as MB-3 demands, {fast} of {} times within its limits",
        run.len()
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use nutrition::outcome::report::Proof;

    use super::*;
    use nutrition::outcome::Status;

    /// A row that meets its goal in a millisecond.
    pub(crate) fn row(recipes: u32, days: u32, level: Level) -> Row {
        let proof = Proof { status: ProofStatus::Proved, method: Method::Lp };
        let is_infeasible = level == Level::T4;
        let regimen = Run {
            status: if is_infeasible { Status::Infeasible } else { Status::Found },
            stage: Some(if is_infeasible { "C-lp" } else { "A" }.to_owned()),
            proof: is_infeasible.then_some(proof),
            attempts: 28,
            backtracks: 0,
            is_solved: true,
            fault: None,
            median_ms: 1.0,
            runs: 5,
        };
        let cell = Cell { recipes, days, level };
        Row { cell, seed: 1, parse_ms: 1.0, peak_mb: None, regimen, baselines: vec![] }
    }

    /// Whether a change of a row that meets its goal makes the bench fail.
    fn fails(level: Level, change: fn(&mut Run)) -> bool {
        let mut row = row(200, 7, level);
        change(&mut row.regimen);
        !is_solved(&[row])
    }

    #[test]
    fn mb_3_every_level_over_a_week_has_one_goal() {
        for (recipes, level) in [50, 5000].into_iter().flat_map(|size| Level::ALL.map(|level| (size, level)))
        {
            let rows = [row(recipes, 7, level)];
            let goals = GOALS.iter().filter(|goal| goal.score(&rows).instances == 1);
            assert_eq!(goals.count(), 1, "{}", rows[0].cell);
            assert!(is_solved(&rows));
        }
    }

    #[test]
    fn mb_3_without_floors_the_plain_search_needs_one_attempt_per_meal() {
        assert!(fails(Level::T0, |run| run.attempts = 29));
        assert!(fails(Level::T0, |run| run.backtracks = 1));
        assert!(fails(Level::T0, |run| run.stage = Some("B".to_owned())));
        assert!(!fails(Level::T1, |run| run.attempts = 29));
    }

    #[test]
    fn mb_3_what_is_out_of_reach_is_proved_by_the_linear_program() {
        assert!(fails(Level::T4, |run| run.proof = None));
        let by_milp = |run: &mut Run| {
            run.proof = Some(Proof { status: ProofStatus::Proved, method: Method::Milp });
        };
        assert!(fails(Level::T4, by_milp));
    }

    #[test]
    fn mb_4_a_solved_count_below_mb_3_fails_the_bench_and_a_slow_run_does_not() {
        for level in Level::ALL {
            assert!(fails(level, |run| run.is_solved = false), "{level}");
            assert!(!fails(level, |run| run.median_ms = 1e6), "{level}");
        }
    }

    #[test]
    fn mb_3_a_time_at_its_limit_is_too_long() {
        let [at_limit, below] = [100.0, 99.9].map(|median_ms| {
            let mut row = row(1000, 3, Level::T2);
            row.regimen.median_ms = median_ms;
            verdict(&[row])
        });
        assert_eq!(at_limit, "1 of 1 instances solved as MB-3 demands, 0 of 1 times within its limits");
        assert_eq!(below, "1 of 1 instances solved as MB-3 demands, 1 of 1 times within its limits");
    }
}
