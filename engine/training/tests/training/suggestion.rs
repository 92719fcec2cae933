//! The suggestions over the shipped catalogue: scenarios, the examples of the chapter, conflicts, the gate, properties.

mod examples;
mod gate;
mod given;
mod numbers;
mod properties;
mod settle;
mod shown;

use training::{catalog::Catalog, suggestion::suggest};

use given::Given;

#[test]
fn scenarios() {
    testkit::check("tests/scenarios/suggestions", run);
}

/// The suggestions for a situation, in words.
fn run(text: &str) -> String {
    let given = Given::read(text);
    let input = given.input();
    match suggest(&input, Catalog::embedded()) {
        Ok(run) => {
            // Every scenario ends with the independent checker (SG-17).
            let breaches = training::verify_suggestions::verify(&input, &run, Catalog::embedded());
            assert!(breaches.is_empty(), "{breaches:?}");
            shown::show(&input, &run, &given.explain)
        }
        Err(refusal) => format!("{refusal:?}"),
    }
}
