//! What the chapters name and the catalogue must hold, in the notation of the chapters: VF-1, CS-3, P-55, D-25.
//!
//! An entry is shown in the notation of its table and compared with it cell by cell, so that a finding shows what
//! the reader of the chapter would see. A test compares these tables with the chapters.

use domain::{
    catalog::Rule,
    equipment::Tier,
    exercise::{Exercise, Measure, ProgressionType},
    ladder::{Level, Per},
    session::Intent,
};

use super::{
    Catalog,
    identity::phrase,
    report::{P_55, Report},
    starter::StarterSession,
};

/// VF-1: exercise, pattern, primary, secondary, fatigue sfr len, flags, reps, seconds.
#[rustfmt::skip]
pub const CALIBRATION: [[&str; 8]; 20] = [
    ["Barbell bench press", "horizontal_push", "chest", "triceps .5, front_delts .5", "4 3 3", "CM", "3-10", "60"],
    ["Dumbbell bench press", "horizontal_push", "chest", "triceps .5, front_delts", "3 4 4", "CM", "6-12", "55"],
    ["Incline dumbbell press", "horizontal_push", "chest", "front_delts .5, triceps", "3 4 4", "C", "6-12", "50"],
    ["Cable fly", "horizontal_adduction", "chest", "", "1 4 4", "", "10-20", "40"],
    ["Dumbbell shoulder press", "vertical_push", "front_delts", "side_delts .5, triceps .5", "3 4 3", "CM", "6-12", "50"],
    ["Dumbbell lateral raise", "shoulder_abduction", "side_delts", "", "1 4 2", "", "10-20", "35"],
    ["Cable pushdown", "elbow_extension", "triceps", "", "1 5 2", "", "8-20", "35"],
    ["Barbell row", "horizontal_pull", "upper_back, lats", "biceps, lower_back, rear_delts, forearms", "4 3 3", "CMA", "5-12", "55"],
    ["Seated cable row", "horizontal_pull", "upper_back", "lats .5, biceps .5, rear_delts, forearms", "2 4 4", "C", "6-15", "45"],
    ["Lat pulldown", "vertical_pull", "lats", "biceps .5, upper_back, forearms", "2 4 4", "C", "6-15", "45"],
    ["Face pull", "horizontal_abduction", "rear_delts", "upper_back", "1 4 3", "", "10-20", "40"],
    ["Cable curl", "elbow_flexion", "biceps", "forearms", "1 4 3", "", "8-20", "35"],
    ["Back squat", "squat", "quads", "glutes .5, adductors .5, lower_back", "5 3 4", "CMA", "3-10", "65"],
    ["Front squat", "squat", "quads", "glutes, upper_back, core", "4 3 4", "CMA", "3-8", "60"],
    ["Hack squat", "squat", "quads", "glutes, adductors", "3 4 4", "CM", "6-15", "55"],
    ["Leg press", "squat", "quads", "glutes .5, adductors", "3 4 4", "C", "6-15", "50"],
    ["Romanian deadlift", "hinge", "hamstrings, glutes", "lower_back, forearms, adductors", "4 4 5", "CMA", "5-12", "60"],
    ["Seated leg curl", "knee_flexion", "hamstrings", "", "1 5 5", "", "8-15", "40"],
    ["Standing calf raise", "ankle_plantarflexion", "calves", "", "1 5 5", "", "6-15", "40"],
    ["Cable crunch", "trunk_flexion", "abs", "core", "1 4 3", "", "8-20", "35"],
];

