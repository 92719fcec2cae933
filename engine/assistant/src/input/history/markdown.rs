//! A history as notes: a line with a date opens a session, the lines below say what was done.

use domain::{session::Intent, time::LocalDate};

use super::{Book, LineCode};
use crate::input::{name::words, report};

/// Reads it line by line.
pub(super) fn read(text: &str, book: &mut Book<'_>) {
    let mut session: Result<(LocalDate, Option<Intent>), LineCode> = Err(LineCode::UnparsedLine);
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let said = line.trim().trim_start_matches(['#', '-', '*', '+']).trim();
        if said.is_empty() {
            continue;
        }
        book.history.lines += 1;
        if begins_with_date(said) {
            session = book.date(said).map(|date| (date, intent(&said[10..])));
            if let Err(code) = session {
                book.reject(line_number, code, said);
            }
            continue;
        }
        let noted = report::read(said, book.reading.names, book.reading.unit);
        match (session, noted) {
            (Ok((date, intent)), Some(items)) => {
                for item in items {
                    let name = match item.name {
                        Ok(key) => key.as_str().to_owned(),
                        Err(words) => book.exercise(line_number, &words),
                    };
                    book.add(date, intent, name, &item.sets);
                }
            }
            (Err(code), _) => book.reject(line_number, code, said),
            (Ok((date, _)), None) => {
                book.reject(line_number, LineCode::UnparsedLine, said);
                book.date_last(date);
            }
        }
    }
}

/// Whether it looks like an ISO date, so that a wrong one is reported as such.
fn begins_with_date(said: &str) -> bool {
    let form = |(index, byte): (usize, u8)| {
        if matches!(index, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
    };
    said.len() >= 10 && said.is_char_boundary(10) && said.bytes().take(10).enumerate().all(form)
}

/// The intent that the words after a date name.
fn intent(rest: &str) -> Option<Intent> {
    let words = words(rest);
    let spoken = words.join("_");
    spoken.parse().ok().or_else(|| words.iter().find_map(|word| word.parse().ok()))
}
