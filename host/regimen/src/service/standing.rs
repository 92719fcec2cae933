//! How the installation stands, for those who run it: the figures of its last days as gauges.
//!
//! They are read from the rows that `metrics_all` keeps, so that a scrape costs the same with ten athletes and
//! with millions. Figures of fewer than five athletes are not shown, unless so few live here and the operator, who
//! most probably is one of them, asks for it.

use std::collections::BTreeMap;

use domain::time::{DateSpan, LocalDate, add_days};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use store::{MetricSum, Tx};
use training::kpi::Rate;

use super::{
    app::App,
    jobs::metrics_all::{ACTIVE_DAYS, FEWEST_ATHLETES},
};
use crate::problem::Problem;

/// Figures of days before that tell nothing about now.
const STALE_DAYS: i64 = 3;
/// So many days are looked at for days in a row, and for the week before.
const DAYS: i64 = 14;
/// a day counts as one of many regressions above this share, in percent, of at least so many decisions.
const REGRESSION: (i64, i64) = (25, 5);
/// The window of the KPIs that are shown.
const KPI_DAYS: u32 = 28;

/// What may be shown, and what it is.
pub const GAUGES: [(&str, &str); 9] = [
    ("progression_accuracy", "Share of advances in 90 days after which the next session held"),
    ("progression_accuracy_known", "Advances in 90 days of which that is known"),
    ("progression_regression_rate", "Share of steps back among the decisions of 7 days"),
    ("progression_regression_days", "Days in a row with more than a quarter of steps back"),
    ("progression_fatigue_alerts_week", "Flags of fatigue raised this week"),
    ("progression_fatigue_alerts_previous_week", "Flags of fatigue raised last week"),
    ("progression_manual_override_rate", "Share of decisions in 28 days that a person took back"),
    ("kpi", "KPIs of 28 days by name, mode and intent"),
    ("athletes_active", "Athletes who have trained within so many days"),
];

/// One figure.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Gauge {
    /// Its name, without the prefix.
    pub name: &'static str,
    /// What it is narrowed to.
    pub labels: Vec<(String, String)>,
    /// How much.
    pub value: f64,
}

/// What was counted on a day, by type, window and dimensions.
type Days = BTreeMap<LocalDate, BTreeMap<(String, u32, String), Rate>>;

/// The figures that an operator may see; `small` shows those of an installation with few athletes, too.
pub async fn gauges(app: &App, small: bool) -> Result<Vec<Gauge>, Problem> {
    let today = app.now().local_date(&domain::time::Zone::UTC);
    let mut tx = app.store.read().await?;
    let Some(newest) = tx.newest_metric(None).await? else { return Ok(vec![]) };
    if newest < add_days(today, -STALE_DAYS) {
        return Ok(vec![]);
    }
    let is_small = small && tx.athletes_below(FEWEST_ATHLETES).await?;
    let days = if is_small { added_up(&mut tx, newest).await? } else { kept(&mut tx, newest).await? };
    let mut gauges = progression(&days, newest);
    gauges.extend(kpis(&days, newest));
    for window in ACTIVE_DAYS {
        let from = add_days(newest, 1 - i64::from(window));
        let active = if is_small {
            Some(tx.active_athletes(DateSpan { from, to: newest }).await?)
        } else {
            rate(&days, newest, "athletes_active", window).map(|rate| rate.numerator)
        };
        let labels = vec![("days".to_owned(), window.to_string())];
        gauges.extend(active.map(|active| Gauge { name: "athletes_active", labels, value: number(active) }));
    }
    Ok(gauges)
}

/// The rows of the installation.
async fn kept(tx: &mut Tx, newest: LocalDate) -> Result<Days, Problem> {
    let mut days = Days::new();
    for row in tx.installation_metrics(add_days(newest, 1 - DAYS), newest, KPI_DAYS).await? {
        let rate = Rate { numerator: row.numerator, denominator: row.denominator };
        let of_day = days.entry(row.report_date).or_default();
        of_day.insert((row.metric_type, row.window_days, row.dims), rate);
    }
    Ok(days)
}

/// The rows of the few athletes, added up now.
async fn added_up(tx: &mut Tx, newest: LocalDate) -> Result<Days, Problem> {
    let mut days = Days::new();
    for date in (DateSpan { from: add_days(newest, 1 - DAYS), to: newest }).days() {
        let sums = tx.metric_sums(date).await?.into_iter();
        let rates =
            sums.map(|MetricSum { metric_type, window_days, dims, numerator, denominator, .. }| {
                let window_days = u32::try_from(window_days).unwrap_or(0);
                ((metric_type, window_days, dims), Rate { numerator, denominator })
            });
        days.insert(date, rates.collect());
    }
    Ok(days)
}

