//! The vectors of section 13 through all stages, as the result document shows them.

use nutrition::{
    outcome::{
        MealResult, Status,
        report::{Bound, Classification, Method, ProofStatus},
    },
    problem::Problem,
    solve::{Patient, Stages, solve},
};
use serde_json::{Value, json};

/// P0: 2000 kcal, 100 g protein, fat 50-80, carbs 250; `more` wins, in the profile or beside it.
pub(crate) fn problem(schedule: Value, recipes: Vec<Value>, more: Value) -> Problem {
    let days = schedule.as_array().unwrap().len();
    let mut problem = json!({ "days": days, "recipes": recipes, "profile": {
        "daily_calories": 2000, "daily_protein_g": 100, "daily_fat_g": [50, 80], "daily_carbs_g": 250,
        "schedule": schedule,
    } });
    for (key, value) in more.as_object().unwrap() {
        match key.as_str() {
            "policy" | "options" | "upper_limits" | "attempt_limit" | "budgets" => {
                problem[key] = value.clone();
            }
            _ => problem["profile"][key] = value.clone(),
        }
    }
    serde_json::from_value(problem).unwrap()
}

fn slots(times: &[(&str, u32)]) -> Value {
    times.iter().map(|(time, level)| json!({ "time": time, "busyness_level": level })).collect()
}

pub(crate) fn s2() -> Value {
    slots(&[("08:00", 2), ("18:00", 2)])
}

fn s4() -> Value {
    slots(&[("07:00", 2), ("11:00", 2), ("15:00", 2), ("19:00", 2)])
}

pub(crate) fn meal(id: &str, macros: [f64; 4], micronutrients: Value) -> Value {
    let [calories, protein, fat, carbs] = macros;
    json!({ "id": id, "cooking_time_minutes": 10, "ingredients": [], "nutrition": { "calories": calories,
        "protein_g": protein, "fat_g": fat, "carbs_g": carbs, "micronutrients": micronutrients } })
}

pub(crate) const STD: [f64; 4] = [1000.0, 50.0, 32.0, 125.0];

pub(crate) fn std(count: usize) -> Vec<Value> {
    (0..count).map(|n| meal(&format!("r{n}"), STD, json!({}))).collect()
}

fn pin(day: u32, slot: u32, recipe: &str) -> Value {
    json!({ "day": day, "slot": slot, "recipe_id": recipe })
}

/// Solves, and checks what every result keeps: a plan is verified, a failure has a cause and a proof.
pub(crate) fn solved(problem: &Problem) -> MealResult {
    let result = solve(problem, Stages::Abc, &mut Patient);
    match result.status {
        Status::Found => assert!(result.verify.as_ref().is_some_and(|verify| verify.ok && verify.checks > 0)),
        Status::Invalid => assert!(!result.errors.is_empty()),
        Status::Infeasible | Status::Unknown => {
            assert!(result.failure_mode.is_some() && result.proof.is_some() && result.plan.is_empty());
            assert!(result.errors.is_empty(), "{:?}", result.errors);
        }
    }
    result
}

pub(crate) fn ids(result: &MealResult) -> Vec<&str> {
    result.plan.iter().map(|meal| meal.recipe_id.as_str()).collect()
}

fn mode(result: &MealResult) -> (&str, ProofStatus, Method) {
    let proof = result.proof.unwrap();
    (result.failure_mode.as_deref().unwrap(), proof.status, proof.method)
}

/// A number as the document writes it.
fn number(value: impl serde::Serialize) -> String {
    serde_json::to_string(&value).unwrap()
}

