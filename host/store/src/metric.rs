//! Figures and reports: what was counted for a day, and what was told about a period (A-2, A-24, P-42, P-45).

use domain::{
    anatomy::Muscle,
    id::Id,
    person::Athlete,
    time::{DateSpan, Instant, LocalDate},
};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::FromRow;
use uuid::Uuid;

use crate::{
    error::StoreError,
    row::{Body, Cell, Table, document, instant, unreadable, value},
    tx::{Tx, on, run},
};

pub(crate) const METRICS: Table = Table {
    name: "metrics",
    key: 5,
    columns: &[
        "athlete_id",
        "metric_type",
        "report_date",
        "window_days",
        "dims",
        "id",
        "numerator",
        "denominator",
        "status",
        "engine_version",
        "created_at",
    ],
};

const ROLLING: Table = Table {
    name: "rolling_aggregates",
    key: 2,
    columns: &["athlete_id", "exercise_key", "to_date", "volume", "records", "rpe", "rpe_records"],
};

const MUSCLE_WEEKS: Table = Table {
    name: "weekly_muscle_volume",
    key: 3,
    columns: &["athlete_id", "week", "muscle", "planned", "done", "target"],
};

const REPORTS: Table = Table {
    name: "reports",
    key: 4,
    columns: &["athlete_id", "kind", "period", "revision", "created_at", "body"],
};

/// Whose figures those of the whole installation are.
pub(crate) const INSTALLATION: Uuid = Uuid::nil();

/// One figure of one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetricRow {
    /// Whose; absent for the installation.
    pub athlete: Option<Id<Athlete>>,
    /// What was counted.
    pub metric_type: String,
    /// The last day of the window.
    pub report_date: LocalDate,
    /// How many days the window has.
    pub window_days: u32,
    /// What it is narrowed to, as canonical JSON.
    pub dims: String,
    /// How many.
    pub numerator: i64,
    /// Of how many.
    pub denominator: i64,
    /// `ok`, `insufficient` or `suppressed`.
    pub status: String,
    /// Which program counted.
    pub engine_version: String,
    /// When.
    pub created_at: Instant,
}

/// A figure added up over athletes.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct MetricSum {
    /// What was counted.
    pub metric_type: String,
    /// How many days the window has.
    pub window_days: i64,
    /// What it is narrowed to.
    pub dims: String,
    /// How many.
    pub numerator: i64,
    /// Of how many.
    pub denominator: i64,
    /// Over how many athletes.
    pub athletes: i64,
}

/// Which figures are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures<'a> {
    /// Only of this type.
    pub metric_type: Option<&'a str>,
    /// The first day.
    pub from: LocalDate,
    /// The last day.
    pub to: LocalDate,
}

/// The rolling sums of one exercise (P-23).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RollingRow {
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise_key: String,
    /// The last day of the window.
    pub to_date: LocalDate,
    /// What was done, and in how many records.
    pub volume: (i64, i64),
    /// Tenths of RPE, and in how many records.
    pub rpe: (i64, i64),
}

/// One muscle in one week, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MuscleWeekRow {
    /// The first day of the week (VO-2).
    pub week: LocalDate,
    /// Which muscle.
    pub muscle: Muscle,
    /// What the sessions of the week meant to do.
    pub planned: i64,
    /// What was done (VO-4).
    pub done: i64,
    /// What the week aimed for (VO-5).
    pub target: i64,
}

/// A report with its number; a later one of the same period has a higher one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow<R> {
    /// For which period.
    pub period: String,
    /// 1 for the first.
    pub revision: i64,
    /// When it was made.
    pub created_at: Instant,
    /// What it says.
    pub report: R,
}

#[derive(FromRow)]
struct Columns {
    athlete_id: Uuid,
    metric_type: String,
    report_date: String,
    window_days: i64,
    dims: String,
    numerator: i64,
    denominator: i64,
    status: String,
    engine_version: String,
    created_at: i64,
}

fn day(table: &'static str, text: &str) -> Result<LocalDate, StoreError> {
    text.parse().map_err(|_| StoreError::Unreadable { table, message: format!("`{text}` is no date") })
}

