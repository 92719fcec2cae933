//! The catalogue: exercises, ladders and starter sessions, as one immutable value.
//!
//! It is read from TOML files ([`Catalog::from_files`]); those of the product are compiled in
//! ([`Catalog::embedded`]). A catalogue that exists is consistent: records keep their laws, keys are unique and
//! every reference leads somewhere. Whether it is also rich enough to train with is asked by [`check`] (EX-6).
//!
//! Read in this order: [`starter`], `read` and `identity` (what makes a catalogue), `report`, [`check`] and
//! [`required`] (what the product's own must hold), [`statistics`].

pub mod check;
mod embedded;
mod identity;
mod misfit;
mod read;
mod report;
pub mod required;
pub mod starter;
pub mod statistics;

use std::collections::BTreeMap;

use domain::{
    catalog::{CatalogErrors, Place},
    equipment::Tier,
    exercise::{Exercise, ExerciseKey},
    ladder::{Ladder, LadderKey},
    law::Valid,
    session::Intent,
};

use starter::StarterSession;

/// Exercises, ladders and starter sessions. Equal contents are equal values, whatever the order of the files.
#[derive(Debug, Clone, PartialEq)]
pub struct Catalog {
    exercises: Vec<Valid<Exercise>>,
    /// How the keys of the exercises begin, in the same order: enough to find most of them in one short list.
    heads: Vec<u128>,
    name_ranks: Vec<usize>,
    ladders: Vec<Valid<Ladder>>,
    starters: Vec<StarterSession>,
    places: BTreeMap<String, Place>,
}

impl Catalog {
    /// The catalogue of these parts. Only keys must be unique: a library may refer to what it does not hold.
    pub fn new(
        exercises: Vec<Valid<Exercise>>,
        ladders: Vec<Valid<Ladder>>,
        starters: Vec<StarterSession>,
    ) -> Result<Self, CatalogErrors> {
        CatalogErrors::check(identity::repeated_keys(&exercises, &ladders))?;
        Ok(Self::assemble(exercises, ladders, starters, BTreeMap::new()))
    }

    /// Reads files of `[[exercise]]`, `[[ladder]]` and `[[starter]]` entries, given as (name, text).
    ///
    /// Everything that is wrong anywhere is reported at once.
    pub fn from_files(files: &[(&str, &str)]) -> Result<Self, CatalogErrors> {
        let mut draft = read::read(files);
        draft.findings.extend(identity::findings(&draft));
        draft.finish()
    }

    /// The same with entries of somebody's own. Where a key is in both, the own entry counts, so that a library keeps its
    /// meaning when an entry of that key is shipped later.
    pub fn with_own(&self, exercises: &[Valid<Exercise>], ladders: &[Valid<Ladder>]) -> Self {
        let hidden = |key: &ExerciseKey| exercises.iter().any(|own| own.id == *key);
        let exercises = self.exercises.iter().filter(|one| !hidden(&one.id)).chain(exercises);
        let hidden = |key: &LadderKey| ladders.iter().any(|own| own.key == *key);
        let ladders = self.ladders.iter().filter(|one| !hidden(&one.key)).chain(ladders);
        let (exercises, ladders) = (exercises.cloned().collect(), ladders.cloned().collect());
        Self::assemble(exercises, ladders, self.starters.clone(), self.places.clone())
    }

    /// The same after everything is checked: own entries must fit in, with names and codes of their own, and references
    /// that lead somewhere. Everything that is wrong with them is reported at once.
    pub fn extended(
        &self,
        exercises: &[Valid<Exercise>],
        ladders: &[Valid<Ladder>],
    ) -> Result<Self, CatalogErrors> {
        let all = self.with_own(exercises, ladders);
        let exercises = all.exercises.iter().map(|one| Exercise::clone(one));
        let ladders = all.ladders.iter().map(|one| Ladder::clone(one));
        let mut draft = read::Draft::of(exercises, ladders, self.starters.iter().cloned());
        draft.findings.extend(identity::findings(&draft));
        draft.finish()
    }

