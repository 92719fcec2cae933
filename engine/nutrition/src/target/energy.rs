//! Energy: what a day costs (NT-1), and what the goal makes of it (NT-2).

use domain::{law::Valid, nutrient::Decimal, quantity::Amount};

use super::{
    Sheet,
    input::{LifeActivity, Sex, TargetsInput, TrainingKind, WeightGoal},
    step::StepName,
};
use crate::{
    ratio::Ratio,
    warning::{Warning, WarningCode},
};

/// NT-2: kcal in a kilogram of body weight.
const KCAL_PER_KG: u32 = 7700;
/// Days of a week.
const WEEK: u32 = 7;
/// NT-1: calories are rounded to so many kcal.
const STEP: i64 = 10;

/// The energy that a day costs by NT-1, before any goal; [`None`] for minors.
pub fn expenditure(input: &Valid<TargetsInput>) -> Option<Amount> {
    (!input.is_minor()).then(|| cost(input, &mut Sheet::default()).total.amount())
}

/// What a day costs.
struct Cost {
    /// At rest.
    bmr: Ratio,
    /// All of it.
    total: Ratio,
}

/// The calories of a day: brought, or by NT-1 and NT-2.
pub(super) fn calories(input: &TargetsInput, sheet: &mut Sheet) -> Ratio {
    let brought = input.brought.daily_calories.map(|Decimal(kcal)| Ratio::from(kcal));
    if let (true, Some(kcal)) = (input.is_minor(), brought) {
        // The law admits minors with brought numbers only: nothing about them is derived.
        sheet.step(StepName::BroughtCalories, [("kcal", kcal)]);
        return kcal;
    }
    let mut cost = cost(input, sheet);
    if let Some(Decimal(kcal)) = input.expenditure {
        cost.total = Ratio::from(kcal);
        sheet.step(StepName::Expenditure, [("kcal", cost.total)]);
    }
    let least = least(input, &cost);
    if let Some(kcal) = brought {
        sheet.step(StepName::BroughtCalories, [("kcal", kcal)]);
        let least = least.max(cost.total - max_deficit(input, &cost));
        if kcal < least {
            let warning = Warning::new(WarningCode::LowEnergy);
            sheet.warnings.push(warning.fact("given", kcal.round()).fact("least", least.round()));
        }
        return kcal;
    }
    let exact = with_goal(input, &cost, least, sheet);
    // Rounding never goes below the least that is safe.
    let at_least = input.goal == WeightGoal::Lose && exact == least;
    let kcal = Ratio::from(if at_least { exact.ceil_to(STEP) } else { exact.round_to(STEP) });
    sheet.step(StepName::Calories, [("exact", exact), ("kcal", kcal)]);
    kcal
}

/// NT-1: BMR × life factor + training + what a child takes.
fn cost(input: &TargetsInput, sheet: &mut Sheet) -> Cost {
    // The law has seen that there is a weight.
    let (kg, weigh_ins) = input.weight().unwrap_or((Ratio::ZERO, 0));
    if let Ok(count @ 1..) = u32::try_from(weigh_ins) {
        sheet.step(StepName::BodyWeight, [("kg", kg), ("weigh_ins", Ratio::from(count))]);
    }
    let (cm, age) = (Ratio::new(i128::from(input.height_mm), 10), Ratio::from(input.age()));
    let constant = match input.sex {
        Sex::Male => Ratio::from(5_i64),
        Sex::Female => Ratio::from(-161_i64),
    };
    let bmr = Ratio::from(10_u32) * kg + Ratio::new(625, 100) * cm - Ratio::from(5_u32) * age + constant;
    sheet.step(StepName::Bmr, [("kg", kg), ("cm", cm), ("age", age), ("kcal", bmr)]);
    let factor = life_factor(input);
    let mut total = bmr * factor;
    sheet.step(StepName::LifeActivity, [("factor", factor), ("kcal", total)]);
    if let Ok(count @ 1..) = u32::try_from(input.sessions.len()) {
        let training = training(input, kg);
        total = total + training;
        sheet.step(StepName::Training, [("sessions", Ratio::from(count)), ("kcal", training)]);
    }
    for (step, kcal) in child(input).into_iter().flatten() {
        total = total + Ratio::from(kcal);
        sheet.step(step, [("kcal", Ratio::from(kcal))]);
    }
    sheet.step(StepName::Tdee, [("kcal", total)]);
    Cost { bmr, total }
}

fn life_factor(input: &TargetsInput) -> Ratio {
    let factors = &input.tuning.life_factor_pct;
    Ratio::percent(match input.life_activity {
        LifeActivity::Desk => factors.desk,
        LifeActivity::Mixed => factors.mixed,
        LifeActivity::OnFeet => factors.on_feet,
        LifeActivity::Physical => factors.physical,
    })
}

