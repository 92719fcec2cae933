//! Prescription: reps, effort, rest, load and warm-up of one exercise in one session (RX-1..RX-8, TM-1).
//!
//! Read in this order: [`goal`] says how many reps, [`block`] how hard and how many sets, [`time`] how long it takes,
//! [`deload`] when a lighter week should come early; [`prescribe`] puts them together with the load.

pub mod block;
pub mod deload;
pub mod goal;
pub mod time;

use domain::{
    exercise::{Exercise, Measure},
    quantity::{Grams, Rpe},
    reason::Reason,
};

use crate::{
    load::{
        assign::{Assignment, Sources, Target, assign},
        estimate::{Range, reserve},
        iron::Iron,
        layer::Layers,
        plates::Loading,
        ramp::{RampKind, RampSet, ramp},
    },
    tuning::{MainStyle, Tuning},
};
use block::EffortContext;
use goal::set_range;

/// What all exercises of a session share.
#[derive(Debug, Clone, Copy)]
pub struct Day<'a> {
    /// Goal, experience, week and stage.
    pub effort: EffortContext,
    /// What makes today lighter.
    pub layers: Layers,
    /// What can be put on the bar.
    pub iron: &'a Iron,
    /// The numbers.
    pub tuning: &'a Tuning,
}

/// One exercise of a session, before it is prescribed.
#[derive(Debug, Clone, Copy)]
pub struct Item<'a> {
    /// Which exercise.
    pub exercise: &'a Exercise,
    /// Whether it is a main of the session.
    pub is_main: bool,
    /// Working sets, after allocation and layers.
    pub sets: u32,
    /// What is known about its load.
    pub sources: Sources<'a>,
    /// How it is warmed up to: the first main fully, a further one with another pattern briefly (LD-8).
    pub ramp: Option<RampKind>,
}

/// What an exercise asks for today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prescribed {
    /// Working sets.
    pub sets: u32,
    /// Whether the range counts reps, seconds or meters.
    pub measure: Measure,
    /// The range; a set ends at its high or at the effort, whichever comes first.
    pub range: Range,
    /// What a new item aims at in each set: the range's low, more only in back-off sets.
    pub backoff_amount: u32,
    /// Effort wanted.
    pub rpe: Rpe,
    /// Seconds of rest after each set.
    pub rest_s: u32,
    /// Seconds of work of each set.
    pub work_s: u32,
    /// Load, source, confidence, hint, and why.
    pub load: Assignment,
    /// Warm-up sets, lightest first.
    pub ramp: Vec<RampSet>,
    /// What goes on each side of the bar for the load, or for the hint.
    pub plates: Option<Loading>,
}

impl Prescribed {
    /// The load of the working set with this index, from 0.
    pub fn load_of(&self, set: u32) -> Option<Grams> {
        let later = self.load.backoff.filter(|_| set > 0);
        later.or(self.load.load)
    }

    /// The reps, seconds or meters that a new item aims at in the working set with this index, from 0.
    pub fn amount_of(&self, set: u32) -> u32 {
        if set == 0 { self.range.low } else { self.backoff_amount }
    }

    /// Everything that changed the prescription, and what to know about its load.
    pub fn reasons(&self) -> impl Iterator<Item = &Reason> {
        self.load.reasons.iter().chain(&self.load.warnings)
    }
}

/// The range of an exercise in this session, for which its evidence is gathered.
pub fn range_of(exercise: &Exercise, is_main: bool, day: &Day<'_>) -> Range {
    set_range(exercise, is_main, day.effort.goal)
}

