//! Reads numbers, names and recipes of a problem, and keeps every finding.

use std::fmt;

use domain::{
    error::ErrorCode,
    food::{AllergenClass, FatSource},
    law::Check,
    nutrient::Nutrient,
    quantity::{Amount, NotAnAmount},
    vocabulary::UnknownWord,
};

use super::find;
use crate::{
    exclusion::Matcher,
    pool::{Amounts, COST, Dish, MEASURES, PoolRecipe, Refused, units},
    problem::{Portions, Problem, RecipeFacts, Written},
    warning::{Warning, WarningCode},
};

/// Findings and warnings so far.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) check: Check,
    pub(super) warnings: Vec<Warning>,
}

/// Portions of a serving that may be asked for (MO-1).
const PERCENTS: [u32; 6] = [50, 75, 100, 125, 150, 200];

impl Reader {
    /// A number of 0 or more, exactly.
    pub(super) fn number(&mut self, pointer: impl fmt::Display, number: &Written) -> Option<i64> {
        match Amount::of(number) {
            Ok(amount) => Some(amount.0),
            Err(NotAnAmount(text)) => {
                let (code, expected) = (ErrorCode::BadValue, "a number of 0 or more");
                self.check.require(false, code, &pointer.to_string(), text, expected);
                None
            }
        }
    }

    pub(super) fn nutrient(&mut self, pointer: impl fmt::Display, name: &str) -> Option<Nutrient> {
        let expected = match name.parse::<Nutrient>() {
            Ok(nutrient) if !nutrient.is_macro() => return Some(nutrient),
            Ok(_) => "a micronutrient".to_owned(),
            Err(unknown) => hint(&unknown),
        };
        self.check.require(false, ErrorCode::UnknownNutrient, &pointer.to_string(), name, expected);
        None
    }

    /// Options that are words or counts (section 9).
    pub(super) fn options(&mut self, problem: &Problem) {
        let options = &problem.options;
        if let Some(carbs) = &options.carbs {
            self.check.require(carbs == "slack", ErrorCode::BadOption, "options/carbs", carbs, "slack");
        }
        if let Some(days) = options.variety_days {
            self.check.range(ErrorCode::BadOption, "options/variety_days", days, 2, 7);
        }
        self.check.range(ErrorCode::BadOption, "options/alternatives", options.alternatives, 0, 5);
        if let Some(polish) = &options.polish {
            let known = matches!(polish.as_str(), "cost" | "deviation" | "variety");
            let expected = "cost, deviation or variety";
            self.check.require(known, ErrorCode::BadOption, "options/polish", polish, expected);
        }
        if let Some(Portions::Mode { mode, .. }) = &options.portions {
            let known = matches!(mode.as_str(), "after_failure" | "always");
            let expected = "after_failure or always";
            self.check.require(known, ErrorCode::BadOption, "options/portions/mode", mode, expected);
        }
        let percents = percents(problem);
        self.percents("options/portions", &percents);
        self.check.range(ErrorCode::BadValue, "attempt_limit", problem.attempt_limit, 1, u64::MAX);
    }

    fn percents(&mut self, pointer: &str, percents: &[u32]) {
        let expected = "some of 50, 75, 100, 125, 150, 200, with 100 among them";
        let known = percents.iter().all(|percent| PERCENTS.contains(percent)) && percents.contains(&100);
        self.check.require(known, ErrorCode::BadOption, pointer, format!("{percents:?}"), expected);
    }

