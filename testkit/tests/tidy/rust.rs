//! Reads Rust as far as the checks need it: what is code, what is a comment or a literal, what is a test.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::tree::{File, fixture};

/// `source` with comments and the contents of literals blanked; lines and byte positions stay.
pub(crate) fn code_only(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut at = 0;
    while let Some(next) = source[at..].chars().next() {
        let length = blank_length(source, at);
        if length == 0 {
            code.push(next);
            at += next.len_utf8();
        } else {
            let blanked = source[at..at + length].bytes();
            code.extend(blanked.map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
            at += length;
        }
    }
    code
}

/// How many bytes from `at` on are one comment or literal; 0 if code starts there.
fn blank_length(source: &str, at: usize) -> usize {
    let rest = &source[at..];
    let is_in_word = source[..at].chars().next_back().is_some_and(is_word);
    if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        block_comment_length(rest)
    } else if let Some(quoted) = rest.strip_prefix('"') {
        1 + quoted_length(quoted, '"')
    } else if rest.starts_with('\'') {
        char_length(rest)
    } else if rest.starts_with(['r', 'b', 'c']) && !is_in_word {
        raw_string_length(rest)
    } else {
        0
    }
}

fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0_u32;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length up to and with the closing `quote`, which a backslash hides.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, next) in rest.char_indices() {
        match next {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if next == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The length of a character literal; 0 for a lifetime or label.
fn char_length(rest: &str) -> usize {
    let mut chars = rest[1..].chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), _) => 1 + quoted_length(&rest[1..], '\''),
        (Some(inner), Some('\'')) => 2 + inner.len_utf8(),
        _ => 0,
    }
}

/// The length of `r"..."`, `br#"..."#` and the like; 0 if no raw string starts here.
fn raw_string_length(rest: &str) -> usize {
    let hashes_at = match rest.as_bytes() {
        [b'r', ..] => 1,
        [_, b'r', ..] => 2,
        _ => return 0,
    };
    let quote_at = rest.len() - rest[hashes_at..].trim_start_matches('#').len();
    if !rest[quote_at..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", &rest[hashes_at..quote_at]);
    rest[quote_at + 1..].find(&end).map_or(rest.len(), |found| quote_at + 1 + found + end.len())
}

fn is_word(next: char) -> bool {
    next.is_alphanumeric() || next == '_'
}

/// A word, a `::` or another character of code, with its line number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) line: usize,
    pub(crate) text: &'a str,
}

