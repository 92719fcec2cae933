//! The athletes of a coach: who allows what, and how each of them stands (AC-9).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    id::Id,
    person::{Account as AccountId, Athlete},
    session::SessionStatus,
    time::{Instant, LocalDate, add_days},
    wellbeing::Flag,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    app::{App, Caller, Scope},
    athlete,
    grant::Grant,
    overview, session,
};
use crate::problem::Problem;

/// So many days are looked back for a session.
const DAYS_BACK: i64 = 27;

/// An athlete whom a coach may act for.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Coached {
    /// The athlete.
    pub athlete_id: Id<Athlete>,
    /// The login of the athlete.
    pub login: String,
    /// What the coach may do.
    pub scopes: BTreeSet<Scope>,
    /// When the last of it ends by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Instant>,
    /// How the athlete stands, for a coach who may read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// How an athlete stands today.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "AthleteStanding")]
pub struct Standing {
    /// What the person is called.
    pub display_name: String,
    /// How far the session of today is, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub today: Option<SessionStatus>,
    /// The day of the last session that was done, of the last four weeks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_session: Option<LocalDate>,
    /// Sessions that were done in the last seven days.
    pub done_in_week: usize,
    /// Sessions a week that the athlete wants.
    pub days_per_week: u8,
    /// What engines respect for now.
    pub flags: Vec<Flag>,
    /// How many proposals wait for an answer.
    pub open_proposals: usize,
}

/// The athletes whom an account may act for now, by login; `is_meant` leaves some of them out.
pub async fn roster(
    app: &App,
    coach: Id<AccountId>,
    is_meant: impl Fn(Id<Athlete>) -> bool,
) -> Result<Vec<Coached>, Problem> {
    let mut tx = app.store.read().await?;
    let rows = tx.grants_to::<Grant>(coach).await?;
    let logins = tx.logins_of_grants(None, Some(coach)).await?;
    drop(tx);
    let now = app.now();
    let mut all: BTreeMap<(String, Id<Athlete>), Coached> = BTreeMap::new();
    for row in rows.into_iter().filter(|row| row.grant.is_active(now) && is_meant(row.athlete_id)) {
        let Some((_, login, _)) = logins.iter().find(|(id, ..)| *id == row.id) else { continue };
        let known = all.entry((login.clone(), row.athlete_id)).or_insert_with(|| Coached {
            athlete_id: row.athlete_id,
            login: login.clone(),
            scopes: BTreeSet::new(),
            until: row.grant.until,
            standing: None,
        });
        known.scopes.extend(&row.grant.scopes);
        // A grant without an end outlasts all others.
        known.until = known.until.zip(row.grant.until).map(|(one, other)| one.max(other));
    }
    let mut coached: Vec<Coached> = all.into_values().collect();
    for one in coached.iter_mut().filter(|one| one.scopes.contains(&Scope::Read)) {
        let caller = Caller { account: coach, athlete: one.athlete_id };
        one.standing = Some(standing(app, &caller).await?);
    }
    Ok(coached)
}

async fn standing(app: &App, caller: &Caller) -> Result<Standing, Problem> {
    let who = athlete::show(app, caller).await?;
    let day = overview::day(app, caller, None).await?;
    let rows = session::list(app, caller, add_days(day.date, -DAYS_BACK), day.date).await?;
    let is_done = |status| matches!(status, SessionStatus::Done | SessionStatus::Summary);
    let done: Vec<LocalDate> =
        rows.iter().filter(|row| is_done(row.session.status)).map(|row| row.session.local_date).collect();
    let week = add_days(day.date, -6);
    Ok(Standing {
        display_name: who.display_name,
        today: day.sessions.last().map(|row| row.session.status),
        last_session: done.iter().max().copied(),
        done_in_week: done.iter().filter(|date| **date >= week).count(),
        days_per_week: who.profile.days_per_week,
        flags: day.flags,
        open_proposals: day.proposals.len(),
    })
}
