//! Re-plans: what to eat after something went otherwise, with the fewest changes (ML-4, ML-5), from leftovers first (ML-6).
//!
//! Meals that were eaten, replaced or skipped are facts; pinned ones stay. What was eaten before the first day counts in
//! the floors. If today cannot be saved any more, its windows are given up, and it is told by how much it misses.

use domain::nutrient::Nutrient;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    batch::left_at_home,
    bound::{Answer, Question as Bound, Relaxed},
    exact::{Aim, Apart, Exact, Limits, Question},
    explain::{Verdict, columns, decide},
    outcome::{
        Choice,
        report::{Method, Proof, ProofStatus, Violation},
    },
    pin::{number, violated},
    polish::deviation,
    pool::{Amounts, Place, PoolRecipe},
    present::Presented,
    repair::{plan::Plan, repair},
    request::{Before, Request, Row},
    search::Assignment,
    solve::Watch,
};

/// What became of a slot, if it is not open any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Became {
    /// It is fixed; a leftover that stands there is still to be eaten.
    Kept,
    /// It was eaten as planned; a leftover of it is no longer at home.
    Eaten,
    /// Nothing was eaten, or something else: these amounts.
    Instead(Box<Amounts>),
}

/// A slot that is no longer open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// From 0, of the days that are planned again.
    pub day: usize,
    /// From 0.
    pub slot: usize,
    /// What became of it.
    pub became: Became,
}

/// What is to be planned again. The first day is today.
#[derive(Debug, Clone)]
pub struct Replan {
    /// The days that remain, as a request; with what is at home, if anything is ([`Request::with_leftovers`]).
    pub request: Request,
    /// The plan as it is.
    pub current: Vec<Assignment>,
    /// Slots that are not open any more.
    pub settled: Vec<Settled>,
    /// What was eaten on the days before.
    pub before: Before,
}

/// A slot that changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ChangedSlot")]
pub struct Changed {
    /// From 1.
    pub day: u32,
    /// From 0.
    pub slot: u32,
    /// What stood there.
    pub from: String,
    /// What stands there now.
    pub to: String,
    /// How much of a serving.
    pub servings_pct: u32,
}

/// A meal that is only warmed up (ML-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WarmedUp {
    /// From 1.
    pub day: u32,
    /// From 0.
    pub slot: u32,
    /// How long that takes.
    pub minutes: u32,
}

/// A plan for the rest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replanned {
    /// B or C; nothing if the plan could stay as it is.
    pub stage: Option<String>,
    /// The meals that remain, in decision order.
    pub plan: Vec<Choice>,
    /// Those of them that come from home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leftovers: Vec<WarmedUp>,
    /// What changes.
    pub changed: Vec<Changed>,
    /// What the plan still breaks; empty if it is valid.
    pub violations: Vec<Violation>,
    /// Whether it is proved that fewer changes are not enough.
    pub proof: Proof,
}

const PROVED: Proof = Proof { status: ProofStatus::Proved, method: Method::Exhaustive };
const BY_PROGRAM: Proof = Proof { status: ProofStatus::Proved, method: Method::Milp };
const SEARCHED: Proof = Proof { status: ProofStatus::Searched, method: Method::None };
/// Replacements evaluated when no plan can be valid.
const BEST_PLAN: u64 = 2_000_000;
/// Columns up to which the fewest changes are proved by the exact stage.
const EXACT_COLUMNS: usize = 1_500;

/// Plans the rest again with the fewest changes; of equally many with leftovers, then the least deviation, then the first
/// by slot and id.
///
/// The proof is about the number of changes alone.
pub fn replan(input: &Replan, watch: &mut dyn Watch) -> Replanned {
    let request = prepared(input, watch);
    let start = kept(&request, &input.current);
    let whole = Plan::new(&request, &start);
    let is_complete = request.open_slots().all(|slot| whole.at(slot.day, slot.index).is_some());
    if is_complete && whole.is_valid(&request) {
        return told(input, &request, &whole, None, PROVED);
    }
    if is_complete && let Some(plan) = one_change(&request, &whole) {
        return told(input, &request, &plan, Some("B"), PROVED);
    }
    // What bounds refute is repaired for the sake of the best plan only.
    let is_refuted = matches!(Relaxed::whole(&request).ask(Bound::Feasible), Answer::Infeasible(_));
    let budget = if is_refuted { BEST_PLAN.min(request.budgets.repair) } else { request.budgets.repair };
    let Some(repaired) = repair(&request, &start, budget, watch) else {
        return told(input, &request, &whole, None, SEARCHED);
    };
    let plan = fewest(&request, &whole, Plan::new(&request, &repaired.best));
    let plan = from_home(&request, &whole, plan);
    let is_least = plan.is_valid(&request) && is_complete && changes(&request, &whole, &plan) == 2;
    if is_least || is_refuted || columns(&request) > EXACT_COLUMNS {
        return told(input, &request, &plan, Some("B"), if is_least { PROVED } else { SEARCHED });
    }
    exact(input, &request, &plan, watch)
}

