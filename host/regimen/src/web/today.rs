//! `/`: the day as the athlete meets it.

use std::collections::BTreeMap;

use askama::Template;
use domain::{
    anatomy::BodyArea,
    exercise::ExerciseKey,
    reason::Reason,
    session::{Intent, Session},
    wellbeing::{Flag, FlagKind},
};
use serde::Deserialize;

use super::{
    Reply,
    drawing::{BodyMap, body_map},
    html,
    meals::ahead::{self, DayAhead},
    shape::{Meant, session_name},
    visit::Visit,
};
use crate::{
    api::endpoint::{Input, Nothing},
    problem::Problem,
    reader::Reader,
    service::overview::{self, Beside, Day},
};

#[derive(Template)]
#[template(path = "today.html")]
struct Page<'a> {
    at: &'a Visit,
    date: String,
    sessions: Vec<SessionCard>,
    /// What the plan has for today and no session holds yet.
    slots: Vec<String>,
    has_plan: bool,
    intents: Vec<(&'static str, String)>,
    minutes: u32,
    /// Cards that wait for an answer.
    waiting: usize,
    flags: Vec<FlagRow>,
    lighter: Vec<String>,
    alerts: Vec<Why>,
    /// Whether Strava wants to be asked again (L-37).
    is_cut_off: bool,
    /// What the next check-in says of itself.
    check_in: String,
    has_checked_in: bool,
    map: String,
    areas: Vec<(&'static str, String)>,
    meals: Option<DayAhead>,
    /// The other days of the week that have meals.
    later: Vec<DayAhead>,
    /// Whether they are shown at once.
    is_week_open: bool,
}

struct SessionCard {
    id: String,
    name: String,
    status: &'static str,
    state: String,
    minutes: Option<u32>,
    deload: bool,
    /// Whether something has to be answered before it starts.
    waits: bool,
    exercises: Vec<(Meant, Vec<Why>)>,
}

/// A reason in words, with its rule.
struct Why {
    text: String,
    spec: String,
}

struct FlagRow {
    id: String,
    text: String,
    since: String,
}

/// Whether the week of meals is unfolded: who has just answered the first questions sees all of it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Asked {
    week: Option<Unfolded>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Unfolded {
    Open,
}

/// Today.
pub(super) async fn show(at: Visit, input: Input<Nothing, Asked>) -> Result<Reply, Problem> {
    let day = overview::day(at.app(), &at.caller, None).await?;
    // Who has told nothing yet is asked first.
    let profile = &at.profile;
    let is_new = profile.locations.is_empty() && profile.nutrition.is_none() && day.sessions.is_empty();
    if is_new && !day.has_plan && at.athlete().is_none() {
        return Ok(Reply::See("/welcome".to_owned()));
    }
    let Beside { why, has_checked_in, is_cut_off } = overview::beside(at.app(), &at.caller, &day).await?;
    let mut days = ahead::days(&at).await?;
    let meals = days.first().is_some_and(|day| day.date == at.today).then(|| days.remove(0));
    let reader = at.reader();
    let none = BTreeMap::new();
    let card = |session: &Session| SessionCard {
        waits: day.held.contains(&session.id),
        ..card(session, why.get(&session.id).unwrap_or(&none), &reader)
    };
    let groups: std::collections::BTreeSet<_> = day.proposals.iter().map(|one| one.group_id).collect();
    let page = Page {
        date: long_date(day.date, &reader),
        sessions: day.sessions.iter().map(|row| card(&row.session)).collect(),
        slots: day.slots.iter().map(|item| reader.name(&item.exercise_key).to_owned()).collect(),
        has_plan: day.has_plan,
        intents: intents(&reader),
        minutes: at.profile.session_minutes,
        waiting: groups.len(),
        flags: day.flags.iter().map(|flag| flag_row(flag, &reader)).collect(),
        lighter: lighter(&day, &reader),
        alerts: day.alerts.iter().map(|one| self::why(one, &reader)).collect(),
        is_cut_off,
        check_in: stamp(&at),
        has_checked_in,
        map: map(&day, &reader),
        areas: BodyArea::ALL.iter().map(|area| (area.as_str(), reader.word("area", area))).collect(),
        meals,
        later: days,
        is_week_open: input.query.week == Some(Unfolded::Open),
        at: &at,
    };
    html(&page)
}

/// `Wednesday, 14 May`, `среда, 14 мая`.
pub(super) fn long_date(date: domain::time::LocalDate, reader: &Reader<'_>) -> String {
    let facts = [
        ("weekday", reader.word("weekday", date.weekday().to_monday_one_offset()).into()),
        ("day", i64::from(date.day()).into()),
        ("month", reader.word("month", date.month()).into()),
    ];
    crate::reader::capital(&reader.text_with("web-long-date", facts))
}

fn why(reason: &Reason, reader: &Reader<'_>) -> Why {
    Why { text: reader.reason(reason.code, reason.spec, &reason.facts), spec: reason.spec.to_string() }
}

fn card(session: &Session, why: &BTreeMap<ExerciseKey, Vec<Reason>>, reader: &Reader<'_>) -> SessionCard {
    let reasons = |key: &ExerciseKey| {
        let all = why.get(key).map(Vec::as_slice).unwrap_or_default();
        all.iter().map(|one| self::why(one, reader)).collect()
    };
    SessionCard {
        id: session.id.to_string(),
        name: session_name(session, reader),
        status: session.status.as_str(),
        state: reader.word("session_status", session.status),
        minutes: session.estimated_minutes,
        deload: session.deload,
        waits: false,
        exercises: session
            .exercises
            .iter()
            .zip(Meant::all(&session.exercises, reader))
            .map(|(one, meant)| (meant, reasons(&one.exercise_key)))
            .collect(),
    }
}

/// What a session may be about; body parts need a choice of their own.
fn intents(reader: &Reader<'_>) -> Vec<(&'static str, String)> {
    let all = Intent::ALL.iter().filter(|intent| **intent != Intent::BodyPart);
    all.map(|intent| (intent.as_str(), reader.word("intent", intent))).collect()
}

fn flag_row(flag: &Flag, reader: &Reader<'_>) -> FlagRow {
    let place = flag.area.map(|area| reader.word("area", area));
    let exercise = flag.exercise_key.as_ref().map(|key| reader.name(key).to_owned());
    let about = place.or(exercise).map_or_else(String::new, |about| format!(" ({about})"));
    FlagRow {
        id: flag.id.to_string(),
        text: format!("{}{about}", reader.word("flag", flag.kind)),
        since: reader.text_with("store-since", [("date", flag.from.into())]),
    }
}

fn lighter(day: &Day, reader: &Reader<'_>) -> Vec<String> {
    let line = |one: &domain::wellbeing::SessionModifier| {
        let why = reader.reason(one.reason.code, one.reason.spec, &one.reason.facts);
        format!("{} %: {why}", one.volume_pct.min(one.load_pct))
    };
    day.modifiers.iter().map(line).collect()
}

/// What a check-in of this page says besides what is asked; its id and its time are made when it is sent.
pub(super) fn stamp(at: &Visit) -> String {
    serde_json::json!({ "athlete_id": at.caller.athlete, "zone": at.profile.zone, "source": "app" })
        .to_string()
}

fn map(day: &Day, reader: &Reader<'_>) -> String {
    let hurts = |area: &str| {
        let pains = day.flags.iter().filter(|flag| flag.kind == FlagKind::Pain);
        pains.filter_map(|flag| flag.area).any(|known| known.as_str() == area)
    };
    body_map(&BodyMap {
        label: &reader.text("web-pain-map"),
        front: &reader.text("web-front"),
        back: &reader.text("web-back"),
        name: &|area, _| reader.word("area", area),
        is_marked: &|area, _| hurts(area),
    })
}
