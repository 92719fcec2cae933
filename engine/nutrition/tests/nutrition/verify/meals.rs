//! Meals in their slots and beside each other.

use serde_json::{Value, json};

use super::{daily, found, none};

#[test]
fn mx_1_every_slot_is_filled_once_and_in_order() {
    let plan =
        |change: fn(&mut Vec<Value>)| found(|_, result| change(result["plan"].as_array_mut().unwrap()));
    assert_eq!(plan(|plan| drop(plan.remove(3))), ["day 2, slot 1: no meal, expected one (MX-1)"]);
    assert_eq!(
        plan(|plan| plan.insert(3, plan[3].clone())),
        ["day 2, slot 1, d: a second meal, expected one (MX-1)"]
    );
    assert_eq!(plan(|plan| plan.swap(2, 3)), ["meals in another order, expected days, then slots (MX-1)"]);
    assert_eq!(
        plan(|plan| plan[3]["slot"] = 2.into()),
        [
            "day 2, slot 1: no meal, expected one (MX-1)",
            "day 2, slot 2: no such slot, expected a slot of the schedule (MX-1)"
        ]
    );
    assert_eq!(
        plan(|plan| plan[3]["recipe_id"] = "z".into()),
        ["day 2, slot 1: z, expected a recipe of the problem (MX-1)"]
    );
}

#[test]
fn hc_1_no_excluded_ingredient_is_eaten() {
    let eaten = |ingredient: Value, term: Value| {
        found(|problem, _| {
            problem["recipes"][2]["ingredients"] = json!([{ "name": "rice" }, ingredient]);
            problem["profile"]["excluded_ingredients"] = json!([term]);
        })
    };
    let excluded = |ingredient, term: &str| {
        [format!("day 2, slot 0, c: {ingredient}, expected nothing of `{term}` (HC-1)")]
    };
    let named = |name: &str| json!({ "name": name });
    assert_eq!(eaten(named("peanut butter"), json!("Peanuts ")), excluded("peanut butter", "Peanuts "));
    assert_eq!(eaten(named("butternut squash"), json!("Peanuts ")), none());
    assert_eq!(eaten(named("cheddar"), json!("milk")), excluded("cheddar", "milk"));
    assert_eq!(eaten(named("coconut milk"), json!("milk")), none());
    assert_eq!(eaten(named("rice vinegar"), json!({ "term": "vinegar", "as": "exact" })), none());
    let pinch = json!({ "name": "chopped nuts", "to_taste": true });
    assert_eq!(eaten(pinch, json!("nuts")), excluded("chopped nuts", "nuts"));
}

#[test]
fn hc_1_a_food_and_its_classes_count_like_its_name() {
    let eaten = |ingredient: Value, term: &str| {
        found(|problem, _| {
            problem["recipes"][2]["ingredients"] = json!([ingredient]);
            problem["profile"]["excluded_ingredients"] = json!([{ "term": term, "as": "class" }]);
        })
    };
    let spread = json!({ "name": "spread", "food": "peanut_butter" });
    assert_eq!(eaten(spread, "peanut"), ["day 2, slot 0, c: spread, expected nothing of `peanut` (HC-1)"]);
    let flour = json!({ "name": "flour", "allergens": ["wheat"] });
    assert_eq!(eaten(flour, "gluten"), ["day 2, slot 0, c: flour, expected nothing of `gluten` (HC-1)"]);
    assert_eq!(eaten(json!({ "name": "milk", "allergens": [] }), "milk"), none());
}

#[test]
fn hc_2_no_recipe_stands_twice_on_a_day() {
    let broken = found(|_, result| result["plan"][1]["recipe_id"] = "a".into());
    assert_eq!(broken, ["day 1, slot 1, a: also in slot 0, expected once a day (HC-2)"]);
}

