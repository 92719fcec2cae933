//! The final outcome of a proposal from its evaluations (OU-8).

use domain::proposal::{Evaluation, Outcome};

use super::tuning::OutcomeTuning;

/// Where a proposal stands after its evaluations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// So many evaluations in all are needed.
    Open {
        /// Those made are among them.
        needed: u32,
    },
    /// It is settled for good.
    Final {
        /// As what.
        outcome: Outcome,
        /// The weighted sum of confidences.
        net: i64,
    },
}

/// Where the evaluations of a proposal, oldest first, leave it when `required` of them were asked for.
pub fn standing(evaluations: &[Evaluation], required: u32, tuning: &OutcomeTuning) -> Standing {
    let net: i64 = evaluations.iter().map(weighed).sum();
    let settled = |outcome| Standing::Final { outcome, net };
    let Some(first) = evaluations.first() else { return Standing::Open { needed: required } };
    if matches!(first.verdict, Outcome::Good | Outcome::TooEasy) && first.confidence >= tuning.decisive {
        return settled(first.verdict);
    }
    let count = u32::try_from(evaluations.len()).unwrap_or(u32::MAX);
    if count < required {
        return Standing::Open { needed: required };
    }
    if evaluations.iter().all(|evaluation| evaluation.verdict == Outcome::Ignored) {
        return settled(Outcome::Ignored);
    }
    let said = |verdict| evaluations.iter().any(|evaluation| evaluation.verdict == verdict);
    let contradictory = said(Outcome::TooAggressive) && said(Outcome::TooEasy);
    if count < tuning.required_most && (contradictory || net.abs() < tuning.net) {
        return Standing::Open { needed: count + 1 };
    }
    let sum = |verdict| -> i64 {
        evaluations.iter().filter(|evaluation| evaluation.verdict == verdict).map(weighed).sum()
    };
    let stronger = |one, other| if sum(other).abs() > sum(one).abs() { settled(other) } else { settled(one) };
    if net <= -tuning.net {
        stronger(Outcome::TooAggressive, Outcome::Insufficient)
    } else if net >= tuning.net {
        stronger(Outcome::Good, Outcome::TooEasy)
    } else {
        settled(Outcome::Ignored)
    }
}

fn weighed(evaluation: &Evaluation) -> i64 {
    let weight = match evaluation.verdict {
        Outcome::TooAggressive => -2,
        Outcome::Insufficient => -1,
        Outcome::TooEasy => 1,
        Outcome::Good => 2,
        Outcome::Ignored | Outcome::Pending | Outcome::UserModified => 0,
    };
    weight * i64::from(evaluation.confidence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Good, Ignored, Insufficient, TooAggressive, TooEasy};
    use domain::{
        id::Id,
        reason::{Reason, ReasonCode},
        spec::SpecId,
        time::Instant,
    };

    fn after(required: u32, said: &[(Outcome, u8)]) -> Standing {
        let evaluation = |&(verdict, confidence): &(Outcome, u8)| Evaluation {
            id: Id::derive(&["evaluation"]),
            proposal_id: Id::derive(&["proposal"]),
            session_id: Id::derive(&["session"]),
            verdict,
            confidence,
            reason: Reason::new(ReasonCode::OutcomeGood, SpecId::new("OU-5")),
            at: Instant::EPOCH,
        };
        let evaluations: Vec<_> = said.iter().map(evaluation).collect();
        standing(&evaluations, required, &OutcomeTuning::default())
    }

    fn settled(outcome: Outcome, net: i64) -> Standing {
        Standing::Final { outcome, net }
    }

    #[test]
    fn ou_8_the_examples_of_the_chapter() {
        assert_eq!(after(2, &[(Good, 90)]), settled(Good, 180));
        let twice = [(TooAggressive, 85), (TooAggressive, 87)];
        assert_eq!(after(2, &twice), settled(TooAggressive, -344));
        assert_eq!(after(2, &[(TooAggressive, 85), (Good, 90)]), Standing::Open { needed: 3 });
        assert_eq!(after(2, &[(TooAggressive, 85), (Good, 90), (Good, 90)]), settled(Good, 190));
        let worse = [(TooAggressive, 85), (Good, 90), (TooAggressive, 85)];
        assert_eq!(after(2, &worse), settled(TooAggressive, -160));
        assert_eq!(after(1, &[(Insufficient, 85)]), settled(Insufficient, -85));
        assert_eq!(after(2, &[(Ignored, 90), (Ignored, 90)]), settled(Ignored, 0));
    }

    #[test]
    fn ou_8_what_is_undecided_is_asked_up_to_three_times() {
        assert_eq!(after(2, &[]), Standing::Open { needed: 2 });
        assert_eq!(after(2, &[(TooAggressive, 85)]), Standing::Open { needed: 2 });
        assert_eq!(after(1, &[(Insufficient, 70)]), Standing::Open { needed: 2 });
        assert_eq!(after(2, &[(TooAggressive, 100), (TooEasy, 70)]), Standing::Open { needed: 3 });
        assert_eq!(after(2, &[(TooEasy, 70), (Ignored, 90), (Ignored, 90)]), settled(Ignored, 70));
    }

    #[test]
    fn ou_8_the_larger_sum_names_the_outcome_and_ties_go_to_the_plainer_one() {
        assert_eq!(after(2, &[(Insufficient, 80), (TooAggressive, 30)]), settled(Insufficient, -140));
        assert_eq!(after(2, &[(Insufficient, 80), (TooAggressive, 40)]), settled(TooAggressive, -160));
        assert_eq!(after(2, &[(Good, 40), (TooEasy, 80)]), settled(Good, 160));
        assert_eq!(after(2, &[(Good, 30), (TooEasy, 80)]), settled(TooEasy, 140));
    }
}
