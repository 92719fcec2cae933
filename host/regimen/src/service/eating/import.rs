//! Foods and recipes from files (MF-4, MF-5): first a dry run, then all at once or nothing (ND-8).

use domain::{food::Food, law::Valid, recipe::Recipe};
use nutrition::{
    catalog::Catalog,
    import::{Import, Report, fdc, off, recipe, sr28},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    outward::fetch::{self, Failed, Terms, is_public},
    problem::{FETCH_FAILED, FETCH_REFUSED, Problem},
    service::act::Act,
    service::app::{App, Caller, Scope},
};

domain::vocabulary::vocabulary! {
    /// In which form foods come (MF-5).
    pub enum FoodFormat: "food format" {
        /// USDA SR28 abbreviated, CSV.
        Sr28 = "sr28",
        /// FoodData Central, JSON.
        Fdc = "fdc",
        /// Open Food Facts, JSON Lines.
        Off = "off",
    }
}

/// How far an import goes (ND-8).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportWay {
    /// Whether anything is written; otherwise it is a dry run.
    pub apply: bool,
    /// Whether good entries are written although others are bad.
    pub skip_bad: bool,
    /// The minutes of recipes that do not state them.
    pub default_minutes: Option<u32>,
}

/// What came of an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Imported {
    /// What was read, by row.
    #[serde(flatten)]
    pub report: Report,
    /// Whether the good entries were written.
    pub applied: bool,
    /// How many of them were new or differed.
    pub changed: u32,
}

/// Reads foods from a file and, if so asked, keeps them. Repeating it changes nothing.
pub async fn import_foods(
    app: &App,
    caller: &Caller,
    format: FoodFormat,
    text: &str,
    way: ImportWay,
) -> Result<Imported, Problem> {
    let terms = Catalog::allergen_terms();
    let import: Import<Valid<Food>> = match format {
        FoodFormat::Sr28 => sr28::read(text.as_bytes()).collect(),
        FoodFormat::Fdc => fdc::read_json(text).collect(),
        FoodFormat::Off => off::read(text.as_bytes(), terms).collect::<Import<_>>(),
    };
    let mut work = app.write(caller, Act::Foods).await?;
    let applied = is_applied(way, &import.report);
    let mut changed = 0;
    if applied {
        let larder = work.larder().await?;
        changed = work.keep_foods(&larder, import.good.into_iter().map(Valid::into_inner)).await?;
        work.commit().await?;
    }
    Ok(Imported { report: import.report, applied, changed })
}

/// Reads recipes from a page or document and, if so asked, keeps them; one that is known by its key or its words
/// becomes another revision of itself.
pub async fn import_recipes(
    app: &App,
    caller: &Caller,
    text: &str,
    way: ImportWay,
) -> Result<Imported, Problem> {
    let mut work = app.write(caller, Act::Recipes).await?;
    let larder = work.larder().await?;
    let foods = larder.food_names();
    let known: Vec<&Recipe> = larder.catalog.recipes().iter().map(|entry| &*entry.recipe).collect();
    let kitchen = recipe::Kitchen {
        foods: &foods,
        terms: Catalog::allergen_terms(),
        measure: larder.measure,
        default_minutes: way.default_minutes,
        known: &known,
    };
    let Import { good, report } = recipe::read(text, None, &kitchen);
    let applied = is_applied(way, &report);
    let mut changed = 0;
    if applied {
        changed = work.keep_recipes(&larder, good.into_iter().map(|one| one.recipe.into_inner())).await?;
        work.commit().await?;
    }
    Ok(Imported { report, applied, changed })
}

/// The same with the page at an address of the public network (MF-4).
pub async fn import_page(
    app: &App,
    caller: &Caller,
    address: &str,
    way: ImportWay,
) -> Result<Imported, Problem> {
    // Who may not keep recipes has nothing fetched either.
    drop(app.read(caller, Scope::Meals).await?);
    import_recipes(app, caller, &page(address).await?, way).await
}

/// A page of recipes, anywhere in the public network.
const PAGES: Terms<'_> = Terms {
    schemes: &["http", "https"],
    port: None,
    hosts: None,
    allowed: is_public,
    redirects: 5,
    most_bytes: 5 * 1024 * 1024,
    kinds: &[],
};

async fn page(address: &str) -> Result<String, Problem> {
    let fetched = fetch::page(address, &PAGES).await.map_err(|failed| {
        let (code, address, why) = match failed {
            Failed::Refused(address, why) => (FETCH_REFUSED, address, why),
            Failed::NotThere(address, why) => (FETCH_FAILED, address, why),
            Failed::TooLong(address) => (FETCH_FAILED, address, "the answer is too long".to_owned()),
        };
        Problem::new(code).fact("address", address).fact("why", why)
    })?;
    Ok(String::from_utf8_lossy(&fetched.bytes).into_owned())
}

/// Bad rows hold everything back, unless the person says to skip them.
const fn is_applied(way: ImportWay, report: &Report) -> bool {
    way.apply && report.good > 0 && (way.skip_bad || report.is_clean())
}
