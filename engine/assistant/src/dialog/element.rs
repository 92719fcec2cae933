//! What notations say (D-7), before it is bound to an exercise (D-8).

use domain::quantity::Grams;

use super::{question::QuestionKind, result::ReadSet};

/// Something that a clause says in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Element {
    /// Sets.
    Sets(Vec<ReadSet>),
    /// Sets that can be read in several ways; loads bind to all of them.
    Doubtful {
        /// Why.
        doubt: Doubt,
        /// The likeliest first.
        readings: Vec<Vec<ReadSet>>,
    },
    /// A load for the sets beside it, or before it if it is written with `@`.
    Load {
        /// How much.
        load: Grams,
        /// Whether `@` stands before it.
        is_at: bool,
    },
    /// `@` and a number up to 10, in hundredths: an effort or a load.
    AtNumber(i64),
    /// An effort in tenths of RPE, as it was said: it may be out of range.
    Effort(i64),
    /// Comfort, 1..5.
    Comfort(u8),
    /// How bad pain is, of ten.
    OfTen(i64),
    /// Meters.
    Distance(u32),
}

/// Why numbers can be read in several ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doubt {
    ThreeFactor,
    SetCountMismatch,
    ListOutlier,
    RepRangeGiven,
}

impl Doubt {
    /// The question that settles it.
    pub(crate) const fn question(self) -> QuestionKind {
        match self {
            Self::ThreeFactor => QuestionKind::ThreeFactor,
            Self::SetCountMismatch => QuestionKind::SetCountMismatch,
            Self::ListOutlier => QuestionKind::ListOutlier,
            Self::RepRangeGiven => QuestionKind::RepRangeGiven,
        }
    }
}