#[test]
fn mv_4_equal_to_the_limit_passes_and_floors_are_summed_over_the_days() {
    // V1: equal UL passes; 3 days need 3 times the target.
    let recipes: Vec<Value> =
        (0..6).map(|n| meal(&format!("r{n}"), STD, json!({ "vitamin_c_mg": 45, "zinc_mg": 20 }))).collect();
    let more = json!({ "micronutrient_targets": { "vitamin_c_mg": 90 }, "upper_limits": { "zinc_mg": 40 } });
    let result = solved(&problem(json!([s2(), s2(), s2()]), recipes.clone(), more));
    assert_eq!(result.status, Status::Found);
    assert_eq!(number(result.floors[0].required), "270".to_owned());
    let tight = json!({ "upper_limits": { "zinc_mg": 39.999_999 } });
    let result = solved(&problem(json!([s2(), s2(), s2()]), recipes, tight));
    assert_eq!(mode(&result), ("FM-2", ProofStatus::Proved, Method::Exhaustive));
    let failed = &result.report.unwrap().failed_days[0];
    assert_eq!(failed.ul_violations[0].spec, "HC-4");
}

#[test]
fn mc_9_of_equal_recipes_the_quicker_comes_first() {
    // V2.
    let mut slow = meal("a_slow", STD, json!({}));
    slow["cooking_time_minutes"] = 14.into();
    let mut quick = meal("b_quick", STD, json!({}));
    quick["cooking_time_minutes"] = 5.into();
    let result = solved(&problem(json!([s2()]), vec![slow, quick], json!({})));
    assert_eq!(ids(&result), ["b_quick", "a_slow"]);
}

#[test]
fn fm_4_a_floor_out_of_reach_names_the_most_that_can_be_had() {
    // V3.
    let recipes: Vec<Value> = (0..6)
        .map(|n| meal(&format!("big{n}"), STD, json!({ "iron_mg": 1 })))
        .chain((0..6).map(|n| meal(&format!("sm{n}"), [500.0, 25.0, 16.0, 62.5], json!({ "iron_mg": 10 }))))
        .collect();
    let schedule = json!([s2(), s2(), s4()]);
    let found = solved(&problem(
        schedule.clone(),
        recipes.clone(),
        json!({ "micronutrient_targets": { "iron_mg": 14.5 } }),
    ));
    assert_eq!(ids(&found), ["big0", "big1", "big2", "big3", "sm0", "sm1", "sm2", "sm3"]);
    assert_eq!((found.stage.as_deref(), found.stats.attempts), (Some("A"), 8));
    assert_eq!(
        (number(found.floors[0].achieved), number(found.floors[0].required)),
        ("44".to_owned(), "43.5".to_owned())
    );
    let result =
        solved(&problem(schedule, recipes, json!({ "micronutrient_targets": { "iron_mg": 14.67 } })));
    assert_eq!(
        (result.status, mode(&result).0, mode(&result).1),
        (Status::Infeasible, "FM-4", ProofStatus::Proved)
    );
    let deficient = &result.report.as_ref().unwrap().deficient[0];
    assert_eq!(
        (number(deficient.best_achievable), number(deficient.required)),
        ("44".to_owned(), "44.01".to_owned())
    );
    assert_eq!((deficient.bound, deficient.classification), (Bound::Exact, Classification::Structural));
    let achievable = result.achievable.as_ref().unwrap();
    assert_eq!(achievable.found_milli, Some(999));
    assert!(achievable.found_milli <= Some(achievable.bound_milli), "{achievable:?}");
    assert!(!result.relaxations.is_empty());
}

#[test]
fn mv_2_pins_that_cannot_make_a_day_are_told_before_the_search() {
    // V6.
    let tiny = |id: &str| meal(id, [300.0, 10.0, 10.0, 30.0], json!({}));
    let mut recipes = std(6);
    recipes.extend([tiny("tinyA"), tiny("tinyB")]);
    let pins = json!({ "pinned_assignments": [pin(1, 0, "tinyA"), pin(1, 1, "tinyB")] });
    let result = solved(&problem(json!([s2(), s2()]), recipes, pins));
    assert_eq!(mode(&result), ("FM-3", ProofStatus::Proved, Method::Static));
    let conflict = &result.report.as_ref().unwrap().pinned_conflicts[0];
    assert_eq!((conflict.violation.as_str(), conflict.day, conflict.direct), ("day_macros", 1, true));
    let energy = &conflict.violations[0];
    assert_eq!((energy.name.as_str(), number(energy.value)), ("calories", "600".to_owned()));
    assert_eq!((number(energy.low), number(energy.high)), ("1800".to_owned(), "2200".to_owned()));
    let pinned = json!({ "pinned_assignments": [pin(1, 0, "r0"), pin(1, 1, "r1")] });
    let result = solved(&problem(json!([s2()]), std(6), pinned));
    assert_eq!((result.termination.as_deref(), result.stats.attempts), (Some("TC-4"), 0));
}

