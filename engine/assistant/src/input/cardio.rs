//! L-7: whether the words about coming cardio mean something hard within two days.

use domain::time::{LocalDate, add_days, days_between};
use schemars::JsonSchema;
use serde::Serialize;

use super::name::normalize;

/// One clause of an upcoming-cardio text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CardioClause {
    /// What it says.
    pub text: String,
    /// Whether it speaks of hard work.
    pub is_hard: bool,
    /// When, if it says so.
    pub date: Option<LocalDate>,
}

const HARD: &[&str] = &[
    "interval",
    "tempo",
    "threshold",
    "race",
    "long run",
    "long ride",
    "hill",
    "sprint",
    "hiit",
    "hard",
    "интервал",
    "темпов",
    "соревнован",
    "гонк",
    "забег",
    "длительн",
    "горк",
    "спринт",
    "тяжел",
];
const EASY: &[&str] = &["easy", "recovery", "light", "легк", "восстановит"];

/// Weekdays by how they begin, Monday first.
const WEEKDAYS: [&[&str]; 7] = [
    &["monday", "понедельник"],
    &["tuesday", "вторник"],
    &["wednesday", "сред"],
    &["thursday", "четверг"],
    &["friday", "пятниц"],
    &["saturday", "суббот"],
    &["sunday", "воскресень"],
];

/// Reads a text; days are counted from `date`.
pub fn read(text: &str, date: LocalDate) -> Vec<CardioClause> {
    let normal = normalize(text).replace(" and ", ",").replace(" и ", ",");
    let clauses = normal.split([',', ';', '\n']).map(str::trim).filter(|clause| !clause.is_empty());
    let read = clauses.map(|clause| {
        let has = |words: &[&str]| words.iter().any(|word| begins_a_word(clause, word));
        CardioClause { text: clause.to_owned(), is_hard: has(HARD) && !has(EASY), date: day(clause, date) }
    });
    read.collect()
}

/// Whether one of the clauses is hard and lies within so many hours; one without a day does.
pub fn is_hard_soon(clauses: &[CardioClause], date: LocalDate, hours: i64) -> bool {
    let last = add_days(date, hours / 24);
    clauses.iter().any(|clause| clause.is_hard && clause.date.is_none_or(|day| day <= last))
}

fn begins_a_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

fn day(clause: &str, date: LocalDate) -> Option<LocalDate> {
    let words: Vec<&str> = clause
        .split(|symbol: char| !symbol.is_alphanumeric() && symbol != '-')
        .filter(|word| !word.is_empty())
        .collect();
    if words.iter().any(|word| matches!(*word, "today" | "сегодня")) {
        return Some(date);
    }
    if words.iter().any(|word| matches!(*word, "tomorrow" | "завтра")) {
        return Some(add_days(date, 1));
    }
    let later = words.windows(3).find_map(|three| match three {
        ["in", days, "day" | "days"] | ["через", days, "день" | "дня" | "дней"] => {
            days.parse::<u16>().ok()
        }
        _ => None,
    });
    if let Some(days) = later {
        return Some(add_days(date, i64::from(days)));
    }
    let weekday = WEEKDAYS.iter().position(|names| names.iter().any(|name| begins_a_word(clause, name)));
    if let Some(weekday) = weekday.and_then(|weekday| i64::try_from(weekday).ok()) {
        let today = i64::from(date.weekday().to_monday_zero_offset());
        return Some(add_days(date, (weekday - today - 1).rem_euclid(7) + 1));
    }
    words
        .iter()
        .find_map(|word| word.parse::<LocalDate>().ok())
        .filter(|found| days_between(date, *found).abs() < 3660)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday.
    fn monday() -> LocalDate {
        "2026-03-16".parse().unwrap()
    }

    fn is_hard(text: &str) -> bool {
        is_hard_soon(&read(text, monday()), monday(), 48)
    }

    #[test]
    fn l_7_hard_cardio_within_two_days() {
        assert!(!is_hard("easy ride tomorrow"));
        assert!(is_hard("intervals Wednesday"));
        assert!(!is_hard("intervals Thursday"));
        assert!(!is_hard("длительная в субботу"));
        assert!(is_hard("race"));
        assert!(is_hard("easy swim today and hill repeats in 2 days"));
        assert!(!is_hard("через 3 дня забег, завтра легкий бег"));
        assert!(is_hard("через 2 дня забег"));
        assert!(!is_hard("recovery after hard race") && !is_hard("terrace walk"));
        assert!(!is_hard("race 2026-03-20") && is_hard("гонка 2026-03-18"));
    }

    #[test]
    fn l_7_a_weekday_is_the_next_one_and_never_today() {
        let of = |text: &str| read(text, monday())[0].date.unwrap().to_string();
        assert_eq!(of("tempo monday"), "2026-03-23");
        assert_eq!(of("tempo tuesday"), "2026-03-17");
        assert_eq!(of("темповая в воскресенье"), "2026-03-22");
    }
}
