//! Stage A on the vectors of the chapter (section 13).

use nutrition::{
    problem::Problem,
    request::Request,
    search::{self, Ending, NoGuide, Search, State, candidate::candidates},
    solve::Patient,
};
use serde_json::{Value, json};

use crate::score::scored;

/// 2000 kcal, 100 g protein, fat 50-80, carbs 250.
fn problem(schedule: Value, recipes: Vec<Value>, more: Value) -> Problem {
    let days = schedule.as_array().unwrap().len();
    let mut profile = json!({
        "daily_calories": 2000, "daily_protein_g": 100, "daily_fat_g": [50, 80], "daily_carbs_g": 250,
        "schedule": schedule,
    });
    let mut problem = json!({ "days": days, "recipes": recipes });
    for (key, value) in more.as_object().unwrap() {
        match key.as_str() {
            "policy" | "options" | "upper_limits" | "attempt_limit" => problem[key] = value.clone(),
            _ => profile[key] = value.clone(),
        }
    }
    problem["profile"] = profile;
    serde_json::from_value(problem).unwrap()
}

fn slots(times: &[(&str, u32)]) -> Value {
    times.iter().map(|(time, level)| json!({ "time": time, "busyness_level": level })).collect()
}

fn s2() -> Value {
    slots(&[("08:00", 2), ("18:00", 2)])
}

fn s4() -> Value {
    slots(&[("07:00", 2), ("11:00", 2), ("15:00", 2), ("19:00", 2)])
}

/// 1000 kcal, 50 g, fat 32, carbs 125, 10 minutes; `part` divides it.
fn meal(id: &str, part: u32, micronutrients: Value) -> Value {
    json!({
        "id": id, "cooking_time_minutes": 10, "ingredients": [],
        "nutrition": { "calories": 1000 / part, "protein_g": 50 / part, "fat_g": 32 / part,
            "carbs_g": 125.0 / f64::from(part), "micronutrients": micronutrients },
    })
}

fn std(count: usize) -> Vec<Value> {
    (0..count).map(|n| meal(&format!("r{n}"), 1, json!({}))).collect()
}

fn search(request: &Request) -> Search {
    search::search(request, &mut NoGuide, &mut Patient)
}

fn solved(problem: &Problem) -> (Vec<String>, Search) {
    let request = Request::new(problem).unwrap_or_else(|invalid| panic!("{invalid}"));
    let search = search(&request);
    let plan = match &search.ending {
        Ending::Found(plan) => plan.iter().map(|meal| request.recipes[meal.recipe].id.clone()).collect(),
        other => vec![format!("{other:?}")],
    };
    (plan, search)
}

#[test]
fn fc_4_days_with_more_slots_can_bring_what_others_cannot() {
    // V3: iron 14.5 a day is reached only on the day with four slots.
    let recipes = || {
        let big = (0..6).map(|n| meal(&format!("big{n}"), 1, json!({ "iron_mg": 1 })));
        let small = (0..6).map(|n| meal(&format!("sm{n}"), 2, json!({ "iron_mg": 10 })));
        big.chain(small).collect::<Vec<_>>()
    };
    let schedule = || json!([s2(), s2(), s4()]);
    let enough = problem(schedule(), recipes(), json!({ "micronutrient_targets": { "iron_mg": 14.5 } }));
    let (plan, found) = solved(&enough);
    assert_eq!(plan, ["big0", "big1", "big2", "big3", "sm0", "sm1", "sm2", "sm3"]);
    assert_eq!((found.stats.attempts, found.stats.backtracks), (8, 0));
    let more = problem(schedule(), recipes(), json!({ "micronutrient_targets": { "iron_mg": 14.67 } }));
    assert_eq!(solved(&more).1.ending, Ending::Exhausted);
}

#[test]
fn hc_3_and_hc_6_a_quick_pin_stays_in_the_quick_slot() {
    // V4.
    let mut recipes = std(4);
    let mut quick = meal("quick", 1, json!({}));
    quick["cooking_time_minutes"] = 4.into();
    recipes.push(quick);
    let schedule = json!([slots(&[("08:00", 2), ("18:00", 1)])]);
    let pins = json!({ "pinned_assignments": [{ "day": 1, "slot": 1, "recipe_id": "quick" }] });
    assert_eq!(solved(&problem(schedule, recipes, pins)).0, ["r0", "quick"]);
}

#[test]
fn hc_8_looks_ahead_to_the_pins_of_tomorrow() {
    // V5.
    let pins = json!({ "pinned_assignments": [{ "day": 2, "slot": 0, "recipe_id": "r0" }] });
    let (plan, found) = solved(&problem(json!([s2(), s2()]), std(6), pins));
    assert_eq!(plan, ["r1", "r2", "r0", "r3"]);
    assert_eq!(found.stats.attempts, 3);
}

#[test]
fn hc_6_a_fully_pinned_day_needs_no_attempt() {
    // V6, second part.
    let pins = json!({ "pinned_assignments": [
        { "day": 1, "slot": 0, "recipe_id": "r0" }, { "day": 1, "slot": 1, "recipe_id": "r1" }] });
    let (plan, found) = solved(&problem(json!([s2()]), std(6), pins));
    assert_eq!((plan, found.stats.attempts), (vec!["r0".to_owned(), "r1".to_owned()], 0));
}

