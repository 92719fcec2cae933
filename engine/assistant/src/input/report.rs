//! D-7, D-8: what was done, as people note it: "Romanian deadlift 3x8 @ 80kg, rpe 8".
//!
//! A note has nobody to ask: what the grammar would ask about is not read at all.

mod notation;
mod token;

use domain::{
    exercise::ExerciseKey,
    quantity::{Grams, MassUnit, Rpe},
};

use super::{
    history::DoneSet,
    name::{Meaning, Names, normalize},
};
use notation::{Element, elements};
use token::{Token, tokens};

/// One exercise of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noted {
    /// The exercise, or the words that name none.
    pub name: Result<ExerciseKey, String>,
    /// What was done of it.
    pub sets: Vec<DoneSet>,
}

/// Reads a line; [`None`] when some of it is not understood.
pub fn read(line: &str, names: &Names, unit: MassUnit) -> Option<Vec<Noted>> {
    let mut noted: Vec<Noted> = vec![];
    for clause in clauses(&normalize(line)) {
        let mut tokens = tokens(&clause);
        let elements = elements(&mut tokens, unit)?;
        let name = name(&tokens, names);
        if elements.is_empty() && name.is_none() {
            continue;
        }
        if let Some(name) = name {
            noted.push(Noted { name, sets: vec![] });
        }
        bind(noted.last_mut()?, &elements)?;
    }
    let is_whole = !noted.is_empty() && noted.iter().all(|item| !item.sets.is_empty());
    is_whole.then_some(noted)
}

/// D-7: sentences and clauses; a comma between two numbers belongs to a list.
fn clauses(line: &str) -> Vec<String> {
    let line = line.replace(" but ", ";").replace(" но ", ";");
    let symbols: Vec<char> = line.chars().collect();
    let mut clauses = vec![String::new()];
    for (index, &symbol) in symbols.iter().enumerate() {
        let next = || symbols[index + 1..].iter().find(|next| **next != ' ');
        let after_digit = index > 0 && symbols[index - 1].is_ascii_digit();
        let splits = match symbol {
            ';' | '!' | '?' | '\n' => true,
            '.' => symbols.get(index + 1).is_none_or(|next| *next == ' '),
            ',' => !(after_digit && next().is_some_and(char::is_ascii_digit)),
            _ => false,
        };
        if splits {
            clauses.push(String::new());
        } else if let Some(last) = clauses.last_mut() {
            last.push(symbol);
        }
    }
    clauses.into_iter().map(|clause| clause.trim().to_owned()).filter(|clause| !clause.is_empty()).collect()
}

/// D-9: the longest run of words that names an exercise, else all words as they stand.
fn name(tokens: &[Token], names: &Names) -> Option<Result<ExerciseKey, String>> {
    let words: Vec<&str> = tokens.iter().filter_map(Token::word).collect();
    for length in (1..=words.len()).rev() {
        for run in words.windows(length) {
            if let Meaning::One(key) = names.resolve(&run.join(" ")) {
                return Some(Ok(key));
            }
        }
    }
    (!words.is_empty()).then(|| Err(words.join(" ")))
}

/// D-8: loads and efforts belong to the sets beside them.
fn bind(item: &mut Noted, elements: &[Element]) -> Option<()> {
    let free = item.sets.len();
    let mut waiting: Option<Grams> = None;
    let loads = elements.iter().filter(|element| matches!(element, Element::Load(_))).count();
    for element in elements {
        match *element {
            Element::Sets { count, amount, load } => {
                let load = load.or(waiting);
                item.sets.extend((0..count).map(|_| DoneSet { load, ..amount.done() }));
                if loads > 1 {
                    waiting = None;
                }
            }
            Element::Load(load) => {
                let unloaded = item.sets[free..].iter_mut().filter(|set| set.load.is_none());
                let mut bound = 0;
                for set in unloaded {
                    set.load = Some(load);
                    bound += 1;
                }
                if bound == 0 || loads == 1 {
                    waiting = Some(load);
                }
            }
            Element::Effort(_) => (),
        }
    }
    let effort = elements.iter().find_map(|element| match element {
        Element::Effort(rpe) => Some(*rpe),
        _ => None,
    });
    if let Some(rpe) = effort {
        let own: &mut [DoneSet] =
            if item.sets.len() > free { &mut item.sets[free..] } else { &mut item.sets };
        for set in own.iter_mut() {
            set.rpe = Some(rpe);
        }
        return (!own.is_empty()).then_some(());
    }
    // A load without reps would be a question.
    (waiting.is_none() || item.sets[free..].iter().any(|set| set.load.is_some())).then_some(())
}

