//! The CSV files of the catalogue: rows of named cells, an empty cell is unknown (MF-3).

use std::{fmt, str::FromStr};

use domain::{
    catalog::{Place, Rule},
    quantity::Amount,
};

use super::{RULE, report::Report};

/// A row with its cells by column. Its entry is named by the first cell.
pub(super) struct Row<'c> {
    pub(super) place: Place,
    columns: &'c [&'c str],
    cells: csv::StringRecord,
}

/// Reads a file with exactly these columns, in this order. Rows that are no rows of it are reported and left out.
pub(super) fn read<'c>(file: &str, text: &str, columns: &'c [&'c str], report: &mut Report) -> Vec<Row<'c>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().cloned().unwrap_or_default();
    if !header.iter().eq(columns.iter().copied()) {
        let found = format!("the columns {}", header.iter().collect::<Vec<_>>().join(","));
        report.require(false, &Place::line(file, 1), RULE, ("", ""), found, columns.join(","));
        return Vec::new();
    }
    let mut rows = Vec::new();
    for record in reader.into_records() {
        match record {
            Ok(cells) => {
                rows.push(Row { place: place(file, cells.position()), columns, cells });
            }
            Err(error) => {
                let place = place(file, error.position());
                report.require(false, &place, RULE, ("", ""), error, "a row of the table");
            }
        }
    }
    rows
}

fn place(file: &str, position: Option<&csv::Position>) -> Place {
    Place { line: position.map(csv::Position::line), ..Place::file(file) }
}

impl Row<'_> {
    /// What the row is about.
    pub(super) fn entry(&self) -> &str {
        self.cells.get(0).unwrap_or_default()
    }

    /// The text of a cell; empty if it is unknown.
    pub(super) fn text(&self, column: &str) -> &str {
        let index = self.columns.iter().position(|name| *name == column);
        index.and_then(|index| self.cells.get(index)).unwrap_or_default().trim()
    }

    /// The parts of a cell between semicolons.
    pub(super) fn list(&self, column: &str) -> impl Iterator<Item = &str> {
        self.text(column).split(';').map(str::trim).filter(|part| !part.is_empty())
    }

    /// A cell that must hold a `T`.
    pub(super) fn required<T>(&self, column: &str, rule: Rule, report: &mut Report) -> Option<T>
    where
        T: FromStr<Err: fmt::Display>,
    {
        self.parse(column, self.text(column), rule, report)
    }

    /// A cell that holds a `T` or nothing.
    pub(super) fn optional<T>(&self, column: &str, rule: Rule, report: &mut Report) -> Option<T>
    where
        T: FromStr<Err: fmt::Display>,
    {
        let text = self.text(column);
        if text.is_empty() { None } else { self.parse(column, text, rule, report) }
    }

    /// A cell with a `T` in each of its parts; what is none is reported and left out.
    pub(super) fn each<T, L>(&self, column: &str, rule: Rule, report: &mut Report) -> L
    where
        T: FromStr<Err: fmt::Display>,
        L: FromIterator<T>,
    {
        self.list(column).filter_map(|part| self.parse(column, part, rule, report)).collect()
    }

    /// A cell that holds an amount or nothing.
    pub(super) fn amount(&self, column: &str, rule: Rule, report: &mut Report) -> Option<Amount> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        self.report(column, Amount::parse(text), rule, report)
    }

    fn parse<T>(&self, column: &str, text: &str, rule: Rule, report: &mut Report) -> Option<T>
    where
        T: FromStr<Err: fmt::Display>,
    {
        let read = text.parse().map_err(|error: T::Err| match error.to_string() {
            // Whole numbers say what they are not; everything else says what was found.
            message if message.contains('`') => message,
            _ => format!("`{text}`, expected a whole number"),
        });
        self.report(column, read, rule, report)
    }

    fn report<T, E: fmt::Display>(
        &self,
        column: &str,
        read: Result<T, E>,
        rule: Rule,
        report: &mut Report,
    ) -> Option<T> {
        read.map_err(|error| report.error(&self.place, rule, (self.entry(), column), error)).ok()
    }
}
