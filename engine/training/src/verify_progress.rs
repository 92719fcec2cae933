//! Verify of progress: an independent check of stored decisions, from their rows alone (P-56).
//!
//! It is written from the chapter a second time, in the plainest way, and shares nothing with the engine but types:
//! the words of the domain, the catalogue and the numbers of the tuning. Every record is decided again on the records
//! before it as they are stored, so that one false row is told of once.
//!
//! Read in this order: [`rows`] (what is checked), `breach` (what is said), `case` (the rows in order), `past` (what a
//! decision reads), `facts` (P-51, P-5, P-20), `verdict` with `veto` and `target` (P-8, P-7, P-9 to P-11), `compare`
//! (what was decided against what should have been), `range` (P-12 to P-15), `bounds` (what holds for every version of
//! the rules), `tables` and `plan` (records, events and versions among themselves).
//!
//! # What is not decided again
//!
//! * Ranges: an `advance_range` or `regress_range` must have what P-13 or P-14 asks of the sessions at least; that none
//!   was missed, and which way was proposed, is not counted a second time.
//! * Marks on other items of a session count through the flags that they raised.
//! * What an advance of a mobility item below its level's volume leads to (P-11 does not say): it must grow, and not
//!   beyond the level.
//! * Offers, modifiers and texts beside a decision.
//!
//! # How the chapter is read where it leaves room
//!
//! * The last ten records (P-3) are those that were decided and not corrected since; a late report is none of them.
//! * Of two sessions of a day on one target (CF-4) the later replaces the earlier, for the rate of P-9 as well.
//! * A tenth more (P-10) is at least one more.
//! * Targets that were edited for the session (OV-8) take the place of T and T_f, but a regress never leaves the plan
//!   with more than it had, and keeps the plan's sets.

mod bounds;
mod breach;
mod case;
mod compare;
mod facts;
mod past;
mod plan;
mod range;
pub mod rows;
mod tables;
mod target;
mod verdict;
mod veto;

use self::{breach::Report, case::Case};
pub use self::{
    breach::{Breach, Subject},
    rows::{ArchiveRun, Entry, NewTarget, Rows, Touching},
};
use crate::catalog::Catalog;

/// Lists every rule that the rows break; nothing for good ones.
///
/// `catalog` holds the exercises and ladders that the records were decided with.
pub fn verify(rows: &Rows<'_>, catalog: &Catalog) -> Vec<Breach> {
    let case = Case::new(rows, catalog);
    let mut report = Report::default();
    for check in CHECKS {
        check(&case, &mut report);
    }
    report.into_breaches()
}

/// The checks in the order of P-56.
const CHECKS: &[fn(&Case<'_>, &mut Report)] = &[
    facts::check,
    compare::check,
    range::check,
    bounds::flags,
    bounds::breaks,
    bounds::rate,
    bounds::regress,
    tables::records,
    tables::events,
    tables::archive,
    tables::expired,
    plan::difficulty,
    plan::modifiers,
];
