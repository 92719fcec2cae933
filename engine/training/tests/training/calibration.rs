//! VF-1 and VF-2: the numbers by which the engine is calibrated.

use domain::quantity::MassUnit;
use training::{
    calibrate::{GOLDEN, SCENARIOS, TOLERANCE_MICRO, fixture},
    library::Library,
    load::iron::Iron,
    present::selection,
    request::Request,
    session::plan,
    tuning::Tuning,
};

#[test]
fn vf_1_the_four_scenarios_rank_as_printed() {
    let fixture = fixture();
    let library = Library::new(&fixture, &Tuning::default());
    for scenario in SCENARIOS {
        let ranked = scenario.rank(&library).unwrap();
        let found: Vec<_> = ranked
            .iter()
            .map(|ranked| (library.key(ranked.place).as_str(), ranked.score.micro()))
            .filter(|(key, _)| scenario.expected.iter().any(|(wanted, _)| wanted == key))
            .collect();
        let order: Vec<_> = found.iter().map(|(key, _)| *key).collect();
        let expected: Vec<_> = scenario.expected.iter().map(|(key, _)| *key).collect();
        assert_eq!(order, expected, "{}", scenario.name);
        for ((key, micro), (_, thousandths)) in found.iter().zip(scenario.expected) {
            assert!(
                (micro - thousandths * 1000).abs() <= TOLERANCE_MICRO,
                "{} {key}: {micro} {thousandths}",
                scenario.name
            );
        }
    }
}

#[test]
fn vf_2_the_golden_sessions_are_planned_to_the_set_and_second() {
    let fixture = fixture();
    let library = Library::new(&fixture, &Tuning::default());
    for golden in GOLDEN {
        let input = golden.input();
        let request = Request::new(&input, &library).unwrap();
        let session = plan(&request, Iron::standard(MassUnit::Kg)).unwrap();
        let selection = selection(&session);
        let sets = selection.per_exercise_set_targets.unwrap();
        let found: Vec<_> = session
            .picks
            .iter()
            .map(|pick| (library.key(pick.place).as_str(), sets[library.key(pick.place)]))
            .collect();
        let expected: Vec<_> = golden.picks.iter().map(|(key, _, sets)| (*key, *sets)).collect();
        assert_eq!(found, expected, "{}", golden.intent);
        for (pick, (key, thousandths, _)) in session.picks.iter().zip(golden.picks) {
            let micro = pick.score.micro();
            assert!((micro - thousandths * 1000).abs() <= TOLERANCE_MICRO, "{key}: {micro}");
        }
        let pairs: Vec<_> =
            selection.supersets.iter().map(|pair| [pair[0].as_str(), pair[1].as_str()]).collect();
        assert_eq!(pairs, golden.pair.into_iter().collect::<Vec<_>>(), "{}", golden.intent);
        assert_eq!(selection.estimated_seconds, golden.seconds, "{}", golden.intent);
        assert_eq!(selection.time_bound, golden.is_time_bound, "{}", golden.intent);
    }
}
