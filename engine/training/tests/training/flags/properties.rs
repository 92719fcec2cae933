//! What holds for flags whatever happens.

use domain::{
    anatomy::BodyArea,
    law::Valid,
    time::Instant,
    wellbeing::{Flag, FlagKind, FlagSource, Mark, MarkKind, Severity},
};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use training::flag::{Event, SessionFacts, Sign, Step};

use super::{Diary, check_in, day, session};

/// Something that happens some hours after what was before it.
#[derive(Debug, Clone)]
enum Happening {
    Report { exercise: &'static str, rpe: i64, mark: Option<Mark> },
    Tired { pulse: u8, fatigue: bool },
    Said(Sign),
    Time,
}

fn marks() -> impl Strategy<Value = Mark> {
    let areas = [BodyArea::Knee, BodyArea::Shoulder, BodyArea::LowBack, BodyArea::Other];
    (select(MarkKind::ALL), select(areas.to_vec()), 1u8..=3).prop_map(|(kind, area, severity)| Mark {
        kind,
        area: (kind == MarkKind::Pain).then_some(area),
        severity: matches!(kind, MarkKind::Pain | MarkKind::Illness).then_some(severity),
    })
}

fn happenings() -> impl Strategy<Value = Vec<(i64, Happening)>> {
    let exercises = ["back_squat", "dip", "bench_press", "cable_curl"];
    let report = (select(exercises.to_vec()), 50i64..=100, prop::option::weighted(0.4, marks()))
        .prop_map(|(exercise, rpe, mark)| Happening::Report { exercise, rpe, mark });
    let tired = (50u8..80, any::<bool>()).prop_map(|(pulse, fatigue)| Happening::Tired { pulse, fatigue });
    let said = (1u8..=3).prop_map(|severity| Happening::Said(Sign::pain(Some(BodyArea::Knee), severity)));
    let happening = prop_oneof![5 => report, 2 => tired, 1 => said, 2 => Just(Happening::Time)];
    prop::collection::vec((1i64..96, happening), 1..30)
}

fn enter(diary: &mut Diary, at: Instant, happening: &Happening) -> Vec<(domain::id::Id<Flag>, Step)> {
    let updated = match happening {
        Happening::Report { exercise, rpe, mark } => {
            diary.enter(at, &Event::Report(&session(at, exercise, *rpe, mark.as_slice())))
        }
        Happening::Tired { pulse, fatigue } => {
            let mut morning = check_in(at);
            (morning.morning_pulse, morning.fatigue) = (Some(*pulse), *fatigue);
            diary.enter(at, &Event::CheckIn(&morning))
        }
        Happening::Said(sign) => {
            let signs = [sign.clone()];
            diary.enter(at, &Event::Signs { signs: &signs, source: FlagSource::Dialog })
        }
        Happening::Time => diary.enter(at, &Event::Time),
    };
    updated.unwrap().steps
}

fn key(flag: &Flag) -> (FlagKind, Option<BodyArea>, Option<String>) {
    (flag.kind, flag.area, flag.exercise_key.as_ref().map(ToString::to_string))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_260_302),
        ..ProptestConfig::default()
    })]

    #[test]
    fn p_53_severity_falls_only_by_clearing_and_one_flag_per_key_is_in_force(story in happenings()) {
        let mut diary = Diary::new();
        let mut now = day(0);
        for (hours, happening) in &story {
            now = now.plus_seconds(hours * 3600);
            let before = diary.flags.clone();
            let _ = enter(&mut diary, now, happening);
            for flag in &diary.flags {
                prop_assert!(Valid::new(flag.clone()).is_ok());
                let was = before.iter().find(|was| was.id == flag.id);
                prop_assert!(was.is_none_or(|was| was.severity <= flag.severity));
                // What is over stays as it was.
                prop_assert!(was.is_none_or(|was| was.until.is_none() || was == flag));
            }
            prop_assert!(before.iter().all(|was| diary.flags.iter().any(|flag| flag.id == was.id)));
            let mut active: Vec<_> = diary.flags.iter().filter(|flag| flag.is_active(now)).map(key).collect();
            let count = active.len();
            active.sort();
            active.dedup();
            prop_assert_eq!(active.len(), count);
        }
    }

    #[test]
    fn p_53_a_flag_never_clears_while_its_mark_repeats(mark in marks(), hours in prop::collection::vec(12i64..400, 1..15)) {
        let mut diary = Diary::new();
        let mut now = day(0);
        let first = enter(&mut diary, now, &Happening::Report { exercise: "back_squat", rpe: 60, mark: Some(mark) });
        for pause in hours {
            now = now.plus_seconds(pause * 3600);
            let again = Happening::Report { exercise: "back_squat", rpe: 60, mark: Some(mark) };
            let steps = enter(&mut diary, now, &again);
            prop_assert!(steps.iter().all(|(_, step)| *step != Step::Cleared), "{:?}", steps);
            prop_assert!(diary.flags.iter().any(|flag| flag.id == first[0].0 && flag.is_active(now)));
        }
    }

    #[test]
    fn p_52_severe_pain_never_clears_by_itself(story in happenings()) {
        let mut diary = Diary::new();
        let mut now = day(0);
        for (hours, happening) in &story {
            now = now.plus_seconds(hours * 3600);
            for (id, step) in enter(&mut diary, now, happening) {
                let flag = diary.flags.iter().find(|flag| flag.id == id).unwrap();
                let severe: Severity = 3;
                prop_assert!(step != Step::Cleared || flag.kind != FlagKind::Pain || flag.severity < severe);
            }
        }
    }

    #[test]
    fn gl_1_the_order_of_the_past_does_not_matter(story in happenings()) {
        let mut diary = Diary::new();
        let mut now = day(0);
        for (hours, happening) in &story {
            now = now.plus_seconds(hours * 3600);
            let _ = enter(&mut diary, now, happening);
        }
        let mut turned = Diary::new();
        turned.flags.clone_from(&diary.flags);
        turned.sessions = diary.sessions.iter().rev().cloned().collect::<Vec<SessionFacts>>();
        turned.check_ins = diary.check_ins.iter().rev().cloned().collect();
        turned.said = diary.said.iter().rev().cloned().collect();
        turned.entries = diary.entries;
        let last = Happening::Report { exercise: "dip", rpe: 95, mark: None };
        now = now.plus_seconds(86_400);
        prop_assert_eq!(enter(&mut diary, now, &last), enter(&mut turned, now, &last));
        prop_assert_eq!(diary.flags, turned.flags);
    }
}
