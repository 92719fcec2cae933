//! Properties of loads (VF-5, VF-6): rounding, units, plates, ramps, and what a load may never do.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use std::collections::BTreeSet;

use domain::{
    exercise::{Exercise, Implement, LoadSemantics, TrainingAge},
    grid::{Grid, Tie},
    law::Valid,
    quantity::{Grams, Hundredths, MassUnit},
    time::Instant,
};
use proptest::{prelude::*, sample::select};
use training::{
    load::{
        Sense,
        assign::{Assignment, LoadSource, PlanLoad, Sources, Target, assign},
        estimate::{Evidence, PastSet, Range, Window},
        hint::{Body, Sex},
        inventory::{Inventory, PlatePairs},
        iron::Iron,
        layer::{FatigueLayer, Layers},
        ramp::{RampKind, ramp},
    },
    tuning::Tuning,
};

const IMPLEMENTS: &[Implement] = &[
    Implement::Barbell,
    Implement::EzBar,
    Implement::TrapBar,
    Implement::Smith,
    Implement::Dumbbell,
    Implement::Kettlebell,
    Implement::Cable,
    Implement::Machine,
    Implement::Plate,
];

const RANGE: Range = Range::new(6, 10);

fn exercise(implement: Implement, semantics: LoadSemantics) -> Exercise {
    let mut exercise: Exercise = serde_json::from_str(domain::exercise::EXAMPLE).unwrap();
    exercise.implement = implement;
    exercise.load_semantics = semantics;
    exercise
}

fn lift(implement: Implement) -> Exercise {
    exercise(implement, LoadSemantics::External)
}

fn units() -> impl Strategy<Value = MassUnit> {
    select(MassUnit::ALL)
}

fn loads() -> impl Strategy<Value = Grams> {
    (0i64..400_000).prop_map(Grams)
}

fn grid_of(unit: MassUnit, exercise: &Exercise) -> &'static Grid {
    Iron::standard(unit).grid_for(exercise).unwrap()
}

fn plates() -> impl Strategy<Value = Vec<PlatePairs>> {
    let plate = (1i64..=30, 0u32..=3)
        .prop_map(|(quarters, pairs)| PlatePairs { h: Hundredths(quarters * 125), pairs });
    prop::collection::vec(plate, 1..=4)
}

/// Every sum of one side, by trying all.
fn all_sums(plates: &[PlatePairs]) -> BTreeSet<i64> {
    plates.iter().fold(BTreeSet::from([0]), |sums, plate| {
        sums.iter()
            .flat_map(|sum| (0..=i64::from(plate.pairs)).map(move |count| sum + count * plate.h.0))
            .collect()
    })
}

