//! Tokens that are renewed in time, activities that come, and the end of a connection (L-37).

use domain::{id::Id, person::Athlete, time::Instant};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Connection, ConnectionState, Strava,
    provider::{PER_PAGE, Refusal, Tokens},
};
use crate::{
    problem::{
        Problem, STRAVA_BUSY, STRAVA_NOT_CONNECTED, STRAVA_PAUSED, STRAVA_RECONNECT, STRAVA_UNAVAILABLE,
    },
    service::{
        act::Act,
        activity::{ActivitiesKept, STRAVA, Way},
        app::{App, Caller, Scope, Work},
    },
};

/// L-37: tokens that are good for less are renewed first.
const FRESH_SECONDS: i64 = 120;
/// So long others leave it to who renews tokens.
const LEASE_SECONDS: i64 = 60;
/// L-37: what comes is asked for from a day before what is known.
const OVERLAP_SECONDS: i64 = 86_400;
/// L-37: how far back the first time.
const FIRST_SECONDS: i64 = 35 * 86_400;
/// L-37: so many pages at once.
const PAGES: usize = 3;
/// L-37: for so long Strava is left alone at most.
const QUARTER_SECONDS: i64 = 900;
/// A plan asks Strava again only if it was not asked just now.
const RECENT_SECONDS: i64 = 300;

domain::vocabulary::vocabulary! {
    /// What becomes of the activities of a connection that ends.
    pub enum Leftover as LeftoverActivities: "leftover" {
        Keep = "keep",
        Delete = "delete",
    }
}

/// How a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ended {
    /// Whether Strava knows; if it did not answer, the athlete can end it there.
    pub revoked: bool,
    /// How many activities were deleted.
    pub deleted: u64,
}

/// Brings what is new at Strava.
pub async fn sync(app: &App, caller: &Caller) -> Result<ActivitiesKept, Problem> {
    drop(app.read(caller, Scope::Log).await?);
    bring(app, caller.athlete).await
}

/// L-2: brings what is new for a plan, unless that was done just now. What stands in the way of it is told; what is stored
/// counts all the same. Only who is not connected at all is refused.
pub(in crate::service) async fn freshen(app: &App, athlete: Id<Athlete>) -> Result<Option<Problem>, Problem> {
    app.outside.strava()?;
    let kept: Option<Connection> = app.store.read().await?.connection(athlete, STRAVA).await?;
    let kept = kept.ok_or_else(|| Problem::new(STRAVA_NOT_CONNECTED))?;
    if kept.synced_at.is_some_and(|at| app.now().seconds_since(at) < RECENT_SECONDS) {
        return Ok(None);
    }
    Ok(bring(app, athlete).await.err())
}

/// Brings what is new, one after another for each athlete.
pub(in crate::service) async fn bring(app: &App, athlete: Id<Athlete>) -> Result<ActivitiesKept, Problem> {
    let strava = app.outside.strava()?;
    let turn = strava.turn(athlete);
    let _turn = turn.lock().await;
    let tokens = fresh_tokens(app, strava, athlete).await?;
    let (latest, _) = app.store.read().await?.activity_tally(athlete, STRAVA).await?;
    let after = latest.map_or_else(
        || app.now().minus_seconds(FIRST_SECONDS),
        |latest| latest.minus_seconds(OVERLAP_SECONDS),
    );
    let (found, refusal) = fetch(strava, &tokens, after).await;
    let mut work = app.work(athlete).await?;
    let imported = work.keep_activities(&found, Way { source: STRAVA, dry_run: false }).await?;
    let now = work.now;
    let told = work
        .note(|connection| match &refusal {
            None => connection.synced_at = Some(now),
            Some(Refusal::TooMuch) => connection.paused_until = Some(next_quarter(now)),
            Some(Refusal::Unknown) => connection.state = ConnectionState::ReconnectRequired,
            Some(Refusal::Silent(_)) => {}
        })
        .await?;
    if matches!(refusal, Some(Refusal::Unknown)) {
        work.tx.remove_sealed(athlete, STRAVA).await?;
    }
    work.commit().await?;
    match refusal {
        None => Ok(imported),
        Some(Refusal::Silent(why)) => Err(unavailable(why)),
        Some(Refusal::Unknown | Refusal::TooMuch) => Err(told.hindrance(now).unwrap_or_else(reconnect)),
    }
}

