//! SO-1..SO-10, SF, CS-1: how a session is put together.

use domain::{
    exercise::{ExerciseKey, TrainingAge},
    reason::ReasonCode,
    session::Intent,
};
use training::{
    draft::{Draft, Role},
    filter::FILTERS,
    input::{ColdStartState, SelectionInput},
    load::baseline::{Baseline, BaselineContext},
    output::{Generated, Rejected},
    request::{Refusal, Request},
    select::{Step, slots},
    timebox::Clock,
};

use crate::given::{SMALL, WHOLE, input, past, session};

fn keys(plan: &Generated) -> Vec<&str> {
    plan.selection.output.selected_exercise_ids.iter().map(ExerciseKey::as_str).collect()
}

#[test]
fn so_1_slots_grow_with_the_minutes() {
    let room = |intent: Intent, minutes: u32, deload: bool| {
        let input = input(intent, |input| {
            input.session_minutes = minutes;
            input.week_in_block = if deload { 3 } else { 1 };
            if intent == Intent::BodyPart {
                input.target_muscles = vec!["chest".into()];
                input.program = None;
            }
        });
        let slots = slots(&Request::new(&input, &SMALL).unwrap());
        (slots.mains, slots.accessories)
    };
    for (intent, minutes, expected) in [
        (Intent::Push, 35, (1, 3)),
        (Intent::Push, 60, (2, 4)),
        (Intent::Push, 75, (2, 5)),
        (Intent::FullBody, 60, (2, 5)),
        (Intent::BodyPart, 45, (0, 4)),
        (Intent::BodyPart, 60, (1, 5)),
        (Intent::Push, 15, (0, 3)),
    ] {
        assert_eq!(room(intent, minutes, false), expected, "{intent} {minutes}");
    }
    assert_eq!(room(Intent::Push, 75, true), (1, 3), "a deload has the fewest slots");
}

#[test]
fn so_2_what_is_shown_is_the_final_session() {
    let plan = session(&WHOLE, &input(Intent::Upper, |input| input.session_minutes = 30));
    let output = &plan.selection.output;
    let shown: Vec<_> = plan.workout.exercises.iter().map(|exercise| exercise.exercise_id.as_str()).collect();
    assert_eq!(shown, keys(&plan));
    assert_eq!(output.rationale.len(), shown.len());
    assert!(output.removed.iter().all(|gone| !shown.contains(&gone.exercise_id.as_str())));
}

#[test]
fn so_6_a_full_body_session_pushes_pulls_and_uses_the_legs() {
    let plan = session(&WHOLE, &input(Intent::FullBody, |_| ()));
    let categories: std::collections::BTreeSet<_> = keys(&plan)
        .iter()
        .map(|key| WHOLE.exercise(WHOLE.find(key).unwrap()))
        .filter(|exercise| exercise.is_compound)
        .filter_map(|exercise| exercise.dominant_pattern().category())
        .collect();
    assert_eq!(categories.len(), 3, "{:?}", keys(&plan));
}

#[test]
fn so_7_accessories_without_a_deficit_only_fill_the_least_number() {
    // Everything that pulls was done this week: nothing is missing, three accessories remain.
    let done =
        [("lat_pulldown", 14, 0), ("seated_cable_row", 10, 0), ("face_pull", 16, 0), ("cable_curl", 5, 0)];
    let input = input(Intent::Pull, |input| {
        input.week_in_block = 2;
        input.history = vec![past(Intent::Upper, 2, &done)];
    });
    let plan = session(&WHOLE, &input);
    assert!(plan.selection.output.accessory_ids.len() <= 3, "{:?}", keys(&plan));
}

#[test]
fn so_8_and_so_9_ties_end_in_names_and_mains_come_first() {
    // SO-8: the result does not depend on the order of the catalogue. SO-9: mains, compounds, isolations, trunk.
    let plan = session(&WHOLE, &input(Intent::FullBody, |_| ()));
    let rank = |key: &str| {
        let exercise = WHOLE.exercise(WHOLE.find(key).unwrap());
        let is_main = plan.selection.output.main_lift_ids.iter().any(|main| main.as_str() == key);
        let trunk =
            matches!(exercise.lead_muscle(), domain::anatomy::Muscle::Abs | domain::anatomy::Muscle::Core);
        match (is_main, trunk, exercise.is_compound) {
            (true, ..) => 0,
            (_, true, _) => 3,
            (_, _, true) => 1,
            (_, _, false) => 2,
        }
    };
    let alone =
        |key: &&str| !plan.selection.output.supersets.iter().flatten().any(|paired| paired.as_str() == *key);
    let ranks: Vec<_> = keys(&plan).into_iter().filter(alone).map(rank).collect();
    assert!(ranks.is_sorted(), "{ranks:?} {:?}", keys(&plan));
}

