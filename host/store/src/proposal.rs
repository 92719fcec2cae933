//! Proposals, the answers to them, and what later sessions say (PR-1, PR-9, OU-1).

use domain::{
    id::Id,
    person::Athlete,
    plan::{ItemId, PlanDomain, PlanId},
    proposal::{Decision, Evaluation, Proposal, ProposalId},
    time::Instant,
};
use serde::{Deserialize, de::DeserializeOwned};
use sqlx::QueryBuilder;

use crate::{
    error::StoreError,
    list::{List, array},
    row::{Body, Cell, Table, document, push_in, value, values},
    tx::{Tx, on},
};

const PROPOSALS: Table = Table {
    name: "proposals",
    key: 2,
    columns: &[
        "athlete_id",
        "id",
        "plan_id",
        "item_id",
        "group_id",
        "state",
        "outcome",
        "trigger_ref",
        "created_at",
        "decided_at",
        "trace_id",
        "body",
    ],
};

const DECISIONS: Table = Table {
    name: "decisions",
    key: 2,
    columns: &["athlete_id", "id", "proposal_id", "at", "trace_id", "body"],
};

const EVALUATIONS: Table = Table {
    name: "evaluations",
    key: 3,
    columns: &["athlete_id", "proposal_id", "session_id", "id", "at", "body"],
};

/// Which proposals of a plan are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// All of them.
    Ever,
    /// Those without an answer.
    Open,
    /// Those without an answer or outcome, and those made or answered since (PR-7).
    Since(Instant),
}

/// A proposal with what was said of it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "ProposalText")]
pub struct ProposalRows {
    /// The proposal.
    pub proposal: Proposal,
    /// The answers to it, oldest first (PR-9).
    pub decisions: Vec<Decision>,
    /// What sessions said of it, oldest first (OU-1).
    pub evaluations: Vec<Evaluation>,
}

#[derive(Deserialize)]
struct ProposalText(Proposal, Vec<Decision>, Vec<Evaluation>);

impl From<ProposalText> for ProposalRows {
    fn from(ProposalText(proposal, decisions, evaluations): ProposalText) -> Self {
        Self { proposal, decisions, evaluations }
    }
}

impl Asked {
    /// The conditions, with their values.
    fn conditions(self, athlete: Id<Athlete>, plan: PlanId) -> Vec<(&'static str, Vec<Cell>)> {
        let of = [Cell::from(athlete), plan.into()];
        match self {
            Self::Ever => vec![("plan_id = ?", vec![plan.into()])],
            Self::Open => vec![("plan_id = ? and state in ('pending', 'deferred')", vec![plan.into()])],
            Self::Since(at) => vec![
                ("athlete_id = ? and plan_id = ? and state in ('pending', 'deferred')", of.to_vec()),
                (
                    "athlete_id = ? and plan_id = ? and outcome = 'pending' and state in ('accepted', 'rejected')",
                    of.to_vec(),
                ),
                (
                    "athlete_id = ? and plan_id = ? and coalesce(decided_at, created_at) >= ?
                     and state not in ('pending', 'deferred')
                     and not (outcome = 'pending' and state in ('accepted', 'rejected'))",
                    [&of[..], &[at.into()]].concat(),
                ),
            ],
        }
    }
}

/// The expression that makes one text of a proposal `r` with the rows of these tables that belong to it.
fn with_rows(tables: [Option<&Table>; 2]) -> String {
    let documents = array("cast(o.body as text)", "o.at, o.id");
    let of = |table: Option<&Table>| match table {
        Some(Table { name, .. }) => format!(
            "coalesce((select {documents} from {name} o
             where o.athlete_id = r.athlete_id and o.proposal_id = r.id), '[]')"
        ),
        None => "'[]'".to_owned(),
    };
    let [first, second] = tables.map(of);
    format!("'[' || cast(r.body as text) || ',' || {first} || ',' || {second} || ']'")
}

