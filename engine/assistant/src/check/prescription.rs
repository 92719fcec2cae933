//! Validators of single exercises: what, with what, how often, warmed up how, paired with which.

use domain::{
    exercise::{Measure, TrainingAge},
    plan::SessionTier,
};
use training::{
    superset::{SupersetPolicy, pair_class},
    timebox::shared_rest_s,
};

use super::Case;
use crate::{
    facts::item::{Item, WARMUP, partners, ramps},
    fault::{FaultCode, Faults},
};

/// Every exercise is in the catalogue.
pub(super) fn unknown(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    for (index, exercise) in case.plan.exercise_plan.iter().enumerate() {
        let is_known = case.context.place(&exercise.slug).is_some();
        faults.require(
            is_known,
            code,
            format_args!("/exercise_plan/{index}/slug"),
            "a key of the catalogue",
            &exercise.slug,
        );
    }
}

/// Every exercise occurs once.
pub(super) fn duplicate(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let all = &case.plan.exercise_plan;
    for (index, exercise) in all.iter().enumerate() {
        let is_first = all[..index].iter().all(|before| before.slug != exercise.slug);
        faults.require(
            is_first,
            code,
            format_args!("/exercise_plan/{index}/slug"),
            "each exercise once",
            &exercise.slug,
        );
    }
}

/// SF-4, SF-5, SF-6 and suspended exercises; what the athlete pinned may be difficult.
pub(super) fn banned(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let request = &case.context.request;
    for (index, item) in case.worked() {
        let Some(place) = case.context.place(&item.planned.slug) else { continue };
        let traits = request.library.traits(place);
        let at = format!("/exercise_plan/{index}/slug");
        faults.require(
            !request.is_avoided[place],
            code,
            &at,
            "an exercise that is not banned",
            &item.planned.slug,
        );
        let pain = traits.loaded.excluded_by(&request.pain, request.tuning().pain_exclude_from);
        let hurts =
            pain.map_or_else(String::new, |pain| format!("{} loads {}", item.planned.slug, pain.area));
        faults.require(pain.is_none(), code, &at, "an exercise that spares what hurts", hurts);
        let is_hard = request.age == TrainingAge::Beginner && traits.difficulty == TrainingAge::Advanced;
        let is_allowed = !is_hard || request.pins.contains(&place);
        faults.require(is_allowed, code, &at, "an exercise for beginners", &item.planned.slug);
    }
}

/// The key is at hand and what the exercise is done with, and everything else that it needs is there, too.
pub(super) fn equipment(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let inventory = &case.context.prepared.inventory;
    for (index, item) in &case.items {
        let at = format!("/exercise_plan/{index}/equipment");
        let key = &item.planned.equipment;
        faults.require(inventory.holds(key), code, &at, "a key of the inventory", key);
        let is_done_with =
            inventory.fits(key, item.exercise) && inventory.classes().allows(&item.exercise.equipment);
        faults.require(is_done_with, code, &at, inventory.carrier(item.exercise), key);
    }
}

/// Ranges that go up, within what a set can be, in the unit of the catalogue.
pub(super) fn rep_range(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    for (index, item) in &case.items {
        let reps = item.planned.targets.rep_range;
        let at = format!("/exercise_plan/{index}/targets/rep_range");
        faults.require(reps.low <= reps.high, code, &at, "a range that goes up", reps);
        let (least, most) = if reps.is_timed() { (5, 3600) } else { (1, 100) };
        let is_within = least <= reps.low && reps.high <= most;
        faults.require(is_within, code, &at, format_args!("{least}..{most}"), reps);
        let (is_measured, unit) = match item.exercise.measure {
            Measure::Reps => (!reps.is_timed(), "reps"),
            Measure::Seconds => (reps.is_timed(), "seconds"),
            Measure::Meters => (false, "an exercise that is not counted in meters"),
        };
        faults.require(is_measured, code, &at, unit, reps);
    }
}

/// Reps in reserve for counted work, none for the general warm-up and holds.
pub(super) fn rir(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let least = u32::from(!case.context.prepared.understood.allow_failure);
    for (index, item) in &case.items {
        let targets = &item.planned.targets;
        let at = format!("/exercise_plan/{index}/targets/rir");
        let is_counted = item.planned.tier != SessionTier::W && !targets.rep_range.is_timed();
        match (is_counted, targets.rir) {
            (true, Some(rir)) => {
                faults.require((least..=4).contains(&rir), code, &at, format_args!("{least}..4"), rir);
            }
            (true, None) => faults.require(false, code, &at, format_args!("{least}..4"), "null"),
            (false, rir) => faults.require(rir.is_none(), code, &at, "null", rir.unwrap_or(0)),
        }
    }
}

