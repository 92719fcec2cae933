//! What is read, what follows from it, and what the rules make of it (L-1..L-17).

use assistant::{
    document::plan::SessionType,
    facts::Prepared,
    failure::FailureCode,
    input::{
        Inputs, Recovery,
        activity::Activity,
        history::{HistoryFormat, HistoryInput},
        request::{RecoverySignals, Request},
        understand,
    },
    rules,
};
use domain::{
    law::Check, plan::SessionTier, quantity::Grams, reason::ReasonCode, session::Intent, voice::Locale,
};
use serde_json::json;

use crate::given::{inputs, knowledge, pounds, session, slept, with};

fn prepared(inputs: &Inputs) -> Prepared {
    Prepared::new(inputs, &knowledge()).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn refusals(request: serde_json::Value) -> Vec<String> {
    let request: Request = serde_json::from_value(request).unwrap();
    let mut check = Check::default();
    request.check("2026-03-16".parse().unwrap(), &mut check);
    match check.finish() {
        Ok(()) => vec![],
        Err(invalid) => invalid
            .findings()
            .iter()
            .map(|finding| format!("{} {} {}", finding.code, finding.pointer, finding.expected))
            .collect(),
    }
}

#[test]
fn l_2_what_is_out_of_bounds_is_refused_at_once_with_its_place() {
    assert_eq!(refusals(json!({})), [] as [&str; 0]);
    assert_eq!(
        refusals(json!({"date": "2026-03-15", "units": "lb", "duration_minutes": 180})),
        [] as [&str; 0]
    );
    assert_eq!(
        refusals(json!({"date": "2026-03-31", "duration_minutes": 9, "location": "", "intent": "body_part",
            "recovery_signals": {"sleep_score": 101}, "equipment_inventory": ["eq_mat_area", "eq_trampoline"]})),
        [
            "bad_value /date 2026-03-15..2026-03-30",
            "bad_value /location 1..80 characters",
            "bad_value /duration_minutes 10..180",
            "bad_value /target_muscles at least one muscle for body_part",
            "bad_value /recovery_signals/sleep_score 0..100",
            "unknown_equipment /equipment_inventory/1 a key of L-9 or a class of EX-4",
        ]
    );
    let unknown = serde_json::from_value::<Request>(json!({"durationMinutes": 40})).unwrap_err();
    assert!(unknown.to_string().starts_with("unknown field `durationMinutes`"), "{unknown}");
}

#[test]
fn l_3_a_text_over_its_limit_is_refused() {
    let long = inputs(|request| request.upcoming_cardio_text = Some("ё".repeat(1001)));
    let failure = understand(&long, &knowledge()).unwrap_err();
    assert_eq!((failure.code, &failure.facts["size"]), (FailureCode::InputTooLarge, &1001_u32.into()));
    assert!(
        understand(&inputs(|request| request.upcoming_cardio_text = Some("ё".repeat(1000))), &knowledge())
            .is_ok()
    );
}

fn history(format: HistoryFormat, content: &str) -> Result<String, FailureCode> {
    let given = HistoryInput { format, content: content.to_owned(), lenient: false };
    let understood = understand(&inputs(|request| request.history = Some(given)), &knowledge())
        .map_err(|failure| failure.code)?;
    let mut lines: Vec<String> = vec![];
    for session in &understood.history.sessions {
        let intent = session.intent.map_or_else(String::new, |intent| format!(" {intent}"));
        lines.push(format!("{}{intent}", session.date));
        for done in &session.exercises {
            let sets: Vec<String> = done.sets.iter().map(ToString::to_string).collect();
            lines.push(format!("  {} {}", done.exercise, sets.join(" ")));
        }
    }
    lines.extend(
        understood.history.rejected.iter().map(|line| format!("{} {} {}", line.line, line.code, line.text)),
    );
    Ok(lines.join("\n"))
}

#[test]
fn l_5_json_is_read_with_closed_objects() {
    let text = r#"{"sessions":[{"date":"2026-03-11","type":"lower","exercises":[
        {"exercise":"Romanian deadlift","sets":[{"weight":185,"reps":8,"rir":2},{"weight":80,"unit":"kg","reps":8,"rpe":8.5},
        {"weight":80,"unit":"kg","reps":8},{"weight":80,"unit":"kg","reps":8},{"weight":80,"unit":"kg","reps":-1}]},
        {"exercise":"plank","sets":[{"seconds":60},{"seconds":45,"set_type":"warmup"}]}]}]}"#;
    assert_eq!(
        history(HistoryFormat::Json, text).unwrap(),
        "2026-03-11 lower\n  romanian_deadlift 83.92kgx8@8 80kgx8@8.5 80kgx8 80kgx8\n  plank 60s 45s\n5 bad_number 2026-03-11 romanian_deadlift"
    );
    let unknown = history(HistoryFormat::Json, r#"{"sessions":[],"extra":1}"#);
    assert_eq!(unknown, Err(FailureCode::HistoryMalformed));
}

