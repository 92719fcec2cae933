//! Start hints: a careful guess for an exercise that was never loaded (LD-5). A hint is shown, never prescribed.

use domain::{
    anatomy::MovementPattern::{
        self, AnklePlantarflexion, Carry, ElbowExtension, ElbowFlexion, Hinge, HipAbduction, HipAdduction,
        HipExtension, HorizontalAbduction, HorizontalAdduction, HorizontalPull, HorizontalPush,
        KneeExtension, KneeFlexion, ScapularElevation, ShoulderAbduction, ShoulderExtension, ShoulderFlexion,
        Squat, TrunkExtension, TrunkFlexion, VerticalPull,
    },
    exercise::{Exercise, Implement, LoadSemantics, TrainingAge},
    quantity::Grams,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::muscles::Split;

/// Sex as far as strength estimates need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
#[schemars(rename = "SexOrUnknown")]
pub enum Sex {
    Male,
    Female,
    #[default]
    Unknown,
}

/// What a hint is derived from when no donor is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// The athlete's weight, if it is known.
    pub weight: Option<Grams>,
    /// The athlete's sex.
    pub sex: Sex,
    /// The athlete's experience.
    pub training_age: TrainingAge,
}

/// How a hint was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintKind {
    /// From an exercise that the athlete does load.
    Donor,
    /// From the athlete's weight.
    BodyweightRatio,
    /// From the weight of an average adult.
    Default,
    /// A body to which nothing is added yet.
    Unloaded,
}

/// A start load that was guessed, before it is brought to the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    /// The guess.
    pub load: Grams,
    /// How it was found.
    pub kind: HintKind,
}

/// An exercise with a load by LD-4 or LD-3, from which others can be guessed.
#[derive(Debug, Clone, Copy)]
pub struct Donor<'a> {
    /// Which exercise.
    pub exercise: &'a Exercise,
    /// What the athlete works with in it.
    pub load: Grams,
}

/// The weight that is assumed for a body of unknown weight.
const ASSUMED_WEIGHT: Grams = Grams(70_000);

/// The start hint of `exercise`; `None` where a load means nothing or no ratio is known.
pub fn start_hint(exercise: &Exercise, donors: &[Donor<'_>], body: &Body) -> Option<Hint> {
    if exercise.load_semantics == LoadSemantics::Bodyweight {
        return exercise.loadable.then_some(Hint { load: Grams::ZERO, kind: HintKind::Unloaded });
    }
    if !exercise.takes_load() {
        return None;
    }
    let ratio = ratio(exercise)?;
    // Help taken cannot be compared with weight moved, so assistance has no donor and is none.
    if exercise.load_semantics != LoadSemantics::Assistance
        && let Some((donor, of_donor)) = best_donor(exercise, donors)
    {
        return Some(Hint { load: from_donor(donor.load, ratio, of_donor), kind: HintKind::Donor });
    }
    let (weight, kind) = match body.weight {
        Some(weight) => (weight, HintKind::BodyweightRatio),
        None => (ASSUMED_WEIGHT, HintKind::Default),
    };
    let percents = age_pct(body.training_age) * sex_pct(body.sex, exercise);
    let moved = Grams(weight.0 * ratio * percents / (MILLION * 100 * 100));
    let load = match exercise.load_semantics {
        // What the athlete cannot move of the own weight is the help to take.
        LoadSemantics::Assistance => (weight - moved).max(Grams::ZERO),
        _ => moved,
    };
    Some(Hint { load, kind })
}

/// Ratios are counted in millionths.
const MILLION: i64 = 1_000_000;

/// The donor's load by the ratio of the two exercises, a quarter to double, and a tenth less for caution.
fn from_donor(load: Grams, target: i64, donor: i64) -> Grams {
    let (numerator, denominator) = if 4 * target < donor {
        (1, 4)
    } else if 2 * donor < target {
        (2, 1)
    } else {
        (target, donor)
    };
    Grams(load.0 * numerator * 9 / (denominator * 10))
}

/// The most similar donor with its ratio; of equals the one with the first id.
fn best_donor<'a>(exercise: &Exercise, donors: &[Donor<'a>]) -> Option<(Donor<'a>, i64)> {
    let usable = donors.iter().filter(|donor| {
        donor.exercise.id != exercise.id && donor.exercise.load_semantics != LoadSemantics::Assistance
    });
    let rated = usable
        .filter_map(|donor| Some((similarity(exercise, donor.exercise)?, ratio(donor.exercise)?, donor)));
    let best = rated
        .min_by(|one, other| other.0.cmp(&one.0).then_with(|| one.2.exercise.id.cmp(&other.2.exercise.id)));
    best.map(|(_, ratio, donor)| (*donor, ratio))
}

