//! `regimen volume`: what each muscle got week by week, and the means of each exercise.

use domain::time::LocalDate;
use training::catalog::Catalog;

use super::{
    Ctx,
    on_store::Who,
    page::{Reader, section},
    table::{Column, Table, paragraph},
};
use crate::{
    problem::Problem,
    service::aggregates::{self, Aggregates},
};

const EXAMPLES: &str = "\
Examples:
  regimen volume                                     the last twelve weeks
  regimen volume --from 2026-01-01
  regimen volume --json | jq '.weeks[] | select(.muscle == \"chest\")'

  Weeks are added by `regimen jobs archive`, which runs by itself on Sundays.";

/// Show what each muscle got in the weeks that are over, and the means of each exercise
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// First day; twelve weeks before the last one if not given
    #[arg(long, value_name = "DATE")]
    from: Option<LocalDate>,
    /// Last day; today if not given
    #[arg(long, value_name = "DATE")]
    to: Option<LocalDate>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let days = (args.from, args.to);
    let kept = ctx.for_athlete(&args.who, async |app, caller| aggregates::show(app, caller, days).await)?;
    ctx.output.show(&kept, |lang| page(&kept, &Reader::new(lang, Catalog::embedded())))
}

fn page(kept: &Aggregates, page: &Reader<'_>) -> String {
    let weeks =
        if kept.weeks.is_empty() { paragraph(&page.text("volume-no-weeks"), 0) } else { weeks(kept, page) };
    weeks + &section(&page.text("volume-exercises"), &exercises(kept, page))
}

fn weeks(kept: &Aggregates, page: &Reader<'_>) -> String {
    let right = Column::Right;
    let mut table = Table::new([Column::Left, Column::Left, right, right, right]);
    table.row(page.texts([
        "volume-column-week",
        "volume-column-muscle",
        "volume-column-planned",
        "volume-column-done",
        "volume-column-target",
    ]));
    for row in &kept.weeks {
        table.row([
            row.week.to_string(),
            page.word("muscle", row.muscle),
            page.sets(row.planned),
            page.sets(row.done),
            page.sets(row.target),
        ]);
    }
    table.to_string()
}

fn exercises(kept: &Aggregates, page: &Reader<'_>) -> String {
    if kept.exercises.is_empty() {
        return String::new();
    }
    let right = Column::Right;
    let mut table = Table::new([Column::Most(36), right, right, right]);
    table.row(page.texts([
        "volume-column-exercise",
        "volume-column-times",
        "volume-column-mean",
        "volume-column-effort",
    ]));
    for row in &kept.exercises {
        table.row([
            page.keyed(&row.exercise),
            row.records.to_string(),
            page.number(&row.rolling_volume),
            row.rolling_rpe.as_ref().map_or_else(String::new, |rpe| page.number(rpe)),
        ]);
    }
    table.to_string()
}
