//! Values that are texts in documents.

use std::{fmt, marker::PhantomData, str::FromStr};

use serde::{
    Deserializer,
    de::{Error, Visitor},
};

/// Reads a value from its text, without a copy of the text.
pub fn read<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(Parsed(PhantomData))
}

struct Parsed<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Parsed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, found: &str) -> Result<T, E> {
        found.parse().map_err(E::custom)
    }
}
