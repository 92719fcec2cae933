//! `regimen meals shopping`: what to buy for a plan (ML-8), by section of the shop.

use std::path::PathBuf;

use domain::{
    food::{Milligrams, Name},
    meal_plan::{PortionCount, ShoppingAmount, ShoppingLine, ShoppingList},
    quantity::{Hundredths, div_half_up},
    voice::Locale,
};
use nutrition::problem::Problem as MealProblem;

use super::{life, result::Printed};
use crate::{
    cli::{
        Ctx,
        document::Source,
        page::section,
        table::{Column, Table, paragraph},
        words::Words,
    },
    problem::{Exit, Problem},
    service::meals as service,
};

pub(super) const EXAMPLES: &str = "\
Examples:
  regimen meals shopping                         for the next seven days
  regimen meals shopping --check onion --to-pantry
  regimen meals plan --profile me.yaml --json > week.json
  regimen meals shopping week.json
  regimen meals shopping week.json --json | jq .lines";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Result with a plan, as `meals plan --profile --json` or `meals solve --json` prints it; - for standard
    /// input; without it, what your own plan needs is listed
    #[arg(value_name = "RESULT")]
    result: Option<PathBuf>,
    #[command(flatten)]
    own: life::ShoppingArgs,
    /// Problem file of the result, to name recipes that are not in the catalogue
    #[arg(long, value_name = "FILE", requires = "result")]
    problem: Option<PathBuf>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let Some(result) = &args.result else { return life::shopping(&args.own, ctx) };
    let Printed { result, from } = Printed::read(&Source::of(result))?;
    let problem: Option<MealProblem> =
        args.problem.as_ref().map(|path| Source::of(path).read("meal-problem")).transpose()?;
    let list = service::shopping(&result, from, &[]);
    let days = result.plan.iter().map(|meal| meal.day).max().unwrap_or(0);
    ctx.output.show(&list, |lang| {
        let words = Words::new(lang);
        let title = words.text_with("meals-shopping-title", [("days", days.into())]);
        let known = |id: &str| problem.as_ref()?.recipes.iter().find(|recipe| recipe.id == id)?.name.clone();
        format!("{title}\n{}{}", lines(&list, &words), unknown(&list, known, &words))
    })?;
    Ok(Exit::Done)
}

/// The lines under the sections of the shop, in the order of the reader's alphabet.
pub(super) fn lines(list: &ShoppingList, words: &Words) -> String {
    if list.lines.is_empty() && list.unknown_recipes.is_empty() {
        return format!("{}\n", words.text("meals-shopping-empty"));
    }
    let mut table = Table::new([Column::Left, Column::Rest, Column::Right, Column::Right]);
    for of_section in list.lines.chunk_by(|one, other| one.section == other.section) {
        if let Some(first) = of_section.first() {
            table.heading(words.word("shop_section", first.section));
        }
        let mut named: Vec<(String, &ShoppingLine)> =
            of_section.iter().map(|line| (name(line, words), line)).collect();
        named.sort_by_key(|(name, _)| name.to_lowercase());
        for (name, line) in named {
            let [portions, mass] = amount(line.amount.as_ref(), words);
            table.row([String::new(), name, portions, mass]);
        }
    }
    table.to_string()
}

fn name(line: &ShoppingLine, words: &Words) -> String {
    let Name { en, ru } = &line.name;
    let name = match words.locale() {
        Locale::En => en,
        Locale::Ru => ru.as_ref().unwrap_or(en),
    };
    if line.checked {
        words.text_with("meals-shopping-have", [("line", name.as_str().into())])
    } else {
        name.clone()
    }
}

/// Portions, if the food is bought in some, and mass; without an amount it is to taste.
fn amount(amount: Option<&ShoppingAmount>, words: &Words) -> [String; 2] {
    let Some(amount) = amount else { return [String::new(), words.text("amount-to_taste")] };
    let portions = amount.portions.as_ref().map(|PortionCount { unit, count }| {
        words.text_with(&format!("amount-{unit}"), [("quantity", (*count).into())])
    });
    [portions.unwrap_or_default(), mass(amount.mg, words)]
}

/// Whole grams, from a kilogram on hundredths of a kilogram.
fn mass(Milligrams(mg): Milligrams, words: &Words) -> String {
    const GRAM: i64 = 1000;
    const KILOGRAM: i64 = 1_000_000;
    let grams = div_half_up(mg, GRAM);
    let (id, number) = if mg < KILOGRAM {
        ("amount-g", grams.to_string())
    } else {
        ("amount-kg", words.number(Hundredths(div_half_up(mg, KILOGRAM / 100))))
    };
    words.text_with(id, [("quantity", number.into())])
}

/// Recipes whose ingredients nobody knows, so that the list lacks them.
pub(super) fn unknown(list: &ShoppingList, name: impl Fn(&str) -> Option<String>, words: &Words) -> String {
    let names: Vec<String> =
        list.unknown_recipes.iter().map(|id| name(id).unwrap_or_else(|| id.clone())).collect();
    let names = if names.is_empty() { String::new() } else { paragraph(&names.join(", "), 2) };
    section(&words.text("meals-shopping-unknown"), &names)
}
