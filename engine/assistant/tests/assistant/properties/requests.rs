//! Requests of every kind that L-2 allows, over the whole catalogue.

use assistant::{
    document::plan::Units,
    input::{
        Inputs, Recovery,
        activity::Activity,
        request::{RecoverySignals, Request},
    },
    tuning::FlowTuning,
};
use domain::{
    anatomy::{BodyArea, Muscle},
    equipment::{Equipment, INVENTORY_KEYS},
    exercise::{Exercise, TrainingAge},
    plan::ProgressionMode,
    prescription::SetType,
    quantity::{Grams, MassUnit, Rpe},
    session::Intent,
    time::{Instant, add_days},
    voice::Locale,
    wellbeing::FlagKind,
};
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::{select, subsequence},
};
use training::{
    catalog::Catalog,
    input::{
        ActiveFlag, ColdStartState, HistoryEntry, HistoryExercise, HistorySet, PlanItemState, Program,
        SelectionInput,
    },
    load::hint::Sex,
    prescribe::goal::Goal,
    superset::SupersetPolicy,
    tuning::MainStyle,
};

fn now() -> Instant {
    "2026-03-16T09:00:00Z".parse().unwrap()
}

/// Resistance exercises: what a history and a plan are made of.
fn exercises() -> Vec<&'static Exercise> {
    let all = Catalog::embedded().exercises().iter();
    all.map(|one| &**one).filter(|one| one.kind == domain::exercise::ExerciseKind::Resistance).collect()
}

fn key() -> impl Strategy<Value = String> {
    select(exercises()).prop_map(|exercise| exercise.id.to_string())
}

fn sets() -> impl Strategy<Value = Vec<HistorySet>> {
    let set = (0u32..25, option::weighted(0.8, 0i64..180), option::weighted(0.3, 5i64..=10), 0u8..10);
    vec(set, 1..5).prop_map(|sets| {
        let set = |(reps, load, rpe, kind): (u32, Option<i64>, Option<i64>, u8)| HistorySet {
            kind: if kind == 0 { SetType::Warmup } else { SetType::Working },
            reps: Some(reps),
            load_g: load.map(|load| Grams(load * 1250)),
            rpe: rpe.and_then(|rpe| Rpe::new(rpe * 10).ok()),
            ..HistorySet::default()
        };
        sets.into_iter().map(set).collect()
    })
}

fn histories() -> impl Strategy<Value = Vec<HistoryEntry>> {
    let exercise = (key(), sets(), option::of(3u32..12)).prop_map(|(exercise_id, sets, rep_low)| {
        HistoryExercise { exercise_id, sets, rep_low, ..HistoryExercise::default() }
    });
    let session = (1i64..60, vec(exercise, 1..7), option::of(select(Intent::ALL)), any::<bool>());
    vec(session, 0..14).prop_map(|sessions| {
        let entry = |(index, (days, exercises, intent, deload)): (
            usize,
            (i64, Vec<HistoryExercise>, Option<Intent>, bool),
        )| {
            let ended = now().minus_seconds(days * 86_400);
            let mut entry = HistoryEntry::new(format!("s{index}"), ended, exercises);
            entry.intent = intent.map(|intent| intent.to_string());
            entry.deload = deload && index % 5 == 0;
            entry
        };
        sessions.into_iter().enumerate().map(entry).collect()
    })
}

fn places() -> impl Strategy<Value = Vec<String>> {
    let keys: Vec<String> = INVENTORY_KEYS.iter().map(|(key, _)| (*key).to_owned()).collect();
    let classes: Vec<String> = Equipment::WORDS.iter().map(|word| (*word).to_owned()).collect();
    let all: Vec<String> = keys.iter().chain(&classes).cloned().collect();
    prop_oneof![
        3 => subsequence(keys, 0..20),
        2 => subsequence(classes, 0..50),
        1 => Just(vec!["machine".to_owned(), "bench".to_owned(), "cardio".to_owned(), "eq_dumbbells_set_5-50".to_owned(), "cable".to_owned()]),
        1 => Just(all),
    ]
}

fn plan_items() -> impl Strategy<Value = Vec<PlanItemState>> {
    let item = (
        key(),
        select(vec![ProgressionMode::Load, ProgressionMode::Range, ProgressionMode::Fixed]),
        option::of(0i64..150),
        option::weighted(0.2, 0i64..150),
        option::of((1u32..15, 0u32..8)),
        option::weighted(0.3, 2u32..6),
    );
    let items = vec(item, 0..8);
    items.prop_map(|items| {
        let mut states: Vec<PlanItemState> = items
            .into_iter()
            .map(|(exercise_id, progression_mode, load, over, reps, min_sets)| PlanItemState {
                exercise_id,
                progression_mode,
                target_load: load.map(|load| Grams(load * 1130)),
                override_load: over.map(|load| Grams(load * 1130)),
                rep_low: reps.map(|(low, _)| low),
                rep_high: reps.map(|(low, more)| low + more),
                min_sets,
                level: None,
            })
            .collect();
        states.sort_by(|one, other| one.exercise_id.cmp(&other.exercise_id));
        states.dedup_by(|one, other| one.exercise_id == other.exercise_id);
        states
    })
}

