//! The catalogue that is shipped, and what its editors are told.

use domain::{
    anatomy::BodyArea,
    equipment::{EquipmentSet, Tier},
    exercise::{Exercise, JointStress, Measure},
    law::Valid,
    session::Intent,
};
use training::catalog::{
    Catalog,
    check::check,
    required::{self, CALIBRATION, LADDERS, SPOKEN, STARTERS},
    statistics::{Statistics, typical_equipment},
};

const TRAINING: &str = include_str!("../../../../docs/spec/training.md");
const PROGRESSION: &str = include_str!("../../../../docs/spec/progression.md");
const DIALOG: &str = include_str!("../../../../docs/spec/dialog.md");

/// What is found in the shipped catalogue after `change` was done to one exercise.
fn found_after(key: &str, change: impl FnOnce(&mut Exercise)) -> Vec<String> {
    let shipped = Catalog::embedded();
    let mut exercises = shipped.exercises().to_vec();
    let position = shipped.position(&key.parse().unwrap()).unwrap();
    exercises[position] = exercises[position].with(change).unwrap();
    findings(&Catalog::new(exercises, shipped.ladders().to_vec(), shipped.starters().to_vec()).unwrap())
}

fn findings(catalog: &Catalog) -> Vec<String> {
    check(catalog).iter().map(ToString::to_string).collect()
}

