//! Time as values (GL-6): instants are UTC milliseconds, dates are local, zones are IANA names.
//!
//! Nothing here reads a clock or a system time zone: the database of zones is compiled in, so a date is the same on
//! every machine.

use std::{fmt, str::FromStr};

use jiff::{
    SignedDuration, Timestamp, civil,
    tz::{AmbiguousOffset, Offset, TimeZone},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::ErrorCode,
    law::{Check, Law},
};

/// A date on the athlete's calendar.
pub type LocalDate = civil::Date;

/// Days from one date to another, negative when it lies before.
pub fn days_between(from: LocalDate, to: LocalDate) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// The date so many days later, or earlier for a negative number.
pub fn add_days(date: LocalDate, days: i64) -> LocalDate {
    date.saturating_add(SignedDuration::from_hours(24 * days))
}

/// The days from one date to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateSpan {
    /// The first day.
    pub from: LocalDate,
    /// The last day.
    pub to: LocalDate,
}

impl DateSpan {
    /// Whether a date is one of the days.
    pub fn contains(self, date: LocalDate) -> bool {
        self.from <= date && date <= self.to
    }

    /// The days in order.
    pub fn days(self) -> impl Iterator<Item = LocalDate> {
        (0..=days_between(self.from, self.to)).map(move |days| add_days(self.from, days))
    }
}

impl Law for DateSpan {
    fn check(&self, check: &mut Check) {
        let expected = format_args!("{} or later", self.from);
        check.require(self.from <= self.to, ErrorCode::BadValue, "to", self.to, expected);
    }
}

/// A point in time with the precision of a millisecond; in documents RFC 3339 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("format" = "date-time"))]
pub struct Instant(i64);

impl Instant {
    /// The instant so many milliseconds after 1970-01-01T00:00Z.
    ///
    /// Beyond the years 0 and 9999 it is [`None`].
    pub fn from_millis(millis: i64) -> Option<Self> {
        Timestamp::from_millisecond(millis).is_ok().then_some(Self(millis))
    }

    /// 1970-01-01T00:00Z.
    pub const EPOCH: Self = Self(0);

    /// The instant so many seconds later, or the last one there is.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        let millis = self.0.saturating_add(seconds.saturating_mul(1000));
        Self(millis.clamp(Timestamp::MIN.as_millisecond(), Timestamp::MAX.as_millisecond()))
    }

    /// The instant so many seconds earlier, or the first one there is.
    pub fn minus_seconds(self, seconds: i64) -> Self {
        self.plus_seconds(-seconds)
    }

    /// Milliseconds since 1970-01-01T00:00Z.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Seconds from `earlier` to this instant, rounded down.
    pub const fn seconds_since(self, earlier: Self) -> i64 {
        (self.0 - earlier.0).div_euclid(1000)
    }

    /// The clock on the wall there and then.
    pub fn local(self, zone: &Zone) -> civil::DateTime {
        zone.0.to_datetime(self.timestamp())
    }

    /// The date on the athlete's calendar.
    pub fn local_date(self, zone: &Zone) -> LocalDate {
        self.local(zone).date()
    }

    fn timestamp(self) -> Timestamp {
        // The constructors admit nothing else; the fallback is never reached.
        Timestamp::from_millisecond(self.0).unwrap_or_default()
    }
}

/// A text that is no instant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an instant, expected one like 2026-03-07T18:00:00Z")]
pub struct NotAnInstant(String);

impl FromStr for Instant {
    type Err = NotAnInstant;

    fn from_str(text: &str) -> Result<Self, NotAnInstant> {
        match text.parse::<Timestamp>() {
            Ok(timestamp) => Ok(Self(timestamp.as_millisecond())),
            Err(_) => Err(NotAnInstant(text.to_owned())),
        }
    }
}

impl TryFrom<String> for Instant {
    type Error = NotAnInstant;

    fn try_from(text: String) -> Result<Self, NotAnInstant> {
        text.parse()
    }
}

impl From<Instant> for String {
    fn from(instant: Instant) -> Self {
        instant.to_string()
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.timestamp(), f)
    }
}

/// An IANA time zone, such as `Europe/Berlin`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Zone(TimeZone);

impl Zone {
    /// The zone of this name.
    pub fn new(name: &str) -> Result<Self, UnknownZone> {
        TimeZone::get(name).map(Self).map_err(|_| UnknownZone(name.to_owned()))
    }