/// RPE from reps in reserve.
pub(super) fn rpe_of_reserve(reserve: i64) -> Option<Rpe> {
    Rpe::new(100 - 10 * reserve).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;
    use training::catalog::Catalog;

    static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(Catalog::embedded()));

    fn shown(line: &str) -> String {
        let Some(noted) = read(line, &NAMES, MassUnit::Kg) else { return "-".to_owned() };
        let items = noted.iter().map(|item| {
            let sets: Vec<_> = item.sets.iter().map(ToString::to_string).collect();
            let name =
                item.name.as_ref().map_or_else(|words| format!("?{words}"), |key| key.as_str().to_owned());
            format!("{name}: {}", sets.join(" "))
        });
        items.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn d_7_notations_of_sets() {
        for (line, expected) in [
            ("plank 3x60s", "plank: 60s 60s 60s"),
            ("Romanian deadlift 80kg x 8 x 2", "romanian_deadlift: 80kgx8 80kgx8"),
            ("romanian deadlift 2x8x80kg", "romanian_deadlift: 80kgx8 80kgx8"),
            ("romanian deadlift 100x5x2", "romanian_deadlift: 100kgx5 100kgx5"),
            ("romanian deadlift 2x8x80", "romanian_deadlift: 80kgx8 80kgx8"),
            ("romanian deadlift 80 kg x 8", "romanian_deadlift: 80kgx8"),
            ("romanian deadlift 62,5 кг 3x8,8,7", "romanian_deadlift: 62.5kgx8 62.5kgx8 62.5kgx7"),
            ("pull-up 4x7", "pull_up: x7 x7 x7 x7"),
            ("romanian deadlift 60x10", "romanian_deadlift: 60kgx10"),
            ("подтягивания 4 по 7", "pull_up: x7 x7 x7 x7"),
            ("pull-up 7,7,6,5", "pull_up: x7 x7 x6 x5"),
            ("pull-up 7/7/6", "pull_up: x7 x7 x6"),
            ("plank 1:30", "plank: 90s"),
            ("планка 90 сек", "plank: 90s"),
            ("20 push-ups", "push_up: x20"),
            ("push-ups 20 reps", "push_up: x20"),
            ("romanian deadlift 2x8 @ 80kg, rpe 8", "romanian_deadlift: 80kgx8@8 80kgx8@8"),
            ("romanian deadlift 2x8 @ 80 2 rir", "romanian_deadlift: 80kgx8@8 80kgx8@8"),
            ("romanian deadlift 1x8 @ 185 lb", "romanian_deadlift: 83.92kgx8"),
            ("подтягивания 2х6, отжимания 3х20", "pull_up: x6 x6; push_up: x20 x20 x20"),
            ("zercher wobble 3x5", "?zercher wobble: x5 x5 x5"),
        ] {
            assert_eq!(shown(line), expected, "{line}");
        }
    }

    #[test]
    fn d_7_what_would_be_asked_is_not_read() {
        for line in
            ["pull-up 8-10", "pull-up", "3x8,8", "pull-up 3x8,8", "felt great", "pull-up 5 x 5 17 42", ""]
        {
            assert_eq!(shown(line), "-", "{line}");
        }
    }
}
