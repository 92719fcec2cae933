//! Who solves the instances: the engine as it is, and what it is compared with (MB-4).

use std::{
    fmt,
    time::{Duration, Instant},
};

#[cfg(feature = "highs")]
use nutrition::{
    exact::{Aim, Apart, Exact, Limits, Question},
    present::Presented,
};
use nutrition::{
    outcome::{Status, report::Proof},
    request::Request,
    solve::{Decided, Patient, Progress, Stages, Watch, decide},
};

use super::{
    check::Placed,
    program::{NoAnswer, Printed, Program},
};

/// The largest pool that the full program is asked for.
const MILP_RECIPES: usize = 200;

/// An instance as solvers read it.
pub(crate) struct Task<'t> {
    pub(crate) document: &'t str,
    pub(crate) request: &'t Request,
}

/// Something that solves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Solver {
    /// The engine, with all of its stages.
    Regimen,
    /// What it is compared with.
    Baseline(Baseline),
}

/// MB-4: what the engine is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Baseline {
    /// Stage A alone.
    Plain,
    /// The mixed-integer program over all recipes alone (MX-6, step 3), for so long. It is not asked for pools of more
    /// than [`MILP_RECIPES`]: there the linear program at its root alone takes longer than any limit.
    MilpFull(Duration),
    /// The same program, solved by HiGHS.
    #[cfg(feature = "highs")]
    Highs(Duration),
    /// Another program.
    Command(Program),
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "plain",
            Self::MilpFull(_) => "milp-full",
            #[cfg(feature = "highs")]
            Self::Highs(_) => "highs-full",
            Self::Command(_) => "command",
        })
    }
}

/// What a solver says about an instance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: Status,
    pub(crate) stage: Option<String>,
    pub(crate) proof: Option<Proof>,
    pub(crate) attempts: u64,
    pub(crate) backtracks: u64,
    pub(crate) plan: Vec<Placed>,
}

impl Solver {
    /// Solves an instance.
    pub(crate) fn solve(&self, task: &Task<'_>) -> Result<Answer, NoAnswer> {
        let request = task.request;
        let result = match self {
            Self::Regimen => decide(request, Stages::Abc, &mut Patient),
            Self::Baseline(Baseline::Plain) => decide(request, Stages::Plain, &mut Patient),
            Self::Baseline(Baseline::MilpFull(_)) if request.dishes > MILP_RECIPES => {
                return Ok(Answer::none());
            }
            Self::Baseline(Baseline::MilpFull(limit)) => {
                let mut limit = Deadline(Instant::now() + *limit);
                decide(&unlimited(request), Stages::Full, &mut limit)
            }
            #[cfg(feature = "highs")]
            Self::Baseline(Baseline::Highs(limit)) => return Ok(by_highs(request, *limit)),
            Self::Baseline(Baseline::Command(program)) => {
                return program.solve(task.document).map(Answer::from);
            }
        };
        Ok(Answer::from(result))
    }
}

/// What HiGHS makes of the full program within so much time.
#[cfg(feature = "highs")]
fn by_highs(request: &Request, limit: Duration) -> Answer {
    let limits = Limits { nodes: u64::MAX, iterations: u64::MAX };
    let question = Question { request, dishes: None, aim: Aim::Any, apart: Apart::default(), limits };
    let (status, plan) = match question.solve_by_highs(Some(limit)) {
        Exact::Found { plan, .. } => (Status::Found, Presented::new(request, &plan).choices()),
        Exact::Infeasible => (Status::Infeasible, vec![]),
        Exact::Unknown | Exact::Interrupted => (Status::Unknown, vec![]),
    };
    let placed = plan.into_iter();
    let plan = placed.map(|meal| Placed { day: meal.day, slot: meal.slot, recipe_id: meal.recipe_id });
    Answer { status, plan: plan.collect(), ..Answer::none() }
}

/// The same request with all the nodes and iterations (MX-3) that the full program can use before its time is over.
fn unlimited(request: &Request) -> Request {
    let mut unlimited = request.clone();
    unlimited.budgets.full_nodes = u64::MAX;
    unlimited.budgets.lp_iterations = u64::MAX;
    unlimited
}

/// Ends a solve at a moment.
struct Deadline(Instant);

impl Watch for Deadline {
    fn go_on(&mut self, _: &Progress) -> bool {
        Instant::now() < self.0
    }
}

impl Answer {
    /// That nothing is known.
    pub(crate) const fn none() -> Self {
        Self { status: Status::Unknown, stage: None, proof: None, attempts: 0, backtracks: 0, plan: vec![] }
    }
}

impl From<Decided> for Answer {
    fn from(result: Decided) -> Self {
        let placed = result.plan.into_iter();
        let plan = placed.map(|meal| Placed { day: meal.day, slot: meal.slot, recipe_id: meal.recipe_id });
        Self {
            status: result.status,
            stage: result.stage.map(str::to_owned),
            proof: result.proof,
            attempts: result.stats.attempts,
            backtracks: result.stats.backtracks,
            plan: plan.collect(),
        }
    }
}

impl From<Printed> for Answer {
    fn from(Printed { status, plan }: Printed) -> Self {
        Self { status, plan, ..Self::none() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meals::{
        check::check,
        instance::{HORIZONS, Instance, Level, id},
    };

    fn request(instance: &Instance) -> Request {
        Request::new(&serde_json::from_value(instance.document()).unwrap()).unwrap()
    }

    fn answer(solver: &Solver, instance: &Instance) -> Answer {
        let document = instance.document().to_string();
        solver.solve(&Task { document: &document, request: &request(instance) }).unwrap()
    }

    #[test]
    fn mb_2_the_first_day_without_floors() {
        let first_days = [
            (50, 1, [23, 8, 48, 18]),
            (50, 3, [36, 20, 1, 29]),
            (200, 1, [193, 15, 12, 86]),
            (1000, 1, [142, 610, 797, 911]),
            (5000, 1, [3829, 527, 100, 3845]),
            (5000, 3, [2082, 3443, 362, 3356]),
        ];
        for (size, seed, expected) in first_days {
            // Larger pools take long without optimization.
            let horizons = if size <= 200 { &HORIZONS[..] } else { &HORIZONS[..1] };
            for &days in horizons {
                let instance = Instance::new(size, seed, days, Level::T0).unwrap();
                let answer = answer(&Solver::Regimen, &instance);
                assert_eq!(check(&instance, &answer.plan), Ok(()));
                let first: Vec<_> = answer.plan.into_iter().take(4).map(|meal| meal.recipe_id).collect();
                assert_eq!(first, expected.map(id), "n {size}, seed {seed}, D {days}");
            }
        }
    }

    #[test]
    fn mb_4_the_plain_search_gives_the_same_plan_without_floors() {
        let instance = Instance::new(50, 2, 3, Level::T0).unwrap();
        let plain = answer(&Solver::Baseline(Baseline::Plain), &instance);
        assert_eq!(plain.plan, answer(&Solver::Regimen, &instance).plan);
        assert_eq!(plain.status, Status::Found);
    }

    #[test]
    fn mb_4_the_full_program_gets_all_of_the_budget() {
        let budgets = unlimited(&request(&Instance::new(50, 1, 3, Level::T1).unwrap())).budgets;
        assert_eq!((budgets.full_nodes, budgets.lp_iterations), (u64::MAX, u64::MAX));
    }
}
