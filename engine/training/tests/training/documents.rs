//! The documents: their example outputs are what the engine answers to their example inputs.

use domain::quantity::MassUnit;
use serde::Serialize;
use testkit::expect_file;
use training::{
    catalog::Catalog,
    document::{
        DOCUMENTS,
        substitution::{self, SubstitutionInput},
    },
    input::{self, FatigueState, SelectionInput},
    library::Library,
    load::iron::Iron,
    present::{generated, selection},
    progression::{self, DecideInput},
    request::{Refusal, Request},
    session::plan,
    tuning::Tuning,
};

fn pretty(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).unwrap()
}

#[test]
fn ep_4_the_examples_of_selections_and_workouts_answer_the_example_input() {
    let input: SelectionInput = serde_json::from_str(input::EXAMPLE).unwrap();
    let library = Library::new(Catalog::embedded(), &input.tuning);
    let request = Request::new(&input, &library).unwrap();
    let session = plan(&request, Iron::standard(MassUnit::Kg)).unwrap();
    expect_file("examples/selection-output.json", &pretty(&selection(&session)));
    expect_file("examples/workout.json", &pretty(&generated(&session)));
}

#[test]
fn p_18_the_example_of_decisions_answers_its_report() {
    let input: DecideInput = serde_json::from_str(progression::input::EXAMPLE).unwrap();
    let decided = progression::decide(&input, Catalog::embedded()).unwrap();
    let decisions: Vec<_> = decided.updates.iter().map(|update| update.decision.as_str()).collect();
    assert_eq!(decisions, ["advance", "hold", "regress"]);
    expect_file("examples/progress-decisions.json", &pretty(&decided));
}

fn substitution_input() -> SubstitutionInput {
    serde_json::from_str(substitution::EXAMPLE).unwrap()
}

fn answer(input: &SubstitutionInput) -> Result<Vec<String>, Refusal> {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let answer = input.answer(&library)?;
    Ok(answer.candidates.iter().map(|candidate| candidate.exercise_id.to_string()).collect())
}

#[test]
fn su_2_the_example_of_a_substitution_answers_its_input() {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let answer = substitution_input().answer(&library).unwrap();
    expect_file("examples/substitution-output.json", &pretty(&answer));
}

#[test]
fn su_2_the_situation_is_read_like_that_of_a_selection() {
    let mut input = substitution_input();
    input.exercise_id = "dumbell_row".to_owned();
    input.constraints.available_equipment.push("dumbell".to_owned());
    input.fatigue_state.pain_flags.insert("bak".to_owned(), 1);
    let Err(Refusal::Invalid(invalid)) = answer(&input) else { panic!("three typing errors are refused") };
    let pointers: Vec<&str> = invalid.findings().iter().map(|finding| finding.pointer.as_str()).collect();
    assert_eq!(pointers, ["/exerciseId", "/constraints/availableEquipment/3", "/fatigueState/painFlags/bak"]);
    let hale = SubstitutionInput { fatigue_state: FatigueState::default(), ..substitution_input() };
    assert!(answer(&hale).unwrap().len() > answer(&substitution_input()).unwrap().len());
}

#[test]
fn documents_stand_in_the_order_of_their_names() {
    assert!(DOCUMENTS.is_sorted_by_key(|document| document.name));
}
