//! What is claimed without a plan is true, and what bounds say never costs a plan.

use nutrition::{
    bound::{self, Answer, Relaxed},
    exact::{Aim, Apart, Exact, Limits, Question},
    explain,
    guide::Bounding,
    outcome::{MealResult, Status, report::Constraint},
    pool::Amounts,
    problem::{Budgets, Problem},
    request::{Request, Row},
    search::{self, Advice, Boundary, Ending, Guide, Search},
    solve::{Patient, Stages, solve},
    verify::verify,
};
use proptest::prelude::*;

use super::{
    config,
    instance::Instance,
    instances::{instances, of_size, optional_instances},
    plain, request, status, verified,
};

/// The guide without its patience: it asks for bounds at the first failure.
struct Eager<'r>(Bounding<'r>);

impl Guide for Eager<'_> {
    fn may_go_on(&mut self, boundary: &Boundary<'_>) -> bool {
        self.0.may_go_on(boundary)
    }

    fn exhausted(&mut self, boundary: &Boundary<'_>) {
        self.0.exhausted(boundary);
    }

    fn at_failure(&mut self, attempts: u64, totals: &[Amounts]) -> Advice {
        self.0.at_failure(attempts + 1_000_000, totals)
    }
}

pub(super) fn guided(request: &Request) -> Search {
    search::search(request, &mut Eager(Bounding::new(request)), &mut Patient)
}

/// Floors that are hard to reach together: many failures for the guide to learn from.
fn hard_instances() -> impl Strategy<Value = Instance> {
    (2usize..=3, 2usize..=4, 90i64..=150, proptest::option::of(2usize..=4))
        .prop_flat_map(|(slots, days, percent, variety)| {
            (of_size(slots, days, 6..=10), Just(percent), Just(variety))
        })
        .prop_map(|(mut instance, percent, variety)| {
            for target in &mut instance.targets {
                target.amount = target.amount * percent / 100;
            }
            instance.options.variety_days = variety;
            instance
        })
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn fc_6_bounds_never_change_the_first_plan(instance in hard_instances()) {
        let request = Request { attempt_limit: 1_000, ..request(&instance.problem()) };
        let guided = guided(&request);
        let plain = plain(&instance.problem(), 1_000);
        match (&plain.ending, &guided.ending) {
            (Ending::Found(plan), found) => prop_assert_eq!(&Ending::Found(plan.clone()), found),
            (Ending::Exhausted, ended) => prop_assert!(matches!(ended, Ending::Exhausted | Ending::Refuted)),
            (_, Ending::Exhausted | Ending::Refuted) => prop_assert!(!instance.has_plan()),
            (_, Ending::Found(_)) => prop_assert!(instance.has_plan()),
            _ => {}
        }
        prop_assert!(guided.stats.attempts <= plain.stats.attempts);
    }
}

