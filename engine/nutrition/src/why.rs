//! Why this meal (MX-8): the reasons of every slot of a plan.

use domain::{nutrient::Decimal, quantity::Amount};

use crate::{
    batch,
    outcome::{Meal, Parts, Ranked, Removed, Repaired, RunnerUp, Why, number::Points, report::Constraint},
    pin::number,
    pool::add,
    repair::plan::Plan,
    request::{Request, Row},
    score::Score,
    search::{
        Assignment, State,
        candidate::{candidates, fills, tie_rule},
    },
    slot::Slot,
    tuning::Weights,
};

/// The meals of a plan of the plain search: each choice is made again, and its rivals with it.
pub fn ranked(request: &Request, plan: &[Assignment]) -> Vec<Meal> {
    let mut state = State::new(request);
    let mut meals = vec![];
    for (day, slots) in request.days.iter().enumerate() {
        state.day = day;
        state.consumed = request.fixed(day);
        for slot in slots {
            let Some(place) = plan.iter().find(|meal| meal.day == day && meal.slot == slot.index) else {
                continue;
            };
            let why = if let Some(why) = fixed(slot) {
                why
            } else {
                let why = Why::Ranked(Box::new(rank(request, &state, slot, place.recipe)));
                add(&mut state.consumed, &request.recipes[place.recipe].amounts);
                state.assigned[day][slot.index] = Some(place.recipe);
                why
            };
            meals.push(meal(request, slot, place, why));
        }
        let consumed = state.consumed;
        add(&mut state.completed, &consumed);
    }
    meals
}

/// The meals of a plan that came by repair or exact search, against the plan where it began.
pub fn repaired(request: &Request, start: &[Assignment], plan: &[Assignment]) -> Vec<Meal> {
    let totals = Plan::new(request, plan);
    let at = |plan: &[Assignment], slot: &Slot| {
        plan.iter().find(|meal| meal.day == slot.day && meal.slot == slot.index).copied()
    };
    let mut meals = vec![];
    let pots = batch::pots(request, plan).unwrap_or_default();
    for slot in request.days.iter().flatten() {
        let Some(now) = at(plan, slot) else { continue };
        let why = fixed(slot).unwrap_or_else(|| {
            let before = at(start, slot).filter(|before| before.recipe != now.recipe);
            Why::Repaired {
                repaired: before.map_or(vec![], |before| repairs(request, &totals, slot, before, now)),
            }
        });
        let pot = plan.iter().zip(&pots).find_map(|(meal, pot)| (*meal == now).then_some(*pot));
        meals.push(Meal { batch: pot.flatten(), ..meal(request, slot, &now, why) });
    }
    meals
}

fn fixed(slot: &Slot) -> Option<Why> {
    slot.pinned.map(|_| if slot.batch.is_some() { Why::Batch } else { Why::Pinned })
}

fn meal(request: &Request, slot: &Slot, meal: &Assignment, why: Why) -> Meal {
    let recipe = &request.recipes[meal.recipe];
    Meal {
        day: number(slot.day) + 1,
        slot: number(slot.index),
        recipe_id: recipe.id.clone(),
        servings_pct: recipe.percent,
        batch: slot.batch,
        why,
    }
}

fn rank(request: &Request, state: &State, slot: &Slot, chosen: usize) -> Ranked {
    let listed = candidates(request, state, slot);
    let weights = &request.tuning.score.weights;
    let rank = listed.ranked.iter().position(|(place, _)| *place == chosen).unwrap_or(0);
    let rival = listed
        .ranked
        .iter()
        .find(|(place, _)| *place != chosen && request.recipes[*place].dish != request.recipes[chosen].dish);
    let score = |score: &Score| parts(score, weights);
    Ranked {
        score: listed.ranked.get(rank).map_or_else(|| score(&ZERO), |(_, own)| score(own)),
        rank: number(rank) + 1,
        candidates: number(listed.ranked.len()),
        runner_up: rival.map(|(place, other)| RunnerUp {
            recipe_id: request.recipes[*place].id.clone(),
            score: score(other),
        }),
        removed: listed
            .removed
            .iter()
            .map(|(rule, removed)| Removed { constraint: (*rule).to_owned(), removed: *removed })
            .collect(),
        fills: fills(request, state, slot, chosen),
        tie_rule: rival.and_then(|(place, _)| tie_rule(request, state, slot, chosen, *place)),
    }
}

const ZERO: Score =
    Score { nutrition: 0.0, micronutrients: 0.0, satiety: 0.0, balance: 0.0, schedule: 0.0, preferred: 0.0 };

fn parts(score: &Score, weights: &Weights) -> Parts {
    Parts {
        total: Points(score.total(weights)),
        nutrition: Points(score.nutrition),
        micronutrients: Points(score.micronutrients),
        satiety: Points(score.satiety),
        balance: Points(score.balance),
        schedule: Points(score.schedule),
    }
}

/// The constraints that would be missed by more without the change of one slot.
fn repairs(
    request: &Request,
    plan: &Plan,
    slot: &Slot,
    before: Assignment,
    now: Assignment,
) -> Vec<Repaired> {
    let day_rows = request.day_rows[slot.day].iter().map(|row| (Some(slot.day), row, plan.day(slot.day)));
    let horizon_rows = request.horizon_rows.iter().map(|row| (None, row, plan.horizon()));
    let repaired = day_rows.chain(horizon_rows).filter_map(|(day, row, totals)| {
        let (old, new) = (&request.recipes[before.recipe].amounts, &request.recipes[now.recipe].amounts);
        let after = totals[row.measure];
        let without = after - new[row.measure] + old[row.measure];
        (row.miss(without) > row.miss(after)).then(|| Repaired {
            constraint: constraint(row, day),
            before: Decimal(Amount(without)),
            after: Decimal(Amount(after)),
        })
    });
    repaired.collect()
}

/// A row as documents name it.
pub fn constraint(row: &Row, day: Option<usize>) -> Constraint {
    Constraint {
        spec: row.rule.to_owned(),
        day: day.map(|day| number(day) + 1),
        nutrient: row.nutrient(),
        low: row.low.map(|low| Decimal(Amount(low))),
        high: row.high.map(|high| Decimal(Amount(high))),
    }
}
