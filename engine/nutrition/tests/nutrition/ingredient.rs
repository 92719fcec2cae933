//! ND-6, ND-9: reading ingredient lines, and finding the food that a name means.

use domain::{
    error::ErrorCode,
    law::Valid,
    recipe::{Quantity, Recipe},
};
use nutrition::{
    catalog::Catalog,
    foods::{Alias, Foods, Unresolved},
    ingredient::{Line, NotAnIngredient},
};
use proptest::prelude::*;

use crate::given::{food, measured, recipe, valid};

/// A line as `quantity unit|name|preparation`, with marks behind it.
fn read(line: &str) -> String {
    let Line { quantity, unit, name, preparation, to_taste, optional } = Line::read(line).unwrap();
    let unit = unit.map_or("-".to_owned(), |unit| unit.to_string());
    let preparation = preparation.map_or(String::new(), |preparation| format!("|{preparation}"));
    let marks = [(to_taste, " to_taste"), (optional, " optional")];
    let marks: String = marks.iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| *mark).collect();
    format!("{quantity} {unit}|{name}{preparation}{marks}")
}

#[test]
fn nd_6_lines_of_the_chapter() {
    assert_eq!(read("1 1/2 cups rolled oats"), "1.5 cup|rolled oats");
    assert_eq!(read("2 ст. л. оливкового масла"), "2 tbsp|оливкового масла");
    assert_eq!(read("3-4 cloves garlic"), "3.5 clove|garlic");
    assert_eq!(read("salt to taste"), "0 -|salt to_taste");
}

#[test]
fn nd_6_quantities_are_written_in_many_ways() {
    for (line, expected) in [
        ("2 eggs", "2 -|eggs"),
        ("0.5 l milk", "0.5 l|milk"),
        ("0,5 л молока", "0.5 l|молока"),
        ("1/3 cup rice", "0.333 cup|rice"),
        ("2/3 cup rice", "0.667 cup|rice"),
        ("½ lemon", "0.5 -|lemon"),
        ("1½ cups flour", "1.5 cup|flour"),
        ("1 ¾ cups flour", "1.75 cup|flour"),
        ("1⁄2 cup flour", "0.5 cup|flour"),
        ("1/3-2/3 cup sugar", "0.5 cup|sugar"),
        ("1 1/2 – 2 cups broth", "1.75 cup|broth"),
        ("200g beef", "200 g|beef"),
        ("200 г. говядины", "200 g|говядины"),
        ("lemon", "1 -|lemon"),
        ("a pinch of salt", "1 pinch|salt"),
        ("- 2 tsp cumin", "2 tsp|cumin"),
        ("2% milk", "1 -|2% milk"),
        ("1 cup 2% milk", "1 cup|2% milk"),
        ("7-grain bread", "1 -|7-grain bread"),
        ("2 cups of rice", "2 cup|rice"),
        ("1 fl. oz cream", "1 fl_oz|cream"),
        ("1,000 g flour", "1000 g|flour"),
        ("1,000-1,200 ml water", "1100 ml|water"),
        ("1,234,567.5 mg salt", "1234567.5 mg|salt"),
        ("1,5 kg beef", "1.5 kg|beef"),
        ("1,50 l milk", "1.5 l|milk"),
        ("0,125 l cream", "0.125 l|cream"),
        ("1,5 кг говядины", "1.5 kg|говядины"),
        ("1,250 кг говядины", "1.25 kg|говядины"),
        ("1000,000 g flour", "1000 g|flour"),
    ] {
        assert_eq!(read(line), expected, "{line}");
    }
}

#[test]
fn nd_6_russian_units_are_read_in_all_their_forms() {
    for (line, expected) in [
        ("1 стакан риса", "1 cup|риса"),
        ("2 стакана муки", "2 cup|муки"),
        ("1 ст.л. мёда", "1 tbsp|мёда"),
        ("2 столовые ложки мёда", "2 tbsp|мёда"),
        ("½ ч. ложки соли", "0.5 tsp|соли"),
        ("щепотка соли", "1 pinch|соли"),
        ("2 щепотки перца", "2 pinch|перца"),
        ("3 зубчика чеснока", "3 clove|чеснока"),
        ("5 зубчиков чеснока", "5 clove|чеснока"),
        ("4 шт. яйца", "4 piece|яйца"),
        ("1 кг картофеля", "1 kg|картофеля"),
        ("250 мл кефира", "250 ml|кефира"),
        ("2 мерных ложки протеина", "2 scoop|протеина"),
        ("соль по вкусу", "0 -|соль to_taste"),
        ("перец, по вкусу", "0 -|перец to_taste"),
        ("зелень (по желанию)", "1 -|зелень optional"),
    ] {
        assert_eq!(read(line), expected, "{line}");
    }
}

