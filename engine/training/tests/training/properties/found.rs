//! Cases that random inputs and the second reading of the chapter found: each was a defect once.

use domain::{
    anatomy::Muscle, exercise::ExerciseKey, plan::ProgressionMode, prescription::SetType, quantity::Grams,
    reason::ReasonCode, session::Intent, wellbeing::FlagKind,
};
use training::{
    catalog::Catalog,
    input::{ActiveFlag, ColdStartState, HistoryExercise, HistorySet, Mode, PlanItemState, SelectionInput},
    load::baseline::{Baseline, BaselineContext},
    output::{Generated, VolumeStatus},
    request::{Refusal, Request},
    session::iron_of,
    superset::SupersetPolicy,
};

use crate::{
    given::{WHOLE, input, past},
    verify::{complaints, generate},
};

/// The session of an input, which must be clean.
fn clean(input: &SelectionInput) -> Generated {
    let generated = generate(input).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert_eq!(complaints(input, &generated), "");
    generated
}

fn selected(generated: &Generated) -> Vec<&str> {
    generated.selection.output.selected_exercise_ids.iter().map(ExerciseKey::as_str).collect()
}

fn refused(generated: &Generated) -> Vec<(&str, ReasonCode)> {
    let pins = generated.selection.output.refused_pins.iter();
    pins.map(|pin| (pin.exercise_id.as_str(), pin.reason)).collect()
}

fn load_of(generated: &Generated, key: &str) -> Option<Grams> {
    let mut exercises = generated.workout.exercises.iter();
    exercises.find(|exercise| exercise.exercise_id.as_str() == key).unwrap().sets.last().unwrap().load
}

fn sets_of(generated: &Generated, key: &str) -> i64 {
    let targets = generated.selection.output.per_exercise_set_targets.as_ref().unwrap();
    targets[&key.parse::<ExerciseKey>().unwrap()]
}

fn item(key: &str, progression_mode: ProgressionMode) -> PlanItemState {
    PlanItemState {
        exercise_id: key.to_owned(),
        progression_mode,
        target_load: None,
        override_load: None,
        rep_low: None,
        rep_high: None,
        min_sets: None,
        level: None,
    }
}

fn floor(key: &str, min_sets: u32) -> PlanItemState {
    PlanItemState { min_sets: Some(min_sets), ..item(key, ProgressionMode::Load) }
}

fn pins(keys: &[&str]) -> Vec<String> {
    keys.iter().map(ToString::to_string).collect()
}

#[test]
fn vo_10_a_muscle_that_only_a_later_session_serves_is_deferred() {
    let status = |week: &[&str]| {
        let generated = clean(&input(Intent::Push, |input| {
            input.program.as_mut().unwrap().weekly_schedule = Some(pins(week));
        }));
        generated.selection.output.volume_plan_by_muscle[&Muscle::Lats].status
    };
    assert_eq!(status(&["push", "pull"]), VolumeStatus::Deferred);
    assert_eq!(status(&["push"]), VolumeStatus::Below);
}

#[test]
fn sf_5_pain_that_has_no_area_counts_everywhere() {
    let sore = input(Intent::Push, |input| {
        let pain = ActiveFlag { kind: FlagKind::Pain, area: None, exercise_id: None, severity: 2 };
        input.flags = vec![pain];
    });
    assert!(matches!(generate(&sore), Err(Refusal::NoSafeExercise(_))));
}

fn template(keys: &[&str], is_filled: bool, pinned: &[&str]) -> Generated {
    clean(&input(Intent::Push, |input| {
        input.mode = Mode::Template;
        input.template_exercise_ids = pins(keys);
        input.auto_fill_unpinned = is_filled;
        input.pinned_exercise_ids = pins(pinned);
    }))
}

#[test]
fn ep_4_a_pin_beside_an_unchanged_template_is_refused_and_not_lost() {
    let unchanged = template(&["bench_press", "cable_fly"], false, &["cable_fly", "chair_dip"]);
    assert_eq!(selected(&unchanged), ["bench_press", "cable_fly"]);
    assert_eq!(refused(&unchanged), [("chair_dip", ReasonCode::PinLimit)]);
}

#[test]
fn ep_4_a_pin_that_is_not_in_the_template_takes_one_of_its_positions() {
    let filled = template(&["bench_press", "cable_fly", "cable_pushdown"], true, &["chair_dip"]);
    assert_eq!((selected(&filled)[0], selected(&filled).len()), ("chair_dip", 3));
    // Also where the template has no accessory.
    let main = template(&["bench_press"], true, &["cable_fly"]);
    assert_eq!(selected(&main), ["cable_fly"]);
}

