//! SC-0..SC-13: each component alone.

use domain::session::Intent;
use training::{
    draft::Role::{Accessory, Main},
    score::{COMPONENTS, COUNT},
    tuning::Tuning,
};

use crate::given::{SMALL, component, input, past, session};

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

#[test]
fn sc_0_a_score_is_the_weighted_sum_of_its_thirteen_components() {
    assert_eq!(COMPONENTS.len(), COUNT);
    let plan = session(&SMALL, &input(Intent::Push, |_| ()));
    for (key, rationale) in &plan.selection.output.rationale {
        let sum: f64 = rationale.components.iter().map(|(name, value)| value * rationale.weights[name]).sum();
        assert!((sum - rationale.score).abs() <= 0.0005, "{key}: {sum} {}", rationale.score);
    }
    let accessory = plan.selection.output.rationale.values().find(|r| r.weights["muscleDeficitScore"] < 3.0);
    let weights = &accessory.unwrap().weights;
    // Weights slide together: lerp(3, 2), lerp(1.2, 1.8), lerp(1, 1.5), lerp(1.3, 2).
    let progress = 3.0 - weights["muscleDeficitScore"];
    close(weights["sfrScore"], 1.2 + 0.6 * progress);
    close(weights["redundancyPenalty"], -(1.0 + 0.5 * progress));
    close(weights["fatigueCostPenalty"], -(1.3 + 0.7 * progress));
}

#[test]
fn sc_1_the_deficit_counts_need_times_dose_of_what_drives_the_session() {
    // Half of the calves' share is done: an accessory with one primary closes 0.5 × 3 / 4.
    let half = input(Intent::Legs, |input| {
        input.history = vec![past(Intent::Upper, 4, &[("standing_calf_raise", 5, 0)])];
    });
    let calves = |input: &_| component(input, &[], "standing_calf_raise", Accessory, "muscleDeficitScore");
    let need = (11.0 - 5.0) / 11.0;
    close(calves(&half), need * 3.0 / 4.0);
    // A main with a full primary and a half synergist in full need is clamped to 1.
    let fresh = input(Intent::Push, |_| ());
    close(component(&fresh, &[], "bench_press", Main, "muscleDeficitScore"), 1.0);
    // Front delts are soft: a press for them alone closes only what its synergists close.
    close(component(&fresh, &[], "dumbbell_lateral_raise", Accessory, "muscleDeficitScore"), 0.75);
}

#[test]
fn sc_2_the_neediest_muscle_earns_a_bonus() {
    let fresh = input(Intent::Push, |_| ());
    let bonus = |key| component(&fresh, &[], key, Accessory, "targetednessScore");
    // Side delts lack 13.5 sets in the second week of three, chest 13.0.
    close(bonus("dumbbell_lateral_raise"), 0.3);
    close(bonus("cable_fly"), 0.0);
}

#[test]
fn sc_3_recency_is_counted_in_hours_since_the_session_ended() {
    let penalty = |hours: i64, seconds: i64| {
        let input = input(Intent::Push, |input| {
            let mut entry = past(Intent::Push, hours, &[("cable_fly", 2, 0)]);
            entry.ended_at = entry.ended_at.minus_seconds(seconds);
            entry.started_at = entry.started_at.minus_seconds(seconds);
            input.history = vec![entry];
        });
        component(&input, &[], "cable_fly", Accessory, "recencyPenalty")
    };
    for ((hours, seconds), expected) in
        [((48, 0), 1.0), ((48, 1), 0.7), ((96, 0), 0.7), ((96, 1), 0.4), ((168, 0), 0.4), ((168, 1), 0.0)]
    {
        close(penalty(hours, seconds), expected);
    }
}

#[test]
fn sc_4_a_favorite_is_preferred() {
    let input =
        input(Intent::Push, |input| input.preferences.favorite_exercise_ids = vec!["cable_fly".into()]);
    close(component(&input, &[], "cable_fly", Accessory, "preferenceScore"), 1.0);
    close(component(&input, &[], "cable_pushdown", Accessory, "preferenceScore"), 0.0);
}

#[test]
fn sc_5_uncovered_patterns_are_welcome_and_repetition_is_not() {
    let fresh = input(Intent::Push, |_| ());
    let diversity = |picks: &[_], key| component(&fresh, picks, key, Accessory, "movementDiversityScore");
    close(diversity(&[], "dumbbell_bench_press"), 1.0);
    close(diversity(&[], "cable_fly"), 0.5);
    let pressed = [("bench_press", Main)];
    close(diversity(&pressed, "dumbbell_bench_press"), -0.5);
    // A covered pattern with a new primary is neither.
    let row = input(Intent::Pull, |_| ());
    let rowed = [("seated_cable_row", Accessory)];
    close(component(&row, &rowed, "barbell_row", Accessory, "movementDiversityScore"), 0.0);
    // A core pattern foreign to the intent earns nothing: hinges on a pull day.
    close(component(&row, &[], "romanian_deadlift", Accessory, "movementDiversityScore"), 0.0);
}

