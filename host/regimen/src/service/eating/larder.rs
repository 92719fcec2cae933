//! The larder: foods and recipes of the product, of the athlete, and those that are shared with everybody, in every
//! revision (ND-2, ND-3, ND-14).
//!
//! An edit of a recipe is another revision, and plans keep theirs. A revision keeps the own foods that it was made of,
//! so an edit of a food makes new revisions of the recipes that use it. Nothing is deleted, only archived. Of two
//! entries with one key the athlete's own stands before the product's, and that before a shared one.

use std::{borrow::Cow, collections::BTreeMap};

use domain::{
    error::ErrorCode,
    food::{Food, FoodKey, Name},
    law::{Invalid, Valid},
    recipe::{Recipe, RecipeKey},
};
use nutrition::{
    catalog::{Catalog, CatalogRecipe},
    convert::Measure,
    derive::derive,
    diet::diet_tags,
    foods::{Alias, Foods},
    kitchen::{FIRST_REVISION, Kitchen},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entry, Shelf};

use crate::{
    problem::Problem,
    service::act::Act,
    service::app::{App, Caller, Scope, Work, check_revision, not_found},
};

/// An own food as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnFood {
    /// The food.
    pub food: Food,
    /// Whether it is no longer offered.
    #[serde(default)]
    pub archived: bool,
}

/// A revision of an own recipe as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnRecipe {
    /// The recipe.
    pub recipe: Recipe,
    /// The own foods among its ingredients, as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foods: Vec<Food>,
    /// Whether it is no longer offered.
    #[serde(default)]
    pub archived: bool,
}

/// A food or recipe with where it comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Offered{T}")]
pub struct Offered<T> {
    /// Whether it is the athlete's own.
    pub own: bool,
    /// Whether somebody else brought it, and an administrator shared it (ND-14).
    pub shared: bool,
    /// Counts its changes.
    pub revision: u32,
    /// Whether it is no longer offered.
    pub archived: bool,
    /// The entry.
    #[serde(flatten)]
    pub entry: T,
}

/// What can be cooked.
#[derive(Debug, Clone)]
pub(super) struct Larder {
    /// What is offered now: of the product and of the athlete.
    pub(super) catalog: Cow<'static, Catalog>,
    /// What spoons and cups hold.
    pub(super) measure: Measure,
    foods: Vec<Entry<OwnFood>>,
    own_foods: Vec<Valid<Food>>,
    aliases: Vec<Alias>,
    recipes: Vec<Kept>,
    /// Everybody's, but for those of which the athlete has an own one.
    shared_foods: Vec<Entry<OwnFood>>,
    common_foods: Vec<Valid<Food>>,
    /// Everybody's in all their revisions, but for those that the athlete has an own one of.
    shared_recipes: Vec<Kept>,
}

/// A revision of an own recipe, with what follows from its foods.
#[derive(Debug, Clone)]
struct Kept {
    revision: u32,
    archived: bool,
    entry: CatalogRecipe,
}

impl Larder {
    fn new(
        (foods, mut shared_foods): (Vec<Entry<OwnFood>>, Vec<Entry<OwnFood>>),
        (recipes, mut shared_recipes): (Vec<Entry<OwnRecipe>>, Vec<Entry<OwnRecipe>>),
        aliases: Vec<Alias>,
        measure: Measure,
    ) -> Result<Self, Problem> {
        let shipped = Catalog::embedded();
        shared_foods.retain(|one| {
            shipped.food(&one.value.food.id).is_none() && foods.iter().all(|own| own.key != one.key)
        });
        // A revision that was planned before the athlete had an own one stays.
        shared_recipes.retain(|one| {
            let is_own = |own: &Entry<OwnRecipe>| (&own.key, own.revision) == (&one.key, one.revision);
            shipped.recipe(&one.value.recipe.id).is_none() && !recipes.iter().any(is_own)
        });
        let (own_foods, common_foods) = (valid(&foods)?, valid(&shared_foods)?);
        let (recipes, shared_recipes) = (kept(recipes, measure)?, kept(shared_recipes, measure)?);
        let mut larder = Self {
            catalog: Cow::Borrowed(shipped),
            measure,
            foods,
            own_foods,
            aliases,
            recipes,
            shared_foods,
            common_foods,
            shared_recipes,
        };
        let named = larder.foods.iter().zip(&larder.own_foods);
        let named = named.chain(larder.shared_foods.iter().zip(&larder.common_foods));
        let offered = named.filter(|(entry, _)| !entry.value.archived).map(|(_, food)| food.clone());
        let offered: Vec<Valid<Food>> = offered.collect();
        let latest = larder.latest().filter(|kept| !kept.archived).map(|kept| kept.entry.clone());
        let latest: Vec<CatalogRecipe> = latest.collect();
        if !offered.is_empty() || !latest.is_empty() {
            larder.catalog = Cow::Owned(shipped.with_own(&offered, &latest));
        }
        Ok(larder)
    }

