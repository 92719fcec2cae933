//! The independent verify of progress (P-56) against the real engine: it agrees with every history that the engine
//! makes, and each of its checks finds the row that was falsified.

mod log;
mod mutations;
mod random;
#[path = "progression/shown.rs"]
#[expect(clippy::duplicate_mod, reason = "the stories of the progression are read here, too")]
mod shown;
#[path = "progression/story.rs"]
#[expect(clippy::duplicate_mod, dead_code, reason = "they are told by their own test")]
mod story;

use domain::{id::Id, progress::LevelDecision};
use testkit::markdown::{self, Block};
use training::progression::tuning::ProgressionTuning;

use log::Log;
use story::{DAYS, Story, at, on_ladder, trace};

/// What is said of each item on a day, in every way that the scenario knows.
fn ways(table: &toml::Table, day: &str) -> Vec<Vec<Option<String>>> {
    let items: Vec<&toml::Table> = match table.get("item") {
        Some(items) => items.as_array().unwrap().iter().map(|item| item.as_table().unwrap()).collect(),
        None => vec![table],
    };
    let said: Vec<Vec<String>> = items
        .iter()
        .map(|item| match item.get(day) {
            Some(toml::Value::Array(ways)) => {
                ways.iter().map(|way| way.as_str().unwrap().to_owned()).collect()
            }
            Some(one) => vec![one.as_str().unwrap().to_owned()],
            None => vec![],
        })
        .collect();
    let count = said.iter().map(Vec::len).max().unwrap_or(0);
    (0..count).map(|way| said.iter().map(|ways| ways.get(way).or(ways.last()).cloned()).collect()).collect()
}

/// The given blocks of the scenarios of the chapter, each with its place.
#[expect(clippy::disallowed_methods, reason = "the files are the input of the test")]
fn scenarios() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for file in std::fs::read_dir("tests/progression").unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for block in markdown::blocks(&text).unwrap() {
            if let Block::Fence(fence) = block
                && fence.language == "toml"
            {
                found.push((format!("{}:{}", path.display(), fence.line), fence.text.to_owned()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn p_56_every_way_of_every_scenario_of_the_chapter_is_confirmed() {
    let scenarios = scenarios();
    assert!(scenarios.len() > 50, "{}", scenarios.len());
    for (place, given) in scenarios {
        let table: toml::Table = given.parse().unwrap();
        let mut log = Log::of(Story::read(&given));
        for (day, name) in DAYS.iter().enumerate() {
            let mut after = None;
            for said in ways(&table, name) {
                let mut log = log.clone();
                log.report(day, &said);
                assert_eq!(log.breaches(), [""; 0], "{place} on {name}: {said:?}");
                after.get_or_insert(log);
            }
            log = after.unwrap_or(log);
        }
    }
}

/// Two sessions of one day that both froze the first target; the first advances and lands.
fn two_sessions(said: &str) -> Log {
    let mut log = Log::of(Story::of(vec![on_ladder("pull_up", 3, 0)]));
    let items = vec![log.story.items[0].item.clone()];
    let mut evening = log.story.input(0, &[Some(said.to_owned())]);
    log.reported(0, "4x7 @6");
    let morning = &log.story.items[0];
    evening.items = vec![morning.item.clone()];
    evening.history = [(morning.item.item_id, morning.history.clone())].into();
    evening.session.id = Id::derive(&["evening"]);
    evening.session.started_at = evening.session.started_at.plus_seconds(7200);
    evening.now = evening.now.plus_seconds(7200);
    evening.trace_id = trace(9);
    log.decide(&evening, &items, false);
    log
}

#[test]
fn cf_4_the_later_session_of_a_day_is_confirmed_from_the_common_target() {
    for (said, level) in [("4x6 @8", 3), ("4x7 @6", 4), ("4x5 @6", 3), ("10 @6", 2)] {
        let mut log = two_sessions(said);
        assert_eq!(log.breaches(), [""; 0], "{said}");
        assert_eq!(log.story.items[0].item.prescription.level_ref.as_ref().unwrap().ordinal, level);
        // What the day came to is what the next sessions are limited by.
        for day in 1..4 {
            let target = log.story.items[0].item.prescription.volume();
            log.reported(day, &format!("{} @6", target + 3));
            assert_eq!(log.breaches(), [""; 0], "{said}, day {day}");
        }
    }
}

#[test]
fn p_4_a_late_report_is_confirmed_and_is_no_history() {
    let mut log = Log::of(Story::of(vec![on_ladder("dip", 2, 0)]));
    log.reported(3, "32 @7");
    let mut late = log.story.input(1, &[Some("20 @6".to_owned())]);
    late.now = at(3).plus_seconds(7200);
    log.decide(&late, &late.items, false);
    log.reported(4, "42 @7").reported(5, "42 @7");
    let decisions: Vec<_> = log.live.iter().map(|entry| entry.record.decision).collect();
    assert_eq!(
        decisions,
        [LevelDecision::Advance, LevelDecision::None, LevelDecision::Hold, LevelDecision::Advance]
    );
    assert_eq!(log.breaches(), [""; 0]);
}

/// A number of the rules, changed.
type Other = fn(&mut ProgressionTuning);

#[test]
fn p_56_every_number_of_the_rules_decides_something() {
    let others: [(&str, Other); 18] = [
        ("success_pct", |tuning| tuning.success_pct = 110),
        ("hold_pct", |tuning| tuning.hold_pct = 95),
        ("level_pct", |tuning| tuning.level_pct = 85),
        ("floor_pct", |tuning| tuning.floor_pct = 50),
        ("strength_rpe", |tuning| tuning.strength_rpe = 65),
        ("endurance_rpe", |tuning| tuning.endurance_rpe = 55),
        ("max_rpe", |tuning| tuning.max_rpe = 95),
        ("comfort_success", |tuning| tuning.comfort_success = 5),
        ("comfort_regress", |tuning| tuning.comfort_regress = 0),
        ("cut_pct", |tuning| tuning.cut_pct = 5),
        ("fatigue_cut_pct", |tuning| tuning.fatigue_cut_pct = 20),
        ("rate", |tuning| tuning.rate = 3),
        ("confirmations", |tuning| tuning.confirmations = 3),
        ("break_skips", |tuning| tuning.break_skips = 3),
        ("break_completions", |tuning| tuning.break_completions = 3),
        ("range_sessions", |tuning| tuning.range_sessions = 4),
        ("max_sets", |tuning| tuning.max_sets = 4),
        ("endurance_step_pct", |tuning| tuning.endurance_step_pct = 115),
    ];
    let mut logs = Vec::new();
    for (_, given) in scenarios() {
        let table: toml::Table = given.parse().unwrap();
        let mut log = Log::of(Story::read(&given));
        for (day, name) in DAYS.iter().enumerate() {
            let ways = ways(&table, name);
            logs.extend(ways.iter().skip(1).map(|said| {
                let mut log = log.clone();
                log.report(day, said);
                log
            }));
            if let Some(said) = ways.first() {
                log.report(day, said);
            }
        }
        logs.push(log);
    }
    for (name, change) in others {
        let differs = logs.iter_mut().any(|log| {
            change(&mut log.tuning);
            let differs = !log.breaches().is_empty();
            log.tuning = ProgressionTuning::default();
            differs
        });
        assert!(differs, "{name}");
    }
}
