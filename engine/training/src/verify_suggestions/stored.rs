//! Stored: what SG-17 asks of proposals that are kept, long after the run that made them.

use domain::proposal::{EngineName, Proposal, ProposalState};

use super::{
    Report,
    rows::{OFFER, Row, check_bounds},
    run::{check_fields, check_strategy, check_veto},
    subject::Subject,
    wanted::{RULES, check_triggers},
};

fn of_item<'p>(proposals: &'p [Proposal], subject: &Subject<'_>) -> Vec<&'p Proposal> {
    proposals.iter().filter(|proposal| proposal.target.item_id == subject.item.item_id).collect()
}

/// Bounds, flags, and what must not stand beside each other in one run.
pub(super) fn check_kept(proposals: &[Proposal], subjects: &[Subject<'_>], report: &mut Report) {
    for subject in subjects {
        let own = of_item(proposals, subject);
        for proposal in &own {
            proposal.changes.iter().for_each(|change| check_bounds(proposal.id, change, report));
            check_veto(subject, proposal, report);
        }
        let (by_rules, by_model): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|one| one.engine == EngineName::PrescriptionRules);
        check_together(subject, &by_rules, report);
        if !by_model.is_empty() {
            // A model is asked later: what was declined by then no longer stands in its way.
            let stands = |one: &&Proposal| one.state.is_open() || one.state == ProposalState::Accepted;
            let standing: Vec<_> = by_rules.into_iter().filter(stands).chain(by_model).collect();
            check_together(subject, &standing, report);
        }
    }
}

fn check_together(subject: &Subject<'_>, proposals: &[&Proposal], report: &mut Report) {
    check_strategy(subject, proposals, report);
    check_fields(proposals, report);
}

/// Loads that can be put together, evidence that counts, and triggers that it satisfies.
pub(super) fn check_rules(proposals: &[Proposal], subjects: &[Subject<'_>], report: &mut Report) {
    for subject in subjects {
        let mut own = of_item(proposals, subject);
        for proposal in &own {
            let row = Row { subject, proposal };
            proposal.changes.iter().for_each(|change| row.check_load(change, report));
        }
        own.retain(|proposal| proposal.engine == EngineName::PrescriptionRules);
        for proposal in &own {
            let known = proposal.rule == OFFER || RULES.iter().any(|rule| rule.spec == proposal.rule);
            report.require(known, "SG-17", proposal.id, || format!("{} is no rule", proposal.rule));
            Row { subject, proposal }.check_evidence(report);
        }
        check_triggers(&own, subject, report);
    }
}
