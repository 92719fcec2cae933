//! Whether anchors get stronger (KP-6, A-9).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    exercise::{Exercise, ExerciseKey},
    quantity::Grams,
    session::{Intent, PerformanceStatus, Session},
    time::{DateSpan, LocalDate, add_days, days_between},
};

use super::{Dims, Figure, Rate};
use crate::{load::estimate::e1rm, tuning::Tuning};

/// The best estimated one-rep maximum of an anchor on one day; for an unloaded one its volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrendPoint {
    /// Days since any fixed day.
    pub day: i64,
    /// e1RM.
    pub best: Grams,
}

/// The name of the figure in API and documents.
pub const NAME: &str = "anchorProgressionTrend";

/// how far back points are taken.
pub const TREND_DAYS: u32 = 42;

/// a trend is kept as so many parts of the first value.
const BASIS_POINTS: i64 = 10_000;

/// KP-6, fewest points of a trend.
const TREND_POINTS: usize = 3;

/// KP-6 for one anchor: the least-squares slope per week, in basis points of the first value, toward zero.
///
/// The points are oldest first. [`None`] with fewer than 3, on one day only, or from nothing.
pub fn anchor_trend_bp(points: &[TrendPoint]) -> Option<i64> {
    let first = points.first().filter(|_| points.len() >= TREND_POINTS)?;
    let n = i128::try_from(points.len()).ok()?;
    let (mut days, mut bests, mut squares, mut products) = (0_i128, 0_i128, 0_i128, 0_i128);
    for point in points {
        let (day, best) = (i128::from(point.day - first.day), i128::from(point.best.0));
        days += day;
        bests += best;
        squares += day * day;
        products += day * best;
    }
    let spread = (n * squares - days * days) * i128::from(first.best.0);
    if spread <= 0 {
        return None;
    }
    i64::try_from((n * products - days * bests) * 7 * 10_000 / spread).ok()
}

/// KP-6: the median over the anchors that have a trend, the lower one of two in the middle.
pub fn anchor_progression_trend_bp(anchors: &[Vec<TrendPoint>]) -> Option<i64> {
    let mut trends: Vec<i64> = anchors.iter().filter_map(|points| anchor_trend_bp(points)).collect();
    trends.sort_unstable();
    trends.get(trends.len().checked_sub(1)? / 2).copied()
}

/// An exercise that sessions of an intent repeat, and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// Of which sessions.
    pub intent: Intent,
    /// Which exercise.
    pub exercise: ExerciseKey,
    /// Its points, oldest first.
    pub points: Vec<TrendPoint>,
}

/// SO-4, A-9: the anchors that done sessions show up to a day, by intent and exercise, with their points of the last 42 days.
///
/// `sessions` are done ones, oldest first; easy ones do not count.
pub fn anchors<'e>(
    sessions: &[&Session],
    exercise: impl Fn(&ExerciseKey) -> Option<&'e Exercise>,
    bodyweight: Option<Grams>,
    last: LocalDate,
    tuning: &Tuning,
) -> Vec<Anchor> {
    let counted: Vec<&Session> =
        sessions.iter().copied().filter(|session| !session.deload && session.local_date <= last).collect();
    let mut found = Vec::new();
    for &intent in Intent::ALL {
        let newest = counted.iter().rev().filter(|session| session.intent == Some(intent));
        let mut seen = BTreeMap::<&ExerciseKey, usize>::new();
        for session in newest.take(tuning.anchor_window) {
            let done = session.exercises.iter().filter(|one| one.status == PerformanceStatus::Done);
            for key in done.map(|one| &one.exercise_key).collect::<BTreeSet<_>>() {
                *seen.entry(key).or_default() += 1;
            }
        }
        let anchors = seen.into_iter().filter(|(_, times)| *times >= tuning.anchor_min);
        found.extend(anchors.filter_map(|(key, _)| {
            let points = points(&counted, exercise(key)?, bodyweight, last);
            Some(Anchor { intent, exercise: key.clone(), points })
        }));
    }
    found
}