/// The condition for answered proposals of the rules on some items, with its values (OU-10).
fn answered(items: &[ItemId], since: Instant) -> (String, Vec<Cell>) {
    // A power of two of places, as in other lists; without an item the one place is empty.
    let places = items.len().next_power_of_two();
    let condition = format!(
        "decided_at >= ? and state in ('accepted', 'rejected')
         and body ->> 'engine' in ('prescription_rules', 'llm') and item_id in ({})",
        vec!["?"; places].join(", ")
    );
    let mut values: Vec<Cell> = vec![since.into()];
    values.extend((0..places).map(|place| Cell::from(items.get(place).copied())));
    (condition, values)
}

impl List<Proposal> {
    /// Proposals of a plan, oldest first.
    pub fn proposals(athlete: Id<Athlete>, plan: PlanId, asked: Asked) -> Self {
        let conditions = asked.conditions(athlete, plan);
        Self::of(PROPOSALS.name, "cast(r.body as text)", "r.created_at, r.id", &conditions)
    }

    /// The proposals of the plan in force without an answer, oldest first.
    pub fn open_proposals(athlete: Id<Athlete>, domain: PlanDomain) -> Self {
        let condition = "state in ('pending', 'deferred') and plan_id in (
            select id from plans where athlete_id = ? and domain = ? and status = 'active')";
        Self::new(PROPOSALS.name, "created_at, id", condition, vec![athlete.into(), domain.as_str().into()])
    }
}

impl List<ProposalRows> {
    /// Proposals of a plan with the answers to them, oldest first.
    pub fn proposals_with_decisions(athlete: Id<Athlete>, plan: PlanId, asked: Asked) -> Self {
        let element = with_rows([Some(&DECISIONS), None]);
        Self::of(PROPOSALS.name, &element, "r.created_at, r.id", &asked.conditions(athlete, plan))
    }

    /// The proposals of all plans that were answered since an instant with all that was said of them, oldest first.
    pub fn decided_proposals(since: Instant) -> Self {
        let element = with_rows([Some(&DECISIONS), Some(&EVALUATIONS)]);
        Self::of(PROPOSALS.name, &element, "r.created_at, r.id", &[("decided_at >= ?", vec![since.into()])])
    }

    /// The answered proposals of the rules on these items since an instant with all that was said of them, oldest first
    /// (OU-10).
    pub fn answered_proposals(items: &[ItemId], since: Instant) -> Self {
        let (condition, values) = answered(items, since);
        let element = with_rows([Some(&DECISIONS), Some(&EVALUATIONS)]);
        Self::of(PROPOSALS.name, &element, "r.created_at, r.id", &[(&condition, values)])
    }
}

impl Tx {
    /// Adds proposals, or says where they stand.
    pub async fn put_proposals(&mut self, proposals: &[Proposal]) -> Result<(), StoreError> {
        let row = |proposal: &Proposal| {
            Ok(vec![
                proposal.athlete_id.into(),
                proposal.id.into(),
                proposal.plan_id.into(),
                proposal.target.item_id.into(),
                proposal.group_id.into(),
                proposal.state.as_str().into(),
                proposal.outcome.as_str().into(),
                proposal.trigger.reference.as_str().into(),
                proposal.created_at.into(),
                proposal.decided_at.into(),
                (&proposal.trace_id).into(),
                document(&PROPOSALS, proposal)?,
            ])
        };
        let rows = proposals.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.put(&PROPOSALS, rows).await.map(drop)
    }

    /// Proposals of a plan, oldest first.
    pub async fn proposals(
        &mut self,
        athlete: Id<Athlete>,
        plan: PlanId,
        asked: Asked,
    ) -> Result<Vec<Proposal>, StoreError> {
        self.list(athlete, List::proposals(athlete, plan, asked)).await
    }

