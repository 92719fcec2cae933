//! Items as documents: every place with its value, and what differs between two of them (PR-2, PR-3).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::{Change, Field, FieldGroup, Target, Value},
    plan::PlanItem,
    prescription::{SetId, SetType},
};
use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::kept::Kept;

/// The places of an item that have a name (PR-3).
const ITEM: &[(&str, Field)] = &[
    ("prescription/level_ref/ladder_key", Field::Ladder),
    ("prescription/level_ref/ordinal", Field::Level),
    ("exercise_key", Field::Variation),
    ("prescription/rep_policy/mode", Field::RepMode),
    ("prescription/rep_policy/low", Field::RepLow),
    ("prescription/rep_policy/high", Field::RepHigh),
    ("prescription/rep_policy/target", Field::RepTarget),
    ("prescription/rest_policy/mode", Field::RestMode),
    ("prescription/rest_policy/seconds", Field::RestAll),
    ("prescription/effort_target", Field::EffortTarget),
    ("difficulty", Field::Difficulty),
    ("min_sets", Field::MinSets),
    ("slot_weekday", Field::SlotWeekday),
    ("slot_date", Field::SlotDate),
    ("slot_time", Field::SlotTime),
    ("order", Field::Order),
    ("role", Field::Role),
    ("tier", Field::Tier),
    ("superset", Field::Superset),
    ("progression_mode", Field::ProgressionMode),
    ("meal/date", Field::SlotDate),
    ("meal/slot", Field::Order),
    (RECIPE, Field::Recipe),
    ("meal/servings_pct", Field::Servings),
    ("meal/meal_time", Field::MealTime),
    ("meal/pinned", Field::Pinned),
];

/// Where the recipe of a meal stands, with its revision and the pot that it comes from (MO-2).
const RECIPE: &str = "meal/recipe";

/// The places of a set that have a name.
const SET: &[(&str, Field)] = &[
    ("load_g", Field::Load),
    ("reps", Field::Reps),
    ("seconds", Field::Seconds),
    ("meters", Field::Meters),
    ("per", Field::Per),
    ("type", Field::SetType),
    ("rest_s", Field::Rest),
];

/// Every place of a document that holds something.
type Places = BTreeMap<String, Value>;

/// An item, place by place.
pub(super) struct Flat {
    places: Places,
    /// In their order.
    sets: Vec<(SetId, Places)>,
}

impl Flat {
    pub(super) fn of(item: &impl Serialize) -> Self {
        let mut document = serde_json::to_value(item).unwrap_or_default();
        let sets = document.pointer_mut("/prescription/sets").map(Json::take).unwrap_or_default();
        let recipe = document.get_mut("meal").and_then(Json::as_object_mut).map(take_recipe);
        // The one number that is left out of the document when it has its usual value.
        let mut places = Places::from([("difficulty".to_owned(), Value::Number(100))]);
        collect("", &document, &mut places);
        places.extend(recipe.map(|recipe| (RECIPE.to_owned(), Value::Word(recipe))));
        let documents = sets.as_array().into_iter().flatten();
        let sets = documents.filter_map(|document| {
            let mut places = Places::new();
            collect("", document, &mut places);
            // A set is known by its id, and its index is its place in the list.
            places.remove("set_id");
            places.remove("index");
            Some((document.get("set_id")?.as_str()?.parse().ok()?, places))
        });
        Self { places, sets: sets.collect() }
    }

    /// Whether it has this set.
    pub(super) fn has(&self, id: SetId) -> bool {
        self.set(id).is_some()
    }

    fn set(&self, id: SetId) -> Option<&Places> {
        self.sets.iter().find(|(known, _)| *known == id).map(|(_, places)| places)
    }

