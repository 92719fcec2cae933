//! The reading of an athlete's messages (docs/spec/dialog.md): deterministic, in English and Russian together.
//!
//! [`read`] takes a text and its [`Setting`] and returns a [`Message`]: what it wants ([`act`]), what it reports
//! ([`result`]), what has to be asked ([`question`]) and whether a symptom ends all advice ([`red_flag`]). [`answer`]
//! makes the next draft of a draft, its question and what was given.
//!
//! # What is not here
//!
//! * No effect: nothing is saved, no flag is set, no plan is changed. The host does what the act says.
//! * No text that a person reads: questions and options are codes and facts.
//! * No guess: what is only similar is asked, and what is not understood is named (D-10).

pub mod act;
mod answer;
mod bind;
mod clause;
pub mod command;
mod compose;
mod date;
mod element;
mod given;
mod intent;
mod lexicon;
pub mod locale;
mod mark;
mod naming;
mod notation;
mod outlier;
pub mod question;
pub mod red_flag;
pub mod result;
mod text;
mod token;
pub mod tuning;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use domain::{
    exercise::ExerciseKey,
    quantity::{Grams, MassUnit},
    time::LocalDate,
    vocabulary::vocabulary,
    voice::Locale,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::input::name::{Names, words};
use act::Act;
pub use answer::{answer, effect, learned};
use command::Command;
use compose::{Composed, compose};
pub(crate) use lexicon::family_words;
use question::{Question, QuestionKind};
use red_flag::RedFlag;
use result::{Item, Match, Report};
use text::{CHARACTERS, CLAUSES, Text};
use tuning::DialogTuning;

/// Everything outside of the text that its reading depends on.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The athlete's day.
    pub today: LocalDate,
    /// The unit of a load that is written without one.
    pub unit: MassUnit,
    /// The names of the catalogue.
    pub names: &'a Names,
    /// The athlete's own aliases ([`Names::own`]).
    pub own: &'a Names,
    /// The exercises of today's session.
    pub session: &'a [ExerciseKey],
    /// The exercises of the plan.
    pub plan: &'a [ExerciseKey],
    /// The exercise that was last spoken of, while it counts (D-4).
    pub focus: Option<&'a ExerciseKey>,
    /// The open question, while it can be answered (D-4).
    pub question: Option<&'a Question>,
    /// What the athlete has done at best, by exercise.
    pub bests: &'a BTreeMap<ExerciseKey, Best>,
    /// The numbers.
    pub tuning: &'a DialogTuning,
}

/// The best that is on record of an exercise (D-8).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Best {
    /// The highest load.
    pub load: Option<Grams>,
    /// The most reps at a load; without load at zero.
    pub reps: BTreeMap<Grams, u32>,
}

/// What was understood of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// The language that it is written in, if it has letters (D-22).
    pub locale: Option<Locale>,
    /// Symptoms that end all advice, each once (D-15).
    pub red_flags: Vec<RedFlag>,
    /// What it wants.
    pub act: Act,
    /// What it reports: items only if the act is a report or a red flag, marks always.
    pub report: Report,
    /// What each word and number was taken for, in order (D-26).
    pub runs: Vec<Run>,
}

/// A word or a number of a message, and what it was taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// As it is compared.
    pub text: String,
    /// What it was taken for.
    pub part: Part,
}

vocabulary! {
    /// What a word or number was taken for (D-26).
    pub enum Part: "part" {
        Notation = "notation",
        Name = "name",
        Stop = "stop",
        Mark = "mark",
        Act = "act",
        Note = "note",
        Unparsed = "unparsed",
    }
}

vocabulary! {
    /// Why a message is not read at all.
    pub enum Refused: "refusal" {
        /// D-21.
        MessageTooLong = "message_too_long",
        /// D-7.
        FutureDate = "future_date",
    }
}

/// Reads a message.
pub fn read(text: &str, setting: &Setting<'_>) -> Result<Message, Refused> {
    let normal = Text::new(text);
    if text.chars().count() > CHARACTERS || text::clauses(normal.symbols()).len() > CLAUSES {
        return Err(Refused::MessageTooLong);
    }
    let red_flags = red_flags(&normal);
    let Composed { mut report, mut runs, .. } = compose(&normal, setting);
    let act = if red_flags.is_empty() { act(text, &normal, setting, &report) } else { Act::RedFlag };
    if let Act::Command(command) = &act {
        (report, runs) = argument(text, command, setting);
    }
    if !matches!(act, Act::RedFlag | Act::Report | Act::Command(Command::Report)) {
        without_items(&mut report, &act);
    }
    if matches!(act, Act::Unknown { .. }) {
        report.unparsed = vec![text.trim().to_owned()];
    }
    let is_read = matches!(act, Act::RedFlag | Act::Report | Act::Wellbeing | Act::Command(_));
    for run in runs.iter_mut().filter(|run| !is_read && run.part != Part::Mark) {
        run.part = if matches!(act, Act::Unknown { .. }) { Part::Unparsed } else { Part::Act };
    }
    if report.date > setting.today && report.is_report() {
        return Err(Refused::FutureDate);
    }
    Ok(Message { locale: locale::detect(text), red_flags, act, report, runs })
}

