//! The made-up athlete: a life that can be looked at from every side.

use std::{collections::BTreeSet, fs, path::Path, thread, time::UNIX_EPOCH};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::Machine;

/// A day long before anybody runs this, so that what is told of it does not change.
const DAY: &str = "2026-11-16";

/// Puts the demo athlete of a day into the folder `demo` of a machine. Twelve weeks take their time, so they are lived
/// once for each program and day, and copied.
fn put(machine: &Machine, day: &str) {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let program = fs::metadata(env!("CARGO_BIN_EXE_regimen")).unwrap();
    let built = program.modified().unwrap().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let lived = place.join(format!("demo-{day}-{built}"));
    if !lived.exists() {
        let making = TempDir::new_in(place).unwrap();
        let folder = making.path().join("demo");
        machine.run(&["demo", "--dir", folder.to_str().unwrap(), "--today", day, "--json"]).json();
        // Where another test was faster, its athlete is the same.
        let _ = fs::rename(folder, &lived);
    }
    fs::create_dir(machine.path("demo")).unwrap();
    for file in crate::names_in(&lived) {
        fs::copy(lived.join(&file), machine.path("demo").join(&file)).unwrap();
    }
}

/// Puts the demo athlete as of today into the folder `demo` of a machine.
pub(crate) fn put_today(machine: &Machine) {
    put(machine, &jiff::Zoned::now().date().to_string());
}

#[test]
fn the_demo_has_lived_twelve_weeks_and_can_be_looked_at_from_every_side() {
    let machine = Machine::new();
    put(&machine, DAY);
    let there = machine.run(&["demo", "--dir", "demo", "--json"]).refusal_object();
    assert_eq!(there["code"], "demo_there");
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    let today = on(&["today", "--date", DAY]).data();
    assert!(today.contains("regimen session start") && today.contains("regimen proposals"), "{today}");
    let sessions = on(&["session", "list", "--from", "2026-08-01", "--to", "2026-11-30", "--json"]).json();
    assert!(sessions.as_array().unwrap().len() > 25, "{sessions}");
    let versions = on(&["plan", "versions", "--json"]).json();
    assert!(versions.as_array().unwrap().len() > 20);
    let meals = on(&["meals", "week", "--from", DAY]).data();
    assert!(meals.contains("07:30"), "{meals}");
    for page in [
        &["plan"][..],
        &["week"],
        &["proposals"],
        &["records"],
        &["history", "dumbbell_bench_press"],
        &["session"],
    ] {
        let text = on(page).data();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{page:?}: {text}");
    }
    on(&["doctor"]).data();
}

#[test]
fn pv_14_p_56_sg_17_the_checkup_finds_nothing_in_the_demos_of_other_weekdays() {
    // A Thursday and a Friday: what is trained, proposed and exchanged on the way differs.
    thread::scope(|scope| {
        for day in ["2026-11-05", "2026-11-20"] {
            scope.spawn(move || {
                let machine = Machine::new();
                put(&machine, day);
                machine.run(&["--data", "demo", "doctor"]).data();
            });
        }
    });
}

/// The words that stand under a name in each of some values, sorted, each once.
fn words(values: &Value, name: &str) -> Vec<String> {
    let all = values.as_array().unwrap().iter().filter_map(|one| one[name].as_str());
    all.map(str::to_owned).collect::<BTreeSet<_>>().into_iter().collect()
}

