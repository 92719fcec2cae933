//! Meals without stored data: a problem or a profile in, a plan or the reason why there is none out (GL-10).

use domain::{
    error::ErrorCode,
    law::{Finding, Invalid, Valid},
    meal_plan::{PantryEntry, ShoppingList},
    time::LocalDate,
    vocabulary::nearest,
};
use nutrition::{
    catalog::Catalog,
    convert::Measure,
    kitchen::Kitchen,
    outcome::{self, MealResult},
    problem::{Options, Policy, Problem as MealProblem},
    profile::{NutritionProfile, Planning, plan_problem},
    request::Request,
    shopping::list_of_result,
    solve::{Stages, Watch},
    target::{self, Targets, input::TargetsInput},
    verify::Verdict,
};
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::{
    problem::{Problem, of_findings},
    texts::Fact,
};

/// The date on the calendar of this machine.
pub fn today() -> LocalDate {
    jiff::Zoned::now().date()
}

/// What an athlete needs each day, with every step of the derivation (NT-1..NT-6).
pub fn targets(input: TargetsInput) -> Result<Targets, Problem> {
    Ok(target::targets(&Valid::new(input)?)?)
}

/// The problem of an athlete for so many days from a date on, with the targets of that date and the training that the
/// profile names (NT-8).
pub fn planning(profile: &NutritionProfile, from: LocalDate, days: u32) -> Result<Planning, Problem> {
    let workouts = profile.workouts(from, WEEK);
    Ok(plan_problem(profile, Catalog::embedded(), from, from, days, &workouts)?)
}

/// NT-1: the days whose training counts as energy.
const WEEK: u32 = 7;

/// Solves a problem. That there is no plan is a result, and so is a problem that cannot be solved as it is written.
pub fn solve(problem: &MealProblem, stages: Stages, watch: &mut dyn Watch) -> MealResult {
    nutrition::solve::solve(problem, stages, watch)
}

/// Checks a result against its problem, independently of how it was found (MV-6).
pub fn verify(problem: &MealProblem, result: &MealResult) -> Verdict {
    nutrition::verify::verify(problem, result)
}

/// What to buy for the plan of a result, by the recipes of the catalogue (ML-8).
pub fn shopping(result: &MealResult, first_day: Option<LocalDate>, pantry: &[PantryEntry]) -> ShoppingList {
    let kitchen = Kitchen::of(Catalog::embedded(), Measure::Us);
    list_of_result(result, first_day, &kitchen, pantry)
}

/// Why a result is invalid, in the words of a person (MV-1).
pub fn refusal(problem: &MealProblem, result: &MealResult) -> Problem {
    let told = || {
        let findings: Vec<Finding> = result.errors.iter().map(finding).collect();
        of_findings(findings.iter())
    };
    Request::new(problem).err().map_or_else(told, Problem::from)
}

/// An error of a result as the breach it was.
fn finding(error: &outcome::Finding) -> Finding {
    let code = error.code.parse().unwrap_or(ErrorCode::BadValue);
    let fact = |name: &str| error.facts.get(name).cloned();
    Finding {
        code,
        spec: code.spec(),
        pointer: error.pointer.clone(),
        found: fact("found").unwrap_or_else(|| error.message.clone()),
        expected: fact("expected").unwrap_or_else(|| "another value".to_owned()),
    }
}

/// MF-2: the result of a problem that cannot be solved as it is written, in the words of a program.
pub fn refused(problem: &Problem) -> MealResult {
    let whole = || outcome::Finding {
        code: problem.code.name.to_owned(),
        spec: problem.code.spec.to_string(),
        message: problem.to_string(),
        pointer: problem.pointer.clone().unwrap_or_default(),
        facts: problem.facts.iter().map(|(name, fact)| (name.to_string(), shown(fact))).collect(),
    };
    let errors = match &problem.validation[..] {
        [] => vec![whole()],
        findings => findings.iter().map(outcome::Finding::from).collect(),
    };
    MealResult::refused(Options::default(), Policy::default(), errors)
}

