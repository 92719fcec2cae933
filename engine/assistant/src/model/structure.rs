//! L-33: a model reads lines that no rule understood. What it reads is offered to the athlete, line by line; nothing of it
//! is used before.

use std::fmt::Write;

use domain::{anatomy::BodyArea, quantity::MassUnit, time::LocalDate, wellbeing::Pain};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    fence::Nonce,
    message::{Data, Message, opening},
};
use crate::{
    document::read::plan_value,
    fault::{Fault, FaultCode},
    input::{
        Knowledge, Understood,
        history::{DoneSet, Figures, RejectedLine},
        instructions::{Line, MinimumSets},
        name::Meaning,
        reading::{DoneEntry, Meant, Source},
    },
};

/// The system message.
pub const POLICY: &str = include_str!("../../prompts/structure-system.md");

/// The most that is offered at once.
const MOST_OFFERS: usize = 60;

/// What a model reads in lines that no rule understood, each with its line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Structure {
    /// Exercises not to be done.
    pub bans: Vec<Named>,
    /// Exercises that are liked.
    pub favorites: Vec<Named>,
    /// Where it hurts.
    pub injuries: Vec<Hurt>,
    /// Fewest sets.
    pub minimum_sets: Vec<Counted>,
    /// What was done, of lines of the history.
    pub history: Vec<Done>,
}

/// A name and the line that it was read in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// From 1.
    pub line: usize,
    /// The name.
    pub name: String,
}

/// A painful area and the line that it was read in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hurt {
    /// From 1.
    pub line: usize,
    /// Where.
    pub area: String,
    /// 0..3.
    pub severity: u8,
}

/// Fewest sets and the line that they were read in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// From 1.
    pub line: usize,
    /// The name.
    pub name: String,
    /// 1..6.
    pub sets: u32,
}

/// What was done, and the line of the history that it was read in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// From 1.
    pub line: usize,
    /// The name of the exercise.
    pub name: String,
    /// When; absent: the day that the line stands under.
    #[serde(default)]
    pub date: Option<LocalDate>,
    /// The sets.
    pub sets: Vec<Lifted>,
}

/// A set as a model reads it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lifted {
    /// The load.
    #[serde(default)]
    pub weight: Option<f64>,
    /// Its unit; absent: that of the request.
    #[serde(default)]
    pub unit: Option<MassUnit>,
    /// Reps.
    #[serde(default)]
    pub reps: Option<u32>,
    /// Seconds.
    #[serde(default)]
    pub seconds: Option<u32>,
    /// Effort, 1..10.
    #[serde(default)]
    pub rpe: Option<f64>,
}

/// One reading that the athlete may confirm; nothing is used before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offer {
    /// Where the line stands.
    pub source: Source,
    /// The line that it was read in.
    pub line: usize,
    /// What the line says.
    pub text: String,
    /// What it would mean.
    pub meant: Meant,
}

/// The lines that a model is asked about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Open<'a> {
    /// Of the instructions.
    pub instructions: Vec<&'a Line>,
    /// Of the history.
    pub history: Vec<&'a RejectedLine>,
}

impl<'a> Open<'a> {
    /// Those that no rule understood, but for the ones that are known already.
    pub fn of(understood: &'a Understood, is_known: impl Fn(Source, &str) -> bool) -> Self {
        let said = understood.instructions.unparsed.iter();
        let done = understood.history.rejected.iter().filter(|line| line.is_open());
        Self {
            instructions: said.filter(|line| !is_known(Source::Instructions, &line.text)).collect(),
            history: done.filter(|line| !is_known(Source::History, &line.whole())).collect(),
        }
    }

    /// Whether there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.instructions.is_empty() && self.history.is_empty()
    }
}

