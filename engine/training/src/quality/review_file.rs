//! The review as a CSV file (P-45): written for a person to fill in, and read back whole or not at all.

use domain::{error::ErrorCode, id::Id, person::Athlete};

use super::review::{Answer, ReviewRow, StepBack};

/// The columns; cells of three values are joined by semicolons.
pub const COLUMNS: [&str; 8] =
    ["athlete_id", "exercise_key", "level", "last_dates", "volumes", "rpe", "reasons", "verified"];

/// A file that cannot be applied; nothing of it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultyReview {
    /// Something else than true, false or nothing.
    #[error("line {line}: verified is `{found}`, expected true, false or nothing")]
    InvalidVerified {
        /// Where, from 1.
        line: u64,
        /// What was found.
        found: String,
    },
    /// A column that is needed is not there.
    #[error("line 1: there is no column `{0}`")]
    NoColumn(&'static str),
    /// A line that is no row of the review.
    #[error("line {line}: {problem}")]
    Unreadable {
        /// Where, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

impl FaultyReview {
    /// The code of the refusal.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::InvalidVerified { .. } => ErrorCode::InvalidVerified,
            Self::NoColumn(_) | Self::Unreadable { .. } => ErrorCode::BadValue,
        }
    }
}

/// The file with the rows, `verified` left empty.
pub fn write(rows: &[ReviewRow]) -> String {
    let mut text = line(&COLUMNS.map(str::to_owned));
    for row in rows {
        let joined =
            |shown: fn(&StepBack) -> String| row.steps.iter().map(shown).collect::<Vec<_>>().join(";");
        text += &line(&[
            row.athlete_id.to_string(),
            row.exercise_key.clone(),
            row.level.map_or_else(String::new, |level| level.to_string()),
            joined(|step| step.date.to_string()),
            joined(|step| format!("{}/{}", step.target, step.actual)),
            joined(|step| step.rpe.map_or_else(String::new, |rpe| rpe.to_string())),
            joined(|step| step.reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")),
            String::new(),
        ]);
    }
    text
}

/// A line of RFC 4180; a cell is quoted where it has to be.
fn line(cells: &[String]) -> String {
    let quoted = cells.iter().map(|cell| {
        if cell.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}

/// The answers of a file, in its order. Columns are found by name, so a spreadsheet may have moved or added some.
pub fn read(text: &str) -> Result<Vec<Answer>, FaultyReview> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| unreadable(1, error))?.clone();
    let column =
        |name: &'static str| header.iter().position(|cell| cell == name).ok_or(FaultyReview::NoColumn(name));
    let (athlete, exercise, verified) = (column("athlete_id")?, column("exercise_key")?, column("verified")?);
    let mut answers = Vec::new();
    for record in reader.records() {
        let record =
            record.map_err(|error| unreadable(error.position().map_or(1, csv::Position::line), error))?;
        let line = record.position().map_or(1, csv::Position::line);
        let cell = |column: usize| record.get(column).unwrap_or_default();
        answers.push(Answer {
            athlete_id: cell(athlete).parse::<Id<Athlete>>().map_err(|error| unreadable(line, error))?,
            exercise_key: cell(exercise).to_owned(),
            verified: answer(cell(verified), line)?,
        });
    }
    Ok(answers)
}

/// Spreadsheets write TRUE and FALSE.
fn answer(cell: &str, line: u64) -> Result<Option<bool>, FaultyReview> {
    match cell.to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "true" => Ok(Some(true)),
        "false" => Ok(Some(false)),
        _ => Err(FaultyReview::InvalidVerified { line, found: cell.to_owned() }),
    }
}

fn unreadable(line: u64, problem: impl ToString) -> FaultyReview {
    FaultyReview::Unreadable { line, problem: problem.to_string() }
}
