//! L-14: what an athlete has shown of an exercise, and which loads follow from it.
//!
//! Works on single exercises, whoever put them into a plan, so that a validator asks the same as the planner.

use domain::{
    exercise::Exercise,
    grid::Grid,
    quantity::{Grams, Rpe},
};
use training::{
    input::{HistoryExercise, HistorySet},
    library::Place,
    load::{
        Sense,
        assign::{Assignment, PlanLoad, Sources, Target, assign},
        baseline::{BaselineContext, baseline_load},
        estimate::{Evidence, PastSet, Range, Window, reserve},
        hint::{Body, Donor},
        layer::{FatigueLayer, Layers},
    },
    prescribe::{block::EffortContext, goal::set_range},
    tuning::MainStyle,
};

use super::Context;

/// The loads of an exercise today.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Of the first set, before the cap.
    pub target: Option<Grams>,
    /// Of the others, if it differs.
    pub backoff: Option<Grams>,
    /// Not to be passed today.
    pub cap: Option<Grams>,
    /// Whether the target was only guessed.
    pub is_estimated: bool,
}

/// How far a policy holds back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restraint {
    /// Reps more in reserve.
    pub rir_shift: i64,
    /// Most percent of a recent best.
    pub cap_pct: i64,
}

/// More than any athlete lifts, in percent of a recent best: the cap stands beside the target, not in it.
const NO_CAP_PCT: i64 = 10_000;

impl<'a> Context<'a> {
    /// What the policy of this request takes away.
    pub fn restraint(&self) -> Restraint {
        let policy = &self.prepared.policy;
        Restraint { rir_shift: i64::from(policy.rir_shift), cap_pct: policy.load_cap_pct.0.0 }
    }

    /// What efforts follow from.
    pub fn effort(&self) -> EffortContext {
        EffortContext {
            goal: self.request.goal,
            training_age: self.request.age,
            block: self.request.block,
            is_first_stage: self.request.stage.effective == 0,
        }
    }

    /// The effort of today.
    pub fn rpe(&self, exercise: &Exercise, is_main: bool, is_estimated: bool) -> Rpe {
        let isolation = !is_main && !exercise.is_compound;
        self.effort().rpe(isolation, is_estimated, &self.request.layers, self.request.tuning())
    }

    /// The grid of an exercise; none when it takes no load.
    pub fn grid(&self, exercise: &Exercise) -> Option<&Grid> {
        self.iron.grid_for(exercise)
    }

    /// What the performed sets of an exercise say for a range (LD-4, LD-7).
    pub fn evidence(&self, place: Place, range: Range) -> Evidence {
        let input = self.request.input;
        let window = Window { now: input.now, days: input.tuning.e1rm_days, bodyweight: input.bodyweight };
        let tries = self.request.history.tries(place);
        let sets = tries.flat_map(|(past, tried)| {
            let moved = tried.sets.iter().any(HistorySet::is_performed);
            tried
                .sets
                .iter()
                .filter(|set| set.is_tried())
                .map(move |set| past_set(tried, set, moved, past.entry.ended_at))
        });
        Evidence::of(self.library().exercise(place), range, sets, &window)
    }

    /// Whether a person, the plan or a baseline knows a load.
    pub fn is_told(&self, place: Place) -> bool {
        let item = self.request.items.get(&place);
        item.is_some_and(|item| item.target_load.is_some() || item.override_load.is_some())
            || self.baseline(place).is_some()
    }

    /// The loads of an exercise for a range, as a main or an accessory.
    pub fn figures(&self, place: Place, range: Range, is_main: bool, restraint: Restraint) -> Figures {
        let exercise = self.library().exercise(place);
        let Some(grid) = self.grid(exercise) else { return unloaded(exercise) };
        let sense = Sense::of(exercise);
        let evidence = self.evidence(place, range);
        let assigned = self.assigned(place, range, is_main, restraint, evidence);
        let hint = assigned.hint.map(|hint| hint.load);
        let best = evidence.recent_best;
        // Where nothing of the range was shown and nobody told a load, the guess of LD-5 is the most (L-23).
        let guess =
            if best.is_none() && !self.is_told(place) { self.estimate(place, range, is_main) } else { None };
        let near = best.map(|best| sense.percent(best, self.request.tuning().load_cap_pct));
        let within = |load: Grams| {
            let limits = near.into_iter().chain(guess).chain(evidence.hold());
            limits.fold(load, |load, limit| sense.easier(load, limit))
        };
        let fit = |load: Grams| sense.fit(grid, load).load;
        let target = assigned.load.or(hint).map(|load| fit(within(load)));
        let backoff = assigned.backoff.map(|load| fit(within(load)));
        Figures {
            target,
            backoff: backoff
                .zip(target)
                .map(|(load, top)| sense.easier(load, top))
                .filter(|&load| Some(load) != target),
            cap: best.map(|best| fit(sense.percent(best, restraint.cap_pct))),
            is_estimated: assigned.load.is_none() && assigned.is_estimated(),
        }
    }

