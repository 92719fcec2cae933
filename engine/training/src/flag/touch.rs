//! Which exercises a painful area concerns (P-52).

use domain::{anatomy::BodyArea, exercise::Exercise};

use super::facts::SessionFacts;
use crate::{catalog::Catalog, pain};

/// Whether `exercise` touches `area`: the area is among its contraindications, or the table of SF-5 names it at any
/// severity. `other` counts as every area, so whatever loads anything touches it.
pub fn touches(exercise: &Exercise, area: BodyArea) -> bool {
    pain::loads(exercise, area)
}

/// Whether a mark of `one` is a mark of `another`: the same area, or one of both could be anywhere.
pub(super) fn is_same(one: BodyArea, another: BodyArea) -> bool {
    one == another || one == BodyArea::Other || another == BodyArea::Other
}

/// Whether something that touches `area` was done; an exercise that the catalogue does not know proves nothing.
pub(super) fn is_tried(area: BodyArea, session: &SessionFacts, catalog: &Catalog) -> bool {
    session.done().filter_map(|item| catalog.get(&item.exercise)).any(|exercise| touches(exercise, area))
}
