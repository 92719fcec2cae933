//! HTTP, web and command line reach the store only through the services.

use crate::rust::{code_only, tokens};
use crate::tree::{File, expect_findings, fixture};

/// The modules of the binary that people and programs talk to.
const SURFACES: [&str; 3] = ["host/regimen/src/api", "host/regimen/src/web", "host/regimen/src/cli"];

/// Finds surfaces that name the store as a crate or as a part of a path.
pub(crate) fn check(files: &[File]) -> Vec<String> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() && is_surface(&file.path)) {
        for line in lines_with_store(&file.text) {
            findings.push(format!(
                "{}:{line}: this names the store; call a function of `service` instead, or add one",
                file.path
            ));
        }
    }
    findings
}

fn is_surface(path: &str) -> bool {
    SURFACES
        .iter()
        .any(|surface| path.strip_prefix(surface).is_some_and(|rest| rest == ".rs" || rest.starts_with('/')))
}

fn lines_with_store(source: &str) -> Vec<usize> {
    let code = code_only(source);
    let tokens = tokens(&code);
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut is_use = false;
    let mut lines = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let (before, behind) = (if at == 0 { "" } else { text(at - 1) }, text(at + 1));
        match token.text {
            // `use<'a>` in a type is no import.
            "use" => is_use = behind != "<",
            ";" => is_use = false,
            "regimen_store" => lines.push(token.line),
            "store" => {
                // Methods and functions of that name, like those of an atomic, are no paths to the crate.
                let starts_path = behind == "::" && before != ".";
                let ends_path = before == "::" && behind != "(";
                if is_use || starts_path || ends_path || before == "crate" {
                    lines.push(token.line);
                }
            }
            _ => {}
        }
    }
    lines.dedup();
    lines
}

#[test]
fn every_way_to_name_the_store_is_a_finding() {
    for text in [
        "use store::Tx;",
        "use store;",
        "use crate::{\n    store,\n};",
        "fn f(tx: &mut store::Tx) {}",
        "let a = regimen_store::open();",
        "let a: crate::store = b;",
        "extern crate store;",
    ] {
        let files = fixture(&[("host/regimen/src/api/plans.rs", text)]);
        expect_findings(check(&files), &["host/regimen/src/api/plans.rs:"]);
    }
    let files = fixture(&[("host/regimen/src/cli.rs", "//! x\n\nuse store::Tx;")]);
    expect_findings(check(&files), &["host/regimen/src/cli.rs:3: this names the store"]);
}

#[test]
fn words_about_a_store_and_other_modules_have_no_finding() {
    let text = "//! use store::Tx\nuse crate::service;\nlet a = \"store::b\"; flag.store(true); \
                AtomicBool::store(&a, true); let store = restore::c(); app.store::<u8>(); self.store_all();";
    let files = fixture(&[
        ("host/regimen/src/web/page.rs", text),
        ("host/regimen/src/service/plans.rs", "use store::Tx;"),
        ("host/regimen/src/climate.rs", "use store::Tx;"),
    ]);
    expect_findings(check(&files), &[]);
}
