//! Bounds: what no plan can do, by multipliers of the constraints, proved in integers (MX-4, MX-6, MX-7).
//!
//! Every constraint on a total gets a multiplier. For given multipliers the best fill of all slots is found exactly
//! ([`fill`]), which bounds what any plan can reach; the multipliers that bound best are found by cutting planes
//! (`master`). Floats search for multipliers, integers alone make a claim: any multipliers of 0 or more give a true
//! bound.
//!
//! Days that are alike are taken together: their totals are averages of one another, and averaging multipliers never
//! makes a bound worse.

pub mod fill;
mod master;

use self::{
    fill::{Chosen, Group, groups},
    master::Master,
};
use crate::{
    pool::{Amounts, MEASURES, add},
    request::{Request, Row},
};

/// Which total a side bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The sum over the days of a group.
    Group(usize),
    /// The sum over all days.
    Horizon,
}

/// One side of a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// Of which total.
    pub scope: Scope,
    /// The number of the row on its day or on the horizon.
    pub index: usize,
    /// What is summed.
    pub measure: usize,
    /// Whether the total must be at least the bound, not at most.
    pub is_low: bool,
    /// The bound.
    pub bound: i64,
    /// What counts as a miss of 1.
    pub scale: i64,
}

impl Side {
    /// How much room a total leaves; negative if it misses.
    const fn slack(&self, total: i64) -> i64 {
        if self.is_low { total - self.bound } else { self.bound - total }
    }
}

/// What is asked of the plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Whether there is one.
    Feasible,
    /// The most of a measure over the horizon.
    Most(usize),
    /// The largest share of all floors at once, in thousandths.
    Share,
}

/// What is known after a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// No plan exists; the sides that prove it with their multipliers, and the best fill's costs by group for them.
    Infeasible(Proof),
    /// No plan reaches more than this.
    AtMost(i64),
    /// Neither: the linear relaxation has a point.
    Open(Proof),
}

/// Multipliers with the sides they belong to.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof {
    /// Sides with a multiplier above 0.
    pub sides: Vec<(Side, f64)>,
    /// What the multipliers say about other totals of the days before, in integers.
    pub cut: Option<Cut>,
}

/// Multipliers as a test of what the days before hold, whatever that is: below 0 there is no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    constant: i128,
    weights: Vec<(usize, i128)>,
}

impl Cut {
    /// Whether no plan goes on from these totals.
    pub fn refutes(&self, completed: &Amounts) -> bool {
        let weights = self.weights.iter();
        let worth = weights.map(|(measure, weight)| weight * i128::from(completed[*measure])).sum::<i128>();
        self.constant + worth < 0
    }
}

/// A request, or what is left of it after some days, with the constraints that count.
pub struct Relaxed<'r> {
    request: &'r Request,
    groups: Vec<Group>,
    sides: Vec<Side>,
    /// Fixed amounts by group, over all its days.
    fixed: Vec<Amounts>,
    /// What the days before hold.
    completed: Amounts,
    /// Simplex iterations so far.
    pub iterations: u64,
    budget: u64,
}

/// Which rows count, by day and index or by index on the horizon.
pub type Keep<'k> = &'k dyn Fn(Option<usize>, usize) -> bool;

/// Cuts after which a question stays open.
const MOST_CUTS: usize = 600;
/// λ is a multiple of 2⁻²⁰.
const GRAIN: f64 = 1_048_576.0;

impl<'r> Relaxed<'r> {
    /// The days from `first` on, when the days before hold `completed`; rows count if `keep` says so.
    pub fn new(request: &'r Request, first: usize, completed: &Amounts, keep: Keep<'_>, budget: u64) -> Self {
        let groups = groups(request, first, keep);
        let fixed: Vec<Amounts> = groups
            .iter()
            .map(|group| {
                let mut sum = [0; MEASURES];
                for &day in &group.days {
                    add(&mut sum, &request.fixed(day));
                }
                sum
            })
            .collect();
        let mut sides = vec![];
        for (number, group) in groups.iter().enumerate() {
            for (index, row) in request.day_rows[group.days[0]].iter().enumerate() {
                if keep(Some(group.days[0]), index) {
                    push_sides(&mut sides, Scope::Group(number), index, row, group.count(), 0);
                }
            }
        }
        for (index, row) in request.horizon_rows.iter().enumerate() {
            if keep(None, index) {
                push_sides(&mut sides, Scope::Horizon, index, row, 1, completed[row.measure]);
            }
        }
        Self { request, groups, sides, fixed, completed: *completed, iterations: 0, budget }
    }

