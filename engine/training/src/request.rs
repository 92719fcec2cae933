//! Request: the input, read and checked as a whole, with everything that selection asks precomputed (EP-1).

use std::collections::BTreeMap;

use domain::{
    equipment::{EquipmentSet, Tier},
    exercise::{ExerciseKind, TrainingAge},
    law::{Check, Invalid, Law},
    reason::{Fact, Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
    time::{LocalDate, days_between},
    vocabulary::vocabulary,
};

use crate::{
    cold_start::Stage,
    draft::Role,
    history::{History, week_start},
    input::{PlanItemState, SelectionInput},
    library::{Library, Place},
    load::layer::Layers,
    muscles::{MuscleSet, Volumes},
    pain::PainMap,
    prescribe::{block::BlockWeek, goal::Goal},
    reader::Reader,
    schedule::{self, Entry, Position},
    tuning::Tuning,
    volume::{Given, VolumePlan, hard_muscles},
};

vocabulary! {
    /// SC-12: a leaning besides the goal.
    pub enum SecondaryGoal: "secondary goal" {
        Posture = "posture",
        Strength = "strength",
        InjuryPrevention = "injury_prevention",
        Conditioning = "conditioning",
        None = "none",
    }
}

/// Why nothing can be selected at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The input breaks a rule.
    Invalid(Invalid),
    /// The athlete is too ill to train (SF-5).
    TrainingPaused(Reason),
    /// Every exercise was refused; how many by each code (SO-10).
    NoSafeExercise(BTreeMap<&'static str, usize>),
}

impl From<Invalid> for Refusal {
    fn from(invalid: Invalid) -> Self {
        Self::Invalid(invalid)
    }
}

/// A checked input. Places are indexes into the library.
#[derive(Debug)]
pub struct Request<'a> {
    /// The input as given.
    pub input: &'a SelectionInput,
    /// The exercises to choose from.
    pub library: &'a Library<'a>,
    /// What the session is about.
    pub intent: Intent,
    /// The muscles of a body-part session.
    pub targets: MuscleSet,
    /// The muscles of which one must be a primary of every exercise (SO-1).
    pub scope: MuscleSet,
    /// Experience.
    pub age: TrainingAge,
    /// The goal.
    pub goal: Goal,
    /// The leaning.
    pub secondary: SecondaryGoal,
    /// What is at hand.
    pub equipment: EquipmentSet,
    /// Its tier.
    pub tier: Tier,
    /// By index of [`Library::needs`]: whether one of the alternatives is at hand.
    pub is_at_hand: Vec<bool>,
    /// Wanted exercises, each once, in order.
    pub pins: Vec<Place>,
    /// The template, in order.
    pub template: Vec<Place>,
    /// By place: liked.
    pub is_favorite: Vec<bool>,
    /// By place: never to be chosen.
    pub is_avoided: Vec<bool>,
    /// By place: SC-3.
    pub recency: Vec<f64>,
    /// By place: appearances in the last sessions of this intent (SO-4).
    pub appearances: Vec<usize>,
    /// By place: SC-6.
    pub continuity: Vec<f64>,
    /// What the plan says, by place.
    pub items: BTreeMap<Place, &'a PlanItemState>,
    /// Where it hurts.
    pub pain: PainMap,
    /// What makes today lighter.
    pub layers: Layers,
    /// The athlete's date.
    pub today: LocalDate,
    /// Where the block stands.
    pub block: BlockWeek,
    /// Earlier sessions.
    pub history: History<'a>,
    /// Where the week stands.
    pub position: Position,
    /// What each muscle should get.
    pub volume: VolumePlan,
    /// SO-4: whether a new block has just begun, so that nothing is kept for continuity.
    pub is_evicting: bool,
    /// How far the athlete is into the program.
    pub stage: Stage,
    /// What the athlete should know about the input.
    pub warnings: Vec<Reason>,
}