/// The exact stage with as few changed slots as it finds; the repaired plan if that is not better.
fn exact(input: &Replan, request: &Request, repaired: &Plan, watch: &mut dyn Watch) -> Replanned {
    let question = Question {
        request,
        dishes: None,
        aim: Aim::Near(input.current.clone()),
        apart: Apart::default(),
        limits: Limits { nodes: 500, iterations: 20_000 },
    };
    let current = Plan::new(request, &input.current);
    match question.solve(watch).0 {
        Exact::Found { plan, is_best } => {
            let plan = Plan::new(request, &plan);
            let is_better = rank(request, &current, &plan) < rank(request, &current, repaired);
            let proof = if is_best { BY_PROGRAM } else { SEARCHED };
            if is_better || !repaired.is_valid(request) {
                return told(input, request, &plan, Some("C"), proof);
            }
            told(input, request, repaired, Some("B"), proof)
        }
        Exact::Infeasible => told(input, request, repaired, Some("B"), BY_PROGRAM),
        Exact::Unknown | Exact::Interrupted => told(input, request, repaired, Some("B"), SEARCHED),
    }
}

/// The request with facts in place of open slots, and without the windows of a day that cannot be saved.
fn prepared(input: &Replan, watch: &mut dyn Watch) -> Request {
    let mut request = input.request.without_own_batches();
    request.before = input.before.clone();
    for row in &mut request.horizon_rows {
        // The floors of the days before are part of what the whole asks for.
        let (days, done) = (input.request.days.len(), input.before.amounts[row.measure]);
        let whole = |end: i64| share(end, days + input.before.days, days) - done;
        row.low = row.low.map(whole);
        row.high = row.high.map(whole);
    }
    for Settled { day, slot, became } in &input.settled {
        match became {
            Became::Kept | Became::Eaten => {
                let planned = input.current.iter().find(|meal| (meal.day, meal.slot) == (*day, *slot));
                request.days[*day][*slot].pinned = planned.map(|meal| meal.recipe);
                if *became == Became::Eaten {
                    request.restock(*day, *slot);
                }
            }
            Became::Instead(amounts) => request.close(*day, *slot, amounts),
        }
    }
    for day in 0..request.days.len() {
        let is_touched = input.settled.iter().any(|settled| settled.day == day);
        if is_touched && matches!(decide(&request.only_day(day), watch), Verdict::No) {
            request.day_rows[day].retain(|row| row.rule == "HC-4");
        }
    }
    request
}

/// A bound for so many days, when it was made for fewer.
fn share(bound: i64, days: usize, of: usize) -> i64 {
    let (days, of) = (i128::try_from(days).unwrap_or(1), i128::try_from(of).unwrap_or(1));
    i64::try_from(i128::from(bound) * days / of).unwrap_or(i64::MAX)
}

/// The meals of a plan that may stay; from home no more than is left there.
fn kept(request: &Request, current: &[Assignment]) -> Vec<Assignment> {
    let mut kept: Vec<Assignment> = vec![];
    for meal in current.iter().filter(|meal| is_open(request, meal) && keeps(request, meal)) {
        kept.push(*meal);
        if request.recipes[meal.recipe].is_at_home && !Plan::new(request, &kept).is_served(request) {
            kept.pop();
        }
    }
    kept
}

fn is_open(request: &Request, meal: &Assignment) -> bool {
    request.days[meal.day][meal.slot].is_open()
}

