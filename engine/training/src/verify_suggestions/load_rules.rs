//! The rules of load written again: SR-1..SR-3, SR-5..SR-7 and the first load (SG-14).

use domain::{
    anatomy::MovementPattern,
    change::{Field, Value},
    exercise::{Exercise, Implement, LoadSemantics},
    grid::Tie,
    prescription::{RepMode, SetId, SetPrescription, SetType},
    proposal::Outcome,
    quantity::Grams,
    session::SetPerformance,
};

use super::{
    step::Way,
    subject::{Subject, asked, completed, load, reps},
    wanted::Wanted,
};
use crate::suggestion::{feedback::Family, input::PastPerformance, tuning::OutOf};

/// What the profile of an exercise changes (TS-3).
pub(super) struct Profile {
    /// Percent of an increment by which SR-1 goes.
    factor: i64,
    /// Reps above the range and above the target that are far above.
    margin: (u32, u32),
    /// SR-5: in how many of how many sessions.
    below: OutOf,
    /// SR-2, SR-3: whether one session of the two may miss the top by a rep.
    is_near_enough: bool,
}

impl Profile {
    fn of(subject: &Subject<'_>) -> Self {
        use MovementPattern::{Hinge, HorizontalPush, Squat, VerticalPush};
        let tuning = subject.tuning();
        let mut profile = Self {
            factor: tuning.overshoot_pct,
            margin: (tuning.overshoot_range, tuning.overshoot_target),
            below: tuning.below_range,
            is_near_enough: false,
        };
        if tuning.progression_profiles {
            let Exercise { implement, load_semantics, .. } = *subject.exercise;
            let three_of_four = OutOf { sessions: 3, of: 4 };
            let lift =
                [Squat, Hinge, HorizontalPush, VerticalPush].contains(&subject.exercise.dominant_pattern());
            if matches!(load_semantics, LoadSemantics::Assistance | LoadSemantics::Bodyweight) {
                (profile.factor, profile.below) = (100, three_of_four);
            } else if matches!(implement, Implement::Dumbbell | Implement::Kettlebell) {
                profile.factor = 100;
            } else if implement == Implement::Barbell && subject.exercise.is_main_lift_eligible && lift {
                (profile.factor, profile.below) = (125, three_of_four);
            } else if matches!(implement, Implement::Machine | Implement::Cable)
                && !subject.exercise.is_compound
            {
                profile.margin = (3, 4);
                profile.is_near_enough = true;
            }
            let policy = subject.policy();
            let least = ((policy.high - policy.low).div_ceil(2), policy.target.div_ceil(5));
            profile.margin = (profile.margin.0.max(least.0), profile.margin.1.max(least.1));
        }
        if subject.were(Family::LoadUp, Outcome::TooAggressive, 1) {
            profile.factor = 100;
        }
        profile
    }
}

/// Sessions that an increase needs (OU-10).
fn sessions(subject: &Subject<'_>) -> usize {
    let tuning = subject.tuning();
    let is_careful = subject.were(Family::LoadUp, Outcome::TooAggressive, 2);
    if is_careful { tuning.feedback.sessions } else { tuning.sessions }
}

/// Whether every counted set of the last sessions reaches `bound` with the load that was asked.
///
/// `near` is how many reps one of the sessions may be short (TS-3).
fn all_reach(subject: &Subject<'_>, bound: u32, near: u32) -> bool {
    let Some(window) = subject.last(sessions(subject)) else { return false };
    let counted = subject.counted(&window);
    let mut sets =
        window.iter().zip(&counted).flat_map(|(past, sets)| sets.iter().map(move |set| (past, *set)));
    let reach = |sets: &[&SetPerformance], least: u32| sets.iter().all(|set| least <= reps(set));
    let full = counted.iter().filter(|sets| reach(sets, bound)).count();
    counted.iter().all(|sets| !sets.is_empty() && reach(sets, bound.saturating_sub(near)))
        && (full == counted.len() || (near > 0 && full >= 1))
        && sets.all(|(past, set)| subject.is_full_load(past, set))
}

