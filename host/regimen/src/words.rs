//! What every page has in common: texts, words of vocabularies and numbers in the reader's language.

use domain::{
    quantity::{Grams, MassUnit},
    reason::{Fact, Reason},
    time::Zone,
    voice::{Locale, Voice},
};

use crate::texts::facts;

/// A reader.
pub(crate) struct Words(Voice);

impl Words {
    /// For a reader of whom nothing but the language is known.
    pub(crate) const fn new(lang: Locale) -> Self {
        Self(Voice::new(lang))
    }

    /// For a reader of this language, unit and zone.
    pub(crate) const fn of(voice: Voice) -> Self {
        Self(voice)
    }

    /// Who speaks: for what the engines put into words themselves.
    pub(crate) const fn voice(&self) -> &Voice {
        &self.0
    }

    /// The reader's language.
    pub(crate) const fn locale(&self) -> Locale {
        self.0.locale
    }

    /// The reader's unit of loads.
    pub(crate) const fn unit(&self) -> MassUnit {
        self.0.unit
    }

    /// Where the reader lives.
    pub(crate) const fn zone(&self) -> &Zone {
        &self.0.zone
    }

    /// The text of this id.
    pub(crate) fn text(&self, id: &str) -> String {
        self.text_with(id, [])
    }

    /// The text of this id with facts in it.
    pub(crate) fn text_with<const N: usize>(&self, id: &str, with: [(&'static str, Fact); N]) -> String {
        self.0.text(id, &facts(with)).unwrap_or_else(|| id.to_owned())
    }

    /// The texts of these ids, for the head of a table.
    pub(crate) fn texts<const N: usize>(&self, ids: [&str; N]) -> [String; N] {
        ids.map(|id| if id.is_empty() { String::new() } else { self.text(id) })
    }

    /// A word of a vocabulary.
    pub(crate) fn word(&self, kind: &str, word: impl std::fmt::Display) -> String {
        self.text(&format!("{kind}-{word}"))
    }

    /// Several words of a vocabulary, with commas.
    pub(crate) fn words<T: std::fmt::Display>(
        &self,
        kind: &str,
        words: impl IntoIterator<Item = T>,
    ) -> String {
        words.into_iter().map(|word| self.word(kind, word)).collect::<Vec<_>>().join(", ")
    }

    /// A fact as this reader sees it.
    pub(crate) fn fact(&self, fact: impl Into<Fact>) -> String {
        self.text_with("fact", [("fact", fact.into())])
    }

    /// A number with so many decimals.
    pub(crate) fn decimal(&self, value: f64, decimals: usize) -> String {
        self.number(format_args!("{value:.decimals$}"))
    }

    /// A number that is printed with a point, with the sign of this reader.
    pub(crate) fn number(&self, number: impl std::fmt::Display) -> String {
        let shown = number.to_string();
        match self.0.locale {
            Locale::En => shown,
            Locale::Ru => shown.replace('.', ","),
        }
    }

    /// A reason in words.
    pub(crate) fn reason(&self, reason: &Reason) -> String {
        self.0.reason(reason)
    }

    /// A load without a word on what it means.
    pub(crate) fn load(&self, load: Grams) -> String {
        self.0.load(load)
    }
}
