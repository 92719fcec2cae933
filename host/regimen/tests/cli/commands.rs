//! GL-10: what the commands print.

use std::{collections::BTreeSet, fs, io, path::Path};

use serde_json::{Value, json};

use super::{Machine, documents, jobs, names_in, regimen};

const COMMANDS: &[&[&str]] = &[
    &[],
    &["config"],
    &["config", "show"],
    &["config", "template"],
    &["train"],
    &["train", "select"],
    &["train", "session"],
    &["train", "substitute"],
    &["train", "week"],
    &["train", "simulate"],
    &["train", "verify"],
    &["meals"],
    &["meals", "plan"],
    &["meals", "solve"],
    &["meals", "targets"],
    &["meals", "shopping"],
    &["meals", "verify"],
    &["account"],
    &["account", "create"],
    &["account", "list"],
    &["account", "password"],
    &["account", "invite"],
    &["account", "reset"],
    &["account", "roles"],
    &["account", "disable"],
    &["account", "enable"],
    &["account", "delete"],
    &["athlete"],
    &["athlete", "show"],
    &["athlete", "delete"],
    &["profile"],
    &["profile", "show"],
    &["profile", "set"],
    &["profile", "edit"],
    &["settings"],
    &["settings", "consent"],
    &["settings", "exercise"],
    &["equipment"],
    &["equipment", "show"],
    &["equipment", "set"],
    &["equipment", "remove"],
    &["activity"],
    &["activity", "list"],
    &["activity", "import"],
    &["strava"],
    &["strava", "status"],
    &["strava", "sync"],
    &["strava", "disconnect"],
    &["body"],
    &["measure"],
    &["templates"],
    &["templates", "list"],
    &["templates", "show"],
    &["templates", "add"],
    &["templates", "remove"],
    &["exercises"],
    &["exercises", "list"],
    &["exercises", "show"],
    &["exercises", "add"],
    &["exercises", "remove"],
    &["ladders"],
    &["ladders", "list"],
    &["ladders", "import"],
    &["ladders", "remove"],
    &["block"],
    &["block", "show"],
    &["block", "start"],
    &["block", "deload"],
    &["session"],
    &["session", "plan"],
    &["session", "log"],
    &["session", "analyze"],
    &["session", "render"],
    &["session", "check"],
    &["session", "drafts"],
    &["session", "read"],
    &["session", "readings"],
    &["session", "confirm"],
    &["session", "dismiss"],
    &["session", "accept"],
    &["session", "decline"],
    &["serve"],
    &["token"],
    &["token", "list"],
    &["token", "create"],
    &["token", "revoke"],
    &["grants"],
    &["grants", "list"],
    &["grants", "ask"],
    &["grants", "confirm"],
    &["grants", "revoke"],
    &["foods", "offer"],
    &["foods", "share"],
    &["foods", "unshare"],
    &["recipes", "offer"],
    &["recipes", "share"],
    &["recipes", "unshare"],
    &["catalog"],
    &["catalog", "list"],
    &["catalog", "show"],
    &["catalog", "check"],
    &["calibrate"],
    &["metrics"],
    &["volume"],
    &["miss-model"],
    &["miss-model", "status"],
    &["miss-model", "train"],
    &["events"],
    &["report"],
    &["report", "week"],
    &["review"],
    &["review", "export"],
    &["review", "import"],
    &["jobs"],
    &["jobs", "list"],
    &["jobs", "run"],
    &["jobs", "retry"],
    &["jobs", "archive"],
    &["llm"],
    &["llm", "probe"],
    &["schema"],
    &["completions"],
    &["man"],
];

#[test]
fn every_help_has_examples_and_fits_a_terminal() {
    for command in COMMANDS {
        let help = regimen(&[command, &["--help"][..]].concat()).data();
        assert!(help.contains("\nExamples:\n  "), "{command:?}: {help}");
        assert!(!help.contains('\x1b'), "{command:?} prints colors into a pipe");
        let after = help.split("Examples:").nth(1).unwrap();
        assert!(after.lines().all(|line| line.chars().count() <= 80), "{command:?} is too wide: {after}");
    }
}

#[test]
fn the_short_and_the_long_help_are_the_same() {
    for command in COMMANDS {
        let help = |flag| regimen(&[command, &[flag][..]].concat()).data();
        assert_eq!(help("-h"), help("--help"), "{command:?}");
    }
}

#[test]
fn a_noun_without_the_verb_it_needs_prints_help_and_leaves_with_2() {
    let refusal = regimen(&["suggest"]).refusal();
    assert!(refusal.contains("Usage: regimen suggest [OPTIONS] <COMMAND>"), "{refusal}");
    assert!(refusal.contains("Examples:"), "{refusal}");
}

#[test]
fn help_says_what_each_exit_status_means() {
    let help = regimen(&["--help"]).data();
    for status in ["0", "1", "2", "3", "4", "5", "70"] {
        assert!(help.contains(&format!("\n  {status:<3} ")), "{status} is not in {help}");
    }
}

