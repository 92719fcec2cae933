//! The report of a week or a month: what mattered most, what to change, what was done, and what comes next (P-22,
//! A-17..A-20).
//!
//! A report is kept as it was first told. Made again it becomes a new revision, and the earlier ones stay readable.

mod ask;
mod facts;
mod make;
mod month;
mod period;

use domain::{
    anatomy::{BodyArea, Muscle},
    dispute::Conflict,
    exercise::ExerciseKey,
    id::Id,
    progress::LevelDecision,
    proposal::ProposalId,
    quantity::Grams,
    reason::{Reason, ReasonCode},
    time::{Instant, LocalDate},
    vocabulary::vocabulary,
    wellbeing::{FlagKind, Severity},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::ReportRow;
use training::{records::Record, report::change::ChangeKind, suggestion::history::Trend};

pub(super) use self::period::READY_HOUR;
pub use self::period::{IsoWeek, Month, ReportKind, ReportPeriod};
use super::{
    act::{Act, CoachActs},
    app::{App, Caller, Scope, Work},
    charts::ChartName,
    session::finish::ToldAdvice,
};
use crate::problem::{NO_REPORT, Problem};

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
    /// How many there are of this week or month.
    pub revisions: i64,
    /// When it was made.
    pub created_at: Instant,
    /// What it says.
    pub report: Report,
}

/// The report of a week or a month, its sections in their order; an empty one is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PeriodReport")]
pub struct Report {
    /// Which week or month: `2026-W11`, `2026-03`.
    #[serde(alias = "week")]
    pub period: String,
    /// Its first day.
    pub from: LocalDate,
    /// Its last day.
    pub to: LocalDate,
    /// 1: what matters most.
    pub finding: Reason,
    /// 2: what to do about it; of a time without sessions there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// 3: what was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// What only a month has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<MonthReview>,
    /// 4: levels and loads, by exercise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exercises: Vec<Moved>,
    /// 5: what was never better.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Record>,
    /// 6: flags of that time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Flagged>,
    /// 6: what was advised (P-49).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<ToldAdvice>,
    /// 6: what coaches did (AC-9).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coaches: Vec<CoachActs>,
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
#[schemars(rename = "ReportedChange")]
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

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PeriodSummary")]
pub struct Summary {
    /// Sessions that were done, unplanned ones too.
    pub done: u32,
    /// Sessions that were due.
    pub planned: u32,
    /// Working sets.
    pub sets: u32,
    /// Minutes from the first set to the end, of all sessions.
    pub minutes: u32,
    /// What each hard muscle got of its target, in tenths of a set (VO-4, VO-5); of a month, in the weeks that end in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muscles: Vec<MuscleDone>,
    /// Mean effort in tenths of RPE.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<i64>,
    /// Its change against the four weeks before, of a month against the month before, in tenths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe_change: Option<i64>,
    /// Mean body weight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_g: Option<Grams>,
    /// Its change against the week or month before, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_change_g: Option<i64>,
    /// Meals, where a nutrition plan has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meals: Option<Meals>,
}

/// A muscle, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MuscleDone {
    pub muscle: Muscle,
    pub done: i64,
    pub target: i64,
}

/// Meals.
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
    /// The heaviest load when it was done last before that time, and in it, in grams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_g: Option<(i64, i64)>,
    /// Reps, seconds or meters in the week or month before and in this one (P-22).
    pub volume: (u32, u32),
    /// What was decided last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<LevelDecision>,
    /// Why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<ReasonCode>,
}

/// A flag.
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
    /// For how many days it was in force up to the end of that time.
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

/// What only a month has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MonthReview {
    /// The ISO weeks that end in it, oldest first: what was planned against what was done.
    pub weeks: Vec<WeekReview>,
    /// The one with most sets; of equals the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_week: Option<String>,
    /// Sessions by weekday, those with some.
    pub weekdays: Vec<WeekdayReview>,
    /// Where the estimated maxima of anchors go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<AnchorReview>,
    /// Where each ladder stands: the map of levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelReview>,
}

/// A week of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeekReview {
    /// Which: `2026-W11`.
    pub week: String,
    /// Which week of its block, from 0 on.
    pub place: u32,
    /// Whether it was an easy one.
    pub deload: bool,
    /// Working sets that its sessions were to have.
    pub planned: u32,
    /// Working sets that were done.
    pub done: u32,
}

/// A weekday of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeekdayReview {
    /// 1 for Monday to 7.
    pub weekday: u8,
    /// Sessions that were done, unplanned ones too.
    pub done: u32,
    /// Sessions that were due.
    pub planned: u32,
}

/// The estimated maximum of an exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnchorReview {
    /// Which.
    pub exercise: ExerciseKey,
    /// The last one that says much.
    pub e1rm_g: Grams,
    /// Where it goes.
    pub trend: Trend,
    /// By how many tenths of a percent.
    pub change: i64,
}