#[test]
fn mc_4_needs_are_weighed_by_what_is_missing_of_them() {
    // V9.
    let plain = (0..4).map(|n| meal(&format!("r{n}"), 1, json!({ "vitamin_c_mg": 0, "potassium_mg": 1800 })));
    let rich =
        (4..6).map(|n| meal(&format!("r{n}"), 1, json!({ "vitamin_c_mg": 100, "potassium_mg": 1700 })));
    let recipes: Vec<_> = plain.chain(rich).collect();
    let targets = json!({ "vitamin_c_mg": 150, "potassium_mg": 3400 });
    let problem = |policy: &str| {
        problem(json!([s2()]), recipes.clone(), json!({ "micronutrient_targets": targets, "policy": policy }))
    };
    assert_eq!(solved(&problem("default")).0, ["r4", "r5"]);
    assert_eq!(solved(&problem("compat")).0, ["r0", "r1"]);
    let request = Request::new(&problem("default")).unwrap();
    let state = State::new(&request);
    let ranked = candidates(&request, &state, &request.days[0][0]).ranked;
    let of = |id: &str| ranked.iter().find(|(place, _)| request.recipes[*place].id == id).unwrap().1;
    assert!((of("r0").micronutrients - 26.471).abs() < 0.001);
    assert!((of("r4").micronutrients - 58.333).abs() < 0.001);
}

#[test]
fn mv_4_a_single_day_lists_unmet_floors_unless_it_is_strict() {
    // V9, last part: 20 of 150.
    let recipes: Vec<_> = (0..6).map(|n| meal(&format!("r{n}"), 1, json!({ "vitamin_c_mg": 10 }))).collect();
    let targets = json!({ "vitamin_c_mg": 150 });
    let loose = problem(json!([s2()]), recipes.clone(), json!({ "micronutrient_targets": targets }));
    let request = Request::new(&loose).unwrap();
    assert!(matches!(search(&request).ending, Ending::Found(_)));
    let strict = json!({ "micronutrient_targets": targets, "options": { "strict_single_day": true } });
    assert_eq!(solved(&problem(json!([s2()]), recipes, strict)).1.ending, Ending::Exhausted);
}

#[test]
fn hc_1_excludes_whole_words_not_parts_of_them() {
    // V20.
    let with = |ingredient: &str| {
        let recipes = (0..3).map(|n| {
            let mut recipe = meal(&format!("r{n}"), 1, json!({}));
            recipe["ingredients"] = json!([{ "name": ingredient }]);
            recipe
        });
        let excluded = json!({ "excluded_ingredients": ["Peanuts "] });
        solved(&problem(json!([s2()]), recipes.collect(), excluded)).1.ending
    };
    assert_eq!(with("peanut butter"), Ending::Exhausted);
    assert!(matches!(with("butternut squash"), Ending::Found(_)));
}

#[test]
fn hc_8_spares_meals_around_a_workout() {
    // V15: oats fit best everywhere; on day 2 they are allowed in the snack before the run alone.
    let meal = |id: &str, liked: f64| {
        json!({ "id": id, "cooking_time_minutes": 10, "ingredients": [], "nutrition":
            { "calories": 1000, "protein_g": 50, "fat_g": 32.5, "carbs_g": 125, "micronutrients": { "fiber_g": liked } } })
    };
    let recipes = vec![meal("oats", 9.0), meal("rice", 1.0), meal("soup", 0.5), meal("stew", 0.2)];
    let day = || slots(&[("12:00", 2), ("17:00", 2)]);
    let workouts = json!({ "workouts": [{ "day": 2, "start": "18:00", "end": "19:00" }] });
    let (plan, _) = solved(&problem(json!([day(), day()]), recipes, workouts));
    assert_eq!(plan[0], "oats");
    assert_ne!(plan[2], "oats");
    assert_eq!(plan[3], "oats");
}

#[test]
fn mc_10_the_worked_composite() {
    for (policy, expected) in [("default", 46.9146), ("compat", 48.2782)] {
        let problem = problem(json!([s2()]), std(1), json!({ "policy": policy }));
        let request = Request::new(&problem).unwrap();
        let score = scored(&request, 0, 0);
        assert!(
            (score.total(&request.tuning.score.weights) - expected).abs() < 0.0001,
            "{policy}: {score:?}"
        );
    }
}

#[test]
fn mv_1_everything_wrong_is_said_at_once() {
    // V10, V12.
    let mut recipes = std(1);
    recipes.extend(std(1));
    let schedule = json!([slots(&[("18:00", 2), ("08:00", 2)])]);
    let pins = json!({
        "pinned_assignments": [{ "day": 1, "slot": 0, "recipe_id": "r9" }],
        "micronutrient_targets": { "vitamin_c_mgs": 90 },
    });
    let invalid = Request::new(&problem(schedule, recipes, pins)).unwrap_err();
    let codes: Vec<_> = invalid.findings().iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["duplicate_recipe", "slots_not_sorted", "unknown_pin", "unknown_nutrient"]);
    assert!(invalid.to_string().contains("maybe vitamin_c_mg"), "{invalid}");
    let empty = Request::new(&problem(json!([s2()]), vec![], json!({}))).unwrap_err();
    assert_eq!(empty.findings()[0].code.as_str(), "empty_pool");
}
