//! Reads `foods.csv` and `food_portions.csv` (ND-2).

use std::collections::BTreeMap;

use domain::{
    catalog::{Place, Rule},
    food::{Food, FoodKey, FoodSource, FoodSourceKind, Milligrams, Name, Portion},
    law::Valid,
    nutrient::{Nutrient, Nutrients},
    quantity::Amount,
    vocabulary::nearest,
};

use super::{
    FOODS, PORTIONS,
    report::Report,
    table::{self, Row},
};
use crate::{
    allergen::food_names,
    composition::{energy_mismatch, macro_energy},
    text::Norm,
};

const RULE: Rule = Rule::catalog("ND-2");

const FIRST: [&str; 6] = ["id", "name_en", "name_ru", "aliases_en", "aliases_ru", "ndb"];
const LAST: [&str; 8] = [
    POLYUNSATURATED,
    "density_mg_per_ml",
    "allergens",
    "fat_source",
    "shop_section",
    "keeps_days",
    "estimated",
    ENERGY_NOTE,
];

/// Of which the omega fats are a part (ND-4); nothing else is done with it.
const POLYUNSATURATED: &str = "polyunsaturated_fat_g";
/// Why the energy of a food is not that of its macros (ND-8).
const ENERGY_NOTE: &str = "energy_note";

/// The foods by key with their portions, and where they stand.
pub(super) fn read(
    foods: &str,
    portions: &str,
    report: &mut Report,
) -> BTreeMap<FoodKey, (Place, Valid<Food>)> {
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
                report_fatty_acids(row, &food, report);
                report_energy(row, &food, report);
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
    read
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

/// ND-4: the omega fats are known where there is much polyunsaturated fat, and are never more than it.
fn report_fatty_acids(row: &Row<'_>, food: &Food, report: &mut Report) {
    const RULE: Rule = Rule::catalog("ND-4");
    const MUCH: Amount = Amount(Amount::UNIT);
    let Some(all) = row.amount(POLYUNSATURATED, RULE, report) else { return };
    let omega = [Nutrient::Omega3, Nutrient::Omega6].map(|omega| food.per_100g.get(omega));
    let at = (row.entry(), POLYUNSATURATED);
    let is_split = all < MUCH || omega.iter().all(Option::is_some);
    let found = format_args!("{all} g without omega_3_g and omega_6_g");
    report.require(is_split, &row.place, RULE, at, found, "both of them");
    let split = Amount(omega.into_iter().flatten().map(|part| part.0).sum());
    let found = format_args!("{split} g of omega fats in {all} g");
    report.require(split <= all, &row.place, RULE, at, found, "no more than all of it");
}

/// ND-8: energy that is far from that of the macros has a reason, and only such energy has one.
fn report_energy(row: &Row<'_>, food: &Food, report: &mut Report) {
    const RULE: Rule = Rule::catalog("ND-8");
    let at = (row.entry(), ENERGY_NOTE);
    let note = row.text(ENERGY_NOTE);
    if energy_mismatch(food).is_some() {
        let computed = macro_energy(&food.per_100g).unwrap_or_default();
        let found =
            format_args!("no reason for {} kcal with {computed} kcal of macros", row.text("calories"));
        report.require(!note.is_empty(), &row.place, RULE, at, found, "the reason");
    } else {
        let expected = "no reason, as the energy is that of the macros";
        report.require(note.is_empty(), &row.place, RULE, at, format_args!("`{note}`"), expected);
    }
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
