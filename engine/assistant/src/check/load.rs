//! Validators of loads: what was shown, what was guessed, what the iron can make (L-14).
//!
//! Loads are compared as the document shows them, so that a unit with another grid does not matter.

use domain::{
    exercise::{Implement, LoadSemantics},
    grid::Tie,
    plan::SessionTier,
    quantity::Grams,
};
use training::{library::Place, load::Sense, load::estimate::Range};

use super::Case;
use crate::{
    document::number::Number,
    facts::{item::Item, loads::Restraint},
    fault::{FaultCode, Faults},
};

/// An exercise with what its loads are judged by.
struct Weighed<'i, 'c> {
    index: usize,
    item: &'i Item<'c>,
    place: Place,
    range: Range,
    sense: Sense,
}

impl Weighed<'_, '_> {
    /// Whether one number asks for more than another.
    fn is_harder(&self, one: Number, other: Number) -> bool {
        self.sense.is_harder(Grams(one.0.0), Grams(other.0.0))
    }
}

fn weighed<'i, 'c>(case: &'i Case<'c, '_>) -> impl Iterator<Item = Weighed<'i, 'c>> {
    case.worked().filter_map(|(index, item)| {
        let place = case.context.place(&item.planned.slug)?;
        let range = item.planned.targets.rep_range.range();
        Some(Weighed { index: *index, item, place, range, sense: Sense::of(item.exercise) })
    })
}

/// Not above 1.05 of the recent best, nor above what failed last; the lightest iron is always allowed.
pub(super) fn above_best(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let shown = |load: Grams| Number::of_load(load, case.context.unit());
    for one in weighed(case) {
        let Some(target) = one.item.planned.targets.target_load else { continue };
        let Some(grid) = case.context.grid(one.item.exercise) else { continue };
        let end = if one.sense == Sense::Assistance { grid.heaviest() } else { grid.lightest() };
        if target == shown(end) {
            continue;
        }
        let evidence = case.context.evidence(one.place, one.range);
        let at = format!("/exercise_plan/{}/targets/target_load", one.index);
        let near = evidence
            .recent_best
            .map(|best| shown(one.sense.percent(best, case.context.request.tuning().load_cap_pct)));
        for most in near.into_iter().chain(evidence.hold().map(shown)) {
            faults.require(!one.is_harder(target, most), code, &at, format_args!("at most {most}"), target);
        }
    }
}

/// Without history a load is at most the guess of LD-5.
pub(super) fn without_history(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    for one in weighed(case) {
        let Some(target) = one.item.planned.targets.target_load else { continue };
        let evidence = case.context.evidence(one.place, one.range);
        if evidence.recent_best.is_some()
            || case.context.is_told(one.place)
            || case.context.grid(one.item.exercise).is_none()
        {
            continue;
        }
        let is_main = one.item.is_main(&case.plan.meta);
        let guess = case.context.estimate(one.place, one.range, is_main).unwrap_or(Grams::ZERO);
        let most = Number::of_load(guess, case.context.unit());
        let at = format!("/exercise_plan/{}/targets/target_load", one.index);
        faults.require(!one.is_harder(target, most), code, at, format_args!("at most {most}"), target);
    }
}

/// The cap is the policy's share of the recent best, or easier.
pub(super) fn cap(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let policy = &case.plan.fatigue_policy;
    let restraint = Restraint { rir_shift: i64::from(policy.rir_shift), cap_pct: policy.load_cap_pct.0.0 };
    for one in weighed(case) {
        let is_main = one.item.is_main(&case.plan.meta);
        let figures = case.context.figures(one.place, one.range, is_main, restraint);
        let wanted = figures.cap.map(|cap| Number::of_load(cap, case.context.unit()));
        let found = one.item.planned.targets.load_cap;
        let holds = match (wanted, found) {
            (Some(wanted), Some(found)) => !one.is_harder(found, wanted),
            (None, None) => true,
            _ => false,
        };
        let at = format!("/exercise_plan/{}/targets/load_cap", one.index);
        faults.require(holds, code, at, or_null(wanted), or_null(found));
    }
}

fn or_null(number: Option<Number>) -> String {
    number.map_or_else(|| "null".to_owned(), |number| number.to_string())
}

/// Loads that the iron can make; later sets are not heavier.
pub(super) fn off_grid(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    for one in weighed(case) {
        let targets = &one.item.planned.targets;
        let Some(grid) = case.context.grid(one.item.exercise) else { continue };
        for (name, number) in [
            ("target_load", targets.target_load),
            ("backoff_load", targets.backoff_load),
            ("load_cap", targets.load_cap),
        ] {
            let Some(number) = number else { continue };
            let load = number.load(case.context.unit());
            let nearest = Number::of_load(grid.nearest(load, Tie::Down), case.context.unit());
            let at = format!("/exercise_plan/{}/targets/{name}", one.index);
            faults.require(
                nearest == number,
                code,
                at,
                format_args!("a load of the grid, like {nearest}"),
                number,
            );
        }
        if let (Some(top), Some(backoff)) = (targets.target_load, targets.backoff_load) {
            let at = format!("/exercise_plan/{}/targets/backoff_load", one.index);
            faults.require(!one.is_harder(backoff, top), code, at, format_args!("at most {top}"), backoff);
        }
    }
}

/// No number where a load means nothing, and a number for a body.
pub(super) fn not_applicable(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    for (index, item) in &case.items {
        let targets = &item.planned.targets;
        let semantics = item.exercise.load_semantics;
        let at = format!("/exercise_plan/{index}/targets/target_load");
        let is_without = item.planned.tier == SessionTier::W
            || matches!(semantics, LoadSemantics::Timed | LoadSemantics::None)
            || item.exercise.implement == Implement::Band;
        if is_without {
            let numbers = [targets.target_load, targets.backoff_load, targets.load_cap];
            let found = numbers.into_iter().flatten().next();
            faults.require(found.is_none(), code, &at, "null", or_null(found));
        } else if semantics == LoadSemantics::Bodyweight {
            let is_added = item.exercise.loadable;
            let holds = targets.target_load.is_some_and(|load| is_added || load == Number::hundredths(0));
            faults.require(
                holds,
                code,
                &at,
                if is_added { "0 or the added load" } else { "0" },
                or_null(targets.target_load),
            );
        }
    }
}
