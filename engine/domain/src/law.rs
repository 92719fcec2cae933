//! Laws: how a value is checked as a whole, and what is said when it breaks one.
//!
//! A record of many fields is a plain struct with a [`Law`]. Wherever the rest of the program relies on the law it
//! asks for [`Valid<T>`], which cannot be made, read or changed without passing it. A failed check lists every
//! breach at once, each with a JSON pointer to the field.

use std::{
    borrow::Cow,
    fmt,
    ops::{Deref, RangeInclusive},
};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{error::ErrorCode, spec::SpecId};

/// A rule about which values of a type are allowed.
pub trait Law {
    /// Reports every breach to `check`.
    fn check(&self, check: &mut Check);
}

/// A `T` that keeps its [`Law`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Valid<T>(T);

impl<T: Law> Valid<T> {
    /// Accepts `value` if it keeps its law.
    pub fn new(value: T) -> Result<Self, Invalid> {
        let mut check = Check::default();
        value.check(&mut check);
        check.finish()?;
        Ok(Self(value))
    }

    /// A changed copy, checked anew.
    pub fn with(&self, change: impl FnOnce(&mut T)) -> Result<Self, Invalid>
    where
        T: Clone,
    {
        let mut value = self.0.clone();
        change(&mut value);
        Self::new(value)
    }
}

impl<T> Valid<T> {
    /// The plain value, free to be changed and checked again.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Valid<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Valid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Law + Deserialize<'de>> Deserialize<'de> for Valid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(T::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

impl<T: JsonSchema> JsonSchema for Valid<T> {
    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// One breach of a law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// What is wrong.
    pub code: ErrorCode,
    /// The rule that says so.
    pub spec: SpecId,
    /// JSON pointer to the field, empty for the whole value.
    pub pointer: String,
    /// What was found.
    pub found: String,
    /// What would be valid.
    pub expected: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = self.pointer.trim_start_matches('/').replace('/', ".");
        if !field.is_empty() {
            write!(f, "{field}: ")?;
        }
        write!(f, "{}, expected {}", self.found, self.expected)
    }
}

/// A value that breaks its law, with every breach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    findings: Vec<Finding>,
}

impl Invalid {
    /// One breach that was found by other means than a walk.
    pub fn of(
        code: ErrorCode,
        field: impl fmt::Display,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) -> Self {
        let pointer = format!("/{field}");
        let (found, expected) = (found.to_string(), expected.to_string());
        Self { findings: vec![Finding { code, spec: code.spec(), pointer, found, expected }] }
    }

    /// The breaches in the order of the fields; at least one.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl std::error::Error for Invalid {}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, finding) in self.findings.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{finding}")?;
        }
        Ok(())
    }
}

/// Collects breaches while a value is walked.
#[derive(Debug, Default)]
pub struct Check {
    findings: Vec<Finding>,
}

impl Check {
    /// Checks a part of the value; its breaches are reported below `field`.
    ///
    /// Pointers grow from the inside out, so that a value without breaches costs none.
    pub fn within(&mut self, field: impl fmt::Display, part: impl FnOnce(&mut Self)) {
        let before = self.findings.len();
        part(self);
        for finding in &mut self.findings[before..] {
            finding.pointer = format!("/{field}{}", finding.pointer);
        }
    }

    /// Checks each member of a list.
    pub fn each<T>(&mut self, field: &str, list: &[T], mut part: impl FnMut(&mut Self, usize, &T)) {
        self.within(field, |check| {
            for (index, member) in list.iter().enumerate() {
                check.within(index, |check| part(check, index, member));
            }
        });
    }

    /// Reports `field` unless `holds`.
    #[inline]
    pub fn require(
        &mut self,
        holds: bool,
        code: ErrorCode,
        field: &str,
        found: impl fmt::Display,
        expected: impl fmt::Display,
    ) {
        if !holds {
            self.report(code, field, &found, &expected);
        }
    }

    #[cold]
    fn report(
        &mut self,
        code: ErrorCode,
        field: &str,
        found: &dyn fmt::Display,
        expected: &dyn fmt::Display,
    ) {
        let pointer = if field.is_empty() { String::new() } else { format!("/{field}") };
        let (found, expected) = (found.to_string(), expected.to_string());
        self.findings.push(Finding { code, spec: code.spec(), pointer, found, expected });
    }