/// Whether a planned meal may stay in its slot at all.
fn keeps(request: &Request, meal: &Assignment) -> bool {
    let slot = &request.days[meal.day][meal.slot];
    let plan = Plan::new(request, &[]);
    let at = (meal.day, meal.slot);
    request.kinds[slot.kind].allows(meal.recipe)
        && plan.admits(request, at, meal.recipe, &plan.blocked(request, meal.day, meal.slot))
}

/// A valid plan that differs in one slot, if there is one.
fn one_change(request: &Request, plan: &Plan) -> Option<Plan> {
    let mut best: Option<((bool, i64), Plan)> = None;
    for slot in request.open_slots() {
        let blocked = plan.blocked(request, slot.day, slot.index);
        let here = plan.at(slot.day, slot.index);
        for place in request.servings(&request.kinds[slot.kind]) {
            let at = (slot.day, slot.index);
            if Some(place) == here || !plan.admits(request, at, place, &blocked) {
                continue;
            }
            let mut trial = plan.clone();
            trial.put(request, slot.day, slot.index, Some(place));
            if trial.is_valid(request) {
                let off = (!request.recipes[place].is_at_home, total_deviation(request, &trial));
                if best.as_ref().is_none_or(|(least, _)| off < *least) {
                    best = Some((off, trial));
                }
            }
        }
    }
    best.map(|(_, plan)| plan)
}

fn total_deviation(request: &Request, plan: &Plan) -> i64 {
    (0..request.days.len()).map(|day| deviation(request, plan, day)).sum()
}

/// Takes back every change of a valid plan that is not needed.
fn fewest(request: &Request, current: &Plan, mut plan: Plan) -> Plan {
    if !plan.is_valid(request) {
        return plan;
    }
    for slot in request.open_slots() {
        let (old, new) = (current.at(slot.day, slot.index), plan.at(slot.day, slot.index));
        let Some(old) = old.filter(|old| Some(*old) != new) else { continue };
        let blocked = plan.blocked(request, slot.day, slot.index);
        let free = plan.admits(request, (slot.day, slot.index), old, &blocked);
        plan.put(request, slot.day, slot.index, Some(old));
        if !free || !plan.is_valid(request) {
            plan.put(request, slot.day, slot.index, new);
        }
    }
    plan
}

/// ML-6: what is at home in place of what would be cooked in a changed slot, first what must be eaten first, wherever the
/// plan stays valid.
fn from_home(request: &Request, current: &Plan, mut plan: Plan) -> Plan {
    if request.at_home.is_empty() || !plan.is_valid(request) {
        return plan;
    }
    for slot in request.open_slots() {
        let new = plan.at(slot.day, slot.index);
        if new == current.at(slot.day, slot.index) || new.is_some_and(|new| request.recipes[new].is_at_home) {
            continue;
        }
        let mut offered: Vec<Place> = request.reheated(&request.kinds[slot.kind]).collect();
        offered.sort_by_key(|&place| (request.good_until(request.recipes[place].dish, slot.day), place));
        for place in offered {
            plan.put(request, slot.day, slot.index, Some(place));
            if plan.is_valid(request) {
                break;
            }
            plan.put(request, slot.day, slot.index, new);
        }
    }
    plan
}

/// What is to be little: changes, then meals that are not from home.
fn rank(request: &Request, current: &Plan, plan: &Plan) -> (usize, usize) {
    let cooked = request
        .open_slots()
        .filter(|slot| plan.at(slot.day, slot.index).is_none_or(|place| !request.recipes[place].is_at_home));
    (changes(request, current, plan), cooked.count())
}

fn changes(request: &Request, one: &Plan, other: &Plan) -> usize {
    request.open_slots().filter(|slot| one.at(slot.day, slot.index) != other.at(slot.day, slot.index)).count()
}

