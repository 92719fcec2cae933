//! `/more/templates`: lists of exercises to train by, one's own and those of the product (EP-7).

use askama::Template;
use domain::session::Intent;
use serde_json::json;

use crate::{
    api::endpoint::Input,
    problem::Problem,
    reader::capital,
    service::template::{self, KeptTemplate},
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/templates.html")]
struct Page<'a> {
    at: &'a Visit,
    own: Vec<Row>,
    /// By what they are about.
    shipped: Vec<(String, Vec<Row>)>,
}

struct Row {
    id: String,
    name: String,
    about: String,
    /// What is sent to train by it, and to keep a copy.
    train: String,
    copy: String,
}

/// All templates.
pub(in crate::web) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let all = template::list(at.app(), &at.caller).await?;
    let (own, shipped): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.revision.is_some());
    let of = |intent: &Intent| {
        let rows: Vec<Row> =
            shipped.iter().filter(|one| one.template.intent == *intent).map(|one| row(&at, one)).collect();
        (!rows.is_empty()).then(|| (capital(&at.word("intent", intent)), rows))
    };
    html(&Page {
        own: own.iter().map(|one| row(&at, one)).collect(),
        shipped: Intent::ALL.iter().filter_map(of).collect(),
        at: &at,
    })
}

fn row(at: &Visit, kept: &KeptTemplate) -> Row {
    let (reader, template) = (at.reader(), &kept.template);
    let names: Vec<&str> = template.exercises.iter().map(|one| reader.name(&one.exercise_id)).collect();
    let name = called(at, kept);
    Row {
        id: kept.id.clone(),
        about: names.join(", "),
        train: json!({ "wanted": { "templateId": kept.id } }).to_string(),
        copy: json!({ "name": name, "intent": template.intent, "exercises": template.exercises }).to_string(),
        name,
    }
}

/// What a template is called; one of the product by what it is about and what it takes.
pub(super) fn called(at: &Visit, kept: &KeptTemplate) -> String {
    match (kept.revision, kept.id.split_once('-')) {
        (None, Some((intent, tier))) => {
            format!("{}, {}", capital(&at.word("intent", intent)), at.word("web-tier", tier).to_lowercase())
        }
        _ => kept.template.name.clone(),
    }
}
