//! P-43, A-14: too many steps back, or fatigue that grows from week to week, is told; each kind at most once in 7 days.

use domain::{
    id::Id,
    progress::{LevelDecision, ProgressionEvent, ProgressionEventType},
    reason::Fact,
    time::{Instant, LocalDate, add_days},
};
use store::{EventFilter, Figures, MetricRow};
use training::quality::{
    QualityTuning,
    alert::{AlertKind, Watch, alerts},
    metric::{Metric, MetricType},
};

use super::{Done, Due, count};
use crate::{
    problem::Problem,
    service::app::{App, Work},
};

pub(super) async fn run(app: &App, due: &Due) -> Result<Done, Problem> {
    let mut work = due.work(app).await?;
    let tuning = QualityTuning::default();
    let athlete = work.id();
    let newest = work.tx.newest_metric(Some(athlete)).await?;
    let date = newest.map_or(due.date, |newest| newest.min(due.date));
    let last_week = add_days(date, -1 - i64::from(date.weekday().to_monday_zero_offset()));
    let figures = work.figures(last_week.min(add_days(date, -7)), date).await?;
    let fatigue = |date| of(&figures, MetricType::FatigueAlerts, date).map_or(0, |row| row.numerator);
    let given = work.given_alerts(&tuning).await?;
    let watch = Watch {
        now: work.now,
        report_date: date,
        metrics: &figures,
        fatigue_week: fatigue(date),
        fatigue_week_before: fatigue(last_week),
        given: &given,
    };
    let events: Vec<ProgressionEvent> = alerts(&watch, &tuning)
        .into_iter()
        .map(|alert| ProgressionEvent {
            id: Id::derive(&["alert", &athlete.to_string(), &date.to_string(), alert.kind.as_str()]),
            athlete_id: athlete,
            event_type: ProgressionEventType::AlertTriggered,
            exercise_key: None,
            decision: LevelDecision::None,
            source: "engine".to_owned(),
            context: vec![alert.reason],
            trace_id: work.trace_id.clone(),
            created_at: work.now,
        })
        .collect();
    work.tx.add_events(&events).await?;
    Ok(Done::new(work.tx, [("alerts", count(events.len()))]))
}

fn of(metrics: &[Metric], kind: MetricType, date: LocalDate) -> Option<&Metric> {
    metrics.iter().find(|row| row.metric_type == kind && row.report_date == date)
}

impl Work<'_> {
    /// The figures of the progression over all exercises, from one day to another.
    async fn figures(&mut self, from: LocalDate, to: LocalDate) -> Result<Vec<Metric>, Problem> {
        let athlete = self.id();
        let rows = self.tx.metrics(Some(athlete), Figures { metric_type: None, from, to }).await?;
        Ok(rows.iter().filter(|row| row.dims == "{}").filter_map(metric).collect())
    }

    /// What was told of too much load in the last days, newest first.
    pub(in crate::service) async fn alerts_of(
        &mut self,
        days: i64,
    ) -> Result<Vec<ProgressionEvent>, Problem> {
        let athlete = self.id();
        let filter = EventFilter {
            exercise: None,
            kind: Some(ProgressionEventType::AlertTriggered),
            trace: None,
            since: self.now.minus_seconds(days * 86_400),
            before: self.now.plus_seconds(1),
            limit: 100,
        };
        Ok(self.tx.events(athlete, &filter).await?)
    }

    /// The alerts of the last days, each with its instant.
    async fn given_alerts(&mut self, tuning: &QualityTuning) -> Result<Vec<(AlertKind, Instant)>, Problem> {
        let events = self.alerts_of(tuning.alert_days + 1).await?;
        let given = events.iter().filter_map(|event| {
            let kind = event.context.iter().find_map(|reason| reason.facts.get("alert"))?;
            let Fact::Text(word) = kind else { return None };
            Some((word.parse().ok()?, event.created_at))
        });
        Ok(given.collect())
    }
}

/// A stored figure as the engine asks for it.
fn metric(row: &MetricRow) -> Option<Metric> {
    Some(Metric {
        metric_type: row.metric_type.parse().ok()?,
        report_date: row.report_date,
        window_days: row.window_days,
        numerator: u32::try_from(row.numerator).ok()?,
        denominator: u32::try_from(row.denominator).ok()?,
    })
}
