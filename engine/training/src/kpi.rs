//! KPIs (KP-1..KP-8): whether generated sessions are taken as they are, done, and worth it.
//!
//! Every figure is kept as an integer numerator and denominator; three decimals are made for display alone (A-1).
//! What is counted comes from stored facts: this module only counts. Read in this order: here (a ratio, and what it is
//! narrowed to), [`session`], [`volume`], [`trend`], [`gate`].

pub mod gate;
pub mod session;
pub mod trend;
pub mod volume;

use std::{fmt, ops::Add};

use domain::{
    quantity::div_half_up,
    session::{Intent, SelectionMode},
};
use serde::Serialize;

/// A ratio of two counts. Without a denominator there is no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Rate {
    /// How many.
    pub numerator: i64,
    /// Of how many: the `n` that is reported beside it.
    pub denominator: i64,
}

impl Rate {
    /// The share of `all` for which `holds`.
    pub(crate) fn share<T>(all: impl Iterator<Item = T>, holds: impl Fn(&T) -> bool) -> Self {
        all.fold(Self::default(), |rate, one| Self {
            numerator: rate.numerator + i64::from(holds(&one)),
            denominator: rate.denominator + 1,
        })
    }

    /// Counts one more, for which it holds or not.
    pub(crate) fn count(&mut self, holds: bool) {
        self.numerator += i64::from(holds);
        self.denominator += 1;
    }

    /// Thousandths, rounded half up; none if nothing was counted.
    pub fn thousandths(self) -> Option<i64> {
        (self.denominator > 0).then(|| div_half_up(self.numerator * 1000, self.denominator))
    }

    /// Whether it is above `other`, both having a value, by more than `percentage_points` (which may be negative).
    pub(crate) fn exceeds(self, other: Self, percentage_points: i64) -> bool {
        let difference = i128::from(self.numerator) * i128::from(other.denominator)
            - i128::from(other.numerator) * i128::from(self.denominator);
        let scale = i128::from(self.denominator) * i128::from(other.denominator);
        100 * difference > i128::from(percentage_points) * scale
    }
}

/// `0.150`, or `-` if nothing was counted.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.thousandths() {
            Some(value) => {
                let sign = if value < 0 { "-" } else { "" };
                f.pad(&format!("{sign}{}.{:03}", value.abs() / 1000, value.abs() % 1000))
            }
            None => f.pad("-"),
        }
    }
}

/// Counts of two windows, or of two athletes, together (A-36).
impl Add for Rate {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            numerator: self.numerator + other.numerator,
            denominator: self.denominator + other.denominator,
        }
    }
}

/// A-2: what a figure is narrowed to; what is absent is all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
pub struct Dims {
    /// Who chose the exercises.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<SelectionMode>,
    /// What the sessions are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
}

impl Dims {
    /// Everything that counts for what has a mode and maybe an intent: all, by mode, by intent, and by both.
    pub fn of(mode: SelectionMode, intent: Option<Intent>) -> Vec<Self> {
        let (all, by_mode) = (Self::default(), Self { mode: Some(mode), intent: None });
        match intent {
            None => vec![all, by_mode],
            Some(_) => vec![all, by_mode, Self { mode: None, intent }, Self { mode: Some(mode), intent }],
        }
    }
}

/// The names of all KPIs of an athlete.
pub fn names() -> impl Iterator<Item = &'static str> {
    session::SESSION_KPIS.iter().map(|kpi| kpi.name).chain(volume::NAMES).chain([trend::NAME])
}

/// A figure of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Its name in API and documents.
    pub name: &'static str,
    /// What it is narrowed to.
    pub dims: Dims,
    /// How many of how many.
    pub rate: Rate,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_1_a_ratio_is_two_integers_until_it_is_shown() {
        let rate = |numerator, denominator| Rate { numerator, denominator };
        assert_eq!(rate(18, 24).to_string(), "0.750");
        assert_eq!(rate(3, 20).to_string(), "0.150");
        assert_eq!(rate(1, 2000).to_string(), "0.001", "half up");
        assert_eq!(Rate::default().to_string(), "-", "nothing was counted");
        assert_eq!(rate(1, 3) + rate(2, 4), rate(3, 7));
    }

    #[test]
    fn a_2_a_session_counts_in_each_of_its_dimensions() {
        let (mode, intent) = (SelectionMode::Intent, Some(Intent::Push));
        assert_eq!(Dims::of(mode, intent).len(), 4);
        let both = serde_json::to_string(&Dims { mode: Some(mode), intent }).unwrap();
        assert_eq!(both, r#"{"mode":"INTENT","intent":"push"}"#);
        assert_eq!(Dims::of(mode, None).len(), 2);
    }
}
