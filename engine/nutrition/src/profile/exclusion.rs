//! What may not be in a meal, and what is liked, in the words of a problem file (HC-1, MT-1).
//!
//! A problem file knows an ingredient by its text and classes alone. A person may call it by any name of its food, in
//! either language: what they mean is added by the text that the recipes have.

use std::collections::{BTreeMap, BTreeSet};

use domain::recipe::{Exclusion, ExclusionMatch};

use super::NutritionProfile;
use crate::{
    allergen::{Exclusions, Named, Why},
    catalog::Catalog,
    text::Norm,
};

/// The entries of an athlete: allergies by class, dislikes as they were written.
pub(super) fn entries(profile: &NutritionProfile) -> Vec<Exclusion> {
    let allergy = |term: &String| Exclusion { term: term.clone(), matching: ExclusionMatch::Class };
    profile.allergies.iter().map(allergy).chain(profile.dislikes.iter().cloned()).collect()
}

/// The entries of the problem: each as it was written, unless it finds ingredients by other names of their foods
/// only, and then the texts of those.
pub(super) fn in_texts(entries: &[Exclusion], catalog: &Catalog) -> Vec<Exclusion> {
    let mut all = Vec::new();
    let lines = if entries.is_empty() { Vec::new() } else { lines(catalog) };
    for entry in entries {
        let one = Exclusions::new(std::slice::from_ref(entry), catalog.allergens());
        let is_found =
            |named: &Named| one.find(named).is_some_and(|excluded| excluded.why != Why::AllergenUnknown);
        let mut by_text = false;
        let mut by_food = BTreeSet::new();
        for line in &lines {
            if is_found(&line.by_text) {
                by_text = true;
            } else if is_found(&line.by_food) {
                by_food.insert(line.text);
            }
        }
        if by_text || by_food.is_empty() {
            all.push(entry.clone());
        }
        // An allergy stays one, so that nobody is advised to drop it.
        let matching = match entry.matching {
            ExclusionMatch::Class => ExclusionMatch::Class,
            ExclusionMatch::Auto | ExclusionMatch::Exact => ExclusionMatch::Exact,
        };
        all.extend(by_food.into_iter().map(|text| Exclusion { term: text.to_owned(), matching }));
    }
    all
}

/// The foods that the athlete likes, with the texts of ingredients that are these foods.
pub(super) fn liked(terms: &[String], catalog: &Catalog) -> Vec<String> {
    let lines = if terms.is_empty() { Vec::new() } else { lines(catalog) };
    let mut all = terms.to_vec();
    for term in terms {
        let norm = Norm::of(term);
        let called =
            lines.iter().filter(|line| !line.by_text.is_called(&norm) && line.by_food.is_called(&norm));
        let texts: BTreeSet<&str> = called.map(|line| line.text).collect();
        all.extend(texts.into_iter().map(str::to_owned));
    }
    all
}

/// An ingredient as a problem file names it, and as its food does.
struct Line<'a> {
    text: &'a str,
    by_text: Named,
    by_food: Named,
}

/// The ingredients of the catalogue's recipes, each once, by text.
fn lines(catalog: &Catalog) -> Vec<Line<'_>> {
    let terms = catalog.allergens();
    let mut lines = BTreeMap::new();
    for ingredient in catalog.recipes().iter().flat_map(|entry| &entry.recipe.ingredients) {
        let text = ingredient.text.as_str();
        lines.entry((text, ingredient.food_id.as_ref())).or_insert_with(|| {
            let food = ingredient.food_id.as_ref().and_then(|key| catalog.food(key)).map(|food| &**food);
            let classes = food.and_then(|food| food.allergens.clone());
            let by_text = Named::by_name(text, classes, terms);
            Line { text, by_text, by_food: Named::new(text, food, terms) }
        });
    }
    lines.into_values().collect()
}
