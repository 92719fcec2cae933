//! What follows from a report, in this order: flags, outcomes of older proposals, suggestions, decisions, landing, and
//! what is advised (P-4, SG-1, PV-12).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    dispute::{OverrideScope, OverrideStatus},
    id::Id,
    person::Actor,
    plan::{ItemId, PlanItem, PlanStatus, TriggerKind},
    prescription::{RepMode, RepPolicy},
    progress::LevelDecision,
    proposal::{Proposal, ProposalState},
    quantity::Grams,
    session::{PerformanceStatus, Session, SessionStatus},
    wellbeing::{Flag, SessionModifier},
};
use plan::{
    answer::{Answer, Reply, answer},
    chain::{Chain, Moment},
    expiry::give_way,
    report::{Batch, Judged, report},
};
use store::{List, PastPerformance, ProgressRow, Records, Run, SessionRow, Shelf};
use training::{
    catalog::Catalog,
    flag::{self, SessionFacts},
    freeze::{self, Finished as Done},
    progression::{
        self, DecideInput, Decided,
        input::{Lifetimes, ReportedSession},
    },
    suggestion::{
        self, SuggestInput,
        feedback::Feedback,
        history::TypicalReps,
        input::{ItemInput, Limits},
    },
};
use uuid::Uuid;

use super::{
    case::{
        Case, edits, is_pending, items_to_judge, judged_performances, moved, past_performance, past_record,
        started_at, stored,
    },
    finish::{Finished, Told},
    model::ModelRun,
    terms::Terms,
};
use crate::{
    problem::Problem,
    service::{
        app::Work,
        jobs,
        ledger::{Span, by, with_own, world},
        wellbeing::Lately,
    },
};

/// P-3: how many records of an item are read.
const RECORDS: i64 = 10;
/// SG-2: the performance itself and three before it.
const EVIDENCE: usize = 4;
/// How many performances of an item are looked at for those, where most were left out.
const FAR_BACK: i64 = 200;

