//! The notations of D-7: each is tried over the whole clause, leftmost first, and takes what it reads.

use domain::quantity::{Grams, Hundredths, MassUnit};

use super::{
    Part,
    element::{Doubt, Element},
    result::{Per, ReadSet},
    token::{Kind, Token},
};

/// Units of mass, the longer ones first.
pub(crate) const UNITS: &[(&str, MassUnit)] = &[
    ("kgs", MassUnit::Kg),
    ("kg", MassUnit::Kg),
    ("кило", MassUnit::Kg),
    ("кг", MassUnit::Kg),
    ("lbs", MassUnit::Lb),
    ("lb", MassUnit::Lb),
    ("фунтов", MassUnit::Lb),
    ("фунт", MassUnit::Lb),
];

/// What a number means depends on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lens {
    /// The unit of a load without one.
    pub(crate) unit: MassUnit,
    /// Whether the clause speaks of pain: a number of ten is then its severity.
    pub(crate) in_pain: bool,
    /// Whether a slash stands before: a number over ten is then the end of a list.
    pub(crate) after_slash: bool,
}

/// How many tokens were read, and what they say.
type Read = Option<(usize, Element)>;
type Notation = fn(&[Token], Lens) -> Read;

/// In the order of D-7; the numbers are those of its table. 17 needs the name and 18 is words: see `bind` and `clause`.
const NOTATIONS: &[Notation] = &[
    effort,         // 1
    distance,       // 2
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
    range,          // 14
    time,           // 15
    reps,           // 16
];

