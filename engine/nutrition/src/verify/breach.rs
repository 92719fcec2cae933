//! What a check says: one broken rule with its place, what was found and what was expected.

use std::fmt;

use domain::{nutrient::Nutrient, spec::SpecId, vocabulary::vocabulary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Verdict, facts::Unreadable};
use crate::problem::Where;

vocabulary! {
    /// In which way something is wrong.
    pub enum BreachCode: "breach" {
        /// More than is allowed.
        Above = "above",
        /// Less than is needed.
        Below = "below",
        /// Something else than it must be.
        Differs = "differs",
        /// Not there.
        Missing = "missing",
        /// There, but of nothing that is known.
        Unknown = "unknown",
        /// More often than is allowed.
        Repeated = "repeated",
        /// Not in its order.
        OutOfOrder = "out_of_order",
        /// Not to stand there.
        NotAllowed = "not_allowed",
        /// A serving that its batch outlives (MO-2).
        BatchTooOld = "batch_too_old",
        /// A problem that cannot be checked against.
        Unreadable = "unreadable",
    }
}

/// One broken rule.
///
/// Breaches are ordered by their fields as they stand here; what concerns no single day or slot comes first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Breach {
    /// Which part of the result: `plan`, `alternatives/0`, `best_plan`, `days`, `totals` and so on, or `problem`.
    pub part: String,
    /// From 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<u32>,
    /// From 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<u32>,
    /// The rule.
    pub spec: SpecId,
    /// Whose amount is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nutrient: Option<Nutrient>,
    /// Which recipe breaks the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe_id: Option<String>,
    /// In which way.
    pub code: BreachCode,
    /// What is there.
    pub found: String,
    /// What should be.
    pub expected: String,
}

impl Breach {
    pub(super) fn new(
        spec: &str,
        code: BreachCode,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        Self {
            part: String::new(),
            day: None,
            slot: None,
            spec: SpecId::new(spec),
            nutrient: None,
            recipe_id: None,
            code,
            found: found.to_string(),
            expected: expected.to_string(),
        }
    }

    pub(super) fn on(self, day: impl Into<Option<u32>>) -> Self {
        Self { day: day.into(), ..self }
    }

    pub(super) fn at(self, place: Where) -> Self {
        Self { day: Some(place.day), slot: Some(place.slot), ..self }
    }

    pub(super) fn of(self, nutrient: impl Into<Option<Nutrient>>) -> Self {
        Self { nutrient: nutrient.into(), ..self }
    }

    pub(super) fn recipe(self, id: &str) -> Self {
        Self { recipe_id: Some(id.to_owned()), ..self }
    }
}

/// A sentence: `day 3: fat_g = 125 exceeds 100 (MV-3)`. The plan itself is not named as the part.
impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = [
            (self.part != PLAN).then(|| self.part.clone()),
            self.day.map(|day| format!("day {day}")),
            self.slot.map(|slot| format!("slot {slot}")),
            self.recipe_id.clone(),
        ];
        let place: Vec<String> = place.into_iter().flatten().collect();
        if !place.is_empty() {
            write!(f, "{}: ", place.join(", "))?;
        }
        if let Some(nutrient) = self.nutrient {
            write!(f, "{nutrient} = ")?;
        }
        let relation = match self.code {
            BreachCode::Above => " exceeds",
            BreachCode::Below => " is less than",
            _ => ", expected",
        };
        write!(f, "{}{relation} {} ({})", self.found, self.expected, self.spec)
    }
}

/// The part of a result that holds its plan.
pub(super) const PLAN: &str = "plan";

/// What the checks write to.
#[derive(Default)]
pub(super) struct Report {
    part: String,
    checks: u64,
    breaches: Vec<Breach>,
}

impl Report {
    /// From here on another part of the result is checked.
    pub(super) fn enter(&mut self, part: &str) {
        part.clone_into(&mut self.part);
    }

    /// One check: a breach in the current part unless it holds.
    pub(super) fn require(&mut self, holds: bool, breach: impl FnOnce() -> Breach) {
        self.checks += 1;
        if !holds {
            self.breaches.push(Breach { part: self.part.clone(), ..breach() });
        }
    }

    /// The problem cannot be checked against.
    pub(super) fn unreadable(&mut self, unreadable: Unreadable) {
        let Unreadable { pointer, found, expected } = unreadable;
        self.enter("problem");
        let found = format!("{pointer} is {found}");
        self.require(false, || Breach::new("MV-1", BreachCode::Unreadable, found, expected));
    }

    /// Whether nothing is broken so far.
    pub(super) const fn is_clean(&self) -> bool {
        self.breaches.is_empty()
    }

    pub(super) fn into_verdict(mut self) -> Verdict {
        self.breaches.sort();
        Verdict { checks: self.checks, breaches: self.breaches }
    }
}
