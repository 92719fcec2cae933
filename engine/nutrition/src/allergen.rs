//! Allergens: which classes an ingredient has (ND-10), and which ingredients an exclusion finds, and why (HC-1).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    food::{AllergenClass, AllergenGroup, Food},
    recipe::{Exclusion, ExclusionMatch},
};

use crate::text::Norm;

/// Classes, or [`None`] when they are not known. An empty set is known to have none.
pub type Classes = Option<BTreeSet<AllergenClass>>;

/// The words of one class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassTerms {
    /// The allergen and its direct products. Who excludes one of them excludes the class.
    pub names: Vec<Norm>,
    /// Its kinds, each with all its words. An allergy to one means the class, a dislike of one means itself.
    pub kinds: Vec<Vec<Norm>>,
    /// Made foods that usually have it: they show the class in a text but never mean it.
    pub contains: Vec<Norm>,
    /// Texts in which a term means something else: `coconut milk`.
    pub false_friends: Vec<Norm>,
}

impl ClassTerms {
    /// The kind of which this is a word.
    fn kind(&self, term: &Norm) -> Option<&Vec<Norm>> {
        self.kinds.iter().find(|words| words.contains(term))
    }
}

/// The words of all classes and groups (ND-10), ready to be found in texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllergenTerms {
    classes: BTreeMap<AllergenClass, ClassTerms>,
    groups: BTreeMap<AllergenGroup, Vec<Norm>>,
    /// By their first word.
    phrases: BTreeMap<String, Vec<Phrase>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Phrase {
    class: AllergenClass,
    words: Vec<String>,
    is_false_friend: bool,
}

impl AllergenTerms {
    /// The words of classes, and the words of groups, which are terms of each of their classes.
    pub fn new(
        classes: BTreeMap<AllergenClass, ClassTerms>,
        groups: BTreeMap<AllergenGroup, Vec<Norm>>,
    ) -> Self {
        let mut terms = Self::default();
        for (&class, of_class) in &classes {
            let kinds = of_class.kinds.iter().flatten();
            for term in of_class.names.iter().chain(kinds).chain(&of_class.contains) {
                terms.add(class, term, false);
            }
            for friend in &of_class.false_friends {
                terms.add(class, friend, true);
            }
        }
        for (group, names) in &groups {
            for term in names {
                group.classes().iter().for_each(|&class| terms.add(class, term, false));
            }
        }
        Self { classes, groups, ..terms }
    }

    fn add(&mut self, class: AllergenClass, term: &Norm, is_false_friend: bool) {
        let words: Vec<String> = term.words().map(str::to_owned).collect();
        if let Some(first) = words.first() {
            let phrases = self.phrases.entry(first.clone()).or_default();
            phrases.push(Phrase { class, words, is_false_friend });
        }
    }

    /// The classes with their words.
    pub const fn classes(&self) -> &BTreeMap<AllergenClass, ClassTerms> {
        &self.classes
    }

    /// The classes whose terms occur in a text outside of their false friends; unknown if none does.
    pub fn classes_in(&self, text: &Norm) -> Classes {
        let words: Vec<&str> = text.words().collect();
        let (mut hits, mut covers) = (Vec::new(), Vec::new());
        for (at, word) in words.iter().enumerate() {
            for phrase in self.phrases.get(*word).into_iter().flatten() {
                let end = at + phrase.words.len();
                if words.get(at..end).is_some_and(|here| here == phrase.words) {
                    let found = if phrase.is_false_friend { &mut covers } else { &mut hits };
                    found.push((phrase.class, at, end));
                }
            }
        }
        hits.retain(|(class, start, end)| {
            !covers.iter().any(|(of, from, to)| of == class && from <= start && end <= to)
        });
        let mut classes: BTreeSet<_> = hits.into_iter().map(|(class, ..)| class).collect();
        if classes.contains(&AllergenClass::Wheat) {
            classes.insert(AllergenClass::Gluten);
        }
        (!classes.is_empty()).then_some(classes)
    }

