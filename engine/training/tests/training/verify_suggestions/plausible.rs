//! Plausible performances: items of the catalogue and what was done of them, with everything the rules look for and
//! everything that keeps them silent.

use std::collections::BTreeMap;

use domain::{
    change::FieldGroup,
    exercise::{LoadSemantics, Measure},
    id::Id,
    ladder::Per,
    law::{Check, Law},
    plan::{PlanItem, ProgressionMode},
    prescription::{Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetPrescription, SetType},
    proposal::{ConsentChoice, ConsentSetting, ConsentSettings, ConsentSubject, Outcome, ProposalState},
    quantity::{Grams, MassUnit},
    session::{FrozenTargets, PerformanceStatus, SetPerformance},
    wellbeing::{Flag, FlagKind, FlagSource},
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use training::{
    catalog::Catalog,
    load::iron::Iron,
    suggestion::{
        SuggestInput,
        feedback::{Family, Feedback, FinalOutcome},
        history::TypicalReps,
        input::{EXAMPLE, ItemInput, ManualEdit, PastPerformance, StoredProposal},
        suggest,
    },
};

/// A set of the plan: its type, steps of the iron away from the item's load, reps, own rest.
type Planned = (SetType, i64, u32, u32);

/// A set as it was done: steps away from the plan, reps away from the session's, another type, rest, completed.
type Done = (i64, i32, Option<SetType>, Option<u32>, bool);

/// A session: reps, sets, whether all was done as planned, what was special about it.
#[derive(Debug, Clone)]
struct Trained {
    reps: u32,
    sets: Vec<Done>,
    as_planned: bool,
    special: Special,
    unlinked: bool,
}

/// What may be special about a session.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Special {
    Nothing,
    Deload,
    Lighter,
    Skipped,
    OtherLoads,
    OtherPolicy,
    OtherTypes,
}

/// One exercise and its last sessions.
#[derive(Debug, Clone)]
pub(super) struct Trainee {
    exercise: usize,
    mode: Option<ProgressionMode>,
    policy: RepPolicy,
    base: usize,
    off_grid: i64,
    sets: Vec<Planned>,
    all_same: Option<u32>,
    sessions: Vec<Trained>,
    steady: bool,
    unknown_loads: bool,
    own_step: Option<i64>,
    earlier: Vec<RepPolicy>,
    typical: Option<(u32, u32)>,
    feedback: Vec<(Family, Outcome, usize)>,
    switched_off: bool,
}

/// A finished session with one or two items.
#[derive(Debug, Clone)]
pub(super) struct Finished {
    unit: MassUnit,
    items: Vec<Trainee>,
    fine_plates: bool,
    bodyweight: bool,
    equal_sets: bool,
    style_aware: bool,
    profiles: bool,
    flag: Option<FlagKind>,
    edit: Option<(FieldGroup, i64)>,
    consent: Option<(ConsentSubject, ConsentSetting)>,
    stored: Vec<(usize, ProposalState, Outcome, i64, bool)>,
    is_correction: bool,
}

fn rarely<T: std::fmt::Debug + Clone + 'static>(
    strategy: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Option<T>> {
    option::weighted(0.1, strategy)
}

fn policies() -> impl Strategy<Value = RepPolicy> {
    let range = select(vec![RepPolicy::range(8, 12), RepPolicy::range(5, 8), RepPolicy::range(6, 6)]);
    let open = |mode| RepPolicy { mode, ..RepPolicy::range(8, 12) };
    prop_oneof![
        6 => range,
        3 => select(vec![RepPolicy::target(5), RepPolicy::target(10)]),
        1 => select(vec![open(RepMode::NotSet), open(RepMode::UntilFailure)]),
    ]
}

fn kinds() -> impl Strategy<Value = SetType> {
    prop_oneof![8 => Just(SetType::Working), 2 => Just(SetType::Warmup), 1 => Just(SetType::Drop)]
}

fn trained() -> impl Strategy<Value = Trained> {
    let off = prop_oneof![8 => Just(0i64), 1 => -3i64..4];
    let reps_off = prop_oneof![6 => Just(0i32), 2 => -3i32..3];
    let rest = option::weighted(0.8, select(vec![0u32, 20, 60, 74, 75, 90, 104, 105, 120, 180]));
    let done = (off, reps_off, rarely(kinds()), rest, prop::bool::weighted(0.92));
    let reps = prop_oneof![
        2 => 1u32..22,
        4 => select(vec![4u32, 5, 6, 7, 8, 9, 10, 11, 12]),
        2 => select(vec![15u32, 16, 17]),
    ];
    let special = prop_oneof![
        12 => Just(Special::Nothing),
        1 => select(vec![
            Special::Deload, Special::Lighter, Special::Skipped, Special::OtherLoads, Special::OtherPolicy,
            Special::OtherTypes,
        ]),
    ];
    (reps, vec(done, 5), any::<bool>(), special, prop::bool::weighted(0.05)).prop_map(
        |(reps, sets, as_planned, special, unlinked)| Trained { reps, sets, as_planned, special, unlinked },
    )
}

