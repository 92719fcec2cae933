//! MF-4, MF-5, ND-8, ND-14: foods and recipes from files as the world writes them.

mod duplicate;
mod fdc;
mod off;
mod recipe;
mod sr28;

use domain::{food::Food, law::Finding, nutrient::Nutrient, reason::Facts};
use nutrition::import::{Notice, Placed, Report};

/// The errors of a report, one line each.
fn errors(report: &Report) -> Vec<String> {
    report.errors.iter().map(Placed::<Finding>::to_string).collect()
}

/// The warnings of a report as `row pointer code {facts}`.
fn warnings(report: &Report) -> Vec<String> {
    let line = |placed: &Placed<Notice>| {
        let Notice { pointer, warning } = &placed.what;
        format!("{} {pointer} {} {}", placed.row, warning.code, facts(&warning.facts))
    };
    report.warnings.iter().map(line).collect()
}

fn facts(facts: &Facts) -> String {
    serde_json::to_string(facts).unwrap()
}

/// An amount of a food as text; `-` if it is unknown.
fn amount(food: &Food, nutrient: Nutrient) -> String {
    food.per_100g.get(nutrient).map_or("-".to_owned(), |amount| amount.to_string())
}

/// The portions of a food as `unit mg`.
fn portions(food: &Food) -> Vec<String> {
    food.portions.iter().map(|portion| format!("{} {}", portion.unit, portion.mg.0)).collect()
}
