//! GL-4: what a law expects is told in both languages, so every such phrase of the source has its row in Russian.

use std::collections::BTreeSet;

use crate::{
    rust::code_only,
    tree::{File, expect_findings, find, fixture},
};

const ROWS: &str = "catalog/texts/expected.toml";
/// Calls whose last argument says what would be valid.
const CALLS: [&str; 6] =
    [".require(", "Invalid::of(", ".finding(", "CatalogFinding::new(", "Refusal::value(", "misfit("];
/// A phrase that is put together beforehand.
const LET: &str = "let expected =";

pub(crate) fn check(files: &[File]) -> Vec<String> {
    let Some(rows) = find(files, ROWS) else { return vec![format!("{ROWS} is not there")] };
    let rows: BTreeSet<&str> = rows
        .text
        .lines()
        .filter_map(|line| line.strip_prefix('"')?.split_once("\" = \"").map(|row| row.0))
        .collect();
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| says_laws(file)) {
        let source = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for phrase in phrases(source).into_iter().flat_map(parts) {
            if !is_told(&phrase, &rows) {
                findings.push(format!("{}: `{phrase}` has no row in {ROWS}", file.path));
            }
        }
    }
    findings
}

/// Source that refuses values. The checks of results and of documents of models speak to developers.
fn says_laws(file: &File) -> bool {
    const OTHERS: [&str; 6] = ["/verify", "/doctor", "/chart", "assistant/src/check/", "/tests", "/miss/"];
    let is_product = file.path.starts_with("engine/") || file.path.starts_with("host/regimen/src/");
    let is_other = OTHERS.iter().any(|other| file.path.contains(other));
    file.is_rust() && is_product && !is_other && CALLS.iter().any(|call| file.text.contains(call))
}

/// The literals of what would be valid.
fn phrases(source: &str) -> Vec<String> {
    let code = code_only(source);
    let mut phrases = Vec::new();
    for call in CALLS {
        for (at, _) in code.match_indices(call) {
            let open = at + call.len();
            let mut depth = 1;
            let mut last = open;
            for (place, letter) in code[open..].char_indices() {
                let here = open + place;
                match letter {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth -= 1,
                    // A comma before the end of the call opens no argument.
                    ',' if depth == 1 && !source[here + 1..].trim_start().starts_with(')') => last = here,
                    _ => {}
                }
                if depth == 0 {
                    phrases.extend(literals(&source[last..here]));
                    break;
                }
            }
        }
    }
    for (at, _) in code.match_indices(LET) {
        let end = code[at..].find(";\n").map_or(code.len(), |end| at + end);
        phrases.extend(literals(&source[at..end]));
    }
    phrases
}

/// The texts between quotes.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some((_, quoted)) = rest.split_once('"') {
        let mut end = quoted.find('"').unwrap_or(quoted.len());
        while quoted[..end].ends_with('\\') {
            end += 1 + quoted[end + 1..].find('"').unwrap_or(quoted.len() - end - 1);
        }
        found.push(quoted[..end].to_owned());
        rest = quoted.get(end + 1..).unwrap_or_default();
    }
    found
}

/// A phrase and the advice behind it, with `{}` for what changes.
fn parts(phrase: String) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = phrase.as_str();
    while let Some((before, behind)) = rest.split_once('{').filter(|(_, behind)| !behind.starts_with('{')) {
        plain.push_str(before);
        plain.push_str("{}");
        rest = behind.split_once('}').map_or("", |(_, rest)| rest);
    }
    plain.push_str(&rest.replace("{{", "{").replace("}}", "}"));
    plain.split("; maybe ").map(str::to_owned).collect()
}

/// Whether a phrase has words in Russian, or needs none: numbers, and what joins words of documents.
fn is_told(phrase: &str, rows: &BTreeSet<&str>) -> bool {
    // Advice may stand behind it.
    let bare = phrase.strip_suffix("{}").filter(|bare| !bare.is_empty()).unwrap_or(phrase);
    let needs_none = !bare.replace("{}", "").contains(char::is_alphabetic)
        || bare.len() <= 3
        || bare.starts_with([' ', ',', '`'])
        || bare.ends_with(": ");
    let known = |phrase: &str| rows.contains(phrase) || rows.contains(open(phrase).as_str());
    needs_none || known(phrase) || known(bare)
}

/// The phrase with `{}` for its numbers.
fn open(phrase: &str) -> String {
    let mut open = String::new();
    for letter in phrase.chars() {
        if !letter.is_ascii_digit() {
            open.push(letter);
        } else if !open.ends_with("{}") {
            open.push_str("{}");
        }
    }
    open
}

#[test]
fn a_phrase_without_a_row_is_found_wherever_it_is_said() {
    let source = "fn a() {\n    check.require(is, CODE, \"a\", \"found\", \"at least 2\");\n    \
                  check.require(is, CODE, \"a\", 1, format_args!(\"not {said}; maybe `{near}`\"));\n    \
                  let expected = \"something else\";\n    Invalid::of(CODE, \"b\", \"c\", format!(\"1..{n}\"));\n}\n";
    let files =
        fixture(&[(ROWS, "\"at least {}\" = \"не меньше {1}\"\n"), ("engine/domain/src/a.rs", source)]);
    expect_findings(check(&files), &["`not {}` has no row", "`something else` has no row"]);
}
