//! L-4: what an athlete writes as `key: value` lines. Everything else is kept and reported, never guessed.

use std::sync::LazyLock;

use domain::{
    anatomy::{BodyArea, MovementPattern},
    equipment::Equipment,
    exercise::ExerciseKey,
    reason::{Facts, Reason, ReasonCode},
    spec::SpecId,
    vocabulary::vocabulary,
    voice::{Locale, Voice},
    wellbeing::Pain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use training::superset::SupersetPolicy;

use super::{
    name::{Meaning, Names, normalize, words},
    text::excerpt,
};

/// What an instructions text says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Instructions {
    /// What is not to be done: hard, for every planner.
    pub bans: Vec<Ban>,
    /// What is liked.
    pub favorites: Vec<ExerciseKey>,
    /// Where it hurts: hard, for every planner.
    pub injuries: Vec<Pain>,
    /// Fewest working sets.
    pub minimum_sets: Vec<MinimumSets>,
    /// Whether accessories are paired.
    pub superset_policy: Option<SupersetPolicy>,
    /// Whether a set may end at failure.
    pub allow_failure: Option<bool>,
    /// What was meant as a note.
    pub notes: Vec<String>,
    /// Lines that no rule reads.
    pub unparsed: Vec<Line>,
}

/// Something that is not to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ban {
    /// One exercise.
    Exercise(ExerciseKey),
    /// Every exercise with the movement.
    Pattern(MovementPattern),
    /// Every exercise that needs it.
    Equipment(Equipment),
}

/// Fewest working sets of an exercise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MinimumSets {
    /// Which.
    pub exercise: ExerciseKey,
    /// How many.
    pub sets: u32,
}

/// A line of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// From 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl Line {
    /// The warning that it was not read.
    pub fn warning(&self) -> Reason {
        Reason::new(ReasonCode::UnparsedLine, SpecId::new("L-4"))
            .fact("line", self.line)
            .fact("text", excerpt(&self.text, 80))
    }
}

vocabulary! {
    /// What a line is about.
    pub enum Topic: "instruction" {
        Avoid = "avoid",
        Prefer = "prefer",
        Injury = "injury",
        Sets = "sets",
        Superset = "superset",
        Failure = "failure",
        Note = "note",
    }
}

/// The keys of L-4 in both languages.
const KEYS: &[(Topic, &[&str])] = &[
    (Topic::Avoid, &["avoid", "ban", "избегать", "нельзя"]),
    (Topic::Prefer, &["prefer", "favorite", "предпочитать", "люблю"]),
    (Topic::Injury, &["injury", "pain", "травма", "боль"]),
    (Topic::Sets, &["sets", "подходы"]),
    (Topic::Superset, &["superset", "суперсет"]),
    (Topic::Failure, &["failure", "отказ"]),
    (Topic::Note, &["note", "заметка"]),
];

impl Instructions {
    /// Reads a text line by line.
    pub fn read(text: &str, names: &Names) -> Self {
        let mut read = Self::default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let said = line.trim().trim_start_matches(['-', '*']).trim();
            let topic = said.split_once(':').and_then(|(key, value)| Some((topic(key)?, value.trim())));
            let is_read = topic.is_some_and(|(topic, value)| read.line(topic, value, names));
            if !is_read {
                read.unparsed.push(Line { line: index + 1, text: line.trim().to_owned() });
            }
        }
        read
    }

    /// Reads one line; whether all of it was understood.
    fn line(&mut self, topic: Topic, value: &str, names: &Names) -> bool {
        if value.is_empty() {
            return false;
        }
        match topic {
            Topic::Avoid => every(value, |part| self.ban(part, names)),
            Topic::Prefer => every(value, |part| self.favorite(part, names)),
            Topic::Injury => every(value, |part| self.injury(part)),
            Topic::Sets => every(value, |part| self.sets(part, names)),
            Topic::Superset => {
                self.superset_policy = match normalize(value).as_str() {
                    "none" | "нет" => Some(SupersetPolicy::None),
                    "preferred" | "да" => Some(SupersetPolicy::Preferred),
                    _ => return false,
                };
                true
            }
            Topic::Failure => {
                self.allow_failure = match normalize(value).as_str() {
                    "yes" | "да" => Some(true),
                    "no" | "нет" => Some(false),
                    _ => return false,
                };
                true
            }
            Topic::Note => {
                self.notes.push(value.to_owned());
                true
            }
        }
    }

    /// An exercise before a movement before equipment; a name of several exercises bans all of them.
    fn ban(&mut self, name: &str, names: &Names) -> bool {
        let bans = match names.resolve(name) {
            Meaning::One(key) => vec![Ban::Exercise(key)],
            Meaning::Several(keys) => keys.into_iter().map(Ban::Exercise).collect(),
            Meaning::Unknown => {
                let pattern = word(name, "pattern", MovementPattern::ALL).map(Ban::Pattern);
                pattern
                    .or_else(|| word(name, "equipment", Equipment::ALL).map(Ban::Equipment))
                    .into_iter()
                    .collect()
            }
        };
        let is_known = !bans.is_empty();
        self.bans.extend(bans);
        is_known
    }

    fn favorite(&mut self, name: &str, names: &Names) -> bool {
        let Meaning::One(key) = names.resolve(name) else { return false };
        self.favorites.push(key);
        true
    }

    /// EX-2: an area that is not known counts as `other`, so that pain fails closed.
    fn injury(&mut self, said: &str) -> bool {
        const DEFAULT: u8 = 2;
        let (area, severity) = match said.rsplit_once(' ') {
            Some((area, digit)) if digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit()) => {
                (area.trim(), digit.bytes().next().map_or(DEFAULT, |digit| digit - b'0'))
            }
            _ => (said, DEFAULT),
        };
        if severity > 3 {
            self.injuries.push(Pain { area: BodyArea::Other, severity: 3 });
            return false;
        }
        let read = BodyArea::read(area);
        let areas = read.as_ref().map_or(&[BodyArea::Other][..], |typed| typed.areas);
        self.injuries.extend(areas.iter().map(|&area| Pain { area, severity }));
        read.is_ok()
    }

    fn sets(&mut self, said: &str, names: &Names) -> bool {
        let Some((name, count)) = said.rsplit_once(' ') else { return false };
        let Ok(sets @ 1..=6) = count.parse::<u32>() else { return false };
        let Meaning::One(exercise) = names.resolve(name) else { return false };
        self.minimum_sets.push(MinimumSets { exercise, sets });
        true
    }
}

