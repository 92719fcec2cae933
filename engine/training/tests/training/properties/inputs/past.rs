//! Random earlier sessions.

use domain::{
    exercise::{Exercise, Measure},
    prescription::SetType,
    quantity::{Grams, Rpe},
    session::{Intent, SelectionMode, SessionStatus},
    time::Instant,
};
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::{Index, select},
};
use training::input::{HistoryEntry, HistoryExercise, HistorySet};

use super::{efforts, exercises, loads};

/// Earlier sessions, made of the exercises that the athlete knows.
#[derive(Debug, Clone)]
pub(super) struct Past {
    pub(super) known: Vec<&'static Exercise>,
    sessions: Vec<Session>,
}

#[derive(Debug, Clone)]
struct Session {
    hours_ago: i64,
    status: SessionStatus,
    intent: Label,
    mode: SelectionMode,
    advances_split: Option<bool>,
    deload: bool,
    performances: Vec<(Index, Performance)>,
}

/// What a session says it was about.
#[derive(Debug, Clone, Copy)]
enum Label {
    /// The intent that is planned now.
    Current,
    Other(Intent),
    Nothing,
}

pub(super) fn pasts() -> impl Strategy<Value = Past> {
    let status = prop_oneof![
        8 => Just(SessionStatus::Done),
        1 => Just(SessionStatus::Summary),
        1 => Just(SessionStatus::Skipped),
    ];
    let label = prop_oneof![
        3 => Just(Label::Current),
        2 => select(Intent::ALL).prop_map(Label::Other),
        1 => Just(Label::Nothing),
    ];
    let session = (
        prop_oneof![3 => 2i64..200, 2 => 200i64..1500, 1 => 1500i64..4000],
        status,
        label,
        select(SelectionMode::ALL),
        option::weighted(0.2, any::<bool>()),
        prop::bool::weighted(0.15),
        vec((any::<Index>(), performances()), 0..=6),
    );
    let session =
        session.prop_map(|(hours_ago, status, intent, mode, advances_split, deload, performances)| Session {
            hours_ago,
            status,
            intent,
            mode,
            advances_split,
            deload,
            performances,
        });
    (vec(exercises(), 4..=10), vec(session, 0..=12)).prop_map(|(known, sessions)| Past { known, sessions })
}

impl Past {
    pub(super) fn entries(&self, current: Intent, now: Instant) -> Vec<HistoryEntry> {
        let entry = |(index, session): (usize, &Session)| {
            let performed = session.performances.iter();
            let exercises = performed
                .map(|(which, performance)| performance.of(self.known[which.index(self.known.len())]));
            let ended_at = now.minus_seconds(session.hours_ago * 3600);
            HistoryEntry {
                status: session.status,
                intent: match session.intent {
                    Label::Current => Some(current.to_string()),
                    Label::Other(intent) => Some(intent.to_string()),
                    Label::Nothing => None,
                },
                selection_mode: session.mode,
                advances_split: session.advances_split,
                deload: session.deload,
                ..HistoryEntry::new(format!("s{index}"), ended_at, exercises.collect())
            }
        };
        self.sessions.iter().enumerate().map(entry).collect()
    }
}

/// What was done of an exercise: good days, bad days, and days that ended in pain.
#[derive(Debug, Clone)]
struct Performance {
    skipped: bool,
    /// Frozen reps above the fewest of the exercise.
    low: Option<u32>,
    target_rpe: Option<Rpe>,
    stopped_for_pain: bool,
    load: Grams,
    sets: Vec<PastSet>,
}

/// Kind, done, amount against the fewest of the exercise, steps of load, effort.
type PastSet = (SetType, bool, Option<i64>, Option<i64>, Option<Rpe>);

fn performances() -> impl Strategy<Value = Performance> {
    let set = (
        prop_oneof![1 => Just(SetType::Warmup), 8 => Just(SetType::Working), 1 => Just(SetType::Failure)],
        prop::bool::weighted(0.95),
        option::weighted(0.95, prop_oneof![8 => 0i64..12, 1 => -50i64..0]),
        option::weighted(0.8, -2i64..=2),
        option::of(efforts()),
    );
    let parts = (
        prop::bool::weighted(0.05),
        option::of(0u32..6),
        option::of(efforts()),
        prop::bool::weighted(0.05),
        loads(),
        vec(set, 1..=5),
    );
    parts.prop_map(|(skipped, low, target_rpe, stopped_for_pain, load, sets)| Performance {
        skipped,
        low,
        target_rpe,
        stopped_for_pain,
        load,
        sets,
    })
}

impl Performance {
    fn of(&self, exercise: &Exercise) -> HistoryExercise {
        let sets = self.sets.iter().map(|&(kind, done, amount, step, rpe)| {
            let amount = amount.map(|more| u32::try_from(i64::from(exercise.rep_min) + more).unwrap_or(0));
            let of = |measure| amount.filter(|_| exercise.measure == measure);
            HistorySet {
                kind,
                done,
                reps: of(Measure::Reps),
                seconds: of(Measure::Seconds),
                meters: of(Measure::Meters),
                load_g: step.map(|step| Grams((self.load.0 + 2500 * step).max(0))),
                rpe,
            }
        });
        HistoryExercise {
            exercise_id: exercise.id.to_string(),
            skipped: self.skipped,
            rep_low: self.low.map(|more| exercise.rep_min + more),
            target_rpe: self.target_rpe,
            stopped_for_pain: self.stopped_for_pain,
            sets: sets.collect(),
        }
    }
}
