//! The window: the days of a plan that remain, as the solver sees them, with what became of the others (ML-3, ML-4).

use std::collections::BTreeMap;

use domain::{
    food::Milligrams,
    meal_plan::{Eaten, FoodMass, Intake, MealItem, MealLog, PlannedMeal, SlotState},
    nutrient::Nutrients,
    quantity::div_half_up,
    recipe::RecipeKey,
    time::{DateSpan, LocalDate, add_days, days_between},
};
use nutrition::{
    convert::mass,
    kitchen::Kitchen,
    leftover::{Waiting, offers},
    pool::{Amounts, MEASURES, Place, add},
    problem::Problem as MealProblem,
    profile::{LeftOut, NutritionProfile, at_any_time, plan_problem},
    replan::{Became, Replan, Settled},
    request::{Before, Request},
    search::Assignment,
    warning::Warning,
};

use super::{
    no_meal,
    table::{KeptLeftover, Table},
    week::day_zero,
};
use crate::{
    problem::{NO_MEAL_PLAN, Problem},
    service::app::Work,
};

/// The days that remain.
#[derive(Debug, Clone)]
pub(super) struct Window {
    /// The first of them.
    pub(super) first: LocalDate,
    /// What a person should know of leftovers.
    pub(super) notes: Vec<Warning>,
    /// The plan as it is, with what became of its slots.
    pub(super) replan: Replan,
    /// Recipes that the problem lacks.
    pub(super) left_out: Vec<LeftOut>,
}

/// Which recipes of the plan stay in the pool although they are archived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// All: nothing else changes.
    All,
    /// Those that cannot change.
    Fixed,
}

impl Window {
    /// The place of a slot in these days.
    pub(super) fn at(&self, date: LocalDate, slot: u8) -> Result<(usize, usize), Problem> {
        let day = usize::try_from(days_between(self.first, date)).ok();
        let day = day.filter(|day| *day < self.replan.request.days.len());
        let index = usize::from(slot);
        let found = day.filter(|day| index < self.replan.request.days[*day].len());
        found.map(|day| (day, index)).ok_or_else(|| no_meal(date, slot))
    }

    /// The request for a swap: what was eaten is brought, and stands in no slot any more.
    pub(super) fn for_swap(&self) -> (Request, Vec<Assignment>) {
        let mut request = self.replan.request.without_own_batches();
        let mut current = self.replan.current.clone();
        for settled in &self.replan.settled {
            let planned =
                current.iter().position(|meal| (meal.day, meal.slot) == (settled.day, settled.slot));
            match (&settled.became, planned) {
                (Became::Eaten, Some(place)) => {
                    let meal = current.remove(place);
                    let amounts = request.recipes[meal.recipe].amounts;
                    request.close(settled.day, settled.slot, &amounts);
                }
                (Became::Instead(amounts), _) => request.close(settled.day, settled.slot, amounts),
                (Became::Kept | Became::Eaten, _) => {}
            }
        }
        (request, current)
    }
}

impl Work<'_> {
    /// The window from a day on, within the days that were planned together.
    pub(super) async fn window(
        &mut self,
        profile: &NutritionProfile,
        table: &Table,
        first: LocalDate,
        keep: Keep,
    ) -> Result<Window, Problem> {
        let horizon = horizon(table, first)?;
        let days = u32::try_from(days_between(horizon.from, horizon.to) + 1).unwrap_or(1).min(7);
        let workouts = self.workouts(profile, horizon.from, 7).await?;
        let stays = |one: &&PlannedMeal| {
            first <= one.meal.date && (keep == Keep::All || one.meal.pinned || one.meal.batch.is_some())
        };
        let keys: Vec<&RecipeKey> =
            table.meals().iter().filter(stays).map(|one| &one.meal.recipe_id).collect();
        let catalog = table.larder.catalog_with(&keys);
        let planning = plan_problem(profile, &catalog, horizon.from, horizon.from, days, &workouts)?;
        let mut problem = cut(planning.problem, days_between(horizon.from, first));
        problem.profile.day_zero = day_zero(table, first, &problem);
        let kitchen = table.larder.kitchen();
        let left: Vec<KeptLeftover> = table.left().into_iter().map(|(_, kept)| kept).collect();
        let leftovers: Vec<_> = left.iter().map(|kept| kept.leftover.clone()).collect();
        let holds = |key: &RecipeKey, revision: u32| {
            let known = problem.recipes.iter().any(|recipe| recipe.id == key.as_str());
            known && revision == table.larder.revision(key)
        };
        let (waiting, notes) = offers(&leftovers, &kitchen, table.today).waiting(first, holds);
        let view = View { table, kitchen: &kitchen, left: &left, first, minute: self.minute() };
        let mut replan = view.replan(&problem, &waiting, horizon)?;
        if !is_kept_apart(&replan) {
            // The plan was made when any recipe could stand at any time.
            replan = view.replan(&at_any_time(&problem), &waiting, horizon)?;
        }
        Ok(Window { first, notes, replan, left_out: planning.left_out })
    }

    /// The minute of the athlete's day.
    fn minute(&self) -> u16 {
        let local = self.now.local(self.zone());
        u16::try_from(60 * i16::from(local.hour()) + i16::from(local.minute())).unwrap_or(0)
    }
}