#[test]
fn a_demo_has_met_what_can_happen_to_a_plan_and_to_somebody_who_follows_it() {
    let machine = Machine::new();
    put(&machine, DAY);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words, &["--json"]].concat()).json();
    let versions = on(&["plan", "versions"]).as_array().unwrap().clone();
    let versions = versions.into_iter().map(|mut entry| entry["version"].take()).collect();
    let statuses = words(&versions, "status");
    assert!(statuses.contains(&"pending_confirmation".to_owned()), "OV-4: {statuses:?}");
    let sources = words(&versions, "source");
    for source in ["accepted", "auto", "manual", "rollback", "undo"] {
        assert!(sources.contains(&source.to_owned()), "{source} in {sources:?}");
    }
    let conflicts = on(&["plan", "conflicts", "--all"]);
    assert_eq!(words(&conflicts, "status"), ["pending_confirmation", "resolved"], "CF-6: {conflicts}");
    let proposals = on(&["proposals", "list", "--all"]);
    let states = words(&proposals, "state");
    for state in ["accepted", "deferred", "overridden", "rejected"] {
        assert!(states.contains(&state.to_owned()), "PR-5: {state} in {states:?}");
    }
    let kinds = words(&proposals, "kind");
    assert!(kinds.contains(&"conflict".to_owned()), "{kinds:?}");
    let sessions = on(&["session", "list", "--from", "2026-08-01", "--to", "2026-11-15"]);
    assert_eq!(words(&sessions, "status"), ["done", "skipped"]);
    assert_eq!(on(&["flags", "list"]), json!([]), "P-52: what hurt is over");
    assert!(!on(&["records"]).as_array().unwrap().is_empty());

    let eaten = on(&["meals", "week", "--from", "2026-11-09"]);
    let slots = words(&eaten["plan"], "state");
    for state in ["eaten", "replaced", "skipped"] {
        assert!(slots.contains(&state.to_owned()), "ML-2: {state} in {slots:?}");
    }
    assert!(!eaten["diary"].as_array().unwrap().is_empty());
    assert!(!on(&["pantry", "list"]).as_array().unwrap().is_empty());
    let planned = on(&["meals", "week", "--from", DAY]);
    assert_eq!(words(&planned["plan"], "state"), ["planned"]);
    assert!(!on(&["metrics", "--from", "2026-11-15"]).as_array().unwrap().is_empty(), "A-2: jobs ran");
}

#[test]
fn equal_days_make_equal_demos_to_the_byte() {
    let machine = Machine::new();
    put(&machine, DAY);
    let made = machine.run(&["demo", "--dir", "again", "--today", DAY, "--json"]).json();
    assert_eq!(made["login"], "demo");
    assert!(made["password"].as_str().unwrap().len() >= 12);
    // The first line tells when it was written, and the last one sums up all of it.
    let rows = |folder: &str| {
        let file = format!("{folder}.jsonl");
        machine.run(&["--data", folder, "athlete", "export", &file]).data();
        let kept = fs::read_to_string(machine.path(&file)).unwrap();
        let lines: Vec<String> = kept.lines().map(str::to_owned).collect();
        lines[1..lines.len() - 1].to_vec()
    };
    let (one, other) = (rows("demo"), rows("again"));
    assert!(one.len() > 3000, "{} rows", one.len());
    assert_eq!(one.iter().zip(&other).find(|(one, other)| one != other), None);
    assert_eq!(one.len(), other.len());
}

#[test]
fn ep_8_a_session_that_has_not_started_is_made_to_fit_at_the_terminal() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words, &["--json"]].concat());
    let names = |session: &Value| -> Vec<String> {
        let exercises = session["exercises"].as_array().unwrap().iter();
        exercises.map(|one| one["exercise_key"].as_str().unwrap().to_owned()).collect()
    };
    let made = on(&["session", "plan", "--minutes", "75"]).json();
    let long = names(&made["session"]);
    let short = names(&on(&["session", "edit", "--minutes", "40"]).json());
    assert!(short.len() < long.len() && short.len() >= 3, "{short:?} of {long:?}");
    let fewer = names(&on(&["session", "edit", "--leave-out", &short[1]]).json());
    assert_eq!(fewer, [&short[..1], &short[2..]].concat());
    let turned = names(&on(&["session", "edit", "--order", &fewer[1]]).json());
    assert_eq!(turned[..2], [fewer[1].clone(), fewer[0].clone()]);
    let nothing = on(&["session", "edit"]).refusal_object();
    assert_eq!(nothing["code"], "usage");
    let both = on(&["session", "edit", "--minutes", "20", "--order", "1"]).refusal_object();
    assert_eq!(both["code"], "usage");
    on(&["session", "start", "--skip-suggestions"]).json();
    on(&["session", "log", &turned[0], "12"]).json();
    let done = on(&["session", "edit", "--leave-out", &turned[0]]).refusal_object();
    assert_eq!(
        (done["code"].as_str(), done["pointer"].as_str()),
        (Some("invalid_session"), Some("/exercises"))
    );
}

#[test]
fn a_35_the_last_week_and_month_of_the_demo_are_reported_within_80_columns_in_both_languages() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    for kind in ["week", "month"] {
        let told = on(&["report", kind, "--json"]).json();
        let period = told["report"]["period"].as_str().unwrap();
        for (lang, head) in [("en", "WHAT MATTERS MOST"), ("ru", "ГЛАВНОЕ")] {
            let text = on(&["report", kind, period, "--lang", lang]).data();
            assert!(text.lines().any(|line| line == head), "{text}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert!(!text.contains("report-"), "every text is there: {text}");
        }
    }
    assert_eq!(on(&["report", "month", "2020-01", "--json"]).refusal_object()["code"], "no_report");
    assert_eq!(on(&["report", "week", "2020-W01", "--json"]).refusal_object()["code"], "no_report");
    assert_eq!(on(&["report", "week", "2020-W54", "--json"]).refusal_object()["code"], "bad_value");
}

