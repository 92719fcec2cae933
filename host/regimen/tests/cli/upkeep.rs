//! Backups and checkups by the program itself.

use crate::{
    Machine,
    story::{both::Fresh, person::Person},
};

/// A machine with a data folder in which somebody has trained.
fn trained() -> Machine {
    let machine = Machine::new();
    let data = machine.path("data");
    std::fs::create_dir_all(&data).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = store::Store::open(&store::Place::Sqlite(data.join("regimen.db"))).await.unwrap();
        let person = Person::new(store).await;
        person.train(1).await;
        person.app.close().await;
    });
    machine
}

#[test]
fn gl_8_backup_and_restore_by_the_program() {
    let machine = trained();
    let first = machine.run(&["backup", "all.dump", "--data", "data", "--json"]).json();
    let said = machine.run(&["backup", "told.dump", "--data", "data"]).data();
    assert!(said.contains("written to told.dump"), "{said}");
    let again = machine.run(&["backup", "all.dump", "--data", "data"]).refusal();
    assert!(again.contains("is there already"), "{again}");
    let said = machine.run(&["restore", "all.dump", "--data", "new"]).data();
    assert!(said.contains("found equal"), "{said}");
    let full = machine.run(&["restore", "all.dump", "--data", "new", "--json"]).refusal_object();
    assert_eq!(full["code"], "place_not_empty");
    let second = machine.run(&["backup", "2.dump", "--data", "new", "--json"]).json();
    assert_eq!(first, second);
    let text = std::fs::read_to_string(machine.path("all.dump")).unwrap();
    machine.file("short.dump", &text[..text.len() / 2]);
    let short = machine.run(&["restore", "short.dump", "--data", "third"]).refusal();
    assert!(short.contains("short.dump, line"), "{short}");
    assert!(!machine.path("third").exists());
    let russian = machine.run(&["restore", "data/regimen.db", "--data", "third", "--lang", "ru"]).refusal();
    assert!(russian.contains("не резервная копия"), "{russian}");
}

#[test]
fn gl_8_copy_by_the_program_shows_what_was_compared() {
    let machine = trained();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let fresh = runtime.block_on(Fresh::postgres());
    let store::Place::Postgres(url) = &fresh.place else { panic!("another kind") };
    let said = machine.run(&["copy", "--from", "data", "--to", url]).data();
    assert!(said.contains("set_performances") && said.contains("found equal"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    let back = machine.run(&["copy", "--from", url, "--to", "sqlite:back/regimen.db", "--json"]).json();
    let kept = machine.run(&["backup", "all.dump", "--data", "data", "--json"]).json();
    assert_eq!(back, kept);
    let missing = machine.run(&["copy", "--from", "nowhere", "--to", "sqlite:x.db"]).refusal();
    assert!(missing.contains("nowhere"), "{missing}");
    assert!(!machine.path("nowhere").exists() && !machine.path("x.db").exists());
}

#[test]
fn gl_8_what_a_server_refuses_is_told_with_the_setting_and_without_the_password() {
    let machine = Machine::new();
    let server = std::env::var("REGIMEN_TEST_POSTGRES").unwrap();
    let (base, _) = server.rsplit_once('/').unwrap();
    let host = base.rsplit_once('@').map_or_else(|| base.split("//").nth(1).unwrap(), |(_, host)| host);
    let nowhere = format!("{base}/no_such_database");
    let nobody = format!("postgres://nobody_here:hush-hush@{host}/postgres");
    for (url, words) in [(&nowhere, "no_such_database"), (&nobody, "nobody_here")] {
        for (lang, head) in [("en", "the database server refused: "), ("ru", "сервер базы данных отказал: ")]
        {
            let answer = machine.run(&["today", "--database-url", url, "--lang", lang]);
            assert_eq!((answer.status, answer.out.as_str()), (1, ""), "{}", answer.err);
            for part in [head, words, "`database_url`"] {
                assert!(answer.err.contains(part), "{part} is not in {}", answer.err);
            }
            assert!(!answer.err.contains("hush-hush") && !answer.err.contains('{'), "{}", answer.err);
        }
        let object = machine.run(&["today", "--database-url", url, "--json"]);
        let object: serde_json::Value = serde_json::from_str(&object.err).unwrap();
        assert_eq!(object["code"], "store_refused");
        assert!(!object.to_string().contains("hush-hush"), "{object}");
    }
}

#[test]
fn pv_14_doctor_and_verify_by_the_program() {
    let machine = trained();
    let said = machine.run(&["doctor", "--data", "data"]).data();
    assert!(said.contains("one athlete") && said.contains("as it should be"), "{said}");
    let said = machine.run(&["verify", "--data", "data", "--lang", "ru"]).data();
    assert_eq!(said, "Всё в порядке.\n");
    let unknown = "01960c3e-7b1c-7000-8000-000000000000";
    let refused = machine.run(&["verify", "--plan", unknown, "--data", "data"]).refusal();
    assert!(refused.contains(unknown), "{refused}");
    let file = machine.path("data/regimen.db");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        use sqlx::{Connection, Executor, SqliteConnection};
        let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
        connection.execute("delete from generation_runs").await.unwrap();
    });
    let found = machine.run(&["doctor", "--data", "data"]);
    assert_eq!(found.status, 1, "{}", found.err);
    assert!(found.out.contains("SG-17") && found.out.contains("training_sessions"), "{}", found.out);
    assert!(found.out.lines().all(|line| line.chars().count() <= 80), "{}", found.out);
}

