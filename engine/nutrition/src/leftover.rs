//! Leftovers: cooked servings that wait to be eaten, offered before anything else is cooked (ML-6).

use domain::{
    meal_plan::Leftover,
    recipe::Recipe,
    time::{LocalDate, add_days},
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
