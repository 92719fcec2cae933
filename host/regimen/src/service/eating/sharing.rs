//! What people share: an athlete offers an own food or recipe, and an administrator puts a copy of it on the shelf that
//! is everybody's (ND-14, decision 0021).
//!
//! An administrator sees what is offered, not whose it is, and nothing else of a person (GL-7). A shared copy belongs to
//! nobody: it stays when who brought it edits theirs or leaves. Like all recipes it is archived, never deleted.

use domain::{
    error::ErrorCode,
    food::{Food, FoodKey, Name},
    id::Id,
    law::Invalid,
    person::{Actor, ActorKind, Athlete},
    plan::{AuditAction, AuditLine},
    recipe::{Recipe, RecipeKey, RecipeSourceKind},
    time::Instant,
};
use nutrition::{catalog::Catalog, kitchen::FIRST_REVISION};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{EVERYBODY, Entry, Shelf, Tx};
use uuid::Uuid;

use super::larder::{OwnFood, OwnRecipe};
use crate::{
    problem::Problem,
    service::{
        account::admin::{Operator, admit},
        act::Act,
        app::{App, Caller, Scope, not_found},
    },
};

/// What can be shared: a food or a recipe, by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// A food.
    Food(FoodKey),
    /// A recipe.
    Recipe(RecipeKey),
}

impl Named {
    /// `food` or `recipe`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Food(_) => "food",
            Self::Recipe(_) => "recipe",
        }
    }

    /// The key alone.
    pub fn key(&self) -> &str {
        match self {
            Self::Food(key) => key.as_str(),
            Self::Recipe(key) => key.as_str(),
        }
    }

    /// Both in one word, as an offer is kept and the trail names it.
    fn word(&self) -> String {
        format!("{} {}", self.kind(), self.key())
    }

    fn unknown(&self) -> Problem {
        not_found(self.kind(), self.key())
    }
}

/// A food or recipe as it was when it was offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Copied {
    /// A food.
    Food {
        /// The food.
        food: Box<Food>,
    },
    /// A recipe.
    Recipe {
        /// The recipe.
        recipe: Box<Recipe>,
        /// The foods among its ingredients that the product does not have.
        foods: Vec<Food>,
    },
}

impl Copied {
    /// What it is a copy of.
    pub fn named(&self) -> Named {
        match self {
            Self::Food { food } => Named::Food(food.id.clone()),
            Self::Recipe { recipe, .. } => Named::Recipe(recipe.id.clone()),
        }
    }

    /// What it is called.
    pub fn name(&self) -> &Name {
        match self {
            Self::Food { food } => &food.name,
            Self::Recipe { recipe, .. } => &recipe.name,
        }
    }
}

/// What an athlete offers to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EntryOffer")]
pub struct Offer {
    /// Its id.
    pub id: Uuid,
    /// When it was offered.
    pub offered_at: Instant,
    /// The food or recipe.
    pub entry: Copied,
}

/// An offer as an administrator sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "WaitingOffer")]
pub struct Waiting {
    /// Whether something with its key is shared already, and would be replaced.
    pub replaces: bool,
    /// The offer.
    #[serde(flatten)]
    pub offer: Offer,
}

/// What is on everybody's shelf.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shared {
    /// `food` or `recipe`.
    pub kind: &'static str,
    /// Its key.
    pub key: String,
    /// What it is called.
    pub name: Name,
    /// Counts how often it was shared and taken back.
    pub revision: i64,
}

/// Offers an own food or recipe to everybody, as it is now. Offering it again offers what it is by then.
pub async fn offer(app: &App, caller: &Caller, what: &Named) -> Result<Offer, Problem> {
    let mut work = app.write(caller, Act::Offers).await?;
    work.own()?;
    let larder = work.larder().await?;
    let entry = match what {
        Named::Food(key) => {
            let own = larder.own_food(key).filter(|own| !own.value.archived);
            Copied::Food { food: Box::new(own.ok_or_else(|| what.unknown())?.value.food.clone()) }
        }
        Named::Recipe(key) => {
            let own = larder.own_recipe(key).filter(|(_, archived, _)| !archived);
            let (.., recipe) = own.ok_or_else(|| what.unknown())?;
            let OwnRecipe { mut recipe, foods, .. } =
                larder.entry(recipe.clone(), FIRST_REVISION, false).value;
            // Nobody is named by what belongs to nobody; who wrote a page is.
            if recipe.source.kind == RecipeSourceKind::User {
                recipe.source.author = None;
            }
            Copied::Recipe { recipe: Box::new(recipe), foods }
        }
    };
    let offer = Offer { id: app.uuid(), offered_at: work.now, entry };
    let known = work.tx.entry::<Offer>(Shelf::Offers, caller.athlete, &what.word()).await?;
    let revision = known.map_or(1, |known| known.revision + 1);
    let kept = Entry { key: what.word(), revision, value: offer.clone() };
    work.tx.put_entries(Shelf::Offers, caller.athlete, &[kept]).await?;
    note(app, &mut work.tx, caller.athlete, work.actor, what, ("private", "offered")).await?;
    work.commit().await?;
    Ok(offer)
}

