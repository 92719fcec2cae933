//! `regimen strava`: the connection to Strava (L-37). It is made in a browser; the rest can be done here.

use domain::voice::Voice;

use super::{
    Ctx,
    activity::report,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        settings,
        strava::{
            self, Status,
            sync::{self, Leftover},
        },
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen strava                               how the connection stands
  regimen strava sync                          bring what is new
  regimen strava disconnect                    end it, and keep what came
  regimen strava disconnect --delete-activities

  A connection is made in the browser: More, Strava.";

/// See how the connection to Strava stands, bring what is new, or end it
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
    /// Show how the connection stands
    #[command(after_help = "Examples:\n  regimen strava status --json")]
    Status,
    /// Bring what is new at Strava
    #[command(after_help = "Examples:\n  regimen strava sync")]
    Sync,
    /// End the connection, at Strava and here
    #[command(after_help = "Examples:\n  regimen strava disconnect --delete-activities")]
    Disconnect {
        /// Delete the activities of Strava that are stored
        #[arg(long)]
        delete_activities: bool,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    match &args.verb {
        None | Some(Verb::Status) => {
            let (status, profile) = ctx.for_athlete(&args.who, async |app, caller| {
                Ok((strava::status(app, caller).await?, settings::show(app, caller).await?.profile))
            })?;
            let page_of = ctx.url()? + "/more/strava";
            ctx.output.show(&status, |lang| {
                let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
                page(&status, &page_of, &Words::of(voice))
            })
        }
        Some(Verb::Sync) => {
            let brought = ctx.for_athlete(&args.who, async |app, caller| sync::sync(app, caller).await)?;
            ctx.output.show(&brought, |lang| report(&brought, &Words::new(lang)))
        }
        Some(Verb::Disconnect { delete_activities }) => {
            let leftover = if *delete_activities { Leftover::Delete } else { Leftover::Keep };
            let ended = ctx
                .for_athlete(&args.who, async |app, caller| sync::disconnect(app, caller, leftover).await)?;
            ctx.output.show(&ended, |lang| {
                let words = Words::new(lang);
                let deleted = usize::try_from(ended.deleted).unwrap_or(usize::MAX);
                let mut text = paragraph(&words.text_with("strava-ended", [("count", deleted.into())]), 0);
                if !ended.revoked {
                    text += &paragraph(&words.text("strava-not-revoked"), 0);
                }
                text
            })
        }
    }
}

fn page(status: &Status, address: &str, words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Rest]);
    let state = match (status.state, status.available) {
        (Some(state), _) => words.word("connection_state", state),
        (None, true) => words.text_with("strava-none", [("address", address.into())]),
        (None, false) => words.text("strava-off"),
    };
    table.row([words.text("web-strava-state"), state]);
    if status.state.is_some() {
        let synced = status.synced_at.map_or_else(|| words.text("web-strava-never"), |at| words.fact(at));
        table.row([words.text("web-strava-synced"), synced]);
    }
    if let Some(until) = status.paused_until {
        table.row([
            String::new(),
            words.text_with("web-strava-paused", [("until", words.fact(until).as_str().into())]),
        ]);
    }
    table.row([words.text("web-strava-count"), status.activities.to_string()]);
    table.to_string()
}
