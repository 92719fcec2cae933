//! What a model would change after a session, when it is asked (AI-1..AI-6).
//!
//! A report is answered at once; a job asks the model later. What is asked about is read first, then nothing is held while
//! the model thinks, then its answers are settled beside what the rules have told, in another transaction. Whatever it
//! does, the report stands: an item that gets nothing says why in the run.

use assistant::{
    failure::{Failure, FailureCode, Stage},
    input::request::Planner,
    model::{
        fence::Nonce,
        message::Message,
        suggest::{self, Tools},
    },
};
use domain::{
    id::Id,
    person::{Actor, Athlete},
    plan::{ItemId, PlanItem, PlanStatus, TriggerKind},
    proposal::{EngineName, Proposal, ProposalState},
    session::{SessionId, SessionStatus},
    vocabulary::vocabulary,
};
use plan::{
    answer::{Answer, Reply, answer},
    chain::Moment,
    report::{Batch, report},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Run, Shelf};
use training::{
    catalog::Catalog,
    suggestion::{
        SuggestInput,
        draft::{
            DroppedWish,
            answer::Wish,
            ask::{HistoryContext, ModelInput, recent_performances},
        },
        history::ExerciseHistory,
        join::{Joined, asked_about, draft_item, join},
    },
};

use super::{
    case::{Case, is_pending},
    finish::Told,
    leave::Known,
};
use crate::{
    llm::{Step, talk::Ask},
    problem::Problem,
    service::{
        app::{App, Work},
        flow::plan::talk,
        ledger::{Span, world},
    },
};

vocabulary! {
    /// Whether a model has answered.
    pub enum ModelRunStatus: "status" {
        Waiting = "waiting",
        Done = "done",
    }
}

/// What a model was asked after a session, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelRun {
    /// Whether it has answered.
    pub status: ModelRunStatus,
    /// Answers that were asked for, repairs among them.
    pub calls: u32,
    /// Item by item.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ModelItem>,
}

impl Default for ModelRun {
    fn default() -> Self {
        Self { status: ModelRunStatus::Waiting, calls: 0, items: vec![] }
    }
}

/// What a model made of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelItem {
    /// The item.
    pub item_id: ItemId,
    /// How many of its wishes are proposed.
    pub proposed: u32,
    /// Wishes that are not within the bounds (AI-5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<DroppedWish>,
    /// Why it said nothing that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<FailureCode>,
}

/// What is asked about one item.
struct Question {
    item_id: ItemId,
    messages: Vec<Message>,
    tools: Tools,
}

/// What a model said about one item.
pub(in crate::service) struct Answered {
    item_id: ItemId,
    said: Result<(Vec<Wish>, u32), Failure>,
}

/// Asks the model about the items of a session, one after another; nothing is locked meanwhile.
pub(in crate::service) async fn ask(
    app: &App,
    athlete: Id<Athlete>,
    session: SessionId,
    run: u32,
) -> Result<Vec<Answered>, Problem> {
    if !app.planners.suggestions {
        return Ok(vec![]);
    }
    let mut work = app.look(athlete).await?;
    let Some((case, catalog, _)) = work.asked_case(session, run).await? else { return Ok(vec![]) };
    let questions = work.questions(&case, &catalog).await?;
    let request_id = work.trace_id.as_str().to_owned();
    drop(work);
    let now = || app.now();
    let Some(talk) = talk(&app.planners, &request_id, Planner::Model, &now) else { return Ok(vec![]) };
    let mut answers = Vec::new();
    for Question { item_id, messages, tools } in questions {
        let ask = Ask {
            step: Step::Suggest,
            stage: Stage::Ingest,
            opening: messages,
            schema: suggest::schema(),
            policy: suggest::POLICY,
            tools: Some(tools),
        };
        answers.push(Answered { item_id, said: talk.ask(ask, suggest::wishes).await });
    }
    Ok(answers)
}

