//! D-9: which exercise a clause names: the longest run of its words that resolves, or all of them as they stand.

use domain::exercise::ExerciseKey;

use super::{
    Setting,
    act::Named,
    question::{Asked, Choice, Does, Label, Question, QuestionKind},
    result::Match,
};
use crate::input::name::Names;

/// What some words name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The stage that found it.
    pub(crate) matched: Match,
    /// One exercise, or several that may be meant.
    pub(crate) keys: Vec<ExerciseKey>,
}

/// D-9: candidates that are shown.
pub(crate) const SHOWN: usize = 3;
/// Hundredths of likeness below which nothing is offered as nearest.
const NEAREST_MIN: i64 = 50;
/// Characters of a name that is compared at all; no alias is longer.
const MOST_CHARACTERS: usize = 60;

/// Stages 1 to 5 for these words as a whole.
pub(crate) fn resolve(words: &[String], setting: &Setting<'_>) -> Option<Found> {
    if words.is_empty() {
        return None;
    }
    if let Some(key) = setting.names.key(words) {
        return Some(Found { matched: Match::Key, keys: vec![key.clone()] });
    }
    let both = |stage: Match| {
        let of =
            |names: &Names| names.stage(stage, words).map(|keys| keys.iter().cloned().collect::<Vec<_>>());
        of(setting.names).or_else(|| of(setting.own)).map(|keys| Found { matched: stage, keys })
    };
    let exact = both(Match::Alias).or_else(|| both(Match::Stem));
    exact.or_else(|| family(words, setting)).or_else(|| both(Match::Translit))
}

/// Stage 4: the only one of today's session, else of the plan; else all, those nearest to the athlete first.
fn family(words: &[String], setting: &Setting<'_>) -> Option<Found> {
    let mut keys = setting.names.family(words);
    if keys.is_empty() {
        return None;
    }
    for near in [setting.session, setting.plan] {
        let mut planned = keys.iter().filter(|key| near.contains(key));
        if let (Some(only), None) = (planned.next(), planned.next()) {
            return Some(Found { matched: Match::Family, keys: vec![only.clone()] });
        }
    }
    keys.sort_by_key(|key| (!setting.session.contains(key), !setting.plan.contains(key)));
    Some(Found { matched: Match::Family, keys })
}

/// The longest run of consecutive words that resolves, as its place and what it names; of equals the first.
pub(crate) fn longest(words: &[String], setting: &Setting<'_>) -> Option<(std::ops::Range<usize>, Found)> {
    let most = setting.names.most_words().max(setting.own.most_words()).min(words.len());
    (1..=most).rev().find_map(|length| {
        let mut places = (0..=words.len() - length).map(|from| from..from + length);
        places.find_map(|place| Some((place.clone(), resolve(&words[place], setting)?)))
    })
}

/// What unresolved words may mean: stage 6, or nothing (7).
pub(crate) fn guess(words: &[String], setting: &Setting<'_>) -> Found {
    if words.iter().map(|word| word.chars().count()).sum::<usize>() > MOST_CHARACTERS {
        return Found { matched: Match::None, keys: vec![] };
    }
    let mut alike = setting.names.alike(words, NEAREST_MIN);
    for own in setting.own.alike(words, NEAREST_MIN) {
        if !alike.iter().any(|(key, _)| *key == own.0) {
            alike.push(own);
        }
    }
    alike.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    let is_close = alike.first().is_some_and(|(_, likeness)| *likeness >= setting.tuning.fuzzy_min);
    let matched = if is_close { Match::Fuzzy } else { Match::None };
    Found { matched, keys: alike.into_iter().take(SHOWN).map(|(key, _)| key).collect() }
}

/// An exercise outside of a report: all of the words are its name.
pub(crate) fn named(words: &[String], setting: &Setting<'_>) -> Named {
    let raw_name = words.join(" ");
    let found = longest(words, setting).map_or_else(|| guess(words, setting), |(_, found)| found);
    let (exercise_key, candidates) = settled(&found);
    Named { exercise_key, raw_name, matched: found.matched, candidates }
}

/// The exercise that is taken, and those that may be meant.
pub(crate) fn settled(found: &Found) -> (Option<ExerciseKey>, Vec<ExerciseKey>) {
    match found.matched {
        Match::None => (None, found.keys.clone()),
        Match::Fuzzy => (found.keys.first().cloned(), found.keys.clone()),
        _ if found.keys.len() == 1 => (found.keys.first().cloned(), vec![]),
        _ => (None, found.keys.iter().take(SHOWN + 1).cloned().collect()),
    }
}

/// The question that a name raises, if it is not certain (D-11).
pub(crate) fn question(
    raw: &str,
    matched: Match,
    key: Option<&ExerciseKey>,
    candidates: &[ExerciseKey],
) -> Option<Question> {
    let choice = |key: &ExerciseKey| {
        Choice::new(Label::Exercise, Does::Exercise(key.clone())).fact("exercise", key.as_str())
    };
    let kind = match (matched, key) {
        (Match::Fuzzy, _) => QuestionKind::ConfirmExercise,
        (Match::None, _) => QuestionKind::UnknownExercise,
        (_, None) => QuestionKind::WhichExercise,
        (_, Some(_)) => return None,
    };
    let most = if kind == QuestionKind::WhichExercise { SHOWN + 1 } else { SHOWN };
    let mut question = Question::new(kind).fact("raw", raw);
    question.options.extend(candidates.iter().take(most).map(choice));
    if kind != QuestionKind::WhichExercise {
        if question.options.is_empty() {
            question.options.push(Choice::new(Label::Exercise, Does::Say(Asked::Exercise)));
        }
        question.options.push(Choice::new(Label::NewExercise, Does::NewExercise));
    }
    Some(question)
}

/// D-9: what a new exercise is like, so that it is known what it trains.
pub(crate) fn question_of_new(raw: &str, near: &[ExerciseKey]) -> Question {
    let like = |key: &ExerciseKey| {
        Choice::new(Label::Exercise, Does::Like(key.clone())).fact("exercise", key.as_str())
    };
    let mut question = Question::new(QuestionKind::NewExercise).fact("raw", raw);
    question.options.extend(near.iter().take(2).map(like));
    question
        .option(Choice::new(Label::Exercise, Does::Say(Asked::Exercise)))
        .option(Choice::new(Label::Ignore, Does::DropItem))
}
