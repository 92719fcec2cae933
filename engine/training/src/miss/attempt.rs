//! Attempt: one item in one past session, with what was known when that session started (P-48).

use domain::{
    exercise::ProgressionType,
    id::Id,
    plan::{ItemId, SlotTime},
    progress::ProgressRecord,
    quantity::Rpe,
    session::PerformanceStatus,
    time::{Instant, LocalDate},
    wellbeing::Severity,
};
use serde::{Deserialize, Serialize};

use super::count;

/// P-48: less than so many percent of the frozen volume is a miss.
const MISS_PCT: u64 = 90;

/// An item in a session as it is known before that session starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Which item.
    pub item_id: ItemId,
    /// When the session started, or is planned to; one instant for all items of a session.
    pub started_at: Instant,
    /// The athlete's date.
    pub local_date: LocalDate,
    /// Part of the day.
    pub slot_time: SlotTime,
    /// Place in the session, from 0.
    pub position: u32,
    /// How the item grows.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<ProgressionType>,
    /// Level of a ladder item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// T: volume of the plan.
    pub volume_plan: u32,
    /// T_f: frozen volume; 0 for an item without a volume target.
    pub volume_target: u32,
    /// Percent of the volume left by modifiers, 100 without one.
    pub volume_pct: u8,
    /// Severity of the active fatigue flag, 0 without one.
    pub fatigue: Severity,
    /// Highest severity of the active pain flags that touch the item, 0 without one.
    pub pain: Severity,
    /// 1..5, if the athlete said so in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readiness: Option<u8>,
    /// 0..100, if known in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sleep_score: Option<u8>,
}

impl Setting {
    /// Whether this session starts under the same target as an earlier one.
    pub(crate) fn has_target_of(&self, earlier: &Self) -> bool {
        (self.volume_plan, self.level) == (earlier.volume_plan, earlier.level)
    }
}

/// What became of an item in a session. A correction stands in the place of what it corrects: one attempt per item and
/// session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The id of its record (P-20).
    pub id: Id<ProgressRecord>,
    /// What was known before.
    pub setting: Setting,
    /// When the session ended; for a skip, when it became one.
    pub finished_at: Instant,
    /// Done or skipped.
    pub status: PerformanceStatus,
    /// A: volume done.
    pub volume_actual: u32,
    /// Effort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
    /// Raw successes in a row, this session included.
    pub streak_success: u32,
}

impl Attempt {
    /// Whether it was a miss; [`None`] for a skip and for an item without a volume target, which teach nothing.
    pub fn miss(&self) -> Option<bool> {
        let target = u64::from(self.setting.volume_target);
        let is_row = self.is_done() && target > 0;
        is_row.then(|| 100 * u64::from(self.volume_actual) < MISS_PCT * target)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.status == PerformanceStatus::Done
    }

    /// A / T_f.
    pub(crate) fn completion(&self) -> Option<f64> {
        let target = self.setting.volume_target;
        (target > 0).then(|| f64::from(self.volume_actual) / f64::from(target))
    }
}

/// Rows, and the misses among them; collected from labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// How many rows.
    pub rows: usize,
    /// How many of them are misses.
    pub misses: usize,
}

impl Tally {
    /// The share of misses.
    pub(crate) fn rate(self) -> f64 {
        count(self.misses) / count(self.rows)
    }

    /// Whether there are both misses and hits.
    pub(crate) fn has_both(self) -> bool {
        0 < self.misses && self.misses < self.rows
    }
}

impl FromIterator<bool> for Tally {
    fn from_iter<T: IntoIterator<Item = bool>>(labels: T) -> Self {
        labels.into_iter().fold(Self::default(), |tally, miss| Self {
            rows: tally.rows + 1,
            misses: tally.misses + usize::from(miss),
        })
    }
}
