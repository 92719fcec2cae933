//! A-2: the figures of each day, for one athlete; days that were missed are made up (P-42, A-4..A-12).

mod evidence;

use std::collections::BTreeMap;

use domain::{
    progress::ProgressRecord,
    session::{Intent, SelectionMode},
    spec::SpecId,
    time::{DateSpan, Instant, LocalDate, add_days},
};
use store::MetricRow;
use training::{
    kpi::{self, Rate, gate::RETENTION, trend::TREND_DAYS},
    quality::{
        QualityTuning,
        answer::{ACCEPTANCE, Answers, OUTCOME_GOOD, answers},
        effort::{RPE_DRIFT, drift},
        metric::{Evidence, Metric, metrics},
    },
};

use self::evidence::Gathered;
use super::{ALERTS, Done, Due, count};
use crate::{
    problem::Problem,
    service::{
        app::{App, Work},
        figures::kpi_type,
        kpi::{Cohort, Counted, KpiFacts, gate::COHORT_DAYS},
    },
};

/// A-2: how far back missed days are made up.
pub(super) const MADE_UP_DAYS: i64 = 35;

/// Section 2 of the chapter: the windows of the KPIs.
const KPI_DAYS: [u32; 3] = [7, 28, 84];

/// Figures that are narrowed to nothing.
const ALL: &str = "{}";

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let athlete = work.id();
    let span = missed(&mut work, add_days(due.date, -1)).await?;
    let gathered = Gathered::load(&mut work, span).await?;
    let (mut days, mut figures) = (0, 0);
    for date in span.days() {
        let rows = rows(&gathered, &work, date);
        work.tx.replace_metrics(Some(athlete), date, &rows).await?;
        days += 1;
        figures += count(rows.len());
    }
    // What the figures say is told once they are there.
    let alerts = work.job(ALERTS, span.to.to_string());
    work.tx.enqueue(&[alerts]).await?;
    Ok(Done::new(work.tx, [("days", days), ("figures", figures)]))
}

/// The days without figures up to the last one, which is counted in any case.
async fn missed(work: &mut Work<'_>, last: LocalDate) -> Result<DateSpan, Problem> {
    let athlete = work.id();
    let oldest = add_days(last, 1 - MADE_UP_DAYS).max(work.athlete.created_at.local_date(work.zone()));
    let newest = work.tx.newest_metric(Some(athlete)).await?;
    let from = newest.map_or(oldest, |newest| add_days(newest, 1).max(oldest));
    Ok(DateSpan { from: from.min(last), to: last })
}

/// One figure before it is a row.
struct Figure {
    metric_type: String,
    window_days: u32,
    dims: String,
    rate: Rate,
}

impl Figure {
    fn new(metric_type: impl Into<String>, window_days: u32, dims: impl Into<String>, rate: Rate) -> Self {
        Self { metric_type: metric_type.into(), window_days, dims: dims.into(), rate }
    }
}

/// The figures of a day; what has nothing to count is left out (A-1).
fn rows(gathered: &Gathered, work: &Work<'_>, date: LocalDate) -> Vec<MetricRow> {
    let mut figures = progression(gathered, date);
    figures.extend(suggestions(gathered, date));
    figures.extend(effort(gathered, date));
    figures.extend(kpis(&gathered.kpi.counted(date, work.now), date));
    figures.extend(retention(&gathered.kpi, date));
    let row = |figure: Figure| MetricRow {
        athlete: Some(work.id()),
        metric_type: figure.metric_type,
        report_date: date,
        window_days: figure.window_days,
        dims: figure.dims,
        numerator: figure.rate.numerator,
        denominator: figure.rate.denominator,
        status: "ok".to_owned(),
        engine_version: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: work.now,
    };
    figures.into_iter().filter(|figure| figure.rate.denominator > 0).map(row).collect()
}

/// A-4..A-10: the KPIs of each window, by mode and intent, and what each muscle got of its target; the trend of anchors has a
/// window of its own (A-9).
fn kpis(counted: &Counted, date: LocalDate) -> Vec<Figure> {
    let kpi = |days: u32, figure: kpi::Figure| {
        let (mode, intent) =
            (figure.dims.mode.map(SelectionMode::as_str), figure.dims.intent.map(Intent::as_str));
        let dims = dims([("mode", mode), ("intent", intent)]);
        Figure::new(kpi_type(figure.name), days, dims, figure.rate)
    };
    let mut all: Vec<Figure> = counted.trend().into_iter().map(|figure| kpi(TREND_DAYS, figure)).collect();
    for days in KPI_DAYS {
        let window = trailing(date, days);
        all.extend(counted.figures(window).into_iter().map(|figure| kpi(days, figure)));
        for (muscle, [planned, done]) in counted.by_muscle(window) {
            let dims = dims([("muscle", Some(muscle.as_str()))]);
            all.push(Figure::new("volume_planned", days, dims.as_str(), planned));
            all.push(Figure::new("volume_done", days, dims, done));
        }
    }
    all
}

