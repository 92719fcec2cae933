//! What ends by itself: unanswered proposals, old overrides, conflicts that nobody settles (PR-10, OV-1, CF-6).

use domain::{
    dispute::{ConflictStatus, OverrideStatus, Resolution},
    person::Actor,
    plan::ItemId,
    proposal::{ProposalId, ProposalKind, Verdict},
    reason::ReasonCode,
};

use crate::{
    chain::{Chain, Moment},
    desk::{Answered, Desk},
    item::Item,
    landing::{Landing, Refusal, World},
    tuning::days,
};

/// Ends what has reached its end at this moment. Running it again changes nothing.
pub fn expire<I: Item>(chain: &Chain<I>, moment: &Moment, world: World<'_>) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    for conflict in chain.conflicts.iter().filter(|c| c.status == ConflictStatus::PendingConfirmation) {
        let asked = chain.versions.iter().find(|entry| Some(entry.version.number) == conflict.auto_version);
        let old = asked.is_some_and(|entry| {
            moment.at.seconds_since(entry.version.created_at) >= days(world.tuning.conflict_ttl_days)
        });
        if old {
            desk.settle_all(vec![conflict.clone()], Resolution::Manual, Actor::SYSTEM)?;
        }
    }
    let late: Vec<_> = desk
        .chain
        .proposals
        .iter()
        .filter(|p| p.state.is_open() && p.kind != ProposalKind::Conflict && p.expires_at <= moment.at)
        .map(|proposal| proposal.id)
        .collect();
    for id in late {
        desk.close(id, Verdict::Expired)?;
    }
    for guard in chain.overrides.iter().filter(|guard| guard.status == OverrideStatus::Active) {
        let guarded = guard.from.plus_seconds(days(world.tuning.override_guard_days));
        if guard.until.unwrap_or(guarded) <= moment.at {
            desk.end(guard.clone(), OverrideStatus::Expired);
        }
    }
    Ok(desk.finish())
}

/// The session with these items starts: offers that were good until then end (PR-10, P-26).
pub fn close_offers<I: Item>(
    chain: &Chain<I>,
    items: &[ItemId],
    is_offer: impl Fn(&domain::proposal::Proposal) -> bool,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let open = chain.proposals.iter().filter(|proposal| proposal.state.is_open() && is_offer(proposal));
    for proposal in open.filter(|proposal| items.contains(&proposal.target.item_id)) {
        desk.close(proposal.id, Verdict::Expired)?;
    }
    Ok(desk.finish())
}

/// These proposals give way to what a new run says of their session (SG-1, PR-7).
pub fn give_way<I: Item>(
    chain: &Chain<I>,
    proposals: &[ProposalId],
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let open = chain.proposals.iter().filter(|proposal| proposal.state.is_open());
    for proposal in open.filter(|proposal| proposals.contains(&proposal.id)) {
        let answer = Answered::plain(Verdict::Superseded);
        desk.decide(proposal.id, &Answered { actor: Some(Actor::SYSTEM), ..answer })?;
    }
    Ok(desk.finish())
}

impl<I: Item> Desk<'_, I> {
    fn close(&mut self, id: ProposalId, verdict: Verdict) -> Result<(), Refusal> {
        let answer = Answered::because(verdict, ReasonCode::Expired);
        self.decide(id, &Answered { actor: Some(Actor::SYSTEM), ..answer })?;
        Ok(())
    }
}