#[test]
fn nd_6_what_follows_the_name_is_preparation() {
    for (line, expected) in [
        ("2 tomatoes, chopped", "2 -|tomatoes|chopped"),
        ("1 can (400 g) tomatoes, drained, rinsed", "1 can|tomatoes|drained, rinsed, 400 g"),
        ("1 tsp salt, or to taste", "0 -|salt to_taste"),
        ("10 g parsley (optional)", "10 g|parsley optional"),
        ("Salt and pepper to taste", "0 -|Salt and pepper to_taste"),
        ("2 cloves", "2 -|cloves"),
    ] {
        assert_eq!(read(line), expected, "{line}");
    }
}

#[test]
fn nd_6_a_line_without_name_or_quantity_is_refused() {
    let refused = |line: &str| Line::read(line).unwrap_err();
    for line in ["", "  ", "2", "1/2", "-", "3-4", ", chopped"] {
        assert_eq!(refused(line), NotAnIngredient::NoName(line.to_owned()), "{line}");
    }
    for (line, found) in
        [("0 eggs", "0"), ("1/0 cup rice", "1/0"), ("4000001 g rice", "4000001"), ("0.0004 g salt", "0.0004")]
    {
        assert_eq!(refused(line), NotAnIngredient::Quantity { line: line.into(), found: found.into() });
    }
    assert!(matches!(refused("99999999999999999999 g rice"), NotAnIngredient::Quantity { .. }));
    assert_eq!(refused("2").to_string(), "`2` names no ingredient, expected a line like `2 tbsp olive oil`");
}

#[test]
fn nd_6_a_line_becomes_an_ingredient_with_its_food() {
    let catalog = Catalog::embedded();
    let foods = Foods::new(catalog.foods());
    let lines =
        ["2 tbsp olive oil", "1 onion, chopped", "3 cloves of garlic", "2 large eggs", "соль по вкусу"];
    let resolved: Vec<_> = lines.iter().map(|line| Line::read(line).unwrap().ingredient(&foods)).collect();
    let keys: Vec<_> =
        resolved.iter().map(|found| found.ingredient.food_id.as_ref().unwrap().as_str()).collect();
    assert_eq!(keys, ["olive_oil", "onion", "garlic", "egg", "salt"]);
    assert_eq!(resolved[1].ingredient.text, "onion, chopped");
    let ingredients = resolved.into_iter().map(|found| found.ingredient).collect();
    assert!(Valid::<Recipe>::new(recipe(2, ingredients)).is_ok());
}

#[test]
fn nd_6_a_name_that_is_not_one_food_is_not_guessed() {
    let shelf = valid([food("milk_a", "Milk"), food("milk_b", "Fresh milk"), food("rice", "Rice")]);
    let twins = valid([food("twin_a", "Twin"), food("twin_b", "Twins")]);
    let foods = Foods::new(&shelf).with_own(&twins, &[]);
    let line = |text: &str| Line::read(text).unwrap().ingredient(&foods);
    let ambiguous = line("1 cup twin").unresolved.unwrap();
    let keys = ["twin_a", "twin_b"].map(|key| key.parse().unwrap()).to_vec();
    assert_eq!(ambiguous, Unresolved::Ambiguous { name: "twin".into(), candidates: keys });
    assert_eq!(ambiguous.to_string(), "`twin` means several foods; maybe `twin_a`, `twin_b`");
    assert_eq!(ambiguous.code(), ErrorCode::AmbiguousFood);
    let unknown = line("1 cup riice");
    assert_eq!(unknown.ingredient.food_id, None);
    let unknown = unknown.unresolved.unwrap();
    assert_eq!(unknown.to_string(), "no food is called `riice`; maybe `rice`");
    assert_eq!(unknown.code(), ErrorCode::UnknownFood);
    let far = foods.resolve("zzzzzzzz").unwrap_err();
    assert_eq!(far.to_string(), "no food is called `zzzzzzzz`");
    assert!(foods.resolve("fresh").is_err() && foods.resolve("").is_err());
}

