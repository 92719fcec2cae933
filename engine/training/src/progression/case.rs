//! Case: everything that the decision about one item may look at.

use domain::{
    exercise::{Exercise, Measure, ProgressionType},
    ladder::{Ladder, Level},
    plan::{PlanItem, ProgressionMode},
    prescription::{Prescription, SetPrescription},
    session::{ExercisePerformance, PerformanceStatus},
};

use super::{
    concern::{Concerns, hurts},
    input::DecideInput,
    past::Past,
    target::Targets,
    tuning::ProgressionTuning,
};
use crate::catalog::Catalog;

/// One item of the report.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub(super) input: &'a DecideInput,
    pub(super) catalog: &'a Catalog,
    /// The item as the plan has it now.
    pub(super) item: &'a PlanItem,
    pub(super) performance: &'a ExercisePerformance,
    /// What was performed.
    pub(super) exercise: &'a Exercise,
    /// Where the item stood when the session started; nowhere on a free ladder (P-2).
    pub(super) rung: Option<Rung<'a>>,
    pub(super) progression: ProgressionType,
    pub(super) measure: Measure,
    pub(super) targets: Targets,
    /// Working sets that the target was spread over.
    pub(super) sets: u32,
    pub(super) past: Past<'a>,
    pub(super) concerns: Concerns,
    /// Whether this decision replaces one of the same day that was judged against the same target (CF-4).
    pub(super) is_merge: bool,
    /// Whether a range item of the session changed (P-15).
    pub(super) is_flexible_changed: bool,
}

/// A level of a ladder.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rung<'a> {
    pub(super) ladder: &'a Ladder,
    pub(super) ordinal: u32,
    pub(super) level: &'a Level,
}

impl<'a> Rung<'a> {
    pub(super) fn new(ladder: &'a Ladder, ordinal: u32) -> Option<Self> {
        Some(Self { ladder, ordinal, level: ladder.level(ordinal)? })
    }

    pub(super) fn next(self) -> Option<Self> {
        Self::new(self.ladder, self.ordinal + 1)
    }

    pub(super) fn previous(self) -> Option<Self> {
        Self::new(self.ladder, self.ordinal.checked_sub(1)?)
    }
}

impl<'a> Case<'a> {
    /// The case of a checked input; [`None`] for an exercise that is in no plan.
    pub(super) fn new(
        input: &'a DecideInput,
        catalog: &'a Catalog,
        performance: &'a ExercisePerformance,
    ) -> Option<Self> {
        let item = input.item(performance.item_id?)?;
        let exercise = catalog.get(&performance.exercise_key)?;
        let frozen = performance.frozen.as_ref();
        let start = frozen.map_or(&item.prescription, |frozen| &frozen.prescription);
        let rung = start.level_ref.as_ref().filter(|_| item.progression_mode == ProgressionMode::Ladder);
        let rung = rung.and_then(|at| Rung::new(catalog.ladder(&at.ladder_key)?, at.ordinal));
        let targets = targets(input, item, performance);
        let entries = input.history.get(&item.item_id).map_or(&[][..], Vec::as_slice);
        let mut past = Past::new(entries, input);
        let level = rung.map(|rung| rung.ordinal);
        let moved =
            item.prescription.volume() != targets.usual || item.prescription.level_ref != start.level_ref;
        let decided = item.progression_mode == ProgressionMode::Ladder
            && performance.status == PerformanceStatus::Done
            && !past.is_late;
        let is_merge = decided
            && moved
            && past.replace_twin(|record| {
                record.local_date == input.session.local_date
                    && record.volume_plan == targets.plan
                    && record.level_target == level
            });
        let ladder = rung.map(|rung| rung.ladder.key.as_str());
        let (flags, now, all) = (&input.flags, input.now, &input.performances);
        let sets = if moved {
            rung.map_or_else(|| working_sets(start), |rung| rung.level.sets)
        } else {
            working_sets(&item.prescription)
        };
        Some(Self {
            input,
            catalog,
            item,
            performance,
            exercise,
            rung,
            progression: rung.map_or(exercise.progression_type, |rung| rung.ladder.progression),
            measure: measure(start).unwrap_or(exercise.measure),
            targets,
            sets,
            past,
            concerns: Concerns::of_report(exercise, ladder, flags, now, performance, all),
            is_merge,
            is_flexible_changed: false,
        })
    }

    pub(super) fn tuning(&self) -> &'a ProgressionTuning {
        &self.input.tuning
    }

    pub(super) fn is_skipped(&self) -> bool {
        self.performance.status == PerformanceStatus::Skipped
    }

    /// Whether this report says that the item hurt.
    pub(super) fn is_painful(&self) -> bool {
        self.performance.marks.iter().copied().any(hurts)
    }

    /// Effort in tenths of RPE (P-51).
    pub(super) fn rpe(&self) -> Option<i64> {
        self.performance.effort().map(domain::quantity::Rpe::tenths)
    }

    /// OV-8: whether it ran on targets that a person set for this session alone.
    pub(super) fn is_edited(&self) -> bool {
        self.input.edited.contains(&self.item.item_id)
    }

    /// P-5: whether the session alone was a success.
    pub(super) fn is_raw_success(&self) -> bool {
        let (tuning, targets) = (self.tuning(), self.targets);
        if self.is_skipped() || self.item.progression_mode != ProgressionMode::Ladder {
            return false;
        }
        let easy = tuning
            .success_rpe(self.progression)
            .is_some_and(|most| self.rpe().is_some_and(|rpe| rpe <= most));
        match self.progression {
            ProgressionType::Strength => targets.grew_to(tuning.success_pct) && easy,
            ProgressionType::Endurance => targets.grew_to(100) && easy,
            ProgressionType::Mobility => {
                let comfort = self.performance.comfort;
                targets.grew_to(100) && comfort.is_some_and(|comfort| comfort >= tuning.comfort_success)
            }
        }
    }

    /// The ladder's key for ladder items, else the exercise's (P-20).
    pub(super) fn name(&self) -> &'a str {
        self.rung.map_or(self.item.exercise_key.as_str(), |rung| rung.ladder.key.as_str())
    }
}

fn working_sets(prescription: &Prescription) -> u32 {
    u32::try_from(prescription.working_sets().count()).unwrap_or(u32::MAX).max(1)
}

/// What the working sets of a prescription are counted in.
pub(super) fn measure(prescription: &Prescription) -> Option<Measure> {
    let counted = |set: &SetPrescription| {
        let units =
            [(set.reps, Measure::Reps), (set.seconds, Measure::Seconds), (set.meters, Measure::Meters)];
        units.into_iter().find_map(|(amount, measure)| amount.map(|_| measure))
    };
    prescription.working_sets().find_map(counted)
}

/// P-51; without frozen targets the plan is taken as it stands. Targets that a person edited for the session are the
/// plan of the session (OV-8).
fn targets(input: &DecideInput, item: &PlanItem, performance: &ExercisePerformance) -> Targets {
    let done = if performance.status == PerformanceStatus::Skipped { 0 } else { performance.volume() };
    let (plan, frozen) = performance.frozen.as_ref().map_or_else(
        || {
            let plan = item.prescription.volume();
            // P-47: difficulty raises the volume, rounded up.
            let raised = (u64::from(plan) * u64::from(item.difficulty)).div_ceil(100);
            (plan, u32::try_from(raised).unwrap_or(u32::MAX))
        },
        |frozen| (frozen.plan_volume, frozen.prescription.volume()),
    );
    let edited = input.edited.contains(&item.item_id);
    Targets { plan: if edited { frozen } else { plan }, usual: plan, frozen, done }
}
