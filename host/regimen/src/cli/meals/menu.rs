//! A plan as a page: the meals of each day, what the days hold, and what all of them bring.

use domain::{
    nutrient::Nutrient,
    quantity::{Amount, div_half_up},
    reason::{Fact, Facts},
};
use nutrition::{
    menu::{Macros, MenuDay, MenuMeal, Served, menu},
    outcome::{Choice, Meal, MealResult},
    warning::Warning,
};

use super::{floors, why};
use crate::{
    cli::{
        page::section,
        table::{Column, Table, paragraph},
    },
    meal_reader::{MealReader, portion, whole},
    texts::find,
};

/// The page of a plan that was found.
pub(super) fn page(result: &MealResult, page: &MealReader<'_>, with_why: bool) -> String {
    let days = menu(page.problem, result.plan.iter().map(served));
    let whys = |day: u32, meal: &MenuMeal<'_>| {
        let planned = result.plan.iter().find(|planned| (planned.day, planned.slot) == (day, meal.slot));
        planned.filter(|_| with_why).map_or_else(Vec::new, |planned| why::notes(planned, meal, page))
    };
    [
        format!("{}\n{}\n", title(page), paragraph(&origin(result, page), 0)),
        meals(&days, page, whys),
        section(&page.text("meals-totals"), &totals(&days, page)),
        floors::section(result, page),
        alternatives(result, page),
        section(&page.text("session-warnings"), &warnings(&result.warnings, page)),
    ]
    .concat()
}

fn served(meal: &Meal) -> Served {
    (Choice::from(meal), meal.batch)
}

fn title(page: &MealReader<'_>) -> String {
    let from = page.start().map_or_else(|| "none".into(), Fact::from);
    page.text_with("meals-title", [("days", page.problem.days.into()), ("from", from)])
}

