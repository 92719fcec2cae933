//! What changes in a plan: swaps, re-plans and other portions (ML-3, ML-4, ML-5).

use nutrition::{
    outcome::report::ProofStatus,
    pool::{Amounts, MEASURES},
    problem::Problem,
    replan::{Became, Replan, Settled, is_worth_an_offer, rebalance, replan, unsafe_slots},
    request::{Before, Request},
    search::{self, Assignment, Ending, NoGuide},
    solve::Patient,
    swap,
};
use serde_json::{Value, json};

use crate::solve::{STD, meal, problem, s2, std};

fn planned(problem: &Problem) -> (Request, Vec<Assignment>) {
    let request = Request::new(problem).unwrap();
    let Ending::Found(plan) = search::search(&request, &mut NoGuide, &mut Patient).ending else {
        panic!("a plan exists")
    };
    (request, plan)
}

fn id(request: &Request, plan: &[Assignment], day: usize, slot: usize) -> String {
    let meal = plan.iter().find(|meal| (meal.day, meal.slot) == (day, slot)).unwrap();
    request.recipes[meal.recipe].id.clone()
}

fn replanning(request: &Request, plan: &[Assignment], settled: Vec<Settled>) -> Replan {
    let before = Before { days: 0, amounts: [0; MEASURES] };
    Replan { request: request.clone(), current: plan.to_vec(), settled, before }
}

fn with_iron(count: usize, iron: u32) -> Vec<Value> {
    (0..count).map(|n| meal(&format!("r{n}"), STD, json!({ "iron_mg": iron }))).collect()
}

#[test]
fn ml_3_swaps_that_keep_the_plan_valid_come_first_with_their_effect() {
    let mut recipes = std(4);
    recipes.push(meal("light", [600.0, 30.0, 20.0, 75.0], json!({})));
    let mut rich = meal("rich", [1100.0, 55.0, 35.0, 137.0], json!({}));
    rich["cooking_time_minutes"] = 15.into();
    recipes.push(rich);
    let (request, mut plan) = planned(&problem(json!([s2()]), recipes, json!({})));
    for (meal, id) in plan.iter_mut().zip(["r0", "r1"]) {
        meal.recipe = request.find(id).unwrap();
    }
    let listed = swap::alternatives(&request, &plan, 0, 0);
    let (now, other) = (id(&request, &plan, 0, 0), id(&request, &plan, 0, 1));
    assert!(listed.iter().all(|alternative| alternative.recipe_id != now && alternative.recipe_id != other));
    assert_eq!(listed.last().unwrap().recipe_id, "light");
    let broken: Vec<&str> =
        listed.last().unwrap().violations.iter().map(|broken| broken.name.as_str()).collect();
    assert_eq!(broken, ["calories", "protein_g", "carbs_g"]);
    assert!(listed[..listed.len() - 1].iter().all(|alternative| alternative.violations.is_empty()));
    let rich = listed.iter().find(|alternative| alternative.recipe_id == "rich").unwrap();
    assert_eq!(rich.effect.minutes, 5);
    let energy = serde_json::to_value(rich.effect.day[0]).unwrap();
    assert_eq!(energy, json!({ "nutrient": "calories", "before": 2000, "after": 2100 }));
    // MX-8: the runner-up is the first of the list, and the parts of both scores make them.
    let rivalry = swap::swaps(&request, &plan, 0, 0).rivalry.unwrap();
    assert_eq!(rivalry.runner_up, listed[0]);
    assert!((rivalry.other() - listed[0].score.0).abs() < 1e-9, "{rivalry:?}");
    let own = swap::choose(&request, &plan, 0, 0, plan[0].recipe).unwrap();
    assert!((rivalry.own() - own.score.0).abs() < 1e-9, "{rivalry:?}");
}

#[test]
fn ml_3_what_is_not_safe_cannot_be_chosen_and_anything_else_can() {
    let mut recipes = std(4);
    recipes[3]["ingredients"] = json!([{ "name": "peanut butter" }]);
    let (request, plan) =
        planned(&problem(json!([s2()]), recipes, json!({ "excluded_ingredients": ["peanuts"] })));
    let refused = swap::choose(&request, &plan, 0, 0, request.find("r3").unwrap()).unwrap_err();
    assert_eq!((refused.ingredient.as_str(), refused.term.as_str()), ("peanut butter", "peanuts"));
    // The meal of the evening may stand in the morning too if the person insists.
    assert!(swap::choose(&request, &plan, 0, 0, request.find("r2").unwrap()).is_ok());
}

#[test]
fn ml_4_a_plan_that_still_holds_does_not_change() {
    let (request, plan) = planned(&problem(json!([s2(), s2()]), std(6), json!({})));
    let kept = replan(&replanning(&request, &plan, vec![]), &mut Patient);
    assert_eq!((kept.stage, kept.changed.len(), kept.violations.len()), (None, 0, 0));
    assert_eq!(kept.plan.len(), 4);
}

