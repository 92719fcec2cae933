//! What to buy, what is in the cart, and what is at home (ML-8).

use domain::{
    food::{FoodKey, Milligrams},
    law::Valid,
    meal_plan::{PantryEntry, ShoppingLine, ShoppingList},
    time::{DateSpan, LocalDate},
};
use nutrition::shopping::{carry_over, list, stock};
use store::{Entry, Shelf};

use super::{larder::find_food, table::Table};
use crate::{
    problem::Problem,
    service::act::Act,
    service::app::{App, Caller, Scope, Work, not_found},
};

/// What to buy for some days, with the checks that still hold.
pub async fn shopping(app: &App, caller: &Caller, dates: DateSpan) -> Result<ShoppingList, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let table = work.table(dates).await?;
    work.list(&table, dates).await
}

/// Checks a line of the list, or takes the check back; what is bought may go into the pantry. Gives the new list.
pub async fn check(
    app: &App,
    caller: &Caller,
    dates: DateSpan,
    name: &str,
    checked: bool,
    to_pantry: bool,
) -> Result<ShoppingList, Problem> {
    let mut work = app.write(caller, Act::Shopping).await?;
    let table = work.table(dates).await?;
    let mut list = work.list(&table, dates).await?;
    let kitchen = table.larder.kitchen();
    let food = find_food(&kitchen, name).ok().map(|food| food.id.clone());
    let is_meant = |line: &&mut ShoppingLine| match (&line.food_id, &food) {
        (Some(own), Some(food)) => own == food,
        (None, _) => line.name.en == name,
        _ => false,
    };
    let line = list.lines.iter_mut().find(is_meant).ok_or_else(|| not_found("shopping_line", name))?;
    line.checked = checked;
    let stocked = if checked && to_pantry { stock(line, &kitchen, table.today) } else { None };
    let key = line.food_id.as_ref().map_or_else(|| line.name.en.clone(), ToString::to_string);
    if line.checked && !line.stocked {
        let known = work.tx.entry::<ShoppingLine>(Shelf::ShoppingChecks, caller.athlete, &key).await?;
        let revision = known.map_or(1, |known| known.revision + 1);
        let entry = Entry { key, revision, value: line.clone() };
        work.tx.put_entries(Shelf::ShoppingChecks, caller.athlete, &[entry]).await?;
    } else {
        work.tx.remove_entry(Shelf::ShoppingChecks, caller.athlete, &key).await?;
    }
    if let Some(entry) = stocked {
        work.put_pantry(entry).await?;
    }
    let table = work.table(dates).await?;
    let list = work.list(&table, dates).await?;
    work.commit().await?;
    Ok(list)
}

/// What is at home.
pub async fn pantry(app: &App, caller: &Caller) -> Result<Vec<PantryEntry>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.pantry().await
}

/// Puts so much of a food into the pantry, beside what is there.
pub async fn add_to_pantry(
    app: &App,
    caller: &Caller,
    food: &str,
    mg: i64,
    expires: Option<LocalDate>,
) -> Result<Vec<PantryEntry>, Problem> {
    let mut work = app.write(caller, Act::Pantry).await?;
    let larder = work.larder().await?;
    let food_id = find_food(&larder.kitchen(), food)?.id.clone();
    let entry = Valid::new(PantryEntry { food_id, mg: Milligrams(mg), expires })?;
    work.put_pantry(entry.into_inner()).await?;
    let pantry = work.pantry().await?;
    work.commit().await?;
    Ok(pantry)
}

/// Takes a food out of the pantry.
pub async fn remove_from_pantry(app: &App, caller: &Caller, food: &str) -> Result<Vec<PantryEntry>, Problem> {
    let mut work = app.write(caller, Act::Pantry).await?;
    let larder = work.larder().await?;
    let key: FoodKey = find_food(&larder.kitchen(), food)?.id.clone();
    if !work.tx.remove_entry(Shelf::Pantry, caller.athlete, key.as_str()).await? {
        return Err(not_found("pantry", key));
    }
    let pantry = work.pantry().await?;
    work.commit().await?;
    Ok(pantry)
}

impl Work<'_> {
    /// The list of some days: checks survive where no more is needed.
    pub(super) async fn list(&mut self, table: &Table, dates: DateSpan) -> Result<ShoppingList, Problem> {
        let new = list(&table.diary(), dates, &table.larder.kitchen(), &table.pantry);
        let checks = self.tx.entries::<ShoppingLine>(Shelf::ShoppingChecks, self.athlete.id).await?;
        let lines = checks.into_iter().map(|entry| entry.value).collect();
        let old = ShoppingList { dates: None, lines, unknown_recipes: std::collections::BTreeSet::new() };
        Ok(carry_over(&old, new))
    }

    /// Adds to what is at home; what is good until the same day is one amount.
    async fn put_pantry(&mut self, entry: PantryEntry) -> Result<(), Problem> {
        let key = entry.food_id.to_string();
        let known = self.tx.entry::<Vec<PantryEntry>>(Shelf::Pantry, self.athlete.id, &key).await?;
        let revision = known.as_ref().map_or(1, |known| known.revision + 1);
        let mut value = known.map_or_else(Vec::new, |known| known.value);
        match value.iter_mut().find(|known| known.expires == entry.expires) {
            Some(known) => known.mg = Milligrams(known.mg.0 + entry.mg.0),
            None => value.push(entry),
        }
        let entry = Entry { key, revision, value };
        Ok(self.tx.put_entries(Shelf::Pantry, self.athlete.id, &[entry]).await?)
    }
}
