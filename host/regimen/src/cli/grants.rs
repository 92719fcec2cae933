//! `regimen grants`: what athletes allow coaches (AC-9).

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use domain::{id::Id, person::Account, time::Zone, voice::Locale};
use jiff::civil::Date;
use serde_json::json;
use uuid::Uuid;

use super::{
    Ctx,
    on_store::Who,
    table::{Column, Table},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        account,
        app::{App, Caller, Scope, not_found},
        grant::{self, GrantState, Granted},
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen grants                                      who may do what
  regimen grants ask anna --scopes read,plan --as carl   a coach asks
  regimen grants confirm carl --as anna               the athlete says yes
  regimen grants revoke carl --as anna                and takes it back
  regimen profile --as carl --for anna                a coach at work";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen grants list
  regimen grants list --as carl --json";

const ASK_EXAMPLES: &str = "\
Examples:
  regimen grants ask anna --as carl
  regimen grants ask anna --scopes read,log,plan --until 2026-12-31 --as carl";

const CONFIRM_EXAMPLES: &str = "\
Examples:
  regimen grants confirm carl --as anna";

const REVOKE_EXAMPLES: &str = "\
Examples:
  regimen grants revoke carl --as anna    the athlete takes it back
  regimen grants revoke anna --as carl    the coach gives it back";

/// List, ask for, confirm and revoke what athletes allow coaches
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
    /// List what you allow, and what you are allowed
    #[command(after_help = LIST_EXAMPLES)]
    List,
    /// Ask an athlete to let you coach them
    #[command(after_help = ASK_EXAMPLES)]
    Ask {
        /// Login of the athlete
        login: String,
        /// What to be allowed, with commas
        #[arg(long, default_value = "read,log,plan", value_delimiter = ',',
              value_parser = PossibleValuesParser::new(Scope::WORDS))]
        scopes: Vec<String>,
        /// Last day of it [default: none]
        #[arg(long, value_name = "DATE")]
        until: Option<Date>,
    },
    /// Say yes to a coach who asked
    #[command(after_help = CONFIRM_EXAMPLES)]
    Confirm {
        /// Login of the coach, or id of the grant
        grant: String,
    },
    /// Take a grant back, give one back, or say no
    #[command(after_help = REVOKE_EXAMPLES)]
    Revoke {
        /// Login of the other side, or id of the grant
        grant: String,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let login = args.who.login.as_deref();
    let granted = match &args.verb {
        None | Some(Verb::List) => {
            let (given, taken) = ctx.on_store(async |app| both_sides(app, login).await)?;
            let facts = json!({ "given": given, "taken": taken });
            return ctx.output.show(&facts, |lang| page(&given, &taken, lang));
        }
        Some(Verb::Ask { login: of, scopes, until }) => {
            // clap has checked the words.
            let scopes: BTreeSet<Scope> = scopes.iter().filter_map(|scope| scope.parse().ok()).collect();
            let until = until.and_then(|day| Zone::UTC.start_of(domain::time::add_days(day, 1)));
            ctx.on_store(async |app| {
                let coach = account::named(app, login).await?;
                grant::ask(app, coach, of, scopes, until).await
            })?
        }
        Some(Verb::Confirm { grant }) => ctx.on_store(async |app| {
            let caller = account::caller(app, login).await?;
            let all = grant::list(app, &caller).await?;
            let id = find(&all, grant, |one| &one.coach, |state| state == GrantState::Asked)?;
            grant::confirm(app, &caller, id).await
        })?,
        Some(Verb::Revoke { grant }) => ctx.on_store(async |app| revoke(app, login, grant).await)?,
    };
    ctx.output.show(&granted, |lang| {
        let words = Words::new(lang);
        let facts = [("coach", granted.coach.as_str().into()), ("athlete", granted.athlete.as_str().into())];
        let scopes = words.words("scope", &granted.grant.scopes);
        let head = words.text_with(&format!("grants-{}", granted.state), facts);
        format!("{head}: {scopes}\n")
    })
}

/// What the account allows, if it is an athlete's, and what it is allowed.
async fn both_sides(app: &App, login: Option<&str>) -> Result<(Vec<Granted>, Vec<Granted>), Problem> {
    let account = account::named(app, login).await?;
    let given = match athlete_of(app, login, account).await {
        Some(caller) => grant::list(app, &caller).await?,
        None => vec![],
    };
    Ok((given, grant::list_of_coach(app, account).await?))
}

async fn athlete_of(app: &App, login: Option<&str>, account: Id<Account>) -> Option<Caller> {
    account::caller(app, login).await.ok().filter(|caller| caller.account == account)
}

async fn revoke(app: &App, login: Option<&str>, wanted: &str) -> Result<Granted, Problem> {
    let account = account::named(app, login).await?;
    let is_open = |state: GrantState| matches!(state, GrantState::Asked | GrantState::Active);
    if let Some(caller) = athlete_of(app, login, account).await {
        let all = grant::list(app, &caller).await?;
        if let Ok(id) = find(&all, wanted, |one| &one.coach, is_open) {
            return grant::revoke(app, &caller, id).await;
        }
    }
    let all = grant::list_of_coach(app, account).await?;
    let id = find(&all, wanted, |one| &one.athlete, is_open)?;
    grant::give_back(app, account, id).await
}

/// The grant that is meant by its id, or by the login of the other side.
fn find(
    all: &[Granted],
    wanted: &str,
    other: impl Fn(&Granted) -> &String,
    is_open: impl Fn(GrantState) -> bool,
) -> Result<Uuid, Problem> {
    let id = wanted.parse::<Uuid>().ok();
    let login = account::login(wanted).unwrap_or_default();
    let mut open = all.iter().rev().filter(|one| is_open(one.state));
    let found = open.find(|one| Some(one.id) == id || *other(one) == login);
    found.map(|one| one.id).ok_or_else(|| not_found("grant", wanted))
}

fn page(given: &[Granted], taken: &[Granted], lang: Locale) -> String {
    let words = Words::new(lang);
    if given.is_empty() && taken.is_empty() {
        return format!("{}\n", words.text("grants-none"));
    }
    let part = |id: &str, rows: &[Granted], other: fn(&Granted) -> &String| match rows {
        [] => None,
        rows => Some(format!("{}\n{}", words.text(id), table(rows, other, &words))),
    };
    let parts =
        [part("grants-given", given, |one| &one.coach), part("grants-taken", taken, |one| &one.athlete)];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn table(rows: &[Granted], other: impl Fn(&Granted) -> &String, words: &Words) -> String {
    let mut table = Table::new([Column::Left, Column::Left, Column::Rest, Column::Left]);
    for row in rows {
        let until = row.grant.until.map_or_else(String::new, |until| {
            let last = domain::time::add_days(until.local_date(&Zone::UTC), -1);
            words.text_with("grants-until", [("date", last.to_string().into())])
        });
        let scopes = words.words("scope", &row.grant.scopes);
        table.row([other(row).clone(), words.word("grant_state", row.state), scopes, until]);
    }
    table.to_string()
}
