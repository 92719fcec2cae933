//! Which sets of the plan a change is for: the progression sets, and working sets that carry the same load (SG-16).

use domain::{
    prescription::{SetPrescription, SetType},
    quantity::Grams,
    session::SetPerformance,
};

use super::context::ItemContext;

/// The loaded sets of the plan behind `counted`, then the working sets that follow them.
pub fn targets<'a>(ctx: &ItemContext<'a>, counted: &[&SetPerformance]) -> Vec<&'a SetPrescription> {
    let load = |set: &SetPrescription| set.load_g.filter(|load| *load > Grams::ZERO);
    let planned = counted.iter().filter_map(|done| ctx.planned(done));
    let mut targets: Vec<&SetPrescription> = Vec::new();
    for set in planned.filter(|set| load(set).is_some()) {
        if targets.iter().all(|known| known.set_id != set.set_id) {
            targets.push(set);
        }
    }
    if ctx.tuning.apply_to_equal_sets {
        let leaders: Vec<_> = targets.iter().map(|set| (set.set_id, load(set))).collect();
        let follows = |set: &&SetPrescription| {
            set.kind == SetType::Working
                && leaders.iter().all(|(id, _)| *id != set.set_id)
                && leaders.iter().any(|(_, leading)| *leading == load(set))
        };
        targets.extend(ctx.item.prescription.sets.iter().filter(follows));
    }
    targets
}
