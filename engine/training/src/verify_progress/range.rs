//! P-12 to P-14 a second time, as far as a change must have them behind it.

use domain::{
    plan::ProgressionMode, prescription::SetType, progress::LevelDecision, reason::ReasonCode, spec::SpecId,
    wellbeing::MarkKind,
};

use super::{
    breach::Report,
    case::{Case, is_decided, is_mode, is_skip},
    past::Past,
    rows::Entry,
};

/// Skips hold, pain goes back, and every other change has the sessions that it needs.
pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    let ranges = case.entries().filter(|entry| case.is_current(entry) && is_decided(entry));
    for entry in ranges.filter(|entry| is_mode(entry, ProgressionMode::Range)) {
        let record = &entry.record;
        let hurts = record.marks.iter().any(|mark| mark.kind == MarkKind::Pain && mark.severity != Some(0));
        let forced = match () {
            () if is_skip(entry) => Some((LevelDecision::HoldRange, ReasonCode::Skip)),
            () if hurts => Some((LevelDecision::RegressRange, ReasonCode::Pain)),
            () => None,
        };
        if let Some((decision, reason)) = forced {
            let same = record.decision == decision && record.reasons.first() == Some(&reason);
            report.require(same, SpecId::new("P-12"), entry, || {
                format!("{}, expected {decision}({reason})", record.decision)
            });
        } else if record.decision == LevelDecision::AdvanceRange {
            above(case, entry, report);
        } else if record.decision == LevelDecision::RegressRange {
            below(case, entry, report);
        }
    }
}

/// P-13: three sessions at the top of the same range are the least.
fn above(case: &Case<'_>, entry: &Entry, report: &mut Report) {
    let sessions = case.rows.tuning.range_sessions;
    let past = Past::of(case, entry);
    let recent: Vec<_> = std::iter::once(entry).chain(past.done()).take(sessions).collect();
    let high = entry.item.prescription.rep_policy.high;
    let asked = |entry: &Entry| {
        let plan = &entry.item.prescription;
        (plan.rep_policy.low, plan.rep_policy.high, plan.sets.len())
    };
    let at_top = |one: &&Entry| asked(one) == asked(entry) && lowest(one).is_none_or(|reps| reps >= high);
    report.require(recent.len() == sessions && recent.iter().all(at_top), SpecId::new("P-13"), entry, || {
        format!("advance_range, expected {sessions} sessions at {high} or more before")
    });
}

/// P-14: two of the last three sessions, this one among them, fell below the range.
fn below(case: &Case<'_>, entry: &Entry, report: &mut Report) {
    let past = Past::of(case, entry);
    let falls = |one: &&Entry| lowest(one).is_none_or(|reps| reps < one.item.prescription.rep_policy.low);
    let before = past.done().take(2).filter(falls).count();
    report.require(falls(&entry) && before >= 1, SpecId::new("P-14"), entry, || {
        "regress_range, expected this and one of the two sessions before below the range".to_owned()
    });
}

/// P-12: the lowest reps of the completed working sets, 0 when sets are missing; nothing when it is not known.
fn lowest(entry: &Entry) -> Option<u32> {
    let performance = entry.performance.as_ref()?;
    let done = performance.sets.iter().filter(|set| set.completed && set.kind == SetType::Working);
    let done: Vec<_> = done.map(|set| set.reps.or(set.seconds).or(set.meters).unwrap_or(0)).collect();
    let frozen = performance.frozen.as_ref().map_or(&entry.item.prescription, |frozen| &frozen.prescription);
    let asked = frozen.sets.iter().filter(|set| set.kind == SetType::Working).count();
    let all = done.len() >= asked;
    Some(done.into_iter().min().filter(|_| all).unwrap_or(0))
}
