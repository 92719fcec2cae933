//! Ingredient: reading a line of a recipe as people write it, in English and Russian (ND-6).
//!
//! A line is `[quantity] [unit] name [, preparation]`. [`Line::read`] takes it apart without knowing any food;
//! [`Line::ingredient`] finds the food it means.

mod number;
mod words;

use std::{fmt, str::FromStr};

use domain::{
    food::{Food, Unit},
    recipe::{Ingredient, Quantity},
};

use crate::{
    foods::{Foods, Unresolved},
    ratio::Ratio,
    text::Norm,
};

pub(crate) use words::unit as read_unit;

/// A line taken apart. Printing it gives a line that is read as the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// How many units, the mean of a range; 1 if none is written, 0 if and only if it is to taste.
    pub quantity: Quantity,
    /// Absent: pieces are counted.
    pub unit: Option<Unit>,
    /// What it is.
    pub name: String,
    /// What is done with it: what follows the first comma or stands in brackets.
    pub preparation: Option<String>,
    /// As much as one likes.
    pub to_taste: bool,
    /// May be left out.
    pub optional: bool,
}

/// A line that is no ingredient.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnIngredient {
    /// Nothing is named.
    #[error("`{0}` names no ingredient, expected a line like `2 tbsp olive oil`")]
    NoName(String),
    /// None of it, or too much to be true.
    #[error("`{line}` has the quantity {found}, expected more than 0 and at most 4000000")]
    Quantity {
        /// The line.
        line: String,
        /// The quantity as written.
        found: String,
    },
}

/// An ingredient of a recipe, and why it has no food if it has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// The ingredient; without food as long as that is unresolved.
    pub ingredient: Ingredient,
    /// Why no food was found.
    pub unresolved: Option<Unresolved>,
}

impl Line {
    /// Takes a line apart.
    pub fn read(line: &str) -> Result<Self, NotAnIngredient> {
        let mut marks = Marks::default();
        let text = marks.take(&number::with_plain_fractions(line));
        let (text, mut notes) = without_brackets(&text);
        let (quantity, text) = quantity(line, &text)?;
        let (unit, text) = match words::unit(text) {
            Some((unit, rest)) if has_letters(without_of(rest)) => (Some(unit), without_of(rest)),
            _ => (None, text),
        };
        let (name, preparation) = text.split_once(',').unwrap_or((text, ""));
        notes.insert(0, preparation);
        let notes: Vec<&str> = notes.into_iter().map(trim).filter(|note| !note.is_empty()).collect();
        let name = trim(name);
        if !has_letters(name) {
            return Err(NotAnIngredient::NoName(line.to_owned()));
        }
        Ok(Self {
            quantity: if marks.to_taste { Quantity::ZERO } else { quantity },
            unit: unit.filter(|_| !marks.to_taste),
            name: name.to_owned(),
            preparation: (!notes.is_empty()).then(|| notes.join(", ")),
            to_taste: marks.to_taste,
            optional: marks.optional,
        })
    }

    /// The ingredient with the food it means, if that is exactly one.
    pub fn ingredient(self, foods: &Foods<'_>) -> Resolved {
        let found = self.food(foods);
        let mut unit = self.unit;
        if let (Ok(food), Some(size)) = (&found, &unit)
            && words::is_size(size)
            && !food.portions.iter().any(|portion| portion.unit == *size)
        {
            // ND-9 calls a size neutral: two large onions are two onions where only onions are known.
            unit = None;
        }
        let text = match self.preparation {
            Some(preparation) => format!("{}, {preparation}", self.name),
            None => self.name,
        };
        let (food_id, unresolved) = match found {
            Ok(food) => (Some(food.id.clone()), None),
            Err(unresolved) => (None, Some(unresolved)),
        };
        let Self { quantity, to_taste, optional, .. } = self;
        Resolved { ingredient: Ingredient { text, quantity, unit, food_id, to_taste, optional }, unresolved }
    }

    /// The food of the name. A preparation that makes another food of it (`apricots, dried`) is part of the name.
    fn food<'a>(&self, foods: &Foods<'a>) -> Result<&'a Food, Unresolved> {
        let Some(preparation) = &self.preparation else { return foods.resolve(&self.name) };
        let joined = foods.resolve(&format!("{preparation} {}", self.name));
        let joined = joined.or_else(|_| foods.resolve(&format!("{} {preparation}", self.name)));
        match joined {
            Err(_) if !Norm::of(preparation).has_changing_word() => foods.resolve(&self.name),
            found => found,
        }
    }
}

