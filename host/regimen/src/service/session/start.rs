//! The start of a session: open proposals are answered first, then targets are frozen (SL-5, SL-6, PV-5).

use std::collections::BTreeSet;

use domain::{
    change::{Change, Target},
    dispute::{OverrideScope, OverrideStatus},
    error::ErrorCode,
    plan::PlanItem,
    proposal::{Consent, EngineName, Proposal, ProposalKind, Verdict},
    session::{FrozenTargets, Gate, SessionEventKind, SessionId, SessionOrigin, SessionStatus},
    spec::SpecId,
    time::{Instant, add_days},
    wellbeing::SessionModifier,
};
use plan::{
    answer::{Answer, Reply, answer},
    chain::Chain,
    expiry::close_offers,
};
use store::{SessionRow, Which};
use training::{
    catalog::Catalog,
    freeze::{self, Start},
    suggestion::gate::{Gatekeeper, Say},
};

use super::{event, step, wrong_state};
use crate::{
    problem::{Code, Problem},
    service::{
        act::Act,
        app::{App, Caller, Scope, Work},
        ledger::{Span, world},
    },
};

/// What to do with proposals that wait before the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtGate {
    /// Nothing: the start is refused while one waits.
    Ask,
    /// Yes to all.
    AcceptAll,
    /// No to all, on with the session (SL-6).
    Skip,
}

/// Starts a planned session. While proposals wait, `gate_open` says which; what is accepted counts in this session.
pub async fn start(
    app: &App,
    caller: &Caller,
    id: SessionId,
    at_gate: AtGate,
) -> Result<SessionRow, Problem> {
    let mut work = app.write(caller, Act::SessionStarted).await?;
    let mut row = work.session(id).await?;
    // A device that asks again gets the session that it started.
    if row.session.status == SessionStatus::Active {
        return Ok(row);
    }
    if row.session.status != SessionStatus::Planned {
        return Err(wrong_state(row.session.status, SessionStatus::Active));
    }
    work.leave_others(id).await?;
    let waiting = work.pass_gate(&mut row, at_gate).await?;
    if !waiting.is_empty() {
        work.put_session(&mut row).await?;
        work.commit().await?;
        // What is shown and answered as one counts once (SL-10).
        let cards: BTreeSet<_> = waiting.iter().map(|proposal| proposal.group_id).collect();
        let ids: Vec<String> = waiting.iter().map(|proposal| proposal.id.to_string()).collect();
        return Err(Problem::new(Code::of(ErrorCode::GateOpen))
            .fact("count", cards.len())
            .fact("proposals", ids));
    }
    work.begin(&mut row).await?;
    work.commit().await?;
    Ok(row)
}

