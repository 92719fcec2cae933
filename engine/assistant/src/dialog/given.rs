//! D-5 step 4: a message as an answer to the open question.

use domain::anatomy::BodyArea;

use super::{
    Setting, date,
    lexicon::WORDS,
    mark, naming,
    question::{Asked, Does, Given, Question, QuestionKind},
    text::Text,
    token::{Kind, tokens},
};
use crate::input::name::words;

/// What a message answers; without an open question only a bare yes, no, later or cancel.
pub(super) fn given(text: &Text<'_>, setting: &Setting<'_>) -> Option<Given> {
    let normal = text.normal();
    let Some(question) = setting.question else { return WORDS.answer(&normal) };
    option(normal.trim(), question)
        .or_else(|| value(text, question, setting))
        .or_else(|| WORDS.answer(&normal))
}

/// The number of an option, or what it shows.
fn option(said: &str, question: &Question) -> Option<Given> {
    // Numbers of options come before values: that is how a command line answers (D-1).
    let number = said.trim_end_matches(['.', ')']).parse::<usize>().ok();
    let place =
        number.and_then(|number| number.checked_sub(1)).filter(|place| *place < question.options.len());
    let spoken = words(said);
    let is_named = |place: &usize| {
        let choice = &question.options[*place];
        let label = words(&choice.label.as_str().replace('_', " "));
        spoken == label && question.options.iter().filter(|other| other.label == choice.label).count() == 1
    };
    let labeled = (0..question.options.len()).find(is_named).filter(|_| !spoken.is_empty());
    place.or(labeled).map(Given::Option)
}

/// Whether a question waits for such a value.
fn wants(question: &Question, asked: Asked) -> bool {
    let of_kind = match asked {
        Asked::Exercise => matches!(
            question.kind,
            QuestionKind::ConfirmExercise
                | QuestionKind::WhichExercise
                | QuestionKind::UnknownExercise
                | QuestionKind::NewExercise
        ),
        Asked::Area => question.kind == QuestionKind::PainArea,
        Asked::Date => question.kind == QuestionKind::DateFar,
        Asked::Reps => matches!(question.kind, QuestionKind::RepRangeGiven | QuestionKind::LoadWithoutReps),
        Asked::Effort => {
            matches!(question.kind, QuestionKind::EffortConflict | QuestionKind::EffortOutOfRange)
        }
    };
    of_kind || question.options.iter().any(|choice| choice.does == Does::Say(asked))
}

/// A value that the question asks for.
fn value(text: &Text<'_>, question: &Question, setting: &Setting<'_>) -> Option<Given> {
    let symbols = text.symbols();
    let pieces = tokens(symbols, 0, symbols.len());
    let said = words(&text.normal());
    let has_words = pieces.iter().any(|token| matches!(token.kind, Kind::Word(_)));
    let numbers: Vec<i64> = pieces.iter().filter_map(super::token::Token::number).collect();
    if !has_words && !numbers.is_empty() {
        if wants(question, Asked::Effort) && numbers.len() == 1 {
            return u8::try_from(numbers[0] / 10)
                .ok()
                .filter(|rpe10| (10..=100).contains(rpe10))
                .map(Given::Effort);
        }
        let reps = numbers.iter().map(|number| u32::try_from(number / 100).ok().filter(|reps| *reps <= 1000));
        return reps.collect::<Option<Vec<u32>>>().filter(|_| wants(question, Asked::Reps)).map(Given::Reps);
    }
    if wants(question, Asked::Effort)
        && let (2, Some("rpe" | "рпе"), [number]) =
            (said.len().min(2), said.first().map(String::as_str), &numbers[..])
    {
        return u8::try_from(number / 10).ok().filter(|rpe10| (10..=100).contains(rpe10)).map(Given::Effort);
    }
    if !numbers.is_empty() && !wants(question, Asked::Date) {
        return None;
    }
    if wants(question, Asked::Area) {
        let found = mark::places(&said, |_| false);
        let side = found.iter().find_map(|(_, place)| place.side);
        let areas: Vec<BodyArea> = found.iter().flat_map(|(_, place)| place.areas).copied().collect();
        return (!areas.is_empty()).then_some(Given::Area { areas, side });
    }
    if wants(question, Asked::Exercise) {
        let found = naming::resolve(&said, setting).filter(|found| found.keys.len() == 1);
        return found.and_then(|found| found.keys.into_iter().next()).map(Given::Exercise);
    }
    if wants(question, Asked::Date) {
        let mut pieces = pieces;
        return date::take(&mut pieces, setting.today).filter(|date| *date <= setting.today).map(Given::Date);
    }
    None
}
