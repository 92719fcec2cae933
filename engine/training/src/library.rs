//! Library: the catalogue in the compact form that selection scores, made once per catalogue and tuning.

use domain::{
    anatomy::{MovementPattern, Muscle},
    equipment::Equipment,
    exercise::{Exercise, ExerciseKey, ExerciseKind, TrainingAge},
    law::Valid,
};

use crate::{
    catalog::Catalog,
    draft::Role,
    muscles::{Contributions, MuscleSet},
    pain::Loaded,
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
    /// Every key with its hash and place, by hash: names are alike, so a search by key compares long beginnings.
    keys: Vec<(u64, &'a str, Place)>,
    traits: Vec<Traits>,
    needs: Vec<&'a [Vec<Equipment>]>,
}

/// What scoring and filters ask about an exercise, without a pointer to follow.
#[derive(Debug, Clone)]
pub struct Traits {
    /// Tenths of a set per set, by muscle (VO-4).
    pub contributions: Contributions,
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
    /// What kind of training it is.
    pub kind: ExerciseKind,
    /// Who it is for.
    pub difficulty: TrainingAge,
    /// The index of its equipment in [`Library::needs`].
    pub needs: usize,
    /// Which painful areas speak against it (SF-5).
    pub loaded: Loaded,
    /// More than one joint moves.
    pub is_compound: bool,
    /// Whether it can be a main.
    pub is_main_eligible: bool,
    /// Rank in name order: lower-cased name, then key.
    pub name_rank: usize,
    /// Seconds of one set with its rest, by goal, as a main and as an accessory (TM-1, RX-5).
    set_seconds: [[u32; 2]; Goal::ALL.len()],
}

impl Traits {
    /// Seconds of one set with the rest after it.
    pub const fn set_s(&self, goal: Goal, role: Role) -> i64 {
        self.set_seconds[goal as usize][role as usize] as i64
    }
}

/// The bit of a pattern.
pub const fn bit(pattern: MovementPattern) -> u32 {
    1 << pattern as u32
}

impl<'a> Library<'a> {
    /// The library of a catalogue, with contributions as the tuning says (VO-4).
    pub fn new(catalog: &'a Catalog, tuning: &Tuning) -> Self {
        let exercises = catalog.exercises();
        let mut library = Self {
            catalog,
            keys: by_hash(exercises.iter().map(|exercise| exercise.id.as_str())),
            traits: Vec::with_capacity(exercises.len()),
            needs: vec![],
        };
        for (place, exercise) in exercises.iter().enumerate() {
            let needs = library.index_of(&exercise.equipment);
            library.traits.push(Traits::of(exercise, needs, catalog.name_rank(place), tuning));
        }
        library
    }

    /// The index of these alternatives among those that are needed so far.
    fn index_of(&mut self, alternatives: &'a [Vec<Equipment>]) -> usize {
        let known = self.needs.iter().position(|needs| *needs == alternatives);
        known.unwrap_or_else(|| {
            self.needs.push(alternatives);
            self.needs.len() - 1
        })
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
        let hash = hash(key);
        let first = self.keys.partition_point(|(known, ..)| *known < hash);
        let alike = self.keys[first..].iter().take_while(|(known, ..)| *known == hash);
        alike.into_iter().find(|(_, known, _)| *known == key).map(|(.., place)| *place)
    }

    /// What exercises need: different lists of alternatives, each once. They are far fewer than the exercises.
    pub fn needs(&self) -> &[&'a [Vec<Equipment>]] {
        &self.needs
    }
}

/// What one set of an exercise gives each muscle (VO-4).
pub fn contributions(exercise: &Exercise, tuning: &Tuning) -> Contributions {
    let secondary = u8::try_from(tuning.secondary_contribution).unwrap_or(0);
    let given = exercise.muscles.iter().map(|muscle| {
        let contribution = match exercise.muscles.contribution(muscle) {
            5 if tuning.fractional_contributions => 5,
            10 => 10,
            _ => secondary,
        };
        (muscle, contribution)
    });
    given.collect()
}

fn by_hash<'a>(keys: impl Iterator<Item = &'a str>) -> Vec<(u64, &'a str, Place)> {
    let mut hashed: Vec<_> = keys.enumerate().map(|(place, key)| (hash(key), key, place)).collect();
    hashed.sort_unstable();
    hashed
}

fn hash(key: &str) -> u64 {
    xxhash_rust::xxh64::xxh64(key.as_bytes(), 0)
}

impl Traits {
    fn of(exercise: &Exercise, needs: usize, name_rank: usize, tuning: &Tuning) -> Self {
        Self {
            contributions: contributions(exercise, tuning),
            hits: exercise.muscles.iter().collect(),
            primaries: exercise.muscles.primary.iter().copied().collect(),
            patterns: exercise.patterns.iter().fold(0, |bits, &pattern| bits | bit(pattern)),
            dominant: exercise.dominant_pattern(),
            lead: exercise.lead_muscle(),
            fatigue_cost: exercise.fatigue_cost,
            sfr: exercise.sfr_score,
            length: exercise.length_position_score,
            kind: exercise.kind,
            difficulty: exercise.difficulty,
            needs,
            loaded: Loaded::of(exercise),
            is_compound: exercise.is_compound,
            is_main_eligible: exercise.is_main_lift_eligible,
            name_rank,
            set_seconds: std::array::from_fn(|goal| {
                [true, false].map(|is_main| {
                    let range = set_range(exercise, is_main, Goal::ALL[goal]);
                    work_s(exercise, range) + rest_s(exercise, is_main, range)
                })
            }),
        }
    }
}
