//! VF-4: the independent checker finds nothing in good sessions, and exactly what was broken in bad ones.

mod prescription;

use std::collections::BTreeSet;

use domain::{
    anatomy::Muscle,
    exercise::ExerciseKey,
    plan::ProgressionMode,
    prescription::{LevelRef, SetType},
    quantity::{Grams, MassUnit},
    reason::{Reason, ReasonCode},
    session::{Intent, SelectionMode},
    spec::SpecId,
};
use training::{
    calibrate::{GOLDEN, Golden, SCENARIOS, Scenario, fixture},
    catalog::Catalog,
    input::{ActiveFlag, ColdStartState, HistoryEntry, Mode, PlanItemState, SelectionInput},
    library::Library,
    load::{inventory, iron::Iron},
    output::{Generated, NotTaken, OneDecimal, Warning, WorkoutExercise, WorkoutSet},
    present::generated,
    request::{Refusal, Request},
    select::Step,
    session::{iron_of, plan},
    superset::SupersetPolicy,
    tuning::{MainStyle, Search, Tuning},
    verify::{Breach, verify},
};

use crate::given::{WHOLE, input, past};

/// Plans the session of an input with the iron that it names, from the whole catalogue.
pub(crate) fn generate(input: &SelectionInput) -> Result<Generated, Refusal> {
    let request = Request::new(input, &WHOLE)?;
    let own = iron_of(input);
    let standard = Iron::standard(input.units.unwrap_or(MassUnit::Kg));
    plan(&request, own.as_ref().unwrap_or(standard)).map(|session| generated(&session))
}

