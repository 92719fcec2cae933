//! Which code and which tests name a rule, and the page that shows it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::rust::{halves, test_module_paths};
use crate::spec::{Rule, State, families, mentions, rules};
use crate::tree::{File, expect_findings, fixture};

/// How many paths a cell of the page shows.
const SHOWN_PATHS: usize = 3;

/// Paths of the files that name an id, by id.
type Places<'a> = BTreeMap<String, BTreeSet<&'a str>>;

/// The rules with the places that name them.
pub(crate) struct Coverage<'a> {
    rules: Vec<Rule<'a>>,
    code: Places<'a>,
    tests: Places<'a>,
}

impl<'a> Coverage<'a> {
    pub(crate) fn of(files: &'a [File]) -> Self {
        let rules = rules(files);
        let families = families(&rules);
        let test_modules = test_module_paths(files);
        let (mut code, mut tests) = (Places::new(), Places::new());
        for file in files {
            if file.is_rust() {
                let halves = halves(file, &test_modules);
                add(&mut tests, &file.path, &halves.tests, &families);
                for id in named_tests(&halves.tests, &families) {
                    tests.entry(id).or_default().insert(&file.path);
                }
                if is_product(&file.path) {
                    add(&mut code, &file.path, &halves.product, &families);
                }
            } else if file.has_extension("md") && file.is_below_tests() {
                add(&mut tests, &file.path, &file.text, &families);
            }
        }
        Coverage { rules, code, tests }
    }

    /// Finds built rules that no code or no test names.
    pub(crate) fn missing(&self) -> Vec<String> {
        let mut findings = Vec::new();
        for Rule { id, chapter, line, .. } in self.rules.iter().filter(|rule| rule.state == State::Built) {
            if !self.code.contains_key(*id) {
                findings.push(format!(
                    "{chapter}:{line}: no code names {id}; name it where it is kept, or mark the heading \
                     (planned) or (structural)"
                ));
            }
            if !self.tests.contains_key(*id) {
                findings.push(format!(
                    "{chapter}:{line}: no test names {id}; add a scenario or a Rust test that does, or mark \
                     the heading (planned)"
                ));
            }
        }
        findings
    }

    /// The text of the generated page.
    pub(crate) fn page(&self) -> String {
        let mut page = String::from(
            "# Coverage of the specification\n\nWhich code and which tests name a rule. Generated: \
             `UPDATE_EXPECT=1 cargo test -p regimen-testkit --test tidy`.\n\n\
             | chapter | rules | built | planned | structural |\n|---|---|---|---|---|\n",
        );
        for chapter in self.rules.chunk_by(same_chapter) {
            let name = chapter_name(&chapter[0]);
            row(&mut page, &format!("[{name}]({name}.md)"), chapter);
        }
        row(&mut page, "all", &self.rules);
        for chapter in self.rules.chunk_by(same_chapter) {
            let _ = writeln!(page, "\n## {}\n", chapter_name(&chapter[0]));
            page += "| id | rule | state | code | tests |\n|---|---|---|---|---|\n";
            for rule in chapter {
                let title = rule.title.replace('|', "\\|");
                let state = state_name(rule.state);
                // Mentions of a rule that is still planned come and go; they say nothing yet.
                let (code, tests) = match rule.state {
                    State::Built => (cell(&self.code, rule.id), cell(&self.tests, rule.id)),
                    State::Planned | State::Structural => (String::new(), String::new()),
                };
                let _ = writeln!(page, "| {} | {title} | {state} | {code} | {tests} |", rule.id);
            }
        }
        page
    }
}

fn is_product(path: &str) -> bool {
    let folders: Vec<_> = path.split('/').collect();
    matches!(folders[..], ["engine" | "host", _, "src", _, ..] | ["bench", _, ..])
}

fn add<'a>(places: &mut Places<'a>, path: &'a str, text: &str, families: &BTreeSet<&str>) {
    for (_, id) in mentions(text, families) {
        places.entry(id.to_owned()).or_default().insert(path);
    }
}

/// The rules that test functions carry in their names: `fn sr_3_raises_the_load` is about SR-3.
fn named_tests(text: &str, families: &BTreeSet<&str>) -> Vec<String> {
    let names = text.split("fn ").skip(1);
    let ids = names.filter_map(|name| {
        let mut words = name.split('_');
        let (family, number) = (words.next()?.to_uppercase(), words.next()?);
        let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && families.contains(family.as_str())).then(|| format!("{family}-{number}"))
    });
    ids.collect()
}

fn same_chapter(a: &Rule<'_>, b: &Rule<'_>) -> bool {
    a.chapter == b.chapter
}

