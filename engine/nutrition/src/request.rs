//! Request: a problem read and checked as a whole (MV-1), with slots derived and the pool in its compact form.

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::{Check, Invalid},
    meal_plan::ClockTime,
    nutrient::{Demographic, Nutrient},
    quantity::Amount,
    vocabulary::{UnknownWord, nearest},
};

use crate::{
    pool::{Amounts, Bounds, NUTRIENTS, Place, PoolRecipe},
    problem::{Policy, Problem, RecipeFacts, SlotFacts, UpperLimits, Written},
    reference,
    slot::{DAY, Interval, Slot, cooking_time_max, derive},
};

/// What a day should hold, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayTargets {
    /// kcal.
    pub calories: i64,
    /// Grams.
    pub protein: i64,
    /// Grams.
    pub carbs: i64,
    /// Fewest grams.
    pub fat_min: i64,
    /// Most grams.
    pub fat_max: i64,
}

/// A nutrient of which the horizon needs at least so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Floor {
    /// Which.
    pub nutrient: Nutrient,
    /// A day, in millionths.
    pub target: i64,
    /// Thousandths of it that must be reached (MO-4).
    pub fraction_milli: i64,
}

/// A daily limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Which.
    pub nutrient: Nutrient,
    /// A day, in millionths.
    pub most: i64,
}

/// A checked problem.
#[derive(Debug, Clone)]
pub struct Request {
    /// Slots by day, derived.
    pub days: Vec<Vec<Slot>>,
    /// Targets by day.
    pub targets: Vec<DayTargets>,
    /// HC-5.
    pub ceiling: Option<i64>,
    /// Floors in the order of the nutrients.
    pub floors: Vec<Floor>,
    /// Limits in the order of the nutrients.
    pub limits: Vec<Limit>,
    /// Recipes by id.
    pub recipes: Vec<PoolRecipe>,
    /// What slots can still add.
    pub bounds: Bounds,
    /// Non-workout recipes of the day before.
    pub day_zero: Vec<Place>,
    /// MO-3.
    pub has_slack_carbs: bool,
    /// MO-5.
    pub prefers_meal_type: bool,
    /// MV-4.
    pub is_strict_single_day: bool,
    /// MC-1.
    pub policy: Policy,
    /// Stage A.
    pub attempt_limit: u64,
    /// Codes and what they are about.
    pub warnings: Vec<(String, String)>,
}

impl Request {
    /// Reads and checks a problem; everything that is wrong is reported at once.
    pub fn new(problem: &Problem) -> Result<Self, Invalid> {
        let mut reader = Reader { check: Check::default(), warnings: vec![] };
        let recipes = reader.recipes(problem);
        let mut days = reader.days(problem);
        reader.pins(problem, &mut days, &recipes);
        let workouts = reader.workouts(problem);
        let targets = reader.targets(problem);
        let floors = reader.floors(problem);
        let limits = reader.limits(problem);
        let ceiling = problem.profile.max_daily_calories.as_ref();
        let ceiling = ceiling.and_then(|number| reader.number("profile/max_daily_calories", number));
        let day_zero = reader.day_zero(problem, &recipes);
        reader.check.range(ErrorCode::BadHorizon, "days", problem.days, 1, 7);
        reader.check.finish()?;
        derive(&mut days, &workouts);
        Ok(Self {
            bounds: Bounds::new(&recipes),
            days,
            targets,
            ceiling,
            floors,
            limits,
            recipes,
            day_zero,
            has_slack_carbs: problem.options.carbs.as_deref() == Some("slack"),
            prefers_meal_type: problem.options.prefer_meal_type,
            is_strict_single_day: problem.options.strict_single_day,
            policy: problem.policy,
            attempt_limit: problem.attempt_limit,
            warnings: reader.warnings,
        })
    }

    /// The place of a recipe.
    pub fn find(&self, id: &str) -> Option<Place> {
        find(&self.recipes, id)
    }
}

fn find(recipes: &[PoolRecipe], id: &str) -> Option<Place> {
    recipes.binary_search_by(|recipe| recipe.id.as_bytes().cmp(id.as_bytes())).ok()
}

struct Reader {
    check: Check,
    warnings: Vec<(String, String)>,
}

impl Reader {
    /// A number of 0 or more, exactly.
    fn number(&mut self, pointer: &str, number: &Written) -> Option<i64> {
        let text = match number.as_f64() {
            Some(float) if number.is_f64() => float.to_string(),
            _ => number.to_string(),
        };
        let read = Amount::parse(&text).ok();
        self.check.require(read.is_some(), ErrorCode::BadValue, pointer, &text, "a number of 0 or more");
        read.map(|amount| amount.0)
    }

