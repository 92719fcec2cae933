//! `regimen meals`: what it prints, and how it says no (MF-1, MF-2, MF-6).

use std::io::Write;

use serde_json::{Value, json};
use testkit::expect_file;

use super::{Answer, Machine, regimen};

const PROFILE: &str = include_str!("../../../../examples/nutrition-profile.yaml");
const WIDTH: usize = 80;

fn example(document: &str) -> Value {
    serde_json::from_str(&regimen(&["schema", document, "--example"]).data()).unwrap()
}

/// Runs `meals solve` on a file with this content, which messages call `p.json`.
fn solve(problem: &Value, options: &[&str]) -> Answer {
    let machine = Machine::new();
    machine.file("p.json", problem.to_string());
    machine.run(&[&["meals", "solve", "p.json"], options].concat())
}

/// Runs `meals plan` for one day of a profile, which messages call `me.yaml`.
fn plan(profile: &str, options: &[&str]) -> Answer {
    let machine = Machine::new();
    machine.file("me.yaml", profile);
    let day = ["meals", "plan", "--profile", "me.yaml", "--from", "2026-03-09", "--days", "1"];
    machine.run(&[&day, options].concat())
}

#[track_caller]
fn fits(page: &str) {
    let is_wide = |line: &&str| line.chars().count() > WIDTH;
    assert_eq!(page.lines().find(is_wide), None, "{page}");
    assert!(!page.contains("{$") && !page.contains("{ $"), "{page}");
    let ids = ["meals-", "failure-", "targets-", "nutrient-", "unit-", "warning-", "target_step-"];
    assert_eq!(ids.iter().find(|id| page.contains(*id)), None, "the name of a text is shown: {page}");
}

#[track_caller]
fn conforms(printed: &Value, document: &str) {
    let schema: Value = serde_json::from_str(&regimen(&["schema", document]).data()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(printed).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{document}: {errors:?}");
}

/// The recipes of a plan in decision order.
fn recipes(result: &Value) -> Vec<&str> {
    result["plan"].as_array().unwrap().iter().map(|meal| meal["recipe_id"].as_str().unwrap()).collect()
}

#[test]
fn mf_1_a_problem_is_solved_and_shown() {
    let problem = example("meal-problem");
    for lang in ["en", "ru"] {
        let page = solve(&problem, &["--lang", lang]).data();
        fits(&page);
        assert!(page.contains("  08:00  Overnight oats with berries "), "{page}");
        assert!(page.contains("  18:00  Chicken and rice bowl with peppers "), "{page}");
    }
}

#[test]
fn mf_2_the_result_has_sorted_keys_and_the_same_bytes_for_the_same_problem() {
    let problem = example("meal-problem");
    let printed = solve(&problem, &["--format", "json"]).data();
    assert_eq!(printed, solve(&problem, &["--json"]).data());
    assert_eq!(printed.lines().count(), 1);
    let result: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(result.to_string(), printed.trim_end(), "keys are not sorted");
    assert_eq!(recipes(&result), ["overnight_oats", "chicken_rice_bowl"]);
    assert_eq!(result["status"], "found");
    conforms(&result, "meal-result");
    // The order of the recipes in the file means nothing.
    let mut turned = problem.clone();
    turned["recipes"].as_array_mut().unwrap().reverse();
    assert_eq!(solve(&turned, &["--json"]).data(), printed);
}

#[test]
fn mf_1_format_wins_over_json() {
    let page = solve(&example("meal-problem"), &["--json", "--format", "text"]).data();
    assert!(page.starts_with("Meals for one day\n"), "{page}");
}

#[test]
fn mf_2_times_go_to_standard_error_only() {
    let problem = example("meal-problem");
    let timed = solve(&problem, &["--json", "--timing"]);
    assert_eq!(timed.out, solve(&problem, &["--json"]).data());
    let times: Value = serde_json::from_str(&timed.err).unwrap();
    assert!(times["read_ms"].is_number() && times["solve_ms"].is_number(), "{times}");
    let told = solve(&problem, &["--timing"]).err;
    assert!(told.starts_with("Read in ") && told.ends_with(" ms.\n"), "{told}");
}

#[test]
fn gl_10_a_dash_reads_a_problem_from_standard_input() {
    let machine = Machine::new();
    let problem = example("meal-problem");
    let text = problem.to_string();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let feeder = std::thread::spawn(move || writer.write_all(text.as_bytes()).unwrap());
    let output = machine.command(&["meals", "solve", "-", "--json"]).stdin(reader).output().unwrap();
    feeder.join().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), solve(&problem, &["--json"]).data());
}

