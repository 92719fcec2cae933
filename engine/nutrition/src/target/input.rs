//! What targets are derived from: body, days, training, goal, and what the athlete brings (NT-1, NT-8).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    law::{Check, Law},
    nutrient::{Decimal, Demographic, Nutrient},
    quantity::{Amount, Grams},
    time::{LocalDate, days_between},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{micronutrient::NutrientChoice, tuning::TargetTuning};
use crate::ratio::Ratio;

vocabulary! {
    /// The sex that the formulas ask for.
    pub enum Sex: "sex" {
        Male = "male",
        Female = "female",
    }
}

vocabulary! {
    /// How the day is spent apart from training (NT-1).
    pub enum LifeActivity: "life activity" {
        Desk = "desk",
        Mixed = "mixed",
        OnFeet = "on_feet",
        Physical = "physical",
    }
}

vocabulary! {
    /// What the body weight shall do (NT-2).
    pub enum WeightGoal: "goal" {
        Lose = "lose",
        Maintain = "maintain",
        Gain = "gain",
    }
}

vocabulary! {
    /// What a session mostly is (NT-1).
    pub enum TrainingKind: "kind of training" {
        Strength = "strength",
        Calisthenics = "calisthenics",
        Endurance = "endurance",
        Mobility = "mobility",
    }
}

/// A planned session of the next seven days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedSession {
    /// 1..7; 1 is today.
    pub day: u8,
    /// What it mostly is.
    pub kind: TrainingKind,
    /// Its planned duration, 1..600.
    pub minutes: u32,
}

/// A logged body weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeighIn {
    /// When.
    pub date: LocalDate,
    /// How much.
    pub weight_g: Grams,
}

/// Numbers that the athlete or a coach brings; they win over derived ones, field by field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Brought {
    /// kcal, more than 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_calories: Option<Decimal>,
    /// Grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_protein_g: Option<Decimal>,
    /// Fewest and most grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_fat_g: Option<[Decimal; 2]>,
    /// Grams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily_carbs_g: Option<Decimal>,
    /// kcal that no day may exceed (HC-5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_daily_calories: Option<Decimal>,
}

impl Brought {
    /// Whether nothing has to be derived from the body.
    const fn is_enough(&self) -> bool {
        self.daily_calories.is_some() && self.daily_protein_g.is_some() && self.daily_fat_g.is_some()
    }
}

/// Everything that targets depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetsInput {
    /// The day for which they are derived.
    pub today: LocalDate,
    /// For the formulas.
    pub sex: Sex,
    /// Gives the age.
    pub birth_date: LocalDate,
    /// 1000..2500.
    pub height_mm: u32,
    /// 30 000..350 000; absent: by the weigh-ins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight_g: Option<Grams>,
    /// The mean of the last seven days counts, else the last one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weigh_ins: Vec<WeighIn>,
    /// 1..3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pregnancy_trimester: Option<u8>,
    /// Whether she nurses a child.
    #[serde(default)]
    pub lactation: bool,
    /// How the day is spent.
    #[serde(default = "desk")]
    pub life_activity: LifeActivity,
    /// The sessions of the active training plan in the next seven days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sessions: Vec<PlannedSession>,
    /// An expenditure in kcal that was accepted before (NT-7); it replaces the derived one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expenditure: Option<Decimal>,
    /// What the weight shall do.
    #[serde(default = "maintain")]
    pub goal: WeightGoal,
    /// Percent of body weight a week; absent: the default of the goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_pct: Option<Decimal>,
    /// Whether no day may exceed the calories by more than 5 %.
    #[serde(default)]
    pub deficit_mode: bool,
    /// Percent of energy moved between rest and training days, 0..20 (NT-5).
    #[serde(default)]
    pub day_split: u8,
    /// What is not derived.
    #[serde(default)]
    pub brought: Brought,
    /// Whose reference intakes count; absent: by sex, age, pregnancy and lactation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub demographic: Option<Demographic>,
    /// What differs from the reference intakes (NT-6).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub micronutrients: BTreeMap<Nutrient, NutrientChoice>,
    /// Numbers to vary.
    #[serde(default)]
    pub tuning: TargetTuning,
}

const fn desk() -> LifeActivity {
    LifeActivity::Desk
}

const fn maintain() -> WeightGoal {
    WeightGoal::Maintain
}

impl TargetsInput {
    /// Completed years.
    pub fn age(&self) -> i64 {
        let (birth, today) = (self.birth_date, self.today);
        let had_birthday = (birth.month(), birth.day()) <= (today.month(), today.day());
        i64::from(today.year()) - i64::from(birth.year()) - i64::from(!had_birthday)
    }

    /// Whether the formulas, which are those of adults, do not hold.
    pub fn is_minor(&self) -> bool {
        self.age() < ADULT_AGE
    }

    /// Whether she is pregnant or nurses a child.
    pub const fn feeds_a_child(&self) -> bool {
        self.pregnancy_trimester.is_some() || self.lactation
    }

    /// Whose reference intakes count (NT-6); [`None`] for minors unless one is chosen.
    pub fn demographic(&self) -> Option<Demographic> {
        let by_body = || match (self.sex, self.age()) {
            (_, ..ADULT_AGE) => None,
            _ if self.pregnancy_trimester.is_some() => Some(Demographic::Pregnancy),
            _ if self.lactation => Some(Demographic::Lactation),
            (Sex::Male, ..=50) => Some(Demographic::AdultMale),
            (Sex::Male, ..=70) => Some(Demographic::AdultMale51),
            (Sex::Male, _) => Some(Demographic::AdultMale71),
            (Sex::Female, ..=50) => Some(Demographic::AdultFemale),
            (Sex::Female, ..=70) => Some(Demographic::AdultFemale51),
            (Sex::Female, _) => Some(Demographic::AdultFemale71),
        };
        self.demographic.or_else(by_body)
    }