#[test]
fn l_5_csv_of_other_programs_is_read() {
    let strong = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Seconds,RPE\n\
                  2026-03-10 18:00:00,Evening,Romanian deadlift,1,185,8,0,8\n\
                  2026-03-10 18:00:00,Evening,Romanian deadlift,Rest Timer,0,0,90,\n\
                  2026-03-10 18:00:00,Evening,Plank,1,,,60,\n";
    assert_eq!(
        history(HistoryFormat::Csv, strong).unwrap(),
        "2026-03-10\n  romanian_deadlift 83.92kgx8@8\n  plank 60s"
    );
    let hevy = "\"start_time\",\"exercise_title\",\"weight_kg\",\"reps\",\"set_type\"\n\"9 Mar 2026, 18:00\",\"Romanian deadlift\",80.5,8,\"normal\"\n";
    assert_eq!(history(HistoryFormat::Csv, hevy).unwrap(), "2026-03-09\n  romanian_deadlift 80.5kgx8");
    let russian = "Дата;Упражнение;Вес;Повторы;unit\n09.03.2026;Планка;;;\n09.03.2026;Подтягивания;12,5;5;кг\n2026-03-12;подтягивания;;6;\n\
                   2026-03-12;подтягивания;;6;\n2026-03-12;подтягивания;;6;\n";
    assert_eq!(
        history(HistoryFormat::Csv, russian).unwrap(),
        "2026-03-09\n  pull_up 12.5kgx5\n2026-03-12\n  pull_up x6 x6 x6\n2 no_reps 09.03.2026,Планка,,,"
    );
    assert_eq!(history(HistoryFormat::Csv, "a,b\n1,2\n"), Err(FailureCode::HistoryMalformed));
}

#[test]
fn l_5_markdown_is_read_by_the_report_grammar() {
    let text = "# 2026-03-11 lower body\n\n- Romanian deadlift 3x8 @ 80kg, rpe 8\n- Bulgarian split squat 2x10 @ 14 kg\n- plank 2x60s\n\
                - calves felt odd\n2026-03-13 upper\nподтягивания 8, 7, 6\nBarbell row 2x10 @ 43 kg\n";
    assert_eq!(
        history(HistoryFormat::Markdown, text).unwrap(),
        "2026-03-11 lower\n  romanian_deadlift 80kgx8@8 80kgx8@8 80kgx8@8\n  bulgarian_split_squat 14kgx10 14kgx10\n  plank 60s 60s\n\
         2026-03-13 upper\n  pull_up x8 x7 x6\n  barbell_row 43kgx10 43kgx10\n6 unparsed_line calves felt odd"
    );
}

#[test]
fn l_5_a_fifth_of_the_lines_may_be_unclear_but_not_more() {
    let text =
        |bad: usize| format!("2026-03-11\nplank 60s\npull-up 4x7\npush-up 4x7\n{}", "hm\n".repeat(bad));
    assert!(history(HistoryFormat::Markdown, &text(1)).is_ok());
    assert_eq!(history(HistoryFormat::Markdown, &text(2)), Err(FailureCode::HistoryUnparsed));
    let lenient = HistoryInput { format: HistoryFormat::Markdown, content: text(2), lenient: true };
    let understood = understand(&inputs(|request| request.history = Some(lenient)), &knowledge()).unwrap();
    assert_eq!(
        understood.warnings.iter().filter(|warning| warning.code == ReasonCode::HistoryLine).count(),
        2
    );
    let future = "2026-03-17\nplank 60s\n2026-02-30\nplank 60s\n";
    assert_eq!(history(HistoryFormat::Markdown, future), Err(FailureCode::HistoryUnparsed));
}

