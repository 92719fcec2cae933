//! What a random plan, random baselines and the program know of the athlete.

use domain::{exercise::Exercise, plan::ProgressionMode, prescription::LevelRef};
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::{Index, select},
};
use training::{
    catalog::Catalog,
    input::{ColdStartState, PlanItemState, SelectionInput},
    load::baseline::{Baseline, BaselineContext},
};

use super::{Choice, choices, loads};

/// What the plan, the baselines and the program know of the athlete.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    items: Vec<(Choice, PlanItemState)>,
    ladder_items: Vec<PlanItemState>,
    baselines: Vec<(Choice, Baseline)>,
    cold_start: Option<ColdStartState>,
}

pub(super) fn plans() -> impl Strategy<Value = Plan> {
    let stage = select(vec![0u8, 1, 2, 2, 2]);
    let cold_start = (0u32..20, 0u32..5, stage, prop::bool::weighted(0.9));
    let cold_start = cold_start.prop_map(|(completed, check_ins, stored_stage, enabled)| ColdStartState {
        completed,
        check_ins,
        stored_stage,
        enabled,
    });
    let parts = (
        vec((choices(), items()), 0..=4),
        vec(ladder_items(), 0..=1),
        vec((choices(), baselines()), 0..=5),
        option::weighted(0.7, cold_start),
    );
    parts.prop_map(|(items, ladder_items, baselines, cold_start)| Plan {
        items,
        ladder_items,
        baselines,
        cold_start,
    })
}

impl Plan {
    pub(super) fn set(self, input: &mut SelectionInput, known: &[&'static Exercise]) {
        input.plan_items = self.ladder_items;
        input.plan_items.extend(
            self.items
                .into_iter()
                .map(|(choice, item)| PlanItemState { exercise_id: choice.of(known).id.to_string(), ..item }),
        );
        let baselines = self.baselines.into_iter();
        input.baselines = baselines
            .map(|(choice, baseline)| Baseline { exercise: choice.of(known).id.clone(), ..baseline })
            .collect();
        input.cold_start = self.cold_start;
    }
}

/// Items that are not climbed by levels, of an exercise that is chosen later.
fn items() -> impl Strategy<Value = PlanItemState> {
    let parts = (
        select(&[ProgressionMode::Range, ProgressionMode::Load, ProgressionMode::Fixed][..]),
        option::of(loads()),
        option::weighted(0.1, loads()),
        option::of((3u32..12, 0u32..8)),
        option::weighted(0.3, 1u32..=7),
    );
    parts.prop_map(|(progression_mode, target_load, override_load, reps, min_sets)| PlanItemState {
        exercise_id: String::new(),
        progression_mode,
        target_load,
        override_load,
        rep_low: reps.map(|(low, _)| low),
        rep_high: reps.map(|(low, span)| low + span),
        min_sets,
        level: None,
    })
}

fn ladder_items() -> impl Strategy<Value = PlanItemState> {
    let ladders: Vec<_> = Catalog::embedded().ladders().iter().collect();
    (select(ladders), any::<Index>()).prop_map(|(ladder, index)| {
        let index = index.index(ladder.levels.len());
        let level = LevelRef { ladder_key: ladder.key.clone(), ordinal: u32::try_from(index).unwrap() + 1 };
        PlanItemState {
            exercise_id: ladder.levels[index].variation.to_string(),
            progression_mode: ProgressionMode::Ladder,
            target_load: None,
            override_load: None,
            rep_low: None,
            rep_high: None,
            min_sets: None,
            level: Some(level),
        }
    })
}

/// Baselines of an exercise that is chosen later.
fn baselines() -> impl Strategy<Value = Baseline> {
    let contexts = vec![BaselineContext::Strength, BaselineContext::Volume, BaselineContext::Default];
    let parts = (select(contexts), option::of(loads()), option::of(loads()), option::of(loads()));
    parts.prop_map(|(context, one, other, top_set_weight)| Baseline {
        exercise: Catalog::embedded().exercises()[0].id.clone(),
        context,
        working_weight_min: one.min(other.or(one)),
        working_weight_max: other.max(one.and(other)),
        top_set_weight,
        top_set_reps: top_set_weight.map(|_| 5),
    })
}
