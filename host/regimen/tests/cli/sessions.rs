//! `regimen session` on stored sessions: which one is meant, and what is said where none fits (PV-5, PV-3).

use serde_json::{Value, json};

use super::{Answer, Machine, jobs};

/// Somebody's machine, and the day on which they live.
struct Desk {
    machine: Machine,
    today: jiff::civil::Date,
}

impl Desk {
    fn new() -> Self {
        let machine = jobs::machine();
        let today = machine.run(&["today", "--json"]).json();
        Self { today: today["date"].as_str().unwrap().parse().unwrap(), machine }
    }

    fn session(&self, words: &[&str]) -> Answer {
        self.machine.run(&[&["session"], words].concat())
    }

    fn data(&self, words: &[&str]) -> Value {
        self.session(&[words, &["--json"]].concat()).json()
    }

    fn refusal(&self, words: &[&str]) -> String {
        self.session(words).refusal()
    }

    fn day(&self, days: i64) -> String {
        self.today.checked_add(jiff::Span::new().days(days)).unwrap().to_string()
    }

    /// A plan with a bench press on some days from today on.
    fn plan(&self, days: &[i64]) {
        let item = |days: &i64| {
            let date: jiff::civil::Date = self.day(*days).parse().unwrap();
            let weekday = date.weekday().to_monday_one_offset();
            json!({ "exercise": "bench_press", "sets": "3x8", "mode": "range", "load_g": 60000,
                "range": [6, 10], "weekday": weekday })
        };
        let items: Vec<Value> = days.iter().map(item).collect();
        self.machine.file("items.json", json!(items).to_string());
        self.machine.run(&["plan", "create", "items.json"]).data();
    }
}

/// The day of a session, and where it stands.
fn stands(session: &Value) -> (String, String) {
    let word = |name: &str| session[name].as_str().unwrap().to_owned();
    (word("local_date"), word("status"))
}

#[test]
fn pv_5_todays_session_is_meant_before_one_to_come_which_has_to_be_named() {
    let desk = Desk::new();
    let (today, tomorrow) = (desk.day(0), desk.day(1));
    desk.data(&["plan"]);
    let request = json!({ "intent": "full_body", "duration_minutes": 45, "date": tomorrow });
    desk.machine.file("request.json", request.to_string());
    assert_eq!(desk.session(&["plan", "--request", "request.json"]).status, 0);
    let draft = desk.data(&["drafts"])[0]["workout_id"].as_str().unwrap().to_owned();
    let accepted = desk.session(&["accept", &draft]).data();
    let advice = format!("Start it with: regimen session start --date {tomorrow}");
    assert!(accepted.contains(&advice), "{accepted}");
    let shown = desk.machine.run(&["today", "--date", &tomorrow]).data();
    assert!(shown.contains(&advice), "{shown}");
    assert!(desk.machine.run(&["today"]).data().contains("regimen session start\n"));

    let started = desk.data(&["start", "--skip-suggestions"]);
    assert_eq!(stands(&started), (today.clone(), "active".to_owned()));
    assert_eq!(stands(&desk.data(&["skip"])["session"]), (today, "skipped".to_owned()));
    let refused = desk.refusal(&["start"]);
    assert!(refused.contains(&format!("add `--date {tomorrow}`")), "{refused}");
    let refused = desk.refusal(&["log", "1", "10"]);
    assert!(refused.contains("no session is running"), "{refused}");
    assert!(refused.contains(&format!("`regimen session start --date {tomorrow}`")), "{refused}");
    let named = desk.data(&["start", "--date", &tomorrow, "--skip-suggestions"]);
    assert_eq!(stands(&named), (tomorrow, "active".to_owned()));
}