impl<'a> Request<'a> {
    /// Reads and checks an input; everything that is wrong is reported at once.
    pub fn new(input: &'a SelectionInput, library: &'a Library<'a>) -> Result<Self, Refusal> {
        let mut reader = Reader { check: Check::default(), library };
        reader.check.within("tuning", |check| input.tuning.check(check));
        let words = reader.words(input);
        let body = reader.body(input);
        let pins = reader.places("pinnedExerciseIds", &input.pinned_exercise_ids);
        let template = reader.places("templateExerciseIds", &input.template_exercise_ids);
        let favorites =
            reader.places("preferences/favoriteExerciseIds", &input.preferences.favorite_exercise_ids);
        let avoided = reader.places("preferences/avoidExerciseIds", &input.preferences.avoid_exercise_ids);
        let items = reader.items(input);
        let schedule = reader.schedule(input);
        reader.numbers(input);
        reader.check.finish()?;
        // Every reader reported what it could not read, so all of it was read.
        let (Some(words), Some(schedule)) = (words, schedule) else {
            return Err(Refusal::NoSafeExercise(BTreeMap::new()));
        };
        if let Some(reason) = body.pause {
            return Err(Refusal::TrainingPaused(reason));
        }
        let marked = |places: &[Place]| {
            let mut marks = vec![false; library.len()];
            for &place in places {
                marks[place] = true;
            }
            marks
        };
        let read = Read {
            pins,
            template,
            is_favorite: marked(&favorites),
            is_avoided: marked(&avoided),
            items,
            schedule,
            words,
            body,
        };
        Ok(read.finish(input, library))
    }

    /// Seconds of one set of an exercise with the rest after it.
    pub fn set_s(&self, place: Place, role: Role) -> i64 {
        self.library.traits(place).set_s(self.goal, role)
    }

    /// how many exercises are left out because they would load what hurts: what SF-2, SF-3 or SF-4 refuses is no
    /// exclusion of SF-5, since the first refusal is the reason.
    pub fn pain_exclusions(&self) -> usize {
        let from = self.tuning().pain_exclude_from;
        let refused = |place: &Place| {
            let traits = self.library.traits(*place);
            let is_open = traits.kind == ExerciseKind::Resistance
                && self.is_at_hand[traits.needs]
                && !self.is_avoided[*place];
            is_open && traits.loaded.excluded_by(&self.pain, from).is_some()
        };
        (0..self.library.len()).filter(refused).count()
    }

    /// The numbers.
    pub fn tuning(&self) -> &'a Tuning {
        &self.input.tuning
    }
}

/// What the words of the input mean.
pub(crate) struct Words {
    pub(crate) intent: Intent,
    pub(crate) targets: MuscleSet,
    pub(crate) age: TrainingAge,
    pub(crate) goal: Goal,
    pub(crate) secondary: SecondaryGoal,
    pub(crate) equipment: EquipmentSet,
}

/// How the athlete is.
pub(crate) struct BodyState {
    pub(crate) pain: PainMap,
    pub(crate) readiness: u8,
    pub(crate) pause: Option<Reason>,
}

/// Everything read, before it is put together.
struct Read<'a> {
    pins: Vec<Place>,
    template: Vec<Place>,
    is_favorite: Vec<bool>,
    is_avoided: Vec<bool>,
    items: BTreeMap<Place, &'a PlanItemState>,
    schedule: Vec<Entry>,
    words: Words,
    body: BodyState,
}

