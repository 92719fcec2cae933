//! Names of exercises as people write them, by the stages of D-9: key, alias, stem, family, transliteration, likeness.
//!
//! Nothing is guessed here: what is only similar is told apart from what is meant ([`Names::alike`]).

mod letters;

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    exercise::{Exercise, ExerciseKey, ExerciseKind, LoadSemantics},
    law::Valid,
};
use training::catalog::Catalog;
use unicode_normalization::UnicodeNormalization;

use crate::dialog::{family_words, result::Match};
pub use letters::transliterate;
use letters::{compared, stem, to_cyrillic};

/// Every name of a catalogue. Building it costs more than asking: keep it beside the library.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Stage 1.
    keys: BTreeSet<ExerciseKey>,
    /// Stage 2: phrases without stop words.
    phrases: BTreeMap<String, BTreeSet<ExerciseKey>>,
    /// Stage 3: sorted stems.
    stems: BTreeMap<Vec<String>, BTreeSet<ExerciseKey>>,
    /// Stage 4: stems of each name that has a generic word.
    families: Vec<(BTreeSet<String>, ExerciseKey)>,
    /// Stage 5: Latin phrases without blanks, in the form that is compared.
    latin: BTreeMap<String, BTreeSet<ExerciseKey>>,
    /// Stage 6: phrases without blanks, and in Latin letters.
    solid: BTreeMap<String, (String, BTreeSet<ExerciseKey>)>,
    /// Words of the longest name.
    most_words: usize,
    /// What a number beside the name can mean.
    traits: BTreeMap<ExerciseKey, Traits>,
}

/// What the reading of numbers needs to know of an exercise (D-7, D-8).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traits {
    /// Whether it is done without a load of its own.
    pub is_unloaded: bool,
    /// Whether load can be taken away from it.
    pub is_bodyweight: bool,
    /// Whether it may last long.
    pub is_cardio: bool,
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// One exercise.
    One(ExerciseKey),
    /// Several at one stage, by key.
    Several(Vec<ExerciseKey>),
    /// None.
    Unknown,
}

impl Names {
    /// The names of all exercises of a catalogue.
    pub fn new(catalog: &Catalog) -> Self {
        let mut names = Self::default();
        for exercise in catalog.exercises() {
            names.add(exercise);
        }
        names
    }

