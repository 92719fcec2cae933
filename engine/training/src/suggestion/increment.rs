//! Increments: by how much a load is changed, by implement and load (SG-7).

use domain::{
    anatomy::{MovementPattern, Muscle},
    exercise::{Exercise, Implement, LoadSemantics},
    quantity::{Hundredths, MassUnit},
};

/// One row of SG-7: steps with the load below which they count, smallest load first, the last for all heavier.
#[derive(Debug, PartialEq, Eq)]
pub struct Increments {
    kg: &'static [Step],
    lb: &'static [Step],
}

/// Below this load, by so much; both in hundredths of the unit.
type Step = (i64, i64);

/// No bound.
const REST: i64 = i64::MAX;

const LOWER_BODY_BAR: Increments = Increments { kg: &[(REST, 500)], lb: &[(REST, 1000)] };
const SMALL_BAR: Increments = Increments { kg: &[(REST, 125)], lb: &[(REST, 250)] };
const BAR: Increments = Increments { kg: &[(REST, 250)], lb: &[(REST, 500)] };
const DUMBBELL: Increments = Increments { kg: &[(700, 125), (REST, 250)], lb: &[(1500, 250), (REST, 500)] };
const KETTLEBELL: Increments =
    Increments { kg: &[(1600, 200), (REST, 400)], lb: &[(3500, 500), (REST, 1000)] };
const CABLE: Increments = Increments { kg: &[(1400, 125), (REST, 250)], lb: &[(3000, 250), (REST, 500)] };
const MACHINE: Increments =
    Increments { kg: &[(4500, 250), (REST, 500)], lb: &[(10_000, 500), (REST, 1000)] };
const ADDED: Increments = Increments { kg: &[(1100, 125), (REST, 250)], lb: &[(2500, 250), (REST, 500)] };
const SLED: Increments = Increments { kg: &[(REST, 500)], lb: &[(REST, 1000)] };
const OTHER: Increments = Increments {
    kg: &[(2250, 125), (6750, 250), (REST, 500)],
    lb: &[(5000, 250), (15_000, 500), (REST, 1000)],
};

impl Increments {
    /// The row of `exercise`; none for bands and for a body without added load.
    pub fn of(exercise: &Exercise) -> Option<&'static Self> {
        match exercise.load_semantics {
            LoadSemantics::Timed | LoadSemantics::None => return None,
            LoadSemantics::Bodyweight => return exercise.loadable.then_some(&ADDED),
            LoadSemantics::Assistance => return Some(&MACHINE),
            LoadSemantics::External | LoadSemantics::PerSide => (),
        }
        Some(match exercise.implement {
            Implement::Band => return None,
            Implement::Barbell | Implement::EzBar | Implement::TrapBar => bar(exercise),
            Implement::Dumbbell => &DUMBBELL,
            Implement::Kettlebell => &KETTLEBELL,
            Implement::Cable => &CABLE,
            Implement::Machine | Implement::Smith => &MACHINE,
            Implement::Bodyweight | Implement::Plate => &ADDED,
            Implement::Sled => &SLED,
            Implement::Other => &OTHER,
        })
    }

    /// The increment at `load`, both in `unit`.
    pub fn at(&self, load: Hundredths, unit: MassUnit) -> Hundredths {
        let steps = match unit {
            MassUnit::Kg => self.kg,
            MassUnit::Lb => self.lb,
        };
        let step = steps.iter().find(|&&(below, _)| load.0 < below);
        Hundredths(step.map_or(0, |&(_, increment)| increment))
    }
}

fn bar(exercise: &Exercise) -> &'static Increments {
    let lead = exercise.lead_muscle();
    let is_lower = matches!(lead, Muscle::Quads | Muscle::Hamstrings | Muscle::Glutes | Muscle::Calves);
    let is_big = matches!(exercise.dominant_pattern(), MovementPattern::Squat | MovementPattern::Hinge);
    match (is_lower || is_big, lead) {
        (true, _) => &LOWER_BODY_BAR,
        (false, Muscle::Forearms) => &SMALL_BAR,
        (false, _) => &BAR,
    }
}
