//! The kitchen: diary, leftovers, shopping list, pantry, foods and recipes (ML-2, ML-6, ML-8, ND, MF-4, MF-5).

use domain::{
    error::ErrorCode,
    food::{Food, FoodKey},
    law::Invalid,
    meal_plan::{PantryEntry, ShoppingList},
    nutrient::Nutrients,
    recipe::{Recipe, RecipeKey},
    time::{DateSpan, LocalDate, add_days},
};
use nutrition::warning::Warning;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{
    answer::{Done, Made, Shown},
    call::Call,
    edit::Edit,
    endpoint::{ById, ByKey, Endpoint, Input, Needs, Nothing, delete, get, post, put},
    example,
    meals::{MealPath, place},
    part::{Page, PartOfCatalog, PartOfDays},
    refusal,
    view::Days,
};
use crate::{
    problem::{Code, Problem},
    service::{
        app::{Scope, not_found},
        eating::{
            alias::{self, ChosenAlias, FoodAlias},
            import::{self, FoodFormat, ImportWay, Imported},
            larder::{self, Offered},
            log::{self, Entered, Left, Noted},
            replace, shop,
        },
        overview,
    },
};

pub(super) fn endpoints() -> Vec<Endpoint> {
    let (read, meals, log) =
        (Needs::Athlete(Scope::Read), Needs::Athlete(Scope::Meals), Needs::Athlete(Scope::Log));
    vec![
        get("/diary", "ML-2", read, "What was eaten outside the plan", diary),
        post("/diary", "ML-2", log, "Write down what was eaten", enter)
            .example(|| json!({ "food": "banana", "mg": 120_000 })),
        delete("/diary/{id}", "ML-2", log, "Take back what was written down", strike),
        get("/leftovers", "ML-6", read, "What is left to eat", leftovers),
        post("/meals/{item}/leftover", "ML-6", log, "Keep what a meal left", leave)
            .example(|| json!({ "servings_pct": 100, "until": "2026-03-05" })),
        delete("/leftovers/{id}", "ML-6", log, "Say that a leftover is gone", throw_away),
        get("/shopping", "ML-8", read, "What to buy for some days", shopping),
        post("/shopping/check", "ML-8", log, "Tick a line", check)
            .example(|| json!({ "name": "oats", "checked": true })),
        get("/pantry", "ML-8", read, "What is at home", pantry),
        put("/pantry", "ML-8", log, "Put something in the pantry", stock)
            .example(|| json!({ "food": "oats", "mg": 500_000 })),
        delete("/pantry/{key}", "ML-8", log, "Take something out of the pantry", unstock),
        get("/foods", "ND-2", read, "Foods of the catalogue and one's own", foods),
        post("/foods", "ND-8", meals, "Keep own foods", keep_foods).example(example::foods),
        post("/foods/import", "MF-5", meals, "Read foods of another program", import_foods)
            .taking(32 * 1024 * 1024)
            .example(example::products),
        get("/foods/aliases", "ND-6", read, "What the athlete calls foods", aliases),
        put("/foods/aliases", "ND-6", meals, "Say which food a name means", choose_alias)
            .example(|| json!({ "name": "oats", "food": "rolled_oats" })),
        delete("/foods/aliases/{key}", "ND-6", meals, "Forget what a name means", forget_alias),
        get("/foods/{key}", "ND-2", read, "A food", food).revised(),
        put("/foods/{key}", "ND-8", meals, "Replace an own food; a stale revision is refused", replace_food)
            .revised()
            .example(example::food),
        delete("/foods/{key}", "ND-8", meals, "Put an own food away", archive_food).editing(),
        get("/recipes", "ND-3", read, "Recipes of the catalogue and one's own", recipes),
        post("/recipes", "ND-3", meals, "Keep own recipes", keep_recipes).example(example::recipes),
        post("/recipes/import", "MF-4", meals, "Read a recipe of another program", import_recipes)
            .refused_with(refusal::ELSEWHERE)
            .example(example::page),
        get("/recipes/{key}", "ND-3", read, "A recipe", recipe).revised(),
        put(
            "/recipes/{key}",
            "ND-3",
            meals,
            "Replace an own recipe; a stale revision is refused",
            replace_recipe,
        )
        .revised()
        .example(example::recipe),
        delete("/recipes/{key}", "ND-3", meals, "Put an own recipe away", archive_recipe).editing(),
    ]
}

