//! Grants: a coach asks, the athlete says yes, and may take it back at once (AC-9).

use std::collections::BTreeSet;

use domain::{
    error::ErrorCode,
    id::Id,
    law::Invalid,
    person::{Account as AccountId, Actor, ActorKind},
    plan::{AuditAction, AuditLine},
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{GrantRow, Tx};
use uuid::Uuid;

use super::{
    account::{self, Account, AccountRole},
    act::Act,
    app::{App, Caller, Scope, not_found},
    profile::Profile,
};
use crate::problem::Problem;

domain::vocabulary::vocabulary! {
    /// Where a grant stands.
    pub enum GrantState: "grant state" {
        /// The athlete has not answered yet.
        Asked = "asked",
        Active = "active",
        /// It ended by itself.
        Ended = "ended",
        /// The athlete or the coach took it back, or the athlete said no.
        Revoked = "revoked",
    }
}

/// What an athlete allows a coach (AC-9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// What.
    pub scopes: BTreeSet<Scope>,
    /// When it was asked for.
    pub asked_at: Instant,
    /// When the athlete said yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed_at: Option<Instant>,
    /// When it ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Instant>,
    /// When it was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Instant>,
}

impl Grant {
    /// Whether it is in force.
    pub fn is_active(&self, now: Instant) -> bool {
        let begun = self.confirmed_at.is_some_and(|from| from <= now);
        let ended = [self.until, self.revoked_at].into_iter().flatten().any(|end| end <= now);
        begun && !ended
    }

    /// Where it stands.
    pub fn state(&self, now: Instant) -> GrantState {
        if self.revoked_at.is_some_and(|end| end <= now) {
            GrantState::Revoked
        } else if self.confirmed_at.is_none() {
            GrantState::Asked
        } else if self.is_active(now) {
            GrantState::Active
        } else {
            GrantState::Ended
        }
    }

