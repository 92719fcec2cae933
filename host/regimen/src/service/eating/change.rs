//! Changes of a plan: another meal in a slot, and the rest again after something went otherwise (ML-3..ML-5).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::{Change, Field, Target, Value},
    dispute::OverrideScope,
    error::ErrorCode,
    food::Name,
    law::Invalid,
    meal_plan::{InvalidSlotState, MealItem, PlannedMeal, SlotState},
    plan::{Trigger, TriggerKind},
    proposal::{Proposal, ProposalKind},
    reason::{Fact, Reason, ReasonCode},
    recipe::{ExclusionMatch, RecipeKey},
    spec::SpecId,
    time::{DateSpan, LocalDate, add_days},
};
use nutrition::{
    allergen::{Exclusions, Named},
    catalog::Catalog,
    pool::Place,
    profile::{LeftOutWhy, NutritionProfile},
    repair::plan::Plan as Draft,
    replan::{Replanned, rebalance, replan},
    request::Request,
    search::Assignment,
    solve::Patient,
    swap::{Alternative, Rivalry, Swaps, choose, serving, swaps},
    warning::Warning,
};
use plan::{
    chain::Facts,
    edit::{Edit, Wish, edit},
    item::{Item, recipe_word},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    solving::{Solving, attended},
    table::{Table, item_id},
    week::{addition, meal_time},
    window::{Keep, Window},
};
use crate::{
    problem::{NO_MEAL_PLAN, Problem, UNSAFE_RECIPE},
    service::{
        act::Act,
        app::{App, Caller, Scope, Work, not_found},
        ledger::world,
    },
};

/// What could stand in a slot instead.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SwapList {
    /// The day.
    pub date: LocalDate,
    /// The slot, from 0.
    pub slot: u8,
    /// What stands there now.
    pub current: Option<String>,
    /// Up to ten, the best first.
    pub alternatives: Vec<Alternative>,
    /// What a person should know of leftovers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Warning>,
}

/// A meal that was chosen, or would be.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Swapped {
    /// What it does.
    pub choice: Alternative,
    /// Whether the slot allows it: time to cook, tags, no repetition (HC-2, HC-3, HC-8).
    pub fits_slot: bool,
    /// The ingredient that is not wanted, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disliked: Option<String>,
    /// The version with it; nothing while it waits to be confirmed.
    pub version: Option<u32>,
}

impl Swapped {
    /// Whether something is broken, which a person has to confirm.
    pub fn breaks(&self) -> bool {
        !self.choice.violations.is_empty() || !self.fits_slot || self.disliked.is_some()
    }
}

domain::vocabulary::vocabulary! {
    /// Why the rest is planned again (ML-4).
    pub enum Cause: "cause of a re-plan" {
        Asked = "asked",
        Skipped = "skipped",
        Replaced = "replaced",
    }
}

/// A plan for the rest that waits for an answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReplanOffer")]
pub struct Offer {
    /// The first day of the rest.
    pub first: LocalDate,
    /// What would change, and how sure it is that less is not enough.
    pub replanned: Replanned,
    /// What waits for an answer; nothing if nothing changes.
    pub proposal: Option<Proposal>,
}

/// What could stand in a slot instead of the meal that is planned there, and what all of it is called.
#[derive(Debug, Clone, PartialEq)]
pub struct SwapOffer {
    /// What could stand there.
    pub list: SwapList,
    /// What stands there now; nothing if nothing is planned.
    pub planned: Option<PlannedMeal>,
    /// Why that stands there and not the next best (MX-8).
    pub rivalry: Option<Rivalry>,
    /// The names of what is listed, of what stands there and of the next best, by key.
    pub names: BTreeMap<String, Name>,
}

/// ML-3: what could stand in a slot instead.
pub async fn swap_list(app: &App, caller: &Caller, date: LocalDate, slot: u8) -> Result<SwapList, Problem> {
    Ok(swap_offer(app, caller, date, slot).await?.list)
}

