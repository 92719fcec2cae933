//! USDA FoodData Central, as JSON or as the tables of a download (MF-5).

mod json;
mod tables;

use std::collections::BTreeMap;

use domain::{
    food::{Food, FoodSourceKind, Name},
    law::Valid,
    nutrient::Nutrient,
    quantity::Amount,
};

use super::{
    draft::{Draft, Label},
    group::nature,
    number::Scale,
    report::Entry,
};

pub use json::read_json;
pub use tables::{Tables, read_tables};

/// By which nutrients of FDC an amount is known: the first of them that is stated.
#[rustfmt::skip]
const NUTRIENTS: [(Nutrient, &[(u32, Scale)]); 33] = [
    (Nutrient::Calories, &[(1008, Scale::ONE), (2047, Scale::ONE), (2048, Scale::ONE), (1062, Scale::KJ)]),
    (Nutrient::Protein, &[(1003, Scale::ONE)]),
    (Nutrient::Fat, &[(1004, Scale::ONE)]),
    (Nutrient::Carbs, &[(1005, Scale::ONE)]),
    (Nutrient::VitaminA, &[(1106, Scale::ONE)]),
    (Nutrient::VitaminC, &[(1162, Scale::ONE)]),
    (Nutrient::VitaminD, &[(1110, Scale::ONE), (1114, Scale::UG_TO_IU)]),
    (Nutrient::VitaminE, &[(1109, Scale::ONE)]),
    (Nutrient::VitaminK, &[(1185, Scale::ONE)]),
    (Nutrient::Thiamine, &[(1165, Scale::ONE)]),
    (Nutrient::Riboflavin, &[(1166, Scale::ONE)]),
    (Nutrient::Niacin, &[(1167, Scale::ONE)]),
    (Nutrient::PantothenicAcid, &[(1170, Scale::ONE)]),
    (Nutrient::Pyridoxine, &[(1175, Scale::ONE)]),
    (Nutrient::Cobalamin, &[(1178, Scale::ONE)]),
    (Nutrient::Folate, &[(1190, Scale::ONE), (1177, Scale::ONE)]),
    (Nutrient::Calcium, &[(1087, Scale::ONE)]),
    (Nutrient::Copper, &[(1098, Scale::ONE)]),
    (Nutrient::Iron, &[(1089, Scale::ONE)]),
    (Nutrient::Magnesium, &[(1090, Scale::ONE)]),
    (Nutrient::Manganese, &[(1101, Scale::ONE)]),
    (Nutrient::Phosphorus, &[(1091, Scale::ONE)]),
    (Nutrient::Potassium, &[(1092, Scale::ONE)]),
    (Nutrient::Selenium, &[(1103, Scale::ONE)]),
    (Nutrient::Sodium, &[(1093, Scale::ONE)]),
    (Nutrient::Zinc, &[(1095, Scale::ONE)]),
    (Nutrient::Fiber, &[(1079, Scale::ONE)]),
    (Nutrient::Omega6, &[(1316, Scale::ONE), (1269, Scale::ONE)]),
    (Nutrient::Retinol, &[(1105, Scale::ONE)]),
    (Nutrient::FolicAcid, &[(1186, Scale::ONE)]),
    (Nutrient::SaturatedFat, &[(1258, Scale::ONE)]),
    (Nutrient::Sugar, &[(2000, Scale::ONE)]),
    (Nutrient::Cholesterol, &[(1253, Scale::ONE)]),
];

/// ALA, by which omega-3 is known: the first that is stated.
const ALA: [u32; 2] = [1404, 1270];
/// EPA, DPA and DHA, which are added to it as far as they are stated.
const LONG_OMEGA_3: [u32; 3] = [1278, 1280, 1272];

/// Whether an amount of FDC has a meaning for us.
fn is_read(id: u32) -> bool {
    let is_direct = NUTRIENTS.iter().any(|(_, ids)| ids.iter().any(|(known, _)| *known == id));
    is_direct || ALA.contains(&id) || LONG_OMEGA_3.contains(&id)
}

