//! Totals against their bounds, and the numbers that are shown.

use serde_json::{Value, json};

use super::{daily, found, none, supply};

/// Found with other targets on day 2, of which one macro then shows this deviation.
fn on_day_2(targets: Value, nutrient: &str, deviation: f64) -> Vec<String> {
    found(|problem, result| {
        problem["profile"]["day_targets"] = json!({ "2": targets });
        result["days"][1]["deviations"][nutrient] = deviation.into();
    })
}

#[test]
fn mv_3_macros_stay_within_a_tenth_exactly() {
    let calories = |target: f64| on_day_2(json!({ "daily_calories": target }), "calories", 2000.0 - target);
    assert_eq!(calories(2_222.222_222), none());
    assert_eq!(calories(2_222.222_223), ["day 2: calories = 2000 is less than 2000.000001 (MV-3)"]);
    assert_eq!(calories(1_818.181_819), none());
    assert_eq!(calories(1_818.181_818), ["day 2: calories = 2000 exceeds 1999.999999 (MV-3)"]);
    let protein = on_day_2(json!({ "daily_protein_g": 112 }), "protein_g", -12.0);
    assert_eq!(protein, ["day 2: protein_g = 100 is less than 100.8 (MV-3)"]);
    let nothing = on_day_2(json!({ "daily_protein_g": 0 }), "protein_g", 100.0);
    assert_eq!(nothing, ["day 2: protein_g = 100 exceeds 0 (MV-3)"]);
}

#[test]
fn mv_3_fat_stays_within_its_range() {
    let fat = |low: u32, high: u32, deviation: f64| {
        on_day_2(json!({ "daily_fat_g": [low, high] }), "fat_g", deviation)
    };
    assert_eq!(fat(64, 64, 0.0), none());
    assert_eq!(fat(50, 60, 4.0), ["day 2: fat_g = 64 exceeds 60 (MV-3)"]);
    assert_eq!(fat(70, 80, -6.0), ["day 2: fat_g = 64 is less than 70 (MV-3)"]);
}

#[test]
fn nt_4_carbs_that_are_not_given_follow_from_the_rest() {
    // (2000 - 4 x 100 - 9 x 65) / 4 = 253.75.
    let derived = |deviation: f64| {
        found(|problem, result| {
            problem["profile"].as_object_mut().unwrap().remove("daily_carbs_g");
            for day in result["days"].as_array_mut().unwrap() {
                day["deviations"]["carbs_g"] = deviation.into();
            }
        })
    };
    assert_eq!(derived(-3.75), none());
    assert_eq!(derived(0.0).len(), 3);
}

#[test]
fn mo_3_slack_carbs_are_not_checked() {
    let carbs = |options: Value| {
        found(|problem, result| {
            problem["options"] = options;
            problem["profile"]["day_targets"] = json!({ "2": { "daily_carbs_g": 300 } });
            result["days"][1]["deviations"]["carbs_g"] = json!(-50);
        })
    };
    assert_eq!(carbs(json!({})), ["day 2: carbs_g = 250 is less than 270 (MV-3)"]);
    assert_eq!(carbs(json!({ "carbs": "slack" })), none());
}

#[test]
fn hc_4_no_day_exceeds_a_limit() {
    let limit = |most: f64| found(|problem, _| problem["upper_limits"]["iron_mg"] = most.into());
    assert_eq!(limit(10.0), none());
    assert_eq!(limit(9.999_999), daily("iron_mg = 10 exceeds 9.999999 (HC-4)"));
}

#[test]
fn hc_4_limits_count_by_their_scope() {
    // V22: 520 mg of magnesium from food pass the limit of supplements, and fail one that is taken literally.
    let with = |nutrient: &str, amount: u32, limits: Value, overrides: Value| {
        found(|problem, result| {
            supply(problem, result, nutrient, amount);
            problem["upper_limits"] = limits;
            problem["profile"]["upper_limits_overrides"] = overrides;
        })
    };
    let male = || json!("adult_male");
    assert_eq!(with("magnesium_mg", 260, male(), json!({})), none());
    let too_much = daily("magnesium_mg = 520 exceeds 350 (HC-4)");
    assert_eq!(with("magnesium_mg", 260, json!({ "magnesium_mg": 350 }), json!({})), too_much);
    assert_eq!(with("magnesium_mg", 260, male(), json!({ "magnesium_mg": 350 })), too_much);
    let retinol = daily("retinol_ug = 3002 exceeds 3000 (HC-4)");
    assert_eq!(with("retinol_ug", 1501, male(), json!({})), retinol);
    assert_eq!(with("retinol_ug", 1501, male(), json!({ "retinol_ug": null })), none());
    assert_eq!(with("vitamin_a_ug", 9000, male(), json!({})), none());
}

