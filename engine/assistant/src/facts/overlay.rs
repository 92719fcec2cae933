//! Lays a request over the athlete's state: what training is asked in the end (L-2, L-4, L-5).

use domain::{
    equipment::Equipment,
    exercise::{Exercise, Measure},
    plan::ProgressionMode,
    time::{Instant, Zone},
    wellbeing::FlagKind,
};
use training::{
    input::{HistoryEntry, HistoryExercise, HistorySet, Mode, PlanItemState, SelectionInput},
    library::Library,
};

use crate::input::{
    Inputs, Understood,
    equipment::Inventory,
    history::{DoneExercise, DoneSession, DoneSet},
    instructions::Ban,
};

/// The input of training; its intent is decided later.
pub(super) fn lay_over(
    inputs: &Inputs,
    understood: &Understood,
    inventory: &Inventory,
    library: &Library<'_>,
) -> SelectionInput {
    let mut selection = inputs.athlete.clone();
    let meta = &understood.meta;
    let today = selection.now.local_date(&selection.time_zone);
    if meta.date != today {
        let noon = selection.time_zone.start_of(meta.date).map(|start| start.plus_seconds(12 * 3600));
        selection.now = noon.unwrap_or(selection.now);
    }
    selection.mode = Mode::Intent;
    domain::session::Intent::FullBody.as_str().clone_into(&mut selection.intent);
    selection.target_muscles = vec![];
    selection.template_exercise_ids = vec![];
    selection.session_minutes = meta.duration_minutes;
    meta.goal.as_str().clone_into(&mut selection.goals.primary);
    selection.constraints.available_equipment = inventory.keys().to_vec();
    selection.units = Some(meta.units.into());
    // Iron that was listed for the usual place says nothing about another one.
    if inputs.request.equipment_inventory.is_some()
        || selection.inventory.as_ref().is_some_and(|listed| Some(listed.unit) != selection.units)
    {
        selection.inventory = None;
    }
    selection.superset_policy = understood.superset_policy;
    selection.tuning.e1rm_days = inputs.tuning.best_days;
    selection.explain = false;
    wishes(&mut selection, understood, inventory, library);
    for session in &understood.history.sessions {
        merge(&mut selection, session);
    }
    let now = selection.now;
    selection.history.retain(|entry| entry.ended_at <= now);
    selection
}

/// L-4: bans, favorites, injuries and fewest sets.
fn wishes(
    selection: &mut SelectionInput,
    understood: &Understood,
    inventory: &Inventory,
    library: &Library<'_>,
) {
    let wishes = &understood.instructions;
    let suspended: Vec<&str> = selection
        .flags
        .iter()
        .filter(|flag| flag.kind == FlagKind::Suspension)
        .filter_map(|flag| flag.exercise_id.as_deref())
        .collect();
    let is_out = |exercise: &Exercise| {
        is_unwritable(exercise)
            || suspended.contains(&exercise.id.as_str())
            || wishes.bans.iter().any(|ban| is_banned(ban, exercise, inventory))
    };
    let all = library.catalog().exercises().iter();
    let out = all.filter(|exercise| is_out(exercise)).map(|exercise| exercise.id.to_string());
    let avoided = &mut selection.preferences.avoid_exercise_ids;
    avoided.extend(out);
    avoided.sort_unstable();
    avoided.dedup();
    let favorites = &mut selection.preferences.favorite_exercise_ids;
    favorites.extend(wishes.favorites.iter().map(ToString::to_string));
    favorites.sort_unstable();
    favorites.dedup();
    for pain in &wishes.injuries {
        let severity = selection.fatigue_state.pain_flags.entry(pain.area.to_string()).or_default();
        *severity = pain.severity.max(*severity);
    }
    for wish in &wishes.minimum_sets {
        let items = &mut selection.plan_items;
        let index = items.iter().position(|item| item.exercise_id == wish.exercise.as_str());
        let index = index.unwrap_or_else(|| {
            items.push(new_item(wish.exercise.as_str()));
            items.len() - 1
        });
        items[index].min_sets = items[index].min_sets.max(Some(wish.sets));
    }
}

/// The documents have no way to write a distance (L-18).
fn is_unwritable(exercise: &Exercise) -> bool {
    exercise.measure == Measure::Meters
}

fn is_banned(ban: &Ban, exercise: &Exercise, inventory: &Inventory) -> bool {
    match ban {
        Ban::Exercise(key) => exercise.id == *key,
        Ban::Pattern(pattern) => exercise.patterns.contains(pattern),
        Ban::Equipment(class) => {
            let is_free = |needed: &Vec<Equipment>| {
                !needed.contains(class) && needed.iter().all(|&needed| inventory.classes().has(needed))
            };
            !exercise.equipment.is_empty() && !exercise.equipment.iter().any(is_free)
        }
    }
}

fn new_item(exercise: &str) -> PlanItemState {
    PlanItemState {
        exercise_id: exercise.to_owned(),
        progression_mode: ProgressionMode::Load,
        target_load: None,
        override_load: None,
        rep_low: None,
        rep_high: None,
        min_sets: None,
        level: None,
    }
}

/// L-2: for the same date and exercise the request wins.
fn merge(selection: &mut SelectionInput, session: &DoneSession) {
    let zone = selection.time_zone.clone();
    let stored =
        selection.history.iter_mut().find(|entry| entry.started_at.local_date(&zone) == session.date);
    let exercises = session.exercises.iter().map(history_exercise);
    if let Some(entry) = stored {
        for exercise in exercises {
            entry.exercises.retain(|known| known.exercise_id != exercise.exercise_id);
            entry.exercises.push(exercise);
        }
        return;
    }
    let Some(ended_at) = end_of(session, &zone, selection.now) else { return };
    let id = format!("request:{}", session.date);
    let mut entry = HistoryEntry::new(id, ended_at, exercises.collect());
    entry.intent = session.intent.map(|intent| intent.to_string());
    selection.history.push(entry);
}

/// One in the afternoon of its day, but not after now.
fn end_of(session: &DoneSession, zone: &Zone, now: Instant) -> Option<Instant> {
    let ended = zone.start_of(session.date)?.plus_seconds(13 * 3600);
    Some(ended.min(now))
}

fn history_exercise(done: &DoneExercise) -> HistoryExercise {
    let sets = done.sets.iter().map(|set: &DoneSet| HistorySet {
        kind: set.kind,
        reps: set.reps,
        seconds: set.seconds,
        load_g: set.load,
        rpe: set.rpe,
        ..HistorySet::default()
    });
    HistoryExercise { exercise_id: done.exercise.clone(), sets: sets.collect(), ..HistoryExercise::default() }
}
