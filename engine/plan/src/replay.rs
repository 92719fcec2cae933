//! Replay: a list of events folded into the versions of a plan, without storage.
//!
//! The document is what `regimen plan replay` reads and what the scenarios of this crate are written in: the items of
//! version 1, then what happened, one event after the other. Every event that is refused is named and changes nothing.

mod run;
mod sketch;

use domain::{
    change::{Field, Value},
    dispute::{OverrideScope, Resolution},
    error::ErrorCode,
    exercise::ExerciseKey,
    law::{Check, Law},
    person::ActorKind,
    plan::{PlanItem, SlotTime},
    proposal::{Consent, RejectionReason},
    reason::{Facts as ReasonFacts, ReasonCode},
    spec::SpecId,
    time::{Instant, LocalDate, Zone},
    wellbeing::FlagKind,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{
    run::{EventResult, PlanHistory, Refused, Replayed, Step, replay},
    sketch::ItemSketch,
};
use crate::tuning::PlanTuning;

/// What is replayed: the first version and what happened since.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// When the plan was made.
    pub start: Instant,
    /// Where the athlete lives.
    #[serde(default = "utc")]
    pub zone: Zone,
    /// Items of version 1, whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<PlanItem>,
    /// Items of version 1, in short.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sketches: Vec<ItemSketch>,
    /// The numbers of the rules, where they differ from the defaults.
    #[serde(default)]
    pub tuning: PlanTuning,
    /// What happened, in the order of time.
    pub events: Vec<Event>,
}

fn utc() -> Zone {
    Zone::UTC
}

/// Something that happened; exactly one of its kinds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// When.
    pub at: Instant,
    /// Who; the athlete unless said otherwise.
    #[serde(default = "athlete")]
    pub by: ActorKind,
    /// Engines made something of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<ReportEvent>,
    /// A person edits the plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit: Option<EditEvent>,
    /// A person answers proposals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answer: Vec<AnswerEvent>,
    /// A person rolls back a day or an exercise (RB-2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollback: Option<RollbackEvent>,
    /// A person takes back a version (RB-3).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<u32>,
    /// A person restores a version (RB-4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restore: Option<u32>,
    /// A person answers a version that waits (PV-7).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirm: Option<ConfirmEvent>,
    /// A flag is raised or cleared on an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<FlagEvent>,
    /// Time passes: what has reached its end ends (PR-10, CF-6).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub expire: bool,
}

const fn athlete() -> ActorKind {
    ActorKind::Athlete
}

/// What engines made of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportEvent {
    /// The session.
    pub session: String,
    /// The version whose targets it ran on; that in force unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<u32>,
    /// Whether it corrects an earlier report of the same session (P-4).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub correction: bool,
    /// What is proposed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bundles: Vec<BundleEvent>,
    /// Items that were decided and held, by exercise, ladder or id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held: Vec<String>,
}

/// One proposal of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BundleEvent {
    /// A name by which later events answer it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The item, by exercise, ladder or id.
    pub item: String,
    /// The rule that makes it.
    pub rule: SpecId,
    /// Why.
    pub reason: ReasonCode,
    /// The numbers behind it.
    #[serde(default, skip_serializing_if = "ReasonFacts::is_empty")]
    pub facts: ReasonFacts,
    /// Whether it is applied or asked.
    #[serde(default = "auto")]
    pub consent: Consent,
    /// What it changes.
    pub changes: Vec<ChangeEvent>,
}

const fn auto() -> Consent {
    Consent::Auto
}

/// One field that gets another value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeEvent {
    /// The item, by exercise, ladder or id; in a bundle its own unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The set by its place from 0, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<usize>,
    /// Which field.
    pub field: Field,
    /// The value it was made for; that in force unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<Value>,
    /// The value it gets.
    pub new: Value,
}

/// A person's edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditEvent {
    /// For the plan or for the running session.
    #[serde(default = "plan")]
    pub scope: OverrideScope,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The new values.
    pub changes: Vec<ChangeEvent>,
}

const fn plan() -> OverrideScope {
    OverrideScope::Plan
}

/// An answer to a proposal; exactly one of its kinds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerEvent {
    /// The proposal by the name of its bundle, or its id.
    pub proposal: String,
    /// What is said.
    pub reply: ReplyWord,
    /// Which alternative is accepted, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alternative: Option<u8>,
    /// Why it is rejected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<RejectionReason>,
    /// For how many days it is kept as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
}

domain::vocabulary::vocabulary! {
    /// What is said to a proposal.
    pub enum ReplyWord: "reply" {
        Accept = "accept",
        Reject = "reject",
        Defer = "defer",
        Keep = "keep",
    }
}

/// What is rolled back; exactly one of weekday, date and exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RollbackEvent {
    /// Weekday 1 (Monday) to 7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weekday: Option<u8>,
    /// A date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<LocalDate>,
    /// An exercise or ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<ExerciseKey>,
    /// Only this part of the day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot_time: Option<SlotTime>,
}

/// The answer to a version that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmEvent {
    /// Which version.
    pub version: u32,
    /// How: manual, auto or compromise.
    pub how: Resolution,
}

/// A flag on an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagEvent {
    /// The item, by exercise, ladder or id.
    pub item: String,
    /// Which flag; none clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<FlagKind>,
}

/// The law of a replay: items there are, events in the order of time, each of one kind.
impl Law for Replay {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::BadValue;
        let some = !self.items.is_empty() || !self.sketches.is_empty();
        check.require(some, ErrorCode::InvalidPlan, "items", "none", "at least one item");
        check.each("items", &self.items, |check, _, item| item.check(check));
        check.within("tuning", |check| self.tuning.check(check));
        check.each("events", &self.events, |check, index, event| {
            let before = index.checked_sub(1).map_or(self.start, |index| self.events[index].at);
            check.require(before <= event.at, CODE, "at", event.at, format_args!("{before} or later"));
            let kinds = event.kinds();
            check.require(kinds == 1, CODE, "", format_args!("{kinds} kinds of event"), "exactly one");
        });
    }
}

impl Event {
    fn kinds(&self) -> usize {
        let given = [
            self.report.is_some(),
            self.edit.is_some(),
            !self.answer.is_empty(),
            self.rollback.is_some(),
            self.undo.is_some(),
            self.restore.is_some(),
            self.confirm.is_some(),
            self.flag.is_some(),
            self.expire,
        ];
        given.into_iter().filter(|given| *given).count()
    }
}

/// A replay as people write it.
pub const EXAMPLE: &str = include_str!("../examples/replay.json");

/// What comes of [`EXAMPLE`].
pub const HISTORY_EXAMPLE: &str = include_str!("../examples/history.json");