    fn assigned(
        &self,
        place: Place,
        range: Range,
        is_main: bool,
        restraint: Restraint,
        evidence: Evidence,
    ) -> Assignment {
        let exercise = self.library().exercise(place);
        let tuning = self.request.tuning();
        let has_backoff = is_main && tuning.main_style == MainStyle::TopBackoff;
        let target = Target {
            range,
            reserve: reserve(self.effort().usual_rpe(!is_main && !exercise.is_compound)),
            backoff_pct: has_backoff.then(|| self.request.goal.backoff_pct()),
        };
        let fatigue = FatigueLayer { rir_shift: restraint.rir_shift, load_cap_pct: NO_CAP_PCT };
        let layers = Layers { fatigue: Some(fatigue), ..self.request.layers };
        let is_known = self.is_told(place) || evidence.best.is_some();
        let donors = if is_known { vec![] } else { self.donors(place) };
        let item = self.request.items.get(&place);
        let sources = Sources {
            over: item.and_then(|item| item.override_load),
            plan_item: item.and_then(|item| {
                let range = item.rep_low.zip(item.rep_high).map(|(low, high)| Range::new(low, high));
                Some(PlanLoad { load: item.target_load?, range })
            }),
            evidence,
            baseline: self.baseline(place),
            donors: &donors,
            body: Body {
                weight: self.request.input.bodyweight,
                sex: self.request.input.sex,
                training_age: self.request.age,
            },
        };
        assign(exercise, self.grid(exercise), &target, &sources, &layers, tuning)
    }

    /// LD-5: the most that may be guessed for an exercise without history.
    pub fn estimate(&self, place: Place, range: Range, is_main: bool) -> Option<Grams> {
        let none = Restraint { rir_shift: 0, cap_pct: NO_CAP_PCT };
        let assigned = self.assigned(place, range, is_main, none, Evidence::default());
        assigned.hint.map(|hint| hint.load)
    }

    fn baseline(&self, place: Place) -> Option<Grams> {
        let exercise = self.library().exercise(place);
        let wanted = BaselineContext::of(self.request.goal);
        baseline_load(&self.request.input.baselines, &exercise.id, Sense::of(exercise), wanted)
    }

    /// LD-5: exercises with a known load and a shared primary, by key.
    fn donors(&self, place: Place) -> Vec<Donor<'a>> {
        let library = self.library();
        let primaries = library.traits(place).primaries;
        let done =
            self.request.history.sessions.iter().flat_map(|past| past.done.iter().map(|(place, _)| *place));
        let based = self.request.input.baselines.iter().filter_map(|one| library.find(one.exercise.as_str()));
        let mut known: Vec<Place> = done
            .chain(based)
            .filter(|&other| !library.traits(other).primaries.and(primaries).is_empty())
            .collect();
        known.sort_unstable();
        known.dedup();
        known.into_iter().filter_map(|other| self.donor(other)).collect()
    }

    fn donor(&self, place: Place) -> Option<Donor<'a>> {
        let exercise = self.library().exercise(place);
        let is_main = exercise.is_main_lift_eligible;
        let range = set_range(exercise, is_main, self.request.goal);
        let reserve = reserve(self.effort().usual_rpe(!is_main && !exercise.is_compound));
        let best = self.evidence(place, range).best;
        let load = best.map(|best| best.history_load(range, reserve)).or_else(|| self.baseline(place))?;
        (load > Grams::ZERO).then_some(Donor { exercise, load })
    }
}

/// L-14: a body without added load is 0; holds, bands and the like have none.
fn unloaded(exercise: &Exercise) -> Figures {
    let is_body = exercise.load_semantics == domain::exercise::LoadSemantics::Bodyweight;
    Figures { target: is_body.then_some(Grams::ZERO), ..Figures::default() }
}

fn past_set(tried: &HistoryExercise, set: &HistorySet, moved: bool, at: domain::time::Instant) -> PastSet {
    PastSet {
        at,
        deload: false,
        amount: set.amount().unwrap_or(0),
        // Beside a load that moved, one that did not is a failure, but not what was lifted.
        load: set.load_g.filter(|_| set.is_performed() || !moved),
        rpe: set.rpe,
        low: tried.rep_low,
        rpe_target: tried.target_rpe,
        stopped_for_pain: tried.stopped_for_pain,
    }
}
