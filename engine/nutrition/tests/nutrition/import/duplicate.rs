//! ND-14: recipes with the same content.

use domain::recipe::{Ingredient, Recipe};
use nutrition::{convert::Measure, foods::Foods, import::duplicate::Contents};

use crate::given::{food, grams, ingredient, recipe, valid};

/// Whether a recipe of these ingredients and minutes is a duplicate of rice with butter, 20 minutes.
fn is_duplicate(ingredients: Vec<Ingredient>, minutes: u32) -> bool {
    let shelf = valid([food("rice", "Rice"), food("butter", "Butter"), food("salt", "Salt")]);
    let foods = Foods::new(&shelf);
    let dish = |id: &str, minutes, ingredients| Recipe {
        id: id.parse().unwrap(),
        cooking_time_minutes: minutes,
        ..recipe(2, ingredients)
    };
    let mut contents = Contents::default();
    let buttered = dish("buttered", 20, vec![grams("rice", 200), grams("butter", 100), grams("butter", 20)]);
    contents.add(&buttered, &foods, Measure::Us);
    assert_eq!(contents.find(&buttered, &foods, Measure::Us), None, "itself");
    contents.find(&dish("other", minutes, ingredients), &foods, Measure::Us).is_some()
}

#[test]
fn nd_14_the_same_foods_in_nearly_the_same_masses_and_time() {
    let same =
        |rice, first, second| vec![grams("butter", first), grams("rice", rice), grams("butter", second)];
    assert!(is_duplicate(same(200, 100, 20), 20));
    assert!(is_duplicate(same(200, 20, 100), 20), "the order does not matter");
    assert!(is_duplicate(same(190, 100, 20), 25) && is_duplicate(same(210, 100, 20), 15));
    assert!(!is_duplicate(same(189, 100, 20), 20), "more than 5 % less");
    assert!(!is_duplicate(same(211, 100, 20), 20), "more than 5 % more");
    assert!(!is_duplicate(same(200, 100, 20), 26) && !is_duplicate(same(200, 100, 20), 14));
}

#[test]
fn nd_14_another_food_or_an_unknown_one_makes_another_content() {
    let pair = || vec![grams("rice", 200), grams("butter", 100)];
    assert!(!is_duplicate(pair(), 20), "one butter is missing");
    let with = |last: Ingredient| [pair(), vec![last]].concat();
    assert!(!is_duplicate(with(grams("salt", 20)), 20));
    assert!(!is_duplicate(with(ingredient("mystery", None, 20_000, Some("g"))), 20));
    let salted = [with(grams("butter", 20)), vec![ingredient("salt", Some("salt"), 0, None)]].concat();
    assert!(is_duplicate(salted, 20), "what is to taste does not count");
}
