//! The stretches of time that bars stand for: twelve ISO weeks, or twelve months (P-50, A-1).

use domain::time::{LocalDate, add_days, days_between};

use crate::{chart::Column, reader::capital, service::charts::Span, viewer::Viewer};

/// P-50: bars, whether of weeks or of months.
const BARS: i64 = 12;

/// A week or a month.
pub(crate) struct Period {
    /// `2026-W11` or `2026-03`.
    at: String,
    label: String,
    tick: String,
    first: LocalDate,
    last: LocalDate,
}

impl Span {
    /// Its stretches up to today, oldest first.
    pub(crate) fn periods(self, at: &Viewer<'_>) -> Vec<Period> {
        (0..BARS).rev().map(|ago| self.period(ago, at)).collect()
    }

    fn period(self, ago: i64, at: &Viewer<'_>) -> Period {
        match self {
            Self::Quarter => {
                let back = i64::from(at.today.weekday().to_monday_zero_offset());
                let first = add_days(at.today, -back - 7 * ago);
                Period {
                    at: iso_week(first),
                    label: week_name(first, at),
                    tick: at.short_day(first),
                    first,
                    last: add_days(first, 6),
                }
            }
            Self::Year => {
                let months = 12 * i64::from(at.today.year()) + i64::from(at.today.month()) - 1 - ago;
                let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
                let first = month_start(year, month).unwrap_or(at.today);
                let tick: String = capital(&at.word("month", month)).chars().take(3).collect();
                Period {
                    at: format!("{year:04}-{month:02}"),
                    label: format!("{tick} {year}"),
                    tick,
                    first,
                    last: first.last_of_month(),
                }
            }
        }
    }

    /// What the periods are called together.
    pub(crate) fn column_name(self, at: &Viewer<'_>) -> String {
        match self {
            Self::Quarter => at.text("web-progress-week-head"),
            Self::Year => at.text("chart-month-head"),
        }
    }

    /// The first day of a line that looks back so many days, or a year.
    pub(crate) fn since(self, days: i64, today: LocalDate) -> LocalDate {
        match self {
            Self::Quarter => add_days(today, 1 - days),
            Self::Year => add_days(today, -364),
        }
    }
}

impl Period {
    /// Whether a day lies in it.
    pub(crate) fn holds(&self, date: LocalDate) -> bool {
        (0..=days_between(self.first, self.last)).contains(&days_between(self.first, date))
    }

    /// Its bar; no values are a gap, not a zero.
    pub(crate) fn column(self, values: Option<Vec<i64>>, target: Option<i64>) -> Column {
        Column { at: self.at, label: self.label, tick: self.tick, values, target }
    }
}

/// `2026-W11`.
pub(crate) fn iso_week(date: LocalDate) -> String {
    let week = date.iso_week_date();
    format!("{:04}-W{:02}", week.year(), week.week())
}

/// `9 Mar to 15 Mar`.
pub(crate) fn week_name(first: LocalDate, at: &Viewer<'_>) -> String {
    let last = add_days(first, 6);
    at.text_with(
        "web-progress-week",
        [("from", at.short_day(first).into()), ("to", at.short_day(last).into())],
    )
}

fn month_start(year: i64, month: i64) -> Option<LocalDate> {
    LocalDate::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, 1).ok()
}