    /// The whole request with all its rows.
    pub fn whole(request: &'r Request) -> Self {
        Self::new(request, 0, &[0; MEASURES], &|_, _| true, request.budgets.lp_iterations)
    }

    /// Answers a question by cutting planes.
    pub fn ask(&mut self, question: Question) -> Answer {
        let mut master = Master::new(&self.sides, question);
        let mut best: Option<i64> = None;
        let mut open = Proof { sides: vec![], cut: None };
        let mut multipliers = self.first(question);
        for _ in 0..MOST_CUTS {
            let Some(totals) = self.best_fill(question, &multipliers) else {
                return Answer::Infeasible(self.proof(&multipliers));
            };
            let reached = value(&self.sides, question, &multipliers, &totals);
            if question == Question::Feasible {
                if let Some(cut) = (reached < 0.0).then(|| self.refutation(&multipliers)).flatten() {
                    return Answer::Infeasible(Proof { cut: Some(cut), ..self.proof(&multipliers) });
                }
            } else if let Some(most) = self.most(question, &multipliers) {
                best = Some(best.map_or(most, |best| best.min(most)));
            }
            let solved = master.cut(&self.sides, question, &totals);
            self.iterations = master.iterations;
            let Some(next) = solved.filter(|_| self.iterations < self.budget) else { break };
            open = self.proof(&next.multipliers);
            // Another cut can lower the bound by no more than this.
            let is_done = match question {
                Question::Feasible => next.value >= -1e-9,
                _ => reached - next.value <= 2e-4,
            };
            if is_done {
                break;
            }
            multipliers = next.multipliers;
        }
        best.map_or(Answer::Open(open), Answer::AtMost)
    }

    /// Multipliers to begin with: even over the sides that must sum to 1, none elsewhere.
    fn first(&self, question: Question) -> Vec<f64> {
        let counts = |side: &Side| match question {
            Question::Feasible => true,
            Question::Share => is_floor(side),
            Question::Most(_) => false,
        };
        let all = self.sides.iter().filter(|side| counts(side)).count();
        self.sides.iter().map(|side| if counts(side) { 1.0 / count(all) } else { 0.0 }).collect()
    }

    /// The totals, by group, of the fill that is best for the question with these multipliers.
    fn best_fill(&self, question: Question, multipliers: &[f64]) -> Option<Vec<Amounts>> {
        let mut totals = vec![];
        for (number, group) in self.groups.iter().enumerate() {
            let mut costs = vec![0.0; self.request.recipes.len()];
            self.add_costs(number, question, multipliers, &mut costs);
            let chosen = fill::fill(self.request, group, &costs)?;
            totals.push(self.totals(number, &chosen));
        }
        Some(totals)
    }

    fn totals(&self, group: usize, chosen: &[Chosen]) -> Amounts {
        let mut total = self.fixed[group];
        for Chosen { place, times } in chosen {
            for (total, amount) in total.iter_mut().zip(&self.request.recipes[*place].amounts) {
                *total += amount * times;
            }
        }
        total
    }

    /// What a serving of each recipe costs on the days of a group: less is better.
    fn add_costs(&self, group: usize, question: Question, multipliers: &[f64], costs: &mut [f64]) {
        for (measure, weight) in self.weights(group, question, multipliers).into_iter().enumerate() {
            if weight != 0.0 {
                for (cost, amount) in costs.iter_mut().zip(&self.request.columns[measure]) {
                    *cost -= weight * amount;
                }
            }
        }
    }

