//! A situation in a few words: one exercise with its plan and its last sessions.

use std::collections::BTreeMap;

use domain::{
    change::{Direction, Field, FieldGroup, Target},
    exercise::ExerciseKey,
    id::{Id, TraceId},
    ladder::Per,
    plan::{ItemId, ItemKind, PlanId, PlanItem, ProgressionMode, Role, SlotTime, Trigger, TriggerKind},
    prescription::{Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetPrescription, SetType},
    proposal::{ConsentSettings, Outcome, ProposalState, dedup_key},
    quantity::{Grams, Hundredths, MassUnit},
    session::{ExercisePerformance, FrozenTargets, PerformanceStatus, SetPerformance},
    time::Instant,
    wellbeing::{Flag, FlagKind, FlagSource},
};
use serde::Deserialize;
use training::suggestion::{
    SuggestInput,
    feedback::{Family, Feedback, FinalOutcome},
    history::TypicalReps,
    input::{ItemInput, Limits, ManualEdit, PastPerformance, StoredProposal},
    tuning::SuggestionTuning,
};

/// What a scenario states; everything else is usual.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    pub(super) exercise: ExerciseKey,
    #[serde(default = "kilograms")]
    pub(super) unit: MassUnit,
    #[serde(default = "load_mode")]
    pub(super) mode: ProgressionMode,
    /// `3 x 12 at 60 kg`, `warmup 10 at 40 kg`, `2 x 8`; several with commas.
    pub(super) sets: String,
    /// `8-12`, `5`, `until failure` or `not set`.
    pub(super) reps: String,
    /// `90 s` for all, or one for each set.
    #[serde(default = "usual_rest")]
    pub(super) rest: String,
    /// `60 kg: 12 12 12`.
    pub(super) today: Done,
    /// Newest first.
    #[serde(default)]
    pub(super) before: Vec<Done>,
    #[serde(default)]
    pub(super) fine_plates: bool,
    pub(super) own_step: Option<String>,
    #[serde(default)]
    pub(super) switched_off: bool,
    pub(super) bodyweight: Option<String>,
    /// `pain knee 2`, `illness`, `technique back_squat`.
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// By family, newest first.
    #[serde(default)]
    pub(super) feedback: BTreeMap<Family, Vec<Outcome>>,
    /// Policies of earlier sessions, newest first.
    #[serde(default)]
    pub(super) earlier: Vec<String>,
    /// `8-10`.
    pub(super) typical: Option<String>,
    #[serde(default)]
    pub(super) stored: Vec<Stored>,
    #[serde(default)]
    pub(super) edits: Vec<Edit>,
    #[serde(default)]
    pub(super) consent: ConsentSettings,
    #[serde(default)]
    pub(super) is_correction: bool,
    #[serde(default)]
    pub(super) tuning: SuggestionTuning,
    /// Rules whose verdict is shown.
    #[serde(default)]
    pub(super) explain: Vec<String>,
}

/// What was done in a session, with what was special about it.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Done {
    Plain(String),
    Special {
        done: String,
        #[serde(default)]
        deload: bool,
        #[serde(default = "full")]
        volume_pct: u8,
        #[serde(default = "full")]
        load_pct: u8,
        /// The plan then, if it was another one.
        sets: Option<String>,
        reps: Option<String>,
        #[serde(default)]
        skipped: bool,
    },
}

/// An earlier proposal.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    pub(super) set: Option<usize>,
    pub(super) field: Field,
    pub(super) direction: Direction,
    pub(super) state: ProposalState,
    #[serde(default = "pending")]
    pub(super) outcome: Outcome,
    /// Seconds since it was made and answered.
    pub(super) seconds_ago: i64,
    #[serde(default)]
    pub(super) undone: bool,
    #[serde(default)]
    pub(super) is_postponed: bool,
    #[serde(default)]
    pub(super) of_this_session: bool,
}

/// A person's own change.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    pub(super) group: FieldGroup,
    pub(super) seconds_ago: i64,
}

fn kilograms() -> MassUnit {
    MassUnit::Kg
}

fn load_mode() -> ProgressionMode {
    ProgressionMode::Load
}

fn usual_rest() -> String {
    "90 s".to_owned()
}

fn full() -> u8 {
    100
}

fn pending() -> Outcome {
    Outcome::Pending
}

pub(super) fn now() -> Instant {
    "2026-03-16T18:00:00Z".parse().unwrap()
}

fn days_ago(days: usize) -> Instant {
    now().minus_seconds(i64::try_from(days).unwrap() * 86_400)
}

pub(super) fn item_id() -> ItemId {
    Id::derive(&["item"])
}

pub(super) fn plan_id() -> PlanId {
    Id::derive(&["plan"])
}

fn session_id(ago: usize) -> domain::session::SessionId {
    Id::derive(&["session", &ago.to_string()])
}

/// A text that is read from its parts, or the whole is named.
fn bad(text: &str) -> ! {
    panic!("cannot read `{text}`")
}

