//! L-5: earlier sessions as the request brings them: JSON, CSV or Markdown, read without guessing.

mod csv;
mod json;
mod markdown;

use std::fmt;

use domain::{
    prescription::SetType,
    quantity::{Grams, Hundredths, MassUnit, Rpe},
    reason::{Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
    time::LocalDate,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    name::{Meaning, Names},
    reading::{self, Confirmed},
    text::{HISTORY_MARKDOWN, HISTORY_SETS, HISTORY_TABLE, bound, excerpt},
};
use crate::failure::{Failure, FailureCode, Stage};

vocabulary! {
    /// The form of a history.
    pub enum HistoryFormat: "history format" {
        Stored = "stored",
        Json = "json",
        Csv = "csv",
        Markdown = "markdown",
    }
}

/// A history as the request brings it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HistoryInput {
    /// Its form.
    pub format: HistoryFormat,
    /// The text; none for `stored`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Whether lines that are not understood are no reason to refuse it.
    #[serde(default)]
    pub lenient: bool,
}

/// What was read of a history.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadHistory {
    /// The sessions, oldest first.
    pub sessions: Vec<DoneSession>,
    /// Lines that were not understood, or only in part.
    pub rejected: Vec<RejectedLine>,
    /// Lines that were looked at.
    pub lines: usize,
    /// Rows of a rest timer.
    pub rest_rows: usize,
}

/// A session that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DoneSession {
    /// When.
    pub date: LocalDate,
    /// What it was about, if it says so.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    /// What was done.
    pub exercises: Vec<DoneExercise>,
}

/// An exercise of a session that was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DoneExercise {
    /// Its key, or its name when the catalogue does not know it.
    pub exercise: String,
    /// Its sets.
    pub sets: Vec<DoneSet>,
}

/// A set that was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoneSet {
    /// What kind of set.
    #[serde(rename = "type")]
    pub kind: SetType,
    /// The load.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Grams>,
    /// Reps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reps: Option<u32>,
    /// Seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
    /// Effort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rpe: Option<Rpe>,
}

impl Default for DoneSet {
    fn default() -> Self {
        Self { kind: SetType::Working, load: None, reps: None, seconds: None, rpe: None }
    }
}

/// In kilograms: `80kgx8@8`, `x7`, `60s`.
impl fmt::Display for DoneSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(load) = self.load {
            write!(f, "{}kg", load.display(MassUnit::Kg))?;
        }
        match (self.reps, self.seconds) {
            (Some(reps), _) => write!(f, "x{reps}")?,
            (None, Some(seconds)) => write!(f, "{seconds}s")?,
            (None, None) => (),
        }
        self.rpe.map_or(Ok(()), |rpe| write!(f, "@{rpe}"))
    }
}

vocabulary! {
    /// Why a line was not taken.
    pub enum LineCode: "line code" {
        BadDate = "bad_date",
        FutureDate = "future_date",
        UnknownExercise = "unknown_exercise",
        BadNumber = "bad_number",
        NoReps = "no_reps",
        UnparsedLine = "unparsed_line",
    }
}

/// A line that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RejectedLine {
    /// From 1: the line of a text, the row of a table, the set of a JSON history.
    pub line: usize,
    /// Why.
    pub code: LineCode,
    /// What it says, at most 80 characters.
    pub text: String,
    /// The day of the session that a line of notes stands under.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<LocalDate>,
}

impl RejectedLine {
    /// Characters that are kept of a line.
    pub const MOST: usize = 80;

    /// The warning that it was not taken.
    pub fn warning(&self) -> Reason {
        Reason::new(ReasonCode::HistoryLine, SpecId::new("L-5"))
            .fact("line", self.line)
            .fact("why", domain::reason::Fact::word("line", self.code))
            .fact("text", self.text.as_str())
    }
}

