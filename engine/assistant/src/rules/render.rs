//! L-25, second half: one node per set, from a plan and the catalogue alone.

use domain::{plan::SessionTier, quantity::Grams, voice::Locale};
use training::{
    library::Library,
    load::{iron::Iron, ramp::RampSet},
};

use super::note;
use crate::{
    document::{
        id,
        number::Number,
        plan::AnalyzerPlan,
        reps::Reps,
        workout::{PostWorkout, TargetReps, VERSION, Workout, WorkoutSet},
    },
    facts::item::{Item, items, partners, ramps},
    failure::{Failure, FailureCode, Stage},
};

/// What a plan is rendered with. Without the athlete's iron, [`Iron::standard`] will do.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The exercises.
    pub library: &'a Library<'a>,
    /// What can be put together at the place.
    pub iron: &'a Iron,
    /// The language of notes.
    pub locale: Locale,
}

/// Spells a plan out; its exercises are in the catalogue (L-23).
pub fn render(
    plan: &AnalyzerPlan,
    setting: &Setting<'_>,
    is_taken: impl Fn(&str) -> bool,
) -> Result<Workout, Failure> {
    let meta = &plan.meta;
    let workout_id = id::workout_id(meta.date, &meta.location, id::seed_of(&plan.id_seed), is_taken)
        .map_err(|_| Failure::new(FailureCode::IdExhausted, Stage::Generator))?;
    Ok(Workout {
        version: VERSION,
        workout_id,
        date: meta.date,
        location: meta.location.clone(),
        units: meta.units,
        duration_minutes: meta.duration_minutes,
        goal: meta.goal,
        cut_order: plan.session.cut_order.clone(),
        notes_to_user: note::joined([
            note::fatigue(&plan.fatigue_policy, setting.locale),
            plan.notes.clone(),
        ]),
        sets: sets(plan, setting),
        post_workout: PostWorkout::default(),
    })
}

/// One exercise while its sets are counted out.
struct Source<'a> {
    item: Item<'a>,
    slug: String,
    ramp: Vec<RampSet>,
    rir: Option<u32>,
    loads: (Option<Grams>, Option<Grams>),
}

/// Every set of a plan in the order in which it is done.
pub fn sets(plan: &AnalyzerPlan, setting: &Setting<'_>) -> Vec<WorkoutSet> {
    let sources = sources(plan, setting);
    let items: Vec<Item<'_>> = sources.iter().map(|source| source.item).collect();
    let mut sets: Vec<WorkoutSet> = vec![];
    for ((index, source), partner) in sources.iter().enumerate().zip(partners(&items)) {
        match partner {
            // It was told with its partner.
            Some(other) if other < index => (),
            Some(other) => pair(source, &sources[other], plan, &mut sets),
            None => {
                sets.extend(source.ramp_sets(plan));
                let all = 1..=source.item.planned.working_sets;
                sets.extend(all.map(|number| source.working_set(number, source.item.planned.rest_s, plan)));
            }
        }
    }
    for (order, set) in (1..).zip(&mut sets) {
        set.order = order;
    }
    sets
}

fn sources<'a>(plan: &'a AnalyzerPlan, setting: &Setting<'a>) -> Vec<Source<'a>> {
    let items = items(setting.library, &plan.exercise_plan);
    let ramps = ramps(&items, &plan.meta, setting.iron);
    let mut ids = id::SetIds::default();
    let sources = items.into_iter().zip(ramps).map(|(item, ramp)| Source {
        slug: ids.slug(&item.exercise.short_code),
        ramp,
        rir: item.planned.targets.rir.map(|rir| (rir + plan.fatigue_policy.rir_shift).min(4)),
        loads: item.final_loads(plan.meta.units.into()),
        item,
    });
    sources.collect()
}

/// L-16: a1 b1 a2 b2; the extra sets of the longer one follow with its own rest.
fn pair(one: &Source<'_>, other: &Source<'_>, plan: &AnalyzerPlan, sets: &mut Vec<WorkoutSet>) {
    sets.extend(one.ramp_sets(plan).chain(other.ramp_sets(plan)));
    let counts = [one, other].map(|source| source.item.planned.working_sets);
    let rounds = counts[0].min(counts[1]);
    for number in 1..=counts[0].max(counts[1]) {
        for (source, count) in [one, other].into_iter().zip(counts).filter(|(_, count)| number <= *count) {
            let is_extra = number > rounds && count > rounds;
            let rest = if is_extra { source.item.own_rest_s(&plan.meta) } else { source.item.planned.rest_s };
            sets.push(source.working_set(number, rest, plan));
        }
    }
}

impl Source<'_> {
    fn blank(&self) -> WorkoutSet {
        let planned = self.item.planned;
        WorkoutSet {
            id: String::new(),
            tier: planned.tier,
            must: matches!(planned.tier, SessionTier::W | SessionTier::A),
            superset: planned.superset.clone(),
            order: 0,
            exercise: planned.exercise.clone(),
            equipment: planned.equipment.clone(),
            target_reps: None,
            target_weight: None,
            rir: None,
            rest_s: 0,
            actual_weight: None,
            actual_reps: None,
            notes: None,
        }
    }

    fn ramp_sets<'s>(&'s self, plan: &'s AnalyzerPlan) -> impl Iterator<Item = WorkoutSet> + 's {
        (1..).zip(&self.ramp).map(|(number, step)| WorkoutSet {
            id: id::ramp(self.item.planned.tier, &self.slug, number),
            target_reps: Some(TargetReps(Reps::count(step.reps))),
            target_weight: Some(Number::of_load(step.load, plan.meta.units.into())),
            rest_s: step.rest_s,
            ..self.blank()
        })
    }

    fn working_set(&self, number: u32, rest_s: u32, plan: &AnalyzerPlan) -> WorkoutSet {
        let (first, later) = self.loads;
        let load = if number == 1 { first } else { later };
        WorkoutSet {
            id: id::working(self.item.planned.tier, &self.slug, number),
            target_reps: Some(TargetReps(self.item.planned.targets.rep_range)),
            target_weight: load.map(|load| Number::of_load(load, plan.meta.units.into())),
            rir: self.rir,
            rest_s,
            notes: self.item.planned.notes.clone().filter(|_| number == 1),
            ..self.blank()
        }
    }
}
