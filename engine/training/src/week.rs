//! Weekly analysis: how well a week of sessions serves the body, from 0 to 100 (WK-2, WK-3).
//!
//! The sessions of the week are estimated first: a template of the athlete for each entry of the schedule, else what
//! was done before. Then four parts are judged: coverage, push and pull, patterns, volume.

use std::collections::BTreeMap;

use domain::{
    anatomy::MovementPattern,
    error::ErrorCode,
    exercise::TrainingAge,
    law::{Check, Invalid, Law},
    quantity::div_half_up,
    reason::{Fact, Reason, ReasonCode},
    session::Intent,
    spec::SpecId,
};

use crate::{
    document::week::{
        Coverage, EstimatedSession, MuscleCoverage, MuscleWeekVolume, Patterns, PushPull, WeekAnalysis,
        WeekInput, WeekLabel, WeekVolume,
    },
    history::{History, performed_sets, week_start},
    input::HistoryEntry,
    library::{Library, Place, bit},
    muscles::{MuscleSet, Split, Volumes, is_large},
    output::OneDecimal,
    prescribe::{
        block::{BlockWeek, template_sets},
        goal::{Goal, fits_main_range},
    },
    reader::Reader,
    request::SecondaryGoal,
    schedule::Entry,
    tuning::{Landmarks, Tuning},
    volume::{hard_muscles, landmarks},
};

/// WK-2: judges the week of an input; everything that is wrong with it is reported at once.
pub fn analyze(input: &WeekInput, library: &Library<'_>) -> Result<WeekAnalysis, Invalid> {
    let read = Read::new(input, library)?;
    let week = Week::estimate(input, &read, library);
    let hard = hard_muscles(&input.tuning);
    let (coverage, covered) = week.coverage(library, hard);
    let (push_pull, balanced) = week.push_pull(library);
    let (patterns, moved) = week.patterns(library);
    let (volume, filled) = week.volume(library, hard, &input.tuning);
    let overall = overall([(30, covered), (20, balanced), (20, moved), (30, filled)]);
    Ok(WeekAnalysis {
        overall,
        label: WeekLabel::of(overall),
        suggestions: suggestions(&coverage, &patterns, week.unknown),
        coverage,
        push_pull,
        patterns,
        volume,
        sessions: week.sessions,
        unestimated: week.unestimated,
        warnings: week.warnings,
    })
}

/// The words of an input, read.
struct Read {
    entries: Vec<Entry>,
    templates: Vec<(Intent, Vec<Place>)>,
    age: TrainingAge,
    goal: Goal,
}

impl Read {
    fn new(input: &WeekInput, library: &Library<'_>) -> Result<Self, Invalid> {
        let mut reader = Reader { check: Check::default(), library };
        reader.check.within("tuning", |check| input.tuning.check(check));
        let entries = reader.entries("schedule", &input.schedule, hard_muscles(&input.tuning));
        let age = reader.word(ErrorCode::InvalidTrainingAge, "trainingAge", input.training_age.parse());
        let goal = reader.word(ErrorCode::InvalidGoal, "goals/primary", input.goals.primary.parse());
        if let Some(secondary) = &input.goals.secondary {
            reader.word(ErrorCode::InvalidGoal, "goals/secondary", secondary.parse::<SecondaryGoal>());
        }
        let mut templates = vec![];
        for (index, template) in input.templates.iter().enumerate() {
            let field = format!("templates/{index}/exerciseIds");
            reader.check.count(ErrorCode::BadValue, &field, &template.exercise_ids, 1, 15);
            let places = reader.places(&field, &template.exercise_ids);
            let pointer = format!("templates/{index}/intent");
            let intent = reader.word(ErrorCode::InvalidIntent, &pointer, template.intent.parse());
            templates.extend(intent.map(|intent| (intent, places)));
        }
        reader.history(&input.history, input.now);
        reader.check.finish()?;
        // Whatever could not be read was reported, so none of these defaults is ever used.
        Ok(Self {
            entries: entries.unwrap_or_default(),
            templates,
            age: age.unwrap_or(TrainingAge::Intermediate),
            goal: goal.unwrap_or(Goal::GeneralHealth),
        })
    }

    /// RX-1: a template's exercises with the sets of an ordinary first week; at most two are mains (SO-1).
    fn template_sets(&self, places: &[Place], library: &Library<'_>, tuning: &Tuning) -> Vec<(Place, i64)> {
        let first_week = BlockWeek { week: 0, length: tuning.accumulation_weeks, deload: false };
        let mut mains = 0;
        let sets = places.iter().map(|&place| {
            let exercise = library.exercise(place);
            let is_main = mains < tuning.main_slots_max
                && exercise.is_main_lift_eligible
                && fits_main_range(exercise, self.goal);
            mains += u32::from(is_main);
            (place, i64::from(template_sets(is_main, self.age, READY, false, first_week, tuning)))
        });
        sets.collect()
    }
}