/// The same with the meal that stands there and the names, at one look.
pub async fn swap_offer(app: &App, caller: &Caller, date: LocalDate, slot: u8) -> Result<SwapOffer, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let profile = work.eater().await?;
    let (table, window) = work.swap_window(&profile, date, slot).await?;
    drop(work);
    let planned = table.meal(date, slot).cloned();
    let current = planned.as_ref().map(|one| one.meal.recipe_id.to_string());
    let (day, index) = window.at(date, slot)?;
    let notes = window.notes.clone();
    let task = tokio::task::spawn_blocking(move || {
        let (request, plan) = window.for_swap();
        swaps(&request, &plan, day, index)
    });
    let Swaps { alternatives, rivalry } = task.await.map_err(|_| Problem::defect("nutrition::swap"))?;
    let listed = alternatives.iter().map(|one| one.recipe_id.as_str());
    let next = rivalry.as_ref().map(|rivalry| rivalry.runner_up.recipe_id.as_str());
    let shown: BTreeSet<&str> = listed.chain(current.as_deref()).chain(next).collect();
    let names = table.larder.recipe_names(|key| shown.contains(key.as_str()));
    Ok(SwapOffer { list: SwapList { date, slot, current, alternatives, notes }, planned, rivalry, names })
}

/// ML-3: puts a recipe into a slot, where it stays in later re-plans until it is released. What it breaks has to be
/// confirmed; what is not safe to eat is refused.
pub async fn swap(
    app: &App,
    caller: &Caller,
    (date, slot): (LocalDate, u8),
    recipe: &RecipeKey,
    confirmed: bool,
) -> Result<Swapped, Problem> {
    let mut work = app.write(caller, Act::MealsChanged).await?;
    let told = work.eater().await?;
    // What is only not wanted may be chosen all the same.
    let profile = NutritionProfile { dislikes: vec![], ..told.clone() };
    let (table, window) = work.swap_window(&profile, date, slot).await?;
    let (day, index) = window.at(date, slot)?;
    let (request, current) = window.for_swap();
    let place = place(&request, &window, (&current, day, index), recipe)?;
    let choice = choose(&request, &current, day, index, place).map_err(|found| {
        let problem = Problem::new(UNSAFE_RECIPE).fact("recipe", recipe.as_str());
        problem.fact("ingredient", found.ingredient).fact("allergen", found.term)
    })?;
    let draft = Draft::new(&request, &current);
    let kind = &request.kinds[request.days[day][index].kind];
    let fits_slot = kind.allows(place)
        && draft.admits(&request, (day, index), place, &draft.blocked(&request, day, index));
    let disliked = disliked(&told, &table, recipe);
    let mut swapped = Swapped { choice, fits_slot, disliked, version: None };
    if swapped.breaks() && !confirmed {
        return Ok(swapped);
    }
    let chain = table.chain()?;
    let batch = table.pot(&swapped.choice, recipe, date);
    let meal = MealItem {
        date,
        slot,
        recipe_id: recipe.clone(),
        recipe_revision: table.larder.revision(recipe),
        servings_pct: swapped.choice.servings_pct,
        meal_time: meal_time(&told, date, slot).ok_or_else(|| not_found("slot", slot))?,
        pinned: true,
        batch,
    };
    let wishes = wishes(&table, chain.plan.id, meal);
    swapped.version = work.edit_meals(chain, wishes, ReasonCode::MealSwapped).await?;
    work.commit().await?;
    Ok(swapped)
}

/// Keeps a meal in later re-plans as it is, and with it the others of its pot.
pub async fn keep(app: &App, caller: &Caller, date: LocalDate, slot: u8) -> Result<Option<u32>, Problem> {
    let mut work = app.write(caller, Act::MealsChanged).await?;
    let version = work.pin(date, slot, true).await?;
    work.commit().await?;
    Ok(version)
}

/// Lets later re-plans change a meal again, and with it the others of its pot.
pub async fn release(app: &App, caller: &Caller, date: LocalDate, slot: u8) -> Result<Option<u32>, Problem> {
    let mut work = app.write(caller, Act::MealsChanged).await?;
    let version = work.pin(date, slot, false).await?;
    work.commit().await?;
    Ok(version)
}

