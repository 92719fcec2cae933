//! ML-6 on random problems: re-plans with leftovers against trying everything, where the independent check (MV-6) judges.

use nutrition::{
    leftover::Waiting,
    outcome::{Choice, report::ProofStatus},
    pool::MEASURES,
    problem::{Problem, Where},
    repair::plan::Plan,
    replan::{Replan, replan},
    request::{Before, Request},
    search::Assignment,
    solve::Patient,
    verify::verify_changed,
};
use proptest::{collection::vec, prelude::*, sample::Index};

use crate::properties::{
    config,
    instance::{Instance, Options},
    instances::of_size,
};

/// A recipe in a slot, and whether it comes from home.
type Meal = (usize, bool);

/// Few recipes and slots, so that all plans can be tried.
fn small() -> impl Strategy<Value = Instance> {
    let sizes = prop_oneof![Just((2usize, 1usize)), Just((2, 2)), Just((3, 1))];
    sizes.prop_flat_map(|(slots, days)| of_size(slots, days, 3..=5)).prop_map(|mut instance| {
        instance.days[0].slots.truncate(3);
        for day in instance.days.iter_mut().skip(1) {
            day.slots.truncate(1);
        }
        instance.pins.clear();
        instance.options = Options::default();
        instance
    })
}

fn at_home() -> impl Strategy<Value = Vec<(Index, u32, u32)>> {
    vec((any::<Index>(), prop_oneof![Just(60), Just(100), Just(150), Just(200)], 1u32..=2), 1..=2)
}

/// A plan as it may have been made before: what it holds may have become unsafe or too slow, but does not repeat.
fn before(request: &Request, chosen: &[Index]) -> Option<Vec<Assignment>> {
    let mut plan = Plan::new(request, &[]);
    for (slot, index) in request.open_slots().zip(chosen) {
        let blocked = plan.blocked(request, slot.day, slot.index);
        let free: Vec<usize> = (0..request.recipes.len())
            .filter(|&place| !request.recipes[place].is_at_home)
            .filter(|&place| !blocked.contains(&request.recipes[place].dish))
            .collect();
        let place = *free.get(index.index(free.len().max(1)))?;
        plan.put(request, slot.day, slot.index, Some(place));
    }
    Some(plan.assignments())
}

/// All plans, judged by the independent check.
struct Everything<'p> {
    problem: &'p Problem,
    waiting: &'p [Waiting],
    slots: Vec<Where>,
    current: Vec<Meal>,
}

impl Everything<'_> {
    fn is_valid(&self, meals: &[Meal]) -> bool {
        let choice = |(at, (recipe, _)): (&Where, &Meal)| Choice {
            day: at.day,
            slot: at.slot,
            recipe_id: self.problem.recipes[*recipe].id.clone(),
            servings_pct: 100,
        };
        let plan: Vec<Choice> = self.slots.iter().zip(meals).map(choice).collect();
        let from_home = self.slots.iter().zip(meals).filter(|(_, meal)| meal.1).map(|(at, _)| *at);
        let from_home: Vec<Where> = from_home.collect();
        verify_changed(self.problem, self.waiting, &plan, &from_home).breaches.is_empty()
    }

    /// Whether a valid plan has at most so many changes, and from home at least so many meals.
    fn has(&self, most_changes: usize, least_from_home: usize) -> bool {
        self.can_go_on(&mut vec![], most_changes, least_from_home)
    }

    fn can_go_on(&self, meals: &mut Vec<Meal>, changes: usize, least_from_home: usize) -> bool {
        if meals.len() == self.slots.len() {
            return meals.iter().filter(|meal| meal.1).count() >= least_from_home && self.is_valid(meals);
        }
        let here = self.current[meals.len()];
        for recipe in 0..self.problem.recipes.len() {
            for meal in [(recipe, false), (recipe, true)] {
                let change = usize::from(meal != here);
                let is_known = !meal.1
                    || self.waiting.iter().any(|home| home.recipe_id == self.problem.recipes[recipe].id);
                if is_known && change <= changes {
                    meals.push(meal);
                    let found = self.can_go_on(meals, changes - change, least_from_home);
                    meals.pop();
                    if found {
                        return true;
                    }
                }
            }
        }
        false
    }
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn ml_6_re_plans_with_leftovers_change_least_and_are_verified(
        instance in small(),
        left in at_home(),
        chosen in vec(any::<Index>(), 4),
    ) {
        let problem = instance.problem();
        let waiting: Vec<Waiting> = left
            .iter()
            .map(|(recipe, servings_pct, until)| Waiting {
                recipe_id: recipe.get(&problem.recipes).id.clone(),
                servings_pct: *servings_pct,
                until: *until,
            })
            .collect();
        let request = Request::new(&problem).unwrap().with_leftovers(&waiting);
        let Some(current) = before(&request, &chosen) else { return Ok(()) };
        let number = |id: &str| problem.recipes.iter().position(|recipe| recipe.id == id).unwrap();
        let everything = Everything {
            problem: &problem,
            waiting: &waiting,
            slots: (0..).zip(&request.days).flat_map(|(day, slots)| {
                (0..).zip(slots).map(move |(slot, _)| Where { day: day + 1, slot })
            }).collect(),
            current: current.iter().map(|meal| (number(&request.recipes[meal.recipe].id), false)).collect(),
        };
        let before = Before { days: 0, amounts: [0; MEASURES] };
        let result =
            replan(&Replan { request: request.clone(), current, settled: vec![], before }, &mut Patient);
        let from_home: Vec<Where> =
            result.leftovers.iter().map(|warm| Where { day: warm.day, slot: warm.slot }).collect();
        let is_valid = verify_changed(&problem, &waiting, &result.plan, &from_home).breaches.is_empty();
        let is_whole = result.plan.len() == everything.slots.len();
        prop_assert_eq!(is_valid, is_whole && result.violations.is_empty());
        // A re-plan ends without a plan where the meals that stay leave nothing for a void slot.
        if is_whole {
            prop_assert_eq!(is_valid, everything.has(everything.slots.len(), 0));
        }
        let changes = result.changed.len();
        if is_valid && changes > 0 && result.proof.status == ProofStatus::Proved {
            prop_assert!(!everything.has(changes - 1, 0), "{} changes", changes);
        }
        // One change is made with a leftover if any leftover will do.
        if is_valid && changes == 1 {
            prop_assert_eq!(!from_home.is_empty(), everything.has(1, 1));
        }
    }
}
