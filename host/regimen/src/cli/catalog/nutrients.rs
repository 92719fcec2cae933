//! What food holds, for a reader: nutrients, masses and allergens.

use std::collections::BTreeSet;

use domain::{
    food::{AllergenClass, Milligrams},
    nutrient::{Nutrient, Nutrients},
    quantity::{Amount, div_half_up},
};

use super::super::{
    page::Reader,
    table::{Column, Table},
};

/// All known nutrients in two halves, side by side.
pub(super) fn table(nutrition: &Nutrients, page: &Reader<'_>) -> String {
    let known: Vec<(Nutrient, Amount)> = nutrition.known().collect();
    let (left, right) = known.split_at(known.len().div_ceil(2));
    let cells = |half: Option<&(Nutrient, Amount)>| match half {
        Some(&(nutrient, amount)) => [page.word("nutrient", nutrient), self::amount(nutrient, amount, page)],
        None => [String::new(), String::new()],
    };
    let mut table = Table::new([Column::Left, Column::Left, Column::Right, Column::Left, Column::Right]);
    for (at, of_left) in left.iter().enumerate() {
        let ([name, value], [other, of_other]) = (cells(Some(of_left)), cells(right.get(at)));
        table.row([String::new(), name, value, other, of_other]);
    }
    table.to_string()
}

/// An amount with its unit: whole from 100 on, with one decimal from 10 on, else with two.
fn amount(nutrient: Nutrient, Amount(amount): Amount, page: &Reader<'_>) -> String {
    let step = match amount / Amount::UNIT {
        ..10 => Amount::UNIT / 100,
        10..100 => Amount::UNIT / 10,
        _ => Amount::UNIT,
    };
    let rounded = page.number(Amount(div_half_up(amount, step) * step));
    page.text_with(&format!("unit-{}", nutrient.unit()), [("amount", rounded.into())])
}

/// A mass in grams: whole from 10 on, else with one decimal.
pub(super) fn grams(Milligrams(mass): Milligrams, page: &Reader<'_>) -> String {
    let step = if mass < 10_000 { 100 } else { 1000 };
    let rounded = Amount(div_half_up(mass, step) * step * (Amount::UNIT / 1000));
    page.text_with("unit-g", [("amount", page.number(rounded).into())])
}

/// The allergens of something, or that it has none.
pub(super) fn allergens(classes: &BTreeSet<AllergenClass>, page: &Reader<'_>) -> String {
    match classes.len() {
        0 => page.text("catalog-no-allergens"),
        _ => page.words("allergen", classes),
    }
}

/// An amount as a whole number without unit, for a column that names it.
pub(super) fn whole(nutrition: &Nutrients, nutrient: Nutrient) -> String {
    let Amount(amount) = nutrition.get(nutrient).unwrap_or_default();
    div_half_up(amount, Amount::UNIT).to_string()
}