/// D-15: the symptoms of all clauses, each once.
fn red_flags(text: &Text<'_>) -> Vec<RedFlag> {
    let symbols = text.symbols();
    let clauses = text::clauses(symbols).into_iter();
    let spoken = clauses.map(|clause| symbols[clause.from..clause.to].iter().collect::<String>());
    let found: BTreeSet<RedFlag> = spoken.flat_map(|clause| red_flag::find(&words(&clause))).collect();
    found.into_iter().collect()
}

/// D-5: what the message wants, in the order in which it is tried.
fn act(text: &str, normal: &Text<'_>, setting: &Setting<'_>, report: &Report) -> Act {
    if let Some((name, argument)) = command::split(text) {
        let known = command::read(&name, argument, setting);
        let unknown = || Act::UnknownCommand { nearest: command::nearest(&name), name: name.clone() };
        return known.map_or_else(unknown, Act::Command);
    }
    let said = normal.normal();
    let spoken = || {
        let undone = intent::change(normal, setting);
        let weight = || intent::body_weight(&said, setting.unit).map(Act::BodyWeight);
        undone.or_else(weight).or_else(|| intent::why(normal, setting))
    };
    if let Some(act) = given::given(normal, setting).map(Act::Answer).or_else(spoken) {
        return act;
    }
    if report.is_report() {
        return Act::Report;
    }
    let is_asked = |question: &Question| matches!(question.kind, QuestionKind::PainNow);
    if !report.marks.is_empty() || report.questions.iter().any(is_asked) {
        return Act::Wellbeing;
    }
    let unknown = || Act::Unknown { nearest: intent::nearest_actions(&said) };
    intent::view(&said).map_or_else(unknown, Act::View)
}

/// What a command's argument reports: the text of `/report`, the marks of a reason.
fn argument(text: &str, command: &Command, setting: &Setting<'_>) -> (Report, Vec<Run>) {
    let argument = command::split(text).map_or("", |(_, argument)| argument);
    match command {
        Command::Report | Command::Skip { .. } => {
            let Composed { report, runs, .. } = compose(&Text::new(argument), setting);
            (report, runs)
        }
        _ => (Report::new(setting.today), vec![]),
    }
}

/// Leaves what is applied whatever is wanted: marks, and what has to be asked about them.
fn without_items(report: &mut Report, act: &Act) {
    report.items.clear();
    report.skipped = false;
    let is_of_mark = |question: &Question| {
        matches!(question.kind, QuestionKind::PainArea | QuestionKind::PainNow)
            || (*act == Act::Wellbeing && question.item.is_none())
    };
    report.questions.retain(is_of_mark);
    for mark in &mut report.marks {
        mark.item = None;
    }
    if *act != Act::Wellbeing {
        report.unparsed.clear();
    }
}

/// The items of a note whose every word is understood without a question but that of a name (L-5).
pub(crate) fn strict(line: &str, names: &Names, unit: MassUnit) -> Option<Vec<Item>> {
    const TODAY: LocalDate = LocalDate::constant(2000, 1, 1);
    static TUNING: LazyLock<DialogTuning> = LazyLock::new(DialogTuning::default);
    static OWN: LazyLock<Names> = LazyLock::new(Names::default);
    static BESTS: BTreeMap<ExerciseKey, Best> = BTreeMap::new();
    let setting = Setting {
        today: TODAY,
        unit,
        names,
        own: &OWN,
        session: &[],
        plan: &[],
        focus: None,
        question: None,
        bests: &BESTS,
        tuning: &TUNING,
    };
    let Composed { report, has_date, .. } = compose(&Text::new(line), &setting);
    let is_name = |kind| {
        matches!(
            kind,
            QuestionKind::WhichExercise | QuestionKind::ConfirmExercise | QuestionKind::UnknownExercise
        )
    };
    let is_plain = !has_date && !report.skipped && report.marks.is_empty() && report.unparsed.is_empty();
    let is_sure = report.questions.iter().all(|question| is_name(question.kind));
    let has_sets = |item: &Item| !item.sets.is_empty() && !item.raw_name.is_empty();
    let is_whole = is_plain && is_sure && !report.items.is_empty() && report.items.iter().all(has_sets);
    let certain = |item: Item| match item.matched {
        // What is only similar is not meant.
        Match::Fuzzy => Item { exercise_key: None, ..item },
        _ => item,
    };
    is_whole.then(|| report.items.into_iter().map(certain).collect())
}