/// Prescribes one exercise. Its sets are given: by allocation in intent mode, by [`block::template_sets`] in template
/// mode.
pub fn prescribe(item: &Item<'_>, day: &Day<'_>) -> Prescribed {
    let Item { exercise, is_main, sets, ref sources, .. } = *item;
    let Day { ref effort, ref layers, iron, tuning } = *day;
    let range = range_of(exercise, is_main, day);
    let is_isolation_accessory = !is_main && !exercise.is_compound;
    let has_backoff = is_main && tuning.main_style == MainStyle::TopBackoff;

    let grid = iron.grid_for(exercise);
    // The load is for the effort of a usual day: what makes today lighter acts on the load itself, once (LD-6).
    let target = Target {
        range,
        reserve: reserve(effort.usual_rpe(is_isolation_accessory)),
        backoff_pct: has_backoff.then(|| effort.goal.backoff_pct()),
    };
    let load = assign(exercise, grid, &target, sources, layers, tuning);
    let shown = load.load.or(load.hint.map(|hint| hint.load));
    Prescribed {
        sets,
        measure: exercise.measure,
        range,
        backoff_amount: if has_backoff {
            range.high.min(range.low + effort.training_age as u32)
        } else {
            range.low
        },
        rpe: effort.rpe(is_isolation_accessory, load.is_estimated(), layers, tuning),
        rest_s: time::rest_s(exercise, is_main, range),
        work_s: time::work_s(exercise, range),
        ramp: item.ramp.zip(grid).map_or_else(Vec::new, |(kind, grid)| ramp(exercise, grid, load.load, kind)),
        plates: shown.and_then(|shown| iron.plates_per_side(exercise, shown)),
        load,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{
        assign::{Confidence, LoadSource, PlanLoad},
        estimate::{
            Evidence,
            tests::{evidence, set},
        },
        hint::{Body, Sex},
        tests::{bench, exercise, kg},
    };
    use block::BlockWeek;
    use domain::{
        exercise::{Implement, LoadSemantics, TrainingAge},
        quantity::MassUnit,
        reason::ReasonCode,
    };
    use goal::Goal;

    fn sources() -> Sources<'static> {
        let body = Body { weight: Some(kg(80)), sex: Sex::Male, training_age: TrainingAge::Intermediate };
        Sources {
            over: None,
            plan_item: None,
            evidence: Evidence::default(),
            baseline: None,
            donors: &[],
            body,
        }
    }

    fn main_lift<'a>(exercise: &'a Exercise, sources: Sources<'a>) -> Item<'a> {
        Item { exercise, is_main: true, sets: 4, sources, ramp: Some(RampKind::First) }
    }

    fn on(week: u32, layers: Layers, tuning: &Tuning) -> Day<'_> {
        let effort = EffortContext {
            goal: Goal::Hypertrophy,
            training_age: TrainingAge::Intermediate,
            block: BlockWeek { week, length: 3, deload: week == 3 },
            is_first_stage: false,
        };
        Day { effort, layers, iron: Iron::standard(MassUnit::Kg), tuning }
    }

    fn planned(load: Grams) -> Sources<'static> {
        Sources { plan_item: Some(PlanLoad { load, range: None }), ..sources() }
    }

    #[test]
    fn rx_3_a_main_of_the_plan_is_prescribed_straight() {
        let tuning = Tuning::default();
        let bench = bench();
        let today =
            prescribe(&main_lift(&bench, planned(Grams(102_500))), &on(2, Layers::default(), &tuning));
        assert_eq!((today.sets, today.range, today.rpe.tenths()), (4, Range::new(6, 10), 85));
        assert_eq!((today.rest_s, today.work_s), (180, 60));
        assert_eq!((today.load_of(0), today.load_of(3)), (Some(Grams(102_500)), Some(Grams(102_500))));
        assert_eq!((today.amount_of(0), today.amount_of(3)), (6, 6));
        assert_eq!(today.load.source, Some(LoadSource::PlanItem));
        assert_eq!(
            today.ramp.iter().map(|set| set.load).collect::<Vec<_>>(),
            [kg(50), Grams(72_500), kg(85)]
        );
        let plates: Vec<_> = today.plates.unwrap().plates.iter().map(ToString::to_string).collect();
        assert_eq!(plates, ["25", "15", "1.25"]);
    }

    #[test]
    fn rx_3_a_top_set_is_followed_by_lighter_ones() {
        let tuning = Tuning { main_style: MainStyle::TopBackoff, ..Tuning::default() };
        let bench = bench();
        let today = prescribe(&main_lift(&bench, planned(kg(100))), &on(2, Layers::default(), &tuning));
        assert_eq!((today.load_of(0), today.load_of(1)), (Some(kg(100)), Some(Grams(87_500))));
        assert_eq!((today.amount_of(0), today.amount_of(1)), (6, 7));
    }

    #[test]
    fn rx_4_a_guessed_load_caps_the_effort_and_is_no_load() {
        let tuning = Tuning::default();
        let bench = bench();
        let today = prescribe(&main_lift(&bench, sources()), &on(2, Layers::default(), &tuning));
        assert_eq!((today.load_of(0), today.rpe.tenths()), (None, 70));
        assert_eq!(today.load.confidence, Some(Confidence::Low));
        assert_eq!(
            today.reasons().map(|reason| reason.code).collect::<Vec<_>>(),
            [ReasonCode::LoadEstimated]
        );
        assert_eq!(today.ramp, []);
        // The hint of 50 kg is worth showing with its plates.
        assert_eq!(today.plates.unwrap().plates.len(), 1);
    }

    #[test]
    fn rx_6_the_deload_lightens_load_and_effort_once() {
        let tuning = Tuning::default();
        let bench = bench();
        let deload = Layers { deload: true, readiness: 1, ..Layers::default() };
        let known = Sources { evidence: evidence(&[set(5, kg(200), 8)]), ..sources() };
        let today = prescribe(&main_lift(&bench, known), &on(3, deload, &tuning));
        assert_eq!((today.load_of(0), today.rpe.tenths()), (Some(kg(150)), 55));
    }

    #[test]
    fn rx_8_a_tired_day_lightens_the_load_of_a_usual_one() {
        let tuning = Tuning::default();
        let bench = bench();
        let known = Sources { evidence: evidence(&[set(5, kg(100), 8)]), ..sources() };
        let tired = Layers { readiness: 2, ..Layers::default() };
        // The usual RPE 70 means 3 in reserve and 92.7 kg; readiness 2 takes 5 % of it, not another rep: 88.05 kg.
        let today = prescribe(&main_lift(&bench, known), &on(0, tired, &tuning));
        assert_eq!((today.load_of(0), today.rpe.tenths()), (Some(Grams(87_500)), 65));
    }

    #[test]
    fn rx_5_a_hold_has_seconds_and_no_load() {
        let tuning = Tuning::default();
        let plank = exercise(|exercise| {
            exercise.implement = Implement::Bodyweight;
            exercise.load_semantics = LoadSemantics::Timed;
            exercise.measure = Measure::Seconds;
            (exercise.rep_min, exercise.rep_max) = (20, 45);
            exercise.time_per_set_s = Some(45);
            exercise.is_compound = false;
        });
        let item = Item { is_main: false, ramp: None, ..main_lift(&plank, sources()) };
        let today = prescribe(&item, &on(0, Layers::default(), &tuning));
        assert_eq!((today.measure, today.range), (Measure::Seconds, Range::new(20, 45)));
        assert_eq!((today.work_s, today.rest_s), (45, 60));
        assert_eq!(today.load, Assignment::default());
    }
}
