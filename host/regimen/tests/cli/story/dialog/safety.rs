//! Marks and red flags (D-12..D-15).

use domain::wellbeing::{FlagKind, FlagSource};
use regimen::service::{
    figures,
    workout::{self, Wanted},
};

use super::*;

#[test]
fn d_15_a_red_flag_stops_everything_until_the_athlete_is_cleared() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let stopped = person.chat("chest pain after 3x8 bench").await;
        assert_eq!(stopped.intent, "red_flag");
        assert!(text(&stopped).starts_with("Stop training now."), "{}", text(&stopped));
        assert_eq!(text(&stopped).lines().count(), 1, "nothing else is answered");
        let flags = person.flags().await;
        let suspension = flags.iter().find(|flag| flag.kind == FlagKind::Suspension).unwrap();
        assert_eq!((suspension.severity, suspension.source), (3, FlagSource::Dialog));
        let paused = workout::generate(&person.app, &person.caller, &Wanted::default()).await.unwrap_err();
        assert_eq!((paused.code.name, paused.code.status), ("training_paused", 409));
        for asked in ["what's today?", "/session", "/plan"] {
            let again = person.chat(asked).await;
            assert!(text(&again).starts_with("Stop training now."), "{asked}: {}", text(&again));
        }
        let kind = Some(domain::progress::ProgressionEventType::RedFlag);
        let asked = figures::Asked { kind, ..Default::default() };
        let events = figures::events(&person.app, &person.caller, asked).await.unwrap();
        assert_eq!(events.len(), 1);
        let kept = serde_json::to_string(&events).unwrap();
        assert!(kept.contains("chest_pain") && !kept.contains("bench"), "{kept}");
        let (context, state) = dialog::standing(&person.app, &person.caller, Channel::Web).await.unwrap();
        assert_eq!(state, dialog::DialogState::Suspended);
        assert!(context.turns.iter().all(|turn| !turn.text.contains("chest pain after")), "{context:#?}");
        let sure = person.chat("/resume").await;
        assert!(text(&sure).contains("a professional has cleared you"), "{}", text(&sure));
        let no = person.chat("no").await;
        assert!(text(&no).starts_with("Stop training now."), "{}", text(&no));
        person.chat("/resume").await;
        let resumed = person.chat("yes").await;
        assert!(text(&resumed).starts_with("Good."), "{}", text(&resumed));
        assert!(person.flags().await.iter().all(|flag| flag.kind != FlagKind::Suspension));
        workout::generate(&person.app, &person.caller, &Wanted::default()).await.unwrap();
        person.is_whole("a suspension").await;
    });
}

#[test]
fn d_25_pain_in_a_report_regresses_the_item_whatever_was_done() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        person.plan_of(vec![item(0, "pull_up", 4, 6, Some(("pull_up", 3)))]).await;
        let replies = person.chat("подтягивания 4x7 rpe 6, болит локоть").await;
        assert!(text(&replies).contains("шаг назад"), "{}", text(&replies));
        assert!(text(&replies).contains("Отмечено: боль (локоть, 1)."), "{}", text(&replies));
        let flags = person.flags().await;
        let pain = flags.iter().find(|flag| flag.kind == FlagKind::Pain).unwrap();
        assert_eq!(
            (pain.area.unwrap().as_str(), pain.severity, pain.source),
            ("elbow", 1, FlagSource::Dialog)
        );
        person.is_whole("a pain").await;
        person.advance_hours(24);
        let asked = person.chat("локоть не болит").await;
        assert_eq!(kind(&asked), "clear_flag", "{}", text(&asked));
        person.chat("да").await;
        assert!(person.flags().await.iter().all(|flag| flag.kind != FlagKind::Pain));
        person.is_whole("a pain that is over").await;
    });
}

#[test]
fn d_14_a_flag_from_words_is_dismissed_in_one_step_and_soreness_is_none() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let tired = person.chat("устал, не выспался").await;
        assert!(text(&tired).starts_with("Отмечено: усталость."), "{}", text(&tired));
        assert_eq!(person.flags().await.len(), 1);
        let fine = person.press(&tired, "всё в порядке").await;
        assert!(text(&fine).contains("Больше не отмечено"), "{}", text(&fine));
        assert!(person.flags().await.is_empty());
        let again = person.press(&tired, "всё в порядке").await;
        assert!(text(&again).contains("Уже отвечено"), "{}", text(&again));
        let sore = person.chat("мышцы болят после приседа").await;
        assert!(text(&sore).contains("не травма"), "{}", text(&sore));
        assert!(person.flags().await.is_empty());
        let none = person.chat("not tired at all").await;
        assert_eq!(kind(&none), "none");
        person.is_whole("marks").await;
    });
}

#[test]
fn d_14_a_pain_without_a_place_is_asked_about_and_the_place_takes_its_place() {
    on_both(async |fresh| {
        let person = Person::new(fresh.store().await).await;
        let asked = person.chat("очень больно").await;
        assert_eq!(kind(&asked), "pain_area", "{}", text(&asked));
        let areas = |flags: &[Flag]| -> Vec<&'static str> {
            flags.iter().filter_map(|flag| flag.area).map(domain::anatomy::BodyArea::as_str).collect()
        };
        assert_eq!(areas(&person.flags().await), ["other"]);
        person.chat("колено").await;
        assert_eq!(areas(&person.flags().await), ["knee"]);
    });
}

#[test]
fn d_15_an_installation_adds_its_own_numbers_and_self_harm_has_words_of_its_own() {
    on_both(async |fresh| {
        let Person { app, caller } = Person::new(fresh.store().await).await;
        let talks = dialog::Talks {
            emergency_text: Some("Crisis line 0800 111 0 111".to_owned()),
            ..dialog::Talks::default()
        };
        let person = Person { app: app.with_talks(talks), caller };
        let heard = person.chat("не хочу жить").await;
        assert!(text(&heard).starts_with("Спасибо, что написали."), "{}", text(&heard));
        assert!(text(&heard).ends_with("Crisis line 0800 111 0 111"), "{}", text(&heard));
    });
}
