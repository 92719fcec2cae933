//! Nutrition that a page publishes beside its recipe: kept, compared, never planned with (MF-4).

use domain::{
    nutrient::{Nutrient, NutrientUnit, Nutrients},
    quantity::{Amount, div_half_up},
    recipe::Derived,
};
use serde_json::Value;

use super::number::{self, Scale};
use crate::warning::{Warning, WarningCode};

/// The fields of schema.org's NutritionInformation that we have names for.
const FIELDS: [(&str, Nutrient); 9] = [
    ("calories", Nutrient::Calories),
    ("proteinContent", Nutrient::Protein),
    ("fatContent", Nutrient::Fat),
    ("carbohydrateContent", Nutrient::Carbs),
    ("fiberContent", Nutrient::Fiber),
    ("sugarContent", Nutrient::Sugar),
    ("saturatedFatContent", Nutrient::SaturatedFat),
    ("sodiumContent", Nutrient::Sodium),
    ("cholesterolContent", Nutrient::Cholesterol),
];

/// The published amounts of a serving, and the fields that could not be read with what stands in them.
pub(super) fn read(nutrition: &Value) -> (Nutrients, Vec<(&'static str, String)>) {
    let (mut published, mut unread) = (Nutrients::UNKNOWN, Vec::new());
    for (field, nutrient) in FIELDS {
        let text = match nutrition.get(field) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => continue,
        };
        if text.trim().is_empty() {
            continue;
        }
        match amount(&text, nutrient.unit()) {
            Some(amount) => published.set(nutrient, Some(amount)),
            None => unread.push((field, text)),
        }
    }
    (published, unread)
}

/// A number with its unit behind it, such as `12 g`; without one it is the unit of the nutrient.
fn amount(text: &str, unit: NutrientUnit) -> Option<Amount> {
    let text = text.trim();
    let end = text.find(|sign: char| !sign.is_ascii_digit() && !".,".contains(sign)).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let word = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
    let scale = match (word.as_str(), unit) {
        ("kj" | "kilojoule" | "kilojoules", NutrientUnit::Kcal) => Scale::KJ,
        ("g" | "gram" | "grams", NutrientUnit::Milligram) => Scale::G_TO_MG,
        ("", _)
        | ("kcal" | "cal" | "calories" | "calorie" | "kilocalories", NutrientUnit::Kcal)
        | ("g" | "gram" | "grams", NutrientUnit::Gram)
        | ("mg" | "milligram" | "milligrams", NutrientUnit::Milligram) => Scale::ONE,
        _ => return None,
    };
    number::amount(&plain(number)?, scale).ok()
}

/// The number with a point: three digits after a comma are thousands, others a fraction.
fn plain(number: &str) -> Option<String> {
    match number.split_once(',') {
        None => Some(number.to_owned()),
        Some((whole, rest)) if rest.len() == 3 && !whole.is_empty() => Some(format!("{whole}{rest}")),
        Some((whole, rest)) if !rest.contains(['.', ',']) => Some(format!("{whole}.{rest}")),
        Some(_) => None,
    }
}

/// MF-4: warns when the published energy is more than 20 % off that of the ingredients. Of a recipe that is not
/// complete nobody can tell.
pub(super) fn compare(published: &Nutrients, derived: &Derived) -> Option<Warning> {
    let Amount(stated) = published.get(Nutrient::Calories).filter(|_| derived.is_complete())?;
    let Amount(computed) = derived.nutrition.get(Nutrient::Calories)?;
    let is_off = 5 * (i128::from(stated) - i128::from(computed)).abs() > i128::from(stated);
    let whole = |millionths| div_half_up(millionths, Amount::UNIT);
    let warning = Warning::new(WarningCode::PublishedDiffers);
    is_off.then(|| warning.fact("published", whole(stated)).fact("computed", whole(computed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mf_4_published_amounts_are_read_with_their_units() {
        for (text, unit, expected) in [
            ("270 calories", NutrientUnit::Kcal, Some("270")),
            ("270", NutrientUnit::Kcal, Some("270")),
            ("1,050 kcal", NutrientUnit::Kcal, Some("1050")),
            ("418.4 kJ", NutrientUnit::Kcal, Some("100")),
            ("12,5 g", NutrientUnit::Gram, Some("12.5")),
            ("12 grams fat", NutrientUnit::Gram, Some("12")),
            ("1.2 g", NutrientUnit::Milligram, Some("1200")),
            ("350mg", NutrientUnit::Milligram, Some("350")),
            ("a lot", NutrientUnit::Gram, None),
            ("-5 g", NutrientUnit::Gram, None),
            ("1.000,5 g", NutrientUnit::Gram, None),
            ("10 %", NutrientUnit::Gram, None),
            ("5 oz", NutrientUnit::Gram, None),
        ] {
            assert_eq!(amount(text, unit).map(|amount| amount.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn mf_4_more_than_a_fifth_of_the_published_energy_is_a_difference() {
        let nutrients = |kcal: i64| [(Nutrient::Calories, Amount(kcal * Amount::UNIT))].into_iter().collect();
        let derived = |kcal| Derived { nutrition: nutrients(kcal), ..Derived::default() };
        assert_eq!(compare(&nutrients(500), &derived(600)), None, "20 % are allowed");
        assert_eq!(compare(&nutrients(500), &derived(400)), None);
        let warning = compare(&nutrients(500), &derived(601)).unwrap();
        assert_eq!(warning.code, WarningCode::PublishedDiffers);
        assert_eq!(
            (&warning.facts["published"], &warning.facts["computed"]),
            (&500_i64.into(), &601_i64.into())
        );
        assert!(compare(&nutrients(500), &derived(399)).is_some());
        let incomplete = Derived { unresolved: vec!["mystery".into()], ..derived(100) };
        assert_eq!(compare(&nutrients(500), &incomplete), None);
        assert_eq!(compare(&Nutrients::UNKNOWN, &derived(400)), None);
    }
}
