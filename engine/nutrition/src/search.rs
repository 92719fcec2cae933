//! Stage A: the specified search. Days, then slots; the best candidate first; back to the nearest choice when one
//! fails (MX-1, BT-1..BT-4). The first plan found is the answer.

use std::collections::BTreeMap;

use domain::nutrient::Nutrient;

use crate::{
    pool::{Amounts, NUTRIENTS, Place, PoolRecipe, add, looser},
    request::Request,
    score::{Outlook, Score, Situation},
    slot::Slot,
};

/// A recipe at a place, in decision order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assignment {
    /// From 0.
    pub day: usize,
    /// From 0.
    pub slot: usize,
    /// Which.
    pub recipe: Place,
}

/// How the search ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// A plan; the first one in search order.
    Found(Vec<Assignment>),
    /// Every path was tried: there is none.
    Exhausted,
    /// The attempts are spent.
    BudgetSpent,
}

/// What was tried.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// Assignments of slots that are not pinned.
    pub attempts: u64,
    /// Returns to an earlier choice.
    pub backtracks: u64,
    /// Why, by trigger: BT-1..BT-4.
    pub triggers: [u64; 4],
    /// Candidates removed, by rule.
    pub pruned: BTreeMap<&'static str, u64>,
}

/// A search with what it found out.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// How it ended.
    pub ending: Ending,
    /// What was tried.
    pub stats: Stats,
    /// The longest assignment seen, as a start for repair.
    pub best_partial: Vec<Assignment>,
}

/// The candidates of a place, best first, with how many each rule removed.
pub struct Candidates {
    /// Recipes with their scores, best first.
    pub ranked: Vec<(Place, Score)>,
    /// Recipes removed, by rule, in filter order.
    pub removed: Vec<(&'static str, u64)>,
}

/// What the day and the horizon hold at some point.
#[derive(Debug, Clone)]
pub struct State {
    /// The day that is being filled.
    pub day: usize,
    /// Consumed on it, its pins included.
    pub consumed: Amounts,
    /// Totals of completed days.
    pub completed: Amounts,
    /// Recipes by day and slot.
    pub assigned: Vec<Vec<Option<Place>>>,
}

impl State {
    /// The state before the first choice.
    pub fn new(request: &Request) -> Self {
        let assigned = request.days.iter().map(|day| day.iter().map(|slot| slot.pinned).collect()).collect();
        Self { day: 0, consumed: pins_of(request, 0), completed: [0; NUTRIENTS], assigned }
    }

    /// Recipes of a day so far, in slot order.
    pub fn eaten(&self, day: usize) -> Vec<Place> {
        self.assigned.get(day).into_iter().flatten().flatten().copied().collect()
    }
}

/// The sum of the pins of a day.
pub fn pins_of(request: &Request, day: usize) -> Amounts {
    let mut sum = [0; NUTRIENTS];
    for place in request.days.get(day).into_iter().flatten().filter_map(|slot| slot.pinned) {
        add(&mut sum, &request.recipes[place].amounts);
    }
    sum
}

/// Why the search must go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trigger {
    /// BT-1: nothing fits here.
    NoCandidate = 0,
    /// BT-2: the day is not valid.
    Day = 1,
    /// BT-3: the horizon is not valid.
    Horizon = 2,
    /// BT-4: floors are out of reach.
    OutOfReach = 3,
}

struct Point {
    day: usize,
    slot: usize,
    state: State,
    ranked: Vec<Place>,
    next: usize,
}

/// Runs the search within its budget of attempts.
pub fn search(request: &Request) -> Search {
    let mut walk = Walk { request, stats: Stats::default(), points: vec![], best_partial: vec![] };
    let mut state = State::new(request);
    let start = if can_reach_floors(request, &state) { Ok(()) } else { Err(Trigger::OutOfReach) };
    let mut step = start.and_then(|()| walk.advance(&mut state, 0, 0));
    let ending = loop {
        match step {
            Ok(None) => break Ending::Found(assignments(&state)),
            Ok(Some((day, slot))) => walk.open(&state, day, slot),
            Err(trigger) => walk.stats.triggers[trigger as usize] += 1,
        }
        match walk.take_next(&mut state) {
            Taken::Assigned(day, slot) => step = walk.advance(&mut state, day, slot + 1),
            Taken::Nothing => break Ending::Exhausted,
            Taken::Spent => break Ending::BudgetSpent,
        }
    };
    Search { ending, stats: walk.stats, best_partial: walk.best_partial }
}

enum Taken {
    Assigned(usize, usize),
    Nothing,
    Spent,
}

