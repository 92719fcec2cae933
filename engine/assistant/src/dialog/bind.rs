//! D-8: loads, efforts and distances belong to the sets beside them.

use domain::{
    prescription::SetType,
    quantity::{Grams, Hundredths, MassUnit},
    reason::Fact,
};

use super::{
    element::{Doubt, Element},
    question::{AddedSets, Asked, Choice, Does, Label, Question, QuestionKind},
    result::{Item, ReadSet, RpeSource},
};
use crate::input::name::Traits;

/// Sets of one notation: one way to read them, or several that are asked about.
#[derive(Debug)]
struct Group {
    at: usize,
    doubt: Option<Doubt>,
    readings: Vec<Vec<ReadSet>>,
}

impl Group {
    /// Whether no load is bound to it.
    fn is_free(&self) -> bool {
        self.readings.iter().flatten().all(|set| set.load_g.is_none())
    }

    fn bind(&mut self, load: Grams) {
        for set in self.readings.iter_mut().flatten().filter(|set| set.load_g.is_none()) {
            set.load_g = Some(load);
        }
    }
}

/// What binding needs to know of the clause and its exercise.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound<'a> {
    /// What the clause says in numbers, in order.
    pub(super) elements: &'a [(usize, Element)],
    /// Whether the sets are warm-ups.
    pub(super) is_warmup: bool,
    /// What the exercise is like; of one that is not known, nothing.
    pub(super) traits: Traits,
    /// The athlete's unit.
    pub(super) unit: MassUnit,
}

/// Adds what a clause says to an item; what has to be asked.
pub(super) fn bind(item: &mut Item, bound: Bound<'_>) -> Vec<Question> {
    let mut questions = vec![];
    let mut groups = groups(bound.elements);
    loads(item, &mut groups, bound, &mut questions);
    distances(&mut groups, bound.elements);
    for group in groups {
        add(item, group, bound, &mut questions);
    }
    at_numbers(item, bound, &mut questions);
    efforts(item, bound.elements, &mut questions);
    for (_, element) in bound.elements {
        if let Element::Comfort(comfort) = element {
            item.comfort = Some(*comfort);
        }
    }
    questions
}

fn groups(elements: &[(usize, Element)]) -> Vec<Group> {
    let group = |(at, element): &(usize, Element)| match element {
        Element::Sets(sets) => Some(Group { at: *at, doubt: None, readings: vec![sets.clone()] }),
        Element::Doubtful { doubt, readings } => {
            Some(Group { at: *at, doubt: Some(*doubt), readings: readings.clone() })
        }
        _ => None,
    };
    elements.iter().filter_map(group).collect()
}

/// A plain load binds to the notation right after it, the only one to all later free ones, too; else to the free ones
/// before it. One with `@` binds backwards.
fn loads(item: &mut Item, groups: &mut [Group], bound: Bound<'_>, questions: &mut Vec<Question>) {
    let loads: Vec<(usize, Grams, bool)> = bound
        .elements
        .iter()
        .filter_map(|(at, element)| match element {
            Element::Load { load, is_at } => Some((*at, *load, *is_at)),
            _ => None,
        })
        .collect();
    for &(at, load, is_at) in &loads {
        if load < Grams::ZERO && !bound.traits.is_bodyweight {
            questions.push(stray(Fact::load(load), Some(load), None));
            continue;
        }
        let next_load = loads.iter().map(|(at, ..)| *at).find(|other| *other > at).unwrap_or(usize::MAX);
        let is_after = |group: &Group| group.at > at && group.at < next_load && group.is_free();
        let is_before = |group: &Group| group.at < at && group.is_free();
        let mut chosen: Vec<usize> = (0..groups.len()).filter(|one| is_after(&groups[*one])).collect();
        let before: Vec<usize> = (0..groups.len()).filter(|one| is_before(&groups[*one])).collect();
        if loads.len() > 1 {
            chosen.truncate(1);
        }
        if (is_at && !before.is_empty()) || chosen.is_empty() {
            chosen = before;
        }
        for one in &chosen {
            groups[*one].bind(load);
        }
        if chosen.is_empty() && !earlier(item, groups, load) {
            let said = Choice::new(Label::Reps, Does::Say(Asked::Reps));
            let ignored = Choice::new(Label::Ignore, Does::Nothing);
            let question = Question::new(QuestionKind::LoadWithoutReps).fact("load", Fact::load(load));
            questions.push(question.option(said.fact("load", Fact::load(load))).option(ignored));
        }
    }
}

/// A load of a clause without sets belongs to the sets that were said before.
fn earlier(item: &mut Item, groups: &[Group], load: Grams) -> bool {
    let mut is_bound = false;
    for set in item.sets.iter_mut().filter(|set| set.load_g.is_none() && groups.is_empty()) {
        set.load_g = Some(load);
        is_bound = true;
    }
    is_bound
}

/// A distance belongs to a timed set beside it, else it is a set of its own.
fn distances(groups: &mut Vec<Group>, elements: &[(usize, Element)]) {
    for (at, element) in elements {
        let Element::Distance(meters) = element else { continue };
        let timed =
            groups.iter_mut().filter(|group| group.doubt.is_none()).flat_map(|group| &mut group.readings[0]);
        let mut timed = timed.filter(|set| set.seconds.is_some() && set.meters.is_none());
        if let Some(set) = timed.next() {
            set.meters = Some(*meters);
            continue;
        }
        let set = ReadSet { meters: Some(*meters), ..ReadSet::EMPTY };
        groups.push(Group { at: *at, doubt: None, readings: vec![vec![set]] });
        groups.sort_by_key(|group| group.at);
    }
}

