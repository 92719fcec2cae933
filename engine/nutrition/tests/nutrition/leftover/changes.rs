//! Swaps and re-plans of a request that knows what is at home.

use nutrition::{
    exact::{Aim, Apart, Exact, Limits, Question},
    leftover::Waiting,
    outcome::Choice,
    pool::{MEASURES, Place},
    problem::{Problem, Where},
    replan::{Became, Replan, Replanned, Settled, rebalance, replan},
    request::{Before, Request},
    search::Assignment,
    solve::Patient,
    swap,
    verify::verify_changed,
};
use serde_json::{Value, json};

use crate::solve::{STD, meal, problem, s2, std};

fn waiting(recipe: &str, servings_pct: u32, until: u32) -> Waiting {
    Waiting { recipe_id: recipe.to_owned(), servings_pct, until }
}

/// Recipes in the slots of a request with two slots a day, in order.
fn plan(recipes: &[Place]) -> Vec<Assignment> {
    let meal = |(n, recipe): (usize, &Place)| Assignment { day: n / 2, slot: n % 2, recipe: *recipe };
    recipes.iter().enumerate().map(meal).collect()
}

fn again(request: &Request, current: Vec<Assignment>, settled: Vec<Settled>) -> Replan {
    let before = Before { days: 0, amounts: [0; MEASURES] };
    Replan { request: request.clone(), current, settled, before }
}

fn warm(result: &Replanned) -> Vec<(u32, u32)> {
    result.leftovers.iter().map(|warm| (warm.day, warm.slot)).collect()
}

/// Two days of `r0` to `r3`, and a stew that takes too long to be cooked in any slot.
fn two_days(more: Value) -> Problem {
    let mut recipes = std(4);
    let mut stew = meal("stew", STD, json!({}));
    stew["cooking_time_minutes"] = 60.into();
    recipes.push(stew);
    problem(json!([s2(), s2()]), recipes, more)
}

#[test]
fn ml_6_without_leftovers_nothing_is_different() {
    let request = Request::new(&problem(json!([s2(), s2()]), std(6), json!({}))).unwrap();
    let same = request.with_leftovers(&[]);
    let current = plan(&[0, 1, 2, 3]);
    let listed = swap::alternatives(&same, &current, 0, 1);
    assert_eq!(listed, swap::alternatives(&request, &current, 0, 1));
    assert!(serde_json::to_value(&listed[0]).unwrap().get("leftover_minutes").is_none());
    let result = replan(&again(&same, current.clone(), vec![]), &mut Patient);
    assert_eq!(result, replan(&again(&request, current, vec![]), &mut Patient));
    assert!(serde_json::to_value(&result).unwrap().get("leftovers").is_none());
}

#[test]
fn ml_6_a_leftover_may_repeat_and_costs_nothing_more() {
    let mut recipes = std(4);
    for recipe in &mut recipes {
        recipe["price"] = json!({ "minor": 300, "currency": "EUR" });
    }
    let request = Request::new(&problem(json!([s2(), s2()]), recipes, json!({}))).unwrap();
    let request = request.with_leftovers(&[waiting("r0", 100, 1)]);
    let find = |id: &str| request.find(id).unwrap();
    // It is cooked on the same day and on the next one.
    let current = plan(&[find("r0"), find("r1"), find("r2"), find("r0")]);
    let listed = swap::alternatives(&request, &current, 0, 1);
    assert_eq!((listed[0].recipe_id.as_str(), listed[0].leftover_minutes), ("r0", Some(5)));
    let effect = serde_json::to_value(&listed[0].effect).unwrap();
    assert_eq!((&effect["cost"], &effect["minutes"]), (&json!(-300), &json!(-5)));
    // What is planned to be cooked can be eaten from home instead.
    let listed = swap::alternatives(&request, &current, 0, 0);
    assert_eq!((listed[0].recipe_id.as_str(), listed[0].leftover_minutes), ("r0", Some(5)));
    assert!(swap::alternatives(&request, &current, 1, 0).iter().all(|one| one.leftover_minutes.is_none()));
}

#[test]
fn ml_6_what_was_eaten_takes_nothing_from_home_and_what_is_fixed_does() {
    let allergic = json!({ "excluded_ingredients": ["anchovy"] });
    let mut problem = two_days(allergic);
    problem.recipes[3].ingredients = serde_json::from_value(json!([{ "name": "anchovy" }])).unwrap();
    let request = Request::new(&problem).unwrap().with_leftovers(&[waiting("stew", 100, 2)]);
    let find = |id: &str| request.find(id).unwrap();
    let stew = request.find_leftover("stew").unwrap();
    // The last evening is void.
    let current = plan(&[stew, find("r0"), find("r1"), find("r3")]);
    let settled = |became| vec![Settled { day: 0, slot: 0, became }];
    let eaten = replan(&again(&request, current.clone(), settled(Became::Eaten)), &mut Patient);
    assert_eq!((eaten.changed[0].to.as_str(), warm(&eaten)), ("stew", vec![(2, 1)]));
    let fixed = replan(&again(&request, current, settled(Became::Kept)), &mut Patient);
    assert_eq!((fixed.changed[0].to.as_str(), warm(&fixed)), ("r2", vec![]));
}

