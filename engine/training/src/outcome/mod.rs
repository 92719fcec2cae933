//! Outcomes: what later sessions say about answered proposals, and what the next suggestions learn from it (OU).
//!
//! [`evaluate`] takes an [`input::OutcomeInput`] and answers for every proposal its evaluations, its outcome so far and
//! the sessions that said nothing, with why.
//!
//! Read in this order: [`input`] (the documents), [`eligible`] (which sessions can tell), [`required`] (how many it
//! takes), [`follow`] and [`verdict`] (what one session says), [`context`] and [`opinion`] (how much that is worth), [`question`] (what a model is told),
//! [`finalize`] (what it comes to), [`group`] and [`feedback`] (what the next suggestions read).
//!
//! # What is not here
//!
//! * No change of a proposal: the caller stores evaluations and outcomes.
//! * No model: its opinions are part of the input.

pub mod context;
pub mod eligible;
pub mod feedback;
pub mod finalize;
pub mod follow;
pub mod group;
pub mod input;
pub mod opinion;
pub mod question;
pub mod required;
pub mod tuning;
pub mod verdict;

use domain::{
    id::Id,
    law::{Check, Invalid, Law},
    proposal::{Evaluation, Outcome},
    reason::{Fact, Reason, ReasonCode},
    session::{ExercisePerformance, Session},
    spec::SpecId,
    time::Instant,
};

use context::Context;
use eligible::Bar;
use finalize::Standing;
use input::{Answered, Evaluated, Judged, OutcomeInput, Passed, Settled};
use required::Kind;
use tuning::OutcomeTuning;

/// Judges every proposal by the sessions after its answer, in the order of time.
pub fn evaluate(input: &OutcomeInput) -> Result<Evaluated, Invalid> {
    let mut check = Check::default();
    input.check(&mut check);
    check.finish()?;
    let mut sessions: Vec<&Session> = input.sessions.iter().collect();
    sessions.sort_by_key(|session| (ended(session), session.id));
    let mut answered: Vec<&Answered> = input.proposals.iter().collect();
    answered.sort_by_key(|answered| answered.proposal.id);
    let judged: Vec<Judged> = answered
        .iter()
        .map(|answered| Trial::new(answered, &input.tuning).run(&sessions, input.now))
        .collect();
    let feedback = feedback::feedback(answered.into_iter().zip(&judged));
    Ok(Evaluated { proposals: judged, feedback })
}

/// When a session is judged from: its end, or its start while it has none.
fn ended(session: &Session) -> Option<Instant> {
    session.finished_at.or(session.started_at)
}

/// One proposal on its way through the sessions.
struct Trial<'a> {
    answered: &'a Answered,
    tuning: &'a OutcomeTuning,
    kind: Kind,
    judged: Judged,
    /// Sessions of the item since the last evaluation (OU-2).
    idle: u32,
}

impl<'a> Trial<'a> {
    fn new(answered: &'a Answered, tuning: &'a OutcomeTuning) -> Self {
        let kind = answered.primary().map_or(Kind::Other, |primary| Kind::of(primary, answered.assistance));
        let mut evaluations = answered.evaluations.clone();
        evaluations.sort_by_key(|evaluation| (evaluation.at, evaluation.id));
        let judged = Judged {
            proposal_id: answered.proposal.id,
            outcome: answered.proposal.outcome,
            settled: None,
            needed: None,
            evaluations,
            barred: eligible::barred(&answered.proposal),
            passed: vec![],
        };
        Self { answered, tuning, kind, judged, idle: 0 }
    }

    fn run(mut self, sessions: &[&Session], now: Instant) -> Judged {
        if self.judged.barred.is_some() {
            return self.judged;
        }
        let newest = self.judged.evaluations.last().map(|evaluation| evaluation.at);
        if let Some(at) = newest {
            self.conclude(at);
        }
        for session in sessions {
            self.expire(ended(session).unwrap_or(now));
            self.hear(session);
        }
        self.expire(now);
        self.judged
    }

    fn is_settled(&self) -> bool {
        self.judged.settled.is_some()
    }

    /// Lets one session speak, and notes why if it says nothing.
    fn hear(&mut self, session: &Session) {
        let proposal = &self.answered.proposal;
        let Some(performance) = eligible::performance(proposal, session) else { return };
        let known = |evaluation: &Evaluation| evaluation.session_id == session.id;
        if self.judged.evaluations.iter().any(known) {
            self.idle = 0;
            return;
        }
        if self.is_settled() {
            return self.pass(session, Bar::Settled);
        }
        if let Err(bar) = eligible::is_performed(proposal, session, performance) {
            return self.pass(session, bar);
        }
        if self.answered.awaited.contains(&session.id) {
            return self.pass(session, Bar::Awaited);
        }
        let at = ended(session).unwrap_or(proposal.created_at);
        match self.judge(session, performance, at) {
            Ok(evaluation) => {
                self.judged.evaluations.push(evaluation);
                self.judged.evaluations.sort_by_key(|evaluation| (evaluation.at, evaluation.id));
                self.idle = 0;
                self.conclude(at);
            }
            Err(bar) => {
                self.pass(session, bar);
                self.idle += 1;
                if self.idle >= self.tuning.idle_sessions {
                    self.give_up(at, "sessions", i64::from(self.idle));
                }
            }
        }
    }