fn rate(days: &Days, date: LocalDate, metric: &str, window: u32) -> Option<Rate> {
    days.get(&date)?.get(&(metric.to_owned(), window, "{}".to_owned())).copied()
}

/// P-42: how well levels are decided.
fn progression(days: &Days, newest: LocalDate) -> Vec<Gauge> {
    let plain = |name, value| Gauge { name, labels: vec![], value };
    let mut gauges = Vec::new();
    if let Some(accuracy) = rate(days, newest, "progression_accuracy", 90) {
        gauges.push(plain("progression_accuracy", share(accuracy)));
        gauges.push(plain("progression_accuracy_known", number(accuracy.denominator)));
    }
    let regression = |date| rate(days, date, "progression_regression_rate", 7);
    if let Some(now) = regression(newest) {
        gauges.push(plain("progression_regression_rate", share(now)));
        let back = (0..DAYS).map(|ago| regression(add_days(newest, -ago)));
        let in_a_row = back.take_while(|rate| rate.is_some_and(is_high)).count();
        gauges.push(plain("progression_regression_days", number(in_a_row.try_into().unwrap_or(0))));
    }
    let monday = add_days(newest, -i64::from(newest.weekday().to_monday_zero_offset()));
    let weeks = [
        ("progression_fatigue_alerts_week", newest),
        ("progression_fatigue_alerts_previous_week", add_days(monday, -1)),
    ];
    for (name, date) in weeks {
        let alerts = rate(days, date, "progression_fatigue_alerts", 7);
        gauges.extend(alerts.map(|alerts| plain(name, number(alerts.numerator))));
    }
    let overrides = rate(days, newest, "progression_manual_override_rate", 28);
    gauges.extend(overrides.map(|rate| plain("progression_manual_override_rate", share(rate))));
    gauges
}

fn is_high(rate: Rate) -> bool {
    let (percent, least) = REGRESSION;
    rate.denominator >= least && 100 * rate.numerator > percent * rate.denominator
}

/// Section 2 of the chapter: the figures of the last four weeks, by mode and intent.
fn kpis(days: &Days, newest: LocalDate) -> Vec<Gauge> {
    let of_day = days.get(&newest).into_iter().flatten();
    let kpis = of_day.filter_map(|((metric, window, dims), rate)| {
        let name = metric.strip_prefix("kpi_").filter(|_| *window == KPI_DAYS)?;
        let dims: BTreeMap<String, Value> = serde_json::from_str(dims).ok()?;
        // A muscle or an exercise would make a series of each.
        if dims.keys().any(|dim| !matches!(dim.as_str(), "mode" | "intent")) {
            return None;
        }
        let word = |dim: &str| dims.get(dim).and_then(Value::as_str).unwrap_or("all").to_owned();
        let labels = [("name", name.to_owned()), ("mode", word("mode")), ("intent", word("intent"))];
        let labels = labels.into_iter().map(|(label, value)| (label.to_owned(), value)).collect();
        Some(Gauge { name: "kpi", labels, value: share(*rate) })
    });
    kpis.collect()
}

fn share(rate: Rate) -> f64 {
    number(rate.numerator) / number(rate.denominator)
}

#[expect(clippy::cast_precision_loss, reason = "counts, far below 2^52")]
fn number(count: i64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(rates: &[(i64, i64)]) -> Days {
        let newest: LocalDate = "2026-03-15".parse().unwrap();
        let of_day = |(ago, (numerator, denominator)): (usize, &(i64, i64))| {
            let key = ("progression_regression_rate".to_owned(), 7, "{}".to_owned());
            let rate = Rate { numerator: *numerator, denominator: *denominator };
            (add_days(newest, -i64::try_from(ago).unwrap()), BTreeMap::from([(key, rate)]))
        };
        rates.iter().enumerate().map(of_day).collect()
    }

    fn in_a_row(rates: &[(i64, i64)]) -> f64 {
        let gauges = progression(&days(rates), "2026-03-15".parse().unwrap());
        gauges.iter().find(|one| one.name == "progression_regression_days").unwrap().value
    }

    #[test]
    fn a_13_days_of_regression_are_counted_back_from_the_newest() {
        let cases: [(&[(i64, i64)], f64); 4] = [
            (&[(2, 7), (3, 10), (26, 100), (1, 10)], 3.0),
            (&[(1, 4), (3, 10)], 0.0),
            (&[(25, 100)], 0.0),
            (&[(2, 5), (1, 4), (3, 5)], 1.0),
        ];
        for (rates, days) in cases {
            assert!((in_a_row(rates) - days).abs() < 1e-9, "{rates:?}");
        }
    }
}
