//! A simulation as a page: what was trained each week, what each muscle got, and the figures of VF-3.

use std::ops::RangeInclusive;

use domain::{anatomy::Muscle, exercise::TrainingAge};
use training::{
    input::SESSION_MINUTES,
    simulate::{Report, Schedule, SimulatedSession, SimulatedWeek, Simulation, figures::Figures},
};

use crate::cli::{
    number::whole,
    page::{Reader, capital, section},
    table::{Column, Table},
};

const WEEKS: RangeInclusive<u32> = 1..=104;

/// Weeks of muscles side by side in one table.
const SIDE_BY_SIDE: usize = 8;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Push, pull, legs once (ppl1) or twice (ppl2); upper, lower twice (ul2); full body three times (fb3)
    #[arg(long, value_name = "SCHEDULE", value_parser = clap::builder::PossibleValuesParser::new(Schedule::WORDS))]
    schedule: String,
    /// How many weeks
    #[arg(long, default_value_t = 8, value_parser = whole(WEEKS))]
    weeks: u32,
    /// Training age of the athlete
    #[arg(long, value_name = "AGE", default_value = TrainingAge::Intermediate.as_str(),
          value_parser = clap::builder::PossibleValuesParser::new(TrainingAge::WORDS))]
    age: String,
    /// Minutes of every session
    #[arg(long, default_value_t = 60, value_parser = whole(SESSION_MINUTES))]
    minutes: u32,
    /// Vary the reps of every set by at most one, always in the same way for the same seed
    #[arg(long, value_parser = whole::<u64>(0..))]
    seed: Option<u64>,
}

impl Args {
    /// What is asked for; clap has checked the words.
    pub(super) fn simulation(&self) -> Simulation {
        let schedule = self.schedule.parse().unwrap_or(Schedule::Fb3);
        let age = self.age.parse().unwrap_or(TrainingAge::Intermediate);
        let Self { weeks, minutes, seed, .. } = *self;
        Simulation { weeks, minutes, seed, ..Simulation::new(schedule, age) }
    }
}

/// The page of a run.
pub(super) fn page(report: &Report, simulation: &Simulation, page: &Reader<'_>) -> String {
    let title = page.text_with(
        "simulate-title",
        [
            ("schedule", page.word("schedule", simulation.schedule).into()),
            ("age", page.word("age", simulation.age).into()),
            ("minutes", simulation.minutes.into()),
        ],
    );
    let weeks = report.weeks.iter().map(|week| section(&heading(week, page), &sessions(report, week, page)));
    let muscles = report.weeks.chunks(SIDE_BY_SIDE).map(|weeks| muscles(weeks, page));
    [
        format!("{}\n", capital(&title)),
        weeks.collect(),
        section(&page.text("simulate-muscles"), &muscles.collect::<Vec<_>>().join("\n")),
        section(&page.text("simulate-figures"), &figures(&report.figures(), page)),
    ]
    .concat()
}

fn heading(week: &SimulatedWeek, page: &Reader<'_>) -> String {
    let phase = if week.deload { "deload" } else { "accumulation" };
    let facts = [
        ("number", (week.week + 1).into()),
        ("phase", phase.into()),
        ("week", (week.week_in_block + 1).into()),
        ("sets", week.sets.into()),
    ];
    page.text_with("simulate-week", facts)
}

fn sessions(report: &Report, week: &SimulatedWeek, page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Left, Column::Right, Column::Rest]);
    for session in report.sessions.iter().filter(|session| session.week == week.week) {
        let minutes = (session.estimated_seconds + 59) / 60;
        let minutes = page.text_with("simulate-minutes", [("minutes", minutes.into())]);
        table.row([String::new(), page.word("intent", session.intent), minutes, exercises(session, page)]);
    }
    table.to_string()
}

fn exercises(session: &SimulatedSession, page: &Reader<'_>) -> String {
    let exercises = session.exercises.iter();
    // Blanks that do not break keep the number with its exercise.
    let shown = exercises
        .map(|exercise| format!("{}\u{a0}×\u{a0}{}", exercise.sets, page.name(&exercise.exercise_id)));
    shown.collect::<Vec<_>>().join(", ")
}

/// Sets of each muscle with a target, week beside week.
fn muscles(weeks: &[SimulatedWeek], page: &Reader<'_>) -> String {
    let mut columns = [Column::Right; SIDE_BY_SIDE + 2];
    (columns[0], columns[1]) = (Column::Left, Column::Left);
    let mut table = Table::new(columns);
    let cells = |first: String, cell: &dyn Fn(&SimulatedWeek) -> String| {
        std::array::from_fn(|column| match column {
            0 => String::new(),
            1 => first.clone(),
            _ => weeks.get(column - 2).map_or_else(String::new, cell),
        })
    };
    table.row(cells(page.text("volume-column-muscle"), &|week| (week.week + 1).to_string()));
    for muscle in Muscle::ALL {
        let is_hard =
            weeks.iter().any(|week| week.muscles.get(muscle).is_some_and(|volume| volume.mev.0 > 0));
        if is_hard {
            let done = |week: &SimulatedWeek| {
                week.muscles.get(muscle).map_or_else(String::new, |volume| page.sets(volume.done))
            };
            table.row(cells(page.word("muscle", muscle), &done));
        }
    }
    table.to_string()
}

fn figures(figures: &Figures, page: &Reader<'_>) -> String {
    let share = |thousandths: Option<i64>| {
        #[expect(clippy::cast_precision_loss, reason = "a share is small")]
        let shown = thousandths.map(|share| page.decimal(share as f64 / 1000.0, 3));
        shown.unwrap_or_else(|| "–".to_owned())
    };
    let mut table = Table::new([Column::Left, Column::Left, Column::Right]);
    for (name, value) in [
        ("simulate-fewest", figures.fewest_exercises.to_string()),
        ("simulate-removed", figures.removed_by_caps.to_string()),
        ("simulate-over-ceiling", figures.over_ceiling.to_string()),
        ("simulate-over-budget", figures.over_budget.to_string()),
        ("simulate-below-mev", figures.below_mev.to_string()),
        ("simulate-mains-repeated", share(figures.mains_repeated.thousandths())),
        ("simulate-variety", share(figures.accessory_variety.thousandths())),
    ] {
        table.row([String::new(), page.text(name), value]);
    }
    table.to_string()
}
