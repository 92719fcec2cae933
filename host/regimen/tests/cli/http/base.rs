//! A server below a path of its host, behind proxies that leave the path on and proxies that take it off.

use regimen::api::Options;
use serde_json::json;

use super::client::{PASSWORD, Serving};
use crate::story::both::on_both;

fn below() -> Options {
    Options { public_url: Some("http://home.example/coach".to_owned()), ..Options::default() }
}

#[test]
fn pages_files_calls_and_redirects_stay_below_the_path() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up_with(&fresh, below()).await;
        let stranger = serving.browser();
        for asked in ["/coach/plan", "/plan"] {
            let sent = stranger.get(asked).await;
            assert_eq!((sent.status, sent.header("location")), (303, Some("/coach/sign-in?next=/plan")));
        }
        assert_eq!(stranger.get("/coaching").await.status, 404);
        let entry = stranger.get("/coach/sign-in?next=/plan").await.text;
        assert!(
            entry.contains("action=\"/coach/api/sign-in\"") && entry.contains("data-next=\"/plan\""),
            "{entry}"
        );
        let style = entry.split('"').find(|word| word.ends_with("app.css")).unwrap();
        assert!(style.starts_with("/coach/assets/"), "{style}");
        assert_eq!(stranger.get(style).await.status, 200);
        // A proxy that takes the path off asks for the same file so.
        assert_eq!(stranger.get(style.strip_prefix("/coach").unwrap()).await.status, 200);
        let signed = json!({ "login": "anna", "password": PASSWORD });
        stranger.post("/coach/api/sign-in", signed).await.ok();
        for path in ["/coach/more", "/coach/welcome", "/coach/more/profile", "/coach/api/docs"] {
            let page = anna.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            let outside: Vec<_> = [" href=\"/", " src=\"/", " action=\"/"]
                .iter()
                .flat_map(|link| page.text.split(link).skip(1))
                .filter(|rest| !rest.starts_with("coach/"))
                .map(|rest| rest.split('"').next().unwrap().to_owned())
                .collect();
            assert!(outside.is_empty(), "{path}: {outside:?}");
        }
        let document = anna.get("/coach/api/openapi.json").await.ok();
        assert_eq!(document["servers"], json!([{ "url": "/coach" }]));
        assert_eq!(anna.get("/coach/healthz").await.status, 200);
    });
}
