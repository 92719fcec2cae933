//! The files of the project, or of a made-up one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A file, known by its path from the root of the project, with `/` between names.
pub(crate) struct File {
    pub(crate) path: String,
    /// Empty if the file is not text.
    pub(crate) text: String,
}

impl File {
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }

    pub(crate) fn is_rust(&self) -> bool {
        self.has_extension("rs")
    }

    /// The path of the folder, and the name in it.
    pub(crate) fn folder_and_name(&self) -> (&str, &str) {
        self.path.rsplit_once('/').unwrap_or(("", &self.path))
    }

    /// Whether one of the folders above the file is called `tests`.
    pub(crate) fn is_below_tests(&self) -> bool {
        self.folder_and_name().0.split('/').any(|folder| folder == "tests")
    }
}

/// Finds a file by its path.
pub(crate) fn find<'a>(files: &'a [File], path: &str) -> Option<&'a File> {
    files.iter().find(|file| file.path == path)
}

/// Whether `path` is a file or a folder with a file in it; the empty path is the root.
pub(crate) fn exists(files: &[File], path: &str) -> bool {
    path.is_empty()
        || files.iter().any(|file| {
            file.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files of this project, sorted by path.
///
/// The tree is walked, since a source archive has no list of files under version control.
pub(crate) fn project() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
        let mut files = Vec::new();
        if let Err(error) = walk(&root(), "", &mut files) {
            panic!("cannot read the project after {:?}: {error}", files.last().map(|file| &file.path));
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    });
    &FILES
}

fn walk(folder: &Path, path: &str, files: &mut Vec<File>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let below = if path.is_empty() { name } else { format!("{path}/{name}") };
        if kind.is_dir() {
            if !is_skipped(&below) {
                walk(&entry.path(), &below, files)?;
            }
        } else {
            let bytes = if kind.is_file() { fs::read(entry.path())? } else { Vec::new() };
            files.push(File { path: below, text: String::from_utf8(bytes).unwrap_or_default() });
        }
    }
    Ok(())
}

/// Whether a folder holds no source. A module may be called `target`, so only the root's is left out.
fn is_skipped(folder: &str) -> bool {
    matches!(folder, "target" | ".git") || folder.rsplit('/').next() == Some("node_modules")
}

/// A made-up project.
pub(crate) fn fixture(files: &[(&str, &str)]) -> Vec<File> {
    files.iter().map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() }).collect()
}

/// Fails unless there is one finding for each of `parts`, in order, that contains it.
#[track_caller]
pub(crate) fn expect_findings(findings: Vec<String>, parts: &[&str]) {
    let matches = findings.len() == parts.len() && findings.iter().zip(parts).all(|(a, b)| a.contains(b));
    assert!(matches, "expected {parts:#?}, found {findings:#?}");
}

#[test]
fn the_project_has_its_own_source_and_nothing_built() {
    assert!(find(project(), "testkit/tests/tidy/tree.rs").is_some());
    assert!(!exists(project(), "target"));
    assert!(!exists(project(), ".git"));
}

#[test]
fn folders_exist_by_the_files_in_them() {
    let files = fixture(&[("docs/spec/a.md", "")]);
    assert!(exists(&files, "docs"));
    assert!(exists(&files, "docs/spec/a.md"));
    assert!(exists(&files, ""));
    assert!(!exists(&files, "doc"));
    assert!(!exists(&files, "docs/spec/a.md/b"));
}
