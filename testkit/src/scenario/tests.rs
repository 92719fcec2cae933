//! The harness on temporary folders.

use super::*;
use crate::temp_folder::TempFolder;

fn check_all(folder: &TempFolder, mode: Mode) -> Vec<String> {
    check_folder(folder.path(), mode, &|given| given.text.to_uppercase())
}

const GOOD: &str = "# Loud\n\n```toml\na = 1\n```\nSaid loudly:\n```text\nA = 1   \n\n```\n";
const BAD: &str =
    "# Two\n```toml\na\nb\n```\n```text\nA\nC\n```\n\n## Second\n\n```json\n{}\n```\n```text\n{}\n```\nend";

fn only(findings: Vec<String>) -> String {
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    finding.clone()
}

#[test]
fn passes_when_only_blanks_at_the_end_differ() {
    let folder = TempFolder::new(&[("deep/er/good.md", GOOD), ("notes.txt", "no scenario")]);
    assert_eq!(check_all(&folder, Mode::Compare), [""; 0]);
}

#[test]
fn reports_all_differing_files_in_order_with_a_diff() {
    let folder = TempFolder::new(&[("b.md", BAD), ("a.md", &GOOD.replace("A = 1", "A = 2")), ("c.md", GOOD)]);
    let findings = check_all(&folder, Mode::Compare);
    let [first, second] = &findings[..] else { panic!("{findings:?}") };
    assert!(first.ends_with("a.md:7: Loud\n-A = 2\n+A = 1\n"), "{first}");
    assert!(second.ends_with("b.md:6: Two\n A\n-C\n+B\n"), "{second}");
    assert_eq!(folder.text("b.md"), BAD);
}

#[test]
fn the_report_holds_all_findings_and_the_advice_to_update() {
    let report = report(&["a.md:7: Loud\n-A\n+B\n".to_owned(), "b.md:6: Two\n+C\n".to_owned()]);
    assert_eq!(report, format!("findings: 2\n\na.md:7: Loud\n-A\n+B\n\nb.md:6: Two\n+C\n\n{HINT}"));
}

#[test]
fn update_rewrites_the_text_blocks_and_nothing_else() {
    let folder = TempFolder::new(&[("b.md", BAD), ("c.md", GOOD)]);
    assert_eq!(check_all(&folder, Mode::Update), [""; 0]);
    assert_eq!(folder.text("b.md"), BAD.replace("A\nC\n", "A\nB\n"));
    assert_eq!(folder.text("c.md"), GOOD);
    assert_eq!(check_all(&folder, Mode::Compare), [""; 0]);
}

#[test]
fn update_changes_several_blocks_of_one_file() {
    let folder = TempFolder::new(&[("b.md", BAD)]);
    let run = |given: Given<'_>| format!("{}\n{}\n", given.title, given.language);
    assert_eq!(check_folder(folder.path(), Mode::Update, &run), [""; 0]);
    let text = folder.text("b.md");
    assert!(text.contains("```text\nTwo\ntoml\n```\n\n## Second"), "{text}");
    assert!(text.ends_with("```text\nSecond\njson\n```\nend"), "{text}");
}

#[test]
fn update_refuses_an_output_that_would_end_its_block() {
    let folder = TempFolder::new(&[("b.md", GOOD)]);
    let finding = only(check_folder(folder.path(), Mode::Update, &|_| "a\n```\n".to_owned()));
    assert!(finding.contains("use a longer fence"), "{finding}");
    assert_eq!(folder.text("b.md"), GOOD);
}

#[test]
fn a_panic_is_reported_with_its_scenario_and_hides_no_other() {
    let folder = TempFolder::new(&[("b.md", BAD)]);
    let run = |given: Given<'_>| {
        assert!(given.language == "json", "cannot read {}", given.language);
        "other".to_owned()
    };
    let findings = check_folder(folder.path(), Mode::Compare, &run);
    let [first, second] = &findings[..] else { panic!("{findings:?}") };
    assert!(first.ends_with("b.md:6: Two\npanicked: cannot read toml\n"), "{first}");
    assert!(second.ends_with("b.md:16: Second\n-{}\n+other\n"), "{second}");
}

#[test]
fn a_file_without_a_scenario_is_an_error() {
    let folder = TempFolder::new(&[("a.md", "# Prose\n```sh\nls\n```\n")]);
    let finding = only(check_all(&folder, Mode::Compare));
    assert!(finding.contains("a.md:1: the file has no scenario"), "{finding}");
}

#[test]
fn a_given_without_expectation_is_an_error_at_its_line() {
    let at_the_end = TempFolder::new(&[("a.md", "# A\n\n```toml\na\n```\n")]);
    let finding = only(check_all(&at_the_end, Mode::Compare));
    assert!(finding.contains("a.md:3: this given block has no expectation"), "{finding}");

    let before_another =
        TempFolder::new(&[("a.md", "```toml\na\n```\n```json\n{}\n```\n```text\n{}\n```\n")]);
    let finding = only(check_all(&before_another, Mode::Update));
    assert!(finding.contains("a.md:1: this given block has no expectation"), "{finding}");
}

#[test]
fn an_expectation_without_given_is_an_error() {
    let folder = TempFolder::new(&[("a.md", "```text\na\n```\n")]);
    let finding = only(check_all(&folder, Mode::Compare));
    assert!(finding.contains("a.md:1: this text block has no given"), "{finding}");
}

#[test]
fn an_unclosed_block_is_an_error_at_its_line() {
    let folder = TempFolder::new(&[("a.md", "```toml\na\n```\n```text\nA\n")]);
    let finding = only(check_all(&folder, Mode::Compare));
    assert!(finding.contains("a.md:4: this block is never closed"), "{finding}");
}

#[test]
fn an_empty_or_missing_folder_is_an_error() {
    let folder = TempFolder::new(&[]);
    let finding = only(check_all(&folder, Mode::Compare));
    assert!(finding.contains("no *.md file below this folder"), "{finding}");
    let missing = folder.path().join("missing");
    let finding = only(check_folder(&missing, Mode::Compare, &|_| String::new()));
    assert!(finding.contains("missing"), "{finding}");
}
