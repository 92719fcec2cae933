//! Context: what the session as a whole does to the confidence of a verdict (OU-7).

use domain::{
    proposal::Outcome,
    quantity::{Rpe, div_half_up},
};

use super::tuning::{ContextTuning, Factors};

/// How the session was, as far as it is known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Context {
    /// Effort of the whole session.
    pub session_rpe: Option<Rpe>,
    /// Readiness of the day, 1..5.
    pub readiness: Option<u8>,
}

impl Context {
    /// `confidence` times the factors that apply, rounded half up, within 0..100.
    ///
    /// A failure on a hard day says more, one on a tired day less; what was ignored stays so.
    pub fn adjust(self, verdict: Outcome, confidence: u8, tuning: &ContextTuning) -> u8 {
        let of = |factors: Factors| match verdict {
            Outcome::TooAggressive | Outcome::Insufficient => factors.negative,
            Outcome::Good | Outcome::TooEasy => factors.positive,
            Outcome::Ignored | Outcome::Pending | Outcome::UserModified => 100,
        };
        let effort = self.session_rpe.map_or(100, |rpe| match rpe.tenths() {
            tenths if tenths >= tuning.hard_from => of(tuning.hard),
            tenths if tenths <= tuning.light_to => of(tuning.light),
            _ => 100,
        });
        let readiness = self.readiness.map_or(100, |readiness| match readiness {
            low if low <= tuning.tired_to => of(tuning.tired),
            high if high >= tuning.fresh_from => of(tuning.fresh),
            _ => 100,
        });
        let product = div_half_up(i64::from(confidence) * effort * readiness, 10_000);
        u8::try_from(product.clamp(0, 100)).unwrap_or(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjusted(verdict: Outcome, confidence: u8, rpe: Option<i64>, readiness: Option<u8>) -> u8 {
        let session_rpe = rpe.map(|tenths| Rpe::new(tenths).unwrap());
        Context { session_rpe, readiness }.adjust(verdict, confidence, &ContextTuning::default())
    }

    #[test]
    fn ou_7_factors_are_multiplied_and_rounded_half_up() {
        assert_eq!(adjusted(Outcome::TooAggressive, 85, Some(90), Some(2)), 87);
        assert_eq!(adjusted(Outcome::Good, 90, Some(95), Some(2)), 81);
        assert_eq!(adjusted(Outcome::Insufficient, 70, Some(40), None), 60);
        assert_eq!(adjusted(Outcome::TooEasy, 85, Some(30), Some(5)), 94);
        assert_eq!(adjusted(Outcome::TooAggressive, 85, None, Some(4)), 89);
        assert_eq!(adjusted(Outcome::TooAggressive, 85, Some(80), Some(3)), 85);
    }

    #[test]
    fn ou_7_confidence_stays_within_its_bounds_and_ignored_is_untouched() {
        assert_eq!(adjusted(Outcome::TooAggressive, 85, Some(100), Some(5)), 100);
        assert_eq!(adjusted(Outcome::Ignored, 90, Some(100), Some(1)), 90);
    }
}
