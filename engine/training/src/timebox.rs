//! Time: what a session takes, what there is, and what goes when it does not fit (TM-1..TM-4).

use domain::reason::{Reason, ReasonCode};
use domain::spec::SpecId;

use crate::{
    draft::{Role, Slots},
    library::Place,
    request::Request,
    tuning::Tuning,
};

/// TM-1: reserved for the warm-up of the first main.
pub const FIRST_RAMP_S: i64 = 210;
/// TM-1: reserved for the warm-up of each further main.
pub const FURTHER_RAMP_S: i64 = 120;
/// TM-1: reserved besides when the first main is heavy.
pub const HEAVY_RAMP_S: i64 = 150;
/// TM-1: from this load on a main is heavy.
pub const HEAVY_G: i64 = 100_000;

/// The time there is for a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// All of it.
    pub budget_s: i64,
    /// For the general warm-up (TM-2).
    pub general_warmup_s: i64,
    /// For working sets while exercises are selected (SC-7).
    pub loop_budget_s: i64,
}

impl Clock {
    /// TM-2.
    pub fn new(minutes: u32, slots: Slots, tuning: &Tuning) -> Self {
        let budget_s = i64::from(minutes) * 60;
        let [from_30, from_15] = tuning.general_warmup_s;
        let general_warmup_s = i64::from(match minutes {
            30.. => from_30,
            15.. => from_15,
            _ => 0,
        });
        let ramps = ramps_s(slots.mains);
        Self { budget_s, general_warmup_s, loop_budget_s: budget_s - general_warmup_s - ramps }
    }
}

/// TM-1: seconds reserved for warming up to so many mains.
pub fn ramps_s(mains: usize) -> i64 {
    match i64::try_from(mains) {
        Ok(mains @ 1..) => FIRST_RAMP_S + FURTHER_RAMP_S * (mains - 1),
        _ => 0,
    }
}

/// SC-0: sets that a candidate is assumed to get.
pub const fn provisional_sets(tuning: &Tuning, role: Role) -> i64 {
    match role {
        Role::Main => tuning.provisional_sets.main as i64,
        Role::Accessory => tuning.provisional_sets.accessory as i64,
    }
}

/// One exercise of a session with its sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Planned {
    /// Which.
    pub place: Place,
    /// Main or accessory.
    pub role: Role,
    /// Whether the athlete asked for it; such a one is never removed (SO-3).
    pub is_pinned: bool,
    /// Working sets.
    pub sets: i64,
    /// The place of its partner in a superset.
    pub partner: Option<Place>,
}

/// TM-3: seconds of a superset round: both sets, the short rest between, the shared rest after.
pub fn round_s(request: &Request<'_>, first: Place, second: Place) -> i64 {
    let timing = |place| {
        let exercise = request.library.exercise(place);
        let range = crate::prescribe::goal::set_range(exercise, false, request.goal);
        let work = crate::prescribe::time::work_s(exercise, range);
        (i64::from(work), i64::from(crate::prescribe::time::rest_s(exercise, false, range)))
    };
    let ((work_a, rest_a), (work_b, rest_b)) = (timing(first), timing(second));
    work_a
        + i64::from(request.tuning().superset.inner_s)
        + work_b
        + shared_rest_s(request.tuning(), rest_a, rest_b)
}

/// TM-3: rest after a round of a superset.
pub fn shared_rest_s(tuning: &Tuning, rest_a: i64, rest_b: i64) -> i64 {
    let shared = rest_a.max(rest_b) * i64::from(tuning.superset.rest_pct);
    domain::quantity::div_half_up(shared, 100).max(i64::from(tuning.superset.floor_s))
}

/// Seconds that one more set of a unit takes: an exercise, or both partners of a superset.
pub fn unit_s(request: &Request<'_>, planned: &Planned) -> i64 {
    match planned.partner {
        Some(partner) => round_s(request, planned.place, partner),
        None => request.set_s(planned.place, planned.role),
    }
}

/// TM-3: what the session takes. A superset is counted with its first partner.
pub fn estimate_s(request: &Request<'_>, session: &[Planned], clock: &Clock, is_heavy: bool) -> i64 {
    let mains = session.iter().filter(|planned| planned.role == Role::Main).count();
    let heavy = if is_heavy && mains > 0 { HEAVY_RAMP_S } else { 0 };
    let work = session.iter().enumerate().map(|(index, planned)| {
        let is_second =
            planned.partner.is_some_and(|partner| session[..index].iter().any(|p| p.place == partner));
        if is_second { 0 } else { planned.sets * unit_s(request, planned) }
    });
    clock.general_warmup_s + ramps_s(mains) + heavy + work.sum::<i64>()
}

