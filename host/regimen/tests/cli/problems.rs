//! GL-4: what the program says when it says no.

use serde_json::{Value, json};

use super::{Machine, documents, regimen};

/// The refusal of a settings file with this content, which the message calls `a.toml`.
fn refusal_of(content: &str) -> String {
    let machine = Machine::new();
    machine.file("a.toml", content);
    machine.run(&["--config", "a.toml", "config"]).refusal()
}

#[test]
fn an_unknown_key_is_named_with_its_line_and_the_nearest() {
    let refusal = refusal_of("[log]\n\nlevle = \"info\"\n");
    assert_eq!(refusal, "error: unknown setting `log.levle` in a.toml:3; maybe `log.level`\n");
    let refusal = refusal_of("level = \"info\"\n");
    assert_eq!(refusal, "error: unknown setting `level` in a.toml:1; maybe `log.level`\n");
    let refusal = refusal_of("[colors]\nerror = \"red\"\n");
    let expected =
        "error: unknown setting `colors` in a.toml:1; `regimen config template` shows all of them\n";
    assert_eq!(refusal, expected);
}

#[test]
fn an_unknown_variable_is_the_same_problem() {
    let problem = Machine::new().set("REGIMEN_LISTN", "x").run(&["config", "--json"]).refusal_object();
    assert_eq!(problem["code"], "unknown_setting");
    assert_eq!(
        problem["detail"],
        "unknown setting `REGIMEN_LISTN` in the environment; maybe `REGIMEN_LISTEN`"
    );
}

#[test]
fn a_value_that_cannot_be_used_is_named_with_what_can() {
    for (content, expected) in [
        (
            "log.level = \"wran\"",
            "`wran` is not a value for the setting `log.level` (from a.toml:1); \
             it takes one of error, warn, info, debug, trace; maybe `warn`",
        ),
        (
            "[metrics]\nenabled = \"true\"",
            "`true` is not a value for the setting `metrics.enabled` (from a.toml:2); it takes true or false",
        ),
        (
            "listen = 8080",
            "`8080` is not a value for the setting `listen` (from a.toml:1); \
             it takes an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080",
        ),
        (
            "data = [\"a\"]",
            "`[\"a\"]` is not a value for the setting `data` (from a.toml:1); it takes a path",
        ),
    ] {
        assert_eq!(refusal_of(content), format!("error: {expected}\n"));
    }
}

#[test]
fn a_bad_value_is_refused_even_where_a_higher_source_replaces_it() {
    let machine = Machine::new().set("REGIMEN_LANG", "de");
    let refusal = machine.run(&["--lang", "en", "config"]).refusal();
    let expected = "error: `de` is not a value for the setting `lang` (from REGIMEN_LANG); \
                    it takes one of auto, en, ru\n";
    assert_eq!(refusal, expected);
}

#[test]
fn a_variable_and_its_file_exclude_each_other() {
    let machine = Machine::new().set("REGIMEN_SECRET_KEY", "a").set("REGIMEN_SECRET_KEY_FILE", "b");
    let problem = machine.run(&["config", "--json"]).refusal_object();
    assert_eq!(problem["code"], "ambiguous_setting");
    assert_eq!(
        problem["detail"],
        "REGIMEN_SECRET_KEY and REGIMEN_SECRET_KEY_FILE are both set; \
         only one of them may give the setting `secret_key`"
    );
}

#[test]
fn a_file_that_is_named_must_be_there() {
    let refusal = regimen(&["--config", "nope.toml", "config"]).refusal();
    assert_eq!(refusal, "error: cannot read nope.toml, named by --config: there is no such file\n");
    let refusal = Machine::new().set("REGIMEN_CONFIG", ".").run(&["config"]).refusal();
    assert_eq!(refusal, "error: cannot read ., named by REGIMEN_CONFIG: it is a folder\n");
    let refusal = Machine::new().set("REGIMEN_DATA_FILE", "gone").run(&["config"]).refusal();
    assert_eq!(refusal, "error: cannot read gone, named by REGIMEN_DATA_FILE: there is no such file\n");
}

