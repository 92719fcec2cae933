//! The report of a week: what mattered most, what to change, what was done, and what comes next.
//!
//! A report is kept as it was first told. Made again it becomes a new revision, and the earlier ones stay readable.

mod facts;
mod make;

use std::str::FromStr;

use domain::{
    anatomy::{BodyArea, Muscle},
    dispute::Conflict,
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    progress::LevelDecision,
    proposal::ProposalId,
    quantity::Grams,
    reason::{Reason, ReasonCode},
    time::{DateSpan, Instant, LocalDate, Zone, add_days},
    vocabulary::vocabulary,
    wellbeing::{FlagKind, Severity},
};
use jiff::civil::{ISOWeekDate, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::ReportRow;
use training::{records::Record, report::change::ChangeKind};

use super::{
    app::{App, Caller, Scope, Work},
    charts::ChartName,
    session::finish::ToldAdvice,
};
use crate::problem::{Code, NO_REPORT, Problem};

/// The kind under which reports of weeks are kept.
const WEEKLY: &str = "weekly";

/// P-22: the hour of Monday at which the report of a week is ready.
pub(super) const READY_HOUR: i8 = 6;

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

    /// When its report is ready.
    fn ready(self, zone: &Zone) -> Instant {
        zone.first_from(self.plus(1).monday, READY_HOUR).unwrap_or(Instant::EPOCH)
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
        let problem =
            || Problem::new(Code::of(ErrorCode::BadValue)).fact("field", "week").fact("found", text);
        read().ok_or_else(|| problem().fact("expected", "an ISO week, like 2026-W11"))
    }
}

vocabulary! {
    /// Which way an exercise went.
    pub enum Way: "way of a report" {
        Gained = "gained",
        Lost = "lost",
        Held = "held",
    }
}

/// A report as it is kept, with its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Told {
    /// 1 for the first.
    pub revision: i64,
    /// How many there are of this week.
    pub revisions: i64,
    /// When it was made.
    pub created_at: Instant,
    /// What it says.
    pub report: Report,
}

/// The report of a week, its sections in their order; an empty one is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Which week: `2026-W11`.
    pub week: String,
    /// Its Monday.
    pub from: LocalDate,
    /// Its Sunday.
    pub to: LocalDate,
    /// 1: what matters most.
    pub finding: Reason,
    /// 2: what to do about it; of a week without sessions there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// 3: what was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// 4: levels and loads, by exercise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exercises: Vec<Moved>,
    /// 5: what was never better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Record>,
    /// 6: flags of the week.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Flagged>,
    /// 6: what was advised (P-49).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<ToldAdvice>,
    /// 7: conflicts that wait, oldest first (CF-6).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<WaitingConflict>,
    /// 7: proposals that wait, oldest first; the one of section 2 is not among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<WaitingProposal>,
    /// 8: the charts that belong to it (P-50).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<ChartName>,
    /// 9: what comes next.
    pub next: NextWeek,
}

/// The one change of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// What.
    pub kind: ChangeKind,
    /// Of which exercise or ladder; none where it is about all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<String>,
    /// What takes its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// A percentage, a number of sets, of sessions or of a level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<u32>,
    /// The proposal that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<WaitingProposal>,
    /// The conflict that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Id<Conflict>>,
}

/// What was done in a week.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Sessions that were done, unplanned ones too.
    pub done: u32,
    /// Sessions that were due.
    pub planned: u32,
    /// Working sets.
    pub sets: u32,
    /// Minutes from the first set to the end, of all sessions.
    pub minutes: u32,
    /// What each hard muscle got of its target, in tenths of a set (VO-4, VO-5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muscles: Vec<MuscleDone>,
    /// Mean effort in tenths of RPE.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<i64>,
    /// Its change against the four weeks before, in tenths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe_change: Option<i64>,
    /// Mean body weight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_g: Option<Grams>,
    /// Its change against the week before, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_change_g: Option<i64>,
    /// Meals, where a nutrition plan has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meals: Option<Meals>,
}

/// A muscle of the week, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MuscleDone {
    pub muscle: Muscle,
    pub done: i64,
    pub target: i64,
}

/// Meals of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Meals {
    pub eaten: u32,
    pub planned: u32,
}

/// How an exercise went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Which.
    pub exercise: ExerciseKey,
    /// Which way its level, else its load went.
    pub way: Way,
    /// Its level before and after, on a ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<(u32, u32)>,
    /// The heaviest load when it was done last before the week, and in the week, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<(i64, i64)>,
    /// Reps, seconds or meters in the week before and in this one (P-22).
    pub volume: (u32, u32),
    /// What was decided last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<LevelDecision>,
    /// Why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonCode>,
}

/// A flag of the week.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Flagged {
    /// What.
    pub kind: FlagKind,
    /// Where, for pain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<BodyArea>,
    /// On which exercise; absent: on all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<ExerciseKey>,
    /// 0..3.
    pub severity: Severity,
    /// For how many days it was in force up to the end of the week.
    pub days: u32,
    /// Whether it was in force at the end.
    pub is_active: bool,
}

