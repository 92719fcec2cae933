//! ND-13: the built-in catalogue feeds men and women, with and without meat, at any usual energy.

use nutrition::{
    catalog::Catalog,
    outcome::{MealResult, Status},
    problem::Problem,
    profile::{NutritionProfile, at_any_time, plan_problem},
    solve::{Patient, Stages, solve},
};
use serde_json::{Value, json};

/// The problem of the chapter: 75 kg, 120 g of protein, the macros of NT-4, 24 floors, limits, seven days.
fn problem(sex: &str, diet: &Value, kcal: u32, portions: &Value) -> Problem {
    let profile: NutritionProfile = serde_json::from_value(json!({
        "sex": sex, "birth_date": "1994-05-17", "height_mm": 1780, "weight_g": 75_000, "goal": "maintain",
        "brought": { "daily_calories": kcal, "daily_protein_g": 120 }, "diet": diet,
        "options": { "portions": portions, "variety_days": 2, "variety_penalty": false, "prefer_meal_type": false },
    }))
    .unwrap();
    let monday = "2026-03-09".parse().unwrap();
    let planning = plan_problem(&profile, Catalog::embedded(), monday, monday, 7, &[]).unwrap();
    assert_eq!(planning.problem.profile.micronutrient_targets.len(), 25);
    at_any_time(&planning.problem)
}

fn solved(problem: &Problem) -> MealResult {
    solve(problem, Stages::Abc, &mut Patient)
}

#[test]
fn nd_13_twenty_weeks_of_the_catalogue_are_solved_and_verified() {
    for sex in ["male", "female"] {
        for diet in [json!([]), json!(["vegetarian"])] {
            for kcal in [1800, 2200, 2600, 3000, 3200] {
                let whole = kcal == 2200 || (kcal == 2600 && sex == "male");
                let portions = if whole { Value::Null } else { json!([75, 100, 125, 150]) };
                let result = solved(&problem(sex, &diet, kcal, &portions));
                let name = format!("{sex}, {diet}, {kcal} kcal");
                assert_eq!(result.status, Status::Found, "{name}: {:?}", result.failure_mode);
                assert!(result.verify.unwrap().ok, "{name}");
                assert_eq!((result.plan.len(), result.unmet_floors.len()), (28, 0), "{name}");
                if whole {
                    assert!(result.plan.iter().all(|meal| meal.servings_pct == 100), "{name}");
                }
            }
        }
    }
}

#[test]
fn nd_13_a_vegan_week_needs_fortified_foods_and_has_them() {
    for sex in ["male", "female"] {
        for kcal in [1800, 2200, 2600] {
            let result = solved(&problem(sex, &json!(["vegan"]), kcal, &json!([75, 100, 125, 150])));
            assert_eq!(result.status, Status::Found, "{sex}, {kcal} kcal: {:?}", result.failure_mode);
        }
    }
}