/// The breaches of a session, as text; empty when it is good.
pub(crate) fn complaints(input: &SelectionInput, generated: &Generated) -> String {
    let breaches = verify(input, Catalog::embedded(), generated);
    breaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn good(input: &SelectionInput) -> Generated {
    let generated = generate(input).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert_eq!(complaints(input, &generated), "");
    generated
}

#[test]
fn vf_4_the_golden_sessions_are_clean() {
    let fixture = fixture();
    let library = Library::new(&fixture, &Tuning::default());
    let inputs = GOLDEN.iter().map(Golden::input).chain(SCENARIOS.iter().map(Scenario::input));
    for input in inputs {
        let request = Request::new(&input, &library).unwrap();
        let generated = generated(&plan(&request, Iron::standard(MassUnit::Kg)).unwrap());
        assert_eq!(verify(&input, &fixture, &generated), []);
    }
}

/// Bench and row, heavy enough for a full ramp, and a curl, last week; some presses as a bonus on Sunday.
fn history() -> Vec<HistoryEntry> {
    let bonus = HistoryEntry {
        selection_mode: SelectionMode::Bonus,
        ..past(Intent::Push, 30, &[("dumbbell_shoulder_press", 4, 20_000)])
    };
    vec![
        past(Intent::Push, 120, &[("bench_press", 4, 100_000), ("cable_pushdown", 3, 25_000)]),
        past(Intent::Pull, 96, &[("barbell_row", 4, 80_000), ("cable_curl", 3, 20_000)]),
        bonus,
    ]
}

fn plan_item(key: &str, change: impl FnOnce(&mut PlanItemState)) -> PlanItemState {
    let mut item = PlanItemState {
        exercise_id: key.to_owned(),
        progression_mode: ProgressionMode::Load,
        target_load: None,
        override_load: None,
        rep_low: None,
        rep_high: None,
        min_sets: None,
        level: None,
    };
    change(&mut item);
    item
}

#[test]
fn vf_4_sessions_of_many_kinds_are_clean() {
    for &intent in Intent::ALL {
        for minutes in [12, 25, 45, 60, 90] {
            good(&input(intent, |input| {
                input.session_minutes = minutes;
                input.target_muscles = vec!["biceps".into(), "forearms".into()];
                input.program = None;
                input.history = history();
                input.explain = true;
            }));
        }
    }
    let kinds: &[fn(&mut SelectionInput)] = &[
        |input| input.week_in_block = 3,
        |input| input.fatigue_state.readiness_score = 1,
        |input| input.superset_policy = SupersetPolicy::Preferred,
        |input| input.tuning.main_style = MainStyle::TopBackoff,
        |input| input.tuning.search = Search::Beam,
        |input| input.units = Some(MassUnit::Lb),
        |input| input.inventory = serde_json::from_str(inventory::EXAMPLE).unwrap(),
        |input| input.training_age = "beginner".into(),
        |input| {
            input.cold_start =
                Some(ColdStartState { completed: 0, check_ins: 0, stored_stage: 0, enabled: true });
        },
        |input| {
            input.mode = Mode::Template;
            input.template_exercise_ids = vec!["back_squat".into(), "bench_press".into(), "face_pull".into()];
            input.fatigue_state.pain_flags = [("low back".to_owned(), 3)].into();
        },
        |input| {
            let ladder_key = "push_up".parse().unwrap();
            input.plan_items = vec![
                plan_item("bench_press", |item| item.target_load = Some(Grams(101_300))),
                plan_item("cable_pushdown", |item| item.override_load = Some(Grams(33_333))),
                plan_item("dumbbell_lateral_raise", |item| item.min_sets = Some(4)),
                plan_item("push_up", |item| {
                    item.progression_mode = ProgressionMode::Ladder;
                    item.level = Some(LevelRef { ladder_key, ordinal: 3 });
                }),
            ];
            input.pinned_exercise_ids =
                input.plan_items.iter().map(|item| item.exercise_id.clone()).collect();
        },
    ];
    for change in kinds {
        good(&input(Intent::Upper, |input| {
            input.history = history();
            change(input);
        }));
    }
}

fn checks(breaches: &[Breach]) -> BTreeSet<u8> {
    breaches.iter().map(|breach| breach.check).collect()
}

/// Breaks a good session; exactly this check must notice.
fn notices(check: u8, input: &SelectionInput, change: impl FnOnce(&mut Generated)) {
    let mut generated = good(input);
    change(&mut generated);
    let breaches = verify(input, Catalog::embedded(), &generated);
    assert_eq!(checks(&breaches), BTreeSet::from([check]), "{breaches:#?}");
}

/// Holds a good session against an input that it was not made for; exactly this check must notice.
fn notices_input(check: u8, input: &SelectionInput, change: impl FnOnce(&mut SelectionInput)) {
    let mut generated = good(input);
    let mut other = input.clone();
    change(&mut other);
    // The hashes would give it away.
    let selection = generate(&other).unwrap_or_else(|refusal| panic!("{refusal:?}")).selection;
    generated.selection.input_hash = selection.input_hash;
    generated.selection.tuning_hash = selection.tuning_hash;
    let breaches = verify(&other, Catalog::embedded(), &generated);
    assert_eq!(checks(&breaches), BTreeSet::from([check]), "{breaches:#?}");
}

/// A push session of an hour with known loads.
fn push() -> SelectionInput {
    input(Intent::Push, |input| {
        input.history = history();
        input.pinned_exercise_ids = vec!["bench_press".into(), "cable_pushdown".into()];
    })
}

fn key(key: &str) -> ExerciseKey {
    key.parse().unwrap()
}

fn find<'a>(generated: &'a mut Generated, key: &str) -> &'a mut WorkoutExercise {
    let mut exercises = generated.workout.exercises.iter_mut();
    exercises.find(|exercise| exercise.exercise_id.as_str() == key).unwrap()
}

fn working<'a>(generated: &'a mut Generated, key: &str) -> impl Iterator<Item = &'a mut WorkoutSet> {
    find(generated, key).sets.iter_mut().filter(|set| set.kind == SetType::Working)
}

#[test]
fn vf_4_check_1_finds_an_exercise_with_two_roles() {
    notices(1, &push(), |generated| {
        generated.selection.output.accessory_ids.push(key("bench_press"));
    });
}

#[test]
fn vf_4_check_2_finds_what_is_missing_avoided_or_hurts() {
    let without = |class: &'static str| {
        move |input: &mut SelectionInput| input.constraints.available_equipment.retain(|key| key != class)
    };
    notices_input(2, &push(), without("barbell"));
    notices_input(2, &push(), |input| input.preferences.avoid_exercise_ids = vec!["bench_press".into()]);
    notices_input(2, &push(), |input| {
        input.fatigue_state.pain_flags = [("Chest".to_owned(), 2)].into();
    });
    // Pain that nobody could place counts everywhere.
    notices_input(2, &input(Intent::Legs, |_| ()), |input| {
        let pain = domain::wellbeing::FlagKind::Pain;
        input.flags = vec![ActiveFlag { kind: pain, area: None, exercise_id: None, severity: 2 }];
    });
}

