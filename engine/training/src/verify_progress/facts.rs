//! What a record says of its session: volumes, effort, success and place on the ladder (P-5, P-20, P-51).

use domain::{
    exercise::{Measure, ProgressionType},
    plan::{ItemKind, PlanItem, ProgressionMode},
    prescription::{Prescription, SetPrescription, SetType},
    spec::SpecId,
};

use super::{
    breach::Report,
    case::{Case, is_mode, is_skip},
    rows::Entry,
};

/// P-51: what an item was judged against and what was done, counted again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Facts {
    /// T.
    pub(super) plan: u64,
    /// T without a person's edit of the session.
    pub(super) usual: u64,
    /// T_f.
    pub(super) frozen: u64,
    /// A.
    pub(super) done: u64,
    /// Effort in tenths.
    pub(super) rpe: Option<i64>,
    pub(super) comfort: Option<u8>,
}

impl Facts {
    pub(super) fn of(entry: &Entry) -> Self {
        let record = &entry.record;
        let planned = volume(&entry.item.prescription);
        let performance = entry.performance.as_ref();
        let frozen = performance.and_then(|performance| performance.frozen.as_ref());
        let frozen = frozen.map_or_else(|| most(&entry.item, 100), |frozen| volume(&frozen.prescription));
        let done = performance.map_or(u64::from(record.volume_actual), |performance| {
            let counted = performance.sets.iter().filter(|set| set.completed && set.kind == SetType::Working);
            counted.filter_map(|set| set.reps.or(set.seconds).or(set.meters)).map(u64::from).sum()
        });
        let effort = performance.map_or(record.rpe, |performance| {
            let working = performance.sets.iter().filter(|set| set.kind == SetType::Working);
            performance.rpe.or_else(|| working.filter_map(|set| set.rpe).max())
        });
        Self {
            // OV-8: an edited session is judged against what it was edited to.
            plan: if entry.edited { frozen } else { planned },
            usual: planned,
            frozen,
            done: if is_skip(entry) { 0 } else { done },
            rpe: effort.map(domain::quantity::Rpe::tenths),
            comfort: performance.map_or(record.comfort, |performance| performance.comfort),
        }
    }

    /// T_r: shortfall is judged against the smaller target.
    pub(super) fn reduced(self) -> u64 {
        self.plan.min(self.frozen).min(self.usual)
    }

    /// Whether less than `percent` of T_r was done.
    pub(super) fn is_short_of(self, percent: u32) -> bool {
        100 * self.done < u64::from(percent) * self.reduced()
    }
}

/// Σ over the working sets (PV-4).
pub(super) fn volume(prescription: &Prescription) -> u64 {
    prescription.sets.iter().filter(|set| set.kind == SetType::Working).filter_map(amount).sum()
}

fn amount(set: &SetPrescription) -> Option<u64> {
    set.reps.or(set.seconds).or(set.meters).map(u64::from)
}

/// AR-6: what is left of the plan's volume at `percent`, with the difficulty before; at least 1.
pub(super) fn most(item: &PlanItem, percent: u8) -> u64 {
    share(item, volume(&item.prescription), percent)
}

fn share(item: &PlanItem, planned: u64, percent: u8) -> u64 {
    let raised = (planned * u64::from(item.difficulty)).div_ceil(100);
    (raised * u64::from(percent) / 100).max(1)
}

/// PV-3, AR-5: a generated session has a set count of its own, so a rolling item off the ladders may ask for as many
/// more of its last set; the plan's own volume otherwise.
fn planned_for(item: &PlanItem, frozen: &Prescription) -> u64 {
    let planned = volume(&item.prescription);
    let working = |prescription: &Prescription| {
        prescription.sets.iter().filter(|set| set.kind == SetType::Working).cloned().collect::<Vec<_>>()
    };
    let (own, meant) = (working(&item.prescription), working(frozen));
    let is_free = item.kind == ItemKind::Rolling && item.prescription.level_ref.is_none();
    let more = if is_free { meant.len().saturating_sub(own.len()) } else { 0 };
    let each = own.last().and_then(amount).unwrap_or(0);
    planned + each * u64::try_from(more).unwrap_or(u64::MAX)
}

