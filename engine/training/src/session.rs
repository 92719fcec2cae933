//! The session as a whole: selection, order, sets, time, pairs, caps, readiness, prescription (SO-2).
//!
//! One trim; no later stage adds anything, and what one removes it says. The result is built from the final session.

use std::collections::BTreeMap;

use domain::{
    anatomy::Muscle,
    quantity::{Grams, MassUnit},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
};

use crate::{
    allocate::{allocate, closed, volume_of},
    beam::{self, SearchReport},
    draft::{Draft, Role, ladder_sets, start_sets},
    filter,
    input::{Mode, SelectionInput},
    library::Place,
    load::iron::Iron,
    muscles::Volumes,
    prescribe::{Prescribed, block::template_sets},
    request::{Refusal, Request},
    select::{Pick, Selected, select},
    superset::{SupersetPolicy, choose_pairs},
    template,
    timebox::{Clock, Planned, dissolve, estimate_s, least_kept, trim},
    tuning::Search,
    weights::Loads,
};

/// A planned session with everything that led to it.
#[derive(Debug)]
pub struct Session<'r, 'a> {
    /// What was asked.
    pub request: &'r Request<'a>,
    /// The exercises, in session order.
    pub exercises: Vec<SessionExercise>,
    /// What was chosen, in order of choice, removed ones included.
    pub picks: Vec<Pick>,
    /// Pins that were refused.
    pub refused_pins: Vec<(Place, Reason)>,
    /// What was chosen and removed again.
    pub removed: Vec<(Place, Reason)>,
    /// What the athlete should know.
    pub warnings: Vec<(Option<Place>, Reason)>,
    /// Seconds by TM-3.
    pub estimated_s: i64,
    /// The time there is.
    pub clock: Clock,
    /// Whether more sets were wanted and only time was missing.
    pub is_time_bound: bool,
    /// Whether the starter session had to help.
    pub is_fallback: bool,
    /// Volume of the session.
    pub volume: Volumes,
    /// What greedy choice and beam search reached, if the latter was asked for.
    pub search: Option<SearchReport>,
    /// Why exercises that were not taken were not, when asked.
    pub rejected: BTreeMap<Place, Rejection>,
}

/// One exercise of a session.
#[derive(Debug, Clone)]
pub struct SessionExercise {
    /// Place, role, sets and partner.
    pub planned: Planned,
    /// What it asks for.
    pub prescribed: Prescribed,
    /// Reasons besides those of its choice: readiness, supersets.
    pub reasons: Vec<Reason>,
}

/// Why an exercise was not taken.
#[derive(Debug, Clone, PartialEq)]
pub enum Rejection {
    /// A filter refused it.
    Refused(Reason),
    /// Others were better: its rank among those left, and its score.
    Outranked(usize, f64),
}

/// The sets of a session after time, pairs and allocation.
pub(crate) struct Counted {
    pub(crate) session: Vec<Planned>,
    pub(crate) removed: Vec<(Place, Reason)>,
    pub(crate) is_time_bound: bool,
}

/// Plans a session. `standard` is the iron used when the input names none.
pub fn plan<'r, 'a>(request: &'r Request<'a>, iron: &Iron) -> Result<Session<'r, 'a>, Refusal> {
    let loads = Loads::new(request, iron);
    let selected = match request.input.mode {
        Mode::Template if !request.input.auto_fill_unpinned => template::as_it_is(request),
        _ => select(request, &loads),
    };
    if selected.picks.is_empty() {
        return Err(Refusal::NoSafeExercise(refusals(&selected.draft)));
    }
    let selected = match request.input.mode {
        Mode::Template => template::fill(request, selected),
        Mode::Intent => selected,
    };
    let is_searched = request.input.mode == Mode::Intent && request.tuning().search == Search::Beam;
    if is_searched && request.stage.effective > 0 {
        let (selected, report) = beam::improve(request, selected, &loads);
        return Ok(Session { search: Some(report), ..finish(request, selected, &loads) });
    }
    Ok(finish(request, selected, &loads))
}

/// The iron of an input: its inventory, its equipment keys, or the default of its unit.
pub fn iron_of(input: &SelectionInput) -> Option<Iron> {
    let unit = input.units.unwrap_or(MassUnit::Kg);
    let inventory = input.inventory.clone().and_then(|inventory| domain::law::Valid::new(inventory).ok());
    let keys = &input.constraints.available_equipment;
    let is_told = inventory.is_some() || !keys.is_empty();
    is_told.then(|| Iron::new(unit, inventory.as_ref(), keys))
}

