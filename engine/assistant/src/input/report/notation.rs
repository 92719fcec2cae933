//! The notations of D-7: each is tried over the whole clause, leftmost first, and takes what it reads.

use domain::quantity::{Grams, Hundredths, MassUnit, Rpe};

use super::{rpe_of_reserve, token::Token};
use crate::input::history::DoneSet;

/// Something that a notation says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    /// So many equal sets.
    Sets { count: u32, amount: Amount, load: Option<Grams> },
    /// A load for the sets beside it.
    Load(Grams),
    /// An effort for the sets of the clause.
    Effort(Rpe),
}

/// What a set counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Amount {
    Reps(u32),
    Seconds(u32),
}

impl Amount {
    /// A working set of it.
    pub(super) fn done(self) -> DoneSet {
        match self {
            Self::Reps(reps) => DoneSet { reps: Some(reps), ..DoneSet::default() },
            Self::Seconds(seconds) => DoneSet { seconds: Some(seconds), ..DoneSet::default() },
        }
    }
}

/// Units of mass, the longer ones first.
pub(super) const UNITS: &[(&str, MassUnit)] = &[
    ("kgs", MassUnit::Kg),
    ("kg", MassUnit::Kg),
    ("кило", MassUnit::Kg),
    ("кг", MassUnit::Kg),
    ("lbs", MassUnit::Lb),
    ("lb", MassUnit::Lb),
    ("фунтов", MassUnit::Lb),
    ("фунт", MassUnit::Lb),
];

/// How many tokens were read, and what they say.
type Read = Option<(usize, Vec<Element>)>;
type Notation = fn(&[Token], MassUnit) -> Read;

/// In the order of D-7; the numbers are those of its table.
const NOTATIONS: &[Notation] = &[
    effort,         // 1
    load_reps_sets, // 3
    sets_reps_load, // 4
    three_factors,  // 5
    sets_of_time,   // 6
    load_reps,      // 7
    sets_list,      // 8
    two_factors,    // 9
    sets_of_reps,   // 10
    at_load,        // 11
    at_number,      // 12
    list,           // 13
    time,           // 15
    reps,           // 16
    lone_number,    // 17
];

/// Everything that the clause says, in its order; [`None`] when a number is left over.
pub(super) fn elements(tokens: &mut [Token], unit: MassUnit) -> Option<Vec<Element>> {
    let mut found: Vec<(usize, Vec<Element>)> = vec![];
    for notation in NOTATIONS {
        let mut at = 0;
        while at < tokens.len() {
            match notation(&tokens[at..], unit) {
                Some((length, elements)) => {
                    tokens[at..at + length].fill(Token::Gone);
                    found.push((at, elements));
                    at += length;
                }
                None => at += 1,
            }
        }
    }
    let is_left = |token: &Token| matches!(token, Token::Number(..)) || *token == Token::Sign('-');
    if tokens.iter().any(is_left) {
        return None;
    }
    found.sort_by_key(|(at, _)| *at);
    Some(found.into_iter().flat_map(|(_, elements)| elements).collect())
}

fn word(tokens: &[Token], at: usize) -> Option<&str> {
    tokens.get(at)?.word()
}

fn whole(tokens: &[Token], at: usize) -> Option<u32> {
    tokens.get(at)?.whole().filter(|number| *number <= 10_000)
}

fn sign(tokens: &[Token], at: usize, sign: char) -> Option<()> {
    (*tokens.get(at)? == Token::Sign(sign)).then_some(())
}

fn mass(tokens: &[Token], at: usize) -> Option<Grams> {
    let number = tokens.get(at)?.number()?;
    let (_, unit) = UNITS.iter().find(|(name, _)| word(tokens, at + 1) == Some(name))?;
    Some(Grams::from_display(Hundredths(number), *unit))
}

fn sets(count: u32, amount: Amount, load: Option<Grams>) -> Option<Vec<Element>> {
    (1..=20).contains(&count).then(|| vec![Element::Sets { count, amount, load }])
}

/// 1: rpe 8.5, 2 rir, запас 2.
fn effort(tokens: &[Token], _: MassUnit) -> Read {
    let rpe = |hundredths: i64| Rpe::new(hundredths / 10).ok();
    let (length, rpe) = match (word(tokens, 0), word(tokens, 1)) {
        (Some("rpe" | "рпе"), _) => (2, rpe(tokens.get(1)?.number()?)?),
        (Some("rir" | "запас"), _) => (2, rpe_of_reserve(i64::from(whole(tokens, 1)?))?),
        (_, Some("rir")) => (2, rpe_of_reserve(i64::from(whole(tokens, 0)?))?),
        (_, Some("in" | "в")) if matches!(word(tokens, 2), Some("reserve" | "запасе")) => {
            (3, rpe_of_reserve(i64::from(whole(tokens, 0)?))?)
        }
        _ => return None,
    };
    Some((length, vec![Element::Effort(rpe)]))
}

