//! D-7: the text as it is compared, with the way back to what was written, and its clauses.

use unicode_normalization::char::canonical_combining_class;

use crate::input::name::normalize;

/// D-21: characters of a message.
pub(super) const CHARACTERS: usize = 4096;
/// D-21: clauses of a message.
pub(super) const CLAUSES: usize = 40;

/// A normalized text that knows where each of its characters comes from.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    original: &'a str,
    symbols: Vec<char>,
    /// Bytes of the original behind each character.
    origins: Vec<(usize, usize)>,
}

impl<'a> Text<'a> {
    /// Normalizes a text. Letters are taken with their combining marks, since these may become one.
    pub(crate) fn new(original: &'a str) -> Self {
        let mut text = Self { original, symbols: vec![], origins: vec![] };
        let mut from = 0;
        let starts = original.char_indices().map(|(at, symbol)| (at, canonical_combining_class(symbol) == 0));
        for (at, _) in starts.filter(|(at, begins)| *begins && *at > 0) {
            text.take(from, at);
            from = at;
        }
        text.take(from, original.len());
        text
    }

    fn take(&mut self, from: usize, to: usize) {
        for symbol in normalize(&self.original[from..to]).chars() {
            let symbol = if symbol.is_whitespace() && symbol != '\n' { ' ' } else { symbol };
            // Runs of blanks are one.
            if symbol != ' ' || self.symbols.last().is_some_and(|last| !matches!(last, ' ' | '\n')) {
                self.symbols.push(symbol);
                self.origins.push((from, to));
            }
        }
    }

    /// The characters as they are compared.
    pub(crate) fn symbols(&self) -> &[char] {
        &self.symbols
    }

    /// The normalized text.
    pub(crate) fn normal(&self) -> String {
        self.symbols.iter().collect()
    }

    /// What was written between two characters.
    pub(crate) fn verbatim(&self, from: usize, to: usize) -> &'a str {
        match (self.origins.get(from), self.origins.get(to.saturating_sub(1))) {
            (Some((start, _)), Some((_, end))) if from < to => self.original[*start..*end].trim(),
            _ => "",
        }
    }
}

/// A clause: a range of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clause {
    /// Its first character.
    pub(crate) from: usize,
    /// Behind its last.
    pub(crate) to: usize,
    /// Which sentence it belongs to.
    pub(crate) sentence: usize,
}

/// D-7: splits sentences into clauses; a comma between two numbers belongs to a list.
pub(crate) fn clauses(symbols: &[char]) -> Vec<Clause> {
    let mut clauses = vec![];
    let (mut from, mut sentence, mut at) = (0, 0, 0);
    while at < symbols.len() {
        let Some((length, ends_sentence)) = boundary(symbols, at) else {
            at += 1;
            continue;
        };
        clauses.push(Clause { from, to: at, sentence });
        sentence += usize::from(ends_sentence);
        at += length;
        from = at;
    }
    clauses.push(Clause { from, to: symbols.len(), sentence });
    let parts = clauses.into_iter().flat_map(|clause| joined(symbols, clause));
    parts
        .filter(|clause| symbols[clause.from..clause.to].iter().any(|symbol| !symbol.is_whitespace()))
        .collect()
}

/// How many characters end a clause here, and whether they end its sentence, too.
fn boundary(symbols: &[char], at: usize) -> Option<(usize, bool)> {
    let next = |from: usize| symbols.get(from).copied();
    match symbols[at] {
        '\n' | '!' | '?' => Some((1, true)),
        ';' => Some((1, false)),
        '.' if next(at + 1).is_none_or(char::is_whitespace) => Some((1, true)),
        ',' => {
            let after_digit = at > 0 && symbols[at - 1].is_ascii_digit();
            let follower = symbols[at + 1..].iter().find(|symbol| **symbol != ' ');
            let is_list = after_digit && follower.is_some_and(char::is_ascii_digit);
            (!is_list).then_some((1, false))
        }
        // The blank after the word may begin another one.
        ' ' => [" but ", " но "]
            .iter()
            .find_map(|word| starts(symbols, at, word))
            .map(|length| (length - 1, false)),
        _ => None,
    }
}

fn starts(symbols: &[char], at: usize, word: &str) -> Option<usize> {
    let length = word.chars().count();
    symbols[at..].iter().take(length).copied().eq(word.chars()).then_some(length)
}

/// "and" parts two reports: both sides hold a digit, and a letter follows.
fn joined(symbols: &[char], clause: Clause) -> Vec<Clause> {
    let mut parts = vec![];
    let mut from = clause.from;
    let mut at = clause.from;
    let last_digit = symbols[clause.from..clause.to].iter().rposition(char::is_ascii_digit);
    let last_digit = last_digit.map(|place| clause.from + place);
    let mut has_digit = false;
    while at < clause.to {
        has_digit |= symbols[at].is_ascii_digit();
        let words = [" and ", " и ", " then ", " потом ", " затем "];
        let length = words.iter().find_map(|word| starts(symbols, at, word));
        if let Some(length) = length.filter(|length| at + length < clause.to) {
            let letter_follows = symbols[at + length].is_alphabetic();
            if has_digit && letter_follows && last_digit.is_some_and(|digit| digit > at) {
                parts.push(Clause { from, to: at, ..clause });
                // The joining word belongs to what follows, where it is a stop word.
                from = at + 1;
                at += length;
                has_digit = false;
                continue;
            }
        }
        at += 1;
    }
    parts.push(Clause { from, ..clause });
    parts
}