/// CS-3: the intents, then the session of each tier; `*` marks a main.
#[rustfmt::skip]
pub const STARTERS: [(&[Intent], [&str; 4]); 5] = [
    (&[Intent::Push], [
        "Push-up*, Pike push-up, Diamond push-up, Chair dip",
        "Dumbbell floor press*, Dumbbell shoulder press, Dumbbell lateral raise, Dumbbell overhead extension",
        "Barbell bench press*, Dumbbell shoulder press, Dumbbell lateral raise, Skull crusher",
        "Dumbbell bench press*, Machine shoulder press, Cable fly, Cable lateral raise, Cable pushdown",
    ]),
    (&[Intent::Pull], [
        "Table row*, Prone Y raise, Reverse snow angel, Towel curl",
        "Dumbbell bent-over row*, One-arm dumbbell row, Dumbbell rear delt fly, Hammer curl",
        "Barbell row*, Pull-up, Band pull-apart, Hammer curl",
        "T-bar row*, Lat pulldown, Face pull, Cable curl",
    ]),
    (&[Intent::Legs, Intent::Lower], [
        "Bodyweight squat*, Reverse lunge, Single-leg glute bridge, Single-leg calf raise, Reverse crunch",
        "Goblet squat*, Dumbbell Romanian deadlift, Reverse lunge, Single-leg calf raise, Reverse crunch",
        "Back squat*, Romanian deadlift, Reverse lunge, Dumbbell calf raise, Reverse crunch",
        "Hack squat*, Romanian deadlift, Seated leg curl, Standing calf raise, Cable crunch",
    ]),
    (&[Intent::Upper], [
        "Push-up*, Table row*, Pike push-up, Reverse snow angel, Diamond push-up",
        "Dumbbell floor press*, Dumbbell bent-over row*, Dumbbell shoulder press, Dumbbell lateral raise, Hammer curl",
        "Barbell bench press*, Barbell row*, Dumbbell shoulder press, Band pull-apart, Hammer curl",
        "Dumbbell bench press*, T-bar row*, Lat pulldown, Machine shoulder press, Cable lateral raise, Cable curl",
    ]),
    (&[Intent::FullBody], [
        "Bodyweight squat*, Push-up*, Table row, Single-leg glute bridge, Dead bug",
        "Goblet squat*, Dumbbell floor press*, Dumbbell bent-over row, Dumbbell Romanian deadlift, Dumbbell lateral raise",
        "Back squat*, Barbell bench press*, Barbell row, Dumbbell Romanian deadlift, Reverse crunch",
        "Hack squat*, Dumbbell bench press*, Seated cable row, Seated leg curl, Cable lateral raise, Cable crunch",
    ]),
];

/// One ladder of P-55.
#[derive(Debug)]
pub struct RequiredLadder {
    /// Its key.
    pub key: &'static str,
    /// Its type.
    pub progression: ProgressionType,
    /// What its amounts count.
    pub unit: Measure,
    /// `ordinal variation sets×amount`, with `/side` where one side counts.
    pub levels: &'static str,
}

