//! `/progress`: how training goes: days, strength, volume, body weight, levels and records (P-50, A-21).

pub(super) mod decisions;
pub(super) mod exercise;
pub(super) mod report;
pub(super) mod review;

use askama::Template;
use domain::{
    session::{Session, SessionStatus},
    time::{add_days, days_between},
};
use training::records::{Record, RecordKind};

use super::{Reply, html, visit::Visit};
use crate::{
    api::endpoint::Input,
    chart::{Chart, Size, spark},
    gallery,
    problem::Problem,
    reader::capital,
    service::{
        body,
        overview::{self, Climb, Course, Trained},
        report::{self as reports, ReportKind, ReportPeriod},
    },
};

/// P-50: the bars and the body weight look back twelve weeks.
const WEEKS: i64 = 12;
/// Records and exercises told at once; the rest unfolds.
const SHOWN: usize = 8;

#[derive(Template)]
#[template(path = "progress.html")]
struct Page<'a> {
    at: &'a Visit,
    is_new: bool,
    /// The newest week that has a report.
    week: Option<ReportPeriod>,
    facts: Vec<(String, String)>,
    adherence: String,
    strength: Vec<String>,
    volume: String,
    weight: String,
    /// In which unit a weight is given.
    unit: String,
    weight_now: Option<String>,
    weight_says: Option<String>,
    ladders: Vec<(String, String)>,
    records: Vec<RecordView>,
    recent: Vec<TrainedView>,
    others: Vec<TrainedView>,
}

/// A record, in words.
struct RecordView {
    key: Option<String>,
    name: String,
    kind: String,
    value: String,
    former: Option<String>,
    date: String,
}

/// An exercise that was done, in words.
struct TrainedView {
    key: String,
    name: String,
    line: String,
    /// Where its estimated maximum goes, as a picture.
    spark: Option<String>,
}

/// How training goes.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let course = overview::course(at.app(), &at.caller).await?;
    let climbs = &course.climbs;
    let since = add_days(at.today, 1 - 7 * WEEKS);
    let weights = body::weights(at.app(), &at.caller, since, at.today).await?;
    let (reader, viewer) = (at.reader(), at.viewer());
    let announced = course.records.iter().rev().filter(|record| is_news(record));
    let mut exercises: Vec<TrainedView> =
        course.exercises.iter().map(|trained| trained_view(trained, &at)).collect();
    let others = exercises.split_off(SHOWN.min(exercises.len()));
    let ladders = climbs.iter().map(|climb| {
        (climb.exercise.to_string(), gallery::ladder(climb, Some(3), &viewer).figure(Size::Narrow))
    });
    html(&Page {
        at: &at,
        is_new: course.exercises.is_empty(),
        week: reports::periods(at.app(), &at.caller, ReportKind::Weekly).await?.map(|(_, newest)| newest),
        facts: facts(&course, &at),
        adherence: gallery::calendar(&course.sessions, &viewer).figure(Size::Narrow),
        strength: strength(&course, &at),
        volume: gallery::weekly_sets(&course.sessions, WEEKS, at.profile.first_weekday, &viewer)
            .figure(Size::Narrow),
        weight: gallery::weight(&weights, at.t("web-progress-weight-title"), &viewer).figure(Size::Narrow),
        unit: viewer.mass().format.unit,
        weight_now: weights.last().map(|weight| reader.load(weight.grams)),
        weight_says: gallery::weight_trend(&weights, &reader),
        ladders: ladders.collect(),
        records: announced.take(SHOWN).map(|record| record_view(record, climbs, &at)).collect(),
        recent: exercises,
        others,
    })
}

/// Sessions of the last four weeks, done of those that were due, and new records.
fn facts(course: &Course, at: &Visit) -> Vec<(String, String)> {
    let recent = |session: &&Session| (0..28).contains(&days_between(session.local_date, at.today));
    let is_done = |session: &&Session| matches!(session.status, SessionStatus::Done | SessionStatus::Summary);
    let all: Vec<&Session> = course.sessions.iter().filter(recent).collect();
    let done = all.iter().copied().filter(is_done).count();
    let skipped = all.iter().filter(|session| {
        let is_past = session.status == SessionStatus::Planned && session.local_date < at.today;
        session.status == SessionStatus::Skipped || is_past
    });
    let due = done + skipped.count();
    let fresh = course
        .records
        .iter()
        .filter(|record| is_news(record) && (0..28).contains(&days_between(record.date, at.today)));
    let kept = (100 * done + due / 2).checked_div(due);
    vec![
        (at.t("web-progress-sessions"), done.to_string()),
        (at.t("web-progress-kept"), kept.map_or_else(|| "–".to_owned(), |kept| format!("{kept} %"))),
        (at.t("web-progress-new-records"), fresh.count().to_string()),
    ]
}

/// The lifts with an estimated maximum on most days, those that can open a session first.
fn strength(course: &Course, at: &Visit) -> Vec<String> {
    let first = add_days(at.today, -gallery::STRENGTH_DAYS);
    let lifts = gallery::main_lifts(&course.exercises, first).into_iter();
    lifts.map(|lift| gallery::strength(&[lift], first, &at.viewer()).figure(Size::Narrow)).collect()
}

fn trained_view(trained: &Trained, at: &Visit) -> TrainedView {
    let name = at.reader().name(&trained.exercise).to_owned();
    let values: Vec<Option<i64>> = trained.days.iter().map(|day| day.e1rm_g).collect();
    let values = &values[values.len().saturating_sub(12)..];
    let last = trained.days.last().map(|day| at.viewer().day(day.date)).unwrap_or_default();
    let facts = [("count", trained.days.len().into()), ("date", last.into())];
    let label = at.t1("web-progress-spark", "exercise", name.as_str());
    TrainedView {
        key: trained.exercise.to_string(),
        line: at.reader().text_with("web-progress-trained", facts),
        spark: (values.iter().flatten().count() >= 2).then(|| spark(&label, values)),
        name,
    }
}

/// Whether a record is worth a line among those of all exercises: rep maxima stand on the page of theirs.
fn is_news(record: &Record) -> bool {
    !record.is_baseline() && record.kind != RecordKind::RepMax
}

fn record_view(record: &Record, climbs: &[Climb], at: &Visit) -> RecordView {
    let reader = at.reader();
    let (key, name) = named(&record.exercise, climbs, at);
    RecordView {
        key,
        name,
        kind: capital(&reader.record_kind(record)),
        value: reader.record(record.kind, record.value),
        former: record.former.map(|former| reader.record(record.kind, former)),
        date: at.viewer().day(record.date),
    }
}

/// The page and the name of what a record is kept by: the key of a ladder, else of an exercise.
fn named(key: &str, climbs: &[Climb], at: &Visit) -> (Option<String>, String) {
    if let Some(climb) = climbs.iter().find(|climb| climb.ladder.key.as_str() == key) {
        return (Some(climb.exercise.to_string()), climb.name(at.lang()).to_owned());
    }
    let reader = at.reader();
    let exercise = key.parse().ok().filter(|key| reader.exercise(key).is_some());
    match exercise {
        Some(exercise) => (Some(exercise.to_string()), reader.name(&exercise).to_owned()),
        None => (None, key.to_owned()),
    }
}
