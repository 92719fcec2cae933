//! Scenarios that a coach can read: a situation in TOML, the session that results in words.
//!
//! A scenario states only what matters to it: the rest is an intermediate athlete in a full gym on Monday evening.
//! `explain = ["key", ...]` asks why an exercise is or is not there, `muscles = ["chest", ...]` shows volumes.

use std::fmt::Write;

use domain::{
    anatomy::Muscle,
    quantity::{MassUnit, Rpe, Seconds},
    reason::{Reason, ReasonCode},
    voice::{Locale, Voice},
};
use training::{
    catalog::Catalog,
    input::SelectionInput,
    library::Library,
    load::iron::Iron,
    output::{Generated, Rejected, Warning, WorkoutExercise, WorkoutSet},
    present::generated,
    request::{Refusal, Request},
    session::{iron_of, plan},
    verify::verify,
};

#[test]
fn scenarios() {
    testkit::check("tests/scenarios/sessions", run);
}

/// What a scenario does not say.
const USUAL: &str = r#"
intent = "push"
trainingAge = "intermediate"
goals = { primary = "hypertrophy" }
constraints = { availableEquipment = ["barbell", "ez_bar", "plates", "dumbbell", "rack", "incline_bench", "pull_up_bar",
    "dip_bars", "cable_dual", "machine", "band", "mat"], daysPerWeek = 3 }
coldStart = { completed = 20, checkIns = 9, storedStage = 2 }
now = "2026-03-02T17:00:00Z"
program = { weeklySchedule = ["push", "pull", "legs"] }
weekInBlock = 1
explain = true
"#;

fn run(given: &str) -> String {
    let mut table: toml::Table = USUAL.parse().unwrap();
    let own: toml::Table = given.parse().unwrap_or_else(|error| panic!("{error}"));
    let list = |own: &toml::Table, name: &str| -> Vec<String> {
        let words = own.get(name).and_then(toml::Value::as_array).cloned().unwrap_or_default();
        words.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect()
    };
    let (explain, muscles) = (list(&own, "explain"), list(&own, "muscles"));
    table.extend(own.into_iter().filter(|(key, _)| key != "explain" && key != "muscles"));
    let input: SelectionInput = match table.try_into() {
        Ok(input) => input,
        Err(error) => return format!("error: {}", error.message()),
    };
    let library = Library::new(Catalog::embedded(), &input.tuning);
    let unit = input.units.unwrap_or(MassUnit::Kg);
    let request = match Request::new(&input, &library) {
        Ok(request) => request,
        Err(refusal) => return show_refusal(&refusal),
    };
    let own_iron = iron_of(&input);
    match plan(&request, own_iron.as_ref().unwrap_or(Iron::standard(unit))) {
        Err(refusal) => show_refusal(&refusal),
        Ok(session) => {
            let voice = Voice { unit, ..Voice::new(Locale::En) };
            let generated = generated(&session);
            // Every scenario ends with the independent checker (VF-4).
            let breaches = verify(&input, Catalog::embedded(), &generated);
            assert!(breaches.is_empty(), "{breaches:?}\n{given}");
            show(&generated, &voice, &explain, &muscles)
        }
    }
}

fn show_refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Invalid(invalid) => {
            let findings = invalid.findings().iter();
            let lines = findings.map(|finding| format!("{} {}: {finding}", finding.spec, finding.code));
            lines.collect::<Vec<_>>().join("\n")
        }
        Refusal::TrainingPaused(reason) => format!("training_paused {}: {}", reason.spec, reason.code),
        Refusal::NoSafeExercise(counts) => format!("no_safe_exercise: {counts:?}"),
    }
}

