//! The examples and the edges of the flag rules.

use domain::{
    anatomy::BodyArea,
    error::ErrorCode,
    law::Valid,
    person::ActorKind,
    reason::Facts,
    session::PerformanceStatus,
    time::Instant,
    voice::{Locale, Voice},
    wellbeing::{CheckIn, Flag, FlagKind, FlagSource, MarkKind, ModifierScope, Pain},
};
use training::{
    catalog::Catalog,
    flag::{ClearReason, Event, FlagTuning, Sign, Step, Updated, is_flagged, touches},
};

use super::{Diary, check_in, day, mark, pain, session};

fn report(
    diary: &mut Diary,
    at: Instant,
    exercise: &str,
    rpe: i64,
    marks: &[domain::wellbeing::Mark],
) -> Updated {
    diary.enter(at, &Event::Report(&session(at, exercise, rpe, marks))).unwrap()
}

fn check(diary: &mut Diary, at: Instant, say: impl FnOnce(&mut CheckIn)) -> Updated {
    let mut said = check_in(at);
    say(&mut said);
    diary.enter(at, &Event::CheckIn(&said)).unwrap()
}

fn steps(updated: &Updated) -> Vec<Step> {
    updated.steps.iter().map(|&(_, step)| step).collect()
}

#[test]
fn p_17_technique_lifts_before_the_second_clean_session_of_the_exercise_is_decided() {
    let mut diary = Diary::new();
    assert_eq!(steps(&report(&mut diary, day(0), "dip", 60, &[mark(MarkKind::Technique)])), [Step::Set]);
    let flag = &diary.flags[0];
    assert_eq!((flag.kind, flag.exercise_key.as_ref().unwrap().as_str()), (FlagKind::Technique, "dip"));
    // Other exercises and skipped sessions do not count.
    assert!(steps(&report(&mut diary, day(2), "pull_up", 60, &[])).is_empty());
    let mut skipped = session(day(3), "dip", 60, &[]);
    skipped.items[0].status = PerformanceStatus::Skipped;
    let _ = diary.enter(day(3), &Event::Report(&skipped)).unwrap();
    assert!(steps(&report(&mut diary, day(4), "dip", 60, &[])).is_empty());
    let lifted = report(&mut diary, day(6), "dip", 60, &[]);
    assert_eq!(steps(&lifted), [Step::Cleared]);
    let flag = &lifted.flags[0];
    assert_eq!((flag.until, flag.cleared_by), (Some(day(6)), Some(ActorKind::System)));
    assert_eq!(flag.clear_reason.as_deref(), Some("clean_sessions"));
}

#[test]
fn p_17_the_mark_again_starts_the_count_anew() {
    let mut diary = Diary::new();
    let technique = [mark(MarkKind::Technique)];
    let _ = report(&mut diary, day(0), "dip", 60, &technique);
    let _ = report(&mut diary, day(2), "dip", 60, &[]);
    assert_eq!(steps(&report(&mut diary, day(4), "dip", 60, &technique)), [Step::Renewed]);
    assert!(steps(&report(&mut diary, day(6), "dip", 60, &[])).is_empty());
    assert_eq!(steps(&report(&mut diary, day(8), "dip", 60, &[])), [Step::Cleared]);
    assert_eq!(diary.flags.len(), 1);
}

#[test]
fn p_52_knee_pain_clears_after_two_clean_leg_sessions_and_seven_days() {
    let mut diary = Diary::new();
    let set = report(&mut diary, day(0), "back_squat", 70, &[pain(BodyArea::Knee, 2)]);
    assert_eq!(steps(&set), [Step::Set]);
    // The item itself is made lighter by the decision on it.
    assert!(set.modifiers.is_empty());
    // Thursday: the flag still stands, and the squat touches the knee.
    let squat = Catalog::embedded().get(&"back_squat".parse().unwrap()).unwrap();
    assert!(touches(squat, BodyArea::Knee));
    assert!(steps(&report(&mut diary, day(3), "back_squat", 70, &[])).is_empty());
    assert!(steps(&report(&mut diary, day(5), "back_squat", 70, &[])).is_empty());
    assert!(steps(&diary.enter(day(7).minus_seconds(1), &Event::Time).unwrap()).is_empty());
    assert_eq!(steps(&diary.enter(day(7), &Event::Time).unwrap()), [Step::Cleared]);
    assert!(!is_flagged(&diary.flags, FlagKind::Pain, day(7)));
}

