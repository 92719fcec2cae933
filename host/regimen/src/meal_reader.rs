//! A reader of pages about meals: what days, meals, recipes, nutrients and amounts are called in their words.
//!
//! Read on in [`failure`] (why there is no plan) and [`remedy`] (what would help).

pub(crate) mod failure;
pub(crate) mod remedy;

use std::{collections::BTreeMap, ops::Deref};

use domain::{
    food::Name,
    nutrient::Nutrient,
    quantity::{Amount, div_half_up},
    reason::Fact,
    recipe::MealType,
    time::{LocalDate, add_days},
    voice::Locale,
};
use nutrition::{menu::slot_of, problem::Problem, profile::week::weekday};

use crate::{reader::capital, words::Words};

/// A reader, and the problem that a page is about.
pub(crate) struct MealReader<'a> {
    words: Words,
    pub(crate) problem: &'a Problem,
    names: BTreeMap<&'a str, &'a str>,
    start: Option<LocalDate>,
}

impl Deref for MealReader<'_> {
    type Target = Words;

    fn deref(&self) -> &Words {
        &self.words
    }
}

impl<'a> MealReader<'a> {
    /// A page about a problem file, whose days have numbers and whose recipes have the names of the file.
    pub(crate) fn new(words: Words, problem: &'a Problem) -> Self {
        let named =
            problem.recipes.iter().filter_map(|recipe| Some((recipe.id.as_str(), recipe.name.as_deref()?)));
        Self { words, problem, names: named.collect(), start: None }
    }

    /// A page about the days from a date on, with other names of recipes.
    pub(crate) fn dated(
        words: Words,
        problem: &'a Problem,
        start: LocalDate,
        names: BTreeMap<&'a str, &'a str>,
    ) -> Self {
        Self { words, problem, names, start: Some(start) }
    }

    /// The first day, if it has a date.
    pub(crate) const fn start(&self) -> Option<LocalDate> {
        self.start
    }

    /// What a recipe is called.
    pub(crate) fn recipe<'n>(&self, id: &'n str) -> &'n str
    where
        'a: 'n,
    {
        self.names.get(id).copied().unwrap_or(id)
    }

    /// What a day from 1 is called: its date, or its number.
    pub(crate) fn day(&self, day: u32) -> String {
        match self.date(day) {
            Some(date) => self.dated_text("meals-date", "weekday", date),
            None => self.text_with("meals-day", [("day", day.into())]),
        }
    }

    /// A day in a narrow column.
    pub(crate) fn short_day(&self, day: u32) -> String {
        match self.date(day) {
            Some(date) => self.dated_text("meals-date-short", "weekday_short", date),
            None => self.day(day),
        }
    }

    /// A day, or all of them.
    pub(crate) fn day_or_all(&self, day: Option<u32>) -> String {
        day.map_or_else(|| self.text("meals-days"), |day| self.day(day))
    }

    /// A line about a day or a meal.
    pub(crate) fn about(&self, at: &str, what: String) -> String {
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
    pub(crate) fn at(&self, day: u32, slot: u32) -> String {
        let time =
            slot_of(self.problem, day, slot).map_or_else(|| format!("#{slot}"), |slot| slot.time.clone());
        self.text_with("meals-at", [("day", self.day(day).into()), ("time", time.into())])
    }

    /// For what kind of meal a slot is; words of their own stay as they are.
    pub(crate) fn for_meal(&self, day: u32, slot: u32) -> String {
        let word = slot_of(self.problem, day, slot).and_then(|slot| slot.meal_type.as_deref());
        match word {
            Some(word) if MealType::WORDS.contains(&word) => self.word("for_meal", word),
            Some(word) => word.to_owned(),
            None => self.word("for_meal", "none"),
        }
    }

    /// What a nutrient is called.
    pub(crate) fn nutrient(&self, nutrient: Nutrient) -> String {
        self.word("nutrient", nutrient)
    }

    /// An amount of a nutrient with its unit.
    pub(crate) fn amount(&self, nutrient: Nutrient, amount: Amount) -> String {
        self::amount(nutrient, amount, &self.words)
    }

    /// A number of something that a document names: a nutrient with its unit, or the cost.
    pub(crate) fn named_amount(&self, name: &str, amount: Amount) -> String {
        match name.parse::<Nutrient>() {
            Ok(nutrient) => self.amount(nutrient, amount),
            Err(_) => self.figure(amount),
        }
    }

    /// As many digits as people read.
    pub(crate) fn figure(&self, amount: Amount) -> String {
        figure(amount, &self.words)
    }
}

/// An amount of a nutrient with its unit.
pub(crate) fn amount(nutrient: Nutrient, amount: Amount, words: &Words) -> String {
    words.text_with(&format!("unit-{}", nutrient.unit()), [("amount", figure(amount, words).into())])
}

/// As many digits as people read: three or four of them, no zeros at the end.
pub(crate) fn figure(amount: Amount, words: &Words) -> String {
    let unit = Amount::UNIT;
    let step = match amount.0.abs() {
        size if size >= 1000 * unit => unit,
        size if size >= 100 * unit => unit / 10,
        _ => unit / 100,
    };
    words.number(Amount(div_half_up(amount.0, step) * step))
}

/// How much of a serving, as a cook says it; nothing for a whole one.
pub(crate) fn portion(percent: u32) -> String {
    match percent {
        50 => "× ½".to_owned(),
        75 => "× ¾".to_owned(),
        100 => String::new(),
        125 => "× 1¼".to_owned(),
        150 => "× 1½".to_owned(),
        200 => "× 2".to_owned(),
        other => format!("{other} %"),
    }
}

/// What something is called in the reader's language.
pub(crate) fn called(name: &Name, locale: Locale) -> &str {
    match (locale, &name.ru) {
        (Locale::Ru, Some(ru)) => ru,
        _ => &name.en,
    }
}

/// A whole number of the unit.
pub(crate) fn whole(amount: Amount) -> String {
    div_half_up(amount.0, Amount::UNIT).to_string().replace('-', "−")
}

/// Thousandths as percent, rounded down: what is not all is not shown as all.
pub(crate) fn percent(milli: u32) -> Fact {
    Fact::from(milli / 10)
}