impl<'a> Read<'a> {
    fn finish(self, input: &'a SelectionInput, library: &'a Library<'a>) -> Request<'a> {
        let Words { intent, targets, age, goal, secondary, equipment } = self.words;
        let tuning = &input.tuning;
        let today = input.now.local_date(&input.time_zone);
        let start = week_start(today, input.block.map(|block| block.start_date));
        let read_intent = |entry: &crate::input::HistoryEntry| entry.intent.as_ref()?.parse().ok();
        let history = History::new(&input.history, library, &input.time_zone, start, read_intent);
        let length = input.mesocycle_length.unwrap_or(tuning.accumulation_weeks);
        let deload = input.week_in_block == length || input.block.is_some_and(|block| block.deload);
        let block = BlockWeek { week: input.week_in_block, length, deload };
        let current = Entry::new(intent, targets, hard_muscles(tuning));
        let this_week = history.sessions.iter().filter(|past| past.weeks_ago == 0);
        let days_left = usize::try_from(7 - days_between(start, today)).unwrap_or(1);
        let position =
            Position::new(&self.schedule, this_week.map(crate::history::Past::advances), current, days_left);
        let counted_weeks = history.counted_weeks(library, tuning);
        let done: Volumes = history.volume(0, library);
        let given = Given {
            tuning,
            intent,
            targets,
            block,
            done,
            counted_weeks: &counted_weeks,
            position: &position,
        };
        let volume = VolumePlan::new(&given);
        let stage = Stage::of(input, library, &history, age);
        let mut request = Request {
            input,
            library,
            intent,
            targets,
            scope: schedule::scope(intent, targets),
            age,
            goal,
            secondary,
            equipment,
            tier: equipment.tier(),
            is_at_hand: library.needs().iter().map(|needs| equipment.allows(needs)).collect(),
            pins: self.pins,
            template: self.template,
            is_favorite: self.is_favorite,
            is_avoided: self.is_avoided,
            recency: vec![0.0; library.len()],
            appearances: vec![0; library.len()],
            continuity: vec![0.0; library.len()],
            items: self.items,
            pain: self.body.pain,
            layers: Layers {
                deload,
                readiness: self.body.readiness,
                break_days: break_days(&history, input, start),
                fatigue: None,
            },
            today,
            block,
            position,
            volume,
            is_evicting: false,
            stage,
            warnings: warnings(&history, &self.body.pain),
            history,
        };
        request.remember();
        request
    }
}

impl Request<'_> {
    /// Fills what earlier sessions say about single exercises: SC-3, SC-6, SO-4.
    fn remember(&mut self) {
        let tuning = self.tuning();
        for past in &self.history.sessions {
            let millis = self.input.now.millis() - past.entry.ended_at.millis();
            let row = tuning.recency.iter().find(|row| millis <= row.hours * 3_600_000);
            let penalty = row.map_or(0.0, |row| row.penalty);
            for (place, _) in &past.done {
                self.recency[*place] = self.recency[*place].max(penalty);
            }
        }
        for past in self.history.last_of(self.intent, tuning.anchor_window) {
            let mut places: Vec<Place> = past.done.iter().map(|(place, _)| *place).collect();
            places.sort_unstable();
            places.dedup();
            for place in places {
                self.appearances[place] += 1;
            }
        }
        let start = self.input.block.map(|block| block.start_date);
        let in_block = self.history.sessions.iter().filter(|past| match start {
            Some(start) => past.date >= start,
            None => past.weeks_ago == 0,
        });
        let same = in_block.filter(|past| past.intent == self.intent).count();
        self.is_evicting = self.block.week == 0 && same < tuning.eviction_sessions;
        if !self.is_evicting {
            self.continuity = (0..self.library.len()).map(|place| self.continuity_of(place)).collect();
        }
    }

    fn is_rising(&self, place: Place) -> bool {
        self.history.is_rising(place, self.library.exercise(place), self.input.bodyweight)
    }

    /// SC-6: what was in most of the last sessions of this intent, or in one of them and is rising.
    fn continuity_of(&self, place: Place) -> f64 {
        match self.appearances[place] {
            0 => 0.0,
            seen if seen >= self.tuning().anchor_min => 1.0,
            1 if self.is_rising(place) => self.tuning().continuity_trend,
            _ => 0.0,
        }
    }
}

/// VO-3: days without training before this week, when it is the first of a block and they were 14 or more.
fn break_days(history: &History<'_>, input: &SelectionInput, start: LocalDate) -> Option<u32> {
    if input.week_in_block != 0 {
        return None;
    }
    let last = history.sessions.iter().rev().find(|past| past.weeks_ago > 0)?;
    let back = history.sessions.iter().find(|past| past.weeks_ago == 0);
    let until = back.map_or_else(|| input.now.local_date(&input.time_zone), |past| past.date).max(start);
    let days = u32::try_from(days_between(last.date, until)).ok()?;
    (days >= 14).then_some(days)
}

fn warnings(history: &History<'_>, pain: &PainMap) -> Vec<Reason> {
    let severe = pain.iter().filter(|pain| pain.severity >= 3).map(|pain| {
        Reason::new(ReasonCode::SeekMedicalAdvice, SpecId::new("SF-5"))
            .fact("area", Fact::word("area", pain.area))
    });
    let unknown = history.unknown.iter().map(|&exercise| {
        Reason::new(ReasonCode::UnknownHistoryExercise, SpecId::new("EP-1")).fact("exercise", exercise)
    });
    severe.chain(unknown).collect()
}
