//! D-12: the words that are known, from the files of the catalogue.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::{
    anatomy::{BodyArea, Side},
    vocabulary::UnknownWord,
};
use serde::Deserialize;

use super::{question::Given, red_flag::RedFlag};

/// Words in order, as the files write them.
#[derive(Debug, Clone)]
pub(super) struct Phrase(Vec<Element>);

#[derive(Debug, Clone)]
struct Element {
    /// Each word, and whether any ending fits.
    forms: Vec<(String, bool)>,
    is_optional: bool,
}

impl Element {
    fn fits(&self, word: &str) -> bool {
        self.forms
            .iter()
            .any(|(form, any_ending)| word == form || (*any_ending && word.starts_with(form.as_str())))
    }
}

impl Phrase {
    fn new(written: &str) -> Self {
        let element = |part: &str| {
            let (part, is_optional) = part.strip_suffix('?').map_or((part, false), |part| (part, true));
            let form = |form: &str| {
                form.strip_suffix('*')
                    .map_or_else(|| (form.to_owned(), false), |form| (form.to_owned(), true))
            };
            Element { forms: part.split('|').map(form).collect(), is_optional }
        };
        Self(written.split(' ').map(element).collect())
    }

    /// How many words it takes at the start of these, if it fits.
    pub(super) fn takes<W: AsRef<str>>(&self, words: &[W]) -> Option<usize> {
        fn go<W: AsRef<str>>(elements: &[Element], words: &[W]) -> Option<usize> {
            let Some((first, rest)) = elements.split_first() else { return Some(0) };
            let taken = words.first().filter(|word| first.fits(word.as_ref()));
            let with = taken.and_then(|_| go(rest, &words[1..])).map(|length| length + 1);
            with.or_else(|| if first.is_optional { go(rest, words) } else { None })
        }
        go(&self.0, words).filter(|length| *length > 0)
    }
}

/// Phrases of one meaning.
#[derive(Debug, Clone, Default)]
pub(super) struct Phrases(Vec<Phrase>);

impl Phrases {
    /// The longest that fits at the start of these words.
    pub(super) fn takes<W: AsRef<str>>(&self, words: &[W]) -> Option<usize> {
        self.0.iter().filter_map(|phrase| phrase.takes(words)).max()
    }

    /// The first place in these words where one fits, and how many words it takes.
    pub(super) fn find<W: AsRef<str>>(&self, words: &[W]) -> Option<(usize, usize)> {
        (0..words.len()).find_map(|at| Some((at, self.takes(&words[at..])?)))
    }

    /// Whether one is all of these words.
    pub(super) fn is<W: AsRef<str>>(&self, words: &[W]) -> bool {
        !words.is_empty() && self.takes(words) == Some(words.len())
    }

    fn of<'a>(written: impl IntoIterator<Item = &'a String>) -> Self {
        Self(written.into_iter().map(|phrase| Phrase::new(phrase)).collect())
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Both {
    en: Vec<String>,
    ru: Vec<String>,
}

impl From<&Both> for Phrases {
    fn from(both: &Both) -> Self {
        Self::of(both.en.iter().chain(&both.ru))
    }
}

impl<'de> Deserialize<'de> for Phrases {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Both::deserialize(deserializer).map(|both| Self::from(&both))
    }
}

/// D-12, D-13: the words of marks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkWords {
    pub(super) pain: Phrases,
    pub(super) soreness: Phrases,
    pub(super) fatigue: Phrases,
    pub(super) illness: Phrases,
    pub(super) technique: Phrases,
    pub(super) ailing: Phrases,
    pub(super) muscle: Phrases,
    pub(super) severe_illness: Phrases,
    pub(super) negator: Phrases,
    pub(super) no_negator: Phrases,
    pub(super) negator_after: Phrases,
    pub(super) negated_clause: Phrases,
    pub(super) intensifier: Phrases,
    pub(super) severity_1: Phrases,
    pub(super) severity_2: Phrases,
    pub(super) severity_3: Phrases,
    pub(super) past: Phrases,
    pub(super) hypothetical: Phrases,
    side: BTreeMap<Side, Phrases>,
    area: BTreeMap<AreaWord, Phrases>,
}

impl MarkWords {
    /// The areas that are named here, and by how many words; a longer name counts before a shorter one.
    pub(super) fn areas<W: AsRef<str>>(&self, words: &[W]) -> Option<(usize, &'static [BodyArea])> {
        let named = self.area.iter().filter_map(|(area, phrases)| Some((phrases.takes(words)?, area.0)));
        named.max_by_key(|(length, _)| *length)
    }

    /// Left or right.
    pub(super) fn side<W: AsRef<str>>(&self, words: &[W]) -> Option<(usize, Side)> {
        self.side.iter().find_map(|(side, phrases)| Some((phrases.takes(words)?, *side)))
    }
}

/// A heading of areas: one of EX-2, or both halves of the back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
struct AreaWord(&'static [BodyArea]);

impl TryFrom<String> for AreaWord {
    type Error = UnknownWord;

    fn try_from(word: String) -> Result<Self, UnknownWord> {
        const BACK: &[BodyArea] = &[BodyArea::UpperBack, BodyArea::LowBack];
        if word == "back" {
            return Ok(Self(BACK));
        }
        let area: BodyArea = word.parse()?;
        let place = BodyArea::ALL.iter().position(|one| *one == area).unwrap_or(0);
        Ok(Self(&BodyArea::ALL[place..=place]))
    }
}

/// A table of phrases without language.
#[derive(Debug, Default)]
pub(super) struct Listed(Phrases, Vec<String>);

impl Listed {
    /// As they are matched.
    pub(super) const fn phrases(&self) -> &Phrases {
        &self.0
    }

    /// As they are written.
    pub(super) fn written(&self) -> &[String] {
        &self.1
    }
}

impl<'de> Deserialize<'de> for Listed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Vec::<String>::deserialize(deserializer)?;
        Ok(Self(Phrases::of(&written), written))
    }
}

