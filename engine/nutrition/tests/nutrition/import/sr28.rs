//! MF-5: the abbreviated table of SR28, with its real columns and some of its real rows.

use std::io::{self, Read};

use domain::{
    food::{FatSource, Food, FoodSourceKind, ShopSection},
    law::Valid,
    nutrient::Nutrient,
};
use nutrition::import::{Import, sr28};

use super::{amount, errors, portions, warnings};

const HEADER: &str = "NDB_No,Shrt_Desc,Water_(g),Energ_Kcal,Protein_(g),Lipid_Tot_(g),Ash_(g),Carbohydrt_(g),\
    Fiber_TD_(g),Sugar_Tot_(g),Calcium_(mg),Iron_(mg),Magnesium_(mg),Phosphorus_(mg),Potassium_(mg),Sodium_(mg),\
    Zinc_(mg),Copper_mg),Manganese_(mg),Selenium_(µg),Vit_C_(mg),Thiamin_(mg),Riboflavin_(mg),Niacin_(mg),\
    Panto_Acid_mg),Vit_B6_(mg),Folate_Tot_(µg),Folic_Acid_(µg),Food_Folate_(µg),Folate_DFE_(µg),Choline_Tot_ (mg),\
    Vit_B12_(µg),Vit_A_IU,Vit_A_RAE,Retinol_(µg),Alpha_Carot_(µg),Beta_Carot_(µg),Beta_Crypt_(µg),Lycopene_(µg),\
    Lut+Zea_ (µg),Vit_E_(mg),Vit_D_µg,Vit_D_IU,Vit_K_(µg),FA_Sat_(g),FA_Mono_(g),FA_Poly_(g),Cholestrl_(mg),\
    GmWt_1,GmWt_Desc1,GmWt_2,GmWt_Desc2,Refuse_Pct";
const AVOCADO: &str = "9037,\"AVOCADOS,RAW,ALL COMM VAR\",73.23,160,2.0,14.66,1.58,8.53,6.7,0.66,12.0,0.55,29.0,\
    52.0,485.0,7.0,0.64,0.19,0.142,0.4,10.0,0.067,0.13,1.738,1.389,0.257,81.0,0.0,81.0,81.0,14.2,0.0,146.0,7.0,0.0,\
    24.0,62.0,28.0,0.0,271.0,2.07,0.0,0.0,21.0,2.126,9.799,1.816,0.0,150.0,\"1 cup, cubes\",230.0,\"1 cup, pureed\",26.0";
const EGG: &str = "1123,\"EGG,WHL,RAW,FRSH\",76.15,143,12.56,9.51,1.06,0.72,0.0,0.37,56.0,1.75,12.0,198.0,138.0,\
    142.0,1.29,0.072,0.028,30.7,0.0,0.04,0.457,0.075,1.533,0.17,47.0,0.0,47.0,47.0,293.8,0.89,540.0,160.0,160.0,\
    0.0,0.0,9.0,0.0,503.0,1.05,2.0,82.0,0.3,3.126,3.658,1.911,372.0,50.0,1 large,56.0,1 extra large,12.0";
const TOFU: &str = "16126,\"TOFU,FIRM,PREP W/CA SULFATE&MAGNESIUM CHLORIDE (NIGARI)\",82.93,78,9.04,4.17,1.01,2.85,\
    0.9,0.6,201.0,1.61,37.0,121.0,148.0,12.0,0.83,0.213,0.625,9.9,0.2,0.06,0.063,0.101,0.11,0.071,19.0,0.0,19.0,\
    19.0,28.1,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.01,0.0,0.0,2.4,0.793,1.127,1.649,0.0,126.0,.5 cup,81.0,.25 block,0.0";
const ABIYUCH: &str = "9427,\"ABIYUCH,RAW\",79.9,69,1.5,0.1,0.9,17.6,5.3,8.55,8.0,1.61,24.0,47.0,304.0,20.0,0.31,\
    0.057,0.182,,54.1,,,,,,,,,,,,100.0,5.0,0.0,0.0,60.0,,,,,,,,0.014,,,,114.0,.5 cup,,,";

fn table(rows: &[&str]) -> String {
    format!("{HEADER}\n{}\n", rows.join("\n"))
}

fn read(table: &[u8]) -> Import<Valid<Food>> {
    sr28::read(table).collect()
}

#[test]
fn mf_5_rows_of_sr28_become_foods() {
    let import = read(table(&[AVOCADO, EGG, TOFU, ABIYUCH]).as_bytes());
    assert_eq!((import.report.read, import.report.good), (4, 4));
    assert!(import.report.is_clean());
    let [avocado, egg, tofu, abiyuch] = &import.good[..] else { panic!("{}", import.good.len()) };
    assert_eq!(avocado.id.as_str(), "sr28_09037");
    assert_eq!(avocado.name.en, "Avocados, raw, all comm var");
    assert_eq!(avocado.source.kind, FoodSourceKind::UsdaSr28);
    assert_eq!(avocado.source.reference.as_deref(), Some("9037"));
    assert_eq!(avocado.allergens, None, "the table says nothing about them");
    for (nutrient, expected) in [
        (Nutrient::Calories, "160"),
        (Nutrient::Fat, "14.66"),
        (Nutrient::VitaminA, "7"),
        (Nutrient::VitaminD, "0"),
        (Nutrient::PantothenicAcid, "1.389"),
        (Nutrient::Folate, "81"),
        (Nutrient::Copper, "0.19"),
        (Nutrient::Selenium, "0.4"),
        (Nutrient::Fiber, "6.7"),
        (Nutrient::SaturatedFat, "2.126"),
    ] {
        assert_eq!(amount(avocado, nutrient), expected, "{nutrient}");
    }
    assert!(Nutrient::ALL.iter().all(|&nutrient| egg.per_100g.get(nutrient).is_some()));
    assert_eq!(portions(avocado), ["cup 150000", "cup_pureed 230000"]);
    assert_eq!(portions(egg), ["large 50000", "extra_large 56000"]);
    assert_eq!(portions(tofu), ["cup 252000", "block 324000"]);
    assert_eq!(amount(abiyuch, Nutrient::Thiamine), "-", "an empty cell is unknown");
    assert_eq!((egg.fat_source, egg.shop_section), (FatSource::Egg, ShopSection::DairyEggs));
}

