//! Parts of pages in a terminal.

use super::table::paragraph;
pub(super) use crate::reader::{Reader, capital, once, sets};

/// A part of a page with its heading; nothing if there is nothing in it.
pub(super) fn section(heading: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("\n{heading}\n{body}") }
}

/// 1, 2, 3a, 3b, 4: the two of a pair, which stand beside each other with one label, share a number (L-16).
pub(super) fn numbers(pairs: &[Option<&str>]) -> Vec<String> {
    let mut numbers: Vec<String> = Vec::new();
    let mut number = 0;
    for (index, pair) in pairs.iter().enumerate() {
        let is_with = |other: Option<usize>| {
            pair.is_some() && other.and_then(|other| pairs.get(other)).is_some_and(|other| other == pair)
        };
        let is_second = is_with(index.checked_sub(1));
        number += usize::from(!is_second);
        let letter = match (is_second, is_with(index.checked_add(1))) {
            (true, _) => "b",
            (false, true) => "a",
            (false, false) => "",
        };
        numbers.push(format!("{number}{letter}"));
    }
    numbers
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