/// P-55.
#[rustfmt::skip]
pub const LADDERS: [RequiredLadder; 16] = {
    use {Measure::{Reps, Seconds}, ProgressionType::{Endurance, Mobility, Strength}};
    const fn ladder(key: &'static str, progression: ProgressionType, unit: Measure, levels: &'static str) -> RequiredLadder {
        RequiredLadder { key, progression, unit, levels }
    }
    [
        ladder("pull_up_prep", Strength, Reps, "1 scapular_pull 3×6; 2 scapular_pull 3×8; 3 band_pull_up 3×6; 4 band_pull_up 3×8; 5 pull_up_negative 3×4; 6 pull_up_negative 4×4"),
        ladder("pull_up", Strength, Reps, "1 pull_up 3×4; 2 pull_up 3×6; 3 pull_up 4×6; 4 pull_up 5×6; 5 pull_up 5×8; 6 chest_to_bar_pull_up 4×5; 7 chest_to_bar_pull_up 4×7; 8 archer_pull_up 3×6"),
        ladder("push_up", Strength, Reps, "1 incline_push_up 3×10; 2 incline_push_up 3×12; 3 push_up 3×8; 4 push_up 3×10; 5 push_up 4×10; 6 push_up 4×12; 7 diamond_push_up 3×8; 8 diamond_push_up 4×8; 9 archer_push_up 3×6; 10 archer_push_up 3×8"),
        ladder("dip", Strength, Reps, "1 dip 3×8; 2 dip 3×10; 3 dip 4×10; 4 dip 4×12; 5 tempo_dip 4×6; 6 tempo_dip 4×8; 7 straight_bar_dip 3×6"),
        ladder("squat", Strength, Reps, "1 box_squat 3×10; 2 bodyweight_squat 3×10; 3 bodyweight_squat 3×12; 4 bodyweight_squat 4×12; 5 split_squat 3×8/side; 6 split_squat 3×10/side; 7 box_pistol_squat 3×4/side; 8 box_pistol_squat 3×6/side; 9 pistol_squat 3×3/side; 10 pistol_squat 3×5/side; 11 pistol_squat 4×5/side"),
        ladder("row", Strength, Reps, "1 incline_row 3×8; 2 incline_row 3×10; 3 inverted_row 3×8; 4 inverted_row 3×10; 5 inverted_row 4×10; 6 feet_elevated_row 3×8; 7 feet_elevated_row 4×8; 8 archer_row 3×6/side"),
        ladder("leg_raise", Strength, Reps, "1 lying_knee_raise 3×10; 2 lying_knee_raise 3×12; 3 hanging_knee_raise 3×8; 4 hanging_knee_raise 3×10; 5 hanging_leg_raise 3×6; 6 hanging_leg_raise 3×8; 7 hanging_leg_raise 4×8; 8 toes_to_bar 3×6"),
        ladder("handstand", Endurance, Seconds, "1 pike_hold 3×30; 2 pike_hold 3×33; 3 wall_walk_hold 3×20; 4 chest_to_wall_handstand 3×20; 5 chest_to_wall_handstand 3×22; 6 toe_pull_handstand 3×15; 7 freestanding_handstand 3×10; 8 freestanding_handstand 3×11"),
        ladder("plank", Endurance, Seconds, "1 plank_knees 3×50; 2 plank_knees 3×55; 3 plank 3×50; 4 plank 3×55; 5 plank 3×60; 6 plank 3×66; 7 long_lever_plank 3×30; 8 long_lever_plank 3×33"),
        ladder("side_plank", Endurance, Seconds, "1 side_plank_knees 3×20/side; 2 side_plank_knees 3×22/side; 3 side_plank 3×20/side; 4 side_plank 3×22/side; 5 side_plank 3×24/side; 6 star_side_plank 3×12/side; 7 star_side_plank 3×13/side"),
        ladder("l_sit", Endurance, Seconds, "1 foot_supported_l_sit 3×15; 2 foot_supported_l_sit 3×16; 3 tuck_l_sit 3×12; 4 tuck_l_sit 3×13; 5 one_leg_l_sit 3×10; 6 one_leg_l_sit 3×11; 7 l_sit 3×10; 8 l_sit 3×11"),
        ladder("hang", Endurance, Seconds, "1 foot_supported_hang 3×20; 2 foot_supported_hang 3×22; 3 dead_hang 3×20; 4 dead_hang 3×22; 5 dead_hang 3×24; 6 active_hang 3×20; 7 active_hang 3×22; 8 one_arm_assisted_hang 3×10/side"),
        ladder("running_block", Endurance, Seconds, "1 run_walk_short 8×60; 2 run_walk_short 8×66; 3 run_walk_long 4×120; 4 run_walk_long 4×132; 5 steady_run 1×480; 6 steady_run 1×528; 7 steady_run 1×580; 8 steady_run 1×638; 9 steady_run 1×700; 10 steady_run 1×770"),
        ladder("bridge", Mobility, Seconds, "1 glute_bridge_hold 2×30; 2 feet_elevated_bridge_hold 2×30; 3 table_bridge 2×20; 4 head_bridge 2×15; 5 full_bridge 2×10; 6 full_bridge_straight_legs 2×10; 7 wall_walk_bridge 2×10"),
        ladder("splits", Mobility, Seconds, "1 half_split 2×30/side; 2 low_lunge_stretch 2×30/side; 3 block_split_high 2×30/side; 4 block_split_mid 2×30/side; 5 block_split_low 2×30/side; 6 full_split 2×20/side; 7 full_split_upright 2×20/side"),
        ladder("shoulder_mobility", Mobility, Reps, "1 wall_slide 2×10; 2 band_pass_through_wide 2×10; 3 band_pass_through_mid 2×10; 4 stick_pass_through_wide 2×10; 5 stick_pass_through_mid 2×8; 6 stick_pass_through_narrow 2×6"),
    ]
};

