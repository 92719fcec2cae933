//! Simulation: an athlete who does every session as prescribed, week after week, through the real engine (VF-3).
//!
//! Read on in [`figures`]: what such a run is judged by.

pub mod figures;

use std::collections::BTreeMap;

use domain::{
    anatomy::Muscle,
    exercise::{ExerciseKey, Measure, TrainingAge},
    quantity::MassUnit,
    session::{Intent, SelectionMode},
    time::{Instant, LocalDate, Zone},
    vocabulary::vocabulary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    block::{self, BlockPosition, Completed},
    calibrate::common_input,
    draft::Role,
    input::{Block, HistoryEntry, HistoryExercise, HistorySet, SelectionInput},
    library::Library,
    load::iron::Iron,
    output::{NotTaken, OneDecimal},
    prescribe::Prescribed,
    request::{Refusal, Request},
    session::{Session, plan},
    volume::landmarks,
};

vocabulary! {
    /// A week that can be simulated.
    pub enum Schedule: "schedule" {
        Ppl1 = "ppl1",
        Ul2 = "ul2",
        Ppl2 = "ppl2",
        Fb3 = "fb3",
    }
}

impl Schedule {
    /// The sessions of a week: days after Monday, and what each is about.
    pub const fn days(self) -> &'static [(i64, Intent)] {
        use Intent::{FullBody, Legs, Lower, Pull, Push, Upper};
        match self {
            Self::Ppl1 => &[(0, Push), (2, Pull), (4, Legs)],
            Self::Ul2 => &[(0, Upper), (1, Lower), (3, Upper), (4, Lower)],
            Self::Ppl2 => &[(0, Push), (1, Pull), (2, Legs), (3, Push), (4, Pull), (5, Legs)],
            Self::Fb3 => &[(0, FullBody), (2, FullBody), (4, FullBody)],
        }
    }
}

/// Who trains, how, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Simulation {
    /// The week.
    pub schedule: Schedule,
    /// How many weeks.
    pub weeks: u32,
    /// Accumulation weeks of a block.
    pub mesocycle_length: u32,
    /// Experience.
    pub age: TrainingAge,
    /// Minutes of every session.
    pub minutes: u32,
    /// One session in so many is left out, the last but one of each run of so many.
    pub skip_every: Option<usize>,
    /// Varies the reps of every set by at most one; without it every set is done exactly.
    pub seed: Option<u64>,
}

impl Simulation {
    /// VF-3: two blocks of three weeks and a deload, an hour per session, nothing left out.
    pub const fn new(schedule: Schedule, age: TrainingAge) -> Self {
        Self { schedule, weeks: 8, mesocycle_length: 3, age, minutes: 60, skip_every: None, seed: None }
    }

    fn skips(&self, index: usize) -> bool {
        self.skip_every.is_some_and(|every| (index + 2).is_multiple_of(every))
    }
}

/// What was done, session by session and week by week.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Report {
    /// In order of time.
    pub sessions: Vec<SimulatedSession>,
    /// Every week with a session, in order of time.
    pub weeks: Vec<SimulatedWeek>,
}

/// One session of a simulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SimulatedSession {
    /// Its place in the schedule of the whole run, from 0; left-out sessions have one too.
    pub index: usize,
    /// The calendar week, from 0.
    pub week: u32,
    /// Its date.
    pub date: LocalDate,
    /// What it is about.
    pub intent: Intent,
    /// Whether it is a deload.
    pub deload: bool,
    /// In session order.
    pub exercises: Vec<SimulatedExercise>,
    /// What was chosen and removed again.
    pub removed: Vec<NotTaken>,
    /// Seconds by TM-3.
    pub estimated_seconds: i64,
    /// Seconds that there were.
    pub budget_seconds: i64,
    /// Whether time was what limited the sets.
    pub time_bound: bool,
}

