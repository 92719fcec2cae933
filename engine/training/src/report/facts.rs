//! What the head of a report is made of: what happened in the period, and what may be changed after it.

use std::collections::BTreeMap;

use domain::{
    anatomy::{BodyArea, Muscle},
    dispute::Conflict,
    id::Id,
    proposal::ProposalId,
    time::Instant,
    wellbeing::{FlagKind, Severity},
};
use serde::{Deserialize, Serialize};

use super::change::ChangeKind;
use crate::{records::Record, suggestion::history::Trend};

/// The numbers of .
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReportTuning {
    /// fewest planned sessions of which too few can be done.
    pub planned_least: u32,
    /// percent of planned sessions below which too few were done.
    pub completion_low_pct: u32,
    /// tenths of RPE by which effort has changed.
    pub effort_drift: i64,
    /// percent by which volumes may differ and still be the same.
    pub volume_band_pct: i64,
    /// weeks of accumulation after which the easy week may come early.
    pub deload_after_weeks: u32,
}

impl Default for ReportTuning {
    fn default() -> Self {
        Self {
            planned_least: 2,
            completion_low_pct: 50,
            effort_drift: 10,
            volume_band_pct: 10,
            deload_after_weeks: 4,
        }
    }
}

/// What happened in a week or a month.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Period {
    /// Sessions that were due.
    pub planned: u32,
    /// Those that were done, unplanned ones too.
    pub done: u32,
    /// Flags in force at its end.
    pub flags: Vec<StandingFlag>,
    /// The rates of the alerts that were told (P-43), in percent.
    pub alerts: Vec<u32>,
    /// Exercises that went back three times in a row or more (P-45).
    pub stuck: Vec<Stuck>,
    /// Conflicts that wait for an answer (CF-6).
    pub conflicts: Vec<OpenConflict>,
    /// Levels that changed, by ladder.
    pub levels: Vec<LevelMove>,
    /// Hard muscles, unless it was an easy week.
    pub muscles: Vec<MuscleVolume>,
    /// Anchors with their trend.
    pub strengths: Vec<Strength>,
    /// How effort went, if there is enough to compare.
    pub effort: Option<EffortShift>,
    /// Records of the period.
    pub records: Vec<Record>,
}

/// A flag in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the fields of a flag")]
pub struct StandingFlag {
    pub kind: FlagKind,
    #[serde(default)]
    pub area: Option<BodyArea>,
    #[serde(default)]
    pub exercise: Option<String>,
    pub severity: Severity,
    /// For how many days it has been in force.
    pub days: u32,
}

/// An exercise that went back again and again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stuck {
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise: String,
    /// Steps back in a row.
    pub regressions: u32,
}

/// A conflict that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenConflict {
    /// Which.
    pub id: Id<Conflict>,
    /// For how many days.
    pub days: u32,
}

/// A level from the beginning of the period to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct LevelMove {
    pub exercise: String,
    pub old: u32,
    pub new: u32,
}

/// What a hard muscle got, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MuscleVolume {
    /// Which.
    pub muscle: Muscle,
    /// Done in this week (VO-4).
    pub done: i64,
    /// Done in the accumulation week before, if there was one.
    #[serde(default)]
    pub before: Option<i64>,
    /// The least that builds (VO-1).
    pub mev: i64,
}

/// Where the estimated maximum of an anchor goes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// The exercise's key.
    pub exercise: String,
    /// Where it goes.
    pub trend: Trend,
    /// By how many tenths of a percent.
    pub change: i64,
}

/// Effort of the period against the weeks before (A-12, `rpe_drift`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffortShift {
    /// Tenths of RPE.
    pub drift: i64,
    /// Working sets of the period.
    pub volume: i64,
    /// Working sets of a period as long, of the weeks before.
    pub volume_before: i64,
}

/// What may be changed after the period.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Outlook {
    /// Proposals that wait for an answer.
    pub proposals: Vec<OpenProposal>,
    /// Exercises of the sessions to come.
    pub exercises: Vec<Upcoming>,
    /// Changes that are not to be proposed: of the whole plan, they wait for an answer or got one lately (PR-7), or the
    /// athlete wants none of them (PR-6).
    pub barred: Vec<ChangeKind>,
    /// Weeks of accumulation that have passed in the block.
    pub accumulation_weeks: u32,
    /// Entries of the weekly schedule (WK-1).
    pub schedule: u32,
}

/// A proposal that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenProposal {
    /// Which.
    pub id: ProposalId,
    /// Whether it makes something easier for safety.
    #[serde(default)]
    pub safety: bool,
    /// Its rank among others (AR-3); less is first.
    pub rank: u32,
    /// How sure its engine is, in percent.
    pub confidence: u32,
    /// When it was made.
    pub created_at: Instant,
}

/// An exercise of a session to come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Upcoming {
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise: String,
    /// Whether another change or a person keeps it as it is (PR-7, AR-2).
    pub barred: bool,
    /// Whether a flag keeps it from becoming harder (AR-3).
    pub vetoed: bool,
    /// Whether it is in the very next session.
    pub next: bool,
    /// How much it loads each area.
    pub areas: BTreeMap<BodyArea, i64>,
    /// How much it gives each muscle.
    pub muscles: BTreeMap<Muscle, i64>,
    /// What can stand in for it (SU-2), if anything can.
    pub substitute: Option<String>,
    /// An easier variation, if there is one.
    pub easier: Option<String>,
    /// Its level, if it climbs a ladder.
    pub level: Option<u32>,
    /// The fewest sets it gets.
    pub min_sets: u32,
}
