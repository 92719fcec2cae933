//! What a row says, and that it says nothing of what came later.

use domain::{
    plan::SlotTime,
    quantity::Rpe,
    reason::Facts,
    session::PerformanceStatus,
    time::Instant,
    voice::{Locale, Voice},
};
use training::miss::{
    attempt::Attempt,
    feature::{Feature, History},
};

use super::population::{DAY_S, MONDAY_S, done, id, setting};

/// An instant so many days after the first Monday.
fn day(days: i64) -> Instant {
    Instant::EPOCH.plus_seconds(MONDAY_S + days * DAY_S)
}

/// Reps and RPE on a day; no reps are a skip.
fn attempt(number: usize, days: i64, reps: u32, rpe: Option<i64>) -> Attempt {
    let mut attempt = done(number, setting(id(1), day(days)), reps);
    attempt.rpe = rpe.and_then(|tenths| Rpe::new(tenths).ok());
    if reps == 0 {
        attempt.status = PerformanceStatus::Skipped;
    }
    attempt
}

fn value(attempts: &[Attempt], days: i64, feature: Feature) -> Option<f64> {
    History::new(attempts).values(&setting(id(1), day(days)))[feature as usize]
}

#[test]
fn p_48_a_miss_is_done_below_ninety_percent_of_the_frozen_volume() {
    let miss = |reps| attempt(1, 0, reps, None).miss();
    assert_eq!((miss(26), miss(27), miss(0)), (Some(true), Some(false), None));
    let mut lightened = attempt(1, 0, 20, None);
    lightened.setting.volume_target = 21;
    assert_eq!(lightened.miss(), Some(false));
    lightened.setting.volume_target = 0;
    assert_eq!(lightened.miss(), None);
}

#[test]
fn p_48_features_are_those_of_the_last_sessions() {
    // Six weeks ago 40 reps on another level, then five times level 2 with a skip before the last.
    let mut attempts = vec![
        attempt(1, 0, 40, Some(90)),
        attempt(2, 28, 33, None),
        attempt(3, 30, 30, Some(70)),
        attempt(4, 32, 24, Some(68)),
        attempt(5, 34, 27, Some(65)),
        attempt(6, 36, 0, None),
        attempt(7, 38, 36, Some(60)),
    ];
    attempts[0].setting.level = Some(3);
    attempts[6].streak_success = 2;
    let found: Vec<_> = [
        Feature::Completion1,
        Feature::Completion2,
        Feature::Completion3,
        Feature::Rpe1,
        Feature::Rpe2,
        Feature::Rpe3,
        Feature::RpeTrend,
        Feature::StreakSuccess,
        Feature::Skips,
        Feature::SinceTargetChange,
    ]
    .map(|feature| value(&attempts, 42, feature).unwrap())
    .into();
    // D = 3 · (60 − 70) + (65 − 68), as in the example of P-47.
    assert_eq!(found, [1.2, 0.9, 0.8, 60.0, 65.0, 68.0, -33.0, 2.0, 1.0, 5.0]);
    let close = |feature, wanted: f64| (value(&attempts, 42, feature).unwrap() - wanted).abs() < 1e-12;
    assert!(close(Feature::DaysSinceLast, 4.0 - 1.0 / 24.0));
    assert!(close(Feature::CompletionMean, (40.0 + 33.0 + 30.0 + 24.0 + 27.0 + 36.0) / 30.0 / 6.0));
    assert!(close(Feature::TargetToBest, 30.0 / 40.0));
    assert!(close(Feature::RecentVolume, 36.0 / ((33.0 + 30.0 + 24.0 + 27.0 + 36.0) / 4.0)));
}

#[test]
fn p_48_windows_end_after_28_and_90_days_and_after_ten_sessions() {
    let old = attempt(1, 0, 60, None);
    assert_eq!(value(std::slice::from_ref(&old), 90, Feature::TargetToBest), Some(0.5));
    assert_eq!(value(std::slice::from_ref(&old), 91, Feature::TargetToBest), None);
    assert_eq!(value(std::slice::from_ref(&old), 28, Feature::RecentVolume), Some(0.0));
    assert_eq!(value(std::slice::from_ref(&old), 29, Feature::RecentVolume), None);
    let mut attempts: Vec<_> =
        (0..10).map(|n| attempt(n + 2, 1 + i64::try_from(n).unwrap(), 30, None)).collect();
    attempts.push(old);
    assert_eq!(value(&attempts, 20, Feature::CompletionMean), Some(1.0));
}

#[test]
fn p_48_what_is_not_known_is_missing() {
    use Feature::{Fatigue, Pain, Position, SinceTargetChange, SlotTime, Type, VolumePct, Weekday};
    let nothing = History::new(&[]).values(&setting(id(1), day(0)));
    let known = Feature::ALL.iter().filter(|feature| nothing[**feature as usize].is_some());
    let known: Vec<_> = known.copied().collect();
    assert_eq!(known, [SinceTargetChange, VolumePct, Fatigue, Pain, Weekday, SlotTime, Position, Type]);
    let four = |last: Option<i64>| {
        let rpe = [Some(70), Some(70), Some(70), last];
        (0..4).map(|n| attempt(n, 2 * i64::try_from(n).unwrap(), 30, rpe[n])).collect::<Vec<_>>()
    };
    assert_eq!(value(&four(Some(70)), 9, Feature::RpeTrend), Some(0.0));
    assert_eq!(value(&four(None), 9, Feature::RpeTrend), None);
    assert_eq!(value(&four(Some(70))[1..], 9, Feature::RpeTrend), None);
}

#[test]
fn p_48_the_day_itself_is_a_feature() {
    let mut morning = setting(id(1), day(2));
    (morning.slot_time, morning.position, morning.fatigue, morning.pain) = (SlotTime::Morning, 4, 1, 2);
    (morning.readiness, morning.sleep_score, morning.volume_pct) = (Some(2), Some(55), 70);
    let values = History::new(&[]).values(&morning);
    let found = |feature: Feature| values[feature as usize];
    assert_eq!(
        [Feature::Weekday, Feature::SlotTime, Feature::Position].map(found),
        [Some(3.0), Some(0.0), Some(4.0)]
    );
    assert_eq!(
        [Feature::Fatigue, Feature::Pain, Feature::Readiness].map(found),
        [Some(1.0), Some(2.0), Some(2.0)]
    );
    assert_eq!([Feature::SleepScore, Feature::VolumePct].map(found), [Some(55.0), Some(70.0)]);
}

#[test]
fn p_48_only_sessions_that_ended_before_the_start_are_read() {
    let known = vec![attempt(1, 0, 30, Some(70)), attempt(2, 2, 27, Some(80))];
    let before = History::new(&known).values(&setting(id(1), day(4)));
    let mut late = attempt(3, 3, 10, Some(100));
    late.finished_at = day(4);
    let mut other = attempt(5, 1, 10, Some(100));
    other.setting.item_id = id(2);
    let more: Vec<_> = known.into_iter().chain([late, attempt(4, 6, 60, None), other]).collect();
    assert_eq!(History::new(&more).values(&setting(id(1), day(4))), before);
}

#[test]
fn p_48_every_feature_has_a_name_in_both_languages() {
    for &locale in Locale::ALL {
        let named = |word: &&&str| Voice::new(locale).text(&format!("miss-{word}"), &Facts::new()).is_none();
        let missing: Vec<_> = Feature::WORDS.iter().chain(&["base_rate"]).filter(named).collect();
        assert!(missing.is_empty(), "{locale}: {missing:?}");
    }
}
