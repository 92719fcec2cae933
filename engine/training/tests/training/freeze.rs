//! Frozen targets (PV-5): difficulty, modifiers and overrides on the numbers of a plan.

use domain::{
    change::{Change, Field, Target, Value},
    exercise::{Exercise, ExerciseKey},
    id::{Id, TraceId},
    law::Valid,
    plan::{PlanItem, ProgressionMode},
    prescription::SetPrescription,
    quantity::{Grams, MassUnit, Rpe},
    reason::{Reason, ReasonCode},
    session::{FrozenTargets, SessionId},
    spec::SpecId,
    time::Instant,
    wellbeing::{ModifierScope, SessionModifier},
};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use training::{
    catalog::Catalog,
    freeze::{Finished, NEXT_SESSION, Origin, Start, consumed, frozen},
    load::iron::Iron,
};

fn at() -> Instant {
    "2026-03-02T18:00:00Z".parse().unwrap()
}

fn trace() -> TraceId {
    TraceId::try_from("01J0000000000000000000TEST".to_owned()).unwrap()
}

fn session_id() -> SessionId {
    Id::derive(&["session"])
}

fn exercise(key: &str) -> &'static Exercise {
    Catalog::embedded().get(&key.parse().unwrap()).unwrap()
}

/// Working sets of these reps, each with this load.
fn item(mode: ProgressionMode, key: &str, reps: &[u32], load: Option<i64>) -> PlanItem {
    let mut item: PlanItem = serde_json::from_str(domain::plan::ITEM_EXAMPLE).unwrap();
    let model = item.prescription.sets[0].clone();
    let sets = (0..).zip(reps).map(|(index, &reps)| SetPrescription {
        set_id: Id::derive(&["set", &u32::to_string(&index)]),
        index,
        reps: Some(reps),
        load_g: load.map(Grams),
        ..model.clone()
    });
    item.prescription.sets = sets.collect();
    item.prescription.effort_target = Rpe::new(80).ok();
    (item.progression_mode, item.exercise_key) = (mode, key.parse().unwrap());
    item
}

fn pull_up(reps: &[u32]) -> PlanItem {
    item(ProgressionMode::Ladder, "pull_up", reps, None)
}

fn modifier(scope: ModifierScope, target: &str, volume_pct: u8) -> SessionModifier {
    let trace_id = trace();
    let origin = Origin { athlete_id: Id::derive(&["athlete"]), trace_id: &trace_id, at: at() };
    origin.lighter(scope, target.to_owned(), volume_pct, Reason::new(ReasonCode::Skip, SpecId::new("P-16")))
}

/// A modifier of the whole next session.
fn next(volume_pct: u8) -> SessionModifier {
    modifier(ModifierScope::Session, NEXT_SESSION, volume_pct)
}

fn freeze(item: &PlanItem, modifiers: &[SessionModifier]) -> FrozenTargets {
    let exercise = exercise(item.exercise_key.as_str());
    let grid = Iron::standard(MassUnit::Kg).grid_for(exercise);
    let start = Start { session_id: session_id(), at: at(), item, exercise, grid };
    frozen(&start, modifiers)
}

fn reps(targets: &FrozenTargets) -> Vec<u32> {
    targets.prescription.working_sets().filter_map(SetPrescription::amount).collect()
}

fn loads(targets: &FrozenTargets) -> Vec<i64> {
    targets.prescription.sets.iter().filter_map(|set| Some(set.load_g?.0)).collect()
}

#[test]
fn ar_6_volume_is_cut_and_spread_over_the_same_sets() {
    let targets = freeze(&pull_up(&[6, 6, 6, 6]), &[next(70)]);
    assert_eq!(reps(&targets), [4, 4, 4, 4]);
    assert_eq!((targets.plan_volume, targets.volume_pct, targets.load_pct), (24, 70, 100));
    // P-8, V5: 30 becomes 21 in the re-entry session.
    assert_eq!(reps(&freeze(&pull_up(&[10, 10, 10]), &[next(70)])), [7, 7, 7]);
    assert_eq!(reps(&freeze(&pull_up(&[1, 1, 1]), &[next(50)])), [1]);
    assert_eq!(reps(&freeze(&pull_up(&[1]), &[next(10)])), [1]);
}