/// The places of exercises that are counted in reps.
fn counted_in_reps() -> Vec<usize> {
    let exercises = Catalog::embedded().exercises().iter().enumerate();
    exercises.filter(|(_, exercise)| exercise.measure == Measure::Reps).map(|(place, _)| place).collect()
}

fn trainees() -> impl Strategy<Value = Trainee> {
    let exercise = prop_oneof![
        2 => select(counted_in_reps()),
        1 => select(vec!["bench_press", "back_squat", "leg_extension", "assisted_pull_up"]).prop_map(|key| {
            Catalog::embedded().position(&key.parse().unwrap()).unwrap()
        }),
    ];
    let mode = rarely(select(ProgressionMode::ALL.to_vec()));
    let offset = prop_oneof![5 => Just(0i64), 1 => -4i64..4];
    let rests = select(vec![0u32, 60, 90, 120, 590, 600, 700]);
    let sets = vec((kinds(), offset, 4u32..14, rests.clone()), 1..5);
    let family =
        select(vec![Family::LoadUp, Family::RepsUp, Family::LoadDown, Family::RestUp, Family::SetType]);
    let outcome = select(vec![
        Outcome::TooAggressive,
        Outcome::TooEasy,
        Outcome::Insufficient,
        Outcome::Ignored,
        Outcome::Good,
    ]);
    let plan = (exercise, mode, policies(), 0usize..20, rarely(-120i64..120), sets);
    let told = (
        option::weighted(0.6, rests),
        vec(trained(), 1..6),
        any::<bool>(),
        prop::bool::weighted(0.1),
        rarely(select(vec![500i64, 1000, 1134, 2000, 2500, 3000])),
    );
    let known = (
        vec(policies(), 0..4),
        option::of((0u32..10, 0u32..14)),
        vec((family, outcome, 1usize..4), 0..2),
        prop::bool::weighted(0.03),
    );
    (plan, told, known).prop_map(|(plan, told, known)| Trainee {
        exercise: plan.0,
        mode: plan.1,
        policy: plan.2,
        base: plan.3,
        off_grid: plan.4.unwrap_or(0),
        sets: plan.5,
        all_same: told.0,
        sessions: told.1,
        steady: told.2,
        unknown_loads: told.3,
        own_step: told.4,
        earlier: known.0,
        typical: known.1,
        feedback: known.2,
        switched_off: known.3,
    })
}

/// Finished sessions of all kinds.
pub(super) fn finished() -> impl Strategy<Value = Finished> {
    let group = select(vec![FieldGroup::Load, FieldGroup::Volume, FieldGroup::Rest, FieldGroup::SetType]);
    let subject = select(vec![ConsentSubject::PrescriptionChange, ConsentSubject::FirstLoad]);
    let age = select(vec![3600i64, 86_400, 6 * 86_400, 7 * 86_400, 20 * 86_400]);
    let state = select(vec![
        ProposalState::Pending,
        ProposalState::Accepted,
        ProposalState::Rejected,
        ProposalState::Deferred,
        ProposalState::Superseded,
    ]);
    let outcome = select(vec![Outcome::Pending, Outcome::Good]);
    let switches = (
        prop::bool::weighted(0.2),
        any::<bool>(),
        prop::bool::weighted(0.8),
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.1),
    );
    let around = (
        rarely(select(FlagKind::ALL.to_vec())),
        rarely((group, age.clone())),
        rarely((subject, select(ConsentSetting::ALL.to_vec()))),
        option::weighted(0.3, vec((0usize..4, state, outcome, age, any::<bool>()), 1..3)),
    );
    let unit = select(vec![MassUnit::Kg, MassUnit::Lb]);
    (unit, vec(trainees(), 1..3), switches, around).prop_map(|(unit, items, switches, around)| Finished {
        unit,
        items,
        fine_plates: switches.0,
        bodyweight: switches.1,
        equal_sets: switches.2,
        style_aware: switches.3,
        profiles: switches.4,
        is_correction: switches.5,
        flag: around.0,
        edit: around.1,
        consent: around.2,
        stored: around.3.unwrap_or_default(),
    })
}

/// The example of the chapter: two sessions of bench press at the top of the range.
pub(super) fn example() -> SuggestInput {
    serde_json::from_str(EXAMPLE).unwrap()
}