    fn nutrient(&mut self, pointer: &str, name: &str) -> Option<Nutrient> {
        match name.parse::<Nutrient>() {
            Ok(nutrient) if !nutrient.is_macro() => Some(nutrient),
            Ok(_) => {
                self.check.require(false, ErrorCode::UnknownNutrient, pointer, name, "a micronutrient");
                None
            }
            Err(unknown) => {
                let expected = hint(&unknown);
                self.check.require(false, ErrorCode::UnknownNutrient, pointer, name, expected);
                None
            }
        }
    }

    fn recipes(&mut self, problem: &Problem) -> Vec<PoolRecipe> {
        let filled = !problem.recipes.is_empty();
        self.check.require(filled, ErrorCode::EmptyPool, "recipes", "none", "at least one recipe");
        let mut recipes: Vec<PoolRecipe> = vec![];
        for (index, facts) in problem.recipes.iter().enumerate() {
            recipes.push(self.recipe(&format!("recipes/{index}"), facts, problem));
        }
        recipes.sort_by(|a, b| a.id.as_bytes().cmp(b.id.as_bytes()));
        for pair in recipes.windows(2) {
            let once = pair[0].id != pair[1].id;
            self.check.require(once, ErrorCode::DuplicateRecipe, "recipes", &pair[0].id, "each id once");
        }
        recipes
    }

    fn recipe(&mut self, pointer: &str, facts: &RecipeFacts, problem: &Problem) -> PoolRecipe {
        let mut amounts: Amounts = [0; NUTRIENTS];
        let nutrition = &facts.nutrition;
        let macros = [&nutrition.calories, &nutrition.protein_g, &nutrition.fat_g, &nutrition.carbs_g];
        for (nutrient, number) in Nutrient::MACROS.iter().zip(macros) {
            let pointer = format!("{pointer}/nutrition/{nutrient}");
            amounts[*nutrient as usize] = self.number(&pointer, number).unwrap_or(0);
        }
        let mut unknown = vec![];
        for (name, number) in &nutrition.micronutrients {
            let pointer = format!("{pointer}/nutrition/micronutrients/{name}");
            let Some(nutrient) = self.nutrient(&pointer, name) else { continue };
            match number {
                Some(number) => amounts[nutrient as usize] = self.number(&pointer, number).unwrap_or(0),
                None => unknown.push(nutrient),
            }
        }
        let grams = facts.grams.as_ref().and_then(|grams| self.number(&format!("{pointer}/grams"), grams));
        let fat_sources = facts.fat_sources.as_ref().map(|sources| {
            let read = sources.iter().map(|(source, grams)| {
                (source.clone(), self.number(&format!("{pointer}/fat_sources/{source}"), grams).unwrap_or(0))
            });
            read.collect()
        });
        let mut tags = facts.tags.clone();
        tags.sort();
        PoolRecipe {
            id: facts.id.clone(),
            minutes: facts.cooking_time_minutes,
            amounts,
            unknown,
            milligrams: grams.map(|grams| grams / 1000),
            fat_sources,
            tags,
            meal_types: facts.meal_types.clone(),
            liked: crate::exclusion::liked(&facts.ingredients, &problem.profile.liked_foods),
            excluded: crate::exclusion::excluded(&facts.ingredients, &problem.profile.excluded_ingredients),
        }
    }

    fn days(&mut self, problem: &Problem) -> Vec<Vec<Slot>> {
        let schedule = &problem.profile.schedule;
        let wanted = usize::try_from(problem.days).unwrap_or(0);
        let expected = format!("{wanted} days");
        let fits = schedule.len() == wanted;
        let found = format!("{} days", schedule.len());
        self.check.require(fits, ErrorCode::ScheduleLength, "profile/schedule", found, expected);
        let mut days = vec![];
        for (day, slots) in schedule.iter().enumerate() {
            let pointer = format!("profile/schedule/{day}");
            self.check.require(!slots.is_empty(), ErrorCode::EmptyDay, &pointer, "no slot", "1..8 slots");
            let found = format!("{} slots", slots.len());
            self.check.require(slots.len() <= 8, ErrorCode::TooManySlots, &pointer, found, "1..8 slots");
            let read: Vec<Slot> =
                slots.iter().enumerate().map(|(index, slot)| self.slot(&pointer, day, index, slot)).collect();
            for (index, pair) in read.windows(2).enumerate() {
                let pointer = format!("{pointer}/{}/time", index + 1);
                let sorted = pair[0].time < pair[1].time;
                let (found, expected) = (&slots[index + 1].time, format!("later than {}", slots[index].time));
                self.check.require(sorted, ErrorCode::SlotsNotSorted, &pointer, found, expected);
            }
            days.push(read);
        }
        days
    }