#[test]
fn p_52_sessions_that_do_not_touch_the_area_prove_nothing() {
    let mut diary = Diary::new();
    let _ = report(&mut diary, day(0), "back_squat", 70, &[pain(BodyArea::Knee, 2)]);
    for days in [2, 4, 6, 8] {
        let _ = report(&mut diary, day(days), "cable_curl", 70, &[]);
    }
    assert_eq!(diary.severity(FlagKind::Pain, day(9)), Some(2));
}

#[test]
fn p_52_a_late_report_of_the_mark_does_not_end_the_flag_that_it_repeats() {
    let mut diary = Diary::new();
    let _ = report(&mut diary, day(0), "back_squat", 70, &[pain(BodyArea::Knee, 2)]);
    for days in [2, 4] {
        let _ = report(&mut diary, day(days), "back_squat", 70, &[]);
    }
    // The mark of Tuesday is told after a quiet week: by then two clean sessions have followed it.
    let late = session(day(1), "back_squat", 70, &[pain(BodyArea::Knee, 1)]);
    assert_eq!(steps(&diary.enter(day(9), &Event::Report(&late)).unwrap()), [Step::Renewed]);
    assert_eq!(steps(&diary.enter(day(9), &Event::Time).unwrap()), [Step::Cleared]);
}

#[test]
fn p_52_severe_pain_is_cleared_by_the_athlete_alone() {
    let mut diary = Diary::new();
    let _ = report(&mut diary, day(0), "back_squat", 70, &[pain(BodyArea::Knee, 3)]);
    for days in [10, 12, 14] {
        assert!(steps(&report(&mut diary, day(days), "back_squat", 60, &[])).is_empty());
    }
    let flag = diary.flags[0].id;
    let clear = |by| Event::Clear { flag, by, reason: "the doctor says it is fine" };
    let refused = diary.enter(day(15), &clear(ActorKind::Coach)).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::InvalidFlag);
    assert_eq!(refused.to_string(), "pain: cleared by coach, expected the athlete");
    assert_eq!(steps(&diary.enter(day(15), &clear(ActorKind::Athlete)).unwrap()), [Step::Cleared]);
    assert_eq!(diary.flags[0].clear_reason.as_deref(), Some("the doctor says it is fine"));
    let gone = diary.enter(day(16), &clear(ActorKind::Athlete)).unwrap_err();
    assert_eq!(gone.code(), ErrorCode::NotFound);
}

#[test]
fn p_52_an_unknown_area_counts_as_every_area() {
    let mut diary = Diary::new();
    let nowhere = domain::wellbeing::Mark { kind: MarkKind::Pain, area: None, severity: None };
    let _ = report(&mut diary, day(0), "bench_press", 70, &[nowhere]);
    let flag = &diary.flags[0];
    assert_eq!((flag.area, flag.severity), (Some(BodyArea::Other), 1));
    // A mark anywhere keeps it, and a mark of `other` keeps the flag of a named area.
    let _ = report(&mut diary, day(3), "back_squat", 70, &[pain(BodyArea::Knee, 1)]);
    let _ = report(&mut diary, day(5), "bench_press", 70, &[]);
    let _ = report(&mut diary, day(7), "bench_press", 70, &[]);
    assert_eq!(diary.flags.iter().filter(|flag| flag.is_active(day(7))).count(), 2);
    let said = [Sign::pain(None, 1)];
    let renewed = diary.enter(day(9), &Event::Signs { signs: &said, source: FlagSource::Dialog }).unwrap();
    assert_eq!(steps(&renewed), [Step::Renewed]);
    let _ = report(&mut diary, day(10), "back_squat", 70, &[]);
    let _ = report(&mut diary, day(12), "back_squat", 70, &[]);
    assert!(steps(&diary.enter(day(15), &Event::Time).unwrap()).is_empty());
    assert_eq!(steps(&diary.enter(day(16), &Event::Time).unwrap()), [Step::Cleared, Step::Cleared]);
}

