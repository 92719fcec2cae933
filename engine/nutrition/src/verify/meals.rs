//! Each meal in its slot, and meals beside each other (HC-1..HC-3, HC-6, HC-8, MO-1, MO-5, MO-6, MO-7).

use super::{
    batches,
    breach::{Breach, BreachCode, Report},
    facts::{Facts, Slot},
    home,
    plan::{Placed, Plan},
};
use crate::problem::Portions;

/// Checks what concerns single meals and pairs of them.
pub(super) fn check(facts: &Facts<'_>, plan: &Plan<'_>, report: &mut Report) {
    for (index, later) in plan.meals.iter().enumerate() {
        pin(later, report);
        portion(facts, later, report);
        if !plan.spares(later) {
            exclusion(facts, later, report);
            cooking_time(facts, later, report);
            tags(later, report);
            price(facts, later, report);
            day_before(facts, later, report);
        }
        for earlier in &plan.meals[..index] {
            if !(plan.spares(earlier) && plan.spares(later)) {
                once_a_day(facts, earlier, later, report);
                apart(facts, earlier, later, report);
            }
        }
    }
}

/// HC-1: no ingredient that is excluded.
fn exclusion(facts: &Facts<'_>, meal: &Placed<'_>, report: &mut Report) {
    let excluded = facts.excluded(meal.recipe);
    report.require(excluded.is_none(), || {
        let (ingredient, term) = excluded.unwrap_or_default();
        breach("HC-1", BreachCode::NotAllowed, meal, ingredient, &format!("nothing of `{term}`"))
    });
}

/// HC-3: no longer than the slot allows. Servings of a batch have their own minutes, leftovers those of warming up.
fn cooking_time(facts: &Facts<'_>, meal: &Placed<'_>, report: &mut Report) {
    if meal.is_from_home {
        fits(meal.slot, &meal.recipe.id, home::minutes(meal.recipe), report);
    } else if batches::cooked_at(facts, meal).is_none() {
        fits(meal.slot, &meal.recipe.id, meal.recipe.cooking_time_minutes, report);
    }
}

/// HC-3 for something that takes so long; as long as the slot allows passes.
pub(super) fn fits(slot: &Slot<'_>, recipe_id: &str, minutes: u32, report: &mut Report) {
    report.require(slot.cap.is_none_or(|cap| minutes <= cap), || {
        let (found, expected) = (format!("{minutes} min"), format!("{} min", slot.cap.unwrap_or_default()));
        Breach::new("HC-3", BreachCode::Above, found, expected).at(slot.place).recipe(recipe_id)
    });
}

/// HC-6: a pinned slot holds its recipe.
fn pin(meal: &Placed<'_>, report: &mut Report) {
    if let Some(pinned) = meal.slot.pinned {
        report.require(meal.recipe.id == pinned, || {
            Breach::new("HC-6", BreachCode::Differs, &meal.recipe.id, pinned).at(meal.place())
        });
    }
}

/// MO-1: one serving, or a part of it that both the options and the recipe allow.
fn portion(facts: &Facts<'_>, meal: &Placed<'_>, report: &mut Report) {
    let offered: &[u32] = match &facts.problem.options.portions {
        None => &[],
        Some(Portions::AfterFailure(percents) | Portions::Mode { percents, .. }) => percents,
    };
    let own = meal.recipe.portions.as_ref();
    let is_allowed = |percent| offered.contains(&percent) && own.is_none_or(|own| own.contains(&percent));
    report.require(meal.percent == 100 || is_allowed(meal.percent), || {
        let mut allowed: Vec<u32> = offered.iter().copied().filter(|&percent| is_allowed(percent)).collect();
        allowed.push(100);
        allowed.sort_unstable();
        allowed.dedup();
        let allowed: Vec<String> = allowed.iter().map(u32::to_string).collect();
        let (found, expected) = (format!("{} %", meal.percent), format!("{} %", allowed.join(", ")));
        breach("MO-1", BreachCode::NotAllowed, meal, &found, &expected)
    });
}

