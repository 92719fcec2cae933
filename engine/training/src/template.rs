//! Template mode: the athlete's list, as it is or with free positions filled anew (SO-1, EP-4).
//!
//! Volume is reported, never forced; what the athlete chose is never removed.

use domain::{
    anatomy::Muscle,
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use crate::{
    allocate::volume_of,
    draft::{Draft, Role},
    filter,
    library::Place,
    request::Request,
    score::Outlook,
    select::{Pick, Selected, Step},
    session::{Counted, sets_of_template},
    timebox::{Clock, Planned, trim},
    weights::Loads,
};

/// The template without any change.
pub(crate) fn as_it_is<'r, 'a>(request: &'r Request<'a>) -> Selected<'r, 'a> {
    let slots = crate::select::template_slots(request);
    let clock = Clock::new(request.input.session_minutes, slots, request.tuning());
    let mut draft = Draft::new(request, clock, slots);
    let picks = request.template.iter().map(|&place| own(&mut draft, place)).collect();
    // Nothing is added to a template that stays as it is, not even a pin.
    let others = request.pins.iter().filter(|place| !request.template.contains(place));
    let limit = request.template.len();
    let refusal =
        |&place| (place, Reason::new(ReasonCode::PinLimit, SpecId::new("EP-4")).fact("limit", limit));
    Selected { draft, picks, refused_pins: others.map(refusal).collect(), is_fallback: false, clock }
}

/// An exercise of the template: main if it can be one and a main slot is free.
fn own(draft: &mut Draft<'_, '_>, place: Place) -> Pick {
    let exercise = draft.request.library.exercise(place);
    let fits = exercise.is_main_lift_eligible
        && crate::prescribe::goal::fits_main_range(exercise, draft.request.goal);
    let role = if fits && draft.has_room(Role::Main) { Role::Main } else { Role::Accessory };
    let score = Outlook::new(draft).score(place, role);
    let slot_progress = draft.slot_progress();
    draft.add(place, role);
    let reasons = vec![Reason::new(ReasonCode::Pin, SpecId::new("EP-4"))];
    Pick {
        place,
        role,
        step: Step::Pin,
        score,
        slot_progress,
        is_starter: false,
        is_coverage: false,
        reasons,
    }
}

/// EP-4: pinned positions stay, the others are filled in order of selection, what is left keeps the template's.
pub(crate) fn fill<'r, 'a>(request: &'r Request<'a>, mut selected: Selected<'r, 'a>) -> Selected<'r, 'a> {
    if !request.input.auto_fill_unpinned {
        return selected;
    }
    // Pins that are no position of the template come first among the others, since they were chosen first.
    let has_a_place = |pick: &Pick| pick.step == Step::Pin && request.template.contains(&pick.place);
    let (mut kept, chosen): (Vec<Pick>, Vec<Pick>) = selected.picks.drain(..).partition(has_a_place);
    let mut chosen = chosen.into_iter();
    let mut picks = vec![];
    for &place in &request.template {
        if let Some(index) = kept.iter().position(|pick| pick.place == place) {
            picks.push(kept.remove(index));
        } else if let Some(pick) = chosen.next() {
            picks.push(pick);
        } else if !selected.draft.holds(place) {
            picks.push(own(&mut selected.draft, place));
        }
    }
    selected.picks = picks;
    selected
}

/// RX-1, TM-4: the sets of a template; only what was filled in can be trimmed.
pub(crate) fn count(
    request: &Request<'_>,
    mut session: Vec<Planned>,
    clock: &Clock,
    loads: &Loads<'_, '_>,
) -> Counted {
    for planned in &mut session {
        planned.sets = sets_of_template(request, planned);
    }
    let removed = trim(request, &mut session, clock, |session| loads.is_heavy(session));
    Counted { session, removed, is_time_bound: false }
}

/// SF-3..SF-5 of what the athlete chose, and ceilings, as warnings (SU-1, EP-4).
pub(crate) fn warnings(
    request: &Request<'_>,
    draft: &Draft<'_, '_>,
    session: &[Planned],
) -> Vec<(Option<Place>, Reason)> {
    let doubtful = session.iter().filter_map(|planned| {
        let reason = filter::refusal_by(draft, planned.place, planned.role, &["SF-3", "SF-4", "SF-5"])?;
        Some((Some(planned.place), reason))
    });
    let volume = volume_of(request, session);
    let plan = &request.volume;
    let over = Muscle::ALL.iter().filter(|&&muscle| plan.exceeds_ceiling(muscle, volume[muscle]));
    let over = over.map(|&muscle| {
        let reason = Reason::new(ReasonCode::OverMrv, SpecId::new("EP-4"))
            .fact("muscle", Fact::word("muscle", muscle))
            .fact("ceiling", Fact::tenths(plan.ceiling[muscle]));
        (None, reason)
    });
    doubtful.chain(over).collect()
}
