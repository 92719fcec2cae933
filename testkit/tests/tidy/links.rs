//! Relative links in Markdown lead to files of the project.

use testkit::markdown::{Block, blocks};

use crate::tree::{File, exists, expect_findings, fixture};

/// Finds links to files that do not exist, and blocks whose end is missing.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    files.iter().filter(|file| file.has_extension("md")).flat_map(|page| check_page(files, page)).collect()
}

fn check_page(files: &[File], page: &File) -> Vec<String> {
    let path = &page.path;
    let blocks = match blocks(&page.text) {
        Ok(blocks) => blocks,
        Err(fence) => return vec![format!("{path}:{}: this block is never closed", fence.line)],
    };
    let mut findings = Vec::new();
    for block in blocks {
        let Block::Line { number, text } = block else { continue };
        for link in targets(&without_code(text)) {
            let leads_somewhere = resolve(page.folder_and_name().0, &link);
            if !leads_somewhere.is_some_and(|target| exists(files, &target)) {
                findings.push(format!("{path}:{number}: {link} does not exist; maybe it was moved"));
            }
        }
    }
    findings
}

/// A line with its inline code blanked; an unpaired backtick is a plain character.
fn without_code(line: &str) -> String {
    let parts: Vec<_> = line.split('`').collect();
    let mut prose = String::new();
    for (at, part) in parts.iter().enumerate() {
        let is_code = at % 2 == 1 && at + 1 < parts.len();
        prose.push_str(if is_code { " " } else { part });
    }
    prose
}

/// The files that a line links to: `[words](file)`, `![words](file "title")` and `[label]: file`.
fn targets(line: &str) -> Vec<String> {
    let inline = line.split("](").skip(1).filter_map(link_end);
    let definition = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("]: "));
    let definition = definition.filter(|(label, _)| !label.starts_with('^') && !label.contains(']'));
    let all = inline.chain(definition.map(|(_, target)| target.trim()));
    all.filter_map(file_of).collect()
}

/// The part before the closing parenthesis; the target itself may hold a pair.
fn link_end(rest: &str) -> Option<&str> {
    let mut depth = 1;
    rest.char_indices().find_map(|(at, next)| {
        match next {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then(|| &rest[..at])
    })
}

/// The file of a link without its title and fragment; nothing for a web address or a place in the page.
fn file_of(target: &str) -> Option<String> {
    let target = match target.strip_prefix('<') {
        Some(rest) => rest.split('>').next()?,
        None => target.split_whitespace().next()?,
    };
    let file = target.split(['#', '?']).next()?;
    let is_address = file.split('/').next().is_some_and(|first| first.contains(':'));
    (!file.is_empty() && !is_address).then(|| file.replace("%20", " "))
}

/// The path from the root; nothing if the link leaves the project. A leading slash is the root.
fn resolve(folder: &str, link: &str) -> Option<String> {
    let (start, link) = match link.strip_prefix('/') {
        Some(link) => ("", link),
        None => (folder, link),
    };
    let mut path: Vec<_> = start.split('/').filter(|name| !name.is_empty()).collect();
    for name in link.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                path.pop()?;
            }
            name => path.push(name),
        }
    }
    Some(path.join("/"))
}

#[test]
fn links_to_existing_files_have_no_finding() {
    let page = "[a](spec/a.md#x) and ![b](../b.png \"title\") or [c](</docs/with space.md>)\n\
                [d](https://example.org/gone.md) [e](#here) [f](mailto:a@b) `[g](gone.md)`\n\
                ```md\n[h](gone.md)\n```\n[i]: spec/ \"folder\"\n[^1]: a note, gone.md\n\
                [j](with%20space.md) [k](f(1).md)\n";
    let files = fixture(&[
        ("docs/page.md", page),
        ("docs/spec/a.md", ""),
        ("docs/with space.md", ""),
        ("docs/f(1).md", ""),
        ("b.png", ""),
    ]);
    expect_findings(check(&files), &[]);
}

#[test]
fn a_link_to_nothing_is_a_finding() {
    let page = "See [a](gone.md) and [b](page.md).\n\n[c]: ../../outside.md\n[d](lost/page.md#x)\n";
    let expected = [
        "docs/page.md:1: gone.md does not exist",
        "docs/page.md:3: ../../outside.md",
        "docs/page.md:4: lost/page.md",
    ];
    expect_findings(check(&fixture(&[("docs/page.md", page)])), &expected);
}

#[test]
fn a_block_without_end_is_a_finding() {
    expect_findings(check(&fixture(&[("a.md", "\n```sh\nls\n")])), &["a.md:2: this block is never closed"]);
}
