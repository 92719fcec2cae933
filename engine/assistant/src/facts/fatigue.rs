//! L-12: points of fatigue, and what they take away.

use domain::{
    plan::SessionTier,
    time::{LocalDate, days_between},
    wellbeing::FlagKind,
};
use training::input::SelectionInput;

use crate::{
    document::{number::Number, plan::FatiguePolicy},
    input::{Understood, activity::Activity, cardio::is_hard_soon, request::RecoverySignals},
    tuning::FlowTuning,
};

/// One reason to hold back, with its points and its words in the document.
struct Point {
    points: u32,
    /// Sleep and body battery weigh more than their point.
    is_of_body: bool,
    fact: String,
}

impl Point {
    fn new(fact: String) -> Self {
        Self { points: 1, is_of_body: false, fact }
    }
}

/// The policy of today.
pub fn policy(
    understood: &Understood,
    athlete: &SelectionInput,
    is_thin: bool,
    tuning: &FlowTuning,
) -> FatiguePolicy {
    let date = understood.meta.date;
    let signals = understood.recovery.map_or_else(RecoverySignals::default, |recovery| recovery.signals);
    let efforts = Efforts::of(&understood.activities, date, athlete);
    let points: Vec<Point> = [
        short_sleep(signals, tuning),
        low_battery(signals, tuning),
        heavy_week(&efforts, tuning),
        hard_cardio(understood, &efforts, tuning),
        fatigue_flag(athlete),
    ]
    .into_iter()
    .flatten()
    .collect();
    let sum: u32 = points.iter().map(|point| point.points).sum();
    let row = match sum {
        0 => 0,
        1 if !points.iter().any(|point| point.is_of_body) => 1,
        1 | 2 => 2,
        _ => 3,
    };
    let cap = if is_thin { tuning.caps[row].min(100) } else { tuning.caps[row] };
    let facts: Vec<String> = points.into_iter().map(|point| point.fact).collect();
    FatiguePolicy {
        points: sum,
        rir_shift: tuning.shifts[row],
        load_cap_pct: Number::hundredths(cap),
        drop_tiers: if row >= 2 { vec![SessionTier::C] } else { vec![] },
        reason: if facts.is_empty() { FRESH.to_owned() } else { facts.join("; ") },
    }
}

/// The reason of a policy without points.
pub const FRESH: &str = "fresh";

/// f1.
fn short_sleep(signals: RecoverySignals, tuning: &FlowTuning) -> Option<Point> {
    let score = signals.sleep_score.filter(|score| *score < tuning.sleep_low)?;
    Some(Point { is_of_body: true, ..Point::new(format!("sleep_score {score} < {}", tuning.sleep_low)) })
}

/// f2.
fn low_battery(signals: RecoverySignals, tuning: &FlowTuning) -> Option<Point> {
    let battery = signals.body_battery.filter(|battery| *battery < tuning.battery_low)?;
    Some(Point { is_of_body: true, ..Point::new(format!("body_battery {battery} < {}", tuning.battery_low)) })
}

/// What the last weeks were like.
struct Efforts {
    /// Of the seven days before the date.
    week: i64,
    /// Of the four weeks before those.
    base: i64,
    /// How many of the four hold an activity.
    weeks: usize,
    /// The hardest of yesterday and today.
    latest: i64,
}

impl Efforts {
    fn of(activities: &[Activity], date: LocalDate, athlete: &SelectionInput) -> Self {
        let dated = || {
            activities
                .iter()
                .map(|one| (days_between(one.start.local_date(&athlete.time_zone), date), one.effort))
        };
        let sum = |from: i64, to: i64| {
            dated().filter(|(ago, _)| (from..=to).contains(ago)).map(|(_, effort)| effort).sum()
        };
        let holds = |week: &i64| dated().any(|(ago, _)| (8 + 7 * week..=14 + 7 * week).contains(&ago));
        Self {
            week: sum(1, 7),
            base: sum(8, 35),
            weeks: (0..4).filter(holds).count(),
            latest: dated()
                .filter(|(ago, _)| (0..=1).contains(ago))
                .map(|(_, effort)| effort)
                .max()
                .unwrap_or(0),
        }
    }
}

/// f3: a week against the mean of the four before it, where those say anything.
fn heavy_week(efforts: &Efforts, tuning: &FlowTuning) -> Option<Point> {
    let Efforts { week, base, weeks, .. } = *efforts;
    let [one, two] = tuning.load_ratio;
    let exceeds = |tenths: i64| 40 * week > tenths * base;
    if weeks < 2 || base < tuning.load_base || !exceeds(one) {
        return None;
    }
    let points = if exceeds(two) { 2 } else { 1 };
    Some(Point { points, ..Point::new(format!("effort_7d {week} against effort_28d {base}")) })
}

/// f4.
fn hard_cardio(understood: &Understood, efforts: &Efforts, tuning: &FlowTuning) -> Option<Point> {
    if is_hard_soon(&understood.cardio, understood.meta.date, tuning.hard_hours) {
        return Some(Point::new(format!("hard_cardio within {} h", tuning.hard_hours)));
    }
    let is_hard = efforts.latest >= tuning.effort_hard;
    is_hard.then(|| Point::new(format!("activity_effort {} >= {}", efforts.latest, tuning.effort_hard)))
}

/// f5.
fn fatigue_flag(athlete: &SelectionInput) -> Option<Point> {
    let is_flagged = athlete.flags.iter().any(|flag| flag.kind == FlagKind::Fatigue && flag.severity > 0);
    is_flagged.then(|| Point::new("fatigue_flag".to_owned()))
}
