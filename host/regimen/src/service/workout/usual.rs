//! What a session is made of when nobody says: an intent, or a template for who began with templates (KP-8, A-11).

use domain::{
    equipment::{EquipmentSet, read_key},
    session::Intent,
    spec::SpecId,
};
use training::{
    input::{Mode, SelectionInput},
    output::Generated,
};

use super::Wanted;
use crate::service::{
    profile::{Profile, SessionsFrom},
    template::{Entry, Template, shipped},
};

/// SF-3..SF-5, EP-4, TM-4: a template with a warning by one of these does not suit the athlete, the week or the time.
const MISFITS: [SpecId; 5] =
    [SpecId::new("SF-3"), SpecId::new("SF-4"), SpecId::new("SF-5"), SpecId::new("EP-4"), SpecId::new("TM-4")];

impl Wanted {
    /// Whether nothing is said of what the session shall hold.
    fn is_open(&self) -> bool {
        let named = [&self.target_muscles, &self.pinned_exercise_ids];
        self.intent.is_none() && self.template_id.is_none() && named.iter().all(|list| list.is_empty())
    }
}

/// KP-8: the starter session of what is due, for who gets sessions from templates and has asked for nothing else.
pub(super) fn template(wanted: &Wanted, profile: &Profile, input: &SelectionInput) -> Option<Template> {
    if !wanted.is_open() || profile.sessions_from != Some(SessionsFrom::Template) {
        return None;
    }
    let intent: Intent = input.intent.parse().ok()?;
    let keys = input.constraints.available_equipment.iter().filter_map(|key| read_key(key).ok());
    let equipment = keys.flat_map(EquipmentSet::iter).fold(EquipmentSet::NONE, EquipmentSet::with);
    shipped(&format!("{intent}-{}", equipment.tier()))
}

/// The input of a session from a template.
pub(super) fn from_template(
    template: &Template,
    wanted: &Wanted,
    mut input: SelectionInput,
) -> SelectionInput {
    let key = |entry: &Entry| entry.exercise_id.to_string();
    input.mode = Mode::Template;
    input.intent = template.intent.to_string();
    input.template_exercise_ids = template.exercises.iter().map(key).collect();
    let pinned = template.exercises.iter().filter(|entry| entry.pinned).map(key);
    input.pinned_exercise_ids.extend(pinned);
    input.auto_fill_unpinned = wanted.auto_fill_unpinned;
    input
}

/// Whether a template that nobody asked for by name can be done as it is.
pub(super) fn is_fit(generated: &Generated) -> bool {
    let warnings = &generated.selection.output.warnings;
    warnings.iter().all(|warning| !MISFITS.contains(&warning.spec_id))
}
