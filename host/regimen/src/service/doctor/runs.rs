//! SG-17 for each run over a session: what it proposed, recomputed from the sets, the plan and the flags of then.
//!
//! What is not kept as it was, and so believed: proposals of runs that were made by other rules, or before their terms
//! were kept, are asked for bounds, flags and what stands beside them only; of an exercise whose report was corrected
//! later, the sets tell whether it was done.

use std::{cmp::Reverse, collections::BTreeMap};

use domain::{
    plan::{ItemId, PlanItem},
    prescription::{RepMode, RepPolicy},
    proposal::{ConsentSettings, EngineName, Proposal},
    session::{ExercisePerformance, PerformanceStatus, Session, SessionId},
    time::Instant,
};
use plan::chain::Chain;
use store::Run;
use training::{
    suggestion::{
        RULE_VERSION, SuggestInput,
        input::{ItemInput, Limits, PastPerformance},
    },
    verify_suggestions::{Breach, verify_kept, verify_triggers},
};

use super::{
    Finding,
    whole::{Whole, item_of},
};
use crate::{
    problem::Problem,
    service::{
        app::Work,
        profile::Profile,
        session::{
            finish::Told,
            terms::{ItemTerms, Terms},
        },
    },
};

pub(super) async fn check(whole: &Whole, work: &mut Work<'_>) -> Result<Vec<Finding>, Problem> {
    let reports = reports(whole);
    let mut found = Vec::new();
    for run in &whole.runs {
        let Some(session) = whole.sessions.get(&run.session_id) else { continue };
        let Some(chain) = whole.chain_of(session) else { continue };
        let case = Case { whole, chain, session, run, reports: &reports };
        let proposals = case.proposals();
        if proposals.is_empty() {
            continue;
        }
        let input = case.input(work, &proposals).await?;
        let mut breaches = verify_kept(&input, &proposals, &whole.catalog);
        if run.report.terms.is_some() && run.report.rule_version == RULE_VERSION {
            breaches.extend(verify_triggers(&input, &proposals, &whole.catalog));
        }
        found.extend(breaches.into_iter().map(finding));
    }
    Ok(found)
}

pub(super) fn finding(breach: Breach) -> Finding {
    let ids = breach.proposal_id.map(|id| id.to_string()).into_iter().collect();
    Finding::new(breach.rule, "proposals", ids, breach.message)
}

/// When each session was reported first and last.
fn reports(whole: &Whole) -> BTreeMap<SessionId, (Instant, Instant)> {
    let mut reports = BTreeMap::new();
    for run in &whole.runs {
        let (first, last) = reports.entry(run.session_id).or_insert((run.at, run.at));
        (*first, *last) = (run.at.min(*first), run.at.max(*last));
    }
    reports
}

/// One run with where it belongs.
struct Case<'a> {
    whole: &'a Whole,
    chain: &'a Chain,
    session: &'a Session,
    run: &'a Run<Told>,
    reports: &'a BTreeMap<SessionId, (Instant, Instant)>,
}