/// The tokens of a text that [`code_only`] made.
pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = if is_word(first) {
                rest.find(|next| !is_word(next)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            tokens.push(Token { line: index + 1, text: &rest[..length] });
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// A Rust file in two halves: what is shipped, and what only tests compile. Each keeps its lines.
pub(crate) struct Halves {
    pub(crate) product: String,
    pub(crate) tests: String,
}

/// Splits a file by its `#[cfg(test)]` items, comments included.
///
/// `test_modules` are the [`test_module_paths`] of the project.
pub(crate) fn halves(file: &File, test_modules: &BTreeSet<String>) -> Halves {
    let is_test = file.is_below_tests() || test_modules.iter().any(|module| is_of_module(&file.path, module));
    if is_test {
        return Halves { product: String::new(), tests: file.text.clone() };
    }
    let mut product = file.text.clone();
    let mut tests = blank(&file.text);
    for item in test_items(&code_only(&file.text)) {
        tests.replace_range(item.clone(), &file.text[item.clone()]);
        product.replace_range(item.clone(), &blank(&file.text[item]));
    }
    Halves { product, tests }
}

fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

fn is_of_module(path: &str, module: &str) -> bool {
    path.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Where the modules of `#[cfg(test)] mod name;` are, without the extension of a file.
pub(crate) fn test_module_paths(files: &[File]) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        let code = code_only(&file.text);
        let (folder, name) = file.folder_and_name();
        let base = match name {
            "lib.rs" | "main.rs" | "mod.rs" => folder,
            _ => file.path.trim_end_matches(".rs"),
        };
        for item in test_items(&code) {
            let tokens = tokens(&code[item]);
            if let [.., module, name, end] = &tokens[..]
                && module.text == "mod"
                && end.text == ";"
            {
                paths.insert(format!("{base}/{}", name.text));
            }
        }
    }
    paths
}

/// Where the items under `#[cfg(test)]` are: up to their closing brace, or to a semicolon.
fn test_items(code: &str) -> Vec<Range<usize>> {
    const MARK: &str = "#[cfg(test)]";
    let mut items: Vec<Range<usize>> = Vec::new();
    for (start, _) in code.match_indices(MARK) {
        let is_inside_another = items.last().is_some_and(|item| start < item.end);
        if !is_inside_another {
            items.push(start..start + MARK.len() + item_length(&code[start + MARK.len()..]));
        }
    }
    items
}

fn item_length(code: &str) -> usize {
    let mut depth = 0_i32;
    for (at, next) in code.char_indices() {
        match next {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        // Below zero, the list around a field or an arm has ended.
        if depth < 0 {
            return at;
        }
        if depth == 0 && matches!(next, '}' | ';') {
            return at + 1;
        }
    }
    code.len()
}

#[test]
fn comments_and_literals_are_blanked_in_place() {
    let source = "a /* é /* b */ \" */ \"c\\\"d\" r#\"e\"f\"# b'g' '\\'' 'h' 'i: r#j br\"k\" // l\nm";
    let code = code_only(source);
    assert_eq!(code.len(), source.len());
    assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "b", "'i:", "r#j", "m"]);
    assert_eq!(code.lines().count(), 2);
}

#[test]
fn words_that_end_like_a_raw_string_are_code() {
    assert_eq!(code_only("var(\"x\") attr\"y\" 'static"), "var(   ) attr    'static");
}

#[test]
fn tokens_have_lines_and_keep_path_separators_whole() {
    let found: Vec<_> = tokens("use a::b;\n\nc.d").iter().map(|token| (token.line, token.text)).collect();
    assert_eq!(found, [(1, "use"), (1, "a"), (1, "::"), (1, "b"), (1, ";"), (3, "c"), (3, "."), (3, "d")]);
}

#[test]
fn test_items_are_split_from_the_product() {
    let text = "//! One\n#[cfg(test)]\nuse two::{a};\nfn three() {}\n#[cfg(test)]\n#[allow(x)]\nmod tests {\n\
                // Four }\n    fn f(a: [u8; 2]) {}\n}\nfn five() {}\n";
    let file = &fixture(&[("engine/a/src/lib.rs", text)])[0];
    let halves = halves(file, &BTreeSet::new());
    for (word, is_test) in [("One", false), ("two", true), ("three", false), ("Four", true), ("five", false)]
    {
        assert_eq!(halves.tests.contains(word), is_test, "{word}");
        assert_eq!(halves.product.contains(word), !is_test, "{word}");
    }
}

#[test]
fn test_modules_in_files_of_their_own_are_tests() {
    let files = fixture(&[
        ("engine/a/src/lib.rs", "#[cfg(test)]\nmod checks;\nmod load;"),
        ("engine/a/src/load.rs", "#[cfg(test)]\npub(crate) mod tests;"),
    ]);
    let paths = test_module_paths(&files);
    assert_eq!(paths.iter().collect::<Vec<_>>(), ["engine/a/src/checks", "engine/a/src/load/tests"]);
    for path in ["engine/a/src/checks.rs", "engine/a/src/checks/deep.rs", "engine/a/src/load/tests.rs"] {
        assert_eq!(halves(&fixture(&[(path, "x")])[0], &paths).product, "", "{path}");
    }
    assert_eq!(halves(&fixture(&[("engine/a/src/checks2.rs", "x")])[0], &paths).product, "x");
}
