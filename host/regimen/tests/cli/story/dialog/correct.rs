//! The plan by hand, and back again (D-17, D-18).

use domain::dispute::OverrideScope;
use regimen::service::session::start::{self, AtGate};

use super::*;

impl Person {
    async fn sets_of(&self, exercise: &str) -> usize {
        let items = self.items().await;
        let item = items.iter().find(|item| item.exercise_key.as_str() == exercise).unwrap();
        item.prescription.working_sets().count()
    }
}

#[test]
fn d_17_the_last_sets_of_one_exercise_are_removed_at_once_and_come_back() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None), item(1, "dip", 3, 10, None)]).await;
        let done = person.chat("убери последние два подхода в подтягиваниях").await;
        assert!(text(&done).starts_with("Изменено в плане: Подтягивания: подходы 4 → 2."), "{}", text(&done));
        assert_eq!(person.sets_of("pull_up").await, 2);
        let guards = planning::overrides(&person.app, &person.caller).await.unwrap();
        assert_eq!(
            (guards.len(), guards[0].reason.as_str()),
            (1, "убери последние два подхода в подтягиваниях")
        );
        person.is_whole("an edit").await;
        let undone = person.chat("отмени").await;
        assert!(text(&undone).contains("2 → 4"), "{}", text(&undone));
        assert_eq!(person.sets_of("pull_up").await, 4);
        person.is_whole("an undo").await;
    });
}

#[test]
fn d_17_several_items_wait_for_a_yes_and_a_single_set_stays() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let items = vec![
            item(0, "pull_up", 4, 6, None),
            item(1, "dip", 3, 10, None),
            item(2, "push_up", 1, 20, None),
        ];
        person.plan_of(items).await;
        let asked = person.chat("remove the last sets").await;
        assert_eq!(kind(&asked), "confirm_edit");
        assert!(text(&asked).contains("4 → 3") && text(&asked).contains("3 → 2"), "{}", text(&asked));
        assert!(text(&asked).contains("has one set; it stays"), "{}", text(&asked));
        assert_eq!(person.sets_of("pull_up").await, 4, "nothing before the yes");
        person.chat("yes").await;
        assert_eq!((person.sets_of("pull_up").await, person.sets_of("dip").await), (3, 2));
        let harder = person.chat("set pull-ups to 5x6").await;
        assert_eq!(kind(&harder), "confirm_edit", "harder is confirmed: {}", text(&harder));
        person.chat("cancel").await;
        assert_eq!(person.sets_of("pull_up").await, 3);
        person.is_whole("edits").await;
        person.chat("set pull-ups to 5x8").await;
        person.advance_hours(1);
        person.chat("yes").await;
        let items = person.items().await;
        let item = items.iter().find(|item| item.exercise_key.as_str() == "pull_up").unwrap();
        let reps: Vec<_> = item.prescription.working_sets().filter_map(|set| set.reps).collect();
        assert_eq!(reps, [8; 5], "sets that are added are as they were said, too");
        person.is_whole("sets that were added").await;
    });
}

#[test]
fn d_11_what_waits_behind_a_question_tells_that_question_again() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None)]).await;
        let asked = person.chat("bench 3x8 80").await;
        assert_eq!(kind(&asked), "stray_number");
        for _ in 0..3 {
            let behind = person.chat("set pull-ups to 5x6").await;
            assert!(!text(&behind).is_empty(), "what gets harder is asked about, after what waits");
            assert_eq!(kind(&behind), kind(&asked));
        }
    });
}

#[test]
fn d_10_what_was_not_mentioned_holds_back_no_later_question_and_takes_later_for_an_answer() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None), item(1, "dip", 3, 10, None)]).await;
        let asked = person.chat("pull-ups 4x7 rpe 6").await;
        assert_eq!(kind(&asked), "missing_items");
        let edit = person.chat("remove the last set of pull-ups").await;
        assert_eq!(kind(&edit), "log_or_plan", "{}", text(&edit));
        let plan = person.press(&edit, "the plan").await;
        assert!(text(&plan).contains("4 → 3"), "{}", text(&plan));
        assert_eq!(kind(&plan), "missing_items", "now it is its turn again");
        assert!(text(&plan).contains("Not mentioned: Dip"), "{}", text(&plan));
        let later = person.chat("позже").await;
        assert_eq!(kind(&later), "none");
        assert!(text(&later).starts_with("Good, "), "{}", text(&later));
        person.is_whole("a question that stepped back").await;
    });
}

