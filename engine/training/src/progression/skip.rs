//! P-16: skipped items.

use domain::{
    progress::LevelDecision,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use super::{
    case::Case,
    offer::OfferKind,
    verdict::{Lighter, Verdict},
};

/// Skips in a row with this one.
pub(super) fn count(case: &Case<'_>) -> usize {
    case.past.skips_in_a_row() + 1
}

/// Whether the skip makes the next session a re-entry.
pub(super) fn is_break(case: &Case<'_>) -> bool {
    count(case) >= case.tuning().break_skips
}

/// The level is kept; from the second skip in a row the next session is lighter and the level below is offered.
pub(super) fn verdict(case: &Case<'_>, spec: SpecId, decision: LevelDecision) -> Verdict {
    let reason = Reason::new(ReasonCode::Skip, spec);
    let mut verdict = Verdict::new(decision, reason.clone());
    if is_break(case) {
        verdict.lighter = Some(Lighter { pct: case.tuning().skip_modifier_pct, reason });
        verdict.offers.push(OfferKind::PreviousLevel);
    }
    verdict
}

/// Raw successes in a row after this session: one more, the same after a single skip, else none (P-8).
pub(super) fn streak(case: &Case<'_>) -> u32 {
    let before = case.past.streak();
    if case.is_raw_success() {
        before + 1
    } else if case.is_skipped() && !is_break(case) {
        before
    } else {
        0
    }
}