/// The readiness of an ordinary day (RX-8).
const READY: u8 = 3;
/// WK-3: how many earlier sessions of an intent are used in turn.
const REMEMBERED: usize = 30;

/// The sessions of a week, as far as they could be estimated.
struct Week {
    /// Exercises with their sets, by session.
    done: Vec<Vec<(Place, i64)>>,
    sessions: Vec<EstimatedSession>,
    unestimated: Vec<String>,
    /// Muscles that an unestimated entry would serve.
    unknown: MuscleSet,
    warnings: Vec<Reason>,
}

impl Week {
    /// WK-3: for each entry the first unused template of its intent, else the next earlier session of it.
    fn estimate(input: &WeekInput, read: &Read, library: &Library<'_>) -> Self {
        let start = week_start(input.now.local_date(&input.time_zone), None);
        let read_intent = |entry: &HistoryEntry| entry.intent.as_ref()?.parse().ok();
        let history = History::new(&input.history, library, &input.time_zone, start, read_intent);
        let mut week = Self {
            done: vec![],
            sessions: vec![],
            unestimated: vec![],
            unknown: MuscleSet::NONE,
            warnings: history.unknown.iter().map(|&exercise| not_counted(exercise)).collect(),
        };
        let mut unused: Vec<usize> = (0..read.templates.len()).collect();
        let mut cursors: BTreeMap<Intent, usize> = BTreeMap::new();
        for (entry, text) in read.entries.iter().zip(&input.schedule) {
            let mut session = EstimatedSession { entry: text.clone(), template_id: None, session_id: None };
            let template = unused.iter().position(|&index| read.templates[index].0 == entry.intent);
            let cursor = cursors.entry(entry.intent).or_default();
            let past: Vec<_> = history.last_of(entry.intent, REMEMBERED).collect();
            if let Some(index) = template.map(|position| unused.remove(position)) {
                session.template_id = Some(input.templates[index].id.clone());
                week.done.push(read.template_sets(&read.templates[index].1, library, &input.tuning));
                week.sessions.push(session);
            } else if let Some(past) = past.get(*cursor % past.len().max(1)) {
                *cursor += 1;
                session.session_id = Some(past.entry.session_id.clone());
                let done = past.done.iter().map(|(place, exercise)| (*place, performed_sets(exercise)));
                week.done.push(done.collect());
                week.sessions.push(session);
            } else {
                week.unestimated.push(session.entry);
                week.unknown = week.unknown.or(entry.critical);
            }
        }
        week
    }

    /// Exercises of all sessions with their sets.
    fn exercises(&self) -> impl Iterator<Item = (Place, i64)> {
        self.done.iter().flatten().copied()
    }

    /// Sessions that work a muscle at all; a small one wants three, a large one two, one less is worth half.
    fn coverage(&self, library: &Library<'_>, hard: MuscleSet) -> (Coverage, Part) {
        let mut muscles = BTreeMap::new();
        let mut halves = 0;
        for muscle in hard.iter() {
            let hits = |session: &&Vec<(Place, i64)>| {
                session.iter().any(|(place, _)| library.traits(*place).hits.has(muscle))
            };
            let sessions = self.done.iter().filter(hits).count();
            let wanted = if is_large(muscle) { 2 } else { 3 };
            let credit = match wanted - sessions.min(wanted) {
                0 => 2,
                1 => 1,
                _ => 0,
            };
            halves += credit;
            muscles.insert(muscle, MuscleCoverage { sessions, wanted, credit: OneDecimal(5 * credit) });
        }
        let part = Part::mean(halves, 2, hard);
        (Coverage { score: part.score(), muscles }, part)
    }

    /// Sets by the split of the lead muscle: one to two pulls for each push are balanced.
    fn push_pull(&self, library: &Library<'_>) -> (PushPull, Part) {
        let sets = |split: Split| -> i64 {
            let led = self.exercises().filter(|(place, _)| Split::of(library.traits(*place).lead) == split);
            led.map(|(_, sets)| sets).sum()
        };
        let (push, pull) = (sets(Split::Push), sets(Split::Pull));
        let part = match (push, pull) {
            (0, 0) => Part { numerator: 1, denominator: 1 },
            _ if pull < push => Part { numerator: pull, denominator: push },
            _ if pull > 2 * push => Part { numerator: 2 * push, denominator: pull },
            _ => Part { numerator: 1, denominator: 1 },
        };
        (PushPull { score: part.score(), push_sets: push, pull_sets: pull }, part)
    }