#[test]
fn p_52_an_exercise_without_an_item_is_lightened_by_its_key() {
    let mut sore = session(day(0), "dip", 70, &[pain(BodyArea::Elbow, 1)]);
    sore.items[0].item_id = None;
    let updated = Diary::new().enter(day(0), &Event::Report(&sore)).unwrap();
    let modifier = &updated.modifiers[0];
    assert_eq!((modifier.scope, modifier.target.as_str()), (ModifierScope::Exercise, "dip"));
}

#[test]
fn p_53_a_new_mark_raises_to_the_larger_severity_and_never_lowers() {
    let mut diary = Diary::new();
    let mut mark = |days, severity| {
        steps(&report(&mut diary, day(days), "back_squat", 70, &[pain(BodyArea::Knee, severity)]))
    };
    assert_eq!(mark(0, 1), [Step::Set]);
    assert_eq!(mark(2, 3), [Step::Raised { from: 1 }]);
    assert_eq!(mark(4, 2), [Step::Renewed]);
    assert_eq!(diary.severity(FlagKind::Pain, day(4)), Some(3));
}

#[test]
fn p_53_of_several_marks_in_one_report_the_worst_counts_and_one_flag_is_raised() {
    let mut diary = Diary::new();
    let marks = [pain(BodyArea::Knee, 1), pain(BodyArea::Knee, 2), pain(BodyArea::Hip, 1)];
    let updated = report(&mut diary, day(0), "back_squat", 70, &marks);
    assert_eq!(steps(&updated), [Step::Set, Step::Set]);
    let mut flags: Vec<_> = updated.flags.iter().map(|flag| (flag.area.unwrap(), flag.severity)).collect();
    flags.sort_unstable();
    assert_eq!(flags, [(BodyArea::Hip, 1), (BodyArea::Knee, 2)]);
    assert!(updated.flags.iter().all(|flag| Valid::new(flag.clone()).is_ok()));
}

#[test]
fn p_53_illness_ends_after_two_sessions_without_the_mark() {
    let mut diary = Diary::new();
    let _ = check(&mut diary, day(0), |said| said.illness = Some(2));
    assert_eq!(diary.severity(FlagKind::Illness, day(0)), Some(2));
    assert!(steps(&report(&mut diary, day(5), "dip", 60, &[])).is_empty());
    let _ = report(&mut diary, day(6), "dip", 60, &[mark(MarkKind::Illness)]);
    assert!(steps(&report(&mut diary, day(7), "dip", 60, &[])).is_empty());
    assert_eq!(steps(&report(&mut diary, day(9), "dip", 60, &[])), [Step::Cleared]);
}

#[test]
fn p_53_a_suspension_waits_for_a_reviewer_or_the_athlete() {
    let suspend = |exercise: Option<&str>| {
        let mut diary = Diary::new();
        let signs = [Sign::suspension(exercise.map(|key| key.parse().unwrap()), 1)];
        let _ = diary.enter(day(0), &Event::Signs { signs: &signs, source: FlagSource::Reviewer }).unwrap();
        for days in [5, 10, 60] {
            assert!(steps(&report(&mut diary, day(days), "dip", 60, &[])).is_empty());
        }
        let flag = diary.flags[0].id;
        let by = ActorKind::Coach;
        diary.enter(day(61), &Event::Clear { flag, by, reason: "looks right again" }).is_ok()
    };
    assert!(suspend(Some("dip")));
    // On all exercises it follows a red flag of health (D-15): the athlete alone ends it.
    assert!(!suspend(None));
}

#[test]
fn p_31_one_word_of_fatigue_is_severity_one_and_two_markers_within_a_week_are_two() {
    let mut diary = Diary::new();
    let tired = [mark(MarkKind::Fatigue)];
    let first = report(&mut diary, day(0), "dip", 80, &tired);
    assert_eq!((steps(&first), first.modifiers.len()), (vec![Step::Set], 0));
    let second = report(&mut diary, day(7), "dip", 80, &tired);
    assert_eq!(steps(&second), [Step::Raised { from: 1 }]);
    let modifier = &second.modifiers[0];
    assert_eq!((modifier.scope, modifier.volume_pct), (ModifierScope::Session, 90));
    assert_eq!(modifier.target, "next");
    assert_eq!(
        Voice::new(Locale::En).reason(&modifier.reason),
        "signs of fatigue: the next session is lighter"
    );
}

