//! The fields of an item by name: what a change reads, compares and writes (PR-2, PR-3).

use std::str::FromStr;

use super::{ItemId, PlanItem};
use crate::{
    change::{Change, Field, Target, Value},
    exercise::ExerciseKey,
    id::TraceId,
    prescription::{LevelRef, SetId, SetPrescription, SetType},
    quantity::Grams,
    time::LocalDate,
};

/// The fields of a whole item, as far as they are numbers or words. [`Field::Variation`] and [`Field::Exercise`] are
/// the same place: the first keeps the skill, the second replaces it.
const ITEM_FIELDS: &[Field] = &[
    Field::Ladder,
    Field::Level,
    Field::Variation,
    Field::RepMode,
    Field::RepLow,
    Field::RepHigh,
    Field::RepTarget,
    Field::RestAll,
    Field::Difficulty,
    Field::MinSets,
    Field::RestMode,
    Field::EffortTarget,
    Field::SlotWeekday,
    Field::SlotDate,
    Field::SlotTime,
    Field::Order,
    Field::Role,
    Field::Tier,
    Field::Superset,
    Field::ProgressionMode,
];

/// The fields of a set.
const SET_FIELDS: &[Field] =
    &[Field::Load, Field::Reps, Field::Seconds, Field::Meters, Field::Per, Field::SetType, Field::Rest];

/// A change that does not fit the item: another field, another kind of value, or a set that is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} cannot become {new}, expected {expected}")]
pub struct Misfit {
    /// The field.
    pub field: Field,
    /// What it was to become.
    pub new: Value,
    /// What would fit.
    pub expected: &'static str,
}

/// The set that a change of the set count adds at `index`, the same for whoever asks (AR-7).
pub fn added_set_id(item_id: ItemId, seed: &TraceId, index: usize) -> SetId {
    SetId::named(format_args!("set|{item_id}|{}|{index}", seed.as_str()))
}

impl PlanItem {
    /// The value of a field of the item or of one of its sets; [`None`] if it has no such field or set.
    pub fn value(&self, set: Option<SetId>, field: Field) -> Option<Value> {
        match set {
            None => self.item_value(field),
            Some(id) if field == Field::SetCount => Some(i64::from(self.set(id).is_some()).into()),
            Some(id) => set_value(self.set(id)?, field),
        }
    }

    /// The set with this id.
    pub fn set(&self, id: SetId) -> Option<&SetPrescription> {
        self.prescription.sets.iter().find(|set| set.set_id == id)
    }

    fn item_value(&self, field: Field) -> Option<Value> {
        let plan = &self.prescription;
        let level = plan.level_ref.as_ref();
        Some(match field {
            Field::Ladder => word(level.map(|level| &level.ladder_key)),
            Field::Level => number(level.map(|level| level.ordinal)),
            Field::Variation | Field::Exercise => self.exercise_key.as_str().into(),
            Field::SetCount => i64::try_from(plan.working_sets().count()).unwrap_or(i64::MAX).into(),
            Field::RepMode => plan.rep_policy.mode.as_str().into(),
            Field::RepLow => i64::from(plan.rep_policy.low).into(),
            Field::RepHigh => i64::from(plan.rep_policy.high).into(),
            Field::RepTarget => i64::from(plan.rep_policy.target).into(),
            Field::RestMode => plan.rest_policy.mode.as_str().into(),
            Field::RestAll => i64::from(plan.rest_policy.seconds).into(),
            Field::EffortTarget => number(plan.effort_target),
            Field::Difficulty => i64::from(self.difficulty).into(),
            Field::MinSets => number(self.min_sets),
            Field::SlotWeekday => number(self.slot_weekday),
            Field::SlotDate => word(self.slot_date.as_ref()),
            Field::SlotTime => self.slot_time.as_str().into(),
            Field::Order => i64::from(self.order).into(),
            Field::Role => self.role.as_str().into(),
            Field::Tier => word(self.tier.as_ref()),
            Field::Superset => word(self.superset.as_ref()),
            Field::ProgressionMode => self.progression_mode.as_str().into(),
            _ => return None,
        })
    }

    /// Makes the changes, whatever their `old` says: the set count first, then the rest in their order.
    ///
    /// Sets that are added are copies of the last working set and get ids that follow from `seed` (PR-3).
    pub fn apply(&mut self, changes: &[Change], seed: &TraceId) -> Result<(), Misfit> {
        let counts = changes.iter().filter(|change| change.field == Field::SetCount);
        for change in counts.chain(changes.iter().filter(|change| change.field != Field::SetCount)) {
            self.put(change, seed)?;
        }
        Ok(())
    }

