//! A story of a suggestion: what was proposed and what the athlete did after it, in a few words.
//!
//! A session is its sets, then its circumstances: `62.5 x 7 rest 90 / 62.5 x 6 | rpe 9, readiness 2, deload`.
//! A set may be `not done` or of a type: `40 x 5 warmup`. Without words it is a completed working set.

use domain::{
    change::{Change, Field, Target, Value},
    id::{Id, TraceId},
    plan::{ItemId, Trigger, TriggerKind},
    prescription::{Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetId, SetPrescription, SetType},
    proposal::{Consent, Draft, EngineName, Occasion, Proposal, ProposalKind, ProposalState},
    quantity::{Amount, Grams, Hundredths, MassUnit, Rpe},
    reason::{Reason, ReasonCode},
    session::{
        ExercisePerformance, FrozenTargets, Gate, PerformanceStatus, SelectionMode, Session, SessionOrigin,
        SessionStatus, SetPerformance,
    },
    spec::SpecId,
    time::{Instant, LocalDate, Zone, add_days},
};
use serde::Deserialize;
use training::outcome::{
    input::{Answered, OutcomeInput},
    tuning::OutcomeTuning,
};

/// What a scenario or test tells.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Story {
    /// The bench press, unless it says another.
    #[serde(default)]
    pub(super) exercise: Option<String>,
    /// `8-12`, `5`, or nothing.
    #[serde(default)]
    pub(super) reps: String,
    /// `load 60 -> 62.5`, `reps 10 -> 11`, `rest 90 -> 105`, `set_type drop -> working`, `rep_mode not_set -> range`.
    pub(super) change: String,
    /// The increment.
    #[serde(default)]
    pub(super) step: Option<String>,
    /// The rule behind it.
    #[serde(default)]
    pub(super) rule: Option<String>,
    /// The session that set it off.
    pub(super) before: String,
    /// The sessions after the answer, two days apart.
    #[serde(default)]
    pub(super) after: Vec<String>,
    /// Kilograms, unless it says pounds.
    #[serde(default)]
    pub(super) unit: Option<MassUnit>,
    /// Whether more load is easier.
    #[serde(default)]
    pub(super) assistance: bool,
    /// What was answered.
    #[serde(default)]
    pub(super) answer: Option<ProposalState>,
    /// Days between the answer and the evaluation.
    #[serde(default)]
    pub(super) days: Option<i64>,
}

pub(super) fn item() -> ItemId {
    Id::derive(&["item"])
}

pub(super) fn set_id(index: u32) -> SetId {
    Id::derive(&["set", &index.to_string()])
}

/// Midday of the first of March, when every proposal is made and answered.
pub(super) fn start() -> Instant {
    "2026-03-01T12:00:00Z".parse().unwrap()
}

pub(super) fn day(days: i64) -> Instant {
    start().plus_seconds(days * 86_400)
}