impl Work<'_> {
    /// A session as the run over it saw it; nothing if it has no plan in force, or was reported again since.
    pub(super) async fn asked_case(
        &mut self,
        session: SessionId,
        number: u32,
    ) -> Result<Option<(Case, std::borrow::Cow<'static, Catalog>, Run<Told>)>, Problem> {
        let Some(row) = self.tx.session(self.id(), session).await? else { return Ok(None) };
        let is_over = matches!(row.session.status, SessionStatus::Summary | SessionStatus::Done);
        let run = self.tx.runs::<Told>(self.id(), session).await?.pop();
        let (Some(plan), Some(run)) = (row.session.plan_id, run.filter(|run| is_over && run.run == number))
        else {
            return Ok(None);
        };
        let plan = self.plan(plan).await?;
        if plan.status != PlanStatus::Active {
            return Ok(None);
        }
        let chain = self.chain::<PlanItem>(plan, Span::Recent(&session.to_string())).await?;
        let flags = self.flags().await?;
        let lately = self.lately(flags.clone(), vec![]).await?;
        let mut case = Case {
            row,
            // What a correction had to take back is taken back already.
            kind: TriggerKind::SessionReport,
            chain,
            lately,
            flags,
            records: std::collections::BTreeMap::new(),
            performances: std::collections::BTreeMap::new(),
            heads: std::collections::BTreeMap::new(),
            in_doubt: false,
        };
        self.add_past(&mut case).await?;
        Ok(Some((case, self.catalog().await?, run)))
    }

    async fn questions(&mut self, case: &Case, catalog: &Catalog) -> Result<Vec<Question>, Problem> {
        let input = self.suggest_input(case, std::collections::BTreeMap::new()).await?;
        let athlete = self.id();
        let mut questions = Vec::new();
        for (item, past) in asked_about(&input) {
            let Some(exercise) = catalog.get(&item.item.exercise_key) else { continue };
            let key = item.item.exercise_key.to_string();
            let known = self.tx.entry::<Known>(Shelf::ExerciseHistory, athlete, &key).await?;
            let known = known.map_or_else(
                || ExerciseHistory::over(exercise, &[], None, self.today()),
                |entry| entry.value.history,
            );
            let date = |past: &store::PastPerformance| Some(case.heads.get(&past.session_id)?.local_date);
            let all = case.performances.get(&item.item.item_id).map(Vec::as_slice).unwrap_or_default();
            let dated: Vec<_> = all.iter().filter_map(|one| Some((date(one)?, &one.performance))).collect();
            let recent = recent_performances(&dated, 5, input.unit);
            let local_date = case.row.session.local_date;
            let asked =
                ModelInput::new(exercise, &item.item.prescription, local_date, &past.performance, input.unit);
            questions.push(Question {
                item_id: item.item.item_id,
                messages: suggest::messages(&asked, self.today(), nonce()),
                tools: Tools::new(&HistoryContext::new(&known, input.unit), &recent),
            });
        }
        Ok(questions)
    }

    /// Settles what the model said beside what the rules have told, and writes both into the run; says how many proposals
    /// there are and how many items got none.
    pub(in crate::service) async fn take_answers(
        &mut self,
        session: SessionId,
        number: u32,
        answers: &[Answered],
    ) -> Result<(usize, usize), Problem> {
        let Some((case, catalog, mut run)) = self.asked_case(session, number).await? else {
            return Ok((0, 0));
        };
        let input = self.suggest_input(&case, std::collections::BTreeMap::new()).await?;
        let (mut model, drafts) = drafted(answers, &input, &catalog);
        let standing = case.chain.proposals.iter().filter(|one| {
            let is_alive = matches!(
                one.state,
                ProposalState::Pending | ProposalState::Deferred | ProposalState::Accepted
            );
            one.engine == EngineName::PrescriptionRules
                && is_alive
                && one.trigger.reference == session.to_string()
        });
        let joined = join(drafts, &standing.cloned().collect::<Vec<_>>(), &input, &catalog);
        for item in &mut model.items {
            let of_item = joined.proposals.iter().filter(|one| one.target.item_id == item.item_id);
            item.proposed = u32::try_from(of_item.count()).unwrap_or(u32::MAX);
        }
        let proposed = self.propose(case, &joined, &catalog).await?;
        let silent = model.items.iter().filter(|item| item.proposed == 0).count();
        run.report.dropped.extend(joined.dropped);
        run.report.model = Some(model);
        let athlete = self.id();
        self.tx.put_run(athlete, &run).await?;
        Ok((proposed, silent))
    }

    /// Asks the athlete; after the summary was left, at the next session (SL-3, SL-4).
    async fn propose(&mut self, case: Case, joined: &Joined, catalog: &Catalog) -> Result<usize, Problem> {
        let Case { row, mut chain, flags, .. } = case;
        let put_off = joined.deferred.iter().map(|one| &one.proposal);
        let put_off = put_off.map(|one| Proposal { state: ProposalState::Pending, ..one.clone() });
        let proposals: Vec<_> = joined.proposals.iter().cloned().chain(put_off).collect();
        if proposals.is_empty() {
            return Ok(0);
        }
        let count = proposals.len();
        let is_left = row.session.status == SessionStatus::Done;
        let later: Vec<_> = if is_left {
            proposals.iter().map(|one| one.id).collect()
        } else {
            joined.deferred.iter().map(|one| one.proposal.id).collect()
        };
        let facts = self.facts(chain.effective(), &flags, catalog);
        let batch = Batch {
            trigger: TriggerKind::SessionReport,
            reference: row.session.id.to_string(),
            proposals,
            judged: vec![],
        };
        let landing = report(&chain, batch, &self.moment(), world(&facts))?;
        self.land(&landing).await?;
        chain.record(&landing);
        let later = later.into_iter().filter(|id| is_pending(&chain, *id));
        let later: Vec<_> = later.map(|proposal| Answer { proposal, reply: Reply::Defer }).collect();
        if !later.is_empty() {
            let moment = Moment { actor: Actor::SYSTEM, ..self.moment() };
            let answered = answer(&chain, &later, &moment, world(&facts))?;
            self.land(&answered.landing).await?;
        }
        Ok(count)
    }
}

/// The wishes within their bounds, and what became of the others.
fn drafted(answers: &[Answered], input: &SuggestInput, catalog: &Catalog) -> (ModelRun, Vec<Proposal>) {
    let mut model = ModelRun { status: ModelRunStatus::Done, ..ModelRun::default() };
    let mut drafts = Vec::new();
    for Answered { item_id, said } in answers {
        let mut item = ModelItem { item_id: *item_id, proposed: 0, dropped: vec![], why: None };
        let known = input.items.iter().find(|one| one.item.item_id == *item_id);
        match (said, known) {
            (Ok((wishes, calls)), Some(known)) => {
                model.calls += calls;
                let drafted = draft_item(wishes, known, input, catalog);
                item.dropped = drafted.dropped;
                drafts.extend(drafted.proposals);
            }
            // The item has left the plan since.
            (Ok((_, calls)), None) => model.calls += calls,
            (Err(failure), _) => {
                model.calls += failure.attempts.analyzer;
                item.why = Some(failure.code);
            }
        }
        model.items.push(item);
    }
    (model, drafts)
}

/// A value that nobody can guess, so that no text closes its fence (L-27).
pub(in crate::service) fn nonce() -> Nonce {
    let mut bytes = [0; 16];
    crate::service::app::fill(&mut bytes);
    Nonce(u128::from_be_bytes(bytes))
}
