//! What must hold for every value, not only for the examples: conversions, grids, schemas and constructors.

use domain::{
    anatomy::{BodyArea, Muscle},
    document::DOCUMENTS,
    exercise::{self, Exercise},
    grid::{Grid, Tie},
    id::Key,
    ladder::Per,
    law::Valid,
    prescription::{
        Prescription, RepMode, RepPolicy, RestMode, RestPolicy, SetId, SetPrescription, SetType, spread,
    },
    quantity::{Amount, Grams, Hundredths, MassUnit, Rpe},
    time::Instant,
};
use proptest::prelude::*;

fn unit() -> impl Strategy<Value = MassUnit> {
    prop_oneof![Just(MassUnit::Kg), Just(MassUnit::Lb)]
}

fn grid() -> impl Strategy<Value = Grid> {
    (unit(), prop::collection::vec(0i64..100_000, 1..40))
        .prop_filter_map("an empty grid", |(unit, steps)| Grid::new(unit, steps.into_iter().map(Hundredths)))
}

proptest! {
    /// GL-2: what is shown is what is stored, on any grid and in either unit.
    #[test]
    fn loads_round_trip_on_the_grid(grid in grid()) {
        for &step in grid.steps() {
            let load = Grams::from_display(step, grid.unit());
            prop_assert_eq!(load.display(grid.unit()), step);
            prop_assert!(grid.holds(load));
            prop_assert_eq!(grid.floor(load), load);
            prop_assert_eq!(grid.ceil(load), load);
        }
    }

    /// LD-2: rounding twice is rounding once, and a heavier wish never gives a lighter load.
    #[test]
    fn rounding_is_idempotent_and_monotone(grid in grid(), a in 0i64..500_000, b in 0i64..500_000) {
        let (light, heavy) = (Grams(a.min(b)), Grams(a.max(b)));
        let roundings: [fn(&Grid, Grams) -> Grams; 4] = [
            Grid::floor,
            Grid::ceil,
            |grid, load| grid.nearest(load, Tie::Down),
            |grid, load| grid.nearest(load, Tie::Up),
        ];
        for round in roundings {
            let rounded = round(&grid, light);
            prop_assert!(grid.holds(rounded));
            prop_assert_eq!(round(&grid, rounded), rounded);
            prop_assert!(rounded <= round(&grid, heavy));
        }
    }

    /// GL-2: the other unit and back is the same grid point.
    #[test]
    fn a_grid_point_survives_the_other_unit(hundredths in 0i64..100_000) {
        let stored = Grams::from_display(Hundredths(hundredths), MassUnit::Lb);
        prop_assert_eq!(Grams::from_display(stored.display(MassUnit::Lb), MassUnit::Lb), stored);
        let kilograms = stored.display(MassUnit::Kg);
        prop_assert!((Grams::from_display(kilograms, MassUnit::Kg).0 - stored.0).abs() <= 5);
    }

    /// ND-1: an amount prints as it is read.
    #[test]
    fn amounts_read_back(millionths in 0i64..10_000_000_000_000) {
        let amount = Amount(millionths);
        prop_assert_eq!(Amount::parse(&amount.to_string()), Ok(amount));
    }

    /// GL-6: an instant prints as it is read.
    #[test]
    fn instants_read_back(millis in 0i64..4_102_444_800_000) {
        let instant = Instant::from_millis(millis).expect("within range");
        prop_assert_eq!(instant.to_string().parse::<Instant>(), Ok(instant));
    }

    /// PV-4: spreading loses nothing and keeps the sets within one of each other.
    #[test]
    fn spread_keeps_the_volume(volume in 0u32..5000, sets in 1u32..20) {
        let spread = spread(volume, sets);
        prop_assert_eq!(spread.iter().sum::<u32>(), volume);
        prop_assert!(spread.is_sorted_by(|a, b| a >= b));
        if let (Some(first), Some(last)) = (spread.first(), spread.last()) {
            prop_assert!(first - last <= 1 && *last >= 1);
        }
    }

    /// P-4: there is no effort outside of 1 to 10, in code or in files.
    #[test]
    fn rpe_is_bounded(tenths in -1000i64..1000) {
        let valid = (10..=100).contains(&tenths);
        prop_assert_eq!(Rpe::new(tenths).is_ok(), valid);
        prop_assert_eq!(serde_json::from_value::<Rpe>(tenths.into()).is_ok(), valid);
    }

    /// EX-1: a key is what its pattern says, and nothing else.
    #[test]
    fn keys_follow_their_pattern(text in "[a-zA-Z0-9_ -]{0,60}") {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let valid = (2..=48).contains(&text.len()) && text.chars().all(allowed);
        prop_assert_eq!(Key::<Exercise>::new(&text).is_ok(), valid);
    }

    /// EX-2: whatever is typed, it is a known area or an error that names it; never a panic, never a guess.
    #[test]
    fn typed_areas_are_known_or_refused(typed in "\\PC{0,20}") {
        match BodyArea::read(&typed) {
            Ok(read) => prop_assert!(!read.areas.is_empty()),
            Err(unknown) => prop_assert_eq!(unknown.found, typed),
        }
    }

    /// PV-4: the constructor accepts exactly the prescriptions that the table allows.
    #[test]
    fn prescriptions_are_valid_or_refused(
        low in 0u32..110, high in 0u32..110, target in 0u32..110, rest in 0u32..1000,
        reps in prop::option::of(0u32..110), seconds in prop::option::of(0u32..7300), load in -10i64..1_000_010,
    ) {
        let set = SetPrescription {
            set_id: SetId::derive(&["0"]), index: 0, kind: SetType::Working, reps, seconds, meters: None,
            per: Per::Both, load_g: Some(Grams(load)), rest_s: rest, rpe: None,
        };
        let prescription = Prescription {
            rep_policy: RepPolicy { mode: RepMode::Range, low, high, target },
            rest_policy: RestPolicy { mode: RestMode::AllSame, seconds: rest },
            sets: vec![set], level_ref: None, effort_target: None, cues: vec![],
        };
        let one_target = match (reps, seconds) {
            (Some(reps), None) => (1..=100).contains(&reps),
            (None, Some(seconds)) => (1..=7200).contains(&seconds),
            _ => false,
        };
        let valid = 1 <= low && low <= high && high <= 100 && (1..=100).contains(&target)
            && rest <= 900 && (0..=1_000_000).contains(&load) && one_target;
        prop_assert_eq!(Valid::new(prescription).is_ok(), valid);
    }

    /// EX-1: bounds of an exercise hold whatever numbers are written into its file.
    #[test]
    fn exercises_are_valid_or_refused(
        fatigue in 0u8..8, sfr in 0u8..8, low in 0u32..60, high in 0u32..60, seconds in 0u32..4000, share in 0u8..12,
    ) {
        let mut exercise: Exercise = serde_json::from_str(exercise::EXAMPLE).expect("the example reads");
        (exercise.fatigue_cost, exercise.sfr_score) = (fatigue, sfr);
        (exercise.rep_min, exercise.rep_max, exercise.time_per_set_s) = (low, high, Some(seconds));
        exercise.muscles.secondary.insert(Muscle::Triceps, share);
        let five = |score: u8| (1..=5).contains(&score);
        let valid = five(fatigue) && five(sfr) && 1 <= low && low <= high && high <= 50
            && (10..=3600).contains(&seconds) && matches!(share, 3 | 5);
        prop_assert_eq!(Valid::new(exercise).is_ok(), valid);
    }
}

#[test]
fn every_schema_accepts_its_own_example_and_refuses_an_unknown_field() {
    assert!(DOCUMENTS.is_sorted_by_key(|document| document.name), "documents are listed by name");
    for document in DOCUMENTS {
        let schema = (document.schema)();
        let validator = jsonschema::draft202012::new(&schema).expect(document.name);
        let mut example: serde_json::Value = serde_json::from_str(document.example).expect(document.name);
        let breaches: Vec<_> = validator.iter_errors(&example).map(|error| error.to_string()).collect();
        assert!(breaches.is_empty(), "{}: {breaches:?}", document.name);
        example["no_such_field"] = true.into();
        assert!(!validator.is_valid(&example), "{} takes unknown fields", document.name);
    }
}
