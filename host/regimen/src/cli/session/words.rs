//! What a person types about a session: which exercise, what was done, how hard it was, where it hurts.

use domain::{
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    law::Invalid,
    quantity::MassUnit,
    session::{ExercisePerformance, Session, SetPerformance},
    wellbeing::{Mark, MarkKind},
};
use training::{
    catalog::Catalog,
    progression::report::{Effort, ItemReport, Report},
};

use super::page::numbers_of;
use crate::{
    cli::{
        find::{find_exercise, find_in_catalog},
        typed,
    },
    problem::{AMBIGUOUS_EXERCISE, NOT_IN_SESSION, Problem},
    service::session::finish::Ending,
};

/// How sets are written.
pub(super) const HELP: &str = "\
A set is AMOUNT, or LOADxAMOUNT, with @RPE after it:
  10         ten reps without a load        60x10      sixty (kg or lb, as in your profile), ten reps
  45s        45 seconds                     60kgx10    sixty kilograms whatever the profile says
  400m       400 meters                     60x10@8.5  with an effort of 8.5
A set that was not completed has a ! at the end: 60x7!

Examples:
  regimen session log 1 60x10 60x10@8
  regimen session log plank 60s 60s 50s";

/// The exercise of a session that is meant: by number, key or a part of its name.
pub(super) fn exercise<'a>(
    session: &'a Session,
    text: &str,
    catalog: &Catalog,
) -> Result<&'a ExercisePerformance, Problem> {
    let numbers = numbers_of(session);
    let wanted = text.to_lowercase();
    if let Some(place) = numbers.iter().position(|number| *number == wanted) {
        return Ok(&session.exercises[place]);
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        let expected = numbers.join(", ");
        return Err(Invalid::of(ErrorCode::UnknownItem, "exercise", text, expected).into());
    }
    let keys: Vec<_> = session.exercises.iter().map(|one| &one.exercise_key).collect();
    match find_exercise(text, catalog, &keys) {
        Ok(key) => {
            let found = session.exercises.iter().find(|one| one.exercise_key == key);
            found.ok_or_else(|| not_in(session, &key, &numbers))
        }
        // What is in the catalogue is no slip of the pen.
        Err(problem) => match find_in_catalog(text, catalog) {
            Ok(key) if problem.code != AMBIGUOUS_EXERCISE => Err(not_in(session, &key, &numbers)),
            _ => Err(problem),
        },
    }
}

/// That a session is without an exercise, and what it has: `1 bench_press, 2a plank`.
fn not_in(session: &Session, key: &ExerciseKey, numbers: &[String]) -> Problem {
    let own = numbers.iter().zip(&session.exercises);
    let own: Vec<String> = own.map(|(number, one)| format!("{number} {}", one.exercise_key)).collect();
    Problem::new(NOT_IN_SESSION)
        .fact("found", key.as_str())
        .fact("exercises", own.join(", "))
        .fact("state", session.status.as_str())
        .at("/exercise")
}

/// A set as it is typed: `60x10@8`.
pub(super) fn set(
    text: &str,
    performance: &ExercisePerformance,
    place: usize,
    unit: MassUnit,
) -> Result<SetPerformance, Problem> {
    let refuse = || -> Problem {
        let expected = "a set like 10, 60x10, 60x10@8, 45s or 400m";
        Invalid::of(ErrorCode::VolumeOutOfRange, "set", text, expected).into()
    };
    let (done, completed) = text.strip_suffix('!').map_or((text, true), |done| (done, false));
    let (done, effort) = match done.split_once('@') {
        Some((done, effort)) => (done, Some(rpe(effort)?)),
        None => (done, None),
    };
    let (load, amount) = match done.split_once(['x', 'х', '×']) {
        Some((load, amount)) => (Some(typed::load(load, unit, refuse)?), amount),
        None => (None, done),
    };
    let (number, seconds, meters) = match (amount.strip_suffix('s'), amount.strip_suffix('m')) {
        (Some(number), _) => (number, true, false),
        (_, Some(number)) => (number, false, true),
        _ => (amount, false, false),
    };
    let number: u32 = number.parse().map_err(|_| refuse())?;
    let planned = performance.frozen.as_ref().and_then(|frozen| frozen.prescription.sets.get(place));
    let timed = seconds || (!meters && planned.is_some_and(|set| set.seconds.is_some()));
    let far = meters || (!timed && planned.is_some_and(|set| set.meters.is_some()));
    Ok(SetPerformance {
        id: Id::derive(&[text]),
        set_id: planned.map(|set| set.set_id),
        index: u32::try_from(place).unwrap_or(u32::MAX),
        kind: planned.map_or(domain::prescription::SetType::Working, |set| set.kind),
        reps: (!timed && !far).then_some(number),
        seconds: timed.then_some(number),
        meters: far.then_some(number),
        load_g: load,
        completed,
        rest_after_s: None,
        rpe: effort,
    })
}

