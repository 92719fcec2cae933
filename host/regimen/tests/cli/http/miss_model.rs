//! The model of misses over HTTP (P-48, A-34).

use serde_json::json;

use super::client::Serving;
use crate::story::both::on_both;

#[test]
fn p_48_the_model_is_for_operators_and_too_little_data_is_a_conflict_with_figures() {
    on_both(async |fresh| {
        let (serving, anna) = Serving::set_up(&fresh).await;
        let status = anna.get("/api/miss-model").await.ok();
        assert_eq!((&status["active"], &status["inactive"]), (&false.into(), &"none".into()), "{status}");
        let refused = anna.post("/api/miss-model/train", json!({})).await;
        assert_eq!(refused.refused(), (409, "too_few_rows".to_owned()));
        let detail = refused.json()["detail"].to_string();
        assert!(detail.contains("0 reported exercises, but a model needs 300"), "{detail}");
        let boris = serving.join(&anna, "boris", &["coach"]).await;
        assert_eq!(boris.get("/api/miss-model").await.refused(), (403, "operator_only".to_owned()));
        let train = boris.post("/api/miss-model/train", json!({})).await;
        assert_eq!(train.refused(), (403, "operator_only".to_owned()));
    });
}
