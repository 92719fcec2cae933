//! `/more/exercises/{key}`: one exercise, how it is done, and what the athlete thinks of it (EX-1, SL-9).

use std::collections::BTreeSet;

use askama::Template;
use domain::{
    exercise::{Exercise, ExerciseKey, Measure},
    voice::Locale,
};
use serde_json::{Value, json};

use super::json as json_of;
use crate::{
    api::endpoint::{ByKey, Input},
    problem::Problem,
    reader::{Reader, capital},
    service::{own_catalog, settings},
    web::{Reply, html, visit::Visit},
};

#[derive(Template)]
#[template(path = "more/exercise.html")]
struct Page<'a> {
    at: &'a Visit,
    key: String,
    name: String,
    cues: Vec<String>,
    note: Option<String>,
    facts: Vec<(&'static str, String)>,
    neighbors: Vec<(&'static str, String, String)>,
    opinions: Vec<Opinion>,
    is_own: bool,
    suggestions: bool,
    step: String,
    /// An exercise like it, but for its names.
    like: String,
}

/// What may be thought of it, and what is sent then.
struct Opinion {
    text: &'static str,
    is_on: bool,
    body: String,
}

/// One exercise.
pub(in crate::web) async fn show(at: Visit, input: Input<ByKey<ExerciseKey>>) -> Result<Reply, Problem> {
    let key = input.path.key;
    let kept = own_catalog::exercise(at.app(), &at.caller, &key).await?;
    let document = settings::show(at.app(), &at.caller).await?;
    let (exercise, reader) = (&kept.value, at.reader());
    let set = document.profile.exercise(&key);
    let (cues, note) = match reader.locale() {
        Locale::En => (&exercise.cues_en, &exercise.technique_note_en),
        Locale::Ru => (&exercise.cues_ru, &exercise.technique_note_ru),
    };
    let next = [("catalog-easier", &exercise.easier), ("catalog-harder", &exercise.harder)];
    let next = next.into_iter().filter_map(|(id, key)| {
        let key = key.as_ref()?;
        Some((id, key.to_string(), reader.name(key).to_owned()))
    });
    let document = json_of(&document)?;
    html(&Page {
        name: reader.name_of(exercise).to_owned(),
        cues: cues.clone(),
        note: note.clone(),
        facts: facts(exercise, &reader),
        neighbors: next.collect(),
        opinions: opinions(&at, &document, &key),
        is_own: kept.revision.is_some(),
        suggestions: set.suggestions,
        step: set.step_g.map_or_else(String::new, |step| reader.number(step.display(at.profile.units))),
        like: like(exercise)?,
        key: key.to_string(),
        at: &at,
    })
}

/// What is sent to like it, to avoid it, and to think nothing of it.
fn opinions(at: &Visit, document: &Value, key: &ExerciseKey) -> Vec<Opinion> {
    let (liked, avoided) = (&at.profile.favorite_exercises, &at.profile.avoided_exercises);
    let list = |known: &[ExerciseKey], is_in: bool| -> Vec<ExerciseKey> {
        let others = known.iter().filter(|one| *one != key).cloned();
        others.chain(is_in.then(|| key.clone())).collect()
    };
    let is_on = (liked.contains(key), avoided.contains(key));
    let opinion = |text, (is_liked, is_avoided): (bool, bool)| {
        let mut body = document.clone();
        body["profile"]["favorite_exercises"] = json!(list(liked, is_liked));
        body["profile"]["avoided_exercises"] = json!(list(avoided, is_avoided));
        Opinion { text, is_on: is_on == (is_liked, is_avoided), body: body.to_string() }
    };
    vec![
        opinion("web-exercises-one-like", (true, false)),
        opinion("web-exercises-one-neutral", (false, false)),
        opinion("web-exercises-one-avoid", (false, true)),
    ]
}

/// The exercise without what makes it itself: names, codes, its place in a ladder.
fn like(exercise: &Exercise) -> Result<String, Problem> {
    let mut value = json_of(exercise)?;
    if let Value::Object(fields) = &mut value {
        for own in ["id", "name_en", "name_ru", "aliases_en", "aliases_ru", "short_code", "ladder_id"] {
            fields.remove(own);
        }
    }
    Ok(value.to_string())
}

fn facts(exercise: &Exercise, reader: &Reader<'_>) -> Vec<(&'static str, String)> {
    let alternatives = exercise.equipment.iter().map(|needed| reader.words("equipment", needed));
    let alternatives: BTreeSet<String> = alternatives.collect();
    let equipment = match alternatives.len() {
        0 => reader.text("catalog-no-equipment"),
        _ => alternatives.into_iter().collect::<Vec<_>>().join(&reader.text("catalog-or")),
    };
    let amount = format!("{}–{}", exercise.rep_min, exercise.rep_max);
    let amount = match exercise.measure {
        Measure::Reps => amount,
        Measure::Seconds => reader.text_with("amount-seconds", [("count", amount.into())]),
        Measure::Meters => reader.text_with("amount-meters", [("count", amount.into())]),
    };
    let all = [
        ("catalog-primary", reader.words("muscle", &exercise.muscles.primary)),
        ("catalog-secondary", reader.words("muscle", exercise.muscles.secondary.keys())),
        ("catalog-movement", reader.words("pattern", &exercise.patterns)),
        ("catalog-equipment", equipment),
        ("catalog-amount", amount),
        ("catalog-difficulty", reader.word("age", exercise.difficulty)),
        ("catalog-fatigue", format!("{} / 5", exercise.fatigue_cost)),
        ("catalog-joints", reader.word("stress", exercise.joint_stress)),
        ("catalog-not-with", reader.words("area", &exercise.contraindications)),
    ];
    all.into_iter().filter(|(_, text)| !text.is_empty()).map(|(id, text)| (id, capital(&text))).collect()
}
