//! Second opinion: when a model's view of an outcome counts beside the rules' (OU-9).

use domain::{
    proposal::{Outcome, ProposalId},
    session::SessionId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    eligible::Bar,
    input::{Evaluated, Judged, OutcomeInput},
    tuning::OpinionTuning,
};

/// Characters of an opinion that are kept.
const LONGEST: usize = 160;

/// What a model says about a proposal after one session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opinion {
    /// The session it is about.
    pub session_id: SessionId,
    /// Its verdict.
    pub outcome: Outcome,
    /// Its confidence; what is outside 0..100 is clamped.
    pub confidence: i64,
    /// One sentence, of which 160 characters are kept.
    pub sentence: String,
}

/// Whether a model may be asked at all: the rules gave no verdict, or were not sure of it.
pub fn may_ask(rule: Option<(Outcome, u8)>, tuning: &OpinionTuning) -> bool {
    rule.is_none_or(|(_, confidence)| confidence < tuning.sure)
}

/// What the rules have to say of a proposal after a session, so unsure that a model may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubt {
    /// Which proposal.
    pub proposal_id: ProposalId,
    /// The verdict and its confidence; absent if no rule has one.
    pub rule: Option<(Outcome, u8)>,
}

/// The doubts that `evaluated` leaves about one session; what was evaluated before is not doubted again.
pub fn doubts(input: &OutcomeInput, evaluated: &Evaluated, session: SessionId) -> Vec<Doubt> {
    let is_new = |judged: &&Judged| {
        let answered = input.proposals.iter().find(|one| one.proposal.id == judged.proposal_id);
        answered.is_some_and(|one| one.evaluations.iter().all(|known| known.session_id != session))
    };
    let doubt = |judged: &Judged| {
        let given = judged.evaluations.iter().find(|one| one.session_id == session);
        let rule = given.map(|one| (one.verdict, one.confidence));
        let is_silent =
            judged.passed.iter().any(|one| one.session_id == session && one.code == Bar::NoVerdict);
        let is_open = rule.is_some() || is_silent;
        let doubt = Doubt { proposal_id: judged.proposal_id, rule };
        (is_open && may_ask(rule, &input.tuning.opinion)).then_some(doubt)
    };
    evaluated.proposals.iter().filter(is_new).filter_map(doubt).collect()
}

/// An opinion that replaces the rules' verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The verdict.
    pub verdict: Outcome,
    /// Its confidence, clamped.
    pub confidence: u8,
    /// Why, cut to its length.
    pub sentence: String,
}

/// The opinion if it differs from the rules' verdict and outweighs it; a missing verdict has confidence 0.
pub fn weigh(rule: Option<(Outcome, u8)>, opinion: &Opinion, tuning: &OpinionTuning) -> Option<Accepted> {
    let judges = !matches!(opinion.outcome, Outcome::Pending | Outcome::UserModified);
    let differs = rule.is_none_or(|(verdict, _)| verdict != opinion.outcome);
    let own = rule.map_or(0, |(_, confidence)| confidence);
    let confidence = u8::try_from(opinion.confidence.clamp(0, 100)).unwrap_or(100);
    let moderate = own < tuning.unsure && confidence >= tuning.moderate;
    let strong = confidence >= tuning.strong.max(own.saturating_add(tuning.margin));
    let outweighs = may_ask(rule, tuning) && (moderate || strong);
    (judges && differs && outweighs).then(|| Accepted {
        verdict: opinion.outcome,
        confidence,
        sentence: opinion.sentence.chars().take(LONGEST).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Good, Ignored, TooAggressive};
    use domain::id::Id;

    fn opinion(outcome: Outcome, confidence: i64) -> Opinion {
        let sentence = "x".repeat(200);
        Opinion { session_id: Id::derive(&["session"]), outcome, confidence, sentence }
    }

    fn replaces(rule: Option<(Outcome, u8)>, outcome: Outcome, confidence: i64) -> bool {
        weigh(rule, &opinion(outcome, confidence), &OpinionTuning::default()).is_some()
    }

    #[test]
    fn ou_9_only_an_unsure_verdict_may_be_replaced() {
        assert!(replaces(Some((Good, 69)), TooAggressive, 75));
        assert!(!replaces(Some((Good, 69)), TooAggressive, 74));
        assert!(!replaces(Some((Good, 70)), TooAggressive, 84));
        assert!(replaces(Some((Good, 70)), TooAggressive, 85));
        assert!(!replaces(Some((Good, 84)), TooAggressive, 88));
        assert!(replaces(Some((Good, 84)), TooAggressive, 89));
        assert!(!replaces(Some((Good, 85)), TooAggressive, 100));
    }

    #[test]
    fn ou_9_an_equal_verdict_changes_nothing_and_a_missing_one_is_filled() {
        assert!(!replaces(Some((Good, 50)), Good, 99));
        assert!(replaces(None, Ignored, 75));
        assert!(!replaces(None, Ignored, 74));
        assert!(!replaces(None, Outcome::Pending, 99));
    }

    #[test]
    fn ou_9_long_sentences_are_cut_and_confidence_is_clamped() {
        let accepted = weigh(None, &opinion(Good, 400), &OpinionTuning::default()).unwrap();
        assert_eq!((accepted.confidence, accepted.sentence.len()), (100, 160));
    }
}
