//! What engines found in a report, or at another time: applied, asked, put off or contested (P-4, PV-8, CF-4, OV-6).

use domain::{
    change::{Change, Field, FieldGroup, Target},
    dispute::Resolution,
    id::Id,
    law::Valid,
    person::{Actor, ActorKind},
    plan::{AuditAction, ItemId, Trigger, TriggerKind, VersionSource, VersionStatus},
    progress::ProgressRecord,
    proposal::{
        Alternative, Consent, Draft, EngineName, Occasion, Outcome, Proposal, ProposalKind, ProposalState,
        Verdict, dedup_key,
    },
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use crate::{
    arbitrate::{Dropped, arbitrate},
    bundle::{Bundle, Will},
    chain::{Chain, Moment},
    compose::compose_one,
    desk::{Answered, Desk, trigger},
    guard::{Fate, Objection, fate},
    item::Item,
    landing::{Landing, Refusal, World},
};

/// What the engines made of one trigger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// What set it off.
    pub trigger: TriggerKind,
    /// The session or job behind it.
    pub reference: String,
    /// What is proposed, to be applied or asked.
    pub proposals: Vec<Proposal>,
    /// Every item that was decided, held ones too.
    pub judged: Vec<Judged>,
}

/// One decision of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The item.
    pub item_id: ItemId,
    /// The record of the decision.
    pub record: Id<ProgressRecord>,
    /// The version whose targets were frozen into the session.
    pub plan_version: u32,
}

/// Lands what may be applied, in one version; stores what has to be asked; puts off or asks about what contradicts a
/// person (PV-8, PV-12).
pub fn report<I: Item>(
    chain: &Chain<I>,
    batch: Batch,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let Batch { trigger: kind, reference, proposals, judged } = batch;
    desk.make_way(&proposals, &judged)?;
    let mut automatic = Vec::new();
    for proposal in proposals {
        let proposal = Valid::new(proposal)?.into_inner();
        let mut bundle = Bundle::of(&proposal, &proposal.changes, Will::Automatic);
        let (consent, item) = (proposal.consent, proposal.target.item_id);
        let is_unresolved = desk.has_unresolved(&proposal);
        desk.put_proposal(proposal);
        if consent == Consent::Ask && is_unresolved && !bundle.is_safety(world.facts) {
            let reason = Reason::new(ReasonCode::Unresolved, SpecId::new("PR-7"));
            desk.give_up(vec![Dropped::new(&bundle, reason)])?;
        } else if consent == Consent::Auto {
            let own = judged.iter().find(|judged| judged.item_id == item);
            bundle.progress_id = own.map(|judged| judged.record);
            automatic.push(bundle);
        } else {
            desk.ask_if_possible(&bundle)?;
        }
    }
    let trigger = trigger(kind, &reference);
    match kind {
        TriggerKind::ReportCorrection => desk.start_over(&mut automatic, &judged, &trigger)?,
        _ => desk.merge_same_day(&mut automatic, &judged, &trigger)?,
    }
    let (kept, dropped) = arbitrate(automatic, desk.chain.effective(), world.facts);
    desk.give_up(dropped)?;
    let (mut free, mut contested) = (Vec::new(), Vec::new());
    for bundle in kept {
        match fate(&bundle, &desk.chain, moment.at, world) {
            Fate::Free => free.push(bundle),
            Fate::Postponed(objection) => desk.postpone(&bundle, objection)?,
            Fate::Contested(objection) => contested.push((bundle, objection)),
        }
    }
    desk.apply(free, &trigger)?;
    desk.contest(contested, trigger)?;
    desk.sweep()?;
    Ok(desk.finish())
}