impl Story {
    /// A story in TOML.
    pub(super) fn new(toml: &str) -> Self {
        toml::from_str(toml).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(super) fn unit(&self) -> MassUnit {
        self.unit.unwrap_or(MassUnit::Kg)
    }

    /// The document that the engine gets.
    pub(super) fn input(&self) -> OutcomeInput {
        let sessions =
            self.after.iter().enumerate().map(|(at, text)| self.session(at, text)).collect::<Vec<_>>();
        let last = 2 * i64::try_from(sessions.len()).unwrap();
        OutcomeInput {
            proposals: vec![self.answered()],
            sessions,
            now: day(self.days.unwrap_or(last)),
            tuning: OutcomeTuning::default(),
        }
    }

    pub(super) fn answered(&self) -> Answered {
        Answered {
            proposal: self.proposal(),
            basis: self.performance("before", &self.before).0,
            assistance: self.assistance,
            rejected_for: None,
            evaluations: vec![],
            settled_at: None,
            opinions: vec![],
            awaited: vec![],
        }
    }

    fn policy(&self) -> RepPolicy {
        match self.reps.split_once('-') {
            Some((low, high)) => RepPolicy::range(low.parse().unwrap(), high.parse().unwrap()),
            None if self.reps.is_empty() => RepPolicy { mode: RepMode::NotSet, ..RepPolicy::target(8) },
            None => RepPolicy::target(self.reps.parse().unwrap()),
        }
    }

    fn grams(&self, text: &str) -> Grams {
        let hundredths = Amount::parse(text).unwrap().0 / (Amount::UNIT / 100);
        Grams::from_display(Hundredths(hundredths), self.unit())
    }

    fn proposal(&self) -> Proposal {
        let words: Vec<&str> = self.change.split(' ').collect();
        let [field, old, "->", new] = words[..] else { panic!("`{}` is no change", self.change) };
        let field: Field = field.parse().unwrap();
        let value = |text: &str| match field {
            Field::Load => self.grams(text).into(),
            Field::SetType | Field::RepMode => text.into(),
            _ => Value::Number(text.parse().unwrap()),
        };
        let of_item = matches!(field, Field::RepMode | Field::RestAll);
        let target = Target { item_id: item(), set_id: (!of_item).then(|| set_id(0)) };
        let changes = vec![Change { target, field, old: value(old), new: value(new) }];
        let occasion = Occasion {
            athlete_id: Id::derive(&["athlete"]),
            plan_id: Id::derive(&["plan"]),
            trigger: Trigger {
                kind: TriggerKind::SessionReport,
                reference: Id::<Session>::derive(&["before"]).to_string(),
            },
            trace_id: TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap(),
            at: start(),
            ttl_days: 28,
        };
        let rule = self.rule.as_deref().unwrap_or("SR-2");
        let proposal = occasion.proposal(Draft {
            target,
            kind: ProposalKind::PrescriptionChange,
            engine: EngineName::PrescriptionRules,
            rule: SpecId::new(rule),
            rule_version: "suggestions-1",
            changes,
            alternatives: vec![],
            reason: Reason::new(ReasonCode::TopOfRangeTwice, SpecId::new(rule)),
            evidence: vec![],
            confidence: 70,
            consent: Consent::Ask,
            step_g: self.step.as_deref().map(|step| self.grams(step)),
            assistance: self.assistance,
        });
        let state = self.answer.unwrap_or(ProposalState::Accepted);
        Proposal { state, decided_at: Some(start()), ..proposal }
    }

    pub(super) fn session(&self, at: usize, text: &str) -> Session {
        let name = at.to_string();
        let (performance, circumstances) = self.performance(&name, text);
        let number = |word: &str| -> Option<i64> {
            let found = circumstances.iter().find_map(|text| text.strip_prefix(word))?;
            found.trim().parse().ok()
        };
        let has = |word: &str| circumstances.iter().any(|text| text == word);
        let days = 2 * i64::try_from(at).unwrap() + 1;
        let started = day(days);
        let date: LocalDate = add_days("2026-03-01".parse().unwrap(), days);
        Session {
            id: Id::derive(&["session", &name]),
            athlete_id: Id::derive(&["athlete"]),
            plan_id: None,
            plan_version: None,
            local_date: date,
            zone: Zone::UTC,
            slot_time: domain::plan::SlotTime::None,
            origin: SessionOrigin::Template,
            intent: None,
            status: if has("active") { SessionStatus::Active } else { SessionStatus::Done },
            gate: Gate::Closed,
            planned_start: None,
            estimated_minutes: None,
            started_at: Some(started),
            finished_at: Some(started.plus_seconds(3600)),
            deload: has("deload"),
            readiness: number("readiness").map(|readiness| u8::try_from(readiness).unwrap()),
            session_rpe: number("rpe").map(|rpe| Rpe::new(rpe * 10).unwrap()),
            selection_mode: SelectionMode::Auto,
            advances_split: true,
            exercises: vec![performance],
        }
    }

    /// The sets before the bar, and the circumstances behind it.
    fn performance(&self, name: &str, text: &str) -> (ExercisePerformance, Vec<String>) {
        let (sets, circumstances) = text.split_once('|').unwrap_or((text, ""));
        let circumstances: Vec<String> =
            circumstances.split(',').map(|text| text.trim().to_owned()).collect();
        let sets: Vec<SetPerformance> =
            sets.split('/').zip(0..).map(|(set, index)| self.set(name, index, set.trim())).collect();
        let has = |word: &str| circumstances.iter().any(|text| text == word);
        let prescribed = |set: &SetPerformance| SetPrescription {
            // A set that was replaced has another id.
            set_id: set_id(set.index + if has("set replaced") { 100 } else { 0 }),
            index: set.index,
            kind: SetType::Working,
            reps: Some(8),
            seconds: None,
            meters: None,
            per: domain::ladder::Per::Both,
            load_g: set.load_g,
            rest_s: 90,
            rpe: None,
        };
        let prescription = Prescription {
            rep_policy: self.policy(),
            rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: 90 },
            sets: sets.iter().map(prescribed).collect(),
            level_ref: None,
            effort_target: None,
            cues: vec![],
        };
        let performance = ExercisePerformance {
            id: Id::derive(&["performance", name]),
            item_id: Some(item()),
            exercise_key: self.exercise.as_deref().unwrap_or("bench_press").parse().unwrap(),
            frozen: Some(FrozenTargets {
                prescription,
                plan_volume: 24,
                volume_pct: if has("lighter") { 70 } else { 100 },
                load_pct: 100,
                superset: None,
            }),
            status: if has("skipped") { PerformanceStatus::Skipped } else { PerformanceStatus::Done },
            rpe: None,
            comfort: None,
            marks: vec![],
            notes: String::new(),
            sets,
        };
        (performance, circumstances)
    }

    fn set(&self, name: &str, index: u32, text: &str) -> SetPerformance {
        let words: Vec<&str> = text.split(' ').collect();
        let (load, reps) = match words[..] {
            [load, "x", reps, ..] => (Some(self.grams(load)), reps.parse().ok()),
            _ => (None, words[0].parse().ok()),
        };
        let rest = words.iter().position(|&word| word == "rest").map(|at| words[at + 1].parse().unwrap());
        SetPerformance {
            id: Id::derive(&["set performance", name, &index.to_string()]),
            set_id: Some(set_id(index)),
            index,
            kind: words.iter().find_map(|word| word.parse().ok()).unwrap_or(SetType::Working),
            reps,
            seconds: None,
            meters: None,
            load_g: load,
            completed: !text.ends_with("not done"),
            rest_after_s: rest,
            rpe: None,
        }
    }
}
