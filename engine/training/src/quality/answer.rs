//! How proposals are answered, and how they turn out.
//!
//! Whatever happened after the reported day is unknown on it: figures of past days can be counted at any time.

use std::collections::BTreeMap;

use domain::{
    proposal::{Consent, Decision, Evaluation, Outcome, Proposal, Verdict},
    spec::SpecId,
    time::{DateSpan, Instant, LocalDate, Zone, add_days},
};

use crate::kpi::Rate;

/// the name of the share of proposals that were accepted, and its days.
pub const ACCEPTANCE: (&str, u32) = ("suggestion_acceptance", 28);

/// the name of the share of outcomes that are good, and its days.
pub const OUTCOME_GOOD: (&str, u32) = ("suggestion_outcome_good", 90);

/// A proposal with what was said of it.
#[derive(Debug, Clone, Copy)]
pub struct Answered<'a> {
    /// The proposal.
    pub proposal: &'a Proposal,
    /// The answers to it (PR-9).
    pub decisions: &'a [Decision],
    /// What sessions said of it (OU-1).
    pub evaluations: &'a [Evaluation],
}

/// The figures of one rule, or of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers {
    /// Accepted, of those that a person decided on.
    pub acceptance: Rate,
    /// Good, of those with a final outcome (OU-8).
    pub good: Rate,
}

/// the figures of a day by rule, and without one those of all rules. A proposal counts on the day on which it was
/// decided first, an outcome on the day of the session that made it final.
pub fn answers(
    answered: &[Answered<'_>],
    report_date: LocalDate,
    zone: &Zone,
) -> BTreeMap<Option<SpecId>, Answers> {
    let mut rules = BTreeMap::<Option<SpecId>, Answers>::new();
    let within = |at: Instant, days: u32| {
        let from = add_days(report_date, 1 - i64::from(days));
        DateSpan { from, to: report_date }.contains(at.local_date(zone))
    };
    for one in answered {
        let decided = one.first_decided().filter(|at| within(*at, ACCEPTANCE.1));
        let settled = one.settled().filter(|at| within(*at, OUTCOME_GOOD.1));
        for rule in [None, Some(one.proposal.rule)] {
            if decided.is_some() {
                let is_accepted = one.is_accepted(report_date, zone);
                rules.entry(rule).or_default().acceptance.count(is_accepted);
            }
            if settled.is_some() {
                rules.entry(rule).or_default().good.count(one.proposal.outcome == Outcome::Good);
            }
        }
    }
    rules
}

impl Answered<'_> {
    /// When a person who was asked said yes or no first; nobody was asked of what lands by itself.
    fn first_decided(&self) -> Option<Instant> {
        let said = self.decisions.iter().filter(|decision| is_word(decision.verdict));
        said.map(|decision| decision.at).min().filter(|_| self.proposal.consent == Consent::Ask)
    }

    /// Whether it stands accepted at the end of a day: not refused, and not taken back.
    fn is_accepted(&self, date: LocalDate, zone: &Zone) -> bool {
        let by_then = |decision: &&Decision| decision.at.local_date(zone) <= date;
        let mut words = self.decisions.iter().filter(by_then).filter(|decision| is_word(decision.verdict));
        words.all(|decision| decision.verdict == Verdict::Accepted)
    }

    /// OU-8: when sessions had said all that they had to say. What was given up unjudged has no such outcome (OU-2).
    fn settled(&self) -> Option<Instant> {
        let last = self.evaluations.iter().map(|evaluation| evaluation.at).max();
        last.filter(|_| !matches!(self.proposal.outcome, Outcome::Pending | Outcome::UserModified))
    }
}

/// Whether it is a person's yes or no; what was put off, replaced or forgotten is neither.
const fn is_word(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Accepted | Verdict::Rejected | Verdict::Overridden)
}
