//! Offering and sharing, which `regimen foods` and `regimen recipes` do alike (ND-14).

use domain::{
    error::ErrorCode,
    food::{FoodKey, Name},
    law::Invalid,
};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::{
    Ctx,
    foods::called,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{
    problem::Problem,
    service::{
        account::admin::Operator,
        app::not_found,
        eating::sharing::{self, Named, Waiting},
    },
};

const OFFER_EXAMPLES: &str = "\
Examples:
  regimen foods offer my_bread
  regimen recipes offer my_soup
  regimen recipes offer my_soup --withdraw

  Who administers this installation sees what is offered, and not whose it is.";

const SHARE_EXAMPLES: &str = "\
Examples:
  regimen recipes share                     what is offered
  regimen recipes share my_soup             meals of everybody may have it
  regimen foods share my_bread --decline    it stays with who offered it";

const UNSHARE_EXAMPLES: &str = "\
Examples:
  regimen foods unshare                     what is shared
  regimen recipes unshare my_soup           plans that have it keep it";

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Offer your own to everybody in this installation, as it is now
    #[command(after_help = OFFER_EXAMPLES)]
    Offer {
        /// Key of your own food or recipe
        key: String,
        /// Take the offer back
        #[arg(long)]
        withdraw: bool,
    },
    /// Share what is offered with everybody; without a key, list what is offered
    #[command(after_help = SHARE_EXAMPLES)]
    Share {
        /// Key of what is offered, or the id of the offer
        key: Option<String>,
        /// Decline the offer instead
        #[arg(long, requires = "key")]
        decline: bool,
    },
    /// Stop sharing; without a key, list what is shared
    #[command(after_help = UNSHARE_EXAMPLES)]
    Unshare {
        /// Key of what is shared
        key: Option<String>,
    },
}

/// What the noun is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Food,
    Recipe,
}

impl Kind {
    fn named(self, key: &str) -> Result<Named, Problem> {
        Ok(match self {
            Self::Food => Named::Food(food_key(key)?),
            Self::Recipe => Named::Recipe(super::meals::recipe_key(key)?),
        })
    }

    const fn is_of(self, named: &Named) -> bool {
        matches!((self, named), (Self::Food, Named::Food(_)) | (Self::Recipe, Named::Recipe(_)))
    }
}

fn food_key(key: &str) -> Result<FoodKey, Problem> {
    key.parse().map_err(|_| Invalid::of(ErrorCode::UnknownFood, "food", key, "the key of a food").into())
}

pub(super) fn run(verb: &Verb, kind: Kind, who: &Who, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    match verb {
        Verb::Offer { key, withdraw: true } => {
            let what = kind.named(key)?;
            ctx.for_athlete(who, async |app, caller| sharing::withdraw(app, caller, &what).await)?;
            said("larder-withdrawn", &json!({ "withdrawn": key }), key, ctx)
        }
        Verb::Offer { key, withdraw: false } => {
            let what = kind.named(key)?;
            let offer = ctx.for_athlete(who, async |app, caller| sharing::offer(app, caller, &what).await)?;
            said("larder-offered", &offer, key, ctx)
        }
        Verb::Share { key: Some(key), decline } => {
            let offers = ctx.on_store(async |app| sharing::waiting(app, Operator::Machine).await)?;
            let id = the_offer(&offers, kind, key)?;
            if *decline {
                ctx.on_store(async |app| sharing::decline(app, Operator::Machine, id).await)?;
                return said("larder-declined", &json!({ "declined": id }), key, ctx);
            }
            let shared = ctx.on_store(async |app| sharing::share(app, Operator::Machine, id).await)?;
            said("larder-shared", &shared, &shared.key, ctx)
        }
        Verb::Share { key: None, .. } => {
            let mut offers = ctx.on_store(async |app| sharing::waiting(app, Operator::Machine).await)?;
            offers.retain(|one| kind.is_of(&one.offer.entry.named()));
            let rows = offers.iter().map(|one| {
                let entry = &one.offer.entry;
                (entry.named().key().to_owned(), entry.name(), one.offer.offered_at.to_string())
            });
            listed(&offers, "larder-no-offers", rows.collect(), ctx)
        }
        Verb::Unshare { key: Some(key) } => {
            let what = kind.named(key)?;
            ctx.on_store(async |app| sharing::unshare(app, Operator::Machine, &what).await)?;
            said("larder-unshared", &json!({ "unshared": key }), key, ctx)
        }
        Verb::Unshare { key: None } => {
            let mut shared = ctx.on_store(async |app| sharing::shared(app, Operator::Machine).await)?;
            shared.retain(|one| (one.kind == "food") == (kind == Kind::Food));
            let rows = shared.iter().map(|one| (one.key.clone(), &one.name, String::new()));
            listed(&shared, "larder-no-shared", rows.collect(), ctx)
        }
    }
}

/// The offer that a key or an id means.
fn the_offer(offers: &[Waiting], kind: Kind, word: &str) -> Result<Uuid, Problem> {
    let means = |one: &&Waiting| {
        let named = one.offer.entry.named();
        kind.is_of(&named) && (named.key() == word || one.offer.id.to_string() == word)
    };
    let found: Vec<Uuid> = offers.iter().filter(means).map(|one| one.offer.id).collect();
    match found[..] {
        [] => Err(not_found("offer", word)),
        [id] => Ok(id),
        _ => {
            let ids: Vec<_> = found.iter().map(Uuid::to_string).collect();
            let expected = format!("one of the offers {}", ids.join(", "));
            Err(Invalid::of(ErrorCode::BadValue, "key", word, expected).into())
        }
    }
}

fn said(id: &'static str, value: &impl Serialize, key: &str, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    ctx.output.show(value, |lang| paragraph(&Words::new(lang).text_with(id, [("key", key.into())]), 0))
}

/// A table of keys, names and times.
fn listed(
    value: &impl Serialize,
    none: &str,
    rows: Vec<(String, &Name, String)>,
    ctx: &mut Ctx<'_>,
) -> Result<(), Problem> {
    ctx.output.show(value, |lang| {
        let words = Words::new(lang);
        if rows.is_empty() {
            return paragraph(&words.text(none), 0);
        }
        let mut table = Table::new([Column::Left, Column::Rest, Column::Left]);
        for (key, name, when) in &rows {
            table.row([key.clone(), called(name, &words), when.clone()]);
        }
        table.to_string()
    })
}
