//! What an athlete did besides strength training: told by a file or a program, kept, and listed (L-6).

use std::{cmp::Reverse, collections::BTreeMap};

use assistant::{
    input::activity::{self, Activity},
    tuning::FlowTuning,
};
use domain::{
    error::ErrorCode,
    law::{Check, Invalid},
    time::{Instant, LocalDate, add_days},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use store::ActivityRow;

use super::{
    act::Act,
    app::{App, Caller, Scope, Work},
};
use crate::problem::Problem;

/// Where lists of the Strava API and its export come from.
pub const STRAVA: &str = "strava";

/// No list is longer.
pub const MOST: usize = 10_000;

/// A stored activity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StoredActivity")]
pub struct Stored {
    /// Where it is known from.
    pub source: String,
    /// Its id there.
    pub id: String,
    /// What it was.
    #[serde(flatten)]
    pub activity: Activity,
}

impl Stored {
    /// Where it stands in a list, latest first.
    pub fn place(&self) -> (Reverse<Instant>, String, String) {
        (Reverse(self.activity.start), self.source.clone(), self.id.clone())
    }
}

/// What came of a list of activities.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ActivitiesKept {
    /// How many were not known.
    pub new: usize,
    /// How many were known otherwise.
    pub changed: usize,
    /// How many were known just so.
    pub same: usize,
    /// The places in the list, from 0, of those that have no start or no length.
    pub skipped: Vec<usize>,
    /// Whether nothing was kept, since only a trial was asked for.
    pub dry_run: bool,
}

/// How a list is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way<'a> {
    /// Where it comes from.
    pub source: &'a str,
    /// Whether nothing is kept.
    pub dry_run: bool,
}

/// Keeps the activities of a list of the Strava API or its export; those that are known by source and id are replaced.
pub async fn import(
    app: &App,
    caller: &Caller,
    list: &[Value],
    way: Way<'_>,
) -> Result<ActivitiesKept, Problem> {
    let mut work = app.write(caller, Act::Activities).await?;
    let mut check = Check::default();
    check.count(ErrorCode::BadValue, "activities", list, 0, MOST);
    check.finish()?;
    let is_letter =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "-_".contains(letter);
    if way.source.is_empty() || way.source.len() > 40 || !way.source.chars().all(is_letter) {
        let expected = "1 to 40 of a-z, 0-9, - and _";
        return Err(Invalid::of(ErrorCode::BadValue, "source", way.source, expected).into());
    }
    for told in list.iter().filter_map(|value| activity::read_one(value, &FlowTuning::default())) {
        work.check_instant("start_date", told.start)?;
    }
    let imported = work.keep_activities(list, way).await?;
    if !way.dry_run {
        work.commit().await?;
    }
    Ok(imported)
}

/// The stored activities from one day to another, latest first; without a word, those of the last five weeks.
pub async fn list(
    app: &App,
    caller: &Caller,
    from: Option<LocalDate>,
    to: Option<LocalDate>,
) -> Result<Vec<Stored>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (today, zone) = (work.today(), work.zone().clone());
    let from = zone.start_of(from.unwrap_or_else(|| add_days(today, -35))).unwrap_or(Instant::EPOCH);
    let to = zone.start_of(add_days(to.unwrap_or(today), 1)).unwrap_or(work.now);
    let rows = work.tx.activities::<Activity>(caller.athlete, None, (from, to.minus_seconds(1))).await?;
    Ok(rows
        .into_iter()
        .map(|row| Stored { source: row.source, id: row.key, activity: row.activity })
        .collect())
}

impl Work<'_> {
    /// Reads a list and keeps what can be read of it and has begun (GL-6); of an id that is there twice, the later one
    /// counts.
    pub(super) async fn keep_activities(
        &mut self,
        list: &[Value],
        way: Way<'_>,
    ) -> Result<ActivitiesKept, Problem> {
        let tuning = FlowTuning::default();
        let mut imported = ActivitiesKept { dry_run: way.dry_run, ..ActivitiesKept::default() };
        let mut found = BTreeMap::new();
        for (index, value) in list.iter().enumerate() {
            match activity::read_one(value, &tuning) {
                Some(activity) if self.check_instant("start_date", activity.start).is_ok() => {
                    found.insert(activity::key(value, &activity), activity);
                }
                _ => imported.skipped.push(index),
            }
        }
        let keys: Vec<String> = found.keys().cloned().collect();
        let athlete = self.id();
        let known: BTreeMap<String, Activity> = self.tx.known_activities(athlete, way.source, &keys).await?;
        found.retain(|key, activity| {
            let before = known.get(key);
            let is_same = before.is_some_and(|before| before == activity);
            imported.new += usize::from(before.is_none());
            imported.changed += usize::from(before.is_some() && !is_same);
            imported.same += usize::from(is_same);
            !is_same
        });
        if !way.dry_run {
            let source = way.source.to_owned();
            let row = |(key, activity): (String, Activity)| {
                let source = source.clone();
                ActivityRow { source, key, start: activity.start, activity }
            };
            let rows: Vec<_> = found.into_iter().map(row).collect();
            self.tx.put_activities(athlete, &rows).await?;
        }
        Ok(imported)
    }

    /// L-2: the stored activities that can count for a session of these days, of one source or of all.
    pub(super) async fn lately_active(&mut self, source: Option<&str>) -> Result<Vec<Activity>, Problem> {
        // A session is planned for yesterday at the earliest, and counts five weeks before its day.
        let span = (self.now.minus_seconds(40 * 86_400), self.now.plus_seconds(86_400));
        let rows = self.tx.activities::<Activity>(self.athlete.id, source, span).await?;
        Ok(rows.into_iter().map(|row| row.activity).collect())
    }
}
