//! NT-8: from the profile of an athlete to the problem that the solver reads.

use domain::{
    error::ErrorCode,
    law::Invalid,
    recipe::ExclusionMatch,
    time::{LocalDate, add_days},
};
use nutrition::{
    catalog::Catalog,
    outcome::Status,
    problem::{Portions, Problem, SlotFacts},
    profile::{
        EXAMPLE, NutritionProfile, Planning, plan_problem,
        week::{PlannedWorkout, SessionStart},
    },
    request::Request,
    solve::{Patient, Stages, solve},
    target::input::TrainingKind,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A Monday.
const MONDAY: &str = "2026-03-09";

fn date(text: &str) -> LocalDate {
    text.parse().unwrap()
}

/// Five answers and whatever else is given.
fn profile(more: Value) -> NutritionProfile {
    let mut profile = json!({
        "sex": "male", "birth_date": "1996-02-14", "height_mm": 1800, "weight_g": 80_000, "goal": "maintain",
    });
    profile.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(profile).unwrap()
}

/// Seven days from Monday on, with the training of the profile.
fn planned(profile: &NutritionProfile, days: u32) -> Result<Planning, Invalid> {
    let monday = date(MONDAY);
    plan_problem(profile, Catalog::embedded(), monday, monday, days, &profile.workouts(monday, 7))
}

fn problem(more: Value) -> Problem {
    planned(&profile(more), 7).unwrap().problem
}

fn findings(more: Value) -> Vec<(ErrorCode, String)> {
    let invalid = planned(&profile(more), 7).unwrap_err();
    let findings = invalid.findings().iter();
    findings.map(|finding| (finding.code, finding.pointer.clone())).collect()
}

fn excluded(problem: &Problem) -> Vec<String> {
    let request = Request::new(problem).unwrap();
    request.recipes.iter().filter(|recipe| recipe.refused.is_some()).map(|recipe| recipe.id.clone()).collect()
}

/// The recipes of the catalogue of which an ingredient is one of these foods.
fn with_foods(foods: &[&str]) -> Vec<String> {
    let has = |entry: &&nutrition::catalog::CatalogRecipe| {
        let mut keys = entry.recipe.ingredients.iter().filter_map(|line| line.food_id.as_ref());
        keys.any(|key| foods.contains(&key.as_str()))
    };
    Catalog::embedded().recipes().iter().filter(has).map(|entry| entry.recipe.id.to_string()).collect()
}

#[test]
fn nt_8_five_answers_make_a_problem_of_seven_usual_days() {
    let planning = planned(&profile(json!({})), 7).unwrap();
    let Problem { days, profile, options, recipes, .. } = planning.problem;
    assert_eq!((days, profile.schedule.len()), (7, 7));
    let slot = |time: &str, busyness_level, meal: &str| SlotFacts {
        time: time.to_owned(),
        busyness_level,
        meal_type: Some(meal.to_owned()),
        required_tags: vec![format!("for_{meal}")],
        preferred_tags: vec![],
    };
    let usual = [
        slot("07:30", 2, "breakfast"),
        slot("12:30", 3, "lunch"),
        slot("16:00", 2, "snack"),
        slot("19:30", 4, "dinner"),
    ];
    assert!(profile.schedule.iter().all(|day| *day == usual));
    // NT-1 without a plan: 2140 kcal; NT-3 1.2 g; NT-4 20 and 35 %: 48 and 83 g.
    assert_eq!(profile.daily_calories, 2140.into());
    assert_eq!(profile.daily_protein_g, 96.into());
    assert_eq!(profile.daily_fat_g, [48.into(), 83.into()]);
    assert_eq!(profile.daily_carbs_g.unwrap().as_f64(), Some(291.625));
    assert_eq!(profile.max_daily_calories, None);
    assert_eq!(profile.demographic.as_deref(), Some("adult_male"));
    assert_eq!(profile.workouts, Some(vec![]));
    assert!(options.prefer_meal_type);
    assert_eq!(options.portions, Some(Portions::AfterFailure(vec![75, 100, 125, 150])));
    assert_eq!(recipes.len(), Catalog::embedded().recipes().len());
    assert!(planning.left_out.is_empty());
}

#[test]
fn nt_8_the_problem_of_five_answers_is_one_that_the_search_can_read() {
    for (sex, goal) in [("male", "maintain"), ("female", "maintain"), ("male", "lose"), ("female", "gain")] {
        let problem = problem(json!({ "sex": sex, "goal": goal }));
        let request = Request::new(&problem).unwrap_or_else(|invalid| panic!("{sex}, {goal}: {invalid}"));
        assert_eq!(request.floors.len(), 24, "all but sodium");
        assert_eq!(request.warnings, []);
    }
}

#[test]
fn nt_8_five_answers_give_a_week() {
    for sex in ["male", "female"] {
        let planning = planned(&profile(json!({ "sex": sex })), 7).unwrap();
        let result = solve(&planning.problem, Stages::Abc, &mut Patient);
        assert_eq!(
            (result.status, result.plan.len()),
            (Status::Found, 28),
            "{sex}: {:?}",
            result.failure_mode
        );
    }
}

#[test]
fn nd_11_targets_are_floors_but_for_sodium_which_is_an_advisory_ceiling_of_the_day() {
    let problem = problem(json!({ "micronutrients": {
        "vitamin_d_iu": { "off": true },
        "iron_mg": { "target": 10, "fraction_milli": 800 },
        "saturated_fat_g": { "target": 20, "direction": "info" },
    } }));
    let targets = &problem.profile.micronutrient_targets;
    assert_eq!(targets.len(), 25, "25 tracked, without vitamin D, with saturated fat");
    assert_eq!(targets["copper_mg"].as_f64(), Some(0.9));
    assert_eq!(targets["sodium_mg"], 2300.into());
    let options: Vec<&str> = problem.options.nutrients.keys().map(String::as_str).collect();
    assert_eq!(options, ["iron_mg", "saturated_fat_g", "sodium_mg"]);
    let sodium = &problem.options.nutrients["sodium_mg"];
    assert_eq!((sodium.direction.as_deref(), sodium.period.as_deref()), (Some("ceiling"), Some("day")));
    assert!(sodium.advisory);
    assert_eq!(problem.options.nutrients["iron_mg"].fraction_milli, Some(800));
}

#[test]
fn nt_1_brought_numbers_win_and_the_last_weigh_ins_beat_the_first_weight() {
    let brought =
        json!({ "brought": { "daily_calories": 2400, "daily_protein_g": 150, "daily_fat_g": [60, 90] } });
    let own = problem(brought).profile;
    assert_eq!((own.daily_calories, own.daily_protein_g), (2400.into(), 150.into()));
    // The example of NT-4.
    assert_eq!(own.daily_carbs_g.unwrap().as_f64(), Some(281.25));
    let weighed = |when: &str| {
        let weigh_ins = json!([{ "date": when, "weight_g": 90_000 }]);
        problem(json!({ "weigh_ins": weigh_ins })).profile.daily_protein_g
    };
    // NT-3: at most the weight of a body mass index of 25, 81 kg.
    assert_eq!(weighed("2026-03-08"), 97.into());
    assert_eq!(weighed("2026-03-10"), 96.into(), "tomorrow does not count");
}

#[test]
fn md_2_training_makes_workouts_and_counts_as_energy() {
    let training = json!({
        "1": [{ "kind": "strength" }],
        "3": [{ "start": "morning", "kind": "strength" }, { "start": "23:30", "kind": "mobility", "minutes": 45 }],
        "5": [{ "start": "12:00", "kind": "strength", "minutes": 60 }],
        "7": [{ "kind": "strength" }],
    });
    let usual = json!({ "morning": "06:15", "evening": "18:00" });
    let trained = profile(json!({ "training": training, "usual_start": usual }));
    let monday = date(MONDAY);
    let problem = |start, days| {
        plan_problem(&trained, Catalog::embedded(), monday, start, days, &trained.workouts(start, 7))
            .unwrap()
            .problem
    };
    let short = problem(monday, 3).profile;
    let shown = |workouts: Option<Vec<nutrition::problem::Workout>>| -> Vec<String> {
        let shown = |workout: &nutrition::problem::Workout| {
            format!("{} {}-{}", workout.day, workout.start, workout.end)
        };
        workouts.unwrap().iter().map(shown).collect()
    };
    // What goes on past midnight ends with the day.
    assert_eq!(shown(short.workouts), ["1 18:00-19:00", "3 06:15-07:15", "3 23:30-23:59"]);
    // NT-1: 4 × 60 min of strength work are 114.29 kcal a day, 45 min of mobility 12.86: 2263.14.
    assert_eq!(short.daily_calories, 2260.into());
    // NT-3: 1.6 g with strength work.
    assert_eq!(short.daily_protein_g, 128.into());
    // The same week from another day on.
    let later = problem(add_days(monday, 4), 7).profile;
    assert_eq!(shown(later.workouts)[0], "1 12:00-13:00");
    assert_eq!(later.daily_calories, 2260.into());
}

#[test]
fn nt_1_only_the_seven_days_from_the_start_on_count_as_energy() {
    let monday = date(MONDAY);
    let workout = |days: i64| PlannedWorkout {
        date: add_days(monday, days),
        start: SessionStart::Evening,
        kind: TrainingKind::Strength,
        minutes: 60,
    };
    let calories = |workouts: &[PlannedWorkout]| {
        let planning =
            plan_problem(&profile(json!({})), Catalog::embedded(), monday, monday, 7, workouts).unwrap();
        planning.problem.profile.daily_calories
    };
    assert_eq!(calories(&[workout(-1), workout(7), workout(30)]), 2140.into());
    assert_eq!(calories(&[workout(0), workout(1), workout(3), workout(6)]), 2250.into());
}

#[test]
fn nt_5_days_of_a_split_week_have_their_own_targets_and_the_highest_ceiling() {
    let training = json!({ "1": [{ "kind": "strength" }], "2": [{ "kind": "strength" }],
        "4": [{ "kind": "strength" }], "6": [{ "kind": "strength" }] });
    let split = json!({ "training": training, "day_split": 10, "goal": "lose", "deficit_mode": true });
    let planning = planned(&profile(split), 3).unwrap();
    let own = &planning.problem.profile.day_targets;
    assert_eq!(own.keys().collect::<Vec<_>>(), ["1", "2", "3"]);
    assert!(
        own["1"].daily_calories.as_ref().unwrap().as_f64()
            > own["3"].daily_calories.as_ref().unwrap().as_f64()
    );
    let ceiling = planning.problem.profile.max_daily_calories.unwrap();
    let of_training = planning.targets.day_targets[&1].max_daily_calories.unwrap();
    assert_eq!(ceiling.to_string(), of_training.0.to_string());
}

#[test]
fn hc_1_an_allergy_excludes_its_class_and_a_dislike_what_it_names() {
    let problem = problem(json!({ "allergies": ["fish"], "dislikes": ["mushroom"] }));
    let matching: Vec<_> = problem
        .profile
        .excluded_ingredients
        .iter()
        .map(|entry| (entry.term.as_str(), entry.matching))
        .collect();
    assert_eq!(matching, [("fish", ExclusionMatch::Class), ("mushroom", ExclusionMatch::Auto)]);
    let classes = |id: &str| &Catalog::embedded().recipe(&id.parse().unwrap()).unwrap().derived.allergens;
    let excluded = excluded(&problem);
    let fish = excluded.iter().filter(|id| classes(id).iter().any(|class| class.as_str() == "fish")).count();
    assert!(0 < fish && fish < excluded.len(), "{excluded:?}");
}

#[test]
fn hc_1_what_is_called_otherwise_in_the_recipes_is_excluded_by_their_text() {
    // The catalogue's recipes are written in English; the food knows the Russian word.
    let russian = problem(json!({ "dislikes": ["гречка"] }));
    let wanted = with_foods(&["buckwheat_cooked", "buckwheat_groats"]);
    assert!(!wanted.is_empty());
    let excluded = excluded(&russian);
    assert!(wanted.iter().all(|id| excluded.contains(id)), "{excluded:?} lacks some of {wanted:?}");
    assert!(russian.profile.excluded_ingredients.iter().all(|entry| entry.matching == ExclusionMatch::Exact));
    // A word that means nothing stays as it is, so that it can be told.
    let nothing = problem(json!({ "dislikes": ["moon dust"], "allergies": ["клубника"] }));
    let terms = &nothing.profile.excluded_ingredients;
    assert!(terms.iter().any(|entry| entry.term == "moon dust"));
    let strawberries = terms.iter().filter(|entry| entry.matching == ExclusionMatch::Class);
    assert!(
        strawberries.clone().count() > 0
            && strawberries.clone().all(|entry| entry.term.contains("strawberr"))
    );
}

#[test]
fn mt_1_liked_foods_are_found_by_every_name() {
    let liked = problem(json!({ "liked_foods": ["гречка отварная"] }));
    assert!(
        liked.profile.liked_foods.iter().any(|term| term.contains("buckwheat")),
        "{:?}",
        liked.profile.liked_foods
    );
    let request = Request::new(&liked).unwrap();
    assert!(request.recipes.iter().any(|recipe| recipe.liked > 0));
}

#[test]
fn nt_8_a_diet_is_required_of_every_slot() {
    for (written, tags) in [
        (json!("vegan"), vec!["vegan"]),
        (json!("none"), vec![]),
        (json!(["vegetarian", "gluten_free"]), vec!["gluten_free", "vegetarian"]),
    ] {
        let problem = problem(json!({ "diet": written }));
        let mut slots = problem.profile.schedule.iter().flatten();
        let diet = |slot: &SlotFacts| -> Vec<String> {
            let tags = slot.required_tags.iter().filter(|tag| !tag.starts_with("for_"));
            tags.cloned().collect()
        };
        assert!(slots.all(|slot| diet(slot) == tags), "{written}");
    }
    let refused = serde_json::from_value::<NutritionProfile>(json!({
        "sex": "male", "birth_date": "1996-02-14", "height_mm": 1800, "weight_g": 80_000, "goal": "gain",
        "diet": ["vegeterian"],
    }));
    assert_eq!(refused.unwrap_err().to_string(), "unknown diet `vegeterian`; maybe `vegetarian`");
}

#[test]
fn md_1_dates_win_over_weekdays_and_weekdays_over_the_usual_day() {
    let at = |time: &str| json!([{ "time": time, "busyness_level": 4, "required_tags": ["one_pot"] }]);
    let problem = problem(json!({
        "week": { "1": at("13:00"), "2": at("14:00") }, "dates": { MONDAY: at("20:00") }, "diet": "vegan",
    }));
    let times: Vec<&str> = problem.profile.schedule.iter().map(|day| day[0].time.as_str()).collect();
    assert_eq!(times, ["20:00", "14:00", "07:30", "07:30", "07:30", "07:30", "07:30"]);
    assert_eq!(problem.profile.schedule[0][0].required_tags, ["one_pot", "vegan"]);
}

#[test]
fn ml_7_supplements_lower_floors_day_by_day_and_narrow_limits_on_their_worst_day() {
    let supplement = |days: &[u8]| {
        json!({ "supplements": [
        { "name": "Pills", "amounts": { "zinc_mg": 7, "magnesium_mg": 300, "vitamin_d_iu": 5000 }, "days": days },
    ] })
    };
    let plain = problem(json!({})).profile;
    assert!(plain.upper_limits_overrides.is_empty());
    let own = problem(supplement(&[1, 3])).profile;
    // ND-11: 11 mg of zinc a day, 2 of 7 days with 7 mg: 9 mg are left. ND-12: 40 − 7.
    assert_eq!(own.micronutrient_targets["zinc_mg"], 9.into());
    assert_eq!(own.upper_limits_overrides["zinc_mg"], Some(33.into()));
    // Food does not count against the limit of magnesium as a supplement.
    assert!(!own.upper_limits_overrides.contains_key("magnesium_mg"));
    assert_eq!(own.upper_limits_overrides["vitamin_d_iu"], Some(0.into()), "never below nothing");
    // 600 IU a day, of which two days need none although they bring far more: 5 of 7 days are left.
    assert_eq!(own.micronutrient_targets["vitamin_d_iu"].as_f64(), Some(428.571_429));
    let daily = problem(supplement(&[1, 2, 3, 4, 5, 6, 7])).profile;
    assert_eq!(daily.micronutrient_targets["vitamin_d_iu"], 0.into());
}

#[test]
fn mf_1_recipes_carry_what_their_foods_say() {
    let problem = problem(json!({}));
    for facts in &problem.recipes {
        let entry = Catalog::embedded().recipe(&facts.id.parse().unwrap()).unwrap();
        assert_eq!(facts.cooking_time_minutes, entry.recipe.cooking_time_minutes);
        assert_eq!(facts.reheats, entry.recipe.reheats);
        assert_eq!(facts.tags.len(), entry.tags.len() + entry.recipe.meal_types.len());
        assert_eq!(facts.nutrition.micronutrients.len(), 30, "all that are no macros");
        let kcal = entry.derived.nutrition.get(domain::nutrient::Nutrient::Calories).unwrap();
        assert_eq!(facts.nutrition.calories.to_string().trim_end_matches(".0"), kcal.to_string());
        let grams = facts.grams.as_ref().and_then(serde_json::Number::as_f64).unwrap();
        assert!((50.0..1500.0).contains(&grams), "{}: {grams} g", facts.id);
        let fat: f64 = facts
            .fat_sources
            .iter()
            .flat_map(|sources| sources.values())
            .filter_map(serde_json::Number::as_f64)
            .sum();
        let whole = facts.nutrition.fat_g.as_f64().unwrap();
        // Each share is rounded down to a thousandth.
        assert!(fat <= whole && whole - fat <= 0.011 * whole, "{}: {fat} of {whole} g", facts.id);
    }
    let json = serde_json::to_string(&problem).unwrap();
    assert_eq!(serde_json::from_str::<Problem>(&json).unwrap(), problem);
}

#[test]
fn nt_8_everything_wrong_is_said_at_once_with_its_place() {
    let wrong = json!({
        "height_mm": 180, "weight_g": 1000, "rate_pct": 3, "goal": "lose",
        "week": { "8": [{ "time": "12:00", "busyness_level": 5 }] },
        "training": { "1": [{ "kind": "strength", "minutes": 0 }] },
        "allergies": [" "], "dislikes": [""],
        "micronutrients": { "iron_mg": { "direction": "range" } },
        "options": { "portions": [75, 110], "carbs": "none", "variety_days": 9, "alternatives": 6 },
    });
    let pointers: Vec<String> = findings(wrong).into_iter().map(|(_, pointer)| pointer).collect();
    let expected = [
        "/week/8",
        "/week/8/0/busyness_level",
        "/training/1/0/minutes",
        "/allergies/0",
        "/dislikes/0/term",
        "/micronutrients/iron_mg/direction",
        "/options/portions",
        "/options/portions",
        "/options/carbs",
        "/options/variety_days",
        "/options/alternatives",
        "/height_mm",
        "/weight_g",
        "/rate_pct",
    ];
    assert_eq!(pointers, expected);
    let minor = findings(json!({ "birth_date": "2010-01-01" }));
    assert_eq!(minor, [(ErrorCode::MinorNotSupported, "/birth_date".to_owned())]);
    let days = planned(&profile(json!({})), 8).unwrap_err();
    assert_eq!(days.to_string(), "days: 8, expected 1..7");
}

#[test]
fn nt_8_the_example_is_a_profile_that_makes_a_problem() {
    let example: NutritionProfile = serde_json::from_str(EXAMPLE).unwrap();
    let planning = planned(&example, 7).unwrap_or_else(|invalid| panic!("{invalid}"));
    assert!(Request::new(&planning.problem).is_ok());
    let written = serde_json::to_string(&example).unwrap();
    assert_eq!(serde_json::from_str::<NutritionProfile>(&written).unwrap(), example);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn nt_8_equal_profiles_give_equal_problems_byte_for_byte(
        grams in 45_000_i64..130_000, mm in 1500_u32..2050, goal in 0..3_usize, days in 1_u32..=7,
    ) {
        let goal = ["lose", "maintain", "gain"][goal];
        let one = profile(json!({ "weight_g": grams, "height_mm": mm, "goal": goal }));
        let write = || serde_json::to_string(&planned(&one, days).unwrap().problem).unwrap();
        prop_assert_eq!(write(), write());
        prop_assert!(Request::new(&planned(&one, days).unwrap().problem).is_ok());
    }
}