fn show(generated: &Generated, voice: &Voice, explain: &[String], muscles: &[String]) -> String {
    let (workout, selection) = (&generated.workout, &generated.selection.output);
    let mut text = String::new();
    for exercise in &workout.exercises {
        let step = &selection.rationale[&exercise.exercise_id];
        let _ = writeln!(text, "{}", line(exercise, voice));
        if explain.iter().any(|key| *key == exercise.exercise_id.as_str()) {
            let mut said = vec![];
            for reason in step.reasons.iter().chain(&exercise.reasons) {
                if !said.contains(&reason) {
                    let _ = writeln!(text, "    {}: {}", reason.spec, voice.reason(reason));
                    said.push(reason);
                }
            }
        }
    }
    let kind = if workout.deload { ", deload" } else { "" };
    let _ = writeln!(text, "{} min{kind}", selection.estimated_minutes);
    for gone in selection.refused_pins.iter().chain(&selection.removed) {
        let reason = Reason { code: gone.reason, spec: gone.spec_id, facts: gone.facts.clone() };
        let _ = writeln!(text, "without {}: {} {}", gone.exercise_id, gone.spec_id, voice.reason(&reason));
    }
    // That a load is estimated stands beside it already.
    let estimated = |warning: &&Warning| warning.code != ReasonCode::LoadEstimated;
    for warning in selection.warnings.iter().filter(estimated) {
        let reason = Reason { code: warning.code, spec: warning.spec_id, facts: warning.facts.clone() };
        let about = warning.exercise_id.as_ref().map_or(String::new(), |key| format!("{key}, "));
        let _ = writeln!(text, "note: {about}{} {}", warning.spec_id, voice.reason(&reason));
    }
    for key in explain {
        let rejected = selection.rejected.iter().flatten().find(|(rejected, _)| rejected.as_str() == key);
        match rejected.map(|(_, why)| why) {
            Some(Rejected::Filter(reason)) => {
                let _ = writeln!(text, "not {key}: {} {}", reason.spec, voice.reason(reason));
            }
            Some(Rejected::Rank { rank, score }) => {
                let _ = writeln!(text, "not {key}: rank {rank}, score {score:.3}");
            }
            None => {}
        }
    }
    for name in muscles {
        let muscle: Muscle = name.parse().unwrap_or_else(|error| panic!("{error}"));
        let volume = &selection.volume_plan_by_muscle[&muscle];
        let tenths = |n: i64| format!("{}.{}", n / 10, n % 10);
        let (planned, target) = (tenths(volume.planned.0), tenths(volume.target.0));
        let _ = writeln!(text, "{muscle}: {planned} of {target} sets this week, {:?}", volume.status);
    }
    text
}

fn line(exercise: &WorkoutExercise, voice: &Voice) -> String {
    let (warmups, working): (Vec<_>, Vec<_>) =
        exercise.sets.iter().partition(|set| set.kind == domain::prescription::SetType::Warmup);
    let set = working[0];
    let mut line = format!("{} {:<30}", exercise.tier, exercise.name);
    let _ = write!(line, " {} x {}", working.len(), amount(set));
    match (set.load, exercise.start_hint) {
        (Some(load), _) => drop(write!(line, " at {}", voice.load(load))),
        (None, Some(hint)) if hint.0 > 0 => drop(write!(line, " start near {}", voice.load(hint))),
        (None, _) => {}
    }
    if let Some(rpe) = set.rpe.map(Rpe::tenths) {
        let _ = write!(line, ", RPE {}", rpe / 10);
        if rpe % 10 != 0 {
            let _ = write!(line, ".{}", rpe % 10);
        }
    }
    let _ = write!(line, ", rest {}", Seconds(set.rest_s));
    if let Some(label) = &exercise.superset {
        let _ = write!(line, ", superset {label}");
    }
    if !warmups.is_empty() {
        let steps =
            warmups.iter().filter_map(|set| Some(format!("{} x {}", voice.load(set.load?), set.rep_low?)));
        let _ = write!(line, ", after {}", steps.collect::<Vec<_>>().join(", "));
    }
    line
}

fn amount(set: &WorkoutSet) -> String {
    match (set.rep_low.zip(set.rep_high), set.seconds, set.meters) {
        (Some((low, high)), ..) => format!("{low}-{high}"),
        (_, Some(span), _) => format!("{}-{} s", span.low, span.high),
        (_, _, Some(span)) => format!("{}-{} m", span.low, span.high),
        _ => String::new(),
    }
}
