//! Step 9 of P-8 a second time: what speaks against an advance, in its order.

use domain::{plan::ProgressionMode, progress::LevelDecision, reason::ReasonCode, wellbeing::FlagKind};

use super::{
    case::is_mode,
    target::{Aim, Step},
    verdict::Judged,
};

/// The first veto that applies.
pub(super) fn first(judged: &Judged<'_>, step: &Step) -> Option<ReasonCode> {
    let (entry, tuning, past) = (judged.entry, judged.case.rows.tuning, &judged.past);
    let is_flagged = |kind| judged.case.is_flagged(entry, kind);
    let now = entry.record.created_at;
    let week_ago = now.minus_seconds(86_400 * i64::from(tuning.undone_days));
    let is_enough = |before: Option<usize>, needed| before.is_none_or(|before| before + 1 >= needed);
    let vetoes = [
        (is_flagged(FlagKind::Technique), ReasonCode::Technique),
        (is_flagged(FlagKind::Illness), ReasonCode::Illness),
        (is_flagged(FlagKind::Fatigue), ReasonCode::Fatigue),
        (is_flagged(FlagKind::Pain), ReasonCode::PainFlag),
        (
            !is_enough(past.stable_since_break(tuning.break_skips), tuning.break_completions),
            ReasonCode::SkipRecovery,
        ),
        (!is_enough(past.successes_since_change(), tuning.rate), ReasonCode::RateLimited),
        (past.was_undone(entry, week_ago, now), ReasonCode::Undone),
        (entry.edited, ReasonCode::ManualOverride),
        (is_out_of_reach(judged, step), ReasonCode::Equipment),
        (has_flexible_change(judged) && !past.has_waited(), ReasonCode::FlexibleFirst),
    ];
    vetoes.into_iter().find_map(|(applies, veto)| applies.then_some(veto))
}

/// P-19: whether the next level's variation needs what is not at hand.
fn is_out_of_reach(judged: &Judged<'_>, step: &Step) -> bool {
    let Step::Level(Aim::Level(ordinal)) = step else { return false };
    let level = judged.case.rung(judged.entry).and_then(|rung| rung.ladder.level(*ordinal));
    let Some(exercise) = level.and_then(|level| judged.case.catalog.get(&level.variation)) else {
        return false;
    };
    let claimed = judged.entry.record.reasons.first() == Some(&ReasonCode::Equipment);
    match judged.entry.equipment {
        Some(at_hand) => !at_hand.allows(&exercise.equipment),
        None => claimed && !exercise.equipment.is_empty(),
    }
}

/// P-15: whether a range item of the session changed.
fn has_flexible_change(judged: &Judged<'_>) -> bool {
    let (record, at) = (&judged.entry.record, judged.entry.record.created_at);
    judged.case.of_session(record.session_id).iter().any(|other| {
        let changes =
            matches!(other.record.decision, LevelDecision::AdvanceRange | LevelDecision::RegressRange);
        is_mode(other, ProgressionMode::Range)
            && (changes || other.moved)
            && other.record.created_at <= at
            && judged.case.is_uncorrected(other, at)
    })
}
