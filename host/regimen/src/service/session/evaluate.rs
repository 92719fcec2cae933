//! What a session says of older proposals (OU-1, OU-10).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    id::Id,
    proposal::{Evaluation, Outcome, Proposal},
    session::ExercisePerformance,
};
use store::{List, ProposalRows};
use training::{
    catalog::Catalog,
    outcome::{
        self,
        input::{Answered, Evaluated, OutcomeInput},
        opinion::doubts,
    },
    suggestion::feedback::Feedback,
};
use uuid::Uuid;

use super::case::{Case, bare_performance, is_assisted, sessions_of};
use crate::{problem::Problem, service::app::Work};

/// OU-10: for how many days an outcome counts.
const FEEDBACK_DAYS: i64 = 180;

impl Work<'_> {
    /// OU-1: what this session says of older proposals; gives what the next suggestions learn from it.
    ///
    /// OU-9: where the rules are not sure and a model may be asked, the session says nothing until it was.
    pub(super) async fn evaluate(
        &mut self,
        case: &mut Case,
        catalog: &Catalog,
    ) -> Result<BTreeMap<String, Feedback>, Problem> {
        let Some(mut input) = self.outcome_input(case, catalog).await? else { return Ok(BTreeMap::new()) };
        let mut evaluated = outcome::evaluate(&input)?;
        if self.app.planners.outcomes {
            let session = case.row.session.id;
            let doubts: BTreeSet<_> =
                doubts(&input, &evaluated, session).into_iter().map(|doubt| doubt.proposal_id).collect();
            case.in_doubt = !doubts.is_empty();
            for answered in input.proposals.iter_mut().filter(|one| doubts.contains(&one.proposal.id)) {
                answered.awaited.push(session);
            }
            if case.in_doubt {
                evaluated = outcome::evaluate(&input)?;
            }
        }
        self.keep_outcomes(case, &input, &evaluated).await?;
        Ok(evaluated.feedback.into_iter().map(|(key, feedback)| (key.to_string(), feedback)).collect())
    }

    /// Older proposals with their answers, and the sessions since; nothing if there are none.
    pub(super) async fn outcome_input(
        &mut self,
        case: &Case,
        catalog: &Catalog,
    ) -> Result<Option<OutcomeInput>, Problem> {
        let athlete = self.id();
        let since = self.now.minus_seconds(FEEDBACK_DAYS * 86_400);
        let items = case.items();
        let (asked,) = self.tx.lists(athlete, (List::answered_proposals(&items, since),)).await?;
        if asked.is_empty() {
            return Ok(None);
        }
        let bases = self.bases(case, asked.iter().map(|one| &one.proposal)).await?;
        let answered = asked.into_iter().filter_map(|ProposalRows { proposal, decisions, evaluations }| {
            let basis = bases.get(proposal.evidence.first()?)?;
            let is_final = proposal.outcome != Outcome::Pending;
            Some(Answered {
                basis: basis.clone(),
                assistance: is_assisted(&basis.exercise_key, catalog),
                rejected_for: decisions.last().and_then(|decision| decision.reason_code),
                settled_at: evaluations.last().filter(|_| is_final).map(|evaluation| evaluation.at),
                evaluations,
                opinions: vec![],
                awaited: vec![],
                proposal,
            })
        });
        Ok(Some(OutcomeInput {
            proposals: answered.collect(),
            sessions: sessions_of(case),
            now: self.now,
            tuning: outcome::tuning::OutcomeTuning::default(),
        }))
    }

    /// Writes what is new: evaluations that were not known, and outcomes that have become final.
    pub(super) async fn keep_outcomes(
        &mut self,
        case: &mut Case,
        input: &OutcomeInput,
        evaluated: &Evaluated,
    ) -> Result<(), Problem> {
        let athlete = self.id();
        let (mut settled, mut given) = (Vec::new(), Vec::new());
        for judged in &evaluated.proposals {
            let mut answered = input.proposals.iter();
            let Some(answered) = answered.find(|one| one.proposal.id == judged.proposal_id) else { continue };
            let proposal = &answered.proposal;
            let is_new = |one: &&Evaluation| {
                answered.evaluations.iter().all(|known| known.session_id != one.session_id)
            };
            given.extend(judged.evaluations.iter().filter(is_new).cloned());
            if proposal.outcome != judged.outcome {
                settled.push(Proposal { outcome: judged.outcome, ..proposal.clone() });
            }
        }
        self.tx.add_evaluations(athlete, &given).await?;
        self.tx.put_proposals(&settled).await?;
        for proposal in settled {
            if let Some(known) = case.chain.proposals.iter_mut().find(|known| known.id == proposal.id) {
                known.outcome = proposal.outcome;
            }
        }
        Ok(())
    }

    /// What proposals were made from. What has its outcome is not judged again: of its basis only the exercise counts.
    async fn bases<'p>(
        &mut self,
        case: &Case,
        proposals: impl Iterator<Item = &'p Proposal>,
    ) -> Result<BTreeMap<Uuid, ExercisePerformance>, Problem> {
        let athlete = self.id();
        let known = case.performances.values().flatten().map(|past| &past.performance);
        let mut bases: BTreeMap<Uuid, ExercisePerformance> =
            known.map(|performance| (performance.id.uuid(), performance.clone())).collect();
        let unknown = |one: &&Proposal| one.evidence.first().is_some_and(|id| !bases.contains_key(id));
        let (open, settled): (Vec<_>, Vec<_>) =
            proposals.filter(unknown).partition(|one| one.outcome == Outcome::Pending);
        let evidence = |proposals: Vec<&Proposal>| -> Vec<Uuid> {
            let ids: BTreeSet<_> = proposals.iter().filter_map(|one| one.evidence.first().copied()).collect();
            ids.into_iter().collect()
        };
        let (open, settled) = (evidence(open), evidence(settled));
        for performance in self.tx.performances(athlete, &open).await? {
            bases.insert(performance.id.uuid(), performance);
        }
        for (id, key) in self.tx.exercises_of(athlete, &settled).await? {
            bases.entry(id).or_insert_with(|| bare_performance(Id::from_uuid(id), key));
        }
        Ok(bases)
    }
}
