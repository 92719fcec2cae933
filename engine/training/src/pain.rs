//! The pain gate (SF-5): which exercises a painful area rules out, and which it only advises against.
//!
//! One table says which movements load which area. It is matched against every pattern of an exercise, not the
//! dominant one alone, and an area that nobody could name (`other`) counts as every area: pain fails closed.

use domain::{
    anatomy::{
        BodyArea,
        MovementPattern::{
            self, AnklePlantarflexion, Carry, ElbowExtension, ElbowFlexion, Hinge, HipAbduction,
            HipAdduction, HipExtension, HorizontalAdduction, HorizontalPull, HorizontalPush, KneeExtension,
            KneeFlexion, Locomotion, Lunge, Rotation, ScapularElevation, ShoulderAbduction,
            ShoulderExtension, ShoulderFlexion, Squat, TrunkExtension, TrunkFlexion, VerticalPull,
            VerticalPush, WristExtension, WristFlexion,
        },
    },
    exercise::{Exercise, Implement, JointStress},
    reason::{Fact, Reason, ReasonCode},
    spec::SpecId,
    wellbeing::{Pain, Severity},
};

/// The rule of this module.
pub const SPEC: SpecId = SpecId::new("SF-5");

/// At this severity the wider column of the table counts, and a professional should be seen.
pub const SEVERE: Severity = 3;

/// A set of body areas as bits, in the order of [`BodyArea`].
type Areas = u32;

const fn bit(area: BodyArea) -> Areas {
    1 << area as u32
}

/// How much each area hurts: 0 (not at all) to 3.
///
/// Kept as the areas that hurt at least 1, 2 and 3, so that the gate is a few operations on bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PainMap([Areas; SEVERE as usize]);

impl PainMap {
    /// Nothing hurts.
    pub const NONE: Self = Self([0; SEVERE as usize]);

    /// Takes one more report of pain in; of several about one area the worst counts.
    pub fn add(&mut self, pain: Pain) {
        for areas in self.0.iter_mut().take(usize::from(pain.severity)) {
            *areas |= bit(pain.area);
        }
    }

    /// What was reported for `area` itself.
    pub fn severity(&self, area: BodyArea) -> Severity {
        self.0.iter().map(|areas| Severity::from(areas & bit(area) != 0)).sum()
    }

    /// Whether nothing hurts.
    pub fn is_clear(&self) -> bool {
        *self == Self::NONE
    }

    /// The areas that hurt, in the order of [`BodyArea`].
    pub fn iter(&self) -> impl Iterator<Item = Pain> {
        let pains = BodyArea::ALL.iter().map(|&area| Pain { area, severity: self.severity(area) });
        pains.filter(|pain| pain.severity > 0)
    }

    /// The areas that hurt, and at least so much.
    fn at_least(&self, severity: Severity) -> Areas {
        self.0.get(usize::from(severity.saturating_sub(1))).copied().unwrap_or(0)
    }

    /// The pain of the first of `areas`.
    fn first(&self, areas: Areas) -> Option<Pain> {
        let &area = BodyArea::ALL.get(areas.trailing_zeros() as usize)?;
        Some(Pain { area, severity: self.severity(area) })
    }
}

impl FromIterator<Pain> for PainMap {
    fn from_iter<I: IntoIterator<Item = Pain>>(reports: I) -> Self {
        let mut map = Self::NONE;
        reports.into_iter().for_each(|pain| map.add(pain));
        map
    }
}

/// The areas that an exercise loads, by column of the table. Worked out once per exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loaded {
    narrow: Areas,
    wide: Areas,
}

impl Loaded {
    /// What `exercise` loads.
    pub fn of(exercise: &Exercise) -> Self {
        let areas = |is_loaded: fn(&Exercise, &Row) -> bool| {
            let loaded = TABLE.iter().filter(|row| is_loaded(exercise, row));
            match loaded.fold(0, |areas, row| areas | bit(row.area)) {
                0 => 0,
                // Nobody knows where `other` is, so it is wherever anything is loaded.
                areas => areas | bit(BodyArea::Other),
            }
        };
        Self { narrow: areas(is_loaded), wide: areas(is_loaded_severely) }
    }

    /// See [`excludes`].
    pub fn excluded_by(self, pain: &PainMap, exclude_from: Severity) -> Option<Pain> {
        pain.first(self.narrow & pain.at_least(exclude_from) | self.wide & pain.at_least(SEVERE))
    }

    /// See [`cautions`].
    pub fn cautioned_by(self, pain: &PainMap, exclude_from: Severity) -> Option<Pain> {
        pain.first(self.narrow & pain.at_least(1) & !pain.at_least(exclude_from))
    }
}

/// The first pain that rules `exercise` out, `other` last.
///
/// `exclude_from` is `Tuning.pain_exclude_from`: the severity from which the narrow column excludes.
pub fn excludes(exercise: &Exercise, pain: &PainMap, exclude_from: Severity) -> Option<Pain> {
    Loaded::of(exercise).excluded_by(pain, exclude_from)
}

