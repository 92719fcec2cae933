//! Reference intakes and upper limits by demographic (ND-11, ND-12), and what counts against a limit.

use std::collections::BTreeMap;

use domain::{
    nutrient::{Demographic, Direction, Nutrient, Nutrients, UpperLimitScope},
    quantity::Amount,
};

use crate::{
    catalog::Catalog,
    warning::{Warning, WarningCode},
};

/// One value for each demographic, in the order of [`Demographic::ALL`].
pub type ByDemographic<T> = [T; Demographic::ALL.len()];

/// What people need of one nutrient each day (ND-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferenceIntake {
    /// Of what.
    pub nutrient: Nutrient,
    /// The recommended or adequate intake.
    pub amounts: ByDemographic<Amount>,
    /// What it is by default: a floor, or for sodium a ceiling.
    pub direction: Direction,
    /// The daily ceiling that is advised, where the direction is one.
    pub advisory_ceiling: Option<Amount>,
}

/// The reference intakes of the 25 tracked nutrients, in the order of ND-1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferenceIntakes(Vec<ReferenceIntake>);

impl ReferenceIntakes {
    pub(crate) fn new(mut rows: Vec<ReferenceIntake>) -> Self {
        rows.sort_by_key(|row| row.nutrient);
        Self(rows)
    }

    /// The rows, in the order of the nutrients.
    pub fn rows(&self) -> &[ReferenceIntake] {
        &self.0
    }

    /// What a demographic needs of a nutrient; [`None`] for one that has no reference intake.
    pub fn get(&self, nutrient: Nutrient, demographic: Demographic) -> Option<Amount> {
        let row = self.0.iter().find(|row| row.nutrient == nutrient)?;
        Some(row.amounts[demographic as usize])
    }
}

/// The most of one nutrient that is safe each day (ND-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UpperLimit {
    /// The nutrient, or the form of it that counts.
    pub nutrient: Nutrient,
    /// What counts.
    pub scope: UpperLimitScope,
    /// The nutrient of which it is a form.
    pub form_of: Option<Nutrient>,
    /// The limit.
    pub amounts: ByDemographic<Option<Amount>>,
}

/// All upper limits, in the order of the nutrients.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpperLimits(Vec<UpperLimit>);

impl UpperLimits {
    pub(crate) fn new(mut rows: Vec<UpperLimit>) -> Self {
        rows.sort_by_key(|row| row.nutrient);
        Self(rows)
    }

    /// The rows, in the order of the nutrients.
    pub fn rows(&self) -> &[UpperLimit] {
        &self.0
    }

    /// The limits of one demographic.
    pub fn of(&self, demographic: Demographic) -> Limits {
        let limits = self.0.iter().filter_map(|row| {
            Some((row.nutrient, Limit { scope: row.scope, most: row.amounts[demographic as usize]? }))
        });
        Limits(limits.collect())
    }
}

/// A limit of one nutrient for one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What counts.
    pub scope: UpperLimitScope,
    /// The most that is safe; as much passes.
    pub most: Amount,
}

/// The daily limits of one person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Limits(BTreeMap<Nutrient, Limit>);

/// More of a nutrient on one day than its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverLimit {
    /// Which nutrient.
    pub nutrient: Nutrient,
    /// What counted.
    pub scope: UpperLimitScope,
    /// How much counted.
    pub amount: Amount,
    /// The limit.
    pub most: Amount,
}

impl Limits {
    /// The same with `upper_limits_overrides`: a number replaces a limit and counts all, null removes it. Without
    /// limits to begin with, this is a literal map.
    pub fn with(mut self, overrides: &BTreeMap<Nutrient, Option<Amount>>) -> Self {
        for (&nutrient, &most) in overrides {
            match most {
                Some(most) => drop(self.0.insert(nutrient, Limit { scope: UpperLimitScope::All, most })),
                None => drop(self.0.remove(&nutrient)),
            }
        }
        self
    }

    /// The limits, in the order of the nutrients.
    pub fn iter(&self) -> impl Iterator<Item = (Nutrient, Limit)> {
        self.0.iter().map(|(&nutrient, &limit)| (nutrient, limit))
    }

    /// The limits that food counts against.
    pub fn of_food(&self) -> impl Iterator<Item = (Nutrient, Amount)> {
        let counts_food = |limit: &Limit| limit.scope != UpperLimitScope::Supplement;
        self.iter()
            .filter(move |(_, limit)| counts_food(limit))
            .map(|(nutrient, limit)| (nutrient, limit.most))
    }

    /// What a day exceeds. What is unknown counts as nothing here; whoever plans says how much of it is (ND-7).
    pub fn exceeded(&self, food: &Nutrients, supplements: &Nutrients) -> Vec<OverLimit> {
        let amount = |source: &Nutrients, nutrient| source.get(nutrient).unwrap_or_default().0;
        let over = self.iter().filter_map(|(nutrient, Limit { scope, most })| {
            let taken = amount(supplements, nutrient);
            let eaten = if scope == UpperLimitScope::Supplement { 0 } else { amount(food, nutrient) };
            let amount = Amount(eaten.saturating_add(taken));
            (most < amount).then_some(OverLimit { nutrient, scope, amount, most })
        });
        over.collect()
    }

    /// Warns of supplements that exceed a limit of any scope before anything is eaten.
    pub fn supplement_warnings(&self, supplements: &Nutrients) -> Vec<Warning> {
        let exceeded = self.exceeded(&Nutrients::UNKNOWN, supplements);
        let warning = |over: OverLimit| {
            Warning::new(WarningCode::SupplementUl)
                .fact("nutrient", over.nutrient.as_str())
                .fact("amount", over.amount.to_string())
                .fact("limit", over.most.to_string())
        };
        exceeded.into_iter().map(warning).collect()
    }
}

/// The limits of a demographic that food counts against, in millionths (HC-4).
pub fn food_limits(demographic: Demographic) -> Vec<(Nutrient, i64)> {
    let limits = Catalog::upper_limits().of(demographic);
    limits.of_food().map(|(nutrient, most)| (nutrient, most.0)).collect()
}