impl Work<'_> {
    /// SL-3: a summary that is still open is left when another session starts.
    async fn leave_others(&mut self, id: SessionId) -> Result<(), Problem> {
        let days = (add_days(self.today(), -7), add_days(self.today(), 1));
        let others = self.tx.sessions(self.id(), Which::Between(days.0, days.1)).await?;
        for mut other in others {
            if other.session.status == SessionStatus::Summary && other.session.id != id {
                // A trigger of its own, just before the start: what it defers may be answered at the gate.
                let (now, trace) = (self.now, std::mem::replace(&mut self.trace_id, self.app.trace()));
                self.now = Instant::from_millis(now.millis() - 1).unwrap_or(now);
                let left = self.leave(&mut other).await;
                (self.now, self.trace_id) = (now, trace);
                left?;
            }
        }
        Ok(())
    }

    /// SL-5: lets the session through, or says which proposals wait.
    async fn pass_gate(&mut self, row: &mut SessionRow, at_gate: AtGate) -> Result<Vec<Proposal>, Problem> {
        let Some(plan_id) = row.session.plan_id else { return Ok(vec![]) };
        let plan = self.plan(plan_id).await?;
        let mut chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
        let items = plan_items(&chain, row);
        let ids: Vec<_> = items.iter().map(|item| item.item_id).collect();
        let (catalog, flags) = (self.catalog().await?, self.flags().await?);
        let facts = self.facts(chain.effective(), &flags, &catalog);
        let moment = self.moment();
        let ended = close_offers(&chain, &ids, is_offer, &moment, world(&facts))?;
        self.land(&ended).await?;
        chain.record(&ended);
        let mut gate = Gatekeeper::new(&items, &chain.proposals, self.now);
        row.session.gate = gate.gate();
        let say = match at_gate {
            _ if gate.gate() == Gate::Closed => return Ok(vec![]),
            AtGate::Ask => {
                return Ok(gate.waiting().iter().filter_map(|id| chain.proposal(*id).cloned()).collect());
            }
            AtGate::AcceptAll => Say::AcceptAll,
            AtGate::Skip => Say::Skip,
        };
        let said = gate.answer(&say).map_err(|refusal| Problem::new(Code::of(refusal.code())))?;
        let reply = |said: training::suggestion::gate::Answer| Answer {
            proposal: said.proposal_id,
            reply: match said.verdict {
                Verdict::Accepted => Reply::Accept { alternative: None },
                _ => Reply::Reject { reason: said.reason_code, note: None },
            },
        };
        let answers: Vec<_> = said.into_iter().map(reply).collect();
        let answered = answer(&chain, &answers, &moment, world(&facts))?;
        self.land(&answered.landing).await?;
        row.session.gate = Gate::Closed;
        Ok(vec![])
    }

    /// PV-5: freezes the targets and starts.
    pub(in crate::service) async fn begin(&mut self, row: &mut SessionRow) -> Result<(), Problem> {
        step(row, SessionStatus::Active)?;
        row.session.started_at = Some(self.now);
        if let Some(plan_id) = row.session.plan_id {
            let plan = self.plan(plan_id).await?;
            let chain = self.chain::<PlanItem>(plan, Span::Recent("")).await?;
            row.session.plan_version = Some(chain.plan.active_version);
            self.freeze(row, &chain).await?;
        }
        if row.session.slot_time == domain::plan::SlotTime::None {
            let hour = self.now.local(self.zone()).hour();
            row.session.slot_time = domain::plan::SlotTime::of_hour(hour);
        }
        self.put_session(row).await?;
        self.app.counted.session(&row.session);
        let started = event(self, row.session.id, SessionEventKind::Started, []);
        self.tx.add_session_events(&[started]).await?;
        Ok(())
    }

    async fn freeze(&mut self, row: &mut SessionRow, chain: &Chain) -> Result<(), Problem> {
        let modifiers = self.tx.modifiers(self.id(), Some(self.now)).await?;
        let catalog = self.catalog().await?;
        for (place, item, frozen) in self.targets(row, chain, &modifiers, &catalog, self.now) {
            let performance = &mut row.session.exercises[place];
            performance.exercise_key = item.exercise_key;
            performance.frozen = Some(frozen);
        }
        Ok(())
    }

    /// PV-5: what each item of a session asks for that starts at this instant, with its place in the session.
    pub(in crate::service) fn targets(
        &self,
        row: &SessionRow,
        chain: &Chain,
        modifiers: &[SessionModifier],
        catalog: &Catalog,
        at: Instant,
    ) -> Vec<(usize, PlanItem, FrozenTargets)> {
        let iron = self.profile().iron();
        let items = session_items(chain, row);
        let targets = row.session.exercises.iter().enumerate().filter_map(|(place, performance)| {
            let item = items.iter().find(|item| Some(item.item_id) == performance.item_id)?;
            let exercise = catalog.get(&item.exercise_key)?;
            let start =
                Start { session_id: row.session.id, at, item, exercise, grid: iron.grid_for(exercise) };
            let frozen = freeze::frozen(&start, modifiers);
            // P-51: growth is judged against what the plan asks for, whatever number of sets this session has.
            let plan_volume =
                chain.item(item.item_id).map_or(frozen.plan_volume, |item| item.prescription.volume());
            Some((place, item.clone(), FrozenTargets { plan_volume, ..frozen }))
        });
        targets.collect()
    }
}