#[test]
fn l_9_the_bar_and_the_plates_are_those_of_the_keys() {
    let grid_ends = |keys: &[&str], exercise: &str| {
        let input = input(Intent::Push, |input| input.constraints.available_equipment = pins(keys));
        let iron = iron_of(&input).unwrap();
        let exercise = Catalog::embedded().get(&exercise.parse().unwrap()).unwrap();
        let grid = iron.grid_for(exercise).unwrap();
        (grid.lightest(), grid.heaviest())
    };
    let (bar, _) = grid_ends(&["eq_olympic_barbell_womens_15kg", "plates"], "bench_press");
    assert_eq!(bar, Grams(15_000));
    // A bar without plates has its own weight alone.
    assert_eq!(grid_ends(&["smith"], "smith_bench_press"), (Grams(15_000), Grams(15_000)));
}

#[test]
fn sa_1_a_floor_of_sets_ends_at_the_most_sets_and_is_not_kept_in_a_deload() {
    let with_floor = |week: u32, age: &str| {
        let generated = clean(&input(Intent::Push, |input| {
            input.week_in_block = week;
            input.training_age = age.to_owned();
            input.plan_items = vec![floor("cable_pushdown", 6)];
            input.pinned_exercise_ids = pins(&["cable_pushdown"]);
        }));
        sets_of(&generated, "cable_pushdown")
    };
    assert_eq!([with_floor(1, "advanced"), with_floor(1, "beginner")], [6, 4]);
    assert_eq!(with_floor(3, "advanced"), 2);
}

/// Whether face pull and cable curl are paired when the plan says this of the curl.
fn are_paired(curl: Option<PlanItemState>) -> bool {
    let generated = clean(&input(Intent::Pull, |input| {
        input.superset_policy = SupersetPolicy::Preferred;
        input.pinned_exercise_ids = pins(&["face_pull", "cable_curl"]);
        input.plan_items = curl.into_iter().collect();
    }));
    let pair = ["face_pull", "cable_curl"].map(|key| key.parse::<ExerciseKey>().unwrap());
    generated.selection.output.supersets.contains(&pair)
}

#[test]
fn ss_2_what_starts_with_different_sets_is_not_paired() {
    assert!(are_paired(None));
    assert!(!are_paired(Some(floor("cable_curl", 4))));
}

#[test]
fn ss_1_a_ladder_item_is_not_paired_even_if_its_level_is_unknown() {
    assert!(!are_paired(Some(item("cable_curl", ProgressionMode::Ladder))));
    assert!(are_paired(Some(item("cable_curl", ProgressionMode::Range))));
}

/// A push session after these sets of bench press, oldest first, a week apart.
fn after(week: u32, item: Option<PlanItemState>, sessions: &[&[(u32, Option<i64>)]]) -> Generated {
    let mut history = vec![];
    for (index, sets) in sessions.iter().rev().enumerate() {
        let hours = 120 + 168 * i64::try_from(index).unwrap();
        let mut session = past(Intent::Push, hours, &[("bench_press", 0, 0)]);
        session.exercises[0].rep_low = Some(6);
        session.exercises[0].sets = sets
            .iter()
            .map(|(reps, load)| HistorySet {
                reps: Some(*reps),
                load_g: load.map(Grams),
                ..HistorySet::default()
            })
            .collect();
        history.push(session);
    }
    clean(&input(Intent::Push, |input| {
        input.week_in_block = week;
        input.history = history;
        input.pinned_exercise_ids = pins(&["bench_press"]);
        input.plan_items = item.into_iter().collect();
    }))
}

#[test]
fn ld_7_a_set_without_a_single_rep_is_a_failure() {
    let heavier = || {
        let item = item("bench_press", ProgressionMode::Load);
        Some(PlanItemState { target_load: Some(Grams(90_000)), ..item })
    };
    let good = after(1, heavier(), &[&[(8, Some(80_000)), (6, Some(80_000))]]);
    assert_eq!(load_of(&good, "bench_press"), Some(Grams(90_000)));
    let stuck = after(1, heavier(), &[&[(8, Some(80_000)), (0, Some(80_000))]]);
    assert_eq!(load_of(&stuck, "bench_press"), Some(Grams(80_000)));
    // Even if nothing else was done.
    let alone = after(1, heavier(), &[&[(8, Some(80_000))], &[(0, Some(85_000))]]);
    assert_eq!(load_of(&alone, "bench_press"), Some(Grams(85_000)));
}

