//! Plans as a function of a document: replay what happened (PV-12).

use domain::{exercise::LoadSemantics, law::Valid, plan::PlanItem, quantity::MassUnit};
use plan::{
    chain::ItemFacts,
    replay::{self, Replay, Replayed},
};
use training::{catalog::Catalog, load::iron::Iron};

use crate::problem::Problem;

/// PV-12: the versions that come of a plan and what happened to it.
pub fn replay(document: &Valid<Replay>, unit: MassUnit) -> Result<Replayed, Problem> {
    Ok(replay::replay(document, |item| facts_of(item, unit))?)
}

/// What the catalogue of the product and the usual iron tell of an item.
fn facts_of(item: &PlanItem, unit: MassUnit) -> ItemFacts {
    let catalog = Catalog::embedded();
    let exercise = catalog.get(&item.exercise_key);
    let level = item.prescription.level_ref.as_ref();
    ItemFacts {
        assistance: exercise.is_some_and(|exercise| exercise.load_semantics == LoadSemantics::Assistance),
        veto: None,
        grid: exercise.and_then(|exercise| Iron::standard(unit).grid_for(exercise)).cloned(),
        ladder: level.and_then(|level| catalog.ladder(&level.ladder_key)).cloned(),
    }
}
