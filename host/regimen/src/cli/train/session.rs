//! A planned session as a page: what to do, then why, then what it does for the week, then what to know.

use domain::{
    exercise::Exercise,
    prescription::SetType,
    quantity::Seconds,
    reason::{Fact, Reason},
};
use training::output::{Generated, NotTaken, Warning, Workout, WorkoutExercise, WorkoutSet};

use super::volume;
use crate::cli::{
    page::{Reader, capital, numbers, remarks, section},
    table::{Column, Table, paragraph},
};

/// The page of a session for which there were `budget` minutes.
pub(super) fn page(generated: &Generated, budget: u32, page: &Reader<'_>) -> String {
    let Generated { workout, selection } = generated;
    let title = page.text_with(
        "session-title",
        [
            ("intent", capital(&page.word("intent", workout.session_intent)).into()),
            ("date", workout.date.into()),
            ("minutes", workout.estimated_minutes.into()),
            ("budget", budget.into()),
            ("phase", if workout.deload { "deload" } else { "accumulation" }.into()),
            ("week", (selection.week_in_block + 1).into()),
            ("length", selection.mesocycle_length.into()),
        ],
    );
    let warmup = Fact::from(workout.general_warmup_s / 60);
    let warmup = match workout.general_warmup_s {
        0 => String::new(),
        _ => format!("{}\n", page.text_with("session-warmup", [("minutes", warmup)])),
    };
    let output = &selection.output;
    [
        format!("{title}\n{warmup}\n"),
        plan(workout, page),
        legend(workout, page),
        section(&page.text("session-why"), &why(generated, page)),
        section(&page.text("session-not-taken"), &not_taken(&output.refused_pins, &output.removed, page)),
        section(&page.text("session-volume"), &volume::table(&output.volume_plan_by_muscle, page)),
        section(&page.text("session-warnings"), &warnings(&output.warnings, page)),
    ]
    .concat()
}

fn plan(workout: &Workout, page: &Reader<'_>) -> String {
    let mut table =
        Table::new([Column::Left, Column::Rest, Column::Left, Column::Left, Column::Right, Column::Right]);
    table.row(page.texts([
        "",
        "session-column-exercise",
        "session-column-sets",
        "session-column-load",
        "session-column-effort",
        "session-column-rest",
    ]));
    for row in rows(workout, page) {
        table.row(row.cells);
        table.note(1, row.hints);
    }
    table.to_string()
}

/// The equal working sets of an exercise: number, name, sets, load, effort, rest.
pub(in crate::cli) struct Row {
    pub(in crate::cli) cells: [String; 6],
    /// What stands below the last sets of the exercise.
    hints: String,
}

/// The working sets of a session, equal ones of an exercise in one row.
pub(in crate::cli) fn rows(workout: &Workout, page: &Reader<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let pairs: Vec<_> = workout.exercises.iter().map(|one| one.superset.as_deref()).collect();
    for (number, planned) in numbers(&pairs).into_iter().zip(&workout.exercises) {
        let Some(exercise) = page.exercise(&planned.exercise_id) else { continue };
        let mut working = planned.sets.iter().filter(|set| set.kind != SetType::Warmup).peekable();
        let mut head = (number, page.name_of(exercise).to_owned());
        while let Some(set) = working.next() {
            let mut count = 1_usize;
            while working.next_if_eq(&set).is_some() {
                count += 1;
            }
            let (number, name) = std::mem::take(&mut head);
            let effort = set.rpe.map_or_else(String::new, |rpe| page.fact(Fact::tenths(rpe.tenths())));
            let sets = format!("{count} × {}", amount(set, page));
            let load = load(planned, set, exercise, page);
            let hints = if working.peek().is_none() { hints(planned, exercise, page) } else { String::new() };
            rows.push(Row {
                cells: [number, name, sets, load, effort, Seconds(set.rest_s).to_string()],
                hints,
            });
        }
    }
    rows
}

/// What the numbers of the plan mean.
fn legend(workout: &Workout, page: &Reader<'_>) -> String {
    let has_pairs = workout.exercises.iter().any(|exercise| exercise.superset.is_some());
    let pairs = has_pairs.then(|| page.text("session-superset"));
    let lines = pairs.into_iter().chain([page.text("session-effort")]);
    format!("\n{}", lines.map(|line| paragraph(&line, 0)).collect::<String>())
}

