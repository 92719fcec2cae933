//! `regimen week`: what is due this week, what each muscle has had, and how good the schedule is (EP-8).

use domain::{reason::Fact, voice::Voice};
use training::{catalog::Catalog, output::OneDecimal};

use super::{
    Ctx,
    on_store::Who,
    page::{Reader, section},
    table::{Column, Table},
    train::{volume::status, week::page as judged},
};
use crate::{
    problem::Problem,
    service::{
        profile_of,
        weeks::{self, MuscleStanding, ThisWeek},
    },
};

/// What is due this week, what each muscle has had, and how good the schedule is
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  regimen week\n  regimen week --json | jq .unused")]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let (week, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        Ok((weeks::this_week(app, caller).await?, profile_of(app, caller).await?))
    })?;
    ctx.output.show(&week, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        page(&week, &Reader::with(voice, Catalog::embedded()))
    })
}

fn page(week: &ThisWeek, page: &Reader<'_>) -> String {
    let facts = [
        ("date", Fact::from(week.start)),
        ("week", i64::from(week.week + 1).into()),
        ("deload", i64::from(week.deload).into()),
    ];
    let due = match week.unused.split_first() {
        None => page.text("this-week-done"),
        Some((due, rest)) => {
            let rest: Vec<String> = rest.iter().map(|one| page.scheduled(one)).collect();
            let count = i64::try_from(rest.len()).unwrap_or(0);
            let facts = [
                ("due", Fact::from(page.scheduled(due))),
                ("rest", rest.join(", ").into()),
                ("count", count.into()),
            ];
            page.text_with("this-week-due", facts)
        }
    };
    [
        format!("{}\n{due}\n", page.text_with("this-week-title", facts)),
        section(&page.text("this-week-volume"), &volume(week, page)),
        format!("\n{}", judged(&week.analysis, page)),
    ]
    .concat()
}

/// Every muscle that something is wanted from or done for.
fn volume(week: &ThisWeek, page: &Reader<'_>) -> String {
    let mut table =
        Table::new([Column::Left, Column::Left, Column::Right, Column::Right, Column::Right, Column::Rest]);
    table.row(page.texts([
        "",
        "volume-column-muscle",
        "volume-column-done",
        "volume-column-planned",
        "volume-column-target",
        "",
    ]));
    let shown = |row: &MuscleStanding| row.target.0 > 0 || row.done.0 + row.to_come.0 > 0;
    for (muscle, row) in week.volume.iter().filter(|(_, row)| shown(row)) {
        let delta = page.sets(OneDecimal(row.delta.0.abs()));
        table.row([
            String::new(),
            page.word("muscle", muscle),
            page.sets(row.done),
            page.sets(row.to_come),
            page.sets(row.target),
            page.text_with(status(row.status, row.target), [("delta", delta.into())]),
        ]);
    }
    table.to_string()
}