/// What the readers need to know.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// The names of exercises.
    pub names: &'a Names,
    /// The unit of loads that do not say theirs.
    pub unit: MassUnit,
    /// The athlete's date: nothing was done after it.
    pub today: LocalDate,
    /// What the athlete has confirmed of lines that are not understood.
    pub readings: &'a [Confirmed],
}

/// Reads a history; more than a fifth of lines that are not understood refuses it.
pub fn read(input: &HistoryInput, reading: &Reading<'_>) -> Result<ReadHistory, Failure> {
    let limit = if input.format == HistoryFormat::Markdown { HISTORY_MARKDOWN } else { HISTORY_TABLE };
    bound("history", input.content.len(), limit)?;
    let mut book = Book::new(reading);
    match input.format {
        HistoryFormat::Stored => (),
        HistoryFormat::Json => json::read(&input.content, &mut book)?,
        HistoryFormat::Csv => csv::read(&input.content, &mut book)?,
        HistoryFormat::Markdown => markdown::read(&input.content, &mut book),
    }
    let mut history = book.finish();
    reading::remember(&mut history, reading.readings, reading.today);
    bound(
        "history.sets",
        history.sessions.iter().flat_map(|one| &one.exercises).map(|one| one.sets.len()).sum(),
        HISTORY_SETS,
    )?;
    if 5 * history.rejected.len() > history.lines && !input.lenient {
        let lines: Vec<String> =
            history.rejected.iter().take(20).map(|line| format!("{} {}", line.line, line.code)).collect();
        return Err(Failure::new(FailureCode::HistoryUnparsed, Stage::Ingest)
            .fact("rejected", history.rejected.len())
            .fact("lines", history.lines)
            .fact("list", lines));
    }
    Ok(history)
}

fn malformed(line: usize, message: impl fmt::Display) -> Failure {
    Failure::new(FailureCode::HistoryMalformed, Stage::Ingest)
        .fact("line", line)
        .fact("message", message.to_string())
}

/// Collects what a reader finds.
struct Book<'a> {
    reading: Reading<'a>,
    history: ReadHistory,
}

impl<'a> Book<'a> {
    fn new(reading: &Reading<'a>) -> Self {
        Self { reading: *reading, history: ReadHistory::default() }
    }

    fn reject(&mut self, line: usize, code: LineCode, text: &str) {
        let text = excerpt(text, RejectedLine::MOST);
        self.history.rejected.push(RejectedLine { line, code, text, date: None });
    }

    /// The day that the line stands under which was rejected last.
    fn date_last(&mut self, date: LocalDate) {
        if let Some(last) = self.history.rejected.last_mut() {
            last.date = Some(date);
        }
    }

    /// The date of a text, or why it is none.
    fn date(&self, text: &str) -> Result<LocalDate, LineCode> {
        let date = read_date(text).ok_or(LineCode::BadDate)?;
        if date > self.reading.today { Err(LineCode::FutureDate) } else { Ok(date) }
    }

    /// The exercise of a name; one that is not known is kept under its name and reported.
    fn exercise(&mut self, line: usize, name: &str) -> String {
        if let Meaning::One(key) = self.reading.names.resolve(name) {
            return key.to_string();
        }
        self.reject(line, LineCode::UnknownExercise, name);
        excerpt(name.trim(), 80)
    }

    fn add(&mut self, date: LocalDate, intent: Option<Intent>, exercise: String, sets: &[DoneSet]) {
        self.history.add(date, intent, exercise, sets);
    }

    fn finish(mut self) -> ReadHistory {
        self.history.sessions.sort_by_key(|session| session.date);
        self.history
    }
}

