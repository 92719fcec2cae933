//! What later sessions said about earlier suggestions, and what that changes now (OU-10).

use std::{cmp::Reverse, collections::BTreeMap};

use domain::{proposal::Outcome, time::Instant, vocabulary::vocabulary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tuning::FeedbackTuning;

vocabulary! {
    /// Rules whose outcomes count together; a rule without kin is its own family (OU-10).
    pub enum Family: "family" {
        /// SR-1..SR-3, and SR-7 upward.
        LoadUp = "load_up",
        /// SR-4.
        RepsUp = "reps_up",
        /// SR-5, SR-6, and SR-7 downward.
        LoadDown = "load_down",
        /// SR-8 and SR-9.
        RestUp = "rest_up",
        /// SR-0.
        RepPolicy = "rep_policy",
        /// SR-10.
        DropBase = "drop_base",
        /// SR-11.
        WarmupAsWorking = "warmup_as_working",
        /// SR-12.
        WorkingAsWarmup = "working_as_warmup",
        /// SR-13.
        SetType = "set_type",
        /// SG-13, the offer of the unassisted exercise.
        Unassisted = "unassisted",
        /// SG-14.
        FirstLoad = "first_load",
        /// AI-5.
        Model = "model",
    }
}

vocabulary! {
    /// What the feedback changed in a suggestion; a fact of its reason.
    pub enum Effect: "effect" {
        /// SR-1 goes by one increment.
        SingleStep = "single_step",
        /// Half an increment, after more sessions.
        SmallerStep = "smaller_step",
        /// One and a half increments.
        LargerStep = "larger_step",
        /// One sample more before the next rep.
        MoreSamples = "more_samples",
        /// Down by up to two increments.
        LargerDecrease = "larger_decrease",
    }
}

/// The final outcome of one accepted suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinalOutcome {
    /// What later sessions said.
    pub outcome: Outcome,
    /// When it became final.
    pub at: Instant,
}

/// Final outcomes of an athlete's suggestions for one exercise, by family.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Feedback(pub BTreeMap<Family, Vec<FinalOutcome>>);

impl Feedback {
    /// What counts at `now`: the last three outcomes of each family, newest first.
    pub fn at(&self, now: Instant, tuning: &FeedbackTuning) -> Recent {
        let since = now.minus_seconds(tuning.days * 86_400);
        let recent = self.0.iter().map(|(&family, outcomes)| {
            let mut outcomes: Vec<_> =
                outcomes.iter().copied().filter(|outcome| since <= outcome.at && outcome.at <= now).collect();
            outcomes.sort_by_key(|outcome| Reverse(outcome.at));
            outcomes.truncate(3);
            (family, outcomes)
        });
        Recent { outcomes: recent.collect(), now, silent_days: tuning.silent_days }
    }
}

/// The outcomes that count now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recent {
    outcomes: BTreeMap<Family, Vec<FinalOutcome>>,
    now: Instant,
    silent_days: i64,
}

impl Recent {
    /// Whether the last `count` outcomes of the family were all this one.
    pub fn were(&self, family: Family, outcome: Outcome, count: usize) -> bool {
        let last = self.outcomes.get(&family).map_or(&[][..], Vec::as_slice);
        last.len() >= count && last[..count].iter().all(|past| past.outcome == outcome)
    }

    /// Until when the family makes no suggestions, if that is still to come.
    pub fn silent_until(&self, family: Family) -> Option<Instant> {
        let useless = family == Family::RestUp && self.were(family, Outcome::Insufficient, 2);
        let newest = self.outcomes.get(&family)?.first()?;
        let until = newest.at.plus_seconds(self.silent_days * 86_400);
        let is_silent = useless || self.were(family, Outcome::Ignored, 3);
        (is_silent && self.now < until).then_some(until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> Instant {
        format!("2026-03-{day:02}T12:00:00Z").parse().unwrap()
    }

    fn recent(family: Family, outcomes: &[(Outcome, u32)], now: Instant) -> Recent {
        let outcomes = outcomes.iter().map(|&(outcome, at)| FinalOutcome { outcome, at: day(at) });
        let feedback = Feedback(BTreeMap::from([(family, outcomes.collect())]));
        feedback.at(now, &FeedbackTuning::default())
    }

    #[test]
    fn ou_10_three_ignored_suggestions_silence_their_family_for_28_days() {
        let ignored = [(Outcome::Ignored, 1), (Outcome::Ignored, 3), (Outcome::Ignored, 2)];
        let end = day(3).plus_seconds(28 * 86_400);
        let at = |now| recent(Family::SetType, &ignored, now).silent_until(Family::SetType);
        assert_eq!(at(day(4)), Some(end));
        assert_eq!(at(end), None);
        let answered = [(Outcome::Ignored, 1), (Outcome::Ignored, 2), (Outcome::Good, 3)];
        assert_eq!(recent(Family::SetType, &answered, day(4)).silent_until(Family::SetType), None);
    }

    #[test]
    fn ou_10_more_rest_that_did_not_help_twice_is_not_suggested_again() {
        let useless = [(Outcome::Insufficient, 2), (Outcome::Insufficient, 1)];
        assert!(recent(Family::RestUp, &useless, day(4)).silent_until(Family::RestUp).is_some());
        assert_eq!(recent(Family::LoadDown, &useless, day(4)).silent_until(Family::LoadDown), None);
    }

    #[test]
    fn ou_10_the_newest_outcome_comes_first_and_old_ones_do_not_count() {
        let outcomes = [(Outcome::TooEasy, 2), (Outcome::TooAggressive, 9)];
        let now = recent(Family::LoadUp, &outcomes, day(10));
        assert!(now.were(Family::LoadUp, Outcome::TooAggressive, 1));
        assert!(!now.were(Family::LoadUp, Outcome::TooAggressive, 2));
        let later = recent(Family::LoadUp, &outcomes, day(10).plus_seconds(180 * 86_400));
        assert!(!later.were(Family::LoadUp, Outcome::TooAggressive, 1));
    }
}