#[test]
fn l_2_for_the_same_date_and_exercise_the_request_wins() {
    let given = HistoryInput {
        format: HistoryFormat::Markdown,
        content: "2026-03-11\nRomanian deadlift 1x8 @ 205 lb\n2026-03-14\nzercher wobble 3x5\n".into(),
        lenient: true,
    };
    let prepared = prepared(&inputs(|request| request.history = Some(given)));
    let history = &prepared.selection.history;
    assert_eq!(history.len(), 4);
    let lift = history[1].exercises.iter().find(|one| one.exercise_id == "romanian_deadlift").unwrap();
    assert_eq!((lift.sets.len(), lift.sets[0].load_g), (1, Some(pounds(205))));
    assert_eq!(history[1].exercises.len(), 2);
    // A name that is not known is kept for the pattern of the last days alone.
    assert_eq!(history[3].exercises[0].exercise_id, "zercher wobble");
}

#[test]
fn l_8_recovery_of_a_check_in_counts_for_a_day_and_absent_is_not_zero() {
    let taken = |hours: i64| {
        let mut inputs = inputs(|request| request.recovery_signals = None);
        let signals = RecoverySignals { sleep_score: Some(20), body_battery: None };
        inputs.recovery = Some(Recovery {
            signals,
            at: inputs.athlete.now.minus_seconds(hours * 3600),
            from_request: false,
        });
        prepared(&inputs).policy.points
    };
    assert_eq!([taken(24), taken(25)], [1, 0]);
    let empty = inputs(|request| request.recovery_signals = Some(RecoverySignals::default()));
    assert_eq!(prepared(&empty).policy.reason, "fresh");
}

/// Chest and so on need work; what was done when, and what comes of it.
fn chosen(sessions: &[(&str, Intent)]) -> (Intent, Option<Intent>) {
    let mut free = inputs(|request| request.intent = None);
    free.athlete.history =
        sessions.iter().map(|(day, intent)| session(day, *intent, "plank", Grams(0), 10)).collect();
    let choice = prepared(&free).choice;
    (choice.intent, choice.dropped)
}

#[test]
fn l_11_the_type_of_the_last_session_is_dropped_and_repeats_cost() {
    // All shares are equal on a Monday; the longest unused of the best is taken, then the first of the list.
    assert_eq!(chosen(&[]), (Intent::Push, None));
    assert_eq!(chosen(&[("2026-03-13", Intent::Push)]), (Intent::Pull, Some(Intent::Push)));
    assert_eq!(
        chosen(&[("2026-03-09", Intent::Pull), ("2026-03-11", Intent::Push), ("2026-03-13", Intent::Legs)]),
        (Intent::Upper, Some(Intent::Legs))
    );
    // After a week without training nothing is a repeat.
    assert_eq!(chosen(&[("2026-03-09", Intent::Push)]).1, None);
    assert_eq!(chosen(&[("2026-03-10", Intent::Push)]).1, Some(Intent::Push));
}

#[test]
fn l_11_an_explicit_schedule_comes_before_deficits_and_the_request_before_both() {
    let mut planned = inputs(|request| request.intent = None);
    planned.athlete.program =
        serde_json::from_value(json!({"weeklySchedule": ["body_part:chest+abs", "upper"]})).unwrap();
    let choice = prepared(&planned).choice;
    assert_eq!((choice.intent, choice.target_muscles.len(), choice.dropped), (Intent::BodyPart, 2, None));
    planned.request.intent = Some(Intent::Pull);
    assert_eq!(prepared(&planned).choice.intent, Intent::Pull);
}

fn activity(days_ago: i64, effort: i64) -> Activity {
    let start =
        "2026-03-16T08:00:00Z".parse::<domain::time::Instant>().unwrap().minus_seconds(days_ago * 86_400);
    Activity {
        start,
        sport: "Run".into(),
        name: String::new(),
        seconds: 1800,
        meters: 0,
        effort,
        estimated: false,
    }
}

/// Points, shift, cap and whether tier C is dropped.
fn policy(sleep: u8, battery: u8, week: i64, base: i64) -> (u32, u32, i64, bool) {
    let mut inputs = inputs(|request| {
        request.recovery_signals =
            Some(RecoverySignals { sleep_score: Some(sleep), body_battery: Some(battery) });
    });
    inputs.activities = vec![activity(3, week), activity(10, base / 2), activity(20, base - base / 2)];
    let policy = prepared(&inputs).policy;
    (policy.points, policy.rir_shift, policy.load_cap_pct.0.0, policy.drop_tiers == [SessionTier::C])
}

