//! A group of proposals counts once, with its most severe outcome (OU-6).

use domain::proposal::Outcome;

/// Outcomes that say something, the most severe first.
const SEVERITY: [Outcome; 5] =
    [Outcome::TooAggressive, Outcome::Insufficient, Outcome::TooEasy, Outcome::Good, Outcome::Ignored];

/// The most severe of the outcomes; [`None`] when none is final or a person changed the value themselves.
pub fn most_severe(outcomes: impl IntoIterator<Item = Outcome>) -> Option<Outcome> {
    let places = outcomes.into_iter().filter_map(|outcome| SEVERITY.iter().position(|&one| one == outcome));
    places.min().map(|place| SEVERITY[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Good, Ignored, Insufficient, Pending, TooAggressive, TooEasy, UserModified};

    #[test]
    fn ou_6_a_group_has_its_most_severe_outcome() {
        assert_eq!(most_severe([Good, TooAggressive, Insufficient]), Some(TooAggressive));
        assert_eq!(most_severe([TooEasy, Good]), Some(TooEasy));
        assert_eq!(most_severe([Ignored, Good]), Some(Good));
        assert_eq!(most_severe([Pending, Ignored]), Some(Ignored));
        assert_eq!(most_severe([Pending, UserModified]), None);
    }
}
