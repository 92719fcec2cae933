//! Loads: on the grid, from a source, and never above what failure, evidence and deload allow (checks 11, 12).

use domain::{
    exercise::{Exercise, ExerciseKey, LoadSemantics, Measure},
    grid::Grid,
    law::Valid,
    prescription::SetType,
    quantity::{Grams, MassUnit},
    reason::ReasonCode,
};

use super::{
    Case, Report, Shown, div_round, div_up,
    facts::{Facts, Range},
    past::{is_performed, is_working},
    time::range,
};
use crate::{
    input::{HistoryExercise, HistorySet},
    load::{assign::LoadSource, baseline::BaselineContext, iron::Iron},
    output::WorkoutSet,
    tuning::MainStyle,
};

/// Check 11.
pub(super) fn loads(case: &Case<'_>, report: &mut Report) {
    // LD-2 asks for one grid function for all chapters, so this one is shared with the engine.
    let inventory = case.facts.input.inventory.clone().and_then(|inventory| Valid::new(inventory).ok());
    let unit = case.facts.input.units.unwrap_or(MassUnit::Kg);
    let iron = Iron::new(unit, inventory.as_ref(), &case.facts.input.constraints.available_equipment);
    for shown in case.session() {
        let source = shown.shown.load_source;
        for set in shown.working() {
            report.require(set.load.is_some() == source.is_some(), "LD-1", Some(shown.key()), || {
                format!("has the load {:?} from the source {source:?}", set.load)
            });
        }
        let (Some(source), Some(load)) = (source, shown.working().find_map(|set| set.load)) else { continue };
        match iron.grid_for(shown.exercise) {
            None => report.add("LD-2", Some(shown.key()), format!("takes no load, but has {} g", load.0)),
            Some(grid) => {
                let lift = Lift { case, shown, grid, source, load, evidence: Evidence::of(case, shown) };
                lift.on_grid(report);
                lift.backed(report);
                lift.within_limits(report);
                lift.deloaded(report);
            }
        }
    }
}

/// An exercise of the session with a load.
struct Lift<'a> {
    case: &'a Case<'a>,
    shown: Shown<'a>,
    grid: &'a Grid,
    source: LoadSource,
    /// Of the first working set.
    load: Grams,
    evidence: Evidence,
}