    /// What a millionth of each measure is worth on the days of a group.
    #[expect(clippy::cast_precision_loss, reason = "bounds are far below 2^53 millionths")]
    fn weights(&self, group: usize, question: Question, multipliers: &[f64]) -> [f64; MEASURES] {
        let mut weights = [0.0; MEASURES];
        if let Question::Most(measure) = question {
            weights[measure] += 1.0 / objective_scale(&self.sides, measure) as f64;
        }
        for (side, multiplier) in self.sides.iter().zip(multipliers) {
            if side.scope == Scope::Horizon || side.scope == Scope::Group(group) {
                let sign = if side.is_low { 1.0 } else { -1.0 };
                weights[side.measure] += sign * multiplier / side.scale as f64;
            }
        }
        weights
    }

    /// In integers: what the multipliers say, if they contradict every plan.
    fn refutation(&self, multipliers: &[f64]) -> Option<Cut> {
        let value = self.exact(Question::Feasible, multipliers).filter(|value| *value < 0)?;
        let raw = integers(&self.sides, Question::Feasible, multipliers)?;
        let sides = self.sides.iter().zip(&raw).filter(|(side, _)| side.scope == Scope::Horizon);
        let weights: Vec<(usize, i128)> =
            sides.map(|(side, raw)| (side.measure, if side.is_low { *raw } else { -*raw })).collect();
        let done: i128 =
            weights.iter().map(|(measure, raw)| raw * i128::from(self.completed[*measure])).sum();
        Some(Cut { constant: value - done, weights })
    }

    /// In integers: the most that any plan can reach, by these multipliers.
    fn most(&self, question: Question, multipliers: &[f64]) -> Option<i64> {
        let value = self.exact(question, multipliers)?;
        let scale = match question {
            Question::Most(measure) => i128::from(objective_scale(&self.sides, measure)),
            _ => 1000,
        };
        // Floor: no plan holds a part of a millionth.
        i64::try_from((value * scale).div_euclid(ONE)).ok()
    }

    /// The value of the best fill in units of [`ONE`], all in integers.
    fn exact(&self, question: Question, multipliers: &[f64]) -> Option<i128> {
        let raw = integers(&self.sides, question, multipliers)?;
        let objective = match question {
            Question::Most(measure) => {
                Some((measure, ONE / i128::from(objective_scale(&self.sides, measure))))
            }
            _ => None,
        };
        let mut value = 0_i128;
        for (number, group) in self.groups.iter().enumerate() {
            let mut weights = [0_i128; MEASURES];
            if let Some((measure, weight)) = objective {
                // Rounded up, so that the bound stays true.
                weights[measure] += weight + 1;
            }
            for (side, raw) in self.sides.iter().zip(&raw) {
                if side.scope == Scope::Horizon || side.scope == Scope::Group(number) {
                    weights[side.measure] += if side.is_low { *raw } else { -*raw };
                }
            }
            let worth = |amounts: &Amounts| -> i128 {
                weights.iter().zip(amounts).map(|(weight, amount)| weight * i128::from(*amount)).sum()
            };
            let costs: Vec<i128> =
                self.request.recipes.iter().map(|recipe| -worth(&recipe.amounts)).collect();
            let chosen = fill::fill(self.request, group, &costs)?;
            value += worth(&self.totals(number, &chosen));
        }
        for (side, raw) in self.sides.iter().zip(&raw) {
            if !(question == Question::Share && is_floor(side)) {
                value -= if side.is_low { *raw } else { -*raw } * i128::from(side.bound);
            }
        }
        Some(value)
    }

    fn proof(&self, multipliers: &[f64]) -> Proof {
        let sides = self.sides.iter().copied().zip(multipliers.iter().copied());
        Proof { sides: sides.filter(|(_, multiplier)| *multiplier > 0.5 / GRAIN).collect(), cut: None }
    }

