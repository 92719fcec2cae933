//! Story: items of a plan, and what is reported of them day by day.
//!
//! ```toml
//! ladder = "dip"                # or free = "plank 3x60", range = "push_up 3x8 8-12", load = "bench_press 3x5"
//! level = 2
//! target = 26                   # if it is not the level's own
//! monday = "26 @6"              # spread over the sets; or 3x9, or 9+9+8
//! tuesday = ["28 @6", "skip"]   # several ways the last day may go
//! ```
//!
//! After the effort, comma by comma: `comfort 4`, `technique`, `fatigue`, `pain elbow 2`; `flag KIND [AREA]` for a flag
//! that is active that day; `deload`; `edited 2x6` for targets set for the session alone; `accept` to take what is asked.

use std::collections::BTreeMap;

use domain::{
    equipment::Equipment,
    exercise::Measure,
    id::{Id, TraceId},
    ladder::Per,
    plan::{ItemKind, PlanItem, ProgressionMode, Role, SlotTime},
    prescription::{
        LevelRef, Prescription, RepPolicy, RestMode, RestPolicy, SetPrescription, SetType, spread,
    },
    proposal::{Consent, ConsentSettings, Proposal},
    quantity::{Grams, MassUnit, Rpe},
    session::{ExercisePerformance, FrozenTargets, PerformanceStatus, SetPerformance},
    time::{Instant, Zone, add_days},
    wellbeing::{Flag, FlagKind, FlagSource, Mark, MarkKind},
};
use training::{
    catalog::Catalog,
    progression::{
        DecideInput, Decided, decide,
        input::{Lifetimes, PastRecord, ReportedSession},
        tuning::ProgressionTuning,
    },
};

use super::shown;

/// The days of a story, in order.
pub(super) const DAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// An item with its past.
#[derive(Debug, Clone)]
pub(super) struct Tracked {
    pub(super) item: PlanItem,
    pub(super) history: Vec<PastRecord>,
    /// Percent of the volume in its next session.
    pub(super) lightened: Option<u8>,
    /// What is reported, by day.
    days: BTreeMap<&'static str, Vec<String>>,
}

/// The state of a story.
#[derive(Debug, Clone)]
pub(super) struct Story {
    pub(super) items: Vec<Tracked>,
    pub(super) consent: ConsentSettings,
    pub(super) equipment: Option<Vec<Equipment>>,
    pub(super) unit: MassUnit,
    pub(super) steps: BTreeMap<domain::exercise::ExerciseKey, Grams>,
    russian: bool,
}

impl Story {
    /// A story with these items and nothing special.
    pub(super) fn of(items: Vec<PlanItem>) -> Self {
        let tracked = |item| Tracked { item, history: vec![], lightened: None, days: BTreeMap::new() };
        Self {
            items: items.into_iter().map(tracked).collect(),
            consent: ConsentSettings::default(),
            equipment: None,
            unit: MassUnit::Kg,
            steps: BTreeMap::new(),
            russian: false,
        }
    }

    /// Reads the given block of a scenario.
    pub(super) fn read(given: &str) -> Self {
        let table: toml::Table = given.parse().unwrap_or_else(|error| panic!("{error}"));
        let items = match table.get("item") {
            Some(items) => items.as_array().unwrap().iter().map(|item| item.as_table().unwrap()).collect(),
            None => vec![&table],
        };
        let mut story = Self::of(vec![]);
        for (index, item) in items.into_iter().enumerate() {
            let days = DAYS.iter().filter_map(|day| Some((*day, reports(item.get(*day)?))));
            let mut tracked = Self::of(vec![read_item(item, index)]).items.remove(0);
            tracked.days = days.collect();
            story.items.push(tracked);
        }
        let setting = |name: &str| table.get(name).cloned();
        if let Some(consent) = setting("consent") {
            story.consent = consent.try_into().unwrap();
        }
        story.equipment = setting("equipment").map(|list| list.try_into().unwrap());
        story.unit = setting("unit").map_or(MassUnit::Kg, |unit| unit.try_into().unwrap());
        story.steps = setting("steps").map_or_else(BTreeMap::new, |steps| steps.try_into().unwrap());
        story.russian = setting("russian").is_some();
        story
    }

    /// What happens day by day.
    pub(super) fn tell(mut self) -> String {
        let mut text = String::new();
        for (number, day) in DAYS.iter().enumerate() {
            let ways = self.items.iter().filter_map(|tracked| tracked.days.get(day)).map(Vec::len).max();
            let mut after = None;
            for way in 0..ways.unwrap_or(0) {
                let mut story = self.clone();
                let said: Vec<Option<String>> = story
                    .items
                    .iter()
                    .map(|tracked| {
                        let ways = tracked.days.get(day)?;
                        ways.get(way).or(ways.last()).cloned()
                    })
                    .collect();
                let before = story.items.clone();
                let decided = story.report(number, &said);
                text += &shown::day(day, &before, &said, &decided, story.russian);
                after.get_or_insert(story);
            }
            if let Some(story) = after {
                self = story;
            }
        }
        text
    }

