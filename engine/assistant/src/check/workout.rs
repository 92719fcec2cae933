//! Validators of a workout: the sets of its plan, no more, no less, in order (L-24).

use domain::plan::SessionTier;

use super::outline::safe_text;
use crate::{
    document::{
        plan::AnalyzerPlan,
        workout::{PostWorkout, Workout, WorkoutSet},
    },
    facts::{item::items, time::Spent},
    fault::{Fault, FaultCode, Faults},
    rules::render::{Setting, sets},
};

/// A workout beside the sets that its plan asks for.
struct Case<'c> {
    workout: &'c Workout,
    plan: &'c AnalyzerPlan,
    wanted: Vec<WorkoutSet>,
    setting: &'c Setting<'c>,
}

/// Everything that is wrong with a new workout of this plan.
pub fn workout(workout: &Workout, plan: &AnalyzerPlan, setting: &Setting<'_>) -> Vec<Fault> {
    let case = Case { workout, plan, wanted: sets(plan, setting), setting };
    let mut faults = Faults::default();
    // L-24, in its order.
    for check in [plan_mismatch, set_count, set_order, must, rir, load, ids, actual, time, texts] {
        check(&case, &mut faults);
    }
    faults.into_vec()
}

fn is_ramp(set: &WorkoutSet) -> bool {
    set.id.rsplit('-').next().is_some_and(|last| last.starts_with("WU"))
}

impl Case<'_> {
    /// Each set beside the one of the plan: the same exercise, ramp or not, and number.
    fn pairs(&self) -> impl Iterator<Item = (usize, &WorkoutSet, &WorkoutSet)> {
        let sets = self.workout.sets.iter().enumerate();
        sets.filter_map(|(index, set)| {
            let same = |other: &&WorkoutSet| other.exercise == set.exercise && is_ramp(other) == is_ramp(set);
            let number = self.workout.sets[..index].iter().filter(|before| same(before)).count();
            Some((index, set, self.wanted.iter().filter(same).nth(number)?))
        })
    }
}

fn plan_mismatch(case: &Case<'_>, faults: &mut Faults) {
    const CODE: FaultCode = FaultCode::PlanMismatch;
    let planned = |name: &str| case.plan.exercise_plan.iter().any(|one| one.exercise == name);
    for (index, set) in case.workout.sets.iter().enumerate() {
        let at = format!("/sets/{index}/exercise");
        faults.require(planned(&set.exercise), CODE, at, "an exercise of the plan", &set.exercise);
    }
    for (index, exercise) in case.plan.exercise_plan.iter().enumerate() {
        let is_there = case.workout.sets.iter().any(|set| set.exercise == exercise.exercise);
        faults.require(
            is_there,
            CODE,
            "/sets",
            format_args!("{} (exercise {index} of the plan)", exercise.exercise),
            "no set of it",
        );
    }
    let order = &case.workout.cut_order;
    faults.require(
        *order == case.plan.session.cut_order,
        CODE,
        "/cut_order",
        "that of the plan",
        order.len(),
    );
    for (index, set, wanted) in case.pairs() {
        let at = |name: &str| format!("/sets/{index}/{name}");
        faults.require(
            set.equipment == wanted.equipment,
            CODE,
            at("equipment"),
            &wanted.equipment,
            &set.equipment,
        );
        faults.require(set.tier == wanted.tier, CODE, at("tier"), wanted.tier, set.tier);
        let label = |set: &WorkoutSet| set.superset.clone().unwrap_or_else(|| "null".to_owned());
        faults.require(set.superset == wanted.superset, CODE, at("superset"), label(wanted), label(set));
        let reps =
            |set: &WorkoutSet| set.target_reps.map_or_else(|| "null".to_owned(), |reps| reps.0.to_string());
        faults.require(
            set.target_reps == wanted.target_reps,
            CODE,
            at("target_reps"),
            reps(wanted),
            reps(set),
        );
        faults.require(set.rest_s == wanted.rest_s, CODE, at("rest_s"), wanted.rest_s, set.rest_s);
    }
}

fn set_count(case: &Case<'_>, faults: &mut Faults) {
    for exercise in &case.plan.exercise_plan {
        for (ramps, name) in [(true, "ramp"), (false, "working")] {
            let count = |sets: &[WorkoutSet]| {
                sets.iter().filter(|set| set.exercise == exercise.exercise && is_ramp(set) == ramps).count()
            };
            let (found, wanted) = (count(&case.workout.sets), count(&case.wanted));
            let expected = format!("{wanted} {name} sets of {}", exercise.exercise);
            faults.require(found == wanted, FaultCode::SetCountMismatch, "/sets", expected, found);
        }
    }
}