    /// Reports `field` unless `low <= value <= high`.
    pub fn range<N: PartialOrd + fmt::Display>(
        &mut self,
        code: ErrorCode,
        field: &str,
        value: N,
        low: N,
        high: N,
    ) {
        let holds = low <= value && value <= high;
        self.require(holds, code, field, value, format_args!("{low}..{high}"));
    }

    /// Like [`Check::range`], for a value that may be absent.
    pub fn optional_range<N: PartialOrd + fmt::Display>(
        &mut self,
        code: ErrorCode,
        field: &str,
        value: Option<N>,
        low: N,
        high: N,
    ) {
        if let Some(value) = value {
            self.range(code, field, value, low, high);
        }
    }

    /// Like [`Check::range`], for a range that has a name, so that others know it, too.
    pub fn inside<N: PartialOrd + fmt::Display>(
        &mut self,
        code: ErrorCode,
        field: &str,
        value: N,
        range: RangeInclusive<N>,
    ) {
        let (low, high) = range.into_inner();
        self.range(code, field, value, low, high);
    }

    /// Like [`Check::inside`], for a value that may be absent.
    pub fn optional_inside<N: PartialOrd + fmt::Display>(
        &mut self,
        code: ErrorCode,
        field: &str,
        value: Option<N>,
        range: RangeInclusive<N>,
    ) {
        if let Some(value) = value {
            self.inside(code, field, value, range);
        }
    }

    /// Reports a text whose length in characters is not within `low..=high`.
    pub fn length(&mut self, code: ErrorCode, field: &str, text: &str, low: usize, high: usize) {
        let length = text.chars().count();
        let holds = (low..=high).contains(&length);
        self.require(
            holds,
            code,
            field,
            format_args!("{length} characters"),
            format_args!("{low}..{high} characters"),
        );
    }

    /// Reports a list whose number of members is not within `low..=high`.
    pub fn count<T>(&mut self, code: ErrorCode, field: &str, list: &[T], low: usize, high: usize) {
        let holds = (low..=high).contains(&list.len());
        self.require(
            holds,
            code,
            field,
            format_args!("{} entries", list.len()),
            format_args!("{low}..{high} entries"),
        );
    }

    /// Nothing, or everything that was reported.
    pub fn finish(self) -> Result<(), Invalid> {
        if self.findings.is_empty() { Ok(()) } else { Err(Invalid { findings: self.findings }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Deserialize)]
    struct Pair {
        low: i64,
        rows: Vec<i64>,
    }

    impl Law for Pair {
        fn check(&self, check: &mut Check) {
            check.range(ErrorCode::BadValue, "low", self.low, 1, 5);
            check.each("rows", &self.rows, |check, _, &row| check.range(ErrorCode::BadValue, "", row, 0, 9));
        }
    }

    #[test]
    fn all_breaches_are_named_at_once_with_pointers() {
        let invalid = Valid::new(Pair { low: 7, rows: vec![1, 12] }).unwrap_err();
        let pointers: Vec<_> = invalid.findings().iter().map(|finding| finding.pointer.as_str()).collect();
        assert_eq!(pointers, ["/low", "/rows/1"]);
        assert_eq!(invalid.to_string(), "low: 7, expected 1..5; rows.1: 12, expected 0..9");
    }

    #[test]
    fn an_invalid_value_is_not_read_either() {
        assert!(serde_json::from_str::<Valid<Pair>>(r#"{"low":1,"rows":[]}"#).is_ok());
        let error = serde_json::from_str::<Valid<Pair>>(r#"{"low":0,"rows":[]}"#).unwrap_err();
        assert!(error.to_string().starts_with("low: 0, expected 1..5"), "{error}");
    }

    #[test]
    fn a_change_is_checked_anew() {
        let pair = Valid::new(Pair { low: 1, rows: vec![] }).unwrap();
        assert_eq!(pair.with(|pair| pair.low = 2).unwrap().low, 2);
        assert!(pair.with(|pair| pair.low = 9).is_err());
    }
}
