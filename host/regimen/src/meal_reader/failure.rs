//! Why there is no plan, in words: the cause and how sure it is, and the facts of each failure mode (MX-7, FM-1..FM-5).

use domain::{
    nutrient::Decimal,
    quantity::Amount,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};
use nutrition::outcome::{
    MealResult, Removed, Status,
    report::{
        Classification, Deficient, Exhausted, FailedDay, PinnedConflict, Proof, ProofStatus, RemainingBudget,
        Report, UnfillableSlot, Violation,
    },
};

use super::{MealReader, percent, remedy::rule, whole};
use crate::reader::capital;

/// The cause in a sentence.
pub(crate) fn cause(result: &MealResult, page: &MealReader<'_>) -> String {
    let mode = result.failure_mode.as_deref().unwrap_or("FM-5");
    let kind = if result.status == Status::Infeasible { "failure" } else { "failure-unproved" };
    page.word(kind, mode)
}

/// How sure it is that there is no plan.
pub(crate) fn proof(proof: Proof, page: &MealReader<'_>) -> String {
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

/// What is in the way, but for what is missing (FM-1..FM-3).
pub(crate) fn facts(report: &Report, page: &MealReader<'_>) -> Vec<String> {
    let slots = report.unfillable_slots.iter().map(|slot| unfillable(slot, page));
    let days = report.failed_days.iter().flat_map(|day| failed_day(day, page));
    let pins = report.pinned_conflicts.iter().flat_map(|pin| pinned(pin, page));
    let left = report.remaining_budget.iter().map(|budget| remaining(budget, page));
    slots.chain(days).chain(pins).chain(left).collect()
}

/// FM-1.
fn unfillable(slot: &UnfillableSlot, page: &MealReader<'_>) -> String {
    let at = capital(&page.at(slot.day, slot.slot));
    let text = page.text_with("failure-slot", [("at", at.into()), ("eligible", slot.eligible.into())]);
    if slot.blocking.is_empty() {
        return text;
    }
    let removed: Vec<String> = slot.blocking.iter().map(|removed| removed_text(removed, page)).collect();
    page.text_with("failure-slot-removed", [("slot", text.into()), ("removed", removed.join(", ").into())])
}

/// How many recipes a rule removed.
pub(crate) fn removed_text(removed: &Removed, page: &MealReader<'_>) -> String {
    let count = Fact::from(i64::try_from(removed.removed).unwrap_or(i64::MAX));
    let facts = [("rule", rule(&removed.constraint, page).into()), ("count", count)];
    page.text_with("failure-removed", facts)
}

/// FM-2.
fn failed_day<'a>(day: &'a FailedDay, page: &'a MealReader<'_>) -> impl Iterator<Item = String> {
    let violations = day.macro_violations.iter().chain(&day.ul_violations);
    violations.map(|violation| {
        let whole = Violation { day: Some(day.day), ..violation.clone() };
        violation_text(&whole, page)
    })
}

/// A bound that a total misses, with its day.
pub(crate) fn violation_text(violation: &Violation, page: &MealReader<'_>) -> String {
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
fn pinned(pin: &PinnedConflict, page: &MealReader<'_>) -> Vec<String> {
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
fn remaining(budget: &RemainingBudget, page: &MealReader<'_>) -> String {
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

/// FM-5: what was tried.
pub(crate) fn spent(spent: &Exhausted, page: &MealReader<'_>) -> Vec<String> {
    /// All of what is needed.
    const WHOLE_MILLI: u32 = 1000;
    let count = |count: u64| Fact::from(i64::try_from(count).unwrap_or(i64::MAX));
    let facts = [("attempts", count(spent.attempts)), ("backtracks", count(spent.backtracks))];
    let limit = spent.lp_limit.map(|milli| match milli {
        WHOLE_MILLI.. => page.text("failure-lp-open"),
        _ => page.text_with("failure-lp-limit", [("percent", percent(milli))]),
    });
    [page.text_with("failure-spent", facts)].into_iter().chain(limit).collect()
}

/// FM-4: what is missing of a nutrient, and how much there could be.
pub(crate) fn deficient(row: &Deficient, page: &MealReader<'_>) -> String {
    let amount = |Decimal(amount): Decimal| Fact::from(page.amount(row.nutrient, amount));
    let nutrient = capital(&page.nutrient(row.nutrient));
    match row.classification {
        Classification::Structural => {
            let reason = Reason::new(ReasonCode::FloorUnreachable, SpecId::new("MF-7"));
            let reason = reason.fact("nutrient", nutrient).fact("best", amount(row.best_achievable));
            page.reason(&reason.fact("required", amount(row.required)))
        }
        Classification::Marginal => {
            let facts = [
                ("nutrient", nutrient.into()),
                ("required", amount(row.required)),
                ("achieved", amount(row.achieved)),
                ("class", page.text("failure-marginal").into()),
            ];
            page.text_with("failure-deficient", facts)
        }
    }
}
