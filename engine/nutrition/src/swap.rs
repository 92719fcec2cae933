//! Swaps: what could stand in a slot instead, and what that would do (ML-3), leftovers first (ML-6).

use std::collections::BTreeSet;

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
    pool::{COST, MEASURES, Place, Refused, add},
    repair::plan::Plan,
    request::{Request, Row},
    score::{Outlook, Part, Situation},
    search::Assignment,
};

/// Alternatives that are listed.
const MOST: usize = 10;

/// A recipe that could stand in a slot, and what it would do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SwapAlternative")]
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

/// MX-8: what stands in a slot against the best of what could be cooked there instead.
#[derive(Debug, Clone, PartialEq)]
pub struct Rivalry {
    /// The runner-up, and what it would do.
    pub runner_up: Alternative,
    /// What each part of the score adds for what stands there and for the runner-up.
    pub parts: Vec<Compared>,
}

/// What a part of the score adds here and there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// Which part.
    pub part: Part,
    /// Of what stands there.
    pub own: f64,
    /// Of the runner-up.
    pub other: f64,
}

impl Rivalry {
    /// The score of what stands there, as the sum of its parts.
    pub fn own(&self) -> f64 {
        self.parts.iter().map(|one| one.own).sum()
    }

    /// The score of the runner-up, as the sum of its parts.
    pub fn other(&self) -> f64 {
        self.parts.iter().map(|one| one.other).sum()
    }
}

/// What could stand in a slot, and how what stands there compares.
#[derive(Debug, Clone, PartialEq)]
pub struct Swaps {
    /// As [`alternatives`] lists them.
    pub alternatives: Vec<Alternative>,
    /// Nothing where nothing stands or nothing else could be cooked.
    pub rivalry: Option<Rivalry>,
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
    swaps(request, plan, day, slot).alternatives
}

/// The same with a look at why what stands there does.
pub fn swaps(request: &Request, plan: &[Assignment], day: usize, slot: usize) -> Swaps {
    let plan = Plan::new(request, plan);
    let swap = Swap::new(request, &plan, day, slot);
    let mut dishes = BTreeSet::new();
    // One portion of a recipe is enough of a choice. What it would do is worked out only for those that are listed.
    let ranked = swap.ranked(|place| Some(place) != plan.at(day, slot));
    let rivalry = swap.rivalry(&ranked);
    let listed = ranked.into_iter().filter(|one| {
        let recipe = &request.recipes[one.place];
        dishes.insert((recipe.dish, recipe.is_at_home))
    });
    let alternatives = listed.take(MOST).map(|one| swap.alternative(one.place)).collect();
    Swaps { alternatives, rivalry }
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
    let own = Swap::new(request, &plan, day, slot).ranked(|place| request.recipes[place].id == recipe);
    own.first().map(|one| one.place)
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
    Ok(Swap::new(request, &Plan::new(request, plan), day, slot).alternative(recipe))
}

/// A slot of a plan in which something else shall stand.
struct Swap<'r> {
    request: &'r Request,
    plan: &'r Plan,
    day: usize,
    slot: usize,
    /// The plan without what stands there.
    rest: Plan,
    /// What all that could stand there is scored by, when the rest of the day is as it is.
    outlook: Outlook<'r>,
}

/// A serving that could stand there, with what it is listed by.
struct Listed {
    place: Place,
    /// What is less comes first: from home, breaking least, to be eaten first.
    rank: (bool, usize, Option<usize>),
    score: f64,
}

impl<'r> Swap<'r> {
    fn new(request: &'r Request, plan: &'r Plan, day: usize, slot: usize) -> Self {
        let mut rest = plan.clone();
        rest.put(request, day, slot, None);
        let mut completed = [0; MEASURES];
        for before in 0..day {
            add(&mut completed, plan.day(before));
        }
        let others = (0..request.days[day].len()).filter(|&other| other != slot);
        let eaten: Vec<Place> = others.filter_map(|other| plan.at(day, other)).collect();
        let situation = Situation {
            consumed: rest.day(day),
            completed: &completed,
            completed_days: day,
            slots_left: 1,
            eaten: &eaten,
            recent: &[],
        };
        let outlook = Outlook::new(request, &request.days[day][slot], &situation);
        Self { request, plan, day, slot, rest, outlook }
    }

    /// What the slot may hold and is asked for, the best first.
    fn ranked(&self, is_asked: impl Fn(Place) -> bool) -> Vec<Listed> {
        let Self { request, plan, day, slot, .. } = *self;
        let blocked = plan.blocked(request, day, slot);
        let kind = &request.kinds[request.days[day][slot].kind];
        let elsewhere = self.rest.broken_elsewhere(request, day);
        let places = request.servings(kind).into_iter().filter(|&place| is_asked(place));
        let free = places.filter(|&place| plan.admits(request, (day, slot), place, &blocked));
        let mut found: Vec<Listed> = free.map(|place| self.listed(place, elsewhere)).collect();
        found.sort_by(|one, other| {
            let by_score = || other.score.total_cmp(&one.score);
            one.rank.cmp(&other.rank).then_with(by_score).then(one.place.cmp(&other.place))
        });
        found
    }

    fn listed(&self, place: Place, elsewhere: usize) -> Listed {
        let recipe = &self.request.recipes[place];
        let broken = elsewhere + self.rest.broken_with(self.request, self.day, &recipe.amounts);
        let end = if recipe.is_at_home { self.request.good_until(recipe.dish, self.day) } else { None };
        Listed { place, rank: (!recipe.is_at_home, broken, end), score: self.score(place) }
    }

    fn score(&self, place: Place) -> f64 {
        self.outlook.score(&self.request.recipes[place]).total(&self.request.tuning.score.weights)
    }

    /// Against the best other recipe that is cooked; what is at home is first in the list for another reason.
    fn rivalry(&self, ranked: &[Listed]) -> Option<Rivalry> {
        let recipes = &self.request.recipes;
        let here = self.plan.at(self.day, self.slot)?;
        let is_rival = |one: &&Listed| {
            let recipe = &recipes[one.place];
            !recipe.is_at_home && recipe.dish != recipes[here].dish
        };
        let best = ranked.iter().find(is_rival)?.place;
        let shares = |place: Place| {
            self.outlook.score(&recipes[place]).shares(&self.request.tuning.score.weights).into_iter()
        };
        let parts =
            shares(here).zip(shares(best)).map(|((part, own), (_, other))| Compared { part, own, other });
        Some(Rivalry { runner_up: self.alternative(best), parts: parts.collect() })
    }

    fn alternative(&self, place: Place) -> Alternative {
        let Self { request, plan, day, slot, .. } = *self;
        let mut swapped = self.rest.clone();
        swapped.put(request, day, slot, Some(place));
        let recipe = &request.recipes[place];
        let broken = swapped.broken(request).into_iter();
        Alternative {
            recipe_id: recipe.id.clone(),
            servings_pct: recipe.percent,
            leftover_minutes: recipe.is_at_home.then_some(recipe.minutes),
            violations: broken.map(|(day, row, total)| violated(row, day, total)).collect(),
            score: Points(self.score(place)),
            effect: effect(request, plan, &swapped, day, slot),
        }
    }
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