impl Work<'_> {
    /// Judges a session that is written already, and writes everything that follows.
    pub(super) async fn judge(
        &mut self,
        mut row: SessionRow,
        kind: TriggerKind,
    ) -> Result<Finished, Problem> {
        let (athlete, since) = (self.id(), self.weeks_ago());
        let asked = (
            List::shelf(Shelf::Exercises),
            List::shelf(Shelf::Ladders),
            List::flags(Some(since)),
            List::check_ins_of_flags(athlete, since, self.now),
            List::modifiers(Some(self.now)),
            List::plan(row.session.plan_id),
        );
        let (exercises, ladders, flags, check_ins, modifiers, mut plan) =
            self.tx.lists(athlete, asked).await?;
        let catalog = with_own(&exercises, &ladders);
        if self.adopt_unplanned(&mut row, &catalog).await? {
            // It has a version more.
            plan.clear();
        }
        let lately = self.lately(flags, check_ins).await?;
        let flags = self.raise_flags(&row.session, &lately, &catalog).await?;
        let Some(plan_id) = row.session.plan_id else {
            // Without a plan there is nothing to decide; flags are raised all the same.
            return Ok(Finished { row, told: Told::default(), proposals: vec![] });
        };
        let plan = match plan.pop() {
            Some(plan) => plan,
            None => self.plan(plan_id).await?,
        };
        self.use_modifiers(&row.session, &modifiers).await?;
        if plan.status == PlanStatus::Archived {
            // PV-1: another plan is in force, so nothing is decided for this one; what was done counts all the same.
            return Ok(Finished { row, told: Told::default(), proposals: vec![] });
        }
        let chain = self.chain::<PlanItem>(plan, Span::Recent(&row.session.id.to_string())).await?;
        let mut case = Case {
            row,
            kind,
            chain,
            flags,
            lately,
            records: BTreeMap::new(),
            performances: BTreeMap::new(),
            heads: BTreeMap::new(),
            in_doubt: false,
        };
        self.add_past(&mut case).await?;
        let feedback = self.evaluate(&mut case, &catalog).await?;
        let input = self.suggest_input(&case, feedback).await?;
        let run = self.app.counted.timed("suggestions", || suggestion::suggest(&input, &catalog))?;
        let decided = self.decide(&case, &run, &catalog)?;
        self.settle(case, Terms::of(&input), run, decided, &catalog).await
    }

    /// PV-3: what was done beside the plan becomes part of it; says whether something was.
    async fn adopt_unplanned(&mut self, row: &mut SessionRow, catalog: &Catalog) -> Result<bool, Problem> {
        let done = |one: &&domain::session::ExercisePerformance| {
            one.item_id.is_none() && one.status == PerformanceStatus::Done
        };
        let new: Vec<PlanItem> = row
            .session
            .exercises
            .iter()
            .filter(done)
            .filter_map(|one| crate::service::workout::unplanned(self, one, catalog))
            .collect();
        if new.is_empty() || row.session.plan_id.is_none() {
            return Ok(false);
        }
        let (_, known) = self.enter(new, row.session.id).await?;
        for one in row.session.exercises.iter_mut().filter(|one| one.item_id.is_none()) {
            let item = known.iter().find(|item| item.exercise_key == one.exercise_key);
            one.item_id = item.map(|item| item.item_id);
        }
        self.tx.put_performances(&row.session).await?;
        Ok(true)
    }

    /// P-31, P-52, P-53: flags after the report; new modifiers are kept.
    async fn raise_flags(
        &mut self,
        session: &Session,
        lately: &Lately,
        catalog: &Catalog,
    ) -> Result<Vec<Flag>, Problem> {
        match SessionFacts::of(session) {
            Some(facts) => self.flags_after(&flag::Event::Report(&facts), lately, catalog).await,
            None => Ok(lately.flags.clone()),
        }
    }

    /// AR-6: modifiers that acted on the session have one session less.
    async fn use_modifiers(&mut self, session: &Session, all: &[SessionModifier]) -> Result<(), Problem> {
        let Some(started_at) = session.started_at else { return Ok(()) };
        let done: Vec<_> = session
            .exercises
            .iter()
            .filter(|one| one.status == PerformanceStatus::Done)
            .map(|one| (one.item_id, one.exercise_key.clone()))
            .collect();
        // What the report itself brought is for the sessions after it; what was accepted at the gate was for this one.
        let older: Vec<_> = all.iter().filter(|one| one.created_at <= started_at).cloned().collect();
        let left = freeze::consumed(&older, &Done { session_id: session.id, started_at, done: &done });
        let mut used: Vec<SessionModifier> = Vec::new();
        for one in &older {
            match left.iter().find(|left| left.id == one.id) {
                Some(left) if left.sessions_left == one.sessions_left => {}
                Some(left) => used.push(left.clone()),
                None => used.push(SessionModifier { sessions_left: 0, ..one.clone() }),
            }
        }
        Ok(self.tx.put_modifiers(&used).await?)
    }

    /// P-3, SG-2: what was done and decided before, by item.
    pub(super) async fn add_past(&mut self, case: &mut Case) -> Result<(), Problem> {
        let athlete = self.id();
        let items = case.items();
        let rows = self.tx.progress(athlete, Records::OfItems(&items, RECORDS)).await?;
        let changed = rows.iter().filter(|row| {
            matches!(
                row.record.decision,
                LevelDecision::Advance
                    | LevelDecision::Regress
                    | LevelDecision::AdvanceRange
                    | LevelDecision::RegressRange
            )
        });
        let ids: Vec<_> = changed.map(|row| row.record.id).collect();
        let landed = self.tx.landed(athlete, &ids).await?;
        let past = self.tx.performances_of_items(athlete, &items, RECORDS + 1).await?;
        let item = |one: &PastPerformance| one.performance.item_id.unwrap_or(Id::from_uuid(Uuid::nil()));
        case.heads = past.sessions;
        case.performances = by(past.performances, item);
        // SG-2 wants what was done: where an item was left out time and again, more is looked at.
        let is_thin = |all: &Vec<PastPerformance>| {
            let done = all.iter().filter(|one| one.performance.status == PerformanceStatus::Done);
            i64::try_from(all.len()).is_ok_and(|count| count > RECORDS) && done.count() < EVIDENCE
        };
        let thin: Vec<ItemId> =
            case.performances.iter().filter(|(_, all)| is_thin(all)).map(|(item, _)| *item).collect();
        if !thin.is_empty() {
            let more = self.tx.performances_of_items(athlete, &thin, FAR_BACK).await?;
            case.heads.extend(more.sessions);
            case.performances.extend(by(more.performances, item));
        }
        for row in rows {
            let one = past_record(row, &landed, &case.performances);
            case.records.entry(one.record.item_id).or_default().push(one);
        }
        // Corrections of one session have one start: the newest stands last, so that it is the one that is corrected (P-4).
        for records in case.records.values_mut() {
            records.sort_by_key(|past| (past.started_at, past.record.created_at, past.record.id));
        }
        Ok(())
    }

    /// SG-1, SG-2: what suggestions are made from.
    pub(super) async fn suggest_input(
        &mut self,
        case: &Case,
        mut feedback: BTreeMap<String, Feedback>,
    ) -> Result<SuggestInput, Problem> {
        let athlete = self.id();
        let session = &case.row.session;
        let keys: Vec<_> = session.exercises.iter().map(|one| one.exercise_key.to_string()).collect();
        let (from, today) = self.days_of_weight();
        let asked = (
            List::parts_of_entries(Shelf::ExerciseHistory, &keys, ("history", "typical_reps")),
            List::body_weights(from, today),
        );
        let (typical, weights) = self.tx.lists(athlete, asked).await?;
        let typical: BTreeMap<String, Option<TypicalReps>> = typical.into_iter().collect();
        let mut policies = self.earlier_policies(case).await?;
        let done = session.exercises.iter().filter(|one| one.status == PerformanceStatus::Done);
        let items = done.filter_map(|one| {
            let item = case.chain.item(one.item_id?)?;
            let past = case.performances.get(&item.item_id)?;
            let key = item.exercise_key.to_string();
            let settings = self.profile().exercise(&item.exercise_key);
            Some(ItemInput {
                item: item.clone(),
                performances: past
                    .iter()
                    .filter_map(|past| past_performance(case, past))
                    .take(EVIDENCE)
                    .collect(),
                earlier_policies: policies.remove(&key).unwrap_or_default(),
                typical_reps: typical.get(&key).copied().flatten(),
                feedback: feedback.remove(&key).unwrap_or_default(),
                own_step_g: settings.step_g,
                switched_off: !settings.suggestions,
            })
        });
        let items = items.collect();
        let location = self.profile().location(None);
        Ok(SuggestInput {
            athlete_id: athlete,
            plan_id: Some(case.chain.plan.id),
            session_id: session.id,
            is_correction: case.kind == TriggerKind::ReportCorrection,
            trace_id: self.trace_id.clone(),
            now: self.now,
            unit: self.profile().units,
            inventory: location.and_then(|location| location.inventory.clone()),
            equipment: location.map(|location| location.equipment.clone()).unwrap_or_default(),
            bodyweight_g: weights.last().copied(),
            consent: self.profile().consent.clone(),
            flags: case.flags.clone(),
            items,
            stored: case.chain.proposals.iter().map(|proposal| stored(proposal, &case.chain)).collect(),
            edits: edits(&case.chain),
            tuning: self.profile().suggestions.tuning(),
            limits: Limits::default(),
        })
    }

    /// SR-0: how reps were meant before in exercises of which the plan does not say it.
    async fn earlier_policies(&mut self, case: &Case) -> Result<BTreeMap<String, Vec<RepPolicy>>, Problem> {
        let session = &case.row.session;
        let done = session.exercises.iter().filter(|one| one.status == PerformanceStatus::Done);
        let items = done.filter_map(|one| case.chain.item(one.item_id?));
        let open = items.filter(|item| item.prescription.rep_policy.mode == RepMode::NotSet);
        let keys: Vec<_> = open.map(|item| item.exercise_key.to_string()).collect();
        if keys.is_empty() {
            return Ok(BTreeMap::new());
        }
        Ok(self.tx.earlier_policies(self.athlete.id, &keys, started_at(session)).await?)
    }

    /// P-8: what the session does to levels and ranges.
    fn decide(&self, case: &Case, run: &suggestion::Run, catalog: &Catalog) -> Result<Decided, Problem> {
        let session = &case.row.session;
        let profile = self.profile();
        let steps = profile.exercises.iter().filter_map(|(key, one)| Some((key.clone(), one.step_g?)));
        let guards = case.chain.overrides.iter().filter(|guard| guard.status == OverrideStatus::Active);
        let of_scope = |scope: OverrideScope| -> BTreeSet<ItemId> {
            guards.clone().filter(|guard| guard.scope == scope).map(|guard| guard.item_id).collect()
        };
        let first = case.records.values().flatten().filter(|past| past.record.session_id == session.id);
        let first_reported_at = first.map(|past| past.record.created_at).min();
        let input = DecideInput {
            athlete_id: self.id(),
            plan_id: case.chain.plan.id,
            trace_id: self.trace_id.clone(),
            now: self.now,
            zone: session.zone.clone(),
            session: ReportedSession {
                id: session.id,
                started_at: started_at(session),
                local_date: session.local_date,
                slot_time: Some(session.slot_time).filter(|time| *time != domain::plan::SlotTime::None),
                deload: session.deload,
                first_reported_at,
            },
            items: items_to_judge(case),
            performances: judged_performances(case),
            history: case.records.clone(),
            flags: case.flags.clone(),
            equipment: profile.equipment(),
            consent: profile.consent.clone(),
            unit: profile.units,
            load_steps: steps.collect::<BTreeMap<_, Grams>>(),
            edited: of_scope(OverrideScope::Session),
            overridden: of_scope(OverrideScope::Plan),
            moved: moved(run),
            lifetimes: Lifetimes::default(),
            in_words: true,
            tuning: progression::tuning::ProgressionTuning::default(),
        };
        Ok(self.app.counted.timed("progression", || progression::decide(&input, catalog))?)
    }

    /// Lands what may be applied, keeps everything, and says what is to be told.
    async fn settle(
        &mut self,
        case: Case,
        terms: Terms,
        run: suggestion::Run,
        mut decided: Decided,
        catalog: &Catalog,
    ) -> Result<Finished, Problem> {
        let athlete = self.id();
        let Case { row, kind, mut chain, flags, lately, in_doubt, .. } = case;
        let session = &row.session;
        let started_at = started_at(session);
        let plan_version = session.plan_version.unwrap_or(chain.plan.active_version);
        self.close(&mut chain, &run).await?;
        let mut proposals = decided.proposals.clone();
        proposals.extend(run.proposals.iter().cloned());
        // What waits for a person's own edit is proposed and put off, so that it has its answer (SD-4, PR-9).
        let put_off: Vec<_> = run.deferred.iter().map(|deferred| deferred.proposal.id).collect();
        proposals.extend(
            run.deferred
                .iter()
                .map(|deferred| Proposal { state: ProposalState::Pending, ..deferred.proposal.clone() }),
        );
        let judged = decided.records.iter().map(|record| Judged {
            item_id: record.item_id,
            record: record.id,
            plan_version,
        });
        let batch =
            Batch { trigger: kind, reference: session.id.to_string(), proposals, judged: judged.collect() };
        let facts = self.facts(chain.effective(), &flags, catalog);
        let mut landing = report(&chain, batch, &self.moment(), world(&facts))?;
        // Events are written at once, whoever made them.
        landing.events.append(&mut decided.events);
        self.land(&landing).await?;
        chain.record(&landing);
        let later = put_off.iter().map(|id| Answer { proposal: *id, reply: Reply::Defer });
        let later: Vec<_> = later.filter(|one| is_pending(&chain, one.proposal)).collect();
        if !later.is_empty() {
            let moment = Moment { actor: Actor::SYSTEM, ..self.moment() };
            let answered = answer(&chain, &later, &moment, world(&facts))?;
            self.land(&answered.landing).await?;
            chain.record(&answered.landing);
        }
        let records = decided.records.iter().cloned().map(|record| ProgressRow { started_at, record });
        self.tx.add_progress(&records.collect::<Vec<_>>()).await?;
        decided.records.iter().for_each(|record| self.app.counted.decision(record.decision));
        self.tx.put_modifiers(&decided.modifiers).await?;
        let given = self.given(session.id).await?;
        let advice = self.advise(&lately, &flags, &decided, &given);
        let archiving = jobs::after_report(self).await?;
        let number = u32::try_from(given.over_session).unwrap_or(u32::MAX) + 1;
        let is_done = session.status != SessionStatus::Skipped;
        let model = is_done && jobs::ask_model(self, session.id, number).await?;
        if in_doubt {
            jobs::ask_opinion(self, session.id, number).await?;
        }
        let told = Told {
            model: model.then(ModelRun::default),
            opinions: vec![],
            version: landing.activated(),
            gave_way: landing.dropped.iter().map(|dropped| dropped.reason.clone()).collect(),
            updates: decided.updates,
            dropped: run.dropped,
            explained: run.explained,
            advice,
            asked_modifiers: decided.asked_modifiers,
            archiving,
            rule_version: run.rule_version,
            terms: Some(terms),
        };
        let kept = Run {
            session_id: session.id,
            run: number,
            trace_id: self.trace_id.clone(),
            at: self.now,
            report: told,
        };
        self.tx.add_run(athlete, &kept).await?;
        self.end_session_edits(&chain).await?;
        let trace = &self.trace_id;
        let mut proposals = chain.proposals;
        proposals.retain(|proposal| proposal.trace_id == *trace);
        Ok(Finished { proposals, row, told: Told { terms: None, ..kept.report } })
    }

    /// PR-7, SG-1: older proposals that give way to this run, and outcomes that it ends.
    async fn close(&mut self, chain: &mut Chain, run: &suggestion::Run) -> Result<(), Problem> {
        let mut ended = Vec::new();
        for closed in &run.superseded {
            let known = chain.proposals.iter_mut().find(|proposal| proposal.id == closed.proposal_id);
            if let (Some(proposal), Some(outcome)) = (known, closed.outcome) {
                proposal.outcome = outcome;
                ended.push(proposal.clone());
            }
        }
        self.tx.put_proposals(&ended).await?;
        let given_up = run.superseded.iter().filter(|closed| closed.state == Some(ProposalState::Superseded));
        let given_up: Vec<_> = given_up.map(|closed| closed.proposal_id).collect();
        if !given_up.is_empty() {
            let facts = plan::chain::Facts::new();
            let landing = give_way(chain, &given_up, &self.moment(), world(&facts))?;
            self.land(&landing).await?;
            chain.record(&landing);
        }
        Ok(())
    }

    /// OV-8: an edit for one session ends with it.
    async fn end_session_edits(&mut self, chain: &Chain) -> Result<(), Problem> {
        let ended = chain
            .overrides
            .iter()
            .filter(|guard| guard.scope == OverrideScope::Session && guard.status == OverrideStatus::Active);
        let ended: Vec<_> = ended
            .map(|guard| domain::dispute::Override { status: OverrideStatus::Expired, ..guard.clone() })
            .collect();
        let athlete = self.id();
        Ok(self.tx.put_overrides(athlete, chain.plan.id, &ended).await?)
    }
}