#[test]
fn pv_5_what_the_plan_has_for_today_is_meant_before_what_was_missed_and_a_date_means_that_day() {
    let desk = Desk::new();
    desk.plan(&[-1, 0]);
    let (yesterday, today, next) = (desk.day(-1), desk.day(0), desk.day(7));
    let missed = desk.data(&["edit", "--date", &yesterday, "--order", "1"]);
    assert_eq!(stands(&missed), (yesterday.clone(), "planned".to_owned()), "its slot became a session");
    let started = desk.data(&["start", "--skip-suggestions"]);
    assert_eq!(stands(&started), (today.clone(), "active".to_owned()));
    desk.data(&["skip"]);
    assert_eq!(stands(&desk.data(&["start", "--skip-suggestions"])).0, yesterday, "the one that was missed");
    desk.data(&["skip"]);

    let free = desk.day(2);
    let refused = desk.refusal(&["start", "--date", &free]);
    assert!(refused.contains(&format!("no session is planned on {free}")), "{refused}");
    let shown = desk.machine.run(&["today", "--date", &next]).data();
    assert!(shown.contains(&format!("Start it with: regimen session start --date {next}")), "{shown}");
    let looked = desk.refusal(&["show", "--date", &next]);
    assert!(looked.contains(&format!("`regimen today --date {next}`")), "{looked}");
    assert_eq!(stands(&desk.data(&["start", "--date", &next, "--skip-suggestions"])).0, next);
}

#[test]
fn gl_4_a_verb_that_needs_a_running_session_says_how_to_get_one_in_both_languages() {
    let desk = Desk::new();
    for (lang, says) in [
        ("en", "no session is running; make one with `regimen session plan`, then `regimen session start`"),
        (
            "ru",
            "сейчас тренировка не идёт; составьте её: `regimen session plan`, затем `regimen session start`",
        ),
    ] {
        let refused = desk.refusal(&["finish", "--lang", lang]);
        assert!(refused.contains(says), "{refused}");
    }
    let refused = desk.refusal(&["leave"]);
    assert!(refused.contains("a summary stays from `regimen session finish`"), "{refused}");
    desk.data(&["plan"]);
    for words in [&["finish"][..], &["log", "1", "10"], &["set", "1", "1", "10"], &["add", "plank"]] {
        let refused = desk.refusal(words);
        assert!(
            refused.contains("no session is running; start today's with `regimen session start`"),
            "{refused}"
        );
    }
    desk.data(&["start", "--skip-suggestions"]);
    let refused = desk.refusal(&["leave"]);
    assert!(refused.contains("finish it with `regimen session finish`"), "{refused}");
}

#[test]
fn pv_3_an_exercise_that_was_not_planned_joins_the_running_session_and_is_logged() {
    let desk = Desk::new();
    desk.plan(&[0]);
    desk.data(&["start", "--skip-suggestions"]);
    for (lang, says) in [("en", "is not in the session"), ("ru", "в тренировке нет")] {
        let refused = desk.refusal(&["log", "back_squat", "100x5", "--lang", lang]);
        for part in [says, "back_squat", "1 bench_press", "`regimen session add back_squat`"] {
            assert!(refused.contains(part), "{part}: {refused}");
        }
    }
    let unknown = desk.refusal(&["log", "back_sqaut", "100x5"]);
    assert!(unknown.contains("expected an exercise of the catalogue"), "{unknown}");
    let added = desk.data(&["add", "back squat"]);
    assert_eq!(added["exercises"][1]["exercise_key"], "back_squat");
    let logged = desk.data(&["log", "back_squat", "100x5"]);
    assert_eq!(logged["exercises"][1]["sets"][0]["reps"], 5);
    let again = desk.refusal(&["add", "back_squat"]);
    assert!(again.contains("an exercise that is not in the session yet"), "{again}");
    desk.data(&["log", "1", "60x8"]);
    desk.data(&["finish"]);
    let plan = desk.machine.run(&["plan", "--json"]).json();
    let keys: Vec<_> = plan["items"].as_array().unwrap().iter().map(|item| &item["exercise_key"]).collect();
    assert!(keys.contains(&&json!("back_squat")), "{keys:?}");
}