#[test]
fn so_10_the_starter_session_helps_and_nothing_safe_is_said_with_counts() {
    let avoid_all = input(Intent::Push, |input| {
        input.preferences.avoid_exercise_ids =
            SMALL.catalog().exercises().iter().map(|exercise| exercise.id.to_string()).collect();
    });
    let request = Request::new(&avoid_all, &SMALL).unwrap();
    let iron = training::load::iron::Iron::standard(domain::quantity::MassUnit::Kg);
    let Err(Refusal::NoSafeExercise(counts)) = training::session::plan(&request, iron) else {
        panic!("something was selected")
    };
    assert_eq!(counts.get("avoided"), Some(&20));
}

#[test]
fn sf_1_sf_7_and_sf_12_refuse_with_their_codes() {
    // SF-1: a pin stands once. SF-7: a worthless accessory. SF-12: ten minutes do not hold a heavy main.
    let twice = input(Intent::Push, |input| {
        input.pinned_exercise_ids = vec!["cable_fly".into(), "cable_fly".into()];
    });
    assert_eq!(keys(&session(&SMALL, &twice)).iter().filter(|key| **key == "cable_fly").count(), 1);
    let mut poor = SMALL.catalog().exercises().to_vec();
    let index = poor.iter().position(|exercise| exercise.id.as_str() == "cable_fly").unwrap();
    poor[index] = poor[index].with(|exercise| exercise.sfr_score = 1).unwrap();
    let catalog = training::catalog::Catalog::new(poor, vec![], vec![]).unwrap();
    let library = training::library::Library::new(&catalog, &training::tuning::Tuning::default());
    let explained = input(Intent::Push, |input| input.explain = true);
    let plan = session(&library, &explained);
    let code = |key: &str| match &plan.selection.output.rejected.as_ref().unwrap()
        [&key.parse::<ExerciseKey>().unwrap()]
    {
        Rejected::Filter(reason) => Some(reason.code),
        Rejected::Rank { .. } => None,
    };
    assert_eq!(code("cable_fly"), Some(ReasonCode::LowSfr));
    let short = input(Intent::Legs, |input| {
        input.session_minutes = 10;
        input.goals.primary = "strength".into();
        input.pinned_exercise_ids = vec!["back_squat".into()];
    });
    let refused = &session(&WHOLE, &short).selection.output.refused_pins;
    assert!(refused.is_empty() || refused[0].reason == ReasonCode::TimeBudget);
}

#[test]
fn cs_1_stages_follow_from_sessions_check_ins_and_baselines() {
    let baseline = |key: &str| Baseline {
        exercise: key.parse().unwrap(),
        context: BaselineContext::Volume,
        working_weight_min: Some(domain::quantity::Grams(50_000)),
        working_weight_max: None,
        top_set_weight: None,
        top_set_reps: None,
    };
    let three = || ["bench_press", "back_squat", "barbell_row"].map(baseline).to_vec();
    let stage = |age: TrainingAge, completed, check_ins, stored_stage, baselines: Vec<Baseline>| {
        let input = input(Intent::Push, |input: &mut SelectionInput| {
            input.training_age = age.to_string();
            input.cold_start = Some(ColdStartState { completed, check_ins, stored_stage, enabled: true });
            input.baselines = baselines;
        });
        let stage = Request::new(&input, &SMALL).unwrap().stage;
        (stage.reached, stage.is_bypassed)
    };
    assert_eq!(stage(TrainingAge::Intermediate, 4, 1, 0, vec![]), (0, false));
    assert_eq!(stage(TrainingAge::Intermediate, 4, 2, 0, vec![]), (1, false));
    assert_eq!(stage(TrainingAge::Beginner, 0, 0, 0, three()), (0, false));
    assert_eq!(stage(TrainingAge::Advanced, 0, 0, 0, three()), (1, true));
    assert_eq!(stage(TrainingAge::Advanced, 0, 0, 2, vec![]), (2, false));
    // Twelve sessions and three mains with baselines and logged loads.
    let stable = input(Intent::Push, |input| {
        input.cold_start =
            Some(ColdStartState { completed: 12, check_ins: 2, stored_stage: 0, enabled: true });
        input.baselines = three();
        let done = [("bench_press", 2, 60_000), ("back_squat", 2, 80_000), ("barbell_row", 2, 50_000)];
        input.history = vec![past(Intent::FullBody, 200, &done), past(Intent::FullBody, 400, &done)];
    });
    assert_eq!(Request::new(&stable, &SMALL).unwrap().stage.reached, 2);
    let off = input(Intent::Push, |input| {
        input.cold_start =
            Some(ColdStartState { completed: 0, check_ins: 0, stored_stage: 0, enabled: false });
    });
    assert_eq!(Request::new(&off, &SMALL).unwrap().stage.effective, 2);
}

