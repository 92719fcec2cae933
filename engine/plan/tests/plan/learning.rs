//! The whole loop, session after session: freeze, perform, report, flags, decisions, suggestions, landing, answers,
//! outcomes; after each the independent checker.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    change::Value,
    exercise::ExerciseKey,
    id::{Id, TraceId},
    person::{Actor, ActorKind},
    plan::{ItemId, ItemKind, PlanItem, TriggerKind},
    progress::{LevelDecision, ProgressRecord},
    proposal::{Proposal, ProposalState},
    quantity::{MassUnit, Rpe},
    session::{
        ExercisePerformance, Gate, PerformanceStatus, SelectionMode, Session, SessionOrigin, SessionStatus,
        SetPerformance,
    },
    spec::SpecId,
    time::{Instant, Zone},
    wellbeing::{Flag, Mark, MarkKind, SessionModifier},
};
use plan::{
    answer::{Answer, Reply, answer},
    chain::{Chain, Facts, ItemFacts, Moment},
    landing::World,
    report::{Batch, Judged, report},
    tuning::PlanTuning,
    verify::{Context, ExerciseContext, Touching, verify},
};
use proptest::prelude::*;
use training::{
    catalog::Catalog,
    flag::{self, SessionFacts},
    freeze::{self, Finished, Start},
    load::iron::Iron,
    progression::{
        self, DecideInput,
        input::{Lifetimes, PastRecord, ReportedSession},
    },
    suggestion::{
        self, SuggestInput,
        input::{ItemInput, Limits, PastPerformance, StoredProposal},
    },
};

use crate::given::{facts_of, play};

const ITEMS: &str = "\
pull_up 4x6, ladder pull_up 3, monday
plank 3x60s, ladder plank 5, monday
push_up 3x12, range 8-12, monday
bench_press 3x10 60, load 8-12, monday
back_squat 3x5 100, load 5-8, monday";

/// How one session goes: how far from the target each item ends, how hard it feels, what hurts, what is answered.
#[derive(Debug, Clone)]
struct Day {
    pause_days: i64,
    offsets: [i64; 5],
    efforts: [i64; 5],
    mark: Option<(usize, MarkKind)>,
    skipped: Option<usize>,
    accepts: bool,
}

fn day() -> impl Strategy<Value = Day> {
    let mark = prop::option::weighted(
        0.15,
        (0..5usize, prop::sample::select(vec![MarkKind::Pain, MarkKind::Technique, MarkKind::Fatigue])),
    );
    let skipped = prop::option::weighted(0.1, 0..5usize);
    (1..4i64, prop::array::uniform5(-2..4i64), prop::array::uniform5(50..98i64), mark, skipped, any::<bool>())
        .prop_map(|(pause_days, offsets, efforts, mark, skipped, accepts)| Day {
            pause_days,
            offsets,
            efforts,
            mark,
            skipped,
            accepts,
        })
}

/// An athlete with everything that is kept of them.
struct Athlete {
    chain: Chain,
    facts: Facts,
    now: Instant,
    number: u64,
    history: BTreeMap<ItemId, Vec<PastRecord>>,
    performed: BTreeMap<ItemId, Vec<PastPerformance>>,
    decisions: BTreeMap<Id<ProgressRecord>, LevelDecision>,
    sessions: Vec<SessionFacts>,
    flags: Vec<Flag>,
    touching: BTreeMap<Id<Flag>, BTreeSet<(ItemId, ExerciseKey)>>,
    modifiers: Vec<SessionModifier>,
}

impl Athlete {
    fn new() -> Self {
        let replayed = play(ITEMS, "");
        Self {
            chain: replayed.chain,
            facts: replayed.facts,
            now: "2026-03-02T17:00:00Z".parse().unwrap(),
            number: 100,
            history: BTreeMap::new(),
            performed: BTreeMap::new(),
            decisions: BTreeMap::new(),
            sessions: vec![],
            flags: vec![],
            touching: BTreeMap::new(),
            modifiers: vec![],
        }
    }

    fn moment(&mut self, kind: ActorKind) -> Moment {
        self.number += 1;
        let id = (kind != ActorKind::System).then(|| Id::derive(&["replay", "athlete"]));
        let zone = Zone::new("Europe/Berlin").unwrap();
        Moment { at: self.now, zone, actor: Actor { kind, id }, trace_id: TraceId::from_number(self.number) }
    }