/// The pages that there are, and why there are no more.
async fn fetch(strava: &Strava, tokens: &Tokens, after: Instant) -> (Vec<Value>, Option<Refusal>) {
    let mut found = Vec::new();
    for page in 1..=PAGES {
        match strava.provider.activities(&tokens.access_token, after, page).await {
            Ok(activities) => {
                let is_last = activities.len() < PER_PAGE;
                found.extend(activities);
                if is_last {
                    break;
                }
            }
            Err(refusal) => return (found, Some(refusal)),
        }
    }
    (found, None)
}

/// The end of the quarter of an hour, by which Strava counts.
fn next_quarter(now: Instant) -> Instant {
    let into = now.millis().rem_euclid(QUARTER_SECONDS * 1000);
    Instant::from_millis(now.millis() - into + QUARTER_SECONDS * 1000).unwrap_or(now)
}

impl Connection {
    /// Why Strava is not asked now.
    fn hindrance(&self, now: Instant) -> Option<Problem> {
        if self.state == ConnectionState::ReconnectRequired {
            return Some(reconnect());
        }
        let until = self.paused_until.filter(|until| now < *until)?;
        let seconds = until.seconds_since(now).max(1);
        Some(Problem::new(STRAVA_PAUSED).fact("until", until).fact("retry_after_s", seconds))
    }
}

fn reconnect() -> Problem {
    Problem::new(STRAVA_RECONNECT)
}

pub(super) fn unavailable(why: String) -> Problem {
    Problem::new(STRAVA_UNAVAILABLE).fact("why", why)
}

/// The tokens of the athlete, renewed if they are about to end.
///
/// Who renews them says so first, so that nobody else does at the same time: a second renewal would end the first one.
async fn fresh_tokens(app: &App, strava: &Strava, athlete: Id<Athlete>) -> Result<Tokens, Problem> {
    let mut work = app.work(athlete).await?;
    let now = work.now;
    let connection = work.connection().await?.ok_or_else(|| Problem::new(STRAVA_NOT_CONNECTED))?;
    if let Some(hindrance) = connection.hindrance(now) {
        return Err(hindrance);
    }
    let renewed = strava.renewed(athlete);
    let Some((tokens, is_old)) = (match renewed {
        Some(renewed) => Some((renewed, true)),
        None => work.tokens(strava).await?,
    }) else {
        work.lose_tokens().await?;
        work.commit().await?;
        return Err(reconnect());
    };
    if tokens.seconds_left(now) >= FRESH_SECONDS {
        if is_old {
            work.keep_tokens(&tokens).await?;
            work.note(|connection| connection.renewed_until = None).await?;
            work.commit().await?;
            strava.is_kept(athlete);
        }
        return Ok(tokens);
    }
    if let Some(until) = connection.renewed_until.filter(|until| now < *until) {
        let seconds = until.seconds_since(now).max(1);
        return Err(Problem::new(STRAVA_BUSY).fact("retry_after_s", seconds));
    }
    work.note(|connection| connection.renewed_until = Some(now.plus_seconds(LEASE_SECONDS))).await?;
    work.commit().await?;
    let renewed = strava.renew(athlete, tokens.refresh_token).await;
    settle(app, strava, athlete, renewed).await
}

/// Keeps what came of a renewal.
async fn settle(
    app: &App,
    strava: &Strava,
    athlete: Id<Athlete>,
    renewed: Result<Tokens, Refusal>,
) -> Result<Tokens, Problem> {
    let mut work = app.work(athlete).await?;
    let now = work.now;
    // Who ended the connection meanwhile has ended it.
    let connection = work
        .note(|connection| {
            connection.renewed_until = None;
            if matches!(renewed, Err(Refusal::TooMuch)) {
                connection.paused_until = Some(next_quarter(now));
            }
        })
        .await?;
    let outcome = match renewed {
        Ok(tokens) => {
            work.keep_tokens(&tokens).await?;
            Ok(tokens)
        }
        Err(Refusal::Unknown) => {
            work.lose_tokens().await?;
            Err(reconnect())
        }
        Err(Refusal::TooMuch) => Err(connection.hindrance(now).unwrap_or_else(reconnect)),
        Err(Refusal::Silent(why)) => Err(unavailable(why)),
    };
    work.commit().await?;
    strava.is_kept(athlete);
    outcome
}

