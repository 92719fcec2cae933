//! The meals of the next days, each with why it is there, as the page of today shows them.

use domain::time::{DateSpan, LocalDate, add_days};
use nutrition::export::PlanRow;

use super::{
    plate::{Dish, day},
    why::why,
};
use crate::{problem::Problem, service::eating::view, web::visit::Visit};

/// Today and the six days after it.
const DAYS: i64 = 7;

/// A day with something to eat.
pub(in crate::web) struct DayAhead {
    pub(in crate::web) name: String,
    pub(in crate::web) date: LocalDate,
    pub(in crate::web) meals: Vec<MealAhead>,
}

/// A meal and the reasons for it, each with its rule.
pub(in crate::web) struct MealAhead {
    pub(in crate::web) dish: Dish,
    pub(in crate::web) why: Vec<(String, String)>,
}

/// The days from today on that have meals.
pub(in crate::web) async fn days(at: &Visit) -> Result<Vec<DayAhead>, Problem> {
    if at.profile.nutrition.is_none() {
        return Ok(vec![]);
    }
    let dates = DateSpan { from: at.today, to: add_days(at.today, DAYS - 1) };
    let (shown, held) = view::show_held(at.app(), &at.caller, dates).await?;
    let reader = at.reader();
    let days = shown.summary.days.iter().map(|of_day| {
        let rows = shown.plan.iter().filter(|row| row.item.date == of_day.date);
        let meal = |row: &PlanRow| {
            let holds = held.get(&(row.item.date, row.item.slot));
            MealAhead { dish: Dish::of(row, at), why: why(row, holds, &of_day.totals, &reader) }
        };
        DayAhead { name: day(of_day.date, &reader), date: of_day.date, meals: rows.map(meal).collect() }
    });
    Ok(days.filter(|day| !day.meals.is_empty()).collect())
}