/// The messages that ask for a reading.
pub fn messages(
    open: &Open<'_>,
    understood: &Understood,
    knowledge: &Knowledge<'_>,
    nonce: Nonce,
) -> Vec<Message> {
    let mut data = Data { text: String::from("Lines that are to be read.\n\n"), nonce };
    let (mut said, mut done) = (String::new(), String::new());
    for line in &open.instructions {
        let _ = writeln!(said, "{}: {}", line.line, line.text);
    }
    for line in &open.history {
        let _ = writeln!(done, "{}: {}", line.line, line.whole());
    }
    data.words("instruction_lines", &said);
    data.words("history_lines", &done);
    data.value("unit", &json!(understood.meta.units));
    let library = knowledge.library;
    let keys: Vec<_> = (0..library.len()).map(|place| library.key(place)).collect();
    data.value("exercises", &json!(keys));
    data.value("areas", &json!(BodyArea::WORDS));
    opening(POLICY, data.text)
}

/// What an answer says, or everything that is wrong with it.
pub fn read(content: &str) -> Result<Structure, Vec<Fault>> {
    serde_json::from_value(plan_value(content)?).map_err(|error| {
        let expected = "an object with bans, favorites, injuries, minimum_sets and history".to_owned();
        vec![Fault { pointer: String::new(), code: FaultCode::Schema, expected, found: error.to_string() }]
    })
}

/// The readings that can be offered: of lines that were really asked about, with names that resolve exactly (D-9); and how
/// many cannot.
pub fn offers(
    structure: &Structure,
    open: &Open<'_>,
    knowledge: &Knowledge<'_>,
    (unit, today): (MassUnit, LocalDate),
) -> (Vec<Offer>, usize) {
    let exercise = |name: &str| match knowledge.names.resolve(name) {
        Meaning::One(key) => Some(key),
        _ => None,
    };
    let said = |line: usize, meant: Option<Meant>| {
        let found = open.instructions.iter().find(|open| open.line == line)?;
        Some(Offer { source: Source::Instructions, line, text: found.text.clone(), meant: meant? })
    };
    let mut all: Vec<Option<Offer>> = Vec::new();
    all.extend(structure.bans.iter().map(|one| said(one.line, exercise(&one.name).map(Meant::Ban))));
    all.extend(
        structure.favorites.iter().map(|one| said(one.line, exercise(&one.name).map(Meant::Favorite))),
    );
    all.extend(structure.injuries.iter().map(|one| {
        let area = BodyArea::read(&one.area).ok().and_then(|typed| typed.areas.first().copied());
        let pain = area.filter(|_| one.severity <= 3).map(|area| Pain { area, severity: one.severity });
        said(one.line, pain.map(Meant::Injury))
    }));
    all.extend(structure.minimum_sets.iter().map(|one| {
        let exercise = exercise(&one.name).filter(|_| (1..=6).contains(&one.sets));
        said(one.line, exercise.map(|exercise| Meant::MinimumSets(MinimumSets { exercise, sets: one.sets })))
    }));
    all.extend(structure.history.iter().map(|one| {
        let found = open.history.iter().find(|open| open.line == one.line)?;
        let date = one.date.or(found.date).filter(|date| *date <= today)?;
        let sets = one.sets.iter().map(|set| lifted(*set, unit)).collect::<Option<Vec<_>>>()?;
        let exercise = exercise(&one.name).filter(|_| !sets.is_empty())?;
        let meant = Meant::Done(DoneEntry { date, exercise, sets });
        Some(Offer { source: Source::History, line: one.line, text: found.whole(), meant })
    }));
    let asked = all.len();
    let mut offers: Vec<Offer> = Vec::new();
    for offer in all.into_iter().flatten().take(MOST_OFFERS) {
        if !offers.contains(&offer) {
            offers.push(offer);
        }
    }
    let dropped = asked - offers.len();
    (offers, dropped)
}

/// A set with numbers that can be, by the rules of every other history (L-5).
fn lifted(set: Lifted, unit: MassUnit) -> Option<DoneSet> {
    let figures = Figures {
        weight: set.weight,
        unit: set.unit,
        reps: set.reps.map(f64::from),
        seconds: set.seconds.map(f64::from),
        rpe: set.rpe,
        ..Figures::default()
    };
    figures.read(unit).ok()
}
