//! `/meals/profile`: who eats, what for, and what not: five answers and what is not wanted (NT-8).

use askama::Template;
use domain::{
    food::AllergenClass,
    quantity::{Grams, MassUnit},
    recipe::Exclusion,
};
use nutrition::{
    diet::Diet,
    profile::NutritionProfile,
    target::input::{LifeActivity, Sex, WeightGoal},
};
use serde_json::{Value, json};
use training::load::hint;

use crate::{
    api::endpoint::Input,
    problem::Problem,
    reader::Reader,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "meals/profile.html")]
struct Page<'a> {
    at: &'a Visit,
    who: Answers,
}

/// Who eats.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    html(&Page { who: Answers::of(&at), at: &at })
}

/// A form with what is known already.
pub(super) struct Answers {
    /// What the form does not ask for and keeps, as a document.
    pub(super) rest: String,
    pub(super) sexes: Vec<Choice>,
    pub(super) birth_date: String,
    /// In the reader's unit.
    pub(super) height: String,
    /// In the reader's unit.
    pub(super) weight: String,
    pub(super) goals: Vec<Choice>,
    pub(super) activities: Vec<Choice>,
    pub(super) diets: Vec<Choice>,
    pub(super) allergies: Vec<Choice>,
    /// What is not wanted, each as a document.
    pub(super) dislikes: Vec<Choice>,
    pub(super) likes: Vec<Choice>,
}

/// A word that may be chosen.
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) text: String,
    pub(super) is_chosen: bool,
}

/// Fields that the form asks for: what it leaves empty is empty.
const ASKED: [&str; 10] = [
    "sex",
    "birth_date",
    "height_mm",
    "weight_g",
    "goal",
    "life_activity",
    "diet",
    "allergies",
    "dislikes",
    "liked_foods",
];

impl Answers {
    /// What is known of the athlete.
    pub(super) fn of(at: &Visit) -> Self {
        let (reader, told) = (at.reader(), at.profile.nutrition.as_ref());
        let mut rest = told.map_or_else(|| json!({}), |told| serde_json::to_value(told).unwrap_or_default());
        if let Value::Object(fields) = &mut rest {
            fields.retain(|name, _| !ASKED.contains(&name.as_str()));
        }
        let sex = told.map(|told| told.sex.as_str()).or(match at.profile.sex {
            hint::Sex::Male => Some("male"),
            hint::Sex::Female => Some("female"),
            hint::Sex::Unknown => None,
        });
        let birth_date = told.map(|told| told.birth_date).or(at.profile.birth_date);
        let height = told.map(|told| told.height_mm).or(at.profile.height_mm);
        let goal = told.map_or(WeightGoal::Maintain, |told| told.goal);
        let activity = told.map_or(LifeActivity::Desk, |told| told.life_activity);
        Self {
            rest: rest.to_string(),
            sexes: choices("web-meals-sex", Sex::WORDS, |word| sex == Some(word), &reader),
            birth_date: birth_date.map(|date| date.to_string()).unwrap_or_default(),
            height: height.map(|height| at.viewer().height(height)).unwrap_or_default(),
            weight: told.map(|told| weight(told.weight_g, at.profile.units, &reader)).unwrap_or_default(),
            goals: choices("web-meals-goal", WeightGoal::WORDS, |word| goal.as_str() == word, &reader),
            activities: choices(
                "web-meals-activity",
                LifeActivity::WORDS,
                |word| activity.as_str() == word,
                &reader,
            ),
            diets: choices("web-meals-diet", Diet::WORDS, |word| has_diet(told, word), &reader),
            allergies: allergies(told, &reader),
            dislikes: told.into_iter().flat_map(|told| &told.dislikes).map(disliked).collect(),
            likes: told.into_iter().flat_map(|told| &told.liked_foods).map(|food| own(food)).collect(),
        }
    }
}

fn choices(kind: &str, words: &[&str], is_chosen: impl Fn(&str) -> bool, reader: &Reader<'_>) -> Vec<Choice> {
    let choice = |word: &&str| Choice {
        value: (*word).to_owned(),
        text: crate::reader::capital(&reader.word(kind, word)),
        is_chosen: is_chosen(word),
    };
    words.iter().map(choice).collect()
}

fn has_diet(told: Option<&NutritionProfile>, word: &str) -> bool {
    told.is_some_and(|told| told.diet.0.iter().any(|diet| diet.as_str() == word))
}

/// The classes that are known, then what else is not tolerated.
fn allergies(told: Option<&NutritionProfile>, reader: &Reader<'_>) -> Vec<Choice> {
    let terms = told.map_or(&[][..], |told| &told.allergies);
    let is_term = |word: &str| terms.iter().any(|term| term == word);
    let mut all = choices("allergen", AllergenClass::WORDS, is_term, reader);
    let others = terms.iter().filter(|term| !AllergenClass::WORDS.contains(&term.as_str()));
    all.extend(others.map(|term| own(term)));
    all
}

fn own(term: &str) -> Choice {
    Choice { value: term.to_owned(), text: term.to_owned(), is_chosen: true }
}

fn disliked(entry: &Exclusion) -> Choice {
    let value = serde_json::to_string(entry).unwrap_or_default();
    Choice { value, text: entry.term.clone(), is_chosen: true }
}

fn weight(Grams(grams): Grams, unit: MassUnit, reader: &Reader<'_>) -> String {
    match unit {
        MassUnit::Kg => decimal(grams, 1000, reader),
        // Tenths of a pound, rounded.
        MassUnit::Lb => decimal((grams * 1_000_000 + 22_679_618) / 45_359_237, 10, reader),
    }
}

/// A number that is kept in parts, without zeros at the end.
fn decimal(parts: i64, per_unit: i64, reader: &Reader<'_>) -> String {
    let hundredths = domain::quantity::Hundredths(parts * 100 / per_unit);
    reader.number(hundredths)
}