/// An amount as it stands in the source.
struct Stated {
    pointer: String,
    text: String,
}

/// A food as FDC states it, before anything is checked.
#[derive(Default)]
struct Statement {
    id: String,
    description: String,
    /// The food group of the USDA.
    group: Option<u32>,
    gtin: Option<String>,
    nutrients: BTreeMap<u32, Stated>,
    portions: Vec<StatedPortion>,
}

/// A household measure as it stands in the source.
#[derive(Default)]
struct StatedPortion {
    pointer: String,
    /// Empty: the count stands in the text.
    amount: String,
    text: String,
    grams: String,
}

impl Statement {
    /// The food, or all that is wrong with it.
    fn food(self, row: u64) -> Entry<Valid<Food>> {
        let Self { id, description, group, gtin, nutrients, portions } = self;
        let mut draft = Draft::new(row, id.clone());
        for (nutrient, ids) in NUTRIENTS {
            let stated = ids.iter().find_map(|(id, scale)| Some((nutrients.get(id)?, *scale)));
            if let Some((Stated { pointer, text }, scale)) = stated {
                draft.set(nutrient, pointer, text, scale);
            }
        }
        let omega_3 = omega_3(&nutrients, &mut draft);
        draft.per_100g.set(Nutrient::Omega3, omega_3);
        for portion in portions {
            portion.add(&mut draft);
        }
        let nature = nature(group, &description);
        let barcode = gtin.and_then(|gtin| draft.barcode("/gtinUpc", &gtin));
        let label = Label {
            kind: FoodSourceKind::Fdc,
            key: format!("fdc_{id}"),
            number: id,
            name: Name { en: description, ru: None },
            fat_source: nature.fat_source,
            shop_section: nature.shop_section,
            allergens: None,
            barcode,
        };
        draft.finish(label)
    }
}

/// ALA with the long omega-3; unknown without it.
fn omega_3(nutrients: &BTreeMap<u32, Stated>, draft: &mut Draft) -> Option<Amount> {
    let ala = ALA.iter().find_map(|id| nutrients.get(id))?;
    let others = LONG_OMEGA_3.iter().filter_map(|id| nutrients.get(id));
    let mut sum = Amount(0);
    for Stated { pointer, text } in std::iter::once(ala).chain(others) {
        sum.0 = sum.0.saturating_add(draft.read(pointer, text, Scale::ONE)?.0);
    }
    Some(sum)
}

impl StatedPortion {
    fn add(&self, draft: &mut Draft) {
        /// What surveys say of a portion that nobody measured.
        const NOT_SPECIFIED: &str = "quantity not specified";
        let Self { pointer, amount, text, grams } = self;
        if grams.is_empty() || text.is_empty() || text.eq_ignore_ascii_case(NOT_SPECIFIED) {
            return;
        }
        let Some(grams) = draft.read(pointer, grams, Scale::ONE) else { return };
        if amount.is_empty() {
            draft.portions.add(pointer, text, grams);
        } else if let Some(amount) = draft.read(pointer, amount, Scale::ONE) {
            draft.portions.add_counted(pointer, amount, text, grams);
        }
    }

    /// The text of a measure: its unit with what further describes it, or the description that stands for both.
    fn text(unit: &str, modifier: &str, description: &str) -> String {
        let has_unit = !unit.is_empty() && unit != "undetermined";
        // Surveys describe the whole portion and put a number where others describe the measure.
        let is_code = modifier.bytes().all(|byte| byte.is_ascii_digit());
        match (has_unit, is_code) {
            (true, true) => unit.to_owned(),
            (true, false) => format!("{unit}, {modifier}"),
            (false, true) => description.to_owned(),
            (false, false) => modifier.to_owned(),
        }
    }
}
