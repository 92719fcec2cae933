//! D-11: what an answer makes of a draft.

use domain::{anatomy::BodyArea, exercise::ExerciseKey};

use super::{
    naming,
    question::{Does, Given, Label, Question, QuestionKind},
    result::{Match, ReadSet, Report, RpeSource, SpokenKind, SpokenMark},
};

/// What an answer makes of a draft.
///
/// The question is taken out of its list, and the next one to ask is the first of the rest. An answer that settles nothing
/// (later, or a value that the question did not want) leaves the draft as it is; a cancel empties it.
pub fn answer(mut draft: Report, question: &Question, given: &Given) -> Report {
    let Some(does) = effect(question, given) else { return draft };
    if matches!(does, Does::Say(_)) {
        return draft;
    }
    let same = |open: &Question| open.kind == question.kind && open.item == question.item;
    if let Some(place) = draft.questions.iter().position(same) {
        draft.questions.remove(place);
    }
    apply(&mut draft, question, does);
    draft
}

/// D-9: the name that an answer teaches, with its exercise: it becomes the athlete's own alias.
pub fn learned(question: &Question, given: &Given) -> Option<(String, ExerciseKey)> {
    let is_name = matches!(question.kind, QuestionKind::ConfirmExercise | QuestionKind::UnknownExercise);
    let raw = question.text("raw").filter(|raw| is_name && !raw.is_empty())?;
    match effect(question, given)? {
        Does::Exercise(key) => Some((raw.to_owned(), key)),
        _ => None,
    }
}

/// What an answer does; [`None`] when it settles nothing.
pub fn effect(question: &Question, given: &Given) -> Option<Does> {
    let option = |place: usize| question.options.get(place).map(|choice| choice.does.clone());
    match given {
        Given::Yes => option(0),
        Given::No => refusal(question),
        Given::Option(place) => option(*place),
        Given::Later => None,
        Given::Cancel => Some(Does::Cancel),
        Given::Effort(rpe10) => Some(Does::Effort(*rpe10)),
        Given::Exercise(key) if question.kind == QuestionKind::NewExercise => Some(Does::Like(key.clone())),
        Given::Exercise(key) => Some(Does::Exercise(key.clone())),
        Given::Area { areas, .. } => Some(Does::Area(areas.clone())),
        Given::Date(date) => Some(Does::Date(*date)),
        Given::Reps(reps) => {
            let load_g = question.options.iter().find_map(|choice| match choice.facts.get("load") {
                Some(domain::reason::Fact::Quantity(domain::reason::Quantity::LoadG(load))) => Some(*load),
                _ => None,
            });
            let sets = reps.iter().map(|reps| ReadSet { load_g, ..ReadSet::reps(*reps) }).collect();
            Some(Does::Sets(super::question::AddedSets { at: usize::MAX, sets }))
        }
    }
}

/// What no means: the option that says so, else the last one, which takes nothing in.
fn refusal(question: &Question) -> Option<Does> {
    let is_no = |label: Label| {
        matches!(label, Label::No | Label::Wrong | Label::Ignore | Label::Cancel | Label::NewExercise)
    };
    if question.kind == QuestionKind::ConfirmExercise {
        // The others are still possible: see `apply`.
        return Some(Does::Nothing);
    }
    question.options.iter().find(|choice| is_no(choice.label)).map(|choice| choice.does.clone())
}

fn apply(draft: &mut Report, question: &Question, does: Does) {
    let place = question.item.filter(|place| *place < draft.items.len());
    match (does, place) {
        (Does::Cancel, _) => *draft = Report::new(draft.date),
        (Does::Date(date), _) => draft.date = date,
        (Does::Marks(marks), _) => {
            for mark in marks {
                let is_loose = |one: &SpokenMark| {
                    one.kind == mark.kind && one.exercise_key.is_none() && one.area == mark.area
                };
                draft.marks.retain(|one| !(mark.exercise_key.is_some() && is_loose(one)));
                super::mark::merge(&mut draft.marks, mark);
            }
        }
        (Does::Area(areas), _) => place_pain(draft, &areas),
        (Does::DropItem, Some(place)) => drop_item(draft, place),
        (Does::Exercise(key), Some(place)) => exercise(draft, place, key),
        (Does::NewExercise, Some(place)) => {
            let item = &mut draft.items[place];
            let near = std::mem::take(&mut item.candidates);
            (item.exercise_key, item.matched) = (None, Match::None);
            draft.questions.insert(0, naming::question_of_new(&item.raw_name, &near).about(place));
        }
        (Does::Like(key), Some(place)) => draft.items[place].like = Some(key),
        (Does::Sets(added), Some(place)) => {
            let sets = &mut draft.items[place].sets;
            let at = added.at.min(sets.len());
            sets.splice(at..at, added.sets);
        }
        (Does::Load(load), Some(place)) => {
            for set in draft.items[place].sets.iter_mut().filter(|set| set.load_g.is_none()) {
                set.load_g = Some(load);
            }
        }
        (Does::Effort(rpe10), Some(place)) => {
            let item = &mut draft.items[place];
            (item.rpe10, item.rpe_source, item.rpe_word) = (Some(rpe10), Some(RpeSource::Said), None);
        }
        (Does::Nothing, Some(place)) if question.kind == QuestionKind::ConfirmExercise => {
            others(draft, place);
        }
        _ => (),
    }
}

/// The guess was wrong: it is asked again, with the others.
fn others(draft: &mut Report, place: usize) {
    let item = &mut draft.items[place];
    let wrong = item.exercise_key.take();
    item.candidates.retain(|key| Some(key) != wrong.as_ref());
    item.matched = Match::None;
    let asked = naming::question(&item.raw_name, Match::None, None, &item.candidates);
    if let Some(question) = asked {
        draft.questions.insert(0, question.about(place));
    }
}

/// The item is this exercise, and so are the marks that wait for it.
fn exercise(draft: &mut Report, place: usize, key: ExerciseKey) {
    for mark in draft.marks.iter_mut().filter(|mark| mark.item == Some(place)) {
        mark.item = None;
        mark.exercise_key = Some(key.clone());
    }
    let item = &mut draft.items[place];
    item.candidates.clear();
    // A name that was confirmed is an alias from now on.
    item.matched = Match::Alias;
    item.exercise_key = Some(key);
}

/// D-14: the answer to "where does it hurt?" replaces the place that was not known.
fn place_pain(draft: &mut Report, areas: &[BodyArea]) {
    let is_placeless =
        |mark: &SpokenMark| mark.kind == SpokenKind::Pain && mark.area == Some(BodyArea::Other);
    let Some(at) = draft.marks.iter().position(is_placeless) else { return };
    let mark = draft.marks.remove(at);
    for area in areas {
        super::mark::merge(&mut draft.marks, SpokenMark { area: Some(*area), ..mark.clone() });
    }
}

/// Takes an item out, with its questions; what stands behind it moves up.
pub(super) fn drop_item(draft: &mut Report, place: usize) {
    draft.items.remove(place);
    draft.questions.retain(|question| question.item != Some(place));
    let moved = |item: &mut Option<usize>| {
        *item = item.filter(|at| *at != place).map(|at| if at > place { at - 1 } else { at });
    };
    draft.questions.iter_mut().for_each(|question| moved(&mut question.item));
    draft.marks.iter_mut().for_each(|mark| moved(&mut mark.item));
}