impl Lift<'_> {
    fn key(&self) -> &ExerciseKey {
        self.shown.key()
    }

    fn is_assisted(&self) -> bool {
        self.shown.exercise.load_semantics == LoadSemantics::Assistance
    }

    /// Whether a load is harder than a limit, as both are read off the iron.
    fn is_harder(&self, load: Grams, limit: Grams) -> bool {
        let (load, limit) = (load.display(self.grid.unit()), limit.display(self.grid.unit()));
        if self.is_assisted() { load < limit } else { load > limit }
    }

    /// So many percent of the effort of a load.
    fn percent(&self, load: Grams, percent: i64) -> Grams {
        if self.is_assisted() {
            Grams(div_up(load.0 * 100, percent))
        } else {
            Grams((load.0 * percent).div_euclid(100))
        }
    }

    fn easier(&self, one: Grams, other: Grams) -> Grams {
        if self.is_assisted() { one.max(other) } else { one.min(other) }
    }

    /// The load that a person or the plan named.
    fn named(&self) -> Option<Grams> {
        let item = self.case.facts.item(self.key())?;
        match self.source {
            LoadSource::Override => item.override_load,
            LoadSource::PlanItem => item.target_load,
            LoadSource::History | LoadSource::Baseline => None,
        }
    }

    /// LD-2: every load can be put together, unless it is used as it was said; sets have one load (LD-6).
    fn on_grid(&self, report: &mut Report) {
        let backs_off = self.shown.is_main() && self.case.facts.tuning().main_style == MainStyle::TopBackoff;
        for load in self.shown.working().filter_map(|set| set.load) {
            report.require(load >= Grams::ZERO, "LD-2", Some(self.key()), || format!("{} g", load.0));
            let unit = self.grid.unit();
            let exact = Grams::from_display(load.display(unit), unit) == load && self.grid.holds(load);
            report.require(exact || Some(load) == self.named(), "LD-2", Some(self.key()), || {
                format!("{} g cannot be put together", load.0)
            });
            let allowed = if backs_off { !self.is_harder(load, self.load) } else { load == self.load };
            report.require(allowed, "LD-6", Some(self.key()), || {
                format!("{} g after a first set of {} g", load.0, self.load.0)
            });
        }
    }

    /// LD-1: the source that is named has a load to give.
    fn backed(&self, report: &mut Report) {
        let exists = match self.source {
            LoadSource::Override | LoadSource::PlanItem => self.named().is_some(),
            LoadSource::History => self.evidence.best_e1rm.is_some(),
            LoadSource::Baseline => baseline(&self.case.facts, self.shown.exercise).is_some(),
        };
        report.require(exists, "LD-1", Some(self.key()), || {
            format!("{} g come from the source {:?}, which has none", self.load.0, self.source)
        });
    }

    /// LD-4, LD-7, VF-6: not above a failed load, 1.05 of the recent best, or what was named. A person may.
    fn within_limits(&self, report: &mut Report) {
        let estimated = matches!(self.source, LoadSource::History | LoadSource::Baseline);
        let held = self.evidence.held().filter(|_| self.source != LoadSource::Override);
        let capped = self.cap().filter(|_| estimated && !self.case.facts.deload);
        let limits =
            [(held, "LD-7", "failed"), (capped, "LD-4", "recent best"), (self.named(), "LD-1", "named")];
        for (limit, spec, what) in limits {
            let Some(limit) = limit else { continue };
            report.require(
                !self.is_harder(self.load, limit) || self.iron_ends(),
                spec,
                Some(self.key()),
                || {
                    format!(
                        "{} g, expected nothing harder than the {what} load of {} g",
                        self.load.0, limit.0
                    )
                },
            );
        }
    }

    /// LD-2: nothing easier can be put together, and the athlete is told.
    fn iron_ends(&self) -> bool {
        let (end, code) = if self.is_assisted() {
            (self.grid.heaviest(), ReasonCode::LoadCeiling)
        } else {
            (self.grid.lightest(), ReasonCode::LoadFloor)
        };
        let mut warnings = self.case.selection().warnings.iter();
        let said =
            warnings.any(|warning| warning.exercise_id.as_ref() == Some(self.key()) && warning.code == code);
        self.load == end && said
    }

    fn cap(&self) -> Option<Grams> {
        Some(self.percent(self.evidence.recent_best?, self.case.facts.tuning().load_cap_pct))
    }

    /// LD-6: a deload is three quarters of the last accumulation load, brought to the grid once.
    fn deloaded(&self, report: &mut Report) {
        let facts = &self.case.facts;
        if !facts.deload {
            return;
        }
        let base = match self.source {
            LoadSource::Override | LoadSource::PlanItem => self.named(),
            LoadSource::History => self.evidence.last_load,
            LoadSource::Baseline => {
                let kept = baseline(facts, self.shown.exercise).map(|(load, pct)| self.percent(load, pct));
                kept.map(|kept| self.cap().map_or(kept, |cap| self.easier(kept, cap)))
            }
        };
        let Some(base) = base else { return };
        let mut exact = self.percent(base, load_pct(facts));
        if let Some(held) = self.evidence.held().filter(|_| self.source != LoadSource::Override) {
            exact = self.easier(exact, held);
        }
        let expected = if self.is_assisted() { self.grid.ceil(exact) } else { self.grid.floor(exact) };
        let as_said = Some(exact) == self.named() && self.load == exact;
        report.require(self.load == expected || as_said, "LD-6", Some(self.key()), || {
            format!("{} g in a deload from {} g, expected {} g", self.load.0, base.0, expected.0)
        });
    }
}