    fn put(&mut self, change: &Change, seed: &TraceId) -> Result<(), Misfit> {
        match (change.target.set_id, change.field) {
            (None, Field::SetCount) => self.resize(change, seed),
            (None, _) => self.put_item(change),
            (Some(id), Field::SetCount) => {
                let gone = change.new == Value::Number(0) && self.set(id).is_some();
                if !gone {
                    return Err(misfit(change, "0, for a set of the item"));
                }
                self.prescription.sets.retain(|set| set.set_id != id);
                self.renumber();
                Ok(())
            }
            (Some(id), _) => match self.prescription.sets.iter_mut().find(|set| set.set_id == id) {
                Some(set) => put_set(set, change),
                None => Err(misfit(change, "a set of the item")),
            },
        }
    }

    fn resize(&mut self, change: &Change, seed: &TraceId) -> Result<(), Misfit> {
        let wanted: usize = read(change, "1..20 sets")?;
        let sets = &mut self.prescription.sets;
        let last = sets.iter().rposition(|set| set.kind == SetType::Working);
        let (Some(last), 1..=20) = (last, wanted) else { return Err(misfit(change, "1..20 sets")) };
        let mut have = sets.iter().filter(|set| set.kind == SetType::Working).count();
        let model = sets[last].clone();
        let mut place = last;
        while have < wanted {
            place += 1;
            let set_id = added_set_id(self.item_id, seed, place);
            sets.insert(place, SetPrescription { set_id, ..model.clone() });
            have += 1;
        }
        while have > wanted {
            let end = sets.iter().rposition(|set| set.kind == SetType::Working).unwrap_or(0);
            sets.remove(end);
            have -= 1;
        }
        self.renumber();
        Ok(())
    }

    fn renumber(&mut self) {
        for (index, set) in (0..).zip(&mut self.prescription.sets) {
            set.index = index;
        }
    }

    fn put_item(&mut self, change: &Change) -> Result<(), Misfit> {
        let plan = &mut self.prescription;
        match change.field {
            Field::Ladder => {
                let ordinal = plan.level_ref.as_ref().map_or(1, |level| level.ordinal);
                let ladder = optional(change, "a ladder")?;
                plan.level_ref = ladder.map(|ladder_key| LevelRef { ladder_key, ordinal });
            }
            Field::Level => match &mut plan.level_ref {
                Some(level) => level.ordinal = read(change, "an ordinal")?,
                None => return Err(misfit(change, "an item on a ladder")),
            },
            Field::Variation | Field::Exercise => {
                self.exercise_key = read_word::<ExerciseKey>(change, "an exercise")?;
            }
            Field::RepMode => plan.rep_policy.mode = read_word(change, "a rep mode")?,
            Field::RepLow => plan.rep_policy.low = read(change, "reps")?,
            Field::RepHigh => plan.rep_policy.high = read(change, "reps")?,
            Field::RepTarget => plan.rep_policy.target = read(change, "reps")?,
            Field::RestMode => plan.rest_policy.mode = read_word(change, "a rest mode")?,
            Field::RestAll => plan.rest_policy.seconds = read(change, "seconds")?,
            Field::EffortTarget => plan.effort_target = optional_number(change, "RPE in tenths, 10..100")?,
            Field::Difficulty => self.difficulty = read(change, "100..110")?,
            Field::MinSets => self.min_sets = optional_number(change, "1..10 sets")?,
            Field::SlotWeekday => self.slot_weekday = optional_number(change, "a weekday 1..7")?,
            Field::SlotDate => self.slot_date = optional::<LocalDate>(change, "a date")?,
            Field::SlotTime => self.slot_time = read_word(change, "morning, evening or none")?,
            Field::Order => self.order = read(change, "a place from 0")?,
            Field::Role => self.role = read_word(change, "a role")?,
            Field::Tier => self.tier = optional(change, "a tier")?,
            Field::Superset => self.superset = optional(change, "a label")?,
            Field::ProgressionMode => self.progression_mode = read_word(change, "a progression mode")?,
            _ => return Err(misfit(change, "a field of an item")),
        }
        Ok(())
    }

