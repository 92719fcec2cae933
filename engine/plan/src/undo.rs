//! RB-3: a version is taken back as long as what it set still stands.

use std::collections::BTreeMap;

use domain::{
    change::{Change, Field, Value},
    dispute::OverrideScope,
    id::TraceId,
    plan::{
        AuditAction, ChangeCode, ItemRow, Planned, RowEvent, SummaryLine, TriggerKind, VersionSource,
        VersionStatus,
    },
    proposal::ProposalState,
    reason::{Reason, ReasonCode},
    spec::SpecId,
};

use crate::{
    chain::{Chain, Moment},
    compose::shown,
    desk::{Desk, Draft, RowFacts, trigger},
    item::Item,
    landing::{Landing, Refusal, World},
};

/// A new version with each change of version `number` inverted.
pub fn undo<I: Item>(
    chain: &Chain<I>,
    number: u32,
    moment: &Moment,
    world: World<'_>,
) -> Result<Landing<I>, Refusal> {
    let mut desk = Desk::new(chain, moment, world)?;
    let Some(entry) = chain.version(number) else {
        return Err(Refusal::missing("version", number));
    };
    if entry.version.parent.is_none() || !entry.has_landed() {
        return Err(Refusal::nothing(number.into(), "never"));
    }
    let mut effective = chain.effective().to_vec();
    for row in &entry.rows {
        take_back(&mut effective, row, &moment.trace_id)?;
    }
    let code = ReasonCode::Undo;
    let mut rows = BTreeMap::new();
    for row in &entry.rows {
        let shown = row.before.as_ref().or(row.after.as_ref());
        let exercise = shown.map_or_else(|| row.item_id.to_string(), Item::name);
        let line = SummaryLine { exercise, change: ChangeCode::Undo, reason: code };
        rows.insert(
            row.item_id,
            RowFacts { event: RowEvent::Undo, line, proposals: vec![], progress_id: None },
        );
    }
    let draft = Draft {
        parent: Some(chain.plan.active_version),
        status: VersionStatus::Active,
        source: VersionSource::Undo,
        trigger: trigger(TriggerKind::Undo, number),
        reasons: vec![Reason::new(code, SpecId::new("RB-3")).fact("n", number)],
        effective,
        rows,
    };
    let version = desk.write(draft)?;
    for id in entry.rows.iter().flat_map(|row| &row.proposals) {
        let accepted = chain.proposal(*id).filter(|proposal| proposal.state == ProposalState::Accepted);
        if let Some(proposal) = accepted {
            desk.overrule(proposal)?;
        }
    }
    let changes: Vec<_> = entry.rows.iter().flat_map(|row| &row.changes).map(Change::inverted).collect();
    desk.guard(&changes, OverrideScope::Plan, version, "undo");
    desk.close_touched(&changes)?;
    let values = (i64::from(number).into(), i64::from(version.unwrap_or(number)).into());
    desk.audit(AuditAction::Undo, format!("version {number}"), values, "undo");
    desk.sweep()?;
    Ok(desk.finish())
}

/// Takes back what a row changed; a value that has changed since is named.
fn take_back<I: Item>(plan: &mut Vec<I>, row: &ItemRow<I>, seed: &TraceId) -> Result<(), Refusal> {
    let place = plan.binary_search_by_key(&row.item_id, Planned::item_id);
    match (&row.before, &row.after, place) {
        (None, Some(after), Ok(place)) if plan[place] == *after => {
            plan.remove(place);
        }
        (Some(before), None, Err(place)) => plan.insert(place, before.clone()),
        (Some(before), Some(after), Ok(place)) => {
            let current = &mut plan[place];
            if let Some(change) = current.outdated(after, &row.changes) {
                let now = current.value(change.target.set_id, change.field).unwrap_or(Value::Nothing);
                let (old, now) = (shown(&change.new, change.field), shown(&now, change.field));
                return Err(Refusal::stale(change.field, old, now));
            }
            current.take_back(before, after, &row.changes, seed)?;
        }
        _ => {
            let shown = |item: Option<&I>| item.map_or_else(|| "–".into(), |item| item.name().into());
            let current = place.ok().map(|place| &plan[place]);
            return Err(Refusal::stale(Field::Exercise, shown(row.after.as_ref()), shown(current)));
        }
    }
    Ok(())
}
