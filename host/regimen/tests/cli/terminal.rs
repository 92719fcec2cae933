//! AC-1, GL-8: what is asked on a terminal, by a person who sits at a pseudo-terminal; and that nobody else is asked.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use super::Machine;

const PASSWORD: &str = "correct horse battery staple";

/// A question, what is typed, and whether that is hidden.
type Answered<'a> = (&'a str, &'a str, bool);

/// Runs a command on a terminal and answers; gives its status and all that was shown.
fn at_terminal(machine: &Machine, args: &[&str], answers: &[Answered<'_>]) -> (i64, String) {
    let home = machine.home.path();
    let told = json!({
        "program": env!("CARGO_BIN_EXE_regimen"),
        "args": args,
        "folder": home,
        "variables": { "HOME": home, "TERM": "xterm" },
        "answers": answers,
    });
    let mut person = Command::new("python3")
        .args(["-c", include_str!("terminal.py")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    person.stdin.take().unwrap().write_all(told.to_string().as_bytes()).unwrap();
    let output = person.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    let seen: Value = serde_json::from_slice(&output.stdout).unwrap();
    (seen["status"].as_i64().unwrap(), seen["shown"].as_str().unwrap().to_owned())
}

fn with_anna() -> Machine {
    let machine = Machine::new();
    let file = machine.file("password", PASSWORD);
    assert_eq!(machine.run(&["account", "create", "anna", "--password-file", &file]).status, 0);
    machine
}

#[test]
fn ac_1_a_password_is_asked_for_twice_and_not_shown() {
    let machine = Machine::new();
    let twice = [("Password:", PASSWORD, true), ("Again:", PASSWORD, true)];
    let (status, shown) = at_terminal(&machine, &["account", "create", "anna"], &twice);
    assert_eq!(status, 0, "{shown}");
    assert!(!shown.contains(PASSWORD), "{shown}");
    assert!(machine.run(&["account"]).data().contains("anna"));
    let differ = [("Password:", PASSWORD, true), ("Again:", "something else entirely", true)];
    let (status, shown) = at_terminal(&machine, &["account", "create", "boris"], &differ);
    assert_eq!(status, 2, "{shown}");
    assert!(!machine.run(&["account"]).data().contains("boris"));
}

#[test]
fn gl_8_who_deletes_everything_types_the_login() {
    let machine = with_anna();
    let (status, shown) = at_terminal(&machine, &["athlete", "delete"], &[("anna", "yes", false)]);
    assert_eq!(status, 2, "{shown}");
    let (status, shown) = at_terminal(&machine, &["athlete", "delete"], &[("anna", "anna", false)]);
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains("anna"), "{shown}");
}

#[test]
fn gl_8_without_a_terminal_nothing_is_asked() {
    let machine = with_anna();
    let refused = machine.run(&["account", "create", "boris", "--json"]).refusal_object();
    assert_eq!(refused["code"], "no_password");
    for (words, question) in
        [(&["account", "create", "boris"][..], "Password:"), (&["athlete", "delete"], "?")]
    {
        let refusal = machine.run(words).refusal();
        assert!(!refusal.contains(question), "{refusal}");
    }
    assert!(machine.run(&["athlete"]).data().contains("anna"), "nothing was deleted");
}
