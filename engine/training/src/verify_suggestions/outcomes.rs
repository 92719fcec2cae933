//! Outcomes: evaluations are eligible and one per session (OU-1, OU-2), and outcomes follow from them (OU-3, OU-8).

use std::collections::BTreeSet;

use domain::{
    change::{Direction, Field, FieldGroup},
    proposal::{EngineName, Evaluation, Outcome, ProposalState},
    session::{PerformanceStatus, Session, SessionStatus},
    spec::SpecId,
};

use super::Report;
use crate::outcome::{
    input::{Answered, Evaluated, Judged, OutcomeInput},
    tuning::OutcomeTuning,
};

/// Checks every proposal with what was said of it.
pub(super) fn check(input: &OutcomeInput, evaluated: &Evaluated, report: &mut Report) {
    for answered in &input.proposals {
        let id = answered.proposal.id;
        let judged: Vec<&Judged> =
            evaluated.proposals.iter().filter(|judged| judged.proposal_id == id).collect();
        match judged[..] {
            [judged] => check_judged(input, answered, judged, report),
            _ => report.add(SpecId::new("OU-1"), Some(id), format!("{} answers, expected one", judged.len())),
        }
    }
    for judged in &evaluated.proposals {
        let known = input.proposals.iter().any(|answered| answered.proposal.id == judged.proposal_id);
        report.require(known, "OU-1", judged.proposal_id, || "nobody asked about it".to_owned());
    }
}

fn check_judged(input: &OutcomeInput, answered: &Answered, judged: &Judged, report: &mut Report) {
    let id = judged.proposal_id;
    let mut sessions = BTreeSet::new();
    for evaluation in &judged.evaluations {
        let once = sessions.insert(evaluation.session_id);
        report.require(once, "OU-1", id, || format!("session {} speaks twice", evaluation.session_id));
        let verdict = !matches!(evaluation.verdict, Outcome::Pending | Outcome::UserModified);
        let valid = verdict && evaluation.proposal_id == id && evaluation.confidence <= 100;
        report.require(valid, "OU-1", id, || format!("an evaluation of {}", evaluation.verdict));
        if !answered.evaluations.contains(evaluation) {
            let session = input.sessions.iter().find(|session| session.id == evaluation.session_id);
            let heard = session.is_some_and(|session| may_speak(answered, session));
            report.require(heard, "OU-2", id, || format!("session {} cannot tell", evaluation.session_id));
        }
    }
    let kept = answered.evaluations.iter().all(|known| judged.evaluations.contains(known));
    report.require(kept, "OU-1", id, || "an earlier evaluation is gone or changed".to_owned());
    let before = answered.proposal.outcome;
    if before == Outcome::Pending && may_be_judged(answered) {
        check_outcome(input, answered, judged, report);
    } else {
        let same = judged.outcome == before && judged.settled.is_none();
        report.require(same, "OU-1", id, || format!("{before} became {}", judged.outcome));
    }
}

/// OU-2: whether a proposal is judged at all.
fn may_be_judged(answered: &Answered) -> bool {
    let proposal = &answered.proposal;
    matches!(proposal.state, ProposalState::Accepted | ProposalState::Rejected)
        && proposal.decided_at.is_some()
        && matches!(proposal.engine, EngineName::PrescriptionRules | EngineName::Llm)
}

/// OU-2: whether a session may say something about a proposal.
fn may_speak(answered: &Answered, session: &Session) -> bool {
    let proposal = &answered.proposal;
    let after = match (proposal.decided_at, session.started_at) {
        (Some(decided), Some(started)) => decided <= started,
        _ => false,
    };
    let finished = matches!(session.status, SessionStatus::Summary | SessionStatus::Done);
    let target = proposal.target;
    let performed = session.exercises.iter().any(|exercise| {
        let full =
            exercise.frozen.as_ref().is_none_or(|frozen| frozen.volume_pct == 100 && frozen.load_pct == 100);
        let done = |set_id| exercise.sets.iter().any(|set| set.set_id == Some(set_id) && set.completed);
        exercise.item_id == Some(target.item_id)
            && exercise.status == PerformanceStatus::Done
            && full
            && target.set_id.is_none_or(done)
    });
    may_be_judged(answered) && after && finished && !session.deload && performed
}

