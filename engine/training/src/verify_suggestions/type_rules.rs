//! The rules of set types written again: SR-10..SR-13.

use domain::{
    change::Field,
    prescription::{SetId, SetPrescription, SetType},
    session::SetPerformance,
};

use super::{
    subject::{Subject, all_completed, asked, completed, completed_working, load},
    wanted::Wanted,
};
use crate::suggestion::input::PastPerformance;

fn retype(set: SetId, kind: SetType) -> Wanted {
    Wanted::one(Some(set), Field::SetType, kind.as_str().into())
}

/// SR-10.
pub(super) fn drop_without_base(subject: &Subject<'_>) -> Vec<Wanted> {
    let Some(newest) = subject.past.first() else { return vec![] };
    let all = all_completed(newest);
    let is_drop = |set: &&SetPerformance| asked(newest, set).is_some_and(|asked| asked.kind == SetType::Drop);
    let Some(place) = all.iter().position(is_drop) else { return vec![] };
    let has_base = all[..place].iter().any(|set| set.kind == SetType::Working);
    let set = all[place].set_id.and_then(|id| subject.item.set(id)).filter(|set| set.kind == SetType::Drop);
    set.filter(|_| !has_base).map(|set| retype(set.set_id, SetType::Working)).into_iter().collect()
}

/// Sets that are of `kind` now and were then, for which `holds` in each of the last two sessions.
fn twice(
    subject: &Subject<'_>,
    kind: SetType,
    holds: impl Fn(&PastPerformance, &SetPerformance) -> bool,
) -> Vec<SetId> {
    let Some(window) = subject.last_of_all(2) else { return vec![] };
    let held = |set: &&SetPrescription| {
        window.iter().all(|past| {
            completed(past, set.set_id).is_some_and(|done| {
                asked(past, done).is_some_and(|asked| asked.kind == kind) && holds(past, done)
            })
        })
    };
    subject.plan().sets.iter().filter(|set| set.kind == kind).filter(held).map(|set| set.set_id).collect()
}

/// The effort of a set beside that of the hardest other working set; less help is more effort (SG-13).
fn against_heaviest(
    subject: &Subject<'_>,
    past: &PastPerformance,
    set: &SetPerformance,
) -> Option<(i64, i64)> {
    let others =
        completed_working(past).into_iter().filter(|other| other.id != set.id && other.load_g.is_some());
    let hardest = others.max_by_key(|other| subject.hardness(load(other)))?;
    let (own, heaviest) = (subject.shown(set.load_g?), subject.shown(load(hardest)));
    Some(if subject.is_assistance() { (heaviest, own) } else { (own, heaviest) })
}

/// SR-11.
pub(super) fn warmup_as_working(subject: &Subject<'_>) -> Vec<Wanted> {
    let percent = subject.tuning().warmup_pct;
    let is_heavy = |past: &PastPerformance, set: &SetPerformance| {
        against_heaviest(subject, past, set).is_some_and(|(own, heaviest)| 100 * own >= percent * heaviest)
    };
    let sets = twice(subject, SetType::Warmup, is_heavy);
    sets.into_iter().map(|set| retype(set, SetType::Working)).collect()
}

/// SR-12.
pub(super) fn working_as_warmup(subject: &Subject<'_>) -> Vec<Wanted> {
    let percent = subject.tuning().light_pct;
    let is_light = |past: &PastPerformance, set: &SetPerformance| {
        against_heaviest(subject, past, set).is_some_and(|(own, heaviest)| 100 * own < percent * heaviest)
            && asked(past, set).is_some_and(|asked| asked.index < 2)
    };
    let sets = twice(subject, SetType::Working, is_light);
    sets.into_iter().map(|set| retype(set, SetType::Warmup)).collect()
}

/// SR-13.
pub(super) fn mismatch(subject: &Subject<'_>) -> Vec<Wanted> {
    let Some(window) = subject.last_of_all(2) else { return vec![] };
    let logged = |past: &PastPerformance, set: &SetPrescription| {
        let done = completed(past, set.set_id)?;
        (asked(past, done)?.kind == set.kind && done.kind != set.kind).then_some(done.kind)
    };
    let wanted = |set: &SetPrescription| {
        let kinds: Option<Vec<SetType>> = window.iter().map(|past| logged(past, set)).collect();
        let kinds = kinds?;
        let (newest, rest) = kinds.split_first()?;
        rest.iter().all(|kind| kind == newest).then(|| retype(set.set_id, *newest))
    };
    subject.plan().sets.iter().filter_map(wanted).collect()
}