struct Walk<'r> {
    request: &'r Request,
    stats: Stats,
    points: Vec<Point>,
    best_partial: Vec<Assignment>,
}

impl Walk<'_> {
    /// Makes the list of a place; an empty one is BT-1.
    fn open(&mut self, state: &State, day: usize, slot: usize) {
        let candidates = candidates(self.request, state, &self.request.days[day][slot]);
        for (rule, count) in candidates.removed {
            *self.stats.pruned.entry(rule).or_default() += count;
        }
        if candidates.ranked.is_empty() {
            self.stats.triggers[Trigger::NoCandidate as usize] += 1;
        }
        let ranked = candidates.ranked.into_iter().map(|(place, _)| place).collect();
        self.points.push(Point { day, slot, state: state.clone(), ranked, next: 0 });
    }

    /// Takes the next untried candidate of the nearest place that has one, with the state saved there.
    fn take_next(&mut self, state: &mut State) -> Taken {
        let mut is_same_point = true;
        loop {
            let Some(point) = self.points.last_mut() else { return Taken::Nothing };
            if let Some(&place) = point.ranked.get(point.next) {
                if self.stats.attempts == self.request.attempt_limit {
                    return Taken::Spent;
                }
                self.stats.backtracks += u64::from(point.next > 0 || !is_same_point);
                point.next += 1;
                self.stats.attempts += 1;
                *state = point.state.clone();
                add(&mut state.consumed, &self.request.recipes[place].amounts);
                state.assigned[point.day][point.slot] = Some(place);
                let (day, slot) = (point.day, point.slot);
                self.remember(state);
                return Taken::Assigned(day, slot);
            }
            is_same_point = false;
            self.points.pop();
        }
    }

    fn remember(&mut self, state: &State) {
        let partial = assignments(state);
        if partial.len() > self.best_partial.len() {
            self.best_partial = partial;
        }
    }

    /// Goes on from a place to the next one to be filled, completing days on the way; `None` at the end.
    fn advance(
        &mut self,
        state: &mut State,
        day: usize,
        slot: usize,
    ) -> Result<Option<(usize, usize)>, Trigger> {
        let (mut day, mut slot) = (day, slot);
        loop {
            if let Some(next) =
                (slot..self.request.days[day].len()).find(|&slot| state.assigned[day][slot].is_none())
            {
                return Ok(Some((day, next)));
            }
            if !is_valid_day(self.request, day, &state.consumed) {
                return Err(Trigger::Day);
            }
            add(&mut state.completed, &state.consumed);
            day += 1;
            slot = 0;
            if day == self.request.days.len() {
                let valid = unmet_floors(self.request, &state.completed).is_empty();
                let binding = day > 1 || self.request.is_strict_single_day;
                return if valid || !binding { Ok(None) } else { Err(Trigger::Horizon) };
            }
            state.day = day;
            state.consumed = pins_of(self.request, day);
            if !can_reach_floors(self.request, state) {
                return Err(Trigger::OutOfReach);
            }
        }
    }
}

fn assignments(state: &State) -> Vec<Assignment> {
    let days = state.assigned.iter().enumerate();
    days.flat_map(|(day, slots)| {
        slots
            .iter()
            .enumerate()
            .filter_map(move |(slot, recipe)| Some(Assignment { day, slot, recipe: (*recipe)? }))
    })
    .collect()
}

/// MV-3: whether a full day keeps its windows, limits and ceiling.
pub fn is_valid_day(request: &Request, day: usize, total: &Amounts) -> bool {
    let targets = &request.targets[day];
    let near = |nutrient: Nutrient, target: i64| (10 * (total[nutrient as usize] - target)).abs() <= target;
    let fat = total[Nutrient::Fat as usize];
    near(Nutrient::Calories, targets.calories)
        && near(Nutrient::Protein, targets.protein)
        && (request.has_slack_carbs || near(Nutrient::Carbs, targets.carbs))
        && (targets.fat_min..=targets.fat_max).contains(&fat)
        && request.ceiling.is_none_or(|ceiling| total[Nutrient::Calories as usize] <= ceiling)
        && request.limits.iter().all(|limit| total[limit.nutrient as usize] <= limit.most)
}

/// MV-4: floors that the horizon does not reach: index, achieved and required.
pub fn unmet_floors(request: &Request, totals: &Amounts) -> Vec<(usize, i64, i64)> {
    let days = i128::try_from(request.days.len()).unwrap_or(0);
    let unmet = request.floors.iter().enumerate().filter_map(|(index, floor)| {
        let achieved = totals[floor.nutrient as usize];
        let needed = i128::from(floor.fraction_milli) * i128::from(floor.target) * days;
        let required = i64::try_from((needed + 999) / 1000).unwrap_or(i64::MAX);
        (i128::from(achieved) * 1000 < needed).then_some((index, achieved, required))
    });
    unmet.collect()
}

