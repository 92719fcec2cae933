//! What a catalogue holds, in numbers: by kind, by tier of equipment, by muscle (EX-6).

use std::{collections::BTreeSet, fmt};

use domain::{
    anatomy::Muscle,
    equipment::{Equipment, EquipmentSet, Tier},
    exercise::{Exercise, ExerciseKind, LoadSemantics, ProgressionType},
    session::Intent,
};

use crate::muscles::Split;

use super::Catalog;

/// The typical equipment of a tier, each holding the one before: what EX-6 counts with.
pub fn typical_equipment(tier: Tier) -> EquipmentSet {
    use Equipment::{
        Band, Barbell, Bench, Box, DipBars, Dumbbell, InclineBench, JumpRope, Mat, Plates, PullUpBar, Rack,
        Step,
    };
    let home = [
        Mat,
        Dumbbell,
        Barbell,
        Plates,
        Rack,
        Bench,
        InclineBench,
        PullUpBar,
        DipBars,
        Band,
        Step,
        Box,
        JumpRope,
    ];
    match tier {
        Tier::Bodyweight => EquipmentSet::NONE.with(Mat),
        Tier::Dumbbells => EquipmentSet::NONE.with(Mat).with(Dumbbell),
        Tier::Home => home.into_iter().collect(),
        Tier::Gym => EquipmentSet::all(),
    }
}

/// The split of VO-1 that a muscle belongs to: push, pull or legs.
pub(super) const fn split(muscle: Muscle) -> Intent {
    match Split::of(muscle) {
        Split::Push => Intent::Push,
        Split::Pull => Intent::Pull,
        Split::Legs => Intent::Legs,
    }
}

/// The splits in which main lifts are counted.
pub(super) const SPLITS: [Intent; 3] = [Intent::Push, Intent::Pull, Intent::Legs];

/// The numbers of one catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    /// All exercises.
    pub exercises: usize,
    /// How many of each kind.
    pub kinds: Vec<(ExerciseKind, usize)>,
    /// All ladders.
    pub ladders: usize,
    /// Exercises of a ladder that are timed or progress by endurance or mobility.
    pub skills: usize,
    /// Those of them that progress by endurance.
    pub endurance_skills: usize,
    /// Those of them that progress by mobility.
    pub mobility_skills: usize,
    /// What can be done with the typical equipment of each tier.
    pub tiers: Vec<TierCounts>,
    /// What trains each muscle.
    pub muscles: Vec<MuscleCounts>,
}

/// What can be done with the typical equipment of one tier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TierCounts {
    /// Which tier.
    pub tier: Tier,
    /// Exercises of any kind.
    pub exercises: usize,
    /// Main lifts by the split of their lead muscle: push, pull, legs.
    pub mains: [usize; 3],
}

/// What trains one muscle. Only resistance exercises count: nothing else is ever selected for a muscle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MuscleCounts {
    /// Which muscle.
    pub muscle: Muscle,
    /// Exercises with it as a primary.
    pub exercises: usize,
    /// Their dominant patterns.
    pub patterns: usize,
    /// Their variants: pattern, implement and one or two sides.
    pub variants: usize,
    /// Those available in each tier, in the order of the tiers.
    pub by_tier: [usize; 4],
}

impl Statistics {
    /// Counts a catalogue.
    pub fn of(catalog: &Catalog) -> Self {
        let count =
            |holds: &dyn Fn(&Exercise) -> bool| catalog.exercises.iter().filter(|one| holds(one)).count();
        Self {
            exercises: catalog.exercises.len(),
            kinds: ExerciseKind::ALL
                .iter()
                .map(|&kind| (kind, count(&|exercise| exercise.kind == kind)))
                .collect(),
            ladders: catalog.ladders.len(),
            skills: count(&is_skill),
            endurance_skills: count(&|exercise| progresses(exercise, ProgressionType::Endurance)),
            mobility_skills: count(&|exercise| progresses(exercise, ProgressionType::Mobility)),
            tiers: Tier::ALL.iter().map(|&tier| TierCounts::of(catalog, tier)).collect(),
            muscles: Muscle::ALL.iter().map(|&muscle| MuscleCounts::of(catalog, muscle)).collect(),
        }
    }
}

fn is_skill(exercise: &Exercise) -> bool {
    let is_timed = exercise.load_semantics == LoadSemantics::Timed;
    exercise.ladder_id.is_some() && (is_timed || exercise.progression_type != ProgressionType::Strength)
}

fn progresses(exercise: &Exercise, by: ProgressionType) -> bool {
    exercise.ladder_id.is_some() && exercise.progression_type == by
}

impl TierCounts {
    fn of(catalog: &Catalog, tier: Tier) -> Self {
        let equipment = typical_equipment(tier);
        let available = || catalog.exercises.iter().filter(|exercise| equipment.allows(&exercise.equipment));
        let mains = SPLITS.map(|intent| {
            available()
                .filter(|exercise| exercise.is_main_lift_eligible && split(exercise.lead_muscle()) == intent)
                .count()
        });
        Self { tier, exercises: available().count(), mains }
    }
}

impl MuscleCounts {
    fn of(catalog: &Catalog, muscle: Muscle) -> Self {
        let trains = |exercise: &Exercise| {
            exercise.kind == ExerciseKind::Resistance && exercise.muscles.primary.contains(&muscle)
        };
        let exercises: Vec<&Exercise> =
            catalog.exercises.iter().map(|one| &**one).filter(|one| trains(one)).collect();
        let patterns: BTreeSet<_> = exercises.iter().map(|one| one.dominant_pattern()).collect();
        let variants: BTreeSet<_> =
            exercises.iter().map(|one| (one.dominant_pattern(), one.implement, one.is_unilateral)).collect();
        let by_tier = [Tier::Bodyweight, Tier::Dumbbells, Tier::Home, Tier::Gym].map(|tier| {
            let equipment = typical_equipment(tier);
            exercises.iter().filter(|exercise| equipment.allows(&exercise.equipment)).count()
        });
        Self {
            muscle,
            exercises: exercises.len(),
            patterns: patterns.len(),
            variants: variants.len(),
            by_tier,
        }
    }
}

/// A few short tables for people.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        writeln!(f, "{} exercises: {}", self.exercises, kinds.join(", "))?;
        writeln!(
            f,
            "{} ladders with {} timed, endurance or mobility skills ({} endurance, {} mobility)",
            self.ladders, self.skills, self.endurance_skills, self.mobility_skills
        )?;
        writeln!(
            f,
            "\n{:<12}{:>10}{:>12}{:>12}{:>12}",
            "tier", "exercises", "push mains", "pull mains", "leg mains"
        )?;
        for TierCounts { tier, exercises, mains: [push, pull, legs] } in &self.tiers {
            writeln!(f, "{tier:<12}{exercises:>10}{push:>12}{pull:>12}{legs:>12}")?;
        }
        write!(f, "\n{:<12}{:>10}{:>12}", "muscle", "exercises", "patterns")?;
        for tier in Tier::ALL {
            write!(f, "{tier:>12}")?;
        }
        for MuscleCounts { muscle, exercises, patterns, by_tier, .. } in &self.muscles {
            write!(f, "\n{muscle:<12}{exercises:>10}{patterns:>12}")?;
            for count in by_tier {
                write!(f, "{count:>12}")?;
            }
        }
        Ok(())
    }
}
