//! `regimen catalog` and `regimen calibrate`.

use std::fs;

use serde_json::{Value, json};

use super::{Machine, regimen};

const WIDTH: usize = 80;

#[test]
fn gl_10_the_noun_alone_lists_and_every_option_narrows_the_list() {
    let keys = |options: &[&str]| -> Vec<String> {
        let list = regimen(&[&["catalog", "list", "--json"], options].concat()).json();
        let keys =
            list.as_array().unwrap().iter().map(|exercise| exercise["id"].as_str().unwrap().to_owned());
        keys.collect()
    };
    let all = keys(&[]);
    assert!(all.len() >= 200 && all.is_sorted());
    assert_eq!(regimen(&["catalog"]).data(), regimen(&["catalog", "list"]).data());

    let glutes = keys(&["--muscle", "glutes"]);
    let at_home = keys(&["--muscle", "glutes", "--tier", "home"]);
    let with_mat = keys(&["--muscle", "glutes", "--equipment", "mat, dumbbell"]);
    assert!(glutes.len() < all.len() && at_home.len() < glutes.len() && with_mat.len() < at_home.len());
    assert!(with_mat.contains(&"dumbbell_romanian_deadlift".to_owned()));
}

#[test]
fn the_list_fits_a_terminal_and_ends_with_its_length() {
    for lang in ["en", "ru"] {
        let page = regimen(&["catalog", "list", "--lang", lang]).data();
        assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
    }
    let wanted = ["catalog", "list", "--muscle", "calves"];
    let count = regimen(&[&wanted[..], &["--json"]].concat()).json().as_array().unwrap().len();
    let page = regimen(&wanted).data();
    assert!(page.ends_with(&format!("\n\n{count} exercises\n")), "{page}");
}

#[test]
fn a_card_tells_what_an_exercise_needs_and_how_it_is_done() {
    let card = regimen(&["catalog", "show", "goblet_squat"]).data();
    for line in [
        "Goblet squat (goblet_squat)",
        "Works             quads",
        "Needs             dumbbells or kettlebell",
    ] {
        assert!(card.contains(line), "{line} is not in {card}");
    }
    assert!(card.contains("\nCUES\n  • "), "{card}");
    let russian = regimen(&["catalog", "show", "Barbell row", "--lang", "ru"]).data();
    assert!(russian.starts_with("Тяга штанги в наклоне (barbell_row)\n"), "{russian}");
    assert_eq!(regimen(&["catalog", "show", "barbell_row", "--json"]).json()["id"], "barbell_row");
}

#[test]
fn nd_13_recipes_are_listed_by_meal_diet_and_time() {
    let keys = |options: &[&str]| -> Vec<String> {
        let list = regimen(&[&["catalog", "list", "recipes", "--json"], options].concat()).json();
        let keys =
            list.as_array().unwrap().iter().map(|entry| entry["recipe"]["id"].as_str().unwrap().to_owned());
        keys.collect()
    };
    let all = keys(&[]);
    assert!(all.len() >= 150 && all.is_sorted());
    let breakfasts = keys(&["--meal", "breakfast"]);
    let vegan = keys(&["--meal", "breakfast", "--tag", "vegan,gluten_free"]);
    let quick = keys(&["--meal", "breakfast", "--tag", "vegan,gluten_free", "--minutes", "5"]);
    assert!(quick.len() < vegan.len() && vegan.len() < breakfasts.len() && breakfasts.len() < all.len());
    assert!(quick.contains(&"flax_berry_pudding".to_owned()));
    let page = regimen(&["catalog", "list", "recipes", "--lang", "ru"]).data();
    assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
    assert!(page.ends_with(" рецепта\n") || page.ends_with(" рецептов\n"), "{page}");
    assert!(regimen(&["catalog", "list", "recipes", "--tag", "Vegan!"]).refusal().contains("--tag"));
}

#[test]
fn nd_2_foods_are_listed_with_their_macros_and_shown_with_all_that_is_known() {
    for lang in ["en", "ru"] {
        let page = regimen(&["catalog", "list", "foods", "--lang", lang]).data();
        assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
    }
    assert!(regimen(&["catalog", "list", "foods"]).data().contains("\negg                         Egg"));
    let card = regimen(&["catalog", "show", "egg"]).data();
    assert!(
        card.starts_with("Egg (egg)\n\nAlso called  whole egg, chicken egg, hen egg\nAllergens    egg\n"),
        "{card}"
    );
    assert!(card.contains("  calories     143 kcal  copper"), "{card}");
    let card = regimen(&["catalog", "show", "Гречка варёная", "--lang", "ru"]).data();
    assert!(card.contains("\nАллергены     нет\n") && card.contains("  белок         3,38 г"), "{card}");
    assert_eq!(regimen(&["catalog", "show", "egg", "--json"]).json()["source"]["ref"], "1123");
}

#[test]
fn nd_3_a_recipe_is_shown_with_grams_steps_and_nutrition() {
    let card = regimen(&["catalog", "show", "egg_fried_rice_vegetables"]).data();
    for line in [
        "Servings   2 of ",
        "Suits      dairy-free, gluten-free, vegetarian\n",
        "Allergens  tree nuts, egg, soy\n",
        "\n  2 (100 g)  eggs\n",
        "\n      480 g  cooked brown rice, cold\n",
        "\n   to taste  grated ginger\n",
        "\nSTEPS\n  1. Scramble the eggs",
        "\nIN A SERVING\n  calories",
    ] {
        assert!(card.contains(line), "{line} is not in {card}");
    }
    let russian =
        regimen(&["catalog", "show", "Жареный рис с яйцом, овощами и кешью", "--lang", "ru"]).data();
    assert!(russian.contains("\n  2 (100 г)  Яйцо куриное\n"), "{russian}");
    assert!(russian.contains("\nПРИГОТОВЛЕНИЕ\n  1. Слегка обжарьте"), "{russian}");
    let json = regimen(&["catalog", "show", "egg_fried_rice_vegetables", "--json"]).json();
    assert_eq!((&json["recipe"]["servings"], &json["tags"][0]), (&json!(2), &json!("dairy_free")));
    assert!(json["derived"]["nutrition"]["calories"].as_f64().unwrap() > 500.0);
}

