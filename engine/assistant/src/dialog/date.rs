//! D-7: days as people name them.

use domain::time::{LocalDate, add_days};

use super::{
    Part,
    act::Day,
    token::{Kind, Token},
};

/// The forms of each weekday, from Monday.
const WEEKDAYS: [&[&str]; 7] = [
    &["monday", "mon", "понедельник", "понедельника", "понедельнику", "понедельником", "понедельнике", "пн"],
    &["tuesday", "tue", "вторник", "вторника", "вторнику", "вторником", "вторнике", "вт"],
    &["wednesday", "wed", "среда", "среду", "среды", "среде", "средой", "ср"],
    &["thursday", "thu", "четверг", "четверга", "четвергу", "четвергом", "четверге", "чт"],
    &["friday", "fri", "пятница", "пятницу", "пятницы", "пятнице", "пятницей", "пт"],
    &["saturday", "sat", "суббота", "субботу", "субботы", "субботе", "субботой", "сб"],
    &["sunday", "sun", "воскресенье", "воскресенья", "воскресенью", "воскресеньем", "вс"],
];

/// 1 (Monday) to 7.
pub(super) fn weekday(word: &str) -> Option<u8> {
    let plain = word.strip_suffix("'s").unwrap_or(word);
    let place = WEEKDAYS.iter().position(|forms| forms.contains(&plain))?;
    u8::try_from(place + 1).ok()
}

/// Days from today that a word names.
fn offset(word: &str) -> Option<i64> {
    match word {
        "today" | "сегодня" => Some(0),
        "yesterday" | "вчера" => Some(-1),
        "tomorrow" | "завтра" => Some(1),
        _ => None,
    }
}

/// An ISO date at the start of these tokens; it has no blanks.
fn iso(tokens: &[Token]) -> Option<LocalDate> {
    let [year, dash, month, other, day, ..] = tokens else { return None };
    let is_close =
        year.to == dash.from && dash.to == month.from && month.to == other.from && other.to == day.from;
    if !is_close || !dash.is_sign('-') || !other.is_sign('-') {
        return None;
    }
    let year = year.whole().filter(|year| (1900..=2999).contains(year))?;
    LocalDate::new(year.try_into().ok()?, month.whole()?.try_into().ok()?, day.whole()?.try_into().ok()?).ok()
}

/// The day that some words name for a plan: a weekday, or a date.
pub(super) fn day(tokens: &[Token], today: LocalDate) -> Option<Day> {
    (0..tokens.len()).find_map(|at| {
        if let Some(date) = iso(&tokens[at..]) {
            return Some(Day::Date(date));
        }
        let Kind::Word(word) = &tokens[at].kind else { return None };
        let date = || offset(word).map(|days| Day::Date(add_days(today, days)));
        weekday(word).map(Day::Weekday).or_else(date)
    })
}

/// The day that a report is of: a weekday is the latest past one, 1 to 7 days back. Takes its tokens.
pub(super) fn take(tokens: &mut [Token], today: LocalDate) -> Option<LocalDate> {
    for at in 0..tokens.len() {
        let (length, date) = if let Some(date) = iso(&tokens[at..]) {
            (5, date)
        } else {
            let Some(word) = tokens[at].word() else { continue };
            // Short forms are words of their own; they count only where a day is wanted.
            let number = weekday(word).filter(|_| word.chars().count() > 3);
            let back = number.map(|number| {
                match (i64::from(today.weekday().to_monday_one_offset()) - i64::from(number)).rem_euclid(7) {
                    0 => -7,
                    days => -days,
                }
            });
            let Some(days) = back.or_else(|| offset(word)) else { continue };
            (1, add_days(today, days))
        };
        for token in &mut tokens[at..at + length] {
            token.part = Some(Part::Notation);
        }
        return Some(date);
    }
    None
}
