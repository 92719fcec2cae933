//! Verify: an independent check of a plan's whole chain, from its rows alone (PV-14).
//!
//! It is written from the chapter a second time, in the plainest way, and shares nothing with the engine but types:
//! the words of the domain with their laws, the grid of loads, and the fields of [`Chain`]. Items are compared as
//! documents, so that a field nobody thought of is a difference too.
//!
//! Read in this order: `breach` (what is said), `case` (what the rows hold), `flat` (items as documents), then the
//! points of PV-14: `versions` (1), `delta` (2), `cover` with `sets` and `taken_back` (3), `records` (4), `peace` (5 and
//! 6), `owners` and `values` (7), `trail` (8), `duplicates` (9), and beside them `disputes` and `halfway` (what OV-1, CF-1
//! and OV-5 say of overrides, conflicts and compromises).

mod breach;
mod case;
mod cover;
mod delta;
mod disputes;
mod duplicates;
mod flat;
mod halfway;
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
    grid::Grid,
    id::Id,
    plan::ItemId,
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
    /// The items, those that were removed too; an item without an entry is loaded freely and without assistance.
    pub items: BTreeMap<ItemId, ItemContext>,
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
            items: BTreeMap::new(),
            flags: vec![],
            records: BTreeMap::new(),
            events_from: Instant::EPOCH,
            manual_hours: 24,
        }
    }
}

/// What is known of an item beside the plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemContext {
    /// Whether more load is easier.
    pub assistance: bool,
    /// The loads that could be put together, and since when, in that order; [`None`] when any can.
    pub grids: Vec<(Instant, Option<Grid>)>,
}

impl ItemContext {
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
    /// The items that may not get harder while it is active.
    pub items: BTreeSet<ItemId>,
}

/// Lists every rule that a plan's rows break, point by point; nothing for a good chain.
pub fn verify(chain: &Chain, context: &Context) -> Vec<Breach> {
    let case = Case::new(chain, context);
    let mut report = Report::default();
    for check in CHECKS {
        report.enter(check.point);
        (check.run)(&case, &mut report);
    }
    report.into_breaches()
}

/// One check and the point that it belongs to.
struct Check {
    point: Point,
    run: fn(&Case<'_>, &mut Report),
}

/// The checks in the order of PV-14.
const CHECKS: &[Check] = &[
    Check { point: Point::Versions, run: versions::check },
    Check { point: Point::Delta, run: delta::check },
    Check { point: Point::Cover, run: cover::check },
    Check { point: Point::Records, run: records::check },
    Check { point: Point::ManualDay, run: peace::manual_day },
    Check { point: Point::Flags, run: peace::flags },
    Check { point: Point::Values, run: owners::check },
    Check { point: Point::Values, run: values::check },
    Check { point: Point::Trail, run: trail::check },
    Check { point: Point::Duplicates, run: duplicates::check },
    Check { point: Point::Disputes, run: disputes::check },
    Check { point: Point::Disputes, run: halfway::check },
];
