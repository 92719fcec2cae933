//! P-47: how the difficulty of an item follows the effort.

use domain::{
    quantity::Rpe,
    reason::{Fact, ReasonCode},
    voice::{Locale, Voice},
};
use training::difficulty::{Sample, frozen_volume, next_difficulty};

fn window(rpes: &[i64]) -> Vec<Sample> {
    rpes.iter().map(|&rpe| Sample { actual: 24, target: 24, rpe: Rpe::new(rpe).ok() }).collect()
}

/// The new difficulty with the trend behind it.
fn next(current: u32, rpes: &[i64]) -> Option<(u32, ReasonCode, i64)> {
    next_difficulty(current, &window(rpes), false).map(|(difficulty, reason)| {
        let Fact::Count(d) = reason.facts["d"] else { panic!("{reason:?}") };
        (difficulty, reason.code, d)
    })
}

#[test]
fn p_47_falling_effort_raises_by_five_percent() {
    assert_eq!(next(100, &[70, 68, 65, 60]), Some((105, ReasonCode::RpeFalling, -33)));
    assert_eq!(next(105, &[70, 68, 65, 60]), Some((110, ReasonCode::RpeFalling, -33)));
    assert_eq!(next(110, &[70, 68, 65, 60]), None);
    assert_eq!(next(100, &[70, 70, 65, 65]), None);
}

#[test]
fn p_47_the_frozen_volume_is_rounded_up() {
    assert_eq!(frozen_volume(24, 105), 26);
    assert_eq!(domain::prescription::spread(frozen_volume(24, 105), 4), [7, 7, 6, 6]);
    assert_eq!([frozen_volume(24, 100), frozen_volume(20, 110), frozen_volume(30, 110)], [24, 22, 33]);
}

#[test]
fn p_47_rising_effort_lowers_by_five_percent() {
    assert_eq!(next(105, &[60, 65, 70, 75]), Some((100, ReasonCode::RpeRising, 50)));
    assert_eq!(next(110, &[60, 65, 70, 75]), Some((105, ReasonCode::RpeRising, 50)));
    assert_eq!(next(100, &[60, 65, 70, 75]), None);
}

#[test]
fn p_47_four_easy_efforts_raise_without_a_trend() {
    assert_eq!(next(100, &[60, 60, 60, 60]), Some((105, ReasonCode::RpeFalling, 0)));
    assert_eq!(next(100, &[60, 60, 60, 61]), None);
    // Easy, but rising fast: nothing is added.
    assert_eq!(next(100, &[40, 45, 50, 60]), None);
}

#[test]
fn p_47_a_bump_or_a_last_effort_above_seven_is_no_falling_trend() {
    assert_eq!(next(100, &[80, 70, 76, 62]), None);
    assert_eq!(next(100, &[80, 70, 75, 62]), Some((105, ReasonCode::RpeFalling, -49)));
    assert_eq!(next(100, &[95, 90, 80, 71]), None);
}

#[test]
fn p_47_a_hard_or_short_session_lowers_at_once() {
    assert_eq!(next(105, &[81]), Some((100, ReasonCode::RpeRising, 0)));
    assert_eq!(next(105, &[80]), None);
    let short = [Sample { actual: 23, target: 24, rpe: None }];
    assert_eq!(next_difficulty(110, &short, false).unwrap().0, 105);
    assert_eq!(next_difficulty(110, &[], false), None);
}

#[test]
fn p_47_after_a_change_four_new_records_with_effort_are_needed() {
    assert_eq!(next(100, &[70, 66, 60]), None);
    let mut silent = window(&[70, 68, 65, 60]);
    silent[1].rpe = None;
    assert_eq!(next_difficulty(100, &silent, false), None);
    let mut missed = window(&[70, 68, 65, 60]);
    missed[0].actual = 23;
    assert_eq!(next_difficulty(100, &missed, false), None);
}

#[test]
fn p_47_a_vetoing_flag_resets_to_one_hundred() {
    let (difficulty, reason) = next_difficulty(110, &window(&[60, 60, 60, 60]), true).unwrap();
    assert_eq!((difficulty, reason.code), (100, ReasonCode::FlagVeto));
    let said = Voice::new(Locale::En).reason(&reason);
    assert_eq!(said, "back to the plain target while a flag is active");
    assert_eq!(next_difficulty(100, &window(&[60, 60, 60, 60]), true), None);
}

#[test]
fn p_47_the_difficulty_is_always_one_of_three() {
    for current in [100, 105, 110] {
        for code in 0..7u32.pow(4) {
            let rpes = [0, 1, 2, 3].map(|place| 40 + 10 * i64::from(code / 7u32.pow(place) % 7));
            if let Some((difficulty, _, _)) = next(current, &rpes) {
                assert!(matches!(difficulty, 100 | 105 | 110) && difficulty != current, "{rpes:?}");
            }
        }
    }
}
