//! D-16, D-17, D-18: what a message wants besides a report, by the words of the lexicon.

use domain::{
    quantity::{Grams, Hundredths, MassUnit},
    vocabulary::nearest,
};

use super::{
    Setting,
    act::{Act, Action, Edit, EditChange, EditScope, Named, Rollback, View},
    compose::compose,
    date,
    lexicon::{Listed, Pattern, WORDS},
    naming,
    notation::UNITS,
    text::{Text, clauses},
    token::{Kind, Token, tokens},
};
use crate::input::name::{is_stop, words};

/// A clause as an intent sees it.
struct Said<'a> {
    words: Vec<String>,
    tokens: Vec<Token>,
    symbols: &'a [char],
}

/// Politeness before a wish.
const POLITE: &[&str] = &["please", "pls", "can", "could", "you", "пожалуйста", "давай", "а"];

impl<'a> Said<'a> {
    fn all(text: &'a Text<'_>) -> Vec<Self> {
        let symbols = text.symbols();
        let spelled = |token: &Token| symbols[token.from..token.to].iter().collect::<String>();
        let said = |from: usize, to: usize| {
            let mut tokens: Vec<Token> = tokens(symbols, from, to);
            tokens.drain(..prelude(&tokens.iter().map(spelled).collect::<Vec<_>>()));
            let words = tokens.iter().filter(|token| token.is_run()).map(spelled).collect();
            Self { words, tokens, symbols }
        };
        clauses(symbols).into_iter().map(|clause| said(clause.from, clause.to)).collect()
    }

    /// The words behind a verb that the clause begins with.
    fn after(&self, verb: &Pattern) -> Option<&[String]> {
        verb.takes(&self.words).map(|length| &self.words[length..])
    }

    fn has_digit(&self) -> bool {
        self.tokens.iter().any(|token| matches!(token.kind, Kind::Number(_)))
    }
}

/// How many words come before the wish itself: politeness, and where it shall hold.
fn prelude(words: &[String]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match scope(&words[at..]) {
            Some(length) => at += length,
            None if POLITE.contains(&word.as_str()) => at += 1,
            None => break,
        }
    }
    at
}

/// How many words say where a change shall hold.
fn scope(words: &[String]) -> Option<usize> {
    WORDS.scope.plan.takes(words).or_else(|| WORDS.scope.next_session.takes(words))
}

/// Step 5 of D-5: undo, rollback and changes by hand.
pub(super) fn change(text: &Text<'_>, setting: &Setting<'_>) -> Option<Act> {
    let said = Said::all(text);
    if said.len() == 1 && WORDS.undo.phrases.phrases().is(&said[0].words) {
        return Some(Act::Undo);
    }
    said.iter().find_map(|said| {
        let edit = || edit(said, text, setting).map(Act::Edit);
        rollback(said, setting).map(Act::Rollback).or_else(edit)
    })
}

fn rollback(said: &Said<'_>, setting: &Setting<'_>) -> Option<Rollback> {
    let rest = said.after(&WORDS.rollback)?;
    if let Some(day) = date::day(&said.tokens, setting.today) {
        return Some(Rollback::Slot(day));
    }
    object(rest, setting).map(Rollback::Exercise)
}

fn edit(said: &Said<'_>, text: &Text<'_>, setting: &Setting<'_>) -> Option<Edit> {
    let change = remove_sets(said, setting)
        .or_else(|| swap(said, setting))
        .or_else(|| moved(said, setting))
        .or_else(|| easier(said, setting))
        .or_else(|| set_target(said, setting))
        .or_else(|| keep(said, setting))?;
    let has = |pattern: &Pattern| pattern.find(&words(&text.normal())).is_some();
    let scope = match &change {
        // The day of a move is where it goes.
        EditChange::Move { .. } => None,
        _ if has(&WORDS.scope.plan) => Some(EditScope::Plan),
        _ if has(&WORDS.scope.next_session) => Some(EditScope::NextSession),
        _ => None,
    };
    Some(Edit { change, scope })
}

/// Numbers in words, from one.
const NUMBERS: [&[&str]; 5] = [
    &["one", "один", "одного"],
    &["two", "два", "двух"],
    &["three", "три", "трех"],
    &["four", "четыре"],
    &["five", "пять"],
];

fn counted(word: &str) -> Option<u32> {
    let named = NUMBERS
        .iter()
        .position(|forms| forms.contains(&word))
        .and_then(|place| u32::try_from(place + 1).ok());
    named.or_else(|| word.parse().ok().filter(|count| (1..=50).contains(count)))
}

fn remove_sets(said: &Said<'_>, setting: &Setting<'_>) -> Option<EditChange> {
    let rest = said.after(&WORDS.remove)?;
    let (place, length) = WORDS.sets.find(rest)?;
    let count = rest[..place].iter().find_map(|word| counted(word)).unwrap_or(1);
    let is_filler = |word: &&String| {
        counted(word).is_some()
            || word.starts_with("последн")
            || matches!(word.as_str(), "last" | "the" | "final")
    };
    let before = rest[..place].iter().filter(|word| !is_filler(word)).cloned();
    let others: Vec<String> = before.chain(rest[place + length..].iter().cloned()).collect();
    Some(EditChange::RemoveSets { count, exercise: object(&others, setting) })
}

