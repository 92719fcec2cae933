//! The best fill: for a price on every recipe, the cheapest recipes for all slots of days that are alike.
//!
//! A recipe is eaten at most once a day, and outside of workout slots not on days that are too near to each other
//! (HC-2, HC-8). Leftovers are free of both, and here of being cooked before, which only loosens a bound (MO-2, ML-6). The
//! recipes that a set of slots can hold form a polymatroid, so the greedy choice with augmenting paths is exact.

use super::Keep;
use crate::{
    pool::{Dish, Place, PoolRecipe},
    request::Request,
};

/// Days that are alike: the same slots, the same rows, the same fixed meals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// From 0.
    pub days: Vec<usize>,
    classes: Vec<Class>,
    /// How often a recipe can stand outside of workout slots.
    non_workout: i64,
}

impl Group {
    /// How many days.
    pub fn count(&self) -> i64 {
        i64::try_from(self.days.len()).unwrap_or(i64::MAX)
    }
}

/// Slots that hold the same recipes under the same rules.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Class {
    kind: usize,
    is_workout: bool,
    /// Servings over all days of the group.
    demand: i64,
}

/// A serving that is taken several times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen {
    /// Which.
    pub place: Place,
    /// How often.
    pub times: i64,
}

/// Groups the days from `first` on, by the rows that count.
pub(super) fn groups(request: &Request, first: usize, keep: Keep<'_>) -> Vec<Group> {
    let mut groups: Vec<(Vec<usize>, Vec<Class>)> = vec![];
    for day in first..request.days.len() {
        let mut classes: Vec<Class> = vec![];
        for slot in request.days[day].iter().filter(|slot| slot.is_open()) {
            let known = |class: &&mut Class| class.kind == slot.kind && class.is_workout == slot.is_workout();
            match classes.iter_mut().find(known) {
                Some(class) => class.demand += 1,
                None => classes.push(Class { kind: slot.kind, is_workout: slot.is_workout(), demand: 1 }),
            }
        }
        classes.sort_by_key(|class| (class.kind, class.is_workout));
        let kept = |day: usize| {
            let rows = request.day_rows[day].iter().enumerate();
            rows.map(|(index, row)| keep(Some(day), index).then_some(row)).collect::<Vec<_>>()
        };
        let alike = |(days, known): &&mut (Vec<usize>, Vec<Class>)| {
            *known == classes && kept(days[0]) == kept(day) && request.fixed(days[0]) == request.fixed(day)
        };
        match groups.iter_mut().find(alike) {
            Some((days, _)) => days.push(day),
            None => groups.push((vec![day], classes)),
        }
    }
    let grouped = groups.into_iter().map(|(days, mut classes)| {
        let count = i64::try_from(days.len()).unwrap_or(0);
        for class in &mut classes {
            class.demand *= count;
        }
        Group { non_workout: apart(&days, request.variety_days), days, classes }
    });
    grouped.collect()
}

/// The most days of which no two are nearer than `window`.
fn apart(days: &[usize], window: usize) -> i64 {
    let mut count = 0;
    let mut last: Option<usize> = None;
    for &day in days {
        if last.is_none_or(|last| day - last >= window) {
            count += 1;
            last = Some(day);
        }
    }
    count
}

/// The fill of least total cost; nothing if the slots cannot be filled.
pub(super) fn fill<C: Copy + PartialOrd>(
    request: &Request,
    group: &Group,
    costs: &[C],
) -> Option<Vec<Chosen>> {
    let demand: i64 = group.classes.iter().map(|class| class.demand).sum();
    let mut candidates: Vec<Place> = vec![];
    for class in &group.classes {
        candidates.extend(cheapest(request, class, costs, usize::try_from(demand).unwrap_or(usize::MAX)));
        // There is enough of the cheapest leftover for all slots.
        let reheated = request.reheated(&request.kinds[class.kind]);
        candidates.extend(reheated.min_by(|&a, &b| by_cost(costs, a, b)));
    }
    candidates.sort_unstable_by(|&a, &b| by_cost(costs, a, b));
    candidates.dedup();
    let mut flow =
        Flow { request, group, rest: group.classes.iter().map(|class| class.demand).collect(), used: vec![] };
    for place in candidates {
        let recipe = &request.recipes[place];
        let is_known = |used: &Used| (used.dish, used.is_leftover) == (recipe.dish, recipe.is_leftover);
        // Of the portions of a recipe only the cheapest is of use.
        if !flow.used.iter().any(is_known) {
            flow.add(place, recipe);
        }
    }
    flow.rest.iter().all(|rest| *rest == 0).then(|| {
        let taken = flow.used.iter().map(|used| Chosen { place: used.place, times: used.total() });
        taken.filter(|chosen| chosen.times > 0).collect()
    })
}