    /// The changes that lead from this item to `after`: each field that differs, once (PV-14).
    ///
    /// A set that only one of both has is one change of the set count, unless the counts are equal: then each such
    /// set is named with its own count, 1 before and 0 after or the other way round.
    pub fn diff(&self, after: &Self) -> Vec<Change> {
        let item = Target { item_id: self.item_id, set_id: None };
        let mut changes = Vec::new();
        let mut add = |target: Target, field, old: Option<Value>, new: Option<Value>| {
            if let (Some(old), Some(new)) = (old, new)
                && old != new
            {
                changes.push(Change { target, field, old, new });
            }
        };
        for &field in ITEM_FIELDS {
            add(item, field, self.value(None, field), after.value(None, field));
        }
        let gone = |one: &Self, other: &Self| {
            one.prescription.sets.iter().any(|set| other.set(set.set_id).is_none())
        };
        let counts = (self.value(None, Field::SetCount), after.value(None, Field::SetCount));
        let even = counts.0 == counts.1;
        if gone(self, after) || gone(after, self) {
            add(item, Field::SetCount, counts.0, counts.1);
        }
        for set in self.prescription.sets.iter().chain(&after.prescription.sets) {
            let target = Target { set_id: Some(set.set_id), ..item };
            let (before, after) = (self.set(set.set_id), after.set(set.set_id));
            match (before, after) {
                (Some(before), Some(after)) if std::ptr::eq(before, set) => {
                    for &field in SET_FIELDS {
                        add(target, field, set_value(before, field), set_value(after, field));
                    }
                }
                (Some(_), Some(_)) => {}
                (before, after) if even => {
                    let count = |set: Option<&SetPrescription>| Some(i64::from(set.is_some()).into());
                    add(target, Field::SetCount, count(before), count(after));
                }
                _ => {}
            }
        }
        changes
    }

    /// The changes that make this item ask for what `wanted` asks for, when they are applied with `seed`.
    ///
    /// Sets that both have are compared by id, the others by their place; what is left over is added or deleted. So
    /// the result may differ from `wanted` in the ids of sets, and in nothing else.
    pub fn changes_to(&self, wanted: &Self, seed: &TraceId) -> Vec<Change> {
        let mut twin = wanted.clone();
        let mut spare = self.prescription.sets.iter().filter(|set| wanted.set(set.set_id).is_none());
        let mut added = Vec::new();
        for (place, set) in twin.prescription.sets.iter_mut().enumerate() {
            if self.set(set.set_id).is_none() {
                set.set_id = if let Some(own) = spare.next() {
                    own.set_id
                } else {
                    let id = added_set_id(self.item_id, seed, place);
                    added.push(id);
                    id
                };
            }
        }
        let mut changes = self.diff(&twin);
        let Some(model) = self.prescription.working_sets().last() else { return changes };
        for id in added {
            let target = Target { item_id: self.item_id, set_id: Some(id) };
            for &field in SET_FIELDS {
                let (old, new) = (self.value(Some(model.set_id), field), twin.value(Some(id), field));
                if let (Some(old), Some(new)) = (old, new)
                    && old != new
                {
                    changes.push(Change { target, field, old, new });
                }
            }
        }
        changes
    }
}

fn set_value(set: &SetPrescription, field: Field) -> Option<Value> {
    Some(match field {
        Field::Load => number(set.load_g.map(|Grams(load)| load)),
        Field::Reps => number(set.reps),
        Field::Seconds => number(set.seconds),
        Field::Meters => number(set.meters),
        Field::Per => set.per.as_str().into(),
        Field::SetType => set.kind.as_str().into(),
        Field::Rest => i64::from(set.rest_s).into(),
        _ => return None,
    })
}

fn put_set(set: &mut SetPrescription, change: &Change) -> Result<(), Misfit> {
    match change.field {
        Field::Load => set.load_g = optional_number::<i64>(change, "grams")?.map(Grams),
        Field::Reps => set.reps = optional_number(change, "reps")?,
        Field::Seconds => set.seconds = optional_number(change, "seconds")?,
        Field::Meters => set.meters = optional_number(change, "meters")?,
        Field::Per => set.per = read_word(change, "both or side")?,
        Field::SetType => set.kind = read_word(change, "a set type")?,
        Field::Rest => set.rest_s = read(change, "seconds")?,
        _ => return Err(misfit(change, "a field of a set")),
    }
    Ok(())
}

fn misfit(change: &Change, expected: &'static str) -> Misfit {
    Misfit { field: change.field, new: change.new.clone(), expected }
}

fn number<N: Into<i64>>(number: Option<N>) -> Value {
    number.map_or(Value::Nothing, |number| Value::Number(number.into()))
}

fn word(word: Option<&impl ToString>) -> Value {
    word.map_or(Value::Nothing, |word| Value::Word(word.to_string()))
}

fn read<N: TryFrom<i64>>(change: &Change, expected: &'static str) -> Result<N, Misfit> {
    match &change.new {
        Value::Number(number) => N::try_from(*number).map_err(|_| misfit(change, expected)),
        _ => Err(misfit(change, expected)),
    }
}

fn optional_number<N: TryFrom<i64>>(change: &Change, expected: &'static str) -> Result<Option<N>, Misfit> {
    if change.new == Value::Nothing { Ok(None) } else { read(change, expected).map(Some) }
}

fn read_word<T: FromStr>(change: &Change, expected: &'static str) -> Result<T, Misfit> {
    match &change.new {
        Value::Word(word) => word.parse().map_err(|_| misfit(change, expected)),
        _ => Err(misfit(change, expected)),
    }
}

