//! MX-6: two solvers agree about the same programs (feature `highs`).

use nutrition::{
    exact::{Aim, Apart, Exact, Limits, Question},
    explain::fault,
    repair::plan::Plan,
    request::Request,
    search::Assignment,
    solve::Patient,
};
use proptest::prelude::*;

use crate::properties::{config, instance::Instance, instances::optional_instances};

fn question(request: &Request, aim: Aim) -> Question<'_> {
    let limits = Limits { nodes: 20_000, iterations: 200_000 };
    Question { request, dishes: None, aim, apart: Apart::default(), limits }
}

/// A request with a program: what pins break by themselves is told before any stage.
fn request(instance: &Instance) -> Option<Request> {
    let request = Request::new(&instance.problem()).unwrap_or_else(|invalid| panic!("{invalid}"));
    fault::find(&request).is_none().then_some(request)
}

/// The most of a measure that a solver reached and proved.
fn most(request: &Request, measure: usize, exact: &Exact) -> Option<i64> {
    let reached = |plan: &[Assignment]| Plan::new(request, plan).horizon()[measure];
    match exact {
        Exact::Found { plan, is_best } => is_best.then(|| reached(plan)),
        _ => None,
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn mx_6_both_solvers_find_the_same_programs_feasible(
        mut instance in optional_instances(),
        has_auto_batches in any::<bool>(),
    ) {
        instance.options.has_auto_batches = has_auto_batches;
        if let Some(request) = request(&instance) {
            let question = question(&request, Aim::Any);
            let (own, _) = question.solve(&mut Patient);
            let other = question.solve_by_highs(None);
            prop_assert_ne!(&own, &Exact::Unknown);
            prop_assert_eq!(matches!(own, Exact::Found { .. }), matches!(other, Exact::Found { .. }));
            prop_assert_eq!(own == Exact::Infeasible, other == Exact::Infeasible);
        }
    }

    #[test]
    fn mx_6_both_solvers_reach_the_same_most(instance in optional_instances()) {
        let Some(request) = request(&instance) else { return Ok(()) };
        for row in &request.horizon_rows {
            let question = question(&request, Aim::Most(row.measure));
            let (own, _) = question.solve(&mut Patient);
            let other = question.solve_by_highs(None);
            prop_assert_eq!(own == Exact::Infeasible, other == Exact::Infeasible);
            let (own, other) = (most(&request, row.measure, &own), most(&request, row.measure, &other));
            if let (Some(own), Some(other)) = (own, other) {
                // Both stop at a gap of a millionth of the largest serving.
                prop_assert!((own - other).abs() <= own.max(other) / 100_000, "{} and {}", own, other);
            }
        }
    }
}
