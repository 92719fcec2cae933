//! Model: what a language model proposes stays within its bounds (AI-5, AI-6).

use std::collections::BTreeMap;

use domain::{
    change::{Change, Field, Value},
    prescription::{RepMode, RestMode},
    proposal::{Consent, EngineName, Proposal},
    quantity::Grams,
    reason::{Fact, ReasonCode},
    spec::SpecId,
};

use super::{Report, rows::is_owned, subject::Subject};
use crate::suggestion::Run;

/// Items of an answer that are read.
const MOST: usize = 5;

/// Checks the proposals of a model.
pub(super) fn check(run: &Run, subjects: &[Subject<'_>], report: &mut Report) {
    let mut counts = BTreeMap::new();
    let deferred = run.deferred.iter().map(|deferred| &deferred.proposal);
    for proposal in run.proposals.iter().chain(deferred).filter(|made| made.engine == EngineName::Llm) {
        let id = proposal.id;
        let count: &mut usize = counts.entry(proposal.target.item_id).or_default();
        *count += 1;
        report.require(*count <= MOST, "AI-5", id, || format!("more than {MOST} for one item"));
        let marked = proposal.rule == SpecId::new("AI-5")
            && proposal.reason.code == ReasonCode::Llm
            && proposal.confidence == 50
            && proposal.consent == Consent::Ask;
        report.require(marked, "AI-5", id, || {
            format!("{}, confidence {}, consent {}", proposal.rule, proposal.confidence, proposal.consent)
        });
        report.require(is_plain(proposal), "AI-5", id, || "a reason with an address or markup".to_owned());
        let subject = subjects.iter().find(|subject| subject.item.item_id == proposal.target.item_id);
        let [change] = &proposal.changes[..] else {
            report.add(SpecId::new("AI-5"), Some(id), "not one change".to_owned());
            continue;
        };
        if let Some(broken) = subject.and_then(|subject| broken(subject, change)) {
            report.add(SpecId::new("AI-5"), Some(id), broken);
        }
    }
}

fn is_plain(proposal: &Proposal) -> bool {
    match proposal.reason.facts.get("text") {
        Some(Fact::Text(text)) => !text.contains("://") && !text.chars().any(char::is_control),
        _ => true,
    }
}

/// The bound that a change breaks, if it does.
fn broken(subject: &Subject<'_>, change: &Change) -> Option<String> {
    let plan = subject.plan();
    let field = change.field;
    let numbers = match (&change.old, &change.new) {
        (Value::Number(old), Value::Number(new)) => Some((*old, *new)),
        _ => None,
    };
    let known = change.target.set_id.map(|set| subject.item.set(set).is_some());
    let holds = match (field, numbers, known) {
        (Field::Load, Some((old, new)), Some(true)) => is_near(subject, Grams(old), Grams(new)),
        (Field::Reps, Some((_, new)), Some(true)) => (1..=50).contains(&new),
        (Field::Rest, Some((_, new)), Some(true)) => {
            (15..=600).contains(&new) && plan.rest_policy.mode == RestMode::Individual
        }
        (Field::RestAll, Some((_, new)), None) => {
            (15..=600).contains(&new) && plan.rest_policy.mode == RestMode::AllSame
        }
        (Field::RepMode, None, None) => {
            let modes = [RepMode::Target, RepMode::Range, RepMode::UntilFailure];
            plan.rep_policy.mode == RepMode::NotSet
                && modes.iter().any(|mode| change.new == mode.as_str().into())
        }
        _ => false,
    };
    let holds = holds && change.old != change.new && is_owned(subject, field.group());
    (!holds).then(|| format!("{field} {} → {} is out of bounds", change.old, change.new))
}

/// Within a tenth of the load or two increments.
fn is_near(subject: &Subject<'_>, old: Grams, new: Grams) -> bool {
    let distance = (subject.shown(new) - subject.shown(old)).abs();
    let increments = subject.increment(old).map_or(0, |increment| 2 * increment);
    new >= Grams::ZERO && (10 * distance <= subject.shown(old) || distance <= increments)
}
