//! Two weeks of one plan: three exercises, reports, answers, an edit, a question, a rollback and an undo.

use std::collections::BTreeMap;

use domain::{
    change::{Change, Field, Target, Value},
    dispute::{OverrideScope, Resolution},
    exercise::ExerciseKey,
    grid::Grid,
    id::{Id, TraceId},
    person::{Actor, ActorKind},
    plan::{ItemId, ItemKind, Plan, PlanDomain, PlanItem, PlanStatus, Trigger, TriggerKind, VersionSource},
    prescription::SetId,
    progress::{LevelDecision, ProgressRecord, ProgressionEvent, ProgressionEventType},
    proposal::{Consent, Draft, EngineName, Occasion, Proposal, ProposalId, ProposalKind},
    quantity::{Hundredths, MassUnit},
    reason::{Reason, ReasonCode},
    spec::SpecId,
    time::{Instant, Zone},
};

use super::super::{Breach, Context, ExerciseContext, verify};
use crate::{
    answer::{Answer, Reply, answer},
    chain::{Chain, Facts, ItemFacts, Moment},
    confirm::confirm,
    edit::{Edit, Wish, edit},
    landing::{Landing, Refusal, World},
    report::{Batch, Judged, report},
    rollback::{Slot, rollback},
    structure::{adopt, create},
    tuning::PlanTuning,
    undo::undo,
};

/// A chain as it grows, with what is known beside it.
pub(super) struct Story {
    pub(super) chain: Chain,
    pub(super) context: Context,
    facts: Facts,
    /// Triggers so far.
    steps: u32,
}

/// The instant so many days and hours after the plan began.
pub(super) fn at(day: i64, hour: i64) -> Instant {
    let start: Instant = "2026-03-02T00:00:00Z".parse().unwrap();
    start.plus_seconds(86_400 * day + 3600 * hour)
}

pub(super) fn item_id(name: &str) -> ItemId {
    Id::derive(&["item", name])
}

pub(super) fn key(name: &str) -> ExerciseKey {
    name.parse().unwrap()
}

pub(super) fn set_id(name: &str, index: usize) -> SetId {
    Id::derive(&["set", name, &index.to_string()])
}

fn item(name: &str, order: u32, mode: &str, sets: usize, reps: u32, load: Option<i64>) -> PlanItem {
    let sets: Vec<_> = (0..sets)
        .map(|index| {
            serde_json::json!({
                "set_id": set_id(name, index), "index": index, "type": "working", "reps": reps,
                "per": "both", "load_g": load, "rest_s": 180,
            })
        })
        .collect();
    let level = (mode == "ladder").then(|| serde_json::json!({ "ladder_key": name, "ordinal": 3 }));
    let document = serde_json::json!({
        "item_id": item_id(name), "kind": "template", "slot_weekday": 1, "slot_time": "evening",
        "order": order, "exercise_key": name, "role": "main", "progression_mode": mode,
        "prescription": {
            "rep_policy": { "mode": "range", "low": 6, "high": 10 },
            "rest_policy": { "mode": "all_same", "seconds": 180 },
            "sets": sets,
            "level_ref": level,
        },
    });
    serde_json::from_value(document).unwrap()
}

/// What an engine proposes: who, by which rule, why.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) kind: ProposalKind,
    pub(super) engine: EngineName,
    pub(super) rule: &'static str,
    pub(super) reason: ReasonCode,
    pub(super) consent: Consent,
}

pub(super) const LEVEL: Wanted = Wanted {
    kind: ProposalKind::LevelChange,
    engine: EngineName::LevelProgression,
    rule: "P-8",
    reason: ReasonCode::LowRpe,
    consent: Consent::Auto,
};

pub(super) const LOAD: Wanted = Wanted {
    kind: ProposalKind::PrescriptionChange,
    engine: EngineName::PrescriptionRules,
    rule: "SR-2",
    reason: ReasonCode::TopOfRangeTwice,
    consent: Consent::Ask,
};

pub(super) const REST: Wanted =
    Wanted { rule: "SR-8", reason: ReasonCode::Plateau, consent: Consent::Auto, ..LOAD };

impl Story {
    /// Version 1: a ladder item, a load item and a range item on Mondays.
    pub(super) fn new() -> Self {
        let plan = Plan {
            id: Id::derive(&["plan"]),
            athlete_id: Id::derive(&["athlete"]),
            domain: PlanDomain::Training,
            title: "Strength".into(),
            status: PlanStatus::Active,
            active_version: 1,
            created_at: at(0, 0),
        };
        let items = vec![
            item("pull_up", 0, "ladder", 4, 6, None),
            item("bench_press", 1, "load", 3, 6, Some(60_000)),
            item("push_up", 2, "range", 3, 8, None),
        ];
        let bar = Grid::new(MassUnit::Kg, (0..60).map(|step| Hundredths(2000 + 250 * step))).unwrap();
        let bench = item_id("bench_press");
        let facts = ItemFacts { grid: Some(bar.clone()), ..ItemFacts::default() };
        let known = ExerciseContext { assistance: false, grids: vec![(Instant::EPOCH, Some(bar))] };
        let mut story = Self {
            chain: Chain::empty(plan.clone()),
            context: Context {
                exercises: BTreeMap::from([(key("bench_press"), known)]),
                ..Context::default()
            },
            facts: BTreeMap::from([(bench, facts)]),
            steps: 0,
        };
        story.act(at(0, 8), |_, moment, world| create(plan, items, VersionSource::Initial, moment, world));
        story
    }

