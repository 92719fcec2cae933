//! MF-4: recipes from pages, from JSON-LD, and as ND-3 writes them.

use domain::{
    food::{AllergenClass, FatSource, Food},
    law::Valid,
    nutrient::Nutrient,
    recipe::{Recipe, RecipeSourceKind},
    voice::{Locale, Voice},
};
use nutrition::{
    catalog::Catalog,
    convert::Measure,
    foods::Foods,
    import::{
        Import,
        recipe::{ImportedRecipe, Kitchen, read},
    },
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{errors, warnings};
use crate::given::{food, measured, of_classes, valid, with};

const PAGE: &str = include_str!("pancakes.html");
const ADDRESS: &str = "https://blog.example/oat-pancakes/?print";

fn shelf() -> Vec<Valid<Food>> {
    let kcal = |food: Food, kcal: &str| with(food, &[(Nutrient::Calories, kcal)]);
    let egg = Food { fat_source: FatSource::Egg, ..food("egg", "Egg") };
    let milk = Food { density_mg_per_ml: Some(1030), fat_source: FatSource::Dairy, ..food("milk", "Milk") };
    valid([
        kcal(measured(food("oats", "Rolled oats"), &[("cup", 80_000)]), "380"),
        kcal(of_classes(measured(egg, &[("large", 50_000)]), &[AllergenClass::Egg]), "143"),
        kcal(of_classes(milk, &[AllergenClass::Milk]), "61"),
        food("salt", "Salt"),
        food("rice", "Rice"),
        food("sauce_a", "Secret sauce"),
        food("sauce_b", "Secret sauces"),
    ])
}

fn import_with(
    text: &str,
    address: Option<&str>,
    default_minutes: Option<u32>,
    known: &[&Recipe],
) -> Import<ImportedRecipe> {
    let shelf = shelf();
    let foods = Foods::new(&shelf);
    let terms = Catalog::allergen_terms();
    read(text, address, &Kitchen { foods: &foods, terms, measure: Measure::Us, default_minutes, known })
}

fn import(text: &str) -> Import<ImportedRecipe> {
    import_with(text, None, None, &[])
}

/// The ingredients as `quantity unit food`.
fn ingredients(recipe: &Recipe) -> Vec<String> {
    let line = |ingredient: &domain::recipe::Ingredient| {
        let unit = ingredient.unit.as_ref().map_or("-".to_owned(), ToString::to_string);
        let food = ingredient.food_id.as_ref().map_or("?", |food| food.as_str());
        format!("{} {unit} {food}", ingredient.quantity)
    };
    recipe.ingredients.iter().map(line).collect()
}

#[test]
fn mf_4_a_page_with_noise_gives_its_recipe() {
    let import = import_with(PAGE, Some(ADDRESS), None, &[]);
    assert_eq!(errors(&import.report), [""; 0]);
    assert_eq!((import.report.read, import.report.good), (1, 1));
    let recipe = &import.good[0].recipe;
    assert_eq!(recipe.id.as_str(), "grandmas_oat_pancakes");
    assert_eq!(recipe.name.en, "Grandma’s oat pancakes");
    assert_eq!((recipe.servings, recipe.cooking_time_minutes), (4, 25));
    assert_eq!(recipe.source.kind, RecipeSourceKind::Import);
    assert_eq!(recipe.source.reference.as_deref(), Some(ADDRESS));
    assert_eq!(recipe.source.author.as_deref(), Some("Ann Cook"));
    assert_eq!(
        ingredients(recipe),
        ["1.5 cup oats", "2 large egg", "250 ml milk", "1 dollop ?", "2 bunch oats", "0 - salt"]
    );
    assert_eq!(recipe.ingredients[2].text, "milk, any kind");
    assert_eq!(
        recipe.steps.en,
        [
            "Batter: Mix oats & milk.",
            "Let them rest.",
            "Beat in the eggs.",
            "Bake on both sides.",
            "Serve warm."
        ]
    );
}

#[test]
fn mf_4_what_a_page_leaves_open_is_a_warning_with_what_it_may_be() {
    let import = import_with(PAGE, Some(ADDRESS), None, &[]);
    let warnings = warnings(&import.report);
    assert!(
        warnings[0].starts_with(r#"0 /script/1 left_out {"found":"key must be a string"#),
        "{}",
        warnings[0]
    );
    assert_eq!(
        warnings[1..],
        [
            r#"1 /nutrition/fatContent left_out {"found":"some"}"#,
            r#"1 /ingredients/3 unknown_food {"count":2,"name":"grandma’s secret","nearest":["sauce_a","sauce_b"]}"#,
            r#"1 /ingredients/4 no_conversion {"food":"oats","ingredient":"rolled oats","known_units":["g","kg","mg","oz","lb","ml","l","tsp","tbsp","fl_oz","cup","pint","quart"],"unit":"bunch"}"#,
            r#"1 /tags tag_contradicted {"ingredient":"eggs","tag":"vegan"}"#,
        ]
    );
    let tags: Vec<_> = import.good[0].recipe.tags.iter().map(ToString::to_string).collect();
    assert_eq!(tags, ["low_salt"], "a diet that the foods do not prove is no tag");
}

/// JSON-LD of a recipe with one change.
fn ld(change: impl FnOnce(&mut Value)) -> String {
    let mut recipe = json!({
        "@context": "http://schema.org",
        "@type": "Recipe",
        "name": "Rice bowl",
        "recipeYield": 2,
        "totalTime": "PT20M",
        "recipeIngredient": ["200 g rice", "100 g egg"],
        "recipeInstructions": "Cook the rice.\nFry the egg.",
    });
    change(&mut recipe);
    recipe.to_string()
}

#[test]
fn mf_4_a_recipe_is_found_wherever_a_document_has_it() {
    let recipe: Value = serde_json::from_str(&ld(|_| {})).unwrap();
    for document in [
        recipe.clone(),
        json!([{ "@type": "Person" }, recipe]),
        json!({ "@graph": [{ "@type": "WebSite" }, recipe] }),
        json!({ "@type": "WebPage", "mainEntity": recipe }),
        json!({ "@type": "ItemList", "itemListElement": [{ "@type": "ListItem", "item": recipe }] }),
    ] {
        let import = import(&document.to_string());
        assert_eq!(import.good.len(), 1, "{document}");
        assert_eq!(import.good[0].recipe.steps.en, ["Cook the rice.", "Fry the egg."]);
        assert_eq!(import.good[0].recipe.source.kind, RecipeSourceKind::User, "it came from no address");
    }
    for name in ["schema:Recipe", "https://schema.org/Recipe"] {
        assert_eq!(import(&ld(|recipe| recipe["@type"] = name.into())).good.len(), 1, "{name}");
    }
    let nothing = import("<html><p>No recipe here</p></html>");
    assert_eq!(
        errors(&nothing.report),
        ["no recipe, expected a schema.org Recipe, or recipes in JSON or YAML (ND-8)"]
    );
}

#[test]
fn mf_4_entities_for_quotes_and_a_recipe_told_twice() {
    let encoded = ld(|_| {}).replace('"', "&quot;");
    let page = format!(
        "<div><script type='application/ld+json'>{encoded}</script>\
         <script type='application/ld+json'>{}</script></div>",
        ld(|_| {})
    );
    let import = import(&page);
    assert_eq!((import.report.read, import.report.good), (2, 1));
    assert_eq!(warnings(&import.report), [r#"2  left_out {"found":"Rice bowl"}"#]);
}

#[test]
fn mf_4_the_yield_is_the_first_integer() {
    for (stated, servings) in [
        (json!("Serves 4-6"), 4),
        (json!(["", "6 bowls"]), 6),
        (json!({ "@type": "QuantitativeValue", "value": "3" }), 3),
        (json!(8), 8),
        (json!("makes about 12."), 12),
    ] {
        let import = import(&ld(|recipe| recipe["recipeYield"] = stated));
        assert_eq!(import.good[0].recipe.servings, servings);
        assert_eq!(warnings(&import.report), [""; 0]);
    }
}

#[test]
fn nd_8_servings_that_are_not_stated_are_one_with_a_warning() {
    for stated in [Value::Null, json!("a few"), json!([])] {
        let import = import(&ld(|recipe| recipe["recipeYield"] = stated));
        assert_eq!(import.good[0].recipe.servings, 1);
        assert_eq!(warnings(&import.report), ["1 /recipeYield servings_missing {}"]);
    }
    let crowd = import(&ld(|recipe| recipe["recipeYield"] = json!("60 cookies")));
    assert_eq!(errors(&crowd.report), ["row 1 (Rice bowl): servings: 60, expected 1..50 (ND-3)"]);
}

#[test]
fn mf_4_the_time_is_the_total_else_preparation_and_cooking() {
    let minutes = |total: &str, prep: &str, cook: &str| {
        let text = ld(|recipe| {
            recipe["totalTime"] = total.into();
            recipe["prepTime"] = prep.into();
            recipe["cookTime"] = cook.into();
        });
        import(&text).good.first().map(|imported| imported.recipe.cooking_time_minutes)
    };
    assert_eq!(minutes("PT1H", "PT10M", "PT5M"), Some(60));
    assert_eq!(minutes("", "PT10M", "PT1H5M"), Some(75));
    assert_eq!(minutes("PT0M", "PT10M", ""), Some(10), "zero is what programs write for nothing");
    assert_eq!(minutes("", "", ""), None);
}

#[test]
fn nd_8_a_missing_time_is_an_error_unless_a_default_is_given() {
    let untimed = ld(|recipe| recipe["totalTime"] = Value::Null);
    let refused = import(&untimed);
    assert_eq!(
        errors(&refused.report),
        ["row 1 (Rice bowl): totalTime: no time, expected how long it takes, or a default (ND-8)"]
    );
    assert_eq!(refused.report.errors[0].what.code.as_str(), "missing_time");
    let given = import_with(&untimed, None, Some(45), &[]);
    assert_eq!(given.good[0].recipe.cooking_time_minutes, 45);
    let unreadable =
        import_with(&ld(|recipe| recipe["totalTime"] = json!("45 minutes")), None, Some(45), &[]);
    assert_eq!(
        errors(&unreadable.report),
        ["row 1 (Rice bowl): totalTime: `45 minutes`, expected a duration of ISO 8601 like PT1H30M (ND-8)"]
    );
}

#[test]
fn nd_8_bad_lines_are_all_named_and_good_recipes_kept() {
    let bad = ld(|recipe| recipe["recipeIngredient"] = json!(["0 eggs", "200 g rice", "12"]));
    let empty = ld(|recipe| recipe["recipeIngredient"] = json!([]));
    let import = import(&format!("[{bad}, {empty}, {}]", ld(|_| {})));
    assert_eq!((import.report.read, import.report.good), (3, 1));
    assert_eq!(
        errors(&import.report),
        [
            "row 1 (Rice bowl): recipeIngredient.0: `0 eggs` has the quantity 0, expected more than 0 and at most 4000000 (ND-6)",
            "row 1 (Rice bowl): recipeIngredient.2: `12` names no ingredient, expected a line like `2 tbsp olive oil` (ND-6)",
            "row 2 (Rice bowl): ingredients: 0 entries, expected 1..60 entries (ND-3)",
        ]
    );
    assert_eq!(import.good[0].recipe.id.as_str(), "rice_bowl_3", "a key is not given twice");
}

#[test]
fn mf_4_a_name_of_several_foods_comes_with_its_candidates() {
    let import = import(&ld(|recipe| {
        recipe["recipeIngredient"] = json!(["200 g rice", "1 cup secret sauce", "1 g rise"]);
    }));
    assert_eq!(
        warnings(&import.report),
        [
            r#"1 /ingredients/1 ambiguous_food {"candidates":["sauce_a","sauce_b"],"name":"secret sauce"}"#,
            r#"1 /ingredients/2 unknown_food {"count":1,"name":"rise","nearest":["rice"]}"#,
        ]
    );
    let said: Vec<String> = import
        .report
        .warnings
        .iter()
        .flat_map(|placed| {
            let warning = &placed.what.warning;
            let id = format!("warning-{}", warning.code);
            [Locale::En, Locale::Ru].map(|locale| Voice::new(locale).text(&id, &warning.facts).unwrap())
        })
        .collect();
    assert_eq!(
        said,
        [
            "“secret sauce” means several foods; maybe sauce_a, sauce_b",
            "«secret sauce» может означать разные продукты; возможно, sauce_a, sauce_b",
            "No food is called “rise”; maybe rice",
            "Нет продукта с названием «rise»; возможно, rice",
        ]
    );
}

#[test]
fn mf_4_published_nutrition_is_kept_compared_and_never_counted() {
    // 200 g of rice with 100 kcal and 100 g of egg with 143 kcal in 100 g, for two: 171.5 kcal each.
    let published = |kcal: &str| {
        import(&ld(|recipe| recipe["nutrition"] = json!({ "calories": kcal, "fatContent": "3 g" })))
    };
    let near = published("200 kcal");
    assert_eq!(warnings(&near.report), [""; 0]);
    assert_eq!(near.good[0].published.get(Nutrient::Fat).unwrap().to_string(), "3");
    let far = published("250 calories");
    assert_eq!(
        warnings(&far.report),
        [r#"1 /nutrition/calories published_differs {"computed":172,"published":250}"#]
    );
    assert_eq!(far.good[0].recipe, near.good[0].recipe, "it changes nothing about the recipe");
}

#[test]
fn nd_8_importing_a_page_again_changes_nothing() {
    let first = import_with(PAGE, Some(ADDRESS), None, &[]);
    let recipe: &Recipe = &first.good[0].recipe;
    let again = import_with(PAGE, Some(ADDRESS), None, &[recipe]);
    assert_eq!(again.good, first.good);
    let elsewhere = import_with(PAGE, Some("https://other.example/"), None, &[recipe]);
    assert_eq!(elsewhere.good[0].recipe.id.as_str(), "grandmas_oat_pancakes_2");
}

#[test]
fn nd_14_the_same_dish_under_another_name_is_a_warning() {
    let first = import(&ld(|_| {}));
    let known: &Recipe = &first.good[0].recipe;
    let other = ld(|recipe| {
        recipe["name"] = "Egg rice".into();
        recipe["totalTime"] = "PT25M".into();
        recipe["recipeIngredient"] = json!(["105 g egg", "190 g rice", "salt to taste"]);
    });
    let import = import_with(&other, None, None, &[known]);
    assert_eq!(warnings(&import.report), [r#"1  duplicate_recipe_content {"recipe":"rice_bowl"}"#]);
    assert_eq!(import.report.good, 1, "nothing is refused");
    let again = import_with(&ld(|_| {}), None, None, &[known]);
    assert_eq!(warnings(&again.report), [""; 0], "a recipe is no duplicate of itself");
    let both = self::import(&format!("[{}, {other}]", ld(|_| {})));
    assert_eq!(warnings(&both.report), [r#"2  duplicate_recipe_content {"recipe":"rice_bowl"}"#]);
}

#[test]
fn mf_4_a_long_text_is_parted_between_sentences() {
    let text = "Stir the pot well. ".repeat(300);
    let import = import(&ld(|recipe| recipe["recipeInstructions"] = text.trim().into()));
    let steps = &import.good[0].recipe.steps.en;
    assert!(steps.len() > 2 && steps.iter().all(|step| step.ends_with("well.") && step.len() <= 2000));
    assert_eq!(steps.join(" "), text.trim());
}

const YAML: &str = "
- id: egg_rice
  name: { en: Egg rice, ru: Рис с яйцом }
  steps: [Cook the rice., Fry the egg.]
  ingredients:
    - { text: rice, quantity: 200, unit: g, food_id: rice }
    - { text: egg, quantity: 2, unit: large }
    - 250 ml milk
  servings: 2
  cooking_time_minutes: 20
  tags: [freezable, vegan]
  source: { kind: user }
- name: Plain rice
  ingredients: [200 g rice]
";

#[test]
fn mf_4_recipes_of_nd_3_are_read_from_yaml_and_json() {
    let import = import_with(YAML, None, Some(15), &[]);
    assert_eq!(errors(&import.report), [""; 0]);
    let [full, plain] = &import.good[..] else { panic!("{:?}", import.report) };
    assert_eq!(full.recipe.id.as_str(), "egg_rice");
    assert_eq!(ingredients(&full.recipe), ["200 g rice", "2 large egg", "250 ml milk"]);
    assert_eq!(full.recipe.name.ru.as_deref(), Some("Рис с яйцом"));
    assert_eq!((plain.recipe.id.as_str(), plain.recipe.servings), ("plain_rice", 1));
    assert_eq!(plain.recipe.cooking_time_minutes, 15);
    assert_eq!(
        warnings(&import.report),
        [r#"1 /tags tag_contradicted {"ingredient":"egg","tag":"vegan"}"#, "2 /servings servings_missing {}",]
    );
    let json = serde_json::to_string(&json!({ "recipes": [full.recipe, plain.recipe] })).unwrap();
    let again = self::import(&json);
    assert_eq!(
        again.good.iter().map(|imported| &imported.recipe).collect::<Vec<_>>(),
        [&full.recipe, &plain.recipe]
    );
}

#[test]
fn nd_8_recipes_of_nd_3_with_mistakes_are_reported_one_by_one() {
    let text = YAML.replace("servings: 2", "serving: 2").replace("[200 g rice]", "[0 g rice]");
    let import = import(&text);
    assert_eq!(import.report.good, 0);
    let errors = errors(&import.report);
    assert!(
        errors[0].starts_with("row 1 (Egg rice): unknown field `serving`, expected one of `id`"),
        "{}",
        errors[0]
    );
    assert_eq!(
        errors[1..],
        [
            "row 2 (Plain rice): cooking_time_minutes: no time, expected how long it takes, or a default (ND-8)",
            "row 2 (Plain rice): ingredients.0: `0 g rice` has the quantity 0, expected more than 0 and at most 4000000 (ND-6)",
        ]
    );
    let twice = YAML.replace("- name: Plain rice", "- id: egg_rice\n  name: Plain rice");
    let import = import_with(&twice, None, Some(15), &[]);
    let expected = "row 2 (Plain rice): id: row 1 has this key too, expected a key of its own (ND-8)";
    assert_eq!(super::errors(&import.report), [expected]);
    for broken in ["{\"a\": ", "a: [", "just words", "- 3"] {
        let import = self::import(broken);
        assert_eq!((import.report.good, import.report.errors.len()), (0, 1), "{broken}");
    }
    let ghost = YAML.replace("food_id: rice", "food_id: ryce");
    let import = import_with(&ghost, None, Some(15), &[]);
    assert_eq!(
        warnings(&import.report)[0],
        r#"1 /ingredients/0 unknown_food {"count":1,"name":"ryce","nearest":["rice"]}"#
    );
}

proptest! {
    #[test]
    fn mf_4_no_text_makes_the_reader_fall(text in "(<|[{\\[])?\\PC{0,80}") {
        let import = import(&text);
        prop_assert_eq!(import.report.good, import.good.len() as u64);
        prop_assert!(!import.good.is_empty() || !import.report.is_clean());
    }

    #[test]
    fn mf_4_no_value_makes_the_reader_fall(field in prop::sample::select(FIELDS.to_vec()), odd in odd_value()) {
        let import = import(&ld(|recipe| recipe[field] = odd));
        prop_assert_eq!(import.report.read, 1);
        prop_assert_eq!(import.report.good == 1, import.report.is_clean());
    }
}

const FIELDS: [&str; 8] = [
    "name",
    "recipeYield",
    "totalTime",
    "recipeIngredient",
    "recipeInstructions",
    "suitableForDiet",
    "nutrition",
    "author",
];

/// Whatever a page may write where something else belongs.
fn odd_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,20}".prop_map(Value::from),
    ];
    let key =
        prop::sample::select(vec!["text", "name", "@value", "value", "itemListElement", "calories", "@type"]);
    leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.clone().prop_map(str::to_owned), inner, 0..4)
                .prop_map(Value::from_iter),
        ]
    })
}