#[test]
fn p_31_markers_more_than_a_week_apart_do_not_add_up() {
    let mut diary = Diary::new();
    let _ = report(&mut diary, day(0), "dip", 80, &[mark(MarkKind::Fatigue)]);
    let late = session(day(7).plus_seconds(1), "dip", 80, &[mark(MarkKind::Fatigue)]);
    let updated = diary.enter(day(7).plus_seconds(1), &Event::Report(&late)).unwrap();
    assert_eq!((steps(&updated), updated.modifiers.len()), (vec![Step::Renewed], 0));
    assert_eq!(diary.severity(FlagKind::Fatigue, day(8)), Some(1));
}

#[test]
fn p_31_several_marks_in_one_report_are_one_marker() {
    let mut tired = session(day(0), "dip", 80, &[mark(MarkKind::Fatigue)]);
    let other = session(day(0), "pull_up", 80, &[mark(MarkKind::Fatigue)]);
    tired.items.extend(other.items);
    let mut diary = Diary::new();
    let _ = diary.enter(day(0), &Event::Report(&tired)).unwrap();
    assert_eq!(diary.severity(FlagKind::Fatigue, day(0)), Some(1));
}

#[test]
fn p_31_two_hard_sessions_in_a_row_are_a_marker_but_raise_nothing_alone() {
    let mut diary = Diary::new();
    assert!(steps(&report(&mut diary, day(0), "dip", 90, &[])).is_empty());
    assert!(steps(&report(&mut diary, day(2), "pull_up", 95, &[])).is_empty());
    let words = [Sign::fatigue()];
    let said = diary.enter(day(3), &Event::Signs { signs: &words, source: FlagSource::Dialog }).unwrap();
    assert_eq!(steps(&said), [Step::Set]);
    assert_eq!(diary.severity(FlagKind::Fatigue, day(3)), Some(2));
    assert_eq!(diary.flags[0].source, FlagSource::Dialog);
    // A third hard session in a row is one more marker.
    let mut hard = Diary::new();
    for days in [0, 2] {
        assert!(steps(&report(&mut hard, day(days), "dip", 90, &[])).is_empty());
    }
    assert_eq!(steps(&report(&mut hard, day(4), "dip", 90, &[])), [Step::Set]);
    assert_eq!(hard.severity(FlagKind::Fatigue, day(4)), Some(2));
}

#[test]
fn p_31_an_easier_session_between_breaks_the_row() {
    let mut diary = Diary::new();
    for (days, rpe) in [(0, 90), (2, 89), (4, 90), (6, 80)] {
        assert!(steps(&report(&mut diary, day(days), "dip", rpe, &[])).is_empty(), "{days}");
    }
    assert!(diary.flags.is_empty());
}

#[test]
fn p_31_a_pulse_above_110_percent_of_the_median_is_a_marker() {
    let tired_with_pulse = |pulse: u8, mornings: i64| {
        let mut diary = Diary::new();
        for morning in 0..mornings {
            let _ = check(&mut diary, day(morning), |said| said.morning_pulse = Some(60));
        }
        let _ = check(&mut diary, day(mornings), |said| {
            said.morning_pulse = Some(pulse);
            said.fatigue = true;
        });
        diary.severity(FlagKind::Fatigue, day(mornings))
    };
    assert_eq!(tired_with_pulse(67, 7), Some(2));
    assert_eq!(tired_with_pulse(66, 7), Some(1), "exactly 110 % is not above");
    assert_eq!(tired_with_pulse(80, 6), Some(1), "six values make no median");
}

#[test]
fn p_31_the_median_of_an_even_number_is_between_the_middle_two() {
    let mut diary = Diary::new();
    for (morning, pulse) in (0..).zip([50, 50, 50, 50, 60, 60, 60, 60]) {
        let _ = check(&mut diary, day(morning), |said| said.morning_pulse = Some(pulse));
    }
    // The median is 55, and 110 % of it 60.5.
    let _ = check(&mut diary, day(8), |said| (said.morning_pulse, said.fatigue) = (Some(61), true));
    assert_eq!(diary.severity(FlagKind::Fatigue, day(8)), Some(2));
}

