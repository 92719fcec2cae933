//! Frozen targets (PV-5): what an item asks for in one session, after difficulty (P-47) and modifiers (AR-6).
//!
//! Modifiers never change a plan. Several on one item do not multiply: the strictest of each column counts.

use domain::{
    exercise::{Exercise, ExerciseKey},
    grid::Grid,
    id::{Id, TraceId},
    person::Athlete,
    plan::{ItemId, PlanItem, ProgressionMode},
    prescription::{Prescription, SetPrescription, SetType, spread},
    quantity::{Grams, Rpe, div_half_up},
    reason::Reason,
    session::{FrozenTargets, SessionId},
    time::Instant,
    wellbeing::{ModifierScope, SessionModifier},
};

use crate::{difficulty::frozen_volume, load::Sense};

/// The target of a modifier that acts on whichever session comes next.
pub const NEXT_SESSION: &str = "next";

/// AR-6: days after which a modifier that nobody used ends.
const MODIFIER_DAYS: i64 = 28;

/// What made a modifier, and for whom.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// Whose sessions.
    pub athlete_id: Id<Athlete>,
    /// One trigger, one trace.
    pub trace_id: &'a TraceId,
    /// When.
    pub at: Instant,
}

impl Origin<'_> {
    /// "Modifier `volume_pct` %" of the chapters: less volume for one session of the target.
    pub fn lighter(
        &self,
        scope: ModifierScope,
        target: String,
        volume_pct: u8,
        reason: Reason,
    ) -> SessionModifier {
        let rule = reason.spec.to_string();
        SessionModifier {
            id: Id::derive(&["modifier", self.trace_id.as_str(), &rule, scope.as_str(), &target]),
            athlete_id: self.athlete_id,
            scope,
            target,
            volume_pct,
            load_pct: 100,
            sets_delta: 0,
            rpe_delta: 0,
            reason,
            sessions_left: 1,
            created_at: self.at,
            expires_at: self.at.plus_seconds(MODIFIER_DAYS * 86_400),
            trace_id: self.trace_id.clone(),
        }
    }
}

/// One item at the start of a session.
#[derive(Debug, Clone, Copy)]
pub struct Start<'a> {
    /// Which session.
    pub session_id: SessionId,
    /// When it starts.
    pub at: Instant,
    /// The item in force: the plan with its overrides (OV-2) and the edits of this session (OV-8).
    pub item: &'a PlanItem,
    /// Its exercise.
    pub exercise: &'a Exercise,
    /// The loads that the athlete can put together for it, if it has any.
    pub grid: Option<&'a Grid>,
}

/// The targets that the performance of the item is judged against (PV-5).
pub fn frozen(start: &Start<'_>, modifiers: &[SessionModifier]) -> FrozenTargets {
    let item = start.item;
    let layer = Layer::of(start, modifiers);
    let mut prescription = item.prescription.clone();
    ease_volume(&mut prescription, item, layer);
    for set in &mut prescription.sets {
        set.load_g = set.load_g.map(|load| lighter_load(load, layer.load_pct, start));
        set.rpe = set.rpe.map(|rpe| lower(rpe, layer.rpe_delta));
    }
    prescription.effort_target = prescription.effort_target.map(|rpe| lower(rpe, layer.rpe_delta));
    FrozenTargets {
        prescription,
        plan_volume: item.prescription.volume(),
        volume_pct: layer.volume_pct,
        load_pct: layer.load_pct,
        superset: item.superset.clone(),
    }
}

/// A session that was done: its exercises count, those that were skipped do not.
#[derive(Debug, Clone, Copy)]
pub struct Finished<'a> {
    /// Which session.
    pub session_id: SessionId,
    /// When it was begun.
    pub started_at: Instant,
    /// What was done.
    pub done: &'a [(Option<ItemId>, ExerciseKey)],
}

/// The modifiers that are left after a session was done: those that acted on it have one session less, those that
/// are used up or expired are gone (AR-6).
pub fn consumed(modifiers: &[SessionModifier], finished: &Finished<'_>) -> Vec<SessionModifier> {
    let Finished { session_id, started_at, done } = *finished;
    let in_force = modifiers.iter().filter(|modifier| started_at < modifier.expires_at);
    let left = in_force.map(|modifier| {
        let acted = done.iter().any(|(item, exercise)| {
            acts(modifier, &Place { session_id, at: started_at, item: *item, exercise })
        });
        SessionModifier { sessions_left: modifier.sessions_left - u32::from(acted), ..modifier.clone() }
    });
    left.filter(|modifier| modifier.sessions_left > 0).collect()
}

/// Where a modifier could act.
struct Place<'a> {
    session_id: SessionId,
    at: Instant,
    item: Option<ItemId>,
    exercise: &'a ExerciseKey,
}

fn acts(modifier: &SessionModifier, place: &Place<'_>) -> bool {
    let target = modifier.target.as_str();
    let is_meant = match modifier.scope {
        ModifierScope::Item => place.item.is_some_and(|item| item.to_string() == target),
        ModifierScope::Exercise => place.exercise.as_str() == target,
        ModifierScope::Session => target == NEXT_SESSION || place.session_id.to_string() == target,
    };
    let is_in_force = modifier.created_at <= place.at && place.at < modifier.expires_at;
    is_meant && is_in_force && modifier.sessions_left > 0
}