#[test]
fn fm_3_pins_above_a_ceiling_or_a_limit_tell_what_they_leave() {
    // V7.
    let recipes: Vec<Value> =
        (0..6).map(|n| meal(&format!("r{n}"), [700.0, 35.0, 22.0, 88.0], json!({}))).collect();
    let schedule = json!([slots(&[("08:00", 2), ("12:00", 2), ("18:00", 2)])]);
    let more = json!({
        "daily_calories": 1400, "daily_protein_g": 70, "daily_fat_g": [30, 60], "daily_carbs_g": 175,
        "max_daily_calories": 1300, "pinned_assignments": [pin(1, 0, "r0"), pin(1, 1, "r1")],
    });
    let result = solved(&problem(schedule, recipes, more));
    let report = result.report.as_ref().unwrap();
    assert_eq!((mode(&result).0, report.pinned_conflicts[0].violation.as_str()), ("FM-3", "joint_ceiling"));
    assert_eq!(number(report.remaining_budget[0].calories), "-100".to_owned());
    let mut recipes = std(6);
    recipes.push(meal("liver", STD, json!({ "retinol_ug": 5000 })));
    let more = json!({ "demographic": "adult_male", "pinned_assignments": [pin(1, 0, "liver")] });
    let result = solved(&problem(json!([s2()]), recipes, more));
    assert_eq!(
        (mode(&result).0, result.report.as_ref().unwrap().pinned_conflicts[0].violation.as_str()),
        ("FM-3", "ul")
    );
}

#[test]
fn fm_2_a_day_that_no_recipes_make_names_the_macro() {
    // V8.
    let rich: Vec<Value> =
        (0..6).map(|n| meal(&format!("r{n}"), [1000.0, 90.0, 32.0, 125.0], json!({}))).collect();
    let result = solved(&problem(json!([s2()]), rich, json!({})));
    assert_eq!((mode(&result).0, mode(&result).1, result.stats.attempts), ("FM-2", ProofStatus::Proved, 0));
    let violation = &result.report.as_ref().unwrap().failed_days[0].macro_violations[0];
    assert_eq!(violation.name, "protein_g");
    assert_eq!(
        (number(violation.value), number(violation.high), number(violation.delta)),
        ("180".to_owned(), "110".to_owned(), "70".to_owned())
    );
    // V14.
    let fat: Vec<Value> =
        (0..6).map(|n| meal(&format!("r{n}"), [1000.0, 50.0, 62.5, 125.0], json!({}))).collect();
    let result = solved(&problem(json!([s2()]), fat, json!({ "daily_fat_g": [50, 100] })));
    let violation = &result.report.as_ref().unwrap().failed_days[0].macro_violations[0];
    assert_eq!((mode(&result).0, violation.name.as_str()), ("FM-2", "fat_g"));
    assert_eq!(
        (number(violation.value), number(violation.high), number(violation.delta)),
        ("125".to_owned(), "100".to_owned(), "25".to_owned())
    );
    // The least change that helps is told: 25 g more fat is a step of 30.
    assert!(result.relaxations.iter().any(|relaxation| format!("{relaxation:?}").contains("FatRange")));
}