/// The items of a session as the plan has them: a card is asked and answered whole, whatever sets the session takes.
fn plan_items(chain: &Chain, row: &SessionRow) -> Vec<PlanItem> {
    let ids = row.session.exercises.iter().filter_map(|one| one.item_id);
    ids.filter_map(|id| chain.item(id).cloned()).collect()
}

/// The items of a session as the plan has them now, in as many sets as the session means, with edits that hold for one
/// session (OV-8).
pub(super) fn session_items(chain: &Chain, row: &SessionRow) -> Vec<PlanItem> {
    let meant = row.session.exercises.iter().filter_map(|performance| {
        let mut item = chain.item(performance.item_id?)?.clone();
        let sets = performance.frozen.as_ref().map(|frozen| frozen.prescription.working_sets().count());
        let is_free = item.prescription.level_ref.is_none();
        let is_draft = row.session.origin == SessionOrigin::Draft;
        if let Some(frozen) = performance.frozen.as_ref().filter(|_| is_draft && is_free) {
            // L-36: a draft was accepted with the numbers of its own day.
            item.prescription = frozen.prescription.clone();
        } else if let Some(sets) = sets.filter(|sets| *sets > 0 && is_free) {
            let target = Target { item_id: item.item_id, set_id: None };
            let count = i64::try_from(sets).unwrap_or(1);
            let old = item.value(None, domain::change::Field::SetCount)?;
            let change = Change { target, field: domain::change::Field::SetCount, old, new: count.into() };
            let rolling = item.kind == domain::plan::ItemKind::Rolling;
            if rolling && change.old != change.new {
                item.apply(&[change], &domain::id::TraceId::from_number(0)).ok()?;
            }
        }
        // L-16: a pair is one of the session, and rests as one.
        let pairs = |frozen: &&FrozenTargets| frozen.superset.is_some() || item.superset.is_some();
        if let Some(frozen) = performance.frozen.as_ref().filter(pairs) {
            item.prescription.rest_evenly(frozen.prescription.rest_policy.seconds);
            item.superset.clone_from(&frozen.superset);
        }
        let item_id = item.item_id;
        let edits = chain.overrides.iter().filter(|guard| {
            let here = guard.item_id == item_id && guard.scope == OverrideScope::Session;
            here && guard.status == OverrideStatus::Active
        });
        for guard in edits {
            let target = Target { item_id: guard.item_id, set_id: guard.set_id };
            let change =
                Change { target, field: guard.field, old: guard.previous.clone(), new: guard.value.clone() };
            // An edit of a set that is gone has nothing to change.
            let _ = item.apply(&[change], &domain::id::TraceId::from_number(0));
        }
        Some(item)
    });
    meant.collect()
}

/// PR-10: offers are good until the item's next session.
fn is_offer(proposal: &Proposal) -> bool {
    let rules = ["P-8", "P-26", "P-27", "P-29"].map(SpecId::new);
    proposal.engine == EngineName::LevelProgression
        && proposal.consent == Consent::Ask
        && proposal.kind == ProposalKind::LevelChange
        && rules.contains(&proposal.rule)
}

/// Proposals that hold a session back, for who shows them.
pub async fn waiting(app: &App, caller: &Caller, id: SessionId) -> Result<Vec<Proposal>, Problem> {
    let mut work = app.read(caller, Scope::Read).await?;
    let row = work.session(id).await?;
    let Some(plan_id) = row.session.plan_id else { return Ok(vec![]) };
    let plan = work.plan(plan_id).await?;
    let chain = work.chain::<PlanItem>(plan, Span::Recent("")).await?;
    let gate = Gatekeeper::new(&plan_items(&chain, &row), &chain.proposals, work.now);
    Ok(gate.waiting().iter().filter_map(|id| chain.proposal(*id).cloned()).collect())
}
