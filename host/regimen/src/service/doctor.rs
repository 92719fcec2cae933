//! The checkup: what is stored is whole, can be read, and keeps the rules (GL-8, PV-14, P-56, SG-17).
//!
//! Read in this order: `documents` (every document is what its table says), `whole` (everything of one athlete), then the
//! independent checks over it: `plans` (PV-14), `progress` (P-56), `suggestions` and `runs` (SG-17).

mod documents;
mod plans;
mod progress;
mod runs;
mod suggestions;
mod whole;

use domain::{
    id::Id,
    person::{Actor, Athlete},
    plan::PlanId,
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use store::{Orphan, Tx};

use super::{
    app::{App, Caller, Scope, Work},
    profile::Profile,
};
use crate::problem::{Problem, STORE_TORN};

/// GL-8: what is stored is neither lost nor torn.
const KEPT: SpecId = SpecId::new("GL-8");

/// How many athletes are looked up at once.
const PAGE: i64 = 100;

/// Something that is not as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: SpecId,
    /// The table with the row.
    pub table: String,
    /// What the row is known by; empty where it is not about a row.
    pub ids: Vec<String>,
    /// What was found and what was expected.
    pub message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}: {}", self.rule, self.table, self.ids.join(" "), self.message)
    }
}

impl Finding {
    fn new(rule: SpecId, table: &str, ids: Vec<String>, message: impl Into<String>) -> Self {
        Self { rule, table: table.to_owned(), ids, message: message.into() }
    }
}

/// What a checkup of everything found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Checkup {
    /// The version of the schema.
    pub schema: i64,
    /// How many athletes were looked at.
    pub athletes: usize,
    /// What is not as it should be.
    pub findings: Vec<Finding>,
}

/// Checks everything: the database itself, and the rows of every athlete. Of a torn database it tells what it came to.
pub async fn examine(app: &App) -> Result<Checkup, Problem> {
    let mut checkup = Checkup { schema: app.store.schema().await?, athletes: 0, findings: Vec::new() };
    let looked = match app.store.complaints().await {
        Ok(complaints) => {
            checkup.findings.extend(complaints.into_iter().map(of_database));
            everybody(app, &mut checkup).await
        }
        Err(error) => Err(error.into()),
    };
    looked.or_else(|problem| torn(problem).map(|finding| checkup.findings.push(finding)))?;
    Ok(checkup)
}

/// The checkup of a database that is too torn to be opened; any other problem stays one.
pub fn unopened(problem: Problem) -> Result<Checkup, Problem> {
    Ok(Checkup { schema: 0, athletes: 0, findings: vec![torn(problem)?] })
}

fn of_database(line: String) -> Finding {
    Finding::new(KEPT, "database", vec![], line)
}

fn torn(problem: Problem) -> Result<Finding, Problem> {
    if problem.code == STORE_TORN { Ok(of_database(problem.to_string())) } else { Err(problem) }
}

/// The rows of everybody.
async fn everybody(app: &App, checkup: &mut Checkup) -> Result<(), Problem> {
    let found = &mut checkup.findings;
    let mut tx = app.store.read().await?;
    found.extend(documents::check(&mut tx, None).await);
    found.extend(documents::check(&mut tx, Some(store::EVERYBODY)).await);
    for (table, athlete) in tx.strangers().await? {
        found.push(Finding::new(
            KEPT,
            &table,
            vec![athlete.to_string()],
            "rows of an athlete who is not there",
        ));
    }
    let athletes = every_athlete(&mut tx).await?;
    drop(tx);
    checkup.athletes = athletes.len();
    for athlete in &athletes {
        let tx = app.store.read().await?;
        found.extend(of_athlete(app, tx, *athlete).await?);
    }
    Ok(())
}

/// Checks everything of one athlete.
pub async fn findings(app: &App, caller: &Caller) -> Result<Vec<Finding>, Problem> {
    let work = app.read(caller, Scope::Read).await?;
    of_athlete(app, work.tx, caller.athlete).await
}

/// Checks the rules of plans, progress and suggestions for one athlete, of one plan or all.
pub async fn verify(app: &App, caller: &Caller, plan: Option<PlanId>) -> Result<Vec<Finding>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    if let Some(plan) = plan {
        work.plan(plan).await?;
    }
    work.rules(plan).await
}

async fn every_athlete(tx: &mut Tx) -> Result<Vec<Id<Athlete>>, Problem> {
    let mut athletes: Vec<Id<Athlete>> = Vec::new();
    loop {
        // A profile that cannot be read is found later; here only the ids are wanted.
        let page = tx.athletes_after::<Value>(athletes.last().copied(), PAGE).await?;
        if page.is_empty() {
            return Ok(athletes);
        }
        athletes.extend(page.into_iter().map(|row| row.id));
    }
}

async fn of_athlete(app: &App, mut tx: Tx, id: Id<Athlete>) -> Result<Vec<Finding>, Problem> {
    let mut found = documents::check(&mut tx, Some(id)).await;
    found.extend(tx.orphans(id).await?.into_iter().map(orphan));
    for (table, key) in tx.unsettled(id).await? {
        found.push(Finding::new(KEPT, table, key, "not exactly one revision counts"));
    }
    // Rules are asked of rows that can be read.
    if found.iter().any(documents::is_unreadable) {
        return Ok(found);
    }
    let Some(athlete) = tx.athlete::<Profile>(id).await? else { return Ok(found) };
    let mut work = app.begin(tx, athlete, Actor::SYSTEM);
    found.extend(work.rules(None).await?);
    Ok(found)
}

fn orphan(orphan: Orphan) -> Finding {
    let message = format!("it names a row of {} that is not there", orphan.parent);
    Finding::new(KEPT, orphan.table, orphan.key, message)
}

impl Work<'_> {
    /// PV-14, P-56 and SG-17 over what is stored.
    async fn rules(&mut self, plan: Option<PlanId>) -> Result<Vec<Finding>, Problem> {
        let whole = self.whole(plan).await?;
        let mut found = plans::check(&whole, self.profile());
        found.extend(progress::check(&whole, self).await?);
        found.extend(suggestions::check(&whole, self.now));
        found.extend(runs::check(&whole, self).await?);
        Ok(found)
    }
}
