//! What an athlete sets: the profile, consent, single exercises, places (EP-6, PR-6, SL-9).
//!
//! Every change goes through `Work::change_profile`: checked as a whole, counted, and in the audit, a line for each
//! setting that is another one now (PV-11). They have one count together, that of the profile (GL-5).

use std::collections::BTreeSet;

use domain::{
    change::Value as Shown,
    error::ErrorCode,
    exercise::ExerciseKey,
    id::Id,
    law::{Invalid, Valid},
    person::ActorKind,
    plan::{AuditAction, AuditLine},
    proposal::{ConsentChoice, ConsentSubject},
    quantity::Grams,
    vocabulary::nearest,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{
    act::Act,
    app::{App, Caller, Scope, Work, check_revision, not_found},
    ledger::unknown_exercise,
    profile::{ExerciseSettings, Location, Profile},
};
use crate::problem::Problem;

/// No value in the audit is longer.
const LONGEST: usize = 500;

/// A profile with the count of its changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileDocument {
    /// The count; in a change that of the profile it started from, so that no other change is lost (GL-5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<i64>,
    /// What is set.
    pub profile: Profile,
}

/// What is changed of the settings of one exercise; what is absent stays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExerciseChange {
    /// Whether changes are suggested.
    pub suggestions: Option<bool>,
    /// The athlete's own step; zero takes it away.
    pub step: Option<Grams>,
    /// Whether it is preferred where it makes sense; what is preferred is not avoided.
    pub favorite: Option<bool>,
    /// Whether it is never chosen; what is avoided is not preferred.
    pub avoid: Option<bool>,
}

/// What is set.
pub async fn show(app: &App, caller: &Caller) -> Result<ProfileDocument, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    Ok(ProfileDocument { revision: Some(work.athlete.revision), profile: work.athlete.profile })
}

/// Sets everything.
pub async fn put(app: &App, caller: &Caller, document: ProfileDocument) -> Result<ProfileDocument, Problem> {
    let mut work = app.write(caller, Act::Settings).await?;
    check_revision(document.revision, work.athlete.revision)?;
    changed(work.change_profile(document.profile).await?, work).await
}

/// Sets one thing by its name, with dots for what is inside, as in `goals.primary`. No value takes it away.
pub async fn set(app: &App, caller: &Caller, key: &str, value: &str) -> Result<ProfileDocument, Problem> {
    let mut work = app.write(caller, Act::Settings).await?;
    let profile = with(work.profile(), key, value)?;
    changed(work.change_profile(profile).await?, work).await
}

/// Sets what is done without asking (PR-6); no choice is that of the table. Only the athlete may.
pub async fn set_consent(
    app: &App,
    caller: &Caller,
    subject: ConsentSubject,
    choice: Option<ConsentChoice>,
    revision: Option<i64>,
) -> Result<ProfileDocument, Problem> {
    let mut work = app.write(caller, Act::Settings).await?;
    check_revision(revision, work.athlete.revision)?;
    let mut profile = work.profile().clone();
    match choice {
        Some(choice) => profile.consent.0.insert(subject, choice),
        None => profile.consent.0.remove(&subject),
    };
    changed(work.change_profile(profile).await?, work).await
}

/// Sets the step of an exercise, and whether changes of it are suggested (SL-9).
pub async fn set_exercise(
    app: &App,
    caller: &Caller,
    key: &ExerciseKey,
    change: ExerciseChange,
    revision: Option<i64>,
) -> Result<ProfileDocument, Problem> {
    let mut work = app.write(caller, Act::Settings).await?;
    check_revision(revision, work.athlete.revision)?;
    let mut profile = work.profile().clone();
    let ExerciseSettings { mut suggestions, mut step_g } = profile.exercise(key);
    suggestions = change.suggestions.unwrap_or(suggestions);
    if let Some(step) = change.step {
        step_g = Some(step).filter(|step| *step != Grams::ZERO);
    }
    if suggestions && step_g.is_none() {
        profile.exercises.remove(key);
    } else {
        profile.exercises.insert(key.clone(), ExerciseSettings { suggestions, step_g });
    }
    mark(&mut profile.favorite_exercises, key, change.favorite);
    mark(&mut profile.avoided_exercises, key, change.avoid);
    if change.avoid == Some(true) {
        mark(&mut profile.favorite_exercises, key, Some(false));
    } else if change.favorite == Some(true) {
        mark(&mut profile.avoided_exercises, key, Some(false));
    }
    changed(work.change_profile(profile).await?, work).await
}

/// Puts an exercise in a list, or takes it out.
fn mark(list: &mut Vec<ExerciseKey>, key: &ExerciseKey, is_in: Option<bool>) {
    let Some(is_in) = is_in else { return };
    list.retain(|known| known != key);
    if is_in {
        list.push(key.clone());
    }
}