    /// The proposals that one trigger made, in the order in which they were made.
    pub async fn proposals_of_trigger(
        &mut self,
        athlete: Id<Athlete>,
        trigger: &str,
    ) -> Result<Vec<Proposal>, StoreError> {
        const SQL: &str = "select body from proposals where athlete_id = $1 and trigger_ref = $2
                           order by created_at, id";
        let rows: Vec<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(trigger.to_owned()).fetch_all(conn))?;
        values(PROPOSALS.name, rows)
    }

    /// The proposal with this id.
    pub async fn proposal(
        &mut self,
        athlete: Id<Athlete>,
        id: ProposalId,
    ) -> Result<Option<Proposal>, StoreError> {
        const SQL: &str = "select body from proposals where athlete_id = $1 and id = $2";
        let row: Option<Body> = on!(self, conn => sqlx::query_scalar(SQL)
            .bind(athlete.uuid()).bind(id.uuid()).fetch_optional(conn))?;
        row.map(|body| value(PROPOSALS.name, &body.0)).transpose()
    }

    /// Adds answers, which are never changed (PR-9).
    pub async fn add_decisions(
        &mut self,
        athlete: Id<Athlete>,
        decisions: &[Decision],
    ) -> Result<(), StoreError> {
        let row = |decision: &Decision| {
            let ids: [Cell; 3] = [athlete.into(), decision.id.into(), decision.proposal_id.into()];
            let rest = [decision.at.into(), (&decision.trace_id).into(), document(&DECISIONS, decision)?];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = decisions.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add(&DECISIONS, rows).await.map(drop)
    }

    /// The answers to these proposals, oldest first. Of answers of one instant, those that leave a proposal open come
    /// first and those that take an accepted one back last: no other order is possible (PR-5).
    pub async fn decisions(
        &mut self,
        athlete: Id<Athlete>,
        proposals: &[ProposalId],
    ) -> Result<Vec<Decision>, StoreError> {
        const ORDER: &str =
            "at, case body ->> 'verdict' when 'deferred' then 0 when 'overridden' then 2 else 1 end, id";
        self.of_proposals("decisions", athlete, proposals, ORDER).await
    }

    /// Adds what sessions say of proposals; what was said before stays (OU-1).
    pub async fn add_evaluations(
        &mut self,
        athlete: Id<Athlete>,
        evaluations: &[Evaluation],
    ) -> Result<(), StoreError> {
        let row = |evaluation: &Evaluation| {
            let session = evaluation.session_id.into();
            let ids: [Cell; 4] =
                [athlete.into(), evaluation.proposal_id.into(), session, evaluation.id.into()];
            let rest = [evaluation.at.into(), document(&EVALUATIONS, evaluation)?];
            Ok(ids.into_iter().chain(rest).collect())
        };
        let rows = evaluations.iter().map(row).collect::<Result<_, StoreError>>()?;
        self.add_new(&EVALUATIONS, rows).await.map(drop)
    }

    /// What sessions said of these proposals, oldest first.
    pub async fn evaluations(
        &mut self,
        athlete: Id<Athlete>,
        proposals: &[ProposalId],
    ) -> Result<Vec<Evaluation>, StoreError> {
        self.of_proposals("evaluations", athlete, proposals, "at, id").await
    }

    async fn of_proposals<T: DeserializeOwned>(
        &mut self,
        table: &'static str,
        athlete: Id<Athlete>,
        proposals: &[ProposalId],
        order: &'static str,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        for proposals in proposals.chunks(1024) {
            let ids: Vec<_> = proposals.iter().map(|id| id.uuid()).collect();
            let rows: Vec<Body> = on!(self, conn => {
                let mut query = QueryBuilder::new("select body from ");
                query.push(table).push(" where athlete_id = ").push_bind(athlete.uuid());
                push_in(query.push(" and proposal_id"), &ids);
                query.push(" order by ").push(order);
                async move { query.build_query_scalar().fetch_all(conn).await }
            })?;
            found.extend(values(table, rows)?);
        }
        Ok(found)
    }
}
