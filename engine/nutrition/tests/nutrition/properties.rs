//! MB-5: what holds for every problem. The problems are the same in every run, so that a change that breaks a property
//! is the one under test.
//!
//! The parts: [`instance`] and [`instances`] (the problems), [`oracle`] (every plan of a problem, by trying
//! everything), [`same`] (what must not change a plan), [`sound`] (what is claimed without a plan), [`options`] (section 9),
//! [`relaxations`] (what is offered without a plan), [`batches`] (MO-2, with an oracle of its own), [`found`] (named
//! cases).

mod batches;
mod found;
pub(crate) mod instance;
pub(crate) mod instances;
mod options;
mod oracle;
mod relaxations;
mod same;
mod sound;

use nutrition::{
    outcome::{MealResult, Status},
    problem::Problem,
    request::Request,
    search::{self, NoGuide, Search},
    solve::{Patient, Progress, Stages, Watch, decide, solve},
    verify::verify,
};
use proptest::{prelude::*, test_runner::RngSeed};

use instance::Instance;

pub(crate) fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_261_116),
        ..ProptestConfig::default()
    }
}

/// A plan as the recipes and portions by day and slot.
type Meals = Vec<(u32, u32, String, u32)>;

fn meals(result: &MealResult) -> Meals {
    let meal =
        |meal: &nutrition::outcome::Meal| (meal.day, meal.slot, meal.recipe_id.clone(), meal.servings_pct);
    result.plan.iter().map(meal).collect()
}

fn request(problem: &Problem) -> Request {
    Request::new(problem).unwrap_or_else(|invalid| panic!("{invalid}"))
}

/// How the stages end, without an explanation.
fn status(problem: &Problem, stages: Stages) -> Status {
    decide(&request(problem), stages, &mut Brief).status
}

/// Lets the stages decide, but does not wait for the closest plan when it is known that there is none.
struct Brief;

impl Watch for Brief {
    fn go_on(&mut self, progress: &Progress) -> bool {
        progress.stage != "B" || progress.budget != 2_000_000
    }
}

/// The result of a problem that has a plan, checked independently (MV-6).
fn verified(problem: &Problem, stages: Stages) -> MealResult {
    let result = solve(problem, stages, &mut Patient);
    assert_eq!((result.status, &result.errors), (Status::Found, &vec![]));
    assert_eq!(verify(problem, &result).breaches, []);
    result
}

/// The plan of the given stages, if there is one.
fn plan(instance: &Instance, stages: Stages) -> Option<Meals> {
    let problem = instance.problem();
    (status(&problem, stages) == Status::Found).then(|| meals(&verified(&problem, stages)))
}

/// The plain search with a limit of its own.
fn plain(problem: &Problem, attempt_limit: u64) -> Search {
    let request = Request { attempt_limit, ..request(problem) };
    search::search(&request, &mut NoGuide, &mut Patient)
}