/// `60 kg`, `135 lb`, `62.5 kg`; `body` for none.
pub(super) fn load(text: &str) -> Option<Grams> {
    if text.trim() == "body" {
        return None;
    }
    let Some((number, unit)) = text.trim().split_once(' ') else { bad(text) };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let hundredths: i64 = format!("{whole}{part:0<2}").parse().unwrap_or_else(|_| bad(text));
    Some(Grams::from_display(Hundredths(hundredths), unit.parse().unwrap_or_else(|_| bad(text))))
}

pub(super) fn policy(text: &str) -> RepPolicy {
    let open = |mode| RepPolicy { mode, ..RepPolicy::range(8, 12) };
    match text {
        "not set" => open(RepMode::NotSet),
        "until failure" => open(RepMode::UntilFailure),
        _ => match text.split_once('-') {
            Some((low, high)) => RepPolicy::range(low.parse().unwrap(), high.parse().unwrap()),
            None => RepPolicy::target(text.parse().unwrap_or_else(|_| bad(text))),
        },
    }
}

/// `2 x 8 at 60 kg` or `warmup 10 at 40 kg`, several with commas.
fn prescription(sets: &str, reps: &str, rest: &str) -> Prescription {
    let mut made: Vec<SetPrescription> = vec![];
    for part in sets.split(", ") {
        let (what, mass) = part.split_once(" at ").map_or((part, None), |(what, mass)| (what, Some(mass)));
        let (count, what) =
            what.split_once(" x ").map_or((1, what), |(count, what)| (count.parse().unwrap(), what));
        let (kind, reps) = what.split_once(' ').map_or((SetType::Working, what), |(kind, reps)| {
            (kind.parse().unwrap_or_else(|_| bad(part)), reps)
        });
        for _ in 0..count {
            let index = u32::try_from(made.len()).unwrap();
            made.push(SetPrescription {
                set_id: Id::derive(&["set", &index.to_string()]),
                index,
                kind,
                reps: Some(reps.parse().unwrap_or_else(|_| bad(part))),
                seconds: None,
                meters: None,
                per: Per::Both,
                load_g: mass.and_then(load),
                rest_s: 90,
                rpe: None,
            });
        }
    }
    let seconds = |text: &str| text.trim_end_matches(" s").parse().unwrap_or_else(|_| bad(text));
    let rests: Vec<u32> = rest.split(", ").map(seconds).collect();
    let rest_policy = if let [all] = rests[..] {
        RestPolicy { mode: RestMode::AllSame, seconds: all }
    } else {
        made.iter_mut().zip(&rests).for_each(|(set, rest)| set.rest_s = *rest);
        RestPolicy { mode: RestMode::Individual, seconds: 90 }
    };
    let rep_policy = policy(reps);
    Prescription { rep_policy, rest_policy, sets: made, level_ref: None, effort_target: None, cues: vec![] }
}

/// `60 kg: 12 12; drop 40 kg: 10`; `12(90)` is a set with 90 s of rest after it, `-` a set that was not completed.
fn performed(text: &str, plan: &Prescription, ago: usize) -> Vec<SetPerformance> {
    let mut done: Vec<SetPerformance> = vec![];
    for part in text.split("; ") {
        let Some((mass, sets)) = part.split_once(':') else { bad(text) };
        let word = mass.split(' ').next().unwrap_or_default();
        let (kind, mass) = match word.parse::<SetType>() {
            Ok(kind) => (Some(kind), mass[word.len()..].trim()),
            Err(_) => (None, mass),
        };
        for set in sets.split_whitespace() {
            let place = done.len();
            let planned = plan.sets.get(place);
            let (reps, rest) = set.split_once('(').map_or((set, None), |(reps, rest)| (reps, Some(rest)));
            done.push(SetPerformance {
                id: Id::derive(&["done", &ago.to_string(), &place.to_string()]),
                set_id: planned.map(|planned| planned.set_id),
                index: u32::try_from(place).unwrap(),
                kind: kind.or(planned.map(|planned| planned.kind)).unwrap_or(SetType::Working),
                reps: reps.parse().ok(),
                seconds: None,
                meters: None,
                load_g: load(mass),
                completed: reps != "-",
                rest_after_s: rest.map(|rest| rest.trim_end_matches(')').parse().unwrap()),
                rpe: None,
            });
        }
    }
    done
}

