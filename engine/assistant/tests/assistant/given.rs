//! The athlete of the reference example (L-39): intermediate, 80 kg, the last accumulation week, two lifts with a past.

use std::sync::LazyLock;

use assistant::{
    facts::{Context, Prepared},
    input::{
        Inputs, Knowledge,
        name::Names,
        request::{RecoverySignals, Request},
    },
    tuning::FlowTuning,
};
use domain::{
    exercise::Exercise,
    law::Valid,
    quantity::{Grams, Hundredths, MassUnit},
    session::Intent,
    voice::Locale,
};
use training::{
    catalog::Catalog,
    input::{ColdStartState, HistoryEntry, HistoryExercise, HistorySet, SelectionInput},
    library::Library,
    load::hint::Sex,
    tuning::Tuning,
};

/// The catalogue with the seconds of the example: 55 for a set of Romanian deadlifts, where ours has 60.
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let own = |key: &str, seconds: u32| {
        let all = Catalog::embedded().exercises();
        let mut exercise: Exercise =
            all.iter().find(|one| one.id.as_str() == key).unwrap().clone().into_inner();
        exercise.time_per_set_s = Some(seconds);
        Valid::new(exercise).unwrap()
    };
    let seconds =
        [("romanian_deadlift", 55), ("bulgarian_split_squat", 60), ("cable_crunch", 35), ("plank", 45)];
    Catalog::embedded().with_own(&seconds.map(|(key, seconds)| own(key, seconds)), &[])
});
static LIBRARY: LazyLock<Library<'static>> = LazyLock::new(|| Library::new(&CATALOG, &Tuning::default()));
static WHOLE: LazyLock<Library<'static>> =
    LazyLock::new(|| Library::new(Catalog::embedded(), &Tuning::default()));
static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(Catalog::embedded()));

/// The catalogue of the example.
pub(crate) fn example_knowledge() -> Knowledge<'static> {
    Knowledge { library: &LIBRARY, names: &NAMES }
}

/// The catalogue of the product.
pub(crate) fn knowledge() -> Knowledge<'static> {
    Knowledge { library: &WHOLE, names: &NAMES }
}

pub(crate) fn pounds(load: i64) -> Grams {
    Grams::from_display(Hundredths::whole(load), MassUnit::Lb)
}

/// A session of one exercise.
pub(crate) fn session(day: &str, intent: Intent, exercise: &str, load: Grams, reps: u32) -> HistoryEntry {
    let set = HistorySet { reps: Some(reps), load_g: Some(load), ..HistorySet::default() };
    let done = HistoryExercise {
        exercise_id: exercise.to_owned(),
        sets: vec![set; 2],
        ..HistoryExercise::default()
    };
    let mut entry = HistoryEntry::new(
        format!("{day} {exercise}"),
        format!("{day}T18:00:00Z").parse().unwrap(),
        vec![done],
    );
    entry.intent = Some(intent.to_string());
    entry
}

/// The athlete on the morning of the session.
pub(crate) fn athlete() -> SelectionInput {
    let mut athlete =
        SelectionInput::new(Intent::Lower, "intermediate", "2026-03-16T09:00:00Z".parse().unwrap());
    athlete.week_in_block = 2;
    athlete.mesocycle_length = Some(3);
    "hypertrophy".clone_into(&mut athlete.goals.primary);
    athlete.bodyweight = Some(Grams(80_000));
    athlete.sex = Sex::Male;
    athlete.units = Some(MassUnit::Lb);
    athlete.cold_start = Some(ColdStartState { completed: 20, check_ins: 9, stored_stage: 2, enabled: true });
    let mut lower = session("2026-03-11", Intent::Lower, "romanian_deadlift", pounds(185), 8);
    lower
        .exercises
        .extend(session("2026-03-11", Intent::Lower, "bulgarian_split_squat", pounds(30), 10).exercises);
    athlete.history = vec![
        session("2026-03-09", Intent::Upper, "barbell_row", pounds(95), 10),
        lower,
        session("2026-03-13", Intent::Upper, "barbell_row", pounds(95), 10),
    ];
    athlete
}

/// The request of the example, changed.
pub(crate) fn inputs(change: impl FnOnce(&mut Request)) -> Inputs {
    let mut request: Request = serde_json::from_str(assistant::input::request::EXAMPLE).unwrap();
    request.instructions_text = None;
    request.upcoming_cardio_text = None;
    change(&mut request);
    Inputs {
        request,
        athlete: athlete(),
        locale: Locale::En,
        activities: vec![],
        notices: vec![],
        recovery: None,
        readings: vec![],
        tuning: FlowTuning::default(),
    }
}

/// The same with another sleep score.
pub(crate) fn slept(score: u8) -> Inputs {
    inputs(|request| {
        request.recovery_signals = Some(RecoverySignals { sleep_score: Some(score), body_battery: Some(58) });
    })
}

/// Runs a question about inputs with the catalogue of the example.
pub(crate) fn with<T>(inputs: &Inputs, question: impl FnOnce(&Context<'_>) -> T) -> T {
    let knowledge = example_knowledge();
    let prepared = Prepared::new(inputs, &knowledge).unwrap_or_else(|failure| panic!("{failure:?}"));
    let context = Context::new(&prepared, knowledge.library).unwrap_or_else(|failure| panic!("{failure:?}"));
    question(&context)
}