    fn pass(&mut self, session: &Session, code: Bar) {
        self.judged.passed.push(Passed { session_id: session.id, code });
    }

    /// What one session says, by the rules and by a model if it was asked.
    fn judge(
        &self,
        session: &Session,
        performance: &ExercisePerformance,
        at: Instant,
    ) -> Result<Evaluation, Bar> {
        let answered = self.answered;
        let primary = answered.primary().ok_or(Bar::NoVerdict)?;
        eligible::is_comparable(&answered.proposal, primary.field, session, performance)?;
        let context = Context { session_rpe: session.session_rpe, readiness: session.readiness };
        let found = verdict::verdict(answered, primary, performance, self.tuning);
        let rule = found.as_ref().map(|found| {
            let adjusted = context.adjust(found.outcome, found.confidence, &self.tuning.context);
            (found.outcome, adjusted)
        });
        let opinion = answered.opinions.iter().find(|opinion| opinion.session_id == session.id);
        let accepted = opinion.and_then(|opinion| opinion::weigh(rule, opinion, &self.tuning.opinion));
        let (outcome, confidence) = match &accepted {
            Some(accepted) => (accepted.verdict, accepted.confidence),
            None => rule.ok_or(Bar::NoVerdict)?,
        };
        let mut reason = match &accepted {
            Some(accepted) => {
                Reason::new(code(outcome), SpecId::new("OU-9")).fact("model", accepted.sentence.as_str())
            }
            None => Reason::new(code(outcome), SpecId::new("OU-5")),
        };
        let seen = found.map(|found| found.seen).unwrap_or_default();
        let word = |word: &'static str| word.into();
        for (name, fact) in [
            ("asked", seen.asked),
            ("done", seen.done),
            ("reps", seen.reps),
            ("follow", seen.follow.map(|follow| word(follow.as_str()))),
            ("zone", seen.zone.map(|zone| word(zone.as_str()))),
            ("rpe", session.session_rpe.map(|rpe| Fact::tenths(rpe.tenths()))),
            ("readiness", session.readiness.map(|readiness| i64::from(readiness).into())),
        ] {
            if let Some(fact) = fact {
                reason = reason.fact(name, fact);
            }
        }
        Ok(Evaluation {
            id: Id::derive(&["evaluation", &answered.proposal.id.to_string(), &session.id.to_string()]),
            proposal_id: answered.proposal.id,
            session_id: session.id,
            verdict: outcome,
            confidence,
            reason,
            at,
        })
    }

    /// Sees whether the evaluations so far are enough.
    fn conclude(&mut self, at: Instant) {
        let required = self.kind.required(self.tuning);
        match finalize::standing(&self.judged.evaluations, required, self.tuning) {
            Standing::Open { needed } => self.judged.needed = Some(needed),
            Standing::Final { outcome, net } => {
                let reason = Reason::new(code(outcome), SpecId::new("OU-8"))
                    .fact("evaluations", self.judged.evaluations.len())
                    .fact("net", net);
                self.settle(outcome, at, reason);
            }
        }
    }

    /// Ends the wait when the days are over.
    fn expire(&mut self, now: Instant) {
        let Some(decided) = self.answered.proposal.decided_at else { return };
        let end = decided.plus_seconds(self.tuning.idle_days * 86_400);
        if !self.is_settled() && end <= now {
            self.give_up(end, "days", self.tuning.idle_days);
        }
    }

    /// Nothing more is expected: the proposal counts as ignored.
    fn give_up(&mut self, at: Instant, limit: &'static str, count: i64) {
        let reason = Reason::new(ReasonCode::OutcomeIgnored, SpecId::new("OU-2"))
            .fact("not_evaluable", limit)
            .fact("count", count);
        self.settle(Outcome::Ignored, at, reason);
    }

    fn settle(&mut self, outcome: Outcome, at: Instant, reason: Reason) {
        self.judged.outcome = outcome;
        self.judged.needed = None;
        self.judged.settled = Some(Settled { at, reason });
    }
}

/// The words for a verdict.
fn code(outcome: Outcome) -> ReasonCode {
    match outcome {
        Outcome::Good => ReasonCode::OutcomeGood,
        Outcome::TooAggressive => ReasonCode::OutcomeTooAggressive,
        Outcome::TooEasy => ReasonCode::OutcomeTooEasy,
        Outcome::Insufficient => ReasonCode::OutcomeInsufficient,
        Outcome::Ignored | Outcome::Pending | Outcome::UserModified => ReasonCode::OutcomeIgnored,
    }
}
