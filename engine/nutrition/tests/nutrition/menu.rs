//! A plan as people read it, from the documents of problem and result alone.

use domain::{document::Document, quantity::Amount};
use nutrition::{
    document::DOCUMENTS,
    menu::{Served, menu},
    outcome::{self, Choice, MealResult},
    problem::{self, Problem, Where},
    request::Request,
};
use serde_json::{Value, json};

fn problem(change: impl FnOnce(&mut Value)) -> Problem {
    let mut problem: Value = serde_json::from_str(problem::EXAMPLE).unwrap();
    change(&mut problem);
    serde_json::from_value(problem).unwrap()
}

fn served(day: u32, slot: u32, recipe: &str, servings_pct: u32) -> Served {
    (Choice { day, slot, recipe_id: recipe.to_owned(), servings_pct }, None)
}

fn grams(amount: Amount) -> String {
    amount.to_string()
}

#[test]
fn mo_1_a_day_holds_its_portions_each_rounded_half_up() {
    let problem = problem(|_| {});
    let plan = [served(1, 1, "lentil_curry", 75), served(1, 0, "overnight_oats", 125)];
    let days = menu(&problem, plan);
    let [day] = &days[..] else { panic!("{days:?}") };
    let times: Vec<_> = day.meals.iter().map(|meal| meal.facts.unwrap().time.as_str()).collect();
    assert_eq!(times, ["08:00", "18:00"]);
    // 125 % of 1020 and 75 % of 1000 kcal; 125 % of 47 and 75 % of 48 g.
    assert_eq!((grams(day.holds.calories), grams(day.holds.protein)), ("2025".into(), "94.75".into()));
    assert_eq!(day.meals[0].minutes, 5);
}

#[test]
fn nt_4_carbs_that_are_not_given_follow_and_days_may_have_their_own_targets() {
    let problem = problem(|problem| {
        problem["days"] = json!(2);
        let day = problem["profile"]["schedule"][0].clone();
        problem["profile"]["schedule"] = json!([day, day]);
        problem["profile"]["day_targets"] = json!({ "2": { "daily_calories": 2200, "daily_carbs_g": 300 } });
    });
    let goals: Vec<_> =
        menu(&problem, [served(1, 0, "overnight_oats", 100), served(2, 0, "lentil_curry", 100)])
            .into_iter()
            .map(|day| (grams(day.goal.calories), grams(day.goal.carbs), day.goal.fat.map(grams)))
            .collect();
    let fat = ["50".to_owned(), "80".to_owned()];
    let expected = [("2000".into(), "253.75".into(), fat.clone()), ("2200".into(), "300".into(), fat)];
    assert_eq!(goals, expected);
    let request = Request::new(&problem).unwrap();
    assert_eq!(request.targets[0].carbs, 253_750_000, "as the search reads it");
}

#[test]
fn mo_2_a_serving_from_an_earlier_pot_is_only_warmed() {
    let problem = problem(|problem| {
        problem["recipes"][1]["reheats"] = json!({ "minutes": 4, "keeps_days": 3 });
    });
    let pot = Some(Where { day: 1, slot: 0 });
    let cooked = (served(1, 0, "lentil_curry", 100).0, pot);
    let warmed = (served(1, 1, "lentil_curry", 100).0, pot);
    let days = menu(&problem, [cooked, warmed]);
    let minutes: Vec<_> = days[0].meals.iter().map(|meal| (meal.minutes, meal.batch)).collect();
    assert_eq!(minutes, [(25, None), (4, pot)]);
}

#[test]
fn md_2_workouts_are_those_of_the_day() {
    let workouts = |profile: Value| {
        let problem = problem(|problem| {
            problem["profile"].as_object_mut().unwrap().extend(profile.as_object().unwrap().clone());
        });
        menu(&problem, [served(1, 0, "overnight_oats", 100)]).remove(0).workouts
    };
    let at = |start: &str, end: &str| vec![(start.to_owned(), end.to_owned())];
    assert_eq!(workouts(json!({ "activity_schedule": { "workout_start": "17:00" } })), at("17:00", "18:00"));
    assert_eq!(workouts(json!({ "activity_schedule": { "workout_end": "17:00" } })), at("16:00", "17:00"));
    let both = json!({
        "activity_schedule": { "workout_end": "17:00" },
        "workouts": [{ "day": 1, "start": "06:00", "end": "06:45" }],
    });
    assert_eq!(workouts(both), at("06:00", "06:45"));
}

#[test]
fn mf_2_the_example_of_a_result_is_the_plan_of_the_example_of_a_problem() {
    let problem = problem(|_| {});
    let result: MealResult = serde_json::from_str(outcome::EXAMPLE).unwrap();
    let plan = result.plan.iter().map(|meal| (Choice::from(meal), meal.batch));
    let day = menu(&problem, plan).remove(0);
    let stated = &result.days[0];
    assert_eq!((day.holds.calories, day.holds.protein), (stated.calories.0, stated.protein_g.0));
    assert_eq!((day.holds.fat, day.holds.carbs), (stated.fat_g.0, stated.carbs_g.0));
    // What is written again is the same document, keys sorted.
    let read: Value = serde_json::from_str(outcome::EXAMPLE).unwrap();
    assert_eq!(serde_json::to_value(&result).unwrap(), read);
}

#[test]
fn the_documents_stand_in_the_order_of_their_names() {
    assert!(DOCUMENTS.is_sorted_by_key(|Document { name, .. }| name));
}
