//! ND-10, HC-1: allergen classes of ingredients, and what exclusions find.

use std::collections::BTreeSet;

use domain::{
    food::{AllergenClass, AllergenGroup, Food},
    recipe::{Exclusion, ExclusionMatch},
};
use nutrition::{
    allergen::{Exclusions, Named, Why},
    catalog::Catalog,
    text::Norm,
};
use proptest::prelude::*;

use crate::given::{exclusion, food, of_classes};

fn classes_in(text: &str) -> Option<Vec<&'static str>> {
    let found = Catalog::allergen_terms().classes_in(&Norm::of(text))?;
    Some(found.into_iter().map(AllergenClass::as_str).collect())
}

/// Why an entry excludes an ingredient of this text and food.
fn why_of(entry: Exclusion, text: &str, food: Option<&Food>) -> Option<Why> {
    let terms = Catalog::allergen_terms();
    Exclusions::new(&[entry], terms).find(&Named::new(text, food, terms)).map(|found| found.why)
}

/// The same by text alone, as in a problem file.
fn why(entry: Exclusion, text: &str) -> Option<Why> {
    let terms = Catalog::allergen_terms();
    Exclusions::new(&[entry], terms).find(&Named::by_name(text, None, terms)).map(|found| found.why)
}

fn auto(term: &str) -> Exclusion {
    exclusion(term, ExclusionMatch::Auto)
}

#[test]
fn nd_10_terms_show_the_classes_of_a_text() {
    for (text, classes) in [
        ("Peanut butter", vec!["peanut"]),
        ("арахис", vec!["peanut"]),
        ("grated cheddar", vec!["milk"]),
        ("сметана 15%", vec!["milk"]),
        ("whole wheat flour", vec!["gluten", "wheat"]),
        ("pearl barley", vec!["gluten"]),
        ("mixed nuts", vec!["peanut", "tree_nut"]),
        ("brazil nuts", vec!["tree_nut"]),
        ("milk and coconut milk", vec!["milk"]),
    ] {
        assert_eq!(classes_in(text), Some(classes), "{text}");
    }
    for text in ["broccoli", "nutritional yeast", "mystery", ""] {
        assert_eq!(classes_in(text), None, "{text} is unknown");
    }
}

#[test]
fn nd_10_false_friends_are_never_a_hit() {
    use AllergenClass::{Egg, Gluten, Milk, Mollusc, Peanut, TreeNut, Wheat};
    for (text, classes) in [
        ("coconut milk", &[Milk][..]),
        ("almond milk", &[Milk]),
        ("soy milk", &[Milk]),
        ("oat milk", &[Milk]),
        ("rice milk", &[Milk]),
        ("cocoa butter", &[Milk]),
        ("peanut butter", &[Milk]),
        ("almond butter", &[Milk]),
        ("shea butter", &[Milk]),
        ("cream of tartar", &[Milk]),
        ("nutmeg", &[Peanut, TreeNut]),
        ("butternut squash", &[Peanut, TreeNut, Milk]),
        ("water chestnuts", &[Peanut, TreeNut]),
        ("coconut", &[Peanut, TreeNut]),
        ("doughnuts", &[Peanut, TreeNut]),
        ("buckwheat", &[Wheat, Gluten]),
        ("rice flour", &[Wheat]),
        ("corn flour", &[Wheat]),
        ("eggplant", &[Egg]),
        ("oyster mushrooms", &[Mollusc]),
        ("king oyster", &[Mollusc]),
    ] {
        let found = Catalog::allergen_terms().classes_in(&Norm::of(text)).unwrap_or_default();
        assert!(classes.iter().all(|class| !found.contains(class)), "{text}: {found:?}");
    }
}

#[test]
fn nd_10_the_food_knows_better_than_the_text() {
    let terms = Catalog::allergen_terms();
    let vegan = food("vegan_cheese", "Vegan cheese");
    assert_eq!(terms.classes_of("cheddar style", Some(&vegan)), Some(BTreeSet::new()));
    let unknown = Food { allergens: None, ..vegan };
    assert_eq!(terms.classes_of("cheddar", Some(&unknown)), Some(BTreeSet::from([AllergenClass::Milk])));
    assert_eq!(terms.classes_of("crackling", Some(&unknown)), None);
}

