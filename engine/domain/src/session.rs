//! Session: what is planned for a day, frozen when it starts, and what was done (PV-5).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    exercise::ExerciseKey,
    id::{Id, TraceId},
    law::{Check, Law},
    person::{Actor, Athlete},
    plan::{ItemId, PlanId, SlotTime},
    prescription::{Prescription, SetId, SetType},
    quantity::{Grams, Rpe},
    reason::Facts,
    time::{Instant, LocalDate, Zone},
    vocabulary::vocabulary,
    wellbeing::Mark,
};

/// The id of a session, made by the client (GL-5).
pub type SessionId = Id<Session>;

vocabulary! {
    /// What a session is about.
    pub enum Intent: "intent" {
        Push = "push",
        Pull = "pull",
        Legs = "legs",
        Upper = "upper",
        Lower = "lower",
        FullBody = "full_body",
        BodyPart = "body_part",
    }
}

vocabulary! {
    /// How a session came to be.
    pub enum SessionOrigin: "session origin" {
        Template = "template",
        Intent = "intent",
        AdHoc = "ad_hoc",
        Draft = "draft",
    }
}

vocabulary! {
    /// Who chose the exercises (EP-5).
    pub enum SelectionMode: "selection mode" {
        Auto = "AUTO",
        Manual = "MANUAL",
        Bonus = "BONUS",
        Intent = "INTENT",
    }
}

vocabulary! {
    /// Where a session stands.
    pub enum SessionStatus: "session status" {
        Planned = "planned",
        Active = "active",
        Summary = "summary",
        Done = "done",
        Skipped = "skipped",
    }
}

/// A step that a session cannot take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a session that is {from} cannot become {to}")]
pub struct InvalidSessionState {
    /// Where it stands.
    pub from: SessionStatus,
    /// Where it was to go.
    pub to: SessionStatus,
}

impl SessionStatus {
    /// The status after a step to `next` (PV-5): planned, active, summary, done in this order, and skipped from the
    /// first two.
    pub fn step(self, next: Self) -> Result<Self, InvalidSessionState> {
        use SessionStatus::{Active, Done, Planned, Skipped, Summary};
        match (self, next) {
            (Planned, Active | Skipped) | (Active, Summary | Skipped) | (Summary, Done) => Ok(next),
            _ => Err(InvalidSessionState { from: self, to: next }),
        }
    }
}

vocabulary! {
    /// Whether open proposals hold a session back (SL-5).
    pub enum Gate: "gate" {
        Open = "open",
        Closed = "closed",
    }
}

/// One training of one day (PV-5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Made by the client.
    pub id: SessionId,
    /// Whose.
    pub athlete_id: Id<Athlete>,
    /// The plan it belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_id: Option<PlanId>,
    /// The version that was active when it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_version: Option<u32>,
    /// The athlete's date.
    pub local_date: LocalDate,
    /// Where the athlete lived it.
    pub zone: Zone,
    /// Part of the day.
    pub slot_time: SlotTime,
    /// How it came to be.
    pub origin: SessionOrigin,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// Where it stands.
    pub status: SessionStatus,
    /// Whether open proposals hold it back.
    pub gate: Gate,
    /// When it is meant to start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned_start: Option<Instant>,
    /// How long it is meant to take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimated_minutes: Option<u32>,
    /// When the first set was begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Instant>,
    /// When it was finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<Instant>,
    /// Whether it is in a deload week.
    #[serde(default)]
    pub deload: bool,
    /// 1..5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readiness: Option<u8>,
    /// Effort of the whole session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_rpe: Option<Rpe>,
    /// Who chose the exercises.
    pub selection_mode: SelectionMode,
    /// Whether it uses up an entry of the weekly schedule.
    pub advances_split: bool,
    /// What was done, in order.
    pub exercises: Vec<ExercisePerformance>,
}

vocabulary! {
    /// Whether an exercise was done.
    pub enum PerformanceStatus: "performance status" {
        Done = "done",
        Skipped = "skipped",
    }
}

