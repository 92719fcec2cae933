//! MV-6: a good plan passes, and each rule that is broken is told, alone.
//!
//! Every test starts from the same problem and its answer, worked out by hand, changes one thing in them and says
//! what the check must find.

mod failure;
mod meals;
mod numbers;
mod oracle;

use nutrition::{outcome::MealResult, problem::Problem, verify::Verdict};
use serde_json::{Value, json};

/// Three days of two meals, at 08:00 with 15 minutes and at 18:00 without a limit: 2000 kcal, 100 g protein, fat
/// 50-80, carbs 250, 9 mg iron a day of 45 at most. The recipes a..h are alike.
fn problem() -> Value {
    let day = json!([{ "time": "08:00", "busyness_level": 2 }, { "time": "18:00", "busyness_level": 4 }]);
    let recipe = |id: char| {
        json!({
            "id": id.to_string(), "cooking_time_minutes": 10, "ingredients": [{ "name": "rice" }],
            "nutrition": { "calories": 1000, "protein_g": 50, "fat_g": 32, "carbs_g": 125,
                "micronutrients": { "iron_mg": 5 } },
            "tags": ["plain"], "price": { "minor": 300, "currency": "EUR" },
        })
    };
    json!({
        "days": 3,
        "upper_limits": { "iron_mg": 45 },
        "profile": {
            "daily_calories": 2000, "daily_protein_g": 100, "daily_fat_g": [50, 80], "daily_carbs_g": 250,
            "schedule": [day, day, day], "micronutrient_targets": { "iron_mg": 9 },
        },
        "options": {},
        "recipes": ('a'..='h').map(recipe).collect::<Vec<_>>(),
    })
}

/// a and b, c and d, e and f: twice 1000 kcal, 50 g, 32 g, 125 g, 5 mg and 3.00 EUR on each of three days.
fn result() -> Value {
    let meal = |(index, id): (usize, char)| {
        json!({ "day": index / 2 + 1, "slot": index % 2, "recipe_id": id.to_string(), "servings_pct": 100,
            "why": { "kind": "pinned" } })
    };
    let day = |day: u32| {
        json!({
            "day": day, "calories": 2000, "protein_g": 100, "fat_g": 64, "carbs_g": 250,
            "micronutrients": { "iron_mg": 10 }, "cost": { "minor": 600, "currency": "EUR" },
            "deviations": { "calories": 0, "protein_g": 0, "fat_g": 0, "carbs_g": 0 },
        })
    };
    json!({
        "status": "found",
        "plan": ('a'..='f').enumerate().map(meal).collect::<Vec<_>>(),
        "days": [day(1), day(2), day(3)],
        "totals": { "calories": 6000, "protein_g": 300, "fat_g": 192, "carbs_g": 750, "iron_mg": 30 },
        "floors": [{ "nutrient": "iron_mg", "achieved": 30, "required": 27, "met": true }],
        "unmet_floors": [], "warnings": [], "options": {}, "policy": "default",
        "stats": { "attempts": 6, "backtracks": 0, "bt": {}, "pruned": {}, "repair_nodes": 0,
            "lp_iterations": 0, "milp_nodes": 0 },
    })
}

fn verify(problem: Value, result: Value) -> Verdict {
    let problem: Problem = serde_json::from_value(problem).unwrap();
    let result: MealResult = serde_json::from_value(result).unwrap();
    nutrition::verify::verify(&problem, &result)
}

/// What is found after a change of the good problem and its answer.
fn found(change: impl FnOnce(&mut Value, &mut Value)) -> Vec<String> {
    let (mut problem, mut result) = (problem(), result());
    change(&mut problem, &mut result);
    verify(problem, result).breaches.iter().map(ToString::to_string).collect()
}

fn none() -> Vec<String> {
    vec![]
}

/// Gives every recipe so much of a nutrient, and shows what that adds up to.
fn supply(problem: &mut Value, result: &mut Value, nutrient: &str, amount: u32) {
    for recipe in problem["recipes"].as_array_mut().unwrap() {
        recipe["nutrition"]["micronutrients"][nutrient] = amount.into();
    }
    for day in result["days"].as_array_mut().unwrap() {
        day["micronutrients"][nutrient] = (2 * amount).into();
    }
    result["totals"][nutrient] = (6 * amount).into();
}

/// The same sentence for each of the three days.
fn daily(sentence: &str) -> Vec<String> {
    (1..=3).map(|day| format!("day {day}: {sentence}")).collect()
}

#[test]
fn mv_6_a_good_plan_breaks_nothing() {
    let verdict = verify(problem(), result());
    assert_eq!(verdict.breaches, []);
    assert!(verdict.checks > 100, "{}", verdict.checks);
}

#[test]
fn mv_6_breaches_are_ordered_and_make_a_document() {
    let (mut problem, mut result) = (problem(), result());
    problem["profile"]["max_daily_calories"] = 1999.into();
    result["plan"][1]["recipe_id"] = "a".into();
    result["totals"]["iron_mg"] = 31.into();
    let verdict = verify(problem, result);
    let sentences: Vec<String> = verdict.breaches.iter().map(ToString::to_string).collect();
    let expected = [
        "day 1: calories = 2000 exceeds 1999 (HC-5)",
        "day 1, slot 1, a: also in slot 0, expected once a day (HC-2)",
        "day 2: calories = 2000 exceeds 1999 (HC-5)",
        "day 3: calories = 2000 exceeds 1999 (HC-5)",
        "totals: iron_mg = 31, expected 30 (MF-2)",
    ];
    assert_eq!(sentences, expected);
    let written = serde_json::to_string(&verdict).unwrap();
    assert_eq!(serde_json::from_str::<Verdict>(&written).unwrap(), verdict);
}

#[test]
fn mv_6_the_example_is_a_verdict() {
    let example: Verdict = serde_json::from_str(nutrition::verify::EXAMPLE).unwrap();
    assert!(example.breaches.is_sorted());
    assert_eq!(example.breaches[2].to_string(), "day 3: fat_g = 125 exceeds 100 (MV-3)");
}

#[test]
fn mv_1_a_problem_that_cannot_be_read_is_told() {
    let broken = found(|problem, _| problem["profile"]["schedule"][1][0]["time"] = "25:00".into());
    assert_eq!(broken, ["problem: time is 25:00, expected HH:MM (MV-1)"]);
    let broken = found(|problem, _| problem["days"] = 2.into());
    let expected =
        "problem: profile/schedule is 3 days of 2, expected one list of slots a day, 1..7 days (MV-1)";
    assert_eq!(broken, [expected]);
}
