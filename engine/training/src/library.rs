//! Library: the catalogue in the compact form that selection scores, made once per catalogue and tuning.

use domain::{
    anatomy::{MovementPattern, Muscle},
    exercise::{Exercise, ExerciseKey},
    law::Valid,
};

use crate::{
    catalog::Catalog,
    draft::Role,
    muscles::MuscleSet,
    prescribe::{
        goal::{Goal, set_range},
        time::{rest_s, work_s},
    },
    tuning::Tuning,
};

/// The place of an exercise in the library; the order is that of the keys.
pub type Place = usize;

/// The exercises to choose from. Building it costs more than a selection: keep it.
#[derive(Debug, Clone)]
pub struct Library<'a> {
    catalog: &'a Catalog,
    traits: Vec<Traits>,
}

/// What scoring and filters ask about an exercise, without a pointer to follow.
#[derive(Debug, Clone)]
pub struct Traits {
    /// Tenths of a set per set, by muscle (VO-4).
    pub contributions: [i64; Muscle::COUNT],
    /// Muscles with a contribution.
    pub hits: MuscleSet,
    /// Muscles with the full one.
    pub primaries: MuscleSet,
    /// Patterns as bits.
    pub patterns: u32,
    /// The first pattern.
    pub dominant: MovementPattern,
    /// The first primary.
    pub lead: Muscle,
    /// 1..5.
    pub fatigue_cost: u8,
    /// 1..5.
    pub sfr: u8,
    /// 1..5.
    pub length: u8,
    /// More than one joint moves.
    pub is_compound: bool,
    /// Whether it can be a main.
    pub is_main_eligible: bool,
    /// Rank in name order: lower-cased name, then key.
    pub name_rank: usize,
    /// Seconds of one set with its rest, by goal, as a main and as an accessory (TM-1, RX-5).
    set_seconds: [[i64; 2]; Goal::ALL.len()],
}

impl Traits {
    /// Seconds of one set with the rest after it.
    pub const fn set_s(&self, goal: Goal, role: Role) -> i64 {
        self.set_seconds[goal as usize][role as usize]
    }
}

/// The bit of a pattern.
pub const fn bit(pattern: MovementPattern) -> u32 {
    1 << pattern as u32
}

impl<'a> Library<'a> {
    /// The library of a catalogue, with contributions as the tuning says (VO-4).
    pub fn new(catalog: &'a Catalog, tuning: &Tuning) -> Self {
        let exercises = catalog.exercises().iter().enumerate();
        let traits =
            exercises.map(|(place, exercise)| Traits::of(exercise, catalog.name_rank(place), tuning));
        Self { catalog, traits: traits.collect() }
    }

    /// The catalogue behind it.
    pub fn catalog(&self) -> &'a Catalog {
        self.catalog
    }

    /// How many exercises there are.
    pub fn len(&self) -> usize {
        self.traits.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.traits.is_empty()
    }

    /// The exercise at a place.
    pub fn exercise(&self, place: Place) -> &'a Valid<Exercise> {
        &self.catalog.exercises()[place]
    }

    /// Its key.
    pub fn key(&self, place: Place) -> &'a ExerciseKey {
        &self.exercise(place).id
    }

    /// Its traits.
    pub fn traits(&self, place: Place) -> &Traits {
        &self.traits[place]
    }

    /// The place of a key.
    pub fn find(&self, key: &str) -> Option<Place> {
        self.catalog.exercises().binary_search_by(|exercise| exercise.id.as_str().cmp(key)).ok()
    }
}

impl Traits {
    fn of(exercise: &Exercise, name_rank: usize, tuning: &Tuning) -> Self {
        let mut contributions = [0; Muscle::COUNT];
        for muscle in exercise.muscles.iter() {
            contributions[muscle as usize] = match exercise.muscles.contribution(muscle) {
                5 if tuning.fractional_contributions => 5,
                10 => 10,
                _ => tuning.secondary_contribution,
            };
        }
        Self {
            contributions,
            hits: exercise.muscles.iter().collect(),
            primaries: exercise.muscles.primary.iter().copied().collect(),
            patterns: exercise.patterns.iter().fold(0, |bits, &pattern| bits | bit(pattern)),
            dominant: exercise.dominant_pattern(),
            lead: exercise.lead_muscle(),
            fatigue_cost: exercise.fatigue_cost,
            sfr: exercise.sfr_score,
            length: exercise.length_position_score,
            is_compound: exercise.is_compound,
            is_main_eligible: exercise.is_main_lift_eligible,
            name_rank,
            set_seconds: std::array::from_fn(|goal| {
                [true, false].map(|is_main| {
                    let range = set_range(exercise, is_main, Goal::ALL[goal]);
                    i64::from(work_s(exercise, range) + rest_s(exercise, is_main, range))
                })
            }),
        }
    }
}