/// D-25: keys that the dialogue speaks of, and what people call them.
pub const SPOKEN: [(&str, &[&str]); 15] = [
    ("pull_up", &["pull up", "pullup", "chin up", "подтягивание", "турник"]),
    ("push_up", &["push up", "отжимание"]),
    ("dip", &["dip", "отжимание на брусьях", "брусья"]),
    ("bench_press", &["bench press", "bench", "жим лежа"]),
    ("incline_bench_press", &[]),
    ("overhead_press", &["ohp", "жим стоя"]),
    ("back_squat", &["squat", "присед", "приседание"]),
    ("deadlift", &["становая"]),
    ("romanian_deadlift", &["rdl", "румынская тяга"]),
    ("barbell_row", &["тяга в наклоне"]),
    ("plank", &["планка"]),
    ("lunge", &["выпад"]),
    ("glute_bridge", &["мостик"]),
    ("hip_thrust", &[]),
    ("run", &["run", "бег"]),
];

const VF_1: Rule = Rule::catalog("VF-1");
const CS_3: Rule = Rule::catalog("CS-3");
const D_25: Rule = Rule::catalog("D-25");

/// Whether an exercise belongs to the calibration: the library of VF-1 and VF-2.
pub fn is_calibrated(exercise: &Exercise) -> bool {
    CALIBRATION.iter().any(|row| row[0] == exercise.name_en)
}

/// VF-1: the twenty exercises of the calibration are there, with these values.
pub(super) fn calibration(catalog: &Catalog, report: &mut Report) {
    const FIELDS: [&str; 8] = [
        "name_en",
        "patterns",
        "muscles/primary",
        "muscles/secondary",
        "fatigue_cost, sfr_score, length_position_score",
        "is_compound, is_main_lift_eligible, axial_load",
        "rep_min, rep_max",
        "time_per_set_s",
    ];
    for row in CALIBRATION {
        let Some(exercise) = catalog.exercises.iter().find(|exercise| exercise.name_en == row[0]) else {
            report.require(
                false,
                VF_1,
                ("", ""),
                format!("no `{}`", row[0]),
                "an exercise of this English name",
            );
            continue;
        };
        for ((field, found), expected) in FIELDS.into_iter().zip(calibration_cells(exercise)).zip(row) {
            let is_same = sorted(&found) == sorted(expected);
            report.require(is_same, VF_1, (exercise.id.as_str(), field), shown(&found), shown(expected));
        }
    }
}

/// An exercise in the notation of VF-1.
fn calibration_cells(exercise: &Exercise) -> [String; 8] {
    let join = |words: Vec<&str>| words.join(", ");
    let secondary: Vec<String> = (exercise.muscles.secondary.iter())
        .map(|(muscle, tenths)| if *tenths == 3 { muscle.to_string() } else { format!("{muscle} .{tenths}") })
        .collect();
    let flags =
        [(exercise.is_compound, 'C'), (exercise.is_main_lift_eligible, 'M'), (exercise.axial_load, 'A')];
    [
        exercise.name_en.clone(),
        join(exercise.patterns.iter().map(|pattern| pattern.as_str()).collect()),
        join(exercise.muscles.primary.iter().map(|muscle| muscle.as_str()).collect()),
        secondary.join(", "),
        format!("{} {} {}", exercise.fatigue_cost, exercise.sfr_score, exercise.length_position_score),
        flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).collect(),
        format!("{}-{}", exercise.rep_min, exercise.rep_max),
        exercise.time_per_set_s.map(|seconds| seconds.to_string()).unwrap_or_default(),
    ]
}

