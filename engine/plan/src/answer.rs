//! Answers to proposals: what is accepted lands in one version, the rest is kept as said (PR-5, PR-8, PR-9, OV-7, SL-6).

use std::ops::RangeInclusive;

use domain::{
    change::Change,
    dispute::{Conflict, OverrideScope, Resolution},
    error::ErrorCode,
    law::Check,
    plan::{AuditAction, PlanItem, TriggerKind},
    proposal::{Proposal, ProposalId, ProposalKind, ProposalState, RejectionReason, Verdict},
    reason::{Reason, ReasonCode},
};

use crate::{
    arbitrate::arbitrate,
    bundle::{Bundle, Will},
    chain::{Chain, Moment},
    desk::{Answered, Desk, trigger},
    item::Item,
    landing::{Landing, Refusal, World},
    tuning::days,
};

/// OV-7: for how many days a value may be kept as it is.
pub const KEEP_DAYS: RangeInclusive<u32> = 1..=60;

/// What a person says to a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Yes, in this way; without a number the preselected one.
    Accept {
        /// Which alternative, from 0.
        alternative: Option<u8>,
    },
    /// No.
    Reject {
        /// Why, in a word.
        reason: Option<RejectionReason>,
        /// Why, in the person's words.
        note: Option<String>,
    },
    /// Later.
    Defer,
    /// Leave it as it is for some days (OV-7).
    Keep {
        /// 1..60; without a number the default.
        days: Option<u32>,
    },
}

/// A proposal and what is said to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Which proposal.
    pub proposal: ProposalId,
    /// What is said.
    pub reply: Reply,
}

/// What came of one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Done, in this version if it changed the plan.
    Done(Option<u32>),
    /// It had been accepted before, in this version; nothing changed (PR-8).
    Already(Option<u32>),
    /// It did not land; a stale one is closed, another stays open.
    Dropped(Reason),
}

/// What came of a request that answers proposals.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers<I = PlanItem> {
    /// What changes.
    pub landing: Landing<I>,
    /// What came of each answer, in their order.
    pub effects: Vec<(ProposalId, Effect)>,
}

impl<I> Answers<I> {
    /// Whether the request came too late as a whole: every proposal that was to be accepted is stale (PR-8).
    pub fn is_stale(&self) -> bool {
        let stale =
            |effect: &Effect| matches!(effect, Effect::Dropped(reason) if reason.code == ReasonCode::Stale);
        !self.effects.is_empty() && self.effects.iter().all(|(_, effect)| stale(effect))
    }
}

/// Answers one or more proposals; what is accepted lands in one version (PR-8).
pub fn answer<I: Item>(
    chain: &Chain<I>,
    answers: &[Answer],
    moment: &Moment,
    world: World<'_>,
) -> Result<Answers<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let mut effects: Vec<(ProposalId, Effect)> = Vec::new();
    let mut accepted = Accepted::default();
    for Answer { proposal: id, reply } in answers {
        if effects.iter().any(|(known, _)| known == id) {
            let expected = "each proposal once in one request";
            return Err(Refusal::value(ErrorCode::BadValue, "proposal", id, expected));
        }
        let Some(proposal) = chain.proposal(*id) else {
            return Err(Refusal::missing("proposal", id));
        };
        let effect = match accepted_before(chain, proposal, reply) {
            Some(first) => first,
            None => desk.take(proposal, reply, &mut accepted)?,
        };
        effects.push((*id, effect));
    }
    let landed = desk.land_accepted(accepted)?;
    for (id, effect) in landed {
        if let Some(place) = effects.iter().position(|(known, _)| *known == id) {
            effects[place].1 = effect;
        }
    }
    desk.sweep()?;
    Ok(Answers { landing: desk.finish(), effects })
}

/// PR-8: accepting again what is accepted gives the first result again.
fn accepted_before<I: Item>(chain: &Chain<I>, proposal: &Proposal, reply: &Reply) -> Option<Effect> {
    let Reply::Accept { alternative } = reply else { return None };
    let first = chain.decisions.iter().rev().find(|decision| decision.proposal_id == proposal.id)?;
    let same = alternative.is_none() || *alternative == first.alternative;
    (proposal.state == ProposalState::Accepted && same).then_some(Effect::Already(first.version))
}

/// The alternative that is meant, and its changes.
fn way(proposal: &Proposal, alternative: Option<u8>) -> Result<(Option<u8>, Vec<Change>), Refusal> {
    let ways = &proposal.alternatives;
    let Some(index) = alternative.map(usize::from).or_else(|| ways.iter().position(|way| way.preselected))
    else {
        return Ok((None, proposal.changes.clone()));
    };
    if let (Some(way), Ok(index)) = (ways.get(index), u8::try_from(index)) {
        return Ok((Some(index), way.changes.clone()));
    }
    let expected = format!("0..{}", ways.len().saturating_sub(1));
    Err(Refusal::value(ErrorCode::BadValue, "alternative", index, expected))
}