/// TM-4: how much an accessory is worth keeping.
pub fn retention(request: &Request<'_>, session: &[Planned], place: Place) -> f64 {
    let library = request.library;
    let traits = library.traits(place);
    let mains = session.iter().filter(|planned| planned.role == Role::Main);
    let covered = mains.fold(crate::muscles::MuscleSet::NONE, |covered, main| {
        covered.or(library.traits(main.place).primaries)
    });
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let primaries = count(traits.primaries.without(covered).len());
    let secondaries = count(traits.hits.without(traits.primaries).without(covered).len());
    let repeats: f64 = traits
        .primaries
        .iter()
        .map(|muscle| {
            let accessories = session.iter().filter(|planned| {
                planned.role == Role::Accessory && library.traits(planned.place).primaries.has(muscle)
            });
            (count(accessories.count()) - 1.0).max(0.0)
        })
        .sum();
    let score = |score: u8| ((f64::from(score) - 3.0) / 2.0).clamp(-1.0, 1.0);
    let fatigue = ((f64::from(traits.fatigue_cost) - 3.0) / 2.0).clamp(0.0, 1.0);
    3.0 * (primaries + 0.3 * secondaries) + 1.2 * score(traits.sfr) + 0.8 * score(traits.length)
        - 1.0 * repeats
        - 1.3 * fatigue
}

/// TM-4: the accessory that goes first: lowest retention, then higher fatigue, then name order. Pins never go.
pub fn least_kept(request: &Request<'_>, session: &[Planned]) -> Option<usize> {
    let accessories = session.iter().enumerate().filter(|(_, p)| p.role == Role::Accessory && !p.is_pinned);
    let ranked = accessories.map(|(index, planned)| {
        let traits = request.library.traits(planned.place);
        (index, retention(request, session, planned.place), traits.fatigue_cost, traits.name_rank)
    });
    let first = ranked.min_by(|a, b| a.1.total_cmp(&b.1).then(b.2.cmp(&a.2)).then(a.3.cmp(&b.3)));
    first.map(|(index, ..)| index)
}

/// TM-4: removes what does not fit at start sets; says what went.
pub fn trim(
    request: &Request<'_>,
    session: &mut Vec<Planned>,
    clock: &Clock,
    is_heavy: impl Fn(&[Planned]) -> bool,
) -> Vec<(Place, Reason)> {
    let mut removed = vec![];
    while estimate_s(request, session, clock, is_heavy(session)) > clock.budget_s {
        let last_main =
            || session.iter().rposition(|planned| planned.role == Role::Main && !planned.is_pinned);
        let Some(index) = least_kept(request, session).or_else(last_main) else { break };
        let gone = session.remove(index);
        dissolve(session, gone.place);
        let minutes = request.input.session_minutes;
        let reason = Reason::new(ReasonCode::TimeBudget, SpecId::new("TM-4")).fact("minutes", minutes);
        removed.push((gone.place, reason));
    }
    removed
}

/// Takes the partner of an exercise that is gone out of the superset.
pub fn dissolve(session: &mut [Planned], gone: Place) {
    for planned in session.iter_mut().filter(|planned| planned.partner == Some(gone)) {
        planned.partner = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn slots(mains: usize) -> Slots {
        Slots { mains, accessories: 4, least_accessories: 3 }
    }

    #[test]
    fn tm_2_warm_ups_are_reserved_from_the_start() {
        let tuning = Tuning::default();
        assert_eq!(Clock::new(60, slots(2), &tuning).loop_budget_s, 2970);
        assert_eq!(Clock::new(40, slots(1), &tuning).loop_budget_s, 1890);
        assert_eq!(Clock::new(20, slots(1), &tuning).general_warmup_s, 180);
        assert_eq!(Clock::new(14, slots(0), &tuning).loop_budget_s, 840);
    }

    #[test]
    fn tm_3_the_shared_rest_is_three_fifths_of_the_longer_but_a_minute() {
        let tuning = Tuning::default();
        assert_eq!(shared_rest_s(&tuning, 120, 90), 72);
        assert_eq!(shared_rest_s(&tuning, 90, 90), 60);
    }
}
