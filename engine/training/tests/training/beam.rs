//! SO-11: the beam search looks wider and is taken only when it plans more of what the session owes.

use domain::{quantity::MassUnit, session::Intent};
use training::{
    beam::objective,
    calibrate::common_input,
    catalog::Catalog,
    input::SelectionInput,
    library::Library,
    load::iron::Iron,
    request::Request,
    session::{Session, plan},
    tuning::{Search, Tuning},
};

fn input(intent: Intent, minutes: u32, search: Search) -> SelectionInput {
    let now = "2026-03-02T18:00:00Z".parse().unwrap();
    let mut input = common_input(intent, now);
    input.session_minutes = minutes;
    input.week_in_block = 1;
    input.tuning = Tuning { search, ..Tuning::default() };
    if intent == Intent::BodyPart {
        input.target_muscles = vec!["chest".into(), "biceps".into()];
        input.program = None;
    }
    input
}

fn reached(session: &Session<'_, '_>) -> i64 {
    let planned: Vec<_> = session.exercises.iter().map(|exercise| exercise.planned).collect();
    objective(session.request, &planned)
}

#[test]
fn so_11_the_beam_is_never_worse_than_greedy_and_says_what_both_reach() {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let iron = Iron::standard(MassUnit::Kg);
    let mut gains = 0;
    for &intent in Intent::ALL {
        for minutes in [30, 45, 60] {
            let (narrow, wide) =
                (input(intent, minutes, Search::Greedy), input(intent, minutes, Search::Beam));
            let (narrow, wide) =
                (Request::new(&narrow, &library).unwrap(), Request::new(&wide, &library).unwrap());
            let (greedy, beam) = (plan(&narrow, iron).unwrap(), plan(&wide, iron).unwrap());
            assert_eq!(greedy.search, None, "off by default");
            let report = beam.search.unwrap();
            assert_eq!(report.greedy.0, reached(&greedy), "{intent} {minutes}");
            assert_eq!(report.accepted, report.beam > report.greedy, "{intent} {minutes}");
            assert_eq!(reached(&beam), report.beam.max(report.greedy).0, "{intent} {minutes}");
            gains += reached(&beam) - reached(&greedy);
        }
    }
    assert!(gains > 0, "a wider search should find something somewhere");
}

#[test]
fn so_11_the_beam_gives_the_same_session_twice_and_keeps_pins() {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let iron = Iron::standard(MassUnit::Kg);
    let mut input = input(Intent::Upper, 60, Search::Beam);
    input.pinned_exercise_ids = vec!["face_pull".into(), "hammer_curl".into()];
    let request = Request::new(&input, &library).unwrap();
    let keys = |session: &Session<'_, '_>| -> Vec<String> {
        session.exercises.iter().map(|exercise| library.key(exercise.planned.place).to_string()).collect()
    };
    let (once, twice) = (plan(&request, iron).unwrap(), plan(&request, iron).unwrap());
    assert_eq!(keys(&once), keys(&twice));
    assert!(keys(&once).iter().any(|key| key == "face_pull"));
    assert!(keys(&once).iter().any(|key| key == "hammer_curl"));
}