fn finish<'r, 'a>(
    request: &'r Request<'a>,
    selected: Selected<'r, 'a>,
    loads: &Loads<'_, 'a>,
) -> Session<'r, 'a> {
    let Selected { draft, picks, mut refused_pins, is_fallback, clock } = selected;
    let is_template = request.input.mode == Mode::Template;
    let ordered = order(request, &picks, is_template);
    let mut counted = if is_template {
        template::count(request, ordered, &clock, loads)
    } else {
        count(request, &ordered, &clock, loads)
    };
    let mut reasons: BTreeMap<Place, Vec<Reason>> = BTreeMap::new();
    let mut warnings: Vec<_> = request.warnings.iter().map(|reason| (None, reason.clone())).collect();
    if is_template {
        warnings.extend(template::warnings(request, &draft, &counted.session));
    } else {
        warnings.extend(enforce_caps(request, &mut counted, &mut reasons));
        lighten(request, &mut counted, &mut reasons);
    }
    // A pin that was refused as such may still have been chosen on its own merits.
    refused_pins.retain(|(pin, _)| counted.session.iter().all(|planned| planned.place != *pin));
    together(&mut counted.session);
    pair_reasons(request, &counted.session, &mut reasons);
    let is_heavy = loads.is_heavy(&counted.session);
    let estimated_s = estimate_s(request, &counted.session, &clock, is_heavy);
    if estimated_s > clock.budget_s {
        warnings.push((None, over_budget(request, estimated_s, &clock)));
    }
    let prescribed = loads.prescribe(&counted.session);
    let volume = volume_of(request, &counted.session);
    let exercises = counted.session.iter().zip(prescribed).map(|(&planned, prescribed)| {
        warnings
            .extend(prescribed.load.warnings.iter().map(|warning| (Some(planned.place), warning.clone())));
        warnings.extend(caution(request, planned.place).map(|warning| (Some(planned.place), warning)));
        let reasons = reasons.remove(&planned.place).unwrap_or_default();
        SessionExercise { planned, prescribed, reasons }
    });
    let exercises = exercises.collect();
    Session {
        request,
        exercises,
        rejected: if request.input.explain { explain(&draft) } else { BTreeMap::new() },
        picks,
        refused_pins,
        removed: counted.removed,
        warnings,
        estimated_s,
        clock,
        is_time_bound: counted.is_time_bound,
        is_fallback,
        volume,
        search: None,
    }
}

/// SO-9: mains in order of choice, then compounds, isolations, and trunk work; a template keeps its own order.
pub(crate) fn order(request: &Request<'_>, picks: &[Pick], is_template: bool) -> Vec<Planned> {
    let mut ordered: Vec<&Pick> = picks.iter().collect();
    if !is_template {
        ordered.sort_by_key(|pick| {
            let traits = request.library.traits(pick.place);
            match (pick.role, traits.lead, traits.is_compound) {
                (Role::Main, ..) => 0,
                (_, Muscle::Abs | Muscle::Core, _) => 3,
                (_, _, true) => 1,
                (_, _, false) => 2,
            }
        });
    }
    let planned = ordered.into_iter().map(|pick| Planned {
        place: pick.place,
        role: pick.role,
        is_pinned: pick.step == crate::select::Step::Pin,
        sets: start_sets(request, pick.place),
        partner: None,
    });
    planned.collect()
}

/// SA, TM, SS: the sets of an intent session, paired if that leaves more of it.
pub(crate) fn count(
    request: &Request<'_>,
    start: &[Planned],
    clock: &Clock,
    loads: &Loads<'_, '_>,
) -> Counted {
    let fit = |mut session: Vec<Planned>| {
        let removed = trim(request, &mut session, clock, |session| loads.is_heavy(session));
        let is_heavy = loads.is_heavy(&session);
        let is_time_bound = allocate(request, &mut session, clock, is_heavy);
        Counted { session, removed, is_time_bound }
    };
    let single = fit(start.to_vec());
    let limited = single.is_time_bound || !single.removed.is_empty();
    let policy = request.input.superset_policy;
    let is_due = !request.block.deload
        && (policy == SupersetPolicy::Preferred || (policy == SupersetPolicy::WhenTimeLimited && limited));
    let pairs = if is_due { choose_pairs(request, start) } else { vec![] };
    if pairs.is_empty() {
        return single;
    }
    let mut paired = start.to_vec();
    for (first, second) in pairs {
        (paired[first].partner, paired[second].partner) =
            (Some(start[second].place), Some(start[first].place));
    }
    let paired = fit(paired);
    let key =
        |counted: &Counted| (std::cmp::Reverse(counted.removed.len()), closed(request, &counted.session));
    if policy == SupersetPolicy::Preferred || key(&paired) > key(&single) { paired } else { single }
}