    /// The input of a day on which this is said of the items; nothing is said of what is not in the session.
    pub(super) fn input(&self, day: usize, said: &[Option<String>]) -> DecideInput {
        let now = at(day);
        let words = |said: &Option<String>| said.as_deref().map(Words::read).unwrap_or_default();
        let words: Vec<_> = said.iter().map(words).collect();
        let performances = self.items.iter().zip(said).zip(&words);
        let performances = performances.filter(|((_, said), _)| said.is_some());
        let edited = self.items.iter().zip(&words).filter(|(_, words)| words.edited.is_some());
        DecideInput {
            athlete_id: Id::derive(&["athlete"]),
            plan_id: Id::derive(&["plan"]),
            trace_id: trace(day),
            now: now.plus_seconds(3600),
            zone: Zone::UTC,
            session: ReportedSession {
                id: Id::derive(&["session", &day.to_string()]),
                started_at: now,
                local_date: now.local_date(&Zone::UTC),
                slot_time: None,
                deload: words.iter().any(|words| words.deload),
                first_reported_at: None,
            },
            items: self.items.iter().map(|tracked| tracked.item.clone()).collect(),
            performances: performances.map(|((tracked, _), words)| words.perform(tracked)).collect(),
            history: self
                .items
                .iter()
                .map(|tracked| (tracked.item.item_id, tracked.history.clone()))
                .collect(),
            flags: words.iter().flat_map(|words| words.flags.clone()).collect(),
            equipment: self.equipment.clone(),
            consent: self.consent.clone(),
            unit: self.unit,
            load_steps: self.steps.clone(),
            edited: edited.map(|(tracked, _)| tracked.item.item_id).collect(),
            overridden: [].into(),
            moved: [].into(),
            lifetimes: Lifetimes::default(),
            in_words: true,
            tuning: ProgressionTuning::default(),
        }
    }

    /// Decides a day and lets land what needs no answer, or has it.
    pub(super) fn report(&mut self, day: usize, said: &[Option<String>]) -> Decided {
        let input = self.input(day, said);
        let decided = decide(&input, Catalog::embedded()).unwrap_or_else(|invalid| panic!("{invalid}"));
        self.land(&input, &decided, said);
        decided
    }

    /// One item, one report: what was decided.
    pub(super) fn reported(&mut self, day: usize, said: &str) -> Decided {
        self.report(day, &[Some(said.to_owned())])
    }

    fn land(&mut self, input: &DecideInput, decided: &Decided, said: &[Option<String>]) {
        for (tracked, said) in self.items.iter_mut().zip(said) {
            let id = tracked.item.item_id;
            let Some(record) = decided.records.iter().find(|record| record.item_id == id) else { continue };
            let accepts = said.as_deref().is_some_and(|said| said.ends_with("accept"));
            let mut landed = false;
            for proposal in decided.proposals.iter().filter(|proposal| proposal.target.item_id == id) {
                if proposal.consent == Consent::Auto || accepts {
                    tracked.item.apply(chosen(proposal), &input.trace_id).unwrap();
                    landed = true;
                }
            }
            tracked.lightened = decided.update(id).and_then(|update| update.modifier);
            let performance = input.performances.iter().find(|performance| performance.item_id == Some(id));
            tracked.history.push(PastRecord {
                started_at: input.session.started_at,
                record: record.clone(),
                landed,
                undone_at: None,
                performance: performance.cloned(),
            });
        }
    }
}

/// What an answer "as you suggest" changes.
fn chosen(proposal: &Proposal) -> &[domain::change::Change] {
    let preselected = proposal.alternatives.iter().find(|way| way.preselected);
    preselected.map_or(&proposal.changes, |way| &way.changes)
}

pub(super) fn at(day: usize) -> Instant {
    let monday: Instant = "2026-03-02T18:00:00Z".parse().unwrap();
    let date = add_days(monday.local_date(&Zone::UTC), i64::try_from(day).unwrap());
    Zone::UTC.start_of(date).unwrap().plus_seconds(18 * 3600)
}

pub(super) fn trace(day: usize) -> TraceId {
    TraceId::try_from(format!("01J00000000000000000000{day:03}")).unwrap()
}

