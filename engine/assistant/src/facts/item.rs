//! Exercises of a plan as the catalogue knows them: final loads, ramps, rests (L-14..L-16).
//!
//! Works on a document alone, so that a plan can be rendered without the request that it came from.

use domain::{
    exercise::{Exercise, LoadSemantics},
    plan::SessionTier,
    quantity::{Grams, MassUnit},
};
use training::{
    library::Library,
    load::{
        Sense,
        iron::Iron,
        ramp::{RampKind, RampSet, ramp},
    },
    prescribe::{
        goal::fits_main_range,
        time::{rest_s, work_s},
    },
};

use crate::document::{
    number::Number,
    plan::{Meta, PlannedExercise},
};

/// The general warm-up in the catalogue (L-15).
pub const WARMUP: &str = "general_warmup";

/// An exercise of a plan beside its entry in the catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// What the plan says.
    pub planned: &'a PlannedExercise,
    /// What the catalogue says.
    pub exercise: &'a Exercise,
}

impl Item<'_> {
    /// Whether it is warmed up to like a main: what stands in tier A and can open a session for the goal.
    ///
    /// A document does not say which exercises are mains, so that everybody who reads one goes by this.
    /// Below 20 minutes there are none (SO-1).
    pub fn is_main(&self, meta: &Meta) -> bool {
        self.planned.tier == SessionTier::A
            && meta.duration_minutes >= 20
            && self.exercise.is_main_lift_eligible
            && fits_main_range(self.exercise, meta.goal)
            && !self.planned.targets.rep_range.is_timed()
    }

    /// The loads of the first working set and of the others, never beyond the cap (L-14).
    pub fn final_loads(&self, unit: MassUnit) -> (Option<Grams>, Option<Grams>) {
        let targets = &self.planned.targets;
        let sense = Sense::of(self.exercise);
        let load = |number: Option<Number>| number.map(|number| number.load(unit));
        let easier = |one: Option<Grams>, other: Option<Grams>| match (one, other) {
            (Some(one), Some(other)) => Some(sense.easier(one, other)),
            (one, _) => one,
        };
        let first = easier(load(targets.target_load), load(targets.load_cap));
        let later = easier(load(targets.backoff_load.or(targets.target_load)), first);
        (first, later)
    }

    /// Seconds of work of a working set (TM-1).
    pub fn work_s(&self) -> u32 {
        work_s(self.exercise, self.planned.targets.rep_range.range())
    }

    /// The rest that it would have outside of a superset (RX-5).
    pub fn own_rest_s(&self, meta: &Meta) -> u32 {
        rest_s(self.exercise, self.is_main(meta), self.planned.targets.rep_range.range())
    }
}

/// The ramp of each item (L-15): the first main with a number as load fully, further ones with another pattern briefly.
pub fn ramps(items: &[Item<'_>], meta: &Meta, iron: &Iron) -> Vec<Vec<RampSet>> {
    let mut warmed = vec![];
    let ramps = items.iter().map(|item| {
        let pattern = item.exercise.dominant_pattern();
        let is_weight =
            matches!(item.exercise.load_semantics, LoadSemantics::External | LoadSemantics::PerSide);
        let (load, grid) = (item.final_loads(meta.units.into()).0, iron.grid_for(item.exercise));
        let (Some(load), Some(grid)) = (load.filter(|_| is_weight && item.is_main(meta)), grid) else {
            return vec![];
        };
        let kind = match (warmed.is_empty(), warmed.contains(&pattern)) {
            (true, _) => RampKind::First,
            (false, false) => RampKind::Further,
            (false, true) => return vec![],
        };
        warmed.push(pattern);
        ramp(item.exercise, grid, Some(load), kind)
    });
    ramps.collect()
}

/// The exercises of a plan beside their entries in the catalogue; what it does not know is left out.
pub fn items<'p>(library: &'p Library<'_>, exercises: &'p [PlannedExercise]) -> Vec<Item<'p>> {
    let items = exercises.iter().filter_map(|planned| {
        let exercise = library.exercise(library.find(&planned.slug)?);
        Some(Item { planned, exercise })
    });
    items.collect()
}

/// The index of the partner of each item: the neighbor with the same label.
pub fn partners(items: &[Item<'_>]) -> Vec<Option<usize>> {
    let label = |index: usize| items[index].planned.superset.as_ref();
    let mut partners = vec![None; items.len()];
    for index in 1..items.len() {
        if partners[index - 1].is_none() && label(index).is_some() && label(index - 1) == label(index) {
            (partners[index - 1], partners[index]) = (Some(index), Some(index - 1));
        }
    }
    partners
}