#[test]
fn d_10_the_question_about_the_rest_of_a_report_ends_with_the_report() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None), item(1, "dip", 3, 10, None)]).await;
        let asked = person.chat("pull-ups 4x7 rpe 6").await;
        assert_eq!(kind(&asked), "missing_items");
        person.advance_hours(1);
        let undone = person.chat("undo").await;
        assert!(text(&undone).contains("the report of 2026-03-02"), "{}", text(&undone));
        assert_eq!(kind(&undone), "none");
        let nothing = person.chat("yes").await;
        assert_eq!(text(&nothing), "There is no open question.");
        person.is_whole("an undone report of a part").await;
    });
}

#[test]
fn d_10_what_is_reported_after_all_is_no_longer_asked_about() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let items = vec![
            item(0, "pull_up", 4, 6, None),
            item(1, "dip", 3, 10, None),
            item(2, "push_up", 2, 20, None),
        ];
        person.plan_of(items).await;
        let asked = person.chat("pull-ups 4x6").await;
        assert!(text(&asked).contains("Not mentioned: Dip, Push-up"), "{}", text(&asked));
        person.advance_hours(1);
        person.chat("pull-ups 4x6; dips 3x10").await;
        let rest = person.chat("replace").await;
        assert_eq!(kind(&rest), "missing_items", "{}", text(&rest));
        assert!(text(&rest).contains("Not mentioned: Push-up"), "{}", text(&rest));
        person.chat("later").await;
        person.is_whole("a report in two parts").await;
    });
}

#[test]
fn d_17_in_a_running_session_only_that_session_changes() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None)]).await;
        let today = person.today().await;
        let row = regimen::service::workout::open_slot(&person.app, &person.caller, today, None).await;
        let id = row.unwrap().unwrap().session.id;
        start::start(&person.app, &person.caller, id, AtGate::Skip).await.unwrap();
        let done = person.chat("убери последние подходы").await;
        assert!(text(&done).starts_with("Изменено для этой тренировки: "), "{}", text(&done));
        assert_eq!(person.sets_of("pull_up").await, 4, "the plan is as it was");
        let session = person.sessions_on(today).await.remove(0);
        let frozen = session.exercises[0].frozen.as_ref().unwrap();
        assert_eq!(frozen.prescription.working_sets().count(), 3);
        let guards = planning::overrides(&person.app, &person.caller).await.unwrap();
        assert_eq!(guards[0].scope, OverrideScope::Session);
        let reported = person.chat("подтягивания 3x6 рпе 6").await;
        assert!(text(&reported).contains("Записано"), "{}", text(&reported));
        person.is_whole("a session on other targets").await;
    });
}

