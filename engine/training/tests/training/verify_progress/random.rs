//! Random weeks: whatever the engine decides, the verify agrees.

use std::fmt;

use domain::{
    equipment::Equipment,
    plan::{PlanItem, ProgressionMode},
};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::RngSeed};
use training::catalog::Catalog;

use super::{
    log::Log,
    story::{Story, at, on_ladder, without_level},
};

/// What happens on one day.
#[derive(Debug, Clone)]
struct Day {
    said: Vec<Option<Said>>,
    /// Hours after which the same session is reported again, otherwise.
    corrected: Option<(i64, Vec<Said>)>,
    /// Whether the targets of the first item are cut for the session.
    edited: bool,
    /// Whether the change of the first item is undone afterwards.
    undone: bool,
}

/// What is said of one item: skipped, or percent of the target, RPE in tenths, comfort and more words.
#[derive(Clone)]
struct Said {
    skipped: bool,
    percent: u32,
    rpe: Option<u32>,
    comfort: Option<u32>,
    words: &'static str,
    lightened: Option<u8>,
}

const WORDS: &[&str] = &[
    ", technique",
    ", fatigue",
    ", pain elbow 1",
    ", pain knee 2",
    ", illness",
    ", flag illness",
    ", flag fatigue",
    ", flag pain shoulder",
    ", flag suspension dip",
    ", flag suspension",
    ", flag technique dip",
    ", flag technique plank",
    ", deload",
    ", accept",
];

fn said() -> impl Strategy<Value = Said> {
    let words = prop_oneof![7 => Just(""), 3 => select(WORDS)];
    let percent = prop_oneof![3 => 100u32..125, 1 => 55u32..140];
    let rpe = prop_oneof![4 => 45u32..=70, 1 => 40u32..=100];
    (
        prop::bool::weighted(0.12),
        percent,
        prop::option::weighted(0.95, rpe),
        prop::option::weighted(0.95, prop_oneof![3 => 4u32..=5, 1 => 0u32..=5]),
        words,
        prop::option::weighted(0.1, 30u8..100),
    )
        .prop_map(|(skipped, percent, rpe, comfort, words, lightened)| Said {
            skipped,
            percent,
            rpe,
            comfort,
            words,
            lightened,
        })
}

fn day() -> impl Strategy<Value = Day> {
    let corrected = (select(vec![2i64, 20, 48, 50]), vec(said(), 3));
    (
        vec(prop::option::weighted(0.9, said()), 3),
        prop::option::weighted(0.1, corrected),
        prop::bool::weighted(0.05),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(said, corrected, edited, undone)| Day { said, corrected, edited, undone })
}

/// Where the items stand, in words.
fn plans() -> impl Strategy<Value = [String; 3]> {
    let ladders = vec!["dip", "pull_up", "plank", "bridge", "splits", "squat", "l_sit", "shoulder_mobility"];
    let on = (select(ladders), 1u32..=8).prop_map(|(key, level)| format!("{key} {level}"));
    let free = vec!["lunge 4x6", "lunge 5x8", "plank 3x60", "dip 3x1", "dip 7+6+6", "plank 2x4"];
    let free = select(free).prop_map(str::to_owned);
    let range = select(vec!["push_up 3x10 8-12", "push_up 5x12 8-12", "dip 2x8 6-8"]).prop_map(str::to_owned);
    (on.clone(), prop_oneof![2 => on, 1 => free], range).prop_map(|(a, b, c)| [a, b, c])
}

/// `dip 2` is a level of a ladder, `dip 3x8` a ladder without levels, `dip 3x8 6-8` a range.
fn item(words: &str, index: usize) -> PlanItem {
    let (key, rest) = words.split_once(' ').unwrap();
    match rest.parse::<u32>() {
        Ok(level) => {
            let levels = &Catalog::embedded().ladder(&key.parse().unwrap()).unwrap().levels;
            on_ladder(key, level.min(u32::try_from(levels.len()).unwrap()), index)
        }
        Err(_) if rest.contains('-') => without_level(words, ProgressionMode::Range, index),
        Err(_) => without_level(words, ProgressionMode::Ladder, index),
    }
}

/// One line for each, so that a failing week can be read.
impl fmt::Debug for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { skipped, percent, rpe, comfort, words, lightened } = self;
        let done = if *skipped { "skip".to_owned() } else { format!("{percent} %") };
        write!(f, "{done} @{rpe:?}, comfort {comfort:?}{words}, lightened {lightened:?}")
    }
}

impl Said {
    fn words(&self, item: &PlanItem) -> String {
        if self.skipped {
            return "skip".to_owned();
        }
        let volume = (item.prescription.volume() * self.percent + 50) / 100;
        let rpe = self.rpe.map_or(String::new(), |rpe| format!(" @{}.{}", rpe / 10, rpe % 10));
        let comfort = self.comfort.map_or(String::new(), |comfort| format!(", comfort {comfort}"));
        format!("{volume}{rpe}{comfort}{}", self.words)
    }
}

fn live(log: &mut Log, number: usize, day: &Day) {
    let items = log.story.items.iter_mut().zip(&day.said);
    let mut said: Vec<_> = items
        .map(|(tracked, said)| {
            let said = said.as_ref()?;
            tracked.lightened = said.lightened.or(tracked.lightened);
            Some(said.words(&tracked.item))
        })
        .collect();
    if let Some(first) = said[0].as_mut().filter(|first| day.edited && *first != "skip") {
        // Now less, now more than the plan asks.
        let plan = log.story.items[0].item.prescription.volume();
        let edited = if number.is_multiple_of(2) { plan / 2 } else { plan + plan / 2 };
        *first = format!("{first}, edited 1x{}", edited.max(1));
    }
    log.report(number, &said);
    if let Some((hours, again)) = day.corrected.as_ref() {
        let again = log.story.items.iter().zip(&said).zip(again);
        let again: Vec<_> = again
            .map(|((tracked, first), again)| first.as_ref().map(|_| again.words(&tracked.item)))
            .collect();
        log.correct(number, *hours, &again);
    }
    if day.undone {
        let first = log.story.items[0].item.item_id;
        log.undo(first, at(number).plus_seconds(55 * 3600));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 250,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_260_302),
        ..ProptestConfig::default()
    })]

    #[test]
    fn p_56_every_history_that_the_engine_makes_is_confirmed(
        plans in plans(),
        days in vec(day(), 1..18),
        bare in prop::bool::weighted(0.2),
    ) {
        let items = plans.iter().enumerate().map(|(index, words)| item(words, index));
        let mut log = Log::of(Story::of(items.collect()));
        log.story.equipment = bare.then(|| vec![Equipment::DipBars]);
        for (number, day) in days.iter().enumerate() {
            // Room between the days for corrections.
            live(&mut log, 3 * number, day);
        }
        prop_assert_eq!(log.breaches(), [""; 0]);
    }
}
