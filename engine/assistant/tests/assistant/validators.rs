//! Every validator of L-23 and L-24 refuses what it is there for.

use assistant::{
    check,
    document::{
        number::Number,
        plan::{self, AnalyzerPlan, SessionType},
        read,
        workout::{TargetReps, Workout},
    },
    fault::FaultCode,
    input::Inputs,
    rules::render::{Setting, render},
};
use domain::{anatomy::Muscle, plan::SessionTier, quantity::MassUnit, session::Intent, voice::Locale};
use training::load::iron::Iron;

use crate::given::{example_knowledge, inputs, with};

fn example() -> AnalyzerPlan {
    read::plan(read::plan_value(plan::EXAMPLE).unwrap()).unwrap()
}

const fn pounds(load: i64) -> Number {
    Number::hundredths(load * 100)
}

type Change = fn(&mut AnalyzerPlan);

/// A code, and changes of the example that it refuses.
const PLANS: &[(FaultCode, &[Change])] = &[
    (
        FaultCode::MetaMismatch,
        &[|plan| plan.meta.location = "home".into(), |plan| plan.meta.duration_minutes = 41],
    ),
    (
        FaultCode::TypeNotAllowed,
        &[|plan| plan.session.kind = SessionType::Legs, |plan| plan.session.kind = SessionType::Custom],
    ),
    (
        FaultCode::MusclesMissing,
        &[
            |plan| plan.session.target_muscles = vec![Muscle::Abs],
            |plan| plan.session.kind = SessionType::BodyPart,
        ],
    ),
    (
        FaultCode::TiersBad,
        &[
            |plan| plan.session.tiers = vec![SessionTier::A, SessionTier::W, SessionTier::B],
            |plan| plan.session.tiers = vec![SessionTier::W, SessionTier::B],
            |plan| plan.session.tiers.push(SessionTier::C),
            |plan| plan.exercise_plan.swap(1, 4),
        ],
    ),
    (FaultCode::CutOrderBad, &[|plan| plan.session.cut_order = vec![SessionTier::C]]),
    (FaultCode::ExerciseUnknown, &[|plan| plan.exercise_plan[4].slug = "planck".into()]),
    (FaultCode::ExerciseDuplicate, &[|plan| plan.exercise_plan.push(plan.exercise_plan[4].clone())]),
    (
        FaultCode::EquipmentUnavailable,
        &[
            |plan| plan.exercise_plan[1].equipment = "eq_lat_pulldown".into(),
            |plan| plan.exercise_plan[1].equipment = "eq_mat_area".into(),
            |plan| plan.exercise_plan[1].slug = "lat_pulldown".into(),
            |plan| plan.exercise_plan[0].equipment = "eq_rower".into(),
        ],
    ),
    (
        FaultCode::RepRangeBad,
        &[
            |plan| plan.exercise_plan[1].targets.rep_range = "10-6".parse().unwrap(),
            |plan| plan.exercise_plan[1].targets.rep_range = "6-101".parse().unwrap(),
            |plan| plan.exercise_plan[4].targets.rep_range = "4-45s".parse().unwrap(),
            |plan| plan.exercise_plan[4].targets.rep_range = "20-45".parse().unwrap(),
            |plan| plan.exercise_plan[1].targets.rep_range = "20s".parse().unwrap(),
        ],
    ),
    (
        FaultCode::RirOutOfBand,
        &[
            |plan| plan.exercise_plan[1].targets.rir = Some(0),
            |plan| plan.exercise_plan[1].targets.rir = None,
            |plan| plan.exercise_plan[4].targets.rir = Some(2),
            |plan| plan.exercise_plan[0].targets.rir = Some(2),
        ],
    ),
    (
        FaultCode::LoadAboveBest,
        &[
            |plan| plan.exercise_plan[1].targets.target_load = Some(pounds(195)),
            |plan| plan.exercise_plan[2].targets.target_load = Some(pounds(35)),
        ],
    ),
    (FaultCode::LoadWithoutHistory, &[|plan| plan.exercise_plan[3].targets.target_load = Some(pounds(40))]),
    (
        FaultCode::LoadCapBad,
        &[
            |plan| plan.exercise_plan[1].targets.load_cap = Some(pounds(180)),
            |plan| plan.exercise_plan[1].targets.load_cap = None,
            |plan| plan.exercise_plan[3].targets.load_cap = Some(pounds(35)),
        ],
    ),
    (
        FaultCode::LoadOffGrid,
        &[
            |plan| plan.exercise_plan[1].targets.target_load = Some(pounds(169)),
            |plan| plan.exercise_plan[1].targets.load_cap = Some(pounds(172)),
            |plan| plan.exercise_plan[1].targets.backoff_load = Some(pounds(151)),
            |plan| plan.exercise_plan[1].targets.backoff_load = Some(pounds(175)),
        ],
    ),
    (
        FaultCode::LoadNotApplicable,
        &[
            |plan| plan.exercise_plan[4].targets.target_load = Some(pounds(0)),
            |plan| plan.exercise_plan[0].targets.load_cap = Some(pounds(5)),
        ],
    ),
    (
        FaultCode::FatigueTooLoose,
        &[
            |plan| plan.fatigue_policy.rir_shift = 0,
            |plan| plan.fatigue_policy.load_cap_pct = Number::hundredths(96),
            |plan| plan.fatigue_policy.drop_tiers = vec![],
        ],
    ),
    (
        FaultCode::TierDropped,
        &[
            |plan| plan.exercise_plan[4].tier = SessionTier::C,
            |plan| plan.fatigue_policy.drop_tiers.push(SessionTier::B),
        ],
    ),
    (
        FaultCode::WarmupBad,
        &[
            |plan| plan.exercise_plan[1].warmups = 3,
            |plan| plan.exercise_plan[2].warmups = 1,
            |plan| drop(plan.exercise_plan.remove(0)),
            |plan| plan.exercise_plan[0].targets.rep_range = "240s".parse().unwrap(),
        ],
    ),
    (
        FaultCode::SupersetBad,
        &[
            |plan| plan.exercise_plan[3].superset = None,
            |plan| plan.exercise_plan[4].superset = Some("B1".into()),
            |plan| (2..4).for_each(|index| plan.exercise_plan[index].superset = Some("C1".into())),
            |plan| plan.exercise_plan[2].rest_s = 16,
            |plan| plan.exercise_plan[3].rest_s = 71,
            |plan| (1..3).for_each(|index| plan.exercise_plan[index].superset = Some("A1".into())),
        ],
    ),
    (FaultCode::SetsOverAgeCap, &[|plan| plan.exercise_plan[4].working_sets = 6]),
    (FaultCode::SetCountOver, &[|plan| plan.time_budget.target_set_count = 10]),
    (
        FaultCode::TimeOver,
        &[
            |plan| plan.exercise_plan[1].rest_s = 500,
            |plan| plan.time_budget.set_seconds_estimate = 136,
            |plan| plan.time_budget.target_set_count = 17,
            |plan| plan.time_budget.estimated_minutes_total = 31,
        ],
    ),
    (
        FaultCode::TextUnsafe,
        &[
            |plan| plan.notes = Some("see www.x.example".into()),
            |plan| plan.exercise_plan[1].notes = Some("take ibuprofen".into()),
        ],
    ),
];