/// 3: 80kg x 8 x 3.
fn load_reps_sets(tokens: &[Token], _: MassUnit) -> Read {
    let load = mass(tokens, 0)?;
    sign(tokens, 2, 'x')?;
    sign(tokens, 4, 'x')?;
    Some((6, sets(whole(tokens, 5)?, Amount::Reps(whole(tokens, 3)?), Some(load))?))
}

/// 4: 3x8x80kg.
fn sets_reps_load(tokens: &[Token], _: MassUnit) -> Read {
    sign(tokens, 1, 'x')?;
    sign(tokens, 3, 'x')?;
    Some((6, sets(whole(tokens, 0)?, Amount::Reps(whole(tokens, 2)?), Some(mass(tokens, 4)?))?))
}

/// 5: 100x5x3 or 3x5x100, told apart by which end can be a load.
fn three_factors(tokens: &[Token], unit: MassUnit) -> Read {
    sign(tokens, 1, 'x')?;
    sign(tokens, 3, 'x')?;
    let (first, last) = (tokens[0].number()?, tokens.get(4)?.number()?);
    let load = |number| Some(Grams::from_display(Hundredths(number), unit));
    let reps = Amount::Reps(whole(tokens, 2)?);
    let elements = match () {
        () if first <= 1000 && last >= 2000 => sets(whole(tokens, 0)?, reps, load(last))?,
        () if first >= 2000 && last <= 1000 => sets(whole(tokens, 4)?, reps, load(first))?,
        () => return None,
    };
    Some((5, elements))
}

/// Seconds of a word after a number; the one-letter words only when glued to it.
fn seconds(number: &Token, unit: Option<&str>) -> Option<u32> {
    let Token::Number(hundredths, glued) = number else { return None };
    let unit = unit?;
    let factor = match unit {
        "s" | "с" if *glued => 1,
        "m" | "м" if *glued => 60,
        "sec" | "seconds" => 1,
        "min" | "minutes" => 60,
        _ if unit.starts_with("сек") => 1,
        _ if unit.starts_with("мин") => 60,
        _ => return None,
    };
    u32::try_from(hundredths * factor / 100).ok()
}

/// mm:ss.
fn clock(tokens: &[Token], at: usize) -> Option<u32> {
    sign(tokens, at + 1, ':')?;
    let (minutes, rest) = (whole(tokens, at)?, whole(tokens, at + 2)?);
    (rest < 60).then_some(minutes * 60 + rest)
}

/// 6: 3x60s, 3x1:30, 3 по 60 сек.
fn sets_of_time(tokens: &[Token], _: MassUnit) -> Read {
    let is_times = sign(tokens, 1, 'x').is_some() || word(tokens, 1) == Some("по");
    let count = whole(tokens, 0).filter(|_| is_times)?;
    if let Some(time) = clock(tokens, 2) {
        return Some((5, sets(count, Amount::Seconds(time), None)?));
    }
    Some((4, sets(count, Amount::Seconds(seconds(tokens.get(2)?, word(tokens, 3))?), None)?))
}

/// 7: 80kg x 8.
fn load_reps(tokens: &[Token], _: MassUnit) -> Read {
    let load = mass(tokens, 0)?;
    sign(tokens, 2, 'x')?;
    Some((4, sets(1, Amount::Reps(whole(tokens, 3)?), Some(load))?))
}

/// The numbers of a list that begins here, with the same sign between them.
fn numbers(tokens: &[Token], separator: char) -> Vec<u32> {
    let mut numbers: Vec<u32> = whole(tokens, 0).into_iter().collect();
    while !numbers.is_empty() && sign(tokens, 2 * numbers.len() - 1, separator).is_some() {
        let Some(next) = whole(tokens, 2 * numbers.len()) else { break };
        numbers.push(next);
    }
    numbers
}

fn each(reps: &[u32]) -> Vec<Element> {
    reps.iter().map(|&reps| Element::Sets { count: 1, amount: Amount::Reps(reps), load: None }).collect()
}

/// 8: 3x8,8,7; the count must be right.
fn sets_list(tokens: &[Token], _: MassUnit) -> Read {
    sign(tokens, 1, 'x')?;
    let reps = numbers(tokens.get(2..)?, ',');
    let is_counted = reps.len() >= 2 && usize::try_from(whole(tokens, 0)?) == Ok(reps.len());
    is_counted.then(|| (1 + 2 * reps.len(), each(&reps)))
}