#[test]
fn ml_6_today_is_balanced_without_the_leftovers_of_tomorrow() {
    let request = Request::new(&two_days(json!({}))).unwrap();
    let find = |request: &Request, id: &str| request.find(id).unwrap();
    let with = |servings_pct| {
        let request = request.with_leftovers(&[waiting("stew", servings_pct, 2)]);
        let stew = request.find_leftover("stew").unwrap();
        let current = plan(&[find(&request, "r0"), stew, stew, find(&request, "r1")]);
        rebalance(&again(&request, current, vec![]), &mut Patient)
    };
    assert_eq!(warm(&with(200)), [(1, 1)]);
    let one = with(100);
    assert_eq!((warm(&one), one.plan.len(), one.violations.len()), (vec![], 2, 0));
}

#[test]
fn ml_6_leftovers_come_in_the_portions_of_the_request() {
    let portions = json!({ "options": { "portions": [50, 100] } });
    let rich = meal("rich", [2000.0, 100.0, 64.0, 250.0], json!({}));
    let problem = problem(json!([s2()]), [std(3), vec![rich]].concat(), portions);
    let request = Request::new(&problem).unwrap().with_leftovers(&[waiting("rich", 60, 1)]);
    let current = plan(&[request.find("r0").unwrap(), request.find("r1").unwrap()]);
    let listed = swap::alternatives(&request, &current, 0, 1);
    let first = (listed[0].recipe_id.as_str(), listed[0].servings_pct, listed[0].leftover_minutes);
    assert_eq!(first, ("rich", 50, Some(5)));
    assert!(listed[0].violations.is_empty());
}

#[test]
fn ml_6_the_independent_check_finds_leftovers_that_are_not_there() {
    let choice = |(n, id): (u32, &&str)| Choice {
        day: n / 2 + 1,
        slot: n % 2,
        recipe_id: (*id).to_owned(),
        servings_pct: 100,
    };
    let verdict = |problem: &Problem, waiting: &[Waiting], ids: &[&str], from_home: &[(u32, u32)]| {
        let plan: Vec<Choice> = (0..).zip(ids).map(choice).collect();
        let from_home: Vec<Where> = from_home.iter().map(|&(day, slot)| Where { day, slot }).collect();
        let breaches = verify_changed(problem, waiting, &plan, &from_home).breaches;
        breaches.iter().map(|breach| format!("{} {}", breach.spec, breach.code)).collect::<Vec<_>>()
    };
    let given = two_days(json!({}));
    let stews = ["stew", "r0", "stew", "r1"];
    let both = [(1, 0), (2, 0)];
    let none: [&str; 0] = [];
    assert_eq!(verdict(&given, &[waiting("stew", 200, 2)], &stews, &both), none);
    assert_eq!(verdict(&given, &[waiting("stew", 100, 1), waiting("stew", 100, 2)], &stews, &both), none);
    assert_eq!(verdict(&given, &[waiting("stew", 199, 2)], &stews, &both), ["ML-6 above"]);
    assert_eq!(verdict(&given, &[waiting("stew", 200, 1)], &stews, &both), ["ML-6 above"]);
    assert_eq!(verdict(&given, &[], &stews, &both), ["ML-6 above", "ML-6 above"]);
    // Nobody says that it is from home: it is cooked, too slowly and on two days running.
    assert_eq!(verdict(&given, &[], &stews, &[]), ["HC-3 above", "HC-3 above", "HC-8 repeated"]);
    assert_eq!(verdict(&given, &[], &["r0", "r1", "r2", "r3"], &[(3, 0)]), ["ML-6 unknown"]);
    let mut slow = given.clone();
    slow.recipes[4].reheats = serde_json::from_value(json!({ "minutes": 16, "keeps_days": 2 })).unwrap();
    assert_eq!(verdict(&slow, &[waiting("stew", 200, 2)], &stews, &[(1, 0), (2, 0)]), ["HC-3 above"; 2]);
    let mut hot = two_days(json!({ "excluded_ingredients": ["chili"] }));
    hot.recipes[4].ingredients = serde_json::from_value(json!([{ "name": "chili" }])).unwrap();
    assert_eq!(verdict(&hot, &[waiting("stew", 200, 2)], &stews, &both), ["HC-1 not_allowed"; 2]);
}

#[test]
fn ml_6_the_exact_stage_takes_from_home_what_is_there_and_good() {
    let recipes = [std(2), vec![meal("stew", STD, json!({}))]].concat();
    let mut given = problem(json!([s2(), s2(), s2()]), recipes, json!({}));
    given.recipes[2].cooking_time_minutes = 60;
    let solved = |waiting: &[Waiting]| {
        let request = Request::new(&given).unwrap().with_leftovers(waiting);
        let limits = Limits { nodes: 500, iterations: 20_000 };
        let (aim, apart) = (Aim::Any, Apart::default());
        let question = Question { request: &request, dishes: None, aim, apart, limits };
        match question.solve(&mut Patient).0 {
            Exact::Found { plan, .. } => {
                plan.iter().map(|meal| request.recipes[meal.recipe].is_at_home).collect()
            }
            other => {
                assert_eq!(other, Exact::Infeasible);
                vec![]
            }
        }
    };
    // Two recipes do for the first and the third day, and only leftovers for the second.
    assert_eq!(solved(&[waiting("stew", 200, 2)]), [false, false, true, true, false, false]);
    assert_eq!(solved(&[waiting("stew", 120, 2), waiting("stew", 80, 3)]).len(), 6);
    let none: [bool; 0] = [];
    assert_eq!(solved(&[waiting("stew", 200, 1)]), none);
    assert_eq!(solved(&[waiting("stew", 100, 1), waiting("stew", 199, 2)]), none);
}