#[test]
fn mv_4_a_single_day_lists_what_it_leaves_open() {
    // V9.
    let plain =
        (0..4).map(|n| meal(&format!("r{n}"), STD, json!({ "vitamin_c_mg": 0, "potassium_mg": 1800 })));
    let rich =
        (4..6).map(|n| meal(&format!("r{n}"), STD, json!({ "vitamin_c_mg": 100, "potassium_mg": 1700 })));
    let recipes: Vec<Value> = plain.chain(rich).collect();
    let targets = json!({ "vitamin_c_mg": 150, "potassium_mg": 3400 });
    let result =
        solved(&problem(json!([s2()]), recipes.clone(), json!({ "micronutrient_targets": targets })));
    assert_eq!((ids(&result), result.unmet_floors.len()), (vec!["r4", "r5"], 0));
    let compat = json!({ "micronutrient_targets": targets, "policy": "compat" });
    let result = solved(&problem(json!([s2()]), recipes, compat));
    assert_eq!((ids(&result), number(result.unmet_floors[0].achieved)), (vec!["r0", "r1"], "0".to_owned()));
    let poor: Vec<Value> =
        (0..6).map(|n| meal(&format!("r{n}"), STD, json!({ "vitamin_c_mg": 10 }))).collect();
    let targets = json!({ "vitamin_c_mg": 150 });
    let result = solved(&problem(json!([s2()]), poor.clone(), json!({ "micronutrient_targets": targets })));
    assert_eq!(result.status, Status::Found);
    assert_eq!(
        (number(result.unmet_floors[0].achieved), number(result.unmet_floors[0].required)),
        ("20".to_owned(), "150".to_owned())
    );
    let strict = json!({ "micronutrient_targets": targets, "options": { "strict_single_day": true } });
    let result = solved(&problem(json!([s2()]), poor, strict));
    assert_eq!(mode(&result).0, "FM-4");
    assert_eq!(number(result.report.unwrap().deficient[0].best_achievable), "20".to_owned());
}

#[test]
fn mf_2_a_broken_problem_is_invalid_with_every_finding() {
    // V10, V12.
    let typo = json!({ "micronutrient_targets": { "vitamin_c_mgs": 90 } });
    let result = solved(&problem(json!([s2()]), std(6), typo));
    assert_eq!((result.status, result.errors[0].code.as_str()), (Status::Invalid, "unknown_nutrient"));
    assert!(result.errors[0].message.contains("maybe vitamin_c_mg"));
    assert_eq!(solved(&problem(json!([s2()]), vec![], json!({}))).errors[0].code, "empty_pool");
    let mut recipes = std(1);
    recipes.extend(std(1));
    let pins = json!({ "pinned_assignments": [pin(1, 0, "r9")] });
    let result = solved(&problem(json!([slots(&[("18:00", 2), ("08:00", 2)])]), recipes, pins));
    let codes: Vec<&str> = result.errors.iter().map(|error| error.code.as_str()).collect();
    assert_eq!(codes, ["duplicate_recipe", "slots_not_sorted", "unknown_pin"]);
}

#[test]
fn mv_1_a_ceiling_below_the_window_is_a_static_fault() {
    // V11.
    let result = solved(&problem(json!([s2()]), std(6), json!({ "max_daily_calories": 1700 })));
    assert_eq!(mode(&result), ("FM-2", ProofStatus::Proved, Method::Static));
    let sides: Vec<(&str, bool)> = result
        .conflict
        .iter()
        .map(|constraint| (constraint.spec.as_str(), constraint.low.is_some()))
        .collect();
    assert_eq!(sides, [("HC-5", false), ("MV-3", true)]);
    assert_eq!(number(result.conflict[1].low), "1800".to_owned());
    // The ceiling that would do is offered.
    assert!(format!("{:?}", result.relaxations).contains("Ceiling"), "{:?}", result.relaxations);
    // A floor above the limit of its own nutrient.
    let recipes: Vec<Value> = (0..6).map(|n| meal(&format!("r{n}"), STD, json!({ "zinc_mg": 10 }))).collect();
    let more = json!({ "micronutrient_targets": { "zinc_mg": 41 }, "upper_limits": { "zinc_mg": 40 } });
    let result = solved(&problem(json!([s2(), s2()]), recipes, more));
    assert_eq!(mode(&result), ("FM-4", ProofStatus::Proved, Method::Static));
}