fn shown(fact: &Fact) -> String {
    match serde_json::to_value(fact) {
        Ok(Value::String(text)) => text,
        Ok(value) => value.to_string(),
        Err(_) => String::new(),
    }
}

/// Unknown fields that are told at once.
const MOST_FINDINGS: usize = 20;

/// What is wrong with a text that is JSON but no problem file: its unknown fields with their paths, and besides them
/// whatever else is wrong with it (MF-1). Nothing, if the trouble is not with unknown fields.
pub fn unknown_fields(text: &str) -> Option<Problem> {
    let mut document: Value = serde_json::from_str(text).ok()?;
    let mut findings = Vec::new();
    let rest = loop {
        match serde_path_to_error::deserialize::<_, MealProblem>(&document) {
            Ok(problem) => break Request::new(&problem).err(),
            Err(error) => match unknown_field(&error, &mut document) {
                Some(finding) if findings.len() < MOST_FINDINGS => findings.push(finding),
                _ => break None,
            },
        }
    };
    if findings.is_empty() {
        return None;
    }
    findings.extend(rest.iter().flat_map(Invalid::findings).cloned());
    Some(of_findings(findings.iter()))
}

/// The finding of an unknown field, which is taken away from the document so that the rest can be read.
fn unknown_field(
    error: &serde_path_to_error::Error<serde_json::Error>,
    document: &mut Value,
) -> Option<Finding> {
    let said = error.inner().to_string();
    if !said.starts_with("unknown field") {
        return None;
    }
    let mut quoted = said.split('`').skip(1).step_by(2);
    let field = quoted.next()?.to_owned();
    let known: Vec<&str> = quoted.collect();
    let mut pointer: String = error.path().iter().map(step).collect();
    let last = format!("/{}", escaped(&field));
    if !pointer.ends_with(&last) {
        pointer.push_str(&last);
    }
    let parent = &pointer[..pointer.len() - last.len()];
    document.pointer_mut(parent)?.as_object_mut()?.remove(&field)?;
    let maybe = nearest(&field, known.iter().copied()).map(|near| format!("; maybe {near}"));
    let code = ErrorCode::UnknownField;
    Some(Finding {
        code,
        spec: code.spec(),
        found: "unknown field".to_owned(),
        expected: format!("one of {}{}", known.join(", "), maybe.unwrap_or_default()),
        pointer,
    })
}

fn step(segment: &Segment) -> String {
    match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{}", escaped(key)),
        Segment::Enum { .. } | Segment::Unknown => String::new(),
    }
}

/// A key as a JSON pointer writes it.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mv_1_the_errors_of_a_result_are_told_as_the_breaches_they_were() {
        let breach = Finding {
            code: ErrorCode::BadOption,
            spec: ErrorCode::BadOption.spec(),
            pointer: "/options/variety_days".to_owned(),
            found: "9".to_owned(),
            expected: "2..7".to_owned(),
        };
        assert_eq!(finding(&outcome::Finding::from(&breach)), breach);
        let problem: MealProblem = serde_json::from_str(nutrition::problem::EXAMPLE).unwrap();
        let errors = vec![outcome::Finding::from(&breach)];
        let result = MealResult::refused(Options::default(), Policy::default(), errors);
        assert_eq!(refusal(&problem, &result).to_string(), "options.variety_days: 9, expected 2..7");
    }

    #[test]
    fn mf_1_many_unknown_fields_are_told_up_to_a_number() {
        let mut document: Value = serde_json::from_str(nutrition::problem::EXAMPLE).unwrap();
        for number in 0..2 * MOST_FINDINGS {
            document["profile"][format!("field/{number}")] = Value::Null;
        }
        let problem = unknown_fields(&document.to_string()).unwrap();
        assert_eq!(problem.validation.len(), MOST_FINDINGS);
        assert_eq!(problem.validation[0].pointer, "/profile/field~10");
        assert!(unknown_fields("{ \"days\": 1 }").is_none() && unknown_fields("{").is_none());
    }
}