impl Finished {
    /// The document that the engine gets; [`None`] when the plan could not exist.
    pub(super) fn input(&self) -> Option<SuggestInput> {
        let mut input = example();
        input.unit = self.unit;
        if self.fine_plates {
            input.equipment =
                ["eq_weight_plates_standard", "eq_weight_plates_micro"].map(str::to_owned).to_vec();
        }
        input.bodyweight_g = self.bodyweight.then_some(Grams(80_000));
        input.tuning.apply_to_equal_sets = self.equal_sets;
        input.tuning.style_aware = self.style_aware;
        input.tuning.progression_profiles = self.profiles;
        input.is_correction = self.is_correction;
        let template = input.items[0].clone();
        input.items =
            self.items.iter().enumerate().map(|(n, item)| item.read(n, &template, &input)).collect();
        input.flags = self.flag.map(|kind| flag(kind, &input)).into_iter().collect();
        input.edits = self
            .edit
            .iter()
            .map(|&(group, age)| ManualEdit {
                item_id: input.items[0].item.item_id,
                group,
                at: input.now.minus_seconds(age),
            })
            .collect();
        input.consent = ConsentSettings(
            self.consent
                .iter()
                .map(|&(subject, setting)| {
                    (subject, ConsentChoice { increase: setting, decrease: ConsentSetting::Ask })
                })
                .collect(),
        );
        let mut check = Check::default();
        input.items.iter().for_each(|item| item.check(&mut check));
        check.finish().ok()?;
        self.remember(&mut input);
        Some(input)
    }

    /// Proposals that were made before are those that would be made now.
    fn remember(&self, input: &mut SuggestInput) {
        if self.stored.is_empty() {
            return;
        }
        let run = suggest(input, Catalog::embedded()).unwrap();
        for (number, &(place, state, outcome, age, of_session)) in self.stored.iter().enumerate() {
            let Some(proposal) = run.proposals.get(place) else { continue };
            let at = input.now.minus_seconds(age);
            let mut stored = StoredProposal::of(proposal);
            stored.id = Id::derive(&["stored", &number.to_string()]);
            (stored.state, stored.outcome, stored.created_at) = (state, outcome, at);
            stored.decided_at = (!state.is_open()).then_some(at);
            if !of_session {
                "earlier".clone_into(&mut stored.trigger.reference);
            }
            input.stored.push(stored);
        }
    }
}

fn flag(kind: FlagKind, input: &SuggestInput) -> Flag {
    let exercise_key = Some(input.items[0].item.exercise_key.clone());
    Flag {
        id: Id::derive(&["flag"]),
        athlete_id: input.athlete_id,
        kind,
        area: (kind == FlagKind::Pain).then_some(domain::anatomy::BodyArea::Knee),
        exercise_key: exercise_key.filter(|_| kind == FlagKind::Technique),
        severity: 1,
        source: FlagSource::Report,
        from: input.now.minus_seconds(86_400),
        until: None,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: input.trace_id.clone(),
    }
}

impl Trainee {
    fn read(&self, number: usize, template: &ItemInput, input: &SuggestInput) -> ItemInput {
        let exercise = &Catalog::embedded().exercises()[self.exercise];
        let iron = Iron::new(input.unit, None, &input.equipment);
        let grid = iron.grid_for(exercise);
        let load = |steps: i64| {
            let grid = grid?;
            let last = i64::try_from(grid.steps().len()).unwrap() - 1;
            let place = (i64::try_from(self.base).unwrap() + steps).clamp(0, last);
            let on_grid = Grams::from_display(grid.steps()[usize::try_from(place).unwrap()], grid.unit());
            Some(Grams((on_grid.0 + 10 * self.off_grid).max(0)))
        };
        let counts =
            matches!(exercise.load_semantics, LoadSemantics::Bodyweight) && self.base.is_multiple_of(2);
        let usual = if grid.is_none() || counts { ProgressionMode::Range } else { ProgressionMode::Load };
        let mode = self.mode.unwrap_or(usual);
        let planned = self.plan(number, self.policy, |steps| load(steps).filter(|_| !self.unknown_loads));
        let item = PlanItem {
            item_id: Id::derive(&["item", &number.to_string()]),
            order: u32::try_from(number).unwrap(),
            exercise_key: exercise.id.clone(),
            progression_mode: mode,
            prescription: planned,
            ..template.item.clone()
        };
        let past = self
            .sessions
            .iter()
            .enumerate()
            .map(|(ago, trained)| self.past(ago, trained, &item, template, input, &load));
        let feedback: BTreeMap<_, _> = self
            .feedback
            .iter()
            .map(|&(family, outcome, count)| {
                let at = |days: usize| input.now.minus_seconds(i64::try_from(days + 8).unwrap() * 86_400);
                (family, (0..count).map(|days| FinalOutcome { outcome, at: at(days) }).collect())
            })
            .collect();
        ItemInput {
            performances: past.collect(),
            earlier_policies: self.earlier.clone(),
            typical_reps: self.typical.map(|(low, high)| TypicalReps { low, high }),
            feedback: Feedback(feedback),
            own_step_g: self.own_step.map(Grams),
            switched_off: self.switched_off,
            item,
        }
    }

