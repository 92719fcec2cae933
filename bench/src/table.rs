//! Tables of the reports.

use std::fmt;

/// A Markdown table whose columns are padded, so that it is readable in a terminal, too.
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no row.
    pub(crate) fn new<const N: usize>(head: [&str; N]) -> Self {
        Self { head: head.map(str::to_owned).to_vec(), rows: vec![] }
    }

    /// Adds columns behind those that are there.
    pub(crate) fn columns(&mut self, heads: impl IntoIterator<Item = String>) {
        self.head.extend(heads);
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            lines().filter_map(|cells| cells.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        for (index, cells) in lines().enumerate() {
            for (cell, width) in cells.iter().zip(&widths) {
                write!(f, "| {cell:>width$} ")?;
            }
            f.write_str("|\n")?;
            if index == 0 {
                widths.iter().try_for_each(|width| write!(f, "|-{:-<width$}:", ""))?;
                f.write_str("|\n")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_markdown_with_padded_columns() {
        let mut table = Table::new(["a", "long"]);
        table.row(["µs".to_owned(), "1".to_owned()]);
        assert_eq!(table.to_string(), "|  a | long |\n|---:|-----:|\n| µs |    1 |\n");
    }
}