#[test]
fn a_25_tables_are_written_into_a_folder() {
    let machine = trained();
    let said = machine.run(&["export", "csv", "--data", "data", "--out", "tables"]).data();
    assert!(said.contains("tables/plan_versions.csv"), "{said}");
    assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
    let sets = std::fs::read_to_string(machine.path("tables/sets.csv")).unwrap();
    let only = ["export", "csv", "--data", "data", "--only", "sets,sessions", "--json"];
    let written = machine.run(&only).json();
    assert_eq!(written[0]["file"], "./sets.csv");
    assert_eq!(written[0]["rows"], sets.lines().count() - 1);
    assert_eq!(written[1]["rows"], 1);
    assert_eq!(std::fs::read_to_string(machine.path("sets.csv")).unwrap(), sets);
    let refusal = machine.run(&["export", "csv", "--data", "data", "--only", "set"]).refusal();
    assert!(refusal.contains("maybe `sets`"), "{refusal}");
    let backward =
        ["export", "csv", "--data", "data", "--from", "2026-03-02", "--to", "2026-03-01", "--json"];
    assert_eq!(machine.run(&backward).refusal_object()["code"], "bad_range");
}

#[test]
fn gl_8_where_nothing_is_kept_only_what_begins_something_makes_anything() {
    let machine = Machine::new();
    let commands: [&[&str]; 7] = [
        &["backup", "all.dump"],
        &["doctor"],
        &["verify"],
        &["today"],
        &["account"],
        &["jobs"],
        &["athlete", "export", "mine.zip"],
    ];
    for command in commands {
        for (lang, words) in [("en", "there is nothing in typo"), ("ru", "в typo ничего нет")] {
            let refused = machine.run(&[command, &["--data", "typo", "--lang", lang]].concat()).refusal();
            assert!(refused.contains(words) && refused.contains("--data"), "{command:?}: {refused}");
            assert!(!refused.contains(['{', '$']), "{refused}");
        }
    }
    assert_eq!(crate::names_in(machine.home.path()), [""; 0]);
    // A file without content is nothing, and stays what it is.
    machine.file("blank/regimen.db", "");
    let refused = machine.run(&["doctor", "--data", "blank", "--json"]).refusal_object();
    assert_eq!((&refused["code"], &refused["facts"]["place"]), (&"nothing_here".into(), &"blank".into()));
    assert_eq!(crate::names_in(&machine.path("blank")), ["regimen.db"]);
    assert_eq!(std::fs::read(machine.path("blank/regimen.db")).unwrap(), b"");
    machine.file("word", "correct horse battery staple");
    machine.run(&["account", "create", "anna", "--data", "new", "--password-file", "word"]).data();
    assert!(machine.run(&["account", "--data", "new"]).data().contains("anna"));
}

#[test]
fn gl_8_an_empty_database_of_a_server_stays_empty_until_something_begins() {
    let machine = Machine::new();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let fresh = runtime.block_on(Fresh::postgres());
    let store::Place::Postgres(url) = &fresh.place else { panic!("another kind") };
    let (_, name) = url.rsplit_once('/').unwrap();
    let tables = || {
        runtime.block_on(async {
            use sqlx::Connection;
            let mut connection = sqlx::PgConnection::connect(url).await.unwrap();
            let count = "select count(*) from pg_class where relnamespace = 'public'::regnamespace";
            sqlx::query_scalar::<_, i64>(count).fetch_one(&mut connection).await.unwrap()
        })
    };
    let copied: &[&str] = &["copy", "--from", url, "--to", "sqlite:x.db"];
    for command in [&["doctor", "--database-url", url], &["today", "--database-url", url], copied] {
        let refused = machine.run(command).refusal();
        assert!(refused.contains("there is nothing in ") && refused.contains(name), "{refused}");
    }
    assert_eq!((tables(), machine.path("x.db").exists()), (0, false));
    machine.file("word", "correct horse battery staple");
    machine.run(&["account", "create", "anna", "--database-url", url, "--password-file", "word"]).data();
    assert!(tables() > 30);
}

