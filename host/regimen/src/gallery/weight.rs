//! Body weight over time.

use std::collections::BTreeMap;

use domain::{
    quantity::{Grams, div_half_up},
    time::{LocalDate, add_days, days_between},
};

use crate::{
    chart::{Mark, Point, Series, Shape, Timeline},
    reader::Reader,
    service::body::Weight,
    viewer::Viewer,
};

/// every weight, and the mean of seven days.
pub(crate) fn weight(weights: &[Weight], title: String, at: &Viewer<'_>) -> Timeline {
    let mass = at.mass();
    // Of several weights of a day the last one counts.
    let days: BTreeMap<LocalDate, Grams> = weights.iter().map(|weight| (weight.date, weight.grams)).collect();
    let point = |grams: Grams| Some(Point { value: mass.value(grams), mark: Mark::Plain });
    let means = days.keys().map(|date| mean(weights, *date).and_then(point)).collect();
    let raw = days.values().map(|grams| point(*grams)).collect();
    Timeline {
        caption: at.caption("weight", title, at.text("web-progress-weight-says"), "web-progress-weight-none"),
        format: mass.format,
        moment_name: at.text("web-progress-day-head"),
        moments: days.keys().map(|date| at.moment(*date)).collect(),
        series: vec![
            Series { name: at.text("web-progress-mean"), shape: Shape::Line, points: means },
            Series { name: at.text("web-progress-weighed"), shape: Shape::Dots, points: raw },
        ],
        ..Timeline::default()
    }
}

/// The mean of the seven days up to a day.
fn mean(weights: &[Weight], to: LocalDate) -> Option<Grams> {
    let within = weights.iter().filter(|weight| (0..7).contains(&days_between(weight.date, to)));
    let all: Vec<i64> = within.map(|weight| weight.grams.0).collect();
    let count = i64::try_from(all.len()).ok().filter(|count| *count > 0)?;
    Some(Grams(div_half_up(all.iter().sum(), count)))
}

/// The last seven days against those before them.
pub(crate) fn weight_trend(weights: &[Weight], reader: &Reader<'_>) -> Option<String> {
    let last = weights.last()?.date;
    let now = mean(weights, last)?;
    let Some(before) = mean(weights, add_days(last, -7)) else {
        return Some(reader.text_with("body-first-week", [("mean", reader.load(now).into())]));
    };
    let way = match now.cmp(&before) {
        std::cmp::Ordering::Less => "less",
        std::cmp::Ordering::Equal => "same",
        std::cmp::Ordering::Greater => "more",
    };
    let change = Grams((now.0 - before.0).abs());
    let facts =
        [("mean", reader.load(now).into()), ("change", reader.load(change).into()), ("way", way.into())];
    Some(reader.text_with("body-week", facts))
}
