//! Case: the rows in the order in which they are read.

use std::collections::BTreeMap;

use domain::{
    id::Id,
    ladder::{Ladder, Level},
    plan::{ItemId, ProgressionMode},
    progress::{LevelDecision, ProgressRecord},
    session::{PerformanceStatus, SessionId},
    time::Instant,
    wellbeing::{FlagKind, MarkKind},
};

use super::rows::{Entry, Rows};
use crate::catalog::Catalog;

/// All rows, and their records by item and by session.
pub(super) struct Case<'a> {
    pub(super) rows: &'a Rows<'a>,
    pub(super) catalog: &'a Catalog,
    by_id: BTreeMap<Id<ProgressRecord>, &'a Entry>,
    by_item: BTreeMap<ItemId, Vec<&'a Entry>>,
    by_session: BTreeMap<SessionId, Vec<&'a Entry>>,
    /// The decided correction of a record.
    corrections: BTreeMap<Id<ProgressRecord>, &'a Entry>,
}

/// Where an item stood on a ladder.
#[derive(Clone, Copy)]
pub(super) struct Rung<'a> {
    pub(super) ladder: &'a Ladder,
    pub(super) ordinal: u32,
    pub(super) level: &'a Level,
}

impl<'a> Case<'a> {
    pub(super) fn new(rows: &'a Rows<'a>, catalog: &'a Catalog) -> Self {
        let mut by_id = BTreeMap::new();
        for entry in rows.archive.iter().chain(rows.live) {
            by_id.insert(entry.record.id, entry);
        }
        // P-3: oldest to newest by (started_at, id).
        let mut entries: Vec<_> = by_id.values().copied().collect();
        entries.sort_by_key(|entry| (entry.started_at, entry.record.id));
        let mut by_item = BTreeMap::<_, Vec<_>>::new();
        let mut by_session = BTreeMap::<_, Vec<_>>::new();
        let mut corrections = BTreeMap::new();
        for entry in entries {
            by_item.entry(entry.record.item_id).or_default().push(entry);
            by_session.entry(entry.record.session_id).or_default().push(entry);
            if let Some(corrected) = entry.record.corrects.filter(|_| is_decided(entry)) {
                corrections.insert(corrected, entry);
            }
        }
        Self { rows, catalog, by_id, by_item, by_session, corrections }
    }

    /// Every record once, by item and in time order.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'a Entry> {
        self.by_item.values().flatten().copied()
    }

    /// The records of one item in time order.
    pub(super) fn of_item(&self, item: ItemId) -> &[&'a Entry] {
        self.by_item.get(&item).map_or(&[], Vec::as_slice)
    }

    /// The records of one session.
    pub(super) fn of_session(&self, session: SessionId) -> &[&'a Entry] {
        self.by_session.get(&session).map_or(&[], Vec::as_slice)
    }

    pub(super) fn get(&self, id: Id<ProgressRecord>) -> Option<&'a Entry> {
        self.by_id.get(&id).copied()
    }

    /// Whether a record was still the last word on its session at `at`.
    pub(super) fn is_uncorrected(&self, entry: &Entry, at: Instant) -> bool {
        let correction = self.corrections.get(&entry.record.id);
        !had_happened(correction.map(|correction| correction.record.created_at), at)
    }

    /// Whether its decision is of the rules in force.
    pub(super) fn is_current(&self, entry: &Entry) -> bool {
        entry.record.rule_version == self.rows.rule_version
    }

    /// The level on which the session started; none on a free ladder (P-2).
    pub(super) fn rung(&self, entry: &Entry) -> Option<Rung<'a>> {
        let at = entry.item.prescription.level_ref.as_ref()?;
        let ladder: &Ladder = self.catalog.ladder(&at.ladder_key)?;
        Some(Rung { ladder, ordinal: at.ordinal, level: ladder.level(at.ordinal)? })
    }

    /// Whether a flag of this kind was active on the item when the record was made, or its own marks raised it.
    pub(super) fn is_flagged(&self, entry: &Entry, kind: FlagKind) -> bool {
        let at = entry.record.created_at;
        let touched = (entry.record.item_id, entry.item.exercise_key.clone());
        let active = self.rows.flags.iter().any(|touching| {
            let flag = &touching.flag;
            flag.kind == kind
                && touching.items.contains(&touched)
                && flag.from <= at
                && flag.until.is_none_or(|until| at < until)
        });
        active || entry.record.marks.iter().any(|mark| raises(mark.kind) == kind && mark.severity != Some(0))
    }
}

/// The flag that a mark sets (P-17, P-31, P-52, P-53).
fn raises(mark: MarkKind) -> FlagKind {
    match mark {
        MarkKind::Pain => FlagKind::Pain,
        MarkKind::Technique => FlagKind::Technique,
        MarkKind::Fatigue => FlagKind::Fatigue,
        MarkKind::Illness => FlagKind::Illness,
    }
}

/// P-18: everything but `none` was decided.
pub(super) fn is_decided(entry: &Entry) -> bool {
    entry.record.decision != LevelDecision::None
}

pub(super) fn is_skip(entry: &Entry) -> bool {
    entry.record.status == PerformanceStatus::Skipped
}

pub(super) fn is_mode(entry: &Entry, mode: ProgressionMode) -> bool {
    entry.item.progression_mode == mode
}

/// Whether the first record was made before the second.
pub(super) fn is_before(a: &Entry, b: &Entry) -> bool {
    let made = |entry: &Entry| (entry.record.created_at, entry.started_at, entry.record.id);
    made(a) < made(b)
}

/// Whether something happened, and not after `at`.
pub(super) fn had_happened(when: Option<Instant>, at: Instant) -> bool {
    when.is_some_and(|when| when <= at)
}