/// 9: 4x7 are sets, 60x10 is a load.
fn two_factors(tokens: &[Token], unit: MassUnit) -> Read {
    sign(tokens, 1, 'x')?;
    // A list whose count is wrong would be a question.
    if sign(tokens, 3, ',').is_some() && whole(tokens, 4).is_some() {
        return None;
    }
    let (first, reps) = (tokens[0].number()?, Amount::Reps(whole(tokens, 2)?));
    let elements = if first > 2000 || first % 100 != 0 {
        sets(1, reps, Some(Grams::from_display(Hundredths(first), unit)))?
    } else {
        sets(whole(tokens, 0)?, reps, None)?
    };
    Some((3 + per(tokens, 3), elements))
}

/// How many tokens say that it was for each side.
fn per(tokens: &[Token], at: usize) -> usize {
    let is_side =
        |at: usize| matches!(word(tokens, at), Some("side" | "leg" | "arm" | "сторону" | "ногу" | "руку"));
    let begins = sign(tokens, at, '/').is_some() || matches!(word(tokens, at), Some("per" | "each" | "на"));
    match begins {
        true if is_side(at + 1) => 2,
        true if is_side(at + 2) => 3,
        _ => 0,
    }
}

/// 10: 4 sets of 7, 4 по 7.
fn sets_of_reps(tokens: &[Token], _: MassUnit) -> Read {
    let count = whole(tokens, 0)?;
    let (length, reps) = match (word(tokens, 1)?, word(tokens, 2)) {
        ("по", _) | ("sets", None) => (3, whole(tokens, 2)?),
        ("sets", Some("of")) => (4, whole(tokens, 3)?),
        (sets, Some("по")) if sets.starts_with("подход") => (4, whole(tokens, 3)?),
        _ => return None,
    };
    Some((length + per(tokens, length), sets(count, Amount::Reps(reps), None)?))
}

/// 11: @ 80kg, 80 kg, +10 kg.
fn at_load(tokens: &[Token], _: MassUnit) -> Read {
    let skip = usize::from(sign(tokens, 0, '@').is_some() || sign(tokens, 0, '+').is_some());
    Some((skip + 2, vec![Element::Load(mass(tokens, skip)?)]))
}

/// 12: @ 80 is a load; up to 10 it would be a question.
fn at_number(tokens: &[Token], unit: MassUnit) -> Read {
    sign(tokens, 0, '@')?;
    let number = tokens.get(1)?.number().filter(|number| *number > 1000)?;
    Some((2, vec![Element::Load(Grams::from_display(Hundredths(number), unit))]))
}

/// 13: 7,7,6,5 or 7/7/6; numbers that differ much would be a question.
fn list(tokens: &[Token], _: MassUnit) -> Read {
    let reps = [',', '/', '+'].map(|sign| numbers(tokens, sign)).into_iter().max_by_key(Vec::len)?;
    let dashed = numbers(tokens, '-');
    let reps = if dashed.len() >= 3 { dashed } else { reps };
    let (most, least) = (*reps.iter().max()?, *reps.iter().min()?);
    let is_odd = most > 20 && most >= 3 * least;
    (reps.len() >= 2 && !is_odd).then(|| (2 * reps.len() - 1, each(&reps)))
}

/// 15: 1:30, 90 сек.
fn time(tokens: &[Token], _: MassUnit) -> Read {
    if let Some(time) = clock(tokens, 0) {
        return Some((3, sets(1, Amount::Seconds(time), None)?));
    }
    let time = seconds(tokens.first()?, word(tokens, 1))?;
    Some((2 + per(tokens, 2), sets(1, Amount::Seconds(time), None)?))
}

/// 16: 20 reps, 20 раз.
fn reps(tokens: &[Token], _: MassUnit) -> Read {
    let unit = word(tokens, 1)?;
    let is_reps = matches!(unit, "reps" | "times" | "раз") || unit.starts_with("повтор");
    let reps = whole(tokens, 0).filter(|_| is_reps)?;
    Some((2, sets(1, Amount::Reps(reps), None)?))
}

/// 17: 20 push-ups.
fn lone_number(tokens: &[Token], _: MassUnit) -> Read {
    let reps = whole(tokens, 0).filter(|reps| (1..=200).contains(reps))?;
    word(tokens, 1)?;
    Some((1, sets(1, Amount::Reps(reps), None)?))
}
