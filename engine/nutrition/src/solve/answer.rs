//! The stages in their order, each only when the one before did not answer.

use super::{Stages, Watch};
use crate::{
    bound::{self, Relaxed},
    exact::{self, Aim, Apart, Exact, Limits, promising},
    explain::{Explanation, fault},
    guide::Bounding,
    outcome::{
        Stats,
        report::{Method, Proof, ProofStatus},
    },
    repair::{Repaired, repair},
    request::Request,
    search::{self, Assignment, Ending, NoGuide, Search, candidate::RULES},
};

/// What the stages found out.
pub(super) struct Answer {
    /// A plan, if there is one.
    pub(super) found: Option<Found>,
    /// How sure it is that there is none.
    pub(super) proof: Proof,
    /// The stage that proved it.
    pub(super) stage: Option<&'static str>,
    /// A fault that needs no search.
    pub(super) fault: Option<Explanation>,
    /// The longest assignment of the plain search, with which repair begins.
    begun: Vec<Assignment>,
    /// The complete plan of least violation.
    pub(super) best: Option<Vec<Assignment>>,
    /// What was spent.
    pub(super) stats: Stats,
    /// Whether whoever watches ended it.
    pub(super) is_interrupted: bool,
}

/// A plan, where it came from, and the plan where repair began.
pub(super) struct Found {
    pub(super) plan: Vec<Assignment>,
    pub(super) stage: &'static str,
    pub(super) start: Option<Vec<Assignment>>,
}

const UNKNOWN: Proof = Proof { status: ProofStatus::Unknown, method: Method::None };
/// Recipes of the restricted program (MX-6).
const RESTRICTED: usize = 60;
/// Replacements evaluated for a best plan when it is known that there is none (MX-7).
const BEST_PLAN: u64 = 2_000_000;

const fn proved(method: Method) -> Proof {
    Proof { status: ProofStatus::Proved, method }
}

/// Runs the stages.
pub(super) fn answer(request: &Request, stages: Stages, watch: &mut dyn Watch) -> Answer {
    let mut answer = Answer {
        found: None,
        proof: UNKNOWN,
        stage: None,
        fault: None,
        begun: vec![],
        best: None,
        stats: Stats::default(),
        is_interrupted: false,
    };
    if let Some(fault) = fault::find(request) {
        answer.proof = fault.proof;
        answer.stage = Some("static");
        answer.fault = Some(fault);
        return answer;
    }
    if stages == Stages::Full {
        answer.full(request, watch);
        return answer;
    }
    answer.plain(request, stages, watch);
    let is_final = answer.proof.status == ProofStatus::Proved && !request.has_later_choices();
    if answer.found.is_some() || answer.is_interrupted {
        return answer;
    }
    if is_final {
        answer.best = repair(request, &answer.begun, BEST_PLAN, watch).map(|repaired| repaired.best);
        return answer;
    }
    // MO-1, MO-2: whole servings alone prove nothing about portions, and fresh ones nothing about batches.
    let is_refuted = answer.proof.status == ProofStatus::Proved && !request.has_later_portions;
    answer.proof = UNKNOWN;
    answer.stage = None;
    if stages <= Stages::A {
        return answer;
    }
    // Repair cooks everything fresh: where that is refuted, it only looks for the best plan.
    let budget = if is_refuted { BEST_PLAN.min(request.budgets.repair) } else { request.budgets.repair };
    answer.mend(request, budget, watch);
    if stages >= Stages::Abc && answer.found.is_none() && !answer.is_interrupted {
        answer.exact(request, watch);
    }
    answer
}

impl Answer {
    /// Stage A, with bounds unless the plain search is wanted alone.
    fn plain(&mut self, request: &Request, stages: Stages, watch: &mut dyn Watch) {
        // The plain search chooses no batches, so bounds need not leave room for them.
        let fresh = request.without_own_batches();
        let mut guide = Bounding::new(&fresh);
        let searched = match stages {
            Stages::Plain => search::search(request, &mut NoGuide, watch),
            _ => search::search(request, &mut guide, watch),
        };
        self.count(&searched, guide.iterations);
        match searched.ending {
            Ending::Found(plan) => {
                self.stage = Some("A");
                self.found = Some(Found { plan, stage: "A", start: None });
            }
            Ending::Exhausted => (self.proof, self.stage) = (proved(Method::Exhaustive), Some("A")),
            Ending::Refuted => (self.proof, self.stage) = (proved(Method::Lp), Some("C-lp")),
            Ending::BudgetSpent => {}
            Ending::Interrupted => self.is_interrupted = true,
        }
        self.begun = searched.best_partial;
    }

