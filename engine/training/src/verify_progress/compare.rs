//! What was decided against what should have been (P-4, P-8, P-18).

use domain::{
    exercise::ProgressionType, plan::ProgressionMode, progress::LevelDecision, reason::ReasonCode,
    spec::SpecId,
};

use super::{
    breach::Report,
    case::{Case, is_before, is_decided, is_mode, is_skip},
    rows::Entry,
    verdict::{Judged, Verdict, streak},
};

/// Every record of the rules in force, decided again.
pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    for entry in case.entries().filter(|entry| case.is_current(entry)) {
        if !is_owned(entry, report) || !is_in_time(case, entry, report) {
            continue;
        }
        let judged = Judged::new(case, entry).filter(|_| is_mode(entry, ProgressionMode::Ladder));
        if let Some(judged) = judged {
            compare(&judged, report);
        }
    }
}

/// P-18: only ladder and range items are decided, each by its own words.
fn is_owned(entry: &Entry, report: &mut Report) -> bool {
    use LevelDecision::{Advance, AdvanceRange, Hold, HoldRange, None, Regress, RegressRange};
    let (mode, decision) = (entry.item.progression_mode, entry.record.decision);
    let fits = match mode {
        ProgressionMode::Ladder => matches!(decision, Advance | Hold | Regress | None),
        ProgressionMode::Range => matches!(decision, AdvanceRange | HoldRange | RegressRange | None),
        ProgressionMode::Load | ProgressionMode::Fixed => decision == None,
    };
    report.require(fits, SpecId::new("P-18"), entry, || format!("{decision} on an item of mode {mode}"));
    fits && !matches!(mode, ProgressionMode::Load | ProgressionMode::Fixed)
}

/// P-4: what comes too late is kept and not decided, everything else is. Whether there is a decision to compare.
fn is_in_time(case: &Case<'_>, entry: &Entry, report: &mut Report) -> bool {
    let late = is_outrun(case, entry) || is_corrected_too_late(case, entry);
    let said = entry.record.reasons == [ReasonCode::LateReport];
    let (found, expected) = match (is_decided(entry), late) {
        (true, false) => return true,
        (false, true) if said => return false,
        (decided, late) => (decided, !late),
    };
    let words = |decided| if decided { "decided" } else { "kept as a late report" };
    report.require(false, SpecId::new("P-4"), entry, || {
        format!("it was {}, expected {}", words(found), words(expected))
    });
    false
}

/// Whether a newer session of the item was decided before.
fn is_outrun(case: &Case<'_>, entry: &Entry) -> bool {
    case.of_item(entry.record.item_id).iter().any(|other| {
        other.record.session_id != entry.record.session_id
            && is_decided(other)
            && other.started_at > entry.started_at
            && is_before(other, entry)
    })
}

/// Whether it corrects a report that is older than two days.
fn is_corrected_too_late(case: &Case<'_>, entry: &Entry) -> bool {
    let mut first = None;
    let mut at = entry;
    // A record is made before its correction, so that this ends even if the rows go in a circle.
    while let Some(before) = at.record.corrects.and_then(|id| case.get(id)).filter(|one| is_before(one, at)) {
        at = before;
        if !is_skip(at) {
            first = Some(at.record.created_at);
        }
    }
    let seconds = 3600 * i64::from(case.rows.tuning.correction_hours);
    first.is_some_and(|first| entry.record.created_at > first.plus_seconds(seconds))
}

/// Streak, decision, reasons and new target of a ladder item.
fn compare(judged: &Judged<'_>, report: &mut Report) {
    const TABLE: SpecId = SpecId::new("P-8");
    let (case, entry) = (judged.case, judged.entry);
    let record = &entry.record;
    report.equal(entry, TABLE, "streak_success", &record.streak_success, &streak(case, entry));
    let verdict = judged.verdict();
    // CF-4 adds its reason to a decision that replaces one of the same day.
    let reasons: Vec<_> =
        record.reasons.iter().copied().filter(|code| *code != ReasonCode::SameDayMerge).collect();
    let same = record.decision == verdict.decision && reasons == verdict.reasons;
    report.require(same, TABLE, entry, || {
        let expected = words(verdict.decision, &verdict.reasons);
        format!("{}, expected {expected}", words(record.decision, &reasons))
    });
    if record.decision == verdict.decision {
        compare_target(judged, &verdict, report);
    }
}

fn compare_target(judged: &Judged<'_>, verdict: &Verdict, report: &mut Report) {
    let entry = judged.entry;
    let spec = match (verdict.decision, judged.progression) {
        (LevelDecision::Regress, _) => SpecId::new("P-7"),
        (LevelDecision::Advance, ProgressionType::Strength) => SpecId::new("P-9"),
        (LevelDecision::Advance, ProgressionType::Endurance) => SpecId::new("P-10"),
        (LevelDecision::Advance, ProgressionType::Mobility) => SpecId::new("P-11"),
        _ => SpecId::new("P-6"),
    };
    let level = match verdict.aim {
        super::target::Aim::Level(ordinal) => Some(ordinal),
        _ => entry.record.level_target,
    };
    report.equal(entry, spec, "level_result", &entry.record.level_result, &level);
    if let Some(target) = &entry.target {
        report.require(verdict.aim.is_met(judged, target), spec, entry, || {
            format!("the new target is {target}, expected {}", verdict.aim)
        });
    }
}

fn words(decision: LevelDecision, reasons: &[ReasonCode]) -> String {
    let reasons: Vec<_> = reasons.iter().map(|code| code.as_str()).collect();
    format!("{decision}({})", reasons.join(", "))
}
