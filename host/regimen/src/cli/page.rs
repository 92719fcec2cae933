//! What pages about training have in common: the reader's words, numbers and loads, and the names of exercises.

use std::borrow::Cow;

use domain::{
    exercise::{Exercise, ExerciseKey, Implement, LoadSemantics},
    quantity::{Grams, MassUnit},
    reason::{Fact, Facts, Reason, ReasonCode},
    spec::SpecId,
    voice::{Locale, Voice},
};
use training::{catalog::Catalog, input::SelectionInput, output::OneDecimal};

use super::table::paragraph;
use crate::texts::facts;

/// A reader, and the catalogue that names what they read about.
pub(super) struct Page<'a> {
    voice: Voice,
    catalog: &'a Catalog,
}

impl<'a> Page<'a> {
    /// For a reader of whom nothing but the language is known.
    pub(super) const fn new(lang: Locale, catalog: &'a Catalog) -> Self {
        Self { voice: Voice::new(lang), catalog }
    }

    /// For the athlete of an input: their unit and zone.
    pub(super) fn of(lang: Locale, input: &SelectionInput, catalog: &'a Catalog) -> Self {
        let unit = input.inventory.as_ref().map(|inventory| inventory.unit).or(input.units);
        let voice = Voice { locale: lang, unit: unit.unwrap_or(MassUnit::Kg), zone: input.time_zone.clone() };
        Self { voice, catalog }
    }

    /// The reader's language.
    pub(super) const fn locale(&self) -> Locale {
        self.voice.locale
    }

    /// The text of this id.
    pub(super) fn text(&self, id: &str) -> String {
        self.text_with(id, [])
    }

    /// The text of this id with facts in it.
    pub(super) fn text_with<const N: usize>(&self, id: &str, with: [(&'static str, Fact); N]) -> String {
        self.voice.text(id, &facts(with)).unwrap_or_else(|| id.to_owned())
    }

    /// The texts of these ids, for the head of a table.
    pub(super) fn texts<const N: usize>(&self, ids: [&str; N]) -> [String; N] {
        ids.map(|id| if id.is_empty() { String::new() } else { self.text(id) })
    }

    /// A word of a vocabulary.
    pub(super) fn word(&self, kind: &str, word: impl std::fmt::Display) -> String {
        self.text(&format!("{kind}-{word}"))
    }

    /// Several words of a vocabulary, with commas.
    pub(super) fn words<T: std::fmt::Display>(
        &self,
        kind: &str,
        words: impl IntoIterator<Item = T>,
    ) -> String {
        words.into_iter().map(|word| self.word(kind, word)).collect::<Vec<_>>().join(", ")
    }

    /// A fact as this reader sees it.
    pub(super) fn fact(&self, fact: impl Into<Fact>) -> String {
        self.text_with("fact", [("fact", fact.into())])
    }

    /// A number with so many decimals.
    pub(super) fn decimal(&self, value: f64, decimals: usize) -> String {
        self.number(format_args!("{value:.decimals$}"))
    }

    /// A number that is printed with a point, with the sign of this reader.
    pub(super) fn number(&self, number: impl std::fmt::Display) -> String {
        let shown = number.to_string();
        match self.voice.locale {
            Locale::En => shown,
            Locale::Ru => shown.replace('.', ","),
        }
    }

    /// Sets with one decimal.
    pub(super) fn sets(&self, sets: OneDecimal) -> String {
        #[expect(clippy::cast_precision_loss, reason = "tenths of sets are small")]
        let value = sets.0 as f64 / 10.0;
        self.decimal(value, 1)
    }

    /// The exercise of a key, if the catalogue of this page has it.
    pub(super) fn exercise(&self, key: &ExerciseKey) -> Option<&'a Exercise> {
        self.catalog.get(key).map(|exercise| &**exercise)
    }

    /// What the exercise of a key is called.
    pub(super) fn name<'n>(&self, key: &'n ExerciseKey) -> &'n str
    where
        'a: 'n,
    {
        self.exercise(key).map_or(key.as_str(), |exercise| self.name_of(exercise))
    }

    /// What an exercise is called.
    pub(super) fn name_of<'n>(&self, exercise: &'n Exercise) -> &'n str {
        match self.voice.locale {
            Locale::En => &exercise.name_en,
            Locale::Ru => &exercise.name_ru,
        }
    }

    /// A reason in words.
    ///
    /// Engines name exercises by their key or in English; the reader sees the name of their language.
    pub(super) fn reason(&self, code: ReasonCode, spec: SpecId, facts: &Facts) -> String {
        let named = |(name, fact): (&Cow<'static, str>, &Fact)| {
            let known = match fact {
                Fact::Text(text) => self.called(text).map(|exercise| Fact::from(self.name_of(exercise))),
                _ => None,
            };
            (name.clone(), known.unwrap_or_else(|| fact.clone()))
        };
        self.voice.reason(&Reason { code, spec, facts: facts.iter().map(named).collect() })
    }

    fn called(&self, text: &str) -> Option<&'a Exercise> {
        let mut exercises = self.catalog.exercises().iter().map(|exercise| &**exercise);
        exercises.find(|exercise| exercise.name_en == text || exercise.id.as_str() == text)
    }

    /// A load without a word on what it means.
    pub(super) fn load(&self, load: Grams) -> String {
        self.voice.load(load)
    }

    /// A load as the exercise means it, or what is lifted in its place.
    pub(super) fn load_of(&self, exercise: &Exercise, load: Option<Grams>) -> String {
        let with = |id: &str, load: Grams| self.text_with(id, [("load", Fact::load(load))]);
        match (exercise.load_semantics, load) {
            (LoadSemantics::PerSide, Some(load)) => with("load-per_side", load),
            (LoadSemantics::Assistance, Some(load)) => with("load-assistance", load),
            (LoadSemantics::Bodyweight, Some(load)) if load > Grams::ZERO => with("load-added", load),
            (LoadSemantics::Bodyweight, _) => self.text("load-bodyweight"),
            (_, Some(load)) => self.load(load),
            (_, None) if exercise.implement == Implement::Band => self.text("equipment-band"),
            (_, None) => "–".to_owned(),
        }
    }
}

/// A part of a page with its heading; nothing if there is nothing in it.
pub(super) fn section(heading: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("\n{heading}\n{body}") }
}

/// A line for each remark, those about several exercises at once: `Name, Name: remark`.
pub(super) fn remarks(remarks: impl IntoIterator<Item = (Option<String>, String)>) -> String {
    let mut grouped: Vec<(Vec<String>, String)> = Vec::new();
    for (about, remark) in remarks {
        match grouped.iter_mut().find(|(_, known)| *known == remark) {
            Some((names, _)) => names.extend(about),
            None => grouped.push((about.into_iter().collect(), remark)),
        }
    }
    let line = |(names, remark): (Vec<String>, String)| {
        let about = if names.is_empty() { String::new() } else { format!("{}: ", names.join(", ")) };
        paragraph(&format!("{about}{remark}"), 2)
    };
    grouped.into_iter().map(line).collect()
}

/// The text with a capital in front.
pub(super) fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}