/// LD-6: the smallest factor of the day, in percent.
fn load_pct(facts: &Facts<'_>) -> i64 {
    let tuning = facts.tuning();
    let row = usize::from(facts.readiness).checked_sub(1).and_then(|row| tuning.readiness.get(row));
    let tired = row.map_or(100, |row| row.load_pct);
    let deload = if facts.deload { tuning.deload.load_pct } else { 100 };
    let returning = if facts.is_returning() { 90 } else { 100 };
    tired.min(deload).min(returning)
}

/// LD-3: the load of the fitting baseline, and percent of it that count in today's context.
fn baseline(facts: &Facts<'_>, exercise: &Exercise) -> Option<(Grams, i64)> {
    use BaselineContext::{Default, Strength, Volume};
    let wanted = if facts.input.goals.primary == "strength" { Strength } else { Volume };
    let own = facts.input.baselines.iter().filter(|baseline| baseline.exercise == exercise.id);
    let known = own.filter_map(|baseline| {
        let (min, max) = (baseline.working_weight_min, baseline.working_weight_max);
        let mean = min.zip(max).map(|(min, max)| Grams(i64::midpoint(min.0, max.0)));
        Some((baseline.context, mean.or(baseline.top_set_weight).or(min).or(max)?))
    });
    let known: Vec<_> = known.collect();
    let of = |context| known.iter().find(|(found, _)| *found == context);
    let (context, load) = of(wanted).or_else(|| of(Default)).or_else(|| known.first())?;
    let percent = match (context, wanted) {
        (Strength, Volume) => 78,
        (Volume, Strength) => 112,
        _ => 100,
    };
    Some((*load, percent))
}

/// What the past says about the load of an exercise.
#[derive(Default)]
struct Evidence {
    /// The highest estimated 1RM of the window (SG-6).
    best_e1rm: Option<Grams>,
    /// L-14.
    recent_best: Option<Grams>,
    /// Hardest load of the newest performance that had one.
    last_load: Option<Grams>,
    /// Hardest load of the newest performance, and whether it failed (LD-7).
    last: Option<(Option<Grams>, bool)>,
}

impl Evidence {
    /// Reads the sessions that were no deload.
    fn of(case: &Case<'_>, shown: Shown<'_>) -> Self {
        let (facts, exercise) = (&case.facts, shown.exercise);
        let assisted = exercise.load_semantics == LoadSemantics::Assistance;
        let hardest = |loads: Vec<Grams>| {
            if assisted { loads.into_iter().min() } else { loads.into_iter().max() }
        };
        let sessions = facts.past.iter().filter(|past| !past.entry.deload);
        let mut sets: Vec<PastSet<'_>> = sessions
            .flat_map(|past| past.exercises.iter().map(move |(done, sets)| (past.entry.ended_at, done, sets)))
            .filter(|(_, done, _)| done.id == exercise.id)
            .flat_map(|(at, _, done)| done.sets.iter().map(move |set| PastSet { at, done, set }))
            .filter(|past| is_working(past.set) && past.amount().is_some())
            .collect();
        sets.sort_by_key(|past| std::cmp::Reverse(past.at));
        let loads_at = |at| -> Vec<Grams> {
            sets.iter().filter(|past| past.at == at).filter_map(PastSet::load).collect()
        };
        let last = sets.first().map(|newest| {
            let same = sets.iter().filter(|past| past.at == newest.at);
            (hardest(loads_at(newest.at)), same.into_iter().any(PastSet::is_failed))
        });
        let loaded = sets.iter().find(|past| past.load().is_some());
        let range = range(case, shown);
        let window = facts.tuning().e1rm_days * 86_400_000;
        let recent = sets
            .iter()
            .filter(|past| is_performed(past.set) && facts.input.now.millis() - past.at.millis() <= window);
        let recent: Vec<&PastSet<'_>> = recent.collect();
        let best_e1rm = recent.iter().filter_map(|past| e1rm(facts, exercise, past.set)).max();
        let at_range = recent.iter().filter(|past| past.amount() >= Some(range.0));
        let heaviest = hardest(at_range.filter_map(|past| past.set.load_g).collect());
        let recent_best = heaviest.or_else(|| brought_to(facts, exercise, best_e1rm?, range));
        Self {
            best_e1rm,
            // Nothing added to a body has shown nothing that a percentage could cap.
            recent_best: recent_best.filter(|load| assisted || *load > Grams::ZERO),
            last_load: loaded.and_then(|past| hardest(loads_at(past.at))),
            last,
        }
    }