fn reports(value: &toml::Value) -> Vec<String> {
    match value {
        toml::Value::Array(ways) => ways.iter().map(|way| way.as_str().unwrap().to_owned()).collect(),
        one => vec![one.as_str().unwrap().to_owned()],
    }
}

fn read_item(table: &toml::Table, index: usize) -> PlanItem {
    let text = |name: &str| table.get(name).and_then(toml::Value::as_str);
    let number =
        |name: &str| table.get(name).map(|value| u32::try_from(value.as_integer().unwrap()).unwrap());
    let mut item = if let Some(ladder) = text("ladder") {
        on_ladder(ladder, number("level").unwrap(), index)
    } else {
        let modes = [
            ("free", ProgressionMode::Ladder),
            ("range", ProgressionMode::Range),
            ("load", ProgressionMode::Load),
            ("fixed", ProgressionMode::Fixed),
        ];
        let (words, mode) = modes.into_iter().find_map(|(name, mode)| Some((text(name)?, mode))).unwrap();
        without_level(words, mode, index)
    };
    if let Some(target) = number("target") {
        let count = u32::try_from(item.prescription.sets.len()).unwrap();
        write_amounts(&mut item.prescription, &spread(target, count));
    }
    item.difficulty = number("difficulty").unwrap_or(100);
    item
}

/// An item on a level of a shipped ladder.
pub(super) fn on_ladder(key: &str, ordinal: u32, index: usize) -> PlanItem {
    let ladder = Catalog::embedded().ladder(&key.parse().unwrap()).unwrap();
    let level = ladder.level(ordinal).unwrap();
    let amounts = vec![level.amount; level.sets as usize];
    let mut item = item(level.variation.as_str(), ladder.unit, &amounts, level.per, index);
    item.prescription.level_ref = Some(LevelRef { ladder_key: ladder.key.clone(), ordinal });
    item
}

/// `push_up 3x8 8-12`: an exercise, its sets, and for a range its bounds.
pub(super) fn without_level(words: &str, mode: ProgressionMode, index: usize) -> PlanItem {
    let words: Vec<_> = words.split(' ').collect();
    let measure = Catalog::embedded().get(&words[0].parse().unwrap()).unwrap().measure;
    let mut item = item(words[0], measure, &amounts(words[1], 0), Per::Both, index);
    item.progression_mode = mode;
    if let Some((low, high)) = words.get(2).and_then(|range| range.split_once('-')) {
        item.prescription.rep_policy = RepPolicy::range(low.parse().unwrap(), high.parse().unwrap());
    }
    item
}

fn item(exercise: &str, measure: Measure, amounts: &[u32], per: Per, index: usize) -> PlanItem {
    let set = |(index, amount): (usize, &u32)| SetPrescription {
        set_id: Id::derive(&["set", exercise, &index.to_string()]),
        index: u32::try_from(index).unwrap(),
        kind: SetType::Working,
        reps: (measure == Measure::Reps).then_some(*amount),
        seconds: (measure == Measure::Seconds).then_some(*amount),
        meters: (measure == Measure::Meters).then_some(*amount),
        per,
        load_g: None,
        rest_s: 90,
        rpe: None,
    };
    PlanItem {
        // Ids in the order of the story.
        item_id: format!("00000000-0000-8000-8000-{index:012}").parse().unwrap(),
        kind: ItemKind::Template,
        slot_weekday: Some(1),
        slot_date: None,
        slot_time: SlotTime::None,
        order: u32::try_from(index).unwrap(),
        exercise_key: exercise.parse().unwrap(),
        role: Role::Main,
        tier: None,
        superset: None,
        progression_mode: ProgressionMode::Ladder,
        min_sets: None,
        difficulty: 100,
        prescription: Prescription {
            rep_policy: RepPolicy::range(8, 12),
            rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: 90 },
            sets: amounts.iter().enumerate().map(set).collect(),
            level_ref: None,
            effort_target: None,
            cues: vec![],
        },
    }
}

/// Gives the working sets other amounts; sets for which none is left are dropped.
fn write_amounts(prescription: &mut Prescription, amounts: &[u32]) {
    prescription.sets.truncate(amounts.len());
    for (set, amount) in prescription.sets.iter_mut().zip(amounts) {
        for field in [&mut set.reps, &mut set.seconds, &mut set.meters] {
            *field = field.map(|_| *amount);
        }
    }
}

/// `3x9`, `9+9+8`, or a total over so many sets.
fn amounts(words: &str, sets: u32) -> Vec<u32> {
    if let Some((count, each)) = words.split_once('x') {
        return vec![each.parse().unwrap(); count.parse().unwrap()];
    }
    let listed: Vec<u32> = words.split('+').map(|amount| amount.parse().unwrap()).collect();
    match listed[..] {
        [total] if sets > 1 => spread(total, sets),
        _ => listed,
    }
}