impl Given {
    pub(super) fn read(text: &str) -> Self {
        toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(super) fn item(&self) -> PlanItem {
        PlanItem {
            item_id: item_id(),
            kind: ItemKind::Rolling,
            slot_weekday: None,
            slot_date: None,
            slot_time: SlotTime::None,
            order: 0,
            exercise_key: self.exercise.clone(),
            role: Role::Main,
            tier: None,
            superset: None,
            progression_mode: self.mode,
            min_sets: None,
            difficulty: 100,
            prescription: prescription(&self.sets, &self.reps, &self.rest),
        }
    }

    fn past(&self, ago: usize, done: &Done) -> PastPerformance {
        let usual = Done::Special {
            done: String::new(),
            deload: false,
            volume_pct: 100,
            load_pct: 100,
            sets: None,
            reps: None,
            skipped: false,
        };
        let (text, special) = match done {
            Done::Plain(text) => (text, &usual),
            Done::Special { done: text, .. } => (text, done),
        };
        let Done::Special { deload, volume_pct, load_pct, sets, reps, skipped, .. } = special else {
            unreachable!("made above")
        };
        let sets = sets.as_ref().unwrap_or(&self.sets);
        let plan = prescription(sets, reps.as_ref().unwrap_or(&self.reps), &self.rest);
        let performance = ExercisePerformance {
            id: Id::derive(&["performance", &ago.to_string()]),
            item_id: Some(item_id()),
            exercise_key: self.exercise.clone(),
            frozen: Some(FrozenTargets {
                plan_volume: plan.volume(),
                prescription: plan.clone(),
                volume_pct: *volume_pct,
                load_pct: *load_pct,
                superset: None,
            }),
            status: if *skipped { PerformanceStatus::Skipped } else { PerformanceStatus::Done },
            rpe: None,
            comfort: None,
            marks: vec![],
            notes: String::new(),
            sets: performed(text, &plan, ago),
        };
        let at = days_ago(3 * ago);
        PastPerformance { session_id: session_id(ago), at, deload: *deload, performance, plan: None }
    }

    pub(super) fn input(&self) -> SuggestInput {
        let item = self.item();
        let sessions = std::iter::once(&self.today).chain(&self.before);
        let equipment: &[&str] =
            if self.fine_plates { &["eq_weight_plates_standard", "eq_weight_plates_micro"] } else { &[] };
        let feedback = self.feedback.iter().map(|(&family, outcomes)| {
            let made = outcomes.iter().enumerate();
            (
                family,
                made.map(|(place, &outcome)| FinalOutcome { outcome, at: days_ago(place + 8) }).collect(),
            )
        });
        let input = ItemInput {
            performances: sessions.enumerate().map(|(ago, done)| self.past(ago, done)).collect(),
            earlier_policies: self.earlier.iter().map(|text| policy(text)).collect(),
            typical_reps: self.typical.as_ref().map(|text| {
                let RepPolicy { low, high, .. } = policy(text);
                TypicalReps { low, high }
            }),
            feedback: Feedback(feedback.collect()),
            own_step_g: self.own_step.as_deref().and_then(load),
            switched_off: self.switched_off,
            item,
        };
        SuggestInput {
            athlete_id: Id::derive(&["athlete"]),
            plan_id: Some(plan_id()),
            session_id: session_id(0),
            is_correction: self.is_correction,
            trace_id: trace(),
            now: now(),
            unit: self.unit,
            inventory: None,
            equipment: equipment.iter().map(|key| (*key).to_owned()).collect(),
            bodyweight_g: self.bodyweight.as_deref().and_then(load),
            consent: self.consent.clone(),
            flags: self.flags.iter().map(|text| flag(text)).collect(),
            stored: self
                .stored
                .iter()
                .enumerate()
                .map(|(place, stored)| stored.read(place, &input))
                .collect(),
            edits: self.edits.iter().map(Edit::read).collect(),
            items: vec![input],
            tuning: self.tuning.clone(),
            limits: Limits::default(),
        }
    }
}

fn trace() -> TraceId {
    TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap()
}

fn flag(text: &str) -> Flag {
    let words: Vec<&str> = text.split(' ').collect();
    let kind: FlagKind = words[0].parse().unwrap_or_else(|_| bad(text));
    let is_pain = kind == FlagKind::Pain;
    Flag {
        id: Id::derive(&["flag", text]),
        athlete_id: Id::derive(&["athlete"]),
        kind,
        area: is_pain.then(|| words[1].parse().unwrap_or_else(|_| bad(text))),
        exercise_key: words.get(1).filter(|_| !is_pain).map(|key| key.parse().unwrap()),
        severity: words.get(2).map_or(1, |severity| severity.parse().unwrap()),
        source: FlagSource::Report,
        from: days_ago(1),
        until: None,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: trace(),
    }
}

impl Stored {
    fn read(&self, place: usize, input: &ItemInput) -> StoredProposal {
        let set_id = self.set.map(|index| input.item.prescription.sets[index].set_id);
        let target = Target { item_id: item_id(), set_id };
        let at = now().minus_seconds(self.seconds_ago);
        let reference = if self.of_this_session { session_id(0).to_string() } else { "earlier".to_owned() };
        StoredProposal {
            id: Id::derive(&["stored", &place.to_string()]),
            item_id: item_id(),
            dedup_key: dedup_key(plan_id(), target, self.field, self.direction),
            state: self.state,
            outcome: self.outcome,
            created_at: at,
            decided_at: (!self.state.is_open()).then_some(at),
            undone_at: self.undone.then_some(at),
            is_postponed: self.is_postponed,
            trigger: Trigger { kind: TriggerKind::SessionReport, reference },
        }
    }
}

impl Edit {
    fn read(&self) -> ManualEdit {
        ManualEdit { item_id: item_id(), group: self.group, at: now().minus_seconds(self.seconds_ago) }
    }
}
