//! `regimen proposals`: what waits for an answer, and the answers (PR-8).

use domain::{
    error::ErrorCode,
    law::Invalid,
    plan::PlanId,
    proposal::{Proposal, ProposalId, ProposalKind, ProposalState, RejectionReason},
    reason::Fact,
    session::SessionId,
    time::LocalDate,
    voice::Voice,
};
use plan::answer::{Answer, Effect, KEEP_DAYS, Reply};
use serde_json::json;
use training::{
    catalog::Catalog,
    suggestion::{display::cards, run::Explained},
};

use super::{
    Ctx,
    number::whole,
    on_store::Who,
    page::{Reader, once},
    table::paragraph,
};
use crate::{
    problem::{Exit, Problem, UNKNOWN_SUGGESTION},
    service::{
        app::{App, Caller, not_found},
        overview, planning, profile_of,
        proposals::{self as service, Answered, Filter},
        session::{self as sessions, finish},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen proposals                      what waits for an answer
  regimen proposals accept 9e37 b08d     by the marks in that list; they stay
  regimen proposals accept all
  regimen proposals reject 51c2 --reason too_aggressive
  regimen proposals keep 9e37 --days 14  leave it as it is for two weeks";

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
        /// Those of another plan than the one in force
        #[arg(long, value_name = "ID")]
        plan: Option<PlanId>,
        /// Answered ones, too
        #[arg(long)]
        all: bool,
    },
    /// What every rule said of an exercise after a session: that it fired, or what it missed
    #[command(after_help = "Examples:\n  regimen proposals explain 2026-11-16 bench_press")]
    Explain {
        /// The session: its day or its id
        session: String,
        /// Its number in the session, its key, or a part of its name
        exercise: String,
    },
    /// Yes: what is accepted lands in one version
    #[command(
        after_help = "Examples:\n  regimen proposals accept 9e37 b08d\n  regimen proposals accept 51c2 --way 3"
    )]
    Accept {
        #[command(flatten)]
        which: Which,
        /// Which of its ways, from 1
        #[arg(long, value_name = "N", value_parser = whole::<u8>(1..))]
        way: Option<u8>,
    },
    /// No
    #[command(after_help = "Examples:\n  regimen proposals reject 51c2 --reason too_aggressive")]
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
    #[command(after_help = "Examples:\n  regimen proposals keep 9e37 --days 14")]
    Keep {
        #[command(flatten)]
        which: Which,
        /// For how many: 1 to 60
        #[arg(long, value_parser = whole(KEEP_DAYS))]
        days: Option<u32>,
    },
    /// What later sessions say about one
    #[command(after_help = "Examples:\n  regimen proposals outcome 9e37")]
    Outcome {
        /// Its mark in the list, or its id
        which: String,
    },
}

/// Which proposals are meant.
#[derive(Debug, clap::Args)]
struct Which {
    /// Marks of the list, ids, or `all`
    #[arg(required = true, value_name = "WHICH")]
    which: Vec<String>,
}

