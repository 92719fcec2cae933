//! Why there is no plan, as a page: cause and proof, what is in the way, what conflicts, what would help, what can be
//! reached, and the closest plan (MX-7, FM-1..FM-5).

use domain::nutrient::Decimal;
use nutrition::{
    menu::{Served, menu},
    outcome::{
        Choice, MealResult,
        report::{Bound, Classification, Deficient, Report},
    },
};

use super::menu as menu_page;
use crate::{
    cli::{
        page::section,
        table::{Column, Table, paragraph},
    },
    meal_reader::{
        MealReader,
        failure::{self, violation_text},
        remedy,
    },
};

/// The page of a result without a plan.
pub(super) fn page(result: &MealResult, page: &MealReader<'_>) -> String {
    let none = Report::default();
    let report = result.report.as_ref().unwrap_or(&none);
    let proof = result.proof.map_or_else(String::new, |proof| failure::proof(proof, page));
    let spent = report.exhausted.as_ref().map_or_else(Vec::new, |spent| failure::spent(spent, page));
    let helps = result.relaxations.iter().map(|relaxation| remedy::relaxation(relaxation, page));
    let reachable = result.achievable.as_ref().map(|achievable| remedy::reachable(achievable, page));
    [
        lines([failure::cause(result, page), proof].into_iter().chain(spent), 0),
        section(
            &page.text("failure-cause"),
            &(lines(failure::facts(report, page), 2) + &deficient(&report.deficient, page)),
        ),
        section(&page.text("failure-conflict"), &lines(remedy::conflict(&result.conflict, page), 2)),
        section(&page.text("failure-relaxations"), &lines(helps, 2)),
        section(&page.text("failure-achievable"), &lines(reachable.unwrap_or_default(), 2)),
        closest(report, page),
        section(&page.text("session-warnings"), &menu_page::warnings(&result.warnings, page)),
    ]
    .concat()
}

/// Paragraphs, without those that are empty.
fn lines(texts: impl IntoIterator<Item = String>, indent: usize) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).map(|text| paragraph(&text, indent)).collect()
}

/// FM-4.
fn deficient(deficient: &[Deficient], page: &MealReader<'_>) -> String {
    if deficient.is_empty() {
        return String::new();
    }
    let mut table =
        Table::new([Column::Left, Column::Left, Column::Right, Column::Right, Column::Right, Column::Rest]);
    table.row(page.texts([
        "",
        "failure-column-nutrient",
        "failure-column-required",
        "failure-column-achieved",
        "failure-column-possible",
        "",
    ]));
    for row in deficient {
        let amount = |Decimal(amount): Decimal| page.amount(row.nutrient, amount);
        let possible = amount(row.best_achievable);
        let class = match row.classification {
            Classification::Structural => "failure-structural",
            Classification::Marginal => "failure-marginal",
        };
        table.row([
            String::new(),
            page.nutrient(row.nutrient),
            amount(row.required),
            amount(row.achieved),
            if row.bound == Bound::Lp { format!("≤ {possible}") } else { possible },
            page.text(class),
        ]);
    }
    table.to_string()
}

/// The plan of least violation and what it misses.
fn closest(report: &Report, page: &MealReader<'_>) -> String {
    let plan = if report.best_plan.is_empty() { &report.closest_plan } else { &report.best_plan };
    if plan.is_empty() {
        return String::new();
    }
    let served = |choice: &Choice| -> Served { (choice.clone(), None) };
    let days = menu(page.problem, plan.iter().map(served));
    let misses = report.best_plan_violations.iter().map(|violation| violation_text(violation, page));
    [
        section(&page.text("failure-closest"), &menu_page::meals(&days, page, |_, _| vec![])),
        section(&page.text("meals-totals"), &menu_page::totals(&days, page)),
        section(&page.text("failure-misses"), &lines(misses, 2)),
    ]
    .concat()
}