#[test]
fn ar_6_of_several_modifiers_the_strictest_counts_and_they_are_not_multiplied() {
    let item = pull_up(&[6, 6, 6, 6]);
    let id = item.item_id.to_string();
    let all =
        [next(90), modifier(ModifierScope::Item, &id, 70), modifier(ModifierScope::Exercise, "pull_up", 80)];
    assert_eq!(freeze(&item, &all), freeze(&item, &[next(70)]));
    let column = |change: fn(&mut SessionModifier)| {
        let mut own = next(100);
        change(&mut own);
        own
    };
    let mixed = [
        column(|own| own.load_pct = 90),
        column(|own| own.load_pct = 80),
        column(|own| own.rpe_delta = -5),
        column(|own| own.rpe_delta = -10),
    ];
    let bench = crate::freeze::item(ProgressionMode::Load, "bench_press", &[6, 6], Some(100_000));
    let targets = freeze(&bench, &mixed);
    assert_eq!((loads(&targets), targets.load_pct), (vec![80_000, 80_000], 80));
    assert_eq!(targets.prescription.effort_target, Rpe::new(70).ok());
    assert_eq!(targets.prescription.sets[0].rpe, Rpe::new(70).ok());
}

#[test]
fn ar_6_load_items_lose_sets_from_the_end_and_keep_their_reps() {
    let left = |sets: usize| {
        let bench = item(ProgressionMode::Load, "bench_press", &[8, 7, 6, 5, 4][..sets], Some(60_000));
        reps(&freeze(&bench, &[next(70)]))
    };
    assert_eq!(left(3), [8, 7]);
    assert_eq!(left(4), [8, 7, 6]);
    assert_eq!(left(5), [8, 7, 6, 5]);
    assert_eq!(left(2), [8]);
    assert_eq!(left(1), [8]);
}

#[test]
fn ar_6_warm_ups_stay_and_the_places_are_counted_anew() {
    let mut bench = item(ProgressionMode::Load, "bench_press", &[5, 6, 6, 6], Some(60_000));
    bench.prescription.sets[0].kind = domain::prescription::SetType::Warmup;
    let targets = freeze(&bench, &[next(50)]);
    let shown: Vec<_> = targets.prescription.sets.iter().map(|set| (set.index, set.kind.as_str())).collect();
    assert_eq!(shown, [(0, "warmup"), (1, "working"), (2, "working")]);
    assert!(Valid::new(targets.prescription).is_ok());
}

#[test]
fn ar_6_difficulty_comes_before_the_percentage() {
    let mut item = pull_up(&[6, 6, 6, 6]);
    item.difficulty = 105;
    assert_eq!(reps(&freeze(&item, &[])), [7, 7, 6, 6]);
    assert_eq!(freeze(&item, &[]).volume_pct, 100);
    // ⌈24 × 1.05⌉ = 26, and 70 % of it 18.
    assert_eq!(reps(&freeze(&item, &[next(70)])), [5, 5, 4, 4]);
    assert_eq!(freeze(&item, &[next(70)]).plan_volume, 24);
}

#[test]
fn ar_6_sets_delta_and_volume_do_not_add_up() {
    let mut two_less = next(100);
    two_less.sets_delta = -2;
    let four = pull_up(&[6, 6, 6, 6]);
    assert_eq!(reps(&freeze(&four, std::slice::from_ref(&two_less))), [6, 6]);
    assert_eq!(reps(&freeze(&four, &[two_less.clone(), next(90)])), [6, 6]);
    assert_eq!(reps(&freeze(&four, &[two_less.clone(), next(40)])), [5, 4]);
    let bench = item(ProgressionMode::Load, "bench_press", &[6, 6, 6, 6], Some(60_000));
    assert_eq!(reps(&freeze(&bench, &[two_less.clone(), next(70)])), [6, 6]);
    assert_eq!(reps(&freeze(&pull_up(&[6]), &[two_less])), [6]);
}

