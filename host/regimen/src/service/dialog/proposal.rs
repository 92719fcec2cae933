//! Proposals and conflicts that are answered in words (PR-8, OV-4, D-6).

use assistant::dialog::{
    command::ProposalAnswer,
    question::{Choice, Does, Given, Label, Question, QuestionKind},
};
use domain::{
    dispute::{Conflict, Resolution},
    id::Id,
    proposal::{Proposal, ProposalId},
    reason::Fact,
};
use plan::{
    answer::{Answer, Effect, Reply},
    confirm::resolve,
};
use training::suggestion::display::{cards, sort};

use super::{
    context::Told,
    message::{Action, Button},
    question::About,
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    reader::once,
    service::{
        app::Scope,
        ledger::{Span, world},
    },
};

impl Talk<'_, '_> {
    /// `/proposals`: what waits, in the order in which it is shown.
    pub(super) async fn proposals(&mut self, said: Option<ProposalAnswer>) -> Result<(), Problem> {
        if self.is_stopped().await? {
            return Ok(());
        }
        let open = self.open_proposals().await?;
        if let Some(said) = said {
            let (number, given, yes) = match said {
                ProposalAnswer::Accept(number) => (number, Given::Yes, true),
                ProposalAnswer::Reject(number) => (number, Given::No, false),
                ProposalAnswer::Later(number) => (number, Given::Later, false),
            };
            let place = usize::try_from(number).unwrap_or(0).wrapping_sub(1);
            let listed = self.listed().await?;
            let cards = cards(&listed);
            let Some(card) = cards.get(place) else {
                self.tell(Part::Notice, "dialog-no_such_proposal", [("number", number.into())]);
                return if open.is_empty() { Ok(()) } else { self.list_proposals(&open).await };
            };
            return self.answer_proposals(&card.answered(), &given, yes).await;
        }
        if open.is_empty() {
            self.tell(Part::Plain, "dialog-no_proposals", []);
            return Ok(());
        }
        self.list_proposals(&open).await?;
        self.ask_conflict().await
    }

    async fn list_proposals(&mut self, open: &[Proposal]) -> Result<(), Problem> {
        let items = self.items().await?;
        let mut lines = Vec::new();
        for (number, card) in (1..).zip(cards(open)) {
            let reader = self.reader();
            let item = items.iter().find(|item| item.item_id == card.item_id);
            let name = item.map_or_else(String::new, |item| format!("{}: ", reader.name(&item.exercise_key)));
            let changes = card.proposals.iter().flat_map(|one| &one.changes);
            let changes = once(changes.map(|change| reader.change(change))).join(", ");
            let why = card.reasons.iter().map(|why| reader.reason(why.code, why.spec, &why.facts));
            let why = why.collect::<Vec<_>>().join("; ");
            lines.push(format!("{number}. {name}{changes} ({why})"));
        }
        for line in lines {
            self.line(Part::Proposals, line);
        }
        self.context.last_proposals = open.iter().map(|one| one.id).collect();
        for (number, card) in (1_usize..=3).zip(cards(open)) {
            let label = self.text_with("dialog-button-accept_number", [("number", number.into())]);
            let action = Action::Accept(card.proposals[0].id);
            self.out.buttons.push(Button { label, action: action.to_string() });
        }
        Ok(())
    }

    /// D-6: the proposals that were listed last, whatever became of them: a number means its place in that list, so that
    /// it never means another one.
    async fn listed(&mut self) -> Result<Vec<Proposal>, Problem> {
        let ids = self.context.last_proposals.clone();
        self.known(&ids).await
    }

    /// Proposals as they stand now.
    async fn known(&mut self, ids: &[ProposalId]) -> Result<Vec<Proposal>, Problem> {
        let athlete = self.work.id();
        let mut known = Vec::new();
        for id in ids {
            known.extend(self.work.tx.proposal(athlete, *id).await?);
        }
        Ok(known)
    }

    async fn open_proposals(&mut self) -> Result<Vec<Proposal>, Problem> {
        let chain = self.work.training_chain(None, Span::Recent("")).await?;
        let mut open: Vec<Proposal> =
            chain.proposals.iter().filter(|one| one.state.is_open()).cloned().collect();
        sort(&mut open, &chain.effective().iter().collect::<Vec<_>>());
        Ok(open)
    }