/// The targets of an item as they stood at the start, never changed after (PV-5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrozenTargets {
    /// After modifiers and overrides.
    pub prescription: Prescription,
    /// Volume of the plan before them.
    pub plan_volume: u32,
    /// Percent of the volume that was left, 100 = no layer.
    pub volume_pct: u8,
    /// Percent of the load that was left, 100 = no layer.
    pub load_pct: u8,
    /// Label shared by the two of a superset, as this session pairs them (L-16).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superset: Option<String>,
}

/// What was done of one exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExercisePerformance {
    /// Made by the client.
    pub id: Id<ExercisePerformance>,
    /// The item of the plan, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_id: Option<ItemId>,
    /// What was done.
    pub exercise_key: ExerciseKey,
    /// What it is judged against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<FrozenTargets>,
    /// Done or skipped.
    pub status: PerformanceStatus,
    /// Effort of the whole exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
    /// 0 (unbearable) to 5 (easy), for mobility.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comfort: Option<u8>,
    /// What was said of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// At most 2000 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The sets, in order.
    pub sets: Vec<SetPerformance>,
}

/// What was done of one set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetPerformance {
    /// Made by the client.
    pub id: Id<SetPerformance>,
    /// The set of the plan, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_id: Option<SetId>,
    /// Place in the exercise, from 0.
    pub index: u32,
    /// What kind of set it was.
    #[serde(rename = "type")]
    pub kind: SetType,
    /// Reps done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
    /// Seconds held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Meters covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<u32>,
    /// Load used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<Grams>,
    /// Whether it was completed.
    pub completed: bool,
    /// Rest really taken after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest_after_s: Option<u32>,
    /// Effort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
}

impl Session {
    /// A session of a day that is planned, of which nothing else is known.
    pub const fn planned(
        id: SessionId,
        athlete_id: Id<Athlete>,
        local_date: LocalDate,
        zone: Zone,
        origin: SessionOrigin,
    ) -> Self {
        Self {
            id,
            athlete_id,
            plan_id: None,
            plan_version: None,
            local_date,
            zone,
            slot_time: SlotTime::None,
            origin,
            intent: None,
            status: SessionStatus::Planned,
            gate: Gate::Closed,
            planned_start: None,
            estimated_minutes: None,
            started_at: None,
            finished_at: None,
            deload: false,
            readiness: None,
            session_rpe: None,
            selection_mode: SelectionMode::Manual,
            advances_split: false,
            exercises: Vec::new(),
        }
    }
}

impl SetPerformance {
    /// Reps, seconds or meters done.
    pub fn amount(&self) -> Option<u32> {
        self.reps.or(self.seconds).or(self.meters)
    }

    /// Whether it counts as training volume (VO-4): a working or failure set, completed, with something done.
    pub fn is_performed(&self) -> bool {
        self.completed
            && matches!(self.kind, SetType::Working | SetType::Failure)
            && self.amount().is_some_and(|amount| amount > 0)
    }
}

impl ExercisePerformance {
    /// Effort of the exercise: the value given for it, else the highest of its working sets (P-51).
    pub fn effort(&self) -> Option<Rpe> {
        let working = self.sets.iter().filter(|set| set.kind == SetType::Working);
        self.rpe.or_else(|| working.filter_map(|set| set.rpe).max())
    }

    /// Reps, seconds or meters over completed working sets (P-51).
    pub fn volume(&self) -> u32 {
        let counted = self.sets.iter().filter(|set| set.completed && set.kind == SetType::Working);
        counted.filter_map(SetPerformance::amount).sum()
    }
}

/// The laws of PV-5 and the bounds of P-4.
impl Law for Session {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidSession;
        let plan = self.plan_id.is_some() == self.plan_version.is_some();
        check.require(plan, CODE, "plan_version", "a plan or a version alone", "both or none");
        check.optional_range(ErrorCode::InvalidReadiness, "readiness", self.readiness, 1, 5);
        let begun = !matches!(self.status, SessionStatus::Planned | SessionStatus::Skipped);
        let started = !begun || self.started_at.is_some();
        check.require(
            started,
            CODE,
            "started_at",
            "none",
            format_args!("an instant for a session that is {}", self.status),
        );
        let ordered = self.finished_at.is_none_or(|end| self.started_at.is_some_and(|start| start <= end));
        check.require(ordered, CODE, "finished_at", "before the start", "an instant after started_at");
        check.each("exercises", &self.exercises, |check, _, exercise| exercise.check(check));
    }
}