    /// Coordinated universal time.
    pub const UTC: Self = Self(TimeZone::UTC);

    /// Its IANA name.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The first instant of `date` there.
    pub fn start_of(&self, date: LocalDate) -> Option<Instant> {
        let start = date.to_zoned(self.0.clone()).ok()?;
        Instant::from_millis(start.timestamp().as_millisecond())
    }

    /// The first instant of `date` there at which the clock shows this hour or later; an hour that the clock leaves
    /// out begins when it jumps, one that it repeats begins with the first time.
    pub fn first_from(&self, date: LocalDate, hour: i8) -> Option<Instant> {
        let wall = date.at(hour, 0, 0, 0);
        let at = |offset: Offset| offset.to_timestamp(wall).ok();
        let first = match self.0.to_ambiguous_timestamp(wall).offset() {
            AmbiguousOffset::Unambiguous { offset } => at(offset)?,
            AmbiguousOffset::Fold { before, .. } => at(before)?,
            AmbiguousOffset::Gap { after, .. } => {
                let earlier = at(after)?.saturating_add(SignedDuration::from_nanos(-1)).ok()?;
                self.0.following(earlier).next()?.timestamp()
            }
        };
        Instant::from_millis(first.as_millisecond())
    }

    /// How far its clock is from universal time from `from` until `to`: first what holds at `from`, then each
    /// change in order.
    pub fn clock_changes(&self, from: Instant, to: Instant) -> Vec<ClockChange> {
        let (start, end) = (from.timestamp(), to.timestamp());
        let moved =
            |at: Timestamp, millis| at.saturating_add(SignedDuration::from_millis(millis)).unwrap_or(at);
        let before = |at: Timestamp| self.0.to_offset(moved(at, -1)).seconds();
        // A transition at `from` itself is the one in force; `preceding` looks strictly before.
        let in_force = self.0.preceding(moved(start, 1)).next();
        let later = self.0.following(start).take_while(|change| change.timestamp() < end);
        let info = self.0.to_offset_info(start);
        let first = ClockChange {
            at: in_force.as_ref().map(|change| Instant(change.timestamp().as_millisecond())),
            from_seconds: in_force.map_or(info.offset().seconds(), |change| before(change.timestamp())),
            to_seconds: info.offset().seconds(),
            is_summer_time: info.dst().is_dst(),
            abbreviation: info.abbreviation().to_owned(),
        };
        let later = later.map(|change| ClockChange {
            at: Some(Instant(change.timestamp().as_millisecond())),
            from_seconds: before(change.timestamp()),
            to_seconds: change.offset().seconds(),
            is_summer_time: change.dst().is_dst(),
            abbreviation: change.abbreviation().to_owned(),
        });
        std::iter::once(first).chain(later).collect()
    }
}

/// A change of the clock of a zone, in seconds that it is ahead of universal time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockChange {
    /// When; absent if the clock has always been so.
    pub at: Option<Instant>,
    /// Before.
    pub from_seconds: i32,
    /// From then on.
    pub to_seconds: i32,
    /// Whether it is summer time from then on.
    pub is_summer_time: bool,
    /// What the time is called from then on, such as `CET`.
    pub abbreviation: String,
}

/// A name that is no time zone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone `{0}`, expected an IANA name like Europe/Berlin")]
pub struct UnknownZone(String);

impl TryFrom<String> for Zone {
    type Error = UnknownZone;

