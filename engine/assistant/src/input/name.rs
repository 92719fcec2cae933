//! Names of exercises as people write them, by the exact stages of D-9: key, alias, stem, transliteration.
//!
//! Nothing is guessed here: what is only similar resolves to nothing.

use std::collections::{BTreeMap, BTreeSet};

use domain::{exercise::Exercise, exercise::ExerciseKey, law::Valid};
use training::catalog::Catalog;
use unicode_normalization::UnicodeNormalization;

/// Every name of a catalogue. Building it costs more than asking: keep it beside the library.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Stage 1.
    keys: BTreeSet<ExerciseKey>,
    /// Stage 2: phrases without stop words.
    phrases: BTreeMap<String, BTreeSet<ExerciseKey>>,
    /// Stage 3: sorted stems.
    stems: BTreeMap<Vec<String>, BTreeSet<ExerciseKey>>,
    /// Stage 5: Latin phrases without blanks, in the form that is compared.
    latin: BTreeMap<String, BTreeSet<ExerciseKey>>,
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
        self.stems.entry(stems(&words)).or_default().insert(key.clone());
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
    text.nfkc().flat_map(char::to_lowercase).map(plain).collect()
}

/// The words of a text: letters, digits and apostrophes.
pub fn words(text: &str) -> Vec<String> {
    let normal = normalize(text);
    let is_word = |symbol: char| symbol.is_alphanumeric() || symbol == '\'';
    normal.split(|symbol| !is_word(symbol)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
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
    "весь",
    "всю",
    "было",
];

/// D-9: beginnings of words that are no part of a name.
const STOP_STEMS: &[&str] = &["сделал", "делал", "был", "подход", "повтор", "тренировк", "лев", "прав"];

/// The words that make a name; all of them when nothing else is left.
fn content(words: &[String]) -> Vec<String> {
    let is_stop = |word: &&String| {
        STOP_WORDS.contains(&word.as_str()) || STOP_STEMS.iter().any(|stem| word.starts_with(stem))
    };
    let kept: Vec<String> = words.iter().filter(|word| !is_stop(word)).cloned().collect();
    if kept.is_empty() { words.to_vec() } else { kept }
}

fn stems(words: &[String]) -> Vec<String> {
    let mut stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
    stems.sort_unstable();
    stems
}

/// D-9: Russian endings, the longest first.
const ENDINGS: &[&str] = &[
    "иями", "ями", "ами", "иях", "ией", "ием", "иям", "ого", "его", "ому", "ему", "ыми", "ими", "ях", "ах",
    "ям", "ам", "ий", "ый", "ой", "ая", "яя", "ое", "ее", "ые", "ие", "ых", "их", "ую", "юю", "ия", "ии",
    "ию", "ей", "ов", "ев", "ом", "ем", "а", "я", "о", "е", "ы", "и", "у", "ю", "ь", "й",
];

/// What is left of a word without its ending.
fn stem(word: &str) -> String {
    if !word.is_ascii() {
        let left = |ending: &&&str| word.strip_suffix(**ending).is_some_and(|stem| stem.chars().count() >= 3);
        let ending = ENDINGS.iter().find(left);
        return ending.and_then(|ending| word.strip_suffix(ending)).unwrap_or(word).to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|_| word.len() >= 5) {
        return format!("{stem}y");
    }
    if ["ches", "shes", "sses", "xes", "zes"].iter().any(|ending| word.ends_with(ending)) {
        return word[..word.len() - 2].to_owned();
    }
    let plural = word.len() >= 3 && word.ends_with('s') && !word.ends_with("ss");
    word[..word.len() - usize::from(plural)].to_owned()
}

/// D-9: Cyrillic to Latin; longer ones stand first, for the way back.
const LETTERS: &[(&str, &str)] = &[
    ("щ", "shch"),
    ("ж", "zh"),
    ("х", "kh"),
    ("ц", "ts"),
    ("ч", "ch"),
    ("ш", "sh"),
    ("ю", "yu"),
    ("я", "ya"),
    ("а", "a"),
    ("б", "b"),
    ("в", "v"),
    ("г", "g"),
    ("д", "d"),
    ("е", "e"),
    ("з", "z"),
    ("и", "i"),
    ("й", "y"),
    ("к", "k"),
    ("л", "l"),
    ("м", "m"),
    ("н", "n"),
    ("о", "o"),
    ("п", "p"),
    ("р", "r"),
    ("с", "s"),
    ("т", "t"),
    ("у", "u"),
    ("ф", "f"),
    ("ы", "y"),
    ("э", "e"),
    ("ъ", ""),
    ("ь", ""),
];

/// The text in Latin letters; what is not Cyrillic stays.
pub fn transliterate(text: &str) -> String {
    let mut latin = String::with_capacity(text.len());
    for symbol in text.chars() {
        let lower: String = symbol.to_lowercase().collect();
        let lower = if lower == "ё" { "е" } else { &lower };
        match LETTERS.iter().find(|(cyrillic, _)| *cyrillic == lower) {
            Some((_, letters)) => latin.push_str(letters),
            None => latin.push(symbol),
        }
    }
    latin
}

/// The word in Cyrillic letters: the inverse, the longest first.
fn to_cyrillic(word: &str) -> String {
    const MORE: &[(&str, &str)] = &[("е", "yo"), ("х", "h"), ("ц", "c"), ("в", "w"), ("й", "j")];
    let mut cyrillic = String::with_capacity(2 * word.len());
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let pairs = MORE[..1].iter().chain(LETTERS).chain(&MORE[1..]);
        let found = pairs.filter(|(_, latin)| !latin.is_empty()).find(|(_, latin)| rest.starts_with(latin));
        let length = found.map_or(first.len_utf8(), |(_, latin)| latin.len());
        match found {
            Some((letter, _)) => cyrillic.push_str(letter),
            None => cyrillic.push(first),
        }
        rest = &rest[length..];
    }
    cyrillic
}

/// D-9: the form in which transliterations are compared.
fn compared(latin: &str) -> String {
    let mut compared = String::with_capacity(latin.len());
    for symbol in latin.replace("kh", "h").replace('w', "v").replace('j', "y").chars() {
        if !compared.ends_with(symbol) {
            compared.push(symbol);
        }
    }
    compared
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
