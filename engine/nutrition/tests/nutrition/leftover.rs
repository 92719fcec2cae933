//! ML-6: leftovers are offered before they expire, and missed afterwards.
//!
//! The parts: [`changes`] (swaps and re-plans with leftovers), [`scenarios`] (the same to be read), [`random`] (against
//! trying everything).

mod changes;
mod random;
mod scenarios;

use domain::{
    law::Valid,
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
    leftover::{Pot, Waiting, eat, keeps_until, leftover as left_of, offers},
};

use crate::given::{dish, from_batch, planned};

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

#[test]
fn ml_6_a_pot_leaves_what_its_meals_do_not_eat() {
    let foods = Foods::new(Catalog::embedded().foods());
    let stew = dish("stew", 4, &["800 g carrots"], &foods).recipe;
    // Cooked as it is written: four servings, of which one and a half are eaten.
    let item = planned(date(9), 1, "stew").item;
    let pot = Pot::of(&item, &stew);
    assert_eq!((pot.servings_pct, pot.cooked_on), (400, date(9)));
    let left = left_of(&pot, [150], date(12));
    assert_eq!(left, Some(leftover("stew", 250, 12)));
    assert!(left.is_some_and(|left| Valid::new(left).is_ok()));
    // Cooked as a batch of six the day before: three are eaten, two are planned.
    let item = from_batch(planned(date(9), 1, "stew"), date(8), 6).item;
    let pot = Pot::of(&item, &stew);
    assert_eq!(pot.cooked_on, date(8));
    assert_eq!(left_of(&pot, [100, 100, 100, 100, 100], date(11)), Some(leftover("stew", 100, 11)));
    assert_eq!(left_of(&pot, [100; 6], date(11)), None);
    assert_eq!(left_of(&pot, [100; 7], date(11)), None);
}

#[test]
fn ml_6_a_plan_counts_days_until_a_leftover_expires() {
    let catalog = Catalog::embedded();
    let left = [leftover("stew", 250, 12), leftover("soup", 100, 10), leftover("pie", 100, 9)];
    let found = || offers(&left, &Kitchen::of(catalog, Measure::Us), date(9));
    let of_plan =
        |recipe: &str, servings_pct, until| Waiting { recipe_id: recipe.into(), servings_pct, until };
    let (waiting, notes) = found().waiting(date(10), |_, revision| revision == 1);
    assert_eq!((waiting.len(), notes.len()), (2, 0));
    assert_eq!(waiting, [of_plan("soup", 100, 1), of_plan("stew", 250, 3)]);
    // The soup has another recipe by now: nobody can say whether what is left is safe.
    let (waiting, notes) = found().waiting(date(10), |recipe, _| recipe.as_str() != "soup");
    assert_eq!(waiting, [of_plan("stew", 250, 3)]);
    let texts: Vec<_> = [Locale::En, Locale::Ru]
        .map(|locale| Voice::new(locale).text("warning-leftover_unknown", &notes[0].facts).unwrap())
        .into();
    assert_eq!(
        texts,
        [
            "soup: leftovers are not offered, because the recipe is not among those that may be planned",
            "soup: остатки не предлагаются, потому что этого рецепта нет среди доступных для плана"
        ]
    );
}
