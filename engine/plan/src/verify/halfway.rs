//! OV-5: a compromise is the mean of what the person had and what the engine wanted.

use domain::{
    grid::Grid,
    plan::{ItemRow, PlanItem, RowEvent},
    prescription::{SetPrescription, SetType},
    quantity::Grams,
};

use super::{
    breach::{Place, Report},
    case::{Case, place},
};

pub(super) fn check(case: &Case<'_>, report: &mut Report) {
    for (entry, row) in case.rows().filter(|(_, row)| row.event_type == RowEvent::Compromise) {
        let questions = case
            .chain
            .conflicts
            .iter()
            .filter(|conflict| conflict.auto_proposal.is_some_and(|id| row.proposals.contains(&id)));
        let contested: Vec<_> =
            questions.filter_map(|conflict| case.version(conflict.auto_version?)).collect();
        let mut wanted =
            contested.iter().flat_map(|asked| asked.rows.iter().map(|row| (asked.version.created_at, row)));
        if let Some((asked_at, wanted)) = wanted.find(|(_, wanted)| wanted.item_id == row.item_id) {
            let exercise = wanted.before.as_ref().map(|item| &item.exercise_key);
            let known = exercise.and_then(|key| case.context.exercises.get(key));
            let grid = known.and_then(|known| known.grid_at(asked_at));
            between(grid, row, wanted, place(entry, row), report);
        }
    }
}

/// `wanted` leads from the manual item to the automatic one, `row` to what lies between; where the two agree, a row that
/// lands nothing else leaves the load alone.
fn between(grid: Option<&Grid>, row: &ItemRow, wanted: &ItemRow, place: Place, report: &mut Report) {
    let (Some(manual), Some(auto), Some(met)) = (&wanted.before, &wanted.after, &row.after) else { return };
    let mut require = |holds: bool, what: &str| {
        report.require(holds, "OV-5", place, || what.to_owned());
    };
    let (own, theirs) = (manual.prescription.volume(), auto.prescription.volume());
    if manual.exercise_key == auto.exercise_key && amounts(manual) != amounts(auto) {
        let sets = amounts(manual).len().max(amounts(auto).len());
        require(amounts(met) == spread(own.midpoint(theirs), sets), "the volume is not halfway");
    }
    for set in &met.prescription.sets {
        let find = |item: &PlanItem| item.prescription.sets.iter().find(|s| s.set_id == set.set_id).cloned();
        let (Some(one), Some(other)) = (find(manual), find(auto)) else { continue };
        if let (Some(Grams(one)), Some(Grams(other))) = (one.load_g, other.load_g)
            && one != other
        {
            let mean = Grams(one.midpoint(other));
            require(
                set.load_g == Some(grid.map_or(mean, |grid| grid.floor(mean))),
                "the load is not halfway",
            );
        } else if let [_] = *row.proposals
            && let Some(found) = row.before.as_ref().and_then(find)
        {
            require(set.load_g == found.load_g, "the load of a set that nobody contests was changed");
        }
        require(
            one.rest_s == other.rest_s || set.rest_s == rest(one.rest_s, other.rest_s),
            "the rest is not halfway",
        );
    }
    let seconds = |item: &PlanItem| item.prescription.rest_policy.seconds;
    let (one, other) = (seconds(manual), seconds(auto));
    require(one == other || seconds(met) == rest(one, other), "the rest is not halfway");
}

/// The mean rest, rounded down to 5 s.
const fn rest(one: u32, other: u32) -> u32 {
    one.midpoint(other) / 5 * 5
}

/// What the working sets ask for.
fn amounts(item: &PlanItem) -> Vec<u32> {
    let working = item.prescription.sets.iter().filter(|set| set.kind == SetType::Working);
    working.filter_map(SetPrescription::amount).collect()
}

/// PV-4: the first sets get one more; too little for all is one each for as many as it reaches.
fn spread(volume: u32, sets: usize) -> Vec<u32> {
    let count = u32::try_from(sets).unwrap_or(u32::MAX).min(volume).max(1);
    (0..count).map(|set| volume / count + u32::from(set < volume % count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ov_5_means_are_rounded_and_spread_as_the_examples_say() {
        assert_eq!(spread(18_u32.midpoint(30), 5), [5, 5, 5, 5, 4]);
        assert_eq!(spread(26, 3), [9, 9, 8]);
        assert_eq!(spread(2, 4), [1, 1]);
        assert_eq!(rest(90, 125), 105);
    }
}
