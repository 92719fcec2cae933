//! The code map of ARCHITECTURE.md and the tree name the same folders.

use std::collections::BTreeSet;

use crate::dependencies::members;
use crate::tree::{File, exists, expect_findings, find, fixture};

const PAGE: &str = "ARCHITECTURE.md";

/// Finds members and top folders that the code map leaves out, and paths in it that do not exist.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    let Some(page) = find(files, PAGE) else {
        return vec![format!("{PAGE} is missing; write it with a table under `## Code map`")];
    };
    let map = code_map(&page.text);
    if map.is_empty() {
        return vec![format!(
            "{PAGE}: no table under `## Code map` has a path in backticks in its first column"
        )];
    }
    let members = match members(files) {
        Ok(members) => members,
        Err(finding) => return vec![finding],
    };
    let mut findings = Vec::new();
    let expected: BTreeSet<&str> = top_folders(files).chain(members.iter().map(String::as_str)).collect();
    for path in expected {
        if !map.iter().any(|(_, named)| *named == path) {
            findings.push(format!(
                "{PAGE}: the code map does not name `{path}/`; add a row that says what is there"
            ));
        }
    }
    for (line, path) in map {
        if !exists(files, path) {
            findings.push(format!("{PAGE}:{line}: `{path}` does not exist; maybe it was moved or removed"));
        }
    }
    findings
}

/// The paths in the first column of the tables under the heading, with their lines, without a last slash.
fn code_map(page: &str) -> Vec<(usize, &str)> {
    let lines = page.lines().enumerate().skip_while(|(_, line)| line.trim_end() != "## Code map").skip(1);
    let section = lines.take_while(|(_, line)| !line.starts_with("# ") && !line.starts_with("## "));
    let mut paths = Vec::new();
    for (index, line) in section {
        if let Some(row) = line.trim_start().strip_prefix('|') {
            let first = row.split('|').next().unwrap_or_default();
            // Every second part is between two backticks.
            let named = first.split('`').skip(1).step_by(2);
            paths.extend(named.map(|path| (index + 1, path.trim_end_matches('/'))));
        }
    }
    paths
}

/// The folders at the root that belong to the project: of the hidden ones, only that of the test runs.
fn top_folders(files: &[File]) -> impl Iterator<Item = &str> {
    let folders = files.iter().filter_map(|file| Some(file.path.split_once('/')?.0));
    folders.filter(|folder| !folder.starts_with('.') || *folder == ".ci")
}

fn sample(map: &str) -> Vec<File> {
    fixture(&[
        (PAGE, map),
        ("Cargo.toml", "[workspace]\nmembers = [\"engine/domain\", \"testkit\"]"),
        ("engine/domain/src/lib.rs", ""),
        ("testkit/src/lib.rs", ""),
        (".ci/run", ""),
        (".editor/settings", ""),
    ])
}

const FULL: &str = "# A\n`elsewhere/`\n\n## Code map\nWords.\n\n| path | concern |\n|---|---|\n\
    | `engine/` | pure, unlike `host/` |\n| `engine/domain` | words |\n| `testkit/`, `.ci/` | tests |\n\n\
    ## Next\n| `gone` | |\n";

#[test]
fn a_complete_code_map_has_no_finding() {
    expect_findings(check(&sample(FULL)), &[]);
}

#[test]
fn a_member_or_folder_that_is_not_named_is_a_finding() {
    let map = FULL.replace("`engine/domain`", "").replace(", `.ci/`", "");
    expect_findings(check(&sample(&map)), &["does not name `.ci/`", "does not name `engine/domain/`"]);
    let mut files = sample(FULL);
    files.extend(fixture(&[("bench/meals.rs", "")]));
    expect_findings(check(&files), &["does not name `bench/`"]);
}

#[test]
fn a_path_that_does_not_exist_is_a_finding() {
    let map = FULL.replace("| `testkit/`", "| `test_kit/` `testkit/`");
    expect_findings(check(&sample(&map)), &["ARCHITECTURE.md:11: `test_kit` does not exist"]);
}

#[test]
fn a_missing_page_or_map_is_a_finding() {
    expect_findings(check(&[]), &["ARCHITECTURE.md is missing"]);
    expect_findings(check(&sample("# A\n")), &["no table under `## Code map`"]);
}
