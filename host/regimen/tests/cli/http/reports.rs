//! Reports over HTTP: as JSON, as text and as a page, in both languages.

use serde_json::json;

use super::{client::Serving, week::train};
use crate::story::both::on_both;

#[test]
fn a_17_a_week_is_read_as_json_as_text_and_on_its_page() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        assert!(!anna.get("/progress").await.text.contains("/progress/report/"));
        train(&anna, "full_body").await;
        app.set_now("2026-03-04T10:00:00Z".parse().unwrap());
        train(&anna, "full_body").await;
        app.set_now("2026-03-09T12:00:00Z".parse().unwrap());
        let told = anna.get("/api/reports/weekly/2026-W10").await.ok();
        assert_eq!((&told["revision"], &told["report"]["period"]), (&json!(1), &json!("2026-W10")), "{told}");
        assert_eq!(told["report"]["summary"]["done"], 2);
        assert_eq!(anna.get("/api/reports/weekly/2026-W10?revision=1").await.ok(), told);
        let text = anna.get("/api/reports/weekly/2026-W10?format=md").await;
        assert_eq!(text.header("content-type"), Some("text/markdown; charset=utf-8"));
        let heads: Vec<&str> = text.text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let order = [
            "What matters most",
            "Proposed change",
            "What was done",
            "Sets done of the target",
            "Levels and loads",
            "Records",
        ];
        assert_eq!(heads[..6], order, "{}", text.text);
        assert_eq!(heads.last(), Some(&"Next week"));
        let russian = anna.with("accept-language", "ru");
        let page = russian.get("/api/reports/weekly/2026-W10?format=html").await.text;
        assert!(page.contains("<h2>Следующая неделя</h2>"), "{page}");
        for (week, refused) in [
            ("2026-W11", (404, "no_report")),
            ("2026-W08", (404, "no_report")),
            ("2026-11", (422, "bad_value")),
        ] {
            let reply = anna.get(&format!("/api/reports/weekly/{week}")).await.refused();
            assert_eq!((reply.0, reply.1.as_str()), refused, "{week}");
        }
        assert!(anna.get("/progress").await.text.contains("href=\"/progress/report/2026-W10\""));
        let page = anna.get("/progress/report/2026-W10").await;
        assert_eq!(page.status, 200, "{}", page.text);
        for section in ["finding", "change", "summary", "muscles", "levels", "charts", "next"] {
            assert!(page.text.contains(&format!("data-section=\"{section}\"")), "{section}: {}", page.text);
        }
        assert_eq!(page.text.matches("<figure").count(), 6, "five charts, and what the muscles got");
        let is_asked = told["report"]["change"].get("proposal").is_some();
        assert_eq!(page.text.contains("/api/proposals/decisions"), is_asked, "A-20: answered where it waits");
        assert!(russian.get("/progress/report/2026-W10").await.text.contains("Главное"));
        assert_eq!(anna.get("/progress/report/2026-W30").await.status, 404);
    });
}

#[test]
fn a_18_a_month_is_read_as_json_as_text_and_on_its_page() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let app = &serving.server.app;
        train(&anna, "full_body").await;
        app.set_now("2026-03-25T10:00:00Z".parse().unwrap());
        train(&anna, "full_body").await;
        assert_eq!(anna.get("/api/reports/monthly/2026-03").await.refused().1, "no_report");
        app.set_now("2026-04-01T12:00:00Z".parse().unwrap());
        let told = anna.get("/api/reports/monthly/2026-03").await.ok();
        assert_eq!((&told["revision"], &told["report"]["period"]), (&json!(1), &json!("2026-03")), "{told}");
        let weeks = told["report"]["month"]["weeks"].as_array().unwrap();
        let trained = weeks.iter().filter(|week| week["done"].as_i64() > Some(0)).count();
        assert_eq!((weeks.len(), trained), (5, 2), "{told}");
        let text = anna.get("/api/reports/monthly/2026-03?format=md").await.text;
        assert!(text.starts_with("# Month 2026-03: 1 March to 31 March\n"), "{text}");
        assert!(text.contains("## Block and weekdays"), "{text}");
        for (month, refused) in [("2026-04", (404, "no_report")), ("2026-W10", (422, "bad_value"))] {
            let reply = anna.get(&format!("/api/reports/monthly/{month}")).await.refused();
            assert_eq!((reply.0, reply.1.as_str()), refused, "{month}");
        }
        let page = anna.get("/progress/report/2026-03").await;
        assert_eq!(page.status, 200, "{}", page.text);
        for section in ["finding", "change", "summary", "block", "map", "charts", "next"] {
            assert!(page.text.contains(&format!("data-section=\"{section}\"")), "{section}: {}", page.text);
        }
        assert!(page.text.contains("href=\"/progress/report/2026-W13\""), "the newest week: {}", page.text);
        let russian = anna.with("accept-language", "ru");
        assert!(russian.get("/progress/report/2026-03").await.text.contains("Карта уровней"));
    });
}