#[test]
fn fm_3_a_large_pin_that_leaves_too_little_is_a_conflict_of_budget() {
    // V13.
    let mut recipes: Vec<Value> =
        (0..6).map(|n| meal(&format!("r{n}"), [300.0, 19.0, 9.0, 35.0], json!({}))).collect();
    recipes.extend((6..12).map(|n| meal(&format!("r{n}"), [600.0, 37.5, 18.75, 70.3125], json!({}))));
    recipes.push(meal("feast", [1800.0, 112.0, 56.0, 210.0], json!({})));
    let schedule = json!([s4()]);
    let more = json!({
        "daily_calories": 2400, "daily_protein_g": 150, "daily_fat_g": [60, 90], "daily_carbs_g": 281.25,
        "pinned_assignments": [pin(1, 0, "feast")],
    });
    let result = solved(&problem(schedule, recipes, more));
    let report = result.report.as_ref().unwrap();
    let conflict = &report.pinned_conflicts[0];
    assert_eq!((mode(&result).0, conflict.violation.as_str(), conflict.direct), ("FM-3", "budget", false));
    assert_eq!(
        (number(report.remaining_budget[0].calories), report.remaining_budget[0].open_slots),
        ("600".to_owned(), 3)
    );
}

#[test]
fn fm_1_an_exclusion_that_leaves_nothing_says_how_many_it_removed() {
    // V20.
    let with = |ingredient: &str| {
        let mut recipes = std(3);
        for recipe in &mut recipes {
            recipe["ingredients"] = json!([{ "name": ingredient }]);
        }
        solved(&problem(json!([s2()]), recipes, json!({ "excluded_ingredients": ["Peanuts "] })))
    };
    let result = with("peanut butter");
    assert_eq!(mode(&result), ("FM-1", ProofStatus::Proved, Method::Static));
    let slot = &result.report.as_ref().unwrap().unfillable_slots[0];
    assert_eq!(
        (slot.eligible, slot.blocking[0].constraint.as_str(), slot.blocking[0].removed),
        (0, "HC-1", 3)
    );
    // Peanuts are an allergen: eating them is not offered.
    assert!(result.relaxations.is_empty());
    assert_eq!(with("butternut squash").status, Status::Found);
}

#[test]
fn mv_5_twice_the_sodium_is_a_warning() {
    // V21: 21 001 over 7 days.
    let mut recipes: Vec<Value> =
        (0..14).map(|n| meal(&format!("r{n:02}"), STD, json!({ "sodium_mg": 1500 }))).collect();
    recipes[0]["nutrition"]["micronutrients"]["sodium_mg"] = json!(1501);
    let schedule: Value = (0..7).map(|_| s2()).collect();
    let more = json!({ "micronutrient_targets": { "sodium_mg": 1500 }, "options": { "variety_days": 7 } });
    let result = solved(&problem(schedule, recipes, more));
    let warning = result.warnings.iter().find(|warning| warning.code.as_str() == "sodium_high").unwrap();
    let facts = serde_json::to_value(&warning.facts).unwrap();
    assert_eq!(facts, json!({ "total": "21001", "limit": "21000", "ratio": "2.0001" }));
}

#[test]
fn nd_12_food_magnesium_is_limited_only_by_a_literal_map() {
    // V22.
    let recipes: Vec<Value> =
        (0..6).map(|n| meal(&format!("r{n}"), STD, json!({ "magnesium_mg": 260 }))).collect();
    let by_demographic = json!({ "upper_limits": "adult_male" });
    assert_eq!(solved(&problem(json!([s2()]), recipes.clone(), by_demographic)).status, Status::Found);
    let literal = json!({ "upper_limits": { "magnesium_mg": 350 } });
    let result = solved(&problem(json!([s2()]), recipes, literal));
    assert_eq!(result.report.unwrap().failed_days[0].ul_violations[0].spec, "HC-4");
}