#[test]
fn hc_5_no_day_exceeds_the_ceiling() {
    let ceiling = |most: f64| found(|problem, _| problem["profile"]["max_daily_calories"] = most.into());
    assert_eq!(ceiling(2000.0), none());
    assert_eq!(ceiling(1999.5), daily("calories = 2000 exceeds 1999.5 (HC-5)"));
}

/// Found with another target of iron, of which the plan holds 30 mg, and the entry of `floors`.
fn iron(target: f64, option: Value, floor: Option<(f64, bool)>) -> Vec<String> {
    found(|problem, result| {
        problem["profile"]["micronutrient_targets"]["iron_mg"] = target.into();
        problem["options"]["nutrients"] = json!({ "iron_mg": option });
        let entry = |(required, met): (f64, bool)| json!({ "nutrient": "iron_mg", "achieved": 30, "required": required, "met": met });
        result["floors"] = floor.map(entry).into_iter().collect();
    })
}

#[test]
fn mv_4_the_horizon_reaches_every_floor() {
    assert_eq!(iron(10.0, json!({}), Some((30.0, true))), none());
    let short = iron(10.000_001, json!({}), Some((30.000_003, false)));
    assert_eq!(short, ["iron_mg = 30 is less than 30.000003 (MV-4)"]);
}

#[test]
fn mv_4_one_day_may_make_up_for_another_unless_each_is_asked() {
    // Without iron in a and with 10 mg in c, day 1 holds 5 and day 2 holds 15 of the same 30.
    let uneven = |period: &str, met: bool| {
        found(|problem, result| {
            problem["options"]["nutrients"] = json!({ "iron_mg": { "period": period } });
            for (recipe, day, iron, total) in [(0, 0, 0, 5), (2, 1, 10, 15)] {
                problem["recipes"][recipe]["nutrition"]["micronutrients"]["iron_mg"] = iron.into();
                result["days"][day]["micronutrients"]["iron_mg"] = total.into();
            }
            result["floors"][0]["met"] = met.into();
        })
    };
    assert_eq!(uneven("horizon", true), none());
    assert_eq!(uneven("day", false), ["day 1: iron_mg = 5 is less than 9 (MO-4)"]);
}

#[test]
fn mv_4_a_fraction_may_suffice() {
    // 800 thousandths of 3 x 12.5 are 30; so are 0.8 of all floors.
    assert_eq!(iron(12.5, json!({ "fraction_milli": 800 }), Some((30.0, true))), none());
    let short = iron(12.5, json!({ "fraction_milli": 801 }), Some((30.0375, false)));
    assert_eq!(short, ["iron_mg = 30 is less than 30.0375 (MV-4)"]);
    let common = |fraction: f64, required: f64| {
        found(|problem, result| {
            problem["profile"]["micronutrient_targets"]["iron_mg"] = 12.5.into();
            problem["profile"]["micronutrient_weekly_min_fraction"] = fraction.into();
            result["floors"][0]["required"] = required.into();
        })
    };
    assert_eq!(common(0.8, 30.0), none());
    assert_eq!(common(0.333_333, 12.4875), none());
}

#[test]
fn mv_4_a_single_day_tells_its_unmet_floors_unless_it_is_strict() {
    let single = |strict: bool, unmet: Value| {
        found(|problem, result| {
            for list in [&mut problem["profile"]["schedule"], &mut result["days"]] {
                list.as_array_mut().unwrap().truncate(1);
            }
            problem["days"] = 1.into();
            problem["profile"]["micronutrient_targets"]["iron_mg"] = 11.into();
            problem["options"]["strict_single_day"] = strict.into();
            result["plan"].as_array_mut().unwrap().truncate(2);
            result["totals"] =
                json!({ "calories": 2000, "protein_g": 100, "fat_g": 64, "carbs_g": 250, "iron_mg": 10 });
            result["floors"] = open_floor();
            result["unmet_floors"] = unmet;
        })
    };
    assert_eq!(single(false, open_floor()), none());
    assert_eq!(
        single(false, json!([])),
        ["unmet_floors: iron_mg = nothing, expected 10 of 11, unmet (MV-4)"]
    );
    assert_eq!(single(true, json!([])), ["iron_mg = 10 is less than 11 (MV-4)"]);
}

