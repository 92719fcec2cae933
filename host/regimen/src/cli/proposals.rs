//! `regimen proposals`: what waits for an answer, and the answers (PR-8).

use domain::{
    error::ErrorCode,
    law::Invalid,
    proposal::{Proposal, ProposalId, RejectionReason},
    session::SessionId,
    voice::Voice,
};
use plan::answer::{Answer, Effect, Reply};
use serde_json::json;
use training::catalog::Catalog;

use super::{
    Ctx,
    on_store::Who,
    page::{Reader, once},
    table::paragraph,
};
use crate::{
    problem::{Exit, Problem},
    service::{
        app::{App, Caller},
        planning, profile_of,
        proposals::{self as service, Answered, Filter},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen proposals                      what waits for an answer
  regimen proposals accept 1 3           by their numbers in that list
  regimen proposals accept all
  regimen proposals reject 2 --reason too_aggressive
  regimen proposals keep 1 --days 14     leave it as it is for two weeks";

/// See what is suggested, and answer it
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
    /// What waits for an answer
    #[command(after_help = "Examples:\n  regimen proposals list\n  regimen proposals list --all")]
    List {
        /// Those that a session made
        #[arg(long, value_name = "ID")]
        session: Option<SessionId>,
        /// Answered ones, too
        #[arg(long)]
        all: bool,
    },
    /// Yes: what is accepted lands in one version
    #[command(after_help = "Examples:\n  regimen proposals accept 1 3\n  regimen proposals accept 2 --way 3")]
    Accept {
        #[command(flatten)]
        which: Which,
        /// Which of its ways, from 1
        #[arg(long, value_name = "N")]
        way: Option<u8>,
    },
    /// No
    #[command(after_help = "Examples:\n  regimen proposals reject 2 --reason too_aggressive")]
    Reject {
        #[command(flatten)]
        which: Which,
        /// Why: too_aggressive, too_conservative, wrong_direction, already_planned, not_now, other
        #[arg(long)]
        reason: Option<RejectionReason>,
    },
    /// Later
    #[command(after_help = "Examples:\n  regimen proposals defer all")]
    Defer(Which),
    /// Leave it as it is for some days
    #[command(after_help = "Examples:\n  regimen proposals keep 1 --days 14")]
    Keep {
        #[command(flatten)]
        which: Which,
        /// 1 to 60
        #[arg(long)]
        days: Option<u32>,
    },
    /// What later sessions say about one
    #[command(after_help = "Examples:\n  regimen proposals outcome 0198c0de-0000-7000-8000-000000000001")]
    Outcome {
        /// Its id
        id: ProposalId,
    },
}

/// Which proposals are meant.
#[derive(Debug, clap::Args)]
struct Which {
    /// Numbers of the list, ids, or `all`
    #[arg(required = true, value_name = "WHICH")]
    which: Vec<String>,
}

enum Done {
    List(Vec<Proposal>),
    Answered(Vec<Answered>),
    Outcome(Box<Proposal>, Vec<domain::proposal::Evaluation>),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (done, names, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let profile = profile_of(app, caller).await?;
        let done = act(args.verb.as_ref(), app, caller).await?;
        let items = planning::show(app, caller, None).await?.items;
        Ok((done, items, profile))
    })?;
    let document = match &done {
        Done::List(list) => json!(list),
        Done::Answered(all) => {
            let one = |one: &Answered| {
                let (effect, version) = match &one.effect {
                    Effect::Done(version) => ("done", *version),
                    Effect::Already(version) => ("already", *version),
                    Effect::Dropped(_) => ("dropped", None),
                };
                json!({ "id": one.proposal.id, "state": one.proposal.state, "effect": effect, "version": version })
            };
            json!(all.iter().map(one).collect::<Vec<_>>())
        }
        Done::Outcome(proposal, evaluations) => json!({ "proposal": proposal, "evaluations": evaluations }),
    };
    ctx.output.show(&document, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        let page = Reader::with(voice, Catalog::embedded());
        let name = |proposal: &Proposal| {
            let item = names.iter().find(|item| item.item_id == proposal.target.item_id);
            item.map_or_else(String::new, |item| page.name(&item.exercise_key).to_owned())
        };
        match &done {
            Done::List(list) => listed(list, &name, &page),
            Done::Answered(all) => all.iter().map(|one| answered(one, &name, &page)).collect(),
            Done::Outcome(proposal, evaluations) => outcome(proposal, evaluations, &name, &page),
        }
    })?;
    Ok(Exit::Done)
}

