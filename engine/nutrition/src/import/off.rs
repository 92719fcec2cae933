//! Open Food Facts as JSON Lines, a product per line, read without holding more than one of them (MF-5).

use std::{
    collections::BTreeSet,
    fmt,
    io::{BufRead, BufReader, Read},
    iter,
};

use domain::{
    food::{AllergenClass, FatSource, Food, FoodSourceKind, Name, ShopSection},
    law::Valid,
    nutrient::Nutrient,
    quantity::Amount,
};
use serde::{Deserialize, Deserializer, de};

use super::{
    draft::{Draft, Label},
    html,
    number::{Cell, Scale},
    report::Entry,
};
use crate::{
    allergen::{AllergenTerms, Classes},
    text::Norm,
};

/// The products of a file, line by line. Memory grows neither with the file nor with a line that never ends.
///
/// Nothing is remembered of a line: that two products have the same barcode, which is their key, is found by who
/// collects or applies them.
pub fn read(source: impl Read, terms: &AllergenTerms) -> impl Iterator<Item = Entry<Valid<Food>>> {
    let mut lines = Lines::new(source);
    iter::from_fn(move || {
        loop {
            let read = lines.advance()?;
            let (number, line) = (lines.number, lines.line.trim_ascii());
            return Some(match read {
                Ok(()) if line.is_empty() => continue,
                Ok(()) => match serde_json::from_slice::<Product<'_>>(line) {
                    Ok(product) => product.food(number, terms),
                    Err(error) => Entry::unreadable(number, error, "a product as JSON"),
                },
                Err(found) => Entry::unreadable(number, found, "a product as JSON in one line"),
            });
        }
    })
}

struct Lines<R> {
    /// [`None`] when nothing more can be read.
    source: Option<BufReader<R>>,
    line: Vec<u8>,
    /// Of the line, from 1.
    number: u64,
}

impl<R: Read> Lines<R> {
    fn new(source: R) -> Self {
        Self { source: Some(BufReader::with_capacity(1 << 16, source)), line: Vec::new(), number: 0 }
    }

    /// Reads the next line, or says why it cannot be read.
    fn advance(&mut self) -> Option<Result<(), String>> {
        /// No product is longer.
        const LONGEST: u64 = 16 << 20;
        let source = self.source.as_mut()?;
        self.line.clear();
        let read = source.take(LONGEST).read_until(b'\n', &mut self.line);
        self.number += 1;
        let result = match read {
            Ok(0) => {
                self.source = None;
                return None;
            }
            Ok(length) if (length as u64) < LONGEST || self.line.ends_with(b"\n") => return Some(Ok(())),
            Ok(_) => source.skip_until(b'\n').map(|_| format!("a line of more than {LONGEST} bytes")),
            Err(error) => Err(error),
        };
        Some(Err(result.unwrap_or_else(|error| {
            self.source = None;
            error.to_string()
        })))
    }
}

/// What is read of a product; there is much more.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Product<'a> {
    #[serde(borrow)]
    code: Cell<'a>,
    #[serde(rename = "product_name")]
    name: Cell<'a>,
    #[serde(rename = "product_name_en")]
    name_en: Cell<'a>,
    #[serde(rename = "product_name_ru")]
    name_ru: Cell<'a>,
    generic_name: Cell<'a>,
    nutriments: Nutriments<'a>,
    allergens_tags: Option<Vec<Cell<'a>>>,
    serving_quantity: Cell<'a>,
}

