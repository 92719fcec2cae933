//! What totals must keep: targets, floors, limits and cost, each as a row (MV-3, MV-4, HC-4, HC-5, MO-3, MO-4, MO-7).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    nutrient::{Demographic, Direction, Nutrient, UpperLimitScope},
    quantity::Amount,
};

use super::{
    AdvisoryCeiling, DayTargets, Floor, Row,
    reader::{Reader, hint},
};
use crate::{
    catalog::Catalog,
    pool::COST,
    problem::{NutrientOption, Problem, RecipeFacts, UpperLimits},
    warning::{Warning, WarningCode},
};

/// Everything that totals must keep.
pub(super) struct Demand {
    pub(super) ceiling: Option<i64>,
    pub(super) floors: Vec<Floor>,
    pub(super) advisory: Vec<AdvisoryCeiling>,
    pub(super) info: Vec<Nutrient>,
    pub(super) day_rows: Vec<Vec<Row>>,
    pub(super) horizon_rows: Vec<Row>,
}

/// What one target asks for, read from its option.
struct Asked {
    floor: Option<Floor>,
    most: Option<i64>,
    is_daily: bool,
    is_advisory: bool,
}

impl Reader {
    pub(super) fn demand(&mut self, problem: &Problem, targets: &[DayTargets]) -> Demand {
        let ceiling = problem.profile.max_daily_calories.as_ref();
        let ceiling = ceiling.and_then(|number| self.number("profile/max_daily_calories", number));
        let is_slack = problem.options.carbs.as_deref() == Some("slack");
        let mut day_rows: Vec<Vec<Row>> =
            targets.iter().map(|targets| windows(targets, ceiling, is_slack)).collect();
        let limits = self.limits(problem);
        let cost = problem.options.max_cost_per_day.map(|money| i64::from(money.minor) * Amount::UNIT);
        let limits = limits
            .into_iter()
            .map(|(nutrient, most)| most_of(nutrient as usize, most, "HC-4"))
            .chain(cost.map(|most| most_of(COST, most, "MO-7")));
        let limits: Vec<Row> = limits.collect();
        for rows in &mut day_rows {
            rows.extend(&limits);
        }
        let mut demand = Demand {
            ceiling,
            floors: vec![],
            advisory: vec![],
            info: vec![],
            day_rows,
            horizon_rows: vec![],
        };
        self.nutrient_targets(problem, &mut demand);
        demand
    }

    fn nutrient_targets(&mut self, problem: &Problem, demand: &mut Demand) {
        let common = problem.profile.micronutrient_weekly_min_fraction.as_ref();
        let common =
            common.and_then(|fraction| self.number("profile/micronutrient_weekly_min_fraction", fraction));
        let mut asked = vec![];
        for (name, number) in &problem.profile.micronutrient_targets {
            let pointer = format!("profile/micronutrient_targets/{name}");
            let (nutrient, target) = (self.nutrient(&pointer, name), self.number(&pointer, number));
            let (Some(nutrient), Some(target)) = (nutrient, target) else { continue };
            let option = problem.options.nutrients.get(name).cloned().unwrap_or_default();
            let fraction =
                option.fraction_milli.map(i64::from).or(common.map(|fraction| (fraction + 500) / 1000));
            asked.push((nutrient, self.asked(nutrient, target, fraction.unwrap_or(1000), &option)));
        }
        for name in problem.options.nutrients.keys() {
            let known = problem.profile.micronutrient_targets.contains_key(name);
            let pointer = format!("options/nutrients/{name}");
            self.check.require(known, ErrorCode::BadOption, &pointer, name, "a nutrient that has a target");
        }
        asked.sort_by_key(|(nutrient, _)| *nutrient);
        let days = i64::from(problem.days);
        let floors_bind = problem.days > 1 || problem.options.strict_single_day;
        for (nutrient, asked) in asked {
            demand.add(nutrient, &asked, days, floors_bind);
        }
    }

    /// MO-4.
    fn asked(&mut self, nutrient: Nutrient, target: i64, fraction: i64, option: &NutrientOption) -> Asked {
        let pointer = format!("options/nutrients/{nutrient}");
        self.check.range(ErrorCode::BadOption, &format!("{pointer}/fraction_milli"), fraction, 0, 1000);
        let word = option.direction.as_deref().unwrap_or("floor");
        let direction = word.parse::<Direction>();
        let expected = "floor, ceiling, range or info";
        self.check.require(
            direction.is_ok(),
            ErrorCode::BadOption,
            &format!("{pointer}/direction"),
            word,
            expected,
        );
        let direction = direction.unwrap_or(Direction::Floor);
        let period = option.period.as_deref().unwrap_or("horizon");
        let known = matches!(period, "day" | "horizon");
        self.check.require(
            known,
            ErrorCode::BadOption,
            &format!("{pointer}/period"),
            period,
            "day or horizon",
        );
        let max = option.max.as_ref().and_then(|max| self.number(format!("{pointer}/max"), max));
        let complete = direction != Direction::Range || max.is_some_and(|max| target <= max);
        let found = max.map_or("none".to_owned(), |max| Amount(max).to_string());
        let expected = format!("at least {}, the target, for a range", Amount(target));
        self.check.require(complete, ErrorCode::BadOption, &format!("{pointer}/max"), found, expected);
        let is_daily = period == "day";
        let floor =
            Floor { nutrient, target, fraction_milli: fraction, is_daily, is_binding: !option.advisory };
        Asked {
            floor: matches!(direction, Direction::Floor | Direction::Range).then_some(floor),
            most: matches!(direction, Direction::Ceiling | Direction::Range).then(|| max.unwrap_or(target)),
            is_daily,
            is_advisory: option.advisory,
        }
    }

