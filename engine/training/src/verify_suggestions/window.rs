//! Window: which performances are evidence (SG-3), and whether loads allow an increase (SG-15).

use domain::{
    prescription::{Prescription, RepMode, RepPolicy},
    session::SetPerformance,
};

use super::subject::{Subject, asked, frozen, load};
use crate::suggestion::input::PastPerformance;

/// Whether two policies ask for the same: only the numbers that the mode reads count.
fn same_policy(one: RepPolicy, other: RepPolicy) -> bool {
    one.mode == other.mode
        && match one.mode {
            RepMode::Range => (one.low, one.high) == (other.low, other.high),
            RepMode::Target => one.target == other.target,
            RepMode::NotSet | RepMode::UntilFailure => true,
        }
}

/// Whether the sets that are working sets now had the same loads then.
fn same_loads(then: &Prescription, now: &Prescription) -> bool {
    now.working_sets().all(|set| {
        then.sets.iter().filter(|old| old.set_id == set.set_id).all(|old| old.load_g == set.load_g)
    })
}

fn is_representative(past: &PastPerformance) -> bool {
    let full = past.performance.frozen.as_ref();
    !past.deload && full.is_some_and(|frozen| frozen.volume_pct == 100 && frozen.load_pct == 100)
}

impl<'a> Subject<'a> {
    /// The performances that SR-1..SR-7 may read, newest first; for SR-8 without regard to loads.
    pub(super) fn window(&self, by_loads: bool) -> Vec<&'a PastPerformance> {
        if self.past.first().is_none_or(|newest| !is_representative(newest)) {
            return vec![];
        }
        let now = self.plan();
        let representative = self.past.iter().copied().filter(|past| is_representative(past));
        let as_now = |past: &&PastPerformance| {
            past.plan.as_ref().or(frozen(past)).is_some_and(|then| {
                same_policy(then.rep_policy, now.rep_policy) && (!by_loads || same_loads(then, now))
            })
        };
        representative.take_while(as_now).collect()
    }

    /// The newest `count` of the window, if there are so many.
    pub(super) fn last(&self, count: usize) -> Option<Vec<&'a PastPerformance>> {
        self.window(true).get(..count).map(<[_]>::to_vec)
    }

    /// The newest `count` performances, whatever the plan was then.
    pub(super) fn last_of_all(&self, count: usize) -> Option<&[&'a PastPerformance]> {
        self.past.get(..count)
    }

    /// SG-15: whether a set was made with the load that was asked, or a harder one.
    pub(super) fn is_full_load(&self, past: &PastPerformance, set: &SetPerformance) -> bool {
        let Some(target) = asked(past, set).and_then(|asked| asked.load_g) else { return true };
        self.hardness(load(set)) >= self.hardness(target) - self.attempt_tolerance(target)
    }
}
