//! What every Rust file has in common: its first line, its size, its name, and nothing left undone.

use crate::rust::{code_only, tokens};
use crate::tree::{File, expect_findings, find, fixture};

/// Longer files are hard to hold in mind; tests and data are read in pieces.
const MAX_LINES: usize = 500;

/// Names that say nothing about what is in a file.
const EMPTY_NAMES: [&str; 4] = ["utils", "helpers", "common", "types"];

/// Finds Rust files that are too long, badly named, undocumented, unfinished or not listed.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        findings.extend(first_line(file));
        findings.extend(size(file));
        findings.extend(name(file));
        findings.extend(left_undone(file));
        findings.extend(unlisted_rule(files, file));
    }
    findings
}

fn first_line(file: &File) -> Option<String> {
    let has_doc = file.text.starts_with("//!");
    (!has_doc)
        .then(|| format!("{}:1: the first line shall be a `//!` that says what the file is for", file.path))
}

fn size(file: &File) -> Option<String> {
    let lines = file.text.lines().count();
    let is_data = file.text.lines().next().is_some_and(|line| line.contains("(data)"));
    let is_too_long = MAX_LINES < lines && !file.is_below_tests() && !is_data;
    is_too_long.then(|| {
        let path = &file.path;
        format!(
            "{path}: {lines} lines, at most {MAX_LINES}; split it, or say `(data)` in its first line if it is"
        )
    })
}

fn name(file: &File) -> Option<String> {
    let (folder, name) = file.folder_and_name();
    let module = match name {
        "mod.rs" => folder.rsplit('/').next().unwrap_or(folder),
        _ => name.trim_end_matches(".rs"),
    };
    let is_empty = EMPTY_NAMES.contains(&module);
    is_empty.then(|| format!("{}: the name `{module}` says nothing; name what is in it", file.path))
}

fn left_undone(file: &File) -> Vec<String> {
    let code = code_only(&file.text);
    let mut findings = Vec::new();
    for three in tokens(&code).windows(3) {
        let [first, second, third] = [three[0].text, three[1].text, three[2].text];
        let problem = match (first, second, third) {
            ("#", "[", "ignore") => "an ignored test tests nothing; run it or remove it",
            ("todo" | "unimplemented", "!", _) => "unfinished code panics; finish it or leave it out",
            _ => continue,
        };
        findings.push(format!("{}:{}: {problem}", file.path, three[0].line));
    }
    findings
}

/// A file in a folder `rules` has its row in the table of that folder.
fn unlisted_rule(files: &[File], file: &File) -> Option<String> {
    let (folder, name) = file.folder_and_name();
    let is_rule = folder.rsplit('/').next() == Some("rules") && name != "mod.rs";
    if !is_rule {
        return None;
    }
    let table = format!("{folder}/mod.rs");
    let module = name.trim_end_matches(".rs");
    let code = find(files, &table).map(|table| code_only(&table.text)).unwrap_or_default();
    let is_listed = tokens(&code).iter().any(|token| token.text == module);
    (!is_listed).then(|| format!("{}: {table} does not name `{module}`; add its row", file.path))
}

#[test]
fn a_file_of_the_common_shape_has_no_finding() {
    let long = format!("//! Names of foods (data).\n{}", "// a\n".repeat(600));
    let files = fixture(&[
        ("engine/a/src/lib.rs", "//! A.\nfn a() { b(\"todo!()\") } // #[ignore]\n"),
        ("engine/a/src/foods.rs", &long),
        ("engine/a/tests/all.rs", &long.replace("(data)", "")),
        ("engine/a/src/rules/mod.rs", "//! Rules.\nmod overshoot;"),
        ("engine/a/src/rules/overshoot.rs", "//! Overshoot."),
        ("docs/notes.md", "no Rust"),
    ]);
    expect_findings(check(&files), &[]);
}

#[test]
fn a_file_without_a_first_doc_line_is_a_finding() {
    expect_findings(check(&fixture(&[("a.rs", "\n//! Late")])), &["a.rs:1: the first line"]);
    expect_findings(check(&fixture(&[("a.rs", "")])), &["a.rs:1: the first line"]);
}

#[test]
fn a_long_file_is_a_finding() {
    let text = format!("//! A.\n{}", "// a\n".repeat(500));
    expect_findings(check(&fixture(&[("a.rs", &text)])), &["a.rs: 501 lines, at most 500"]);
    expect_findings(check(&fixture(&[("a.rs", text.trim_end_matches("// a\n"))])), &[]);
}

#[test]
fn an_empty_name_is_a_finding() {
    let files = fixture(&[("a/utils.rs", "//!"), ("a/common/mod.rs", "//!"), ("a/common/b.rs", "//!")]);
    expect_findings(check(&files), &["the name `utils`", "the name `common`"]);
}

#[test]
fn unfinished_code_and_ignored_tests_are_findings() {
    let files =
        fixture(&[("a.rs", "//!\n#[ignore = \"slow\"]\nfn a() { todo!() }\nfn b() { unimplemented!() }")]);
    expect_findings(check(&files), &["a.rs:2: an ignored test", "a.rs:3: unfinished", "a.rs:4: unfinished"]);
}

#[test]
fn a_rule_file_outside_its_table_is_a_finding() {
    let rule = ("a/rules/overshoot.rs", "//! Overshoot.");
    let listed_in_a_comment = ("a/rules/mod.rs", "//! overshoot\nmod overshoot_large;");
    expect_findings(
        check(&fixture(&[rule, listed_in_a_comment])),
        &["a/rules/mod.rs does not name `overshoot`"],
    );
    expect_findings(check(&fixture(&[rule])), &["a/rules/mod.rs does not name `overshoot`"]);
}
