//! `/more/equipment`: where an athlete trains, and with what (EP-6, EX-4, LD-2).

use askama::Template;
use domain::equipment::{EquipmentSet, read_key};
use serde::Deserialize;

use super::place::PlaceForm;
use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    reader::capital,
    service::profile::Location,
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/equipment.html")]
struct Page<'a> {
    at: &'a Visit,
    places: Vec<Place>,
    /// The name of the place that is described; empty for a new one.
    name: String,
    form: PlaceForm<'a>,
    /// Whether it is the usual one, or will be.
    is_usual: bool,
}

struct Place {
    name: String,
    what: String,
    is_open: bool,
}

/// Which place is described: its name, or an empty one for a new place.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Asked {
    place: Option<String>,
}

/// The places.
pub(in crate::web) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let known = &at.profile.locations;
    let first = known.first().map_or("", |first| first.name.as_str());
    let asked = input.query.place.as_deref().unwrap_or(first);
    let place = |location: &Location| Place {
        name: location.name.clone(),
        what: told(&at, location),
        is_open: location.name == asked,
    };
    let places: Vec<Place> = known.iter().map(place).collect();
    let location = known.iter().find(|location| location.name == asked);
    html(&Page {
        places,
        name: location.map_or_else(String::new, |one| one.name.clone()),
        form: PlaceForm::new(&at, location),
        is_usual: known.is_empty() || location.is_some_and(|one| one.name == first),
        at: &at,
    })
}

/// What is there, in words.
fn told(at: &Visit, location: &Location) -> String {
    let sets = location.equipment.iter().filter_map(|key| read_key(key).ok());
    let all: EquipmentSet = sets.flat_map(EquipmentSet::iter).collect();
    if location.equipment.is_empty() || all == EquipmentSet::all() {
        return capital(&at.t("equipment-everything"));
    }
    let words = at.reader().words("equipment", all.iter());
    if words.is_empty() { at.word("web-tier", "bodyweight") } else { capital(&words) }
}
