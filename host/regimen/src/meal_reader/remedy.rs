//! What stands against a plan and what would help, in words: conflicts, relaxations and what can be reached (MX-7).

use domain::{
    nutrient::{Decimal, Nutrient},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};
use nutrition::outcome::report::{Achievable, Change, Constraint, Relaxation};

use super::{MealReader, percent};
use crate::reader::capital;

/// Constraints that cannot hold together.
pub(crate) fn conflict(conflict: &[Constraint], page: &MealReader<'_>) -> Vec<String> {
    let line = |constraint: &Constraint| {
        page.about(&page.day_or_all(constraint.day), constraint_text(constraint, page))
    };
    conflict.iter().map(line).collect()
}

/// A group of constraints in words: `calories 1800–2200 kcal`.
pub(crate) fn constraint_text(constraint: &Constraint, page: &MealReader<'_>) -> String {
    let name = constraint.nutrient.map(|nutrient| Fact::from(page.nutrient(nutrient)));
    let amount = |Decimal(amount): Decimal| match constraint.nutrient {
        Some(nutrient) => Fact::from(page.amount(nutrient, amount)),
        None => Fact::from(page.figure(amount)),
    };
    let name = name.unwrap_or_else(|| rule(&constraint.spec, page).into());
    match (constraint.low, constraint.high) {
        (Some(Decimal(low)), Some(high)) => {
            let low = page.figure(low).into();
            page.text_with("conflict-between", [("name", name), ("low", low), ("high", amount(high))])
        }
        (Some(low), None) => page.text_with("conflict-low", [("name", name), ("low", amount(low))]),
        (None, Some(high)) => page.text_with("conflict-high", [("name", name), ("high", amount(high))]),
        (None, None) => rule(&constraint.spec, page),
    }
}

/// A small change that would make a plan possible.
pub(crate) fn relaxation(relaxation: &Relaxation, page: &MealReader<'_>) -> String {
    let reason = Reason::new(ReasonCode::Relax, SpecId::new("MX-7"));
    page.reason(&reason.fact("change", changes(relaxation, page)))
}

/// The changes of a relaxation alone, such as `50–90 g of fat`.
pub(crate) fn changes(relaxation: &Relaxation, page: &MealReader<'_>) -> String {
    let changes = relaxation.changes.iter().map(|change| change_text(change, page));
    let joined = changes
        .reduce(|one, other| page.text_with("change-and", [("one", one.into()), ("other", other.into())]));
    joined.unwrap_or_default()
}

fn change_text(change: &Change, page: &MealReader<'_>) -> String {
    let figure = |Decimal(amount): Decimal| Fact::from(page.figure(amount));
    match change {
        Change::FatRange { low, high } => {
            page.text_with("change-fat_range", [("low", figure(*low)), ("high", figure(*high))])
        }
        Change::Tolerance { percent } => page.text_with("change-tolerance", [("percent", (*percent).into())]),
        Change::Fraction { nutrient: Some(nutrient), fraction_milli } => {
            let nutrient = page.nutrient(*nutrient).into();
            page.text_with("change-fraction", [("nutrient", nutrient), ("percent", percent(*fraction_milli))])
        }
        Change::Fraction { nutrient: None, fraction_milli } => {
            page.text_with("change-fraction-all", [("percent", percent(*fraction_milli))])
        }
        Change::CookingTime { level } => page.text_with("change-cooking_time", [("level", (*level).into())]),
        Change::Repetition => page.text("change-repetition"),
        Change::Exclusion { term } => page.text_with("change-exclusion", [("term", term.as_str().into())]),
        Change::Pin { day, slot } => page.text_with("change-pin", [("at", page.at(*day, *slot).into())]),
        Change::Ceiling { calories } => page.text_with("change-ceiling", [("kcal", figure(*calories))]),
    }
}

/// How much of the needs can be reached.
pub(crate) fn reachable(achievable: &Achievable, page: &MealReader<'_>) -> Vec<String> {
    let share = |id: &str, milli: u32| page.text_with(id, [("percent", percent(milli))]);
    let bound = share("failure-achievable-bound", achievable.bound_milli);
    let found = achievable.found_milli.map(|milli| share("failure-achievable-found", milli));
    let alone = achievable.alone.iter().map(|(&nutrient, &Decimal(amount)): (&Nutrient, &Decimal)| {
        let facts = [
            ("nutrient", capital(&page.nutrient(nutrient)).into()),
            ("amount", page.amount(nutrient, amount).into()),
        ];
        page.text_with("failure-achievable-alone", facts)
    });
    [bound].into_iter().chain(found).chain(alone).collect()
}

/// A rule by its name; one without a name by its id.
pub(crate) fn rule(spec: &str, page: &MealReader<'_>) -> String {
    let id = format!("rule-{spec}");
    let text = page.text(&id);
    if text == id { spec.to_owned() } else { text }
}
