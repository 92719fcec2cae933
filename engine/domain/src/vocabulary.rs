//! Closed sets of words: the one macro of this crate, and what is said when a word is not among them.

use std::fmt;

/// A word that is not one of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    /// What kind of word was wanted, such as "muscle".
    pub kind: &'static str,
    /// What was found.
    pub found: String,
    /// All words of the kind, in their order.
    pub allowed: &'static [&'static str],
}

impl UnknownWord {
    /// The word that was probably meant, if one is close.
    pub fn nearest(&self) -> Option<&'static str> {
        nearest(&self.found, self.allowed.iter().copied())
    }
}

impl std::error::Error for UnknownWord {}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.found)?;
        match self.nearest() {
            Some(word) => write!(f, "; maybe `{word}`"),
            None => write!(f, ", expected one of {}", self.allowed.join(", ")),
        }
    }
}

/// The candidate most like `found`, if it is like it at all; of equals the first.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best = None;
    for candidate in candidates {
        let likeness = strsim::normalized_damerau_levenshtein(found, candidate);
        if likeness >= 0.6 && best.is_none_or(|(top, _)| likeness > top) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Defines an enum whose variants are words: printed, read, listed and described in schemas by them.
///
/// `pub enum Role as ItemRole: "role"` is called `ItemRole` in schemas, where no module tells it from another `Role`. The
/// crate that uses it depends on serde and schemars.
#[doc(hidden)]
#[macro_export]
macro_rules! __vocabulary {
    (
        $(#[$meta:meta])*
        pub enum $name:ident $(as $schema:ident)?: $kind:literal {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_meta])* #[doc = concat!("`", $word, "`")] $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// Their words, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// The word in files, storage and API.
            pub const fn as_str(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::vocabulary::UnknownWord;

            fn from_str(found: &str) -> Result<Self, Self::Err> {
                match found {
                    $($word => Ok(Self::$variant),)+
                    _ => Err($crate::vocabulary::UnknownWord {
                        kind: $kind,
                        found: found.to_owned(),
                        allowed: Self::WORDS,
                    }),
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::parsed::read(deserializer)
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                // The last of them: its name for readers of schemas, if it has one of its own.
                const NAMES: &[&str] = &[stringify!($name), $(stringify!($schema))?];
                NAMES[NAMES.len() - 1].into()
            }

            // Two vocabularies of one name are two.
            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "enum": Self::WORDS })
            }
        }
    };
}
#[doc(inline)]
pub use __vocabulary as vocabulary;

#[cfg(test)]
mod tests {
    use crate::exercise::JointStress;

    #[test]
    fn words_are_read_printed_and_listed() {
        assert_eq!("medium".parse(), Ok(JointStress::Medium));
        assert_eq!(JointStress::Medium.to_string(), "medium");
        assert_eq!(serde_json::to_string(JointStress::ALL).unwrap(), r#"["low","medium","high"]"#);
        assert_eq!(serde_json::from_str::<JointStress>("\"low\"").unwrap(), JointStress::Low);
    }

    #[test]
    fn an_unknown_word_is_named_with_the_nearest_or_all() {
        let near = "hihg".parse::<JointStress>().unwrap_err();
        assert_eq!(near.to_string(), "unknown joint stress `hihg`; maybe `high`");
        let far = "xyz".parse::<JointStress>().unwrap_err();
        assert_eq!(far.to_string(), "unknown joint stress `xyz`, expected one of low, medium, high");
    }
}
