//! The desk at which one request is put together: the chain as it will be, and what changed on the way (PV-12).

use std::collections::BTreeMap;

use domain::{
    change::Value,
    dispute::{Conflict, ConflictStatus, Override, Resolution},
    error::ErrorCode,
    id::Id,
    law::Valid,
    person::{Actor, ActorKind},
    plan::{
        AuditAction, AuditLine, ItemId, ItemRow, PlanStatus, PlanVersion, Planned, RowEvent, SummaryLine,
        Trigger, TriggerKind, VersionId, VersionSource, VersionStatus,
    },
    progress::ProgressRecord,
    proposal::{
        Decision, Outcome, Proposal, ProposalId, ProposalKind, ProposalState, RejectionReason, Verdict,
    },
    reason::{Reason, ReasonCode},
    time::Instant,
};

use crate::{
    arbitrate::Dropped,
    bundle::Bundle,
    chain::{Chain, Entry, Moment, effective_hash, item, upsert},
    compose::{compose_one, doubled},
    item::Item,
    landing::{Landing, Refusal, StatusChange, World},
    summary::{event_of, line},
};

/// Where one request is put together: the chain as it will be, and what changed on the way.
pub(crate) struct Desk<'a, I> {
    pub(crate) chain: Chain<I>,
    pub(crate) moment: &'a Moment,
    pub(crate) world: World<'a>,
    pub(crate) landing: Landing<I>,
}

/// What a new version is made of.
pub(crate) struct Draft<I> {
    pub(crate) parent: Option<u32>,
    pub(crate) status: VersionStatus,
    pub(crate) source: VersionSource,
    pub(crate) trigger: Trigger,
    pub(crate) reasons: Vec<Reason>,
    pub(crate) effective: Vec<I>,
    pub(crate) rows: BTreeMap<ItemId, RowFacts>,
}

/// What a row says beside what changed.
#[derive(Debug, Clone)]
pub(crate) struct RowFacts {
    pub(crate) event: RowEvent,
    pub(crate) line: SummaryLine,
    pub(crate) proposals: Vec<ProposalId>,
    pub(crate) progress_id: Option<Id<ProgressRecord>>,
}

impl<'a, I: Item> Desk<'a, I> {
    /// A desk for a request on an active plan.
    pub(crate) fn new(chain: &Chain<I>, moment: &'a Moment, world: World<'a>) -> Result<Self, Refusal> {
        if chain.plan.status == PlanStatus::Archived {
            return Err(Refusal::archived(&chain.plan.title));
        }
        let landing = Landing {
            plan: chain.plan.clone(),
            versions: vec![],
            statuses: vec![],
            proposals: vec![],
            decisions: vec![],
            overrides: vec![],
            conflicts: vec![],
            audit: vec![],
            events: vec![],
            dropped: vec![],
        };
        Ok(Self { chain: chain.clone(), moment, world, landing })
    }

    pub(crate) fn finish(self) -> Landing<I> {
        self.landing
    }

    /// Applies bundles to the effective plan, in their order, each whole; what is stale or gone is dropped.
    ///
    /// The bundles that were applied are returned with the plan that results.
    pub(crate) fn compose(&mut self, bundles: Vec<Bundle>) -> Result<(Vec<I>, Vec<Bundle>), Refusal> {
        let mut plan = self.chain.effective().to_vec();
        let mut applied = Vec::with_capacity(bundles.len());
        for bundle in bundles {
            match compose_one(&plan, &bundle)? {
                Ok(next) => {
                    plan = next;
                    applied.push(bundle);
                }
                Err(reason) => self.landing.dropped.push(Dropped::new(&bundle, reason)),
            }
        }
        Ok((plan, applied))
    }