#[test]
fn a_6_a_swap_takes_the_reasons_that_are_counted() {
    let desk = Desk::new();
    desk.plan(&[0]);
    let refused = desk.refusal(&["swap", "1", "push_up", "--reason", "silly"]);
    assert!(refused.contains("busy, pain, dislike, other"), "{refused}");
    let swapped = desk.data(&["swap", "1", "push_up", "--reason", "busy"]);
    assert_eq!(swapped["exercises"][0]["exercise_key"], "push_up");
}

#[test]
fn p_52_pain_at_the_end_says_what_is_taken_care_of_from_then_on() {
    let desk = Desk::new();
    desk.plan(&[0]);
    desk.data(&["start", "--skip-suggestions"]);
    desk.data(&["log", "1", "60x8", "60x8"]);
    let page = desk.session(&["finish", "--pain", "1=shoulder:2"]).data();
    assert!(page.contains("WHAT IS TAKEN CARE OF") && page.contains("shoulder"), "{page}");
    assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
}

#[test]
fn gl_4_a_number_out_of_range_is_refused_with_its_range_and_a_rest_is_typed_as_it_is_shown() {
    let desk = Desk::new();
    desk.plan(&[0]);
    let edit = |field: &str, value: &str| desk.machine.run(&["plan", "edit", "bench_press", field, value]);
    let refused = edit("load", "99999").refusal();
    assert!(refused.contains("99999, expected 0..2000"), "{refused}");
    let refused = edit("load", "heavy").refusal();
    assert!(refused.contains("expected a load like 62.5"), "{refused}");
    let refused = edit("rest", "soon").refusal();
    assert!(refused.contains("minutes and seconds like 1:30"), "{refused}");
    edit("rest", "1:45").data();
    let plan = desk.machine.run(&["plan", "--json"]).json();
    assert_eq!(plan["items"][0]["prescription"]["rest_policy"]["seconds"], 105);
    let versions = desk.machine.run(&["plan", "versions"]).data();
    assert!(versions.contains("rest 1:30 → 1:45"), "{versions}");
    desk.data(&["start", "--skip-suggestions"]);
    let refused = desk.refusal(&["log", "1", "2600x8"]);
    assert!(refused.contains("2600, expected 0..2000"), "{refused}");
}

#[test]
fn ep_8_what_only_the_plan_has_for_today_says_by_whom_it_was_put_there() {
    let desk = Desk::new();
    desk.plan(&[0]);
    for (lang, says) in [("en", "put there by you on"), ("ru", "так решили: вы")] {
        let page = desk.machine.run(&["today", "--lang", lang]).data();
        assert!(page.contains(says), "{page}");
    }
    let today = desk.machine.run(&["today", "--json"]).json();
    let item = today["slots"][0]["item_id"].as_str().unwrap();
    let why = &today["slot_reasons"][item];
    assert_eq!((&why["actor"], &why["version"], &why["reasons"]), (&json!("athlete"), &json!(1), &json!([])));
}

#[test]
fn gl_10_a_plan_is_made_of_the_sample_of_the_help_and_one_item_alone_is_no_file() {
    let desk = Desk::new();
    let help = desk.machine.run(&["plan", "create", "--help"]).data();
    let (_, sample) = help.split_once("\n  [\n").unwrap();
    let (sample, _) = sample.split_once("\n  ]\n").unwrap();
    desk.machine.file("sample.json", format!("[{sample}]"));
    let made = desk.machine.run(&["plan", "create", "sample.json", "--json"]).json();
    assert_eq!(made["items"].as_array().unwrap().len(), 2);
    let example = desk.machine.run(&["schema", "plan-item", "--example"]).data();
    desk.machine.file("one.json", example);
    let refused = desk.machine.run(&["plan", "create", "one.json"]).refusal();
    assert!(refused.contains("a list of items: `regimen plan create --help` shows one"), "{refused}");
}

#[test]
fn pr_8_who_has_no_plan_yet_has_nothing_to_answer() {
    let desk = Desk::new();
    assert_eq!(desk.machine.run(&["proposals"]).data(), "Nothing waits for an answer.\n");
    assert_eq!(desk.machine.run(&["proposals", "--json"]).json(), json!([]));
}
