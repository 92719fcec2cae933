//! Meal plans that a dietitian can read: a situation in TOML, the plan with its reasons or why there is none in words.
//!
//! A scenario states only what matters to it: the rest is one day of two meals, at 08:00 and 18:00 with a quarter of an
//! hour to cook, for 2000 kcal with 100 g protein, 50-80 g fat and 250 g carbs; a recipe is half of that and takes 10
//! minutes. Every result is checked by the independent check (MV-6).

pub(crate) mod given;
mod shown;

use nutrition::{
    problem::Problem,
    solve::{Patient, Stages, solve},
    verify::verify,
};

#[test]
fn scenarios() {
    testkit::check("tests/scenarios/meals", run);
}

fn run(text: &str) -> String {
    let problem: Problem =
        serde_json::from_value(given::problem(text)).unwrap_or_else(|error| panic!("{error}"));
    let result = solve(&problem, Stages::Abc, &mut Patient);
    assert_eq!(verify(&problem, &result).breaches, [], "{text}");
    shown::result(&problem, &result)
}