    fn train(&mut self, day: &Day) {
        self.now = self.now.plus_seconds(86_400 * day.pause_days);
        if day.accepts {
            self.accept_everything();
        }
        let session = self.perform(day);
        let moment = self.moment(ActorKind::Athlete);
        self.raise_flags(&session, &moment);
        let decided = self.decide(&session, &moment);
        let suggested = self.suggest(&session, &moment);
        let judged = decided.records.iter().map(|record| Judged {
            item_id: record.item_id,
            record: record.id,
            plan_version: session.plan_version.unwrap(),
        });
        let judged = judged.collect();
        let mut proposals = decided.proposals.clone();
        proposals.extend(suggested);
        let batch = Batch {
            trigger: TriggerKind::SessionReport,
            reference: session.id.to_string(),
            proposals,
            judged,
        };
        self.land(batch, &moment);
        for record in &decided.records {
            self.decisions.insert(record.id, record.decision);
            let entries = self.history.entry(record.item_id).or_default();
            let performance = session.exercises.iter().find(|p| p.item_id == Some(record.item_id)).cloned();
            entries.push(PastRecord {
                started_at: session.started_at.unwrap(),
                record: record.clone(),
                landed: true,
                undone_at: None,
                performance,
            });
        }
        self.modifiers.extend(decided.modifiers);
    }

    fn accept_everything(&mut self) {
        let open: Vec<_> = self.chain.proposals.iter().filter(|proposal| proposal.state.is_open()).collect();
        let answers: Vec<_> = open
            .iter()
            .map(|proposal| Answer { proposal: proposal.id, reply: Reply::Accept { alternative: None } })
            .collect();
        let moment = self.moment(ActorKind::Athlete);
        let tuning = PlanTuning::default();
        let world = World { facts: &self.facts, tuning: &tuning };
        let answered = answer(&self.chain, &answers, &moment, world).unwrap();
        self.chain.record(&answered.landing);
    }

    /// The session as it was done, on targets frozen at its start.
    fn perform(&mut self, day: &Day) -> Session {
        let catalog = Catalog::embedded();
        let id = Id::derive(&["session", &self.number.to_string()]);
        let items: Vec<PlanItem> = self.chain.effective().to_vec();
        let exercises = items.iter().map(|item| {
            let place = item.order as usize;
            let exercise = catalog.get(&item.exercise_key).unwrap();
            let grid = Iron::standard(MassUnit::Kg).grid_for(exercise);
            let start = Start { session_id: id, at: self.now, item, exercise, grid };
            let frozen = freeze::frozen(&start, &self.modifiers);
            let skipped = day.skipped == Some(place % 5);
            let offset = day.offsets[place % 5];
            let sets = frozen.prescription.sets.iter().map(|set| {
                let amount = |target: Option<u32>| {
                    target.map(|target| u32::try_from((i64::from(target) + offset).max(0)).unwrap())
                };
                SetPerformance {
                    id: Id::derive(&["set", &id.to_string(), &set.set_id.to_string()]),
                    set_id: Some(set.set_id),
                    index: set.index,
                    kind: set.kind,
                    reps: amount(set.reps),
                    seconds: amount(set.seconds),
                    meters: amount(set.meters),
                    load_g: set.load_g,
                    completed: true,
                    rest_after_s: Some(90),
                    rpe: None,
                }
            });
            let marked = day.mark.filter(|(marked, _)| *marked == place % 5 && !skipped);
            ExercisePerformance {
                id: Id::derive(&["performance", &id.to_string(), &item.item_id.to_string()]),
                item_id: Some(item.item_id),
                exercise_key: item.exercise_key.clone(),
                status: if skipped { PerformanceStatus::Skipped } else { PerformanceStatus::Done },
                rpe: (!skipped).then(|| Rpe::new(day.efforts[place % 5]).unwrap()),
                comfort: None,
                marks: marked.map(|(_, kind)| mark(kind)).into_iter().collect(),
                notes: String::new(),
                sets: if skipped { vec![] } else { sets.collect() },
                frozen: Some(frozen),
            }
        });
        let exercises: Vec<_> = exercises.collect();
        let done: Vec<_> = exercises
            .iter()
            .filter(|performance| performance.status == PerformanceStatus::Done)
            .map(|performance| (performance.item_id, performance.exercise_key.clone()))
            .collect();
        let finished = Finished { session_id: id, started_at: self.now, done: &done };
        self.modifiers = freeze::consumed(&self.modifiers, &finished);
        let zone = Zone::new("Europe/Berlin").unwrap();
        let started_at = self.now;
        self.now = self.now.plus_seconds(3600);
        Session {
            id,
            athlete_id: self.chain.plan.athlete_id,
            plan_id: Some(self.chain.plan.id),
            plan_version: Some(self.chain.plan.active_version),
            local_date: started_at.local_date(&zone),
            zone,
            slot_time: domain::plan::SlotTime::Evening,
            origin: SessionOrigin::Template,
            intent: None,
            status: SessionStatus::Summary,
            gate: Gate::Closed,
            planned_start: None,
            estimated_minutes: None,
            started_at: Some(started_at),
            finished_at: Some(self.now),
            deload: false,
            readiness: None,
            session_rpe: None,
            selection_mode: SelectionMode::Manual,
            advances_split: true,
            exercises,
        }
    }

