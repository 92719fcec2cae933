//! Meals: the week and its days, swaps, recipes, what to buy, what is at home, what is needed, what was eaten besides.
//!
//! Read in this order: `plate` (shapes that several pages show), `offer` (what waits for an answer), then the pages.

pub(super) mod ahead;
mod day;
mod diary;
mod instead;
mod offer;
mod pantry;
mod plate;
mod recipe;
mod shopping;
mod swap;
mod targets;
mod times;
mod week;
mod who;
mod why;

use std::sync::Arc;

use axum::Router;

use super::page;
use crate::api::Server;

/// Every page about meals.
pub(super) fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/meals", page(week::show))
        .route("/meals/day/{date}", page(day::show))
        .route("/meals/day/{date}/{slot}/swap", page(swap::show))
        .route("/meals/day/{date}/{slot}/instead", page(instead::show))
        .route("/meals/recipes", page(recipe::list))
        .route("/meals/recipes/{key}", page(recipe::show))
        .route("/meals/shopping", page(shopping::show))
        .route("/meals/pantry", page(pantry::show))
        .route("/meals/diary", page(diary::show))
        .route("/meals/targets", page(targets::show))
        .route("/meals/profile", page(who::show))
        .route("/meals/times", page(times::show))
}