/// Reads each part of a list; whether all of them were understood.
fn every(value: &str, mut read: impl FnMut(&str) -> bool) -> bool {
    let mut is_read = true;
    for part in value.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        is_read &= read(part);
    }
    is_read
}

fn topic(key: &str) -> Option<Topic> {
    let key = normalize(key.trim());
    KEYS.iter().find(|(_, names)| names.contains(&key.as_str())).map(|(topic, _)| *topic)
}

static VOICES: LazyLock<[Voice; 2]> = LazyLock::new(|| [Voice::new(Locale::En), Voice::new(Locale::Ru)]);

/// The word of a vocabulary that a text names: by itself, or by what it is called in either language.
fn word<W: Copy + std::fmt::Display>(said: &str, kind: &str, all: &[W]) -> Option<W> {
    let said = words(said).join(" ");
    let is_meant = |word: &&W| {
        let id = word.to_string();
        let called = VOICES.iter().filter_map(|voice| voice.text(&format!("{kind}-{id}"), &Facts::new()));
        std::iter::once(id.clone()).chain(called).any(|name| words(&name.replace('_', " ")).join(" ") == said)
    };
    all.iter().find(is_meant).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use training::catalog::Catalog;

    static NAMES: LazyLock<Names> = LazyLock::new(|| Names::new(Catalog::embedded()));

    fn read(text: &str) -> Instructions {
        Instructions::read(text, &NAMES)
    }

    fn banned(text: &str) -> Vec<String> {
        read(text)
            .bans
            .iter()
            .map(|ban| match ban {
                Ban::Exercise(key) => key.as_str().to_owned(),
                Ban::Pattern(pattern) => format!("pattern {pattern}"),
                Ban::Equipment(class) => format!("equipment {class}"),
            })
            .collect()
    }

    #[test]
    fn l_4_bans_are_exercises_movements_or_equipment() {
        assert_eq!(banned("avoid: deadlift"), ["deadlift"]);
        assert_eq!(
            banned("* BAN: burpee, vertical push, barbell"),
            ["burpee", "pattern vertical_push", "equipment barbell"]
        );
        assert_eq!(banned("- Нельзя: планка, штанга"), ["plank", "equipment barbell"]);
    }

    #[test]
    fn l_4_injuries_have_a_severity_of_two_unless_it_is_said() {
        let of = |text: &str| {
            let read = read(text);
            (
                read.injuries.iter().map(|pain| (pain.area.to_string(), pain.severity)).collect::<Vec<_>>(),
                read.unparsed.len(),
            )
        };
        assert_eq!(of("injury: knee"), (vec![("knee".into(), 2)], 0));
        assert_eq!(of("боль: колено 1, спина 3").0.len(), 3);
        // Pain in a place that is not known counts for every place, and the athlete is told.
        assert_eq!(of("pain: kneee 1"), (vec![("other".into(), 1)], 1));
        assert_eq!(of("pain: knee 7"), (vec![("other".into(), 3)], 1));
    }

    #[test]
    fn l_4_wishes_sets_supersets_failure_and_notes() {
        let read = read(
            "prefer: Romanian deadlift\nподходы: планка 3\nсуперсет: да\nfailure: yes\nnote: knees feel odd",
        );
        assert_eq!(read.favorites[0].as_str(), "romanian_deadlift");
        assert_eq!((read.minimum_sets[0].exercise.as_str(), read.minimum_sets[0].sets), ("plank", 3));
        assert_eq!(read.superset_policy, Some(SupersetPolicy::Preferred));
        assert_eq!((read.allow_failure, read.notes.len(), read.unparsed.len()), (Some(true), 1, 0));
    }

    #[test]
    fn l_4_everything_else_is_reported_and_kept() {
        let read = read("I hate burpees\n\nавось: да\nsets: plank many");
        assert_eq!(read.unparsed.iter().map(|line| line.line).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!((read.bans.len(), read.unparsed[0].text.as_str()), (0, "I hate burpees"));
        assert_eq!(read.unparsed[0].warning().facts["line"], 1_u32.into());
    }
}