#[test]
fn hc_1_examples_of_the_chapter() {
    assert_eq!(why(auto("Peanuts "), "peanut butter"), Some(Why::Class(AllergenClass::Peanut)));
    assert_eq!(why(auto("Peanuts "), "butternut squash"), None);
    assert_eq!(why(auto("milk"), "cheddar"), Some(Why::Class(AllergenClass::Milk)));
    assert_eq!(why(auto("milk"), "coconut milk"), None);
    let rice = exclusion("rice", ExclusionMatch::Exact);
    assert_eq!(why(rice.clone(), "rice vinegar"), None);
    assert_eq!(why(rice, "Rice"), Some(Why::Exact));
    assert_eq!(why(auto("mushroom"), "cremini mushrooms"), Some(Why::Words));
}

#[test]
fn hc_1_a_term_means_a_class_a_group_or_itself() {
    use AllergenClass::{Crustacean, Fish, Milk, Mollusc, Peanut, TreeNut, Wheat};
    let terms = Catalog::allergen_terms();
    let meaning = |term: &str| -> Vec<_> { terms.meaning(&Norm::of(term)).into_iter().collect() };
    assert_eq!(meaning("tree_nut"), [TreeNut]);
    assert_eq!(meaning("wheat"), [Wheat]);
    assert_eq!(meaning("Nuts"), [Peanut, TreeNut]);
    assert_eq!(meaning("орехи"), [Peanut, TreeNut]);
    assert_eq!(meaning("lactose"), [Milk]);
    assert_eq!(meaning("seafood"), [Fish, Crustacean, Mollusc]);
    assert_eq!(meaning("рыба"), [Fish]);
    assert_eq!(meaning("cheddar"), [Milk], "the chapter lists it");
    assert_eq!(meaning("salmon"), [], "a kind is not its class");
    assert_eq!(meaning("pizza"), [], "what merely contains a class does not name it");
    assert_eq!(meaning("kiwi"), []);
    for group in AllergenGroup::ALL {
        assert_eq!(meaning(group.as_str()), group.classes(), "{group}");
    }
}

#[test]
fn hc_1_words_are_looked_for_in_text_food_name_and_aliases() {
    let mut cremini = food("cremini", "Cremini");
    cremini.aliases.push("brown mushrooms".to_owned());
    assert_eq!(why_of(auto("mushroom"), "2 caps", Some(&cremini)), Some(Why::Words));
    assert_eq!(
        why_of(exclusion("brown mushroom", ExclusionMatch::Exact), "caps", Some(&cremini)),
        Some(Why::Exact)
    );
    assert_eq!(why_of(auto("mush"), "caps", Some(&cremini)), None, "only whole words");
    // The false friends of another class do not hide a word: almonds are in almond milk.
    assert_eq!(why(auto("coconut"), "coconut milk"), Some(Why::Words));
    assert_eq!(why(auto("almond"), "almond milk"), Some(Why::Words));
}

#[test]
fn hc_1_a_disliked_kind_is_avoided_in_all_its_words_and_its_class_is_not() {
    for (disliked, eaten, avoided) in [
        ("salmon", "cod fillet", "smoked salmon"),
        ("Сёмга", "треска", "salmon fillet"),
        ("shrimp", "crab meat", "king prawns"),
        ("walnuts", "almonds", "грецкие орехи"),
        ("tofu", "soy sauce", "fried tofu"),
        ("gouda", "cheddar", "гауда"),
        ("oats", "rye bread", "овсянка"),
        ("oyster", "mussels", "oysters"),
    ] {
        assert_eq!(why(auto(disliked), eaten), None, "{disliked}: {eaten}");
        assert_eq!(why(auto(disliked), avoided), Some(Why::Words), "{disliked}: {avoided}");
    }
    assert_eq!(why(auto("oyster"), "oyster mushrooms"), None, "a false friend of the class");
    assert_eq!(why(auto("chestnut"), "water chestnuts"), None);
}

