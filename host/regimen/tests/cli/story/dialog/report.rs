//! Reports in words (D-7..D-11, D-16).

use assistant::dialog::tuning::DialogTuning;
use regimen::service::own_catalog;

use super::*;

#[test]
fn d_10_a_report_in_words_is_saved_as_a_session_of_its_own() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let replies = person.chat("bench 3x8 @ 80kg rir 2").await;
        assert_eq!(replies.intent, "report");
        assert!(text(&replies).starts_with("Saved for 2026-03-02: "), "{}", text(&replies));
        assert!(text(&replies).contains("3 x 8, 80 kg, RPE 8"), "{}", text(&replies));
        assert_eq!((kind(&replies), &replies.refusal), ("none", &None));
        let sessions = person.sessions_on(person.today().await).await;
        let [session] = &sessions[..] else { panic!("{sessions:#?}") };
        assert_eq!(session.status, SessionStatus::Summary);
        let loads: Vec<_> = session.exercises[0].sets.iter().map(|set| set.load_g.unwrap().0).collect();
        assert_eq!((session.exercises.len(), loads), (1, vec![80_000; 3]));
        assert_eq!(session.exercises[0].rpe.unwrap().tenths(), 80);
        person.is_whole("a report").await;
    });
}

#[test]
fn d_10_a_planned_session_is_judged_and_what_was_not_mentioned_is_asked_about() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person
            .plan_of(vec![item(0, "pull_up", 4, 6, Some(("pull_up", 3))), item(1, "dip", 3, 10, None)])
            .await;
        let replies = person.chat("Подтягивания 4×7, RPE 6").await;
        assert!(
            text(&replies).starts_with("Записано за 02.03.2026: Подтягивания 4 x 7, RPE 6."),
            "{}",
            text(&replies)
        );
        assert!(text(&replies).contains("следующий уровень"), "{}", text(&replies));
        assert_eq!(kind(&replies), "missing_items");
        assert!(text(&replies).contains("Не упомянуто: "), "{}", text(&replies));
        let today = person.today().await;
        let session = person.sessions_on(today).await.remove(0);
        assert_eq!(session.exercises.len(), 1, "nothing is written for what was not mentioned");
        person.is_whole("a report of a part").await;
        let skipped = person.press(&replies, "пропущено").await;
        assert!(text(&skipped).contains("Отмечено как пропуск"), "{}", text(&skipped));
        let session = person.sessions_on(today).await.remove(0);
        let states: Vec<_> = session.exercises.iter().map(|one| one.status.as_str()).collect();
        assert_eq!(states, ["done", "skipped"]);
        person.is_whole("a skip").await;
        let again = person.press(&replies, "пропущено").await;
        assert!(text(&again).contains("Уже отвечено"), "{}", text(&again));
    });
}

#[test]
fn p_32_d_4_a_question_is_answered_after_a_restart_and_the_name_is_known_from_then_on() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let asked = person.chat("подтягиванния 4x7").await;
        assert_eq!(kind(&asked), "confirm_exercise");
        assert!(text(&asked).contains("Это Подтягивания"), "{}", text(&asked));
        assert!(
            person.sessions_on(person.today().await).await.is_empty(),
            "nothing is saved before the answer"
        );
        let person = person.restarted(2);
        person.advance_hours(1);
        let saved = person.chat("да").await;
        assert!(text(&saved).contains("Записано за 02.03.2026: Подтягивания 4 x 7"), "{}", text(&saved));
        assert!(text(&saved).contains("подтягиванния"), "it is said what was learned: {}", text(&saved));
        person.advance_hours(48);
        let known = person.chat("подтягиванния 4x7").await;
        assert_eq!(kind(&known), "none", "{}", text(&known));
        person.is_whole("a learned name").await;
    });
}

#[test]
fn d_4_an_expired_question_is_said_to_be_and_the_message_is_read_afresh() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.chat("bench 3x8 80").await;
        person.advance_hours(24);
        let late = person.chat("weight 82.4").await;
        assert!(text(&late).starts_with("That question has expired."), "{}", text(&late));
        assert!(text(&late).contains("Body weight saved: 82.4 kg."), "{}", text(&late));
        let nothing = person.chat("yes").await;
        assert_eq!(text(&nothing), "There is no open question.");
    });
}

#[test]
fn d_5_something_else_is_read_and_the_question_is_asked_once_more() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let asked = person.chat("bench 3x8 80").await;
        assert_eq!(kind(&asked), "stray_number");
        person.advance_hours(1);
        let other = person.chat("weight 82.4").await;
        assert!(text(&other).contains("Body weight saved"), "{}", text(&other));
        assert!(text(&other).contains("What is 80"), "{}", text(&other));
        person.advance_hours(1);
        let more = person.chat("weight 82.5").await;
        assert!(!text(&more).contains("What is 80"), "only once: {}", text(&more));
        let saved = person.press(&asked, "load 80 kg").await;
        assert!(text(&saved).contains("3 x 8, 80 kg"), "{}", text(&saved));
    });
}

