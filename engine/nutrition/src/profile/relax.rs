//! What a relaxation means for a profile (MX-7): a small change that makes a plan possible, made for good.

use std::slice;

use domain::{
    meal_plan::DaySlots,
    nutrient::{Direction, Nutrient},
};

use super::{NutritionProfile, week::usual_day};
use crate::{
    allergen::{Exclusions, Named},
    catalog::Catalog,
    outcome::report::Change,
};

/// MD-4: the level at which there is all the time to cook.
const FREE: u8 = 4;

impl NutritionProfile {
    /// The profile after a change.
    ///
    /// Nothing where a profile cannot say it: windows and repetition are rules of every plan, and a meal that is fixed is a
    /// matter of one plan.
    pub fn relaxed(&self, change: &Change) -> Option<Self> {
        let mut eased = self.clone();
        match change {
            Change::FatRange { low, high } => eased.brought.daily_fat_g = Some([*low, *high]),
            Change::Ceiling { calories } => eased.brought.max_daily_calories = Some(*calories),
            Change::Fraction { nutrient: Some(nutrient), fraction_milli } => {
                eased.lower(*nutrient, *fraction_milli);
            }
            Change::Fraction { nutrient: None, fraction_milli } => {
                for nutrient in self.floors() {
                    eased.lower(nutrient, *fraction_milli);
                }
            }
            Change::CookingTime { level } => eased.free(u8::try_from(*level).ok()?),
            Change::Exclusion { term } => eased.allow(term),
            Change::Tolerance { .. } | Change::Repetition | Change::Pin { .. } => return None,
        }
        (eased != *self).then_some(eased)
    }

    /// The nutrients of which a day needs at least so much.
    fn floors(&self) -> Vec<Nutrient> {
        let rows = Catalog::reference_intakes().rows();
        let direction = |nutrient: Nutrient| {
            let chosen = self.micronutrients.get(&nutrient).and_then(|choice| choice.direction);
            chosen.or_else(|| rows.iter().find(|row| row.nutrient == nutrient).map(|row| row.direction))
        };
        let is_floor = |nutrient: &Nutrient| direction(*nutrient) == Some(Direction::Floor);
        Nutrient::ALL.iter().copied().filter(is_floor).collect()
    }

    fn lower(&mut self, nutrient: Nutrient, milli: u32) {
        let choice = self.micronutrients.entry(nutrient).or_default();
        choice.fraction_milli = Some(choice.fraction_milli.unwrap_or(1000) * milli / 1000);
    }

    /// All the time to cook where there was that much of it.
    fn free(&mut self, level: u8) {
        let raise = |DaySlots(slots): &mut DaySlots| {
            slots.iter_mut().filter(|slot| slot.busyness_level == level).for_each(|slot| {
                slot.busyness_level = FREE;
            });
        };
        for weekday in 1..=7 {
            let before = self.week.get(&weekday).cloned().unwrap_or_else(usual_day);
            let mut day = before.clone();
            raise(&mut day);
            if day != before {
                self.week.insert(weekday, day);
            }
        }
        self.dates.values_mut().for_each(raise);
    }

    /// Allows what an ingredient of this text was excluded by; allergies stay.
    fn allow(&mut self, term: &str) {
        let catalog = Catalog::embedded();
        let mut lines = catalog.recipes().iter().flat_map(|entry| &entry.recipe.ingredients);
        let line = lines.find(|line| line.text == term);
        let food = line.and_then(|line| catalog.food(line.food_id.as_ref()?));
        let named = Named::new(term, food.map(|food| &**food), catalog.allergens());
        self.dislikes.retain(|entry| {
            let excludes = Exclusions::new(slice::from_ref(entry), catalog.allergens());
            entry.term != term && excludes.find(&named).is_none()
        });
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        nutrient::Decimal,
        quantity::Amount,
        recipe::{Exclusion, ExclusionMatch},
    };

    use super::*;

