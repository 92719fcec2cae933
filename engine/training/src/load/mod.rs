//! Loads: which iron there is, what the athlete has shown, and what to put on the bar (LD-1..LD-8).
//!
//! Read in this order: [`inventory`] is what people list, [`iron`] the loads that follow from it, [`plates`] what goes
//! on each side; [`estimate`] reads the past, [`baseline`] what is kept of it, [`hint`] guesses where there is none;
//! [`layer`] says what makes today lighter, [`assign`] decides the load of a session, [`ramp`] how to warm up to it.
//!
//! # What is not here
//!
//! * No progression: a load rises between sessions by chapter suggestions, never here.
//! * No float: grams, percent and thousandths are integers, and a load is rounded to the grid once.

pub mod assign;
pub mod baseline;
pub mod estimate;
pub mod hint;
pub mod inventory;
pub mod iron;
pub mod layer;
pub mod plates;
pub mod ramp;

use domain::{
    exercise::{Exercise, LoadSemantics},
    grid::Grid,
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

/// Whether more of the load is harder, or easier because it is help taken.
///
/// Every rule that speaks of lighter and heavier goes through it, so that assistance is mirrored everywhere (SG-13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// More is harder.
    Load,
    /// More is easier.
    Assistance,
}

impl Sense {
    /// What the load of `exercise` means.
    pub fn of(exercise: &Exercise) -> Self {
        match exercise.load_semantics {
            LoadSemantics::Assistance => Self::Assistance,
            _ => Self::Load,
        }
    }

    /// `load` times `numerator / denominator` in effort, rounded to the easier gram.
    pub const fn ratio(self, load: Grams, numerator: i64, denominator: i64) -> Grams {
        match self {
            Self::Load => Grams((load.0 * numerator).div_euclid(denominator)),
            Self::Assistance => Grams((load.0 * denominator + numerator - 1).div_euclid(numerator)),
        }
    }

    /// `percent` of `load` in effort: 75 % of an assistance of 15 kg is 20 kg.
    pub const fn percent(self, load: Grams, percent: i64) -> Grams {
        self.ratio(load, percent, 100)
    }

    /// The easier of two.
    pub fn easier(self, one: Grams, other: Grams) -> Grams {
        match self {
            Self::Load => one.min(other),
            Self::Assistance => one.max(other),
        }
    }

    /// Whether `one` is harder than `other`.
    pub fn is_harder(self, one: Grams, other: Grams) -> bool {
        match self {
            Self::Load => other < one,
            Self::Assistance => one < other,
        }
    }

    /// Brings a generated load to the grid, never harder than it was unless the iron ends there (LD-2, L-10).
    pub fn fit(self, grid: &Grid, load: Grams) -> Fit {
        let wanted = load.display(grid.unit());
        let (lightest, heaviest) = (grid.lightest(), grid.heaviest());
        if wanted < lightest.display(grid.unit()) {
            return Fit { load: lightest, warning: Some(end_of_iron(ReasonCode::LoadFloor, lightest)) };
        }
        if wanted > heaviest.display(grid.unit()) {
            return Fit { load: heaviest, warning: Some(end_of_iron(ReasonCode::LoadCeiling, heaviest)) };
        }
        let load = match self {
            Self::Load => grid.floor(load),
            Self::Assistance => grid.ceil(load),
        };
        Fit { load, warning: None }
    }
}

fn end_of_iron(code: ReasonCode, used: Grams) -> Reason {
    Reason::new(code, SpecId::new("LD-2")).fact("load", Fact::load(used))
}

/// A load on the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The achievable load.
    pub load: Grams,
    /// `load_floor` or `load_ceiling`, when the iron ends before the load that was wanted.
    pub warning: Option<Reason>,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::load::iron::Iron;
    use domain::quantity::MassUnit;

    /// The barbell bench press of the examples, changed.
    pub(crate) fn exercise(change: impl FnOnce(&mut Exercise)) -> Exercise {
        let mut exercise = serde_json::from_str(domain::exercise::EXAMPLE).unwrap();
        change(&mut exercise);
        exercise
    }

    pub(crate) fn bench() -> Exercise {
        exercise(|_| ())
    }

    pub(crate) fn kg(kilograms: i64) -> Grams {
        Grams(kilograms * 1000)
    }

    #[test]
    fn ld_2_loads_are_floored_and_assistance_is_raised() {
        let iron = Iron::standard(MassUnit::Kg);
        let bar = iron.grid_for(&bench()).unwrap();
        assert_eq!(Sense::Load.fit(bar, Grams(61_300)), Fit { load: kg(60), warning: None });
        let assisted = exercise(|exercise| {
            exercise.implement = domain::exercise::Implement::Machine;
            exercise.load_semantics = LoadSemantics::Assistance;
        });
        let stack = iron.grid_for(&assisted).unwrap();
        assert_eq!(Sense::of(&assisted).fit(stack, kg(18)), Fit { load: kg(20), warning: None });
    }

    #[test]
    fn ld_2_the_end_of_the_iron_is_a_warning() {
        let bar = Iron::standard(MassUnit::Kg).grid_for(&bench()).unwrap();
        let light = Sense::Load.fit(bar, Grams(17_700));
        assert_eq!((light.load, light.warning.unwrap().code), (kg(20), ReasonCode::LoadFloor));
        let heavy = Sense::Load.fit(bar, kg(400));
        assert_eq!((heavy.load, heavy.warning.unwrap().code), (Grams(327_500), ReasonCode::LoadCeiling));
    }

    #[test]
    fn sg_13_less_effort_is_more_assistance() {
        assert_eq!(Sense::Assistance.percent(kg(15), 75), kg(20));
        assert_eq!(Sense::Assistance.percent(kg(20), 95), Grams(21_053));
        assert_eq!(Sense::Assistance.easier(kg(15), kg(20)), kg(20));
        assert!(Sense::Assistance.is_harder(kg(15), kg(20)));
    }
}
