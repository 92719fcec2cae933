//! Hard filters: what may not be chosen, and why (SF-1..SF-12). The first failure in table order is the reason.
//!
//! Every exercise is asked by every filter, so whether one refuses is a plain question; the reason is built only where
//! somebody reads it.

use domain::{
    anatomy::Muscle,
    exercise::{ExerciseKind, TrainingAge},
    reason::{Fact, Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
    wellbeing::Pain,
};

use crate::{
    draft::{Draft, Role},
    library::Place,
    pain,
    prescribe::goal::{Goal, fits_main_range},
};

/// One hard filter with one code. SF-9 and SF-10 can refuse for two reasons and have a row for each.
pub struct Filter {
    /// The rule.
    pub spec: SpecId,
    /// What a refusal is called.
    pub code: ReasonCode,
    /// Whether its verdict stays the same while the session grows.
    pub is_static: bool,
    /// Whether the candidate is refused in this role.
    pub refuses: fn(&Draft<'_, '_>, Place, Role) -> bool,
    /// Adds the facts of a refusal to its reason.
    facts: fn(&Draft<'_, '_>, Place, Reason) -> Reason,
}

/// All filters, in the order in which they are asked.
pub const FILTERS: &[Filter] = &[
    growing("SF-1", ReasonCode::AlreadySelected, already_selected, no_facts),
    fixed("SF-2", ReasonCode::NotResistance, not_resistance, no_facts),
    fixed("SF-3", ReasonCode::Equipment, lacks_equipment, missing_equipment),
    fixed("SF-4", ReasonCode::Avoided, avoided, no_facts),
    fixed("SF-5", ReasonCode::Pain, painful, pain_facts),
    fixed("SF-6", ReasonCode::Difficulty, too_difficult, no_facts),
    fixed("SF-7", ReasonCode::LowSfr, low_sfr, no_facts),
    fixed("SF-8", ReasonCode::Scope, out_of_scope, no_facts),
    fixed("SF-9", ReasonCode::NotMain, not_main, no_facts),
    fixed("SF-9", ReasonCode::RepRange, wrong_rep_range, rep_ranges),
    growing("SF-10", ReasonCode::PatternLimit, too_many_of_a_pattern, limit_of_a_pattern),
    growing("SF-10", ReasonCode::DuplicateIsolation, duplicate_isolation, its_twin),
    growing("SF-11", ReasonCode::VolumeCap, over_volume_cap, volume_ceiling),
    fixed("SF-12", ReasonCode::TimeBudget, over_time_budget, session_minutes),
];

type Question = fn(&Draft<'_, '_>, Place, Role) -> bool;
type Facts = fn(&Draft<'_, '_>, Place, Reason) -> Reason;

const fn fixed(spec: &str, code: ReasonCode, refuses: Question, facts: Facts) -> Filter {
    Filter { spec: SpecId::new(spec), code, is_static: true, refuses, facts }
}

const fn growing(spec: &str, code: ReasonCode, refuses: Question, facts: Facts) -> Filter {
    Filter { is_static: false, ..fixed(spec, code, refuses, facts) }
}

impl Filter {
    /// Why the candidate is refused, if it is.
    pub fn refusal(&self, draft: &Draft<'_, '_>, place: Place, role: Role) -> Option<Reason> {
        (self.refuses)(draft, place, role)
            .then(|| (self.facts)(draft, place, Reason::new(self.code, self.spec)))
    }
}

/// Whether the candidate passes every filter in this role.
pub fn passes(draft: &Draft<'_, '_>, place: Place, role: Role) -> bool {
    !FILTERS.iter().any(|filter| (filter.refuses)(draft, place, role))
}

/// Whether the candidate passes every filter whose verdict stays the same.
pub fn passes_static(draft: &Draft<'_, '_>, place: Place, role: Role) -> bool {
    !FILTERS.iter().any(|filter| filter.is_static && (filter.refuses)(draft, place, role))
}

/// Whether the candidate passes every filter whose verdict changes while the session grows.
pub fn passes_growing(draft: &Draft<'_, '_>, place: Place, role: Role) -> bool {
    !FILTERS.iter().any(|filter| !filter.is_static && (filter.refuses)(draft, place, role))
}

/// Why the candidate is refused in this role, by the first filter that does.
pub fn refusal(draft: &Draft<'_, '_>, place: Place, role: Role) -> Option<Reason> {
    FILTERS.iter().find_map(|filter| filter.refusal(draft, place, role))
}

/// Like [`refusal`], by the filters named only: for pins, starter sessions and templates.
pub fn refusal_by(draft: &Draft<'_, '_>, place: Place, role: Role, specs: &[&str]) -> Option<Reason> {
    let asked = FILTERS.iter().filter(|filter| specs.iter().any(|id| SpecId::new(id) == filter.spec));
    asked.into_iter().find_map(|filter| filter.refusal(draft, place, role))
}

fn no_facts(_: &Draft<'_, '_>, _: Place, reason: Reason) -> Reason {
    reason
}

/// SF-1: it is in the session.
fn already_selected(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    draft.holds(place)
}

/// SF-2: only strength work is chosen by the engine.
fn not_resistance(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    draft.request.library.traits(place).kind != ExerciseKind::Resistance
}

/// SF-3: every alternative lacks something.
fn lacks_equipment(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    !draft.request.is_at_hand[draft.request.library.traits(place).needs]
}

/// The shortest way to have the equipment.
fn missing_equipment(draft: &Draft<'_, '_>, place: Place, reason: Reason) -> Reason {
    let (exercise, at_hand) = (draft.request.library.exercise(place), draft.request.equipment);
    let missing = exercise
        .equipment
        .iter()
        .map(|needed| needed.iter().copied().filter(|&class| !at_hand.has(class)).collect::<Vec<_>>());
    let fewest = missing.min_by_key(Vec::len).unwrap_or_default();
    let words: Vec<Fact> = fewest.into_iter().map(|class| Fact::word("equipment", class)).collect();
    reason.fact("equipment", words)
}

/// SF-4: the athlete said no, also to a pin or favorite.
fn avoided(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    draft.request.is_avoided[place]
}

/// SF-5: it would load what hurts.
fn painful(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    excluding_pain(draft, place).is_some()
}

fn excluding_pain(draft: &Draft<'_, '_>, place: Place) -> Option<Pain> {
    let request = draft.request;
    request.library.traits(place).loaded.excluded_by(&request.pain, request.tuning().pain_exclude_from)
}

fn pain_facts(draft: &Draft<'_, '_>, place: Place, reason: Reason) -> Reason {
    excluding_pain(draft, place).map_or(reason, pain::refusal)
}

/// SF-6: beginners get nothing advanced.
fn too_difficult(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    draft.request.age == TrainingAge::Beginner
        && draft.request.library.traits(place).difficulty == TrainingAge::Advanced
}

/// SF-7: for muscle and fat loss an accessory must be worth its fatigue.
fn low_sfr(draft: &Draft<'_, '_>, place: Place, role: Role) -> bool {
    let picky = matches!(draft.request.goal, Goal::Hypertrophy | Goal::FatLoss) && role == Role::Accessory;
    picky && draft.request.library.traits(place).sfr <= 1
}

/// SF-8: a primary must be what the session is for.
fn out_of_scope(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    draft.request.library.traits(place).primaries.and(draft.request.scope).is_empty()
}

/// SF-9: a main must be eligible.
fn not_main(draft: &Draft<'_, '_>, place: Place, role: Role) -> bool {
    role == Role::Main && !draft.request.library.traits(place).is_main_eligible
}

/// SF-9: a main must fit the goal's reps.
fn wrong_rep_range(draft: &Draft<'_, '_>, place: Place, role: Role) -> bool {
    role == Role::Main && !fits_main_range(draft.request.library.exercise(place), draft.request.goal)
}

fn rep_ranges(draft: &Draft<'_, '_>, place: Place, reason: Reason) -> Reason {
    let exercise = draft.request.library.exercise(place);
    let want = draft.request.goal.reps(true);
    reason
        .fact("low", exercise.rep_min)
        .fact("high", exercise.rep_max)
        .fact("wantLow", want.low)
        .fact("wantHigh", want.high)
}

/// SF-10: not too much of one movement.
fn too_many_of_a_pattern(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    draft.movement(draft.request.library.traits(place).dominant).count >= pattern_limit(draft)
}

fn pattern_limit(draft: &Draft<'_, '_>) -> usize {
    let limits = draft.request.tuning().pattern_limit;
    if draft.request.intent == Intent::BodyPart { limits.body_part } else { limits.normal }
}

fn limit_of_a_pattern(draft: &Draft<'_, '_>, _: Place, reason: Reason) -> Reason {
    reason.fact("count", pattern_limit(draft))
}

/// SF-10: no second isolation of the same movement for the same muscle.
fn duplicate_isolation(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    let traits = draft.request.library.traits(place);
    draft.request.intent != Intent::BodyPart
        && !traits.is_compound
        && !draft.movement(traits.dominant).isolated.and(traits.primaries).is_empty()
}

/// The first isolation that it would repeat.
fn its_twin(draft: &Draft<'_, '_>, place: Place, reason: Reason) -> Reason {
    let library = draft.request.library;
    let traits = library.traits(place);
    let twin = draft.picked.iter().find(|(other, _)| {
        let other = library.traits(*other);
        other.dominant == traits.dominant
            && !other.is_compound
            && !other.primaries.and(traits.primaries).is_empty()
    });
    match twin {
        Some((twin, _)) => reason.fact("other", library.exercise(*twin).name_en.as_str()),
        None => reason,
    }
}

/// SF-11: at start sets the week must stay below its ceilings.
fn over_volume_cap(draft: &Draft<'_, '_>, place: Place, _: Role) -> bool {
    capped_muscle(draft, place).is_some()
}

/// The first muscle that the candidate takes above its ceiling.
fn capped_muscle(draft: &Draft<'_, '_>, place: Place) -> Option<Muscle> {
    let request = draft.request;
    let (traits, plan) = (request.library.traits(place), &request.volume);
    let sets = draft.start_sets(place);
    traits.hits.iter().find(|&muscle| {
        let planned = draft.start_volume[muscle] + traits.contributions.of(muscle) * sets;
        plan.exceeds_ceiling(muscle, planned)
    })
}

fn volume_ceiling(draft: &Draft<'_, '_>, place: Place, reason: Reason) -> Reason {
    match capped_muscle(draft, place) {
        Some(muscle) => reason
            .fact("muscle", Fact::word("muscle", muscle))
            .fact("ceiling", Fact::tenths(draft.request.volume.ceiling[muscle])),
        None => reason,
    }
}

/// SF-12: alone, with warm-up, it must fit the time.
fn over_time_budget(draft: &Draft<'_, '_>, place: Place, role: Role) -> bool {
    let clock = draft.clock;
    let ramp = if role == Role::Main { crate::timebox::FIRST_RAMP_S } else { 0 };
    let alone = clock.general_warmup_s + ramp + draft.start_sets(place) * draft.request.set_s(place, role);
    alone > clock.budget_s
}

fn session_minutes(draft: &Draft<'_, '_>, _: Place, reason: Reason) -> Reason {
    reason.fact("minutes", draft.request.input.session_minutes)
}