/// The first pain too mild to exclude `exercise` that still speaks against it (SC-13, `pain_caution`).
pub fn cautions(exercise: &Exercise, pain: &PainMap, exclude_from: Severity) -> Option<Pain> {
    Loaded::of(exercise).cautioned_by(pain, exclude_from)
}

/// Whether `exercise` loads `area` at all: it is listed, or any column of the table matches (P-52).
pub fn loads(exercise: &Exercise, area: BodyArea) -> bool {
    let Loaded { narrow, wide } = Loaded::of(exercise);
    (narrow | wide) & bit(area) != 0
}

/// Why `pain` refuses an exercise.
pub fn refusal(pain: Pain) -> Reason {
    Reason::new(ReasonCode::Pain, SPEC)
        .fact("area", Fact::word("area", pain.area))
        .fact("severity", u32::from(pain.severity))
}

fn is_loaded(exercise: &Exercise, row: &Row) -> bool {
    exercise.contraindications.contains(&row.area) || row.narrow.iter().any(|load| load.is_in(exercise))
}

fn is_loaded_severely(exercise: &Exercise, row: &Row) -> bool {
    row.wide.iter().any(|load| load.is_in(exercise))
}

/// What an exercise has that loads an area.
enum Load {
    /// One of its patterns.
    Pattern(MovementPattern),
    /// One of its patterns, if it is hard on the joints.
    Stressful(MovementPattern),
    /// One of its patterns, if the hand leans on the floor or grips a straight bar.
    FixedWrist(MovementPattern),
    /// A loaded spine.
    Axial,
    /// A lift that can open a session.
    MainLift,
}

impl Load {
    fn is_in(&self, exercise: &Exercise) -> bool {
        match self {
            Self::Pattern(pattern) => exercise.patterns.contains(pattern),
            Self::Stressful(pattern) => {
                exercise.joint_stress > JointStress::Low && exercise.patterns.contains(pattern)
            }
            Self::FixedWrist(pattern) => {
                matches!(exercise.implement, Implement::Bodyweight | Implement::Barbell)
                    && exercise.patterns.contains(pattern)
            }
            Self::Axial => exercise.axial_load,
            Self::MainLift => exercise.is_main_lift_eligible,
        }
    }
}

struct Row {
    area: BodyArea,
    /// From severity 2 on.
    narrow: &'static [Load],
    /// Besides these, at severity 3.
    wide: &'static [Load],
}

/// Shortens the table below.
const fn p(pattern: MovementPattern) -> Load {
    Load::Pattern(pattern)
}

/// SF-5, in the order of [`BodyArea`]; `other` has no row of its own.
#[rustfmt::skip]
const TABLE: [Row; BodyArea::ALL.len() - 1] = [
    Row {
        area: BodyArea::Neck,
        narrow: &[p(VerticalPush), Load::Axial],
        wide: &[p(VerticalPull), p(Carry), p(ScapularElevation)],
    },
    Row {
        area: BodyArea::Shoulder,
        narrow: &[p(VerticalPush), p(ShoulderAbduction), p(ShoulderFlexion)],
        wide: &[p(HorizontalPush), p(VerticalPull), p(HorizontalAdduction), p(ShoulderExtension)],
    },
    Row {
        area: BodyArea::Elbow,
        narrow: &[p(ElbowFlexion), p(ElbowExtension)],
        wide: &[p(HorizontalPush), p(VerticalPush), p(HorizontalPull), p(VerticalPull)],
    },
    Row {
        area: BodyArea::Wrist,
        narrow: &[p(WristFlexion), p(WristExtension), Load::FixedWrist(HorizontalPush)],
        wide: &[p(HorizontalPush), p(VerticalPush), p(ElbowFlexion), p(Carry)],
    },
    Row {
        area: BodyArea::UpperBack,
        narrow: &[Load::Axial, p(HorizontalPull)],
        wide: &[p(VerticalPull), p(Hinge), p(Carry)],
    },
    Row {
        area: BodyArea::LowBack,
        narrow: &[p(Hinge), p(TrunkExtension), Load::Axial, p(Rotation)],
        wide: &[p(Squat), p(Lunge), p(Carry), p(TrunkFlexion), p(HorizontalPull)],
    },
    Row {
        area: BodyArea::Chest,
        narrow: &[p(HorizontalPush), p(HorizontalAdduction)],
        wide: &[p(VerticalPush), Load::MainLift],
    },
    Row {
        area: BodyArea::Hip,
        narrow: &[p(Hinge), p(Lunge)],
        wide: &[p(Squat), p(HipExtension), p(HipAbduction), p(HipAdduction), p(KneeFlexion)],
    },
    Row {
        area: BodyArea::Knee,
        narrow: &[p(Lunge), Load::Stressful(Squat), Load::Stressful(KneeExtension)],
        wide: &[p(Squat), p(KneeExtension), p(KneeFlexion), p(Locomotion)],
    },
    Row { area: BodyArea::Ankle, narrow: FOOT, wide: FOOT_SEVERE },
    Row { area: BodyArea::Foot, narrow: FOOT, wide: FOOT_SEVERE },
];

