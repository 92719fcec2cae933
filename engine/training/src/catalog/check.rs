//! The check of the product's catalogue (EX-6): is there enough to train with, and all that the chapters name?
//!
//! One function for each demand, all of them in `CHECKS`. It is written from the specification alone and shares
//! nothing with the engine that selects from the catalogue.

use std::iter::successors;

use domain::{
    anatomy::{BodyArea, MovementPattern, Muscle},
    catalog::{CatalogFinding, Rule},
    equipment::Tier,
    exercise::{Exercise, ExerciseKey, ExerciseKind, JointStress, Measure, TrainingAge},
    ladder::{Ladder, LadderKey, Level, Per},
    session::Intent,
};

use crate::tuning::Tuning;

use super::{
    Catalog,
    report::{P_55, Report},
    required,
    starter::StarterSession,
    statistics::{SPLITS, Statistics, split, typical_equipment},
};

const EX_1: Rule = Rule::catalog("EX-1");
const EX_6: Rule = Rule::catalog("EX-6");
const D_9: Rule = Rule::catalog("D-9");

/// Every demand, in the order of EX-6 and then of the chapters.
const CHECKS: &[fn(&Catalog, &mut Report)] = &[
    size,
    muscles,
    tiers,
    contraindications,
    starters,
    required::calibration,
    required::starter_table,
    required::ladder_table,
    required::spoken_names,
    exercises,
    easier_chains,
    ladders,
];

/// All that the product's catalogue lacks; nothing, if it can be shipped.
pub fn check(catalog: &Catalog) -> Vec<CatalogFinding> {
    let mut report = Report::new(&catalog.places);
    for check in CHECKS {
        check(catalog, &mut report);
    }
    report.findings
}

fn at_least(report: &mut Report, what: &str, found: usize, least: usize) {
    report.require(
        found >= least,
        EX_6,
        ("", ""),
        format_args!("{found} {what}"),
        format_args!("at least {least}"),
    );
}

fn size(catalog: &Catalog, report: &mut Report) {
    let statistics = Statistics::of(catalog);
    let kind =
        |wanted| statistics.kinds.iter().find(|(kind, _)| *kind == wanted).map_or(0, |(_, count)| *count);
    at_least(report, "exercises", statistics.exercises, 200);
    at_least(report, "exercises of kind resistance", kind(ExerciseKind::Resistance), 160);
    at_least(report, "exercises of kind conditioning", kind(ExerciseKind::Conditioning), 12);
    at_least(report, "timed, endurance or mobility skills with a ladder", statistics.skills, 15);
    at_least(report, "endurance skills with a ladder", statistics.endurance_skills, 5);
    at_least(report, "mobility skills with a ladder", statistics.mobility_skills, 5);
}

/// Muscles whose anatomy allows one or two patterns only.
const FEW_PATTERNS: [Muscle; 5] =
    [Muscle::Calves, Muscle::Forearms, Muscle::SideDelts, Muscle::Adductors, Muscle::Abductors];

/// Hard muscles that nothing trains directly without equipment.
const NO_BODYWEIGHT: [Muscle; 2] = [Muscle::SideDelts, Muscle::Biceps];

fn muscles(catalog: &Catalog, report: &mut Report) {
    let landmarks = Tuning::default().landmarks;
    for counts in Statistics::of(catalog).muscles {
        let muscle = counts.muscle;
        at_least(report, &format!("exercises with {muscle} as a primary"), counts.exercises, 6);
        if FEW_PATTERNS.contains(&muscle) {
            at_least(report, &format!("variants of exercises for {muscle}"), counts.variants, 3);
        } else {
            at_least(report, &format!("dominant patterns of exercises for {muscle}"), counts.patterns, 3);
        }
        if landmarks[muscle as usize].mev > 0 {
            for (&tier, found) in Tier::ALL.iter().zip(counts.by_tier) {
                let least = match tier {
                    Tier::Bodyweight if NO_BODYWEIGHT.contains(&muscle) => 0,
                    Tier::Bodyweight => 1,
                    _ => 2,
                };
                at_least(report, &format!("exercises for {muscle} in tier {tier}"), found, least);
            }
        }
    }
}

fn tiers(catalog: &Catalog, report: &mut Report) {
    for counts in Statistics::of(catalog).tiers {
        let tier = counts.tier;
        let (exercises, mains) = match tier {
            Tier::Bodyweight => (45, 1),
            Tier::Dumbbells => (90, 2),
            Tier::Home => (140, 3),
            Tier::Gym => (200, 4),
        };
        at_least(report, &format!("exercises in tier {tier}"), counts.exercises, exercises);
        for (split, found) in SPLITS.into_iter().zip(counts.mains) {
            at_least(report, &format!("main lifts for {split} in tier {tier}"), found, mains);
        }
    }
}

