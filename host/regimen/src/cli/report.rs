//! `regimen report`: what mattered in a week or a month, what to change, what was done and what comes next (A-17, A-18,
//!

use super::{Ctx, number::whole, on_store::Who, page::section, table::paragraph};
use crate::{
    briefing::{self, Section},
    problem::Problem,
    service::{
        charts, overview,
        report::{self, ReportKind, ReportPeriod},
    },
    viewer::Viewer,
};

const EXAMPLES: &str = "\
Examples:
  regimen report week                 the last week that is over
  regimen report week 2026-W11
  regimen report month 2026-03 --json";

const WEEK_EXAMPLES: &str = "\
Examples:
  regimen report week 2026-W11
  regimen report week 2026-W11 --again        with what was corrected since
  regimen report week 2026-W11 --revision 1   as it was told first

  A week is ready on Monday at 06:00.";

const MONTH_EXAMPLES: &str = "\
Examples:
  regimen report month                        the last month that is over
  regimen report month 2026-03
  regimen report month 2026-03 --again        with what was corrected since

  A month is ready on the first of the next one at 06:00.";

/// Read the report of a week or a month
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true, arg_required_else_help = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Read the report of an ISO week
    #[command(after_help = WEEK_EXAMPLES)]
    Week(Wanted),
    /// Read the report of a calendar month
    #[command(after_help = MONTH_EXAMPLES)]
    Month(Wanted),
}

#[derive(Debug, clap::Args)]
struct Wanted {
    /// Which, like 2026-W11 or 2026-03; the last one that is over if not given
    #[arg(value_name = "WHICH")]
    name: Option<String>,
    /// Make it again; what has changed since becomes a new revision
    #[arg(long, conflicts_with = "revision")]
    again: bool,
    /// Which revision, 1 for the first; the newest if not given
    #[arg(long, value_name = "NUMBER", value_parser = whole::<i64>(1..))]
    revision: Option<i64>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let (kind, wanted) = match &args.verb {
        Verb::Week(wanted) => (ReportKind::Weekly, wanted),
        Verb::Month(wanted) => (ReportKind::Monthly, wanted),
    };
    let (told, facts, ground) = ctx.for_athlete(&args.who, async |app, caller| {
        let period = match &wanted.name {
            Some(name) => ReportPeriod::named(kind, name)?,
            None => report::newest(app, caller, kind).await?,
        };
        let told = if wanted.again {
            report::again(app, caller, period).await?
        } else {
            report::read(app, caller, period, wanted.revision).await?
        };
        let facts = charts::facts_until(app, caller, &told.report.charts, told.report.to).await?;
        Ok((told, facts, overview::ground(app, caller).await?))
    })?;
    ctx.output.show(&told, |lang| {
        let at = Viewer::of(&ground, lang).on(told.report.to);
        let drawn = briefing::draw(&told.report, &facts, &at);
        page(&briefing::title(&told.report, &at), &briefing::sections(&told.report, &drawn, &at))
    })
}

fn page(title: &str, sections: &[Section]) -> String {
    let told = sections.iter().map(|one| {
        let lines: String = one.lines.iter().map(|line| paragraph(line, 2)).collect();
        section(&one.heading.to_uppercase(), &lines)
    });
    paragraph(title, 0) + &told.collect::<String>()
}
