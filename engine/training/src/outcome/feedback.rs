//! Feedback: which final outcomes the next suggestions for an exercise are made with (OU-10).
//!
//! What they change is said in [`crate::suggestion::feedback`]; here they are gathered.

use std::{cmp::Ordering, collections::BTreeMap};

use domain::{
    change::Direction,
    exercise::ExerciseKey,
    id::Id,
    proposal::{Outcome, ProposalGroup, ProposalState, RejectionReason},
    spec::SpecId,
    time::Instant,
};

use super::{
    group::most_severe,
    input::{Answered, Judged},
};
use crate::suggestion::feedback::{Family, Feedback, FinalOutcome};

/// The family in which the outcomes of a rule count; the direction parts SR-7, which goes both ways.
pub fn family(rule: SpecId, direction: Direction) -> Option<Family> {
    const FAMILIES: &[(SpecId, Family)] = &[
        (SpecId::new("SR-0"), Family::RepPolicy),
        (SpecId::new("SR-1"), Family::LoadUp),
        (SpecId::new("SR-2"), Family::LoadUp),
        (SpecId::new("SR-3"), Family::LoadUp),
        (SpecId::new("SR-4"), Family::RepsUp),
        (SpecId::new("SR-5"), Family::LoadDown),
        (SpecId::new("SR-6"), Family::LoadDown),
        (SpecId::new("SR-8"), Family::RestUp),
        (SpecId::new("SR-9"), Family::RestUp),
        (SpecId::new("SR-10"), Family::DropBase),
        (SpecId::new("SR-11"), Family::WarmupAsWorking),
        (SpecId::new("SR-12"), Family::WorkingAsWarmup),
        (SpecId::new("SR-13"), Family::SetType),
        (SpecId::new("SG-13"), Family::Unassisted),
        (SpecId::new("SG-14"), Family::FirstLoad),
        (SpecId::new("AI-5"), Family::Model),
    ];
    if rule == SpecId::new("SR-7") {
        return match direction {
            Direction::Harder => Some(Family::LoadUp),
            Direction::Easier => Some(Family::LoadDown),
            Direction::Neutral => None,
        };
    }
    FAMILIES.iter().find(|(of, _)| *of == rule).map(|&(_, family)| family)
}

/// The final outcomes of all proposals by exercise and family, each group once (OU-6), newest first.
pub fn feedback<'a>(
    judged: impl IntoIterator<Item = (&'a Answered, &'a Judged)>,
) -> BTreeMap<ExerciseKey, Feedback> {
    type Place<'a> = (&'a ExerciseKey, Family, Id<ProposalGroup>);
    let mut groups: BTreeMap<Place<'_>, Vec<FinalOutcome>> = BTreeMap::new();
    for (answered, judged) in judged {
        let direction = answered.primary().map(|change| change.direction(answered.assistance));
        let family = direction.and_then(|direction| family(answered.proposal.rule, direction));
        let Some((family, counted)) = family.zip(counted(answered, judged)) else { continue };
        let place = (&answered.basis.exercise_key, family, answered.proposal.group_id);
        groups.entry(place).or_default().push(counted);
    }
    let mut exercises: BTreeMap<ExerciseKey, Feedback> = BTreeMap::new();
    for ((exercise, family, _), outcomes) in groups {
        let at = outcomes.iter().map(|outcome| outcome.at).max();
        let severe = most_severe(outcomes.iter().map(|outcome| outcome.outcome));
        if let Some((outcome, at)) = severe.zip(at) {
            let feedback = exercises.entry(exercise.clone()).or_default();
            feedback.0.entry(family).or_default().push(FinalOutcome { outcome, at });
        }
    }
    for outcomes in exercises.values_mut().flat_map(|feedback| feedback.0.values_mut()) {
        outcomes.sort_by(newest_first);
    }
    exercises
}

/// The outcome with which a proposal counts: its final one if it was accepted, or what a rejection says of it.
fn counted(answered: &Answered, judged: &Judged) -> Option<FinalOutcome> {
    let proposal = &answered.proposal;
    let (outcome, at): (Outcome, Option<Instant>) = match (proposal.state, answered.rejected_for) {
        (ProposalState::Accepted, _) => {
            let settled = judged.settled.as_ref().map(|settled| settled.at);
            (judged.outcome, settled.or(answered.settled_at).or(proposal.decided_at))
        }
        (ProposalState::Rejected, Some(RejectionReason::TooAggressive)) => {
            (Outcome::TooAggressive, proposal.decided_at)
        }
        (ProposalState::Rejected, Some(RejectionReason::TooConservative)) => {
            (Outcome::TooEasy, proposal.decided_at)
        }
        _ => return None,
    };
    let final_outcome = most_severe([outcome])?;
    at.map(|at| FinalOutcome { outcome: final_outcome, at })
}

/// Newest first; of those of one instant the more severe.
fn newest_first(one: &FinalOutcome, other: &FinalOutcome) -> Ordering {
    other.at.cmp(&one.at).then_with(|| {
        if one.outcome == other.outcome {
            Ordering::Equal
        } else if most_severe([one.outcome, other.outcome]) == Some(one.outcome) {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    })
}
