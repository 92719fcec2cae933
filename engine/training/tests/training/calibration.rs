//! VF-1 and VF-2: the numbers by which the engine is calibrated.

use domain::{quantity::MassUnit, session::Intent};
use training::{
    calibrate::{SCENARIOS, common_input, fixture},
    input::SelectionInput,
    library::Library,
    load::iron::Iron,
    present::selection,
    request::Request,
    session::plan,
    superset::SupersetPolicy,
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
                (micro - thousandths * 1000).abs() <= 1000,
                "{} {key}: {micro} {thousandths}",
                scenario.name
            );
        }
    }
}

/// A golden session: what was picked with score in thousandths and sets, the pair, seconds, whether time was short.
struct Golden {
    picks: &'static [(&'static str, i64, i64)],
    pair: Option<[&'static str; 2]>,
    seconds: i64,
    is_time_bound: bool,
}

fn check(intent: Intent, week: u32, sessions: usize, policy: SupersetPolicy, golden: &Golden) {
    let fixture = fixture();
    let library = Library::new(&fixture, &Tuning::default());
    let now = "2026-03-02T18:00:00Z".parse().unwrap();
    let mut input = SelectionInput {
        week_in_block: week,
        mesocycle_length: Some(3),
        superset_policy: policy,
        ..common_input(intent, now)
    };
    input.program.as_mut().unwrap().weekly_schedule = Some(vec![intent.to_string(); sessions]);
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
    assert_eq!(found, expected);
    for (pick, (key, thousandths, _)) in session.picks.iter().zip(golden.picks) {
        let micro = pick.score.micro();
        assert!((micro - thousandths * 1000).abs() <= 1000, "{key}: {micro}");
    }
    let pairs: Vec<_> = selection.supersets.iter().map(|pair| [pair[0].as_str(), pair[1].as_str()]).collect();
    assert_eq!(pairs, golden.pair.into_iter().collect::<Vec<_>>());
    assert_eq!(selection.estimated_seconds, golden.seconds);
    assert_eq!(selection.time_bound, golden.is_time_bound);
}

#[test]
fn vf_2_golden_pull_alone_is_bound_by_time() {
    let golden = Golden {
        picks: &[
            ("barbell_row", 4282, 5),
            ("lat_pulldown", 5338, 3),
            ("face_pull", 4276, 5),
            ("cable_curl", 3540, 2),
            ("seated_cable_row", 2077, 3),
        ],
        pair: None,
        seconds: 3575,
        is_time_bound: true,
    };
    check(Intent::Pull, 1, 1, SupersetPolicy::None, &golden);
}

#[test]
fn vf_2_golden_pull_pairs_face_pull_and_curl() {
    let golden = Golden {
        picks: &[
            ("barbell_row", 4282, 5),
            ("lat_pulldown", 5338, 3),
            ("face_pull", 4276, 5),
            ("cable_curl", 3540, 5),
            ("seated_cable_row", 2077, 4),
        ],
        pair: Some(["face_pull", "cable_curl"]),
        seconds: 3565,
        is_time_bound: true,
    };
    check(Intent::Pull, 1, 1, SupersetPolicy::WhenTimeLimited, &golden);
}

#[test]
fn vf_2_golden_push_keeps_no_pair() {
    let golden = Golden {
        picks: &[
            ("dumbbell_bench_press", 5175, 5),
            ("dumbbell_shoulder_press", 4442, 2),
            ("cable_fly", 3608, 2),
            ("dumbbell_lateral_raise", 3352, 4),
            ("cable_pushdown", 2592, 2),
            ("incline_dumbbell_press", -77, 3),
        ],
        pair: None,
        seconds: 3575,
        is_time_bound: true,
    };
    check(Intent::Push, 1, 1, SupersetPolicy::WhenTimeLimited, &golden);
}

#[test]
fn vf_2_golden_full_body_covers_the_pull() {
    let golden = Golden {
        picks: &[
            ("dumbbell_bench_press", 5445, 3),
            ("romanian_deadlift", 5413, 2),
            ("lat_pulldown", 5608, 2),
            ("standing_calf_raise", 5270, 2),
            ("seated_cable_row", 3789, 2),
            ("hack_squat", 2850, 2),
            ("cable_crunch", 2340, 2),
        ],
        pair: None,
        seconds: 3245,
        is_time_bound: false,
    };
    check(Intent::FullBody, 0, 3, SupersetPolicy::WhenTimeLimited, &golden);
}
