//! ND-5: what quantities of foods weigh.

use domain::{
    food::{Food, KitchenMass, Milligrams, Unit},
    recipe::Quantity,
    voice::Locale,
};
use nutrition::convert::{Measure, ingredient_mass, mass, quantity};
use proptest::prelude::*;

use crate::given::{food, ingredient, measured};

fn weigh(thousandths: u32, unit: Option<&str>, food: &Food, measure: Measure) -> Option<i64> {
    let unit: Option<Unit> = unit.map(|unit| unit.parse().unwrap());
    mass(Quantity::from_thousandths(thousandths), unit.as_ref(), food, measure).map(|mass| mass.0)
}

fn oil() -> Food {
    Food { density_mg_per_ml: Some(913), ..food("olive_oil", "Olive oil") }
}

#[test]
fn nd_5_examples_of_the_chapter() {
    assert_eq!(weigh(2000, Some("tbsp"), &oil(), Measure::Us), Some(27_001));
    let spinach = measured(food("spinach", "Spinach"), &[("cup", 30_000)]);
    assert_eq!(weigh(1000, Some("cup"), &spinach, Measure::Us), Some(30_000));
    assert_eq!(weigh(1000, Some("kg"), &spinach, Measure::Us), Some(1_000_000));
    let plain = food("mystery", "Mystery");
    let cup = ingredient("mystery powder", Some("mystery"), 1000, Some("cup"));
    let error = ingredient_mass(&cup, &plain, Measure::Us).unwrap_err();
    assert_eq!((error.ingredient.as_str(), error.unit.as_str()), ("mystery powder", "cup"));
    assert_eq!(
        error.to_string(),
        "mystery powder: the weight of one cup of mystery is not known, expected one of g, kg, mg, oz, lb"
    );
}

#[test]
fn nd_5_units_are_those_of_the_chapter() {
    let water = Food { density_mg_per_ml: Some(1000), ..food("water", "Water") };
    for (unit, us, metric) in [
        ("g", 1_000, 1_000),
        ("kg", 1_000_000, 1_000_000),
        ("mg", 1, 1),
        ("oz", 28_350, 28_350),
        ("lb", 453_592, 453_592),
        ("ml", 1_000, 1_000),
        ("l", 1_000_000, 1_000_000),
        ("tsp", 4_929, 5_000),
        ("tbsp", 14_787, 15_000),
        ("fl_oz", 29_574, 29_574),
        ("cup", 236_588, 250_000),
        ("pint", 473_176, 473_176),
        ("quart", 946_353, 946_353),
    ] {
        assert_eq!(weigh(1000, Some(unit), &water, Measure::Us), Some(us), "{unit}");
        assert_eq!(weigh(1000, Some(unit), &water, Measure::Metric), Some(metric), "{unit}");
    }
    assert_eq!((Measure::of(Locale::En), Measure::of(Locale::Ru)), (Measure::Us, Measure::Metric));
}

#[test]
fn nd_5_a_portion_comes_before_density_and_density_before_other_volumes() {
    let both = measured(oil(), &[("cup", 200_000)]);
    assert_eq!(weigh(1000, Some("cup"), &both, Measure::Us), Some(200_000));
    assert_eq!(weigh(1000, Some("tbsp"), &both, Measure::Us), Some(13_501));
    let by_volume = measured(food("rice", "Rice"), &[("tsp", 9_999), ("cup", 185_000)]);
    // 14 787 / 236 588 of the cup, which was weighed better than the spoon.
    assert_eq!(weigh(1000, Some("tbsp"), &by_volume, Measure::Us), Some(11_563));
}

#[test]
fn nd_5_a_count_is_of_pieces_then_of_medium_ones() {
    let onion = measured(food("onion", "Onion"), &[("medium", 100_000), ("piece", 110_000)]);
    assert_eq!(weigh(2500, None, &onion, Measure::Us), Some(275_000));
    let banana = measured(food("banana", "Banana"), &[("large", 136_000), ("medium", 118_000)]);
    assert_eq!(weigh(1000, None, &banana, Measure::Us), Some(118_000));
    let kale = measured(food("kale", "Kale"), &[("leaf", 20_000), ("cup", 67_000)]);
    let error = ingredient_mass(&ingredient("kale", None, 1000, None), &kale, Measure::Us).unwrap_err();
    assert_eq!(error.unit, "piece");
    let known: Vec<_> = error.known_units.iter().map(ToString::to_string).collect();
    assert_eq!(known.join(" "), "g kg mg oz lb leaf ml l tsp tbsp fl_oz cup pint quart");
}

proptest! {
    #[test]
    fn nd_5_grams_become_kilograms_and_grams_again(grams in 0u32..4_000_000) {
        let [g, kg] = [KitchenMass::G, KitchenMass::Kg].map(Unit::Mass);
        let food = food("rice", "Rice");
        let weighed = mass(Quantity::from_thousandths(grams * 1000), Some(&g), &food, Measure::Us).unwrap();
        let kilograms = quantity(weighed, Some(&kg), &food, Measure::Us).unwrap();
        prop_assert_eq!(kilograms.thousandths(), grams);
        let again = mass(kilograms, Some(&kg), &food, Measure::Us).unwrap();
        prop_assert_eq!(quantity(again, Some(&g), &food, Measure::Us).unwrap().thousandths(), grams * 1000);
    }

    #[test]
    fn nd_5_twice_as_much_weighs_twice_as_much(thousandths in 0u32..100_000, density in 50u32..3000) {
        let food = Food { density_mg_per_ml: Some(density), ..food("juice", "Juice") };
        let once = weigh(thousandths, Some("cup"), &food, Measure::Us).unwrap();
        let twice = weigh(2 * thousandths, Some("cup"), &food, Measure::Us).unwrap();
        prop_assert!((twice - 2 * once).abs() <= 1);
    }
}

#[test]
fn nd_5_what_cannot_be_written_is_no_quantity() {
    let unit: Unit = "mg".parse().unwrap();
    assert_eq!(quantity(Milligrams(i64::MAX), Some(&unit), &oil(), Measure::Us), None);
}
