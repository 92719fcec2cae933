//! Cases in which a stage was wrong once, each as small as it can be.

use nutrition::{
    outcome::{
        Status,
        report::{Method, ProofStatus},
    },
    search::Ending,
    solve::{Patient, Stages, solve},
};
use serde_json::{Value, json};

use super::{plain, status, verified};
use crate::solve::{STD, ids, meal, problem, s2, std};

fn slot(time: &str, level: u32) -> Value {
    json!({ "time": time, "busyness_level": level })
}

#[test]
fn fc_6_the_same_recipes_on_other_days_are_another_state() {
    // Once in three days: `rich` may come on the first and the fourth day, and only then the iron suffices. It is the
    // last choice, so that the search has failed with the same two recipes in the other order before.
    let iron = |id: &str, macros: [f64; 4], amount: u32| meal(id, macros, json!({ "iron_mg": amount }));
    let recipes = vec![
        iron("a", [2190.0, 109.0, 71.0, 250.0], 1),
        iron("c", [2190.0, 109.0, 71.0, 250.0], 1),
        iron("rich", [1810.0, 91.0, 51.0, 226.0], 10),
    ];
    let schedule: Value = (0..4).map(|_| json!([slot("12:00", 2)])).collect();
    let more = json!({ "micronutrient_targets": { "iron_mg": 5.5 }, "options": { "variety_days": 3 } });
    let problem = problem(schedule, recipes, more);
    assert!(matches!(plain(&problem, 1000).ending, Ending::Found(_)));
    assert_eq!(ids(&verified(&problem, Stages::A)), ["rich", "a", "c", "rich"]);
}

#[test]
fn mo_1_whole_servings_prove_nothing_about_portions() {
    let recipes = (0..4).map(|n| meal(&format!("r{n}"), [800.0, 40.0, 26.0, 100.0], json!({}))).collect();
    let problem = problem(json!([s2()]), recipes, json!({ "options": { "portions": [100, 125] } }));
    let result = solve(&problem, Stages::A, &mut Patient);
    assert_eq!((result.status, result.failure_mode.as_deref()), (Status::Unknown, Some("FM-5")));
    assert_eq!(result.proof.unwrap().status, ProofStatus::Unknown);
    let result = verified(&problem, Stages::Ab);
    assert_eq!(result.plan.iter().map(|meal| meal.servings_pct).collect::<Vec<_>>(), [125, 100]);
}

#[test]
fn fc_5_many_portions_of_few_recipes_fill_many_slots() {
    let eighth = STD.map(|amount| amount / 4.0);
    let recipes = (0..8).map(|n| meal(&format!("r{n}"), eighth, json!({}))).collect();
    let day: Vec<Value> = (0..8).map(|n| slot(&format!("{:02}:00", 7 + 2 * n), 2)).collect();
    let portions = json!({ "options": { "portions": [50, 75, 100, 125, 150, 200] } });
    assert_eq!(verified(&problem(json!([day]), recipes, portions), Stages::Abc).plan.len(), 8);
}

#[test]
fn mo_4_what_is_only_told_and_what_each_day_needs_are_shown() {
    let recipes = |count: usize| -> Vec<Value> {
        (0..count).map(|n| meal(&format!("r{n}"), STD, json!({ "iron_mg": 5, "zinc_mg": 2 + n }))).collect()
    };
    let more = json!({
        "micronutrient_targets": { "iron_mg": 9, "zinc_mg": 4, "copper_mg": 1 },
        "options": { "nutrients": { "iron_mg": { "direction": "info" }, "zinc_mg": { "period": "day" },
            "copper_mg": { "advisory": true } } },
    });
    let result = verified(&problem(json!([s2(), s2()]), recipes(6), more), Stages::Abc);
    let shown = serde_json::to_value(&result).unwrap();
    assert_eq!(shown["days"][0]["micronutrients"]["iron_mg"], json!(10));
    let zinc = &shown["floors"][1];
    assert_eq!(
        (&zinc["nutrient"], &zinc["required"], &zinc["met"]),
        (&json!("zinc_mg"), &json!(8), &json!(true))
    );
    // Advice is a floor that several days may leave open.
    assert_eq!((&shown["floors"][0]["met"], &shown["unmet_floors"]), (&json!(false), &json!([])));
}

#[test]
fn mo_8_another_portion_is_no_other_plan() {
    let more = json!({ "options": { "alternatives": 5, "portions": [75, 100, 125] } });
    let result = verified(&problem(json!([s2()]), std(3), more), Stages::Abc);
    // Of three recipes two meals can be chosen in three ways.
    assert_eq!(result.alternatives.len(), 2);
}

#[test]
fn mo_2_a_batch_is_cooked_where_there_is_time_even_if_it_is_eaten_later() {
    let mut recipes = std(5);
    recipes[0]["cooking_time_minutes"] = 40.into();
    recipes[0]["reheats"] = json!({ "minutes": 3, "keeps_days": 2 });
    let batch = json!([{ "recipe_id": "r0", "servings": 1, "cook": { "day": 1, "slot": 0 },
        "eat": [{ "day": 1, "slot": 1 }] }]);
    let problem = problem(json!([s2()]), recipes, json!({ "options": { "batches": batch } }));
    assert_eq!(status(&problem, Stages::Abc), Status::Infeasible);
    let result = solve(&problem, Stages::Abc, &mut Patient);
    assert_eq!(result.failure_mode.as_deref(), Some("FM-3"));
    assert_eq!(result.report.unwrap().pinned_conflicts[0].violation, "batch");
    assert_eq!(result.proof.unwrap().method, Method::Static);
}
