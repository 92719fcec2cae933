//! Tables and paragraphs of text that fit a terminal of 80 columns.

/// No line is wider.
const WIDTH: usize = 80;

/// Between two columns.
const GAP: usize = 2;

/// How a column sets its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// At the left, as wide as the widest.
    Left,
    /// At the right, as wide as the widest: for numbers.
    Right,
    /// At the left, in lines of at most so many characters.
    Most(usize),
    /// At the left, in what the other columns leave.
    Rest,
}

/// Rows of cells under columns that line up.
#[derive(Debug)]
pub(super) struct Table<const N: usize> {
    columns: [Column; N],
    lines: Vec<Line<N>>,
}

#[derive(Debug)]
enum Line<const N: usize> {
    Cells([String; N]),
    /// Stands below the cells of this column, a little further in, and may use the rest of the line.
    Note(usize, String),
    /// Opens a part of the table, with an empty line before it.
    Heading(String),
}

impl<const N: usize> Table<N> {
    pub(super) const fn new(columns: [Column; N]) -> Self {
        Self { columns, lines: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: [String; N]) {
        self.lines.push(Line::Cells(cells));
    }

    /// Adds a remark below a column; nothing if it is empty.
    pub(super) fn note(&mut self, column: usize, note: String) {
        if !note.is_empty() {
            self.lines.push(Line::Note(column, note));
        }
    }

    /// Opens a part of the table, whose columns line up with those of the others.
    pub(super) fn heading(&mut self, heading: String) {
        self.lines.push(Line::Heading(heading));
    }

    fn widths(&self) -> [usize; N] {
        let cells = self.lines.iter().filter_map(|line| match line {
            Line::Cells(cells) => Some(cells),
            Line::Note(..) | Line::Heading(_) => None,
        });
        let mut widths = [0; N];
        for row in cells {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(length(cell));
            }
        }
        for (width, column) in widths.iter_mut().zip(self.columns) {
            if let Column::Most(most) = column {
                *width = (*width).min(most);
            }
        }
        if let Some(rest) = self.columns.iter().position(|&column| column == Column::Rest) {
            let others: usize =
                widths.iter().enumerate().filter(|&(at, _)| at != rest).map(|(_, width)| width).sum();
            widths[rest] = widths[rest].min(WIDTH.saturating_sub(others + GAP * (N - 1))).max(1);
        }
        widths
    }
}

/// The lines of the table, each with its line end.
impl<const N: usize> std::fmt::Display for Table<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let widths = self.widths();
        for line in &self.lines {
            match line {
                Line::Cells(cells) => f.write_str(&row(cells, &self.columns, &widths))?,
                Line::Note(column, note) => {
                    let indent: usize =
                        widths[..*column].iter().map(|width| width + GAP).sum::<usize>() + GAP;
                    f.write_str(&paragraph(note, indent))?;
                }
                Line::Heading(heading) => write!(f, "\n{heading}\n")?,
            }
        }
        Ok(())
    }
}

fn row(cells: &[String], columns: &[Column], widths: &[usize]) -> String {
    let wrapped: Vec<Vec<String>> =
        cells.iter().zip(widths).map(|(cell, &width)| wrap(cell, width)).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let mut text = String::new();
    for at in 0..height {
        let parts = wrapped.iter().zip(columns).zip(widths).map(|((lines, column), &width)| {
            let part = lines.get(at).map_or("", String::as_str);
            if *column == Column::Right { format!("{part:>width$}") } else { format!("{part:<width$}") }
        });
        text.push_str(parts.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end());
        text.push('\n');
    }
    text
}

/// Lines up all columns but the last.
pub(super) fn columns<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> String {
    let mut table = Table::new([Column::Left; N]);
    rows.into_iter().for_each(|row| table.row(row));
    table.to_string()
}

/// `text` in lines that all begin with so many blanks.
pub(super) fn paragraph(text: &str, indent: usize) -> String {
    let wrapped = wrap(text, WIDTH - indent.min(WIDTH - 1));
    lines(wrapped.iter().map(|line| format!("{:indent$}{line}", "")))
}

/// Each with its line end.
pub(super) fn lines(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// Breaks between words; a word that is too long for a line stands in one of its own.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { continue };
        if line.is_empty() {
            line.push_str(word);
        } else if length(line) + 1 + length(word) <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<const N: usize>(cells: [&str; N]) -> [String; N] {
        cells.map(str::to_owned)
    }

    #[test]
    fn columns_line_up_and_only_the_rest_is_broken() {
        let mut table = Table::new([Column::Right, Column::Rest, Column::Left]);
        table.row(cells(["9", "a", "x"]));
        table.note(1, "beside".to_owned());
        table.row(cells(["10", &"word ".repeat(20), "яя"]));
        let shown = table.to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0].find('x'), Some(78));
        assert_eq!(lines[1], "      beside");
        assert!(lines[2].starts_with("10  word word") && lines[2].ends_with("  яя"), "{shown}");
        assert!(lines[3].starts_with("    word"), "{shown}");
        assert!(lines.iter().all(|line| length(line) <= WIDTH), "{shown}");
    }

    #[test]
    fn parts_of_a_table_line_up() {
        let mut table = Table::new([Column::Left, Column::Left]);
        for (heading, name) in [("A", "long name"), ("B", "b")] {
            table.heading(heading.to_owned());
            table.row(cells([name, "x"]));
        }
        assert_eq!(table.to_string(), "\nA\nlong name  x\n\nB\nb          x\n");
    }

    #[test]
    fn a_limited_column_is_broken_at_its_limit() {
        let mut table = Table::new([Column::Most(6), Column::Left]);
        table.row(cells(["to be or", "not"]));
        assert_eq!(table.to_string(), "to be   not\nor\n");
    }

    #[test]
    fn a_word_that_is_too_long_is_not_cut() {
        assert_eq!(wrap("a hippopotamus b", 5), ["a", "hippopotamus", "b"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