/// ML-4: plans the rest again with the fewest changes, and offers it.
pub async fn replan_rest(app: &App, caller: &Caller, cause: Cause) -> Result<Offer, Problem> {
    let mut work = app.read(caller, Scope::Meals).await?;
    let today = work.today();
    let window = work.rest(today).await?;
    drop(work);
    let _alone = Solving::begin(app, caller.athlete.uuid())?;
    let input = window.replan.clone();
    let replanned = attended(Box::new(Patient), move |watch| replan(&input, watch)).await?;
    let changes = Fact::from(replanned.changed.len());
    let reason = Reason::new(ReasonCode::ReplanOffer, SpecId::new("ML-4"))
        .fact("cause", Fact::word("replan_cause", cause))
        .fact("changes", changes);
    offer(app, caller, window.first, replanned, reason).await
}

/// ML-5: what is left of today in other portions, else in other meals.
pub async fn rebalance_today(
    app: &App,
    caller: &Caller,
    (slot, state): (u8, SlotState),
) -> Result<Offer, Problem> {
    let mut work = app.read(caller, Scope::Meals).await?;
    let today = work.today();
    let window = work.rest(today).await?;
    let profile = work.eater().await?;
    drop(work);
    let time = meal_time(&profile, today, slot).map_or_else(|| slot.to_string(), String::from);
    let _alone = Solving::begin(app, caller.athlete.uuid())?;
    let input = window.replan.clone();
    let replanned = attended(Box::new(Patient), move |watch| rebalance(&input, watch)).await?;
    let reason = Reason::new(ReasonCode::MealRebalanced, SpecId::new("ML-5"))
        .fact("slot", time)
        .fact("state", Fact::word("slot_state", state));
    offer(app, caller, today, replanned, reason).await
}

/// Stores what a re-plan would change, unless it changes nothing.
async fn offer(
    app: &App,
    caller: &Caller,
    first: LocalDate,
    replanned: Replanned,
    reason: Reason,
) -> Result<Offer, Problem> {
    let mut work = app.write(caller, Act::MealsChanged).await?;
    let profile = work.eater().await?;
    let table = work.table(DateSpan { from: first, to: add_days(first, 6) }).await?;
    let chain = table.chain()?;
    let changes = changes(&table, &profile, first, &replanned)?;
    let mut proposal = None;
    if !changes.is_empty() {
        let trigger = Trigger { kind: TriggerKind::ManualEdit, reference: work.trace_id.as_str().to_owned() };
        let (kind, plan) = (ProposalKind::MealChange, chain.plan.clone());
        let rule = reason.spec;
        proposal = Some(work.put_meal_proposal(plan, kind, rule, changes, reason, trigger).await?);
        work.commit().await?;
    }
    Ok(Offer { first, replanned, proposal })
}

/// What leads from the plan in force to a re-plan: changed slots, and open ones whose recipe was edited since (ND-14).
fn changes(
    table: &Table,
    profile: &NutritionProfile,
    first: LocalDate,
    replanned: &Replanned,
) -> Result<Vec<Change>, Problem> {
    let chain = table.chain()?;
    let mut changes = Vec::new();
    for choice in &replanned.plan {
        let date = add_days(first, i64::from(choice.day) - 1);
        let slot = u8::try_from(choice.slot).unwrap_or(u8::MAX);
        let recipe_id: RecipeKey = choice.recipe_id.parse().map_err(|_| Problem::defect("eating::change"))?;
        let warm = replanned.leftovers.iter().any(|warm| (warm.day, warm.slot) == (choice.day, choice.slot));
        let batch = if warm { table.pot_of(&recipe_id, date) } else { None };
        let known = table.meal(date, slot);
        let meal = MealItem {
            date,
            slot,
            recipe_revision: table.larder.revision(&recipe_id),
            recipe_id,
            servings_pct: choice.servings_pct,
            meal_time: meal_time(profile, date, slot).ok_or_else(|| not_found("slot", slot))?,
            pinned: false,
            batch,
        };
        let id = item_id(chain.plan.id, date, slot);
        match known {
            Some(old) if old.meal.pinned || old.meal == meal => {}
            // The same leftover is not another one because it was counted anew.
            Some(old) if warm && old.meal.batch.is_some() && old.meal.recipe_id == meal.recipe_id => {}
            Some(old) => changes.extend(old.diff(&PlannedMeal { item_id: old.item_id, meal })),
            None => changes.push(addition(&PlannedMeal { item_id: id, meal })),
        }
    }
    Ok(changes)
}

