//! `/more/templates/{id}`: one template of the athlete's own, to be changed step by step (EP-7).

use domain::{exercise::ExerciseKey, session::Intent};
use serde::Deserialize;
use serde_json::json;

use super::{
    control::{Opt, Select},
    exercises::find,
    templates::called,
};
use crate::{
    api::endpoint::{ById, Input},
    problem::Problem,
    reader::capital,
    service::template::{self, Entry, Template},
    web::{Reply, html, visit::Visit},
};

/// So many exercises are offered at once.
const OFFERED: usize = 12;

#[derive(askama::Template)]
#[template(path = "more/template.html")]
struct Page<'a> {
    at: &'a Visit,
    id: String,
    name: String,
    /// The exercises, as a form sends them back with another name.
    rest: String,
    intent: Select,
    rows: Vec<Row>,
    sought: String,
    offered: Vec<Offer>,
    is_own: bool,
}

/// An exercise of it, and the template after each change.
struct Row {
    name: String,
    is_pinned: bool,
    pin: String,
    up: Option<String>,
    /// The last exercise stays: a template has at least one.
    remove: Option<String>,
}

struct Offer {
    name: String,
    about: String,
    add: String,
}

/// Which exercises to offer.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Asked {
    q: String,
}

/// A template.
pub(in crate::web) async fn show(at: Visit, input: Input<ById<String>, Asked>) -> Result<Reply, Problem> {
    let kept = template::show(at.app(), &at.caller, &input.path.id).await?;
    let (template, reader) = (&kept.template, at.reader());
    let entries = &template.exercises;
    let row = |(index, entry): (usize, &Entry)| Row {
        name: reader.name(&entry.exercise_id).to_owned(),
        is_pinned: entry.pinned,
        pin: after(template, |all| all[index].pinned = !entry.pinned),
        up: (index > 0).then(|| after(template, |all| all.swap(index - 1, index))),
        remove: (entries.len() > 1).then(|| after(template, |all| drop(all.remove(index)))),
    };
    let is_new = |key: &ExerciseKey| entries.iter().all(|entry| entry.exercise_id != *key);
    let sought = input.query.q;
    let found = if sought.is_empty() { vec![] } else { find(&at, &sought, |one| is_new(&one.id)) };
    let offered = found.into_iter().take(OFFERED).map(|one| Offer {
        name: reader.name_of(one).to_owned(),
        about: reader.words("muscle", &one.muscles.primary),
        add: after(template, |all| all.push(Entry { exercise_id: one.id.clone(), pinned: false })),
    });
    let intents = Intent::ALL.iter();
    let intents = intents.map(|one| Opt::new(one, capital(&at.word("intent", one)), *one == template.intent));
    html(&Page {
        rows: entries.iter().enumerate().map(row).collect(),
        rest: json!({ "exercises": entries }).to_string(),
        intent: Select {
            label: at.t("web-template-intent"),
            name: "intent",
            kind: "",
            options: intents.collect(),
        },
        offered: offered.collect(),
        sought,
        is_own: kept.revision.is_some(),
        name: called(&at, &kept),
        id: kept.id,
        at: &at,
    })
}

/// The template after a change of its exercises.
fn after(template: &Template, change: impl FnOnce(&mut Vec<Entry>)) -> String {
    let mut exercises = template.exercises.clone();
    change(&mut exercises);
    json!({ "name": template.name, "intent": template.intent, "exercises": exercises }).to_string()
}
