//! The pages of results, from documents written by hand: what a person reads when there is a plan, and when there is
//! none.

use std::fs;

use domain::{nutrient::Nutrient, quantity::Amount, voice::Locale};
use nutrition::{
    outcome::{MealResult, Status, Verified},
    problem::Problem,
};
use testkit::expect_file;

use super::{exit, result_page, verified};
use crate::cli::words::Words;
use crate::meal_reader::{MealReader, failure};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages/meals");
const WIDTH: usize = 80;

fn read<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let text = fs::read_to_string(format!("{FOLDER}/{name}.json")).unwrap();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The page of a result in both languages, as it is kept beside the result.
fn check(name: &str) {
    let (problem, result): (Problem, MealResult) = (read("problem"), read(name));
    for lang in [Locale::En, Locale::Ru] {
        let shown = result_page(&result, &MealReader::new(Words::new(lang), &problem), true);
        let wide = shown.lines().find(|line| line.chars().count() > WIDTH);
        assert_eq!(wide, None, "{shown}");
        let id =
            ["failure-", "meals-", "rule-", "change-", "conflict-", "pin-", "nutrient-", "unit-", "stage-"];
        assert_eq!(id.iter().find(|id| shown.contains(*id)), None, "the name of a text is shown:\n{shown}");
        expect_file(format!("{FOLDER}/{name}.{lang}.txt"), &shown);
    }
}

#[test]
fn mx_8_a_found_plan_is_shown_with_why() {
    check("found");
}

#[test]
fn fm_1_meals_without_recipes_are_shown_with_what_removed_them() {
    check("fm-1");
}

#[test]
fn fm_2_days_that_cannot_be_valid_are_shown_with_the_closest() {
    check("fm-2");
}

#[test]
fn fm_3_fixed_meals_are_shown_with_what_they_leave() {
    check("fm-3");
}

#[test]
fn mf_7_a_floor_that_no_plan_reaches_is_told_with_the_most_there_is() {
    let (problem, result): (Problem, MealResult) = (read("problem"), read("fm-4"));
    let page = MealReader::new(Words::new(Locale::En), &problem);
    let told: Vec<String> =
        result.report.unwrap().deficient.iter().map(|row| failure::deficient(row, &page)).collect();
    let best = page.amount(Nutrient::VitaminD, Amount(1010 * Amount::UNIT));
    assert!(
        told[0].contains(&format!("at most {best} of ")) && told[0].ends_with("with these recipes"),
        "{told:?}"
    );
    assert!(told[1].contains("in the closest plan"), "{told:?}");
}

#[test]
fn fm_4_needs_out_of_reach_are_shown_with_what_is_possible() {
    check("fm-4");
}

#[test]
fn fm_5_a_spent_budget_is_shown_with_the_best_plan_so_far() {
    check("fm-5");
}

#[test]
fn mf_2_the_exit_status_says_what_came_of_a_problem() {
    let statuses = [Status::Found, Status::Invalid, Status::Infeasible, Status::Unknown];
    assert_eq!(statuses.map(|status| exit(status).status()), [0, 2, 3, 4]);
}

#[test]
fn mv_6_a_plan_that_breaks_a_rule_is_a_defect_and_not_shown() {
    let good: MealResult = read("found");
    assert!(verified(good.clone()).is_ok());
    let broken = MealResult { verify: Some(Verified { ok: false, checks: 3 }), ..good };
    assert_eq!(verified(broken).unwrap_err().code.exit.status(), 70);
}