#[test]
fn vf_4_check_2_lets_a_template_stay_with_a_warning_only() {
    let template = input(Intent::Push, |input| {
        input.mode = Mode::Template;
        input.template_exercise_ids = vec!["bench_press".into(), "cable_fly".into()];
        input.preferences.avoid_exercise_ids = vec!["cable_fly".into()];
    });
    notices(2, &template, |generated| generated.selection.output.warnings.clear());
}

/// One more set of an exercise, with everything that follows from it.
fn add_set(generated: &mut Generated, exercise: &str, seconds: i64) {
    let shown = find(generated, exercise);
    let last = shown.sets.last().unwrap().clone();
    shown.sets.push(last);
    let output = &mut generated.selection.output;
    *output.per_exercise_set_targets.as_mut().unwrap().get_mut(&key(exercise)).unwrap() += 1;
    output.estimated_seconds += seconds;
    output.estimated_minutes = (output.estimated_seconds + 59) / 60;
    generated.workout.estimated_minutes = output.estimated_minutes;
    let muscles = &Catalog::embedded().get(&key(exercise)).unwrap().muscles;
    for muscle in muscles.iter() {
        let row = output.volume_plan_by_muscle.get_mut(&muscle).unwrap();
        row.planned.0 += muscles.contribution(muscle);
        row.delta.0 -= muscles.contribution(muscle);
    }
}

#[test]
fn vf_4_check_3_finds_a_set_too_many() {
    // A deload session has two sets of everything; the lateral raise takes 35 s and rests 90.
    let deload = input(Intent::Push, |input| {
        input.week_in_block = 3;
        input.pinned_exercise_ids = vec!["dumbbell_lateral_raise".into()];
    });
    notices(3, &deload, |generated| add_set(generated, "dumbbell_lateral_raise", 125));
}

#[test]
fn vf_4_check_4_finds_a_wrong_estimate_and_a_wrong_rest() {
    notices(4, &push(), |generated| generated.selection.output.estimated_seconds -= 1);
    notices(4, &push(), |generated| {
        working(generated, "cable_pushdown").next().unwrap().rest_s += 5;
    });
}

#[test]
fn vf_4_check_5_finds_a_muscle_above_its_ceiling_or_direct_sets() {
    let input = push();
    let front_delts = good(&input).selection.output.volume_plan_by_muscle[&Muscle::FrontDelts].planned;
    assert!(front_delts > OneDecimal(70), "{front_delts:?}");
    notices_input(5, &input, |input| input.tuning.landmarks[Muscle::FrontDelts as usize].mrv = 7);
    notices_input(5, &input, |input| input.tuning.session_direct_cap.large = 2);
    notices(5, &input, |generated| {
        generated.selection.output.warnings.push(Warning {
            exercise_id: None,
            code: ReasonCode::CapUnresolved,
            spec_id: SpecId::new("VO-8"),
            facts: domain::reason::Facts::new(),
        });
    });
}

#[test]
fn vf_4_check_6_finds_wrong_numbers_of_a_muscle() {
    let row = |generated: &mut Generated, change: fn(&mut training::output::MuscleVolume)| {
        change(generated.selection.output.volume_plan_by_muscle.get_mut(&Muscle::Chest).unwrap());
    };
    notices(6, &push(), |generated| row(generated, |chest| chest.delta.0 += 1));
    notices(6, &push(), |generated| row(generated, |chest| chest.session_target.0 += 1));
    notices(6, &push(), |generated| {
        generated.selection.output.volume_plan_by_muscle.remove(&Muscle::Abs);
    });
    // A session less in the week: what is open this week has to be done in fewer.
    notices_input(6, &push(), |input| {
        input.program.as_mut().unwrap().weekly_schedule = Some(vec!["push".into(), "push".into()]);
    });
}

