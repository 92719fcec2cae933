//! Import: foods and recipes that people bring, read from the formats in which the world keeps them (MF-4, MF-5).
//!
//! Every reader is a dry run (ND-8): it gives [`Entry`] after [`Entry`], each a good value or all that is wrong with
//! it, and changes nothing. Who applies them all at once collects an [`Import`]: its good values with the [`Report`]
//! about all. Keys follow from the source, so that importing twice changes nothing.
//!
//! Read in this order: [`report`], `number` and `draft` (how a food is put together), `portion`, `group` and
//! `fatty_acid` (what follows for it), then the sources of foods [`sr28`], [`fdc`] and [`off`]; [`recipe`] with
//! `html`, `json_ld`, `plain`, `duration`, `published` and `key`; [`duplicate`].

mod draft;
pub mod duplicate;
mod duration;
mod fatty_acid;
pub mod fdc;
mod group;
mod html;
mod json_ld;
mod key;
mod number;
pub mod off;
mod plain;
mod portion;
mod published;
pub mod recipe;
pub mod report;
pub mod sr28;
mod table;

pub use report::{Entry, Import, Notice, Placed, Report};