fn optional<T: FromStr>(change: &Change, expected: &'static str) -> Result<Option<T>, Misfit> {
    if change.new == Value::Nothing { Ok(None) } else { read_word(change, expected).map(Some) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::ITEM_EXAMPLE;

    fn item() -> PlanItem {
        serde_json::from_str(ITEM_EXAMPLE).unwrap()
    }

    fn seed() -> TraceId {
        TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap()
    }

    fn change(item: &PlanItem, set: Option<usize>, field: Field, new: impl Into<Value>) -> Change {
        let set_id = set.map(|index| item.prescription.sets[index].set_id);
        let target = Target { item_id: item.item_id, set_id };
        Change { target, field, old: item.value(set_id, field).unwrap(), new: new.into() }
    }

    #[test]
    fn pr_2_changes_are_applied_found_again_and_taken_back() {
        let before = item();
        let changes = vec![
            change(&before, None, Field::RestAll, 120),
            change(&before, None, Field::SlotWeekday, 5),
            change(&before, None, Field::Tier, Value::Nothing),
            change(&before, Some(0), Field::Load, 62_500),
            change(&before, Some(0), Field::SetType, "failure"),
        ];
        let changes: Vec<_> = changes.into_iter().filter(|change| change.old != change.new).collect();
        assert!(changes.len() >= 4);
        let mut after = before.clone();
        after.apply(&changes, &seed()).unwrap();
        let mut found = before.diff(&after);
        found.sort_by_key(|change| (change.target, change.field));
        let mut wanted = changes.clone();
        wanted.sort_by_key(|change| (change.target, change.field));
        assert_eq!(found, wanted);
        let back: Vec<_> = changes.iter().map(Change::inverted).collect();
        after.apply(&back, &seed()).unwrap();
        assert_eq!(after, before);
    }

    #[test]
    fn pr_3_more_sets_are_copies_of_the_last_working_set_and_fewer_go_from_the_end() {
        let before = item();
        let sets = before.prescription.working_sets().count();
        let mut after = before.clone();
        let more = i64::try_from(sets + 2).unwrap();
        after.apply(&[change(&before, None, Field::SetCount, more)], &seed()).unwrap();
        assert_eq!(after.prescription.working_sets().count(), sets + 2);
        let last = after.prescription.working_sets().last().unwrap();
        assert_eq!(last.load_g, before.prescription.working_sets().last().unwrap().load_g);
        assert!(before.set(last.set_id).is_none());
        assert_eq!(before.diff(&after).len(), 1);
        let fewer = change(&after, None, Field::SetCount, i64::try_from(sets).unwrap());
        after.apply(&[fewer], &seed()).unwrap();
        assert_eq!(after, before);
    }

    #[test]
    fn pr_3_changes_lead_to_what_another_item_asks_for() {
        let before = item();
        let mut wanted = before.clone();
        let more = i64::try_from(before.prescription.working_sets().count() + 2).unwrap();
        let other = TraceId::from_number(9);
        wanted.apply(&[change(&before, None, Field::SetCount, more)], &other).unwrap();
        for (set, reps) in wanted.prescription.sets.iter_mut().zip(3..) {
            set.reps = Some(reps);
        }
        let asks = |item: &PlanItem| {
            item.prescription.sets.iter().map(|set| (set.kind, set.reps, set.load_g)).collect::<Vec<_>>()
        };
        // More sets, the same sets under other ids, and fewer again.
        for (from, to) in [(&before, &wanted), (&wanted, &before)] {
            let mut led = from.clone();
            led.apply(&from.changes_to(to, &seed()), &seed()).unwrap();
            assert_eq!(asks(&led), asks(to));
            let mut again = led.clone();
            again.apply(&led.changes_to(to, &TraceId::from_number(4)), &seed()).unwrap();
            assert_eq!(asks(&again), asks(to));
        }
    }

    #[test]
    fn pr_3_one_set_can_go_alone() {
        let before = item();
        let mut after = before.clone();
        after.apply(&[change(&before, Some(0), Field::SetCount, 0)], &seed()).unwrap();
        assert!(after.set(before.prescription.sets[0].set_id).is_none());
        assert!(after.prescription.sets.iter().zip(0..).all(|(set, index)| set.index == index));
    }

    #[test]
    fn a_change_that_does_not_fit_is_named() {
        let mut item = item();
        let wrong = change(&item, None, Field::RestAll, "long");
        let misfit = item.apply(&[wrong], &seed()).unwrap_err();
        assert_eq!(misfit.to_string(), "rest_all cannot become long, expected seconds");
        let none = change(&item, None, Field::SetCount, 0);
        assert!(item.apply(&[none], &seed()).is_err());
    }
}
