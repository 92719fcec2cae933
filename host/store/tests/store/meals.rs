//! Recipes keep every revision; logs, leftovers and targets come back in their order, and only to their athlete.

use domain::{
    id::Id,
    meal_plan::{MealLog, SlotState},
    person::{Actor, Athlete},
    time::{DateSpan, Instant},
};
use jiff::civil::date;
use store::{Entry, LeftoverRow, StoreError, TargetsRow};
use uuid::Uuid;

use crate::both::on_both;

fn athlete(name: &str) -> Id<Athlete> {
    Id::derive(&[name])
}

fn entry(revision: i64, value: &str) -> Entry<String> {
    Entry { key: "soup".to_owned(), revision, value: value.to_owned() }
}

#[test]
fn nd_14_every_revision_of_a_recipe_stays() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let me = athlete("me");
        let mut tx = store.write().await.unwrap();
        tx.add_recipes(me, &[entry(1, "thin"), entry(2, "thick")]).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = store.write().await.unwrap();
        let taken = tx.add_recipes(me, &[entry(2, "other")]).await.unwrap_err();
        assert!(matches!(taken, StoreError::Taken { .. }), "{taken:?}");
        drop(tx);
        let mut tx = store.read().await.unwrap();
        let found: Vec<Entry<String>> = tx.recipes(me).await.unwrap();
        assert_eq!(found, [entry(1, "thin"), entry(2, "thick")]);
        assert!(tx.recipes::<String>(athlete("you")).await.unwrap().is_empty());
    });
}

#[test]
fn ml_2_logs_come_in_the_order_in_which_they_were_said() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let me = athlete("me");
        let log = |at: &str, state| MealLog {
            date: date(2026, 3, 9),
            slot: 1,
            state,
            eaten: None,
            at: at.parse::<Instant>().unwrap(),
            actor: Actor::SYSTEM,
        };
        let skipped = log("2026-03-09T12:00:00Z", SlotState::Skipped);
        let undone = log("2026-03-09T13:00:00Z", SlotState::Planned);
        let rows = [(Uuid::from_u128(2), undone.clone()), (Uuid::from_u128(1), skipped.clone())];
        let mut tx = store.write().await.unwrap();
        assert_eq!(tx.add_meal_logs(me, &rows).await.unwrap(), 2);
        assert_eq!(tx.add_meal_logs(me, &rows).await.unwrap(), 0);
        let day = DateSpan { from: date(2026, 3, 9), to: date(2026, 3, 9) };
        assert_eq!(tx.meal_logs(me, day).await.unwrap(), [skipped, undone]);
        let other = DateSpan { from: date(2026, 3, 10), to: date(2026, 3, 12) };
        assert!(tx.meal_logs(me, other).await.unwrap().is_empty());
        assert!(tx.meal_logs(athlete("you"), day).await.unwrap().is_empty());
    });
}

#[test]
fn ml_6_leftovers_and_nt_6_targets_come_by_their_days() {
    on_both(async |fresh| {
        let store = fresh.store().await;
        let me = athlete("me");
        let row = |id: u128, day: i8| LeftoverRow {
            id: Uuid::from_u128(id),
            until: date(2026, 3, day),
            leftover: id.to_string(),
        };
        let mut tx = store.write().await.unwrap();
        tx.put_leftovers(me, &[row(1, 12), row(2, 10)]).await.unwrap();
        assert_eq!(tx.leftovers::<String>(me).await.unwrap(), [row(2, 10), row(1, 12)]);
        assert!(tx.remove_leftover(me, Uuid::from_u128(2)).await.unwrap());
        assert!(!tx.remove_leftover(athlete("you"), Uuid::from_u128(1)).await.unwrap());
        let targets = |day: i8, hour: u8, kcal: i64| TargetsRow {
            from: date(2026, 3, day),
            created_at: format!("2026-03-01T{hour:02}:00:00Z").parse().unwrap(),
            targets: kcal,
        };
        for one in [targets(9, 9, 2000), targets(9, 8, 1900), targets(20, 8, 2100)] {
            tx.add_targets(me, &one).await.unwrap();
        }
        let found = tx.targets::<i64>(me, date(2026, 3, 15)).await.unwrap();
        assert_eq!(found, [targets(9, 8, 1900), targets(9, 9, 2000)]);
    });
}
