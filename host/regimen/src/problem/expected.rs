//! What laws say of values, in the reader's language (GL-4).
//!
//! A law says in English what was found and what would be valid; `catalog/texts/expected.toml` has the same in Russian.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::texts::{Fact, Locale};

/// The words of the file, the longest first, so that the row that says most is taken.
static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let file = include_str!("../../../../catalog/texts/expected.toml");
    let read: BTreeMap<String, String> = toml::from_str(file).unwrap_or_default();
    let mut rows: Vec<Row> = read.into_iter().map(|(english, russian)| Row { english, russian }).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.english.replace("{}", "").len()));
    rows
});

/// A phrase; `{}` is what changes, `{1}` puts it again.
#[derive(Debug)]
struct Row {
    english: String,
    russian: String,
}

impl Row {
    /// The phrase in Russian, if it is this one.
    fn of(&self, phrase: &str) -> Option<String> {
        let holes = holes(&self.english, phrase)?;
        let mut told = self.russian.clone();
        for (number, hole) in (1..).zip(holes) {
            told = told.replace(&format!("{{{number}}}"), hole);
        }
        Some(told)
    }
}

/// What stands where the pattern has holes; none if the phrase does not fit.
fn holes<'p>(pattern: &str, phrase: &'p str) -> Option<Vec<&'p str>> {
    let mut parts = pattern.split("{}");
    let mut rest = phrase.strip_prefix(parts.next()?)?;
    let mut holes = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // The last part ends the phrase; a hole holds something.
        let at = if parts.peek().is_none() {
            rest.len().checked_sub(part.len()).filter(|_| rest.ends_with(part))?
        } else {
            rest.find(part)?
        };
        if at == 0 {
            return None;
        }
        holes.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(holes)
}

/// A phrase in this language; one that nobody has put into words stays as it is.
pub(super) fn told(lang: Locale, phrase: &str) -> Option<String> {
    match lang {
        Locale::En => None,
        Locale::Ru => ROWS.iter().find_map(|row| row.of(phrase)),
    }
}

/// A fact that a law or a reader of documents has said in English, in this language.
pub(super) fn fact(lang: Locale, name: &str, fact: &Fact) -> Option<Fact> {
    let Fact::Text(text) = fact else { return None };
    match name {
        "expected" | "nearest" => told(lang, text).map(Fact::from),
        // What somebody wrote is not a phrase of ours, unless it says so by its form.
        "found" | "why" => {
            told(lang, text).filter(|_| text.contains(' ') || text == "nothing").map(Fact::from)
        }
        "message" if lang == Locale::Ru => Some(message(text).into()),
        _ => None,
    }
}

/// Breaches in one line, as a value that is read tells them: `low: 0, expected 1..5; high: 9, expected 6..8`.
fn message(text: &str) -> String {
    let breach = |part: &str| {
        let ru = |phrase: &str| told(Locale::Ru, phrase).unwrap_or_else(|| phrase.to_owned());
        if let Some(near) = part.strip_prefix("maybe ") {
            return format!("может быть, {}", ru(near));
        }
        let Some((found, expected)) =
            part.split_once(", expected ").or_else(|| part.split_once("; expected "))
        else {
            return ru(part);
        };
        match found.split_once(": ") {
            Some((field, found)) => format!("{field}: {}, ожидается: {}", ru(found), ru(expected)),
            None => format!("{}, ожидается: {}", ru(found), ru(expected)),
        }
    };
    text.split("; ").map(breach).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_4_what_a_law_expects_is_told_in_russian_with_its_numbers() {
        for (english, russian) in [
            ("3..20 characters", "от 3 до 20 символов"),
            ("0 entries", "записей: 0"),
            ("at least one change", "хотя бы одно изменение"),
            ("an exercise of the catalogue", "упражнение каталога"),
            ("12 slot 3 or earlier", "12, приём пищи 3 или раньше"),
            ("a known equipment key", "одно из известных"),
            ("one of kg, lb", "одно из: kg, lb"),
        ] {
            assert_eq!(told(Locale::Ru, english).as_deref(), Some(russian));
            assert_eq!(told(Locale::En, english), None, "the English is the law's own");
        }
        assert_eq!(told(Locale::Ru, "1..5"), None, "a range needs no words");
    }

    #[test]
    fn gl_4_every_row_puts_all_that_changes_where_it_belongs() {
        assert!(ROWS.len() > 250, "{}", ROWS.len());
        for Row { english, russian } in &*ROWS {
            let count = english.matches("{}").count();
            let shown = (1..=count + 1).filter(|number| russian.contains(&format!("{{{number}}}")));
            assert!(shown.max().is_none_or(|most| most <= count), "{english} = {russian}");
            let is_russian = russian.chars().any(|c| ('А'..='я').contains(&c));
            // Words of documents are the same in every language.
            let is_of_documents = english == russian || *english == russian.replace("{1}", "{}");
            assert!(is_russian || is_of_documents, "{english} = {russian}");
        }
    }

    #[test]
    fn gl_4_breaches_in_one_line_are_told_one_by_one() {
        let english = "low: 0, expected 1..5; name: 0 characters, expected 1..120 characters; maybe `x`";
        let russian =
            "low: 0, ожидается: 1..5; name: символов: 0, ожидается: от 1 до 120 символов; может быть, `x`";
        assert_eq!(message(english), russian);
        let word = "unknown reason code `below_rnge`; maybe `below_range`";
        assert_eq!(message(word), "неизвестное слово `below_rnge`; может быть, `below_range`");
    }
}
