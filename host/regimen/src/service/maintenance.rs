//! Looking after what is kept: backups, restoring them, moving to another database, and what one athlete takes along
//! (GL-8, AC-12).

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use domain::{
    error::ErrorCode,
    id::Id,
    person::{ActorKind, Athlete},
    time::Instant,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use store::{Head, JobRow, NewJob, Place, Store, StoreError};
pub use store::{Progress, TableSum};

use super::{
    app::{App, Caller, Scope},
    archive,
};
use crate::{
    problem::{Code, FILE_EXISTS, Problem, WRITE_FAILED},
    texts::Fact,
};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Under this name backups are noted among the jobs, so that alerts see the last one.
const BACKUP: &str = "backup";
/// So many are listed.
const SHOWN_BACKUPS: u32 = 10;

/// What was written or read, and that it was counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kept {
    /// The version of the schema of the rows.
    pub schema: i64,
    /// How many rows in all.
    pub rows: u64,
    /// Each table with the count and the SHA-256 of its rows.
    pub tables: Vec<TableSum>,
}

impl Kept {
    fn new(head: &Head, tables: Vec<TableSum>) -> Self {
        Self { schema: head.schema, rows: head.rows(), tables }
    }
}

/// Writes everything as it is at this moment into a new file, while others go on writing.
pub async fn backup(app: &App, file: &Path, watch: impl FnMut(Progress)) -> Result<Kept, Problem> {
    let kept = write(app, None, file, watch).await?;
    let now = app.now();
    let note = NewJob {
        id: app.uuid(),
        name: BACKUP.to_owned(),
        athlete: None,
        period: now.to_string(),
        due_at: now,
    };
    let mut tx = app.store.write().await?;
    tx.note_job(&note, json!({ "rows": kept.rows, "schema": kept.schema })).await?;
    tx.commit().await?;
    Ok(kept)
}

/// A backup that was made; where it is only the person knows who made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BackupNote {
    /// When it was made.
    pub at: Option<Instant>,
    /// How many rows it has.
    pub rows: Option<u64>,
}

/// AC-11: the newest backups, the last one first.
pub async fn backups(app: &App) -> Result<Vec<BackupNote>, Problem> {
    let done = app.store.read().await?.jobs_done(BACKUP, SHOWN_BACKUPS).await?;
    let note = |row: JobRow| BackupNote {
        at: row.finished_at,
        rows: row.notes.report.and_then(|report| report["rows"].as_u64()),
    };
    Ok(done.into_iter().map(note).collect())
}

/// AC-12: writes everything of the athlete into a new file: rows as they are kept. Only the owner may take it along.
pub async fn export(app: &App, caller: &Caller, file: &Path) -> Result<Kept, Problem> {
    may_export(app, caller).await?;
    write(app, Some(caller.athlete), file, |_| {}).await
}

/// AC-12: everything of the athlete as one archive of documents and tables. Only the owner may take it along.
pub async fn export_archive(app: &App, caller: &Caller) -> Result<Vec<u8>, Problem> {
    may_export(app, caller).await?;
    let mut dump = Vec::new();
    app.store.dump(Some(caller.athlete), VERSION, app.now(), &mut dump, |_| {}).await?;
    let packed = archive::pack(&String::from_utf8_lossy(&dump));
    packed.map_err(|error| Problem::defect(&error))
}

/// The same, into a new file.
pub async fn export_archive_to(app: &App, caller: &Caller, file: &Path) -> Result<(), Problem> {
    let packed = export_archive(app, caller).await?;
    let mut draft = Draft::new(file).map_err(|error| write_failed(file, &error))?;
    let written = draft.out.write_all(&packed).and_then(|()| draft.publish());
    written.map_err(|error| write_failed(file, &error))
}

async fn may_export(app: &App, caller: &Caller) -> Result<(), Problem> {
    let work = app.read(caller, Scope::Read).await?;
    if work.actor.kind != ActorKind::Athlete {
        let problem = Problem::new(Code::of(ErrorCode::NotYourAthlete));
        return Err(problem.fact("scope", Fact::word("scope", "export")));
    }
    Ok(())
}

/// Puts a backup into an empty place and brings it up to date. The file is looked through before anything is made.
pub async fn restore(place: &Place, file: &Path, watch: impl FnMut(Progress)) -> Result<Kept, Problem> {
    let open =
        || File::open(file).map(BufReader::new).map_err(|error| Problem::unreadable(file, "default", &error));
    let named = |error: StoreError| problem(file, error);
    Store::inspect(open()?).map_err(named)?;
    make_folder(place)?;
    let (head, sums) = Store::restore(open()?, place, watch).await.map_err(named)?;
    Ok(Kept::new(&head, sums))
}

/// Copies everything from one place to an empty one, whichever databases they are.
pub async fn copy(from: &Place, to: &Place, watch: impl FnMut(Progress)) -> Result<Kept, Problem> {
    if let Place::Sqlite(file) = from {
        let there = fs::metadata(file);
        there.map_err(|error| Problem::unreadable(file, "default", &error))?;
    }
    make_folder(to)?;
    let (schema, tables) = Store::copy(from, to, watch).await?;
    Ok(Kept { schema, rows: tables.iter().map(|sum| sum.rows).sum(), tables })
}

fn make_folder(place: &Place) -> Result<(), Problem> {
    let Place::Sqlite(file) = place else { return Ok(()) };
    store::make_folder(place).map_err(|error| write_failed(file, &error))
}

async fn write(
    app: &App,
    athlete: Option<Id<Athlete>>,
    file: &Path,
    watch: impl FnMut(Progress),
) -> Result<Kept, Problem> {
    let mut draft = Draft::new(file).map_err(|error| write_failed(file, &error))?;
    let dumped = app.store.dump(athlete, VERSION, app.now(), &mut draft.out, watch).await;
    let (head, sums) = dumped.map_err(|error| problem(file, error))?;
    draft.publish().map_err(|error| write_failed(file, &error))?;
    Ok(Kept::new(&head, sums))
}

/// A file that appears under its name only when it is whole.
struct Draft {
    out: BufWriter<File>,
    made: PathBuf,
    wanted: PathBuf,
}

impl Draft {
    fn new(wanted: &Path) -> io::Result<Self> {
        if wanted.try_exists()? {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let mut made = wanted.as_os_str().to_owned();
        made.push(".partial");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        // It holds hashes of passwords and how people are: nobody else reads it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let out = BufWriter::new(options.open(&made)?);
        Ok(Self { out, made: made.into(), wanted: wanted.to_owned() })
    }

    fn publish(mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        fs::rename(&self.made, &self.wanted)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After it was published there is nothing to remove.
        let _ = fs::remove_file(&self.made);
    }
}

/// The problem of a file that cannot be written.
pub(super) fn write_failed(file: &Path, error: &io::Error) -> Problem {
    let why = match error.kind() {
        io::ErrorKind::AlreadyExists => {
            return Problem::new(FILE_EXISTS).fact("file", file.display().to_string());
        }
        io::ErrorKind::PermissionDenied => "denied",
        io::ErrorKind::StorageFull => "full",
        io::ErrorKind::NotADirectory => "in_file",
        _ => "other",
    };
    let problem = Problem::new(WRITE_FAILED).fact("file", file.display().to_string());
    problem.fact("why", why).fact("os", error.to_string())
}

/// The problem of a store, with the file that it is about.
fn problem(file: &Path, error: StoreError) -> Problem {
    match error {
        StoreError::File(error) => write_failed(file, &error),
        other => Problem::from(other).fact("file", file.display().to_string()),
    }
}