fn metric(row: Columns) -> Result<MetricRow, StoreError> {
    let unreadable =
        |_| StoreError::Unreadable { table: METRICS.name, message: "window_days is out of range".to_owned() };
    Ok(MetricRow {
        athlete: Some(row.athlete_id).filter(|id| *id != INSTALLATION).map(Id::from_uuid),
        metric_type: row.metric_type,
        report_date: day(METRICS.name, &row.report_date)?,
        window_days: u32::try_from(row.window_days).map_err(unreadable)?,
        dims: row.dims,
        numerator: row.numerator,
        denominator: row.denominator,
        status: row.status,
        engine_version: row.engine_version,
        created_at: instant(row.created_at),
    })
}

fn whose(athlete: Option<Id<Athlete>>) -> Uuid {
    athlete.map_or(INSTALLATION, Id::uuid)
}

impl Tx {
    /// Writes the figures of a day in place of those that are there; what is not counted any more is gone.
    pub async fn replace_metrics(
        &mut self,
        athlete: Option<Id<Athlete>>,
        date: LocalDate,
        rows: &[MetricRow],
    ) -> Result<(), StoreError> {
        const SQL: &str = "delete from metrics where athlete_id = $1 and report_date = $2";
        run!(self, sqlx::query(SQL).bind(whose(athlete)).bind(date.to_string()))?;
        let row = |row: &MetricRow| {
            let (date, window) = (row.report_date.to_string(), row.window_days.to_string());
            let owner = whose(row.athlete).to_string();
            let id: Id<MetricRow> =
                Id::derive(&["metric", &owner, &row.metric_type, &date, &window, &row.dims]);
            let key: [Cell; 5] = [
                whose(row.athlete).into(),
                row.metric_type.as_str().into(),
                row.report_date.into(),
                row.window_days.into(),
                row.dims.as_str().into(),
            ];
            let rest: [Cell; 6] = [
                id.into(),
                row.numerator.into(),
                row.denominator.into(),
                row.status.as_str().into(),
                row.engine_version.as_str().into(),
                row.created_at.into(),
            ];
            key.into_iter().chain(rest).collect()
        };
        self.put(&METRICS, rows.iter().map(row).collect()).await.map(drop)
    }

    /// Figures, by day, type, window and dimensions.
    pub async fn metrics(
        &mut self,
        athlete: Option<Id<Athlete>>,
        figures: Figures<'_>,
    ) -> Result<Vec<MetricRow>, StoreError> {
        const SQL: &str = "select athlete_id, metric_type, report_date, window_days, dims, numerator,
                    denominator, status, engine_version, created_at from metrics
             where athlete_id = $1 and report_date >= $2 and report_date <= $3 and (metric_type = $4 or $5 = 1)
             order by report_date, metric_type, window_days, dims";
        let rows: Vec<Columns> = on!(self, conn => sqlx::query_as(SQL)
            .bind(whose(athlete)).bind(figures.from.to_string()).bind(figures.to.to_string())
            .bind(figures.metric_type.unwrap_or_default().to_owned())
            .bind(i64::from(figures.metric_type.is_none()))
            .fetch_all(conn))?;
        rows.into_iter().map(metric).collect()
    }

    /// The figures of the installation that are shown as gauges: those of the progression and of who is active over these
    /// days, and the KPIs of the last one. Suppressed ones are not among them.
    pub async fn installation_metrics(
        &mut self,
        from: LocalDate,
        to: LocalDate,
        kpi_days: u32,
    ) -> Result<Vec<MetricRow>, StoreError> {
        const SQL: &str = "select athlete_id, metric_type, report_date, window_days, dims, numerator,
                    denominator, status, engine_version, created_at from metrics
             where athlete_id = $1 and report_date >= $2 and report_date <= $3 and status = 'ok'
               and ((dims = '{}' and (metric_type like 'progression%' or metric_type = 'athletes_active'))
                    or (report_date = $4 and window_days = $5 and metric_type like 'kpi%'))
             order by report_date, metric_type, window_days, dims";
        let rows: Vec<Columns> = on!(self, conn => sqlx::query_as(SQL)
            .bind(INSTALLATION).bind(from.to_string()).bind(to.to_string()).bind(to.to_string())
            .bind(i64::from(kpi_days)).fetch_all(conn))?;
        rows.into_iter().map(metric).collect()
    }