    fn raise_flags(&mut self, session: &Session, moment: &Moment) {
        let catalog = Catalog::embedded();
        let facts = SessionFacts::of(session).unwrap();
        self.sessions.push(facts.clone());
        let tuning = flag::FlagTuning::default();
        let context = flag::Context {
            athlete_id: self.chain.plan.athlete_id,
            trace_id: &moment.trace_id,
            now: self.now,
            catalog,
            sessions: &self.sessions,
            check_ins: &[],
            said: &[],
            tuning: &tuning,
        };
        let updated = flag::update(&self.flags, &flag::Event::Report(&facts), &context).unwrap();
        self.flags = updated.flags;
        self.modifiers.extend(updated.modifiers);
        let items = self.chain.effective();
        for flag in &self.flags {
            let alone = std::slice::from_ref(flag);
            let touched = progression::vetoes(items, alone, catalog, flag.from);
            let touched = items.iter().filter(|item| touched.contains_key(&item.item_id));
            let touched = touched.map(|item| (item.item_id, item.exercise_key.clone()));
            self.touching.entry(flag.id).or_default().extend(touched);
        }
        let vetoes = progression::vetoes(items, &self.flags, catalog, self.now);
        for item in items {
            let facts = self.facts.entry(item.item_id).or_insert_with(|| facts_of(item));
            *facts = ItemFacts { veto: vetoes.get(&item.item_id).copied(), ..facts_of(item) };
        }
    }

    fn decide(&self, session: &Session, moment: &Moment) -> progression::Decided {
        let input = DecideInput {
            athlete_id: self.chain.plan.athlete_id,
            plan_id: self.chain.plan.id,
            trace_id: moment.trace_id.clone(),
            now: self.now,
            zone: moment.zone.clone(),
            session: ReportedSession {
                id: session.id,
                started_at: session.started_at.unwrap(),
                local_date: session.local_date,
                slot_time: None,
                deload: false,
                first_reported_at: None,
            },
            items: self.chain.effective().to_vec(),
            performances: session.exercises.clone(),
            history: self.history.clone(),
            flags: self.flags.clone(),
            equipment: None,
            consent: domain::proposal::ConsentSettings::default(),
            unit: MassUnit::Kg,
            load_steps: BTreeMap::new(),
            edited: BTreeSet::new(),
            overridden: BTreeSet::new(),
            moved: BTreeSet::new(),
            lifetimes: Lifetimes::default(),
            in_words: true,
            tuning: progression::tuning::ProgressionTuning::default(),
        };
        progression::decide(&input, Catalog::embedded()).unwrap()
    }

    fn suggest(&mut self, session: &Session, moment: &Moment) -> Vec<Proposal> {
        for performance in &session.exercises {
            let id = performance.item_id.unwrap();
            if performance.status == PerformanceStatus::Done {
                let plan = self.chain.item(id).map(|item| item.prescription.clone());
                self.performed.entry(id).or_default().insert(
                    0,
                    PastPerformance {
                        session_id: session.id,
                        at: session.started_at.unwrap(),
                        deload: false,
                        performance: performance.clone(),
                        plan,
                    },
                );
            }
        }
        let done = |item: &&PlanItem| {
            let newest = self.performed.get(&item.item_id).and_then(|all| all.first());
            newest.is_some_and(|past| past.session_id == session.id)
        };
        let items = self.chain.effective().iter().filter(done).map(|item| ItemInput {
            item: item.clone(),
            performances: self.performed[&item.item_id].iter().take(4).cloned().collect(),
            earlier_policies: vec![],
            typical_reps: None,
            feedback: suggestion::feedback::Feedback::default(),
            own_step_g: None,
            switched_off: false,
        });
        let input = SuggestInput {
            athlete_id: self.chain.plan.athlete_id,
            plan_id: Some(self.chain.plan.id),
            session_id: session.id,
            is_correction: false,
            trace_id: moment.trace_id.clone(),
            now: self.now,
            unit: MassUnit::Kg,
            inventory: None,
            equipment: vec![],
            bodyweight_g: None,
            consent: domain::proposal::ConsentSettings::default(),
            flags: self.flags.clone(),
            items: items.collect(),
            stored: self.chain.proposals.iter().map(StoredProposal::of).collect(),
            edits: vec![],
            tuning: suggestion::tuning::SuggestionTuning::default(),
            limits: Limits::default(),
        };
        let run = suggestion::suggest(&input, Catalog::embedded()).unwrap();
        for closed in run.superseded {
            let stored = self.chain.proposals.iter_mut().find(|proposal| proposal.id == closed.proposal_id);
            if let (Some(proposal), Some(outcome)) = (stored, closed.outcome) {
                proposal.outcome = outcome;
            }
        }
        run.proposals
    }