#[test]
fn sc_6_continuity_asks_for_two_of_three_or_a_rising_trend() {
    let history = |loads: &[(i64, i64)]| {
        loads
            .iter()
            .map(|(hours, load)| past(Intent::Push, *hours, &[("cable_fly", 2, *load)]))
            .collect::<Vec<_>>()
    };
    let continuity = |history| {
        let input = input(Intent::Push, |input| {
            input.week_in_block = 1;
            input.history = history;
        });
        component(&input, &[], "cable_fly", Accessory, "continuityScore")
    };
    close(continuity(history(&[(400, 10_000), (200, 9_000)])), 1.0);
    close(continuity(history(&[(200, 10_000)])), 0.0);
    // Once in the last three, and better than the time before.
    let mut rising = history(&[(900, 10_000), (200, 12_500)]);
    rising.extend([
        past(Intent::Push, 700, &[("bench_press", 2, 60_000)]),
        past(Intent::Push, 500, &[("bench_press", 2, 60_000)]),
    ]);
    close(continuity(rising.clone()), 0.4);
    rising[1].exercises[0].sets.iter_mut().for_each(|set| set.load_g = Some(domain::quantity::Grams(7_500)));
    close(continuity(rising), 0.0);
}

#[test]
fn sc_7_time_that_is_left_counts_for_and_time_that_is_missing_against() {
    let fit = |minutes: u32, picks: &[_]| {
        let input = input(Intent::Push, |input| input.session_minutes = minutes);
        component(&input, picks, "cable_fly", Accessory, "timeFitScore")
    };
    close(fit(60, &[]), 1.0);
    let full = [("bench_press", Main), ("dumbbell_shoulder_press", Main), ("cable_pushdown", Accessory)];
    // 960 + 800 + 375 + 390 s against 2970 s: within budget, with more and with less than the margin left.
    close(fit(60, &full), 1.0);
    close(fit(55, &full), 0.0);
    close(fit(40, &full), -1.0);
}

#[test]
fn sc_8_fatigue_weighs_more_on_a_bad_day() {
    let cost = |readiness: u8| {
        let input = input(Intent::Push, |input| input.fatigue_state.readiness_score = readiness);
        component(&input, &[], "bench_press", Accessory, "fatigueCostPenalty")
    };
    close(cost(2), 0.75);
    close(cost(3), 0.375);
    close(cost(5), 0.15);
}

#[test]
fn sc_9_the_same_movement_for_the_same_muscle_is_redundant() {
    let fresh = input(Intent::Push, |_| ());
    let redundancy = |picks: &[_], key| component(&fresh, picks, key, Accessory, "redundancyPenalty");
    close(redundancy(&[], "incline_dumbbell_press"), 0.0);
    close(redundancy(&[("bench_press", Main)], "incline_dumbbell_press"), 0.5);
    close(
        redundancy(&[("bench_press", Main), ("dumbbell_bench_press", Main)], "incline_dumbbell_press"),
        1.0,
    );
    close(redundancy(&[("bench_press", Main)], "cable_fly"), 0.0);
}

#[test]
fn sc_10_and_sc_11_scale_scores_of_one_to_five() {
    // SC-10 and SC-11: 4 is a half, 5 is whole, 2 is minus a half.
    let fresh = input(Intent::Legs, |_| ());
    let value = |key, name| component(&fresh, &[], key, Accessory, name);
    close(value("leg_press", "sfrScore"), 0.5);
    close(value("seated_leg_curl", "lengthenedScore"), 1.0);
    close(value("cable_pushdown", "lengthenedScore"), -0.5);
}

#[test]
fn sc_12_a_secondary_goal_leans_the_choice() {
    let leaning = |goal: &str, key| {
        let input = input(Intent::Pull, |input| input.goals.secondary = Some(goal.into()));
        component(&input, &[], key, Accessory, "secondaryGoalScore")
    };
    close(leaning("posture", "face_pull"), 1.0);
    close(leaning("posture", "cable_curl"), 0.0);
    close(leaning("strength", "barbell_row"), 1.0);
    close(leaning("conditioning", "seated_cable_row"), 1.0);
    close(leaning("none", "face_pull"), 0.0);
    assert_eq!(Tuning::default().weights.secondary_goal.to_string(), "0.2");
}

#[test]
fn sc_13_mild_pain_is_a_penalty_not_an_exclusion() {
    let sore = |severity: u8| {
        let input = input(Intent::Legs, |input| {
            input.fatigue_state.pain_flags.insert("low back".into(), severity);
        });
        component(&input, &[], "romanian_deadlift", Accessory, "painCautionPenalty")
    };
    close(sore(0), 0.0);
    close(sore(1), 1.0);
}