/// Describes a place to train; one with this name is described anew. The first place is the default.
pub async fn put_location(
    app: &App,
    caller: &Caller,
    location: Location,
    is_default: bool,
    revision: Option<i64>,
) -> Result<ProfileDocument, Problem> {
    let mut work = app.write(caller, Act::Settings).await?;
    check_revision(revision, work.athlete.revision)?;
    let mut profile = work.profile().clone();
    let known = profile.locations.iter().position(|one| one.name == location.name);
    match known {
        Some(index) => profile.locations[index] = location,
        None => profile.locations.push(location),
    }
    let index = known.unwrap_or(profile.locations.len() - 1);
    if is_default {
        profile.locations[..=index].rotate_right(1);
    }
    changed(work.change_profile(profile).await?, work).await
}

/// Forgets a place to train.
pub async fn remove_location(
    app: &App,
    caller: &Caller,
    name: &str,
    revision: Option<i64>,
) -> Result<ProfileDocument, Problem> {
    let mut work = app.write(caller, Act::Settings).await?;
    check_revision(revision, work.athlete.revision)?;
    let mut profile = work.profile().clone();
    let known = profile.locations.iter().position(|one| one.name == name);
    profile.locations.remove(known.ok_or_else(|| not_found("place", name))?);
    changed(work.change_profile(profile).await?, work).await
}

async fn changed(document: ProfileDocument, work: Work<'_>) -> Result<ProfileDocument, Problem> {
    work.commit().await?;
    Ok(document)
}

impl Work<'_> {
    /// Keeps a profile and notes each setting that changed; the same profile again changes nothing.
    pub(super) async fn change_profile(&mut self, profile: Profile) -> Result<ProfileDocument, Problem> {
        let profile = Valid::new(profile)?.into_inner();
        let before = self.profile();
        if self.actor.kind != ActorKind::Athlete
            && (profile.consent != before.consent || profile.fleet_analytics != before.fleet_analytics)
        {
            self.own()?;
        }
        self.check_exercises(&profile).await?;
        if profile != *self.profile() {
            let lines = self.audit_lines(&profile);
            self.athlete.profile = profile;
            self.athlete.revision += 1;
            self.tx.put_athlete(&self.athlete).await?;
            self.tx.add_audit(self.athlete.id, &lines).await?;
        }
        let revision = Some(self.athlete.revision);
        Ok(ProfileDocument { revision, profile: self.athlete.profile.clone() })
    }

    /// Exercises that are named for the first time are in the catalogue.
    async fn check_exercises(&mut self, profile: &Profile) -> Result<(), Problem> {
        let named = |profile: &Profile| -> BTreeSet<(&'static str, ExerciseKey)> {
            let favorites = profile.favorite_exercises.iter().map(|key| ("favorite_exercises", key.clone()));
            let avoided = profile.avoided_exercises.iter().map(|key| ("avoided_exercises", key.clone()));
            let set = profile.exercises.keys().map(|key| ("exercises", key.clone()));
            favorites.chain(avoided).chain(set).collect()
        };
        let known = named(self.profile());
        let new: Vec<_> = named(profile).difference(&known).cloned().collect();
        if new.is_empty() {
            return Ok(());
        }
        let catalog = self.catalog().await?;
        let unknown = new.into_iter().find(|(_, key)| catalog.get(key).is_none());
        let Some((field, key)) = unknown else { return Ok(()) };
        Err(unknown_exercise(field, &key, &catalog).into())
    }

    fn audit_lines(&self, profile: &Profile) -> Vec<AuditLine> {
        let (before, after) = (object(self.profile()), object(profile));
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        let other = names.into_iter().filter(|name| before.get(*name) != after.get(*name));
        let line = |name: &String| AuditLine {
            id: Id::derive(&["audit", self.trace_id.as_str(), name]),
            plan_id: None,
            version: None,
            actor: self.actor,
            action: AuditAction::SettingsChanged,
            target: format!("profile.{name}"),
            before: shown(before.get(name)),
            after: shown(after.get(name)),
            reason: "manual".to_owned(),
            trace_id: self.trace_id.clone(),
            at: self.now,
        };
        other.map(line).collect()
    }
}

