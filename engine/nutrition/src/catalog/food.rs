//! Reads `foods.csv` and `food_portions.csv` (ND-2).

use std::collections::BTreeMap;

use domain::{
    food::{Food, FoodKey, FoodSource, FoodSourceKind, Milligrams, Name, Portion},
    law::Valid,
    nutrient::{Nutrient, Nutrients},
    spec::SpecId,
    vocabulary::nearest,
};

use super::{
    FOODS, PORTIONS,
    finding::{Place, Report},
    table::{self, Row},
};
use crate::{allergen::food_names, text::Norm};

const RULE: SpecId = SpecId::new("ND-2");

const FIRST: [&str; 6] = ["id", "name_en", "name_ru", "aliases_en", "aliases_ru", "ndb"];
const LAST: [&str; 6] =
    ["density_mg_per_ml", "allergens", "fat_source", "shop_section", "keeps_days", "estimated"];

/// The foods by key, with their portions.
pub(super) fn read(foods: &str, portions: &str, report: &mut Report) -> Vec<Valid<Food>> {
    let columns = [&FIRST[..], Nutrient::WORDS, &LAST[..]].concat();
    let rows = table::read(FOODS, foods, &columns, report);
    let keys: Vec<&str> = rows.iter().map(Row::entry).collect();
    let mut portions = read_portions(portions, &keys, report);
    let mut read: BTreeMap<FoodKey, (Place, Valid<Food>)> = BTreeMap::new();
    for row in &rows {
        let own = portions.remove(row.entry()).unwrap_or_default();
        let Some(food) = read_food(row, own, report) else { continue };
        match Valid::new(food) {
            Ok(food) => {
                let earlier = read.insert(food.id.clone(), (row.place.clone(), food));
                if let Some((place, _)) = earlier {
                    let found = format_args!("the entry at {place} has this key too");
                    report.require(false, &row.place, RULE, (row.entry(), "id"), found, "a key of its own");
                }
            }
            Err(invalid) => report.breaches(&row.place, row.entry(), &invalid),
        }
    }
    report_shared_names(&read, report);
    read.into_values().map(|(_, food)| food).collect()
}

fn read_portions(text: &str, keys: &[&str], report: &mut Report) -> BTreeMap<String, Vec<Portion>> {
    let mut portions: BTreeMap<String, Vec<Portion>> = BTreeMap::new();
    for row in table::read(PORTIONS, text, &["food_id", "unit", "mg"], report) {
        let food = row.entry();
        if !keys.contains(&food) {
            let maybe = nearest(food, keys.iter().copied()).map(|key| format!("; maybe `{key}`"));
            let expected = format_args!("a food of {FOODS}{}", maybe.unwrap_or_default());
            let found = format_args!("unknown food `{food}`");
            report.require(false, &row.place, RULE, (food, "food_id"), found, expected);
        }
        let (unit, mg) = (row.required("unit", RULE, report), row.required("mg", RULE, report));
        if let (Some(unit), Some(mg)) = (unit, mg) {
            portions.entry(food.to_owned()).or_default().push(Portion { unit, mg: Milligrams(mg) });
        }
    }
    portions
}

/// A food, unless a cell of its row cannot be read. An empty list of allergens means none: the catalogue knows them
/// of all its foods (ND-13).
fn read_food(row: &Row<'_>, portions: Vec<Portion>, report: &mut Report) -> Option<Food> {
    let before = report.len();
    let name_ru = row.text("name_ru");
    let per_100g: Nutrients = Nutrient::ALL
        .iter()
        .filter_map(|&nutrient| Some((nutrient, row.amount(nutrient.as_str(), RULE, report)?)))
        .collect();
    let food = Food {
        id: row.required("id", RULE, report)?,
        name: Name {
            en: row.text("name_en").to_owned(),
            ru: (!name_ru.is_empty()).then(|| name_ru.to_owned()),
        },
        aliases: row.list("aliases_en").chain(row.list("aliases_ru")).map(str::to_owned).collect(),
        per_100g,
        estimated: row.each("estimated", RULE, report),
        portions,
        density_mg_per_ml: row.optional("density_mg_per_ml", RULE, report),
        allergens: Some(row.each("allergens", RULE, report)),
        fat_source: row.required("fat_source", RULE, report)?,
        shop_section: row.required("shop_section", RULE, report)?,
        barcode: None,
        price_per_kg: None,
        keeps_days: row.optional("keeps_days", RULE, report),
        source: FoodSource { kind: FoodSourceKind::UsdaSr28, reference: Some(row.text("ndb").to_owned()) },
    };
    (report.len() == before).then_some(food)
}

/// ND-2: a name leads to one food.
fn report_shared_names(foods: &BTreeMap<FoodKey, (Place, Valid<Food>)>, report: &mut Report) {
    let mut owners: BTreeMap<Norm, &FoodKey> = BTreeMap::new();
    for (key, (place, food)) in foods {
        for name in food_names(food) {
            let owner = *owners.entry(Norm::of(name)).or_insert(key);
            let found = format_args!("`{name}` means {owner} too");
            let at = (key.as_str(), "aliases");
            report.require(owner == key, place, RULE, at, found, "names of its own");
        }
    }
}
