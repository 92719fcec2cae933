//! The rules of reps written again: SR-0 and SR-4.

use domain::{
    change::{Field, Value},
    prescription::{RepMode, RepPolicy, SetPrescription},
    proposal::Outcome,
    quantity::Grams,
    session::SetPerformance,
};

use super::{
    load_rules::is_raised,
    subject::{Subject, asked, completed, reps},
    wanted::Wanted,
};
use crate::suggestion::{feedback::Family, input::PastPerformance};

/// SR-0.
pub(super) fn rep_range(subject: &Subject<'_>) -> Vec<Wanted> {
    let now = subject.policy();
    if now.mode != RepMode::NotSet {
        return vec![];
    }
    let earlier =
        || subject.entry.earlier_policies.iter().take(3).filter(|policy| policy.mode != RepMode::NotSet);
    let numbers = |policy: &RepPolicy| match policy.mode {
        RepMode::Range => (policy.mode, policy.low, policy.high),
        RepMode::Target => (policy.mode, policy.target, 0),
        RepMode::UntilFailure | RepMode::NotSet => (policy.mode, 0, 0),
    };
    let times = |policy: &RepPolicy| earlier().filter(|other| numbers(other) == numbers(policy)).count();
    let most = earlier().map(times).max().unwrap_or(0);
    let typical = subject.entry.typical_reps.filter(|typical| 0 < typical.low && typical.low < typical.high);
    let inferred = match earlier().find(|policy| times(policy) == most) {
        Some(policy) => *policy,
        None => match typical {
            Some(typical) => RepPolicy::range(typical.low, typical.high),
            None => return vec![],
        },
    };
    let mut wanted = Wanted::one(None, Field::RepMode, inferred.mode.as_str().into());
    let parts = match inferred.mode {
        RepMode::Range => {
            vec![(Field::RepLow, now.low, inferred.low), (Field::RepHigh, now.high, inferred.high)]
        }
        RepMode::Target => vec![(Field::RepTarget, now.target, inferred.target)],
        RepMode::UntilFailure | RepMode::NotSet => vec![],
    };
    for (field, old, new) in parts {
        if old != new {
            wanted.changes.push((field, vec![Value::Number(i64::from(new))]));
        }
    }
    vec![wanted]
}

/// SR-4.
pub(super) fn steady_reps(subject: &Subject<'_>) -> Vec<Wanted> {
    let policy = subject.policy();
    if policy.mode != RepMode::Range || subject.is_vetoed() || is_raised(subject) {
        return vec![];
    }
    let feedback = &subject.tuning().feedback;
    let is_careful = subject.were(Family::RepsUp, Outcome::TooAggressive, 2);
    let needed = if is_careful { feedback.samples } else { 2 };
    let mut window = subject.window(true);
    window.truncate(3);
    if subject.is_clustered(&window) {
        return vec![];
    }
    let wanted = |set: &SetPrescription| {
        let target = set.reps?;
        let newest = completed(window.first()?, set.set_id)?;
        let known = window.iter().filter_map(|past| Some((*past, completed(past, set.set_id)?)));
        let samples: Vec<_> = known.take(needed).collect();
        let made = reps(newest);
        let holds = samples.len() == needed
            && samples.iter().all(|(past, done)| reps(done) == made && subject.is_full_load(past, done))
            && samples.iter().all(|(past, done)| is_alike(subject, past, done, newest))
            && policy.low <= made
            && made < policy.high
            && target <= made;
        let new = policy.high.min(made + 1);
        (holds && target < new).then(|| Wanted::one(Some(set.set_id), Field::Reps, i64::from(new).into()))
    };
    subject.plan().working_sets().filter_map(wanted).collect()
}

/// Whether two samples have the same load, up to the attempt tolerance; two without load have.
fn is_alike(
    subject: &Subject<'_>,
    past: &PastPerformance,
    one: &SetPerformance,
    other: &SetPerformance,
) -> bool {
    let loaded = |set: &SetPerformance| set.load_g.filter(|load| *load != Grams::ZERO);
    match (loaded(one), loaded(other)) {
        (None, None) => true,
        (Some(one_load), Some(other_load)) => {
            let at = asked(past, one).and_then(|asked| asked.load_g).unwrap_or(one_load);
            (subject.shown(one_load) - subject.shown(other_load)).abs() <= subject.attempt_tolerance(at)
        }
        _ => false,
    }
}
