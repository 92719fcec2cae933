//! Small problems, often solvable, in a form of their own: what the engine reads is written from it, and the oracles
//! read it directly.

use std::collections::BTreeMap;

use nutrition::problem::Problem;
use serde_json::{Value, json};

/// Nutrients beside energy and macros, with what a usual day holds.
pub(crate) const NUTRIENTS: [(&str, i64); 4] =
    [("vitamin_c_mg", 90), ("calcium_mg", 1000), ("iron_mg", 10), ("fiber_g", 30)];
/// Where the nutrients begin; before them stand kcal, protein, fat and carbs.
pub(crate) const FIRST: usize = 4;
/// Energy, macros and nutrients.
pub(crate) const AMOUNTS: usize = FIRST + NUTRIENTS.len();
/// Where the fiber is.
pub(crate) const FIBER: usize = FIRST + 3;
/// Amounts are counted in parts of a unit that floats hold exactly.
pub(crate) const PARTS: i64 = 64;

/// Replacements that a repair may evaluate: small problems need few, and the exact stage decides the rest.
const REPAIR: u64 = 20_000;

/// A problem.
#[derive(Debug, Clone)]
pub(crate) struct Instance {
    pub(crate) days: Vec<Day>,
    /// Sorted by id.
    pub(crate) recipes: Vec<Recipe>,
    pub(crate) pins: Vec<Fixed>,
    pub(crate) batches: Vec<Batch>,
    /// Recipes of the day before, by number.
    pub(crate) day_zero: Vec<usize>,
    pub(crate) targets: Vec<Target>,
    /// The most of a nutrient on a day, in parts.
    pub(crate) limits: Vec<(usize, i64)>,
    /// In kcal.
    pub(crate) ceiling: Option<i64>,
    /// Fewest and most grams of fat on a day.
    pub(crate) fat: [i64; 2],
    /// Percent that energy, protein and carbs may be off; problem files know only 10 (MV-3).
    pub(crate) tolerance: i64,
    pub(crate) options: Options,
    pub(crate) is_compat: bool,
}

/// The meals of a day, and whether there is a workout from 17:00 to 18:00.
#[derive(Debug, Clone)]
pub(crate) struct Day {
    pub(crate) slots: Vec<Slot>,
    pub(crate) has_workout: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Slot {
    pub(crate) time: i64,
    pub(crate) level: u32,
    pub(crate) needs_tag: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Recipe {
    pub(crate) id: String,
    pub(crate) minutes: u32,
    /// In parts.
    pub(crate) amounts: [i64; AMOUNTS],
    pub(crate) has_tag: bool,
    pub(crate) is_excluded: bool,
    /// What it costs; nothing is known if absent.
    pub(crate) coins: Option<u32>,
}

/// A recipe in a slot of a day, all by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fixed {
    pub(crate) day: usize,
    pub(crate) slot: usize,
    pub(crate) recipe: usize,
}

/// A batch that is eaten where it is cooked and in the slots after.
#[derive(Debug, Clone)]
pub(crate) struct Batch {
    pub(crate) recipe: usize,
    /// By day and slot; the first is where it is cooked.
    pub(crate) eaten: Vec<(usize, usize)>,
}

/// What is asked of a nutrient on a day, in parts.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    /// By number in [`NUTRIENTS`].
    pub(crate) nutrient: usize,
    pub(crate) amount: i64,
    pub(crate) direction: &'static str,
    pub(crate) is_daily: bool,
    pub(crate) fraction_milli: i64,
    /// The most, for a range.
    pub(crate) max: i64,
    pub(crate) is_advisory: bool,
}

impl Target {
    /// A floor of the horizon.
    pub(crate) fn floor(nutrient: usize, amount: i64) -> Self {
        let max = 2 * amount;
        Self {
            nutrient,
            amount,
            direction: "floor",
            is_daily: false,
            fraction_milli: 1000,
            max,
            is_advisory: false,
        }
    }
}

/// Section 9 of the chapter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    /// Percents, and whether the plain search may use them.
    pub(crate) portions: Option<(Vec<u32>, bool)>,
    pub(crate) has_slack_carbs: bool,
    pub(crate) variety_days: Option<usize>,
    pub(crate) has_variety_penalty: bool,
    pub(crate) max_coins: Option<u32>,
    pub(crate) polish: Option<&'static str>,
    pub(crate) alternatives: u32,
    pub(crate) is_strict: bool,
    pub(crate) has_auto_batches: bool,
}

/// What a day should hold: kcal, grams of protein, fewest and most grams of fat, grams of carbs.
pub(crate) const DAILY: (i64, i64, [i64; 2], i64) = (2000, 100, [50, 80], 250);

/// A number of parts as documents write it.
fn written(parts: i64) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 parts")]
    let number = parts as f64 / PARTS as f64;
    json!(number)
}

fn clock(minutes: i64) -> String {
    format!("{:02}:{:02}", minutes / 60, minutes % 60)
}

impl Instance {
    /// The problem file.
    pub(crate) fn problem(&self) -> Problem {
        serde_json::from_value(self.document()).unwrap()
    }