/// The meals of each day under its name, with notes below those that have some.
pub(super) fn meals(
    days: &[MenuDay<'_>],
    page: &MealReader<'_>,
    notes: impl Fn(u32, &MenuMeal<'_>) -> Vec<String>,
) -> String {
    let mut table = Table::new([
        Column::Left,
        Column::Left,
        Column::Rest,
        Column::Left,
        Column::Right,
        Column::Right,
        Column::Right,
    ]);
    let [meal, minutes, kcal, protein] = page.texts([
        "meals-column-meal",
        "meals-column-minutes",
        "meals-column-kcal",
        "meals-column-protein",
    ]);
    table.row([String::new(), String::new(), meal, String::new(), minutes, kcal, protein]);
    for day in days {
        table.heading(page.day(day.day).to_uppercase());
        let mut workouts = day.workouts.iter().peekable();
        for meal in &day.meals {
            let time = meal.facts.map_or("", |facts| facts.time.as_str());
            while let Some((start, end)) = workouts.next_if(|(start, _)| start.as_str() <= time) {
                table.row(training(start, end, page));
            }
            table.row([
                String::new(),
                time.to_owned(),
                page.recipe(&meal.recipe_id).to_owned(),
                portion(meal.servings_pct),
                meal.minutes.to_string(),
                whole(meal.macros.calories),
                page.amount(Nutrient::Protein, rounded(meal.macros.protein)),
            ]);
            if let Some(pot) = meal.batch {
                table.note(2, page.text_with("meals-pot", [("at", page.at(pot.day, pot.slot).into())]));
            }
            for note in notes(day.day, meal) {
                table.note(2, note);
            }
        }
        workouts.for_each(|(start, end)| table.row(training(start, end, page)));
    }
    table.to_string()
}

fn training(start: &str, end: &str, page: &MealReader<'_>) -> [String; 7] {
    let text = page.text_with("meals-training", [("end", end.into())]);
    let mut cells = [const { String::new() }; 7];
    (cells[1], cells[2]) = (start.to_owned(), text);
    cells
}

/// To the whole gram.
fn rounded(Amount(amount): Amount) -> Amount {
    Amount(div_half_up(amount, Amount::UNIT) * Amount::UNIT)
}

/// What each day holds and should hold; a mark where it does not (MV-3).
pub(super) fn totals(days: &[MenuDay<'_>], page: &MealReader<'_>) -> String {
    let mut table =
        Table::new([Column::Left, Column::Left, Column::Right, Column::Right, Column::Right, Column::Right]);
    table.row(page.texts([
        "",
        "",
        "meals-column-kcal",
        "meals-column-protein-g",
        "meals-column-fat-g",
        "meals-column-carbs-g",
    ]));
    let mut has_misses = false;
    for day in days {
        let (Macros { calories, protein, fat, carbs }, goal) = (day.holds, day.goal);
        let [low, high] = goal.fat;
        let mut cell = |holds: Amount, wanted: String, is_met: bool| {
            has_misses |= !is_met;
            format!("{} / {wanted}{}", whole(holds), if is_met { "" } else { " !" })
        };
        let is_near = |holds: Amount, goal: Amount| 10 * (holds.0 - goal.0).abs() <= goal.0;
        let is_slack = page.problem.options.carbs.as_deref() == Some("slack");
        table.row([
            String::new(),
            page.short_day(day.day),
            cell(calories, whole(goal.calories), is_near(calories, goal.calories)),
            cell(protein, whole(goal.protein), is_near(protein, goal.protein)),
            cell(fat, format!("{}–{}", whole(low), whole(high)), low <= fat && fat <= high),
            cell(carbs, whole(goal.carbs), is_slack || is_near(carbs, goal.carbs)),
        ]);
    }
    let note = if has_misses { paragraph(&page.text("meals-totals-note"), 2) } else { String::new() };
    format!("{table}{note}")
}

/// MO-8: where the other plans differ from the first.
fn alternatives(result: &MealResult, page: &MealReader<'_>) -> String {
    let differs = |choice: &&Choice| {
        let same = |meal: &Meal| Choice::from(meal) == **choice;
        !result.plan.iter().any(same)
    };
    let plan = |(index, plan): (usize, &Vec<Choice>)| {
        let head = page.text_with("meals-alternative", [("number", (index + 2).into())]);
        let lines = plan.iter().filter(differs).map(|choice| {
            let recipe = format!("{} {}", page.recipe(&choice.recipe_id), portion(choice.servings_pct));
            paragraph(&page.about(&page.at(choice.day, choice.slot), recipe.trim_end().to_owned()), 4)
        });
        format!("  {head}\n{}", lines.collect::<String>())
    };
    let plans: String = result.alternatives.iter().enumerate().map(plan).collect();
    section(&page.text("meals-alternatives"), &plans)
}

/// What a person should know.
pub(super) fn warnings(warnings: &[Warning], page: &MealReader<'_>) -> String {
    warnings.iter().map(|warning| paragraph(&warning_text(warning, page), 2)).collect()
}

/// A warning in words; what it names by key, the reader sees by name.
fn warning_text(warning: &Warning, page: &MealReader<'_>) -> String {
    let named = warning.facts.iter().map(|(name, fact)| {
        let known = match (name.as_ref(), fact) {
            ("nutrient", Fact::Text(word)) => Some(page.word("nutrient", word)),
            ("recipe" | "recipe_id", Fact::Text(id)) => Some(page.recipe(id).to_owned()),
            ("day", Fact::Count(day)) => u32::try_from(*day).ok().map(|day| page.day(day)),
            _ => None,
        };
        (name.clone(), known.map_or_else(|| fact.clone(), Fact::from))
    });
    let facts: Facts = named.collect();
    find(page.locale(), &format!("warning-{}", warning.code), &facts)
        .unwrap_or_else(|| warning.code.to_string())
}

/// Which stage found the plan, and how sure it is.
fn origin(result: &MealResult, page: &MealReader<'_>) -> String {
    let stage = result.stage.as_deref().unwrap_or("A");
    let stage = match stage.strip_suffix("+polish") {
        Some(stage) => page.text_with("stage-polish", [("stage", page.word("stage", stage).into())]),
        None => page.word("stage", stage),
    };
    let attempts = Fact::from(i64::try_from(result.stats.attempts).unwrap_or(i64::MAX));
    let found = page.text_with("meals-found", [("stage", stage.into()), ("attempts", attempts)]);
    match &result.verify {
        Some(verdict) => {
            let checks = Fact::from(i64::try_from(verdict.checks).unwrap_or(i64::MAX));
            format!("{found} {}", page.text_with("meals-checked", [("checks", checks)]))
        }
        None => found,
    }
}