/// The new values of a slot; where nothing stands, the whole meal.
fn wishes(table: &Table, plan: domain::plan::PlanId, meal: MealItem) -> Vec<Wish> {
    let wish = |target: Target, field: Field, new: Value| Wish { target, field, new };
    if let Some(old) = table.meal(meal.date, meal.slot) {
        let target = Target { item_id: old.item_id, set_id: None };
        return vec![
            wish(target, Field::Recipe, Value::Word(recipe_word(&meal))),
            wish(target, Field::Servings, i64::from(meal.servings_pct).into()),
            wish(target, Field::Pinned, 1.into()),
        ];
    }
    let item_id = item_id(plan, meal.date, meal.slot);
    let whole = PlannedMeal { item_id, meal }.whole();
    vec![wish(Target { item_id, set_id: None }, Field::Recipe, whole)]
}

/// The serving that a recipe means: the one that suits the slot best; where none suits it, from home if there is some,
/// else a whole one.
fn place(
    request: &Request,
    window: &Window,
    (plan, day, slot): (&[Assignment], usize, usize),
    recipe: &RecipeKey,
) -> Result<Place, Problem> {
    let id = recipe.as_str();
    let suits = serving(request, plan, day, slot, id);
    if let Some(place) = suits.or_else(|| request.find_leftover(id)).or_else(|| request.find(id)) {
        return Ok(place);
    }
    match window.left_out.iter().find(|left| left.recipe == *recipe) {
        Some(left) if left.why == LeftOutWhy::AllergenUnknown => {
            let problem = Problem::new(UNSAFE_RECIPE).fact("recipe", id);
            Err(problem.fact("ingredient", left.ingredients.join(", ")).fact("allergen", "?"))
        }
        Some(left) => {
            let found = left.ingredients.join(", ");
            let expected = "a recipe of which every ingredient is known";
            Err(Invalid::of(ErrorCode::InvalidRecipe, "recipe", found, expected).into())
        }
        None => Err(not_found("recipe", id)),
    }
}

/// The ingredient of a recipe that is not wanted.
fn disliked(profile: &NutritionProfile, table: &Table, recipe: &RecipeKey) -> Option<String> {
    let class = |entry: &&domain::recipe::Exclusion| entry.matching != ExclusionMatch::Class;
    let entries: Vec<_> = profile.dislikes.iter().filter(class).cloned().collect();
    let exclusions = Exclusions::new(&entries, Catalog::allergen_terms());
    let kitchen = table.larder.kitchen();
    let entry = kitchen.recipe(recipe, table.larder.revision(recipe))?;
    let is_found = |line: &&domain::recipe::Ingredient| {
        let food = line.food_id.as_ref().and_then(|food| kitchen.foods.get(food));
        exclusions.find(&Named::new(&line.text, food, Catalog::allergen_terms())).is_some()
    };
    entry.recipe.ingredients.iter().find(is_found).map(|line| line.text.clone())
}

impl Table {
    /// The pot of a choice that comes from home.
    fn pot(
        &self,
        choice: &Alternative,
        recipe: &RecipeKey,
        date: LocalDate,
    ) -> Option<domain::meal_plan::Batch> {
        choice.leftover_minutes.and_then(|_| self.pot_of(recipe, date))
    }

