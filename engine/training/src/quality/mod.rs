//! Whether the decisions of the progression are any good: metrics (P-42), how proposals are answered and how effort drifts
//! alerts (P-43), the weekly review (P-45), the release gate (P-46), and which records are kept at hand (P-23,
//! P-24).
//!
//! Everything is counted from stored records and flags; nothing here decides on an item or changes a plan.

pub mod alert;
pub mod answer;
pub mod archive;
pub mod effort;
pub mod gate;
pub mod metric;
pub mod review;
mod review_file;
mod tuning;

use domain::progress::{LevelDecision, ProgressRecord};
use domain::session::PerformanceStatus;

pub use tuning::QualityTuning;

/// Whether the decision made an item easier, by level or by range.
const fn is_regress(decision: LevelDecision) -> bool {
    matches!(decision, LevelDecision::Regress | LevelDecision::RegressRange)
}

/// Whether the item was done and something was decided on it.
fn is_decided(record: &ProgressRecord) -> bool {
    record.status == PerformanceStatus::Done && record.decision != LevelDecision::None
}
