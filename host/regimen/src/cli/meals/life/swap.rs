//! `regimen meals swap`: what could stand in a slot instead, and choosing it (ML-3).

use std::collections::BTreeMap;

use domain::{food::Name, nutrient::Nutrient};
use nutrition::{outcome::report::Violation, swap::Alternative};

use super::{
    At,
    days::{day, name, whole},
    offer::key,
};
use crate::{
    cli::{
        Ctx,
        page::once,
        table::{Column, Table, paragraph},
        words::Words,
    },
    problem::{Exit, Problem},
    service::eating::{
        change::{self, SwapList, Swapped},
        view,
    },
};

pub(super) const EXAMPLES: &str = "\
Examples:
  regimen meals swap tomorrow lunch                  list what fits
  regimen meals swap tomorrow lunch lentil_soup      choose one
  regimen meals swap tomorrow lunch pizza --confirm  whatever it breaks";

#[derive(Debug, clap::Args)]
pub(in crate::cli::meals) struct Args {
    #[command(flatten)]
    at: At,
    /// Recipe to put there; without it the list is shown
    #[arg(value_name = "RECIPE")]
    recipe: Option<String>,
    /// Put it there although it breaks something
    #[arg(long, requires = "recipe")]
    confirm: bool,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let Some(recipe) = &args.recipe else {
        let (list, names) = ctx.for_athlete(&args.at.who, async |app, caller| {
            let (date, slot) = args.at.find(app, caller).await?;
            let list = change::swap_list(app, caller, date, slot).await?;
            Ok((list, view::names(app, caller).await?))
        })?;
        ctx.output.show(&list, |lang| page(&list, &names, &Words::new(lang)))?;
        return Ok(Exit::Done);
    };
    let recipe = key(recipe)?;
    let (swapped, names) = ctx.for_athlete(&args.at.who, async |app, caller| {
        let place = args.at.find(app, caller).await?;
        let swapped = change::swap(app, caller, place, &recipe, args.confirm).await?;
        Ok((swapped, view::names(app, caller).await?))
    })?;
    ctx.output.show(&swapped, |lang| chosen(&swapped, &names, &Words::new(lang)))?;
    Ok(if swapped.version.is_some() { Exit::Done } else { Exit::OpenQuestion })
}

fn page(list: &SwapList, names: &BTreeMap<String, Name>, words: &Words) -> String {
    let current = list.current.as_deref().map_or("–", |id| called(names, id, words));
    let facts = [("day", day(list.date, words).into()), ("meal", current.into())];
    let mut table = Table::new([Column::Left, Column::Rest, Column::Right, Column::Right, Column::Right]);
    let [meal, kcal] = words.texts(["meals-column-meal", "meals-column-kcal"]);
    let [portion, minutes] = words.texts(["meals-column-portion", "meals-column-minutes"]);
    table.row([String::new(), meal, portion, minutes, kcal]);
    let anyway = missed_anyway(&list.alternatives);
    for one in &list.alternatives {
        let kcal = one.effect.day.iter().find(|shift| shift.nutrient == Nutrient::Calories);
        table.row([
            String::new(),
            meal_name(one, names, words),
            words.text_with("amount-percent", [("count", one.servings_pct.into())]),
            signed(one.effect.minutes),
            kcal.map(|shift| whole(shift.after.0)).unwrap_or_default(),
        ]);
        // A key is one long word: below its meal it breaks no column.
        table.note(1, one.recipe_id.clone());
        let own = one.violations.iter().filter(|broken| !anyway.contains(&place(broken)));
        let own = called_once(own, words);
        if !own.is_empty() {
            table.note(1, words.text_with("meals-swap-misses", [("names", own.into())]));
        }
    }
    let of_all = list.alternatives.iter().flat_map(|one| &one.violations);
    let missed = called_once(of_all.filter(|broken| anyway.contains(&place(broken))), words);
    let missed = if missed.is_empty() {
        String::new()
    } else {
        format!("\n{}", paragraph(&words.text_with("meals-swap-anyway", [("names", missed.into())]), 0))
    };
    let title = paragraph(&words.text_with("meals-swap-title", facts), 0);
    format!("{title}{table}{}{missed}", note(words))
}

/// What a plan breaks: of what, and on which day.
fn place(broken: &Violation) -> (Option<u32>, &str) {
    (broken.day, &broken.name)
}

/// What the plan misses whichever meal is chosen; that is no reason for or against one of several.
fn missed_anyway(alternatives: &[Alternative]) -> Vec<(Option<u32>, &str)> {
    let [first, others @ ..] = alternatives else { return Vec::new() };
    let breaks = |one: &Alternative, what| one.violations.iter().any(|broken| place(broken) == what);
    let mut missed: Vec<_> = first.violations.iter().map(place).collect();
    missed.retain(|what| !others.is_empty() && others.iter().all(|one| breaks(one, *what)));
    missed
}

/// Of what something is broken, each once.
fn called_once<'v>(broken: impl Iterator<Item = &'v Violation>, words: &Words) -> String {
    once(broken.map(|one| of_what(one, words))).join(", ")
}

fn of_what(broken: &Violation, words: &Words) -> String {
    let is_nutrient = broken.name.parse::<Nutrient>().is_ok();
    if is_nutrient { words.word("nutrient", &broken.name) } else { broken.name.clone() }
}

fn note(words: &Words) -> String {
    format!("\n{}", paragraph(&words.text("meals-swap-note"), 0))
}

fn meal_name(one: &Alternative, names: &BTreeMap<String, Name>, words: &Words) -> String {
    let name = called(names, &one.recipe_id, words);
    match one.leftover_minutes {
        Some(minutes) => {
            words.text_with("meals-leftover-of", [("meal", name.into()), ("minutes", minutes.into())])
        }
        None => name.to_owned(),
    }
}

/// What a recipe is called.
pub(super) fn called<'n>(names: &'n BTreeMap<String, Name>, id: &'n str, words: &Words) -> &'n str {
    names.get(id).map_or(id, |found| name(found, words))
}

fn signed(number: i64) -> String {
    match number {
        0 => "±0".to_owned(),
        more if more > 0 => format!("+{more}"),
        less => format!("−{}", less.abs()),
    }
}

fn chosen(swapped: &Swapped, names: &BTreeMap<String, Name>, words: &Words) -> String {
    let meal = called(names, &swapped.choice.recipe_id, words).to_owned();
    let mut lines: Vec<String> = Vec::new();
    if let Some(version) = swapped.version {
        let facts = [("meal", meal.into()), ("version", version.into())];
        lines.push(words.text_with("meals-swapped", facts));
    } else {
        lines.push(words.text_with("meals-swap-breaks", [("meal", meal.into())]));
    }
    for one in &swapped.choice.violations {
        let day = one.day.map(|day| words.text_with("meals-day", [("day", day.into())]));
        let day = day.map(|day| format!("{day}: ")).unwrap_or_default();
        let what = of_what(one, words);
        let bound = one.low.or(one.high).map(|bound| whole(bound.0)).unwrap_or_default();
        lines.push(format!("  {day}{what} {} / {bound}", whole(one.value.0)));
    }
    if !swapped.fits_slot {
        lines.push(format!("  {}", words.text("meals-swap-slot")));
    }
    if let Some(ingredient) = &swapped.disliked {
        let facts = [("ingredient", ingredient.as_str().into())];
        lines.push(format!("  {}", words.text_with("meals-swap-disliked", facts)));
    }
    lines.join("\n") + "\n"
}
