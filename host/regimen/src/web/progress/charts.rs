//! The pictures of progress: days, strength, weekly sets, body weight, ladders (P-50, A-21, A-23).

use std::collections::BTreeMap;

use domain::{
    exercise::ExerciseKey,
    prescription::SetType,
    quantity::{Grams, div_half_up},
    session::{Session, SessionStatus},
    time::{LocalDate, add_days, days_between},
    voice::Locale,
};

use crate::{
    reader::{Reader, capital},
    service::{
        body::Weight,
        overview::{Climb, PastDay},
    },
    web::{
        chart::{
            Bars, Calendar, Column, Day, DayState, Ladder, Mark, Point, Rung, RungState, Series, Shape,
            Timeline,
        },
        figure::{self, Mass, caption, moment, short_day},
        visit::Visit,
    },
};

/// Weeks that the calendar shows at least, so that a new athlete sees where they stand.
const LEAST_DAYS: i64 = 17 * 7;
/// an estimate from more reps says little.
const MOST_REPS: u32 = 12;

/// how each day went, from the first session on, at most a year.
pub(super) fn adherence(sessions: &[Session], at: &Visit) -> Calendar {
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
        label: figure::day(at, date),
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
        caption: caption(
            at,
            "days",
            at.t("web-progress-days"),
            at.t("web-progress-days-says"),
            "web-progress-days-none",
        ),
        weekdays: std::array::from_fn(|day| capital(&at.word("weekday_short", day + 1))),
        first_weekday: 0,
        days: (0..count).map(|offset| day(add_days(from, offset))).collect(),
        states: states.map(|(state, id)| (state, at.t(id))).to_vec(),
        head: [at.t("web-progress-day-head"), at.t("web-progress-state-head")],
    }
}

