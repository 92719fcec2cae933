//! The words of regimen and their laws.
//!
//! Every other crate speaks in these types. A value that has a law is taken as [`law::Valid`], so it cannot be wrong;
//! what was refused says which value, where, and what would be valid. Nothing here decides anything: that is what
//! the engines are for.
//!
//! Read in this order: [`spec`], [`id`], [`digest`], [`quantity`], [`time`], [`parsed`] and [`law`] are the ground; [`reason`] and [`voice`]
//! say why and to whom; [`anatomy`], [`equipment`], [`exercise`] and [`ladder`] describe training; [`prescription`],
//! [`plan`], [`session`] and [`progress`] are what is meant and what was done; [`change`], [`proposal`] and [`dispute`] how it
//! changes; [`nutrient`], [`food`], [`recipe`] and [`meal_plan`] what is eaten. [`catalog`] tells what is wrong with
//! the files that come with the program; [`document`] lists what people and programs may read and write as JSON.
//!
//! # What is not here
//!
//! * No clock, file, network, environment or random source: `engine/clippy.toml` refuses them.
//! * No float in a stored quantity (GL-2).
//! * No logic of an engine: state machines of single values are here, rules over several are not.

pub mod anatomy;
pub mod catalog;
pub mod change;
pub mod digest;
pub mod dispute;
pub mod document;
pub mod equipment;
pub mod error;
pub mod exercise;
pub mod food;
pub mod grid;
pub mod id;
pub mod ladder;
pub mod law;
pub mod meal_plan;
pub mod nutrient;
pub mod parsed;
pub mod person;
pub mod plan;
pub mod prescription;
pub mod progress;
pub mod proposal;
pub mod quantity;
pub mod reason;
pub mod recipe;
pub mod session;
pub mod spec;
pub mod time;
pub mod vocabulary;
pub mod voice;
pub mod wellbeing;
