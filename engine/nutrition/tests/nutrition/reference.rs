//! ND-11, ND-12: reference intakes and upper limits by source.

use std::collections::BTreeMap;

use domain::{
    nutrient::{Demographic, Direction, Nutrient, UpperLimitScope},
    quantity::Amount,
};
use nutrition::{
    catalog::Catalog,
    reference::{Limits, food_limits},
    warning::WarningCode,
};

use crate::given::amounts;

fn number(text: &str) -> Amount {
    Amount::parse(text).unwrap()
}

/// The table of ND-11, as the chapter has it: M, F, P, L, M51, F51.
const INTAKES: &str = "
vitamin_a_ug 900 700 770 1300 900 700
vitamin_c_mg 90 75 85 120 90 75
vitamin_d_iu 600 600 600 600 600 600
vitamin_e_mg 15 15 15 19 15 15
vitamin_k_ug 120 90 90 90 120 90
b1_thiamine_mg 1.2 1.1 1.4 1.4 1.2 1.1
b2_riboflavin_mg 1.3 1.1 1.4 1.6 1.3 1.1
b3_niacin_mg 16 14 18 17 16 14
b5_pantothenic_acid_mg 5 5 6 7 5 5
b6_pyridoxine_mg 1.3 1.3 1.9 2.0 1.7 1.5
b12_cobalamin_ug 2.4 2.4 2.6 2.8 2.4 2.4
folate_ug 400 400 600 500 400 400
calcium_mg 1000 1000 1000 1000 1000 1200
copper_mg 0.9 0.9 1.0 1.3 0.9 0.9
iron_mg 8 18 27 9 8 8
magnesium_mg 420 320 360 320 420 320
manganese_mg 2.3 1.8 2.0 2.6 2.3 1.8
phosphorus_mg 700 700 700 700 700 700
potassium_mg 3400 2600 2900 2800 3400 2600
selenium_ug 55 55 60 70 55 55
sodium_mg 1500 1500 1500 1500 1500 1500
zinc_mg 11 8 11 12 11 8
fiber_g 38 25 28 29 30 21
omega_3_g 1.6 1.1 1.4 1.3 1.6 1.1
omega_6_g 17 12 13 13 14 11
";

#[test]
fn nd_11_the_table_is_that_of_the_chapter() {
    let intakes = Catalog::reference_intakes();
    let lines: Vec<Vec<&str>> =
        INTAKES.trim().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), intakes.rows().len());
    for (line, row) in lines.iter().zip(intakes.rows()) {
        assert_eq!(line[0], row.nutrient.as_str());
        let of = |demographic: Demographic| row.amounts[demographic as usize];
        for (index, amount) in line[1..].iter().enumerate() {
            assert_eq!(of(Demographic::ALL[index]), number(amount), "{}", line[0]);
        }
        // From 71 on only vitamin D and calcium differ from 51 on.
        for (older, old) in [
            (Demographic::AdultMale71, Demographic::AdultMale51),
            (Demographic::AdultFemale71, Demographic::AdultFemale51),
        ] {
            let expected = match row.nutrient {
                Nutrient::VitaminD => number("800"),
                Nutrient::Calcium => number("1200"),
                _ => of(old),
            };
            assert_eq!(intakes.get(row.nutrient, older), Some(expected));
        }
        let is_sodium = row.nutrient == Nutrient::Sodium;
        let (direction, ceiling) =
            if is_sodium { (Direction::Ceiling, Some(number("2300"))) } else { (Direction::Floor, None) };
        assert_eq!((row.direction, row.advisory_ceiling), (direction, ceiling), "{}", row.nutrient);
    }
    assert_eq!(intakes.get(Nutrient::Sugar, Demographic::AdultMale), None);
}

