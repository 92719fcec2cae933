//! What is wrong with the catalogue, and what it holds.

use domain::catalog::CatalogFinding;
use nutrition::catalog::check::{Count, Kind};
use serde_json::{Value, json};
use training::catalog::statistics::Statistics;

use super::{
    super::{
        Ctx,
        page::Reader,
        table::{Column, Table, lines},
    },
    shipped,
};
use crate::{
    problem::{Exit, Problem},
    service::catalog::{CatalogReport, MealStatistics},
};

/// EX-6, ND-13: findings are what was asked for, not a problem of the command; the exit status tells them.
pub(super) fn show(report: &CatalogReport, ctx: &mut Ctx<'_>) -> Result<Exit, Problem> {
    let CatalogReport { findings, training, meals } = report;
    let total = |meals: &MealStatistics| meals.recipes.first().map(|count| count.count);
    let shown = json!({
        "findings": findings.iter().map(row).collect::<Vec<_>>(),
        "exercises": training.as_ref().map(|statistics| statistics.exercises),
        "ladders": training.as_ref().map(|statistics| statistics.ladders),
        "foods": meals.as_ref().map(|meals| meals.foods),
        "recipes": meals.as_ref().and_then(total),
    });
    ctx.output.show(&shown, |lang| {
        let page = shipped(lang);
        let training = training.as_ref().map(|statistics| numbers(statistics, &page));
        let meals = meals.as_ref().map(|meals| meal_numbers(meals, &page));
        let wrong = (!findings.is_empty()).then(|| lines(findings.iter().map(ToString::to_string)));
        let result = page.text_with("catalog-findings", [("count", findings.len().into())]);
        let parts = [training, meals, wrong, Some(format!("{result}\n"))];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    })?;
    Ok(if findings.is_empty() { Exit::Done } else { Exit::Failure })
}

fn row(finding: &CatalogFinding) -> Value {
    let place = finding.place.as_ref();
    json!({
        "file": place.map(|place| &place.file),
        "line": place.and_then(|place| place.line),
        "entry": finding.entry,
        "finding": finding.finding,
    })
}

fn numbers(statistics: &Statistics, page: &Reader<'_>) -> String {
    let kinds = statistics.kinds.iter().map(|(kind, count)| format!("{}: {count}", page.word("kind", kind)));
    let exercises = page.text_with("catalog-count", [("count", statistics.exercises.into())]);
    let ladders = page.text_with(
        "catalog-ladders",
        [("count", statistics.ladders.into()), ("skills", statistics.skills.into())],
    );
    let kinds = kinds.collect::<Vec<_>>().join(", ");
    format!("{exercises} ({kinds})\n{ladders}\n\n{}\n{}", tiers(statistics, page), muscles(statistics, page))
}

fn tiers(statistics: &Statistics, page: &Reader<'_>) -> Table<5> {
    let mut table = Table::new([Column::Left, Column::Right, Column::Right, Column::Right, Column::Right]);
    table.row(page.texts([
        "catalog-column-tier",
        "catalog-column-exercises",
        "catalog-column-push",
        "catalog-column-pull",
        "catalog-column-legs",
    ]));
    for tier in &statistics.tiers {
        let [push, pull, legs] = tier.mains.map(|mains| mains.to_string());
        table.row([page.word("tier", tier.tier), tier.exercises.to_string(), push, pull, legs]);
    }
    table
}

fn muscles(statistics: &Statistics, page: &Reader<'_>) -> Table<7> {
    let mut columns = [Column::Right; 7];
    columns[0] = Column::Left;
    let mut table = Table::new(columns);
    let [muscle, exercises, patterns] =
        page.texts(["volume-column-muscle", "catalog-column-exercises", "catalog-column-patterns"]);
    let tiers = statistics.tiers.iter().map(|counts| page.word("tier", counts.tier).to_uppercase());
    let mut cells = [muscle, exercises, patterns].into_iter().chain(tiers);
    table.row(std::array::from_fn(|_| cells.next().unwrap_or_default()));
    for counts in &statistics.muscles {
        let totals =
            [page.word("muscle", counts.muscle), counts.exercises.to_string(), counts.patterns.to_string()];
        let mut cells = totals.into_iter().chain(counts.by_tier.map(|count| count.to_string()));
        table.row(std::array::from_fn(|_| cells.next().unwrap_or_default()));
    }
    table
}

/// Foods, and recipes by kind with how many there must be.
fn meal_numbers(meals: &MealStatistics, page: &Reader<'_>) -> String {
    let mut table = Table::new([Column::Left, Column::Right, Column::Right]);
    table.row(page.texts(["catalog-column-kind", "catalog-column-recipes", "catalog-column-least"]));
    for Count { kind, count, least } in &meals.recipes {
        let kind = match kind {
            Kind::Any => page.text("catalog-any"),
            Kind::Meal(meal) => page.word("meal_type", meal),
            Kind::Diet(diet) => page.word("tag", diet),
            Kind::Within(minutes) => page.text_with("catalog-within", [("minutes", (*minutes).into())]),
        };
        table.row([kind, count.to_string(), least.to_string()]);
    }
    let foods = page.text_with("catalog-foods", [("count", meals.foods.into())]);
    format!("{foods}\n\n{table}")
}
