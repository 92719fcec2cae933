//! OV-5: the mean of what a person set and what an engine wants.

use domain::{
    change::{Change, Field, FieldGroup, Target},
    id::TraceId,
    plan::PlanItem,
    prescription::{SetType, spread},
    quantity::Grams,
};

use crate::chain::ItemFacts;

/// The changes that lead from the manual item halfway to the automatic one in these groups; none if there is no
/// middle.
pub fn compromise(
    manual: &PlanItem,
    auto: &PlanItem,
    groups: &[FieldGroup],
    facts: &ItemFacts,
    seed: &TraceId,
) -> Option<Vec<Change>> {
    let mut middle = manual.clone();
    for group in groups {
        middle = match group {
            FieldGroup::Volume => volume(&middle, auto, facts, seed)?,
            FieldGroup::Load => load(middle, auto, facts),
            FieldGroup::Rest => rest(middle, auto),
            _ => return None,
        };
    }
    let changes = manual.changes_to(&middle, seed);
    let halfway = !changes.is_empty() && !auto.diff(&middle).is_empty();
    halfway.then_some(changes)
}

/// Half of the difference in volume over the larger number of sets, on the lower level; between two variations the
/// level in the middle, if there is one.
fn volume(manual: &PlanItem, auto: &PlanItem, facts: &ItemFacts, seed: &TraceId) -> Option<PlanItem> {
    let ordinal = |item: &PlanItem| item.prescription.level_ref.as_ref().map(|level| level.ordinal);
    if manual.exercise_key != auto.exercise_key {
        let (one, other) = (ordinal(manual)?, ordinal(auto)?);
        let middle = one.midpoint(other);
        let between = middle != one && middle != other;
        return between.then(|| at_level(manual, facts, middle, seed)).flatten();
    }
    let sets = |item: &PlanItem| item.prescription.working_sets().count();
    let wanted = sets(manual).max(sets(auto));
    let volume = manual.prescription.volume().midpoint(auto.prescription.volume());
    let amounts = spread(volume, u32::try_from(wanted).ok()?);
    let mut middle = with_amounts(manual, &amounts, seed)?;
    if let Some(level) = &mut middle.prescription.level_ref {
        level.ordinal = level.ordinal.min(ordinal(auto).unwrap_or(level.ordinal));
    }
    Some(middle)
}

/// The item on another level of its ladder, with that level's own target.
pub fn at_level(item: &PlanItem, facts: &ItemFacts, ordinal: u32, seed: &TraceId) -> Option<PlanItem> {
    let ladder = facts.ladder.as_ref()?;
    let level = ladder.levels.get(usize::try_from(ordinal).ok()?.checked_sub(1)?)?;
    let mut moved = with_amounts(item, &vec![level.amount; usize::try_from(level.sets).ok()?], seed)?;
    moved.exercise_key = level.variation.clone();
    moved.prescription.level_ref.as_mut()?.ordinal = ordinal;
    for set in moved.prescription.sets.iter_mut().filter(|set| set.kind == SetType::Working) {
        set.per = level.per;
    }
    Some(moved)
}

/// The item with these amounts for its working sets, added or removed as needed.
fn with_amounts(item: &PlanItem, amounts: &[u32], seed: &TraceId) -> Option<PlanItem> {
    let mut changed = item.clone();
    let count = Change {
        target: Target { item_id: item.item_id, set_id: None },
        field: Field::SetCount,
        old: item.value(None, Field::SetCount)?,
        new: i64::try_from(amounts.len()).ok()?.into(),
    };
    changed.apply(&[count], seed).ok()?;
    let working = changed.prescription.sets.iter_mut().filter(|set| set.kind == SetType::Working);
    for (set, &amount) in working.zip(amounts) {
        let place =
            [&mut set.reps, &mut set.seconds, &mut set.meters].into_iter().find(|place| place.is_some());
        *place? = Some(amount);
    }
    Some(changed)
}

/// The mean load of each set on which the two differ, rounded down to what can be put together.
fn load(mut middle: PlanItem, auto: &PlanItem, facts: &ItemFacts) -> PlanItem {
    for set in &mut middle.prescription.sets {
        let wanted = auto.set(set.set_id).and_then(|set| set.load_g);
        if let (Some(own), Some(wanted)) = (set.load_g, wanted)
            && own != wanted
        {
            let mean = Grams(own.0.midpoint(wanted.0));
            set.load_g = Some(facts.grid.as_ref().map_or(mean, |grid| grid.floor(mean)));
        }
    }
    middle
}

/// The mean rest, rounded down to 5 seconds.
fn rest(mut middle: PlanItem, auto: &PlanItem) -> PlanItem {
    let mean = |one: u32, other: u32| one.midpoint(other) / 5 * 5;
    let (own, wanted) = (&mut middle.prescription.rest_policy, auto.prescription.rest_policy);
    if own.seconds != wanted.seconds {
        own.seconds = mean(own.seconds, wanted.seconds);
    }
    for set in &mut middle.prescription.sets {
        if let Some(wanted) = auto.set(set.set_id).filter(|wanted| wanted.rest_s != set.rest_s) {
            set.rest_s = mean(set.rest_s, wanted.rest_s);
        }
    }
    middle
}