    /// The value of a field; [`None`] if there is no such field or set. A number of sets is that of working sets, that
    /// of one set 1 or 0.
    pub(super) fn value(&self, set: Option<SetId>, field: Field) -> Option<Value> {
        let (places, names) = match set {
            None if field == Field::SetCount => return Some(Value::Number(self.working())),
            None => (&self.places, ITEM),
            Some(id) if field == Field::SetCount => {
                return Some(Value::Number(i64::from(self.has(id))));
            }
            Some(id) => (self.set(id)?, SET),
        };
        let field = place_of(field);
        // Exercises and meals have a date and an order at places of their own.
        let named: Vec<_> = names.iter().filter(|(_, known)| *known == field).collect();
        let found = named.iter().find_map(|(name, _)| places.get(*name)).cloned();
        (!named.is_empty()).then(|| found.unwrap_or(Value::Nothing))
    }

    /// The working sets, in their order.
    pub(super) fn working_sets(&self) -> impl DoubleEndedIterator<Item = SetId> {
        let working = Value::from(SetType::Working.as_str());
        self.sets.iter().filter(move |(_, places)| places.get("type") == Some(&working)).map(|(id, _)| *id)
    }

    fn working(&self) -> i64 {
        i64::try_from(self.working_sets().count()).unwrap_or(i64::MAX)
    }
}

/// A variation and another exercise are written to the same place.
pub(super) const fn place_of(field: Field) -> Field {
    match field {
        Field::Exercise => Field::Variation,
        other => other,
    }
}

fn collect(path: &str, document: &Json, places: &mut Places) {
    let value = match document {
        Json::Object(members) => {
            for (name, member) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
                collect(&path, member, places);
            }
            return;
        }
        Json::Null => return,
        Json::String(word) => Value::Word(word.clone()),
        Json::Bool(is) => Value::Number(i64::from(*is)),
        other => other.as_i64().map_or_else(|| Value::Word(other.to_string()), Value::Number),
    };
    places.insert(path.to_owned(), value);
}

/// Takes out of a meal what changes name as one: `chili@1`, and from a pot `chili@1~2026-03-09/3/4`.
fn take_recipe(meal: &mut Map<String, Json>) -> String {
    let word = |value: Option<Json>| match value {
        Some(Json::String(word)) => word,
        other => other.unwrap_or_default().to_string(),
    };
    let recipe = format!("{}@{}", word(meal.remove("recipe_id")), word(meal.remove("recipe_revision")));
    let Some(mut pot) = meal.remove("batch") else { return recipe };
    let [on, slot, servings] =
        ["cooked_on", "cooked_slot", "servings"].map(|name| word(pot.get_mut(name).map(Json::take)));
    format!("{recipe}~{on}/{slot}/{servings}")
}

/// What differs between two states of an item.
pub(super) struct Difference {
    /// Fields of the item, and of sets that both states have.
    pub(super) changes: Vec<Change>,
    /// What differs without a name, so that no change can explain it.
    pub(super) nameless: BTreeSet<String>,
    /// Sets that only the later state has.
    pub(super) came: Vec<SetId>,
    /// Sets that only the earlier state has.
    pub(super) went: Vec<SetId>,
    /// Working sets in the earlier and in the later state.
    pub(super) working: (i64, i64),
}

impl Difference {
    pub(super) fn between<I: Kept>(before: &I, after: &I) -> Self {
        let (old, new) = (Flat::of(before), Flat::of(after));
        let target = Target { item_id: before.item_id(), set_id: None };
        let mut found = Self {
            changes: vec![],
            nameless: BTreeSet::new(),
            came: new.sets.iter().map(|(id, _)| *id).filter(|id| !old.has(*id)).collect(),
            went: old.sets.iter().map(|(id, _)| *id).filter(|id| !new.has(*id)).collect(),
            working: (old.working(), new.working()),
        };
        found.compare(target, ITEM, &old.places, &new.places);
        for (id, places) in &old.sets {
            if let Some(later) = new.set(*id) {
                found.compare(Target { set_id: Some(*id), ..target }, SET, places, later);
            }
        }
        let order = |one: &Flat, other: &Flat| {
            let both = one.sets.iter().map(|(id, _)| *id).filter(|id| other.has(*id));
            both.collect::<Vec<_>>()
        };
        if order(&old, &new) != order(&new, &old) {
            found.nameless.insert("the order of the sets".to_owned());
        }
        found
    }