#[test]
fn l_23_every_validator_refuses_what_it_is_there_for() {
    with(&inputs(|_| ()), |context| {
        for (code, changes) in PLANS {
            for (number, change) in changes.iter().enumerate() {
                let mut plan = example();
                change(&mut plan);
                let found = check::plan(&plan, context);
                assert!(found.iter().any(|fault| fault.code == *code), "{code}, change {number}: {found:?}");
            }
        }
    });
}

/// The codes that the example fails with for other inputs.
fn refused(inputs: &Inputs) -> Vec<FaultCode> {
    with(inputs, |context| check::plan(&example(), context).into_iter().map(|fault| fault.code).collect())
}

#[test]
fn l_23_bans_pain_and_difficulty_are_hard() {
    for line in ["avoid: Romanian deadlift", "нельзя: hinge", "avoid: barbell", "injury: low_back 2"] {
        let found = refused(&inputs(|request| request.instructions_text = Some(line.to_owned())));
        assert!(
            found.iter().all(|code| *code == FaultCode::ExerciseBanned) && !found.is_empty(),
            "{line}: {found:?}"
        );
    }
    let mut suspended = inputs(|_| ());
    suspended.athlete.flags = serde_json::from_value(serde_json::json!(
        [{"kind": "suspension", "exerciseId": "plank", "severity": 2}]
    ))
    .unwrap();
    assert_eq!(refused(&suspended), [FaultCode::ExerciseBanned]);
}