impl Product<'_> {
    fn food(self, row: u64, terms: &AllergenTerms) -> Entry<Valid<Food>> {
        let code = self.code.text().unwrap_or_default();
        let mut draft = Draft::new(row, code);
        for ((name, nutrient, scale), cell) in NUTRIMENTS.iter().zip(&self.nutriments.0) {
            let is_known = draft.per_100g.get(*nutrient).is_some();
            if let (false, Some(text)) = (is_known, cell.text()) {
                draft.set(*nutrient, &format!("/nutriments/{name}{PER_100_G}"), text, *scale);
            }
        }
        if let Some(text) = self.serving_quantity.text()
            && let Some(grams) = draft.read(SERVING, text, Scale::ONE)
        {
            draft.portions.add_counted(SERVING, Amount(Amount::UNIT), "serving", grams);
        }
        let allergens = self.allergens(terms, &mut draft);
        let barcode = if code.is_empty() { None } else { draft.barcode("/code", code) };
        let text = |cell: &Cell<'_>| cell.text().map(html::line);
        let names = [&self.name_en, &self.name, &self.generic_name, &self.name_ru];
        let label = Label {
            kind: FoodSourceKind::Off,
            key: format!("off_{code}"),
            number: code.to_owned(),
            name: Name { en: names.into_iter().find_map(text).unwrap_or_default(), ru: text(&self.name_ru) },
            fat_source: FatSource::Other,
            shop_section: ShopSection::Other,
            allergens,
            barcode,
        };
        draft.finish(label)
    }

    /// The classes of the tags. No tag means that nobody has said. A tag that nobody can read may hide a class, so the
    /// classes are unknown with it.
    fn allergens(&self, terms: &AllergenTerms, draft: &mut Draft) -> Classes {
        let tags = self.allergens_tags.iter().flatten().filter_map(Cell::text);
        let (mut classes, mut is_told, mut is_clear) = (BTreeSet::new(), false, true);
        for tag in tags {
            let (_, word) = tag.split_once(':').unwrap_or(("", tag));
            let known = ALLERGENS.iter().find(|(known, _)| *known == word);
            let by_words = || terms.classes_in(&Norm::of(word));
            if let Some(of_tag) =
                known.map(|(_, classes)| classes.iter().copied().collect()).or_else(by_words)
            {
                classes.extend(of_tag);
                is_told = true;
            } else {
                is_clear = false;
                draft.leave_out("/allergens_tags", tag);
            }
        }
        (is_told && is_clear).then_some(classes)
    }
}

const SERVING: &str = "/serving_quantity";
const PER_100_G: &str = "_100g";

/// Amounts in grams, energy in kilocalories or kilojoules. Of two rows about a nutrient the first that is stated
/// counts.
#[rustfmt::skip]
const NUTRIMENTS: [(&str, Nutrient, Scale); 39] = [
    ("energy-kcal", Nutrient::Calories, Scale::ONE),
    ("energy-kj", Nutrient::Calories, Scale::KJ),
    ("energy", Nutrient::Calories, Scale::KJ),
    ("proteins", Nutrient::Protein, Scale::ONE),
    ("fat", Nutrient::Fat, Scale::ONE),
    ("carbohydrates", Nutrient::Carbs, Scale::ONE),
    ("vitamin-a", Nutrient::VitaminA, Scale::G_TO_UG),
    ("vitamin-c", Nutrient::VitaminC, Scale::G_TO_MG),
    ("vitamin-d", Nutrient::VitaminD, Scale::G_TO_IU),
    ("vitamin-e", Nutrient::VitaminE, Scale::G_TO_MG),
    ("vitamin-k", Nutrient::VitaminK, Scale::G_TO_UG),
    ("vitamin-b1", Nutrient::Thiamine, Scale::G_TO_MG),
    ("vitamin-b2", Nutrient::Riboflavin, Scale::G_TO_MG),
    ("vitamin-pp", Nutrient::Niacin, Scale::G_TO_MG),
    ("pantothenic-acid", Nutrient::PantothenicAcid, Scale::G_TO_MG),
    ("vitamin-b6", Nutrient::Pyridoxine, Scale::G_TO_MG),
    ("vitamin-b12", Nutrient::Cobalamin, Scale::G_TO_UG),
    ("vitamin-b9", Nutrient::Folate, Scale::G_TO_UG),
    ("folates", Nutrient::Folate, Scale::G_TO_UG),
    ("calcium", Nutrient::Calcium, Scale::G_TO_MG),
    ("copper", Nutrient::Copper, Scale::G_TO_MG),
    ("iron", Nutrient::Iron, Scale::G_TO_MG),
    ("magnesium", Nutrient::Magnesium, Scale::G_TO_MG),
    ("manganese", Nutrient::Manganese, Scale::G_TO_MG),
    ("phosphorus", Nutrient::Phosphorus, Scale::G_TO_MG),
    ("potassium", Nutrient::Potassium, Scale::G_TO_MG),
    ("selenium", Nutrient::Selenium, Scale::G_TO_UG),
    ("sodium", Nutrient::Sodium, Scale::G_TO_MG),
    ("salt", Nutrient::Sodium, Scale::SALT_TO_SODIUM),
    ("zinc", Nutrient::Zinc, Scale::G_TO_MG),
    ("fiber", Nutrient::Fiber, Scale::ONE),
    ("omega-3-fat", Nutrient::Omega3, Scale::ONE),
    ("linoleic-acid", Nutrient::Omega6, Scale::ONE),
    ("omega-6-fat", Nutrient::Omega6, Scale::ONE),
    ("retinol", Nutrient::Retinol, Scale::G_TO_UG),
    ("folic-acid", Nutrient::FolicAcid, Scale::G_TO_UG),
    ("saturated-fat", Nutrient::SaturatedFat, Scale::ONE),
    ("sugars", Nutrient::Sugar, Scale::ONE),
    ("cholesterol", Nutrient::Cholesterol, Scale::G_TO_MG),
];