#[test]
fn hc_3_cooking_fits_the_slot() {
    let taking = |recipe: usize, minutes: u32| {
        found(|problem, _| problem["recipes"][recipe]["cooking_time_minutes"] = minutes.into())
    };
    assert_eq!(taking(2, 15), none());
    assert_eq!(taking(2, 16), ["day 2, slot 0, c: 16 min exceeds 15 min (HC-3)"]);
    assert_eq!(taking(3, 300), none());
    let busy = |level: u32| {
        found(|problem, _| problem["profile"]["schedule"][1][0]["busyness_level"] = level.into())
    };
    assert_eq!(busy(1), ["day 2, slot 0, c: 10 min exceeds 5 min (HC-3)"]);
    assert_eq!(busy(3), none());
}

#[test]
fn hc_6_a_pin_stays() {
    let pinned = |id: &str| {
        found(|problem, _| {
            problem["profile"]["pinned_assignments"] = json!([{ "day": 2, "slot": 0, "recipe_id": id }]);
        })
    };
    assert_eq!(pinned("c"), none());
    assert_eq!(pinned("h"), ["day 2, slot 0: c, expected h (HC-6)"]);
}

#[test]
fn mv_2_a_pin_is_checked_like_any_meal() {
    let broken = found(|problem, _| {
        problem["profile"]["pinned_assignments"] = json!([{ "day": 2, "slot": 0, "recipe_id": "c" }]);
        problem["recipes"][2]["cooking_time_minutes"] = 16.into();
    });
    assert_eq!(broken, ["day 2, slot 0, c: 16 min exceeds 15 min (HC-3)"]);
}

#[test]
fn hc_7_what_is_liked_excuses_nothing() {
    let broken = found(|problem, _| {
        problem["profile"]["liked_foods"] = json!(["rice"]);
        problem["profile"]["excluded_ingredients"] = json!(["rice"]);
        for recipe in problem["recipes"].as_array_mut().unwrap().iter_mut().skip(1) {
            recipe["ingredients"] = json!([]);
        }
    });
    assert_eq!(broken, ["day 1, slot 0, a: rice, expected nothing of `rice` (HC-1)"]);
}

#[test]
fn hc_8_no_meal_returns_on_the_next_day() {
    let at = |index: usize| found(|_, result| result["plan"][index]["recipe_id"] = "a".into());
    assert_eq!(at(2), ["day 2, slot 0, a: also on day 1, slot 0, expected once in 2 days (HC-8)"]);
    assert_eq!(at(3), ["day 2, slot 1, a: also on day 1, slot 0, expected once in 2 days (HC-8)"]);
    assert_eq!(at(4), none());
    let yesterday = |id: &str| found(|problem, _| problem["profile"]["day_zero"] = json!([id]));
    assert_eq!(
        yesterday("b"),
        ["day 1, slot 1, b: also on the day before the first, expected once in 2 days (HC-8)"]
    );
    assert_eq!(yesterday("c"), none());
}

/// Whether a repeat in the first slot of day 2 is free with these fields of the profile.
fn is_free(profile: &Value) -> bool {
    let broken = found(|problem, result| {
        for (key, value) in profile.as_object().unwrap() {
            problem["profile"][key] = value.clone();
        }
        result["plan"][2]["recipe_id"] = "a".into();
    });
    assert!(broken.len() <= 1, "{broken:?}");
    broken.is_empty()
}

#[test]
fn hc_8_workout_slots_neither_restrict_nor_are_restricted() {
    let workout = |day: u32| json!({ "workouts": [{ "day": day, "start": "09:00", "end": "10:00" }] });
    assert!(is_free(&workout(1)));
    assert!(is_free(&workout(2)));
    assert!(!is_free(&workout(3)));
}