    pub(super) fn trace(&self) -> TraceId {
        TraceId::try_from(format!("01J{:023}", self.steps)).unwrap()
    }

    /// One request of the athlete; what comes of it is recorded.
    pub(super) fn try_act(
        &mut self,
        when: Instant,
        request: impl FnOnce(&Chain, &Moment, World<'_>) -> Result<Landing, Refusal>,
    ) -> Result<Landing, Refusal> {
        let actor = Actor { kind: ActorKind::Athlete, id: Some(Id::derive(&["account"])) };
        let moment = Moment {
            at: when,
            zone: Zone::try_from("Europe/Berlin".to_owned()).unwrap(),
            actor,
            trace_id: self.trace(),
        };
        let tuning = PlanTuning::default();
        let landing = request(&self.chain, &moment, World { facts: &self.facts, tuning: &tuning })?;
        self.chain.record(&landing);
        self.steps += 1;
        Ok(landing)
    }

    pub(super) fn act(
        &mut self,
        when: Instant,
        request: impl FnOnce(&Chain, &Moment, World<'_>) -> Result<Landing, Refusal>,
    ) {
        let _landing = self.try_act(when, request).unwrap();
    }

    pub(super) fn item(&self, name: &str) -> PlanItem {
        self.chain.item(item_id(name)).cloned().unwrap()
    }

    /// A change of an item or of one of its sets, by place.
    pub(super) fn change(
        &self,
        name: &str,
        set: Option<usize>,
        field: Field,
        new: impl Into<Value>,
    ) -> Change {
        let item = self.item(name);
        let set_id = set.map(|index| item.prescription.sets[index].set_id);
        let target = Target { item_id: item.item_id, set_id };
        Change { target, field, old: item.value(set_id, field).unwrap(), new: new.into() }
    }

    /// A proposal of the next trigger.
    pub(super) fn proposal(&self, wanted: Wanted, when: Instant, changes: Vec<Change>) -> Proposal {
        let first = changes[0].target;
        let target = if wanted.rule == "SR-2" { first } else { Target { set_id: None, ..first } };
        let occasion = Occasion {
            athlete_id: self.chain.plan.athlete_id,
            plan_id: self.chain.plan.id,
            trigger: Trigger { kind: TriggerKind::SessionReport, reference: self.steps.to_string() },
            trace_id: self.trace(),
            at: when,
            ttl_days: 28,
        };
        occasion.proposal(Draft {
            target,
            kind: wanted.kind,
            engine: wanted.engine,
            rule: SpecId::new(wanted.rule),
            rule_version: "test",
            changes,
            alternatives: vec![],
            reason: Reason::new(wanted.reason, SpecId::new(wanted.rule)),
            evidence: vec![],
            confidence: 70,
            consent: wanted.consent,
            step_g: None,
            assistance: false,
        })
    }

    /// A report of the session of this name with its proposals, and what was decided on each item.
    pub(super) fn try_report(
        &mut self,
        when: Instant,
        kind: TriggerKind,
        session: &str,
        proposals: Vec<Proposal>,
        judged: &[(&str, LevelDecision, u32)],
    ) -> Result<Landing, Refusal> {
        let steps = self.steps.to_string();
        let record = |name: &str| -> Id<ProgressRecord> { Id::derive(&["record", &steps, name]) };
        let decisions: Vec<_> = judged
            .iter()
            .map(|&(name, _, plan_version)| Judged {
                item_id: item_id(name),
                record: record(name),
                plan_version,
            })
            .collect();
        for (name, decision, _) in judged {
            self.context.records.insert(record(name), *decision);
            // The progression engine tells of each decision (P-44).
            self.chain.events.push(ProgressionEvent {
                id: Id::derive(&["event", &steps, name]),
                athlete_id: self.chain.plan.athlete_id,
                event_type: ProgressionEventType::DecisionMade,
                exercise_key: Some((*name).to_owned()),
                decision: *decision,
                source: "level_progression".to_owned(),
                context: vec![],
                trace_id: self.trace(),
                created_at: when,
            });
        }
        let reference = session.to_owned();
        let batch = Batch { trigger: kind, reference, proposals, judged: decisions };
        self.try_act(when, |chain, moment, world| report(chain, batch, moment, world))
    }

    pub(super) fn report(
        &mut self,
        when: Instant,
        proposals: Vec<Proposal>,
        judged: &[(&str, LevelDecision, u32)],
    ) {
        let session = format!("session {}", self.steps);
        let _landing =
            self.try_report(when, TriggerKind::SessionReport, &session, proposals, judged).unwrap();
    }

    /// The next level or the one before, with one set more or less.
    fn level(&self, wanted: Wanted, when: Instant, step: i64) -> Proposal {
        let item = self.item("pull_up");
        let ordinal = item.prescription.level_ref.map_or(0, |level| i64::from(level.ordinal));
        let sets = i64::try_from(item.prescription.sets.len()).unwrap();
        let changes = vec![
            self.change("pull_up", None, Field::Level, ordinal + step),
            self.change("pull_up", None, Field::SetCount, sets + step),
        ];
        self.proposal(wanted, when, changes)
    }

    pub(super) fn advance(&self, when: Instant) -> Proposal {
        self.level(LEVEL, when, 1)
    }

    pub(super) fn regress(&self, when: Instant) -> Proposal {
        self.level(Wanted { reason: ReasonCode::UnderVolume, ..LEVEL }, when, -1)
    }

    pub(super) fn edit(
        &mut self,
        when: Instant,
        name: &str,
        set: Option<usize>,
        field: Field,
        new: impl Into<Value>,
    ) {
        let Change { target, field, new, .. } = self.change(name, set, field, new);
        let wishes = vec![Wish { target, field, new }];
        let wish = Edit { wishes, scope: OverrideScope::Plan, reason: String::new() };
        self.act(when, |chain, moment, world| edit(chain, &wish, moment, world));
    }

    pub(super) fn accept(&mut self, when: Instant, ids: &[ProposalId]) {
        let reply = Reply::Accept { alternative: None };
        let answers: Vec<_> = ids.iter().map(|&proposal| Answer { proposal, reply: reply.clone() }).collect();
        self.act(when, |chain, moment, world| Ok(answer(chain, &answers, moment, world)?.landing));
    }

    pub(super) fn breaches(&self) -> Vec<Breach> {
        verify(&self.chain, &self.context)
    }
}

/// Two weeks: nine versions, most ways to make one, and one proposal that is still open.
pub(super) fn lived() -> Story {
    let mut story = Story::new();
    // Day 1: an advance is applied (v2), heavier bench presses are offered, set by set.
    let advance = story.advance(at(1, 18));
    let loads = [0, 1, 2].map(|set| {
        let changes = vec![story.change("bench_press", Some(set), Field::Load, 62_500)];
        story.proposal(LOAD, at(1, 18), changes)
    });
    let ids = [0, 1, 2].map(|place: usize| loads[place].id);
    let proposals = std::iter::once(advance).chain(loads).collect();
    let judged = [("pull_up", LevelDecision::Advance, 1), ("bench_press", LevelDecision::None, 1)];
    story.report(at(1, 18), proposals, &judged);
    // Day 2: all three are accepted (v3). Day 3: the athlete rests less (v4).
    story.accept(at(2, 9), &ids);
    story.edit(at(3, 9), "bench_press", None, Field::RestAll, 150);
    // The same evening an engine wants more rest: it waits. Day 8: it asks (v6), beside a step back (v5).
    let longer = story.change("bench_press", None, Field::RestAll, 165);
    let rest = story.proposal(REST, at(3, 19), vec![longer.clone()]);
    story.report(at(3, 19), vec![rest], &[("bench_press", LevelDecision::None, 4)]);
    let rest = story.proposal(REST, at(8, 18), vec![longer]);
    let back = story.regress(at(8, 18));
    let judged = [("pull_up", LevelDecision::Regress, 4), ("bench_press", LevelDecision::None, 4)];
    story.report(at(8, 18), vec![rest, back], &judged);
    // Day 9: the athlete agrees. Day 10: Monday is rolled back (v7), which is undone (v8).
    story.act(at(9, 9), |chain, moment, world| confirm(chain, 6, Resolution::Auto, moment, world));
    story.act(at(10, 9), |chain, moment, world| {
        let slot = Slot::Exercise("bench_press".parse().unwrap());
        rollback(chain, &slot, None, moment, world)
    });
    story.act(at(10, 10), |chain, moment, world| undo(chain, 7, moment, world));
    // Day 12: a saved session brings an exercise (v9). Day 13: more rest is offered again, and waits for an answer.
    let mut fly = item("cable_fly", 0, "load", 2, 12, Some(10_000));
    (fly.kind, fly.slot_weekday) = (ItemKind::Rolling, None);
    story.act(at(12, 18), |chain, moment, world| adopt(chain, vec![fly], "session", moment, world));
    let rest = story.change("pull_up", None, Field::RestAll, 195);
    let wanted = Wanted { rule: "SR-9", reason: ReasonCode::ShortRest, consent: Consent::Ask, ..REST };
    let offer = story.proposal(wanted, at(13, 18), vec![rest]);
    story.report(at(13, 18), vec![offer], &[("pull_up", LevelDecision::Hold, 9)]);
    story
}
