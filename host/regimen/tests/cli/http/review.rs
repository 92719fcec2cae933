//! Exercises that went back again and again, on a page, and what figures and events refuse.

use domain::{id::Id, progress::LevelDecision};
use serde_json::Value;

use super::client::Serving;
use crate::story::{both::on_both, jobs::add_decided};

#[test]
fn a_16_one_click_lets_an_exercise_go_on() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let athlete = anna.get("/api/athlete").await.ok()["id"].as_str().unwrap().to_owned();
        let athlete = Id::from_uuid(athlete.parse().unwrap());
        let days = ["2026-02-23", "2026-02-25", "2026-02-27"].map(|day| day.parse().unwrap());
        let store = &serving.server.app.store;
        add_decided(store, athlete, "pull", &days, LevelDecision::Regress).await;
        let page = anna.get("/progress/review").await.text;
        let bodies: Vec<&str> =
            page.split("data-body=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(bodies.len(), 2, "{page}");
        assert!(anna.get("/progress/decisions").await.text.contains("href=\"/progress/review\""));
        let go_on: Value =
            serde_json::from_str(&bodies[0].replace("&#34;", "\"").replace("&quot;", "\"")).unwrap();
        let reviewed = anna.post("/api/review", go_on).await.ok();
        assert_eq!(reviewed["restarted"].as_array().unwrap().len(), 1, "{reviewed}");
        assert!(!anna.get("/progress/review").await.text.contains("data-body"));
    });
}

#[test]
fn a_35_an_unknown_figure_and_days_in_the_wrong_order_are_refused_by_name() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        let unknown = anna.get("/api/metrics?type=kpi_completion").await;
        assert_eq!(unknown.refused(), (400, "unknown_metric".to_owned()));
        assert!(unknown.text.contains("kpi_completion_rate"), "{}", unknown.text);
        assert_eq!(anna.get("/api/metrics?type=kpi_completion_rate").await.status, 200);
        for path in ["metrics", "events", "kpis"] {
            let backward = anna.get(&format!("/api/{path}?from=2026-03-02&to=2026-03-01")).await;
            assert_eq!(backward.refused(), (400, "bad_range".to_owned()), "{path}");
        }
        let kpis = anna.get("/api/kpis?mode=INTENT").await.ok();
        assert_eq!((&kpis["from"], &kpis["to"]), (&"2026-02-03".into(), &"2026-03-02".into()));
        assert_eq!(kpis["kpis"], serde_json::json!([]));
        assert_eq!(anna.get("/api/kpis?mode=BOTH").await.refused().0, 422);
    });
}