#[test]
fn d_3_the_same_report_within_ten_minutes_and_another_of_the_day_are_asked_about() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.chat("bench 3x8 80kg").await;
        let twice = person.chat("bench 3x8 80kg").await;
        assert_eq!(kind(&twice), "duplicate_report");
        let no = person.chat("no").await;
        assert_eq!(text(&no), "Nothing was changed.");
        person.advance_hours(1);
        let other = person.chat("bench 2x6 90kg").await;
        assert_eq!(kind(&other), "replace_or_add", "{}", text(&other));
        let added = person.press(&other, "add").await;
        assert!(text(&added).starts_with("Saved for"), "{}", text(&added));
        let session = person.sessions_on(person.today().await).await.remove(0);
        assert_eq!(session.exercises[0].sets.len(), 5);
        person.is_whole("sets that were added").await;
        person.advance_hours(1);
        let third = person.chat("bench 1x5 95kg").await;
        let replaced = person.press(&third, "replace").await;
        assert!(text(&replaced).contains("1 x 5, 95 kg"), "{}", text(&replaced));
        let session = person.sessions_on(person.today().await).await.remove(0);
        assert_eq!(session.exercises[0].sets.len(), 1);
        person.is_whole("sets that were replaced").await;
    });
}

#[test]
fn d_7_a_report_of_another_day_is_of_that_day_and_none_is_of_tomorrow() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.chat("yesterday squat 5x5 100kg rpe 8").await;
        let today = person.today().await;
        assert!(person.sessions_on(today).await.is_empty());
        assert_eq!(person.sessions_on(add_days(today, -1)).await.len(), 1);
        let ahead = person.chat("2026-03-09 squat 5x5 100kg").await;
        assert_eq!(ahead.refusal.as_deref(), Some("future_date"), "{}", text(&ahead));
        person.is_whole("a report of yesterday").await;
    });
}

#[test]
fn d_16_body_weight_and_what_is_not_understood() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let weight = person.chat("вес 82,4").await;
        assert!(text(&weight).starts_with("Вес тела записан: 82,4 кг."), "{}", text(&weight));
        let nothing = person.chat("стало больше повторений").await;
        assert_eq!(nothing.intent, "unknown");
        assert!(nothing.replies[0].buttons.len() >= 3, "{nothing:#?}");
        let skipped = person.chat("/skpi").await;
        assert_eq!(skipped.refusal.as_deref(), Some("unknown_command"));
        assert!(text(&skipped).contains("/skip"), "{}", text(&skipped));
        let help = person.chat("/help").await;
        assert!(text(&help).lines().count() <= 12, "{}", text(&help));
    });
}

#[test]
fn d_9_a_new_exercise_is_made_by_saying_what_it_is_like() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let asked = person.chat("зарядка 3x10").await;
        assert_eq!(kind(&asked), "unknown_exercise");
        let like = person.press(&asked, "новое упражнение").await;
        assert_eq!(kind(&like), "new_exercise", "{}", text(&like));
        assert!(text(&like).contains("На что похоже «зарядка»"), "{}", text(&like));
        let saved = person.chat("отжимания").await;
        assert!(text(&saved).contains("«Зарядка» теперь среди своих упражнений"), "{}", text(&saved));
        assert!(text(&saved).contains("Записано за 02.03.2026: Зарядка 3 x 10"), "{}", text(&saved));
        let own = own_catalog::exercises(&person.app, &person.caller).await.unwrap();
        let [own] = &own[..] else { panic!("{own:#?}") };
        assert_eq!((own.value.id.as_str(), own.value.name_ru.as_str()), ("zaryadka", "Зарядка"));
        person.advance_hours(48);
        let known = person.chat("зарядка 3x12").await;
        assert_eq!(kind(&known), "none", "{}", text(&known));
        assert!(text(&known).contains("Зарядка 3 x 12"), "{}", text(&known));
        let dropped = person.chat("абырвалг 3x10").await;
        let like = person.press(&dropped, "новое упражнение").await;
        let left = person.press(&like, "не учитывать").await;
        assert_eq!(kind(&left), "none", "{}", text(&left));
        assert_eq!(own_catalog::exercises(&person.app, &person.caller).await.unwrap().len(), 1);
        person.is_whole("a new exercise").await;
    });
}

#[test]
fn d_27_a_question_can_be_answered_as_long_as_the_installation_says() {
    on_both(async |fresh| {
        let Person { app, caller } = Person::new(fresh.store().await).await;
        let tuning = DialogTuning { question_hours: 48, ..DialogTuning::default() };
        let person = Person { app: app.with_talks(dialog::Talks { emergency_text: None, tuning }), caller };
        person.chat("bench 3x8 80").await;
        person.advance_hours(47);
        let answered = person.chat("1").await;
        assert!(text(&answered).starts_with("Saved for 2026-03-02: "), "{}", text(&answered));
    });
}

#[test]
fn sg_2_what_was_left_out_time_and_again_is_no_evidence_and_hides_none() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let mut bench = serde_json::to_value(item(0, "bench_press", 3, 8, None)).unwrap();
        bench["prescription"]["rep_policy"] = json!({ "mode": "range", "low": 8, "high": 12 });
        for set in bench["prescription"]["sets"].as_array_mut().unwrap() {
            set["load_g"] = 60_000.into();
        }
        person.plan_of(vec![serde_json::from_value(bench).unwrap(), item(1, "dip", 3, 10, None)]).await;
        let first = person.chat("bench 3x12 60kg rpe 8; dips 3x10").await;
        assert!(!text(&first).contains("60 kg →"), "one session is no reason: {}", text(&first));
        for _ in 0..11 {
            person.advance_hours(7 * 24);
            let skipped = person.chat("skipped bench; dips 3x10").await;
            assert!(text(&skipped).starts_with("Saved for "), "{}", text(&skipped));
        }
        person.advance_hours(7 * 24);
        let second = person.chat("bench 3x12 60kg rpe 8; dips 3x10").await;
        assert!(text(&second).contains("load 60 kg → 62.5 kg"), "{}", text(&second));
        person.is_whole("evidence from long ago").await;
    });
}
