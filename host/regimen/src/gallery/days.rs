//! Days and weeks of training: the calendar, adherence, working sets (P-50, A-21).

use std::collections::BTreeMap;

use domain::{
    prescription::SetType,
    session::{Session, SessionStatus},
    time::{LocalDate, add_days, days_between},
};

use super::period::week_name;
use crate::{
    chart::{Bars, Calendar, Column, Day, DayState, Format},
    reader::capital,
    service::charts::Span,
    viewer::Viewer,
};

/// Weeks that the calendar shows at least, so that a new athlete sees where they stand.
const LEAST_DAYS: i64 = 17 * 7;

/// how each day went, from the first session on, at most a year.
pub(crate) fn calendar(sessions: &[Session], at: &Viewer<'_>) -> Calendar {
    let mut days = BTreeMap::<LocalDate, Vec<&Session>>::new();
    for session in sessions {
        days.entry(session.local_date).or_default().push(session);
    }
    let oldest = days.keys().next().copied().unwrap_or(at.today);
    let from = oldest.min(add_days(at.today, -LEAST_DAYS)).max(add_days(at.today, -364));
    // Whole weeks: a week that has only begun would take a line of its own.
    let weekday = |date: LocalDate| i64::from(date.weekday().to_monday_zero_offset());
    let (from, to) = (add_days(from, -weekday(from)), add_days(at.today, 6 - weekday(at.today)));
    let count = days_between(from, to) + 1;
    let day = |date: LocalDate| Day {
        at: date.to_string(),
        label: at.day(date),
        month: if date.day() == 1 { month(date, at) } else { String::new() },
        state: days.get(&date).map_or(DayState::Free, |sessions| state(sessions, at.today)),
    };
    let states = [
        (DayState::Done, "web-progress-done"),
        (DayState::Part, "web-progress-part"),
        (DayState::Skipped, "web-progress-skipped"),
        (DayState::Planned, "web-progress-planned"),
    ];
    Calendar {
        caption: at.caption(
            "days",
            at.text("web-progress-days"),
            at.text("web-progress-days-says"),
            "web-progress-days-none",
        ),
        weekdays: std::array::from_fn(|day| capital(&at.word("weekday_short", day + 1))),
        first_weekday: 0,
        days: (0..count).map(|offset| day(add_days(from, offset))).collect(),
        states: states.map(|(state, id)| (state, at.text(id))).to_vec(),
        head: [at.text("web-progress-day-head"), at.text("web-progress-state-head")],
    }
}

fn month(date: LocalDate, at: &Viewer<'_>) -> String {
    capital(&at.word("month", date.month())).chars().take(3).collect()
}

/// A day is done when all of it is, skipped when none of it is.
fn state(sessions: &[&Session], today: LocalDate) -> DayState {
    let is_done =
        |session: &&&Session| matches!(session.status, SessionStatus::Done | SessionStatus::Summary);
    let done: Vec<&&Session> = sessions.iter().filter(is_done).collect();
    let is_short = done.iter().any(|session| {
        let (done, planned) = sets_of(session);
        2 * done < planned
    });
    let is_open = |session: &&Session| {
        session.status == SessionStatus::Active
            || (session.status == SessionStatus::Planned && session.local_date >= today)
    };
    if done.is_empty() {
        if sessions.iter().any(is_open) { DayState::Planned } else { DayState::Skipped }
    } else if is_short || done.len() < sessions.len() {
        DayState::Part
    } else {
        DayState::Done
    }
}

/// Working sets that were done and that were meant.
fn sets_of(session: &Session) -> (i64, i64) {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let done = session.exercises.iter().flat_map(|one| &one.sets).filter(|set| set.is_performed());
    let meant = session.exercises.iter().filter_map(|one| one.frozen.as_ref());
    let meant = meant.flat_map(|frozen| &frozen.prescription.sets);
    let meant = meant.filter(|set| matches!(set.kind, SetType::Working | SetType::Failure));
    (count(done.count()), count(meant.count()))
}

/// Working sets of each week against those that were planned.
pub(crate) fn weekly_sets(sessions: &[Session], weeks: i64, first_weekday: u8, at: &Viewer<'_>) -> Bars {
    let weekday = i64::from(at.today.weekday().to_monday_one_offset());
    let back = (weekday - i64::from(first_weekday)).rem_euclid(7);
    let this_week = add_days(at.today, -back);
    let first = sessions.first().map_or(at.today, |session| session.local_date);
    let starts = (0..weeks).rev().map(|ago| add_days(this_week, -7 * ago));
    let column = |start: LocalDate| {
        let own = sessions.iter().filter(|session| (0..7).contains(&days_between(start, session.local_date)));
        let (done, planned) = own.map(sets_of).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        Column {
            at: start.to_string(),
            label: week_name(start, at),
            tick: at.short_day(start),
            values: Some(vec![done]),
            target: (planned > 0).then_some(planned),
        }
    };
    let columns: Vec<Column> = starts.filter(|start| first <= add_days(*start, 6)).map(column).collect();
    Bars {
        caption: at.caption(
            "sets",
            at.text("web-progress-sets"),
            at.text("web-progress-sets-says"),
            "web-progress-sets-none",
        ),
        format: at.plain(),
        column_name: at.text("web-progress-week-head"),
        parts: vec![at.text("web-progress-sets-done")],
        target_name: at.text("web-progress-sets-planned"),
        columns,
    }
}

/// P-50: sessions that were done of those that were due, week by week, in percent.
pub(crate) fn adherence(sessions: &[Session], span: Span, at: &Viewer<'_>) -> Bars {
    let columns = span.periods(at).into_iter().map(|period| {
        let own = sessions.iter().filter(|session| period.holds(session.local_date));
        let is_done =
            |session: &Session| matches!(session.status, SessionStatus::Done | SessionStatus::Summary);
        let is_due = |session: &&Session| {
            let is_ahead = session.local_date >= at.today;
            is_done(session) || session.status == SessionStatus::Skipped || !is_ahead
        };
        let due: Vec<&Session> = own.filter(is_due).collect();
        let done = due.iter().filter(|session| is_done(session)).count();
        let percent = (100 * done + due.len() / 2).checked_div(due.len());
        period.column(percent.map(|percent| vec![i64::try_from(percent).unwrap_or_default()]), None)
    });
    Bars {
        caption: at.caption(
            "adherence",
            at.text("chart-adherence"),
            at.text("chart-adherence-says"),
            "web-progress-sets-none",
        ),
        format: Format { unit: "%".to_owned(), ..at.plain() },
        column_name: span.column_name(at),
        parts: vec![at.text("web-progress-kept")],
        target_name: String::new(),
        columns: columns.collect(),
    }
}