const FOOT: &[Load] = &[p(Lunge), p(AnklePlantarflexion), p(Locomotion)];
const FOOT_SEVERE: &[Load] = &[p(Squat), p(Carry)];

const _: () = {
    let mut index = 0;
    while index < TABLE.len() {
        assert!(TABLE[index].area as usize == index, "the rows are in the order of the areas");
        index += 1;
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn exercise(key: &str) -> &'static Exercise {
        Catalog::embedded().get(&key.parse().unwrap()).unwrap()
    }

    fn hurts(area: BodyArea, severity: Severity) -> PainMap {
        PainMap::from_iter([Pain { area, severity }])
    }

    fn is_excluded(key: &str, area: BodyArea, severity: Severity) -> bool {
        excludes(exercise(key), &hurts(area, severity), 2).is_some()
    }

    #[test]
    fn sf_5_a_sore_low_back_rules_out_every_hinge_whatever_its_metadata() {
        let mut bare = exercise("romanian_deadlift").clone();
        bare.contraindications.clear();
        bare.axial_load = false;
        assert_eq!(
            excludes(&bare, &hurts(BodyArea::LowBack, 2), 2),
            Some(Pain { area: BodyArea::LowBack, severity: 2 })
        );
    }

    #[test]
    fn sf_5_mild_pain_is_a_caution_unless_the_seed_is_restored() {
        let (hinge, sore) = (exercise("romanian_deadlift"), hurts(BodyArea::LowBack, 1));
        let mild = Some(Pain { area: BodyArea::LowBack, severity: 1 });
        assert_eq!((excludes(hinge, &sore, 2), cautions(hinge, &sore, 2)), (None, mild));
        assert_eq!((excludes(hinge, &sore, 1), cautions(hinge, &sore, 1)), (mild, None));
        assert_eq!(cautions(exercise("cable_curl"), &sore, 2), None);
        assert_eq!(cautions(hinge, &hurts(BodyArea::Knee, 0), 2), None);
    }

    #[test]
    fn sf_5_an_unknown_area_counts_as_every_area() {
        assert!(is_excluded("bench_press", BodyArea::Other, 2));
        assert!(is_excluded("cable_curl", BodyArea::Other, 2));
        assert!(!is_excluded("seated_leg_curl", BodyArea::Other, 2));
        assert!(is_excluded("seated_leg_curl", BodyArea::Other, 3));
        assert!(loads(exercise("seated_leg_curl"), BodyArea::Other));
    }

    #[test]
    fn sf_5_the_wide_column_counts_at_severity_three_alone() {
        for (key, area) in [
            ("lat_pulldown", BodyArea::Neck),
            ("push_up", BodyArea::Elbow),
            ("seated_cable_row", BodyArea::LowBack),
            ("hack_squat", BodyArea::Chest),
            ("seated_leg_curl", BodyArea::Hip),
            ("goblet_squat", BodyArea::Foot),
        ] {
            assert!(!is_excluded(key, area, 2), "{key}, {area}");
            assert!(is_excluded(key, area, 3), "{key}, {area}");
            assert!(loads(exercise(key), area), "{key}, {area}");
        }
        assert!(!loads(exercise("cable_curl"), BodyArea::Knee));
    }

    #[test]
    fn sf_5_a_sore_wrist_rules_out_leaning_on_the_hand_but_not_a_neutral_grip() {
        assert!(is_excluded("bench_press", BodyArea::Wrist, 2));
        assert!(is_excluded("push_up", BodyArea::Wrist, 2));
        assert!(!is_excluded("dumbbell_bench_press", BodyArea::Wrist, 2));
        assert!(is_excluded("dumbbell_bench_press", BodyArea::Wrist, 3));
    }

    #[test]
    fn sf_5_any_pattern_counts_and_knees_forgive_easy_squats() {
        let mut squat = exercise("goblet_squat").clone();
        squat.contraindications.clear();
        squat.joint_stress = JointStress::Low;
        assert_eq!(excludes(&squat, &hurts(BodyArea::Knee, 2), 2), None);
        squat.patterns.push(Lunge);
        assert!(excludes(&squat, &hurts(BodyArea::Knee, 2), 2).is_some());
    }

    #[test]
    fn sf_5_of_several_reports_the_worst_counts() {
        let reports = [(BodyArea::Knee, 1), (BodyArea::Knee, 3), (BodyArea::Knee, 2), (BodyArea::Neck, 0)];
        let map = PainMap::from_iter(reports.map(|(area, severity)| Pain { area, severity }));
        assert_eq!(map.iter().collect::<Vec<_>>(), [Pain { area: BodyArea::Knee, severity: 3 }]);
        assert!(PainMap::NONE.is_clear());
        assert_eq!(refusal(Pain { area: BodyArea::Knee, severity: 3 }).spec.to_string(), "SF-5");
    }
}