/// VO-8: nothing may leave a muscle above its ceiling.
fn enforce_caps(
    request: &Request<'_>,
    counted: &mut Counted,
    reasons: &mut BTreeMap<Place, Vec<Reason>>,
) -> Vec<(Option<Place>, Reason)> {
    let plan = &request.volume;
    let cap_reason = |code: ReasonCode, muscle: Muscle| {
        Reason::new(code, SpecId::new("VO-8"))
            .fact("muscle", Fact::word("muscle", muscle))
            .fact("ceiling", Fact::tenths(plan.ceiling[muscle]))
    };
    let mut warnings = vec![];
    loop {
        let volume = volume_of(request, &counted.session);
        let excess = |muscle: Muscle| plan.done[muscle] + volume[muscle] - plan.ceiling[muscle];
        // The contribution of this session is what can be taken back; the worst comes first, ties in muscle order.
        let over = Muscle::ALL.iter().copied().filter(|&muscle| excess(muscle) > 0 && volume[muscle] > 0);
        let Some(muscle) = over.max_by_key(|&muscle| (excess(muscle), std::cmp::Reverse(muscle))) else {
            break;
        };
        match shrink(request, &mut counted.session, muscle) {
            Some((place, true)) => counted.removed.push((place, cap_reason(ReasonCode::Cap, muscle))),
            Some((place, false)) => {
                reasons.entry(place).or_default().push(cap_reason(ReasonCode::Cap, muscle));
            }
            None => {
                warnings.push((None, cap_reason(ReasonCode::CapUnresolved, muscle)));
                break;
            }
        }
    }
    warnings
}

/// VO-8: takes a set from the largest contributor, or the exercise if it is a free accessory at two sets.
fn shrink(request: &Request<'_>, session: &mut Vec<Planned>, muscle: Muscle) -> Option<(Place, bool)> {
    let library = request.library;
    let share = |planned: &Planned| library.traits(planned.place).contributions.of(muscle) * planned.sets;
    let mut contributors: Vec<usize> =
        (0..session.len()).filter(|&index| share(&session[index]) > 0).collect();
    contributors.sort_by(|&a, &b| {
        let (one, other) = (&session[a], &session[b]);
        let kept = |planned: &Planned| crate::timebox::retention(request, session, planned.place);
        share(other)
            .cmp(&share(one))
            .then(other.role.cmp(&one.role))
            .then(kept(one).total_cmp(&kept(other)))
            .then(library.traits(one.place).name_rank.cmp(&library.traits(other.place).name_rank))
    });
    for index in contributors {
        let planned = session[index];
        if planned.sets > 2 && ladder_sets(request, planned.place).is_none() {
            session[index].sets -= 1;
            if let Some(partner) = session.iter_mut().find(|other| other.partner == Some(planned.place)) {
                partner.sets -= 1;
            }
            return Some((planned.place, false));
        }
        if planned.role == Role::Accessory && !planned.is_pinned {
            session.remove(index);
            dissolve(session, planned.place);
            return Some((planned.place, true));
        }
    }
    None
}

/// RX-8: fewer sets, and at readiness 1 one accessory less, on a bad day.
fn lighten(request: &Request<'_>, counted: &mut Counted, reasons: &mut BTreeMap<Place, Vec<Reason>>) {
    let tuning = request.tuning();
    let layer = crate::load::layer::readiness_layer(request.layers.readiness, tuning);
    let reason = || request.layers.readiness_reason();
    if layer.drops_an_accessory
        && counted.session.len() > 4
        && let Some(index) = least_kept(request, &counted.session)
    {
        let gone = counted.session.remove(index);
        dissolve(&mut counted.session, gone.place);
        counted.removed.push((gone.place, reason()));
    }
    for planned in &mut counted.session {
        if ladder_sets(request, planned.place).is_some() {
            continue;
        }
        let sets = i64::from(request.layers.sets(u32::try_from(planned.sets).unwrap_or(0), tuning));
        if sets < planned.sets {
            planned.sets = sets;
            reasons.entry(planned.place).or_default().push(reason());
        }
    }
}

