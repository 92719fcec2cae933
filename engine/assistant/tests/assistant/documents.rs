//! The documents against a full JSON Schema validator, and as hostile texts (L-18..L-22).

use assistant::{
    document::{
        DOCUMENTS, plan, read,
        schema::{KEYWORDS, Schema},
        yaml,
    },
    fault::{FaultCode, Faults},
};
use jsonschema::Validator;
use serde_json::{Value, json};

fn example() -> Value {
    serde_json::from_str(plan::EXAMPLE).unwrap()
}

fn ours(schema: Schema, value: &Value) -> Vec<String> {
    let mut faults = Faults::default();
    schema.check(value, &mut faults);
    faults.into_vec().into_iter().map(|fault| fault.pointer).collect()
}

fn theirs(schema: Schema) -> Validator {
    jsonschema::draft202012::new(schema.value()).unwrap()
}

/// Sets the value at a pointer, or removes it.
fn with(mut value: Value, pointer: &str, new: Option<Value>) -> Value {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    match (value.pointer_mut(parent).unwrap(), new) {
        (Value::Object(fields), Some(new)) => drop(fields.insert(name.to_owned(), new)),
        (Value::Object(fields), None) => drop(fields.remove(name)),
        (Value::Array(members), Some(new)) => members[name.parse::<usize>().unwrap()] = new,
        other => panic!("{other:?}"),
    }
    value
}

/// Every pointer into a value.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let members: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(members) => {
            members.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
        }
        _ => vec![],
    };
    for (name, member) in members {
        let pointer = format!("{at}/{name}");
        pointers(member, &pointer, found);
        found.push(pointer);
    }
}

/// Values that are wrong in one place or another.
fn strange() -> Vec<Option<Value>> {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(1.2),
        json!(1.0),
        json!(2.5),
        json!(7),
        json!(61),
        json!(901),
        json!(1501),
        json!(40000),
        json!(""),
        json!("x"),
        json!("W"),
        json!("C"),
        json!("A"),
        json!("B1"),
        json!("D1"),
        json!("8"),
        json!("08"),
        json!("6-10"),
        json!("20-45s"),
        json!("10-15/leg"),
        json!("10-15/foot"),
        json!("6-10\n"),
        json!("2026-13-45"),
        json!("2026-3-1"),
        json!("eq_mat_area"),
        json!("eq_"),
        json!("EQ_MAT"),
        json!("a_b"),
        json!("a__b"),
        json!("a-b"),
        json!("fb962faa40b91cb6"),
        json!("fb962faa40b91cb"),
        json!("2026-03-16-home-32"),
        json!("2026-03-16-home--32"),
        json!("2026-03-16--32"),
        json!("A-RDL-1"),
        json!("A-RDL-WU1"),
        json!("A-RDL-WU10"),
        json!("A-RDL-0"),
        json!("A-RDL-100"),
        json!("a-RDL-1"),
        json!("A--1"),
        json!("lbs"),
        json!("lb"),
        json!("hypertrophy"),
        json!("x".repeat(81)),
        json!("x".repeat(301)),
        json!("x".repeat(1001)),
        json!("ё".repeat(80)),
        json!([]),
        json!(["B"]),
        json!(["B", "B"]),
        json!(["C", "B", "C"]),
        json!(["W", "A"]),
        json!({}),
        json!({"x": 1}),
        json!(["chest", "abs"]),
    ];
    std::iter::once(None).chain(values.map(Some)).collect()
}

