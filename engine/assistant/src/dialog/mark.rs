//! D-12, D-13: what a clause says of the athlete: which mark, denied or not, how bad, where and when.

use std::ops::Range;

use domain::{
    anatomy::{BodyArea, Side},
    wellbeing::Severity,
};

use super::{
    lexicon::{MARKS, Phrases},
    result::{SpokenKind, SpokenMark},
    tuning::DialogTuning,
};

/// A mark word of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    /// Its place among the words of the clause.
    pub(super) words: Range<usize>,
    kind: HitKind,
    /// The words that deny it.
    pub(super) denials: Vec<usize>,
    is_negated: bool,
    is_lowered: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HitKind {
    Plain(SpokenKind),
    /// Pain with an area, else illness.
    Ailing,
}

/// The rows of D-12.
fn rows() -> [(HitKind, &'static Phrases); 6] {
    [
        (HitKind::Plain(SpokenKind::Pain), &MARKS.pain),
        (HitKind::Plain(SpokenKind::Soreness), &MARKS.soreness),
        (HitKind::Plain(SpokenKind::Fatigue), &MARKS.fatigue),
        (HitKind::Plain(SpokenKind::Illness), &MARKS.illness),
        (HitKind::Plain(SpokenKind::Technique), &MARKS.technique),
        (HitKind::Ailing, &MARKS.ailing),
    ]
}

impl Hit {
    /// Whether a number of ten beside it is how bad it is.
    pub(super) fn is_pain(&self) -> bool {
        matches!(self.kind, HitKind::Plain(SpokenKind::Pain) | HitKind::Ailing)
    }
}

/// The mark words of a clause, in order. `is_name` says whether words are those of an exercise.
pub(super) fn hits(
    words: &[String],
    tuning: &DialogTuning,
    is_name: impl Fn(Range<usize>) -> bool,
) -> Vec<Hit> {
    let mut found: Vec<(Range<usize>, HitKind)> = vec![];
    let mut at = 0;
    while at < words.len() {
        let fits =
            rows().into_iter().filter_map(|(kind, phrases)| Some((phrases.takes(&words[at..])?, kind)));
        // Of equally long phrases the first row counts, and `max_by_key` takes the last.
        let longest = fits.rev().max_by_key(|(length, _)| *length);
        match longest.filter(|(length, _)| !is_name(at..at + length)) {
            Some((length, kind)) => {
                found.push((at..at + length, kind));
                at += length;
            }
            None => at += 1,
        }
    }
    let ranges: Vec<Range<usize>> = found.iter().map(|(range, _)| range.clone()).collect();
    let negators = negators(words, &ranges);
    let is_lowered = lowered(words, &negators, tuning);
    let clause_denies = MARKS.negated_clause.find(words).is_some();
    let hit = |(range, kind): (Range<usize>, HitKind)| {
        let before = range.start.saturating_sub(tuning.negation_before)..range.start;
        let after = range.end..(range.end + tuning.negation_after).min(words.len());
        let denied_before = negators.iter().copied().filter(|at| before.contains(at));
        let denied_after = after.filter(|at| MARKS.negator_after.takes(&words[*at..]).is_some());
        let denials: Vec<usize> = denied_before.chain(denied_after).collect();
        let is_negated = !is_lowered && (!denials.is_empty() || clause_denies);
        Hit { words: range, kind, denials, is_negated, is_lowered }
    };
    found.into_iter().map(hit).collect()
}

/// Places of negators that are no part of a mark.
fn negators(words: &[String], marks: &[Range<usize>]) -> Vec<usize> {
    let is_negator = |at: &usize| {
        MARKS.negator.takes(&words[*at..]).is_some()
            && MARKS.no_negator.takes(&words[*at..]).is_none()
            && !marks.iter().any(|mark| mark.contains(at))
    };
    (0..words.len()).filter(is_negator).collect()
}

/// D-13: whether an intensifier is denied: "не сильно болит" is still pain.
fn lowered(words: &[String], negators: &[usize], tuning: &DialogTuning) -> bool {
    let intensifiers = (0..words.len()).filter(|at| MARKS.intensifier.takes(&words[*at..]).is_some());
    intensifiers.into_iter().any(|at| {
        let before = at.saturating_sub(tuning.negation_before)..at;
        negators.iter().any(|negator| before.contains(negator))
    })
}

/// D-15: whether words at a place are denied: a negator with at most one word between, before or behind.
pub(super) fn is_denied(words: &[String], at: &Range<usize>) -> bool {
    let negators = negators(words, std::slice::from_ref(at));
    let before = at.start.saturating_sub(2)..at.start;
    let behind = at.end..(at.end + 2).min(words.len());
    negators.iter().any(|negator| before.contains(negator))
        || behind.into_iter().any(|at| words[at] == "нет" || words[at] == "no")
}

/// D-13: whether the clause speaks of long ago.
pub(super) fn is_past(words: &[String]) -> bool {
    MARKS.past.find(words).is_some()
}

/// D-13: whether the clause only supposes.
pub(super) fn is_hypothetical(words: &[String]) -> bool {
    MARKS.hypothetical.find(words).is_some()
}

/// A place of the body that a clause names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// Where.
    pub(super) areas: &'static [BodyArea],
    /// Left or right.
    pub(super) side: Option<Side>,
}

