//! AR-1: which engine owns a new item.

use domain::{
    exercise::{Exercise, ExerciseKind, LoadSemantics, ProgressionType},
    plan::{ProgressionMode, Role},
    prescription::Prescription,
};

/// The mode of a new item, by its exercise, whether that is on a ladder, and what it is for.
pub fn default_mode(
    exercise: &Exercise,
    has_ladder: bool,
    role: Role,
    prescription: &Prescription,
) -> ProgressionMode {
    use LoadSemantics::{Assistance, Bodyweight, External, PerSide};
    let loaded = prescription.working_sets().filter_map(|set| set.load_g).any(|load| load.0 > 0);
    let mobility =
        exercise.kind == ExerciseKind::Mobility || exercise.progression_type == ProgressionType::Mobility;
    match exercise.load_semantics {
        _ if role == Role::Warmup => ProgressionMode::Fixed,
        External | PerSide | Assistance => ProgressionMode::Load,
        Bodyweight if loaded => ProgressionMode::Load,
        _ if has_ladder || exercise.progression_type == ProgressionType::Endurance => ProgressionMode::Ladder,
        _ if mobility => ProgressionMode::Fixed,
        _ => ProgressionMode::Range,
    }
}