/// Overwrites some of a file, from a part of it on, with what no database writes.
fn scratch(file: &std::path::Path, from: usize, bytes: usize) {
    let mut content = std::fs::read(file).unwrap();
    let last = (from + bytes).min(content.len());
    content[from..last].fill(0xA7);
    std::fs::write(file, content).unwrap();
}

#[test]
fn gl_8_a_damaged_file_is_named_with_what_helps_and_is_a_finding_of_the_doctor() {
    // All but the first page; everything; and some pages in the middle, which not every command reads.
    for (from, bytes) in [(4096, usize::MAX / 2), (0, 100), (4096 * 60, 4096 * 20)] {
        let machine = trained();
        let file = machine.path("data/regimen.db");
        scratch(&file, from, bytes);
        let found = machine.run(&["doctor", "--data", "data"]);
        assert_eq!((found.status, found.err.as_str()), (1, ""), "{}", found.out);
        assert!(found.out.contains("GL-8") && found.out.contains("database"), "{}", found.out);
        if from > 4096 {
            continue;
        }
        for (lang, words) in [("en", ["is damaged", "restore"]), ("ru", ["повреждена", "restore"])]
        {
            for command in [&["today"][..], &["backup", "all.dump"]] {
                let answer = machine.run(&[command, &["--data", "data", "--lang", lang]].concat());
                assert_eq!((answer.status, answer.out.as_str()), (1, ""), "{}", answer.err);
                for part in [words[0], words[1], "data/regimen.db"] {
                    assert!(answer.err.contains(part), "{part} is not in {}", answer.err);
                }
                assert!(!answer.err.contains(['{', '$']), "{}", answer.err);
            }
        }
        assert!(!machine.path("all.dump").exists());
    }
}

#[test]
fn gl_8_a_mistyped_address_is_no_folder_to_copy_to() {
    let machine = trained();
    for (address, shown) in [
        ("postgresqll://root:hush-hush@db/x", "`postgresqll://********`"),
        ("postgresqll://root@db/x", "`postgresqll://root@db/x`"),
        ("mysql://db/x", "`mysql://db/x`"),
        ("PostgreS:root:hush-hush@db/x", "`********`"),
        ("sqlite:", "`********`"),
    ] {
        for option in ["--from", "--to"] {
            let other = if option == "--to" { ["--from", "data"] } else { ["--to", "new"] };
            let refusal = machine.run(&[&["copy", option, address], &other[..]].concat()).refusal();
            let head = format!(
                "error: {shown} is not a value for `{option}`; it takes a folder, or an address that "
            );
            assert!(refusal.starts_with(&head), "{refusal}");
            assert!(refusal.contains("postgres://, postgresql://, sqlite:"), "{refusal}");
            assert!(!refusal.contains("hush-hush"), "{refusal}");
        }
    }
    let near = machine.run(&["copy", "--from", "data", "--to", "postgresqll://db/x"]).refusal();
    assert!(near.ends_with("; maybe `postgresql://`\n"), "{near}");
    let stray = machine.run(&["copy", "postgres://root:hush-hush@db/x"]).refusal();
    assert!(!stray.contains("hush-hush"), "{stray}");
    assert_eq!(crate::names_in(machine.home.path()), ["data"], "nothing was made");
}

#[test]
fn gl_8_a_file_is_named_alike_wherever_a_place_is_named() {
    let machine = trained();
    let absolute = machine.path("b.db");
    machine.run(&["backup", "all.dump", "--data", "data"]).data();
    for (at, place) in
        ["sqlite:a.db".to_owned(), format!("sqlite:{}", absolute.display()), "SQLite://c.db".to_owned()]
            .iter()
            .enumerate()
    {
        let copied = machine.run(&["copy", "--from", "data", "--to", place, "--json"]).json();
        let file = format!("{at}.dump");
        assert_eq!(machine.run(&["backup", &file, "--database-url", place, "--json"]).json(), copied);
        let shown = machine.run(&["config", "--database-url", place]).data();
        assert!(shown.contains(place), "it holds no password: {shown}");
        let full = machine.run(&["restore", "all.dump", "--database-url", place]).refusal();
        assert!(full.contains("with --data or --database-url"), "{full}");
        let full = machine.run(&["copy", "--from", "data", "--to", place]).refusal();
        assert!(full.contains("name an empty place with --to\n"), "{full}");
        assert!(full.contains(" tables (with their rows): ") && full.len() < 240, "{full}");
        let full = machine.run(&["copy", "--from", "data", "--to", place, "--lang", "ru"]).refusal();
        assert!(full.contains(" и ещё ") && full.ends_with(": --to\n"), "{full}");
    }
    for folder in ["a.db", "c.db"] {
        assert!(machine.path(folder).is_file(), "{folder}");
    }
}
