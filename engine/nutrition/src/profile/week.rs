//! The week of an athlete: when they eat (MD-1), and when they train (MD-2).

use std::{fmt, str::FromStr};

use domain::{
    error::ErrorCode,
    law::{Check, Law},
    meal_plan::{ClockTime, DaySlots, NotAClockTime, Slot},
    recipe::MealType,
    time::{LocalDate, add_days},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::NutritionProfile;
use crate::target::input::TrainingKind;

/// The meals of a day for whoever does not say otherwise (NT-8): time, busyness, meal.
const USUAL_DAY: [(ClockTime, u8, MealType); 4] = [
    (clock(7, 30), 2, MealType::Breakfast),
    (clock(12, 30), 3, MealType::Lunch),
    (clock(16, 0), 2, MealType::Snack),
    (clock(19, 30), 4, MealType::Dinner),
];

/// MD-2: when training starts in the morning and in the evening, and how long it takes, if nobody says.
const MORNING: ClockTime = clock(7, 0);
const EVENING: ClockTime = clock(18, 0);
const USUAL_MINUTES: u32 = 60;

/// No session takes longer.
pub(super) const MOST_MINUTES: u32 = 600;

/// The last minute of a day.
const MIDNIGHT: ClockTime = clock(23, 59);

/// A time that is written here; one that is none does not compile.
const fn clock(hour: u16, minute: u16) -> ClockTime {
    match ClockTime::from_minutes(hour * 60 + minute) {
        Some(time) => time,
        None => panic!("not a time of day"),
    }
}

/// The meals of a usual day.
pub fn usual_day() -> DaySlots {
    let slot = |(time, busyness_level, meal): (ClockTime, u8, MealType)| {
        let (required_tags, preferred_tags) = Default::default();
        let meal_type = Some(meal.as_str().to_owned());
        Slot { time, busyness_level, meal_type, required_tags, preferred_tags }
    };
    DaySlots(USUAL_DAY.into_iter().map(slot).collect())
}

/// When training starts if only the part of the day is known (MD-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UsualStart {
    /// In the morning.
    pub morning: ClockTime,
    /// In the evening.
    pub evening: ClockTime,
}

impl Default for UsualStart {
    fn default() -> Self {
        Self { morning: MORNING, evening: EVENING }
    }
}

/// When a session starts: a time, or a part of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^(morning|evening|([01][0-9]|2[0-3]):[0-5][0-9])$"))]
pub enum SessionStart {
    /// At this time.
    At(ClockTime),
    /// At the usual time of the morning.
    Morning,
    /// At the usual time of the evening.
    Evening,
}

impl FromStr for SessionStart {
    type Err = NotAClockTime;

    fn from_str(text: &str) -> Result<Self, NotAClockTime> {
        match text {
            "morning" => Ok(Self::Morning),
            "evening" => Ok(Self::Evening),
            time => time.parse().map(Self::At),
        }
    }
}

impl TryFrom<String> for SessionStart {
    type Error = NotAClockTime;

    fn try_from(text: String) -> Result<Self, NotAClockTime> {
        text.parse()
    }
}

impl From<SessionStart> for String {
    fn from(start: SessionStart) -> Self {
        start.to_string()
    }
}

impl fmt::Display for SessionStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(time) => time.fmt(f),
            Self::Morning => f.write_str("morning"),
            Self::Evening => f.write_str("evening"),
        }
    }
}

/// A session that takes place every week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeekSession {
    /// HH:MM, `morning` or `evening`.
    #[serde(default = "evening")]
    pub start: SessionStart,
    /// What it mostly is.
    pub kind: TrainingKind,
    /// 1..600.
    #[serde(default = "usual_minutes")]
    pub minutes: u32,
}

const fn evening() -> SessionStart {
    SessionStart::Evening
}

const fn usual_minutes() -> u32 {
    USUAL_MINUTES
}

impl Law for WeekSession {
    fn check(&self, check: &mut Check) {
        check.range(ErrorCode::BadValue, "minutes", self.minutes, 1, MOST_MINUTES);
    }
}

/// A session of a date: what meals need to know of the training plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedWorkout {
    /// When.
    pub date: LocalDate,
    /// At what time.
    pub start: SessionStart,
    /// What it mostly is.
    pub kind: TrainingKind,
    /// How long.
    pub minutes: u32,
}

impl PlannedWorkout {
    /// Its first and its last time of the day; one that goes on past midnight ends with the day.
    pub(super) fn times(&self, usual: UsualStart) -> (ClockTime, ClockTime) {
        let start = match self.start {
            SessionStart::At(time) => time,
            SessionStart::Morning => usual.morning,
            SessionStart::Evening => usual.evening,
        };
        let minutes = u16::try_from(self.minutes).unwrap_or(u16::MAX);
        let end = ClockTime::from_minutes(start.minutes().saturating_add(minutes));
        (start, end.unwrap_or(MIDNIGHT))
    }
}

impl NutritionProfile {
    /// The meals of a date: its own, else those of its weekday, else the usual ones.
    pub fn slots(&self, date: LocalDate) -> DaySlots {
        let of_week = || self.week.get(&weekday(date));
        self.dates.get(&date).or_else(of_week).cloned().unwrap_or_else(usual_day)
    }

    /// The training of the week on so many days, for whoever has no training plan.
    pub fn workouts(&self, from: LocalDate, days: u32) -> Vec<PlannedWorkout> {
        let dates = (0..i64::from(days)).map(|day| add_days(from, day));
        let of_date = |date: LocalDate| {
            let sessions = self.training.get(&weekday(date)).into_iter().flatten();
            sessions.map(move |&WeekSession { start, kind, minutes }| PlannedWorkout {
                date,
                start,
                kind,
                minutes,
            })
        };
        dates.flat_map(of_date).collect()
    }
}

/// 1 (Monday) to 7.
pub fn weekday(date: LocalDate) -> u8 {
    date.weekday().to_monday_one_offset().unsigned_abs()
}