/// The best of each day of the window: estimated 1RM, or what was done of an exercise without load.
fn points(
    sessions: &[&Session],
    exercise: &Exercise,
    bodyweight: Option<Grams>,
    last: LocalDate,
) -> Vec<TrendPoint> {
    let window = DateSpan { from: add_days(last, 1 - i64::from(TREND_DAYS)), to: last };
    let (mut loaded, mut unloaded) = (BTreeMap::<i64, i64>::new(), BTreeMap::<i64, i64>::new());
    for session in sessions.iter().filter(|session| window.contains(session.local_date)) {
        let day = days_between(window.from, session.local_date);
        for one in session.exercises.iter().filter(|one| one.exercise_key == exercise.id) {
            let performed = one.sets.iter().filter(|set| set.is_performed());
            let best = performed.filter_map(|set| e1rm(exercise, set.load_g?, set.reps?, bodyweight)).max();
            let (points, value) = match best {
                Some(best) => (&mut loaded, best.0),
                None => (&mut unloaded, i64::from(one.volume())),
            };
            let known = points.entry(day).or_insert(value);
            *known = value.max(*known);
        }
    }
    let points = if loaded.is_empty() { unloaded } else { loaded };
    points.into_iter().map(|(day, best)| TrendPoint { day, best: Grams(best) }).collect()
}

/// the median of all anchors and of those of each intent, in basis points a week.
pub fn figures(anchors: &[Anchor]) -> Vec<Figure> {
    let intents = anchors.iter().map(|anchor| Some(anchor.intent)).collect::<BTreeSet<_>>();
    let groups = [None].into_iter().chain(intents);
    let figure = |intent: Option<Intent>| {
        let own = anchors.iter().filter(|anchor| intent.is_none_or(|intent| anchor.intent == intent));
        let points: Vec<Vec<TrendPoint>> = own.map(|anchor| anchor.points.clone()).collect();
        let numerator = anchor_progression_trend_bp(&points)?;
        let rate = Rate { numerator, denominator: BASIS_POINTS };
        Some(Figure { name: NAME, dims: Dims { mode: None, intent }, rate })
    };
    groups.filter_map(figure).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kp_6_a_trend_is_the_slope_per_week_of_the_first_value() {
        let points = |bests: &[i64]| -> Vec<TrendPoint> {
            let days = (0..).step_by(7);
            bests.iter().zip(days).map(|(&best, day)| TrendPoint { day, best: Grams(best * 1000) }).collect()
        };
        let rising = points(&[100, 101, 103, 104]);
        let falling = points(&[100, 98, 96]);
        assert_eq!(anchor_trend_bp(&rising), Some(140));
        assert_eq!(anchor_trend_bp(&falling), Some(-200));
        assert_eq!(anchor_trend_bp(&points(&[100, 101])), None);
        assert_eq!(anchor_trend_bp(&points(&[0, 0, 0])), None);
        assert_eq!(anchor_progression_trend_bp(&[rising.clone(), falling, points(&[1, 2])]), Some(-200));
        assert_eq!(anchor_progression_trend_bp(&[rising]), Some(140));
        assert_eq!(anchor_progression_trend_bp(&[]), None);
    }

    #[test]
    fn a_9_the_figure_is_the_median_of_all_and_of_each_intent() {
        let anchor = |intent: Intent, step: i64| {
            let point = |n: i64| TrendPoint { day: 7 * n, best: Grams(100_000 + step * n) };
            Anchor { intent, exercise: "push_up".parse().unwrap(), points: (0..3).map(point).collect() }
        };
        let all =
            figures(&[anchor(Intent::Push, 1000), anchor(Intent::Push, 3000), anchor(Intent::Legs, -2000)]);
        let shown: Vec<_> =
            all.iter().map(|one| (one.dims.intent, one.rate.numerator, one.rate.to_string())).collect();
        let expected = [
            (None, 100, "0.010".to_owned()),
            (Some(Intent::Push), 100, "0.010".to_owned()),
            (Some(Intent::Legs), -200, "-0.020".to_owned()),
        ];
        assert_eq!(shown, expected);
        assert_eq!(figures(&[]), []);
    }
}