/// The days that were planned together; else those from the first on that have meals, at most a week.
fn horizon(table: &Table, first: LocalDate) -> Result<DateSpan, Problem> {
    let week = DateSpan { from: first, to: add_days(first, 6) };
    let last = table.meals().iter().map(|one| one.meal.date).filter(|date| week.contains(*date)).max();
    match (table.horizon(first), last) {
        (Some(span), _) => Ok(span),
        (None, Some(last)) => Ok(DateSpan { from: first, to: last }),
        (None, None) => Err(Problem::new(NO_MEAL_PLAN)),
    }
}

/// The problem without its first days.
fn cut(mut problem: MealProblem, days: i64) -> MealProblem {
    let days = u32::try_from(days).unwrap_or(0).min(problem.days - 1);
    problem.days -= days;
    problem.profile.schedule.drain(..usize::try_from(days).unwrap_or(0));
    let targets = std::mem::take(&mut problem.profile.day_targets);
    let later = targets.into_iter().filter_map(|(day, target)| {
        let day = day.parse::<u32>().ok()?.checked_sub(days).filter(|day| *day > 0)?;
        Some((day.to_string(), target))
    });
    problem.profile.day_targets = later.collect();
    if let Some(workouts) = &mut problem.profile.workouts {
        workouts.retain(|workout| workout.day > days);
        for workout in workouts {
            workout.day -= days;
        }
    }
    problem
}

/// Whether every open meal of the plan may stand where it stands, as far as its kind of slot is concerned.
fn is_kept_apart(replan: &Replan) -> bool {
    let settled = |meal: &Assignment| {
        replan.settled.iter().any(|settled| (settled.day, settled.slot) == (meal.day, meal.slot))
    };
    let request = &replan.request;
    let tags = |meal: &Assignment| {
        let slot = &request.days[meal.day][meal.slot];
        slot.required_tags.iter().all(|tag| request.recipes[meal.recipe].tags.contains(tag))
    };
    replan.current.iter().filter(|meal| !settled(meal)).all(tags)
}

/// What is needed to see the plan as the solver does.
struct View<'v> {
    table: &'v Table,
    kitchen: &'v Kitchen<'v>,
    left: &'v [KeptLeftover],
    first: LocalDate,
    minute: u16,
}