    /// The catalogue of the product.
    pub fn embedded() -> &'static Self {
        &embedded::CATALOG
    }

    fn assemble(
        mut exercises: Vec<Valid<Exercise>>,
        mut ladders: Vec<Valid<Ladder>>,
        mut starters: Vec<StarterSession>,
        places: BTreeMap<String, Place>,
    ) -> Self {
        exercises.sort_by(|a, b| a.id.cmp(&b.id));
        ladders.sort_by(|a, b| a.key.cmp(&b.key));
        starters.sort_by(|a, b| (&a.intents, a.tier).cmp(&(&b.intents, b.tier)));
        let name_ranks = name_ranks(&exercises);
        let heads = exercises.iter().map(|exercise| head(&exercise.id)).collect();
        Self { exercises, heads, name_ranks, ladders, starters, places }
    }

    /// The same with only the exercises that `keep` wants; ladders and starter sessions stay.
    pub fn retain(&self, keep: impl Fn(&Exercise) -> bool) -> Self {
        let exercises = self.exercises.iter().filter(|exercise| keep(exercise)).cloned().collect();
        Self::assemble(exercises, self.ladders.clone(), self.starters.clone(), self.places.clone())
    }

    /// All exercises, by key.
    pub fn exercises(&self) -> &[Valid<Exercise>] {
        &self.exercises
    }

    /// Where the exercise stands in [`Catalog::exercises`].
    pub fn position(&self, key: &ExerciseKey) -> Option<usize> {
        let head = head(key);
        let from = self.heads.partition_point(|other| *other < head);
        let alike = self.heads[from..].iter().take_while(|other| **other == head).count();
        let found = self.exercises[from..from + alike].binary_search_by(|exercise| exercise.id.cmp(key));
        found.ok().map(|place| from + place)
    }

    /// The exercise of this key.
    pub fn get(&self, key: &ExerciseKey) -> Option<&Valid<Exercise>> {
        self.position(key).map(|position| &self.exercises[position])
    }

    /// The rank of the exercise at `position` in name order: lower-cased name, then key.
    pub fn name_rank(&self, position: usize) -> usize {
        self.name_ranks[position]
    }

    /// All ladders, by key.
    pub fn ladders(&self) -> &[Valid<Ladder>] {
        &self.ladders
    }

    /// The ladder of this key.
    pub fn ladder(&self, key: &LadderKey) -> Option<&Valid<Ladder>> {
        let position = self.ladders.binary_search_by(|ladder| ladder.key.cmp(key)).ok()?;
        Some(&self.ladders[position])
    }

    /// All starter sessions.
    pub fn starters(&self) -> &[StarterSession] {
        &self.starters
    }

    /// The starter session for an intent and a tier of equipment (CS-3).
    pub fn starter(&self, intent: Intent, tier: Tier) -> Option<&StarterSession> {
        self.starters.iter().find(|starter| starter.tier == tier && starter.intents.contains(&intent))
    }
}

/// The first 16 bytes of a key as a number of the same order.
fn head(key: &ExerciseKey) -> u128 {
    let mut head = [0; 16];
    let bytes = key.as_str().as_bytes();
    let length = bytes.len().min(head.len());
    head[..length].copy_from_slice(&bytes[..length]);
    u128::from_be_bytes(head)
}

/// For each exercise how many come before it in name order.
fn name_ranks(exercises: &[Valid<Exercise>]) -> Vec<usize> {
    let names: Vec<String> = exercises.iter().map(|exercise| exercise.name_en.to_lowercase()).collect();
    let mut by_name: Vec<usize> = (0..exercises.len()).collect();
    // The exercises stand by key, and the sort is stable: equal names stay in the order of their keys.
    by_name.sort_by(|&a, &b| names[a].cmp(&names[b]));
    let mut ranks = vec![0; exercises.len()];
    for (rank, position) in by_name.into_iter().enumerate() {
        ranks[position] = rank;
    }
    ranks
}
