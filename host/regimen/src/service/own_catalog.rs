//! Exercises and ladders of an athlete's own, beside those of the product (EX-1, P-1).

use std::collections::BTreeMap;

use assistant::input::name::key as key_of;
use domain::{
    error::ErrorCode,
    exercise::{Exercise, ExerciseKey},
    ladder::{Ladder, LadderKey},
    law::{Check, Valid},
    plan::{PlanDomain, PlanItem},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entry, Shelf};
use training::catalog::Catalog;

use super::{
    act::Act,
    app::{App, Caller, Scope, Work, check_revision, not_found},
    ledger::Span,
    template::Template,
};
use crate::{
    problem::{IN_USE, Problem},
    reader::capital,
    texts::Fact,
};

/// Entries that are kept together, so that they may refer to each other.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OwnEntries {
    /// Exercises.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exercises: Vec<Exercise>,
    /// Ladders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ladders: Vec<Ladder>,
}

/// An entry with the count of its changes; what the product ships has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Kept{T}")]
pub struct Kept<T> {
    /// The count.
    pub revision: Option<i64>,
    /// The entry.
    #[serde(flatten)]
    pub value: T,
}

impl<T> Kept<T> {
    fn own(entry: Entry<Valid<T>>) -> Self {
        Self { revision: Some(entry.revision), value: entry.value.into_inner() }
    }

    fn shipped(value: T) -> Self {
        Self { revision: None, value }
    }

    /// Whether it is the athlete's own.
    pub const fn is_own(&self) -> bool {
        self.revision.is_some()
    }
}

/// The athlete's own exercises, by key.
pub async fn exercises(app: &App, caller: &Caller) -> Result<Vec<Kept<Exercise>>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (exercises, _) = work.own_entries().await?;
    Ok(exercises.into_iter().map(Kept::own).collect())
}

/// All exercises, those of the product and the athlete's own, by key.
pub async fn all_exercises(app: &App, caller: &Caller) -> Result<Vec<Kept<Exercise>>, Problem> {
    let own = exercises(app, caller).await?;
    let shipped = Catalog::embedded().exercises().iter().map(|one| Exercise::clone(one));
    Ok(with_shipped(own, shipped, |one| one.id.clone()))
}

/// An exercise of the athlete's own, or of the product.
pub async fn exercise(app: &App, caller: &Caller, key: &ExerciseKey) -> Result<Kept<Exercise>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (exercises, _) = work.own_entries().await?;
    if let Some(own) = exercises.into_iter().find(|entry| entry.key == key.as_str()) {
        return Ok(Kept::own(own));
    }
    let shipped = Catalog::embedded().get(key).map(|one| Kept::shipped(Exercise::clone(one)));
    shipped.ok_or_else(|| not_found("exercise", key))
}

/// All ladders, those of the product and the athlete's own, by key.
pub async fn ladders(app: &App, caller: &Caller) -> Result<Vec<Kept<Ladder>>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (_, own) = work.own_entries().await?;
    let shipped = Catalog::embedded().ladders().iter().map(|ladder| Ladder::clone(ladder));
    Ok(with_shipped(own.into_iter().map(Kept::own).collect(), shipped, |one| one.key.clone()))
}