impl View<'_> {
    fn replan(
        &self,
        problem: &MealProblem,
        waiting: &[Waiting],
        horizon: DateSpan,
    ) -> Result<Replan, Problem> {
        let mut request = Request::new(problem)?.with_leftovers(waiting);
        let last: BTreeMap<(LocalDate, u8), &MealLog> =
            self.table.logs.iter().map(|log| ((log.date, log.slot), log)).collect();
        let (mut current, mut settled) = (vec![], vec![]);
        for day in 0..request.days.len() {
            let date = add_days(self.first, i64::try_from(day).unwrap_or(0));
            for slot in 0..request.days[day].len() {
                let number = u8::try_from(slot).unwrap_or(u8::MAX);
                let item = self.table.meal(date, number).map(|one| &one.meal);
                let place = item.and_then(|item| self.place(&request, item));
                let is_past = date < self.table.today
                    || (date == self.table.today && request.days[day][slot].time < i64::from(self.minute));
                let log = last.get(&(date, number)).copied().filter(|log| log.state != SlotState::Planned);
                let became = self.became(item, place, log, is_past);
                if !matches!(became, Some(Became::Instead(_))) {
                    current.extend(place.map(|recipe| Assignment { day, slot, recipe }));
                }
                let is_pot = item.is_some_and(|item| item.batch.is_some() && !self.is_left(item));
                if is_pot && let Some(pot) = item.and_then(|item| self.pot(item)) {
                    request.days[day][slot].batch = Some(pot);
                }
                settled.extend(became.map(|became| Settled { day, slot, became }));
            }
            for entry in self.table.entries.iter().filter(|entry| entry.date == date) {
                add(&mut request.brought[day], &intake(&entry.intake, self.kitchen));
            }
        }
        Ok(Replan { request, current, settled, before: self.before(horizon, &last) })
    }

    /// What became of a slot, if it is not open any more.
    fn became(
        &self,
        item: Option<&MealItem>,
        place: Option<Place>,
        log: Option<&MealLog>,
        is_past: bool,
    ) -> Option<Became> {
        let instead = |amounts: Amounts| Some(Became::Instead(Box::new(amounts)));
        let planned = |item: &MealItem| {
            place.map_or_else(|| instead(as_planned(item, self.kitchen)), |_| Some(Became::Kept))
        };
        match (log, item) {
            (Some(log), Some(item)) if log.state == SlotState::Eaten && place.is_some() => {
                let is_whole = matches!(&log.eaten, Some(Eaten::Recipe { recipe_id, servings_pct, .. })
                    if *recipe_id == item.recipe_id && *servings_pct == item.servings_pct);
                let eaten = log.eaten.as_ref().map(|eaten| amounts_of(eaten, self.kitchen));
                if is_whole { Some(Became::Eaten) } else { instead(eaten.unwrap_or([0; MEASURES])) }
            }
            (Some(log), _) => {
                let eaten = log.eaten.as_ref().map(|eaten| amounts_of(eaten, self.kitchen));
                instead(eaten.unwrap_or([0; MEASURES]))
            }
            (None, Some(item)) if item.pinned || is_past => planned(item),
            (None, Some(item)) if item.batch.is_some() && !self.is_left(item) => planned(item),
            (None, None) if is_past => instead([0; MEASURES]),
            (None, _) => None,
        }
    }

    fn is_left(&self, item: &MealItem) -> bool {
        self.table.leftovers.iter().any(|row| row.leftover.feeds(item))
    }

    /// The serving of the pool that a planned meal is.
    fn place(&self, request: &Request, item: &MealItem) -> Option<Place> {
        let is_at_home = self.left.iter().any(|kept| kept.feeds(item));
        let first = request.find(item.recipe_id.as_str())?;
        let dish = request.recipes[first].dish;
        let own = request.recipes[first..].iter().zip(first..).take_while(|(own, _)| own.dish == dish);
        let mut servings = own.filter(|(own, _)| own.percent == item.servings_pct);
        servings.find(|(own, _)| own.is_at_home == is_at_home).map(|(_, place)| place)
    }

    /// MO-2: where the pot of a meal stands, if that is one of these days.
    fn pot(&self, item: &MealItem) -> Option<nutrition::problem::Where> {
        let batch = item.batch?;
        let day = u32::try_from(days_between(self.first, batch.cooked_on) + 1).ok().filter(|day| *day > 0)?;
        Some(nutrition::problem::Where { day, slot: batch.cooked_slot.into() })
    }

    /// ML-4: what the days before brought. Slots of which nobody said anything count as planned.
    fn before(&self, horizon: DateSpan, last: &BTreeMap<(LocalDate, u8), &MealLog>) -> Before {
        let mut before = Before { days: 0, amounts: [0; MEASURES] };
        for date in horizon.days().filter(|date| *date < self.first) {
            before.days += 1;
            for one in self.table.meals().iter().filter(|one| one.meal.date == date) {
                let log = last.get(&(date, one.meal.slot));
                let amounts = match log.map(|log| (log.state, log.eaten.as_ref())) {
                    Some((SlotState::Eaten | SlotState::Replaced, Some(eaten))) => {
                        amounts_of(eaten, self.kitchen)
                    }
                    Some((SlotState::Skipped, _)) => [0; MEASURES],
                    _ => as_planned(&one.meal, self.kitchen),
                };
                add(&mut before.amounts, &amounts);
            }
            for entry in self.table.entries.iter().filter(|entry| entry.date == date) {
                add(&mut before.amounts, &intake(&entry.intake, self.kitchen));
            }
        }
        before
    }
}

fn as_planned(item: &MealItem, kitchen: &Kitchen<'_>) -> Amounts {
    amounts_of(
        &Eaten::Recipe {
            recipe_id: item.recipe_id.clone(),
            recipe_revision: item.recipe_revision,
            servings_pct: item.servings_pct,
        },
        kitchen,
    )
}

/// The known part of what was eaten.
pub(super) fn amounts_of(eaten: &Eaten, kitchen: &Kitchen<'_>) -> Amounts {
    let mut total = [0; MEASURES];
    match eaten {
        Eaten::Recipe { recipe_id, recipe_revision, servings_pct } => {
            if let Some(entry) = kitchen.recipe(recipe_id, *recipe_revision) {
                put(&mut total, &entry.derived.nutrition, i64::from(*servings_pct), 100);
            }
        }
        Eaten::Foods(foods) => {
            for FoodMass { food_id, mg: Milligrams(mg) } in foods {
                if let Some(food) = kitchen.foods.get(food_id) {
                    put(&mut total, &food.per_100g, *mg, 100_000);
                }
            }
        }
    }
    total
}

/// The known part of what was eaten outside all slots.
pub(super) fn intake(intake: &Intake, kitchen: &Kitchen<'_>) -> Amounts {
    let mut total = [0; MEASURES];
    match intake {
        Intake::Mass(food) => return amounts_of(&Eaten::Foods(vec![food.clone()]), kitchen),
        Intake::Portion { food_id, unit, quantity } => {
            let food = kitchen.foods.get(food_id);
            if let Some(mg) = food.and_then(|food| mass(*quantity, Some(unit), food, kitchen.measure)) {
                return amounts_of(&Eaten::Foods(vec![FoodMass { food_id: food_id.clone(), mg }]), kitchen);
            }
        }
        Intake::Facts(facts) => put(&mut total, facts, 1, 1),
    }
    total
}

/// Adds `times / of` of the known amounts, each rounded half up.
fn put(total: &mut Amounts, nutrients: &Nutrients, times: i64, of: i64) {
    for (nutrient, amount) in nutrients.known() {
        total[nutrient as usize] += div_half_up(amount.0 * times, of);
    }
}
