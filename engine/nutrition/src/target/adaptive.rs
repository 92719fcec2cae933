//! Adaptive expenditure: what body weight and intake say about the energy that a day really costs (NT-7).

use std::collections::BTreeMap;

use domain::{
    meal_plan::SlotState,
    quantity::{Amount, Grams, div_half_up},
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::{LocalDate, add_days, days_between},
};

use super::{input::WeighIn, tuning::AdaptiveTuning};
use crate::ratio::Ratio;

/// The kcal eaten on a day whose intake is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntakeDay {
    /// When.
    pub date: LocalDate,
    /// How much.
    pub kcal: Amount,
}

/// Whether the intake of a day is complete: every planned slot was eaten, replaced or skipped, and the athlete did
/// not say otherwise.
pub fn is_complete(slots: &[SlotState], is_marked_incomplete: bool) -> bool {
    let settled =
        |state: &SlotState| matches!(state, SlotState::Eaten | SlotState::Replaced | SlotState::Skipped);
    !is_marked_incomplete && !slots.is_empty() && slots.iter().all(settled)
}

/// What is known about weight and intake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The day of the evaluation.
    pub today: LocalDate,
    /// Logged weights, in any order.
    pub weigh_ins: Vec<WeighIn>,
    /// Complete days, each date once.
    pub intakes: Vec<IntakeDay>,
    /// The expenditure in force: the last one accepted, else that of NT-1.
    pub old: Amount,
    /// The expenditure of NT-1.
    pub derived: Amount,
    /// When it was evaluated before.
    pub last_evaluated: Option<LocalDate>,
}

/// What there is too little of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortage {
    /// `days`, `weigh_ins` or `intakes`.
    pub of: &'static str,
    /// How many there are.
    pub have: i64,
    /// How many it takes.
    pub need: u32,
}

/// What the evidence says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Adaptation {
    /// Nothing yet.
    NotEnoughData(Vec<Shortage>),
    /// It was evaluated lately.
    NotBefore(LocalDate),
    /// The expenditure in force is near enough.
    Near {
        /// What it would be, in kcal.
        new: i64,
    },
    /// Another expenditure is to be proposed.
    Propose {
        /// What it shall be, in kcal.
        new: i64,
        /// Why.
        reason: Reason,
    },
}

/// Evaluates the evidence of the last days.
pub fn adapt(evidence: &Evidence, tuning: &AdaptiveTuning) -> Adaptation {
    if let Some(last) = evidence.last_evaluated {
        let next = add_days(last, i64::from(tuning.every_days));
        if evidence.today < next {
            return Adaptation::NotBefore(next);
        }
    }
    let counts =
        |date: LocalDate| (0..=i64::from(tuning.window_days)).contains(&days_between(date, evidence.today));
    let weights = daily_weights(evidence.weigh_ins.iter().filter(|weigh_in| counts(weigh_in.date)));
    let intakes: BTreeMap<LocalDate, Amount> =
        evidence.intakes.iter().filter(|day| counts(day.date)).map(|day| (day.date, day.kcal)).collect();
    let dates = || weights.keys().chain(intakes.keys()).copied();
    let days = dates().min().zip(dates().max()).map_or(0, |(first, last)| days_between(first, last));
    let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let shortages: Vec<Shortage> = [
        Shortage { of: "days", have: days, need: tuning.least_days },
        Shortage { of: "weigh_ins", have: count(weights.len()), need: tuning.least_weigh_ins },
        Shortage { of: "intakes", have: count(intakes.len()), need: tuning.least_intakes },
    ]
    .into_iter()
    .filter(|shortage| shortage.have < i64::from(shortage.need))
    .collect();
    if !shortages.is_empty() {
        return Adaptation::NotEnoughData(shortages);
    }
    let eaten: Ratio = intakes.values().map(|&kcal| Ratio::from(kcal)).sum();
    let intake = eaten / Ratio::from(count(intakes.len()));
    propose(evidence, tuning, days, intake, slope(&weights))
}

/// The mean weight of each day, rounded half up to a gram.
pub(crate) fn daily_weights<'w>(weigh_ins: impl Iterator<Item = &'w WeighIn>) -> BTreeMap<LocalDate, i64> {
    let mut days: BTreeMap<LocalDate, (i64, i64)> = BTreeMap::new();
    for WeighIn { date, weight_g: Grams(grams) } in weigh_ins {
        let (sum, count) = days.entry(*date).or_default();
        *sum += grams;
        *count += 1;
    }
    days.into_iter().map(|(date, (sum, count))| (date, div_half_up(sum, count))).collect()
}

/// The least-squares slope of the weight in grams a day; there are at least two days.
pub(crate) fn slope(weights: &BTreeMap<LocalDate, i64>) -> Ratio {
    let Some(&first) = weights.keys().next() else { return Ratio::ZERO };
    let points =
        || weights.iter().map(|(&date, &grams)| (i128::from(days_between(first, date)), i128::from(grams)));
    let sum = |part: fn((i128, i128)) -> i128| points().map(part).sum::<i128>();
    let (n, x, y) = (sum(|_| 1), sum(|(x, _)| x), sum(|(_, y)| y));
    let (xx, xy) = (sum(|(x, _)| x * x), sum(|(x, y)| x * y));
    let spread = n * xx - x * x;
    if spread == 0 { Ratio::ZERO } else { Ratio::new(n * xy - x * y, spread) }
}

/// E_new = E_old + clamp(k × (E_obs − E_old)), bounded around NT-1.
fn propose(
    evidence: &Evidence,
    tuning: &AdaptiveTuning,
    days: i64,
    intake: Ratio,
    slope: Ratio,
) -> Adaptation {
    let (old, derived) = (Ratio::from(evidence.old), Ratio::from(evidence.derived));
    // NT-2: 7.7 kcal in a gram.
    let observed = intake - Ratio::new(77, 10) * slope;
    let trust = Ratio::percent(tuning.most_trust_pct)
        .min(Ratio::new(i128::from(days), i128::from(tuning.trust_days)));
    let most = Ratio::from(tuning.most_step_kcal);
    let step = (trust * (observed - old)).clamp(Ratio::ZERO - most, most);
    let bound = derived * Ratio::percent(tuning.bound_pct);
    let bounded = (old + step).clamp(derived - bound, derived + bound);
    let new = bounded.round();
    let (old_kcal, difference) = (old.round(), Ratio::from(new) - old);
    let least = Ratio::from(tuning.least_step_kcal);
    if difference < least && Ratio::ZERO - least < difference {
        return Adaptation::Near { new };
    }
    let reason = Reason::new(ReasonCode::ExpenditureAdapted, SpecId::new("NT-7"))
        .fact("intake", intake.round())
        .fact("slope", slope.round())
        .fact("observed", observed.round())
        .fact("old", old_kcal)
        .fact("new", new);
    Adaptation::Propose { new, reason }
}
