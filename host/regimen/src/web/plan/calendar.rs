//! The block week by week: what is done, planned and skipped, and what each muscle gets (VO-3, VO-5, A-21).

use domain::{
    session::{Session, SessionStatus},
    time::LocalDate,
};

use crate::{
    chart::{Chart, Size},
    gallery::{Muscles, muscle_volume},
    reader::capital,
    service::weeks::{BlockCalendar, Week, WeekDay},
    web::{shape::session_name, visit::Visit},
};

/// The block, one week of it open.
pub(super) struct Calendar {
    /// Where this week stands, in words.
    pub(super) title: String,
    /// Whether this week was made an easy one by hand.
    pub(super) is_deload_by_hand: bool,
    /// Whether the block says by itself that this week is an easy one.
    pub(super) is_deload: bool,
    pub(super) weeks: Vec<WeekChip>,
    pub(super) days: Vec<DayView>,
    /// The picture of the volume, written as it is.
    pub(super) volume: String,
}

/// A week to be opened.
pub(super) struct WeekChip {
    pub(super) start: LocalDate,
    pub(super) name: String,
    pub(super) is_open: bool,
    pub(super) is_now: bool,
}

/// A day of the open week.
pub(super) struct DayView {
    pub(super) weekday: String,
    pub(super) number: i8,
    pub(super) is_today: bool,
    pub(super) entries: Vec<Entry>,
}

/// What a day holds: a session, or what the plan has for it.
pub(super) struct Entry {
    /// The session, if there is one.
    pub(super) path: Option<String>,
    pub(super) name: String,
    pub(super) state: String,
    pub(super) icon: &'static str,
    pub(super) class: &'static str,
    pub(super) note: Option<String>,
}

impl Calendar {
    /// The week that begins on `wanted` is open; else this one.
    pub(super) fn of(block: &BlockCalendar, wanted: Option<LocalDate>, at: &Visit) -> Self {
        let now = &block.weeks[block.now];
        let asked = block.weeks.iter().position(|week| Some(week.start) == wanted);
        let open = asked.unwrap_or(block.now);
        let title = if now.place.deload {
            at.t("web-plan-now-deload")
        } else {
            let facts = [("week", (now.place.week + 1).into()), ("of", now.place.length.into())];
            at.reader().text_with("web-plan-now", facts)
        };
        let chip = |(index, week): (usize, &Week)| WeekChip {
            start: week.start,
            name: week_name(week, at),
            is_open: index == open,
            is_now: index == block.now,
        };
        // A week that has just begun says nothing about muscles: the one before it does.
        let before = block.now.checked_sub(1).filter(|_| asked.is_none() && !now.is_trained());
        let before = before.filter(|index| block.weeks[*index].is_trained());
        Self {
            title,
            is_deload_by_hand: block.started.is_some_and(|started| started.deload_now),
            is_deload: now.place.deload,
            weeks: block.weeks.iter().enumerate().map(chip).collect(),
            days: block.weeks[open].days.iter().map(|day| day_view(day, at)).collect(),
            volume: muscle_volume(&block.weeks[before.unwrap_or(open)], Muscles::All, &at.viewer())
                .figure(Size::Narrow),
        }
    }
}

fn week_name(week: &Week, at: &Visit) -> String {
    if !week.is_of_block {
        at.t("web-plan-week-before")
    } else if week.place.deload {
        at.t("web-plan-week-deload")
    } else {
        at.t1("web-plan-week", "week", week.place.week + 1)
    }
}

fn day_view(day: &WeekDay, at: &Visit) -> DayView {
    let mut entries: Vec<Entry> = day.sessions.iter().map(|session| entry(session, at)).collect();
    if !day.slots.is_empty() {
        let names: Vec<&str> = day.slots.iter().map(|item| item.exercise_key.as_str()).collect();
        entries.push(Entry {
            path: None,
            name: at.t1("web-plan-exercises", "count", names.len()),
            state: at.word("session_status", SessionStatus::Planned),
            icon: "plan",
            class: "",
            note: None,
        });
    }
    let weekday = capital(&at.word("weekday_short", day.date.weekday().to_monday_one_offset()));
    DayView { weekday, number: day.date.day(), is_today: day.date == at.today, entries }
}

fn entry(session: &Session, at: &Visit) -> Entry {
    let is_missed = session.status == SessionStatus::Planned && session.local_date < at.today;
    let (icon, class) = match session.status {
        SessionStatus::Done | SessionStatus::Summary => ("check", "done"),
        SessionStatus::Skipped => ("close", "off"),
        SessionStatus::Planned if is_missed => ("close", "off"),
        SessionStatus::Planned => ("plan", ""),
        SessionStatus::Active => ("timer", ""),
    };
    let state = if is_missed { at.t("web-plan-not-done") } else { at.word("session_status", session.status) };
    Entry {
        path: Some(format!("/sessions/{}", session.id)),
        name: session_name(session, &at.reader()),
        state,
        icon,
        class,
        note: session.deload.then(|| at.t("web-plan-deload")),
    }
}
