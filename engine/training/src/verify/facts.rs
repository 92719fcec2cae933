//! What an input says, read a second time (EP-1, EX-2, EX-4, VO-3, RX-8).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    anatomy::{BodyArea, Muscle},
    equipment::{Equipment, read_key},
    exercise::{Exercise, ExerciseKey, TrainingAge},
    plan::ProgressionMode,
    session::Intent,
    time::{LocalDate, days_between},
    wellbeing::{FlagKind, Severity},
};

use super::past::{Past, completed, is_performed, week_start};
use crate::{
    catalog::Catalog,
    input::{HistorySet, PlanItemState, SelectionInput},
    tuning::Tuning,
};

/// Fewest and most reps.
pub(super) type Range = (u32, u32);

/// The parts of an input that the checks ask for.
pub(super) struct Facts<'a> {
    pub(super) input: &'a SelectionInput,
    pub(super) catalog: &'a Catalog,
    pub(super) intent: Intent,
    pub(super) targets: BTreeSet<Muscle>,
    pub(super) age: TrainingAge,
    /// RX-2: reps of mains and of accessories.
    pub(super) reps: (Range, Range),
    pub(super) equipment: BTreeSet<Equipment>,
    /// The worst that is said of each area.
    pub(super) pain: BTreeMap<BodyArea, Severity>,
    pub(super) readiness: u8,
    pub(super) today: LocalDate,
    pub(super) week_start: LocalDate,
    /// Accumulation weeks of the block.
    pub(super) length: u32,
    pub(super) deload: bool,
    /// Completed sessions, oldest first.
    pub(super) past: Vec<Past<'a>>,
}

impl<'a> Facts<'a> {
    /// Reads an input; a word that nobody knows is named.
    pub(super) fn read(input: &'a SelectionInput, catalog: &'a Catalog) -> Result<Self, String> {
        let intent = input.intent.parse().map_err(text)?;
        let today = input.now.local_date(&input.time_zone);
        let week_start = week_start(today, input.block.map(|block| block.start_date));
        let length = input.mesocycle_length.unwrap_or(input.tuning.accumulation_weeks);
        let chosen_deload = input.block.is_some_and(|block| block.deload);
        Ok(Self {
            input,
            catalog,
            intent,
            targets: muscles(&input.target_muscles)?,
            age: input.training_age.parse().map_err(text)?,
            reps: goal_reps(&input.goals.primary)?,
            equipment: equipment(&input.constraints.available_equipment)?,
            pain: pain(input)?,
            readiness: readiness(input),
            today,
            week_start,
            length,
            deload: input.week_in_block == length || chosen_deload,
            past: completed(input, catalog, week_start)?,
        })
    }

    pub(super) fn tuning(&self) -> &'a Tuning {
        &self.input.tuning
    }

    /// What the plan says about an exercise; of several entries the last.
    pub(super) fn item(&self, key: &ExerciseKey) -> Option<&'a PlanItemState> {
        self.input.plan_items.iter().rev().find(|item| item.exercise_id == key.as_str())
    }

    pub(super) fn is_ladder(&self, key: &ExerciseKey) -> bool {
        self.item(key).is_some_and(|item| item.progression_mode == ProgressionMode::Ladder)
    }

    /// SA-1: the sets of a ladder item's level.
    pub(super) fn ladder_sets(&self, key: &ExerciseKey) -> Option<i64> {
        let level = self.item(key).filter(|_| self.is_ladder(key))?.level.as_ref()?;
        Some(i64::from(self.catalog.ladder(&level.ladder_key)?.level(level.ordinal)?.sets))
    }

    /// SA-1: the most sets of one exercise.
    pub(super) fn max_sets(&self) -> i64 {
        let by_age = i64::from(self.tuning().max_sets[self.age as usize]);
        if self.stage().effective == 0 { by_age.min(3) } else { by_age }
    }

    /// SA-1: the sets that an exercise starts with.
    pub(super) fn start_sets(&self, key: &ExerciseKey) -> i64 {
        let start = i64::from(self.tuning().start_sets);
        let floor = self.item(key).and_then(|item| item.min_sets).map_or(0, i64::from);
        match self.ladder_sets(key) {
            Some(sets) => sets,
            None if self.deload => start,
            None => start.max(floor.min(self.max_sets())),
        }
    }

    /// VO-3: the first week of a block after 14 days without a session.
    pub(super) fn is_returning(&self) -> bool {
        let before = self.past.iter().rev().find(|past| past.weeks_ago > 0);
        let back = self.past.iter().find(|past| past.weeks_ago == 0).map_or(self.today, |past| past.date);
        self.input.week_in_block == 0 && before.is_some_and(|past| days_between(past.date, back) >= 14)
    }

    /// VO-4: tenths of a set that one set of the exercise gives to a muscle.
    pub(super) fn contribution(&self, exercise: &Exercise, muscle: Muscle) -> i64 {
        if exercise.muscles.primary.contains(&muscle) {
            return 10;
        }
        match exercise.muscles.secondary.get(&muscle) {
            Some(5) if self.tuning().fractional_contributions => 5,
            Some(_) => self.tuning().secondary_contribution,
            None => 0,
        }
    }

    /// CS-1.
    pub(super) fn stage(&self) -> Stage {
        let needed = self.tuning().cold_start;
        let (completed, check_ins, stored, enabled) = match self.input.cold_start {
            Some(state) => (state.completed, state.check_ins, state.stored_stage, state.enabled),
            None => (size(self.past.len()), size(self.input.check_ins.len()), 0, true),
        };
        let with_baseline = |weighted: bool| {
            let counted = self.input.baselines.iter().filter(move |baseline| {
                !weighted || baseline.working_weight_min.is_some() || baseline.top_set_weight.is_some()
            });
            let known = counted.filter_map(|baseline| self.catalog.get(&baseline.exercise));
            known.filter(|exercise| exercise.is_main_lift_eligible).map(|exercise| &exercise.id)
        };
        let stable: BTreeSet<_> = with_baseline(false).filter(|key| self.logged_sessions(key) >= 2).collect();
        let weighted: BTreeSet<_> = with_baseline(true).collect();
        let counted = if completed >= needed.stage_2_completed && size(stable.len()) >= needed.baselines {
            2
        } else {
            u8::from(completed >= needed.completed && check_ins >= needed.check_ins)
        };
        let experienced = self.age != TrainingAge::Beginner && size(weighted.len()) >= needed.baselines;
        let bypassed = counted == 0 && stored == 0 && experienced;
        let reached = counted.max(stored).max(u8::from(bypassed));
        Stage { reached, enabled, effective: if enabled { reached } else { 2 }, bypassed }
    }

    /// CS-1: completed sessions with load and reps of an exercise.
    fn logged_sessions(&self, key: &ExerciseKey) -> usize {
        let is_logged = |set: &HistorySet| is_performed(set) && set.load_g.is_some() && set.reps.is_some();
        let has_logged = |past: &&Past<'_>| {
            let mut of_key = past.exercises.iter().filter(|(exercise, _)| exercise.id == *key);
            of_key.any(|(_, done)| done.sets.iter().any(is_logged))
        };
        self.past.iter().filter(has_logged).count()
    }
}

