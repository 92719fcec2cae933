//! Follow-through: how much of a change the athlete made (OU-4).

use std::cmp::Ordering;

use domain::vocabulary::vocabulary;

vocabulary! {
    /// How much of a change was made.
    pub enum Follow: "follow-through" {
        Full = "full",
        Partial = "partial",
        None = "none",
    }
}

/// A value that was to change, and what became of it. All three are in the unit of the field.
///
/// Everything is measured along the way from old to new, so that less assistance reads like more load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// Before.
    pub old: i64,
    /// What was proposed.
    pub new: i64,
    /// What was done.
    pub used: i64,
}

impl Move {
    /// Full from three quarters of the way on, none up to one quarter.
    pub fn follow(self) -> Follow {
        let (gone, way) = (self.gone(), (self.new - self.old).abs());
        match (4 * gone >= 3 * way, 4 * gone <= way) {
            (true, _) => Follow::Full,
            (false, true) => Follow::None,
            (false, false) => Follow::Partial,
        }
    }

    /// Whether the athlete went the other way.
    pub fn is_backward(self) -> bool {
        self.gone() < 0
    }

    /// How far beyond the proposed value the athlete went; negative when short of it.
    pub fn beyond(self) -> i64 {
        self.gone() - (self.new - self.old).abs()
    }

    fn gone(self) -> i64 {
        let way = self.used - self.old;
        if self.new.cmp(&self.old) == Ordering::Less { -way } else { way }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow(old: i64, new: i64, used: i64) -> Follow {
        Move { old, new, used }.follow()
    }

    #[test]
    fn ou_4_three_quarters_of_the_way_are_full_and_one_quarter_is_none() {
        assert_eq!(follow(60_000, 62_500, 62_500), Follow::Full);
        assert_eq!(follow(60_000, 62_500, 61_250), Follow::Partial);
        assert_eq!(follow(60_000, 62_500, 60_000), Follow::None);
        assert_eq!(follow(60_000, 62_500, 61_875), Follow::Full);
        assert_eq!(follow(60_000, 62_500, 60_625), Follow::None);
        assert_eq!(follow(10, 11, 11), Follow::Full);
        assert_eq!(follow(10, 11, 10), Follow::None);
    }

    #[test]
    fn ou_4_a_change_downward_is_the_mirror() {
        assert_eq!(follow(20_000, 15_000, 15_000), Follow::Full);
        assert_eq!(follow(20_000, 15_000, 17_500), Follow::Partial);
        assert_eq!(follow(20_000, 15_000, 25_000), Follow::None);
        assert!(Move { old: 20_000, new: 15_000, used: 25_000 }.is_backward());
        assert_eq!(Move { old: 20_000, new: 15_000, used: 10_000 }.beyond(), 5_000);
        assert_eq!(Move { old: 60_000, new: 62_500, used: 60_000 }.beyond(), -2_500);
    }
}
