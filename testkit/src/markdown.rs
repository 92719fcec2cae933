//! Reads Markdown as far as tests need it: lines of prose and fenced blocks, in order.

use std::ops::Range;

/// A part of a Markdown text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block<'a> {
    /// One line outside every fence.
    Line {
        /// Its number, from 1.
        number: usize,
        /// The line without its end.
        text: &'a str,
    },
    /// A fenced block.
    Fence(Fence<'a>),
}

/// A block between two fences of backticks or tildes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence<'a> {
    /// The number of the opening line, from 1.
    pub line: usize,
    /// The first word after the opening fence, or nothing.
    pub language: &'a str,
    /// The lines between the fences.
    pub text: &'a str,
    /// Where these lines are in the whole text, in bytes.
    pub range: Range<usize>,
    marker: &'a str,
}

impl Fence<'_> {
    /// Whether `line`, put into this block, would end it.
    pub fn is_closed_by(&self, line: &str) -> bool {
        closes(line, self.marker)
    }
}

/// A fence that nothing closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnclosedFence {
    /// The number of the opening line, from 1.
    pub line: usize,
}

/// Splits `text` into lines of prose and fenced blocks.
///
/// A fence may be indented (it may stand in a list); its lines are taken as they are.
pub fn blocks(text: &str) -> Result<Vec<Block<'_>>, UnclosedFence> {
    let mut blocks = Vec::new();
    let mut open: Option<Fence> = None;
    let mut offset = 0;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let start = offset;
        offset += line.len();
        let number = index + 1;
        open = match open {
            None => {
                let fence = opening(line).map(|(marker, language)| Fence {
                    line: number,
                    language,
                    text: "",
                    range: offset..offset,
                    marker,
                });
                if fence.is_none() {
                    blocks.push(Block::Line { number, text: line.trim_end_matches(['\n', '\r']) });
                }
                fence
            }
            Some(mut fence) if closes(line, fence.marker) => {
                fence.range.end = start;
                fence.text = &text[fence.range.clone()];
                blocks.push(Block::Fence(fence));
                None
            }
            inside => inside,
        };
    }
    match open {
        None => Ok(blocks),
        Some(fence) => Err(UnclosedFence { line: fence.line }),
    }
}

/// The marker and the language of a line that opens a fence.
fn opening(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let first = line.chars().next().filter(|first| matches!(first, '`' | '~'))?;
    let info = line.trim_start_matches(first);
    let marker = &line[..line.len() - info.len()];
    // Three backticks around words in one line are inline code.
    let is_inline = first == '`' && info.contains('`');
    if marker.len() < 3 || is_inline {
        return None;
    }
    Some((marker, info.split_whitespace().next().unwrap_or_default()))
}

fn closes(line: &str, marker: &str) -> bool {
    let line = line.trim();
    line.starts_with(marker) && line.trim_start_matches(&marker[..1]).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_and_fences_come_in_order_with_line_numbers() {
        let text = "# Title\n```toml title=x\na = 1\n```\nend";
        let blocks = blocks(text).unwrap();
        let [Block::Line { number: 1, text: "# Title" }, Block::Fence(fence), Block::Line { number: 5, .. }] =
            &blocks[..]
        else {
            panic!("{blocks:?}");
        };
        assert_eq!((fence.line, fence.language, fence.text), (2, "toml", "a = 1\n"));
        assert_eq!(&text[fence.range.clone()], fence.text);
    }

    #[test]
    fn a_longer_fence_holds_a_shorter_one() {
        let blocks = blocks("````md\n```\n````\n").unwrap();
        let [Block::Fence(fence)] = &blocks[..] else { panic!("{blocks:?}") };
        assert_eq!(fence.text, "```\n");
        assert!(fence.is_closed_by("  ````` "));
        assert!(!fence.is_closed_by("```"));
        assert!(!fence.is_closed_by("````x"));
    }

    #[test]
    fn tildes_do_not_close_backticks_and_inline_code_opens_nothing() {
        assert_eq!(blocks("a\n```\n~~~\n"), Err(UnclosedFence { line: 2 }));
        assert_eq!(blocks("```inline```\n").unwrap().len(), 1);
        assert!(matches!(&blocks("  ~~~\nx\n  ~~~\n").unwrap()[..], [Block::Fence(_)]));
    }

    #[test]
    fn an_empty_block_has_an_empty_range_after_its_opening_line() {
        let blocks = blocks("```text\n```\n").unwrap();
        let [Block::Fence(fence)] = &blocks[..] else { panic!("{blocks:?}") };
        assert_eq!(fence.range, 8..8);
    }
}