#[test]
fn md_3_a_slot_is_near_a_workout_by_minutes() {
    let near =
        |start: &str, end: &str| is_free(&json!({ "workouts": [{ "day": 2, "start": start, "end": end }] }));
    for (start, end, expected) in [
        ("08:00", "09:00", false),
        ("08:01", "09:00", true),
        ("10:00", "11:00", true),
        ("10:01", "11:00", false),
        ("07:00", "08:00", true),
        ("04:00", "05:01", true),
        ("04:00", "05:00", false),
    ] {
        assert_eq!(near(start, end), expected, "{start}-{end}");
    }
}

#[test]
fn md_2_a_workout_is_known_by_one_end_and_may_pass_midnight() {
    let every_day = |activity: Value| is_free(&json!({ "activity_schedule": activity }));
    assert!(every_day(json!({ "workout_start": "06:59" })), "it ends at 07:59");
    assert!(every_day(json!({ "workout_end": "10:30" })), "it starts at 09:30");
    assert!(!every_day(json!({ "workout_start": "12:00" })));
    assert!(!every_day(json!({})));
    let own = json!({ "workouts": [], "activity_schedule": { "workout_start": "09:00" } });
    assert!(!is_free(&own), "workouts win, also when there are none");
    let night =
        |day: u32| is_free(&json!({ "workouts": [{ "day": day, "start": "23:00", "end": "05:30" }] }));
    assert!(night(1), "it ends on day 2");
    assert!(!night(2), "it ends on day 3");
}

#[test]
fn mo_1_portions_are_those_that_options_and_recipe_allow() {
    // Half of a and one and a half of b are the same day as one of each.
    let with = |options: Value, own: Value| {
        found(|problem, result| {
            problem["options"] = options;
            problem["recipes"][0]["portions"] = own;
            result["plan"][0]["servings_pct"] = 50.into();
            result["plan"][1]["servings_pct"] = 150.into();
        })
    };
    let all = || json!({ "portions": [50, 100, 150] });
    assert_eq!(with(all(), Value::Null), none());
    assert_eq!(with(json!({ "portions": { "percents": [50, 150], "mode": "always" } }), Value::Null), none());
    assert_eq!(with(all(), json!([100, 150])), ["day 1, slot 0, a: 50 %, expected 100, 150 % (MO-1)"]);
    assert_eq!(
        with(json!({}), Value::Null),
        ["day 1, slot 0, a: 50 %, expected 100 % (MO-1)", "day 1, slot 1, b: 150 %, expected 100 % (MO-1)"]
    );
}

/// Found with a batch of three servings of a, cooked on day 1 and eaten each morning, after a further change.
fn batch(change: impl FnOnce(&mut Value, &mut Value)) -> Vec<String> {
    found(|problem, result| {
        let place = |day: u32| json!({ "day": day, "slot": 0 });
        problem["recipes"][0]["reheats"] = json!({ "minutes": 3, "keeps_days": 2 });
        problem["options"]["batches"] = json!([{ "recipe_id": "a", "servings": 3, "cook": place(1),
            "eat": [place(1), place(2), place(3)] }]);
        for index in [0, 2, 4] {
            result["plan"][index]["recipe_id"] = "a".into();
            result["plan"][index]["batch"] = place(1);
        }
        change(problem, result);
    })
}

#[test]
fn mo_2_a_batch_may_be_eaten_again_while_it_keeps() {
    assert_eq!(batch(|_, _| {}), none());
    let keeps = batch(|problem, _| problem["recipes"][0]["reheats"]["keeps_days"] = 1.into());
    assert_eq!(keeps, ["day 3, slot 0, a: 2 days old, expected at most 1 (MO-2)"]);
    let few = batch(|problem, _| problem["options"]["batches"][0]["servings"] = 2.into());
    assert_eq!(few, ["day 3, slot 0, a: 300 % of a serving exceeds 200 % (MO-2)"]);
    let other = batch(|_, result| result["plan"][2]["recipe_id"] = "c".into());
    assert_eq!(other, ["day 2, slot 0, c: not of the batch, expected a (MO-2)"]);
    let unsaid = batch(|_, result| result["plan"][2]["batch"] = Value::Null);
    assert_eq!(unsaid, ["day 2, slot 0, a: no batch, expected a batch of day 1, slot 0 (MO-2)"]);
}