#[test]
fn ar_6_the_load_is_rounded_down_once_on_the_athletes_grid() {
    let mut lighter = next(100);
    lighter.load_pct = 90;
    let modifiers = [lighter];
    let bench = |load| item(ProgressionMode::Load, "bench_press", &[6], Some(load));
    assert_eq!(loads(&freeze(&bench(62_500), &modifiers)), [55_000]);
    assert_eq!(loads(&freeze(&bench(20_000), &modifiers)), [20_000], "the bar is the least there is");
    // What was typed off the grid stays as it is while nothing acts on it, and never gets heavier.
    assert_eq!(loads(&freeze(&bench(61_300), &[])), [61_300]);
    assert_eq!(loads(&freeze(&bench(10_000), &modifiers)), [10_000]);
}

#[test]
fn ar_6_less_load_is_more_assistance() {
    let assisted = Catalog::embedded()
        .exercises()
        .iter()
        .find(|exercise| exercise.load_semantics == domain::exercise::LoadSemantics::Assistance)
        .unwrap();
    let mut lighter = next(100);
    lighter.load_pct = 90;
    let item = item(ProgressionMode::Load, assisted.id.as_str(), &[6], Some(20_000));
    // 20 kg / 0.9 = 22.3 kg, and the next pin above is 25.
    assert_eq!(loads(&freeze(&item, &[lighter])), [25_000]);
}

#[test]
fn ar_6_a_modifier_acts_on_its_target_alone_and_while_it_lasts() {
    let item = pull_up(&[6, 6, 6, 6]);
    let other = Id::<PlanItem>::derive(&["other"]).to_string();
    let this = session_id().to_string();
    let elsewhere = [
        modifier(ModifierScope::Item, &other, 50),
        modifier(ModifierScope::Exercise, "dip", 50),
        modifier(ModifierScope::Session, &other, 50),
        SessionModifier { expires_at: at(), created_at: at().minus_seconds(60), ..next(50) },
        SessionModifier { created_at: at().plus_seconds(60), ..next(50) },
    ];
    assert_eq!(reps(&freeze(&item, &elsewhere)), [6, 6, 6, 6]);
    assert_eq!(reps(&freeze(&item, &[modifier(ModifierScope::Session, &this, 50)])), [3, 3, 3, 3]);
}

#[test]
fn ar_6_a_modifier_lasts_28_days_and_one_session_and_its_id_follows_from_its_cause() {
    let made = next(70);
    assert_eq!(made.expires_at, at().plus_seconds(28 * 86_400));
    assert_eq!((made.sessions_left, made.id), (1, next(70).id));
    assert_ne!(made.id, modifier(ModifierScope::Exercise, "dip", 70).id);
    assert!(Valid::new(made).is_ok());
}

#[test]
fn ar_6_a_done_session_uses_modifiers_up() {
    let item = pull_up(&[6, 6]);
    let id = item.item_id.to_string();
    let twice = SessionModifier { sessions_left: 2, ..modifier(ModifierScope::Item, &id, 70) };
    let other = modifier(ModifierScope::Exercise, "dip", 70);
    let old = SessionModifier { created_at: at().minus_seconds(60), expires_at: at(), ..next(60) };
    let modifiers = [twice.clone(), other.clone(), next(90), old];
    let key: ExerciseKey = "pull_up".parse().unwrap();
    let done = [(Some(item.item_id), key)];
    let finished = Finished { session_id: session_id(), started_at: at(), done: &done };
    let once = SessionModifier { sessions_left: 1, ..twice.clone() };
    assert_eq!(consumed(&modifiers, &finished), [once, other.clone()]);
    // What was skipped used nothing up.
    let skipped = Finished { done: &[], ..finished };
    assert_eq!(consumed(&modifiers, &skipped), [twice, other, next(90)]);
}