    /// Lands bundles as one version, unless nothing remains (PV-8).
    pub(crate) fn land(
        &mut self,
        bundles: &[Bundle],
        effective: Vec<I>,
        source: VersionSource,
        trigger: Trigger,
        status: VersionStatus,
    ) -> Result<Option<u32>, Refusal> {
        if bundles.is_empty() {
            return Ok(None);
        }
        let mut rows: BTreeMap<ItemId, RowFacts> = BTreeMap::new();
        for bundle in bundles {
            for id in bundle.items() {
                let line = line(bundle, id, &effective, self.chain.effective(), self.world.facts);
                let facts = rows.entry(id).or_insert_with(|| RowFacts {
                    event: event_of(bundle),
                    line,
                    proposals: vec![],
                    progress_id: bundle.progress_id,
                });
                facts.proposals.extend(bundle.proposal);
                facts.progress_id = facts.progress_id.or(bundle.progress_id);
            }
        }
        let reasons = bundles.iter().map(|bundle| bundle.reason.clone()).collect();
        let parent = self.chain.active().map(|entry| entry.version.number);
        self.write(Draft { parent, status, source, trigger, reasons, effective, rows })
    }

    /// Writes a version with its rows; an active one takes the place of the former. No difference, no version.
    pub(crate) fn write(&mut self, draft: Draft<I>) -> Result<Option<u32>, Refusal> {
        let number = self.chain.versions.last().map_or(1, |entry| entry.version.number + 1);
        let plan_id = self.chain.plan.id;
        let id = VersionId::derive(&["version", &plan_id.to_string(), &number.to_string()]);
        let before = draft.parent.and_then(|parent| self.chain.version(parent));
        let before = before.map_or(&[][..], |entry| &entry.version.effective);
        let rows = rows(before, &draft, id, self.moment.at);
        if rows.is_empty() {
            return Ok(None);
        }
        let summary =
            rows.iter().filter_map(|row| draft.rows.get(&row.item_id)).map(|facts| facts.line.clone());
        let active = draft.status == VersionStatus::Active;
        let version = PlanVersion {
            id,
            plan_id,
            number,
            parent: draft.parent,
            status: draft.status,
            source: draft.source,
            actor: if draft.source == VersionSource::Auto { Actor::SYSTEM } else { self.moment.actor },
            trigger: draft.trigger,
            reasons: draft.reasons,
            summary: summary.collect(),
            effective_hash: effective_hash(&draft.effective),
            effective: draft.effective,
            trace_id: self.moment.trace_id.clone(),
            created_at: self.moment.at,
            zone: self.moment.zone.clone(),
            local_date: self.moment.local_date(),
            activated_at: active.then_some(self.moment.at),
            superseded_by: None,
        };
        let version = Valid::new(version)?.into_inner();
        I::check_together(&version.effective)?;
        if let Some(key) = doubled(before, &version.effective) {
            let expected = "an exercise that no other rolling item has";
            return Err(Refusal::value(ErrorCode::InvalidItem, "exercise_key", key, expected));
        }
        if active {
            self.retire(number);
        }
        let entry = Entry { version, rows };
        self.chain.versions.push(entry.clone());
        self.landing.versions.push(entry);
        Ok(Some(number))
    }

    /// The active version gives way to `number`.
    pub(crate) fn retire(&mut self, number: u32) {
        if let Some(active) = self.chain.active() {
            let (former, activated_at) = (active.version.number, active.version.activated_at);
            self.set_status(StatusChange {
                number: former,
                status: VersionStatus::Superseded,
                superseded_by: Some(number),
                activated_at,
            });
        }
        self.chain.plan.active_version = number;
        self.landing.plan.active_version = number;
    }

    /// Another status for a version that is there.
    pub(crate) fn set_status(&mut self, change: StatusChange) {
        for entries in [&mut self.chain.versions, &mut self.landing.versions] {
            for entry in entries.iter_mut().filter(|entry| entry.version.number == change.number) {
                entry.version.status = change.status;
                entry.version.superseded_by = change.superseded_by;
                entry.version.activated_at = change.activated_at;
            }
        }
        if !self.landing.versions.iter().any(|entry| entry.version.number == change.number) {
            upsert(&mut self.landing.statuses, &[change], |change| change.number);
        }
    }

