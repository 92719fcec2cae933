//! How strong an athlete is at an exercise, and where that goes: the curve of estimated maxima and its trend.

use domain::{
    quantity::Grams,
    session::SessionId,
    time::{Instant, LocalDate},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{load::estimate::e1rm, records::Performance, suggestion::history::Trend};

/// an estimate from more reps says little; trend and best leave it out.
pub const LOOSE_REPS: u32 = 12;

/// performances of which a mean is made, and as many before them to compare with.
const RECENT: usize = 3;

/// tenths of a percent by which means may differ and still be stable.
const STABLE: i64 = 25;

/// The estimated maxima of an exercise, one for each performance (SG-6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// Oldest first; performances without an estimate are left out.
    pub points: Vec<CurvePoint>,
    /// The highest that counts, reached first on its day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<CurvePoint>,
    /// Where it goes.
    pub trend: Trend,
    /// By how many tenths of a percent the last three are above the three before them, if there are six.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i64>,
}

/// The estimated maximum of one performance: that of its best set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CurvePoint {
    /// The athlete's date.
    pub date: LocalDate,
    /// In which session.
    pub session_id: SessionId,
    /// How much.
    pub e1rm_g: Grams,
    /// The reps of that set.
    pub reps: u32,
    /// Whether it comes from more than 12 reps, which says little.
    pub loose: bool,
    /// Whether it was a deload session.
    pub deload: bool,
}

impl CurvePoint {
    /// Whether trend and best look at it.
    const fn counts(&self) -> bool {
        !self.loose && !self.deload
    }
}

/// The curve of one exercise, from its performances in any order.
pub fn curve(performances: &[Performance<'_>]) -> Curve {
    let mut dated: Vec<(Instant, CurvePoint)> =
        performances.iter().filter_map(|one| Some((one.started_at, point(one)?))).collect();
    dated.sort_by_key(|(at, point)| (*at, point.session_id));
    let points: Vec<CurvePoint> = dated.into_iter().map(|(_, point)| point).collect();
    let counted: Vec<Grams> = points.iter().filter(|point| point.counts()).map(|one| one.e1rm_g).collect();
    let mut best: Option<CurvePoint> = None;
    for point in points.iter().filter(|point| point.counts()) {
        if best.is_none_or(|best| point.e1rm_g > best.e1rm_g) {
            best = Some(*point);
        }
    }
    let (trend, change) = trend_of(&counted);
    Curve { points, best, trend, change }
}

/// where values go, oldest first: the mean of the last three against the three before, and their difference in
/// tenths of a percent, toward zero.
pub fn trend_of(values: &[Grams]) -> (Trend, Option<i64>) {
    let Some(from) = values.len().checked_sub(2 * RECENT) else { return (Trend::Insufficient, None) };
    let sum = |values: &[Grams]| values.iter().map(|grams| grams.0).sum::<i64>();
    let (old, new) = values[from..].split_at(RECENT);
    let (old, new) = (sum(old), sum(new));
    let trend = match 1000 * new {
        new if new > (1000 + STABLE) * old => Trend::Improving,
        new if new < (1000 - STABLE) * old => Trend::Declining,
        _ => Trend::Stable,
    };
    (trend, Some(1000 * (new - old) / old.max(1)))
}

/// What a performance is worth: the best of the sets that say much, else the best of all.
fn point(one: &Performance<'_>) -> Option<CurvePoint> {
    let sets = one.sets.iter().filter(|set| set.is_performed());
    let estimates = sets.filter_map(|set| {
        let reps = set.reps?;
        Some((e1rm(one.exercise, set.load_g?, reps, one.bodyweight)?, reps))
    });
    let (e1rm_g, reps) = estimates.max_by_key(|(grams, reps)| (*reps <= LOOSE_REPS, *grams))?;
    let loose = reps > LOOSE_REPS;
    Some(CurvePoint { date: one.date, session_id: one.session_id, e1rm_g, reps, loose, deload: one.deload })
}