    /// Recipes that the product does not have, as they are now: the athlete's, then those of others.
    fn latest(&self) -> impl Iterator<Item = &Kept> {
        let is_own = |kept: &Kept| self.own_recipe(&kept.entry.recipe.id).is_some();
        latest(&self.recipes).chain(latest(&self.shared_recipes).filter(move |kept| !is_own(kept)))
    }

    /// All foods; what the athlete calls them, and their own, are found first.
    pub(super) fn food_names(&self) -> Foods<'_> {
        Foods::embedded().with_own(&self.own_foods, &self.aliases).with_common(&self.common_foods)
    }

    /// Everything that plans and logs may name.
    pub(super) fn kitchen(&self) -> Kitchen<'_> {
        let shipped = Catalog::embedded().recipes().iter();
        let kitchen = Kitchen::new(self.food_names(), self.measure);
        let kitchen = shipped.fold(kitchen, |kitchen, entry| kitchen.with_recipe(FIRST_REVISION, entry));
        let others = self.recipes.iter().chain(&self.shared_recipes);
        others.fold(kitchen, |kitchen, kept| kitchen.with_recipe(kept.revision, &kept.entry))
    }

    /// What recipes are called, by key: those that are wanted.
    pub(super) fn recipe_names(&self, is_wanted: impl Fn(&RecipeKey) -> bool) -> BTreeMap<String, Name> {
        let entries = Catalog::embedded().recipes().iter().chain(self.latest().map(|kept| &kept.entry));
        let entries = entries.filter(|entry| is_wanted(&entry.recipe.id));
        entries.map(|entry| (entry.recipe.id.to_string(), entry.recipe.name.clone())).collect()
    }

    /// The revision of a recipe in force.
    pub(super) fn revision(&self, key: &RecipeKey) -> u32 {
        let now = self.latest().find(|kept| kept.entry.recipe.id == *key);
        now.map_or(FIRST_REVISION, |kept| kept.revision)
    }

    /// The catalogue with these recipes too, if they are archived: they are planned already.
    pub(super) fn catalog_with(&self, planned: &[&RecipeKey]) -> Cow<'_, Catalog> {
        let archived = self
            .latest()
            .filter(|kept| kept.archived && planned.contains(&&kept.entry.recipe.id))
            .map(|kept| kept.entry.clone());
        let archived: Vec<CatalogRecipe> = archived.collect();
        if archived.is_empty() {
            return Cow::Borrowed(&self.catalog);
        }
        Cow::Owned(self.catalog.with_own(&[], &archived))
    }

    pub(super) fn own_recipe(&self, key: &RecipeKey) -> Option<(u32, bool, &Recipe)> {
        let kept = latest(&self.recipes).find(|kept| kept.entry.recipe.id == *key)?;
        Some((kept.revision, kept.archived, &kept.entry.recipe))
    }

    /// Own recipes as they are now.
    pub(super) fn own_recipes(&self) -> impl Iterator<Item = &Recipe> {
        latest(&self.recipes).filter(|kept| !kept.archived).map(|kept| &*kept.entry.recipe)
    }

    pub(super) fn own_food(&self, key: &FoodKey) -> Option<&Entry<OwnFood>> {
        self.foods.iter().find(|entry| entry.value.food.id == *key)
    }

    /// A food that the product does not have, and whether it is the athlete's own.
    fn brought_food(&self, key: &FoodKey) -> Option<(&Entry<OwnFood>, bool)> {
        let shared = || self.shared_foods.iter().find(|entry| entry.value.food.id == *key);
        let own = self.own_food(key).map(|own| (own, true));
        own.or_else(|| shared().map(|entry| (entry, false)))
    }

    /// The revision that a new own recipe begins with: one that no plan has.
    fn first_revision(&self, key: &RecipeKey) -> u32 {
        let shared = latest(&self.shared_recipes).find(|kept| kept.entry.recipe.id == *key);
        shared.map_or(FIRST_REVISION, |kept| kept.revision + 1)
    }
}

