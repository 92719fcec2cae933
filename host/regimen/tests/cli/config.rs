//! The settings: which source wins, where a value came from, and what is refused.

use std::io::{self, Write};

use regimen::service::app::Place;
use serde_json::{Value, json};

use super::{Machine, story::both::Fresh};

const SECRET: &str = "c2VjcmV0LW9mLXRoaXMtdGVzdA";

/// The value of one setting in effect, and where it came from.
fn setting(machine: &Machine, args: &[&str], key: &str) -> (Value, Value) {
    let shown = machine.run(&[args, &["config", "show", "--json"]].concat()).json();
    let row = shown["settings"].as_array().unwrap().iter().find(|row| row["key"] == key).unwrap();
    (row["value"].clone(), row["from"].clone())
}

#[test]
fn defaults_hold_when_nothing_is_set() {
    let machine = Machine::new();
    let shown = machine.run(&["config", "--json"]).json();
    assert_eq!(shown["file"], Value::Null);
    let data = machine.path(".local/share/regimen");
    let expected = [
        ("lang", json!("auto")),
        ("data", json!(data)),
        ("listen", json!("127.0.0.1:8080")),
        ("database_url", Value::Null),
        ("public_url", Value::Null),
        ("trusted_proxies", Value::Null),
        ("secret_key", Value::Null),
        ("secret_key_before", Value::Null),
        ("intent_default_for_new_users", json!("off")),
        ("accounts.sign_up", json!("closed")),
        ("dialog.emergency_text", Value::Null),
        ("dialog.tuning", Value::Null),
        ("flow.planner", json!("rules")),
        ("flow.on_model_failure", json!("fallback")),
        ("flow.repairs", json!(3)),
        ("flow.transport_retries", json!(2)),
        ("flow.total_deadline_s", json!(240)),
        ("flow.debug_capture", json!(false)),
        ("flow.fetch.enabled", json!(false)),
        ("flow.fetch.allow_hosts", Value::Null),
        ("model.base_url", Value::Null),
        ("model.api_key", Value::Null),
        ("model.allow_http", json!(false)),
        ("model.suggestions", json!(false)),
        ("model.outcomes", json!(false)),
        ("model.response_format", json!("auto")),
        ("model.max_prompt_chars", json!(120_000)),
        ("model.seed", json!(1)),
        ("model.concurrency", json!(4)),
        ("model.analyzer.model", json!("gpt-4o-mini")),
        ("model.analyzer.temperature", json!("0.1")),
        ("model.analyzer.timeout_s", json!(90)),
        ("model.analyzer.max_tokens", json!(3000)),
        ("model.generator.model", json!("gpt-4o-mini")),
        ("model.generator.temperature", json!("0.4")),
        ("model.generator.timeout_s", json!(60)),
        ("model.generator.max_tokens", json!(6000)),
        ("model.generator.format", json!("yaml")),
        ("model.breaker.failures", json!(5)),
        ("model.breaker.window_s", json!(600)),
        ("model.breaker.open_s", json!(120)),
        ("log.level", json!("info")),
        ("log.format", json!("text")),
        ("metrics.enabled", json!(false)),
        ("metrics.small", json!(false)),
        ("metrics.token", Value::Null),
        ("oidc.issuer", Value::Null),
        ("oidc.client_id", Value::Null),
        ("oidc.client_secret", Value::Null),
        ("oidc.scopes", json!("openid profile")),
        ("oidc.allowed_groups", Value::Null),
        ("oidc.admin_group", Value::Null),
        ("oidc.create_accounts", json!(false)),
        ("strava.client_id", Value::Null),
        ("strava.client_secret", Value::Null),
        ("strava.scopes", json!("read,activity:read_all")),
        ("strava.base_url", json!("https://www.strava.com")),
    ];
    let expected =
        expected.map(|(key, value)| json!({ "key": key, "value": value, "from": { "kind": "default" } }));
    assert_eq!(shown["settings"], json!(expected.to_vec()));
}

#[test]
fn the_environment_wins_over_the_file_and_flags_over_both() {
    let machine = Machine::new();
    let file =
        machine.file(".config/regimen/config.toml", "# ours\nlang = \"ru\"\n\n[log]\nlevel = \"warn\"\n");
    assert_eq!(
        setting(&machine, &[], "lang"),
        (json!("ru"), json!({ "kind": "file", "path": file, "line": 2 }))
    );
    assert_eq!(setting(&machine, &[], "log.level").1["line"], 5);

    let machine = machine.set("REGIMEN_LANG", "auto");
    let from = json!({ "kind": "environment", "variable": "REGIMEN_LANG" });
    assert_eq!(setting(&machine, &[], "lang"), (json!("auto"), from));
    assert_eq!(setting(&machine, &[], "log.level").0, "warn");

    let from = json!({ "kind": "flag", "flag": "--lang" });
    assert_eq!(setting(&machine, &["--lang", "en"], "lang"), (json!("en"), from));
}

