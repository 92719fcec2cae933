//! What a weekly or monthly report says first and proposes: exactly one key finding and one change.
//!
//! Read in this order: [`facts`] (what a report is made of), [`finding`] (one row and one function per candidate),
//! [`change`] (what to do about it), [`verify`] (the same rules written a second time).
//!
//! # What is not here
//!
//! * No reading of histories: what happened in the period is an input, already counted.
//! * No proposal: a change says what would be proposed; whoever asks makes the Proposal and lands the answer.

pub mod change;
pub mod facts;
pub mod finding;
pub mod verify;

use self::{
    change::{ProposedChange, propose},
    facts::{Outlook, Period},
    finding::{Finding, find},
};

/// The head of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// what matters most.
    pub finding: Finding,
    /// what to do about it.
    pub change: ProposedChange,
}

/// The one finding and the one change of a period; there are always both.
pub fn head(period: &Period, outlook: &Outlook, tuning: &facts::ReportTuning) -> Head {
    let finding = find(period, tuning);
    let change = propose(&finding, period, outlook, tuning);
    Head { finding, change }
}
