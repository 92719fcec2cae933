//! GL-4: every error is one value, whether it leaves as problem+json or on a terminal.
//!
//! A [`Problem`] is a code and its facts; the words are chosen when it is shown, so that code
//! which finds a problem need not know the language of the person who reads it.

use std::fmt;

use domain::spec::SpecId;
use serde::Serialize;

use crate::texts::{Fact, Facts, Locale, find, text};

/// GL-4: what the exit status of a command says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Whatever has no status of its own, a check with findings too.
    Failure = 1,
    /// The input, the settings or the command line cannot be used.
    BadInput = 2,
    /// A proved "no", or not enough data.
    No = 3,
    /// The budget of attempts is exhausted.
    Exhausted = 4,
    /// A question stays open.
    OpenQuestion = 5,
    /// A defect of the program.
    Internal = 70,
}

impl Exit {
    /// All of them, by number.
    pub const ALL: &[Self] = &[
        Self::Done,
        Self::Failure,
        Self::BadInput,
        Self::No,
        Self::Exhausted,
        Self::OpenQuestion,
        Self::Internal,
    ];

    /// The number the process leaves with.
    pub const fn status(self) -> u8 {
        self as u8
    }

    /// A short line for the manual.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failure => "failed for another reason, or a check has findings",
            Self::BadInput => "the command line, a setting or the input is wrong",
            Self::No => "the answer is a proved \"no\", or there is not enough data",
            Self::Exhausted => "the budget of attempts is exhausted",
            Self::OpenQuestion => "a question stays open",
            Self::Internal => "a defect of the program",
        }
    }
}

/// One kind of error: its stable name, the rule behind it, and how HTTP and the shell see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The name that clients compare and people search for.
    pub name: &'static str,
    /// The rule that is broken.
    pub spec: SpecId,
    /// The HTTP status.
    pub status: u16,
    /// The exit status of the command line.
    pub exit: Exit,
}

impl Code {
    const fn new(name: &'static str, spec: &str, status: u16, exit: Exit) -> Self {
        Self { name, spec: SpecId::new(spec), status, exit }
    }
}

/// The command line is not understood.
pub const USAGE: Code = Code::new("usage", "GL-10", 400, Exit::BadInput);
/// No public document has this name.
pub const UNKNOWN_DOCUMENT: Code = Code::new("unknown_document", "GL-10", 404, Exit::BadInput);
/// No setting has this name.
pub const UNKNOWN_SETTING: Code = Code::new("unknown_setting", "GL-4", 422, Exit::BadInput);
/// A setting has a value it cannot have.
pub const BAD_SETTING: Code = Code::new("bad_setting", "GL-4", 422, Exit::BadInput);
/// A setting is given twice by sources of the same rank.
pub const AMBIGUOUS_SETTING: Code = Code::new("ambiguous_setting", "GL-4", 422, Exit::BadInput);
/// The settings file is not TOML.
pub const MALFORMED_FILE: Code = Code::new("malformed_file", "GL-4", 400, Exit::BadInput);
/// A file that was named cannot be read.
pub const UNREADABLE_FILE: Code = Code::new("unreadable_file", "GL-4", 422, Exit::BadInput);
/// Output cannot be written.
pub const WRITE_FAILED: Code = Code::new("write_failed", "GL-4", 500, Exit::Failure);
/// A defect: the program stopped where it should not.
pub const INTERNAL: Code = Code::new("internal", "GL-4", 500, Exit::Internal);

/// Every code this program can emit; each has a text in every language.
pub const CODES: &[Code] = &[
    USAGE,
    UNKNOWN_DOCUMENT,
    UNKNOWN_SETTING,
    BAD_SETTING,
    AMBIGUOUS_SETTING,
    MALFORMED_FILE,
    UNREADABLE_FILE,
    WRITE_FAILED,
    INTERNAL,
];

