//! MB-2: the instances, each a pool of recipes with a schedule and, but for T0, floors that are hard to reach.

use std::fmt;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::generator::{Recipe, UNIT, nutrients, pool};

/// How much of the micronutrients is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ValueEnum)]
pub(crate) enum Level {
    /// Nothing.
    #[value(name = "T0")]
    T0,
    /// 70 % of what some plan reaches.
    #[value(name = "T1")]
    T1,
    /// 85 %.
    #[value(name = "T2")]
    T2,
    /// 95 %.
    #[value(name = "T3")]
    T3,
    /// More than any plan reaches.
    #[value(name = "T4")]
    T4,
}

impl Level {
    pub(crate) const ALL: [Self; 5] = [Self::T0, Self::T1, Self::T2, Self::T3, Self::T4];

    /// q: percents of the level L; nothing without floors.
    const fn percent(self) -> Option<i128> {
        match self {
            Self::T0 => None,
            Self::T1 => Some(70),
            Self::T2 => Some(85),
            Self::T3 => Some(95),
            Self::T4 => Some(100),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The pools of MB-2 by size, its horizons and its seeds.
pub(crate) const SIZES: [u32; 4] = [50, 200, 1000, 5000];
pub(crate) const HORIZONS: [u32; 3] = [1, 3, 7];
pub(crate) const SEEDS: [u64; 3] = [1, 2, 3];

/// MB-2: L, thousandths of the mean day that some plan is known to reach, by size and seed.
const REACHED_IN_3_DAYS: [[i128; 3]; 4] =
    [[950, 950, 1000], [1100, 1100, 1150], [1150, 1200, 1250], [1300, 1150, 1300]];
const REACHED_IN_7_DAYS: [[i128; 3]; 4] =
    [[1050, 1000, 1050], [1150, 1200, 1150], [1200, 1250, 1300], [1300, 1300, 1350]];

/// MB-2: L of T4, above every limit of the linear program.
const OUT_OF_REACH: i128 = 1700;

/// A meal of every day.
pub(crate) struct Slot {
    pub(crate) time: &'static str,
    pub(crate) busyness_level: u32,
    /// HC-3: what the level allows, if it limits.
    pub(crate) most_minutes: Option<u32>,
    /// MD-3: whether it is near the workout, for the seed that has one.
    pub(crate) is_near_workout: bool,
}

const fn slot(
    time: &'static str,
    busyness_level: u32,
    most_minutes: Option<u32>,
    is_near_workout: bool,
) -> Slot {
    Slot { time, busyness_level, most_minutes, is_near_workout }
}

/// MB-2: the meals of every day; 16:00 is an hour before the workout, 19:30 an hour and a half after it.
pub(crate) const SLOTS: [Slot; 4] = [
    slot("07:30", 2, Some(15), false),
    slot("12:30", 3, Some(30), false),
    slot("16:00", 2, Some(15), true),
    slot("19:30", 4, None, true),
];

/// MB-2: the seed with a workout, and when it is.
const ACTIVE_SEED: u64 = 3;
const WORKOUT: [&str; 2] = ["17:00", "18:00"];

/// MB-2: kcal, protein and the range of fat of a day; carbs are derived (NT-4).
pub(crate) const KCAL: i64 = 2400;
pub(crate) const PROTEIN: i64 = 150;
pub(crate) const FAT: [i64; 2] = [60, 90];

/// An instance.
#[derive(Debug, Clone)]
pub(crate) struct Instance {
    pub(crate) days: u32,
    pub(crate) has_workouts: bool,
    pub(crate) pool: Vec<Recipe>,
    /// Daily floors in 1/64, in the order of [`nutrients`]; empty for T0.
    pub(crate) floors: Vec<i64>,
}

/// Why there is no such instance.
#[derive(Debug, Error, PartialEq, Eq)]
pub(crate) enum NoSuchInstance {
    #[error("a single day has no floors; maybe take T0, or 3 or 7 days")]
    SingleDay,
    #[error(
        "what {size} recipes of seed {seed} reach in {days} days is not known; maybe take 50, 200, 1000 or 5000 \
         recipes, a seed of 1..3 and 3 or 7 days"
    )]
    UnknownLevel { size: u32, seed: u64, days: u32 },
}

impl Instance {
    /// The instance of a pool, a seed, a horizon and a level.
    pub(crate) fn new(size: u32, seed: u64, days: u32, level: Level) -> Result<Self, NoSuchInstance> {
        let pool = pool(size, seed);
        let floors = match level.percent() {
            None => vec![],
            Some(_) if days == 1 => return Err(NoSuchInstance::SingleDay),
            Some(percent) => {
                let reached = if level == Level::T4 { Some(OUT_OF_REACH) } else { reached(size, seed, days) };
                let reached = reached.ok_or(NoSuchInstance::UnknownLevel { size, seed, days })?;
                floors(&pool, reached * percent)
            }
        };
        Ok(Self { days, has_workouts: seed == ACTIVE_SEED, pool, floors })
    }