#[test]
fn mc_1_the_policy_of_the_command_line_wins() {
    // V9: vitamin C and potassium, of which the literal formulas see the milligrams alone.
    let meal = |id: &str, vitamin_c: u32, potassium: u32| {
        json!({ "id": id, "cooking_time_minutes": 10, "nutrition": {
            "calories": 1000, "protein_g": 50, "fat_g": 32, "carbs_g": 125,
            "micronutrients": { "vitamin_c_mg": vitamin_c, "potassium_mg": potassium } } })
    };
    let plain = (0..4).map(|n| meal(&format!("r{n}"), 0, 1800));
    let rich = (4..6).map(|n| meal(&format!("r{n}"), 100, 1700));
    let slot = |time: &str| json!({ "time": time, "busyness_level": 2 });
    let problem = json!({
        "days": 1,
        "profile": {
            "daily_calories": 2000, "daily_protein_g": 100, "daily_fat_g": [50, 80], "daily_carbs_g": 250,
            "schedule": [[slot("08:00"), slot("18:00")]],
            "micronutrient_targets": { "vitamin_c_mg": 150, "potassium_mg": 3400 },
        },
        "recipes": plain.chain(rich).collect::<Vec<Value>>(),
    });
    let planned = |options: &[&str]| {
        let result = solve(&problem, &[&["--json"], options].concat()).json();
        recipes(&result).join(" ")
    };
    assert_eq!(planned(&[]), "r4 r5");
    assert_eq!(planned(&["--policy", "compat"]), "r0 r1");
    assert_eq!(planned(&["--policy", "default", "--stage", "A"]), "r4 r5");
}

