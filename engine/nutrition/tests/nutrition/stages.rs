//! The stages one by one: what prunes, what sends the search back, what proves and what repairs.

use domain::{
    law::Valid,
    nutrient::Nutrient,
    reason::{Reason, ReasonCode},
    spec::SpecId,
    voice::{Locale, Voice},
};
use nutrition::{
    bound::{Answer, Question, Relaxed},
    exact::{self, Aim, Apart, Exact, Limits},
    outcome::{Status, Why, report::Method},
    problem::Problem,
    repair::repair,
    request::Request,
    search::{self, Ending, NoGuide, Search, State, candidate::candidates},
    solve::{Patient, Progress, Stages, Watch, solve},
    tuning::MealTuning,
    verify::verify,
};
use serde_json::{Value, json};

use crate::score::scored;
use crate::solve::{STD, ids, meal, problem, s2, solved, std};

fn request(problem: &Problem) -> Request {
    Request::new(problem).unwrap_or_else(|invalid| panic!("{invalid}"))
}

fn searched(problem: &Problem) -> Search {
    search::search(&request(problem), &mut NoGuide, &mut Patient)
}

fn removed(problem: &Problem, slot: usize) -> Vec<(&'static str, u64)> {
    let request = request(problem);
    candidates(&request, &State::new(&request), &request.days[0][slot]).removed
}

fn fed(count: usize, macros: [f64; 4]) -> Vec<Value> {
    (0..count).map(|n| meal(&format!("x{n}"), macros, json!({}))).collect()
}

#[test]
fn md_5_a_meal_should_have_an_even_share_of_what_is_left_with_its_factors() {
    // 2000 kcal over two slots, the first before a long gap: 1100 kcal, 55 g; a recipe that has them scores full marks.
    let exact = meal("exact", [1100.0, 55.0, 35.75, 125.0], json!({ "fiber_g": 12.5 }));
    let request = request(&problem(json!([s2()]), vec![exact], json!({})));
    let score = scored(&request, 0, 0);
    assert!((score.nutrition - 100.0).abs() < 1e-9, "{score:?}");
}

#[test]
fn md_6_what_the_days_before_lacked_is_wanted_later() {
    // Vitamin C 90 a day: on day 1 only poor meals are allowed; on day 2 the need is 90 + 180 - 0 over one day.
    let recipes = vec![
        meal("poor_a", STD, json!({ "vitamin_c_mg": 0, "iron_mg": 10 })),
        meal("poor_b", STD, json!({ "vitamin_c_mg": 0, "iron_mg": 10 })),
        meal("rich_a", STD, json!({ "vitamin_c_mg": 90, "iron_mg": 0 })),
        meal("rich_b", STD, json!({ "vitamin_c_mg": 90, "iron_mg": 0 })),
    ];
    let pins = json!([
        { "day": 1, "slot": 0, "recipe_id": "poor_a" }, { "day": 1, "slot": 1, "recipe_id": "poor_b" },
    ]);
    let more = json!({ "micronutrient_targets": { "vitamin_c_mg": 90 }, "pinned_assignments": pins });
    let result = solved(&problem(json!([s2(), s2()]), recipes, more));
    assert_eq!(ids(&result)[2..], ["rich_a", "rich_b"]);
    let Why::Ranked(why) = &result.plan[2].why else { panic!("chosen by the search") };
    // The gap of day 2 is 90 + 90: one rich meal fills half of it.
    assert_eq!(why.fills.get(&Nutrient::VitaminC), Some(&500));
}

#[test]
fn fc_1_fc_2_and_fc_3_remove_what_no_rest_of_the_day_can_make_good() {
    // Two of 1300 kcal are too many, and so is one with the least of the others.
    let mut recipes = std(4);
    recipes.extend(fed(1, [1300.0, 50.0, 32.0, 125.0]));
    assert!(removed(&problem(json!([s2()]), recipes, json!({})), 0).contains(&("FC-1", 1)));
    let mut recipes = std(4);
    recipes.extend(fed(1, [1000.0, 70.0, 32.0, 125.0]));
    assert!(removed(&problem(json!([s2()]), recipes, json!({})), 0).contains(&("FC-2", 1)));
    let mut recipes: Vec<Value> =
        (0..4).map(|n| meal(&format!("r{n}"), STD, json!({ "zinc_mg": 20 }))).collect();
    recipes.push(meal("oyster", STD, json!({ "zinc_mg": 21 })));
    let limited = json!({ "upper_limits": { "zinc_mg": 40 } });
    assert!(removed(&problem(json!([s2()]), recipes, limited), 0).contains(&("FC-3", 1)));
}