    /// Stores a proposal as it is now.
    pub(crate) fn put_proposal(&mut self, proposal: Proposal) {
        upsert(&mut self.chain.proposals, std::slice::from_ref(&proposal), |proposal| proposal.id);
        upsert(&mut self.landing.proposals, &[proposal], |proposal| proposal.id);
    }

    /// Stores an override as it is now.
    pub(crate) fn put_override(&mut self, guard: Override) {
        upsert(&mut self.chain.overrides, std::slice::from_ref(&guard), |guard| guard.id);
        upsert(&mut self.landing.overrides, &[guard], |guard| guard.id);
    }

    /// Stores a conflict as it is now.
    pub(crate) fn put_conflict(&mut self, conflict: Conflict) {
        upsert(&mut self.chain.conflicts, std::slice::from_ref(&conflict), |conflict| conflict.id);
        upsert(&mut self.landing.conflicts, &[conflict], |conflict| conflict.id);
    }

    /// Answers a proposal and keeps the answer (PR-5, PR-9).
    pub(crate) fn decide(&mut self, id: ProposalId, answer: &Answered) -> Result<(), Refusal> {
        let Some(mut proposal) = self.chain.proposal(id).cloned() else {
            return Err(Refusal::missing("proposal", id));
        };
        let (before, next) = (proposal.state, state_of(answer.verdict));
        proposal.state = proposal.state.step(next).map_err(|error| Refusal::closed(id, error.from))?;
        proposal.decided_at = Some(self.moment.at);
        if let Some(outcome) = answer.outcome {
            proposal.outcome = outcome;
        }
        let decision = Decision {
            id: Id::derive(&[
                "decision",
                self.moment.trace_id.as_str(),
                &id.to_string(),
                answer.verdict.as_str(),
            ]),
            proposal_id: id,
            verdict: answer.verdict,
            alternative: answer.alternative,
            actor: answer.actor.unwrap_or(self.moment.actor),
            reason_code: answer.reason_code,
            note: answer.note.clone(),
            at: self.moment.at,
            version: answer.version,
            trace_id: self.moment.trace_id.clone(),
        };
        let reason = decision.note.clone().or(decision.reason_code.map(|reason| reason.to_string()));
        let reason = reason.filter(|reason| !reason.is_empty()).unwrap_or_else(|| answer.verdict.to_string());
        let values = (before.as_str().into(), answer.verdict.as_str().into());
        let actor = decision.actor;
        let is_question = proposal.kind == ProposalKind::Conflict;
        self.put_proposal(proposal);
        self.chain.decisions.push(decision.clone());
        self.landing.decisions.push(decision);
        self.audit_by(actor, AuditAction::Decision, id.to_string(), values, &reason);
        // A question that is put off still waits (CF-6).
        if is_question && answer.verdict != Verdict::Deferred {
            self.close_conflict(id);
        }
        Ok(())
    }

    /// A question that was closed in another way than by its answer leaves no conflict open (CF-6).
    fn close_conflict(&mut self, question: ProposalId) {
        let open = |conflict: &&Conflict| {
            conflict.auto_proposal == Some(question) && conflict.status == ConflictStatus::PendingConfirmation
        };
        let Some(conflict) = self.chain.conflicts.iter().find(open).cloned() else { return };
        let version = conflict.auto_version;
        let settled = self.settled(conflict, Resolution::Manual, ActorKind::System);
        self.put_conflict(settled);
        if let Some(number) = version {
            self.close_waiting(number, VersionStatus::Rejected, None);
        }
    }

    /// A version that waited is closed once nothing of it is contested any more; only a superseded one has another in
    /// its place (PV-7).
    pub(crate) fn close_waiting(&mut self, number: u32, status: VersionStatus, by: Option<u32>) {
        let open = |conflict: &Conflict| {
            conflict.auto_version == Some(number) && conflict.status == ConflictStatus::PendingConfirmation
        };
        let waits = self.chain.version(number).map(|entry| entry.version.status);
        if waits == Some(VersionStatus::PendingConfirmation) && !self.chain.conflicts.iter().any(open) {
            let superseded_by = by.filter(|_| status == VersionStatus::Superseded);
            self.set_status(StatusChange { number, status, superseded_by, activated_at: None });
        }
    }