    fn profile() -> NutritionProfile {
        serde_json::from_str(
            r#"{ "sex": "female", "birth_date": "1994-05-17", "height_mm": 1680, "weight_g": 62000,
                 "goal": "maintain", "allergies": ["peanut"], "dislikes": ["грибы", "liver"] }"#,
        )
        .unwrap()
    }

    fn grams(grams: i64) -> Decimal {
        Decimal(Amount(grams * Amount::UNIT))
    }

    #[test]
    fn mx_7_a_bound_that_was_eased_is_brought() {
        let fat = profile().relaxed(&Change::FatRange { low: grams(40), high: grams(95) }).unwrap();
        assert_eq!(fat.brought.daily_fat_g, Some([grams(40), grams(95)]));
        let ceiling = profile().relaxed(&Change::Ceiling { calories: grams(2100) }).unwrap();
        assert_eq!(ceiling.brought.max_daily_calories, Some(grams(2100)));
    }

    #[test]
    fn mx_7_a_smaller_share_is_a_share_of_what_was_asked_before() {
        let iron = Change::Fraction { nutrient: Some(Nutrient::Iron), fraction_milli: 900 };
        let once = profile().relaxed(&iron).unwrap();
        assert_eq!(once.micronutrients[&Nutrient::Iron].fraction_milli, Some(900));
        let twice = once.relaxed(&iron).unwrap();
        assert_eq!(twice.micronutrients[&Nutrient::Iron].fraction_milli, Some(810));
        let all = twice.relaxed(&Change::Fraction { nutrient: None, fraction_milli: 500 }).unwrap();
        assert_eq!(all.micronutrients[&Nutrient::Iron].fraction_milli, Some(405));
        assert_eq!(all.micronutrients[&Nutrient::Zinc].fraction_milli, Some(500));
        assert!(!all.micronutrients.contains_key(&Nutrient::Sodium), "a ceiling is no floor");
    }

    #[test]
    fn mx_7_more_time_to_cook_holds_on_every_day() {
        let free = profile().relaxed(&Change::CookingTime { level: 2 }).unwrap();
        let levels = |slots: &DaySlots| slots.0.iter().map(|slot| slot.busyness_level).collect::<Vec<_>>();
        assert_eq!(free.week.len(), 7);
        assert!(free.week.values().all(|day| levels(day) == [4, 3, 4, 4]));
    }

    #[test]
    fn mx_7_a_dislike_goes_by_any_name_of_its_food_and_an_allergy_never() {
        let terms = |profile: &NutritionProfile| {
            profile.dislikes.iter().map(|entry| entry.term.clone()).collect::<Vec<_>>()
        };
        let liver = profile().relaxed(&Change::Exclusion { term: "liver".into() }).unwrap();
        assert_eq!(terms(&liver), ["грибы"]);
        assert_eq!(liver.allergies, ["peanut"]);
        assert_eq!(profile().relaxed(&Change::Exclusion { term: "peanut".into() }), None);
        let auto = Exclusion { term: "Яйцо".into(), matching: ExclusionMatch::Auto };
        let eggs = NutritionProfile { dislikes: vec![auto], ..profile() };
        let text = Catalog::embedded()
            .recipes()
            .iter()
            .flat_map(|entry| &entry.recipe.ingredients)
            .find(|line| line.food_id.as_ref().is_some_and(|food| food.as_str() == "egg"))
            .map(|line| line.text.clone());
        let allowed = eggs.relaxed(&Change::Exclusion { term: text.unwrap() }).unwrap();
        assert_eq!(terms(&allowed), Vec::<String>::new());
    }

    #[test]
    fn mx_7_what_a_profile_cannot_say_is_not_applied() {
        for change in [
            Change::Tolerance { percent: 15 },
            Change::Repetition,
            Change::Pin { day: 1, slot: 0 },
            Change::CookingTime { level: 1 },
        ] {
            assert_eq!(profile().relaxed(&change), None, "{change:?}");
        }
    }
}