#[test]
fn fc_5_a_choice_must_leave_a_recipe_for_every_slot() {
    // Only `quick` fits the second slot, so the first may not take it.
    let mut recipes = std(3);
    let mut quick = meal("a_quick", STD, json!({}));
    quick["cooking_time_minutes"] = 5.into();
    recipes.push(quick);
    let schedule = json!([[
        { "time": "08:00", "busyness_level": 2 }, { "time": "18:00", "busyness_level": 1 },
    ]]);
    let problem = problem(schedule, recipes, json!({}));
    assert!(removed(&problem, 0).contains(&("FC-5", 1)));
    assert_eq!(ids(&solved(&problem)), ["r0", "a_quick"]);
}

/// Two days whose floor needs the rich meals on day 1 or 2, while the score prefers others.
fn needy(iron: f64) -> Problem {
    let mut recipes: Vec<Value> =
        (0..4).map(|n| meal(&format!("r{n}"), STD, json!({ "iron_mg": 5 }))).collect();
    recipes
        .extend((4..6).map(|n| meal(&format!("r{n}"), [900.0, 45.0, 29.0, 112.0], json!({ "iron_mg": 6 }))));
    problem(json!([s2(), s2()]), recipes, json!({ "micronutrient_targets": { "iron_mg": iron } }))
}

#[test]
fn bt_1_bt_2_bt_3_and_bt_4_send_the_search_back_and_are_counted() {
    // BT-3: the horizon misses its floor at the last slot, again and again; then a plan is found.
    let found = searched(&needy(10.75));
    assert!(matches!(found.ending, Ending::Found(_)), "{:?}", found.ending);
    assert!(found.stats.triggers[2] > 0 && found.stats.backtracks > 0, "{:?}", found.stats);
    // BT-4: the first day leaves too much for the second.
    let found = searched(&needy(11.25));
    assert!(found.stats.triggers[3] > 0, "{:?}", found.stats);
    // BT-1: nothing fits the first slot. BT-2 cannot happen while the bounds of full days are exact.
    let none = searched(&problem(json!([s2()]), fed(4, [1300.0, 50.0, 32.0, 125.0]), json!({})));
    assert_eq!((none.ending, none.stats.triggers), (Ending::Exhausted, [1, 0, 0, 0]));
    assert_eq!(found.stats.triggers[1], 0);
}

#[test]
fn tc_1_tc_2_tc_3_and_tc_4_name_how_it_ended() {
    let termination = |problem: &Problem| solved(problem).termination.unwrap();
    assert_eq!(termination(&problem(json!([s2(), s2()]), std(6), json!({}))), "TC-1");
    assert_eq!(termination(&problem(json!([s2()]), std(6), json!({}))), "TC-4");
    assert_eq!(termination(&problem(json!([s2()]), fed(4, [1300.0, 50.0, 32.0, 125.0]), json!({}))), "TC-2");
    let mut short = needy(10.75);
    short.attempt_limit = 1;
    let result = solve(&short, Stages::A, &mut Patient);
    assert_eq!((result.status, result.termination.as_deref()), (Status::Unknown, Some("TC-3")));
    assert_eq!(result.failure_mode.as_deref(), Some("FM-5"));
    let exhausted = result.report.unwrap().exhausted.unwrap();
    assert_eq!((exhausted.attempts, exhausted.exhaustive), (1, false));
}

#[test]
fn mx_3_later_stages_begin_when_a_budget_is_spent() {
    let mut short = needy(10.75);
    short.attempt_limit = 1;
    let repaired = solved(&short);
    assert_eq!((repaired.status, repaired.stage.as_deref()), (Status::Found, Some("B")));
    assert!(repaired.stats.repair_nodes > 0 && repaired.stats.attempts == 1);
    short.budgets.repair = 0;
    let exact = solved(&short);
    assert_eq!((exact.status, exact.stage.as_deref()), (Status::Found, Some("C-restricted")));
    short.budgets.restricted_nodes = 0;
    assert_eq!(solved(&short).stage.as_deref(), Some("C-full"));
    short.budgets.full_nodes = 0;
    assert_eq!(solved(&short).status, Status::Unknown);
}

