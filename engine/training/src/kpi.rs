//! KPIs (KP-1..KP-8): whether generated sessions are taken as they are, done, and worth it.
//!
//! Every figure is kept as an integer numerator and denominator; three decimals are made for display alone (A-1).
//! What is counted comes from stored facts: this module only counts.

use std::fmt;

use domain::{
    quantity::{Grams, div_half_up},
    spec::SpecId,
    time::LocalDate,
};
use serde::Serialize;

/// A ratio of two counts. Without a denominator there is no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Rate {
    /// How many.
    pub numerator: i64,
    /// Of how many: the `n` that is reported beside it.
    pub denominator: i64,
}

impl Rate {
    /// The share of `all` for which `holds`.
    fn share<T>(all: impl Iterator<Item = T>, holds: impl Fn(&T) -> bool) -> Self {
        all.fold(Self::default(), |rate, one| Self {
            numerator: rate.numerator + i64::from(holds(&one)),
            denominator: rate.denominator + 1,
        })
    }

    /// Thousandths, rounded half up; none if nothing was counted.
    pub fn thousandths(self) -> Option<i64> {
        (self.denominator > 0).then(|| div_half_up(self.numerator * 1000, self.denominator))
    }

    /// Whether it is above `other`, both having a value, by more than `percentage_points` (which may be negative).
    fn exceeds(self, other: Self, percentage_points: i64) -> bool {
        let difference = i128::from(self.numerator) * i128::from(other.denominator)
            - i128::from(other.numerator) * i128::from(self.denominator);
        let scale = i128::from(self.denominator) * i128::from(other.denominator);
        100 * difference > i128::from(percentage_points) * scale
    }
}

/// `0.150`, or `-` if nothing was counted.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.thousandths() {
            Some(value) => {
                let sign = if value < 0 { "-" } else { "" };
                f.pad(&format!("{sign}{}.{:03}", value.abs() / 1000, value.abs() % 1000))
            }
            None => f.pad("-"),
        }
    }
}

/// One muscle in one week, in tenths of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MuscleWeek {
    /// The weekly target (VO-5).
    pub target: i64,
    /// What the sessions of the week meant to do.
    pub planned: i64,
    /// What was done (VO-4).
    pub done: i64,
}

/// KP-1: how much of the weekly targets of the hard muscles was done; more than the target does not count.
pub fn volume_adherence(weeks: &[MuscleWeek]) -> Rate {
    sum_weeks(weeks, |week| week.done.min(week.target))
}

/// A-4, besides: how close the plan came to the targets, overshoot counted as much as shortfall.
pub fn volume_plan_accuracy(weeks: &[MuscleWeek]) -> Rate {
    let rate = sum_weeks(weeks, |week| week.target - (week.planned - week.target).abs());
    Rate { numerator: rate.numerator.max(0), ..rate }
}

fn sum_weeks(weeks: &[MuscleWeek], numerator: impl Fn(&MuscleWeek) -> i64) -> Rate {
    weeks.iter().filter(|week| week.target > 0).fold(Rate::default(), |rate, week| Rate {
        numerator: rate.numerator + numerator(week),
        denominator: rate.denominator + week.target,
    })
}

/// What happened to one generated session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SessionFacts {
    /// Whether its planned date has passed.
    pub is_due: bool,
    /// Whether its first set was logged.
    pub is_started: bool,
    /// Whether an exercise, a set count or the order was changed before that.
    pub is_edited_before_start: bool,
    /// Exercises when it started.
    pub exercises: u32,
    /// Exercises swapped after that.
    pub substituted: u32,
    /// Whether its status is done.
    pub is_done: bool,
    /// Working sets that it asked for.
    pub planned_sets: u32,
    /// Working sets that were performed.
    pub performed_sets: u32,
    /// Whether pain was marked in it, or a pain flag of severity 2 or more raised in it or within 24 hours.
    pub has_pain: bool,
    /// Exercises that the pain gate refused when it was generated.
    pub pain_exclusions: u32,
}

/// A figure over the sessions of one selection mode and intent.
#[derive(Debug)]
pub struct SessionKpi {
    /// The rule.
    pub spec: SpecId,
    /// Its name in API and documents.
    pub name: &'static str,
    /// The figure.
    pub rate: fn(&[SessionFacts]) -> Rate,
}

