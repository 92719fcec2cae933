//! Catalogue files with mistakes: every one is named at once, with file, line, entry, field and what would be valid.

use training::catalog::Catalog;

/// An exercise as it is written in a file; `{id}`, `{name}` and `{code}` make it unique.
fn exercise(id: &str, name: &str, code: &str) -> String {
    format!(
        r#"
[[exercise]]
id = "{id}"
name_en = "{name}"
name_ru = "{name} по-русски"
short_code = "{code}"
kind = "resistance"
patterns = ["squat"]
muscles = {{ primary = ["quads"], secondary = {{ glutes = 5 }} }}
equipment = [["barbell", "plates"]]
implement = "barbell"
load_semantics = "external"
measure = "reps"
rep_min = 5
rep_max = 10
fatigue_cost = 3
joint_stress = "low"
difficulty = "beginner"
progression_type = "strength"
cues_en = ["Down"]
cues_ru = ["Вниз"]
"#
    )
}

fn errors(files: &[(&str, &str)]) -> String {
    Catalog::from_files(files).unwrap_err().to_string()
}

#[test]
fn ex_1_every_mistake_of_every_file_is_named_at_once() {
    let squat = exercise("squat", "Squat", "SQ")
        .replace(r#"primary = ["quads"]"#, r#"primary = ["quods"]"#)
        .replace("fatigue_cost = 3", "fatigue_cost = \"three\"")
        .replace("kind = \"resistance\"\n", "");
    let lunge =
        exercise("lunge", "Lunge", "LNG").replace("rep_min = 5", "rep_min = 12").replace("= 5 }", "= 4 }");
    let legs = format!("# Legs.{squat}{lunge}");
    let broken = exercise("hinge", "Hinge", "HNG").replace("rep_max = 10", "rep_max = ");
    let errors = errors(&[("broken.toml", &broken), ("legs.toml", &legs)]);
    let (syntax, others) = errors.split_once('\n').unwrap();
    assert!(syntax.starts_with("broken.toml:15: "), "{syntax}");
    assert_eq!(
        others,
        "\
legs.toml:2: squat.fatigue_cost: string \"three\", expected a whole number of 0..255 (EX-1)
legs.toml:2: squat.muscles.primary.0: unknown muscle `quods`, expected a known one; maybe `quads` (EX-1)
legs.toml:2: squat.kind: nothing, expected a value like \"resistance\" (EX-1)
legs.toml:22: lunge.muscles.secondary.glutes: 4, expected 3 or 5 (EX-1)
legs.toml:22: lunge.rep_min: 12, expected at most rep_max 10 (EX-1)"
    );
}

#[test]
fn ex_1_keys_codes_and_names_are_unique_over_all_files() {
    let one = exercise("squat", "Squat", "SQ").replace("kind =", "aliases_ru = [\"Тяжёлый-присед\"]\nkind =");
    let two = exercise("heavy_squat", "Heavy squat", "SQ")
        .replace("kind =", "aliases_ru = [\"тяжелый присед\", \"сед\", \"Сед\"]\nkind =");
    let again = exercise("squat", "Squat again", "SQA");
    assert_eq!(
        errors(&[("one.toml", &one), ("two.toml", &two), ("three.toml", &again)]),
        "\
three.toml:2: squat.id: the entry at one.toml:2 has this key too, expected a key of its own (EX-1)
two.toml:2: heavy_squat.short_code: `SQ` is the code of squat too, expected a code of its own (EX-1)
two.toml:2: heavy_squat.aliases_ru.0: `тяжелый присед` means squat too, expected a name of its own (EX-1)
two.toml:2: heavy_squat.aliases_ru.2: `Сед` stands there already, expected each alias once (EX-1)"
    );
}

#[test]
fn ex_1_references_lead_somewhere() {
    let squat = exercise("squat", "Squat", "SQ").replace(
        "kind =",
        "easier = \"box_sqat\"\nauxiliaries = [\"box_squat\", \"plank\"]\nladder_id = \"legs\"\nkind =",
    );
    let box_squat = exercise("box_squat", "Box squat", "BSQ");
    let starter =
        "[[starter]]\nintents = [\"legs\", \"lower\"]\ntier = \"gym\"\nexercises = [\"squat*\", \"squad\"]\n";
    assert_eq!(
        errors(&[("a.toml", &squat), ("b.toml", &box_squat), ("c.toml", &starter.repeat(2))]),
        "\
a.toml:2: squat.easier: unknown exercise `box_sqat`, expected an exercise of the catalogue; maybe `box_squat` (EX-1)
a.toml:2: squat.auxiliaries.1: unknown exercise `plank`, expected an exercise of the catalogue (EX-1)
a.toml:2: squat.ladder_id: unknown ladder `legs`, expected a ladder of the catalogue (EX-1)
c.toml:1: starter legs+lower/gym.exercises.1: unknown exercise `squad`, expected an exercise of the catalogue; maybe `squat` (CS-3)
c.toml:5: starter legs+lower/gym.intents: a second session for legs with gym, expected one session for an intent and a tier (CS-3)
c.toml:5: starter legs+lower/gym.intents: a second session for lower with gym, expected one session for an intent and a tier (CS-3)
c.toml:5: starter legs+lower/gym.exercises.1: unknown exercise `squad`, expected an exercise of the catalogue; maybe `squat` (CS-3)"
    );
}

#[test]
fn ex_1_a_reference_to_an_entry_that_cannot_be_read_is_no_second_mistake() {
    let squat = exercise("squat", "Squat", "SQ").replace("kind =", "easier = \"box_squat\"\nkind =");
    let box_squat = exercise("box_squat", "Box squat", "BSQ").replace("\"low\"", "\"lo\"");
    assert_eq!(
        errors(&[("a.toml", &squat), ("b.toml", &box_squat)]),
        "b.toml:2: box_squat.joint_stress: unknown joint stress `lo`, expected a known one; maybe `low` (EX-1)"
    );
}

#[test]
fn p_55_every_bad_level_of_a_ladder_is_named() {
    let level = |variation: &str, sets: &str| {
        format!(
            "{{ variation = \"{variation}\", sets = {sets}, amount = 5, label_en = \"a\", label_ru = \"b\" }}"
        )
    };
    let levels = [level("Squat", "3"), level("squat", "3"), level("squat", "\"4\"")].join(", ");
    let ladder = format!(
        "[[ladder]]\nkey = \"squat\"\nname_en = \"Squat\"\nname_ru = \"Присед\"\ntype = \"strength\"\n\
         unit = \"reps\"\nnote_en = \"\"\nnote_ru = \"\"\nlevels = [{levels}]\n"
    );
    assert_eq!(
        errors(&[("ladders.toml", &ladder)]),
        "\
ladders.toml:1: ladder squat.levels.0.variation: `Squat` is not a key (exercise), expected 2..48 of a-z, 0-9 and _ (P-55)
ladders.toml:1: ladder squat.levels.2.sets: string \"4\", expected a whole number (P-55)"
    );
    let short = ladder.replace(&levels, &level("squat", "3"));
    let squat = exercise("squat", "Squat", "SQ");
    assert_eq!(
        errors(&[("ladders.toml", &short), ("a.toml", &squat)]),
        "ladders.toml:1: ladder squat.levels: 1 levels, expected at least 6 (P-55)"
    );
}

#[test]
fn ex_1_an_unknown_table_is_no_entry() {
    assert_eq!(
        errors(&[("a.toml", "# Legs.\n[[exercice]]\nid = \"squat\"\n")]),
        "a.toml:2: unknown field `exercice`, expected one of `exercise`, `ladder`, `starter` (EX-1)"
    );
}

#[test]
fn ex_1_a_library_of_plain_exercises_needs_only_unique_keys() {
    let shipped = Catalog::embedded();
    let row = shipped.get(&"barbell_row".parse().unwrap()).unwrap().clone();
    let library = Catalog::new(vec![row.clone()], vec![], vec![]).unwrap();
    assert_eq!(library.exercises(), std::slice::from_ref(&row));
    let twice = Catalog::new(vec![row.clone(), row], vec![], vec![]).unwrap_err();
    assert_eq!(
        twice.to_string(),
        "barbell_row.id: another entry has this key, expected a key of its own (EX-1)"
    );
}
