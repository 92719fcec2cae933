//! Hard filters: what may not be chosen, and why (SF-1..SF-12). The first failure in table order is the reason.

use domain::{
    exercise::{ExerciseKind, TrainingAge},
    reason::{Fact, Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
};

use crate::{
    draft::{Draft, Role},
    library::Place,
    pain,
    prescribe::goal::Goal,
    request::Request,
    schedule,
};

/// One hard filter: a candidate passes if `refusal` finds nothing.
pub struct Filter {
    /// The rule.
    pub spec: SpecId,
    /// Whether its verdict can change while the session grows.
    pub is_static: bool,
    /// Why the candidate is refused, if it is.
    pub refusal: fn(&Draft<'_, '_>, Place, Role) -> Option<Reason>,
}

/// All filters, in the order in which they are asked.
pub const FILTERS: &[Filter] = &[
    Filter { spec: SpecId::new("SF-1"), is_static: false, refusal: already_selected },
    Filter { spec: SpecId::new("SF-2"), is_static: true, refusal: not_resistance },
    Filter { spec: SpecId::new("SF-3"), is_static: true, refusal: equipment },
    Filter { spec: SpecId::new("SF-4"), is_static: true, refusal: avoided },
    Filter { spec: SpecId::new("SF-5"), is_static: true, refusal: painful },
    Filter { spec: SpecId::new("SF-6"), is_static: true, refusal: difficulty },
    Filter { spec: SpecId::new("SF-7"), is_static: true, refusal: low_sfr },
    Filter { spec: SpecId::new("SF-8"), is_static: true, refusal: scope },
    Filter { spec: SpecId::new("SF-9"), is_static: true, refusal: slot_type },
    Filter { spec: SpecId::new("SF-10"), is_static: false, refusal: duplicate },
    Filter { spec: SpecId::new("SF-11"), is_static: false, refusal: volume_cap },
    Filter { spec: SpecId::new("SF-12"), is_static: true, refusal: time_budget },
];

/// Why the candidate is refused in this role, by the first filter that does.
pub fn refusal(draft: &Draft<'_, '_>, place: Place, role: Role) -> Option<Reason> {
    FILTERS.iter().find_map(|filter| (filter.refusal)(draft, place, role))
}

/// Like [`refusal`], by the filters named only: for pins, starter sessions and templates.
pub fn refusal_by(draft: &Draft<'_, '_>, place: Place, role: Role, specs: &[&str]) -> Option<Reason> {
    let asked = FILTERS.iter().filter(|filter| specs.iter().any(|id| SpecId::new(id) == filter.spec));
    asked.into_iter().find_map(|filter| (filter.refusal)(draft, place, role))
}

fn refuse(code: ReasonCode, spec: &str) -> Reason {
    Reason::new(code, SpecId::new(spec))
}

/// SF-1: it is in the session.
fn already_selected(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    draft.holds(place).then(|| refuse(ReasonCode::AlreadySelected, "SF-1"))
}

/// SF-2: only strength work is chosen by the engine.
fn not_resistance(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    let kind = draft.request.library.exercise(place).kind;
    (kind != ExerciseKind::Resistance).then(|| refuse(ReasonCode::NotResistance, "SF-2"))
}

/// SF-3: every alternative lacks something; the shortest way to have it is named.
fn equipment(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    let (exercise, at_hand) = (draft.request.library.exercise(place), draft.request.equipment);
    if at_hand.allows(&exercise.equipment) {
        return None;
    }
    let missing = exercise
        .equipment
        .iter()
        .map(|needed| needed.iter().copied().filter(|&class| !at_hand.has(class)).collect::<Vec<_>>());
    let fewest = missing.min_by_key(Vec::len).unwrap_or_default();
    let words: Vec<Fact> = fewest.into_iter().map(|class| Fact::word("equipment", class)).collect();
    Some(refuse(ReasonCode::Equipment, "SF-3").fact("equipment", words))
}

/// SF-4: the athlete said no, also to a pin or favorite.
fn avoided(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    draft.request.is_avoided[place].then(|| refuse(ReasonCode::Avoided, "SF-4"))
}

/// SF-5: it would load what hurts.
fn painful(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    let Request { library, pain, .. } = draft.request;
    let exclude_from = draft.request.tuning().pain_exclude_from;
    pain::excludes(library.exercise(place), pain, exclude_from).map(pain::refusal)
}

/// SF-6: beginners get nothing advanced.
fn difficulty(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    let needed = draft.request.library.exercise(place).difficulty;
    let too_hard = draft.request.age == TrainingAge::Beginner && needed == TrainingAge::Advanced;
    too_hard.then(|| refuse(ReasonCode::Difficulty, "SF-6"))
}

/// SF-7: for muscle and fat loss an accessory must be worth its fatigue.
fn low_sfr(draft: &Draft<'_, '_>, place: Place, role: Role) -> Option<Reason> {
    let picky = matches!(draft.request.goal, Goal::Hypertrophy | Goal::FatLoss) && role == Role::Accessory;
    (picky && draft.request.library.traits(place).sfr <= 1).then(|| refuse(ReasonCode::LowSfr, "SF-7"))
}

/// SF-8: a primary must be what the session is for.
fn scope(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    let scope = schedule::scope(draft.request.intent, draft.request.targets);
    let outside = draft.request.library.traits(place).primaries.and(scope).is_empty();
    outside.then(|| refuse(ReasonCode::Scope, "SF-8"))
}

/// SF-9: a main must be eligible and fit the goal's reps.
fn slot_type(draft: &Draft<'_, '_>, place: Place, role: Role) -> Option<Reason> {
    if role == Role::Accessory {
        return None;
    }
    let exercise = draft.request.library.exercise(place);
    if !exercise.is_main_lift_eligible {
        return Some(refuse(ReasonCode::NotMain, "SF-9"));
    }
    let want = draft.request.goal.reps(true);
    let fits = exercise.rep_min <= want.high && want.low <= exercise.rep_max;
    (!fits).then(|| {
        refuse(ReasonCode::RepRange, "SF-9")
            .fact("low", exercise.rep_min)
            .fact("high", exercise.rep_max)
            .fact("wantLow", want.low)
            .fact("wantHigh", want.high)
    })
}

/// SF-10: not too much of one movement, and no second isolation of the same.
fn duplicate(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    let library = draft.request.library;
    let traits = library.traits(place);
    let body_part = draft.request.intent == Intent::BodyPart;
    let limits = draft.request.tuning().pattern_limit;
    let limit = if body_part { limits.body_part } else { limits.normal };
    let same = || draft.picked.iter().filter(|(other, _)| library.traits(*other).dominant == traits.dominant);
    if same().count() >= limit {
        return Some(refuse(ReasonCode::PatternLimit, "SF-10").fact("count", limit));
    }
    if body_part || traits.is_compound {
        return None;
    }
    let twin = same().find(|(other, _)| {
        let other = library.traits(*other);
        !other.is_compound && !other.primaries.and(traits.primaries).is_empty()
    })?;
    let other = library.exercise(twin.0).name_en.as_str();
    Some(refuse(ReasonCode::DuplicateIsolation, "SF-10").fact("other", other))
}

/// SF-11: at start sets the week must stay below its ceilings.
fn volume_cap(draft: &Draft<'_, '_>, place: Place, _: Role) -> Option<Reason> {
    let request = draft.request;
    let (traits, plan) = (request.library.traits(place), &request.volume);
    let sets = draft.start_sets(place);
    let muscle = traits.hits.iter().find(|&muscle| {
        let planned = draft.start_volume[muscle] + traits.contributions[muscle as usize] * sets;
        plan.done[muscle] + planned > plan.ceiling[muscle]
    })?;
    let ceiling = Fact::tenths(request.volume.ceiling[muscle]);
    let reason = refuse(ReasonCode::VolumeCap, "SF-11").fact("muscle", Fact::word("muscle", muscle));
    Some(reason.fact("ceiling", ceiling))
}

/// SF-12: alone, with warm-up, it must fit the time.
fn time_budget(draft: &Draft<'_, '_>, place: Place, role: Role) -> Option<Reason> {
    let clock = draft.clock;
    let ramp = if role == Role::Main { crate::timebox::FIRST_RAMP_S } else { 0 };
    let alone = clock.general_warmup_s + ramp + draft.start_sets(place) * draft.request.set_s(place, role);
    let minutes = draft.request.input.session_minutes;
    (alone > clock.budget_s).then(|| refuse(ReasonCode::TimeBudget, "SF-12").fact("minutes", minutes))
}
