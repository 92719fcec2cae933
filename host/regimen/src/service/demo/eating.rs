//! What the made-up athlete eats, weighs and measures.

use domain::{
    meal_plan::{MealItem, SlotState},
    quantity::Grams,
    time::{DateSpan, LocalDate, add_days},
};

use super::{Life, WEEKS, strength::WEIGHT};
use crate::{
    problem::Problem,
    service::{
        body::{self, MeasurementKind, Taken},
        eating::{
            change,
            log::{self, Entered, Said},
            setting::{self, Taste},
            shop, view, week,
        },
    },
};

/// Who eats: five answers are enough (NT-8).
const EATER: &str =
    r#"{"sex":"male","birth_date":"1991-04-12","height_mm":1820,"weight_g":80000,"goal":"maintain"}"#;

/// The first week that is planned: the one before today.
const FIRST: i64 = WEEKS - 1;

/// What was at home before the first list was bought: foods and grams.
const AT_HOME: [(&str, i64); 6] = [
    ("rolled_oats", 800),
    ("rice_white", 1200),
    ("buckwheat_groats", 600),
    ("olive_oil", 450),
    ("walnuts", 150),
    ("rice_brown", 400),
];

/// What became of a meal that was not eaten as planned.
#[derive(Clone, Copy)]
enum Otherwise {
    /// Half of it was eaten.
    Half,
    /// It was left out.
    Nothing,
    /// Something else was eaten.
    Snack,
    /// Nobody said.
    Unsaid,
}

/// By day and slot of the week that is written down.
const OTHERWISE: [(i64, u8, Otherwise); 5] = [
    (1, 2, Otherwise::Nothing),
    (2, 1, Otherwise::Half),
    (3, 2, Otherwise::Snack),
    (5, 0, Otherwise::Nothing),
    (4, 3, Otherwise::Unsaid),
];

/// What was eaten beside the plan, by day: the food and milligrams.
const BESIDE: [(i64, &str, i64); 3] =
    [(0, "apple", 180_000), (4, "chocolate_dark", 20_000), (6, "chocolate_dark", 30_000)];

/// What is measured: at first, and by how much it changes in a week, in thousandths.
const MEASURED: [(MeasurementKind, i64, i64); 4] = [
    (MeasurementKind::Waist, 874, -900),
    (MeasurementKind::Chest, 1012, 450),
    (MeasurementKind::Arm, 352, 500),
    (MeasurementKind::Thigh, 571, 400),
];

impl Life<'_> {
    /// A weight that falls slowly, as weights do; now and then a tape is put around as well.
    pub(super) async fn weigh(&mut self, number: i64) -> Result<(), Problem> {
        let grams = Grams(WEIGHT.0 - 45 * number + self.dice.between(-280, 280));
        self.shape.weight = grams;
        let to_scale = Grams(grams.0 / 100 * 100);
        body::weigh(self.app, &self.caller, to_scale, Taken::default()).await?;
        if number % 12 == 0 {
            let weeks = number / 3;
            for (kind, first, change) in MEASURED {
                let amount = first + weeks * change / 1000;
                body::measure(self.app, &self.caller, kind, amount, Taken::default()).await?;
            }
        }
        Ok(())
    }

    /// The kitchen on one morning: a week is planned when it begins.
    pub(super) async fn kitchen(&mut self, week: i64, day: i64) -> Result<(), Problem> {
        match (week, day) {
            (FIRST, 0) => {
                let eater = serde_json::from_str(EATER).map_err(|error| Problem::defect(&error))?;
                setting::setup(self.app, &self.caller, eater, None).await?;
                for (food, grams) in AT_HOME {
                    shop::add_to_pantry(self.app, &self.caller, food, 1000 * grams, None).await?;
                }
                self.plan().await
            }
            (FIRST, 2) => self.other_dinner(1).await,
            (WEEKS, 0) => {
                // After a week of them.
                let enough = Taste::Dislike("mushrooms".to_owned());
                setting::taste(self.app, &self.caller, &enough).await?;
                self.plan().await?;
                self.shop().await?;
                self.other_dinner(2).await
            }
            _ => Ok(()),
        }
    }

    /// Seven days from today on.
    async fn plan(&mut self) -> Result<(), Problem> {
        let planned = week::plan_week(self.app, &self.caller, self.date(), 7).await?;
        if let Some(proposal) = planned.proposal {
            week::accept(self.app, &self.caller, proposal.id).await?;
        }
        Ok(())
    }

    /// Half of the list is in the cart, and some of that at home already.
    async fn shop(&mut self) -> Result<(), Problem> {
        let dates = DateSpan { from: self.date(), to: add_days(self.date(), 6) };
        let list = shop::shopping(self.app, &self.caller, dates).await?;
        let foods: Vec<String> =
            list.lines.iter().filter_map(|line| Some(line.food_id.as_ref()?.to_string())).collect();
        for (place, food) in foods.iter().enumerate().take(foods.len() / 2) {
            shop::check(self.app, &self.caller, dates, food, true, place % 3 == 0).await?;
        }
        Ok(())
    }

    /// Another dinner tomorrow than the one that is planned.
    async fn other_dinner(&mut self, ahead: i64) -> Result<(), Problem> {
        let date = add_days(self.date(), ahead);
        let Some(last) = self.meals(date).await?.pop() else { return Ok(()) };
        let list = change::swap_list(self.app, &self.caller, date, last.slot).await?;
        let Some(other) = list.alternatives.first() else { return Ok(()) };
        let recipe = other.recipe_id.parse().map_err(|error| Problem::defect(&error))?;
        change::swap(self.app, &self.caller, (date, last.slot), &recipe, true).await.map(drop)
    }

    /// The meals that are planned for a day, in their order.
    async fn meals(&mut self, date: LocalDate) -> Result<Vec<MealItem>, Problem> {
        let days = view::show(self.app, &self.caller, DateSpan { from: date, to: date }).await?;
        let open = days.plan.into_iter().filter(|row| row.state == SlotState::Planned);
        let mut meals: Vec<MealItem> = open.map(|row| row.item).collect();
        meals.sort_by_key(|meal| meal.slot);
        Ok(meals)
    }

    /// What was eaten on the day that ends: nearly all of it as planned.
    pub(super) async fn write_down(&mut self, week: i64, day: i64) -> Result<(), Problem> {
        if week != FIRST {
            return Ok(());
        }
        let date = self.date();
        for meal in self.meals(date).await? {
            let said = match OTHERWISE.iter().find(|(on, slot, _)| (*on, *slot) == (day, meal.slot)) {
                None => Said::Eaten(None),
                Some((.., Otherwise::Half)) => Said::Eaten(Some(meal.servings_pct / 2)),
                Some((.., Otherwise::Nothing)) => Said::Skipped,
                Some((.., Otherwise::Snack)) => {
                    Said::Foods(vec![("banana".to_owned(), 120_000), ("walnuts".to_owned(), 30_000)])
                }
                Some((.., Otherwise::Unsaid)) => continue,
            };
            log::say(self.app, &self.caller, (date, meal.slot), said).await?;
        }
        if let Some((_, food, mg)) = BESIDE.iter().find(|(on, ..)| *on == day) {
            let entered = Entered::Mass((*food).to_owned(), *mg);
            log::enter_diary(self.app, &self.caller, date, entered).await?;
        }
        Ok(())
    }
}
