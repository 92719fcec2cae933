//! The charts of the product (P-50, A-21): what each shows, from facts and a viewer. Pages, API, command line and
//! reports draw the same ones.
//!
//! Read in this order: [`draw`] (every chart that has a name), `period` (weeks and months), then the charts.

mod days;
mod ladder;
mod muscles;
mod period;
mod progress;
mod strength;
#[cfg(test)]
mod tests;
mod weight;

use domain::time::add_days;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use self::{
    days::{calendar, weekly_sets},
    ladder::ladder,
    muscles::{Muscles, muscle_volume},
    strength::{STRENGTH_DAYS, main_lifts, strength},
    weight::{weight, weight_trend},
};
use crate::{
    chart::{Chart, Run, Table},
    service::{
        charts::{ChartFacts, ChartName, Span},
        overview::Trained,
    },
    viewer::Viewer,
};

/// a body weight is drawn for so many days.
const WEIGHT_DAYS: i64 = 84;

/// What of a chart is wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wanted {
    /// Only this exercise or ladder, by its key: of `volume`, `levels`, `effort` and `strength`.
    pub exercise: Option<String>,
    /// `quarter` (default) or `year`: bars are weeks or months, and lines as long.
    pub span: Option<Span>,
}

/// A chart as programs read it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct ChartView {
    /// Its name.
    pub name: ChartName,
    /// What is shown.
    pub title: String,
    /// What it says, in a sentence.
    pub description: String,
    /// Why there is no picture, if there is none (P-50).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty: Option<String>,
    /// The unit of the values; empty for plain counts.
    pub unit: String,
    /// What is drawn; where a value is missing there is no point.
    pub series: Vec<Run>,
    /// The same in words.
    pub table: Table,
}

impl ChartView {
    /// The points of a chart.
    pub(crate) fn of(name: ChartName, chart: &dyn Chart) -> Self {
        let caption = chart.caption().clone();
        Self {
            name,
            title: caption.title,
            description: caption.description,
            empty: (!chart.is_drawable()).then_some(caption.empty),
            unit: chart.unit(),
            series: chart.runs(),
            table: chart.table(),
        }
    }
}

/// The chart of these facts.
pub(crate) fn draw(facts: &ChartFacts, wanted: &Wanted, at: &Viewer<'_>) -> Box<dyn Chart> {
    let (span, exercise) = (wanted.span.unwrap_or(Span::Quarter), wanted.exercise.as_deref());
    match facts {
        ChartFacts::Volume(records) => Box::new(progress::volume(records, exercise, span, at)),
        ChartFacts::Levels(records, back) => Box::new(progress::levels(records, back, exercise, span, at)),
        ChartFacts::Effort(records) => Box::new(progress::effort(records, exercise, span, at)),
        ChartFacts::Decisions(records) => Box::new(progress::decisions(records, span, at)),
        ChartFacts::Strength(exercises) => {
            let since = span.since(STRENGTH_DAYS, at.today);
            let named = |trained: &&Trained| exercise.is_some_and(|key| trained.exercise.as_str() == key);
            let lifts = match exercise {
                Some(_) => exercises.iter().filter(named).collect(),
                None => main_lifts(exercises, since),
            };
            Box::new(strength(&lifts, since, at))
        }
        ChartFacts::Adherence(sessions) => Box::new(days::adherence(sessions, span, at)),
        ChartFacts::MuscleVolume(week) => Box::new(muscle_volume(week, Muscles::Hard, at)),
        ChartFacts::BodyWeight(weights) => {
            let since = span.since(WEIGHT_DAYS, at.today);
            // The mean of the first days needs the six before them.
            let known = weights.iter().filter(|weight| add_days(since, -6) <= weight.date);
            let known: Vec<_> = known.copied().collect();
            Box::new(weight(&known, at.text("web-progress-weight"), at))
        }
        ChartFacts::Calendar(sessions) => Box::new(calendar(sessions, at)),
    }
}
