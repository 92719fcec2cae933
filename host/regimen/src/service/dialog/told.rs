//! What a report is answered: what was saved, what follows from it, what comes next, in a fixed order (D-16).

use assistant::dialog::result::{Item, ReadSet, RpeSource};
use domain::{
    exercise::ExerciseKey,
    prescription::SetType,
    progress::LevelDecision,
    proposal::{Proposal, ProposalState},
    quantity::{Grams, Rpe},
    reason::Fact,
    session::SetPerformance,
    voice::Locale,
};
use training::{
    records,
    suggestion::display::{Card, cards},
};

use super::{
    context::Told,
    message::Action,
    question::Draft,
    said::is_each,
    talk::{Part, Talk},
};
use crate::{
    problem::Problem,
    reader::{once, sets},
    service::session::finish::Finished,
};

/// How many records are told.
const RECORDS: usize = 3;

impl Talk<'_, '_> {
    /// D-16: what was saved and what follows from it.
    pub(super) async fn tell_saved(&mut self, draft: &Draft, finished: &Finished) -> Result<(), Problem> {
        let items: Vec<Fact> = draft.report.items.iter().map(|item| self.item(item).into()).collect();
        let facts = [("date", Fact::from(draft.report.date)), ("items", Fact::List(items))];
        self.tell(Part::Saved, "dialog-saved", facts);
        for item in &draft.report.items {
            self.tell_effort(item);
        }
        if !draft.report.unparsed.is_empty() {
            let text = draft.report.unparsed.join("; ");
            self.tell(Part::Saved, "dialog-unparsed", [("text", text.into())]);
        }
        if self.suspension().await?.is_some() {
            // D-15: no plan, no weights, no motivation.
            return Ok(());
        }
        self.tell_decisions(finished);
        self.tell_advice(finished);
        self.tell_records(finished).await?;
        self.tell_proposals(finished);
        self.tell_next(finished).await
    }

    /// D-8: an effort that was read from a word is said.
    fn tell_effort(&mut self, item: &Item) {
        let Some(tenths) = item.rpe10.filter(|_| item.rpe_source == Some(RpeSource::Word)) else { return };
        let Ok(rpe) = Rpe::new(tenths.into()) else { return };
        let word = item.rpe_word.clone().unwrap_or_default();
        self.tell(
            Part::Saved,
            "dialog-effort_from_word",
            [("word", word.into()), ("rpe", Fact::tenths(rpe.tenths()))],
        );
    }

    /// P-25..P-29: what was decided, by item; what came into the plan can be taken back (PR-11).
    pub(super) fn tell_decisions(&mut self, finished: &Finished) {
        let now = self.work.now;
        for update in &finished.told.updates {
            if update.decision == LevelDecision::None {
                continue;
            }
            let name = self.reader().keyed(&update.exercise);
            let comment = match self.voice.locale {
                Locale::En => &update.comments.en,
                Locale::Ru => &update.comments.ru,
            };
            let decision = self.reader().word("decision", update.decision);
            let line = if comment.is_empty() {
                format!("{name}: {decision}")
            } else {
                format!("{name}: {decision}. {comment}")
            };
            self.line(Part::Decisions, line);
        }
        let Some(version) = finished.told.version else { return };
        let landed: Vec<Proposal> =
            finished.proposals.iter().filter(|one| one.state == ProposalState::Accepted).cloned().collect();
        for card in cards(&landed) {
            let line = self.card(&card, finished);
            self.line(Part::Decisions, line);
        }
        self.tell(Part::Decisions, "dialog-version", [("number", version.into())]);
        self.button("dialog-button-undo", &Action::Undo(version));
        self.context.recommend(Told::Version(version), "version", now);
    }

    /// `Pull-up: sets 4 → 5`.
    fn card(&self, card: &Card<'_>, finished: &Finished) -> String {
        let own = finished.row.session.exercises.iter().find(|one| one.item_id == Some(card.item_id));
        let name = own.map_or_else(String::new, |one| format!("{}: ", self.name(&one.exercise_key)));
        let reader = self.reader();
        let changes = card.proposals.iter().flat_map(|proposal| &proposal.changes);
        format!("{name}{}", once(changes.map(|change| reader.change(change))).join(", "))
    }

    fn tell_advice(&mut self, finished: &Finished) {
        for advice in &finished.told.advice {
            if let Some(text) = self.voice.text(&advice.text, &advice.facts) {
                self.line(Part::Flags, text);
            }
        }
    }

    async fn tell_records(&mut self, finished: &Finished) -> Result<(), Problem> {
        let all = self.work.records(None).await?;
        let told = records::announced(&all, finished.row.session.id);
        for record in told.into_iter().take(RECORDS) {
            let reader = self.reader();
            let value = reader.record(record.kind, record.value);
            let facts = [
                ("exercise", Fact::from(reader.keyed(&record.exercise))),
                ("kind", reader.record_kind(record).into()),
                ("value", value.into()),
            ];
            self.tell(Part::Records, "dialog-record", facts);
        }
        Ok(())
    }

