//! Shows a planned session as documents (EP-2, EP-3, EP-4, VO-10, L-13, L-16).

use std::collections::BTreeMap;

use domain::{anatomy::Muscle, exercise::Measure, plan::SessionTier, prescription::SetType, reason::Reason};
use serde::Serialize;

use crate::{
    draft::Role,
    input::{Mode, SelectionInput},
    library::Place,
    output::{
        Generated, MuscleVolume, NotTaken, OneDecimal, Rationale, Rejected, SelectionMetadata,
        SelectionOutput, Span, VolumeStatus, Warning, Workout, WorkoutExercise, WorkoutSet,
    },
    request::Request,
    score::COMPONENTS,
    select::Pick,
    session::{Rejection, Session, SessionExercise},
    timebox::{estimate_s, shared_rest_s},
    volume::div_up,
};

/// Shows a session as documents.
pub fn generated(session: &Session<'_, '_>) -> Generated {
    Generated { workout: workout(session), selection: metadata(session) }
}

/// EP-3.
pub fn metadata(session: &Session<'_, '_>) -> SelectionMetadata {
    metadata_of(session.request, selection(session))
}

/// EP-3: what is stored of a selection that was made for this request.
pub fn metadata_of(request: &Request<'_>, output: SelectionOutput) -> SelectionMetadata {
    let stage = request.stage;
    SelectionMetadata {
        mode: request.input.mode,
        intent: request.intent,
        week_in_block: request.block.week,
        mesocycle_length: request.block.length,
        deload: request.block.deload,
        cold_start_stage: stage.reached,
        cold_start_protocol_enabled: stage.enabled,
        effective_cold_start_stage: stage.effective,
        cold_start_bypass: stage.is_bypassed.then(|| "baseline_experienced".to_owned()),
        output,
        engine_version: env!("CARGO_PKG_VERSION").to_owned(),
        tuning_hash: hash(&request.input.tuning),
        input_hash: input_hash(request.input),
    }
}

/// The hash of an input without its library, which is kept apart (EP-3).
fn input_hash(input: &SelectionInput) -> String {
    match input.exercise_library {
        None => hash(input),
        Some(_) => hash(&SelectionInput { exercise_library: None, ..input.clone() }),
    }
}

/// XXH64 of the JSON of a value; equal values have equal bytes.
fn hash(value: &impl Serialize) -> String {
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    format!("{:016x}", xxhash_rust::xxh64::xxh64(&bytes, 0))
}

/// EP-2.
pub fn selection(session: &Session<'_, '_>) -> SelectionOutput {
    let request = session.request;
    let key = |place: Place| request.library.key(place).clone();
    let of_role = |role: Role| {
        let same = session.exercises.iter().filter(move |exercise| exercise.planned.role == role);
        same.map(|exercise| key(exercise.planned.place)).collect()
    };
    let supersets = session.exercises.windows(2).filter_map(|pair| {
        let joined = pair[0].planned.partner == Some(pair[1].planned.place);
        joined.then(|| [key(pair[0].planned.place), key(pair[1].planned.place)])
    });
    let not_taken = |(place, reason): &(Place, Reason)| NotTaken {
        exercise_id: key(*place),
        reason: reason.code,
        spec_id: reason.spec,
        facts: reason.facts.clone(),
    };
    let sets = session.exercises.iter().map(|exercise| (key(exercise.planned.place), exercise.planned.sets));
    let chosen = session.exercises.iter().filter_map(|exercise| {
        let pick = session.picks.iter().find(|pick| pick.place == exercise.planned.place)?;
        Some((key(pick.place), rationale(pick, exercise)))
    });
    SelectionOutput {
        selected_exercise_ids: session.exercises.iter().map(|exercise| key(exercise.planned.place)).collect(),
        main_lift_ids: of_role(Role::Main),
        accessory_ids: of_role(Role::Accessory),
        per_exercise_set_targets: (request.input.mode == Mode::Intent).then(|| sets.collect()),
        volume_plan_by_muscle: Muscle::ALL
            .iter()
            .map(|&muscle| (muscle, muscle_volume(session, muscle)))
            .collect(),
        rationale: chosen.collect(),
        supersets: supersets.collect(),
        refused_pins: session.refused_pins.iter().map(not_taken).collect(),
        removed: session.removed.iter().map(not_taken).collect(),
        warnings: warnings(session),
        estimated_seconds: session.estimated_s,
        estimated_minutes: div_up(session.estimated_s, 60),
        time_bound: session.is_time_bound,
        fallback: session.is_fallback.then(|| "starter".to_owned()),
        search: session.search,
        rejected: request.input.explain.then(|| {
            let rejected = session.rejected.iter().map(|(place, why)| (key(*place), rejected(why)));
            rejected.collect()
        }),
    }
}

