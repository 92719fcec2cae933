//! What is done for an athlete by somebody else, and how the athlete sees it (AC-9, GL-7).
//!
//! Every use case that writes says which [`Act`] it is. If a coach is at work, it leaves one line in the audit of the
//! athlete: what, who and when, and nothing of what was written.

use std::collections::BTreeMap;

use domain::{
    id::{Id, TraceId},
    person::{Account, Actor, ActorKind, Athlete},
    plan::{AuditAction, AuditLine},
    time::Instant,
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::Tx;

use super::{
    app::{App, Caller, Scope, Work},
    grant::Grant,
};
use crate::problem::Problem;

vocabulary! {
    /// What a use case that writes does, as an athlete would call it.
    pub enum Act: "act" {
        Weight = "weight",
        Measurement = "measurement",
        CheckIn = "check_in",
        Flags = "flags",
        SessionPlanned = "session_planned",
        SessionAdapted = "session_adapted",
        SessionStarted = "session_started",
        SessionChanged = "session_changed",
        SetsLogged = "sets_logged",
        SessionReported = "session_reported",
        SessionSkipped = "session_skipped",
        DraftMade = "draft_made",
        DraftAnswered = "draft_answered",
        Readings = "readings",
        PlanMade = "plan_made",
        PlanChanged = "plan_changed",
        ProposalsAnswered = "proposals_answered",
        ReviewAnswered = "review_answered",
        Templates = "templates",
        Block = "block",
        OwnExercises = "own_exercises",
        Settings = "settings",
        Activities = "activities",
        Connections = "connections",
        ReportMade = "report_made",
        MealsPlanned = "meals_planned",
        MealsAnswered = "meals_answered",
        MealsChanged = "meals_changed",
        MealsLogged = "meals_logged",
        Diary = "diary",
        Leftovers = "leftovers",
        Shopping = "shopping",
        Pantry = "pantry",
        Foods = "foods",
        Recipes = "recipes",
        Ingredients = "ingredients",
        Offers = "offers",
        Nutrition = "nutrition",
        Message = "message",
        Grant = "grant",
        Reading = "reading",
    }
}

impl Act {
    /// What a grant must allow for it.
    pub const fn scope(self) -> Scope {
        match self {
            Self::Weight
            | Self::Measurement
            | Self::CheckIn
            | Self::Flags
            | Self::SessionStarted
            | Self::SessionChanged
            | Self::SetsLogged
            | Self::SessionReported
            | Self::SessionSkipped
            | Self::Activities
            | Self::Connections
            | Self::MealsLogged
            | Self::Diary
            | Self::Leftovers
            | Self::Shopping
            | Self::Pantry
            | Self::Message => Scope::Log,
            Self::SessionPlanned
            | Self::SessionAdapted
            | Self::DraftMade
            | Self::DraftAnswered
            | Self::Readings
            | Self::PlanMade
            | Self::PlanChanged
            | Self::ProposalsAnswered
            | Self::ReviewAnswered
            | Self::Templates
            | Self::Block
            | Self::OwnExercises
            | Self::Settings
            | Self::ReportMade => Scope::Plan,
            Self::MealsPlanned
            | Self::MealsAnswered
            | Self::MealsChanged
            | Self::Foods
            | Self::Recipes
            | Self::Ingredients
            | Self::Offers
            | Self::Nutrition => Scope::Meals,
            Self::Grant | Self::Reading => Scope::Read,
        }
    }

    /// AC-9: the line that it leaves if a coach does it. Looking at a report keeps it, but is no act.
    pub(super) fn line(self, actor: Actor, trace: &TraceId, at: Instant) -> Option<AuditLine> {
        (actor.kind == ActorKind::Coach && self != Self::Reading).then(|| AuditLine {
            id: Id::derive(&["act", trace.as_str()]),
            plan_id: None,
            version: None,
            actor,
            action: AuditAction::CoachActed,
            target: self.as_str().to_owned(),
            before: "".into(),
            after: "".into(),
            reason: actor.kind.as_str().to_owned(),
            trace_id: trace.clone(),
            at,
        })
    }
}

/// A line of the audit, and who it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AttributedAuditLine")]
pub struct Noted {
    /// The login of the coach; whom else a coach works beside is not told to a coach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coach: Option<String>,
    /// The line.
    #[serde(flatten)]
    pub line: AuditLine,
}

/// What is looked for in the audit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Search {
    /// Only what was done in this role.
    pub by: Option<ActorKind>,
    /// Only what came before this line.
    pub before: Option<Id<AuditLine>>,
    /// At most so many lines.
    pub most: u16,
}

