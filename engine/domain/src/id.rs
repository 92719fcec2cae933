//! Typed ids: uuids of stored things, and keys of catalogue entries.

use std::{borrow::Cow, cmp::Ordering, fmt, hash, marker::PhantomData, str::FromStr, sync::Arc};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::{digest::name_uuid, parsed::read};

/// The id of a stored `T`. Ids of different things do not mix.
///
/// Engines never make one up: they get it with their input or derive it (AR-7).
pub struct Id<T> {
    uuid: Uuid,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id with this uuid.
    pub const fn from_uuid(uuid: Uuid) -> Self {
        Self { uuid, of: PhantomData }
    }

    /// The uuid behind the id.
    pub const fn uuid(self) -> Uuid {
        self.uuid
    }

    /// An id that follows from `parts` alone: equal parts, equal id (AR-7).
    pub fn derive(parts: &[&str]) -> Self {
        Self::named(format_args!("{}", Parts(parts)))
    }

    /// The id of the parts that `text` writes with `|` between them; the same as [`Id::derive`] gives, without a text
    /// of its own.
    pub fn named(text: fmt::Arguments<'_>) -> Self {
        Self::from_uuid(name_uuid(NAMESPACE, text))
    }
}

/// The parts of a derived id as one text.
struct Parts<'a>(&'a [&'a str]);

impl fmt::Display for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "|" })?;
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// The name space of derived ids; any fixed value will do.
const NAMESPACE: Uuid = Uuid::from_u128(0x7265_6769_6d65_6e00_8000_0000_0000_0001);

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.uuid == other.uuid
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.uuid.cmp(&other.uuid)
    }
}
impl<T> hash::Hash for Id<T> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.uuid.hash(state);
    }
}
impl<T> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.uuid, f)
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.uuid, f)
    }
}

/// A text that is no uuid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an id, expected a UUID like 0198c0de-0000-7000-8000-000000000001")]
pub struct NotAnId(String);

impl<T> FromStr for Id<T> {
    type Err = NotAnId;

    fn from_str(id: &str) -> Result<Self, NotAnId> {
        Uuid::try_parse(id).map(Self::from_uuid).map_err(|_| NotAnId(id.to_owned()))
    }
}
impl<T> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.uuid.serialize(serializer)
    }
}
impl<'de, T> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer)
    }
}
impl<T> JsonSchema for Id<T> {
    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "uuid" })
    }
}

/// What a [`Key`] names, and how long it may be.
pub trait Keyed {
    /// What the key names, for messages: "exercise".
    const KIND: &'static str;
    /// The longest key allowed.
    const LONGEST: usize;
}

/// The key of a catalogue entry: 2 or more of `a-z`, `0-9` and `_`; never reused.
///
/// Cloning is cheap.
pub struct Key<T> {
    text: Arc<str>,
    of: PhantomData<fn() -> T>,
}

impl<T: Keyed> Key<T> {
    /// Checks the form of `text`.
    pub fn new(text: &str) -> Result<Self, NotAKey> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if (2..=T::LONGEST).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self { text: text.into(), of: PhantomData })
        } else {
            Err(NotAKey { kind: T::KIND, longest: T::LONGEST, found: text.to_owned() })
        }
    }
}

impl<T> Key<T> {
    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

/// A text that cannot be a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a key ({kind}), expected 2..{longest} of a-z, 0-9 and _")]
pub struct NotAKey {
    kind: &'static str,
    longest: usize,
    found: String,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        Self { text: Arc::clone(&self.text), of: PhantomData }
    }
}
impl<T> PartialEq for Key<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}
impl<T> Eq for Key<T> {}
impl<T> PartialOrd for Key<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Key<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}
impl<T> hash::Hash for Key<T> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
impl<T> fmt::Display for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
impl<T> fmt::Debug for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}
impl<T: Keyed> FromStr for Key<T> {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<Self, NotAKey> {
        Self::new(text)
    }
}
impl<T> Serialize for Key<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}
impl<'de, T: Keyed> Deserialize<'de> for Key<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer)
    }
}
impl<T: Keyed> JsonSchema for Key<T> {
    fn schema_name() -> Cow<'static, str> {
        let word = |word: &str| word[..1].to_uppercase() + &word[1..];
        T::KIND.split(' ').map(word).chain(["Key".to_owned()]).collect::<String>().into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": format!("^[a-z0-9_]{{2,{}}}$", T::LONGEST) })
    }
}

/// The mark of one trigger, carried by everything that follows from it (PV-10).
///
/// Cloning is cheap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("minLength" = 26, "maxLength" = 26))]
pub struct TraceId(Arc<str>);

impl TraceId {
    /// The trace of the `number`-th event of a list, for runs without a clock.
    pub fn from_number(number: u64) -> Self {
        Self(format!("{number:026}").into())
    }

    /// The text of the trace id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text that is no trace id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a trace id, expected 26 letters or digits")]
pub struct NotATraceId(String);

impl TryFrom<String> for TraceId {
    type Error = NotATraceId;

    fn try_from(text: String) -> Result<Self, NotATraceId> {
        if text.len() == 26 && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            Ok(Self(text.into()))
        } else {
            Err(NotATraceId(text))
        }
    }
}

impl From<TraceId> for String {
    fn from(id: TraceId) -> Self {
        id.0.as_ref().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Thing;
    impl Keyed for Thing {
        const KIND: &'static str = "thing";
        const LONGEST: usize = 8;
    }

    #[test]
    fn keys_are_short_lower_case_words() {
        assert!(Key::<Thing>::new("a_1").is_ok());
        for bad in ["", "a", "Aa", "a-b", "ninechars", "ё1"] {
            let message = Key::<Thing>::new(bad).unwrap_err().to_string();
            assert!(message.starts_with(&format!("`{bad}` is not a key (thing)")), "{message}");
        }
    }

    #[test]
    fn derived_ids_depend_on_their_parts_alone() {
        let id = Id::<Thing>::derive(&["trace", "SR-2", "set"]);
        assert_eq!(id, Id::derive(&["trace", "SR-2", "set"]));
        assert_eq!(id, Id::named(format_args!("{}|SR-{}|set", "trace", 2)));
        assert_eq!(id.to_string(), "9e375c85-b885-561a-8b58-ebefb0b21d64");
        assert_ne!(id, Id::derive(&["trace", "SR-3", "set"]));
        assert_eq!(id.to_string().parse::<Id<Thing>>().unwrap(), id);
    }

    #[test]
    fn a_trace_id_has_26_characters() {
        assert!(TraceId::try_from("01J0000000000000000000TEST".to_owned()).is_ok());
        assert!(TraceId::try_from("short".to_owned()).is_err());
    }
}