/// Every hinge names the low back, every squat and lunge that is not easy on the joints the knee, every vertical push
/// the shoulder.
fn contraindications(catalog: &Catalog, report: &mut Report) {
    for exercise in &catalog.exercises {
        for &pattern in &exercise.patterns {
            let area = match pattern {
                MovementPattern::Hinge => BodyArea::LowBack,
                MovementPattern::VerticalPush => BodyArea::Shoulder,
                MovementPattern::Squat | MovementPattern::Lunge
                    if exercise.joint_stress > JointStress::Low =>
                {
                    BodyArea::Knee
                }
                _ => continue,
            };
            let is_listed = exercise.contraindications.contains(&area);
            let subject = (exercise.id.as_str(), "contraindications");
            report.require(is_listed, EX_6, subject, format_args!("{pattern} without {area}"), area);
        }
    }
}

/// Every starter session passes SF-2..SF-10 in its tier, for a beginner with general_health: nothing is avoided,
/// nothing hurts, and SF-7 is for other goals.
fn starters(catalog: &Catalog, report: &mut Report) {
    for starter in &catalog.starters {
        for &intent in &starter.intents {
            check_starter(catalog, starter, intent, report);
        }
    }
}

/// RX-2: the reps of a main for general_health.
const MAIN_REPS: (u32, u32) = (8, 12);

fn check_starter(catalog: &Catalog, starter: &StarterSession, intent: Intent, report: &mut Report) {
    let entry = starter.to_string();
    let mut before: Vec<&Exercise> = Vec::new();
    for (index, planned) in starter.exercises.iter().enumerate() {
        // A key that leads nowhere is reported when the files are read.
        let Some(exercise) = catalog.get(&planned.key) else { continue };
        let field = format!("exercises/{index}");
        let mut require = |holds: bool, spec: &str, expected: &str| {
            let found = format!("{} ({intent})", planned.key);
            report.require(holds, Rule::catalog(spec), (&entry, &field), found, expected);
        };
        require(exercise.kind == ExerciseKind::Resistance, "SF-2", "kind resistance");
        let is_available = typical_equipment(starter.tier).allows(&exercise.equipment);
        require(is_available, "SF-3", "what the equipment of the tier allows");
        require(exercise.difficulty != TrainingAge::Advanced, "SF-6", "difficulty below advanced");
        let is_in_scope = exercise.muscles.primary.iter().any(|&muscle| in_scope(intent, muscle));
        require(is_in_scope, "SF-8", "a primary muscle of the intent");
        if planned.is_main {
            require(exercise.is_main_lift_eligible, "SF-9", "a main-lift-eligible exercise");
            let overlaps = exercise.rep_min <= MAIN_REPS.1 && MAIN_REPS.0 <= exercise.rep_max;
            require(overlaps, "SF-9", "a rep range that meets 8-12");
        }
        let pattern = exercise.dominant_pattern();
        let alike = before.iter().filter(|other| other.dominant_pattern() == pattern).count();
        require(alike < 2, "SF-10", "at most 2 exercises with one dominant pattern");
        let repeats = before.iter().any(|other| {
            let shares = other.muscles.primary.iter().any(|muscle| exercise.muscles.primary.contains(muscle));
            !other.is_compound && !exercise.is_compound && other.dominant_pattern() == pattern && shares
        });
        require(!repeats, "SF-10", "one isolation exercise for a muscle and pattern");
        require(!before.iter().any(|other| other.id == exercise.id), "SF-1", "each exercise once");
        before.push(exercise);
    }
    let subject = (entry.as_str(), "exercises");
    report.require(!before.is_empty(), Rule::catalog("CS-3"), subject, "nothing", "at least one exercise");
}

/// SO-1: the muscles that an intent is for.
fn in_scope(intent: Intent, muscle: Muscle) -> bool {
    match intent {
        Intent::Push | Intent::Pull | Intent::Legs => split(muscle) == intent,
        Intent::Lower => split(muscle) == Intent::Legs,
        Intent::Upper => split(muscle) != Intent::Legs,
        Intent::FullBody | Intent::BodyPart => true,
    }
}

