//! Presents a plan: what its days and the horizon hold, which floors it meets, and what should be known about it.

use std::collections::BTreeMap;

use domain::{
    food::Money,
    nutrient::{Decimal, Nutrient},
    quantity::Amount,
};

use crate::{
    outcome::{Choice, DayTotals, Deviations, FloorState, number::Signed},
    pin::number,
    pool::{Amounts, COST, MEASURES, add},
    problem::Problem,
    request::{DayTargets, Floor, Request, required},
    search::Assignment,
    warning::{Warning, WarningCode},
};

/// A plan with its totals.
pub struct Presented<'p> {
    request: &'p Request,
    plan: &'p [Assignment],
    days: Vec<Amounts>,
    horizon: Amounts,
}

fn decimal(amount: i64) -> Decimal {
    Decimal(Amount(amount))
}

impl<'p> Presented<'p> {
    /// The totals of a complete plan.
    pub fn new(request: &'p Request, plan: &'p [Assignment]) -> Self {
        let mut days = request.brought.clone();
        for meal in plan {
            add(&mut days[meal.day], &request.recipes[meal.recipe].amounts);
        }
        let mut horizon = [0; MEASURES];
        for day in &days {
            add(&mut horizon, day);
        }
        Self { request, plan, days, horizon }
    }

    /// The meals without their reasons.
    pub fn choices(&self) -> Vec<Choice> {
        let choice = |meal: &Assignment| {
            let recipe = &self.request.recipes[meal.recipe];
            Choice {
                day: number(meal.day) + 1,
                slot: number(meal.slot),
                recipe_id: recipe.id.clone(),
                servings_pct: recipe.percent,
            }
        };
        self.plan.iter().map(choice).collect()
    }

    /// Nutrients that someone asked for or limits, in their order.
    fn told(&self) -> Vec<Nutrient> {
        let request = self.request;
        let rows = request
            .day_rows
            .iter()
            .flatten()
            .chain(&request.horizon_rows)
            .filter_map(super::request::Row::nutrient);
        let floors = request.floors.iter().map(|floor| floor.nutrient);
        let advisory = request.advisory.iter().map(|ceiling| ceiling.nutrient);
        let info = request.info.iter().copied();
        let mut told: Vec<Nutrient> =
            rows.chain(floors).chain(advisory).chain(info).filter(|told| !told.is_macro()).collect();
        told.sort_unstable();
        told.dedup();
        told
    }

    /// What each day holds.
    pub fn days(&self, problem: &Problem) -> Vec<DayTotals> {
        let told = self.told();
        let day = |(day, total): (usize, &Amounts)| {
            let of = |nutrient: Nutrient| decimal(total[nutrient as usize]);
            DayTotals {
                day: number(day) + 1,
                calories: of(Nutrient::Calories),
                protein_g: of(Nutrient::Protein),
                fat_g: of(Nutrient::Fat),
                carbs_g: of(Nutrient::Carbs),
                micronutrients: told.iter().map(|&nutrient| (nutrient, of(nutrient))).collect(),
                deviations: deviations(&self.request.targets[day], total),
                cost: cost(problem, self.plan.iter().filter(|meal| meal.day == day), self.request, total),
            }
        };
        self.days.iter().enumerate().map(day).collect()
    }

    /// What the horizon holds, by nutrient.
    pub fn totals(&self) -> BTreeMap<Nutrient, Decimal> {
        let told = Nutrient::MACROS.iter().copied().chain(self.told());
        told.map(|nutrient| (nutrient, decimal(self.horizon[nutrient as usize]))).collect()
    }

    /// Every floor; one of each day is met if every day meets it.
    pub fn floors(&self) -> Vec<FloorState> {
        let state = |floor: &Floor| {
            let nutrient = floor.nutrient as usize;
            let days = i64::try_from(self.days.len() + self.request.before.days).unwrap_or(i64::MAX);
            let total = self.horizon[nutrient] + self.request.before.amounts[nutrient];
            let needed = required(floor, days);
            let of_day = |day: &Amounts| required(floor, 1) <= day[nutrient];
            FloorState {
                nutrient: floor.nutrient,
                achieved: decimal(total),
                required: decimal(needed),
                met: if floor.is_daily { self.days.iter().all(of_day) } else { needed <= total },
            }
        };
        self.request.floors.iter().map(state).collect()
    }

