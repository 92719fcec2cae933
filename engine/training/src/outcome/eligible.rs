//! Which sessions can say something about a proposal (OU-2).

use domain::{
    change::Field,
    prescription::SetType,
    proposal::{EngineName, Outcome, Proposal, ProposalState},
    session::{ExercisePerformance, PerformanceStatus, Session, SessionStatus, SetPerformance},
    vocabulary::vocabulary,
};

vocabulary! {
    /// Why a session says nothing about a proposal, or why the proposal is not judged at all.
    pub enum Bar: "bar" {
        /// It was neither accepted nor rejected.
        Undecided = "undecided",
        /// Its outcome is final.
        Settled = "settled",
        /// It comes from an engine whose proposals are judged elsewhere.
        OtherEngine = "other_engine",
        /// The session started before the answer.
        BeforeDecision = "before_decision",
        /// The session is not finished.
        Unfinished = "unfinished",
        /// The item was skipped.
        NotPerformed = "not_performed",
        /// A deload, or lighter than the plan by a modifier.
        NotRepresentative = "not_representative",
        /// The set was no longer in the plan.
        NotInPlan = "not_in_plan",
        /// The set was not completed.
        SetNotCompleted = "set_not_completed",
        /// Nothing was done after the rest.
        NoLaterSet = "no_later_set",
        /// The rest is not known.
        NoInterval = "no_interval",
        /// No line of the table of OU-5 applies.
        NoVerdict = "no_verdict",
        /// A second opinion is awaited (OU-9).
        Awaited = "awaited",
    }
}

/// Why a proposal is not judged whatever the sessions say.
pub fn barred(proposal: &Proposal) -> Option<Bar> {
    let decided = matches!(proposal.state, ProposalState::Accepted | ProposalState::Rejected);
    let judged = matches!(proposal.engine, EngineName::PrescriptionRules | EngineName::Llm);
    match proposal.outcome {
        _ if !judged => Some(Bar::OtherEngine),
        Outcome::Pending if !decided || proposal.decided_at.is_none() => Some(Bar::Undecided),
        Outcome::Pending => None,
        _ => Some(Bar::Settled),
    }
}

/// The item of `proposal` in `session`, if it is there at all.
pub fn performance<'a>(proposal: &Proposal, session: &'a Session) -> Option<&'a ExercisePerformance> {
    session.exercises.iter().find(|exercise| exercise.item_id == Some(proposal.target.item_id))
}

/// Whether the item was done after the answer, so that the session counts as one of those that could have told.
pub fn is_performed(
    proposal: &Proposal,
    session: &Session,
    performance: &ExercisePerformance,
) -> Result<(), Bar> {
    let finished = matches!(session.status, SessionStatus::Summary | SessionStatus::Done);
    match performance.status {
        _ if !finished => Err(Bar::Unfinished),
        _ if proposal.decided_at > session.started_at => Err(Bar::BeforeDecision),
        PerformanceStatus::Done => Ok(()),
        PerformanceStatus::Skipped => Err(Bar::NotPerformed),
    }
}

/// Whether what was done can be held against what was proposed.
pub fn is_comparable(
    proposal: &Proposal,
    field: Field,
    session: &Session,
    performance: &ExercisePerformance,
) -> Result<(), Bar> {
    let Some(frozen) = &performance.frozen else { return Err(Bar::NotInPlan) };
    if session.deload || frozen.volume_pct != 100 || frozen.load_pct != 100 {
        return Err(Bar::NotRepresentative);
    }
    if let Some(id) = proposal.target.set_id {
        if !frozen.prescription.sets.iter().any(|set| set.set_id == id) {
            return Err(Bar::NotInPlan);
        }
        if !performance.sets.iter().any(|set| set.set_id == Some(id) && set.completed) {
            return Err(Bar::SetNotCompleted);
        }
    }
    if matches!(field, Field::Rest | Field::RestAll) {
        let pauses = pauses(proposal, performance);
        match pauses.iter().any(|pause| pause.seconds.is_some()) {
            true => (),
            false if pauses.is_empty() => return Err(Bar::NoLaterSet),
            false => return Err(Bar::NoInterval),
        }
    }
    Ok(())
}

/// A rest and the working set that came after it.
#[derive(Debug, Clone, Copy)]
pub struct Pause<'a> {
    /// The set after which the athlete rested.
    pub after: &'a SetPerformance,
    /// How long, if it is known.
    pub seconds: Option<u32>,
    /// The next completed working set.
    pub next: &'a SetPerformance,
}

/// The rests that a rest proposal is about: after its set, or after every working set.
pub fn pauses<'a>(proposal: &Proposal, performance: &'a ExercisePerformance) -> Vec<Pause<'a>> {
    let sets = &performance.sets;
    let is_meant = |set: &SetPerformance| match proposal.target.set_id {
        Some(id) => set.set_id == Some(id),
        None => set.kind == SetType::Working,
    };
    let is_working = |set: &&SetPerformance| set.completed && set.kind == SetType::Working;
    let pause = |(at, after): (usize, &'a SetPerformance)| {
        let next = sets[at + 1..].iter().find(is_working)?;
        Some(Pause { after, seconds: after.rest_after_s, next })
    };
    let meant = sets.iter().enumerate().filter(|(_, set)| set.completed && is_meant(set));
    meant.filter_map(pause).collect()
}
