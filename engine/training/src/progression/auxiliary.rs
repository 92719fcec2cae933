//! P-17: an exercise that helps the technique of another, as an item beside it.

use domain::{
    change::{Change, Field, Target, Value},
    exercise::{Exercise, Measure},
    id::Id,
    ladder::Per,
    plan::{ItemKind, PlanItem, ProgressionMode, Role, added_set_id},
    prescription::{Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetPrescription, SetType},
    wellbeing::MarkKind,
};

use super::{
    bundle::{Goal, most_of},
    case::Case,
};

/// Sets of an auxiliary item (P-17).
const SETS: usize = 2;

/// Seconds between them.
const REST_S: u32 = 60;

/// Whether the report asks for help with technique.
pub(super) fn is_wanted(case: &Case<'_>) -> bool {
    !case.is_skipped() && case.performance.marks.iter().any(|mark| mark.kind == MarkKind::Technique)
}

/// What would be done, and the change that adds it: the first auxiliary that is at hand and not in the plan yet.
/// One is enough: nothing while the plan holds one for this exercise.
pub(super) fn offer(case: &Case<'_>) -> Option<(Goal, Change)> {
    let helps = |item: &PlanItem| {
        item.kind == ItemKind::Auxiliary && case.exercise.auxiliaries.contains(&item.exercise_key)
    };
    if case.input.items.iter().any(helps) {
        return None;
    }
    let fits = |exercise: &&Exercise| {
        case.input.at_hand().allows(&exercise.equipment)
            && case.input.items.iter().all(|item| item.exercise_key != exercise.id)
    };
    let named = case.exercise.auxiliaries.iter().filter_map(|key| case.catalog.get(key));
    let exercise = named.map(|exercise| &**exercise).find(fits)?;
    let amount = exercise.rep_min.min(most_of(exercise.measure));
    let goal = Goal::free(exercise.id.clone(), exercise.measure, vec![amount; SETS]);
    let item = item(case, exercise, amount);
    let target = Target { item_id: item.item_id, set_id: None };
    let new = Value::Item(Box::new(item));
    Some((goal, Change { target, field: Field::Exercise, old: Value::Nothing, new }))
}

/// Last in the slot of the item that it helps, and moved by nobody.
fn item(case: &Case<'_>, exercise: &Exercise, amount: u32) -> PlanItem {
    let (beside, trace) = (case.item, &case.input.trace_id);
    let item_id = Id::derive(&["auxiliary", trace.as_str(), &beside.item_id.to_string()]);
    let slot = |item: &PlanItem| (item.slot_weekday, item.slot_date, item.slot_time);
    let same = case.input.items.iter().filter(|item| slot(item) == slot(beside));
    let counted = |measure| (exercise.measure == measure).then_some(amount);
    let set = |index: usize| SetPrescription {
        set_id: added_set_id(item_id, trace, index),
        index: u32::try_from(index).unwrap_or(u32::MAX),
        kind: SetType::Working,
        reps: counted(Measure::Reps),
        seconds: counted(Measure::Seconds),
        meters: counted(Measure::Meters),
        per: if exercise.is_unilateral { Per::Side } else { Per::Both },
        load_g: None,
        rest_s: REST_S,
        rpe: None,
    };
    let rep_policy = match exercise.measure {
        Measure::Reps => RepPolicy::target(amount),
        Measure::Seconds | Measure::Meters => RepPolicy { mode: RepMode::NotSet, ..RepPolicy::range(8, 12) },
    };
    PlanItem {
        item_id,
        kind: ItemKind::Auxiliary,
        slot_weekday: beside.slot_weekday,
        slot_date: beside.slot_date,
        slot_time: beside.slot_time,
        order: same.map(|item| item.order + 1).max().unwrap_or(0),
        exercise_key: exercise.id.clone(),
        role: Role::Skill,
        tier: None,
        superset: None,
        progression_mode: ProgressionMode::Fixed,
        min_sets: None,
        difficulty: 100,
        prescription: Prescription {
            rep_policy,
            rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: REST_S },
            sets: (0..SETS).map(set).collect(),
            level_ref: None,
            effort_target: None,
            cues: vec![],
        },
    }
}
