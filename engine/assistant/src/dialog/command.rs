//! D-6: commands and their arguments.

mod read;

use domain::{
    anatomy::BodyArea,
    quantity::{Grams, MassUnit},
    session::Intent,
    time::LocalDate,
    vocabulary::vocabulary,
    wellbeing::Severity,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::act::{Named, Rollback};
pub use read::COMMANDS;
pub(super) use read::{nearest, read, split};

/// A command with what was said after it. A missing or unreadable argument is absent, and the host says what it wants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Greeting, with the code of a link.
    Start(Option<String>),
    /// Commands and examples, of a topic.
    Help(Option<String>),
    /// The session of a date.
    Today(Option<LocalDate>),
    /// The week, or one weekday of it.
    Plan(Option<u8>),
    /// A session draft.
    Session {
        /// How long.
        minutes: Option<u32>,
        /// What kind.
        intent: Option<Intent>,
        /// Where.
        place: Option<String>,
    },
    /// A report: what follows is in [`super::Message::report`]; empty, it opens a guided one.
    Report,
    /// Closes the session of today.
    Done,
    /// Leaves out an exercise, or the session of today.
    Skip {
        /// Which exercise; else the session.
        exercise: Option<Named>,
        /// Why, in the athlete's words.
        reason: Option<String>,
    },
    /// Something hurts.
    Pain {
        /// Where.
        areas: Vec<BodyArea>,
        /// 1..3.
        severity: Option<Severity>,
        /// At which exercise.
        exercise: Option<Named>,
    },
    /// Pain is over: there, or everywhere if no area is named.
    PainClear(Vec<BodyArea>),
    /// Tired, with a note.
    Tired(Option<String>),
    /// No longer tired.
    TiredClear,
    /// How the athlete is.
    Checkin {
        /// 1..5.
        readiness: Option<u8>,
        /// 0..100.
        sleep: Option<u8>,
        /// 0..100.
        battery: Option<u8>,
    },
    /// Body weight.
    Weight(Option<Grams>),
    /// Meals.
    Meals(MealsArgument),
    /// Reasons: of an exercise, or of the last decisions.
    Why(Option<Named>),
    /// Open proposals, or the answer to one.
    Proposals(Option<ProposalAnswer>),
    /// Takes the last changes back, so many of them.
    Undo(u32),
    /// Goes back to an earlier plan.
    Rollback(Option<Rollback>),
    /// Keeps things as they are.
    Keep {
        /// Which exercise; else the focus.
        exercise: Option<Named>,
        /// For how long.
        days: Option<u32>,
    },
    /// The weekly report.
    Review,
    /// The monthly report.
    Month,
    /// Records, of an exercise.
    Records(Option<Named>),
    /// Ends a suspension after a confirmation (D-15).
    Resume,
    /// The language.
    Lang(Option<LanguageSetting>),
    /// The unit of loads.
    Units(Option<MassUnit>),
    /// Quiet hours: from and to, each 0..23.
    Quiet(Option<[u8; 2]>),
    /// A link to exports, or a file.
    Export(Option<String>),
    /// Links an account, with a code.
    Link(Option<String>),
    /// Removes the link.
    Unlink,
    /// Deletes turns and context after a confirmation.
    Forget,
    /// Closes the open question and its draft.
    Cancel,
}

vocabulary! {
    /// D-22: the language that was asked for.
    pub enum LanguageSetting: "language setting" {
        En = "en",
        Ru = "ru",
        Auto = "auto",
    }
}

/// What `/meals` asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum MealsArgument {
    /// The meals of a day; of today if none is named.
    Day(Option<LocalDate>),
    /// A slot was eaten.
    Done(String),
    /// A slot was left out.
    Skip(String),
    /// Something else for a slot.
    Swap(String),
}

/// The answer to an open proposal, by its number in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ProposalAnswer {
    /// Yes.
    Accept(u32),
    /// No.
    Reject(u32),
    /// Not now.
    Later(u32),
}
