//! GL-4: every error is one value, whether it leaves as problem+json or on a terminal.
//!
//! A [`Problem`] is a code and its facts; the words are chosen when it is shown, so that code
//! which finds a problem need not know the language of the person who reads it.

mod code;
pub(crate) mod document;
mod expected;
mod flow;
pub(crate) mod reading;
pub(crate) mod strict;

use std::{borrow::Cow, fmt, io, path::Path};

use assistant::failure::{Attempts, Failure, Stage};
use domain::{
    anatomy::{BodyArea, Muscle},
    catalog::CatalogErrors,
    equipment::Equipment,
    error::ErrorCode,
    law::{Finding, Invalid},
    spec::SpecId,
};
use serde::Serialize;
use training::request::Refusal;

use crate::texts::{Fact, Facts, Locale, facts, find, text};

use self::code::INTERNAL;
pub use self::{code::*, flow::FaultView};

/// An error with the facts its text is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What kind of error it is.
    pub code: Code,
    /// The bad field as a JSON pointer, if there is one.
    pub pointer: Option<String>,
    /// What happened; a fact `nearest` holds the name that was probably meant.
    pub facts: Facts,
    /// Every breach, when a document breaks rules; code, pointer and facts are those of the first.
    pub validation: Vec<Finding>,
    /// Where in the session flow it happened, after how many calls of a model, and what is wrong with its document (L-34).
    pub flow: Option<Box<Failure>>,
}

impl Problem {
    /// A problem without facts.
    pub fn new(code: Code) -> Self {
        Self { code, pointer: None, facts: Facts::new(), validation: Vec::new(), flow: None }
    }

    /// The problem of a file that cannot be read; `from` says who named it, `default` that nobody did.
    pub fn unreadable(file: &Path, from: &str, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "missing",
            io::ErrorKind::PermissionDenied => "denied",
            io::ErrorKind::IsADirectory => "folder",
            io::ErrorKind::InvalidData => "not_text",
            _ => "other",
        };
        Self::new(UNREADABLE_FILE)
            .fact("file", file.display().to_string())
            .fact("from", from)
            .fact("why", why)
            .fact("os", error.to_string())
    }

    /// A page of a list begins behind an entry that no answer has named.
    pub fn unknown_cursor(cursor: &str) -> Self {
        let problem = Self::new(MALFORMED_QUERY).fact("field", "cursor").fact("found", cursor);
        problem.fact("expected", "`next` of an answer").at("/cursor")
    }

    /// A defect of the program; `place` is where it was found.
    pub fn defect(place: &(impl fmt::Display + ?Sized)) -> Self {
        Self::new(INTERNAL)
            .fact("version", env!("CARGO_PKG_VERSION"))
            .fact("place", place.to_string())
            .fact("report", concat!(env!("CARGO_PKG_REPOSITORY"), "/issues"))
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

    /// The fact `why`, where it is text.
    pub fn why(&self) -> &str {
        match self.facts.get("why") {
            Some(Fact::Text(why)) => why,
            _ => "",
        }
    }

    /// Names the bad field.
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// The message for a person: which value is wrong, what would be valid, and "maybe ...".
    ///
    /// Several breaches, and the counts of SO-10, stand on a line each.
    pub fn detail(&self, lang: Locale) -> String {
        let lines = match &self.validation[..] {
            [] | [_] if self.flow.is_some() => {
                self.faults(lang).iter().map(|fault| fault.line(lang)).collect()
            }
            [] | [_] => self.counts(lang),
            findings => findings.iter().map(|finding| Self::from(finding).message(lang)).collect(),
        };
        let head = if self.validation.len() > 1 {
            text(lang, "error-several", &facts([("count", self.validation.len().into())]))
        } else {
            self.message(lang)
        };
        lines.iter().fold(head, |detail, line| format!("{detail}\n  {line}"))
    }

    /// SO-10: how many exercises each filter refused.
    fn counts(&self, lang: Locale) -> Vec<String> {
        if self.code != NO_SAFE_EXERCISE {
            return Vec::new();
        }
        let line = |(filter, count): (&Cow<'static, str>, &Fact)| {
            let facts = facts([("filter", Fact::word("filter", filter)), ("count", count.clone())]);
            text(lang, "filter-count", &facts)
        };
        self.facts.iter().map(line).collect()
    }

    /// What is wrong with a document of the session flow.
    fn faults(&self, lang: Locale) -> Vec<FaultView<'_>> {
        let faults = self.flow.iter().flat_map(|failure| &failure.validation);
        faults.map(|fault| FaultView::new(fault, lang)).collect()
    }

    fn message(&self, lang: Locale) -> String {
        let family = if self.flow.is_some() { "flow-failure" } else { "error" };
        let facts = self.told(lang);
        let own = find(lang, &format!("{family}-{}", self.code.name), &facts);
        // Most refused values need no words of their own: the field, what it holds, what it may hold.
        let detail = own.unwrap_or_else(|| text(lang, "error-bad_value", &facts));
        let advice = match facts.get("nearest") {
            // A word that was probably meant stands by itself; advice is a sentence.
            Some(Fact::Text(near)) if near.contains(' ') => "maybe-advice".to_owned(),
            Some(_) => "maybe".to_owned(),
            None => format!("advice-{}", self.code.name),
        };
        match find(lang, &advice, &facts) {
            Some(advice) => format!("{detail}; {advice}"),
            None => detail,
        }
    }

    /// The facts as this language says them: what laws and readers of documents have put into English among them.
    fn told(&self, lang: Locale) -> Cow<'_, Facts> {
        if lang == Locale::En {
            return Cow::Borrowed(&self.facts);
        }
        let told = |(name, fact): (&Cow<'static, str>, &Fact)| {
            (name.clone(), expected::fact(lang, name, fact).unwrap_or_else(|| fact.clone()))
        };
        Cow::Owned(self.facts.iter().map(told).collect())
    }

    /// After how many seconds it is worth to try again, if that is known.
    pub fn retry_after_s(&self) -> Option<i64> {
        match self.facts.get("retry_after_s") {
            Some(Fact::Count(seconds)) => Some(*seconds),
            _ => None,
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
            validation: match &self.flow {
                Some(_) => Validation::Faults(self.faults(lang)),
                None => Validation::Findings(&self.validation),
            },
            stage: self.flow.as_ref().map(|failure| failure.stage),
            attempts: self.flow.as_ref().map(|failure| failure.attempts),
            truncated: self.flow.as_ref().is_some_and(|failure| failure.truncated),
            retry_after_s: self.retry_after_s(),
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

impl From<&Finding> for Problem {
    fn from(finding: &Finding) -> Self {
        let field = finding.pointer.trim_start_matches('/').replace('/', ".");
        let problem =
            Self::new(Code::of(finding.code)).fact("field", field).fact("found", finding.found.as_str());
        let (expected, nearest) = match finding.expected.split_once("; maybe ") {
            Some((expected, nearest)) => (expected, Some(nearest.trim_matches('`'))),
            None => (finding.expected.as_str(), None),
        };
        problem
            .fact("expected", expected)
            .maybe_fact("nearest", nearest)
            .maybe_fact("allowed", allowed(finding.code))
            .at(finding.pointer.as_str())
    }
}

/// EX-2, EX-4: an unknown key is refused with all that there are.
fn allowed(code: ErrorCode) -> Option<Vec<&'static str>> {
    let words = match code {
        ErrorCode::UnknownMuscle => Muscle::WORDS,
        ErrorCode::UnknownPainArea => BodyArea::WORDS,
        ErrorCode::UnknownEquipment => Equipment::WORDS,
        _ => return None,
    };
    Some(words.to_vec())
}

/// A problem of these breaches, of which there is at least one.
pub(crate) fn of_findings<'a>(findings: impl Iterator<Item = &'a Finding> + Clone) -> Problem {
    let first = findings.clone().next();
    let problem = first.map_or_else(|| Problem::new(Code::of(ErrorCode::BadValue)), Problem::from);
    Problem { validation: findings.cloned().collect(), ..problem }
}