    /// Body weight in kg: as given, else the mean of the weigh-ins of the last seven days, else the last one; and
    /// of how many weigh-ins it is the mean.
    pub(super) fn weight(&self) -> Option<(Ratio, usize)> {
        if let Some(Grams(grams)) = self.weight_g {
            return Some((Ratio::new(i128::from(grams), 1000), 0));
        }
        let past = || self.weigh_ins.iter().filter(|weigh_in| weigh_in.date <= self.today);
        let week: Vec<i64> = past()
            .filter(|weigh_in| days_between(weigh_in.date, self.today) < 7)
            .map(|weigh_in| weigh_in.weight_g.0)
            .collect();
        let counted = if week.is_empty() {
            vec![past().max_by_key(|weigh_in| weigh_in.date)?.weight_g.0]
        } else {
            week
        };
        let sum: i128 = counted.iter().copied().map(i128::from).sum();
        let count = i128::try_from(counted.len()).ok()?;
        Some((Ratio::new(sum, 1000 * count), counted.len()))
    }

    /// The rate of change in hundredths of a percent a week.
    pub(super) fn rate(&self) -> Ratio {
        let goal = &self.tuning.goal;
        let default = match self.goal {
            WeightGoal::Lose => goal.lose_rate,
            WeightGoal::Maintain => 0,
            WeightGoal::Gain => goal.gain_rate,
        };
        self.rate_pct.map_or(Ratio::from(default), |Decimal(pct)| Ratio::from(pct) * Ratio::from(100_u32))
    }
}

/// NT-1: from which age on the formulas hold.
const ADULT_AGE: i64 = 18;

/// The bad input of NT-1 and NT-2, and fields that contradict each other.
impl Law for TargetsInput {
    fn check(&self, check: &mut Check) {
        self.check_body(check);
        self.check_goal(check);
        check.each("sessions", &self.sessions, |check, _, session| {
            check.range(ErrorCode::BadValue, "day", session.day, 1, 7);
            check.range(ErrorCode::BadValue, "minutes", session.minutes, 1, 600);
        });
        check.range(ErrorCode::BadOption, "day_split", self.day_split, 0, 20);
        let positive = |check: &mut Check, field: &str, value: Option<Decimal>| {
            if let Some(Decimal(value)) = value {
                check.require(value > Amount(0), ErrorCode::BadValue, field, value, "more than 0");
            }
        };
        positive(check, "expenditure", self.expenditure);
        positive(check, "brought/daily_calories", self.brought.daily_calories);
        positive(check, "brought/max_daily_calories", self.brought.max_daily_calories);
        if let Some([Decimal(low), Decimal(high)]) = self.brought.daily_fat_g {
            let found = format_args!("{low}..{high}");
            let expected = "the fewest grams first";
            check.require(low <= high, ErrorCode::FatRangeInverted, "brought/daily_fat_g", found, expected);
        }
        check.within("micronutrients", |check| {
            for (nutrient, choice) in &self.micronutrients {
                let expected = "a micronutrient";
                let code = ErrorCode::UnknownNutrient;
                check.require(!nutrient.is_macro(), code, nutrient.as_str(), nutrient, expected);
                check.within(nutrient, |check| choice.check(check));
            }
        });
        check.within("tuning", |check| self.tuning.check(check));
    }
}

impl TargetsInput {
    fn check_body(&self, check: &mut Check) {
        let code = ErrorCode::OutOfRange;
        let age = self.age();
        let found = format_args!("{age} years");
        check.require((0..=120).contains(&age), code, "birth_date", found, "an age of 0..120 years");
        let expected = "18 or more; maybe a coach brings calories, protein and fat";
        let supported = !self.is_minor() || self.brought.is_enough();
        check.require(supported, ErrorCode::MinorNotSupported, "birth_date", found, expected);
        check.range(code, "height_mm", self.height_mm, 1000, 2500);
        let weight = |check: &mut Check, grams: Option<Grams>| {
            check.optional_range(code, "weight_g", grams.map(|grams| grams.0), 30_000, 350_000);
        };
        weight(check, self.weight_g);
        check.each("weigh_ins", &self.weigh_ins, |check, _, weigh_in| weight(check, Some(weigh_in.weight_g)));
        let expected = "a weight, or a weigh-in until today";
        check.require(self.weight().is_some(), code, "weight_g", "nothing", expected);
        check.optional_range(ErrorCode::BadValue, "pregnancy_trimester", self.pregnancy_trimester, 1, 3);
        let possible = self.sex == Sex::Female || !self.feeds_a_child();
        let expected = "female with pregnancy or lactation";
        check.require(possible, ErrorCode::BadValue, "sex", self.sex, expected);
    }

    fn check_goal(&self, check: &mut Check) {
        let allowed = self.goal != WeightGoal::Lose || !self.feeds_a_child();
        let expected = "maintain or gain in pregnancy and lactation";
        check.require(allowed, ErrorCode::GoalNotAllowed, "goal", self.goal, expected);
        let [low, high] = match self.goal {
            WeightGoal::Lose => self.tuning.goal.lose_rates,
            WeightGoal::Maintain => [0, 0],
            WeightGoal::Gain => self.tuning.goal.gain_rates,
        };
        let pct = |hundredths: u32| Amount(i64::from(hundredths) * (Amount::UNIT / 100));
        if let Some(Decimal(rate)) = self.rate_pct {
            check.range(ErrorCode::OutOfRange, "rate_pct", rate, pct(low), pct(high));
        }
    }
}