/// OU-3: how many evaluations it takes.
fn required(answered: &Answered, tuning: &OutcomeTuning) -> usize {
    let long = answered.primary().is_some_and(|primary| {
        let harder = primary.direction(answered.assistance) == Direction::Harder;
        match primary.field.group() {
            FieldGroup::Load => harder,
            FieldGroup::Volume => primary.field == Field::Reps && harder,
            FieldGroup::Rest | FieldGroup::RepPolicy => true,
            _ => false,
        }
    });
    let count = if long { tuning.required_long } else { tuning.required_short };
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// OU-8: what the evaluations come to, in their order; nothing while more are needed.
fn outcome(evaluations: &[Evaluation], required: usize, tuning: &OutcomeTuning) -> Option<Outcome> {
    use Outcome::{Good, Ignored, Insufficient, TooAggressive, TooEasy};
    let first = evaluations.first()?;
    if matches!(first.verdict, Good | TooEasy) && first.confidence >= tuning.decisive {
        return Some(first.verdict);
    }
    if evaluations.len() < required {
        return None;
    }
    if evaluations.iter().all(|evaluation| evaluation.verdict == Ignored) {
        return Some(Ignored);
    }
    let sum = |verdict: Outcome, weight: i64| -> i64 {
        let own = evaluations.iter().filter(|evaluation| evaluation.verdict == verdict);
        own.map(|evaluation| weight * i64::from(evaluation.confidence)).sum()
    };
    let (aggressive, insufficient) = (sum(TooAggressive, -2), sum(Insufficient, -1));
    let (easy, good) = (sum(TooEasy, 1), sum(Good, 2));
    let net = aggressive + insufficient + easy + good;
    let said = |verdict| evaluations.iter().any(|evaluation| evaluation.verdict == verdict);
    let opposed = said(TooAggressive) && said(TooEasy);
    let more = i64::try_from(evaluations.len()).unwrap_or(i64::MAX) < i64::from(tuning.required_most);
    if more && (opposed || net.abs() < tuning.net) {
        return None;
    }
    Some(if net <= -tuning.net {
        if aggressive <= insufficient { TooAggressive } else { Insufficient }
    } else if net >= tuning.net {
        if good >= easy { Good } else { TooEasy }
    } else {
        Ignored
    })
}

/// The outcome is that of OU-8, or the wait ended by OU-2.
fn check_outcome(input: &OutcomeInput, answered: &Answered, judged: &Judged, report: &mut Report) {
    let (id, required) = (judged.proposal_id, required(answered, &input.tuning));
    let heard = &judged.evaluations;
    let early = (1..heard.len()).any(|count| outcome(&heard[..count], required, &input.tuning).is_some());
    report.require(!early, "OU-8", id, || "evaluated after its outcome was final".to_owned());
    let expected = outcome(heard, required, &input.tuning);
    let over = expected.is_none() && judged.outcome == Outcome::Ignored && is_over(input, answered, judged);
    let found = judged.outcome;
    report.require(over || found == expected.unwrap_or(Outcome::Pending), "OU-8", id, || {
        format!("{found}, expected {}", expected.unwrap_or(Outcome::Pending))
    });
    let settled = (found == Outcome::Pending) == judged.settled.is_none();
    report.require(settled, "OU-1", id, || format!("{found} without the moment it became so"));
}

/// OU-2: so many days are over, or so many sessions of the item in a row said nothing.
fn is_over(input: &OutcomeInput, answered: &Answered, judged: &Judged) -> bool {
    let tuning = &input.tuning;
    let days = answered.proposal.decided_at.map(|at| at.plus_seconds(tuning.idle_days * 86_400));
    let silent = |session: &&Session| {
        let performed = session.exercises.iter().any(|exercise| {
            exercise.item_id == Some(answered.proposal.target.item_id)
                && exercise.status == PerformanceStatus::Done
        });
        performed && judged.evaluations.iter().all(|evaluation| evaluation.session_id != session.id)
    };
    let silent = u32::try_from(input.sessions.iter().filter(silent).count()).unwrap_or(u32::MAX);
    days.is_some_and(|end| end <= input.now) || silent >= tuning.idle_sessions
}
