//! What a message wants, in the order in which it is tried (D-5), with its details (D-16, D-17, D-18).

use domain::{exercise::ExerciseKey, quantity::Grams, time::LocalDate, vocabulary::vocabulary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    command::Command,
    question::Given,
    result::{Match, ReadSet},
};

/// What a message wants (D-5). Its marks are applied whatever it wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// Step 2: a red flag; nothing else is answered (D-15).
    RedFlag,
    /// Step 3: a command (D-6).
    Command(Command),
    /// Step 3: a command that does not exist.
    UnknownCommand {
        /// What was typed, without the slash.
        name: String,
        /// The command that was probably meant.
        nearest: Option<String>,
    },
    /// Step 4: an answer to the open question. Without one, only a bare yes, no, later or cancel is read as an answer.
    Answer(Given),
    /// Step 5: take the last change or report back (D-18).
    Undo,
    /// Step 5: go back to an earlier plan (D-18).
    Rollback(Rollback),
    /// Step 5: change the plan by hand (D-17).
    Edit(Edit),
    /// Step 6: body weight.
    BodyWeight(Grams),
    /// Step 7: the reasons of what was decided.
    Why {
        /// Of this exercise; else the last decisions.
        exercise: Option<Named>,
    },
    /// Step 8: something was done or skipped; it is in [`super::Message::report`].
    Report,
    /// Step 9: only marks.
    Wellbeing,
    /// Step 10: something to look at.
    View(View),
    /// Step 11: nothing that can be acted on.
    Unknown {
        /// The three actions that are nearest.
        nearest: Vec<Action>,
    },
}

vocabulary! {
    /// Something to look at.
    pub enum View: "view" {
        Today = "today",
        Plan = "plan",
        Review = "review",
        Month = "month",
        Meals = "meals",
        Records = "records",
        Help = "help",
    }
}

vocabulary! {
    /// What can be offered to somebody who was not understood (D-5 step 11).
    pub enum Action: "action" {
        Report = "report",
        Today = "today",
        Plan = "plan",
        Review = "review",
        Meals = "meals",
        Records = "records",
        Why = "why",
        Undo = "undo",
        BodyWeight = "body_weight",
        Help = "help",
    }
}

/// An exercise as it was named, outside of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The exercise, if the name was resolved; after a fuzzy match it is only a guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_key: Option<ExerciseKey>,
    /// The words.
    pub raw_name: String,
    /// How it was resolved.
    #[serde(rename = "match")]
    pub matched: Match,
    /// What may be meant.
    pub candidates: Vec<ExerciseKey>,
}

impl Named {
    /// The exercise, if nothing has to be asked.
    pub fn certain(&self) -> Option<&ExerciseKey> {
        self.exercise_key.as_ref().filter(|_| self.matched != Match::Fuzzy)
    }
}

/// A day of the plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Day {
    /// 1 (Monday) to 7.
    Weekday(u8),
    /// A date.
    Date(LocalDate),
}

/// What is rolled back (RB-1, RB-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Rollback {
    /// The plan of a day.
    Slot(Day),
    /// The newest version that touched an exercise.
    Exercise(Named),
}

/// A change by hand (D-17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// What changes.
    pub change: EditChange,
    /// Where it holds, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<EditScope>,
}

/// What a change by hand does (D-17).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum EditChange {
    /// Fewer sets, from the end.
    RemoveSets {
        /// How many.
        count: u32,
        /// Of which exercise; else of the focus or the session.
        exercise: Option<Named>,
    },
    /// Other sets, reps or load.
    SetTarget {
        /// Of which exercise.
        exercise: Named,
        /// As they were written.
        sets: Vec<ReadSet>,
    },
    /// Another exercise.
    Swap {
        /// The one that goes.
        from: Named,
        /// The one that comes.
        to: Named,
    },
    /// Another day.
    Move {
        /// The day whose session moves; else the next one.
        from: Option<Day>,
        /// Where to.
        to: Day,
    },
    /// Lighter for one session.
    Easier {
        /// Which exercise; else all.
        exercise: Option<Named>,
    },
    /// As it is for a while (OV-7).
    Keep {
        /// Which exercise; else the focus.
        exercise: Option<Named>,
    },
}

vocabulary! {
    /// D-17: where a change by hand was said to hold.
    pub enum EditScope: "edit scope" {
        NextSession = "next_session",
        Plan = "plan",
    }
}
