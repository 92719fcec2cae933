//! HiGHS as a second solver of the same programs, to compare with (feature `highs`).

use std::{num::NonZeroU32, time::Duration};

use highs::{HighsModelStatus, HighsSolutionStatus, RowProblem, Sense};

use super::{
    Limits,
    model::Model,
    program::{Ended, TOLERANCE},
};

/// Solves a program in one go: one thread, a fixed seed, and if it is measured no longer than it may take.
pub(super) fn solve(model: &Model<'_>, limits: Limits, most: Option<Duration>) -> Ended {
    let mut problem = RowProblem::new();
    let columns = model.columns.iter().zip(&model.costs);
    let columns: Vec<_> = columns
        .map(|(column, &cost)| problem.add_integer_column(cost, 0.0..=f64::from(column.most)))
        .collect();
    for line in &model.lines {
        let terms = line.terms.iter().map(|&(column, coefficient)| (columns[column], coefficient));
        problem.add_row(line.low..=line.high, terms);
    }
    let mut solver = problem.optimise(Sense::Minimise);
    solver.make_quiet();
    solver.set_threads(NonZeroU32::MIN);
    solver.set_option("random_seed", 0);
    solver.set_option("mip_max_nodes", i32::try_from(limits.nodes).unwrap_or(i32::MAX));
    solver.set_option("mip_feasibility_tolerance", TOLERANCE);
    solver.set_option("primal_feasibility_tolerance", TOLERANCE);
    solver.set_option("mip_rel_gap", 0.0);
    solver.set_option("mip_abs_gap", 0.0);
    if let Some(most) = most {
        solver.set_option("time_limit", most.as_secs_f64());
    }
    let Ok(solved) = solver.try_solve() else { return Ended::Failed };
    let has_solution = solved.primal_solution_status() == HighsSolutionStatus::Feasible;
    let status = solved.status();
    match status {
        HighsModelStatus::Infeasible => Ended::Infeasible,
        _ if has_solution => Ended::Solution {
            values: solved.get_solution().columns().to_vec(),
            is_best: status == HighsModelStatus::Optimal,
        },
        HighsModelStatus::ReachedTimeLimit | HighsModelStatus::ReachedSolutionLimit => Ended::Paused,
        _ => Ended::Failed,
    }
}
