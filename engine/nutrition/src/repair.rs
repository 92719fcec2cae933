//! Stage B: deterministic repair of a complete plan by weighted local search (MX-5).
//!
//! Moves replace the recipe of one slot and never break HC-1, HC-2, HC-3, HC-6 or HC-8; what they lessen is the weighted
//! sum of the misses of all other constraints. Floats choose the moves; integers decide whether the plan is valid.

pub mod plan;

use self::plan::Plan;
use crate::{
    pool::{Amounts, Dish, Place},
    request::{Request, Row},
    search::Assignment,
    solve::{Progress, Watch},
};

/// Moves that a removed recipe stays away from its slot.
const TABU: u64 = 5;
/// Moves without a new best plan before the search starts again from it.
const PATIENCE: u64 = 400;
/// What a constraint gains in weight when no move helps.
const RAISE: f64 = 0.5;

/// What came of a repair.
#[derive(Debug, Clone, PartialEq)]
pub struct Repaired {
    /// The complete plan of least violation.
    pub best: Vec<Assignment>,
    /// Whether it breaks nothing.
    pub is_valid: bool,
    /// Replacements that were evaluated.
    pub evaluations: u64,
    /// Whether whoever watches ended it.
    pub is_interrupted: bool,
}

/// Repairs a plan that is begun, within a budget of evaluated replacements.
///
/// Without a complete plan, because some slot has no recipe at all, there is nothing.
pub fn repair(
    request: &Request,
    start: &[Assignment],
    budget: u64,
    watch: &mut dyn Watch,
) -> Option<Repaired> {
    Some(Repair::new(request, start, budget)?.run(watch))
}

/// Normalized misses of rows: what a millionth outside costs.
fn scale(row: &Row) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 millionths")]
    let norm = match (row.low, row.high) {
        (Some(low), Some(high)) => f64::midpoint(low as f64, high as f64),
        (Some(bound), None) | (None, Some(bound)) => bound as f64,
        (None, None) => 1.0,
    };
    1.0 / norm.max(1.0)
}

/// A constraint with its weight.
#[derive(Debug, Clone, Copy)]
struct Weighted {
    row: Row,
    scale: f64,
    weight: f64,
}

impl Weighted {
    fn new(row: &Row) -> Self {
        Self { row: *row, scale: scale(row), weight: 1.0 }
    }

    #[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 millionths")]
    fn cost(&self, total: i64) -> f64 {
        self.row.miss(total) as f64 * self.scale
    }
}

/// A place to be filled, with the columns of the recipes that may.
struct Open {
    day: usize,
    slot: usize,
    kind: usize,
}

/// What the recipes of a kind hold, by measure, as floats.
struct Columns {
    places: Vec<Place>,
    by_measure: Vec<Vec<f64>>,
    most: Vec<f64>,
}

struct Repair<'r> {
    request: &'r Request,
    open: Vec<Open>,
    columns: Vec<Columns>,
    days: Vec<Vec<Weighted>>,
    horizon: Vec<Weighted>,
    plan: Plan,
    best: Plan,
    best_cost: f64,
    /// By open slot: recipes that may not come back, and until which move.
    tabu: Vec<Vec<(usize, u64)>>,
    costs: Vec<f64>,
    moves: u64,
    budget: u64,
    evaluations: u64,
}

/// A replacement and what the plan would cost with it.
#[derive(Clone, Copy)]
struct Move {
    open: usize,
    place: Place,
    cost: f64,
}

impl<'r> Repair<'r> {
    fn new(request: &'r Request, start: &[Assignment], budget: u64) -> Option<Self> {
        let open: Vec<Open> = request
            .open_slots()
            .map(|slot| Open { day: slot.day, slot: slot.index, kind: slot.kind })
            .collect();
        let rows = |rows: &[Row]| rows.iter().map(Weighted::new).collect::<Vec<_>>();
        let plan = Plan::new(request, start);
        let mut repair = Self {
            request,
            columns: request.kinds.iter().map(|kind| columns(request, &request.servings(kind))).collect(),
            days: request.day_rows.iter().map(|day| rows(day)).collect(),
            horizon: rows(&request.horizon_rows),
            best: plan.clone(),
            plan,
            best_cost: f64::INFINITY,
            tabu: open.iter().map(|_| vec![]).collect(),
            open,
            costs: vec![],
            moves: 0,
            budget,
            evaluations: 0,
        };
        repair.fill().then_some(repair)
    }