impl From<Invalid> for Problem {
    fn from(invalid: Invalid) -> Self {
        of_findings(invalid.findings().iter())
    }
}

impl From<CatalogErrors> for Problem {
    fn from(errors: CatalogErrors) -> Self {
        of_findings(errors.findings().iter().map(|finding| &finding.finding))
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid(invalid) => invalid.into(),
            Refusal::TrainingPaused(reason) => {
                Self { facts: reason.facts, ..Self::new(Code::of(ErrorCode::TrainingPaused)) }
            }
            // SO-10: the count for each filter is a fact under the name of its code.
            Refusal::NoSafeExercise(counts) => counts
                .into_iter()
                .fold(Self::new(NO_SAFE_EXERCISE), |problem, (code, count)| problem.fact(code, count)),
        }
    }
}

impl From<plan::landing::Refusal> for Problem {
    fn from(refusal: plan::landing::Refusal) -> Self {
        match refusal {
            plan::landing::Refusal::Invalid(invalid) => invalid.into(),
            plan::landing::Refusal::Impossible { code, facts } => Self { facts, ..Self::new(Code::of(code)) },
        }
    }
}

/// Every breach of a document, by the laws of the domain or by the validators of the flow.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Validation<'a> {
    /// Values that the domain refuses.
    Findings(&'a [Finding]),
    /// What the validators of the flow found.
    Faults(Vec<FaultView<'a>>),
}

impl Validation<'_> {
    const fn is_empty(&self) -> bool {
        match self {
            Self::Findings(findings) => findings.is_empty(),
            Self::Faults(faults) => faults.is_empty(),
        }
    }
}

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
    /// Every breach of a document.
    #[serde(skip_serializing_if = "Validation::is_empty")]
    pub validation: Validation<'a>,
    /// Where in the session flow it happened (L-34).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// Calls of a model so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Attempts>,
    /// Whether there are more breaches than are listed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
    /// After how many seconds to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_s: Option<i64>,
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
    fn gl_4_every_code_is_found_by_its_name() {
        for name in ["usage", "wrong_password", "internal", "gate_open", "provider_timeout"] {
            assert_eq!(named(name).unwrap().name, name);
        }
        assert!(named("no_such_code").is_none());
    }

    #[test]
    fn gl_4_a_defect_says_where_to_report_it() {
        for lang in [Locale::En, Locale::Ru] {
            let said = Problem::defect("the third gear").detail(lang);
            assert!(said.contains("the third gear") && said.contains("/issues"), "{said}");
            assert!(!said.contains(['{', '$']), "{said}");
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