    fn compare(&mut self, target: Target, names: &[(&str, Field)], old: &Places, new: &Places) {
        for place in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
            let value = |places: &Places| places.get(place).cloned().unwrap_or(Value::Nothing);
            let (old, new) = (value(old), value(new));
            if old == new {
                continue;
            }
            match names.iter().find(|(name, _)| name == place) {
                Some(&(_, field)) => self.changes.push(Change { target, field, old, new }),
                None => {
                    self.nameless.insert(place.clone());
                }
            }
        }
    }

    /// The groups that were touched.
    pub(super) fn groups(&self) -> BTreeSet<FieldGroup> {
        let sets = !self.came.is_empty() || !self.went.is_empty();
        let named = self.changes.iter().map(|change| change.field.group());
        named.chain(sets.then_some(FieldGroup::Volume)).collect()
    }
}

/// The groups that differ between two states of an item; an item that came or went is structure.
pub(super) fn groups(before: Option<&PlanItem>, after: Option<&PlanItem>) -> BTreeSet<FieldGroup> {
    match (before, after) {
        (Some(before), Some(after)) => Difference::between(before, after).groups(),
        (None, None) => BTreeSet::new(),
        _ => BTreeSet::from([FieldGroup::Structure]),
    }
}

/// A document in canonical JSON: keys sorted, no insignificant white space (PV-6).
pub(super) fn canonical(document: &Json) -> String {
    match document {
        Json::Object(members) => {
            let members: BTreeMap<_, _> = members.iter().collect();
            let members = members
                .into_iter()
                .map(|(name, member)| format!("{}:{}", Json::String(name.clone()), canonical(member)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Json::Array(members) => {
            format!("[{}]", members.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use domain::plan::ITEM_EXAMPLE;

    use super::*;

    fn item() -> PlanItem {
        serde_json::from_str(ITEM_EXAMPLE).unwrap()
    }

    #[test]
    fn pv_14_an_item_differs_by_its_fields_its_sets_and_what_has_no_name() {
        let (before, mut after) = (item(), item());
        after.difficulty = 105;
        after.prescription.sets[0].load_g = None;
        after.prescription.cues.push("chest up".into());
        after.prescription.sets.pop();
        let found = Difference::between(&before, &after);
        let named: Vec<_> = found.changes.iter().map(|c| (c.field, c.old.clone(), c.new.clone())).collect();
        let load = (Field::Load, Value::Number(60_000), Value::Nothing);
        assert_eq!(named, [(Field::Difficulty, Value::Number(100), Value::Number(105)), load]);
        assert_eq!(found.nameless, BTreeSet::from(["prescription/cues".to_owned()]));
        assert_eq!((found.came.len(), found.went.len(), found.working), (0, 1, (3, 2)));
        assert_eq!(found.groups(), BTreeSet::from([FieldGroup::Volume, FieldGroup::Load]));
        assert_eq!(Difference::between(&before, &item()).groups(), BTreeSet::new());
    }

    #[test]
    fn pv_14_every_named_place_of_the_example_can_be_read() {
        let flat = Flat::of(&item());
        let set = item().prescription.sets[0].set_id;
        assert_eq!(flat.value(None, Field::Exercise), Some(Value::from("bench_press")));
        assert_eq!(flat.value(None, Field::SetCount), Some(Value::Number(3)));
        assert_eq!(flat.value(None, Field::Tier), Some(Value::Nothing));
        assert_eq!(flat.value(Some(set), Field::SetCount), Some(Value::Number(1)));
        assert_eq!(flat.value(Some(set), Field::Reps), Some(Value::Number(6)));
        assert_eq!(flat.value(Some(SetId::derive(&["gone"])), Field::Reps), None);
    }

    #[test]
    fn pv_6_canonical_json_has_sorted_keys_and_no_white_space() {
        let document = serde_json::json!({ "b": [1, { "d": null, "c": "x y" }], "a": true });
        assert_eq!(canonical(&document), r#"{"a":true,"b":[1,{"c":"x y","d":null}]}"#);
    }
}