/// The audit of an athlete, newest first (PV-11, GL-7), and whether there is more. What was granted to whom is the
/// athlete's own affair.
pub async fn audit(app: &App, caller: &Caller, search: Search) -> Result<(Vec<Noted>, bool), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let before = match search.before {
        None => None,
        Some(id) => {
            let known = work.tx.audit_line(caller.athlete, id).await?;
            let unknown = || Problem::unknown_cursor(&id.to_string());
            Some(known.ok_or_else(unknown)?)
        }
    };
    let is_own = work.actor.kind == ActorKind::Athlete;
    let but = (!is_own).then_some(AuditAction::GrantChanged);
    let most = usize::from(search.most);
    let wanted = i64::from(search.most) + 1;
    let mut lines = work.tx.audit_before(caller.athlete, before.as_ref(), search.by, but, wanted).await?;
    let is_more = lines.len() > most;
    lines.truncate(most);
    let logins = logins(&mut work.tx, caller.athlete).await?;
    let coach = |line: &AuditLine| {
        let id = line.actor.id.filter(|id| is_own || *id == caller.account);
        id.filter(|_| line.actor.kind == ActorKind::Coach).and_then(|id| logins.get(&id).cloned())
    };
    Ok((lines.into_iter().map(|line| Noted { coach: coach(&line), line }).collect(), is_more))
}

/// The logins of everybody whom an athlete ever granted something.
async fn logins(tx: &mut Tx, athlete: Id<Athlete>) -> Result<BTreeMap<Id<Account>, String>, Problem> {
    let rows = tx.grants::<Grant>(athlete).await?;
    let named = tx.logins_of_grants(Some(athlete), None).await?;
    let coach = |(id, _, login): (uuid::Uuid, String, String)| {
        rows.iter().find(|row| row.id == id).map(|row| (row.coach_id, login))
    };
    Ok(named.into_iter().filter_map(coach).collect())
}

/// What one coach did in a week or month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoachActs {
    /// The login of the coach; absent if there is no such account any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coach: Option<String>,
    /// What, and how often.
    pub acts: Vec<ActCount>,
}

/// How often something was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActCount {
    /// What.
    pub act: Act,
    /// How often.
    pub count: u32,
}

impl Work<'_> {
    /// AC-9: what coaches did in some time, by coach; what in the order of [`Act`].
    pub(super) async fn coach_acts(&mut self, from: Instant, to: Instant) -> Result<Vec<CoachActs>, Problem> {
        let athlete = self.id();
        let lines = self.tx.audit_between(athlete, AuditAction::CoachActed, from, to).await?;
        if lines.is_empty() {
            return Ok(Vec::new());
        }
        let logins = logins(&mut self.tx, athlete).await?;
        let mut found: BTreeMap<Option<&String>, BTreeMap<Act, u32>> = BTreeMap::new();
        for line in &lines {
            let coach = line.actor.id.and_then(|id| logins.get(&id));
            if let Ok(act) = line.target.parse() {
                *found.entry(coach).or_default().entry(act).or_default() += 1;
            }
        }
        let counted =
            |acts: BTreeMap<Act, u32>| acts.into_iter().map(|(act, count)| ActCount { act, count }).collect();
        Ok(found
            .into_iter()
            .map(|(coach, acts)| CoachActs { coach: coach.cloned(), acts: counted(acts) })
            .collect())
    }
}
