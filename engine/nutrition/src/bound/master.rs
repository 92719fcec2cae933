//! The master program: the multipliers that bound best, given the fills seen so far.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Solution, SolveOutcome, Variable};

use super::{Coefficients, Question, Side, coefficients, is_floor};
use crate::pool::Amounts;

/// Multipliers and the bound that they promise.
pub(super) struct Solved {
    pub(super) multipliers: Vec<f64>,
    pub(super) value: f64,
}

/// The largest multiplier of a question that is not about feasibility.
const LARGEST: f64 = 100.0;
/// No bound is outside of this.
const FAR: f64 = 1e6;

/// A linear program with a variable for each multiplier, which grows by a row for each fill.
pub(super) struct Master {
    bound: Variable,
    multipliers: Vec<Variable>,
    state: State,
    pub(super) iterations: u64,
}

enum State {
    New(Problem),
    Solved(Solution),
    Broken,
}

impl Master {
    pub(super) fn new(sides: &[Side], question: Question) -> Self {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let bound = problem.add_var(1.0, (-FAR, FAR));
        let most = if question == Question::Feasible { 1.0 } else { LARGEST };
        let multipliers: Vec<Variable> = sides.iter().map(|_| problem.add_var(0.0, (0.0, most))).collect();
        // A proof of infeasibility has any size, so it gets the size 1; a share is bounded by a mean of floors.
        let normalized: Vec<(Variable, f64)> = match question {
            Question::Feasible => multipliers.iter().map(|&variable| (variable, 1.0)).collect(),
            Question::Share => {
                let floors = sides.iter().zip(&multipliers).filter(|(side, _)| is_floor(side));
                floors.map(|(_, &variable)| (variable, 1.0)).collect()
            }
            Question::Most(_) => vec![],
        };
        if !normalized.is_empty() {
            problem.add_constraint(normalized.as_slice(), ComparisonOp::Eq, 1.0);
        }
        Self { bound, multipliers, state: State::New(problem), iterations: 0 }
    }

    /// Adds what a fill is worth, and solves again; nothing if the solver failed.
    pub(super) fn cut(&mut self, sides: &[Side], question: Question, totals: &[Amounts]) -> Option<Solved> {
        let Coefficients { objective, slacks } = coefficients(sides, question, totals);
        let mut row = LinearExpr::empty();
        row.add(self.bound, 1.0);
        for (&variable, slack) in self.multipliers.iter().zip(&slacks).filter(|(_, slack)| **slack != 0.0) {
            row.add(variable, -slack);
        }
        let outcome = match std::mem::replace(&mut self.state, State::Broken) {
            State::New(mut problem) => {
                problem.add_constraint(row, ComparisonOp::Ge, objective);
                problem.solve()
            }
            State::Solved(solution) => solution.add_constraint(row, ComparisonOp::Ge, objective),
            State::Broken => return None,
        };
        let Ok(SolveOutcome::Solution(solution)) = outcome else { return None };
        self.iterations = solution.stats().lp_iterations;
        let value = solution.objective();
        let multipliers =
            self.multipliers.iter().map(|&variable| solution.var_value(variable).max(0.0)).collect();
        self.state = State::Solved(solution);
        Some(Solved { multipliers, value })
    }
}
