//! Markup written by hand: escaped text, coordinates in tenths, equal input gives equal bytes.

use std::fmt::{self, Display, Write};

/// The attributes of one element, in the order in which they are written.
pub(crate) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// An HTML or SVG text under construction.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    out: String,
}

impl Markup {
    /// Opens an element.
    pub(crate) fn open(&mut self, name: &str, attributes: Attributes) {
        self.start(name, attributes);
        self.out.push('>');
    }

    /// Closes an element; the caller keeps the order.
    pub(crate) fn close(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Writes an element without content.
    pub(crate) fn empty(&mut self, name: &str, attributes: Attributes) {
        self.start(name, attributes);
        self.out.push_str("/>");
    }

    /// Writes an element that holds text alone.
    pub(crate) fn leaf(&mut self, name: &str, attributes: Attributes, text: &str) {
        self.open(name, attributes);
        self.text(text);
        self.close(name);
    }

    /// Writes text, escaped.
    pub(crate) fn text(&mut self, text: &str) {
        escape(&mut self.out, text);
    }

    /// Adds markup that is already written.
    pub(crate) fn append(&mut self, markup: &str) {
        self.out.push_str(markup);
    }

    /// What was written.
    pub(crate) fn finish(self) -> String {
        self.out
    }

    fn start(&mut self, name: &str, attributes: Attributes) {
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in attributes {
            self.out.push(' ');
            self.out.push_str(key);
            self.out.push_str("=\"");
            // Writing to a string cannot fail.
            let _ = write!(Escaped(&mut self.out), "{value}");
            self.out.push('"');
        }
    }
}

/// A coordinate in tenths of a unit, written with one decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tenths(pub i64);

impl Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10)
    }
}

/// The `d` of a path; all coordinates in tenths.
#[derive(Debug, Default)]
pub(crate) struct Path(String);

impl Path {
    /// Lifts the pen to a place.
    pub(crate) fn start(self, x: i64, y: i64) -> Self {
        self.step('M', &[x, y])
    }

    /// Draws a straight line to a place.
    pub(crate) fn line(self, x: i64, y: i64) -> Self {
        self.step('L', &[x, y])
    }

    /// Draws to a column.
    pub(crate) fn across(self, x: i64) -> Self {
        self.step('H', &[x])
    }

    /// Draws to a row.
    pub(crate) fn down(self, y: i64) -> Self {
        self.step('V', &[y])
    }

    /// Closes the outline.
    pub(crate) fn shut(mut self) -> Self {
        self.0.push('Z');
        self
    }

    /// A rectangle from its upper left corner.
    pub(crate) fn rect(self, x: i64, y: i64, width: i64, height: i64) -> Self {
        self.start(x, y).across(x + width).down(y + height).across(x).shut()
    }

    /// Whether nothing was drawn.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn step(mut self, command: char, numbers: &[i64]) -> Self {
        self.0.push(command);
        for (index, number) in numbers.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            let _ = write!(self.0, "{space}{}", Tenths(*number));
        }
        self
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

struct Escaped<'a>(&'a mut String);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        escape(self.0, text);
        Ok(())
    }
}

fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // XML knows no other control characters.
            '\n' | '\t' => out.push(letter),
            _ if letter.is_control() => {}
            _ => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_are_escaped() {
        let mut markup = Markup::default();
        markup.leaf("text", &[("id", &"a\"b")], "<script>\u{0}&'");
        assert_eq!(markup.finish(), "<text id=\"a&quot;b\">&lt;script&gt;&amp;&#39;</text>");
    }

    #[test]
    fn a_21_coordinates_have_one_decimal() {
        let written: Vec<String> = [0, 5, -5, 123, -1230].map(|tenths| Tenths(tenths).to_string()).into();
        assert_eq!(written, ["0.0", "0.5", "-0.5", "12.3", "-123.0"]);
        let path = Path::default().rect(0, 10, 20, 5);
        assert_eq!(path.to_string(), "M0.0 1.0H2.0V1.5H0.0Z");
    }
}