fn told(input: &Replan, request: &Request, plan: &Plan, stage: Option<&str>, proof: Proof) -> Replanned {
    let meals = plan.assignments();
    let id = |place: Place| request.recipes[place].id.clone();
    let at = |meal: &Assignment| {
        input.current.iter().find(|old| (old.day, old.slot) == (meal.day, meal.slot)).map(|old| old.recipe)
    };
    let open: Vec<Assignment> = meals.iter().filter(|meal| is_open(request, meal)).copied().collect();
    let changed = open.iter().filter(|meal| at(meal) != Some(meal.recipe)).map(|meal| Changed {
        day: number(meal.day) + 1,
        slot: number(meal.slot),
        from: at(meal).map_or(String::new(), id),
        to: id(meal.recipe),
        servings_pct: request.recipes[meal.recipe].percent,
    });
    // What cannot be kept any more is told against what was asked for, not against what was given up.
    let asked = |day: Option<usize>| day.map_or(&request.horizon_rows, |day| &input.request.day_rows[day]);
    let broken = |day: Option<usize>, totals: &Amounts| -> Vec<Violation> {
        let missed = asked(day).iter().filter(|row: &&Row| !row.holds(totals[row.measure]));
        missed.map(|row| violated(row, day, totals[row.measure])).collect()
    };
    let mut violations: Vec<Violation> =
        (0..request.days.len()).flat_map(|day| broken(Some(day), plan.day(day))).collect();
    violations.extend(broken(None, plan.horizon()));
    let warm = open.iter().filter(|meal| request.recipes[meal.recipe].is_at_home).map(|meal| WarmedUp {
        day: number(meal.day) + 1,
        slot: number(meal.slot),
        minutes: request.recipes[meal.recipe].minutes,
    });
    Replanned {
        stage: stage.map(str::to_owned),
        plan: Presented::new(request, &open).choices(),
        leftovers: warm.collect(),
        changed: changed.collect(),
        violations,
        proof,
    }
}

/// ML-4: whether what was eaten differs so much from the plan that planning again is worth an offer: more than 5 % of
/// the day's energy.
pub fn is_worth_an_offer(planned: &Amounts, eaten: &Amounts, target: i64) -> bool {
    let energy = Nutrient::Calories as usize;
    20 * (planned[energy] - eaten[energy]).abs() > target
}

/// ML-4: slots whose recipe may not be eaten any more, with the ingredient.
pub fn unsafe_slots(request: &Request, plan: &[Assignment]) -> Vec<(Assignment, String)> {
    let unsafe_meal = |meal: &Assignment| match &request.recipes[meal.recipe].refused {
        Some(crate::pool::Refused::Excluded { ingredient, .. }) => Some((*meal, ingredient.clone())),
        _ => None,
    };
    plan.iter().filter_map(unsafe_meal).collect()
}

/// ML-5: the rest of today in other portions, without another recipe; if no portions make the day, today is planned
/// again alone.
pub fn rebalance(input: &Replan, watch: &mut dyn Watch) -> Replanned {
    let mut today = input.clone();
    let (mut request, later) = (input.request.clone(), input.current.iter().filter(|meal| meal.day > 0));
    // What is planned for later days is not there for today.
    request.at_home = left_at_home(&request, &later.copied().collect::<Vec<_>>());
    today.request = request.only_day(0);
    today.current.retain(|meal| meal.day == 0);
    today.settled.retain(|settled| settled.day == 0);
    let request = prepared(&today, watch);
    let open: Vec<Assignment> =
        today.current.iter().filter(|meal| is_open(&request, meal)).copied().collect();
    let mut best: Option<(u32, Plan)> = None;
    portions(&request, &open, &mut Plan::new(&request, &[]), 0, &mut best);
    match best {
        Some((_, plan)) => told(&today, &request, &plan, Some("B"), PROVED),
        None => replan(&today, watch),
    }
}

/// Tries every portion of the open meals in turn; the least change in percent wins, the first of equal ones.
fn portions(
    request: &Request,
    open: &[Assignment],
    plan: &mut Plan,
    change: u32,
    best: &mut Option<(u32, Plan)>,
) {
    if best.as_ref().is_some_and(|(least, _)| *least <= change) {
        return;
    }
    let Some((meal, rest)) = open.split_first() else {
        if plan.is_valid(request) {
            *best = Some((change, plan.clone()));
        }
        return;
    };
    let PoolRecipe { dish, is_at_home, .. } = request.recipes[meal.recipe];
    let is_same = |recipe: &PoolRecipe| recipe.dish == dish && recipe.is_at_home == is_at_home;
    let servings = request.servings(&request.kinds[request.days[meal.day][meal.slot].kind]);
    for place in servings.into_iter().filter(|&place| is_same(&request.recipes[place])) {
        plan.put(request, meal.day, meal.slot, Some(place));
        let more = request.recipes[place].percent.abs_diff(request.recipes[meal.recipe].percent);
        portions(request, rest, plan, change + more, best);
    }
    plan.put(request, meal.day, meal.slot, None);
}