    fn try_from(name: String) -> Result<Self, UnknownZone> {
        Self::new(&name)
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> Self {
        zone.name().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_6_a_session_late_on_sunday_in_utc_is_on_monday_in_berlin() {
        let start: Instant = "2026-03-08T23:30:00Z".parse().unwrap();
        assert_eq!(start.local_date(&Zone::new("Europe/Berlin").unwrap()), civil::date(2026, 3, 9));
        assert_eq!(start.local_date(&Zone::UTC), civil::date(2026, 3, 8));
    }

    #[test]
    fn dates_are_counted_in_days() {
        let (monday, sunday) = (civil::date(2026, 3, 2), civil::date(2026, 3, 29));
        assert_eq!(days_between(monday, sunday), 27);
        assert_eq!(days_between(sunday, monday), -27);
        assert_eq!(add_days(sunday, -27), monday);
    }

    #[test]
    fn a_span_of_dates_has_both_ends_and_goes_forward() {
        let span = |from, to| DateSpan { from: civil::date(2026, 2, from), to: civil::date(2026, 3, to) };
        let days: Vec<String> = span(27, 2).days().map(|day| day.to_string()).collect();
        assert_eq!(days, ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
        assert!(
            span(27, 2).contains(civil::date(2026, 3, 2)) && !span(27, 2).contains(civil::date(2026, 3, 3))
        );
        let backwards = DateSpan { from: civil::date(2026, 3, 2), to: civil::date(2026, 3, 1) };
        assert_eq!(backwards.days().count(), 0);
        let breach = crate::law::Valid::new(backwards).unwrap_err().to_string();
        assert_eq!(breach, "to: 2026-03-01, expected 2026-03-02 or later");
    }

    #[test]
    fn p_23_an_hour_begins_once_even_when_the_clock_leaves_it_out_or_repeats_it() {
        let first = |zone: &str, date: LocalDate, hour| {
            Zone::new(zone).unwrap().first_from(date, hour).unwrap().to_string()
        };
        assert_eq!(first("Europe/Berlin", civil::date(2026, 3, 29), 23), "2026-03-29T21:00:00Z");
        assert_eq!(first("Europe/Berlin", civil::date(2026, 10, 25), 23), "2026-10-25T22:00:00Z");
        // 02:00 to 03:00 is left out, then repeated.
        assert_eq!(first("Europe/Berlin", civil::date(2026, 3, 29), 2), "2026-03-29T01:00:00Z");
        assert_eq!(first("Europe/Berlin", civil::date(2026, 10, 25), 2), "2026-10-25T00:00:00Z");
        assert_eq!(first("Asia/Kathmandu", civil::date(2026, 3, 8), 23), "2026-03-08T17:15:00Z");
        // In Santiago the clock jumps at midnight in spring, and repeats 23:00 in autumn.
        assert_eq!(first("America/Santiago", civil::date(2026, 9, 6), 0), "2026-09-06T04:00:00Z");
        assert_eq!(first("America/Santiago", civil::date(2026, 4, 4), 23), "2026-04-05T02:00:00Z");
    }

    #[test]
    fn gl_6_the_clock_of_a_zone_changes_with_summer_time() {
        let changes = |zone: &str, from: &str, to: &str| {
            let changes = Zone::new(zone).unwrap().clock_changes(from.parse().unwrap(), to.parse().unwrap());
            let shown = changes.into_iter().map(|change| {
                let at = change.at.map_or_else(|| "ever".to_owned(), |at| at.to_string());
                let ClockChange { from_seconds, to_seconds, is_summer_time, abbreviation, .. } = change;
                format!("{at} {from_seconds} {to_seconds} {is_summer_time} {abbreviation}")
            });
            shown.collect::<Vec<_>>()
        };
        let winter = "2025-10-26T01:00:00Z 7200 3600 false CET";
        let summer = "2026-03-29T01:00:00Z 3600 7200 true CEST";
        let berlin = |from, to| changes("Europe/Berlin", from, to);
        assert_eq!(berlin("2026-03-23T00:00:00Z", "2026-03-30T00:00:00Z"), [winter, summer]);
        // A change at the start of the span is in force there, one at its end is not reached.
        assert_eq!(berlin("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"), [summer]);
        assert_eq!(berlin("2026-03-23T00:00:00Z", "2026-03-29T01:00:00Z"), [winter]);
        assert_eq!(changes("UTC", "2026-03-23T00:00:00Z", "2026-03-30T00:00:00Z"), ["ever 0 0 false UTC"]);
    }

    #[test]
    fn instants_keep_milliseconds_and_read_back() {
        let instant: Instant = "2026-03-07T18:00:00.123456Z".parse().unwrap();
        assert_eq!(instant.millis() % 1000, 123);
        assert_eq!(instant.to_string().parse::<Instant>().unwrap(), instant);
        assert_eq!(serde_json::to_string(&instant).unwrap(), "\"2026-03-07T18:00:00.123Z\"");
        assert!("yesterday".parse::<Instant>().is_err());
    }

    #[test]
    fn a_day_of_a_clock_change_starts_at_its_first_instant() {
        let zone = Zone::new("America/Santiago").unwrap();
        let start = zone.start_of(civil::date(2026, 9, 6)).unwrap();
        assert_eq!(start.local_date(&zone), civil::date(2026, 9, 6));
        assert_eq!(
            Zone::new("Mars/Base").unwrap_err().to_string(),
            UnknownZone("Mars/Base".into()).to_string()
        );
    }
}
