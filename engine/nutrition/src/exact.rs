//! Stage C: the request as a mixed-integer program (MX-6).
//!
//! A binary variable for each day, class of slots and recipe; the program is built in [`model`] and solved in
//! [`program`]. Floats decide nothing: a solution is decoded into a plan and checked in integers.

#[cfg(feature = "highs")]
mod highs;
pub mod model;
pub mod program;

use self::{
    model::Model,
    program::{Ended, Program},
};
use crate::{
    batch,
    pool::{Dish, Place},
    repair::plan::Plan,
    request::{Leftovers, Request},
    search::Assignment,
    solve::{Progress, Watch},
};

/// What is wanted beyond a valid plan.
#[derive(Debug, Clone)]
pub enum Aim {
    /// Any plan.
    Any,
    /// The most of a measure over the horizon; the rows of the horizon do not count.
    Most(usize),
    /// The fewest slots that differ from this plan; of equally many the most leftovers (ML-6).
    Near(Vec<Assignment>),
}

/// Plans from which a new one must differ, and in how many slots at least.
#[derive(Debug, Clone, Default)]
pub struct Apart {
    /// The plans.
    pub plans: Vec<Vec<Assignment>>,
    /// The number of slots that may be the same.
    pub most_equal: usize,
}

/// How far the program may go.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Branch nodes.
    pub nodes: u64,
    /// Simplex iterations.
    pub iterations: u64,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exact {
    /// A plan that keeps everything; `is_best` if no plan serves the aim better.
    Found {
        /// The plan.
        plan: Vec<Assignment>,
        /// Whether it is proved to be best.
        is_best: bool,
    },
    /// There is none among the recipes that were allowed.
    Infeasible,
    /// The limits were reached, or the solver failed.
    Unknown,
    /// Whoever watches ended it.
    Interrupted,
}

/// What a program cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Branch nodes.
    pub nodes: u64,
    /// Simplex iterations.
    pub iterations: u64,
}

/// A question to the exact stage.
pub struct Question<'q> {
    /// The request.
    pub request: &'q Request,
    /// The recipes that may be used; all if there is no list.
    pub dishes: Option<&'q [Dish]>,
    /// What is wanted.
    pub aim: Aim,
    /// From which plans it must differ.
    pub apart: Apart,
    /// How far it may go.
    pub limits: Limits,
}

/// Nodes between two questions to whoever watches.
const WATCH_STEP: u64 = 64;

impl Question<'_> {
    /// Solves it.
    pub fn solve(&self, watch: &mut dyn Watch) -> (Exact, Spent) {
        let model = Model::new(self);
        let mut program = Program::new(&model);
        let mut spent = Spent::default();
        loop {
            let progress =
                Progress { stage: "C", done: spent.nodes, budget: self.limits.nodes, broken: None };
            if !watch.go_on(&progress) {
                return (Exact::Interrupted, spent);
            }
            let ended = program.run(WATCH_STEP.min(self.limits.nodes - spent.nodes));
            spent = program.spent();
            match ended {
                Ended::Infeasible => return (Exact::Infeasible, spent),
                Ended::Failed => return (Exact::Unknown, spent),
                Ended::Solution { values, is_best } => {
                    let plan = model.decode(&values).filter(|plan| self.holds(plan));
                    let may_go_on = !is_best && spent.nodes < self.limits.nodes;
                    match plan {
                        Some(plan) if is_best || matches!(self.aim, Aim::Any) || !may_go_on => {
                            return (Exact::Found { plan, is_best }, spent);
                        }
                        None if is_best => return (Exact::Unknown, spent),
                        _ => {}
                    }
                }
                Ended::Paused => {}
            }
            if spent.nodes >= self.limits.nodes || spent.iterations >= self.limits.iterations {
                return (Exact::Unknown, spent);
            }
        }
    }

    /// Solves it with HiGHS, to compare and to measure: what it answers is checked in the same way. A time limit is for
    /// measurements alone, because it makes the answer depend on the machine.
    #[cfg(feature = "highs")]
    pub fn solve_by_highs(&self, most: Option<std::time::Duration>) -> Exact {
        let model = Model::new(self);
        match highs::solve(&model, self.limits, most) {
            Ended::Infeasible => Exact::Infeasible,
            Ended::Solution { values, is_best } => {
                let plan = model.decode(&values).filter(|plan| self.holds(plan));
                plan.map_or(Exact::Unknown, |plan| Exact::Found { plan, is_best })
            }
            Ended::Failed | Ended::Paused => Exact::Unknown,
        }
    }

    /// In integers: whether a plan keeps what the program asks for.
    fn holds(&self, plan: &[Assignment]) -> bool {
        let has_pots = matches!(self.request.leftovers, Leftovers::Cooked | Leftovers::Waiting);
        if has_pots && batch::pots(self.request, plan).is_none() {
            return false;
        }
        let totals = Plan::new(self.request, plan);
        let broken = totals.broken(self.request);
        match self.aim {
            Aim::Most(_) => broken.iter().all(|(day, _, _)| day.is_none()),
            _ => broken.is_empty(),
        }
    }
}

/// MX-6: the recipes of least reduced cost, and those of a plan.
pub fn promising(request: &Request, reduced_costs: &[f64], also: &[Assignment], count: usize) -> Vec<Dish> {
    let mut order: Vec<Place> = (0..request.recipes.len()).collect();
    order.retain(|&place| request.recipes[place].refused.is_none());
    order.sort_by(|&a, &b| reduced_costs[a].total_cmp(&reduced_costs[b]).then(a.cmp(&b)));
    let mut dishes: Vec<Dish> = also.iter().map(|meal| request.recipes[meal.recipe].dish).collect();
    dishes.sort_unstable();
    dishes.dedup();
    let wanted = count + dishes.len();
    for place in order {
        if dishes.len() == wanted {
            break;
        }
        let dish = request.recipes[place].dish;
        if !dishes.contains(&dish) {
            dishes.push(dish);
        }
    }
    dishes.sort_unstable();
    dishes
}