/// How much a set asks for: reps, seconds or meters.
fn amount(set: &WorkoutSet, page: &Reader<'_>) -> String {
    let span = |low: u32, high: u32| if low == high { low.to_string() } else { format!("{low}–{high}") };
    if let Some(seconds) = set.seconds {
        page.text_with("amount-seconds", [("count", span(seconds.low, seconds.high).into())])
    } else if let Some(meters) = set.meters {
        page.text_with("amount-meters", [("count", span(meters.low, meters.high).into())])
    } else {
        span(set.rep_low.unwrap_or(0), set.rep_high.unwrap_or(0))
    }
}

/// The load of a set, or where to start when there is none yet.
fn load(planned: &WorkoutExercise, set: &WorkoutSet, exercise: &Exercise, page: &Reader<'_>) -> String {
    match (set.load, planned.start_hint) {
        (None, Some(hint)) if hint.0 > 0 => format!("~{}", page.load_of(exercise, Some(hint))),
        (load, _) => page.load_of(exercise, load),
    }
}

/// What stands below an exercise: sides, plates, warm-up sets.
fn hints(planned: &WorkoutExercise, exercise: &Exercise, page: &Reader<'_>) -> String {
    let mut hints = Vec::new();
    if exercise.is_unilateral {
        hints.push(page.text("session-each-side"));
    }
    if let Some(loading) = &planned.plates_per_side {
        let plates: Vec<String> = loading.plates.iter().map(|plate| page.number(plate)).collect();
        let bar = page.number(loading.bar).into();
        let count = plates.len().into();
        let plates = plates.join(" + ").into();
        hints.push(page.text_with("session-plates", [("bar", bar), ("count", count), ("plates", plates)]));
    }
    let ramp = planned.sets.iter().filter(|set| set.kind == SetType::Warmup);
    let ramp: Vec<String> = ramp
        .map(|set| {
            format!("{} × {}", set.load.map_or_else(String::new, |load| page.load(load)), amount(set, page))
        })
        .collect();
    if !ramp.is_empty() {
        hints.push(page.text_with("session-ramp", [("sets", ramp.join(", ").into())]));
    }
    hints.join("; ")
}

fn why(generated: &Generated, page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Most(NAME), Column::Rest]);
    for planned in &generated.workout.exercises {
        let chosen = generated.selection.output.rationale.get(&planned.exercise_id);
        let reasons = chosen.into_iter().flat_map(|chosen| &chosen.reasons).chain(&planned.reasons);
        // What is also a warning is said there.
        let is_warning = |reason: &Reason| {
            let mut warnings = generated.selection.output.warnings.iter();
            warnings.any(|warning| {
                warning.exercise_id.as_ref() == Some(&planned.exercise_id) && warning.code == reason.code
            })
        };
        let reasons = reasons.filter(|reason| !is_warning(reason));
        let mut texts: Vec<String> =
            reasons.map(|reason| page.reason(reason.code, reason.spec, &reason.facts)).collect();
        // Fewer sets and less load for the same reason are one thing to the reader.
        texts.dedup();
        let muscles = page.exercise(&planned.exercise_id).map(|exercise| &exercise.muscles.primary);
        let muscles = page.words("muscle", muscles.into_iter().flatten());
        let why = format!("{muscles} – {}", texts.join("; "));
        table.row([String::new(), page.name(&planned.exercise_id).to_owned(), why]);
    }
    table.to_string()
}

/// How wide a name may be beside its reasons.
pub(in crate::cli) const NAME: usize = 30;

/// Pins that were refused, and what was chosen and had to go.
pub(super) fn not_taken(refused: &[NotTaken], removed: &[NotTaken], page: &Reader<'_>) -> String {
    remarks(refused.iter().chain(removed).map(|gone| {
        let name = page.name(&gone.exercise_id).to_owned();
        (Some(name), page.reason(gone.reason, gone.spec_id, &gone.facts))
    }))
}

/// What the athlete should know, each once.
pub(super) fn warnings(warnings: &[Warning], page: &Reader<'_>) -> String {
    remarks(warnings.iter().map(|warning| {
        let name = warning.exercise_id.as_ref().map(|key| page.name(key).to_owned());
        (name, page.reason(warning.code, warning.spec_id, &warning.facts))
    }))
}