#[test]
fn mo_2_a_batch_may_be_eaten_twice_on_a_day() {
    let twice = batch(|problem, result| {
        problem["options"]["batches"][0]["eat"][1] = json!({ "day": 1, "slot": 1 });
        result["plan"][1]["recipe_id"] = "a".into();
        result["plan"][1]["batch"] = json!({ "day": 1, "slot": 0 });
        result["plan"][2]["recipe_id"] = "c".into();
        result["plan"][2].as_object_mut().unwrap().remove("batch");
    });
    assert_eq!(twice, none());
}

#[test]
fn mo_2_cooking_and_reheating_take_their_own_time() {
    let slow = batch(|problem, _| problem["recipes"][0]["reheats"]["minutes"] = 16.into());
    let too_long = |day: u32| format!("day {day}, slot 0, a: 16 min exceeds 15 min (HC-3)");
    assert_eq!(slow, [too_long(2), too_long(3)]);
    let long = batch(|problem, _| problem["recipes"][0]["cooking_time_minutes"] = 16.into());
    assert_eq!(long, [too_long(1)]);
    // Cooked in the evening before, where there is time, it is eaten from day 2 on.
    let early = |cook: Value| {
        batch(|problem, result| {
            problem["recipes"][0]["cooking_time_minutes"] = 16.into();
            problem["options"]["batches"][0]["cook"] = cook.clone();
            problem["options"]["batches"][0]["eat"] =
                json!([{ "day": 2, "slot": 0 }, { "day": 3, "slot": 0 }]);
            result["plan"][0] = json!({ "day": 1, "slot": 0, "recipe_id": "h", "servings_pct": 100,
                "why": { "kind": "pinned" } });
            result["plan"][2]["batch"] = cook.clone();
            result["plan"][4]["batch"] = cook;
        })
    };
    assert_eq!(early(json!({ "day": 1, "slot": 1 })), none());
    assert_eq!(early(json!({ "day": 1, "slot": 0 })), [too_long(1)]);
    let late = early(json!({ "day": 2, "slot": 1 }));
    assert_eq!(late, ["day 2, slot 0, a: eaten before, expected after cooking on day 2, slot 1 (MO-2)"]);
}

#[test]
fn mo_2_batches_are_chosen_only_where_the_options_allow() {
    let chosen = |is_allowed: bool, change: fn(&mut Value, &mut Value)| {
        batch(|problem, result| {
            problem["options"] = json!({ "auto_batches": is_allowed });
            change(problem, result);
        })
    };
    assert_eq!(chosen(true, |_, _| {}), none());
    let asked = chosen(false, |_, result| {
        result["plan"][2]["recipe_id"] = "c".into();
        for index in [0, 4] {
            result["plan"][index].as_object_mut().unwrap().remove("batch");
        }
    });
    assert_eq!(asked, ["day 2, slot 0, c: a batch of day 1, slot 0, expected no batch (MO-2)"]);
    let cold = chosen(true, |_, result| {
        result["plan"][2]["recipe_id"] = "c".into();
    });
    let expected = [
        "day 2, slot 0, c: a recipe that does not reheat, expected one that does (MO-2)",
        "day 2, slot 0, c: a on day 1, slot 0, expected the batch to be cooked there (MO-2)",
        "day 2, slot 0, c: 1 days old, expected at most 0 (MO-2)",
    ];
    assert_eq!(sorted(cold), sorted(expected.map(str::to_owned).to_vec()));
    // What is only warmed up on day 2 is no batch for day 3.
    let again = chosen(true, |_, result| result["plan"][4]["batch"] = json!({ "day": 2, "slot": 0 }));
    let unsaid =
        "day 3, slot 0, a: no serving on day 2, slot 0, expected the first where the batch is cooked (MO-2)";
    assert_eq!(again, [unsaid]);
    // Cooking anew each day is no batch, whatever it is called.
    let anew = chosen(true, |_, result| {
        for (day, index) in [(2, 2), (3, 4)] {
            result["plan"][index]["batch"] = json!({ "day": day, "slot": 0 });
        }
    });
    assert_eq!(
        anew,
        [
            "day 2, slot 0, a: also on day 1, slot 0, expected once in 2 days (HC-8)",
            "day 3, slot 0, a: also on day 2, slot 0, expected once in 2 days (HC-8)"
        ]
    );
}

