//! L-2: what a caller asks for. Everything may be left out; what is there is checked at once.

use domain::{
    anatomy::Muscle,
    error::ErrorCode,
    law::Check,
    session::Intent,
    time::{LocalDate, add_days},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use training::{input::SESSION_MINUTES, prescribe::goal::Goal, superset::SupersetPolicy};

use super::{activity, history::HistoryInput};
use crate::document::plan::Units;

vocabulary! {
    /// Who fills the two documents (L-1).
    pub enum Planner: "planner" {
        Rules = "rules",
        Model = "model",
        Hybrid = "hybrid",
    }
}

/// What a caller asks for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// Who plans; as configured if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planner: Option<Planner>,
    /// Whether the rules may not stand in for a model (L-32).
    pub strict: bool,
    /// Not before yesterday, not after today + 14; today if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<LocalDate>,
    /// `home`, `outdoor`, `gym:<name>`, `hotel:<name>` or any text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The athlete's if absent; `lb` means `lbs`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "units")]
    pub units: Option<Units>,
    /// 10..180; the profile's if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_minutes: Option<u32>,
    /// The profile's if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// Fixes the session type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// The muscles of a body-part session.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_muscles: Vec<Muscle>,
    /// Whether accessories are paired (SS-1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superset_policy: Option<SupersetPolicy>,
    /// Whether a set may end at failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_failure: Option<bool>,
    /// Wishes, bans and injuries as lines (L-4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions_text: Option<String>,
    /// Where the wishes are instead, if the server may ask there (L-38).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions_url: Option<String>,
    /// Earlier sessions (L-5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<HistoryInput>,
    /// Where they are instead, if the server may ask there (L-38).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_url: Option<String>,
    /// Other activities (L-6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activities: Option<Activities>,
    /// What comes (L-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upcoming_cardio_text: Option<String>,
    /// Sleep and body battery (L-8).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery_signals: Option<RecoverySignals>,
    /// Keys of L-9; the profile's for the place if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equipment_inventory: Option<Vec<String>>,
    /// Stands for the header of GL-5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
}

/// Activities of a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Activities {
    /// `strava`: those of the connection, which the host has put into the inputs.
    Connection(Connection),
    /// A list of the API or an export.
    List(#[schemars(with = "Vec<serde_json::Map<String, Value>>")] Vec<Value>),
}

vocabulary! {
    /// A connection that activities come from.
    pub enum Connection: "connection" {
        Strava = "strava",
    }
}

/// How the athlete recovered. Absent is not zero.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecoverySignals {
    /// 0..100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sleep_score: Option<u8>,
    /// 0..100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body_battery: Option<u8>,
}

fn units<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Units>, D::Error> {
    let Some(word) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let word = if word == "lb" { "lbs" } else { &word };
    word.parse().map(Some).map_err(serde::de::Error::custom)
}

impl Request {
    /// Reports everything that is out of bounds; `today` is the athlete's.
    pub fn check(&self, today: LocalDate, check: &mut Check) {
        const CODE: ErrorCode = ErrorCode::BadValue;
        if let Some(date) = self.date {
            let (first, last) = (add_days(today, -1), add_days(today, 14));
            check.range(CODE, "date", date, first, last);
        }
        if let Some(location) = &self.location {
            check.length(CODE, "location", location, 1, 80);
        }
        check.optional_inside(CODE, "duration_minutes", self.duration_minutes, SESSION_MINUTES);
        let is_body_part = self.intent == Some(Intent::BodyPart);
        check.require(
            is_body_part != self.target_muscles.is_empty(),
            CODE,
            "target_muscles",
            format_args!("{} muscles", self.target_muscles.len()),
            if is_body_part { "at least one muscle for body_part" } else { "muscles only for body_part" },
        );
        check.count(CODE, "target_muscles", &self.target_muscles, 0, Muscle::COUNT);
        if let Some(Activities::List(list)) = &self.activities {
            check.count(CODE, "activities", list, 0, activity::MOST);
        }
        if let Some(signals) = self.recovery_signals {
            check.within("recovery_signals", |check| {
                check.optional_range(CODE, "sleep_score", signals.sleep_score, 0, 100);
                check.optional_range(CODE, "body_battery", signals.body_battery, 0, 100);
            });
        }
        if let Some(key) = &self.idempotency_key {
            check.length(CODE, "idempotency_key", key, 1, 64);
        }
        let keys = self.equipment_inventory.as_deref().unwrap_or_default();
        check.each("equipment_inventory", keys, |check, _, key| {
            let read = domain::equipment::read_key(key);
            let expected = "a key of L-9 or a class of EX-4";
            check.require(read.is_ok(), ErrorCode::UnknownEquipment, "", key, expected);
        });
    }
}

/// A request as people write it.
pub const EXAMPLE: &str = include_str!("../../examples/request.json");
