//! Verify: an independent check of a generated session against its input (VF-4).
//!
//! It is written from the chapter a second time, in the plainest way, and shares nothing with the engine but types:
//! documents, domain words, the catalogue and the tuning. It keeps no running totals: everything is counted from the
//! final session. The one exception is the grid of loads, which LD-2 makes a single function for all chapters.
//!
//! Read in this order: `facts` and `past` (what the input says), `choice` (checks 1, 2, 7, 9, 15) with `pain`,
//! `rationale` (8), `volume` (3, 5, 6), `time` (4, 10), `loads` (11, 12), `pairs` (13), `shown` (14).

mod choice;
mod facts;
mod loads;
mod pain;
mod pairs;
mod past;
mod rationale;
mod shown;
mod time;
mod volume;

use std::fmt;

use domain::{
    exercise::{Exercise, ExerciseKey},
    prescription::SetType,
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    catalog::Catalog,
    draft::Role,
    input::{Mode, SelectionInput},
    output::{Generated, SelectionOutput, WorkoutExercise, WorkoutSet},
};
use facts::Facts;

/// One rule that a session breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Breach {
    /// Which of the 15 checks of VF-4 found it.
    pub check: u8,
    /// The rule.
    pub spec: SpecId,
    /// The exercise that breaks it, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exercise: Option<ExerciseKey>,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "check {} ({})", self.check, self.spec)?;
        if let Some(exercise) = &self.exercise {
            write!(f, ", {exercise}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Lists every rule that the session breaks; nothing for a good one.
///
/// `catalog` is the library that the session was chosen from. In template mode volume is advice, so that ceilings,
/// budget and gates of the athlete's own exercises ask for a warning instead of obedience (EP-4).
pub fn verify(input: &SelectionInput, catalog: &Catalog, output: &Generated) -> Vec<Breach> {
    let mut report = Report { check: 14, breaches: vec![] };
    match Facts::read(input, catalog) {
        Err(unreadable) => report.add("EP-1", None, format!("{unreadable}; maybe this is not the input")),
        Ok(facts) => {
            let case = Case { facts, output };
            for check in CHECKS {
                report.check = check.number;
                (check.run)(&case, &mut report);
            }
        }
    }
    report.breaches
}

/// One row of VF-4.
struct Check {
    number: u8,
    run: fn(&Case<'_>, &mut Report),
}

/// The checks in the order of VF-4.
const CHECKS: [Check; 15] = [
    Check { number: 1, run: choice::ids },
    Check { number: 2, run: choice::gates },
    Check { number: 3, run: volume::set_counts },
    Check { number: 4, run: time::estimate },
    Check { number: 5, run: volume::ceilings },
    Check { number: 6, run: volume::plan },
    Check { number: 7, run: choice::pins },
    Check { number: 8, run: rationale::scores },
    Check { number: 9, run: choice::duplicates },
    Check { number: 10, run: time::reps_and_effort },
    Check { number: 11, run: loads::loads },
    Check { number: 12, run: loads::ramps },
    Check { number: 13, run: pairs::pairs },
    Check { number: 14, run: shown::metadata },
    Check { number: 15, run: choice::chosen },
];

/// What the checks write to.
struct Report {
    check: u8,
    breaches: Vec<Breach>,
}

impl Report {
    fn add(&mut self, spec: &str, exercise: Option<&ExerciseKey>, message: String) {
        let breach =
            Breach { check: self.check, spec: SpecId::new(spec), exercise: exercise.cloned(), message };
        self.breaches.push(breach);
    }

    /// A breach of `spec` unless `holds`.
    fn require(
        &mut self,
        holds: bool,
        spec: &str,
        exercise: Option<&ExerciseKey>,
        message: impl FnOnce() -> String,
    ) {
        if !holds {
            self.add(spec, exercise, message());
        }
    }
}

/// An input and what was made of it.
struct Case<'a> {
    facts: Facts<'a>,
    output: &'a Generated,
}

/// An exercise of the session with its record in the catalogue.
#[derive(Clone, Copy)]
struct Shown<'a> {
    shown: &'a WorkoutExercise,
    exercise: &'a Exercise,
}

impl<'a> Case<'a> {
    fn selection(&self) -> &'a SelectionOutput {
        &self.output.selection.output
    }

    fn is_template(&self) -> bool {
        self.facts.input.mode == Mode::Template
    }

    /// The exercises of the session, in order; unknown ones are left to check 1.
    fn session(&self) -> impl Iterator<Item = Shown<'a>> {
        let catalog = self.facts.catalog;
        let shown = self.output.workout.exercises.iter();
        shown.filter_map(move |shown| Some(Shown { shown, exercise: catalog.get(&shown.exercise_id)? }))
    }
}

impl<'a> Shown<'a> {
    fn key(&self) -> &'a ExerciseKey {
        &self.shown.exercise_id
    }

    fn is_main(&self) -> bool {
        self.shown.role == Role::Main
    }

    fn working(&self) -> impl Iterator<Item = &'a WorkoutSet> {
        self.shown.sets.iter().filter(|set| set.kind == SetType::Working)
    }

    fn sets(&self) -> i64 {
        count(self.working())
    }
}

fn count(items: impl Iterator) -> i64 {
    i64::try_from(items.count()).unwrap_or(i64::MAX)
}

/// Division rounded up.
const fn div_up(numerator: i64, denominator: i64) -> i64 {
    -(-numerator).div_euclid(denominator)
}

/// Division rounded half up.
const fn div_round(numerator: i64, denominator: i64) -> i64 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}
