//! Settling what waits: a version that contradicts a person is confirmed, rejected or met halfway (PV-7, OV-4, CF-6).

use domain::{
    dispute::{Conflict, ConflictStatus, OverrideStatus, Resolution},
    error::ErrorCode,
    id::Id,
    person::{Actor, ActorKind},
    plan::{AuditAction, Trigger, TriggerKind, VersionSource, VersionStatus},
    proposal::{Proposal, ProposalId, Verdict},
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use crate::{
    arbitrate::Dropped,
    bundle::{Bundle, Will},
    chain::{Chain, Moment},
    compose::shown,
    desk::{Answered, Desk, trigger},
    item::Item,
    landing::{Landing, Refusal, StatusChange, World},
};

/// Answers a version that waits for confirmation, for all that it contests (PV-7).
pub fn confirm<I: Item>(
    chain: &Chain<I>,
    number: u32,
    how: Resolution,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let Some(entry) = chain.version(number) else {
        return Err(Refusal::missing("version", number));
    };
    if entry.version.status != VersionStatus::PendingConfirmation {
        return Err(Refusal::settled("version", number));
    }
    let waiting: Vec<_> = chain
        .conflicts
        .iter()
        .filter(|c| c.auto_version == Some(number) && c.status == ConflictStatus::PendingConfirmation)
        .cloned()
        .collect();
    desk.settle_all(waiting, how, moment.actor)?;
    desk.sweep()?;
    Ok(desk.finish())
}

/// Answers one conflict, and with it those about the same of its version (CF-1, CF-6).
pub fn resolve<I: Item>(
    chain: &Chain<I>,
    id: Id<Conflict>,
    how: Resolution,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let Some(conflict) = chain.conflicts.iter().find(|conflict| conflict.id == id) else {
        return Err(Refusal::missing("conflict", id));
    };
    if conflict.status == ConflictStatus::Resolved {
        return Err(Refusal::settled("conflict", id));
    }
    let one: Vec<_> = chain.conflicts.iter().filter(|other| other.is_one_with(conflict)).cloned().collect();
    desk.settle_all(one, how, moment.actor)?;
    desk.sweep()?;
    Ok(desk.finish())
}

/// What came of settling conflicts and landing what was chosen.
pub(crate) struct Settled {
    /// The version that landed or was activated.
    pub(crate) version: Option<u32>,
    /// The proposals whose changes are in it.
    pub(crate) applied: Vec<ProposalId>,
    /// What came too late.
    pub(crate) stale: Vec<Dropped>,
}

impl<I: Item> Desk<'_, I> {
    /// The open conflict behind a question.
    pub(crate) fn question(&self, id: ProposalId) -> Result<Conflict, Refusal> {
        let open = |conflict: &&Conflict| {
            conflict.auto_proposal == Some(id) && conflict.status == ConflictStatus::PendingConfirmation
        };
        let conflict = self.chain.conflicts.iter().find(open).cloned();
        conflict.ok_or_else(|| Refusal::settled("proposal", id))
    }

    /// Settles conflicts in one way, for a confirmation or because time is up.
    pub(crate) fn settle_all(
        &mut self,
        conflicts: Vec<Conflict>,
        how: Resolution,
        by: Actor,
    ) -> Result<Option<u32>, Refusal> {
        let number = conflicts.first().and_then(|conflict| conflict.auto_version).unwrap_or_default();
        let settled: Vec<_> = conflicts.into_iter().map(|conflict| (conflict, how)).collect();
        let trigger = trigger(TriggerKind::Confirmation, number);
        Ok(self.settle(&settled, vec![], trigger, by)?.version)
    }

    /// Settles conflicts: the override has done its duty, what was chosen lands together with `others`, and the
    /// questions are answered by what came of it.
    pub(crate) fn settle(
        &mut self,
        conflicts: &[(Conflict, Resolution)],
        others: Vec<Bundle>,
        trigger: Trigger,
        by: Actor,
    ) -> Result<Settled, Refusal> {
        let mut bundles = Vec::new();
        for (conflict, how) in conflicts {
            bundles.extend(self.chosen(conflict, *how)?);
        }
        for (conflict, how) in conflicts {
            self.resolve_conflict(conflict, *how, by);
        }
        if others.is_empty()
            && let Some(number) = self.may_activate(conflicts)
        {
            self.activate(number);
            let applied = conflicts.iter().filter_map(|(conflict, _)| conflict.auto_proposal).collect();
            let settled = Settled { version: Some(number), applied, stale: vec![] };
            self.answer_questions(conflicts, &settled, by)?;
            return Ok(settled);
        }
        let source = if others.is_empty() { VersionSource::Resolution } else { VersionSource::Accepted };
        bundles.extend(others);
        let before = self.landing.dropped.len();
        let (effective, applied) = self.compose(bundles)?;
        let stale = self.landing.dropped.split_off(before);
        let version = self.land(&applied, effective, source, trigger, VersionStatus::Active)?;
        let applied = applied.iter().filter_map(|bundle| bundle.proposal).collect();
        let settled = Settled { version, applied, stale };
        self.answer_questions(conflicts, &settled, by)?;
        for one in &settled.stale {
            let open = one.proposal.filter(|id| self.chain.proposal(*id).is_some_and(|p| p.state.is_open()));
            if let Some(id) = open {
                self.decide(id, &Answered::because(Verdict::Superseded, one.reason.code))?;
            }
            self.landing.dropped.push(one.clone());
        }
        for (conflict, how) in conflicts {
            let status = match how {
                Resolution::Manual => VersionStatus::Rejected,
                _ => VersionStatus::Superseded,
            };
            if let Some(number) = conflict.auto_version {
                self.close_waiting(number, status, version);
            }
        }
        Ok(settled)
    }

    /// What an answer changes, as a bundle of the person.
    fn chosen(&self, conflict: &Conflict, how: Resolution) -> Result<Option<Bundle>, Refusal> {
        let Some(question) = conflict.auto_proposal.and_then(|id| self.chain.proposal(id)) else {
            return Ok(None);
        };
        let label = match how {
            Resolution::Manual => return Ok(None),
            Resolution::Auto => "take",
            Resolution::Compromise => "compromise",
            Resolution::LaterWins => {
                let expected = "manual, auto or compromise";
                return Err(Refusal::value(ErrorCode::InvalidConflict, "how", how, expected));
            }
        };
        let Some(way) = question.alternatives.iter().find(|way| way.label == label) else {
            return Err(Refusal::value(ErrorCode::InvalidConflict, "how", how, "manual or auto"));
        };
        let mut bundle = Bundle::of(question, &way.changes, Will::Accepted);
        let waiting = conflict.auto_version.and_then(|number| self.chain.version(number));
        let found = waiting.and_then(|entry| entry.version.reasons.iter().find(|r| r.spec == question.rule));
        bundle.reason = found.unwrap_or(&question.reason).clone();
        if how == Resolution::Compromise {
            bundle.reason = mean(&bundle, question);
        }
        Ok(Some(bundle))
    }

    fn resolve_conflict(&mut self, conflict: &Conflict, how: Resolution, by: Actor) {
        let settled = self.settled(conflict.clone(), how, by.kind);
        self.put_conflict(settled);
        for guard in self.chain.overrides.clone() {
            let named = conflict.items.iter().any(|i| (i.item_id, i.group) == (guard.item_id, guard.group));
            if named && guard.status == OverrideStatus::Active {
                self.end(guard, OverrideStatus::Resolved);
            }
        }
        let values = ("pending_confirmation".into(), how.as_str().into());
        // The system settles what nobody answered in time (CF-6).
        let reason = if by.kind == ActorKind::System { ReasonCode::Expired.as_str() } else { how.as_str() };
        self.audit(AuditAction::ConflictResolved, conflict.id.to_string(), values, reason);
    }

    /// The waiting version that can come into force as it is: taken as a whole, and its parent still in force (PV-7).
    fn may_activate(&self, conflicts: &[(Conflict, Resolution)]) -> Option<u32> {
        let number = conflicts.first()?.0.auto_version?;
        let all = |(conflict, how): &(Conflict, Resolution)| {
            conflict.auto_version == Some(number) && *how == Resolution::Auto
        };
        let questions = self.chain.conflicts.iter().filter(|c| c.auto_version == Some(number)).count();
        let version = &self.chain.version(number)?.version;
        let waits = version.status == VersionStatus::PendingConfirmation;
        let current = version.parent == Some(self.chain.plan.active_version);
        (conflicts.iter().all(all) && questions == conflicts.len() && waits && current).then_some(number)
    }

    fn activate(&mut self, number: u32) {
        self.retire(number);
        self.set_status(StatusChange {
            number,
            status: VersionStatus::Active,
            superseded_by: None,
            activated_at: Some(self.moment.at),
        });
    }

    /// The question of each conflict gets the answer that came of it.
    fn answer_questions(
        &mut self,
        conflicts: &[(Conflict, Resolution)],
        settled: &Settled,
        by: Actor,
    ) -> Result<(), Refusal> {
        for (conflict, how) in conflicts {
            let Some(id) = conflict.auto_proposal else { continue };
            let stale = settled.stale.iter().any(|one| one.proposal == Some(id));
            let (verdict, alternative) = match how {
                _ if stale => (Verdict::Superseded, None),
                Resolution::Auto => (Verdict::Accepted, Some(1)),
                Resolution::Compromise => (Verdict::Accepted, Some(2)),
                _ if by.kind == ActorKind::System => (Verdict::Expired, None),
                _ => (Verdict::Rejected, Some(0)),
            };
            let version = settled.version.filter(|_| verdict == Verdict::Accepted);
            let answer = match verdict {
                Verdict::Expired => Answered::because(verdict, ReasonCode::Expired),
                _ => Answered::plain(verdict),
            };
            self.decide(id, &Answered { alternative, version, actor: Some(by), ..answer })?;
        }
        Ok(())
    }
}

/// Between which values a compromise is the mean.
fn mean(bundle: &Bundle, question: &Proposal) -> Reason {
    let reason = Reason::new(ReasonCode::Compromise, SpecId::new("OV-5"));
    let Some(primary) = bundle.primary() else { return reason };
    let taken = question.changes.iter().find(|change| change.field == primary.field);
    let auto = taken.map_or(&primary.new, |taken| &taken.new);
    reason.fact("manual", shown(&primary.old, primary.field)).fact("auto", shown(auto, primary.field))
}
