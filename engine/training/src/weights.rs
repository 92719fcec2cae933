//! The loads of a session: what the history, the plan and the baselines say of each exercise, prescribed at the end.

use std::cell::{Cell, OnceCell};

use domain::{quantity::Grams, time::Instant};

use crate::{
    draft::Role,
    input::{HistoryExercise, HistorySet},
    library::Place,
    load::{
        Sense,
        assign::{PlanLoad, Sources},
        baseline::{BaselineContext, baseline_load},
        estimate::{Evidence, PastSet, Range, Window, reserve},
        hint::{Body, Donor},
        iron::Iron,
        ramp::RampKind,
    },
    prescribe::{Day, Item, Prescribed, block::EffortContext, goal::set_range, prescribe},
    request::Request,
    session::is_heavy_load,
    timebox::Planned,
};

/// Everything that loads are assigned from.
pub(crate) struct Loads<'r, 'a> {
    request: &'r Request<'a>,
    day: Day<'r>,
    /// Exercises of which something is known; gathered when the first hint is needed.
    known: OnceCell<Vec<Place>>,
    /// The first main that was asked about last, and whether it is heavy: its sets do not matter for that.
    heavy: Cell<Option<(Place, bool)>>,
}

impl<'r, 'a> Loads<'r, 'a> {
    /// The loads of a request with this iron.
    pub(crate) fn new(request: &'r Request<'a>, iron: &'r Iron) -> Self {
        let effort = EffortContext {
            goal: request.goal,
            training_age: request.age,
            block: request.block,
            is_first_stage: request.stage.effective == 0,
        };
        let day = Day { effort, layers: request.layers, iron, tuning: request.tuning() };
        Self { request, day, known: OnceCell::new(), heavy: Cell::new(None) }
    }

    /// TM-1: whether the first main is heavy enough for a longer ramp.
    pub(crate) fn is_heavy(&self, session: &[Planned]) -> bool {
        let Some(main) = session.iter().find(|planned| planned.role == Role::Main) else { return false };
        match self.heavy.get() {
            Some((place, is_heavy)) if place == main.place => is_heavy,
            _ => {
                let is_heavy = is_heavy_load(self.prescribe_one(main.place, Role::Main, 1, None).load.load);
                self.heavy.set(Some((main.place, is_heavy)));
                is_heavy
            }
        }
    }

    /// RX, LD: what each exercise of the final session asks for.
    pub(crate) fn prescribe(&self, session: &[Planned]) -> Vec<Prescribed> {
        let mut warmed = vec![];
        let prescribed = session.iter().map(|planned| {
            let pattern = self.request.library.traits(planned.place).dominant;
            let sets = u32::try_from(planned.sets).unwrap_or(0);
            let ramp = match (planned.role, warmed.is_empty(), warmed.contains(&pattern)) {
                (Role::Accessory, ..) | (_, false, true) => None,
                (Role::Main, true, _) => Some(RampKind::First),
                (Role::Main, false, false) => Some(RampKind::Further),
            };
            let prescribed = self.prescribe_one(planned.place, planned.role, sets, ramp);
            if planned.role == Role::Main && prescribed.load.load.is_some() {
                warmed.push(pattern);
            }
            prescribed
        });
        prescribed.collect()
    }

    fn prescribe_one(&self, place: Place, role: Role, sets: u32, ramp: Option<RampKind>) -> Prescribed {
        let exercise = self.request.library.exercise(place);
        let is_main = role == Role::Main;
        let range = set_range(exercise, is_main, self.request.goal);
        let item = self.request.items.get(&place);
        let baseline = self.baseline(place);
        let evidence = self.evidence(place, range);
        let known = item.is_some_and(|item| item.target_load.is_some() || item.override_load.is_some())
            || evidence.best.is_some()
            || baseline.is_some();
        let donors = if known { vec![] } else { self.donors(place) };
        let sources = Sources {
            over: item.and_then(|item| item.override_load),
            plan_item: item.and_then(|item| {
                let range = item.rep_low.zip(item.rep_high).map(|(low, high)| Range::new(low, high));
                Some(PlanLoad { load: item.target_load?, range })
            }),
            evidence,
            baseline,
            donors: &donors,
            body: Body {
                weight: self.request.input.bodyweight,
                sex: self.request.input.sex,
                training_age: self.request.age,
            },
        };
        prescribe(&Item { exercise, is_main, sets, sources, ramp }, &self.day)
    }

    fn baseline(&self, place: Place) -> Option<Grams> {
        let exercise = self.request.library.exercise(place);
        let wanted = BaselineContext::of(self.request.goal);
        baseline_load(&self.request.input.baselines, &exercise.id, Sense::of(exercise), wanted)
    }

    /// LD-4: what the performed sets of an exercise say.
    fn evidence(&self, place: Place, range: Range) -> Evidence {
        let input = self.request.input;
        let window = Window { now: input.now, days: input.tuning.e1rm_days, bodyweight: input.bodyweight };
        let exercise = self.request.library.exercise(place);
        let tries = self.request.history.tries(place);
        let sets = tries.flat_map(|(past, tried)| past_sets(tried, past.entry.ended_at));
        Evidence::of(exercise, range, sets, &window)
    }

    /// LD-5: the exercises with a load by their history or a baseline that share a primary with this one, by key.
    fn donors(&self, place: Place) -> Vec<Donor<'a>> {
        let library = self.request.library;
        let primaries = library.traits(place).primaries;
        let shares = |other: &&Place| !library.traits(**other).primaries.and(primaries).is_empty();
        self.known().iter().filter(shares).filter_map(|&other| self.donor(other)).collect()
    }

    /// The exercises that were done or have a baseline, by key.
    fn known(&self) -> &[Place] {
        self.known.get_or_init(|| {
            let request = self.request;
            let done =
                request.history.sessions.iter().flat_map(|past| past.done.iter().map(|(place, _)| *place));
            let based =
                request.input.baselines.iter().filter_map(|b| request.library.find(b.exercise.as_str()));
            let mut known: Vec<Place> = done.chain(based).collect();
            known.sort_unstable();
            known.dedup();
            known
        })
    }

    fn donor(&self, place: Place) -> Option<Donor<'a>> {
        let exercise = self.request.library.exercise(place);
        let is_main = exercise.is_main_lift_eligible;
        let range = set_range(exercise, is_main, self.request.goal);
        let evidence = self.evidence(place, range);
        let rpe = self.day.effort.usual_rpe(!is_main && !exercise.is_compound);
        let history = evidence.best.map(|best| best.history_load(range, reserve(rpe)));
        let load = history.or_else(|| self.baseline(place))?;
        (load > Grams::ZERO).then_some(Donor { exercise, load })
    }
}

/// The working sets of an exercise in a session that ended `at`.
fn past_sets(tried: &HistoryExercise, at: Instant) -> impl Iterator<Item = PastSet> {
    // Beside a load that moved, one that did not is a failure, but not what was lifted.
    let has_moved = tried.sets.iter().any(HistorySet::is_performed);
    tried.sets.iter().filter(|set| set.is_tried()).map(move |set| PastSet {
        at,
        deload: false,
        amount: set.amount().unwrap_or(0),
        load: set.load_g.filter(|_| set.is_performed() || !has_moved),
        rpe: set.rpe,
        low: tried.rep_low,
        rpe_target: tried.target_rpe,
        stopped_for_pain: tried.stopped_for_pain,
    })
}
