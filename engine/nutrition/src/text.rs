//! Text: one spelling for every way to write a food (ND-9), compared by whole words.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

/// A text after normalization (ND-9): lower-case words in the singular with one blank between them.
///
/// Two texts with equal norms name the same thing. Norms are ordered by their bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Norm(String);

impl Norm {
    /// The norm of `text`; empty when it has no letter, digit or `%`.
    pub fn of(text: &str) -> Self {
        let folded: String = text.nfkc().flat_map(char::to_lowercase).nfkc().map(plain).collect();
        Self::join(folded.split_whitespace().map(singular))
    }

    fn join<W: AsRef<str>>(words: impl Iterator<Item = W>) -> Self {
        let mut text = String::new();
        for word in words {
            if !text.is_empty() && !word.as_ref().is_empty() {
                text.push(' ');
            }
            text.push_str(word.as_ref());
        }
        Self(text)
    }

    /// The normalized text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether no word is left.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words in order.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.0.split_whitespace()
    }

    /// Whether `phrase` occurs as contiguous whole words. An empty phrase occurs nowhere.
    pub fn contains(&self, phrase: &Self) -> bool {
        !self.find(phrase).is_empty()
    }

    /// Every occurrence of `phrase` as contiguous whole words, in numbers of words.
    pub fn find(&self, phrase: &Self) -> Vec<Range<usize>> {
        // Most phrases do not occur at all; the text is split only for those that may.
        if phrase.is_empty() || !self.0.contains(&phrase.0) {
            return Vec::new();
        }
        let words: Vec<&str> = self.words().collect();
        let wanted: Vec<&str> = phrase.words().collect();
        let windows = words.windows(wanted.len()).enumerate();
        windows.filter(|(_, words)| **words == wanted).map(|(at, _)| at..at + wanted.len()).collect()
    }

    /// The same without the words that do not change what food it is, such as `fresh` or `chopped`.
    pub fn without_neutral(&self) -> Self {
        Self::join(self.words().filter(|word| !is_neutral(word)))
    }

    /// Whether a word says that the food is another one than the plain, such as `dried` or `canned`.
    pub fn has_changing_word(&self) -> bool {
        self.words().any(|word| {
            CHANGING.contains(&word) || CHANGING_RU_STEMS.iter().any(|stem| word.starts_with(stem))
        })
    }
}

/// A letter, a digit or `%`, else a blank. People write ё and е for the same letter.
fn plain(letter: char) -> char {
    match letter {
        'ё' => 'е',
        '%' => letter,
        _ if letter.is_alphanumeric() => letter,
        _ => ' ',
    }
}

