//! L-25, first half: chapter training chooses and prescribes, L-13..L-17 bring it into the document.

use domain::{
    exercise::{Exercise, LoadSemantics, Measure},
    law::Valid,
    plan::SessionTier,
    quantity::Grams,
    reason::{Reason, ReasonCode},
    voice::Locale,
};
use training::{
    draft::{Role, is_ladder, start_sets},
    library::Place,
    load::estimate::{Range, reserve, shifted_reserve},
    muscles::Split,
    present,
    session::{Session, SessionExercise},
};

use super::{Analyzed, Cut, fit, note};
use crate::{
    document::{
        number::Number,
        plan::{AnalyzerPlan, PlannedExercise, SessionOutline, Targets, WarmupPolicy},
        reps::{RepUnit, Reps, Side},
    },
    facts::{
        Context,
        item::{WARMUP, items},
        refused,
        time::Spent,
    },
    failure::Failure,
};

/// The plan of a session by the rules.
pub fn analyze(context: &Context<'_>) -> Result<Analyzed, Failure> {
    let session = training::session::plan(&context.request, &context.iron).map_err(refused)?;
    let mut cuts = removed(context, &session);
    if session.exercises.is_empty() {
        return without(context, cuts);
    }
    let mut exercises: Vec<PlannedExercise> = general_warmup(context, &session).into_iter().collect();
    exercises.extend(session.exercises.iter().map(|exercise| planned(context, exercise)));
    let mut draft = fit::Draft { context, exercises, partners: partners(context, &session) };
    draft.assign_tiers();
    draft.drop_tiers(&mut cuts);
    draft.fit(&mut cuts);
    draft.finish();
    let exercises = draft.exercises;
    let plan = document(context, exercises, &cuts);
    let warnings = session.warnings.iter().map(|(_, reason)| reason.clone());
    let warnings = warnings.filter(|reason| reason.code != ReasonCode::OverBudget).collect::<Vec<Reason>>();
    Ok(Analyzed { plan, cuts, selection: present::selection(&session), warnings })
}

/// What was chosen does not fit the time, not even alone: plans without it.
fn without(context: &Context<'_>, mut cuts: Vec<Cut>) -> Result<Analyzed, Failure> {
    let mut lighter = context.prepared.clone();
    lighter.selection.preferences.avoid_exercise_ids.extend(cuts.iter().map(|cut| cut.slug.clone()));
    let analyzed = analyze(&Context::new(&lighter, context.library())?)?;
    cuts.extend(analyzed.cuts);
    Ok(Analyzed { cuts, ..analyzed })
}

/// Superset partners by key.
fn partners(context: &Context<'_>, session: &Session<'_, '_>) -> Vec<(String, String)> {
    let key = |place: Place| context.library().key(place).to_string();
    let pairs =
        session.exercises.windows(2).filter(|pair| pair[0].planned.partner == Some(pair[1].planned.place));
    pairs.map(|pair| (key(pair[0].planned.place), key(pair[1].planned.place))).collect()
}

/// What training removed again.
fn removed(context: &Context<'_>, session: &Session<'_, '_>) -> Vec<Cut> {
    let cut = |(place, reason): &(Place, Reason)| {
        let is_main = session.picks.iter().any(|pick| pick.place == *place && pick.role == Role::Main);
        Cut {
            slug: context.library().key(*place).to_string(),
            tier: if is_main { SessionTier::A } else { SessionTier::C },
            sets: u32::try_from(start_sets(&context.request, *place)).unwrap_or(0),
            reason: reason.code,
        }
    };
    session.removed.iter().map(cut).collect()
}

/// L-15: one entry of TM-2 seconds.
fn general_warmup(context: &Context<'_>, session: &Session<'_, '_>) -> Option<PlannedExercise> {
    let seconds = u32::try_from(session.clock.general_warmup_s).ok().filter(|seconds| *seconds > 0)?;
    let exercise = context.library().exercise(context.place(WARMUP)?);
    Some(PlannedExercise {
        tier: SessionTier::W,
        slug: WARMUP.to_owned(),
        exercise: name(exercise, context.prepared.locale),
        equipment: context.prepared.inventory.warmup(),
        superset: None,
        warmups: 0,
        working_sets: 1,
        targets: Targets {
            rep_range: Reps::seconds(seconds),
            rir: None,
            target_load: None,
            backoff_load: None,
            load_cap: None,
        },
        rest_s: 0,
        notes: None,
    })
}

/// The name of an exercise in a language.
pub(super) fn name(exercise: &Exercise, locale: Locale) -> String {
    match locale {
        Locale::En => exercise.name_en.clone(),
        Locale::Ru => exercise.name_ru.clone(),
    }
}

