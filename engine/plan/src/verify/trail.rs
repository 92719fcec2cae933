//! Point 8: every state has its answers, nothing open waits on what is gone, and everything is in the audit or among
//! the events (PR-5, PR-9, PR-10, PV-10, PV-11).

use std::collections::BTreeSet;

use domain::{
    change::{Field, Value},
    id::TraceId,
    plan::{AuditAction, PlanStatus, PlanVersion, VersionSource},
    progress::ProgressionEventType,
    proposal::{Proposal, ProposalKind, ProposalState, Verdict},
};

use super::{
    breach::{Place, Report, Subject},
    case::{Case, is_open, item},
    flat::Flat,
    kept::Kept,
};

pub(super) fn check<I: Kept>(case: &Case<'_, I>, report: &mut Report) {
    for proposal in &case.chain.proposals {
        let place = Place::of(Subject::Proposal(proposal.id)).item(proposal.target.item_id);
        report.law(proposal, place);
        answers(case, proposal, place, report);
        if is_open(proposal) {
            let open = case.chain.plan.status == PlanStatus::Active;
            report.require(open, "PV-1", place, || "open in an archived plan".to_owned());
            target(case, proposal, place, report);
        }
    }
    decisions(case, report);
    traces(case, report);
}

/// PR-5: the answers lead from pending to the state that the proposal has.
fn answers<I>(case: &Case<'_, I>, proposal: &Proposal, place: Place, report: &mut Report) {
    let mut state =
        if proposal.state == ProposalState::Draft { proposal.state } else { ProposalState::Pending };
    let mut last = proposal.created_at;
    for decision in case.decisions(proposal.id) {
        let next = state_after(decision.verdict);
        let place = place.about(Subject::Decision(decision.id));
        report.require(may_follow(state, next), "PR-5", place, || format!("{state} cannot become {next}"));
        report.require(last <= decision.at, "PR-9", place, || {
            format!("answered at {}, after {last}", decision.at)
        });
        if (state, next) == (ProposalState::Accepted, ProposalState::Overridden) {
            let told = case.chain.events.iter().any(|event| {
                let overridden = event.event_type == ProgressionEventType::DecisionOverridden;
                overridden && event.trace_id == decision.trace_id
            });
            let gone = decision.at < case.context.events_from;
            report.require(told || gone, "RB-3", place, || "no event decision_overridden".to_owned());
        }
        (state, last) = (next, decision.at);
    }
    report.require(state == proposal.state, "PR-9", place, || {
        format!("it is {}, but its answers make it {state}", proposal.state)
    });
    let undecided = matches!(state, ProposalState::Draft | ProposalState::Pending);
    let told = state == ProposalState::Deferred || proposal.decided_at.is_none() == undecided;
    report.require(told, "PR-1", place, || format!("it is {state}, with the wrong decided_at"));
}

/// The state that an answer gives.
const fn state_after(verdict: Verdict) -> ProposalState {
    match verdict {
        Verdict::Accepted => ProposalState::Accepted,
        Verdict::Rejected => ProposalState::Rejected,
        Verdict::Deferred => ProposalState::Deferred,
        Verdict::Overridden => ProposalState::Overridden,
        Verdict::Superseded => ProposalState::Superseded,
        Verdict::Expired => ProposalState::Expired,
    }
}

/// PR-5: pending becomes one of six, deferred one of the same but deferred, accepted only overridden; the rest is final.
fn may_follow(state: ProposalState, next: ProposalState) -> bool {
    match state {
        ProposalState::Pending => true,
        ProposalState::Deferred => next != ProposalState::Deferred,
        ProposalState::Accepted => next == ProposalState::Overridden,
        _ => false,
    }
}

