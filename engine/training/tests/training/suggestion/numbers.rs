//! The numbers behind the rules: increments, rounding and tolerances, in kilograms and in pounds.

use domain::{
    exercise::{Exercise, Implement},
    quantity::{Grams, Hundredths, MassUnit},
};
use training::{
    catalog::Catalog,
    load::iron::Iron,
    suggestion::load::{Amount, Loads, Toward},
};

use super::given::load;

/// A wrist curl with the ez bar, which the catalogue does not have.
fn wrist_curl() -> Exercise {
    let mut exercise = exercise("barbell_wrist_curl").clone();
    exercise.implement = Implement::EzBar;
    exercise
}

fn exercise(key: &str) -> &'static Exercise {
    Catalog::embedded().get(&key.parse().unwrap()).unwrap()
}

fn loads_of(exercise: &Exercise, unit: MassUnit) -> Loads<'static> {
    Loads::of(exercise, Iron::standard(unit), unit, None).unwrap()
}

#[test]
fn sr_1_a_wrist_curl_goes_by_small_steps() {
    for (unit, from, by, to) in
        [(MassUnit::Lb, "20 lb", 375, "25 lb"), (MassUnit::Kg, "10 kg", 188, "12.5 kg")]
    {
        let loads = loads_of(&wrist_curl(), unit);
        let from = load(from).unwrap();
        assert_eq!((loads.increment(from).0 * 3 + 1) / 2, by);
        let amount = Amount { by: Hundredths(by), most: None };
        assert_eq!(loads.shifted(from, amount, Toward::Harder), load(to));
    }
}

#[test]
fn sg_7_increments_of_every_row() {
    for (key, rows) in [
        ("back_squat", [("100 kg", 500), ("225 lb", 1000)].as_slice()),
        ("hip_thrust", &[("100 kg", 500), ("225 lb", 1000)]),
        ("good_morning", &[("40 kg", 250), ("95 lb", 500)]),
        ("rack_pull", &[("100 kg", 500), ("225 lb", 1000)]),
        ("bench_press", &[("60 kg", 250), ("135 lb", 500)]),
        ("barbell_wrist_curl", &[("20 kg", 125), ("45 lb", 250)]),
        ("dumbbell_curl", &[("6 kg", 125), ("7 kg", 250), ("14.9 lb", 250), ("15 lb", 500)]),
        ("kettlebell_swing", &[("15 kg", 200), ("16 kg", 400), ("34 lb", 500), ("35 lb", 1000)]),
        ("cable_fly", &[("13.9 kg", 125), ("14 kg", 250), ("29 lb", 250), ("30 lb", 500)]),
        ("leg_extension", &[("44 kg", 250), ("45 kg", 500), ("95 lb", 500), ("100 lb", 1000)]),
        ("smith_squat", &[("44 kg", 250), ("45 kg", 500), ("95 lb", 500), ("100 lb", 1000)]),
        ("assisted_pull_up", &[("20 kg", 250), ("45 kg", 500), ("95 lb", 500), ("100 lb", 1000)]),
        ("dip", &[("10 kg", 125), ("11 kg", 250), ("24 lb", 250), ("25 lb", 500)]),
        ("t_bar_row", &[("10 kg", 125), ("11 kg", 250), ("24 lb", 250), ("25 lb", 500)]),
        ("sled_push", &[("50 kg", 500), ("100 lb", 1000)]),
        (
            "rucking",
            &[
                ("22 kg", 125),
                ("22.5 kg", 250),
                ("67.5 kg", 500),
                ("49 lb", 250),
                ("50 lb", 500),
                ("150 lb", 1000),
            ],
        ),
    ] {
        for (text, increment) in rows {
            let unit = if text.ends_with("lb") { MassUnit::Lb } else { MassUnit::Kg };
            let loads = loads_of(exercise(key), unit);
            assert_eq!(loads.increment(load(text).unwrap()), Hundredths(*increment), "{key} at {text}");
        }
    }
    for key in ["band_row", "plank", "crunch", "general_warmup"] {
        let iron = Iron::standard(MassUnit::Kg);
        assert!(Loads::of(exercise(key), iron, MassUnit::Kg, None).is_none(), "{key}");
    }
}

#[test]
fn sg_7_a_step_of_ones_own_is_kept_in_whole_multiples() {
    let own = |step: &str, unit| {
        Loads::of(exercise("bench_press"), Iron::standard(unit), unit, load(step)).unwrap()
    };
    let by = |loads: &Loads<'_>, from: &str, by: i64, toward| {
        loads.shifted(load(from).unwrap(), Amount { by: Hundredths(by), most: None }, toward)
    };
    let two = own("2 kg", MassUnit::Kg);
    assert_eq!(two.in_own_steps(Hundredths(250)), Hundredths(400));
    assert_eq!(by(&two, "60 kg", 250, Toward::Harder), load("64 kg"));
    assert_eq!(by(&two, "3 kg", 250, Toward::Easier), Some(Grams::ZERO));
    assert_eq!(by(&two, "0 kg", 250, Toward::Easier), None);
    let three = own("3 lb", MassUnit::Lb);
    assert_eq!(by(&three, "135 lb", 500, Toward::Harder), load("141 lb"));
}

#[test]
fn sg_8_rounding_goes_with_the_change() {
    let shift = |key: &str, from: &str, by: i64, toward| {
        let unit = if from.ends_with("lb") { MassUnit::Lb } else { MassUnit::Kg };
        let amount = Amount { by: Hundredths(by), most: None };
        loads_of(exercise(key), unit).shifted(load(from).unwrap(), amount, toward)
    };
    for (key, from, by, toward, to) in [
        ("bench_press", "60 kg", 375, Toward::Harder, "65 kg"),
        ("bench_press", "135 lb", 750, Toward::Harder, "145 lb"),
        ("bench_press", "62.5 kg", 125, Toward::Easier, "60 kg"),
        ("dumbbell_curl", "20 kg", 250, Toward::Harder, "22 kg"),
        ("leg_extension", "90 lb", 500, Toward::Harder, "100 lb"),
        // What rounds to the old value, or to the wrong side of one that was typed, becomes one step.
        ("kettlebell_swing", "20 kg", 100, Toward::Harder, "24 kg"),
        ("leg_extension", "6 kg", 125, Toward::Harder, "10 kg"),
        ("leg_extension", "9 kg", 125, Toward::Easier, "5 kg"),
    ] {
        assert_eq!(shift(key, from, by, toward), load(to), "{key} {from}");
    }
    assert_eq!(shift("dumbbell_curl", "50 kg", 250, Toward::Harder), None);
    assert_eq!(shift("bench_press", "20 kg", 250, Toward::Easier), None);
    for (text, grams) in [("142.5 lb", 64_637), ("145 lb", 65_771), ("215 lb", 97_522), ("225 lb", 102_058)] {
        assert_eq!(load(text), Some(Grams(grams)));
    }
}

#[test]
fn sg_9_tolerances_shrink_with_the_increment() {
    for (key, at, tolerance, drift) in [
        ("bench_press", "60 kg", 125, 250),
        ("bench_press", "135 lb", 250, 500),
        ("dumbbell_curl", "6 kg", 62, 125),
        ("back_squat", "100 kg", 125, 250),
    ] {
        let unit = if at.ends_with("lb") { MassUnit::Lb } else { MassUnit::Kg };
        let loads = loads_of(exercise(key), unit);
        let at = load(at).unwrap();
        assert_eq!((loads.tolerance(at), loads.drift(at)), (tolerance, drift), "{key}");
    }
}
