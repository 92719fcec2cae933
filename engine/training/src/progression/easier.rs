//! What is easier than an item as it stands: another variation (P-27), or the level below (P-29).

use domain::{
    change::Change,
    equipment::EquipmentSet,
    exercise::{Exercise, ExerciseKey, Measure, ProgressionType},
    id::TraceId,
    ladder::Ladder,
    plan::{PlanItem, ProgressionMode},
    prescription::SetPrescription,
};

use super::{
    bundle::Goal,
    case::{Case, Rung, measure},
};
use crate::catalog::Catalog;

/// An easier target, and what leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Easier {
    /// What is done then.
    pub exercise: ExerciseKey,
    /// On which level, if it climbs a ladder.
    pub level: Option<u32>,
    /// What changes; never nothing.
    pub changes: Vec<Change>,
}

/// The easier variation of an item, if there is one that can be done with what is at hand.
pub fn easier_variation(
    item: &PlanItem,
    catalog: &Catalog,
    at_hand: EquipmentSet,
    trace: &TraceId,
) -> Option<Easier> {
    let goal = Stand::new(item, catalog, at_hand)?.easier_variation(item)?;
    Easier::new(goal, item, trace)
}

/// The level below the one of an item, if it is on a ladder and not at its foot.
pub fn previous_level(item: &PlanItem, catalog: &Catalog, trace: &TraceId) -> Option<Easier> {
    let goal = Stand::new(item, catalog, EquipmentSet::all())?.previous_level()?;
    Easier::new(goal, item, trace)
}

impl Easier {
    fn new(goal: Goal, item: &PlanItem, trace: &TraceId) -> Option<Self> {
        let changes = goal.bundle(item, trace).changes;
        let (level, exercise) = (goal.ordinal(), goal.variation);
        (!changes.is_empty()).then_some(Self { exercise, level, changes })
    }
}

/// Where an exercise stands among those that are easier and harder.
pub(super) struct Stand<'a> {
    catalog: &'a Catalog,
    at_hand: EquipmentSet,
    exercise: &'a Exercise,
    rung: Option<Rung<'a>>,
    progression: ProgressionType,
    measure: Measure,
}

impl<'a> Stand<'a> {
    /// As a report finds it.
    pub(super) fn of(case: &Case<'a>) -> Self {
        let Case { catalog, exercise, rung, progression, measure, .. } = *case;
        Self { catalog, at_hand: case.input.at_hand(), exercise, rung, progression, measure }
    }

    /// As the plan has it.
    fn new(item: &PlanItem, catalog: &'a Catalog, at_hand: EquipmentSet) -> Option<Self> {
        let exercise = catalog.get(&item.exercise_key)?;
        let level = item.prescription.level_ref.as_ref();
        let level = level.filter(|_| item.progression_mode == ProgressionMode::Ladder);
        let rung = level.and_then(|at| Rung::new(catalog.ladder(&at.ladder_key)?, at.ordinal));
        let progression = rung.map_or(exercise.progression_type, |rung| rung.ladder.progression);
        let measure = measure(&item.prescription).unwrap_or(exercise.measure);
        Some(Self { catalog, at_hand, exercise, rung, progression, measure })
    }

    /// The target of the level below.
    pub(super) fn previous_level(&self) -> Option<Goal> {
        self.rung?.previous().map(Goal::level)
    }

    /// The easier variation, on the highest level that has it: of its own ladder, else of the ladder below, else without
    /// a level and with the numbers of `item`.
    pub(super) fn easier_variation(&self, item: &PlanItem) -> Option<Goal> {
        let key = match self.rung {
            Some(rung) => rung.level.easier_variation.as_ref()?,
            None => &self.neighbor(self.exercise.easier.as_ref())?.id,
        };
        let easier = self.catalog.get(key)?;
        if !self.at_hand.allows(&easier.equipment) {
            return None;
        }
        if let Some(level) = self.rung.and_then(|rung| self.highest_with(rung, key)) {
            return Some(Goal::level(level));
        }
        let amounts = item.prescription.working_sets().filter_map(SetPrescription::amount).collect();
        (easier.measure == self.measure).then(|| Goal::free(key.clone(), self.measure, amounts))
    }

    /// The exercise of this key, if it is climbed by the same rules and counted alike.
    pub(super) fn neighbor(&self, key: Option<&ExerciseKey>) -> Option<&'a Exercise> {
        let exercise = self.catalog.get(key?)?;
        let alike = exercise.progression_type == self.progression && exercise.measure == self.measure;
        alike.then_some(exercise)
    }

    fn highest_with(&self, rung: Rung<'a>, variation: &ExerciseKey) -> Option<Rung<'a>> {
        let below = (1..rung.ordinal).rev().filter_map(|ordinal| Rung::new(rung.ladder, ordinal));
        let easier: Option<&'a Ladder> = rung
            .ladder
            .easier_ladder
            .as_ref()
            .and_then(|key| self.catalog.ladder(key))
            .map(|ladder| &**ladder);
        let deeper = easier.into_iter().flat_map(|ladder| {
            (1..).map_while(|ordinal| Rung::new(ladder, ordinal)).collect::<Vec<_>>().into_iter().rev()
        });
        below.chain(deeper).find(|rung| rung.level.variation == *variation)
    }
}