/// MO-5: every tag that the slot requires.
fn tags(meal: &Placed<'_>, report: &mut Report) {
    for tag in meal.slot.required_tags {
        report.require(meal.recipe.tags.contains(tag), || {
            let found = format!("tags [{}]", meal.recipe.tags.join(", "));
            breach("MO-5", BreachCode::NotAllowed, meal, &found, tag)
        });
    }
}

/// MO-7: under a ceiling of cost, a known price in its currency. What comes from home was paid for.
fn price(facts: &Facts<'_>, meal: &Placed<'_>, report: &mut Report) {
    if let (Some(ceiling), false) = (facts.problem.options.max_cost_per_day, meal.is_from_home) {
        let price = meal.recipe.price;
        report.require(price.is_some_and(|price| price.currency == ceiling.currency), || {
            let found = price.map_or("no price".to_owned(), |price| {
                format!("a price in {}", String::from(price.currency))
            });
            let expected = format!("a price in {}", String::from(ceiling.currency));
            breach("MO-7", BreachCode::Missing, meal, &found, &expected)
        });
    }
}

/// HC-2: not twice on one day, servings of a batch apart.
fn once_a_day(facts: &Facts<'_>, earlier: &Placed<'_>, later: &Placed<'_>, report: &mut Report) {
    if earlier.place().day != later.place().day || is_exempt(facts, earlier) || is_exempt(facts, later) {
        return;
    }
    report.require(earlier.recipe.id != later.recipe.id, || {
        let found = format!("also in slot {}", earlier.place().slot);
        breach("HC-2", BreachCode::Repeated, later, &found, "once a day")
    });
}

/// HC-8, MO-6: not again outside of workouts within the days of variety, which are two unless the options say more.
fn apart(facts: &Facts<'_>, earlier: &Placed<'_>, later: &Placed<'_>, report: &mut Report) {
    let gap = earlier.place().day.abs_diff(later.place().day);
    if gap == 0 || [earlier, later].iter().any(|meal| meal.slot.is_workout || is_exempt(facts, meal)) {
        return;
    }
    let is_far = gap >= variety_days(facts);
    report.require(is_far || earlier.recipe.id != later.recipe.id, || {
        let found = format!("also on day {}, slot {}", earlier.place().day, earlier.place().slot);
        repeated(facts, later, gap, &found)
    });
}

/// HC-8, MO-6 for the day before the first.
fn day_before(facts: &Facts<'_>, meal: &Placed<'_>, report: &mut Report) {
    let gap = meal.place().day;
    if gap >= variety_days(facts) || meal.slot.is_workout || is_exempt(facts, meal) {
        return;
    }
    let is_eaten = facts.problem.profile.day_zero.contains(&meal.recipe.id);
    report.require(!is_eaten, || repeated(facts, meal, gap, "also on the day before the first"));
}

fn variety_days(facts: &Facts<'_>) -> u32 {
    facts.problem.options.variety_days.unwrap_or(2).max(2)
}

/// On consecutive days it is HC-8 that is broken, else the wider window.
fn repeated(facts: &Facts<'_>, meal: &Placed<'_>, gap: u32, found: &str) -> Breach {
    let spec = if gap < 2 { "HC-8" } else { "MO-6" };
    let expected = format!("once in {} days", variety_days(facts));
    breach(spec, BreachCode::Repeated, meal, found, &expected)
}

/// MO-2, ML-6: a serving of a batch may repeat, also one that is at home. Of a batch that nobody fixed, the meal that is
/// cooked may not.
fn is_exempt(facts: &Facts<'_>, meal: &Placed<'_>) -> bool {
    let is_reheated = |cook| cook != meal.place();
    meal.is_from_home || meal.slot.batch.is_some() || batches::cooked_at(facts, meal).is_some_and(is_reheated)
}

pub(super) fn breach(spec: &str, code: BreachCode, meal: &Placed<'_>, found: &str, expected: &str) -> Breach {
    Breach::new(spec, code, found, expected).at(meal.place()).recipe(&meal.recipe.id)
}
