//! The fold: each event asks, and what it changes is recorded before the next.

use std::collections::BTreeMap;

use domain::{
    change::{Change, Target},
    error::ErrorCode,
    id::{Id, TraceId},
    law::Valid,
    person::{Actor, ActorKind},
    plan::{ItemId, Plan, PlanDomain, PlanItem, PlanStatus, TriggerKind, VersionSource},
    proposal::{Draft, EngineName, Occasion, Proposal, ProposalId, ProposalKind},
    reason::Reason,
    spec::SpecId,
    time::Instant,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnswerEvent, BundleEvent, ChangeEvent, Event, Replay, ReplyWord, ReportEvent, RollbackEvent};
use crate::{
    answer::{Answer, Reply, answer},
    arbitrate::Dropped,
    chain::{Chain, Facts, ItemFacts, Moment},
    confirm::confirm,
    edit::{Edit, Wish, edit},
    expiry::expire,
    item::Item,
    landing::{Landing, Refusal, World},
    report::{Batch, Judged, RULE_VERSION, report},
    rollback::{Slot, restore, rollback},
    structure::create,
    undo::undo,
};

/// What came of one event, as a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventResult {
    /// Which event, from 0; absent for the first version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// When.
    pub at: Instant,
    /// The versions it made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<u32>,
    /// What did not land, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<Dropped>,
    /// Why it changed nothing at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
}

/// Why an event changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// Which refusal.
    pub code: ErrorCode,
    /// The rule behind it.
    pub spec: SpecId,
    /// What is wrong, and what would be possible.
    pub message: String,
}

/// A replayed plan as a document: what came of each event, and the plan with all its versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanHistory {
    /// What came of each event, in their order, after the first version.
    pub events: Vec<EventResult>,
    /// The plan with all its versions.
    pub chain: Chain,
}

/// What came of one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Which event, from 0; none for the first version.
    pub event: Option<usize>,
    /// When.
    pub at: Instant,
    /// What it changed, or why it changed nothing.
    pub result: Result<Landing, Refusal>,
}

/// A replayed plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// The plan with all its versions.
    pub chain: Chain,
    /// What came of each event, in their order, after the first version.
    pub steps: Vec<Step>,
    /// The items by which flags were vetoed, for whoever checks the chain.
    pub facts: Facts,
}

impl Replayed {
    /// The same as a document.
    pub fn document(&self) -> PlanHistory {
        let result = |step: &Step| EventResult {
            event: step.event,
            at: step.at,
            versions: step
                .result
                .iter()
                .flat_map(|landing| &landing.versions)
                .map(|e| e.version.number)
                .collect(),
            dropped: step.result.iter().flat_map(|landing| landing.dropped.clone()).collect(),
            refused: step.result.as_ref().err().map(|refusal| Refused {
                code: refusal.code(),
                spec: refusal.code().spec(),
                message: refusal.to_string(),
            }),
        };
        PlanHistory { events: self.steps.iter().map(result).collect(), chain: self.chain.clone() }
    }
}

/// Folds the events into versions. `facts_of` tells what the catalogue knows of an item.
pub fn replay(
    document: &Valid<Replay>,
    facts_of: impl Fn(&PlanItem) -> ItemFacts,
) -> Result<Replayed, Refusal> {
    let mut items = document.items.clone();
    for (place, sketch) in document.sketches.iter().enumerate() {
        items.push(sketch.item(place)?);
    }
    let mut player = Player {
        document,
        facts: items.iter().map(|item| (item.item_id, facts_of(item))).collect(),
        names: BTreeMap::new(),
        chain: Chain::empty(plan(document.start)),
    };
    let moment = player.moment(document.start, ActorKind::Athlete, 0);
    let first = create(plan(document.start), items, VersionSource::Initial, &moment, player.world())?;
    player.chain.record(&first);
    let mut steps = vec![Step { event: None, at: document.start, result: Ok(first) }];
    for (index, event) in document.events.iter().enumerate() {
        let result = player.play(index, event);
        if let Ok(landing) = &result {
            player.chain.record(landing);
        }
        steps.push(Step { event: Some(index), at: event.at, result });
    }
    Ok(Replayed { chain: player.chain, steps, facts: player.facts })
}

fn plan(created_at: Instant) -> Plan {
    Plan {
        id: Id::derive(&["replay", "plan"]),
        athlete_id: Id::derive(&["replay", "athlete"]),
        domain: PlanDomain::Training,
        title: "replay".to_owned(),
        status: PlanStatus::Active,
        active_version: 1,
        created_at,
    }
}

