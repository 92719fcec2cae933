//! Estimated maxima over time (P-50, A-23).

use std::{cmp::Reverse, collections::BTreeMap};

use domain::{quantity::Grams, time::LocalDate};

use training::strength::LOOSE_REPS;

use crate::{
    chart::{Mark, Point, Series, Shape, Timeline},
    service::overview::{PastDay, Trained},
    viewer::Viewer,
};

/// P-50: strength looks back half a year.
pub(crate) const STRENGTH_DAYS: i64 = 180;
/// Lifts that are told apart in one picture, and drawn on one page.
const LIFTS: usize = 4;

/// The lifts with an estimated maximum on most days since one, those that can open a session first.
pub(crate) fn main_lifts(exercises: &[Trained], since: LocalDate) -> Vec<&Trained> {
    let known = |trained: &Trained| {
        trained.days.iter().filter(|day| since <= day.date && day.e1rm_g.is_some()).count()
    };
    let mut lifts: Vec<&Trained> = exercises.iter().filter(|trained| known(trained) >= 2).collect();
    lifts.sort_by_key(|trained| (!trained.is_main, Reverse(known(trained)), trained.exercise.clone()));
    lifts.truncate(LIFTS);
    lifts
}

/// P-50, A-23: the estimated maximum of some exercises since a day, a line each; new bests are marked.
pub(crate) fn strength(lifts: &[&Trained], since: LocalDate, at: &Viewer<'_>) -> Timeline {
    let mass = at.mass();
    let drawn: Vec<(String, BTreeMap<LocalDate, Point>)> = lifts
        .iter()
        .map(|lift| {
            let mut points = marked(&lift.days, |grams| mass.value(grams));
            points.retain(|date, _| since <= *date);
            (at.name(&lift.exercise).to_owned(), points)
        })
        .collect();
    let mut dates: Vec<LocalDate> = drawn.iter().flat_map(|(_, points)| points.keys().copied()).collect();
    dates.sort_unstable();
    dates.dedup();
    let (id, title, says) = match (lifts, &drawn[..]) {
        ([lift], [(name, _)]) => {
            let says = at.text_with("web-progress-strength-says", [("exercise", name.as_str().into())]);
            (format!("e1rm-{}", lift.exercise), name.clone(), says)
        }
        _ => ("strength".to_owned(), at.text("web-progress-strength"), at.text("chart-strength-says")),
    };
    let is_one = drawn.len() == 1;
    let series = drawn.into_iter().map(|(name, points)| Series {
        name: if is_one { at.text("web-progress-e1rm") } else { name },
        // Days on which only another lift was trained do not part the line.
        shape: Shape::Linked,
        points: dates.iter().map(|date| points.get(date).copied()).collect(),
    });
    Timeline {
        caption: at.caption(&id, title, says, "web-progress-strength-none"),
        format: mass.format,
        moment_name: at.text("web-progress-day-head"),
        moments: dates.iter().map(|date| at.moment(*date)).collect(),
        series: series.collect(),
        ..Timeline::default()
    }
}

/// The best of each day, oldest first: a ring from too many reps, a star for a new best.
fn marked(days: &[PastDay], value: impl Fn(Grams) -> i64) -> BTreeMap<LocalDate, Point> {
    let (mut best, mut points) = (0, BTreeMap::<LocalDate, Point>::new());
    for day in days {
        let Some(estimate) = day.e1rm_g else { continue };
        let is_loose = day.best_reps().is_some_and(|reps| reps > LOOSE_REPS);
        let mark = match () {
            () if is_loose => Mark::Hollow,
            () if best > 0 && estimate > best => Mark::Record,
            () => Mark::Plain,
        };
        if !is_loose {
            best = best.max(estimate);
        }
        let point = Point { value: value(Grams(estimate)), mark };
        let known = points.entry(day.date).or_insert(point);
        if known.value < point.value {
            *known = point;
        }
    }
    points
}
