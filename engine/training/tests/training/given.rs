//! What the tests of single rules start from: an intermediate athlete in a gym on Monday evening, stage 2.

use std::sync::LazyLock;

use domain::{quantity::MassUnit, session::Intent, time::Instant};
use training::{
    calibrate::{common_input, fixture},
    catalog::Catalog,
    draft::{Draft, Role},
    input::{HistoryEntry, HistoryExercise, HistorySet, SelectionInput},
    library::Library,
    load::iron::Iron,
    output::Generated,
    present::generated,
    request::Request,
    score::{COMPONENTS, Outlook},
    select::slots,
    session::plan,
    timebox::Clock,
    tuning::Tuning,
    verify::verify,
};

static FIXTURE: LazyLock<Catalog> = LazyLock::new(fixture);

/// The twenty exercises of VF-1.
pub(crate) static SMALL: LazyLock<Library<'static>> =
    LazyLock::new(|| Library::new(&FIXTURE, &Tuning::default()));
/// The whole catalogue.
pub(crate) static WHOLE: LazyLock<Library<'static>> =
    LazyLock::new(|| Library::new(Catalog::embedded(), &Tuning::default()));

pub(crate) fn monday() -> Instant {
    "2026-03-02T18:00:00Z".parse().unwrap()
}

/// The usual input, changed.
pub(crate) fn input(intent: Intent, change: impl FnOnce(&mut SelectionInput)) -> SelectionInput {
    let mut input = common_input(intent, monday());
    input.week_in_block = 1;
    change(&mut input);
    input
}

/// Plans the session of an input with standard iron and shows it.
pub(crate) fn session(library: &Library<'_>, input: &SelectionInput) -> Generated {
    let request = Request::new(input, library).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let planned =
        plan(&request, Iron::standard(MassUnit::Kg)).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let generated = generated(&planned);
    let breaches = verify(input, library.catalog(), &generated);
    assert!(breaches.is_empty(), "{breaches:?}");
    generated
}

/// A component of a candidate's score after some picks.
pub(crate) fn component(
    input: &SelectionInput,
    picks: &[(&str, Role)],
    candidate: &str,
    role: Role,
    name: &str,
) -> f64 {
    let library = &*SMALL;
    let request = Request::new(input, library).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let room = slots(&request);
    let clock = Clock::new(input.session_minutes, room, &input.tuning);
    let mut draft = Draft::new(&request, clock, room);
    for (key, role) in picks {
        draft.add(library.find(key).unwrap(), *role);
    }
    let score = Outlook::new(&draft).score(library.find(candidate).unwrap(), role);
    let index = COMPONENTS.iter().position(|component| component.name == name).unwrap();
    score.values[index]
}

/// A completed session so many hours ago: exercises with sets of 10 reps at a load in grams.
pub(crate) fn past(intent: Intent, hours: i64, exercises: &[(&str, usize, i64)]) -> HistoryEntry {
    let ended_at = monday().minus_seconds(hours * 3600);
    let exercises = exercises.iter().map(|(key, sets, load)| HistoryExercise {
        exercise_id: (*key).to_owned(),
        sets: vec![
            HistorySet {
                reps: Some(10),
                load_g: (*load > 0).then_some(domain::quantity::Grams(*load)),
                ..HistorySet::default()
            };
            *sets
        ],
        ..HistoryExercise::default()
    });
    HistoryEntry {
        intent: Some(intent.to_string()),
        ..HistoryEntry::new(format!("{hours} h ago"), ended_at, exercises.collect())
    }
}
