//! Bounds: the least and the most that each total of a day or of the horizon may be, with the rule that says so.

use domain::{
    food::Currency,
    nutrient::{Direction, Nutrient},
};

use super::{
    facts::{Facts, Targets},
    plan::Total,
    up,
};

/// What a bound is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Nutrient(Nutrient),
    /// Money, in millionths of the smallest unit of the currency (MO-7).
    Cost(Currency),
}

impl Subject {
    /// Its name among the violations of a report.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Nutrient(nutrient) => nutrient.as_str(),
            Self::Cost(_) => "cost",
        }
    }
}

/// What a total may be; both ends are allowed.
pub(super) struct Bound {
    pub(super) spec: &'static str,
    /// From 1; none for the horizon.
    pub(super) day: Option<u32>,
    pub(super) of: Subject,
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

impl Bound {
    const fn window(spec: &'static str, day: u32, nutrient: Nutrient, low: i128, high: i128) -> Self {
        Self { spec, day: Some(day), of: Subject::Nutrient(nutrient), low: Some(low), high: Some(high) }
    }

    /// How far a total is below the low end.
    pub(super) fn shortfall(&self, value: i128) -> Option<i128> {
        self.low.map(|low| low - value).filter(|&delta| delta > 0)
    }

    /// How far a total is above the high end.
    pub(super) fn excess(&self, value: i128) -> Option<i128> {
        self.high.map(|high| value - high).filter(|&delta| delta > 0)
    }

    /// What it asks about in a total; nothing for a cost that is not known.
    pub(super) fn value(&self, total: &Total) -> Option<i128> {
        match self.of {
            Subject::Nutrient(nutrient) => Some(total.amount(nutrient)),
            Subject::Cost(currency) => {
                total.cost.and_then(|(minor, paid_in)| (paid_in == currency).then_some(minor * UNIT))
            }
        }
    }
}

/// Millionths in a unit.
pub(super) const UNIT: i128 = 1_000_000;

/// Every bound of a problem: days first, then the horizon.
pub(super) fn all(facts: &Facts<'_>) -> Vec<Bound> {
    let mut bounds = vec![];
    for day in &facts.days {
        macros(facts, day.number, &day.targets, &mut bounds);
        let most = |spec, of, high| Bound { spec, day: Some(day.number), of, low: None, high: Some(high) };
        let calories = Subject::Nutrient(Nutrient::Calories);
        bounds.extend(facts.ceiling.map(|ceiling| most("HC-5", calories, ceiling)));
        for (&nutrient, &limit) in &facts.limits {
            bounds.push(most("HC-4", Subject::Nutrient(nutrient), limit));
        }
        let cost = facts.problem.options.max_cost_per_day;
        bounds.extend(
            cost.map(|cost| most("MO-7", Subject::Cost(cost.currency), i128::from(cost.minor) * UNIT)),
        );
        aims(facts, Some(day.number), &mut bounds);
    }
    aims(facts, None, &mut bounds);
    bounds
}

/// MV-3: |10 (x - t)| <= t for energy, protein and carbs, which may be slack (MO-3); fat within its range.
fn macros(facts: &Facts<'_>, day: u32, targets: &Targets, bounds: &mut Vec<Bound>) {
    let mut near = |nutrient, target: i128| {
        bounds.push(Bound::window("MV-3", day, nutrient, up(9 * target, 10), (11 * target).div_euclid(10)));
    };
    near(Nutrient::Calories, targets.calories);
    near(Nutrient::Protein, targets.protein);
    if facts.problem.options.carbs.as_deref() != Some("slack") {
        near(Nutrient::Carbs, targets.carbs);
    }
    bounds.push(Bound::window("MV-3", day, Nutrient::Fat, targets.fat_min, targets.fat_max));
}

/// MV-4, MO-4: what binds on a day, or over the horizon.
fn aims(facts: &Facts<'_>, day: Option<u32>, bounds: &mut Vec<Bound>) {
    let days = if day.is_some() { 1 } else { facts.day_count() };
    for aim in facts.aims.iter().filter(|aim| aim.is_daily == day.is_some() && !aim.is_advisory) {
        let spec = if aim.direction == Direction::Floor && !aim.is_daily { "MV-4" } else { "MO-4" };
        let floor = aim.floor.as_ref().filter(|_| facts.has_binding_floors());
        let (low, high) = (floor.map(|floor| floor.least(days)), aim.most.map(|most| most * days));
        if low.is_some() || high.is_some() {
            bounds.push(Bound { spec, day, of: Subject::Nutrient(aim.nutrient), low, high });
        }
    }
}