/// A-8: what the athlete adds to the retention of the installation, once day 28 has passed.
fn retention(facts: &KpiFacts, date: LocalDate) -> Vec<Figure> {
    let figure = |(cohort, rate): (Cohort, Rate)| {
        let dims = match &cohort {
            Cohort::All => ALL.to_owned(),
            Cohort::Mode(mode) => dims([("mode", Some(mode.as_str()))]),
            Cohort::Week(week) => dims([("cohort", Some(week.as_str()))]),
        };
        Figure::new(kpi_type(RETENTION), COHORT_DAYS, dims, rate)
    };
    facts.retention(date).into_iter().map(figure).collect()
}

/// The days of a window that ends on this one.
fn trailing(date: LocalDate, days: u32) -> DateSpan {
    DateSpan { from: add_days(date, 1 - i64::from(days)), to: date }
}

/// P-42, A-12: the figures of the progression, of all exercises and of each.
fn progression(gathered: &Gathered, date: LocalDate) -> Vec<Figure> {
    let records = gathered.records_by(date);
    let tuning = QualityTuning::default();
    let overridden = gathered.overridden_by(date);
    let figures = |records: &[ProgressRecord], fatigue: Option<&[LocalDate]>, dims: &str| -> Vec<Figure> {
        let evidence = Evidence { records, overridden: &overridden, fatigue };
        let figure = |metric: Metric| {
            let rate = Rate { numerator: metric.numerator.into(), denominator: metric.denominator.into() };
            Figure::new(metric.metric_type.as_str(), metric.window_days, dims, rate)
        };
        metrics(&evidence, date, &tuning).into_iter().map(figure).collect()
    };
    let mut found = figures(&records, Some(&gathered.fatigue), ALL);
    let mut by_exercise = BTreeMap::<&str, Vec<ProgressRecord>>::new();
    for record in &records {
        by_exercise.entry(&record.exercise_key).or_default().push(record.clone());
    }
    for (exercise, records) in by_exercise {
        found.extend(figures(&records, None, &dims([("exercise", Some(exercise))])));
    }
    found
}

/// A-12: how many proposals were accepted of those that a person decided on, and how many turned out good, by rule.
fn suggestions(gathered: &Gathered, date: LocalDate) -> Vec<Figure> {
    let figures = |(rule, answers): (Option<SpecId>, Answers)| {
        let rule = rule.map(|rule| rule.to_string());
        let dims = dims([("rule", rule.as_deref())]);
        [(ACCEPTANCE, answers.acceptance), (OUTCOME_GOOD, answers.good)]
            .map(|((name, days), rate)| Figure::new(name, days, dims.as_str(), rate))
    };
    answers(&gathered.answered(), date, &gathered.zone).into_iter().flat_map(figures).collect()
}

/// A-12: how effort drifts.
fn effort(gathered: &Gathered, date: LocalDate) -> Option<Figure> {
    let (name, days) = RPE_DRIFT;
    drift(&gathered.records_by(date), date).map(|rate| Figure::new(name, days, ALL, rate))
}

/// A-2: what a figure is narrowed to, as canonical JSON.
fn dims<const N: usize>(parts: [(&'static str, Option<&str>); N]) -> String {
    let parts: BTreeMap<_, _> = parts.into_iter().filter_map(|(name, word)| Some((name, word?))).collect();
    serde_json::to_string(&parts).unwrap_or_else(|_| ALL.to_owned())
}

/// The first instant after a day.
fn end_of(zone: &domain::time::Zone, date: LocalDate) -> Instant {
    zone.start_of(add_days(date, 1)).unwrap_or(Instant::EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_2_dimensions_are_canonical_json() {
        assert_eq!(
            dims([("mode", Some("AUTO")), ("intent", Some("push"))]),
            r#"{"intent":"push","mode":"AUTO"}"#
        );
        assert_eq!(dims([("mode", None), ("intent", None)]), ALL);
    }
}