#[test]
fn ex_6_the_shipped_catalogue_has_all_that_is_demanded() {
    let findings = findings(Catalog::embedded());
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn ex_6_too_few_exercises_are_counted_by_kind_tier_and_muscle() {
    let shipped = Catalog::embedded();
    let few = shipped.retain(required::is_calibrated);
    let found = findings(&few);
    for line in [
        "20 exercises, expected at least 200 (EX-6)",
        "0 exercises of kind conditioning, expected at least 12 (EX-6)",
        "0 endurance skills with a ladder, expected at least 5 (EX-6)",
        "1 exercises with rear_delts as a primary, expected at least 6 (EX-6)",
        "1 dominant patterns of exercises for quads, expected at least 3 (EX-6)",
        "1 variants of exercises for calves, expected at least 3 (EX-6)",
        "0 exercises for biceps in tier home, expected at least 2 (EX-6)",
        "0 main lifts for legs in tier bodyweight, expected at least 1 (EX-6)",
        "no `deadlift`, expected an exercise of this key (D-25)",
    ] {
        assert!(found.iter().any(|finding| finding == line), "{line}\nis not among\n{}", found.join("\n"));
    }
    assert!(
        !found.iter().any(|finding| finding.contains("biceps in tier bodyweight")),
        "biceps are excepted"
    );
}

#[test]
fn ex_6_a_hinge_a_hard_squat_and_a_vertical_push_name_their_area() {
    let without =
        |area: BodyArea| move |exercise: &mut Exercise| exercise.contraindications.retain(|&one| one != area);
    for (key, area, line) in [
        (
            "deadlift",
            BodyArea::LowBack,
            "deadlift.contraindications: hinge without low_back, expected low_back (EX-6)",
        ),
        (
            "leg_press",
            BodyArea::Knee,
            "leg_press.contraindications: squat without knee, expected knee (EX-6)",
        ),
        (
            "overhead_press",
            BodyArea::Shoulder,
            "overhead_press.contraindications: vertical_push without shoulder, expected shoulder (EX-6)",
        ),
    ] {
        assert_eq!(found_after(key, without(area)), [line]);
    }
    let easy = |exercise: &mut Exercise| {
        exercise.joint_stress = JointStress::Low;
        exercise.contraindications.clear();
    };
    assert_eq!(found_after("leg_press", easy), [""; 0]);
}

#[test]
fn ex_6_starter_sessions_pass_the_filters_of_a_beginner() {
    let barbell = Catalog::embedded().get(&"barbell_row".parse().unwrap()).unwrap();
    let found = found_after("table_row", |exercise| {
        exercise.equipment.clone_from(&barbell.equipment);
        exercise.is_main_lift_eligible = false;
    });
    for line in [
        "starter pull/bodyweight.exercises.0: table_row (pull), expected what the equipment of the tier allows (SF-3)",
        "starter pull/bodyweight.exercises.0: table_row (pull), expected a main-lift-eligible exercise (SF-9)",
        "0 main lifts for pull in tier bodyweight, expected at least 1 (EX-6)",
    ] {
        assert!(found.iter().any(|finding| finding == line), "{line}\nis not among\n{}", found.join("\n"));
    }
}

#[test]
fn ex_1_shipped_exercises_have_a_work_time_and_names_in_sentence_case() {
    let found = found_after("dumbbell_curl", |exercise| {
        exercise.time_per_set_s = None;
        exercise.name_en = "dumbbell curl".to_owned();
    });
    assert_eq!(
        found,
        [
            "dumbbell_curl.time_per_set_s: nothing, expected 10..3600, since its measure is reps (EX-1)",
            "dumbbell_curl.name_en: dumbbell curl, expected sentence case (EX-1)",
        ]
    );
    let loop_back =
        found_after("push_up", |exercise| exercise.easier = Some("diamond_push_up".parse().unwrap()));
    let line = "diamond_push_up.easier: a way back to itself, expected a way that ends (EX-1)";
    assert!(loop_back.iter().any(|finding| finding == line), "{}", loop_back.join("\n"));
}

#[test]
fn vf_1_every_number_of_the_calibration_is_compared() {
    let found = found_after("cable_fly", |exercise| {
        exercise.rep_max = 15;
        exercise.sfr_score = 5;
        exercise.is_compound = true;
        exercise.muscles.secondary.insert(domain::anatomy::Muscle::FrontDelts, 5);
    });
    assert_eq!(
        found,
        [
            "cable_fly.muscles.secondary: front_delts .5, expected none (VF-1)",
            "cable_fly.fatigue_cost, sfr_score, length_position_score: 1 5 4, expected 1 4 4 (VF-1)",
            "cable_fly.is_compound, is_main_lift_eligible, axial_load: C, expected none (VF-1)",
            "cable_fly.rep_min, rep_max: 10-15, expected 10-20 (VF-1)",
        ]
    );
}

#[test]
fn d_9_names_that_people_say_are_there() {
    let found = found_after("plank", |exercise| exercise.aliases_ru = vec!["стойка на локтях".to_owned()]);
    assert_eq!(found, ["plank.aliases_ru: 1 aliases, expected at least 2 (D-9)"]);
    let found = found_after("deadlift", |exercise| exercise.aliases_ru.retain(|alias| alias != "становая"));
    assert_eq!(found, ["deadlift.aliases: no `становая`, expected this name among them (D-25)"]);
}

#[test]
fn p_55_levels_fit_their_variations() {
    let found = found_after("plank", |exercise| exercise.rep_max = 60);
    assert_eq!(
        found,
        ["ladder plank.levels.5: amount 66, expected 20..60, or a wider range of plank (P-55)"]
    );
    let found = found_after("l_sit", |exercise| {
        exercise.measure = Measure::Reps;
        exercise.technique_note_ru = None;
    });
    assert_eq!(found.len(), 3, "{}", found.join("\n"));
    assert_eq!(found[1], "ladder l_sit.levels.6: l_sit with measure reps, expected measure seconds (P-55)");
}

#[test]
fn ex_6_the_required_tables_are_those_of_the_chapters() {
    let has = |chapter: &str, line: &str| assert!(chapter.contains(line), "the chapter has no\n{line}");
    for row in CALIBRATION {
        has(TRAINING, &format!("\n| {} |\n", row.join(" | ")).replace("|  |", "| |"));
    }
    for (intents, sessions) in STARTERS {
        let intents: Vec<&str> = intents.iter().map(|intent| intent.as_str()).collect();
        has(TRAINING, &format!("\n| {} | {} |\n", intents.join(", "), sessions.join(" | ")));
    }
    for ladder in &LADDERS {
        let begin = format!("| {} ({}", ladder.key, ladder.progression);
        let row = PROGRESSION.lines().find(|line| line.starts_with(&begin)).unwrap();
        has(row, &format!(" | {} |", ladder.levels));
    }
    let (_, p_55) = PROGRESSION.split_once("### P-55").unwrap();
    let (table, _) = p_55.split_once("\n\nThe plank levels").unwrap();
    assert_eq!(table.lines().filter(|line| line.starts_with("| ")).count(), LADDERS.len() + 1);
    let spoken = SPOKEN.map(|(key, aliases)| match aliases {
        [] => key.to_owned(),
        aliases => format!("{key} ({})", aliases.join(", ")),
    });
    has(DIALOG, &format!("Aliases: {}; families", spoken.join(", ")));
}

#[test]
fn ex_5_the_typical_equipment_of_a_tier_is_of_that_tier() {
    for &tier in Tier::ALL {
        assert_eq!(typical_equipment(tier).tier(), tier);
    }
    assert_eq!(typical_equipment(Tier::Gym), EquipmentSet::all());
}

#[test]
fn cs_3_every_intent_but_body_part_has_a_starter_session_in_every_tier() {
    let catalog = Catalog::embedded();
    for &tier in Tier::ALL {
        for &intent in Intent::ALL {
            assert_eq!(
                catalog.starter(intent, tier).is_some(),
                intent != Intent::BodyPart,
                "{intent}/{tier}"
            );
        }
    }
    assert_eq!(catalog.starter(Intent::Lower, Tier::Gym), catalog.starter(Intent::Legs, Tier::Gym));
}

#[test]
fn statistics_are_short_tables() {
    let fixture = Catalog::embedded().retain(required::is_calibrated);
    let text = Statistics::of(&fixture).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "20 exercises: 20 resistance, 0 conditioning, 0 mobility, 0 prehab");
    assert_eq!(lines[3], "tier         exercises  push mains  pull mains   leg mains");
    assert_eq!(lines[7], "gym                 20           3           1           4");
    assert_eq!(
        lines[10],
        "chest                4           2           0           0           3           4"
    );
}