/// A conflict that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitingConflict {
    /// Which.
    pub id: Id<Conflict>,
    /// For how many days.
    pub days: u32,
    /// The exercises that both sides touched.
    pub exercises: Vec<ExerciseKey>,
    /// The answers that can be given, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
}

/// A proposal that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitingProposal {
    /// Which.
    pub id: ProposalId,
    /// For how many days.
    pub days: u32,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercise: Option<ExerciseKey>,
    /// Why.
    pub reason: Reason,
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NextWeek {
    /// Its Monday.
    pub start: LocalDate,
    /// Which week of its block, from 0 on.
    pub week: u32,
    /// How many weeks of the block build up.
    pub length: u32,
    /// Whether it is an easy one.
    pub deload: bool,
    /// Its sessions in order (WK-1).
    pub schedule: Vec<String>,
    /// What each hard muscle is to get, in tenths of a set (VO-5); `done` is 0.
    pub targets: Vec<MuscleDone>,
}

/// The report of a week, the newest revision unless another is named. One that nobody has made yet is made and kept.
pub async fn weekly(
    app: &App,
    caller: &Caller,
    week: IsoWeek,
    revision: Option<i64>,
) -> Result<Told, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.check_ready(week)?;
    if let Some(told) = work.kept_report(week, revision).await? {
        return Ok(told);
    }
    drop(work);
    let mut work = app.write(caller, Scope::Read).await?;
    work.keep_weekly(week, false).await?;
    let told = work.kept_report(week, revision).await?.ok_or_else(|| work.no_report(week))?;
    work.commit().await?;
    Ok(told)
}

/// Makes the report of a week again; what has changed since becomes a new revision.
pub async fn again(app: &App, caller: &Caller, week: IsoWeek) -> Result<Told, Problem> {
    let mut work = app.write(caller, Scope::Plan).await?;
    work.check_ready(week)?;
    work.keep_weekly(week, true).await?;
    let told = work.kept_report(week, None).await?.ok_or_else(|| work.no_report(week))?;
    work.commit().await?;
    Ok(told)
}

/// The first and the newest week that have a report, if there is one.
pub async fn weeks(app: &App, caller: &Caller) -> Result<Option<(IsoWeek, IsoWeek)>, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    let (first, newest) = (work.first_week(), work.newest_week());
    Ok((first <= newest).then_some((first, newest)))
}

/// The newest week that has a report.
pub async fn newest(app: &App, caller: &Caller) -> Result<IsoWeek, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    let week = work.newest_week();
    work.check_ready(week).map(|()| week)
}

impl Work<'_> {
    /// The week in which the athlete came.
    fn first_week(&self) -> IsoWeek {
        IsoWeek::of(self.athlete.created_at.local_date(self.zone()))
    }

    /// The last week whose report is ready.
    fn newest_week(&self) -> IsoWeek {
        let last = IsoWeek::of(self.today()).plus(-1);
        if last.ready(self.zone()) <= self.now { last } else { last.plus(-1) }
    }

    /// weeks that are not over, and weeks before the athlete came, have none.
    fn check_ready(&self, week: IsoWeek) -> Result<(), Problem> {
        let is_there = (self.first_week()..=self.newest_week()).contains(&week);
        if is_there { Ok(()) } else { Err(self.no_report(week)) }
    }

    fn no_report(&self, week: IsoWeek) -> Problem {
        let (first, newest) = (self.first_week(), self.newest_week());
        let problem = Problem::new(NO_REPORT).fact("found", week.to_string());
        problem.fact("first", first.to_string()).fact("newest", newest.to_string())
    }

    async fn kept_report(&mut self, week: IsoWeek, revision: Option<i64>) -> Result<Option<Told>, Problem> {
        let athlete = self.id();
        let mut kept = self.tx.reports::<Report>(athlete, WEEKLY).await?;
        kept.retain(|row| row.period == week.to_string());
        let revisions = i64::try_from(kept.len()).unwrap_or(i64::MAX);
        let wanted = revision.unwrap_or(revisions);
        let row = kept.into_iter().find(|row| row.revision == wanted);
        Ok(row.map(|ReportRow { revision, created_at, report, .. }| Told {
            revision,
            revisions,
            created_at,
            report,
        }))
    }

    /// Makes the report of a week and keeps it; unless it is wanted again, one that is there stays the last word. Says
    /// whether something new is kept.
    pub(super) async fn keep_weekly(&mut self, week: IsoWeek, again: bool) -> Result<bool, Problem> {
        if !again && self.kept_report(week, None).await?.is_some() {
            return Ok(false);
        }
        let report = self.make_weekly(week).await?;
        let (athlete, created_at) = (self.id(), self.now);
        let row = ReportRow { period: week.to_string(), revision: 1, created_at, report };
        Ok(self.tx.add_report(athlete, WEEKLY, &row).await?)
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
}
