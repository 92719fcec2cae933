//! Records of progress in the store, and how each exercise of the plan goes (P-20, P-21).

use domain::{
    exercise::Measure,
    progress::ProgressRecord,
    reason::Fact,
    time::{LocalDate, add_days},
    voice::Voice,
};
use training::{catalog::Catalog, progress_summary::ProgressSummary};

use crate::{
    cli::{
        Ctx,
        number::whole,
        on_store::Who,
        page::{Reader, sets},
        table::{Column, Table, paragraph},
    },
    problem::{Exit, Problem},
    service::{overview, profile_of},
};

/// Which records are shown.
#[derive(Debug, clap::Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    who: Who,
    /// Only of this exercise or ladder, by its key
    exercise: Option<String>,
    /// First day; 90 days ago unless given
    #[arg(long, value_name = "DATE")]
    from: Option<LocalDate>,
    /// Last day; today unless given
    #[arg(long, value_name = "DATE")]
    to: Option<LocalDate>,
    /// How many to show, the newest
    #[arg(long, default_value_t = 50, value_parser = whole::<usize>(1..))]
    last: usize,
}

/// Whose plan is summed up.
#[derive(Debug, clap::Args)]
pub(super) struct SummaryArgs {
    #[command(flatten)]
    pub(super) who: Who,
}

pub(super) fn show(args: &ShowArgs, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (mut records, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let today = overview::today(app, caller).await?;
        let (from, to) = (args.from.unwrap_or(add_days(today, -90)), args.to.unwrap_or(today));
        let found = overview::progress(app, caller, from, to, args.exercise.as_deref()).await?;
        let found: Vec<ProgressRecord> = found.into_iter().map(|(_, record)| record).collect();
        Ok((found, profile_of(app, caller).await?))
    })?;
    let earlier = records.len().saturating_sub(args.last);
    records.drain(..earlier);
    ctx.output.show(&records, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        listed(&records, earlier, &Reader::with(voice, Catalog::embedded()))
    })?;
    Ok(Exit::Done)
}

pub(super) fn summary(who: &Who, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (summaries, profile) = ctx.for_athlete(who, async |app, caller| {
        Ok((overview::summary(app, caller).await?, profile_of(app, caller).await?))
    })?;
    ctx.output.show(&summaries, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        let page = Reader::with(voice, Catalog::embedded());
        summaries.iter().map(|one| summed_up(one, &page)).collect()
    })?;
    Ok(Exit::Done)
}

fn listed(records: &[ProgressRecord], earlier: usize, page: &Reader<'_>) -> String {
    if records.is_empty() {
        return format!("{}\n", page.text("progress-none"));
    }
    let mut table =
        Table::new([Column::Left, Column::Rest, Column::Right, Column::Right, Column::Right, Column::Left]);
    table.row(page.texts([
        "store-column-day",
        "session-column-exercise",
        "progress-column-target",
        "store-column-done",
        "progress-column-effort",
        "progress-column-decision",
    ]));
    for record in records {
        table.row([
            page.fact(record.local_date),
            page.name(&record.variation_key).to_owned(),
            amount(record.volume_target, record.unit),
            amount(record.volume_actual, record.unit),
            record.rpe.map_or_else(String::new, |rpe| page.fact(Fact::tenths(rpe.tenths()))),
            page.word("decision", record.decision),
        ]);
    }
    let earlier = match earlier {
        0 => String::new(),
        count => paragraph(&page.text_with("progress-earlier", [("count", count.into())]), 0),
    };
    format!("{table}{earlier}")
}

fn amount(number: u32, unit: Measure) -> String {
    match unit {
        Measure::Reps => number.to_string(),
        Measure::Seconds => format!("{number} s"),
        Measure::Meters => format!("{number} m"),
    }
}

/// One exercise: what the plan asks for, where it stands, and how it went of late.
fn summed_up(one: &ProgressSummary, page: &Reader<'_>) -> String {
    let load = one.target.load_g.filter(|load| load.0 != 0);
    let load = load.map_or_else(String::new, |load| format!(", {}", page.load(load)));
    let level = one.level.as_ref().map_or_else(String::new, |level| {
        let facts = [("ordinal", level.ordinal.into()), ("of", level.of.into())];
        format!(" ({})", page.text_with("progress-level", facts))
    });
    let head = format!("{}{level}: {}{load}", page.keyed(&one.exercise), sets(&one.target.sets));
    let facts = [
        ("streak", one.streak_success.into()),
        ("skips", one.skips_in_10.into()),
        ("trend", page.word("rpe_trend", one.rpe_trend).into()),
    ];
    let last = one.last3.iter().map(|record| {
        let unit = one.target.unit;
        let (asked, done) = (amount(record.target, unit), amount(record.actual, unit));
        let facts = [
            ("date", Fact::from(record.date)),
            ("asked", asked.into()),
            ("done", done.into()),
            ("decision", page.word("decision", record.decision).into()),
        ];
        paragraph(&page.text_with("progress-record", facts), 4)
    });
    let flags = one.flags.iter().map(|flag| {
        let area = flag.area.map_or_else(String::new, |area| format!(" ({})", page.word("area", area)));
        paragraph(&format!("{}{area}", page.word("flag", flag.kind)), 4)
    });
    paragraph(&head, 0)
        + &paragraph(&page.text_with("progress-lately", facts), 2)
        + &last.chain(flags).collect::<String>()
}