    /// The answer to one proposal, with those that are shown as one card with it.
    pub(super) async fn answer_proposal(
        &mut self,
        id: ProposalId,
        given: &Given,
        is_yes: bool,
    ) -> Result<(), Problem> {
        let open = self.open_proposals().await?;
        let group = open.iter().find(|one| one.id == id).map(|one| one.group_id);
        let ids: Vec<ProposalId> = match group {
            Some(group) => open.iter().filter(|one| one.group_id == group).map(|one| one.id).collect(),
            None => vec![id],
        };
        self.answer_proposals(&ids, given, is_yes).await
    }

    async fn answer_proposals(
        &mut self,
        ids: &[ProposalId],
        given: &Given,
        is_yes: bool,
    ) -> Result<(), Problem> {
        self.work.require(Scope::Plan)?;
        let known = self.known(ids).await?;
        if let Some(last) = known.last()
            && known.iter().all(|one| !one.state.is_open())
        {
            let state = self.reader().word("dialog-state", last.state);
            self.tell(Part::Plain, "dialog-already_answered", [("state", state.into())]);
            return Ok(());
        }
        let reply = match given {
            Given::Later => Reply::Defer,
            _ if is_yes => Reply::Accept { alternative: None },
            _ => Reply::Reject { reason: None, note: None },
        };
        let answers: Vec<Answer> =
            ids.iter().map(|id| Answer { proposal: *id, reply: reply.clone() }).collect();
        let (answered, _) = self.work.answer_proposals(&answers).await?;
        let version = answered.effects.iter().find_map(|(_, effect)| match effect {
            Effect::Done(version) => Some(*version),
            _ => None,
        });
        match (&answered.effects[..], version) {
            ([(_, Effect::Dropped(reason)), ..], _) => {
                let why = self.voice.reason(reason);
                self.tell(Part::Plain, "dialog-not_landed", [("why", why.into())]);
            }
            (_, Some(Some(version))) => {
                let now = self.work.now;
                self.tell(Part::Plain, "dialog-accepted", [("number", version.into())]);
                self.button("dialog-button-undo", &Action::Undo(version));
                self.context.recommend(Told::Version(version), "accepted", now);
            }
            _ if is_yes => self.tell(Part::Plain, "dialog-accepted_plain", []),
            _ if *given == Given::Later => self.tell(Part::Plain, "dialog-deferred", []),
            _ => self.tell(Part::Plain, "dialog-rejected", []),
        }
        Ok(())
    }

    /// OV-4: a conflict waits; its ways out are the options.
    async fn ask_conflict(&mut self) -> Result<(), Problem> {
        let chain = self.work.training_chain(None, Span::Recent("")).await?;
        let Some(open) = crate::service::planning::waiting(&chain).into_iter().next() else { return Ok(()) };
        let items = chain.effective();
        let names: Vec<Fact> = open
            .conflict
            .items
            .iter()
            .filter_map(|one| items.iter().find(|item| item.item_id == one.item_id))
            .map(|item| self.name(&item.exercise_key).into())
            .collect();
        let changes = once(open.wanted.iter().map(|change| self.reader().change(change))).join(", ");
        let mut question = Question::new(QuestionKind::Conflict)
            .fact("items", Fact::List(names))
            .fact("changes", changes)
            .option(Choice::new(Label::No, Does::Nothing))
            .option(Choice::new(Label::Yes, Does::Nothing));
        if open.alternatives.len() > 2 {
            question = question.option(Choice::new(Label::Add, Does::Nothing));
        }
        self.ask(question, About::Conflict(open.conflict.id));
        Ok(())
    }

    /// Keep the own value, take the new one, or meet halfway.
    pub(super) async fn answer_conflict(
        &mut self,
        conflict: Id<Conflict>,
        given: &Given,
    ) -> Result<(), Problem> {
        let how = match given {
            Given::Option(1) | Given::Yes => Resolution::Auto,
            Given::Option(2) => Resolution::Compromise,
            Given::Later => {
                self.tell(Part::Plain, "dialog-deferred", []);
                return Ok(());
            }
            _ => Resolution::Manual,
        };
        self.work.require(Scope::Plan)?;
        let chain = self.work.training_chain(None, Span::Whole).await?;
        let facts = self.work.training_facts(&chain).await?;
        let landing = resolve(&chain, conflict, how, &self.work.moment(), world(&facts))?;
        self.work.land(&landing).await?;
        let how = self.reader().word("resolution", how);
        self.tell(Part::Plain, "dialog-settled", [("how", how.into())]);
        Ok(())
    }
}
