//! Swaps: what could stand in a slot instead, and what that would do (ML-3), leftovers first (ML-6).

use std::cmp::Ordering;

use domain::{
    nutrient::{Decimal, Nutrient},
    quantity::Amount,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    outcome::{
        number::{Points, Signed},
        report::Violation,
    },
    pin::violated,
    pool::{Amounts, COST, MEASURES, Place, Refused, add, subtract},
    repair::plan::Plan,
    request::{Request, Row},
    score::{Outlook, Situation},
    search::Assignment,
};

/// Alternatives that are listed.
const MOST: usize = 10;

/// A recipe that could stand in a slot, and what it would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// Which.
    pub recipe_id: String,
    /// How much of a serving.
    pub servings_pct: u32,
    /// ML-6: minutes of warming up, if it is a leftover; nothing if it is cooked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover_minutes: Option<u32>,
    /// What the plan would break with it; nothing if it stays valid.
    pub violations: Vec<Violation>,
    /// How well it fits, by the score of the plain search.
    pub score: Points,
    /// How the day changes.
    pub effect: Effect,
}

/// How a day and the floors change with a swap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Macros of the day: before and after.
    pub day: Vec<Shift>,
    /// Floors that are met only with it.
    pub floors_gained: Vec<Nutrient>,
    /// Floors that are met only without it.
    pub floors_lost: Vec<Nutrient>,
    /// Minutes of cooking, more or fewer.
    pub minutes: i64,
    /// Cost in the smallest coin, more or less.
    pub cost: Signed,
}

/// A total before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// Of what.
    pub nutrient: Nutrient,
    /// Now.
    pub before: Decimal,
    /// With the swap.
    pub after: Decimal,
}

/// Why a recipe cannot be chosen at all: it holds what the athlete must not eat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsafe {
    /// The ingredient.
    pub ingredient: String,
    /// The entry that excludes it.
    pub term: String,
}

/// Up to 10 alternatives for a slot of a complete plan: valid ones first, then those that break least.
///
/// Before all others come leftovers of the request ([`Request::with_leftovers`]) that the slot allows and the plan does not
/// eat elsewhere; of those that break equally much, the one that must be eaten first. A meal that was eaten from them takes
/// nothing any more: its slot is to be closed ([`Request::close`]).
pub fn alternatives(request: &Request, plan: &[Assignment], day: usize, slot: usize) -> Vec<Alternative> {
    let plan = Plan::new(request, plan);
    let blocked = plan.blocked(request, day, slot);
    let here = plan.at(day, slot);
    let kind = &request.kinds[request.days[day][slot].kind];
    let places = request.servings(kind).into_iter();
    let free =
        places.filter(|&place| Some(place) != here && plan.admits(request, (day, slot), place, &blocked));
    let mut found: Vec<(Place, Alternative)> =
        free.map(|place| (place, alternative(request, &plan, day, slot, place))).collect();
    found.sort_by(|one, other| compare(request, day, one, other));
    // One portion of a recipe is enough of a choice.
    let mut dishes = vec![];
    found.retain(|(place, _)| {
        let dish = (request.recipes[*place].dish, request.recipes[*place].is_at_home);
        let is_new = !dishes.contains(&dish);
        dishes.push(dish);
        is_new
    });
    found.into_iter().take(MOST).map(|(_, alternative)| alternative).collect()
}

/// What is better comes first: from home, breaking least, to be eaten first, by score.
fn compare(
    request: &Request,
    day: usize,
    one: &(Place, Alternative),
    other: &(Place, Alternative),
) -> Ordering {
    let rank = |(place, alternative): &(Place, Alternative)| {
        let recipe = &request.recipes[*place];
        let end = if recipe.is_at_home { request.good_until(recipe.dish, day) } else { None };
        (!recipe.is_at_home, alternative.violations.len(), end)
    };
    let by_score = || other.1.score.0.total_cmp(&one.1.score.0);
    rank(one).cmp(&rank(other)).then_with(by_score).then(one.0.cmp(&other.0))
}

