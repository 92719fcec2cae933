//! D-8, D-10: clauses become items, marks and questions.

mod marks;

use domain::{
    exercise::ExerciseKey,
    prescription::SetType,
    quantity::{Grams, Hundredths, MassUnit},
    reason::Fact,
    time::days_between,
};

use super::{
    Part, Run, Setting,
    bind::{self, Bound, bind},
    clause::{self, Name, Read},
    naming,
    question::{Choice, Does, Label, Question, QuestionKind},
    result::{Item, Match, ReadSet, Report, RpeSource},
    text::{Text, clauses},
};

/// D-7: a lone number beside a name is at most this many reps.
const LONE_REPS: u32 = 200;

/// Names that are compared by likeness in one message; more than D-11's questions are not asked anyway.
const MOST_GUESSES: usize = 8;

/// A report in the making.
#[derive(Debug)]
pub(super) struct Composed {
    /// What came of it.
    pub(super) report: Report,
    /// What each word and number was taken for.
    pub(super) runs: Vec<Run>,
    /// Whether a day was named.
    pub(super) has_date: bool,
}

struct Composer<'a> {
    text: &'a Text<'a>,
    setting: &'a Setting<'a>,
    report: Report,
    /// Warm-ups that wait for their exercise.
    warmups: Vec<ReadSet>,
    /// The clause of each item that has a name and nothing else yet.
    bare: Vec<(usize, usize)>,
    /// The item of each clause that has one.
    items: Vec<Option<usize>>,
    session_effort: Option<(u8, RpeSource)>,
    guesses: usize,
}

/// Reads a whole text as a report.
pub(super) fn compose(text: &Text<'_>, setting: &Setting<'_>) -> Composed {
    let mut reads: Vec<Read> =
        clauses(text.symbols()).into_iter().map(|clause| clause::read(text, clause, setting)).collect();
    let mut composer = Composer {
        text,
        setting,
        report: Report::new(setting.today),
        warmups: vec![],
        bare: vec![],
        items: vec![],
        session_effort: None,
        guesses: 0,
    };
    let date = reads.iter().find_map(|read| read.date);
    composer.report.date = date.unwrap_or(setting.today);
    composer.report.slot_time = reads.iter().find_map(|read| read.slot);
    for (at, read) in reads.iter_mut().enumerate() {
        let item = composer.clause(at, read);
        composer.items.push(item);
    }
    composer.marks(&mut reads);
    composer.finish(&mut reads);
    let runs = reads.iter().flat_map(|read| read.tokens.iter().filter(|token| token.is_run()));
    let run = |token: &super::token::Token| Run {
        text: text.symbols()[token.from..token.to].iter().collect(),
        part: token.part.unwrap_or(Part::Unparsed),
    };
    Composed { runs: runs.map(run).collect(), report: composer.report, has_date: date.is_some() }
}