#[test]
fn what_is_not_in_the_catalogue_is_named_with_the_nearest() {
    for (key, nearest) in [("goblet_sqat", "goblet_squat"), ("goblr", "goblet_squat")] {
        let refusal = regimen(&["catalog", "show", key]).refusal();
        let expected = format!(
            "error: KEY: {key}, expected an exercise, recipe or food of the catalogue; maybe `{nearest}`\n"
        );
        assert_eq!(refusal, expected);
    }
    let refusal = regimen(&["catalog", "list", "--equipment", "dumbell,kettlebel"]).refusal();
    let expected = "\
error: 2 values cannot be used:
  --equipment: dumbell, expected an equipment key; maybe `dumbbell`
  --equipment: kettlebel, expected an equipment key; maybe `kettlebell`
";
    assert_eq!(refusal, expected);
}

#[test]
fn ex_6_the_catalogue_of_the_program_has_no_findings() {
    for lang in ["en", "ru"] {
        let page = regimen(&["catalog", "check", "--lang", lang]).data();
        assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
    }
    assert!(regimen(&["catalog", "check"]).data().ends_with("\nNothing is wrong.\n"));
    let report = regimen(&["catalog", "check", "--json"]).json();
    assert_eq!(report["findings"], json!([]));
    assert!(report["foods"].as_u64() >= Some(250) && report["recipes"].as_u64() >= Some(150), "{report}");
}

#[test]
fn mf_3_files_about_food_are_checked_with_file_and_line() {
    let machine = Machine::new();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../catalog/");
    for name in
        ["foods.csv", "food_portions.csv", "reference_intakes.csv", "upper_limits.csv", "allergens.yaml"]
    {
        let text = fs::read_to_string(format!("{shipped}{name}")).unwrap();
        machine.file(&format!("mine/{name}"), text.replacen("\negg,large,50000", "\negg,large,0", 1));
    }
    let snacks = fs::read_to_string(format!("{shipped}recipes/snacks.yaml")).unwrap();
    machine.file("mine/recipes/snacks.yaml", snacks.replacen("food_id: kiwi", "food_id: kiwy", 1));
    let answer = machine.run(&["catalog", "check", "--dir", "mine"]);
    assert_eq!((answer.status, answer.err.as_str()), (1, ""), "{}", answer.out);
    assert!(answer.out.contains(": egg.portions.1.mg: 0, expected more than 0 (ND-2)\n"), "{}", answer.out);
    let line = answer.out.lines().find(|line| line.contains("there is no food `kiwy`")).unwrap();
    assert!(line.starts_with("recipes/snacks.yaml:") && line.contains("maybe `kiwi`"), "{line}");
    assert!(!answer.out.contains("exercises"), "nothing about training was there: {}", answer.out);
}

#[test]
fn ex_1_the_files_of_a_folder_are_checked_with_file_and_line() {
    let machine = Machine::new();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../catalog/exercises/calves.toml");
    let calves = fs::read_to_string(shipped).unwrap();
    machine.file("mine/exercises/calves.toml", calves.replacen("fatigue_cost = 1", "fatigue_cost = 9", 1));
    machine.file("mine/notes.txt", "not a part of it");
    let answer = machine.run(&["catalog", "check", "--dir", "mine"]);
    assert_eq!((answer.status, answer.err.as_str()), (1, ""), "{}", answer.out);
    let finding = "fatigue_cost: 9, expected 1..5 (EX-1)";
    let line = answer.out.lines().find(|line| line.contains(finding)).unwrap();
    assert!(line.starts_with("exercises/calves.toml:"), "{line}");

    let answer = machine.run(&["catalog", "check", "--dir", "mine", "--json"]);
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    let finding = report["findings"].as_array().unwrap().iter().find(|row| row["finding"]["found"] == "9");
    assert_eq!(finding.unwrap()["file"], "exercises/calves.toml");
    let refusal = machine.run(&["catalog", "check", "--dir", "gone"]).refusal();
    assert_eq!(refusal, "error: cannot read gone, named by --dir: there is no such file\n");
}

#[test]
fn vf_1_and_vf_2_the_calibration_passes_and_shows_a_session_of_every_intent() {
    let report = regimen(&["calibrate"]).data();
    assert!(
        report.starts_with("# Calibration\n\n4 of 4 scenarios are ranked as they should (VF-1), 4 of 4"),
        "{report}"
    );
    assert!(!report.contains("FAILS"), "{report}");
    for heading in ["\n## S1 push: passes\n", "\n## VF-2 pull, no supersets: passes\n", "\n### Full body, "] {
        assert!(report.contains(heading), "{heading} is not in {report}");
    }
    let report = regimen(&["calibrate", "--json"]).json();
    assert_eq!(report["scenarios"].as_array().unwrap().len(), 4);
    assert_eq!(report["sessions"].as_array().unwrap().len(), 7);
    assert_eq!(report["runs"].as_array().unwrap().len(), 12);
    assert_eq!(report["scenarios"][0]["ranked"][0]["exerciseId"], "dumbbell_lateral_raise");
}