#[test]
fn mx_5_repair_tells_what_it_repaired() {
    let mut short = needy(10.75);
    short.attempt_limit = 4;
    let request = request(&short);
    let begun = search::search(&request, &mut NoGuide, &mut Patient);
    assert_eq!(begun.ending, Ending::BudgetSpent);
    let repaired = repair(&request, &begun.best_partial, 1_000_000, &mut Patient).unwrap();
    assert!(repaired.is_valid);
    assert_eq!(repaired, repair(&request, &begun.best_partial, 1_000_000, &mut Patient).unwrap());
    let result = solved(&short);
    let told = result.plan.iter().filter_map(|meal| match &meal.why {
        Why::Repaired { repaired } => repaired.first(),
        _ => None,
    });
    let constraints: Vec<_> = told.map(|repaired| repaired.constraint.spec.clone()).collect();
    assert!(constraints.contains(&"MV-4".to_owned()), "{constraints:?}");
}

#[test]
fn mx_6_the_exact_stage_decides_small_problems() {
    let ask = |problem: &Problem| {
        let request = request(problem);
        let limits = Limits { nodes: 1_000, iterations: 20_000 };
        let question = exact::Question {
            request: &request,
            dishes: None,
            aim: Aim::Any,
            apart: Apart::default(),
            limits,
        };
        question.solve(&mut Patient).0
    };
    assert!(matches!(ask(&needy(10.75)), Exact::Found { .. }));
    assert_eq!(ask(&needy(11.5)), Exact::Infeasible);
}

#[test]
fn mx_4_and_mx_7_bounds_prove_in_integers_what_no_plan_can_do() {
    let ask = |iron: f64, question: Question| Relaxed::whole(&request(&needy(iron))).ask(question);
    assert!(matches!(ask(12.5, Question::Feasible), Answer::Infeasible(_)));
    assert!(matches!(ask(10.75, Question::Feasible), Answer::Open(_)));
    // Two days hold at most 4 x 6 of iron, and no share of 24 asked for 25 is more than 960 thousandths.
    let days = request(&needy(12.5)).without_floors();
    let most = Relaxed::whole(&days).ask(Question::Most(Nutrient::Iron as usize));
    let Answer::AtMost(iron) = most else { panic!("a bound") };
    assert!((22_000_000..=24_000_000).contains(&iron), "{iron}");
    let Answer::AtMost(share) = ask(12.5, Question::Share) else { panic!("a bound") };
    assert!((880..=960).contains(&share), "{share}");
}

#[test]
fn mx_4_a_hopeless_search_is_refuted_by_its_root_bound() {
    // Far more paths than attempts, and a floor that no mixture of recipes reaches.
    let recipes: Vec<Value> = (0..40)
        .map(|n| {
            let [kcal, protein, fat, carbs] = [480.0 + f64::from(n), 24.0 + 0.05 * f64::from(n), 16.0, 60.0];
            let (iron, zinc) = if n % 2 == 0 { (9, 1) } else { (1, 9) };
            meal(
                &format!("r{n:02}"),
                [kcal, protein, fat, carbs],
                json!({ "iron_mg": iron, "zinc_mg": zinc }),
            )
        })
        .collect();
    let day = || {
        let times = ["07:00", "11:00", "15:00", "19:00"];
        times.iter().map(|time| json!({ "time": time, "busyness_level": 2 })).collect::<Value>()
    };
    let more = json!({ "micronutrient_targets": { "iron_mg": 22, "zinc_mg": 22 } });
    let result = solved(&problem(json!([day(), day(), day()]), recipes, more));
    let proof = result.proof.unwrap();
    assert_eq!((result.status, proof.method), (Status::Infeasible, Method::Lp));
    assert_eq!(result.stage.as_deref(), Some("C-lp"));
    assert!((2_000..3_000).contains(&result.stats.attempts), "{:?}", result.stats);
    // Iron and zinc each can be had, but not both.
    let conflict: Vec<_> = result.conflict.iter().filter_map(|constraint| constraint.nutrient).collect();
    assert!(conflict.contains(&Nutrient::Iron) && conflict.contains(&Nutrient::Zinc), "{conflict:?}");
}

