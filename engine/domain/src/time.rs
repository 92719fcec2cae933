//! Time as values (GL-6): instants are UTC milliseconds, dates are local, zones are IANA names.
//!
//! Nothing here reads a clock or a system time zone: the database of zones is compiled in, so a date is the same on
//! every machine.

use std::{fmt, str::FromStr};

use jiff::{SignedDuration, Timestamp, civil, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
        self.timestamp().to_zoned(zone.0.clone()).datetime()
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
