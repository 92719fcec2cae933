//! `regimen body` and `regimen measure`: what an athlete weighs and measures (EP-6).

use clap::builder::PossibleValuesParser;
use domain::{
    quantity::{Grams, Hundredths, div_half_up},
    time::{LocalDate, add_days},
    voice::{Locale, Voice},
};
use jiff::civil::Date;

use super::{
    Ctx,
    number::whole,
    on_store::Who,
    table::{Column, Table},
    typed,
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        body::{self, Measurement, MeasurementKind, Taken, Weight},
        profile::Profile,
        settings,
    },
};

const BODY_EXAMPLES: &str = "\
Examples:
  regimen body                             the last weeks, and where it goes
  regimen body 81.4                        note today's weight
  regimen body 180lb --date 2026-03-02     another unit, another day
  regimen body --days 365 --json";

const MEASURE_EXAMPLES: &str = "\
Examples:
  regimen measure                          everything that was measured
  regimen measure waist 82.5               in centimeters
  regimen measure arm 14.5in --date 2026-03-02
  regimen measure body_fat_pct 18%";

/// The width of the longest trend.
const WIDTH: i64 = 24;

/// Note a body weight, or see where it goes
#[derive(Debug, clap::Args)]
#[command(after_help = BODY_EXAMPLES)]
pub(super) struct BodyArgs {
    #[command(flatten)]
    who: Who,
    /// Weight to note, in your unit unless it says another
    weight: Option<String>,
    /// Day of it [default: today]
    #[arg(long)]
    date: Option<Date>,
    /// Show so many days
    #[arg(long, default_value_t = 60, value_parser = whole::<i64>(1..=36_500))]
    days: i64,
}

/// Note a girth or a share of fat, or see what was measured
#[derive(Debug, clap::Args)]
#[command(after_help = MEASURE_EXAMPLES)]
pub(super) struct MeasureArgs {
    #[command(flatten)]
    who: Who,
    /// What was measured
    #[arg(requires = "amount", value_parser = PossibleValuesParser::new(MeasurementKind::WORDS))]
    kind: Option<String>,
    /// How much: centimeters unless it says another unit, percent for fat
    amount: Option<String>,
    /// Day of it [default: today]
    #[arg(long)]
    date: Option<Date>,
    /// Show so many days
    #[arg(long, default_value_t = 365, value_parser = whole::<i64>(1..=36_500))]
    days: i64,
}

pub(super) fn run(args: &BodyArgs, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let (profile, weights) = ctx.for_athlete(&args.who, async |app, caller| {
        let profile = settings::show(app, caller).await?.profile;
        if let Some(text) = &args.weight {
            let grams = typed::mass("weight", text, profile.units)?;
            body::weigh(app, caller, grams, Taken { id: None, date: args.date }).await?;
        }
        let today = app.now().local_date(&profile.zone);
        let weights = body::weights(app, caller, add_days(today, 1 - args.days), today).await?;
        Ok((profile, weights))
    })?;
    ctx.output.show(&weights, |lang| weights_page(&weights, &profile, lang))
}

pub(super) fn run_measure(args: &MeasureArgs, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    // clap has checked the word.
    let kind: Option<MeasurementKind> = args.kind.as_ref().and_then(|word| word.parse().ok());
    let amount = match (kind, &args.amount) {
        (Some(kind), Some(text)) if kind.is_share() => Some((kind, typed::share("amount", text)?)),
        (Some(kind), Some(text)) => Some((kind, typed::length("amount", text)?)),
        _ => None,
    };
    let measurements = ctx.for_athlete(&args.who, async |app, caller| {
        let profile = settings::show(app, caller).await?.profile;
        if let Some((kind, amount)) = amount {
            body::measure(app, caller, kind, amount, Taken { id: None, date: args.date }).await?;
        }
        let today = app.now().local_date(&profile.zone);
        body::measurements(app, caller, add_days(today, 1 - args.days), today).await
    })?;
    ctx.output.show(&measurements, |lang| measurements_page(&measurements, lang))
}

/// The weights with a line that shows where they go, and the means of the last two weeks.
fn weights_page(weights: &[Weight], profile: &Profile, lang: Locale) -> String {
    let words = Words::of(Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() });
    let Some(last) = weights.last() else { return format!("{}\n", words.text("body-none")) };
    let (least, most) = weights.iter().fold((i64::MAX, i64::MIN), |(least, most), weight| {
        (least.min(weight.grams.0), most.max(weight.grams.0))
    });
    let mut table = Table::new([Column::Left, Column::Right, Column::Left]);
    for weight in weights {
        let place = div_half_up((weight.grams.0 - least) * WIDTH, (most - least).max(1));
        let trend = format!("{}●", "·".repeat(usize::try_from(place).unwrap_or(0)));
        table.row([weight.date.to_string(), words.load(weight.grams), trend]);
    }
    let week = |to: LocalDate| mean(weights, add_days(to, -6), to);
    let now = week(last.date);
    let before = week(add_days(last.date, -7));
    let summary = match (now, before) {
        (Some(now), Some(before)) => {
            let change = Grams((now.0 - before.0).abs());
            let way = match now.cmp(&before) {
                std::cmp::Ordering::Less => "less",
                std::cmp::Ordering::Equal => "same",
                std::cmp::Ordering::Greater => "more",
            };
            words.text_with(
                "body-week",
                [
                    ("mean", words.load(now).into()),
                    ("change", words.load(change).into()),
                    ("way", way.into()),
                ],
            )
        }
        (Some(now), None) => words.text_with("body-first-week", [("mean", words.load(now).into())]),
        (None, _) => String::new(),
    };
    format!("{table}\n{summary}\n")
}

fn mean(weights: &[Weight], from: LocalDate, to: LocalDate) -> Option<Grams> {
    let within = weights.iter().filter(|weight| from <= weight.date && weight.date <= to);
    let all: Vec<i64> = within.map(|weight| weight.grams.0).collect();
    let count = i64::try_from(all.len()).ok().filter(|count| *count > 0)?;
    Some(Grams(div_half_up(all.iter().sum(), count)))
}

fn measurements_page(measurements: &[Measurement], lang: Locale) -> String {
    let words = Words::new(lang);
    if measurements.is_empty() {
        return format!("{}\n", words.text("measure-none"));
    }
    let mut table = Table::new([Column::Left, Column::Left, Column::Right, Column::Right]);
    let mut before: Option<&Measurement> = None;
    for one in measurements {
        let same = before.filter(|before| before.kind == one.kind);
        let name = if same.is_some() { String::new() } else { words.word("measurement", one.kind) };
        let change = same.map_or_else(String::new, |before| match one.amount - before.amount {
            more @ 1.. => format!("+{}", amount(one.kind, more, &words)),
            less => amount(one.kind, less, &words),
        });
        table.row([name, one.date.to_string(), amount(one.kind, one.amount, &words), change]);
        before = Some(one);
    }
    table.to_string()
}

/// Centimeters, or percent; both are kept in tenths.
fn amount(kind: MeasurementKind, tenths: i64, words: &Words) -> String {
    let number = words.number(Hundredths(tenths * 10));
    let id = if kind.is_share() { "amount-percent" } else { "amount-centimeters" };
    words.text_with(id, [("count", number.into())])
}