    /// FM-5: whoever ends a solve, or allows it no repair, still sees the best plan so far, by a short repair.
    ///
    /// It stays a best plan even if it breaks nothing: an end by the clock may turn an answer into none, never into
    /// another one (MX-2).
    pub(super) fn ensure_best(&mut self, request: &Request) {
        if self.best.is_none() && self.fault.is_none() {
            let short = repair(request, &self.begun, BEST_PLAN / 10, &mut super::Patient);
            self.best = short.map(|repaired| repaired.best);
        }
    }

    fn count(&mut self, searched: &Search, iterations: u64) {
        let stats = &searched.stats;
        self.stats.attempts = stats.attempts;
        self.stats.backtracks = stats.backtracks;
        self.stats.lp_iterations = iterations;
        let triggers = ["BT-1", "BT-2", "BT-3", "BT-4"].iter().zip(stats.triggers);
        self.stats.bt = triggers.map(|(name, count)| ((*name).to_owned(), count)).collect();
        let pruned = RULES.iter().zip(stats.pruned).filter(|(rule, _)| rule.starts_with("FC-"));
        self.stats.pruned = pruned.map(|(rule, count)| ((*rule).to_owned(), count)).collect();
        self.stats.pruned.insert("FC-4".to_owned(), stats.triggers[3] - stats.refuted.min(stats.triggers[3]));
        self.stats.pruned.insert("FC-6".to_owned(), stats.refuted);
    }

    /// Stage B.
    fn mend(&mut self, request: &Request, budget: u64, watch: &mut dyn Watch) {
        if budget == 0 {
            return;
        }
        let repaired = repair(request, &self.begun, budget, watch);
        let Some(Repaired { best, is_valid, evaluations, is_interrupted }) = repaired else { return };
        self.stats.repair_nodes = evaluations;
        self.is_interrupted = is_interrupted;
        if is_valid {
            self.stage = Some("B");
            self.found = Some(Found { plan: best, stage: "B", start: Some(self.begun.clone()) });
        } else {
            self.best = Some(best);
        }
    }

    /// Stage C: bound, restricted program, full program.
    fn exact(&mut self, request: &Request, watch: &mut dyn Watch) {
        let mut relaxed = Relaxed::whole(request);
        let open = match relaxed.ask(bound::Question::Feasible) {
            bound::Answer::Infeasible(_) => {
                (self.proof, self.stage) = (proved(Method::Lp), Some("C-lp"));
                return;
            }
            bound::Answer::Open(proof) => proof,
            bound::Answer::AtMost(_) => return,
        };
        self.stats.lp_iterations += relaxed.iterations;
        let begun = self.best.as_deref().unwrap_or(&self.begun);
        let dishes = promising(request, &relaxed.reduced_costs(&open), begun, RESTRICTED);
        let nodes = request.budgets.restricted_nodes;
        let exact = self.program(request, Some(&dishes), nodes, watch);
        if self.take(exact, "C-restricted") || self.is_interrupted {
            return;
        }
        self.proof = Proof { status: ProofStatus::Searched, method: Method::None };
        let exact = self.program(request, None, request.budgets.full_nodes, watch);
        let is_infeasible = exact == Exact::Infeasible;
        if !self.take(exact, "C-full") && is_infeasible {
            (self.proof, self.stage) = (proved(Method::Milp), Some("C-full"));
        }
    }

    /// The full program alone.
    fn full(&mut self, request: &Request, watch: &mut dyn Watch) {
        let exact = self.program(request, None, request.budgets.full_nodes, watch);
        match exact {
            Exact::Found { plan, .. } => {
                self.stage = Some("C-full");
                self.found = Some(Found { plan, stage: "C-full", start: None });
            }
            Exact::Infeasible => (self.proof, self.stage) = (proved(Method::Milp), Some("C-full")),
            Exact::Unknown => {}
            Exact::Interrupted => self.is_interrupted = true,
        }
    }

    fn program(
        &mut self,
        request: &Request,
        dishes: Option<&[usize]>,
        nodes: u64,
        watch: &mut dyn Watch,
    ) -> Exact {
        let iterations = request.budgets.lp_iterations.saturating_sub(self.stats.lp_iterations);
        let limits = Limits { nodes, iterations };
        let question = exact::Question { request, dishes, aim: Aim::Any, apart: Apart::default(), limits };
        if nodes == 0 || iterations == 0 {
            return Exact::Unknown;
        }
        let (exact, spent) = question.solve(watch);
        self.stats.milp_nodes += spent.nodes;
        self.stats.lp_iterations += spent.iterations;
        exact
    }

    fn take(&mut self, exact: Exact, stage: &'static str) -> bool {
        match exact {
            Exact::Found { plan, .. } => {
                self.stage = Some(stage);
                let start = self.best.take().unwrap_or_else(|| self.begun.clone());
                self.found = Some(Found { plan, stage, start: Some(start) });
                true
            }
            Exact::Interrupted => {
                self.is_interrupted = true;
                false
            }
            Exact::Infeasible | Exact::Unknown => false,
        }
    }
}