    /// Appends an audit line (PV-11).
    pub(crate) fn audit(
        &mut self,
        action: AuditAction,
        target: String,
        change: (Value, Value),
        reason: &str,
    ) {
        self.audit_by(self.moment.actor, action, target, change, reason);
    }

    /// The same for what somebody else than the caller did.
    fn audit_by(
        &mut self,
        actor: Actor,
        action: AuditAction,
        target: String,
        change: (Value, Value),
        reason: &str,
    ) {
        // Several landings of one trigger count on, so that no two lines share an id.
        let trace = &self.moment.trace_id;
        let count = self.chain.audit.iter().filter(|line| line.trace_id == *trace).count().to_string();
        let line = AuditLine {
            id: Id::derive(&["audit", self.moment.trace_id.as_str(), &count]),
            plan_id: Some(self.chain.plan.id),
            version: self.landing.versions.last().map(|entry| entry.version.number),
            actor,
            action,
            target,
            before: change.0,
            after: change.1,
            reason: reason.to_owned(),
            trace_id: self.moment.trace_id.clone(),
            at: self.moment.at,
        };
        self.chain.audit.push(line.clone());
        self.landing.audit.push(line);
    }
}

/// An answer to a proposal.
#[derive(Debug, Clone)]
pub(crate) struct Answered {
    pub(crate) verdict: Verdict,
    pub(crate) actor: Option<Actor>,
    pub(crate) alternative: Option<u8>,
    pub(crate) reason_code: Option<RejectionReason>,
    pub(crate) note: Option<String>,
    pub(crate) version: Option<u32>,
    pub(crate) outcome: Option<Outcome>,
}

impl Answered {
    /// An answer of which nothing but the verdict is to be said.
    pub(crate) const fn plain(verdict: Verdict) -> Self {
        Self {
            verdict,
            actor: None,
            alternative: None,
            reason_code: None,
            note: None,
            version: None,
            outcome: None,
        }
    }

    /// The same with the reason in a word.
    pub(crate) fn because(verdict: Verdict, reason: ReasonCode) -> Self {
        Self { note: Some(reason.to_string()), ..Self::plain(verdict) }
    }
}

const fn state_of(verdict: Verdict) -> ProposalState {
    match verdict {
        Verdict::Accepted => ProposalState::Accepted,
        Verdict::Rejected => ProposalState::Rejected,
        Verdict::Deferred => ProposalState::Deferred,
        Verdict::Overridden => ProposalState::Overridden,
        Verdict::Superseded => ProposalState::Superseded,
        Verdict::Expired => ProposalState::Expired,
    }
}

/// What changed between two plans, one row per item (PV-6).
fn rows<I: Item>(before: &[I], draft: &Draft<I>, version_id: VersionId, at: Instant) -> Vec<ItemRow<I>> {
    let mut ids: Vec<_> = before.iter().chain(&draft.effective).map(Planned::item_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut rows = Vec::new();
    for id in ids {
        let (old, new) = (item(before, id), item(&draft.effective, id));
        let changes = match (old, new) {
            (Some(old), Some(new)) => old.diff(new),
            _ => vec![],
        };
        let Some(shown) = new.or(old).filter(|_| old != new) else { continue };
        let facts = draft.rows.get(&id);
        rows.push(ItemRow {
            version_id,
            item_id: id,
            event_type: facts.map_or(RowEvent::Structure, |facts| facts.event),
            changes,
            before: old.cloned(),
            after: new.cloned(),
            proposals: facts.map_or_else(Vec::new, |facts| facts.proposals.clone()),
            progress_id: facts.and_then(|facts| facts.progress_id),
            slot_date: shown.slot_date(),
            slot_time: shown.slot_time(),
            created_at: at,
        });
    }
    rows
}

/// A trigger with the thing that it refers to.
pub(crate) fn trigger(kind: TriggerKind, reference: impl ToString) -> Trigger {
    Trigger { kind, reference: reference.to_string() }
}
