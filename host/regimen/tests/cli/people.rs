//! People and what they set, from the command line: one command each, in both languages, as text and as JSON.

use serde_json::{Value, json};

use super::Machine;

const GOOD: &str = "seven red boats";

/// A machine with an account for Anna.
fn with_anna() -> Machine {
    let machine = Machine::new();
    machine.file("pw", format!("{GOOD}\n"));
    let made =
        machine.run(&["account", "create", "Anna", "--password-file", "pw", "--zone", "Europe/Berlin"]);
    assert_eq!((made.status, made.err.as_str()), (0, ""), "{}", made.out);
    machine
}

fn json(machine: &Machine, args: &[&str]) -> Value {
    machine.run(&[args, &["--json"]].concat()).json()
}

#[track_caller]
fn refused(machine: &Machine, args: &[&str]) -> (String, u64) {
    let object = machine.run(&[args, &["--json"]].concat()).refusal_object();
    (object["code"].as_str().unwrap().to_owned(), object["status"].as_u64().unwrap())
}

#[test]
fn ac_2_one_command_makes_an_account_that_can_train() {
    let machine = with_anna();
    let accounts = json(&machine, &["account"]);
    assert_eq!(accounts[0]["login"], "anna");
    assert_eq!(accounts[0]["roles"], json!(["athlete", "administrator"]));
    assert_eq!(accounts[0]["has_password"], true);
    assert!(!accounts.to_string().contains("argon2"), "no hash is shown: {accounts}");
    let profile = json(&machine, &["profile"]);
    assert_eq!(profile["profile"]["zone"], "Europe/Berlin");
    assert_eq!(profile["profile"]["units"], "kg");
    assert_eq!(
        refused(&machine, &["account", "create", "anna", "--password-file", "pw"]),
        ("bad_value".into(), 422)
    );
    // Where nobody can be asked, there is no password, and no account without one.
    assert_eq!(refused(&machine, &["account", "create", "bob"]), ("no_password".into(), 422));
    machine.file("weak", "Password1");
    let weak = machine.run(&["account", "create", "bob", "--password-file", "weak"]).refusal();
    assert!(weak.contains("everybody tries first") && !weak.contains("Password1"), "{weak}");
}

#[test]
fn without_an_account_a_command_says_how_to_make_one() {
    let said = Machine::new().run(&["profile"]).refusal();
    assert!(said.contains("regimen account create"), "{said}");
}

#[test]
fn ac_4_a_password_is_changed_with_the_old_one_and_reset_without() {
    let machine = with_anna();
    machine.file("new", "eight blue boats");
    machine.file("wrong", "nine green boats");
    let change =
        |old: &str| machine.run(&["account", "password", "--old-file", old, "--password-file", "new"]);
    assert!(change("wrong").refusal().contains("do not belong together"));
    assert_eq!(change("pw").data(), "The password is changed.\n");
    assert!(change("pw").refusal().contains("do not belong together"));
    machine.run(&["account", "reset", "anna", "--password-file", "pw"]).data();
    change("pw").data();
}

#[test]
fn ep_6_a_profile_is_set_by_name_or_from_a_file() {
    let machine = with_anna();
    let shown = machine.run(&["profile", "set", "goals.primary", "strength"]).data();
    assert!(shown.contains("goals.primary") && shown.contains("strength"), "{shown}");
    let near = machine.run(&["profile", "set", "days_per_weak", "4"]).refusal();
    assert!(near.contains("maybe `days_per_week`"), "{near}");
    let mut document = json(&machine, &["profile", "show"]);
    document["profile"]["days_per_week"] = json!(5);
    machine.file("me.json", document.to_string());
    assert_eq!(json(&machine, &["profile", "edit", "me.json"])["revision"], 3);
    assert_eq!(refused(&machine, &["profile", "edit", "me.json"]), ("stale_revision".into(), 412));
}

#[test]
fn pr_6_consent_is_shown_and_set() {
    let machine = with_anna();
    let all = json(&machine, &["settings", "consent"]);
    assert_eq!(
        all["level_change"],
        json!({"increase": "auto", "decrease": "auto", "allowed": ["auto", "ask", "off"]})
    );
    let set = json(&machine, &["settings", "consent", "prescription_change", "ask,auto"]);
    assert_eq!(set["prescription_change"]["decrease"], "auto");
    let conflict = ["settings", "consent", "conflict", "off"];
    assert_eq!(refused(&machine, &conflict), ("consent_not_allowed".into(), 422));
    let set =
        json(&machine, &["settings", "exercise", "bench_press", "--step", "1.25kg", "--suggestions", "off"]);
    assert_eq!(set["exercises"]["bench_press"], json!({"suggestions": false, "step_g": 1250}));
    let huge = ["settings", "exercise", "bench_press", "--step", "60kg"];
    assert_eq!(refused(&machine, &huge), ("invalid_step".into(), 422));
}