/// Ends the connection: at Strava, if it answers, and here.
pub async fn disconnect(app: &App, caller: &Caller, leftover: Leftover) -> Result<Ended, Problem> {
    let mut work = app.read(caller, Scope::Log).await?;
    work.own()?;
    let connection = work.connection().await?;
    drop(work);
    let connection = connection.ok_or_else(|| Problem::new(STRAVA_NOT_CONNECTED))?;
    let revoked = match (&app.outside.strava, connection.state) {
        (Ok(strava), ConnectionState::Connected) => revoke(app, strava, caller.athlete).await,
        _ => false,
    };
    let mut work = app.write(caller, Act::Connections).await?;
    work.tx.remove_connection(caller.athlete, STRAVA).await?;
    let deleted = match leftover {
        Leftover::Keep => 0,
        Leftover::Delete => work.tx.remove_activities(caller.athlete, STRAVA).await?,
    };
    work.commit().await?;
    if let Ok(strava) = &app.outside.strava {
        strava.is_kept(caller.athlete);
    }
    Ok(Ended { revoked, deleted })
}

/// Tells Strava; whether it has heard.
async fn revoke(app: &App, strava: &Strava, athlete: Id<Athlete>) -> bool {
    let turn = strava.turn(athlete);
    let _turn = turn.lock().await;
    match fresh_tokens(app, strava, athlete).await {
        Ok(tokens) => strava.provider.revoke(&tokens.access_token).await.is_ok(),
        Err(_) => false,
    }
}

impl Work<'_> {
    /// The athlete's tokens, and whether a former key sealed them; nothing if they cannot be opened.
    async fn tokens(&mut self, strava: &Strava) -> Result<Option<(Tokens, bool)>, Problem> {
        let athlete = self.id();
        let Some(row) = self.tx.sealed(athlete, STRAVA).await? else { return Ok(None) };
        let opened = strava.keys.open(athlete, STRAVA, &row);
        Ok(opened.and_then(|opened| Some((serde_json::from_slice(&opened.text).ok()?, opened.is_old))))
    }

    /// Keeps the athlete's tokens, sealed.
    pub(super) async fn keep_tokens(&mut self, tokens: &Tokens) -> Result<(), Problem> {
        let athlete = self.id();
        let text = serde_json::to_vec(tokens).unwrap_or_default();
        let sealed = self.app.outside.strava()?.keys.seal(athlete, STRAVA, &text);
        let sealed = sealed.ok_or_else(|| Problem::defect("nothing could be sealed"))?;
        Ok(self.tx.put_sealed(athlete, STRAVA, &sealed).await?)
    }

    /// Does without tokens that are worth nothing: the athlete has to connect anew.
    async fn lose_tokens(&mut self) -> Result<(), Problem> {
        let athlete = self.id();
        self.tx.remove_sealed(athlete, STRAVA).await?;
        self.note(|connection| connection.state = ConnectionState::ReconnectRequired).await?;
        Ok(())
    }

    /// Changes what is kept of the connection; who has ended it meanwhile has none.
    async fn note(&mut self, change: impl FnOnce(&mut Connection)) -> Result<Connection, Problem> {
        let mut connection = self.connection().await?.ok_or_else(|| Problem::new(STRAVA_NOT_CONNECTED))?;
        change(&mut connection);
        self.put_connection(connection.clone()).await?;
        Ok(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_37_a_pause_lasts_to_the_next_quarter_of_an_hour() {
        let next = |now: &str| next_quarter(now.parse().unwrap()).to_string();
        assert_eq!(next("2026-03-02T07:00:00Z"), "2026-03-02T07:15:00Z");
        assert_eq!(next("2026-03-02T07:14:59.999Z"), "2026-03-02T07:15:00Z");
        assert_eq!(next("2026-03-02T07:59:00Z"), "2026-03-02T08:00:00Z");
    }
}