impl Law for ExercisePerformance {
    fn check(&self, check: &mut Check) {
        check.optional_range(ErrorCode::ComfortOutOfRange, "comfort", self.comfort, 0, 5);
        check.length(ErrorCode::BadValue, "notes", &self.notes, 0, 2000);
        if let Some(frozen) = &self.frozen {
            check.within("frozen", |check| {
                check.within("prescription", |check| frozen.prescription.check(check));
                check.range(ErrorCode::InvalidSession, "volume_pct", frozen.volume_pct, 10, 100);
                check.range(ErrorCode::InvalidSession, "load_pct", frozen.load_pct, 50, 100);
            });
        }
        check.each("sets", &self.sets, |check, _, set| {
            const CODE: ErrorCode = ErrorCode::VolumeOutOfRange;
            check.optional_range(CODE, "reps", set.reps, 0, 1000);
            check.optional_range(CODE, "seconds", set.seconds, 0, 86_400);
            check.optional_range(CODE, "meters", set.meters, 0, 1_000_000);
            let load = set.load_g.map(|load| load.0);
            check.optional_range(ErrorCode::InvalidLoad, "load_g", load, -1_000_000, 1_000_000);
        });
    }
}

vocabulary! {
    /// What can happen to a session.
    pub enum SessionEventKind: "session event" {
        Generated = "generated",
        Edited = "edited",
        Started = "started",
        Substituted = "substituted",
        Added = "added",
        Removed = "removed",
        SetLogged = "set_logged",
        Finished = "finished",
        Skipped = "skipped",
        Reopened = "reopened",
    }
}

/// Something that happened to a session, between its making and its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionEvent {
    /// Its id.
    pub id: Id<SessionEvent>,
    /// Whose.
    pub athlete_id: Id<Athlete>,
    /// Which session.
    pub session_id: SessionId,
    /// When.
    pub at: Instant,
    /// What.
    pub kind: SessionEventKind,
    /// On what: field, old and new value, item, reason.
    #[serde(default, skip_serializing_if = "Facts::is_empty")]
    pub facts: Facts,
    /// Who.
    pub actor: Actor,
    /// One trigger, one trace.
    pub trace_id: TraceId,
}

/// A session as clients send it.
pub const EXAMPLE: &str = include_str!("../examples/session.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn example() -> Session {
        serde_json::from_str(EXAMPLE).unwrap()
    }

    #[test]
    fn pv_5_a_session_only_goes_forward_or_is_skipped() {
        use SessionStatus::{Active, Done, Planned, Skipped, Summary};
        let allowed =
            [(Planned, Active), (Planned, Skipped), (Active, Summary), (Active, Skipped), (Summary, Done)];
        for &from in SessionStatus::ALL {
            for &to in SessionStatus::ALL {
                assert_eq!(from.step(to).is_ok(), allowed.contains(&(from, to)), "{from} to {to}");
            }
        }
        assert_eq!(Done.step(Active).unwrap_err().to_string(), "a session that is done cannot become active");
    }

    #[test]
    fn p_51_volume_counts_completed_working_sets_and_effort_is_the_highest() {
        let session = Valid::new(example()).unwrap();
        assert_eq!(session.exercises[0].volume(), 21);
        assert_eq!(session.exercises[0].effort(), Rpe::new(85).ok());
        assert_eq!(session.exercises[0].sets.iter().filter(|set| set.is_performed()).count(), 3);
    }

    #[test]
    fn p_4_out_of_range_reports_are_refused_by_code() {
        let mut session = example();
        session.exercises[0].sets[0].reps = Some(1001);
        session.exercises[0].comfort = Some(6);
        session.started_at = None;
        let invalid = Valid::new(session).unwrap_err();
        let codes: Vec<_> = invalid.findings().iter().map(|finding| finding.code.as_str()).collect();
        assert_eq!(
            codes,
            ["invalid_session", "invalid_session", "comfort_out_of_range", "volume_out_of_range"]
        );
    }
}