#[test]
fn lookup_is_by_key_and_name_order_is_by_lower_cased_name() {
    let catalog = Catalog::embedded();
    let bench: &Valid<Exercise> = catalog.get(&"bench_press".parse().unwrap()).unwrap();
    assert_eq!(bench.name_en, "Barbell bench press");
    assert_eq!(catalog.get(&"bench_pres".parse().unwrap()), None);
    assert_eq!(catalog.ladder(&"dip".parse().unwrap()).unwrap().levels.len(), 7);
    let mut by_rank: Vec<usize> = (0..catalog.exercises().len()).collect();
    by_rank.sort_by_key(|&position| catalog.name_rank(position));
    let name = |&position: &usize| catalog.exercises()[position].name_en.to_lowercase();
    assert!(by_rank.is_sorted_by_key(name));
}

#[test]
fn ex_1_entries_of_somebodys_own_fit_in_or_are_refused() {
    let shipped = Catalog::embedded();
    let own = |change: fn(&mut Exercise)| {
        let mut exercise = Exercise::clone(shipped.get(&"push_up".parse().unwrap()).unwrap());
        exercise.id = "zz_own".parse().unwrap();
        (exercise.name_en, exercise.name_ru) = ("Zz own".to_owned(), "Яя своё".to_owned());
        (exercise.aliases_en, exercise.aliases_ru) = (vec![], vec![]);
        exercise.short_code = "ZZOWN".to_owned();
        change(&mut exercise);
        Valid::new(exercise).unwrap()
    };
    let joined = shipped.extended(&[own(|_| ())], &[]).unwrap();
    assert!(joined.get(&"zz_own".parse().unwrap()).is_some());
    assert_eq!(joined.ladders(), shipped.ladders());
    assert_eq!(joined.starters(), shipped.starters());
    let refused = |change: fn(&mut Exercise)| {
        let errors = shipped.extended(&[own(change)], &[]).unwrap_err();
        let pointers = errors.findings().iter().map(|one| one.finding.pointer.clone());
        pointers.collect::<Vec<_>>()
    };
    assert_eq!(refused(|one| one.short_code = "PSHU".to_owned()), ["/short_code"]);
    assert_eq!(refused(|one| one.name_en = "push up".to_owned()), ["/name_en"]);
    assert_eq!(refused(|one| one.easier = Some("zz_gone".parse().unwrap())), ["/easier"]);
    assert_eq!(refused(|one| one.ladder_id = Some("zz_gone".parse().unwrap())), ["/ladder_id"]);
    let twice = shipped.extended(&[own(|_| ()), own(|_| ())], &[]).unwrap_err();
    assert!(twice.findings().iter().any(|one| one.finding.pointer == "/id"));
}

#[test]
fn ex_1_an_entry_of_somebodys_own_counts_where_its_key_is_shipped_later() {
    let shipped = Catalog::embedded();
    let key = "push_up".parse().unwrap();
    let mut own = Exercise::clone(shipped.get(&key).unwrap());
    own.name_en = "Push-up of my own".to_owned();
    let mut climb = domain::ladder::Ladder::clone(shipped.ladder(&"dip".parse().unwrap()).unwrap());
    climb.levels.truncate(6);
    let (own, climb) = (Valid::new(own).unwrap(), Valid::new(climb).unwrap());
    let joined = shipped.with_own(std::slice::from_ref(&own), std::slice::from_ref(&climb));
    assert_eq!(joined.get(&key), Some(&own));
    assert_eq!(joined.ladder(&climb.key), Some(&climb));
    assert_eq!(joined.exercises().len(), shipped.exercises().len());
    assert_eq!(joined.ladders().len(), shipped.ladders().len());
    shipped.extended(&[own], &[climb]).unwrap();
}
