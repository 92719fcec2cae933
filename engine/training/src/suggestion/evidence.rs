//! Evidence: which performances speak for an item, and which of their sets (SG-3, SG-4, TS-2).

use std::cmp::Reverse;

use domain::{
    id::Id,
    prescription::{Prescription, RepMode, RepPolicy, SetId, SetPrescription, SetType},
    quantity::Grams,
    session::{ExercisePerformance, PerformanceStatus, SessionId, SetPerformance},
};

use super::{
    guard::{Guard, Miss},
    input::{ItemInput, PastPerformance},
    sets::{Style, counted_sets, progression_sets, style},
};
use crate::load::Sense;

/// The id of a performance.
pub type PerformanceId = Id<ExercisePerformance>;

/// One performance of the item as the rules see it.
#[derive(Debug)]
pub struct Past<'a> {
    /// The id by which it is named as evidence.
    pub id: PerformanceId,
    /// What was done, in order.
    pub sets: &'a [SetPerformance],
    frozen: Option<&'a Prescription>,
    plan: Option<&'a Prescription>,
    is_representative: bool,
    sense: Sense,
}

impl<'a> Past<'a> {
    fn new(past: &'a PastPerformance, sense: Sense) -> Self {
        let frozen = past.performance.frozen.as_ref();
        let is_full = frozen.is_some_and(|frozen| frozen.volume_pct == 100 && frozen.load_pct == 100);
        let frozen = frozen.map(|frozen| &frozen.prescription);
        Self {
            id: past.performance.id,
            sets: &past.performance.sets,
            frozen,
            plan: past.plan.as_ref().or(frozen),
            is_representative: is_full && !past.deload,
            sense,
        }
    }

    /// How reps were meant then.
    pub fn policy(&self) -> Option<&'a RepPolicy> {
        self.frozen.map(|frozen| &frozen.rep_policy)
    }

    /// The set as it was frozen.
    pub fn prescribed(&self, set: SetId) -> Option<&'a SetPrescription> {
        self.frozen?.sets.iter().find(|prescribed| prescribed.set_id == set)
    }

    /// What was done of a set, if it was completed.
    pub fn completed(&self, set: SetId) -> Option<&'a SetPerformance> {
        self.sets.iter().find(|done| done.set_id == Some(set) && done.completed)
    }

    /// The load that was frozen for what was done; none for a set outside of the plan or without a load.
    pub fn target_load(&self, done: &SetPerformance) -> Option<Grams> {
        self.prescribed(done.set_id?)?.load_g
    }

    /// The rest that was due after a set (SG-12).
    pub fn target_rest(&self, done: &SetPerformance) -> Option<u32> {
        let id = done.set_id?;
        let frozen = self.frozen?;
        let index = frozen.sets.iter().position(|set| set.set_id == id)?;
        Some(frozen.effective_rest(index))
    }

    /// Completed sets that were logged as working sets.
    pub fn working(&self) -> impl Iterator<Item = &'a SetPerformance> + use<'a> {
        self.sets.iter().filter(|set| set.completed && set.kind == SetType::Working)
    }

    fn at(&self, places: &[usize]) -> Vec<&'a SetPerformance> {
        places.iter().map(|&place| &self.sets[place]).collect()
    }
}

/// P0 and up to `previous` done performances before it, newest first; empty when the item was not done (SG-2).
pub(super) fn pasts(input: &ItemInput, session: SessionId, previous: usize, sense: Sense) -> Vec<Past<'_>> {
    let is_done = |past: &&PastPerformance| past.performance.status == PerformanceStatus::Done;
    let mut done = input.performances.iter().filter(is_done);
    let Some(current) = done.find(|past| past.session_id == session) else { return vec![] };
    let key = |past: &PastPerformance| (past.at, past.session_id);
    let earlier = input.performances.iter().filter(is_done).filter(|past| key(past) < key(current));
    let mut earlier: Vec<_> = earlier.collect();
    earlier.sort_by_key(|past| Reverse(key(past)));
    let newest_first = std::iter::once(current).chain(earlier.into_iter().take(previous));
    newest_first.map(|past| Past::new(past, sense)).collect()
}

/// What of the plan must be as it was then for a session to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Rep policy and working loads (SR-1..SR-7).
    Loads,
    /// The rep policy alone (SR-8).
    Policy,
}

/// A session of a window, with the sets that speak for it.
#[derive(Debug)]
pub struct Sample<'a> {
    /// The performance.
    pub past: &'a Past<'a>,
    /// Its progression sets, by index.
    pub counted: Vec<&'a SetPerformance>,
}

/// The newest representative sessions under the plan as it is now: at least `need`, at most `most` (SG-3).
pub(super) fn window<'a>(
    pasts: &'a [Past<'a>],
    now: &Prescription,
    basis: Basis,
    (need, most): (usize, usize),
    style_aware: bool,
) -> Result<Vec<Sample<'a>>, Miss> {
    if !pasts.first().is_some_and(|current| current.is_representative) {
        return Err(Miss::new(Guard::NotRepresentative));
    }
    let representative = pasts.iter().filter(|past| past.is_representative);
    let unchanged = representative.take_while(|past| past.plan.is_some_and(|then| is_same(now, then, basis)));
    let sessions: Vec<_> = unchanged.take(most).collect();
    if sessions.len() < need {
        return Err(Miss::new(Guard::Sessions).fact("have", sessions.len()).fact("need", need));
    }
    count(&sessions, style_aware)
}

/// TS-2 when it is on and all sessions have one style, else SG-4.
fn count<'a>(sessions: &[&'a Past<'a>], style_aware: bool) -> Result<Vec<Sample<'a>>, Miss> {
    let common = sessions.first().filter(|_| style_aware).map(|past| style(past.sets, past.sense));
    let common = common.filter(|common| sessions.iter().all(|past| style(past.sets, past.sense) == *common));
    if common == Some(Style::DropCluster) {
        return Err(Miss::new(Guard::DropSets));
    }
    let samples = sessions.iter().map(|&past| {
        let places = match common {
            Some(style) => counted_sets(past.sets, style, past.sense),
            None => progression_sets(past.sets, past.sense),
        };
        Sample { past, counted: past.at(&places) }
    });
    Ok(samples.collect())
}

fn is_same(now: &Prescription, then: &Prescription, basis: Basis) -> bool {
    let policy = meaning(&now.rep_policy) == meaning(&then.rep_policy);
    let load_then = |id: SetId| then.sets.iter().find(|set| set.set_id == id).map(|set| set.load_g);
    let loads = || now.working_sets().all(|set| load_then(set.set_id).is_none_or(|load| load == set.load_g));
    policy && (basis == Basis::Policy || loads())
}

/// What a policy says: its mode and the numbers that count in it.
pub(super) fn meaning(policy: &RepPolicy) -> (RepMode, u32, u32) {
    match policy.mode {
        RepMode::Range => (RepMode::Range, policy.low, policy.high),
        RepMode::Target => (RepMode::Target, policy.target, policy.target),
        mode @ (RepMode::NotSet | RepMode::UntilFailure) => (mode, 0, 0),
    }
}