#[test]
fn mx_2_whoever_watches_can_end_a_solve_and_gets_the_best_plan_so_far() {
    struct Hasty;
    impl Watch for Hasty {
        fn go_on(&mut self, _: &Progress) -> bool {
            false
        }
    }
    let result = solve(&needy(10.75), Stages::Abc, &mut Hasty);
    assert_eq!((result.status, result.termination.as_deref()), (Status::Unknown, Some("TC-3")));
    assert_eq!(result.report.unwrap().best_plan.len(), 4);
    // What would have been found stays a best plan: an early end never makes another plan the answer.
    let easy = problem(json!([s2()]), std(4), json!({}));
    let result = solve(&easy, Stages::Abc, &mut Hasty);
    assert_eq!((result.status, result.termination.as_deref()), (Status::Unknown, Some("TC-3")));
    assert_eq!(verify(&easy, &result).breaches, []);
    let report = result.report.unwrap();
    assert_eq!((report.best_plan.len(), report.best_plan_violations), (2, vec![]));
}

#[test]
fn fm_5_a_solve_without_repair_still_shows_the_best_plan_and_what_it_breaks() {
    /// Ends a solve when it comes to a stage.
    struct Before(&'static str);
    impl Watch for Before {
        fn go_on(&mut self, progress: &Progress) -> bool {
            progress.stage != self.0
        }
    }
    // No plan has so much iron, which nobody may find out; less of it is found at once when the program is ended.
    let ends = [
        (Stages::Abc, "A", 50_000, 11.25),
        (Stages::Full, "C", 1, 11.25),
        (Stages::A, "", 1, 11.25),
        (Stages::Abc, "C", 1, 10.75),
    ];
    for (stages, end, attempt_limit, iron) in ends {
        let mut problem = needy(iron);
        problem.attempt_limit = attempt_limit;
        problem.budgets.repair = 0;
        let result = solve(&problem, stages, &mut Before(end));
        let (mode, termination) = (result.failure_mode.as_deref(), result.termination.as_deref());
        assert_eq!(
            (result.status, mode, termination),
            (Status::Unknown, Some("FM-5"), Some("TC-3")),
            "{end}"
        );
        // The independent check compares the violations with the plan.
        assert_eq!(verify(&problem, &result).breaches, [], "{end}");
        let report = result.report.unwrap();
        assert_eq!(report.best_plan.len(), 4, "{end}");
        assert_eq!(report.best_plan_violations.is_empty(), iron < 11.0, "{end}");
        assert_eq!(result.stats.repair_nodes, 0, "what is shown is no part of the search: {end}");
    }
}

#[test]
fn mf_8_tuning_has_bounds_and_the_defaults_of_the_chapter() {
    let tuning = MealTuning::default();
    let weights = serde_json::to_value(&tuning.score.weights).unwrap();
    let chapter =
        json!({ "nutrition": 40, "micronutrients": 30, "satiety": 15, "balance": 15, "schedule": 10 });
    assert_eq!(weights, chapter);
    assert!(Valid::new(tuning.clone()).is_ok());
    let mut wild = tuning.clone();
    wild.score.pre_workout_pct.protein = 300;
    let invalid = Valid::new(wild).unwrap_err();
    assert_eq!(invalid.findings()[0].code.as_str(), "invalid_tuning");
    // Other weights, another meal: without the schedule the quicker recipe has no advantage.
    let mut slow = meal("a_slow", STD, json!({}));
    slow["cooking_time_minutes"] = 14.into();
    let problem = problem(json!([s2()]), vec![slow, meal("b_quick", STD, json!({}))], json!({}));
    let mut idle = tuning;
    idle.score.weights.schedule = 0;
    let request = Request::tuned(&problem, &idle).unwrap();
    let ranked = candidates(&request, &State::new(&request), &request.days[0][0]).ranked;
    assert_eq!(request.recipes[ranked[0].0].id, "a_slow");
}

#[test]
fn mf_7_the_reasons_of_meals_have_texts_in_both_languages() {
    let codes = [
        "meal_planned",
        "meal_pinned",
        "meal_swapped",
        "meal_rebalanced",
        "meal_unsafe",
        "replan_offer",
        "expenditure_adapted",
        "floor_unreachable",
        "relax",
        "recipe_incomplete",
    ];
    for code in codes {
        let code: ReasonCode = code.parse().unwrap();
        for locale in [Locale::En, Locale::Ru] {
            let text = Voice::new(locale).reason(&Reason::new(code, SpecId::new("MF-7")));
            // Without a text the code itself would be shown.
            assert!(text != code.as_str() && !text.is_empty(), "{code}: {text}");
        }
    }
}
