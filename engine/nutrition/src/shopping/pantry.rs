//! What is at home of one food, and on which days it is good (ML-8).

use domain::{food::FoodKey, meal_plan::PantryEntry, time::LocalDate};

use crate::ratio::Ratio;

/// The entries of one food, soonest expiry first.
pub(super) struct Shelf(Vec<Stock>);

struct Stock {
    expires: Option<LocalDate>,
    left: Ratio,
}

impl Stock {
    /// Whether it is good on a day; on a day without a date only what never expires is.
    fn is_good_on(&self, day: Option<LocalDate>) -> bool {
        self.expires.is_none_or(|expires| day.is_some_and(|day| day <= expires))
    }
}

impl Shelf {
    pub(super) fn of(food: &FoodKey, pantry: &[PantryEntry]) -> Self {
        let entries = pantry.iter().filter(|entry| entry.food_id == *food);
        let mut stocks: Vec<Stock> =
            entries.map(|entry| Stock { expires: entry.expires, left: Ratio::from(entry.mg.0) }).collect();
        stocks.sort_by_key(|stock| (stock.expires.is_none(), stock.expires));
        Self(stocks)
    }

    /// Takes a mass for a day and returns what is missing of it.
    ///
    /// What expires first is taken first. With days in order this leaves as little as possible to buy: whatever is
    /// good on a later day is good on an earlier one.
    pub(super) fn take(&mut self, mass: Ratio, day: Option<LocalDate>) -> Ratio {
        let mut missing = mass;
        for stock in self.0.iter_mut().filter(|stock| stock.is_good_on(day)) {
            let taken = missing.min(stock.left);
            stock.left = stock.left - taken;
            missing = missing - taken;
        }
        missing
    }

    /// Whether anything is left that is good on a day.
    pub(super) fn has_some(&self, day: Option<LocalDate>) -> bool {
        self.0.iter().any(|stock| stock.is_good_on(day) && Ratio::ZERO < stock.left)
    }
}
