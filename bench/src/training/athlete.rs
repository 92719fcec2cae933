//! The athlete of the benchmark: asks for one session after the other and does each as prescribed.

use domain::{
    equipment::Equipment,
    exercise::Measure,
    quantity::{Grams, MassUnit},
    session::{Intent, SelectionMode},
    time::{Instant, Zone},
};
use training::{
    input::{
        Block, ColdStartState, Constraints, Goals, HistoryEntry, HistoryExercise, HistorySet, Program,
        SelectionInput,
    },
    library::Library,
    load::iron::Iron,
    request::{Refusal, Request},
    session::{Session, SessionExercise, plan},
};

/// Weeks of history, in each of which the whole schedule is done.
const WEEKS: u32 = 4;
/// Sessions of a week.
const SESSIONS_A_WEEK: usize = 3;
/// Sessions of a full history: VF-7's twelve.
pub(crate) const SESSIONS: usize = WEEKS as usize * SESSIONS_A_WEEK;
/// Accumulation weeks: the session that is measured lies in the last of them, so nothing is evicted or a deload.
const BLOCK_WEEKS: u32 = WEEKS + 1;

/// Monday 2026-02-02T17:00Z, in seconds since 1970: the first session.
const FIRST_MONDAY_S: i64 = 1_770_051_600;
const DAY_S: i64 = 86_400;

/// The iron of the benchmark: the default one.
pub(crate) fn iron() -> &'static Iron {
    Iron::standard(MassUnit::Kg)
}

/// What an athlete without any session asks for on the first day.
pub(crate) fn fresh(intent: Intent) -> SelectionInput {
    let week = week_of(intent);
    let session = week.iter().position(|entry| *entry == intent).unwrap_or(0);
    input(intent, 0, session, vec![])
}

/// What the athlete asks for after four weeks in which every session was done as prescribed.
pub(crate) fn seasoned(intent: Intent, library: &Library<'_>) -> Result<SelectionInput, Refusal> {
    let schedule = week_of(intent);
    let mut history = Vec::with_capacity(SESSIONS);
    for week in 0..WEEKS {
        for (session, &entry) in schedule.iter().enumerate() {
            let input = input(entry, week, session, history.clone());
            let request = Request::new(&input, library)?;
            history.push(done(&plan(&request, iron())?, &input));
        }
    }
    Ok(input(intent, WEEKS, 0, history))
}

/// The week in which an intent is trained.
const fn week_of(intent: Intent) -> [Intent; SESSIONS_A_WEEK] {
    match intent {
        Intent::Push | Intent::Pull | Intent::Legs => [Intent::Push, Intent::Pull, Intent::Legs],
        Intent::Upper | Intent::Lower => [Intent::Upper, Intent::Lower, Intent::FullBody],
        Intent::FullBody => [Intent::FullBody; SESSIONS_A_WEEK],
        Intent::BodyPart => [Intent::Upper, Intent::Lower, Intent::BodyPart],
    }
}

/// The muscles of the body-part session.
const TARGETS: [&str; 3] = ["biceps", "triceps", "side_delts"];

/// A request of the given week and session: an intermediate athlete with an hour in a full gym, every other day.
fn input(intent: Intent, week: u32, session: usize, history: Vec<HistoryEntry>) -> SelectionInput {
    let days = i64::from(week) * 7 + 2 * i64::try_from(session).unwrap_or(0);
    let first = Instant::EPOCH.plus_seconds(FIRST_MONDAY_S);
    let zone: Zone = Zone::new("Europe/Berlin").unwrap_or(Zone::UTC);
    let is_body_part = intent == Intent::BodyPart;
    SelectionInput {
        target_muscles: TARGETS.iter().filter(|_| is_body_part).map(ToString::to_string).collect(),
        week_in_block: week,
        mesocycle_length: Some(BLOCK_WEEKS),
        goals: Goals { primary: "hypertrophy".to_owned(), secondary: None },
        constraints: Constraints {
            available_equipment: Equipment::WORDS.iter().map(ToString::to_string).collect(),
            days_per_week: 3,
        },
        program: Some(Program { id: String::new(), weekly_schedule: Some(schedule(intent)) }),
        block: Some(Block { start_date: first.local_date(&zone), deload: false }),
        time_zone: zone,
        history,
        // The protocol for newcomers would choose from a short list: the free choice is what costs.
        cold_start: Some(ColdStartState { completed: 12, check_ins: 2, stored_stage: 2, enabled: true }),
        bodyweight: Some(Grams(80_000)),
        ..SelectionInput::new(intent, "intermediate", first.plus_seconds(days * DAY_S))
    }
}

fn schedule(intent: Intent) -> Vec<String> {
    let entry = |intent: Intent| match intent {
        Intent::BodyPart => format!("{intent}:{}", TARGETS.join("+")),
        intent => intent.to_string(),
    };
    week_of(intent).map(entry).to_vec()
}

/// The session as an athlete does it who keeps to the prescription.
fn done(session: &Session<'_, '_>, input: &SelectionInput) -> HistoryEntry {
    let ended_at = input.now.plus_seconds(session.estimated_s);
    let library = session.request.library;
    let exercises = session.exercises.iter().map(|exercise| {
        let prescribed = &exercise.prescribed;
        HistoryExercise {
            exercise_id: library.key(exercise.planned.place).to_string(),
            rep_low: Some(prescribed.range.low),
            target_rpe: Some(prescribed.rpe),
            sets: (0..prescribed.sets).map(|index| done_set(exercise, index)).collect(),
            ..HistoryExercise::default()
        }
    });
    HistoryEntry {
        started_at: input.now,
        intent: Some(input.intent.clone()),
        selection_mode: SelectionMode::Intent,
        ..HistoryEntry::new(input.now.to_string(), ended_at, exercises.collect())
    }
}

/// One set with the load and effort that were asked for, in the middle of the range.
fn done_set(exercise: &SessionExercise, index: u32) -> HistorySet {
    let prescribed = &exercise.prescribed;
    let amount = u32::midpoint(prescribed.range.low, prescribed.range.high);
    let counted = |measure: Measure| (prescribed.measure == measure).then_some(amount);
    HistorySet {
        reps: counted(Measure::Reps),
        seconds: counted(Measure::Seconds),
        meters: counted(Measure::Meters),
        load_g: prescribed.load_of(index).or(prescribed.load.hint.map(|hint| hint.load)),
        rpe: Some(prescribed.rpe),
        ..HistorySet::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use training::{catalog::Catalog, tuning::Tuning};

    #[test]
    fn vf_7_every_intent_has_a_history_of_twelve_sessions_with_loads() {
        let library = Library::new(Catalog::embedded(), &Tuning::default());
        for &intent in Intent::ALL {
            let input = seasoned(intent, &library).unwrap();
            assert_eq!(input.history.len(), 12, "{intent}");
            let loaded = |entry: &HistoryEntry| {
                entry.exercises.iter().flat_map(|exercise| &exercise.sets).any(|set| set.load_g.is_some())
            };
            assert!(input.history.iter().all(loaded), "{intent}");
            let request = Request::new(&input, &library).unwrap();
            assert!(plan(&request, iron()).unwrap().exercises.len() >= 4, "{intent}");
        }
    }
}