    fn land(&mut self, batch: Batch, moment: &Moment) {
        let tuning = PlanTuning::default();
        let world = World { facts: &self.facts, tuning: &tuning };
        let landing = report(&self.chain, batch, moment, world).unwrap();
        self.chain.record(&landing);
    }

    fn breaches(&self) -> Vec<String> {
        let items = self.chain.versions.iter().flat_map(|entry| &entry.version.effective);
        let exercises = items.map(|item| {
            let facts = facts_of(item);
            let known =
                ExerciseContext { assistance: facts.assistance, grids: vec![(Instant::EPOCH, facts.grid)] };
            (item.exercise_key.clone(), known)
        });
        let flags = self.flags.iter().map(|flag| Touching {
            flag: flag.clone(),
            items: self.touching.get(&flag.id).cloned().unwrap_or_default(),
        });
        let context = Context {
            exercises: exercises.collect(),
            flags: flags.collect(),
            records: self.decisions.clone(),
            ..Context::default()
        };
        verify(&self.chain, &context).iter().map(ToString::to_string).collect()
    }
}

fn mark(kind: MarkKind) -> Mark {
    let pain = kind == MarkKind::Pain;
    Mark { kind, area: pain.then_some(domain::anatomy::BodyArea::Shoulder), severity: pain.then_some(2) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn pv_14_weeks_of_training_leave_a_sound_plan(days in prop::collection::vec(day(), 1..14)) {
        let mut athlete = Athlete::new();
        for day in &days {
            athlete.train(day);
            let breaches = athlete.breaches();
            prop_assert!(breaches.is_empty(), "{breaches:#?}");
        }
    }
}

/// A steady athlete advances on the ladder and lifts more after some weeks.
#[test]
fn p_9_a_steady_athlete_gets_stronger() {
    let mut athlete = Athlete::new();
    let good = Day {
        pause_days: 3,
        offsets: [2, 4, 1, 2, 1],
        efforts: [60, 55, 70, 75, 75],
        mark: None,
        skipped: None,
        accepts: true,
    };
    let first = athlete.chain.effective().to_vec();
    for _ in 0..12 {
        athlete.train(&good);
    }
    assert!(athlete.breaches().is_empty(), "{:#?}", athlete.breaches());
    let find = |items: &[PlanItem], id: ItemId| items.iter().find(|item| item.item_id == id).unwrap().clone();
    for before in &first {
        let after = find(athlete.chain.effective(), before.item_id);
        let level = |item: &PlanItem| item.prescription.level_ref.as_ref().map(|level| level.ordinal);
        let load = |item: &PlanItem| item.prescription.sets[0].load_g;
        let grown = level(&after) > level(before)
            || load(&after) > load(before)
            || after.prescription.volume() > before.prescription.volume();
        assert!(grown, "{} stayed at {:?}", before.exercise_key, after.prescription);
    }
    let open = athlete.chain.proposals.iter().filter(|p| p.state == ProposalState::Pending).count();
    assert!(open < 10, "{open} open proposals");
}

/// A technique mark brings an exercise that helps; it goes when two clean sessions have lifted the flag.
#[test]
fn p_17_a_help_comes_with_the_mark_and_goes_with_the_flag() {
    let mut athlete = Athlete::new();
    let day =
        |mark| Day { pause_days: 3, offsets: [0; 5], efforts: [75; 5], mark, skipped: None, accepts: true };
    let helps = |athlete: &Athlete| {
        athlete.chain.effective().iter().filter(|item| item.kind == ItemKind::Auxiliary).count()
    };
    let removals = |athlete: &Athlete| {
        let rule = SpecId::new("P-17");
        let own = athlete.chain.proposals.iter().filter(|proposal| {
            proposal.rule == rule && proposal.changes.iter().any(|change| change.new == Value::Nothing)
        });
        own.map(|proposal| proposal.state).collect::<Vec<_>>()
    };
    let marked = day(Some((0, MarkKind::Technique)));
    let told = [
        (&marked, 0, vec![]),
        (&day(None), 1, vec![]),
        (&day(None), 1, vec![ProposalState::Pending]),
        (&day(None), 0, vec![ProposalState::Accepted]),
        (&day(None), 0, vec![ProposalState::Accepted]),
    ];
    for (number, (day, help, removal)) in told.into_iter().enumerate() {
        athlete.train(day);
        assert_eq!((helps(&athlete), removals(&athlete)), (help, removal), "session {number}");
        assert!(athlete.breaches().is_empty(), "{:#?}", athlete.breaches());
    }
}
