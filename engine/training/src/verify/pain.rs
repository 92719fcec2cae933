//! The pain gate a second time (SF-5): the table as words, so that it can be held beside the chapter.

use domain::{
    anatomy::BodyArea,
    exercise::{Exercise, Implement, JointStress},
    wellbeing::Severity,
};

use super::facts::Facts;

/// The middle and the right column of SF-5 for each area.
///
/// A pattern stands as its word; `axial_load` and `main_lift` ask the exercise; `!` asks for joint stress above low,
/// `@` for a body or barbell in the hands.
const TABLE: [(BodyArea, &str, &str); 11] = [
    (BodyArea::Neck, "vertical_push axial_load", "vertical_pull carry scapular_elevation"),
    (
        BodyArea::Shoulder,
        "vertical_push shoulder_abduction shoulder_flexion",
        "horizontal_push vertical_pull horizontal_adduction shoulder_extension",
    ),
    (
        BodyArea::Elbow,
        "elbow_flexion elbow_extension",
        "horizontal_push vertical_push horizontal_pull vertical_pull",
    ),
    (
        BodyArea::Wrist,
        "wrist_flexion wrist_extension horizontal_push@",
        "horizontal_push vertical_push elbow_flexion carry",
    ),
    (BodyArea::UpperBack, "axial_load horizontal_pull", "vertical_pull hinge carry"),
    (
        BodyArea::LowBack,
        "hinge trunk_extension axial_load rotation",
        "squat lunge carry trunk_flexion horizontal_pull",
    ),
    (BodyArea::Chest, "horizontal_push horizontal_adduction", "vertical_push main_lift"),
    (BodyArea::Hip, "hinge lunge", "squat hip_extension hip_abduction hip_adduction knee_flexion"),
    (BodyArea::Knee, "lunge squat! knee_extension!", "squat knee_extension knee_flexion locomotion"),
    (BodyArea::Ankle, "lunge ankle_plantarflexion locomotion", "squat carry"),
    (BodyArea::Foot, "lunge ankle_plantarflexion locomotion", "squat carry"),
];

/// The painful area that forbids an exercise, with its severity.
pub(super) fn forbids(facts: &Facts<'_>, exercise: &Exercise) -> Option<(BodyArea, Severity)> {
    let exclude_from = facts.tuning().pain_exclude_from;
    let forbidden = |hurting: BodyArea, severity: Severity| {
        TABLE.iter().filter(|(area, ..)| hurting == BodyArea::Other || hurting == *area).any(
            |(area, middle, right)| {
                let listed = exercise.contraindications.contains(area) || matches(exercise, middle);
                (severity >= exclude_from && listed) || (severity >= 3 && matches(exercise, right))
            },
        )
    };
    let mut hurting = facts.pain.iter().map(|(area, severity)| (*area, *severity));
    hurting.find(|&(area, severity)| severity > 0 && forbidden(area, severity))
}

/// Whether a word of the column speaks of the exercise.
fn matches(exercise: &Exercise, column: &str) -> bool {
    let has = |word: &str| exercise.patterns.iter().any(|pattern| pattern.as_str() == word);
    column.split(' ').any(|word| match word {
        "axial_load" => exercise.axial_load,
        "main_lift" => exercise.is_main_lift_eligible,
        _ => match (word.strip_suffix('!'), word.strip_suffix('@')) {
            (Some(word), _) => has(word) && exercise.joint_stress > JointStress::Low,
            (_, Some(word)) => {
                has(word) && matches!(exercise.implement, Implement::Bodyweight | Implement::Barbell)
            }
            _ => has(word),
        },
    })
}
