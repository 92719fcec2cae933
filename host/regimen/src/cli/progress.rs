//! `regimen progress`: how exercises go; and what a reported session does to levels and ranges, a document in and a
//! document out (GL-10).

mod stored;

use domain::{progress::LevelDecision, reason::Fact, voice::Voice};
use training::{
    catalog::Catalog,
    progression::{
        DecideInput, Decided,
        input::check_efforts,
        update::{Offer, ProgressUpdate},
    },
};

use super::{
    Ctx,
    document::Source,
    on_store::Who,
    page::{Reader, section, sets},
    table::paragraph,
};
use crate::{
    problem::{Exit, Problem},
    service::training as service,
    texts::Locale,
};

const EXAMPLES: &str = "\
Examples:
  regimen progress                                         how each exercise of the plan goes
  regimen progress show pull_up                            what was decided, session by session
  regimen schema progress-input --example > report.json    start from an example
  regimen progress decide report.json                      see what it changes";

const DECIDE_EXAMPLES: &str = "\
Examples:
  regimen progress decide report.json
  regimen progress decide report.json --lang ru
  regimen progress decide - --json < report.json | jq '.updates[].decision'";

/// See how exercises go, and what a reported session does to each: up, keep, or back
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
    /// What was decided after each session, archived records too
    #[command(
        after_help = "Examples:\n  regimen progress show\n  regimen progress show pull_up --from 2026-01-01"
    )]
    Show(stored::ShowArgs),
    /// How each exercise of the plan goes
    #[command(after_help = "Examples:\n  regimen progress summary")]
    Summary(stored::SummaryArgs),
    /// Judge a report against the plan and its history
    #[command(after_help = DECIDE_EXAMPLES)]
    Decide(Source),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let source = match &args.verb {
        // GL-10: a noun alone shows.
        None => return stored::summary(&args.who, ctx),
        Some(Verb::Show(args)) => return stored::show(args, ctx),
        Some(Verb::Summary(args)) => return stored::summary(&args.who, ctx),
        Some(Verb::Decide(source)) => source,
    };
    let input: DecideInput = source.read_or("progress-input", check_efforts)?;
    let decided = service::decide(&input)?;
    ctx.output.show(&decided, |lang| {
        let voice = Voice { locale: lang, unit: input.unit, zone: input.zone.clone() };
        page(&input, &decided, &Reader::with(voice, Catalog::embedded()))
    })?;
    Ok(Exit::Done)
}

fn page(input: &DecideInput, decided: &Decided, page: &Reader<'_>) -> String {
    let mut updates: Vec<_> = decided.updates.iter().collect();
    updates.sort_by_key(|update| input.item(update.item_id).map(|item| item.order));
    let body = updates.into_iter().map(|update| one(input, update, page) + &ways(decided, update, page));
    let body: Vec<String> = body.collect();
    let again = decided.repeated.iter().filter_map(|id| input.item(*id));
    let again: String = again.map(|item| paragraph(page.name(&item.exercise_key), 2)).collect();
    body.join("\n") + &section(&page.text("progress-repeated"), &again)
}

/// One item: its name and the decision, why and what comes next in words, what may be chosen besides.
fn one(input: &DecideInput, update: &ProgressUpdate, page: &Reader<'_>) -> String {
    let item = input.item(update.item_id);
    let name = item.map_or(update.exercise.as_str(), |item| page.name(&item.exercise_key));
    let decision = page.word("decision", update.decision);
    let comment = match page.locale() {
        Locale::En => &update.comments.en,
        Locale::Ru => &update.comments.ru,
    };
    let target = match update.decision {
        LevelDecision::None => String::new(),
        _ => next(update, page),
    };
    let modifier = update.modifier.map_or_else(String::new, |percent| {
        paragraph(&page.text_with("progress-lighter", [("percent", u32::from(percent).into())]), 2)
    });
    let offers: String = update.offers.iter().map(|offer| offered(offer, page)).collect();
    let said = if comment.is_empty() { String::new() } else { paragraph(comment, 2) };
    format!("{name}: {decision}\n{said}{target}{modifier}{offers}")
}

/// What the plan asks for from now on.
fn next(update: &ProgressUpdate, page: &Reader<'_>) -> String {
    let sets = sets(&update.new_sets);
    let text = match update.level_result {
        Some(level) => {
            page.text_with("progress-next-level", [("sets", sets.into()), ("level", level.into())])
        }
        None => page.text_with("progress-next", [("sets", sets.into())]),
    };
    paragraph(&text, 2)
}

fn offered(offer: &Offer, page: &Reader<'_>) -> String {
    let facts = [
        ("what", Fact::word("offer", offer.kind)),
        ("exercise", page.name(&offer.exercise).into()),
        ("sets", sets(&offer.sets).into()),
    ];
    paragraph(&page.text_with("progress-offer", facts), 2)
}

/// The ways to choose from; the preselected one is marked.
fn ways(decided: &Decided, update: &ProgressUpdate, page: &Reader<'_>) -> String {
    let own = decided.proposals.iter().filter(|proposal| proposal.target.item_id == update.item_id);
    let ways = own.flat_map(|proposal| &proposal.alternatives).map(|way| {
        let mark = if way.preselected { "*" } else { "-" };
        paragraph(&format!("{mark} {}", page.word("way", &way.label)), 4)
    });
    ways.collect()
}
