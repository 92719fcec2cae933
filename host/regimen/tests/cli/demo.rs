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
    for page in
        [&["plan"][..], &["proposals"], &["records"], &["history", "dumbbell_bench_press"], &["session"]]
    {
        let text = on(page).data();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{page:?}: {text}");
    }
    on(&["doctor"]).data();
}