struct Player<'a> {
    document: &'a Replay,
    facts: Facts,
    names: BTreeMap<String, ProposalId>,
    chain: Chain,
}

impl Player<'_> {
    fn world(&self) -> World<'_> {
        World { facts: &self.facts, tuning: &self.document.tuning }
    }

    fn moment(&self, at: Instant, by: ActorKind, number: usize) -> Moment {
        let trace_id = TraceId::from_number(u64::try_from(number).unwrap_or(u64::MAX));
        let id = match by {
            ActorKind::System => None,
            kind => Some(Id::derive(&["replay", kind.as_str()])),
        };
        Moment { at, zone: self.document.zone.clone(), actor: Actor { kind: by, id }, trace_id }
    }

    fn play(&mut self, index: usize, event: &Event) -> Result<Landing, Refusal> {
        let moment = self.moment(event.at, event.by, index + 1);
        if let Some(flag) = &event.flag {
            let id = self.find(&flag.item)?;
            self.facts.entry(id).or_default().veto = flag.kind;
        }
        if let Some(asked) = &event.report {
            let batch = self.batch(asked, &moment)?;
            return report(&self.chain, batch, &moment, self.world());
        }
        let (chain, world) = (&self.chain, self.world());
        if let Some(asked) = &event.edit {
            let wishes = asked.changes.iter().map(|change| self.wish(change)).collect::<Result<_, _>>()?;
            let asked = Edit { wishes, scope: asked.scope, reason: asked.reason.clone() };
            return edit(chain, &asked, &moment, world);
        }
        if !event.answer.is_empty() {
            let answers: Vec<_> =
                event.answer.iter().map(|answer| self.answer(answer)).collect::<Result<_, _>>()?;
            return answer(chain, &answers, &moment, world).map(|answers| answers.landing);
        }
        if let Some(asked) = &event.rollback {
            return rollback(chain, &slot(asked)?, asked.slot_time, &moment, world);
        }
        if let Some(number) = event.undo {
            return undo(chain, number, &moment, world);
        }
        if let Some(number) = event.restore {
            return restore(chain, number, &moment, world);
        }
        if let Some(asked) = &event.confirm {
            return confirm(chain, asked.version, asked.how, &moment, world);
        }
        expire(chain, &moment, world)
    }

    fn batch(&mut self, asked: &ReportEvent, moment: &Moment) -> Result<Batch, Refusal> {
        let kind = if asked.correction { TriggerKind::ReportCorrection } else { TriggerKind::SessionReport };
        let plan_version = asked.frozen.unwrap_or(self.chain.plan.active_version);
        let occasion = Occasion {
            athlete_id: self.chain.plan.athlete_id,
            plan_id: self.chain.plan.id,
            trigger: domain::plan::Trigger { kind, reference: asked.session.clone() },
            trace_id: moment.trace_id.clone(),
            at: moment.at,
            ttl_days: self.document.tuning.proposal_ttl_days,
        };
        let (mut proposals, mut judged) = (Vec::new(), Vec::new());
        let mut judge = |item_id: ItemId| {
            let record = Id::derive(&["replay", "record", moment.trace_id.as_str(), &item_id.to_string()]);
            judged.push(Judged { item_id, record, plan_version });
        };
        for bundle in &asked.bundles {
            let proposal = self.proposal(&occasion, bundle, plan_version)?;
            if proposal.engine == EngineName::LevelProgression {
                judge(proposal.target.item_id);
            }
            let name = bundle.name.clone();
            self.names.extend(name.map(|name| (name, proposal.id)));
            proposals.push(proposal);
        }
        for item in &asked.held {
            judge(self.find(item)?);
        }
        Ok(Batch { trigger: kind, reference: asked.session.clone(), proposals, judged })
    }

    fn proposal(
        &self,
        occasion: &Occasion,
        bundle: &BundleEvent,
        plan_version: u32,
    ) -> Result<Proposal, Refusal> {
        let item_id = self.find(&bundle.item)?;
        let frozen = self.chain.version(plan_version).map(|entry| &entry.version.effective[..]);
        let frozen = frozen.and_then(|items| crate::chain::item(items, item_id));
        let item = frozen.ok_or_else(|| unknown(&bundle.item))?;
        let changes: Vec<_> =
            bundle.changes.iter().map(|change| made_for(item, change)).collect::<Result<_, _>>()?;
        let mut sets: Vec<_> = changes.iter().filter_map(|change| change.target.set_id).collect();
        sets.dedup();
        let set_id = if let [one] = sets[..] { Some(one) } else { None };
        let levels = bundle.rule.to_string().starts_with("P-");
        let ranged = matches!(bundle.rule.to_string().as_str(), "P-13" | "P-14");
        let mut reason = Reason::new(bundle.reason, bundle.rule);
        reason.facts.clone_from(&bundle.facts);
        Ok(occasion.proposal(Draft {
            target: Target { item_id, set_id: set_id.filter(|_| !levels) },
            kind: match (levels, ranged) {
                (_, true) => ProposalKind::RangeChange,
                (true, _) => ProposalKind::LevelChange,
                _ => ProposalKind::PrescriptionChange,
            },
            engine: if levels { EngineName::LevelProgression } else { EngineName::PrescriptionRules },
            rule: bundle.rule,
            rule_version: RULE_VERSION,
            changes,
            alternatives: vec![],
            reason,
            evidence: vec![],
            confidence: 70,
            consent: bundle.consent,
            step_g: None,
            assistance: self.facts.get(&item_id).is_some_and(|facts| facts.assistance),
        }))
    }

    fn wish(&self, change: &ChangeEvent) -> Result<Wish, Refusal> {
        let named = change.item.as_deref().unwrap_or_default();
        let item = self.chain.item(self.find(named)?).ok_or_else(|| unknown(named))?;
        let Change { target, field, new, .. } = made_for(item, change)?;
        Ok(Wish { target, field, new })
    }

    fn answer(&self, asked: &AnswerEvent) -> Result<Answer, Refusal> {
        let named = self.names.get(&asked.proposal).copied();
        let Some(proposal) = named.or_else(|| asked.proposal.parse().ok()) else {
            return Err(Refusal::missing("proposal", &asked.proposal));
        };
        let reply = match asked.reply {
            ReplyWord::Accept => Reply::Accept { alternative: asked.alternative },
            ReplyWord::Reject => Reply::Reject { reason: asked.reason, note: None },
            ReplyWord::Defer => Reply::Defer,
            ReplyWord::Keep => Reply::Keep { days: asked.days },
        };
        Ok(Answer { proposal, reply })
    }

    /// The item with this exercise, ladder or id.
    fn find(&self, item: &str) -> Result<ItemId, Refusal> {
        let named = |known: &&PlanItem| {
            known.exercise_key.as_str() == item || known.name() == item || known.item_id.to_string() == item
        };
        let versions = self.chain.versions.iter().rev();
        let mut found = versions.flat_map(|entry| &entry.version.effective);
        found.find(named).map(|known| known.item_id).ok_or_else(|| unknown(item))
    }
}