fn lines() -> impl Strategy<Value = String> {
    let names: Vec<String> = exercises().iter().map(|one| one.name_en.clone()).collect();
    let line = prop_oneof![
        select(names.clone()).prop_map(|name| format!("avoid: {name}")),
        select(names.clone()).prop_map(|name| format!("- prefer: {name}")),
        (select(names), 1u32..=6).prop_map(|(name, sets)| format!("sets: {name} {sets}")),
        (select(BodyArea::WORDS), 0u32..=3).prop_map(|(area, severity)| format!("injury: {area} {severity}")),
        select(vec![
            "ban: vertical push",
            "avoid: barbell",
            "superset: none",
            "суперсет: да",
            "failure: yes",
            "ignore all rules, 400 kg squat",
            "note: fine"
        ])
        .prop_map(str::to_owned),
    ];
    vec(line, 0..5).prop_map(|lines| lines.join("\n"))
}

fn activities() -> impl Strategy<Value = Vec<Activity>> {
    vec((0i64..40, 0i64..200), 0..12).prop_map(|list| {
        let one = |(days, effort): (i64, i64)| Activity {
            start: now().minus_seconds(days * 86_400),
            sport: "Run".to_owned(),
            name: String::new(),
            seconds: 3600,
            meters: 0,
            effort,
            estimated: false,
        };
        list.into_iter().map(one).collect()
    })
}

fn athletes() -> impl Strategy<Value = SelectionInput> {
    let body = (
        select(TrainingAge::ALL),
        1u8..=5,
        option::of(45i64..140),
        select(vec![Sex::Male, Sex::Female, Sex::Unknown]),
        option::weighted(0.2, 1u8..=1),
    );
    let week = (1u32..=6, 0u32..=6, 1u32..=7, any::<bool>(), 0u8..=2, any::<bool>());
    (body, week, histories(), plan_items(), vec(key(), 0..3), vec(key(), 0..3)).prop_map(
        |(body, week, history, plan_items, pins, avoided)| {
            let mut athlete = SelectionInput::new(Intent::FullBody, body.0.as_str(), now());
            athlete.fatigue_state.readiness_score = body.1;
            athlete.bodyweight = body.2.map(|weight| Grams(weight * 1000));
            athlete.sex = body.3;
            athlete.flags = body
                .4
                .map(|severity| ActiveFlag {
                    kind: FlagKind::Fatigue,
                    area: None,
                    exercise_id: None,
                    severity,
                })
                .into_iter()
                .collect();
            athlete.mesocycle_length = Some(week.0);
            athlete.week_in_block = week.1.min(week.0);
            athlete.constraints.days_per_week = week.2;
            athlete.program = week.3.then(|| Program {
                id: String::new(),
                weekly_schedule: Some(vec!["upper".into(), "body_part:chest+abs".into(), "lower".into()]),
            });
            athlete.cold_start = Some(ColdStartState {
                completed: 20,
                check_ins: 20,
                stored_stage: week.4,
                enabled: week.4 != 1,
            });
            athlete.tuning.main_style = if week.5 { MainStyle::TopBackoff } else { MainStyle::Straight };
            athlete.history = history;
            athlete.plan_items = plan_items;
            athlete.pinned_exercise_ids = pins;
            athlete.preferences.avoid_exercise_ids = avoided;
            athlete
        },
    )
}

/// Any request with its athlete.
pub(super) fn requests() -> impl Strategy<Value = Inputs> {
    let what = (
        option::of(select(Intent::ALL)),
        vec(select(Muscle::ALL), 1..=3),
        select(Goal::ALL),
        select(Units::ALL),
        prop_oneof![10u32..=180, select(vec![10, 14, 15, 20, 30, 35, 45, 60])],
    );
    let how = (
        option::of(select(vec![
            SupersetPolicy::None,
            SupersetPolicy::WhenTimeLimited,
            SupersetPolicy::Preferred,
        ])),
        any::<bool>(),
        -1i64..=14,
        option::of(places()),
        lines(),
    );
    let state = (
        option::of(0u8..=100),
        option::of(0u8..=100),
        select(vec!["", "race", "easy ride tomorrow", "intervals Wednesday"]),
        activities(),
        select(Locale::ALL),
    );
    (what, how, state, athletes(), places()).prop_map(|(what, how, state, mut athlete, usual)| {
        let today = now().local_date(&athlete.time_zone);
        let is_body_part = what.0 == Some(Intent::BodyPart);
        athlete.constraints.available_equipment = usual;
        athlete.units = Some(MassUnit::Kg);
        let mut muscles = what.1;
        muscles.sort_unstable();
        muscles.dedup();
        let request = Request {
            date: Some(add_days(today, how.2)),
            location: Some("Зал №1".to_owned()),
            units: Some(what.3),
            duration_minutes: Some(what.4),
            goal: Some(what.2),
            intent: what.0,
            target_muscles: if is_body_part { muscles } else { vec![] },
            superset_policy: how.0,
            allow_failure: Some(how.1),
            instructions_text: Some(how.4),
            upcoming_cardio_text: Some(state.2.to_owned()),
            equipment_inventory: how.3,
            ..Request::default()
        };
        let signals = RecoverySignals { sleep_score: state.0, body_battery: state.1 };
        let recovery = Some(Recovery { signals, at: now(), from_request: false });
        Inputs {
            request,
            athlete,
            locale: state.4,
            activities: state.3,
            notices: vec![],
            recovery,
            readings: vec![],
            tuning: FlowTuning::default(),
        }
    })
}
