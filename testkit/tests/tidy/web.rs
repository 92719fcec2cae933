//! What the templates and scripts of the web app name is there, and nothing in them breaks the strict content policy.

use crate::tree::{File, expect_findings, find, fixture};

const FOLDER: &str = "host/regimen/src/web/";
const TEXTS: &str = "catalog/texts/en.ftl";
const SPRITE: &str = "host/regimen/src/web/assets/icons.svg";

/// Finds texts, icons and files that templates name and that do not exist, and what the policy of AC-13 forbids.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    let texts = find(files, TEXTS).map(|file| file.text.as_str()).unwrap_or_default();
    let sprite = find(files, SPRITE).map(|file| file.text.as_str()).unwrap_or_default();
    let has_text =
        |id: &str| texts.lines().any(|line| line.strip_prefix(id).is_some_and(|rest| rest.starts_with(" =")));
    let has_icon = |id: &str| sprite.contains(&format!("id=\"{id}\""));
    let mut findings = Vec::new();
    let pages = files.iter().filter(|file| file.path.starts_with(FOLDER) && file.has_extension("html"));
    for page in pages {
        let path = &page.path;
        for (number, line) in (1..).zip(page.text.lines()) {
            let mut find = |what: &str| findings.push(format!("{path}:{number}: {what}"));
            for id in named(line, &["at.t(\"", "at.t1(\""]).filter(|id| !has_text(id)) {
                find(&format!("no text {id}"));
            }
            for id in named(line, &["at.icon(\""]).filter(|id| !has_icon(id)) {
                find(&format!("no icon {id}"));
            }
            for name in named(line, &["at.asset(\""]) {
                if !files.iter().any(|file| file.path == format!("{FOLDER}assets/{name}"))
                    && !name.contains(".png")
                {
                    find(&format!("no file {name}"));
                }
            }
            for forbidden in [" style=\"", " onclick=", " onsubmit=", "<style", "<script>"] {
                if line.contains(forbidden) {
                    find(&format!("{} breaks the content policy", forbidden.trim()));
                }
            }
        }
    }
    findings
}

/// What stands between one of these openings and the next quote.
fn named<'l>(line: &'l str, openings: &'l [&str]) -> impl Iterator<Item = &'l str> {
    let after = openings.iter().flat_map(move |opening| line.split(opening).skip(1));
    after.filter_map(|rest| rest.split_once('"').map(|(id, _)| id))
}

#[test]
fn a_template_names_only_what_is_there() {
    let page = "<p style=\"x\">{{ at.t(\"web-a\") }}{{ at.t1(\"web-b\", \"n\", 1) }}{{ at.icon(\"ok\")|safe }}{{ at.icon(\"no\")|safe }}{{ at.asset(\"no.js\") }}</p>";
    let files = [
        ("host/regimen/src/web/a.html", page),
        (TEXTS, "web-a = A\nweb-bb = B\n"),
        (SPRITE, "<symbol id=\"ok\"/>"),
    ];
    let expected = ["no text web-b", "no icon no", "no file no.js", "style=\" breaks the content policy"];
    expect_findings(check(&fixture(&files)), &expected);
}