/// Takes an offer back that nobody answered yet.
pub async fn withdraw(app: &App, caller: &Caller, what: &Named) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::Offers).await?;
    work.own()?;
    if !work.tx.remove_entry(Shelf::Offers, caller.athlete, &what.word()).await? {
        return Err(not_found("offer", what.key()));
    }
    note(app, &mut work.tx, caller.athlete, work.actor, what, ("offered", "private")).await?;
    work.commit().await
}

/// What the athlete offers and nobody answered yet, oldest first.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Offer>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let entries = work.tx.entries::<Offer>(Shelf::Offers, caller.athlete).await?;
    let mut offers: Vec<Offer> = entries.into_iter().map(|entry| entry.value).collect();
    offers.sort_by_key(|offer| (offer.offered_at, offer.id));
    Ok(offers)
}

/// What all athletes offer, oldest first, for who administers.
pub async fn waiting(app: &App, operator: Operator) -> Result<Vec<Waiting>, Problem> {
    let mut tx = app.store.read().await?;
    admit(&mut tx, operator).await?;
    let shared = on_shelf(&mut tx).await?;
    let offers = tx.entries_of_all::<Offer>(Shelf::Offers).await?;
    let mut waiting: Vec<Waiting> = offers
        .into_iter()
        .map(|(_, Entry { value: offer, .. })| {
            let named = offer.entry.named();
            let replaces =
                shared.iter().any(|one| (one.kind, one.key.as_str()) == (named.kind(), named.key()));
            Waiting { replaces, offer }
        })
        .collect();
    waiting.sort_by_key(|one| (one.offer.offered_at, one.offer.id));
    Ok(waiting)
}

/// Puts a copy of what is offered on everybody's shelf: meals of all athletes are planned with it.
pub async fn share(app: &App, operator: Operator, offer: Uuid) -> Result<Shared, Problem> {
    let (mut tx, owner, offer) = answered(app, operator, offer).await?;
    let what = offer.entry.named();
    let shared = put_on_shelf(&mut tx, offer.entry).await?;
    let acted = ("offered", "shared");
    for trail in [owner, EVERYBODY] {
        note(app, &mut tx, trail, actor(operator), &what, acted).await?;
    }
    tx.commit().await?;
    Ok(shared)
}

/// Says no to an offer; what was offered stays the athlete's own.
pub async fn decline(app: &App, operator: Operator, offer: Uuid) -> Result<(), Problem> {
    let (mut tx, owner, offer) = answered(app, operator, offer).await?;
    let what = offer.entry.named();
    note(app, &mut tx, owner, actor(operator), &what, ("offered", "declined")).await?;
    Ok(tx.commit().await?)
}

/// What is shared with everybody, foods before recipes, by key.
pub async fn shared(app: &App, operator: Operator) -> Result<Vec<Shared>, Problem> {
    let mut tx = app.store.read().await?;
    admit(&mut tx, operator).await?;
    on_shelf(&mut tx).await
}

/// Stops sharing: nobody is offered it any more, and plans that have it keep it.
pub async fn unshare(app: &App, operator: Operator, what: &Named) -> Result<(), Problem> {
    let mut tx = administer(app, operator).await?;
    match what {
        Named::Food(key) => {
            let known = tx.entry::<OwnFood>(Shelf::Foods, EVERYBODY, key.as_str()).await?;
            let known = known.filter(|known| !known.value.archived).ok_or_else(|| what.unknown())?;
            let value = OwnFood { archived: true, ..known.value };
            let entry = Entry { key: known.key, revision: known.revision + 1, value };
            tx.put_entries(Shelf::Foods, EVERYBODY, &[entry]).await?;
        }
        Named::Recipe(key) => {
            let known = last_shared(&mut tx, key).await?.filter(|known| !known.value.archived);
            let known = known.ok_or_else(|| what.unknown())?;
            let value = OwnRecipe { archived: true, ..known.value };
            let entry = Entry { key: known.key, revision: known.revision + 1, value };
            tx.add_recipes(EVERYBODY, &[entry]).await?;
        }
    }
    note(app, &mut tx, EVERYBODY, actor(operator), what, ("shared", "archived")).await?;
    Ok(tx.commit().await?)
}

/// A transaction of somebody who administers; one at a time.
async fn administer(app: &App, operator: Operator) -> Result<Tx, Problem> {
    let mut tx = app.store.write().await?;
    tx.lock_accounts().await?;
    admit(&mut tx, operator).await?;
    Ok(tx)
}

