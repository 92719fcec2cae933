//! Figures and events, as they are kept.

use domain::{
    progress::{ProgressionEvent, ProgressionEventType},
    time::{DateSpan, Instant, LocalDate, days_between},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{EventFilter, Figures, MetricRow};
use training::kpi::Rate;

use super::app::{App, Caller, Scope};
use crate::problem::{BAD_RANGE, Problem};

/// The first and the last day that are asked for; absent: as the use case has it.
pub type Days = (Option<LocalDate>, Option<LocalDate>);

/// no more days are asked for at once: five years.
const MOST_DAYS: i64 = 5 * 365 + 2;

/// days in order, and no more than five years of them.
pub(super) fn span(from: LocalDate, to: LocalDate) -> Result<DateSpan, Problem> {
    if from > to || days_between(from, to) >= MOST_DAYS {
        return Err(Problem::new(BAD_RANGE).fact("from", from).fact("to", to));
    }
    Ok(DateSpan { from, to })
}

/// how many events one page has.
pub const EVENTS_PER_PAGE: i64 = 100;

/// One figure of one day, as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Figure {
    /// What was counted.
    pub metric_type: String,
    /// The last day of the window.
    pub report_date: LocalDate,
    /// How many days the window has.
    pub window_days: u32,
    /// What it is narrowed to.
    pub dims: serde_json::Value,
    /// How many.
    pub numerator: i64,
    /// Of how many.
    pub denominator: i64,
    /// The one divided by the other, with three decimals.
    pub value: String,
    /// Whether it can be shown.
    pub status: String,
}

impl From<MetricRow> for Figure {
    fn from(row: MetricRow) -> Self {
        let rate = Rate { numerator: row.numerator, denominator: row.denominator };
        Self {
            metric_type: row.metric_type,
            report_date: row.report_date,
            window_days: row.window_days,
            dims: serde_json::from_str(&row.dims).unwrap_or_default(),
            numerator: row.numerator,
            denominator: row.denominator,
            value: rate.to_string(),
            status: row.status,
        }
    }
}

/// The figures of an athlete from one day to another, of one type or all.
pub async fn list(
    app: &App,
    caller: &Caller,
    metric_type: Option<&str>,
    (from, to): Days,
) -> Result<Vec<Figure>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let to = to.unwrap_or_else(|| work.today());
    let newest = work.tx.newest_metric(Some(caller.athlete)).await?;
    let DateSpan { from, to } = span(from.unwrap_or_else(|| newest.map_or(to, |newest| newest.min(to))), to)?;
    let rows = work.tx.metrics(Some(caller.athlete), Figures { metric_type, from, to }).await?;
    Ok(rows.into_iter().map(Figure::from).collect())
}

/// The events of an athlete before an instant, newest first, a page of them.
pub async fn events(
    app: &App,
    caller: &Caller,
    exercise: Option<&str>,
    kind: Option<ProgressionEventType>,
    before: Option<Instant>,
) -> Result<Vec<ProgressionEvent>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let before = before.unwrap_or_else(|| work.now.plus_seconds(1));
    let since = Instant::EPOCH;
    let filter = EventFilter { exercise, kind, trace: None, since, before, limit: EVENTS_PER_PAGE };
    Ok(work.tx.events(caller.athlete, &filter).await?)
}