/// L-15: one general warm-up of the right length, and the ramps that the final loads ask for.
pub(super) fn warmups(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let meta = &case.plan.meta;
    let [from_30, from_15] = case.context.request.tuning().general_warmup_s;
    let seconds = match meta.duration_minutes {
        30.. => from_30,
        15.. => from_15,
        _ => 0,
    };
    let general = || case.plan.exercise_plan.iter().filter(|one| one.tier == SessionTier::W);
    let count = general().count();
    let wanted = usize::from(seconds > 0);
    faults.require(count == wanted, code, "/exercise_plan", format_args!("{wanted} general warm-up"), count);
    for (index, one) in
        case.plan.exercise_plan.iter().enumerate().filter(|(_, one)| one.tier == SessionTier::W)
    {
        let reps = one.targets.rep_range;
        let is_right = one.slug == WARMUP
            && one.working_sets == 1
            && one.rest_s == 0
            && reps.is_timed()
            && reps.low == seconds
            && reps.high == seconds;
        faults.require(
            is_right,
            code,
            format_args!("/exercise_plan/{index}"),
            format_args!("{WARMUP}, 1 set of {seconds}s, no rest"),
            format_args!("{} of {reps}", one.slug),
        );
    }
    let known = case.known();
    for ((index, item), ramp) in case.items.iter().zip(ramps(&known, meta, &case.context.iron)) {
        let warmups = item.planned.warmups as usize;
        faults.require(
            warmups == ramp.len(),
            code,
            format_args!("/exercise_plan/{index}/warmups"),
            ramp.len(),
            warmups,
        );
    }
}

/// L-16, SS-1: two neighbors of one tier that may be paired, with the rests of a pair.
pub(super) fn supersets(case: &Case<'_, '_>, code: FaultCode, faults: &mut Faults) {
    let request = &case.context.request;
    let is_wanted =
        case.context.prepared.understood.superset_policy != SupersetPolicy::None && !request.block.deload;
    let known = case.known();
    let partners = partners(&known);
    for (position, (index, item)) in case.items.iter().enumerate() {
        let Some(label) = &item.planned.superset else { continue };
        let at = format!("/exercise_plan/{index}/superset");
        faults.require(is_wanted, code, &at, "null, since none are wanted", label);
        let members =
            case.plan.exercise_plan.iter().filter(|one| one.superset.as_ref() == Some(label)).count();
        let is_pair = members == 2 && partners[position].is_some();
        faults.require(
            is_pair,
            code,
            &at,
            "two neighbors with the label",
            format_args!("{members} exercises with {label}"),
        );
        let is_of_tier = label.starts_with(item.planned.tier.as_str());
        faults.require(is_of_tier, code, &at, format_args!("a label of tier {}", item.planned.tier), label);
        if let Some(other) = partners[position].filter(|&other| position < other && is_pair) {
            pair(case, [(position, item), (other, &known[other])], code, faults);
        }
    }
}

fn pair(case: &Case<'_, '_>, pair: [(usize, &Item<'_>); 2], code: FaultCode, faults: &mut Faults) {
    let [(first, one), (second, other)] = pair;
    let meta = &case.plan.meta;
    let (first, second) = (case.items[first].0, case.items[second].0);
    let at = format!("/exercise_plan/{first}/superset");
    let places = [one, other].map(|item| case.context.place(&item.planned.slug));
    let [Some(a), Some(b)] = places else { return };
    let is_allowed = pair_class(&case.context.request, a, b).is_some()
        && ![one, other].iter().any(|item| item.is_main(meta));
    let names = format!("{} with {}", one.planned.slug, other.planned.slug);
    faults.require(is_allowed, code, &at, "two accessories that may be paired", names);
    faults.require(
        one.planned.tier == other.planned.tier,
        code,
        &at,
        "one tier for both",
        other.planned.tier,
    );
    let rest = one.planned.rest_s;
    faults.require(
        rest <= 15,
        code,
        format_args!("/exercise_plan/{first}/rest_s"),
        "0..15 inside a pair",
        rest,
    );
    let [own, others] = [one, other].map(|item| i64::from(item.own_rest_s(meta)));
    let shared = shared_rest_s(case.context.request.tuning(), own, others);
    let is_shared = i64::from(other.planned.rest_s) == shared;
    faults.require(
        is_shared,
        code,
        format_args!("/exercise_plan/{second}/rest_s"),
        shared,
        other.planned.rest_s,
    );
}
