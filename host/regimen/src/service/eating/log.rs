//! What was eaten: steps of slots, free entries, leftovers, and slots that nobody spoke of (ML-2, ML-6).

use domain::{
    error::ErrorCode,
    id::Id,
    law::{Invalid, Valid},
    meal_plan::{DiaryEntry, Eaten, FoodMass, Intake, MealLog, SlotState},
    nutrient::Nutrient,
    person::Athlete,
    recipe::RecipeKey,
    time::{DateSpan, LocalDate},
};
use nutrition::{
    diary::{NotLogged, Step, enter},
    leftover::{Pot, keeps_until, leftover},
    summary::goal::goals,
    warning::Warning,
};
use schemars::JsonSchema;
use serde::Serialize;
use store::LeftoverRow;
use uuid::Uuid;

use super::{
    change::{Offer, rebalance_today, slot_problem},
    larder::find_food,
    no_meal,
    table::{KeptLeftover, Table},
    window::amounts_of,
};
use crate::{
    problem::Problem,
    service::act::Act,
    service::app::{App, Caller, Scope, Work, not_found},
};

/// What a person says about a slot, in their own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// It was eaten, or so many percent of a serving of it.
    Eaten(Option<u32>),
    /// Nothing was eaten.
    Skipped,
    /// A recipe was eaten instead, so many percent of a serving.
    Recipe(RecipeKey, u32),
    /// Foods were eaten instead: name, key or barcode, and milligrams.
    Foods(Vec<(String, i64)>),
    /// What was said before is taken back.
    Undone,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "LoggedMeal")]
pub struct Logged {
    /// What was logged.
    pub log: MealLog,
    /// What could be done about the rest of today (ML-5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// Whether planning the rest again is worth an offer (ML-4).
    pub replan: bool,
}

/// Logs what became of a slot. If it differs from the plan by more than 5 % of the day, the rest of today is offered
/// anew (ML-4, ML-5).
pub async fn say(
    app: &App,
    caller: &Caller,
    (date, slot): (LocalDate, u8),
    said: Said,
) -> Result<Logged, Problem> {
    let mut work = app.write(caller, Act::MealsLogged).await?;
    let (log, is_off) = work.say_of_slot((date, slot), said).await?;
    let is_today = date == work.today();
    work.commit().await?;
    let offer =
        if is_off && is_today { Some(rebalance_today(app, caller, (slot, log.state)).await?) } else { None };
    Ok(Logged { log, offer, replan: is_off })
}

impl Work<'_> {
    /// Logs what became of a slot; says, too, whether it differs from the plan so that the rest is worth an offer.
    pub(in crate::service) async fn say_of_slot(
        &mut self,
        (date, slot): (LocalDate, u8),
        said: Said,
    ) -> Result<(MealLog, bool), Problem> {
        let athlete = self.id();
        let table = self.table(DateSpan { from: date, to: date }).await?;
        let kitchen = table.larder.kitchen();
        let step = match said {
            Said::Eaten(servings_pct) => Step::Ate { servings_pct },
            Said::Skipped => Step::Skipped,
            Said::Undone => Step::Undone,
            Said::Recipe(recipe_id, servings_pct) => {
                let recipe_revision = table.larder.revision(&recipe_id);
                kitchen.recipe(&recipe_id, recipe_revision).ok_or_else(|| not_found("recipe", &recipe_id))?;
                Step::Replaced(Eaten::Recipe { recipe_id, recipe_revision, servings_pct })
            }
            Said::Foods(foods) => {
                let food = |(name, mg): (String, i64)| {
                    let food_id = find_food(&kitchen, &name)?.id.clone();
                    Ok(FoodMass { food_id, mg: domain::food::Milligrams(mg) })
                };
                Step::Replaced(Eaten::Foods(foods.into_iter().map(food).collect::<Result<_, Problem>>()?))
            }
        };
        let log = table.diary().log((date, slot), step, self.actor, self.now, self.zone())?.into_inner();
        self.tx.add_meal_logs(athlete, &[(self.app.uuid(), log.clone())]).await?;
        let is_off = is_worth_an_offer(&table, &log);
        Ok((log, is_off))
    }
}

/// ML-4: whether what was eaten differs from the plan by more than 5 % of the day's energy.
fn is_worth_an_offer(table: &Table, log: &MealLog) -> bool {
    let kitchen = table.larder.kitchen();
    let Some(item) = table.meal(log.date, log.slot).map(|one| &one.meal) else { return false };
    if !matches!(log.state, SlotState::Skipped | SlotState::Replaced) {
        return false;
    }
    let as_planned = Eaten::Recipe {
        recipe_id: item.recipe_id.clone(),
        recipe_revision: item.recipe_revision,
        servings_pct: item.servings_pct,
    };
    let planned = amounts_of(&as_planned, &kitchen);
    let eaten = log.eaten.as_ref().map(|eaten| amounts_of(eaten, &kitchen));
    let target = goals_of(table, log.date).and_then(|goals| Some(goals.get(&Nutrient::Calories)?.target.0.0));
    let eaten = eaten.unwrap_or([0; nutrition::pool::MEASURES]);
    target.is_some_and(|target| nutrition::replan::is_worth_an_offer(&planned, &eaten, target))
}

