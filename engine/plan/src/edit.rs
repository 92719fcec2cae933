//! A person's own edit: it lands at once, guards its value, and outranks engines (OV-1, OV-2, OV-7, OV-8, SL-7).

use domain::{
    change::{Change, Field, FieldGroup, Target, Value},
    dispute::{Contested, Override, OverrideScope, OverrideStatus, Resolution},
    error::ErrorCode,
    id::Id,
    law::Check,
    person::{Actor, ActorKind},
    plan::{AuditAction, ItemId, ItemRow, TriggerKind, VersionSource, VersionStatus},
    progress::{LevelDecision, ProgressionEvent, ProgressionEventType},
    proposal::{EngineName, Outcome, Proposal, ProposalId, ProposalKind, ProposalState, Verdict},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};

use crate::{
    bundle::{Bundle, Will, direction},
    chain::{self, Chain, Moment, is_manual},
    desk::{Answered, Desk, trigger},
    guard::is_guarding,
    item::Item,
    landing::{Landing, Refusal, World},
};

/// A field that a person gives another value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The item or set.
    pub target: Target,
    /// Which field.
    pub field: Field,
    /// The value it gets.
    pub new: Value,
}

/// What a person asks for in one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The new values.
    pub wishes: Vec<Wish>,
    /// For the plan, or for the running session alone (OV-8).
    pub scope: OverrideScope,
    /// Why, in the person's words; nothing is read as `manual`.
    pub reason: String,
}

/// Lands a manual edit as one version; a session edit makes overrides only (OV-8).
pub fn edit<I: Item>(
    chain: &Chain<I>,
    edit: &Edit,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let mut check = Check::default();
    check.length(ErrorCode::ReasonTooLong, "reason", &edit.reason, 0, 500);
    check.finish()?;
    let changes = desk.changes(&edit.wishes)?;
    let why = if edit.reason.is_empty() { ReasonCode::Manual.as_str() } else { &edit.reason };
    if edit.scope == OverrideScope::Session {
        desk.guard(&changes, OverrideScope::Session, None, why);
        desk.note(AuditAction::Override, &changes, why);
        return Ok(desk.finish());
    }
    let reason = Reason::new(ReasonCode::Manual, SpecId::new("PV-11"));
    let bundle = Bundle {
        proposal: None,
        will: Will::Manual,
        kind: ProposalKind::PrescriptionChange,
        engine: EngineName::User,
        rule: SpecId::new("PV-11"),
        changes,
        reason: reason.fact("actor", Fact::word("actor", moment.actor.kind)),
        progress_id: None,
        seed: moment.trace_id.clone(),
        created_at: moment.at,
    };
    let (effective, applied) = desk.compose(vec![bundle.clone()])?;
    for id in bundle.items() {
        if let Some(item) = chain::item(&effective, id) {
            item.check_made(&world.facts.get(&id).cloned().unwrap_or_default())?;
        }
    }
    let trigger = trigger(TriggerKind::ManualEdit, moment.trace_id.as_str());
    let version = desk.land(&applied, effective, VersionSource::Manual, trigger, VersionStatus::Active)?;
    desk.take_precedence(&bundle, version)?;
    desk.guard(&bundle.changes, OverrideScope::Plan, version, why);
    desk.note(AuditAction::ManualEdit, &bundle.changes, why);
    desk.sweep()?;
    Ok(desk.finish())
}

/// Ends an override before its time (OV-1).
pub fn withdraw<I: Item>(
    chain: &Chain<I>,
    id: Id<Override>,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let Some(guard) = chain.overrides.iter().find(|guard| guard.id == id) else {
        return Err(Refusal::missing("override", id));
    };
    if guard.status != OverrideStatus::Active {
        return Err(Refusal::settled("override", id));
    }
    desk.end(guard.clone(), OverrideStatus::Withdrawn);
    let values = (guard.value.clone(), Value::Nothing);
    desk.audit(AuditAction::OverrideWithdrawn, guard.item_id.to_string(), values, "manual");
    Ok(desk.finish())
}

