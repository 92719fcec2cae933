//! Check-ins, marks, flags and modifiers: how the athlete is, and what that does for a while (P-53, P-58, AR-6).

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    anatomy::BodyArea,
    error::ErrorCode,
    exercise::ExerciseKey,
    id::{Id, TraceId},
    law::{Check, Law},
    person::{ActorKind, Athlete},
    reason::Reason,
    time::{Instant, Zone},
    vocabulary::vocabulary,
};

/// How much something hurts or weighs: 0 (gone) to 3 (severe).
pub type Severity = u8;

/// Pain in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pain {
    /// Where.
    pub area: BodyArea,
    /// 0..3.
    pub severity: Severity,
}

vocabulary! {
    /// Where a check-in came from.
    pub enum CheckInSource: "check-in source" {
        App = "app",
        Dialog = "dialog",
        Import = "import",
    }
}

/// How the athlete is today (P-58). At least one value is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckIn {
    /// Its id, made by the client.
    pub id: Id<CheckIn>,
    /// Who.
    pub athlete_id: Id<Athlete>,
    /// When.
    pub at: Instant,
    /// Where the athlete lived it.
    pub zone: Zone,
    /// 1..5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readiness: Option<u8>,
    /// 0..100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sleep_score: Option<u8>,
    /// 0..1440.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sleep_minutes: Option<u16>,
    /// 0..100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body_battery: Option<u8>,
    /// 20..220 beats per minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub morning_pulse: Option<u8>,
    /// Where it hurts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pain: Vec<Pain>,
    /// Whether the athlete says to be worn out.
    #[serde(default)]
    pub fatigue: bool,
    /// 0..3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub illness: Option<Severity>,
    /// At most 500 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Where it came from.
    pub source: CheckInSource,
}

impl CheckIn {
    /// P-58: how ready somebody may be.
    pub const READINESS: RangeInclusive<u8> = 1..=5;
    /// P-58: what devices say of sleep and of strength that is left.
    pub const SCORE: RangeInclusive<u8> = 0..=100;
    /// P-58: beats per minute in the morning.
    pub const PULSE: RangeInclusive<u8> = 20..=220;
    /// P-58: from gone to severe.
    pub const ILLNESS: RangeInclusive<Severity> = 0..=3;
}

/// The law of P-58.
impl Law for CheckIn {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidCheckIn;
        check.optional_inside(ErrorCode::InvalidReadiness, "readiness", self.readiness, Self::READINESS);
        check.optional_inside(CODE, "sleep_score", self.sleep_score, Self::SCORE);
        check.optional_range(CODE, "sleep_minutes", self.sleep_minutes, 0, 1440);
        check.optional_inside(CODE, "body_battery", self.body_battery, Self::SCORE);
        check.optional_inside(CODE, "morning_pulse", self.morning_pulse, Self::PULSE);
        check.optional_inside(CODE, "illness", self.illness, Self::ILLNESS);
        check.each("pain", &self.pain, |check, _, pain| check.range(CODE, "severity", pain.severity, 0, 3));
        check.length(CODE, "note", &self.note, 0, 500);
        let measured =
            [self.readiness, self.sleep_score, self.body_battery, self.morning_pulse, self.illness];
        let something = measured.iter().any(Option::is_some)
            || self.sleep_minutes.is_some()
            || !self.pain.is_empty()
            || self.fatigue
            || !self.note.is_empty();
        check.require(something, CODE, "", "nothing", "at least one value");
    }
}

vocabulary! {
    /// What is said of an exercise in a report.
    pub enum MarkKind: "mark" {
        Pain = "pain",
        Technique = "technique",
        Fatigue = "fatigue",
        Illness = "illness",
    }
}

/// Something said of one exercise in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// What was said.
    pub kind: MarkKind,
    /// Where, for pain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<BodyArea>,
    /// 1..3, for pain and illness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
}

vocabulary! {
    /// A state that lasts until it is cleared (P-53).
    pub enum FlagKind: "flag" {
        Fatigue = "fatigue",
        Pain = "pain",
        Technique = "technique",
        Illness = "illness",
        Suspension = "suspension",
    }
}

vocabulary! {
    /// Who raised a flag.
    pub enum FlagSource: "flag source" {
        Report = "report",
        CheckIn = "check_in",
        Dialog = "dialog",
        Engine = "engine",
        Reviewer = "reviewer",
    }
}

/// A state of the athlete that engines respect until it is cleared (P-53).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    /// Its id.
    pub id: Id<Flag>,
    /// Whose.
    pub athlete_id: Id<Athlete>,
    /// What.
    pub kind: FlagKind,
    /// Where, for pain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<BodyArea>,
    /// On which exercise; absent means on all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise_key: Option<ExerciseKey>,
    /// 0..3.
    pub severity: Severity,
    /// Who raised it.
    pub source: FlagSource,
    /// Since when.
    pub from: Instant,
    /// When it last became more severe, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raised_at: Option<Instant>,
    /// Until when, once it is cleared or if it ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Instant>,
    /// Who cleared it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared_by: Option<ActorKind>,
    /// Why it was cleared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clear_reason: Option<String>,
    /// One trigger, one trace.
    pub trace_id: TraceId,
}