/// FC-4: whether the days from the current one on can still bring every floor.
pub fn can_reach_floors(request: &Request, state: &State) -> bool {
    if request.days.len() == 1 && !request.is_strict_single_day {
        return true;
    }
    let days = i128::try_from(request.days.len()).unwrap_or(0);
    request.floors.iter().all(|floor| {
        let nutrient = floor.nutrient as usize;
        let mut reach = i128::from(state.completed[nutrient]);
        for day in state.day..request.days.len() {
            let open = request.days[day].iter().filter(|slot| slot.pinned.is_none());
            let cap = open.clone().map(|slot| slot.cap).reduce(looser).flatten();
            reach += i128::from(pins_of(request, day)[nutrient]);
            reach += i128::from(request.bounds.most(cap, nutrient, open.count()));
        }
        reach * 1000 >= i128::from(floor.fraction_milli) * i128::from(floor.target) * days
    })
}

/// MX-1: the recipes that may stand at a place now, best first.
pub fn candidates(request: &Request, state: &State, slot: &Slot) -> Candidates {
    let filter = Filter::new(request, state, slot);
    let mut removed: Vec<(&'static str, u64)> = vec![];
    let mut passing = vec![];
    for (place, recipe) in request.recipes.iter().enumerate() {
        match filter.refusal(place, recipe) {
            None => passing.push(place),
            Some(rule) => match removed.iter_mut().find(|(name, _)| *name == rule) {
                Some((_, count)) => *count += 1,
                None => removed.push((rule, 1)),
            },
        }
    }
    removed.sort_by_key(|(rule, _)| RULES.iter().position(|name| name == rule));
    let eaten = state.eaten(slot.day);
    let situation = Situation {
        consumed: &state.consumed,
        completed: &state.completed,
        completed_days: slot.day,
        slots_left: state.assigned[slot.day].iter().filter(|recipe| recipe.is_none()).count(),
        eaten: &eaten,
    };
    let outlook = Outlook::new(request, slot, &situation);
    let mut ranked: Vec<(f64, Place, Score)> = passing
        .into_iter()
        .map(|place| {
            let score = outlook.score(&request.recipes[place]);
            (score.total(), place, score)
        })
        .collect();
    // Places stand in the order of their ids, and equal scores are compared by MT-1 first.
    ranked.sort_by(|a, b| {
        let tie = || outlook.tie(&request.recipes[a.1]).compare(&outlook.tie(&request.recipes[b.1]));
        b.0.total_cmp(&a.0).then_with(tie).then(a.1.cmp(&b.1))
    });
    Candidates { ranked: ranked.into_iter().map(|(_, place, score)| (place, score)).collect(), removed }
}

/// The rules that remove candidates, in the order in which they are asked (MX-1).
pub const RULES: &[&str] = &["MO-5", "HC-1", "HC-2", "HC-3", "HC-5", "HC-8", "FC-1", "FC-2", "FC-3", "FC-5"];

struct Filter<'r> {
    request: &'r Request,
    slot: &'r Slot,
    consumed: &'r Amounts,
    eaten: Vec<Place>,
    /// Recipes that may not stand in a non-workout slot of this day (HC-8).
    repeated: Vec<Place>,
    /// Slots of the day that stay open after this one.
    open: Vec<&'r Slot>,
    /// Their loosest cap.
    cap: Option<u32>,
}

impl<'r> Filter<'r> {
    fn new(request: &'r Request, state: &'r State, slot: &'r Slot) -> Self {
        let open: Vec<&Slot> = request.days[slot.day]
            .iter()
            .filter(|other| other.index != slot.index && state.assigned[slot.day][other.index].is_none())
            .collect();
        let mut repeated = non_workout(request, state, slot.day.checked_sub(1));
        if slot.day == 0 {
            repeated.extend(&request.day_zero);
        }
        // The pins of tomorrow are known today.
        let tomorrow = request.days.get(slot.day + 1).into_iter().flatten();
        repeated.extend(tomorrow.filter(|slot| !slot.is_workout()).filter_map(|slot| slot.pinned));
        let cap = open.iter().map(|slot| slot.cap).reduce(looser).flatten();
        Self { request, slot, consumed: &state.consumed, eaten: state.eaten(slot.day), repeated, open, cap }
    }

