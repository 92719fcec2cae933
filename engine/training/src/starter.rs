//! Starter sessions as lists of places (CS-3), and what stands in for an exercise of them (SU-2).

use domain::{
    exercise::{ExerciseKey, JointStress},
    session::Intent,
};

use crate::{
    draft::{Draft, Role},
    filter,
    library::Place,
    request::Request,
    substitute::{Situation, substitutes as stand_ins},
};

/// The starter session of the request's intent and tier: places and whether each is a main, mains first.
pub fn session(request: &Request<'_>) -> Vec<(Place, bool)> {
    let Some(starter) = request.library.catalog().starter(request.intent, request.tier) else {
        return vec![];
    };
    let found = starter
        .exercises
        .iter()
        .filter_map(|exercise| Some((request.library.find(exercise.key.as_str())?, exercise.is_main)));
    let mut session: Vec<(Place, bool)> = found.collect();
    session.sort_by_key(|(_, is_main)| !is_main);
    session
}

/// CS-3: body-part sessions have no list: what serves the muscles, is safe and cheap comes first.
pub fn body_part(draft: &Draft<'_, '_>) -> Vec<Place> {
    let request = draft.request;
    if request.intent != Intent::BodyPart {
        return vec![];
    }
    let mut places: Vec<Place> =
        (0..request.library.len()).filter(|&place| filter::passes(draft, place, Role::Accessory)).collect();
    places.sort_by_key(|&place| {
        let traits = request.library.traits(place);
        let safety = match request.library.exercise(place).joint_stress {
            JointStress::Low => 3,
            JointStress::Medium => 2,
            JointStress::High => 1,
        };
        let served = i64::try_from(traits.primaries.and(request.targets).len()).unwrap_or(0);
        // Twice 3 × primaries + 2 × safety − 0.5 × fatigue, so that it stays an integer.
        let worth = 6 * served + 4 * safety - i64::from(traits.fatigue_cost);
        (std::cmp::Reverse(worth), traits.name_rank)
    });
    places
}

/// SU-2: what can stand in for an exercise, the best first.
pub fn substitutes(draft: &Draft<'_, '_>, place: Place, is_main: bool) -> Vec<Place> {
    let request = draft.request;
    let library = request.library;
    let avoided = (0..library.len()).filter(|&place| request.is_avoided[place]);
    let avoided = avoided.map(|place| library.key(place).clone()).collect();
    let selected: Vec<ExerciseKey> =
        draft.picked.iter().map(|(place, _)| library.key(*place).clone()).collect();
    let situation = Situation {
        equipment: request.equipment,
        avoided: &avoided,
        pain: &request.pain,
        pain_exclude_from: request.tuning().pain_exclude_from,
        training_age: request.age,
        selected: &selected,
    };
    let found = stand_ins(library.catalog(), library.key(place), is_main, &situation);
    let candidates = found.map(|found| found.candidates).unwrap_or_default();
    candidates.iter().filter_map(|candidate| library.find(candidate.key.as_str())).collect()
}
