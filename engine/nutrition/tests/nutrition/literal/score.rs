//! The literal formulas of the score (MC-1..MC-9, compat), in the order in which they are written.

use super::{Amounts, Literal, cap, units};
use crate::properties::instance::{DAILY, FIBER, FIRST, Instance, PARTS, Slot};

pub(super) fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap())
}

/// kcal, protein, fewest and most fat, carbs that a meal should have.
#[derive(Clone, Copy)]
struct Wanted {
    calories: f64,
    protein: f64,
    fat: [f64; 2],
    carbs: f64,
}

/// A floor that the day has not reached.
struct Need {
    measure: usize,
    gap: f64,
    weight: f64,
}

/// What decides the order of two recipes; the first part that differs, larger first, then the smaller number.
struct Rank {
    composite: f64,
    supplied: usize,
    filled: f64,
}

/// MC-2.
fn sub(value: f64, target: f64) -> f64 {
    if target > 0.0 {
        (100.0 * (1.0 - (value - target).abs() / (0.10 * target))).clamp(0.0, 100.0)
    } else {
        100.0
    }
}

impl Literal<'_> {
    /// Best first (MC-1, MT-1).
    pub(super) fn ranked(&self, day: usize, slot: &Slot, used: &Amounts, recipes: Vec<usize>) -> Vec<usize> {
        let left = count(self.assigned[day].iter().filter(|at| at.is_none()).count());
        let is_begun = self.assigned[day].iter().any(Option::is_some);
        let needs = self.needs(day, used);
        let even = even(used, left);
        let wanted = self.wanted(day, slot, even);
        let mut ranked: Vec<(Rank, usize)> = recipes
            .into_iter()
            .map(|recipe| {
                let own = &self.amounts[recipe];
                let supplies = |need: &&Need| own[need.measure] > 0.0;
                let fill = |need: &Need| (own[need.measure] / need.gap).min(1.0);
                let balance = if is_begun {
                    f64::midpoint(self.diversity(own, used), trajectory(own, even))
                } else {
                    50.0
                };
                let parts = [
                    40.0 * nutrition(own, wanted),
                    30.0 * micronutrients(own, &needs),
                    15.0 * satiety(own, is_high(self.instance, day, slot)),
                    15.0 * balance,
                    10.0 * schedule(f64::from(self.instance.recipes[recipe].minutes), slot),
                ];
                let composite = (parts[0] + parts[1] + parts[2] + parts[3] + parts[4]) / 110.0;
                let supplied = needs.iter().filter(supplies).count();
                (Rank { composite, supplied, filled: needs.iter().map(fill).sum() }, recipe)
            })
            .collect();
        ranked.sort_by(|(one, first), (other, second)| {
            let by_score = other.composite.total_cmp(&one.composite);
            let by_need = other.supplied.cmp(&one.supplied).then(other.filled.total_cmp(&one.filled));
            by_score.then(by_need).then(first.cmp(second))
        });
        ranked.into_iter().map(|(_, recipe)| recipe).collect()
    }

    /// MD-6, MC-4.
    fn needs(&self, day: usize, used: &Amounts) -> Vec<Need> {
        let (done, remaining) = (count(day), count(self.assigned.len() - day));
        let mut needs = vec![];
        for target in &self.instance.targets {
            let measure = FIRST + target.nutrient;
            let amount = units(target.amount);
            let carryover = (amount * done - self.week[measure]).max(0.0);
            let gap = amount + carryover / remaining - used[measure];
            if gap > 0.0 {
                needs.push(Need { measure, gap, weight: gap + carryover });
            }
        }
        needs
    }

    /// MD-5.
    fn wanted(&self, day: usize, slot: &Slot, mut wanted: Wanted) -> Wanted {
        let has_workout = self.instance.days[day].has_workout;
        if has_workout && slot.time < 1020 && 1020 - slot.time <= 120 {
            wanted.protein *= 0.8;
            wanted.carbs *= 1.1;
        }
        if has_workout && slot.time >= 1080 && slot.time - 1080 < 180 {
            wanted.calories *= 1.1;
            wanted.protein *= 1.2;
            wanted.carbs *= 1.1;
        }
        if is_high(self.instance, day, slot) {
            wanted.calories *= 1.1;
            wanted.protein *= 1.1;
            wanted.fat = wanted.fat.map(|fat| fat * 1.1);
        }
        wanted
    }

    /// MC-6: nutrients that the day has less than one unit of.
    fn diversity(&self, own: &Amounts, used: &Amounts) -> f64 {
        if self.instance.targets.is_empty() {
            return 50.0;
        }
        let measures = self.instance.targets.iter().map(|target| FIRST + target.nutrient);
        let brought = measures.filter(|&measure| own[measure] > 0.0 && used[measure] < 1.0).count();
        (10.0 * count(brought)).min(100.0)
    }
}

