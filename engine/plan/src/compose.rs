//! One bundle applied to a plan, whole or not at all (PR-2, PR-8, PR-10, PV-3).

use domain::{
    change::{Change, Field, Value},
    exercise::ExerciseKey,
    law::Valid,
    plan::Planned,
    quantity::Grams,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use crate::{bundle::Bundle, item::Item, landing::Refusal};

/// The plan with one bundle applied; the reason why not, if a value is stale, its place is gone, or the plan has what it
/// would become already (PR-8, PR-10, PV-3).
pub(crate) fn compose_one<I: Item>(plan: &[I], bundle: &Bundle) -> Result<Result<Vec<I>, Reason>, Refusal> {
    let mut next = plan.to_vec();
    for id in bundle.items() {
        let changes: Vec<_> =
            bundle.changes.iter().filter(|change| change.target.item_id == id).cloned().collect();
        let place = next.binary_search_by_key(&id, Planned::item_id);
        if let [Change { old: Value::Nothing, new, .. }] = &changes[..]
            && let Some(added) = I::of_whole(new)
        {
            match place {
                Err(place) => next.insert(place, added),
                Ok(_) => return Ok(Err(Reason::new(ReasonCode::Stale, SpecId::new("PR-8")))),
            }
            continue;
        }
        let Ok(place) = place else {
            return Ok(Err(Reason::new(ReasonCode::Orphan, SpecId::new("PR-10"))));
        };
        if let [Change { old, new: Value::Nothing, .. }] = &changes[..]
            && I::of_whole(old).is_some()
        {
            next.remove(place);
            continue;
        }
        let mut grown = next[place].clone();
        let counts: Vec<_> = changes.iter().filter(|c| c.field == Field::SetCount).cloned().collect();
        for change in &counts {
            if let Err(reason) = fresh(&grown, change) {
                return Ok(Err(reason));
            }
        }
        grown.apply(&counts, &bundle.seed)?;
        let rest: Vec<_> = changes.into_iter().filter(|c| c.field != Field::SetCount).collect();
        for change in &rest {
            if let Err(reason) = fresh(&grown, change) {
                return Ok(Err(reason));
            }
        }
        grown.apply(&rest, &bundle.seed)?;
        next[place] = Valid::new(grown)?.into_inner();
    }
    if doubled(plan, &next).is_some() {
        return Ok(Err(Reason::new(ReasonCode::AlreadySelected, SpecId::new("PV-3"))));
    }
    Ok(Ok(next))
}

/// PV-3: an exercise that has one rolling item before and two after.
pub(crate) fn doubled<'a, I: Item>(before: &[I], after: &'a [I]) -> Option<&'a ExerciseKey> {
    let count = |items: &[I], key| items.iter().filter(|item| item.rolls() == Some(key)).count();
    let mut rolling = after.iter().filter_map(Item::rolls);
    rolling.find(|key| count(after, key) > count(before, key).max(1))
}

/// Whether a change still finds the value it was made for.
fn fresh<I: Item>(item: &I, change: &Change) -> Result<(), Reason> {
    match item.value(change.target.set_id, change.field) {
        None => Err(Reason::new(ReasonCode::Orphan, SpecId::new("PR-10"))),
        Some(current) if current != change.old => {
            let reason = Reason::new(ReasonCode::Stale, SpecId::new("PR-8"));
            Err(reason
                .fact("old", shown(&change.old, change.field))
                .fact("current", shown(&current, change.field)))
        }
        Some(_) => Ok(()),
    }
}

/// A value as a fact, in the unit of its field.
pub(crate) fn shown(value: &Value, field: Field) -> Fact {
    match (value, field) {
        (Value::Number(grams), Field::Load) => Fact::load(Grams(*grams)),
        (Value::Number(number), _) => (*number).into(),
        (other, _) => other.to_string().into(),
    }
}