    /// The leftover of a recipe that must be eaten first and is good on a day.
    fn pot_of(&self, recipe: &RecipeKey, date: LocalDate) -> Option<domain::meal_plan::Batch> {
        let left = self.left();
        let good = left.iter().map(|(_, kept)| kept).filter(|kept| {
            kept.leftover.recipe_id == *recipe
                && date <= kept.leftover.until
                && kept.leftover.recipe_revision == self.larder.revision(recipe)
        });
        good.min_by_key(|kept| kept.leftover.until).map(super::table::KeptLeftover::pot)
    }
}

impl Work<'_> {
    /// The window in which a slot can be swapped; one of which something was said cannot (ML-2).
    async fn swap_window(
        &mut self,
        profile: &NutritionProfile,
        date: LocalDate,
        slot: u8,
    ) -> Result<(Table, Window), Problem> {
        let table = self.table(DateSpan { from: date, to: date }).await?;
        table.chain()?;
        let state = table.states().get(&(date, slot)).copied().unwrap_or(SlotState::Planned);
        let today = self.today();
        if state != SlotState::Planned || date < today {
            let expected = "a slot of today or later of which nothing was said";
            let from = state;
            return Err(slot_problem(InvalidSlotState {
                date,
                today,
                from,
                to: SlotState::Planned,
                expected,
            }));
        }
        let horizon = table.horizon(date);
        let first = horizon.map_or(today, |span| span.from).max(today).max(add_days(date, -6));
        let window = self.window(profile, &table, first, Keep::All).await?;
        Ok((table, window))
    }

    /// The window of the rest.
    async fn rest(&mut self, today: LocalDate) -> Result<Window, Problem> {
        let profile = self.eater().await?;
        let table = self.table(DateSpan { from: today, to: add_days(today, 6) }).await?;
        let is_ahead = table.meals().iter().any(|one| today <= one.meal.date);
        if !is_ahead && table.horizon(today).is_none() {
            return Err(Problem::new(NO_MEAL_PLAN));
        }
        self.window(&profile, &table, today, Keep::Fixed).await
    }

    /// Fixes a meal and the others of its pot, or lets them go.
    pub(super) async fn pin(
        &mut self,
        date: LocalDate,
        slot: u8,
        pinned: bool,
    ) -> Result<Option<u32>, Problem> {
        let table = self.table(DateSpan { from: date, to: date }).await?;
        let meal = table.meal(date, slot).ok_or_else(|| not_found("slot", slot))?;
        let pot = meal.meal.batch.map(|batch| (batch, &meal.meal.recipe_id));
        let is_meant = |one: &&PlannedMeal| {
            let same_pot = one.meal.batch.map(|batch| (batch, &one.meal.recipe_id)) == pot;
            one.item_id == meal.item_id || (pot.is_some() && same_pot && one.meal.pinned != pinned)
        };
        let wish = |one: &PlannedMeal| {
            let target = Target { item_id: one.item_id, set_id: None };
            Wish { target, field: Field::Pinned, new: i64::from(pinned).into() }
        };
        let wishes = table.meals().iter().filter(is_meant).map(wish).collect();
        self.edit_meals(table.chain()?, wishes, ReasonCode::Manual).await
    }

    /// A person's own change of the plan.
    async fn edit_meals(
        &mut self,
        chain: &plan::chain::Chain<PlannedMeal>,
        wishes: Vec<Wish>,
        reason: ReasonCode,
    ) -> Result<Option<u32>, Problem> {
        let wanted = Edit { wishes, scope: OverrideScope::Plan, reason: reason.as_str().to_owned() };
        let facts = Facts::new();
        let landing = edit(chain, &wanted, &self.moment(), world(&facts))?;
        self.land(&landing).await?;
        Ok(landing.activated())
    }
}

/// ML-2: 409 with the states.
pub(super) fn slot_problem(invalid: InvalidSlotState) -> Problem {
    use crate::problem::Code;
    Problem::new(Code::of(ErrorCode::InvalidSlotState))
        .fact("date", invalid.date)
        .fact("from", Fact::word("slot_state", invalid.from))
        .fact("to", Fact::word("slot_state", invalid.to))
        .fact("expected", invalid.expected)
}