#[test]
fn nd_12_the_limits_are_those_of_the_chapter() {
    use UpperLimitScope::{All, Form, Supplement};
    let expected = [
        (Nutrient::VitaminC, All, "2000", "2000", "2000", "2000"),
        (Nutrient::VitaminD, All, "4000", "4000", "4000", "4000"),
        (Nutrient::VitaminE, Supplement, "1000", "1000", "1000", "1000"),
        (Nutrient::Niacin, Supplement, "35", "35", "35", "35"),
        (Nutrient::Pyridoxine, All, "100", "100", "100", "100"),
        (Nutrient::Calcium, All, "2500", "2500", "2000", "2000"),
        (Nutrient::Copper, All, "10", "10", "10", "10"),
        (Nutrient::Iron, All, "45", "45", "45", "45"),
        (Nutrient::Magnesium, Supplement, "350", "350", "350", "350"),
        (Nutrient::Manganese, All, "11", "11", "11", "11"),
        (Nutrient::Phosphorus, All, "4000", "3500", "4000", "3000"),
        (Nutrient::Selenium, All, "400", "400", "400", "400"),
        (Nutrient::Zinc, All, "40", "40", "40", "40"),
        (Nutrient::Retinol, Form, "3000", "3000", "3000", "3000"),
        (Nutrient::FolicAcid, Form, "1000", "1000", "1000", "1000"),
    ];
    let demographics = [
        Demographic::AdultMale,
        Demographic::Pregnancy,
        Demographic::AdultFemale51,
        Demographic::AdultMale71,
    ];
    for (column, demographic) in demographics.into_iter().enumerate() {
        let found: Vec<_> = Catalog::upper_limits().of(demographic).iter().collect();
        assert_eq!(found.len(), expected.len());
        for ((nutrient, limit), row) in found.into_iter().zip(expected) {
            let most = [row.2, row.3, row.4, row.5][column];
            assert_eq!((nutrient, limit.scope, limit.most), (row.0, row.1, number(most)), "{demographic}");
        }
    }
    let form = |nutrient| {
        Catalog::upper_limits().rows().iter().find(|row| row.nutrient == nutrient).unwrap().form_of
    };
    assert_eq!(form(Nutrient::Retinol), Some(Nutrient::VitaminA));
    assert_eq!(form(Nutrient::FolicAcid), Some(Nutrient::Folate));
}

fn limits() -> Limits {
    Catalog::upper_limits().of(Demographic::AdultMale)
}

#[test]
fn nd_12_food_does_not_count_against_limits_of_supplements() {
    let none = amounts(&[]);
    assert!(limits().exceeded(&amounts(&[(Nutrient::Magnesium, "520")]), &none).is_empty());
    let (food, pill) = (amounts(&[(Nutrient::Magnesium, "300")]), amounts(&[(Nutrient::Magnesium, "400")]));
    let over = limits().exceeded(&food, &pill);
    assert_eq!(
        (over[0].nutrient, over[0].amount, over[0].most),
        (Nutrient::Magnesium, number("400"), number("350"))
    );
    let warnings = limits().supplement_warnings(&pill);
    assert_eq!(warnings[0].code, WarningCode::SupplementUl);
    assert_eq!(
        serde_json::to_string(&warnings[0].facts).unwrap(),
        r#"{"amount":"400","limit":"350","nutrient":"magnesium_mg"}"#
    );
    assert!(limits().supplement_warnings(&amounts(&[(Nutrient::Magnesium, "350")])).is_empty());
    assert!(food_limits(Demographic::AdultMale).iter().all(|(nutrient, _)| *nutrient != Nutrient::Magnesium));
    assert!(food_limits(Demographic::AdultMale).contains(&(Nutrient::Retinol, 3_000_000_000)));
}

#[test]
fn nd_12_only_the_form_counts_and_the_limit_itself_passes() {
    let none = amounts(&[]);
    let carrots = amounts(&[(Nutrient::VitaminA, "9000"), (Nutrient::Retinol, "0")]);
    assert!(limits().exceeded(&carrots, &none).is_empty());
    let liver = amounts(&[(Nutrient::Retinol, "2000")]);
    assert!(limits().exceeded(&liver, &none).is_empty());
    let over = limits().exceeded(&liver, &amounts(&[(Nutrient::Retinol, "1000.000001")]));
    assert_eq!(over[0].scope, UpperLimitScope::Form);
    let zinc = |amount| limits().exceeded(&amounts(&[(Nutrient::Zinc, amount)]), &none).len();
    assert_eq!((zinc("40"), zinc("40.000001")), (0, 1));
}

#[test]
fn nd_12_overrides_replace_or_remove_a_limit() {
    let overrides = BTreeMap::from([
        (Nutrient::Magnesium, Some(number("350"))),
        (Nutrient::Retinol, None),
        (Nutrient::Sodium, Some(number("2300"))),
    ]);
    let none = amounts(&[]);
    let own = limits().with(&overrides);
    let food =
        amounts(&[(Nutrient::Magnesium, "520"), (Nutrient::Retinol, "9999"), (Nutrient::Sodium, "2301")]);
    let over: Vec<_> = own.exceeded(&food, &none).iter().map(|over| (over.nutrient, over.scope)).collect();
    assert_eq!(over, [(Nutrient::Magnesium, UpperLimitScope::All), (Nutrient::Sodium, UpperLimitScope::All)]);
    let literal = Limits::default().with(&overrides);
    assert_eq!(
        literal.of_food().map(|(nutrient, _)| nutrient).collect::<Vec<_>>(),
        [Nutrient::Magnesium, Nutrient::Sodium]
    );
}