/// The singular of an English word by its ending; other words stay as they are.
pub(crate) fn singular(word: &str) -> String {
    let is_longer_than_4 = word.chars().nth(4).is_some();
    if let Some(stem) = word.strip_suffix("ies").filter(|_| is_longer_than_4) {
        return format!("{stem}y");
    }
    if let Some(stem) = word.strip_suffix("es")
        && ["o", "ss", "x", "z", "ch", "sh"].iter().any(|end| stem.ends_with(end))
    {
        return stem.to_owned();
    }
    match word.strip_suffix('s') {
        Some(stem) if !["s", "u", "i"].iter().any(|end| stem.ends_with(end)) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// ND-9: words that may stand beside the name of a food without changing it.
const NEUTRAL: [&str; 15] = [
    "fresh", "raw", "chopped", "diced", "sliced", "minced", "grated", "peeled", "boneless", "skinless",
    "organic", "large", "medium", "small", "ripe",
];

/// ND-9: stems of the Russian ones, each with the endings of its declension.
const NEUTRAL_RU: [(&str, &[&str]); 4] =
    [("свеж", SOFT_ENDINGS), ("нарезанн", ENDINGS), ("терт", ENDINGS), ("очищенн", ENDINGS)];

const ENDINGS: &[&str] = &["ый", "ого", "ому", "ым", "ом", "ая", "ой", "ую", "ою", "ое", "ые", "ых", "ыми"];
const SOFT_ENDINGS: &[&str] =
    &["ий", "его", "ему", "им", "ем", "ая", "ей", "ую", "ею", "ее", "ие", "их", "ими"];

fn is_neutral(word: &str) -> bool {
    let declined = |(stem, endings): &(&str, &[&str])| {
        word.strip_prefix(stem).is_some_and(|ending| endings.contains(&ending))
    };
    NEUTRAL.contains(&word) || NEUTRAL_RU.iter().any(declined)
}

/// ND-9: words that make another food of it; they are never removed.
const CHANGING: [&str; 8] = ["dried", "canned", "cooked", "frozen", "smoked", "ground", "lean", "salted"];

/// The same in Russian, as the beginnings of their forms.
const CHANGING_RU_STEMS: [&str; 11] = [
    "сушен",
    "вялен",
    "консервирован",
    "варен",
    "отварн",
    "заморожен",
    "копчен",
    "молот",
    "нежирн",
    "постн",
    "солен",
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn norm(text: &str) -> String {
        Norm::of(text).0
    }

    #[test]
    fn nd_9_spelling_number_and_signs_do_not_matter() {
        for (text, expected) in [
            ("Peanuts ", "peanut"),
            ("cheeses", "cheese"),
            ("hummus", "hummus"),
            ("radishes", "radish"),
            ("Blackberries", "blackberry"),
            ("pies", "pie"),
            ("Tomatoes", "tomato"),
            ("glasses", "glass"),
            ("boxes", "box"),
            ("peaches", "peach"),
            ("swiss", "swiss"),
            ("couscous", "couscous"),
            ("anis", "anis"),
            ("hen's  egg", "hen egg"),
            ("half-and-half", "half and half"),
            ("Milk (2%)", "milk 2%"),
            ("ＳＯＹ　ｓａｕｃｅ", "soy sauce"),
            ("Мёд", "мед"),
            ("", ""),
            (" -- ", ""),
        ] {
            assert_eq!(norm(text), expected, "{text}");
        }
    }

    #[test]
    fn nd_9_neutral_words_are_removed_and_changing_words_never() {
        let bare = |text: &str| Norm::of(text).without_neutral().0;
        assert_eq!(bare("Chopped fresh Tomatoes"), "tomato");
        assert_eq!(bare("dried apricots"), "dried apricot");
        assert_eq!(bare("свежего тёртого сыра"), "сыра");
        assert_eq!(bare("нарезанные очищенные свежие яблоки"), "яблоки");
        assert_eq!(bare("Fresh"), "");
        assert_eq!(bare("refreshing drink"), "refreshing drink");
        for text in ["smoked salmon", "tomatoes, canned", "сушёный инжир", "яйцо варёное"]
        {
            assert!(Norm::of(text).has_changing_word(), "{text}");
        }
        assert!(!Norm::of("chopped groundnut").has_changing_word());
    }

    #[test]
    fn nd_9_phrases_are_found_as_whole_words() {
        let text = Norm::of("milk, coconut milk and buttermilk");
        let found = text.find(&Norm::of("milk"));
        assert_eq!(found, [0..1, 2..3]);
        assert!(text.contains(&Norm::of("coconut  Milk")));
        assert!(!text.contains(&Norm::of("milk butter")));
        assert!(!Norm::of("nutmeg").contains(&Norm::of("nut")));
        assert!(!text.contains(&Norm::of("")));
    }

    proptest! {
        #[test]
        fn nd_9_normalization_is_idempotent(text in "\\PC{0,40}") {
            let once = Norm::of(&text);
            prop_assert_eq!(&Norm::of(once.as_str()), &once);
            let bare = once.without_neutral();
            prop_assert_eq!(&bare.without_neutral(), &bare);
        }

        #[test]
        fn nd_9_english_words_normalize_once_and_for_all(text in "[a-z]{0,3}(ie|oe|s|e|x|z|ch|sh|u|i)?(s|es|ses)?") {
            let once = Norm::of(&text);
            prop_assert_eq!(&Norm::of(once.as_str()), &once);
        }

        #[test]
        fn nd_9_a_text_contains_each_of_its_words(words in prop::collection::vec("[a-zа-я]{1,8}", 1..6)) {
            let text = Norm::of(&words.join(" "));
            for word in text.words() {
                prop_assert!(text.contains(&Norm::of(word)));
            }
        }
    }
}
