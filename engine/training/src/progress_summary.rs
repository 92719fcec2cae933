//! The compact summary of an item for planners and models (P-21), and which records of a history stand.

use std::collections::BTreeSet;

use domain::{
    anatomy::BodyArea,
    exercise::{Exercise, Measure},
    ladder::Ladder,
    plan::PlanItem,
    progress::{LevelDecision, ProgressRecord},
    quantity::{Grams, Rpe},
    session::PerformanceStatus,
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
    wellbeing::{Flag, FlagKind, Severity},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::flag::touches;

/// P-3: how many records of an item are its history.
const HISTORY: usize = 10;
/// P-3: how many of them a summary shows.
const SHOWN: usize = 3;
/// P-21: the difference over three efforts that is a trend, in tenths of RPE.
const TREND: i64 = 10;

vocabulary! {
    /// Where the effort of an item is going (P-21).
    pub enum RpeTrend: "effort trend" {
        Rising = "rising",
        Flat = "flat",
        Falling = "falling",
        Unknown = "unknown",
    }
}

/// What an item is at, in few words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProgressSummary {
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise: String,
    /// The level it stands on, if it stands on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelSummary>,
    /// What the plan asks for.
    pub target: TargetSummary,
    /// The last three records, newest first.
    pub last3: Vec<RecordSummary>,
    /// Over the last three efforts.
    pub rpe_trend: RpeTrend,
    /// Skips among the last ten records.
    pub skips_in_10: u32,
    /// Flags in force that concern it.
    pub flags: Vec<FlagSummary>,
    /// Raw successes in a row.
    pub streak_success: u32,
}

/// A level among those of its ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelSummary {
    /// Which, from 1.
    pub ordinal: u32,
    /// What it is called in English.
    pub label_en: String,
    /// The same in Russian.
    pub label_ru: String,
    /// How many there are.
    pub of: usize,
}

/// What the plan asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetSummary {
    /// The working sets.
    pub sets: Vec<u32>,
    /// What they count.
    pub unit: Measure,
    /// The heaviest load of the working sets, if one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<Grams>,
}

/// What became of one session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordSummary {
    /// The athlete's date.
    pub date: LocalDate,
    /// T_f: what was asked.
    pub target: u32,
    /// A: what was done.
    pub actual: u32,
    /// Effort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
    /// What was decided.
    pub decision: LevelDecision,
}

/// A flag in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagSummary {
    /// What.
    pub kind: FlagKind,
    /// Where, for pain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<BodyArea>,
    /// 0..3.
    pub severity: Severity,
}

/// What a summary is made of.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// The item as it stands in the plan.
    pub item: &'a PlanItem,
    /// Its exercise.
    pub exercise: &'a Exercise,
    /// Its ladder, if it climbs one.
    pub ladder: Option<&'a Ladder>,
    /// Its records, oldest first by (started_at, id).
    pub records: &'a [ProgressRecord],
    /// The athlete's flags.
    pub flags: &'a [Flag],
    /// When it is.
    pub now: Instant,
}

/// The summary of one item.
pub fn summarize(of: &Item<'_>) -> ProgressSummary {
    let records = standing(of.records);
    let history = &records[records.len().saturating_sub(HISTORY)..];
    let level = of.item.prescription.level_ref.as_ref();
    let is_skipped = |record: &&&ProgressRecord| record.status == PerformanceStatus::Skipped;
    let flags = of.flags.iter().filter(|flag| flag.is_active(of.now) && concerns(flag, of.exercise));
    ProgressSummary {
        exercise: level.map_or(of.item.exercise_key.as_str(), |level| level.ladder_key.as_str()).to_owned(),
        level: level.and_then(|reference| {
            let ladder = of.ladder?;
            let level = ladder.level(reference.ordinal)?;
            Some(LevelSummary {
                ordinal: reference.ordinal,
                label_en: level.label_en.clone(),
                label_ru: level.label_ru.clone(),
                of: ladder.levels.len(),
            })
        }),
        target: target(of),
        last3: history.iter().rev().take(SHOWN).map(|record| shown(record)).collect(),
        rpe_trend: rpe_trend(history),
        skips_in_10: u32::try_from(history.iter().filter(is_skipped).count()).unwrap_or(u32::MAX),
        flags: flags
            .map(|flag| FlagSummary { kind: flag.kind, area: flag.area, severity: flag.severity })
            .collect(),
        streak_success: history.last().map_or(0, |record| record.streak_success),
    }
}

fn target(of: &Item<'_>) -> TargetSummary {
    let working = || of.item.prescription.working_sets();
    TargetSummary {
        sets: working().filter_map(domain::prescription::SetPrescription::amount).collect(),
        unit: of.exercise.measure,
        load_g: working().filter_map(|set| set.load_g).max(),
    }
}

fn shown(record: &ProgressRecord) -> RecordSummary {
    RecordSummary {
        date: record.local_date,
        target: record.volume_target,
        actual: record.volume_actual,
        rpe: record.rpe,
        decision: record.decision,
    }
}

/// The records that no later one corrects, in their order (P-4, P-20).
pub fn standing(records: &[ProgressRecord]) -> Vec<&ProgressRecord> {
    let corrected: BTreeSet<_> = records.iter().filter_map(|record| record.corrects).collect();
    records.iter().filter(|record| !corrected.contains(&record.id)).collect()
}

/// Where the effort went over the last three values, however many records lie between.
fn rpe_trend(history: &[&ProgressRecord]) -> RpeTrend {
    let mut efforts = history.iter().rev().filter_map(|record| record.rpe).map(Rpe::tenths);
    let newest = efforts.next();
    match newest.zip(efforts.nth(1)).map(|(newest, oldest)| newest - oldest) {
        None => RpeTrend::Unknown,
        Some(difference) if difference >= TREND => RpeTrend::Rising,
        Some(difference) if difference <= -TREND => RpeTrend::Falling,
        Some(_) => RpeTrend::Flat,
    }
}

/// Whether the flag is about this exercise: its own, on all, or pain in an area that the exercise touches.
fn concerns(flag: &Flag, exercise: &Exercise) -> bool {
    let own = flag.exercise_key.as_ref().is_none_or(|key| *key == exercise.id);
    own && flag.area.is_none_or(|area| touches(exercise, area))
}
