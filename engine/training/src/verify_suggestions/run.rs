//! Run: what the proposals of a session must be together (SX, SD, SG-13, SG-15, SG-16), and that what was dropped had
//! to be.

use std::collections::BTreeMap;

use domain::{
    change::{Change, Direction, Field},
    proposal::{Outcome, Proposal, ProposalState, dedup_key},
    quantity::Grams,
    reason::ReasonCode,
    spec::SpecId,
};

use super::{
    Report,
    rows::{is_edited, is_safety, primary},
    subject::Subject,
};
use crate::suggestion::{Run, SuggestInput, input::StoredProposal, settle::Dropped};

/// Checks the proposals of each item together.
pub(super) fn check(input: &SuggestInput, run: &Run, subjects: &[Subject<'_>], report: &mut Report) {
    for subject in subjects {
        let own = |proposal: &&Proposal| proposal.target.item_id == subject.item.item_id;
        let proposals: Vec<&Proposal> = run.proposals.iter().filter(own).collect();
        check_strategy(subject, &proposals, report);
        check_rests(&proposals, report);
        check_fields(&proposals, report);
        check_offer(subject, run, &proposals, report);
        check_groups(run.proposals.iter().filter(own), report);
        for proposal in proposals {
            check_veto(subject, proposal, report);
            check_repeated(subject, proposal, run, report);
        }
        for deferred in run.deferred.iter().filter(|deferred| own(&&deferred.proposal)) {
            let edited = is_edited(subject, &deferred.proposal.changes);
            report.require(edited, "SD-4", deferred.proposal.id, || {
                "kept for later without an edit".to_owned()
            });
            check_veto(subject, &deferred.proposal, report);
        }
        for dropped in run.dropped.iter().filter(|dropped| dropped.target.item_id == subject.item.item_id) {
            check_drop(subject, dropped, run, report);
        }
    }
    check_correction(input, run, report);
}

fn has(subject: &Subject<'_>, changes: &[Change], fields: &[Field], direction: Direction) -> bool {
    let is_such = |change: &Change| {
        fields.contains(&change.field) && change.direction(subject.is_assistance()) == direction
    };
    changes.iter().any(is_such)
}

const REST: &[Field] = &[Field::Rest, Field::RestAll];

/// SX-1: no two strategies on one item.
pub(super) fn check_strategy(subject: &Subject<'_>, proposals: &[&Proposal], report: &mut Report) {
    let any = |fields: &[Field], direction| {
        proposals.iter().find(|proposal| has(subject, &proposal.changes, fields, direction))
    };
    let eased = any(&[Field::Load], Direction::Easier).is_some();
    let raised = any(&[Field::Load], Direction::Harder);
    if let Some(proposal) = any(&[Field::Load, Field::Reps], Direction::Harder) {
        report.require(!eased, "SX-1", proposal.id, || "an increase beside a decrease of load".to_owned());
    }
    if let Some(proposal) = any(REST, Direction::Easier) {
        report.require(raised.is_none(), "SX-1", proposal.id, || "more rest beside more load".to_owned());
    }
}

/// SX-2: one way to rest.
fn check_rests(proposals: &[&Proposal], report: &mut Report) {
    let with = |field: Field| {
        proposals.iter().find(|proposal| proposal.changes.iter().any(|change| change.field == field))
    };
    for (over, under) in [(Field::RestMode, Field::RestAll), (Field::RestAll, Field::Rest)] {
        if let (Some(_), Some(proposal)) = (with(over), with(under)) {
            report.require(false, "SX-2", proposal.id, || format!("{under} beside {over}"));
        }
    }
}

/// SX-3: one proposal per target and field.
pub(super) fn check_fields(proposals: &[&Proposal], report: &mut Report) {
    let mut seen = BTreeMap::new();
    for proposal in proposals {
        for change in &proposal.changes {
            let first = *seen.entry((change.target, change.field)).or_insert(proposal.id);
            report.require(first == proposal.id, "SX-3", proposal.id, || {
                format!("{} is also changed by {first}", change.field)
            });
        }
    }
}

/// SG-13: the exercise without help is offered when help comes to nothing, and only then.
fn check_offer(subject: &Subject<'_>, run: &Run, proposals: &[&Proposal], report: &mut Report) {
    let nothing = |changes: &[Change]| {
        changes.iter().any(|change| change.field == Field::Load && change.new == Grams::ZERO.into())
    };
    let own = |dropped: &&Dropped| dropped.target.item_id == subject.item.item_id;
    let ends = subject.is_assistance()
        && (proposals.iter().any(|proposal| nothing(&proposal.changes))
            || run.deferred.iter().any(|deferred| nothing(&deferred.proposal.changes))
            || run.dropped.iter().filter(own).any(|dropped| nothing(&dropped.changes)));
    for proposal in proposals.iter().filter(|proposal| proposal.rule == SpecId::new("SG-13")) {
        let moves = proposal.changes.iter().any(|change| change.field == Field::Exercise);
        report.require(ends && moves, "SG-13", proposal.id, || "offered while help is left".to_owned());
    }
}

/// SG-16: all proposals of one rule for one item are one card.
fn check_groups<'a>(proposals: impl Iterator<Item = &'a Proposal>, report: &mut Report) {
    let mut groups = BTreeMap::new();
    for proposal in proposals {
        let group = *groups.entry(proposal.rule).or_insert(proposal.group_id);
        report.require(group == proposal.group_id, "SG-16", proposal.id, || "a group of its own".to_owned());
    }
}

