//! `regimen session edit`: a session before it is done, made to fit (EP-8).

use domain::{exercise::ExerciseKey, session::Session};
use training::{catalog::Catalog, input::SESSION_MINUTES};

use super::{
    done::Done,
    which::{Fit, Which, find},
    words,
};
use crate::{
    cli::number::whole,
    problem::Problem,
    service::{
        app::{App, Caller},
        overview::Ground,
        session::show,
        workout::{
            Wanted,
            adapt::{self, Fitting},
        },
    },
};

pub(super) const EXAMPLES: &str = "\
Examples:
  regimen session edit --minutes 30            the same aim in half an hour
  regimen session edit --intent pull           another aim
  regimen session edit --leave-out 3           without the third exercise
  regimen session edit --order 2 --order 1     the second first; the others follow as they were";

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("change").required(true).multiple(true)
    .args(["intent", "muscle", "minutes", "location", "pin", "leave_out", "order"]))]
pub(super) struct Args {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    anew: Anew,
    /// An exercise to leave out: its number, its key, or a part of its name
    #[arg(long, value_name = "EXERCISE", conflicts_with = "Anew")]
    leave_out: Vec<String>,
    /// What comes first, then next: numbers, keys or parts of names
    #[arg(long, value_name = "EXERCISE", conflicts_with = "Anew")]
    order: Vec<String>,
}

/// What makes another session of it.
#[derive(Debug, clap::Args)]
#[group(id = "Anew", multiple = true)]
struct Anew {
    /// What it shall be about: push, pull, legs, upper, lower, full_body, body_part
    #[arg(long)]
    intent: Option<String>,
    /// Muscles of a body-part session
    #[arg(long, value_name = "MUSCLE")]
    muscle: Vec<String>,
    /// How long it may take
    #[arg(long, value_parser = whole(SESSION_MINUTES))]
    minutes: Option<u32>,
    /// Where
    #[arg(long)]
    location: Option<String>,
    /// Exercises that shall be in it
    #[arg(long, value_name = "EXERCISE")]
    pin: Vec<String>,
}

impl Anew {
    fn wanted(&self, session: &Session) -> Wanted {
        Wanted {
            intent: self.intent.clone().or_else(|| session.intent.map(|intent| intent.to_string())),
            target_muscles: self.muscle.clone(),
            pinned_exercise_ids: self.pin.clone(),
            session_minutes: self.minutes,
            location: self.location.clone(),
            ..Wanted::default()
        }
    }
}

pub(super) async fn run(args: &Args, app: &App, caller: &Caller, ground: &Ground) -> Result<Done, Problem> {
    let fit = if args.rearranges() { Fit::Open } else { Fit::Planned };
    let id = find(&args.which, fit, app, caller).await?;
    let session = show(app, caller, id).await?.session;
    let fitting = if args.rearranges() {
        Fitting { keep: Some(args.kept(&session, &ground.catalog)?), ..Fitting::default() }
    } else {
        Fitting { wanted: Some(args.anew.wanted(&session)), ..Fitting::default() }
    };
    let row = adapt::edit(app, caller, id, &fitting, None).await?;
    super::told(row.session, app, caller).await
}

impl Args {
    fn rearranges(&self) -> bool {
        !self.leave_out.is_empty() || !self.order.is_empty()
    }

    /// What stays, in its order.
    fn kept(&self, session: &Session, catalog: &Catalog) -> Result<Vec<ExerciseKey>, Problem> {
        let keys = |names: &[String]| -> Result<Vec<ExerciseKey>, Problem> {
            names
                .iter()
                .map(|name| Ok(words::exercise(session, name, catalog)?.exercise_key.clone()))
                .collect()
        };
        let (out, mut kept) = (keys(&self.leave_out)?, keys(&self.order)?);
        for one in &session.exercises {
            if !out.contains(&one.exercise_key) && !kept.contains(&one.exercise_key) {
                kept.push(one.exercise_key.clone());
            }
        }
        Ok(kept)
    }
}
