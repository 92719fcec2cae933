//! A workout of the flow as exercises of a session: what each set asks for, in the words of training (L-36).

use ::training::{
    draft::Role,
    library::Library,
    output::{Span, WorkoutExercise, WorkoutSet},
};
use assistant::{
    check::normalize::slugs,
    document::{
        id::{SetNumber, number},
        plan::{AnalyzerPlan, PlannedExercise},
        workout::{self, Workout},
    },
    facts::item::{Item, WARMUP},
};
use domain::{
    plan::SessionTier,
    prescription::SetType,
    quantity::{MassUnit, Rpe},
};

/// An exercise of a workout with its sets.
pub(super) struct Block<'a> {
    /// What the plan says of it.
    pub(super) planned: &'a PlannedExercise,
    /// Its sets with their numbers, in order.
    pub(super) sets: Vec<(SetNumber, &'a workout::WorkoutSet)>,
}

/// The exercises of a workout with their sets; the general warm-up belongs to no plan and is left out.
pub(super) fn blocks<'a>(
    plan: &'a AnalyzerPlan,
    workout: &'a Workout,
    library: &Library<'_>,
) -> Vec<Block<'a>> {
    let slugs = slugs(plan, library);
    let worked = plan.exercise_plan.iter().zip(slugs);
    let worked = worked.filter(|(planned, _)| planned.tier != SessionTier::W && planned.slug != WARMUP);
    let block = |(planned, slug): (&'a PlannedExercise, String)| {
        let sets = workout.sets.iter();
        let own = sets.filter_map(|set| Some((number(&set.id, planned.tier, &slug)?, set)));
        Block { planned, sets: own.collect() }
    };
    worked.map(block).collect()
}

/// The same as training writes it.
pub(super) fn exercises(
    plan: &AnalyzerPlan,
    workout: &Workout,
    library: &Library<'_>,
) -> Vec<WorkoutExercise> {
    let unit = MassUnit::from(workout.units);
    let exercise = |block: Block<'_>| {
        let place = library.find(&block.planned.slug)?;
        let exercise = library.exercise(place);
        let is_main = Item { planned: block.planned, exercise }.is_main(&plan.meta);
        Some(WorkoutExercise {
            exercise_id: library.key(place).clone(),
            name: exercise.name_en.clone(),
            role: if is_main { Role::Main } else { Role::Accessory },
            tier: block.planned.tier,
            superset: block.planned.superset.clone(),
            sets: block.sets.iter().map(|(number, set)| training_set(*number, set, unit)).collect(),
            load_source: None,
            confidence: None,
            start_hint: None,
            plates_per_side: None,
            reasons: vec![],
        })
    };
    blocks(plan, workout, library).into_iter().filter_map(exercise).collect()
}

/// What a set asks for, as training writes it.
pub(super) fn training_set(number: SetNumber, set: &workout::WorkoutSet, unit: MassUnit) -> WorkoutSet {
    let reps = set.target_reps.map(|reps| reps.0);
    let counted = reps.filter(|reps| !reps.is_timed());
    let held = reps.filter(assistant::document::reps::Reps::is_timed);
    WorkoutSet {
        kind: if matches!(number, SetNumber::Ramp(_)) { SetType::Warmup } else { SetType::Working },
        rep_low: counted.map(|reps| reps.low),
        rep_high: counted.map(|reps| reps.high),
        seconds: held.map(|reps| Span { low: reps.low, high: reps.high }),
        meters: None,
        // Nothing on the bar and no bar are the same to a plan.
        load: set.target_weight.map(|load| load.load(unit)).filter(|load| load.0 > 0),
        rpe: set.rir.and_then(|rir| Rpe::new(100 - 10 * i64::from(rir)).ok()),
        rest_s: set.rest_s.into(),
    }
}
