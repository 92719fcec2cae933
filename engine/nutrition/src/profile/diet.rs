//! The diets of an athlete: none, one word, or several.

use std::collections::BTreeSet;

use domain::{recipe::TagKey, vocabulary::UnknownWord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diet::Diet;

/// Ways of eating that every meal must suit, by their words. Read as a word, `none`, or a list of words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "WrittenDiets")]
pub struct Diets(pub BTreeSet<Diet>);

#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a diet, none, or a list of diets")]
enum WrittenDiets {
    Word(String),
    List(Vec<String>),
}

/// What stands for the absence of a diet.
const NONE: &str = "none";

impl TryFrom<WrittenDiets> for Diets {
    type Error = UnknownWord;

    fn try_from(written: WrittenDiets) -> Result<Self, UnknownWord> {
        let words = match written {
            WrittenDiets::Word(word) => vec![word],
            WrittenDiets::List(words) => words,
        };
        let diets = words.iter().filter(|word| *word != NONE).map(|word| word.parse());
        diets.collect::<Result<_, _>>().map(Self)
    }
}

impl Diets {
    /// Whether everything may be eaten.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The tags that a recipe must have.
    pub fn tags(&self) -> impl Iterator<Item = TagKey> {
        // The words of diets have the form of tags.
        self.0.iter().filter_map(|diet| TagKey::new(diet.as_str()).ok())
    }
}
