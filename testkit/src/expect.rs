//! Compares an output with its expectation, and accepts a new one on request.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::diff::diff;

/// The advice that ends every report of a difference.
pub(crate) const HINT: &str = "if the new output is right, run the test again with UPDATE_EXPECT=1";

/// What to do with an output that differs from its expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Compare,
    Update,
}

impl Mode {
    pub(crate) fn from_env() -> Self {
        match std::env::var("UPDATE_EXPECT") {
            Ok(value) if value == "1" => Mode::Update,
            _ => Mode::Compare,
        }
    }
}

/// The lines that count in a comparison: blanks at the end of a line and empty lines at the end do not.
pub(crate) fn significant_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().map(str::trim_end).collect();
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    lines.truncate(end);
    lines
}

/// The significant lines, each with its line end.
pub(crate) fn join_lines(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [*line, "\n"]).collect()
}

/// Panics with a line diff unless the file at `path` holds `actual`; blanks at line ends do not count.
///
/// A relative path starts at the root of the calling crate, where cargo runs its tests.
/// With `UPDATE_EXPECT=1` the file is written instead.
#[track_caller]
pub fn expect_file(path: impl AsRef<Path>, actual: &str) {
    if let Err(finding) = compare_file(path.as_ref(), actual, Mode::from_env()) {
        panic!("{finding}");
    }
}

fn compare_file(path: &Path, actual: &str, mode: Mode) -> Result<(), String> {
    let shown = path.display();
    let expected = match fs::read_to_string(path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(format!("{shown}: {error}")),
    };
    let actual = significant_lines(actual);
    let old = expected.as_deref().map(significant_lines);
    if old.as_deref() == Some(&actual[..]) {
        return Ok(());
    }
    match (mode, old) {
        (Mode::Update, _) => {
            fs::write(path, join_lines(&actual)).map_err(|error| format!("{shown}: {error}"))
        }
        (Mode::Compare, Some(old)) => Err(format!("{shown} differs:\n{}{HINT}", diff(&old, &actual))),
        (Mode::Compare, None) => Err(format!("{shown} does not exist; {HINT}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temp_folder::TempFolder;

    #[test]
    fn blanks_at_line_ends_and_empty_last_lines_do_not_count() {
        assert_eq!(significant_lines("\na  \n\n b\n\n \n"), ["", "a", "", " b"]);
        assert_eq!(significant_lines(" \n\n"), [""; 0]);
    }

    #[test]
    fn a_file_that_differs_is_shown_and_then_updated() {
        let folder = TempFolder::new(&[("api.json", "{\n  \"old\"\n}\n")]);
        let path = folder.path().join("api.json");
        let finding = compare_file(&path, "{\n  \"new\"\n}", Mode::Compare).unwrap_err();
        assert!(finding.contains("-  \"old\"\n+  \"new\"\n"), "{finding}");
        assert!(finding.contains("UPDATE_EXPECT=1"), "{finding}");

        assert_eq!(compare_file(&path, "{\n  \"new\"\n}", Mode::Update), Ok(()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"new\"\n}\n");
        assert_eq!(compare_file(&path, "{\n  \"new\"  \n}", Mode::Compare), Ok(()));
    }

    #[test]
    fn a_missing_file_is_reported_and_then_written() {
        let folder = TempFolder::new(&[]);
        let path = folder.path().join("new.txt");
        let finding = compare_file(&path, "text", Mode::Compare).unwrap_err();
        assert!(finding.contains("does not exist"), "{finding}");
        assert_eq!(compare_file(&path, "text", Mode::Update), Ok(()));
        assert_eq!(fs::read_to_string(&path).unwrap(), "text\n");
    }
}