fn warnings(session: &Session<'_, '_>) -> Vec<Warning> {
    let library = session.request.library;
    let warning = |(place, reason): &(Option<Place>, Reason)| Warning {
        exercise_id: place.map(|place| library.key(place).clone()),
        code: reason.code,
        spec_id: reason.spec,
        facts: reason.facts.clone(),
    };
    session.warnings.iter().map(warning).collect()
}

fn rejected(why: &Rejection) -> Rejected {
    match why {
        Rejection::Refused(reason) => Rejected::Filter(reason.clone()),
        Rejection::Outranked(rank, score) => Rejected::Rank { rank: *rank, score: three_decimals(*score) },
    }
}

fn three_decimals(score: f64) -> f64 {
    decimals(score, 1000.0)
}

/// Rounds half up to so many parts of one.
fn decimals(value: f64, parts: f64) -> f64 {
    libm::floor(value * parts + 0.5) / parts
}

fn rationale(pick: &Pick, exercise: &SessionExercise) -> Rationale {
    let named = |values: &[f64]| {
        let rows = COMPONENTS.iter().zip(values);
        rows.map(|(component, value)| (component.name.to_owned(), decimals(*value, 1_000_000.0))).collect()
    };
    Rationale {
        score: three_decimals(pick.score.total()),
        components: named(&pick.score.values),
        weights: named(&pick.score.weights),
        hard_filter_pass: true,
        selected_step: pick.step,
        starter: pick.is_starter,
        coverage: pick.is_coverage,
        reasons: pick.reasons.iter().chain(&exercise.reasons).cloned().collect(),
    }
}

/// VO-10.
fn muscle_volume(session: &Session<'_, '_>, muscle: Muscle) -> MuscleVolume {
    let plan = &session.request.volume;
    let planned = plan.done[muscle] + session.volume[muscle];
    let target = plan.target[muscle];
    let delta = target - planned;
    let soft = !plan.hard.has(muscle);
    let mav = soft.then(|| crate::volume::landmarks(session.request.tuning(), muscle).mav);
    let status = VolumeStatus::of(planned, target, mav, plan.later.has(muscle));
    MuscleVolume {
        target: OneDecimal(target),
        planned: OneDecimal(planned),
        delta: OneDecimal(delta),
        session_target: OneDecimal(plan.share[muscle]),
        status,
    }
}

/// EP-4: the session to do.
pub fn workout(session: &Session<'_, '_>) -> Workout {
    let request = session.request;
    let tiers = tiers(session);
    let labels = labels(session, &tiers);
    let exercises = session.exercises.iter().zip(tiers).zip(labels).map(|((exercise, tier), superset)| {
        let place = exercise.planned.place;
        let load = &exercise.prescribed.load;
        WorkoutExercise {
            exercise_id: request.library.key(place).clone(),
            name: request.library.exercise(place).name_en.clone(),
            role: exercise.planned.role,
            tier,
            superset,
            sets: sets(session, exercise),
            load_source: load.source,
            confidence: load.confidence,
            start_hint: load.hint.map(|hint| hint.load),
            plates_per_side: exercise.prescribed.plates.clone(),
            reasons: exercise.prescribed.reasons().cloned().collect(),
        }
    });
    Workout {
        date: request.today,
        session_intent: request.intent,
        deload: request.block.deload,
        general_warmup_s: session.clock.general_warmup_s,
        estimated_minutes: div_up(session.estimated_s, 60),
        exercises: exercises.collect(),
    }
}

