//! One clause: its date, marks, notations and name, each taking its words (D-5, D-7, D-9, D-12).

use domain::{plan::SlotTime, time::LocalDate};

use super::{
    Part, Setting, date,
    element::Element,
    lexicon::{Pattern, WORDS},
    mark::{self, Hit, Place},
    naming::{self, Found},
    notation::{self, Lens},
    text::{Clause, Text},
    token::{Kind, Token, tokens},
};
use crate::input::name::is_stop;

/// What was read of a clause.
#[derive(Debug)]
pub(super) struct Read {
    /// Where it stands.
    pub(super) clause: Clause,
    /// Its pieces, and what each was taken for.
    pub(super) tokens: Vec<Token>,
    /// Its words and numbers as they are compared.
    pub(super) words: Vec<String>,
    /// The token of each word.
    places: Vec<usize>,
    /// What it says of the athlete.
    pub(super) hits: Vec<Hit>,
    /// The parts of the body that it names.
    pub(super) body: Vec<Place>,
    /// What it says in numbers, each with its token.
    pub(super) elements: Vec<(usize, Element)>,
    /// An effort in words.
    pub(super) effort: Option<(u8, String)>,
    /// Whether its sets are warm-ups.
    pub(super) is_warmup: bool,
    /// Whether something was left out.
    pub(super) is_skip: bool,
    /// Whether it speaks of the whole session.
    pub(super) is_session: bool,
    /// Its day.
    pub(super) date: Option<LocalDate>,
    /// Its time of the day.
    pub(super) slot: Option<SlotTime>,
    /// The exercise that it names.
    pub(super) name: Option<Name>,
    /// Whether something came of it.
    pub(super) is_understood: bool,
    /// Whether its warm-ups wait for an exercise.
    pub(super) is_waiting: bool,
}

/// An exercise that a clause names.
#[derive(Debug, Clone)]
pub(super) struct Name {
    /// As it was written.
    pub(super) raw: String,
    /// As it is compared.
    pub(super) words: Vec<String>,
    /// What it resolves to; [`None`] when no stage finds it.
    pub(super) found: Option<Found>,
    /// Its tokens.
    pub(super) tokens: Vec<usize>,
}

/// Reads a clause.
pub(super) fn read(text: &Text<'_>, clause: Clause, setting: &Setting<'_>) -> Read {
    let mut tokens = tokens(text.symbols(), clause.from, clause.to);
    let places: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].is_run()).collect();
    let words: Vec<String> = places.iter().map(|at| spelled(&tokens[*at], text)).collect();
    let date = date::take(&mut tokens, setting.today);
    let is_name = |range: std::ops::Range<usize>| is_part_of_name(&words, &range, setting);
    let hits = mark::hits(&words, setting.tuning, is_name);
    let mut read = Read {
        clause,
        tokens,
        words,
        places,
        hits,
        body: vec![],
        elements: vec![],
        effort: None,
        is_warmup: false,
        is_skip: false,
        is_session: false,
        date,
        slot: None,
        name: None,
        is_understood: false,
        is_waiting: false,
    };
    for hit in read.hits.clone() {
        read.mark(hit.words, Part::Mark);
        for at in hit.denials {
            read.mark(at..at + 1, Part::Mark);
        }
    }
    let in_pain = read.hits.iter().any(Hit::is_pain);
    read.elements =
        notation::elements(&mut read.tokens, Lens { unit: setting.unit, in_pain, after_slash: false });
    read.phrases();
    read.naming(text, setting);
    read
}

/// A word as it is compared; a number by its digits.
fn spelled(token: &Token, text: &Text<'_>) -> String {
    match &token.kind {
        Kind::Word(word) => word.clone(),
        _ => text.symbols()[token.from..token.to].iter().collect(),
    }
}

/// Whether words are part of an exercise's written name of several words: "plate pinch" does not hurt.
fn is_part_of_name(words: &[String], range: &std::ops::Range<usize>, setting: &Setting<'_>) -> bool {
    use super::result::Match;
    let most = setting.names.most_words().min(words.len());
    (2..=most).any(|length| {
        let first = (range.end).saturating_sub(length);
        (first..=range.start).filter(|from| from + length <= words.len()).any(|from| {
            let run = &words[from..from + length];
            setting.names.stage(Match::Alias, run).is_some() || setting.own.stage(Match::Alias, run).is_some()
        })
    })
}

impl Read {
    /// Gives words to a part.
    fn mark(&mut self, words: std::ops::Range<usize>, part: Part) {
        for at in words {
            self.tokens[self.places[at]].part.get_or_insert(part);
        }
    }

    /// Whether nothing has taken the word yet.
    fn is_free(&self, word: usize) -> bool {
        self.tokens[self.places[word]].part.is_none()
    }

    /// The first place where a phrase fits in words that are free.
    fn find(&self, pattern: &Pattern) -> Option<std::ops::Range<usize>> {
        let places = (0..self.words.len()).filter_map(|at| Some(at..at + pattern.takes(&self.words[at..])?));
        places.into_iter().find(|place| place.clone().all(|at| self.is_free(at)))
    }