/// ML-3: the portion of a recipe that suits a slot best, as [`alternatives`] offers it; nothing where the slot takes none
/// of it.
pub fn serving(
    request: &Request,
    plan: &[Assignment],
    day: usize,
    slot: usize,
    recipe: &str,
) -> Option<Place> {
    let plan = Plan::new(request, plan);
    let blocked = plan.blocked(request, day, slot);
    let kind = &request.kinds[request.days[day][slot].kind];
    let own = request.servings(kind).into_iter().filter(|&place| request.recipes[place].id == recipe);
    let own = own.filter(|&place| plan.admits(request, (day, slot), place, &blocked));
    let own = own.map(|place| (place, alternative(request, &plan, day, slot, place)));
    own.min_by(|one, other| compare(request, day, one, other)).map(|(place, _)| place)
}

/// What choosing a recipe would do, whatever it breaks; refused only if it is not safe to eat.
pub fn choose(
    request: &Request,
    plan: &[Assignment],
    day: usize,
    slot: usize,
    recipe: Place,
) -> Result<Alternative, Unsafe> {
    if let Some(Refused::Excluded { ingredient, term }) = &request.recipes[recipe].refused {
        return Err(Unsafe { ingredient: ingredient.clone(), term: term.clone() });
    }
    Ok(alternative(request, &Plan::new(request, plan), day, slot, recipe))
}

fn alternative(request: &Request, plan: &Plan, day: usize, slot: usize, place: Place) -> Alternative {
    let mut swapped = plan.clone();
    swapped.put(request, day, slot, Some(place));
    let recipe = &request.recipes[place];
    let broken = swapped.broken(request).into_iter();
    Alternative {
        recipe_id: recipe.id.clone(),
        servings_pct: recipe.percent,
        leftover_minutes: recipe.is_at_home.then_some(recipe.minutes),
        violations: broken.map(|(day, row, total)| violated(row, day, total)).collect(),
        score: Points(score(request, plan, day, slot, place)),
        effect: effect(request, plan, &swapped, day, slot),
    }
}

/// The score of a recipe in a slot when the rest of the day is as it is.
fn score(request: &Request, plan: &Plan, day: usize, slot: usize, place: Place) -> f64 {
    let mut consumed: Amounts = *plan.day(day);
    if let Some(here) = plan.at(day, slot) {
        subtract(&mut consumed, &request.recipes[here].amounts);
    }
    let mut completed = [0; MEASURES];
    for before in 0..day {
        add(&mut completed, plan.day(before));
    }
    let others = (0..request.days[day].len()).filter(|&other| other != slot);
    let eaten: Vec<Place> = others.filter_map(|other| plan.at(day, other)).collect();
    let situation = Situation {
        consumed: &consumed,
        completed: &completed,
        completed_days: day,
        slots_left: 1,
        eaten: &eaten,
        recent: &[],
    };
    let outlook = Outlook::new(request, &request.days[day][slot], &situation);
    outlook.score(&request.recipes[place]).total(&request.tuning.score.weights)
}

fn effect(request: &Request, plan: &Plan, swapped: &Plan, day: usize, slot: usize) -> Effect {
    let decimal = |amount: i64| Decimal(Amount(amount));
    let shift = |&nutrient: &Nutrient| Shift {
        nutrient,
        before: decimal(plan.day(day)[nutrient as usize]),
        after: decimal(swapped.day(day)[nutrient as usize]),
    };
    let floors = |holds_now: bool| {
        let floors = request.horizon_rows.iter().filter(|row| row.low.is_some());
        let turned = floors.filter(move |row| {
            let now = row.holds(plan.horizon()[row.measure]);
            now == holds_now && row.holds(swapped.horizon()[row.measure]) != now
        });
        turned.filter_map(Row::nutrient).collect()
    };
    let minutes =
        |plan: &Plan| plan.at(day, slot).map_or(0, |place| i64::from(request.recipes[place].minutes));
    Effect {
        day: Nutrient::MACROS.iter().map(shift).collect(),
        floors_gained: floors(false),
        floors_lost: floors(true),
        minutes: minutes(swapped) - minutes(plan),
        cost: Signed(swapped.day(day)[COST] - plan.day(day)[COST]),
    }
}
