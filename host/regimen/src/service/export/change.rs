//! What changed and why: answers, versions, conflicts, events, and the figures of days.

use domain::{
    dispute::Conflict,
    plan::PlanVersion,
    progress::ProgressionEvent,
    time::{DateSpan, Instant, add_days},
};
use serde_json::{Value, json as object};
use store::{AnsweredRow, EventFilter, Figures, MetricRow};
use training::kpi::Rate;

use super::table::{Row, cell, json, list, maybe, text};
use crate::{problem::Problem, service::app::Work};

pub(super) const DECISIONS: &[&str] = &[
    "athlete_id",
    "at",
    "zone",
    "proposal_id",
    "kind",
    "rule",
    "exercise_key",
    "changes",
    "reason",
    "verdict",
    "actor",
    "version",
    "outcome",
];

pub(super) const PLAN_VERSIONS: &[&str] = &[
    "athlete_id",
    "number",
    "parent",
    "status",
    "source",
    "actor",
    "created_at",
    "zone",
    "summary",
    "plan_id",
];

pub(super) const EVENTS: &[&str] = &[
    "athlete_id",
    "id",
    "created_at",
    "zone",
    "event_type",
    "exercise_key",
    "decision",
    "source",
    "context",
    "trace_id",
];

pub(super) const METRICS: &[&str] = &[
    "athlete_id",
    "metric_type",
    "report_date",
    "window_days",
    "dims",
    "numerator",
    "denominator",
    "value",
    "status",
    "engine_version",
    "created_at",
    "zone",
];

pub(super) const CONFLICTS: &[&str] = &[
    "athlete_id",
    "id",
    "plan_id",
    "date",
    "auto_version",
    "auto_proposal",
    "manual_version",
    "items",
    "status",
    "resolution",
    "resolved_by",
    "resolved_at",
    "zone",
    "trace_id",
];

impl Work<'_> {
    /// The first instant of some days, and the first one after them.
    pub(super) fn instants(&self, days: DateSpan) -> (Instant, Instant) {
        let start = |date| self.zone().start_of(date).unwrap_or(Instant::EPOCH);
        (start(days.from), start(add_days(days.to, 1)))
    }

    pub(super) async fn decision_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let (from, before) = self.instants(days);
        let answers = self.tx.answers_between(self.athlete.id, from, before).await?;
        let zone = self.zone();
        let row = |AnsweredRow { decision, proposal, exercise }: AnsweredRow| {
            let changes = proposal
                .changes
                .iter()
                .map(|change| object!({ "field": change.field, "old": change.old, "new": change.new }));
            let cells = [
                cell(decision.at),
                cell(zone.name()),
                cell(proposal.id),
                cell(proposal.kind),
                cell(proposal.rule),
                text(exercise.as_deref().unwrap_or_default()),
                json(&changes.collect::<Vec<Value>>()),
                cell(proposal.reason.code),
                cell(decision.verdict),
                cell(decision.actor.kind),
                maybe(decision.version),
                cell(proposal.outcome),
            ];
            Row::new(decision.at.local_date(zone), decision.id, cells)
        };
        Ok(answers.into_iter().map(row).collect())
    }

    pub(super) async fn version_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let (from, before) = self.instants(days);
        let versions = self.tx.versions_between(self.athlete.id, from, before).await?;
        let zone = self.zone();
        let row = |version: PlanVersion<Value>| {
            let summary = version.summary.iter().map(|line| format!("{} {}", line.exercise, line.change));
            let cells = [
                cell(version.number),
                maybe(version.parent),
                cell(version.status),
                cell(version.source),
                cell(version.actor.kind),
                cell(version.created_at),
                cell(version.zone.name()),
                text(&list(summary)),
                cell(version.plan_id),
            ];
            Row::new(version.created_at.local_date(zone), version.id, cells)
        };
        Ok(versions.into_iter().map(row).collect())
    }

    pub(super) async fn event_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let (since, before) = self.instants(days);
        let filter = EventFilter { exercise: None, kind: None, trace: None, since, before, limit: i64::MAX };
        let events = self.tx.events(self.athlete.id, &filter).await?;
        let zone = self.zone();
        let row = |event: ProgressionEvent| {
            let cells = [
                cell(event.id),
                cell(event.created_at),
                cell(zone.name()),
                cell(event.event_type),
                text(event.exercise_key.as_deref().unwrap_or_default()),
                cell(event.decision),
                text(&event.source),
                list(event.context.iter().map(|reason| reason.code)),
                cell(event.trace_id.as_str()),
            ];
            Row::new(event.created_at.local_date(zone), event.id, cells)
        };
        Ok(events.into_iter().map(row).collect())
    }

    /// Figures have no id that anybody knows: they are sorted as they are listed.
    pub(super) async fn metric_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let figures = Figures { metric_type: None, from: days.from, to: days.to };
        let rows = self.tx.metrics(Some(self.athlete.id), figures).await?;
        let zone = self.zone().name();
        let row = |row: MetricRow| {
            let rate = Rate { numerator: row.numerator, denominator: row.denominator };
            let cells = [
                text(&row.metric_type),
                cell(row.report_date),
                cell(row.window_days),
                text(&row.dims),
                cell(row.numerator),
                cell(row.denominator),
                maybe(rate.thousandths().map(|_| rate)),
                text(&row.status),
                text(&row.engine_version),
                cell(row.created_at),
                cell(zone),
            ];
            Row::new(row.report_date, "", cells)
        };
        Ok(rows.into_iter().map(row).collect())
    }

    pub(super) async fn conflict_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let mut found: Vec<Conflict> = Vec::new();
        for plan in self.tx.plans(self.athlete.id).await? {
            found.extend(self.tx.conflicts(self.athlete.id, plan.id, days.from).await?);
        }
        let zone = self.zone().name();
        let row = |conflict: &Conflict| {
            let items = conflict.items.iter().map(|item| format!("{}:{}", item.item_id, item.group));
            let cells = [
                cell(conflict.id),
                cell(conflict.plan_id),
                cell(conflict.date),
                maybe(conflict.auto_version),
                maybe(conflict.auto_proposal),
                cell(conflict.manual_version),
                list(items),
                cell(conflict.status),
                maybe(conflict.resolution),
                maybe(conflict.resolved_by),
                maybe(conflict.resolved_at),
                cell(zone),
                cell(conflict.trace_id.as_str()),
            ];
            Row::new(conflict.date, conflict.id, cells)
        };
        Ok(found.iter().filter(|conflict| days.contains(conflict.date)).map(row).collect())
    }
}
