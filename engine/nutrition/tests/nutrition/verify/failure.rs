//! Results without a plan.

use serde_json::{Value, json};

use super::{found, none};

/// Found for a result without a plan whose best plan is this, with what it lists as broken.
fn best(plan: &str, violations: Value, change: impl FnOnce(&mut Value)) -> Vec<String> {
    let choice = |(index, id): (usize, char)| json!({ "day": index / 2 + 1, "slot": index % 2, "recipe_id": id.to_string(), "servings_pct": 100 });
    found(|problem, result| {
        change(problem);
        for (key, value) in [
            ("status", json!("infeasible")),
            ("plan", json!([])),
            ("days", json!([])),
            ("totals", json!({})),
            ("floors", json!([])),
        ] {
            result[key] = value;
        }
        let choices: Value = plan.chars().enumerate().map(choice).collect();
        result["report"] = json!({ "best_plan": choices, "best_plan_violations": violations });
    })
}

/// Three days need 33 mg of iron, and the plan holds 30.
fn scarce(problem: &mut Value) {
    problem["profile"]["micronutrient_targets"]["iron_mg"] = 11.into();
}

fn shortage() -> Value {
    json!({ "spec": "MV-4", "name": "iron_mg", "value": 30, "low": 33, "delta": 3 })
}

#[test]
fn mx_7_the_best_plan_breaks_what_it_lists() {
    assert_eq!(best("abcdef", json!([shortage()]), scarce), none());
    assert_eq!(
        best("abcdef", json!([]), scarce),
        ["best_plan: nothing listed, expected MV-4 iron_mg 30 off 33.. by 3 (MX-7)"]
    );
    let mut inexact = shortage();
    inexact["delta"] = 4.into();
    assert_eq!(
        best("abcdef", json!([inexact]), scarce),
        ["best_plan: MV-4 iron_mg 30 off 33.. by 4, expected MV-4 iron_mg 30 off 33.. by 3 (MX-7)"]
    );
    let more = json!({ "spec": "MV-3", "day": 1, "name": "fat_g", "value": 64, "high": 60, "delta": 4 });
    assert_eq!(
        best("abcdef", json!([shortage(), more]), scarce),
        ["best_plan, day 1: MV-3 fat_g 64 off ..60 by 4, expected what the plan breaks, once (MX-7)"]
    );
}

#[test]
fn mx_7_a_window_is_told_with_the_end_that_is_missed() {
    let poor =
        |problem: &mut Value| problem["profile"]["day_targets"] = json!({ "2": { "daily_protein_g": 120 } });
    let told = |ends: Value| {
        let mut violation =
            json!({ "spec": "MV-3", "day": 2, "name": "protein_g", "value": 100, "delta": 8 });
        violation.as_object_mut().unwrap().extend(ends.as_object().unwrap().clone());
        best("abcdef", json!([violation]), poor)
    };
    assert_eq!(told(json!({ "low": 108, "high": 132 })), none());
    assert_eq!(told(json!({ "low": 108 })), none());
    assert_eq!(told(json!({ "high": 132 })).len(), 1);
    assert_eq!(told(json!({ "low": 108, "high": 130 })).len(), 1);
}

#[test]
fn mx_7_the_best_plan_is_complete_and_gives_up_no_hard_rule() {
    assert_eq!(best("abcde", json!([]), scarce), ["best_plan, day 3, slot 1: no meal, expected one (MX-1)"]);
    assert_eq!(
        best("abcbef", json!([shortage()]), scarce),
        ["best_plan, day 2, slot 1, b: also on day 1, slot 1, expected once in 2 days (HC-8)"]
    );
}

#[test]
fn mx_7_what_the_person_fixed_is_not_held_against_it() {
    let pinned = |slots: &[u32]| {
        let pins: Value =
            slots.iter().map(|slot| json!({ "day": 1, "slot": slot, "recipe_id": "a" })).collect();
        best("aacdef", json!([]), |problem| problem["profile"]["pinned_assignments"] = pins)
    };
    assert_eq!(pinned(&[0, 1]), none());
    assert_eq!(pinned(&[0]), ["best_plan, day 1, slot 1, a: also in slot 0, expected once a day (HC-2)"]);
}

#[test]
fn mx_7_a_best_plan_that_breaks_nothing_disproves_the_result() {
    assert_eq!(
        best("abcdef", json!([]), |_| {}),
        ["best_plan: a plan that breaks nothing, expected the status found (MX-7)"]
    );
}

#[test]
fn mf_2_only_a_found_result_has_a_plan() {
    for status in ["infeasible", "unknown"] {
        let kept = found(|_, result| result["status"] = status.into());
        assert_eq!(kept, ["1 plans, expected none without the status found (MF-2)"]);
    }
}

#[test]
fn mv_1_an_invalid_problem_has_errors() {
    let invalid = |errors: Value| {
        found(|_, result| {
            result["status"] = "invalid".into();
            result["plan"] = json!([]);
            result["errors"] = errors;
        })
    };
    let error = json!([{ "code": "empty_pool", "spec": "MV-1", "message": "no recipe", "pointer": "recipes",
        "facts": {} }]);
    assert_eq!(invalid(error), none());
    assert_eq!(invalid(json!([])), ["errors: no error, expected what is wrong with the problem (MV-1)"]);
}
