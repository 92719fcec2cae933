//! Random inputs over the whole catalogue: every intent, goal, age, place, history and wish that EP-1 allows.

mod past;
mod plan;

use std::collections::BTreeMap;

use domain::{
    anatomy::{BodyArea, Muscle},
    equipment::Equipment,
    exercise::{Exercise, TrainingAge},
    quantity::{Grams, MassUnit, Rpe},
    session::Intent,
    time::{Instant, Zone, add_days},
    wellbeing::{FlagKind, Severity},
};
use proptest::{
    collection::{btree_map, vec},
    option,
    prelude::*,
    sample::{Index, select, subsequence},
};
use training::{
    catalog::Catalog,
    input::{ActiveFlag, Block, CheckInEntry, Mode, Program, SelectionInput},
    load::{
        hint::Sex,
        inventory::{self, Inventory},
    },
    prescribe::goal::Goal,
    superset::SupersetPolicy,
    tuning::{MainStyle, Tuning},
};

use past::pasts;
use plan::plans;

/// Monday 2026-03-02, half an hour after midnight.
fn monday() -> Instant {
    "2026-03-02T00:30:00Z".parse().unwrap()
}

/// Any input that is not refused as invalid or for illness.
pub(crate) fn inputs() -> impl Strategy<Value = SelectionInput> {
    let secondary = ["posture", "strength", "injury_prevention", "conditioning", "none"];
    let minutes = prop_oneof![2 => 10u32..=180, 1 => select(vec![20, 30, 45, 60, 75, 90])];
    let who = (
        select(Intent::ALL),
        vec(select(Muscle::ALL), 1..=3),
        select(TrainingAge::ALL),
        select(Goal::ALL),
        option::weighted(0.3, select(secondary.to_vec())),
        minutes,
        select(vec![SupersetPolicy::None, SupersetPolicy::WhenTimeLimited, SupersetPolicy::Preferred]),
    );
    let parts = (who, places(), calendars(), pasts(), wishes(), bodies(), plans(), tunings());
    parts.prop_map(|(who, place, week, past, wishes, body, plan, tuning)| {
        let now = monday().plus_seconds(week.hour * 3600);
        let mut input = SelectionInput::new(who.0, who.2.as_str(), now);
        input.target_muscles = who.1.iter().map(ToString::to_string).collect();
        (input.goals.primary, input.goals.secondary) = (who.3.to_string(), who.4.map(str::to_owned));
        (input.session_minutes, input.superset_policy) = (who.5, who.6);
        (input.constraints.available_equipment, input.units, input.inventory) = place;
        week.set(&mut input);
        let known = past.known.as_slice();
        input.history = past.entries(who.0, now);
        wishes.set(&mut input, known);
        body.set(&mut input);
        plan.set(&mut input, known);
        (input.tuning, input.explain) = tuning;
        input
    })
}

/// The same, always in intent mode.
pub(crate) fn intent_inputs() -> impl Strategy<Value = SelectionInput> {
    inputs().prop_map(|input| SelectionInput { mode: Mode::Intent, ..input })
}

/// An exercise; mains more often than there are of them.
fn exercises() -> impl Strategy<Value = &'static Exercise> {
    let all: Vec<&'static Exercise> = Catalog::embedded().exercises().iter().map(|one| &**one).collect();
    let mains: Vec<_> = all.iter().copied().filter(|exercise| exercise.is_main_lift_eligible).collect();
    prop_oneof![3 => select(all), 1 => select(mains)]
}