/// SG-15, AR-3: nothing harder on a flagged item.
pub(super) fn check_veto(subject: &Subject<'_>, proposal: &Proposal, report: &mut Report) {
    let harder = primary(subject, &proposal.changes).is_some_and(|(_, way)| way == Direction::Harder);
    let holds = !harder || !subject.is_vetoed_at(proposal.created_at);
    report.require(holds, "SG-15", proposal.id, || "harder in spite of a flag on the item".to_owned());
}

/// SD-2..SD-4: not repeated too soon, not against a fresh edit; what is for safety takes the place of the older one.
fn check_repeated(subject: &Subject<'_>, proposal: &Proposal, run: &Run, report: &mut Report) {
    let (id, input) = (proposal.id, subject.input);
    let same = || input.stored.iter().filter(|stored| stored.dedup_key == proposal.dedup_key);
    if is_safety(subject, &proposal.changes, proposal.reason.code) {
        for stored in same() {
            let closed = run.superseded.iter().find(|closed| closed.proposal_id == stored.id);
            let undecided = stored.state.is_open();
            let unjudged = stored.state == ProposalState::Accepted && stored.outcome == Outcome::Pending;
            let gone = closed.is_some_and(|closed| closed.state == Some(ProposalState::Superseded));
            report.require(!undecided || gone, "SD-3", id, || format!("{} stays open", stored.id));
            let judged = closed.is_some_and(|closed| closed.outcome == Some(Outcome::Insufficient));
            report.require(!unjudged || judged, "SD-3", id, || format!("{} stays unjudged", stored.id));
        }
        return;
    }
    let blocker = same().find(|stored| blocks(input, stored));
    report.require(blocker.is_none(), "SD-2", id, || "proposed again too soon".to_owned());
    let edited = is_edited(subject, &proposal.changes);
    report.require(!edited, "SD-4", id, || "a person changed the same within a day".to_owned());
}

/// PR-7: whether an earlier proposal keeps the same one away.
fn blocks(input: &SuggestInput, stored: &StoredProposal) -> bool {
    let since = input.now.minus_seconds(input.limits.cooldown_days * 86_400);
    let replaced = stored.state.is_open() && (stored.is_postponed || is_corrected(input, stored));
    let is_recent = match stored.state {
        ProposalState::Pending | ProposalState::Deferred | ProposalState::Accepted => {
            since < stored.created_at
        }
        ProposalState::Rejected => stored.decided_at.is_some_and(|at| since < at),
        _ => false,
    };
    let is_undone = stored.undone_at.is_some_and(|at| since < at);
    let is_unresolved = stored.state.is_open()
        || (stored.state == ProposalState::Accepted && stored.outcome == Outcome::Pending);
    !replaced && (is_recent || is_undone || is_unresolved)
}

/// Whether the run replaces what the same session said before its report was corrected (SG-1).
fn is_corrected(input: &SuggestInput, stored: &StoredProposal) -> bool {
    input.is_correction && stored.trigger.reference == input.session_id.to_string()
}

/// SG-1: after a correction nothing undecided of the session is left.
fn check_correction(input: &SuggestInput, run: &Run, report: &mut Report) {
    for stored in input.stored.iter().filter(|stored| stored.state.is_open() && is_corrected(input, stored)) {
        let gone = run
            .superseded
            .iter()
            .any(|closed| closed.proposal_id == stored.id && closed.state == Some(ProposalState::Superseded));
        report.require(gone, "SG-1", stored.id, || "undecided after the correction of its report".to_owned());
    }
}

/// A candidate was dropped for a reason that the rows bear out.
fn check_drop(subject: &Subject<'_>, dropped: &Dropped, run: &Run, report: &mut Report) {
    let Some((field, direction)) = primary(subject, &dropped.changes) else { return };
    let input = subject.input;
    let rival = |other: &Proposal| other.target.item_id == dropped.target.item_id;
    let holds = match dropped.reason.code {
        ReasonCode::Cooldown | ReasonCode::Unresolved => input.plan_id.is_some_and(|plan| {
            let key = dedup_key(plan, dropped.target, field, direction);
            input.stored.iter().any(|stored| stored.dedup_key == key && blocks(input, stored))
        }),
        ReasonCode::FlagVeto => subject.is_vetoed() && direction == Direction::Harder,
        ReasonCode::Strategy | ReasonCode::Property => {
            run.proposals.iter().any(rival)
                || run
                    .dropped
                    .iter()
                    .any(|other| other != dropped && other.target.item_id == dropped.target.item_id)
        }
        _ => true,
    };
    if !holds {
        let message = format!("{} was dropped as {} without cause", dropped.rule, dropped.reason.code);
        report.add(dropped.reason.spec, None, message);
    }
}
