//! What is shown of meals: plan, log and totals; exports; versions, undo and rollback (ML-9, ML-10, PV-13).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    food::Name,
    law::Invalid,
    meal_plan::{DiaryEntry, MealLog, PlannedMeal},
    nutrient::Nutrients,
    plan::ItemId,
    quantity::{Amount, div_half_up},
    time::{DateSpan, LocalDate, add_days},
    voice::Voice,
};
use nutrition::{
    export::{PlanRow, csv, export as gather, ics::calendar, planned, sheet::sheet},
    profile::NutritionProfile,
    summary::{Summary, SummaryInput, goal::Goals, summarize},
    target::tuning::AdaptiveTuning,
};
use plan::{
    chain::{Chain, Entry, Facts, Moment},
    landing::{Landing, Refusal, World},
    rollback::{Slot, restore, rollback},
    undo::undo,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{log::goals_of, table::Table};
use crate::{
    problem::{NO_MEAL_PLAN, Problem},
    service::{
        act::Act,
        app::{App, Caller, Scope},
        ledger::{Span, world},
    },
};

/// Some days of eating.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Days {
    /// The days.
    pub dates: DateSpan,
    /// What is planned, and what became of it.
    pub plan: Vec<PlanRow>,
    /// What was said about slots.
    pub log: Vec<MealLog>,
    /// What was eaten outside all slots.
    pub diary: Vec<DiaryEntry>,
    /// Planned, eaten and needed (ML-10).
    pub summary: Summary,
    /// The version of the plan in force.
    pub version: Option<u32>,
    /// Proposals that wait.
    pub waiting: usize,
}

/// Plan, log and totals of some days (ML-10).
pub async fn show(app: &App, caller: &Caller, dates: DateSpan) -> Result<Days, Problem> {
    Ok(days(app, caller, dates).await?.0)
}

/// The same, with what the planned meals hold, by day and slot; a recipe that is not known is absent.
pub async fn show_held(
    app: &App,
    caller: &Caller,
    dates: DateSpan,
) -> Result<(Days, BTreeMap<(LocalDate, u8), Held>), Problem> {
    let (days, table) = days(app, caller, dates).await?;
    let held = held(&table, dates);
    Ok((days, held))
}

async fn days(app: &App, caller: &Caller, dates: DateSpan) -> Result<(Days, Table), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let table = work.table(dates).await?;
    let profile: Option<NutritionProfile> = work.profile().nutrition.clone();
    let weigh_ins = match profile {
        Some(_) => work.eater().await?.weigh_ins,
        None => vec![],
    };
    let goals: BTreeMap<LocalDate, Goals> =
        dates.days().filter_map(|date| Some((date, goals_of(&table, date)?))).collect();
    let (diary, kitchen) = (table.diary(), table.larder.kitchen());
    let supplements = profile.map_or_else(Vec::new, |profile| profile.supplements);
    let totals = summarize(&SummaryInput {
        dates,
        diary: &diary,
        kitchen: &kitchen,
        goals: &goals,
        supplements: &supplements,
        weigh_ins: &weigh_ins,
        tuning: &AdaptiveTuning::default(),
        now: work.now,
        zone: work.zone(),
    });
    let plan = planned(&diary, dates, &kitchen);
    let log = diary.logs().iter().filter(|log| dates.contains(log.date)).cloned().collect();
    let eaten = dates.days().flat_map(|date| diary.entries(date)).cloned().collect();
    let active = table.chain.as_ref().and_then(Chain::active);
    let version = active.map(|entry| entry.version.number);
    let open = table.chain.iter().flat_map(|chain| &chain.proposals).filter(|one| one.state.is_open());
    let waiting = open.count();
    Ok((Days { dates, plan, log, diary: eaten, summary: totals, version, waiting }, table))
}

domain::vocabulary::vocabulary! {
    /// In which form meals leave the program (ML-9).
    pub enum ExportFormat: "export format" {
        /// A calendar.
        Ics = "ics",
        /// The plan as a table.
        Csv = "csv",
        /// What was said, as a table.
        LogCsv = "log-csv",
        /// The shopping list, as a table.
        ListCsv = "list-csv",
        /// Everything, as a document.
        Json = "json",
        /// Plan and list, for paper.
        Html = "html",
    }
}

/// Plan, log and list of some days for other programs.
pub async fn export(
    app: &App,
    caller: &Caller,
    dates: DateSpan,
    format: ExportFormat,
    voice: &Voice,
) -> Result<String, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let table = work.table(dates).await?;
    let list = work.list(&table, dates).await?;
    let (diary, kitchen) = (table.diary(), table.larder.kitchen());
    let voice = Voice { zone: work.zone().clone(), ..voice.clone() };
    if format == ExportFormat::Ics {
        return Ok(calendar(&diary, dates, &kitchen, &voice, work.now));
    }
    let all = gather(&diary, dates, &kitchen, list);
    Ok(match format {
        ExportFormat::Csv => csv::plan(&all.plan),
        ExportFormat::LogCsv => csv::log(&all.log, &all.diary),
        ExportFormat::ListCsv => csv::list(&all.list),
        ExportFormat::Html => sheet(&all, &voice),
        ExportFormat::Ics | ExportFormat::Json => {
            let text = serde_json::to_string_pretty(&all);
            text.map(|text| text + "\n").map_err(|_| Problem::defect("eating::export"))?
        }
    })
}

/// What a planned meal holds, and how long it takes to cook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// In as much of a serving as is planned.
    pub nutrients: Nutrients,
    /// Of cooking.
    pub minutes: u32,
}

