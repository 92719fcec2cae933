//! Foods: all that an athlete can name, their own before those of the catalogue (ND-9).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, LazyLock},
};

use domain::{
    error::ErrorCode,
    food::{Food, FoodKey},
    law::Valid,
};

use crate::{allergen::food_names, catalog::Catalog, text::Norm};

/// A name chosen by an athlete for a food (ND-6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// What they call it.
    pub name: String,
    /// The food they mean.
    pub food_id: FoodKey,
}

/// Foods by key and by name. Adding a food twice keeps the first.
#[derive(Debug, Clone, Default)]
pub struct Foods<'a> {
    // Names that the athlete has chosen: they settle what would be ambiguous.
    chosen: Listed<'a>,
    own: Listed<'a>,
    // Of other people, for everybody: found last.
    common: Listed<'a>,
    // Of a catalogue, which many kitchens share: names are many.
    shared: Arc<Listed<'a>>,
}

/// Foods by key, by normalized name, and by the same without neutral words.
#[derive(Debug, Clone, Default)]
struct Listed<'a> {
    by_key: BTreeMap<&'a FoodKey, &'a Food>,
    full: BTreeMap<Norm, BTreeSet<&'a FoodKey>>,
    bare: BTreeMap<Norm, BTreeSet<&'a FoodKey>>,
}

/// The foods of the product, listed once.
static EMBEDDED: LazyLock<Foods<'static>> = LazyLock::new(|| Foods::new(Catalog::embedded().foods()));

impl<'a> Listed<'a> {
    fn extend(&mut self, foods: &'a [Valid<Food>]) {
        for food in foods {
            self.by_key.insert(&food.id, food);
            for name in food_names(food) {
                self.add(name, &food.id);
            }
        }
    }

    fn add(&mut self, name: &str, key: &'a FoodKey) {
        let norm = Norm::of(name);
        self.bare.entry(norm.without_neutral()).or_default().insert(key);
        self.full.entry(norm).or_default().insert(key);
    }
}

/// A name that does not lead to exactly one food (ND-6).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unresolved {
    /// It leads to several.
    #[error("`{name}` means several foods; maybe {}", join(candidates))]
    Ambiguous {
        /// The name as written.
        name: String,
        /// At most 5, by key.
        candidates: Vec<FoodKey>,
    },
    /// It leads to none.
    #[error("no food is called `{name}`{}", maybe(nearest))]
    Unknown {
        /// The name as written.
        name: String,
        /// At most 5, the most alike first; none of them is taken without asking.
        nearest: Vec<FoodKey>,
    },
}

impl Unresolved {
    /// The code under which it is reported.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Ambiguous { .. } => ErrorCode::AmbiguousFood,
            Self::Unknown { .. } => ErrorCode::UnknownFood,
        }
    }
}

fn join(keys: &[FoodKey]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

fn maybe(keys: &[FoodKey]) -> String {
    if keys.is_empty() { String::new() } else { format!("; maybe {}", join(keys)) }
}

/// How many foods are offered for a name that leads to none or to several.
const OFFERED: usize = 5;

impl<'a> Foods<'a> {
    /// The foods of the catalogue.
    pub fn new(catalogue: &'a [Valid<Food>]) -> Self {
        let mut shared = Listed::default();
        for food in catalogue {
            shared.by_key.entry(&food.id).or_insert(food);
            for name in food_names(food) {
                shared.add(name, &food.id);
            }
        }
        Self { shared: Arc::new(shared), ..Self::default() }
    }

    /// The foods of the product.
    pub fn embedded() -> Foods<'static> {
        EMBEDDED.clone()
    }

    /// The same with an athlete's own foods and names, which are found first.
    pub fn with_own(mut self, own: &'a [Valid<Food>], aliases: &'a [Alias]) -> Self {
        self.own.extend(own);
        for Alias { name, food_id } in aliases {
            self.chosen.add(name, food_id);
        }
        self
    }

    /// The same with foods that others share with everybody, which are found last (ND-14).
    #[must_use]
    pub fn with_common(mut self, foods: &'a [Valid<Food>]) -> Self {
        self.common.extend(foods);
        self
    }

    /// The food of this key.
    pub fn get(&self, key: &FoodKey) -> Option<&'a Food> {
        let mut lists = [&self.own, &*self.shared, &self.common].into_iter();
        lists.find_map(|list| list.by_key.get(key)).copied()
    }

    /// All foods, by key.
    pub fn iter(&self) -> impl Iterator<Item = &'a Food> + use<'a> {
        let mut all = self.common.by_key.clone();
        all.extend(&self.shared.by_key);
        all.extend(&self.own.by_key);
        all.into_values()
    }

    /// The one food of this name (ND-9): by its full norm, else without neutral words. Likeness is never enough.
    pub fn resolve(&self, name: &str) -> Result<&'a Food, Unresolved> {
        let full = Norm::of(name);
        let bare = full.without_neutral();
        let tries = [
            self.chosen.full.get(&full),
            self.own.full.get(&full),
            self.shared.full.get(&full),
            self.common.full.get(&full),
            self.chosen.bare.get(&bare),
            self.own.full.get(&bare),
            self.shared.full.get(&bare),
            self.common.full.get(&bare),
            self.own.bare.get(&bare),
            self.shared.bare.get(&bare),
            self.common.bare.get(&bare),
        ];
        let found = tries.into_iter().flatten().next().filter(|_| !bare.is_empty());
        let found: Vec<&'a Food> = found.into_iter().flatten().filter_map(|key| self.get(key)).collect();
        match found[..] {
            [food] => Ok(food),
            [] => Err(Unresolved::Unknown { name: name.to_owned(), nearest: self.nearest(&bare) }),
            _ => {
                let candidates = found.iter().take(OFFERED).map(|food| food.id.clone()).collect();
                Err(Unresolved::Ambiguous { name: name.to_owned(), candidates })
            }
        }
    }

    /// The foods with the names most like `wanted`.
    fn nearest(&self, wanted: &Norm) -> Vec<FoodKey> {
        let mut best: BTreeMap<&FoodKey, usize> = BTreeMap::new();
        for (name, keys) in self.own.bare.iter().chain(&self.shared.bare).chain(&self.common.bare) {
            let likeness = likeness(wanted, name);
            for key in keys.iter().filter(|_| likeness >= LEAST_LIKENESS) {
                let known = best.entry(key).or_default();
                *known = likeness.max(*known);
            }
        }
        let mut ranked: Vec<(&FoodKey, usize)> = best.into_iter().collect();
        // Of equals the first by key: the map is in that order and the sort is stable.
        ranked.sort_by_key(|&(_, likeness)| std::cmp::Reverse(likeness));
        ranked.into_iter().take(OFFERED).map(|(key, _)| key.clone()).collect()
    }
}

/// From which likeness on a name is worth offering.
const LEAST_LIKENESS: usize = 600;

/// How alike two names are, 0..1000 by letters and as much again by words.
fn likeness(one: &Norm, other: &Norm) -> usize {
    let letters = |norm: &Norm| norm.as_str().chars().count();
    let longest = letters(one).max(letters(other)).max(1);
    let edits = strsim::damerau_levenshtein(one.as_str(), other.as_str());
    let shared = one.words().filter(|word| other.words().any(|theirs| theirs == *word)).count();
    let words = one.words().count().max(other.words().count()).max(1);
    1000 * (longest - edits.min(longest)) / longest + 1000 * shared / words
}