/// How far the athlete is into the program (CS-1).
pub(super) struct Stage {
    pub(super) reached: u8,
    pub(super) enabled: bool,
    pub(super) effective: u8,
    pub(super) bypassed: bool,
}

fn size(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

pub(super) fn muscles(typed: &[impl AsRef<str>]) -> Result<BTreeSet<Muscle>, String> {
    typed.iter().map(|typed| Muscle::read(typed.as_ref()).map_err(text)).collect()
}

/// RX-2: reps of mains and accessories.
fn goal_reps(goal: &str) -> Result<(Range, Range), String> {
    match goal {
        "hypertrophy" => Ok(((6, 10), (10, 15))),
        "strength" => Ok(((3, 6), (6, 10))),
        "fat_loss" => Ok(((8, 12), (12, 20))),
        "athleticism" => Ok(((4, 8), (8, 12))),
        "general_health" => Ok(((8, 12), (10, 15))),
        other => Err(format!("unknown goal `{other}`")),
    }
}

fn equipment(keys: &[String]) -> Result<BTreeSet<Equipment>, String> {
    let mut classes = BTreeSet::new();
    for key in keys {
        classes.extend(read_key(key).map_err(text)?.iter());
    }
    Ok(classes)
}

/// SF-5: pain of the input, of active flags, and of check-ins of the last 48 hours. What has no area fails closed.
fn pain(input: &SelectionInput) -> Result<BTreeMap<BodyArea, Severity>, String> {
    let mut reports: Vec<(&str, Severity)> = vec![];
    reports.extend(input.fatigue_state.pain_flags.iter().map(|(area, severity)| (area.as_str(), *severity)));
    for check_in in input.check_ins.iter().filter(|check_in| is_recent(input, check_in.at)) {
        reports.extend(check_in.pain.iter().map(|(area, severity)| (area.as_str(), *severity)));
    }
    for flag in input.flags.iter().filter(|flag| flag.kind == FlagKind::Pain) {
        reports.push((flag.area.as_deref().unwrap_or(BodyArea::Other.as_str()), flag.severity));
    }
    let mut pain = BTreeMap::new();
    for (typed, severity) in reports {
        for &area in BodyArea::read(typed).map_err(text)?.areas {
            let worst = pain.entry(area).or_insert(0);
            *worst = severity.max(*worst);
        }
    }
    Ok(pain)
}

fn is_recent(input: &SelectionInput, at: domain::time::Instant) -> bool {
    at <= input.now && input.now.seconds_since(at) <= input.tuning.readiness_valid_h * 3600
}

/// RX-8: the newest fresh check-in, else what is stated; at most 2 with an illness (SF-5).
fn readiness(input: &SelectionInput) -> u8 {
    let fresh = input.check_ins.iter().filter(|check_in| is_recent(input, check_in.at));
    let newest = fresh.filter_map(|check_in| Some((check_in.at, check_in.readiness?))).max();
    let readiness = newest.map_or(input.fatigue_state.readiness_score, |(_, readiness)| readiness);
    let ill = input.flags.iter().any(|flag| flag.kind == FlagKind::Illness && flag.severity >= 1);
    if ill { readiness.min(2) } else { readiness }
}
