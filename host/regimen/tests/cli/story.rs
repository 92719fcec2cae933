//! Stories over weeks, on both databases: what people do, through the services, and what the checkers say after it.

mod access;
mod activity;
mod acts;
mod aggregates;
#[path = "../../../store/tests/store/both.rs"]
pub(crate) mod both;
mod clock;
mod dialog;
mod export;
mod faults;
mod flow;
pub(crate) mod jobs;
mod killed;
mod kpi;
mod late;
pub(crate) mod life;
pub(crate) mod meals;
pub(crate) mod miss;
mod model;
mod model_outcomes;
mod model_readings;
mod model_suggestions;
mod partitioned;
mod people;
pub(crate) mod person;
mod quality;
mod report;
mod rules;
mod sharing;
mod strava;
mod stuck;
mod tampered;
mod upkeep;
mod versions;
