//! `regimen pantry`: what is at home (ML-8).

use domain::{
    food::Milligrams,
    meal_plan::PantryEntry,
    quantity::{Amount, div_half_up},
    time::LocalDate,
};

use super::{
    Ctx,
    on_store::Who,
    table::{Column, Table, paragraph},
    words::Words,
};
use crate::{problem::Problem, service::eating::shop};

const EXAMPLES: &str = "\
Examples:
  regimen pantry
  regimen pantry add rice 1000
  regimen pantry add milk 500 --expires 2026-03-12
  regimen pantry remove rice";

/// List what is at home, so that it is not bought again
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    #[command(flatten)]
    who: Who,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List everything
    #[command(after_help = "Examples:\n  regimen pantry list --json")]
    List,
    /// Put a food there, beside what there is
    #[command(after_help = "Examples:\n  regimen pantry add rice 1000")]
    Add {
        /// Food: name, key or barcode
        food: String,
        /// Grams
        grams: String,
        /// Last day on which it is good
        #[arg(long, value_name = "DATE")]
        expires: Option<LocalDate>,
    },
    /// Take a food away
    #[command(after_help = "Examples:\n  regimen pantry remove rice")]
    Remove {
        /// Food: name, key or barcode
        food: String,
    },
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<(), Problem> {
    let pantry = ctx.for_athlete(&args.who, async |app, caller| match &args.verb {
        None | Some(Verb::List) => shop::pantry(app, caller).await,
        Some(Verb::Add { food, grams, expires }) => {
            shop::add_to_pantry(app, caller, food, milligrams(grams)?, *expires).await
        }
        Some(Verb::Remove { food }) => shop::remove_from_pantry(app, caller, food).await,
    })?;
    ctx.output.show(&pantry, |lang| page(&pantry, &Words::new(lang)))
}

/// Grams as a person writes them.
pub(super) fn milligrams(grams: &str) -> Result<i64, Problem> {
    let amount = Amount::parse(&grams.replace(',', ".")).ok().filter(|amount| *amount > Amount(0));
    amount.map(|amount| amount.0 / 1000).ok_or_else(|| {
        let code = domain::error::ErrorCode::BadValue;
        domain::law::Invalid::of(code, "grams", grams, "grams like 250").into()
    })
}

fn page(pantry: &[PantryEntry], words: &Words) -> String {
    if pantry.is_empty() {
        return paragraph(&words.text("pantry-empty"), 0);
    }
    let mut table = Table::new([Column::Rest, Column::Right, Column::Left]);
    for PantryEntry { food_id, mg: Milligrams(mg), expires } in pantry {
        let grams = words.text_with("amount-g", [("quantity", div_half_up(*mg, 1000).to_string().into())]);
        let until = expires.map(|day| words.text_with("meals-good-until", [("day", day.into())]));
        table.row([food_id.to_string(), grams, until.unwrap_or_default()]);
    }
    table.to_string()
}
