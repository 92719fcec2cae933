//! After a plan: a better one by an aim that the person names (MO-7), and further plans to choose from (MO-8).

use crate::{
    bound::{Answer, Question as Bound, Relaxed},
    exact::{Aim, Apart, Exact, Limits, Question, promising},
    outcome::Choice,
    pool::{COST, Place},
    present::Presented,
    problem::Problem,
    repair::plan::Plan,
    request::Request,
    search::Assignment,
    solve::Watch,
};

/// What a polished plan has less of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Polish {
    Cost,
    Deviation,
    Variety,
}

/// Replacements made at most.
const MOST_MOVES: usize = 200;

/// A plan that is better by the aim of the request and still keeps everything; nothing if none was asked for.
pub fn polish(request: &Request, problem: &Problem, plan: &[Assignment]) -> Option<Vec<Assignment>> {
    let aim = match problem.options.polish.as_deref()? {
        "cost" => Polish::Cost,
        "deviation" => Polish::Deviation,
        _ => Polish::Variety,
    };
    let mut best = Plan::new(request, plan);
    for _ in 0..MOST_MOVES {
        let Some(better) = improve(request, &best, aim) else { break };
        best = better;
    }
    Some(best.assignments())
}

/// The best plan that differs in one slot, if it is better; of equal ones the first by slot and recipe.
fn improve(request: &Request, plan: &Plan, aim: Polish) -> Option<Plan> {
    let mut least = objective(request, plan, aim);
    let mut best: Option<(usize, usize, Place)> = None;
    let mut trial = plan.clone();
    for slot in request.open_slots() {
        let here = plan.at(slot.day, slot.index);
        let blocked = plan.blocked(request, slot.day, slot.index);
        for &place in &request.kinds[slot.kind].eligible {
            if Some(place) == here || blocked.contains(&request.recipes[place].dish) {
                continue;
            }
            trial.put(request, slot.day, slot.index, Some(place));
            let value = objective(request, &trial, aim);
            if value < least && trial.is_valid(request) {
                least = value;
                best = Some((slot.day, slot.index, place));
            }
        }
        trial.put(request, slot.day, slot.index, here);
    }
    let (day, slot, place) = best?;
    trial.put(request, day, slot, Some(place));
    Some(trial)
}

/// What is to be little, in whole numbers.
fn objective(request: &Request, plan: &Plan, aim: Polish) -> i64 {
    match aim {
        Polish::Cost => plan.horizon()[COST],
        Polish::Deviation => (0..request.days.len()).map(|day| deviation(request, plan, day)).sum(),
        Polish::Variety => repetitions(request, plan),
    }
}

/// How far a day is from the middle of its windows, in millionths of their targets.
pub(crate) fn deviation(request: &Request, plan: &Plan, day: usize) -> i64 {
    let windows = request.day_rows[day].iter().filter(|row| row.rule == "MV-3");
    let off = windows.filter_map(|row| {
        let middle = i64::midpoint(row.low?, row.high?);
        let off = i128::from((plan.day(day)[row.measure] - middle).abs()) * 1_000_000;
        i64::try_from(off / i128::from(middle.max(1))).ok()
    });
    off.sum()
}

/// How many meals are a repetition of another.
fn repetitions(request: &Request, plan: &Plan) -> i64 {
    let mut dishes: Vec<usize> =
        plan.assignments().iter().map(|meal| request.recipes[meal.recipe].dish).collect();
    let all = dishes.len();
    dishes.sort_unstable();
    dishes.dedup();
    i64::try_from(all - dishes.len()).unwrap_or(i64::MAX)
}

/// Recipes that the exact stage may use for further plans, beside those of the first.
const RECIPES: usize = 60;

/// Further plans, each of which differs from all before in at least three tenths of the open slots.
pub fn alternatives(
    request: &Request,
    problem: &Problem,
    plan: &[Assignment],
    watch: &mut dyn Watch,
) -> Vec<Vec<Choice>> {
    let wanted = usize::try_from(problem.options.alternatives).unwrap_or(0);
    let open = request.open_slots().count();
    let mut apart = Apart { plans: vec![plan.to_vec()], most_equal: 7 * open / 10 };
    let mut alternatives = vec![];
    if wanted == 0 || open == 0 {
        return alternatives;
    }
    // MO-2: a further plan has no batches of its own, which a list of choices could not tell.
    let request = &request.without_own_batches();
    let mut relaxed = Relaxed::whole(request);
    let dishes = match relaxed.ask(Bound::Feasible) {
        Answer::Open(proof) => promising(request, &relaxed.reduced_costs(&proof), plan, RECIPES),
        _ => return alternatives,
    };
    while alternatives.len() < wanted {
        let limits =
            Limits { nodes: request.budgets.restricted_nodes, iterations: request.budgets.lp_iterations };
        let question =
            Question { request, dishes: Some(&dishes), aim: Aim::Any, apart: apart.clone(), limits };
        let (Exact::Found { plan, .. }, _) = question.solve(watch) else { break };
        alternatives.push(Presented::new(request, &plan).choices());
        apart.plans.push(plan);
    }
    alternatives
}
