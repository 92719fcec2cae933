//! Why there is no plan, as a page: cause and proof, what is in the way, what conflicts, what would help, what can be
//! reached, and the closest plan (MX-7, FM-1..FM-5).

use domain::{nutrient::Decimal, quantity::Amount, reason::Fact};
use nutrition::{
    menu::{Served, menu},
    outcome::{
        Choice, MealResult, Removed, Status,
        report::{
            Bound, Classification, Deficient, Exhausted, FailedDay, PinnedConflict, Proof, ProofStatus,
            RemainingBudget, Report, UnfillableSlot, Violation,
        },
    },
};

use super::{
    menu as menu_page,
    page::{MealPage, percent, whole},
    remedy::{self, rule},
};
use crate::cli::{
    page::{capital, section},
    table::{Column, Table, paragraph},
};

/// The page of a result without a plan.
pub(super) fn page(result: &MealResult, page: &MealPage<'_>) -> String {
    let none = Report::default();
    let report = result.report.as_ref().unwrap_or(&none);
    [
        head(result, page)
            + &report.exhausted.as_ref().map_or_else(String::new, |spent| exhausted(spent, page)),
        section(&page.text("failure-cause"), &cause(report, page)),
        section(&page.text("failure-conflict"), &remedy::conflict(&result.conflict, page)),
        section(&page.text("failure-relaxations"), &remedy::relaxations(&result.relaxations, page)),
        section(
            &page.text("failure-achievable"),
            &result
                .achievable
                .as_ref()
                .map_or_else(String::new, |achievable| remedy::reachable(achievable, page)),
        ),
        closest(report, page),
        section(&page.text("session-warnings"), &menu_page::warnings(&result.warnings, page)),
    ]
    .concat()
}

/// The cause in a sentence, then how sure it is.
fn head(result: &MealResult, page: &MealPage<'_>) -> String {
    let mode = result.failure_mode.as_deref().unwrap_or("FM-5");
    let kind = if result.status == Status::Infeasible { "failure" } else { "failure-unproved" };
    let cause = page.word(kind, mode);
    let proof = result.proof.map_or_else(String::new, |proof| proof_text(proof, page));
    lines([cause, proof], 0)
}

fn proof_text(proof: Proof, page: &MealPage<'_>) -> String {
    match proof.status {
        ProofStatus::Proved => {
            let method = serde_json::to_value(proof.method).unwrap_or_default();
            let method = page.word("method", method.as_str().unwrap_or("none"));
            page.text_with("proof-proved", [("method", method.into())])
        }
        ProofStatus::Searched => page.text("proof-searched"),
        ProofStatus::Unknown => page.text("proof-unknown"),
    }
}

/// Paragraphs, without those that are empty.
pub(super) fn lines(texts: impl IntoIterator<Item = String>, indent: usize) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).map(|text| paragraph(&text, indent)).collect()
}

/// The facts of the failure mode.
fn cause(report: &Report, page: &MealPage<'_>) -> String {
    let slots = report.unfillable_slots.iter().map(|slot| unfillable(slot, page));
    let days = report.failed_days.iter().flat_map(|day| failed_day(day, page));
    let pins = report.pinned_conflicts.iter().flat_map(|pin| pinned(pin, page));
    let left = report.remaining_budget.iter().map(|budget| remaining(budget, page));
    let facts = slots.chain(days).chain(pins).chain(left);
    lines(facts, 2) + &deficient(&report.deficient, page)
}

/// FM-1.
fn unfillable(slot: &UnfillableSlot, page: &MealPage<'_>) -> String {
    let at = capital(&page.at(slot.day, slot.slot));
    let text = page.text_with("failure-slot", [("at", at.into()), ("eligible", slot.eligible.into())]);
    if slot.blocking.is_empty() {
        return text;
    }
    let removed: Vec<String> = slot.blocking.iter().map(|removed| removed_text(removed, page)).collect();
    page.text_with("failure-slot-removed", [("slot", text.into()), ("removed", removed.join(", ").into())])
}

/// How many recipes a rule removed.
pub(super) fn removed_text(removed: &Removed, page: &MealPage<'_>) -> String {
    let count = Fact::from(i64::try_from(removed.removed).unwrap_or(i64::MAX));
    let facts = [("rule", rule(&removed.constraint, page).into()), ("count", count)];
    page.text_with("failure-removed", facts)
}

/// FM-2.
fn failed_day<'a>(day: &'a FailedDay, page: &'a MealPage<'_>) -> impl Iterator<Item = String> {
    let violations = day.macro_violations.iter().chain(&day.ul_violations);
    violations.map(|violation| {
        let whole = Violation { day: Some(day.day), ..violation.clone() };
        violation_text(&whole, page)
    })
}

/// A bound that a total misses, with its day.
fn violation_text(violation: &Violation, page: &MealPage<'_>) -> String {
    let amount = |Decimal(amount): Decimal| page.named_amount(&violation.name, amount);
    let (id, bound) = match (violation.low, violation.high) {
        (_, Some(high)) if high < violation.value => ("failure-high", high),
        (Some(low), _) if violation.value < low => ("failure-low", low),
        _ => ("failure-off", violation.value),
    };
    let facts = [
        ("name", page.word("nutrient", &violation.name).into()),
        ("value", amount(violation.value).into()),
        ("bound", amount(bound).into()),
        ("delta", amount(violation.delta).into()),
    ];
    page.about(&page.day_or_all(violation.day), page.text_with(id, facts))
}

/// FM-3.
fn pinned(pin: &PinnedConflict, page: &MealPage<'_>) -> Vec<String> {
    let at = match pin.slot {
        Some(slot) => page.at(pin.day, slot),
        None => page.day(pin.day),
    };
    let recipe = pin.recipe_id.as_deref().map_or("", |id| page.recipe(id));
    let what = page.text_with(&format!("pin-{}", pin.violation), [("recipe", recipe.into())]);
    let mut texts = vec![page.about(&at, what)];
    texts.extend(pin.violations.iter().map(|violation| violation_text(violation, page)));
    texts
}

/// FM-3: what the pins of a day leave.
fn remaining(budget: &RemainingBudget, page: &MealPage<'_>) -> String {
    let number = |signed: nutrition::outcome::number::Signed| Fact::from(whole(Amount(signed.0)));
    let facts = [
        ("at", capital(&page.day(budget.day)).into()),
        ("kcal", number(budget.calories)),
        ("protein", number(budget.protein_g)),
        ("fat_min", number(budget.fat_min_g)),
        ("fat_max", number(budget.fat_max_g)),
        ("carbs", number(budget.carbs_g)),
        ("slots", budget.open_slots.into()),
    ];
    page.text_with("failure-left", facts)
}

/// FM-4.
fn deficient(deficient: &[Deficient], page: &MealPage<'_>) -> String {
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

/// FM-5.
fn exhausted(spent: &Exhausted, page: &MealPage<'_>) -> String {
    /// All of what is needed.
    const WHOLE_MILLI: u32 = 1000;
    let count = |count: u64| Fact::from(i64::try_from(count).unwrap_or(i64::MAX));
    let facts = [("attempts", count(spent.attempts)), ("backtracks", count(spent.backtracks))];
    let limit = spent.lp_limit.map(|milli| match milli {
        WHOLE_MILLI.. => page.text("failure-lp-open"),
        _ => page.text_with("failure-lp-limit", [("percent", percent(milli))]),
    });
    lines([page.text_with("failure-spent", facts)].into_iter().chain(limit), 0)
}

/// The plan of least violation and what it misses.
fn closest(report: &Report, page: &MealPage<'_>) -> String {
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