    /// How many athletes have trained on some of these days.
    pub async fn active_athletes(&mut self, days: DateSpan) -> Result<i64, StoreError> {
        const SQL: &str = "select count(distinct athlete_id) from training_sessions
             where status in ('done', 'summary') and local_date >= $1 and local_date <= $2";
        Ok(on!(self, conn => sqlx::query_scalar(SQL)
            .bind(days.from.to_string()).bind(days.to.to_string()).fetch_one(conn))?)
    }

    /// Whether fewer athletes than that live here; no more than that many are looked at.
    pub async fn athletes_below(&mut self, few: i64) -> Result<bool, StoreError> {
        const SQL: &str = "select count(*) from (select 1 from athletes limit $1) as few";
        let athletes: i64 = on!(self, conn => sqlx::query_scalar(SQL).bind(few).fetch_one(conn))?;
        Ok(athletes < few)
    }

    /// The newest day that has figures.
    pub async fn newest_metric(
        &mut self,
        athlete: Option<Id<Athlete>>,
    ) -> Result<Option<LocalDate>, StoreError> {
        const SQL: &str = "select max(report_date) from metrics where athlete_id = $1";
        let newest: Option<String> =
            on!(self, conn => sqlx::query_scalar(SQL).bind(whose(athlete)).fetch_one(conn))?;
        newest.map(|date| day(METRICS.name, &date)).transpose()
    }

    /// The figures of a day added up over all athletes: for those of the installation.
    pub async fn metric_sums(&mut self, date: LocalDate) -> Result<Vec<MetricSum>, StoreError> {
        const SQL: &str =
            "select metric_type, window_days, dims, cast(sum(numerator) as bigint) as numerator,
                    cast(sum(denominator) as bigint) as denominator, count(*) as athletes from metrics
             where report_date = $1 and athlete_id <> $2 and metric_type <> 'rpe_drift'
             group by metric_type, window_days, dims order by metric_type, window_days, dims";
        Ok(on!(self, conn => sqlx::query_as(SQL)
            .bind(date.to_string()).bind(INSTALLATION).fetch_all(conn))?)
    }

    /// Removes figures of days before this one; says how many.
    pub async fn remove_metrics_before(&mut self, date: LocalDate) -> Result<u64, StoreError> {
        Ok(run!(self, sqlx::query("delete from metrics where report_date < $1").bind(date.to_string()))?)
    }

    /// Writes the rolling sums of an athlete in place of those that are there (P-23).
    pub async fn replace_rolling(
        &mut self,
        athlete: Id<Athlete>,
        rows: &[RollingRow],
    ) -> Result<(), StoreError> {
        const SQL: &str = "delete from rolling_aggregates where athlete_id = $1";
        run!(self, sqlx::query(SQL).bind(athlete.uuid()))?;
        let row = |row: &RollingRow| {
            let key: [Cell; 3] = [athlete.into(), row.exercise_key.as_str().into(), row.to_date.into()];
            let sums = [row.volume.0, row.volume.1, row.rpe.0, row.rpe.1].map(Cell::from);
            key.into_iter().chain(sums).collect()
        };
        self.put(&ROLLING, rows.iter().map(row).collect()).await.map(drop)
    }

    /// The rolling sums of an athlete, by exercise.
    pub async fn rolling(&mut self, athlete: Id<Athlete>) -> Result<Vec<RollingRow>, StoreError> {
        const SQL: &str = "select exercise_key, to_date, volume, records, rpe, rpe_records
                           from rolling_aggregates where athlete_id = $1 order by exercise_key";
        let rows: Vec<(String, String, i64, i64, i64, i64)> =
            on!(self, conn => sqlx::query_as(SQL).bind(athlete.uuid()).fetch_all(conn))?;
        let row =
            |(exercise_key, to_date, volume, records, rpe, rpe_records): (String, String, _, _, _, _)| {
                let to_date = day(ROLLING.name, &to_date)?;
                Ok(RollingRow { exercise_key, to_date, volume: (volume, records), rpe: (rpe, rpe_records) })
            };
        rows.into_iter().map(row).collect()
    }

