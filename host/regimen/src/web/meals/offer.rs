//! Proposals on meals and targets that wait for an answer, as cards (ML-1, ML-4, ML-5, NT-7).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::{Change, Field, Value},
    food::Name,
    meal_plan::{MealItem, PlannedMeal},
    nutrient::Nutrient,
    plan::ItemId,
    proposal::{Proposal, ProposalKind},
    quantity::{Amount, div_half_up},
    time::LocalDate,
};
use nutrition::{catalog::Catalog, export::PlanRow};
use plan::item::Item;

use super::plate::{meal_of, short_day, whole};
use crate::{
    meal_reader::{called, portion},
    problem::Problem,
    reader::{Reader, capital},
    service::eating::{view, week},
    web::visit::Visit,
};

/// A proposal that waits.
pub(super) struct Offer {
    pub(super) id: String,
    /// Whether it is a plan of whole days.
    pub(super) is_plan: bool,
    pub(super) title: String,
    pub(super) reason: String,
    pub(super) spec: String,
    /// The meals of a whole plan, by day.
    pub(super) days: Vec<OfferedDay>,
    /// What would change: where, from what, to what.
    pub(super) changes: Vec<(String, String, String)>,
}

/// A day of a plan that is proposed.
pub(super) struct OfferedDay {
    pub(super) name: String,
    /// Energy and protein of all its meals; nothing where a recipe is not known.
    pub(super) total: Option<[String; 2]>,
    /// Meal, recipe, energy.
    pub(super) meals: Vec<(String, String, Option<String>)>,
}

/// What is needed to name what a change is about.
struct Naming<'a> {
    at: &'a Visit,
    reader: Reader<'a>,
    names: BTreeMap<String, Name>,
    places: BTreeMap<ItemId, (LocalDate, u8)>,
    rows: BTreeMap<ItemId, &'a PlanRow>,
}

/// The proposals that wait, oldest first; `rows` are the meals that the page shows.
pub(super) async fn waiting(at: &Visit, rows: &[PlanRow]) -> Result<Vec<Offer>, Problem> {
    let open = week::proposals(at.app(), &at.caller, false).await?;
    if open.is_empty() {
        return Ok(vec![]);
    }
    let places = view::items(at.app(), &at.caller).await?;
    let naming = Naming {
        at,
        reader: at.reader(),
        names: view::names(at.app(), &at.caller).await?,
        places: places.into_iter().map(|(place, item)| (item, place)).collect(),
        rows: rows.iter().map(|row| (row.item_id, row)).collect(),
    };
    Ok(open.iter().map(|proposal| naming.offer(proposal)).collect())
}