fn swap(said: &Said<'_>, setting: &Setting<'_>) -> Option<EditChange> {
    let rest = said.after(&WORDS.swap)?;
    if said.has_digit() {
        return None;
    }
    let places: Vec<usize> =
        (1..rest.len().saturating_sub(1)).filter(|at| WORDS.swap.between.contains(&rest[*at])).collect();
    let parts = |at: &usize| Some((object(&rest[..*at], setting)?, object(&rest[at + 1..], setting)?));
    // A name may hold the word between: the last place counts where each side is a name and nothing else.
    let is_name = |said: &[String]| naming::resolve(&content(said), setting).is_some();
    let is_whole = |at: &&usize| is_name(&rest[..**at]) && is_name(&rest[**at + 1..]);
    let (from, to) =
        places.iter().rfind(is_whole).and_then(parts).or_else(|| places.iter().find_map(parts))?;
    Some(EditChange::Swap { from, to })
}

fn moved(said: &Said<'_>, setting: &Setting<'_>) -> Option<EditChange> {
    said.after(&WORDS.moving)?;
    let is_between =
        |token: &Token| matches!(&token.kind, Kind::Word(word) if WORDS.moving.between.contains(word));
    let place = said.tokens.iter().rposition(is_between)?;
    let to = date::day(&said.tokens[place..], setting.today)?;
    let from = date::day(&said.tokens[..place], setting.today);
    Some(EditChange::Move { from, to })
}

fn set_target(said: &Said<'_>, setting: &Setting<'_>) -> Option<EditChange> {
    let rest = said.after(&WORDS.target)?;
    let first = said.words.len() - rest.len();
    let is_english = said.words[0].is_ascii();
    if !said.has_digit() || (is_english && !rest.iter().any(|word| word == "to")) {
        return None;
    }
    let runs: Vec<&Token> = said.tokens.iter().filter(|token| token.is_run()).collect();
    let (from, to) = (runs.get(first)?.from, said.tokens.last()?.to);
    let spoken: String = said.symbols[from..to].iter().collect::<String>().replace(" to ", " ");
    let composed = compose(&Text::new(&spoken), setting).report;
    let [item] = composed.items.as_slice() else { return None };
    let exercise = Named {
        exercise_key: item.exercise_key.clone(),
        raw_name: item.raw_name.clone(),
        matched: item.matched,
        candidates: item.candidates.clone(),
    };
    let is_target = !item.sets.is_empty() && !item.raw_name.is_empty();
    is_target.then(|| EditChange::SetTarget { exercise, sets: item.sets.clone() })
}

fn easier(said: &Said<'_>, setting: &Setting<'_>) -> Option<EditChange> {
    let (place, length) = WORDS.easier.find(&said.words)?;
    let is_told = WORDS.easier.told.phrases().find(&said.words).is_some();
    if said.has_digit() || is_told {
        return None;
    }
    let is_verb = |word: &&String| !matches!(word.as_str(), "make" | "it" | "сделай" | "сделайте");
    let others = said.words[..place].iter().chain(&said.words[place + length..]);
    let others: Vec<String> = others.filter(is_verb).cloned().collect();
    let exercise = object(&others, setting);
    // Other words than a name make it something else.
    exercise.as_ref().is_none_or(|named| named.certain().is_some()).then_some(EditChange::Easier { exercise })
}

fn keep(said: &Said<'_>, setting: &Setting<'_>) -> Option<EditChange> {
    let (place, length) = WORDS.keep.find(&said.words)?;
    let others = said.words[..place].iter().chain(&said.words[place + length..]);
    let others: Vec<String> = others.cloned().collect();
    let exercise = object(&others, setting).filter(|named| named.certain().is_some());
    Some(EditChange::Keep { exercise })
}

/// The exercise that words name; [`None`] when only stop words and scopes are left.
pub(super) fn object(said: &[String], setting: &Setting<'_>) -> Option<Named> {
    let rest = content(said);
    (!rest.is_empty()).then(|| naming::named(&rest, setting))
}

/// The words without stop words and scopes.
fn content(said: &[String]) -> Vec<String> {
    let is_filler = |word: &str| {
        is_stop(word) || matches!(word, "у" | "из" | "к" | "to" | "it" | "next" | "time" | "now")
    };
    let mut rest: Vec<String> = vec![];
    let mut at = 0;
    while let Some(word) = said.get(at) {
        let length = scope(&said[at..]);
        if length.is_none() && !is_filler(word) {
            rest.push(word.clone());
        }
        at += length.unwrap_or(1);
    }
    rest
}

