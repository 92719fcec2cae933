//! the figures of the installation: those of its athletes added up, and none that would show a person.

use domain::time::{DateSpan, Instant, LocalDate, add_days};
use jiff::civil::Weekday;
use store::{MetricRow, MetricSum, Tx};
use training::kpi::Rate;

use super::{Done, Due, count, metrics::MADE_UP_DAYS};
use crate::{
    problem::Problem,
    service::{
        app::App,
        kpi::gate::{COHORT_DAYS, GATE, verdict},
    },
};

/// figures of fewer athletes are kept without values.
pub(in crate::service) const FEWEST_ATHLETES: i64 = 5;

/// The windows in which an athlete who has trained is active.
pub(in crate::service) const ACTIVE_DAYS: [u32; 2] = [7, 28];

/// The days of athletes in the west end later; so many days are added up again.
const LATE_DAYS: i64 = 2;

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut tx = app.store.write().await?;
    let last = add_days(due.date, -1);
    let oldest = add_days(last, 1 - MADE_UP_DAYS);
    let newest = tx.newest_metric(None).await?.unwrap_or(oldest);
    let from = add_days(newest, 1).min(add_days(last, 1 - LATE_DAYS)).max(oldest);
    let (mut figures, mut suppressed) = (0, 0);
    for date in (DateSpan { from, to: last }).days() {
        let mut sums = tx.metric_sums(date).await?;
        sums.extend(active(&mut tx, date).await?);
        let is_week = date.weekday() == Weekday::Sunday;
        let gate = if is_week { gate_rows(&sums, date, app.now()) } else { Vec::new() };
        let hidden = sums.iter().filter(|sum| sum.athletes < FEWEST_ATHLETES).count();
        let row = |sum: MetricSum| {
            let (numerator, denominator, status) = if sum.athletes < FEWEST_ATHLETES {
                (0, 0, "suppressed")
            } else {
                (sum.numerator, sum.denominator, "ok")
            };
            MetricRow {
                athlete: None,
                metric_type: sum.metric_type,
                report_date: date,
                window_days: u32::try_from(sum.window_days).unwrap_or(0),
                dims: sum.dims,
                numerator,
                denominator,
                status: status.to_owned(),
                engine_version: env!("CARGO_PKG_VERSION").to_owned(),
                created_at: app.now(),
            }
        };
        let rows: Vec<MetricRow> = sums.into_iter().map(row).chain(gate).collect();
        tx.replace_metrics(None, date, &rows).await?;
        figures += count(rows.len());
        suppressed += count(hidden);
    }
    Ok(Done::new(tx, [("figures", figures), ("suppressed", suppressed)]))
}

/// what the gate says of a week, once it is over; a row without enough data says so.
pub(in crate::service) fn gate_rows(
    sums: &[MetricSum],
    date: LocalDate,
    created_at: Instant,
) -> Vec<MetricRow> {
    let row = |(dims, rate): (String, Option<Rate>)| {
        let (rate, status) = rate.map_or((Rate::default(), "insufficient"), |rate| (rate, "ok"));
        MetricRow {
            athlete: None,
            metric_type: GATE.to_owned(),
            report_date: date,
            window_days: COHORT_DAYS,
            dims,
            numerator: rate.numerator,
            denominator: rate.denominator,
            status: status.to_owned(),
            engine_version: env!("CARGO_PKG_VERSION").to_owned(),
            created_at,
        }
    };
    verdict(sums).into_iter().map(row).collect()
}

/// how many athletes have trained of late, of all that ever have.
async fn active(tx: &mut Tx, date: LocalDate) -> Result<Vec<MetricSum>, Problem> {
    let ever = tx.active_athletes(DateSpan { from: LocalDate::MIN, to: date }).await?;
    let mut sums = Vec::new();
    for days in ACTIVE_DAYS {
        let window = DateSpan { from: add_days(date, 1 - i64::from(days)), to: date };
        let numerator = tx.active_athletes(window).await?;
        if ever > 0 {
            sums.push(MetricSum {
                metric_type: "athletes_active".to_owned(),
                window_days: days.into(),
                dims: "{}".to_owned(),
                numerator,
                denominator: ever,
                athletes: numerator,
            });
        }
    }
    Ok(sums)
}