#[test]
fn ep_6_equipment_is_said_in_keys_or_in_a_file() {
    let machine = with_anna();
    let none = machine.run(&["equipment"]).data();
    assert!(none.contains("everything counts as at hand"), "{none}");
    machine.run(&["equipment", "set", "dumbbell", "bench"]).data();
    machine.file(
        "gym.json",
        r#"{"equipment": ["barbell", "rack"], "inventory":
            {"unit": "kg", "bars": {"barbell": 2000}, "plates": [{"h": 1000, "pairs": 2}], "dumbbells": [500, 1250]}}"#,
    );
    let shown = machine.run(&["equipment", "set", "gym.json", "--place", "gym", "--default"]).data();
    assert!(shown.starts_with("gym (usual place)\n"), "{shown}");
    assert!(shown.contains("plates 4 x 10; dumbbells 5, 12.5 (kg)"), "{shown}");
    let places = json(&machine, &["equipment", "remove", "gym"]);
    assert_eq!(places, json!([{"name": "home", "equipment": ["dumbbell", "bench"]}]));
    let near = machine.run(&["equipment", "set", "dumbell"]).refusal();
    assert!(near.contains("maybe `dumbbell`"), "{near}");
}

#[test]
fn ep_6_weights_show_where_they_go() {
    let machine = with_anna();
    assert!(machine.run(&["body"]).data().contains("No weight"));
    let today = jiff::Zoned::now().with_time_zone(jiff::tz::TimeZone::get("Europe/Berlin").unwrap()).date();
    let day = |back: i64| today.saturating_sub(jiff::Span::new().days(back)).to_string();
    machine.run(&["body", "82.4", "--date", &day(9)]).data();
    machine.run(&["body", "180lb", "--date", &day(3)]).data();
    let shown = machine.run(&["body", "81", "--date", &day(0)]).data();
    assert!(shown.contains("82.4 kg") && shown.contains("81.65 kg  ···"), "{shown}");
    assert!(
        shown.contains("Last 7 days: 81.32 kg on average, 1.08 kg less than the week before."),
        "{shown}"
    );
    assert_eq!(json(&machine, &["body"]).as_array().unwrap().len(), 3);
    machine.run(&["measure", "waist", "82,5"]).data();
    let shown = machine.run(&["measure", "body_fat_pct", "18%"]).data();
    assert!(shown.contains("82.5 cm") && shown.contains("18 %"), "{shown}");
    assert_eq!(refused(&machine, &["measure", "waist", "8cm"]), ("out_of_range".into(), 422));
}

#[test]
fn ex_1_own_exercises_ladders_and_templates_are_kept_in_files() {
    let machine = with_anna();
    let mut mine = json(&machine, &["exercises", "show", "push_up"]);
    for (field, value) in [
        ("id", json!("zz_sandbag")),
        ("name_en", json!("Sandbag press")),
        ("name_ru", json!("Жим мешка")),
        ("aliases_en", json!([])),
        ("aliases_ru", json!([])),
        ("short_code", json!("ZZSB")),
    ] {
        mine[field] = value;
    }
    for extra in ["revision", "ladder_id"] {
        mine.as_object_mut().unwrap().remove(extra);
    }
    machine.file("mine.json", mine.to_string());
    assert_eq!(machine.run(&["exercises", "add", "mine.json"]).data(), "Kept: zz_sandbag\n");
    assert!(machine.run(&["exercises"]).data().contains("Sandbag press"));
    assert!(machine.run(&["exercises", "show", "zz_sandbag", "--lang", "ru"]).data().contains("Жим мешка"));
    machine.file("bad.json", mine.to_string().replace("\"rep_min\"", "\"rep_mn\""));
    let bad = machine.run(&["exercises", "add", "bad.json"]).refusal();
    assert!(bad.contains("rep_mn"), "{bad}");
    machine.file(
        "monday.yaml",
        "name: Monday\nintent: push\nexercises:\n  - exercise_id: zz_sandbag\n    pinned: true\n",
    );
    let template = json(&machine, &["templates", "add", "monday.yaml"]);
    assert_eq!((&template["id"], &template["revision"]), (&json!("monday"), &json!(1)));
    assert!(machine.run(&["templates"]).data().contains("monday"));
    assert_eq!(refused(&machine, &["exercises", "remove", "zz_sandbag"]), ("in_use".into(), 409));
    machine.run(&["templates", "remove", "monday"]).data();
    machine.run(&["exercises", "remove", "zz_sandbag"]).data();
    assert_eq!(refused(&machine, &["templates", "show", "monday"]), ("unknown_template".into(), 404));
    assert!(machine.run(&["ladders"]).data().contains("push_up"));
    let block = json(&machine, &["block", "start", "--weeks", "4"]);
    assert_eq!(block["weeks"], 4);
}