fn held(table: &Table, dates: DateSpan) -> BTreeMap<(LocalDate, u8), Held> {
    let kitchen = table.larder.kitchen();
    let meals = table.meals().iter().map(|one| &one.meal).filter(|meal| dates.contains(meal.date));
    let held = meals.filter_map(|meal| {
        let entry = kitchen.recipe(&meal.recipe_id, meal.recipe_revision)?;
        let mut nutrients = Nutrients::UNKNOWN;
        for (nutrient, Amount(amount)) in entry.derived.nutrition.known() {
            let share = div_half_up(amount * i64::from(meal.servings_pct), 100);
            nutrients.set(nutrient, Some(Amount(share)));
        }
        Some(((meal.date, meal.slot), Held { nutrients, minutes: entry.recipe.cooking_time_minutes }))
    });
    held.collect()
}

/// What recipes are called, by key: those of the product and the athlete's own.
pub async fn names(app: &App, caller: &Caller) -> Result<BTreeMap<String, Name>, Problem> {
    Ok(app.read(caller, Scope::Read).await?.larder().await?.recipe_names(|_| true))
}

/// A day in the athlete's words: `today`, `tomorrow`, `yesterday`, or a date; without one today.
pub async fn find_day(app: &App, caller: &Caller, word: Option<&str>) -> Result<LocalDate, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    let today = work.today();
    match word {
        None | Some("today") => Ok(today),
        Some("tomorrow") => Ok(add_days(today, 1)),
        Some("yesterday") => Ok(add_days(today, -1)),
        Some(date) => date.parse().map_err(|_| {
            let expected = "a date like 2026-03-09, or today, tomorrow, yesterday";
            Invalid::of(ErrorCode::BadValue, "date", date, expected).into()
        }),
    }
}

/// A slot in the athlete's words: its number from 0, its time, or what meal it is.
pub async fn find_slot(
    app: &App,
    caller: &Caller,
    date: LocalDate,
    word: &str,
) -> Result<(LocalDate, u8), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    if let Ok(number) = word.parse() {
        return Ok((date, number));
    }
    let table = work.table(DateSpan { from: date, to: date }).await?;
    let planned = table.meals().iter().map(|one| &one.meal).filter(|meal| meal.date == date);
    let mut by_time = planned.filter(|meal| meal.meal_time.to_string() == word).map(|meal| meal.slot);
    let slots = work.profile().nutrition.as_ref().map(|profile| profile.slots(date).0).unwrap_or_default();
    let is_meant = |slot: &domain::meal_plan::Slot| {
        slot.meal_type.as_deref() == Some(word) || slot.time.to_string() == word
    };
    let found = by_time.next().or_else(|| u8::try_from(slots.iter().position(is_meant)?).ok());
    found.map(|slot| (date, slot)).ok_or_else(|| {
        let known: Vec<String> = slots
            .iter()
            .map(|slot| slot.meal_type.clone().unwrap_or_else(|| slot.time.to_string()))
            .collect();
        let expected = format!("a number from 0, a time, or one of {}", known.join(", "));
        Invalid::of(ErrorCode::BadValue, "slot", word, expected).into()
    })
}

/// The versions of the nutrition Plan, oldest first.
pub async fn versions(app: &App, caller: &Caller) -> Result<Vec<Entry<PlannedMeal>>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.meal_chain(Span::Whole).await?;
    Ok(chain.map_or_else(Vec::new, |chain| chain.versions))
}

/// The ids of the meals in force, as undo and calendars know them.
pub async fn items(app: &App, caller: &Caller) -> Result<BTreeMap<(LocalDate, u8), ItemId>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let chain = work.meal_chain(Span::Recent("")).await?;
    let meals = chain.iter().flat_map(Chain::effective);
    Ok(meals.map(|one| ((one.meal.date, one.meal.slot), one.item_id)).collect())
}

/// Takes a version back (RB-3); without a number the one in force.
pub async fn take_back(app: &App, caller: &Caller, number: Option<u32>) -> Result<Option<u32>, Problem> {
    landed(app, caller, |chain, moment, world| {
        undo(chain, number.unwrap_or(chain.plan.active_version), moment, world)
    })
    .await
}

/// Rolls a day back (RB-2).
pub async fn roll_back(app: &App, caller: &Caller, slot: &Slot) -> Result<Option<u32>, Problem> {
    landed(app, caller, |chain, moment, world| rollback(chain, slot, None, moment, world)).await
}

/// Makes a version the plan again (RB-4).
pub async fn bring_back(app: &App, caller: &Caller, number: u32) -> Result<Option<u32>, Problem> {
    landed(app, caller, |chain, moment, world| restore(chain, number, moment, world)).await
}

/// One change of the nutrition Plan: load, engine, save. A plan that comes back is checked for what must not be eaten.
async fn landed(
    app: &App,
    caller: &Caller,
    land: impl FnOnce(&Chain<PlannedMeal>, &Moment, World<'_>) -> Result<Landing<PlannedMeal>, Refusal>,
) -> Result<Option<u32>, Problem> {
    let mut work = app.write(caller, Act::MealsChanged).await?;
    let chain = work.meal_chain(Span::Whole).await?.ok_or_else(|| Problem::new(NO_MEAL_PLAN))?;
    let facts = Facts::new();
    let landing = land(&chain, &work.moment(), world(&facts))?;
    work.land(&landing).await?;
    let mut version = landing.activated();
    if let Some(profile) = work.profile().nutrition.clone() {
        work.trace_id = app.trace();
        version = work.void_unsafe(&profile).await?.version.or(version);
    }
    work.commit().await?;
    Ok(version)
}
