//! An exercise of a generated session as an item of the plan (PV-3, AR-1).

use domain::{
    error::ErrorCode,
    exercise::{Exercise, ExerciseKey, Measure},
    id::Id,
    ladder::{Ladder, Level},
    law::{Invalid, Valid},
    plan::{ItemKind, PlanItem, Role, SlotTime},
    prescription::{
        LevelRef, Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetId, SetPrescription, SetType,
    },
    session::ExercisePerformance,
};
use plan::mode::default_mode;
use training::{
    catalog::Catalog,
    draft,
    load::estimate::Range,
    output::{WorkoutExercise, WorkoutSet},
    prescribe::time::rest_s,
};

use crate::{problem::Problem, service::app::Work};

/// The item that a generated exercise becomes when the plan does not hold it yet.
pub(super) fn rolling(
    work: &Work<'_>,
    workout: &WorkoutExercise,
    order: u32,
    catalog: &Catalog,
) -> Result<PlanItem, Problem> {
    let Some(exercise) = catalog.get(&workout.exercise_id) else {
        let expected = "an exercise of the catalogue";
        return Err(
            Invalid::of(ErrorCode::UnknownExercise, "exercise", &workout.exercise_id, expected).into()
        );
    };
    let item_id = work.app.id();
    let role = match workout.role {
        draft::Role::Main => Role::Main,
        draft::Role::Accessory => Role::Accessory,
    };
    let step = ladder_step(workout, catalog);
    let mut prescription = prescription(item_id, workout, step);
    if workout.superset.is_some() {
        let rest = rest_alone(exercise, role, &prescription);
        prescription.rest_evenly(rest);
    }
    Ok(PlanItem {
        item_id,
        kind: ItemKind::Rolling,
        slot_weekday: None,
        slot_date: None,
        slot_time: SlotTime::None,
        order,
        exercise_key: workout.exercise_id.clone(),
        role,
        tier: Some(workout.tier),
        // A round is one of the session: the plan has the exercise as it is done alone.
        superset: None,
        progression_mode: default_mode(exercise, step.is_some(), role, &prescription),
        min_sets: None,
        difficulty: 100,
        prescription,
    })
}

/// RX-5: the rest of an exercise that is done alone.
fn rest_alone(exercise: &Exercise, role: Role, prescription: &Prescription) -> u32 {
    let RepPolicy { low, high, .. } = prescription.rep_policy;
    let low = prescription.sets.first().and_then(|set| set.reps).unwrap_or(low);
    rest_s(exercise, role == Role::Main, Range::new(low, high))
}

/// The item as one session means it: the plan's own numbers, in as many sets as the session gives it (PV-3).
pub(super) fn for_session(item: &PlanItem, workout: &WorkoutExercise) -> PlanItem {
    let mut meant = item.clone();
    pair(&mut meant, workout);
    if item.prescription.level_ref.is_some() {
        return meant;
    }
    let wanted = workout.sets.iter().filter(|set| set.kind == SetType::Working).count().max(1);
    let sets = &mut meant.prescription.sets;
    while sets.len() > wanted {
        sets.pop();
    }
    while let (true, Some(last)) = (sets.len() < wanted, sets.last().cloned()) {
        let index = u32::try_from(sets.len()).unwrap_or(u32::MAX);
        let set_id = SetId::derive(&["set", &item.item_id.to_string(), "session", &index.to_string()]);
        sets.push(SetPrescription { set_id, index, ..last });
    }
    meant
}

/// The item as a draft means it: the draft's own numbers for this session, but those of a ladder's level (L-36).
pub(super) fn as_drafted(item: &PlanItem, workout: &WorkoutExercise) -> PlanItem {
    let mut meant = for_session(item, workout);
    if item.prescription.level_ref.is_some() {
        return meant;
    }
    let drafted = prescription(item.item_id, workout, None);
    for (set, drafted) in meant.prescription.sets.iter_mut().zip(drafted.sets) {
        *set = SetPrescription { set_id: set.set_id, index: set.index, ..drafted };
    }
    meant.prescription = Prescription {
        sets: meant.prescription.sets,
        rep_policy: drafted.rep_policy,
        rest_policy: drafted.rest_policy,
        effort_target: drafted.effort_target,
        ..item.prescription.clone()
    };
    meant
}

