//! What an athlete calls foods: a name that meant none or several means what they chose from then on (ND-6).

use domain::{
    error::ErrorCode,
    food::{FoodKey, Name},
    law::Invalid,
    recipe::Recipe,
};
use nutrition::{
    catalog::Catalog,
    diet::diet_tags,
    foods::{Alias, Unresolved},
    ingredient::settle,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entry, Shelf};

use super::larder::find_food;
use crate::{
    problem::Problem,
    service::act::Act,
    service::app::{App, Caller, Scope, Work, not_found},
};

/// The longest name.
const LONGEST: usize = 100;

/// A name that the athlete chose for a food.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoodAlias {
    /// What they call it.
    pub name: String,
    /// The food they mean.
    pub food_id: FoodKey,
}

/// What came of choosing a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChosenAlias {
    /// The name and its food.
    #[serde(flatten)]
    pub alias: FoodAlias,
    /// How many own recipes know one more of their ingredients now.
    pub recipes: u32,
}

/// The names, in their order.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<FoodAlias>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let entries = work.tx.entries::<FoodAlias>(Shelf::FoodAliases, caller.athlete).await?;
    Ok(entries.into_iter().map(|entry| entry.value).collect())
}

/// Says which food a name means. Own recipes that waited for it get another revision.
pub async fn choose(app: &App, caller: &Caller, name: &str, food: &str) -> Result<ChosenAlias, Problem> {
    let name = spaced(name);
    if name.is_empty() || name.chars().count() > LONGEST {
        let expected = format_args!("1 to {LONGEST} characters");
        return Err(Invalid::of(ErrorCode::BadValue, "name", &name, expected).into());
    }
    let mut work = app.write(caller, Act::Ingredients).await?;
    let food_id = find_food(&work.larder().await?.kitchen(), food)?.id.clone();
    let alias = FoodAlias { name, food_id };
    let known = work.tx.entry::<FoodAlias>(Shelf::FoodAliases, caller.athlete, &key(&alias.name)).await?;
    let revision = known.map_or(1, |entry| entry.revision + 1);
    let entry = Entry { key: key(&alias.name), revision, value: alias.clone() };
    work.tx.put_entries(Shelf::FoodAliases, caller.athlete, &[entry]).await?;
    let recipes = work.settle_recipes().await?;
    work.commit().await?;
    Ok(ChosenAlias { alias, recipes })
}

/// An ingredient that is no food yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLine {
    /// What it is called.
    pub name: String,
    /// Foods that it may be, the likeliest first.
    pub near: Vec<(FoodKey, Name)>,
}

/// The ingredients of a recipe that are no food yet, with what they may be.
pub async fn open_lines(app: &App, caller: &Caller, recipe: &Recipe) -> Result<Vec<OpenLine>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let larder = work.larder().await?;
    let foods = larder.food_names();
    let open = recipe.ingredients.iter().filter(|line| line.food_id.is_none());
    let lines = open.map(|line| {
        let (name, near) = match settle(&mut line.clone(), &foods) {
            Ok(()) => (line.text.clone(), vec![]),
            Err(Unresolved::Ambiguous { name, candidates }) => (name, candidates),
            Err(Unresolved::Unknown { name, nearest }) => (name, nearest),
        };
        let named = |key: FoodKey| foods.get(&key).map(|food| (key, food.name.clone()));
        OpenLine { name, near: near.into_iter().filter_map(named).collect() }
    });
    Ok(lines.collect())
}

/// Forgets a name; recipes keep the foods that they have.
pub async fn forget(app: &App, caller: &Caller, name: &str) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::Ingredients).await?;
    let key = key(name);
    let known = work.tx.entry::<FoodAlias>(Shelf::FoodAliases, caller.athlete, &key).await?;
    known.ok_or_else(|| not_found("name", name))?;
    work.tx.remove_entry(Shelf::FoodAliases, caller.athlete, &key).await?;
    work.commit().await
}

/// A name with single spaces between its words.
fn spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A name is the same in any case.
fn key(name: &str) -> String {
    spaced(name).to_lowercase()
}

impl Work<'_> {
    /// The names as the engine asks for them.
    pub(super) async fn food_aliases(&mut self) -> Result<Vec<Alias>, Problem> {
        let entries = self.tx.entries::<FoodAlias>(Shelf::FoodAliases, self.athlete.id).await?;
        let alias = |Entry { value: FoodAlias { name, food_id }, .. }| Alias { name, food_id };
        Ok(entries.into_iter().map(alias).collect())
    }

    /// Gives ingredients of own recipes that have no food the one that their text means by now.
    async fn settle_recipes(&mut self) -> Result<u32, Problem> {
        let larder = self.larder().await?;
        let foods = larder.food_names();
        let settled = |recipe: &Recipe| {
            let mut recipe = recipe.clone();
            let open = recipe.ingredients.iter_mut().filter(|line| line.food_id.is_none());
            let found = open.filter_map(|line| settle(line, &foods).ok()).count();
            (found > 0).then(|| {
                // What it is made of is known better by now, so its diets are.
                recipe.tags = diet_tags(&recipe, &foods, Catalog::allergen_terms()).tags;
                recipe
            })
        };
        let recipes: Vec<Recipe> = larder.own_recipes().filter_map(settled).collect();
        self.keep_recipes(&larder, recipes.into_iter()).await
    }
}