/// The level of a ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LevelReview {
    /// Which.
    pub ladder: String,
    /// The level at the end of the month before, or the first one of this month.
    pub old: u32,
    /// The level at its end.
    pub new: u32,
    /// The highest level of the ladder, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
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
    /// What often falls short, the likeliest first, while no model says more (P-48).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<RiskReview>,
}

/// How likely an exercise falls short next time (P-48).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RiskReview {
    /// Which.
    pub exercise: ExerciseKey,
    /// In percent.
    pub pct: u32,
    /// How often it fell short.
    pub misses: u32,
    /// How often it was done.
    pub done: u32,
}

/// The report of a week or month, the newest revision unless another is named. One that nobody has made yet is made and
/// kept.
pub async fn read(
    app: &App,
    caller: &Caller,
    period: ReportPeriod,
    revision: Option<i64>,
) -> Result<Told, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.check_ready(period)?;
    if let Some(told) = work.kept_report(period, revision).await? {
        return Ok(told);
    }
    drop(work);
    let mut work = app.write(caller, Act::Reading).await?;
    work.keep_report(period, false).await?;
    let told = work.kept_report(period, revision).await?.ok_or_else(|| work.no_report(period))?;
    work.commit().await?;
    Ok(told)
}

/// Makes a report again; what has changed since becomes a new revision.
pub async fn again(app: &App, caller: &Caller, period: ReportPeriod) -> Result<Told, Problem> {
    let mut work = app.write(caller, Act::ReportMade).await?;
    work.check_ready(period)?;
    work.keep_report(period, true).await?;
    let told = work.kept_report(period, None).await?.ok_or_else(|| work.no_report(period))?;
    work.commit().await?;
    Ok(told)
}

/// The first and the newest week or month that have a report, if there is one.
pub async fn periods(
    app: &App,
    caller: &Caller,
    kind: ReportKind,
) -> Result<Option<(ReportPeriod, ReportPeriod)>, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    let (first, newest) = work.ready_periods(kind);
    Ok((first <= newest).then_some((first, newest)))
}

/// The newest week or month that has a report.
pub async fn newest(app: &App, caller: &Caller, kind: ReportKind) -> Result<ReportPeriod, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    let (_, newest) = work.ready_periods(kind);
    work.check_ready(newest).map(|()| newest)
}

impl Work<'_> {
    /// The newest week or month that has a report.
    pub(super) fn newest_period(&self, kind: ReportKind) -> Result<ReportPeriod, Problem> {
        let (_, newest) = self.ready_periods(kind);
        self.check_ready(newest).map(|()| newest)
    }

    /// The report of a week or month; one that nobody has made yet is made and kept.
    pub(super) async fn report_of(&mut self, period: ReportPeriod) -> Result<Told, Problem> {
        if let Some(told) = self.kept_report(period, None).await? {
            return Ok(told);
        }
        self.keep_report(period, false).await?;
        let told = self.kept_report(period, None).await?;
        told.ok_or_else(|| self.no_report(period))
    }

    /// The week or month in which the athlete came, and the last one whose report is ready.
    fn ready_periods(&self, kind: ReportKind) -> (ReportPeriod, ReportPeriod) {
        let first = ReportPeriod::of(kind, self.athlete.created_at.local_date(self.zone()));
        let last = ReportPeriod::of(kind, self.today()).plus(-1);
        (first, if last.ready(self.zone()) <= self.now { last } else { last.plus(-1) })
    }

    /// what is not over, and what was before the athlete came, has none.
    fn check_ready(&self, period: ReportPeriod) -> Result<(), Problem> {
        let (first, newest) = self.ready_periods(period.kind());
        if (first..=newest).contains(&period) { Ok(()) } else { Err(self.no_report(period)) }
    }

    fn no_report(&self, period: ReportPeriod) -> Problem {
        let (first, newest) = self.ready_periods(period.kind());
        let problem = Problem::new(NO_REPORT).fact("found", period.to_string());
        problem.fact("first", first.to_string()).fact("newest", newest.to_string())
    }

    async fn kept_report(
        &mut self,
        period: ReportPeriod,
        revision: Option<i64>,
    ) -> Result<Option<Told>, Problem> {
        let athlete = self.id();
        let mut kept = self.tx.reports::<Report>(athlete, period.kind().as_str()).await?;
        kept.retain(|row| row.period == period.to_string());
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

    /// Makes a report and keeps it; unless it is wanted again, one that is there stays the last word. Says whether
    /// something new is kept.
    pub(super) async fn keep_report(&mut self, period: ReportPeriod, again: bool) -> Result<bool, Problem> {
        if !again && self.kept_report(period, None).await?.is_some() {
            return Ok(false);
        }
        let report = self.make_report(period).await?;
        let (athlete, created_at) = (self.id(), self.now);
        let row = ReportRow { period: period.to_string(), revision: 1, created_at, report };
        Ok(self.tx.add_report(athlete, period.kind().as_str(), &row).await?)
    }
}
