//! What may not be eaten, and what is liked, in the ingredients of a problem file (HC-1, MT-1).

use std::collections::BTreeSet;

use domain::{food::AllergenClass, recipe::Exclusion};

use crate::{
    allergen::{Exclusions, Named},
    catalog::Catalog,
    problem::IngredientFacts,
    text::Norm,
};

/// The first ingredient that an entry excludes, with the entry; to-taste ingredients count too.
pub(crate) fn excluded(ingredients: &[IngredientFacts], entries: &[Exclusion]) -> Option<(String, String)> {
    let exclusions = Exclusions::new(entries, Catalog::allergen_terms());
    ingredients.iter().find_map(|ingredient| {
        let found = exclusions.find(&named(ingredient))?;
        Some((ingredient.name.clone(), found.entry.term.clone()))
    })
}

/// How many ingredients are called like something that the athlete likes.
pub(crate) fn liked(ingredients: &[IngredientFacts], liked: &[String]) -> usize {
    let liked: Vec<Norm> = liked.iter().map(|term| Norm::of(term)).collect();
    ingredients.iter().filter(|ingredient| liked.iter().any(|term| named(ingredient).is_called(term))).count()
}

fn named(ingredient: &IngredientFacts) -> Named {
    let given: Option<BTreeSet<AllergenClass>> = ingredient
        .allergens
        .as_ref()
        .map(|classes| classes.iter().filter_map(|class| class.parse().ok()).collect());
    Named::by_name(&ingredient.name, given, Catalog::allergen_terms())
}