#[test]
fn colors_are_a_choice() {
    assert!(regimen(&["--help", "--color", "always"]).data().contains("\x1b[1m"));
    assert!(regimen(&["--color=always", "confg"]).refusal().starts_with("\x1b[1;31merror:"));
    assert!(regimen(&["--color=never", "confg"]).refusal().starts_with("error:"));
    let page = regimen(&["config", "--color=always", "--lang=ru"]).data();
    assert!(page.contains("\x1b[1mНАСТРОЙКА") && !page.contains("\x1b[1mlang"), "{page}");
}

#[test]
fn version_is_the_version_only() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(regimen(&["--version"]).data(), format!("regimen {version}\n"));
    assert_eq!(regimen(&["-V", "--json"]).json(), json!({ "name": "regimen", "version": version }));
}

#[test]
fn completions_exist_for_the_common_shells() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = regimen(&["completions", shell]).data();
        assert!(script.contains("completions") && script.contains("lang"), "{shell}: {script}");
    }
}

#[test]
fn man_writes_a_page_per_command_and_says_so() {
    let machine = Machine::new();
    let said = machine.run(&["man", "share/man1"]).data();
    let pages = names_in(&machine.path("share/man1"));
    assert!(said.starts_with(&format!("Wrote {} pages to share/man1\n", pages.len())), "{said}");
    for command in COMMANDS {
        let page = format!("{}.1", [&["regimen"], *command].concat().join("-"));
        assert!(pages.contains(&page), "{page} is not among {pages:?}");
    }
    for page in &pages {
        let page = fs::read_to_string(machine.path("share/man1").join(page)).unwrap();
        assert!(page.contains(".SH EXAMPLES\n.nf\n"), "{page}");
    }

    let said = machine.run(&["man", "share/man1", "--json"]).json();
    assert_eq!(said["dir"], "share/man1");
    assert_eq!(said["pages"].as_array().unwrap().len(), pages.len());
}

#[test]
fn schema_alone_lists_the_documents() {
    let rows: Vec<Value> =
        documents().iter().map(|doc| json!({ "name": doc.name, "title": doc.title })).collect();
    assert_eq!(regimen(&["schema", "--json"]).json(), Value::from(rows));
    let list = regimen(&["schema", "--list"]).data();
    assert!(documents().iter().all(|document| list.contains(document.name)), "{list}");
    assert_eq!(regimen(&["schema"]).data(), list);
}

#[test]
fn every_document_has_a_schema_that_its_example_satisfies() {
    for document in documents() {
        let schema: Value = serde_json::from_str(&regimen(&["schema", document.name]).data()).unwrap();
        assert_eq!(regimen(&["schema", document.name, "--json"]).json(), schema);
        let example = regimen(&["schema", document.name, "--example"]).data();
        let example: Value = serde_json::from_str(&example).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator.iter_errors(&example).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", document.name);
    }
}

/// The names that commands give to the documents they read: the first text in a call of `read`, `read_or`, `read_yaml`.
fn names_read_by(source: &str) -> Vec<&str> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let calls = ["read(", "read_or(", "read_yaml(", "read_yaml::<"];
    let places = calls.iter().flat_map(|call| source.match_indices(call)).map(|(at, _)| at);
    places
        .filter(|at| source[..*at].ends_with(['.', ' ']))
        .filter_map(|at| source[at..].split(';').next()?.split('"').nth(1))
        .collect()
}

#[test]
fn every_document_that_a_command_reads_is_one_that_schema_knows() {
    let known: Vec<&str> = documents().iter().map(|document| document.name).collect();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli")];
    let mut read = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name != "tests.rs") {
                let source = fs::read_to_string(path).unwrap();
                read.extend(names_read_by(&source).into_iter().map(str::to_owned));
            }
        }
    }
    for name in &read {
        assert!(known.contains(&name.as_str()), "`regimen schema {name}` is unknown");
    }
    for name in ["equipment", "profile", "template", "session-report", "activities", "exercise", "ladder"] {
        assert!(read.contains(name), "{name} is not found in the sources: {read:?}");
    }
}

#[test]
fn the_example_of_a_document_is_taken_by_the_command_that_reads_it() {
    let machine = jobs::machine();
    for (name, command) in [
        ("equipment", &["equipment", "set"][..]),
        ("profile", &["profile", "edit"]),
        ("template", &["templates", "add"]),
        ("activities", &["activity", "import", "--dry-run"]),
    ] {
        let example = machine.run(&["schema", name, "--example"]).data();
        let file = machine.file(&format!("{name}.json"), example);
        machine.run(&[command, &[file.as_str(), "--json"]].concat()).json();
    }
    machine.file("bad.json", r#"{"equipment": 3}"#);
    let refusal = machine.run(&["equipment", "set", "bad.json"]).refusal();
    assert!(refusal.contains("`regimen schema equipment --example`"), "{refusal}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_problem() {
    let machine = Machine::new();
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let output = machine.command(&["completions", "bash"]).stdout(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[cfg(target_os = "linux")]
#[test]
fn gl_4_output_that_cannot_be_written_leaves_with_1() {
    let machine = Machine::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = machine.command(&["completions", "bash"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: cannot write the output: no space left\n");
}

#[test]
fn gl_4_of_several_commands_the_likest_is_meant() {
    for (typed, meant) in [("sesion", "session"), ("proposal", "proposals"), ("diry", "diary")] {
        let refused = regimen(&[typed]).refusal();
        assert!(refused.contains(&format!("maybe `{meant}`")), "{refused}");
    }
}