/// One exercise of a simulated session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SimulatedExercise {
    /// Which.
    pub exercise_id: ExerciseKey,
    /// Main or accessory.
    pub role: Role,
    /// Working sets.
    pub sets: i64,
}

/// One week of a simulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SimulatedWeek {
    /// The calendar week, from 0.
    pub week: u32,
    /// The first day of its block.
    pub block_start: LocalDate,
    /// Week in block.
    pub week_in_block: u32,
    /// Whether it is the deload week.
    pub deload: bool,
    /// Working sets of all exercises.
    pub sets: i64,
    /// What each muscle got, beside what it should get.
    pub muscles: BTreeMap<Muscle, SimulatedMuscle>,
}

/// The week of a muscle, in sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SimulatedMuscle {
    /// Effective sets done (VO-4).
    pub done: OneDecimal,
    /// Wanted (VO-5).
    pub target: OneDecimal,
    /// Least that helps; 0 for a soft muscle.
    pub mev: OneDecimal,
    /// Most that can be recovered from.
    pub mrv: OneDecimal,
    /// Never to be passed (VO-7).
    pub ceiling: OneDecimal,
}

/// Runs a simulation over a library with everything a gym has.
pub fn simulate(simulation: &Simulation, library: &Library<'_>) -> Result<Report, Refusal> {
    let mut athlete = Athlete { history: vec![], luck: simulation.seed.map(Luck) };
    let mut report = Report { sessions: vec![], weeks: vec![] };
    let days = simulation.schedule.days();
    let scheduled = (0..simulation.weeks).flat_map(|week| days.iter().map(move |day| (week, day)));
    for (index, (week, &(day, intent))) in scheduled.enumerate() {
        if simulation.skips(index) {
            continue;
        }
        let now = Instant::EPOCH.plus_seconds(FIRST_EVENING_S + (i64::from(week) * 7 + day) * DAY_S);
        let position = athlete.position(simulation, now);
        let input = athlete.input(simulation, intent, now, position);
        let request = Request::new(&input, library)?;
        let session = plan(&request, Iron::standard(MassUnit::Kg))?;
        report.sessions.push(simulated(&session, index, week));
        report.count(&session, week, position);
        let entry = athlete.perform(&session, index);
        athlete.history.push(entry);
    }
    Ok(report)
}

const DAY_S: i64 = 86_400;
/// Monday 2026-03-02T18:00Z, in seconds since 1970: when the first session begins.
const FIRST_EVENING_S: i64 = 1_772_474_400;

/// Who trains, and what was done so far.
struct Athlete {
    history: Vec<HistoryEntry>,
    luck: Option<Luck>,
}

impl Athlete {
    /// VO-3, from what was done.
    fn position(&self, simulation: &Simulation, now: Instant) -> BlockPosition {
        let completed: Vec<Completed> = self
            .history
            .iter()
            .map(|entry| Completed { date: entry.started_at.local_date(&Zone::UTC), deload: entry.deload })
            .collect();
        block::position(&completed, simulation.mesocycle_length, 1, now.local_date(&Zone::UTC))
    }

    fn input(
        &self,
        simulation: &Simulation,
        intent: Intent,
        now: Instant,
        position: BlockPosition,
    ) -> SelectionInput {
        let days = simulation.schedule.days();
        let mut input = SelectionInput {
            week_in_block: position.week.week,
            mesocycle_length: Some(position.week.length),
            session_minutes: simulation.minutes,
            training_age: simulation.age.to_string(),
            block: Some(Block { start_date: position.start_date, deload: false }),
            history: self.history.clone(),
            ..common_input(intent, now)
        };
        if let Some(program) = &mut input.program {
            program.weekly_schedule = Some(days.iter().map(|(_, intent)| intent.to_string()).collect());
        }
        input
    }