/// The figures that need nothing but sessions.
pub const SESSION_KPIS: [SessionKpi; 5] = {
    const fn kpi(spec: &str, name: &'static str, rate: fn(&[SessionFacts]) -> Rate) -> SessionKpi {
        SessionKpi { spec: SpecId::new(spec), name, rate }
    }
    [
        kpi("KP-2", "preStartEditRate", pre_start_edit_rate),
        kpi("KP-3", "midWorkoutSubstitutionRate", mid_workout_substitution_rate),
        kpi("KP-4", "completionRate", completion_rate),
        kpi("KP-7", "painIncidence", pain_incidence),
        kpi("KP-7", "painExclusionsPerSession", pain_exclusions_per_session),
    ]
};

/// KP-2: started sessions that were changed before their first set.
pub fn pre_start_edit_rate(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_started), |session| {
        session.is_edited_before_start
    })
}

/// KP-3: exercises of started sessions that were swapped after the first set.
pub fn mid_workout_substitution_rate(sessions: &[SessionFacts]) -> Rate {
    sessions.iter().filter(|session| session.is_started).fold(Rate::default(), |rate, session| Rate {
        numerator: rate.numerator + i64::from(session.substituted),
        denominator: rate.denominator + i64::from(session.exercises),
    })
}

/// KP-4: due sessions that were done, with at least half of their working sets.
pub fn completion_rate(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_due), |session| {
        session.is_done && 2 * session.performed_sets >= session.planned_sets
    })
}

/// KP-7: done sessions with pain.
pub fn pain_incidence(sessions: &[SessionFacts]) -> Rate {
    Rate::share(sessions.iter().filter(|session| session.is_done), |session| session.has_pain)
}

/// KP-7: exclusions by the pain gate for each generated session; it may be above 1.
pub fn pain_exclusions_per_session(sessions: &[SessionFacts]) -> Rate {
    sessions.iter().fold(Rate::default(), |rate, session| Rate {
        numerator: rate.numerator + i64::from(session.pain_exclusions),
        denominator: rate.denominator + 1,
    })
}

/// When an athlete began and what was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AthleteFacts {
    /// The date of the first generated session: day 0.
    pub first_generated: LocalDate,
    /// The dates of done sessions.
    pub done: Vec<LocalDate>,
}

/// KP-5: athletes who still trained in their fourth week, of those whose day 28 is before `today`.
pub fn retention_4w(athletes: &[AthleteFacts], today: LocalDate) -> Rate {
    let day = |athlete: &AthleteFacts, date: LocalDate| days_between(athlete.first_generated, date);
    let grown = athletes.iter().filter(|athlete| day(athlete, today) > 28);
    Rate::share(grown, |athlete| athlete.done.iter().any(|&date| (22..=28).contains(&day(athlete, date))))
}

fn days_between(first: LocalDate, last: LocalDate) -> i64 {
    last.duration_since(first).as_hours() / 24
}

/// The best estimated one-rep maximum of an anchor on one day; for an unloaded one its volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrendPoint {
    /// Days since any fixed day.
    pub day: i64,
    /// e1RM.
    pub best: Grams,
}

/// KP-6, fewest points of a trend.
const TREND_POINTS: usize = 3;

/// KP-6 for one anchor: the least-squares slope per week, in basis points of the first value, toward zero (A-9).
///
/// The points are oldest first. [`None`] with fewer than 3, on one day only, or from nothing.
pub fn anchor_trend_bp(points: &[TrendPoint]) -> Option<i64> {
    let first = points.first().filter(|_| points.len() >= TREND_POINTS)?;
    let n = i128::try_from(points.len()).ok()?;
    let (mut days, mut bests, mut squares, mut products) = (0_i128, 0_i128, 0_i128, 0_i128);
    for point in points {
        let (day, best) = (i128::from(point.day - first.day), i128::from(point.best.0));
        days += day;
        bests += best;
        squares += day * day;
        products += day * best;
    }
    let spread = (n * squares - days * days) * i128::from(first.best.0);
    if spread <= 0 {
        return None;
    }
    i64::try_from((n * products - days * bests) * 7 * 10_000 / spread).ok()
}

