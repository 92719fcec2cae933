//! What a report is about: an ISO week or a calendar month.

use std::str::FromStr;

use domain::{
    error::ErrorCode,
    time::{DateSpan, Instant, LocalDate, Zone, add_days},
    vocabulary::vocabulary,
};
use jiff::{
    Span, ToSpan as _,
    civil::{ISOWeekDate, Weekday},
};

use crate::problem::{Code, Problem};

/// P-22: the hour of the day after a week or month at which its report is ready.
pub(in crate::service) const READY_HOUR: i8 = 6;

vocabulary! {
    /// How long a report looks back.
    pub enum ReportKind: "report" {
        Weekly = "weekly",
        Monthly = "monthly",
    }
}

/// An ISO week: `2026-W11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct IsoWeek {
    monday: LocalDate,
}

impl IsoWeek {
    /// The week that a day is in.
    pub fn of(day: LocalDate) -> Self {
        Self { monday: add_days(day, -i64::from(day.weekday().to_monday_zero_offset())) }
    }

    /// Its seven days.
    pub fn days(self) -> DateSpan {
        DateSpan { from: self.monday, to: add_days(self.monday, 6) }
    }

    /// The week so many weeks later.
    #[must_use]
    pub fn plus(self, weeks: i64) -> Self {
        Self { monday: add_days(self.monday, 7 * weeks) }
    }
}

impl std::fmt::Display for IsoWeek {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let week = self.monday.iso_week_date();
        write!(f, "{:04}-W{:02}", week.year(), week.week())
    }
}

impl FromStr for IsoWeek {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let read = || {
            let (year, week) =
                text.split_once("-W").filter(|(year, week)| (year.len(), week.len()) == (4, 2))?;
            let date = ISOWeekDate::new(year.parse().ok()?, week.parse().ok()?, Weekday::Monday).ok()?;
            Some(Self { monday: date.date() })
        };
        read().ok_or_else(|| unreadable("week", text, "an ISO week, like 2026-W11"))
    }
}

/// A calendar month: `2026-03`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month {
    first: LocalDate,
}

impl Month {
    /// The month that a day is in.
    pub fn of(day: LocalDate) -> Self {
        Self { first: day.first_of_month() }
    }

    /// Its days.
    pub fn days(self) -> DateSpan {
        DateSpan { from: self.first, to: self.first.last_of_month() }
    }

    /// The month so many months later.
    #[must_use]
    pub fn plus(self, months: i64) -> Self {
        let span = Span::new().try_months(months).unwrap_or_else(|_| 0.months());
        Self { first: self.first.saturating_add(span).first_of_month() }
    }

    /// The ISO weeks that end in it: every week belongs to one month.
    pub fn weeks(self) -> impl Iterator<Item = IsoWeek> {
        let DateSpan { from, to } = self.days();
        let first = IsoWeek::of(from);
        (0..6).map(move |weeks| first.plus(weeks)).take_while(move |week| week.days().to <= to)
    }
}

impl std::fmt::Display for Month {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}", self.first.year(), self.first.month())
    }
}

impl FromStr for Month {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let read = || {
            let (year, month) =
                text.split_once('-').filter(|(year, month)| (year.len(), month.len()) == (4, 2))?;
            let first = LocalDate::new(year.parse().ok()?, month.parse().ok()?, 1).ok()?;
            Some(Self { first })
        };
        read().ok_or_else(|| unreadable("month", text, "a month, like 2026-03"))
    }
}

fn unreadable(field: &'static str, found: &str, expected: &'static str) -> Problem {
    let problem = Problem::new(Code::of(ErrorCode::BadValue)).fact("field", field);
    problem.fact("found", found).fact("expected", expected)
}

/// A week or a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportPeriod {
    ///
    Week(IsoWeek),
    ///
    Month(Month),
}

impl ReportPeriod {
    /// The period of a kind that a day is in.
    pub fn of(kind: ReportKind, day: LocalDate) -> Self {
        match kind {
            ReportKind::Weekly => Self::Week(IsoWeek::of(day)),
            ReportKind::Monthly => Self::Month(Month::of(day)),
        }
    }

    /// The period of this name, which must be of a kind.
    pub fn named(kind: ReportKind, name: &str) -> Result<Self, Problem> {
        match kind {
            ReportKind::Weekly => name.parse().map(Self::Week),
            ReportKind::Monthly => name.parse().map(Self::Month),
        }
    }

