//! A clause as numbers, words and signs.

/// A piece of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A number in hundredths, and whether a word follows without a blank.
    Number(i64, bool),
    /// A word.
    Word(String),
    /// A sign: `x` between numbers, `@`, `,`, `/`, `+`, `-`, `:`.
    Sign(char),
    /// Something that was read already.
    Gone,
}

impl Token {
    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The number in hundredths.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number, _) => Some(*number),
            _ => None,
        }
    }

    /// The number if it is whole.
    pub(super) fn whole(&self) -> Option<u32> {
        self.number().filter(|number| number % 100 == 0).and_then(|number| u32::try_from(number / 100).ok())
    }
}

/// Splits a normalized clause.
pub(super) fn tokens(clause: &str) -> Vec<Token> {
    let symbols: Vec<char> = clause.chars().collect();
    let mut tokens: Vec<Token> = vec![];
    let mut at = 0;
    while at < symbols.len() {
        let symbol = symbols[at];
        if symbol.is_ascii_digit() {
            let (number, end) = number(&symbols, at, tokens.last() == Some(&Token::Sign('@')));
            let glued = symbols.get(end).is_some_and(|next| next.is_alphabetic());
            tokens.push(Token::Number(number, glued));
            at = end;
        } else if symbol.is_alphabetic() {
            let end = end_of(&symbols, at, |symbol| symbol.is_alphabetic() || symbol == '\'');
            let word: String = symbols[at..end].iter().collect();
            tokens.push(if is_times(&word, &tokens, &symbols[end..]) {
                Token::Sign('x')
            } else {
                Token::Word(word)
            });
            at = end;
        } else {
            match symbol {
                '*' => tokens.push(Token::Sign('x')),
                '@' | ',' | '/' | '+' | ':' => tokens.push(Token::Sign(symbol)),
                // A dash inside a name is no sign.
                '-' if matches!(tokens.last(), Some(Token::Number(..))) => tokens.push(Token::Sign('-')),
                _ => (),
            }
            at += 1;
        }
    }
    tokens
}

/// The Latin or Cyrillic letter between a number, with or without a unit, and another number.
fn is_times(word: &str, before: &[Token], after: &[char]) -> bool {
    let digit_follows = after.iter().find(|symbol| **symbol != ' ').is_some_and(char::is_ascii_digit);
    let has_number = before.iter().rev().take(2).any(|token| matches!(token, Token::Number(..)));
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
        let rest: String = symbols[end..].iter().collect();
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
