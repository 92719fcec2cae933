//! L-6: what the athlete did besides strength training, as Strava tells it.

use domain::{
    quantity::div_half_up,
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tuning::FlowTuning;

/// An activity, brought to what the rules ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "UnderstoodActivity")]
pub struct Activity {
    /// When it began.
    pub start: Instant,
    /// What it was, by the provider's word.
    pub sport: String,
    /// How it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// How long it took.
    pub seconds: i64,
    /// How far it went.
    #[serde(default)]
    pub meters: i64,
    /// Relative effort.
    pub effort: i64,
    /// Whether the effort was told from time and sport.
    #[serde(default)]
    pub estimated: bool,
}

/// Most activities of a request (L-2).
pub const MOST: usize = 200;

/// Longer names are cut: they are shown, and nothing else is done with them.
const LONGEST: usize = 100;

/// Reads a list of the Strava API or its export; what lacks a start or a length is skipped with a warning.
pub fn read(list: &[Value], tuning: &FlowTuning) -> (Vec<Activity>, Vec<Reason>) {
    let mut warnings = vec![];
    let mut activities = vec![];
    for (index, value) in list.iter().enumerate() {
        match read_one(value, tuning) {
            Some(activity) => activities.push(activity),
            None => warnings
                .push(Reason::new(ReasonCode::ActivitySkipped, SpecId::new("L-6")).fact("index", index)),
        }
    }
    (activities, warnings)
}

/// What the provider calls an activity: a number or a text; an activity that has no name is known by its start and sport.
pub fn key(value: &Value, activity: &Activity) -> String {
    let id = match value.get("id") {
        Some(Value::Number(id)) => id.to_string(),
        Some(Value::String(id)) => cut(id),
        _ => String::new(),
    };
    if id.is_empty() { cut(&format!("{} {}", activity.start, activity.sport)) } else { id }
}

/// Reads one activity, if it has a start and a length.
pub fn read_one(value: &Value, tuning: &FlowTuning) -> Option<Activity> {
    let text = |field: &str| value.get(field).and_then(Value::as_str);
    let start = text("start_date")?.parse().ok()?;
    let seconds = whole(value.get("elapsed_time")?).filter(|seconds| (0..=864_000).contains(seconds))?;
    let sport = text("sport_type").or_else(|| text("type")).unwrap_or("Workout");
    let sport = cut(sport);
    let scored = value.get("suffer_score").and_then(whole).filter(|score| (0..=10_000).contains(score));
    let effort = scored.unwrap_or_else(|| div_half_up(seconds * tuning.effort_tenths(&sport), 600));
    Some(Activity {
        start,
        name: cut(text("name").unwrap_or_default()),
        sport,
        seconds,
        meters: value.get("distance").and_then(whole).unwrap_or(0).max(0),
        effort,
        estimated: scored.is_none(),
    })
}

/// A word of the provider as it may stand in a line.
fn cut(text: &str) -> String {
    let (text, _) = super::text::clean("activities", text);
    text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect()
}

/// A number, rounded half up.
fn whole(value: &Value) -> Option<i64> {
    let number = value.as_f64().filter(|number| number.abs() < 1e12)?;
    #[expect(clippy::cast_possible_truncation, reason = "bounded above")]
    Some((number + 0.5).floor() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read_alone(value: Value) -> (Vec<Activity>, Vec<Reason>) {
        read(&[value], &FlowTuning::default())
    }

    #[test]
    fn l_6_effort_is_the_score_or_told_from_time_and_sport() {
        let effort = |sport: &str, seconds: i64, score: Value| {
            let value = json!({"sport_type": sport, "start_date": "2026-03-15T07:00:00Z", "elapsed_time": seconds,
                "suffer_score": score, "kudos_count": 3});
            let activity = read_alone(value).0.remove(0);
            (activity.effort, activity.estimated)
        };
        assert_eq!(effort("Run", 2700, Value::Null), (45, true));
        assert_eq!(effort("Run", 2700, json!(61.5)), (62, false));
        assert_eq!(effort("VirtualRide", 3600, Value::Null), (42, true));
        assert_eq!(effort("Swim", 1000, Value::Null), (15, true));
        assert_eq!(effort("Hike", 6000, Value::Null), (30, true));
        assert_eq!(effort("WeightTraining", 3600, Value::Null), (0, true));
        assert_eq!(effort("Kitesurf", 3600, Value::Null), (30, true));
        assert_eq!(effort("Run", 2700, json!(0)), (0, false));
    }

    #[test]
    fn l_6_an_activity_is_known_by_its_id_or_by_its_start_and_sport() {
        let run = json!({"id": 12_345_678_901_i64, "sport_type": "Run", "start_date": "2026-03-15T07:00:00Z",
            "elapsed_time": 60});
        let known = |value: &Value| key(value, &read_one(value, &FlowTuning::default()).unwrap());
        assert_eq!(known(&run), "12345678901");
        let mut other = run.clone();
        other["id"] = json!("a-1");
        assert_eq!(known(&other), "a-1");
        other["id"] = Value::Null;
        assert_eq!(known(&other), "2026-03-15T07:00:00Z Run");
    }

    #[test]
    fn l_6_what_lacks_a_start_or_a_length_is_skipped() {
        for value in [
            json!({"type": "Run", "elapsed_time": 60}),
            json!({"start_date": "2026-03-15T07:00:00Z"}),
            json!(5),
        ] {
            let (activities, warnings) = read_alone(value);
            assert_eq!((activities.len(), warnings[0].code), (0, ReasonCode::ActivitySkipped));
        }
    }
}
