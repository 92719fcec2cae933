//! Random requests: what the rules plan passes every validator, twice the same, and keeps what is hard.

mod requests;

use assistant::{
    check,
    document::{read, yaml},
    facts::{Context, Prepared},
    failure::{Failure, FailureCode},
    input::Inputs,
    rules,
};
use proptest::test_runner::{Config, TestRunner};

use crate::given::knowledge;
use requests::requests;

/// What came of a request that may have no session at all.
fn planned(inputs: &Inputs) -> Option<rules::Outcome> {
    match rules::plan(inputs, &knowledge(), |_| false) {
        Ok(outcome) => Some(outcome),
        Err(Failure { code: FailureCode::NoSafeExercise | FailureCode::TrainingPaused, .. }) => None,
        Err(failure) => panic!("{failure:#?}"),
    }
}

/// Checks one request; whether it had a session.
fn check_one(inputs: &Inputs) -> bool {
    let Some(outcome) = planned(inputs) else { return false };
    let again = planned(inputs).unwrap();
    assert_eq!(outcome.yaml, again.yaml, "L-1: the same inputs give the same bytes");
    assert_eq!(serde_json::to_string(&outcome).unwrap(), serde_json::to_string(&again).unwrap());
    // Both documents keep their schemas and read back.
    let plan = read::plan(serde_json::to_value(&outcome.analyzer).unwrap()).unwrap();
    assert_eq!(plan, outcome.analyzer);
    let workout = read::workout(read::workout_value(&outcome.yaml).unwrap()).unwrap();
    assert_eq!(workout, outcome.workout);
    assert_eq!(yaml::write(&workout), outcome.yaml);
    keeps_what_is_hard(inputs, &outcome);
    true
}

/// Bans, pain, caps and time, told without the planner.
fn keeps_what_is_hard(inputs: &Inputs, outcome: &rules::Outcome) {
    let knowledge = knowledge();
    let prepared = Prepared::new(inputs, &knowledge).unwrap();
    let context = Context::new(&prepared, knowledge.library).unwrap();
    assert_eq!(check::plan(&outcome.analyzer, &context), []);
    let names: Vec<&str> = outcome.analyzer.exercise_plan.iter().map(|one| one.slug.as_str()).collect();
    for banned in &prepared.understood.instructions.bans {
        if let assistant::input::instructions::Ban::Exercise(key) = banned {
            assert!(!names.contains(&key.as_str()), "L-4: {key} is banned");
        }
    }
    let minutes = outcome.analyzer.time_budget.estimated_minutes_total;
    assert!(minutes <= prepared.meta().duration_minutes, "L-17: {minutes} minutes");
    for set in &outcome.workout.sets {
        let plan = outcome.analyzer.exercise_plan.iter().find(|one| one.exercise == set.exercise).unwrap();
        let is_help = plan.slug.contains("assisted");
        if let (Some(load), Some(cap), false) = (set.target_weight, plan.targets.load_cap, is_help) {
            assert!(load <= cap, "L-14: {load} over the cap {cap}");
        }
    }
}

fn run(cases: u32) {
    let mut runner = TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let with_session = std::cell::Cell::new(0);
    runner
        .run(&requests(), |inputs| {
            with_session.set(with_session.get() + u32::from(check_one(&inputs)));
            Ok(())
        })
        .unwrap();
    assert!(with_session.get() * 10 > cases * 9, "only {} of {cases} had a session", with_session.get());
}

#[test]
fn l_25_the_plan_of_the_rules_always_validates() {
    run(200);
}
