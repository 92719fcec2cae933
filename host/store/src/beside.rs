//! A file that is made beside the one that is wanted and takes its place when it is whole, and the backup that is made
//! so before a schema changes (GL-8).

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use sqlx::SqlitePool;

use crate::{error::StoreError, open::Place};

/// A database file in the making.
pub(crate) struct Beside {
    made: PathBuf,
    wanted: PathBuf,
}

impl Beside {
    /// A file for `wanted` whose name ends in `suffix` until it is whole; what another attempt left there is removed.
    pub(crate) fn new(wanted: &Path, suffix: &str) -> io::Result<Self> {
        let made = with_suffix(wanted, suffix);
        remove(&made)?;
        Ok(Self { made, wanted: wanted.to_owned() })
    }

    /// The file as long as it is made.
    pub(crate) fn made(&self) -> &Path {
        &self.made
    }

    /// Puts the file where it is wanted, with everything of it on the disk first.
    pub(crate) fn take_place(&self) -> io::Result<()> {
        fs::File::open(&self.made)?.sync_all()?;
        // What a crashed program left beside the former file is not of this one.
        remove(&with_suffix(&self.wanted, "-wal"))?;
        remove(&with_suffix(&self.wanted, "-shm"))?;
        fs::rename(&self.made, &self.wanted)?;
        match self.wanted.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => fs::File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    }
}

/// What was not finished leaves nothing behind.
impl Drop for Beside {
    fn drop(&mut self) {
        let _ = remove(&self.made);
    }
}

/// GL-8: copies a database of schema `found` to `<file>.before-<found>.backup`, whole and on the disk, before anything of
/// it is changed. A later backup of the same schema takes the place of an earlier one.
pub(crate) async fn back_up(
    file: &Path,
    found: i64,
    writer: &SqlitePool,
    schema: impl Future<Output = Result<i64, StoreError>>,
) -> Result<(), StoreError> {
    let wanted = with_suffix(file, &format!(".before-{found}.backup"));
    let failed = |message: String| StoreError::NoBackup { file: wanted.clone(), message };
    let of_file = |error: io::Error| failed(error.to_string());
    // Several programs may open the database at once, each with a file of its own.
    let suffix = format!(".{}.partial", std::process::id());
    let copy = Beside::new(&wanted, &suffix).map_err(of_file)?;
    let Some(name) = copy.made().to_str() else {
        return Err(failed("the name of the file is not UTF-8".to_owned()));
    };
    make_file(copy.made()).map_err(of_file)?;
    let copied = sqlx::query("vacuum into $1").bind(name).execute(writer).await;
    copied.map_err(|error| failed(StoreError::from(error).to_string()))?;
    // Somebody else was faster: the copy is of their schema, and so is not needed.
    if schema.await? != found {
        return Ok(());
    }
    let rights = fs::metadata(file).map_err(of_file)?.permissions();
    fs::set_permissions(copy.made(), rights).map_err(of_file)?;
    copy.take_place().map_err(of_file)
}

/// Makes the folder of a database file, for its owner alone: it holds how people are. One that is there stays as it is.
pub fn make_folder(place: &Place) -> io::Result<()> {
    let Place::Sqlite(file) = place else { return Ok(()) };
    let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) else { return Ok(()) };
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made,
    }
}

/// Makes an empty database file for its owner alone, unless there is one; what SQLite puts beside it follows its rights.
pub(crate) fn make_file(file: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Removes a database file with what belongs to it; it need not be there.
fn remove(file: &Path) -> io::Result<()> {
    for name in [file.to_owned(), with_suffix(file, "-wal"), with_suffix(file, "-shm")] {
        match fs::remove_file(name) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    name.into()
}
