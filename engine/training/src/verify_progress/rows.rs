//! Rows: what the tables of one athlete hold, as plain values.

use std::{collections::BTreeSet, fmt};

use domain::{
    equipment::EquipmentSet,
    exercise::ExerciseKey,
    plan::{ItemId, PlanItem, PlanVersion},
    prescription::{Prescription, SetPrescription},
    progress::{ProgressRecord, ProgressionEvent},
    session::ExercisePerformance,
    time::{Instant, LocalDate, Zone},
    wellbeing::{Flag, SessionModifier},
};

use crate::progression::{tuning::ProgressionTuning, update::ProgressUpdate};

/// Everything that is kept of one athlete's progress.
#[derive(Debug, Clone)]
pub struct Rows<'a> {
    /// The version of the rules in force: only its records are decided again.
    pub rule_version: &'a str,
    /// The numbers of those rules.
    pub tuning: &'a ProgressionTuning,
    /// The records in the table of current ones.
    pub live: &'a [Entry],
    /// The records in the archive.
    pub archive: &'a [Entry],
    /// The events.
    pub events: &'a [ProgressionEvent],
    /// Every flag of the athlete, cleared ones too.
    pub flags: &'a [Touching],
    /// Every modifier, used ones too.
    pub modifiers: &'a [SessionModifier],
    /// The versions of the athlete's training plans.
    pub versions: &'a [PlanVersion],
    /// The last run of the archive job, if it ever ran.
    pub last_run: Option<ArchiveRun>,
    /// Where the athlete lives.
    pub zone: &'a Zone,
}

/// One record with what the session, the plan and the landing know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The record.
    pub record: ProgressRecord,
    /// When the session started, or should have.
    pub started_at: Instant,
    /// Whether the session was in a deload week.
    pub deload: bool,
    /// The item as the plan had it when the session started.
    pub item: PlanItem,
    /// What was done, with the frozen targets; absent for a session that never started.
    pub performance: Option<ExercisePerformance>,
    /// Whether a person edited its targets for this session alone (OV-8).
    pub edited: bool,
    /// Whether the same report moved the reps target of this range item (SR-4, P-15).
    pub moved: bool,
    /// What was at hand; when it is not known, a hold for want of equipment is believed.
    pub equipment: Option<EquipmentSet>,
    /// What the decision makes of the item; absent where it was not kept, or where a person changed the item between
    /// the start and the report.
    pub target: Option<NewTarget>,
    /// When the change it decided came into the plan.
    pub landed_at: Option<Instant>,
    /// When that change was undone (RB-3).
    pub undone_at: Option<Instant>,
}

/// What an item asks for after a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTarget {
    /// The level, if it has one.
    pub level: Option<u32>,
    /// The volume of the working sets.
    pub volume: u32,
    /// The same by set.
    pub sets: Vec<u32>,
}

/// `level 2, 9+9+8 = 26`.
impl fmt::Display for NewTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(level) = self.level {
            write!(f, "level {level}, ")?;
        }
        let sets: Vec<_> = self.sets.iter().map(ToString::to_string).collect();
        write!(f, "{} = {}", sets.join("+"), self.volume)
    }
}

impl From<&ProgressUpdate> for NewTarget {
    fn from(update: &ProgressUpdate) -> Self {
        Self { level: update.level_result, volume: update.new_volume, sets: update.new_sets.clone() }
    }
}

impl From<&Prescription> for NewTarget {
    fn from(prescription: &Prescription) -> Self {
        Self {
            level: prescription.level_ref.as_ref().map(|level| level.ordinal),
            volume: prescription.volume(),
            sets: prescription.working_sets().filter_map(SetPrescription::amount).collect(),
        }
    }
}

/// A flag and the items that it touches (P-52, P-53).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touching {
    /// The flag.
    pub flag: Flag,
    /// The items that may not get harder while it is active, as long as they are of these exercises.
    pub items: BTreeSet<(ItemId, ExerciseKey)>,
}

/// A run of the archive job (P-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveRun {
    /// The athlete's date.
    pub date: LocalDate,
    /// For how many calendar months it keeps events: 6 (P-44).
    pub event_months: u32,
}
