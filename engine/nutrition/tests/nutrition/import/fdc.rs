//! MF-5: FoodData Central as its API, its downloads and its search write it.

use domain::{
    food::{FatSource, Food, ShopSection},
    law::Valid,
    nutrient::Nutrient,
};
use nutrition::import::{
    Import,
    fdc::{Tables, read_json, read_tables},
};

use super::{amount, errors, portions, warnings};

const MILK: &str = include_str!("fdc_milk.json");

fn json(text: &str) -> Import<Valid<Food>> {
    read_json(text).collect()
}

#[test]
fn mf_5_a_food_of_the_api_is_read_by_its_nutrient_ids() {
    let import = json(MILK);
    assert_eq!(errors(&import.report), [""; 0]);
    let milk = &import.good[0];
    assert_eq!(milk.id.as_str(), "fdc_746782");
    assert_eq!(milk.source.reference.as_deref(), Some("746782"));
    assert_eq!((milk.fat_source, milk.shop_section), (FatSource::Dairy, ShopSection::DairyEggs));
    for (nutrient, expected) in [
        (Nutrient::Calories, "60.4"),
        (Nutrient::Protein, "3.27"),
        (Nutrient::VitaminD, "44"),
        (Nutrient::Folate, "0.5"),
        (Nutrient::Cobalamin, "0.54"),
        (Nutrient::Omega3, "0.013"),
        (Nutrient::Omega6, "0.115"),
        (Nutrient::Iron, "-"),
    ] {
        assert_eq!(amount(milk, nutrient), expected, "{nutrient}");
    }
    assert_eq!(portions(milk), ["cup 249000", "tbsp 15400", "fl_oz 31100"]);
    assert!(milk.estimated.is_empty());
}

#[test]
fn mf_5_energy_comes_from_the_first_of_four() {
    let kcal = |text: &str| amount(&json(text).good[0], Nutrient::Calories);
    let without_general = MILK.replace("\"id\": 2047", "\"id\": 1");
    assert_eq!(kcal(&without_general), "60.8");
    let kilojoules = without_general.replace("\"id\": 2048", "\"id\": 2");
    assert_eq!(kcal(&kilojoules), "60.229446", "252 kJ");
    assert_eq!(kcal(&MILK.replace("\"id\": 1062", "\"id\": 1008")), "252");
}

#[test]
fn mf_5_omega_3_is_unknown_without_ala() {
    let omega = |text: &str| amount(&json(text).good[0], Nutrient::Omega3);
    assert_eq!(omega(&MILK.replace("\"id\": 1404", "\"id\": 1270")), "0.013");
    assert_eq!(omega(&MILK.replace("\"id\": 1404", "\"id\": 3")), "-");
}