    pub(super) fn recipes(&mut self, problem: &Problem) -> Vec<PoolRecipe> {
        let filled = !problem.recipes.is_empty();
        self.check.require(filled, ErrorCode::EmptyPool, "recipes", "none", "at least one recipe");
        let matcher = Matcher::new(&problem.profile);
        let mut ordered: Vec<(usize, &RecipeFacts)> = problem.recipes.iter().enumerate().collect();
        ordered.sort_by(|a, b| a.1.id.as_bytes().cmp(b.1.id.as_bytes()));
        for pair in ordered.windows(2) {
            let (once, id) = (pair[0].1.id != pair[1].1.id, &pair[0].1.id);
            self.check.require(once, ErrorCode::DuplicateRecipe, "recipes", id, "each id once");
        }
        let common = percents(problem);
        let mut recipes: Vec<PoolRecipe> = vec![];
        for (dish, (index, facts)) in ordered.into_iter().enumerate() {
            let pointer = format!("recipes/{index}");
            let whole = self.recipe(&pointer, dish, facts, problem, &matcher);
            let mut own = common.clone();
            if let Some(narrower) = &facts.portions {
                self.percents(&format!("{pointer}/portions"), narrower);
                own.retain(|percent| narrower.contains(percent));
            }
            own.sort_by_key(|&percent| (percent.abs_diff(100), percent));
            let cooked: Vec<PoolRecipe> = own.into_iter().map(|percent| portion(&whole, percent)).collect();
            let reheated = if problem.options.auto_batches { &cooked[..] } else { &[] };
            let leftovers: Vec<PoolRecipe> = reheated.iter().filter_map(leftover).collect();
            recipes.extend(cooked.into_iter().chain(leftovers));
        }
        matcher.warn(&mut self.warnings);
        recipes
    }

    fn recipe(
        &mut self,
        pointer: &str,
        dish: Dish,
        facts: &RecipeFacts,
        problem: &Problem,
        matcher: &Matcher,
    ) -> PoolRecipe {
        let (mut amounts, unknown) = self.amounts(pointer, facts);
        self.allergens(pointer, facts);
        let wanted = problem.options.max_cost_per_day.map(|money| money.currency);
        let price = facts.price.filter(|price| wanted.is_none_or(|currency| currency == price.currency));
        amounts[COST] = price.map_or(0, |price| i64::from(price.minor) * Amount::UNIT);
        let excluded = matcher.excluded(&facts.ingredients);
        let refused = excluded.map(|(ingredient, term)| Refused::Excluded { ingredient, term });
        let unpriced = (wanted.is_some() && price.is_none()).then_some(Refused::NoPrice);
        if unpriced.is_some() {
            self.warnings.push(Warning::new(WarningCode::PriceUnknown).fact("recipe", facts.id.clone()));
        }
        let grams =
            facts.grams.as_ref().and_then(|grams| self.number(format_args!("{pointer}/grams"), grams));
        let mut tags = facts.tags.clone();
        tags.sort();
        PoolRecipe {
            id: facts.id.clone(),
            dish,
            percent: 100,
            minutes: facts.cooking_time_minutes,
            units: amounts.map(units),
            amounts,
            unknown,
            grams: grams.map(units).filter(|&grams| grams > 0.0),
            fat_sources: self.fat_sources(pointer, facts),
            tags: tags.into(),
            meal_types: facts.meal_types.as_slice().into(),
            liked: matcher.liked(&facts.ingredients),
            refused: refused.or(unpriced),
            reheats: facts.reheats.map(|reheats| (reheats.minutes, reheats.keeps_days)),
            is_leftover: false,
            is_at_home: false,
        }
    }

    fn amounts(&mut self, pointer: &str, facts: &RecipeFacts) -> (Amounts, Vec<Nutrient>) {
        let mut amounts: Amounts = [0; MEASURES];
        let nutrition = &facts.nutrition;
        let macros = [&nutrition.calories, &nutrition.protein_g, &nutrition.fat_g, &nutrition.carbs_g];
        for (nutrient, number) in Nutrient::MACROS.iter().zip(macros) {
            let amount = self.number(format_args!("{pointer}/nutrition/{nutrient}"), number);
            amounts[*nutrient as usize] = amount.unwrap_or(0);
        }
        let mut unknown = vec![];
        for (name, number) in &nutrition.micronutrients {
            let pointer = format_args!("{pointer}/nutrition/micronutrients/{name}");
            let Some(nutrient) = self.nutrient(pointer, name) else { continue };
            match number {
                Some(number) => amounts[nutrient as usize] = self.number(pointer, number).unwrap_or(0),
                None => unknown.push(nutrient),
            }
        }
        (amounts, unknown)
    }