/// The days that are meant; without a word, a week from today.
async fn span(call: &Call, days: Days) -> Result<DateSpan, Problem> {
    let today = overview::today(call.app(), &call.caller()?).await?;
    let from = days.from.unwrap_or(today);
    Ok(DateSpan { from, to: days.to.unwrap_or(add_days(from, 6)) })
}

async fn diary(call: Call, input: Input<Nothing, PartOfDays>) -> Result<Shown<Page<Noted>>, Problem> {
    let PartOfDays { from, to, cursor, limit } = input.query;
    let dates = span(&call, Days { from, to }).await?;
    let all = log::diary(call.app(), &call.caller()?, dates).await?;
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |one| (one.entry.date, one.entry.at, one.id))?))
}

/// What was eaten: so much of a food, or numbers alone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewDiaryEntry {
    /// The name, key or barcode of a food.
    #[serde(default)]
    food: Option<String>,
    /// Milligrams of it.
    #[serde(default)]
    mg: Option<i64>,
    /// What it held, where the food is not known; the calories at least.
    #[serde(default)]
    nutrients: Option<Nutrients>,
    /// The day; else today.
    #[serde(default)]
    date: Option<LocalDate>,
}

async fn enter(call: Call, input: Input<Nothing, Nothing, NewDiaryEntry>) -> Result<Made<Noted>, Problem> {
    let (app, caller) = (call.app(), call.caller()?);
    let NewDiaryEntry { food, mg, nutrients, date } = input.body;
    let what = match (food, mg, nutrients) {
        (Some(food), Some(mg), None) => Entered::Mass(food, mg),
        (None, None, Some(nutrients)) => Entered::Facts(Box::new(nutrients)),
        _ => {
            let expected = "a food with mg, or nutrients alone";
            return Err(Invalid::of(ErrorCode::BadValue, "food", "neither or both", expected).into());
        }
    };
    let date = match date {
        Some(date) => date,
        None => overview::today(app, &caller).await?,
    };
    Ok(Made(log::enter_diary(app, &caller, date, what).await?))
}

async fn strike(call: Call, input: Input<ById<Uuid>>) -> Result<Done, Problem> {
    log::strike(call.app(), &call.caller()?, input.path.id).await?;
    Ok(Done)
}

/// What is left to eat.
#[derive(Debug, Serialize, JsonSchema)]
struct Leftovers {
    /// What must be eaten first comes first.
    leftovers: Vec<Left>,
    /// What is past its day.
    notes: Vec<Warning>,
}

async fn leftovers(call: Call, _: Input) -> Result<Shown<Leftovers>, Problem> {
    let (leftovers, notes) = log::leftovers(call.app(), &call.caller()?).await?;
    Ok(Shown(Leftovers { leftovers, notes }))
}

/// What a meal left.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Remains {
    /// Percent of a serving; else what the pot had more than was eaten.
    servings_pct: Option<u32>,
    /// The last day on which it is good; else as long as the recipe says.
    until: Option<LocalDate>,
}

async fn leave(call: Call, input: Input<MealPath, Nothing, Remains>) -> Result<Made<Left>, Problem> {
    let caller = call.caller()?;
    let place = place(&call, &caller, input.path.item).await?;
    let Remains { servings_pct, until } = input.body;
    Ok(Made(log::leave(call.app(), &caller, place, servings_pct, until).await?))
}

async fn throw_away(call: Call, input: Input<ById<Uuid>>) -> Result<Done, Problem> {
    log::throw_away(call.app(), &call.caller()?, input.path.id).await?;
    Ok(Done)
}

async fn shopping(call: Call, input: Input<Nothing, Days>) -> Result<Shown<ShoppingList>, Problem> {
    let dates = span(&call, input.query).await?;
    Ok(Shown(shop::shopping(call.app(), &call.caller()?, dates).await?))
}

/// A line of the shopping list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Tick {
    /// The name of the line.
    name: String,
    /// Whether it is bought.
    #[serde(default = "yes")]
    checked: bool,
    /// Whether it goes to the pantry.
    #[serde(default)]
    to_pantry: bool,
    /// The first day of the list; else today.
    #[serde(default)]
    from: Option<LocalDate>,
    /// The last day of the list; else a week later.
    #[serde(default)]
    to: Option<LocalDate>,
}