#[test]
fn l_18_l_19_our_verdicts_are_those_of_a_full_validator() {
    let workout = read::workout_value(&workout_yaml()).unwrap();
    let mut tried = 0;
    for (schema, good) in [(Schema::Analyzer, example()), (Schema::Workout, workout)] {
        let validator = theirs(schema);
        assert!(validator.is_valid(&good) && ours(schema, &good).is_empty(), "{}", schema.name());
        let mut places = vec!["/surprise".to_owned()];
        pointers(&good, "", &mut places);
        for place in places {
            for new in strange() {
                // A place in a list cannot be removed without moving the others.
                if new.is_none() && place.rsplit('/').next().is_some_and(|name| name.parse::<usize>().is_ok())
                {
                    continue;
                }
                let bad = with(good.clone(), &place, new.clone());
                let faults = ours(schema, &bad);
                assert_eq!(faults.is_empty(), validator.is_valid(&bad), "{place} = {new:?}: {faults:?}");
                let is_near =
                    |pointer: &String| pointer.starts_with(&place) || place.starts_with(pointer.as_str());
                assert!(faults.iter().all(is_near), "{place} = {new:?}: {faults:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 8_000, "{tried}");
}

fn keywords(schema: &Value, found: &mut Vec<String>) {
    for (name, value) in schema.as_object().into_iter().flatten() {
        found.push(name.clone());
        match name.as_str() {
            "properties" | "$defs" => {
                value.as_object().unwrap().values().for_each(|one| keywords(one, found));
            }
            "items" => keywords(value, found),
            _ => (),
        }
    }
}

#[test]
fn l_18_the_schemas_use_no_keyword_that_is_not_decided() {
    for schema in [Schema::Analyzer, Schema::Workout] {
        let mut used = vec![];
        keywords(schema.value(), &mut used);
        assert!(used.len() > 50, "{}", used.len());
        assert!(used.iter().all(|name| KEYWORDS.contains(&name.as_str())), "{used:?}");
        assert_eq!(schema.value()["$id"], schema.name());
        assert!(jsonschema::meta::is_valid(schema.value()));
    }
}

fn workout_yaml() -> String {
    "version: \"1.2\"\nworkout_id: \"2026-03-16-home-32\"\ndate: \"2026-03-16\"\nlocation: \"home\"\nunits: \"lbs\"\n\
     duration_minutes: 40\ngoal: \"hypertrophy\"\ncut_order: [\"C\", \"B\"]\nsets:\n  - id: \"A-RDL-1\"\n    tier: \"A\"\n\
     \x20   must: true\n    superset: null\n    order: 1\n    exercise: \"Romanian deadlift\"\n    equipment: \"eq_barbell\"\n\
     \x20   target_reps: \"6-10\"\n    target_weight: 62.5\n    rir: 3\n    rest_s: 180\n    actual_weight: null\n    actual_reps: null\n\
     \x20   notes: null\n"
        .replace("\"1.2\"", "1.2")
}

#[test]
fn l_19_what_may_be_absent_is_always_emitted() {
    let mut value = read::workout_value(&workout_yaml()).unwrap();
    value["version"] = "1.2".into();
    value["units"] = "pounds".into();
    let written = yaml::write(&read::workout(value).unwrap());
    assert!(written.starts_with("version: 1.2\n") && written.contains("units: \"lbs\"\n"));
    assert!(written.contains("\nnotes_to_user: null\nsets:\n  - id: "), "{written}");
    assert!(written.ends_with("    target_reps: \"6-10\"\n    target_weight: 62.5\n    rir: 3\n    rest_s: 180\n    actual_weight: null\n    actual_reps: null\n    notes: null\npost_workout:\n  perceived_difficulty: null\n  completion_time_minutes: null\n  notes: null\n"));
}

#[test]
fn l_20_aliases_are_read_and_conflicts_are_told() {
    let mut value = example();
    let session = value.as_object_mut().unwrap().remove("session").unwrap();
    value["session"] = json!({"target_muscles": []});
    value["session_type"] = session["type"].clone();
    for name in ["tiers", "cut_order", "warmup_policy"] {
        value[name] = session[name].clone();
    }
    value["meta"]["units"] = "pounds".into();
    let mut items = value.as_object_mut().unwrap().remove("exercise_plan").unwrap();
    let item = items[1].as_object_mut().unwrap();
    let targets = item.remove("targets").unwrap();
    for name in ["rir", "target_load", "load_cap"] {
        item.insert(name.to_owned(), targets[name].clone());
    }
    item.insert("rep_range".into(), "6–10".into());
    item.insert("slug".into(), "romanian-deadlift".into());
    for (alias, name) in [("name", "exercise"), ("target_sets", "working_sets"), ("warmup_sets", "warmups")] {
        let value = item.remove(name).unwrap();
        item.insert(alias.to_owned(), value);
    }
    value["exercises"] = items;
    let policy = value["fatigue_policy"].as_object_mut().unwrap();
    for (alias, name) in [("load_cap_factor", "load_cap_pct"), ("rir_delta", "rir_shift")] {
        let value = policy.remove(name).unwrap();
        policy.insert(alias.to_owned(), value);
    }
    let plan = read::plan(value.clone()).unwrap();
    assert_eq!(plan, read::plan(example()).unwrap());
    value["fatigue_policy"]["rir_shift"] = 2.into();
    let faults = read::plan(value.clone()).unwrap_err();
    assert_eq!(
        faults.iter().map(|fault| (fault.code, fault.pointer.as_str())).collect::<Vec<_>>(),
        [(FaultCode::AliasConflict, "/fatigue_policy/rir_delta")]
    );
    // Two names with one value are no conflict.
    value["fatigue_policy"]["rir_shift"] = 1.into();
    assert!(read::plan(value).is_ok());
}

#[test]
fn l_22_one_fence_is_removed_and_json_is_yaml() {
    let value = read::workout_value(&workout_yaml()).unwrap();
    assert_eq!(read::workout_value(&format!("\n```yaml\n{}```\n", workout_yaml())).unwrap(), value);
    assert_eq!(read::workout_value(&value.to_string()).unwrap(), value);
    assert_eq!(read::plan_value(&format!("```json\n{}\n```", plan::EXAMPLE)).unwrap(), example());
}

#[test]
fn l_22_hostile_yaml_is_refused_with_its_line() {
    let deep = format!("a: {}1{}", "[".repeat(9), "]".repeat(9));
    let long = format!("a: \"{}\"", "x".repeat(yaml::MOST_BYTES));
    for (text, line) in [
        ("a: &x 1\nb: *x\n", 1),
        ("b: 1\na: *x\n", 2),
        ("a: 1\nb: !!str 5\n", 2),
        ("a: !foo 5\n", 1),
        ("- !!int 5\n", 1),
        ("a: 1\na: 2\n", 2),
        ("x: {a: 1}\n<<: {b: 2}\n", 2),
        ("a: 1\n---\nb: 2\n", 0),
        ("a: [1\n", 0),
        (deep.as_str(), 1),
        (long.as_str(), 1),
        ("", 0),
        ("a:\n\tb: 1\n", 2),
    ] {
        let faults = read::workout_value(text).and_then(|value| read::workout(value).map(drop)).unwrap_err();
        let shown = text.chars().take(40).collect::<String>();
        if line > 0 {
            assert_eq!(faults[0].code, FaultCode::BadYaml, "{shown}: {faults:?}");
            assert!(faults[0].found.starts_with(&format!("line {line}: ")), "{shown}: {faults:?}");
        }
    }
}

#[test]
fn l_22_texts_are_escaped_and_numbers_are_short() {
    let mut workout = read::workout(read::workout_value(&workout_yaml()).unwrap()).unwrap();
    workout.location = "gym: \"north\"\n# no comment: \\ ё {}".into();
    workout.notes_to_user = Some("!tag & *alias - [x]".into());
    let yaml = yaml::write(&workout);
    assert!(yaml.contains("location: \"gym: \\\"north\\\"\\n# no comment: \\\\ ё {}\"\n"), "{yaml}");
    assert_eq!(read::workout(read::workout_value(&yaml).unwrap()).unwrap(), workout);
}

#[test]
fn l_18_dates_that_do_not_exist_and_fine_numbers_are_told_by_their_place() {
    for (pointer, new, at) in [
        ("/meta/date", json!("2026-02-30"), "/meta/date"),
        ("/exercise_plan/1/targets/target_load", json!(170.123), "/exercise_plan/1/targets/target_load"),
    ] {
        let faults = read::plan(with(example(), pointer, Some(new))).unwrap_err();
        assert_eq!((faults[0].code, faults[0].pointer.as_str()), (FaultCode::Schema, at), "{faults:?}");
    }
    assert!(read::plan(with(example(), "/time_budget/target_set_count", Some(json!(15.0)))).is_ok());
    assert_eq!(read::plan_value("{\"version\":1,").unwrap_err()[0].code, FaultCode::BadJson);
}

#[test]
fn l_1_the_examples_are_those_of_the_chapter_and_keep_their_schemas() {
    let mut inputs = crate::given::inputs(|_| ());
    inputs.request = serde_json::from_str(assistant::input::request::EXAMPLE).unwrap();
    testkit::expect_file("examples/inputs.json", &(serde_json::to_string_pretty(&inputs).unwrap() + "\n"));
    let workout = crate::example::rendered(&crate::example::example());
    testkit::expect_file("examples/workout.json", &(serde_json::to_string_pretty(&workout).unwrap() + "\n"));
    assert!(DOCUMENTS.is_sorted_by_key(|document| document.name));
    for document in DOCUMENTS {
        let schema = (document.schema)();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let example: Value = serde_json::from_str(document.example).unwrap();
        let errors: Vec<_> = validator.iter_errors(&example).map(|error| error.to_string()).collect();
        assert_eq!(errors, [] as [&str; 0], "{}", document.name);
    }
}
