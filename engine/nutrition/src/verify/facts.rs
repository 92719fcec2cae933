//! What a problem says (MF-1): days with slots and targets, recipes, exclusions, workouts (MD-1..MD-4, NT-4).

use std::{collections::BTreeMap, fmt};

use domain::{food::AllergenClass, meal_plan::ClockTime, nutrient::Nutrient, quantity::Amount};

use super::{
    aims::{self, Aim, Limits},
    half_up,
};
use crate::{
    allergen::{Exclusions, Named},
    catalog::Catalog,
    problem::{BatchFacts, IngredientFacts, Problem, RecipeFacts, SlotFacts, Where, Written},
    text::Norm,
};

/// Something in the problem that cannot be read, so that nothing can be checked against it (MV-1).
#[derive(Debug)]
pub(super) struct Unreadable {
    pub(super) pointer: String,
    pub(super) found: String,
    pub(super) expected: &'static str,
}

impl Unreadable {
    pub(super) fn new(pointer: impl fmt::Display, found: impl fmt::Display, expected: &'static str) -> Self {
        Self { pointer: pointer.to_string(), found: found.to_string(), expected }
    }
}

/// A problem, read.
pub(super) struct Facts<'p> {
    pub(super) problem: &'p Problem,
    pub(super) days: Vec<Day<'p>>,
    /// What targets and options ask of nutrients (MO-4), in their order.
    pub(super) aims: Vec<Aim>,
    /// Daily limits (HC-4).
    pub(super) limits: Limits,
    /// HC-5.
    pub(super) ceiling: Option<i128>,
    recipes: BTreeMap<&'p str, &'p RecipeFacts>,
    exclusions: Exclusions,
}

/// A day of the schedule.
pub(super) struct Day<'p> {
    /// From 1.
    pub(super) number: u32,
    pub(super) targets: Targets,
    pub(super) slots: Vec<Slot<'p>>,
}

/// What a day should hold, in millionths.
pub(super) struct Targets {
    pub(super) calories: i128,
    pub(super) protein: i128,
    pub(super) carbs: i128,
    pub(super) fat_min: i128,
    pub(super) fat_max: i128,
}

/// A meal of the schedule.
pub(super) struct Slot<'p> {
    pub(super) place: Where,
    /// Most minutes of cooking (MD-4); none for level 4.
    pub(super) cap: Option<u32>,
    /// Before or after a workout (MD-3).
    pub(super) is_workout: bool,
    pub(super) required_tags: &'p [String],
    /// HC-6.
    pub(super) pinned: Option<&'p str>,
    /// The batch that the person eats here (MO-2).
    pub(super) batch: Option<&'p BatchFacts>,
}

impl Slot<'_> {
    /// Whether the person has said what is eaten here.
    pub(super) const fn is_fixed(&self) -> bool {
        self.pinned.is_some() || self.batch.is_some()
    }
}

impl<'p> Facts<'p> {
    pub(super) fn read(problem: &'p Problem) -> Result<Self, Unreadable> {
        let profile = &problem.profile;
        if !(1..=7).contains(&problem.days) || u32::try_from(profile.schedule.len()) != Ok(problem.days) {
            let found = format!("{} days of {}", profile.schedule.len(), problem.days);
            return Err(Unreadable::new("profile/schedule", found, "one list of slots a day, 1..7 days"));
        }
        let mut recipes = BTreeMap::new();
        for recipe in &problem.recipes {
            if recipes.insert(recipe.id.as_str(), recipe).is_some() {
                return Err(Unreadable::new("recipes", format!("{} twice", recipe.id), "each id once"));
            }
        }
        let ceiling = profile.max_daily_calories.as_ref();
        let facts = Self {
            problem,
            days: days(problem)?,
            aims: aims::read(problem)?,
            limits: aims::limits(problem)?,
            ceiling: ceiling.map(|most| number("profile/max_daily_calories", most)).transpose()?,
            recipes,
            exclusions: Exclusions::new(&profile.excluded_ingredients, Catalog::allergen_terms()),
        };
        let pins = profile.pinned_assignments.iter().map(|pin| Where { day: pin.day, slot: pin.slot });
        let batches = problem.options.batches.iter();
        let eaten = batches.flat_map(|batch| batch.eat.iter().chain([&batch.cook]).copied());
        match pins.chain(eaten).find(|place| facts.slot(*place).is_none()) {
            Some(place) => {
                let found = format!("day {}, slot {}", place.day, place.slot);
                Err(Unreadable::new("pins and batches", found, "a slot of the schedule"))
            }
            None => Ok(facts),
        }
    }

