//! Reads `allergens.yaml` (ND-10).

use std::collections::BTreeMap;

use domain::{
    catalog::{Place, Rule},
    food::{AllergenClass, AllergenGroup},
};
use serde::Deserialize;

use super::{ALLERGENS, report::Report};
use crate::{
    allergen::{AllergenTerms, ClassTerms},
    text::Norm,
};

const RULE: Rule = Rule::catalog("ND-10");

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    implies: BTreeMap<AllergenClass, Vec<AllergenClass>>,
    groups: BTreeMap<AllergenGroup, WrittenGroup>,
    classes: BTreeMap<AllergenClass, WrittenClass>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGroup {
    classes: Vec<AllergenClass>,
    en: Vec<String>,
    ru: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenClass {
    en: Vec<String>,
    ru: Vec<String>,
    #[serde(default)]
    kinds: Vec<Vec<String>>,
    #[serde(default)]
    contains: Words,
    #[serde(default)]
    false_friends: Words,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Words {
    en: Vec<String>,
    ru: Vec<String>,
}

/// The words of all classes and groups.
pub(super) fn read(text: &str, report: &mut Report) -> AllergenTerms {
    let written: Written = match serde_saphyr::from_str(text) {
        Ok(written) => written,
        Err(error) => {
            let place = Place { line: error.location().map(|at| at.line()), ..Place::file(ALLERGENS) };
            report.error(&place, RULE, ("", ""), error.without_snippet());
            return AllergenTerms::default();
        }
    };
    let place = Place::file(ALLERGENS);
    // The laws of foods know what the classes imply and what the groups mean; the file says it to its readers.
    let told = written.implies == BTreeMap::from([(AllergenClass::Wheat, vec![AllergenClass::Gluten])]);
    report.require(told, &place, RULE, ("implies", ""), "something else", "wheat: [gluten]");
    for &group in AllergenGroup::ALL {
        let told = written.groups.get(&group).is_some_and(|written| written.classes == group.classes());
        let expected = group.classes().iter().map(|class| class.as_str()).collect::<Vec<_>>().join(", ");
        let at = (group.as_str(), "classes");
        report.require(told, &place, RULE, at, "something else", expected);
    }
    for &class in AllergenClass::ALL {
        let written = written.classes.get(&class);
        let named = written.is_some_and(|class| !class.en.is_empty() && !class.ru.is_empty());
        report.require(named, &place, RULE, (class.as_str(), ""), "no words", "words in English and Russian");
    }
    let classes = written.classes.into_iter().map(|(class, words)| {
        let WrittenClass { en, ru, kinds, contains, false_friends } = words;
        let terms = ClassTerms {
            names: norms(&[en, ru]),
            kinds: kinds.into_iter().map(|words| norms(&[words])).collect(),
            contains: norms(&[contains.en, contains.ru]),
            false_friends: norms(&[false_friends.en, false_friends.ru]),
        };
        (class, terms)
    });
    let groups = written.groups.into_iter().map(|(group, words)| (group, norms(&[words.en, words.ru])));
    AllergenTerms::new(classes.collect(), groups.collect())
}

fn norms(lists: &[Vec<String>]) -> Vec<Norm> {
    lists.iter().flatten().map(|word| Norm::of(word)).collect()
}
