//! Pins and batches checked before any search (MV-2): what the fixed meals alone make impossible.

use domain::nutrient::{Decimal, Nutrient};
use domain::quantity::Amount;

use crate::{
    outcome::{
        number::Signed,
        report::{PinnedConflict, RemainingBudget, Violation},
    },
    pool::{Amounts, PoolRecipe, Refused},
    request::{Request, Row},
    slot::Slot,
};

/// Everything that the fixed meals break by themselves, by day and slot.
pub fn conflicts(request: &Request) -> Vec<PinnedConflict> {
    let mut conflicts = vec![];
    for (day, slots) in request.days.iter().enumerate() {
        for slot in slots {
            let Some(place) = slot.pinned else { continue };
            let recipe = &request.recipes[place];
            let broken = of_slot(request, slot, recipe);
            conflicts.extend(broken.into_iter().map(|violation| PinnedConflict {
                day: number(day) + 1,
                slot: Some(number(slot.index)),
                recipe_id: Some(recipe.id.clone()),
                violation: violation.to_owned(),
                direct: true,
                violations: vec![],
            }));
        }
        conflicts.extend(of_day(request, day));
    }
    conflicts
}

/// What the pin of one slot breaks.
fn of_slot(request: &Request, slot: &Slot, recipe: &PoolRecipe) -> Vec<&'static str> {
    let mut broken = vec![];
    let mut require = |holds: bool, violation: &'static str| {
        if !holds {
            broken.push(violation);
        }
    };
    require(!matches!(recipe.refused, Some(Refused::Excluded { .. })), "hc1");
    require(!matches!(recipe.refused, Some(Refused::NoPrice)), "cost");
    let is_batch = slot.batch.is_some();
    require(is_batch || !is_repeated(request, slot, recipe, |other| other.day == slot.day), "hc2");
    require(slot.cap.is_none_or(|cap| minutes(slot, recipe) <= cap), if is_batch { "batch" } else { "hc3" });
    require(is_cooked_in_time(request, slot, recipe), "batch");
    let calories = recipe.amounts[Nutrient::Calories as usize];
    require(request.ceiling.is_none_or(|ceiling| calories <= ceiling), "hc5");
    let near = |other: &Slot| {
        other.day.abs_diff(slot.day) < request.variety_days && other.day != slot.day && !other.is_workout()
    };
    let yesterday = slot.day + 1 < request.variety_days && request.day_zero.contains(&recipe.dish);
    let repeats = !is_batch && !slot.is_workout() && (yesterday || is_repeated(request, slot, recipe, near));
    require(!repeats, "hc8");
    require(slot.required_tags.iter().all(|tag| recipe.tags.contains(tag)), "tags");
    broken
}

/// MO-2: a serving of a batch is warmed up, except where it is cooked.
fn minutes(slot: &Slot, recipe: &PoolRecipe) -> u32 {
    let here = crate::problem::Where { day: number(slot.day) + 1, slot: number(slot.index) };
    match (slot.batch, recipe.reheats) {
        (Some(cooked), Some((minutes, _))) if cooked != here => minutes,
        _ => recipe.minutes,
    }
}

/// MO-2: whether a batch that is only eaten later has the time to be cooked.
fn is_cooked_in_time(request: &Request, slot: &Slot, recipe: &PoolRecipe) -> bool {
    let Some(cooked) = slot.batch else { return true };
    let kitchen = &request.days[cooked.day as usize - 1][cooked.slot as usize];
    kitchen.batch == slot.batch || kitchen.cap.is_none_or(|cap| recipe.minutes <= cap)
}

/// Whether the same recipe is fixed in another slot that counts.
fn is_repeated(request: &Request, slot: &Slot, recipe: &PoolRecipe, near: impl Fn(&Slot) -> bool) -> bool {
    let others =
        request.days.iter().flatten().filter(|other| (other.day, other.index) != (slot.day, slot.index));
    others
        .filter(|other| other.is_counted() && near(other))
        .filter_map(|other| other.pinned)
        .any(|place| request.recipes[place].dish == recipe.dish)
}

/// What the pins of a day break together.
fn of_day(request: &Request, day: usize) -> Vec<PinnedConflict> {
    let fixed = request.fixed(day);
    let is_full = request.days[day].iter().all(|slot| slot.pinned.is_some());
    if request.days[day].iter().all(|slot| slot.pinned.is_none()) {
        return vec![];
    }
    let mut conflicts = vec![];
    let mut conflict = |violation: &str, rows: Vec<&Row>| {
        if !rows.is_empty() {
            conflicts.push(PinnedConflict {
                day: number(day) + 1,
                slot: None,
                recipe_id: None,
                violation: violation.to_owned(),
                direct: true,
                violations: rows
                    .into_iter()
                    .map(|row| violated(row, Some(day), fixed[row.measure]))
                    .collect(),
            });
        }
    };
    let over = |rule: &'static str| {
        let rows = request.day_rows[day].iter().filter(move |row| row.rule == rule);
        rows.filter(|row| row.high.is_some_and(|high| fixed[row.measure] > high)).collect::<Vec<_>>()
    };
    conflict("joint_ceiling", over("HC-5"));
    conflict("ul", over("HC-4"));
    conflict("cost", over("MO-7"));
    if is_full {
        let missed = request.day_rows[day].iter().filter(|row| !row.holds(fixed[row.measure]));
        conflict("day_macros", missed.filter(|row| matches!(row.rule, "MV-3" | "MO-4")).collect());
    }
    conflicts
}

/// A row that a total misses.
pub fn violated(row: &Row, day: Option<usize>, total: i64) -> Violation {
    let decimal = |amount: i64| Decimal(Amount(amount));
    Violation {
        spec: row.rule.to_owned(),
        day: day.map(|day| number(day) + 1),
        name: row.name().to_owned(),
        value: decimal(total),
        low: row.low.map(decimal),
        high: row.high.map(decimal),
        delta: decimal(row.miss(total)),
    }
}

/// FM-3: what the pins of a day leave for its open slots; with a ceiling, up to it.
pub fn remaining(request: &Request, day: usize) -> RemainingBudget {
    let fixed: Amounts = request.fixed(day);
    let targets = &request.targets[day];
    let left = |target: i64, nutrient: Nutrient| Signed(target - fixed[nutrient as usize]);
    let energy = request.ceiling.map_or(targets.calories, |ceiling| ceiling.min(targets.calories));
    RemainingBudget {
        day: number(day) + 1,
        calories: left(energy, Nutrient::Calories),
        protein_g: left(targets.protein, Nutrient::Protein),
        fat_min_g: left(targets.fat_min, Nutrient::Fat),
        fat_max_g: left(targets.fat_max, Nutrient::Fat),
        carbs_g: left(targets.carbs, Nutrient::Carbs),
        open_slots: number(request.days[day].iter().filter(|slot| slot.is_open()).count()),
    }
}

/// A count as documents write it.
pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
