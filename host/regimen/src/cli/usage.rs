//! GL-4 for the command line itself: what clap could not understand, as a problem with facts.

use std::{error::Error, net::AddrParseError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use domain::{
    id::{NotAKey, NotAnId},
    time::NotAnInstant,
    vocabulary::{UnknownWord, nearest},
};

use super::number::NotInRange;
use crate::{
    config::place,
    problem::{Problem, USAGE},
    texts::{Fact, Facts, facts},
};

/// Turns clap's error into a problem that can be told in every language.
pub(super) fn problem(error: &clap::Error) -> Problem {
    let argument = found(error, ContextKind::InvalidArg);
    let value = found(error, ContextKind::InvalidValue);
    let prior = found(error, ContextKind::PriorArg);
    let reason = match error.kind() {
        ErrorKind::UnknownArgument => "unknown_argument",
        ErrorKind::InvalidSubcommand => "unknown_command",
        ErrorKind::InvalidValue if value.as_ref().is_none_or(|value| *value == Fact::from("")) => {
            "missing_value"
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => "bad_value",
        ErrorKind::MissingRequiredArgument => "missing_argument",
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "missing_command"
        }
        ErrorKind::ArgumentConflict if prior == argument => "repeated",
        ErrorKind::ArgumentConflict => "conflict",
        ErrorKind::TooManyValues => "no_value",
        ErrorKind::InvalidUtf8 => "not_text",
        // What remains is for arguments that take a number of values or need `=`; there are none.
        _ => "other",
    };
    let asked = [ContextKind::InvalidSubcommand, ContextKind::InvalidValue, ContextKind::InvalidArg];
    let asked = asked.iter().find_map(|&kind| found(error, kind));
    let suggested =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let usage = found(error, ContextKind::Usage).and_then(|usage| {
        let Fact::Text(usage) = usage else { return None };
        let usage = usage.trim_start_matches("Usage:").trim();
        // The forms of a command stand on lines of their own; the first is the common one.
        usage.lines().next().map(str::to_owned)
    });
    let problem = Problem::new(USAGE)
        .fact("reason", reason)
        .maybe_fact("argument", argument)
        .maybe_fact("value", value)
        .maybe_fact("other", prior)
        .maybe_fact("command", found(error, ContextKind::InvalidSubcommand))
        .maybe_fact(
            "nearest",
            suggested.iter().find_map(|&kind| likest(asked.as_ref(), &found(error, kind)?)),
        )
        .maybe_fact("help", usage.as_deref().map(help))
        .maybe_fact("usage", usage);
    with(problem, takes(error))
}

/// What was given as a place is neither a folder nor a database (GL-8).
pub(super) fn no_place(option: &str, text: &str) -> Problem {
    let problem = Problem::new(USAGE)
        .fact("reason", "bad_value")
        .fact("argument", option)
        .fact("value", place::shown(text).as_ref())
        .maybe_fact("nearest", place::nearest(text));
    with(problem, facts([("kind", "place".into()), ("allowed", place::STARTS.to_vec().into())]))
}

fn with(mut problem: Problem, facts: Facts) -> Problem {
    problem.facts.extend(facts);
    problem
}

/// What the argument takes whose value was refused, as the text `allowed` tells it.
fn takes(error: &clap::Error) -> Facts {
    if let Some(allowed) = found(error, ContextKind::ValidValue) {
        return facts([("kind", "choice".into()), ("allowed", allowed)]);
    }
    let Some(source) = error.source() else { return Facts::new() };
    if let Some(NotInRange { low, high }) = source.downcast_ref() {
        let low = ("low", Fact::from(*low));
        return match high {
            Some(high) => facts([("kind", "number".into()), low, ("high", (*high).into())]),
            None => facts([("kind", "number_from".into()), low]),
        };
    }
    if let Some(unknown) = source.downcast_ref::<UnknownWord>() {
        let mut facts = facts([("kind", "choice".into()), ("allowed", unknown.allowed.to_vec().into())]);
        facts.extend(unknown.nearest().map(|near| ("nearest".into(), near.into())));
        return facts;
    }
    let kind = match source {
        _ if source.is::<jiff::Error>() => "date",
        _ if source.is::<NotAnInstant>() => "instant",
        _ if source.is::<NotAnId>() || source.is::<uuid::Error>() => "id",
        _ if source.is::<NotAKey>() => "entry_key",
        _ if source.is::<AddrParseError>() => "address",
        _ => "text",
    };
    facts([("kind", kind.into())])
}

fn found(error: &clap::Error, kind: ContextKind) -> Option<Fact> {
    match error.get(kind)? {
        ContextValue::Strings(words) => Some(words.clone().into()),
        ContextValue::None => None,
        // An address in the wrong place may hold a password.
        ContextValue::String(text) if text.contains("://") => Some(place::shown(text).as_ref().into()),
        other => Some(other.to_string().into()),
    }
}

/// Of several suggestions the one most like what was typed.
fn likest(asked: Option<&Fact>, suggested: &Fact) -> Option<Fact> {
    let Fact::List(words) = suggested else { return Some(suggested.clone()) };
    let words: Vec<String> = words.iter().filter_map(text_of).collect();
    let asked = asked.and_then(text_of).unwrap_or_default();
    let near = nearest(&asked, words.iter().map(String::as_str));
    // The parser puts the likest last.
    near.or(words.last().map(String::as_str)).map(Fact::from)
}

fn text_of(fact: &Fact) -> Option<String> {
    match fact {
        Fact::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// The command whose help explains the usage: its words up to the first argument.
fn help(usage: &str) -> String {
    let words = usage.split(' ').take_while(|word| !word.starts_with(['[', '<', '-']));
    words.chain(["--help"]).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::iter::once;

    use clap::Command;

    use super::*;
    use crate::{cli::command, texts::Locale};

    /// What no argument takes but a text.
    const SENSELESS: [&str; 2] = ["???", "99999999999999999999"];
    /// What stands before the value in question, where that needs a value there.
    const SENSIBLE: [&str; 5] = ["1", "2026-03-09", "0198c0de-0000-7000-8000-000000000001", "pain", "waist"];

    /// The problem of a command line, if the last word of it is refused.
    fn refused(line: &[String], last: &str) -> Option<Problem> {
        let error = command().try_get_matches_from(line.iter().map(String::as_str).chain([last])).err()?;
        let is_of_value = matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation);
        is_of_value.then(|| problem(&error))
    }

    /// For every argument a command line that ends where its value belongs.
    fn lines(command: &Command, path: &[String]) -> Vec<Vec<String>> {
        let mut line = path.to_vec();
        let mut found = Vec::new();
        for argument in command.get_arguments().filter(|one| one.get_action().takes_values()) {
            if let Some(long) = argument.get_long() {
                found.push([path, &[format!("--{long}")]].concat());
            } else {
                found.push(line.clone());
                let sensible = SENSIBLE.iter().find(|value| refused(&line, value).is_none());
                line.push(sensible.map(ToString::to_string).unwrap_or_default());
            }
        }
        for below in command.get_subcommands() {
            found.extend(lines(below, &[path, &[below.get_name().to_owned()]].concat()));
        }
        found
    }

    /// What a Russian message says in Latin letters, but for what was typed and the words that an argument takes.
    fn latin(problem: &Problem) -> Vec<String> {
        let told = problem.detail(Locale::Ru);
        let allowed = match problem.facts.get("allowed") {
            Some(Fact::List(allowed)) => allowed.clone(),
            _ => Vec::new(),
        };
        let unquoted: String = told.split('`').step_by(2).collect();
        let words = unquoted.split_whitespace().map(|word| word.trim_matches([',', ';', ':']));
        let prose = words.filter(|word| {
            word.len() > 2
                && word.chars().all(|letter| letter.is_ascii_alphabetic())
                && !allowed.contains(&Fact::from(*word))
        });
        prose.map(str::to_owned).collect()
    }

    #[test]
    fn gl_4_a_senseless_value_of_every_argument_is_refused_with_what_it_takes_in_russian() {
        let root = command();
        let mut typed = 0;
        for line in lines(&root, &[root.get_name().to_owned()]) {
            let problems: Vec<Problem> = SENSELESS.iter().filter_map(|value| refused(&line, value)).collect();
            typed += usize::from(!problems.is_empty());
            for problem in problems {
                let told = problem.detail(Locale::Ru);
                assert_eq!(latin(&problem), [] as [String; 0], "{line:?}: {told}");
                assert!(problem.facts.contains_key("kind"), "{line:?}: {told}");
                assert_ne!(problem.facts["kind"], Fact::from("text"), "{line:?}: {told}");
            }
        }
        assert!(typed > 100, "{typed} arguments take no text");
    }

    #[test]
    fn gl_4_a_number_is_refused_with_the_range_of_its_law() {
        let line = |words: &str| -> Vec<String> {
            once("regimen").chain(words.split(' ')).map(str::to_owned).collect()
        };
        for (words, value, takes) in [
            ("checkin --pulse", "400", "20 to 220"),
            ("checkin --readiness", "9", "1 to 5"),
            ("session plan --minutes", "5", "10 to 180"),
            ("token create watch --days", "0", "1 to 1095"),
            ("plan diff 1", "x", "1 or more"),
        ] {
            let told = refused(&line(words), value).unwrap().to_string();
            assert!(told.starts_with(&format!("`{value}` is not a value for ")), "{told}");
            assert!(told.ends_with(takes), "{told}");
        }
    }
}