/// PR-10: an open proposal finds its item and its sets; a set that it adds itself need not be there yet.
fn target<I: Kept>(case: &Case<'_, I>, proposal: &Proposal, place: Place, report: &mut Report) {
    let adds = proposal.changes.iter().any(|change| change.field == I::WHOLE && change.old == Value::Nothing);
    // PR-1: the plan as a whole bears its own id, and is there as long as it is; what a day needs is in no plan (NT-7).
    let is_of_plan = proposal.target.item_id.uuid() == proposal.plan_id.uuid();
    if adds || is_of_plan || proposal.kind == ProposalKind::NutritionTarget {
        return;
    }
    if item(case.effective(), proposal.target.item_id).is_none() {
        let message = format!("{} on an item that is not in the plan", proposal.state);
        return report.add("PR-10", place, message);
    }
    let grows = proposal.changes.iter().any(|change| {
        let more =
            matches!((&change.old, &change.new), (Value::Number(old), Value::Number(new)) if old < new);
        change.field == Field::SetCount && change.target.set_id.is_none() && more
    });
    let targets = proposal.changes.iter().map(|change| (change.target, grows));
    for (target, may_miss) in targets.chain([(proposal.target, false)]) {
        let item = item(case.effective(), target.item_id);
        let inside = |set| item.is_some_and(|item| Flat::of(item).has(set));
        if let Some(set) = target.set_id.filter(|set| !may_miss && !inside(*set)) {
            let message = format!("{} on set {set}, which is not in the plan", proposal.state);
            return report.add("PR-10", place, message);
        }
    }
}

/// PR-9: an answer is to a proposal that is there, by a way that it offers, in a version that is there.
fn decisions<I>(case: &Case<'_, I>, report: &mut Report) {
    let mut ids = BTreeSet::new();
    for decision in &case.chain.decisions {
        let place = Place::of(Subject::Decision(decision.id));
        report.require(ids.insert(decision.id), "PR-9", place, || "two answers with one id".to_owned());
        let Some(proposal) = case.proposal(decision.proposal_id) else {
            report.add("PR-9", place, format!("answers {}, which is not there", decision.proposal_id));
            continue;
        };
        let way = decision.alternative.is_none_or(|way| usize::from(way) < proposal.alternatives.len());
        report.require(way, "PR-9", place, || "an alternative that is not there".to_owned());
        let version = decision.version.is_none_or(|number| case.version(number).is_some());
        report.require(version, "PR-9", place, || "a version that is not there".to_owned());
    }
}

/// PV-10, PV-11: each version, answer and conflict has an audit line or an event of its trigger.
fn traces<I>(case: &Case<'_, I>, report: &mut Report) {
    let chain = case.chain;
    let lines = chain.audit.iter().map(|line| line.trace_id.as_str());
    let events = chain.events.iter().map(|event| event.trace_id.as_str());
    let traces: BTreeSet<&str> = lines.chain(events).collect();
    let mut require = |trace: &TraceId, place: Place| {
        report.require(traces.contains(trace.as_str()), "PV-10", place, || {
            format!("no audit line or event has its trace {}", trace.as_str())
        });
    };
    for entry in &chain.versions {
        require(&entry.version.trace_id, Place::version(entry.version.number));
    }
    for decision in &chain.decisions {
        require(&decision.trace_id, Place::of(Subject::Decision(decision.id)));
    }
    for conflict in &chain.conflicts {
        require(&conflict.trace_id, Place::of(Subject::Conflict(conflict.id)));
    }
    for entry in &chain.versions {
        audited(case, &entry.version, report);
    }
    for line in &chain.audit {
        report.law(line, Place::of(Subject::Audit(line.id)));
    }
}

/// PV-11: what a person did to the plan is in the audit by its own name.
fn audited<I>(case: &Case<'_, I>, version: &PlanVersion<I>, report: &mut Report) {
    let actions: &[AuditAction] = match version.source {
        VersionSource::Manual => &[AuditAction::ManualEdit],
        VersionSource::Rollback => &[AuditAction::Rollback, AuditAction::Restore],
        VersionSource::Undo => &[AuditAction::Undo],
        VersionSource::Import => &[AuditAction::Import],
        _ => return,
    };
    let told = case.chain.audit.iter().any(|line| {
        line.trace_id == version.trace_id && line.actor == version.actor && actions.contains(&line.action)
    });
    report.require(told, "PV-11", Place::version(version.number), || {
        format!("no audit line of the {}", version.source)
    });
}