fn chapter_name<'a>(rule: &Rule<'a>) -> &'a str {
    let file = rule.chapter.rsplit('/').next().unwrap_or(rule.chapter);
    file.trim_end_matches(".md")
}

fn state_name(state: State) -> &'static str {
    match state {
        State::Built => "built",
        State::Planned => "planned",
        State::Structural => "structural",
    }
}

/// A row of the table of totals.
fn row(page: &mut String, name: &str, rules: &[Rule<'_>]) {
    let count = |state| rules.iter().filter(|rule| rule.state == state).count();
    let (built, planned) = (count(State::Built), count(State::Planned));
    let structural = count(State::Structural);
    let _ = writeln!(page, "| {name} | {} | {built} | {planned} | {structural} |", rules.len());
}

/// The first paths that name `id`, short, and how many more there are.
fn cell(places: &Places<'_>, id: &str) -> String {
    let Some(paths) = places.get(id) else { return String::new() };
    let mut shown: Vec<_> = paths.iter().take(SHOWN_PATHS).map(|path| format!("`{}`", short(path))).collect();
    if SHOWN_PATHS < paths.len() {
        shown.push(format!("+{}", paths.len() - SHOWN_PATHS));
    }
    shown.join(" ")
}

/// A path without the folder of its layer and without `src`.
fn short(path: &str) -> String {
    let path = path.strip_prefix("engine/").or_else(|| path.strip_prefix("host/")).unwrap_or(path);
    path.replacen("/src/", "/", 1)
}

fn sample(chapter: &str) -> Vec<File> {
    fixture(&[
        ("docs/spec/a.md", chapter),
        ("engine/x/src/lib.rs", "//! ZZ-1\n#[cfg(test)]\nmod tests {\n    // ZZ-2\n}\n"),
        ("engine/x/tests/scenarios/one.md", "# ZZ-1"),
        ("host/y/tests/all.rs", "//! ZZ-3"),
        ("testkit/src/lib.rs", "//! ZZ-3"),
    ])
}

#[test]
fn a_built_rule_needs_code_and_a_test() {
    let files = sample("### ZZ-1 One\n### ZZ-2 Two\n### ZZ-3 Three\n### ZZ-4 Four");
    let expected = [
        "docs/spec/a.md:2: no code names ZZ-2",
        "docs/spec/a.md:3: no code names ZZ-3",
        "docs/spec/a.md:4: no code names ZZ-4",
        "docs/spec/a.md:4: no test names ZZ-4",
    ];
    expect_findings(Coverage::of(&files).missing(), &expected);
}

#[test]
fn code_without_a_test_is_not_enough() {
    let files = fixture(&[("docs/spec/a.md", "### ZZ-1 One"), ("bench/src/main.rs", "//! ZZ-1")]);
    expect_findings(Coverage::of(&files).missing(), &["no test names ZZ-1"]);
}

#[test]
fn planned_and_structural_rules_need_nothing() {
    let files = sample("### ZZ-1 One\n### ZZ-2 Two (planned)\n### ZZ-4 Four (structural)");
    expect_findings(Coverage::of(&files).missing(), &[]);
}

#[test]
fn the_page_shows_totals_and_places() {
    let mut files = sample("### ZZ-1 One | two\n### ZZ-2 Two (planned)\n");
    files.extend(fixture(&[
        ("docs/spec/b.md", "### Y-1 Why (structural)"),
        ("engine/x/tests/scenarios/four.md", "ZZ-1"),
        ("engine/x/tests/scenarios/three.md", "ZZ-1"),
        ("engine/x/tests/scenarios/two.md", "ZZ-1"),
    ]));
    let page = Coverage::of(&files).page();
    for line in [
        "| [a](a.md) | 2 | 1 | 1 | 0 |",
        "| [b](b.md) | 1 | 0 | 0 | 1 |",
        "| all | 3 | 1 | 1 | 1 |",
        "| ZZ-1 | One \\| two | built | `x/lib.rs` | `x/tests/scenarios/four.md` `x/tests/scenarios/one.md` \
         `x/tests/scenarios/three.md` +1 |",
        "| ZZ-2 | Two | planned |  |  |",
        "| Y-1 | Why | structural |  |  |",
    ] {
        assert!(page.lines().any(|found| found == line), "no line\n{line}\nin\n{page}");
    }
}

#[test]
fn a_test_function_may_name_its_rule() {
    let families = BTreeSet::from(["ZZ", "X"]);
    let text =
        "fn zz_3_holds() {} fn x_12_too() {} fn x_men() {} fn yy_1_unknown_family() {} fn zz_300_no() {}";
    assert_eq!(named_tests(text, &families), ["ZZ-3", "X-12"]);
}
