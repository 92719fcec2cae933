//! Leftovers: cooked servings that wait to be eaten, offered before anything else is cooked (ML-6).
//!
//! What a pot leaves is a [`leftover()`]; of those at home [`offers`] tells what is still good, and [`Offers::waiting`] says
//! it in days of a plan. A request that knows it ([`Request::with_leftovers`]) offers it first in swaps and re-plans.
//!
//! [`Request::with_leftovers`]: crate::request::Request::with_leftovers

use domain::{
    meal_plan::{Leftover, MealItem},
    recipe::{Recipe, RecipeKey},
    time::{LocalDate, add_days, days_between},
};

use crate::{
    kitchen::Kitchen,
    warning::{Warning, WarningCode},
};

/// Minutes of warming where the recipe does not say.
pub const REHEAT_MINUTES: u32 = 5;

/// Leftovers as a batch that is already cooked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What there is.
    pub leftover: Leftover,
    /// What warming it takes; a slot with less time cannot have it (HC-3).
    pub minutes: u32,
}

impl Offer {
    /// How many whole servings there are.
    pub const fn servings(&self) -> u32 {
        self.leftover.servings_pct / 100
    }

    /// Whether it can be eaten on a day.
    pub fn is_good_on(&self, date: LocalDate) -> bool {
        date <= self.leftover.until
    }
}

/// What is left to eat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offers {
    /// Those that must be eaten first come first, then by recipe.
    pub offers: Vec<Offer>,
    /// A note for each one that has expired.
    pub notes: Vec<Warning>,
}

/// A recipe as it was cooked: for how many servings, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pot<'r> {
    /// What.
    pub recipe: &'r Recipe,
    /// Which revision of it.
    pub revision: u32,
    /// How much of it: 100 is one serving.
    pub servings_pct: u32,
    /// When.
    pub cooked_on: LocalDate,
}

impl<'r> Pot<'r> {
    /// The pot of a planned meal: that of its batch (MO-2), else the recipe as it is written, with all its servings.
    pub fn of(item: &MealItem, recipe: &'r Recipe) -> Self {
        let whole = (recipe.servings, item.date);
        let (servings, cooked_on) =
            item.batch.map_or(whole, |batch| (u32::from(batch.servings), batch.cooked_on));
        Self { recipe, revision: item.recipe_revision, servings_pct: 100 * servings, cooked_on }
    }
}

/// What is left of a pot when each of its meals has its share, in percent of a serving: those that were eaten, and those
/// that are planned to be. Good until the day that the person names, or that [`keeps_until`] tells.
pub fn leftover(pot: &Pot<'_>, shares: impl IntoIterator<Item = u32>, until: LocalDate) -> Option<Leftover> {
    let servings_pct = shares.into_iter().fold(pot.servings_pct, u32::saturating_sub);
    (servings_pct > 0).then(|| Leftover {
        recipe_id: pot.recipe.id.clone(),
        recipe_revision: pot.revision,
        servings_pct,
        until,
    })
}

/// Leftovers in the words of a problem, where recipes have ids and days have numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// What was cooked.
    pub recipe_id: String,
    /// How much is left: 100 is one serving.
    pub servings_pct: u32,
    /// The last day on which it is good, from 1; it may lie after the last day of the problem.
    pub until: u32,
}

impl Offers {
    /// What is left in a plan that begins on a day, and the notes on what is not.
    ///
    /// `holds` tells whether the plan's recipes include that very revision. What is left of another one is not offered, but
    /// noted: the recipe as it is now does not say what it is made of (HC-1).
    pub fn waiting(
        self,
        first: LocalDate,
        holds: impl Fn(&RecipeKey, u32) -> bool,
    ) -> (Vec<Waiting>, Vec<Warning>) {
        let (mut waiting, mut notes) = (vec![], self.notes);
        for Offer { leftover, .. } in self.offers.iter().filter(|offer| offer.is_good_on(first)) {
            if holds(&leftover.recipe_id, leftover.recipe_revision) {
                waiting.push(Waiting {
                    recipe_id: leftover.recipe_id.to_string(),
                    servings_pct: leftover.servings_pct,
                    until: u32::try_from(days_between(first, leftover.until) + 1).unwrap_or(u32::MAX),
                });
            } else {
                notes.push(unknown(leftover.recipe_id.as_str()));
            }
        }
        (waiting, notes)
    }
}

/// A note on leftovers that cannot be offered, because their recipe is not known.
pub(crate) fn unknown(recipe_id: &str) -> Warning {
    Warning::new(WarningCode::LeftoverUnknown).fact("recipe", recipe_id)
}

/// The last day on which a recipe cooked on `cooked_on` is good; [`None`] if it does not say how long it keeps.
pub fn keeps_until(recipe: &Recipe, cooked_on: LocalDate) -> Option<LocalDate> {
    recipe.reheats.map(|reheats| add_days(cooked_on, i64::from(reheats.keeps_days)))
}

/// What is left today, and what no longer is.
pub fn offers(leftovers: &[Leftover], kitchen: &Kitchen<'_>, today: LocalDate) -> Offers {
    let mut sorted: Vec<&Leftover> = leftovers.iter().collect();
    sorted.sort_by_key(|left| (left.until, &left.recipe_id, left.recipe_revision, left.servings_pct));
    let mut offers = Offers::default();
    for leftover in sorted {
        let recipe = kitchen.recipe(&leftover.recipe_id, leftover.recipe_revision);
        let reheats = recipe.and_then(|entry| entry.recipe.reheats);
        let minutes = reheats.map_or(REHEAT_MINUTES, |reheats| reheats.minutes);
        let offer = Offer { leftover: leftover.clone(), minutes };
        if offer.is_good_on(today) {
            offers.offers.push(offer);
        } else {
            let note = Warning::new(WarningCode::LeftoverExpired);
            offers.notes.push(
                note.fact("recipe", leftover.recipe_id.as_str())
                    .fact("servings_pct", leftover.servings_pct)
                    .fact("until", leftover.until),
            );
        }
    }
    offers
}

/// What remains after some of it is eaten, if anything does.
pub fn eat(leftover: &Leftover, servings_pct: u32) -> Option<Leftover> {
    let rest = leftover.servings_pct.saturating_sub(servings_pct);
    (rest > 0).then(|| Leftover { servings_pct: rest, ..leftover.clone() })
}
