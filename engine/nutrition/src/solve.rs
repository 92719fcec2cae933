//! Solve: the stages one after another, until one of them answers (MX-2).
//!
//! The answer is made in `answer`; a plan is then checked independently and presented with its reasons, and a failure
//! explained.

mod answer;

use domain::law::Invalid;

use self::answer::{Answer, Found, answer};
use crate::{
    explain::{self, Explanation},
    outcome::{
        Choice, Finding, MealResult, Stats, Status, Verified,
        report::{Exhausted, Method, Proof, ProofStatus, Report},
    },
    polish,
    present::Presented,
    problem::Problem,
    repair::plan::Plan,
    request::Request,
    search::Assignment,
    tuning::MealTuning,
    verify::verify,
    why,
};

/// How far the solver may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Stages {
    /// The plain search alone, without bounds and backjumping.
    Plain,
    /// The plain search.
    A,
    /// With repair.
    Ab,
    /// With the exact stage.
    #[default]
    Abc,
    /// The exact stage over all recipes alone, as a baseline.
    Full,
}

/// Where a running solve stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// A, B, C or D.
    pub stage: &'static str,
    /// Steps done of the stage's budget.
    pub done: u64,
    /// The stage's budget.
    pub budget: u64,
    /// Constraints that the best complete plan so far breaks, if there is one.
    pub broken: Option<usize>,
}

/// Watches a solve. It is asked every few thousand steps; `false` ends the solve with the best plan so far.
pub trait Watch {
    /// Whether to go on.
    fn go_on(&mut self, progress: &Progress) -> bool;
}

/// Never ends a solve.
#[derive(Debug, Clone, Copy, Default)]
pub struct Patient;

impl Watch for Patient {
    fn go_on(&mut self, _: &Progress) -> bool {
        true
    }
}

/// Solves a problem with the stages that are allowed.
pub fn solve(problem: &Problem, stages: Stages, watch: &mut dyn Watch) -> MealResult {
    match Request::tuned(problem, &MealTuning::default()) {
        Ok(request) => solve_request(problem, &request, stages, watch),
        Err(invalid) => refused(problem, &invalid),
    }
}

/// Solves a problem that was read before.
pub fn solve_request(
    problem: &Problem,
    request: &Request,
    stages: Stages,
    watch: &mut dyn Watch,
) -> MealResult {
    let mut answer = answer(request, stages, watch);
    let mut result = empty(problem);
    result.warnings.clone_from(&request.warnings);
    result.stats = answer.stats.clone();
    if let Some(found) = &answer.found {
        present(&mut result, problem, request, found, watch);
    } else {
        answer.ensure_best(request);
        fail(&mut result, problem, request, &answer, watch);
    }
    result
}

/// What came of the stages alone, without reasons, independent check and explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Decided {
    /// Whether there is a plan.
    pub status: Status,
    /// Which stage answered.
    pub stage: Option<&'static str>,
    /// How sure it is that there is none, without a plan.
    pub proof: Option<Proof>,
    /// The meals, in decision order.
    pub plan: Vec<Choice>,
    /// What was spent.
    pub stats: Stats,
}

/// Decides whether there is a plan: for measurements, and for those who want nothing but the plan.
pub fn decide(request: &Request, stages: Stages, watch: &mut dyn Watch) -> Decided {
    let Answer { found, proof, stage, stats, .. } = answer(request, stages, watch);
    let status = match (&found, proof.status) {
        (Some(_), _) => Status::Found,
        (None, ProofStatus::Proved) => Status::Infeasible,
        _ => Status::Unknown,
    };
    let plan = found.as_ref().map_or(vec![], |found| Presented::new(request, &found.plan).choices());
    Decided { status, stage, proof: found.is_none().then_some(proof), plan, stats }
}

/// A result that is still to be filled.
fn empty(problem: &Problem) -> MealResult {
    let refused = MealResult::refused(problem.options.clone(), problem.policy, vec![]);
    MealResult { status: Status::Unknown, ..refused }
}

/// The result of a problem that cannot be read.
fn refused(problem: &Problem, invalid: &Invalid) -> MealResult {
    let errors = invalid.findings().iter().map(Finding::from).collect();
    MealResult::refused(problem.options.clone(), problem.policy, errors)
}

