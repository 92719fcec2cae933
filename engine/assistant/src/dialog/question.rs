//! D-11: questions, what may be answered, and what each answer does to the draft.

use domain::{
    anatomy::{BodyArea, Side},
    exercise::ExerciseKey,
    quantity::Grams,
    reason::{Fact, Facts},
    time::LocalDate,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::result::{ReadSet, SpokenMark};

vocabulary! {
    /// What is asked (D-11).
    pub enum QuestionKind: "question" {
        ConfirmExercise = "confirm_exercise",
        WhichExercise = "which_exercise",
        UnknownExercise = "unknown_exercise",
        /// What an exercise is like that the catalogue does not have.
        NewExercise = "new_exercise",
        ThreeFactor = "three_factor",
        SetCountMismatch = "set_count_mismatch",
        RepRangeGiven = "rep_range_given",
        ListOutlier = "list_outlier",
        StrayNumber = "stray_number",
        AtNumber = "at_number",
        LoadWithoutReps = "load_without_reps",
        EffortConflict = "effort_conflict",
        EffortOutOfRange = "effort_out_of_range",
        Outlier = "outlier",
        DateFar = "date_far",
        DuplicateReport = "duplicate_report",
        ReplaceOrAdd = "replace_or_add",
        PainArea = "pain_area",
        PainNow = "pain_now",
        ClearFlag = "clear_flag",
        LogOrPlan = "log_or_plan",
        ConfirmEdit = "confirm_edit",
        Proposal = "proposal",
        Conflict = "conflict",
    }
}

/// Something that has to be asked. It survives a restart as it is (D-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Its id, once it was asked; the host makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What is asked.
    pub kind: QuestionKind,
    /// The item of the draft that it is about, by its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<usize>,
    /// What was read, for the text of the question.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// Two to four answers, the default first.
    pub options: Vec<Choice>,
}

impl Question {
    /// A question without options and facts.
    pub const fn new(kind: QuestionKind) -> Self {
        Self { id: None, kind, item: None, facts: Facts::new(), options: vec![] }
    }

    /// The same about an item.
    #[must_use]
    pub const fn about(mut self, item: usize) -> Self {
        self.item = Some(item);
        self
    }

    /// The same with one fact more.
    #[must_use]
    pub fn fact(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.insert(name.into(), fact.into());
        self
    }

    /// The same with one option more.
    #[must_use]
    pub fn option(mut self, choice: Choice) -> Self {
        self.options.push(choice);
        self
    }

    /// The text that a fact shows, if it is one.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.facts.get(name) {
            Some(Fact::Text(text)) => Some(text),
            _ => None,
        }
    }
}

vocabulary! {
    /// What an option is called: the key of its label.
    pub enum Label: "label" {
        Exercise = "exercise",
        NewExercise = "new_exercise",
        Sets = "sets",
        Load = "load",
        Reps = "reps",
        Effort = "effort",
        EachSet = "each_set",
        Ignore = "ignore",
        Right = "right",
        Wrong = "wrong",
        Yes = "yes",
        No = "no",
        Date = "date",
        Today = "today",
        Area = "area",
        Replace = "replace",
        Add = "add",
        Log = "log",
        Plan = "plan",
        Later = "later",
        Cancel = "cancel",
    }
}

/// One answer that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// What it is called.
    pub label: Label,
    /// What the label shows.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// What it does.
    pub does: Does,
}

impl Choice {
    /// An answer without facts.
    pub const fn new(label: Label, does: Does) -> Self {
        Self { label, facts: Facts::new(), does }
    }

    /// The same with one fact more.
    #[must_use]
    pub fn fact(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.insert(name.into(), fact.into());
        self
    }
}

/// What an answer does to the draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Does {
    /// Nothing: what was read stands, or the host acts (a proposal, an edit, a duplicate).
    Nothing,
    /// The item is this exercise.
    Exercise(ExerciseKey),
    /// The item is an exercise that the catalogue does not have.
    NewExercise,
    /// It is a new one, which trains the same as this.
    Like(ExerciseKey),
    /// These sets are added to the item, at this place among its sets.
    Sets(AddedSets),
    /// The sets of the item without a load were done with this one.
    Load(Grams),
    /// The effort of the item, in tenths of RPE.
    Effort(u8),
    /// Another answer is waited for: reps of each set, a number, a name.
    Say(Asked),
    /// The item is taken out of the draft.
    DropItem,
    /// The report is of this day.
    Date(LocalDate),
    /// The whole draft is dropped.
    Cancel,
    /// The pain without a place is here.
    Area(Vec<BodyArea>),
    /// These marks count.
    Marks(Vec<SpokenMark>),
}

/// Sets that an answer adds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddedSets {
    /// Before which set of the item they belong.
    pub at: usize,
    /// What was done.
    pub sets: Vec<ReadSet>,
}

vocabulary! {
    /// What a question waits for if no option is taken.
    pub enum Asked: "awaited value" {
        Reps = "reps",
        Effort = "effort",
        Exercise = "exercise",
        Area = "area",
        Date = "date",
    }
}

/// What the athlete answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Given {
    /// Yes: the default of most questions.
    Yes,
    /// No.
    No,
    /// Not now.
    Later,
    /// The question and its draft are to be closed.
    Cancel,
    /// An option, by its place from 0.
    Option(usize),
    /// Reps of each set.
    Reps(Vec<u32>),
    /// An effort in tenths of RPE.
    Effort(u8),
    /// An exercise.
    Exercise(ExerciseKey),
    /// A place of the body.
    Area {
        /// Where.
        areas: Vec<BodyArea>,
        /// Left or right, if it was said.
        side: Option<Side>,
    },
    /// A day.
    Date(LocalDate),
}
