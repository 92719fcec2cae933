//! Draft: the session while it is being selected. Every pick changes what the next one is worth.

use domain::{
    anatomy::{CoverageCategory, MovementPattern, Muscle},
    plan::ProgressionMode,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    allocate::max_sets,
    library::{Place, Traits},
    muscles::{MuscleSet, Volumes},
    request::Request,
    timebox::{self, Clock},
};

/// What an exercise is in the session; no later stage asks again (SO-9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
#[schemars(rename = "ExerciseRole")]
pub enum Role {
    Main,
    Accessory,
}

/// How many mains and accessories a session has (SO-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slots {
    /// Mains.
    pub mains: usize,
    /// Accessories.
    pub accessories: usize,
    /// Accessories below which junk volume is better than nothing (SO-7).
    pub least_accessories: usize,
}

impl Slots {
    /// All of them.
    pub const fn total(self) -> usize {
        self.mains + self.accessories
    }
}

/// What the picks of one dominant pattern do.
#[derive(Debug, Clone, Copy, Default)]
pub struct Movement {
    /// How many there are.
    pub count: usize,
    /// Primaries of at least one of them.
    pub once: MuscleSet,
    /// Primaries of at least two of them.
    pub twice: MuscleSet,
    /// Primaries of the isolations among them.
    pub isolated: MuscleSet,
}

impl Movement {
    fn add(&mut self, traits: &Traits) {
        self.count += 1;
        self.twice = self.twice.or(self.once.and(traits.primaries));
        self.once = self.once.or(traits.primaries);
        if !traits.is_compound {
            self.isolated = self.isolated.or(traits.primaries);
        }
    }
}

/// A session in the making.
#[derive(Debug, Clone)]
pub struct Draft<'r, 'a> {
    /// What is asked for.
    pub request: &'r Request<'a>,
    /// The time there is.
    pub clock: Clock,
    /// How much room there is.
    pub slots: Slots,
    /// What was picked, in order.
    pub picked: Vec<(Place, Role)>,
    /// Volume of the picks at provisional sets.
    pub volume: Volumes,
    /// Volume of the picks at start sets (SF-11).
    pub start_volume: Volumes,
    /// Patterns of the picks, as bits.
    pub patterns: u32,
    /// By pattern: what the picks with it as their dominant one do.
    movements: [Movement; MovementPattern::ALL.len()],
    /// Primaries of the picks.
    pub primaries: MuscleSet,
    /// Seconds of the picks at provisional sets, without ramps.
    pub running_s: i64,
    /// Mains among the picks.
    pub mains: usize,
    /// Share of the accessory slots that is filled; may be set for calibration.
    pub progress: Option<f64>,
}

impl<'r, 'a> Draft<'r, 'a> {
    /// An empty session.
    pub fn new(request: &'r Request<'a>, clock: Clock, slots: Slots) -> Self {
        Self {
            request,
            clock,
            slots,
            picked: Vec::with_capacity(slots.total()),
            volume: Volumes::default(),
            start_volume: Volumes::default(),
            patterns: 0,
            movements: [Movement::default(); MovementPattern::ALL.len()],
            primaries: MuscleSet::NONE,
            running_s: 0,
            mains: 0,
            progress: None,
        }
    }

    /// Takes an exercise in.
    pub fn add(&mut self, place: Place, role: Role) {
        let traits = self.request.library.traits(place);
        let sets = timebox::provisional_sets(self.request.tuning(), role);
        self.volume.add(&traits.contributions, sets);
        self.start_volume.add(&traits.contributions, self.start_sets(place));
        self.patterns |= traits.patterns;
        self.movements[traits.dominant as usize].add(traits);
        self.primaries = self.primaries.or(traits.primaries);
        self.running_s += sets * self.request.set_s(place, role);
        self.mains += usize::from(role == Role::Main);
        self.picked.push((place, role));
    }

    /// Accessories among the picks.
    pub fn accessories(&self) -> usize {
        self.picked.len() - self.mains
    }

    /// Whether another exercise of this role fits. A pin may have taken the slot of the other role (SO-3).
    pub fn has_room(&self, role: Role) -> bool {
        let of_role = match role {
            Role::Main => self.mains < self.slots.mains,
            Role::Accessory => self.accessories() < self.slots.accessories,
        };
        of_role && self.picked.len() < self.slots.total()
    }

    /// Whether the exercise is in.
    pub fn holds(&self, place: Place) -> bool {
        self.picked.iter().any(|(picked, _)| *picked == place)
    }

    /// SC-0: how far the accessory phase has come, 0..1.
    pub fn slot_progress(&self) -> f64 {
        self.progress.unwrap_or_else(|| {
            #[expect(clippy::cast_precision_loss, reason = "slots are few")]
            let progress = self.accessories() as f64 / self.slots.accessories.max(1) as f64;
            progress.clamp(0.0, 1.0)
        })
    }

    /// VO-6: what the session still owes a muscle.
    pub fn remaining(&self, muscle: Muscle) -> i64 {
        (self.request.volume.share[muscle] - self.volume[muscle]).max(0)
    }

    /// SA-1: sets that an exercise starts with.
    pub fn start_sets(&self, place: Place) -> i64 {
        start_sets(self.request, place)
    }

    /// SO-6: whether a compound with a dominant pattern of the category is in.
    pub fn covers(&self, category: CoverageCategory) -> bool {
        self.picked.iter().any(|&(place, _)| {
            let traits = self.request.library.traits(place);
            traits.is_compound && traits.dominant.category() == Some(category)
        })
    }

    /// What the picks with the pattern as their dominant one do.
    pub fn movement(&self, pattern: MovementPattern) -> &Movement {
        &self.movements[pattern as usize]
    }
}

/// SA-1: two sets, the sets of a ladder item's level, or the floor that was accepted for an item (AR-5).
///
/// A deload has two whatever was accepted, and no floor lies above the most sets of the athlete's experience.
pub fn start_sets(request: &Request<'_>, place: Place) -> i64 {
    let start = i64::from(request.tuning().start_sets);
    let Some(item) = request.items.get(&place) else { return start };
    match ladder_sets(request, place) {
        Some(sets) => sets,
        None if request.block.deload => start,
        None => start.max(i64::from(item.min_sets.unwrap_or(0)).min(max_sets(request))),
    }
}

/// SS-1, SA-1: whether the exercise is climbed by levels, so that selection leaves its sets alone.
pub fn is_ladder(request: &Request<'_>, place: Place) -> bool {
    request.items.get(&place).is_some_and(|item| item.progression_mode == ProgressionMode::Ladder)
}

/// The sets of the level on which a ladder item stands; such an item keeps them.
pub fn ladder_sets(request: &Request<'_>, place: Place) -> Option<i64> {
    let level = request.items.get(&place).filter(|_| is_ladder(request, place))?.level.as_ref()?;
    let ladder = request.library.catalog().ladder(&level.ladder_key)?;
    Some(i64::from(ladder.level(level.ordinal)?.sets))
}