    /// The first rule that speaks against the recipe here.
    fn refusal(&self, place: Place, recipe: &PoolRecipe) -> Option<&'static str> {
        if let Some(rule) = self.static_refusal(self.slot, place, recipe) {
            return Some(rule);
        }
        let energy = self.consumed[Nutrient::Calories as usize] + recipe.amounts[Nutrient::Calories as usize];
        if self.request.ceiling.is_some_and(|ceiling| energy > ceiling) {
            return Some("HC-5");
        }
        if !self.slot.is_workout() && self.repeated.contains(&place) {
            return Some("HC-8");
        }
        self.infeasible(recipe).or_else(|| (!self.leaves_enough(place)).then_some("FC-5"))
    }

    fn static_refusal(&self, slot: &Slot, place: Place, recipe: &PoolRecipe) -> Option<&'static str> {
        if !slot.required_tags.iter().all(|tag| recipe.tags.contains(tag)) {
            Some("MO-5")
        } else if recipe.excluded.is_some() {
            Some("HC-1")
        } else if self.eaten.contains(&place) {
            Some("HC-2")
        } else if slot.cap.is_some_and(|cap| recipe.minutes > cap) {
            Some("HC-3")
        } else {
            None
        }
    }

    /// FC-1..FC-3: whether the day can still be completed, by what its open slots can add.
    fn infeasible(&self, recipe: &PoolRecipe) -> Option<&'static str> {
        let (request, k) = (self.request, self.open.len());
        let targets = &request.targets[self.slot.day];
        let range = |nutrient: Nutrient| {
            let index = nutrient as usize;
            let used = self.consumed[index] + recipe.amounts[index];
            (used + request.bounds.least(self.cap, index, k), used + request.bounds.most(self.cap, index, k))
        };
        let misses =
            |(least, most): (i64, i64), target: i64| 10 * least > 11 * target || 10 * most < 9 * target;
        let energy = range(Nutrient::Calories);
        if request.ceiling.is_some_and(|ceiling| energy.0 > ceiling) || misses(energy, targets.calories) {
            return Some("FC-1");
        }
        let (least_fat, most_fat) = range(Nutrient::Fat);
        let carbs = !request.has_slack_carbs && misses(range(Nutrient::Carbs), targets.carbs);
        if misses(range(Nutrient::Protein), targets.protein)
            || carbs
            || least_fat > targets.fat_max
            || most_fat < targets.fat_min
        {
            return Some("FC-2");
        }
        let over = request.limits.iter().any(|limit| range(limit.nutrient).0 > limit.most);
        over.then_some("FC-3")
    }

    /// FC-5: whether the open slots can be filled with distinct recipes once this one is taken.
    fn leaves_enough(&self, taken: Place) -> bool {
        if self.open.is_empty() {
            return true;
        }
        let eligible = |slot: &Slot, place: Place| {
            place != taken
                && self.static_refusal(slot, place, &self.request.recipes[place]).is_none()
                && (slot.is_workout() || !self.repeated.contains(&place))
        };
        // As many recipes for each slot as there are slots settle it without matching.
        let k = self.open.len();
        let plenty = self.open.iter().all(|slot| {
            (0..self.request.recipes.len()).filter(|&place| eligible(slot, place)).take(k).count() == k
        });
        plenty || {
            let mut matched: Vec<Option<usize>> = vec![None; self.request.recipes.len()];
            (0..k).all(|slot| {
                let mut seen = vec![false; self.request.recipes.len()];
                augment(slot, &self.open, &eligible, &mut matched, &mut seen)
            })
        }
    }
}

/// Finds a recipe for a slot, moving others if need be.
fn augment(
    slot: usize,
    open: &[&Slot],
    eligible: &impl Fn(&Slot, Place) -> bool,
    matched: &mut Vec<Option<usize>>,
    seen: &mut Vec<bool>,
) -> bool {
    for place in 0..matched.len() {
        if seen[place] || !eligible(open[slot], place) {
            continue;
        }
        seen[place] = true;
        let is_free = match matched[place] {
            None => true,
            Some(other) => augment(other, open, eligible, matched, seen),
        };
        if is_free {
            matched[place] = Some(slot);
            return true;
        }
    }
    false
}

/// HC-8: the recipes of a day's non-workout slots.
fn non_workout(request: &Request, state: &State, day: Option<usize>) -> Vec<Place> {
    let Some(day) = day else { return vec![] };
    let slots = request.days[day].iter().filter(|slot| !slot.is_workout());
    slots.filter_map(|slot| state.assigned[day][slot.index]).collect()
}
