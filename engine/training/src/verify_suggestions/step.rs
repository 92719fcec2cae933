//! Step: the increment of an exercise (SG-7), what scales it (OU-10), rounding (SG-8) and tolerances (SG-9).

use domain::{
    anatomy::{MovementPattern, Muscle},
    exercise::{Implement, LoadSemantics},
    grid::Tie,
    proposal::Outcome,
    quantity::{Grams, Hundredths, MassUnit},
};

use super::subject::Subject;
use crate::suggestion::feedback::Family;

/// The heaviest load that a plan can hold (PV-4).
const HEAVIEST: i64 = 1_000_000;

/// Which way a load goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Harder,
    Easier,
}

impl Subject<'_> {
    /// The increment at a load in hundredths of the athlete's unit (SG-7); none where load is not counted.
    pub(super) fn increment(&self, at: Grams) -> Option<i64> {
        let load = self.shown(at);
        let is_kg = self.input.unit == MassUnit::Kg;
        let by = |kg: i64, lb: i64| if is_kg { kg } else { lb };
        let below = |kg: i64, lb: i64| load < by(kg, lb);
        let (small, middle, large) = (by(125, 250), by(250, 500), by(500, 1000));
        let exercise = self.exercise;
        Some(match (exercise.load_semantics, exercise.implement) {
            (LoadSemantics::Timed | LoadSemantics::None, _) | (_, Implement::Band) => return None,
            (LoadSemantics::Bodyweight, _) if !exercise.loadable => return None,
            (LoadSemantics::Assistance, _) | (_, Implement::Machine | Implement::Smith) => {
                if below(4500, 10_000) { middle } else { large }
            }
            (LoadSemantics::Bodyweight, _) | (_, Implement::Plate | Implement::Bodyweight) => {
                if below(1100, 2500) { small } else { middle }
            }
            (_, Implement::Barbell | Implement::EzBar | Implement::TrapBar) => {
                let legs = [Muscle::Quads, Muscle::Hamstrings, Muscle::Glutes, Muscle::Calves];
                let big = [MovementPattern::Squat, MovementPattern::Hinge];
                if legs.contains(&exercise.lead_muscle()) || big.contains(&exercise.dominant_pattern()) {
                    large
                } else if exercise.lead_muscle() == Muscle::Forearms {
                    small
                } else {
                    middle
                }
            }
            (_, Implement::Dumbbell) if below(700, 1500) => small,
            (_, Implement::Cable) if below(1400, 3000) => small,
            (_, Implement::Dumbbell | Implement::Cable) => middle,
            (_, Implement::Kettlebell) if below(1600, 3500) => by(200, 500),
            (_, Implement::Kettlebell) => by(400, 1000),
            (_, Implement::Other) if below(2250, 5000) => small,
            (_, Implement::Other) if below(6750, 15_000) => middle,
            (_, Implement::Sled | Implement::Other) => large,
        })
    }

    /// SG-9: how far from its target a set may be and still be an attempt at it.
    pub(super) fn attempt_tolerance(&self, at: Grams) -> i64 {
        let most = if self.input.unit == MassUnit::Kg { 125 } else { 250 };
        self.increment(at).map_or(0, |increment| most.min(increment / 2))
    }

    /// SG-9: how far from its target a set may be before it has drifted.
    pub(super) fn drift(&self, at: Grams) -> i64 {
        let most = if self.input.unit == MassUnit::Kg { 250 } else { 500 };
        self.increment(at).map_or(0, |increment| most.min(increment))
    }

    /// The loads that an increase by `percent` of an increment may come to; none when the iron ends.
    pub(super) fn increased(&self, old: Grams, percent: i64) -> Vec<Grams> {
        let Some(increment) = self.increment(old) else { return vec![] };
        if self.were(Family::LoadUp, Outcome::TooEasy, 2) {
            return self.bounded(old, increment);
        }
        let is_careful = self.were(Family::LoadUp, Outcome::TooAggressive, 2);
        let scale = if is_careful { self.tuning().feedback.smaller_pct } else { 100 };
        self.moved(old, Way::Harder, increment * scale * percent)
    }

    /// SG-18: what a larger step may come to: at least one step, at most a part of the load or so many increments.
    ///
    /// OU-10 leaves open whether rounding or the bound comes first, so that every load between is listed.
    fn bounded(&self, old: Grams, increment: i64) -> Vec<Grams> {
        let feedback = &self.tuning().feedback;
        let part = self.shown(old) * feedback.most_pct / 100;
        let most = part.max(increment * feedback.larger_pct / 100);
        (0..=most).step_by(25).flat_map(|amount| self.moved(old, Way::Harder, amount * 10_000)).collect()
    }

    /// The loads that a decrease by an increment may come to (SR-5).
    pub(super) fn decreased(&self, old: Grams) -> Vec<Grams> {
        let Some(increment) = self.increment(old) else { return vec![] };
        let feedback = &self.tuning().feedback;
        let amount = if self.were(Family::LoadDown, Outcome::Insufficient, 1) {
            (increment * feedback.decrease_pct * 100).min(self.shown(old) * feedback.most_pct * 100)
        } else {
            increment * 10_000
        };
        self.moved(old, Way::Easier, amount)
    }

    /// Where a load comes to that goes by an amount, in ten-thousandths of a hundredth of the unit.
    ///
    /// The chapter leaves open how the half of a hundredth is rounded before the grid, so that both ways are listed.
    fn moved(&self, old: Grams, way: Way, amount: i64) -> Vec<Grams> {
        let (down, up) = (amount.div_euclid(10_000), -(-amount).div_euclid(10_000));
        match self.entry.own_step_g {
            Some(step) => self.by_own_step(old, way, up, step),
            None => [self.on_grid(old, way, down), self.on_grid(old, way, up)].concat(),
        }
    }

    /// SG-7: the athlete's own step, so often that it is not less than the amount.
    fn by_own_step(&self, old: Grams, way: Way, amount: i64, step: Grams) -> Vec<Grams> {
        let times = -(-amount.max(1)).div_euclid(self.shown(step).max(1));
        let sign = self.sign(way);
        let shown = self.shown(old) + sign * times * self.shown(step);
        let exact = Grams::from_display(Hundredths(shown), self.input.unit);
        let found = [exact, Grams(old.0 + sign * times * step.0)];
        found.map(|load| Grams(load.0.clamp(0, HEAVIEST))).into_iter().filter(|load| *load != old).collect()
    }

    /// SG-8: the nearest load of the grid, ties in the direction of the change, at least one step away.
    fn on_grid(&self, old: Grams, way: Way, amount: i64) -> Vec<Grams> {
        let sign = self.sign(way);
        let Some(grid) = self.grid else { return vec![] };
        let wanted =
            Grams::from_display(Hundredths((self.shown(old) + sign * amount).max(0)), self.input.unit);
        let tie = if sign > 0 { Tie::Up } else { Tie::Down };
        let near = grid.nearest(wanted, tie);
        let is_moved = |load: Grams| sign * (self.shown(load) - self.shown(old)) > 0;
        let next = if sign > 0 { grid.above(old) } else { grid.below(old) };
        let step = Some(near).filter(|load| is_moved(*load)).or(next.filter(|load| is_moved(*load)));
        // SG-13: help ends at none, wherever the stack ends.
        let none = self.is_assistance() && way == Way::Harder && old > Grams::ZERO;
        let none = none && (step.is_none() || wanted < grid.lightest());
        step.into_iter().chain(none.then_some(Grams::ZERO)).collect()
    }

    /// The loads that a mean of loads may come to from `old`; none when it does not go this way.
    ///
    /// `sum` is of the loads shown, `count` of them.
    pub(super) fn mean(&self, old: Grams, way: Way, sum: i64, count: i64) -> Vec<Grams> {
        let distance = (sum - self.shown(old) * count) * self.sign(way);
        let (down, up) = (distance.div_euclid(count), -(-distance).div_euclid(count));
        if distance <= 0 {
            return vec![];
        }
        [self.on_grid(old, way, down), self.on_grid(old, way, up)].concat()
    }

    /// Whether the load grows when it goes this way.
    fn sign(&self, way: Way) -> i64 {
        if (way == Way::Harder) == self.is_assistance() { -1 } else { 1 }
    }
}
