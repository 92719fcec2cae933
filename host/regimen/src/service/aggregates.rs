//! What is kept of the weeks that are over: the volume of each muscle, and the means of each exercise (A-24, P-23).

use domain::{
    anatomy::Muscle,
    time::{DateSpan, LocalDate, add_days},
};
use schemars::JsonSchema;
use serde::Serialize;
use store::{MuscleWeekRow, RollingRow};
use training::{kpi::Rate, output::OneDecimal};

use super::{
    app::{App, Caller, Scope, Work},
    figures::{self, Days},
    kpi::KpiFacts,
};
use crate::problem::Problem;

/// So many days are worked out anew each time, and shown unless others are asked for: sessions are corrected after their
/// week.
const DAYS: i64 = 84;

/// What is kept of weeks that are over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Aggregates {
    /// The muscles of each week that began on the days in question, by week.
    pub weeks: Vec<MuscleVolume>,
    /// The means of each exercise that was done in the 28 days up to the last Sunday, by key.
    pub exercises: Vec<Rolling>,
}

/// A muscle in a week, in sets (VO-4, VO-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MuscleVolume {
    /// The first day of the week.
    pub week: LocalDate,
    /// Which muscle.
    pub muscle: Muscle,
    /// What the sessions of the week meant to do.
    pub planned: OneDecimal,
    /// What was done.
    pub done: OneDecimal,
    /// What the week aimed for.
    pub target: OneDecimal,
}

impl From<MuscleWeekRow> for MuscleVolume {
    fn from(row: MuscleWeekRow) -> Self {
        let MuscleWeekRow { week, muscle, planned, done, target } = row;
        let [planned, done, target] = [planned, done, target].map(OneDecimal);
        Self { week, muscle, planned, done, target }
    }
}

/// The means of an exercise over 28 days (P-23).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rolling {
    /// The ladder's key for ladder items, else the exercise's.
    pub exercise: String,
    /// The last of the days.
    pub to: LocalDate,
    /// How often it was done.
    pub records: i64,
    /// Its mean volume: repetitions, seconds or meters of a session, with three decimals.
    pub rolling_volume: String,
    /// Its mean RPE, where it was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolling_rpe: Option<String>,
}

impl From<RollingRow> for Rolling {
    fn from(row: RollingRow) -> Self {
        let (volume, records) = row.volume;
        let (tenths, told) = row.rpe;
        let rpe = Rate { numerator: tenths, denominator: 10 * told };
        Self {
            exercise: row.exercise_key,
            to: row.to_date,
            records,
            rolling_volume: Rate { numerator: volume, denominator: records }.to_string(),
            rolling_rpe: rpe.thousandths().map(|_| rpe.to_string()),
        }
    }
}

/// what is kept of the weeks that began on some days, the last twelve weeks if none are named.
pub async fn show(app: &App, caller: &Caller, (from, to): Days) -> Result<Aggregates, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let to = to.unwrap_or_else(|| work.today());
    let days = figures::span(from.unwrap_or_else(|| add_days(to, 1 - DAYS)), to)?;
    let weeks = work.tx.muscle_weeks(caller.athlete, days).await?;
    let exercises = work.tx.rolling(caller.athlete).await?;
    Ok(Aggregates {
        weeks: weeks.into_iter().map(MuscleVolume::from).collect(),
        exercises: exercises.into_iter().map(Rolling::from).collect(),
    })
}

impl Work<'_> {
    /// works out the weeks that are over by a day, the last twelve and all that were not yet; says how many rows.
    pub(super) async fn keep_muscle_weeks(&mut self, last: LocalDate) -> Result<usize, Problem> {
        let athlete = self.id();
        let first = match self.tx.newest_muscle_week(athlete).await? {
            Some(newest) => newest.min(add_days(last, 1 - DAYS)),
            // The first week may have begun before the first day on which anything was done.
            None => add_days(self.tx.days_kept(athlete).await?.map_or(last, |kept| kept.from), -6),
        };
        let facts = KpiFacts::load(self, DateSpan { from: last, to: last }, first).await?;
        let mut rows = Vec::new();
        for week in facts.counted(last, self.now).weeks() {
            let start = add_days(week.last, -6);
            // Of a week that began before, not all sessions were read.
            if start < first {
                continue;
            }
            rows.extend(week.muscles.iter().map(|(muscle, volume)| MuscleWeekRow {
                week: start,
                muscle: *muscle,
                planned: volume.planned,
                done: volume.done,
                target: volume.target,
            }));
        }
        // A run that comes late knows nothing of the weeks after its day, which another one has worked out.
        let days = DateSpan { from: first, to: add_days(last, -6) };
        self.tx.replace_muscle_weeks(athlete, days, &rows).await?;
        Ok(rows.len())
    }
}