#[test]
fn vf_4_check_7_finds_a_pin_that_was_lost() {
    notices_input(7, &push(), |input| input.pinned_exercise_ids.push("chair_dip".into()));
    let refused = input(Intent::Push, |input| {
        input.pinned_exercise_ids = vec!["bench_press".into()];
        input.preferences.avoid_exercise_ids = vec!["bench_press".into()];
    });
    notices(7, &refused, |generated| generated.selection.output.refused_pins.clear());
    notices(7, &refused, |generated| {
        generated.selection.output.refused_pins[0].reason = ReasonCode::Scope;
    });
}

#[test]
fn vf_4_check_8_finds_a_score_that_is_not_the_sum_of_its_parts() {
    let rationale = |generated: &mut Generated, change: fn(&mut training::output::Rationale)| {
        change(generated.selection.output.rationale.get_mut(&key("bench_press")).unwrap());
    };
    notices(8, &push(), |generated| rationale(generated, |it| it.score += 0.002));
    notices(8, &push(), |generated| {
        rationale(generated, |it| *it.components.get_mut("sfrScore").unwrap() = 1.5);
    });
    notices(8, &push(), |generated| {
        rationale(generated, |it| {
            *it.weights.get_mut("timeFitScore").unwrap() += 0.1;
            it.score += 0.1 * it.components["timeFitScore"];
        });
    });
    notices(8, &push(), |generated| {
        generated.selection.output.rationale.remove(&key("bench_press"));
    });
}

#[test]
fn vf_4_check_9_finds_two_of_a_kind_that_nobody_pinned() {
    let twins = input(Intent::Push, |input| {
        input.pinned_exercise_ids = vec!["cable_lateral_raise".into(), "dumbbell_lateral_raise".into()];
    });
    notices(9, &twins, |generated| {
        for twin in ["cable_lateral_raise", "dumbbell_lateral_raise"] {
            let rationale = generated.selection.output.rationale.get_mut(&key(twin)).unwrap();
            rationale.selected_step = Step::AccessoryPick;
        }
    });
    notices_input(9, &push(), |input| input.tuning.pattern_limit.normal = 0);
}

#[test]
fn vf_4_check_14_finds_metadata_of_another_session() {
    notices(14, &push(), |generated| generated.workout.estimated_minutes += 1);
    notices(14, &push(), |generated| generated.selection.deload = true);
    notices(14, &push(), |generated| generated.selection.effective_cold_start_stage = 1);
    notices(14, &push(), |generated| generated.selection.output.selected_exercise_ids.swap(0, 1));
    notices(14, &push(), |generated| find(generated, "bench_press").superset = Some("B1".into()));
    notices(14, &push(), |generated| {
        let targets = generated.selection.output.per_exercise_set_targets.as_mut().unwrap();
        *targets.get_mut(&key("bench_press")).unwrap() += 1;
    });
    let mut generated = good(&push());
    generated.workout.exercises.reverse();
    assert!(checks(&verify(&push(), Catalog::embedded(), &generated)).contains(&14));
    let other = input(Intent::Push, |input| input.explain = true);
    assert!(complaints(&other, &generated).contains("inputHash is "));
    let unreadable = input(Intent::Push, |input| input.goals.primary = "beach".into());
    assert_eq!(
        complaints(&unreadable, &generated),
        "check 14 (EP-1): unknown goal `beach`; maybe this is not the input"
    );
}

#[test]
fn vf_4_check_15_finds_what_was_chosen_and_got_lost() {
    let removed = |exercise: &str, code| NotTaken {
        exercise_id: key(exercise),
        reason: code,
        spec_id: SpecId::new("TM-4"),
        facts: Reason::new(code, SpecId::new("TM-4")).facts,
    };
    let explained = input(Intent::Push, |input| input.explain = true);
    notices(15, &explained, |generated| {
        let selected = generated.selection.output.selected_exercise_ids[0].to_string();
        generated.selection.output.removed.push(removed(&selected, ReasonCode::TimeBudget));
    });
    notices(15, &explained, |generated| {
        generated.selection.output.rejected.as_mut().unwrap().remove(&key("chair_dip"));
    });
    notices(15, &push(), |generated| {
        generated.selection.output.removed.push(removed("chair_dip", ReasonCode::Scope));
    });
}