    /// All slots, in decision order.
    pub(super) fn slots(&self) -> impl Iterator<Item = &Slot<'p>> {
        self.days.iter().flat_map(|day| &day.slots)
    }

    pub(super) fn slot(&self, place: Where) -> Option<&Slot<'p>> {
        self.slots().find(|slot| slot.place == place)
    }

    pub(super) fn recipe(&self, id: &str) -> Option<&'p RecipeFacts> {
        self.recipes.get(id).copied()
    }

    pub(super) fn day_count(&self) -> i128 {
        i128::from(self.problem.days)
    }

    /// MV-4: whether floors bind; those of a single day are only told, unless it is strict.
    pub(super) const fn has_binding_floors(&self) -> bool {
        self.problem.days > 1 || self.problem.options.strict_single_day
    }

    /// HC-1: the first ingredient that may not be eaten, with the entry that excludes it.
    pub(super) fn excluded(&self, recipe: &'p RecipeFacts) -> Option<(&'p str, &str)> {
        recipe.ingredients.iter().find_map(|ingredient| {
            let found = names(ingredient).find_map(|named| self.exclusions.find(&named));
            Some((ingredient.name.as_str(), found?.entry.term.as_str()))
        })
    }
}

/// ND-10: everything that an ingredient is called, its food too, with the classes that are given or named.
fn names(ingredient: &IngredientFacts) -> impl Iterator<Item = Named> {
    let terms = Catalog::allergen_terms();
    let given = ingredient.allergens.as_ref().map(|words| {
        let mut classes: Vec<_> = words.iter().flat_map(|word| terms.meaning(&Norm::of(word))).collect();
        if classes.contains(&AllergenClass::Wheat) {
            classes.push(AllergenClass::Gluten);
        }
        classes.into_iter().collect()
    });
    let texts = [Some(&ingredient.name), ingredient.food.as_ref()];
    texts.into_iter().flatten().map(move |text| Named::by_name(text, given.clone(), terms))
}

fn days(problem: &Problem) -> Result<Vec<Day<'_>>, Unreadable> {
    let workouts = workouts(problem)?;
    let mut days = vec![];
    for (number, schedule) in (1..).zip(&problem.profile.schedule) {
        let mut slots = vec![];
        for (index, slot) in (0..).zip(schedule) {
            slots.push(read_slot(problem, Where { day: number, slot: index }, slot, &workouts)?);
        }
        days.push(Day { number, targets: targets(problem, number)?, slots });
    }
    Ok(days)
}

fn read_slot<'p>(
    problem: &'p Problem,
    place: Where,
    facts: &'p SlotFacts,
    workouts: &[(i64, i64)],
) -> Result<Slot<'p>, Unreadable> {
    let cap = match facts.busyness_level {
        1 => Some(5),
        2 => Some(15),
        3 => Some(30),
        4 => None,
        other => return Err(Unreadable::new("busyness_level", other, "1..4")),
    };
    let at = absolute(place.day, &facts.time)?;
    let is_workout = workouts
        .iter()
        .any(|&(start, end)| (1..=120).contains(&(start - at)) || (0..180).contains(&(at - end)));
    let mut pins = problem.profile.pinned_assignments.iter();
    let pin = pins.find(|pin| pin.day == place.day && pin.slot == place.slot);
    Ok(Slot {
        place,
        cap,
        is_workout,
        required_tags: &facts.required_tags,
        pinned: pin.map(|pin| pin.recipe_id.as_str()),
        batch: problem.options.batches.iter().find(|batch| batch.eat.contains(&place)),
    })
}

