//! The settings file with everything in it, commented out.

use std::fmt::Write;

use super::{
    SETTINGS, Setting,
    setting::{Fallback, Kind},
};
use crate::texts::Locale;

const HEAD: &str = "\
# Settings of regimen.
#
# A line like `#key = value` shows the default, or an example where it says so;
# remove the `#` to set the key. The environment wins over this file, options of
# the command line win over both. A variable with _FILE after its name reads the
# value from the file it points to, which suits secrets.
";

/// A TOML file that sets nothing and shows every setting.
pub fn template() -> String {
    let mut page = HEAD.to_owned();
    let mut table = "";
    for setting in SETTINGS {
        let (in_table, name) = setting.key.rsplit_once('.').unwrap_or(("", setting.key));
        if in_table != table {
            table = in_table;
            let _ = write!(page, "\n[{table}]\n");
        }
        let _ = write!(page, "\n{}#{name} = {}\n", comment(setting), value(setting));
    }
    page
}

fn comment(setting: &Setting) -> String {
    let mut comment = String::new();
    for line in setting.doc.lines() {
        let _ = writeln!(comment, "# {line}");
    }
    if setting.with_serve {
        let _ = writeln!(comment, "# Used by `regimen serve` only (coming).");
    }
    let _ = writeln!(comment, "# Value: {}", setting.kind.phrase(Locale::En));
    let _ = writeln!(comment, "# Environment: {}", setting.variable());
    match setting.fallback {
        Fallback::Is(_) => {}
        Fallback::None => comment.push_str("# No default; an example:\n"),
        Fallback::DataFolder => comment.push_str("# An example:\n"),
    }
    comment
}

fn value(setting: &Setting) -> String {
    let text = setting.default_text().unwrap_or(setting.example);
    match setting.kind {
        Kind::Switch | Kind::Number(..) | Kind::Decimal(_) => text.to_owned(),
        _ => toml::Value::from(text).to_string(),
    }
}