    /// The classes of an ingredient: those of its food, or where these are not known, those that its text names.
    pub fn classes_of(&self, text: &str, food: Option<&Food>) -> Classes {
        let known = food.and_then(|food| food.allergens.clone());
        known.or_else(|| self.classes_in(&Norm::of(text)))
    }

    /// The classes that a disliked term means: as the name of a class, of a group, or as a name within classes.
    pub fn meaning(&self, term: &Norm) -> BTreeSet<AllergenClass> {
        let is_called = |word: &str| Norm::of(word) == *term;
        if let Some(&class) = AllergenClass::ALL.iter().find(|class| is_called(class.as_str())) {
            return BTreeSet::from([class]);
        }
        let by_word = AllergenGroup::ALL.iter().find(|group| is_called(group.as_str()));
        let by_term = || self.groups.iter().find(|(_, names)| names.contains(term)).map(|(group, _)| group);
        if let Some(group) = by_word.or_else(by_term) {
            return group.classes().iter().copied().collect();
        }
        let named = self.classes.iter().filter(|(_, terms)| terms.names.contains(term));
        named.map(|(&class, _)| class).collect()
    }

    /// The classes that an allergy to a term means: those of [`AllergenTerms::meaning`], and those of which it is a
    /// kind, since whoever must avoid shrimp had better avoid all crustaceans.
    pub fn meaning_of_allergy(&self, term: &Norm) -> BTreeSet<AllergenClass> {
        let kinds = self.classes.iter().filter(|(_, terms)| terms.kind(term).is_some());
        self.meaning(term).into_iter().chain(kinds.map(|(&class, _)| class)).collect()
    }

    /// A term with all other words of the kind that it names.
    fn words_of(&self, term: Norm) -> Vec<Norm> {
        let kinds = self.classes.values().filter_map(|terms| terms.kind(&term));
        let mut words: Vec<Norm> = kinds.flatten().cloned().collect();
        words.push(term);
        words.sort();
        words.dedup();
        words
    }

    /// Texts in which the term is not what its classes mean by it.
    fn false_friends_of(&self, term: &Norm) -> Vec<Norm> {
        let meant = self.meaning_of_allergy(term);
        let classes = meant.iter().filter_map(|class| self.classes.get(class));
        classes.flat_map(|class| class.false_friends.iter().cloned()).collect()
    }
}

/// An ingredient as exclusions see it: everything it is called, and its classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    names: Vec<Norm>,
    classes: Classes,
}

impl Named {
    /// An ingredient of a recipe with the food that it is, if that is known.
    pub fn new(text: &str, food: Option<&Food>, terms: &AllergenTerms) -> Self {
        let mut names = vec![Norm::of(text)];
        names.extend(food.into_iter().flat_map(food_names).map(Norm::of));
        Self { names, classes: terms.classes_of(text, food) }
    }

    /// An ingredient of a problem file, where names are all there is: a class that is neither given nor named is
    /// absent, not unknown.
    pub fn by_name(text: &str, given: Classes, terms: &AllergenTerms) -> Self {
        let name = Norm::of(text);
        let classes = given.or_else(|| terms.classes_in(&name)).unwrap_or_default();
        Self { names: vec![name], classes: Some(classes) }
    }

    /// Its classes.
    pub const fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Whether the ingredient or its food is called exactly so.
    pub fn is_called(&self, term: &Norm) -> bool {
        !term.is_empty() && self.names.contains(term)
    }
}

/// Everything that a food is called: its names, then its aliases.
pub(crate) fn food_names(food: &Food) -> impl Iterator<Item = &str> {
    let name = &food.name;
    let aliases = food.aliases.iter().map(String::as_str);
    std::iter::once(name.en.as_str()).chain(name.ru.as_deref()).chain(aliases)
}

/// Why an ingredient is excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It is of this class.
    Class(AllergenClass),
    /// A name of it contains the term, or another word for the same kind.
    Words,
    /// A name of it is the term.
    Exact,
    /// Its classes are not known, and the entry is about a class.
    AllergenUnknown,
}