    /// MV-5, MO-4, ND-7: what should be known about the plan.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = self.sodium();
        for ceiling in &self.request.advisory {
            let nutrient = ceiling.nutrient as usize;
            let days: Vec<(Option<usize>, i64, i64)> = if ceiling.is_daily {
                let days = self.days.iter().enumerate();
                days.map(|(day, total)| (Some(day), total[nutrient], ceiling.most)).collect()
            } else {
                let days = i64::try_from(self.days.len()).unwrap_or(i64::MAX);
                vec![(None, self.horizon[nutrient], ceiling.most * days)]
            };
            for (day, total, most) in days.into_iter().filter(|(_, total, most)| most < total) {
                let mut warning = Warning::new(WarningCode::CeilingExceeded)
                    .fact("nutrient", ceiling.nutrient.as_str())
                    .fact("total", Amount(total).to_string())
                    .fact("limit", Amount(most).to_string());
                if let Some(day) = day {
                    warning = warning.fact("day", i64::from(number(day)) + 1);
                }
                warnings.push(warning);
            }
        }
        warnings.extend(self.soft_deficits());
        warnings.extend(self.unverified());
        warnings
    }

    /// MV-5: a floor of sodium that is met twice over.
    fn sodium(&self) -> Vec<Warning> {
        let floor = self.request.floors.iter().find(|floor| floor.nutrient == Nutrient::Sodium);
        let days = i64::try_from(self.days.len()).unwrap_or(i64::MAX);
        let total = self.horizon[Nutrient::Sodium as usize];
        let high = floor.map(|floor| 2 * floor.target * days).filter(|limit| *limit < total);
        let warning = |limit: i64| {
            // In ten-thousandths of the target, half up.
            let wanted = i128::from(limit / 2).max(1);
            let ratio = (i128::from(total) * 20_000 + wanted) / (2 * wanted);
            let ratio = Amount(i64::try_from(ratio).unwrap_or(i64::MAX) * 100);
            Warning::new(WarningCode::SodiumHigh)
                .fact("total", Amount(total).to_string())
                .fact("limit", Amount(limit).to_string())
                .fact("ratio", ratio.to_string())
        };
        high.map(warning).into_iter().collect()
    }

    /// MO-4: floors that are reached in part, as was asked, but not in full.
    fn soft_deficits(&self) -> Vec<Warning> {
        let days = i64::try_from(self.days.len()).unwrap_or(i64::MAX);
        let partial =
            self.request.floors.iter().filter(|floor| floor.fraction_milli < 1000 && !floor.is_daily);
        let short = partial.filter_map(|floor| {
            let (achieved, full) = (self.horizon[floor.nutrient as usize], floor.target * days);
            (achieved < full).then(|| {
                Warning::new(WarningCode::SoftDeficit)
                    .fact("nutrient", floor.nutrient.as_str())
                    .fact("achieved", Amount(achieved).to_string())
                    .fact("full", Amount(full).to_string())
                    .fact("fraction", floor.fraction_milli)
            })
        });
        short.collect()
    }

    /// ND-7: limits of days on which too much of the food is of unknown content.
    fn unverified(&self) -> Vec<Warning> {
        let mut warnings = vec![];
        for (day, rows) in self.request.day_rows.iter().enumerate() {
            let meals: Vec<_> = self
                .plan
                .iter()
                .filter(|meal| meal.day == day)
                .map(|meal| &self.request.recipes[meal.recipe])
                .collect();
            let weighs = meals.iter().all(|recipe| recipe.grams.is_some());
            for nutrient in
                rows.iter().filter(|row| row.high.is_some()).filter_map(super::request::Row::nutrient)
            {
                let weight = |unknown: bool| -> f64 {
                    let some = meals.iter().filter(|recipe| !unknown || !recipe.unknown.contains(&nutrient));
                    some.map(|recipe| if weighs { recipe.grams.unwrap_or(1.0) } else { 1.0 }).sum()
                };
                let (known, all) = (weight(true), weight(false));
                if known < 0.95 * all {
                    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 100")]
                    let percent = (100.0 * known / all) as i64;
                    warnings.push(
                        Warning::new(WarningCode::CeilingUnverified)
                            .fact("nutrient", nutrient.as_str())
                            .fact("day", i64::from(number(day)) + 1)
                            .fact("share", percent),
                    );
                }
            }
        }
        warnings
    }
}

fn deviations(targets: &DayTargets, total: &Amounts) -> Deviations {
    let off = |nutrient: Nutrient, target: i64| Signed(total[nutrient as usize] - target);
    let fat = total[Nutrient::Fat as usize];
    let outside = (fat - targets.fat_max).max(0) - (targets.fat_min - fat).max(0);
    Deviations {
        calories: off(Nutrient::Calories, targets.calories),
        protein_g: off(Nutrient::Protein, targets.protein),
        fat_g: Signed(outside),
        carbs_g: off(Nutrient::Carbs, targets.carbs),
    }
}

/// What the meals of a day cost, if all of them have a price in one currency.
fn cost<'m>(
    problem: &Problem,
    mut meals: impl Iterator<Item = &'m Assignment>,
    request: &Request,
    total: &Amounts,
) -> Option<Money> {
    let price = |meal: &Assignment| {
        let id = &request.recipes[meal.recipe].id;
        problem.recipes.iter().find(|facts| facts.id == *id).and_then(|facts| facts.price)
    };
    let currency = price(meals.next()?)?.currency;
    let same = meals.all(|meal| price(meal).is_some_and(|price| price.currency == currency));
    let minor = u32::try_from(total[COST] / Amount::UNIT).ok()?;
    same.then_some(Money { minor, currency })
}
