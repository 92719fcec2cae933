//! Figures: what a simulated run is judged by (VF-3). The limits stand in the tests.

use std::collections::{BTreeMap, BTreeSet};

use domain::{exercise::ExerciseKey, reason::ReasonCode, session::Intent, time::LocalDate};
use serde::Serialize;

use super::{Report, SimulatedSession, SimulatedWeek};
use crate::{draft::Role, kpi::Rate, output::OneDecimal};

/// The figures of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Exercises of the shortest session.
    pub fewest_exercises: usize,
    /// Exercises that caps removed.
    pub removed_by_caps: usize,
    /// Muscles above MRV or their ceiling, over all weeks.
    pub over_ceiling: usize,
    /// Sessions longer than their budget.
    pub over_budget: usize,
    /// Hard muscles more than 1.0 below MEV, in the worst accumulation week.
    pub below_mev: usize,
    /// Mains of weeks 1..L-1 that were mains of the same intent the week before.
    pub mains_repeated: Rate,
    /// Distinct accessories of an intent over a block beyond those of its largest session, over all of them.
    pub accessory_variety: Rate,
    /// Complete blocks, in order.
    pub blocks: Vec<BlockFigures>,
}

/// The figures of one block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockFigures {
    /// Working sets of each accumulation week.
    pub sets: Vec<i64>,
    /// Working sets of the deload week.
    pub deload_sets: i64,
    /// Of each accumulation week: sum of min(done, target) over the hard muscles.
    pub closed: Vec<OneDecimal>,
}

impl Report {
    /// VF-3.
    pub fn figures(&self) -> Figures {
        let removed = self.sessions.iter().flat_map(|session| &session.removed);
        let exercises = self.sessions.iter().map(|session| session.exercises.len());
        let muscles = self.weeks.iter().flat_map(|week| week.muscles.values());
        let late = |session: &&SimulatedSession| session.estimated_seconds > session.budget_seconds;
        let accumulation = self.weeks.iter().filter(|week| !week.deload);
        Figures {
            fewest_exercises: exercises.min().unwrap_or(0),
            removed_by_caps: removed.filter(|removed| removed.reason == ReasonCode::Cap).count(),
            over_ceiling: muscles.filter(|muscle| muscle.done > muscle.ceiling.min(muscle.mrv)).count(),
            over_budget: self.sessions.iter().filter(late).count(),
            below_mev: accumulation.map(SimulatedWeek::below_mev).max().unwrap_or(0),
            mains_repeated: self.mains_repeated(),
            accessory_variety: self.accessory_variety(),
            blocks: self.blocks(),
        }
    }

    fn mains_repeated(&self) -> Rate {
        let mut rate = Rate::default();
        for week in self.weeks.iter().filter(|week| !week.deload && week.week_in_block > 0) {
            for session in self.sessions.iter().filter(|session| session.week == week.week) {
                let before: BTreeSet<&ExerciseKey> = self
                    .sessions
                    .iter()
                    .filter(|other| other.week + 1 == week.week && other.intent == session.intent)
                    .flat_map(|other| other.keys(Role::Main))
                    .collect();
                for main in session.keys(Role::Main) {
                    rate.numerator += i64::from(before.contains(main));
                    rate.denominator += 1;
                }
            }
        }
        rate
    }

    fn accessory_variety(&self) -> Rate {
        let mut seen: BTreeMap<(LocalDate, Intent), (BTreeSet<&ExerciseKey>, usize)> = BTreeMap::new();
        for week in self.weeks.iter().filter(|week| !week.deload) {
            for session in self.sessions.iter().filter(|session| session.week == week.week) {
                let (distinct, largest) = seen.entry((week.block_start, session.intent)).or_default();
                distinct.extend(session.keys(Role::Accessory));
                *largest = (*largest).max(session.keys(Role::Accessory).count());
            }
        }
        let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        seen.values().fold(Rate::default(), |rate, (distinct, largest)| Rate {
            numerator: rate.numerator + count(distinct.len()) - count(*largest),
            denominator: rate.denominator + 1,
        })
    }

    fn blocks(&self) -> Vec<BlockFigures> {
        let deloads = self.weeks.iter().filter(|week| week.deload);
        let blocks = deloads.map(|deload| {
            let weeks = || {
                let same = |week: &&SimulatedWeek| !week.deload && week.block_start == deload.block_start;
                self.weeks.iter().filter(same)
            };
            BlockFigures {
                sets: weeks().map(|week| week.sets).collect(),
                deload_sets: deload.sets,
                closed: weeks().map(SimulatedWeek::closed).collect(),
            }
        });
        blocks.collect()
    }
}

impl SimulatedSession {
    fn keys(&self, role: Role) -> impl Iterator<Item = &ExerciseKey> {
        let playing = self.exercises.iter().filter(move |exercise| exercise.role == role);
        playing.map(|exercise| &exercise.exercise_id)
    }
}

impl SimulatedWeek {
    /// Sum of min(done, target) over the hard muscles.
    fn closed(&self) -> OneDecimal {
        let hard = self.muscles.values().filter(|muscle| muscle.mev.0 > 0);
        OneDecimal(hard.map(|muscle| muscle.done.0.min(muscle.target.0)).sum())
    }

    /// Hard muscles more than 1.0 below MEV.
    fn below_mev(&self) -> usize {
        self.muscles.values().filter(|muscle| muscle.done.0 + 10 < muscle.mev.0).count()
    }
}