impl Case<'_> {
    /// What the rules proposed, and what a model added later.
    fn proposals(&self) -> Vec<Proposal> {
        let run = self.run;
        let reference = run.session_id.to_string();
        let is_over = |at: Instant| {
            let own = self.whole.runs.iter().filter(|other| other.session_id == run.session_id);
            own.into_iter().any(|other| other.run > run.run && other.at <= at)
        };
        let own = self.chain.proposals.iter().filter(|proposal| match proposal.engine {
            EngineName::PrescriptionRules => proposal.trace_id == run.trace_id,
            EngineName::Llm => {
                let at = proposal.created_at;
                proposal.trigger.reference == reference && run.at <= at && !is_over(at)
            }
            _ => false,
        });
        own.cloned().collect()
    }

    /// What the run was made from.
    async fn input(&self, work: &mut Work<'_>, proposals: &[Proposal]) -> Result<SuggestInput, Problem> {
        let run = self.run;
        let terms = run.report.terms.clone().unwrap_or_else(|| today(work.profile()));
        let tuning = terms.suggestions.tuning();
        let mut touched: Vec<ItemId> = proposals.iter().map(|proposal| proposal.target.item_id).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut items = Vec::new();
        for id in touched {
            let own: Vec<_> = proposals.iter().filter(|proposal| proposal.target.item_id == id).collect();
            let Some(item) = self.item(id, &own) else { continue };
            let ItemTerms { typical_reps, feedback, own_step_g } =
                terms.items.get(&id).cloned().unwrap_or_default();
            items.push(ItemInput {
                item: item.clone(),
                performances: self.past(work, id, tuning.previous + 1).await?,
                earlier_policies: self.earlier_policies(work, item).await?,
                typical_reps,
                feedback,
                own_step_g,
                switched_off: false,
            });
        }
        Ok(SuggestInput {
            athlete_id: self.session.athlete_id,
            plan_id: Some(self.chain.plan.id),
            session_id: run.session_id,
            is_correction: run.run > 1,
            trace_id: run.trace_id.clone(),
            now: run.at,
            unit: terms.unit,
            inventory: terms.inventory,
            equipment: terms.equipment,
            bodyweight_g: terms.bodyweight_g,
            consent: ConsentSettings::default(),
            flags: self.whole.flags.clone(),
            items,
            stored: vec![],
            edits: vec![],
            tuning,
            limits: Limits::default(),
        })
    }

    /// The item as the plan had it when the run was made: in the newest version by then from which the proposals start
    /// (PR-2), since answers may come within the same instant. What was done beside the plan became part of it with the
    /// report.
    fn item(&self, id: ItemId, proposals: &[&Proposal]) -> Option<&PlanItem> {
        let run = self.run;
        let (own, other): (Vec<_>, Vec<_>) =
            self.chain.versions.iter().partition(|entry| entry.version.trace_id == run.trace_id);
        let mut before = other;
        before.retain(|entry| entry.version.activated_at.is_some_and(|at| at <= run.at));
        before.sort_by_key(|entry| Reverse((entry.version.activated_at, entry.version.number)));
        let is_start = |item: &&PlanItem| {
            let by_rules = proposals.iter().filter(|one| one.engine == EngineName::PrescriptionRules);
            let mut changes = by_rules.flat_map(|proposal| &proposal.changes);
            changes.all(|change| item.value(change.target.set_id, change.field).as_ref() == Some(&change.old))
        };
        let known = || before.iter().filter_map(|entry| item_of(entry, id));
        known().find(is_start).or(known().next()).or(own.iter().find_map(|entry| item_of(entry, id)))
    }

    /// What had been done of an item by then, newest first.
    async fn past(
        &self,
        work: &mut Work<'_>,
        id: ItemId,
        most: usize,
    ) -> Result<Vec<PastPerformance>, Problem> {
        let run = self.run;
        let at = |session: &Session| session.finished_at.or(session.started_at).unwrap_or(Instant::EPOCH);
        let performed = self
            .reported()
            .filter(|(session, one)| one.item_id == Some(id) && at(session) <= at(self.session));
        let mut performed: Vec<_> = performed.collect();
        performed
            .sort_by_key(|(session, _)| Reverse((session.id == run.session_id, at(session), session.id)));
        let mut past = Vec::new();
        for (session, one) in performed {
            let performance = self.told_by_then(work, session, one).await?;
            if performance.status != PerformanceStatus::Done {
                continue;
            }
            let version = session.plan_version.and_then(|number| self.chain.version(number));
            past.push(PastPerformance {
                session_id: session.id,
                at: at(session),
                deload: session.deload,
                performance,
                plan: version.and_then(|entry| item_of(entry, id)).map(|item| item.prescription.clone()),
            });
            if past.len() == most {
                break;
            }
        }
        Ok(past)
    }

    /// SR-0: how reps were meant by then in the last three performances of an exercise before this one, newest first.
    async fn earlier_policies(
        &self,
        work: &mut Work<'_>,
        item: &PlanItem,
    ) -> Result<Vec<RepPolicy>, Problem> {
        if item.prescription.rep_policy.mode != RepMode::NotSet {
            return Ok(vec![]);
        }
        let performed = self.reported().filter(|(session, one)| {
            one.exercise_key == item.exercise_key && session.started_at < self.session.started_at
        });
        let mut performed: Vec<_> = performed.collect();
        performed.sort_by_key(|(session, one)| Reverse((session.started_at, one.id)));
        let mut done = Vec::new();
        for (session, one) in performed {
            let told = self.told_by_then(work, session, one).await?;
            if told.status == PerformanceStatus::Done {
                done.push(told.frozen);
            }
            if done.len() == 3 {
                break;
            }
        }
        Ok(done.into_iter().flatten().map(|frozen| frozen.prescription.rep_policy).collect())
    }

    /// The exercises of the sessions that were reported by then.
    fn reported(&self) -> impl Iterator<Item = (&Session, &ExercisePerformance)> {
        let reported = self.whole.sessions.values().filter(|session| {
            let first = self.reports.get(&session.id).map(|(first, _)| *first);
            first.is_some_and(|first| first <= self.run.at)
        });
        reported.flat_map(|session| session.exercises.iter().map(move |one| (session, one)))
    }

    /// An exercise as it was told by then: before a correction, with the sets that were known.
    async fn told_by_then(
        &self,
        work: &mut Work<'_>,
        session: &Session,
        now: &ExercisePerformance,
    ) -> Result<ExercisePerformance, Problem> {
        let last = self.reports.get(&session.id).map(|(_, last)| *last);
        if last.is_none_or(|last| last <= self.run.at) {
            return Ok(now.clone());
        }
        let athlete = work.id();
        let sets = work.tx.sets_at(athlete, now.id, self.run.at).await?;
        let done = sets.iter().any(|set| set.completed);
        let status = if done { PerformanceStatus::Done } else { PerformanceStatus::Skipped };
        Ok(ExercisePerformance { status, sets, ..now.clone() })
    }
}

/// The terms of today, for what does not depend on them.
fn today(profile: &Profile) -> Terms {
    Terms {
        unit: profile.units,
        inventory: None,
        equipment: vec![],
        bodyweight_g: None,
        suggestions: profile.suggestions,
        items: BTreeMap::new(),
    }
}
