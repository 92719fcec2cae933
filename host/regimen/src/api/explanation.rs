//! Why there is no meal plan and what would help, in the words of the reader (MX-7).

use std::collections::BTreeMap;

use domain::voice::Voice;
use nutrition::outcome::report::{Change, Relaxation, Report};
use schemars::JsonSchema;
use serde::Serialize;

use super::call::Call;
use crate::{
    meal_reader::{MealReader, called, failure, remedy},
    problem::Problem,
    service::eating::{setting, view, week::PlannedWeek},
    words::Words,
};

/// Why there is no plan, and what would help.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Explanation {
    /// The cause in a sentence.
    cause: String,
    /// How sure it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    /// What is in the way.
    facts: Vec<String>,
    /// What cannot hold together.
    conflict: Vec<String>,
    /// How much of the needs can be reached.
    reachable: Vec<String>,
    /// Small changes that would make a plan possible, least first.
    remedies: Vec<Remedy>,
}

/// A small change that would make a plan possible.
#[derive(Debug, Serialize, JsonSchema)]
struct Remedy {
    /// In words.
    text: String,
    /// As `POST /api/meals/relax` takes it.
    changes: Vec<Change>,
    /// Whether that call can make it; else it is a rule of every plan.
    applicable: bool,
}

/// Of a week without a plan.
pub(super) async fn of(call: &Call, week: &PlannedWeek, voice: Voice) -> Result<Explanation, Problem> {
    let (app, caller) = (call.app(), call.caller()?);
    let names = view::names(app, &caller).await?;
    let (_, profile) = setting::show(app, &caller).await?;
    let called: BTreeMap<&str, &str> =
        names.iter().map(|(key, name)| (key.as_str(), called(name, voice.locale))).collect();
    let reader = MealReader::dated(Words::of(voice), &week.problem, week.from, called);
    let none = Report::default();
    let report = week.result.report.as_ref().unwrap_or(&none);
    let missing = report.deficient.iter().map(|one| failure::deficient(one, &reader));
    let remedy = |relaxation: &Relaxation| Remedy {
        text: remedy::changes(relaxation, &reader),
        changes: relaxation.changes.clone(),
        applicable: relaxation
            .changes
            .iter()
            .all(|change| matches!(change, Change::Pin { .. }) || profile.relaxed(change).is_some()),
    };
    let reachable = week.result.achievable.as_ref().map(|one| remedy::reachable(one, &reader));
    Ok(Explanation {
        cause: failure::cause(&week.result, &reader),
        proof: week.result.proof.map(|proof| failure::proof(proof, &reader)),
        facts: failure::facts(report, &reader).into_iter().chain(missing).collect(),
        conflict: remedy::conflict(&week.result.conflict, &reader),
        reachable: reachable.unwrap_or_default(),
        remedies: week.result.relaxations.iter().map(remedy).collect(),
    })
}