/// An exercise that the athlete knows, or any.
#[derive(Debug, Clone)]
enum Choice {
    Known(Index),
    Any(&'static Exercise),
}

impl Choice {
    fn of(&self, known: &[&'static Exercise]) -> &'static Exercise {
        match self {
            Self::Known(index) => known[index.index(known.len())],
            Self::Any(exercise) => exercise,
        }
    }
}

fn choices() -> impl Strategy<Value = Choice> {
    prop_oneof![any::<Index>().prop_map(Choice::Known), exercises().prop_map(Choice::Any)]
}

fn keys(choices: &[Choice], known: &[&'static Exercise]) -> Vec<String> {
    choices.iter().map(|choice| choice.of(known).id.to_string()).collect()
}

/// What is loaded: a multiple of 1.25 kg, or an odd number of grams.
fn loads() -> impl Strategy<Value = Grams> {
    prop_oneof![4 => (0i64..160).prop_map(|steps| Grams(1250 * steps)), 1 => (0i64..200_000).prop_map(Grams)]
}

fn efforts() -> impl Strategy<Value = Rpe> {
    (10i64..=20).prop_map(|halves| Rpe::new(5 * halves).unwrap())
}

/// Places from an empty room to a gym, and anything between; in pounds or kilograms, now and then with own iron.
fn places() -> impl Strategy<Value = (Vec<String>, Option<MassUnit>, Option<Inventory>)> {
    let words = |keys: &[&str]| Just(keys.iter().map(ToString::to_string).collect::<Vec<_>>());
    let bars =
        ["eq_olympic_barbell_womens_15kg", "eq_weight_plates_bumper", "eq_weight_plates_micro", "rack"];
    let others = ["eq_dumbbells_set_5-50", "eq_adjustable_bench", "machine", "eq_cable_machine_single_stack"];
    let equipment = prop_oneof![
        1 => words(&[]),
        1 => words(&["dumbbell", "bench"]),
        1 => words(&["barbell", "plates", "rack", "bench", "dumbbell", "pull_up_bar", "mat"]),
        1 => words(&[bars, others].concat()),
        4 => words(Equipment::WORDS),
        2 => subsequence(Equipment::WORDS, 0..=Equipment::WORDS.len())
            .prop_map(|words| words.iter().map(ToString::to_string).collect()),
    ];
    let inventory = serde_json::from_str::<Inventory>(inventory::EXAMPLE).unwrap();
    (equipment, option::of(select(MassUnit::ALL)), option::weighted(0.1, Just(inventory)))
}

/// Where the day stands in its week, and the week in its block.
#[derive(Debug, Clone)]
struct Calendar {
    hour: i64,
    zone: &'static str,
    length: Option<u32>,
    week: Index,
    block: Option<(i64, bool)>,
    days_per_week: u32,
    schedule: Option<Vec<String>>,
}

fn calendars() -> impl Strategy<Value = Calendar> {
    let entry = prop_oneof![
        8 => select(&Intent::ALL[..6]).prop_map(|intent| intent.to_string()),
        1 => Just("body_part:biceps+triceps".to_owned()),
        1 => Just("body_part:Side delt".to_owned()),
    ];
    let parts = (
        0i64..168,
        select(vec!["UTC", "Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"]),
        option::of(1u32..=8),
        any::<Index>(),
        option::weighted(0.5, (0i64..30, prop::bool::weighted(0.1))),
        1u32..=7,
        option::of(vec(entry, 1..=7)),
    );
    parts.prop_map(|(hour, zone, length, week, block, days_per_week, schedule)| Calendar {
        hour,
        zone,
        length,
        week,
        block,
        days_per_week,
        schedule,
    })
}

impl Calendar {
    fn set(self, input: &mut SelectionInput) {
        input.time_zone = Zone::new(self.zone).unwrap();
        input.mesocycle_length = self.length;
        let length = self.length.unwrap_or(input.tuning.accumulation_weeks);
        input.week_in_block = u32::try_from(self.week.index(length as usize + 1)).unwrap();
        let today = input.now.local_date(&input.time_zone);
        let block = |(days, deload): (i64, bool)| Block { start_date: add_days(today, -days), deload };
        input.block = self.block.map(block);
        input.constraints.days_per_week = self.days_per_week;
        input.program =
            self.schedule.map(|schedule| Program { id: String::new(), weekly_schedule: Some(schedule) });
    }
}

/// What the athlete asks for: pins, likes and dislikes, perhaps a template.
#[derive(Debug, Clone)]
struct Wishes {
    pins: Vec<Choice>,
    favorites: Vec<Choice>,
    avoided: Vec<Choice>,
    template: Option<(Vec<Choice>, bool, bool)>,
}

fn wishes() -> impl Strategy<Value = Wishes> {
    let template = (vec(choices(), 1..=8), any::<bool>(), any::<bool>());
    let parts = (
        vec(choices(), 0..=4),
        vec(choices(), 0..=4),
        vec(choices(), 0..=3),
        option::weighted(0.25, template),
    );
    parts.prop_map(|(pins, favorites, avoided, template)| Wishes { pins, favorites, avoided, template })
}

impl Wishes {
    fn set(&self, input: &mut SelectionInput, known: &[&'static Exercise]) {
        input.pinned_exercise_ids = keys(&self.pins, known);
        input.preferences.favorite_exercise_ids = keys(&self.favorites, known);
        input.preferences.avoid_exercise_ids = keys(&self.avoided, known);
        if let Some((template, is_filled, pins_it)) = &self.template {
            input.mode = Mode::Template;
            input.auto_fill_unpinned = *is_filled;
            input.template_exercise_ids = keys(template, known);
            if *pins_it {
                input.pinned_exercise_ids.extend(input.template_exercise_ids.first().cloned());
            }
        }
    }
}

/// Pain by area, none as a rule.
fn pains() -> impl Strategy<Value = BTreeMap<String, Severity>> {
    let area = select(BodyArea::WORDS).prop_map(str::to_owned);
    prop_oneof![2 => Just(BTreeMap::new()), 1 => btree_map(area, 0u8..=3, 1..=2)]
}

/// How the athlete is.
#[derive(Debug, Clone)]
struct BodyState {
    readiness: u8,
    pain: BTreeMap<String, Severity>,
    check_ins: Vec<(i64, Option<u8>, BTreeMap<String, Severity>)>,
    flags: Vec<ActiveFlag>,
    weight: Option<Grams>,
    sex: Sex,
}

fn bodies() -> impl Strategy<Value = BodyState> {
    let pain = (option::weighted(0.9, select(BodyArea::WORDS)), 0u8..=3).prop_map(|(area, severity)| {
        ActiveFlag { kind: FlagKind::Pain, area: area.map(str::to_owned), exercise_id: None, severity }
    });
    let illness = ActiveFlag { kind: FlagKind::Illness, area: None, exercise_id: None, severity: 1 };
    let flag = prop_oneof![2 => pain, 1 => Just(illness)];
    let parts = (
        1u8..=5,
        pains(),
        vec((0i64..100, option::of(1u8..=5), pains()), 0..=3),
        prop_oneof![4 => Just(vec![]), 1 => vec(flag, 1..=2)],
        option::of((40i64..150).prop_map(|kilograms| Grams(1000 * kilograms))),
        select(vec![Sex::Male, Sex::Female, Sex::Unknown]),
    );
    parts.prop_map(|(readiness, pain, check_ins, flags, weight, sex)| BodyState {
        readiness,
        pain,
        check_ins,
        flags,
        weight,
        sex,
    })
}

impl BodyState {
    fn set(self, input: &mut SelectionInput) {
        input.fatigue_state.readiness_score = self.readiness;
        input.fatigue_state.pain_flags = self.pain;
        let check_in = |(hours_ago, readiness, pain)| CheckInEntry {
            at: input.now.minus_seconds(hours_ago * 3600),
            readiness,
            pain,
        };
        input.check_ins = self.check_ins.into_iter().map(check_in).collect();
        input.flags = self.flags;
        (input.bodyweight, input.sex) = (self.weight, self.sex);
    }
}

/// The usual numbers as a rule; none that the shared library depends on.
fn tunings() -> impl Strategy<Value = (Tuning, bool)> {
    let parts =
        (prop::bool::weighted(0.1), prop::bool::weighted(0.1), prop::bool::weighted(0.1), any::<bool>());
    parts.prop_map(|(backs_off, one_pass, excludes_early, explain)| {
        let mut tuning = Tuning::default();
        if backs_off {
            tuning.main_style = MainStyle::TopBackoff;
        }
        if one_pass {
            tuning.allocation_passes = 1;
        }
        if excludes_early {
            tuning.pain_exclude_from = 1;
        }
        (tuning, explain)
    })
}