/// L-16: who is paired with whom is a matter of the session, and with it how long the two rest.
fn pair(item: &mut PlanItem, workout: &WorkoutExercise) {
    if item.superset.is_none() && workout.superset.is_none() {
        return;
    }
    item.superset.clone_from(&workout.superset);
    let working = workout.sets.iter().find(|set| set.kind == SetType::Working);
    if let Some(seconds) = working.and_then(|set| u32::try_from(set.rest_s).ok()) {
        item.prescription.rest_evenly(seconds);
    }
}

/// The item that an exercise becomes that was done beside the plan: what was done is what is meant next time.
pub(super) fn unplanned(
    work: &Work<'_>,
    performance: &ExercisePerformance,
    catalog: &Catalog,
) -> Option<PlanItem> {
    let exercise = catalog.get(&performance.exercise_key)?;
    let item_id = work.app.id();
    let done = performance.sets.iter().filter(|set| set.is_performed());
    let sets: Vec<_> = (0..)
        .zip(done)
        .map(|(index, set)| SetPrescription {
            set_id: SetId::derive(&["set", &item_id.to_string(), &index.to_string()]),
            index,
            kind: SetType::Working,
            reps: set.reps.map(|reps| reps.clamp(1, 100)),
            seconds: set.seconds.map(|seconds| seconds.clamp(1, 7200)),
            meters: set.meters.map(|meters| meters.clamp(1, 100_000)),
            per: domain::ladder::Per::Both,
            load_g: set.load_g.filter(|load| load.0 >= 0),
            rest_s: set.rest_after_s.unwrap_or(90).min(900),
            rpe: None,
        })
        .take(20)
        .collect();
    if sets.is_empty() {
        return None;
    }
    let prescription = Prescription {
        rep_policy: RepPolicy { mode: RepMode::NotSet, ..RepPolicy::range(8, 12) },
        rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: 90 },
        sets,
        level_ref: None,
        effort_target: None,
        cues: vec![],
    };
    Some(PlanItem {
        item_id,
        kind: ItemKind::Rolling,
        slot_weekday: None,
        slot_date: None,
        slot_time: SlotTime::None,
        order: 0,
        exercise_key: performance.exercise_key.clone(),
        role: Role::Accessory,
        tier: None,
        superset: None,
        // A ladder is stepped onto by choice; what was done once stays as it was done.
        progression_mode: default_mode(exercise, false, Role::Accessory, &prescription),
        min_sets: None,
        difficulty: 100,
        prescription,
    })
}

/// The item of an exercise that stands in for another: as many sets and as much rest, loads to be found.
pub(super) fn in_place_of(
    work: &Work<'_>,
    old: &ExercisePerformance,
    new: &ExerciseKey,
    catalog: &Catalog,
) -> Option<PlanItem> {
    let exercise = catalog.get(new)?;
    let item_id = work.app.id();
    let targets = old.frozen.as_ref()?;
    let frozen = targets.prescription.clone();
    let sets = (0..).zip(frozen.working_sets()).map(|(index, set)| SetPrescription {
        set_id: SetId::derive(&["set", &item_id.to_string(), &index.to_string()]),
        index,
        ..counted_as(set, exercise.measure)
    });
    let mut prescription = Prescription { sets: sets.collect(), level_ref: None, ..frozen.clone() };
    if targets.superset.is_some() {
        let rest = rest_alone(exercise, Role::Accessory, &prescription);
        prescription.rest_evenly(rest);
    }
    Some(PlanItem {
        item_id,
        kind: ItemKind::Rolling,
        slot_weekday: None,
        slot_date: None,
        slot_time: SlotTime::None,
        order: 0,
        exercise_key: new.clone(),
        role: Role::Accessory,
        tier: None,
        superset: None,
        progression_mode: default_mode(exercise, false, Role::Accessory, &prescription),
        min_sets: None,
        difficulty: 100,
        prescription,
    })
}