#[test]
fn pv_5_without_modifiers_the_plan_is_frozen_as_it_is() {
    for item in [pull_up(&[8, 7, 6]), item(ProgressionMode::Load, "bench_press", &[6, 6], Some(60_000))] {
        let targets = freeze(&item, &[]);
        assert_eq!(targets.prescription, item.prescription);
        assert_eq!(
            (targets.plan_volume, targets.volume_pct, targets.load_pct),
            (item.prescription.volume(), 100, 100)
        );
    }
}

#[test]
fn ov_2_the_persons_value_is_frozen_and_modifiers_act_on_it() {
    let mut item = pull_up(&[6, 6, 6, 6]);
    let mut put = |new: i64| {
        let old = item.value(None, Field::SetCount).unwrap();
        let target = Target { item_id: item.item_id, set_id: None };
        let change = Change { target, field: Field::SetCount, old, new: Value::Number(new) };
        item.apply(&[change], &trace()).unwrap();
    };
    // The default was 4×6, the engine made it 5×6, the athlete 3×6.
    put(5);
    put(3);
    assert_eq!(reps(&freeze(&item, &[])), [6, 6, 6]);
    assert_eq!(reps(&freeze(&item, &[next(70)])), [4, 4, 4]);
}

#[test]
fn pv_4_a_frozen_set_stays_within_its_law() {
    let mut item = pull_up(&[100, 100]);
    item.difficulty = 110;
    let targets = freeze(&item, &[]);
    assert_eq!(reps(&targets), [100, 100]);
    assert!(Valid::new(targets.prescription).is_ok());
}

fn any_modifier() -> impl Strategy<Value = SessionModifier> {
    (10u8..=100, 50u8..=100, -3i8..=0, -30i8..=0).prop_map(|(volume_pct, load_pct, sets_delta, rpe_delta)| {
        SessionModifier { volume_pct, load_pct, sets_delta, rpe_delta, ..next(100) }
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_260_302),
        ..ProptestConfig::default()
    })]

    #[test]
    fn ar_6_frozen_targets_never_exceed_the_plan_and_are_valid(
        amounts in prop::collection::vec(1u32..60, 1..8),
        mode in select(ProgressionMode::ALL),
        load in prop::option::of(1i64..200_000),
        difficulty in select(vec![100u32, 105, 110]),
        modifiers in prop::collection::vec(any_modifier(), 0..4),
    ) {
        let mut item = item(mode, "bench_press", &amounts, load);
        item.difficulty = difficulty;
        let targets = freeze(&item, &modifiers);
        prop_assert!(Valid::new(targets.prescription.clone()).is_ok());
        prop_assert_eq!(targets.plan_volume, item.prescription.volume());
        let plan = training::difficulty::frozen_volume(targets.plan_volume, difficulty);
        prop_assert!(targets.prescription.volume() <= plan);
        prop_assert!(difficulty > 100 || targets.prescription.volume() <= targets.plan_volume);
        prop_assert!(targets.prescription.working_sets().count() >= 1);
        for set in &targets.prescription.sets {
            prop_assert!(set.load_g.map(|load| load.0) <= load);
        }
    }

    #[test]
    fn ar_6_modifiers_never_multiply(
        amounts in prop::collection::vec(1u32..60, 1..8),
        mode in select(ProgressionMode::ALL),
        modifiers in prop::collection::vec(any_modifier(), 1..5),
    ) {
        let item = item(mode, "bench_press", &amounts, Some(80_000));
        let strictest = SessionModifier {
            volume_pct: modifiers.iter().map(|modifier| modifier.volume_pct).min().unwrap(),
            load_pct: modifiers.iter().map(|modifier| modifier.load_pct).min().unwrap(),
            sets_delta: modifiers.iter().map(|modifier| modifier.sets_delta).min().unwrap(),
            rpe_delta: modifiers.iter().map(|modifier| modifier.rpe_delta).min().unwrap(),
            ..next(100)
        };
        let together = freeze(&item, &modifiers);
        prop_assert_eq!(&together, &freeze(&item, &[strictest]));
        let twice: Vec<_> = modifiers.iter().chain(&modifiers).cloned().collect();
        prop_assert_eq!(&together, &freeze(&item, &twice));
    }
}