fn by_cost<C: PartialOrd>(costs: &[C], a: Place, b: Place) -> std::cmp::Ordering {
    costs[a].partial_cmp(&costs[b]).unwrap_or(std::cmp::Ordering::Equal).then(a.cmp(&b))
}

/// The cheapest servings of a class: more than the demand are never needed, counted by recipes.
fn cheapest<C: Copy + PartialOrd>(
    request: &Request,
    class: &Class,
    costs: &[C],
    demand: usize,
) -> Vec<Place> {
    let eligible = &request.kinds[class.kind].eligible;
    let mut places: Vec<Place> = vec![];
    let mut last: Option<Dish> = None;
    if request.dishes == request.recipes.len() {
        places.clone_from(eligible);
    }
    for &place in eligible.iter().filter(|_| request.dishes < request.recipes.len()) {
        let dish = request.recipes[place].dish;
        match places.last_mut() {
            // The portions of a recipe stand together: keep the cheapest.
            Some(best) if last == Some(dish) => {
                if by_cost(costs, place, *best).is_lt() {
                    *best = place;
                }
            }
            _ => places.push(place),
        }
        last = Some(dish);
    }
    if places.len() > demand && demand > 0 {
        places.select_nth_unstable_by(demand - 1, |&a, &b| by_cost(costs, a, b));
        places.truncate(demand);
    }
    places
}

/// Servings of one recipe by class.
struct Used {
    place: Place,
    dish: Dish,
    is_leftover: bool,
    by_class: Vec<i64>,
}

impl Used {
    fn total(&self) -> i64 {
        self.by_class.iter().sum()
    }
}

/// What is chosen so far.
struct Flow<'f> {
    request: &'f Request,
    group: &'f Group,
    rest: Vec<i64>,
    used: Vec<Used>,
}

impl Flow<'_> {
    /// Takes a recipe as often as the slots allow.
    fn add(&mut self, place: Place, recipe: &PoolRecipe) {
        let PoolRecipe { dish, is_leftover, .. } = *recipe;
        self.used.push(Used { place, dish, is_leftover, by_class: vec![0; self.group.classes.len()] });
        let own = self.used.len() - 1;
        while is_leftover || self.used[own].total() < self.group.count() {
            let mut seen = vec![false; self.group.classes.len()];
            if !self.augment(own, &mut seen) {
                break;
            }
        }
    }

    /// Whether a recipe may stand once more in a class.
    fn fits(&self, used: usize, class: usize) -> bool {
        let Class { kind, is_workout, .. } = self.group.classes[class];
        let used = &self.used[used];
        let outside: i64 = self
            .group
            .classes
            .iter()
            .zip(&used.by_class)
            .filter(|(class, _)| !class.is_workout)
            .map(|(_, times)| times)
            .sum();
        let is_free = is_workout || used.is_leftover || outside < self.group.non_workout;
        is_free && self.request.kinds[kind].allows(used.place)
    }

    /// Takes a recipe once more, moving others to other classes if need be.
    fn augment(&mut self, used: usize, seen: &mut [bool]) -> bool {
        for class in 0..self.group.classes.len() {
            if seen[class] || !self.fits(used, class) {
                continue;
            }
            seen[class] = true;
            if self.rest[class] > 0 {
                self.rest[class] -= 1;
                self.used[used].by_class[class] += 1;
                return true;
            }
            for other in 0..self.used.len() {
                if other == used || self.used[other].by_class[class] == 0 {
                    continue;
                }
                self.used[other].by_class[class] -= 1;
                if self.augment(other, seen) {
                    self.used[used].by_class[class] += 1;
                    return true;
                }
                self.used[other].by_class[class] += 1;
            }
        }
        false
    }
}
