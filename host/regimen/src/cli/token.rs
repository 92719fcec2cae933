//! `regimen token`: what programs show instead of a password (AC-7).

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use domain::voice::Locale;
use serde_json::json;
use uuid::Uuid;

use super::{
    Ctx,
    number::whole,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        access::token::{self, NewToken, Token, TokenScope},
        account,
    },
};

const EXAMPLES: &str = "\
Examples:
  regimen token create watch --scopes read,log   make a token; it is shown once
  regimen token                                  list the tokens
  regimen token revoke ID                        take a token back";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen token list
  regimen token list --as anna --json";

const CREATE_EXAMPLES: &str = "\
Examples:
  regimen token create watch --scopes read,log
  regimen token create backup --scopes read --days 1095 --as anna

  A program sends it as `Authorization: Bearer rgm_...`.";

const REVOKE_EXAMPLES: &str = "\
Examples:
  regimen token revoke 01957c1e-3c00-7000-8000-000000000000";

/// Make, list and revoke tokens of programs
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
    /// List the tokens
    #[command(after_help = LIST_EXAMPLES)]
    List,
    /// Make a token; it is shown once
    #[command(after_help = CREATE_EXAMPLES)]
    Create {
        /// What it is for
        name: String,
        /// What it may do, with commas
        #[arg(long, default_value = "read", value_delimiter = ',',
              value_parser = PossibleValuesParser::new(TokenScope::WORDS))]
        scopes: Vec<String>,
        /// After how many days it ends: 1 to 1095
        #[arg(long, default_value_t = 365, value_parser = whole(token::DAYS))]
        days: u32,
    },
    /// Take a token back
    #[command(after_help = REVOKE_EXAMPLES)]
    Revoke {
        /// Its id
        id: Uuid,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let login = args.who.login.as_deref();
    match &args.verb {
        None | Some(Verb::List) => {
            let all = ctx.on_store(async |app| token::list(app, account::named(app, login).await?).await)?;
            ctx.output.show(&all, |lang| table(&all, lang))
        }
        Some(Verb::Create { name, scopes, days }) => {
            // clap has checked the words.
            let scopes: BTreeSet<TokenScope> = scopes.iter().filter_map(|scope| scope.parse().ok()).collect();
            let new = NewToken { name: name.clone(), scopes, athletes: BTreeSet::new(), days: *days };
            let made =
                ctx.on_store(async |app| token::create(app, account::named(app, login).await?, new).await)?;
            ctx.output.show(&made, |lang| {
                let next = paragraph(&Words::new(lang).text("token-once"), 0);
                format!("{}\n{next}", made.secret)
            })
        }
        Some(Verb::Revoke { id }) => {
            ctx.on_store(async |app| token::revoke(app, account::named(app, login).await?, *id).await)?;
            ctx.output.show(&json!({ "done": "revoked", "id": id }), |lang| {
                format!("{}\n", Words::new(lang).text("token-revoked"))
            })
        }
    }
}

fn table(tokens: &[Token], lang: Locale) -> String {
    let words = Words::new(lang);
    if tokens.is_empty() {
        return format!("{}\n", words.text("token-none"));
    }
    let mut table = Table::new([Column::Left, Column::Rest, Column::Most(14), Column::Left]);
    table.row(words.texts([
        "token-column-id",
        "token-column-name",
        "token-column-scopes",
        "token-column-ends",
    ]));
    for token in tokens {
        let scopes: Vec<_> = token.scopes.iter().map(|scope| scope.as_str()).collect();
        let ends = token.ends_at.local_date(&domain::time::Zone::UTC).to_string();
        table.row([token.id.to_string(), token.name.clone(), scopes.join(", "), ends]);
    }
    table.to_string()
}