const fn yes() -> bool {
    true
}

async fn check(call: Call, input: Input<Nothing, Nothing, Tick>) -> Result<Shown<ShoppingList>, Problem> {
    let Tick { name, checked, to_pantry, from, to } = input.body;
    let dates = span(&call, Days { from, to }).await?;
    Ok(Shown(shop::check(call.app(), &call.caller()?, dates, &name, checked, to_pantry).await?))
}

async fn pantry(call: Call, _: Input) -> Result<Shown<Vec<PantryEntry>>, Problem> {
    Ok(Shown(shop::pantry(call.app(), &call.caller()?).await?))
}

/// Something at home.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Stock {
    /// The name, key or barcode of a food.
    food: String,
    /// Milligrams.
    mg: i64,
    /// Until when it is good.
    #[serde(default)]
    expires: Option<LocalDate>,
}

async fn stock(
    call: Call,
    input: Input<Nothing, Nothing, Stock>,
) -> Result<Shown<Vec<PantryEntry>>, Problem> {
    let Stock { food, mg, expires } = input.body;
    Ok(Shown(shop::add_to_pantry(call.app(), &call.caller()?, &food, mg, expires).await?))
}

async fn unstock(call: Call, input: Input<ByKey<String>>) -> Result<Shown<Vec<PantryEntry>>, Problem> {
    Ok(Shown(shop::remove_from_pantry(call.app(), &call.caller()?, &input.path.key).await?))
}

/// How many entries are new or changed.
#[derive(Debug, Serialize, JsonSchema)]
struct EntriesChanged {
    /// So many.
    changed: u32,
}

async fn foods(
    call: Call,
    input: Input<Nothing, PartOfCatalog>,
) -> Result<Shown<Page<Offered<Food>>>, Problem> {
    let PartOfCatalog { cursor, limit, own } = input.query;
    let mut all = larder::foods(call.app(), &call.caller()?).await?;
    all.retain(|one| one.own || !own);
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |one| one.entry.id.clone())?))
}

async fn food(call: Call, input: Input<ByKey<String>>) -> Result<Shown<Offered<Food>>, Problem> {
    let name = input.path.key;
    let found = larder::food(call.app(), &call.caller()?, &name).await;
    // What a path names is there or is not; a field that names it may be wrong (GL-7).
    let is_unknown = |problem: &Problem| problem.code == Code::of(ErrorCode::UnknownFood);
    Ok(Shown(found.map_err(|problem| if is_unknown(&problem) { not_found("food", name) } else { problem })?))
}

async fn aliases(call: Call, _: Input) -> Result<Shown<Vec<FoodAlias>>, Problem> {
    Ok(Shown(alias::list(call.app(), &call.caller()?).await?))
}

/// A name and what it means.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewAlias {
    /// What the athlete calls it.
    name: String,
    /// The food: name, key or barcode.
    food: String,
}

async fn choose_alias(
    call: Call,
    input: Input<Nothing, Nothing, NewAlias>,
) -> Result<Shown<ChosenAlias>, Problem> {
    let NewAlias { name, food } = input.body;
    Ok(Shown(alias::choose(call.app(), &call.caller()?, &name, &food).await?))
}

async fn forget_alias(call: Call, input: Input<ByKey<String>>) -> Result<Done, Problem> {
    alias::forget(call.app(), &call.caller()?, &input.path.key).await?;
    Ok(Done)
}

/// Own foods.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Foods {
    /// Which.
    foods: Vec<Food>,
}

async fn keep_foods(
    call: Call,
    input: Input<Nothing, Nothing, Foods>,
) -> Result<Made<EntriesChanged>, Problem> {
    let changed = larder::put_foods(call.app(), &call.caller()?, input.body.foods).await?;
    Ok(Made(EntriesChanged { changed }))
}

async fn replace_food(
    call: Call,
    input: Input<ByKey<FoodKey>, Nothing, Edit<Food>>,
) -> Result<Shown<Offered<Food>>, Problem> {
    let (key, Edit { entity, revision, .. }) = (input.path.key, input.body);
    let revision = call.expects(revision);
    Ok(Shown(replace::food(call.app(), &call.caller()?, &key, entity, revision).await?))
}

