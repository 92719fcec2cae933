//! OU-9: a second opinion on what a session says of older proposals, where the rules are not sure.
//!
//! Such a proposal stays open when the report is answered. A job asks the model later, while nothing is held, and then
//! judges the session in another transaction: with the opinion where it counts, by the rules alone where there is none. A
//! session that is reported in the meantime judges by the rules and is not judged again.

use assistant::{
    failure::{Failure, FailureCode, Stage},
    input::request::Planner,
    model::{
        message::Message,
        opinion::{self, Said},
    },
};
use domain::{
    id::Id,
    person::Athlete,
    proposal::{Evaluation, ProposalId},
    session::SessionId,
    spec::SpecId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use training::{
    catalog::Catalog,
    outcome::{
        evaluate,
        opinion::{Opinion, doubts},
        question::Question,
    },
};

use super::{case::Case, model::nonce};
use crate::{
    llm::{Step, talk::Ask},
    problem::Problem,
    service::{
        app::{App, Work},
        flow::plan::talk,
    },
};

/// What came of a second opinion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondOpinion {
    /// The proposal it is about.
    pub proposal_id: ProposalId,
    /// Whether it stands instead of the rules' verdict.
    pub counted: bool,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<FailureCode>,
}

/// What a model said about one proposal.
pub(in crate::service) struct Heard {
    proposal_id: ProposalId,
    said: Result<Said, Failure>,
}

/// Asks the model about each doubt that a session leaves, one after another; nothing is locked meanwhile.
pub(in crate::service) async fn ask(
    app: &App,
    athlete: Id<Athlete>,
    session: SessionId,
    run: u32,
) -> Result<Vec<Heard>, Problem> {
    let now = || app.now();
    let mut work = app.look(athlete).await?;
    let request_id = work.trace_id.as_str().to_owned();
    let talk = talk(&app.planners, &request_id, Planner::Model, &now).filter(|_| app.planners.outcomes);
    let Some(talk) = talk else { return Ok(vec![]) };
    let Some((case, catalog, _)) = work.asked_case(session, run).await? else { return Ok(vec![]) };
    let questions = work.doubtful(&case, &catalog).await?;
    drop(work);
    let mut heard = Vec::new();
    for (proposal_id, opening) in questions {
        let ask = Ask {
            step: Step::Suggest,
            stage: Stage::Ingest,
            opening,
            schema: opinion::schema(),
            policy: opinion::POLICY,
            tools: None,
        };
        let said = talk.ask(ask, opinion::read).await.map(|(said, _)| said);
        heard.push(Heard { proposal_id, said });
    }
    Ok(heard)
}

impl Work<'_> {
    /// What is asked about each proposal of which the rules are not sure after the session.
    async fn doubtful(
        &mut self,
        case: &Case,
        catalog: &Catalog,
    ) -> Result<Vec<(ProposalId, Vec<Message>)>, Problem> {
        let Some(input) = self.outcome_input(case, catalog).await? else { return Ok(vec![]) };
        let evaluated = evaluate(&input)?;
        let session = &case.row.session;
        let question = |doubt: &training::outcome::opinion::Doubt| {
            let answered = input.proposals.iter().find(|one| one.proposal.id == doubt.proposal_id)?;
            let exercise = catalog.get(&answered.basis.exercise_key)?;
            let question = Question::new(doubt, answered, session, exercise, self.profile().units)?;
            Some((doubt.proposal_id, opinion::messages(&question, nonce())))
        };
        Ok(doubts(&input, &evaluated, session.id).iter().filter_map(question).collect())
    }

    /// Judges the session with what was heard, and writes into its run what came of that; says how many opinions count and
    /// how many are missing.
    pub(in crate::service) async fn take_opinions(
        &mut self,
        session: SessionId,
        number: u32,
        heard: &[Heard],
    ) -> Result<(usize, usize), Problem> {
        let Some((mut case, catalog, mut run)) = self.asked_case(session, number).await? else {
            return Ok((0, 0));
        };
        let Some(mut input) = self.outcome_input(&case, &catalog).await? else { return Ok((0, 0)) };
        for Heard { proposal_id, said } in heard {
            let answered = input.proposals.iter_mut().find(|one| one.proposal.id == *proposal_id);
            if let (Some(answered), Ok(said)) = (answered, said) {
                answered.opinions.push(Opinion {
                    session_id: session,
                    outcome: said.outcome,
                    confidence: said.confidence,
                    sentence: said.sentence.clone(),
                });
            }
        }
        let evaluated = evaluate(&input)?;
        self.keep_outcomes(&mut case, &input, &evaluated).await?;
        let by_opinion =
            |one: &Evaluation| one.session_id == session && one.reason.spec == SpecId::new("OU-9");
        let counts = |id: ProposalId| {
            let judged = evaluated.proposals.iter().find(|one| one.proposal_id == id);
            judged.is_some_and(|one| one.evaluations.iter().any(by_opinion))
        };
        run.report.opinions = heard
            .iter()
            .map(|Heard { proposal_id, said }| SecondOpinion {
                proposal_id: *proposal_id,
                counted: counts(*proposal_id),
                why: said.as_ref().err().map(|failure| failure.code),
            })
            .collect();
        let athlete = self.id();
        self.tx.put_run(athlete, &run).await?;
        let counted = run.report.opinions.iter().filter(|one| one.counted).count();
        let missing = run.report.opinions.iter().filter(|one| one.why.is_some()).count();
        Ok((counted, missing))
    }
}
