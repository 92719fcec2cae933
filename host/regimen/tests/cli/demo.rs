//! The made-up athlete: a life that can be looked at from every side.

use crate::Machine;

#[test]
fn the_demo_has_lived_twelve_weeks_and_can_be_looked_at_from_every_side() {
    let machine = Machine::new();
    let made = machine.run(&["demo", "--dir", "demo", "--today", "2026-11-16", "--json"]).json();
    assert_eq!(made["login"], "demo");
    assert!(made["password"].as_str().unwrap().len() >= 12);
    let there = machine.run(&["demo", "--dir", "demo", "--json"]).refusal_object();
    assert_eq!(there["code"], "demo_there");
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    let today = on(&["today", "--date", "2026-11-16"]).data();
    assert!(today.contains("regimen session start") && today.contains("regimen proposals"), "{today}");
    let sessions = on(&["session", "list", "--from", "2026-08-01", "--to", "2026-11-30", "--json"]).json();
    assert!(sessions.as_array().unwrap().len() > 25, "{sessions}");
    let versions = on(&["plan", "versions", "--json"]).json();
    assert!(versions.as_array().unwrap().len() > 20);
    let meals = on(&["meals", "week", "--from", "2026-11-16"]).data();
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
fn ep_8_a_session_that_has_not_started_is_made_to_fit_at_the_terminal() {
    let machine = Machine::new();
    machine.run(&["demo", "--dir", "demo", "--json"]).json();
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words, &["--json"]].concat());
    let names = |session: &serde_json::Value| -> Vec<String> {
        let exercises = session["exercises"].as_array().unwrap().iter();
        exercises.map(|one| one["exercise_key"].as_str().unwrap().to_owned()).collect()
    };
    let made = on(&["session", "plan", "--minutes", "75"]).json();
    let long = names(&made["session"]);
    let short = names(&on(&["session", "edit", "--minutes", "25"]).json());
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
    machine.run(&["demo", "--dir", "demo", "--json"]).json();
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
