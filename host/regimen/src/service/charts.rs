//! What the charts of an athlete are drawn from, each by its name (P-50, A-21).

use domain::{
    plan::AuditAction,
    progress::ProgressRecord,
    session::Session,
    time::{LocalDate, add_days},
    vocabulary::vocabulary,
};
use store::{Records, Which};
use training::progress_summary::standing;

use super::{
    app::{App, Caller, Scope, Work},
    body::{self, Weight},
    overview::Trained,
    weeks::Week,
};
use crate::problem::{Problem, UNKNOWN_CHART};

/// P-50: no chart looks back further.
const YEAR_DAYS: i64 = 366;

vocabulary! {
    /// The charts that there are.
    pub enum ChartName: "chart" {
        Volume = "volume",
        Levels = "levels",
        Effort = "effort",
        Decisions = "decisions",
        Strength = "strength",
        Adherence = "adherence",
        MuscleVolume = "muscle_volume",
        BodyWeight = "body_weight",
        Calendar = "calendar",
    }
}

vocabulary! {
    /// How far a chart looks back.
    pub enum Span as ChartSpan: "span" {
        /// Twelve weeks; lines as long as P-50 has them.
        Quarter = "quarter",
        /// Twelve months.
        Year = "year",
    }
}

impl ChartName {
    /// The chart of a name; A-35: an unknown one is told which there are.
    pub fn named(name: &str) -> Result<Self, Problem> {
        name.parse().map_err(|unknown: domain::vocabulary::UnknownWord| {
            Problem::new(UNKNOWN_CHART)
                .fact("found", name)
                .fact("allowed", Self::WORDS.join(", "))
                .maybe_fact("nearest", unknown.nearest())
        })
    }
}

/// What a chart is drawn from: records and sessions oldest first, those of a year.
#[derive(Debug, Clone, PartialEq)]
pub enum ChartFacts {
    /// Of the volume of an exercise.
    Volume(Vec<ProgressRecord>),
    /// Of levels, with the days on which a person took the plan back.
    Levels(Vec<ProgressRecord>, Vec<LocalDate>),
    /// Of effort.
    Effort(Vec<ProgressRecord>),
    /// Of decisions.
    Decisions(Vec<ProgressRecord>),
    /// Of estimated maxima, whenever they were lifted.
    Strength(Vec<Trained>),
    /// Of sessions that were due.
    Adherence(Vec<Session>),
    /// Of the muscles of this week.
    MuscleVolume(Box<Week>),
    /// Of body weights.
    BodyWeight(Vec<Weight>),
    /// Of days of training.
    Calendar(Vec<Session>),
}

/// What a chart is drawn from.
pub async fn facts(app: &App, caller: &Caller, name: ChartName) -> Result<ChartFacts, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let today = work.today();
    work.chart_facts(name, today).await
}

/// What some charts are drawn from for who looks back from a day that is over; the muscles are those of today.
pub async fn facts_until(
    app: &App,
    caller: &Caller,
    names: &[ChartName],
    last: LocalDate,
) -> Result<Vec<ChartFacts>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let mut all = Vec::new();
    for name in names {
        let mut facts = work.chart_facts(*name, last).await?;
        if let ChartFacts::Strength(exercises) = &mut facts {
            for one in exercises.iter_mut() {
                one.days.retain(|day| day.date <= last);
            }
            exercises.retain(|one| !one.days.is_empty());
        }
        all.push(facts);
    }
    Ok(all)
}

impl Work<'_> {
    async fn chart_facts(&mut self, name: ChartName, today: LocalDate) -> Result<ChartFacts, Problem> {
        let athlete = self.id();
        let since = add_days(today, -YEAR_DAYS);
        Ok(match name {
            ChartName::Volume => ChartFacts::Volume(self.year_of_progress(today).await?),
            ChartName::Effort => ChartFacts::Effort(self.year_of_progress(today).await?),
            ChartName::Decisions => ChartFacts::Decisions(self.year_of_progress(today).await?),
            ChartName::Levels => {
                let audit = self.tx.audit(athlete, None).await?;
                let zone = &self.profile().zone;
                let back = audit
                    .iter()
                    .filter(|line| matches!(line.action, AuditAction::Rollback | AuditAction::Undo));
                let back = back.map(|line| line.at.local_date(zone)).collect();
                ChartFacts::Levels(self.year_of_progress(today).await?, back)
            }
            ChartName::Strength => ChartFacts::Strength(self.trained().await?),
            ChartName::Adherence => ChartFacts::Adherence(self.sessions_between(since, today).await?),
            ChartName::Calendar => ChartFacts::Calendar(self.sessions_between(since, LocalDate::MAX).await?),
            ChartName::MuscleVolume => {
                let mut calendar = self.calendar().await?;
                ChartFacts::MuscleVolume(Box::new(calendar.weeks.swap_remove(calendar.now)))
            }
            ChartName::BodyWeight => {
                let weights = self.tx.body_weights(athlete, since, today).await?;
                ChartFacts::BodyWeight(weights.into_iter().map(body::shown).collect())
            }
        })
    }

    /// The records of a year that no other corrects.
    async fn year_of_progress(&mut self, today: LocalDate) -> Result<Vec<ProgressRecord>, Problem> {
        let athlete = self.id();
        let year = Records::Between(add_days(today, -YEAR_DAYS), today, None);
        let rows = self.tx.progress(athlete, year).await?;
        let all: Vec<ProgressRecord> = rows.into_iter().map(|row| row.record).collect();
        Ok(standing(&all).into_iter().cloned().collect())
    }

    async fn sessions_between(&mut self, from: LocalDate, to: LocalDate) -> Result<Vec<Session>, Problem> {
        let rows = self.tx.sessions(self.athlete.id, Which::Between(from, to)).await?;
        Ok(rows.into_iter().map(|row| row.session).collect())
    }
}
