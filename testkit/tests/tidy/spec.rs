//! The rules of the specification, and where their ids are named.
//!
//! A heading `### ID title` in a chapter defines a rule. `(planned)` at its end says that the rule is not
//! built yet, `(structural)` that no single piece of code can keep it.

use std::collections::{BTreeMap, BTreeSet};

use testkit::markdown::{Block, blocks};

use crate::tree::{File, expect_findings, fixture};

/// The folder of the chapters.
const CHAPTERS: &str = "docs/spec";

/// The page that the tests generate; it is no chapter.
pub(crate) const COVERAGE: &str = "docs/spec/COVERAGE.md";

/// How far a rule has come, as its heading says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Built,
    Planned,
    Structural,
}

/// A rule as its heading gives it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rule<'a> {
    pub(crate) id: &'a str,
    pub(crate) title: &'a str,
    pub(crate) state: State,
    /// The path of its chapter.
    pub(crate) chapter: &'a str,
    pub(crate) line: usize,
}

/// All rules in the order of the chapters' paths and of the headings in them.
pub(crate) fn rules(files: &[File]) -> Vec<Rule<'_>> {
    let mut rules = Vec::new();
    for chapter in files.iter().filter(|file| is_chapter(file)) {
        // A chapter with an open fence is a finding of the links check; its rules are not lost silently,
        // since every mention of them is a finding here.
        for block in blocks(&chapter.text).unwrap_or_default() {
            if let Block::Line { number, text } = block {
                rules.extend(rule(&chapter.path, number, text));
            }
        }
    }
    rules
}

fn is_chapter(file: &File) -> bool {
    file.folder_and_name().0 == CHAPTERS && file.has_extension("md") && file.path != COVERAGE
}

fn rule<'a>(chapter: &'a str, line: usize, text: &'a str) -> Option<Rule<'a>> {
    let heading = text.strip_prefix("### ")?.trim();
    let (id, title) = heading.split_once(' ')?;
    if id_at(id, id.find('-')?) != Some(id) {
        return None;
    }
    let marks = [(" (planned)", State::Planned), (" (structural)", State::Structural)];
    let marked = marks.iter().find_map(|(mark, state)| Some((title.strip_suffix(mark)?, *state)));
    let (title, state) = marked.unwrap_or((title, State::Built));
    Some(Rule { id, title, state, chapter, line })
}

/// The id whose hyphen is at `hyphen`: one or two capitals, a hyphen, one or two digits.
///
/// What goes on in a word before or behind is no id: `UTF-8`, `SHA-256`, `A-1-b`, `P-1.5`.
fn id_at(text: &str, hyphen: usize) -> Option<&str> {
    let (before, behind) = (&text[..hyphen], &text[hyphen + 1..]);
    let family = before.len() - before.trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
    let number = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if !(1..=2).contains(&family) || !(1..=2).contains(&number) {
        return None;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (start, end) = (hyphen - family, hyphen + 1 + number);
    if text[..start].chars().next_back().is_some_and(|c| is_word(c) || c == '-') {
        return None;
    }
    let rest = &text[end..];
    let goes_on = match rest.strip_prefix('.') {
        Some(rest) => rest.starts_with(|c: char| c.is_ascii_digit()),
        None => rest.strip_prefix('-').unwrap_or(rest).starts_with(is_word),
    };
    (!goes_on).then(|| &text[start..end])
}

/// The letters before the hyphen of an id.
fn family(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

/// The families of ids; only these make a text of the right form a mention of a rule.
pub(crate) fn families<'a>(rules: &[Rule<'a>]) -> BTreeSet<&'a str> {
    rules.iter().map(|rule| family(rule.id)).collect()
}

/// All ids of `families` in `text` with their line numbers.
pub(crate) fn mentions<'a>(text: &'a str, families: &BTreeSet<&str>) -> Vec<(usize, &'a str)> {
    let lines = text.lines().enumerate();
    let ids = lines.flat_map(|(index, line)| {
        line.match_indices('-').filter_map(move |(hyphen, _)| Some((index + 1, id_at(line, hyphen)?)))
    });
    ids.filter(|(_, id)| families.contains(family(id))).collect()
}

