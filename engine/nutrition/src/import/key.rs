//! Keys of imported recipes: from their names, the same for the same recipe every time (ND-8, MF-4).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    id::Keyed,
    recipe::{Recipe, RecipeKey},
};
use unicode_normalization::UnicodeNormalization;

/// Which keys are taken, and by what.
pub(super) struct Keys<'a> {
    known: BTreeMap<&'a RecipeKey, &'a Recipe>,
    taken: BTreeSet<RecipeKey>,
}

impl<'a> Keys<'a> {
    /// The keys of recipes that are there already, and those that others bring.
    pub(super) fn new(known: &'a [&'a Recipe], given: impl Iterator<Item = RecipeKey>) -> Self {
        Self { known: known.iter().map(|recipe| (&recipe.id, *recipe)).collect(), taken: given.collect() }
    }

    /// Gives a recipe the first free of `pancakes`, `pancakes_2`, `pancakes_3` ... A known recipe of the same address,
    /// or without one and in the same words, is the same recipe and keeps its key.
    pub(super) fn name(&mut self, recipe: &mut Recipe) {
        let stem = stem(&recipe.name.en);
        for number in 1_u32.. {
            let end = if number == 1 { String::new() } else { format!("_{number}") };
            let start = &stem[..stem.len().min(Recipe::LONGEST - end.len())];
            let Ok(key) = RecipeKey::new(&format!("{start}{end}")) else { continue };
            recipe.id = key;
            if self.is_free_for(recipe) {
                break;
            }
        }
        self.taken.insert(recipe.id.clone());
    }

    fn is_free_for(&self, recipe: &Recipe) -> bool {
        let is_known_as_another = self.known.get(&recipe.id).is_some_and(|known| !is_same(known, recipe));
        !is_known_as_another && !self.taken.contains(&recipe.id)
    }
}

/// Foods, units and tags may be better known by now, and servings corrected: words stay.
fn is_same(known: &Recipe, recipe: &Recipe) -> bool {
    fn words(recipe: &Recipe) -> impl Iterator<Item = &String> {
        recipe.ingredients.iter().map(|ingredient| &ingredient.text).chain(&recipe.steps.en)
    }
    let has_address = recipe.source.reference.is_some();
    known.source.reference == recipe.source.reference && (has_address || words(known).eq(words(recipe)))
}

/// A name in the letters of keys.
fn stem(name: &str) -> String {
    let mut stem = String::new();
    for letter in name.to_lowercase().nfkd().filter(|letter| !is_accent(*letter)) {
        match letter {
            'a'..='z' | '0'..='9' => stem.push(letter),
            '\'' | '’' => {}
            _ => match CYRILLIC.iter().find(|(known, _)| *known == letter) {
                Some((_, latin)) => stem.push_str(latin),
                None if stem.ends_with('_') => {}
                None => stem.push('_'),
            },
        }
    }
    let stem = stem.trim_matches('_');
    let stem: String = stem.chars().take(Recipe::LONGEST).collect();
    if stem.len() < 2 { format!("recipe_{stem}").trim_end_matches('_').to_owned() } else { stem }
}

/// A mark that decomposition took off its letter.
fn is_accent(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

#[rustfmt::skip]
const CYRILLIC: [(char, &str); 31] = [
    ('а', "a"), ('б', "b"), ('в', "v"), ('г', "g"), ('д', "d"), ('е', "e"), ('ж', "zh"), ('з', "z"), ('и', "i"),
    ('к', "k"), ('л', "l"), ('м', "m"), ('н', "n"), ('о', "o"), ('п', "p"), ('р', "r"), ('с', "s"), ('т', "t"),
    ('у', "u"), ('ф', "f"), ('х', "kh"), ('ц', "ts"), ('ч', "ch"), ('ш', "sh"), ('щ', "shch"), ('ъ', ""), ('ы', "y"),
    ('ь', ""), ('э', "e"), ('ю', "yu"), ('я', "ya"),
];

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;

    fn recipe(name: &str, address: Option<&str>) -> Recipe {
        let mut recipe: Recipe = serde_json::from_str(domain::recipe::EXAMPLE).unwrap();
        recipe.name.en = name.to_owned();
        recipe.source.reference = address.map(str::to_owned);
        recipe
    }

    #[test]
    fn mf_4_keys_are_names_in_plain_letters() {
        for (name, expected) in [
            ("Grandma's Best Pancakes!", "grandmas_best_pancakes"),
            ("Crème brûlée", "creme_brulee"),
            ("Борщ с чесноком", "borshch_s_chesnokom"),
            ("Ёжики & йогурт", "ezhiki_iogurt"),
            ("5-minute oats", "5_minute_oats"),
            ("寿司", "recipe"),
            ("X", "recipe_x"),
        ] {
            assert_eq!(stem(name), expected, "{name}");
        }
        assert_eq!(stem(&"long ".repeat(40)).len(), Recipe::LONGEST);
    }

    #[test]
    fn nd_8_the_same_recipe_gets_the_same_key_and_another_one_its_own() {
        let mut first = recipe("Pancakes", Some("https://a.example/1"));
        Keys::new(&[], iter::empty()).name(&mut first);
        assert_eq!(first.id.as_str(), "pancakes");
        let known = [&first];
        let key = |name: &str, address: Option<&str>| {
            let mut again = recipe(name, address);
            Keys::new(&known, iter::empty()).name(&mut again);
            again.id.to_string()
        };
        assert_eq!(key("Pancakes", Some("https://a.example/1")), "pancakes");
        assert_eq!(key("Pancakes", Some("https://b.example/2")), "pancakes_2");
        assert_eq!(key("Pancakes", None), "pancakes_2");
        let mut own = recipe("Waffles", None);
        Keys::new(&[], iter::empty()).name(&mut own);
        let mut again = Recipe { servings: own.servings + 1, ..own.clone() };
        Keys::new(&[&own], iter::empty()).name(&mut again);
        assert_eq!(again.id, own.id, "a corrected recipe is the same");
        again.ingredients[0].text.push('!');
        Keys::new(&[&own], iter::empty()).name(&mut again);
        assert_eq!(again.id.as_str(), "waffles_2");
    }

    #[test]
    fn nd_8_names_that_stand_twice_are_numbered() {
        let mut keys = Keys::new(&[], iter::empty());
        let mut named = |name: &str| {
            let mut recipe = recipe(name, None);
            keys.name(&mut recipe);
            recipe.id.to_string()
        };
        assert_eq!([named("Soup"), named("soup"), named("SOUP!")], ["soup", "soup_2", "soup_3"]);
        let long = "a".repeat(70);
        assert_eq!(named(&long).len(), Recipe::LONGEST);
        assert!(named(&long).ends_with("a_2"));
        let given = ["soup", "soup_2"].map(|key| key.parse().unwrap());
        let mut soup = recipe("Soup", None);
        Keys::new(&[], given.into_iter()).name(&mut soup);
        assert_eq!(soup.id.as_str(), "soup_3");
    }
}
