//! D-12..D-14: the marks of a message, where they belong, and what has to be asked about them.

use domain::{anatomy::BodyArea, exercise::ExerciseKey, reason::Fact};

use super::Composer;
use crate::dialog::{
    Part,
    clause::Read,
    mark, naming,
    question::{Asked, Choice, Does, Label, Question, QuestionKind},
    result::{Item, Match, SpokenKind, SpokenMark},
};

impl Composer<'_> {
    /// D-12, D-13: the marks of all clauses, with areas from their sentence and the item that they belong to.
    pub(super) fn marks(&mut self, reads: &mut [Read]) {
        let is_question = self.text.symbols().contains(&'?');
        for at in 0..reads.len() {
            for hit in reads[at].hits.clone() {
                let places = if reads[at].body.is_empty() {
                    self.lent(reads, at, &hit)
                } else {
                    reads[at].body.clone()
                };
                let read = &reads[at];
                let spoken = mark::spoken(&hit, &read.words, &places, read.of_ten());
                if is_question && mark::is_hypothetical(&read.words) {
                    self.hypothetical(spoken);
                    continue;
                }
                for one in spoken {
                    let one = self.placed(one, self.items[at]);
                    mark::merge(&mut self.report.marks, one);
                }
            }
        }
    }

    /// D-13: areas of another clause of the same sentence without digits.
    fn lent(&self, reads: &mut [Read], at: usize, hit: &mark::Hit) -> Vec<mark::Place> {
        let sentence = reads[at].clause.sentence;
        let symbols = self.text.symbols();
        let is_lender = |read: &&mut Read| {
            let clause = read.clause;
            let has_digit = symbols[clause.from..clause.to].iter().any(char::is_ascii_digit);
            clause.sentence == sentence && !has_digit && !read.body.is_empty() && read.hits.is_empty()
        };
        let Some(lender) = reads.iter_mut().find(is_lender).filter(|_| hit.is_pain()) else { return vec![] };
        // The clause is understood: it says where.
        lender.is_understood = true;
        for token in lender.tokens.iter_mut().filter(|token| token.is_run()) {
            token.part.get_or_insert(Part::Mark);
        }
        lender.body.clone()
    }

    /// D-14: pain and technique belong to an item of the report.
    fn placed(&self, mut mark: SpokenMark, item: Option<usize>) -> SpokenMark {
        let Some(place) =
            item.filter(|_| !mark.past && matches!(mark.kind, SpokenKind::Pain | SpokenKind::Technique))
        else {
            return mark;
        };
        match self.report.items.get(place) {
            Some(Item { exercise_key: Some(key), matched, .. }) if *matched != Match::Fuzzy => {
                mark.exercise_key = Some(key.clone());
            }
            Some(_) => mark.item = Some(place),
            None => (),
        }
        mark
    }

    /// D-13: "what if it hurts?" is no pain yet.
    fn hypothetical(&mut self, spoken: Vec<SpokenMark>) {
        let pains: Vec<SpokenMark> =
            spoken.into_iter().filter(|mark| mark.kind == SpokenKind::Pain).collect();
        let is_asked = self.report.questions.iter().any(|question| question.kind == QuestionKind::PainNow);
        if pains.is_empty() || is_asked {
            return;
        }
        let areas = pains.iter().filter_map(|mark| mark.area).map(|area| Fact::word("area", area)).collect();
        let question = Question::new(QuestionKind::PainNow).fact("areas", Fact::List(areas));
        let yes = Choice::new(Label::Yes, Does::Marks(pains));
        let no = Choice::new(Label::No, Does::Nothing);
        self.report.questions.push(question.option(yes).option(no));
    }

    /// D-13, D-14: pain without a place asks where, technique without an item asks at what.
    pub(super) fn mark_questions(&mut self) {
        let is_placeless = |mark: &SpokenMark| {
            mark.kind == SpokenKind::Pain && mark.is_present() && mark.area == Some(BodyArea::Other)
        };
        if self.report.marks.iter().any(is_placeless) {
            let area = |areas: &[BodyArea]| {
                let shown = areas.iter().map(|area| Fact::word("area", *area)).collect();
                Choice::new(Label::Area, Does::Area(areas.to_vec())).fact("areas", Fact::List(shown))
            };
            let question = Question::new(QuestionKind::PainArea)
                .option(area(&[BodyArea::Shoulder]))
                .option(area(&[BodyArea::LowBack]))
                .option(area(&[BodyArea::Knee]))
                .option(Choice::new(Label::Area, Does::Say(Asked::Area)));
            self.report.questions.push(question);
        }
        let is_loose = |mark: &&SpokenMark| {
            mark.kind == SpokenKind::Technique
                && mark.is_present()
                && mark.exercise_key.is_none()
                && mark.item.is_none()
        };
        if let Some(mark) = self.report.marks.iter().find(is_loose).cloned() {
            let choice = |key: &ExerciseKey| {
                let mark = SpokenMark { exercise_key: Some(key.clone()), ..mark.clone() };
                Choice::new(Label::Exercise, Does::Marks(vec![mark])).fact("exercise", key.as_str())
            };
            let near = self.setting.focus.into_iter().chain(self.setting.session.iter());
            let mut question = Question::new(QuestionKind::WhichExercise).fact("raw", "");
            for key in near {
                let choice = choice(key);
                if question.options.len() < naming::SHOWN && !question.options.contains(&choice) {
                    question.options.push(choice);
                }
            }
            question.options.push(Choice::new(Label::Exercise, Does::Say(Asked::Exercise)));
            question.options.push(Choice::new(Label::Ignore, Does::Nothing));
            question.options.truncate(4);
            self.report.questions.push(question);
        }
    }
}
