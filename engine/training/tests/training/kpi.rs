//! what holds for the figures of every history.

use domain::{
    anatomy::Muscle,
    session::{Intent, SelectionMode},
    time::{DateSpan, LocalDate, add_days},
};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use training::{
    kpi::{
        Dims, Figure, Rate,
        session::{self, Generated, SessionFacts},
        volume::{self, MuscleWeek, WeekFacts},
    },
    muscles::MuscleSet,
};

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 256,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_260_302),
        ..ProptestConfig::default()
    }
}

fn first() -> LocalDate {
    "2026-01-01".parse().unwrap()
}

/// A session as stored facts may tell it: what was not started was not done, and no more is swapped than there was.
fn generated() -> impl Strategy<Value = Generated> {
    let flags = (any::<[bool; 6]>(), 0..40_u32, 0..40_u32, 0..12_u32, 0..12_u32, 0..5_u32);
    let place = (0..84_i64, select(SelectionMode::ALL), proptest::option::of(select(Intent::ALL)));
    (place, flags).prop_map(
        |((day, mode, intent), (is, planned_sets, performed_sets, exercises, swaps, pain))| {
            let [is_due, is_started, is_done, edited, target, troubled] = is;
            let facts = SessionFacts {
                is_due,
                is_started,
                is_edited_before_start: edited,
                is_target_edited_before_start: target,
                exercises,
                substituted: swaps.min(exercises),
                is_done: is_started && is_done,
                planned_sets,
                performed_sets,
                has_pain: troubled,
                has_conflict: edited && troubled,
                pain_exclusions: pain,
            };
            Generated { date: add_days(first(), day), mode, intent, facts }
        },
    )
}

fn week() -> impl Strategy<Value = WeekFacts> {
    let muscle = (select(Muscle::ALL), 0..200_i64, 0..400_i64, 0..400_i64);
    let muscles = proptest::collection::vec(muscle, 1..6);
    (0..84_i64, select(SelectionMode::ALL), select(Intent::ALL), muscles).prop_map(
        |(day, mode, intent, muscles)| {
            let own: MuscleSet = muscles.iter().map(|(muscle, ..)| *muscle).collect();
            let muscle = |(muscle, target, planned, done)| (muscle, MuscleWeek { target, planned, done });
            WeekFacts {
                last: add_days(first(), day),
                mode,
                intents: vec![(intent, own)],
                muscles: muscles.into_iter().map(muscle).collect(),
            }
        },
    )
}

fn window(from: i64, to: i64) -> DateSpan {
    DateSpan { from: add_days(first(), from), to: add_days(first(), to) }
}

/// The count of a figure, nothing where it is absent.
fn count(figures: &[Figure], name: &str, dims: Dims) -> Rate {
    let found = figures.iter().find(|figure| figure.name == name && figure.dims == dims);
    found.map_or_else(Rate::default, |figure| figure.rate)
}

/// Every figure of the whole window is the sum of those of its two parts.
fn add_up(whole: &[Figure], before: &[Figure], after: &[Figure]) -> Result<(), TestCaseError> {
    for figure in whole {
        let part = |figures| count(figures, figure.name, figure.dims);
        prop_assert_eq!(figure.rate, part(before) + part(after), "{} {:?}", figure.name, figure.dims);
    }
    prop_assert!(before.iter().chain(after).all(|one| count(whole, one.name, one.dims).denominator > 0));
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_36_a_window_of_sessions_is_the_sum_of_its_parts_and_rates_are_shares(
        sessions in proptest::collection::vec(generated(), 0..40),
        cut in 0..83_i64,
    ) {
        let whole = session::figures(&sessions, window(0, 83));
        let before = session::figures(&sessions, window(0, cut));
        add_up(&whole, &before, &session::figures(&sessions, window(cut + 1, 83)))?;
        for Figure { name, rate, .. } in whole {
            prop_assert!(rate.denominator > 0, "{} has nothing to count", name);
            let is_share = name != "painExclusionsPerSession";
            prop_assert!(rate.numerator >= 0 && (!is_share || rate.numerator <= rate.denominator), "{} {}", name, rate);
        }
    }

    #[test]
    fn a_36_a_window_of_weeks_is_the_sum_of_its_parts_and_rates_are_shares(
        weeks in proptest::collection::vec(week(), 0..20),
        cut in 0..83_i64,
    ) {
        let whole = volume::figures(&weeks, window(0, 83));
        let before = volume::figures(&weeks, window(0, cut));
        add_up(&whole, &before, &volume::figures(&weeks, window(cut + 1, 83)))?;
        for Figure { name, rate, .. } in whole {
            prop_assert!((0..=rate.denominator).contains(&rate.numerator), "{} {}", name, rate);
        }
    }
}