/// What an exercise of an athlete may lack, but not one that is shipped.
fn exercises(catalog: &Catalog, report: &mut Report) {
    for exercise in &catalog.exercises {
        let key = exercise.id.as_str();
        let has_time = exercise.measure != Measure::Reps || exercise.time_per_set_s.is_some();
        report.require(
            has_time,
            EX_1,
            (key, "time_per_set_s"),
            "nothing",
            "10..3600, since its measure is reps",
        );
        for (field, aliases) in [("aliases_en", &exercise.aliases_en), ("aliases_ru", &exercise.aliases_ru)] {
            let found = aliases.len();
            report.require(found >= 2, D_9, (key, field), format_args!("{found} aliases"), "at least 2");
        }
        for (field, name) in [("name_en", &exercise.name_en), ("name_ru", &exercise.name_ru)] {
            let is_sentence = name.chars().next().is_some_and(|first| !first.is_lowercase());
            report.require(is_sentence, EX_1, (key, field), name, "sentence case");
        }
        if let Some(ladder) = &exercise.ladder_id {
            let known = catalog.ladder(ladder);
            let is_on_it =
                known.is_some_and(|known| known.levels.iter().any(|level| level.variation == exercise.id));
            let expected = "a ladder that has this variation";
            report.require(is_on_it, P_55, (key, "ladder_id"), format_args!("{ladder}"), expected);
            let has_notes = exercise.technique_note_en.is_some() && exercise.technique_note_ru.is_some();
            let expected = "technique_note_en and technique_note_ru, as for every variation of a ladder";
            report.require(has_notes, P_55, (key, "technique_note_en"), "nothing in one language", expected);
        }
    }
}

/// Going to ever easier exercises comes to an end, and so does going to harder ones.
fn easier_chains(catalog: &Catalog, report: &mut Report) {
    for exercise in &catalog.exercises {
        let easier = returns(catalog, exercise, |one| one.easier.as_ref());
        let harder = returns(catalog, exercise, |one| one.harder.as_ref());
        for (field, returns) in [("easier", easier), ("harder", harder)] {
            report.require(
                !returns,
                EX_1,
                (exercise.id.as_str(), field),
                "a way back to itself",
                "a way that ends",
            );
        }
    }
}

/// Whether steps from `exercise` lead back to it.
fn returns(catalog: &Catalog, exercise: &Exercise, step: fn(&Exercise) -> Option<&ExerciseKey>) -> bool {
    let next = |one: &&Exercise| step(one).and_then(|key| catalog.get(key)).map(|found| &**found);
    let mut way = successors(next(&exercise), next).take(catalog.exercises.len());
    way.any(|one| one.id == exercise.id)
}

/// P-55: levels fit their variations, and neighbor ladders know each other.
fn ladders(catalog: &Catalog, report: &mut Report) {
    for ladder in &catalog.ladders {
        for (index, level) in ladder.levels.iter().enumerate() {
            if let Some(exercise) = catalog.get(&level.variation) {
                check_level(ladder, index, exercise, report);
            }
        }
        let neighbor = |key: &Option<LadderKey>| key.as_ref().and_then(|key| catalog.ladder(key));
        let entry = format!("ladder {}", ladder.key);
        let mut require_mutual = |field: &str, other: &Ladder, back: &Option<LadderKey>| {
            let is_mutual = back.as_ref() == Some(&ladder.key);
            report.require(is_mutual, P_55, (&entry, field), &other.key, "a ladder that names this one too");
        };
        if let Some(other) = neighbor(&ladder.easier_ladder) {
            require_mutual("easier_ladder", other, &other.harder_ladder);
        }
        if let Some(other) = neighbor(&ladder.harder_ladder) {
            require_mutual("harder_ladder", other, &other.easier_ladder);
        }
    }
}

fn check_level(ladder: &Ladder, index: usize, exercise: &Exercise, report: &mut Report) {
    let (entry, field) = (format!("ladder {}", ladder.key), format!("levels/{index}"));
    let Exercise { id, measure, rep_min, rep_max, progression_type, .. } = exercise;
    let mut require = |holds: bool, found: String, expected: String| {
        report.require(holds, P_55, (&entry, &field), found, expected);
    };
    let belongs = exercise.ladder_id.as_ref() == Some(&ladder.key);
    require(belongs, format!("{id} of another ladder"), format!("ladder_id = \"{}\"", ladder.key));
    let is_unit = *measure == ladder.unit;
    require(is_unit, format!("{id} with measure {measure}"), format!("measure {}", ladder.unit));
    let is_type = *progression_type == ladder.progression;
    let expected = format!("progression_type {}", ladder.progression);
    require(is_type, format!("{id} with progression_type {progression_type}"), expected);
    let Level { amount, per, .. } = &ladder.levels[index];
    let fits = (*rep_min..=*rep_max).contains(amount);
    require(fits, format!("amount {amount}"), format!("{rep_min}..{rep_max}, or a wider range of {id}"));
    let is_sided = *per == Per::Both || exercise.is_unilateral;
    require(is_sided, format!("{id} per side"), "a unilateral exercise".to_owned());
}
