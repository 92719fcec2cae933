//! Which flags and marks speak against more of an item (AR-3, P-17, P-31, P-52, P-53).

use std::collections::BTreeMap;

use domain::{
    anatomy::BodyArea,
    exercise::Exercise,
    plan::{ItemId, PlanItem},
    session::ExercisePerformance,
    time::Instant,
    wellbeing::{Flag, FlagKind, Mark, MarkKind},
};

use crate::{catalog::Catalog, pain};

/// The kinds of flags that touch one exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Concerns {
    pub(super) suspension: bool,
    pub(super) technique: bool,
    pub(super) illness: bool,
    pub(super) fatigue: bool,
    pub(super) pain: bool,
}

impl Concerns {
    /// Whether anything speaks against more.
    pub(super) const fn is_any(self) -> bool {
        self.suspension || self.technique || self.illness || self.fatigue || self.pain
    }

    /// The flags that touch `exercise`; a suspension may name its `ladder`, too (P-45).
    fn of_flags<'f>(
        exercise: &Exercise,
        ladder: Option<&str>,
        flags: impl Iterator<Item = &'f Flag>,
    ) -> Self {
        let mut concerns = Self::default();
        for flag in flags {
            let named = flag.exercise_key.as_ref().map(domain::id::Key::as_str);
            let on_it = named.is_none_or(|key| key == exercise.id.as_str());
            match flag.kind {
                FlagKind::Suspension => concerns.suspension |= on_it || named == ladder,
                FlagKind::Technique => concerns.technique |= on_it,
                FlagKind::Illness => concerns.illness |= on_it,
                FlagKind::Fatigue => concerns.fatigue |= on_it,
                FlagKind::Pain => {
                    concerns.pain |= flag.area.is_some_and(|area| pain::loads(exercise, area));
                }
            }
        }
        concerns
    }

    /// The flags and the marks of the report itself, which raise them: technique on its own item, the others on all.
    pub(super) fn of_report(
        exercise: &Exercise,
        ladder: Option<&str>,
        flags: &[Flag],
        now: Instant,
        own: &ExercisePerformance,
        all: &[ExercisePerformance],
    ) -> Self {
        let active = flags.iter().filter(|flag| flag.is_active(now));
        let mut concerns = Self::of_flags(exercise, ladder, active);
        concerns.technique |= own.marks.iter().any(|mark| mark.kind == MarkKind::Technique);
        for mark in all.iter().flat_map(|performance| &performance.marks) {
            match mark.kind {
                MarkKind::Pain => {
                    let area = mark.area.unwrap_or(BodyArea::Other);
                    concerns.pain |= hurts(*mark) && pain::loads(exercise, area);
                }
                MarkKind::Fatigue => concerns.fatigue = true,
                MarkKind::Illness => concerns.illness |= mark.severity != Some(0),
                MarkKind::Technique => {}
            }
        }
        concerns
    }

    /// The first kind that forbids more, in the order of P-8.
    pub(super) fn first(self) -> Option<FlagKind> {
        let kinds = [
            (self.suspension, FlagKind::Suspension),
            (self.technique, FlagKind::Technique),
            (self.illness, FlagKind::Illness),
            (self.fatigue, FlagKind::Fatigue),
            (self.pain, FlagKind::Pain),
        ];
        kinds.into_iter().find_map(|(active, kind)| active.then_some(kind))
    }
}

/// Whether a mark tells of pain.
pub(super) fn hurts(mark: Mark) -> bool {
    mark.kind == MarkKind::Pain && mark.severity != Some(0)
}

/// The items that may not get harder now, each with the flag that forbids it (AR-3).
pub fn vetoes(
    items: &[PlanItem],
    flags: &[Flag],
    catalog: &Catalog,
    now: Instant,
) -> BTreeMap<ItemId, FlagKind> {
    let veto = |item: &PlanItem| {
        let exercise = catalog.get(&item.exercise_key)?;
        let ladder = item.prescription.level_ref.as_ref().map(|level| level.ladder_key.as_str());
        let active = flags.iter().filter(|flag| flag.is_active(now));
        Some((item.item_id, Concerns::of_flags(exercise, ladder, active).first()?))
    };
    items.iter().filter_map(veto).collect()
}
