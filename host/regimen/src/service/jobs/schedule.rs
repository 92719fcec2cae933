//! When jobs are due: on the athlete's own clock, on that of the installation, or when something is overdue.

use domain::time::{Instant, LocalDate, Zone, add_days};
use jiff::civil::Weekday;
use serde_json::Value;
use store::{AthleteRow, NewJob, Overdue};

use super::{JOBS, Job};
use crate::{
    problem::Problem,
    service::{app::App, profile::Profile},
};

/// How many athletes are looked at in one transaction.
const PAGE: i64 = 500;

/// No clock lets a job wait longer: a month.
const LONGEST_DAYS: i64 = 31;

/// When a job is due.
#[derive(Debug, Clone, Copy)]
pub enum When {
    /// For each athlete, every day at this hour of their clock.
    Daily(i8),
    /// For each athlete, on this weekday at this hour of their clock.
    Weekly(Weekday, i8),
    /// For each athlete, on the first of a month at this hour of their clock.
    Monthly(i8),
    /// Once for the installation, every day at this time in UTC.
    Installation {
        /// The hour.
        hour: i8,
        /// The minute.
        minute: i8,
    },
    /// Once for the installation, on this weekday at this hour in UTC.
    InstallationWeekly(Weekday, i8),
    /// For the athletes for whom something is overdue, at most so often.
    Overdue(Every, fn(Instant) -> Overdue),
    /// When something else asks for it.
    Asked,
}

/// How often a job runs for one athlete at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Every {
    /// Once an hour.
    Hour,
    /// Once a day.
    Day,
}

impl When {
    /// The hour and the days on which a clock decides; nothing if none does.
    fn on(self, zone: &Zone, date: LocalDate) -> Option<Instant> {
        match self {
            Self::Daily(hour) => zone.first_from(date, hour),
            Self::Weekly(weekday, hour) if date.weekday() == weekday => zone.first_from(date, hour),
            Self::Monthly(hour) if date.day() == 1 => zone.first_from(date, hour),
            Self::Installation { hour, minute } => {
                Zone::UTC.first_from(date, hour).map(|at| at.plus_seconds(60 * i64::from(minute)))
            }
            Self::InstallationWeekly(weekday, hour) if date.weekday() == weekday => {
                Zone::UTC.first_from(date, hour)
            }
            Self::Weekly(..)
            | Self::Monthly(_)
            | Self::InstallationWeekly(..)
            | Self::Overdue(..)
            | Self::Asked => None,
        }
    }

    /// The last time it was due there by `now`, and on which day: what was missed before that is not made up.
    pub fn last(self, zone: &Zone, now: Instant) -> Option<(LocalDate, Instant)> {
        let today = now.local_date(zone);
        let days = (0..=LONGEST_DAYS).map(|back| add_days(today, -back));
        let mut due = days.filter_map(|date| Some((date, self.on(zone, date)?)));
        due.find(|(_, at)| *at <= now)
    }

    /// The next time it is due there after `now`.
    pub fn next(self, zone: &Zone, now: Instant) -> Option<Instant> {
        let today = now.local_date(zone);
        (0..=LONGEST_DAYS + 1).filter_map(|ahead| self.on(zone, add_days(today, ahead))).find(|at| *at > now)
    }

    const fn is_of_installation(self) -> bool {
        matches!(self, Self::Installation { .. } | Self::InstallationWeekly(..))
    }
}

/// Under this name it is noted among the jobs that somebody has looked for what is due.
const LOOK: &str = "look";

/// How often somebody looks for what is due; P-23 asks for every hour.
const LOOK_MILLIS: i64 = 900_000;

/// The number of the interval in which one server looks for what is due.
pub fn interval(now: Instant) -> i64 {
    now.millis().div_euclid(LOOK_MILLIS)
}

