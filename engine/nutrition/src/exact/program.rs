//! The solver behind the exact stage: one thread, node limits, never a time limit.

use microlp::{
    ComparisonOp, Error, LinearExpr, OptimizationDirection, Problem, SolutionStatus, SolveOptions,
    SolveOutcome, TerminationReason, Variable,
};

use super::{
    Spent,
    model::{Column, Model},
};

/// How far from a bound a row may be; every solution is checked in integers afterwards.
pub(super) const TOLERANCE: f64 = 1e-9;

/// A program that can be run in steps.
pub struct Program {
    variables: Vec<Variable>,
    state: State,
    spent: Spent,
}

enum State {
    New(Box<Problem>),
    Running(Box<SolveOutcome>),
    Over,
}

/// How a step ended.
pub enum Ended {
    /// There is no solution.
    Infeasible,
    /// The solver gave up.
    Failed,
    /// There is a solution; `is_best` if none is better.
    Solution {
        /// By column.
        values: Vec<f64>,
        /// Whether it is proved to be best.
        is_best: bool,
    },
    /// Nothing yet.
    Paused,
}

impl Program {
    /// The program of a model.
    pub fn new(model: &Model<'_>) -> Self {
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let columns = model.columns.iter().zip(&model.costs);
        let variable = |(column, &cost): (&Column, &f64)| match i32::try_from(column.most) {
            Ok(1) | Err(_) => problem.add_binary_var(cost),
            Ok(most) => problem.add_integer_var(cost, (0, most)),
        };
        let variables: Vec<Variable> = columns.map(variable).collect();
        for line in &model.lines {
            let expression = || {
                let mut expression = LinearExpr::empty();
                for &(column, coefficient) in &line.terms {
                    expression.add(variables[column], coefficient);
                }
                expression
            };
            if line.low.total_cmp(&line.high).is_eq() {
                problem.add_constraint(expression(), ComparisonOp::Eq, line.low);
                continue;
            }
            if line.low.is_finite() {
                problem.add_constraint(expression(), ComparisonOp::Ge, line.low);
            }
            if line.high.is_finite() {
                problem.add_constraint(expression(), ComparisonOp::Le, line.high);
            }
        }
        Self { variables, state: State::New(Box::new(problem)), spent: Spent::default() }
    }

    /// What was spent so far.
    pub const fn spent(&self) -> Spent {
        self.spent
    }

    /// Goes on for so many nodes.
    pub fn run(&mut self, nodes: u64) -> Ended {
        let outcome = match std::mem::replace(&mut self.state, State::Over) {
            State::New(problem) => {
                let mut options = SolveOptions::default();
                options.node_limit = Some(nodes);
                options.tolerances.feasibility = TOLERANCE;
                problem.solve_with(options)
            }
            State::Running(outcome) => outcome.resume(),
            State::Over => return Ended::Failed,
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(Error::Infeasible) => return Ended::Infeasible,
            Err(_) => return Ended::Failed,
        };
        let stats = outcome.stats();
        self.spent = Spent { nodes: stats.nodes_solved, iterations: stats.lp_iterations };
        let ended = match outcome.solution() {
            Some(solution) => Ended::Solution {
                values: self.variables.iter().map(|&variable| solution.var_value(variable)).collect(),
                is_best: solution.status() == SolutionStatus::Optimal,
            },
            None if outcome.termination_reason() == TerminationReason::NodeLimit => Ended::Paused,
            None => Ended::Failed,
        };
        self.state = State::Running(Box::new(outcome));
        ended
    }
}