    /// Whether it allows this.
    pub fn allows(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

/// A grant with the names of both sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Granted {
    /// Its id.
    pub id: Uuid,
    /// The login of the athlete.
    pub athlete: String,
    /// The login of the coach.
    pub coach: String,
    /// Where it stands now.
    pub state: GrantState,
    /// What is allowed, since when, until when.
    #[serde(flatten)]
    pub grant: Grant,
}

/// Asks an athlete, by login, to allow something. Asking again for the same changes what is asked for.
pub async fn ask(
    app: &App,
    coach: Id<AccountId>,
    athlete_login: &str,
    scopes: BTreeSet<Scope>,
    until: Option<Instant>,
) -> Result<Granted, Problem> {
    let now = app.now();
    if scopes.is_empty() {
        return Err(Invalid::of(ErrorCode::BadValue, "scopes", "none", "at least one scope").into());
    }
    if until.is_some_and(|until| until <= now) {
        let found = until.map(|until| until.to_string()).unwrap_or_default();
        return Err(Invalid::of(ErrorCode::BadValue, "until", found, "a later time than now").into());
    }
    let mut tx = app.store.write().await?;
    let row = tx.account::<Account>(coach).await?.ok_or_else(|| not_found("account", coach))?;
    account::require(&row, AccountRole::Coach)?;
    let wanted = account::login(athlete_login)?;
    let unknown = || not_found("athlete", &wanted);
    let owner = tx.account_by_login::<Account>(&wanted).await?.ok_or_else(unknown)?;
    let athlete =
        tx.athlete_of::<Profile>(owner.id).await?.filter(|_| owner.id != coach).ok_or_else(unknown)?;
    tx.locked_athlete::<Profile>(athlete.id).await?;
    let known = tx.grants::<Grant>(athlete.id).await?;
    let open = known.iter().find(|one| one.coach_id == coach && one.grant.state(now) == GrantState::Asked);
    let id = open.map_or_else(|| app.uuid(), |open| open.id);
    let grant = Grant { scopes, asked_at: now, confirmed_at: None, until, revoked_at: None };
    let row = keep(
        &mut tx,
        GrantRow { id, athlete_id: athlete.id, coach_id: coach, state: String::new(), grant },
        now,
    )
    .await?;
    let actor = Actor { kind: ActorKind::Coach, id: Some(coach) };
    note(app, &mut tx, &row, actor, now).await?;
    let granted = one_named(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(granted)
}

/// What an athlete allows to whom, and what is asked for; oldest first. Only the athlete sees it.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Granted>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.own()?;
    let rows = work.tx.grants::<Grant>(caller.athlete).await?;
    let logins = work.tx.logins_of_grants(Some(caller.athlete), None).await?;
    Ok(named(rows, &logins, work.now))
}

/// What a coach has asked for and was allowed, by athlete.
pub async fn list_of_coach(app: &App, coach: Id<AccountId>) -> Result<Vec<Granted>, Problem> {
    let mut tx = app.store.read().await?;
    let rows = tx.grants_to::<Grant>(coach).await?;
    let logins = tx.logins_of_grants(None, Some(coach)).await?;
    Ok(named(rows, &logins, app.now()))
}

/// Says yes to a coach who asked. Saying it again changes nothing.
pub async fn confirm(app: &App, caller: &Caller, id: Uuid) -> Result<Granted, Problem> {
    let mut work = app.write(caller, Act::Grant).await?;
    work.own()?;
    let now = work.now;
    let mut row = find(work.tx.grants::<Grant>(caller.athlete).await?, id)?;
    match row.grant.state(now) {
        GrantState::Asked => {
            row.grant.confirmed_at = Some(now);
            row = keep(&mut work.tx, row, now).await?;
            note(app, &mut work.tx, &row, work.actor, now).await?;
        }
        GrantState::Active => {}
        GrantState::Ended | GrantState::Revoked => return Err(not_found("grant", id)),
    }
    let granted = one_named(&mut work.tx, row, now).await?;
    work.commit().await?;
    Ok(granted)
}

/// Takes a grant back, or says no to a coach who asked; it holds from the next use case on.
pub async fn revoke(app: &App, caller: &Caller, id: Uuid) -> Result<Granted, Problem> {
    let mut work = app.write(caller, Act::Grant).await?;
    work.own()?;
    let row = find(work.tx.grants::<Grant>(caller.athlete).await?, id)?;
    let granted = end(app, &mut work.tx, row, work.actor, work.now).await?;
    work.commit().await?;
    Ok(granted)
}

/// Gives a grant back, from the side of the coach.
pub async fn give_back(app: &App, coach: Id<AccountId>, id: Uuid) -> Result<Granted, Problem> {
    let now = app.now();
    let mut tx = app.store.write().await?;
    let row = find(tx.grants_to::<Grant>(coach).await?, id)?;
    let actor = Actor { kind: ActorKind::Coach, id: Some(coach) };
    let granted = end(app, &mut tx, row, actor, now).await?;
    tx.commit().await?;
    Ok(granted)
}

fn find(rows: Vec<GrantRow<Grant>>, id: Uuid) -> Result<GrantRow<Grant>, Problem> {
    rows.into_iter().find(|row| row.id == id).ok_or_else(|| not_found("grant", id))
}

async fn end(
    app: &App,
    tx: &mut Tx,
    mut row: GrantRow<Grant>,
    actor: Actor,
    now: Instant,
) -> Result<Granted, Problem> {
    if row.grant.revoked_at.is_none() {
        row.grant.revoked_at = Some(now);
        row = keep(tx, row, now).await?;
        note(app, tx, &row, actor, now).await?;
    }
    one_named(tx, row, now).await
}

async fn keep(tx: &mut Tx, mut row: GrantRow<Grant>, now: Instant) -> Result<GrantRow<Grant>, Problem> {
    row.grant.state(now).as_str().clone_into(&mut row.state);
    tx.put_grant(&row).await?;
    Ok(row)
}

/// GL-7: every grant is in the audit of the athlete.
async fn note(
    app: &App,
    tx: &mut Tx,
    row: &GrantRow<Grant>,
    actor: Actor,
    now: Instant,
) -> Result<(), Problem> {
    let scopes = row.grant.scopes.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(" ");
    let before = match row.grant.state(now) {
        GrantState::Asked => "",
        GrantState::Active => GrantState::Asked.as_str(),
        GrantState::Ended | GrantState::Revoked if row.grant.confirmed_at.is_none() => {
            GrantState::Asked.as_str()
        }
        GrantState::Ended | GrantState::Revoked => GrantState::Active.as_str(),
    };
    let line = AuditLine {
        id: app.id(),
        plan_id: None,
        version: None,
        actor,
        action: AuditAction::GrantChanged,
        target: row.id.to_string(),
        before: before.into(),
        after: format!("{}: {scopes}", row.state).as_str().into(),
        reason: "grant".to_owned(),
        trace_id: app.trace(),
        at: now,
    };
    Ok(tx.add_audit(row.athlete_id, &[line]).await?)
}

/// The grants with the logins of both sides.
fn named(rows: Vec<GrantRow<Grant>>, logins: &[(Uuid, String, String)], now: Instant) -> Vec<Granted> {
    let name = |row: GrantRow<Grant>| {
        let (_, athlete, coach) = logins.iter().find(|(id, ..)| *id == row.id)?.clone();
        Some(Granted { id: row.id, athlete, coach, state: row.grant.state(now), grant: row.grant })
    };
    rows.into_iter().filter_map(name).collect()
}

async fn one_named(tx: &mut Tx, row: GrantRow<Grant>, now: Instant) -> Result<Granted, Problem> {
    let (id, logins) = (row.id, tx.logins_of_grants(Some(row.athlete_id), None).await?);
    named(vec![row], &logins, now).pop().ok_or_else(|| not_found("grant", id))
}