/// Looks for what is due, unless another server did in this interval: however many there are, athletes are gone through
/// once. Who fails or dies while it looks leaves what it has not seen to the next interval.
pub async fn look(app: &App) -> Result<Option<u64>, Problem> {
    let now = app.now();
    let note = NewJob {
        id: app.uuid(),
        name: LOOK.to_owned(),
        athlete: None,
        period: interval(now).to_string(),
        due_at: now,
    };
    let mut tx = app.store.write().await?;
    let is_first = tx.note_job(&note, Value::Null).await?;
    tx.commit().await?;
    if is_first { schedule(app).await.map(Some) } else { Ok(None) }
}

/// Puts in the queue what is due and not there yet; says how much. Any number of servers may do so at any time.
pub async fn schedule(app: &App) -> Result<u64, Problem> {
    let now = app.now();
    let mut new = 0;
    let mut after = None;
    loop {
        let mut tx = app.store.write().await?;
        let athletes = tx.athletes_after::<Profile>(after, PAGE).await?;
        let jobs: Vec<NewJob> = athletes.iter().flat_map(|athlete| of_athlete(app, athlete, now)).collect();
        new += tx.enqueue(&jobs).await?;
        tx.commit().await?;
        match athletes.last() {
            Some(last) => after = Some(last.id),
            None => break,
        }
    }
    let mut tx = app.store.write().await?;
    let mut jobs: Vec<NewJob> = of_installation(app, now).collect();
    for job in JOBS {
        if let When::Overdue(every, what) = job.when {
            let hour = now.to_string().get(..13).unwrap_or_default().to_owned();
            let period =
                if every == Every::Hour { hour } else { hour.get(..10).unwrap_or_default().to_owned() };
            let athletes = tx.athletes_overdue(what(now)).await?;
            let job = |athlete| NewJob {
                id: app.uuid(),
                name: job.name.to_owned(),
                athlete: Some(athlete),
                period: period.clone(),
                due_at: now,
            };
            jobs.extend(athletes.into_iter().map(job));
        }
    }
    new += tx.enqueue(&jobs).await?;
    tx.commit().await?;
    Ok(new)
}

fn of_athlete(app: &App, athlete: &AthleteRow<Profile>, now: Instant) -> Vec<NewJob> {
    let due = JOBS.iter().filter(|job| !job.when.is_of_installation()).filter_map(|job| {
        let (date, due_at) = job.when.last(&athlete.profile.zone, now)?;
        // Nobody is owed what was due before they came.
        (due_at >= athlete.created_at).then(|| NewJob {
            id: app.uuid(),
            name: job.name.to_owned(),
            athlete: Some(athlete.id),
            period: date.to_string(),
            due_at,
        })
    });
    due.collect()
}

fn of_installation(app: &App, now: Instant) -> impl Iterator<Item = NewJob> {
    JOBS.iter().filter(|job| job.when.is_of_installation()).filter_map(move |job| {
        let (date, due_at) = job.when.last(&Zone::UTC, now)?;
        let (id, name) = (app.uuid(), job.name.to_owned());
        Some(NewJob { id, name, athlete: None, period: date.to_string(), due_at })
    })
}

/// Puts a job in the queue for everybody whom it is for, due now.
pub(super) async fn ask(app: &App, job: &Job) -> Result<u64, Problem> {
    let (now, occasion) = (app.now(), app.trace());
    let new = |athlete, zone: &Zone| NewJob {
        id: app.uuid(),
        name: job.name.to_owned(),
        athlete,
        period: format!("{} {}", now.local_date(zone), occasion.as_str()),
        due_at: now,
    };
    let mut tx = app.store.write().await?;
    let mut jobs = Vec::new();
    if job.when.is_of_installation() {
        jobs.push(new(None, &Zone::UTC));
    } else {
        let mut after = None;
        loop {
            let page = tx.athletes_after::<Profile>(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.id);
            jobs.extend(page.iter().map(|athlete| new(Some(athlete.id), &athlete.profile.zone)));
        }
    }
    let asked = tx.enqueue(&jobs).await?;
    tx.commit().await?;
    Ok(asked)
}