fn valid(foods: &[Entry<OwnFood>]) -> Result<Vec<Valid<Food>>, Problem> {
    Ok(foods.iter().map(|entry| Valid::new(entry.value.food.clone())).collect::<Result<_, _>>()?)
}

/// Revisions of recipes with what follows from the foods that each was made of.
fn kept(recipes: Vec<Entry<OwnRecipe>>, measure: Measure) -> Result<Vec<Kept>, Problem> {
    let (plain, allergens) = (Foods::embedded(), Catalog::embedded().allergens());
    let kept = |Entry { revision, value, .. }: Entry<OwnRecipe>| {
        let own = value.foods.into_iter().map(Valid::new).collect::<Result<Vec<_>, _>>()?;
        let foods = plain.clone().with_own(&own, &[]);
        let recipe = Valid::new(value.recipe)?;
        let derived = derive(&recipe, &foods, allergens, measure);
        let tags = diet_tags(&recipe, &foods, allergens).tags;
        let revision = u32::try_from(revision).unwrap_or(FIRST_REVISION);
        let entry = CatalogRecipe { recipe, derived, tags };
        Ok::<_, Problem>(Kept { revision, archived: value.archived, entry })
    };
    recipes.into_iter().map(kept).collect()
}

/// The last revision of each recipe.
fn latest(recipes: &[Kept]) -> impl Iterator<Item = &Kept> {
    let groups = recipes.chunk_by(|one, other| one.entry.recipe.id == other.entry.recipe.id);
    groups.filter_map(<[Kept]>::last)
}

/// All foods, by key.
pub async fn foods(app: &App, caller: &Caller) -> Result<Vec<Offered<Food>>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let larder = work.larder().await?;
    let shipped = Catalog::embedded().foods().iter().map(|food| (food.id.clone(), offered((**food).clone())));
    let own = larder.foods.iter().map(|entry| (entry, true));
    let others = larder.shared_foods.iter().map(|entry| (entry, false)).chain(own);
    let others = others.map(|(entry, own)| (entry.value.food.id.clone(), brought(entry, own)));
    Ok(shipped.chain(others).collect::<BTreeMap<_, _>>().into_values().collect())
}

/// A food that the product does not have.
fn brought(entry: &Entry<OwnFood>, own: bool) -> Offered<Food> {
    let OwnFood { food, archived } = entry.value.clone();
    let revision = u32::try_from(entry.revision).unwrap_or(FIRST_REVISION);
    Offered { own, shared: !own, revision, archived, entry: food }
}

/// What foods are called, by key, and whether they are no longer offered.
pub async fn food_names(app: &App, caller: &Caller) -> Result<BTreeMap<FoodKey, (Name, bool)>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (own, shared) = work.tx.entries_and_shared::<OwnFood>(Shelf::Foods, caller.athlete).await?;
    let shipped = Catalog::embedded().foods().iter();
    let shipped = shipped.map(|food| (food.id.clone(), (food.name.clone(), false)));
    let named = |Entry { value, .. }: Entry<OwnFood>| (value.food.id, (value.food.name, value.archived));
    Ok(shared.into_iter().map(named).chain(shipped).chain(own.into_iter().map(named)).collect())
}

/// The food with this key, name or barcode.
pub async fn food(app: &App, caller: &Caller, name: &str) -> Result<Offered<Food>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let larder = work.larder().await?;
    let kitchen = larder.kitchen();
    let food = find_food(&kitchen, name)?;
    Ok(match larder.brought_food(&food.id) {
        Some((entry, own)) => brought(entry, own),
        None => offered(food.clone()),
    })
}