proptest! {
    #[test]
    fn ld_2_rounding_is_idempotent_and_monotone(
        unit in units(), implement in select(IMPLEMENTS), (one, other) in (loads(), loads()),
    ) {
        let grid = grid_of(unit, &lift(implement));
        for sense in [Sense::Load, Sense::Assistance] {
            let once = sense.fit(grid, one);
            let twice = sense.fit(grid, once.load);
            prop_assert!(grid.holds(once.load));
            prop_assert_eq!(twice.load, once.load);
            prop_assert_eq!(twice.warning, None);
            let (low, high) = (one.min(other), one.max(other));
            prop_assert!(sense.fit(grid, low).load <= sense.fit(grid, high).load);
            // Never to the harder side, unless the iron ends there.
            prop_assert!(once.warning.is_some() || !sense.is_harder(
                Grams::from_display(once.load.display(unit), unit),
                Grams::from_display(one.display(unit), unit),
            ));
        }
    }

    #[test]
    fn vf_5_a_grid_point_survives_the_other_unit(implement in select(IMPLEMENTS), at in 0usize..400) {
        let grid = grid_of(MassUnit::Kg, &lift(implement));
        let step = grid.steps()[at % grid.steps().len()];
        let grams = Grams::from_display(step, MassUnit::Kg);
        let back = Grams::from_display(grams.display(MassUnit::Lb), MassUnit::Lb);
        prop_assert_eq!(back.display(MassUnit::Kg), step);
        prop_assert_eq!(grid.nearest(back, Tie::Down), grams);
        // And a pound is a pound again.
        let pounds = grid_of(MassUnit::Lb, &lift(implement));
        let step = pounds.steps()[at % pounds.steps().len()];
        prop_assert_eq!(Grams::from_display(step, MassUnit::Lb).display(MassUnit::Lb), step);
    }

    #[test]
    fn ld_2_bar_loads_are_exactly_the_sums_of_the_plates(plates in plates(), bar in 1i64..3000) {
        let inventory = Valid::new(Inventory {
            unit: MassUnit::Kg,
            bars: [("barbell".to_owned(), Hundredths(bar))].into(),
            plates: plates.clone(),
            dumbbells: vec![],
            kettlebells: vec![],
            stacks: [].into(),
        }).unwrap();
        let iron = Iron::new(MassUnit::Kg, Some(&inventory), &[] as &[&str]);
        let bench = lift(Implement::Barbell);
        let grid = iron.grid_for(&bench).unwrap();
        let expected: Vec<_> = all_sums(&plates).into_iter().map(|side| Hundredths(bar + 2 * side)).collect();
        prop_assert_eq!(grid.steps(), expected);
        for &step in grid.steps() {
            let loading = iron.plates_per_side(&bench, Grams::from_display(step, MassUnit::Kg)).unwrap();
            let side: i64 = loading.plates.iter().map(|plate| plate.0).sum();
            prop_assert_eq!(loading.bar.0 * 10 + 2 * side, step.0 * 10);
            prop_assert!(loading.plates.is_sorted_by(|one, next| one >= next));
        }
    }

    #[test]
    fn ld_8_ramp_loads_rise_and_stay_below_ninety_percent(
        unit in units(), implement in select(IMPLEMENTS), load in loads(), first in any::<bool>(),
    ) {
        let lift = lift(implement);
        let grid = grid_of(unit, &lift);
        let ramp = ramp(&lift, grid, Some(load), if first { RampKind::First } else { RampKind::Further });
        prop_assert!(ramp.is_sorted_by(|one, next| one.load < next.load));
        prop_assert!(ramp.iter().all(|set| grid.holds(set.load)));
        prop_assert!(ramp.iter().all(|set| set.load.display(unit).0 * 10 < load.display(unit).0 * 9));
    }
}

fn now() -> Instant {
    "2026-03-07T18:00:00Z".parse().unwrap()
}

fn layers() -> impl Strategy<Value = Layers> {
    let fatigue = (0i64..=2, select(&[85i64, 95, 100, 105][..]))
        .prop_map(|(rir_shift, load_cap_pct)| FatigueLayer { rir_shift, load_cap_pct });
    (any::<bool>(), 1u8..=5, prop::option::of(14u32..100), prop::option::of(fatigue)).prop_map(
        |(deload, readiness, break_days, fatigue)| Layers { deload, readiness, break_days, fatigue },
    )
}

/// A session in which the last set failed, all sets with loads of the grid; and sessions before it.
fn failed_past(grid: &'static Grid) -> impl Strategy<Value = Vec<PastSet>> {
    let at_step =
        move |step: usize| Grams::from_display(grid.steps()[step % grid.steps().len()], grid.unit());
    let set = (1i64..60, 0usize..200, 1u32..15).prop_map(move |(days, step, amount)| PastSet {
        at: Instant::from_millis(now().millis() - days * 86_400_000).unwrap(),
        deload: false,
        amount,
        load: Some(at_step(step)),
        rpe: None,
        low: None,
        rpe_target: None,
        stopped_for_pain: false,
    });
    let newest = (0usize..200, 0u32..6).prop_map(move |(step, amount)| PastSet {
        at: now(),
        deload: false,
        amount,
        load: Some(at_step(step)),
        rpe: None,
        low: Some(6),
        rpe_target: None,
        stopped_for_pain: false,
    });
    (prop::collection::vec(set, 0..6), newest).prop_map(|(mut sets, newest)| {
        sets.push(newest);
        sets
    })
}

