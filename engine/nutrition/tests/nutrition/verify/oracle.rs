//! A second, naive reading of the plainest rules, compared on random plans.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{problem, result, verify};

/// Where a rule is broken: its id, the day, and the slot if it is about one.
type Broken = BTreeSet<(String, u32, Option<u32>)>;

/// Minutes, kcal and the grams of protein of a recipe.
type Numbers = (u32, u32, u32);

const CAPS: [u32; 5] = [0, 5, 15, 30, 9999];

/// One level of busyness by day and slot.
type Levels = Vec<Vec<usize>>;

fn small_plans() -> impl Strategy<Value = (Levels, Vec<Numbers>, Vec<usize>)> {
    let levels = prop::collection::vec(prop::collection::vec(1usize..=4, 1..=3), 1..=4);
    let recipes = prop::collection::vec((0u32..40, 500u32..1500, 30u32..70), 6);
    (levels, recipes, prop::collection::vec(0usize..6, 12))
}

fn expected(levels: &Levels, recipes: &[Numbers], chosen: &[Vec<usize>]) -> Broken {
    let mut broken = Broken::new();
    for (day, (slots, meals)) in levels.iter().zip(chosen).enumerate() {
        let number = u32::try_from(day).unwrap() + 1;
        for (slot, (&level, &meal)) in slots.iter().zip(meals).enumerate() {
            let mut say = |rule: &str| broken.insert((rule.to_owned(), number, u32::try_from(slot).ok()));
            if recipes[meal].0 > CAPS[level] {
                say("HC-3");
            }
            if meals[..slot].contains(&meal) {
                say("HC-2");
            }
            if day > 0 && chosen[day - 1].contains(&meal) {
                say("HC-8");
            }
        }
        let sum = |of: fn(&Numbers) -> u32| meals.iter().map(|&meal| of(&recipes[meal])).sum::<u32>();
        if !(1800..=2200).contains(&sum(|recipe| recipe.1)) || !(90..=110).contains(&sum(|recipe| recipe.2)) {
            broken.insert(("MV-3".to_owned(), number, None));
        }
    }
    broken
}

proptest! {
    #[test]
    fn mv_6_agrees_with_a_naive_reading((levels, recipes, picks) in small_plans()) {
        let mut picks = picks.into_iter();
        let chosen: Vec<Vec<usize>> =
            levels.iter().map(|slots| picks.by_ref().take(slots.len()).collect()).collect();
        let (mut problem, mut result) = (problem(), result());
        problem["days"] = levels.len().into();
        problem["options"]["carbs"] = "slack".into();
        problem["profile"]["daily_fat_g"] = json!([0, 1000]);
        problem["profile"]["micronutrient_targets"] = json!({});
        problem["profile"]["schedule"] = levels.iter().map(|slots| {
            let slot = |(index, level): (usize, &usize)| {
                json!({ "time": format!("{:02}:00", 8 + 4 * index), "busyness_level": level })
            };
            slots.iter().enumerate().map(slot).collect::<Value>()
        }).collect();
        for (index, (minutes, calories, protein)) in recipes.iter().enumerate() {
            problem["recipes"][index]["cooking_time_minutes"] = (*minutes).into();
            problem["recipes"][index]["nutrition"]["calories"] = (*calories).into();
            problem["recipes"][index]["nutrition"]["protein_g"] = (*protein).into();
        }
        let days = chosen.iter().enumerate();
        result["plan"] = days.flat_map(|(day, meals)| meals.iter().enumerate().map(move |(slot, &meal)| {
            let id = ["a", "b", "c", "d", "e", "f"][meal];
            json!({ "day": day + 1, "slot": slot, "recipe_id": id, "servings_pct": 100, "why": { "kind": "pinned" } })
        })).collect();
        let breaches = verify(problem, result).breaches.into_iter().filter(|breach| breach.part == "plan");
        let found: Broken = breaches.map(|it| (it.spec.to_string(), it.day.unwrap(), it.slot)).collect();
        prop_assert_eq!(found, expected(&levels, &recipes, &chosen));
    }
}
