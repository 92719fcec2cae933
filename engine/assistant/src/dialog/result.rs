//! D-10: what a message reports, as a value that waits for its answers and is kept while it waits (D-4).

use domain::{
    anatomy::{BodyArea, Side},
    exercise::ExerciseKey,
    plan::SlotTime,
    prescription::SetType,
    quantity::Grams,
    time::LocalDate,
    vocabulary::vocabulary,
    wellbeing::{Flag, FlagKind, Mark, MarkKind, Severity},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::question::Question;

/// What was done, as far as the message says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The day that it is about.
    pub date: LocalDate,
    /// Morning or evening, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_time: Option<SlotTime>,
    /// Whether the whole session was skipped.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    /// The exercises, in the order of the message.
    pub items: Vec<Item>,
    /// What was said of the athlete (D-12).
    pub marks: Vec<SpokenMark>,
    /// What has to be asked, the next one first; nothing is saved before all are answered.
    pub questions: Vec<Question>,
    /// Clauses that were not understood, verbatim.
    pub unparsed: Vec<String>,
}

impl Report {
    /// A report of a day that says nothing yet.
    pub const fn new(date: LocalDate) -> Self {
        Self {
            date,
            slot_time: None,
            skipped: false,
            items: vec![],
            marks: vec![],
            questions: vec![],
            unparsed: vec![],
        }
    }

    /// Whether it says that anything was done or skipped.
    pub const fn is_report(&self) -> bool {
        self.skipped || !self.items.is_empty()
    }
}

/// One exercise of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// The exercise, if its name was resolved; after a fuzzy match it is only a guess that waits for a yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_key: Option<ExerciseKey>,
    /// The words of the name as they were written.
    pub raw_name: String,
    /// How the name was resolved (D-9).
    #[serde(rename = "match")]
    pub matched: Match,
    /// The exercises that may be meant, the likeliest first.
    pub candidates: Vec<ExerciseKey>,
    /// What an exercise trains that is new: the same as this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<ExerciseKey>,
    /// What was done, in order.
    pub sets: Vec<ReadSet>,
    /// Effort in tenths of RPE.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe10: Option<u8>,
    /// Where the effort comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe_source: Option<RpeSource>,
    /// The word that the effort was read from, so that the reply can say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe_word: Option<String>,
    /// Comfort of a mobility exercise, 1..5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comfort: Option<u8>,
    /// Whether it was left out.
    pub skipped: bool,
    /// Words that are neither name nor notation.
    pub note: Option<String>,
}

vocabulary! {
    /// The stage of D-9 that resolved a name.
    #[derive(Default)]
    pub enum Match: "match" {
        Key = "key",
        Alias = "alias",
        Stem = "stem",
        Family = "family",
        Translit = "translit",
        Fuzzy = "fuzzy",
        #[default]
        None = "none",
    }
}

vocabulary! {
    /// Where an effort comes from.
    pub enum RpeSource: "effort source" {
        Said = "said",
        Word = "word",
        Session = "session",
    }
}

vocabulary! {
    /// What the amount of a set counts.
    pub enum Per: "per" {
        Both = "both",
        Side = "side",
        Leg = "leg",
        Arm = "arm",
    }
}

/// One set as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadSet {
    /// Working or warm-up.
    #[serde(rename = "type")]
    pub kind: SetType,
    /// Repetitions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
    /// Seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Meters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<u32>,
    /// The load; below zero it is help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<Grams>,
    /// What the amount is for.
    pub per: Per,
}

impl ReadSet {
    /// A working set of nothing.
    pub const EMPTY: Self = Self {
        kind: SetType::Working,
        reps: None,
        seconds: None,
        meters: None,
        load_g: None,
        per: Per::Both,
    };

    /// A working set of so many reps.
    pub const fn reps(reps: u32) -> Self {
        Self { reps: Some(reps), ..Self::EMPTY }
    }

    /// A working set of so many seconds.
    pub const fn seconds(seconds: u32) -> Self {
        Self { seconds: Some(seconds), ..Self::EMPTY }
    }
}

vocabulary! {
    /// What a message says of the athlete (D-12).
    pub enum SpokenKind: "spoken mark" {
        Pain = "pain",
        Soreness = "soreness",
        Fatigue = "fatigue",
        Illness = "illness",
        Technique = "technique",
    }
}

/// D-12, D-13: something that a message says of the athlete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpokenMark {
    /// What.
    pub kind: SpokenKind,
    /// Where, for pain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<BodyArea>,
    /// Left or right, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// 1..3, for pain and illness that are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// The exercise of the report that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_key: Option<ExerciseKey>,
    /// The item of the draft that it belongs to, while its exercise is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<usize>,
    /// Whether it is said to be absent or over.
    pub negated: bool,
    /// Whether it is said to have been long ago.
    pub past: bool,
}

impl SpokenMark {
    /// Whether it says something of now, so that it has an effect (D-14).
    pub const fn is_present(&self) -> bool {
        !self.negated && !self.past
    }

    /// The kind of flag that it is about; ordinary soreness has none (D-14).
    pub const fn flag_kind(&self) -> Option<FlagKind> {
        match self.kind {
            SpokenKind::Pain => Some(FlagKind::Pain),
            SpokenKind::Fatigue => Some(FlagKind::Fatigue),
            SpokenKind::Illness => Some(FlagKind::Illness),
            SpokenKind::Technique => Some(FlagKind::Technique),
            SpokenKind::Soreness => None,
        }
    }

    /// D-13: whether a negated mark says that this flag is over; without an area it is about every one of its kind.
    pub fn denies(&self, flag: &Flag) -> bool {
        let same_area = self.area.is_none_or(|area| flag.area == Some(area));
        let same_exercise = flag.kind != FlagKind::Technique
            || self.exercise_key.is_none()
            || self.exercise_key == flag.exercise_key;
        self.negated && !self.past && self.flag_kind() == Some(flag.kind) && same_area && same_exercise
    }

    /// The mark on the exercise performance that it belongs to, if it is one that performances carry (D-14).
    pub const fn on_performance(&self) -> Option<Mark> {
        if !self.is_present() {
            return None;
        }
        let kind = match self.kind {
            SpokenKind::Pain => MarkKind::Pain,
            SpokenKind::Technique => MarkKind::Technique,
            SpokenKind::Soreness | SpokenKind::Fatigue | SpokenKind::Illness => return None,
        };
        Some(Mark { kind, area: self.area, severity: self.severity })
    }
}