#[test]
fn ac_9_a_coach_works_for_an_athlete_who_allows_it() {
    let machine = with_anna();
    machine.run(&["account", "create", "carl", "--coach", "--no-athlete", "--password-file", "pw"]).data();
    let works = ["profile", "set", "days_per_week", "2", "--as", "carl", "--for", "anna"];
    assert_eq!(refused(&machine, &works), ("not_found".into(), 404));
    let asked = machine.run(&["grants", "ask", "anna", "--scopes", "read,plan", "--as", "carl"]).data();
    assert_eq!(asked, "carl asks anna: read, plan\n");
    machine.run(&["grants", "confirm", "carl", "--as", "anna"]).data();
    assert_eq!(json(&machine, &works)["profile"]["days_per_week"], 2);
    let weigh = ["body", "80", "--as", "carl", "--for", "anna"];
    assert_eq!(refused(&machine, &weigh), ("not_your_athlete".into(), 403));
    let both = json(&machine, &["grants", "--as", "anna"]);
    assert_eq!((&both["given"][0]["coach"], &both["given"][0]["state"]), (&json!("carl"), &json!("active")));
    machine.run(&["grants", "revoke", "carl", "--as", "anna"]).data();
    assert_eq!(refused(&machine, &works), ("not_found".into(), 404));
    assert_eq!(refused(&machine, &["account", "disable", "anna"]), ("last_administrator".into(), 409));
    machine.run(&["account", "disable", "carl"]).data();
    assert_eq!(refused(&machine, &["grants", "--as", "carl"]), ("account_disabled".into(), 403));
    machine.run(&["account", "enable", "carl"]).data();
}

#[test]
fn ac_12_an_athlete_is_deleted_when_the_login_is_typed() {
    let machine = with_anna();
    assert_eq!(refused(&machine, &["athlete", "delete"]), ("not_confirmed".into(), 422));
    assert_eq!(json(&machine, &["athlete"])["login"], "anna");
    let gone = machine.run(&["athlete", "delete", "--confirm", "anna"]).data();
    assert!(gone.contains("is deleted on") && gone.contains("Backups"), "{gone}");
    assert_eq!(refused(&machine, &["athlete", "--as", "anna"]), ("account_disabled".into(), 403));
    machine.run(&["account", "enable", "anna"]).data();
    assert_eq!(json(&machine, &["athlete"])["login"], "anna", "who enables an account keeps it");
}

#[test]
fn every_page_fits_a_terminal_in_both_languages() {
    let machine = with_anna();
    machine
        .run(&["equipment", "set", "dumbbell", "bench", "pull_up_bar", "band", "mat", "step", "box"])
        .data();
    machine.run(&["settings", "exercise", "bench_press", "--step", "2.5kg"]).data();
    machine.run(&["body", "80"]).data();
    machine.run(&["measure", "waist", "80"]).data();
    machine
        .run(&["account", "create", "carl-the-coach-of-many-athletes", "--coach", "--password-file", "pw"])
        .data();
    machine.run(&["grants", "ask", "anna", "--as", "carl-the-coach-of-many-athletes"]).data();
    machine.run(&["block", "start", "--as", "anna"]).data();
    for page in [
        &["account"][..],
        &["athlete"],
        &["profile"],
        &["settings"],
        &["settings", "consent"],
        &["equipment"],
        &["body"],
        &["measure"],
        &["templates"],
        &["templates", "show", "full_body-dumbbells"],
        &["exercises"],
        &["ladders"],
        &["block"],
        &["grants"],
    ] {
        for lang in ["en", "ru"] {
            let who = ["--as", "anna", "--lang", lang];
            let shown =
                machine.run(&[page, if page[0] == "account" { &who[2..] } else { &who[..] }].concat()).data();
            for line in shown.lines() {
                assert!(line.chars().count() <= 80, "{page:?} in {lang}: {line}");
            }
            if lang == "ru" {
                assert!(
                    shown.contains(|letter: char| letter.is_alphabetic() && !letter.is_ascii()),
                    "{page:?}: {shown}"
                );
            }
        }
    }
}
