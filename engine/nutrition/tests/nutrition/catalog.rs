//! MF-3, ND-13: the catalogue of the product, and catalogue files with mistakes.

use std::fmt::Write;

use domain::nutrient::{Demographic, Nutrient};
use nutrition::{
    catalog::{
        Catalog,
        check::{check_foods, check_recipes},
        finding::CatalogFinding,
    },
    foods::Foods,
};

fn lines(findings: &[CatalogFinding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn nd_13_the_foods_of_the_product_are_many_known_and_measured() {
    let catalog = Catalog::embedded();
    assert_eq!(lines(&check_foods(catalog)), "");
    assert_eq!(catalog.food(&"egg".parse().unwrap()).unwrap().source.reference.as_deref(), Some("1123"));
    assert!(catalog.foods().is_sorted_by(|a, b| a.id < b.id));
}

#[test]
fn nd_13_the_recipes_of_the_product_serve_every_meal_and_diet() {
    let catalog = Catalog::embedded();
    assert_eq!(lines(&check_recipes(catalog)), "");
    assert!(catalog.recipes().iter().all(|entry| entry.derived.is_complete()));
    let first = &catalog.recipes()[0];
    assert_eq!(catalog.recipe(&first.recipe.id), Some(first));
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
            "id,name_en,name_ru,aliases_en,aliases_ru,ndb,{nutrients},\
             density_mg_per_ml,allergens,fat_source,shop_section,keeps_days,estimated\n"
        );
        let amounts = |kcal: &str| format!("{kcal},1,1,1{}", ",".repeat(Nutrient::ALL.len() - 4));
        let foods = format!(
            "{header}rice,Rice,Рис,white rice,,20444,{},,,none,grains_pasta,365,\n\
             butter,Butter,Масло,,,1001,{},911,milk,dairy,dairy_eggs,60,\n",
            amounts("130"),
            amounts("717")
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
        let recipe = "- id: buttered_rice\n  name: { en: Buttered rice, ru: Рис с маслом }\n  ingredients:\n    \
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
        .with("foods.csv", "130,1,1,1", "130,-1,1,x")
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
fn nd_13_a_small_catalogue_says_what_it_lacks() {
    let catalog = Files::new().read().unwrap();
    let foods = lines(&check_foods(&catalog));
    assert_eq!(foods, "foods.csv: 0 foods without unknown nutrients, expected 250 or more (ND-13)");
    let recipes = lines(&check_recipes(&catalog));
    assert!(
        recipes.starts_with(
            "recipes: 1 recipes, expected 150 or more (ND-13)\nrecipes: 0 breakfasts, expected 25"
        )
    );
    assert_eq!(recipes.lines().count(), 13);
}