/// One exercise of the session, in tier A or B for now.
fn planned(context: &Context<'_>, chosen: &SessionExercise) -> PlannedExercise {
    let place = chosen.planned.place;
    let exercise = context.library().exercise(place);
    let is_main = chosen.planned.role == Role::Main;
    let (rep_range, rest_s) = reps(context, place, is_main, chosen.prescribed.range);
    let restraint = context.restraint();
    let figures = context.figures(place, rep_range.range(), is_main, restraint);
    let shown = |load: Option<Grams>| load.map(|load| Number::of_load(load, context.unit()));
    let rir = (!rep_range.is_timed()).then(|| rir(context, exercise, is_main, figures.is_estimated));
    let left = rir.map_or(0, |rir| shifted_reserve(i64::from(rir), restraint.rir_shift));
    let note = || note::estimated(u32::try_from(left).unwrap_or(0), context.prepared.locale);
    let has_number = figures.target.is_some() && exercise.load_semantics != LoadSemantics::Bodyweight;
    PlannedExercise {
        tier: if is_main { SessionTier::A } else { SessionTier::B },
        slug: exercise.id.to_string(),
        exercise: name(exercise, context.prepared.locale),
        equipment: context.prepared.inventory.carrier(exercise),
        superset: None,
        warmups: 0,
        working_sets: u32::try_from(chosen.planned.sets).unwrap_or(1).clamp(1, 6),
        targets: Targets {
            rep_range,
            rir,
            target_load: shown(figures.target),
            backoff_load: shown(figures.backoff),
            load_cap: shown(figures.cap),
        },
        rest_s,
        notes: (figures.is_estimated && has_number && rir.is_some()).then(note),
    }
}

/// L-14: reps in reserve from the effort of today, before the shift.
fn rir(context: &Context<'_>, exercise: &Exercise, is_main: bool, is_estimated: bool) -> u32 {
    let rpe = context.rpe(exercise, is_main, is_estimated);
    let spent = context.prepared.understood.allow_failure && rpe.tenths() == 100;
    u32::try_from(if spent { 0 } else { reserve(rpe) }).unwrap_or(0)
}

/// Reps and rest: of the level or item that owns them, else as prescribed (L-14, L-25).
fn reps(context: &Context<'_>, place: Place, is_main: bool, prescribed: Range) -> (Reps, u32) {
    let exercise = context.library().exercise(place);
    let item = context.request.items.get(&place);
    let level = item.filter(|_| is_ladder(&context.request, place)).and_then(|item| {
        let reference = item.level.as_ref()?;
        let ladder = context.library().catalog().ladder(&reference.ladder_key)?;
        let level = ladder.level(reference.ordinal).filter(|level| level.variation == exercise.id)?;
        (ladder.unit == exercise.measure).then_some((level, level.rest_s(ladder.progression)))
    });
    let own = item.and_then(|item| Some(Range::new(item.rep_low?, item.rep_high?)));
    let range = level.map(|(level, _)| Range::new(level.amount, level.amount)).or(own).unwrap_or(prescribed);
    let unit = unit(exercise);
    let (least, most) = if unit == RepUnit::Seconds { (5, 3600) } else { (1, 100) };
    let low = range.low.clamp(least, most);
    let reps = Reps { low, high: range.high.clamp(low, most), unit };
    let rest = level.map(|(_, rest)| rest);
    (
        reps,
        rest.unwrap_or_else(|| training::prescribe::time::rest_s(exercise, is_main, reps.range())).min(900),
    )
}

/// What a set counts, and for which side it is shown.
fn unit(exercise: &Valid<Exercise>) -> RepUnit {
    use domain::anatomy::Muscle::{Abs, Core, LowerBack};
    if exercise.measure == Measure::Seconds {
        return RepUnit::Seconds;
    }
    if !exercise.is_unilateral {
        return RepUnit::Both;
    }
    RepUnit::Each(match exercise.lead_muscle() {
        Abs | Core | LowerBack => Side::Side,
        muscle if Split::of(muscle) == Split::Legs => Side::Leg,
        _ => Side::Arm,
    })
}

fn document(context: &Context<'_>, exercise_plan: Vec<PlannedExercise>, cuts: &[Cut]) -> AnalyzerPlan {
    let prepared = context.prepared;
    let meta = prepared.meta();
    let items = items(context.library(), &exercise_plan);
    let spent = Spent::of(&items, meta);
    let mut time_budget = spent.budget(meta.duration_minutes);
    // The mean is rounded, so that the sets may be one more than it has room for.
    let sets = u32::try_from(spent.sets_without_c()).unwrap_or(0).min(60);
    time_budget.target_set_count = time_budget.target_set_count.max(sets);
    let tiers =
        SessionTier::ALL.iter().copied().filter(|tier| exercise_plan.iter().any(|one| one.tier == *tier));
    let named: Vec<(Cut, String)> = cuts.iter().map(|cut| (cut.clone(), cut_name(context, cut))).collect();
    AnalyzerPlan {
        version: 1,
        meta: meta.clone(),
        session: SessionOutline {
            kind: context.request.intent.into(),
            target_muscles: prepared.choice.target_muscles.clone(),
            tiers: tiers.collect(),
            cut_order: vec![SessionTier::C, SessionTier::B],
            warmup_policy: WarmupPolicy {
                general_minutes: u32::try_from(spent.warmup_s() / 60).unwrap_or(0),
                ramp_sets: exercise_plan.iter().map(|one| one.warmups).max().unwrap_or(0),
            },
        },
        fatigue_policy: prepared.policy.clone(),
        time_budget,
        notes: note::cuts(&named, prepared.locale),
        exercise_plan,
        id_seed: prepared.id_seed.clone(),
    }
}

fn cut_name(context: &Context<'_>, cut: &Cut) -> String {
    let place = context.place(&cut.slug);
    place.map_or_else(
        || cut.slug.clone(),
        |place| name(context.library().exercise(place), context.prepared.locale),
    )
}