/// The entries of a cell without their order.
fn sorted(cell: &str) -> Vec<&str> {
    let mut entries: Vec<&str> = cell.split(", ").collect();
    entries.sort_unstable();
    entries
}

fn shown(cell: &str) -> &str {
    if cell.is_empty() { "none" } else { cell }
}

/// CS-3: each session holds what the table says.
pub(super) fn starter_table(catalog: &Catalog, report: &mut Report) {
    for (intents, sessions) in STARTERS {
        for (&tier, expected) in Tier::ALL.iter().zip(sessions) {
            for &intent in intents {
                let Some(starter) = catalog.starter(intent, tier) else {
                    report.require(false, CS_3, ("", ""), format!("no starter {intent}/{tier}"), expected);
                    continue;
                };
                let found = starter_names(catalog, starter);
                report.require(found == expected, CS_3, (&starter.to_string(), "exercises"), found, expected);
            }
        }
    }
}

fn starter_names(catalog: &Catalog, starter: &StarterSession) -> String {
    let names = starter.exercises.iter().map(|exercise| {
        let name = catalog.get(&exercise.key).map_or(exercise.key.as_str(), |known| &known.name_en);
        format!("{name}{}", if exercise.is_main { "*" } else { "" })
    });
    names.collect::<Vec<_>>().join(", ")
}

/// P-55: each ladder has these levels.
pub(super) fn ladder_table(catalog: &Catalog, report: &mut Report) {
    for required in &LADDERS {
        let entry = format!("ladder {}", required.key);
        let Some(ladder) = catalog.ladders.iter().find(|ladder| ladder.key.as_str() == required.key) else {
            report.require(false, P_55, ("", ""), format!("no {entry}"), required.levels);
            continue;
        };
        let is_type = ladder.progression == required.progression;
        report.require(is_type, P_55, (&entry, "type"), ladder.progression, required.progression);
        report.require(ladder.unit == required.unit, P_55, (&entry, "unit"), ladder.unit, required.unit);
        let levels: Vec<&str> = required.levels.split("; ").collect();
        let (found, wanted) = (ladder.levels.len(), levels.len());
        report.require(found == wanted, P_55, (&entry, "levels"), format!("{found} levels"), wanted);
        for ((index, level), expected) in ladder.levels.iter().enumerate().zip(levels) {
            let found = level_notation(index, level);
            report.require(found == expected, P_55, (&entry, &format!("levels/{index}")), found, expected);
        }
    }
}

/// A level in the notation of P-55.
fn level_notation(index: usize, level: &Level) -> String {
    let per = if level.per == Per::Side { "/side" } else { "" };
    format!("{} {} {}×{}{per}", index + 1, level.variation, level.sets, level.amount)
}

/// D-25: the keys of the dialogue exist and answer to what people call them.
pub(super) fn spoken_names(catalog: &Catalog, report: &mut Report) {
    for (key, aliases) in SPOKEN {
        let Some(exercise) = catalog.exercises.iter().find(|exercise| exercise.id.as_str() == key) else {
            report.require(false, D_25, ("", ""), format!("no `{key}`"), "an exercise of this key");
            continue;
        };
        let known: Vec<String> = names(exercise).map(phrase).collect();
        for alias in aliases {
            let is_known = known.iter().any(|name| name == alias);
            report.require(is_known, D_25, (key, "aliases"), format!("no `{alias}`"), "this name among them");
        }
    }
}

/// Everything that an exercise is called.
fn names(exercise: &Exercise) -> impl Iterator<Item = &str> {
    let aliases = exercise.aliases_en.iter().chain(&exercise.aliases_ru).map(String::as_str);
    [exercise.name_en.as_str(), &exercise.name_ru].into_iter().chain(aliases)
}
