//! Refusals of the session flow as problems (L-34).

use assistant::{
    failure::{Failure, FailureCode},
    fault::Fault,
};
use domain::error::ErrorCode;
use serde::Serialize;

use super::{Code, Exit, NO_SAFE_EXERCISE, Problem, expected, of_findings};
use crate::texts::{Fact, Locale, facts, text};

/// One thing that is wrong with a document of the flow, in the reader's words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultView<'a> {
    /// Where, by which rule, what would be right.
    #[serde(flatten)]
    pub fault: &'a Fault,
    /// What is wrong.
    pub message: String,
}

impl<'a> FaultView<'a> {
    /// A fault in the words of a language.
    pub fn new(fault: &'a Fault, lang: Locale) -> Self {
        Self { fault, message: fault.message(lang) }
    }

    /// The same as a line.
    pub fn line(&self, lang: Locale) -> String {
        let Fault { pointer, code, expected, found } = self.fault;
        let said = |phrase: &str| expected::told(lang, phrase).unwrap_or_else(|| phrase.to_owned());
        let with = facts([("expected", said(expected).into()), ("found", said(found).into())]);
        format!("{pointer} {code}: {}; {}", self.message, text(lang, "flow-fault-values", &with))
    }
}

/// The code of a failure, with how HTTP and the shell see it.
pub(super) fn code(code: FailureCode) -> Code {
    use FailureCode as F;
    let (status, exit) = match code {
        F::BadEncoding | F::FetchRefused => (400, Exit::BadInput),
        F::InputTooLarge | F::PromptTooLarge => (413, Exit::BadInput),
        F::InputInvalid | F::HistoryUnparsed | F::HistoryMalformed => (422, Exit::BadInput),
        F::TrainingPaused => (409, Exit::No),
        F::NoSafeExercise => (422, Exit::No),
        F::IdExhausted | F::ModelNotConfigured => (409, Exit::BadInput),
        F::ModelBusy | F::BreakerOpen => (503, Exit::Failure),
        F::FetchFailed => (502, Exit::Failure),
        F::ProviderTimeout => (504, Exit::Failure),
        F::ProviderUnreachable | F::ProviderAuth | F::ProviderModelUnknown | F::ProviderRejected => {
            (502, Exit::Failure)
        }
        F::OutputTruncated | F::EmptyOutput | F::OutputInvalid => (422, Exit::Failure),
        F::PlannerInvariant => (500, Exit::Internal),
    };
    Code { name: code.as_str(), spec: code.spec(), status, exit }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        if !failure.findings.is_empty() {
            return of_findings(failure.findings.iter());
        }
        match failure.code {
            FailureCode::TrainingPaused => {
                Self { facts: failure.facts, ..Self::new(Code::of(ErrorCode::TrainingPaused)) }
            }
            FailureCode::NoSafeExercise => no_safe_exercise(&failure),
            _ => {
                let retry = failure.retry_after_s.map(i64::from);
                let mut problem = Self::new(code(failure.code)).maybe_fact("retry_after_s", retry);
                problem.facts.extend(failure.facts.clone());
                problem.pointer = failure.validation.first().map(|fault| fault.pointer.clone());
                problem.flow = Some(Box::new(failure));
                problem
            }
        }
    }
}

/// SO-10: the count for each filter, as every other planner tells it.
fn no_safe_exercise(failure: &Failure) -> Problem {
    let Some(Fact::List(refused)) = failure.facts.get("refused") else {
        return Problem::new(NO_SAFE_EXERCISE);
    };
    let mut problem = Problem::new(NO_SAFE_EXERCISE);
    for fact in refused {
        let Fact::Text(text) = fact else { continue };
        let Some((filter, count)) = text.split_once(' ') else { continue };
        let count: i64 = count.parse().unwrap_or(0);
        problem.facts.insert(filter.to_owned().into(), count.into());
    }
    problem
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{Facts, text};

    #[test]
    fn l_34_every_failure_has_a_status_and_words_in_both_languages() {
        for one in FailureCode::ALL {
            let code = code(*one);
            assert!((400..=504).contains(&code.status), "{one}");
            for lang in [Locale::En, Locale::Ru] {
                let id = format!("title-{}", code.name);
                assert_ne!(text(lang, &id, &Facts::new()), id, "{lang:?}");
            }
        }
    }

    #[test]
    fn l_34_an_open_breaker_says_when_to_try_again() {
        use assistant::failure::Stage;
        let mut failure = Failure::new(FailureCode::BreakerOpen, Stage::Analyzer).fact("seconds", 79_u32);
        failure.retry_after_s = Some(79);
        let problem = Problem::from(failure);
        assert_eq!((problem.code.status, problem.retry_after_s()), (503, Some(79)));
        let object = serde_json::to_value(problem.object(Locale::En)).unwrap();
        assert_eq!(object["stage"], "analyzer");
        assert_eq!(object["attempts"]["analyzer"], 0);
        assert_eq!(object["detail"], "the model failed too often and is left alone for 79 s");
    }
}