#[test]
fn hc_1_an_allergy_to_a_kind_means_its_class() {
    use AllergenClass::{Crustacean, Fish, Milk, TreeNut};
    let allergy = |term: &str| exclusion(term, ExclusionMatch::Class);
    for (term, eaten, class) in [
        ("shrimp", "crab meat", Crustacean),
        ("лосось", "cod fillet", Fish),
        ("walnuts", "almonds", TreeNut),
        ("gouda", "cheddar", Milk),
    ] {
        assert_eq!(why(allergy(term), eaten), Some(Why::Class(class)), "{term}: {eaten}");
    }
    let terms = Catalog::allergen_terms();
    let meant = terms.meaning_of_allergy(&Norm::of("bulgur"));
    assert_eq!(meant, BTreeSet::from([AllergenClass::Gluten, AllergenClass::Wheat]));
    assert_eq!(why(allergy("pizza"), "wheat bread"), None, "a made food is matched by its words");
}

#[test]
fn hc_1_a_class_is_matched_by_class_alone() {
    let class = |term: &str| exclusion(term, ExclusionMatch::Class);
    let labelled = food("milk_free", "Milk free spread");
    assert_eq!(why_of(class("milk"), "milk free spread", Some(&labelled)), None);
    assert_eq!(why_of(auto("milk"), "milk free spread", Some(&labelled)), Some(Why::Words));
    assert_eq!(why(class("kiwi"), "kiwi slices"), Some(Why::Words), "an unknown allergy is matched by words");
}

#[test]
fn hc_1_unknown_classes_are_excluded_while_a_class_is() {
    let milk = || exclusion("milk", ExclusionMatch::Class);
    assert_eq!(why_of(milk(), "mystery powder", None), Some(Why::AllergenUnknown));
    assert_eq!(why_of(auto("mushroom"), "mystery powder", None), None);
    assert_eq!(why_of(milk(), "mystery powder", Some(&food("powder", "Powder"))), None);
    assert_eq!(why(milk(), "mystery powder"), None, "in a problem file names are all there is");
    let terms = Catalog::allergen_terms();
    let both = Exclusions::new(&[milk(), auto("mystery")], terms);
    let found = both.find(&Named::new("mystery powder", None, terms)).unwrap();
    assert_eq!((found.entry.term.as_str(), found.why), ("mystery", Why::Words), "what is sure comes first");
    assert!(both.has_classes());
}

#[test]
fn hc_1_entries_that_match_nothing_are_found() {
    let terms = Catalog::allergen_terms();
    let exclusions =
        Exclusions::new(&[auto("milk"), auto("mushrom"), exclusion("rice", ExclusionMatch::Exact)], terms);
    let pool: Vec<_> = ["cheddar", "mushrooms", "rice vinegar"]
        .iter()
        .map(|text| Named::by_name(text, None, terms))
        .collect();
    let idle: Vec<_> =
        exclusions.unmatched(pool.iter()).into_iter().map(|entry| entry.term.as_str()).collect();
    assert_eq!(idle, ["mushrom", "rice"]);
}

#[test]
fn hc_1_foods_of_the_catalogue_are_excluded_by_their_classes() {
    let terms = Catalog::allergen_terms();
    for &class in AllergenClass::ALL {
        let exclusions = Exclusions::new(&[exclusion(class.as_str(), ExclusionMatch::Class)], terms);
        for food in Catalog::embedded().foods() {
            let has_class = food.allergens.as_ref().is_some_and(|classes| classes.contains(&class));
            let excluded = exclusions.find(&Named::new(&food.name.en, Some(food), terms)).is_some();
            assert_eq!(excluded, has_class, "{class}: {}", food.id);
        }
    }
}

proptest! {
    #[test]
    fn hc_1_a_class_exclusion_never_admits_a_food_of_that_class(
        class in prop::sample::select(AllergenClass::ALL),
        others in prop::collection::btree_set(prop::sample::select(AllergenClass::ALL), 0..4),
        matching in prop::sample::select(vec![ExclusionMatch::Auto, ExclusionMatch::Class]),
        text in "[a-z]{0,8}( (milk|nut|flour|free|egg))?",
    ) {
        let classes: Vec<_> = others.into_iter().chain([class]).collect();
        let food = of_classes(food("some_food", "Some food"), &classes);
        prop_assert!(why_of(exclusion(class.as_str(), matching), &text, Some(&food)).is_some());
        for group in AllergenGroup::ALL.iter().filter(|group| group.classes().contains(&class)) {
            prop_assert!(why_of(exclusion(group.as_str(), matching), &text, Some(&food)).is_some());
        }
    }
}