    /// Which it is.
    pub const fn kind(self) -> ReportKind {
        match self {
            Self::Week(_) => ReportKind::Weekly,
            Self::Month(_) => ReportKind::Monthly,
        }
    }

    /// Its days.
    pub fn days(self) -> DateSpan {
        match self {
            Self::Week(week) => week.days(),
            Self::Month(month) => month.days(),
        }
    }

    /// The one so many later.
    #[must_use]
    pub fn plus(self, by: i64) -> Self {
        match self {
            Self::Week(week) => Self::Week(week.plus(by)),
            Self::Month(month) => Self::Month(month.plus(by)),
        }
    }

    /// When its report is ready.
    pub(super) fn ready(self, zone: &Zone) -> Instant {
        zone.first_from(self.plus(1).days().from, READY_HOUR).unwrap_or(Instant::EPOCH)
    }

    /// What its finding looks at: a week as it is, of a month the last 28 days.
    pub(super) fn window(self) -> DateSpan {
        let days = self.days();
        match self {
            Self::Week(_) => days,
            Self::Month(_) => DateSpan { from: add_days(days.to, -27), to: days.to },
        }
    }

    /// The ISO weeks that end in it, oldest first.
    pub(super) fn weeks(self) -> Vec<IsoWeek> {
        match self {
            Self::Week(week) => vec![week],
            Self::Month(month) => month.weeks().collect(),
        }
    }
}

impl std::fmt::Display for ReportPeriod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Week(week) => week.fmt(f),
            Self::Month(month) => month.fmt(f),
        }
    }
}

/// By its form: `2026-W11` is a week, anything else is to be a month.
impl FromStr for ReportPeriod {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        if text.contains('W') { text.parse().map(Self::Week) } else { text.parse().map(Self::Month) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_17_a_week_is_named_as_iso_names_it() {
        for (name, from, to) in [
            ("2026-W11", "2026-03-09", "2026-03-15"),
            ("2026-W01", "2025-12-29", "2026-01-04"),
            ("2026-W53", "2026-12-28", "2027-01-03"),
        ] {
            let week: IsoWeek = name.parse().unwrap();
            assert_eq!((week.days().from.to_string(), week.days().to.to_string()), (from.into(), to.into()));
            assert_eq!(IsoWeek::of(week.days().to).to_string(), name);
        }
        for name in ["2026-W54", "2025-W53", "2026-11", "2026-W1", "26-W11", "week"] {
            let problem = name.parse::<IsoWeek>().unwrap_err();
            assert!(problem.to_string().contains(name), "{problem}");
        }
    }

    #[test]
    fn a_18_a_month_has_its_days_and_the_weeks_that_end_in_it() {
        let month: Month = "2026-03".parse().unwrap();
        let DateSpan { from, to } = month.days();
        assert_eq!((from.to_string(), to.to_string()), ("2026-03-01".into(), "2026-03-31".into()));
        let weeks: Vec<String> = month.weeks().map(|week| week.to_string()).collect();
        // The first of March is a Sunday, and its week belongs to March alone; the last days belong to April.
        assert_eq!(weeks, ["2026-W09", "2026-W10", "2026-W11", "2026-W12", "2026-W13"]);
        assert_eq!(month.plus(-3).to_string(), "2025-12");
        assert_eq!(month.plus(-1).days().to.to_string(), "2026-02-28");
        let window = ReportPeriod::Month(month).window();
        assert_eq!(window.from.to_string(), "2026-03-04");
        for name in ["2026-13", "2026-3", "26-03", "March"] {
            let problem = name.parse::<ReportPeriod>().unwrap_err().to_string();
            assert!(problem.contains(name) && problem.contains("2026-03"), "{problem}");
        }
    }

    #[test]
    fn p_22_every_week_belongs_to_one_month() {
        let month = |name: &str| name.parse::<Month>().unwrap();
        let mut weeks: Vec<IsoWeek> = (0..24).flat_map(|by| month("2025-01").plus(by).weeks()).collect();
        let all = weeks.len();
        weeks.dedup();
        assert_eq!(weeks.len(), all);
        let next = |pair: &[IsoWeek]| pair[0].plus(1) == pair[1];
        assert!(weeks.windows(2).all(next));
    }
}