/// A plan with its reasons; one that breaks a rule is no plan but a fault of the solver, and is not shown.
fn present(
    result: &mut MealResult,
    problem: &Problem,
    request: &Request,
    found: &Found,
    watch: &mut dyn Watch,
) {
    let polished = polish::polish(request, problem, &found.plan);
    let plan: &[Assignment] = polished.as_deref().unwrap_or(&found.plan);
    let presented = Presented::new(request, plan);
    result.status = Status::Found;
    result.stage = Some(format!("{}{}", found.stage, if polished.is_some() { "+polish" } else { "" }));
    result.termination = Some(if request.days.len() == 1 { "TC-4" } else { "TC-1" }.to_owned());
    result.plan = match (found.stage, &polished) {
        ("A", None) => why::ranked(request, plan),
        _ => why::repaired(request, found.start.as_deref().unwrap_or(&found.plan), plan),
    };
    result.days = presented.days(problem);
    result.totals = presented.totals();
    result.floors = presented.floors();
    // MV-4: what several days leave open is either advice or no plan.
    let may_stay_open = request.days.len() == 1 && !problem.options.strict_single_day;
    let open = result.floors.iter().filter(|floor| may_stay_open && !floor.met);
    result.unmet_floors = open.copied().collect();
    result.warnings.extend(presented.warnings());
    result.alternatives = polish::alternatives(request, problem, plan, watch);
    let verdict = verify(problem, result);
    result.verify = Some(Verified { ok: verdict.breaches.is_empty(), checks: verdict.checks });
    if !verdict.breaches.is_empty() {
        let message = |breach: &crate::verify::Breach| Finding {
            code: "internal".to_owned(),
            spec: "MV-6".to_owned(),
            message: breach.to_string(),
            pointer: String::new(),
            facts: std::collections::BTreeMap::new(),
        };
        result.errors = verdict.breaches.iter().map(message).collect();
        result.status = Status::Unknown;
        result.plan.clear();
        result.alternatives.clear();
    }
}

/// Why there is no plan.
fn fail(
    result: &mut MealResult,
    problem: &Problem,
    request: &Request,
    answer: &Answer,
    watch: &mut dyn Watch,
) {
    let is_proved = answer.proof.status == ProofStatus::Proved;
    result.status = if is_proved { Status::Infeasible } else { Status::Unknown };
    result.stage = answer.stage.map(str::to_owned);
    result.termination = Some(if is_proved { "TC-2" } else { "TC-3" }.to_owned());
    let explanation = match &answer.fault {
        Some(fault) => fault.clone(),
        None => explained(request, answer, watch),
    };
    let Explanation { mode, proof, mut conflict, mut relaxations, achievable, mut report } = explanation;
    if !answer.is_interrupted {
        if conflict.is_empty()
            && is_proved
            && mode != "FM-1"
            && !(mode == "FM-3" && proof.method == Method::Static)
        {
            conflict = explain::conflict::find(request, watch);
        }
        if is_proved {
            relaxations = explain::relaxation::find(request, problem, &conflict, watch);
        }
    }
    if let Some(best) = &answer.best {
        report.best_plan = Presented::new(request, best).choices();
        let broken = Plan::new(request, best).broken(request).into_iter();
        report.best_plan_violations =
            broken.map(|(day, row, total)| crate::pin::violated(row, day, total)).collect();
    }
    result.failure_mode = Some(mode.to_owned());
    result.proof = Some(proof);
    result.conflict = conflict;
    result.relaxations = relaxations;
    result.achievable = achievable;
    result.report = Some(report);
}

/// The cause of a failure that only a search could show.
fn explained(request: &Request, answer: &Answer, watch: &mut dyn Watch) -> Explanation {
    let is_proved = answer.proof.status == ProofStatus::Proved;
    let (mode, mut report) =
        if is_proved { explain::cause::find(request, watch) } else { ("FM-5", Report::default()) };
    let best = answer.best.as_deref();
    let mut achievable = None;
    if matches!(mode, "FM-4" | "FM-5") {
        report.deficient = explain::achievable::deficient(request, best, watch);
        achievable = explain::achievable::find(request, best, &report.deficient);
    }
    if mode == "FM-5" || !is_proved {
        report.exhausted = Some(Exhausted {
            attempts: answer.stats.attempts,
            backtracks: answer.stats.backtracks,
            exhaustive: false,
            lp_limit: achievable.as_ref().map(|achievable| achievable.bound_milli),
        });
    }
    Explanation { mode, proof: answer.proof, conflict: vec![], relaxations: vec![], achievable, report }
}