/// L-13: mains, or the first exercise, are A; then B while three quarters of the time last, then C.
fn tiers(session: &Session<'_, '_>) -> Vec<SessionTier> {
    let planned: Vec<_> = session.exercises.iter().map(|exercise| exercise.planned).collect();
    let has_main = planned.iter().any(|planned| planned.role == Role::Main);
    let tier = |index: usize| {
        if planned[index].role == Role::Main || (index == 0 && !has_main) {
            return SessionTier::A;
        }
        // A superset is cut as a whole, so it stands where its second half does.
        let joined = planned.get(index + 1).is_some_and(|next| planned[index].partner == Some(next.place));
        let until = &planned[..=(index + usize::from(joined))];
        let spent = estimate_s(session.request, until, &session.clock, false);
        if 4 * spent <= 3 * session.clock.budget_s { SessionTier::B } else { SessionTier::C }
    };
    (0..planned.len()).map(tier).collect()
}

/// L-16: the pairs of a tier are numbered.
fn labels(session: &Session<'_, '_>, tiers: &[SessionTier]) -> Vec<Option<String>> {
    let mut labels = vec![None; tiers.len()];
    let mut numbers = BTreeMap::new();
    for index in 1..tiers.len() {
        let [first, second] = [index - 1, index].map(|index| session.exercises[index].planned);
        if first.partner == Some(second.place) {
            let number = numbers.entry(tiers[index]).or_insert(0);
            *number += 1;
            let label = format!("{}{number}", tiers[index]);
            (labels[index - 1], labels[index]) = (Some(label.clone()), Some(label));
        }
    }
    labels
}

/// Warm-ups, then working sets with their rests.
fn sets(session: &Session<'_, '_>, exercise: &SessionExercise) -> Vec<WorkoutSet> {
    let prescribed = &exercise.prescribed;
    let blank = WorkoutSet {
        kind: SetType::Working,
        rep_low: None,
        rep_high: None,
        seconds: None,
        meters: None,
        load: None,
        rpe: None,
        rest_s: 0,
    };
    let warmups = prescribed.ramp.iter().map(|step| WorkoutSet {
        kind: SetType::Warmup,
        rep_low: Some(step.reps),
        rep_high: Some(step.reps),
        load: Some(step.load),
        rest_s: i64::from(step.rest_s),
        ..blank.clone()
    });
    let span = Span { low: prescribed.range.low, high: prescribed.range.high };
    let counted = |measure: Measure| (prescribed.measure == measure).then_some(span);
    let rest_s = rest(session, exercise);
    let working = (0..prescribed.sets).map(|index| WorkoutSet {
        rep_low: counted(Measure::Reps).map(|span| span.low),
        rep_high: counted(Measure::Reps).map(|span| span.high),
        seconds: counted(Measure::Seconds),
        meters: counted(Measure::Meters),
        load: prescribed.load_of(index),
        rpe: counted(Measure::Reps).map(|_| prescribed.rpe),
        rest_s,
        ..blank.clone()
    });
    warmups.chain(working).collect()
}

/// L-16: in a superset the first rests briefly, the second for both.
fn rest(session: &Session<'_, '_>, exercise: &SessionExercise) -> i64 {
    let own = i64::from(exercise.prescribed.rest_s);
    let Some(partner) = exercise.planned.partner else { return own };
    let position = |place: Place| session.exercises.iter().position(|other| other.planned.place == place);
    let (Some(here), Some(there)) = (position(exercise.planned.place), position(partner)) else { return own };
    let tuning = session.request.tuning();
    if here < there {
        return i64::from(tuning.superset.inner_s);
    }
    shared_rest_s(tuning, own, i64::from(session.exercises[there].prescribed.rest_s))
}
