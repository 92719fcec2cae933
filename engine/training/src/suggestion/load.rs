//! Arithmetic on the loads of one exercise: in hundredths of the athlete's unit, on the iron at hand (SG-8, SG-9, SG-13,
//! SG-14).

use std::borrow::Cow;

use domain::{
    exercise::Exercise,
    grid::{Grid, Tie},
    quantity::{Grams, Hundredths, MassUnit, div_half_up},
};

use super::increment::Increments;
use crate::load::{Sense, iron::Iron};

/// Which way a load goes for the athlete; for assistance harder is less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toward {
    /// More effort.
    Harder,
    /// Less effort.
    Easier,
}

/// By how much a load shall change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// The change before rounding.
    pub by: Hundredths,
    /// The most that rounding may make of it, unless one step of the grid is more (OU-10).
    pub most: Option<Hundredths>,
}

/// The loads of one exercise.
#[derive(Debug, Clone)]
pub struct Loads<'a> {
    unit: MassUnit,
    sense: Sense,
    grid: Cow<'a, Grid>,
    increments: &'static Increments,
    own_step: Option<Hundredths>,
}

impl<'a> Loads<'a> {
    /// What can be done with the loads of `exercise`; none where it has no increments or no iron.
    ///
    /// `own_step` is the athlete's own for the exercise (SL-9).
    pub fn of(exercise: &Exercise, iron: &'a Iron, unit: MassUnit, own_step: Option<Grams>) -> Option<Self> {
        let grid = iron.grid_for(exercise)?;
        let sense = Sense::of(exercise);
        let grid = match sense {
            Sense::Load => Cow::Borrowed(grid),
            // No help at all is lighter than the lightest help (SG-13).
            Sense::Assistance => {
                let steps = grid.steps().iter().copied().chain([Hundredths(0)]);
                Cow::Owned(Grid::new(grid.unit(), steps)?)
            }
        };
        let own_step = own_step.map(|step| step.display(unit));
        Some(Self { unit, sense, grid, increments: Increments::of(exercise)?, own_step })
    }

    /// Whether more of the load is harder.
    pub fn sense(&self) -> Sense {
        self.sense
    }

    /// The unit of all hundredths.
    pub fn unit(&self) -> MassUnit {
        self.unit
    }

    /// How hard a load is, in hundredths: assistance counts down, so that all comparisons are mirrored (SG-13).
    pub fn effort(&self, load: Grams) -> i64 {
        let Hundredths(shown) = load.display(self.unit);
        match self.sense {
            Sense::Load => shown,
            Sense::Assistance => -shown,
        }
    }

    /// The increment at `load` (SG-7).
    pub fn increment(&self, load: Grams) -> Hundredths {
        self.increments.at(load.display(self.unit), self.unit)
    }

    /// τ of SG-9: how far a load may be from another and still be meant as the same attempt.
    pub fn tolerance(&self, load: Grams) -> i64 {
        let most = match self.unit {
            MassUnit::Kg => 125,
            MassUnit::Lb => 250,
        };
        most.min(self.increment(load).0 / 2)
    }

    /// δ of SG-9: beyond this, a load has drifted from the plan.
    pub fn drift(&self, load: Grams) -> i64 {
        let most = match self.unit {
            MassUnit::Kg => 250,
            MassUnit::Lb => 500,
        };
        most.min(self.increment(load).0)
    }

    /// `percent` of a load, rounded down.
    pub fn share(&self, load: Grams, percent: i64) -> Hundredths {
        Hundredths(load.display(self.unit).0 * percent / 100)
    }

    /// The amount that the athlete's own step makes of a computed one: its smallest multiple that is not less (SG-7).
    pub fn in_own_steps(&self, amount: Hundredths) -> Hundredths {
        match self.own_step {
            Some(Hundredths(step)) if step > 0 => Hundredths((amount.0 + step - 1) / step * step),
            _ => amount,
        }
    }

    /// `old` changed by `amount`; none when nothing heavier or lighter can be put together (SG-8).
    pub fn shifted(&self, old: Grams, amount: Amount, toward: Toward) -> Option<Grams> {
        let up = self.is_up(toward);
        let from = old.display(self.unit);
        let by = if up { amount.by.0 } else { -amount.by.0 };
        if self.own_step.is_some() {
            let by = self.in_own_steps(amount.by).0;
            let to = Hundredths((if up { from.0 + by } else { from.0 - by }).max(0));
            return (to != from).then(|| Grams::from_display(to, self.unit));
        }
        let mut new = self.round(Hundredths((from.0 + by).max(0)), up);
        let moved = (new.display(self.unit).0 - from.0).abs();
        if let Some(Hundredths(most)) = amount.most.filter(|most| moved > most.0) {
            let bound = Hundredths((if up { from.0 + most } else { from.0 - most }).max(0));
            let bound = Grams::from_display(bound, self.unit);
            new = if up { self.grid.floor(bound) } else { self.grid.ceil(bound) };
        }
        match (up, new > old, new < old) {
            (true, true, _) | (false, _, true) => Some(new),
            (true, ..) => self.grid.above(old),
            (false, ..) => self.grid.below(old),
        }
    }

    /// The achievable load nearest to the mean of `used`, if it differs from `old` in this direction (SR-6, SR-7).
    pub fn matched(&self, old: Grams, used: &[Grams], toward: Toward) -> Option<Grams> {
        let up = self.is_up(toward);
        let sum: i64 = used.iter().map(|load| load.display(self.unit).0).sum();
        let count = i64::try_from(used.len()).ok().filter(|&count| count > 0)?;
        let new = self.round(Hundredths(div_half_up(sum, count)), up);
        (if up { new > old } else { new < old }).then_some(new)
    }

    /// The achievable load nearest to the first one used; between two the easier (SG-14).
    pub fn first(&self, used: Grams) -> Grams {
        self.round(used.display(self.unit), self.is_up(Toward::Easier))
    }

    fn is_up(&self, toward: Toward) -> bool {
        (toward == Toward::Harder) == (self.sense == Sense::Load)
    }

    /// The nearest step; a tie goes up or down as the change does.
    fn round(&self, wanted: Hundredths, up: bool) -> Grams {
        let tie = if up { Tie::Up } else { Tie::Down };
        self.grid.nearest(Grams::from_display(wanted, self.unit), tie)
    }
}