/// KP-6: the median over the anchors that have a trend, the lower one of two in the middle.
pub fn anchor_progression_trend_bp(anchors: &[Vec<TrendPoint>]) -> Option<i64> {
    let mut trends: Vec<i64> = anchors.iter().filter_map(|points| anchor_trend_bp(points)).collect();
    trends.sort_unstable();
    trends.get(trends.len().checked_sub(1)? / 2).copied()
}

/// The figures of one selection mode that the gate compares, over 28 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModeFigures {
    /// KP-4.
    pub completion: Rate,
    /// KP-5, over athletes.
    pub retention: Rate,
    /// KP-1.
    pub adherence: Rate,
    /// KP-2.
    pub pre_start_edits: Rate,
    /// Generated sessions.
    pub sessions: i64,
    /// Athletes with at least one.
    pub athletes: i64,
}

impl ModeFigures {
    fn is_enough(&self) -> bool {
        let rates = [self.completion, self.adherence, self.pre_start_edits];
        self.sessions >= 30
            && self.athletes >= 10
            && self.retention.denominator >= 10
            && rates.iter().all(|rate| rate.denominator > 0)
    }
}

/// What KP-8 says about making intent mode the default for new athletes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Gate {
    /// Every item passes.
    Ready,
    /// These items fail, by their names in the API.
    NotReady {
        /// At least one.
        items: Vec<&'static str>,
    },
    /// One side has too few sessions or athletes.
    InsufficientData,
}

