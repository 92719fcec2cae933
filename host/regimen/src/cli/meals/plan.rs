//! `regimen meals plan`: the meals of some days for a person, on the store or from a profile in a file (NT-8).

use std::{collections::BTreeMap, path::PathBuf, time::Instant};

use domain::{
    food::Name,
    meal_plan::PantryEntry,
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::LocalDate,
    voice::Locale,
};
use nutrition::{
    catalog::Catalog,
    outcome::{MealResult, Status},
    profile::{LeftOut, LeftOutWhy, NutritionProfile, at_any_time},
    solve::Stages,
};
use serde::Serialize;

use super::{exit, life, result_page, shopping, solve::Effort, sorted};
use crate::{
    cli::{
        Ctx,
        document::Source,
        number::whole,
        on_store::Who,
        page::{remarks, section},
        words::Words,
    },
    meal_reader::MealReader,
    problem::{Exit, Problem},
    service::meals as service,
};

pub(super) const EXAMPLES: &str = "\
Examples:
  regimen meals plan                             propose the next seven days
  regimen meals plan --from tomorrow --days 3 --yes
  regimen meals plan --profile me.yaml           without stored data
  regimen meals plan --profile me.yaml --days 3 --from 2026-03-09 --why
  regimen meals plan --profile me.yaml --json > week.json
  regimen meals plan --profile me.yaml --problem > p.json

Profile:
  Five lines are enough:
    sex: female
    birth_date: 1994-05-17
    height_mm: 1680
    weight_g: 62000
    goal: maintain
  `regimen schema nutrition-profile` describes all the rest: meals of the week,
  training, allergies, dislikes, diet, targets, supplements.";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Profile of the person, a YAML or JSON file; nothing is stored then
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Say yes to the plan at once
    #[arg(long, conflicts_with = "profile")]
    yes: bool,
    #[command(flatten)]
    who: Who,
    /// How many days
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole::<u32>(1..=7))]
    days: u32,
    /// First day; today if it is not given. Age and targets are those of this day
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Print the problem file that `meals solve` reads, and do not solve it
    #[arg(long, requires = "profile")]
    problem: bool,
    #[command(flatten)]
    effort: Effort,
}

/// MF-2 with what a reader of the JSON would have to look up.
#[derive(Serialize)]
struct Planned<'a> {
    #[serde(flatten)]
    result: &'a MealResult,
    /// Day 1.
    from: LocalDate,
    /// What the recipes of the plan are called, by id.
    names: BTreeMap<&'a str, &'a Name>,
}

pub(super) fn run(args: &Args, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let started = Instant::now();
    let Some(profile) = &args.profile else {
        let Args { from, days, yes, who, effort, .. } = args;
        let week = life::WeekArgs { from: from.clone(), days: *days, yes: *yes, why: effort.why, who };
        return life::plan_week(&week, ctx);
    };
    let profile: NutritionProfile = Source::of(profile).read_yaml("nutrition-profile")?;
    let from = match &args.from {
        Some(from) => from.parse().map_err(|_| {
            let code = domain::error::ErrorCode::BadValue;
            Problem::from(domain::law::Invalid::of(code, "from", from, "a date like 2026-03-09"))
        })?,
        None => service::today(),
    };
    let mut planning = service::planning(&profile, from, args.days)?;
    if args.problem {
        let document = sorted(&planning.problem)?;
        ctx.output.show(&document, |_| format!("{document:#}\n"))?;
        return Ok(Exit::Done);
    }
    let mut result =
        args.effort.solve(&planning.problem, Stages::default(), started.elapsed(), &mut ctx.output)?;
    if result.status != Status::Found {
        // Porridge in the evening is better than no plan.
        let free = at_any_time(&planning.problem);
        let again = args.effort.solve(&free, Stages::default(), started.elapsed(), &mut ctx.output)?;
        if again.status == Status::Found {
            (planning.problem, result) = (free, again);
        }
    }
    let planned = Planned { result: &result, from, names: names(&result) };
    let document = sorted(&planned)?;
    ctx.output.show(&document, |lang| {
        let page = MealReader::dated(Words::new(lang), &planning.problem, from, catalog_names(lang));
        [
            result_page(&result, &page, args.effort.why),
            buy(&result, from, &profile.pantry, &page),
            left_out(&planning.left_out, &page),
        ]
        .concat()
    })?;
    Ok(exit(result.status))
}

/// The names of the recipes that a result speaks of.
fn names(result: &MealResult) -> BTreeMap<&str, &'static Name> {
    let of_plan = result.plan.iter().map(|meal| meal.recipe_id.as_str());
    let closest = result.report.iter().flat_map(|report| report.best_plan.iter().chain(&report.closest_plan));
    let others = result.alternatives.iter().flatten().chain(closest).map(|choice| choice.recipe_id.as_str());
    let named = |id: &str| Some(&Catalog::embedded().recipe(&id.parse().ok()?)?.recipe.name);
    of_plan.chain(others).filter_map(|id| Some((id, named(id)?))).collect()
}

/// What the recipes of the catalogue are called in a language.
fn catalog_names(lang: Locale) -> BTreeMap<&'static str, &'static str> {
    let recipes = Catalog::embedded().recipes().iter().map(|entry| &entry.recipe);
    let name = |name: &'static Name| match lang {
        Locale::En => name.en.as_str(),
        Locale::Ru => name.ru.as_deref().unwrap_or(&name.en),
    };
    recipes.map(|recipe| (recipe.id.as_str(), name(&recipe.name))).collect()
}

/// ML-8: what to buy for the plan.
fn buy(result: &MealResult, from: LocalDate, pantry: &[PantryEntry], page: &MealReader<'_>) -> String {
    if result.plan.is_empty() {
        return String::new();
    }
    let list = service::shopping(result, Some(from), pantry);
    section(&page.text("meals-shopping"), &shopping::lines(&list, page))
}

/// ND-7: recipes that could not be planned, and why.
fn left_out(left_out: &[LeftOut], page: &MealReader<'_>) -> String {
    let remark = |left: &LeftOut| {
        let ingredients = left.ingredients.join(", ");
        let why = match left.why {
            LeftOutWhy::Incomplete => {
                let reason = Reason::new(ReasonCode::RecipeIncomplete, SpecId::new("ND-7"));
                page.reason(&reason.fact("ingredient", ingredients))
            }
            LeftOutWhy::AllergenUnknown => {
                page.text_with("meals-left-out-allergen", [("ingredient", ingredients.into())])
            }
        };
        (Some(page.recipe(left.recipe.as_str()).to_owned()), why)
    };
    section(&page.text("meals-left-out"), &remarks(left_out.iter().map(remark)))
}
