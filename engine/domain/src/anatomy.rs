//! Muscles, body areas and movement patterns (EX-2, EX-3): the words in which training is described.

use crate::vocabulary::{UnknownWord, vocabulary};

vocabulary! {
    /// A muscle of the volume model. The order is the tie order everywhere (EX-2).
    pub enum Muscle: "muscle" {
        Chest = "chest",
        Lats = "lats",
        UpperBack = "upper_back",
        FrontDelts = "front_delts",
        SideDelts = "side_delts",
        RearDelts = "rear_delts",
        Quads = "quads",
        Hamstrings = "hamstrings",
        Glutes = "glutes",
        Biceps = "biceps",
        Triceps = "triceps",
        Calves = "calves",
        Core = "core",
        LowerBack = "lower_back",
        Forearms = "forearms",
        Adductors = "adductors",
        Abductors = "abductors",
        Abs = "abs",
    }
}

impl Muscle {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// Reads what a person typed (EX-2).
    pub fn read(typed: &str) -> Result<Self, UnknownWord> {
        let key = normalize(typed).key;
        key.parse().or_else(|unknown: UnknownWord| {
            let singular = key.strip_suffix('s').and_then(|singular| singular.parse().ok());
            let plural = format!("{key}s").parse().ok();
            singular.or(plural).ok_or(UnknownWord { found: typed.to_owned(), ..unknown })
        })
    }
}

vocabulary! {
    /// A part of the body that can hurt (EX-2). `other` counts as every area.
    pub enum BodyArea: "body area" {
        Neck = "neck",
        Shoulder = "shoulder",
        Elbow = "elbow",
        Wrist = "wrist",
        UpperBack = "upper_back",
        LowBack = "low_back",
        Chest = "chest",
        Hip = "hip",
        Knee = "knee",
        Ankle = "ankle",
        Foot = "foot",
        Other = "other",
    }
}

vocabulary! {
    /// The side of the body that a mark speaks of.
    pub enum Side: "side" {
        Left = "left",
        Right = "right",
    }
}

/// The areas that a typed word names: one, or both halves of the back; and the side if it was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedAreas {
    /// One area, or two for a word like "back".
    pub areas: &'static [BodyArea],
    /// Left or right, if the word said so.
    pub side: Option<Side>,
}

impl BodyArea {
    /// Reads what a person typed, in English or Russian (EX-2). An unknown word is refused: pain fails closed.
    pub fn read(typed: &str) -> Result<TypedAreas, UnknownWord> {
        let Normalized { key, side } = normalize(typed);
        let areas = alias(&key).or_else(|| key.strip_suffix('s').and_then(alias)).ok_or_else(|| {
            UnknownWord { kind: "body area", found: typed.to_owned(), allowed: Self::WORDS }
        })?;
        Ok(TypedAreas { areas, side })
    }
}

fn alias(key: &str) -> Option<&'static [BodyArea]> {
    use BodyArea::{Ankle, Chest, Elbow, Foot, Hip, Knee, LowBack, Neck, Other, Shoulder, UpperBack, Wrist};
    Some(match key {
        "neck" | "шея" => &[Neck],
        "shoulder" | "delt" | "rotator_cuff" | "плечо" => &[Shoulder],
        "elbow" | "локоть" => &[Elbow],
        "wrist" | "hand" | "запястье" => &[Wrist],
        "upper_back" => &[UpperBack],
        "low_back" | "lower_back" | "lumbar" | "поясница" => &[LowBack],
        "back" | "спина" => &[LowBack, UpperBack],
        "chest" | "грудь" => &[Chest],
        "hip" | "бедро" => &[Hip],
        "knee" | "patella" | "колено" => &[Knee],
        "ankle" | "голеностоп" => &[Ankle],
        "foot" | "toe" | "heel" | "стопа" => &[Foot],
        "other" => &[Other],
        _ => return None,
    })
}

struct Normalized {
    key: String,
    side: Option<Side>,
}

/// Trims, lower-cases, joins words with `_` and takes the side off the front (EX-2).
fn normalize(typed: &str) -> Normalized {
    let joined: String = typed
        .trim()
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_whitespace() || letter == '-' { '_' } else { letter })
        .collect();
    let sides = [("left_", Side::Left), ("right_", Side::Right)];
    let found = sides.into_iter().find_map(|(prefix, side)| Some((joined.strip_prefix(prefix)?, side)));
    match found {
        Some((key, side)) => Normalized { key: key.to_owned(), side: Some(side) },
        None => Normalized { key: joined, side: None },
    }
}

