//! SG-17 beside the runs themselves: that there is one, proposals of sessions that are over, evaluations and outcomes.

use std::collections::BTreeSet;

use domain::{
    change::{Direction, Field},
    exercise::LoadSemantics,
    plan::PlanStatus,
    proposal::{Evaluation, Outcome, Proposal, ProposalState},
    reason::{Reason, ReasonCode},
    session::{ExercisePerformance, Session, SessionStatus},
    spec::SpecId,
    time::Instant,
};
use plan::chain::Chain;
use training::{
    outcome::{
        input::{Answered, Evaluated, Judged, OutcomeInput, Settled},
        tuning::OutcomeTuning,
    },
    verify_suggestions::verify_outcomes,
};

use super::{Finding, runs::finding, whole::Whole};

const RULE: SpecId = SpecId::new("SG-17");

pub(super) fn check(whole: &Whole, now: Instant) -> Vec<Finding> {
    let mut found = runs(whole);
    found.extend(left_over(whole));
    found.extend(twice(&whole.evaluations));
    found.extend(outcomes(whole, now));
    found
}

/// A run per finished session of a plan in force; a session may end after its plan gave way to another (PV-1).
fn runs(whole: &Whole) -> Vec<Finding> {
    let archived = whole.chains.iter().filter(|chain| chain.plan.status == PlanStatus::Archived);
    let archived: BTreeSet<_> = archived.map(|chain| chain.plan.id).collect();
    let ran: BTreeSet<_> = whole.runs.iter().map(|run| run.session_id).collect();
    let finished = whole.sessions.values().filter(|session| {
        let finished = matches!(session.status, SessionStatus::Summary | SessionStatus::Done);
        let judged = session.plan_id.is_some_and(|plan| !archived.contains(&plan));
        finished && judged && !ran.contains(&session.id)
    });
    let missing = finished.map(|session| {
        Finding::new(
            RULE,
            "training_sessions",
            vec![session.id.to_string()],
            "finished without a run of the rules",
        )
    });
    missing.collect()
}

/// No pending proposal of a session that is done.
fn left_over(whole: &Whole) -> Vec<Finding> {
    let done = whole.sessions.values().filter(|session| session.status == SessionStatus::Done);
    let done: BTreeSet<String> = done.map(|session| session.id.to_string()).collect();
    let proposals = whole.chains.iter().flat_map(|chain| &chain.proposals);
    let pending = proposals.filter(|proposal| {
        proposal.state == ProposalState::Pending && done.contains(&proposal.trigger.reference)
    });
    let left = pending.map(|proposal| {
        let ids = vec![proposal.id.to_string(), proposal.trigger.reference.clone()];
        Finding::new(RULE, "proposals", ids, "pending, but its session is done")
    });
    left.collect()
}

/// At most one evaluation per proposal and session.
fn twice(evaluations: &[Evaluation]) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let again = evaluations.iter().filter(|one| !seen.insert((one.proposal_id, one.session_id)));
    let again = again.map(|one| {
        let ids = vec![one.proposal_id.to_string(), one.session_id.to_string()];
        Finding::new(RULE, "evaluations", ids, "a second evaluation by one session")
    });
    again.collect()
}

/// Outcomes equal OU-8 over their evaluations.
fn outcomes(whole: &Whole, now: Instant) -> Vec<Finding> {
    let (mut proposals, mut judged) = (Vec::new(), Vec::new());
    for chain in &whole.chains {
        for proposal in chain.proposals.iter().filter(|proposal| is_judged(chain, proposal)) {
            let Some(basis) = basis(whole, proposal) else { continue };
            let evaluations: Vec<_> =
                whole.evaluations.iter().filter(|one| one.proposal_id == proposal.id).cloned().collect();
            judged.push(judgment(proposal, &evaluations, now));
            proposals.push(Answered {
                // As it was before anything was said of it.
                proposal: Proposal { outcome: Outcome::Pending, ..proposal.clone() },
                assistance: is_assisted(whole, &basis),
                basis,
                rejected_for: None,
                evaluations: vec![],
                settled_at: None,
                opinions: vec![],
                awaited: vec![],
            });
        }
    }
    let sessions: Vec<Session> = whole.sessions.values().cloned().collect();
    let input = OutcomeInput { proposals, sessions, now, tuning: OutcomeTuning::default() };
    let evaluated = Evaluated { proposals: judged, feedback: std::collections::BTreeMap::new() };
    verify_outcomes(&input, &evaluated).into_iter().map(finding).collect()
}

/// Whether later sessions are what its outcome comes from: a person may have set the value (OV-4), and a safety decrease
/// ends what was accepted before it (SD-3).
fn is_judged(chain: &Chain, proposal: &Proposal) -> bool {
    let by_hand = proposal.outcome == Outcome::UserModified;
    let answered = matches!(proposal.state, ProposalState::Accepted | ProposalState::Rejected);
    let ended = proposal.outcome == Outcome::Insufficient
        && chain.proposals.iter().any(|later| {
            let decrease = later
                .changes
                .iter()
                .any(|change| change.field == Field::Load && change.direction(false) == Direction::Easier);
            let safety = matches!(later.reason.code, ReasonCode::BelowRange | ReasonCode::ReducedLoad);
            let after = proposal.decided_at.is_some_and(|at| at <= later.created_at);
            later.target.item_id == proposal.target.item_id && safety && decrease && after
        });
    answered && proposal.decided_at.is_some() && !by_hand && !ended
}

/// The newest performance behind a proposal.
fn basis(whole: &Whole, proposal: &Proposal) -> Option<ExercisePerformance> {
    let newest = *proposal.evidence.first()?;
    let done = whole.sessions.values().flat_map(|session| &session.exercises);
    done.into_iter().find(|one| one.id.uuid() == newest).cloned()
}

fn is_assisted(whole: &Whole, basis: &ExercisePerformance) -> bool {
    let exercise = whole.catalog.get(&basis.exercise_key);
    exercise.is_some_and(|one| one.load_semantics == LoadSemantics::Assistance)
}

fn judgment(proposal: &Proposal, evaluations: &[Evaluation], now: Instant) -> Judged {
    let is_final = proposal.outcome != Outcome::Pending;
    let at = evaluations.last().map_or(now, |last| last.at);
    let settled = Settled { at, reason: Reason::new(ReasonCode::OutcomeIgnored, RULE) };
    Judged {
        proposal_id: proposal.id,
        outcome: proposal.outcome,
        settled: is_final.then_some(settled),
        needed: None,
        evaluations: evaluations.to_vec(),
        barred: None,
        passed: vec![],
    }
}
