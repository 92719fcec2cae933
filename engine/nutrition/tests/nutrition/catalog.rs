//! MF-3, ND-13: the catalogue of the product, and catalogue files with mistakes.

use std::fmt::Write;

use domain::{
    nutrient::{Demographic, Nutrient},
    quantity::Amount,
    recipe::MealType,
};
use nutrition::{
    catalog::{
        Catalog, CatalogRecipe,
        check::{check, counts},
    },
    foods::Foods,
};

/// What the check says about a catalogue, one line for each finding.
fn lacks(catalog: &Catalog) -> String {
    check(catalog).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn nd_13_the_product_has_all_that_planning_needs() {
    let catalog = Catalog::embedded();
    assert_eq!(lacks(catalog), "");
    assert_eq!(catalog.food(&"egg".parse().unwrap()).unwrap().source.reference.as_deref(), Some("1123"));
    assert!(catalog.foods().is_sorted_by(|a, b| a.id < b.id));
    assert!(catalog.recipes().iter().all(|entry| entry.derived.is_complete()));
    let first = &catalog.recipes()[0];
    assert_eq!(catalog.recipe(&first.recipe.id), Some(first));
    assert!(counts(catalog).iter().all(|count| count.count >= count.least));
}

#[test]
fn nd_13_a_serving_is_as_large_as_its_meal() {
    for CatalogRecipe { recipe, derived, .. } in Catalog::embedded().recipes() {
        let Amount(energy) = derived.nutrition.get(Nutrient::Calories).unwrap();
        for meal in &recipe.meal_types {
            let (low, high) = match meal {
                MealType::Snack => (120, 350),
                MealType::Breakfast => (300, 650),
                MealType::Lunch | MealType::Dinner => (400, 850),
                MealType::PreWorkout | MealType::PostWorkout => (120, 650),
            };
            let fits = low * Amount::UNIT <= energy && energy <= high * Amount::UNIT;
            assert!(fits, "{}: {} kcal at {meal}", recipe.id, energy / Amount::UNIT);
        }
        assert!(!recipe.meal_types.is_empty(), "{} is for no meal", recipe.id);
    }
}

#[test]
fn nd_13_the_parts_of_the_product_are_those_of_its_catalogue() {
    let catalog = Catalog::embedded();
    assert_eq!(catalog.allergens(), Catalog::allergen_terms());
    assert_eq!(catalog.intakes(), Catalog::reference_intakes());
    assert_eq!(catalog.limits(), Catalog::upper_limits());
}

#[test]
fn nd_9_every_name_of_the_catalogue_finds_its_food() {
    let catalog = Catalog::embedded();
    let foods = Foods::new(catalog.foods());
    for food in catalog.foods() {
        let names = [Some(food.name.en.as_str()), food.name.ru.as_deref()];
        for name in names.into_iter().flatten().chain(food.aliases.iter().map(String::as_str)) {
            assert_eq!(foods.resolve(name).map(|found| &found.id), Ok(&food.id), "{name}");
        }
    }
}

/// A small catalogue without mistakes, as (name, text).
struct Files(Vec<(&'static str, String)>);

impl Files {
    fn new() -> Self {
        let nutrients = Nutrient::WORDS.join(",");
        let header = format!(
            "id,name_en,name_ru,aliases_en,aliases_ru,ndb,{nutrients},polyunsaturated_fat_g,\
             density_mg_per_ml,allergens,fat_source,shop_section,keeps_days,estimated,energy_note\n"
        );
        // The macros and nothing else is known.
        let amounts = |macros: &str| format!("{macros}{}", ",".repeat(Nutrient::ALL.len() - 4));
        let foods = format!(
            "{header}rice,Rice,Рис,white rice,,20444,{},0.1,,,none,grains_pasta,365,,\n\
             butter,Butter,Масло,,,1001,{},,911,milk,dairy,dairy_eggs,60,,\n",
            amounts("130,2.7,0.3,28"),
            amounts("717,0.9,81.1,0.1")
        );
        let mut intakes = format!("nutrient,{},direction,advisory_ceiling\n", Demographic::WORDS.join(","));
        for nutrient in Nutrient::TRACKED {
            let (direction, ceiling) =
                if *nutrient == Nutrient::Sodium { ("ceiling", "2300") } else { ("floor", "") };
            let _ = writeln!(intakes, "{nutrient},1,2,3,4,5,6,7,8,{direction},{ceiling}");
        }
        let limits = format!(
            "nutrient,scope,form_of,{}\nzinc_mg,all,,40,40,40,40,40,40,40,\n",
            Demographic::WORDS.join(",")
        );
        let recipe = "- id: buttered_rice\n  name: { en: Buttered rice, ru: Рис с маслом }\n  steps:\n    en:\n      \
                      - \"Just mix.\"\n    ru:\n      - \"Просто смешайте.\"\n  ingredients:\n    \
                      - { text: rice, quantity: 1, unit: cup, food_id: rice }\n    \
                      - { text: butter, quantity: 10, unit: g, food_id: butter }\n  servings: 1\n  \
                      cooking_time_minutes: 20\n  source: { kind: catalog }\n";
        Self(vec![
            ("foods.csv", foods),
            ("food_portions.csv", "food_id,unit,mg\nrice,cup,185000\n".to_owned()),
            ("reference_intakes.csv", intakes),
            ("upper_limits.csv", limits),
            ("allergens.yaml", include_str!("../../../../catalog/allergens.yaml").to_owned()),
            ("recipes/rice.yaml", recipe.to_owned()),
        ])
    }

    /// The same with `from` replaced in one file.
    fn with(mut self, name: &str, from: &str, to: &str) -> Self {
        let (_, text) = self.0.iter_mut().find(|(file, _)| *file == name).unwrap();
        assert!(text.contains(from), "{name} has no `{from}`");
        *text = text.replace(from, to);
        self
    }

    fn read(&self) -> Result<Catalog, String> {
        let files: Vec<_> = self.0.iter().map(|(name, text)| (*name, text.as_str())).collect();
        Catalog::from_files(&files).map_err(|errors| errors.to_string())
    }

    fn errors(&self) -> String {
        self.read().unwrap_err()
    }
}

#[test]
fn mf_3_the_order_of_the_files_does_not_matter() {
    let mut files = Files::new();
    let catalog = files.read().unwrap();
    files.0.reverse();
    assert_eq!(files.read().unwrap(), catalog);
    let rice = &catalog.recipes()[0];
    // 185 g of rice with 130 kcal and 10 g of butter with 717 kcal in 100 g.
    assert_eq!(rice.derived.nutrition.get(Nutrient::Calories).unwrap().to_string(), "312.2");
    let tags: Vec<_> = rice.tags.iter().map(ToString::to_string).collect();
    assert_eq!(tags, ["gluten_free", "pescatarian", "vegetarian"]);
    assert_eq!(
        catalog.limits().of(Demographic::AdultFemale71).iter().count(),
        0,
        "an empty cell is no limit"
    );
}

#[test]
fn mf_3_every_mistake_of_every_table_is_named_at_once() {
    let files = Files::new()
        .with("foods.csv", "130,2.7,0.3,28", "130,-1,0.3,x")
        .with("foods.csv", "911,milk,dairy,dairy_eggs", "49,milk,diary,dairy_eggs")
        .with("food_portions.csv", "rice,cup,185000", "rize,Cup,much")
        .with("reference_intakes.csv", "zinc_mg,1,", "zink_mg,,")
        .with("upper_limits.csv", "zinc_mg,all", "zinc_mg,everything");
    assert_eq!(
        files.errors(),
        "\
food_portions.csv:2: rize.food_id: unknown food `rize`, expected a food of foods.csv; maybe `rice` (ND-2)
food_portions.csv:2: rize.unit: `Cup` is not a key (household measure), expected 2..30 of a-z, 0-9 and _ (ND-2)
food_portions.csv:2: rize.mg: `much`, expected a whole number (ND-2)
foods.csv:2: rice.protein_g: `-1` is not an amount, expected a decimal number of 0 or more, such as 0.9 (ND-2)
foods.csv:2: rice.carbs_g: `x` is not an amount, expected a decimal number of 0 or more, such as 0.9 (ND-2)
foods.csv:3: butter.fat_source: unknown fat source `diary`, expected a known one; maybe `dairy` (ND-2)
recipes/rice.yaml:1: buttered_rice.ingredients.0: rice: there is no food `rice`, expected the key of one (ND-3)
recipes/rice.yaml:1: buttered_rice.ingredients.1: butter: there is no food `butter`, expected the key of one (ND-3)
reference_intakes.csv: other rows, expected the 25 tracked nutrients in the order of ND-1 (ND-11)
reference_intakes.csv:23: zink_mg.nutrient: unknown nutrient `zink_mg`, expected a known one; maybe `zinc_mg` (ND-11)
reference_intakes.csv:23: zink_mg: 7 of 8 amounts, expected an amount for everyone (ND-11)
upper_limits.csv:2: zinc_mg.scope: unknown upper limit scope `everything`, expected one of all, form, supplement (ND-12)"
    );
}

#[test]
fn nd_2_laws_keys_and_names_hold_over_all_foods() {
    let files = Files::new().with("foods.csv", "911,milk", "49,milk").with(
        "foods.csv",
        "white rice",
        "white rice;butters",
    );
    assert_eq!(
        files.errors().lines().next(),
        Some("foods.csv:3: butter.density_mg_per_ml: 49, expected 50..3000 (ND-2)")
    );
    let shared = Files::new().with("foods.csv", "white rice", "white rice;Butters");
    assert_eq!(
        shared.errors(),
        "foods.csv:2: rice.aliases: `Butters` means butter too, expected names of its own (ND-2)"
    );
    let twice = Files::new().with("foods.csv", "\nbutter,Butter,Масло", "\nrice,Butter,Масло");
    assert!(twice.errors().starts_with(
        "foods.csv:3: rice.id: the entry at foods.csv:2 has this key too, expected a key of its own (ND-2)"
    ));
}

#[test]
fn mf_3_a_table_has_its_columns_and_a_catalogue_its_files() {
    let columns = Files::new().with("food_portions.csv", "food_id,unit", "food,unit");
    assert!(
        columns
            .errors()
            .starts_with("food_portions.csv:1: the columns food,unit,mg, expected food_id,unit,mg (MF-3)")
    );
    let short = Files::new().with("food_portions.csv", "rice,cup,185000", "rice,cup");
    assert!(short.errors().starts_with("food_portions.csv:2: CSV error"), "{}", short.errors());
    let mut files = Files::new();
    files.0.retain(|(name, _)| *name != "upper_limits.csv");
    files.0.push(("notes.txt", String::new()));
    assert_eq!(
        files.errors().lines().take(2).collect::<Vec<_>>(),
        [
            "notes.txt: an unknown file, expected foods.csv, food_portions.csv, reference_intakes.csv, upper_limits.csv, \
             allergens.yaml or recipes/*.yaml (MF-3)",
            "upper_limits.csv: no such file, expected the file (MF-3)",
        ]
    );
}

#[test]
fn nd_3_recipes_are_complete_and_their_tags_true() {
    let error = |from: &str, to: &str| Files::new().with("recipes/rice.yaml", from, to).errors();
    assert_eq!(
        error("food_id: rice", "food_id: rize"),
        "recipes/rice.yaml:1: buttered_rice.ingredients.0: rice: there is no food `rize`, \
         expected the key of one; maybe `rice` (ND-3)"
    );
    assert_eq!(
        error("unit: cup", "unit: piece"),
        "recipes/rice.yaml:1: buttered_rice.ingredients.0: rice: the weight of one piece of rice is not known, \
         expected one of g, kg, mg, oz, lb, ml, l, tsp, tbsp, fl_oz, cup, pint, quart (ND-3)"
    );
    assert_eq!(
        error("servings: 1", "servings: 1\n  tags: [vegan]"),
        "recipes/rice.yaml:1: buttered_rice.tags: the recipe is tagged vegan, but butter is not; maybe take the tag away, \
         expected tags that the foods prove (ND-3)"
    );
    assert_eq!(
        error("servings: 1", "servings: 0"),
        "recipes/rice.yaml:1: buttered_rice.servings: 0, expected 1..50 (ND-3)"
    );
    assert!(error("servings: 1", "serving: 1").contains("unknown field `serving`"));
    assert!(error("- id: buttered_rice\n", "- id: [\n").starts_with("recipes/rice.yaml:"));
}

#[test]
fn nd_10_the_words_of_allergens_agree_with_the_classes() {
    let error = |from: &str, to: &str| Files::new().with("allergens.yaml", from, to).errors();
    assert_eq!(
        error("wheat: [gluten]", "wheat: [soy]"),
        "allergens.yaml: implies: something else, expected wheat: [gluten] (ND-10)"
    );
    assert_eq!(
        error("classes: [fish, crustacean, mollusc]", "classes: [fish]"),
        "allergens.yaml: seafood.classes: something else, expected fish, crustacean, mollusc (ND-10)"
    );
    assert!(
        error("  peanut:\n", "  peenut:\n")
            .contains("unknown allergen class `peenut`, expected a known one; maybe `peanut`")
    );
}

#[test]
fn nd_4_the_omega_fats_are_known_and_part_of_the_polyunsaturated() {
    let rice = |omega: &str, all: &str| {
        let before_omega = Nutrient::Omega3 as usize - 4;
        let (known, rest) = (",".repeat(before_omega), ",".repeat(Nutrient::ALL.len() - 6 - before_omega));
        let to = format!("28{known},{omega}{rest},{all},,,none");
        Files::new().with("foods.csv", &format!("28{},0.1,,,none", ",".repeat(30)), &to).read()
    };
    assert!(rice("0.5,0.5", "1").is_ok());
    assert_eq!(
        rice("0.5,0.6", "1").unwrap_err(),
        "foods.csv:2: rice.polyunsaturated_fat_g: 1.1 g of omega fats in 1 g, expected no more than all of it (ND-4)"
    );
    assert!(rice(",0.5", "0.9").is_ok(), "little may be unknown");
    assert_eq!(
        rice(",0.5", "1").unwrap_err(),
        "foods.csv:2: rice.polyunsaturated_fat_g: 1 g without omega_3_g and omega_6_g, expected both of them (ND-4)"
    );
}

#[test]
fn nd_8_energy_far_from_the_macros_has_a_reason() {
    let error = |from: &str, to: &str| Files::new().with("foods.csv", from, to).errors();
    assert_eq!(
        error("130,2.7,0.3,28", "30,2.7,0.3,28"),
        "foods.csv:2: rice.energy_note: no reason for 30 kcal with 125.5 kcal of macros, expected the reason (ND-8)"
    );
    let told = Files::new().with("foods.csv", "130,2.7,0.3,28", "30,2.7,0.3,28");
    assert!(told.with("foods.csv", "365,,", "365,,mostly fiber").read().is_ok());
    assert_eq!(
        error("365,,", "365,,mostly fiber"),
        "foods.csv:2: rice.energy_note: `mostly fiber`, \
         expected no reason, as the energy is that of the macros (ND-8)"
    );
}

#[test]
fn nd_12_only_a_form_says_of_what() {
    let error = |from: &str, to: &str| Files::new().with("upper_limits.csv", from, to).errors();
    assert_eq!(
        error("zinc_mg,all,,", "zinc_mg,all,iron_mg,"),
        "upper_limits.csv:2: zinc_mg.form_of: `iron_mg` in scope all, \
         expected a nutrient in scope form, else nothing (ND-12)"
    );
    assert!(error("zinc_mg,all,,", "zinc_mg,form,,").contains("zinc_mg.form_of: `` in scope form"));
}

/// What the check says about a small catalogue beyond its size.
fn lacks_beside_size(files: &Files) -> String {
    let lacks = lacks(&files.read().unwrap());
    let lines: Vec<&str> = lacks.lines().filter(|line| !line.contains(" or more (ND-13)")).collect();
    lines.join("\n")
}

#[test]
fn nd_13_a_small_catalogue_says_what_it_lacks() {
    let lacks = lacks(&Files::new().read().unwrap());
    assert!(lacks.starts_with(
        "foods.csv: 0 foods without unknown nutrients, expected 250 or more (ND-13)\n\
         recipes: 1 recipes, expected 150 or more (ND-13)\n\
         recipes: 0 recipes for breakfast, expected 25 or more (ND-13)"
    ));
    assert_eq!(lacks.lines().count(), 14);
    assert_eq!(lacks_beside_size(&Files::new()), "");
}

#[test]
fn nd_13_foods_are_measured_called_and_avoided_by_what_they_are() {
    let files = Files::new()
        .with("foods.csv", "butter,Butter,Масло,,", "butter,Butter,,sesame butter,")
        .with("foods.csv", "911,milk", "911,")
        .with("food_portions.csv", "rice,cup,185000\n", "butter,cup,227000\n")
        .with("recipes/rice.yaml", "quantity: 1, unit: cup", "quantity: 185, unit: g");
    assert_eq!(
        lacks_beside_size(&files),
        "\
food_portions.csv: butter.unit: cup beside a density of 911, expected one of both (ND-5)
food_portions.csv: rice: nothing but grams, expected a portion or a density (ND-13)
foods.csv:3: butter.name_ru: nothing, expected a Russian name (ND-13)
foods.csv:3: butter.allergens: no milk, but it is called `Butter`, expected the classes that its names show (ND-10)
foods.csv:3: butter.allergens: no sesame, but it is called `sesame butter`, expected the classes that its names show (ND-10)"
    );
}

#[test]
fn nd_13_recipes_are_quick_of_one_serving_and_told_in_both_languages() {
    let lacks = |from: &str, to: &str| lacks_beside_size(&Files::new().with("recipes/rice.yaml", from, to));
    let at = "recipes/rice.yaml:1: buttered_rice";
    assert_eq!(
        lacks("minutes: 20", "minutes: 61"),
        format!("{at}.cooking_time_minutes: 61, expected 2..60 (ND-13)")
    );
    assert_eq!(
        lacks("servings: 1", "servings: 3"),
        format!("{at}.ingredients: 104.066667 kcal in a serving, expected 120..900 kcal (ND-13)")
    );
    assert_eq!(
        lacks(", ru: Рис с маслом", ""),
        format!("{at}.name.ru: nothing, expected a Russian name (ND-13)")
    );
    assert_eq!(
        lacks("- \"Просто смешайте.\"", "- \"Смешайте.\"\n      - \"Подайте.\""),
        format!("{at}.steps: 1 steps in English, 2 in Russian, expected the same steps in both (ND-13)")
    );
}

#[test]
fn nd_8_the_energy_of_a_serving_is_that_of_its_macros() {
    let files = Files::new().with("foods.csv", "130,2.7,0.3,28", "110,2.7,0.3,28").with(
        "recipes/rice.yaml",
        "quantity: 10, unit: g",
        "quantity: 1, unit: g",
    );
    assert_eq!(
        lacks_beside_size(&files),
        "recipes/rice.yaml:1: buttered_rice.ingredients: 210.67 kcal in a serving with 239.514 kcal of macros, \
         expected no more than 10 % between them (ND-8)"
    );
}

#[test]
fn nd_13_recipes_have_names_of_their_own() {
    let again =
        Files::new().with("recipes/rice.yaml", "- id: buttered_rice", "- id: rice_again").0.pop().unwrap().1;
    let mut files = Files::new();
    files.0.push(("recipes/zz.yaml", again.replace("minutes: 20", "minutes: 40")));
    assert_eq!(
        lacks_beside_size(&files),
        "\
recipes/zz.yaml:1: rice_again.name.en: `Buttered rice` is the name of buttered_rice too, expected a name of its own (ND-13)
recipes/zz.yaml:1: rice_again.name.ru: `Рис с маслом` is the name of buttered_rice too, expected a name of its own (ND-13)"
    );
}

#[test]
fn nd_14_the_same_foods_in_the_same_time_are_the_same_dish() {
    let lacks = |quantity: &str, servings: u32, minutes: u32| {
        let mut files = Files::new();
        let other =
            files.0.last().unwrap().1.replace("buttered_rice", "rice_again").replace("Buttered", "Rich");
        let other = other.replace("Рис", "Ещё рис").replace("quantity: 10", &format!("quantity: {quantity}"));
        let other = other.replace("servings: 1", &format!("servings: {servings}"));
        let other = other.replace("minutes: 20", &format!("minutes: {minutes}"));
        let other = if servings == 2 {
            other.replace("quantity: 1, unit: cup", "quantity: 2, unit: cup")
        } else {
            other
        };
        files.0.push(("recipes/zz.yaml", other));
        lacks_beside_size(&files)
    };
    let same = "recipes/zz.yaml:1: rice_again.ingredients: the foods and minutes of buttered_rice, \
                expected another dish (ND-14)";
    assert_eq!(lacks("9.5", 1, 25), same, "5 % less and 5 minutes more");
    assert_eq!(lacks("20", 2, 15), same, "a serving is the same");
    assert_eq!(lacks("9.499", 1, 20), "");
    assert_eq!(lacks("10", 1, 26), "");
}

#[test]
fn nd_12_a_reference_intake_is_never_above_its_limit() {
    let files = Files::new().with("upper_limits.csv", "zinc_mg,all,,40", "zinc_mg,all,,0.5");
    assert_eq!(
        lacks_beside_size(&files),
        "upper_limits.csv: zinc_mg.adult_male: 0.5, expected at least the reference intake of 1 (ND-12)"
    );
}
