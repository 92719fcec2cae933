//! The use cases: one function each, load, engine, save and audit in one transaction.
//!
//! Command line, HTTP, web, chat and jobs call the same functions. Those that work on a document alone have no state
//! (GL-10): [`calibration`], [`catalog`], [`meals`], [`plan`], [`training`]. The others begin with [`app`], which asks
//! who may do what: [`access`], [`account`], [`athlete`], [`grant`], [`act`] and [`roster`] (people), [`profile`], [`settings`] and [`body`] (what they
//! tell and set), [`own_catalog`], [`template`] and [`workout`] (sessions to come), [`session`] (sessions as they happen), [`flow`] (sessions from words and data), [`activity`], [`strava`] and [`outside`] (what athletes do and keep elsewhere),
//! [`planning`] and [`proposals`] (what changes), [`dialog`] (all of it in words), [`overview`], [`weeks`] and [`charts`] (what is looked at), [`eating`] (meals), [`jobs`] (what the program does by
//! itself), [`miss_model`] (what it learns), [`figures`], [`aggregates`], [`kpi`], [`report`], [`review`] and [`export`] (what it counted and gives away), [`maintenance`] and [`doctor`] (what keeps it whole).

pub mod access;
pub mod account;
pub mod act;
pub mod activity;
pub mod aggregates;
pub mod app;
mod archive;
pub mod athlete;
pub mod body;
pub mod calibration;
pub mod catalog;
pub mod charts;
pub mod counted;
pub mod demo;
pub mod dialog;
pub mod doctor;
pub mod eating;
pub mod export;
pub mod figures;
pub mod flow;
pub mod grant;
pub mod jobs;
pub mod kpi;
mod ledger;
pub mod maintenance;
pub mod meals;
pub mod miss_model;
pub mod outside;
pub mod overview;
pub mod own_catalog;
pub mod plan;
pub mod planning;
pub mod profile;
pub mod proposals;
pub mod repeat;
pub mod report;
pub mod review;
pub mod roster;
pub mod session;
pub mod settings;
pub mod standing;
pub mod strava;
pub mod template;
pub mod training;
pub mod weeks;
pub mod wellbeing;
pub mod workout;

pub use self::profile::profile_of;
