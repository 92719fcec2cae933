//! GL-3: every reason code is given by code, and by a scenario or a test.
//!
//! A scenario shows texts and not codes, so a code counts as given there when the words of its English text are.

use crate::{
    spec::{State, rules},
    tree::{File, expect_findings, find, fixture},
};

const CODES: &str = "engine/domain/src/reason.rs";
const TEXTS: &str = "catalog/texts/en.ftl";

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let (Some(codes), Some(texts)) = (find(files, CODES), find(files, TEXTS)) else {
        return vec![format!("{CODES} or {TEXTS} is not there")];
    };
    let planned: Vec<&str> =
        rules(files).iter().filter(|rule| rule.state == State::Planned).map(|rule| rule.id).collect();
    let (product, tests) = told(files);
    let mut findings = Vec::new();
    for code in listed(&codes.text).filter(|code| !planned.iter().any(|id| code.chapter.contains(id))) {
        let Code { variant, word, .. } = code;
        if !product.iter().any(|text| gives(text, variant)) {
            findings.push(format!("{CODES}: nothing gives the reason `{word}`"));
        } else if !tests.iter().any(|text| names(text, variant) || names(text, word))
            && !wordings(&texts.text, word).any(|parts| tests.iter().any(|text| holds(text, &parts)))
        {
            findings.push(format!("{CODES}: no scenario and no test gives the reason `{word}`"));
        }
    }
    findings
}

/// A reason code with the comment that its part of the list begins with.
struct Code<'a> {
    chapter: &'a str,
    variant: &'a str,
    word: &'a str,
}

fn listed(text: &str) -> impl Iterator<Item = Code<'_>> {
    let list = text.split("pub enum ReasonCode").nth(1).unwrap_or_default();
    let list = list.split("\n    }").next().unwrap_or_default();
    let mut chapter = "";
    list.lines().filter_map(move |line| {
        if let Some(comment) = line.trim().strip_prefix("//") {
            chapter = comment;
        }
        let (variant, word) = line.trim().split_once(" = \"")?;
        Some(Code { chapter, variant, word: word.trim_end_matches("\",") })
    })
}

/// What the product says, and what its scenarios, examples and tests say, with single spaces.
fn told(files: &[File]) -> (Vec<String>, Vec<String>) {
    let (mut product, mut tests) = (Vec::new(), Vec::new());
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for file in files.iter().filter(|file| file.path != CODES) {
        let is_of_product = file.path.starts_with("engine/") || file.path.starts_with("host/");
        if file.path.starts_with("testkit/") {
            // These tests would count themselves.
        } else if file.is_below_tests()
            || file.folder_and_name().1 == "tests.rs"
            || file.path.starts_with("examples/")
        {
            tests.push(plain(&file.text));
        } else if is_of_product && file.is_rust() {
            let (code, test) = file.text.split_once("#[cfg(test)]").unwrap_or((&file.text, ""));
            product.push(plain(code));
            tests.push(plain(test));
        }
    }
    (product, tests)
}

/// Whether code names this variant, as a reason or as the reason of a refusal.
fn gives(code: &str, variant: &str) -> bool {
    (code.contains("ReasonCode") || code.contains("RejectionReason")) && names(code, variant)
}

/// Whether a text has this word as a whole.
fn names(text: &str, word: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter))
}

/// The ways in which a code is put into words, each as what stands around its facts.
fn wordings<'a>(texts: &'a str, word: &str) -> impl Iterator<Item = Vec<&'a str>> {
    let head = format!("reason-{word} =");
    let mut lines = texts.lines().skip_while(move |line| !line.starts_with(&head));
    let first = lines.next().and_then(|line| line.split_once('=')).map(|(_, text)| text);
    let rest = lines.take_while(|line| line.starts_with([' ', '}']));
    first.into_iter().chain(rest).filter_map(|line| {
        // The name of a plural stands before its text.
        let text = match line.split_once(']') {
            Some((name, text)) if name.trim_start().starts_with(['[', '*']) => text,
            _ => line,
        };
        let parts = text.split('{').filter_map(|part| part.rsplit('}').next()).map(str::trim);
        let parts: Vec<&str> = parts.filter(|part| part.chars().any(char::is_alphabetic)).collect();
        (parts.iter().map(|part| part.len()).sum::<usize>() >= 6).then_some(parts)
    })
}

/// Whether the parts stand in a text one after the other, not far apart.
fn holds(text: &str, parts: &[&str]) -> bool {
    const APART: usize = 80;
    let Some((first, others)) = parts.split_first() else { return false };
    text.match_indices(first).any(|(at, _)| {
        let mut rest = &text[at + first.len()..];
        others.iter().all(|part| {
            let found = rest.find(part).filter(|gap| *gap <= APART);
            rest = found.map_or("", |gap| &rest[gap + part.len()..]);
            found.is_some()
        })
    })
}

#[test]
fn gl_3_a_code_that_nothing_or_no_test_gives_is_found() {
    let codes = "pub enum ReasonCode: \"reason code\" {\n        // plans: PR-4\n        Manual = \"manual\",\n        \
                 Stale = \"stale\",\n        Undo = \"undo\",\n        Orphan = \"orphan\",\n        // analytics: A-19\n        \
                 Stuck = \"stuck\",\n    }\n";
    let texts = "reason-undo = taken back by { $actor } at last\nreason-stale = too late\n";
    let given = [
        (CODES, codes),
        (TEXTS, texts),
        ("docs/spec/analytics.md", "### A-19 Key finding (planned)\n"),
        (
            "engine/plan/src/lib.rs",
            "ReasonCode::Manual ReasonCode::Undo ReasonCode::Stale #[cfg(test)] ReasonCode::Orphan",
        ),
        ("engine/plan/tests/plan.rs", "assert_eq!(code, ReasonCode::Manual);"),
        ("engine/plan/tests/scenarios/a.md", "version 3\n  taken back by\n  Anna at last"),
    ];
    expect_findings(
        check(&fixture(&given)),
        &["no scenario and no test gives the reason `stale`", "nothing gives the reason `orphan`"],
    );
}