impl<I: Item> Desk<'_, I> {
    /// The wishes as changes of the plan in force; a wish for what is there already is none.
    fn changes(&self, wishes: &[Wish]) -> Result<Vec<Change>, Refusal> {
        let mut changes: Vec<Change> = Vec::new();
        for Wish { target, field, new } in wishes {
            let old = match (self.chain.item(target.item_id), new) {
                (None, new) if I::of_whole(new).is_some() => Some(Value::Nothing),
                (Some(item), Value::Nothing) if matches!(field, Field::Exercise | Field::Recipe) => {
                    Some(item.whole())
                }
                (item, _) => {
                    let grown = || self.grown(target.item_id, wishes)?.value(target.set_id, *field);
                    item.and_then(|item| item.value(target.set_id, *field)).or_else(grown)
                }
            };
            let Some(old) = old else {
                let expected = format!("an item of the plan with {field}");
                return Err(Refusal::value(ErrorCode::UnknownItem, "item", target.item_id, expected));
            };
            if changes.iter().any(|change| (change.target, change.field) == (*target, *field)) {
                let expected = "each field of a target once";
                return Err(Refusal::value(ErrorCode::BadValue, field, new, expected));
            }
            if old != *new {
                changes.push(Change { target: *target, field: *field, old, new: new.clone() });
            }
        }
        if changes.is_empty() {
            let expected = "values that the plan does not have already";
            return Err(Refusal::value(ErrorCode::BadValue, "changes", "no difference", expected));
        }
        Ok(changes)
    }

    /// An item with the sets that these wishes add to it: they are there for the other wishes.
    fn grown(&self, id: ItemId, wishes: &[Wish]) -> Option<I> {
        let mut item = self.chain.item(id)?.clone();
        let whole = Target { item_id: id, set_id: None };
        for wish in wishes.iter().filter(|wish| wish.target == whole && wish.field == Field::SetCount) {
            let old = item.value(None, wish.field)?;
            let change = Change { target: whole, field: wish.field, old, new: wish.new.clone() };
            item.apply(&[change], &self.moment.trace_id).ok()?;
        }
        Some(item)
    }

    /// AR-5: a yes to another exercise closes what else waits on its item, and what a person guarded of the old one.
    pub(crate) fn close_replaced(&mut self, accepted: &[ProposalId]) -> Result<(), Refusal> {
        let is_swap = |change: &Change| {
            change.field == Field::Exercise
                && matches!((&change.old, &change.new), (Value::Word(_), Value::Word(_)))
        };
        let landed = self.chain.proposals.iter().filter(|one| accepted.contains(&one.id));
        let swaps = landed.filter(|one| one.changes.iter().any(is_swap));
        let replaced: Vec<ItemId> = swaps.map(|one| one.target.item_id).collect();
        for proposal in self.chain.proposals.clone() {
            let is_of_item = replaced.contains(&proposal.target.item_id) && !accepted.contains(&proposal.id);
            if is_of_item && proposal.state.is_open() {
                let outcome = Some(Outcome::UserModified);
                self.decide(proposal.id, &Answered { outcome, ..Answered::plain(Verdict::Superseded) })?;
            }
        }
        self.withdraw_guards(&replaced);
        Ok(())
    }

    fn withdraw_guards(&mut self, items: &[ItemId]) {
        for guard in self.chain.overrides.clone() {
            if is_guarding(&guard) && items.contains(&guard.item_id) {
                self.end(guard, OverrideStatus::Withdrawn);
            }
        }
    }

    /// A person's word takes the place of what engines did or want with the same fields (OV-3, CF-2, AR-5, SL-7).
    pub(crate) fn take_precedence(&mut self, bundle: &Bundle, version: Option<u32>) -> Result<(), Refusal> {
        let groups = bundle.groups();
        self.override_recent(&groups, version)?;
        self.settle_between_people(&groups, version);
        let keys: Vec<_> = bundle.keys().collect();
        let replaced: Vec<ItemId> = bundle
            .changes
            .iter()
            .filter(|change| change.field == Field::Exercise)
            .map(|change| change.target.item_id)
            .collect();
        for proposal in self.chain.proposals.clone() {
            let edited = proposal.changes.iter().any(|change| keys.contains(&(change.target, change.field)));
            let gone = replaced.contains(&proposal.target.item_id);
            if !edited && !gone {
                continue;
            }
            if proposal.state.is_open() {
                let verdict = if gone { Verdict::Superseded } else { Verdict::Overridden };
                let outcome = Some(Outcome::UserModified);
                self.decide(proposal.id, &Answered { outcome, ..Answered::plain(verdict) })?;
            } else if proposal.state == ProposalState::Accepted && proposal.outcome == Outcome::Pending {
                self.put_proposal(Proposal { outcome: Outcome::UserModified, ..proposal });
            }
        }
        self.withdraw_guards(&replaced);
        Ok(())
    }

    /// OV-3: an automatic change of the last day on the same fields is overridden.
    fn override_recent(
        &mut self,
        groups: &[(ItemId, FieldGroup)],
        version: Option<u32>,
    ) -> Result<(), Refusal> {
        let hours = self.world.tuning.manual_seconds();
        let at = self.moment.at;
        let recent: Vec<_> = self
            .chain
            .versions
            .iter()
            .filter(|entry| {
                let young = at.seconds_since(entry.version.created_at) <= hours;
                entry.has_landed() && entry.version.source == VersionSource::Auto && young
            })
            .flat_map(|entry| {
                let both = |row: &ItemRow<I>| {
                    let touched = row.changes.iter().map(|change| (row.item_id, change.field.group()));
                    let mut both: Vec<_> = touched.filter(|pair| groups.contains(pair)).collect();
                    both.sort_unstable();
                    both.dedup();
                    both
                };
                let rows = entry.rows.iter().filter(move |row| !both(row).is_empty());
                rows.flat_map(move |row| {
                    row.proposals.iter().map(move |&id| (entry.version.number, id, both(row)))
                })
            })
            .collect();
        for (number, id, both) in recent {
            let Some(proposal) = self.chain.proposal(id).cloned() else { continue };
            if proposal.state != ProposalState::Accepted {
                continue;
            }
            self.overrule(&proposal)?;
            let touched = both.into_iter().map(|(item_id, group)| Contested { item_id, group }).collect();
            let mut conflict = self.conflict(Some(id), version.unwrap_or(number), touched);
            conflict.auto_version = Some(number);
            let conflict = self.settled(conflict, Resolution::Manual, ActorKind::System);
            self.put_conflict(conflict);
        }
        Ok(())
    }

    /// An accepted proposal is taken back by a person: overridden, with an event (P-44, RB-3).
    pub(crate) fn overrule(&mut self, proposal: &Proposal) -> Result<(), Refusal> {
        let outcome = Some(Outcome::UserModified);
        self.decide(proposal.id, &Answered { outcome, ..Answered::plain(Verdict::Overridden) })?;
        let harder = domain::change::primary(&proposal.changes)
            .is_some_and(|change| direction(change, self.world.facts) == domain::change::Direction::Harder);
        let decision = match (proposal.kind, harder) {
            (ProposalKind::LevelChange, true) => LevelDecision::Advance,
            (ProposalKind::LevelChange, false) => LevelDecision::Regress,
            (ProposalKind::RangeChange, true) => LevelDecision::AdvanceRange,
            (ProposalKind::RangeChange, false) => LevelDecision::RegressRange,
            _ => LevelDecision::None,
        };
        let event = ProgressionEvent {
            id: Id::derive(&["event", self.moment.trace_id.as_str(), &proposal.id.to_string()]),
            athlete_id: self.chain.plan.athlete_id,
            event_type: ProgressionEventType::DecisionOverridden,
            exercise_key: self.chain.item(proposal.target.item_id).map(Item::name),
            decision,
            source: self.moment.actor.kind.to_string(),
            context: vec![proposal.reason.clone()],
            trace_id: self.moment.trace_id.clone(),
            created_at: self.moment.at,
        };
        self.chain.events.push(event.clone());
        self.landing.events.push(event);
        Ok(())
    }

    /// CF-2: of two people who edit the same on one day the later wins, and the earlier is told.
    fn settle_between_people(&mut self, groups: &[(ItemId, FieldGroup)], version: Option<u32>) {
        let today = self.moment.local_date();
        let other = self.chain.versions.iter().rev().find_map(|entry| {
            let theirs = is_manual(entry.version.source)
                && entry.version.actor != self.moment.actor
                && entry.version.local_date == today;
            let items: Vec<_> = entry
                .touched()
                .filter(|pair| theirs && groups.contains(pair))
                .map(|(item_id, group)| Contested { item_id, group })
                .collect();
            (!items.is_empty()).then_some((entry.version.number, items))
        });
        if let (Some((_, items)), Some(version)) = (other, version) {
            let conflict = self.conflict(None, version, items);
            let conflict = self.settled(conflict, Resolution::LaterWins, ActorKind::System);
            self.put_conflict(conflict);
        }
    }

    /// OV-1: each manual change of volume, load, rest or rep policy guards its value.
    pub(crate) fn guard(
        &mut self,
        changes: &[Change],
        scope: OverrideScope,
        version: Option<u32>,
        reason: &str,
    ) {
        self.guard_until(changes, scope, version, reason, None);
    }

    pub(crate) fn guard_until(
        &mut self,
        changes: &[Change],
        scope: OverrideScope,
        version: Option<u32>,
        reason: &str,
        until: Option<Instant>,
    ) {
        let mut firsts: Vec<&Change> = Vec::new();
        for change in changes {
            let group = change.field.group();
            if !matches!(
                group,
                FieldGroup::Volume | FieldGroup::Load | FieldGroup::Rest | FieldGroup::RepPolicy
            ) {
                continue;
            }
            let same = |first: &&mut &Change| {
                first.target == change.target && first.field.group() == change.field.group()
            };
            match firsts.iter_mut().find(same) {
                Some(first) if change.field < first.field => *first = change,
                Some(_) => {}
                None => firsts.push(change),
            }
        }
        for change in firsts {
            let (target, group) = (change.target, change.field.group());
            for earlier in self.chain.overrides.clone() {
                let same = (earlier.item_id, earlier.set_id, earlier.group)
                    == (target.item_id, target.set_id, group);
                if same && earlier.status == OverrideStatus::Active && earlier.scope == scope {
                    self.end(earlier, OverrideStatus::Replaced);
                }
            }
            let set = target.set_id.map(|set| set.to_string()).unwrap_or_default();
            let parts = [
                "override",
                self.moment.trace_id.as_str(),
                &target.item_id.to_string(),
                &set,
                group.as_str(),
            ];
            self.put_override(Override {
                id: Id::derive(&parts),
                athlete_id: self.chain.plan.athlete_id,
                item_id: target.item_id,
                set_id: target.set_id,
                group,
                field: change.field,
                value: change.new.clone(),
                previous: change.old.clone(),
                direction: direction(change, self.world.facts),
                scope,
                actor: self.moment.actor,
                reason: reason.to_owned(),
                from: self.moment.at,
                until,
                status: OverrideStatus::Active,
                version,
            });
        }
    }

    /// An override that has ended.
    pub(crate) fn end(&mut self, guard: Override, status: OverrideStatus) {
        self.put_override(Override { status, ..guard });
    }

    /// PV-11: one audit line per change.
    pub(crate) fn note(&mut self, action: AuditAction, changes: &[Change], reason: &str) {
        for change in changes {
            let set = change.target.set_id.map(|set| format!(" set {set}")).unwrap_or_default();
            let target = format!("{}{set} {}", change.target.item_id, change.field);
            self.audit(action, target, (change.old.clone(), change.new.clone()), reason);
        }
    }

    /// PR-10, SL-8: no proposal stays open whose item or set is gone.
    pub(crate) fn sweep(&mut self) -> Result<(), Refusal> {
        let open = self.chain.proposals.iter().filter(|proposal| proposal.state.is_open());
        let orphans = open.filter(|proposal| self.is_orphan(proposal)).map(|proposal| proposal.id);
        for id in orphans.collect::<Vec<_>>() {
            let answer = Answered::because(Verdict::Superseded, ReasonCode::Orphan);
            let outcome = Some(Outcome::UserModified);
            self.decide(id, &Answered { actor: Some(Actor::SYSTEM), outcome, ..answer })?;
        }
        Ok(())
    }

    /// Whether the item of a proposal, or a set that it changes, is no longer in the plan.
    fn is_orphan(&self, proposal: &Proposal) -> bool {
        // What a day needs is no part of the plan (NT-7), and the plan as a whole does not go away.
        let is_of_plan = proposal.target == Target::plan(proposal.plan_id);
        if proposal.kind == ProposalKind::NutritionTarget || is_of_plan {
            return false;
        }
        let adds_item = |change: &Change| change.old == Value::Nothing && I::of_whole(&change.new).is_some();
        if proposal.changes.iter().any(adds_item) {
            return false;
        }
        let Some(item) = self.chain.item(proposal.target.item_id) else { return true };
        let adds_sets = proposal.changes.iter().any(|change| change.field == Field::SetCount);
        let changed = proposal.changes.iter().map(|change| change.target).filter(|_| !adds_sets);
        let mut targets = changed.chain([proposal.target]).filter_map(|target| target.set_id);
        targets.any(|set| item.value(Some(set), Field::SetType).is_none())
    }
}
