//! The release gate (P-46): would other rules or numbers have advanced people who then succeeded, without being
//! overridden more often?

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::Direction,
    exercise::ExerciseKey,
    id::Id,
    plan::ItemId,
    progress::{LevelDecision, ProgressRecord},
    session::PerformanceStatus,
    time::Instant,
    vocabulary::vocabulary,
    wellbeing::MarkKind,
};

use super::{QualityTuning, is_regress, metric::next_done};
use crate::progress_summary::standing;

vocabulary! {
    /// How the gate stands.
    pub enum GateVerdict: "gate verdict" {
        Pass = "pass",
        Fail = "fail",
        Insufficient = "insufficient",
    }
}

impl GateVerdict {
    /// The exit code of the command.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Fail => 1,
            Self::Insufficient => 3,
        }
    }
}

/// What a rule set decides on a stored record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// On which record.
    pub record: Id<ProgressRecord>,
    /// What.
    pub decision: LevelDecision,
    /// The volume that it would ask for next.
    pub new_volume: u32,
    /// The exercise that it would ask for next.
    pub new_variation: ExerciseKey,
}

/// A stored edit of an item by a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManualEdit {
    /// Of which item.
    pub item_id: ItemId,
    /// When.
    pub at: Instant,
    /// Whether it asks more or less of the athlete.
    pub direction: Direction,
}

/// What one rule set makes of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GateTable {
    /// Records that were decided on, skipped ones included.
    pub records: u32,
    /// Of these, skipped.
    pub skipped: u32,
    /// Done, and up.
    pub advance: u32,
    /// Done, and the same again.
    pub hold: u32,
    /// Done, and back.
    pub regress: u32,
    /// Done, without a decision.
    pub none: u32,
    /// Advances whose new target was put to the test.
    pub known: u32,
    /// Of these, successful.
    pub successful: u32,
    /// Advances of which nobody can tell.
    pub unknown: u32,
    /// Edits of people that go against its decision.
    pub overrides: u32,
}

/// The verdict with both tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GateReport {
    /// Whether the candidate may be released.
    pub verdict: GateVerdict,
    /// What the current rules make of the history.
    pub current: GateTable,
    /// What the candidate makes of it.
    pub candidate: GateTable,
}

/// Judges a candidate on the stored records, oldest first by (started_at, id).
pub fn gate(
    records: &[ProgressRecord],
    edits: &[ManualEdit],
    (current, candidate): (&[Replayed], &[Replayed]),
    tuning: &QualityTuning,
) -> GateReport {
    let records = standing(records);
    let current = tabulate(&records, edits, current);
    let candidate = tabulate(&records, edits, candidate);
    GateReport { verdict: judge(&current, &candidate, tuning), current, candidate }
}

/// The verdict on two tables.
pub fn judge(current: &GateTable, candidate: &GateTable, tuning: &QualityTuning) -> GateVerdict {
    let wide = |number: u32| u64::from(number);
    if candidate.known < tuning.gate_known {
        return GateVerdict::Insufficient;
    }
    let accurate = 100 * wide(candidate.successful) >= wide(tuning.gate_accuracy_pct) * wide(candidate.known);
    let accepted =
        100 * wide(candidate.overrides) <= wide(tuning.gate_override_pct) * wide(current.overrides);
    if accurate && accepted { GateVerdict::Pass } else { GateVerdict::Fail }
}

fn tabulate(records: &[&ProgressRecord], edits: &[ManualEdit], replay: &[Replayed]) -> GateTable {
    let decisions: BTreeMap<_, _> = replay.iter().map(|replayed| (replayed.record, replayed)).collect();
    let mut edits_of = BTreeMap::<ItemId, Vec<(usize, &ManualEdit)>>::new();
    for (index, edit) in edits.iter().enumerate() {
        edits_of.entry(edit.item_id).or_default().push((index, edit));
    }
    let mut table = GateTable::default();
    let mut overriding = BTreeSet::new();
    for (index, record) in records.iter().enumerate() {
        let Some(replayed) = decisions.get(&record.id) else { continue };
        table.count(record, replayed.decision);
        if replayed.decision == LevelDecision::Advance {
            match outcome(replayed, next_done(&records[index + 1..], record)) {
                Some(is_success) => {
                    table.known += 1;
                    table.successful += u32::from(is_success);
                }
                None => table.unknown += 1,
            }
        }
        let edits = edits_of.get(&record.item_id).into_iter().flatten();
        let against = edits.filter(|(_, edit)| is_opposed(replayed.decision, edit) && follows(edit, record));
        overriding.extend(against.map(|&(edit, _)| edit));
    }
    table.overrides = u32::try_from(overriding.len()).unwrap_or(u32::MAX);
    table
}

impl GateTable {
    fn count(&mut self, record: &ProgressRecord, decision: LevelDecision) {
        self.records += 1;
        *match decision {
            _ if record.status == PerformanceStatus::Skipped => &mut self.skipped,
            LevelDecision::Advance | LevelDecision::AdvanceRange => &mut self.advance,
            LevelDecision::Hold | LevelDecision::HoldRange => &mut self.hold,
            LevelDecision::Regress | LevelDecision::RegressRange => &mut self.regress,
            LevelDecision::None => &mut self.none,
        } += 1;
    }
}

/// Whether the advance would have succeeded, by what was done next; unknown if that was another exercise or nothing.
fn outcome(advance: &Replayed, next: Option<&ProgressRecord>) -> Option<bool> {
    let next = next.filter(|next| next.variation_key == advance.new_variation)?;
    let done = 100 * u64::from(next.volume_actual) >= 90 * u64::from(advance.new_volume);
    let bearable = next.rpe.is_none_or(|rpe| rpe.tenths() <= 90);
    let painless = next.marks.iter().all(|mark| mark.kind != MarkKind::Pain);
    Some(done && bearable && painless)
}

fn is_opposed(decision: LevelDecision, edit: &ManualEdit) -> bool {
    match edit.direction {
        Direction::Easier => matches!(decision, LevelDecision::Advance | LevelDecision::AdvanceRange),
        Direction::Harder => is_regress(decision),
        Direction::Neutral => false,
    }
}

/// Whether the edit of the item came within 24 hours after the record.
fn follows(edit: &ManualEdit, record: &ProgressRecord) -> bool {
    let after = edit.at.millis() - record.created_at.millis();
    (0..=86_400_000).contains(&after)
}