#[test]
fn l_12_points_and_what_they_take_away() {
    assert_eq!(policy(60, 58, 0, 0), (0, 0, 105, false));
    assert_eq!(policy(59, 58, 0, 0), (1, 1, 95, true));
    assert_eq!(policy(70, 39, 0, 0), (1, 1, 95, true));
    assert_eq!(policy(70, 58, 130, 400), (0, 0, 105, false));
    assert_eq!(policy(70, 58, 131, 400), (1, 1, 100, false));
    assert_eq!(policy(70, 58, 160, 400), (1, 1, 100, false));
    assert_eq!(policy(70, 58, 161, 400), (2, 1, 95, true));
    assert_eq!(policy(50, 30, 170, 400), (4, 2, 85, true));
    // Too little to compare with.
    assert_eq!(policy(70, 58, 170, 79), (0, 0, 105, false));
}

#[test]
fn l_12_cardio_flags_and_a_thin_history() {
    let mut tired = slept(80);
    tired.activities = vec![activity(1, 100)];
    tired.athlete.flags = serde_json::from_value(json!([{"kind": "fatigue", "severity": 1}])).unwrap();
    let policy = prepared(&tired).policy;
    assert_eq!((policy.points, policy.reason.as_str()), (2, "activity_effort 100 >= 100; fatigue_flag"));
    let race = inputs(|request| {
        request.recovery_signals = None;
        request.upcoming_cardio_text = Some("race".into());
    });
    assert_eq!(prepared(&race).policy.reason, "hard_cardio within 48 h");
    let mut thin = slept(80);
    thin.athlete.history.truncate(2);
    assert_eq!(prepared(&thin).policy.load_cap_pct.0.0, 100);
}

#[test]
fn l_13_l_17_the_example_request_gives_a_session_that_fits() {
    let outcome = rules::plan(&inputs(|_| ()), &knowledge(), |_| false).unwrap();
    let plan = &outcome.analyzer;
    assert_eq!(plan.session.kind, SessionType::Lower);
    assert_eq!(
        (plan.exercise_plan[0].slug.as_str(), plan.exercise_plan[0].equipment.as_str()),
        ("general_warmup", "eq_stationary_bike")
    );
    assert!(plan.exercise_plan.iter().all(|one| one.tier != SessionTier::C), "C is dropped");
    assert!(plan.time_budget.estimated_minutes_total <= 40);
    assert!(
        outcome
            .cuts
            .iter()
            .any(|cut| cut.reason == ReasonCode::Fatigue || cut.reason == ReasonCode::TimeBudget)
            || plan.notes.is_none()
    );
    assert!(
        outcome
            .workout
            .notes_to_user
            .unwrap()
            .starts_with("Short sleep: one more rep in reserve and at most 95 % of recent bests today.")
    );
}

#[test]
fn l_14_loads_of_the_examples() {
    use training::load::estimate::Range;
    with(&inputs(|_| ()), |context| {
        let loads = |key: &str, range: Range, is_main: bool| {
            let figures = context.figures(context.place(key).unwrap(), range, is_main, context.restraint());
            (figures.target, figures.backoff, figures.cap, figures.is_estimated)
        };
        assert_eq!(
            loads("romanian_deadlift", Range::new(6, 10), true),
            (Some(pounds(170)), None, Some(pounds(175)), false)
        );
        assert_eq!(
            loads("bulgarian_split_squat", Range::new(10, 15), false),
            (Some(pounds(25)), None, Some(pounds(25)), false)
        );
        assert_eq!(loads("cable_crunch", Range::new(10, 15), false), (Some(pounds(35)), None, None, true));
        assert_eq!(loads("plank", Range::new(20, 45), false), (None, None, None, false));
        assert_eq!(loads("reverse_crunch", Range::new(10, 15), false), (Some(Grams(0)), None, None, false));
    });
    let mut top = inputs(|_| ());
    top.athlete.tuning.main_style = training::tuning::MainStyle::TopBackoff;
    with(&top, |context| {
        let figures = context.figures(
            context.place("romanian_deadlift").unwrap(),
            Range::new(6, 10),
            true,
            context.restraint(),
        );
        assert_eq!((figures.target, figures.backoff), (Some(pounds(170)), Some(pounds(150))));
    });
}