    fn allergens(&mut self, pointer: &str, facts: &RecipeFacts) {
        for (index, ingredient) in facts.ingredients.iter().enumerate() {
            for class in ingredient.allergens.iter().flatten() {
                if let Err(unknown) = class.parse::<AllergenClass>() {
                    let pointer = format!("{pointer}/ingredients/{index}/allergens");
                    self.check.require(false, ErrorCode::BadValue, &pointer, class, hint(&unknown));
                }
            }
        }
    }

    fn fat_sources(&mut self, pointer: &str, facts: &RecipeFacts) -> Option<[f64; FatSource::ALL.len()]> {
        let mut grams = [0.0; FatSource::ALL.len()];
        for (name, number) in facts.fat_sources.as_ref()? {
            let pointer = format!("{pointer}/fat_sources/{name}");
            let source = name.parse::<FatSource>();
            if let Err(unknown) = &source {
                self.check.require(false, ErrorCode::BadValue, &pointer, name, hint(unknown));
            }
            if let (Ok(source), Some(amount)) = (source, self.number(&pointer, number)) {
                grams[source as usize] = units(amount);
            }
        }
        Some(grams)
    }

    /// MV-1: an entry that matches nothing, a target that no recipe supplies.
    pub(super) fn exclusions(&mut self, problem: &Problem) {
        for name in problem.profile.micronutrient_targets.keys() {
            let supplied = |facts: &RecipeFacts| {
                let amount = facts.nutrition.micronutrients.get(name.as_str()).and_then(Option::as_ref);
                amount.and_then(Written::as_f64).is_some_and(|amount| amount > 0.0)
            };
            if !problem.recipes.iter().any(supplied) {
                let warning = Warning::new(WarningCode::NutrientAbsentInPool);
                self.warnings.push(warning.fact("nutrient", name.clone()));
            }
        }
    }

    pub(super) fn day_zero(&mut self, problem: &Problem, recipes: &[PoolRecipe]) -> Vec<Dish> {
        let mut dishes = vec![];
        for id in &problem.profile.day_zero {
            if let Some(place) = find(recipes, id) {
                dishes.push(recipes[place].dish);
            } else {
                // A recipe of yesterday that is not in the pool restricts nothing.
                self.warnings.push(Warning::new(WarningCode::DayZeroUnknown).fact("recipe", id.clone()));
            }
        }
        dishes.sort_unstable();
        dishes
    }
}

/// MO-1: the portions of the request; 100 alone without the option.
fn percents(problem: &Problem) -> Vec<u32> {
    match &problem.options.portions {
        None => vec![100],
        Some(Portions::AfterFailure(percents) | Portions::Mode { percents, .. }) => {
            let mut percents = percents.clone();
            percents.sort_unstable();
            percents.dedup();
            percents
        }
    }
}

/// MO-1: more or less of a serving; minutes stay.
fn portion(whole: &PoolRecipe, percent: u32) -> PoolRecipe {
    let share = |amount: i64| (amount * i64::from(percent) + 50).div_euclid(100);
    let mut amounts = whole.amounts.map(share);
    // Money is rounded to whole coins.
    amounts[COST] = share(whole.amounts[COST] / Amount::UNIT) * Amount::UNIT;
    let part = f64::from(percent) / 100.0;
    PoolRecipe {
        percent,
        units: amounts.map(units),
        amounts,
        grams: whole.grams.map(|grams| grams * part),
        fat_sources: whole.fat_sources.map(|sources| sources.map(|grams| grams * part)),
        ..whole.clone()
    }
}

/// MO-2: the same serving from an earlier meal; nothing if it cannot be warmed up.
fn leftover(cooked: &PoolRecipe) -> Option<PoolRecipe> {
    let (minutes, _) = cooked.reheats?;
    Some(PoolRecipe { minutes, is_leftover: true, ..cooked.clone() })
}

pub(super) fn hint(unknown: &UnknownWord) -> String {
    let near = unknown.nearest().map_or(String::new(), |near| format!("; maybe {near}"));
    format!("a known {}{near}", unknown.kind)
}
