//! What is read to be taken along, some days at a time.

use domain::{
    id::Id,
    person::Athlete,
    plan::{PlanVersion, VersionStatus},
    proposal::{Decision, Proposal},
    time::{DateSpan, Instant},
};
use serde_json::Value;

use crate::{
    error::StoreError,
    row::{Body, unreadable, value},
    tx::{Tx, on},
};

/// An answer, what it answers, and the exercise that both are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredRow {
    /// The answer.
    pub decision: Decision,
    /// What it answers.
    pub proposal: Proposal,
    /// The exercise of the item, as the newest version that touched it has it; meals have none.
    pub exercise: Option<String>,
}

impl Tx {
    /// The first and the last day of what an athlete has done, eaten and measured.
    pub async fn days_kept(&mut self, athlete: Id<Athlete>) -> Result<Option<DateSpan>, StoreError> {
        const SQL: &str = "select min(local_date), max(local_date) from (
             select local_date from training_sessions where athlete_id = $1
             union all select local_date from exercise_progress where athlete_id = $1
             union all select local_date from exercise_progress_archive where athlete_id = $1
             union all select local_date from body_weights where athlete_id = $1
             union all select local_date from measurements where athlete_id = $1
             union all select local_date from meal_logs where athlete_id = $1) as days";
        let (from, to): (Option<String>, Option<String>) =
            on!(self, conn => sqlx::query_as(SQL).bind(athlete.uuid()).fetch_one(conn))?;
        let (Some(from), Some(to)) = (from, to) else { return Ok(None) };
        let day = |text: String| text.parse().map_err(|_| unreadable("training_sessions", text));
        Ok(Some(DateSpan { from: day(from)?, to: day(to)? }))
    }

    /// The answers that were given from an instant on and before another, oldest first.
    pub async fn answers_between(
        &mut self,
        athlete: Id<Athlete>,
        from: Instant,
        before: Instant,
    ) -> Result<Vec<AnsweredRow>, StoreError> {
        const SQL: &str = "select d.body, p.body, (
                 select coalesce(i.body -> 'after' ->> 'exercise_key', i.body -> 'before' ->> 'exercise_key')
                 from plan_version_items i
                 where i.athlete_id = p.athlete_id and i.plan_id = p.plan_id and i.item_id = p.item_id
                 order by i.number desc limit 1)
             from decisions d join proposals p on p.athlete_id = d.athlete_id and p.id = d.proposal_id
             where d.athlete_id = $1 and d.at >= $2 and d.at < $3 order by d.at, d.id";
        let rows: Vec<(Body, Body, Option<String>)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(from.millis()).bind(before.millis()).fetch_all(conn))?;
        let row = |(decision, proposal, exercise): (Body, Body, Option<String>)| {
            let (decision, proposal) = (value("decisions", &decision.0)?, value("proposals", &proposal.0)?);
            Ok(AnsweredRow { decision, proposal, exercise })
        };
        rows.into_iter().map(row).collect()
    }

    /// The versions of all plans that were made from an instant on and before another, oldest first; without the plans
    /// themselves.
    pub async fn versions_between(
        &mut self,
        athlete: Id<Athlete>,
        from: Instant,
        before: Instant,
    ) -> Result<Vec<PlanVersion<Value>>, StoreError> {
        const TABLE: &str = "plan_versions";
        const SQL: &str = "select status, body from plan_versions
                           where athlete_id = $1 and created_at >= $2 and created_at < $3
                           order by created_at, id";
        let rows: Vec<(String, Body)> = on!(self, conn => sqlx::query_as(SQL)
            .bind(athlete.uuid()).bind(from.millis()).bind(before.millis()).fetch_all(conn))?;
        let row = |(status, body): (String, Body)| {
            let status: VersionStatus = status.parse().map_err(|error| unreadable(TABLE, error))?;
            Ok(PlanVersion { status, ..value(TABLE, &body.0)? })
        };
        rows.into_iter().map(row).collect()
    }
}