#[test]
fn l_23_a_type_that_was_done_last_is_not_allowed_unless_asked_for() {
    let mut free = inputs(|request| request.intent = None);
    free.athlete.history[2].intent = Some(Intent::Lower.to_string());
    assert!(refused(&free).contains(&FaultCode::TypeNotAllowed));
    assert_eq!(refused(&inputs(|request| request.intent = None)), []);
}

#[test]
fn l_23_volume_has_a_ceiling() {
    // Six direct sets of hamstrings on Monday morning leave room, twenty in the same week do not.
    let mut full = inputs(|_| ());
    let sets = vec![full.athlete.history[1].exercises[0].sets[0].clone(); 20];
    full.athlete.now = "2026-03-16T21:00:00Z".parse().unwrap();
    let mut today =
        crate::given::session("2026-03-16", Intent::Lower, "romanian_deadlift", crate::given::pounds(135), 8);
    today.exercises[0].sets = sets;
    full.athlete.history.push(today);
    assert!(refused(&full).contains(&FaultCode::VolumeOverCeiling));
}

#[test]
fn l_23_a_failed_lift_is_not_raised() {
    let mut failed = inputs(|_| ());
    let lift = &mut failed.athlete.history[1].exercises[0];
    lift.rep_low = Some(6);
    lift.sets.iter_mut().for_each(|set| {
        set.reps = Some(4);
        set.load_g = Some(crate::given::pounds(165));
    });
    assert!(refused(&failed).contains(&FaultCode::LoadAboveBest));
}

fn setting() -> Setting<'static> {
    Setting { library: example_knowledge().library, iron: Iron::standard(MassUnit::Lb), locale: Locale::En }
}

type Edit = fn(&mut Workout);

const WORKOUTS: &[(FaultCode, &[Edit])] = &[
    (
        FaultCode::PlanMismatch,
        &[
            |workout| workout.sets[3].exercise = "Deadlift".into(),
            |workout| workout.sets[3].equipment = "eq_mat_area".into(),
            |workout| workout.sets[6].superset = None,
            |workout| workout.sets[3].target_reps = Some(TargetReps("8-12".parse().unwrap())),
            |workout| workout.sets[3].rest_s = 120,
            |workout| workout.sets[3].tier = SessionTier::B,
        ],
    ),
    (
        FaultCode::SetCountMismatch,
        &[|workout| drop(workout.sets.pop()), |workout| drop(workout.sets.remove(1))],
    ),
    (
        FaultCode::SetOrderBad,
        &[
            |workout| workout.sets.swap(7, 8),
            |workout| workout.sets.swap(2, 3),
            |workout| workout.sets[0].order = 2,
        ],
    ),
    (FaultCode::MustBad, &[|workout| workout.sets[3].must = false, |workout| workout.sets[7].must = true]),
    (
        FaultCode::RirNotApplied,
        &[|workout| workout.sets[3].rir = Some(2), |workout| workout.sets[1].rir = Some(3)],
    ),
    (
        FaultCode::LoadNotFinal,
        &[
            |workout| workout.sets[3].target_weight = Some(pounds(180)),
            |workout| workout.sets[1].target_weight = Some(pounds(95)),
        ],
    ),
    (FaultCode::IdBad, &[|workout| workout.sets[3].id = "A-RDX-1".into()]),
    (FaultCode::IdDuplicate, &[|workout| workout.sets[4].id = "A-RDL-1".into()]),
    (
        FaultCode::ActualNotNull,
        &[
            |workout| workout.sets[3].actual_reps = Some(8),
            |workout| workout.post_workout.perceived_difficulty = Some(7),
        ],
    ),
    (FaultCode::TimeOver, &[|workout| workout.sets.iter_mut().for_each(|set| set.rest_s = 400)]),
    (
        FaultCode::TextUnsafe,
        &[
            |workout| workout.notes_to_user = Some("```".into()),
            |workout| workout.sets[3].notes = Some("https://x.example".into()),
        ],
    ),
];

#[test]
fn l_24_every_validator_refuses_what_it_is_there_for() {
    let good = render(&example(), &setting(), |_| false).unwrap();
    for (code, edits) in WORKOUTS {
        for (number, edit) in edits.iter().enumerate() {
            let mut workout = good.clone();
            edit(&mut workout);
            let found = check::workout(&workout, &example(), &setting());
            assert!(found.iter().any(|fault| fault.code == *code), "{code}, edit {number}: {found:?}");
        }
    }
}
