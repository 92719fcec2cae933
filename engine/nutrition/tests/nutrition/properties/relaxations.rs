//! MX-7: what is offered to a person whose problem has no plan makes one possible.

use domain::nutrient::Decimal;
use nutrition::{
    outcome::{Status, report::Change},
    solve::{Patient, Stages, solve},
};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use super::{
    config,
    instance::{Instance, NUTRIENTS},
    instances::instances,
    status, verified,
};

/// Problems that are looked at; most of them have no plan.
const PROBLEMS: usize = 60;

#[test]
fn mx_7_every_relaxation_makes_a_plan_possible() {
    let mut runner = TestRunner::new(config(1));
    let strategy = instances();
    let (mut told, mut kinds) = (0, std::collections::BTreeSet::new());
    for number in 0..PROBLEMS {
        let mut instance = strategy.new_tree(&mut runner).unwrap().current();
        if number % 4 == 0 {
            // A ceiling so near to the least energy of a day is often what is wrong.
            instance.ceiling = Some(1_830);
        }
        let problem = instance.problem();
        if status(&problem, Stages::Abc) != Status::Infeasible {
            continue;
        }
        for relaxation in solve(&problem, Stages::Abc, &mut Patient).relaxations {
            let mut eased = instance.clone();
            relaxation.changes.iter().for_each(|change| eased.ease(change));
            assert!(eased.has_plan(), "{:?} does not help {instance:?}", relaxation.changes);
            if relaxation.changes.iter().all(can_be_written) {
                verified(&eased.problem(), Stages::Abc);
            }
            told += 1;
            kinds.extend(relaxation.changes.iter().map(kind));
        }
    }
    assert!(told >= 20, "only {told} relaxations were seen");
    let seen: Vec<&str> = kinds.into_iter().collect();
    assert_eq!(seen, ["cap", "ceiling", "fat", "fraction", "pin", "repetition", "tolerance"]);
}

/// Whether a problem file can say it: other windows than a tenth and the same meal on two days running it cannot.
const fn can_be_written(change: &Change) -> bool {
    !matches!(change, Change::Tolerance { .. } | Change::Repetition)
}

const fn kind(change: &Change) -> &'static str {
    match change {
        Change::FatRange { .. } => "fat",
        Change::Tolerance { .. } => "tolerance",
        Change::Fraction { .. } => "fraction",
        Change::CookingTime { .. } => "cap",
        Change::Repetition => "repetition",
        Change::Exclusion { .. } => "exclusion",
        Change::Pin { .. } => "pin",
        Change::Ceiling { .. } => "ceiling",
    }
}

impl Instance {
    /// Does what a relaxation says, without the engine.
    fn ease(&mut self, change: &Change) {
        let whole = |amount: &Decimal| amount.0.0 / 1_000_000;
        match change {
            Change::FatRange { low, high } => self.fat = [whole(low), whole(high)],
            Change::Tolerance { percent } => self.tolerance = i64::from(*percent),
            Change::Fraction { nutrient, fraction_milli } => {
                let named =
                    |number: usize| nutrient.is_none_or(|nutrient| nutrient.as_str() == NUTRIENTS[number].0);
                for target in self.targets.iter_mut().filter(|target| named(target.nutrient)) {
                    target.fraction_milli = i64::from(*fraction_milli);
                }
            }
            Change::CookingTime { level } => {
                let slots = self.days.iter_mut().flat_map(|day| &mut day.slots);
                slots.filter(|slot| slot.level == *level).for_each(|slot| slot.level = 4);
            }
            Change::Repetition => self.options.variety_days = Some(1),
            Change::Exclusion { term } => panic!("{term} is an allergen and never offered"),
            Change::Pin { day, slot } => {
                let is_meant = |pin: (usize, usize)| pin == (*day as usize - 1, *slot as usize);
                self.pins.retain(|pin| !is_meant((pin.day, pin.slot)));
            }
            Change::Ceiling { calories } => self.ceiling = Some(whole(calories)),
        }
    }
}