impl Flag {
    /// Whether it is in force at `now`.
    pub fn is_active(&self, now: Instant) -> bool {
        self.from <= now && self.until.is_none_or(|until| now < until)
    }
}

/// The law of P-53.
impl Law for Flag {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidFlag;
        check.range(CODE, "severity", self.severity, 0, 3);
        let placed = (self.kind == FlagKind::Pain) == self.area.is_some();
        check.require(placed, CODE, "area", self.kind, "an area for pain and for nothing else");
        let technique = self.kind != FlagKind::Technique || self.exercise_key.is_some();
        check.require(technique, CODE, "exercise_key", "none", "the exercise of a technique flag");
        let ordered = self.until.is_none_or(|until| self.from <= until);
        check.require(ordered, CODE, "until", "before from", "an instant after from");
    }
}

vocabulary! {
    /// What a modifier acts on.
    pub enum ModifierScope: "modifier scope" {
        Item = "item",
        Exercise = "exercise",
        Session = "session",
    }
}

/// Lightens the frozen targets of coming sessions without changing the plan (AR-6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionModifier {
    /// Its id.
    pub id: Id<SessionModifier>,
    /// Whose.
    pub athlete_id: Id<Athlete>,
    /// What it acts on.
    pub scope: ModifierScope,
    /// The item id, exercise key or session id.
    pub target: String,
    /// 10..100 percent of the volume.
    pub volume_pct: u8,
    /// 50..100 percent of the load.
    pub load_pct: u8,
    /// −3..0 sets.
    pub sets_delta: i8,
    /// Tenths of RPE, 0 or less.
    pub rpe_delta: i8,
    /// Why.
    pub reason: Reason,
    /// How many sessions it still acts on, at least 1.
    pub sessions_left: u32,
    /// When it was made.
    pub created_at: Instant,
    /// When it ends at the latest.
    pub expires_at: Instant,
    /// One trigger, one trace.
    pub trace_id: TraceId,
}

/// The law of AR-6.
impl Law for SessionModifier {
    fn check(&self, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::InvalidModifier;
        check.range(CODE, "volume_pct", self.volume_pct, 10, 100);
        check.range(CODE, "load_pct", self.load_pct, 50, 100);
        check.range(CODE, "sets_delta", self.sets_delta, -3, 0);
        check.range(CODE, "rpe_delta", self.rpe_delta, -100, 0);
        check.require(self.sessions_left >= 1, CODE, "sessions_left", self.sessions_left, "1 or more");
        check.require(
            self.created_at < self.expires_at,
            CODE,
            "expires_at",
            self.expires_at,
            "after created_at",
        );
    }
}

/// A check-in as clients send it.
pub const CHECK_IN_EXAMPLE: &str = include_str!("../examples/check-in.json");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Valid;

    fn breach(change: impl FnOnce(&mut CheckIn)) -> String {
        let mut check_in: CheckIn = serde_json::from_str(CHECK_IN_EXAMPLE).unwrap();
        change(&mut check_in);
        Valid::new(check_in).map_or_else(|invalid| invalid.to_string(), |_| "valid".to_owned())
    }

    #[test]
    fn p_58_each_value_has_its_range() {
        assert_eq!(breach(|_| ()), "valid");
        assert_eq!(breach(|check_in| check_in.readiness = Some(6)), "readiness: 6, expected 1..5");
        assert_eq!(
            breach(|check_in| check_in.morning_pulse = Some(10)),
            "morning_pulse: 10, expected 20..220"
        );
        assert_eq!(breach(|check_in| check_in.pain[0].severity = 4), "pain.0.severity: 4, expected 0..3");
        assert_eq!(
            breach(|check_in| check_in.note = "x".repeat(501)),
            "note: 501 characters, expected 0..500 characters"
        );
    }

    #[test]
    fn p_58_an_empty_check_in_is_refused() {
        let nothing = breach(|check_in| {
            check_in.readiness = None;
            check_in.sleep_score = None;
            check_in.pain.clear();
        });
        assert_eq!(nothing, "nothing, expected at least one value");
    }

    #[test]
    fn p_53_a_flag_ends_at_its_end_and_pain_names_a_place() {
        let from: Instant = "2026-03-02T08:00:00Z".parse().unwrap();
        let until: Instant = "2026-03-09T08:00:00Z".parse().unwrap();
        let flag = Flag {
            id: Id::derive(&["flag"]),
            athlete_id: Id::derive(&["athlete"]),
            kind: FlagKind::Pain,
            area: Some(BodyArea::Knee),
            exercise_key: None,
            severity: 2,
            source: FlagSource::Report,
            from,
            raised_at: None,
            until: Some(until),
            cleared_by: None,
            clear_reason: None,
            trace_id: TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap(),
        };
        assert!(flag.is_active(from));
        assert!(!flag.is_active(until));
        let placeless = Valid::new(Flag { area: None, ..flag }).unwrap_err();
        assert_eq!(placeless.to_string(), "area: pain, expected an area for pain and for nothing else");
    }
}