fn object(profile: &Profile) -> Map<String, Value> {
    match serde_json::to_value(profile) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

fn shown(value: Option<&Value>) -> Shown {
    match value {
        None => Shown::Nothing,
        Some(Value::String(text)) => text.as_str().into(),
        Some(other) => other.to_string().chars().take(LONGEST).collect::<String>().as_str().into(),
    }
}

/// The profile with one thing set.
fn with(profile: &Profile, key: &str, text: &str) -> Result<Profile, Problem> {
    let (first, _) = key.split_once('.').unwrap_or((key, ""));
    let schema = schemars::schema_for!(Profile);
    let known = schema.get("properties").and_then(Value::as_object);
    let known: Vec<&str> = known.into_iter().flat_map(Map::keys).map(String::as_str).collect();
    if !known.contains(&first) {
        let near = nearest(first, known.iter().copied()).map(|near| format!("; maybe {near}"));
        let expected = format!("one of {}{}", known.join(", "), near.unwrap_or_default());
        return Err(Invalid::of(ErrorCode::BadValue, key, "no setting of the profile", expected).into());
    }
    // What was typed may mean a number, a text or a list: the setting knows, so the first that fits is taken.
    let mut first_error = None;
    for value in readings(text) {
        let mut document = Value::Object(object(profile));
        place(&mut document, key, value);
        match serde_path_to_error::deserialize::<_, Profile>(document) {
            Ok(profile) => return Ok(profile),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    let said = first_error.map(|error| error.into_inner().to_string()).unwrap_or_default();
    let expected = match (said.split_once("; maybe `"), said.split_once(", expected ")) {
        (Some((_, near)), _) => format!("another word; maybe {}", near.trim_end_matches('`')),
        (None, Some((_, "u8" | "u32" | "i64"))) => "a whole number".to_owned(),
        (None, Some((_, "a boolean"))) => "true or false".to_owned(),
        (None, Some((_, expected))) => expected.to_owned(),
        (None, None) => "another value".to_owned(),
    };
    let found = if text.is_empty() { "nothing" } else { text };
    Err(Invalid::of(ErrorCode::BadValue, key, found, expected).into())
}

/// What a text may mean.
fn readings(text: &str) -> Vec<Value> {
    if text.is_empty() {
        return vec![Value::Null];
    }
    let list = text.split(',').map(|part| Value::from(part.trim())).collect::<Vec<_>>();
    serde_json::from_str(text).into_iter().chain([text.into(), list.into()]).collect()
}

/// Puts a value where dots lead; nothing is taken away.
fn place(document: &mut Value, key: &str, value: Value) {
    let (inner, last) = match key.rsplit_once('.') {
        Some((path, last)) => (path.split('.').collect::<Vec<_>>(), last),
        None => (vec![], key),
    };
    let mut at = document;
    for step in inner {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        at = &mut at[step];
    }
    if !at.is_object() {
        *at = Value::Object(Map::new());
    }
    match (value, at.as_object_mut()) {
        (Value::Null, Some(object)) => drop(object.remove(last)),
        (value, Some(object)) => drop(object.insert(last.to_owned(), value)),
        (_, None) => {}
    }
}

#[cfg(test)]
mod tests {
    use domain::{exercise::TrainingAge, quantity::MassUnit, time::Zone};
    use training::prescribe::goal::Goal;

    use super::*;

    fn profile() -> Profile {
        Profile::new(TrainingAge::Beginner, Goal::Strength, MassUnit::Kg, Zone::UTC)
    }

    #[test]
    fn ep_6_a_setting_takes_what_it_means() {
        let set = |key, text| with(&profile(), key, text).unwrap();
        assert_eq!(set("days_per_week", "4").days_per_week, 4);
        assert_eq!(set("goals.primary", "hypertrophy").goals.primary, Goal::Hypertrophy);
        assert_eq!(set("goals.secondary", "posture").goals.secondary.as_deref(), Some("posture"));
        assert_eq!(set("goals.secondary", "").goals.secondary, None);
        assert_eq!(set("zone", "Europe/Berlin").zone, Zone::new("Europe/Berlin").unwrap());
        assert_eq!(set("weekly_schedule", "push, pull,legs").weekly_schedule, ["push", "pull", "legs"]);
        assert_eq!(set("favorite_exercises", "push_up").favorite_exercises.len(), 1);
        assert!(set("quiet_hours", "22:00,07:00").quiet_hours.is_some());
        assert!(set("suggestions.style_aware", "true").suggestions.style_aware);
    }

    #[test]
    fn ep_6_an_unknown_setting_or_value_is_refused_with_what_would_do() {
        let refused = |key, text| with(&profile(), key, text).unwrap_err().to_string();
        let unknown = refused("days_per_weak", "4");
        assert!(unknown.ends_with("maybe `days_per_week`"), "{unknown}");
        assert_eq!(refused("days_per_week", "many"), "days_per_week: many, expected a whole number");
        let goal = refused("goals.primary", "strenth");
        assert_eq!(goal, "goals.primary: strenth, expected another word; maybe `strength`");
        assert_eq!(refused("training_age", ""), "training_age: nothing, expected another value");
    }
}