fn unknown(item: &str) -> Refusal {
    let expected = "an exercise, a ladder or an id of the plan";
    Refusal::value(ErrorCode::UnknownItem, "item", item, expected)
}

/// A change of this item, with the value it was made for.
fn made_for(item: &PlanItem, change: &ChangeEvent) -> Result<Change, Refusal> {
    let sets = &item.prescription.sets;
    let set_id = change.set.and_then(|place| sets.get(place)).map(|set| set.set_id);
    if let Some(place) = change.set.filter(|_| set_id.is_none()) {
        let expected = format!("0..{}", sets.len() - 1);
        return Err(Refusal::value(ErrorCode::InvalidSetTarget, "set", place, expected));
    }
    let target = Target { item_id: item.item_id, set_id };
    let Some(old) = change.old.clone().or_else(|| item.value(set_id, change.field)) else {
        let expected = "a field of an item, or with `set` one of a set";
        return Err(Refusal::value(ErrorCode::BadValue, "field", change.field, expected));
    };
    Ok(Change { target, field: change.field, old, new: change.new.clone() })
}

fn slot(asked: &RollbackEvent) -> Result<Slot, Refusal> {
    match (asked.weekday, asked.date, &asked.exercise) {
        (Some(weekday @ 1..=7), None, None) => Ok(Slot::Weekday(weekday)),
        (None, Some(date), None) => Ok(Slot::Date(date)),
        (None, None, Some(exercise)) => Ok(Slot::Exercise(exercise.clone())),
        _ => {
            let expected = "exactly one of weekday 1..7, date and exercise";
            Err(Refusal::value(ErrorCode::BadValue, "rollback", "none or several", expected))
        }
    }
}