/// Own entries and those of the product, by key; an own one hides that of the product with its key.
fn with_shipped<T, K: Ord>(
    own: Vec<Kept<T>>,
    shipped: impl Iterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<Kept<T>> {
    let all = shipped.map(Kept::shipped).chain(own).map(|one| (key(&one.value), one));
    all.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Adds entries, or replaces those of the athlete's own with their keys; all of them or none. They must fit in with
/// each other and with the catalogue of the product.
pub async fn put(app: &App, caller: &Caller, new: OwnEntries) -> Result<OwnEntries, Problem> {
    let mut work = app.write(caller, Act::OwnExercises).await?;
    let (mut exercises, mut ladders) = work.own_entries().await?;
    refuse_shipped(&new, &exercises, &ladders)?;
    let added = new.exercises.iter().cloned().map(Valid::new).collect::<Result<Vec<_>, _>>()?;
    let added = replace(&mut exercises, added, |one| one.id.to_string());
    let climbed = new.ladders.iter().cloned().map(Valid::new).collect::<Result<Vec<_>, _>>()?;
    let climbed = replace(&mut ladders, climbed, |one| one.key.to_string());
    check_fit(&exercises, &ladders)?;
    work.tx.put_entries(Shelf::Exercises, caller.athlete, &added).await?;
    work.tx.put_entries(Shelf::Ladders, caller.athlete, &climbed).await?;
    work.commit().await?;
    Ok(new)
}

/// Removes an exercise of the athlete's own that nothing needs any more, if its revision is the one that was seen (GL-5).
pub async fn remove_exercise(
    app: &App,
    caller: &Caller,
    key: &ExerciseKey,
    revision: Option<i64>,
) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::OwnExercises).await?;
    let (mut exercises, ladders) = work.own_entries().await?;
    let known = take(&mut exercises, key.as_str()).ok_or_else(|| not_found("exercise", key))?;
    check_revision(revision, known.revision)?;
    let in_use =
        |by: &'static str| Problem::new(IN_USE).fact("id", key.as_str()).fact("by", Fact::word("thing", by));
    if let Some(plan) = work.active_plan(PlanDomain::Training).await? {
        let chain = work.chain::<PlanItem>(plan, Span::Recent("")).await?;
        if chain.effective().iter().any(|item| item.exercise_key == *key) {
            return Err(in_use("plan"));
        }
    }
    let templates = work.tx.entries::<Template>(Shelf::Templates, caller.athlete).await?;
    if templates.iter().any(|entry| entry.value.exercises.iter().any(|one| one.exercise_id == *key)) {
        return Err(in_use("template"));
    }
    check_fit(&exercises, &ladders).map_err(|_| in_use("ladder"))?;
    work.tx.remove_entry(Shelf::Exercises, caller.athlete, key.as_str()).await?;
    work.commit().await
}

/// Removes a ladder of the athlete's own that nothing needs any more, if its revision is the one that was seen (GL-5).
pub async fn remove_ladder(
    app: &App,
    caller: &Caller,
    key: &LadderKey,
    revision: Option<i64>,
) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::OwnExercises).await?;
    let (exercises, mut ladders) = work.own_entries().await?;
    let known = take(&mut ladders, key.as_str()).ok_or_else(|| not_found("ladder", key))?;
    check_revision(revision, known.revision)?;
    let in_use =
        |by: &'static str| Problem::new(IN_USE).fact("id", key.as_str()).fact("by", Fact::word("thing", by));
    if let Some(plan) = work.active_plan(PlanDomain::Training).await? {
        let chain = work.chain::<PlanItem>(plan, Span::Recent("")).await?;
        let climbs = |item: &PlanItem| {
            item.prescription.level_ref.as_ref().is_some_and(|level| level.ladder_key == *key)
        };
        if chain.effective().iter().any(climbs) {
            return Err(in_use("plan"));
        }
    }
    check_fit(&exercises, &ladders).map_err(|_| in_use("exercise"))?;
    work.tx.remove_entry(Shelf::Ladders, caller.athlete, key.as_str()).await?;
    work.commit().await
}

/// Takes the entry with this key out.
fn take<T>(entries: &mut Vec<Entry<T>>, key: &str) -> Option<Entry<T>> {
    let place = entries.iter().position(|entry| entry.key == key)?;
    Some(entries.remove(place))
}

type Own = (Vec<Entry<Valid<Exercise>>>, Vec<Entry<Valid<Ladder>>>);

impl Work<'_> {
    async fn own_entries(&mut self) -> Result<Own, Problem> {
        let athlete = self.id();
        let exercises = self.tx.entries(Shelf::Exercises, athlete).await?;
        Ok((exercises, self.tx.entries(Shelf::Ladders, athlete).await?))
    }
}

