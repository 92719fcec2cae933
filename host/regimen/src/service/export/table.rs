//! Rows as CSV (A-25, RFC 4180): UTF-8, commas, LF, quotes where they are needed, and no cell that a spreadsheet would
//! take for a formula.

use std::fmt::Display;

use domain::{
    id::Id,
    person::Athlete,
    quantity::{Grams, MassUnit},
    time::LocalDate,
};
use serde::Serialize;

use super::Part;
use crate::problem::Problem;

/// A row with what it is sorted by.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) date: LocalDate,
    pub(super) id: String,
    pub(super) cells: Vec<String>,
}

impl Row {
    pub(super) fn new(date: LocalDate, id: impl Display, cells: impl Into<Vec<String>>) -> Self {
        Self { date, id: id.to_string(), cells: cells.into() }
    }
}

/// A number, a date, an id or a word of our own.
pub(super) fn cell(value: impl Display) -> String {
    value.to_string()
}

/// The same, or nothing.
pub(super) fn maybe(value: Option<impl Display>) -> String {
    value.map(cell).unwrap_or_default()
}

/// a text that no spreadsheet takes for a formula.
pub(in crate::service) fn text(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("{guard}{text}")
}

/// Several words in one cell.
pub(super) fn list(words: impl IntoIterator<Item = impl Display>) -> String {
    words.into_iter().map(cell).collect::<Vec<_>>().join(";")
}

/// What has parts, as JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// A load in grams, kilograms and pounds.
pub(super) fn load(load: Option<Grams>) -> [String; 3] {
    let shown = |unit| maybe(load.map(|load| load.display(unit)));
    [maybe(load.map(|load| load.0)), shown(MassUnit::Kg), shown(MassUnit::Lb)]
}

/// The line of the names.
pub(super) fn head(columns: &[&str]) -> String {
    columns.join(",") + "\n"
}

/// The lines of some rows, by day and id; rows of one id keep their order.
pub(super) fn part(athlete: Id<Athlete>, mut rows: Vec<Row>) -> Result<Part, Problem> {
    rows.sort_by(|one, other| (one.date, &one.id).cmp(&(other.date, &other.id)));
    let count = rows.len();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let athlete = athlete.to_string();
    for row in rows {
        let cells = [&athlete].into_iter().chain(&row.cells);
        writer.write_record(cells).map_err(|error| defect(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| defect(&error))?;
    let text = String::from_utf8(bytes).map_err(|error| defect(&error))?;
    Ok(Part { text, rows: count })
}

/// Rows of unequal length, which only a defect can make.
fn defect(error: &impl Display) -> Problem {
    Problem::defect(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_25_texts_are_guarded_and_numbers_are_not() {
        for formula in ["=1+1", "+49", "-2", "@cmd", "\tx", "\rx"] {
            assert_eq!(text(formula), format!("'{formula}"));
        }
        assert_eq!((text("bench press"), text("")), ("bench press".into(), String::new()));
        assert_eq!(load(Some(Grams(-20_000))), ["-20000", "-20", "-44.09"]);
        assert_eq!(load(Some(Grams(61_250))), ["61250", "61.25", "135.03"]);
        assert_eq!(load(None), ["", "", ""]);
    }

    #[test]
    fn a_25_rows_are_sorted_by_day_and_id_and_quoted_where_they_must_be() {
        let day = |text: &str| text.parse::<LocalDate>().unwrap();
        let athlete = Id::derive(&["athlete"]);
        let rows = vec![
            Row::new(day("2026-03-03"), "a", [text("a \"b\", c")]),
            Row::new(day("2026-03-02"), "b", [text("two\nlines")]),
            Row::new(day("2026-03-02"), "a", [cell(1)]),
            Row::new(day("2026-03-02"), "a", [cell(0)]),
        ];
        let part = part(athlete, rows).unwrap();
        let expected =
            format!("{athlete},1\n{athlete},0\n{athlete},\"two\nlines\"\n{athlete},\"a \"\"b\"\", c\"\n");
        assert_eq!((part.text, part.rows), (expected, 4));
    }
}