/// Whether the reps are far above what was asked (SR-1).
fn is_far_above(subject: &Subject<'_>) -> bool {
    let (policy, profile) = (subject.policy(), Profile::of(subject));
    !subject.is_vetoed()
        && match policy.mode {
            RepMode::Range => all_reach(subject, policy.high + profile.margin.0, 0),
            RepMode::Target => all_reach(subject, policy.target + profile.margin.1, 0),
            RepMode::NotSet | RepMode::UntilFailure => false,
        }
}

/// Sets of the plan that a change of the counted sets is made for: they, and working sets of equal load (SG-16).
fn receivers<'a>(subject: &Subject<'a>) -> Vec<(&'a SetPrescription, Grams)> {
    let window = subject.last(sessions(subject)).or_else(|| subject.last(1)).unwrap_or_default();
    let counted: Vec<SetId> =
        subject.counted(&window).first().into_iter().flatten().filter_map(|set| set.set_id).collect();
    let loaded = |set: &SetPrescription| set.load_g.filter(|load| *load > Grams::ZERO);
    let sets = &subject.plan().sets;
    let leads: Vec<Grams> =
        sets.iter().filter(|set| counted.contains(&set.set_id)).filter_map(loaded).collect();
    let follows = |set: &SetPrescription, load: Grams| {
        subject.tuning().apply_to_equal_sets && set.kind == SetType::Working && leads.contains(&load)
    };
    let with_load = sets.iter().filter_map(|set| Some((set, loaded(set)?)));
    with_load.filter(|(set, load)| counted.contains(&set.set_id) || follows(set, *load)).collect()
}

/// The bundles of an increase by `percent` of an increment.
fn raise(subject: &Subject<'_>, percent: i64) -> Vec<Wanted> {
    let policy = subject.policy();
    let raised = |(set, old): (&SetPrescription, Grams)| {
        let mut wanted = Wanted::load(set.set_id, subject.increased(old, percent));
        let resets = policy.mode == RepMode::Range && set.reps.is_some_and(|reps| reps != policy.low);
        if resets {
            wanted.changes.push((Field::Reps, vec![Value::Number(i64::from(policy.low))]));
        }
        wanted
    };
    receivers(subject).into_iter().map(raised).collect()
}

/// SR-1.
pub(super) fn large_overshoot(subject: &Subject<'_>) -> Vec<Wanted> {
    if is_far_above(subject) { raise(subject, Profile::of(subject).factor) } else { vec![] }
}

/// Whether a rule comes to a change: at the end of the iron it does not.
fn is_made(wanted: &[Wanted]) -> bool {
    wanted.iter().any(|wanted| wanted.changes.iter().all(|(_, new)| !new.is_empty()))
}

/// SR-2.
pub(super) fn top_of_range(subject: &Subject<'_>) -> Vec<Wanted> {
    let near = u32::from(Profile::of(subject).is_near_enough);
    let policy = subject.policy();
    let holds = policy.mode == RepMode::Range
        && !subject.is_vetoed()
        && all_reach(subject, policy.high, near)
        && !is_made(&large_overshoot(subject));
    if holds { raise(subject, 100) } else { vec![] }
}

/// SR-3.
pub(super) fn over_target(subject: &Subject<'_>) -> Vec<Wanted> {
    let near = u32::from(Profile::of(subject).is_near_enough);
    let policy = subject.policy();
    let holds = policy.mode == RepMode::Target
        && !subject.is_vetoed()
        && all_reach(subject, policy.target + 1, near)
        && !is_made(&large_overshoot(subject));
    if holds { raise(subject, 100) } else { vec![] }
}

/// Whether SR-1, SR-2 or SR-3 fires for the item.
pub(super) fn is_raised(subject: &Subject<'_>) -> bool {
    subject.item.progression_mode == domain::plan::ProgressionMode::Load
        && [large_overshoot, top_of_range, over_target].iter().any(|rule| is_made(&rule(subject)))
}