#[test]
fn mf_1_unknown_fields_are_told_with_their_paths_all_at_once() {
    let mut problem = example("meal-problem");
    problem["dayz"] = json!(2);
    problem["profile"]["schedule"][0][1]["bussyness_level"] = json!(2);
    problem["recipes"][2]["colour"] = json!("blue");
    problem["profile"]["schedule"][0][0]["busyness_level"] = json!(7);
    let refusal = solve(&problem, &[]).refusal();
    let expected = "\
error: 4 values cannot be used:
  dayz: unknown field; maybe `days`
  profile.schedule.0.1.bussyness_level: unknown field; maybe `busyness_level`
  recipes.2.colour: unknown field; expected one of id, name, cooking_time_minutes, ";
    assert!(refusal.starts_with(expected), "{refusal}");
    assert!(refusal.contains("profile.schedule.0.0.busyness_level: 7, expected 1..4"), "{refusal}");
    let russian = solve(&problem, &["--lang", "ru"]).refusal();
    assert!(russian.contains("dayz: неизвестное поле; может быть, `days`"), "{russian}");

    let answer = solve(&problem, &["--format", "json"]);
    assert_eq!((answer.status, answer.err.as_str()), (2, ""));
    let result: Value = serde_json::from_str(&answer.out).unwrap();
    conforms(&result, "meal-result");
    assert_eq!((&result["status"], &result["plan"]), (&json!("invalid"), &json!([])));
    let errors: Vec<(&str, &str)> = result["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| (error["code"].as_str().unwrap(), error["pointer"].as_str().unwrap()))
        .collect();
    let expected = [
        ("unknown_field", "/dayz"),
        ("unknown_field", "/profile/schedule/0/1/bussyness_level"),
        ("unknown_field", "/recipes/2/colour"),
        ("bad_busyness", "/profile/schedule/0/0/busyness_level"),
    ];
    assert_eq!(errors, expected);
}

#[test]
fn mv_1_an_invalid_problem_leaves_with_2() {
    // V12: two recipes of one id, slots out of order, a pin of a recipe that is not there.
    let mut problem = example("meal-problem");
    let twin = problem["recipes"][0].clone();
    problem["recipes"].as_array_mut().unwrap().push(twin);
    problem["profile"]["schedule"][0].as_array_mut().unwrap().reverse();
    problem["profile"]["pinned_assignments"] = json!([{ "day": 1, "slot": 0, "recipe_id": "lentil_cury" }]);
    let refusal = solve(&problem, &[]).refusal();
    assert!(refusal.starts_with("error: 3 values cannot be used:\n"), "{refusal}");
    assert!(refusal.contains("maybe `lentil_curry`"), "{refusal}");
    let answer = solve(&problem, &["--json"]);
    assert_eq!((answer.status, answer.err.as_str()), (2, ""));
    let result: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(result["status"], "invalid");
    assert!(!result["errors"].as_array().unwrap().is_empty());
}

#[test]
fn gl_4_what_is_no_problem_file_is_said_in_either_form() {
    let machine = Machine::new();
    for (content, code, message) in [
        ("{ \"days\": }", "malformed_json", "p.json:1:11 is not valid JSON: a value belongs here"),
        ("{ \"days\": 1 }", "invalid_document", "p.json:1:13: the field `profile` is missing"),
    ] {
        machine.file("p.json", content);
        let refusal = machine.run(&["meals", "solve", "p.json"]).refusal();
        assert!(refusal.starts_with(&format!("error: {message}")), "{refusal}");
        let answer = machine.run(&["meals", "solve", "p.json", "--format", "json"]);
        let result: Value = serde_json::from_str(&answer.out).unwrap();
        assert_eq!((answer.status, &result["errors"][0]["code"]), (2, &json!(code)));
    }
    let refusal = machine.run(&["meals", "solve", "nope.json"]).refusal();
    assert_eq!(refusal, "error: cannot read nope.json: there is no such file\n");
}

#[test]
fn nt_1_targets_are_shown_with_every_step() {
    let machine = Machine::new();
    machine.file("me.json", example("targets-input").to_string());
    let targets = |options: &[&str]| machine.run(&[&["meals", "targets", "me.json"], options].concat());
    for lang in ["en", "ru"] {
        fits(&targets(&["--lang", lang]).data());
    }
    let page = targets(&[]).data();
    for line in [
        "Each day: 1810 kcal, 160 g protein, 48–70 g fat, 160 g carbs\n",
        "\nHOW THIS WAS DERIVED\n  At rest: 1780 kcal for 80 kg, 180 cm, 30 years\n",
        "  sodium       at most 2300 mg, as advice\n",
    ] {
        assert!(page.contains(line), "{line} is not in {page}");
    }
    let printed = targets(&["--json"]).json();
    conforms(&printed, "targets");
    assert_eq!(printed, example("targets"));

    let mut input = example("targets-input");
    input["height_mm"] = json!(180);
    machine.file("me.json", input.to_string());
    assert_eq!(targets(&[]).refusal(), "error: height_mm: 180, expected 1000..2500\n");
}

#[test]
fn nt_8_the_week_of_the_readme_is_one_that_a_person_can_read() {
    for (lang, file) in [("en", "nutrition-profile.txt"), ("ru", "nutrition-profile.ru.txt")] {
        let machine = Machine::new();
        machine.file("me.yaml", PROFILE);
        let week =
            ["meals", "plan", "--profile", "me.yaml", "--from", "2026-11-16", "--days", "7", "--lang", lang];
        let page = machine.run(&week).data();
        fits(&page);
        expect_file(format!("../../examples/{file}"), &page);
    }
}

#[test]
fn nt_8_five_lines_are_enough_for_a_plan() {
    assert_eq!(PROFILE.lines().count(), 5);
    for (lang, day) in [("en", "\nMONDAY, 9 MARCH\n"), ("ru", "\nПОНЕДЕЛЬНИК, 9 МАРТА\n")] {
        let page = plan(PROFILE, &["--lang", lang]).data();
        fits(&page);
        assert!(page.contains(day), "{page}");
        for time in ["  07:30  ", "  12:30  ", "  16:00  ", "  19:30  "] {
            assert!(page.contains(time), "{page}");
        }
        let is_cyrillic = |letter: char| ('а'..='я').contains(&letter);
        let meal = page.lines().find(|line| line.starts_with("  07:30")).unwrap();
        assert_eq!(meal.contains(is_cyrillic), lang == "ru", "{meal}");
    }
}

#[test]
fn nt_8_the_json_of_a_plan_is_a_result_with_names() {
    let planned = plan(PROFILE, &["--json"]).json();
    assert_eq!(planned["from"], "2026-03-09");
    for recipe in recipes(&planned) {
        let name = &planned["names"][recipe];
        assert!(name["en"].is_string() && name["ru"].is_string(), "{recipe}: {name}");
    }
    let mut result = planned.clone();
    for key in ["from", "names"] {
        assert!(result.as_object_mut().unwrap().remove(key).is_some());
    }
    conforms(&result, "meal-result");
    assert_eq!(plan(PROFILE, &["--json"]).json(), planned, "another run");
}

#[test]
fn mf_1_the_problem_of_a_profile_can_be_solved_as_a_file() {
    let problem = plan(PROFILE, &["--problem", "--json"]).json();
    conforms(&problem, "meal-problem");
    let solved = solve(&problem, &["--json"]).json();
    assert_eq!(recipes(&solved), recipes(&plan(PROFILE, &["--json"]).json()));
    let shown: Value = serde_json::from_str(&plan(PROFILE, &["--problem"]).data()).unwrap();
    assert_eq!(shown, problem);
}

#[test]
fn nt_8_training_diet_and_allergies_of_a_profile_are_kept() {
    let profile = format!(
        "{PROFILE}{}",
        "diet: vegan\nallergies: [peanut]\ntraining:\n  1: [{ start: 17:30, kind: strength, minutes: 50 }]\n"
    );
    let page = plan(&profile, &[]).data();
    assert!(page.contains("\n  17:30  – training until 18:20 –\n"), "{page}");
    let problem = plan(&profile, &["--problem", "--json"]).json();
    let tags = |id: &str| {
        let facts = problem["recipes"].as_array().unwrap().iter().find(|recipe| recipe["id"] == id);
        facts.unwrap()["tags"].clone()
    };
    let planned = plan(&profile, &["--json"]).json();
    let is_vegan = |recipe: &&str| tags(recipe).as_array().unwrap().contains(&json!("vegan"));
    assert!(recipes(&planned).iter().all(is_vegan), "{planned}");
}

#[test]
fn gl_4_what_is_wrong_with_a_profile_is_said_with_its_place() {
    let changed = |from: &str, to: &str| plan(&PROFILE.replace(from, to), &[]).refusal();
    for (from, to, message) in [
        ("height_mm:", "heigth_mm:", "me.yaml:3:1: unknown field `heigth_mm`; maybe `height_mm`"),
        ("sex: female", "sex: femal", "me.yaml:1:6: unknown sex `femal`; maybe `female`"),
        ("goal: maintain\n", "", "me.yaml:4:1: the field `goal` is missing"),
        ("goal: maintain", "goal: [maintain", "me.yaml:5:7 is not valid YAML: "),
        ("height_mm: 1680", "height_mm: 168", "height_mm: 168, expected 1000..2500\n"),
    ] {
        let refusal = changed(from, to);
        assert!(refusal.starts_with(&format!("error: {message}")), "{refusal}");
    }
    let several = changed("weight_g: 62000\n", "weight_g: 62\ndiet: vegan\noptions: { variety_days: 9 }\n");
    assert!(several.contains("\n  options.variety_days: 9, expected 2..7\n"), "{several}");
    assert!(several.contains("\n  weight_g: 62, expected 30000..350000\n"), "{several}");
    let refusal = regimen(&["meals", "plan", "--profile", "nope.yaml"]).refusal();
    assert_eq!(refusal, "error: cannot read nope.yaml: there is no such file\n");
    assert!(plan(PROFILE, &["--days", "9"]).refusal().contains("is given more than once"));
}

#[test]
fn a_profile_may_be_json_too() {
    let machine = Machine::new();
    machine.file("me.json", example("nutrition-profile").to_string());
    let page =
        machine.run(&["meals", "plan", "--profile", "me.json", "--from", "2026-03-12", "--days", "1"]).data();
    assert!(
        page.contains("\nTHURSDAY, 12 MARCH\n") && page.contains("\n  07:00  – training until 07:40 –\n"),
        "{page}"
    );
}

#[test]
fn mv_6_a_result_that_was_tampered_with_is_found_out() {
    let machine = Machine::new();
    machine.file("p.json", example("meal-problem").to_string());
    let verify = |result: &Value, options: &[&str]| {
        machine.file("r.json", result.to_string());
        machine.run(&[&["meals", "verify", "p.json", "r.json"], options].concat())
    };
    let mut result = example("meal-result");
    assert!(verify(&result, &[]).data().starts_with("The plan keeps every rule: "));
    assert_eq!(verify(&result, &["--json"]).json()["breaches"], json!([]));
    result["plan"][0]["recipe_id"] = json!("peanut_toast");
    let answer = verify(&result, &[]);
    assert_eq!((answer.status, answer.err.as_str()), (1, ""), "{}", answer.out);
    assert!(answer.out.starts_with("The plan breaks ") && answer.out.contains("(HC-1)"), "{}", answer.out);
}

#[test]
fn ml_8_a_printed_plan_has_a_shopping_list() {
    let machine = Machine::new();
    machine.file("week.json", plan(PROFILE, &["--json"]).json().to_string());
    for lang in ["en", "ru"] {
        let list = machine.run(&["meals", "shopping", "week.json", "--lang", lang]).data();
        fits(&list);
        assert!(!list.contains("shop_section-") && !list.contains("amount-"), "{list}");
        // The same as in the plan itself.
        let lines = list.split_once("\n\n").unwrap().1;
        assert!(plan(PROFILE, &["--lang", lang]).data().contains(lines), "{list}");
    }
    conforms(&machine.run(&["meals", "shopping", "week.json", "--json"]).json(), "shopping-list");

    machine.file("p.json", example("meal-problem").to_string());
    machine.file("r.json", example("meal-result").to_string());
    let list = machine.run(&["meals", "shopping", "r.json", "--problem", "p.json"]).data();
    assert!(list.contains("Chicken and rice bowl with peppers, Overnight oats with berries"), "{list}");
    assert!(!list.contains("Nothing to buy"), "{list}");
}