    fn slot(&mut self, pointer: &str, day: usize, index: usize, facts: &SlotFacts) -> Slot {
        let pointer = format!("{pointer}/{index}");
        let cap = cooking_time_max(facts.busyness_level);
        let level = format!("{pointer}/busyness_level");
        self.check.require(cap.is_some(), ErrorCode::BadBusyness, &level, facts.busyness_level, "1..4");
        Slot {
            day,
            index,
            time: self.time(&format!("{pointer}/time"), &facts.time),
            cap: cap.flatten(),
            meal_type: facts.meal_type.clone().unwrap_or_default(),
            required_tags: facts.required_tags.clone(),
            preferred_tags: facts.preferred_tags.clone(),
            pinned: None,
            pre_workout: false,
            post_workout: false,
            overnight_fast_ahead: false,
            is_high_satiety: false,
        }
    }

    fn time(&mut self, pointer: &str, text: &str) -> i64 {
        let read = text.parse::<ClockTime>();
        self.check.require(read.is_ok(), ErrorCode::BadTime, pointer, text, "HH:MM");
        read.map_or(0, |time| i64::from(time.minutes()))
    }

    fn pins(&mut self, problem: &Problem, days: &mut [Vec<Slot>], recipes: &[PoolRecipe]) {
        for (index, pin) in problem.profile.pinned_assignments.iter().enumerate() {
            let pointer = format!("profile/pinned_assignments/{index}");
            let day = usize::try_from(pin.day).ok().and_then(|day| days.get_mut(day.checked_sub(1)?));
            let slot = day.and_then(|day| day.get_mut(usize::try_from(pin.slot).ok()?));
            let Some(slot) = slot else {
                let found = format!("day {}, slot {}", pin.day, pin.slot);
                self.check.require(
                    false,
                    ErrorCode::PinOutOfRange,
                    &pointer,
                    found,
                    "a slot of the schedule",
                );
                continue;
            };
            let Some(place) = find(recipes, &pin.recipe_id) else {
                let ids = recipes.iter().map(|recipe| recipe.id.as_str());
                let near =
                    nearest(&pin.recipe_id, ids).map_or(String::new(), |near| format!("; maybe {near}"));
                let found =
                    format!("day {}, slot {}: the pinned recipe {}", pin.day, pin.slot, pin.recipe_id);
                let expected = format!("a recipe of the pool{near}");
                self.check.require(false, ErrorCode::UnknownPin, &pointer, found, expected);
                continue;
            };
            let free = slot.pinned.is_none();
            self.check.require(free, ErrorCode::DuplicatePin, &pointer, &pin.recipe_id, "one pin per slot");
            slot.pinned = Some(place);
        }
    }

    /// MD-2: the workouts of the horizon.
    fn workouts(&mut self, problem: &Problem) -> Vec<Interval> {
        let mut intervals = vec![];
        if let Some(workouts) = &problem.profile.workouts {
            for (index, workout) in workouts.iter().enumerate() {
                let pointer = format!("profile/workouts/{index}");
                let start = self.time(&format!("{pointer}/start"), &workout.start);
                let end = self.time(&format!("{pointer}/end"), &workout.end);
                let day = &format!("{pointer}/day");
                self.check.range(ErrorCode::BadValue, day, workout.day, 1, problem.days.max(1));
                let offset = i64::from(workout.day.saturating_sub(1)) * DAY;
                intervals.push(Interval { start: offset + start, end: offset + end });
            }
        } else if let Some(activity) = &problem.profile.activity_schedule {
            let pointer = "profile/activity_schedule";
            let start = activity
                .workout_start
                .as_ref()
                .map(|text| self.time(&format!("{pointer}/workout_start"), text));
            let end =
                activity.workout_end.as_ref().map(|text| self.time(&format!("{pointer}/workout_end"), text));
            let (start, end) = match (start, end) {
                (Some(start), Some(end)) => (start, end),
                (Some(start), None) => (start, start + 60),
                (None, Some(end)) => (end - 60, end),
                (None, None) => return intervals,
            };
            for day in 0..i64::from(problem.days) {
                intervals.push(Interval { start: day * DAY + start, end: day * DAY + end });
            }
        }
        intervals
    }