impl ReadHistory {
    /// Adds what was done of an exercise on a day.
    pub(super) fn add(
        &mut self,
        date: LocalDate,
        intent: Option<Intent>,
        exercise: String,
        sets: &[DoneSet],
    ) {
        let sessions = &mut self.sessions;
        let index = sessions.iter().position(|session| session.date == date).unwrap_or_else(|| {
            sessions.push(DoneSession { date, intent: None, exercises: vec![] });
            sessions.len() - 1
        });
        let session = &mut sessions[index];
        session.intent = session.intent.or(intent);
        match session.exercises.iter_mut().find(|known| known.exercise == exercise) {
            Some(known) => known.sets.extend(sets),
            None => session.exercises.push(DoneExercise { exercise, sets: sets.to_vec() }),
        }
    }
}

/// English months as exports write them.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// ISO dates with or without a time, 11.03.2026 and "11 Mar 2026".
fn read_date(text: &str) -> Option<LocalDate> {
    let text = text.trim();
    if let Some(date) = text.get(..10).and_then(|date| date.parse().ok()) {
        return Some(date);
    }
    let parts: Vec<&str> = text.split([' ', ',', '.']).filter(|part| !part.is_empty()).take(3).collect();
    let [day, month, year] = parts.as_slice() else { return None };
    let named =
        month.get(..3).and_then(|start| MONTHS.iter().position(|name| start.eq_ignore_ascii_case(name)));
    let month = named.map_or_else(|| month.parse().ok(), |index| u8::try_from(index + 1).ok())?;
    format!("{:04}-{month:02}-{:02}", year.parse::<u16>().ok()?, day.parse::<u8>().ok()?).parse().ok()
}

/// The numbers of a set as they were written.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    pub(crate) weight: Option<f64>,
    pub(crate) unit: Option<MassUnit>,
    pub(crate) reps: Option<f64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) rpe: Option<f64>,
    pub(crate) rir: Option<f64>,
    pub(crate) kind: String,
}

impl Figures {
    pub(crate) fn read(&self, default: MassUnit) -> Result<DoneSet, LineCode> {
        let bounded = |value: Option<f64>, most: f64| match value {
            Some(value) if !(0.0..=most).contains(&value) => Err(LineCode::BadNumber),
            other => Ok(other),
        };
        #[expect(clippy::cast_possible_truncation, reason = "bounded above")]
        let hundredths = |value: f64| (value * 100.0 + 0.5).floor() as i64;
        let count = |value: Option<f64>, most| {
            let value = bounded(value, most)?.map(hundredths);
            let whole = |value: i64| (value % 100 == 0).then(|| u32::try_from(value / 100).ok()).flatten();
            value.map_or(Ok(None), |value| whole(value).map(Some).ok_or(LineCode::BadNumber))
        };
        let unit = self.unit.unwrap_or(default);
        let load = bounded(self.weight, 1500.0)?
            .map(|weight| Grams::from_display(Hundredths(hundredths(weight)), unit));
        let (reps, seconds) = (count(self.reps, 1000.0)?, count(self.seconds, 36_000.0)?);
        let seconds = seconds.filter(|seconds| *seconds > 0 || reps.is_none());
        if reps.is_none() && seconds.is_none() {
            return Err(LineCode::NoReps);
        }
        let told =
            bounded(self.rpe, 10.0)?.filter(|rpe| *rpe > 0.0).map(|rpe| Rpe::new(hundredths(rpe) / 10));
        let reserve = bounded(self.rir, 9.0)?.map(|rir| Rpe::new(100 - hundredths(rir) / 10));
        let rpe = told.or(reserve).transpose().map_err(|_| LineCode::BadNumber)?;
        Ok(DoneSet { kind: set_type(&self.kind), load, reps, seconds, rpe })
    }
}

/// What other programs call their sets; an unknown word is a working set.
fn set_type(word: &str) -> SetType {
    match word.trim().to_lowercase().as_str() {
        "warmup" | "warm-up" | "warm up" | "w" | "разминка" => SetType::Warmup,
        "drop" | "dropset" | "drop set" | "d" | "дроп" => SetType::Drop,
        "failure" | "f" | "отказ" => SetType::Failure,
        _ => SetType::Working,
    }
}
