//! The pages of onboarding, settings, people and administration: open for who may, in both languages, with and without
//! data behind them.

use serde_json::json;

use super::client::{Client, PASSWORD, Reply, Serving};
use crate::story::{both::on_both, meals::five_answers};

/// Every page of an athlete who administers and coaches.
const PAGES: &[&str] = &[
    "/welcome",
    "/more",
    "/more/profile",
    "/more/equipment",
    "/more/equipment?place=",
    "/more/consent",
    "/more/exercises",
    "/more/exercises/push_up",
    "/more/templates",
    "/more/templates/full_body-home",
    "/more/wellbeing",
    "/more/account",
    "/more/data",
    "/more/grants",
    "/more/admin",
];

/// The page, which is whole and says nothing by the name of a text.
#[track_caller]
fn page(reply: &Reply) -> &str {
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert!(reply.text.trim_end().ends_with("</html>"), "{}", reply.text);
    let unnamed = reply.text.split(['>', '"', ' ']).find(|word| {
        word.starts_with("web-")
            && word.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
    });
    assert_eq!(unnamed, None, "a text is missing");
    &reply.text
}

async fn open_all(browser: &Client) {
    for path in PAGES {
        page(&browser.get(path).await);
    }
}

#[test]
fn ep_6_pages_of_settings_open_for_a_new_account_and_for_one_with_data_in_both_languages() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        open_all(&anna).await;
        assert!(page(&anna.get("/welcome").await).contains("What do you want?"));
        let named = anna.put("/api/me", json!({ "display_name": "Anna", "locale": "ru" })).await.ok();
        assert_eq!((&named["display_name"], &named["locale"]), (&json!("Anna"), &json!("ru")));
        assert_eq!(anna.put("/api/me", json!({ "display_name": "" })).await.refused().0, 422);
        let place = json!({ "equipment": ["dumbbell", "eq_bench"], "is_default": true,
                            "inventory": { "unit": "kg", "dumbbells": [750, 1000] } });
        anna.put("/api/locations/%D0%B4%D0%BE%D0%BC", place).await.ok();
        anna.post("/api/flags", json!({ "kind": "pain", "area": "knee", "severity": 2 })).await.ok();
        anna.post("/api/body-weights", json!({ "grams": 80_000 })).await.made();
        anna.put("/api/nutrition/profile", serde_json::to_value(five_answers()).unwrap()).await.ok();
        anna.post("/api/me/tokens", json!({ "name": "часы", "scopes": ["read"] })).await.made();
        open_all(&anna).await;
        let equipment = anna.get("/more/equipment").await;
        assert!(page(&equipment).contains("value=\"7,5; 10\""), "masses have the sign of the reader");
        let wellbeing = anna.get("/more/wellbeing").await;
        assert!(page(&wellbeing).contains("Боль: колено"), "{}", wellbeing.text);
        let dark = anna.with("cookie", "regimen-theme=dark").get("/more").await;
        assert!(page(&dark).contains("data-theme=\"dark\""));
        let found = anna.get("/more/exercises?q=%D0%BF%D1%80%D0%B8%D1%81%D0%B5%D0%B4").await;
        assert!(
            page(&found).contains("/more/exercises/back_squat"),
            "names are found in the reader's language"
        );
    });
}

#[test]
fn ep_6_who_counts_in_pounds_reads_their_height_in_feet_and_inches() {
    on_both(async |fresh| {
        let (_serving, anna) = Serving::set_up(&fresh).await;
        for (units, height) in [("kg", "180.3"), ("lb", "5 ft 11 in")] {
            let mut told = anna.get("/api/profile").await.ok();
            told["profile"]["units"] = units.into();
            told["profile"]["height_mm"] = 1803.into();
            let said = json!({ "revision": told["revision"], "profile": told["profile"] });
            anna.put("/api/profile", said).await.ok();
            for path in ["/more/profile", "/welcome", "/meals/profile"] {
                let shown = anna.get(path).await;
                assert!(page(&shown).contains(&format!("value=\"{height}\"")), "{path}: {}", shown.text);
            }
        }
    });
}

#[test]
fn ac_9_a_coach_sees_who_allows_it_and_looks_at_them_until_it_is_taken_back() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let carl = serving.join(&anna, "carl", &["coach"]).await;
        assert_eq!(
            carl.get("/").await.header("location"),
            Some("/more/athletes"),
            "who does not train is led on"
        );
        assert!(page(&carl.get("/more/athletes").await).contains("by their login"));
        page(&carl.get("/more/account").await);
        assert_eq!(anna.get("/more/athletes").await.status, 403, "only a coach has athletes");
        assert_eq!(carl.get("/more/admin").await.status, 403, "AC-11");
        let asked = carl.post("/api/grants", json!({ "athlete": "anna", "scopes": ["read"] })).await.made();
        assert!(page(&carl.get("/more/athletes").await).contains("Not answered yet"));
        assert_eq!(carl.get("/api/athletes").await.ok(), json!([]), "nothing before the yes");
        let grants = anna.get("/more/grants").await;
        assert!(page(&grants).contains("carl") && grants.text.contains("/confirm"));
        let id = asked["id"].as_str().unwrap();
        anna.post(&format!("/api/grants/{id}/confirm"), json!({})).await.ok();
        anna.post("/api/flags", json!({ "kind": "pain", "area": "knee", "severity": 2 })).await.ok();
        let athletes = carl.get("/api/athletes").await.ok();
        assert_eq!(athletes[0]["login"], "anna");
        assert_eq!(athletes[0]["standing"]["flags"][0]["area"], "knee");
        assert!(page(&carl.get("/more/athletes").await).contains("Pain: knee"));
        let looking =
            carl.with("cookie", &format!("regimen-athlete={}", athletes[0]["athlete_id"].as_str().unwrap()));
        let wellbeing = looking.get("/more/wellbeing").await;
        assert!(
            page(&wellbeing).contains("data-leave-athlete"),
            "it is said that somebody else is looked at"
        );
        anna.delete(&format!("/api/grants/{id}")).await.ok();
        assert_eq!(
            looking.get("/").await.header("location"),
            Some("/more/athletes"),
            "a stale cookie leads back"
        );
        assert_eq!(carl.get("/api/athletes").await.ok(), json!([]));
    });
}

#[test]
fn ac_12_everything_is_deleted_by_what_the_page_asks_for() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let bob = serving.join(&anna, "bob", &["athlete"]).await;
        assert!(page(&bob.get("/more/data").await).contains("POST /api/me/delete"));
        bob.post("/api/me/delete", json!({ "password": PASSWORD, "confirm": "bob" })).await.ok();
        assert_eq!(bob.get("/more").await.status, 303, "to sign in");
    });
}