#[test]
fn ov_8_a_target_that_is_set_while_a_session_runs_is_one_of_that_session() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None), item(1, "dip", 3, 10, None)]).await;
        let today = person.today().await;
        let row = regimen::service::workout::open_slot(&person.app, &person.caller, today, None).await;
        let id = row.unwrap().unwrap().session.id;
        start::start(&person.app, &person.caller, id, AtGate::Skip).await.unwrap();
        let before = person.items().await;
        let reps = async || -> Vec<u32> {
            let session = person.sessions_on(today).await.remove(0);
            let frozen = session.exercises[0].frozen.clone().unwrap();
            frozen.prescription.working_sets().filter_map(|set| set.reps).collect()
        };
        let easier = person.chat("set pull-ups to 3x5").await;
        assert!(text(&easier).starts_with("Changed for this session: "), "{}", text(&easier));
        assert_eq!(reps().await, [5, 5, 5]);
        let harder = person.chat("set pull-ups to 5x8").await;
        assert_eq!(kind(&harder), "confirm_edit", "harder is confirmed: {}", text(&harder));
        person.chat("yes").await;
        assert_eq!(reps().await, [8; 5]);
        assert_eq!(person.items().await, before, "the plan is as it was");
        let guards = planning::overrides(&person.app, &person.caller).await.unwrap();
        assert!(guards.iter().all(|guard| guard.scope == OverrideScope::Session), "{guards:#?}");
        let asked = person.chat("set pull-ups to 5x9").await;
        assert_eq!(kind(&asked), "confirm_edit");
        regimen::service::session::finish::skip(&person.app, &person.caller, id, "").await.unwrap();
        let over = person.chat("yes").await;
        assert!(text(&over).starts_with("That session is over"), "{}", text(&over));
        person.is_whole("targets of a session").await;
    });
}

#[test]
fn d_18_a_report_is_taken_back_with_its_decisions() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, Some(("pull_up", 3)))]).await;
        let before = person.items().await;
        let saved = person.chat("pull-ups 4x7 rpe 6").await;
        assert!(text(&saved).contains("next level"), "{}", text(&saved));
        assert_ne!(person.items().await, before);
        person.advance_hours(1);
        let undone = person.chat("undo").await;
        assert!(text(&undone).contains("the report of 2026-03-02"), "{}", text(&undone));
        assert_eq!(person.items().await, before, "what it brought into the plan went with it");
        let session = person.sessions_on(person.today().await).await.remove(0);
        assert!(session.exercises.iter().all(|one| one.sets.is_empty()), "{session:#?}");
        person.is_whole("an undone report").await;
        let nothing = person.chat("undo").await;
        assert_eq!(nothing.refusal.as_deref(), Some("nothing_to_roll_back"));
    });
}

#[test]
fn d_18_a_day_is_rolled_back_after_a_yes() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None)]).await;
        let nothing = person.chat("roll back Monday").await;
        assert_eq!(nothing.refusal.as_deref(), Some("nothing_to_roll_back"), "{}", text(&nothing));
        person.chat("remove the last set of pull-ups").await;
        assert_eq!(person.sets_of("pull_up").await, 3);
        let asked = person.chat("откати понедельник").await;
        assert_eq!(kind(&asked), "rollback");
        let back = person.chat("да").await;
        assert!(text(&back).contains("3 → 4"), "{}", text(&back));
        assert_eq!(person.sets_of("pull_up").await, 4);
        person.is_whole("a rollback").await;
    });
}

#[test]
fn d_6_settings_and_views_are_asked_for_by_commands() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, None)]).await;
        let today = person.chat("/today").await;
        assert!(text(&today).contains("Pull-up 4 x 6"), "{}", text(&today));
        let plan = person.chat("/plan").await;
        assert!(text(&plan).contains("Monday: Pull-up 4 x 6"), "{}", text(&plan));
        person.chat("/lang ru").await;
        let units = person.chat("/units lb").await;
        assert_eq!(text(&units), "Единица веса: lb.");
        let easier = person.chat("easier").await;
        assert!(text(&easier).contains("90 %"), "{}", text(&easier));
        for command in [
            "/why",
            "/proposals",
            "/records",
            "/keep pull-ups 3",
            "/checkin 4",
            "/quiet 22-08",
            "/done",
            "/export",
            "/meals",
            "/link",
        ] {
            let replies = person.chat(command).await;
            assert!(replies.refusal.is_none(), "{command}: {}", text(&replies));
            assert!(!text(&replies).contains("dialog-"), "{command}: {}", text(&replies));
        }
        person.is_whole("commands").await;
        person.chat("/forget").await;
        let forgotten = person.chat("да").await;
        assert!(text(&forgotten).starts_with("Забыто."), "{}", text(&forgotten));
        assert!(dialog::turns(&person.app, &person.caller, None).await.unwrap().is_empty());
    });
}