/// The problem with budgets that lead past the stages before.
fn past(instance: &Instance, attempt_limit: u64, budgets: Budgets) -> Problem {
    Problem { attempt_limit, budgets, ..instance.problem() }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn mv_6_every_plan_of_every_stage_is_verified_and_every_claim_is_true(instance in optional_instances()) {
        let has_plan = instance.has_plan();
        let usual = Budgets { repair: 20_000, ..Budgets::default() };
        let runs = [
            (instance.problem(), Stages::Plain),
            (instance.problem(), Stages::A),
            (past(&instance, 1, usual), Stages::Ab),
            (past(&instance, 1, Budgets { repair: 0, ..usual }), Stages::Abc),
            (past(&instance, 1, Budgets { repair: 0, restricted_nodes: 0, ..usual }), Stages::Abc),
            (instance.problem(), Stages::Full),
            (past(&instance, 50_000, usual), Stages::Abc),
        ];
        for (problem, stages) in runs {
            match status(&problem, stages) {
                Status::Found => {
                    prop_assert!(has_plan, "{stages:?} found a plan where there is none");
                    verified(&problem, stages);
                }
                Status::Infeasible => prop_assert!(!has_plan, "{stages:?} found no plan, but there is one"),
                Status::Unknown => prop_assert!(stages < Stages::Abc, "{stages:?} leaves a small problem open"),
                Status::Invalid => prop_assert!(false),
            }
        }
    }

}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn mx_6_the_exact_stage_agrees_with_trying_everything(instance in optional_instances()) {
        let request = request(&instance.problem());
        let question = Question {
            request: &request,
            dishes: None,
            aim: Aim::Any,
            apart: Apart::default(),
            limits: Limits { nodes: 20_000, iterations: 200_000 },
        };
        // What the pins break by themselves is told before any stage.
        if explain::fault::find(&request).is_some() {
            prop_assert!(!instance.has_plan());
            return Ok(());
        }
        match question.solve(&mut Patient).0 {
            Exact::Found { .. } => prop_assert!(instance.has_plan()),
            Exact::Infeasible => prop_assert!(!instance.has_plan()),
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn mb_5_a_tighter_limit_never_makes_a_plan_possible(instance in instances(), percent in 50i64..100) {
        let before = status(&instance.problem(), Stages::Abc);
        let mut tight = instance;
        for (_, most) in &mut tight.limits {
            *most = *most * percent / 100;
        }
        if before == Status::Infeasible {
            prop_assert_ne!(status(&tight.problem(), Stages::Abc), Status::Found);
        }
    }
}

/// Problems of which every plan can be counted.
fn tiny_instances() -> impl Strategy<Value = Instance> {
    (optional_instances(), any::<bool>()).prop_map(|(mut instance, has_options)| {
        instance.recipes.truncate(7);
        let count = instance.recipes.len();
        instance.pins.retain(|pin| pin.recipe < count);
        instance.batches.retain(|batch| batch.recipe < count);
        instance.day_zero.retain(|&recipe| recipe < count);
        if !has_options {
            instance.options = super::instance::Options::default();
        }
        instance
    })
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn mx_7_no_plan_is_beyond_a_bound(instance in tiny_instances()) {
        if instance.size() > 20_000 {
            return Ok(());
        }
        let request = request(&instance.problem());
        if explain::fault::find(&request).is_some() {
            return Ok(());
        }
        let mut relaxed = Relaxed::whole(&request);
        if let Answer::Infeasible(_) = relaxed.ask(bound::Question::Feasible) {
            prop_assert!(!instance.has_plan());
        }
        let floors = instance.floors();
        for &(measure, _) in &floors {
            let mut best = None;
            instance.each_plan(&mut |total| {
                best = best.max(Some(total[measure]));
                true
            });
            let name = super::instance::NUTRIENTS[measure - super::instance::FIRST].0;
            let place = name.parse::<domain::nutrient::Nutrient>().unwrap() as usize;
            match Relaxed::whole(&request).ask(bound::Question::Most(place)) {
                Answer::AtMost(most) => prop_assert!(best.is_none_or(|best| best <= most), "{best:?} > {most}"),
                Answer::Infeasible(_) => prop_assert!(best.is_none()),
                Answer::Open(_) => {}
            }
        }
        let mut share = None;
        instance.each_sequence(&mut |total| {
            let shares = floors.iter().map(|&(measure, least)| 1000 * total[measure] / least);
            share = share.max(shares.min());
            true
        });
        // Ceilings of the horizon bind the share too.
        let has_floors_only = instance.targets.iter().all(|target| target.direction == "floor");
        if let Some(share) = share.filter(|_| has_floors_only) {
            match Relaxed::whole(&request).ask(bound::Question::Share) {
                Answer::AtMost(most) => prop_assert!(share <= most, "{share} > {most}"),
                Answer::Infeasible(_) => prop_assert!(false, "some days can be filled"),
                Answer::Open(_) => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(config(25))]

    #[test]
    fn mx_7_an_explanation_holds(instance in instances()) {
        if let Some((problem, result)) = explained(&instance) {
            prop_assert_eq!(verify(&problem, &result).breaches, vec![]);
            prop_assert!(result.failure_mode.is_some() && result.proof.is_some());
            let request = request(&problem);
            prop_assert!(result.conflict.is_empty() || !can_hold(&request, &result.conflict));
        }
    }

    #[test]
    fn mx_7_nothing_of_a_conflict_can_be_spared(instance in instances()) {
        let Some((problem, result)) = explained(&instance) else { return Ok(()) };
        let request = request(&problem);
        for index in 0..result.conflict.len() {
            let mut fewer = result.conflict.clone();
            let spared = fewer.remove(index);
            prop_assert!(can_hold(&request, &fewer), "{spared:?} can be spared in {:?}", result.conflict);
        }
    }
}

/// The explanation of a problem that has no plan.
fn explained(instance: &Instance) -> Option<(Problem, MealResult)> {
    let problem = past(instance, 50_000, Budgets { repair: 20_000, ..Budgets::default() });
    (status(&problem, Stages::Abc) != Status::Found).then(|| {
        let result = solve(&problem, Stages::Abc, &mut Patient);
        (problem, result)
    })
}

/// Whether there is a plan that keeps these constraints on totals, whatever becomes of the others.
fn can_hold(request: &Request, constraints: &[Constraint]) -> bool {
    let kept = |day: Option<usize>, row: &Row| {
        constraints.iter().any(|constraint| {
            let is_here = constraint.day.is_none_or(|of| day == Some(of as usize - 1));
            is_here && constraint.spec == row.rule && constraint.nutrient == row.nutrient()
        })
    };
    let mut fewer = request.clone();
    for (day, rows) in fewer.day_rows.iter_mut().enumerate() {
        rows.retain(|row| kept(Some(day), row));
    }
    fewer.horizon_rows.retain(|row| kept(None, row));
    matches!(explain::decide(&fewer, &mut Patient), explain::Verdict::Yes(_))
}