impl Work<'_> {
    /// D-9: an exercise of the athlete's own of this name that trains the same as another; gives its key.
    pub(super) async fn add_exercise_like(
        &mut self,
        name: &str,
        like: &ExerciseKey,
    ) -> Result<ExerciseKey, Problem> {
        let catalog = self.catalog().await?;
        let model = catalog.get(like).ok_or_else(|| not_found("exercise", like))?;
        let (mut exercises, ladders) = self.own_entries().await?;
        let base = key_of(name).map_or_else(|| "own".to_owned(), |key| key.to_string());
        let is_free = |key: &ExerciseKey| catalog.get(key).is_none();
        let keys = (2..).map(|number: u32| format!("{base}_{number}"));
        let mut keys = std::iter::once(base.clone()).chain(keys).filter_map(|key| key.parse().ok());
        let id = keys.find(is_free).ok_or_else(|| not_found("exercise", name))?;
        let is_new = |code: &String| catalog.exercises().iter().all(|one| one.short_code != *code);
        let short_code = (1..=9999).map(|number: u32| format!("N{number}")).find(is_new);
        let name: String = capital(name.trim()).chars().take(60).collect();
        let own = Exercise {
            id: id.clone(),
            name_en: name.clone(),
            name_ru: name,
            aliases_en: vec![],
            aliases_ru: vec![],
            short_code: short_code.unwrap_or_default(),
            ladder_id: None,
            easier: None,
            harder: None,
            ..Exercise::clone(model)
        };
        let added = replace(&mut exercises, vec![Valid::new(own)?], |one| one.id.to_string());
        check_fit(&exercises, &ladders)?;
        let athlete = self.id();
        self.tx.put_entries(Shelf::Exercises, athlete, &added).await?;
        Ok(id)
    }
}

/// A key of the product means the same to everybody, but for those who had it before it was shipped.
fn refuse_shipped(
    new: &OwnEntries,
    exercises: &[Entry<Valid<Exercise>>],
    ladders: &[Entry<Valid<Ladder>>],
) -> Result<(), Problem> {
    let shipped = Catalog::embedded();
    let mut check = Check::default();
    let expected = "a key that the catalogue of the product does not have";
    check.each("exercises", &new.exercises, |check, _, one| {
        let is_own = exercises.iter().any(|entry| entry.key == one.id.as_str());
        let is_free = is_own || shipped.get(&one.id).is_none();
        check.require(is_free, ErrorCode::CatalogInvalid, "id", &one.id, expected);
    });
    check.each("ladders", &new.ladders, |check, _, one| {
        let is_own = ladders.iter().any(|entry| entry.key == one.key.as_str());
        let is_free = is_own || shipped.ladder(&one.key).is_none();
        check.require(is_free, ErrorCode::InvalidLadder, "key", &one.key, expected);
    });
    Ok(check.finish()?)
}

fn check_fit(exercises: &[Entry<Valid<Exercise>>], ladders: &[Entry<Valid<Ladder>>]) -> Result<(), Problem> {
    let exercises: Vec<_> = exercises.iter().map(|entry| entry.value.clone()).collect();
    let ladders: Vec<_> = ladders.iter().map(|entry| entry.value.clone()).collect();
    Catalog::embedded().extended(&exercises, &ladders)?;
    Ok(())
}

/// Puts values among the entries; gives those that are new or changed, each with its revision.
fn replace<T: Clone + PartialEq>(
    entries: &mut Vec<Entry<T>>,
    values: Vec<T>,
    key: impl Fn(&T) -> String,
) -> Vec<Entry<T>> {
    let mut written = Vec::new();
    for value in values {
        let key = key(&value);
        match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) if entry.value == value => {}
            Some(entry) => {
                *entry = Entry { key, revision: entry.revision + 1, value };
                written.push(entry.clone());
            }
            None => {
                let entry = Entry { key, revision: 1, value };
                entries.push(entry.clone());
                written.push(entry);
            }
        }
    }
    written
}