/// SR-5.
pub(super) fn below_range(subject: &Subject<'_>) -> Vec<Wanted> {
    let OutOf { sessions, of } = Profile::of(subject).below;
    let mut window = subject.window(true);
    window.truncate(of);
    let policy = subject.policy();
    if policy.mode != RepMode::Range || window.len() < sessions {
        return vec![];
    }
    let is_attempt = |past: &PastPerformance, set: &SetPerformance| {
        asked(past, set).and_then(|asked| asked.load_g).is_none_or(|target| {
            let off = (subject.shown(load(set)) - subject.shown(target)).abs();
            off <= subject.attempt_tolerance(target)
        })
    };
    let counted = subject.counted(&window);
    let below: Vec<bool> = window
        .iter()
        .zip(&counted)
        .map(|(past, sets)| {
            !sets.is_empty() && sets.iter().all(|set| reps(set) < policy.low && is_attempt(past, set))
        })
        .collect();
    if !below[0] || below.iter().filter(|is_below| **is_below).count() < sessions {
        return vec![];
    }
    let eased = |(set, old): (&SetPrescription, Grams)| Wanted::load(set.set_id, subject.decreased(old));
    receivers(subject).into_iter().map(eased).collect()
}

/// What was done of a set that is a working set now, in each of the last sessions.
fn samples<'a>(
    subject: &Subject<'a>,
    set: SetId,
    count: usize,
) -> Option<Vec<(&'a SetPerformance, Grams, Grams)>> {
    let of = |past: &'a PastPerformance| {
        let done = completed(past, set)?;
        Some((done, done.load_g?, asked(past, done)?.load_g?))
    };
    let window = subject.last(count).filter(|window| !subject.is_clustered(window))?;
    window.into_iter().map(of).collect()
}

/// SR-6.
pub(super) fn reduced_load(subject: &Subject<'_>) -> Vec<Wanted> {
    let Some(floor) = subject.policy().floor() else { return vec![] };
    let wanted = |set: &SetPrescription| {
        let samples = samples(subject, set.set_id, 2)?;
        let old = set.load_g?;
        let holds = samples.iter().all(|(done, used, target)| {
            let least = subject.hardness(*target) - subject.attempt_tolerance(*target);
            subject.hardness(*used) < least && reps(done) <= floor
        });
        let sum = samples.iter().map(|(_, used, _)| subject.shown(*used)).sum();
        holds.then(|| Wanted::load(set.set_id, subject.mean(old, Way::Easier, sum, 2)))
    };
    subject.plan().working_sets().filter_map(wanted).collect()
}

/// SR-7.
pub(super) fn actual_weight(subject: &Subject<'_>) -> Vec<Wanted> {
    if is_raised(subject) {
        return vec![];
    }
    let count = subject.tuning().drift_sessions;
    let wanted = |set: &SetPrescription| {
        let samples = samples(subject, set.set_id, count)?;
        let old = set.load_g?;
        let drifted = |way: Way| {
            samples.iter().all(|(_, used, target)| {
                let off = subject.hardness(*used) - subject.hardness(*target);
                subject.drift(*target) < if way == Way::Harder { off } else { -off }
            })
        };
        let up = drifted(Way::Harder) && !subject.is_vetoed();
        let way = if up { Some(Way::Harder) } else { drifted(Way::Easier).then_some(Way::Easier) }?;
        let sum = samples.iter().map(|(_, used, _)| subject.shown(*used)).sum();
        let sessions = i64::try_from(count).ok()?;
        Some(Wanted::load(set.set_id, subject.mean(old, way, sum, sessions)))
    };
    subject.plan().working_sets().filter_map(wanted).collect()
}

/// SG-14: the first load on record of a set that has none.
pub(super) fn first_load(subject: &Subject<'_>) -> Vec<Wanted> {
    let Some(grid) = subject.grid else { return vec![] };
    let wanted = |set: &SetPrescription| {
        let used =
            |past: &&PastPerformance| completed(past, set.set_id)?.load_g.filter(|load| *load > Grams::ZERO);
        let first = subject.past.iter().rev().find_map(used)?;
        let loads = vec![grid.nearest(first, Tie::Up), grid.nearest(first, Tie::Down)];
        Some(Wanted::load(set.set_id, loads))
    };
    subject.plan().sets.iter().filter(|set| set.load_g.is_none()).filter_map(wanted).collect()
}