#[test]
fn a_file_that_is_no_text_is_refused() {
    let machine = Machine::new();
    let file = machine.file(".config/regimen/config.toml", b"lang = \"\xff\"");
    let refusal = machine.run(&["config"]).refusal();
    assert_eq!(refusal, format!("error: cannot read {file}: it is not UTF-8 text\n"));
}

#[test]
fn gl_4_the_object_has_all_members() {
    let machine = Machine::new();
    machine.file("a.toml", "[log]\nlevle = \"info\"\n");
    let problem = machine.run(&["--json", "--config", "a.toml", "config"]).refusal_object();
    let expected = json!({
        "type": "/errors/unknown_setting",
        "title": "Unknown setting",
        "status": 422,
        "detail": "unknown setting `log.levle` in a.toml:2; maybe `log.level`",
        "code": "unknown_setting",
        "spec": "GL-4",
        "pointer": "/log/levle",
        "facts": { "key": "log.levle", "from": "a.toml:2", "nearest": "log.level" },
    });
    assert_eq!(problem, expected);
}

#[test]
fn gl_4_a_wrong_command_line_is_a_problem_like_any_other() {
    for (args, reason, detail) in [
        (&["confg"][..], "unknown_command", "unknown command `confg`; maybe `config`"),
        (&["config", "--jsn"], "unknown_argument", "unknown argument `--jsn`; maybe `--json`"),
        (&["completions"], "missing_argument", "`<SHELL>` is missing"),
        (&["--lang"], "missing_value", "`--lang <LANG>` needs a value"),
        (
            &["--lang", "de", "config"],
            "bad_value",
            "`de` is not a value for `--lang <LANG>`; it takes one of auto, en, ru",
        ),
        (&["schema", "--list", "a"], "conflict", "`--list` cannot be used together with `[NAME]`"),
        (&["--lang=ru", "--lang=en", "man"], "repeated", "`--lang <LANG>` is given more than once"),
        (&["suggest", "--lang", "en"], "missing_command", "a command is missing"),
        (&["schema", "--list=all"], "no_value", "`--list` takes no value"),
        (
            &["today", "--date", "2026-13-24"],
            "bad_value",
            "`2026-13-24` is not a value for `--date <DATE>`; it takes a date like 2026-03-09",
        ),
        (
            &["plan", "diff", "a", "b"],
            "bad_value",
            "`a` is not a value for `<FROM>`; it takes a whole number, 1 or more",
        ),
        (
            &["flags", "set", "pian"],
            "bad_value",
            "`pian` is not a value for `<KIND>`; it takes one of fatigue, pain, technique, illness, suspension; \
             maybe `pain`",
        ),
    ] {
        let text = regimen(args).refusal();
        assert!(text.starts_with(&format!("error: {detail}\n")), "{args:?}: {text}");
        let problem = regimen(&[&["--json"], args].concat()).refusal_object();
        assert_eq!(problem["code"], "usage", "{args:?}");
        assert_eq!((&problem["facts"]["reason"], &problem["detail"]), (&json!(reason), &json!(detail)));
    }
    assert_eq!(regimen(&["suggest", "--json"]).refusal_object()["detail"], "a command is missing");
}

#[test]
fn a_wrong_command_line_is_told_with_its_usage() {
    let refusal = regimen(&["config", "shw"]).refusal();
    let expected = "error: unknown command `shw`; maybe `show`\n\n\
                    Usage: regimen config [OPTIONS] [COMMAND]\nHelp:  regimen config --help\n";
    assert_eq!(refusal, expected);
}

#[test]
fn an_unknown_document_is_named_with_all_there_are() {
    let problem = regimen(&["schema", "no-such-document", "--json"]).refusal_object();
    assert_eq!(problem["code"], "unknown_document");
    assert_eq!(problem["status"], 404);
    let known: Vec<Value> = documents().iter().map(|document| document.name.into()).collect();
    assert_eq!(problem["facts"]["known"], Value::from(known));
    for document in documents() {
        let problem = regimen(&["schema", &format!("{}x", document.name), "--json"]).refusal_object();
        assert!(problem["facts"]["nearest"].is_string(), "{problem}");
    }
}

