//! MB-5: the `compat` policy against a plain implementation of the literal formulas, recursive, in floats, with nothing
//! of the engine in it. Amounts are multiples of 1/64, so that sums are exact and equal scores are equal here and there.

mod score;

use nutrition::{
    request::Request,
    search::{self, Ending, NoGuide},
    solve::Patient,
};
use proptest::prelude::*;

use crate::properties::{
    config,
    instance::{AMOUNTS, DAILY, FIRST, Instance, PARTS, Slot},
    instances::instances,
};

/// Attempts after which both give up.
const LIMIT: u64 = 3000;

proptest! {
    #![proptest_config(config(250))]

    #[test]
    fn mc_1_compat_gives_the_plan_and_the_attempts_of_the_literal_formulas(instance in instances()) {
        let instance = Instance { is_compat: true, ..instance };
        let problem = instance.problem();
        let request = Request::new(&problem).unwrap_or_else(|invalid| panic!("{invalid}"));
        if nutrition::explain::fault::find(&request).is_some() {
            return Ok(());
        }
        let request = Request { attempt_limit: LIMIT, ..request };
        let engine = search::search(&request, &mut NoGuide, &mut Patient);
        let mut literal = Literal::new(&instance);
        let ended = literal.run();
        let plan = match &engine.ending {
            Ending::Found(plan) => {
                let ids = plan.iter().map(|meal| request.recipes[meal.recipe].id.as_str());
                Ended::Found(ids.map(str::to_owned).collect())
            }
            Ending::Exhausted => Ended::Nothing,
            _ => Ended::Spent,
        };
        prop_assert_eq!((plan, engine.stats.attempts), (ended, literal.attempts));
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// Ids in the order of days and slots.
    Found(Vec<String>),
    Nothing,
    Spent,
}

type Amounts = [f64; AMOUNTS];

/// The literal search.
struct Literal<'i> {
    instance: &'i Instance,
    amounts: Vec<Amounts>,
    assigned: Vec<Vec<Option<usize>>>,
    /// What the completed days hold.
    week: Amounts,
    attempts: u64,
}

fn cap(slot: &Slot) -> f64 {
    [0.0, 5.0, 15.0, 30.0, f64::INFINITY][slot.level as usize]
}

fn plus(one: &Amounts, other: &Amounts) -> Amounts {
    let mut sum = *one;
    for (sum, amount) in sum.iter_mut().zip(other) {
        *sum += amount;
    }
    sum
}

#[expect(clippy::cast_precision_loss, reason = "amounts of food are far below 2^53 parts")]
fn units(parts: i64) -> f64 {
    parts as f64 / PARTS as f64
}

impl<'i> Literal<'i> {
    fn new(instance: &'i Instance) -> Self {
        let mut assigned: Vec<Vec<Option<usize>>> =
            instance.days.iter().map(|day| vec![None; day.slots.len()]).collect();
        for pin in &instance.pins {
            assigned[pin.day][pin.slot] = Some(pin.recipe);
        }
        let amounts = instance.recipes.iter().map(|recipe| recipe.amounts.map(units)).collect();
        Self { instance, amounts, assigned, week: [0.0; AMOUNTS], attempts: 0 }
    }

    fn run(&mut self) -> Ended {
        if !self.is_in_reach(0) {
            return Ended::Nothing;
        }
        self.go_on(0, 0).unwrap_or(Ended::Nothing)
    }

    /// The first open slot from here on, with the checks on the way; nothing if all choices fail.
    fn go_on(&mut self, day: usize, slot: usize) -> Option<Ended> {
        let open = (slot..self.assigned[day].len()).find(|&slot| self.assigned[day][slot].is_none());
        if let Some(slot) = open {
            return self.choose(day, slot);
        }
        let total = self.total(day);
        if !self.is_valid(&total) {
            return None;
        }
        let before = self.week;
        self.week = plus(&self.week, &total);
        let ended = if day + 1 == self.assigned.len() {
            self.is_enough().then(|| {
                let recipes = self.assigned.iter().flatten().flatten();
                Ended::Found(recipes.map(|&recipe| self.instance.recipes[recipe].id.clone()).collect())
            })
        } else if self.is_in_reach(day + 1) {
            self.go_on(day + 1, 0)
        } else {
            None
        };
        self.week = before;
        ended
    }

    fn choose(&mut self, day: usize, slot: usize) -> Option<Ended> {
        for recipe in self.candidates(day, slot) {
            if self.attempts == LIMIT {
                return Some(Ended::Spent);
            }
            self.attempts += 1;
            self.assigned[day][slot] = Some(recipe);
            if let Some(ended) = self.go_on(day, slot + 1) {
                return Some(ended);
            }
            self.assigned[day][slot] = None;
        }
        None
    }

    fn total(&self, day: usize) -> Amounts {
        let eaten = self.assigned[day].iter().flatten();
        eaten.fold([0.0; AMOUNTS], |sum, &recipe| plus(&sum, &self.amounts[recipe]))
    }

    /// The least and the most of each amount of a day (MV-3, HC-4, HC-5), both ten times.
    fn windows(&self) -> Vec<(usize, f64, f64)> {
        let (calories, protein, [fat_min, fat_max], carbs) = DAILY;
        let tenfold = |parts: i64| 10.0 * units(parts);
        let mut windows: Vec<(usize, f64, f64)> = [(0, calories), (1, protein), (3, carbs)]
            .map(|(measure, target)| {
                let target = units(target * PARTS);
                (measure, 9.0 * target, 11.0 * target)
            })
            .into();
        windows.push((2, tenfold(fat_min * PARTS), tenfold(fat_max * PARTS)));
        let limits = self.instance.limits.iter();
        windows.extend(limits.map(|&(nutrient, most)| (FIRST + nutrient, f64::NEG_INFINITY, tenfold(most))));
        windows.extend(self.instance.ceiling.map(|most| (0, f64::NEG_INFINITY, tenfold(most * PARTS))));
        windows
    }

