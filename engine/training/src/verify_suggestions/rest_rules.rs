//! The rules of rest written again: SR-8 and SR-9, with estimated maxima (SG-6) and rests taken (SG-12).

use domain::{
    change::Field,
    exercise::LoadSemantics,
    prescription::{RestMode, SetId, SetType},
    quantity::div_half_up,
};

use super::{
    subject::{Subject, all_completed, asked, completed_working, frozen, load, reps},
    wanted::Wanted,
};
use crate::suggestion::input::PastPerformance;

/// SG-6: the estimated maximum of a performance in grams.
fn maximum(subject: &Subject<'_>, past: &PastPerformance) -> Option<i64> {
    let body = match subject.exercise.load_semantics {
        LoadSemantics::Assistance => return None,
        LoadSemantics::Bodyweight => subject.input.bodyweight_g?.0,
        _ => 0,
    };
    let estimates = completed_working(past).into_iter().filter_map(|set| {
        let (total, reps) = (body + load(set).0, i64::from(reps(set)));
        (load(set).0 > 0 && reps > 0).then(|| div_half_up(total * (30 + reps), 30))
    });
    estimates.max()
}

/// SR-8.
pub(super) fn plateau(subject: &Subject<'_>) -> Vec<Wanted> {
    let Some(floor) = subject.policy().floor() else { return vec![] };
    let window = subject.window(false);
    let Some(window) = window.get(..3) else { return vec![] };
    let maxima: Option<Vec<i64>> = window.iter().map(|past| maximum(subject, past)).collect();
    let Some([newest, middle, oldest]) = maxima.as_deref().and_then(|maxima| maxima.first_chunk()) else {
        return vec![];
    };
    let percent = subject.tuning().plateau_pct;
    let is_same = |one: &i64| 100 * (one - oldest).abs() < percent * oldest;
    let counted = subject.counted(window);
    let struggles = counted.iter().filter(|sets| {
        !sets.is_empty()
            && (sets.iter().any(|set| reps(set) < floor) || sets.iter().all(|set| reps(set) <= floor + 1))
    });
    if !is_same(newest) || !is_same(middle) || struggles.count() < 2 {
        return vec![];
    }
    let before: Vec<SetId> = counted[0].iter().filter_map(|set| set.set_id).collect();
    longer(subject, &before)
}

/// SR-9.
pub(super) fn short_rest(subject: &Subject<'_>) -> Vec<Wanted> {
    let Some(window) = subject.last_of_all(2) else { return vec![] };
    if window.iter().any(|past| hurried(subject, past).is_empty()) {
        return vec![];
    }
    let before: Vec<SetId> = hurried(subject, window[0]).into_iter().flatten().collect();
    longer(subject, &before)
}

/// For each set that came too early and fell off, the set before it.
fn hurried(subject: &Subject<'_>, past: &PastPerformance) -> Vec<Option<SetId>> {
    let tuning = subject.tuning();
    let Some(plan) = frozen(past) else { return vec![] };
    let all = all_completed(past);
    let mut found = vec![];
    for (place, set) in all.iter().enumerate() {
        let earlier = &all[..place];
        let Some(working) = earlier.iter().rev().find(|set| set.kind == SetType::Working) else { continue };
        let Some(before) = earlier.last() else { continue };
        let Some(taken) = before.rest_after_s else { continue };
        let Some(asked) = asked(past, before) else { continue };
        let Some(index) = plan.sets.iter().position(|set| set.set_id == asked.set_id) else { continue };
        let target = plan.effective_rest(index);
        let Some(made) = set.reps else { continue };
        let is_short = target > 0 && taken + tuning.rest_short_s < target;
        let fell = made + tuning.reps_drop <= reps(working)
            || plan.rep_policy.floor().is_some_and(|floor| made < floor);
        if set.kind == SetType::Working && is_short && fell {
            found.push(before.set_id);
        }
    }
    found
}

/// More rest for all sets, or after each of these.
fn longer(subject: &Subject<'_>, sets: &[SetId]) -> Vec<Wanted> {
    let (tuning, plan) = (subject.tuning(), subject.plan());
    let more = |old: u32| Some((old + tuning.rest_step_s).min(tuning.rest_most_s)).filter(|new| old < *new);
    let wanted = |set, field, old| Some(Wanted::one(set, field, i64::from(more(old)?).into()));
    match plan.rest_policy.mode {
        RestMode::AllSame => wanted(None, Field::RestAll, plan.rest_policy.seconds).into_iter().collect(),
        RestMode::Individual => {
            let due = plan
                .sets
                .iter()
                .enumerate()
                .filter(|(index, set)| sets.contains(&set.set_id) && plan.effective_rest(*index) > 0);
            due.filter_map(|(_, set)| wanted(Some(set.set_id), Field::Rest, set.rest_s)).collect()
        }
    }
}