#[test]
fn mf_5_downloads_and_searches_hold_many_foods() {
    let download = format!("{{\"FoundationFoods\": [{MILK}, {}]}}", MILK.replacen("746782", "1", 1));
    let import = json(&download);
    assert_eq!(import.good.iter().map(|food| food.id.as_str()).collect::<Vec<_>>(), ["fdc_746782", "fdc_1"]);
    assert_eq!(json(&format!("\u{feff} [{MILK}]")).good.len(), 1);
    let search = r#"{"totalHits": 1, "foods": [{"fdcId": 2117388, "description": "OAT BAR", "dataType": "Branded",
        "gtinUpc": "00036000291452", "brandOwner": "Somebody", "foodCategory": "Snacks",
        "servingSize": 40.0, "servingSizeUnit": "GRM", "foodNutrients": [
        {"nutrientId": 1008, "nutrientName": "Energy", "unitName": "KCAL", "value": 400},
        {"nutrientId": 1003, "nutrientName": "Protein", "unitName": "G", "value": 10},
        {"nutrientId": 1004, "nutrientName": "Total lipid (fat)", "unitName": "G", "value": 16},
        {"nutrientId": 1005, "nutrientName": "Carbohydrate, by difference", "unitName": "G", "value": 54}]}]}"#;
    let import = json(search);
    assert_eq!(errors(&import.report), [""; 0]);
    let bar = &import.good[0];
    assert_eq!(bar.barcode.as_ref().unwrap().as_str(), "0036000291452");
    assert_eq!(portions(bar), ["serving 40000"]);
    let import = json(&search.replace("00036000291452", "00036000291453"));
    assert_eq!(warnings(&import.report), [r#"1 /gtinUpc left_out {"found":"0036000291453"}"#]);
}

#[test]
fn nd_8_what_is_wrong_with_a_food_is_named_by_its_pointer() {
    let bad = MILK.replacen("\"amount\": 3.2 }", "\"amount\": -3.2 }", 1).replacen("\"0.54\"", "\"few\"", 1);
    let unnamed =
        MILK.replacen("\"id\": 1005", "\"id\": 5", 1).replacen("\"fdcId\": 746782", "\"fdcId\": \"x1\"", 1);
    let import = json(&format!("[{bad}, {unnamed}, {MILK}, {MILK}]"));
    assert_eq!((import.report.read, import.report.good), (4, 1));
    assert_eq!(
        errors(&import.report),
        [
            "row 1 (746782): foodNutrients.2.amount: `-3.2`, expected a number of 0 or more (ND-8)",
            "row 1 (746782): foodNutrients.9.amount: `few`, expected a number of 0 or more (ND-8)",
            "row 2 (x1): per_100g: no carbs_g, expected energy, protein, fat and carbs (MF-5)",
            "row 2 (x1): id: `x1`, expected the number of the food in its source (ND-8)",
            "row 4 (746782): id: row 3 has this key too, expected a key of its own (ND-8)",
        ]
    );
    let broken = json("{\"foods\": [");
    assert!(errors(&broken.report)[0].starts_with("EOF while parsing"), "{:?}", broken.report);
}

const FOOD: &str = "\"fdc_id\",\"data_type\",\"description\",\"food_category_id\",\"publication_date\"\n\
    \"321358\",\"foundation_food\",\"Hummus, commercial\",\"16\",\"2019-04-01\"\n\
    \"319878\",\"sub_sample_food\",\"HUMMUS, SABRA CLASSIC\",\"16\",\"2019-04-01\"\n\
    \"173410\",\"sr_legacy_food\",\"Butter, salted\",\"1\",\"2019-04-01\"\n\
    \"9\",\"sr_legacy_food\",\"Nothing\",\"1\",\"2019-04-01\"\n\
    \"9\",\"sr_legacy_food\",\"Nothing\",\"1\",\"2019-04-01\"\n";
const NUTRIENT: &str = "id,fdc_id,nutrient_id,amount,data_points,derivation_id,min,max,median,footnote\n\
    1,321358,1008,229,,49,,,,\n2,321358,1003,7.35,,1,,,,\n3,321358,1004,17.1,,1,,,,\n4,321358,1005,14.9,,1,,,,\n\
    5,173410,1008,717,,49,,,,\n6,173410,1003,0.85,,1,,,,\n7,173410,1004,81.1,,1,,,,\n8,173410,1005,0.06,,1,,,,\n\
    9,173410,1110,,,1,,,,\n10,173410,1114,0.0,,1,,,,\n11,319878,1003,7.4,,1,,,,\n12,173410,1093,salty,,1,,,,\n";
const PORTION: &str = "id,fdc_id,seq_num,amount,measure_unit_id,portion_description,modifier,gram_weight,data_points,footnote\n\
    1,321358,1,2,1001,,,33.9,,\n2,173410,1,1,9999,,\"pat (1\"\" sq, 1/3\"\" high)\",5,,\n\
    3,173410,2,1,9999,,tbsp,14.2,,\n4,173410,3,1,9999,,cup,227,,\n";
const UNIT: &str = "id,name\n1000,cup\n1001,tablespoon\n9999,undetermined\n";

#[test]
fn mf_5_the_tables_of_a_download_are_joined() {
    let tables = |nutrient: &'static str| Tables {
        food: FOOD.as_bytes(),
        food_nutrient: nutrient.as_bytes(),
        food_portion: Some(PORTION.as_bytes()),
        measure_unit: Some(UNIT.as_bytes()),
    };
    let import: Import<Valid<Food>> = read_tables(tables(NUTRIENT)).collect();
    assert_eq!((import.report.read, import.report.good), (4, 1));
    assert_eq!(portions(&import.good[0]), ["tbsp 16950"]);
    assert_eq!(
        errors(&import.report),
        [
            "row 4 (173410): food_nutrient.csv.13.amount: `salty`, expected a number of 0 or more (ND-8)",
            "row 5 (9): per_100g: no calories, protein_g, fat_g, carbs_g, expected energy, protein, fat and carbs (MF-5)",
            "row 6: 9 again, expected each food once (ND-8)",
        ]
    );
    assert_eq!(
        warnings(&import.report)[0],
        r#"0 /food.csv/data_type left_out {"found":"sub_sample_food: 1"}"#
    );
    let salted = NUTRIENT.replace("salty", "643").leak();
    let import: Import<Valid<Food>> = read_tables(tables(salted)).collect();
    let butter = &import.good[1];
    assert_eq!(portions(butter), ["tbsp 14200", "cup 227000", "pat 5000"]);
    assert_eq!(
        (amount(butter, Nutrient::VitaminD), amount(butter, Nutrient::Sodium)),
        ("0".into(), "643".into())
    );
}

#[test]
fn nd_8_a_table_without_its_columns_is_named() {
    let bytes = Tables {
        food: FOOD.as_bytes(),
        food_nutrient: &b"id,fdc_id\n1,2\n"[..],
        food_portion: None,
        measure_unit: None,
    };
    let import: Import<Valid<Food>> = read_tables(bytes).collect();
    assert!(errors(&import.report).contains(
        &"food_nutrient.csv: no column nutrient_id, amount, expected the columns of FoodData Central (ND-8)"
            .to_owned()
    ));
}
