//! `regimen catalog`: the exercises, foods and recipes that come with the program.

mod check;
mod exercise;
mod food;
mod nutrients;
mod recipe;

use std::path::PathBuf;

use domain::voice::Locale;
use training::catalog::Catalog;

pub(super) use self::exercise::card as exercise_card;
use super::{
    Ctx,
    page::{Reader, capital},
    table::{Column, Table, paragraph},
};
use crate::{
    problem::{Exit, Problem},
    service::catalog::{self as service, Entry},
};

const EXAMPLES: &str = "\
Examples:
  regimen catalog                                 list all exercises
  regimen catalog list --muscle lats --tier home  narrow the list down
  regimen catalog list recipes --meal breakfast   list recipes
  regimen catalog show goblet_squat               read about one of them
  regimen catalog check                           check the catalogue";

const LIST_EXAMPLES: &str = "\
Examples:
  regimen catalog list --muscle glutes
  regimen catalog list --equipment dumbbell,bench
  regimen catalog list --tier bodyweight --json
  regimen catalog list recipes --tag vegan --minutes 15
  regimen catalog list foods";

const RECIPE_EXAMPLES: &str = "\
Examples:
  regimen catalog list recipes --meal breakfast --minutes 10
  regimen catalog list recipes --tag vegan,gluten_free --json";

const FOOD_EXAMPLES: &str = "\
Examples:
  regimen catalog list foods
  regimen catalog list foods --json";

const SHOW_EXAMPLES: &str = "\
Examples:
  regimen catalog show goblet_squat
  regimen catalog show \"Barbell row\" --lang ru
  regimen catalog show beef_borscht
  regimen catalog show buckwheat_cooked";

const CHECK_EXAMPLES: &str = "\
Examples:
  regimen catalog check
  regimen catalog check --dir catalog    check files before they are shipped";

/// List, show and check the exercises, foods and recipes of the catalogue
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, disable_help_subcommand = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// List exercises, recipes or foods, all or those that are wanted
    #[command(after_help = LIST_EXAMPLES)]
    List(ListArgs),
    /// Show one exercise, recipe or food
    #[command(after_help = SHOW_EXAMPLES)]
    Show {
        /// Its key, or one of its names
        key: String,
    },
    /// Check that the catalogue is sound and has all that training and meals need
    #[command(after_help = CHECK_EXAMPLES)]
    Check {
        /// Check the TOML, CSV and YAML files in this folder instead of the catalogue of the program
        #[arg(long)]
        dir: Option<PathBuf>,
    },
}

#[derive(Debug, Default, clap::Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
struct ListArgs {
    #[command(flatten)]
    exercises: exercise::Filter,
    #[command(subcommand)]
    kind: Option<Kind>,
}

#[derive(Debug, clap::Subcommand)]
enum Kind {
    /// List recipes, all or those for a meal, a diet or a time
    #[command(after_help = RECIPE_EXAMPLES)]
    Recipes(recipe::Filter),
    /// List all foods with what 100 g of them hold
    #[command(after_help = FOOD_EXAMPLES)]
    Foods,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    match &args.verb {
        None => exercise::list(&exercise::Filter::default(), ctx)?,
        Some(Verb::List(args)) => match &args.kind {
            None => exercise::list(&args.exercises, ctx)?,
            Some(Kind::Recipes(args)) => recipe::list(args, ctx)?,
            Some(Kind::Foods) => food::list(ctx)?,
        },
        Some(Verb::Show { key }) => match service::find(key)? {
            Entry::Exercise(exercise) => {
                ctx.output.show(exercise, |lang| exercise::card(exercise, &shipped(lang)))?;
            }
            Entry::Recipe(entry) => {
                ctx.output.show(&recipe::View::of(entry), |lang| recipe::card(entry, &shipped(lang)))?;
            }
            Entry::Food(food) => ctx.output.show(food, |lang| food::card(food, &shipped(lang)))?,
        },
        Some(Verb::Check { dir }) => return check::show(&service::inspect(dir.as_deref())?, ctx),
    }
    Ok(Exit::Done)
}

/// What an entry is called, and its key.
fn title(name: &str, key: &str) -> String {
    paragraph(&format!("{name} ({key})"), 0) + "\n"
}

/// What is known about an entry, a line for each fact that there is.
fn facts<const N: usize>(rows: [(&str, String); N], page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Rest]);
    for (label, value) in rows.into_iter().filter(|(_, value)| !value.is_empty()) {
        table.row([capital(&page.text(label)), value]);
    }
    table.to_string()
}

/// A page about the catalogue of the product.
fn shipped(lang: Locale) -> Reader<'static> {
    Reader::new(lang, Catalog::embedded())
}
