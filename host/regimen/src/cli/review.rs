//! `regimen review`: exercises that went back again and again, and what a reviewer says of them (P-45).

use serde_json::json;

use super::{Ctx, document::Source, on_store::Who, table::paragraph, words::Words};
use crate::{
    problem::{Exit, Problem},
    service::review::{self, Reviewed},
};

const EXAMPLES: &str = "\
Examples:
  regimen review export > review.csv    list exercises that went back
  regimen review import review.csv      tell what you think of them

  In the column `verified`, true lets an exercise go on, false suspends it, and
  nothing asks again next week.";

const EXPORT_EXAMPLES: &str = "\
Examples:
  regimen review export
  regimen review export > review.csv";

const IMPORT_EXAMPLES: &str = "\
Examples:
  regimen review import review.csv
  regimen review import - < review.csv";

/// Review exercises that went back three times in a row
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(flatten)]
    who: Who,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Print the list as CSV, to be filled in
    #[command(after_help = EXPORT_EXAMPLES)]
    Export,
    /// Apply a list that was filled in; a faulty one changes nothing
    #[command(after_help = IMPORT_EXAMPLES)]
    Import(Source),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    match args.verb.as_ref().unwrap_or(&Verb::Export) {
        Verb::Export => {
            let (rows, text) =
                ctx.for_athlete(&args.who, async |app, caller| review::export(app, caller).await)?;
            ctx.output.show(&json!({ "rows": rows, "csv": text }), |_| text.clone())?;
        }
        Verb::Import(source) => {
            let text = source.text()?;
            let reviewed = ctx
                .for_athlete(&args.who, async |app, caller| review::import(app, caller, &text).await)
                .map_err(|problem| source.refuse(problem))?;
            ctx.output.show(&reviewed, |lang| page(&reviewed, &Words::new(lang)))?;
        }
    }
    Ok(Exit::Done)
}

fn page(reviewed: &Reviewed, words: &Words) -> String {
    let parts = [
        ("review-restarted", &reviewed.restarted),
        ("review-suspended", &reviewed.suspended),
        ("review-unlisted", &reviewed.unlisted),
    ];
    let said = parts.into_iter().filter(|(_, exercises)| !exercises.is_empty()).map(|(id, exercises)| {
        paragraph(&words.text_with(id, [("exercises", exercises.join(", ").into())]), 0)
    });
    let said: String = said.collect();
    if said.is_empty() { paragraph(&words.text("review-nothing"), 0) } else { said }
}
