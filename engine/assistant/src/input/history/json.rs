//! A history as JSON with closed objects.

use domain::{quantity::MassUnit, session::Intent};
use serde::Deserialize;

use super::{Book, Failure, Figures, LineCode, malformed};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    sessions: Vec<Session>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Session {
    date: String,
    #[serde(rename = "type", default)]
    kind: Option<String>,
    exercises: Vec<Exercise>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exercise {
    exercise: String,
    sets: Vec<Set>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    #[serde(default)]
    weight: Option<f64>,
    #[serde(default)]
    unit: Option<String>,
    #[serde(default)]
    reps: Option<f64>,
    #[serde(default)]
    seconds: Option<f64>,
    #[serde(default)]
    rpe: Option<f64>,
    #[serde(default)]
    rir: Option<f64>,
    #[serde(rename = "set_type", default)]
    kind: Option<String>,
}

/// Reads it; a set is a line.
pub(super) fn read(text: &str, book: &mut Book<'_>) -> Result<(), Failure> {
    let written: Written = serde_json::from_str(text).map_err(|error| malformed(error.line(), &error))?;
    for session in written.sessions {
        let date = book.date(&session.date);
        let intent: Option<Intent> = session.kind.and_then(|kind| kind.parse().ok());
        for exercise in session.exercises {
            let first = book.history.lines + 1;
            let name = book.exercise(first, &exercise.exercise);
            let mut sets = vec![];
            for set in exercise.sets {
                book.history.lines += 1;
                match date.and_then(|_| figures(set).and_then(|figures| figures.read(book.reading.unit))) {
                    Ok(set) => sets.push(set),
                    Err(code) => book.reject(book.history.lines, code, &format!("{} {name}", session.date)),
                }
            }
            if let Ok(date) = date {
                book.add(date, intent, name, &sets);
            }
        }
    }
    Ok(())
}

fn figures(set: Set) -> Result<Figures, LineCode> {
    let Set { weight, unit, reps, seconds, rpe, rir, kind } = set;
    let unit = match unit.as_deref() {
        None => None,
        Some("kg" | "kgs" | "кг") => Some(MassUnit::Kg),
        Some("lb" | "lbs") => Some(MassUnit::Lb),
        Some(_) => return Err(LineCode::BadNumber),
    };
    Ok(Figures { weight, unit, reps, seconds, rpe, rir, kind: kind.unwrap_or_default() })
}
