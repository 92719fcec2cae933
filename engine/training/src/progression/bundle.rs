//! Goals, and the bundles of changes that lead to them (P-19, PR-2, PR-3).

use std::borrow::Cow;

use domain::{
    change::{Change, Field, Target, Value},
    exercise::{ExerciseKey, Measure},
    id::TraceId,
    ladder::{LadderKey, Per},
    plan::{ItemId, PlanItem},
    prescription::{SetId, SetType},
};

use super::case::Rung;

/// Where an item is to go: level, variation and the amounts of its working sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Goal {
    /// The level, or a free ladder.
    pub(super) level: Option<(LadderKey, u32)>,
    pub(super) variation: ExerciseKey,
    pub(super) measure: Measure,
    /// Whether the amounts are for each side; absent: as it is.
    pub(super) per: Option<Per>,
    pub(super) sets: Vec<u32>,
}

impl Goal {
    /// The own target of a level.
    pub(super) fn level(rung: Rung<'_>) -> Self {
        Self::on(rung, vec![rung.level.amount; rung.level.sets as usize])
    }

    /// A level with other amounts.
    pub(super) fn on(rung: Rung<'_>, sets: Vec<u32>) -> Self {
        Self {
            level: Some((rung.ladder.key.clone(), rung.ordinal)),
            variation: rung.level.variation.clone(),
            measure: rung.ladder.unit,
            per: Some(rung.level.per),
            sets,
        }
    }

    /// A variation outside of any ladder.
    pub(super) fn free(variation: ExerciseKey, measure: Measure, sets: Vec<u32>) -> Self {
        Self { level: None, variation, measure, per: None, sets }
    }

    /// The ordinal of the level.
    pub(super) fn ordinal(&self) -> Option<u32> {
        self.level.as_ref().map(|(_, ordinal)| *ordinal)
    }

    /// The changes that lead from `item` to this goal, and the item after them.
    ///
    /// Any change of the target sets the difficulty to 100 (P-8).
    pub(super) fn bundle<'i>(&self, item: &'i PlanItem, trace: &'i TraceId) -> Bundle<'i> {
        let mut bundle = Bundle::new(item, trace);
        let ladder = self.level.as_ref().map(|(ladder, _)| ladder);
        if item.prescription.level_ref.as_ref().map(|level| &level.ladder_key) != ladder {
            bundle.put(Field::Ladder, ladder.map_or(Value::Nothing, |ladder| ladder.as_str().into()));
        }
        if let Some((_, ordinal)) = &self.level {
            bundle.put(Field::Level, i64::from(*ordinal));
        }
        if item.exercise_key != self.variation {
            bundle.put(Field::Variation, self.variation.as_str());
        }
        bundle.resize(self.sets.len());
        for (place, amount) in self.sets.iter().enumerate() {
            let Some(set) = bundle.after.prescription.working_sets().nth(place) else { break };
            let (id, per) = (set.set_id, self.per.filter(|per| *per != set.per));
            let counted =
                [(Measure::Reps, set.reps), (Measure::Seconds, set.seconds), (Measure::Meters, set.meters)];
            for (measure, had) in counted {
                let wanted = (measure == self.measure).then_some(*amount);
                if had != wanted {
                    let wanted = wanted.map_or(Value::Nothing, |amount| i64::from(amount).into());
                    bundle.put_set(id, field_of(measure), wanted);
                }
            }
            if let Some(per) = per {
                bundle.put_set(id, Field::Per, per.as_str());
            }
        }
        if !bundle.changes.is_empty() {
            bundle.put(Field::Difficulty, 100);
        }
        bundle
    }
}

/// The field of a set that a measure is written in.
pub(super) fn field_of(measure: Measure) -> Field {
    match measure {
        Measure::Reps => Field::Reps,
        Measure::Seconds => Field::Seconds,
        Measure::Meters => Field::Meters,
    }
}

/// The most that one set may ask for (PV-4).
pub(super) fn most_of(measure: Measure) -> u32 {
    match measure {
        Measure::Reps => 100,
        Measure::Seconds => 7200,
        Measure::Meters => 100_000,
    }
}

/// Changes of one item in the order in which they are made, and the item that they lead to.
#[derive(Debug, Clone)]
pub(super) struct Bundle<'i> {
    pub(super) changes: Vec<Change>,
    /// The item itself while nothing changes.
    pub(super) after: Cow<'i, PlanItem>,
    trace: &'i TraceId,
}

impl<'i> Bundle<'i> {
    pub(super) fn new(item: &'i PlanItem, trace: &'i TraceId) -> Self {
        Self { changes: Vec::new(), after: Cow::Borrowed(item), trace }
    }

    /// Gives a field of the item a value; the same value is no change.
    pub(super) fn put(&mut self, field: Field, new: impl Into<Value>) {
        self.change(None, field, new.into());
    }

    /// Gives a field of a set a value.
    pub(super) fn put_set(&mut self, set: SetId, field: Field, new: impl Into<Value>) {
        self.change(Some(set), field, new.into());
    }

    /// Adds copies of the last working set, or removes from the end. Comes before changes of single sets (PR-3).
    pub(super) fn resize(&mut self, sets: usize) {
        self.put(Field::SetCount, i64::try_from(sets).unwrap_or(i64::MAX));
    }

    /// The working sets as they are by now.
    pub(super) fn working_sets(&self) -> Vec<SetId> {
        let sets = self.after.prescription.sets.iter();
        sets.filter(|set| set.kind == SetType::Working).map(|set| set.set_id).collect()
    }

    fn change(&mut self, set_id: Option<SetId>, field: Field, new: Value) {
        let target = Target { item_id: self.after.item_id, set_id };
        let Some(old) = self.after.value(set_id, field).filter(|old| *old != new) else { return };
        let change = Change { target, field, old, new };
        // A change that does not fit the item, such as more sets than there may be, is not proposed.
        if self.after.to_mut().apply(std::slice::from_ref(&change), self.trace).is_ok() {
            self.changes.push(change);
        }
    }
}

/// An item as the target of a proposal.
pub(super) fn target(item_id: ItemId) -> Target {
    Target { item_id, set_id: None }
}