/// Tags of Open Food Facts. `gluten` is every cereal that has it, wheat not excepted.
#[rustfmt::skip]
const ALLERGENS: [(&str, &[AllergenClass]); 15] = [
    ("none", &[]),
    ("gluten", &[AllergenClass::Gluten, AllergenClass::Wheat]),
    ("crustaceans", &[AllergenClass::Crustacean]),
    ("eggs", &[AllergenClass::Egg]),
    ("fish", &[AllergenClass::Fish]),
    ("peanuts", &[AllergenClass::Peanut]),
    ("soybeans", &[AllergenClass::Soy]),
    ("milk", &[AllergenClass::Milk]),
    ("nuts", &[AllergenClass::TreeNut]),
    ("celery", &[AllergenClass::Celery]),
    ("mustard", &[AllergenClass::Mustard]),
    ("sesame-seeds", &[AllergenClass::Sesame]),
    ("sulphur-dioxide-and-sulphites", &[AllergenClass::Sulphite]),
    ("lupin", &[AllergenClass::Lupin]),
    ("molluscs", &[AllergenClass::Mollusc]),
];

/// The amounts of 100 g in the order of [`NUTRIMENTS`]; an empty list stands for none.
#[derive(Default)]
struct Nutriments<'a>(Vec<Cell<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Nutriments<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NutrimentsVisitor)
    }
}

struct NutrimentsVisitor;

impl<'de> de::Visitor<'de> for NutrimentsVisitor {
    type Value = Nutriments<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nutriments by name")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(Nutriments::default())
    }

    // Programs that know no empty map write an empty list.
    fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        match list.next_element::<de::IgnoredAny>()? {
            None => Ok(Nutriments::default()),
            Some(_) => Err(de::Error::custom("a list of nutriments, expected them by name")),
        }
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut cells = vec![Cell::default(); NUTRIMENTS.len()];
        while let Some(key) = map.next_key::<Cell<'de>>()? {
            let name = key.text().and_then(|key| key.strip_suffix(PER_100_G));
            match name.and_then(|name| NUTRIMENTS.iter().position(|(known, ..)| *known == name)) {
                Some(at) => cells[at] = map.next_value()?,
                None => drop(map.next_value::<de::IgnoredAny>()?),
            }
        }
        Ok(Nutriments(cells))
    }
}
