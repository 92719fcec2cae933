//! Stage D: why there is no plan, how sure that is, and what would help (MX-7).
//!
//! The parts: [`fault`] (faults that are seen without a search), [`cause`] (the failure mode), [`conflict`] (constraints that
//! cannot hold together), [`achievable`] (how much of the floors can be reached), [`relaxation`] (changes that would help).

pub mod achievable;
pub mod cause;
pub mod conflict;
pub mod fault;
pub mod relaxation;

use crate::{
    bound::{Answer, Question, Relaxed},
    exact::{self, Aim, Apart, Exact, Limits},
    outcome::report::{Achievable, Constraint, Proof, Relaxation, Report},
    repair::repair,
    request::{Leftovers, Request},
    search::{self, Assignment, Ending, NoGuide},
    solve::Watch,
};

/// Everything that is said about a request without a plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// FM-1..FM-5.
    pub mode: &'static str,
    /// How sure it is.
    pub proof: Proof,
    /// Constraints that cannot hold together.
    pub conflict: Vec<Constraint>,
    /// Changes that would help.
    pub relaxations: Vec<Relaxation>,
    /// How much of the floors can be reached.
    pub achievable: Option<Achievable>,
    /// The facts.
    pub report: Report,
}

/// Whether a request has a plan, as far as a small budget tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It has this one.
    Yes(Vec<Assignment>),
    /// It has none.
    No,
    /// Nobody knows.
    Unknown,
}

/// Replacements that the repair may evaluate when a small question is asked.
const REPAIR: u64 = 1_000_000;
/// Attempts of the plain search for a small question.
const ATTEMPTS: u64 = 5_000;
/// Columns up to which a small question goes to the exact stage.
const COLUMNS: usize = 200;

/// Decides a small question: bounds first, then the plain search, repair, and for small pools the exact stage.
pub fn decide(request: &Request, watch: &mut dyn Watch) -> Verdict {
    if matches!(Relaxed::whole(request).ask(Question::Feasible), Answer::Infeasible(_)) {
        return Verdict::No;
    }
    let small = Request { attempt_limit: ATTEMPTS, ..request.clone() };
    let searched = search::search(&small, &mut NoGuide, watch);
    match searched.ending {
        Ending::Found(plan) => return Verdict::Yes(plan),
        Ending::Exhausted if !request.has_later_choices() => return Verdict::No,
        _ => {}
    }
    if let Some(repaired) =
        repair(request, &searched.best_partial, REPAIR, watch).filter(|repaired| repaired.is_valid)
    {
        return Verdict::Yes(repaired.best);
    }
    if columns(request) > COLUMNS {
        return Verdict::Unknown;
    }
    let question = exact::Question {
        request,
        dishes: None,
        aim: Aim::Any,
        apart: Apart::default(),
        limits: Limits { nodes: 200, iterations: 4_000 },
    };
    match question.solve(watch).0 {
        Exact::Found { plan, .. } => Verdict::Yes(plan),
        Exact::Infeasible => Verdict::No,
        Exact::Unknown | Exact::Interrupted => Verdict::Unknown,
    }
}

/// How many columns the exact stage would have, at most.
pub(crate) fn columns(request: &Request) -> usize {
    let families = match request.leftovers {
        Leftovers::None => request.days.len(),
        Leftovers::Cooked | Leftovers::Stocked | Leftovers::Waiting => request.open_slots().count(),
    };
    families * request.recipes.len()
}
