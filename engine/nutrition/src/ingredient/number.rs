//! Numbers as cooks write them: `2`, `0.5`, `0,5`, `1,000`, `1/2`, `1 1/2`, `1½`, `3-4` (ND-6).

use unicode_normalization::UnicodeNormalization;

use crate::ratio::Ratio;

/// The text with `½` written as `1/2`, with a blank before it where a whole number stands.
pub(super) fn with_plain_fractions(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        let spelled: String = std::iter::once(letter).nfkc().collect();
        if spelled.contains('⁄') {
            if spelled.len() > '⁄'.len_utf8() && plain.ends_with(|before: char| before.is_ascii_digit()) {
                plain.push(' ');
            }
            plain.push_str(&spelled.replace('⁄', "/"));
        } else {
            plain.push(letter);
        }
    }
    plain
}

/// The number or range at the start of `text` and what follows it, or [`None`] if a word begins there.
///
/// The number itself is [`None`] when it cannot be: `1/0`, or digits without end.
pub(super) fn read(text: &str) -> Option<(Option<Ratio>, &str)> {
    let (low, rest) = single(text)?;
    let after = rest.trim_start();
    let upper = after.strip_prefix(['-', '–', '—']).and_then(|high| single(high.trim_start()));
    let (number, rest) = match upper {
        Some((high, rest)) => (low.zip(high).map(|(low, high)| (low + high) / Ratio::from(2_u32)), rest),
        None => (low, rest),
    };
    // `2% milk` and `7-grain bread` are names.
    (!rest.starts_with(['%', '-', '–', '—'])).then_some((number, rest))
}

/// One number: whole, decimal, a fraction, or both.
fn single(text: &str) -> Option<(Option<Ratio>, &str)> {
    if let Some((whole, rest)) = thousands(text) {
        let (decimals, rest) = rest.strip_prefix('.').and_then(digits).unwrap_or(("", rest));
        return Some((decimal(&whole, decimals), rest));
    }
    let (whole, rest) = digits(text)?;
    if let Some((below, rest)) = rest.strip_prefix('/').and_then(digits) {
        return Some((fraction(whole, below), rest));
    }
    if let Some((decimals, rest)) = rest.strip_prefix(['.', ',']).and_then(digits) {
        return Some((decimal(whole, decimals), rest));
    }
    let mixed = digits(rest.trim_start()).filter(|_| rest.starts_with(' '));
    if let Some((above, after)) = mixed
        && let Some((below, after)) = after.strip_prefix('/').and_then(digits)
    {
        let number = decimal(whole, "").zip(fraction(above, below)).map(|(whole, part)| whole + part);
        return Some((number, after));
    }
    Some((decimal(whole, ""), rest))
}

/// The digits of a number with commas between its thousands, as in `1,000 g`, and what follows it.
///
/// Only English is written so: in a Russian text a comma begins the decimals, and so it does behind a zero.
fn thousands(text: &str) -> Option<(String, &str)> {
    let is_russian = text.chars().any(|letter| ('\u{400}'..='\u{4ff}').contains(&letter));
    let (first, mut rest) = digits(text).filter(|(first, _)| first.len() <= 3 && !first.starts_with('0'))?;
    let mut whole = first.to_owned();
    while let Some((group, after)) =
        rest.strip_prefix(',').and_then(digits).filter(|(group, _)| group.len() == 3)
    {
        whole.push_str(group);
        rest = after;
    }
    (!is_russian && whole.len() > first.len()).then_some((whole, rest))
}

/// The digits at the start of `text`, at least one, and what follows them.
fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

fn fraction(above: &str, below: &str) -> Option<Ratio> {
    let below = whole(below).filter(|below| *below > 0)?;
    Some(Ratio::new(whole(above)?, below))
}

fn decimal(before: &str, after: &str) -> Option<Ratio> {
    let places = u32::try_from(after.len()).ok()?;
    let digits = whole(&format!("{before}{after}"))?;
    Some(Ratio::new(digits, 10_i128.checked_pow(places)?))
}

/// More digits than any quantity has are no number.
fn whole(digits: &str) -> Option<i128> {
    const MOST_DIGITS: usize = 18;
    if digits.len() > MOST_DIGITS { None } else { digits.parse().ok() }
}
