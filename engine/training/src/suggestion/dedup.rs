//! Deduplication: nothing is proposed again while the same waits, was just answered, or was just edited by hand
//! (SD-1..SD-4, PR-7).

use domain::{
    proposal::{Consent, Outcome, Proposal, ProposalState},
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};

use super::{
    input::{ManualEdit, StoredProposal},
    settle::{Closed, Deferred, Dropped, Ledger, Settled},
};

/// What is left of the candidates; similar ones have the same key (SD-1).
pub(super) fn dedup(candidates: Vec<Proposal>, ledger: &Ledger<'_>) -> Settled {
    let (gone, standing): (Vec<_>, Vec<_>) =
        ledger.stored.iter().partition(|stored| gives_way(stored, ledger));
    let mut settled = Settled { superseded: gone.into_iter().map(supersede).collect(), ..Settled::default() };
    for mut proposal in candidates {
        let similar: Vec<_> =
            standing.iter().copied().filter(|stored| stored.dedup_key == proposal.dedup_key).collect();
        let is_safety = ledger.is_safety(&proposal);
        if is_safety {
            close(&similar, &mut settled.superseded);
        } else if let Some(reason) = similar.iter().find_map(|stored| block(stored, ledger)) {
            settled.dropped.push(Dropped::new(proposal, reason));
            continue;
        }
        match edited_at(&proposal, ledger) {
            // OV-3: a safety change is shown at once, and the edit stands until it is answered.
            Some(_) if is_safety => proposal.consent = Consent::Ask,
            Some(when) => {
                proposal.state = ProposalState::Deferred;
                let reason = Reason::new(ReasonCode::ManualWithin24h, SpecId::new("SD-4")).fact("when", when);
                settled.deferred.push(Deferred { proposal, reason });
                continue;
            }
            None => (),
        }
        settled.proposals.push(proposal);
    }
    settled
}

/// Whether an undecided proposal makes room before anything is compared: one of a report that was corrected (SG-1), or
/// one that was postponed to be decided afresh now (OV-6).
fn gives_way(stored: &StoredProposal, ledger: &Ledger<'_>) -> bool {
    let of_corrected = ledger.corrected.as_ref().is_some_and(|session| *session == stored.trigger.reference);
    let postponed = stored.is_postponed && ledger.items.contains(&stored.item_id);
    stored.state.is_open() && (of_corrected || postponed)
}

fn supersede(stored: &StoredProposal) -> Closed {
    Closed { proposal_id: stored.id, state: Some(ProposalState::Superseded), outcome: None }
}

/// SD-3: a safety decrease supersedes what waits and ends what was accepted as insufficient.
fn close(similar: &[&StoredProposal], superseded: &mut Vec<Closed>) {
    for stored in similar {
        let closed = if stored.state.is_open() {
            supersede(stored)
        } else if is_unjudged(stored) {
            Closed { proposal_id: stored.id, state: None, outcome: Some(Outcome::Insufficient) }
        } else {
            continue;
        };
        if !superseded.contains(&closed) {
            superseded.push(closed);
        }
    }
}

fn is_unjudged(stored: &StoredProposal) -> bool {
    stored.state == ProposalState::Accepted && stored.outcome == Outcome::Pending
}

/// SD-2: why the same is not proposed again.
fn block(stored: &StoredProposal, ledger: &Ledger<'_>) -> Option<Reason> {
    const SPEC: SpecId = SpecId::new("SD-2");
    let days = ledger.limits.cooldown_days;
    let is_fresh = |at: Instant| ledger.now < at.plus_seconds(days * 86_400);
    let cools = match stored.state {
        ProposalState::Pending | ProposalState::Deferred | ProposalState::Accepted => {
            is_fresh(stored.created_at)
        }
        ProposalState::Rejected => stored.decided_at.is_some_and(is_fresh),
        ProposalState::Overridden => stored.undone_at.is_some_and(is_fresh),
        ProposalState::Draft | ProposalState::Superseded | ProposalState::Expired => false,
    };
    if cools {
        return Some(Reason::new(ReasonCode::Cooldown, SPEC).fact("days", days));
    }
    let is_unresolved = stored.state.is_open() || is_unjudged(stored);
    is_unresolved.then(|| Reason::new(ReasonCode::Unresolved, SPEC))
}

/// When a person last edited what the proposal would change, if that still stands (SD-4).
fn edited_at(proposal: &Proposal, ledger: &Ledger<'_>) -> Option<Instant> {
    let touched = |edit: &&ManualEdit| {
        edit.item_id == proposal.target.item_id
            && proposal.changes.iter().any(|change| change.field.group() == edit.group)
    };
    let stands = |at: &Instant| {
        let hours = ledger.limits.manual_hours;
        *at <= ledger.now && ledger.now <= at.plus_seconds(hours * 3600)
    };
    ledger.edits.iter().filter(touched).map(|edit| edit.at).filter(stands).max()
}
