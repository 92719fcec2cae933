//! `regimen chat`: one thing, a question, and an error, each with its exit status (D-1).

use std::fs::File;

use crate::{Machine, demo::put_today};

#[test]
fn d_1_chat_says_one_thing_and_leaves_with_its_status() {
    let machine = Machine::new();
    put_today(&machine);
    let chat = |words: &[&str]| machine.run(&[&["--data", "demo", "chat"], words].concat());
    let weight = chat(&["--once", "weight 82.4"]).data();
    assert!(weight.starts_with("Body weight saved: 82.4 kg."), "{weight}");
    let asked = chat(&["--once", "bench 3x8 80"]);
    assert_eq!(asked.status, 5, "{}", asked.out);
    assert!(asked.out.contains("  1) "), "{}", asked.out);
    let canceled = chat(&["--once", "отмена", "--json"]).json();
    assert_eq!(canceled["intent"], "answer");
    let unknown = chat(&["--once", "/skpi"]);
    assert_eq!((unknown.status, unknown.err.as_str()), (1, ""), "{}", unknown.out);
    let nobody = chat(&["--once", "hi", "--athlete", "00000000-0000-7000-8000-000000000000"]);
    assert!(nobody.refusal().contains("athlete"));
}

#[test]
fn d_1_without_a_terminal_lines_are_read_until_the_end() {
    let machine = Machine::new();
    put_today(&machine);
    let lines = machine.file("lines.txt", "weight 82.4\n\n/help\n");
    let mut command = machine.command(&["--data", "demo", "chat"]);
    let said = command.stdin(File::open(lines).unwrap()).output().unwrap();
    assert!(said.status.success(), "{said:?}");
    let out = String::from_utf8(said.stdout).unwrap();
    assert!(out.contains("Body weight saved") && out.contains("/rollback"), "{out}");
}

#[test]
fn d_6_a_number_of_the_list_means_what_the_list_showed_though_others_were_answered() {
    let machine = Machine::new();
    crate::demo::put_today(&machine);
    let on = |words: &[&str]| machine.run(&[&["--data", "demo"], words].concat());
    let chat = |text: &str| on(&["chat", "--once", text]).out;
    let open = || on(&["proposals", "--json"]).json();
    let group = |number: usize| {
        let mut groups: Vec<String> = Vec::new();
        for one in open().as_array().unwrap() {
            let group = one["group_id"].as_str().unwrap().to_owned();
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups.get(number - 1).cloned().unwrap_or_default()
    };
    let unseen = chat("/proposals accept 1");
    assert!(
        unseen.contains("no proposal 1") && unseen.contains("\n1. "),
        "the list is shown first: {unseen}"
    );
    let second = group(2);
    chat("/proposals reject 1");
    assert_eq!(group(1), second, "the list is shorter now");
    chat("/proposals reject 2");
    let waits = open();
    assert!(waits.as_array().unwrap().iter().all(|one| one["group_id"] != second.as_str()), "{waits}");
    let again = chat("/proposals accept 1");
    assert!(again.starts_with("Already answered: "), "{again}");
}

#[test]
fn d_27_the_numbers_of_the_conversation_are_those_of_a_file_and_checked() {
    let machine = Machine::new();
    crate::demo::put_today(&machine);
    let file = machine.file("dialog.json", r#"{"question_hours": 0, "quiet": [22, 24]}"#);
    let machine = machine.set("REGIMEN_DIALOG_TUNING", &file);
    let refused = machine.run(&["--data", "demo", "chat", "--once", "hi", "--json"]).refusal_object();
    assert_eq!(
        (refused["code"].as_str(), refused["pointer"].as_str()),
        (Some("invalid_tuning"), Some("/question_hours"))
    );
    machine.file("dialog.json", r#"{"question_days": 1}"#);
    let refused = machine.run(&["--data", "demo", "chat", "--once", "hi"]).refusal();
    assert!(refused.contains("question_days"), "{refused}");
    machine.file("dialog.json", r#"{"question_hours": 48}"#);
    let said = machine.run(&["--data", "demo", "chat", "--once", "weight 82.4"]).data();
    assert!(said.starts_with("Body weight saved"), "{said}");
}
