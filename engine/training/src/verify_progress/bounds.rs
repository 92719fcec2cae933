//! What holds for every decision, whichever version of the rules made it (P-56).

use domain::{progress::LevelDecision, spec::SpecId, wellbeing::FlagKind};

use super::{
    breach::Report,
    case::{Case, is_decided},
    facts::{Facts, volume},
    past::Past,
    rows::Entry,
};

fn advances<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Entry> {
    let harder = |decision| matches!(decision, LevelDecision::Advance | LevelDecision::AdvanceRange);
    case.entries().filter(move |entry| harder(entry.record.decision))
}

/// AR-3: nothing advances while a flag is active on it.
pub(super) fn flags(case: &Case<'_>, report: &mut Report) {
    for entry in advances(case) {
        let veto = FlagKind::ALL.iter().find(|kind| case.is_flagged(entry, **kind));
        report.require(veto.is_none(), SpecId::new("AR-3"), entry, || {
            let kind = veto.map_or("", |kind| kind.as_str());
            format!("{} while {kind} is active", entry.record.decision)
        });
    }
}

/// P-16: nothing advances after skips in a row before two stable completions.
pub(super) fn breaks(case: &Case<'_>, report: &mut Report) {
    let tuning = case.rows.tuning;
    for entry in advances(case) {
        let stable = Past::of(case, entry).stable_since_break(tuning.break_skips);
        let enough = stable.is_none_or(|stable| stable + 1 >= tuning.break_completions);
        report.require(enough, SpecId::new("P-16"), entry, || {
            format!(
                "{} after skips, expected {} stable sessions",
                entry.record.decision, tuning.break_completions
            )
        });
    }
}

/// P-9: between two changes that stand lie two raw successes.
pub(super) fn rate(case: &Case<'_>, report: &mut Report) {
    let needed = case.rows.tuning.rate;
    for entry in advances(case).filter(|entry| entry.record.decision == LevelDecision::Advance) {
        let Some(before) = Past::of(case, entry).successes_since_change() else { continue };
        let found = before + usize::from(entry.record.raw_success);
        report.require(found >= needed, SpecId::new("P-9"), entry, || {
            format!("advance with {found} successes since the last change, expected {needed}")
        });
    }
}

/// P-7: a regress leads to no more than was asked, to one per set, or to a lower level.
pub(super) fn regress(case: &Case<'_>, report: &mut Report) {
    let regressed = |entry: &&Entry| is_decided(entry) && entry.record.decision == LevelDecision::Regress;
    for entry in case.entries().filter(regressed) {
        // P-51 counts the plan's own volume, so that a session that was edited to more cannot raise the plan either.
        let reduced = volume(&entry.item.prescription).min(Facts::of(entry).frozen);
        let record = &entry.record;
        let lower = record.level_result < record.level_target;
        let Some(target) = entry.target.as_ref().filter(|_| !lower) else { continue };
        let least = u64::try_from(target.sets.len()).unwrap_or(u64::MAX);
        report.require(u64::from(target.volume) <= reduced.max(least), SpecId::new("P-7"), entry, || {
            format!("regress to {} of {reduced}, expected no more", target.volume)
        });
    }
}