impl<I: Item> Desk<'_, I> {
    /// PR-7, OV-6: a new level proposal takes the place of an undecided one of its item, a safety decrease that of
    /// its key, and what was put off until the next session is not replayed.
    fn make_way(&mut self, proposals: &[Proposal], judged: &[Judged]) -> Result<(), Refusal> {
        // The question of a conflict is the proposal of an engine, too.
        let levels = |proposal: &Proposal| proposal.engine == EngineName::LevelProgression;
        let outdated = self.chain.proposals.iter().filter(|old| old.state.is_open()).filter(|old| {
            let again = proposals.iter().any(|new| {
                let same_item = new.target.item_id == old.target.item_id;
                new.dedup_key == old.dedup_key || (levels(new) && levels(old) && same_item)
            });
            let put_off = old.state == ProposalState::Deferred
                && old.consent == Consent::Auto
                && judged.iter().any(|judged| judged.item_id == old.target.item_id);
            again || put_off
        });
        for id in outdated.map(|old| old.id).collect::<Vec<_>>() {
            self.decide(
                id,
                &Answered { actor: Some(Actor::SYSTEM), ..Answered::plain(Verdict::Superseded) },
            )?;
        }
        Ok(())
    }

    /// PR-7: whether later sessions have still to say whether the same change was right, which was accepted before.
    /// Level decisions are not subject to this, nor are meals, lighter sessions (P-48) and what a report proposed,
    /// which no session judges.
    fn has_unresolved(&self, proposal: &Proposal) -> bool {
        let is_level = matches!(proposal.kind, ProposalKind::LevelChange | ProposalKind::RangeChange);
        let is_unjudged =
            matches!(proposal.engine, EngineName::MealPlanner | EngineName::MissModel | EngineName::System);
        let is_free = is_level || is_unjudged;
        let waits = |old: &&Proposal| old.state == ProposalState::Accepted && old.outcome == Outcome::Pending;
        let mut waiting = self.chain.proposals.iter().filter(waits);
        !is_free && waiting.any(|old| old.dedup_key == proposal.dedup_key)
    }

    /// PV-3: nobody is asked about an exercise that the plan has already.
    fn ask_if_possible(&mut self, bundle: &Bundle) -> Result<(), Refusal> {
        let exchanges = bundle.changes.iter().any(|change| change.field == Field::Variation);
        match compose_one(self.chain.effective(), bundle) {
            Ok(Err(reason)) if exchanges && reason.code == ReasonCode::AlreadySelected => {
                self.give_up(vec![Dropped::new(bundle, reason)])
            }
            _ => Ok(()),
        }
    }

    /// CF-4: of two decisions on one target on one day the later counts, from the target that both were judged by.
    fn merge_same_day(
        &mut self,
        bundles: &mut Vec<Bundle>,
        judged: &[Judged],
        trigger: &Trigger,
    ) -> Result<(), Refusal> {
        let today = self.moment.local_date();
        for one in judged {
            let earlier = self.chain.versions.iter().find_map(|entry| {
                let version = &entry.version;
                let other = version.trigger.kind == TriggerKind::SessionReport
                    && version.trigger.reference != trigger.reference;
                let today = version.local_date == today && version.number > one.plan_version;
                let automatic = version.source == VersionSource::Auto && entry.has_landed();
                let row = entry.rows.iter().find(|row| row.item_id == one.item_id)?;
                let volume = row.changes.iter().any(|change| change.field.group() == FieldGroup::Volume);
                // CF-5: of two records of one instant the larger id is the later.
                let later = row.created_at < self.moment.at || row.progress_id < Some(one.record);
                (other && today && automatic && volume && later).then(|| row.before.clone()).flatten()
            });
            if let Some(common) = earlier {
                let reason = Reason::new(ReasonCode::SameDayMerge, SpecId::new("CF-4"));
                self.rebase(bundles, one, &common, reason, trigger)?;
            }
        }
        Ok(())
    }

    /// P-4: a correction takes back what the first report changed, as far as it still stands, and decides anew.
    fn start_over(
        &mut self,
        bundles: &mut Vec<Bundle>,
        judged: &[Judged],
        trigger: &Trigger,
    ) -> Result<(), Refusal> {
        for one in judged {
            let first = self.chain.versions.iter().rev().find_map(|entry| {
                let same = entry.version.trigger.reference == trigger.reference && entry.has_landed();
                let row = entry.rows.iter().find(|row| row.item_id == one.item_id)?;
                let current = self.chain.item(one.item_id)?;
                let fresh = row.changes.iter().all(|change| {
                    current.value(change.target.set_id, change.field).as_ref() == Some(&change.new)
                });
                let before = row.before.clone().filter(|_| same && fresh)?;
                Some((before, entry.version.number))
            });
            if let Some((before, number)) = first {
                let reason = Reason::new(ReasonCode::Undo, SpecId::new("P-4")).fact("n", number);
                self.rebase(bundles, one, &before, reason, trigger)?;
            }
        }
        Ok(())
    }

    /// Replaces the bundle of a judged item by one that leads from the plan in force to what the decision makes of
    /// `base`; a hold makes `base` itself.
    fn rebase(
        &mut self,
        bundles: &mut Vec<Bundle>,
        one: &Judged,
        base: &I,
        reason: Reason,
        trigger: &Trigger,
    ) -> Result<(), Refusal> {
        let place = bundles.iter().position(|bundle| bundle.items() == [one.item_id]);
        let own = place.map(|place| bundles.remove(place));
        let wanted = match &own {
            None => base.clone(),
            Some(bundle) => {
                let Ok(mut items) = compose_one(std::slice::from_ref(base), bundle)? else {
                    // The decision was made on other targets: it stands by itself.
                    bundles.extend(own);
                    return Ok(());
                };
                items.remove(0)
            }
        };
        let Some(current) = self.chain.item(one.item_id) else { return Ok(()) };
        let changes = current.changes_to(&wanted, &self.moment.trace_id);
        if changes.is_empty() {
            return own
                .and_then(|bundle| bundle.proposal)
                .map_or(Ok(()), |id| self.decide(id, &Answered::because(Verdict::Superseded, reason.code)));
        }
        let bundle = if let Some(bundle) = own {
            let merged = reason.code == ReasonCode::SameDayMerge;
            let reason = if merged { reason } else { bundle.reason.clone() };
            let bundle = Bundle { changes, reason, seed: self.moment.trace_id.clone(), ..bundle };
            if let Some(mut proposal) = bundle.proposal.and_then(|id| self.chain.proposal(id).cloned()) {
                proposal.changes.clone_from(&bundle.changes);
                proposal.reason.clone_from(&bundle.reason);
                let direction = bundle.direction(self.world.facts);
                let field = bundle.primary().map_or(Field::Level, |change| change.field);
                proposal.dedup_key = dedup_key(self.chain.plan.id, proposal.target, field, direction);
                self.put_proposal(proposal);
            }
            bundle
        } else {
            let proposal = self.own_proposal(one, changes, reason, trigger);
            let bundle = Bundle::of(&proposal, &proposal.changes, Will::Automatic);
            self.put_proposal(proposal);
            Bundle { progress_id: Some(one.record), ..bundle }
        };
        bundles.push(bundle);
        Ok(())
    }

    fn own_proposal(
        &self,
        one: &Judged,
        changes: Vec<Change>,
        reason: Reason,
        trigger: &Trigger,
    ) -> Proposal {
        let occasion = Occasion {
            athlete_id: self.chain.plan.athlete_id,
            plan_id: self.chain.plan.id,
            trigger: trigger.clone(),
            trace_id: self.moment.trace_id.clone(),
            at: self.moment.at,
            ttl_days: self.world.tuning.proposal_ttl_days,
        };
        occasion.proposal(Draft {
            target: Target { item_id: one.item_id, set_id: None },
            kind: ProposalKind::LevelChange,
            engine: EngineName::System,
            rule: reason.spec,
            rule_version: RULE_VERSION,
            changes,
            alternatives: vec![],
            reason,
            evidence: vec![one.record.uuid()],
            confidence: 100,
            consent: Consent::Auto,
            step_g: None,
            assistance: self.world.facts.get(&one.item_id).is_some_and(|facts| facts.assistance),
        })
    }

    /// Bundles that gave way: their proposals are closed, with the reason.
    pub(crate) fn give_up(&mut self, dropped: Vec<Dropped>) -> Result<(), Refusal> {
        for one in dropped {
            if let Some(id) = one.proposal {
                let answer = Answered::because(Verdict::Superseded, one.reason.code);
                self.decide(id, &Answered { actor: Some(Actor::SYSTEM), ..answer })?;
            }
            self.landing.dropped.push(one);
        }
        Ok(())
    }

    /// OV-3: the manual value stands. A safety change is asked at once, the rest waits for the next session.
    fn postpone(&mut self, bundle: &Bundle, objection: Objection) -> Result<(), Refusal> {
        let Some(id) = bundle.proposal else { return Ok(()) };
        let conflict = self.conflict(Some(id), objection.manual_version, objection.items);
        let conflict = self.settled(conflict, Resolution::Manual, ActorKind::System);
        let values = ("open".into(), Resolution::Manual.as_str().into());
        let code = ReasonCode::ManualWithin24h;
        self.audit(AuditAction::ConflictResolved, conflict.id.to_string(), values, code.as_str());
        self.put_conflict(conflict);
        let reason =
            Reason::new(ReasonCode::ManualWithin24h, SpecId::new("OV-3")).fact("when", objection.when);
        self.landing.dropped.push(Dropped::new(bundle, reason));
        if bundle.is_safety(self.world.facts) {
            if let Some(mut proposal) = self.chain.proposal(id).cloned() {
                proposal.consent = Consent::Ask;
                self.put_proposal(proposal);
            }
            return Ok(());
        }
        let answer = Answered::because(Verdict::Deferred, ReasonCode::ManualWithin24h);
        self.decide(id, &Answered { actor: Some(Actor::SYSTEM), ..answer })
    }

    fn apply(&mut self, free: Vec<Bundle>, trigger: &Trigger) -> Result<(), Refusal> {
        let before = self.landing.dropped.len();
        let (effective, applied) = self.compose(free)?;
        let stale = self.landing.dropped.split_off(before);
        self.give_up(stale)?;
        let version =
            self.land(&applied, effective, VersionSource::Auto, trigger.clone(), VersionStatus::Active)?;
        for bundle in applied {
            if let Some(id) = bundle.proposal {
                let answer = Answered::plain(Verdict::Accepted);
                self.decide(id, &Answered { actor: Some(Actor::SYSTEM), version, ..answer })?;
            }
        }
        if let Some(number) = version {
            let change = (i64::from(number - 1).into(), i64::from(number).into());
            self.audit(AuditAction::AutoApplied, format!("version {number}"), change, trigger.kind.as_str());
        }
        Ok(())
    }

    /// OV-4: what contradicts a person becomes a version that waits, and a question with three answers.
    fn contest(&mut self, contested: Vec<(Bundle, Objection)>, trigger: Trigger) -> Result<(), Refusal> {
        let before = self.landing.dropped.len();
        let (bundles, objections): (Vec<_>, Vec<_>) = contested.into_iter().unzip();
        let (effective, applied) = self.compose(bundles.clone())?;
        let stale = self.landing.dropped.split_off(before);
        self.give_up(stale)?;
        let Some(number) =
            self.land(&applied, effective, VersionSource::Auto, trigger, VersionStatus::PendingConfirmation)?
        else {
            return Ok(());
        };
        for (bundle, objection) in bundles.iter().zip(objections) {
            let Some(id) = bundle.proposal.filter(|_| applied.contains(bundle)) else { continue };
            let mut conflict = self.conflict(Some(id), objection.manual_version, objection.items.clone());
            conflict.auto_version = Some(number);
            self.put_conflict(conflict);
            self.ask(bundle, &objection)?;
        }
        let change = (i64::from(number - 1).into(), i64::from(number).into());
        self.audit(AuditAction::Confirmation, format!("version {number}"), change, "contradiction");
        Ok(())
    }

    /// The proposal of a contested bundle becomes the question: keep, take, or meet halfway (OV-4, OV-5).
    fn ask(&mut self, bundle: &Bundle, objection: &Objection) -> Result<(), Refusal> {
        let Some(mut proposal) = bundle.proposal.and_then(|id| self.chain.proposal(id).cloned()) else {
            return Ok(());
        };
        let way =
            |label: &str, preselected, changes| Alternative { label: label.to_owned(), preselected, changes };
        let mut ways = vec![way("keep", true, vec![]), way("take", false, bundle.changes.clone())];
        if let Some(changes) = self.halfway(bundle)? {
            ways.push(way("compromise", false, changes));
        }
        proposal.kind = ProposalKind::Conflict;
        proposal.consent = Consent::Ask;
        proposal.alternatives = ways;
        let asked = Reason::new(ReasonCode::Contradiction, SpecId::new("OV-4"));
        proposal.reason = asked.fact("when", objection.when);
        self.put_proposal(proposal);
        Ok(())
    }

    fn halfway(&self, bundle: &Bundle) -> Result<Option<Vec<Change>>, Refusal> {
        let [id] = bundle.items()[..] else { return Ok(None) };
        let Some(manual) = self.chain.item(id) else { return Ok(None) };
        let Ok(auto) = compose_one(std::slice::from_ref(manual), bundle)? else { return Ok(None) };
        let facts = self.world.facts.get(&id).cloned().unwrap_or_default();
        let groups: Vec<_> = bundle.groups().into_iter().map(|(_, group)| group).collect();
        Ok(manual.halfway(&auto[0], &groups, &facts, &bundle.seed))
    }
}

/// The version of the rules of this crate, for the proposals it makes itself.
pub const RULE_VERSION: &str = "plan-1";
