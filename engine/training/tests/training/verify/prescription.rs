//! VF-4: broken reps, loads, ramps and supersets (checks 10 to 13).

use domain::{
    plan::ProgressionMode,
    prescription::SetType,
    quantity::{Grams, Rpe},
    session::Intent,
};
use training::{output::Generated, superset::SupersetPolicy};

use super::{find, good, key, notices, notices_input, plan_item, push, working};
use crate::given::input;

#[test]
fn vf_4_check_10_finds_reps_and_efforts_out_of_bounds() {
    notices(10, &push(), |generated| {
        working(generated, "bench_press").for_each(|set| set.rep_high = Some(11));
    });
    notices(10, &push(), |generated| {
        working(generated, "cable_pushdown").for_each(|set| set.rep_low = Some(16));
    });
    let effort = |generated: &mut Generated, tenths: i64| {
        working(generated, "bench_press").for_each(|set| set.rpe = Some(Rpe::new(tenths).unwrap()));
    };
    notices(10, &push(), |generated| effort(generated, 45));
    let deload = input(Intent::Push, |input| {
        input.week_in_block = 3;
        input.pinned_exercise_ids = vec!["bench_press".into()];
    });
    notices(10, &deload, |generated| effort(generated, 65));
    // Nothing is known of this bench press, so that its effort is capped at 7.
    let guessed = input(Intent::Push, |input| input.pinned_exercise_ids = vec!["bench_press".into()]);
    notices(10, &guessed, |generated| effort(generated, 75));
}

#[test]
fn vf_4_check_11_finds_loads_that_may_not_be() {
    let load = |generated: &mut Generated, exercise: &str, grams: i64| {
        working(generated, exercise).for_each(|set| set.load = Some(Grams(grams)));
    };
    // 100 kg x 10 mean 97.5 kg for 6 to 10 reps with 2 in reserve; 105 kg would be the most.
    notices(11, &push(), |generated| load(generated, "bench_press", 96_000));
    notices(11, &push(), |generated| load(generated, "cable_pushdown", 27_500));
    notices(11, &push(), |generated| find(generated, "bench_press").load_source = None);
    notices(11, &push(), |generated| {
        working(generated, "cable_pushdown").last().unwrap().load = Some(Grams(17_500));
    });
    let mut failed = push();
    failed.history[0].exercises[1].rep_low = Some(12);
    notices(11, &failed, |generated| load(generated, "cable_pushdown", 27_500));
    // A set of no rep at all is a failure, too.
    let mut stuck = push();
    stuck.plan_items = vec![plan_item("cable_pushdown", |item| item.target_load = Some(Grams(30_000)))];
    stuck.history[0].exercises[1].rep_low = Some(8);
    stuck.history[0].exercises[1].sets[2].reps = Some(0);
    notices(11, &stuck, |generated| load(generated, "cable_pushdown", 30_000));
}

#[test]
fn vf_4_check_11_finds_a_deload_that_is_none() {
    let mut deload = push();
    deload.week_in_block = 3;
    let found = good(&deload);
    let bench = found.workout.exercises.iter().find(|one| one.exercise_id == key("bench_press")).unwrap();
    assert_eq!(bench.sets.last().unwrap().load, Some(Grams(75_000)));
    for wrong in [72_500, 77_500, 55_000] {
        notices(11, &deload, |generated| {
            find(generated, "bench_press").sets.retain(|set| set.kind == SetType::Working);
            working(generated, "bench_press").for_each(|set| set.load = Some(Grams(wrong)));
        });
    }
}

#[test]
fn vf_4_check_12_finds_a_ramp_that_is_none() {
    let ramp = |generated: &mut Generated| -> Vec<usize> {
        let sets = find(generated, "bench_press").sets.iter();
        sets.enumerate().filter(|(_, set)| set.kind == SetType::Warmup).map(|(index, _)| index).collect()
    };
    assert_eq!(ramp(&mut good(&push())), [0, 1]);
    notices(12, &push(), |generated| find(generated, "bench_press").sets.swap(0, 1));
    notices(12, &push(), |generated| {
        find(generated, "bench_press").sets[1].load = Some(Grams(90_000));
    });
    notices(12, &push(), |generated| {
        find(generated, "bench_press").sets[1].rpe = Some(Rpe::new(60).unwrap());
    });
}

#[test]
fn vf_4_check_13_finds_a_pair_that_may_not_be() {
    let paired = input(Intent::Pull, |input| {
        input.superset_policy = SupersetPolicy::Preferred;
        input.pinned_exercise_ids = vec!["face_pull".into(), "cable_curl".into()];
    });
    let pairs = good(&paired).selection.output.supersets;
    assert!(pairs.contains(&[key("face_pull"), key("cable_curl")]), "{pairs:?}");
    // One cable is not enough for two.
    notices_input(13, &paired, |input| {
        input.constraints.available_equipment.retain(|key| key != "cable_dual");
    });
    notices_input(13, &paired, |input| input.superset_policy = SupersetPolicy::None);
    notices_input(13, &paired, |input| {
        input.plan_items = vec![plan_item("cable_curl", |item| {
            item.progression_mode = ProgressionMode::Ladder;
        })];
    });
}
