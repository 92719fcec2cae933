//! The API as a program meets it: a real server on loopback, real HTTP, both databases.

mod accounts;
mod acts;
mod base;
mod bodies;
mod charts;
mod client;
mod dialog;
mod document;
mod examples;
mod export;
mod flow;
mod gate;
#[cfg(feature = "sso")]
mod idp;
mod kitchen;
mod kpis;
mod lines;
mod live;
mod logs;
mod miss_model;
#[cfg(feature = "sso")]
mod oidc;
mod pages;
mod pages_flow;
mod pages_meals;
mod pages_people;
mod pages_plan;
mod paging;
mod process;
mod refused;
mod reports;
mod review;
mod revisions;
mod secrets;
mod several;
mod solving;
pub(crate) mod strava;
mod week;
mod words;
