//! P-49: when recovery advice is given, and which.

use domain::{
    anatomy::BodyArea,
    id::Id,
    quantity::{Amount, Rpe},
    reason::Facts,
    time::{Instant, LocalDate, Zone, add_days},
    voice::{Locale, Voice},
    wellbeing::{CheckIn, Flag, FlagKind, FlagSource, Mark, MarkKind},
};
use training::{
    advice::{Advice, AdviceCode, DayIntake, Situation, Trigger, advise, triggers},
    flag::SessionFacts,
};

use crate::flags::{check_in, day, pain, session};

/// Nothing happened but what a test adds; sleep and meals are in order.
struct Athlete {
    now: Instant,
    zone: Zone,
    sessions: Vec<SessionFacts>,
    check_ins: Vec<CheckIn>,
    flags: Vec<Flag>,
    max_effort: bool,
    high_rpe: bool,
    intake: Option<Vec<DayIntake>>,
    deload_before: Option<LocalDate>,
    given: Vec<(AdviceCode, Instant)>,
}

fn athlete() -> Athlete {
    let mut slept = check_in(day(20));
    slept.sleep_minutes = Some(480);
    Athlete {
        now: day(20),
        zone: Zone::UTC,
        sessions: vec![],
        check_ins: vec![slept],
        flags: vec![],
        max_effort: false,
        high_rpe: false,
        intake: Some(vec![intake(2500, 150)]),
        deload_before: None,
        given: vec![],
    }
}

/// A day with a plan of 2500 kcal and 150 g of protein.
fn intake(energy: i64, protein: i64) -> DayIntake {
    let amount = |units: i64| Amount(units * Amount::UNIT);
    DayIntake {
        energy: amount(energy),
        energy_target: amount(2500),
        protein: amount(protein),
        protein_target: amount(150),
    }
}

impl Athlete {
    fn situation(&self) -> Situation<'_> {
        Situation {
            now: self.now,
            zone: &self.zone,
            sessions: &self.sessions,
            check_ins: &self.check_ins,
            flags: &self.flags,
            high_rpe: self.high_rpe,
            max_effort: self.max_effort,
            intake: self.intake.as_deref(),
            deload_before: self.deload_before,
            given: &self.given,
        }
    }

    fn triggers(&self) -> Vec<Trigger> {
        triggers(&self.situation())
    }

    fn advice(&self) -> Vec<String> {
        advise(&self.situation()).iter().map(Advice::text_id).collect()
    }

    fn train(&mut self, days: i64, rpes: &[i64], marks: &[Mark]) {
        let mut facts = session(day(days), "dip", 60, marks);
        let model = facts.items[0].clone();
        facts.items = rpes
            .iter()
            .map(|&rpe| training::flag::ItemFacts { rpe: Rpe::new(rpe).ok(), ..model.clone() })
            .collect();
        self.sessions.push(facts);
    }
}

fn flag(kind: FlagKind, area: Option<BodyArea>, severity: u8) -> Flag {
    Flag {
        id: Id::derive(&["flag", kind.as_str()]),
        athlete_id: Id::derive(&["athlete"]),
        kind,
        area,
        exercise_key: None,
        severity,
        source: FlagSource::Report,
        from: day(0),
        until: None,
        raised_at: None,
        cleared_by: None,
        clear_reason: None,
        trace_id: "01J0000000000000000000TEST".to_owned().try_into().unwrap(),
    }
}

#[test]
fn p_49_three_hard_records_in_two_sessions_are_a_trigger() {
    let mut two = athlete();
    two.train(18, &[90, 95], &[]);
    two.train(20, &[90], &[]);
    assert_eq!(two.triggers(), [Trigger::HardSessions]);
    let mut one = athlete();
    one.train(20, &[90, 90, 90], &[]);
    assert!(one.triggers().is_empty() && one.advice().is_empty());
    let mut old = athlete();
    old.train(12, &[90, 95], &[]);
    old.train(20, &[90], &[]);
    assert!(old.triggers().is_empty());
}

#[test]
fn p_49_two_pain_marks_within_two_weeks_are_a_trigger() {
    let marked = |first: i64| {
        let mut sore = athlete();
        sore.train(first, &[60], &[pain(BodyArea::Knee, 1)]);
        sore.train(20, &[60], &[pain(BodyArea::Hip, 1)]);
        sore.triggers()
    };
    assert_eq!(marked(6), [Trigger::PainMarks]);
    assert!(marked(5).is_empty());
}

#[test]
fn p_49_fatigue_high_effort_and_steps_back_are_triggers() {
    let mut tired = athlete();
    tired.flags = vec![flag(FlagKind::Fatigue, None, 2)];
    (tired.max_effort, tired.high_rpe) = (true, true);
    assert_eq!(tired.triggers(), [Trigger::Fatigue, Trigger::HighRpe, Trigger::MaxEffort]);
    tired.flags[0].severity = 1;
    assert_eq!(tired.triggers(), [Trigger::HighRpe, Trigger::MaxEffort]);
}