#[test]
fn nd_9_a_food_is_found_by_name_then_without_neutral_words() {
    let shelf = valid([
        food("tomato", "Tomato"),
        food("apricot", "Apricot"),
        food("breast", "Chicken breast, skinless"),
        food("milk", "Milk"),
        food("raw_milk", "Raw milk"),
    ]);
    let foods = Foods::new(&shelf);
    let found = |name: &str| foods.resolve(name).map(|food| food.id.to_string()).ok();
    assert_eq!(found("Chopped fresh Tomatoes").as_deref(), Some("tomato"));
    assert_eq!(found("dried apricots"), None);
    assert_eq!(found("raw milk").as_deref(), Some("raw_milk"), "the full name comes first");
    assert_eq!(found("fresh milk").as_deref(), Some("milk"));
    assert_eq!(found("boneless chicken breast").as_deref(), Some("breast"));
    let line = |text: &str| Line::read(text).unwrap().ingredient(&foods).ingredient.food_id;
    assert!(line("2 tomatoes, diced").is_some());
    assert!(line("100 g apricots, dried").is_none(), "what changes the food is part of its name");
    assert!(line("100 g chicken breast, skinless").is_some());
}

#[test]
fn nd_6_the_names_of_an_athlete_come_first() {
    let shelf = valid([food("oats", "Oats"), food("oat_bran", "Oat bran")]);
    let own = valid([food("my_oats", "Oats from the mill")]);
    let alias = |name: &str, key: &str| Alias { name: name.into(), food_id: key.parse().unwrap() };
    let aliases = [alias("porridge", "oats"), alias("Oats", "my_oats"), alias("ghost", "gone")];
    let foods = Foods::new(&shelf).with_own(&own, &aliases);
    let found = |name: &str| foods.resolve(name).map(|food| food.id.to_string()).ok();
    assert_eq!(found("porridge").as_deref(), Some("oats"));
    assert_eq!(found("oats").as_deref(), Some("my_oats"));
    assert_eq!(found("oat bran").as_deref(), Some("oat_bran"));
    assert_eq!(found("ghost"), None, "a food that is gone is not found");
    assert_eq!(foods.iter().count(), 3);
}

#[test]
fn nd_6_a_size_counts_only_where_the_food_has_it() {
    let onion = measured(food("onion", "Onion"), &[("piece", 110_000)]);
    let egg = measured(food("egg", "Egg"), &[("piece", 50_000), ("large", 57_000)]);
    let shelf = valid([onion, egg]);
    let foods = Foods::new(&shelf);
    let unit = |line: &str| Line::read(line).unwrap().ingredient(&foods).ingredient.unit;
    assert_eq!(unit("2 large onions"), None);
    assert_eq!(unit("2 large eggs"), Some("large".parse().unwrap()));
    assert_eq!(unit("2 cups onions"), Some("cup".parse().unwrap()), "a measure is never dropped");
}

/// Lines as people write them, built by the grammar.
fn lines() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        Just(String::new()),
        (1u32..5000).prop_map(|n| format!("{n} ")),
        (0u32..50, 1u32..1000).prop_map(|(whole, part)| format!("{whole},{part:03} ")),
        (1u32..9, 1u32..9, 2u32..9).prop_map(|(whole, above, below)| format!("{whole} {above}/{below} ")),
        (1u32..9, 1u32..9).prop_map(|(low, more)| format!("{low}-{} ", low + more)),
        Just("½ ".to_owned()),
    ];
    let unit = prop::sample::select(vec!["", "g ", "cups ", "ст. л. ", "cloves of ", "large ", "щепотка "]);
    let name = "[b-df-hj-np-z]{3,9}( [b-df-hj-np-z]{3,9})?";
    let rest =
        prop::sample::select(vec!["", ", chopped", " (fine, dry)", " to taste", " (optional)", ", по вкусу"]);
    (number, unit, name, rest).prop_map(|(number, unit, name, rest)| format!("{number}{unit}{name}{rest}"))
}

proptest! {
    #[test]
    fn nd_6_a_printed_line_is_read_back(text in lines()) {
        let line = Line::read(&text).unwrap();
        prop_assert_eq!(line.quantity == Quantity::ZERO, line.to_taste);
        let printed = line.to_string();
        prop_assert_eq!(Line::read(&printed).unwrap(), line, "{}", printed);
    }

    #[test]
    fn nd_6_no_text_makes_the_reader_fall(text in "\\PC{0,60}") {
        if let Ok(line) = text.parse::<Line>() {
            prop_assert!(!line.name.is_empty());
        }
    }
}
