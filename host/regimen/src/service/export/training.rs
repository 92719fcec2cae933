//! What was trained: sessions, sets, records of decisions, bests, and what is to be reviewed.

use domain::{
    prescription::SetPrescription,
    session::{ExercisePerformance, Session, SetPerformance},
    time::DateSpan,
};
use store::{Records, Which};
use training::{quality::review::ReviewRow, records::RecordKind};

pub(super) use training::quality::review;

use super::{
    Part,
    table::{Row, cell, json, list, load, maybe, text},
};
use crate::{problem::Problem, service::app::Work};

pub(super) const SESSIONS: &[&str] = &[
    "athlete_id",
    "session_id",
    "date",
    "zone",
    "slot_time",
    "mode",
    "intent",
    "status",
    "origin",
    "plan_version",
    "minutes",
    "readiness",
    "session_rpe",
    "deload",
];

pub(super) const SETS: &[&str] = &[
    "athlete_id",
    "session_id",
    "date",
    "exercise_key",
    "exercise",
    "item_id",
    "set_index",
    "type",
    "target_reps",
    "target_load_g",
    "reps",
    "seconds",
    "meters",
    "load_g",
    "load_kg",
    "load_lbs",
    "rpe",
    "rest_s",
    "completed",
];

pub(super) const PROGRESS: &[&str] = &[
    "athlete_id",
    "id",
    "session_id",
    "item_id",
    "exercise_key",
    "variation_key",
    "local_date",
    "slot_time",
    "status",
    "level_target",
    "level_result",
    "volume_target",
    "volume_plan",
    "volume_actual",
    "unit",
    "rpe",
    "comfort",
    "marks",
    "notes",
    "decision",
    "reasons",
    "raw_success",
    "streak_success",
    "manual_override",
    "rule_version",
    "trace_id",
    "corrects",
    "created_at",
    "zone",
];

pub(super) const RECORDS: &[&str] = &[
    "athlete_id",
    "date",
    "session_id",
    "exercise",
    "kind",
    "value",
    "former",
    "load_g",
    "load_kg",
    "load_lbs",
];

impl Work<'_> {
    async fn sessions_of(&mut self, days: DateSpan) -> Result<Vec<Session>, Problem> {
        let rows = self.tx.sessions(self.athlete.id, Which::Between(days.from, days.to)).await?;
        Ok(rows.into_iter().map(|row| row.session).collect())
    }

    pub(super) async fn session_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let row = |session: &Session| {
            let minutes = session.started_at.zip(session.finished_at);
            let minutes = minutes.map(|(start, end)| end.seconds_since(start) / 60);
            let cells = [
                cell(session.id),
                cell(session.local_date),
                cell(session.zone.name()),
                cell(session.slot_time),
                cell(session.selection_mode),
                maybe(session.intent),
                cell(session.status),
                cell(session.origin),
                maybe(session.plan_version),
                maybe(minutes),
                maybe(session.readiness),
                maybe(session.session_rpe),
                cell(session.deload),
            ];
            Row::new(session.local_date, session.id, cells)
        };
        Ok(self.sessions_of(days).await?.iter().map(row).collect())
    }

    pub(super) async fn set_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let (sessions, catalog) = (self.sessions_of(days).await?, self.catalog().await?);
        let mut rows = Vec::new();
        for session in &sessions {
            for one in &session.exercises {
                let name = catalog.get(&one.exercise_key).map_or("", |exercise| &exercise.name_en);
                for set in &one.sets {
                    let head =
                        [cell(session.id), cell(session.local_date), cell(&one.exercise_key), text(name)];
                    let cells = [&head[..], &set_cells(one, set)].concat();
                    rows.push(Row::new(session.local_date, session.id, cells));
                }
            }
        }
        Ok(rows)
    }

    pub(super) async fn progress_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let between = Records::Between(days.from, days.to, None);
        let rows = self.tx.progress(self.athlete.id, between).await?;
        let zone = self.zone().name().to_owned();
        let row = |row: store::ProgressRow| {
            let record = row.record;
            let cells = [
                cell(record.id),
                cell(record.session_id),
                cell(record.item_id),
                text(&record.exercise_key),
                cell(&record.variation_key),
                cell(record.local_date),
                cell(record.slot_time),
                cell(record.status),
                maybe(record.level_target),
                maybe(record.level_result),
                cell(record.volume_target),
                cell(record.volume_plan),
                cell(record.volume_actual),
                cell(record.unit),
                maybe(record.rpe),
                maybe(record.comfort),
                json(&record.marks),
                text(&record.notes),
                cell(record.decision),
                list(&record.reasons),
                cell(record.raw_success),
                cell(record.streak_success),
                cell(record.manual_override),
                text(&record.rule_version),
                cell(record.trace_id.as_str()),
                maybe(record.corrects),
                cell(record.created_at),
                zone.clone(),
            ];
            Row::new(record.local_date, record.id, cells)
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Records follow from everything that was done before, so they are worked out of all of it.
    pub(super) async fn record_rows(&mut self, days: DateSpan) -> Result<Vec<Row>, Problem> {
        let records = self.records(None).await?;
        let row = |record: &training::records::Record| {
            let is_load = matches!(record.kind, RecordKind::MaxLoad | RecordKind::BestE1rm);
            let head = [
                cell(record.date),
                cell(record.session_id),
                text(&record.exercise),
                cell(record.kind),
                cell(record.value),
                maybe(record.former),
            ];
            let grams = is_load.then_some(domain::quantity::Grams(record.value));
            Row::new(record.date, record.session_id, [&head[..], &load(grams)].concat())
        };
        Ok(records.iter().filter(|record| days.contains(record.date)).map(row).collect())
    }
}

/// What is known of a set beyond its exercise.
fn set_cells(one: &ExercisePerformance, set: &SetPerformance) -> [String; 14] {
    let planned = one.frozen.iter().flat_map(|frozen| &frozen.prescription.sets);
    let target: Option<&SetPrescription> =
        planned.into_iter().find(|planned| Some(planned.set_id) == set.set_id);
    let [grams, kg, lbs] = load(set.load_g);
    [
        maybe(one.item_id),
        cell(set.index),
        cell(set.kind),
        maybe(target.and_then(|target| target.reps)),
        maybe(target.and_then(|target| target.load_g).map(|load| load.0)),
        maybe(set.reps),
        maybe(set.seconds),
        maybe(set.meters),
        grams,
        kg,
        lbs,
        maybe(set.rpe),
        maybe(set.rest_after_s),
        cell(set.completed),
    ]
}

/// The rows of the file of P-45, as `GET /api/review.csv` has them.
pub(super) fn review(rows: &[ReviewRow]) -> Part {
    let text = review::write(rows);
    let lines = text.split_once('\n').map_or("", |(_, lines)| lines);
    Part { text: lines.to_owned(), rows: rows.len() }
}
