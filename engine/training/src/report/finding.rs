//! the key finding of a report. The first candidate that holds; within one the larger magnitude, then the key.

use std::cmp::Reverse;

use domain::{
    anatomy::{BodyArea, Muscle},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    wellbeing::FlagKind,
};

use super::facts::{LevelMove, Period, ReportTuning, StandingFlag, Strength};
use crate::{records::Record, suggestion::history::Trend};

/// pain of at least this severity is a finding.
const PAIN_SEVERITY: u8 = 2;

/// What matters most, and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The code, with the numbers of its sentence.
    pub reason: Reason,
    /// The exercise or ladder that it is about, if it is about one.
    pub exercise: Option<String>,
    /// Where it hurts, for pain.
    pub area: Option<BodyArea>,
    /// The muscle that it is about, if it is about one.
    pub muscle: Option<Muscle>,
}

/// A finding that a report may have.
pub struct Candidate {
    /// Its code.
    pub code: ReasonCode,
    /// The finding, if it holds.
    find: fn(&Period, &ReportTuning) -> Option<Finding>,
}

/// the candidates in their order; the last one holds where no other does.
pub const CANDIDATES: &[Candidate] = &[
    Candidate { code: ReasonCode::PainActive, find: pain_active },
    Candidate { code: ReasonCode::LoadExcessive, find: load_excessive },
    Candidate { code: ReasonCode::Stuck, find: stuck },
    Candidate { code: ReasonCode::LowCompletion, find: low_completion },
    Candidate { code: ReasonCode::ConflictOpen, find: conflict_open },
    Candidate { code: ReasonCode::LevelLost, find: level_lost },
    Candidate { code: ReasonCode::MuscleBelowMev, find: muscle_below_mev },
    Candidate { code: ReasonCode::StrengthDeclining, find: strength_declining },
    Candidate { code: ReasonCode::EffortRising, find: effort_rising },
    Candidate { code: ReasonCode::LevelGained, find: level_gained },
    Candidate { code: ReasonCode::Record, find: record },
    Candidate { code: ReasonCode::StrengthImproving, find: strength_improving },
    Candidate { code: ReasonCode::EffortFalling, find: effort_falling },
    Candidate { code: ReasonCode::OnPlan, find: on_plan },
];

/// The key finding of a period.
pub fn find(period: &Period, tuning: &ReportTuning) -> Finding {
    let mut found = CANDIDATES.iter().filter_map(|candidate| (candidate.find)(period, tuning));
    found.next().unwrap_or_else(|| Finding::of(ReasonCode::NoData))
}

impl Finding {
    fn of(code: ReasonCode) -> Self {
        let reason = Reason::new(code, SpecId::new("A-19"));
        Self { reason, exercise: None, area: None, muscle: None }
    }

    fn fact(self, name: &'static str, fact: impl Into<Fact>) -> Self {
        Self { reason: self.reason.fact(name, fact), ..self }
    }

    fn about(self, exercise: &str) -> Self {
        Self { exercise: Some(exercise.to_owned()), ..self.fact("exercise", exercise) }
    }
}

/// The one with the largest magnitude; of equals the first by key.
fn largest<'a, T>(
    all: impl Iterator<Item = &'a T>,
    magnitude: impl Fn(&T) -> i64,
    key: impl Fn(&T) -> String,
) -> Option<&'a T> {
    all.min_by_key(|one| (Reverse(magnitude(one)), key(one)))
}

fn pain_active(period: &Period, _: &ReportTuning) -> Option<Finding> {
    let is_grave = |flag: &&StandingFlag| match flag.kind {
        FlagKind::Pain => flag.severity >= PAIN_SEVERITY,
        FlagKind::Illness | FlagKind::Suspension => true,
        FlagKind::Fatigue | FlagKind::Technique => false,
    };
    let key = |flag: &StandingFlag| {
        let area = flag.area.map(|area| area.to_string()).unwrap_or_default();
        format!("{} {area} {}", flag.exercise.as_deref().unwrap_or_default(), flag.kind)
    };
    let flag = largest(period.flags.iter().filter(is_grave), |flag| i64::from(flag.severity), key)?;
    let named = match flag.area {
        Some(area) => Fact::from(vec![Fact::word("flag", flag.kind), Fact::word("area", area)]),
        None => Fact::word("flag", flag.kind),
    };
    let finding = Finding { area: flag.area, ..Finding::of(ReasonCode::PainActive) };
    let finding = finding.fact("flag", named).fact("days", flag.days);
    Some(Finding { exercise: flag.exercise.clone(), ..finding })
}

fn load_excessive(period: &Period, _: &ReportTuning) -> Option<Finding> {
    let rate = period.alerts.iter().max()?;
    Some(Finding::of(ReasonCode::LoadExcessive).fact("rate", *rate))
}