/// The one food that a key, a name or a barcode means (ML-2, ND-9).
pub(super) fn find_food<'k>(kitchen: &Kitchen<'k>, name: &str) -> Result<&'k Food, Problem> {
    let by_key = || kitchen.foods.get(&name.parse().ok()?);
    let scanned = || kitchen.scanned(&name.to_owned().try_into().ok()?);
    if let Some(food) = by_key().or_else(scanned) {
        return Ok(food);
    }
    kitchen.foods.resolve(name).map_err(|unresolved| {
        use nutrition::foods::Unresolved;
        let (expected, near) = match &unresolved {
            Unresolved::Ambiguous { candidates, .. } => ("one food", candidates),
            Unresolved::Unknown { nearest, .. } => ("a food of the catalogue, or an own one", nearest),
        };
        let near: Vec<&str> = near.iter().map(FoodKey::as_str).collect();
        let maybe = if near.is_empty() { String::new() } else { format!("; maybe {}", near.join(", ")) };
        Invalid::of(unresolved.code(), "food", name, format_args!("{expected}{maybe}")).into()
    })
}

fn offered<T>(entry: T) -> Offered<T> {
    Offered { own: false, shared: false, revision: FIRST_REVISION, archived: false, entry }
}

/// All recipes as they are now, by key.
pub async fn recipes(app: &App, caller: &Caller) -> Result<Vec<Offered<Recipe>>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let larder = work.larder().await?;
    let shipped = Catalog::embedded().recipes().iter().map(|entry| {
        let recipe = (*entry.recipe).clone();
        (recipe.id.clone(), offered(recipe))
    });
    let own = larder.latest().map(|kept| {
        let recipe = (*kept.entry.recipe).clone();
        let (revision, archived) = (kept.revision, kept.archived);
        let own = larder.own_recipe(&recipe.id).is_some();
        (recipe.id.clone(), Offered { own, shared: !own, revision, archived, entry: recipe })
    });
    Ok(shipped.chain(own).collect::<BTreeMap<_, _>>().into_values().collect())
}

/// The recipe with this key: the revision that is asked for, else the one in force, with what a serving holds.
pub async fn recipe(
    app: &App,
    caller: &Caller,
    key: &RecipeKey,
    revision: Option<u32>,
) -> Result<(Offered<Recipe>, CatalogRecipe), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let larder = work.larder().await?;
    let revision = revision.unwrap_or_else(|| larder.revision(key));
    let kitchen = larder.kitchen();
    let entry = kitchen.recipe(key, revision).ok_or_else(|| not_found("recipe", key))?;
    let now = larder.latest().find(|kept| kept.entry.recipe.id == *key);
    let own = larder.own_recipe(key).is_some();
    let shown = Offered {
        own,
        shared: now.is_some() && !own,
        revision,
        archived: now.is_some_and(|kept| kept.archived),
        entry: (*entry.recipe).clone(),
    };
    Ok((shown, entry.clone()))
}

/// Adds own foods or edits them; recipes that use an edited one get another revision. Says how many changed.
pub async fn put_foods(app: &App, caller: &Caller, foods: Vec<Food>) -> Result<u32, Problem> {
    let foods = foods.into_iter().map(Valid::new).collect::<Result<Vec<_>, _>>()?;
    let mut work = app.write(caller, Act::Foods).await?;
    let larder = work.larder().await?;
    let changed = work.keep_foods(&larder, foods.into_iter().map(Valid::into_inner)).await?;
    work.commit().await?;
    Ok(changed)
}

/// Adds own recipes or edits them: each that differs becomes another revision. Says how many did.
pub async fn put_recipes(app: &App, caller: &Caller, recipes: Vec<Recipe>) -> Result<u32, Problem> {
    let recipes = recipes.into_iter().map(Valid::new).collect::<Result<Vec<_>, _>>()?;
    let mut work = app.write(caller, Act::Recipes).await?;
    let larder = work.larder().await?;
    let changed = work.keep_recipes(&larder, recipes.into_iter().map(Valid::into_inner)).await?;
    work.commit().await?;
    Ok(changed)
}

/// Takes an own food out of what is offered; what names it keeps it (ND-14).
pub async fn archive_food(
    app: &App,
    caller: &Caller,
    key: &FoodKey,
    revision: Option<i64>,
) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::Foods).await?;
    let larder = work.larder().await?;
    let own = larder.own_food(key).ok_or_else(|| not_found("food", key))?;
    check_revision(revision, own.revision)?;
    let value = OwnFood { archived: true, ..own.value.clone() };
    let entry = Entry { key: own.key.clone(), revision: own.revision + 1, value };
    work.tx.put_entries(Shelf::Foods, caller.athlete, &[entry]).await?;
    work.commit().await
}

