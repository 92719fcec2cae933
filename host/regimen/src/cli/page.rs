//! Parts of pages in a terminal.

use super::table::paragraph;
pub(super) use crate::reader::{Reader, capital, once, sets};

/// A part of a page with its heading; nothing if there is nothing in it.
pub(super) fn section(heading: &str, body: &str) -> String {
    if body.is_empty() { String::new() } else { format!("\n{heading}\n{body}") }
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