    /// The session as it is logged: every set at the top of its range, with the load asked for or the start hint.
    fn perform(&mut self, session: &Session<'_, '_>, index: usize) -> HistoryEntry {
        let request = session.request;
        let exercises = session.exercises.iter().map(|exercise| HistoryExercise {
            exercise_id: request.library.key(exercise.planned.place).to_string(),
            rep_low: Some(exercise.prescribed.range.low),
            target_rpe: Some(exercise.prescribed.rpe),
            sets: (0..exercise.prescribed.sets).map(|set| self.set(&exercise.prescribed, set)).collect(),
            ..HistoryExercise::default()
        });
        let exercises = exercises.collect();
        HistoryEntry {
            started_at: request.input.now,
            intent: Some(request.intent.to_string()),
            selection_mode: SelectionMode::Intent,
            deload: request.block.deload,
            ..HistoryEntry::new(
                format!("{index:04}"),
                request.input.now.plus_seconds(session.estimated_s),
                exercises,
            )
        }
    }

    fn set(&mut self, prescribed: &Prescribed, set: u32) -> HistorySet {
        let change = self.luck.as_mut().map_or(0, Luck::step);
        let amount = Some(prescribed.range.high.saturating_add_signed(change).max(1));
        let of = |measure: Measure| amount.filter(|_| prescribed.measure == measure);
        HistorySet {
            reps: of(Measure::Reps),
            seconds: of(Measure::Seconds),
            meters: of(Measure::Meters),
            load_g: prescribed.load_of(set).or(prescribed.load.hint.map(|hint| hint.load)),
            rpe: Some(prescribed.rpe),
            ..HistorySet::default()
        }
    }
}

/// The form of the day: a splitmix generator.
struct Luck(u64);

impl Luck {
    /// −1, 0 or 1.
    fn step(&mut self) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        match (mixed ^ (mixed >> 31)) % 3 {
            0 => -1,
            1 => 0,
            _ => 1,
        }
    }
}

fn simulated(session: &Session<'_, '_>, index: usize, week: u32) -> SimulatedSession {
    let request = session.request;
    let exercises = session.exercises.iter().map(|exercise| SimulatedExercise {
        exercise_id: request.library.key(exercise.planned.place).clone(),
        role: exercise.planned.role,
        sets: exercise.planned.sets,
    });
    let removed = session.removed.iter().map(|(place, why)| NotTaken {
        exercise_id: request.library.key(*place).clone(),
        reason: why.code,
        spec_id: why.spec,
        facts: why.facts.clone(),
    });
    SimulatedSession {
        index,
        week,
        date: request.today,
        intent: request.intent,
        deload: request.block.deload,
        exercises: exercises.collect(),
        removed: removed.collect(),
        estimated_seconds: session.estimated_s,
        budget_seconds: session.clock.budget_s,
        time_bound: session.is_time_bound,
    }
}

impl Report {
    /// Adds a session to its week.
    fn count(&mut self, session: &Session<'_, '_>, week: u32, position: BlockPosition) {
        if self.weeks.last().is_none_or(|last| last.week != week) {
            self.weeks.push(SimulatedWeek {
                week,
                block_start: position.start_date,
                week_in_block: position.week.week,
                deload: position.week.deload,
                sets: 0,
                muscles: BTreeMap::new(),
            });
        }
        let Some(last) = self.weeks.last_mut() else { return };
        last.sets += session.exercises.iter().map(|exercise| exercise.planned.sets).sum::<i64>();
        let plan = &session.request.volume;
        let tuning = session.request.tuning();
        for &muscle in Muscle::ALL {
            let row = SimulatedMuscle {
                done: OneDecimal(plan.done[muscle] + session.volume[muscle]),
                target: OneDecimal(plan.target[muscle]),
                mev: OneDecimal(landmarks(tuning, muscle).mev * 10),
                mrv: OneDecimal(landmarks(tuning, muscle).mrv * 10),
                ceiling: OneDecimal(plan.ceiling[muscle]),
            };
            last.muscles.insert(muscle, row);
        }
    }
}
