//! What can go wrong with a store.

use std::{fmt, path::PathBuf};

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another writer was first: the same key is there already.
    #[error("`{constraint}` is taken")]
    Taken {
        /// The key, as the database names it.
        constraint: String,
    },
    /// The value is older than what is stored.
    #[error("revision {given} is stale, the current one is {current}")]
    Stale {
        /// The revision that the caller knows.
        given: i64,
        /// The one in force.
        current: i64,
    },
    /// The disk, or the quota, is full.
    #[error("there is no space left for the database")]
    Full,
    /// Somebody else holds what is needed, longer than one waits.
    #[error("the database is busy")]
    Busy,
    /// The database cannot be reached, or went away.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// The database lets nobody in by this address, or to do this.
    #[error("the database refused: {0}")]
    Refused(String),
    /// The database was made by a newer version of the program.
    #[error("the database has schema {found}, this program knows {known}")]
    Newer {
        /// What the database says.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// A value that cannot be kept: text with a NUL character.
    #[error("text with a NUL character cannot be stored ({table})")]
    Nul {
        /// Where it was to go.
        table: &'static str,
    },
    /// A stored document cannot be read back: the file is damaged, or was changed by hand.
    #[error("a row of {table} cannot be read: {message}")]
    Unreadable {
        /// Which table.
        table: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// The database itself is torn: its file was damaged, or is something else.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// Nothing is kept there, and what was asked for begins nothing.
    #[error("there is nothing in {0}")]
    Absent(String),
    /// The backup before a change of the schema cannot be made, so nothing is changed.
    #[error("the backup {} cannot be made: {message}", file.display())]
    NoBackup {
        /// Where it was to go.
        file: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A file of a backup cannot be read or written.
    #[error("the file: {0}")]
    File(std::io::Error),
    /// A backup is not whole, or was changed.
    #[error("line {line}: {flaw} {detail}")]
    Broken {
        /// Where.
        line: u64,
        /// What is wrong.
        flaw: Flaw,
        /// More of it; empty if there is nothing to add.
        detail: String,
    },
    /// Where something is to be restored is something already.
    #[error("the place is not empty: {}", content.join(", "))]
    NotEmpty {
        /// What is there, as tables with the number of their rows.
        content: Vec<String>,
    },
    /// What was read back is not what was written.
    #[error("the rows of {table} are not what was written")]
    Differs {
        /// Which table.
        table: String,
    },
    /// Anything else that the database says.
    #[error("the database says: {0}")]
    Other(String),
}

/// What is wrong with a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// It is something else.
    NotADump,
    /// It is of another version of the format.
    OtherFormat,
    /// It holds one athlete only.
    OneAthlete,
    /// It ends in the middle.
    CutOff,
    /// It is not what was written.
    Changed,
    /// A line makes no sense.
    Malformed,
    /// Something follows its end.
    Surplus,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotADump => "not_a_dump",
            Self::OtherFormat => "other_format",
            Self::OneAthlete => "one_athlete",
            Self::CutOff => "cut_off",
            Self::Changed => "changed",
            Self::Malformed => "malformed",
            Self::Surplus => "surplus",
        })
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(inner) => from_database(inner.as_ref()),
            sqlx::Error::Io(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Tls(_) => Self::Unreachable(error.to_string()),
            sqlx::Error::PoolTimedOut => Self::Busy,
            // An address that makes no sense.
            sqlx::Error::Configuration(why) => Self::Refused(why.to_string()),
            _ => Self::Other(error.to_string()),
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        match error {
            sqlx::migrate::MigrateError::Execute(error) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}

fn from_database(error: &dyn sqlx::error::DatabaseError) -> StoreError {
    if error.is_unique_violation() {
        let constraint = error.constraint().map_or_else(|| error.message().to_owned(), str::to_owned);
        return StoreError::Taken { constraint };
    }
    of_code(error.code().as_deref(), error.message())
}

/// SQLite says numbers, PostgreSQL five characters.
fn of_code(code: Option<&str>, message: &str) -> StoreError {
    match code {
        // A quota or a limit of the system is, for SQLite, a write or an enlargement that failed (778, 4874).
        Some("13" | "778" | "4874" | "53100") => StoreError::Full,
        Some("5" | "6" | "261" | "262" | "517" | "518" | "55P03" | "57014" | "53300" | "40001" | "40P01") => {
            StoreError::Busy
        }
        Some(code) if code.starts_with("08") || code.starts_with("57P") => {
            StoreError::Unreachable(message.to_owned())
        }
        // No such role or a wrong password, no such database, no right, no schema to write to, a server that only reads.
        Some(code) if code.starts_with("28") && code.len() == 5 => StoreError::Refused(message.to_owned()),
        Some("3D000" | "42501" | "3F000" | "25006") => StoreError::Refused(message.to_owned()),
        // SQLITE_CORRUPT with its kinds, SQLITE_NOTADB; data and an index of PostgreSQL.
        Some("11" | "26" | "267" | "523" | "779" | "XX001" | "XX002") => {
            StoreError::Damaged(message.to_owned())
        }
        Some("10" | "14" | "1032" | "2570") => StoreError::Unreachable(message.to_owned()),
        _ => StoreError::Other(message.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gl_8_what_a_database_says_in_numbers_is_told_in_words() {
        let word = |code: &str| match of_code(Some(code), "") {
            StoreError::Full => "full",
            StoreError::Busy => "busy",
            StoreError::Unreachable(_) => "unreachable",
            StoreError::Refused(_) => "refused",
            StoreError::Damaged(_) => "damaged",
            StoreError::Other(_) => "other",
            other => panic!("{other}"),
        };
        // disk_full of PostgreSQL; SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE.
        assert_eq!(["53100", "13", "778", "4874"].map(word), ["full"; 4]);
        // A lock that was not given, a statement that took too long, a deadlock; SQLITE_BUSY.
        assert_eq!(["55P03", "57014", "40P01", "5"].map(word), ["busy"; 4]);
        // A server that was told to stop, or is starting, or broke the connection; SQLITE_CANTOPEN.
        assert_eq!(["57P01", "57P03", "08006", "14"].map(word), ["unreachable"; 4]);
        // A role that is not there, a wrong password, a database that is not there, a right that was not given.
        assert_eq!(["28000", "28P01", "3D000", "42501"].map(word), ["refused"; 4]);
        // SQLITE_CORRUPT, SQLITE_NOTADB, a table that an extension keeps, a sequence, an index; a torn page of PostgreSQL.
        assert_eq!(["11", "26", "267", "523", "779", "XX001"].map(word), ["damaged"; 6]);
        // Every connection is taken.
        assert_eq!(word("53300"), "busy");
        assert_eq!(word("42601"), "other");
    }
}
