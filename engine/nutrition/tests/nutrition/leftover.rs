//! ML-6: leftovers are offered before they expire, and missed afterwards.

use domain::{
    meal_plan::Leftover,
    recipe::Reheats,
    time::LocalDate,
    voice::{Locale, Voice},
};
use nutrition::{
    catalog::Catalog,
    convert::Measure,
    foods::Foods,
    kitchen::{FIRST_REVISION, Kitchen},
    leftover::{eat, keeps_until, offers},
};

use crate::given::dish;

fn date(day: i8) -> LocalDate {
    LocalDate::constant(2026, 3, day)
}

fn leftover(recipe: &str, servings_pct: u32, until: i8) -> Leftover {
    let recipe_id = recipe.parse().unwrap();
    Leftover { recipe_id, recipe_revision: 1, servings_pct, until: date(until) }
}

#[test]
fn ml_6_leftovers_are_offered_soonest_first_with_their_minutes() {
    let catalog = Catalog::embedded();
    let mut stew = dish("stew", 4, &["800 g carrots"], &Foods::new(catalog.foods()));
    let plain = dish("rice_bowl", 1, &["100 g carrots"], &Foods::new(catalog.foods()));
    let reheats = Some(Reheats { minutes: 8, keeps_days: 3 });
    stew.recipe = stew.recipe.with(|recipe| recipe.reheats = reheats).unwrap();
    let kitchen = Kitchen::of(catalog, Measure::Us);
    let kitchen = kitchen.with_recipe(FIRST_REVISION, &stew).with_recipe(FIRST_REVISION, &plain);
    let left = [leftover("stew", 250, 12), leftover("rice_bowl", 100, 11), leftover("stew", 100, 9)];

    let found = offers(&left, &kitchen, date(10));
    let shown: Vec<_> = found
        .offers
        .iter()
        .map(|offer| (offer.leftover.recipe_id.as_str(), offer.servings(), offer.minutes))
        .collect();
    assert_eq!(shown, [("rice_bowl", 1, 5), ("stew", 2, 8)]);
    assert!(found.offers[1].is_good_on(date(12)) && !found.offers[1].is_good_on(date(13)));
    let notes: Vec<_> = [Locale::En, Locale::Ru]
        .map(|locale| Voice::new(locale).text("warning-leftover_expired", &found.notes[0].facts).unwrap())
        .into();
    assert_eq!(
        notes,
        [
            "stew: leftovers (100 % of a serving) were good until 2026-03-09",
            "stew: остатки (100 % порции) были годны до 09.03.2026"
        ]
    );
    assert_eq!(found.notes.len(), 1);
    assert_eq!(keeps_until(&stew.recipe, date(9)), Some(date(12)));
    assert_eq!(keeps_until(&plain.recipe, date(9)), None);
}

#[test]
fn ml_6_what_is_eaten_is_no_longer_left() {
    let two = leftover("stew", 200, 12);
    assert_eq!(eat(&two, 150), Some(leftover("stew", 50, 12)));
    assert_eq!(eat(&two, 200), None);
    assert_eq!(eat(&two, 250), None);
}
