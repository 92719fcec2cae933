//! Rule ids of the specification, checked for form when the program is compiled.

use std::{
    borrow::Cow,
    fmt::{self, Write},
    str::FromStr,
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::parsed::read;

/// The id of one rule in `docs/spec`, such as `GL-1`.
///
/// That the id exists is kept by a tidy test; that it looks like one by the constructor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpecId {
    family: [u8; 2],
    number: u8,
}

impl SpecId {
    /// Reads an id of one or two capital letters, a dash and a number below 100.
    ///
    /// In a constant a malformed id does not compile.
    pub const fn new(id: &str) -> Self {
        match Self::parse(id.as_bytes()) {
            Some(parsed) => parsed,
            None => panic!("a spec id is one or two capital letters, a dash and one or two digits"),
        }
    }

    const fn parse(id: &[u8]) -> Option<Self> {
        let (family, digits) = match id {
            [a, b'-', rest @ ..] if a.is_ascii_uppercase() => ([*a, 0], rest),
            [a, b, b'-', rest @ ..] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => ([*a, *b], rest),
            _ => return None,
        };
        let number = match digits {
            [n] if n.is_ascii_digit() => *n - b'0',
            [m, n] if b'1' <= *m && *m <= b'9' && n.is_ascii_digit() => (*m - b'0') * 10 + (*n - b'0'),
            _ => return None,
        };
        Some(Self { family, number })
    }
}

impl fmt::Display for SpecId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.family.into_iter().filter(|&letter| letter != 0) {
            f.write_char(char::from(letter))?;
        }
        write!(f, "-{}", self.number)
    }
}

impl fmt::Debug for SpecId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no rule id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rule id; expected capital letters, a dash and a number")]
pub struct NotASpecId(String);

impl FromStr for SpecId {
    type Err = NotASpecId;

    fn from_str(id: &str) -> Result<Self, NotASpecId> {
        Self::parse(id.as_bytes()).ok_or_else(|| NotASpecId(id.to_owned()))
    }
}

impl Serialize for SpecId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SpecId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer)
    }
}

impl JsonSchema for SpecId {
    fn schema_name() -> Cow<'static, str> {
        "SpecId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Z]{1,2}-[0-9]{1,2}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_prints() {
        for id in ["GL-3", "GL-10", "GL-1"] {
            assert_eq!(id.parse::<SpecId>().unwrap().to_string(), id);
        }
    }

    #[test]
    fn refuses_what_is_no_id() {
        for id in ["", "zz-3", "ZZ3", "ZZ-", "ABC-1", "ZZ-100", "ZZ-03", "-1"] {
            assert!(id.parse::<SpecId>().is_err(), "{id}");
        }
    }
}
