//! Whether intent mode may become the default, over HTTP.

use super::client::Serving;
use crate::story::both::on_both;

#[test]
fn a_11_the_gate_is_for_operators_only_and_says_when_it_cannot_tell() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let report = anna.get("/api/kpis/gate").await.ok();
        assert_eq!(report["result"], "insufficient_data", "{report}");
        assert_eq!(
            (&report["sides"][0]["mode"], &report["sides"][1]["mode"]),
            (&"INTENT".into(), &"AUTO".into())
        );
        assert_eq!(report["sides"][0]["figures"], serde_json::json!({}));
        let boris = serving.join(&anna, "boris", &["coach"]).await;
        assert_eq!(boris.get("/api/kpis/gate").await.refused(), (403, "operator_only".to_owned()));
    });
}
