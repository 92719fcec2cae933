//! Tables from elsewhere: CSV whose columns are found by name, in UTF-8 or Latin-1 (MF-5).

use std::{borrow::Cow, io::Read};

/// Where a column is, if the table has it.
pub(super) type Column = Option<usize>;

/// A table that is read row by row.
pub(super) struct Table<R> {
    reader: csv::Reader<R>,
    header: Vec<String>,
}

/// A row with the line on which it begins.
pub(super) struct Row {
    pub(super) line: u64,
    cells: csv::ByteRecord,
}

impl<R: Read> Table<R> {
    /// Reads the header.
    pub(super) fn open(source: R) -> Result<Self, csv::Error> {
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(source);
        let header = reader.byte_headers()?.iter().map(|cell| decode(cell).trim().to_owned()).collect();
        Ok(Self { reader, header })
    }

    /// The column of this name, with or without a unit behind it: `Vit_C` is also `Vit_C_(mg)`.
    pub(super) fn column(&self, name: &str) -> Column {
        self.header.iter().position(|column| is_called(column, name))
    }

    /// What the header calls a column.
    pub(super) fn title(&self, column: usize) -> &str {
        &self.header[column]
    }

    /// The next row, or what is wrong with the line.
    pub(super) fn next_row(&mut self) -> Option<Result<Row, Broken>> {
        let mut cells = csv::ByteRecord::new();
        let line = self.reader.position().line();
        match self.reader.read_byte_record(&mut cells) {
            Ok(true) => Some(Ok(Row { line: cells.position().map_or(line, csv::Position::line), cells })),
            Ok(false) => None,
            Err(error) => Some(Err(Broken { line, is_last: error.is_io_error(), error: error.to_string() })),
        }
    }
}

/// A line that is no row.
pub(super) struct Broken {
    pub(super) line: u64,
    /// Whether nothing can be read after it.
    pub(super) is_last: bool,
    pub(super) error: String,
}

impl Row {
    /// The text of a cell; empty if there is none.
    pub(super) fn text(&self, column: Column) -> Cow<'_, str> {
        let cell = column.and_then(|column| self.cells.get(column)).unwrap_or_default();
        match decode(cell) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        }
    }
}

/// UTF-8, else Latin-1, in which every byte is the letter of its number.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text.trim_start_matches('\u{feff}')),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Whether what follows the name in the column's title is nothing, or a unit of mass however it was mangled:
/// `_(mg)`, `_mg)`, `_ (mg)`, `_µg`.
fn is_called(title: &str, name: &str) -> bool {
    let Some((start, rest)) = title.split_at_checked(name.len()) else { return false };
    let unit = rest.trim_matches(|sign: char| sign.is_whitespace() || "_()".contains(sign));
    let has_unit = rest.len() > unit.len() && unit.ends_with('g') && unit.chars().count() <= 3;
    start.eq_ignore_ascii_case(name) && (rest.is_empty() || has_unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mf_5_columns_are_found_without_their_units() {
        let header = "NDB_No,Water_(g),Copper_mg),Choline_Tot_ (mg),Vit_D_\u{b5}g,Vit_D_IU,Selenium_(\u{fffd}g),Vit_B12_(mcg)\n";
        let table = Table::open(header.as_bytes()).unwrap();
        for (name, column) in [
            ("NDB_No", Some(0)),
            ("ndb_no", Some(0)),
            ("Water", Some(1)),
            ("Copper", Some(2)),
            ("Choline_Tot", Some(3)),
            ("Vit_D", Some(4)),
            ("Vit_D_IU", Some(5)),
            ("Selenium", Some(6)),
            ("Vit_B12", Some(7)),
            ("Vit_B1", None),
            ("Vit", None),
            ("Zinc", None),
        ] {
            assert_eq!(table.column(name), column, "{name}");
        }
    }

    #[test]
    fn mf_5_tables_are_utf_8_or_latin_1() {
        let utf8 = "\u{feff}name,x\ncrème,1\n".as_bytes().to_vec();
        let latin1: Vec<u8> = "name,x\ncrème,1\n".chars().map(|letter| letter as u8).collect();
        for bytes in [utf8, latin1] {
            let mut table = Table::open(bytes.as_slice()).unwrap();
            let row = table.next_row().unwrap().ok().unwrap();
            assert_eq!((row.line, row.text(table.column("name"))), (2, "crème".into()));
            assert_eq!(row.text(Some(7)), "");
            assert!(table.next_row().is_none());
        }
    }
}
