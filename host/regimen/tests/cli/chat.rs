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
