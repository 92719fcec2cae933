//! What a report in words says of each exercise, as what was performed (D-10, P-4).

use assistant::dialog::result::{Item, Per, ReadSet};
use domain::{
    exercise::ExerciseKey,
    id::Id,
    plan::ItemId,
    prescription::SetType,
    quantity::Rpe,
    session::{ExercisePerformance, PerformanceStatus, Session, SessionId, SetPerformance},
    wellbeing::Mark,
};
use training::progression::report::{Effort, ItemReport, Report as Told, SetReport};

use super::question::How;
use crate::service::session::finish::Ending;

/// A reported exercise with what is known of it.
pub(super) struct Said<'r> {
    pub(super) key: ExerciseKey,
    pub(super) item: &'r Item,
    pub(super) marks: Vec<Mark>,
}

/// Takes what was not mentioned out of a session, and says what it was (D-10).
pub(super) fn leave_out(session: &mut Session, said: &[Said<'_>]) -> Vec<(ItemId, ExerciseKey)> {
    let is_told = |one: &ExercisePerformance| {
        !one.sets.is_empty() || said.iter().any(|said| said.key == one.exercise_key)
    };
    let missing = session.exercises.iter().filter(|one| !is_told(one));
    let missing = missing.filter_map(|one| Some((one.item_id?, one.exercise_key.clone()))).collect();
    session.exercises.retain(is_told);
    missing
}

/// An exercise that no item of the plan stands for.
pub(super) fn unplanned(session: SessionId, said: &Said<'_>) -> ExercisePerformance {
    let blank = ExercisePerformance {
        id: Id::derive(&["performance", &session.to_string(), said.key.as_str()]),
        item_id: None,
        exercise_key: said.key.clone(),
        frozen: None,
        status: PerformanceStatus::Done,
        rpe: None,
        comfort: None,
        marks: vec![],
        notes: String::new(),
        sets: vec![],
    };
    as_said(&blank, said, &[])
}

/// An exercise as it was said to be done, after sets that stay.
fn as_said(one: &ExercisePerformance, said: &Said<'_>, before: &[SetPerformance]) -> ExercisePerformance {
    let mut sets = before.to_vec();
    sets.extend(performed(one, &said.item.sets, before.len()));
    ExercisePerformance {
        status: if said.item.skipped { PerformanceStatus::Skipped } else { PerformanceStatus::Done },
        rpe: said.item.rpe10.and_then(|tenths| Rpe::new(tenths.into()).ok()),
        comfort: said.item.comfort,
        marks: said.marks.clone(),
        notes: notes(said.item),
        sets,
        ..one.clone()
    }
}

/// The exercises of a session that was reported, with what is said of them now (P-4).
pub(super) fn corrected(session: &Session, said: &[Said<'_>], how: Option<How>) -> Vec<ExercisePerformance> {
    let of = |one: &ExercisePerformance| match said.iter().find(|said| said.key == one.exercise_key) {
        Some(said) => as_said(one, said, if how == Some(How::Add) { &one.sets } else { &[] }),
        None => one.clone(),
    };
    session.exercises.iter().map(of).collect()
}

/// What was done, as it is kept; each working set stands for the one of the plan at its place.
pub(super) fn performed(one: &ExercisePerformance, sets: &[ReadSet], first: usize) -> Vec<SetPerformance> {
    let planned = |place: usize| {
        let frozen = one.frozen.as_ref()?;
        frozen.prescription.working_sets().nth(place).map(|set| set.set_id)
    };
    let mut working = one.sets.iter().take(first).filter(|set| set.kind == SetType::Working).count();
    let mut set = |(index, set): (usize, &ReadSet)| {
        let is_working = set.kind == SetType::Working;
        let set_id = planned(working).filter(|_| is_working);
        working += usize::from(is_working);
        SetPerformance {
            id: Id::derive(&["set", &one.id.to_string(), &index.to_string()]),
            set_id,
            index: u32::try_from(index).unwrap_or(u32::MAX),
            kind: set.kind,
            reps: set.reps,
            seconds: set.seconds.filter(|_| set.reps.is_none()),
            meters: set.meters.filter(|_| set.reps.is_none() && set.seconds.is_none()),
            load_g: set.load_g,
            completed: true,
            rest_after_s: None,
            rpe: None,
        }
    };
    (first..).zip(sets).map(&mut set).collect()
}

fn notes(item: &Item) -> String {
    item.note.clone().unwrap_or_default().chars().take(2000).collect()
}

/// The report of the items of a session, as the service for reports takes it (P-4).
pub(super) fn ending(session: &Session, said: &[Said<'_>]) -> Ending {
    let item = |said: &Said<'_>| {
        let known = session.exercises.iter().find(|one| one.exercise_key == said.key)?;
        Some(ItemReport {
            item_id: known.item_id?,
            skipped: said.item.skipped,
            sets: said.item.sets.iter().map(told).collect(),
            rpe: said.item.rpe10.map(|tenths| Effort::Text(format!("{}.{}", tenths / 10, tenths % 10))),
            comfort: said.item.comfort.map(Into::into),
            marks: said.marks.clone(),
            notes: notes(said.item),
        })
    };
    let items: Vec<ItemReport> = said.iter().filter_map(item).collect();
    let report = Some(Told { items }).filter(|told| !told.items.is_empty());
    Ending { report, session_rpe: None }
}

fn told(set: &ReadSet) -> SetReport {
    SetReport {
        set_id: None,
        kind: set.kind,
        reps: set.reps.map(Into::into),
        seconds: set.seconds.filter(|_| set.reps.is_none()).map(Into::into),
        meters: set.meters.filter(|_| set.reps.is_none() && set.seconds.is_none()).map(Into::into),
        load_g: set.load_g,
        rpe: None,
        completed: true,
        rest_after_s: None,
    }
}

/// Whether the same was done as was said.
pub(super) fn same_sets(done: &[SetPerformance], said: &[ReadSet]) -> bool {
    let of_said = |set: &ReadSet| (set.kind, set.reps.or(set.seconds).or(set.meters), load(set.load_g));
    let of_done = |set: &SetPerformance| (set.kind, set.amount(), load(set.load_g));
    done.iter().map(of_done).eq(said.iter().map(of_said))
}

/// No load is the same as none of it.
fn load(load: Option<domain::quantity::Grams>) -> i64 {
    load.map_or(0, |load| load.0)
}

/// Whether the amount of a set is for each side.
pub(super) const fn is_each(per: Per) -> bool {
    !matches!(per, Per::Both)
}