/// Takes an own recipe out of what is planned; plans that have it keep it (ND-14).
pub async fn archive_recipe(
    app: &App,
    caller: &Caller,
    key: &RecipeKey,
    revision: Option<i64>,
) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::Recipes).await?;
    let larder = work.larder().await?;
    let (current, archived, recipe) = larder.own_recipe(key).ok_or_else(|| not_found("recipe", key))?;
    check_revision(revision, i64::from(current))?;
    if !archived {
        let entry = larder.entry(recipe.clone(), current + 1, true);
        work.tx.add_recipes(caller.athlete, &[entry]).await?;
    }
    work.commit().await
}

impl Larder {
    /// A revision of a recipe as it is kept.
    pub(super) fn entry(&self, recipe: Recipe, revision: u32, archived: bool) -> Entry<OwnRecipe> {
        let named = |key: &FoodKey| self.brought_food(key).map(|(entry, _)| entry.value.food.clone());
        let mut foods: Vec<Food> =
            recipe.ingredients.iter().filter_map(|line| named(line.food_id.as_ref()?)).collect();
        foods.sort_by(|one, other| one.id.cmp(&other.id));
        foods.dedup();
        let key = recipe.id.to_string();
        Entry { key, revision: i64::from(revision), value: OwnRecipe { recipe, foods, archived } }
    }
}

impl Work<'_> {
    /// What can be cooked.
    pub(super) async fn larder(&mut self) -> Result<Larder, Problem> {
        let foods = self.tx.entries_and_shared(Shelf::Foods, self.athlete.id).await?;
        let recipes = self.tx.recipes_and_shared(self.athlete.id).await?;
        let aliases = self.food_aliases().await?;
        let measure = self.profile().nutrition.as_ref().and_then(|profile| profile.measure);
        Larder::new(foods, recipes, aliases, measure.unwrap_or(Measure::Us))
    }

    /// Keeps foods that are new or differ.
    pub(super) async fn keep_foods(
        &mut self,
        larder: &Larder,
        foods: impl Iterator<Item = Food>,
    ) -> Result<u32, Problem> {
        let mut entries = Vec::new();
        for food in foods {
            if Catalog::embedded().food(&food.id).is_some() {
                let expected = "a key that the catalogue does not have";
                return Err(Invalid::of(ErrorCode::InvalidFood, "id", &food.id, expected).into());
            }
            let known = larder.own_food(&food.id);
            let value = OwnFood { food, archived: false };
            if known.is_none_or(|known| known.value != value) {
                let revision = known.map_or(1, |known| known.revision + 1);
                entries.push(Entry { key: value.food.id.to_string(), revision, value });
            }
        }
        self.tx.put_entries(Shelf::Foods, self.athlete.id, &entries).await?;
        let changed: Vec<&FoodKey> = entries.iter().map(|entry| &entry.value.food.id).collect();
        let now = self.larder().await?;
        let uses = |recipe: &Recipe| {
            recipe
                .ingredients
                .iter()
                .any(|line| line.food_id.as_ref().is_some_and(|id| changed.contains(&id)))
        };
        let again = latest(&larder.recipes).filter(|kept| !kept.archived && uses(&kept.entry.recipe));
        let again = again.map(|kept| now.entry((*kept.entry.recipe).clone(), kept.revision + 1, false));
        let again: Vec<_> = again.collect();
        self.tx.add_recipes(self.athlete.id, &again).await?;
        Ok(u32::try_from(entries.len()).unwrap_or(u32::MAX))
    }

    /// Keeps recipes that are new or differ.
    pub(super) async fn keep_recipes(
        &mut self,
        larder: &Larder,
        recipes: impl Iterator<Item = Recipe>,
    ) -> Result<u32, Problem> {
        let mut entries = Vec::new();
        for recipe in recipes {
            if Catalog::embedded().recipe(&recipe.id).is_some() {
                let expected = "a key that the catalogue does not have";
                return Err(Invalid::of(ErrorCode::DuplicateRecipe, "id", &recipe.id, expected).into());
            }
            let revision = match larder.own_recipe(&recipe.id) {
                Some((_, false, known)) if *known == recipe => continue,
                Some((revision, ..)) => revision + 1,
                None => larder.first_revision(&recipe.id),
            };
            entries.push(larder.entry(recipe, revision, false));
        }
        self.tx.add_recipes(self.athlete.id, &entries).await?;
        Ok(u32::try_from(entries.len()).unwrap_or(u32::MAX))
    }
}
