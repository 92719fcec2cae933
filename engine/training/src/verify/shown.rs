//! The metadata tells of the session that is shown, and of this input (check 14).

use domain::{exercise::ExerciseKey, prescription::SetType};
use serde::Serialize;

use super::{Case, Report, Shown, div_up, time::general_warmup_s};
use crate::{
    draft::Role,
    input::{Mode, SelectionInput},
    output::{SelectionMetadata, Workout},
};

/// Check 14.
pub(super) fn metadata(case: &Case<'_>, report: &mut Report) {
    of_the_session(case, report);
    of_the_input(case, report);
    for shown in case.session() {
        let (found, expected) = (&shown.shown.name, &shown.exercise.name_en);
        report.require(found == expected, "EP-4", Some(shown.key()), || {
            format!("is called {found}, expected {expected}")
        });
        let kinds = shown.shown.sets.iter().map(|set| set.kind);
        let ordered = kinds.clone().all(|kind| matches!(kind, SetType::Warmup | SetType::Working))
            && kinds.is_sorted_by_key(|kind| kind == SetType::Working);
        report.require(ordered, "EP-4", Some(shown.key()), || {
            "expected warm-ups, then working sets, and no others".to_owned()
        });
    }
}

fn of_the_session(case: &Case<'_>, report: &mut Report) {
    let output = case.selection();
    let Workout { exercises, estimated_minutes, .. } = &case.output.workout;
    let shown: Vec<&ExerciseKey> = exercises.iter().map(|exercise| &exercise.exercise_id).collect();
    let selected: Vec<&ExerciseKey> = output.selected_exercise_ids.iter().collect();
    report.require(shown == selected, "EP-3", None, || format!("selected {selected:?}, but shown {shown:?}"));
    for exercise in exercises {
        let key = &exercise.exercise_id;
        let role = exercise.role;
        let listed = match role {
            Role::Main => &output.main_lift_ids,
            Role::Accessory => &output.accessory_ids,
        };
        report.require(listed.contains(key), "EP-3", Some(key), || format!("is shown as {role:?} alone"));
    }
    let minutes = div_up(output.estimated_seconds, 60);
    for found in [output.estimated_minutes, *estimated_minutes] {
        report.require(found == minutes, "TM-3", None, || format!("{found} min, expected {minutes}"));
    }
    match (&output.per_exercise_set_targets, case.facts.input.mode) {
        (None, Mode::Template) => {}
        (Some(targets), Mode::Intent) => {
            for shown in case.session() {
                let (found, expected) = (targets.get(shown.key()).copied(), shown.sets());
                report.require(found == Some(expected), "SA-4", Some(shown.key()), || {
                    format!("the target is {found:?} sets, but {expected} are shown")
                });
            }
            let (found, expected) = (targets.len(), exercises.len());
            report.require(found == expected, "SA-4", None, || format!("{found} targets for {expected}"));
        }
        (targets, mode) => {
            let found = if targets.is_some() { "given" } else { "absent" };
            report.add("SA-4", None, format!("set targets are {found} in mode {mode:?}"));
        }
    }
    labels(case, report);
}

/// L-16: two exercises carry one label exactly where the metadata pairs them.
fn labels(case: &Case<'_>, report: &mut Report) {
    let session: Vec<Shown<'_>> = case.session().collect();
    let labeled: Vec<[&ExerciseKey; 2]> = session
        .windows(2)
        .filter(|pair| pair[0].shown.superset.is_some() && pair[0].shown.superset == pair[1].shown.superset)
        .map(|pair| [pair[0].key(), pair[1].key()])
        .collect();
    let paired: Vec<[&ExerciseKey; 2]> = case.selection().supersets.iter().map(|[a, b]| [a, b]).collect();
    let lone = session.iter().filter(|shown| shown.shown.superset.is_some()).count() != 2 * labeled.len();
    report.require(labeled == paired && !lone, "L-16", None, || {
        format!("the labels pair {labeled:?}, the metadata {paired:?}")
    });
}

fn of_the_input(case: &Case<'_>, report: &mut Report) {
    let (facts, metadata, workout) = (&case.facts, &case.output.selection, &case.output.workout);
    let SelectionMetadata { mode, intent, week_in_block, mesocycle_length, deload, .. } = metadata;
    let stage = facts.stage();
    let bypass = stage.bypassed.then(|| "baseline_experienced".to_owned());
    let without_library = SelectionInput { exercise_library: None, ..facts.input.clone() };
    let rows = [
        ("mode", text(mode), text(&facts.input.mode)),
        ("intent", text(intent), text(&facts.intent)),
        ("sessionIntent", text(&workout.session_intent), text(&facts.intent)),
        ("weekInBlock", text(week_in_block), text(&facts.input.week_in_block)),
        ("mesocycleLength", text(mesocycle_length), text(&facts.length)),
        ("deload", text(deload), text(&facts.deload)),
        ("deload of the workout", text(&workout.deload), text(&facts.deload)),
        ("date", text(&workout.date), text(&facts.today)),
        ("generalWarmupS", text(&workout.general_warmup_s), text(&general_warmup_s(case))),
        ("coldStartStage", text(&metadata.cold_start_stage), text(&stage.reached)),
        ("coldStartProtocolEnabled", text(&metadata.cold_start_protocol_enabled), text(&stage.enabled)),
        ("effectiveColdStartStage", text(&metadata.effective_cold_start_stage), text(&stage.effective)),
        ("coldStartBypass", text(&metadata.cold_start_bypass), text(&bypass)),
        ("tuningHash", metadata.tuning_hash.clone(), hash(&facts.input.tuning)),
        ("inputHash", metadata.input_hash.clone(), hash(&without_library)),
    ];
    for (name, found, expected) in rows {
        report.require(found == expected, "EP-3", None, || format!("{name} is {found}, expected {expected}"));
    }
}

/// A value as documents show it.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// EP-3: XXH64 of the JSON.
fn hash(value: &impl Serialize) -> String {
    format!("{:016x}", xxhash_rust::xxh64::xxh64(text(value).as_bytes(), 0))
}
