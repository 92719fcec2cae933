//! A person's word against an engine's: who wins within a day, and when to ask (OV-3, OV-4, CF-1..CF-3).

use domain::{
    change::{Direction, FieldGroup},
    dispute::{Conflict, ConflictStatus, Contested, Override, OverrideScope, OverrideStatus, Resolution},
    id::Id,
    person::ActorKind,
    plan::ItemId,
    proposal::ProposalId,
    time::Instant,
};

use crate::{
    bundle::Bundle,
    chain::{Chain, is_manual},
    desk::Desk,
    item::Item,
    landing::World,
    tuning::days,
};

/// What becomes of an automatic bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// Nobody objects.
    Free,
    /// A manual edit of the last day, or a "leave it as it is", stands (OV-3, OV-7).
    Postponed(Objection),
    /// An older manual edit is contradicted: the person is asked (OV-4).
    Contested(Objection),
}

/// What a person had set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    /// When.
    pub when: Instant,
    /// The version that set it.
    pub manual_version: u32,
    /// What both touch.
    pub items: Vec<Contested>,
    /// The overrides that are contradicted.
    pub overrides: Vec<Id<Override>>,
}

/// CF-3: what becomes of an automatic bundle, OV-3 first, then OV-4.
pub fn fate<I: Item>(bundle: &Bundle, chain: &Chain<I>, at: Instant, world: World<'_>) -> Fate {
    let groups = bundle.groups();
    if let Some(objection) = recent_edit(&groups, chain, at, world).or_else(|| kept(&groups, chain, at)) {
        return Fate::Postponed(objection);
    }
    match contradiction(bundle, &groups, chain, at, world) {
        Some(objection) => Fate::Contested(objection),
        None => Fate::Free,
    }
}

/// OV-3: the newest manual version within 24 hours that touched the same item and group.
fn recent_edit<I: Item>(
    groups: &[(ItemId, FieldGroup)],
    chain: &Chain<I>,
    at: Instant,
    world: World<'_>,
) -> Option<Objection> {
    let manual = chain.versions.iter().rev().filter(|entry| {
        let apart = at.seconds_since(entry.version.created_at).abs();
        entry.has_landed() && is_manual(entry.version.source) && apart <= world.tuning.manual_seconds()
    });
    let mut both = manual.map(|entry| {
        let items: Vec<_> = entry.touched().filter(|pair| groups.contains(pair)).map(contested).collect();
        Objection {
            when: entry.version.created_at,
            manual_version: entry.version.number,
            items,
            overrides: vec![],
        }
    });
    both.find(|objection| !objection.items.is_empty())
}

/// OV-7: a value that a person asked to leave as it is.
fn kept<I: Item>(groups: &[(ItemId, FieldGroup)], chain: &Chain<I>, at: Instant) -> Option<Objection> {
    let guard = chain.overrides.iter().find(|guard| {
        let until = guard.until.is_some_and(|until| at < until);
        until && is_guarding(guard) && groups.contains(&(guard.item_id, guard.group))
    })?;
    Some(objection(guard))
}

/// OV-4: an active override whose value still stands and which the bundle would turn around.
fn contradiction<I: Item>(
    bundle: &Bundle,
    groups: &[(ItemId, FieldGroup)],
    chain: &Chain<I>,
    at: Instant,
    world: World<'_>,
) -> Option<Objection> {
    let against = |guard: &&Override| {
        let new = bundle.direction_in(guard.item_id, guard.group, world.facts);
        let opposite = matches!(
            (guard.direction, new),
            (Direction::Harder, Direction::Easier) | (Direction::Easier, Direction::Harder)
        );
        let young = at.seconds_since(guard.from) < days(world.tuning.override_guard_days);
        let standing = chain.item(guard.item_id).and_then(|item| item.value(guard.set_id, guard.field));
        is_guarding(guard)
            && guard.until.is_none()
            && groups.contains(&(guard.item_id, guard.group))
            && opposite
            && young
            && standing.as_ref() == Some(&guard.value)
    };
    let mut contested: Option<Objection> = None;
    for guard in chain.overrides.iter().filter(against) {
        let one = objection(guard);
        match &mut contested {
            None => contested = Some(one),
            Some(known) => {
                known.overrides.extend(one.overrides);
                known.items.extend(one.items);
                known.items.sort_unstable();
                known.items.dedup();
                if known.when < one.when {
                    (known.when, known.manual_version) = (one.when, one.manual_version);
                }
            }
        }
    }
    contested
}

/// Whether an override is there to be respected by the plan.
pub(crate) fn is_guarding(guard: &Override) -> bool {
    guard.status == OverrideStatus::Active && guard.scope == OverrideScope::Plan
}

fn objection(guard: &Override) -> Objection {
    Objection {
        when: guard.from,
        manual_version: guard.version.unwrap_or_default(),
        items: vec![contested((guard.item_id, guard.group))],
        overrides: vec![guard.id],
    }
}

fn contested((item_id, group): (ItemId, FieldGroup)) -> Contested {
    Contested { item_id, group }
}

impl<I: Item> Desk<'_, I> {
    /// A conflict between a proposal and a person, as it stands (CF-1).
    pub(crate) fn conflict(
        &self,
        proposal: Option<ProposalId>,
        manual_version: u32,
        items: Vec<Contested>,
    ) -> Conflict {
        let side = proposal.map_or_else(|| manual_version.to_string(), |id| id.to_string());
        Conflict {
            id: Id::derive(&["conflict", self.moment.trace_id.as_str(), &side]),
            athlete_id: self.chain.plan.athlete_id,
            plan_id: self.chain.plan.id,
            date: self.moment.local_date(),
            auto_version: None,
            auto_proposal: proposal,
            manual_version,
            items,
            status: ConflictStatus::PendingConfirmation,
            resolution: None,
            resolved_by: None,
            resolved_at: None,
            trace_id: self.moment.trace_id.clone(),
        }
    }

    /// The same, settled.
    pub(crate) fn settled(&self, conflict: Conflict, how: Resolution, by: ActorKind) -> Conflict {
        Conflict {
            status: ConflictStatus::Resolved,
            resolution: Some(how),
            resolved_by: Some(by),
            resolved_at: Some(self.moment.at),
            ..conflict
        }
    }
}
