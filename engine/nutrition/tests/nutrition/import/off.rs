//! MF-5: products of Open Food Facts, with the oddities of real ones.

use std::{
    collections::BTreeSet,
    io::{self, Read},
};

use domain::{
    food::{AllergenClass, Food},
    law::Valid,
    nutrient::Nutrient,
};
use nutrition::{
    catalog::Catalog,
    import::{Entry, Import, off},
};

use super::{amount, errors, portions, warnings};

const PRODUCTS: &str = include_str!("products.jsonl");

fn read(source: impl Read) -> impl Iterator<Item = Entry<Valid<Food>>> {
    off::read(source, Catalog::allergen_terms())
}

fn products() -> Import<Valid<Food>> {
    read(PRODUCTS.as_bytes()).collect()
}

#[test]
fn mf_5_a_product_becomes_a_food_in_our_units() {
    let import = products();
    let spread = &import.good[0];
    assert_eq!((spread.id.as_str(), spread.name.en.as_str()), ("off_3017620422003", "Nutella & Go"));
    assert_eq!(spread.barcode.as_ref().unwrap().as_str(), "3017620422003");
    for (nutrient, expected) in [
        (Nutrient::Calories, "539"),
        (Nutrient::Protein, "6.3"),
        (Nutrient::Sugar, "56.3"),
        (Nutrient::Sodium, "42.8"),
        (Nutrient::Fiber, "-"),
        (Nutrient::Cobalamin, "0.38"),
        (Nutrient::VitaminD, "50"),
        (Nutrient::Calcium, "120"),
    ] {
        assert_eq!(amount(spread, nutrient), expected, "{nutrient}");
    }
    assert_eq!(portions(spread), ["serving 15000"]);
    let oats = &import.good[1];
    assert_eq!(amount(oats, Nutrient::Calories), "371.892925", "1556 kJ");
    assert_eq!(amount(oats, Nutrient::Sodium), "7", "sodium comes before salt");
    assert_eq!(oats.name.ru.as_deref(), Some("Овсяные хлопья"));
}

#[test]
fn mf_5_tags_of_allergens_become_classes_and_no_tag_is_unknown() {
    use AllergenClass::{Milk, Peanut, Soy, TreeNut};
    let import = products();
    let classes: Vec<_> = import.good.iter().map(|food| food.allergens.clone()).collect();
    let expected = [
        Some(BTreeSet::from([Milk, Soy, TreeNut])),
        // One of its tags cannot be read and may hide a class.
        None,
        Some(BTreeSet::from([Peanut])),
        Some(BTreeSet::new()),
    ];
    assert_eq!(classes, expected);
    let silent = PRODUCTS.lines().next().unwrap().replace(r#"["en:milk","en:nuts","en:soybeans"]"#, "[]");
    let import: Import<Valid<Food>> = read(silent.as_bytes()).collect();
    assert_eq!(import.good[0].allergens, None, "nobody has said that there are none");
}

#[test]
fn nd_8_odd_products_are_reported_row_by_row() {
    let import = products();
    assert_eq!((import.report.read, import.report.good), (11, 4));
    let errors = errors(&import.report);
    let expected = [
        "row 5 (7622210449283): per_100g: no calories, fat_g, carbs_g, expected energy, protein, fat and carbs (MF-5)",
        "row 6 (7622210449290): per_100g: no calories, protein_g, fat_g, carbs_g, expected energy, protein, fat and carbs (MF-5)",
        "row 7 (5000112637922): nutriments.energy-kcal_100g: `-42`, expected a number of 0 or more (ND-8)",
        "row 7 (5000112637922): nutriments.proteins_100g: `traces`, expected a number of 0 or more (ND-8)",
        "row 7 (5000112637922): nutriments.sodium_100g: `a list`, expected a number of 0 or more (ND-8)",
        "row 7 (5000112637922): serving_quantity: `-330`, expected a number of 0 or more (ND-8)",
        "row 8 (5449000000996): per_100g: 150 g of protein, fat and carbs, expected at most 105 g in 100 g (ND-8)",
        "row 9 (5410041040807): name.en: 0 characters, expected 1..120 characters (ND-2)",
        "row 10: id: ``, expected the number of the food in its source (ND-8)",
    ];
    assert_eq!(errors[..9], expected);
    assert!(errors[9].starts_with("row 11: EOF while parsing"), "{}", errors[9]);
    assert_eq!(errors.len(), 10);
    assert_eq!(
        warnings(&import.report),
        [
            r#"3 /allergens_tags left_out {"found":"xx:orange"}"#,
            r#"3 /serving_quantity left_out {"found":"serving: 0 g"}"#,
            r#"4 /code left_out {"found":"20000001"}"#,
            r#"4 /serving_quantity left_out {"found":"serving: 4000000000 g"}"#,
        ]
    );
}

/// Products without end.
struct Endless {
    line: Vec<u8>,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.line[self.at..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.at = (self.at + length) % self.line.len();
        Ok(length)
    }
}

#[test]
fn mf_5_a_file_without_end_is_read_as_it_comes() {
    let line = format!("{}\n", PRODUCTS.lines().next().unwrap()).into_bytes();
    let mut entries = read(Endless { line, at: 0 });
    let last = entries.nth(9_999).unwrap();
    assert_eq!((last.row, last.value.is_some()), (10_000, true));
}

#[test]
fn mf_5_a_line_without_end_is_passed_over() {
    let long = io::repeat(b'x').take(40 << 20).chain(&b"\n"[..]);
    let file = long.chain(PRODUCTS.lines().next().unwrap().as_bytes());
    let import: Import<Valid<Food>> = read(file).collect();
    assert_eq!(import.report.good, 1);
    let message = "row 1: a line of more than 16777216 bytes, expected a product as JSON in one line (ND-8)";
    assert_eq!(errors(&import.report), [message]);
}

#[test]
fn nd_8_the_report_of_an_import_is_a_document() {
    let import = products();
    let json = serde_json::to_value(&import.report).unwrap();
    assert_eq!((&json["read"], &json["good"]), (&11.into(), &4.into()));
    assert_eq!(
        json["errors"][2],
        serde_json::json!({
            "row": 7, "name": "5000112637922", "code": "bad_value", "spec": "ND-8",
            "pointer": "/nutriments/energy-kcal_100g", "found": "`-42`", "expected": "a number of 0 or more",
        })
    );
    assert_eq!(
        json["warnings"][0],
        serde_json::json!({
            "row": 3, "name": "4006381333931", "code": "left_out", "pointer": "/allergens_tags",
            "facts": { "found": "xx:orange" },
        })
    );
}
