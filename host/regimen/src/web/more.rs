//! `/more`: what is not of every day. The menu, and the pages of settings, people and administration below it.

pub(super) mod account;
pub(super) mod admin;
pub(super) mod athletes;
pub(super) mod consent;
pub(super) mod control;
pub(super) mod data;
pub(super) mod equipment;
pub(super) mod exercise;
pub(super) mod exercises;
pub(super) mod grants;
pub(super) mod place;
pub(super) mod profile;
pub(super) mod strava;
pub(super) mod template;
pub(super) mod templates;
pub(super) mod wellbeing;

use askama::Template;
use serde_json::Value;

use super::{Reply, html, visit::Visit};
use crate::{
    api::endpoint::Input,
    problem::Problem,
    service::{account::AccountRole, settings::ProfileDocument},
};

/// A link of the menu: where to, its icon, whether it is about an athlete.
struct Entry {
    page: &'static str,
    icon: &'static str,
    about_athlete: bool,
}

const fn entry(page: &'static str, icon: &'static str, about_athlete: bool) -> Entry {
    Entry { page, icon, about_athlete }
}

/// The menu in its parts.
const PARTS: &[(&str, &[Entry])] = &[
    (
        "training",
        &[
            entry("profile", "person", true),
            entry("equipment", "plate", true),
            entry("consent", "check", true),
            entry("wellbeing", "pain", true),
            entry("exercises", "list", true),
            entry("templates", "note", true),
        ],
    ),
    ("people", &[entry("grants", "person", true), entry("athletes", "progress", false)]),
    (
        "here",
        &[
            entry("account", "lock", false),
            entry("strava", "timer", true),
            entry("data", "sync", true),
            entry("admin", "settings", false),
        ],
    ),
];

#[derive(Template)]
#[template(path = "more/menu.html")]
struct Page<'a> {
    at: &'a Visit,
    parts: Vec<(&'static str, Vec<&'static Entry>)>,
    version: &'static str,
}

/// The menu.
pub(super) async fn show(at: Visit, _: Input) -> Result<Reply, Problem> {
    let is_shown = |entry: &&Entry| match entry.page {
        "admin" => at.is_administrator(),
        "athletes" => at.visitor.roles.contains(&AccountRole::Coach),
        "data" => at.visitor.athlete.is_some(),
        "strava" => at.app().outside.strava.is_ok() && at.visitor.athlete.is_some(),
        _ => at.has_athlete() || !entry.about_athlete,
    };
    let parts = PARTS.iter().map(|(part, entries)| (*part, entries.iter().filter(is_shown).collect()));
    let parts = parts.filter(|(_, entries): &(_, Vec<_>)| !entries.is_empty()).collect();
    html(&Page { at: &at, parts, version: env!("CARGO_PKG_VERSION") })
}

/// A profile as a form sends it back, without what its fields say: paths with dots.
fn without(document: &ProfileDocument, said: &[&str]) -> Result<String, Problem> {
    let mut value = json(document)?;
    for path in said {
        let (inner, last) = path.rsplit_once('.').unwrap_or(("", path));
        let place = inner
            .split('.')
            .filter(|step| !step.is_empty())
            .fold(value.get_mut("profile"), |place, step| place.and_then(|place| place.get_mut(step)));
        if let Some(Value::Object(fields)) = place {
            fields.remove(last);
        }
    }
    Ok(value.to_string())
}

/// A document as a script reads it.
fn json(document: &impl serde::Serialize) -> Result<Value, Problem> {
    serde_json::to_value(document).map_err(|error| Problem::defect(&error))
}