    /// The problem file (MF-1).
    pub(crate) fn document(&self) -> Value {
        let slots =
            SLOTS.iter().map(|slot| json!({"time": slot.time, "busyness_level": slot.busyness_level}));
        let day: Value = slots.collect();
        let mut profile = json!({
            "daily_calories": KCAL,
            "daily_protein_g": PROTEIN,
            "daily_fat_g": FAT,
            "schedule": vec![day; self.days as usize],
            "micronutrient_targets": by_nutrient(&self.floors),
        });
        if self.has_workouts {
            let [start, end] = WORKOUT;
            profile["activity_schedule"] = json!({"workout_start": start, "workout_end": end});
        }
        let recipes = self.pool.iter().enumerate().map(|(number, recipe)| facts(number, recipe));
        json!({
            "days": self.days,
            "upper_limits": null,
            "profile": profile,
            "recipes": recipes.collect::<Value>(),
        })
    }
}

/// L of T1..T3.
fn reached(size: u32, seed: u64, days: u32) -> Option<i128> {
    let table = match days {
        3 => REACHED_IN_3_DAYS,
        7 => REACHED_IN_7_DAYS,
        _ => return None,
    };
    let of_size = SIZES.iter().position(|&known| known == size)?;
    let of_seed = SEEDS.iter().position(|&known| known == seed)?;
    Some(table[of_size][of_seed])
}

/// MB-2: this share (in 1/100 000) of the mean day of 2400 kcal.
fn floors(pool: &[Recipe], share: i128) -> Vec<i64> {
    let kcal: i128 = pool.iter().map(|recipe| i128::from(recipe.kcal)).sum();
    let floor = |place: usize| {
        let amount: i128 = pool.iter().map(|recipe| i128::from(recipe.micronutrients[place])).sum();
        let floor = amount * i128::from(KCAL * UNIT) * share / (kcal * 100_000);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "at most 1.7 times what 20 recipes hold, each below 2³⁰"
        )]
        let floor = floor as i64;
        floor
    };
    (0..nutrients().count()).map(floor).collect()
}

/// A recipe as facts of the problem file.
fn facts(number: usize, recipe: &Recipe) -> Value {
    let ingredients = recipe.ingredients.iter().map(|number| json!({"name": format!("ing{number:03}")}));
    json!({
        "id": id(number),
        "cooking_time_minutes": recipe.minutes,
        "ingredients": ingredients.collect::<Value>(),
        "nutrition": {
            "calories": written(recipe.kcal),
            "protein_g": written(recipe.protein),
            "fat_g": written(recipe.fat),
            "carbs_g": written(recipe.carbs),
            "micronutrients": by_nutrient(&recipe.micronutrients),
        },
    })
}

/// The id of the recipe with this number.
pub(crate) fn id(number: usize) -> String {
    format!("r{number:05}")
}

fn by_nutrient(amounts: &[i64]) -> Map<String, Value> {
    nutrients().zip(amounts).map(|(nutrient, &amount)| (nutrient.to_string(), written(amount))).collect()
}

/// An amount as an exact decimal.
///
/// It has at most six decimals and few digits, so that the shortest decimal that identifies the float is the amount.
fn written(amount: i64) -> Value {
    if amount % UNIT == 0 {
        return json!(amount / UNIT);
    }
    #[expect(clippy::cast_precision_loss, reason = "below 2³⁶")]
    let float = amount as f64 / UNIT as f64;
    json!(float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_2_floors_of_fifty_recipes_over_a_week() {
        let instance = Instance::new(50, 1, 7, Level::T3).unwrap();
        let [a, c, d, .., omega_6] = instance.floors[..] else { panic!("25 floors") };
        assert_eq!([a, c, d, omega_6], [59_257, 8713, 24_740, 1162]);
        assert_eq!(instance.floors.len(), 25);
    }

    #[test]
    fn mb_2_every_instance_exists_and_harder_levels_ask_for_more() {
        for (size, seed, days) in SIZES[..2].iter().flat_map(|&size| [(size, 1, 3), (size, 3, 7)]) {
            let floor = |level| Instance::new(size, seed, days, level).unwrap().floors.first().copied();
            let levels = Level::ALL.map(floor);
            assert!(levels[0].is_none() && levels.is_sorted() && levels[3] < levels[4], "{levels:?}");
        }
        let missing = |size, seed, days, level| Instance::new(size, seed, days, level).unwrap_err();
        assert_eq!(missing(50, 1, 1, Level::T1), NoSuchInstance::SingleDay);
        let unknown = NoSuchInstance::UnknownLevel { size: 60, seed: 1, days: 7 };
        assert_eq!(missing(60, 1, 7, Level::T1), unknown);
        assert!(Instance::new(60, 9, 5, Level::T4).is_ok());
    }

    #[test]
    fn mb_1_amounts_are_written_as_exact_decimals() {
        let text = |amount| written(amount).to_string();
        assert_eq!([1, 64, 96, 41_997].map(text), ["0.015625", "1", "1.5", "656.203125"]);
        let pool = pool(50, 2);
        for &amount in pool.iter().flat_map(|recipe| &recipe.micronutrients) {
            let millionths = domain::quantity::Amount::parse(&text(amount)).unwrap().0;
            assert_eq!(millionths, amount * 15_625);
        }
    }

    #[test]
    fn mb_2_the_document_is_a_problem_file() {
        let instance = Instance::new(50, 3, 3, Level::T1).unwrap();
        let problem: nutrition::problem::Problem = serde_json::from_value(instance.document()).unwrap();
        let request = nutrition::request::Request::new(&problem).unwrap();
        assert_eq!((request.recipes.len(), request.floors.len(), request.day_rows[0].len()), (50, 25, 4));
        assert_eq!(request.targets[2].carbs, 281_250_000);
        for slots in &request.days {
            for (slot, expected) in slots.iter().zip(&SLOTS) {
                let is_near_workout = slot.pre_workout || slot.post_workout;
                assert_eq!((slot.cap, is_near_workout), (expected.most_minutes, expected.is_near_workout));
            }
        }
    }

    #[test]
    fn mb_2_only_the_third_seed_trains() {
        let has_workout = |seed| {
            let document = Instance::new(50, seed, 1, Level::T0).unwrap().document();
            !document["profile"]["activity_schedule"].is_null()
        };
        assert_eq!(SEEDS.map(has_workout), [false, false, true]);
    }
}
