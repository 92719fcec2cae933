//! Leaving the summary: what was not answered waits, and what is known of the exercises is worked out anew (SL-3, SG-11).

use std::collections::BTreeSet;

use domain::{
    plan::PlanItem,
    proposal::ProposalState,
    session::{Session, SessionId, SessionStatus},
};
use plan::answer::{Answer, Reply, answer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{DoneSet, Entry, SessionRow, Shelf};
use training::suggestion::history::{Day, ExerciseHistory, WorkingSet};

use super::step;
use crate::{
    problem::Problem,
    service::{
        act::Act,
        app::{App, Caller, Work},
        ledger::{Span, world},
    },
};

/// What is known of one exercise of an athlete (SG-11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Bests, means and what is usual.
    pub history: ExerciseHistory,
}

/// Leaves the summary of a session. Leaving it again changes nothing.
pub async fn leave(app: &App, caller: &Caller, id: SessionId) -> Result<SessionRow, Problem> {
    let mut work = app.write(caller, Act::SessionReported).await?;
    let mut row = work.session(id).await?;
    if row.session.status == SessionStatus::Done {
        return Ok(row);
    }
    work.leave(&mut row).await?;
    work.commit().await?;
    Ok(row)
}

impl Work<'_> {
    /// SL-3: pending turns into deferred, the session is done, and the history of its exercises is refreshed.
    pub(in crate::service) async fn leave(&mut self, row: &mut SessionRow) -> Result<(), Problem> {
        step(row, SessionStatus::Done)?;
        self.app.counted.session(&row.session);
        if let Some(plan_id) = row.session.plan_id {
            let plan = self.plan(plan_id).await?;
            let chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
            let trigger = row.session.id.to_string();
            let open = chain.proposals.iter().filter(|proposal| {
                proposal.state == ProposalState::Pending && proposal.trigger.reference == trigger
            });
            let answers: Vec<_> =
                open.map(|proposal| Answer { proposal: proposal.id, reply: Reply::Defer }).collect();
            if !answers.is_empty() && chain.plan.status == domain::plan::PlanStatus::Active {
                let facts = plan::chain::Facts::new();
                let answered = answer(&chain, &answers, &self.moment(), world(&facts))?;
                self.land(&answered.landing).await?;
            }
        }
        self.put_session_head(row).await?;
        self.refresh_history(&row.session).await
    }

    /// SG-11: the history of every exercise of a session, from scratch.
    pub(in crate::service) async fn refresh_history(&mut self, session: &Session) -> Result<(), Problem> {
        let (catalog, weight, today) = (self.catalog().await?, self.body_weight().await?, self.today());
        let athlete = self.id();
        let keys: BTreeSet<_> = session.exercises.iter().map(|one| one.exercise_key.to_string()).collect();
        let keys: Vec<_> = keys.into_iter().collect();
        let mut done = self.tx.done_sets(athlete, &keys).await?;
        let entry = |key: String| {
            let exercise = catalog.get(&key.parse().ok()?)?;
            let days = days(&done.remove(&key).unwrap_or_default());
            let history = ExerciseHistory::over(exercise, &days, weight, today);
            Some(Entry { key, revision: 1, value: Known { history } })
        };
        let entries: Vec<_> = keys.into_iter().filter_map(entry).collect();
        Ok(self.tx.put_entries(Shelf::ExerciseHistory, athlete, &entries).await?)
    }
}

/// The sets of one exercise, session by session.
fn days(sets: &[DoneSet]) -> Vec<Day> {
    let set = |set: &DoneSet| WorkingSet {
        load_g: set.load_g,
        reps: set.reps,
        amount: set.amount,
        rest_after_s: set.rest_after_s,
    };
    let sessions = sets.chunk_by(|one, next| one.session_id == next.session_id);
    sessions.map(|sets| Day { date: sets[0].date, sets: sets.iter().map(set).collect() }).collect()
}
