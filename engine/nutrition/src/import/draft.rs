//! A food while it is read from a foreign source: what is known so far, and what is wrong with it (MF-5, ND-8).

use std::collections::BTreeSet;

use domain::{
    error::ErrorCode,
    food::{AllergenClass, Barcode, FatSource, Food, FoodKey, FoodSource, FoodSourceKind, Name, ShopSection},
    law::Valid,
    nutrient::{Nutrient, Nutrients},
    quantity::Amount,
    spec::SpecId,
};

use super::{
    number::{self, Scale},
    portion::Portions,
    report::Entry,
};
use crate::{
    composition::energy_mismatch,
    warning::{Warning, WarningCode},
};

/// A food of which the amounts are being read.
pub(super) struct Draft {
    pub(super) entry: Entry<Valid<Food>>,
    pub(super) per_100g: Nutrients,
    pub(super) estimated: BTreeSet<Nutrient>,
    pub(super) portions: Portions,
    /// Nutrients that have an amount that cannot be read: they are bad, not missing.
    refused: BTreeSet<Nutrient>,
}

/// What a food is called and counted as.
pub(super) struct Label {
    /// Who says so.
    pub(super) kind: FoodSourceKind,
    /// The number of the food there.
    pub(super) number: String,
    /// Our key of it.
    pub(super) key: String,
    pub(super) name: Name,
    pub(super) fat_source: FatSource,
    pub(super) shop_section: ShopSection,
    pub(super) allergens: Option<BTreeSet<AllergenClass>>,
    pub(super) barcode: Option<Barcode>,
}

impl Draft {
    pub(super) fn new(row: u64, name: impl Into<String>) -> Self {
        Self {
            entry: Entry::new(row, name),
            per_100g: Nutrients::UNKNOWN,
            estimated: BTreeSet::new(),
            portions: Portions::default(),
            refused: BTreeSet::new(),
        }
    }

    /// The amount that stands at `pointer`; what is none is reported.
    pub(super) fn read(&mut self, pointer: &str, text: &str, scale: Scale) -> Option<Amount> {
        let read = number::amount(text, scale);
        if read.is_err() {
            self.entry.bad_value(pointer, format_args!("`{text}`"), number::EXPECTED);
        }
        read.ok()
    }

    /// Reads the amount of a nutrient.
    pub(super) fn set(&mut self, nutrient: Nutrient, pointer: &str, text: &str, scale: Scale) {
        let amount = self.read(pointer, text, scale);
        if amount.is_none() {
            self.refused.insert(nutrient);
        }
        self.per_100g.set(nutrient, amount);
    }

    /// Says that something was not taken over.
    pub(super) fn leave_out(&mut self, pointer: &str, found: impl Into<String>) {
        let warning = Warning::new(WarningCode::LeftOut).fact("found", found.into());
        self.entry.notice(pointer, warning);
    }

    /// A barcode if it is one; foods may have other numbers.
    pub(super) fn barcode(&mut self, pointer: &str, digits: &str) -> Option<Barcode> {
        // GTIN-14 writes an EAN-13 with a zero before it.
        let digits = if digits.len() == 14 { digits.strip_prefix('0').unwrap_or(digits) } else { digits };
        let barcode = Barcode::try_from(digits.to_owned()).ok();
        if barcode.is_none() {
            self.leave_out(pointer, digits);
        }
        barcode
    }

    /// The food, if everything about it is right. What has no fat has no source of it.
    pub(super) fn finish(mut self, label: Label) -> Entry<Valid<Food>> {
        self.report_missing();
        let portions = std::mem::take(&mut self.portions).finish(&mut self.entry);
        let Self { mut entry, per_100g, estimated, .. } = self;
        let Label { kind, number, key, name, fat_source, shop_section, allergens, barcode } = label;
        let has_fat = per_100g.get(Nutrient::Fat) != Some(Amount(0));
        let id = match FoodKey::new(&key) {
            Ok(id) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => id,
            _ => {
                entry.bad_value("/id", format_args!("`{number}`"), "the number of the food in its source");
                return entry;
            }
        };
        let food = Food {
            id,
            name,
            aliases: Vec::new(),
            per_100g,
            estimated,
            portions,
            density_mg_per_ml: None,
            allergens,
            fat_source: if has_fat { fat_source } else { FatSource::None },
            shop_section,
            barcode,
            price_per_kg: None,
            keeps_days: None,
            source: FoodSource { kind, reference: Some(number) },
        };
        if !entry.errors.is_empty() {
            return entry;
        }
        match Valid::new(food) {
            Ok(food) => {
                if let Some(warning) = energy_mismatch(&food) {
                    entry.notice("/per_100g/calories", warning);
                }
                entry.value = Some(food);
            }
            Err(invalid) => entry.breaches(&invalid),
        }
        entry
    }

    /// MF-5: a food without energy or a macro cannot be counted.
    fn report_missing(&mut self) {
        let is_missing = |nutrient: &&Nutrient| {
            self.per_100g.get(**nutrient).is_none() && !self.refused.contains(nutrient)
        };
        let missing: Vec<&str> =
            Nutrient::MACROS.iter().filter(is_missing).map(|macro_| macro_.as_str()).collect();
        if !missing.is_empty() {
            let found = format_args!("no {}", missing.join(", "));
            let expected = "energy, protein, fat and carbs";
            self.entry.error(ErrorCode::IncompleteFood, SpecId::new("MF-5"), "/per_100g", found, expected);
        }
    }
}