async fn act(verb: Option<&Verb>, app: &App, caller: &Caller) -> Result<Done, Problem> {
    let (which, reply): (&Which, Box<dyn Fn() -> Reply>) = match verb {
        None => return Ok(Done::List(service::list(app, caller, Filter::default()).await?)),
        Some(Verb::List { session, all }) => {
            let filter = Filter { session: *session, state: None, all: *all };
            return Ok(Done::List(service::list(app, caller, filter).await?));
        }
        Some(Verb::Outcome { id }) => {
            let (proposal, evaluations) = service::show(app, caller, *id).await?;
            return Ok(Done::Outcome(Box::new(proposal), evaluations));
        }
        Some(Verb::Accept { which, way }) => {
            let alternative = way.map(|way| way.saturating_sub(1));
            (which, Box::new(move || Reply::Accept { alternative }))
        }
        Some(Verb::Reject { which, reason }) => {
            let reason = *reason;
            (which, Box::new(move || Reply::Reject { reason, note: None }))
        }
        Some(Verb::Defer(which)) => (which, Box::new(|| Reply::Defer)),
        Some(Verb::Keep { which, days }) => {
            let days = *days;
            (which, Box::new(move || Reply::Keep { days }))
        }
    };
    let open = service::list(app, caller, Filter::default()).await?;
    let mut answers = Vec::new();
    for text in &which.which {
        for proposal in meant(text, &open)? {
            answers.push(Answer { proposal, reply: reply() });
        }
    }
    Ok(Done::Answered(service::decide(app, caller, &answers).await?))
}

/// The proposals that a word means: a number of the list counts a card, which is answered as one.
fn meant(text: &str, open: &[Proposal]) -> Result<Vec<ProposalId>, Problem> {
    if text == "all" {
        return Ok(open.iter().map(|proposal| proposal.id).collect());
    }
    if let Ok(id) = text.parse() {
        return Ok(vec![id]);
    }
    let cards: Vec<&[Proposal]> = open.chunk_by(|a, b| a.group_id == b.group_id).collect();
    let card = text.parse::<usize>().ok().and_then(|number| cards.get(number.checked_sub(1)?).copied());
    let Some(card) = card else {
        let expected = format!("1..{}, an id, or all", cards.len());
        return Err(Invalid::of(ErrorCode::BadValue, "WHICH", text, expected).into());
    };
    Ok(card.iter().map(|proposal| proposal.id).collect())
}

fn listed(list: &[Proposal], name: &impl Fn(&Proposal) -> String, page: &Reader<'_>) -> String {
    if list.is_empty() {
        return format!("{}\n", page.text("store-no-proposals"));
    }
    let mut out = String::new();
    for (number, card) in (1..).zip(list.chunk_by(|a, b| a.group_id == b.group_id)) {
        let changes = card.iter().flat_map(|proposal| &proposal.changes);
        let changes = once(changes.map(|change| page.change(change)));
        out.push_str(&paragraph(&format!("{number}  {}: {}", name(&card[0]), changes.join(", ")), 0));
        let reason = &card[0].reason;
        let why = page.reason(reason.code, reason.spec, &reason.facts);
        out.push_str(&paragraph(&format!("{why} ({})", card[0].rule), 3));
        for (place, way) in (1..).zip(&card[0].alternatives) {
            let mark = if way.preselected { "*" } else { " " };
            out.push_str(&paragraph(&format!("{mark} --way {place}  {}", page.word("way", &way.label)), 3));
        }
    }
    out
}

fn answered(one: &Answered, name: &impl Fn(&Proposal) -> String, page: &Reader<'_>) -> String {
    let name = name(&one.proposal);
    let what = match &one.effect {
        Effect::Done(Some(version)) | Effect::Already(Some(version)) => {
            page.text_with("store-accepted", [("number", (*version).into())])
        }
        Effect::Done(None) | Effect::Already(None) => page.word("proposal", one.proposal.state),
        Effect::Dropped(reason) => page.reason(reason.code, reason.spec, &reason.facts),
    };
    paragraph(&format!("{name}: {what}"), 0)
}

fn outcome(
    proposal: &Proposal,
    evaluations: &[domain::proposal::Evaluation],
    name: &impl Fn(&Proposal) -> String,
    page: &Reader<'_>,
) -> String {
    let changes: Vec<_> = proposal.changes.iter().map(|change| page.change(change)).collect();
    let head = format!("{}: {}", name(proposal), changes.join(", "));
    let state =
        format!("{}, {}", page.word("proposal", proposal.state), page.word("outcome", proposal.outcome));
    let lines = evaluations.iter().map(|one| {
        let why = page.reason(one.reason.code, one.reason.spec, &one.reason.facts);
        paragraph(&format!("{} {} %: {why}", page.word("outcome", one.verdict), one.confidence), 2)
    });
    paragraph(&head, 0) + &paragraph(&state, 0) + &lines.collect::<String>()
}