const DAY: i64 = 24 * 60;

/// Minutes from the start of the horizon.
fn absolute(day: u32, time: &str) -> Result<i64, Unreadable> {
    let time: ClockTime = time.parse().map_err(|_| Unreadable::new("time", time, "HH:MM"))?;
    Ok((i64::from(day) - 1) * DAY + i64::from(time.minutes()))
}

/// MD-2: starts and ends of workouts. One that ends at an earlier hour than it starts ends on the next day.
fn workouts(problem: &Problem) -> Result<Vec<(i64, i64)>, Unreadable> {
    let profile = &problem.profile;
    let mut workouts = vec![];
    if let Some(given) = &profile.workouts {
        for workout in given {
            workouts
                .push((absolute(workout.day, &workout.start)?, Some(absolute(workout.day, &workout.end)?)));
        }
    } else if let Some(activity) = &profile.activity_schedule {
        for day in 1..=problem.days {
            let time = |text: &Option<String>| text.as_ref().map(|text| absolute(day, text)).transpose();
            match (time(&activity.workout_start)?, time(&activity.workout_end)?) {
                (Some(start), end) => workouts.push((start, end)),
                (None, Some(end)) => workouts.push((end - 60, Some(end))),
                (None, None) => {}
            }
        }
    }
    let end_of = |start: i64, end: Option<i64>| match end {
        Some(end) if end < start => end + DAY,
        Some(end) => end,
        None => start + 60,
    };
    Ok(workouts.into_iter().map(|(start, end)| (start, end_of(start, end))).collect())
}

/// The targets of a day: its own, else those of every day; carbs that are nowhere given follow by NT-4.
fn targets(problem: &Problem, day: u32) -> Result<Targets, Unreadable> {
    let profile = &problem.profile;
    let own = profile.day_targets.get(&day.to_string());
    let calories = own.and_then(|own| own.daily_calories.as_ref()).unwrap_or(&profile.daily_calories);
    let protein = own.and_then(|own| own.daily_protein_g.as_ref()).unwrap_or(&profile.daily_protein_g);
    let [fat_min, fat_max] = own.and_then(|own| own.daily_fat_g.as_ref()).unwrap_or(&profile.daily_fat_g);
    let carbs = own.and_then(|own| own.daily_carbs_g.as_ref()).or(profile.daily_carbs_g.as_ref());
    let calories = number("profile/daily_calories", calories)?;
    let protein = number("profile/daily_protein_g", protein)?;
    let fat_min = number("profile/daily_fat_g", fat_min)?;
    let fat_max = number("profile/daily_fat_g", fat_max)?;
    let carbs = match carbs {
        Some(carbs) => number("profile/daily_carbs_g", carbs)?,
        None => half_up(2 * calories - 8 * protein - 9 * (fat_min + fat_max), 8),
    };
    Ok(Targets { calories, protein, carbs, fat_min, fat_max })
}

/// A number of 0 or more in millionths (ND-1).
pub(super) fn number(pointer: impl fmt::Display, written: &Written) -> Result<i128, Unreadable> {
    // A float prints the fewest digits that identify it, and unlike in JSON never an exponent.
    let text = match written.as_f64() {
        Some(float) if written.is_f64() => float.to_string(),
        _ => written.to_string(),
    };
    match Amount::parse(&text) {
        Ok(amount) => Ok(i128::from(amount.0)),
        Err(_) => Err(Unreadable::new(pointer, text, "a number of 0 or more")),
    }
}

/// A nutrient that is none of the macros, which have fields of their own.
pub(super) fn micronutrient(pointer: impl fmt::Display, name: &str) -> Result<Nutrient, Unreadable> {
    let nutrient = name.parse().ok().filter(|nutrient: &Nutrient| !nutrient.is_macro());
    nutrient.ok_or_else(|| Unreadable::new(pointer, name, "a micronutrient"))
}