async fn archive_food(call: Call, input: Input<ByKey<FoodKey>>) -> Result<Done, Problem> {
    larder::archive_food(call.app(), &call.caller()?, &input.path.key, call.revision).await?;
    Ok(Done)
}

async fn recipes(
    call: Call,
    input: Input<Nothing, PartOfCatalog>,
) -> Result<Shown<Page<Offered<Recipe>>>, Problem> {
    let PartOfCatalog { cursor, limit, own } = input.query;
    let mut all = larder::recipes(call.app(), &call.caller()?).await?;
    all.retain(|one| one.own || !own);
    Ok(Shown(Page::of(all, cursor.as_deref(), limit, |one| one.entry.id.clone())?))
}

/// Which revision.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Revision {
    /// The revision; else the newest.
    revision: Option<u32>,
}

async fn recipe(
    call: Call,
    input: Input<ByKey<RecipeKey>, Revision>,
) -> Result<Shown<Offered<Recipe>>, Problem> {
    let revision = input.query.revision;
    Ok(Shown(larder::recipe(call.app(), &call.caller()?, &input.path.key, revision).await?.0))
}

/// Own recipes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Recipes {
    /// Which.
    recipes: Vec<Recipe>,
}

async fn keep_recipes(
    call: Call,
    input: Input<Nothing, Nothing, Recipes>,
) -> Result<Made<EntriesChanged>, Problem> {
    let changed = larder::put_recipes(call.app(), &call.caller()?, input.body.recipes).await?;
    Ok(Made(EntriesChanged { changed }))
}

async fn replace_recipe(
    call: Call,
    input: Input<ByKey<RecipeKey>, Nothing, Edit<Recipe>>,
) -> Result<Shown<Offered<Recipe>>, Problem> {
    let (key, Edit { entity, revision, .. }) = (input.path.key, input.body);
    let revision = call.expects(revision);
    Ok(Shown(replace::recipe(call.app(), &call.caller()?, &key, entity, revision).await?))
}

async fn archive_recipe(call: Call, input: Input<ByKey<RecipeKey>>) -> Result<Done, Problem> {
    larder::archive_recipe(call.app(), &call.caller()?, &input.path.key, call.revision).await?;
    Ok(Done)
}

/// A text of another program.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FoodText {
    /// Its form.
    format: FoodFormat,
    /// The text itself.
    text: String,
    /// Whether anything is written; else it is a dry run.
    #[serde(default)]
    apply: bool,
    /// Whether good entries are written although others are bad.
    #[serde(default)]
    skip_bad: bool,
}

async fn import_foods(
    call: Call,
    input: Input<Nothing, Nothing, FoodText>,
) -> Result<Shown<Imported>, Problem> {
    let FoodText { format, text, apply, skip_bad } = input.body;
    let way = ImportWay { apply, skip_bad, default_minutes: None };
    Ok(Shown(import::import_foods(call.app(), &call.caller()?, format, &text, way).await?))
}

/// A text of another program, or where it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RecipeText {
    /// The text: JSON-LD, or a page that holds it.
    #[serde(default)]
    text: Option<String>,
    /// The address of such a page instead; http or https, of the public network.
    #[serde(default)]
    url: Option<String>,
    /// Whether anything is written; else it is a dry run.
    #[serde(default)]
    apply: bool,
    /// Whether good entries are written although others are bad.
    #[serde(default)]
    skip_bad: bool,
    /// The minutes of recipes that do not state them.
    #[serde(default)]
    default_minutes: Option<u32>,
}

async fn import_recipes(
    call: Call,
    input: Input<Nothing, Nothing, RecipeText>,
) -> Result<Shown<Imported>, Problem> {
    let RecipeText { text, url, apply, skip_bad, default_minutes } = input.body;
    let way = ImportWay { apply, skip_bad, default_minutes };
    let (app, caller) = (call.app(), call.caller()?);
    let imported = match (text, url) {
        (Some(text), None) => import::import_recipes(app, &caller, &text, way).await?,
        (None, Some(url)) => import::import_page(app, &caller, &url, way).await?,
        (text, _) => {
            let found = if text.is_some() { "both" } else { "neither" };
            return Err(Invalid::of(ErrorCode::BadValue, "text", found, "either text or url").into());
        }
    };
    Ok(Shown(imported))
}