/// What a day needs, by the targets in force then.
pub(super) fn goals_of(table: &Table, date: LocalDate) -> Option<nutrition::summary::goal::Goals> {
    let row = table.targets.iter().rev().find(|row| row.from <= date)?;
    let day = u8::try_from(domain::time::days_between(row.from, date) + 1).unwrap_or(u8::MAX);
    Some(goals(&row.targets.targets, day))
}

/// What is written into the diary beside all slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entered {
    /// So many milligrams of a food: name, key or barcode.
    Mass(String, i64),
    /// So many portions of a food.
    Portion(String, domain::recipe::Quantity, domain::food::Unit),
    /// Numbers alone.
    Facts(Box<domain::nutrient::Nutrients>),
}

/// Writes down what was eaten outside all slots.
pub async fn enter_diary(
    app: &App,
    caller: &Caller,
    date: LocalDate,
    what: Entered,
) -> Result<Noted, Problem> {
    let mut work = app.write(caller, Act::Diary).await?;
    let larder = work.larder().await?;
    let kitchen = larder.kitchen();
    let found = |name: &str| find_food(&kitchen, name).map(|food| food.id.clone());
    let intake = match what {
        Entered::Mass(name, mg) => {
            Intake::Mass(FoodMass { food_id: found(&name)?, mg: domain::food::Milligrams(mg) })
        }
        Entered::Portion(name, quantity, unit) => Intake::Portion { food_id: found(&name)?, unit, quantity },
        Entered::Facts(facts) => Intake::Facts(facts),
    };
    let entry = DiaryEntry { date, intake, at: work.now, actor: work.actor };
    let entry = enter(entry, &kitchen)?.into_inner();
    let id = app.uuid();
    work.tx.add_diary_entry(caller.athlete, id, &entry).await?;
    work.commit().await?;
    Ok(Noted { id, entry })
}

/// Something that was eaten outside all slots, with the id by which it is taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "KeptDiaryEntry")]
pub struct Noted {
    /// Its id.
    pub id: Uuid,
    /// What it was.
    #[serde(flatten)]
    pub entry: DiaryEntry,
}

/// What was eaten outside all slots on some days.
pub async fn diary(app: &App, caller: &Caller, dates: DateSpan) -> Result<Vec<Noted>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let rows = work.tx.diary_entries(caller.athlete, dates).await?;
    Ok(rows.into_iter().map(|row| Noted { id: row.id, entry: row.entry }).collect())
}

/// Takes back what was written down by mistake.
pub async fn strike(app: &App, caller: &Caller, id: Uuid) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::Diary).await?;
    if !work.tx.remove_diary_entry(caller.athlete, id).await? {
        return Err(not_found("diary_entry", id));
    }
    work.commit().await
}

/// Something that is left to eat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Left {
    /// Its id.
    pub id: Uuid,
    /// What there is, and where it was cooked.
    #[serde(flatten)]
    pub kept: KeptLeftover,
}

/// What is left to eat, what must be eaten first first; with a note on what is past its day (ML-6).
pub async fn leftovers(app: &App, caller: &Caller) -> Result<(Vec<Left>, Vec<Warning>), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let today = work.today();
    let table = work.table(DateSpan { from: today, to: today }).await?;
    let left = table.left();
    let all: Vec<_> = left.iter().map(|(_, kept)| kept.leftover.clone()).collect();
    let notes = nutrition::leftover::offers(&all, &table.larder.kitchen(), today).notes;
    let good = left.into_iter().filter(|(_, kept)| today <= kept.leftover.until);
    Ok((good.map(|(id, kept)| Left { id, kept }).collect(), notes))
}