    /// LD-7: the load that may not be exceeded.
    fn held(&self) -> Option<Grams> {
        self.last.filter(|(_, failed)| *failed)?.0
    }
}

/// A completed working set with a result.
struct PastSet<'a> {
    at: domain::time::Instant,
    done: &'a HistoryExercise,
    set: &'a HistorySet,
}

impl PastSet<'_> {
    fn amount(&self) -> Option<u32> {
        self.set.reps.or(self.set.seconds).or(self.set.meters)
    }

    /// What was lifted; what did not move only where nothing did.
    fn load(&self) -> Option<Grams> {
        self.set.load_g.filter(|_| is_performed(self.set) || !self.done.sets.iter().any(is_performed))
    }

    /// LD-7.
    fn is_failed(&self) -> bool {
        let short = self.done.rep_low.is_some_and(|low| self.amount() < Some(low));
        let efforts = self.set.rpe.zip(self.done.target_rpe);
        let hard = efforts.is_some_and(|(rpe, target)| rpe.tenths() > target.tenths() + 10);
        short || hard || self.done.stopped_for_pain
    }
}

/// What the body adds to the load, if it is known and counts.
fn body(facts: &Facts<'_>, exercise: &Exercise) -> Option<Grams> {
    match exercise.load_semantics {
        LoadSemantics::Assistance => None,
        LoadSemantics::Bodyweight => facts.input.bodyweight,
        _ => Some(Grams::ZERO),
    }
}

/// SG-6.
fn e1rm(facts: &Facts<'_>, exercise: &Exercise, set: &HistorySet) -> Option<Grams> {
    let (load, reps) = (set.load_g?, i64::from(set.reps?));
    let total = load + body(facts, exercise)?;
    let defined = exercise.measure == Measure::Reps && load > Grams::ZERO && reps > 0;
    defined.then(|| Grams(div_round(total.0 * (30 + reps), 30)))
}

/// L-14: an estimated 1RM brought to the most reps of the range.
fn brought_to(facts: &Facts<'_>, exercise: &Exercise, e1rm: Grams, (_, high): Range) -> Option<Grams> {
    let total = e1rm.0 * 30 / (30 + i64::from(high));
    Some(Grams((total - body(facts, exercise)?.0).max(0)))
}

/// Check 12: warm-ups of a main rise and stay below 90 % of its working load.
pub(super) fn ramps(case: &Case<'_>, report: &mut Report) {
    for shown in case.session() {
        let ramp: Vec<&WorkoutSet> =
            shown.shown.sets.iter().filter(|set| set.kind == SetType::Warmup).collect();
        if ramp.is_empty() {
            continue;
        }
        let weight =
            matches!(shown.exercise.load_semantics, LoadSemantics::External | LoadSemantics::PerSide);
        report.require(shown.is_main() && weight, "LD-8", Some(shown.key()), || {
            "is warmed up to, but is no main with a weight".to_owned()
        });
        let working = shown.working().next().and_then(|set| set.load).unwrap_or(Grams::ZERO);
        let mut before = None;
        for set in ramp {
            let rises = before < set.load;
            let below = set.load.is_some_and(|load| 100 * load.0 < 90 * working.0);
            report.require(rises && below && set.rpe.is_none(), "LD-8", Some(shown.key()), || {
                format!("a ramp set of {:?} after {before:?} on the way to {working:?}", set.load)
            });
            before = set.load;
        }
    }
}