    /// What each recipe costs at its best, over all days, with the multipliers of an answer (MX-6: reduced cost).
    pub fn reduced_costs(&self, proof: &Proof) -> Vec<f64> {
        let multiplier =
            |side: &Side| proof.sides.iter().find(|(known, _)| known == side).map_or(0.0, |pair| pair.1);
        let multipliers: Vec<f64> = self.sides.iter().map(multiplier).collect();
        let mut least = vec![f64::INFINITY; self.request.recipes.len()];
        for group in 0..self.groups.len() {
            let mut costs = vec![0.0; self.request.recipes.len()];
            self.add_costs(group, Question::Feasible, &multipliers, &mut costs);
            for (least, cost) in least.iter_mut().zip(costs) {
                *least = least.min(cost);
            }
        }
        least
    }
}

/// One unit of an exact value.
const ONE: i128 = 1 << 70;

/// Multipliers as whole numbers per millionth; those of a share are made to sum to at least one whole.
fn integers(sides: &[Side], question: Question, multipliers: &[f64]) -> Option<Vec<i128>> {
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 2^20 times the largest multiplier")]
    let grains: Vec<i128> =
        multipliers.iter().map(|multiplier| (multiplier * GRAIN).round() as i128).collect();
    let floors = || sides.iter().zip(&grains).filter(|(side, _)| is_floor(side));
    let sum: i128 = match question {
        Question::Share => floors().map(|(_, grains)| grains).sum(),
        _ => 1 << 20,
    };
    if sum <= 0 {
        return None;
    }
    // Rounding down would make the sum of a share less than one whole, so round up.
    Some(
        sides
            .iter()
            .zip(&grains)
            .map(|(side, grains)| {
                (grains * ONE).div_euclid(sum * i128::from(side.scale)) + i128::from(*grains > 0)
            })
            .collect(),
    )
}

fn count(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

const fn is_floor(side: &Side) -> bool {
    matches!(side.scope, Scope::Horizon) && side.is_low
}

/// What the amount of a measure is divided by when it is the objective.
fn objective_scale(sides: &[Side], measure: usize) -> i64 {
    sides.iter().filter(|side| side.measure == measure).map(|side| side.scale).max().unwrap_or(1_000_000)
}

/// What the totals of a fill are worth with these multipliers.
fn value(sides: &[Side], question: Question, multipliers: &[f64], totals: &[Amounts]) -> f64 {
    let coefficients = coefficients(sides, question, totals);
    let sum: f64 =
        coefficients.slacks.iter().zip(multipliers).map(|(slack, multiplier)| slack * multiplier).sum();
    coefficients.objective + sum
}

/// A cut: what a fill is worth as a function of the multipliers.
struct Coefficients {
    objective: f64,
    slacks: Vec<f64>,
}

#[expect(clippy::cast_precision_loss, reason = "totals are far below 2^53 millionths")]
fn coefficients(sides: &[Side], question: Question, totals: &[Amounts]) -> Coefficients {
    let total = |scope: Scope, measure: usize| -> i64 {
        match scope {
            Scope::Group(group) => totals[group][measure],
            Scope::Horizon => totals.iter().map(|amounts| amounts[measure]).sum(),
        }
    };
    let slacks = sides.iter().map(|side| {
        let total = total(side.scope, side.measure);
        let room = if question == Question::Share && is_floor(side) { total } else { side.slack(total) };
        room as f64 / side.scale as f64
    });
    let objective = match question {
        Question::Most(measure) => {
            total(Scope::Horizon, measure) as f64 / objective_scale(sides, measure) as f64
        }
        _ => 0.0,
    };
    Coefficients { objective, slacks: slacks.collect() }
}

fn push_sides(sides: &mut Vec<Side>, scope: Scope, index: usize, row: &Row, days: i64, done: i64) {
    let ends = [(row.low, true), (row.high, false)];
    for (bound, is_low) in ends {
        let Some(bound) = bound else { continue };
        let bound = bound * days - done;
        let whole = row.low.unwrap_or(0).max(row.high.unwrap_or(0)) * days;
        let scale = if whole > 0 { whole } else { 1_000_000 };
        sides.push(Side { scope, index, measure: row.measure, is_low, bound, scale });
    }
}