impl Naming<'_> {
    fn offer(&self, proposal: &Proposal) -> Offer {
        let reason = &proposal.reason;
        let is_plan = proposal.kind == ProposalKind::MealPlan;
        let title = match proposal.kind {
            ProposalKind::MealPlan => "web-meals-offer-plan",
            ProposalKind::NutritionTarget => "web-meals-offer-target",
            _ => "web-meals-offer-change",
        };
        Offer {
            id: proposal.id.to_string(),
            is_plan,
            title: self.reader.text(title),
            reason: capital(&self.reader.reason(reason.code, reason.spec, &reason.facts)),
            spec: reason.spec.to_string(),
            days: if is_plan { self.days(proposal) } else { vec![] },
            changes: if is_plan { vec![] } else { self.changes(&proposal.changes) },
        }
    }

    /// The days that a plan would touch, with all of their meals as they would be.
    fn days(&self, proposal: &Proposal) -> Vec<OfferedDay> {
        let mut meals: BTreeMap<ItemId, PlannedMeal> = self
            .rows
            .iter()
            .map(|(&item_id, row)| (item_id, PlannedMeal { item_id, meal: row.item.clone() }))
            .collect();
        let mut dates = BTreeSet::new();
        for of_item in proposal.changes.chunk_by(|one, other| one.target == other.target) {
            let item = of_item[0].target.item_id;
            match &of_item[0].new {
                Value::Meal(meal) => {
                    meals.insert(item, (**meal).clone());
                }
                Value::Nothing => {
                    meals.remove(&item);
                }
                _ => {
                    // One that does not fit any more is shown as it is; an answer says so.
                    let _ = meals.get_mut(&item).map(|meal| meal.apply(of_item, &proposal.trace_id));
                }
            }
            dates.extend(meals.get(&item).map(|meal| meal.meal.date));
        }
        let day = |date: LocalDate| {
            let of_day = meals.values().map(|meal| &meal.meal).filter(|meal| meal.date == date);
            self.day(date, of_day.cloned().collect())
        };
        dates.into_iter().map(day).collect()
    }

    fn day(&self, date: LocalDate, mut meals: Vec<MealItem>) -> OfferedDay {
        meals.sort_by_key(|meal| meal.slot);
        let held = |meal: &MealItem, nutrient| {
            let entry = Catalog::embedded().recipe(&meal.recipe_id)?;
            let Amount(amount) = entry.derived.nutrition.get(nutrient)?;
            Some(Amount(div_half_up(amount * i64::from(meal.servings_pct), 100)))
        };
        let total = |nutrient| {
            let all: Option<Vec<i64>> = meals.iter().map(|meal| Some(held(meal, nutrient)?.0)).collect();
            all.map(|all| whole(Amount(all.into_iter().sum())))
        };
        let dish = |meal: &MealItem| {
            let name = format!("{} {}", self.recipe(meal.recipe_id.as_str()), portion(meal.servings_pct));
            let what = meal_of(self.at, date, meal.slot).unwrap_or_else(|| meal.meal_time.to_string());
            (what, name.trim_end().to_owned(), held(meal, Nutrient::Calories).map(whole))
        };
        OfferedDay {
            name: short_day(date, &self.reader),
            total: total(Nutrient::Calories).zip(total(Nutrient::Protein)).map(Into::into),
            meals: meals.iter().map(dish).collect(),
        }
    }

    /// What a change of single meals would do, by meal and field.
    fn changes(&self, changes: &[Change]) -> Vec<(String, String, String)> {
        let told = changes.iter().map(|change| {
            let meal = match (&change.old, &change.new) {
                (Value::Meal(meal), _) | (_, Value::Meal(meal)) => Some((meal.meal.date, meal.meal.slot)),
                _ => self.places.get(&change.target.item_id).copied(),
            };
            let row = self.rows.get(&change.target.item_id);
            let about = meal.map(|(date, slot)| {
                let what = meal_of(self.at, date, slot).unwrap_or_default();
                format!("{} {what}", short_day(date, &self.reader))
            });
            let about = match (about, change.field, row) {
                (Some(about), Field::Recipe, _) | (Some(about), _, None) => about,
                (Some(about), _, Some(row)) => {
                    format!("{about}: {}", called(&row.name, self.reader.locale()))
                }
                (None, field, _) => capital(&self.reader.word("field", field)),
            };
            (about, self.value(change.field, &change.old), self.value(change.field, &change.new))
        });
        told.collect()
    }

    fn value(&self, field: Field, value: &Value) -> String {
        match (field, value) {
            (_, Value::Meal(meal)) => {
                let name = self.recipe(meal.meal.recipe_id.as_str());
                format!("{name} {}", portion(meal.meal.servings_pct)).trim_end().to_owned()
            }
            (Field::Recipe, Value::Word(word)) => {
                self.recipe(word.split('@').next().unwrap_or(word)).to_owned()
            }
            (Field::Servings, Value::Number(percent)) => format!("{percent} %"),
            (Field::Expenditure, Value::Number(kcal)) => {
                self.reader.text_with("unit-kcal", [("amount", kcal.to_string().into())])
            }
            (_, value) => self.reader.value(field, value),
        }
    }

    fn recipe<'n>(&'n self, key: &'n str) -> &'n str {
        self.names.get(key).map_or(key, |name| called(name, self.reader.locale()))
    }
}