    /// The problem file as JSON.
    pub(crate) fn document(&self) -> Value {
        let schedule: Vec<Vec<Value>> =
            self.days.iter().map(|day| day.slots.iter().map(slot_facts).collect()).collect();
        let workouts = self.days.iter().enumerate().filter(|(_, day)| day.has_workout);
        let workouts: Vec<Value> =
            workouts.map(|(day, _)| json!({ "day": day + 1, "start": "17:00", "end": "18:00" })).collect();
        let id = |recipe: usize| self.recipes[recipe].id.as_str();
        let pin = |pin: &Fixed| json!({ "day": pin.day + 1, "slot": pin.slot, "recipe_id": id(pin.recipe) });
        let (calories, protein, _, carbs) = DAILY;
        let targets: BTreeMap<&str, Value> = self
            .targets
            .iter()
            .map(|target| (NUTRIENTS[target.nutrient].0, written(target.amount)))
            .collect();
        let limits: BTreeMap<&str, Value> =
            self.limits.iter().map(|&(nutrient, most)| (NUTRIENTS[nutrient].0, written(most))).collect();
        let mut document = json!({
            "days": self.days.len(), "budgets": { "repair": REPAIR }, "upper_limits": limits, "options": self.option_facts(),
            "policy": if self.is_compat { "compat" } else { "default" },
            "profile": {
                "daily_calories": calories, "daily_protein_g": protein, "daily_fat_g": self.fat, "daily_carbs_g": carbs,
                "schedule": schedule, "workouts": workouts, "excluded_ingredients": ["Peanuts"],
                "pinned_assignments": self.pins.iter().map(pin).collect::<Vec<_>>(),
                "micronutrient_targets": targets,
                "day_zero": self.day_zero.iter().map(|&recipe| id(recipe)).collect::<Vec<_>>(),
            },
            "recipes": self.recipes.iter().map(recipe_facts).collect::<Vec<_>>(),
        });
        if let Some(ceiling) = self.ceiling {
            document["profile"]["max_daily_calories"] = ceiling.into();
        }
        document
    }

    fn option_facts(&self) -> Value {
        let options = &self.options;
        let mut facts = json!({ "strict_single_day": options.is_strict, "alternatives": options.alternatives,
            "variety_penalty": options.has_variety_penalty, "auto_batches": options.has_auto_batches });
        if let Some((percents, is_always)) = &options.portions {
            let mode = if *is_always { "always" } else { "after_failure" };
            facts["portions"] = json!({ "percents": percents, "mode": mode });
        }
        if options.has_slack_carbs {
            facts["carbs"] = "slack".into();
        }
        if let Some(days) = options.variety_days {
            facts["variety_days"] = days.into();
        }
        if let Some(coins) = options.max_coins {
            facts["max_cost_per_day"] = json!({ "minor": coins, "currency": "EUR" });
        }
        if let Some(polish) = options.polish {
            facts["polish"] = polish.into();
        }
        let of_target = |target: &Target| {
            let mut facts = json!({ "direction": target.direction, "fraction_milli": target.fraction_milli,
                "period": if target.is_daily { "day" } else { "horizon" }, "advisory": target.is_advisory });
            if target.direction == "range" {
                facts["max"] = written(target.max);
            }
            (NUTRIENTS[target.nutrient].0.to_owned(), facts)
        };
        facts["nutrients"] = Value::Object(self.targets.iter().map(of_target).collect());
        let place = |&(day, slot): &(usize, usize)| json!({ "day": day + 1, "slot": slot });
        let batch = |batch: &Batch| {
            json!({ "recipe_id": self.recipes[batch.recipe].id, "servings": batch.eaten.len(),
                "cook": place(&batch.eaten[0]), "eat": batch.eaten.iter().map(place).collect::<Vec<_>>() })
        };
        facts["batches"] = self.batches.iter().map(batch).collect();
        facts
    }
}

fn slot_facts(slot: &Slot) -> Value {
    let tags: &[&str] = if slot.needs_tag { &["vegan"] } else { &[] };
    json!({ "time": clock(slot.time), "busyness_level": slot.level, "required_tags": tags })
}

fn recipe_facts(recipe: &Recipe) -> Value {
    let names = NUTRIENTS.iter().map(|(name, _)| (*name).to_owned());
    let nutrients = names.zip(recipe.amounts[FIRST..].iter().map(|&amount| written(amount)));
    let [calories, protein, fat, carbs, ..] = recipe.amounts.map(written);
    let tags: &[&str] = if recipe.has_tag { &["vegan"] } else { &[] };
    let ingredient = if recipe.is_excluded { "peanut butter" } else { "rice" };
    let mut facts = json!({
        "id": recipe.id, "cooking_time_minutes": recipe.minutes, "ingredients": [{ "name": ingredient }],
        "nutrition": { "calories": calories, "protein_g": protein, "fat_g": fat, "carbs_g": carbs,
            "micronutrients": nutrients.collect::<serde_json::Map<_, _>>() },
        "tags": tags, "reheats": { "minutes": 3, "keeps_days": 2 },
    });
    if let Some(coins) = recipe.coins {
        facts["price"] = json!({ "minor": coins, "currency": "EUR" });
    }
    facts
}
