//! `regimen calibrate`: scenarios, golden sessions, simulations and sessions to review, as Markdown (VF-1..VF-3).

use training::{catalog::Catalog, output::Generated, superset::SupersetPolicy};

use super::{
    Ctx,
    page::{Reader, capital},
    table::paragraph,
    train,
};
use crate::{
    problem::{Exit, Problem},
    service::calibration::{Calibration, GoldenResult, RunResult, ScenarioResult, calibrate},
};

const EXAMPLES: &str = "\
Examples:
  regimen calibrate                   see how the engine ranks and plans
  regimen calibrate > review.md       keep it for a review
  regimen calibrate --json | jq '.scenarios[] | [.name, .passes]'";

/// Check the engine against the sessions it was tuned with, and show sessions for review
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {}

pub(super) fn run(ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let calibration = calibrate()?;
    ctx.output.show(&calibration, |lang| report(&calibration, &Reader::new(lang, Catalog::embedded())))?;
    Ok(if calibration.passes() { Exit::Done } else { Exit::Failure })
}

fn report(calibration: &Calibration, page: &Reader<'_>) -> String {
    let Calibration { scenarios, golden, runs, sessions } = calibration;
    let passed = scenarios.iter().filter(|scenario| scenario.passes).count();
    let planned = golden.iter().filter(|golden| golden.passes).count();
    let result = [
        ("scenarios", passed.into()),
        ("of_scenarios", scenarios.len().into()),
        ("golden", planned.into()),
        ("of_golden", golden.len().into()),
    ];
    [
        format!("# {}\n\n", page.text("calibrate-title")),
        paragraph(&page.text_with("calibrate-result", result), 0),
        scenarios.iter().map(|scenario| scenario_part(scenario, page)).collect(),
        golden.iter().map(|golden| golden_part(golden, page)).collect(),
        format!("\n## {}\n\n{}", page.text("calibrate-runs"), runs_table(runs, page)),
        format!("\n## {}\n", page.text("calibrate-sessions")),
        sessions.iter().map(|session| session_part(session, page)).collect(),
    ]
    .concat()
}

fn verdict(passes: bool, page: &Reader<'_>) -> String {
    page.text(if passes { "calibrate-passes" } else { "calibrate-fails" })
}

fn scenario_part(scenario: &ScenarioResult, page: &Reader<'_>) -> String {
    let intent = page.word("intent", scenario.intent);
    let mut part = format!("\n## {} {intent}: {}\n\n", scenario.name, verdict(scenario.passes, page));
    for row in &scenario.ranked {
        let facts = [
            ("exercise", page.name(&row.exercise_id).into()),
            ("score", page.decimal(row.score, 3).into()),
            ("expected", page.decimal(row.expected, 3).into()),
        ];
        let line = page.text_with("calibrate-ranked", facts);
        part += &paragraph(&format!("{}. {line}", row.rank), 0);
        part += &paragraph(&train::parts(page, |name| row.parts.get(name).copied()), 3);
    }
    part
}

fn golden_part(golden: &GoldenResult, page: &Reader<'_>) -> String {
    let intent = page.word("intent", golden.intent);
    let supersets = page.text(match golden.supersets {
        SupersetPolicy::None => "supersets-none",
        SupersetPolicy::WhenTimeLimited => "supersets-when_time_limited",
        SupersetPolicy::Preferred => "supersets-preferred",
    });
    let mut part = format!("\n## VF-2 {intent}, {supersets}: {}\n\n", verdict(golden.passes, page));
    for pick in &golden.picks {
        let expected = pick.expected.map_or_else(
            || page.text("calibrate-unexpected"),
            |(score, sets)| format!("{sets} × {}", page.decimal(score, 3)),
        );
        let facts = [
            ("exercise", page.name(&pick.exercise_id).into()),
            ("sets", pick.sets.into()),
            ("score", page.decimal(pick.score, 3).into()),
            ("expected", expected.into()),
        ];
        part += &paragraph(&format!("- {}", page.text_with("calibrate-golden", facts)), 0);
    }
    let seconds = [("seconds", golden.seconds.into()), ("expected", golden.expected_seconds.into())];
    part + &format!("\n{}\n", page.text_with("calibrate-seconds", seconds))
}

fn runs_table(runs: &[RunResult], page: &Reader<'_>) -> String {
    let mut rows = vec![page.texts([
        "calibrate-column-schedule",
        "calibrate-column-age",
        "calibrate-column-exercises",
        "calibrate-column-below",
        "calibrate-column-mains",
        "calibrate-column-sets",
    ])];
    for RunResult { schedule, training_age, figures } in runs {
        let blocks = figures.blocks.iter().map(|block| {
            let weeks = block.sets.iter().chain([&block.deload_sets]).map(ToString::to_string);
            weeks.collect::<Vec<_>>().join(" ")
        });
        rows.push([
            schedule.to_string(),
            page.word("age", training_age),
            figures.fewest_exercises.to_string(),
            figures.below_mev.to_string(),
            page.number(figures.mains_repeated),
            blocks.collect::<Vec<_>>().join(", "),
        ]);
    }
    markdown(rows)
}

fn session_part(generated: &Generated, page: &Reader<'_>) -> String {
    let workout = &generated.workout;
    let intent = capital(&page.word("intent", workout.session_intent));
    let minutes = page.text_with("simulate-minutes", [("minutes", workout.estimated_minutes.into())]);
    let mut rows = vec![page.texts([
        "calibrate-column-number",
        "session-column-exercise",
        "session-column-sets",
        "session-column-load",
        "session-column-effort",
        "session-column-rest",
    ])];
    rows.extend(train::rows(workout, page).into_iter().map(|row| row.cells));
    format!("\n### {intent}, {minutes}\n\n{}", markdown(rows))
}

/// A Markdown table whose first row is its head.
fn markdown<const N: usize>(rows: Vec<[String; N]>) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let rule = widths.map(|width| "-".repeat(width));
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let (head, body) = rows.split_at(rows.len().min(1));
    head.iter().chain([&rule]).chain(body).map(line).collect()
}
