//! Split: which rows teach, which calibrate and which judge, none of them knowing a later one (P-48).

use domain::{id::Id, progress::ProgressRecord, time::Instant, vocabulary::vocabulary};
use thiserror::Error;

use super::{
    attempt::{Attempt, Tally},
    feature::{History, Values},
};

/// P-48: the first 70 % of the rows teach, the next 15 % calibrate, the rest judge.
const CUTS_PCT: [usize; 2] = [70, 85];
/// P-48: of the rows that teach, the trees are grown on the first 80 % and stopped by the rest.
const FIT_PCT: usize = 80;
/// P-48: rows so soon after a cut are dropped: 7 days.
const GAP_S: i64 = 7 * 86_400;
/// P-48: rows there must be.
const ROWS: usize = 300;
/// P-48: misses there must be.
const MISSES: usize = 30;
/// P-48: misses there must be in the test part.
const TEST_MISSES: usize = 5;

vocabulary! {
    /// A part that needs both misses and hits.
    pub enum Part: "part" {
        Train = "training",
        Calibrate = "calibration",
    }
}

/// What is missing for a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Shortage {
    /// Too few rows.
    #[error("{rows} rows, but a model needs {ROWS}; maybe try again when more sessions are reported")]
    Rows {
        /// How many there are.
        rows: usize,
    },
    /// Too few misses.
    #[error("{misses} misses, but a model needs {MISSES}; maybe there is nothing to predict yet")]
    Misses {
        /// How many there are.
        misses: usize,
    },
    /// Too few misses to judge by.
    #[error(
        "{misses} misses in the test part, but a model needs {TEST_MISSES}; maybe try again when more sessions are \
         reported"
    )]
    TestMisses {
        /// How many there are.
        misses: usize,
    },
    /// Nothing to tell apart.
    #[error(
        "the {part} part has {misses} misses in {rows} rows, but needs both misses and hits; maybe try again later"
    )]
    OneSided {
        /// Which part.
        part: Part,
        /// Its rows.
        rows: usize,
        /// Misses among them.
        misses: usize,
    },
}

impl Shortage {
    /// What is too little, in a word.
    pub const fn what(self) -> &'static str {
        match self {
            Self::Rows { .. } => "rows",
            Self::Misses { .. } => "misses",
            Self::TestMisses { .. } => "test_misses",
            Self::OneSided { part: Part::Train, .. } => "training_part",
            Self::OneSided { part: Part::Calibrate, .. } => "calibration_part",
        }
    }

    /// How many of it there are: rows or misses.
    pub const fn found(self) -> usize {
        match self {
            Self::Rows { rows } => rows,
            Self::Misses { misses } | Self::TestMisses { misses } | Self::OneSided { misses, .. } => misses,
        }
    }

    /// How many there must be at least.
    pub const fn needed(self) -> usize {
        match self {
            Self::Rows { .. } => ROWS,
            Self::Misses { .. } => MISSES,
            Self::TestMisses { .. } => TEST_MISSES,
            Self::OneSided { .. } => 1,
        }
    }
}

/// A done session of an item: what was known before it, and whether it was a miss.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The id of its record.
    pub id: Id<ProgressRecord>,
    /// When its session started.
    pub started_at: Instant,
    /// Its features.
    pub values: Values,
    /// Its label.
    pub miss: bool,
}

/// The rows that these attempts give, by (started_at, id).
pub fn rows(attempts: &[Attempt]) -> Vec<Row> {
    let history = History::new(attempts);
    let rows = attempts.iter().filter_map(|attempt| {
        let Attempt { id, setting, .. } = attempt;
        let miss = attempt.miss()?;
        Some(Row { id: *id, started_at: setting.started_at, values: history.values(setting), miss })
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|row| (row.started_at, row.id));
    rows
}

/// The rows by what they are for, each part oldest first.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'a> {
    /// All rows that teach: those of `fit` and `stop`.
    pub train: &'a [Row],
    /// Trees are grown on these.
    pub fit: &'a [Row],
    /// Trees are no longer grown when these get no better.
    pub stop: &'a [Row],
    /// The calibration is fitted to these.
    pub calibrate: &'a [Row],
    /// The model is judged by these.
    pub test: &'a [Row],
}

impl<'a> Parts<'a> {
    /// Parts the sorted rows, or says what is missing.
    pub fn new(rows: &'a [Row]) -> Result<Self, Shortage> {
        if rows.len() < ROWS {
            return Err(Shortage::Rows { rows: rows.len() });
        }
        let Tally { misses, .. } = tally(rows);
        if misses < MISSES {
            return Err(Shortage::Misses { misses });
        }
        let [first, second] = CUTS_PCT.map(|pct| cut(rows, pct));
        let train = &rows[..first];
        let (fit, stop) = train.split_at(cut(train, FIT_PCT));
        let calibrate = after_gap(&rows[..second], first);
        let test = after_gap(rows, second);
        both(Part::Train, fit)?;
        both(Part::Calibrate, calibrate)?;
        let Tally { misses, .. } = tally(test);
        if misses < TEST_MISSES {
            return Err(Shortage::TestMisses { misses });
        }
        Ok(Self { train, fit, stop, calibrate, test })
    }
}

/// Rows, and the misses among them.
pub(super) fn tally(rows: &[Row]) -> Tally {
    rows.iter().map(|row| row.miss).collect()
}

/// Where so many percent of the rows end. The rows of a session start at one instant, so a cut between instants keeps
/// them together; the session on the border belongs to the earlier part.
fn cut(rows: &[Row], pct: usize) -> usize {
    let at = rows.len() * pct / 100;
    match at.checked_sub(1) {
        Some(last) => rows.partition_point(|row| row.started_at <= rows[last].started_at),
        None => 0,
    }
}

/// The rows from a cut on, without those too soon after it.
fn after_gap(rows: &[Row], cut: usize) -> &[Row] {
    let end = cut.checked_sub(1).map(|last| rows[last].started_at.plus_seconds(GAP_S));
    &rows[rows.partition_point(|row| end.is_some_and(|end| row.started_at <= end))..]
}

fn both(part: Part, rows: &[Row]) -> Result<(), Shortage> {
    let tally = tally(rows);
    let Tally { rows, misses } = tally;
    if tally.has_both() { Ok(()) } else { Err(Shortage::OneSided { part, rows, misses }) }
}
