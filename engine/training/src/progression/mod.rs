//! How a reported session moves each exercise up, keeps it, or takes it back (progression.md, sections 1 to 4).
//!
//! [`decide`] takes a [`DecideInput`] and returns [`Decided`]: what is told, kept, proposed and made lighter. It changes
//! nothing; landing belongs to the plan (PV-12). Flags are taken as the report left them.
//!
//! Read in this order: [`report`] and [`input`] (what was done, and what it is decided from), `past`, [`target`],
//! [`concern`] and `case` (what a decision looks at), `verdict` (the table of P-8) with `skip`, `regress`, `veto` and
//! `step`, `range` (items without levels), `bundle`, [`easier`], `offer`, `auxiliary`, `adapt` and `propose` (what becomes of the plan), `recommend`,
//! `outcome` and [`update`] (what is said and kept).
//!
//! # What is not here
//!
//! * Loads: items of mode load belong to the suggestions; here they only leave a record.
//! * The life of flags: a mark vetoes at once, but who raises and clears a flag is decided elsewhere.
//! * Overrides and conflicts: an advance may still be deferred when it lands (OV-3).

mod adapt;
mod auxiliary;
mod bundle;
mod case;
pub mod concern;
pub mod easier;
pub mod input;
pub mod offer;
mod outcome;
mod past;
mod propose;
mod range;
mod recommend;
mod regress;
pub mod report;
mod skip;
mod step;
pub mod target;
pub mod tuning;
pub mod update;
mod verdict;
mod veto;

use domain::{
    law::Invalid,
    plan::{ItemId, ProgressionMode},
    progress::LevelDecision,
    reason::{Reason, ReasonCode},
    session::PerformanceStatus,
    spec::SpecId,
};

use crate::catalog::Catalog;
use case::Case;
use verdict::{Verdict, Wants};

pub use concern::vetoes;
pub use input::DecideInput;
pub use update::Decided;

/// The version of the rules, kept with every decision.
pub const RULE_VERSION: &str = "progression-1";

/// Decides about every item of a report, or says what is wrong with the input.
///
/// Range items come first, since a change of one holds the advances of the others (P-15). Results stand in the order
/// of item ids, so that the order of the report does not matter.
pub fn decide(input: &DecideInput, catalog: &Catalog) -> Result<Decided, Invalid> {
    input.check(catalog)?;
    let cases = input.performances.iter().filter_map(|performance| Case::new(input, catalog, performance));
    let mut cases: Vec<_> = cases.collect();
    cases.sort_by_key(|case| (case.item.progression_mode != ProgressionMode::Range, case.item.item_id));
    let mut decided = Decided::about(cases.len());
    let mut is_flexible_changed = cases.iter().any(|case| {
        case.item.progression_mode == ProgressionMode::Range && input.moved.contains(&case.item.item_id)
    });
    for mut case in cases {
        case.is_flexible_changed = is_flexible_changed;
        // A range item that is told again, or too late, changed what it changed (P-15).
        let stood = case.past.own.map(|own| own.decision);
        if case.past.own.is_some_and(|own| own.id == outcome::record_id(&case)) {
            decided.repeated.push(case.item.item_id);
            is_flexible_changed |= stood.is_some_and(is_range_change);
            continue;
        }
        let verdict = judge(&case);
        case.is_merge &= verdict.decision != LevelDecision::None;
        let counts = if verdict.decision == LevelDecision::None { stood } else { Some(verdict.decision) };
        is_flexible_changed |= counts.is_some_and(is_range_change);
        outcome::write(&case, verdict, &mut decided);
    }
    decided.sort();
    Ok(decided)
}

fn is_range_change(decision: LevelDecision) -> bool {
    matches!(decision, LevelDecision::AdvanceRange | LevelDecision::RegressRange)
}

/// The verdict by the owner of the item (AR-2).
fn judge(case: &Case<'_>) -> Verdict {
    match case.item.progression_mode {
        ProgressionMode::Load | ProgressionMode::Fixed => undecided(vec![]),
        _ if is_too_late(case) => undecided(vec![Reason::new(ReasonCode::LateReport, SpecId::new("P-4"))]),
        ProgressionMode::Range => range::judge(case),
        ProgressionMode::Ladder => verdict::judge(case),
    }
}

fn undecided(reasons: Vec<Reason>) -> Verdict {
    Verdict {
        decision: LevelDecision::None,
        reasons,
        wants: Wants::Nothing,
        unmet: false,
        lighter: None,
        offers: vec![],
    }
}

/// P-4: a newer session was decided, or a correction comes after its time.
fn is_too_late(case: &Case<'_>) -> bool {
    let input = case.input;
    let first = case.past.own.filter(|own| own.status == PerformanceStatus::Done);
    let first = first.map(|own| input.session.first_reported_at.unwrap_or(own.created_at));
    let hours = i64::from(input.tuning.correction_hours);
    case.past.is_late || first.is_some_and(|first| input.now > first.plus_seconds(3600 * hours))
}

impl Decided {
    /// Nothing yet, with room for what is decided about so many items: mostly a change and an offer each.
    fn about(items: usize) -> Self {
        Self {
            updates: Vec::with_capacity(items),
            records: Vec::with_capacity(items),
            proposals: Vec::with_capacity(2 * items),
            events: Vec::with_capacity(items),
            ..Self::default()
        }
    }

    fn sort(&mut self) {
        self.updates.sort_by_key(|update| update.item_id);
        self.records.sort_by_key(|record| record.item_id);
        // What lands stands before what is offered beside it, as it was made.
        self.proposals.sort_by_key(|proposal| proposal.target.item_id);
        self.modifiers.sort_by_key(|modifier| modifier.id);
        self.asked_modifiers.sort_by_key(|modifier| modifier.id);
        self.events.sort_by_key(|event| event.id);
        self.repeated.sort_unstable();
    }

    /// What was decided about an item.
    pub fn update(&self, item: ItemId) -> Option<&update::ProgressUpdate> {
        self.updates.iter().find(|update| update.item_id == item)
    }
}
