//! `regimen audit`: who did what for an athlete (AC-9, PV-11).

use clap::builder::PossibleValuesParser;
use domain::{
    id::Id,
    person::ActorKind,
    plan::{AuditAction, AuditLine},
    voice::Voice,
};

use super::{
    Ctx,
    number::whole,
    on_store::Who,
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        act::{self, Noted, Search},
        profile_of,
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen audit                    the last hundred lines, newest first
  regimen audit --by coach         what coaches did
  regimen audit --before ID        what came before a line
  regimen audit --as carl --for anna --json";

/// Show who did what for an athlete, newest first
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    /// Only what was done in this role
    #[arg(long, value_name = "ROLE", value_parser = PossibleValuesParser::new(ActorKind::WORDS))]
    by: Option<String>,
    /// Only what came before the line with this id
    #[arg(long, value_name = "ID")]
    before: Option<Id<AuditLine>>,
    /// At most so many lines
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = whole::<u16>(1..=500))]
    limit: u16,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    // clap has checked the word.
    let by = args.by.as_deref().and_then(|by| by.parse().ok());
    let search = Search { by, before: args.before, most: args.limit };
    let (lines, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let (lines, _) = act::audit(app, caller, search).await?;
        Ok((lines, profile_of(app, caller).await?))
    })?;
    ctx.output.show(&lines, |locale| {
        page(&lines, &Words::of(Voice { locale, unit: profile.units, zone: profile.zone.clone() }))
    })
}

fn page(lines: &[Noted], words: &Words) -> String {
    if lines.is_empty() {
        return format!("{}\n", words.text("audit-none"));
    }
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest]);
    for Noted { coach, line } in lines {
        let who = coach.clone().unwrap_or_else(|| words.word("actor", line.actor.kind));
        let what = match line.action {
            AuditAction::CoachActed => words.word("act", &line.target),
            action => format!("{}: {}", words.word("audit", action), line.target),
        };
        table.row([words.fact(line.at), who, what]);
    }
    table.to_string()
}