fn open_floor() -> Value {
    json!([{ "nutrient": "iron_mg", "achieved": 10, "required": 11, "met": false }])
}

#[test]
fn mo_4_each_direction_binds_in_its_way() {
    let ceiling = |most: f64, more: &str| {
        let mut option = json!({ "direction": "ceiling", "max": most });
        option[more] = if more == "period" { "day".into() } else { true.into() };
        option
    };
    let horizon = |most: f64| json!({ "direction": "ceiling", "max": most });
    assert_eq!(iron(9.0, horizon(10.0), None), none());
    assert_eq!(iron(9.0, horizon(9.9), None), ["iron_mg = 30 exceeds 29.7 (MO-4)"]);
    assert_eq!(iron(9.0, json!({ "direction": "ceiling" }), None), ["iron_mg = 30 exceeds 27 (MO-4)"]);
    assert_eq!(iron(9.0, ceiling(9.9, "period"), None), daily("iron_mg = 10 exceeds 9.9 (MO-4)"));
    assert_eq!(iron(9.0, ceiling(9.9, "advisory"), None), none());
    assert_eq!(iron(99.0, json!({ "direction": "info" }), None), none());
    let range = |most: f64| json!({ "direction": "range", "max": most });
    assert_eq!(iron(9.0, range(10.0), Some((27.0, true))), none());
    assert_eq!(iron(9.0, range(9.9), Some((27.0, true))), ["iron_mg = 30 exceeds 29.7 (MO-4)"]);
    assert_eq!(iron(11.0, range(12.0), Some((33.0, false))), ["iron_mg = 30 is less than 33 (MO-4)"]);
    let by_day = || json!({ "period": "day" });
    assert_eq!(iron(10.0, by_day(), Some((30.0, true))), none());
    assert_eq!(iron(11.0, by_day(), Some((33.0, false))), daily("iron_mg = 10 is less than 11 (MO-4)"));
    let advice = || json!({ "advisory": true });
    assert_eq!(iron(11.0, advice(), None), none());
    assert_eq!(iron(11.0, advice(), Some((33.0, false))), none());
}

#[test]
fn mo_1_amounts_of_portions_are_rounded_half_up_meal_by_meal() {
    // Half of 0.000001 is 0.000001, and one and a half of it is 0.000002.
    let zinc = |day: f64| {
        found(|problem, result| {
            problem["options"]["portions"] = json!([50, 100, 150]);
            for recipe in [0, 1] {
                problem["recipes"][recipe]["nutrition"]["micronutrients"]["zinc_mg"] = json!(0.000_001);
            }
            result["plan"][0]["servings_pct"] = 50.into();
            result["plan"][1]["servings_pct"] = 150.into();
            result["days"][0]["micronutrients"]["zinc_mg"] = day.into();
        })
    };
    assert_eq!(zinc(0.000_003), none());
    assert_eq!(zinc(0.000_002), ["days, day 1: zinc_mg = 0.000002, expected 0.000003 (MF-2)"]);
}

#[test]
fn mf_2_days_and_totals_are_those_of_the_meals() {
    let shown = |change: fn(&mut Value)| found(|_, result| change(result));
    assert_eq!(
        shown(|result| result["days"][1]["fat_g"] = 63.into()),
        ["days, day 2: fat_g = 63, expected 64 (MF-2)"]
    );
    assert_eq!(
        shown(|result| result["days"][1]["micronutrients"] = json!({})),
        ["days, day 2: iron_mg = nothing, expected 10 (MF-2)"]
    );
    assert_eq!(
        shown(|result| result["days"][1]["micronutrients"]["zinc_mg"] = 1.into()),
        ["days, day 2: zinc_mg = 1, expected 0 (MF-2)"]
    );
    assert_eq!(
        shown(|result| result["days"][1]["deviations"]["fat_g"] = json!(-1)),
        ["deviations, day 2: fat_g = -1, expected 0 (MF-2)"]
    );
    assert_eq!(
        shown(|result| result["days"][1]["cost"]["minor"] = 1.into()),
        ["days, day 2: 1 minor units of EUR, expected 600 minor units of EUR (MO-7)"]
    );
    assert_eq!(
        shown(|result| result["days"].as_array_mut().unwrap().swap(0, 1)),
        ["days: days [2, 1, 3], expected 1 to 3 (MF-2)"]
    );
    assert_eq!(
        shown(|result| drop(result["totals"].as_object_mut().unwrap().remove("calories"))),
        ["totals: calories = nothing, expected 6000 (MF-2)"]
    );
}