/// Keeps what a meal left: all that the pot has more than was eaten and is planned of it, unless a person says how much;
/// good as long as the recipe says, unless they say until when.
pub async fn leave(
    app: &App,
    caller: &Caller,
    (date, slot): (LocalDate, u8),
    servings_pct: Option<u32>,
    until: Option<LocalDate>,
) -> Result<Left, Problem> {
    let mut work = app.write(caller, Act::Leftovers).await?;
    let table = work.table(DateSpan { from: date, to: date }).await?;
    let state = table.states().get(&(date, slot)).copied().unwrap_or(SlotState::Planned);
    let item = table.meal(date, slot).map(|one| &one.meal).ok_or_else(|| not_found("slot", slot))?;
    if state != SlotState::Eaten {
        let expected = "a meal that was eaten";
        return Err(Invalid::of(ErrorCode::InvalidSlotState, "state", state, expected).into());
    }
    let kitchen = table.larder.kitchen();
    let entry = kitchen.recipe(&item.recipe_id, item.recipe_revision);
    let recipe = &entry.ok_or_else(|| not_found("recipe", &item.recipe_id))?.recipe;
    let pot = Pot::of(item, recipe);
    let (cooked_on, cooked_slot) =
        item.batch.map_or((item.date, item.slot), |batch| (batch.cooked_on, batch.cooked_slot));
    let until = until.or_else(|| keeps_until(recipe, cooked_on));
    let Some(until) = until.filter(|until| work.today() <= *until) else {
        let expected = format!("the last day on which it is good, {} or later", work.today());
        return Err(Invalid::of(ErrorCode::BadValue, "until", "nothing", expected).into());
    };
    let shares = match servings_pct {
        Some(left) => vec![pot.servings_pct.saturating_sub(left)],
        None => shares(&table, item),
    };
    let pot = match servings_pct {
        Some(left) if left > pot.servings_pct => Pot { servings_pct: left, ..pot },
        _ => pot,
    };
    let Some(left) = leftover(&pot, shares, until) else {
        let expected = "more in the pot than was eaten; maybe say how much is left";
        return Err(Invalid::of(ErrorCode::BadValue, "servings", "nothing left", expected).into());
    };
    let leftover = KeptLeftover { leftover: Valid::new(left)?.into_inner(), cooked_on, cooked_slot };
    // Said again for the same pot, it is the same leftover.
    let name = [cooked_on.to_string(), cooked_slot.to_string(), item.recipe_id.to_string()];
    let id = Id::<KeptLeftover>::derive(&["leftover", &name[0], &name[1], &name[2]]).uuid();
    let row = LeftoverRow { id, until, leftover };
    work.tx.put_leftovers(caller.athlete, std::slice::from_ref(&row)).await?;
    work.commit().await?;
    Ok(Left { id, kept: row.leftover })
}

/// What the meals of a pot have of it: as it was eaten, or as it is planned.
fn shares(table: &Table, item: &domain::meal_plan::MealItem) -> Vec<u32> {
    let states = table.states();
    let of_pot = table.meals().iter().map(|one| &one.meal).filter(|other| match item.batch {
        Some(_) => other.batch == item.batch && other.recipe_id == item.recipe_id,
        None => (other.date, other.slot) == (item.date, item.slot),
    });
    let share = |other: &domain::meal_plan::MealItem| {
        let at = (other.date, other.slot);
        match states.get(&at).copied().unwrap_or(SlotState::Planned) {
            SlotState::Planned => other.servings_pct,
            SlotState::Eaten => {
                let log = table.logs.iter().rev().find(|log| (log.date, log.slot) == at);
                match log.and_then(|log| log.eaten.as_ref()) {
                    Some(Eaten::Recipe { servings_pct, .. }) => *servings_pct,
                    _ => other.servings_pct,
                }
            }
            SlotState::Skipped | SlotState::Replaced | SlotState::Missed => 0,
        }
    };
    of_pot.map(share).collect()
}

/// Says that a leftover is gone.
pub async fn throw_away(app: &App, caller: &Caller, id: Uuid) -> Result<(), Problem> {
    let mut work = app.write(caller, Act::Leftovers).await?;
    if !work.tx.remove_leftover(caller.athlete, id).await? {
        return Err(not_found("leftover", id));
    }
    work.commit().await
}

/// ML-2: what the program says of slots that nobody spoke of until the end of the next day. Gives how many.
pub async fn mark_missed(app: &App, athlete: Id<Athlete>) -> Result<usize, Problem> {
    let mut work = app.work(athlete).await?;
    let count = work.mark_missed().await?;
    work.commit().await?;
    Ok(count)
}

impl Work<'_> {
    pub(in crate::service) async fn mark_missed(&mut self) -> Result<usize, Problem> {
        let today = self.today();
        let table = self.table(DateSpan { from: today, to: today }).await?;
        let missed = table.diary().missed(self.now, self.zone());
        let logs: Vec<(Uuid, MealLog)> = missed.into_iter().map(|log| (self.app.uuid(), log)).collect();
        self.tx.add_meal_logs(self.athlete.id, &logs).await?;
        Ok(logs.len())
    }
}

impl From<NotLogged> for Problem {
    fn from(refused: NotLogged) -> Self {
        match refused {
            NotLogged::State(invalid) => slot_problem(invalid),
            NotLogged::Eaten(invalid) => invalid.into(),
            NotLogged::NotPlanned { date, slot } => no_meal(date, slot),
            NotLogged::Uncounted(ref gap) => {
                let expected = "a food in a unit that it is weighed by";
                Invalid::of(refused.code(), "food", gap, expected).into()
            }
        }
    }
}