    /// PR-8: at most one offer is made; the others wait in the list.
    fn tell_proposals(&mut self, finished: &Finished) {
        let now = self.work.now;
        let open: Vec<Proposal> =
            finished.proposals.iter().filter(|one| one.state.is_open()).cloned().collect();
        let cards = cards(&open);
        let Some(card) = cards.first() else { return };
        let text = self.card(card, finished);
        let why: Vec<String> =
            card.reasons.iter().map(|why| self.reader().reason(why.code, why.spec, &why.facts)).collect();
        let facts = [("change", Fact::from(text)), ("why", why.join("; ").into())];
        self.tell(Part::Proposals, "dialog-offer", facts);
        self.context.last_proposals = card.proposals.iter().map(|one| one.id).collect();
        if let Some(first) = card.proposals.first() {
            self.button("dialog-button-accept", &Action::Accept(first.id));
            self.button("dialog-button-reject", &Action::Reject(first.id));
            self.button("dialog-button-later", &Action::Later(first.id));
            self.context.recommend(Told::Proposal(first.id), "offer", now);
        }
        if cards.len() > 1 {
            let count = i64::try_from(cards.len() - 1).unwrap_or(0);
            self.tell(Part::Proposals, "dialog-more_offers", [("count", count.into())]);
        }
    }

    /// What the reported exercises ask for the next time.
    async fn tell_next(&mut self, finished: &Finished) -> Result<(), Problem> {
        let items = self.items().await?;
        let mut next: Vec<Fact> = Vec::new();
        for one in &finished.row.session.exercises {
            let item = items.iter().find(|item| Some(item.item_id) == one.item_id);
            if let Some(item) = item.filter(|_| !one.sets.is_empty()) {
                next.push(self.target_of(item).into());
            }
        }
        if !next.is_empty() {
            self.tell(Part::Next, "dialog-next", [("items", Fact::List(next))]);
        }
        Ok(())
    }

    /// `Pull-up 4 x 7, 10 kg`, as the plan has it.
    pub(super) fn target_of(&self, item: &domain::plan::PlanItem) -> String {
        let reader = self.reader();
        let working: Vec<_> = item.prescription.working_sets().collect();
        let amounts: Vec<u32> = working.iter().filter_map(|set| set.amount()).collect();
        let unit = self.unit(
            working.iter().any(|set| set.seconds.is_some()),
            working.iter().any(|set| set.meters.is_some()),
        );
        let load = working.first().and_then(|set| set.load_g).filter(|load| load.0 != 0);
        let load =
            load.map_or_else(String::new, |_| format!(", {}", reader.loads(&item.exercise_key, &working)));
        format!("{} {}{unit}{load}", reader.name(&item.exercise_key), sets(&amounts))
    }

    fn unit(&self, seconds: bool, meters: bool) -> String {
        match (seconds, meters) {
            (true, _) => format!(" {}", self.text_with("dialog-unit-s", [])),
            (_, true) => format!(" {}", self.text_with("dialog-unit-m", [])),
            _ => String::new(),
        }
    }

    /// What was read of one exercise: `Pull-up 4 x 7, RPE 6`.
    pub(super) fn item(&self, item: &Item) -> String {
        let name = item.exercise_key.as_ref().map_or_else(|| item.raw_name.clone(), |key| self.name(key));
        if item.skipped {
            return format!("{name} {}", self.text_with("dialog-item-skipped", []));
        }
        let effort = item.rpe10.and_then(|tenths| Rpe::new(tenths.into()).ok());
        let effort = effort.map_or_else(String::new, |rpe| {
            format!(", {}", self.text_with("dialog-item-rpe", [("rpe", Fact::tenths(rpe.tenths()))]))
        });
        format!("{name} {}{effort}", self.read_sets(&item.sets))
    }

    /// `3 x 8, 80 kg; 1 x 6, 90 kg`.
    pub(super) fn read_sets(&self, read: &[ReadSet]) -> String {
        let same = |a: &ReadSet, b: &ReadSet| (a.kind, a.load_g, a.per) == (b.kind, b.load_g, b.per);
        let runs = read.chunk_by(same).map(|run| {
            let amounts: Vec<u32> =
                run.iter().filter_map(|set| set.reps.or(set.seconds).or(set.meters)).collect();
            let first = run[0];
            let unit = self.unit(
                first.seconds.is_some() && first.reps.is_none(),
                first.meters.is_some() && first.seconds.is_none(),
            );
            let each = if is_each(first.per) { self.text_with("dialog-each", []) } else { String::new() };
            let text = format!("{}{unit}{each}{}", sets(&amounts), self.load_of(first.load_g));
            if first.kind == SetType::Warmup {
                self.text_with("dialog-warmup", [("sets", text.into())])
            } else {
                text
            }
        });
        runs.collect::<Vec<_>>().join("; ")
    }

    fn load_of(&self, load: Option<Grams>) -> String {
        load.filter(|load| load.0 != 0)
            .map_or_else(String::new, |load| format!(", {}", self.voice.load(load)))
    }

    /// The same of sets that were done.
    pub(super) fn done_sets(&self, done: &[SetPerformance], _key: &ExerciseKey) -> String {
        let runs = done.chunk_by(|a, b| a.load_g == b.load_g && a.kind == b.kind).map(|run| {
            let amounts: Vec<u32> = run.iter().filter_map(SetPerformance::amount).collect();
            let unit = self.unit(run[0].seconds.is_some(), run[0].meters.is_some());
            format!("{}{unit}{}", sets(&amounts), self.load_of(run[0].load_g))
        });
        runs.collect::<Vec<_>>().join("; ")
    }
}
