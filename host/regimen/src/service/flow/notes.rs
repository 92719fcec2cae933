//! `hybrid`: a model writes notes on the session that the rules made; no number of it is read back (L-33).

use std::{collections::BTreeMap, sync::LazyLock};

use assistant::{
    document::read,
    failure::{Failure, Stage},
    fault::{Fault, FaultCode},
    model::{
        hybrid::{ModelNotes, annotate},
        message,
    },
    rules::Outcome,
};
use domain::voice::Locale;
use serde_json::Value;

use crate::llm::{
    Step,
    talk::{Ask, Talk},
};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| schemars::schema_for!(ModelNotes).to_value());

/// Asks for notes and puts those that may be shown into the workout.
pub(super) async fn add(talk: &Talk<'_>, outcome: &mut Outcome, locale: Locale) -> Result<(), Failure> {
    let planned = outcome.analyzer.exercise_plan.iter();
    let slugs: BTreeMap<String, String> =
        planned.map(|one| (one.exercise.clone(), one.slug.clone())).collect();
    let ask = Ask {
        step: Step::Notes,
        stage: Stage::Ingest,
        opening: message::notes(&outcome.workout, &slugs, locale),
        schema: &SCHEMA,
        policy: message::NOTES,
        tools: None,
    };
    let (notes, calls) = talk.ask(ask, read_notes).await?;
    outcome.attempts.generator = calls;
    outcome.warnings.extend(annotate(&mut outcome.workout, &notes, &slugs));
    outcome.yaml = assistant::document::yaml::write(&outcome.workout);
    Ok(())
}

fn read_notes(text: &str) -> Result<ModelNotes, Vec<Fault>> {
    serde_json::from_value(read::plan_value(text)?).map_err(|error| {
        let expected = "an object with notes_to_user and notes".to_owned();
        let found = error.to_string();
        vec![Fault { pointer: String::new(), code: FaultCode::Schema, expected, found }]
    })
}