/// The strictest of each column over the modifiers that act.
#[derive(Debug, Clone, Copy)]
struct Layer {
    volume_pct: u8,
    load_pct: u8,
    sets_delta: i8,
    rpe_delta: i8,
}

impl Layer {
    fn of(start: &Start<'_>, modifiers: &[SessionModifier]) -> Self {
        let Start { session_id, at, item, .. } = *start;
        let place = Place { session_id, at, item: Some(item.item_id), exercise: &item.exercise_key };
        let none = Self { volume_pct: 100, load_pct: 100, sets_delta: 0, rpe_delta: 0 };
        modifiers.iter().filter(|modifier| acts(modifier, &place)).fold(none, |layer, modifier| Self {
            volume_pct: layer.volume_pct.min(modifier.volume_pct),
            load_pct: layer.load_pct.min(modifier.load_pct),
            sets_delta: layer.sets_delta.min(modifier.sets_delta),
            rpe_delta: layer.rpe_delta.min(modifier.rpe_delta),
        })
    }

    /// Working sets that are left of `sets`, at least one.
    fn sets_left(self, sets: u32) -> u32 {
        sets.saturating_sub(u32::from(self.sets_delta.unsigned_abs())).max(1).min(sets)
    }
}

/// Less volume: fewer sets where a load is lifted, fewer reps over the same sets elsewhere.
///
/// Both columns that take volume are measured from the plan, and the stricter one counts.
fn ease_volume(prescription: &mut Prescription, item: &PlanItem, layer: Layer) {
    let sets = u32::try_from(prescription.working_sets().count()).unwrap_or(u32::MAX);
    let kept = layer.sets_left(sets);
    if is_counted_in_sets(item) {
        let share = div_half_up(i64::from(sets) * i64::from(layer.volume_pct), 100).max(1);
        keep_sets(prescription, kept.min(u32::try_from(share).unwrap_or(sets)));
        return;
    }
    let planned = prescription.volume();
    keep_sets(prescription, kept);
    // P-47 comes first, then the percentage of AR-6.
    let raised = match item.progression_mode {
        ProgressionMode::Ladder => frozen_volume(planned, item.difficulty),
        _ => planned,
    };
    let share = u64::from(raised) * u64::from(layer.volume_pct) / 100;
    let share = u32::try_from(share).unwrap_or(raised).max(1);
    let volume = if kept < sets { share.min(prescription.volume()) } else { share };
    if volume != prescription.volume() {
        spread_over(prescription, &spread(volume, kept));
    }
}

/// Whether the volume of the item is its number of sets: it lifts a load, or its sets have no amount.
fn is_counted_in_sets(item: &PlanItem) -> bool {
    let is_loaded = |set: &SetPrescription| set.load_g.is_some_and(|load| load > Grams::ZERO);
    match item.progression_mode {
        ProgressionMode::Load => true,
        ProgressionMode::Fixed if item.prescription.working_sets().any(is_loaded) => true,
        _ => item.prescription.volume() == 0,
    }
}

/// Takes working sets away from the end until `kept` are left.
fn keep_sets(prescription: &mut Prescription, kept: u32) {
    let mut working = 0;
    prescription.sets.retain(|set| {
        working += u32::from(set.kind == SetType::Working);
        set.kind != SetType::Working || working <= kept
    });
    for (index, set) in (0..).zip(&mut prescription.sets) {
        set.index = index;
    }
}

/// Gives the working sets these amounts; sets without one are gone.
fn spread_over(prescription: &mut Prescription, amounts: &[u32]) {
    keep_sets(prescription, u32::try_from(amounts.len()).unwrap_or(u32::MAX));
    let working = prescription.sets.iter_mut().filter(|set| set.kind == SetType::Working);
    for (set, &amount) in working.zip(amounts) {
        // The most that one set may ask for (PV-4).
        for (counted, most) in [(&mut set.reps, 100), (&mut set.seconds, 7200), (&mut set.meters, 100_000)] {
            *counted = counted.map(|_| amount.min(most));
        }
    }
}

/// The load on the unrounded value, brought to the grid once and toward the easier side (AR-6, LD-2).
fn lighter_load(load: Grams, pct: u8, start: &Start<'_>) -> Grams {
    if pct == 100 {
        return load;
    }
    let sense = Sense::of(start.exercise);
    let lighter = sense.percent(load, i64::from(pct));
    let fitted = start.grid.map_or(lighter, |grid| sense.fit(grid, lighter).load);
    // Where the iron ends, the load of the plan is the most that is asked.
    sense.easier(fitted, load)
}

/// The effort with a delta in tenths, at least 1.
fn lower(rpe: Rpe, delta: i8) -> Rpe {
    Rpe::new((rpe.tenths() + i64::from(delta)).max(10)).unwrap_or(rpe)
}