/// Finds rules that are defined twice, and ids that no chapter defines.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    let rules = rules(files);
    if rules.is_empty() {
        return vec![format!("{CHAPTERS}: no heading `### ID title` defines a rule")];
    }
    let mut findings = Vec::new();
    let mut defined: BTreeMap<&str, &Rule> = BTreeMap::new();
    for rule in &rules {
        let Rule { id, chapter, line, .. } = rule;
        if let Some(first) = defined.insert(id, rule) {
            let (chapter_1, line_1) = (first.chapter, first.line);
            findings
                .push(format!("{chapter}:{line}: {id} is also defined at {chapter_1}:{line_1}; renumber it"));
        }
    }
    let families = families(&rules);
    for file in files.iter().filter(|file| names_rules(file)) {
        for (line, id) in mentions(&file.text, &families) {
            if !defined.contains_key(id) {
                findings.push(format!(
                    "{}:{line}: {id} is no rule; maybe it is misspelled, or a chapter in {CHAPTERS} lacks it",
                    file.path
                ));
            }
        }
    }
    findings
}

/// Whether ids in this file are mentions of rules: source, scenarios and other prose, texts, data.
fn names_rules(file: &File) -> bool {
    ["rs", "md", "ftl", "toml"].iter().any(|extension| file.has_extension(extension)) && file.path != COVERAGE
}

#[test]
fn a_heading_gives_id_title_and_state() {
    let files = fixture(&[
        (
            "docs/spec/a.md",
            "# A\n### ZZ-1 Time, counts (planned)\n```\n### ZZ-8 Sample\n```\n### ZZ-2 Load (K-1)\n",
        ),
        ("docs/spec/b.md", "### Y-0 Layers (structural)\n### Notes on Y\n#### Y-1 Too deep\n"),
        (COVERAGE, "### ZZ-9 Generated\n"),
        ("docs/other.md", "### ZZ-9 Elsewhere\n"),
    ]);
    let rules = rules(&files);
    let found: Vec<_> = rules.iter().map(|rule| (rule.id, rule.title, rule.state, rule.line)).collect();
    let expected = [
        ("ZZ-1", "Time, counts", State::Planned, 2),
        ("ZZ-2", "Load (K-1)", State::Built, 6),
        ("Y-0", "Layers", State::Structural, 1),
    ];
    assert_eq!(found, expected);
}

#[test]
fn ids_are_found_at_word_boundaries_only() {
    let families = BTreeSet::from(["ZZ", "F", "A", "X"]);
    let found = |text| mentions(text, &families).iter().map(|(_, id)| *id).collect::<Vec<_>>();
    assert_eq!(
        found("ZZ-1, (ZZ-22) \"X-3\" ZZ-4. X-1..X-5 ZZ-1/ZZ-2, é X-7é X-8-"),
        ["ZZ-1", "ZZ-22", "X-3", "ZZ-4", "X-1", "X-5", "ZZ-1", "ZZ-2", "X-8"]
    );
    assert_eq!(
        found("UTF-8 SHA-256 x86-64 ISO-8601 pre-A-1 _A-1 A-1-b A-1_b A-1b A-1.5 A-123 A- BB-1"),
        [""; 0]
    );
}

#[test]
fn an_unknown_id_is_a_finding_wherever_rules_are_named() {
    let chapter = ("docs/spec/a.md", "### ZZ-1 One\nSee ZZ-2.\n");
    let files = fixture(&[
        chapter,
        ("engine/a/src/lib.rs", "//! ZZ-1\n\n/// ZZ-3"),
        ("engine/a/tests/scenarios/x.md", "# ZZ-4"),
        ("host/a/texts/en.ftl", "a = ZZ-5 and YY-1"),
        ("catalog/a.toml", "spec = \"ZZ-6\""),
        ("Cargo.lock", "ZZ-7"),
    ]);
    let expected = [
        "docs/spec/a.md:2: ZZ-2 is no rule",
        "engine/a/src/lib.rs:3: ZZ-3",
        "x.md:1: ZZ-4",
        "en.ftl:1: ZZ-5",
        "a.toml:1: ZZ-6",
    ];
    expect_findings(check(&files), &expected);
    expect_findings(check(&fixture(&[chapter, ("docs/spec/b.md", "### ZZ-2 Two")])), &[]);
}

#[test]
fn a_second_definition_is_a_finding() {
    let files =
        fixture(&[("docs/spec/a.md", "### ZZ-1 One"), ("docs/spec/b.md", "\n### ZZ-1 Uno (planned)")]);
    expect_findings(check(&files), &["docs/spec/b.md:2: ZZ-1 is also defined at docs/spec/a.md:1"]);
}

#[test]
fn a_project_without_rules_is_a_finding() {
    expect_findings(check(&[]), &["no heading"]);
}