    /// An eighth for each core pattern, a twentieth more for rotation and for anti-rotation.
    fn patterns(&self, library: &Library<'_>) -> (Patterns, Part) {
        let found = self.exercises().fold(0, |bits, (place, _)| bits | library.traits(place).patterns);
        let judged = MovementPattern::ALL.iter().copied().filter(|&pattern| {
            pattern.is_core() || matches!(pattern, MovementPattern::Rotation | MovementPattern::AntiRotation)
        });
        let (present, absent): (Vec<_>, Vec<_>) = judged.partition(|&pattern| found & bit(pattern) != 0);
        let fortieths = present.iter().map(|pattern| if pattern.is_core() { 5 } else { 2 }).sum::<i64>();
        let part = Part { numerator: fortieths.min(40), denominator: 40 };
        let missing = absent.into_iter().filter(|pattern| pattern.is_core()).collect();
        (Patterns { score: part.score(), present, missing }, part)
    }

    /// Effective sets between MEV and MAV count fully, between MV and MRV six tenths.
    fn volume(&self, library: &Library<'_>, hard: MuscleSet, tuning: &Tuning) -> (WeekVolume, Part) {
        let mut effective = Volumes::default();
        for (place, sets) in self.exercises() {
            effective.add(&library.traits(place).contributions, sets);
        }
        let mut muscles = BTreeMap::new();
        let mut tenths = 0;
        for muscle in hard.iter() {
            let row = landmarks(tuning, muscle);
            let credit = volume_credit(effective[muscle], row);
            tenths += credit;
            let effective = OneDecimal(effective[muscle]);
            muscles
                .insert(muscle, MuscleWeekVolume { effective, landmarks: row, credit: OneDecimal(credit) });
        }
        let part = Part::mean(tenths, 10, hard);
        (WeekVolume { score: part.score(), muscles }, part)
    }
}

/// Tenths of credit for so many tenths of a set.
fn volume_credit(effective: i64, row: Landmarks) -> i64 {
    let within = |low: i64, high: i64| (10 * low..=10 * high).contains(&effective);
    match () {
        () if within(row.mev, row.mav) => 10,
        () if within(row.mv, row.mrv) => 6,
        () => 0,
    }
}

/// A part of the score as an exact fraction of its best.
#[derive(Debug, Clone, Copy)]
struct Part {
    numerator: i64,
    denominator: i64,
}

impl Part {
    /// The mean credit of the hard muscles, each counted in `unit`s.
    fn mean(credit: i64, unit: i64, hard: MuscleSet) -> Self {
        Self { numerator: credit, denominator: unit * i64::try_from(hard.len().max(1)).unwrap_or(1) }
    }

    /// 0..100.
    fn score(self) -> OneDecimal {
        OneDecimal(div_half_up(1000 * self.numerator, self.denominator))
    }
}

/// The weighted sum of the parts in percent, rounded once.
fn overall(parts: [(i64, Part); 4]) -> i64 {
    let all: i64 = parts.iter().map(|(_, part)| part.denominator).product();
    let sum = parts.iter().map(|(weight, part)| weight * part.numerator * (all / part.denominator));
    div_half_up(sum.sum(), all)
}

/// Most suggestions that a week gets.
const SUGGESTIONS: usize = 3;

/// The least worked muscles, then the missing core patterns. Muscles of a session that nobody knows are not accused.
fn suggestions(coverage: &Coverage, patterns: &Patterns, unknown: MuscleSet) -> Vec<Reason> {
    let mut short: Vec<_> = coverage
        .muscles
        .iter()
        .filter(|(muscle, covered)| covered.sessions < covered.wanted && !unknown.has(**muscle))
        .collect();
    short.sort_by_key(|(muscle, covered)| (covered.credit, **muscle));
    let muscles = short.into_iter().map(|(muscle, covered)| {
        Reason::new(ReasonCode::MuscleUndertrained, WK_2)
            .fact("muscle", Fact::word("muscle", muscle))
            .fact("sessions", covered.sessions)
            .fact("wanted", covered.wanted)
    });
    let missing = patterns.missing.iter().map(|pattern| {
        Reason::new(ReasonCode::PatternMissing, WK_2).fact("pattern", Fact::word("pattern", pattern))
    });
    muscles.chain(missing).take(SUGGESTIONS).collect()
}

const WK_2: SpecId = SpecId::new("WK-2");

fn not_counted(exercise: &str) -> Reason {
    Reason::new(ReasonCode::UnknownHistoryExercise, SpecId::new("EP-1")).fact("exercise", exercise)
}