/// Gives an ingredient the one food that its text means.
pub fn settle(ingredient: &mut Ingredient, foods: &Foods<'_>) -> Result<(), Unresolved> {
    let (name, preparation) = ingredient.text.split_once(',').unwrap_or((&ingredient.text, ""));
    let line = Line {
        quantity: ingredient.quantity,
        unit: ingredient.unit.clone(),
        name: name.trim().to_owned(),
        preparation: Some(preparation.trim().to_owned()).filter(|preparation| !preparation.is_empty()),
        to_taste: ingredient.to_taste,
        optional: ingredient.optional,
    };
    let resolved = line.ingredient(foods);
    if let Some(unresolved) = resolved.unresolved {
        return Err(unresolved);
    }
    (ingredient.food_id, ingredient.unit) = (resolved.ingredient.food_id, resolved.ingredient.unit);
    Ok(())
}

impl FromStr for Line {
    type Err = NotAnIngredient;

    fn from_str(line: &str) -> Result<Self, NotAnIngredient> {
        Self::read(line)
    }
}

/// A line as an English cook would write it.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.to_taste {
            write!(f, "{} ", self.quantity)?;
        }
        if let Some(unit) = &self.unit {
            write!(f, "{} ", unit.to_string().replace('_', " "))?;
        }
        write!(f, "{}", self.name)?;
        if let Some(preparation) = &self.preparation {
            write!(f, ", {preparation}")?;
        }
        write!(f, "{}", if self.to_taste { " to taste" } else { "" })?;
        write!(f, "{}", if self.optional { " (optional)" } else { "" })
    }
}

/// What is said about a line as a whole, wherever it stands in it.
#[derive(Default)]
struct Marks {
    to_taste: bool,
    optional: bool,
}

impl Marks {
    /// Takes the marks out of a line and returns the rest with single blanks.
    fn take(&mut self, line: &str) -> String {
        const TO_TASTE: [[&str; 2]; 2] = [["to", "taste"], ["по", "вкусу"]];
        let written: Vec<&str> = line.split_whitespace().collect();
        let plain: Vec<String> = written.iter().map(|word| trim(word).to_lowercase()).collect();
        let mut rest = Vec::with_capacity(written.len());
        let mut at = 0;
        while at < written.len() {
            let two = [plain[at].as_str(), plain.get(at + 1).map_or("", String::as_str)];
            let (taken, mark) = match two {
                two if TO_TASTE.contains(&two) => (2, &mut self.to_taste),
                ["по", "желанию"] => (2, &mut self.optional),
                ["optional" | "необязательно", _] => (1, &mut self.optional),
                _ => {
                    rest.push(written[at]);
                    at += 1;
                    continue;
                }
            };
            *mark = true;
            at += taken;
            // "or to taste": the conjunction goes with it.
            if rest.last().is_some_and(|word| ["or", "или"].contains(word)) {
                rest.pop();
            }
        }
        rest.join(" ")
    }
}

/// The text outside of all brackets, and what stands inside.
fn without_brackets(text: &str) -> (String, Vec<&str>) {
    let (mut outside, mut inside) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let (note, after) = after.split_once(')').unwrap_or((after, ""));
        outside.push_str(before.trim_end());
        outside.push(' ');
        inside.push(note);
        rest = after.trim_start();
    }
    outside.push_str(rest);
    (outside.trim().to_owned(), inside)
}

/// The quantity at the start of a text, and what follows it.
fn quantity<'t>(line: &str, text: &'t str) -> Result<(Quantity, &'t str), NotAnIngredient> {
    const MOST: Ratio = Ratio::new(4_000_000, 1);
    let text = text.trim_start_matches(|sign: char| sign.is_whitespace() || "-–—•*".contains(sign));
    let Some((number, rest)) = number::read(text) else {
        return Ok((Quantity::from_thousandths(1000), without_article(text)));
    };
    let bad = || {
        let found = text[..text.len() - rest.len()].trim().to_owned();
        NotAnIngredient::Quantity { line: line.to_owned(), found }
    };
    let number = number.filter(|number| *number <= MOST).ok_or_else(bad)?;
    match u32::try_from((number * Ratio::from(1000_u32)).round()) {
        Ok(thousandths @ 1..) => Ok((Quantity::from_thousandths(thousandths), rest.trim_start())),
        _ => Err(bad()),
    }
}

fn without_article(text: &str) -> &str {
    match text.split_once(' ') {
        Some(("a" | "an" | "A" | "An", rest)) => rest.trim_start(),
        _ => text,
    }
}

fn without_of(text: &str) -> &str {
    let mut text = text.trim_start();
    while let Some(rest) = text.strip_prefix("of ") {
        text = rest.trim_start();
    }
    text
}

fn has_letters(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

/// The text without blanks and signs at its ends; a percent sign belongs to the text.
fn trim(text: &str) -> &str {
    text.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '%')
}