enum Done {
    List(Vec<Proposal>),
    Answered(Vec<Answered>),
    Outcome(Box<Proposal>, Vec<domain::proposal::Evaluation>),
    Explained(Vec<Explained>),
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let (done, names, profile) = ctx.for_athlete(&args.who, async |app, caller| {
        let profile = profile_of(app, caller).await?;
        let done = act(args.verb.as_ref(), app, caller).await?;
        // Who has no plan yet has nothing to answer.
        let items =
            planning::standing(app, caller).await?.map_or_else(Vec::new, |standing| standing.now.items);
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
        Done::Explained(rules) => json!(rules),
        Done::Outcome(proposal, evaluations) => json!({ "proposal": proposal, "evaluations": evaluations }),
    };
    ctx.output.show(&document, |lang| {
        let voice = Voice { locale: lang, unit: profile.units, zone: profile.zone.clone() };
        let page = Reader::with(voice, Catalog::embedded());
        let name = |proposal: &Proposal| {
            let item = names.iter().find(|item| item.item_id == proposal.target.item_id);
            item.map_or_else(|| page.text("report-plan"), |item| page.name(&item.exercise_key).to_owned())
        };
        match &done {
            Done::List(list) => listed(list, &name, &page),
            Done::Answered(all) => once(all.iter().map(|one| answered(one, &name, &page))).concat(),
            Done::Explained(rules) => rules.iter().map(|rule| said(rule, &page)).collect(),
            Done::Outcome(proposal, evaluations) => outcome(proposal, evaluations, &name, &page),
        }
    })?;
    Ok(Exit::Done)
}

async fn act(verb: Option<&Verb>, app: &App, caller: &Caller) -> Result<Done, Problem> {
    let (which, reply): (&Which, Box<dyn Fn() -> Reply>) = match verb {
        None => return Ok(Done::List(service::list(app, caller, Filter::default()).await?)),
        Some(Verb::Explain { session, exercise }) => {
            return Ok(Done::Explained(explained(session, exercise, app, caller).await?));
        }
        Some(Verb::List { session, plan, all }) => {
            let filter = Filter { plan: *plan, session: *session, state: None, all: *all };
            return Ok(Done::List(service::list(app, caller, filter).await?));
        }
        Some(Verb::Outcome { which }) => {
            let known = service::list(app, caller, EVER).await?;
            let ids = meant(which, &known)?;
            let id = ids.first().ok_or_else(|| unknown(which, &known))?;
            let (proposal, evaluations) = service::show(app, caller, *id).await?;
            return Ok(Done::Outcome(Box::new(proposal), evaluations));
        }
        Some(Verb::Accept { which, .. }) => (which, Box::new(|| Reply::Accept { alternative: None })),
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
    let known = service::list(app, caller, EVER).await?;
    let mut answers = Vec::new();
    for text in &which.which {
        for proposal in meant(text, &known)? {
            let reply = match verb {
                Some(Verb::Accept { way: Some(way), .. }) => {
                    let (asked, _) = service::show(app, caller, proposal).await?;
                    Reply::Accept { alternative: Some(alternative(*way, &asked)?) }
                }
                _ => reply(),
            };
            answers.push(Answer { proposal, reply });
        }
    }
    Ok(Done::Answered(service::decide(app, caller, &answers).await?))
}

/// The alternative that a way means: ways are shown and typed from 1, alternatives are counted from 0.
fn alternative(way: u8, proposal: &Proposal) -> Result<u8, Problem> {
    let ways = proposal.alternatives.len();
    let place = way.checked_sub(1).filter(|place| usize::from(*place) < ways);
    let expected =
        if ways == 0 { "nothing, as there is one way only".to_owned() } else { format!("1..{ways}") };
    place.ok_or_else(|| Invalid::of(ErrorCode::BadValue, "way", way, expected).into())
}

/// What every rule said of an exercise of a session, as it was kept when the session was reported.
async fn explained(
    session: &str,
    exercise: &str,
    app: &App,
    caller: &Caller,
) -> Result<Vec<Explained>, Problem> {
    let id = match (session.parse::<SessionId>(), session.parse::<LocalDate>()) {
        (Ok(id), _) => id,
        (_, Ok(date)) => {
            let rows = sessions::list(app, caller, date, date).await?;
            let last = rows.last().map(|row| row.session.id);
            last.ok_or_else(|| not_found("session", session))?
        }
        _ => return Err(Invalid::of(ErrorCode::BadValue, "SESSION", session, "a day or an id").into()),
    };
    let finished = finish::outcome(app, caller, id).await?;
    let ground = overview::ground(app, caller).await?;
    let item_id = super::session::exercise(&finished.row.session, exercise, &ground.catalog)?.item_id;
    let mut rules = finished.told.explained;
    rules.retain(|rule| Some(rule.item_id) == item_id);
    Ok(rules)
}

fn said(rule: &Explained, page: &Reader<'_>) -> String {
    let what = match &rule.missed {
        None => page.text("proposals-fired"),
        Some(miss) => miss.text(page.voice()),
    };
    paragraph(&format!("{}  {what}", rule.rule), 0)
}

/// Answered ones too: a mark goes on to mean its card, so that no word ever means another one.
const EVER: Filter = Filter { plan: None, session: None, state: None, all: true };

/// The proposals that a word means: a mark of the list means a card, which is answered as one.
fn meant(text: &str, known: &[Proposal]) -> Result<Vec<ProposalId>, Problem> {
    if text == "all" {
        return Ok(known.iter().filter(|one| one.state.is_open()).map(|one| one.id).collect());
    }
    let marked: Vec<_> = cards(known).into_iter().filter(|card| card.is_marked(text)).collect();
    match (&marked[..], text.parse()) {
        ([card], _) => Ok(card.answered()),
        ([], Ok(id)) => Ok(vec![id]),
        _ => Err(unknown(text, known)),
    }
}

/// What waits is named by marks that nothing which was ever asked shares.
fn unknown(text: &str, known: &[Proposal]) -> Problem {
    let cards = cards(known);
    let waits = cards.iter().filter(|card| card.proposals.iter().any(|one| one.state.is_open()));
    let marks: Vec<Fact> = waits.map(|card| card.mark(&cards).into()).collect();
    let problem = Problem::new(UNKNOWN_SUGGESTION).fact("found", text).fact("count", marks.len());
    problem.fact("marks", Fact::List(marks))
}

fn listed(list: &[Proposal], name: &impl Fn(&Proposal) -> String, page: &Reader<'_>) -> String {
    if list.is_empty() {
        return format!("{}\n", page.text("store-no-proposals"));
    }
    let mut out = String::new();
    let cards = cards(list);
    for card in &cards {
        let (mark, first) = (card.mark(&cards), card.proposals[0]);
        let changes = card.proposals.iter().flat_map(|proposal| &proposal.changes);
        let changes = once(changes.map(|change| page.change(change)));
        out.push_str(&paragraph(&format!("{mark}  {}: {}", name(first), changes.join(", ")), 0));
        for why in &card.reasons {
            let why = page.reason(why.code, why.spec, &why.facts);
            out.push_str(&paragraph(&format!("{why} ({})", first.rule), 6));
        }
        for (place, way) in (1..).zip(&first.alternatives) {
            let mark = if way.preselected { "*" } else { " " };
            out.push_str(&paragraph(&format!("{mark} --way {place}  {}", page.word("way", &way.label)), 6));
        }
    }
    out
}

/// Whether a conflict was settled in favor of the value that somebody set by hand.
fn is_kept(proposal: &Proposal) -> bool {
    proposal.kind == ProposalKind::Conflict && proposal.state == ProposalState::Rejected
}

fn answered(one: &Answered, name: &impl Fn(&Proposal) -> String, page: &Reader<'_>) -> String {
    let name = name(&one.proposal);
    let what = match &one.effect {
        Effect::Done(Some(version)) | Effect::Already(Some(version)) => {
            page.text_with("store-accepted", [("number", (*version).into())])
        }
        // OV-4: to keep the own value is an answer of its own, not a "no".
        Effect::Done(None) | Effect::Already(None) if is_kept(&one.proposal) => page.text("store-own-stays"),
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
