//! `regimen activity`: what was done besides strength training (L-6).

use std::path::PathBuf;

use domain::voice::{Locale, Voice};
use jiff::civil::Date;
use serde_json::Value;

use super::{
    Ctx,
    document::Source,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        activity::{self, ActivitiesKept, STRAVA, Stored, Way},
        settings,
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen activity                             the last five weeks
  regimen activity list --from 2026-01-01
  regimen activity import activities.json --dry-run
  regimen activity import activities.json
  curl ... | regimen activity import -         what the Strava API answers";

/// List activities besides strength training, or bring them from a file
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    who: Who,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List what is stored, latest first
    #[command(after_help = "Examples:\n  regimen activity list --from 2026-01-01 --to 2026-01-31")]
    List {
        /// First day [default: five weeks ago]
        #[arg(long)]
        from: Option<Date>,
        /// Last day [default: today]
        #[arg(long)]
        to: Option<Date>,
    },
    /// Keep the activities of a list of the Strava API or of its export
    #[command(
        after_help = "Examples:\n  regimen activity import activities.json --dry-run\n  regimen activity import -"
    )]
    Import {
        /// JSON file with a list, or - for standard input
        file: PathBuf,
        /// Where the list comes from; activities are known by this and their id
        #[arg(long, value_name = "NAME", default_value = STRAVA)]
        source: String,
        /// Only say what would be new and what would change
        #[arg(long)]
        dry_run: bool,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let (from, to) = match &args.verb {
        None => (None, None),
        Some(Verb::List { from, to }) => (*from, *to),
        Some(Verb::Import { file, source, dry_run }) => {
            let list: Vec<Value> = Source::of(file).read("activities")?;
            let way = Way { source, dry_run: *dry_run };
            let imported = ctx.for_athlete(&args.who, async |app, caller| {
                activity::import(app, caller, &list, way).await
            })?;
            return ctx.output.show(&imported, |lang| report(&imported, &Words::new(lang)));
        }
    };
    let (all, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        Ok((activity::list(app, caller, from, to).await?, settings::show(app, caller).await?.profile))
    })?;
    ctx.output.show(&all, |lang| {
        page(&all, &Words::of(Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() }))
    })
}

/// What came of a list, and the places of what could not be read.
pub(super) fn report(imported: &ActivitiesKept, words: &Words) -> String {
    let facts =
        [("new", imported.new.into()), ("changed", imported.changed.into()), ("same", imported.same.into())];
    let id = if imported.dry_run { "activity-would" } else { "activity-imported" };
    let mut text = paragraph(&words.text_with(id, facts), 0);
    if !imported.skipped.is_empty() {
        let places: Vec<String> = imported.skipped.iter().map(ToString::to_string).collect();
        let facts = [("count", places.len().into()), ("places", places.join(", ").as_str().into())];
        text += &paragraph(&words.text_with("activity-skipped", facts), 0);
    }
    text
}

fn page(all: &[Stored], words: &Words) -> String {
    if all.is_empty() {
        return paragraph(&words.text("activity-none"), 0);
    }
    let right = Column::Right;
    let mut table = Table::new([Column::Left, Column::Left, right, right, right, Column::Rest]);
    table.row(words.texts([
        "activity-column-start",
        "activity-column-sport",
        "activity-column-minutes",
        "activity-column-km",
        "activity-column-effort",
        "activity-column-name",
    ]));
    for Stored { activity, .. } in all {
        let effort = activity.effort.to_string();
        table.row([
            words.fact(activity.start),
            activity.sport.clone(),
            (activity.seconds / 60).to_string(),
            kilometers(activity.meters, words),
            // What was told from time and sport is marked.
            if activity.estimated { format!("~{effort}") } else { effort },
            activity.name.clone(),
        ]);
    }
    table.to_string()
}

fn kilometers(meters: i64, words: &Words) -> String {
    if meters == 0 {
        return String::new();
    }
    let point = if words.locale() == Locale::Ru { ',' } else { '.' };
    format!("{}{point}{}", meters / 1000, meters % 1000 / 100)
}