fn stuck(period: &Period, _: &ReportTuning) -> Option<Finding> {
    let worst = largest(period.stuck.iter(), |one| i64::from(one.regressions), |one| one.exercise.clone())?;
    Some(Finding::of(ReasonCode::Stuck).about(&worst.exercise).fact("count", worst.regressions))
}

fn low_completion(period: &Period, tuning: &ReportTuning) -> Option<Finding> {
    let Period { planned, done, .. } = *period;
    let is_low = 100 * u64::from(done) < u64::from(tuning.completion_low_pct) * u64::from(planned);
    (planned >= tuning.planned_least && is_low).then(|| completion(ReasonCode::LowCompletion, period))
}

fn completion(code: ReasonCode, period: &Period) -> Finding {
    Finding::of(code).fact("done", period.done).fact("planned", period.planned)
}

fn conflict_open(period: &Period, _: &ReportTuning) -> Option<Finding> {
    let oldest = period.conflicts.iter().map(|conflict| conflict.days).max()?;
    let finding = Finding::of(ReasonCode::ConflictOpen).fact("n", period.conflicts.len());
    Some(finding.fact("days", oldest))
}

fn level_lost(period: &Period, _: &ReportTuning) -> Option<Finding> {
    level(period, ReasonCode::LevelLost, |old, new| old - new)
}

fn level_gained(period: &Period, _: &ReportTuning) -> Option<Finding> {
    level(period, ReasonCode::LevelGained, |old, new| new - old)
}

fn level(period: &Period, code: ReasonCode, way: fn(i64, i64) -> i64) -> Option<Finding> {
    let steps = |one: &LevelMove| way(i64::from(one.old), i64::from(one.new));
    let moved = period.levels.iter().filter(|one| steps(one) > 0);
    let most = largest(moved, steps, |one| one.exercise.clone())?;
    Some(Finding::of(code).about(&most.exercise).fact("old", most.old).fact("new", most.new))
}

fn muscle_below_mev(period: &Period, _: &ReportTuning) -> Option<Finding> {
    let low = period
        .muscles
        .iter()
        .filter(|one| one.done < one.mev && one.before.is_some_and(|before| before < one.mev));
    let worst = largest(low, |one| one.mev - one.done, |one| one.muscle.to_string())?;
    let finding = Finding { muscle: Some(worst.muscle), ..Finding::of(ReasonCode::MuscleBelowMev) };
    let finding = finding.fact("muscle", Fact::word("muscle", worst.muscle));
    Some(finding.fact("done", Fact::tenths(worst.done)).fact("mev", Fact::tenths(worst.mev)))
}

fn strength_declining(period: &Period, _: &ReportTuning) -> Option<Finding> {
    strength(period, ReasonCode::StrengthDeclining, Trend::Declining)
}

fn strength_improving(period: &Period, _: &ReportTuning) -> Option<Finding> {
    strength(period, ReasonCode::StrengthImproving, Trend::Improving)
}

fn strength(period: &Period, code: ReasonCode, trend: Trend) -> Option<Finding> {
    let moved = period.strengths.iter().filter(|one| one.trend == trend);
    let most = largest(moved, |one: &Strength| one.change.abs(), |one| one.exercise.clone())?;
    Some(Finding::of(code).about(&most.exercise).fact("pct", Fact::tenths(most.change)))
}

fn effort_rising(period: &Period, tuning: &ReportTuning) -> Option<Finding> {
    effort(period, ReasonCode::EffortRising, tuning, |drift| drift >= tuning.effort_drift)
}

fn effort_falling(period: &Period, tuning: &ReportTuning) -> Option<Finding> {
    effort(period, ReasonCode::EffortFalling, tuning, |drift| drift <= -tuning.effort_drift)
}

fn effort(
    period: &Period,
    code: ReasonCode,
    tuning: &ReportTuning,
    moved: impl Fn(i64) -> bool,
) -> Option<Finding> {
    let shift = period.effort.filter(|shift| moved(shift.drift))?;
    let apart = (shift.volume - shift.volume_before).abs();
    let is_same = 100 * apart <= tuning.volume_band_pct * shift.volume_before;
    is_same.then(|| Finding::of(code).fact("delta", Fact::tenths(shift.drift)))
}

fn record(period: &Period, _: &ReportTuning) -> Option<Finding> {
    let news = period.records.iter().filter(|record| !record.is_baseline());
    let key = |record: &Record| format!("{} {}", record.exercise, record.kind);
    let best = largest(news, Record::gain, key)?;
    Some(Finding::of(ReasonCode::Record).about(&best.exercise).fact("value", best.fact()))
}

fn on_plan(period: &Period, _: &ReportTuning) -> Option<Finding> {
    (period.done > 0).then(|| completion(ReasonCode::OnPlan, period))
}