/// The sources of an exercise with this past: by index the plan, the history, the baseline or a person.
fn assigned(
    exercise: &Exercise,
    grid: &Grid,
    past: &[PastSet],
    known: Grams,
    which: u8,
    layers: &Layers,
) -> Assignment {
    let window = Window { now: now(), days: 90, bodyweight: None };
    let evidence = Evidence::of(exercise, RANGE, past.iter().copied(), &window);
    let body = Body { weight: None, sex: Sex::Unknown, training_age: TrainingAge::Advanced };
    let mut sources =
        Sources { over: None, plan_item: None, evidence, baseline: Some(known), donors: &[], body };
    match which {
        0 => sources.plan_item = Some(PlanLoad { load: known, range: None }),
        1 => (),
        2 => sources.evidence.best = None,
        _ => sources.over = Some(known),
    }
    let target = Target { range: RANGE, reserve: 2, backoff_pct: Some(90) };
    assign(exercise, Some(grid), &target, &sources, layers, &Tuning::default())
}

fn standard(semantics: LoadSemantics) -> (Exercise, &'static Grid) {
    let exercise = exercise(Implement::Machine, semantics);
    let grid = grid_of(MassUnit::Kg, &exercise);
    (exercise, grid)
}

proptest! {
    #[test]
    fn ld_7_no_source_but_a_person_raises_the_load_after_a_failure(
        assistance in any::<bool>(),
        past in failed_past(grid_of(MassUnit::Kg, &lift(Implement::Machine))),
        known in loads(), which in 0u8..3, layers in layers(),
    ) {
        let semantics = if assistance { LoadSemantics::Assistance } else { LoadSemantics::External };
        let (exercise, grid) = standard(semantics);
        let failed = past.last().unwrap().load.unwrap();
        let assignment = assigned(&exercise, grid, &past, known, which, &layers);
        let load = assignment.load.unwrap();
        prop_assert!(!Sense::of(&exercise).is_harder(load, failed), "{load:?} after {failed:?}");
        prop_assert!(assignment.backoff.is_none_or(|later| !Sense::of(&exercise).is_harder(later, load)));
    }

    #[test]
    fn ld_6_the_deload_factor_applies_once(
        known in loads(), readiness in 1u8..=5, days in prop::option::of(14u32..100),
    ) {
        // AR-1: a plan holds no working load of nothing, and three quarters of nothing change nothing.
        prop_assume!(known > Grams(0));
        let (exercise, grid) = standard(LoadSemantics::External);
        let layers = Layers { deload: true, readiness, break_days: days, fatigue: None };
        let deload = assigned(&exercise, grid, &[], known, 0, &layers);
        prop_assert_eq!(deload.load, Some(grid.floor(Grams(known.0 * 75 / 100))));
    }

    #[test]
    fn ld_6_layers_only_lighten_and_what_they_change_is_on_the_grid(
        past in failed_past(grid_of(MassUnit::Kg, &lift(Implement::Machine))),
        known in loads(), which in 0u8..4, layers in layers(),
    ) {
        let (exercise, grid) = standard(LoadSemantics::External);
        let usual = assigned(&exercise, grid, &past, known, which, &Layers::default());
        let today = assigned(&exercise, grid, &past, known, which, &layers);
        let is_said = matches!(today.source, Some(LoadSource::Override | LoadSource::PlanItem));
        prop_assert!((is_said && today.load == Some(known)) || grid.holds(today.load.unwrap()));
        // A deload in the middle of history starts from the last load, which may be above the estimate.
        if !(layers.deload && which == 1) && known >= grid.lightest() {
            prop_assert!(today.load <= usual.load, "{today:?} above {usual:?}");
        }
    }

    #[test]
    fn vf_5_the_order_of_the_past_does_not_matter(
        past in failed_past(grid_of(MassUnit::Kg, &lift(Implement::Machine))), turn in 0usize..6,
    ) {
        let (exercise, _) = standard(LoadSemantics::External);
        let window = Window { now: now(), days: 90, bodyweight: None };
        let read = |sets: &[PastSet]| Evidence::of(&exercise, RANGE, sets.iter().copied(), &window);
        let mut turned = past.clone();
        turned.rotate_left(turn % past.len());
        prop_assert_eq!(read(&past), read(&turned));
        turned.reverse();
        prop_assert_eq!(read(&past), read(&turned));
    }
}
