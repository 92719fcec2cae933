//! What a decision reads: the last records of the item, and which of their changes stood (P-3, P-9, P-16, CF-4).

use domain::{progress::LevelDecision, reason::ReasonCode, time::Instant};

use super::{
    case::{Case, had_happened, is_before, is_decided, is_skip},
    rows::Entry,
};

/// The records before one, oldest first, each with whether it changed the plan and that change stood.
pub(super) struct Past<'a> {
    window: Vec<(&'a Entry, bool)>,
}

impl<'a> Past<'a> {
    /// The last ten decided records before this one. A corrected record counts as corrected, and what came too late
    /// to be decided does not count.
    pub(super) fn of(case: &Case<'a>, entry: &Entry) -> Self {
        let at = entry.record.created_at;
        let counts = |other: &&'a Entry| {
            is_before(other, entry)
                && other.record.session_id != entry.record.session_id
                && is_decided(other)
                && case.is_uncorrected(other, at)
        };
        let before = case.of_item(entry.record.item_id).iter().copied().filter(counts);
        let mut window: Vec<_> = before.map(|other| (other, stands(other, at))).collect();
        window.drain(..window.len().saturating_sub(case.rows.tuning.history_n));
        for index in 0..window.len() {
            let (later, _) = window[index];
            if replaces_twin(later, &mut window[..index]) {
                window[index].1 = is_change(later);
            }
        }
        replaces_twin(entry, &mut window);
        Self { window }
    }

    fn newest_first(&self) -> impl Iterator<Item = &(&'a Entry, bool)> {
        self.window.iter().rev()
    }

    /// The records of sessions that were not skipped, newest first.
    pub(super) fn done(&self) -> impl Iterator<Item = &'a Entry> {
        self.newest_first().map(|(entry, _)| *entry).filter(|entry| !is_skip(entry))
    }

    /// The record before.
    pub(super) fn last(&self) -> Option<&'a Entry> {
        self.newest_first().next().map(|(entry, _)| *entry)
    }

    /// P-9: raw successes since the latest change that stood; nothing without one.
    pub(super) fn successes_since_change(&self) -> Option<usize> {
        let change = self.window.iter().rposition(|(_, stood)| *stood)?;
        Some(self.window[change + 1..].iter().filter(|(entry, _)| entry.record.raw_success).count())
    }

    /// P-16: completions without regress since two or more skips in a row; nothing without such skips.
    pub(super) fn stable_since_break(&self, skips: usize) -> Option<usize> {
        let is_break = |end: &usize| self.window[end - skips..*end].iter().all(|(entry, _)| is_skip(entry));
        let end = (skips..=self.window.len()).rev().find(is_break)?;
        let stable = |entry: &Entry| {
            !is_skip(entry)
                && !matches!(entry.record.decision, LevelDecision::Regress | LevelDecision::RegressRange)
        };
        Some(self.window[end..].iter().filter(|(entry, _)| stable(entry)).count())
    }

    /// RB-3: whether the advance from this level and target was undone after `since`, and not after `at`.
    pub(super) fn was_undone(&self, like: &Entry, since: Instant, at: Instant) -> bool {
        self.window.iter().any(|(entry, _)| {
            entry.record.decision == LevelDecision::Advance
                && entry.record.level_target == like.record.level_target
                && entry.record.volume_plan == like.record.volume_plan
                && had_happened(entry.undone_at, at)
                && entry.undone_at.is_some_and(|undone| undone > since)
        })
    }

    /// P-15: whether the item has just waited for the flexible ones.
    pub(super) fn has_waited(&self) -> bool {
        self.done().next().is_some_and(|entry| {
            entry.record.decision == LevelDecision::Hold
                && entry.record.reasons.first() == Some(&ReasonCode::FlexibleFirst)
        })
    }
}

fn is_change(entry: &Entry) -> bool {
    matches!(entry.record.decision, LevelDecision::Advance | LevelDecision::Regress)
}

/// P-9: an advance or regress that landed and was not undone.
fn stands(entry: &Entry, at: Instant) -> bool {
    is_change(entry) && had_happened(entry.landed_at, at) && !had_happened(entry.undone_at, at)
}

/// CF-4: of two sessions of a day that were judged against the same target the later decides, and the change of the
/// earlier does not count any more. Whether there was one.
fn replaces_twin(later: &Entry, earlier: &mut [(&Entry, bool)]) -> bool {
    let judged = |entry: &Entry| {
        let record = &entry.record;
        (record.local_date, record.volume_plan, record.level_target)
    };
    let twin = earlier.iter_mut().rev().find(|(entry, stood)| *stood && judged(entry) == judged(later));
    let Some((_, stood)) = twin.filter(|_| !is_skip(later)) else { return false };
    *stood = false;
    true
}