/// KP-8: intent mode must not lose completion or retention, and must gain in adherence and in fewer edits.
pub fn default_gate(intent: &ModeFigures, template: &ModeFigures) -> Gate {
    if !intent.is_enough() || !template.is_enough() {
        return Gate::InsufficientData;
    }
    let not_below = |ours: Rate, theirs: Rate| !theirs.exceeds(ours, 2);
    let items = [
        ("completionRate", not_below(intent.completion, template.completion)),
        ("retention4w", not_below(intent.retention, template.retention)),
        ("volumeAdherenceAccuracy", intent.adherence.exceeds(template.adherence, 0)),
        ("preStartEditRate", template.pre_start_edits.exceeds(intent.pre_start_edits, 0)),
    ];
    let items: Vec<&str> = items.into_iter().filter(|(_, passes)| !passes).map(|(name, _)| name).collect();
    if items.is_empty() { Gate::Ready } else { Gate::NotReady { items } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(numerator: i64, denominator: i64) -> Rate {
        Rate { numerator, denominator }
    }

    /// `count` equal sessions.
    fn sessions(count: usize, facts: SessionFacts) -> Vec<SessionFacts> {
        vec![facts; count]
    }

    #[test]
    fn kp_1_more_than_the_target_does_not_make_up_for_less() {
        let weeks = [(100, 120), (80, 40)].map(|(target, done)| MuscleWeek { target, planned: 0, done });
        assert_eq!(volume_adherence(&weeks), rate(140, 180));
        assert_eq!(volume_adherence(&weeks).to_string(), "0.778");
        let planned = [(120, 100), (126, 140), (80, 80)].map(|(target, planned)| MuscleWeek {
            target,
            planned,
            done: 0,
        });
        assert_eq!(volume_plan_accuracy(&planned), rate(292, 326));
        assert_eq!(volume_plan_accuracy(&planned).to_string(), "0.896");
    }

    #[test]
    fn kp_2_only_started_sessions_count() {
        let started = SessionFacts { is_started: true, ..SessionFacts::default() };
        let edited = SessionFacts { is_edited_before_start: true, ..started };
        let never_started = SessionFacts { is_edited_before_start: true, ..SessionFacts::default() };
        let all = [sessions(34, started), sessions(6, edited), sessions(9, never_started)].concat();
        assert_eq!(pre_start_edit_rate(&all), rate(6, 40));
        assert_eq!(pre_start_edit_rate(&all).to_string(), "0.150");
    }

    #[test]
    fn kp_3_counts_exercises_and_not_sessions() {
        let calm = SessionFacts { is_started: true, exercises: 8, ..SessionFacts::default() };
        let swapped = SessionFacts { substituted: 7, ..calm };
        let all = [sessions(24, calm), sessions(1, swapped)].concat();
        assert_eq!(mid_workout_substitution_rate(&all).to_string(), "0.035");
    }

    #[test]
    fn kp_4_a_session_with_less_than_half_of_its_sets_is_not_complete() {
        let due = SessionFacts { is_due: true, planned_sets: 8, ..SessionFacts::default() };
        let half = SessionFacts { is_done: true, performed_sets: 4, ..due };
        let less = SessionFacts { performed_sets: 3, ..half };
        let tomorrow = SessionFacts { is_due: false, ..half };
        let all = [sessions(6, half), sessions(1, less), sessions(3, due), sessions(2, tomorrow)].concat();
        assert_eq!(completion_rate(&all), rate(6, 10));
    }

    #[test]
    fn kp_5_days_22_to_28_count_once_day_28_has_passed() {
        let date = |text: &str| text.parse::<LocalDate>().unwrap();
        let athlete =
            |done: &str| AthleteFacts { first_generated: date("2026-03-02"), done: vec![date(done)] };
        let athletes = ["2026-03-23", "2026-03-24", "2026-03-30", "2026-03-31"].map(athlete);
        assert_eq!(retention_4w(&athletes, date("2026-03-31")), rate(2, 4));
        assert_eq!(retention_4w(&athletes, date("2026-03-30")), rate(0, 0));
    }

    #[test]
    fn kp_6_a_trend_is_the_slope_per_week_of_the_first_value() {
        let points = |bests: &[i64]| -> Vec<TrendPoint> {
            let days = (0..).step_by(7);
            bests.iter().zip(days).map(|(&best, day)| TrendPoint { day, best: Grams(best * 1000) }).collect()
        };
        let rising = points(&[100, 101, 103, 104]);
        let falling = points(&[100, 98, 96]);
        assert_eq!(anchor_trend_bp(&rising), Some(140));
        assert_eq!(anchor_trend_bp(&falling), Some(-200));
        assert_eq!(anchor_trend_bp(&points(&[100, 101])), None);
        assert_eq!(anchor_trend_bp(&points(&[0, 0, 0])), None);
        assert_eq!(anchor_progression_trend_bp(&[rising.clone(), falling, points(&[1, 2])]), Some(-200));
        assert_eq!(anchor_progression_trend_bp(&[rising]), Some(140));
        assert_eq!(anchor_progression_trend_bp(&[]), None);
    }

    #[test]
    fn kp_7_counts_done_sessions_with_pain_and_exclusions_of_all() {
        let done = SessionFacts { is_done: true, pain_exclusions: 2, ..SessionFacts::default() };
        let painful = SessionFacts { has_pain: true, pain_exclusions: 0, ..done };
        let skipped = SessionFacts { has_pain: true, ..SessionFacts::default() };
        let all = [sessions(47, done), sessions(3, painful), sessions(10, skipped)].concat();
        assert_eq!(pain_incidence(&all).to_string(), "0.060");
        assert_eq!(pain_exclusions_per_session(&all), rate(94, 60));
        assert_eq!(pain_exclusions_per_session(&all).to_string(), "1.567");
    }

    #[test]
    fn kp_8_the_gate_names_what_fails() {
        let template = ModeFigures {
            completion: rate(82, 100),
            retention: rate(8, 10),
            adherence: rate(75, 100),
            pre_start_edits: rate(20, 100),
            sessions: 100,
            athletes: 10,
        };
        let intent = ModeFigures {
            completion: rate(80, 100),
            adherence: rate(76, 100),
            pre_start_edits: rate(15, 100),
            ..template
        };
        assert_eq!(default_gate(&intent, &template), Gate::Ready);
        let slack = ModeFigures { completion: rate(799, 1000), adherence: rate(3, 4), ..intent };
        let items = vec!["completionRate", "volumeAdherenceAccuracy"];
        assert_eq!(default_gate(&slack, &template), Gate::NotReady { items });
        let few = ModeFigures { sessions: 29, ..intent };
        assert_eq!(default_gate(&few, &template), Gate::InsufficientData);
        assert_eq!(serde_json::to_string(&Gate::Ready).unwrap(), r#"{"result":"ready"}"#);
    }

    #[test]
    fn kp_figures_without_a_count_have_no_value() {
        assert_eq!(SESSION_KPIS.map(|kpi| (kpi.rate)(&[]).thousandths()), [None; 5]);
        assert_eq!(Rate::default().to_string(), "-");
        assert_eq!(rate(3, 20).to_string(), "0.150");
    }
}