/// MD-4: more than four hours to the next meal, or nothing known.
fn is_high(instance: &Instance, day: usize, slot: &Slot) -> bool {
    let later = instance.days[day].slots.iter().map(|other| other.time).find(|time| *time > slot.time);
    let tomorrow = instance.days.get(day + 1).map(|next| 1440 + next.slots[0].time);
    later.or(tomorrow).is_none_or(|next| next - slot.time > 240)
}

fn even(used: &Amounts, left: f64) -> Wanted {
    let (calories, protein, fat, carbs) = DAILY;
    let share = |target: i64, measure: usize| (units(target * PARTS) - used[measure]) / left;
    Wanted {
        calories: share(calories, 0),
        protein: share(protein, 1),
        fat: fat.map(|bound| share(bound, 2)),
        carbs: share(carbs, 3),
    }
}

/// MC-3.
fn nutrition(own: &Amounts, wanted: Wanted) -> f64 {
    let [low, high] = wanted.fat;
    let (middle, half) = (f64::midpoint(low, high), (high - low) / 2.0);
    let fat = if half > 0.0 { 100.0 * (1.0 - ((own[2] - middle).abs() / half).min(1.0)) } else { 100.0 };
    (sub(own[0], wanted.calories) + sub(own[1], wanted.protein) + sub(own[3], wanted.carbs) + fat) / 4.0
}

/// MC-4.
fn micronutrients(own: &Amounts, needs: &[Need]) -> f64 {
    let (mut filled, mut weights) = (0.0, 0.0);
    for need in needs.iter().filter(|need| own[need.measure] > 0.0) {
        filled += need.weight * (own[need.measure] / need.gap).min(1.0);
        weights += need.weight;
    }
    if weights > 0.0 { 100.0 * filled / weights } else { 50.0 }
}

/// MC-5.
fn satiety(own: &Amounts, is_high: bool) -> f64 {
    if is_high {
        ((6.0 * own[FIBER]).min(100.0) + (2.5 * own[1]).min(100.0) + (own[0] / 6.0).min(100.0)) / 3.0
    } else {
        (70.0 - 0.5 * (own[1] - 25.0).abs()).clamp(0.0, 100.0)
    }
}

/// MC-6.
fn trajectory(own: &Amounts, need: Wanted) -> f64 {
    let energy = |value: f64, need: f64| if need <= 0.0 { 50.0 } else { sub(value, need) };
    let grams = |value: f64, need: f64| if need == 0.0 { 50.0 } else { sub(value, need) };
    let fat = f64::midpoint(need.fat[0], need.fat[1]);
    (energy(own[0], need.calories)
        + grams(own[1], need.protein)
        + grams(own[2], fat)
        + energy(own[3], need.carbs))
        / 4.0
}

/// MC-9.
fn schedule(minutes: f64, slot: &Slot) -> f64 {
    let cap = cap(slot);
    if cap.is_finite() {
        100.0 * (1.0 - minutes / cap)
    } else {
        (100.0 - 2.0 * (minutes - 30.0).abs()).max(0.0)
    }
}