/// Adds sets to the item, or asks which ones.
fn add(item: &mut Item, mut group: Group, bound: Bound<'_>, questions: &mut Vec<Question>) {
    if bound.is_warmup {
        for set in group.readings.iter_mut().flatten() {
            set.kind = SetType::Warmup;
        }
    }
    let Some(doubt) = group.doubt else {
        item.sets.extend(group.readings.into_iter().flatten());
        return;
    };
    let at = item.sets.len();
    let each_set = Choice::new(Label::EachSet, Does::Say(Asked::Reps));
    let reading = |sets: Vec<ReadSet>| {
        let shown =
            Fact::List(sets.iter().map(|set| Fact::Count(i64::from(set.reps.unwrap_or(0)))).collect());
        let load = sets.first().and_then(|set| set.load_g).map(Fact::load);
        let count = sets.len();
        let choice = Choice::new(Label::Sets, Does::Sets(AddedSets { at, sets }))
            .fact("sets", count)
            .fact("reps", shown);
        load.map_or(choice.clone(), |load| choice.fact("load", load))
    };
    let mut options: Vec<Choice> = group.readings.into_iter().map(reading).collect();
    // A range asks for the reps of each set before anything else.
    let place = if doubt == Doubt::RepRangeGiven { 0 } else { options.len() };
    options.insert(place, each_set);
    options.truncate(3);
    options.push(Choice::new(Label::Ignore, Does::Nothing));
    questions.push(Question { options, ..Question::new(doubt.question()) });
}

/// D-7 row 12: up to 10 it is an effort if there is a load, or none is wanted.
fn at_numbers(item: &mut Item, bound: Bound<'_>, questions: &mut Vec<Question>) {
    for (_, element) in bound.elements {
        let Element::AtNumber(hundredths) = element else { continue };
        let has_load = item.sets.iter().any(|set| set.load_g.is_some());
        if has_load || bound.traits.is_unloaded {
            effort(item, hundredths / 10, questions);
            continue;
        }
        let load = Grams::from_display(Hundredths(*hundredths), bound.unit);
        let question = Question::new(QuestionKind::AtNumber).fact("number", Fact::tenths(hundredths / 10));
        let effort = u8::try_from(hundredths / 10).ok().filter(|tenths| *tenths >= 10);
        let effort = effort.map(|tenths| {
            Choice::new(Label::Effort, Does::Effort(tenths)).fact("rpe", Fact::tenths(i64::from(tenths)))
        });
        let load = Choice::new(Label::Load, Does::Load(load)).fact("load", Fact::load(load));
        let ignored = Choice::new(Label::Ignore, Does::Nothing);
        let options = effort.into_iter().chain([load, ignored]).collect();
        questions.push(Question { options, ..question });
    }
}

fn efforts(item: &mut Item, elements: &[(usize, Element)], questions: &mut Vec<Question>) {
    for (_, element) in elements {
        if let Element::Effort(tenths) = element {
            effort(item, *tenths, questions);
        }
    }
}

/// An effort that was said, in tenths of RPE; one outside 1..10 or against another is asked about.
fn effort(item: &mut Item, tenths: i64, questions: &mut Vec<Question>) {
    let choice = |tenths: u8| {
        Choice::new(Label::Effort, Does::Effort(tenths)).fact("rpe", Fact::tenths(i64::from(tenths)))
    };
    let Some(rpe10) = u8::try_from(tenths).ok().filter(|rpe10| (10..=100).contains(rpe10)) else {
        let said = Choice::new(Label::Effort, Does::Say(Asked::Effort));
        let ignored = Choice::new(Label::Ignore, Does::Nothing);
        let question = Question::new(QuestionKind::EffortOutOfRange).fact("rpe", Fact::tenths(tenths));
        questions.push(question.option(said).option(ignored));
        return;
    };
    match item.rpe10 {
        Some(known) if item.rpe_source == Some(RpeSource::Said) && known != rpe10 => {
            let question = Question::new(QuestionKind::EffortConflict);
            questions.push(question.option(choice(known)).option(choice(rpe10)));
        }
        _ => {
            item.rpe10 = Some(rpe10);
            item.rpe_source = Some(RpeSource::Said);
            item.rpe_word = None;
        }
    }
}

/// What a number may be that no notation reads.
pub(super) fn stray(number: Fact, load: Option<Grams>, reps: Option<u32>) -> Question {
    let load = load.map(|load| Choice::new(Label::Load, Does::Load(load)).fact("load", Fact::load(load)));
    let reps = reps.filter(|reps| *reps > 0).map(|reps| {
        let sets = AddedSets { at: usize::MAX, sets: vec![ReadSet::reps(reps)] };
        Choice::new(Label::Reps, Does::Sets(sets)).fact("reps", reps)
    });
    let effort = reps.as_ref().and_then(|choice| match &choice.does {
        Does::Sets(added) => {
            added.sets[0].reps.filter(|reps| *reps <= 10).and_then(|reps| u8::try_from(10 * reps).ok())
        }
        _ => None,
    });
    let effort = effort.map(|rpe10| {
        Choice::new(Label::Effort, Does::Effort(rpe10)).fact("rpe", Fact::tenths(i64::from(rpe10)))
    });
    let ignored = Choice::new(Label::Ignore, Does::Nothing);
    let options = load.into_iter().chain(reps).chain(effort).chain([ignored]).collect();
    Question { options, ..Question::new(QuestionKind::StrayNumber).fact("number", number) }
}