#[test]
fn ep_2_ep_3_and_ep_9_the_documents_carry_steps_reasons_and_hashes() {
    let input = input(Intent::Pull, |input| input.pinned_exercise_ids = vec!["cable_curl".into()]);
    let plan = session(&SMALL, &input);
    // EP-2: steps and reasons; EP-9: the codes of this chapter.
    let rationale = &plan.selection.output.rationale;
    let curl = &rationale[&"cable_curl".parse::<ExerciseKey>().unwrap()];
    assert_eq!((curl.selected_step, curl.reasons[0].code), (Step::Pin, ReasonCode::Pin));
    let row = &rationale[&"barbell_row".parse::<ExerciseKey>().unwrap()];
    assert_eq!((row.selected_step, row.reasons[0].code), (Step::MainPick, ReasonCode::MainPick));
    // EP-3: the same input has the same hashes, another tuning another one.
    assert!(plan == session(&SMALL, &input));
    let mut tuned = input.clone();
    tuned.tuning.targeted_bonus = 0.4;
    let other = session(&SMALL, &tuned);
    assert_ne!(plan.selection.tuning_hash, other.selection.tuning_hash);
    assert_ne!(plan.selection.input_hash, other.selection.input_hash);
    let json = serde_json::to_string(&plan).unwrap();
    assert!(serde_json::from_str::<Generated>(&json).unwrap() == plan, "the document reads back");
}

#[test]
fn su_1_a_template_that_cannot_be_done_is_named_not_changed() {
    let input = input(Intent::Push, |input| {
        input.mode = training::input::Mode::Template;
        input.template_exercise_ids = vec!["bench_press".into(), "cable_fly".into()];
        input.constraints.available_equipment = vec!["dumbbell".into()];
    });
    let plan = session(&SMALL, &input);
    assert_eq!(keys(&plan), ["bench_press", "cable_fly"]);
    let codes: Vec<_> = plan.selection.output.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes.iter().filter(|code| **code == ReasonCode::Equipment).count(), 2);
    assert_eq!(plan.selection.output.per_exercise_set_targets, None);
}

#[test]
fn sf_9_and_sf_10_an_isolation_is_no_main_lift_and_has_no_twin() {
    let input = input(Intent::Push, |_| ());
    let request = Request::new(&input, &WHOLE).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let room = slots(&request);
    let mut draft = Draft::new(&request, Clock::new(input.session_minutes, room, &input.tuning), room);
    let refuses = |draft: &Draft<'_, '_>, code: ReasonCode, key: &str, role: Role| {
        let filter = FILTERS.iter().find(|filter| filter.code == code).unwrap();
        (filter.refuses)(draft, WHOLE.find(key).unwrap(), role)
    };
    assert!(refuses(&draft, ReasonCode::NotMain, "cable_fly", Role::Main));
    assert!(!refuses(&draft, ReasonCode::NotMain, "bench_press", Role::Main));
    assert!(!refuses(&draft, ReasonCode::DuplicateIsolation, "dumbbell_fly", Role::Accessory));
    draft.add(WHOLE.find("cable_fly").unwrap(), Role::Accessory);
    assert!(refuses(&draft, ReasonCode::DuplicateIsolation, "dumbbell_fly", Role::Accessory));
}

#[test]
fn sf_5_and_ep_4_severe_pain_and_too_much_of_a_muscle_are_told() {
    let told = |input: &SelectionInput| -> Vec<ReasonCode> {
        let warnings = session(&SMALL, input).selection.output.warnings;
        warnings.iter().map(|warning| warning.code).collect()
    };
    let hurt = input(Intent::Push, |input| input.fatigue_state.pain_flags = [("knee".to_owned(), 3)].into());
    assert!(told(&hurt).contains(&ReasonCode::SeekMedicalAdvice));
    let template = |sets: usize| {
        input(Intent::Push, |input| {
            input.mode = training::input::Mode::Template;
            input.template_exercise_ids = vec!["bench_press".into(), "cable_fly".into()];
            input.history = vec![past(Intent::Push, 3, &[("bench_press", sets, 60_000)])];
        })
    };
    assert!(told(&template(30)).contains(&ReasonCode::OverMrv));
    assert!(!told(&template(2)).contains(&ReasonCode::OverMrv));
}

#[test]
fn a_10_what_cannot_be_had_anyway_is_no_exclusion_by_pain() {
    let exclusions = |change: fn(&mut SelectionInput)| {
        let input = input(Intent::FullBody, |input| {
            input.fatigue_state.pain_flags = [("knee".to_owned(), 2)].into();
            change(input);
        });
        Request::new(&input, &WHOLE).unwrap().pain_exclusions()
    };
    let all = exclusions(|_| ());
    assert!(all > 0);
    assert_eq!(exclusions(|input| input.fatigue_state.pain_flags.clear()), 0);
    let avoided = exclusions(|input| input.preferences.avoid_exercise_ids = vec!["reverse_lunge".into()]);
    assert_eq!(avoided, all - 1, "SF-4 is asked first");
    let bare = exclusions(|input| input.constraints.available_equipment = vec!["bodyweight".into()]);
    assert!(bare < all, "SF-3 is asked first");
}
