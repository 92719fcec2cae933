//! A session before it is done, made to fit: another length, intent or place, fewer exercises, another order; and why each
//! exercise is in it (EP-3, EP-8).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    exercise::ExerciseKey,
    law::Invalid,
    reason::{Fact, Reason},
    session::{Session, SessionEventKind, SessionId, SessionStatus},
};
use serde::Deserialize;
use store::SessionRow;

use super::{Saving, Wanted};
use crate::{
    problem::Problem,
    service::{
        act::Act,
        app::{App, Caller, Scope, Work, check_revision},
        session::{event, wrong_state},
    },
};

/// What shall be otherwise about a session.
#[derive(Debug, Clone, Default)]
pub struct Fitting {
    /// Another length, intent or place: another session takes its place.
    pub wanted: Option<Wanted>,
    /// What stays of its exercises, in this order.
    pub keep: Option<Vec<ExerciseKey>>,
}

/// Makes a session fit: first another one in its place, then what stays of that. All of it or nothing.
pub async fn edit(
    app: &App,
    caller: &Caller,
    id: SessionId,
    fitting: &Fitting,
    revision: Option<i64>,
) -> Result<SessionRow, Problem> {
    let act = if fitting.wanted.is_some() { Act::SessionAdapted } else { Act::SessionChanged };
    let mut work = app.write(caller, act).await?;
    let mut row = work.session(id).await?;
    check_revision(revision, row.revision)?;
    if let Some(wanted) = &fitting.wanted {
        row = work.adapt_session(&row.session, wanted).await?;
    }
    if let Some(keep) = &fitting.keep {
        row = work.rearrange(row, keep).await?;
    }
    work.commit().await?;
    Ok(row)
}

impl Work<'_> {
    /// Makes another session in the place of one that has not started. The old one is withdrawn: nothing was done of it.
    async fn adapt_session(&mut self, old: &Session, wanted: &Wanted) -> Result<SessionRow, Problem> {
        if old.status != SessionStatus::Planned {
            return Err(wrong_state(old.status, SessionStatus::Planned));
        }
        let proposed = self.generate(wanted).await?;
        let saving = Saving { id: None, planned_start: old.planned_start, bonus: !old.advances_split };
        let row = self.save(&proposed, &saving).await?;
        let athlete = self.id();
        self.tx.withdraw_session(athlete, old.id).await?;
        let facts = [("field", Fact::from("session")), ("from", old.id.to_string().into())];
        let edited = event(self, row.session.id, SessionEventKind::Edited, facts);
        self.tx.add_session_events(&[edited]).await?;
        Ok(row)
    }

    /// Leaves exercises out that have no set yet, or puts them in another order: `keep` is what stays, in its order.
    async fn rearrange(&mut self, mut row: SessionRow, keep: &[ExerciseKey]) -> Result<SessionRow, Problem> {
        if !matches!(row.session.status, SessionStatus::Planned | SessionStatus::Active) {
            return Err(wrong_state(row.session.status, SessionStatus::Active));
        }
        let mut rest = std::mem::take(&mut row.session.exercises);
        for key in keep {
            let place = rest.iter().position(|one| one.exercise_key == *key);
            let expected = "exercises of the session, each once";
            let place =
                place.ok_or_else(|| Invalid::of(ErrorCode::UnknownExercise, "exercises", key, expected))?;
            row.session.exercises.push(rest.remove(place));
        }
        let done = rest.iter().find(|one| !one.sets.is_empty());
        if let Some(done) = done {
            let expected = "only exercises without a set are left out; what was done stays";
            return Err(
                Invalid::of(ErrorCode::InvalidSession, "exercises", &done.exercise_key, expected).into()
            );
        }
        if row.session.exercises.is_empty() {
            return Err(Invalid::of(ErrorCode::InvalidSession, "exercises", 0, "at least one").into());
        }
        self.put_session(&mut row).await?;
        let removed: Vec<Fact> = rest.iter().map(|one| one.exercise_key.as_str().into()).collect();
        let (kind, facts) = match (removed.is_empty(), row.session.status) {
            (false, SessionStatus::Active) => (SessionEventKind::Removed, ("exercises", Fact::List(removed))),
            (false, _) => (SessionEventKind::Edited, ("removed", Fact::List(removed))),
            (true, _) => (SessionEventKind::Edited, ("field", Fact::from("order"))),
        };
        let edited = event(self, row.session.id, kind, [facts]);
        self.tx.add_session_events(&[edited]).await?;
        Ok(row)
    }
}

/// Why each exercise of a generated session is in it; empty for a session of the plan's own slots.
pub async fn why(
    app: &App,
    caller: &Caller,
    id: SessionId,
) -> Result<BTreeMap<ExerciseKey, Vec<Reason>>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    work.session(id).await?;
    work.reasons(id).await
}

/// As much of what is kept of a selection as says why; what it was made from is much more.
#[derive(Deserialize)]
struct Reasons {
    selection: OfSelection,
}

#[derive(Deserialize)]
struct OfSelection {
    rationale: BTreeMap<ExerciseKey, OfExercise>,
}

#[derive(Deserialize)]
struct OfExercise {
    reasons: Vec<Reason>,
}

impl Work<'_> {
    /// Why each exercise is in a session of the athlete.
    pub(in crate::service) async fn reasons(
        &mut self,
        id: SessionId,
    ) -> Result<BTreeMap<ExerciseKey, Vec<Reason>>, Problem> {
        let kept: Option<Reasons> = self.tx.selection(self.athlete.id, id).await?;
        let of_exercises = kept.map(|kept| kept.selection.rationale).unwrap_or_default();
        Ok(of_exercises.into_iter().map(|(key, of)| (key, of.reasons)).collect())
    }
}
