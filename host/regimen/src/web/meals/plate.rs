//! Shapes that several pages about meals show: days by their names, meals with their state, totals against needs.

use domain::{
    meal_plan::SlotState,
    nutrient::{Decimal, Nutrient},
    quantity::{Amount, div_half_up},
    reason::Fact,
    recipe::MealType,
    time::LocalDate,
};
use nutrition::{
    export::PlanRow,
    profile::week::weekday,
    summary::{Row, Totals},
};

use crate::{
    meal_reader::{called, portion},
    reader::{Reader, capital},
    web::visit::Visit,
};

/// Energy and what brings it.
const MACROS: [Nutrient; 4] = [Nutrient::Calories, Nutrient::Protein, Nutrient::Fat, Nutrient::Carbs];

/// The pages about meals: where, their name, and whether the reader is there.
pub(super) fn places(at: &Visit) -> Vec<(&'static str, String, bool)> {
    const PLACES: [(&str, &str); 7] = [
        ("/meals", "web-meals-week"),
        ("/meals/shopping", "web-meals-shopping"),
        ("/meals/recipes", "web-meals-recipes"),
        ("/meals/targets", "web-meals-targets"),
        ("/meals/pantry", "web-meals-pantry"),
        ("/meals/diary", "web-meals-diary"),
        ("/meals/profile", "web-meals-profile"),
    ];
    // Days belong to the week.
    let is_below = |path: &str| path != "/meals" && at.is_at(path);
    let is_other = PLACES.iter().any(|(path, _)| is_below(path));
    PLACES.map(|(path, name)| (path, at.t(name), is_below(path) || (path == "/meals" && !is_other))).into()
}

/// A day by its name and date: `Monday, March 9`.
pub(super) fn day(date: LocalDate, reader: &Reader<'_>) -> String {
    dated(date, "meals-date", "weekday", reader)
}

/// A day in a narrow place: `Mon 9`.
pub(super) fn short_day(date: LocalDate, reader: &Reader<'_>) -> String {
    dated(date, "meals-date-short", "weekday_short", reader)
}

fn dated(date: LocalDate, id: &str, weekdays: &str, reader: &Reader<'_>) -> String {
    let facts = [
        ("weekday", Fact::from(capital(&reader.word(weekdays, weekday(date))))),
        ("month", reader.word("month", date.month()).into()),
        ("day", date.day().to_string().into()),
    ];
    reader.text_with(id, facts)
}

/// What meal a slot is, such as `Lunch`; without a word of its own, nothing.
pub(super) fn meal_of(at: &Visit, date: LocalDate, slot: u8) -> Option<String> {
    let slots = at.profile.nutrition.as_ref()?.slots(date).0;
    let word = slots.get(usize::from(slot))?.meal_type.clone()?;
    let is_known = MealType::WORDS.contains(&word.as_str());
    Some(capital(&if is_known { at.word("meal_type", word) } else { word }))
}

/// A whole number of a unit.
pub(super) fn whole(Amount(amount): Amount) -> String {
    div_half_up(amount, Amount::UNIT).to_string()
}

/// A planned meal in a list or a grid.
pub(in crate::web) struct Dish {
    pub(in crate::web) href: String,
    /// What meal it is, or when.
    pub(in crate::web) meal: String,
    pub(in crate::web) time: String,
    pub(in crate::web) name: String,
    /// How much of a serving, where that is not one.
    pub(in crate::web) portion: String,
    pub(in crate::web) kcal: Option<String>,
    pub(in crate::web) item: String,
    /// `done`, `off` or nothing, as the style sheet knows it.
    pub(in crate::web) class: &'static str,
    /// What became of it, in words; nothing while it is planned.
    pub(in crate::web) state: Option<String>,
    pub(in crate::web) is_pinned: bool,
    /// Whether it may be said what became of it (ML-2).
    pub(in crate::web) is_loggable: bool,
}

impl Dish {
    /// A row of the plan.
    pub(super) fn of(row: &PlanRow, at: &Visit) -> Self {
        let item = &row.item;
        let time = item.meal_time.to_string();
        let days_ahead = domain::time::days_between(at.today, item.date);
        Self {
            href: format!("/meals/day/{}#slot-{}", item.date, item.slot),
            meal: meal_of(at, item.date, item.slot).unwrap_or_else(|| time.clone()),
            time,
            name: called(&row.name, at.lang()).to_owned(),
            portion: portion(item.servings_pct),
            kcal: row.macros.map(|macros| whole(macros.calories.0)),
            item: row.item_id.to_string(),
            class: match row.state {
                SlotState::Eaten | SlotState::Replaced => "done",
                SlotState::Skipped | SlotState::Missed => "off",
                SlotState::Planned => "",
            },
            state: (row.state != SlotState::Planned).then(|| at.word("slot_state", row.state)),
            is_pinned: item.pinned,
            is_loggable: row.state == SlotState::Planned && days_ahead <= 1,
        }
    }
}

/// What a day holds of one macronutrient, against what it needs.
pub(super) struct Against {
    pub(super) name: String,
    /// What is planned, or of a past day what was eaten: `2 390`.
    pub(super) holds: String,
    /// What is needed with its unit: `2 400 kcal`, `60–90 g`.
    pub(super) goal: Option<String>,
    pub(super) eaten: String,
    /// For a bar: so many thousandths of the goal, at most all of it.
    pub(super) share: i64,
    /// `low`, `ok` or `high`; nothing without a goal.
    pub(super) verdict: Option<&'static str>,
}

impl Against {
    /// The four macronutrients of a day.
    pub(super) fn all(totals: &Totals, is_past: bool, reader: &Reader<'_>) -> Vec<Self> {
        let row = |nutrient| totals.rows.iter().find(|row| row.nutrient == nutrient);
        MACROS.into_iter().filter_map(row).map(|row| Self::of(row, is_past, reader)).collect()
    }

    fn of(row: &Row, is_past: bool, reader: &Reader<'_>) -> Self {
        let known = |amount: Option<Decimal>| amount.map_or(Amount(0), |amount| amount.0);
        let (planned, eaten) = (known(row.planned.amount), known(row.eaten.amount));
        let holds = if is_past { eaten } else { planned };
        let unit = |text: String| {
            reader.text_with(&format!("unit-{}", row.nutrient.unit()), [("amount", text.into())])
        };
        let goal = row.goal.map(|goal| match (row.nutrient, goal.least, goal.most) {
            (Nutrient::Fat, Some(least), Some(most)) => unit(format!("{}–{}", whole(least.0), whole(most.0))),
            _ => unit(whole(goal.target.0)),
        });
        let verdict = row.goal.map(|goal| match (goal.least, goal.most) {
            (Some(least), _) if holds < least.0 => "low",
            (_, Some(most)) if most.0 < holds => "high",
            _ => "ok",
        });
        let target = row.goal.map_or(Amount(0), |goal| goal.target.0).0.max(1);
        Self {
            name: capital(&reader.word("nutrient", row.nutrient)),
            holds: whole(holds),
            goal,
            eaten: whole(eaten),
            share: (i128::from(holds.0) * 1000 / i128::from(target))
                .clamp(0, 1000)
                .try_into()
                .unwrap_or(1000),
            verdict,
        }
    }
}