impl Composer<'_> {
    /// Takes a clause in; the item that it speaks of.
    fn clause(&mut self, place: usize, read: &mut Read) -> Option<usize> {
        read.is_understood = true;
        let last = self.report.items.len().checked_sub(1);
        if read.is_skip {
            return self.skip(read);
        }
        if read.is_done() {
            return Some(self.done(read));
        }
        let is_named = read.name.as_ref().is_some_and(|name| name.found.is_some());
        let strays = read.stray();
        if is_named && !strays.is_empty() && read.hits.is_empty() {
            return Some(self.counted(read));
        }
        if read.is_felt() {
            return self.felt(read, last);
        }
        if !read.hits.is_empty() {
            let note = read.take_note(self.text);
            self.note(last, note);
            return last;
        }
        if is_named && read.tokens.iter().filter(|token| token.is_run()).all(|token| token.part.is_some()) {
            // A name alone may be the heading of what follows.
            let item = self.item(read);
            self.bare.push((item, place));
            return Some(item);
        }
        read.is_understood = false;
        None
    }

    /// A clause with sets: they belong to its name, else to the item before, else to the focus.
    fn done(&mut self, read: &mut Read) -> usize {
        if read.is_warmup && read.name.is_none() {
            let mut waiting = Item::default();
            let bound = self.bound(read, None);
            let questions = bind(&mut waiting, bound);
            if questions.is_empty() {
                self.warmups.extend(waiting.sets);
                read.is_waiting = true;
                return self.report.items.len();
            }
        }
        let item = self.subject(read);
        self.bind(item, read);
        self.strays(item, read);
        let note = read.take_note(self.text);
        self.note(Some(item), note);
        item
    }

    /// The item that a clause speaks of: its own, the one before, or the focus.
    fn subject(&mut self, read: &mut Read) -> usize {
        match (&read.name, self.report.items.len().checked_sub(1)) {
            (None, Some(last)) => last,
            (None, None) => {
                let focus = self.setting.focus.cloned();
                let matched = if focus.is_some() { Match::Key } else { Match::None };
                self.add(Item { exercise_key: focus, matched, ..Item::default() })
            }
            (Some(_), _) => self.item(read),
        }
    }

    /// A new item of the clause's name.
    fn item(&mut self, read: &mut Read) -> usize {
        let Some(name) = read.name.clone() else { return self.add(Item::default()) };
        for at in &name.tokens {
            read.tokens[*at].part = Some(Part::Name);
        }
        let Name { raw, words, found, .. } = name;
        let found = found.unwrap_or_else(|| {
            self.guesses += 1;
            if self.guesses > MOST_GUESSES {
                return naming::Found { matched: Match::None, keys: vec![] };
            }
            naming::guess(&words, self.setting)
        });
        let (exercise_key, candidates) = naming::settled(&found);
        self.add(Item { exercise_key, raw_name: raw, matched: found.matched, candidates, ..Item::default() })
    }

    fn add(&mut self, mut item: Item) -> usize {
        let place = self.report.items.len();
        item.sets.append(&mut self.warmups);
        let asked =
            naming::question(&item.raw_name, item.matched, item.exercise_key.as_ref(), &item.candidates);
        self.report.questions.extend(asked.map(|question| question.about(place)));
        self.report.items.push(item);
        place
    }

    fn bound<'r>(&self, read: &'r Read, key: Option<&ExerciseKey>) -> Bound<'r> {
        let traits = key.map(|key| self.setting.names.traits(key)).unwrap_or_default();
        Bound { elements: &read.elements, is_warmup: read.is_warmup, traits, unit: self.setting.unit }
    }

    fn bind(&mut self, place: usize, read: &Read) {
        let key = self.report.items[place].exercise_key.clone();
        let bound = self.bound(read, key.as_ref());
        let item = &mut self.report.items[place];
        let questions = bind(item, bound);
        if let Some((rpe10, word)) = read.effort.clone().filter(|_| item.rpe10.is_none()) {
            item.rpe10 = Some(rpe10);
            item.rpe_source = Some(RpeSource::Word);
            item.rpe_word = Some(word);
        }
        self.report.questions.extend(questions.into_iter().map(|question| question.about(place)));
    }

    /// D-7: a number that is left over is asked about.
    fn strays(&mut self, place: usize, read: &mut Read) {
        if !read.hits.is_empty() {
            return;
        }
        for (at, hundredths) in read.stray() {
            read.tokens[at].part = Some(Part::Notation);
            self.report.questions.push(stray(hundredths, self.setting.unit).about(place));
        }
    }

    /// D-7 row 17: a name and a number. Alone beside an unloaded exercise it is one set.
    fn counted(&mut self, read: &mut Read) -> usize {
        let item = self.item(read);
        let is_unloaded = self.report.items[item]
            .exercise_key
            .as_ref()
            .is_some_and(|key| self.setting.names.traits(key).is_unloaded);
        let name = read.name.as_ref().map(|name| name.tokens.clone()).unwrap_or_default();
        if let [(at, hundredths)] = read.stray()[..]
            && is_unloaded
            && hundredths % 100 == 0
            && name.iter().any(|token| token.abs_diff(at) == 1)
            && let Some(reps) =
                u32::try_from(hundredths / 100).ok().filter(|reps| (1..=LONE_REPS).contains(reps))
        {
            read.tokens[at].part = Some(Part::Notation);
            let kind = if read.is_warmup { SetType::Warmup } else { SetType::Working };
            self.report.items[item].sets.push(ReadSet { kind, ..ReadSet::reps(reps) });
        }
        self.bind(item, read);
        self.strays(item, read);
        let note = read.take_note(self.text);
        self.note(Some(item), note);
        item
    }

    /// An effort without sets: of the named item, of the session, or of the item before.
    fn felt(&mut self, read: &mut Read, last: Option<usize>) -> Option<usize> {
        let own = read.name.as_ref().and_then(|name| name.found.as_ref()).and_then(|found| {
            self.report.items.iter().position(|item| item.exercise_key.as_ref() == found.keys.first())
        });
        if read.is_session && own.is_none() {
            let mut whole = Item::default();
            let questions = bind(&mut whole, self.bound(read, None));
            self.report.questions.extend(questions);
            let word = read.effort.as_ref().map(|(rpe10, _)| *rpe10);
            self.session_effort = whole.rpe10.or(word).map(|rpe10| (rpe10, RpeSource::Session));
            read.take_note(self.text);
            return None;
        }
        let Some(place) = own.or(last) else {
            read.is_understood = false;
            return None;
        };
        self.bind(place, read);
        let note = read.take_note(self.text);
        self.note(Some(place), note);
        Some(place)
    }

    /// D-7 row 18: an exercise, or without a name the session.
    fn skip(&mut self, read: &mut Read) -> Option<usize> {
        let is_known = read.name.as_ref().is_some_and(|name| name.found.is_some());
        let is_session = read.name.is_none() || (!is_known && (read.is_session || read.date.is_some()));
        if is_session {
            self.report.skipped = true;
            read.take_note(self.text);
            return None;
        }
        let item = self.item(read);
        self.report.items[item].skipped = true;
        let note = read.take_note(self.text);
        self.note(Some(item), note);
        Some(item)
    }

    fn note(&mut self, item: Option<usize>, note: Option<String>) {
        let (Some(place), Some(note)) = (item, note) else { return };
        let known = &mut self.report.items[place].note;
        *known = Some(known.take().map_or(note.clone(), |known| format!("{known}; {note}")));
    }

    fn finish(&mut self, reads: &mut [Read]) {
        self.drop_bare(reads);
        self.mark_questions();
        self.date_question();
        if let Some((rpe10, source)) = self.session_effort {
            for item in self.report.items.iter_mut().filter(|item| item.rpe10.is_none() && !item.skipped) {
                item.rpe10 = Some(rpe10);
                item.rpe_source = Some(source);
            }
        }
        for place in 0..self.report.items.len() {
            let item = &self.report.items[place];
            let outlier = super::outlier::question(item, self.setting).map(|question| question.about(place));
            self.report.questions.extend(outlier);
        }
        for read in reads {
            self.unparsed(read);
        }
    }

    /// A name with nothing to it is not understood after all.
    fn drop_bare(&mut self, reads: &mut [Read]) {
        for (place, clause) in std::mem::take(&mut self.bare).into_iter().rev() {
            let item = &self.report.items[place];
            let is_asked = |question: &Question| {
                question.item == Some(place) && !matches!(question.kind, QuestionKind::WhichExercise)
            };
            if item.sets.is_empty() && !item.skipped && !self.report.questions.iter().any(is_asked) {
                reads[clause].is_understood = false;
                super::answer::drop_item(&mut self.report, place);
            }
        }
        if !self.warmups.is_empty() {
            for read in reads.iter_mut().filter(|read| read.is_waiting) {
                read.is_understood = false;
            }
        }
    }

    /// D-7: a day long ago is asked about.
    fn date_question(&mut self) {
        let date = self.report.date;
        if !self.report.is_report()
            || days_between(date, self.setting.today) <= self.setting.tuning.report_days
        {
            return;
        }
        let fact = |date| Fact::Quantity(domain::reason::Quantity::Date(date));
        let question = Question::new(QuestionKind::DateFar)
            .fact("date", fact(date))
            .option(Choice::new(Label::Date, Does::Date(date)).fact("date", fact(date)))
            .option(
                Choice::new(Label::Today, Does::Date(self.setting.today))
                    .fact("date", fact(self.setting.today)),
            )
            .option(Choice::new(Label::Cancel, Does::Cancel));
        self.report.questions.push(question);
    }

    /// D-10: a clause that says nothing is kept verbatim.
    fn unparsed(&mut self, read: &mut Read) {
        let mut runs = read.tokens.iter().filter(|token| token.is_run());
        if read.is_understood
            || runs.all(|token| matches!(token.part, Some(Part::Notation | Part::Stop | Part::Mark)))
        {
            return;
        }
        for token in read.tokens.iter_mut().filter(|token| token.is_run()) {
            token.part = Some(Part::Unparsed);
        }
        self.report.unparsed.push(self.text.verbatim(read.clause.from, read.clause.to).to_owned());
    }
}

fn stray(hundredths: i64, unit: MassUnit) -> Question {
    let load = Grams::from_display(Hundredths(hundredths), unit);
    let reps = (hundredths % 100 == 0).then(|| u32::try_from(hundredths / 100).ok()).flatten();
    let number = match reps {
        Some(whole) => Fact::Count(i64::from(whole)),
        None => Fact::tenths(hundredths / 10),
    };
    bind::stray(number, Some(load), reps.filter(|reps| *reps <= LONE_REPS))
}
