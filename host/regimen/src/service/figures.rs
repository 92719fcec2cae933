//! Figures and events, as they are kept.

use domain::{
    progress::{ProgressionEvent, ProgressionEventType},
    time::{DateSpan, Instant, LocalDate, add_days, days_between},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{EventFilter, Figures, MetricRow};
use training::{
    kpi::{self, Rate, gate::RETENTION},
    quality::{
        answer::{ACCEPTANCE, OUTCOME_GOOD},
        effort::RPE_DRIFT,
        metric::MetricType,
    },
};

use super::app::{App, Caller, Scope};
use crate::problem::{BAD_RANGE, Problem, UNKNOWN_METRIC};

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

/// Figures of an athlete beside those of the progression and the KPIs.
const OTHERS: [&str; 5] = [ACCEPTANCE.0, OUTCOME_GOOD.0, RPE_DRIFT.0, "volume_planned", "volume_done"];

/// every type of figure that is counted for an athlete.
pub fn types() -> Vec<String> {
    let progression = MetricType::ALL.iter().map(ToString::to_string);
    let kpis = kpi::names().chain([RETENTION]).map(kpi_type);
    progression.chain(OTHERS.map(str::to_owned)).chain(kpis).collect()
}

/// `kpi_` and the name of the API in snake case.
pub(super) fn kpi_type(name: &str) -> String {
    let mut snake = String::from("kpi_");
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
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
    if let Some(unknown) = metric_type.filter(|name| !types().iter().any(|known| known == name)) {
        return Err(Problem::new(UNKNOWN_METRIC).fact("found", unknown).fact("names", types().join(", ")));
    }
    let to = to.unwrap_or_else(|| work.today());
    let newest = work.tx.newest_metric(Some(caller.athlete)).await?;
    let DateSpan { from, to } = span(from.unwrap_or_else(|| newest.map_or(to, |newest| newest.min(to))), to)?;
    let rows = work.tx.metrics(Some(caller.athlete), Figures { metric_type, from, to }).await?;
    Ok(rows.into_iter().map(Figure::from).collect())
}

/// Which events are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Asked<'a> {
    /// Only of this exercise or ladder.
    pub exercise: Option<&'a str>,
    /// Only of this kind.
    pub kind: Option<ProgressionEventType>,
    /// Only of this trigger.
    pub trace: Option<&'a str>,
    /// Only of these days.
    pub days: Days,
    /// Only before this instant: the next page.
    pub before: Option<Instant>,
}

/// The events of an athlete, newest first, a page of them.
pub async fn events(app: &App, caller: &Caller, asked: Asked<'_>) -> Result<Vec<ProgressionEvent>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let Asked { exercise, kind, trace, days: (from, to), before } = asked;
    if let Some(from) = from {
        span(from, to.unwrap_or_else(|| work.today().max(from)))?;
    }
    let start = |date: LocalDate| work.zone().start_of(date).unwrap_or(Instant::EPOCH);
    let since = from.map_or(Instant::EPOCH, start);
    let end = to.map_or_else(|| work.now.plus_seconds(1), |to| start(add_days(to, 1)));
    let before = before.map_or(end, |before| before.min(end));
    let filter = EventFilter { exercise, kind, trace, since, before, limit: EVENTS_PER_PAGE };
    Ok(work.tx.events(caller.athlete, &filter).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_2_kpis_are_stored_under_their_name_in_snake_case() {
        assert_eq!(kpi_type("preStartEditRate"), "kpi_pre_start_edit_rate");
    }

    #[test]
    fn a_35_a_range_is_in_order_and_no_longer_than_five_years() {
        let day = |text: &str| text.parse::<LocalDate>().unwrap();
        let refused = |from: &str, to: &str| span(day(from), day(to)).err().map(|problem| problem.code.name);
        assert_eq!(refused("2026-03-02", "2026-03-02"), None);
        assert_eq!(refused("2024-02-29", "2029-02-28"), None);
        assert_eq!(refused("2021-03-01", "2026-03-02"), Some("bad_range"));
        assert_eq!(refused("2026-03-02", "2026-03-01"), Some("bad_range"));
    }
}