#[test]
fn the_text_names_file_and_line_variable_and_flag() {
    let machine = Machine::new().set("REGIMEN_LISTEN", "[::1]:9000").set("REGIMEN_CONFIG", "my.toml");
    machine.file("my.toml", "log.format = \"json\"\nmetrics = { enabled = true }\n");
    let shown = machine.run(&["config", "--lang", "en"]).data();
    let lines: Vec<String> =
        shown.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(lines[0], "Settings file: my.toml");
    for line in [
        "SETTING VALUE FROM",
        "lang en --lang",
        "listen [::1]:9000 REGIMEN_LISTEN",
        "log.level info default",
        "log.format json my.toml:1",
        "metrics.enabled true my.toml:2",
        "metrics.token not set default",
    ] {
        assert!(lines.iter().any(|shown| shown == line), "{line} is not in {shown}");
    }
}

#[test]
fn the_file_is_the_one_of_the_flag_then_of_the_variable_then_the_usual_one() {
    let machine = Machine::new();
    let usual = machine.file("xdg/regimen/config.toml", "");
    let named = machine.file("named.toml", "");
    let flagged = machine.file("flagged.toml", "");
    let file = |machine: &Machine, args: &[&str]| {
        machine.run(&[args, &["config", "--json"]].concat()).json()["file"].clone()
    };

    let machine = machine.set("XDG_CONFIG_HOME", usual.strip_suffix("/regimen/config.toml").unwrap());
    assert_eq!(file(&machine, &[]), usual);
    let machine = machine.set("REGIMEN_CONFIG", &named);
    assert_eq!(file(&machine, &[]), named);
    assert_eq!(file(&machine, &["--config", &flagged]), flagged);
}

#[cfg(unix)]
#[test]
fn the_file_may_be_a_pipe() {
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(b"lang = \"ru\"").unwrap();
    drop(writer);
    let machine = Machine::new();
    let mut command = machine.command(&["config", "--json", "--config", "/dev/stdin"]);
    let shown: Value = serde_json::from_slice(&command.stdin(reader).output().unwrap().stdout).unwrap();
    assert_eq!(shown["settings"][0]["value"], "ru");
}

#[test]
fn secrets_come_from_files_and_are_never_shown() {
    let machine = Machine::new();
    let file = machine.file("run/secret", format!("{SECRET}\n"));
    let machine = machine.set("REGIMEN_SECRET_KEY_FILE", &file).set("REGIMEN_METRICS_TOKEN", SECRET);
    let from = json!({ "kind": "environment", "variable": "REGIMEN_SECRET_KEY_FILE", "file": file });
    assert_eq!(setting(&machine, &[], "secret_key"), (json!("********"), from));
    for args in [&["config"][..], &["config", "--json"]] {
        let shown = machine.run(args).data();
        assert!(shown.contains("********") && !shown.contains(SECRET), "{shown}");
    }
}

#[test]
fn every_setting_can_come_from_a_file_without_its_last_line_end() {
    let machine = Machine::new();
    let file = machine.file("level", "debug\r\n");
    let machine = machine.set("REGIMEN_LOG_LEVEL_FILE", &file);
    assert_eq!(setting(&machine, &[], "log.level").0, "debug");
    let shown = machine.run(&["config"]).data();
    assert!(shown.contains(&format!("REGIMEN_LOG_LEVEL_FILE={file}")), "{shown}");
}

#[test]
fn a_secret_that_cannot_be_used_is_not_told() {
    let machine = Machine::new().set("REGIMEN_DATABASE_URL", format!("mysql://regimen:{SECRET}@db/regimen"));
    let refusal = machine.run(&["config"]).refusal();
    let expected = "error: `mysql://********` is not a value for the setting `database_url` (from \
                    REGIMEN_DATABASE_URL); it takes a URL that starts with one of postgres://, postgresql://, sqlite:\n";
    assert_eq!(refusal, expected);
    for (given, shown) in [(SECRET, "`********`"), ("mysql://db/regimen", "`mysql://db/regimen`")] {
        let refusal = Machine::new().set("REGIMEN_DATABASE_URL", given).run(&["config"]).refusal();
        assert!(refusal.starts_with(&format!("error: {shown} is not a value")), "{refusal}");
    }

    let machine = Machine::new();
    machine.file(".config/regimen/config.toml", format!("secret_key = {SECRET}\n"));
    let refusal = machine.run(&["config"]).refusal();
    assert!(refusal.contains("config.toml:1:14 is not valid TOML") && !refusal.contains(SECRET), "{refusal}");
}

