//! WK-2, WK-3: what a week is worth, and how it is estimated.

use domain::{anatomy::Muscle, quantity::Grams, time::Instant};
use training::{
    catalog::Catalog,
    document::week::{EXAMPLE, WeekAnalysis, WeekInput, WeekLabel, WeekTemplate},
    input::{HistoryEntry, HistoryExercise, HistorySet},
    library::Library,
    output::OneDecimal,
    tuning::Tuning,
    week::analyze,
};

fn now() -> Instant {
    "2026-03-07T18:00:00Z".parse().unwrap()
}

/// An input with this schedule and nothing else.
fn input(schedule: &[&str]) -> WeekInput {
    let json = serde_json::json!({ "schedule": schedule, "now": "2026-03-07T18:00:00Z" });
    serde_json::from_value(json).unwrap()
}

fn judge(input: &WeekInput) -> WeekAnalysis {
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    analyze(input, &library).unwrap()
}

/// A completed session that ended so many days ago.
fn past(days: i64, intent: &str, exercises: &[(&str, usize)]) -> HistoryEntry {
    let set = HistorySet { reps: Some(10), load_g: Some(Grams(20_000)), ..HistorySet::default() };
    let exercises = exercises.iter().map(|(key, sets)| HistoryExercise {
        exercise_id: (*key).to_owned(),
        sets: vec![set.clone(); *sets],
        ..HistoryExercise::default()
    });
    let ended_at = now().minus_seconds(days * 86_400);
    HistoryEntry {
        intent: Some(intent.to_owned()),
        ..HistoryEntry::new(format!("{intent} {days}"), ended_at, exercises.collect())
    }
}

fn template(id: &str, intent: &str, exercises: &[&str]) -> WeekTemplate {
    let exercise_ids = exercises.iter().map(ToString::to_string).collect();
    WeekTemplate { id: id.to_owned(), intent: intent.to_owned(), exercise_ids }
}

/// Codes of the suggestions with the muscle or pattern that each is about.
fn suggested(analysis: &WeekAnalysis) -> Vec<String> {
    let about = |reason: &domain::reason::Reason| {
        let about = reason.facts.get("muscle").or_else(|| reason.facts.get("pattern")).unwrap();
        format!("{} {}", reason.code, serde_json::to_value(about).unwrap()["word"].as_str().unwrap())
    };
    analysis.suggestions.iter().map(about).collect()
}

#[test]
fn wk_2_pushes_without_enough_pulls_lose_points() {
    let week = |push: usize, pull: usize| {
        let mut input = input(&["full_body"]);
        input.history = vec![past(1, "full_body", &[("bench_press", push), ("lat_pulldown", pull)])];
        let part = judge(&input).push_pull;
        (part.score.0, part.push_sets, part.pull_sets)
    };
    assert_eq!(week(20, 15), (750, 20, 15));
    assert_eq!(week(10, 10).0, 1000);
    assert_eq!(week(10, 20).0, 1000);
    assert_eq!(week(5, 20).0, 500);
    assert_eq!(week(0, 20).0, 0);
    assert_eq!(week(20, 0).0, 0);
    assert_eq!(week(0, 0).0, 1000);
}

#[test]
fn wk_2_seven_of_eight_patterns_and_rotation_are_worth_92_5() {
    let mut input = input(&["full_body"]);
    let core = [
        "bench_press",
        "dumbbell_shoulder_press",
        "barbell_row",
        "lat_pulldown",
        "back_squat",
        "romanian_deadlift",
        "dumbbell_reverse_lunge",
    ];
    let rotation = Catalog::embedded()
        .exercises()
        .iter()
        .find(|exercise| exercise.dominant_pattern() == domain::anatomy::MovementPattern::Rotation)
        .unwrap();
    let mut exercises: Vec<(&str, usize)> = core.iter().map(|key| (*key, 2)).collect();
    exercises.push((rotation.id.as_str(), 2));
    input.history = vec![past(1, "full_body", &exercises)];
    let patterns = judge(&input).patterns;
    assert_eq!(patterns.score, OneDecimal(925));
    assert_eq!(patterns.missing, [domain::anatomy::MovementPattern::Carry]);
    assert_eq!(patterns.present.len(), 8);
}

#[test]
fn wk_2_small_muscles_want_three_sessions_and_large_ones_two() {
    let mut input = input(&["push"; 3]);
    input.history = vec![past(1, "push", &[("bench_press", 3)]), past(2, "push", &[("cable_fly", 3)])];
    // The cursor comes back to the newest: bench press twice, fly once.
    let coverage = judge(&input).coverage.muscles;
    let of = |muscle| (coverage[&muscle].sessions, coverage[&muscle].wanted, coverage[&muscle].credit.0);
    assert_eq!(of(Muscle::Chest), (3, 2, 10));
    assert_eq!(of(Muscle::Triceps), (2, 3, 5));
    assert_eq!(of(Muscle::Lats), (0, 2, 0));
}

#[test]
fn wk_2_volume_is_best_between_mev_and_mav() {
    let credit = |sets: usize| {
        let mut input = input(&["push"]);
        input.history = vec![past(1, "push", &[("cable_fly", sets)])];
        judge(&input).volume.muscles[&Muscle::Chest].credit.0
    };
    assert_eq!([5, 6, 9, 10, 16, 17, 22, 23].map(credit), [0, 6, 6, 10, 10, 6, 6, 0]);
}

