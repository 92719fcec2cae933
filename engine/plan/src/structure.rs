//! The first version of a plan, items that come with saved sessions, and the one plan in force (PV-1, PV-3, PV-7).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::Valid,
    person::Actor,
    plan::{
        AuditAction, ChangeCode, ItemKind, Plan, PlanItem, PlanStatus, Planned, RowEvent, SummaryLine,
        Trigger, TriggerKind, VersionSource, VersionStatus,
    },
    proposal::Verdict,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use crate::{
    chain::{Chain, Moment},
    desk::{Answered, Desk, Draft, RowFacts, trigger},
    item::Item,
    landing::{Landing, Refusal, World},
};

/// Version 1 of a plan, from its items in any order.
pub fn create<I: Item>(
    plan: Plan,
    mut items: Vec<I>,
    source: VersionSource,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let plan = Valid::new(plan)?.into_inner();
    let mut desk = Desk::new(&Chain::<I>::empty(plan), moment, world)?;
    items.sort_by_key(Planned::item_id);
    for item in &items {
        item.check_made(&world.facts.get(&item.item_id()).cloned().unwrap_or_default())?;
    }
    let kind = if source == VersionSource::Import { TriggerKind::Import } else { TriggerKind::Initial };
    let reason = Reason::new(ReasonCode::Manual, SpecId::new("PV-2"));
    let reason = reason.fact("actor", domain::reason::Fact::word("actor", moment.actor.kind));
    desk.add(items, source, RowEvent::Initial, trigger(kind, moment.trace_id.as_str()), reason)?;
    let values = (domain::change::Value::Nothing, 1.into());
    desk.audit(AuditAction::Import, "version 1".to_owned(), values, kind.as_str());
    Ok(desk.finish())
}

/// PV-3: exercises of a saved or finished session that the plan does not hold yet become rolling items, one per
/// exercise, all in one version.
pub fn adopt(
    chain: &Chain,
    items: Vec<PlanItem>,
    session: &str,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let known = |item: &PlanItem, other: &PlanItem| {
        other.kind == ItemKind::Rolling && other.exercise_key == item.exercise_key
    };
    let mut new: Vec<PlanItem> = Vec::new();
    for item in items {
        let there = chain.effective().iter().any(|other| known(&item, other));
        if item.kind == ItemKind::Rolling && !there && !new.iter().any(|other| known(&item, other)) {
            new.push(item);
        }
    }
    let reason = Reason::new(ReasonCode::Manual, SpecId::new("PV-3"));
    let reason = reason.fact("actor", domain::reason::Fact::word("actor", Actor::SYSTEM.kind));
    let trigger = trigger(TriggerKind::SessionSaved, session);
    let added = desk.add(new, VersionSource::Auto, RowEvent::Structure, trigger, reason)?;
    if let Some(number) = added {
        let values = (domain::change::Value::Nothing, i64::from(number).into());
        desk.audit(AuditAction::AutoApplied, format!("version {number}"), values, "session_saved");
    }
    Ok(desk.finish())
}

/// PV-1: another plan comes into force; what this one still asked is closed.
pub fn archive<I: Item>(chain: &Chain<I>, moment: &Moment, world: World<'_>) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    for proposal in chain.proposals.iter().filter(|proposal| proposal.state.is_open()) {
        let answer = Answered { actor: Some(Actor::SYSTEM), ..Answered::plain(Verdict::Superseded) };
        desk.decide(proposal.id, &answer)?;
    }
    desk.landing.plan.status = PlanStatus::Archived;
    let values = (PlanStatus::Active.as_str().into(), PlanStatus::Archived.as_str().into());
    desk.audit(AuditAction::SettingsChanged, chain.plan.id.to_string(), values, "another plan is active");
    Ok(desk.finish())
}

impl<I: Item> Desk<'_, I> {
    /// Writes a version with these items added.
    fn add(
        &mut self,
        items: Vec<I>,
        source: VersionSource,
        event: RowEvent,
        trigger: Trigger,
        reason: Reason,
    ) -> Result<Option<u32>, Refusal> {
        let parent = self.chain.active().map(|entry| entry.version.number);
        let mut effective = self.chain.effective().to_vec();
        let mut rows = BTreeMap::new();
        for item in &items {
            let line =
                SummaryLine { exercise: item.name(), change: ChangeCode::ExerciseAdded, reason: reason.code };
            let facts = RowFacts { event, line, proposals: vec![], progress_id: None };
            if rows.insert(item.item_id(), facts).is_some() {
                let expected = "each id once";
                return Err(Refusal::value(ErrorCode::InvalidItem, "item_id", item.item_id(), expected));
            }
        }
        effective.extend(items);
        effective.sort_by_key(Planned::item_id);
        let status = VersionStatus::Active;
        self.write(Draft { parent, status, source, trigger, reasons: vec![reason], effective, rows })
    }
}