    /// D-9: names that an athlete has given, each with its exercise.
    pub fn own<'a>(aliases: impl IntoIterator<Item = (&'a str, &'a ExerciseKey)>) -> Self {
        let mut names = Self::default();
        for (name, key) in aliases {
            names.name(key, name);
        }
        names
    }

    fn add(&mut self, exercise: &Valid<Exercise>) {
        let key = &exercise.id;
        self.keys.insert(key.clone());
        let semantics = exercise.load_semantics;
        let traits = Traits {
            is_unloaded: matches!(
                semantics,
                LoadSemantics::Bodyweight | LoadSemantics::Timed | LoadSemantics::None
            ),
            is_bodyweight: semantics == LoadSemantics::Bodyweight,
            is_cardio: exercise.kind == ExerciseKind::Conditioning,
        };
        self.traits.insert(key.clone(), traits);
        let own = [&exercise.name_en, &exercise.name_ru];
        for name in own.into_iter().chain(&exercise.aliases_en).chain(&exercise.aliases_ru) {
            self.name(key, name);
        }
    }

    fn name(&mut self, key: &ExerciseKey, name: &str) {
        let words = content(&words(name));
        let phrase = words.join(" ");
        if phrase.is_ascii() {
            self.latin.entry(compared(&words.concat())).or_default().insert(key.clone());
        }
        let stems = stems(&words);
        if family_words().iter().any(|word| stems.contains(&stem(word))) {
            self.families.push((stems.iter().cloned().collect(), key.clone()));
        }
        let solid = words.concat();
        let latin = transliterate(&solid);
        self.solid.entry(solid).or_insert_with(|| (latin, BTreeSet::new())).1.insert(key.clone());
        self.most_words = self.most_words.max(words.len());
        self.stems.entry(stems).or_default().insert(key.clone());
        self.phrases.entry(phrase).or_default().insert(key.clone());
    }

    /// What a text names as a whole.
    pub fn resolve(&self, text: &str) -> Meaning {
        let typed = text.trim().to_lowercase();
        if let Some(key) = self.keys.iter().find(|key| key.as_str() == typed) {
            return Meaning::One(key.clone());
        }
        let words = content(&words(text));
        if words.is_empty() {
            return Meaning::Unknown;
        }
        let found = self.spoken(&words).or_else(|| self.foreign(&words));
        match found.map(|keys| keys.iter().cloned().collect::<Vec<_>>()) {
            None => Meaning::Unknown,
            Some(mut keys) if keys.len() == 1 => Meaning::One(keys.remove(0)),
            Some(keys) => Meaning::Several(keys),
        }
    }

    /// Stages 2 and 3.
    fn spoken(&self, words: &[String]) -> Option<&BTreeSet<ExerciseKey>> {
        self.phrases.get(&words.join(" ")).or_else(|| self.stems.get(&stems(words)))
    }

    /// Stage 5.
    fn foreign(&self, words: &[String]) -> Option<&BTreeSet<ExerciseKey>> {
        if words.iter().all(|word| word.is_ascii()) {
            let cyrillic: Vec<String> = words.iter().map(|word| to_cyrillic(word)).collect();
            return self.spoken(&cyrillic);
        }
        self.latin.get(&compared(&transliterate(&words.concat())))
    }

    /// D-9, stages 1, 2, 3 and 5: the exercises that these words name, each word without blanks.
    pub fn stage(&self, stage: Match, words: &[String]) -> Option<&BTreeSet<ExerciseKey>> {
        match stage {
            Match::Alias => self.phrases.get(&words.join(" ")),
            Match::Stem => self.stems.get(&stems(words)),
            Match::Translit => self.foreign(words),
            Match::Key | Match::Family | Match::Fuzzy | Match::None => None,
        }
    }

    /// D-9, stage 1.
    pub fn key(&self, words: &[String]) -> Option<&ExerciseKey> {
        let typed = words.join("_");
        self.keys.iter().find(|key| key.as_str() == typed)
    }

    /// D-9, stage 4: the exercises with a name that has all of these words, one of which is generic; shorter names first.
    pub fn family(&self, words: &[String]) -> Vec<ExerciseKey> {
        let stems = stems(words);
        if !family_words().iter().any(|word| stems.contains(&stem(word))) {
            return vec![];
        }
        let has_all =
            |name: &&(BTreeSet<String>, ExerciseKey)| stems.iter().all(|stem| name.0.contains(stem));
        let mut found: BTreeMap<&ExerciseKey, usize> = BTreeMap::new();
        for (name, key) in self.families.iter().filter(has_all) {
            let shortest = found.entry(key).or_insert(name.len());
            *shortest = (*shortest).min(name.len());
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by_key(|(key, length)| (*length, *key));
        found.into_iter().map(|(key, _)| key.clone()).collect()
    }

    /// D-9, stage 6: the exercises most like these words with their likeness in hundredths, at least `least`; the best
    /// first, ties by key.
    pub fn alike(&self, words: &[String], least: i64) -> Vec<(ExerciseKey, i64)> {
        let typed = words.concat();
        let latin = transliterate(&typed);
        let mut best: BTreeMap<&ExerciseKey, i64> = BTreeMap::new();
        for (solid, (solid_latin, keys)) in &self.solid {
            let likeness = likeness(&typed, solid, least).max(likeness(&latin, solid_latin, least));
            for key in keys.iter().filter(|_| likeness >= least) {
                let known = best.entry(key).or_insert(likeness);
                *known = (*known).max(likeness);
            }
        }
        let mut best: Vec<_> = best.into_iter().map(|(key, likeness)| (key.clone(), likeness)).collect();
        best.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        best
    }

    /// What a number beside the name can mean; of an exercise that is not known, nothing.
    pub fn traits(&self, key: &ExerciseKey) -> Traits {
        self.traits.get(key).copied().unwrap_or_default()
    }

    /// D-8: the exercise that takes load away from this one.
    pub fn assisted(&self, key: &ExerciseKey) -> Option<&ExerciseKey> {
        let assisted = format!("assisted_{key}");
        self.keys.iter().find(|one| one.as_str() == assisted)
    }

    /// Words of the longest name.
    pub fn most_words(&self) -> usize {
        self.most_words
    }
}

/// Hundredths of likeness: 1 − edits / longer length; 0 where the lengths alone keep it below `least`.
fn likeness(one: &str, other: &str, least: i64) -> i64 {
    let count = |text: &str| i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let (short, long) = (count(one).min(count(other)), count(one).max(count(other)));
    if long == 0 || 100 * short < least * long {
        return 0;
    }
    let edits = i64::try_from(strsim::osa_distance(one, other)).unwrap_or(long);
    100 * (long - edits) / long
}