/// The places that a clause names, and their words. Words that `is_taken` are those of an exercise.
pub(super) fn places(words: &[String], is_taken: impl Fn(usize) -> bool) -> Vec<(Range<usize>, Place)> {
    let sides: Vec<(usize, Side)> =
        (0..words.len()).filter_map(|at| MARKS.side(&words[at..]).map(|(_, side)| (at, side))).collect();
    let mut found = vec![];
    let mut at = 0;
    while at < words.len() {
        match MARKS.areas(&words[at..]) {
            Some((length, areas)) if !(at..at + length).any(&is_taken) => {
                let before = sides.iter().rev().find(|(side, _)| *side < at);
                let side = before.or(sides.first()).map(|(_, side)| *side);
                found.push((at..at + length, Place { areas, side }));
                at += length;
            }
            _ => at += 1,
        }
    }
    found
}

/// Words that say more of a mark: sides, severities, negators, times.
pub(super) fn context(words: &[String], at: usize) -> Option<usize> {
    let phrases = [
        &MARKS.negated_clause,
        &MARKS.no_negator,
        &MARKS.negator,
        &MARKS.negator_after,
        &MARKS.severity_3,
        &MARKS.severity_1,
        &MARKS.severity_2,
        &MARKS.intensifier,
        &MARKS.past,
        &MARKS.muscle,
    ];
    let side = MARKS.side(&words[at..]).map(|(length, _)| length);
    phrases.iter().filter_map(|phrases| phrases.takes(&words[at..])).chain(side).max()
}

/// D-13: 1..3, from a number of ten or from words.
fn severity(words: &[String], of_ten: Option<i64>, is_lowered: bool) -> Severity {
    match of_ten {
        Some(..=3) => return 1,
        Some(4..=6) => return 2,
        Some(_) => return 3,
        None => (),
    }
    let has = |phrases: &Phrases| phrases.find(words).is_some();
    match () {
        () if is_lowered || has(&MARKS.severity_1) => 1,
        () if has(&MARKS.severity_3) => 3,
        () if has(&MARKS.severity_2) => 2,
        () => 1,
    }
}

/// Joints and the spine: pain there is no soreness, even beside the word for muscles.
const fn is_joint(area: BodyArea) -> bool {
    !matches!(area, BodyArea::Chest | BodyArea::Other)
}

/// The marks of one hit: one for each area.
pub(super) fn spoken(hit: &Hit, words: &[String], places: &[Place], of_ten: Option<i64>) -> Vec<SpokenMark> {
    let has_joint = places.iter().any(|place| place.areas.iter().any(|area| is_joint(*area)));
    let is_muscle = MARKS.muscle.find(words).is_some() && !has_joint;
    let kind = match hit.kind {
        HitKind::Plain(SpokenKind::Pain) if is_muscle => SpokenKind::Soreness,
        HitKind::Plain(kind) => kind,
        HitKind::Ailing if places.is_empty() => SpokenKind::Illness,
        HitKind::Ailing => SpokenKind::Pain,
    };
    let past = is_past(words);
    let negated = hit.is_negated;
    let is_present = !past && !negated;
    let severity = match kind {
        _ if !is_present => None,
        SpokenKind::Pain => Some(severity(words, of_ten, hit.is_lowered)),
        SpokenKind::Illness => {
            let is_severe = MARKS.severe_illness.takes(&words[hit.words.clone()]).is_some();
            Some(if is_severe { 2 } else { 1 })
        }
        _ => None,
    };
    let mark =
        |area, side| SpokenMark { kind, area, side, severity, exercise_key: None, item: None, negated, past };
    if kind != SpokenKind::Pain {
        return vec![mark(None, None)];
    }
    if places.is_empty() {
        // Pain without a place counts for every place until it is known.
        return vec![mark(is_present.then_some(BodyArea::Other), None)];
    }
    let each = places.iter().flat_map(|place| place.areas.iter().map(|area| (*area, place.side)));
    each.map(|(area, side)| mark(Some(area), side)).collect()
}

/// Takes a mark in; what says the same is one mark, with the higher severity.
pub(super) fn merge(marks: &mut Vec<SpokenMark>, mark: SpokenMark) {
    let same = |one: &&mut SpokenMark| {
        (one.kind, one.area, one.side, one.negated, one.past)
            == (mark.kind, mark.area, mark.side, mark.negated, mark.past)
            && one.exercise_key == mark.exercise_key
            && one.item == mark.item
    };
    match marks.iter_mut().find(same) {
        Some(known) => known.severity = known.severity.max(mark.severity),
        None => marks.push(mark),
    }
}
