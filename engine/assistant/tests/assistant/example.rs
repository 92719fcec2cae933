//! The reference example of the chapter (L-39), to the byte, and what must fail in it.

use assistant::{
    check::{self, normalize},
    document::{
        id::Seed,
        plan::{self, AnalyzerPlan},
        read,
        workout::Workout,
        yaml,
    },
    fault::FaultCode,
    rules::render::{Setting, render},
};
use domain::{quantity::MassUnit, voice::Locale};
use sha2::{Digest, Sha256};
use training::{load::iron::Iron, prescribe::goal::Goal};

use crate::given::{example_knowledge, inputs, slept, with};

pub(crate) fn example() -> AnalyzerPlan {
    read::plan(read::plan_value(plan::EXAMPLE).unwrap()).unwrap()
}

fn setting() -> Setting<'static> {
    Setting { library: example_knowledge().library, iron: Iron::standard(MassUnit::Lb), locale: Locale::En }
}

pub(crate) fn rendered(plan: &AnalyzerPlan) -> Workout {
    render(plan, &setting(), |_| false).unwrap()
}

fn codes(faults: &[assistant::fault::Fault]) -> Vec<FaultCode> {
    faults.iter().map(|fault| fault.code).collect()
}

/// The codes that the example fails with after a change.
fn changed(inputs: &assistant::input::Inputs, change: impl FnOnce(&mut AnalyzerPlan)) -> Vec<FaultCode> {
    let mut plan = example();
    change(&mut plan);
    with(inputs, |context| codes(&check::plan(&plan, context)))
}

#[test]
fn l_39_the_plan_renders_to_these_bytes() {
    let yaml = yaml::write(&rendered(&example()));
    let hash = format!("{:x}", Sha256::digest(yaml.as_bytes()));
    assert_eq!(
        (yaml.len(), hash.as_str()),
        (3884, "759a7f8b06bb3dee313261a6fe9d205c93e85c1f568c750761a629b767cd34f8"),
        "{yaml}"
    );
    // What was written is read back, and written the same again.
    let back = read::workout(read::workout_value(&yaml).unwrap()).unwrap();
    assert_eq!(yaml::write(&back), yaml);
}

#[test]
fn l_39_the_seed_is_hashed_as_printed() {
    let equipment: Vec<String> = inputs(|_| ()).request.equipment_inventory.unwrap();
    let pattern: Vec<String> =
        ["2026-03-09:upper", "2026-03-11:lower", "2026-03-13:upper"].map(str::to_owned).into();
    let seed = Seed {
        date: "2026-03-16".parse().unwrap(),
        duration_minutes: 40,
        equipment: &equipment,
        goal: Goal::Hypertrophy,
        location: "gym:downtown",
        pattern: &pattern,
    };
    assert_eq!(seed.id_seed(), "fb962faa40b91cb6");
    with(&inputs(|_| ()), |context| assert_eq!(context.prepared.id_seed, "fb962faa40b91cb6"));
}

#[test]
fn l_39_plan_and_workout_pass_every_validator() {
    with(&inputs(|_| ()), |context| {
        assert_eq!(check::plan(&example(), context), []);
        assert_eq!(context.prepared.policy, example().fatigue_policy);
    });
    assert_eq!(check::workout(&rendered(&example()), &example(), &setting()), []);
}

#[test]
fn l_39_a_load_above_the_final_one_fails() {
    let mut workout = rendered(&example());
    workout.sets[3].target_weight = Some(assistant::document::number::Number::hundredths(18_000));
    assert_eq!(codes(&check::workout(&workout, &example(), &setting())), [FaultCode::LoadNotFinal]);
}

#[test]
fn l_39_a_stricter_policy_passes_and_a_looser_one_fails() {
    assert_eq!(changed(&slept(61), |_| ()), []);
    assert_eq!(changed(&slept(55), |plan| plan.fatigue_policy.rir_shift = 0), [FaultCode::FatigueTooLoose]);
}

#[test]
fn l_39_equipment_that_is_not_there_fails() {
    let found = changed(&inputs(|_| ()), |plan| plan.exercise_plan[1].equipment = "eq_lat_pulldown".into());
    assert!(
        found.iter().all(|code| *code == FaultCode::EquipmentUnavailable) && !found.is_empty(),
        "{found:?}"
    );
}

#[test]
fn l_39_a_label_on_one_exercise_fails() {
    let found = changed(&inputs(|_| ()), |plan| plan.exercise_plan[3].superset = None);
    assert!(found.contains(&FaultCode::SupersetBad), "{found:?}");
}

#[test]
fn l_39_too_little_time_fails() {
    let short = inputs(|request| request.duration_minutes = Some(25));
    let found = changed(&short, |plan| plan.meta.duration_minutes = 25);
    assert!(found.contains(&FaultCode::TimeOver), "{found:?}");
}

#[test]
fn l_39_must_of_a_model_is_normalized() {
    let workout = rendered(&example());
    let mut value = serde_json::to_value(&workout).unwrap();
    value["sets"][3]["must"] = false.into();
    value["sets"][4]["id"] = "A-RDL-7".into();
    value["version"] = "1.3".into();
    assert_eq!(normalize::workout(&mut value, &example(), &workout.workout_id, &setting()), 3);
    assert_eq!(read::workout(value).unwrap(), workout);
}
