//! Subject: an item of the session with its exercise, its iron and its last performances (SG-2).

use std::cmp::Reverse;

use domain::{
    exercise::{Exercise, LoadSemantics},
    grid::Grid,
    plan::{PlanItem, ProgressionMode},
    prescription::{Prescription, RepPolicy, SetId, SetPrescription, SetType},
    proposal::Outcome,
    quantity::Grams,
    session::{PerformanceStatus, SetPerformance},
    time::Instant,
    wellbeing::FlagKind,
};

use crate::{
    catalog::Catalog,
    load::iron::Iron,
    pain,
    suggestion::{
        SuggestInput,
        feedback::Family,
        input::{ItemInput, PastPerformance},
        tuning::SuggestionTuning,
    },
};

/// One item as the rules see it.
pub(super) struct Subject<'a> {
    pub(super) input: &'a SuggestInput,
    pub(super) entry: &'a ItemInput,
    pub(super) item: &'a PlanItem,
    pub(super) exercise: &'a Exercise,
    /// The loads that can be put together; none where no load rule applies.
    pub(super) grid: Option<&'a Grid>,
    /// P0, P1, ...: what was done, the session's own first.
    pub(super) past: Vec<&'a PastPerformance>,
}

impl<'a> Subject<'a> {
    /// The item with what the catalogue says of it; none for an unknown exercise.
    pub(super) fn new(
        input: &'a SuggestInput,
        entry: &'a ItemInput,
        catalog: &'a Catalog,
        iron: &'a Iron,
    ) -> Option<Self> {
        let exercise = catalog.get(&entry.item.exercise_key)?;
        let (grid, past) = (iron.grid_for(exercise), past(input, entry));
        Some(Self { input, entry, item: &entry.item, exercise, grid, past })
    }

    pub(super) fn tuning(&self) -> &'a SuggestionTuning {
        &self.input.tuning
    }

    pub(super) fn plan(&self) -> &'a Prescription {
        &self.item.prescription
    }

    pub(super) fn policy(&self) -> RepPolicy {
        self.item.prescription.rep_policy
    }

    pub(super) fn is_assistance(&self) -> bool {
        self.exercise.load_semantics == LoadSemantics::Assistance
    }

    /// A load in hundredths of the athlete's unit (SG-8).
    pub(super) fn shown(&self, load: Grams) -> i64 {
        load.display(self.input.unit).0
    }

    /// A load by how hard it is: help taken counts against it (SG-13).
    pub(super) fn hardness(&self, load: Grams) -> i64 {
        if self.is_assistance() { -self.shown(load) } else { self.shown(load) }
    }

    /// Whether rules speak for the item at all (SG-1).
    pub(super) fn is_open(&self) -> bool {
        !self.entry.switched_off
            && self.item.progression_mode != ProgressionMode::Fixed
            && self.past.first().is_some_and(|newest| newest.session_id == self.input.session_id)
    }

    /// Whether a flag forbids anything harder (AR-3).
    pub(super) fn is_vetoed(&self) -> bool {
        self.is_vetoed_at(self.input.now)
    }

    /// Whether one did at an instant.
    pub(super) fn is_vetoed_at(&self, at: Instant) -> bool {
        self.input.flags.iter().filter(|flag| flag.is_active(at)).any(|flag| {
            let here = flag.exercise_key.as_ref().is_none_or(|key| *key == self.item.exercise_key);
            match (flag.kind, flag.area) {
                (FlagKind::Pain, Some(area)) => here && pain::loads(self.exercise, area),
                _ => here,
            }
        })
    }

    /// Whether the last `count` outcomes of a family were all this one (OU-10).
    pub(super) fn were(&self, family: Family, outcome: Outcome, count: usize) -> bool {
        let now = self.input.now;
        let since = now.minus_seconds(self.tuning().feedback.days * 86_400);
        let mut known = self.entry.feedback.0.get(&family).cloned().unwrap_or_default();
        known.retain(|past| since <= past.at && past.at <= now);
        known.sort_by_key(|past| Reverse(past.at));
        count <= known.len() && known[..count].iter().all(|past| past.outcome == outcome)
    }
}

/// The performance of the session and those before it that were done, newest first.
fn past<'a>(input: &SuggestInput, entry: &'a ItemInput) -> Vec<&'a PastPerformance> {
    let done = |past: &&PastPerformance| past.performance.status == PerformanceStatus::Done;
    let Some(today) = entry.performances.iter().filter(done).find(|past| past.session_id == input.session_id)
    else {
        return vec![];
    };
    let mut before: Vec<_> = entry
        .performances
        .iter()
        .filter(done)
        .filter(|past| past.session_id != input.session_id && past.at <= today.at)
        .collect();
    before.sort_by_key(|past| Reverse((past.at, past.session_id)));
    before.truncate(input.tuning.previous);
    std::iter::once(today).chain(before).collect()
}

/// What a performance was held against.
pub(super) fn frozen(past: &PastPerformance) -> Option<&Prescription> {
    past.performance.frozen.as_ref().map(|frozen| &frozen.prescription)
}

/// What a performed set was held against; none for a set of the athlete's own.
pub(super) fn asked<'a>(past: &'a PastPerformance, set: &SetPerformance) -> Option<&'a SetPrescription> {
    let id = set.set_id?;
    frozen(past)?.sets.iter().find(|asked| asked.set_id == id)
}

/// What was done of a set, if it was completed.
pub(super) fn completed(past: &PastPerformance, set: SetId) -> Option<&SetPerformance> {
    past.performance.sets.iter().find(|done| done.completed && done.set_id == Some(set))
}

/// Completed sets in their order.
pub(super) fn all_completed(past: &PastPerformance) -> Vec<&SetPerformance> {
    let mut sets: Vec<_> = past.performance.sets.iter().filter(|set| set.completed).collect();
    sets.sort_by_key(|set| set.index);
    sets
}

/// Completed sets that were logged as working sets, in their order.
pub(super) fn completed_working(past: &PastPerformance) -> Vec<&SetPerformance> {
    let mut sets = all_completed(past);
    sets.retain(|set| set.kind == SetType::Working);
    sets
}

/// The reps of a set, none counting as zero.
pub(super) fn reps(set: &SetPerformance) -> u32 {
    set.reps.unwrap_or(0)
}

/// The load of a set, none counting as nothing.
pub(super) fn load(set: &SetPerformance) -> Grams {
    set.load_g.unwrap_or(Grams::ZERO)
}
