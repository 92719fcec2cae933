//! Checked lines: how they survive a new plan, and how they fill the pantry (ML-8).

use domain::{
    food::Milligrams,
    meal_plan::{PantryEntry, ShoppingLine, ShoppingList},
    time::{LocalDate, add_days},
};

use crate::kitchen::Kitchen;

/// The new list with the checks of the old one: a line stays checked when no more of it is needed.
///
/// What went into the pantry is not carried over. The new list has already counted it there, and asks for more.
pub fn carry_over(old: &ShoppingList, mut new: ShoppingList) -> ShoppingList {
    for line in &mut new.lines {
        let before = old.lines.iter().find(|before| is_same(before, line));
        line.checked =
            before.is_some_and(|before| before.checked && !before.stocked && needed(line) <= needed(before));
    }
    new
}

/// Whether two lines are about the same food, or the same words.
fn is_same(one: &ShoppingLine, other: &ShoppingLine) -> bool {
    one.food_id == other.food_id && (one.food_id.is_some() || one.name == other.name)
}

/// The mass of a line; nothing for what has no amount.
fn needed(line: &ShoppingLine) -> Milligrams {
    line.amount.as_ref().map_or(Milligrams(0), |amount| amount.mg)
}

/// Checks a line and puts what it says into the pantry, good for as long as the food keeps.
///
/// A line without an amount is only checked, and one that was put there before is not put there again.
pub fn stock(line: &mut ShoppingLine, kitchen: &Kitchen<'_>, today: LocalDate) -> Option<PantryEntry> {
    line.checked = true;
    let (food_id, amount) = line.food_id.clone().zip(line.amount.as_ref())?;
    if std::mem::replace(&mut line.stocked, true) {
        return None;
    }
    let keeps_days = kitchen.foods.get(&food_id).and_then(|food| food.keeps_days);
    let expires = keeps_days.map(|days| add_days(today, i64::from(days)));
    Some(PantryEntry { food_id, mg: amount.mg, expires })
}
