//! GL-4: what libraries say of a value that they cannot read, as what would be valid there.
//!
//! They say it in English and in words of programmers. What kind of value was wanted is found by reading the value again:
//! a library says of equal values the same.

use std::{fmt::Display, str::FromStr};

use domain::time::LocalDate;
use uuid::Uuid;

/// Whether a reader says this of a value.
type Says = fn(value: &str, said: &str) -> bool;

/// The kind of value that belongs where `said` was said of `value`; none if that was in words of our own.
pub(crate) fn wanted(value: &str, said: &str) -> Option<&'static str> {
    const KINDS: [(Says, &str); 5] = [
        (says_of::<LocalDate>, "date"),
        (is_of_whole_number, "whole"),
        (says_of::<f64>, "number"),
        (says_of::<bool>, "flag"),
        (says_of::<Uuid>, "id"),
    ];
    KINDS.iter().find(|(is_of, _)| is_of(value, said)).map(|&(_, kind)| kind)
}

/// Whether a reader of this type says so of the value.
fn says_of<T: FromStr<Err: Display>>(value: &str, said: &str) -> bool {
    value.parse::<T>().is_err_and(|error| said.ends_with(&error.to_string()))
}

/// A number may be too big for its place and for no other, so the widest and the narrowest are asked.
fn is_of_whole_number(value: &str, said: &str) -> bool {
    says_of::<u64>(value, said) || says_of::<u8>(value, said) || says_of::<i8>(value, said)
}

/// What is wrong with text that is no JSON, from what its reader says.
pub(super) fn flaw(said: &str) -> &'static str {
    const FLAWS: [(&str, &str); 14] = [
        ("EOF", "end"),
        ("trailing characters", "rest"),
        ("trailing comma", "comma"),
        ("expected `,`", "separator"),
        ("expected `:`", "colon"),
        ("key must be", "key"),
        ("invalid number", "number"),
        ("number out of range", "number"),
        ("invalid escape", "letter"),
        ("control character", "letter"),
        ("invalid unicode", "letter"),
        ("lone leading surrogate", "letter"),
        ("unexpected end of hex escape", "letter"),
        ("recursion limit", "depth"),
    ];
    FLAWS.iter().find(|(begin, _)| said.starts_with(begin)).map_or("value", |&(_, flaw)| flaw)
}

#[cfg(test)]
mod tests {
    use serde::de::{DeserializeOwned, IgnoredAny};

    use super::*;

    fn said_of<T: DeserializeOwned>(value: &str) -> String {
        match serde_json::from_value::<T>(value.into()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn gl_4_what_a_library_says_of_a_value_is_known_by_the_kind_that_it_wanted() {
        for value in ["zz", "", "2026-13-24", "2026-02-30", "tomorrow"] {
            assert_eq!(wanted(value, &said_of::<LocalDate>(value)), Some("date"), "{value}");
            assert_eq!(wanted(value, &format!("from: {}", said_of::<LocalDate>(value))), Some("date"));
        }
        for (value, said) in [
            ("x", "x".parse::<u16>().unwrap_err()),
            ("70000", "70000".parse::<u16>().unwrap_err()),
            ("-1", "-1".parse::<u16>().unwrap_err()),
            ("-200", "-200".parse::<i8>().unwrap_err()),
        ] {
            assert_eq!(wanted(value, &said.to_string()), Some("whole"), "{value}");
        }
        assert_eq!(wanted("yes", "provided string was not `true` or `false`"), Some("flag"));
        assert_eq!(wanted("x", &said_of::<Uuid>("x")), Some("id"));
        assert_eq!(wanted("Mars/Base", "`Mars/Base` is no time zone"), None, "words of our own");
    }

    #[test]
    fn gl_4_what_is_wrong_with_text_that_is_no_json_has_a_word() {
        let deep = "[".repeat(200);
        for (text, expected) in [
            ("{", "end"),
            ("", "end"),
            ("{} {}", "rest"),
            ("[1,]", "comma"),
            (r#"{"a":1 "b":2}"#, "separator"),
            ("[1 2]", "separator"),
            (r#"{"a" 1}"#, "colon"),
            ("{1:2}", "key"),
            ("[1.]", "number"),
            ("[1e999]", "number"),
            (r#"["\q"]"#, "letter"),
            (r#"["\ud800"]"#, "letter"),
            ("[\"\n\"]", "letter"),
            ("[nul]", "value"),
            ("{\"a\": }", "value"),
            (&deep, "depth"),
        ] {
            let error = serde_json::from_str::<serde_json::Value>(text).map(|_| IgnoredAny).unwrap_err();
            assert_eq!(flaw(&error.to_string()), expected, "{text}: {error}");
        }
    }
}
