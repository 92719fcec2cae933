//! Why a meal was chosen (MX-8), as notes below it.

use domain::{
    nutrient::{Decimal, Nutrient},
    reason::{Reason, ReasonCode},
    spec::SpecId,
};
use nutrition::{
    menu::MenuMeal,
    outcome::{Meal, Parts, Ranked, Repaired, Why},
};

use crate::meal_reader::{MealReader, failure::removed_text, percent, remedy::constraint_text, whole};

/// The rule that asks for it.
const RULE: SpecId = SpecId::new("MX-8");

/// Nutrients and rules that are named; the rest is in the JSON.
const NAMED: usize = 4;

/// What speaks for a meal, one note after the other.
pub(super) fn notes(planned: &Meal, meal: &MenuMeal<'_>, page: &MealReader<'_>) -> Vec<String> {
    match &planned.why {
        Why::Pinned => vec![page.reason(&Reason::new(ReasonCode::MealPinned, RULE))],
        Why::Batch => vec![page.text("meals-why-batch")],
        Why::Ranked(ranked) => of_rank(planned, meal, ranked, page),
        Why::Repaired { repaired } => of_repair(repaired, page),
    }
}

fn of_rank(planned: &Meal, meal: &MenuMeal<'_>, ranked: &Ranked, page: &MealReader<'_>) -> Vec<String> {
    let mut notes = vec![match ranked.rank {
        1 => page.reason(
            &Reason::new(ReasonCode::MealPlanned, RULE)
                .fact("meal_type", page.for_meal(planned.day, planned.slot))
                .fact("kcal", whole(meal.macros.calories))
                .fact("protein", whole(meal.macros.protein))
                .fact("candidates", ranked.candidates),
        ),
        rank => {
            let facts = [("rank", rank.into()), ("candidates", ranked.candidates.into())];
            page.text_with("meals-why-rank", facts)
        }
    }];
    let Parts { total, nutrition, micronutrients, satiety, balance, schedule } = ranked.score;
    let parts = [("N", nutrition), ("M", micronutrients), ("S", satiety), ("B", balance), ("C", schedule)];
    let parts =
        parts.map(|(name, points)| format!("{} {}", page.word("part", name), page.decimal(points.0, 0)));
    let score = [("total", page.decimal(total.0, 1).into()), ("parts", parts.join(", ").into())];
    notes.push(page.text_with("meals-why-score", score));
    if let Some(next) = &ranked.runner_up {
        let total = page.decimal(next.score.total.0, 1).into();
        let facts = [("recipe", page.recipe(&next.recipe_id).into()), ("total", total)];
        notes.push(page.text_with("meals-why-next", facts));
    }
    notes.extend(fills(ranked, page));
    notes.extend(removed(ranked, page));
    notes
}

/// The needs that the meal fills most, best first.
fn fills(ranked: &Ranked, page: &MealReader<'_>) -> Option<String> {
    let mut fills: Vec<(Nutrient, u32)> =
        ranked.fills.iter().map(|(&nutrient, &share)| (nutrient, share)).collect();
    fills.sort_by_key(|&(nutrient, share)| (std::cmp::Reverse(share), nutrient));
    let named = fills.into_iter().take(NAMED).map(|(nutrient, share)| {
        let facts = [("nutrient", page.nutrient(nutrient).into()), ("percent", percent(share))];
        page.text_with("meals-why-fill", facts)
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| page.text_with("meals-why-fills", [("fills", named.join(", ").into())]))
}

fn removed(ranked: &Ranked, page: &MealReader<'_>) -> Option<String> {
    let rules: Vec<String> =
        ranked.removed.iter().take(NAMED).map(|removed| removed_text(removed, page)).collect();
    (!rules.is_empty()).then(|| page.text_with("meals-why-removed", [("removed", rules.join(", ").into())]))
}

fn of_repair(repaired: &[Repaired], page: &MealReader<'_>) -> Vec<String> {
    let repair = |repaired: &Repaired| {
        let nutrient = repaired.constraint.nutrient;
        let amount = |Decimal(amount): Decimal| match nutrient {
            Some(nutrient) => page.amount(nutrient, amount),
            None => page.figure(amount),
        };
        let what = constraint_text(&repaired.constraint, page);
        let what = match repaired.constraint.day {
            Some(day) => format!("{what}, {}", page.day(day)),
            None => what,
        };
        let facts = [
            ("constraint", what.into()),
            ("before", amount(repaired.before).into()),
            ("after", amount(repaired.after).into()),
        ];
        page.text_with("meals-why-repair", facts)
    };
    let repairs: Vec<String> = repaired.iter().take(NAMED).map(repair).collect();
    if repairs.is_empty() {
        return vec![];
    }
    vec![page.text_with("meals-why-repaired", [("repaired", repairs.join("; ").into())])]
}
