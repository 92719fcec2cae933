//! Reads a scenario into a problem file (MF-1).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

/// A scenario.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    #[serde(default)]
    target: Target,
    #[serde(default = "one")]
    days: u32,
    /// Of every day: `08:00`, maybe `15 min`, maybe tags that the meal must have.
    #[serde(default = "slots")]
    slots: Vec<String>,
    /// Of single days, by number.
    #[serde(default)]
    slots_of_day: BTreeMap<String, Vec<String>>,
    /// By ids: `1000 kcal, 50/32/125 g, 10 min, iron_mg 5, with peanut butter, tag vegan, reheats 3 min, 250 cents`.
    recipes: BTreeMap<String, String>,
    /// `day 2 08:00 oats`.
    #[serde(default)]
    pins: Vec<String>,
    /// `oats: day 1 08:00, day 2 08:00`; cooked in the first.
    #[serde(default)]
    batches: Vec<String>,
    /// `day 2 17:00-18:00`.
    #[serde(default)]
    workouts: Vec<String>,
    #[serde(default)]
    exclude: Vec<Value>,
    /// Least of a day.
    #[serde(default)]
    floors: BTreeMap<String, f64>,
    /// Most of a day.
    #[serde(default)]
    limits: BTreeMap<String, f64>,
    /// What was eaten on the day before.
    #[serde(default)]
    yesterday: Vec<String>,
    #[serde(default)]
    options: Value,
    attempts: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Target {
    kcal: f64,
    protein: f64,
    fat: [f64; 2],
    carbs: f64,
    ceiling: Option<f64>,
}

impl Default for Target {
    fn default() -> Self {
        Self { kcal: 2000.0, protein: 100.0, fat: [50.0, 80.0], carbs: 250.0, ceiling: None }
    }
}

const fn one() -> u32 {
    1
}

fn slots() -> Vec<String> {
    ["08:00 15 min", "18:00 15 min"].map(str::to_owned).into()
}

/// The problem file of a scenario.
pub(crate) fn problem(text: &str) -> Value {
    let scenario: Scenario = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let of_day = |day: u32| scenario.slots_of_day.get(&day.to_string()).unwrap_or(&scenario.slots);
    let schedule: Vec<Vec<Value>> =
        (1..=scenario.days).map(|day| of_day(day).iter().map(|slot| slot_facts(slot)).collect()).collect();
    let times = |day: u32| of_day(day).iter().map(|slot| slot.split(' ').next().unwrap().to_owned());
    let place = |words: &str| {
        let [_, day, time, ..] = words.split(' ').collect::<Vec<_>>()[..] else { panic!("{words}") };
        let day: u32 = day.parse().unwrap();
        json!({ "day": day, "slot": times(day).position(|slot| slot == time).unwrap() })
    };
    let pin = |words: &String| {
        let mut pin = place(words);
        pin["recipe_id"] = words.split(' ').next_back().unwrap().into();
        pin
    };
    let batch = |words: &String| {
        let (recipe, eaten) = words.split_once(": ").unwrap();
        let eaten: Vec<Value> = eaten.split(", ").map(place).collect();
        json!({ "recipe_id": recipe, "servings": eaten.len(), "cook": eaten[0], "eat": eaten })
    };
    let workout = |words: &String| {
        let [_, day, span] = words.split(' ').collect::<Vec<_>>()[..] else { panic!("{words}") };
        let (start, end) = span.split_once('-').unwrap();
        json!({ "day": day.parse::<u32>().unwrap(), "start": start, "end": end })
    };
    let Target { kcal, protein, fat, carbs, ceiling } = scenario.target;
    let mut options = if scenario.options.is_null() { json!({}) } else { scenario.options };
    options["batches"] = scenario.batches.iter().map(batch).collect();
    let each = scenario.recipes.iter().flat_map(|(ids, facts)| ids.split(' ').map(move |id| (id, facts)));
    json!({
        "days": scenario.days, "attempt_limit": scenario.attempts.unwrap_or(50_000), "upper_limits": scenario.limits,
        "options": options,
        "profile": {
            "daily_calories": kcal, "daily_protein_g": protein, "daily_fat_g": fat, "daily_carbs_g": carbs,
            "max_daily_calories": ceiling, "schedule": schedule, "excluded_ingredients": scenario.exclude,
            "micronutrient_targets": scenario.floors, "day_zero": scenario.yesterday,
            "pinned_assignments": scenario.pins.iter().map(pin).collect::<Vec<_>>(),
            "workouts": scenario.workouts.iter().map(workout).collect::<Vec<_>>(),
        },
        "recipes": each.map(|(id, facts)| recipe_facts(id, facts)).collect::<Vec<_>>(),
    })
}

fn slot_facts(text: &str) -> Value {
    let mut words = text.split(' ');
    let time = words.next().unwrap();
    let words: Vec<&str> = words.collect();
    let (level, tags) = match words[..] {
        [minutes, "min", ref tags @ ..] => {
            (["", "5", "15", "30"].iter().position(|cap| *cap == minutes).unwrap(), tags)
        }
        ref tags => (4, tags),
    };
    json!({ "time": time, "busyness_level": level, "required_tags": tags })
}

fn recipe_facts(id: &str, text: &str) -> Value {
    let mut facts = json!({ "id": id, "cooking_time_minutes": 10, "ingredients": [], "tags": [], "nutrition": {
        "calories": 1000, "protein_g": 50, "fat_g": 32, "carbs_g": 125, "micronutrients": {} } });
    let number = |word: &str| word.parse::<f64>().unwrap_or_else(|_| panic!("{word} in {text}"));
    for phrase in text.split(", ").filter(|phrase| !phrase.is_empty()) {
        let (first, rest) = phrase.split_once(' ').unwrap();
        match (first, rest) {
            (kcal, "kcal") => facts["nutrition"]["calories"] = json!(number(kcal)),
            (grams, "g") => {
                for (name, grams) in ["protein_g", "fat_g", "carbs_g"].into_iter().zip(grams.split('/')) {
                    facts["nutrition"][name] = json!(number(grams));
                }
            }
            (minutes, "min") => facts["cooking_time_minutes"] = minutes.parse::<u32>().unwrap().into(),
            (minor, "cents") => {
                facts["price"] = json!({ "minor": minor.parse::<u32>().unwrap(), "currency": "EUR" });
            }
            ("with", name) => facts["ingredients"].as_array_mut().unwrap().push(json!({ "name": name })),
            ("tag", tag) => facts["tags"].as_array_mut().unwrap().push(tag.into()),
            ("reheats", minutes) => {
                let minutes: u32 = minutes.split(' ').next().unwrap().parse().unwrap();
                facts["reheats"] = json!({ "minutes": minutes, "keeps_days": 2 });
            }
            (nutrient, amount) => facts["nutrition"]["micronutrients"][nutrient] = json!(number(amount)),
        }
    }
    facts
}
