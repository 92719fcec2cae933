//! The host program: it gathers the world, calls the engines and shows what they say.
//!
//! Read in this order: [`cli`] (what a person types), [`api`] (what a program asks for), `web` (what a person
//! looks at), [`service`] (what is done about it), [`llm`] (how a language model is asked), [`config`] (what is set, and by whom), [`problem`] (how it says no), [`texts`] (in which words),
//! `gallery` (the charts that pages, programs and terminals share) and `chart` (how they are drawn).
//!
//! # What is not here
//!
//! * No rule of planning: those live in the engines, which never see a clock, file or network.
//! * No message in the code: an error is a code and its facts until [`texts`] renders it.

pub mod api;
mod briefing;
mod chart;
pub mod cli;
pub mod config;
pub mod document;
mod gallery;
pub mod llm;
mod markup;
mod meal_reader;
mod outward;
pub mod problem;
mod reader;
pub mod service;
pub mod texts;
mod viewer;
mod web;
mod words;
