//! Tables for a spreadsheet: what is kept of an athlete as CSV files, some days at a time.
//!
//! A file is read in parts, each of some days and in one transaction, so that neither memory nor a lock grows with the
//! history. Read in this order: here (which files there are, and how they are cut), `table` (rows as text), then the rows
//! themselves: `training`, `change`, `state`.

mod change;
mod state;
pub(super) mod table;
mod training;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use domain::time::{DateSpan, add_days, days_between};

use serde::Serialize;

use self::table::Row;
use super::{
    app::{App, Caller, Scope},
    eating::view,
    figures::{self, Days},
    maintenance::write_failed,
};
use crate::problem::{Problem, UNKNOWN_EXPORT};

domain::vocabulary::vocabulary! {
    /// A file that can be taken along.
    pub enum ExportFile: "file" {
        /// Sessions, planned ones too.
        Sessions = "sessions",
        /// Sets of sessions.
        Sets = "sets",
        /// Records of decisions (P-20).
        Progress = "progress",
        /// Answers to proposals.
        Decisions = "decisions",
        /// Versions of plans.
        PlanVersions = "plan_versions",
        /// What happened to the progression.
        Events = "events",
        /// Figures by day.
        Metrics = "metrics",
        /// Bests (P-54).
        Records = "records",
        /// Flags.
        Flags = "flags",
        /// How the athlete was.
        CheckIns = "checkins",
        /// Weights and measurements.
        Body = "body",
        /// A person's word against an engine's.
        Conflicts = "conflicts",
        /// Planned meals, and what became of them.
        Meals = "meals",
        /// Exercises to be reviewed (P-45).
        Review = "review",
    }
}

/// How many days are read at once.
const PART_DAYS: i64 = 91;

/// Meals are planned no further ahead (MP-1).
const AHEAD_DAYS: i64 = 7;

/// Some lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The lines, each with its end.
    pub text: String,
    /// How many rows they hold.
    pub rows: usize,
}

/// A table that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Where.
    pub file: PathBuf,
    /// How many rows it has.
    pub rows: usize,
}

impl ExportFile {
    /// The file that a path names: `sets.csv`.
    pub fn of_path(path: &str) -> Result<Self, Problem> {
        let name = path.strip_suffix(".csv");
        name.and_then(|name| name.parse().ok()).ok_or_else(|| {
            let names: Vec<String> = Self::ALL.iter().map(|file| format!("{file}.csv")).collect();
            Problem::new(UNKNOWN_EXPORT).fact("found", path).fact("names", names.join(", "))
        })
    }

    /// The first line: the names of the columns.
    pub fn head(self) -> String {
        table::head(self.columns())
    }

    const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Sessions => training::SESSIONS,
            Self::Sets => training::SETS,
            Self::Progress => training::PROGRESS,
            Self::Records => training::RECORDS,
            Self::Review => &training::review::COLUMNS,
            Self::Decisions => change::DECISIONS,
            Self::PlanVersions => change::PLAN_VERSIONS,
            Self::Events => change::EVENTS,
            Self::Metrics => change::METRICS,
            Self::Conflicts => change::CONFLICTS,
            Self::Flags => state::FLAGS,
            Self::CheckIns => state::CHECK_INS,
            Self::Body => state::BODY,
            Self::Meals => state::MEALS,
        }
    }

    /// Whether it is worked out of everything, or so short that it is read at once.
    const fn is_whole(self) -> bool {
        matches!(self, Self::Records | Self::Review | Self::Conflicts | Self::Flags | Self::CheckIns)
    }
}

/// The days of each part of a file, oldest first: of the days that are asked for, else of all that is kept.
pub async fn parts(
    app: &App,
    caller: &Caller,
    file: ExportFile,
    (from, to): Days,
) -> Result<Vec<DateSpan>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let (today, since) = (work.today(), work.athlete.created_at.local_date(work.zone()));
    let kept = work.tx.days_kept(caller.athlete).await?.unwrap_or(DateSpan { from: since, to: today });
    let all = DateSpan { from: kept.from.min(since), to: kept.to.max(add_days(today, AHEAD_DAYS)) };
    let days = match (from, to) {
        (None, None) => all,
        _ => figures::span(from.unwrap_or(all.from), to.unwrap_or(all.to))?,
    };
    if file.is_whole() {
        return Ok(vec![days]);
    }
    let starts =
        (0..=days_between(days.from, days.to) / PART_DAYS).map(|n| add_days(days.from, n * PART_DAYS));
    Ok(starts.map(|from| DateSpan { from, to: add_days(from, PART_DAYS - 1).min(days.to) }).collect())
}

/// The rows of a file that are of these days, by day and id.
pub async fn part(app: &App, caller: &Caller, file: ExportFile, days: DateSpan) -> Result<Part, Problem> {
    if file == ExportFile::Meals {
        let plan = view::show(app, caller, days).await?.plan;
        return table::part(caller.athlete, state::meals(&plan));
    }
    let mut work = app.read(caller, Scope::Read).await?;
    if file == ExportFile::Review {
        return Ok(training::review(&work.review_rows().await?));
    }
    let rows: Vec<Row> = match file {
        ExportFile::Sessions => work.session_rows(days).await?,
        ExportFile::Sets => work.set_rows(days).await?,
        ExportFile::Progress => work.progress_rows(days).await?,
        ExportFile::Records => work.record_rows(days).await?,
        ExportFile::Decisions => work.decision_rows(days).await?,
        ExportFile::PlanVersions => work.version_rows(days).await?,
        ExportFile::Events => work.event_rows(days).await?,
        ExportFile::Metrics => work.metric_rows(days).await?,
        ExportFile::Conflicts => work.conflict_rows(days).await?,
        ExportFile::Flags => work.flag_rows(days).await?,
        ExportFile::CheckIns => work.check_in_rows(days).await?,
        ExportFile::Body => work.body_rows(days).await?,
        ExportFile::Meals | ExportFile::Review => Vec::new(),
    };
    table::part(caller.athlete, rows)
}

/// Writes a file of this name into a folder, which is made if it is not there.
pub async fn write(
    app: &App,
    caller: &Caller,
    file: ExportFile,
    days: Days,
    folder: &Path,
) -> Result<Written, Problem> {
    let parts = parts(app, caller, file, days).await?;
    let path = folder.join(format!("{file}.csv"));
    let failed = |error: io::Error| write_failed(&path, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    let mut out = BufWriter::new(File::create(&path).map_err(failed)?);
    out.write_all(file.head().as_bytes()).map_err(failed)?;
    let mut rows = 0;
    for days in parts {
        let part = part(app, caller, file, days).await?;
        out.write_all(part.text.as_bytes()).map_err(failed)?;
        rows += part.rows;
    }
    out.flush().map_err(failed)?;
    Ok(Written { file: path, rows })
}
