//! A clause as numbers, words and signs.

use super::Part;

/// A piece of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its first character in the text.
    pub(crate) from: usize,
    /// Behind its last.
    pub(crate) to: usize,
    /// What it was taken for, once something has taken it.
    pub(crate) part: Option<Part>,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A number in hundredths.
    Number(i64),
    /// A word.
    Word(String),
    /// A sign: `x` between numbers, `@`, `,`, `/`, `+`, `-`, `:`.
    Sign(char),
}

impl Token {
    /// The word, if it is one that nothing has taken.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) if self.part.is_none() => Some(word),
            _ => None,
        }
    }

    /// The number in hundredths, if nothing has taken it.
    pub(crate) fn number(&self) -> Option<i64> {
        match self.kind {
            Kind::Number(number) if self.part.is_none() => Some(number),
            _ => None,
        }
    }

    /// The number if it is whole.
    pub(crate) fn whole(&self) -> Option<u32> {
        self.number().filter(|number| number % 100 == 0).and_then(|number| u32::try_from(number / 100).ok())
    }

    /// Whether it is this sign.
    pub(crate) fn is_sign(&self, sign: char) -> bool {
        self.part.is_none() && self.kind == Kind::Sign(sign)
    }

    /// A word or a number: what a message consists of for its reader.
    pub(crate) fn is_run(&self) -> bool {
        !matches!(self.kind, Kind::Sign(_))
    }
}

/// Splits the characters from one place to another.
pub(crate) fn tokens(symbols: &[char], from: usize, to: usize) -> Vec<Token> {
    let symbols = &symbols[..to];
    let mut tokens: Vec<Token> = vec![];
    let mut at = from;
    while at < to {
        let symbol = symbols[at];
        let (kind, end) = if symbol.is_ascii_digit() {
            let (number, end) = number(symbols, at, tokens.last().is_some_and(|last| last.is_sign('@')));
            (Some(Kind::Number(number)), end)
        } else if is_letter(symbol) {
            let end = end_of(symbols, at, |symbol| is_letter(symbol) || symbol == '\'');
            let word: String = symbols[at..end].iter().collect();
            let is_times = is_times(&word, &tokens, &symbols[end..]);
            (Some(if is_times { Kind::Sign('x') } else { Kind::Word(word) }), end)
        } else {
            (sign(symbols, at, tokens.last()), at + 1)
        };
        tokens.extend(kind.map(|kind| Token { kind, from: at, to: end, part: None }));
        at = end;
    }
    tokens
}

fn is_letter(symbol: char) -> bool {
    symbol == '_' || (symbol.is_alphanumeric() && !symbol.is_ascii_digit())
}

/// The sign at a place. A dash inside a name is none.
fn sign(symbols: &[char], at: usize, before: Option<&Token>) -> Option<Kind> {
    match symbols[at] {
        '*' => Some(Kind::Sign('x')),
        symbol @ ('@' | ',' | '/' | '+' | ':') => Some(Kind::Sign(symbol)),
        '-' => {
            let after_number = before.is_some_and(|token| matches!(token.kind, Kind::Number(_)));
            let begins = at == 0 || symbols[at - 1].is_whitespace();
            let digit_follows = symbols.get(at + 1).is_some_and(char::is_ascii_digit);
            (after_number || (begins && digit_follows)).then_some(Kind::Sign('-'))
        }
        _ => None,
    }
}

/// The Latin or Cyrillic letter between a number, with or without a unit, and another number.
fn is_times(word: &str, before: &[Token], after: &[char]) -> bool {
    let digit_follows = after.iter().find(|symbol| **symbol != ' ').is_some_and(char::is_ascii_digit);
    let has_number = before.iter().rev().take(2).any(|token| matches!(token.kind, Kind::Number(_)));
    matches!(word, "x" | "х") && digit_follows && has_number
}

fn end_of(symbols: &[char], from: usize, belongs: impl Fn(char) -> bool) -> usize {
    symbols[from..].iter().position(|symbol| !belongs(*symbol)).map_or(symbols.len(), |length| from + length)
}

/// The number at a place, in hundredths, and where it ends.
///
/// A decimal comma counts only before 5, 25 or 75 and a unit, or after `@`; elsewhere it is the comma of a list.
fn number(symbols: &[char], from: usize, after_at: bool) -> (i64, usize) {
    let whole_end = end_of(symbols, from, |symbol| symbol.is_ascii_digit());
    let digits = |from: usize, end: usize| symbols[from..end].iter().take(9).collect::<String>();
    let whole: i64 = digits(from, whole_end).parse().unwrap_or(0);
    let sign = symbols.get(whole_end).copied().unwrap_or(' ');
    let end = end_of(symbols, (whole_end + 1).min(symbols.len()), |symbol| symbol.is_ascii_digit());
    let fraction = if end > whole_end + 1 { digits(whole_end + 1, end) } else { String::new() };
    let unit_follows = || {
        let rest: String = symbols[end..].iter().take(8).collect();
        super::notation::UNITS.iter().any(|(unit, _)| rest.trim_start().starts_with(unit))
    };
    let quarter = matches!(fraction.as_str(), "5" | "25" | "75");
    let is_decimal = match sign {
        '.' => !fraction.is_empty(),
        ',' => quarter && (after_at || unit_follows()),
        _ => false,
    };
    if !is_decimal {
        return (whole * 100, whole_end);
    }
    let hundredths: i64 = format!("{fraction:0<2}")[..2].parse().unwrap_or(0);
    (whole * 100 + hundredths, end)
}