/// How alike two exercises are; `None` without a shared primary muscle.
fn similarity(one: &Exercise, other: &Exercise) -> Option<i64> {
    let shared = |count: usize| i64::try_from(count).unwrap_or(0);
    let primaries =
        shared(one.muscles.primary.iter().filter(|muscle| other.muscles.primary.contains(muscle)).count());
    let patterns = shared(one.patterns.iter().filter(|pattern| other.patterns.contains(pattern)).count());
    let same_implement = i64::from(one.implement == other.implement);
    let same_kind = i64::from(one.is_compound == other.is_compound);
    (primaries > 0).then_some(4 * primaries + 3 * patterns + 2 * same_implement + same_kind)
}

/// Millionths of the body weight that an average athlete works with; `None` for what has no factor.
fn ratio(exercise: &Exercise) -> Option<i64> {
    let factor = factor(exercise.implement, exercise.is_compound)?;
    let ratio = base(exercise.dominant_pattern(), exercise.is_compound) * factor;
    let one_side =
        exercise.is_unilateral && matches!(exercise.implement, Implement::Cable | Implement::Machine);
    Some(if one_side { ratio / 2 } else { ratio })
}

/// Thousandths of the body weight by dominant pattern.
const fn base(pattern: MovementPattern, is_compound: bool) -> i64 {
    if is_compound {
        return match pattern {
            HorizontalPush => 650,
            HorizontalPull | VerticalPull | Carry => 600,
            Squat | Hinge | HipExtension => 800,
            _ => 400,
        };
    }
    match pattern {
        AnklePlantarflexion => 800,
        ScapularElevation => 700,
        KneeExtension => 450,
        HipExtension | HipAbduction | HipAdduction => 400,
        KneeFlexion => 350,
        ElbowFlexion => 300,
        ElbowExtension | HorizontalAdduction => 280,
        ShoulderExtension | TrunkFlexion | TrunkExtension => 250,
        ShoulderAbduction | ShoulderFlexion | HorizontalAbduction => 180,
        _ => 150,
    }
}

/// Thousandths of the ratio by implement, per hand where it is held in each.
const fn factor(implement: Implement, is_compound: bool) -> Option<i64> {
    let (compound, isolation) = match implement {
        Implement::Barbell => (1000, 1000),
        Implement::TrapBar => (1100, 1000),
        Implement::Smith => (900, 900),
        Implement::EzBar => (600, 900),
        Implement::Machine => (850, 1000),
        Implement::Cable => (750, 900),
        Implement::Dumbbell => (380, 400),
        Implement::Kettlebell => (300, 400),
        Implement::Sled | Implement::Plate | Implement::Other => (1000, 800),
        Implement::Band | Implement::Bodyweight => return None,
    };
    Some(if is_compound { compound } else { isolation })
}

const fn age_pct(age: TrainingAge) -> i64 {
    match age {
        TrainingAge::Beginner => 70,
        TrainingAge::Intermediate => 100,
        TrainingAge::Advanced => 120,
    }
}