/// Everything that the clause says, each with its first token, in their order.
pub(crate) fn elements(tokens: &mut [Token], lens: Lens) -> Vec<(usize, Element)> {
    let mut found: Vec<(usize, Element)> = vec![];
    for notation in NOTATIONS {
        let mut at = 0;
        while at < tokens.len() {
            let after_slash = at > 0 && tokens[at - 1].is_sign('/');
            match notation(&tokens[at..], Lens { after_slash, ..lens }) {
                Some((length, element)) => {
                    for token in &mut tokens[at..at + length] {
                        token.part = Some(Part::Notation);
                    }
                    found.push((at, element));
                    at += length;
                }
                None => at += 1,
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found
}

fn word(tokens: &[Token], at: usize) -> Option<&str> {
    tokens.get(at)?.word()
}

/// D-7 knows no greater numbers than these.
const MOST: u32 = 10_000;

fn whole(tokens: &[Token], at: usize) -> Option<u32> {
    tokens.get(at)?.whole().filter(|number| *number <= MOST)
}

fn number(tokens: &[Token], at: usize) -> Option<i64> {
    tokens.get(at)?.number().filter(|number| *number <= 100 * i64::from(MOST))
}

fn sign(tokens: &[Token], at: usize, sign: char) -> Option<()> {
    tokens.get(at)?.is_sign(sign).then_some(())
}

fn mass(tokens: &[Token], at: usize) -> Option<Grams> {
    let number = number(tokens, at)?;
    let (_, unit) = UNITS.iter().find(|(name, _)| word(tokens, at + 1) == Some(name))?;
    Some(Grams::from_display(Hundredths(number), *unit))
}

const fn load(hundredths: i64, unit: MassUnit) -> Grams {
    Grams::from_display(Hundredths(hundredths), unit)
}

/// D-8 asks from 11 sets on; more than these are no sets.
const MOST_SETS: u32 = 50;

fn sets(count: u32, set: ReadSet) -> Option<Vec<ReadSet>> {
    (1..=MOST_SETS).contains(&count).then(|| vec![set; count as usize])
}

fn equal(count: u32, set: ReadSet) -> Option<Element> {
    sets(count, set).map(Element::Sets)
}

/// 1: rpe 8.5, 2 rir, запас 2, комфорт 4, 7 из 10.
fn effort(tokens: &[Token], lens: Lens) -> Read {
    let reserve = |at: usize| Some(Element::Effort(100 - 10 * i64::from(whole(tokens, at)?)));
    let of_ten = |at: usize| {
        let tenths = 10 * i64::from(whole(tokens, at)?);
        Some(if lens.in_pain { Element::OfTen(tenths / 10) } else { Element::Effort(tenths) })
    };
    let comfort =
        || Some(Element::Comfort(u8::try_from(whole(tokens, 1)?).ok().filter(|one| (1..=5).contains(one))?));
    Some(match (word(tokens, 0), word(tokens, 1)) {
        // RPE takes one decimal digit.
        (Some("rpe" | "рпе"), _) => (2, Element::Effort(number(tokens, 1)? / 10)),
        (Some("rir" | "запас" | "запасе"), _) => (2, reserve(1)?),
        (Some("в"), Some("запасе")) => (3, reserve(2)?),
        (Some("comfort" | "комфорт"), _) => (2, comfort()?),
        (_, Some("rir")) => (2, reserve(0)?),
        (_, Some("in" | "в")) if matches!(word(tokens, 2), Some("reserve" | "запасе")) => {
            (3, reserve(0)?)
        }
        (_, Some("из")) if whole(tokens, 2) == Some(10) => (3, of_ten(0)?),
        _ if is_over_ten(tokens) && !lens.after_slash => (3, of_ten(0)?),
        _ => return None,
    })
}

/// 7/10, and not the beginning of a longer list.
fn is_over_ten(tokens: &[Token]) -> bool {
    sign(tokens, 1, '/').is_some() && whole(tokens, 2) == Some(10) && sign(tokens, 3, '/').is_none()
}

/// 2: 5 km.
fn distance(tokens: &[Token], _: Lens) -> Read {
    let hundredths = number(tokens, 0)?;
    let meters = match word(tokens, 1)? {
        "km" | "км" | "k" => hundredths * 10,
        "mi" => hundredths * 1_609_344 / 100_000,
        "meters" | "метров" => hundredths / 100,
        _ => return None,
    };
    Some((2, Element::Distance(u32::try_from(meters).ok().filter(|meters| *meters > 0)?)))
}

/// 3: 80kg x 8 x 3.
fn load_reps_sets(tokens: &[Token], _: Lens) -> Read {
    let load = mass(tokens, 0)?;
    sign(tokens, 2, 'x')?;
    sign(tokens, 4, 'x')?;
    let set = ReadSet { load_g: Some(load), ..ReadSet::reps(whole(tokens, 3)?) };
    Some((6, equal(whole(tokens, 5)?, set)?))
}

/// 4: 3x8x80kg.
fn sets_reps_load(tokens: &[Token], _: Lens) -> Read {
    sign(tokens, 1, 'x')?;
    sign(tokens, 3, 'x')?;
    let set = ReadSet { load_g: Some(mass(tokens, 4)?), ..ReadSet::reps(whole(tokens, 2)?) };
    Some((6, equal(whole(tokens, 0)?, set)?))
}

/// 5: 100x5x3 or 3x5x100, told apart by which end can be a load.
fn three_factors(tokens: &[Token], lens: Lens) -> Read {
    sign(tokens, 1, 'x')?;
    sign(tokens, 3, 'x')?;
    let (first, last) = (number(tokens, 0)?, number(tokens, 4)?);
    let set = |hundredths| -> Option<ReadSet> {
        Some(ReadSet { load_g: Some(load(hundredths, lens.unit)), ..ReadSet::reps(whole(tokens, 2)?) })
    };
    let sets_first = || sets(whole(tokens, 0)?, set(last)?);
    let load_first = || sets(whole(tokens, 4)?, set(first)?);
    let is_sets = |hundredths: i64| hundredths <= 1000;
    let is_load = |hundredths: i64| hundredths >= 2000;
    let element = match () {
        () if is_sets(first) && is_load(last) => Element::Sets(sets_first()?),
        () if is_load(first) && is_sets(last) => Element::Sets(load_first()?),
        () => {
            whole(tokens, 2)?;
            let readings = [load_first(), sets_first()].into_iter().flatten().collect();
            Element::Doubtful { doubt: Doubt::ThreeFactor, readings }
        }
    };
    Some((5, element))
}

/// Seconds of a word after a number; the one-letter words only when glued to it.
fn seconds(tokens: &[Token], at: usize) -> Option<u32> {
    let hundredths = number(tokens, at)?;
    let unit = tokens.get(at + 1)?;
    let is_glued = unit.from == tokens[at].to;
    let factor = match unit.word()? {
        "s" | "с" if is_glued => 1,
        "m" | "м" if is_glued => 60,
        "sec" | "seconds" => 1,
        "min" | "minutes" => 60,
        word if word.starts_with("сек") => 1,
        word if word.starts_with("мин") => 60,
        _ => return None,
    };
    u32::try_from(hundredths * factor / 100).ok().filter(|seconds| *seconds > 0)
}

/// mm:ss.
fn clock(tokens: &[Token], at: usize) -> Option<u32> {
    sign(tokens, at + 1, ':')?;
    let (minutes, rest) = (whole(tokens, at)?, whole(tokens, at + 2)?);
    (rest < 60).then_some(minutes * 60 + rest).filter(|seconds| *seconds > 0)
}

/// 6: 3x60s, 3x1:30, 3 по 60 сек.
fn sets_of_time(tokens: &[Token], _: Lens) -> Read {
    let is_times = sign(tokens, 1, 'x').is_some() || word(tokens, 1) == Some("по");
    let count = whole(tokens, 0).filter(|_| is_times)?;
    let (length, time) = match clock(tokens, 2) {
        Some(time) => (5, time),
        None => (4, seconds(tokens, 2)?),
    };
    let (more, per) = per(tokens, length);
    Some((length + more, equal(count, ReadSet { per, ..ReadSet::seconds(time) })?))
}

/// 7: 80kg x 8.
fn load_reps(tokens: &[Token], _: Lens) -> Read {
    let load = mass(tokens, 0)?;
    sign(tokens, 2, 'x')?;
    Some((4, equal(1, ReadSet { load_g: Some(load), ..ReadSet::reps(whole(tokens, 3)?) })?))
}

/// The numbers of a list that begins here, with the same sign between them. A number that says something else, since a
/// unit or a sign follows, is none of it.
fn numbers(tokens: &[Token], separator: char) -> Vec<u32> {
    let is_else = |at: usize| {
        let unit = || mass(tokens, at).is_some() || seconds(tokens, at).is_some();
        sign(tokens, at + 1, 'x').is_some() || sign(tokens, at + 1, ':').is_some() || unit()
    };
    let mut numbers: Vec<u32> = vec![];
    while let Some(next) = whole(tokens, 2 * numbers.len()) {
        let at = 2 * numbers.len();
        if is_else(at) || (at > 0 && sign(tokens, at - 1, separator).is_none()) {
            break;
        }
        numbers.push(next);
    }
    numbers
}

fn each(reps: &[u32]) -> Vec<ReadSet> {
    reps.iter().map(|&reps| ReadSet::reps(reps)).collect()
}

/// 8: 3x8,8,7; a wrong count is asked about.
fn sets_list(tokens: &[Token], _: Lens) -> Read {
    sign(tokens, 1, 'x')?;
    let count = whole(tokens, 0)?;
    let reps = numbers(tokens.get(2..)?, ',');
    if reps.len() < 2 {
        return None;
    }
    let is_counted = usize::try_from(count) == Ok(reps.len());
    let element = if is_counted {
        Element::Sets(each(&reps))
    } else {
        let last = ReadSet::reps(*reps.last()?);
        let mut padded = each(&reps);
        padded.resize(count.min(MOST_SETS) as usize, last);
        let readings = [each(&reps), padded].into_iter().filter(|sets| !sets.is_empty()).collect();
        Element::Doubtful { doubt: Doubt::SetCountMismatch, readings }
    };
    Some((1 + 2 * reps.len(), element))
}

/// 9: 4x7 are sets, 60x10 is a load; 3x8-10 is asked about.
fn two_factors(tokens: &[Token], lens: Lens) -> Read {
    sign(tokens, 1, 'x')?;
    let (first, reps) = (number(tokens, 0)?, whole(tokens, 2)?);
    if first > 2000 || first % 100 != 0 {
        let (more, per) = per(tokens, 3);
        let set = ReadSet { load_g: Some(load(first, lens.unit)), per, ..ReadSet::reps(reps) };
        return Some((3 + more, equal(1, set)?));
    }
    let count = whole(tokens, 0)?;
    if let (Some(()), Some(high)) = (sign(tokens, 3, '-'), whole(tokens, 4)) {
        let of = |reps| sets(count, ReadSet::reps(reps));
        let readings = [of(high), of(reps)].into_iter().flatten().collect();
        return Some((5, Element::Doubtful { doubt: Doubt::RepRangeGiven, readings }));
    }
    let (more, per) = per(tokens, 3);
    Some((3 + more, equal(count, ReadSet { per, ..ReadSet::reps(reps) })?))
}

/// How many tokens say that it was for each side, and for which.
fn per(tokens: &[Token], at: usize) -> (usize, Per) {
    let side = |at: usize| match word(tokens, at)? {
        "side" | "сторону" => Some(Per::Side),
        "leg" | "ногу" => Some(Per::Leg),
        "arm" | "руку" => Some(Per::Arm),
        _ => None,
    };
    let begins = sign(tokens, at, '/').is_some() || matches!(word(tokens, at), Some("per" | "each" | "на"));
    let named = (1..=2).find_map(|skip| Some((skip + 1, side(at + skip)?)));
    named.filter(|_| begins).unwrap_or((0, Per::Both))
}

/// 10: 4 sets of 7, 4 по 7.
fn sets_of_reps(tokens: &[Token], _: Lens) -> Read {
    let count = whole(tokens, 0)?;
    let (length, reps) = match (word(tokens, 1)?, word(tokens, 2)) {
        ("по", _) | ("sets", None) => (3, whole(tokens, 2)?),
        ("sets", Some("of")) => (4, whole(tokens, 3)?),
        (sets, Some("по")) if sets.starts_with("подход") => (4, whole(tokens, 3)?),
        _ => return None,
    };
    let (more, per) = per(tokens, length);
    Some((length + more, equal(count, ReadSet { per, ..ReadSet::reps(reps) })?))
}

/// 11: @ 80kg, 80 kg, +10 kg, -20 kg.
fn at_load(tokens: &[Token], _: Lens) -> Read {
    let is_at = sign(tokens, 0, '@').is_some();
    let is_minus = sign(tokens, 0, '-').is_some();
    // The dash of a range is no minus: a minus stands close to its number.
    if is_minus && tokens.get(1).is_none_or(|number| number.from != tokens[0].to) {
        return None;
    }
    let skip = usize::from(is_at || is_minus || sign(tokens, 0, '+').is_some());
    let load = mass(tokens, skip)?;
    Some((skip + 2, Element::Load { load: if is_minus { -load } else { load }, is_at }))
}

/// 12: @ 80 is a load; up to 10 the exercise decides.
fn at_number(tokens: &[Token], lens: Lens) -> Read {
    sign(tokens, 0, '@')?;
    let number = number(tokens, 1)?;
    let element = if number > 1000 {
        Element::Load { load: load(number, lens.unit), is_at: true }
    } else {
        Element::AtNumber(number)
    };
    Some((2, element))
}

/// 13: 7,7,6,5 or 7/7/6 or 12-10-8 or 8 7 6; numbers that differ much are asked about.
fn list(tokens: &[Token], lens: Lens) -> Read {
    let reps = [',', '/', '+'].map(|sign| numbers(tokens, sign)).into_iter().max_by_key(Vec::len)?;
    let (dashed, spaced) = (numbers(tokens, '-'), spaced(tokens));
    let (length, reps) = match () {
        () if reps.len() >= 2 => (2 * reps.len() - 1, reps),
        () if dashed.len() >= 3 => (2 * dashed.len() - 1, dashed),
        () if spaced.len() >= 3 => (spaced.len(), spaced),
        () => return None,
    };
    let (most, least) = (*reps.iter().max()?, *reps.iter().min()?);
    if most <= 20 || most < 3 * least {
        return Some((length, Element::Sets(each(&reps))));
    }
    let rest: Vec<u32> = reps.iter().copied().filter(|&one| one != most).collect();
    let loaded =
        |reps: &u32| ReadSet { load_g: Some(load(100 * i64::from(most), lens.unit)), ..ReadSet::reps(*reps) };
    let readings = vec![rest.iter().map(loaded).collect(), each(&reps)];
    Some((length, Element::Doubtful { doubt: Doubt::ListOutlier, readings }))
}

/// Whole numbers one after another.
fn spaced(tokens: &[Token]) -> Vec<u32> {
    let is_else = |at: usize| {
        let unit = mass(tokens, at).is_some() || seconds(tokens, at).is_some();
        let is_sign = |token: &Token| matches!(token.kind, Kind::Sign(_)) && token.part.is_none();
        unit || tokens.get(at + 1).is_some_and(is_sign)
    };
    let numbers = (0..).map_while(|at| whole(tokens, at).filter(|_| !is_else(at)));
    numbers.collect()
}

/// 14: 8-10 is asked about.
fn range(tokens: &[Token], _: Lens) -> Read {
    sign(tokens, 1, '-')?;
    let (low, high) = (whole(tokens, 0)?, whole(tokens, 2)?);
    let readings = vec![vec![ReadSet::reps(high)], vec![ReadSet::reps(low)]];
    Some((3, Element::Doubtful { doubt: Doubt::RepRangeGiven, readings }))
}

/// 15: 1:30, 90 сек.
fn time(tokens: &[Token], _: Lens) -> Read {
    let (length, time) = match clock(tokens, 0) {
        Some(time) => (3, time),
        None => (2, seconds(tokens, 0)?),
    };
    let (more, per) = per(tokens, length);
    Some((length + more, equal(1, ReadSet { per, ..ReadSet::seconds(time) })?))
}

/// 16: 20 reps, 20 раз.
fn reps(tokens: &[Token], _: Lens) -> Read {
    let unit = word(tokens, 1)?;
    let is_reps = matches!(unit, "reps" | "times" | "раз") || unit.starts_with("повтор");
    let reps = whole(tokens, 0).filter(|_| is_reps)?;
    let (more, per) = per(tokens, 2);
    Some((2 + more, equal(1, ReadSet { per, ..ReadSet::reps(reps) })?))
}
