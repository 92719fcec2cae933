//! Tables to take along, over HTTP.

use super::{client::Serving, week::train};
use crate::story::both::on_both;

#[test]
fn a_25_a_table_is_sent_as_a_file_and_an_unknown_one_names_those_there_are() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        train(&anna, "full_body").await;
        let sets = anna.get("/api/export/sets.csv").await;
        assert_eq!(sets.status, 200);
        assert_eq!(sets.header("content-type"), Some("text/csv; charset=utf-8"));
        assert_eq!(sets.header("content-disposition"), Some("attachment; filename=\"sets.csv\""));
        assert!(sets.text.contains("athlete_id,session_id,date,exercise_key,"), "{}", sets.text);
        assert!(sets.text.contains(",working,"), "{}", sets.text);
        let unknown = anna.get("/api/export/set.csv").await;
        assert_eq!(unknown.refused(), (404, "unknown_export".to_owned()));
        let told = unknown.json()["detail"].as_str().unwrap().to_owned();
        assert!(told.contains("sets.csv") && told.contains("plan_versions.csv"), "{told}");
        assert_eq!(anna.get("/api/export/sets").await.refused().1, "unknown_export");
        let backward = anna.get("/api/export/sets.csv?from=2026-03-02&to=2026-03-01").await;
        assert_eq!(backward.refused(), (400, "bad_range".to_owned()));
        let page = anna.get("/more/data").await.text;
        assert!(page.contains("href=\"/api/export/plan_versions.csv\""), "{page}");
    });
}