    fn run(mut self, watch: &mut dyn Watch) -> Repaired {
        let (mut since_best, mut stuck, mut restarts) = (0, 0_u64, 0);
        let mut is_interrupted = false;
        self.keep_best();
        while self.best_cost > 0.0 && self.evaluations < self.budget {
            if !watch.go_on(&self.progress()) {
                is_interrupted = true;
                break;
            }
            let current = self.cost();
            let Some(best) = self.best_move() else { break };
            if best.cost < current {
                self.take(best);
            } else {
                self.raise();
                stuck += 1;
                if stuck.is_multiple_of(3) {
                    self.take(best);
                }
            }
            since_best = if self.keep_best() { 0 } else { since_best + 1 };
            if since_best >= PATIENCE {
                self.restart(restarts);
                restarts += 1;
                since_best = 0;
                self.keep_best();
            }
        }
        let is_valid = self.best.is_valid(self.request);
        let best = self.best.assignments();
        Repaired { best, is_valid, evaluations: self.evaluations, is_interrupted }
    }

    fn progress(&self) -> Progress {
        let broken = self.best.broken(self.request).len();
        Progress { stage: "B", done: self.evaluations, budget: self.budget, broken: Some(broken) }
    }

    /// Fills the empty slots in decision order by the least violation; whether every slot has a recipe then.
    fn fill(&mut self) -> bool {
        for open in 0..self.open.len() {
            let Open { day, slot, .. } = self.open[open];
            if self.plan.at(day, slot).is_none() {
                let Some(best) = self.best_of(open, f64::INFINITY) else { return false };
                self.plan.put(self.request, day, slot, Some(best.place));
            }
        }
        true
    }

    /// The weighted cost of the plan.
    fn cost(&self) -> f64 {
        let mut cost = 0.0;
        for (day, rows) in self.days.iter().enumerate() {
            cost += weighted(rows, self.plan.day(day));
        }
        cost + weighted(&self.horizon, self.plan.horizon())
    }

    /// Remembers the plan if it breaks less than any before; all constraints count alike here.
    fn keep_best(&mut self) -> bool {
        let unweighted = |rows: &[Weighted], totals: &Amounts| -> f64 {
            rows.iter().map(|row| row.cost(totals[row.row.measure])).sum()
        };
        let days = self.days.iter().enumerate();
        let days: f64 = days.map(|(day, rows)| unweighted(rows, self.plan.day(day))).sum();
        let cost = days + unweighted(&self.horizon, self.plan.horizon());
        let better = cost < self.best_cost;
        if better {
            self.best_cost = cost;
            self.best = self.plan.clone();
        }
        better
    }

    /// The replacement of least cost over all slots; of equal ones the first by day, slot and recipe.
    fn best_move(&mut self) -> Option<Move> {
        let mut best: Option<Move> = None;
        for open in 0..self.open.len() {
            let limit = best.map_or(f64::INFINITY, |best| best.cost);
            best = self.best_of(open, limit).or(best);
        }
        best
    }

    /// The replacement of least cost in one slot, if it costs less than `limit`.
    fn best_of(&mut self, open: usize, limit: f64) -> Option<Move> {
        let Open { day, slot, kind } = self.open[open];
        let base = self.price(open);
        self.evaluations += self.costs.len() as u64;
        let blocked = self.plan.blocked(self.request, day, slot);
        let is_tabu = |dish: Dish| self.tabu[open].iter().any(|tabu| tabu.0 == dish && self.moves < tabu.1);
        let here = self.plan.at(day, slot);
        let mut best: Option<Move> = None;
        let mut limit = limit - base;
        for (&cost, &place) in self.costs.iter().zip(&self.columns[kind].places) {
            if cost < limit {
                let dish = self.request.recipes[place].dish;
                let at = (day, slot);
                if here != Some(place)
                    && !is_tabu(dish)
                    && self.plan.admits(self.request, at, place, &blocked)
                {
                    limit = cost;
                    best = Some(Move { open, place, cost: base + cost });
                }
            }
        }
        best
    }