#[tokio::test]
async fn gl_8_a_database_is_a_file_or_one_of_postgresql_by_its_url() {
    let machine = Machine::new();
    let password = machine.file("password", "correct horse battery staple");
    let (absolute, relative) = (machine.path("elsewhere/mine.db"), machine.path("beside.db"));
    let Place::Postgres(postgres) = Fresh::postgres().await.place else { unreachable!() };
    for (url, file) in [
        (format!("sqlite://{}", absolute.display()), Some(absolute)),
        ("sqlite://beside.db".to_owned(), Some(relative)),
        (postgres, None),
    ] {
        let create = ["--database-url", &url, "account", "create", "anna", "--password-file", &password];
        let created = machine.run(&create);
        assert_eq!(created.status, 0, "{url}: {}", created.err);
        assert!(file.is_none_or(|file| file.is_file()), "{url}");
        let listed = machine.run(&["--database-url", &url, "account"]).data();
        assert!(listed.contains("anna"), "{url}: {listed}");
    }
    assert!(!machine.path(".local/share/regimen").exists());
}

#[test]
fn gl_4_proxies_that_are_no_addresses_are_told_what_is_valid() {
    let machine = Machine::new().set("REGIMEN_TRUSTED_PROXIES", "172.18.0.2, proxy");
    for args in [&["config"][..], &["serve"]] {
        let refusal = machine.run(args).refusal();
        assert!(refusal.contains("`172.18.0.2, proxy` is not a value"), "{refusal}");
        assert!(refusal.contains("it takes IP addresses and networks with commas between them"), "{refusal}");
    }
}

#[test]
fn ac_4_a_link_names_an_address_that_can_be_reached() {
    let machine = Machine::new().set("REGIMEN_LISTEN", "0.0.0.0:9000");
    let password = machine.file("password", "correct horse battery staple");
    assert_eq!(machine.run(&["account", "create", "anna", "--password-file", &password]).status, 0);
    let told = machine.run(&["account", "reset", "anna"]).data();
    assert!(told.contains("http://127.0.0.1:9000/"), "{told}");
    let machine = machine.set("REGIMEN_PUBLIC_URL", "https://coach.example");
    let told = machine.run(&["account", "reset", "anna"]).data();
    assert!(told.contains("https://coach.example/"), "{told}");
}

#[test]
fn an_empty_variable_counts_as_not_set_but_an_empty_value_is_refused() {
    let machine = Machine::new().set("REGIMEN_LISTEN", "").set("REGIMEN_SECRET_KEY_FILE", "");
    assert_eq!(setting(&machine, &[], "listen").1, json!({ "kind": "default" }));
    machine.file("a.toml", "[metrics]\ntoken = \"\"");
    let refusal = machine.run(&["config", "--config", "a.toml"]).refusal();
    assert!(
        refusal.contains("`metrics.token` (from a.toml:2); it takes a text that is not empty"),
        "{refusal}"
    );
}

#[test]
fn the_template_sets_nothing_and_every_line_of_it_can_be_used() {
    let machine = Machine::new();
    let template = machine.run(&["config", "template"]).data();
    machine.file("all.toml", &template);
    let defaults = machine.run(&["config", "--json"]).json();
    let with_template = machine.run(&["config", "--json", "--config", "all.toml"]).json();
    assert_eq!(defaults["settings"], with_template["settings"]);

    let uncommented = template.lines().map(|line| match line.strip_prefix('#') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_lowercase()) => rest,
        _ => line,
    });
    machine.file("all.toml", uncommented.collect::<Vec<_>>().join("\n"));
    let shown = machine.run(&["config", "--json", "--config", "all.toml"]).json();
    let rows = shown["settings"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["from"]["kind"] == "file"), "{shown}");
    assert!(template.lines().all(|line| line.chars().count() <= 80), "{template}");
}

#[test]
fn the_table_of_settings_is_there_for_programs() {
    let table = Machine::new().run(&["config", "template", "--json"]).json();
    let level = table.as_array().unwrap().iter().find(|row| row["key"] == "log.level").unwrap();
    assert_eq!(level["variable"], "REGIMEN_LOG_LEVEL");
    assert_eq!(level["default"], "info");
    assert_eq!(level["allowed"], json!(["error", "warn", "info", "debug", "trace"]));
}

#[test]
fn l_28_a_model_elsewhere_needs_https_unless_that_is_waived() {
    let machine = Machine::new().set("REGIMEN_MODEL_BASE_URL", "http://10.0.0.7:8000/v1");
    let refusal = machine.run(&["session"]).refusal();
    assert!(refusal.contains("model.allow_http"), "{refusal}");
    let machine = machine.set("REGIMEN_MODEL_ANALYZER_TEMPERATURE", "2.01");
    let refusal = machine.run(&["config"]).refusal();
    assert!(refusal.contains("it takes a number from 0 to 2 with at most two decimals"), "{refusal}");
}