#[test]
fn russian_is_chosen_by_flag_variable_file_or_locale() {
    let expected = "ошибка: нет документа `nope`";
    let file = Machine::new();
    file.file(".config/regimen/config.toml", "lang = \"ru\"\nbroken = true\n");
    for (machine, args) in [
        (Machine::new(), &["schema", "nope", "--lang", "ru"][..]),
        (Machine::new().set("REGIMEN_LANG", "ru").set("LANG", "en_US.UTF-8"), &["schema", "nope"]),
        (Machine::new().set("LANG", "ru_RU.UTF-8"), &["schema", "nope"]),
        (file, &["schema", "nope"]),
    ] {
        let refusal = machine.run(args).refusal();
        assert!(refusal.starts_with(expected), "{refusal}");
    }
}

#[test]
fn russian_problems_are_russian_throughout() {
    let machine = Machine::new().set("LANG", "ru_RU.UTF-8");
    machine.file("a.toml", "lang = \"rus\"\n");
    let problem = machine.run(&["--json", "--config", "a.toml", "config"]).refusal_object();
    assert_eq!(problem["title"], "Недопустимое значение настройки");
    assert_eq!(
        problem["detail"],
        "`rus` не подходит для настройки `lang` (источник: a.toml:1); допустимо: одно из auto, en, ru; \
         может быть, `ru`"
    );
    let refusal = machine.run(&["config", "shw"]).refusal();
    let expected = "ошибка: неизвестная команда `shw`; может быть, `show`\n\n\
                    Вызов:   regimen config [OPTIONS] [COMMAND]\nСправка: regimen config --help\n";
    assert_eq!(refusal, expected);
}

#[test]
fn russian_problems_have_a_fact_for_every_hole() {
    let machine = |name: &str, value: &str| Machine::new().set("LANG", "ru_RU.UTF-8").set(name, value);
    for (machine, args) in [
        (machine("REGIMEN_LISTN", "x"), &["config"][..]),
        (machine("REGIMEN_DATABASE_URL", "x"), &["config"]),
        (machine("REGIMEN_LISTEN", "x"), &["config"]),
        (machine("REGIMEN_CONFIG", "nope"), &["config"]),
        (machine("REGIMEN_CONFIG", "."), &["config"]),
        (machine("REGIMEN_DATA", "x").set("REGIMEN_DATA_FILE", "y"), &["config"]),
        (machine("A", "b"), &["completions"]),
        (machine("A", "b"), &["completions", "sh"]),
        (machine("A", "b"), &["--lang"]),
        (machine("A", "b"), &["--color=auto", "--color=auto", "man"]),
        (machine("A", "b"), &["schema", "--list", "a"]),
    ] {
        let refusal = machine.run(args).refusal();
        assert!(refusal.starts_with("ошибка: ") && !refusal.contains("{$"), "{args:?}: {refusal}");
    }
}

#[test]
fn commands_that_need_no_settings_are_not_stopped_by_them() {
    let machine = Machine::new().set("REGIMEN_LANG", "de").set("REGIMEN_NONSENSE", "1");
    machine.run(&["completions", "bash"]).data();
    machine.run(&["config", "template"]).data();
    machine.run(&["schema"]).data();
}

#[test]
fn gl_4_what_would_be_valid_is_told_in_russian_too() {
    let machine = Machine::new();
    crate::demo::put_today(&machine);
    let plan = machine.run(&["--data", "demo", "plan", "--json"]).json();
    let key = plan["items"][0]["exercise_key"].as_str().unwrap().to_owned();
    let on = |words: &[&str]| machine.run(&[&["--data", "demo", "--lang", "ru"], words].concat()).refusal();
    for (words, told) in [
        (&["plan", "edit", &key, "load", "abc"][..], "допустимо: вес вроде 62.5"),
        (&["plan", "edit", &key, "weight", "5"], "или remove"),
        (&["plan", "rollback", "?"], "день недели, дата или ключ упражнения"),
        (&["profile", "set", "session_minutes", "many"], "целое число"),
        (&["proposals", "explain", "someday", &key], "день или id"),
    ] {
        let said = on(words);
        assert!(said.contains(told), "{words:?}: {said}");
        assert!(!said.contains("expected "), "{said}");
    }
}