#[test]
fn pr_8_the_marks_of_suggestions_stay_while_others_are_answered() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    let open = on(&["proposals", "--json"]).json();
    let mut groups: Vec<String> = Vec::new();
    for one in open.as_array().unwrap() {
        let group = one["group_id"].as_str().unwrap().to_owned();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    assert!(groups.len() > 1, "{open}");
    let line = |mark: &str| {
        let page = on(&["proposals"]).data();
        page.lines().find(|line| line.starts_with(mark)).map(str::to_owned)
    };
    let marks: Vec<&str> = groups.iter().map(|group| &group[..4]).collect();
    let second = line(marks[1]).expect("a line begins with the mark");
    on(&["proposals", "reject", marks[0]]).data();
    assert_eq!(line(marks[1]), Some(second), "the mark of the other is the same");
    let answered = on(&["proposals", "reject", marks[1], "--json"]).json();
    let of_second = open.as_array().unwrap().iter().filter(|one| one["group_id"] == groups[1].as_str());
    let meant: Vec<_> = of_second.map(|one| one["id"].clone()).collect();
    let done: Vec<_> = answered.as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert_eq!(done, meant, "what the list showed");
    let again = on(&["proposals", "reject", marks[1], "--json"]).refusal_object();
    assert_eq!(again["code"], "proposal_not_open", "an answered one keeps its mark: {again}");
    let number = on(&["proposals", "accept", "1", "--json"]).refusal_object();
    assert_eq!(number["code"], "unknown_suggestion", "{number}");
}

#[test]
fn pv_11_the_audit_of_a_plan_is_told_in_names_units_and_reasons_in_both_languages() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    let plan = on(&["plan", "--json"]).json();
    let items = plan["items"].as_array().unwrap();
    let loaded = |item: &&serde_json::Value| item["prescription"]["sets"][0]["load_g"].as_i64() > Some(0);
    let key = items.iter().find(loaded).unwrap()["exercise_key"].as_str().unwrap();
    on(&["plan", "edit", key, "load", "12.5", "--reason", "the shoulder is tired"]).data();
    on(&["proposals", "reject", "all", "--reason", "too_aggressive"]).data();
    for (lang, load, reason, answer) in
        [("en", "12.5 kg", "too much", "answered: "), ("ru", "12,5 кг", "слишком много", "ответ: ")]
    {
        let page = on(&["plan", "audit", "--lang", lang]).data();
        for part in [load, reason, answer, "the shoulder is tired"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        for line in page.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            let words = line.split(|letter: char| letter.is_whitespace() || letter == ':');
            let mut raw = words.filter(|word| {
                let is_id = word.len() == 36 && word.matches('-').count() == 4;
                word.contains('_') || is_id || word.starts_with("audit-")
            });
            assert_eq!(raw.next(), None, "{line}");
        }
    }
}

/// Nouns and verbs that list or show something to people. A profile of meals and `calibrate` are documents, not tables.
const PAGES: &[&str] = &[
    "today",
    "week",
    "session",
    "session list --from 2026-08-01",
    "session drafts",
    "session drafts --all",
    "session readings --all",
    "proposals",
    "proposals list --all",
    "checkin list",
    "flags",
    "history dumbbell_bench_press --last 30",
    "records",
    "records dumbbell_bench_press --e1rm",
    "chart",
    "chart volume",
    "chart levels",
    "chart effort",
    "chart decisions",
    "chart strength",
    "chart adherence",
    "chart muscle_volume",
    "chart body_weight",
    "chart calendar",
    "activity",
    "strava",
    "meals",
    "meals week",
    "meals proposals --all",
    "meals leftover",
    "meals versions",
    "meals shopping",
    "pantry",
    "diary",
    "foods list rice",
    "foods show egg",
    "foods alias",
    "recipes list",
    "progress show --last 100",
    "progress summary",
    "plan",
    "plan list",
    "plan versions",
    "plan version 7",
    "plan diff 5 9",
    "plan overrides",
    "plan conflicts --all",
    "plan audit",
    "account",
    "athlete",
    "profile",
    "settings",
    "settings consent",
    "equipment",
    "body --days 90",
    "measure",
    "templates",
    "exercises",
    "ladders",
    "block",
    "grants",
    "token",
    "jobs",
    "kpi",
    "metrics",
    "volume",
    "miss-model",
    "events",
    "report week",
    "report month",
    "audit --limit 500",
    "review",
    "health --listen 127.0.0.1:1",
    "doctor",
    "verify",
    "schema",
    "catalog list",
    "catalog list recipes",
    "catalog list foods",
    "catalog show push_up",
];