    fn plan(&self, number: usize, policy: RepPolicy, load: impl Fn(i64) -> Option<Grams>) -> Prescription {
        let set = |(index, &(kind, steps, reps, rest_s)): (usize, &Planned)| SetPrescription {
            set_id: Id::derive(&["set", &number.to_string(), &index.to_string()]),
            index: u32::try_from(index).unwrap(),
            kind,
            reps: Some(reps),
            seconds: None,
            meters: None,
            per: Per::Both,
            load_g: load(steps),
            rest_s,
            rpe: None,
        };
        let mode = if self.all_same.is_some() { RestMode::AllSame } else { RestMode::Individual };
        Prescription {
            rep_policy: policy,
            rest_policy: RestPolicy { mode, seconds: self.all_same.unwrap_or(90) },
            sets: self.sets.iter().enumerate().map(set).collect(),
            level_ref: None,
            effort_target: None,
            cues: vec![],
        }
    }

    fn past(
        &self,
        ago: usize,
        trained: &Trained,
        item: &PlanItem,
        template: &ItemInput,
        input: &SuggestInput,
        load: &impl Fn(i64) -> Option<Grams>,
    ) -> PastPerformance {
        let mut past = template.performances[0].clone();
        let name = format!("{}/{ago}", item.item_id);
        let session = Id::derive(&["session", &ago.to_string()]);
        past.session_id = if ago == 0 { input.session_id } else { session };
        past.at = input.now.minus_seconds(i64::try_from(ago).unwrap() * 3 * 86_400);
        past.deload = trained.special == Special::Deload;
        let mut plan = item.prescription.clone();
        match trained.special {
            Special::OtherLoads => plan.sets.iter_mut().zip(&self.sets).for_each(|(set, planned)| {
                set.load_g = set.load_g.and(load(planned.1 + 2));
            }),
            Special::OtherPolicy => plan.rep_policy = RepPolicy::range(3, 20),
            Special::OtherTypes => plan.sets.iter_mut().for_each(|set| set.kind = SetType::Working),
            _ => {}
        }
        let like = if self.steady { &self.sessions[0] } else { trained };
        let sets = plan.sets.iter().zip(&self.sets).zip(&like.sets).map(|((set, planned), done)| {
            performed_set(&name, set, planned.1, *done, like, trained.unlinked, load)
        });
        let performance = &mut past.performance;
        performance.sets = sets.collect();
        performance.id = Id::derive(&["performance", &name]);
        performance.item_id = Some(item.item_id);
        performance.exercise_key = item.exercise_key.clone();
        let skipped = trained.special == Special::Skipped;
        performance.status = if skipped { PerformanceStatus::Skipped } else { PerformanceStatus::Done };
        performance.frozen = Some(FrozenTargets {
            plan_volume: plan.volume(),
            prescription: plan,
            volume_pct: if trained.special == Special::Lighter { 70 } else { 100 },
            load_pct: 100,
            superset: None,
        });
        past.plan = None;
        past
    }
}

/// A set as it was done.
fn performed_set(
    name: &str,
    set: &SetPrescription,
    planned: i64,
    (off, reps_off, kind, rest, completed): Done,
    trained: &Trained,
    unlinked: bool,
    load: &impl Fn(i64) -> Option<Grams>,
) -> SetPerformance {
    let exact = trained.as_planned;
    let reps = i64::from(trained.reps) + if exact { 0 } else { i64::from(reps_off) };
    let as_asked = set.load_g.filter(|_| exact || off == 0);
    SetPerformance {
        id: Id::derive(&["done", name, &set.index.to_string()]),
        set_id: Some(set.set_id).filter(|_| !unlinked || set.index == 0),
        index: set.index,
        kind: kind.filter(|_| !exact).unwrap_or(set.kind),
        reps: u32::try_from(reps.max(0)).ok(),
        seconds: None,
        meters: None,
        load_g: as_asked.or_else(|| load(planned + off)),
        completed: exact || completed,
        rest_after_s: rest,
        rpe: None,
    }
}