#[test]
fn l_14_even_an_override_stays_near_the_recent_best_and_within_the_cap() {
    use training::load::estimate::Range;
    let mut over = inputs(|_| ());
    over.athlete.plan_items = serde_json::from_value(json!([
        {"exerciseId": "romanian_deadlift", "progressionMode": "load", "overrideLoad_g": 150_000}
    ]))
    .unwrap();
    with(&over, |context| {
        let figures = context.figures(
            context.place("romanian_deadlift").unwrap(),
            Range::new(6, 10),
            true,
            context.restraint(),
        );
        assert_eq!((figures.target, figures.cap), (Some(pounds(190)), Some(pounds(175))));
    });
}

#[test]
fn l_25_notes_are_in_the_language_of_the_athlete() {
    let mut russian = inputs(|_| ());
    russian.locale = Locale::Ru;
    let outcome = rules::plan(&russian, &knowledge(), |_| false).unwrap();
    let note = outcome.workout.notes_to_user.unwrap();
    assert!(
        note.starts_with(
            "Мало сна: сегодня на 1 повтор больше в запасе и не выше 95 % недавних лучших весов."
        ),
        "{note}"
    );
    assert!(outcome.workout.sets.iter().any(|set| set.exercise == "Общая разминка"));
}

#[test]
fn l_21_a_taken_id_gives_way() {
    let first = rules::plan(&inputs(|_| ()), &knowledge(), |_| false).unwrap().workout.workout_id;
    let second = rules::plan(&inputs(|_| ()), &knowledge(), |id| id == first).unwrap().workout.workout_id;
    assert_eq!(
        (first.as_str(), second.as_str()),
        ("2026-03-16-gym-downtown-62", "2026-03-16-gym-downtown-63")
    );
    let failure = rules::plan(&inputs(|_| ()), &knowledge(), |_| true).unwrap_err();
    assert_eq!(failure.code, FailureCode::IdExhausted);
}

#[test]
fn l_25_illness_pauses_and_nothing_left_is_said() {
    let mut ill = inputs(|_| ());
    ill.athlete.flags = serde_json::from_value(json!([{"kind": "illness", "severity": 2}])).unwrap();
    assert_eq!(rules::plan(&ill, &knowledge(), |_| false).unwrap_err().code, FailureCode::TrainingPaused);
    let hurt = inputs(|request| {
        request.intent = Some(Intent::Push);
        request.instructions_text = Some("pain: shoulder 3, elbow 3, wrist 3, chest 3".into());
    });
    assert_eq!(rules::plan(&hurt, &knowledge(), |_| false).unwrap_err().code, FailureCode::NoSafeExercise);
}

#[test]
fn l_14_a_body_that_was_never_loaded_in_the_range_starts_without_load() {
    use training::load::estimate::Range;
    let mut loaded = inputs(|_| ());
    let mut pulls = session("2026-03-10", Intent::Pull, "pull_up", Grams(0), 10);
    pulls.exercises.extend(session("2026-03-10", Intent::Pull, "pull_up", Grams(20_000), 2).exercises);
    loaded.athlete.history.push(pulls);
    with(&loaded, |context| {
        let place = context.place("pull_up").unwrap();
        assert_eq!(context.evidence(place, Range::new(6, 10)).recent_best, None);
        let figures = context.figures(place, Range::new(6, 10), false, context.restraint());
        assert_eq!((figures.target, figures.cap), (Some(Grams(0)), None));
    });
}

#[test]
fn l_17_a_heavy_main_leaves_a_session_even_in_twenty_minutes() {
    for minutes in [10, 15, 20, 21, 25] {
        let mut heavy = inputs(|request| {
            request.duration_minutes = Some(minutes);
            request.goal = Some(training::prescribe::goal::Goal::Strength);
            request.equipment_inventory = Some(
                ["eq_olympic_barbell_mens_20kg", "eq_weight_plates_standard", "eq_power_rack"]
                    .map(str::to_owned)
                    .into(),
            );
        });
        for lift in ["romanian_deadlift", "back_squat", "deadlift", "front_squat", "barbell_hip_thrust"] {
            heavy.athlete.history.push(session("2026-02-20", Intent::Lower, lift, Grams(180_000), 6));
        }
        let outcome =
            rules::plan(&heavy, &knowledge(), |_| false).unwrap_or_else(|failure| panic!("{failure:#?}"));
        let plan = outcome.analyzer;
        assert!(plan.exercise_plan.iter().any(|one| one.tier == SessionTier::A), "{minutes}");
        assert!(plan.time_budget.estimated_minutes_total <= minutes, "{minutes}");
    }
}
