//! D-7, D-8: what was done, as people note it: "Romanian deadlift 3x8 @ 80kg, rpe 8".
//!
//! It is the grammar of the dialogue ([`crate::dialog`]), read strictly: a note has nobody to ask, so what the grammar
//! would ask about is not read at all.

use domain::{exercise::ExerciseKey, quantity::MassUnit};

use super::{history::DoneSet, name::Names};
use crate::dialog;

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
    let items = dialog::strict(line, names, unit)?;
    let noted = items.into_iter().map(|item| Noted {
        sets: item.sets.iter().map(|set| done(set, &item)).collect(),
        name: item.exercise_key.ok_or(item.raw_name),
    });
    Some(noted.collect())
}

fn done(set: &dialog::result::ReadSet, item: &dialog::result::Item) -> DoneSet {
    let rpe = item.rpe10.and_then(|tenths| domain::quantity::Rpe::new(i64::from(tenths)).ok());
    DoneSet { kind: set.kind, load: set.load_g, reps: set.reps, seconds: set.seconds, rpe }
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