#[test]
fn ld_6_a_deload_acts_on_the_last_load_that_was_written_down() {
    let deload = after(3, None, &[&[(8, Some(100_000))], &[(8, None)]]);
    assert_eq!(load_of(&deload, "bench_press"), Some(Grams(75_000)));
}

#[test]
fn so_4_an_exercise_twice_in_one_session_appears_once() {
    let twice = input(Intent::Push, |input| {
        let mut session = past(Intent::Push, 120, &[("cable_fly", 2, 0), ("cable_fly", 2, 0)]);
        session.exercises[1].rep_low = Some(8);
        input.history = vec![session];
    });
    let request = Request::new(&twice, &WHOLE).unwrap();
    assert_eq!(request.appearances[WHOLE.find("cable_fly").unwrap()], 1);
    clean(&twice);
}

#[test]
fn so_3_a_heavy_pin_must_fit_with_its_longer_ramp() {
    // 180 s, a ramp of 210 s and two sets of 60 s with 300 s of rest are 1110 of 1200 s; 100 kg want 150 s more.
    let heavy = |grams: i64| {
        clean(&input(Intent::Push, |input| {
            input.goals.primary = "strength".into();
            input.session_minutes = 20;
            input.pinned_exercise_ids = pins(&["bench_press"]);
            let item = item("bench_press", ProgressionMode::Load);
            input.plan_items = vec![PlanItemState { override_load: Some(Grams(grams)), ..item }];
        }))
    };
    assert_eq!(selected(&heavy(97_500)), ["bench_press"]);
    assert_eq!(refused(&heavy(100_000)), [("bench_press", ReasonCode::TimeBudget)]);
}

#[test]
fn so_3_a_pin_beyond_the_limit_that_is_chosen_anyway_is_not_called_refused() {
    let free = clean(&input(Intent::Push, |_| ()));
    let all = selected(&free);
    let pinned = clean(&input(Intent::Push, |input| input.pinned_exercise_ids = pins(&all)));
    assert!(all.len() > 4, "{all:?}");
    for (key, reason) in refused(&pinned) {
        assert!(!selected(&pinned).contains(&key), "{key}: {reason}");
    }
}

#[test]
fn sc_6_the_trend_of_added_load_counts_the_body() {
    let rising = |older: (u32, i64), newer: (u32, i64)| {
        let session = |hours: i64, (reps, load): (u32, i64)| {
            let mut session = past(Intent::Pull, hours, &[("pull_up", 1, load)]);
            session.exercises[0].sets[0].reps = Some(reps);
            session
        };
        let input = input(Intent::Pull, |input| {
            input.bodyweight = Some(Grams(80_000));
            input.history = vec![session(288, older), session(120, newer)];
        });
        let request = Request::new(&input, &WHOLE).unwrap();
        let place = WHOLE.find("pull_up").unwrap();
        request.history.is_rising(place, WHOLE.exercise(place), input.bodyweight)
    };
    // 85 kg x 12 are more than 90 kg x 8.
    assert!(rising((8, 10_000), (12, 5000)));
    assert!(!rising((12, 5000), (8, 10_000)));
}

#[test]
fn cs_1_warm_ups_do_not_make_an_exercise_stable() {
    let mains = ["bench_press", "back_squat", "barbell_row"];
    let stage = |kind: SetType| {
        let input = input(Intent::Push, |input| {
            input.cold_start =
                Some(ColdStartState { completed: 12, check_ins: 2, stored_stage: 0, enabled: true });
            input.baselines = mains
                .map(|key| Baseline {
                    exercise: key.parse().unwrap(),
                    context: BaselineContext::Volume,
                    working_weight_min: None,
                    working_weight_max: None,
                    top_set_weight: Some(Grams(60_000)),
                    top_set_reps: Some(8),
                })
                .to_vec();
            let session = |hours: i64| {
                let mut session = past(Intent::FullBody, hours, &mains.map(|key| (key, 1, 0)));
                let logged =
                    HistorySet { kind, load_g: Some(Grams(40_000)), reps: Some(8), ..HistorySet::default() };
                let log = |exercise: &mut HistoryExercise| exercise.sets.push(logged.clone());
                session.exercises.iter_mut().for_each(log);
                session
            };
            input.history = vec![session(120), session(72)];
        });
        clean(&input).selection.cold_start_stage
    };
    assert_eq!((stage(SetType::Warmup), stage(SetType::Working)), (1, 2));
}