fn sorted(mut sentences: Vec<String>) -> Vec<String> {
    sentences.sort();
    sentences
}

#[test]
fn mo_5_a_slot_holds_only_what_has_its_tags() {
    let required = |tag: &str| {
        found(|problem, _| problem["profile"]["schedule"][1][0]["required_tags"] = json!(["plain", tag]))
    };
    assert_eq!(required("plain"), none());
    assert_eq!(required("vegan"), ["day 2, slot 0, c: tags [plain], expected vegan (MO-5)"]);
}

#[test]
fn mo_6_variety_may_be_asked_for_longer() {
    let over = |days: u32, change: fn(&mut Value, &mut Value)| {
        found(|problem, result| {
            problem["options"]["variety_days"] = days.into();
            change(problem, result);
        })
    };
    let repeat = |_: &mut Value, result: &mut Value| result["plan"][4]["recipe_id"] = "a".into();
    assert_eq!(over(2, repeat), none());
    assert_eq!(over(3, repeat), ["day 3, slot 0, a: also on day 1, slot 0, expected once in 3 days (MO-6)"]);
    let yesterday = |problem: &mut Value, _: &mut Value| problem["profile"]["day_zero"] = json!(["c"]);
    assert_eq!(
        over(3, yesterday),
        ["day 2, slot 0, c: also on the day before the first, expected once in 3 days (MO-6)"]
    );
    assert_eq!(over(2, yesterday), none());
}

#[test]
fn mo_7_a_day_costs_no_more_than_it_may() {
    let at_most = |minor: u32, change: fn(&mut Value, &mut Value)| {
        found(|problem, result| {
            problem["options"]["max_cost_per_day"] = json!({ "minor": minor, "currency": "EUR" });
            change(problem, result);
        })
    };
    assert_eq!(at_most(600, |_, _| {}), none());
    assert_eq!(at_most(599, |_, _| {}), daily("a cost of 600 minor units of EUR exceeds 599 (MO-7)"));
    let unknown = |problem: &mut Value, result: &mut Value| {
        problem["recipes"][2].as_object_mut().unwrap().remove("price");
        result["days"][1].as_object_mut().unwrap().remove("cost");
    };
    assert_eq!(at_most(600, unknown), ["day 2, slot 0, c: no price, expected a price in EUR (MO-7)"]);
    let foreign = |problem: &mut Value, result: &mut Value| {
        problem["recipes"][2]["price"]["currency"] = "USD".into();
        result["days"][1].as_object_mut().unwrap().remove("cost");
    };
    assert_eq!(at_most(600, foreign), ["day 2, slot 0, c: a price in USD, expected a price in EUR (MO-7)"]);
    // Half of 3.01 and one and a half of 3.00 are 1.51 and 4.50.
    let portions = |problem: &mut Value, result: &mut Value| {
        problem["options"]["portions"] = json!([50, 100, 150]);
        problem["recipes"][0]["price"]["minor"] = 301.into();
        result["plan"][0]["servings_pct"] = 50.into();
        result["plan"][1]["servings_pct"] = 150.into();
        result["days"][0]["cost"]["minor"] = 601.into();
    };
    assert_eq!(at_most(601, portions), none());
}
