//! `/meals/times`: when there is something to eat, what meal it is, and how long cooking may take (MD-1, MD-4).

use askama::Template;
use domain::{
    meal_plan::{DaySlots, Slot},
    recipe::MealType,
};
use nutrition::{
    profile::{NutritionProfile, week::usual_day},
    slot::cooking_time_max,
};
use serde_json::json;

use crate::{
    api::endpoint::Input,
    problem::Problem,
    reader::capital,
    web::{Reply, html, visit::Visit},
};

/// Rows of a form: one without a time is no meal.
const ROWS: usize = 6;
/// MD-4: how busy a person may be.
const BUSYNESS: [u32; 4] = [1, 2, 3, 4];

#[derive(Template)]
#[template(path = "meals/times.html")]
struct Page<'a> {
    at: &'a Visit,
    /// The whole profile, as a document; nothing of somebody who has not said who eats.
    told: Option<String>,
    groups: Vec<Group>,
}

/// Weekdays that are alike.
struct Group {
    name: String,
    /// Number, short name, and whether it is one of these.
    days: Vec<(u8, String, bool)>,
    rows: Vec<Row>,
}

/// An occasion to eat, or a place for one.
struct Row {
    /// What the form does not ask for, as a document.
    rest: String,
    time: String,
    /// Word, text, and whether it is this one.
    meals: Vec<(String, String, bool)>,
    cooking: Vec<(u32, String, bool)>,
}

/// The times of the week.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let eater = at.profile.nutrition.as_ref();
    let told = eater.and_then(|eater| serde_json::to_string(eater).ok());
    html(&Page { told, groups: eater.map(|eater| groups(eater, &at)).unwrap_or_default(), at: &at })
}

/// The weekdays by what is eaten on them, in the order of the week.
fn groups(eater: &NutritionProfile, at: &Visit) -> Vec<Group> {
    let mut alike: Vec<(DaySlots, Vec<u8>)> = Vec::new();
    for day in 1..=7 {
        let slots = eater.week.get(&day).cloned().unwrap_or_else(usual_day);
        match alike.iter_mut().find(|(known, _)| *known == slots) {
            Some((_, days)) => days.push(day),
            None => alike.push((slots, vec![day])),
        }
    }
    let group = |(slots, days): &(DaySlots, Vec<u8>)| {
        let short = |day: u8| capital(&at.word("weekday_short", day));
        let named: Vec<String> = days.iter().map(|day| short(*day)).collect();
        let count = slots.0.len().max(ROWS);
        Group {
            name: if days.len() == 7 { at.t("web-meals-every-day") } else { named.join(", ") },
            days: (1..=7).map(|day| (day, short(day), days.contains(&day))).collect(),
            rows: (0..count).map(|place| row(slots.0.get(place), at)).collect(),
        }
    };
    alike.iter().map(group).collect()
}

fn row(slot: Option<&Slot>, at: &Visit) -> Row {
    let meal = slot.and_then(|slot| slot.meal_type.as_deref());
    let own = meal.filter(|meal| !MealType::WORDS.contains(meal));
    let word = |word: &str| {
        let text = if own == Some(word) { word.to_owned() } else { at.word("meal_type", word) };
        (word.to_owned(), capital(&text), meal == Some(word))
    };
    let busy = slot.map_or(3, |slot| u32::from(slot.busyness_level));
    let cooking = |level: u32| {
        let text = match cooking_time_max(level).flatten() {
            Some(minutes) => at.t1("web-meals-cook-most", "minutes", minutes),
            None => at.t("web-meals-cook-any"),
        };
        (level, text, level == busy)
    };
    let rest = slot.map_or_else(
        || json!({}),
        |slot| json!({ "required_tags": slot.required_tags, "preferred_tags": slot.preferred_tags }),
    );
    Row {
        rest: rest.to_string(),
        time: slot.map(|slot| slot.time.to_string()).unwrap_or_default(),
        meals: MealType::WORDS.iter().copied().chain(own).map(word).collect(),
        cooking: BUSYNESS.into_iter().map(cooking).collect(),
    }
}