    /// Writes what the rows of one slot's day and of the horizon cost with each recipe; returns what the rest costs.
    fn price(&mut self, open: usize) -> f64 {
        let Open { day, slot, kind } = self.open[open];
        let columns = &self.columns[kind];
        self.costs.clear();
        self.costs.resize(columns.places.len(), 0.0);
        let here = self.plan.at(day, slot).map(|place| &self.request.recipes[place].amounts);
        let of_day = self.days[day].iter().map(|row| (row, self.plan.day(day)));
        let of_horizon = self.horizon.iter().map(|row| (row, self.plan.horizon()));
        for (row, totals) in of_day.chain(of_horizon) {
            let measure = row.row.measure;
            let base = totals[measure] - here.map_or(0, |amounts| amounts[measure]);
            add_misses(&mut self.costs, row, base, &columns.by_measure[measure], columns.most[measure]);
        }
        let others = self.days.iter().enumerate().filter(|(other, _)| *other != day);
        others.map(|(other, rows)| weighted(rows, self.plan.day(other))).sum()
    }

    fn take(&mut self, taken: Move) {
        let Open { day, slot, .. } = self.open[taken.open];
        if let Some(old) = self.plan.at(day, slot) {
            let dish = self.request.recipes[old].dish;
            self.tabu[taken.open].retain(|(_, until)| self.moves < *until);
            self.tabu[taken.open].push((dish, self.moves + TABU + 1));
        }
        self.moves += 1;
        self.plan.put(self.request, day, slot, Some(taken.place));
    }

    /// Makes broken constraints weigh more.
    fn raise(&mut self) {
        for (day, rows) in self.days.iter_mut().enumerate() {
            raise(rows, self.plan.day(day));
        }
        raise(&mut self.horizon, self.plan.horizon());
    }

    /// Back to the best plan with equal weights and the slots of one day filled anew; each round of days takes one day
    /// more.
    fn restart(&mut self, restarts: usize) {
        self.plan = self.best.clone();
        let days = self.request.days.len();
        for row in self.days.iter_mut().flatten().chain(&mut self.horizon) {
            row.weight = 1.0;
        }
        let refilled: Vec<usize> = (0..=restarts / days).map(|more| (restarts + more) % days).collect();
        for open in 0..self.open.len() {
            let Open { day, slot, .. } = self.open[open];
            if refilled.contains(&day) {
                if let Some(old) = self.plan.at(day, slot) {
                    self.tabu[open].push((self.request.recipes[old].dish, self.moves + TABU + 1));
                }
                self.plan.put(self.request, day, slot, None);
            }
        }
        if !self.fill() {
            // Too few recipes for a change: go on from the best plan as it is.
            self.plan = self.best.clone();
        }
    }
}

fn weighted(rows: &[Weighted], totals: &Amounts) -> f64 {
    rows.iter().map(|row| row.weight * row.cost(totals[row.row.measure])).sum()
}

fn raise(rows: &mut [Weighted], totals: &Amounts) {
    for row in rows.iter_mut().filter(|row| !row.row.holds(totals[row.row.measure])) {
        row.weight += RAISE;
    }
}

/// Adds the weighted miss of a row for each amount of a column.
#[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 millionths")]
fn add_misses(costs: &mut [f64], row: &Weighted, base: i64, column: &[f64], most: f64) {
    let factor = row.weight * row.scale;
    if let Some(low) = row.row.low.filter(|low| base < *low) {
        let missing = (low - base) as f64;
        for (cost, amount) in costs.iter_mut().zip(column) {
            *cost += factor * (missing - amount).max(0.0);
        }
    }
    if let Some(high) = row.row.high {
        let room = (high - base) as f64;
        if most > room {
            for (cost, amount) in costs.iter_mut().zip(column) {
                *cost += factor * (amount - room).max(0.0);
            }
        }
    }
}

fn columns(request: &Request, places: &[Place]) -> Columns {
    let column = |all: &Vec<f64>| -> Vec<f64> { places.iter().map(|&place| all[place]).collect() };
    let by_measure: Vec<Vec<f64>> = request.columns.iter().map(column).collect();
    let most = by_measure.iter().map(|column| column.iter().copied().fold(0.0, f64::max)).collect();
    Columns { places: places.to_vec(), by_measure, most }
}