/// Takes an offer off the list, with whose it was.
async fn answered(app: &App, operator: Operator, id: Uuid) -> Result<(Tx, Id<Athlete>, Offer), Problem> {
    let mut tx = administer(app, operator).await?;
    let offers = tx.entries_of_all::<Offer>(Shelf::Offers).await?;
    let found = offers.into_iter().find(|(_, entry)| entry.value.id == id);
    let (owner, entry) = found.ok_or_else(|| not_found("offer", id))?;
    tx.remove_entry(Shelf::Offers, owner, &entry.key).await?;
    Ok((tx, owner, entry.value))
}

/// Everything on everybody's shelf that is not archived.
async fn on_shelf(tx: &mut Tx) -> Result<Vec<Shared>, Problem> {
    let foods = tx.entries::<OwnFood>(Shelf::Foods, EVERYBODY).await?;
    let foods = foods.into_iter().filter(|entry| !entry.value.archived).map(|entry| Shared {
        kind: "food",
        key: entry.key,
        name: entry.value.food.name,
        revision: entry.revision,
    });
    let recipes = tx.recipes::<OwnRecipe>(EVERYBODY).await?;
    let now = recipes.chunk_by(|one, other| one.key == other.key).filter_map(<[_]>::last);
    let recipes = now.filter(|entry| !entry.value.archived).map(|entry| Shared {
        kind: "recipe",
        key: entry.key.clone(),
        name: entry.value.recipe.name.clone(),
        revision: entry.revision,
    });
    Ok(foods.chain(recipes).collect())
}

async fn last_shared(tx: &mut Tx, key: &RecipeKey) -> Result<Option<Entry<OwnRecipe>>, Problem> {
    let recipes = tx.recipes::<OwnRecipe>(EVERYBODY).await?;
    Ok(recipes.into_iter().rfind(|entry| entry.key == key.as_str()))
}

async fn put_on_shelf(tx: &mut Tx, copy: Copied) -> Result<Shared, Problem> {
    let name = copy.name().clone();
    let refuse =
        |key: &str| Invalid::of(ErrorCode::BadValue, "key", key, "one that the catalogue does not have");
    match copy {
        Copied::Food { food } => {
            let key = food.id.to_string();
            if Catalog::embedded().food(&food.id).is_some() {
                return Err(refuse(&key).into());
            }
            let revision = put_food(tx, *food).await?;
            Ok(Shared { kind: "food", key, name, revision })
        }
        Copied::Recipe { recipe, foods } => {
            let key = recipe.id.to_string();
            if Catalog::embedded().recipe(&recipe.id).is_some() {
                return Err(refuse(&key).into());
            }
            // What it is made of can be bought and eaten by everybody; a food that is there already stays as it is.
            for food in &foods {
                let known = tx.entry::<OwnFood>(Shelf::Foods, EVERYBODY, food.id.as_str()).await?;
                if known.is_none_or(|known| known.value.archived) {
                    put_food(tx, food.clone()).await?;
                }
            }
            let known = last_shared(tx, &recipe.id).await?;
            let revision = known.map_or(i64::from(FIRST_REVISION), |known| known.revision + 1);
            let value = OwnRecipe { recipe: *recipe, foods, archived: false };
            tx.add_recipes(EVERYBODY, &[Entry { key: key.clone(), revision, value }]).await?;
            Ok(Shared { kind: "recipe", key, name, revision })
        }
    }
}

async fn put_food(tx: &mut Tx, food: Food) -> Result<i64, Problem> {
    let key = food.id.to_string();
    let known = tx.entry::<OwnFood>(Shelf::Foods, EVERYBODY, &key).await?;
    let revision = known.map_or(1, |known| known.revision + 1);
    let entry = Entry { key, revision, value: OwnFood { food, archived: false } };
    tx.put_entries(Shelf::Foods, EVERYBODY, &[entry]).await?;
    Ok(revision)
}

/// Who administers acts for the installation.
const fn actor(operator: Operator) -> Actor {
    match operator {
        Operator::Machine => Actor::SYSTEM,
        Operator::Account(id) => Actor { kind: ActorKind::System, id: Some(id) },
    }
}

/// Every step is in the audit of whose the entry is: the athlete, or everybody.
async fn note(
    app: &App,
    tx: &mut Tx,
    trail: Id<Athlete>,
    actor: Actor,
    what: &Named,
    (before, after): (&str, &str),
) -> Result<(), Problem> {
    let line = AuditLine {
        id: app.id(),
        plan_id: None,
        version: None,
        actor,
        action: AuditAction::SharingChanged,
        target: what.word(),
        before: before.into(),
        after: after.into(),
        reason: after.to_owned(),
        trace_id: app.trace(),
        at: app.now(),
    };
    Ok(tx.add_audit(trail, &[line]).await?)
}