/// A set of another exercise in the place of one: as much of it where both are counted alike, and no load yet.
pub(in crate::service) fn counted_as(set: &SetPrescription, measure: Measure) -> SetPrescription {
    let amount = |own, had: Option<u32>, usual| (own == measure).then(|| had.unwrap_or(usual));
    SetPrescription {
        reps: amount(Measure::Reps, set.reps, 8),
        seconds: amount(Measure::Seconds, set.seconds, 30),
        meters: amount(Measure::Meters, set.meters, 20),
        load_g: None,
        ..set.clone()
    }
}

/// A level of a ladder.
#[derive(Clone, Copy)]
struct Step<'a> {
    ladder: &'a Ladder,
    ordinal: u32,
    level: &'a Level,
}

/// The lowest level that trains this very exercise.
fn ladder_step<'a>(workout: &WorkoutExercise, catalog: &'a Catalog) -> Option<Step<'a>> {
    let at = |ladder: &'a Valid<Ladder>| {
        let (ordinal, level) =
            (1..).zip(&ladder.levels).find(|(_, level)| level.variation == workout.exercise_id)?;
        Some(Step { ladder, ordinal, level })
    };
    let loaded = workout.sets.iter().any(|set| set.load.is_some_and(|load| load.0 > 0));
    catalog.ladders().iter().filter(|_| !loaded).find_map(at)
}

fn prescription(item: Id<PlanItem>, workout: &WorkoutExercise, step: Option<Step<'_>>) -> Prescription {
    let working: Vec<&WorkoutSet> = workout.sets.iter().filter(|set| set.kind == SetType::Working).collect();
    let first = working.first().copied();
    let low = first.and_then(|set| set.rep_low);
    let high = first.and_then(|set| set.rep_high);
    let rep_policy = match (low, high) {
        (Some(low), Some(high)) if low < high => RepPolicy::range(low, high),
        (Some(low), _) => RepPolicy::target(low),
        _ => RepPolicy { mode: RepMode::NotSet, ..RepPolicy::range(8, 12) },
    };
    let rest = |set: &WorkoutSet| u32::try_from(set.rest_s).unwrap_or(0).min(900);
    let blank = |index: u32| SetPrescription {
        set_id: SetId::derive(&["set", &item.to_string(), &index.to_string()]),
        index,
        kind: SetType::Working,
        reps: None,
        seconds: None,
        meters: None,
        per: domain::ladder::Per::Both,
        load_g: None,
        rest_s: first.map_or(90, rest),
        rpe: None,
    };
    let sets = match step {
        Some(Step { ladder, level, .. }) => (0..level.sets)
            .map(|index| {
                let amount = Some(level.amount);
                let mut set = SetPrescription { per: level.per, ..blank(index) };
                match ladder.unit {
                    Measure::Reps => set.reps = amount,
                    Measure::Seconds => set.seconds = amount,
                    Measure::Meters => set.meters = amount,
                }
                set
            })
            .collect(),
        None => (0..)
            .zip(&working)
            .map(|(index, set)| SetPrescription {
                reps: set.rep_low,
                seconds: set.seconds.map(|span| span.low),
                meters: set.meters.map(|span| span.low),
                load_g: set.load,
                rest_s: rest(set),
                rpe: set.rpe,
                ..blank(index)
            })
            .collect(),
    };
    Prescription {
        rep_policy,
        rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: first.map_or(90, rest) },
        sets,
        level_ref: step.map(|step| LevelRef { ladder_key: step.ladder.key.clone(), ordinal: step.ordinal }),
        effort_target: first.and_then(|set| set.rpe),
        cues: vec![],
    }
}