#[test]
fn gl_10_every_list_and_page_of_the_demo_fits_80_columns_in_both_languages() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    machine.file("request.json", r#"{"instructions_text": "full body, 60 minutes"}"#);
    assert_eq!(on(&["session", "plan", "--request", "request.json"]).status, 0, "it makes a draft");
    let mut wide = Vec::new();
    for page in PAGES {
        for lang in ["en", "ru"] {
            let words: Vec<&str> = page.split(' ').chain(["--lang", lang]).collect();
            let answer = on(&words);
            // Some of them leave with 1: a server that is not there, a figure that does not follow.
            assert!(answer.status < 2, "{page}: {}", answer.err);
            assert!(!answer.out.is_empty(), "{page}");
            let lines = answer.out.lines().filter(|line| line.chars().count() > 80);
            wide.extend(lines.map(|line| format!("{page} --lang {lang}: {line}")));
        }
    }
    assert_eq!(wide, [] as [String; 0]);
}

#[test]
fn pr_8_a_way_that_is_not_shown_is_refused_with_those_that_are() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo", "proposals"], words].concat());
    let open = on(&["--json"]).json();
    let open = open.as_array().unwrap();
    let mark = |is_conflict: bool| {
        let one = open.iter().find(|one| (one["kind"] == "conflict") == is_conflict).unwrap();
        one["group_id"].as_str().unwrap()[..4].to_owned()
    };
    let conflict = mark(true);
    let ways = open.iter().find(|one| one["kind"] == "conflict").unwrap()["alternatives"].as_array().unwrap();
    let refused = on(&["accept", &conflict, "--way", "9"]).refusal();
    assert!(refused.contains(&format!("way: 9, expected 1..{}", ways.len())), "{refused}");
    let refused = on(&["accept", &conflict, "--way", "0"]).refusal();
    assert!(refused.contains("it takes a whole number, 1 or more"), "{refused}");
    let refused = on(&["accept", &mark(false), "--way", "1"]).refusal();
    assert!(refused.contains("way: 1, expected nothing, as there is one way only"), "{refused}");
    assert_eq!(on(&["--json"]).json().as_array().unwrap(), open, "nothing was answered");
}

#[test]
fn cf_1_a_conflict_of_several_sets_shows_what_stands_against_what_and_is_settled_as_one() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    let rows = on(&["plan", "conflicts", "--json"]).json();
    assert!(rows.as_array().unwrap().len() > 1, "one for each set: {rows}");
    for (lang, parts) in [
        ("en", [", sets 1, 2", "The former is your value of 20", "manual|auto"]),
        ("ru", [", подходы 1, 2", "Первое – ваше значение от ", "manual|auto"]),
    ] {
        let page = on(&["plan", "conflicts", "--lang", lang]).data();
        assert_eq!(page.matches("regimen plan resolve").count(), 1, "{page}");
        let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(flat.contains(part.trim()), "{part}: {page}");
        }
    }
    let id = rows[0]["id"].as_str().unwrap();
    on(&["plan", "resolve", id, "auto"]).data();
    assert_eq!(on(&["plan", "conflicts", "--json"]).json(), json!([]));
    let open = on(&["proposals", "--json"]).json();
    assert!(open.as_array().unwrap().iter().all(|one| one["kind"] != "conflict"), "{open}");
    on(&["doctor"]).data();
}

#[test]
fn ov_4_to_keep_the_own_value_is_told_as_that() {
    let machine = Machine::new();
    put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    let open = on(&["proposals", "--json"]).json();
    let conflict = open.as_array().unwrap().iter().find(|one| one["kind"] == "conflict").unwrap();
    let mark = &conflict["group_id"].as_str().unwrap()[..4];
    let kept = on(&["proposals", "accept", mark, "--way", "1"]).data();
    assert!(kept.contains("your own value stays") && !kept.contains("rejected"), "{kept}");
}