    /// Efforts, warm-ups, skips and times of the day in words (D-7 row 18, D-8).
    fn phrases(&mut self) {
        if let Some(place) = self.find(&WORDS.skip) {
            self.is_skip = true;
            self.mark(place, Part::Notation);
        }
        while let Some(place) = self.find(&WORDS.warmup) {
            self.is_warmup = true;
            self.mark(place, Part::Notation);
        }
        self.is_session = self.find(&WORDS.session).is_some();
        for (pattern, slot) in [(&WORDS.morning, SlotTime::Morning), (&WORDS.evening, SlotTime::Evening)] {
            if let Some(place) = self.find(pattern) {
                self.slot = Some(slot);
                self.mark(place, Part::Notation);
            }
        }
        let efforts = (0..self.words.len())
            .filter_map(|at| WORDS.effort(&self.words[at..]).map(|(length, rpe10)| (at..at + length, rpe10)));
        let is_said = |place: &std::ops::Range<usize>| {
            place.clone().all(|at| self.is_free(at)) && !mark::is_denied(&self.words, place)
        };
        // Beside a mark a word says how bad that is.
        let effort = efforts.into_iter().find(|(place, _)| self.hits.is_empty() && is_said(place));
        if let Some((place, rpe10)) = effort {
            self.effort = Some((rpe10, self.words[place.clone()].join(" ")));
            self.mark(place, Part::Notation);
        }
    }

    /// D-9: the name, then what says more of marks, then stop words; what is left is unresolved.
    fn naming(&mut self, text: &Text<'_>, setting: &Setting<'_>) {
        let is_word = |at: &usize| {
            self.is_free(*at)
                && matches!(self.tokens[self.places[*at]].kind, Kind::Word(_))
                && !is_stop(&self.words[*at])
        };
        let free: Vec<usize> = (0..self.words.len()).filter(is_word).collect();
        let spoken: Vec<String> = free.iter().map(|at| self.words[*at].clone()).collect();
        let longest = naming::longest(&spoken, setting);
        if let Some((place, found)) = longest {
            let chosen: Vec<usize> = free[place].to_vec();
            self.name = Some(self.named(text, &chosen, Some(found)));
            for at in chosen {
                self.mark(at..at + 1, Part::Name);
            }
        }
        let is_taken = |at: usize| self.tokens[self.places[at]].part == Some(Part::Name);
        let body = mark::places(&self.words, is_taken);
        self.body = body.iter().map(|(_, place)| place.clone()).collect();
        if !self.hits.is_empty() {
            for (place, _) in body {
                self.mark(place, Part::Mark);
            }
            for at in 0..self.words.len() {
                if let Some(length) = mark::context(&self.words, at).filter(|_| self.is_free(at)) {
                    self.mark(at..at + length, Part::Mark);
                }
            }
        }
        for at in 0..self.words.len() {
            if is_stop(&self.words[at]) {
                self.mark(at..at + 1, Part::Stop);
            }
        }
        let rest: Vec<usize> = free.into_iter().filter(|at| self.is_free(*at)).collect();
        if self.name.is_none() && !rest.is_empty() {
            self.name = Some(self.named(text, &rest, None));
        }
    }

    fn named(&self, text: &Text<'_>, words: &[usize], found: Option<Found>) -> Name {
        let tokens: Vec<usize> = words.iter().map(|at| self.places[*at]).collect();
        let is_whole = words.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let raw = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) if is_whole => {
                text.verbatim(self.tokens[*first].from, self.tokens[*last].to).to_owned()
            }
            _ => {
                let each = tokens.iter().map(|at| text.verbatim(self.tokens[*at].from, self.tokens[*at].to));
                each.collect::<Vec<_>>().join(" ")
            }
        };
        Name { raw, words: words.iter().map(|at| self.words[*at].clone()).collect(), found, tokens }
    }

    /// Numbers that no notation has read, in hundredths, with their tokens.
    pub(super) fn stray(&self) -> Vec<(usize, i64)> {
        self.tokens.iter().enumerate().filter_map(|(at, token)| Some((at, token.number()?))).collect()
    }

    /// The words that nothing has taken, as they were written; they become a note.
    pub(super) fn take_note(&mut self, text: &Text<'_>) -> Option<String> {
        let mut note: Vec<&str> = vec![];
        for token in self.tokens.iter_mut().filter(|token| token.is_run() && token.part.is_none()) {
            token.part = Some(Part::Note);
            note.push(text.verbatim(token.from, token.to));
        }
        (!note.is_empty()).then(|| note.join(" "))
    }

    /// The pain of the clause in tenths, if it was said.
    pub(super) fn of_ten(&self) -> Option<i64> {
        self.elements.iter().find_map(|(_, element)| match element {
            Element::OfTen(tenths) => Some(*tenths),
            _ => None,
        })
    }

    /// Whether it says anything of what was done: sets, loads, distances or what was left out.
    pub(super) fn is_done(&self) -> bool {
        let counts = |element: &Element| {
            matches!(
                element,
                Element::Sets(_)
                    | Element::Doubtful { .. }
                    | Element::Load { .. }
                    | Element::AtNumber(_)
                    | Element::Distance(_)
            )
        };
        self.is_skip || self.elements.iter().any(|(_, element)| counts(element))
    }

    /// Whether it says how hard or comfortable something was.
    pub(super) fn is_felt(&self) -> bool {
        let counts = |element: &Element| matches!(element, Element::Effort(_) | Element::Comfort(_));
        self.effort.is_some() || self.elements.iter().any(|(_, element)| counts(element))
    }
}
