//! P-47 in a report: a hold for want of success may make the frozen target a little harder or easier.

use domain::{
    change::{Change, Direction, Field},
    exercise::ProgressionType,
    plan::ProgressionMode,
    progress::{LevelDecision, ProgressRecord},
    proposal::{ConsentSubject, Draft, Proposal, ProposalKind},
};

use super::{
    bundle::target,
    case::Case,
    propose::{draft, propose},
    verdict::Verdict,
};
use crate::difficulty::{SPEC, Sample, WINDOW, next_difficulty};

/// The change of difficulty that a verdict leads to. A change of target has its own reset in the same bundle.
pub(super) fn proposal(case: &Case<'_>, verdict: &Verdict, record: &ProgressRecord) -> Option<Proposal> {
    let counted = case.item.progression_mode == ProgressionMode::Ladder
        && case.progression != ProgressionType::Mobility
        && verdict.decision == LevelDecision::Hold
        && !case.is_merge;
    let vetoed = case.concerns.is_any();
    if !counted || !(verdict.unmet || vetoed) {
        return None;
    }
    let current = case.item.difficulty;
    let (new, reason) = next_difficulty(current, &window(case), vetoed)?;
    let change = Change {
        target: target(case.item.item_id),
        field: Field::Difficulty,
        old: i64::from(current).into(),
        new: i64::from(new).into(),
    };
    let direction = if new > current { Direction::Harder } else { Direction::Easier };
    let consent = case.input.consent.consent(ConsentSubject::DifficultyChange, direction)?;
    let kind = ProposalKind::DifficultyChange;
    propose(case, Draft { rule: SPEC, changes: vec![change], ..draft(case, record, kind, reason, consent) })
}

/// The last sessions at this target and this difficulty up to now, oldest first.
///
/// A change of either asks for new ones, and a session that was made lighter is no measure.
fn window(case: &Case<'_>) -> Vec<Sample> {
    let targets = case.targets;
    let own = Sample { actual: targets.done, target: targets.plan, rpe: case.performance.effort() };
    let alike =
        case.past.done().map(|entry| &entry.record).take_while(|record| {
            record.volume_plan == targets.plan && record.volume_target == targets.frozen
        });
    let past = alike.map(|record| Sample {
        actual: record.volume_actual,
        target: record.volume_plan,
        rpe: record.rpe,
    });
    let mut window: Vec<_> = std::iter::once(own).chain(past).take(WINDOW).collect();
    window.reverse();
    window
}