#[test]
fn p_49_sleep_is_advised_after_two_bad_nights_or_without_data() {
    let nights = |values: &[(Option<u8>, Option<u16>)]| {
        let mut athlete = athlete();
        athlete.max_effort = true;
        athlete.check_ins = (0..)
            .zip(values)
            .map(|(back, &(sleep_score, sleep_minutes))| CheckIn {
                sleep_score,
                sleep_minutes,
                ..check_in(day(20 - back))
            })
            .collect();
        athlete.advice()
    };
    assert_eq!(nights(&[(Some(59), None), (None, Some(419))]), ["advice-sleep"]);
    assert!(nights(&[(Some(59), None), (Some(60), Some(420))]).is_empty());
    assert_eq!(nights(&[]), ["advice-sleep_general"]);
    assert_eq!(nights(&[(None, None); 3]), ["advice-sleep_general"]);
    let mut long_ago = vec![(None, None); 7];
    long_ago.push((Some(20), None));
    assert_eq!(nights(&long_ago), ["advice-sleep_general"]);
}

#[test]
fn p_49_nutrition_is_advised_below_ninety_percent_of_the_plan_or_in_general() {
    let eaten = |intake: Option<Vec<DayIntake>>| {
        let mut athlete = athlete();
        (athlete.max_effort, athlete.intake) = (true, intake);
        athlete.advice()
    };
    assert_eq!(
        eaten(Some(vec![intake(2249, 150), intake(2250, 150), intake(2250, 150)])),
        ["advice-nutrition"]
    );
    assert!(eaten(Some(vec![intake(2250, 135), intake(2250, 135)])).is_empty());
    assert_eq!(eaten(Some(vec![intake(2500, 134)])), ["advice-nutrition"]);
    assert_eq!(eaten(None), ["advice-nutrition_general"]);
    assert_eq!(eaten(Some(vec![])), ["advice-nutrition_general"]);
}

#[test]
fn p_49_a_day_off_after_three_sessions_in_four_days_and_a_deload_after_four_weeks() {
    let mut busy = athlete();
    busy.max_effort = true;
    for days in [17, 19, 20] {
        busy.train(days, &[60], &[]);
    }
    assert_eq!(busy.advice(), ["advice-rest_day"]);
    busy.sessions.remove(0);
    busy.train(16, &[60], &[]);
    assert!(busy.advice().is_empty());
    let today = busy.now.local_date(&Zone::UTC);
    busy.deload_before = Some(add_days(today, -27));
    assert!(busy.advice().is_empty());
    busy.deload_before = Some(add_days(today, -28));
    assert_eq!(busy.advice(), ["advice-deload"]);
}

#[test]
fn p_49_a_professional_is_advised_for_severe_or_lasting_pain_alone() {
    let mut severe = athlete();
    severe.flags = vec![flag(FlagKind::Pain, Some(BodyArea::Knee), 3)];
    severe.intake = None;
    assert_eq!(severe.advice(), ["advice-see_professional"]);
    let [advice] = advise(&severe.situation()).try_into().unwrap();
    assert_eq!(advice.triggers, [Trigger::LastingPain]);
    let said = Voice::new(Locale::En).text(&advice.text_id(), &advice.facts).unwrap();
    assert_eq!(said, "Please have a professional look at it: knee.");
    let lasting = |areas: [BodyArea; 3]| {
        let mut sore = athlete();
        sore.now = day(29);
        sore.check_ins[0].at = day(29);
        for (days, area) in [2, 12, 28].into_iter().zip(areas) {
            sore.train(days, &[60], &[pain(area, 1)]);
        }
        sore.advice().contains(&"advice-see_professional".to_owned())
    };
    assert!(lasting([BodyArea::Knee; 3]));
    assert!(lasting([BodyArea::Knee, BodyArea::Other, BodyArea::Knee]));
    assert!(!lasting([BodyArea::Knee, BodyArea::Hip, BodyArea::Knee]));
}

#[test]
fn p_49_each_advice_at_most_once_in_seven_days() {
    let mut told = athlete();
    (told.max_effort, told.intake) = (true, None);
    told.given = vec![(AdviceCode::Nutrition, day(13).plus_seconds(1))];
    assert!(told.advice().is_empty());
    told.given = vec![(AdviceCode::Nutrition, day(13)), (AdviceCode::Sleep, day(19))];
    assert_eq!(told.advice(), ["advice-nutrition_general"]);
}

#[test]
fn p_49_every_trigger_and_advice_has_a_text_in_both_languages() {
    let facts = || -> Facts {
        ["nights", "energy", "protein", "sessions", "weeks", "area"]
            .map(|name| (name.into(), 3u32.into()))
            .into()
    };
    for locale in [Locale::En, Locale::Ru] {
        let voice = Voice::new(locale);
        let triggers = Trigger::WORDS.iter().map(|word| format!("trigger-{word}"));
        let codes = AdviceCode::WORDS.iter().map(|word| format!("advice-{word}"));
        let general = ["advice-sleep_general", "advice-nutrition_general"].map(str::to_owned);
        for id in triggers.chain(codes).chain(general) {
            let text = voice.text(&id, &facts()).unwrap_or_else(|| panic!("{id} in {locale}"));
            assert!(!text.contains('{'), "{text}");
        }
    }
}

#[test]
fn p_49_marks_that_are_no_pain_do_not_count() {
    let mut tired = athlete();
    let mark = Mark { kind: MarkKind::Fatigue, area: None, severity: None };
    tired.train(18, &[60], &[mark]);
    tired.train(20, &[60], &[mark]);
    assert!(tired.triggers().is_empty());
}
