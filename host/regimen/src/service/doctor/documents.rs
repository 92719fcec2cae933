//! Every stored document is what its table says.

use assistant::input::activity::Activity;
use domain::{
    dispute::{Conflict, Override},
    exercise::Exercise,
    id::Id,
    ladder::Ladder,
    person::Athlete,
    plan::{AuditLine, ItemRow, Plan, PlanVersion},
    progress::{ProgressRecord, ProgressionEvent},
    proposal::{Decision, Evaluation, Proposal},
    session::{ExercisePerformance, Session, SessionEvent},
    wellbeing::{CheckIn, Flag, SessionModifier},
};
use serde::de::{DeserializeOwned, IgnoredAny};
use store::{Stored, Tx};
use training::load::baseline::Baseline;

use super::{Finding, KEPT};
use crate::service::{
    account::Account,
    dialog::{Context, Replies, alias::ExerciseAlias},
    eating::{
        larder::{OwnFood, OwnRecipe},
        sharing::Offer,
    },
    grant::Grant,
    profile::Profile,
    session::{finish::Told, leave::Known},
    strava::Connection,
    template::{Block, Template},
};

/// Reads a document as what it should be; the error says what is wrong.
type Reader = fn(&str) -> Result<(), serde_json::Error>;

fn read<T: DeserializeOwned>(text: &str) -> Result<(), serde_json::Error> {
    serde_json::from_str::<T>(text).map(drop)
}

/// What each table holds; what is not here is read by nobody yet. Meal plans keep slots where training plans keep
/// exercises, so of items only the rules ask more (PV-14).
const READERS: &[(&str, &str, Reader)] = &[
    ("accounts", "body", read::<Account>),
    ("athletes", "body", read::<Profile>),
    ("grants", "body", read::<Grant>),
    ("templates", "body", read::<Template>),
    ("blocks", "body", read::<Block>),
    ("baselines", "body", read::<Baseline>),
    ("exercises", "body", read::<Exercise>),
    ("ladders", "body", read::<Ladder>),
    ("plans", "body", read::<Plan>),
    ("plan_versions", "body", read::<PlanVersion<IgnoredAny>>),
    ("plan_versions", "effective", read::<Vec<IgnoredAny>>),
    ("plan_version_items", "body", read::<ItemRow<IgnoredAny>>),
    ("plan_version_conflicts", "body", read::<Conflict>),
    ("plan_version_audit", "body", read::<AuditLine>),
    ("proposals", "body", read::<Proposal>),
    ("decisions", "body", read::<Decision>),
    ("overrides", "body", read::<Override>),
    ("evaluations", "body", read::<Evaluation>),
    ("training_sessions", "body", read::<Session>),
    ("exercise_performances", "body", read::<ExercisePerformance>),
    ("session_events", "body", read::<SessionEvent>),
    ("check_ins", "body", read::<CheckIn>),
    ("flags", "body", read::<Flag>),
    ("session_modifiers", "body", read::<SessionModifier>),
    ("exercise_progress", "body", read::<ProgressRecord>),
    ("exercise_progress_archive", "body", read::<ProgressRecord>),
    ("progression_events", "body", read::<ProgressionEvent>),
    ("generation_runs", "body", read::<Told>),
    ("exercise_history", "body", read::<Known>),
    ("activities", "body", read::<Activity>),
    ("connections", "body", read::<Connection>),
    ("foods", "body", read::<OwnFood>),
    ("recipes", "body", read::<OwnRecipe>),
    ("offers", "body", read::<Offer>),
    ("dialog_context", "body", read::<Context>),
    ("dialog_messages", "body", read::<Replies>),
    ("exercise_aliases", "body", read::<ExerciseAlias>),
];

/// The documents of an athlete, or those that are nobody's, that cannot be read as what they should be.
pub(super) async fn check(tx: &mut Tx, athlete: Option<Id<Athlete>>) -> Vec<Finding> {
    let mut found = Vec::new();
    let looked = tx.each_document(athlete, |stored| found.extend(unreadable(stored))).await;
    // A table that stops in the middle is a finding like any other.
    found.extend(looked.err().map(|error| Finding::new(KEPT, "database", vec![], error.to_string())));
    found
}

fn unreadable(stored: Stored<'_>) -> Option<Finding> {
    let reader = READERS.iter().find(|(table, column, _)| (*table, *column) == (stored.table, stored.column));
    let (.., reader) = reader?;
    let error = reader(stored.text).err()?;
    let message = format!("{UNREADABLE}{} cannot be read: {error}", stored.column);
    Some(Finding::new(KEPT, stored.table, stored.key.to_vec(), message))
}

const UNREADABLE: &str = "the document ";

/// Whether a finding is about a document that cannot be read.
pub(super) fn is_unreadable(finding: &Finding) -> bool {
    finding.message.starts_with(UNREADABLE) || finding.table == "database"
}