/// Step 6 of D-5: body weight, a word and a number alone.
pub(super) fn body_weight(normal: &str, unit: MassUnit) -> Option<Grams> {
    let said = words(normal);
    let is_weight = |word: &String| matches!(word.as_str(), "weight" | "weigh" | "вес" | "вешу");
    let is_known = |word: &String| {
        is_weight(word)
            || matches!(
                word.as_str(),
                "i" | "my" | "is" | "today" | "body" | "мой" | "я" | "сегодня" | "тела"
            )
            || UNITS.iter().any(|(unit, _)| unit == word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
            || with_unit(word).is_some()
    };
    (said.iter().any(is_weight) && said.iter().all(is_known)).then(|| mass(normal, unit)).flatten()
}

fn with_unit(word: &str) -> Option<MassUnit> {
    let letters = word.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    UNITS.iter().find(|(unit, _)| *unit == letters && letters.len() < word.len()).map(|(_, unit)| *unit)
}

/// The only number of a text as a mass: with a point or a comma, and its unit or the athlete's.
pub(super) fn mass(normal: &str, unit: MassUnit) -> Option<Grams> {
    let is_number = |symbol: char| symbol.is_ascii_digit() || symbol == '.' || symbol == ',';
    let start = normal.find(|symbol: char| symbol.is_ascii_digit())?;
    let rest = &normal[start..];
    let end = rest.find(|symbol| !is_number(symbol)).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches(['.', ',']).replace(',', ".");
    let after = rest[end..].trim();
    if after.contains(|symbol: char| symbol.is_ascii_digit()) {
        return None;
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, "0"));
    let digits = format!("{fraction:0<2}");
    let hundredths = whole.parse::<i64>().ok()?.checked_mul(100)? + digits.get(..2)?.parse::<i64>().ok()?;
    let said = UNITS.iter().find(|(name, _)| after.split(' ').next() == Some(name)).map(|(_, unit)| *unit);
    let grams = Grams::from_display(Hundredths(hundredths), said.unwrap_or(unit));
    (Grams(20_000)..=Grams(500_000)).contains(&grams).then_some(grams)
}

/// Step 7 of D-5: a clause begins with a word that asks why.
pub(super) fn why(text: &Text<'_>, setting: &Setting<'_>) -> Option<Act> {
    let said = Said::all(text);
    let asked = said.iter().find_map(|said| said.after(&WORDS.why))?;
    let is_word = |word: &&String| !word.starts_with(|symbol: char| symbol.is_ascii_digit());
    let rest: Vec<String> = asked.iter().filter(is_word).cloned().collect();
    let exercise = object(&rest, setting).filter(|named| named.certain().is_some());
    Some(Act::Why { exercise })
}

/// Step 10 of D-5: something to look at.
pub(super) fn view(normal: &str) -> Option<View> {
    let said = words(normal);
    let rows = [
        (&WORDS.view.today, View::Today),
        (&WORDS.view.plan, View::Plan),
        (&WORDS.view.review, View::Review),
        (&WORDS.view.month, View::Month),
        (&WORDS.view.meals, View::Meals),
        (&WORDS.view.records, View::Records),
        (&WORDS.view.help, View::Help),
    ];
    rows.into_iter().find(|(listed, _)| listed.phrases().is(&said)).map(|(_, view)| view)
}

/// Step 11 of D-5: the three actions whose words are nearest to what was written; without any, the usual ones.
pub(super) fn nearest_actions(normal: &str) -> Vec<Action> {
    const SHOWN: usize = 3;
    let said = words(normal);
    let rows: [(Action, &[&Listed]); 9] = [
        (Action::Today, &[&WORDS.view.today]),
        (Action::Plan, &[&WORDS.view.plan]),
        (Action::Review, &[&WORDS.view.review, &WORDS.view.month]),
        (Action::Meals, &[&WORDS.view.meals]),
        (Action::Records, &[&WORDS.view.records]),
        (Action::Why, &[&WORDS.why.phrases]),
        (Action::Undo, &[&WORDS.undo.phrases]),
        (Action::BodyWeight, &[]),
        (Action::Help, &[&WORDS.view.help]),
    ];
    let is_near = |lists: &[&Listed]| {
        let known = lists.iter().flat_map(|list| list.written());
        let known =
            known.flat_map(|phrase| phrase.split([' ', '|'])).map(|word| word.trim_end_matches(['*', '?']));
        let known: Vec<&str> = known.filter(|word| word.chars().count() > 3).collect();
        said.iter()
            .filter(|word| word.chars().count() > 3)
            .any(|word| nearest(word, known.iter().copied()).is_some())
    };
    let near = rows.into_iter().filter(|(_, lists)| is_near(lists)).map(|(action, _)| action);
    let mut actions: Vec<Action> = near.take(SHOWN).collect();
    for usual in [Action::Report, Action::Today, Action::Help] {
        if actions.len() < SHOWN && !actions.contains(&usual) {
            actions.push(usual);
        }
    }
    actions
}
