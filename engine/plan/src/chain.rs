//! Chain: what is known of one plan, from its first version on (PV-1, PV-2, PV-6).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::{Field, FieldGroup},
    digest::sha256,
    dispute::{Conflict, Override},
    grid::Grid,
    id::TraceId,
    ladder::Ladder,
    law::Valid,
    person::Actor,
    plan::{AuditLine, ItemId, ItemRow, Plan, PlanItem, PlanVersion, Planned, VersionSource, VersionStatus},
    prescription::SetId,
    progress::ProgressionEvent,
    proposal::{Decision, Proposal, ProposalId},
    time::{Instant, LocalDate, Zone},
    wellbeing::FlagKind,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{item::Item, landing::Landing};

/// When something is asked, by whom, and the mark that everything that follows from it carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub at: Instant,
    /// Where the athlete lives it.
    pub zone: Zone,
    /// Who asks.
    pub actor: Actor,
    /// One trigger, one trace.
    pub trace_id: TraceId,
}

impl Moment {
    /// The athlete's date.
    pub fn local_date(&self) -> LocalDate {
        self.at.local_date(&self.zone)
    }
}

/// What landing has to know of an item beside the plan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemFacts {
    /// Whether more load is easier.
    pub assistance: bool,
    /// The flag that forbids anything harder (AR-3).
    pub veto: Option<FlagKind>,
    /// The loads that can be put together (OV-5).
    pub grid: Option<Grid>,
    /// The ladder that it stands on (OV-5).
    pub ladder: Option<Valid<Ladder>>,
}

/// [`ItemFacts`] by item; an item without an entry has none.
pub type Facts = BTreeMap<ItemId, ItemFacts>;

/// One version with what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "VersionEntry")]
pub struct Entry<I = PlanItem> {
    /// The version.
    pub version: PlanVersion<I>,
    /// What it changed, one row per item.
    pub rows: Vec<ItemRow<I>>,
}

impl<I> Entry<I> {
    /// Whether it was in force at some time.
    pub fn has_landed(&self) -> bool {
        self.version.activated_at.is_some()
    }

    /// What it touched, by item and group.
    pub fn touched(&self) -> impl Iterator<Item = (ItemId, FieldGroup)> {
        let pairs = self.rows.iter().flat_map(|row| {
            let changed = row.changes.iter().map(|change| change.field.group());
            let whole = row.changes.is_empty().then_some(FieldGroup::Structure);
            changed.chain(whole).map(|group| (row.item_id, group))
        });
        pairs.collect::<BTreeSet<_>>().into_iter()
    }
}

/// What is known of one plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chain<I = PlanItem> {
    /// The plan.
    pub plan: Plan,
    /// Its versions, by number.
    pub versions: Vec<Entry<I>>,
    /// Its proposals, in the order in which they were made.
    pub proposals: Vec<Proposal>,
    /// Every answer.
    pub decisions: Vec<Decision>,
    /// Values set by hand.
    pub overrides: Vec<Override>,
    /// Where a person and an engine wanted different things.
    pub conflicts: Vec<Conflict>,
    /// Who did what.
    pub audit: Vec<AuditLine>,
    /// What happened to the progression.
    pub events: Vec<ProgressionEvent>,
}

impl<I: Item> Chain<I> {
    /// A plan that has no version yet.
    pub const fn empty(plan: Plan) -> Self {
        Self {
            plan,
            versions: Vec::new(),
            proposals: Vec::new(),
            decisions: Vec::new(),
            overrides: Vec::new(),
            conflicts: Vec::new(),
            audit: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The version with this number.
    pub fn version(&self, number: u32) -> Option<&Entry<I>> {
        self.versions.iter().find(|entry| entry.version.number == number)
    }

    /// The version in force; there is one from number 1 on (PV-7).
    pub fn active(&self) -> Option<&Entry<I>> {
        self.versions.iter().find(|entry| entry.version.status == VersionStatus::Active)
    }

    /// The plan in force, items by id.
    pub fn effective(&self) -> &[I] {
        self.active().map_or(&[], |entry| &entry.version.effective)
    }

    /// The item in force with this id.
    pub fn item(&self, id: ItemId) -> Option<&I> {
        item(self.effective(), id)
    }

    /// The proposal with this id.
    pub fn proposal(&self, id: ProposalId) -> Option<&Proposal> {
        self.proposals.iter().find(|proposal| proposal.id == id)
    }

    /// The versions from the active one to the first, each followed by its parent.
    pub fn path(&self) -> impl Iterator<Item = &Entry<I>> {
        std::iter::successors(self.active(), |entry| self.version(entry.version.parent?))
    }

    /// The versions that were in force and changed this field of the item, newest first.
    pub fn touchers(&self, id: ItemId, set: Option<SetId>, field: Field) -> impl Iterator<Item = &Entry<I>> {
        self.path().filter(move |entry| {
            let rows = entry.rows.iter().filter(|row| row.item_id == id);
            rows.flat_map(|row| &row.changes)
                .any(|change| change.target.set_id == set && change.field == field)
        })
    }

    /// The chain after a landing: what is new is added, what changed takes the place of what it was.
    pub fn record(&mut self, landing: &Landing<I>) {
        self.plan = landing.plan.clone();
        for change in &landing.statuses {
            if let Some(entry) = self.versions.iter_mut().find(|entry| entry.version.number == change.number)
            {
                entry.version.status = change.status;
                entry.version.superseded_by = change.superseded_by;
                entry.version.activated_at = change.activated_at;
            }
        }
        self.versions.extend(landing.versions.iter().cloned());
        upsert(&mut self.proposals, &landing.proposals, |proposal| proposal.id);
        upsert(&mut self.overrides, &landing.overrides, |guard| guard.id);
        upsert(&mut self.conflicts, &landing.conflicts, |conflict| conflict.id);
        self.decisions.extend(landing.decisions.iter().cloned());
        self.audit.extend(landing.audit.iter().cloned());
        self.events.extend(landing.events.iter().cloned());
    }
}

/// The item with this id in a list that is sorted by id.
pub fn item<I: Item>(items: &[I], id: ItemId) -> Option<&I> {
    items.binary_search_by_key(&id, Planned::item_id).ok().map(|place| &items[place])
}

pub(crate) fn upsert<T: Clone, K: PartialEq>(list: &mut Vec<T>, changed: &[T], key: impl Fn(&T) -> K) {
    for value in changed {
        match list.iter_mut().find(|known| key(known) == key(value)) {
            Some(known) => known.clone_from(value),
            None => list.push(value.clone()),
        }
    }
}

/// Manual changes reach the plan by these sources; what they set is a person's word (PV-2).
pub fn is_manual(source: VersionSource) -> bool {
    source.class() == domain::plan::SourceClass::Manual
}

/// The SHA-256 of an effective plan in canonical JSON: keys sorted, items by id, no white space (PV-6).
pub fn effective_hash<I: Item>(items: &[I]) -> String {
    let document = serde_json::to_value(items).unwrap_or_default();
    let mut text = String::new();
    canonical(&document, &mut text);
    sha256(text.as_bytes())
}

fn canonical(value: &serde_json::Value, text: &mut String) {
    match value {
        serde_json::Value::Object(members) => {
            let members: BTreeMap<_, _> = members.iter().collect();
            text.push('{');
            for (index, (key, member)) in members.into_iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                text.push_str(&serde_json::Value::from(key.as_str()).to_string());
                text.push(':');
                canonical(member, text);
            }
            text.push('}');
        }
        serde_json::Value::Array(members) => {
            text.push('[');
            for (index, member) in members.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { "," });
                canonical(member, text);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}