/// D-7: how a text is compared: compatibility forms, lower case, no ё, plain dashes.
pub fn normalize(text: &str) -> String {
    let plain = |symbol: char| match symbol {
        'ё' => 'е',
        '‐'..='―' | '−' => '-',
        '×' | '✕' => 'x',
        '’' | 'ʼ' => '\'',
        other => other,
    };
    let once = |text: &str| text.nfkc().flat_map(char::to_lowercase).map(plain).collect::<String>();
    let mut normal = once(text);
    // A few letters need a second round; D-26 wants a fixed point.
    for _ in 0..3 {
        let next = once(&normal);
        if next == normal {
            break;
        }
        normal = next;
    }
    normal
}

/// The words of a text: letters, digits and apostrophes.
pub fn words(text: &str) -> Vec<String> {
    let normal = normalize(text);
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '\'';
    normal.split(|symbol| !is_word(symbol)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The key of an exercise that somebody calls so: its words in Latin letters; none if nothing of it can stand in a key.
pub fn key(name: &str) -> Option<ExerciseKey> {
    let latin = words(&transliterate(&normalize(name))).join("_");
    let plain: String =
        latin.chars().filter(|symbol| symbol.is_ascii_alphanumeric() || *symbol == '_').collect();
    let short: String = plain.trim_matches('_').chars().take(40).collect();
    short.parse().ok()
}

/// D-9: words that are no part of a name.
const STOP_WORDS: &[&str] = &[
    "i",
    "did",
    "do",
    "done",
    "my",
    "the",
    "a",
    "an",
    "of",
    "for",
    "from",
    "on",
    "with",
    "at",
    "in",
    "today",
    "yesterday",
    "and",
    "then",
    "was",
    "were",
    "just",
    "only",
    "felt",
    "feels",
    "set",
    "sets",
    "rep",
    "reps",
    "per",
    "each",
    "all",
    "whole",
    "workout",
    "training",
    "session",
    "still",
    "left",
    "right",
    "я",
    "сегодня",
    "вчера",
    "на",
    "в",
    "во",
    "с",
    "со",
    "по",
    "и",
    "потом",
    "затем",
    "только",
    "раз",
    "всю",
];

/// D-9: beginnings of words that are no part of a name.
const STOP_STEMS: &[&str] =
    &["сделал", "делал", "был", "вес", "подход", "повтор", "тренировк", "лев", "прав"];

/// D-9: whether a word is no part of a name.
pub fn is_stop(word: &str) -> bool {
    STOP_WORDS.contains(&word) || STOP_STEMS.iter().any(|stem| word.starts_with(stem))
}

/// The words that make a name; all of them when nothing else is left.
fn content(words: &[String]) -> Vec<String> {
    let kept: Vec<String> = words.iter().filter(|word| !is_stop(word)).cloned().collect();
    if kept.is_empty() { words.to_vec() } else { kept }
}

fn stems(words: &[String]) -> Vec<String> {
    let mut stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
    stems.sort_unstable();
    stems
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(Catalog::embedded()));

    fn one(text: &str) -> String {
        match NAMES.resolve(text) {
            Meaning::One(key) => key.as_str().to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn d_9_keys_aliases_stems_and_transliteration_resolve() {
        assert_eq!(one("romanian_deadlift"), "romanian_deadlift");
        assert_eq!(one("Romanian Deadlifts"), "romanian_deadlift");
        assert_eq!(one("the pull-ups"), "pull_up");
        assert_eq!(one("подтягивания"), "pull_up");
        assert_eq!(one("podtyagivaniya"), "pull_up");
        assert_eq!(one("планку"), "plank");
    }

    #[test]
    fn d_9_what_is_only_similar_resolves_to_nothing() {
        assert_eq!(NAMES.resolve("romanian deadlfit"), Meaning::Unknown);
        assert_eq!(NAMES.resolve("..."), Meaning::Unknown);
        assert_eq!(NAMES.resolve(""), Meaning::Unknown);
    }

    #[test]
    fn d_9_every_name_of_the_catalogue_is_found() {
        for exercise in Catalog::embedded().exercises() {
            for name in [&exercise.name_en, &exercise.name_ru] {
                assert_ne!(NAMES.resolve(name), Meaning::Unknown, "{name}");
            }
        }
    }
}