    /// Writes the weeks that begin on these days in place of those that are there.
    pub async fn replace_muscle_weeks(
        &mut self,
        athlete: Id<Athlete>,
        days: DateSpan,
        rows: &[MuscleWeekRow],
    ) -> Result<(), StoreError> {
        const SQL: &str = "delete from weekly_muscle_volume
                           where athlete_id = $1 and week >= $2 and week <= $3";
        let (from, to) = (days.from.to_string(), days.to.to_string());
        run!(self, sqlx::query(SQL).bind(athlete.uuid()).bind(from).bind(to))?;
        let row = |row: &MuscleWeekRow| {
            let key: [Cell; 3] = [athlete.into(), row.week.into(), row.muscle.as_str().into()];
            key.into_iter().chain([row.planned, row.done, row.target].map(Cell::from)).collect()
        };
        self.put(&MUSCLE_WEEKS, rows.iter().map(row).collect()).await.map(drop)
    }

    /// The weeks of an athlete that begin on these days, by week and muscle.
    pub async fn muscle_weeks(
        &mut self,
        athlete: Id<Athlete>,
        days: DateSpan,
    ) -> Result<Vec<MuscleWeekRow>, StoreError> {
        const SQL: &str = "select week, muscle, planned, done, target from weekly_muscle_volume
                           where athlete_id = $1 and week >= $2 and week <= $3 order by week, muscle";
        let rows: Vec<(String, String, i64, i64, i64)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(days.from.to_string()).bind(days.to.to_string()).fetch_all(conn))?;
        let row = |(week, muscle, planned, done, target): (String, String, i64, i64, i64)| {
            let muscle = muscle.parse::<Muscle>().map_err(|error| unreadable(MUSCLE_WEEKS.name, error))?;
            Ok(MuscleWeekRow { week: day(MUSCLE_WEEKS.name, &week)?, muscle, planned, done, target })
        };
        rows.into_iter().map(row).collect()
    }

    /// The newest week that is kept of an athlete.
    pub async fn newest_muscle_week(
        &mut self,
        athlete: Id<Athlete>,
    ) -> Result<Option<LocalDate>, StoreError> {
        const SQL: &str = "select max(week) from weekly_muscle_volume where athlete_id = $1";
        let newest: Option<String> =
            on!(self, conn => sqlx::query_scalar(SQL).bind(athlete.uuid()).fetch_one(conn))?;
        newest.map(|week| day(MUSCLE_WEEKS.name, &week)).transpose()
    }

    /// Keeps a report; one that says the same as the newest of its period is that one.
    pub async fn add_report<R: Serialize + DeserializeOwned + PartialEq>(
        &mut self,
        athlete: Id<Athlete>,
        kind: &str,
        report: &ReportRow<R>,
    ) -> Result<bool, StoreError> {
        let known = self.reports::<R>(athlete, kind).await?;
        let newest = known.iter().rev().find(|known| known.period == report.period);
        if newest.is_some_and(|known| known.report == report.report) {
            return Ok(false);
        }
        let revision = newest.map_or(1, |known| known.revision + 1);
        let key: [Cell; 4] = [athlete.into(), kind.into(), report.period.as_str().into(), revision.into()];
        let rest = [report.created_at.into(), document(&REPORTS, &report.report)?];
        self.add(&REPORTS, vec![key.into_iter().chain(rest).collect()]).await?;
        Ok(true)
    }

    /// The reports of a kind, by period and revision.
    pub async fn reports<R: DeserializeOwned>(
        &mut self,
        athlete: Id<Athlete>,
        kind: &str,
    ) -> Result<Vec<ReportRow<R>>, StoreError> {
        const SQL: &str = "select period, revision, created_at, body from reports
                           where athlete_id = $1 and kind = $2 order by period, revision";
        let rows: Vec<(String, i64, i64, Body)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(kind.to_owned()).fetch_all(conn))?;
        let report = |(period, revision, created_at, body): (String, i64, i64, Body)| {
            let report = value(REPORTS.name, &body.0)?;
            Ok(ReportRow { period, revision, created_at: instant(created_at), report })
        };
        rows.into_iter().map(report).collect()
    }
}
