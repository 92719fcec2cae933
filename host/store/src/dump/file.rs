//! The lines of a dump: written one after another, and checked while they are read.

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

use super::{Head, TableSum, catalogue::Found};
use crate::error::{Flaw, StoreError};

/// By which a dump is known.
pub(super) const FORMAT: &str = "regimen-dump";
/// The format that is written and read here.
pub(super) const VERSION: u32 = 1;

/// What comes before the rows of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableHead {
    pub(super) table: String,
    /// Each column with what it holds, by name.
    pub(super) columns: Vec<(String, String)>,
}

impl TableHead {
    pub(super) fn of(table: &Found) -> Self {
        let columns = table.columns.iter().map(|column| (column.name.clone(), column.kind.word().to_owned()));
        Self { table: table.name.clone(), columns: columns.collect() }
    }
}

/// The last line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Foot {
    rows: u64,
    /// Of every line before.
    sha256: String,
}

/// What the rows of a table come to, counted as they go by.
#[derive(Default)]
pub(super) struct Sum {
    rows: u64,
    digest: Sha256,
}

impl Sum {
    pub(super) fn add(&mut self, line: &str) {
        self.rows += 1;
        self.digest.update(line.as_bytes());
        self.digest.update(b"\n");
    }

    pub(super) fn of(self, table: &Found) -> TableSum {
        self.named(table.name.clone())
    }

    fn named(self, table: String) -> TableSum {
        TableSum { table, rows: self.rows, sha256: hex(self.digest) }
    }
}

/// A digest in hexadecimal digits.
fn hex(digest: Sha256) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let halves = digest.finalize().into_iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    halves.map(|half| char::from(DIGITS[usize::from(half)])).collect()
}

/// A dump that is being written.
pub(super) struct Sheet<'a, W> {
    out: &'a mut W,
    digest: Sha256,
}

impl<'a, W: Write> Sheet<'a, W> {
    pub(super) fn new(out: &'a mut W) -> Self {
        Self { out, digest: Sha256::default() }
    }

    pub(super) fn line(&mut self, line: &str) -> Result<(), StoreError> {
        self.digest.update(line.as_bytes());
        self.digest.update(b"\n");
        self.out.write_all(line.as_bytes()).and_then(|()| self.out.write_all(b"\n")).map_err(StoreError::File)
    }

    pub(super) fn write(&mut self, value: &impl Serialize) -> Result<(), StoreError> {
        let line = serde_json::to_string(value).map_err(|error| StoreError::Other(error.to_string()))?;
        self.line(&line)
    }

    pub(super) fn end(mut self, rows: u64) -> Result<(), StoreError> {
        let sha256 = hex(std::mem::take(&mut self.digest));
        self.write(&Foot { rows, sha256 })?;
        self.out.flush().map_err(StoreError::File)
    }
}

/// What comes next in a dump.
pub(super) enum Piece {
    Table(TableHead),
    Row(String),
    /// A table is over, and its rows are what they should be.
    Sum,
    /// All is over, and nothing was changed.
    End,
}

/// A dump that is being read.
pub(super) struct Reader<R> {
    input: R,
    pub(super) head: Head,
    /// Tables that are over.
    pub(super) sums: Vec<TableSum>,
    /// The table that is being read, and how many of its rows are to come.
    open: Option<(String, u64, Sum)>,
    digest: Sha256,
    line: u64,
}

impl<R: BufRead> Reader<R> {
    pub(super) fn open(mut input: R) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Format {
            format: String,
            version: u32,
        }
        let broken = |flaw, detail: &str| StoreError::Broken { line: 1, flaw, detail: detail.to_owned() };
        let first = next_line(&mut input, 1)?;
        let format: Option<Format> = serde_json::from_str(first.trim_end()).ok();
        let format = format.filter(|format| format.format == FORMAT);
        let version = format.ok_or_else(|| broken(Flaw::NotADump, ""))?.version;
        if version != VERSION {
            return Err(broken(Flaw::OtherFormat, &version.to_string()));
        }
        let head: Head = serde_json::from_str(first.trim_end())
            .map_err(|error| broken(Flaw::Malformed, &error.to_string()))?;
        let mut digest = Sha256::default();
        digest.update(first.as_bytes());
        Ok(Self { input, head, sums: Vec::new(), open: None, digest, line: 1 })
    }

    /// The next piece; nothing follows the end.
    pub(super) fn next(&mut self) -> Result<Piece, StoreError> {
        self.line += 1;
        let line = next_line(&mut self.input, self.line)?;
        let before = self.digest.clone();
        self.digest.update(line.as_bytes());
        let text = line.trim_end_matches('\n');
        if let Some((_, left, sum)) = self.open.as_mut().filter(|(_, left, _)| *left > 0) {
            *left -= 1;
            sum.add(text);
            return Ok(Piece::Row(text.to_owned()));
        }
        if let Some((table, _, sum)) = self.open.take() {
            let told: TableSum = self.parse(text)?;
            let counted = sum.named(table);
            if told != counted {
                return Err(self.broken(Flaw::Changed, &counted.table));
            }
            self.sums.push(counted);
            return Ok(Piece::Sum);
        }
        let expected = self.head.tables.iter().nth(self.sums.len());
        let Some((name, rows)) = expected.map(|(name, rows)| (name.clone(), *rows)) else {
            return self.end(text, before);
        };
        let head: TableHead = self.parse(text)?;
        if head.table != name {
            return Err(self.broken(Flaw::Malformed, &head.table));
        }
        self.open = Some((name, rows, Sum::default()));
        Ok(Piece::Table(head))
    }

    fn end(&mut self, text: &str, before: Sha256) -> Result<Piece, StoreError> {
        let told: Foot = self.parse(text)?;
        if told != (Foot { rows: self.head.rows(), sha256: hex(before) }) {
            return Err(self.broken(Flaw::Changed, ""));
        }
        let more = self.input.fill_buf().map_err(StoreError::File)?;
        if !more.is_empty() {
            return Err(self.broken(Flaw::Surplus, ""));
        }
        Ok(Piece::End)
    }

    fn parse<T: DeserializeOwned>(&self, text: &str) -> Result<T, StoreError> {
        serde_json::from_str(text).map_err(|error| self.broken(Flaw::Malformed, &error.to_string()))
    }

    /// What is wrong with the line that was read last.
    pub(super) fn broken(&self, flaw: Flaw, detail: &str) -> StoreError {
        StoreError::Broken { line: self.line, flaw, detail: detail.to_owned() }
    }
}

/// A line with its end; one without is cut off.
fn next_line(input: &mut impl BufRead, number: u64) -> Result<String, StoreError> {
    let broken = |flaw| StoreError::Broken { line: number, flaw, detail: String::new() };
    let mut bytes = Vec::new();
    input.read_until(b'\n', &mut bytes).map_err(StoreError::File)?;
    if bytes.last() != Some(&b'\n') {
        // A file that is something else need not have lines at all.
        let flaw =
            if number == 1 && !bytes.starts_with(b"{\"format\"") { Flaw::NotADump } else { Flaw::CutOff };
        return Err(broken(flaw));
    }
    String::from_utf8(bytes).map_err(|_| broken(if number == 1 { Flaw::NotADump } else { Flaw::Malformed }))
}