#[test]
fn mf_2_floors_are_listed_with_what_they_hold() {
    let floors = |change: fn(&mut Value)| found(|_, result| change(&mut result["floors"]));
    assert_eq!(
        floors(|floors| floors[0]["met"] = false.into()),
        ["floors: iron_mg = 30 of 27, unmet, expected 30 of 27, met (MF-2)"]
    );
    assert_eq!(
        floors(|floors| *floors = json!([])),
        ["floors: iron_mg = nothing, expected 30 of 27, met (MF-2)"]
    );
    assert_eq!(
        floors(|floors| floors
            .as_array_mut()
            .unwrap()
            .push(json!({ "nutrient": "zinc_mg", "achieved": 0, "required": 0, "met": true }))),
        ["floors: zinc_mg = 0 of 0, met, expected no such entry (MF-2)"]
    );
}

#[test]
fn mv_5_much_sodium_is_warned_of() {
    // 6 x 900 = 5400 mg against 2 x 3 x 900 or 899 mg.
    let sodium = |target: u32, warnings: Value| {
        found(|problem, result| {
            supply(problem, result, "sodium_mg", 900);
            problem["profile"]["micronutrient_targets"]["sodium_mg"] = target.into();
            let floor =
                json!({ "nutrient": "sodium_mg", "achieved": 5400, "required": 3 * target, "met": true });
            result["floors"].as_array_mut().unwrap().push(floor);
            result["warnings"] = warnings;
        })
    };
    let warning = || json!([{ "code": "sodium_high", "facts": {} }]);
    assert_eq!(sodium(900, json!([])), none());
    assert_eq!(sodium(899, warning()), none());
    let expected = |said: &str, limit: u32| {
        [format!(
            "warnings: sodium_mg = 5400, {said} a warning, expected a warning above {limit} alone (MV-5)"
        )]
    };
    assert_eq!(sodium(899, json!([])), expected("without", 5394));
    assert_eq!(sodium(900, warning()), expected("with", 5400));
}

/// Found with alternatives of these recipes, of which so many are asked for.
fn alternatives(asked: u32, plans: &[&str]) -> Vec<String> {
    alternatives_to(json!([]), asked, plans)
}

fn alternatives_to(pins: Value, asked: u32, plans: &[&str]) -> Vec<String> {
    let choices = |plan: &str| {
        let choice = |(index, id): (usize, char)| json!({ "day": index / 2 + 1, "slot": index % 2, "recipe_id": id.to_string(), "servings_pct": 100 });
        plan.chars().enumerate().map(choice).collect::<Value>()
    };
    found(|problem, result| {
        problem["profile"]["pinned_assignments"] = pins;
        problem["options"]["alternatives"] = asked.into();
        result["alternatives"] = plans.iter().map(|plan| choices(plan)).collect();
    })
}

#[test]
fn mo_8_further_plans_are_good_and_differ() {
    assert_eq!(alternatives(2, &["ghcdef", "abghef"]), none());
    assert_eq!(
        alternatives(1, &["gbcdef"]),
        ["alternatives/0: 1 of 6 open slots differ from plan, expected 30 % or more (MO-8)"]
    );
    assert_eq!(
        alternatives(2, &["ghcdef", "ghcdeb"]),
        ["alternatives/1: 1 of 6 open slots differ from alternatives/0, expected 30 % or more (MO-8)"]
    );
    assert_eq!(alternatives(0, &["ghcdef"]), ["alternatives: 1 plans exceeds 0 (MO-8)"]);
    assert_eq!(
        alternatives(1, &["gghdef"]),
        ["alternatives/0, day 1, slot 1, g: also in slot 0, expected once a day (HC-2)"]
    );
}

#[test]
fn mo_8_only_open_slots_count() {
    let pin = |slot: u32, id: &str| json!({ "day": 3, "slot": slot, "recipe_id": id });
    let beside = |plan: &str| alternatives_to(json!([pin(0, "e"), pin(1, "f")]), 1, &[plan]);
    assert_eq!(beside("ghcdef"), none());
    assert_eq!(
        beside("gbcdef"),
        ["alternatives/0: 1 of 4 open slots differ from plan, expected 30 % or more (MO-8)"]
    );
}