vocabulary! {
    /// How the body moves (EX-3): eight core patterns first, then the others.
    pub enum MovementPattern: "movement pattern" {
        HorizontalPush = "horizontal_push",
        VerticalPush = "vertical_push",
        HorizontalPull = "horizontal_pull",
        VerticalPull = "vertical_pull",
        Squat = "squat",
        Hinge = "hinge",
        Lunge = "lunge",
        Carry = "carry",
        HorizontalAdduction = "horizontal_adduction",
        HorizontalAbduction = "horizontal_abduction",
        ShoulderAbduction = "shoulder_abduction",
        ShoulderFlexion = "shoulder_flexion",
        ShoulderExtension = "shoulder_extension",
        ScapularElevation = "scapular_elevation",
        ElbowFlexion = "elbow_flexion",
        ElbowExtension = "elbow_extension",
        WristFlexion = "wrist_flexion",
        WristExtension = "wrist_extension",
        KneeExtension = "knee_extension",
        KneeFlexion = "knee_flexion",
        HipExtension = "hip_extension",
        HipAbduction = "hip_abduction",
        HipAdduction = "hip_adduction",
        AnklePlantarflexion = "ankle_plantarflexion",
        TrunkFlexion = "trunk_flexion",
        TrunkExtension = "trunk_extension",
        Rotation = "rotation",
        AntiRotation = "anti_rotation",
        AntiExtension = "anti_extension",
        Locomotion = "locomotion",
        Mobility = "mobility",
    }
}

vocabulary! {
    /// The third of the body that a core pattern covers in a full-body session (EX-3).
    pub enum CoverageCategory: "coverage category" {
        Push = "push",
        Pull = "pull",
        Lower = "lower",
    }
}

impl MovementPattern {
    /// How many of them are core.
    pub const CORE: usize = 8;

    /// Whether it is one of the eight core patterns.
    pub const fn is_core(self) -> bool {
        (self as usize) < Self::CORE
    }

    /// Which third of a full-body session it covers, if any.
    pub const fn category(self) -> Option<CoverageCategory> {
        match self {
            Self::HorizontalPush | Self::VerticalPush => Some(CoverageCategory::Push),
            Self::HorizontalPull | Self::VerticalPull => Some(CoverageCategory::Pull),
            Self::Squat | Self::Hinge | Self::Lunge => Some(CoverageCategory::Lower),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ex_2_typed_areas_are_understood_or_refused() {
        for (typed, areas, side) in [
            ("Low Back", &[BodyArea::LowBack][..], None),
            ("left knees", &[BodyArea::Knee], Some(Side::Left)),
            ("right-shoulder", &[BodyArea::Shoulder], Some(Side::Right)),
            ("спина", &[BodyArea::LowBack, BodyArea::UpperBack], None),
            (" Rotator cuff ", &[BodyArea::Shoulder], None),
        ] {
            assert_eq!(BodyArea::read(typed), Ok(TypedAreas { areas, side }), "{typed}");
        }
        let refused = BodyArea::read("kneee").unwrap_err();
        assert_eq!(refused.to_string(), "unknown body area `kneee`; maybe `knee`");
    }

    #[test]
    fn ex_2_typed_muscles_may_be_singular_or_plural() {
        assert_eq!(Muscle::read("Front delt"), Ok(Muscle::FrontDelts));
        assert_eq!(Muscle::read("chests"), Ok(Muscle::Chest));
        assert!(Muscle::read("wings").is_err());
        assert_eq!(Muscle::COUNT, 18);
    }

    #[test]
    fn ex_3_eight_patterns_are_core_and_twenty_three_are_not() {
        let core = MovementPattern::ALL.iter().filter(|pattern| pattern.is_core()).count();
        assert_eq!((core, MovementPattern::ALL.len() - core), (8, 23));
        assert_eq!(MovementPattern::Lunge.category(), Some(CoverageCategory::Lower));
        assert_eq!(MovementPattern::Carry.category(), None);
    }
}