fn rpe(text: &str) -> Result<domain::quantity::Rpe, Problem> {
    let effort = Effort::Text(text.to_owned()).rpe();
    let expected = "1.0 to 10.0 in steps of 0.1";
    effort.ok_or_else(|| Invalid::of(ErrorCode::RpeOutOfRange, "rpe", text, expected).into())
}

/// What is said at the end: effort and pain by exercise.
pub(super) fn ending(
    session: &Session,
    whole: Option<&str>,
    efforts: &[String],
    pains: &[String],
    catalog: &Catalog,
) -> Result<Ending, Problem> {
    let mut items: Vec<ItemReport> = Vec::new();
    let mut entry = |text: &str| -> Result<usize, Problem> {
        let one = exercise(session, text, catalog)?;
        let Some(item_id) = one.item_id else {
            let expected = "an exercise of the plan";
            return Err(Invalid::of(ErrorCode::UnknownItem, "exercise", text, expected).into());
        };
        let known = items.iter().position(|item| item.item_id == item_id);
        Ok(known.unwrap_or_else(|| {
            items.push(ItemReport {
                item_id,
                skipped: false,
                sets: vec![],
                rpe: None,
                comfort: None,
                marks: vec![],
                notes: String::new(),
            });
            items.len() - 1
        }))
    };
    let mut told = Vec::new();
    for text in efforts {
        let (name, effort) = halves(text, "EXERCISE=RPE, like 1=8.5")?;
        told.push((entry(name)?, Some(effort), None));
    }
    for text in pains {
        let (name, where_it_hurts) = halves(text, "EXERCISE=AREA, like 2=knee:2")?;
        told.push((entry(name)?, None, Some(where_it_hurts)));
    }
    for (place, effort, pain) in told {
        if let Some(effort) = effort {
            rpe(effort)?;
            items[place].rpe = Some(Effort::Text(effort.to_owned()));
        }
        if let Some(pain) = pain {
            items[place].marks.push(mark(pain)?);
        }
    }
    let session_rpe = whole.map(rpe).transpose()?;
    let report = (!items.is_empty()).then_some(Report { items });
    Ok(Ending { report, session_rpe })
}

fn mark(text: &str) -> Result<Mark, Problem> {
    let (area, severity) = text.split_once(':').unwrap_or((text, "1"));
    let area = area
        .parse::<domain::anatomy::BodyArea>()
        .map_err(|unknown| Invalid::of(ErrorCode::UnknownPainArea, "pain", area, unknown.to_string()))?;
    let severity: u8 = severity
        .parse()
        .ok()
        .filter(|severity| (1..=3).contains(severity))
        .ok_or_else(|| Invalid::of(ErrorCode::BadValue, "pain", text, "a severity of 1, 2 or 3"))?;
    Ok(Mark { kind: MarkKind::Pain, area: Some(area), severity: Some(severity) })
}

fn halves<'a>(text: &'a str, expected: &str) -> Result<(&'a str, &'a str), Problem> {
    text.split_once('=').ok_or_else(|| Invalid::of(ErrorCode::BadValue, "exercise", text, expected).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn performance() -> ExercisePerformance {
        let session: Session = serde_json::from_str(domain::session::EXAMPLE).unwrap();
        session.exercises[0].clone()
    }

    #[test]
    fn sets_are_read_as_people_write_them() {
        let read = |text: &str| {
            let set = set(text, &performance(), 9, MassUnit::Kg).unwrap();
            (
                set.load_g.map(|load| load.0),
                set.reps,
                set.seconds,
                set.rpe.map(domain::quantity::Rpe::tenths),
                set.completed,
            )
        };
        assert_eq!(read("60x10@8.5"), (Some(60_000), Some(10), None, Some(85), true));
        assert_eq!(read("62,5x8!"), (Some(62_500), Some(8), None, None, false));
        assert_eq!(read("135lbx5"), (Some(61_235), Some(5), None, None, true));
        assert_eq!(read("45s"), (None, None, Some(45), None, true));
        assert_eq!(read("12"), (None, Some(12), None, None, true));
    }

    #[test]
    fn p_4_what_is_no_set_is_refused_with_what_would_be_one() {
        let refused = |text: &str| set(text, &performance(), 9, MassUnit::Kg).unwrap_err().to_string();
        assert!(refused("sixty").contains("a set like 10, 60x10"), "{}", refused("sixty"));
        assert!(refused("60x10@11").contains("11"), "{}", refused("60x10@11"));
        assert!(refused("60.125x3").contains("60.125x3"));
        assert!(refused("2600x8").contains("2600, expected 0..2000"), "{}", refused("2600x8"));
    }
}
