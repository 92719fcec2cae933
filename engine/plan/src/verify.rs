//! Verify: an independent check of a plan's whole chain, from its rows alone (PV-14).
//!
//! It is written from the chapter a second time, in the plainest way, and shares nothing with the engine but types:
//! the words of the domain with their laws, the grid of loads, and the fields of [`Chain`]. Items are compared as
//! documents, so that a field nobody thought of is a difference too.
//!
//! Read in this order: `breach` (what is said), `kept` (what is asked of exercises and of meals), `case` (what the rows
//! hold), `flat` (items as documents), then the points of PV-14: `versions` (1), `delta` (2), `cover` with `sets` and
//! `taken_back` (3), `records` (4), `peace` (5 and 6), `owners` and `values` (7), `trail` (8), `duplicates` (9), and beside
//! them `disputes` and `halfway` (what OV-1, CF-1 and OV-5 say of overrides, conflicts and compromises).

mod breach;
mod case;
mod cover;
mod delta;
mod disputes;
mod duplicates;
mod flat;
mod halfway;
mod kept;
mod owners;
mod peace;
mod records;
mod sets;
mod taken_back;
#[cfg(test)]
mod tests;
mod trail;
mod values;
mod versions;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    exercise::ExerciseKey,
    grid::Grid,
    id::Id,
    meal_plan::PlannedMeal,
    plan::{ItemId, PlanItem},
    progress::{LevelDecision, ProgressRecord},
    time::Instant,
    wellbeing::Flag,
};

pub use self::breach::{Breach, Point, Subject};
use self::{breach::Report, case::Case};
use crate::chain::Chain;

/// What the rows of a plan do not say themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The exercises that items are or were of; one without an entry is loaded freely and without assistance.
    pub exercises: BTreeMap<ExerciseKey, ExerciseContext>,
    /// Every flag of the athlete, cleared ones too.
    pub flags: Vec<Touching>,
    /// What was decided in each record, archived ones too.
    pub records: BTreeMap<Id<ProgressRecord>, LevelDecision>,
    /// P-44: events before this instant may be gone.
    pub events_from: Instant,
    /// OV-3: hours for which a manual edit wins.
    pub manual_hours: u32,
}

/// Nothing is known, every event is kept, and a manual edit wins for a day.
impl Default for Context {
    fn default() -> Self {
        Self {
            exercises: BTreeMap::new(),
            flags: vec![],
            records: BTreeMap::new(),
            events_from: Instant::EPOCH,
            manual_hours: 24,
        }
    }
}

/// What is known of an exercise beside the plan. An item may be of one exercise now and of another later, so that this
/// belongs to the exercise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExerciseContext {
    /// Whether more load is easier.
    pub assistance: bool,
    /// The loads that could be put together, and since when, in that order; [`None`] when any can.
    pub grids: Vec<(Instant, Option<Grid>)>,
}

impl ExerciseContext {
    /// The loads that could be put together then; of the time before anything is known, what is known first.
    fn grid_at(&self, at: Instant) -> Option<&Grid> {
        let then = self.grids.iter().rfind(|(since, _)| *since <= at);
        then.or(self.grids.first())?.1.as_ref()
    }
}

/// A flag and the items that it touches (P-52, P-53).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touching {
    /// The flag.
    pub flag: Flag,
    /// The items that may not get harder while it is active, as long as they are of these exercises.
    pub items: BTreeSet<(ItemId, ExerciseKey)>,
}

/// Lists every rule that the rows of a training plan break, point by point; nothing for a good chain.
pub fn verify(chain: &Chain, context: &Context) -> Vec<Breach> {
    run(chain, context, TRAINING)
}

/// The same for a plan of meals, of which nothing else needs to be known but since when events are kept (PV-13).
pub fn verify_meals(chain: &Chain<PlannedMeal>, events_from: Instant) -> Vec<Breach> {
    run(chain, &Context { events_from, ..Context::default() }, MEALS)
}

fn run<I>(chain: &Chain<I>, context: &Context, checks: &[Check<I>]) -> Vec<Breach> {
    let case = Case::new(chain, context);
    let mut report = Report::default();
    for check in checks {
        report.enter(check.point);
        (check.run)(&case, &mut report);
    }
    report.into_breaches()
}

/// One check and the point that it belongs to.
struct Check<I> {
    point: Point,
    run: fn(&Case<'_, I>, &mut Report),
}

/// The checks in the order of PV-14.
const TRAINING: &[Check<PlanItem>] = &[
    Check { point: Point::Versions, run: versions::check },
    Check { point: Point::Delta, run: delta::check },
    Check { point: Point::Delta, run: delta::reuse },
    Check { point: Point::Cover, run: cover::check },
    Check { point: Point::Records, run: records::check },
    Check { point: Point::ManualDay, run: peace::manual_day },
    Check { point: Point::Flags, run: peace::flags },
    Check { point: Point::Values, run: owners::check },
    Check { point: Point::Values, run: values::check },
    Check { point: Point::Values, run: values::sets },
    Check { point: Point::Trail, run: trail::check },
    Check { point: Point::Duplicates, run: duplicates::check },
    Check { point: Point::Disputes, run: disputes::check },
    Check { point: Point::Disputes, run: halfway::check },
];

/// Those of versions, proposals, decisions, audit, rollback and undo, which are the same for meals (PV-13). The item of a
/// slot is the same whenever something is planned there.
const MEALS: &[Check<PlannedMeal>] = &[
    Check { point: Point::Versions, run: versions::check },
    Check { point: Point::Delta, run: delta::check },
    Check { point: Point::Cover, run: cover::check },
    Check { point: Point::Values, run: owners::check },
    Check { point: Point::Values, run: values::check },
    Check { point: Point::Trail, run: trail::check },
    Check { point: Point::Duplicates, run: duplicates::check },
];
