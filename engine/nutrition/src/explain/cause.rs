//! The failure mode of a request that a search did not solve (MX-7: by cause, the first that holds).

use super::{Verdict, decide, fault};
use crate::{
    outcome::report::{FailedDay, PinnedConflict, Report},
    pin::{number, violated},
    present::Presented,
    repair::{plan::Plan, repair},
    request::Request,
    search::Assignment,
    solve::Watch,
};

/// The cause and its facts, as far as days and pins tell; the facts of FM-4 and FM-5 come from their own parts.
pub fn find(request: &Request, watch: &mut dyn Watch) -> (&'static str, Report) {
    let mut is_sure = true;
    let mut failed = vec![];
    for day in 0..request.days.len() {
        match decide(&request.only_day(day), watch) {
            Verdict::Yes(_) => {}
            Verdict::No => failed.push(day),
            Verdict::Unknown => is_sure = false,
        }
    }
    if !failed.is_empty() {
        return of_days(request, &failed, watch);
    }
    let free = request.without_floors();
    match decide(&free, watch) {
        // The days are possible one by one, but not one after the other.
        Verdict::No => ("FM-1", sequence(request)),
        Verdict::Yes(_) if is_sure || request.horizon_rows.is_empty() => ("FM-4", Report::default()),
        _ => ("FM-5", Report::default()),
    }
}

/// FM-3 if the pins are to blame, else FM-2.
fn of_days(request: &Request, failed: &[usize], watch: &mut dyn Watch) -> (&'static str, Report) {
    let mut conflicts: Vec<PinnedConflict> = vec![];
    for &day in failed {
        let alone = request.only_day(day);
        let has_pins = alone.days[0].iter().any(|slot| slot.pinned.is_some() && slot.batch.is_none());
        if has_pins && matches!(decide(&alone.without_pins(), watch), Verdict::Yes(_)) {
            let pins = request.days[day].iter().filter_map(|slot| Some((slot.index, slot.pinned?)));
            conflicts.extend(pins.map(|(slot, place)| PinnedConflict {
                day: number(day) + 1,
                slot: Some(number(slot)),
                recipe_id: Some(request.recipes[place].id.clone()),
                violation: "budget".to_owned(),
                direct: false,
                violations: vec![],
            }));
        }
    }
    if !conflicts.is_empty() {
        return ("FM-3", fault::pinned(request, conflicts));
    }
    let mut report = Report::default();
    for &day in failed {
        let alone = request.only_day(day);
        let Some(closest) = repair(&alone, &[], CLOSEST, watch) else { continue };
        let broken = Plan::new(&alone, &closest.best).broken(&alone).into_iter();
        let (macros, limits): (Vec<_>, Vec<_>) = broken
            .map(|(_, row, total)| violated(row, Some(day), total))
            .partition(|violation| matches!(violation.spec.as_str(), "MV-3" | "HC-5"));
        report.failed_days.push(FailedDay {
            day: number(day) + 1,
            macro_violations: macros,
            ul_violations: limits,
        });
        let moved: Vec<Assignment> = closest.best.iter().map(|meal| Assignment { day, ..*meal }).collect();
        report.closest_plan.extend(Presented::new(request, &moved).choices());
    }
    ("FM-2", report)
}

/// Replacements evaluated to find the closest day.
const CLOSEST: u64 = 200_000;

/// FM-1: every slot, with what keeps recipes from it.
fn sequence(request: &Request) -> Report {
    let slots = request.open_slots().map(|slot| fault::blocked(request, slot)).collect();
    Report { unfillable_slots: slots, ..Report::default() }
}