/// What a request accepts: bundles with the alternative that was chosen, and conflicts with how they are settled.
#[derive(Default)]
struct Accepted {
    bundles: Vec<(Bundle, Option<u8>)>,
    settled: Vec<(Conflict, Resolution)>,
}

impl<I: Item> Desk<'_, I> {
    /// Takes one answer: a refusal or delay at once, an acceptance into `bundles`.
    fn take(
        &mut self,
        proposal: &Proposal,
        reply: &Reply,
        accepted: &mut Accepted,
    ) -> Result<Effect, Refusal> {
        let id = proposal.id;
        match reply {
            Reply::Accept { alternative } => {
                let (alternative, changes) = way(proposal, *alternative)?;
                if !proposal.state.is_open() {
                    return Err(Refusal::closed(id, proposal.state));
                }
                if proposal.kind == ProposalKind::Conflict {
                    let how = match alternative {
                        None | Some(0) => Resolution::Manual,
                        Some(1) => Resolution::Auto,
                        Some(_) => Resolution::Compromise,
                    };
                    accepted.settled.push((self.question(id)?, how));
                } else if changes.iter().all(|change| change.field.is_beside_plan()) {
                    // Targets (NT-7), lighter sessions (P-48, A-20) and how many there are follow elsewhere; the plan stays.
                    self.decide(id, &Answered { alternative, ..Answered::plain(Verdict::Accepted) })?;
                } else {
                    let bundle = Bundle::of(proposal, &changes, Will::Accepted);
                    accepted.bundles.push((bundle, alternative));
                }
            }
            Reply::Reject { .. } | Reply::Keep { .. } if proposal.kind == ProposalKind::Conflict => {
                accepted.settled.push((self.question(id)?, Resolution::Manual));
            }
            Reply::Reject { reason, note } => {
                let answer = Answered::plain(Verdict::Rejected);
                self.decide(id, &Answered { reason_code: *reason, note: note.clone(), ..answer })?;
            }
            Reply::Defer => {
                self.decide(id, &Answered::plain(Verdict::Deferred))?;
            }
            Reply::Keep { days } => self.keep(proposal, *days)?,
        }
        Ok(Effect::Done(None))
    }

    /// OV-7: the value in force is guarded for some days.
    fn keep(&mut self, proposal: &Proposal, given: Option<u32>) -> Result<(), Refusal> {
        let long = given.unwrap_or(self.world.tuning.keep_days);
        let mut check = Check::default();
        check.inside(ErrorCode::InvalidOverride, "keep_days", long, KEEP_DAYS);
        check.finish()?;
        self.decide(
            proposal.id,
            &Answered { reason_code: Some(RejectionReason::NotNow), ..Answered::plain(Verdict::Rejected) },
        )?;
        let as_is: Vec<_> = proposal
            .changes
            .iter()
            .filter_map(|change| {
                let item = self.chain.item(change.target.item_id)?;
                let current = item.value(change.target.set_id, change.field)?;
                Some(Change { old: current.clone(), new: current, ..change.clone() })
            })
            .collect();
        let version = self.chain.plan.active_version;
        let until = self.moment.at.plus_seconds(days(long));
        self.guard_until(&as_is, OverrideScope::Plan, Some(version), "keep", Some(until));
        self.note(AuditAction::Override, &as_is, "keep");
        Ok(())
    }

    /// Lands what was accepted and what settles conflicts, in one version (PV-8).
    fn land_accepted(&mut self, accepted: Accepted) -> Result<Vec<(ProposalId, Effect)>, Refusal> {
        let Accepted { bundles, settled } = accepted;
        let ways: Vec<_> = bundles.iter().map(|(bundle, way)| (bundle.proposal, *way)).collect();
        let bundles = bundles.into_iter().map(|(bundle, _)| bundle).collect();
        let (kept, dropped) = arbitrate(bundles, self.chain.effective(), self.world.facts);
        let mut effects = Vec::new();
        for one in dropped {
            effects.extend(one.proposal.map(|id| (id, Effect::Dropped(one.reason.clone()))));
            self.landing.dropped.push(one);
        }
        let trigger = trigger(TriggerKind::DecisionBatch, self.moment.trace_id.as_str());
        let landed = self.settle(&settled, kept, trigger, self.moment.actor)?;
        for one in &landed.stale {
            if let Some(id) = one.proposal {
                effects.push((id, Effect::Dropped(one.reason.clone())));
            }
        }
        let applied = landed.applied.clone();
        for id in landed.applied {
            let way = ways.iter().find(|(known, _)| *known == Some(id)).and_then(|(_, way)| *way);
            let is_open = self.chain.proposal(id).is_some_and(|proposal| proposal.state.is_open());
            if is_open {
                let answer = Answered::plain(Verdict::Accepted);
                self.decide(id, &Answered { alternative: way, version: landed.version, ..answer })?;
            }
            effects.push((id, Effect::Done(landed.version)));
        }
        self.close_replaced(&applied)?;
        Ok(effects)
    }
}
