//! What may not be eaten, and what is liked, in the ingredients of a problem file (HC-1, MT-1).

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use domain::{food::AllergenClass, recipe::Exclusion};

use crate::{
    allergen::{Exclusions, Named},
    catalog::Catalog,
    problem::{IngredientFacts, Profile},
    text::Norm,
    warning::{Warning, WarningCode},
};

/// Matches ingredients against what is excluded and liked; each ingredient is read once.
pub(crate) struct Matcher {
    exclusions: Exclusions,
    liked: Vec<Norm>,
    is_idle: bool,
    known: RefCell<BTreeMap<Key, Matched>>,
}

type Key = (String, Option<String>, Option<Vec<String>>);

struct Matched {
    named: Named,
    excluded: Option<Exclusion>,
    is_liked: bool,
}

impl Matcher {
    pub(crate) fn new(profile: &Profile) -> Self {
        Self {
            exclusions: Exclusions::new(&profile.excluded_ingredients, Catalog::allergen_terms()),
            liked: profile.liked_foods.iter().map(|term| Norm::of(term)).collect(),
            is_idle: profile.excluded_ingredients.is_empty() && profile.liked_foods.is_empty(),
            known: RefCell::default(),
        }
    }

    /// The first ingredient that an entry excludes, with the entry; to-taste ingredients count too.
    pub(crate) fn excluded(&self, ingredients: &[IngredientFacts]) -> Option<(String, String)> {
        if self.is_idle {
            return None;
        }
        ingredients.iter().find_map(|ingredient| {
            let term = self.matched(ingredient, |matched| Some(matched.excluded.as_ref()?.term.clone()))?;
            Some((ingredient.name.clone(), term))
        })
    }

    /// How many ingredients are called like something that the athlete likes.
    pub(crate) fn liked(&self, ingredients: &[IngredientFacts]) -> usize {
        if self.liked.is_empty() {
            return 0;
        }
        ingredients.iter().filter(|ingredient| self.matched(ingredient, |matched| matched.is_liked)).count()
    }

    fn matched<T>(&self, ingredient: &IngredientFacts, tell: impl FnOnce(&Matched) -> T) -> T {
        let key = (ingredient.name.clone(), ingredient.food.clone(), ingredient.allergens.clone());
        let matched = || {
            let named = named(ingredient);
            Matched {
                excluded: self.exclusions.find(&named).map(|found| found.entry.clone()),
                is_liked: self.liked.iter().any(|term| named.is_called(term)),
                named,
            }
        };
        tell(self.known.borrow_mut().entry(key).or_insert_with(matched))
    }

    /// Entries that match nothing, and classes that are known by names alone.
    pub(crate) fn warn(&self, warnings: &mut Vec<Warning>) {
        if self.is_idle {
            return;
        }
        let known = self.known.borrow();
        let names_only = known.keys().any(|(_, food, allergens)| food.is_none() && allergens.is_none());
        if names_only && self.exclusions.has_classes() {
            warnings.push(Warning::new(WarningCode::AllergensByNameOnly));
        }
        for entry in self.exclusions.unmatched(known.values().map(|matched| &matched.named)) {
            let alone = Exclusions::new(std::slice::from_ref(entry), Catalog::allergen_terms());
            let terms = Catalog::allergen_terms();
            let in_catalog = Catalog::embedded()
                .foods()
                .iter()
                .any(|food| alone.find(&Named::new(&food.name.en, Some(food), terms)).is_some());
            if !in_catalog {
                let warning = Warning::new(WarningCode::ExclusionMatchesNothing);
                warnings.push(warning.fact("term", entry.term.clone()));
            }
        }
    }
}

fn named(ingredient: &IngredientFacts) -> Named {
    let terms = Catalog::allergen_terms();
    let given: Option<BTreeSet<AllergenClass>> = ingredient.allergens.as_ref().map(|classes| {
        let mut classes: BTreeSet<AllergenClass> =
            classes.iter().filter_map(|class| class.parse().ok()).collect();
        // ND-10: wheat implies gluten.
        if classes.contains(&AllergenClass::Wheat) {
            classes.insert(AllergenClass::Gluten);
        }
        classes
    });
    let key = ingredient.food.as_ref().and_then(|food| food.parse().ok());
    match key.and_then(|key| Catalog::embedded().food(&key)) {
        Some(food) if given.is_none() => Named::new(&ingredient.name, Some(food), terms),
        _ => Named::by_name(&ingredient.name, given, terms),
    }
}