/// Phrases, with what stands between two objects and what a wish does not say.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pattern {
    pub(super) phrases: Listed,
    #[serde(default)]
    pub(super) between: Vec<String>,
    #[serde(default)]
    pub(super) told: Listed,
}

impl Pattern {
    /// How many words it takes at the start of these.
    pub(super) fn takes<W: AsRef<str>>(&self, words: &[W]) -> Option<usize> {
        self.phrases.phrases().takes(words)
    }

    /// The first place where it fits.
    pub(super) fn find<W: AsRef<str>>(&self, words: &[W]) -> Option<(usize, usize)> {
        self.phrases.phrases().find(words)
    }
}

/// D-8: words of an effort.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EffortWord {
    pub(super) rpe10: u8,
    phrases: Listed,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answers {
    yes: Vec<String>,
    no: Vec<String>,
    later: Vec<String>,
    cancel: Vec<String>,
}

/// What can be looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Views {
    pub(super) today: Listed,
    pub(super) plan: Listed,
    pub(super) review: Listed,
    pub(super) month: Listed,
    pub(super) meals: Listed,
    pub(super) records: Listed,
    pub(super) help: Listed,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scopes {
    pub(super) next_session: Pattern,
    pub(super) plan: Pattern,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Families {
    words: Vec<String>,
}

/// The other words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    effort: Vec<EffortWord>,
    pub(super) warmup: Pattern,
    pub(super) skip: Pattern,
    pub(super) session: Pattern,
    pub(super) morning: Pattern,
    pub(super) evening: Pattern,
    answer: Answers,
    pub(super) view: Views,
    pub(super) why: Pattern,
    pub(super) undo: Pattern,
    pub(super) rollback: Pattern,
    pub(super) remove: Pattern,
    pub(super) sets: Pattern,
    pub(super) swap: Pattern,
    #[serde(rename = "move")]
    pub(super) moving: Pattern,
    pub(super) target: Pattern,
    pub(super) easier: Pattern,
    pub(super) keep: Pattern,
    pub(super) scope: Scopes,
    family: Families,
}

impl Words {
    /// D-8: the effort that is named here, and by how many words; the longest phrase counts.
    pub(super) fn effort<W: AsRef<str>>(&self, words: &[W]) -> Option<(usize, u8)> {
        let named = self.effort.iter();
        let named = named.filter_map(|effort| Some((effort.phrases.phrases().takes(words)?, effort.rpe10)));
        named.max_by_key(|(length, _)| *length)
    }

    /// D-11: what a whole message answers.
    pub(super) fn answer(&self, normal: &str) -> Option<Given> {
        let said = normal.trim().trim_end_matches(['.', '!', ',']).trim();
        let rows = [
            (&self.answer.yes, Given::Yes),
            (&self.answer.no, Given::No),
            (&self.answer.later, Given::Later),
            (&self.answer.cancel, Given::Cancel),
        ];
        rows.into_iter().find(|(words, _)| words.iter().any(|word| word == said)).map(|(_, given)| given)
    }
}

/// D-9: words that many exercises share.
pub(crate) fn family_words() -> &'static [String] {
    &WORDS.family.words
}

pub(super) static MARKS: LazyLock<MarkWords> =
    LazyLock::new(|| embedded("marks.toml", include_str!("../../../../catalog/lexicon/marks.toml")));
pub(super) static RED_FLAGS: LazyLock<BTreeMap<RedFlag, Phrases>> =
    LazyLock::new(|| embedded("red_flags.toml", include_str!("../../../../catalog/lexicon/red_flags.toml")));
pub(super) static WORDS: LazyLock<Words> =
    LazyLock::new(|| embedded("words.toml", include_str!("../../../../catalog/lexicon/words.toml")));

/// The program does not start with a bad lexicon; that it never has one is kept by the test below.
fn embedded<T: serde::de::DeserializeOwned>(name: &str, text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("the lexicon {name} of this build is bad: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d_12_the_lexicon_is_read_and_holds_every_area_and_red_flag() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(MARKS.pain.takes(&words("locked up today")), Some(2));
        assert_eq!(MARKS.areas(&words("shoulder blades")), Some((2, &[BodyArea::UpperBack][..])));
        assert_eq!(MARKS.areas(&words("back")).map(|(_, areas)| areas.len()), Some(2));
        for area in BodyArea::ALL {
            assert!(MARKS.area.keys().any(|word| word.0 == [*area]), "{area}");
        }
        assert_eq!(RED_FLAGS.keys().copied().collect::<Vec<_>>(), RedFlag::ALL);
        assert_eq!(WORDS.effort(&words("very hard")), Some((2, 90)));
    }

    #[test]
    fn d_12_optional_words_may_be_missing() {
        let phrase = Phrase::new("pain in my|the? chest");
        assert_eq!(phrase.takes(&["pain", "in", "the", "chest"]), Some(4));
        assert_eq!(phrase.takes(&["pain", "in", "chest", "now"]), Some(3));
        assert_eq!(phrase.takes(&["pain", "in", "a", "chest"]), None);
    }
}