/// An error with the facts its text is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What kind of error it is.
    pub code: Code,
    /// The bad field as a JSON pointer, if there is one.
    pub pointer: Option<String>,
    /// What happened; a fact `nearest` holds the name that was probably meant.
    pub facts: Facts,
}

impl Problem {
    /// A problem without facts.
    pub fn new(code: Code) -> Self {
        Self { code, pointer: None, facts: Facts::new() }
    }

    /// Adds a fact.
    pub fn fact(mut self, name: &'static str, value: impl Into<Fact>) -> Self {
        self.facts.insert(name.into(), value.into());
        self
    }

    /// Adds a fact that may be unknown, which leaves it out.
    pub fn maybe_fact(self, name: &'static str, value: Option<impl Into<Fact>>) -> Self {
        match value {
            Some(value) => self.fact(name, value),
            None => self,
        }
    }

    /// Names the bad field.
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// The message for a person: which value is wrong, what would be valid, and "maybe ...".
    pub fn detail(&self, lang: Locale) -> String {
        let detail = text(lang, &format!("error-{}", self.code.name), &self.facts);
        let advice = if self.facts.contains_key("nearest") {
            "maybe".to_owned()
        } else {
            format!("advice-{}", self.code.name)
        };
        match find(lang, &advice, &self.facts) {
            Some(advice) => format!("{detail}; {advice}"),
            None => detail,
        }
    }

    /// The problem+json object of RFC 9457 with the members of GL-4.
    pub fn object(&self, lang: Locale) -> ProblemObject<'_> {
        ProblemObject {
            kind: format!("/errors/{}", self.code.name),
            title: text(lang, &format!("title-{}", self.code.name), &self.facts),
            status: self.code.status,
            detail: self.detail(lang),
            code: self.code.name,
            spec: self.code.spec,
            pointer: self.pointer.as_deref(),
            facts: &self.facts,
            request_id: None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail(Locale::En))
    }
}

impl std::error::Error for Problem {}

/// A [`Problem`] in the words of one language, as clients see it (GL-4).
#[derive(Debug, Serialize)]
pub struct ProblemObject<'a> {
    /// A reference that names the kind of error.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind of error in a few words, the same for every case of it.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What is wrong in this case.
    pub detail: String,
    /// The stable name.
    pub code: &'static str,
    /// The rule that is broken.
    pub spec: SpecId,
    /// The bad field as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<&'a str>,
    /// What the message is made of.
    pub facts: &'a Facts,
    /// The request that failed; a command has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn gl_4_exit_statuses_are_those_of_the_specification() {
        let numbers: Vec<u8> = Exit::ALL.iter().map(|exit| exit.status()).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 70]);
    }

    #[test]
    fn gl_4_every_code_has_its_own_name_and_a_text_in_every_language() {
        let names: BTreeSet<_> = CODES.iter().map(|code| code.name).collect();
        assert_eq!(names.len(), CODES.len());
        for code in CODES {
            for lang in [Locale::En, Locale::Ru] {
                for id in [format!("error-{}", code.name), format!("title-{}", code.name)] {
                    assert_ne!(text(lang, &id, &Facts::new()), id, "no text in {lang:?}");
                }
            }
        }
    }

    #[test]
    fn gl_4_the_object_has_the_members_of_problem_json() {
        let problem = Problem::new(UNKNOWN_SETTING)
            .fact("key", "lagn")
            .fact("from", "a.toml:1")
            .fact("nearest", "lang");
        let object = serde_json::to_value(problem.at("/lagn").object(Locale::En)).unwrap();
        let expected = serde_json::json!({
            "type": "/errors/unknown_setting",
            "title": "Unknown setting",
            "status": 422,
            "detail": "unknown setting `lagn` in a.toml:1; maybe `lang`",
            "code": "unknown_setting",
            "spec": "GL-4",
            "pointer": "/lagn",
            "facts": { "key": "lagn", "from": "a.toml:1", "nearest": "lang" },
        });
        assert_eq!(object, expected);
    }
}
