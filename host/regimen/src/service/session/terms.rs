//! What a run over a session was made with that may be otherwise tomorrow, kept for who checks it later (SG-17).

use std::collections::BTreeMap;

use domain::{
    plan::ItemId,
    quantity::{Grams, MassUnit},
};
use serde::{Deserialize, Serialize};
use training::{
    load::{inventory::Inventory, iron::Iron},
    suggestion::{
        SuggestInput, feedback::Feedback, history::TypicalReps, input::ItemInput, tuning::SuggestionTuning,
    },
};

use crate::service::profile::{self, SuggestionSettings};

/// Unit, iron and settings of the athlete, as the rules saw them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The unit in which loads were computed.
    pub unit: MassUnit,
    /// The iron at hand, if it was listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inventory: Option<Inventory>,
    /// Equipment that brings iron.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equipment: Vec<String>,
    /// Body weight, if it was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bodyweight_g: Option<Grams>,
    /// How changes were suggested (SL-9).
    pub suggestions: SuggestionSettings,
    /// Items of which there is more to say.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub items: BTreeMap<ItemId, ItemTerms>,
}

/// What the rules knew of one item beside its performances.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemTerms {
    /// The reps that the athlete usually makes (SG-11).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typical_reps: Option<TypicalReps>,
    /// What had come of earlier suggestions (OU-10).
    #[serde(default, skip_serializing_if = "is_empty")]
    pub feedback: Feedback,
    /// The athlete's own step (SL-9).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_step_g: Option<Grams>,
}

fn is_empty(feedback: &Feedback) -> bool {
    feedback.0.is_empty()
}

impl Terms {
    /// The loads that could be put together.
    pub fn iron(&self) -> Iron {
        profile::iron(self.unit, self.inventory.clone(), &self.equipment)
    }

    /// What there was besides items and performances, which have rows of their own.
    pub(super) fn of(input: &SuggestInput) -> Self {
        let SuggestionTuning { apply_to_equal_sets, style_aware, progression_profiles, .. } = input.tuning;
        let items = input.items.iter().map(|entry: &ItemInput| {
            let terms = ItemTerms {
                typical_reps: entry.typical_reps,
                feedback: entry.feedback.clone(),
                own_step_g: entry.own_step_g,
            };
            (entry.item.item_id, terms)
        });
        Self {
            unit: input.unit,
            inventory: input.inventory.clone(),
            equipment: input.equipment.clone(),
            bodyweight_g: input.bodyweight_g,
            suggestions: SuggestionSettings { apply_to_equal_sets, style_aware, progression_profiles },
            items: items.filter(|(_, terms)| *terms != ItemTerms::default()).collect(),
        }
    }
}