fn month(date: LocalDate, at: &Visit) -> String {
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
pub(super) fn weekly_sets(sessions: &[Session], weeks: i64, at: &Visit) -> Bars {
    let weekday = i64::from(at.today.weekday().to_monday_one_offset());
    let back = (weekday - i64::from(at.profile.first_weekday)).rem_euclid(7);
    let this_week = add_days(at.today, -back);
    let first = sessions.first().map_or(at.today, |session| session.local_date);
    let starts = (0..weeks).rev().map(|ago| add_days(this_week, -7 * ago));
    let column = |start: LocalDate| {
        let own = sessions.iter().filter(|session| (0..7).contains(&days_between(start, session.local_date)));
        let (done, planned) = own.map(sets_of).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let facts = [("from", short_day(at, start).into()), ("to", short_day(at, add_days(start, 6)).into())];
        Column {
            label: at.reader().text_with("web-progress-week", facts),
            tick: short_day(at, start),
            values: Some(vec![done]),
            target: (planned > 0).then_some(planned),
        }
    };
    let columns: Vec<Column> = starts.filter(|start| first <= add_days(*start, 6)).map(column).collect();
    Bars {
        caption: caption(
            at,
            "sets",
            at.t("web-progress-sets"),
            at.t("web-progress-sets-says"),
            "web-progress-sets-none",
        ),
        format: figure::plain(at),
        column_name: at.t("web-progress-week-head"),
        parts: vec![at.t("web-progress-sets-done")],
        target_name: at.t("web-progress-sets-planned"),
        columns,
    }
}

/// P-50, A-23: the estimated maximum of an exercise since a day; new bests are marked.
pub(super) fn strength(key: &ExerciseKey, days: &[PastDay], since: LocalDate, at: &Visit) -> Timeline {
    let mass = Mass::of(at);
    let (mut best, mut points, mut moments) = (0, Vec::new(), Vec::new());
    for day in days {
        let Some(estimate) = day.e1rm_g else { continue };
        let is_loose = day.best_reps().is_some_and(|reps| reps > MOST_REPS);
        let mark = match () {
            () if is_loose => Mark::Hollow,
            () if best > 0 && estimate > best => Mark::Record,
            () => Mark::Plain,
        };
        if !is_loose {
            best = best.max(estimate);
        }
        if since <= day.date {
            points.push(Some(Point { value: mass.value(Grams(estimate)), mark }));
            moments.push(moment(at, day.date));
        }
    }
    let name = at.reader().name(key).to_owned();
    let says = at.t1("web-progress-strength-says", "exercise", name.as_str());
    Timeline {
        caption: caption(at, &format!("e1rm-{key}"), name, says, "web-progress-strength-none"),
        format: mass.format,
        moment_name: at.t("web-progress-day-head"),
        moments,
        series: vec![Series { name: at.t("web-progress-e1rm"), shape: Shape::Line, points }],
        band: None,
    }
}

/// every weight, and the mean of seven days.
pub(super) fn weight(weights: &[Weight], at: &Visit) -> Timeline {
    let mass = Mass::of(at);
    // Of several weights of a day the last one counts.
    let days: BTreeMap<LocalDate, Grams> = weights.iter().map(|weight| (weight.date, weight.grams)).collect();
    let point = |grams: Grams| Some(Point { value: mass.value(grams), mark: Mark::Plain });
    let means = days.keys().map(|date| mean(weights, *date).and_then(point)).collect();
    let raw = days.values().map(|grams| point(*grams)).collect();
    Timeline {
        caption: caption(
            at,
            "weight",
            at.t("web-progress-weight-title"),
            at.t("web-progress-weight-says"),
            "web-progress-weight-none",
        ),
        format: mass.format,
        moment_name: at.t("web-progress-day-head"),
        moments: days.keys().map(|date| moment(at, *date)).collect(),
        series: vec![
            Series { name: at.t("web-progress-mean"), shape: Shape::Line, points: means },
            Series { name: at.t("web-progress-weighed"), shape: Shape::Dots, points: raw },
        ],
        band: None,
    }
}

/// The mean of the seven days up to a day.
fn mean(weights: &[Weight], to: LocalDate) -> Option<Grams> {
    let within = weights.iter().filter(|weight| (0..7).contains(&days_between(weight.date, to)));
    let all: Vec<i64> = within.map(|weight| weight.grams.0).collect();
    let count = i64::try_from(all.len()).ok().filter(|count| *count > 0)?;
    Some(Grams(div_half_up(all.iter().sum(), count)))
}

/// The last seven days against those before them.
pub(super) fn weight_trend(weights: &[Weight], reader: &Reader<'_>) -> Option<String> {
    let last = weights.last()?.date;
    let now = mean(weights, last)?;
    let Some(before) = mean(weights, add_days(last, -7)) else {
        return Some(reader.text_with("body-first-week", [("mean", reader.load(now).into())]));
    };
    let way = match now.cmp(&before) {
        std::cmp::Ordering::Less => "less",
        std::cmp::Ordering::Equal => "same",
        std::cmp::Ordering::Greater => "more",
    };
    let change = Grams((now.0 - before.0).abs());
    let facts =
        [("mean", reader.load(now).into()), ("change", reader.load(change).into()), ("way", way.into())];
    Some(reader.text_with("body-week", facts))
}

/// A ladder with the current level; with `around` only so many levels below and above it.
pub(super) fn ladder(climb: &Climb, around: Option<u32>, at: &Visit) -> Ladder {
    let levels = &climb.ladder.levels;
    let rungs = (1..).zip(levels).filter(|(ordinal, _): &(u32, _)| {
        around.is_none_or(|around| ordinal.abs_diff(climb.ordinal) <= around)
    });
    let rung = |(ordinal, level): (u32, &domain::ladder::Level)| {
        let label = match at.lang() {
            Locale::En => &level.label_en,
            Locale::Ru => &level.label_ru,
        };
        let (state, note) = match ordinal.cmp(&climb.ordinal) {
            std::cmp::Ordering::Less => (RungState::Done, String::new()),
            std::cmp::Ordering::Equal => (RungState::Now, at.t("web-progress-rung-now")),
            std::cmp::Ordering::Greater if ordinal == climb.ordinal + 1 => {
                (RungState::Next, at.t("web-progress-rung-next"))
            }
            std::cmp::Ordering::Greater => (RungState::Later, String::new()),
        };
        Rung { label: format!("{ordinal}. {label}"), state, note }
    };
    let facts = [("level", climb.ordinal.into()), ("of", levels.len().into())];
    let says = at.reader().text_with("web-progress-ladder-says", facts);
    Ladder {
        caption: caption(
            at,
            &format!("ladder-{}", climb.ladder.key),
            climb.name(at.lang()).to_owned(),
            says,
            "web-progress-ladder-none",
        ),
        rungs: rungs.map(rung).collect(),
        head: [at.t("web-progress-level-head"), at.t("web-progress-state-head")],
    }
}