/// SO-9: superset partners stand together at the place of the first.
fn together(session: &mut Vec<Planned>) {
    let mut index = 0;
    while index < session.len() {
        let partner = session[index].partner;
        let later = partner.and_then(|place| session.iter().skip(index + 1).position(|p| p.place == place));
        if let Some(offset) = later {
            let second = session.remove(index + 1 + offset);
            session.insert(index + 1, second);
            index += 1;
        }
        index += 1;
    }
}

fn pair_reasons(request: &Request<'_>, session: &[Planned], reasons: &mut BTreeMap<Place, Vec<Reason>>) {
    for planned in session {
        if let Some(partner) = planned.partner {
            let other = request.library.exercise(partner).name_en.as_str();
            let reason = Reason::new(ReasonCode::Superset, SpecId::new("SS-2")).fact("other", other);
            reasons.entry(planned.place).or_default().push(reason);
        }
    }
}

fn over_budget(request: &Request<'_>, estimated_s: i64, clock: &Clock) -> Reason {
    let minutes = crate::volume::div_up(estimated_s, 60);
    Reason::new(ReasonCode::OverBudget, SpecId::new("TM-4"))
        .fact("minutes", minutes)
        .fact("over", minutes - clock.budget_s / 60)
        .fact("budget", request.input.session_minutes)
}

/// SF-5: a chosen exercise that may bother a sore area.
fn caution(request: &Request<'_>, place: Place) -> Option<Reason> {
    let loaded = request.library.traits(place).loaded;
    let pain = loaded.cautioned_by(&request.pain, request.tuning().pain_exclude_from)?;
    let reason = Reason::new(ReasonCode::PainCaution, SpecId::new("SF-5"));
    Some(reason.fact("area", Fact::word("area", pain.area)))
}

/// EP-2: why everything else was not taken, judged against the final selection.
fn explain(draft: &Draft<'_, '_>) -> BTreeMap<Place, Rejection> {
    let library = draft.request.library;
    let outlook = crate::score::Outlook::new(draft);
    let mut left = vec![];
    let mut rejected = BTreeMap::new();
    for place in (0..library.len()).filter(|&place| !draft.holds(place)) {
        match filter::refusal(draft, place, Role::Accessory) {
            Some(reason) => drop(rejected.insert(place, Rejection::Refused(reason))),
            None => left.push((outlook.score(place, Role::Accessory), place)),
        }
    }
    left.sort_by_key(|(score, place)| {
        let traits = library.traits(*place);
        (std::cmp::Reverse(score.micro()), traits.fatigue_cost, traits.name_rank)
    });
    for (rank, (score, place)) in left.into_iter().enumerate() {
        rejected.insert(place, Rejection::Outranked(rank + 1, score.total()));
    }
    rejected
}

/// SO-10: how many exercises each filter refused.
fn refusals(draft: &Draft<'_, '_>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for place in 0..draft.request.library.len() {
        if let Some(reason) = filter::refusal(draft, place, Role::Accessory) {
            *counts.entry(reason.code.as_str()).or_default() += 1;
        }
    }
    counts
}

/// RX-1: the sets of a template's exercise.
pub(crate) fn sets_of_template(request: &Request<'_>, planned: &Planned) -> i64 {
    let is_main = planned.role == Role::Main;
    let readiness = request.layers.readiness;
    let last = request.input.history.iter().max_by_key(|entry| (entry.started_at, &entry.session_id));
    let skipped = last.is_some_and(|entry| entry.status == domain::session::SessionStatus::Skipped);
    let sets = template_sets(is_main, request.age, readiness, skipped, request.block, request.tuning());
    ladder_sets(request, planned.place).unwrap_or(i64::from(sets))
}

/// The load of a heavy main (TM-1).
pub(crate) const fn is_heavy_load(load: Option<Grams>) -> bool {
    matches!(load, Some(load) if load.0 >= crate::timebox::HEAVY_G)
}