#[test]
fn wk_2_the_overall_score_is_the_weighted_sum_rounded_once() {
    use WeekLabel::{Excellent, Fair, Good, Poor, Weak};
    let analysis = judge(&input(&["push"]));
    // Nothing is known: only push and pull are balanced, and glutes and abs have a maintenance volume of 0.
    assert_eq!((analysis.coverage.score.0, analysis.patterns.score.0), (0, 0));
    assert_eq!(analysis.push_pull.score.0, 1000);
    assert_eq!(analysis.volume.score.0, 100);
    assert_eq!((analysis.overall, analysis.label), (23, WeekLabel::Poor));
    let labels = [85, 84, 70, 69, 55, 54, 40, 39].map(WeekLabel::of);
    assert_eq!(labels, [Excellent, Good, Good, Fair, Fair, Weak, Weak, Poor]);
}

#[test]
fn wk_2_the_least_worked_muscles_are_named_before_missing_patterns() {
    let mut input = input(&["push", "push"]);
    input.history = vec![past(1, "push", &[("bench_press", 3)])];
    let analysis = judge(&input);
    assert_eq!(
        suggested(&analysis),
        [
            "muscle_undertrained muscle-lats",
            "muscle_undertrained muscle-upper_back",
            "muscle_undertrained muscle-side_delts"
        ]
    );
    assert_eq!(analysis.suggestions[0].facts["wanted"], 2_i64.into());
}

#[test]
fn wk_3_a_session_that_nobody_knows_accuses_no_muscle() {
    let mut input = input(&["push", "push", "pull", "legs"]);
    input.history = vec![past(1, "push", &[("bench_press", 3)])];
    let analysis = judge(&input);
    assert_eq!(analysis.unestimated, ["pull", "legs"]);
    // Of the muscles only side delts and triceps are left, then the core patterns in their order.
    assert_eq!(
        suggested(&analysis),
        [
            "muscle_undertrained muscle-side_delts",
            "muscle_undertrained muscle-triceps",
            "pattern_missing pattern-vertical_push"
        ]
    );
}

#[test]
fn wk_3_templates_come_first_then_sessions_in_turn() {
    let mut input = input(&["push", "push", "push", "push", "pull"]);
    input.templates = vec![
        template("pull day", "pull", &["barbell_row"]),
        template("push day", "push", &["bench_press", "cable_fly"]),
    ];
    let deload = HistoryEntry { deload: true, ..past(1, "push", &[("dip", 2)]) };
    input.history =
        vec![past(5, "push", &[("push_up", 3)]), deload, past(3, "push", &[("dumbbell_bench_press", 3)])];
    let analysis = judge(&input);
    let from: Vec<_> = analysis
        .sessions
        .iter()
        .map(|session| session.template_id.as_deref().or(session.session_id.as_deref()).unwrap())
        .collect();
    assert_eq!(from, ["push day", "push 3", "push 5", "push 3", "pull day"]);
    assert_eq!(analysis.unestimated, Vec::<String>::new());
    // RX-1, intermediate: a main has four sets, an accessory three.
    assert_eq!(analysis.push_pull.push_sets, 7 + 3 + 3 + 3);
    assert_eq!(analysis.push_pull.pull_sets, 4);
}

#[test]
fn wk_3_only_performed_sets_count() {
    let mut input = input(&["push"]);
    let mut session = past(1, "push", &[("cable_fly", 4)]);
    session.exercises[0].sets[3].done = false;
    session.exercises.push(HistoryExercise {
        exercise_id: "cable_flyy".to_owned(),
        sets: vec![HistorySet { reps: Some(10), ..HistorySet::default() }],
        ..HistoryExercise::default()
    });
    input.history = vec![session];
    let analysis = judge(&input);
    assert_eq!(analysis.volume.muscles[&Muscle::Chest].effective, OneDecimal(30));
    assert_eq!(analysis.warnings[0].code.as_str(), "unknown_history_exercise");
}

#[test]
fn wk_2_wrong_words_are_refused_by_their_own_codes_all_at_once() {
    let mut input = input(&["push", "body_part:chset"]);
    input.templates = vec![template("a", "pus", &["bench_pres"])];
    input.training_age = "novice".to_owned();
    input.goals.primary = "muscle".to_owned();
    input.history = vec![HistoryEntry::new("not over".to_owned(), now().plus_seconds(60), vec![])];
    let library = Library::new(Catalog::embedded(), &Tuning::default());
    let invalid = analyze(&input, &library).unwrap_err();
    let found: Vec<_> = invalid
        .findings()
        .iter()
        .map(|finding| format!("{} {}", finding.code.as_str(), finding.pointer))
        .collect();
    assert_eq!(
        found,
        [
            "unknown_muscle /schedule/1",
            "invalid_training_age /trainingAge",
            "invalid_goal /goals/primary",
            "unknown_exercise /templates/0/exerciseIds/0",
            "invalid_intent /templates/0/intent",
            "future_history /history/0/endedAt"
        ]
    );
}

#[test]
fn wk_2_the_examples_belong_together() {
    let input: WeekInput = serde_json::from_str(EXAMPLE).unwrap();
    let analysis = judge(&input);
    let json = format!("{}\n", serde_json::to_string_pretty(&analysis).unwrap());
    testkit::expect_file("examples/week-analysis.json", &json);
}
