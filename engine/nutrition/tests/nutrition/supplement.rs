//! ML-7: supplements lower floors on their days and count against limits by their scope.

use domain::{
    meal_plan::Supplement,
    nutrient::{Decimal, Demographic, Direction, Nutrient},
    quantity::Amount,
    time::{LocalDate, add_days},
};
use nutrition::{
    catalog::Catalog,
    reference::Limits,
    supplement::{limits_left, lowered, taken},
    target::micronutrient::{NutrientTarget, Period},
    warning::WarningCode,
};

use crate::given::amounts;

/// A Monday.
const MONDAY: LocalDate = LocalDate::constant(2026, 3, 9);

fn pill(amounts_of: &[(Nutrient, &str)], days: &[u8]) -> Supplement {
    let days = days.iter().copied().collect();
    Supplement { name: "pill".into(), amounts: amounts(amounts_of), days }
}

fn target(nutrient: Nutrient, target: &str, direction: Direction) -> NutrientTarget {
    let target = Decimal(Amount::parse(target).unwrap());
    let period = Period::Horizon;
    NutrientTarget { nutrient, target, direction, period, fraction_milli: 1000, advisory: false }
}

fn week() -> Vec<LocalDate> {
    (0..7).map(|day| add_days(MONDAY, day)).collect()
}

fn limits() -> Limits {
    Catalog::upper_limits().of(Demographic::AdultMale)
}

#[test]
fn ml_7_supplements_are_taken_on_their_weekdays() {
    let zinc = pill(&[(Nutrient::Zinc, "10")], &[1, 7]);
    let multi = pill(&[(Nutrient::Zinc, "5"), (Nutrient::Iron, "8")], &[1, 2, 3, 4, 5, 6, 7]);
    let both = [zinc, multi];
    let zinc_on = |day: i64| taken(&both, add_days(MONDAY, day)).get(Nutrient::Zinc);
    let amount = |text| Some(Amount::parse(text).unwrap());
    assert_eq!([zinc_on(0), zinc_on(1), zinc_on(6)], [amount("15"), amount("5"), amount("15")]);
    assert_eq!(taken(&both, MONDAY).get(Nutrient::Calcium), None);
}

#[test]
fn ml_7_a_floor_is_lowered_on_the_days_of_the_supplement_and_never_below_nothing() {
    let floors = [
        target(Nutrient::VitaminD, "600", Direction::Floor),
        target(Nutrient::Sodium, "2300", Direction::Ceiling),
        target(Nutrient::Iron, "8", Direction::Floor),
    ];
    let lowered_by = |supplements: &[Supplement], dates: &[LocalDate]| {
        let lowered = lowered(&floors, supplements, dates);
        lowered.iter().map(|target| target.target.0.to_string()).collect::<Vec<_>>()
    };
    let every_day = [pill(&[(Nutrient::VitaminD, "400"), (Nutrient::Sodium, "100")], &[1, 2, 3, 4, 5, 6, 7])];
    assert_eq!(lowered_by(&every_day, &week()), ["200", "2300", "8"]);
    // 2000 IU on Monday stand in for Monday alone: six days of 600 are left, 514.285715 a day.
    let once = [pill(&[(Nutrient::VitaminD, "2000")], &[1])];
    assert_eq!(lowered_by(&once, &week()), ["514.285715", "2300", "8"]);
    assert_eq!(lowered_by(&once, &[MONDAY]), ["0", "2300", "8"]);
    assert_eq!(lowered_by(&once, &[]), ["600", "2300", "8"]);
}

#[test]
fn ml_7_limits_count_supplements_by_their_scope() {
    let magnesium = [pill(&[(Nutrient::Magnesium, "400")], &[1])];
    let left = limits_left(&limits(), &magnesium, MONDAY);
    assert_eq!(left.warnings[0].code, WarningCode::SupplementUl);
    assert!(!left.food.contains_key(&Nutrient::Magnesium), "food is not limited by it");
    assert!(limits_left(&limits(), &magnesium, add_days(MONDAY, 1)).warnings.is_empty());

    let zinc = limits_left(&limits(), &[pill(&[(Nutrient::Zinc, "15")], &[1])], MONDAY);
    assert_eq!(zinc.food[&Nutrient::Zinc], Amount(25 * Amount::UNIT));
    assert!(zinc.warnings.is_empty());
    let retinol = limits_left(&limits(), &[pill(&[(Nutrient::Retinol, "3000.000001")], &[1])], MONDAY);
    assert_eq!(retinol.food[&Nutrient::Retinol], Amount(0));
    assert_eq!(retinol.warnings.len(), 1, "it is too much before anything is eaten");
    let vitamin_a = limits_left(&limits(), &[pill(&[(Nutrient::VitaminA, "9000")], &[1])], MONDAY);
    assert_eq!(vitamin_a.food[&Nutrient::Retinol], Amount(3000 * Amount::UNIT), "only the form counts");
}
