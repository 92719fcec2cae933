//! Proposals: what waits for an answer, and the answers (PR-5, PR-8, PR-9, SL-2, SL-4).

use std::collections::BTreeMap;

use domain::{
    error::ErrorCode,
    plan::{PlanDomain, PlanId, PlanItem},
    proposal::{Evaluation, Proposal, ProposalId, ProposalState},
    reason::ReasonCode,
    session::SessionId,
};
use plan::{
    answer::{Answer, Answers, Effect, answer},
    chain::Chain,
};
use store::Asked;
use training::suggestion::display::{Place, place};

use super::{
    act::Act,
    app::{App, Caller, Scope, Work, not_found},
    ledger::{Span, world},
};
use crate::problem::{Code, Problem};

/// Which proposals are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    /// Of this plan; absent: of the one in force.
    pub plan: Option<PlanId>,
    /// Those that a session made.
    pub session: Option<SessionId>,
    /// Those in a state; absent: those that wait.
    pub state: Option<ProposalState>,
    /// Answered ones, too.
    pub all: bool,
}

/// What came of one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The proposal as it stands now.
    pub proposal: Proposal,
    /// What came of it.
    pub effect: Effect,
}

/// Proposals of the plan in force, in the order in which they are shown (SL-10).
pub async fn list(app: &App, caller: &Caller, filter: Filter) -> Result<Vec<Proposal>, Problem> {
    Ok(placed(app, caller, filter).await?.into_iter().map(|(_, proposal)| proposal).collect())
}

/// The same, each with its place in that order.
pub async fn placed(app: &App, caller: &Caller, filter: Filter) -> Result<Vec<(Place, Proposal)>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let plan = match filter.plan {
        None => work.active_plan(PlanDomain::Training).await?.map(|plan| plan.id),
        named => named,
    };
    // Who has no plan yet has nothing to answer.
    if plan.is_none() {
        return Ok(vec![]);
    }
    let chain = work.training_chain(plan, Span::Recent("")).await?;
    let asked = if filter.all || filter.state.is_some() { Asked::Ever } else { Asked::Open };
    let mut found = match filter.session {
        Some(session) => {
            work.session(session).await?;
            work.tx.proposals_of_trigger(caller.athlete, &session.to_string()).await?
        }
        None => work.tx.proposals(caller.athlete, chain.plan.id, asked).await?,
    };
    found.retain(|proposal| match filter.state {
        Some(state) => proposal.state == state,
        None => filter.all || proposal.state.is_open(),
    });
    let items: Vec<&PlanItem> = chain.effective().iter().collect();
    let mut placed: Vec<_> = found.into_iter().map(|one| (place(&one, &items), one)).collect();
    placed.sort_by_key(|(place, _)| *place);
    Ok(placed)
}

/// The proposal with this id, and what sessions said of it (OU-1).
pub async fn show(
    app: &App,
    caller: &Caller,
    id: ProposalId,
) -> Result<(Proposal, Vec<Evaluation>), Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let proposal = work.tx.proposal(caller.athlete, id).await?;
    let proposal = proposal.ok_or_else(|| not_found("proposal", id))?;
    Ok((proposal, work.tx.evaluations(caller.athlete, &[id]).await?))
}

/// The versions in which accepted proposals landed, for taking them back (RB-3); one that was taken back has none.
pub async fn landed(
    app: &App,
    caller: &Caller,
    proposals: &[Proposal],
) -> Result<BTreeMap<ProposalId, u32>, Problem> {
    let accepted = proposals.iter().filter(|one| one.state == ProposalState::Accepted);
    let ids: Vec<ProposalId> = accepted.map(|one| one.id).collect();
    let mut work = app.read(caller, Scope::Read).await?;
    let decisions = work.tx.decisions(caller.athlete, &ids).await?;
    Ok(decisions.iter().filter_map(|one| Some((one.proposal_id, one.version?))).collect())
}

/// Answers proposals; what is accepted lands in one version (PR-8). Answering again what is accepted gives the first
/// result again.
pub async fn decide(app: &App, caller: &Caller, answers: &[Answer]) -> Result<Vec<Answered>, Problem> {
    let mut work = app.write(caller, Act::ProposalsAnswered).await?;
    let (answered, chain) = work.answer_proposals(answers).await?;
    if answered.is_stale() {
        // They are closed all the same, so that nobody is asked again.
        work.commit().await?;
        return Err(stale(&answered));
    }
    work.commit().await?;
    let result = answered.effects.iter().filter_map(|(id, effect)| {
        Some(Answered { proposal: chain.proposal(*id)?.clone(), effect: effect.clone() })
    });
    Ok(result.collect())
}

fn stale(answered: &Answers<PlanItem>) -> Problem {
    let problem = Problem::new(Code::of(ErrorCode::StaleProposal));
    let first = answered.effects.iter().find_map(|(_, effect)| match effect {
        Effect::Dropped(reason) if reason.code == ReasonCode::Stale => Some(reason.facts.clone()),
        _ => None,
    });
    Problem { facts: first.unwrap_or_default(), ..problem }
}

impl Work<'_> {
    /// Answers proposals of the plan in force; gives what came of it, and the plan after it.
    pub(super) async fn answer_proposals(
        &mut self,
        answers: &[Answer],
    ) -> Result<(Answers<PlanItem>, Chain), Problem> {
        let mut chain = self.training_chain(None, Span::Recent("")).await?;
        let athlete = self.id();
        // One that was answered long ago is not among the recent ones, but has its answer all the same.
        for one in answers {
            if chain.proposal(one.proposal).is_none() {
                let known = self.tx.proposal(athlete, one.proposal).await?;
                let known = known.filter(|known| known.plan_id == chain.plan.id);
                chain.proposals.extend(known);
                chain.decisions.extend(self.tx.decisions(athlete, &[one.proposal]).await?);
            }
        }
        let facts = self.training_facts(&chain).await?;
        let answered: Answers<PlanItem> = answer(&chain, answers, &self.moment(), world(&facts))?;
        self.land(&answered.landing).await?;
        chain.record(&answered.landing);
        Ok((answered, chain))
    }
}