    /// ND-12: the limits of the problem, or of its demographic.
    fn limits(&mut self, problem: &Problem) -> BTreeMap<Nutrient, i64> {
        let mut limits: BTreeMap<Nutrient, i64> = BTreeMap::new();
        let named = match &problem.upper_limits {
            Some(UpperLimits::Unlimited) => None,
            Some(UpperLimits::Demographic(name)) => Some(("upper_limits", name)),
            Some(UpperLimits::Literal(map)) => {
                for (name, number) in map {
                    let pointer = format!("upper_limits/{name}");
                    let nutrient = self.nutrient(&pointer, name);
                    let most = number.as_ref().and_then(|number| self.number(&pointer, number));
                    limits.extend(nutrient.zip(most));
                }
                None
            }
            None => problem.profile.demographic.as_ref().map(|name| ("profile/demographic", name)),
        };
        if let Some((pointer, name)) = named {
            match name.parse::<Demographic>() {
                Ok(demographic) => limits.extend(self.published(demographic, problem)),
                Err(unknown) => {
                    let expected = hint(&unknown);
                    self.check.require(false, ErrorCode::UnknownDemographic, pointer, name, expected);
                }
            }
        }
        for (name, number) in &problem.profile.upper_limits_overrides {
            let pointer = format!("profile/upper_limits_overrides/{name}");
            let Some(nutrient) = self.nutrient(&pointer, name) else { continue };
            match number {
                Some(number) => limits.extend(self.number(&pointer, number).map(|most| (nutrient, most))),
                None => drop(limits.remove(&nutrient)),
            }
        }
        limits
    }

    /// The limits of a demographic that food counts against; those of a form that no recipe states are not kept.
    fn published(&mut self, demographic: Demographic, problem: &Problem) -> Vec<(Nutrient, i64)> {
        let mut limits = vec![];
        for (nutrient, limit) in Catalog::upper_limits().of(demographic).iter() {
            let stated = || {
                let known =
                    |facts: &RecipeFacts| facts.nutrition.micronutrients.contains_key(nutrient.as_str());
                problem.recipes.iter().any(known)
            };
            match limit.scope {
                UpperLimitScope::Supplement => {}
                UpperLimitScope::Form if !stated() => self
                    .warnings
                    .push(Warning::new(WarningCode::LimitNotEnforced).fact("nutrient", nutrient.as_str())),
                _ => limits.push((nutrient, limit.most.0)),
            }
        }
        limits
    }
}

impl Demand {
    fn add(&mut self, nutrient: Nutrient, asked: &Asked, days: i64, floors_bind: bool) {
        if let Some(mut floor) = asked.floor {
            floor.is_binding &= floors_bind || floor.is_daily;
            self.floors.push(floor);
            if floor.is_binding {
                self.floor_rows(&floor, days);
            }
        }
        if asked.floor.is_none() && asked.most.is_none() {
            self.info.push(nutrient);
        }
        let Some(most) = asked.most else { return };
        if asked.is_advisory {
            self.advisory.push(AdvisoryCeiling { nutrient, most, is_daily: asked.is_daily });
        } else if asked.is_daily {
            self.day_rows.iter_mut().for_each(|rows| rows.push(most_of(nutrient as usize, most, "MO-4")));
        } else {
            self.horizon_rows.push(most_of(nutrient as usize, most * days, "MO-4"));
        }
    }

    fn floor_rows(&mut self, floor: &Floor, days: i64) {
        let least = |days: i64, rule| Row {
            measure: floor.nutrient as usize,
            low: Some(required(floor, days)),
            high: None,
            rule,
        };
        if floor.is_daily {
            self.day_rows.iter_mut().for_each(|rows| rows.push(least(1, "MO-4")));
        } else {
            self.horizon_rows.push(least(days, "MV-4"));
        }
    }
}

/// MV-4: the least whole amount that so many days need.
pub(crate) fn required(floor: &Floor, days: i64) -> i64 {
    let needed = i128::from(floor.fraction_milli) * i128::from(floor.target) * i128::from(days);
    i64::try_from((needed + 999) / 1000).unwrap_or(i64::MAX)
}

const fn most_of(measure: usize, most: i64, rule: &'static str) -> Row {
    Row { measure, low: None, high: Some(most), rule }
}

/// MV-3 and HC-5: a tenth around energy, protein and carbs, the range of fat, and the ceiling.
fn windows(targets: &DayTargets, ceiling: Option<i64>, has_slack_carbs: bool) -> Vec<Row> {
    let window = |nutrient: Nutrient, target: i64| Row {
        measure: nutrient as usize,
        low: Some((9 * target + 9).div_euclid(10)),
        high: Some((11 * target).div_euclid(10)),
        rule: "MV-3",
    };
    let mut rows = vec![window(Nutrient::Calories, targets.calories)];
    rows.extend(ceiling.map(|most| most_of(Nutrient::Calories as usize, most, "HC-5")));
    rows.push(window(Nutrient::Protein, targets.protein));
    rows.push(Row {
        measure: Nutrient::Fat as usize,
        low: Some(targets.fat_min),
        high: Some(targets.fat_max),
        rule: "MV-3",
    });
    if !has_slack_carbs {
        rows.push(window(Nutrient::Carbs, targets.carbs));
    }
    rows
}