fn set_order(case: &Case<'_>, faults: &mut Faults) {
    const CODE: FaultCode = FaultCode::SetOrderBad;
    for (index, set) in case.workout.sets.iter().enumerate() {
        let order = u32::try_from(index + 1).unwrap_or(0);
        faults.require(set.order == order, CODE, format_args!("/sets/{index}/order"), order, set.order);
    }
    // Where sets are missing or too many, that is said already.
    if case.workout.sets.len() != case.wanted.len() {
        return;
    }
    for (index, (set, wanted)) in case.workout.sets.iter().zip(&case.wanted).enumerate() {
        let holds = set.exercise == wanted.exercise && is_ramp(set) == is_ramp(wanted);
        faults.require(holds, CODE, format_args!("/sets/{index}"), &wanted.id, &set.id);
    }
}

fn must(case: &Case<'_>, faults: &mut Faults) {
    for (index, set) in case.workout.sets.iter().enumerate() {
        let wanted = matches!(set.tier, SessionTier::W | SessionTier::A);
        faults.require(
            set.must == wanted,
            FaultCode::MustBad,
            format_args!("/sets/{index}/must"),
            wanted,
            set.must,
        );
    }
}

fn rir(case: &Case<'_>, faults: &mut Faults) {
    let shown = |rir: Option<u32>| rir.map_or_else(|| "null".to_owned(), |rir| rir.to_string());
    for (index, set, wanted) in case.pairs() {
        let at = format!("/sets/{index}/rir");
        faults.require(
            set.rir == wanted.rir,
            FaultCode::RirNotApplied,
            at,
            shown(wanted.rir),
            shown(set.rir),
        );
    }
}

fn load(case: &Case<'_>, faults: &mut Faults) {
    let shown =
        |set: &WorkoutSet| set.target_weight.map_or_else(|| "null".to_owned(), |load| load.to_string());
    for (index, set, wanted) in case.pairs() {
        let holds = set.target_weight == wanted.target_weight;
        faults.require(
            holds,
            FaultCode::LoadNotFinal,
            format_args!("/sets/{index}/target_weight"),
            shown(wanted),
            shown(set),
        );
    }
}

fn ids(case: &Case<'_>, faults: &mut Faults) {
    for (index, set, wanted) in case.pairs() {
        faults.require(
            set.id == wanted.id,
            FaultCode::IdBad,
            format_args!("/sets/{index}/id"),
            &wanted.id,
            &set.id,
        );
    }
    for (index, set) in case.workout.sets.iter().enumerate() {
        let is_first = case.workout.sets[..index].iter().all(|before| before.id != set.id);
        faults.require(
            is_first,
            FaultCode::IdDuplicate,
            format_args!("/sets/{index}/id"),
            "each id once",
            &set.id,
        );
    }
}

fn actual(case: &Case<'_>, faults: &mut Faults) {
    const CODE: FaultCode = FaultCode::ActualNotNull;
    for (index, set) in case.workout.sets.iter().enumerate() {
        let is_blank = set.actual_weight.is_none() && set.actual_reps.is_none();
        faults.require(
            is_blank,
            CODE,
            format_args!("/sets/{index}"),
            "actual_weight and actual_reps null",
            "a value",
        );
    }
    let is_blank = case.workout.post_workout == PostWorkout::default();
    faults.require(is_blank, CODE, "/post_workout", "all null", "a value");
}

/// The rests of the sets beside the work that the plan asks for.
fn time(case: &Case<'_>, faults: &mut Faults) {
    let items = items(case.setting.library, &case.plan.exercise_plan);
    let planned = Spent::of(&items, &case.plan.meta).total_s();
    let rests = |sets: &[WorkoutSet]| sets.iter().map(|set| i64::from(set.rest_s)).sum::<i64>();
    let total = planned + rests(&case.workout.sets) - rests(&case.wanted);
    let most = 60 * i64::from(case.plan.meta.duration_minutes) * 115 / 100;
    faults.require(total <= most, FaultCode::TimeOver, "/sets", format_args!("at most {most} s"), total);
}

fn texts(case: &Case<'_>, faults: &mut Faults) {
    const CODE: FaultCode = FaultCode::TextUnsafe;
    safe_text(case.workout.notes_to_user.as_deref(), CODE, "/notes_to_user", faults);
    for (index, set) in case.workout.sets.iter().enumerate() {
        safe_text(set.notes.as_deref(), CODE, &format!("/sets/{index}/notes"), faults);
    }
}
