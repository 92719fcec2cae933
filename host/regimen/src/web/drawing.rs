//! Drawings of the web app, all our own: plates, the body, places to train.
//!
//! They carry classes and no colors; the style sheet paints them, light and dark.

mod body;
mod place;
mod plates;

pub(crate) use body::{BodyMap, Sided, body_map};
pub(crate) use place::place;
pub(crate) use plates::{Plate, PlateSize, plates};
