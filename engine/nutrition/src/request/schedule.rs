//! Slots, pins, batches and workouts of a problem (MD-1, MD-2, HC-6, MO-2).

use domain::{error::ErrorCode, meal_plan::ClockTime, quantity::Amount, vocabulary::nearest};

use super::{DayTargets, find, reader::Reader};
use crate::{
    pool::PoolRecipe,
    problem::{Problem, SlotFacts, Where},
    slot::{DAY, Interval, Slot, cooking_time_max},
};

impl Reader {
    pub(super) fn days(&mut self, problem: &Problem) -> Vec<Vec<Slot>> {
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
            required_tags: sorted(&facts.required_tags),
            preferred_tags: facts.preferred_tags.clone(),
            kind: 0,
            pinned: None,
            is_closed: false,
            batch: None,
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

    pub(super) fn pins(&mut self, problem: &Problem, days: &mut [Vec<Slot>], recipes: &[PoolRecipe]) {
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
    pub(super) fn workouts(&mut self, problem: &Problem) -> Vec<Interval> {
        let mut intervals = vec![];
        if let Some(workouts) = &problem.profile.workouts {
            for (index, workout) in workouts.iter().enumerate() {
                let pointer = format!("profile/workouts/{index}");
                let start = self.time(&format!("{pointer}/start"), &workout.start);
                let end = self.time(&format!("{pointer}/end"), &workout.end);
                let day = &format!("{pointer}/day");
                self.check.range(ErrorCode::BadValue, day, workout.day, 1, problem.days.max(1));
                let offset = i64::from(workout.day.saturating_sub(1)) * DAY;
                let end = if end < start { end + DAY } else { end };
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
                (Some(start), Some(end)) if end < start => (start, end + DAY),
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

    pub(super) fn targets(&mut self, problem: &Problem) -> Vec<DayTargets> {
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
            let derived = (2 * calories - 8 * protein - 9 * (fat_min + fat_max) + 4).div_euclid(8);
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

    /// MO-2: the servings of a batch are fixed like pins, and win over them.
    pub(super) fn batches(&mut self, problem: &Problem, days: &mut [Vec<Slot>], recipes: &[PoolRecipe]) {
        for (index, batch) in problem.options.batches.iter().enumerate() {
            let pointer = format!("options/batches/{index}");
            let Some(place) = find(recipes, &batch.recipe_id) else {
                let expected = "a recipe of the pool";
                self.check.require(false, ErrorCode::BadOption, &pointer, &batch.recipe_id, expected);
                continue;
            };
            let count = u32::try_from(batch.eat.len()).unwrap_or(u32::MAX);
            self.check.range(ErrorCode::BadOption, &format!("{pointer}/servings"), batch.servings, 1, 12);
            let expected = format!("1..{} slots", batch.servings);
            let fits = (1..=batch.servings).contains(&count);
            self.check.require(fits, ErrorCode::BadOption, &format!("{pointer}/eat"), count, expected);
            for at in batch.eat.iter().chain([&batch.cook]) {
                let known = slot_at(days, *at).is_some();
                let found = format!("day {}, slot {}", at.day, at.slot);
                let expected = "a slot of the schedule";
                self.check.require(known, ErrorCode::BadOption, &pointer, found, expected);
            }
            let keeps = recipes[place].reheats.map_or(0, |(_, keeps_days)| keeps_days);
            for at in &batch.eat {
                let age = i64::from(at.day) - i64::from(batch.cook.day);
                let fresh = batch.cook <= *at && age <= i64::from(keeps);
                let found = format!("day {}, {age} days after cooking", at.day);
                let expected = format!("within {keeps} days of cooking");
                self.check.require(fresh, ErrorCode::BatchTooOld, &pointer, found, expected);
                if let Some(slot) = slot_at(days, *at) {
                    slot.pinned = Some(place);
                    slot.batch = Some(batch.cook);
                }
            }
        }
    }
}

fn slot_at(days: &mut [Vec<Slot>], at: Where) -> Option<&mut Slot> {
    let day = days.get_mut(usize::try_from(at.day.checked_sub(1)?).ok()?)?;
    day.get_mut(usize::try_from(at.slot).ok()?)
}

fn sorted(tags: &[String]) -> Vec<String> {
    let mut tags = tags.to_vec();
    tags.sort();
    tags.dedup();
    tags
}
