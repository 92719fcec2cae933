//! What pages about meals have in common: what days, meals, recipes, nutrients and amounts are called.

use std::{collections::BTreeMap, ops::Deref};

use domain::{
    nutrient::Nutrient,
    quantity::{Amount, div_half_up},
    reason::Fact,
    recipe::MealType,
    time::{LocalDate, add_days},
};
use nutrition::{menu::slot_of, problem::Problem, profile::week::weekday};

use crate::cli::{page::capital, words::Words};

/// A reader, and the problem that a page is about.
pub(super) struct MealPage<'a> {
    words: Words,
    pub(super) problem: &'a Problem,
    names: BTreeMap<&'a str, &'a str>,
    start: Option<LocalDate>,
}

impl Deref for MealPage<'_> {
    type Target = Words;

    fn deref(&self) -> &Words {
        &self.words
    }
}

impl<'a> MealPage<'a> {
    /// A page about a problem file, whose days have numbers and whose recipes have the names of the file.
    pub(super) fn new(words: Words, problem: &'a Problem) -> Self {
        let named =
            problem.recipes.iter().filter_map(|recipe| Some((recipe.id.as_str(), recipe.name.as_deref()?)));
        Self { words, problem, names: named.collect(), start: None }
    }

    /// A page about the days from a date on, with other names of recipes.
    pub(super) fn dated(
        words: Words,
        problem: &'a Problem,
        start: LocalDate,
        names: BTreeMap<&'a str, &'a str>,
    ) -> Self {
        Self { words, problem, names, start: Some(start) }
    }

    /// The first day, if it has a date.
    pub(super) const fn start(&self) -> Option<LocalDate> {
        self.start
    }

    /// What a recipe is called.
    pub(super) fn recipe<'n>(&self, id: &'n str) -> &'n str
    where
        'a: 'n,
    {
        self.names.get(id).copied().unwrap_or(id)
    }

    /// What a day from 1 is called: its date, or its number.
    pub(super) fn day(&self, day: u32) -> String {
        match self.date(day) {
            Some(date) => self.dated_text("meals-date", "weekday", date),
            None => self.text_with("meals-day", [("day", day.into())]),
        }
    }

    /// A day in a narrow column.
    pub(super) fn short_day(&self, day: u32) -> String {
        match self.date(day) {
            Some(date) => self.dated_text("meals-date-short", "weekday_short", date),
            None => self.day(day),
        }
    }

    /// A day, or all of them.
    pub(super) fn day_or_all(&self, day: Option<u32>) -> String {
        day.map_or_else(|| self.text("meals-days"), |day| self.day(day))
    }

    /// A line about a day or a meal.
    pub(super) fn about(&self, at: &str, what: String) -> String {
        self.text_with("meals-about", [("at", capital(at).into()), ("what", what.into())])
    }

    fn date(&self, day: u32) -> Option<LocalDate> {
        self.start.map(|start| add_days(start, i64::from(day) - 1))
    }

    fn dated_text(&self, id: &str, weekdays: &str, date: LocalDate) -> String {
        let facts = [
            ("weekday", self.word(weekdays, weekday(date)).into()),
            ("month", self.word("month", date.month()).into()),
            // Days of one and two digits line up.
            (
                "day",
                if weekdays == "weekday" { date.day().to_string() } else { format!("{:>2}", date.day()) }
                    .into(),
            ),
        ];
        self.text_with(id, facts)
    }

    /// A meal by its day and time.
    pub(super) fn at(&self, day: u32, slot: u32) -> String {
        let time =
            slot_of(self.problem, day, slot).map_or_else(|| format!("#{slot}"), |slot| slot.time.clone());
        self.text_with("meals-at", [("day", self.day(day).into()), ("time", time.into())])
    }

    /// For what kind of meal a slot is; words of their own stay as they are.
    pub(super) fn for_meal(&self, day: u32, slot: u32) -> String {
        let word = slot_of(self.problem, day, slot).and_then(|slot| slot.meal_type.as_deref());
        match word {
            Some(word) if MealType::WORDS.contains(&word) => self.word("for_meal", word),
            Some(word) => word.to_owned(),
            None => self.word("for_meal", "none"),
        }
    }

    /// What a nutrient is called.
    pub(super) fn nutrient(&self, nutrient: Nutrient) -> String {
        self.word("nutrient", nutrient)
    }

    /// An amount of a nutrient with its unit.
    pub(super) fn amount(&self, nutrient: Nutrient, amount: Amount) -> String {
        self.word_with("unit", nutrient.unit(), self.figure(amount))
    }

    /// A number of something that a document names: a nutrient with its unit, or the cost.
    pub(super) fn named_amount(&self, name: &str, amount: Amount) -> String {
        match name.parse::<Nutrient>() {
            Ok(nutrient) => self.amount(nutrient, amount),
            Err(_) => self.figure(amount),
        }
    }

    fn word_with(&self, kind: &str, word: impl std::fmt::Display, amount: String) -> String {
        self.text_with(&format!("{kind}-{word}"), [("amount", amount.into())])
    }

    /// As many digits as people read: three or four of them, no zeros at the end.
    pub(super) fn figure(&self, amount: Amount) -> String {
        let unit = Amount::UNIT;
        let step = match amount.0.abs() {
            size if size >= 1000 * unit => unit,
            size if size >= 100 * unit => unit / 10,
            _ => unit / 100,
        };
        self.number(Amount(div_half_up(amount.0, step) * step))
    }
}

/// A whole number of the unit.
pub(super) fn whole(amount: Amount) -> String {
    div_half_up(amount.0, Amount::UNIT).to_string().replace('-', "−")
}

/// Thousandths as percent, rounded down: what is not all is not shown as all.
pub(super) fn percent(milli: u32) -> Fact {
    Fact::from(milli / 10)
}