/// Where the athletes live, and where the installation keeps its time.
pub(super) async fn zones(app: &App) -> Result<Vec<Zone>, Problem> {
    let mut tx = app.store.read().await?;
    let mut zones: Vec<Zone> = vec![Zone::UTC];
    let mut after = None;
    loop {
        let page = tx.athletes_after::<Profile>(after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(zones) };
        after = Some(last.id);
        for athlete in page {
            if !zones.contains(&athlete.profile.zone) {
                zones.push(athlete.profile.zone);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(when: When, zone: &str, now: &str) -> String {
        let (date, at) = when.last(&Zone::new(zone).unwrap(), now.parse().unwrap()).unwrap();
        format!("{date} {at}")
    }

    const ARCHIVE: When = When::Weekly(Weekday::Sunday, 23);

    #[test]
    fn p_23_the_archive_is_due_on_sunday_at_23_where_the_athlete_lives() {
        let cases = [
            ("Europe/Berlin", "2026-03-08T22:00:00Z", "2026-03-08 2026-03-08T22:00:00Z"),
            ("Europe/Berlin", "2026-03-08T21:59:59Z", "2026-03-01 2026-03-01T22:00:00Z"),
            // Summer time began that day, and ended that day.
            ("Europe/Berlin", "2026-03-29T21:00:00Z", "2026-03-29 2026-03-29T21:00:00Z"),
            ("Europe/Berlin", "2026-10-25T21:30:00Z", "2026-10-18 2026-10-18T21:00:00Z"),
            ("Europe/Berlin", "2026-10-25T22:00:00Z", "2026-10-25 2026-10-25T22:00:00Z"),
            ("America/Los_Angeles", "2026-03-09T06:00:00Z", "2026-03-08 2026-03-09T06:00:00Z"),
            ("Asia/Kathmandu", "2026-03-08T17:15:00Z", "2026-03-08 2026-03-08T17:15:00Z"),
            ("Pacific/Kiritimati", "2026-03-08T09:00:00Z", "2026-03-08 2026-03-08T09:00:00Z"),
        ];
        for (zone, now, expected) in cases {
            assert_eq!(last(ARCHIVE, zone, now), expected, "{zone} at {now}");
        }
    }

    #[test]
    fn p_48_the_model_is_due_when_the_last_zone_has_had_its_archive() {
        let model = When::InstallationWeekly(Weekday::Monday, 12);
        let due = |now: &str| last(model, "UTC", now);
        assert_eq!(due("2026-03-09T12:00:00Z"), "2026-03-09 2026-03-09T12:00:00Z");
        assert_eq!(due("2026-03-09T11:59:59Z"), "2026-03-02 2026-03-02T12:00:00Z");
        let last_archive = last(ARCHIVE, "Etc/GMT+12", "2026-03-09T12:00:00Z");
        assert_eq!(last_archive, "2026-03-08 2026-03-09T11:00:00Z");
    }

    #[test]
    fn p_23_a_missed_run_is_made_up_once_and_the_next_one_is_a_week_later() {
        let now = "2026-03-12T08:00:00Z";
        assert_eq!(last(ARCHIVE, "Europe/Berlin", now), "2026-03-08 2026-03-08T22:00:00Z");
        let next = ARCHIVE.next(&Zone::new("Europe/Berlin").unwrap(), now.parse().unwrap());
        assert_eq!(next, "2026-03-15T22:00:00Z".parse().ok());
    }

    #[test]
    fn a_2_figures_are_due_at_3_local_and_those_of_the_installation_at_half_past_3() {
        assert_eq!(
            last(When::Daily(3), "Asia/Tokyo", "2026-03-08T17:59:00Z"),
            "2026-03-08 2026-03-07T18:00:00Z"
        );
        let installation = When::Installation { hour: 3, minute: 30 };
        assert_eq!(last(installation, "UTC", "2026-03-08T03:29:00Z"), "2026-03-07 2026-03-07T03:30:00Z");
        assert_eq!(last(installation, "UTC", "2026-03-08T03:30:00Z"), "2026-03-08 2026-03-08T03:30:00Z");
    }
}
