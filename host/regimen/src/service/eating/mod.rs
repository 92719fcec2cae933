//! Eating: the life of a meal plan on the store (ML-1..ML-10, NT-6..NT-8, MF-6).
//!
//! A week is solved from what is known of the athlete and proposed; accepted, it is one version of the nutrition Plan
//! (PV-13). What becomes of its slots is logged beside it. Read in this order: [`larder`] (what can be cooked),
//! [`sharing`] (what is everybody's), [`setting`] (who eats, and what a day needs), `table` (all of it as one value),
//! [`week`] (plans), `window` (the days that remain, as the solver sees them), [`change`] (swaps and re-plans),
//! [`replace`] (one own entry for another), [`log`] (what was eaten), [`shop`] (what to buy), [`view`] (what is shown, exported, undone).

pub mod alias;
pub mod change;
pub mod import;
pub mod larder;
pub mod log;
pub mod replace;
pub mod setting;
pub mod sharing;
pub mod shop;
pub mod solving;
mod table;
pub mod view;
pub mod week;
mod window;

use domain::time::LocalDate;

pub use self::import::{FoodFormat, ImportWay, Imported, import_foods, import_page, import_recipes};
use super::app::not_found;
use crate::problem::Problem;

/// The refusal of a slot in which no meal stands.
pub(crate) fn no_meal(date: LocalDate, slot: u8) -> Problem {
    not_found("slot", slot).fact("dated", "yes").fact("date", date)
}

/// A list on the store is read by this many days around today, so that undo, leftovers and trends are whole.
const DAYS_BACK: i64 = 35;
