//! the one change that a report proposes: an open decrease for safety, what the finding asks for, the first of what
//! waits, or nothing but to go on.

use std::cmp::Reverse;

use domain::{
    dispute::Conflict,
    id::Id,
    proposal::ProposalId,
    reason::{Reason, ReasonCode},
    vocabulary::vocabulary,
};

use super::{
    facts::{OpenProposal, Outlook, Period, ReportTuning, Upcoming},
    finding::Finding,
};

/// percent of the volume that lighter sessions have.
const MUCH_LIGHTER: u32 = 80;
const LIGHTER: u32 = 90;
/// percent by which sessions get shorter.
const SHORTER: u32 = 25;

vocabulary! {
    /// What is proposed.
    pub enum ChangeKind: "report change" {
        /// The answer to an open decrease for safety.
        Safety = "safety",
        /// Another exercise in place of one (SU-2).
        Swap = "swap",
        /// All sessions of next week lighter.
        LighterWeek = "lighter_week",
        /// The easy week now.
        DeloadWeek = "deload_week",
        /// An easier variation.
        EasierVariation = "easier_variation",
        /// The level below.
        PreviousLevel = "previous_level",
        /// One session a week less.
        FewerSessions = "fewer_sessions",
        /// Shorter sessions.
        ShorterSessions = "shorter_sessions",
        /// The answer to the conflict that has waited longest.
        ResolveConflict = "resolve_conflict",
        /// One exercise, or the whole next session, lighter once.
        LighterSession = "lighter_session",
        /// One set more of an exercise.
        MoreSets = "more_sets",
        /// The answer to a proposal that waits.
        Pending = "pending",
        /// Nothing: the plan is kept as it is.
        Keep = "keep",
    }
}

/// The one change of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedChange {
    /// What.
    pub kind: ChangeKind,
    /// Why, with the numbers: the code of the finding that asks for it.
    pub reason: Reason,
    /// Of which exercise or ladder; none where it is about all.
    pub exercise: Option<String>,
    /// What takes its place.
    pub to: Option<String>,
    /// A percentage, a number of sets, of sessions or of a level.
    pub amount: Option<u32>,
    /// The proposal that waits.
    pub proposal: Option<ProposalId>,
    /// The conflict that waits.
    pub conflict: Option<Id<Conflict>>,
}

impl ProposedChange {
    fn new(kind: ChangeKind, finding: &Finding) -> Self {
        Self {
            kind,
            reason: finding.reason.clone(),
            exercise: None,
            to: None,
            amount: None,
            proposal: None,
            conflict: None,
        }
    }

    fn of(self, exercise: &Upcoming) -> Self {
        Self { exercise: Some(exercise.exercise.clone()), ..self }
    }

    fn amount(self, amount: u32) -> Self {
        Self { amount: Some(amount), ..self }
    }
}

/// The change of a report; where nothing is to be done, to keep the plan is what is said.
pub fn propose(
    finding: &Finding,
    period: &Period,
    outlook: &Outlook,
    tuning: &ReportTuning,
) -> ProposedChange {
    let waiting = |kind, proposal: OpenProposal| ProposedChange {
        proposal: Some(proposal.id),
        ..ProposedChange::new(kind, finding)
    };
    first(outlook, |proposal| proposal.safety)
        .map(|proposal| waiting(ChangeKind::Safety, proposal))
        .or_else(|| {
            asked(finding, period, outlook, tuning).filter(|change| !outlook.barred.contains(&change.kind))
        })
        .or_else(|| first(outlook, |_| true).map(|proposal| waiting(ChangeKind::Pending, proposal)))
        .unwrap_or_else(|| ProposedChange::new(ChangeKind::Keep, finding))
}

/// AR-3: the first by rank, then the surest, the oldest, the id.
fn first(outlook: &Outlook, which: impl Fn(&OpenProposal) -> bool) -> Option<OpenProposal> {
    let order = |proposal: &&OpenProposal| {
        (proposal.rank, Reverse(proposal.confidence), proposal.created_at, proposal.id)
    };
    outlook.proposals.iter().filter(|proposal| which(proposal)).min_by_key(order).copied()
}

/// What the finding asks for, if that can be had.
fn asked(
    finding: &Finding,
    period: &Period,
    outlook: &Outlook,
    tuning: &ReportTuning,
) -> Option<ProposedChange> {
    let new = |kind| ProposedChange::new(kind, finding);
    match finding.reason.code {
        ReasonCode::PainActive => {
            let area = finding.area?;
            let load = |one: &Upcoming| one.areas.get(&area).copied().unwrap_or(0);
            let worst = most(outlook, |one| one.substitute.is_some(), load)?;
            Some(ProposedChange { to: worst.substitute.clone(), ..new(ChangeKind::Swap).of(worst) })
        }
        ReasonCode::LoadExcessive if outlook.accumulation_weeks >= tuning.deload_after_weeks => {
            Some(new(ChangeKind::DeloadWeek))
        }
        ReasonCode::LoadExcessive => Some(new(ChangeKind::LighterWeek).amount(MUCH_LIGHTER)),
        ReasonCode::Stuck => {
            let own = named(finding, outlook)?;
            if own.easier.is_some() {
                let change = new(ChangeKind::EasierVariation).of(own);
                return Some(ProposedChange { to: own.easier.clone(), ..change });
            }
            let below = own.level.filter(|level| *level > 1)? - 1;
            Some(new(ChangeKind::PreviousLevel).of(own).amount(below))
        }
        ReasonCode::LowCompletion if outlook.schedule > 1 => {
            Some(new(ChangeKind::FewerSessions).amount(outlook.schedule - 1))
        }
        ReasonCode::LowCompletion => Some(new(ChangeKind::ShorterSessions).amount(SHORTER)),
        ReasonCode::ConflictOpen => {
            let oldest =
                period.conflicts.iter().min_by_key(|conflict| (Reverse(conflict.days), conflict.id))?;
            Some(ProposedChange { conflict: Some(oldest.id), ..new(ChangeKind::ResolveConflict) })
        }
        ReasonCode::LevelLost => {
            Some(new(ChangeKind::LighterSession).of(named(finding, outlook)?).amount(LIGHTER))
        }
        ReasonCode::EffortRising => Some(new(ChangeKind::LighterSession).amount(LIGHTER)),
        ReasonCode::StrengthDeclining => {
            Some(new(ChangeKind::LighterSession).of(named(finding, outlook)?).amount(MUCH_LIGHTER))
        }
        ReasonCode::MuscleBelowMev => {
            let muscle = finding.muscle?;
            let gives = |one: &Upcoming| one.muscles.get(&muscle).copied().unwrap_or(0);
            let best = most(outlook, |one| one.next && !one.vetoed, gives)?;
            Some(new(ChangeKind::MoreSets).of(best).amount(best.min_sets + 1))
        }
        _ => None,
    }
}

/// The exercise of the finding, if it is still to come and may be changed.
fn named<'a>(finding: &Finding, outlook: &'a Outlook) -> Option<&'a Upcoming> {
    let wanted = finding.exercise.as_deref()?;
    outlook.exercises.iter().find(|one| one.exercise == wanted && !one.barred)
}

/// The exercise with the largest share above none that may be changed; of equals the first by key.
fn most(
    outlook: &Outlook,
    which: impl Fn(&Upcoming) -> bool,
    share: impl Fn(&Upcoming) -> i64,
) -> Option<&Upcoming> {
    let may = outlook.exercises.iter().filter(|one| !one.barred && which(one) && share(one) > 0);
    may.min_by_key(|one| (Reverse(share(one)), one.exercise.as_str()))
}