/// P-2: the ladder's type, else the exercise's; nothing when the catalogue does not know it.
pub(super) fn progression(case: &Case<'_>, entry: &Entry) -> Option<ProgressionType> {
    match entry.item.prescription.level_ref {
        Some(_) => case.rung(entry).map(|rung| rung.ladder.progression),
        None => case.catalog.get(&entry.item.exercise_key).map(|exercise| exercise.progression_type),
    }
}

/// P-5: whether the session alone was a success.
pub(super) fn is_success(case: &Case<'_>, entry: &Entry) -> bool {
    let (facts, tuning) = (Facts::of(entry), case.rows.tuning);
    if is_skip(entry) || !is_mode(entry, ProgressionMode::Ladder) {
        return false;
    }
    let rpe_up_to = |most: i64| facts.rpe.is_some_and(|rpe| rpe <= most);
    match progression(case, entry) {
        Some(ProgressionType::Strength) => {
            100 * facts.done >= u64::from(tuning.success_pct) * facts.plan && rpe_up_to(tuning.strength_rpe)
        }
        Some(ProgressionType::Endurance) => facts.done >= facts.plan && rpe_up_to(tuning.endurance_rpe),
        Some(ProgressionType::Mobility) => {
            facts.done >= facts.plan && facts.comfort.is_some_and(|comfort| comfort >= tuning.comfort_success)
        }
        None => false,
    }
}

/// P-51, P-5, P-20: the record says what the rows say.
pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    const TARGETS: SpecId = SpecId::new("P-51");
    const RECORD: SpecId = SpecId::new("P-20");
    for entry in case.entries().filter(|entry| case.is_current(entry)) {
        let (record, facts) = (&entry.record, Facts::of(entry));
        report.equal(entry, TARGETS, "T", &u64::from(record.volume_plan), &facts.plan);
        report.equal(entry, TARGETS, "T_f", &u64::from(record.volume_target), &facts.frozen);
        report.equal(entry, TARGETS, "A", &u64::from(record.volume_actual), &facts.done);
        report.equal(entry, TARGETS, "RPE", &record.rpe.map(domain::quantity::Rpe::tenths), &facts.rpe);
        check_frozen(entry, report);
        if progression(case, entry).is_some() || !is_mode(entry, ProgressionMode::Ladder) {
            let success = is_success(case, entry);
            report.equal(entry, SpecId::new("P-5"), "raw_success", &record.raw_success, &success);
        } else {
            report.require(false, SpecId::new("P-55"), entry, || {
                "its level is not in the catalogue; maybe this is another one".to_owned()
            });
        }
        let level = entry.item.prescription.level_ref.as_ref();
        report.equal(entry, RECORD, "level_target", &record.level_target, &level.map(|at| at.ordinal));
        let name = level.map_or(entry.item.exercise_key.as_str(), |at| at.ladder_key.as_str());
        report.equal(entry, RECORD, "exercise_key", &record.exercise_key.as_str(), &name);
        if let Some(unit) = unit(&entry.item.prescription) {
            report.equal(entry, RECORD, "unit", &record.unit, &unit);
        }
    }
}

/// AR-6, PV-5: nothing but an edit, or the set count of the session, raises its targets above plan, difficulty and
/// modifiers.
fn check_frozen(entry: &Entry, report: &mut Report) {
    let frozen = entry.performance.as_ref().and_then(|performance| performance.frozen.as_ref());
    let Some(frozen) = frozen.filter(|_| !entry.edited) else { return };
    let judged = is_mode(entry, ProgressionMode::Ladder) || is_mode(entry, ProgressionMode::Range);
    let planned = planned_for(&entry.item, &frozen.prescription);
    let (found, limit) = (volume(&frozen.prescription), share(&entry.item, planned, frozen.volume_pct));
    report.require(!judged || found <= limit, SpecId::new("AR-6"), entry, || {
        format!("{found} were frozen, expected at most {limit} at {} %", frozen.volume_pct)
    });
}

fn unit(prescription: &Prescription) -> Option<Measure> {
    let set = prescription.sets.iter().find(|set| set.kind == SetType::Working)?;
    let units = [(set.reps, Measure::Reps), (set.seconds, Measure::Seconds), (set.meters, Measure::Meters)];
    units.into_iter().find_map(|(amount, unit)| amount.map(|_| unit))
}
