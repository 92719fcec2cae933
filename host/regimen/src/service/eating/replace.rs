//! One own food or recipe in place of what it was (ND-8, ND-3, MF-6).

use std::fmt::Display;

use domain::{
    error::ErrorCode,
    food::{Food, FoodKey},
    law::{Invalid, Valid},
    recipe::{Recipe, RecipeKey},
};

use super::larder::{self, Offered};
use crate::{
    problem::Problem,
    service::{
        act::Act,
        app::{App, Caller, check_revision, not_found},
    },
};

/// Replaces an own food; one that was put away is back. A stale revision is refused (GL-5).
pub async fn food(
    app: &App,
    caller: &Caller,
    key: &FoodKey,
    food: Food,
    revision: Option<i64>,
) -> Result<Offered<Food>, Problem> {
    same_key(key, &food.id)?;
    let food = Valid::new(food)?.into_inner();
    let mut work = app.write(caller, Act::Foods).await?;
    let larder = work.larder().await?;
    let known = larder.own_food(key).ok_or_else(|| not_found("food", key))?;
    check_revision(revision, known.revision)?;
    work.keep_foods(&larder, std::iter::once(food)).await?;
    work.commit().await?;
    larder::food(app, caller, key.as_str()).await
}

/// Replaces an own recipe by another revision of it; plans keep the one that they have. A stale revision is refused (GL-5).
pub async fn recipe(
    app: &App,
    caller: &Caller,
    key: &RecipeKey,
    recipe: Recipe,
    revision: Option<i64>,
) -> Result<Offered<Recipe>, Problem> {
    same_key(key, &recipe.id)?;
    let recipe = Valid::new(recipe)?.into_inner();
    let mut work = app.write(caller, Act::Recipes).await?;
    let larder = work.larder().await?;
    let (known, ..) = larder.own_recipe(key).ok_or_else(|| not_found("recipe", key))?;
    check_revision(revision, i64::from(known))?;
    work.keep_recipes(&larder, std::iter::once(recipe)).await?;
    work.commit().await?;
    Ok(larder::recipe(app, caller, key, None).await?.0)
}

/// What replaces something has its key.
fn same_key<K: PartialEq + Display>(wanted: &K, found: &K) -> Result<(), Invalid> {
    if wanted == found { Ok(()) } else { Err(Invalid::of(ErrorCode::BadValue, "id", found, wanted)) }
}