#[test]
fn ml_4_a_skipped_meal_changes_as_few_others_as_possible() {
    // Iron 10 a day is exactly reached; the lunch that was skipped takes 5 with it, and one rich meal brings it back.
    let mut recipes = with_iron(8, 5);
    recipes.push(meal("rich", STD, json!({ "iron_mg": 10 })));
    let more = json!({ "micronutrient_targets": { "iron_mg": 10 } });
    let (request, mut plan) = planned(&problem(json!([s2(), s2(), s2()]), recipes, more));
    // The plan as it was made before anything rich was known.
    let distinct = ["r0", "r1", "r2", "r3", "r0", "r1"];
    for (meal, id) in plan.iter_mut().zip(distinct) {
        meal.recipe = request.find(id).unwrap();
    }
    let skipped = Settled { day: 0, slot: 1, became: Became::Instead(Box::new([0; MEASURES])) };
    let result = replan(&replanning(&request, &plan, vec![skipped]), &mut Patient);
    assert_eq!(result.changed.len(), 1, "{result:?}");
    assert_eq!(result.changed[0].to, "rich");
    assert_eq!(result.proof.status, ProofStatus::Proved);
    // Today has lost half of its energy for good: that is told, and nothing else.
    assert!(!result.violations.is_empty() && result.violations.iter().all(|broken| broken.day == Some(1)));
    assert!(result.plan.iter().all(|choice| (choice.day, choice.slot) != (1, 1)));
}

#[test]
fn ml_4_what_was_eaten_before_counts_in_the_floors() {
    let more = json!({ "micronutrient_targets": { "iron_mg": 10 } });
    let (request, plan) = planned(&problem(json!([s2(), s2()]), with_iron(6, 5), more));
    let mut amounts: Amounts = [0; MEASURES];
    let short = Before { days: 1, amounts };
    let iron = domain::nutrient::Nutrient::Iron as usize;
    let missed = replan(&Replan { before: short, ..replanning(&request, &plan, vec![]) }, &mut Patient);
    assert_eq!(missed.violations[0].name, "iron_mg");
    amounts[iron] = 10_000_000;
    let enough = Before { days: 1, amounts };
    let kept = replan(&Replan { before: enough, ..replanning(&request, &plan, vec![]) }, &mut Patient);
    assert_eq!((kept.changed.len(), kept.violations.len()), (0, 0));
}

#[test]
fn ml_4_an_offer_is_made_above_five_percent_and_a_new_allergy_voids_meals() {
    let energy = |kcal: i64| {
        let mut amounts: Amounts = [0; MEASURES];
        amounts[0] = kcal * 1_000_000;
        amounts
    };
    assert!(!is_worth_an_offer(&energy(500), &energy(400), 2_000_000_000));
    assert!(is_worth_an_offer(&energy(501), &energy(400), 2_000_000_000));
    let mut recipes = std(4);
    recipes[1]["ingredients"] = json!([{ "name": "peanut butter" }]);
    let (_, plan) = planned(&problem(json!([s2()]), recipes.clone(), json!({})));
    let allergic = json!({ "excluded_ingredients": [{ "term": "peanut", "as": "class" }] });
    let request = Request::new(&problem(json!([s2()]), recipes, allergic)).unwrap();
    let hit = unsafe_slots(&request, &plan);
    assert_eq!((hit.len(), hit[0].1.as_str()), (1, "peanut butter"));
}

#[test]
fn ml_5_the_rest_of_today_is_balanced_by_portions_before_recipes() {
    let schedule = json!([json!([
        { "time": "08:00", "busyness_level": 2 }, { "time": "12:00", "busyness_level": 2 },
        { "time": "18:00", "busyness_level": 2 },
    ])]);
    let third = [666.0, 33.3, 21.3, 83.3];
    let recipes: Vec<Value> = (0..4).map(|n| meal(&format!("r{n}"), third, json!({}))).collect();
    let more = json!({ "options": { "portions": [100, 125, 150] } });
    let (request, plan) = planned(&problem(schedule, recipes, more));
    let skipped = Settled { day: 0, slot: 0, became: Became::Instead(Box::new([0; MEASURES])) };
    let result = rebalance(&replanning(&request, &plan, vec![skipped]), &mut Patient);
    let portions: Vec<u32> = result.plan.iter().map(|choice| choice.servings_pct).collect();
    // 2 x 666 are too little; 125 and 150 are the least change that makes 1800.
    assert_eq!(portions, [125, 150]);
    assert!(result.violations.is_empty());
    let recipes: Vec<&str> = result.plan.iter().map(|choice| choice.recipe_id.as_str()).collect();
    assert_eq!(recipes, [id(&request, &plan, 0, 1), id(&request, &plan, 0, 2)]);
}
