//! P-3: the past of one item, as far as decisions read it.

use domain::{
    progress::{LevelDecision, ProgressRecord},
    session::PerformanceStatus,
    time::Instant,
};

use super::input::{DecideInput, PastRecord};

/// The last decided records of an item from other sessions, oldest first.
#[derive(Debug)]
pub(super) struct Past<'a> {
    seen: Vec<Seen<'a>>,
    /// The record of this very session, which the new one corrects or replaces.
    pub(super) own: Option<&'a ProgressRecord>,
    /// Whether a session that started later was decided already (P-4).
    pub(super) is_late: bool,
}

/// One earlier record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) entry: &'a PastRecord,
    /// Whether its change is in the plan: landed, not undone, and not replaced by a later session of the same day.
    pub(super) stands: bool,
}

impl Seen<'_> {
    pub(super) fn is_skip(&self) -> bool {
        self.entry.record.status == PerformanceStatus::Skipped
    }

    /// Whether both were judged on one day against the same target (CF-4).
    fn is_twin(&self, later: &Seen<'_>) -> bool {
        let (a, b) = (&self.entry.record, &later.entry.record);
        !later.is_skip()
            && a.local_date == b.local_date
            && a.volume_plan == b.volume_plan
            && a.level_target == b.level_target
    }
}

/// Whether a decision changes the level or volume of a ladder item.
fn is_change(decision: LevelDecision) -> bool {
    matches!(decision, LevelDecision::Advance | LevelDecision::Regress)
}

impl<'a> Past<'a> {
    /// The past of the item whose records these are. Only the end of the list is read, however long it is.
    pub(super) fn new(entries: &'a [PastRecord], input: &DecideInput) -> Self {
        let (session, n) = (&input.session, input.tuning.history_n);
        // The list stands by start, so the session itself is found without a walk.
        let start = entries.partition_point(|entry| entry.started_at < session.started_at);
        let same = entries[start..].iter().take_while(|entry| entry.started_at == session.started_at);
        let own = same.filter(|entry| entry.record.session_id == session.id).last();
        let mut seen = Vec::with_capacity(n);
        for sessions in entries.chunk_by(|a, b| a.started_at == b.started_at).rev() {
            // A correction stands with what it corrects: both have one start.
            let corrects = |entry: &&PastRecord| {
                let decided = sessions.iter().filter(|other| other.record.decision != LevelDecision::None);
                decided.filter_map(|other| other.record.corrects).any(|id| id == entry.record.id)
            };
            for entry in sessions.iter().rev() {
                let counts = entry.record.session_id != session.id
                    && entry.record.decision != LevelDecision::None
                    && !corrects(&entry);
                if counts && seen.len() < n {
                    seen.push(Seen { entry, stands: entry.landed && entry.undone_at.is_none() });
                }
            }
            if seen.len() == n {
                break;
            }
        }
        seen.reverse();
        replace_twins(&mut seen);
        let is_late = seen.iter().any(|seen| seen.entry.started_at > session.started_at);
        Self { seen, own: own.map(|entry| &entry.record), is_late }
    }

    /// All records, newest first.
    pub(super) fn newest_first(&self) -> impl Iterator<Item = &Seen<'a>> {
        self.seen.iter().rev()
    }

    /// The records of sessions that were not skipped, newest first.
    pub(super) fn done(&self) -> impl Iterator<Item = &'a PastRecord> {
        self.newest_first().filter(|seen| !seen.is_skip()).map(|seen| seen.entry)
    }

    /// How many skips stand at the end.
    pub(super) fn skips_in_a_row(&self) -> usize {
        self.newest_first().take_while(|seen| seen.is_skip()).count()
    }

    /// Raw successes in a row up to now (P-8).
    pub(super) fn streak(&self) -> u32 {
        self.seen.last().map_or(0, |seen| seen.entry.record.streak_success)
    }

    /// Raw successes since the last change that stands; [`None`] without one (P-9).
    pub(super) fn successes_since_change(&self) -> Option<usize> {
        let mut successes = 0;
        for seen in self.newest_first() {
            let record = &seen.entry.record;
            if seen.stands && is_change(record.decision) {
                return Some(successes);
            }
            successes += usize::from(record.raw_success);
        }
        None
    }

    /// Completions that did not regress since the last `run` skips in a row; [`None`] without them (P-16).
    pub(super) fn stable_since_break(&self, run: usize) -> Option<usize> {
        let (mut stable, mut skips) = (0, 0);
        for seen in self.newest_first() {
            if seen.is_skip() {
                skips += 1;
                if skips >= run {
                    return Some(stable);
                }
            } else {
                skips = 0;
                let regressed = matches!(
                    seen.entry.record.decision,
                    LevelDecision::Regress | LevelDecision::RegressRange
                );
                stable += usize::from(!regressed);
            }
        }
        None
    }

    /// Takes the change of a session of the same day back that was judged against the same target, and tells whether
    /// there was one: the later decision replaces it (CF-4).
    pub(super) fn replace_twin(&mut self, is_twin: impl Fn(&ProgressRecord) -> bool) -> bool {
        let twin =
            self.seen.iter_mut().rev().find(|seen| {
                seen.stands && is_change(seen.entry.record.decision) && is_twin(&seen.entry.record)
            });
        match twin {
            Some(seen) => {
                seen.stands = false;
                true
            }
            None => false,
        }
    }

    /// When the step of `decision` from this level and target was undone, if that was after `since` (RB-3).
    pub(super) fn undone_since(
        &self,
        since: Instant,
        decision: LevelDecision,
        level: Option<u32>,
        target: u32,
    ) -> Option<Instant> {
        self.newest_first().find_map(|seen| {
            let record = &seen.entry.record;
            let same =
                record.decision == decision && record.level_target == level && record.volume_plan == target;
            seen.entry.undone_at.filter(|undone| same && *undone > since)
        })
    }
}

/// CF-4: of two changes judged on one day against the same target the later one counts.
fn replace_twins(seen: &mut [Seen<'_>]) {
    // Most pasts hold no change at all.
    let Some(first) = seen.iter().position(|seen| is_change(seen.entry.record.decision)) else { return };
    for later in first + 1..seen.len() {
        let Some(earlier) = (first..later).rev().find(|&earlier| {
            let change = is_change(seen[earlier].entry.record.decision);
            change && seen[earlier].stands && seen[earlier].is_twin(&seen[later])
        }) else {
            continue;
        };
        seen[earlier].stands = false;
        seen[later].stands |= is_change(seen[later].entry.record.decision);
    }
}