/// kcal a day: (MET − 1) × kg × hours over the sessions of seven days. One MET is rest, which the BMR counts.
fn training(input: &TargetsInput, kg: Ratio) -> Ratio {
    let met = &input.tuning.met_tenths;
    let met_minutes = |kind, minutes: u32| {
        let tenths = match kind {
            TrainingKind::Strength => met.strength,
            TrainingKind::Calisthenics => met.calisthenics,
            TrainingKind::Endurance => met.endurance,
            TrainingKind::Mobility => met.mobility,
        };
        Ratio::new((i128::from(tenths) - 10) * i128::from(minutes), 10)
    };
    let sum: Ratio = input.sessions.iter().map(|session| met_minutes(session.kind, session.minutes)).sum();
    sum * kg / Ratio::from(60 * WEEK)
}

/// What a child takes, before and after its birth.
fn child(input: &TargetsInput) -> [Option<(StepName, u32)>; 2] {
    let pregnancy = match input.pregnancy_trimester {
        Some(2) => Some(340),
        Some(3) => Some(452),
        _ => None,
    };
    let lactation = input.lactation.then_some((StepName::Lactation, 330));
    [pregnancy.map(|kcal| (StepName::Pregnancy, kcal)), lactation]
}

/// NT-2: what nobody should eat less than to lose weight.
fn least(input: &TargetsInput, cost: &Cost) -> Ratio {
    let goal = &input.tuning.goal;
    let of_sex = match input.sex {
        Sex::Male => goal.least_kcal_male,
        Sex::Female => goal.least_kcal_female,
    };
    cost.bmr.max(Ratio::from(of_sex))
}

fn max_deficit(input: &TargetsInput, cost: &Cost) -> Ratio {
    cost.total * Ratio::percent(input.tuning.goal.max_deficit_pct)
}

/// NT-2: the cost less a deficit or with a surplus, both bounded; a bound that acts is reported.
fn with_goal(input: &TargetsInput, cost: &Cost, least: Ratio, sheet: &mut Sheet) -> Ratio {
    let kg = input.weight().map_or(Ratio::ZERO, |(kg, _)| kg);
    let rate = input.rate();
    // Hundredths of a percent of the body weight each week.
    let wanted = rate / Ratio::from(10_000_u32) * kg * Ratio::from(KCAL_PER_KG) / Ratio::from(WEEK);
    let numbers = [("rate_pct", rate / Ratio::from(100_u32)), ("wanted", wanted)];
    let (given, kcal) = match input.goal {
        WeightGoal::Maintain => return cost.total,
        WeightGoal::Lose => {
            sheet.step(StepName::Deficit, numbers);
            let most = max_deficit(input, cost);
            if most < wanted {
                sheet.step(StepName::DeficitLimit, [("most", most)]);
            }
            let kcal = cost.total - wanted.min(most);
            if kcal < least {
                sheet.step(StepName::EnergyFloor, [("least", least)]);
            }
            (cost.total - kcal.max(least), kcal.max(least))
        }
        WeightGoal::Gain => {
            sheet.step(StepName::Surplus, numbers);
            let most = cost.total * Ratio::percent(input.tuning.goal.max_surplus_pct);
            if most < wanted {
                sheet.step(StepName::SurplusLimit, [("most", most)]);
            }
            (wanted.min(most), cost.total + wanted.min(most))
        }
    };
    if given != wanted {
        let warning = Warning::new(WarningCode::GoalBounded);
        sheet.warnings.push(warning.fact("wanted", wanted.round()).fact("given", given.round()));
    }
    kcal
}

/// HC-5: the most that a day may have: brought, or 5 % above the calories in deficit mode (NT-2).
pub(super) fn ceiling(input: &TargetsInput, calories: Ratio, sheet: &mut Sheet) -> Option<Ratio> {
    if let Some(Decimal(kcal)) = input.brought.max_daily_calories {
        let kcal = Ratio::from(kcal);
        sheet.step(StepName::BroughtCeiling, [("kcal", kcal)]);
        return Some(kcal);
    }
    let kcal = deficit_ceiling(input, calories)?;
    sheet.step(StepName::Ceiling, [("kcal", kcal)]);
    Some(kcal)
}

/// The ceiling that deficit mode puts on a day of so many calories.
pub(super) fn deficit_ceiling(input: &TargetsInput, calories: Ratio) -> Option<Ratio> {
    let round = || Ratio::from((calories * Ratio::percent(105)).round_to(STEP));
    input.deficit_mode.then(round)
}