    fn is_valid(&self, total: &Amounts) -> bool {
        self.windows().iter().all(|&(measure, least, most)| (least..=most).contains(&(10.0 * total[measure])))
    }

    /// What the horizon needs of each nutrient with a floor (MV-4).
    fn floors(&self) -> Vec<(usize, f64)> {
        if self.assigned.len() == 1 {
            return vec![];
        }
        let days = score::count(self.assigned.len());
        let targets = self.instance.targets.iter();
        targets.map(|target| (FIRST + target.nutrient, days * units(target.amount))).collect()
    }

    fn is_enough(&self) -> bool {
        self.floors().iter().all(|&(measure, needed)| self.week[measure] >= needed)
    }

    /// FC-4: whether the days from this one on can bring what is missing.
    fn is_in_reach(&self, first: usize) -> bool {
        self.floors().iter().all(|&(measure, needed)| {
            let most = (first..self.assigned.len()).map(|day| {
                let pinned: Vec<usize> = self.pins(day);
                let fixed: f64 = pinned.iter().map(|&recipe| self.amounts[recipe][measure]).sum();
                let open = self.instance.days[day].slots.iter().enumerate();
                let open: Vec<&Slot> = open
                    .filter(|(slot, _)| !self.instance.is_fixed(day, *slot))
                    .map(|(_, slot)| slot)
                    .collect();
                fixed + self.most(measure, &open)
            });
            needed - self.week[measure] <= most.sum::<f64>()
        })
    }

    fn pins(&self, day: usize) -> Vec<usize> {
        self.instance.pins.iter().filter(|pin| pin.day == day).map(|pin| pin.recipe).collect()
    }

    /// Amounts that open slots can hold, by HC-1 and the largest cap.
    fn held(&self, measure: usize, open: &[&Slot]) -> Vec<f64> {
        let largest = open.iter().map(|slot| cap(slot)).fold(0.0, f64::max);
        let recipes = self.instance.recipes.iter().zip(&self.amounts);
        let allowed =
            recipes.filter(|(recipe, _)| !recipe.is_excluded && f64::from(recipe.minutes) <= largest);
        let mut held: Vec<f64> = allowed.map(|(_, amounts)| amounts[measure]).collect();
        held.sort_by(f64::total_cmp);
        held
    }

    fn least(&self, measure: usize, open: &[&Slot]) -> f64 {
        self.held(measure, open).iter().take(open.len()).sum()
    }

    fn most(&self, measure: usize, open: &[&Slot]) -> f64 {
        self.held(measure, open).iter().rev().take(open.len()).sum()
    }

    /// Who may stand in a slot, best first.
    fn candidates(&self, day: usize, slot: usize) -> Vec<usize> {
        let place = &self.instance.days[day].slots[slot];
        let is_open = |other: &usize| *other != slot && self.assigned[day][*other].is_none();
        let open: Vec<usize> = (0..self.assigned[day].len()).filter(is_open).collect();
        let slots: Vec<&Slot> = open.iter().map(|&slot| &self.instance.days[day].slots[slot]).collect();
        let used = self.total(day);
        let may = |recipe: &usize| {
            let total = plus(&used, &self.amounts[*recipe]);
            self.is_eligible(day, place, *recipe)
                && self.windows().iter().all(|&(measure, least, most)| {
                    10.0 * (total[measure] + self.least(measure, &slots)) <= most
                        && 10.0 * (total[measure] + self.most(measure, &slots)) >= least
                })
                && self.leaves_enough(day, &open, &mut vec![*recipe])
        };
        let allowed: Vec<usize> = (0..self.amounts.len()).filter(may).collect();
        self.ranked(day, place, &used, allowed)
    }

    /// Tags, HC-1, HC-2, HC-3 and HC-8.
    fn is_eligible(&self, day: usize, slot: &Slot, recipe: usize) -> bool {
        let facts = &self.instance.recipes[recipe];
        (facts.has_tag || !slot.needs_tag)
            && !facts.is_excluded
            && !self.assigned[day].contains(&Some(recipe))
            && f64::from(facts.minutes) <= cap(slot)
            && (self.instance.is_workout(day, slot) || !self.is_near(day, recipe))
    }

    /// HC-8: yesterday, or pinned tomorrow, outside of workout slots.
    fn is_near(&self, day: usize, recipe: usize) -> bool {
        let outside = |day: usize| {
            let slots = self.instance.days[day].slots.iter().zip(&self.assigned[day]);
            slots
                .filter(move |(slot, _)| !self.instance.is_workout(day, slot))
                .any(|(_, at)| *at == Some(recipe))
        };
        let before = match day.checked_sub(1) {
            Some(before) => outside(before),
            None => self.instance.day_zero.contains(&recipe),
        };
        // Of tomorrow only the pins are assigned.
        before || (day + 1 < self.assigned.len() && outside(day + 1))
    }

    /// FC-5: whether the open slots can be filled with recipes that differ.
    fn leaves_enough(&self, day: usize, open: &[usize], taken: &mut Vec<usize>) -> bool {
        let Some((&slot, rest)) = open.split_first() else { return true };
        let place = &self.instance.days[day].slots[slot];
        (0..self.amounts.len()).any(|recipe| {
            if taken.contains(&recipe) || !self.is_eligible(day, place, recipe) {
                return false;
            }
            taken.push(recipe);
            let enough = self.leaves_enough(day, rest, taken);
            taken.pop();
            enough
        })
    }
}
