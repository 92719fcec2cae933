//! GL-4 for the command line itself: what clap could not understand, as a problem with facts.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use domain::vocabulary::nearest;

use crate::{
    problem::{Problem, USAGE},
    texts::Fact,
};

/// The kinds of error that are too rare for words of ours.
const OTHER: &str = "other";

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
        ErrorKind::InvalidValue => "bad_value",
        ErrorKind::MissingRequiredArgument => "missing_argument",
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "missing_command"
        }
        ErrorKind::ArgumentConflict if prior == argument => "repeated",
        ErrorKind::ArgumentConflict => "conflict",
        _ => OTHER,
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
    Problem::new(USAGE)
        .fact("reason", reason)
        .maybe_fact("argument", argument)
        .maybe_fact("value", value)
        .maybe_fact("other", prior)
        .maybe_fact("command", found(error, ContextKind::InvalidSubcommand))
        .maybe_fact("allowed", found(error, ContextKind::ValidValue))
        .maybe_fact(
            "nearest",
            suggested.iter().find_map(|&kind| likest(asked.as_ref(), &found(error, kind)?)),
        )
        .maybe_fact("help", usage.as_deref().map(help))
        .maybe_fact("usage", usage)
        .maybe_fact("message", (reason == OTHER).then(|| clap_message(error)))
}

fn found(error: &clap::Error, kind: ContextKind) -> Option<Fact> {
    match error.get(kind)? {
        ContextValue::Strings(words) => Some(words.clone().into()),
        ContextValue::None => None,
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

/// The first line of clap's own message.
fn clap_message(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    rendered.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}