/// What is said of one item on one day.
#[derive(Debug, Default)]
struct Words {
    skipped: bool,
    amounts: String,
    rpe: Option<Rpe>,
    comfort: Option<u8>,
    marks: Vec<Mark>,
    flags: Vec<Flag>,
    deload: bool,
    edited: Option<String>,
}

impl Words {
    fn read(said: &str) -> Self {
        let mut words = Self::default();
        for (index, part) in said.split(", ").enumerate() {
            let mut parts = part.split(' ');
            let (first, rest) = (parts.next().unwrap(), parts.collect::<Vec<_>>());
            match (index, first) {
                (0, "skip") => words.skipped = true,
                (0, amounts) => {
                    amounts.clone_into(&mut words.amounts);
                    let effort = rest.first().and_then(|effort| effort.strip_prefix('@'));
                    words.rpe = effort.map(|rpe| {
                        let (whole, tenth) = rpe.split_once('.').unwrap_or((rpe, "0"));
                        Rpe::new(whole.parse::<i64>().unwrap() * 10 + tenth.parse::<i64>().unwrap()).unwrap()
                    });
                }
                (_, "comfort") => words.comfort = Some(rest[0].parse().unwrap()),
                (_, "flag") => words.flags.push(flag(&rest)),
                (_, "deload") => words.deload = true,
                (_, "edited") => words.edited = Some(rest[0].to_owned()),
                (_, "accept") => {}
                (_, kind) => {
                    let kind: MarkKind = kind.parse().unwrap();
                    let area = rest.first().map(|area| area.parse().unwrap());
                    words.marks.push(Mark { kind, area, severity: rest.get(1).map(|n| n.parse().unwrap()) });
                }
            }
        }
        words
    }

    fn perform(&self, tracked: &Tracked) -> ExercisePerformance {
        let item = &tracked.item;
        let mut prescription = item.prescription.clone();
        let plan_volume = prescription.volume();
        let count = u32::try_from(prescription.sets.len()).unwrap();
        // AR-6: difficulty first, then what is lightened; both spread over the same sets.
        let pct = u32::from(tracked.lightened.unwrap_or(100));
        let raised = (plan_volume * item.difficulty).div_ceil(100);
        if raised != plan_volume || pct != 100 {
            write_amounts(&mut prescription, &spread((raised * pct / 100).max(1), count));
        }
        if let Some(edited) = &self.edited {
            write_amounts(&mut prescription, &amounts(edited, 0));
        }
        let measured = |measure: fn(&SetPrescription) -> Option<u32>, amount: u32| {
            measure(&prescription.sets[0]).map(|_| amount)
        };
        let sets = if self.skipped { vec![] } else { amounts(&self.amounts, count) };
        let set = |(index, amount): (usize, &u32)| SetPerformance {
            id: Id::derive(&["done", &index.to_string()]),
            set_id: None,
            index: u32::try_from(index).unwrap(),
            kind: SetType::Working,
            reps: measured(|set| set.reps, *amount),
            seconds: measured(|set| set.seconds, *amount),
            meters: measured(|set| set.meters, *amount),
            load_g: None,
            completed: true,
            rest_after_s: None,
            rpe: None,
        };
        ExercisePerformance {
            id: Id::derive(&["performance", &item.item_id.to_string()]),
            item_id: Some(item.item_id),
            exercise_key: item.exercise_key.clone(),
            status: if self.skipped { PerformanceStatus::Skipped } else { PerformanceStatus::Done },
            rpe: self.rpe,
            comfort: self.comfort,
            marks: self.marks.clone(),
            notes: String::new(),
            sets: sets.iter().enumerate().map(set).collect(),
            frozen: Some(FrozenTargets {
                prescription,
                plan_volume,
                volume_pct: u8::try_from(pct).unwrap(),
                load_pct: 100,
                superset: None,
            }),
        }
    }
}

/// `fatigue`, `pain knee`, `technique dip`, `suspension dip`.
fn flag(words: &[&str]) -> Flag {
    let kind: FlagKind = words[0].parse().unwrap();
    let about = words.get(1).copied();
    let is_pain = kind == FlagKind::Pain;
    Flag {
        id: Id::derive(&["flag", &words.join(" ")]),
        athlete_id: Id::derive(&["athlete"]),
        kind,
        area: about.filter(|_| is_pain).map(|area| area.parse().unwrap()),
        exercise_key: about.filter(|_| !is_pain).map(|key| key.parse().unwrap()),
        severity: 1,
        source: FlagSource::Report,
        from: Instant::EPOCH,
        until: None,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: trace(0),
    }
}
