//! Long lists in parts: each part says where the next one begins.

use std::collections::BTreeSet;

use serde_json::Value;
use training::catalog::Catalog;

use super::{
    client::{Client, Serving},
    examples::example,
};
use crate::story::both::on_both;

/// All entries of a list, part by part.
async fn all(client: &Client, path: &str, limit: usize) -> Vec<Value> {
    let (mut found, mut next) = (Vec::new(), None::<String>);
    loop {
        let cursor = next.map(|next| format!("&cursor={next}")).unwrap_or_default();
        let page = client.get(&format!("{path}limit={limit}{cursor}")).await.ok();
        let items = page["items"].as_array().unwrap();
        assert!(items.len() <= limit, "{path}");
        found.extend(items.iter().cloned());
        match page["next"].as_str() {
            Some(given) => next = Some(given.to_owned()),
            None => return found,
        }
    }
}

#[test]
fn ex_1_exercises_are_those_of_the_catalogue_and_ones_own_and_parts_go_through_all_of_them() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let keys = |found: &[Value]| -> Vec<String> {
            found.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
        };
        let shipped: BTreeSet<String> =
            Catalog::embedded().exercises().iter().map(|one| one.id.to_string()).collect();
        let found = keys(&all(&anna, "/api/exercises?", 37).await);
        assert_eq!((found.len(), found.iter().cloned().collect()), (shipped.len(), shipped));
        assert!(all(&anna, "/api/exercises?own=true&", 37).await.is_empty());
        anna.post("/api/exercises", example("POST", "/exercises")).await.made();
        let mine = all(&anna, "/api/exercises?own=true&", 37).await;
        assert_eq!((keys(&mine), &mine[0]["revision"]), (vec!["my_towel_row".to_owned()], &json!(1)));
        let with_own = keys(&all(&anna, "/api/exercises?", 500).await);
        assert_eq!(with_own.len(), found.len() + 1);
        assert!(with_own.is_sorted() && with_own.contains(&"my_towel_row".to_owned()));
    });
}