#[test]
fn p_31_two_easy_sessions_in_a_row_end_it_before_the_second_is_decided() {
    let mut diary = Diary::new();
    let _ = report(&mut diary, day(0), "dip", 80, &[mark(MarkKind::Fatigue)]);
    for (days, rpe, over) in [(2, 70, false), (4, 75, false), (6, 60, false), (8, 70, true)] {
        let updated = report(&mut diary, day(days), "dip", rpe, &[]);
        assert_eq!(steps(&updated) == [Step::Cleared], over, "day {days}");
    }
    assert_eq!(diary.flags[0].clear_reason.as_deref(), Some("easy_sessions"));
}

#[test]
fn p_31_sessions_without_any_effort_prove_nothing() {
    let mut diary = Diary::new();
    let _ = report(&mut diary, day(0), "dip", 80, &[mark(MarkKind::Fatigue)]);
    for days in [2, 4, 6] {
        let mut silent = session(day(days), "dip", 60, &[]);
        silent.items[0].rpe = None;
        let _ = diary.enter(day(days), &Event::Report(&silent)).unwrap();
    }
    assert_eq!(diary.severity(FlagKind::Fatigue, day(6)), Some(1));
}

#[test]
fn p_31_fourteen_days_without_a_marker_end_it() {
    let mut diary = Diary::new();
    let _ = check(&mut diary, day(0), |said| said.fatigue = true);
    assert!(steps(&diary.enter(day(14).minus_seconds(1), &Event::Time).unwrap()).is_empty());
    let over = diary.enter(day(14), &Event::Time).unwrap();
    assert_eq!(over.flags[0].clear_reason.as_deref(), Some(ClearReason::QuietDays.as_str()));
}

#[test]
fn p_31_a_flag_that_was_dismissed_takes_its_markers_with_it() {
    let mut diary = Diary::new();
    let words = [Sign::fatigue()];
    let said = Event::Signs { signs: &words, source: FlagSource::Dialog };
    let _ = diary.enter(day(0), &said).unwrap();
    let flag = diary.flags[0].id;
    let dismiss = Event::Clear { flag, by: ActorKind::Athlete, reason: "it's fine" };
    let _ = diary.enter(day(1), &dismiss).unwrap();
    let _ = diary.enter(day(2), &said).unwrap();
    assert_eq!(diary.severity(FlagKind::Fatigue, day(2)), Some(1));
    assert_eq!(diary.flags.len(), 2);
}

#[test]
fn p_58_a_check_in_raises_flags_and_severity_zero_raises_none() {
    let mut diary = Diary::new();
    let updated = check(&mut diary, day(0), |said| {
        said.pain =
            vec![Pain { area: BodyArea::Knee, severity: 0 }, Pain { area: BodyArea::Hip, severity: 2 }];
        said.illness = Some(0);
    });
    let flags: Vec<&Flag> = updated.flags.iter().collect();
    assert_eq!(flags.len(), 1);
    assert_eq!(
        (flags[0].area, flags[0].severity, flags[0].source),
        (Some(BodyArea::Hip), 2, FlagSource::CheckIn)
    );
    assert!(updated.modifiers.is_empty(), "no item was marked");
}

#[test]
fn p_4_a_corrected_report_counts_once() {
    let mut diary = Diary::new();
    let _ = report(&mut diary, day(0), "dip", 80, &[mark(MarkKind::Fatigue)]);
    let corrected = report(&mut diary, day(0), "dip", 75, &[mark(MarkKind::Fatigue)]);
    assert_eq!(steps(&corrected), [Step::Renewed]);
    assert_eq!(diary.severity(FlagKind::Fatigue, day(0)), Some(1));
}

#[test]
fn p_53_every_way_to_end_has_a_text() {
    for locale in [Locale::En, Locale::Ru] {
        for reason in ClearReason::WORDS {
            assert!(Voice::new(locale).text(&format!("cleared-{reason}"), &Facts::new()).is_some());
        }
    }
}

#[test]
fn gl_9_the_numbers_of_flags_have_bounds() {
    assert!(Valid::new(FlagTuning::default()).is_ok());
    let broken = FlagTuning { pain_days: 0, easy_rpe: 95, ..FlagTuning::default() };
    let findings = Valid::new(broken).unwrap_err();
    assert_eq!(findings.to_string(), "pain_days: 0, expected 1..60; easy_rpe: 95, expected 10..89");
}