#[test]
fn nd_4_fatty_acids_come_from_anchors_else_from_ratios() {
    let import = read(table(&[AVOCADO, TOFU, ABIYUCH]).as_bytes());
    let omega =
        |food: &Food| (amount(food, Nutrient::Omega3), amount(food, Nutrient::Omega6), food.estimated.len());
    assert_eq!(omega(&import.good[0]), ("0.11".into(), "1.67".into(), 0));
    assert_eq!(omega(&import.good[1]), ("0.19".into(), "1.458".into(), 2));
    assert_eq!(omega(&import.good[2]), ("-".into(), "-".into(), 0), "without a total nothing is known");
}

#[test]
fn nd_8_every_bad_cell_is_named_by_row_and_column() {
    let bad = EGG.replacen("12.56", "-1", 1).replacen("76.15", "?", 1).replacen("0.89", "traces", 1);
    let solid = AVOCADO.replacen("14.66", "95", 1);
    let without = ABIYUCH.replacen("69,1.5", "69,", 1).replacen("9427", "94x", 1);
    let twice = TOFU.replacen(".25 block", "1 cup", 1);
    let import = read(table(&[&bad, &solid, &without, &twice, EGG, EGG]).as_bytes());
    assert_eq!((import.report.read, import.report.good), (6, 1));
    assert_eq!(
        errors(&import.report),
        [
            "row 2 (1123): Protein_(g): `-1`, expected a number of 0 or more (ND-8)",
            "row 2 (1123): Vit_B12_(µg): `traces`, expected a number of 0 or more (ND-8)",
            "row 3 (9037): per_100g: 105.53 g of protein, fat and carbs, expected at most 105 g in 100 g (ND-8)",
            "row 4 (94x): per_100g: no protein_g, expected energy, protein, fat and carbs (MF-5)",
            "row 4 (94x): id: `94x`, expected the number of the food in its source (ND-8)",
            "row 5 (16126): GmWt_2: another mass of one cup, expected each measure once (ND-8)",
            "row 7 (1123): id: row 6 has this key too, expected a key of its own (ND-8)",
        ],
        "the column of water is not ours"
    );
    assert_eq!(import.good[0].id.as_str(), "sr28_01123", "the good ones are there all the same");
}

#[test]
fn nd_8_energy_that_does_not_follow_from_the_macros_is_a_warning() {
    let wrong = EGG.replacen(",143,", ",300,", 1);
    let import = read(table(&[&wrong]).as_bytes());
    assert_eq!(
        warnings(&import.report),
        [r#"2 /per_100g/calories energy_mismatch {"computed":139,"food":"sr28_01123","stated":300}"#]
    );
    assert_eq!(import.report.good, 1);
}

#[test]
fn nd_8_importing_twice_gives_the_same() {
    let text = table(&[AVOCADO, EGG, TOFU, ABIYUCH]);
    assert_eq!(read(text.as_bytes()), read(text.as_bytes()));
    let reordered = read(table(&[TOFU, ABIYUCH, EGG, AVOCADO]).as_bytes());
    let mut good = read(text.as_bytes()).good;
    good.sort_by(|a, b| a.id.cmp(&b.id));
    let mut others = reordered.good;
    others.sort_by(|a, b| a.id.cmp(&b.id));
    assert_eq!(good, others);
}

#[test]
fn mf_5_sr28_is_read_as_latin_1_too() {
    let text = table(&[&AVOCADO.replacen("AVOCADOS", "AVOCADÓS", 1)]);
    let latin1: Vec<u8> = text.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let import = read(&latin1);
    assert_eq!(import.good, read(text.as_bytes()).good);
    assert_eq!(amount(&import.good[0], Nutrient::Selenium), "0.4");
    assert_eq!(import.good[0].name.en, "Avocadós, raw, all comm var");
}

#[test]
fn mf_5_a_table_without_its_columns_is_refused_and_a_missing_nutrient_told() {
    let import = read(b"a,b\n1,2\n");
    assert_eq!(
        errors(&import.report),
        [
            "no column NDB_No, Shrt_Desc, Energ_Kcal, Protein, Lipid_Tot, Carbohydrt, expected the table of SR28 \
          abbreviated in CSV (ND-8)"
        ]
    );
    assert_eq!(import.report.read, 0);
    let without = table(&[AVOCADO]).replacen("Vit_K_(µg)", "Vitamin K", 1);
    let import = read(without.as_bytes());
    assert_eq!(warnings(&import.report), [r#"0  column_missing {"column":"Vit_K"}"#]);
    assert_eq!(amount(&import.good[0], Nutrient::VitaminK), "-");
}

/// A table that breaks off in the middle.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the line went dead")),
            length => Ok(length),
        }
    }
}

#[test]
fn nd_8_a_source_that_breaks_off_is_an_error_after_what_was_read() {
    let text = table(&[AVOCADO, EGG]);
    let import: Import<Valid<Food>> = sr28::read(Broken(text.as_bytes())).collect();
    assert_eq!(import.report.good, 2);
    assert_eq!(errors(&import.report), ["row 4: the line went dead, expected a row of the table (ND-8)"]);
}