fn sex_pct(sex: Sex, exercise: &Exercise) -> i64 {
    match sex {
        Sex::Male => 100,
        Sex::Female if Split::of(exercise.lead_muscle()) == Split::Legs => 80,
        Sex::Female => 65,
        Sex::Unknown => 85,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{
        Fit, Sense,
        iron::Iron,
        tests::{bench, exercise, kg},
    };
    use domain::{
        anatomy::Muscle,
        exercise::ExerciseKey,
        quantity::{Hundredths, MassUnit},
        reason::ReasonCode,
    };

    const AVERAGE: Body =
        Body { weight: Some(Grams(80_000)), sex: Sex::Male, training_age: TrainingAge::Intermediate };

    fn dumbbell_press() -> Exercise {
        exercise(|exercise| {
            exercise.id = ExerciseKey::new("dumbbell_bench_press").unwrap();
            exercise.implement = Implement::Dumbbell;
            exercise.load_semantics = LoadSemantics::PerSide;
        })
    }

    fn isolation(pattern: MovementPattern, lead: Muscle, implement: Implement) -> Exercise {
        exercise(|exercise| {
            exercise.id = ExerciseKey::new("isolation").unwrap();
            exercise.patterns = vec![pattern];
            exercise.muscles.primary = vec![lead];
            exercise.implement = implement;
            exercise.is_compound = false;
        })
    }

    fn on_grid(exercise: &Exercise, unit: MassUnit, hint: Hint) -> Fit {
        Sense::of(exercise).fit(Iron::standard(unit).grid_for(exercise).unwrap(), hint.load)
    }

    /// The guess and what the default iron makes of it.
    fn guess(exercise: &Exercise, donors: &[Donor<'_>], body: &Body) -> (Grams, Grams) {
        let hint = start_hint(exercise, donors, body).unwrap();
        (hint.load, on_grid(exercise, MassUnit::Kg, hint).load)
    }

    #[test]
    fn ld_5_ratios_of_the_body_weight() {
        assert_eq!(guess(&bench(), &[], &AVERAGE), (kg(52), kg(50)));
        let raise = isolation(ShoulderAbduction, Muscle::SideDelts, Implement::Dumbbell);
        assert_eq!(guess(&raise, &[], &AVERAGE), (Grams(5760), kg(5)));
        let machine = isolation(ShoulderAbduction, Muscle::SideDelts, Implement::Machine);
        assert_eq!(guess(&machine, &[], &AVERAGE), (Grams(14_400), kg(10)));
        // L-39: 18 kg are 39.68 lb, floored to 35 on a cable in pounds.
        let crunch = isolation(TrunkFlexion, Muscle::Abs, Implement::Cable);
        let hint = start_hint(&crunch, &[], &AVERAGE).unwrap();
        assert_eq!(hint.load.display(MassUnit::Lb), Hundredths(3968));
        assert_eq!(on_grid(&crunch, MassUnit::Lb, hint).load.display(MassUnit::Lb), Hundredths::whole(35));
    }

    #[test]
    fn ld_5_a_light_beginner_gets_the_bar_with_a_warning() {
        let body = Body { weight: Some(kg(60)), sex: Sex::Female, training_age: TrainingAge::Beginner };
        let hint = start_hint(&bench(), &[], &body).unwrap();
        assert_eq!((hint.load, hint.kind), (Grams(17_745), HintKind::BodyweightRatio));
        let fit = on_grid(&bench(), MassUnit::Kg, hint);
        assert_eq!((fit.load, fit.warning.unwrap().code), (kg(20), ReasonCode::LoadFloor));
    }

    #[test]
    fn ld_5_a_donor_is_scaled_with_caution() {
        let bench = bench();
        let donors = [Donor { exercise: &bench, load: kg(80) }];
        assert_eq!(start_hint(&dumbbell_press(), &donors, &AVERAGE).unwrap().kind, HintKind::Donor);
        assert_eq!(guess(&dumbbell_press(), &donors, &AVERAGE), (Grams(27_360), kg(26)));
        // A ratio outside a quarter to double is not believed.
        assert_eq!(from_donor(kg(100), 100, 1000), Grams(22_500));
        assert_eq!(from_donor(kg(100), 1000, 100), kg(180));
    }

    #[test]
    fn ld_5_the_most_similar_donor_is_taken_and_ties_go_to_the_id() {
        let named = |id: &str, implement| {
            exercise(|exercise| {
                exercise.id = ExerciseKey::new(id).unwrap();
                exercise.implement = implement;
            })
        };
        let (cable, zulu, alpha) = (
            named("aa_cable", Implement::Cable),
            named("zulu", Implement::Barbell),
            named("alpha", Implement::Barbell),
        );
        let donors = [&cable, &zulu, &alpha].map(|exercise| Donor { exercise, load: kg(80) });
        let (donor, _) = best_donor(&bench(), &donors).unwrap();
        assert_eq!(donor.exercise.id.as_str(), "alpha");
        let legs = exercise(|exercise| exercise.muscles.primary = vec![Muscle::Quads]);
        assert!(best_donor(&legs, &donors).is_none());
    }

    #[test]
    fn ld_5_without_a_body_weight_seventy_kilograms_are_assumed() {
        let body = Body { weight: None, sex: Sex::Unknown, training_age: TrainingAge::Advanced };
        let hint = start_hint(&bench(), &[], &body).unwrap();
        assert_eq!((hint.load, hint.kind), (Grams(46_410), HintKind::Default));
        let squat = exercise(|exercise| {
            exercise.patterns = vec![Squat];
            exercise.muscles.primary = vec![Muscle::Quads];
        });
        let woman = Body { weight: Some(kg(60)), sex: Sex::Female, training_age: TrainingAge::Intermediate };
        assert_eq!(start_hint(&squat, &[], &woman).unwrap().load, Grams(38_400));
    }

    #[test]
    fn ld_5_one_side_of_a_cable_takes_half() {
        let mut curl = isolation(ElbowFlexion, Muscle::Biceps, Implement::Cable);
        assert_eq!(start_hint(&curl, &[], &AVERAGE).unwrap().load, Grams(21_600));
        curl.is_unilateral = true;
        assert_eq!(start_hint(&curl, &[], &AVERAGE).unwrap().load, Grams(10_800));
    }

    #[test]
    fn ld_1_what_takes_no_load_has_no_hint_and_a_body_starts_without() {
        let mut push_up = exercise(|exercise| {
            exercise.implement = Implement::Bodyweight;
            exercise.load_semantics = LoadSemantics::Bodyweight;
        });
        assert_eq!(start_hint(&push_up, &[], &AVERAGE), None);
        push_up.loadable = true;
        let unloaded = Hint { load: Grams::ZERO, kind: HintKind::Unloaded };
        assert_eq!(start_hint(&push_up, &[], &AVERAGE), Some(unloaded));
        let band = exercise(|exercise| {
            exercise.implement = Implement::Band;
            exercise.load_semantics = LoadSemantics::None;
        });
        assert_eq!(start_hint(&band, &[], &AVERAGE), None);
    }

    #[test]
    fn ld_5_weaker_athletes_start_with_more_assistance() {
        let assisted = exercise(|exercise| {
            exercise.patterns = vec![VerticalPull];
            exercise.implement = Implement::Machine;
            exercise.load_semantics = LoadSemantics::Assistance;
        });
        // 0.60 x 0.85 of 80 kg are moved, the rest is help: 39.2 kg, raised to 40.
        assert_eq!(guess(&assisted, &[], &AVERAGE), (Grams(39_200), kg(40)));
        let beginner = Body { training_age: TrainingAge::Beginner, ..AVERAGE };
        assert_eq!(guess(&assisted, &[], &beginner), (Grams(51_440), kg(55)));
    }
}