    fn targets(&mut self, problem: &Problem) -> Vec<DayTargets> {
        let profile = &problem.profile;
        let mut days = vec![];
        for day in 1..=problem.days.min(7) {
            let own = profile.day_targets.get(&day.to_string());
            let calories = own.and_then(|own| own.daily_calories.as_ref()).unwrap_or(&profile.daily_calories);
            let protein =
                own.and_then(|own| own.daily_protein_g.as_ref()).unwrap_or(&profile.daily_protein_g);
            let fat = own.and_then(|own| own.daily_fat_g.as_ref()).unwrap_or(&profile.daily_fat_g);
            let carbs = own.and_then(|own| own.daily_carbs_g.as_ref()).or(profile.daily_carbs_g.as_ref());
            let calories = self.number("profile/daily_calories", calories).unwrap_or(0);
            self.check.require(calories > 0, ErrorCode::BadValue, "profile/daily_calories", 0, "more than 0");
            let protein = self.number("profile/daily_protein_g", protein).unwrap_or(0);
            let fat_min = self.number("profile/daily_fat_g/0", &fat[0]).unwrap_or(0);
            let fat_max = self.number("profile/daily_fat_g/1", &fat[1]).unwrap_or(0);
            let ordered = fat_min <= fat_max;
            let found = format!("{}-{}", Amount(fat_min), Amount(fat_max));
            self.check.require(
                ordered,
                ErrorCode::FatRangeInverted,
                "profile/daily_fat_g",
                found,
                "min <= max",
            );
            let given = carbs.and_then(|carbs| self.number("profile/daily_carbs_g", carbs));
            // NT-4: what protein and the middle of the fat range leave.
            let derived = (2 * calories - 8 * protein - 9 * (fat_min + fat_max)).div_euclid(8);
            let carbs = given.unwrap_or(derived);
            self.check.require(
                carbs >= 0,
                ErrorCode::NegativeCarbs,
                "profile/daily_carbs_g",
                Amount(carbs),
                "0 or more",
            );
            days.push(DayTargets { calories, protein, carbs, fat_min, fat_max });
        }
        days
    }

    fn floors(&mut self, problem: &Problem) -> Vec<Floor> {
        let common = problem.profile.micronutrient_weekly_min_fraction.as_ref();
        let common =
            common.and_then(|fraction| self.number("profile/micronutrient_weekly_min_fraction", fraction));
        let mut floors = vec![];
        for (name, number) in &problem.profile.micronutrient_targets {
            let pointer = format!("profile/micronutrient_targets/{name}");
            let (nutrient, target) = (self.nutrient(&pointer, name), self.number(&pointer, number));
            let (Some(nutrient), Some(target)) = (nutrient, target) else { continue };
            let own = problem.options.nutrients.get(name);
            if own.is_some_and(|own| own.advisory) {
                continue;
            }
            let fraction = own.and_then(|own| own.fraction_milli).map(i64::from);
            let fraction_milli = fraction.or(common.map(|fraction| fraction / 1000)).unwrap_or(1000);
            self.check.range(ErrorCode::BadOption, &pointer, fraction_milli, 0, 1000);
            floors.push(Floor { nutrient, target, fraction_milli });
        }
        floors.sort_by_key(|floor| floor.nutrient);
        floors
    }

    /// ND-12: the limits of the problem, or of its demographic.
    fn limits(&mut self, problem: &Problem) -> Vec<Limit> {
        let mut limits: BTreeMap<Nutrient, i64> = BTreeMap::new();
        let named = match &problem.upper_limits {
            Some(UpperLimits::Demographic(name)) => Some(name.clone()),
            Some(UpperLimits::Literal(map)) => {
                for (name, number) in map {
                    let pointer = format!("upper_limits/{name}");
                    let nutrient = self.nutrient(&pointer, name);
                    let most = number.as_ref().and_then(|number| self.number(&pointer, number));
                    if let (Some(nutrient), Some(most)) = (nutrient, most) {
                        limits.insert(nutrient, most);
                    }
                }
                None
            }
            None => problem.profile.demographic.clone(),
        };
        if let Some(name) = named {
            match name.parse::<Demographic>() {
                Ok(demographic) => limits.extend(reference::food_limits(demographic)),
                Err(unknown) => {
                    let expected = hint(&unknown);
                    let pointer = "profile/demographic";
                    self.check.require(false, ErrorCode::UnknownDemographic, pointer, name, expected);
                }
            }
        }
        for (name, number) in &problem.profile.upper_limits_overrides {
            let pointer = format!("profile/upper_limits_overrides/{name}");
            let Some(nutrient) = self.nutrient(&pointer, name) else { continue };
            match number {
                Some(number) => drop(self.number(&pointer, number).map(|most| limits.insert(nutrient, most))),
                None => drop(limits.remove(&nutrient)),
            }
        }
        limits.into_iter().map(|(nutrient, most)| Limit { nutrient, most }).collect()
    }

    fn day_zero(&mut self, problem: &Problem, recipes: &[PoolRecipe]) -> Vec<Place> {
        let mut places = vec![];
        for (index, id) in problem.profile.day_zero.iter().enumerate() {
            match find(recipes, id) {
                Some(place) => places.push(place),
                // A recipe of yesterday that is not in the pool restricts nothing.
                None => {
                    self.warnings.push(("day_zero_unknown".to_owned(), format!("profile/day_zero/{index}")));
                }
            }
        }
        places.sort_unstable();
        places
    }
}

fn hint(unknown: &UnknownWord) -> String {
    let near = unknown.nearest().map_or(String::new(), |near| format!("; maybe {near}"));
    format!("a known {}{near}", unknown.kind)
}