/// An excluded ingredient: the entry that found it, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Excluded<'e> {
    /// The entry.
    pub entry: &'e Exclusion,
    /// Why it matches.
    pub why: Why,
}

/// The entries of `excluded_ingredients`, ready to be matched (HC-1).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exclusions(Vec<Entry>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    written: Exclusion,
    /// The term, with the other words of the kind that it names unless it is exact.
    words: Vec<Norm>,
    /// What the term means; empty for an exact entry, or when it means no class.
    classes: BTreeSet<AllergenClass>,
    /// In which the words do not count.
    false_friends: Vec<Norm>,
}

impl Exclusions {
    /// Reads the entries. A term that is entered as a class and means none is matched by its words, so that an
    /// allergy that nobody knows excludes too much rather than nothing.
    pub fn new(entries: &[Exclusion], terms: &AllergenTerms) -> Self {
        let read = entries.iter().map(|written| {
            let term = Norm::of(&written.term);
            let false_friends = terms.false_friends_of(&term);
            let (classes, words) = match written.matching {
                ExclusionMatch::Exact => (BTreeSet::new(), vec![term]),
                ExclusionMatch::Auto => (terms.meaning(&term), terms.words_of(term)),
                ExclusionMatch::Class => (terms.meaning_of_allergy(&term), vec![term]),
            };
            Entry { written: written.clone(), words, classes, false_friends }
        });
        Self(read.collect())
    }

    /// Whether some entry is about a class, so that what is of unknown classes cannot be eaten.
    pub fn has_classes(&self) -> bool {
        self.0.iter().any(|entry| !entry.classes.is_empty())
    }

    /// The first entry that excludes the ingredient, and why. What is sure comes before what is unknown.
    pub fn find(&self, ingredient: &Named) -> Option<Excluded<'_>> {
        let is_unknown = ingredient.classes.is_none();
        let unknown =
            |entry: &Entry| (is_unknown && !entry.classes.is_empty()).then_some(Why::AllergenUnknown);
        self.first(|entry| entry.matches(ingredient)).or_else(|| self.first(unknown))
    }

    fn first(&self, test: impl Fn(&Entry) -> Option<Why>) -> Option<Excluded<'_>> {
        self.0.iter().find_map(|entry| Some(Excluded { entry: &entry.written, why: test(entry)? }))
    }

    /// The entries that match none of these ingredients; maybe they are misspelled.
    pub fn unmatched<'n>(&self, ingredients: impl Iterator<Item = &'n Named> + Clone) -> Vec<&Exclusion> {
        let idle = |entry: &&Entry| ingredients.clone().all(|ingredient| entry.matches(ingredient).is_none());
        self.0.iter().filter(idle).map(|entry| &entry.written).collect()
    }
}

impl Entry {
    fn matches(&self, ingredient: &Named) -> Option<Why> {
        let mut of_ingredient = ingredient.classes.iter().flatten();
        if let Some(&class) = of_ingredient.find(|class| self.classes.contains(class)) {
            return Some(Why::Class(class));
        }
        let has_words = || ingredient.names.iter().any(|name| self.occurs_in(name));
        match self.written.matching {
            ExclusionMatch::Exact => {
                self.words.iter().any(|word| ingredient.is_called(word)).then_some(Why::Exact)
            }
            ExclusionMatch::Class if !self.classes.is_empty() => None,
            ExclusionMatch::Class | ExclusionMatch::Auto => has_words().then_some(Why::Words),
        }
    }

    /// Whether a word of it occurs as whole words outside of every false friend.
    fn occurs_in(&self, name: &Norm) -> bool {
        let mut found: Vec<_> = self.words.iter().flat_map(|word| name.find(word)).collect();
        if found.is_empty() {
            return false;
        }
        for cover in self.false_friends.iter().flat_map(|friend| name.find(friend)) {
            found.retain(|at| at.start < cover.start || cover.end < at.end);
        }
        !found.is_empty()
    }
}
